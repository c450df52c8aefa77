// The storage of a browser, played: its files, what of them is on the disk already, how much room there is, and a page
// that ends in the middle of a write.
class Handle {
  constructor(storage, name) {
    Object.assign(this, { storage, name });
  }
  // One thing that is done to the file, and done again by `again` where the disk writes in another order.
  #does(again, more = 0) {
    const { storage, name } = this;
    if (!storage.open.has(name)) throw new DOMException("closed", "InvalidStateError");
    if (storage.full && more > 0) throw new DOMException("full", "QuotaExceededError");
    if (storage.left-- <= 0) {
      if (!storage.ended) storage.torn = () => again(0.5);
      storage.ended = true;
      throw new DOMException("the page has ended", "InvalidStateError");
    }
    again(1);
    storage.unflushed.push([name, again]);
  }
  getSize() { return this.storage.files.get(this.name).length; }
  read(into, { at }) {
    const found = this.storage.files.get(this.name).subarray(at, at + into.length);
    into.set(found);
    return found.length;
  }
  write(given, { at }) {
    const { storage, name } = this;
    const bytes = given.slice();
    this.#does((part) => {
      const whole = at === 0 && bytes.length <= 512; // a sector
      const written = part === 1 ? bytes : bytes.subarray(0, whole ? 0 : bytes.length * part);
      const before = storage.files.get(name);
      const after = new Uint8Array(Math.max(before.length, written.length && at + written.length));
      after.set(before);
      after.set(written, at);
      storage.files.set(name, after);
    }, at + bytes.length - this.getSize());
    return bytes.length;
  }
  truncate(size) {
    const { storage, name } = this;
    this.#does((part) => {
      if (part < 1) return;
      const after = new Uint8Array(size);
      after.set(storage.files.get(name).subarray(0, size));
      storage.files.set(name, after);
    }, size - this.getSize());
  }
  flush() {
    const { storage, name } = this;
    this.#does(() => {});
    storage.disk.set(name, storage.files.get(name));
    storage.unflushed = storage.unflushed.filter(([of]) => of !== name);
  }
  close() { this.storage.open.delete(this.name); }
}

// `left`: what may be done until the page ends.
export class Storage {
  constructor(disk = new Map()) {
    Object.assign(this, { disk, files: new Map(disk), open: new Set(), unflushed: [], left: Infinity, full: false, ended: false, torn() {} });
  }
  async getDirectory() { return this; }
  async getDirectoryHandle() { return this; }
  async *keys() { yield* [...this.files.keys()].reverse(); }
  async getFileHandle(name) {
    if (!this.files.has(name)) {
      if (this.full) throw new DOMException("full", "QuotaExceededError");
      for (const files of [this.files, this.disk]) files.set(name, new Uint8Array());
    }
    return {
      createSyncAccessHandle: async () => {
        if (this.open.has(name)) throw new DOMException("another has it", "NoModificationAllowedError");
        this.open.add(name);
        return new Handle(this, name);
      },
    };
  }
  // What is found after a page's end: all that was written, half of the last write with it; and after a cut of the power
  // what was flushed, with the very last of each file or without.
  after(end) {
    if (end === "written") {
      this.torn();
      return new Storage(this.files);
    }
    const storage = new Storage(this.disk);
    this.files = storage.files; // where what was done is done again
    if (end === "last") for (const again of new Map(this.unflushed).values()) again(1);
    storage.disk = new Map(storage.files);
    return storage;
  }
}

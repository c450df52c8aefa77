// The arcade's files, in the part of this browser's storage that is a page's own (the origin private file system).
//
// Python opens, writes and renames files in the middle of a call and cannot wait, while a browser makes files only for
// those who wait. So some empty ones are always open: a file of Python's is one of these, its first bytes tell its
// name. What Python has written is written then and there, and a database's own journal keeps it whole, whatever
// becomes of the page. To give a file another name is one write of a label; of two files of a name the later counts.

const FOLDER = "marbles";
const HEAD = 4096; // bytes before a file's own
const LABEL = 512; // bytes of the label in them: a sector, which a disk writes whole or not at all
const FIRST = 32768; // bytes that are read of a file at once
const LARGE = 4_000_000; // bytes of a file that is not held in memory
const SPARE = 8;
const PATIENCE = 5000; // milliseconds that a page which is being closed may keep the files
const NO_SPACE = 51, NAME_TOO_LONG = 37, NOT_ALLOWED = 63, BROKEN = 29; // errno, as Emscripten counts
const NOTHING_KEPT = "This browser keeps nothing for this page, as in a private window or where there is no room: export your games before you close it.";

// What a file holds is read once, and then read from memory, as a browser may have to ask another process for it; nobody
// else writes it. A large one is read where it lies.
export class Slot {
  constructor(handle) {
    this.handle = handle;
    const first = new Uint8Array(FIRST);
    const come = handle.read(first, { at: 0 });
    const whole = come < FIRST;
    this.size = Math.max(0, (whole ? come : handle.getSize()) - HEAD);
    this.bytes = new Uint8Array(this.size <= LARGE ? Math.max(this.size, FIRST) : 0);
    if (whole) this.bytes.set(first.subarray(HEAD));
    else if (this.bytes.length) handle.read(this.bytes.subarray(0, this.size), { at: HEAD });
    try {
      ({ name: this.name, age: this.age } = JSON.parse(new TextDecoder().decode(first.subarray(0, LABEL))));
    } catch {
      [this.name, this.age] = ["", 0];
    }
  }

  label(name, age) {
    const text = new TextEncoder().encode(JSON.stringify({ name, age }));
    if (text.length > LABEL) throw NAME_TOO_LONG;
    const label = new Uint8Array(LABEL).fill(0x20);
    label.set(text);
    this.handle.write(label, { at: 0 });
    this.handle.flush();
    [this.name, this.age] = [name, age];
  }

  read(into, at) {
    if (!this.bytes.length) return this.handle.read(into, { at: HEAD + at });
    const found = this.bytes.subarray(at, Math.min(at + into.length, this.size));
    into.set(found);
    return found.length;
  }

  write(bytes, at) {
    const written = this.handle.write(bytes, { at: HEAD + at });
    this.#resize(Math.max(this.size, at + written));
    if (this.bytes.length) this.bytes.set(bytes.subarray(0, written), at);
    return written;
  }

  truncate(size) {
    this.handle.truncate(HEAD + size);
    this.#resize(size);
  }

  #resize(size) {
    if (size < this.size) this.bytes.fill(0, size, this.size);
    else if (this.bytes.length && size > this.bytes.length) {
      const before = this.bytes;
      this.bytes = new Uint8Array(size <= LARGE ? 2 * size : 0);
      if (this.bytes.length) this.bytes.set(before);
    }
    this.size = size;
  }

  clear() {
    if (this.name) this.label("", 0);
    if (this.size) this.truncate(0);
  }
}

// Emscripten keeps from a folder's maker that a database asks for its file to be flushed (fdatasync). What a journal
// needs is that its own bytes are on the disk before those of its database change, and the other way round: so each
// file is flushed before the next one is written to.
class Order {
  #last = null;

  before(slot) {
    if (this.#last !== slot) this.#last?.handle.flush();
    this.#last = slot;
  }

  done(slot) {
    slot.handle.flush();
    if (this.#last === slot) this.#last = null;
  }
}

class Kept {
  #folder;
  #spare = [];
  #slots = [];
  #age = 0;
  #made = 0;
  #growing = null;

  // Opens what is kept; fails where the browser keeps nothing, or another page has it open.
  static async open() {
    const root = await navigator.storage.getDirectory();
    const kept = new Kept();
    kept.#folder = await root.getDirectoryHandle(FOLDER, { create: true });
    const names = [];
    for await (const name of kept.#folder.keys()) names.push(name);
    const slots = await Promise.all(names.map((name) => kept.#slot(name)));
    kept.#made = Math.max(0, ...names.map((name) => Number(name) + 1 || 0));
    kept.#sort(slots);
    await kept.#grow().catch((error) => console.warn("no room for more files:", error));
    return kept;
  }

  #sort(slots) {
    const files = new Map();
    this.#age = Math.max(0, ...slots.map((slot) => slot.age));
    for (const slot of slots.sort((a, b) => a.age - b.age)) {
      // A name that begins with a dot is that of a file which was to take another's place, and did not come to it.
      if (!slot.name || slot.name.split("/").pop().startsWith(".")) this.#free(slot);
      else {
        if (files.has(slot.name)) this.#free(files.get(slot.name));
        files.set(slot.name, slot);
      }
    }
    this.#slots = [...files.values()];
  }

  get files() {
    return this.#slots;
  }

  async #slot(name) {
    const file = await this.#folder.getFileHandle(name, { create: true });
    const until = performance.now() + PATIENCE;
    for (;;) {
      try {
        return new Slot(await file.createSyncAccessHandle());
      } catch (error) {
        if (error.name !== "NoModificationAllowedError" || performance.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  async #grow() {
    while (this.#spare.length < SPARE) {
      const slot = await this.#slot(String(this.#made++));
      this.#spare.push(slot);
    }
  }

  #free(slot) {
    try {
      slot.clear();
    } catch (error) {
      console.warn("a file that is not needed any more stays:", error);
      return;
    }
    this.#spare.push(slot);
  }

  take(name) {
    const slot = this.#spare.at(-1);
    if (!slot) throw NO_SPACE;
    slot.label(name, ++this.#age);
    this.#spare.pop();
    this.#slots.push(slot);
    this.#growing ??= this.#grow().catch(() => {}).finally(() => { this.#growing = null; });
    return slot;
  }

  rename(slot, name) {
    slot.label(name, ++this.#age);
  }

  drop(slot) {
    this.#slots = this.#slots.filter((kept) => kept !== slot);
    this.#free(slot);
  }

  close() {
    for (const slot of [...this.#slots, ...this.#spare]) slot.handle.close();
  }
}

// Python's folder of a name, with the kept files in it.
function mount(FS, kept, place) {
  const order = new Order();
  const memory = FS.filesystems.MEMFS;
  const failed = (error) => (error instanceof FS.ErrnoError ? error
    : new FS.ErrnoError(typeof error === "number" ? error : error?.name === "QuotaExceededError" ? NO_SPACE : BROKEN));
  const guarded = (call) => (...given) => {
    try {
      return call(...given);
    } catch (error) {
      throw failed(error);
    }
  };
  const wrapped = (calls) => Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, guarded(call)]));

  const path = (node) => (node.parent === node || node === node.mount.root ? "" : `${path(node.parent)}/${node.name}`);
  const named = (parent, name) => `${path(parent)}/${name}`.slice(1);

  const fileNode = {
    ...memory.node_ops,
    ...wrapped({
      getattr: (node) => ({ ...memory.node_ops.getattr(node), size: node.slot.size }),
      setattr(node, attributes) {
        const { size, ...others } = attributes;
        memory.node_ops.setattr(node, others);
        if (size === undefined) return;
        order.before(node.slot);
        node.slot.truncate(size);
        order.done(node.slot);
      },
    }),
  };
  const fileStream = wrapped({
    read(stream, buffer, offset, length, position) {
      return stream.node.slot.read(buffer.subarray(offset, offset + length), position);
    },
    write(stream, buffer, offset, length, position) {
      order.before(stream.node.slot);
      stream.node.mtime = stream.node.ctime = Date.now();
      return stream.node.slot.write(buffer.subarray(offset, offset + length), position);
    },
    llseek(stream, offset, whence) {
      const at = offset + (whence === 1 ? stream.position : whence === 2 ? stream.node.slot.size : 0);
      if (at < 0) throw 28;
      return at;
    },
    fsync(stream) {
      order.done(stream.node.slot);
      return 0;
    },
  });
  const folderNode = {
    ...memory.node_ops,
    ...wrapped({
      mknod: (parent, name, mode, device) => node(parent, name, mode, device, null),
      unlink(parent, name) {
        const { slot } = FS.lookupNode(parent, name);
        memory.node_ops.unlink(parent, name);
        if (!slot) return;
        order.before(slot);
        kept.drop(slot);
      },
      rename(old, parent, name) {
        if (!old.slot) throw NOT_ALLOWED; // the labels of all that is in a folder cannot change at once
        const replaced = parent.contents[name];
        order.before(old.slot);
        order.done(old.slot); // the new name must not be on the disk before what is in the file
        kept.rename(old.slot, named(parent, name));
        memory.node_ops.rename(old, parent, name);
        if (replaced?.slot) kept.drop(replaced.slot);
      },
    }),
  };
  function node(parent, name, mode, device, slot) {
    const taken = slot ?? (FS.isFile(mode) ? kept.take(named(parent, name)) : null);
    const made = memory.createNode(parent, name, mode, device);
    if (FS.isDir(mode)) made.node_ops = folderNode;
    else if (taken) Object.assign(made, { slot: taken, node_ops: fileNode, stream_ops: fileStream });
    return made;
  }
  const type = { mount: () => node(null, "/", 0o40777, 0, null) };

  FS.mkdirTree(place);
  FS.mount(type, {}, place);
  for (const slot of kept.files) {
    const at = slot.name.lastIndexOf("/");
    const folder = at < 0 ? place : `${place}/${slot.name.slice(0, at)}`;
    FS.mkdirTree(folder);
    node(FS.lookupPath(folder).node, slot.name.slice(at + 1), 0o100644, 0, slot);
  }
}

// What this browser keeps, and whether it `holds` anything yet; where it keeps nothing, `shortcoming` says so, and what is
// played is gone with the page.
export async function keep() {
  try {
    const kept = await Kept.open();
    return { shortcoming: "", holds: kept.files.length > 0, mount: (FS, place) => mount(FS, kept, place), close: () => kept.close() };
  } catch (error) {
    console.warn("nothing is kept:", error);
    return { shortcoming: NOTHING_KEPT, holds: false, mount() {}, close() {} };
  }
}

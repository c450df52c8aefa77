// Python's memory as it is when all is imported and a menu has been drawn, kept by this browser with the files that Python
// begins with, unpacked: to take it from there takes a fraction of the time that it takes to begin anew. It is made on a
// visit for the next ones, and is as good as what it was made of.
//
// All lies in one file of those that are a page's own (the origin private file system): such a one is read at once, where an
// answer out of a cache comes in thousands of parts. What lies where is written when all else is, and says what it is of.
import { PYTHON } from "./sizes.js";

const FOLDER = "memory";
const [ALL, INDEX] = ["all", "index.json"];
const OF = `${new URL("./", import.meta.url)} ${PYTHON} ${navigator.userAgent}`;

async function ours(options) {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, options);
}

async function indexed(folder) {
  const file = await (await folder.getFileHandle(INDEX)).getFile();
  const index = JSON.parse(await file.text());
  return index.of === OF ? index : null;
}

const PAGE = 1024; // words
const NEAR = 64 * PAGE; // words of zeros that are kept as they are, as each stretch is read by itself

// Of a memory only what is filled is kept, as all that is kept is read at each visit: a third of it is zeros. From and up to
// which byte such stretches reach.
function filled(memory) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / 4);
  const found = [];
  for (let at = 0; at < words.length; at += PAGE) {
    if (words.subarray(at, at + PAGE).every((word) => !word)) continue;
    if (!found.length || 4 * (at - NEAR) > found.at(-1)[1]) found.push([4 * at, 0]);
    found.at(-1)[1] = Math.min(4 * (at + PAGE), memory.length);
  }
  return found;
}

// What was kept: the `head` of the snapshot, the `length` of the memory, and `lay`, which puts it into another; `file`, which
// reads one of the files; and `close`. Null where nothing is.
export async function keptPython() {
  try {
    const folder = await ours();
    const index = await indexed(folder);
    if (!index) return null;
    const handle = await (await folder.getFileHandle(ALL)).createSyncAccessHandle({ mode: "read-only" });
    const read = (bytes, at) => {
      if (handle.read(bytes, { at }) !== bytes.length) throw new Error("it is not whole");
    };
    return {
      head: Uint8Array.from(index.head),
      length: index.length,
      lay(memory) {
        for (const [from, end, at] of index.stretches) read(memory.subarray(from, end), at);
      },
      file(name) {
        const [length, at] = index.files[name];
        const bytes = new Uint8Array(length);
        read(bytes, at);
        return bytes;
      },
      close: () => handle.close(),
    };
  } catch {
    return null; // nothing is kept, or somebody else reads it
  }
}

export async function isMemoryKept() {
  return Boolean(await ours().then(indexed).catch(() => null));
}

export async function forgetMemory() {
  const root = await navigator.storage?.getDirectory?.().catch(() => null);
  await root?.removeEntry(FOLDER, { recursive: true }).catch(() => {});
}

async function write(folder, name, parts) {
  const handle = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
  try {
    handle.truncate(0);
    let at = 0;
    const places = parts.map((bytes) => {
      const place = at;
      at += handle.write(bytes, { at });
      if (at !== place + bytes.length) throw new Error("there is no room to keep it");
      return place;
    });
    handle.flush();
    return places;
  } finally {
    handle.close();
  }
}

// `files`: their bytes by their names.
export async function keepMemory(snapshot, files) {
  const start = new Uint32Array(snapshot.buffer, 0, 2)[1];
  const [head, memory] = [snapshot.subarray(0, start), snapshot.subarray(start)];
  const stretches = filled(memory);
  const names = Object.keys(files);
  const folder = await ours({ create: true });
  const places = await write(folder, ALL, [...stretches.map(([from, end]) => memory.subarray(from, end)), ...names.map((name) => files[name])]);
  const index = {
    of: OF,
    head: [...head],
    length: memory.length,
    stretches: stretches.map((stretch) => [...stretch, places.shift()]),
    files: Object.fromEntries(names.map((name) => [name, [files[name].length, places.shift()]])),
  };
  await write(folder, INDEX, [new TextEncoder().encode(JSON.stringify(index))]);
}

// Let a WebAssembly program begin with the room that a memory needs: Pyodide asks for it in a way that has no effect.
export function makeRoom(length) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...told) => {
    const begun = await instantiate.apply(WebAssembly, told);
    const room = (begun.instance ?? begun).exports.memory;
    const missing = room ? length - room.buffer.byteLength : 0;
    if (missing > 0) room.grow(Math.ceil(missing / 65536));
    return begun;
  };
  return () => Object.assign(WebAssembly, { instantiate });
}

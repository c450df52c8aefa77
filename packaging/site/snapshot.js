// Python's memory as it is when all is imported and a menu has been drawn, kept by this browser with the files that Python
// begins with, unpacked: to take it from there takes a fraction of the time that it takes to begin anew. It is made on a
// visit for the next ones, and is as good as what it was made of.
//
// All lies in one file of those that are a page's own (the origin private file system): such a one is read at once, where an
// answer out of a cache comes in thousands of parts. At its end, written last, stands what lies where, and what it is of.
import { PYTHON } from "./sizes.js";

// Of this page: others of the same web space may lie beside it.
const FILE = `python of marbles ${encodeURIComponent(new URL("./", import.meta.url).pathname)}`;
const INDEX = 65_536; // bytes of that
const OF = `${new URL("./", import.meta.url)} ${PYTHON} ${navigator.userAgent}`;

async function file(options) {
  const root = await navigator.storage.getDirectory();
  return root.getFileHandle(FILE, options);
}

function indexed(text) {
  const index = JSON.parse(text);
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

function read(handle, [at, length], bytes = new Uint8Array(length)) {
  if (handle.read(bytes, { at }) !== length) throw new Error("it is not whole");
  return bytes;
}

let open = null; // the file while it is read: it could not be removed then

// What was kept: the `head` of the snapshot, the `length` of the memory, and `lay`, which puts it into another; `file`, which
// reads one of the files; and `close`. Null where nothing is, or somebody else reads it.
export async function keptPython() {
  const handle = await file().then((found) => found.createSyncAccessHandle({ mode: "read-only" })).catch(() => null);
  if (!handle) return null;
  open = handle;
  try {
    const index = indexed(new TextDecoder().decode(read(handle, [handle.getSize() - INDEX, INDEX])));
    if (index) {
      return {
        head: read(handle, index.head),
        length: index.length,
        lay(memory) {
          for (const [from, at, length] of index.stretches) read(handle, [at, length], memory.subarray(from, from + length));
        },
        file: (name) => read(handle, index.files[name]),
        close,
      };
    }
  } catch {
    // Python begins anew.
  }
  close();
  return null;
}

function close() {
  open?.close();
  open = null;
}

export async function isMemoryKept() {
  try {
    const kept = await (await file()).getFile();
    return Boolean(indexed(await kept.slice(-INDEX).text()));
  } catch {
    return false;
  }
}

export async function forgetMemory() {
  close();
  const root = await navigator.storage?.getDirectory?.().catch(() => null);
  await root?.removeEntry(FILE).catch(() => {});
}

// `files`: their bytes by their names.
export async function keepMemory(snapshot, files) {
  const start = new Uint32Array(snapshot.buffer, 0, 2)[1];
  const memory = snapshot.subarray(start);
  const handle = await (await file({ create: true })).createSyncAccessHandle();
  let end = 0;
  const write = (bytes) => {
    const at = end;
    end += handle.write(bytes, { at });
    if (end !== at + bytes.length) throw new Error("there is no room to keep it");
    return [at, bytes.length];
  };
  try {
    handle.truncate(0);
    const head = write(snapshot.subarray(0, start));
    const stretches = filled(memory).map(([from, to]) => [from, ...write(memory.subarray(from, to))]);
    const places = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, write(bytes)]));
    handle.flush();
    write(new TextEncoder().encode(JSON.stringify({ of: OF, head, length: memory.length, stretches, files: places }).padStart(INDEX)));
    handle.flush();
  } catch (error) {
    handle.truncate(0); // games need the room
    throw error;
  } finally {
    handle.close();
  }
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

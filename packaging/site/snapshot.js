// Python's memory as it is when all is imported and a menu has been drawn, kept by this browser: to take it from there takes a fraction of the
// time that it takes to begin anew. It is made on a visit for the next ones, and is as good as what it was made of.
import { PYTHON } from "./sizes.js";

const STORE = `marbles memory ${new URL("./", import.meta.url)}`;
const NAME = new URL(`memory-${PYTHON}?${encodeURIComponent(navigator.userAgent)}`, import.meta.url).href;

async function store() {
  return globalThis.caches?.open(STORE);
}

const PAGE = 1024; // words
const FILLED = "Filled";

// Of a memory only what is filled is kept, as all that is kept is read at each visit: a third of it is zeros. From and up to
// which byte such stretches reach.
function filled(memory) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / 4);
  const found = [];
  let zeros = true;
  for (let at = 0; at < words.length; at += PAGE) {
    if (words.subarray(at, at + PAGE).every((word) => !word)) {
      zeros = true;
      continue;
    }
    if (zeros) found.push([4 * at, 0]);
    found.at(-1)[1] = Math.min(4 * (at + PAGE), memory.length);
    zeros = false;
  }
  return found;
}

// What was kept: the `head` of the snapshot, the `length` of the memory, and `lay`, which puts what comes meanwhile into it;
// or null.
export async function keptMemory() {
  const found = await store().then((kept) => kept?.match(NAME)).catch(() => null);
  if (!found) return null;
  const [head, length, stretches] = JSON.parse(found.headers.get(FILLED));
  const come = found.arrayBuffer();
  come.catch(() => {}); // told to who lays it
  return {
    head: Uint8Array.from(head),
    length,
    async lay(memory) {
      const bytes = new Uint8Array(await come);
      let at = 0;
      for (const [from, end] of stretches) memory.set(bytes.subarray(at, (at += end - from)), from);
      if (at !== bytes.length) throw new Error("it is not whole");
    },
  };
}

const addressOf = (name) => new URL(`${name}-${PYTHON}`, import.meta.url).href;

// Files that were kept unpacked, which takes a while: such a one, or nothing.
export async function keptFile(name) {
  return (await store().catch(() => null))?.match(addressOf(name));
}

export async function keepFile(name, answer) {
  await (await store())?.put(addressOf(name), answer);
}

export async function isMemoryKept() {
  return Boolean(await (await store())?.match(NAME));
}

export async function forgetMemory() {
  await globalThis.caches?.delete(STORE);
}

export async function keepMemory(snapshot) {
  const start = new Uint32Array(snapshot.buffer, 0, 2)[1];
  const [head, memory] = [snapshot.subarray(0, start), snapshot.subarray(start)];
  const stretches = filled(memory);
  const parts = stretches.map(([from, end]) => memory.subarray(from, end));
  await (await store())?.put(NAME, new Response(new Blob(parts), { headers: { [FILLED]: JSON.stringify([[...head], memory.length, stretches]) } }));
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

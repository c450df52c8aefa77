// Python's memory as it is when all is imported and a menu has been drawn, kept by this browser: to take it from there takes a fraction of the
// time that it takes to begin anew. It is made on a visit for the next ones, and is as good as what it was made of.
import { PYTHON } from "./sizes.js";

const STORE = `marbles memory ${new URL("./", import.meta.url)}`;
const NAME = new URL(`memory-${PYTHON}?${encodeURIComponent(navigator.userAgent)}`, import.meta.url).href;

async function store() {
  return globalThis.caches?.open(STORE);
}

// What was kept, or null.
export async function keptMemory() {
  try {
    const found = await (await store())?.match(NAME);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch (error) {
    console.warn("no memory kept:", error);
    return null;
  }
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

export async function keepMemory(memory) {
  await (await store())?.put(NAME, new Response(memory));
}

// Let a WebAssembly program begin with the room that a memory needs: Pyodide asks for it in a way that has no effect.
export function makeRoom(memory) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...told) => {
    const begun = await instantiate.apply(WebAssembly, told);
    const room = (begun.instance ?? begun).exports.memory;
    const missing = room ? memory.length - room.buffer.byteLength : 0;
    if (missing > 0) room.grow(Math.ceil(missing / 65536));
    return begun;
  };
  return () => Object.assign(WebAssembly, { instantiate });
}

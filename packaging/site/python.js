// Python with our packages, for a worker.
import { loadPyodide } from "./vendor/pyodide.mjs";
import { fetchFile } from "./fetching.js";
import { SIZES } from "./sizes.js";
import { forgetMemory, keepFile, keptFile, keptMemory, makeRoom } from "./snapshot.js";
import { unpackTar } from "./tar.js";

const TYPES = { "pyodide.asm.mjs": "text/javascript", "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip", "packages.tar": "application/x-tar", "later.tar": "application/x-tar" };
const [PROGRAM, PACKAGES, LATER] = ["pyodide.asm.wasm", "packages.tar", "later.tar"];
const packed = (name) => `vendor/${name}.zst`;
const TOTAL = Object.keys(TYPES).reduce((sum, name) => sum + SIZES[packed(name)], 0);
const HOME = "/home/marbles";
const download = globalThis.fetch;

async function script(coming) {
  const address = URL.createObjectURL(await (await coming).blob());
  return (await import(address)).default;
}

// Pyodide asks for its own files by name, but for its script. They begin to come at once; the packages follow them, as
// Python has some seconds of work before it needs those: first what the menu takes, then the others.
function fetchAll(told) {
  const have = async (name, ended) => {
    const kept = await keptFile(name);
    if (kept) ended?.();
    return kept ?? fetchFile(packed(name), TYPES[name], told, ended);
  };
  const files = {};
  const program = new Promise((ended) => (files[PROGRAM] = have(PROGRAM, ended)));
  let before = program;
  for (const name of [PACKAGES, LATER]) {
    before = files[name] = before.then(() => have(name)).then((answer) => answer.arrayBuffer());
    before.catch(() => {}); // what went wrong is told to who waits for it
  }
  for (const name of Object.keys(TYPES)) files[name] ??= have(name);
  // It is compiled while Python's memory comes.
  const compiled = files[PROGRAM].then((answer) => WebAssembly.compileStreaming(answer));
  compiled.catch(() => {});
  return { ...files, compiled, script: script(files["pyodide.asm.mjs"]) };
}

// `lay`: puts a memory that was kept into the program's own.
async function begin(files, more, lay = () => {}) {
  const { instantiateStreaming } = WebAssembly;
  const make = await files.script;
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await files.compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const createPyodideModule = async (told) => {
    const module = await make(told);
    await lay(module.HEAPU8);
    return module;
  };
  globalThis.fetch = (asked, ...others) => files[String(asked.url ?? asked).split("/").pop()] ?? download.call(globalThis, asked, ...others);
  try {
    return await loadPyodide({ env: { HOME, MARBLES_TUI_HOME: HOME }, createPyodideModule, ...more });
  } finally {
    globalThis.fetch = download;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

// From what was kept, if there is such and it works; else null.
async function remembered(files, told) {
  let restore = () => {};
  try {
    const memory = await keptMemory();
    if (!memory) return null;
    restore = makeRoom(memory.length);
    return await begin(files, { _loadSnapshot: memory.head }, memory.lay);
  } catch (error) {
    console.warn("the memory that was kept is of no use:", error);
    await forgetMemory();
    Object.assign(files, fetchAll(told)); // what has come is used up
    return null;
  } finally {
    restore();
  }
}

export async function keepFiles() {
  for (const [name, type] of Object.entries(TYPES)) await keepFile(name, await fetchFile(packed(name), type));
}

// `tell` is called with the bytes that have come, and with how many there will be. `anew`: to take no memory that was kept, as
// it has not worked; `remembering`: to have it kept. Comes with a promise: that all modules are there, beside those of the menu.
export async function pythonInParts({ tell = () => {}, anew = false, remembering = false } = {}) {
  let come = 0;
  const told = (count) => tell(Math.min((come += count), TOTAL), TOTAL);
  if (anew) await forgetMemory();
  const files = fetchAll(told);
  let loaded = remembering ? null : await remembered(files, told);
  const known = Boolean(loaded);
  loaded ??= await begin(files, { _makeSnapshot: remembering });
  const unpack = async (name) => unpackTar(new Uint8Array(await files[name]), loaded.FS, "/packages");
  await unpack(PACKAGES);
  loaded.FS.mkdirTree(HOME);
  // Chance must not be what it was when the memory was kept.
  loaded.runPython(known ? "import random; random.seed()" : "import sys; sys.path.insert(0, '/packages'); sys.dont_write_bytecode = True");
  const whole = unpack(LATER).then(() => loaded.runPython("import importlib; importlib.invalidate_caches()"));
  whole.catch(() => {});
  return { loaded, known, whole };
}

export async function python(options) {
  const { loaded, whole } = await pythonInParts(options);
  await whole;
  return loaded;
}

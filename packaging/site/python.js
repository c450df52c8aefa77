// Python with our packages, for a worker.
import { loadPyodide } from "./vendor/pyodide.mjs";
import { fetchFile } from "./fetching.js";
import { SIZES } from "./sizes.js";
import { forgetMemory, keptPython, makeRoom } from "./snapshot.js";
import { unpackTar } from "./tar.js";

const [SCRIPT, PROGRAM, LIBRARY, PACKAGES, LATER] = ["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "packages.tar", "later.tar"];
const FILES = [SCRIPT, PROGRAM, LIBRARY, PACKAGES, LATER];
const packed = (name) => `vendor/${name}.zst`;
const TOTAL = FILES.reduce((sum, name) => sum + SIZES[packed(name)], 0);
const [HOME, FOLDER] = ["/home/marbles", "/packages"];
const download = globalThis.fetch;

const bytesOf = async (answer) => new Uint8Array(await answer.arrayBuffer());

async function run(bytes) {
  const address = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  return (await import(address)).default;
}

// What Python begins with, each as a promise: its `script`, which makes a program, the `program`, compiled, and the bytes of
// the others. What went wrong is told to who waits for it.
function parts(promises) {
  for (const promise of Object.values(promises)) promise.catch(() => {});
  return promises;
}

// They begin to come at once; the packages follow the program, as Python has some seconds of work before it needs those:
// first what the menu takes, then the `later` ones.
function overNetwork(told) {
  const come = (name, ended) => fetchFile(packed(name), "application/wasm", told, ended);
  let program = null;
  const ended = new Promise((resolve) => { program = come(PROGRAM, resolve); });
  const packages = ended.then(() => come(PACKAGES)).then(bytesOf);
  return parts({
    script: come(SCRIPT).then(bytesOf).then(run),
    program: program.then((answer) => WebAssembly.compileStreaming(answer)),
    library: come(LIBRARY).then(bytesOf),
    packages,
    later: packages.then(() => come(LATER)).then(bytesOf),
  });
}

function outOf(kept) {
  const bytes = async (name) => kept.file(name);
  return parts({
    script: bytes(SCRIPT).then(run),
    program: bytes(PROGRAM).then((program) => WebAssembly.compile(program)),
    library: bytes(LIBRARY),
  });
}

// `lay`: puts a memory that was kept into the program's own.
async function begin({ script, program, library }, more, lay = () => {}) {
  const { instantiateStreaming } = WebAssembly;
  const make = await script;
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await program;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const createPyodideModule = async (told) => {
    const module = await make(told);
    lay(module.HEAPU8);
    return module;
  };
  // Pyodide asks for its own files by name, but for its script.
  globalThis.fetch = async (asked, ...others) => {
    const name = String(asked.url ?? asked).split("/").pop();
    if (name === PROGRAM) return new Response(); // it is compiled already
    if (name === LIBRARY) return new Response(await library);
    return download.call(globalThis, asked, ...others);
  };
  try {
    return await loadPyodide({ env: { HOME, MARBLES_TUI_HOME: HOME }, createPyodideModule, ...more });
  } finally {
    globalThis.fetch = download;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

// From what was kept, if there is such and it works; else null. The packages are read when they are asked for, once.
async function remembered() {
  const kept = await keptPython();
  if (!kept) return null;
  const restore = makeRoom(kept.length);
  try {
    const loaded = await begin(outOf(kept), { _loadSnapshot: kept.head }, kept.lay);
    const packages = () => {
      const read = [PACKAGES, LATER].map(kept.file);
      kept.close();
      return read;
    };
    return { loaded, packages };
  } catch (error) {
    console.warn("the memory that was kept is of no use:", error);
    await forgetMemory();
    return null;
  } finally {
    restore();
  }
}

// By their names, unpacked.
export async function filesToKeep() {
  const files = {};
  for (const name of FILES) files[name] = await bytesOf(await fetchFile(packed(name), "application/wasm"));
  return files;
}

// Fills a folder when something in it is looked for, or when what this gives is called.
function fillLater(FS, path, fill) {
  FS.mkdirTree(path);
  const { node } = FS.lookupPath(path);
  const { node_ops: usual } = node;
  const now = () => {
    if (node.node_ops === usual) return;
    node.node_ops = usual;
    fill();
  };
  node.node_ops = {
    ...usual,
    lookup(folder, name) {
      now();
      return FS.lookupNode(folder, name);
    },
    readdir(folder) {
      now();
      return usual.readdir(folder);
    },
  };
  return now;
}

// `tell` is called with the bytes that have come, and with how many there will be. `anew`: to take no memory that was kept, as
// it has not worked; `remembering`: to have it kept. Comes with whether it was `known`, and with `rest`, which has the modules
// come that are not there yet: over the network all but those of the menu; else none that anybody has looked for.
export async function pythonInParts({ tell = () => {}, anew = false, remembering = false } = {}) {
  let count = 0;
  const told = (more) => tell(Math.min((count += more), TOTAL), TOTAL);
  if (anew) await forgetMemory();
  const known = remembering ? null : await remembered();
  const come = known ? null : overNetwork(told);
  const loaded = known?.loaded ?? (await begin(come, { _makeSnapshot: remembering }));
  const unpack = (archive) => unpackTar(archive, loaded.FS, FOLDER);
  const fill = known && fillLater(loaded.FS, FOLDER, () => known.packages().forEach(unpack));
  if (come) unpack(await come.packages);
  loaded.FS.mkdirTree(HOME);
  // Chance must not be what it was when the memory was kept.
  loaded.runPython(known ? "import random; random.seed()" : `import sys; sys.path.insert(0, '${FOLDER}'); sys.dont_write_bytecode = True`);
  const rest = async () => {
    if (known) fill();
    else unpack(await come.later);
    loaded.runPython("import importlib; importlib.invalidate_caches()");
  };
  return { loaded, known: Boolean(known), rest };
}

export async function python(options) {
  const { loaded, rest } = await pythonInParts(options);
  await rest();
  return loaded;
}

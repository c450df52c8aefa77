// Python with our packages, for a worker.
import { loadPyodide } from "./vendor/pyodide.mjs";
import { fetchFile } from "./fetching.js";
import { SIZES } from "./sizes.js";
import { forgetMemory, keptMemory, makeRoom } from "./snapshot.js";
import { unpackTar } from "./tar.js";

const FILES = ["packages.tar.gz", "vendor/python_stdlib.zip", "vendor/pyodide.asm.wasm.gz"];
const TOTAL = FILES.reduce((sum, name) => sum + SIZES[name], 0);
const HOME = "/home/marbles";
const download = globalThis.fetch;

// Pyodide asks for its program by name; what lies there is compressed.
function answerFor(told) {
  return (asked, ...more) => {
    const name = String(asked.url ?? asked).split("/").pop();
    if (name === "pyodide.asm.wasm") return fetchFile(`vendor/${name}.gz`, "application/wasm", told);
    if (name === "python_stdlib.zip") return fetchFile(`vendor/${name}`, "application/zip", told);
    return download.call(globalThis, asked, ...more);
  };
}

async function begin(told, more) {
  globalThis.fetch = answerFor(told);
  try {
    return await loadPyodide({ env: { HOME, MARBLES_TUI_HOME: HOME }, ...more });
  } finally {
    globalThis.fetch = download;
  }
}

// From what was kept, if there is such and it works; else null.
async function remembered(told, trying) {
  const memory = await keptMemory(trying);
  if (!memory) return null;
  const restore = makeRoom(memory);
  try {
    return await begin(told, { _loadSnapshot: memory });
  } catch (error) {
    console.warn("the memory that was kept is of no use:", error);
    await forgetMemory();
    return null;
  } finally {
    restore();
  }
}

// `tell` is called with the bytes that have come, and with how many there will be. `trying`: see keptMemory.
// `remembering`: to have the memory kept.
export async function python({ tell = () => {}, trying = false, remembering = false } = {}) {
  let come = 0;
  const told = (count) => tell(Math.min((come += count), TOTAL), TOTAL);
  const packages = fetchFile("packages.tar.gz", "application/x-tar", told).then((answer) => answer.arrayBuffer());
  let loaded = remembering ? null : await remembered(told, trying);
  const known = Boolean(loaded);
  loaded ??= await begin(told, { _makeSnapshot: remembering });
  unpackTar(new Uint8Array(await packages), loaded.FS, "/packages");
  loaded.FS.mkdirTree(HOME);
  // Chance must not be what it was when the memory was kept.
  loaded.runPython(known ? "import random; random.seed()" : "import sys; sys.path.insert(0, '/packages'); sys.dont_write_bytecode = True");
  return loaded;
}

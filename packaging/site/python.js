// Python with our packages, for a worker.
import { loadPyodide } from "./vendor/pyodide.mjs";
import { SIZES } from "./sizes.js";
import { unpackTar } from "./tar.js";

const FILES = ["packages.tar.gz", "vendor/python_stdlib.zip", "vendor/pyodide.asm.wasm.gz"];
const TOTAL = FILES.reduce((sum, name) => sum + SIZES[name], 0);
const download = globalThis.fetch.bind(globalThis);

// One of the files, unpacked; `told` hears of the bytes as they come.
async function fetchFile(name, type, told) {
  const answer = await download(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} could not be had: ${answer.status} ${answer.statusText}`);
  const counting = new TransformStream({
    transform(bytes, controller) {
      told(bytes.length);
      controller.enqueue(bytes);
    },
  });
  const [first, body] = await begun(answer.body.pipeThrough(counting));
  // A server may have said that it is compressed; then the browser has unpacked it.
  const packed = first[0] === 0x1f && first[1] === 0x8b;
  return new Response(packed ? body.pipeThrough(new DecompressionStream("gzip")) : body, { headers: { "Content-Type": type } });
}

// The first bytes of a stream, and one that gives all of them.
async function begun(stream) {
  const reader = stream.getReader();
  const { value = new Uint8Array() } = await reader.read();
  const whole = new ReadableStream({
    start: (controller) => controller.enqueue(value),
    async pull(controller) {
      const { value: more, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(more);
    },
  });
  return [value, whole];
}

// Pyodide asks for its program by name; what lies there is compressed.
function answerFor(told) {
  return (asked, ...more) => {
    const name = String(asked.url ?? asked).split("/").pop();
    if (name === "pyodide.asm.wasm") return fetchFile(`vendor/${name}.gz`, "application/wasm", told);
    if (name === "python_stdlib.zip") return fetchFile(`vendor/${name}`, "application/zip", told);
    return download(asked, ...more);
  };
}

// `tell` is called with the bytes that have come, and with how many there will be.
export async function python(tell = () => {}) {
  let come = 0;
  const told = (count) => tell(Math.min((come += count), TOTAL), TOTAL);
  const packages = fetchFile("packages.tar.gz", "application/x-tar", told).then((answer) => answer.arrayBuffer());
  globalThis.fetch = answerFor(told);
  const loaded = await loadPyodide({ env: { HOME: "/home/marbles", MARBLES_TUI_HOME: "/home/marbles" } });
  globalThis.fetch = download;
  unpackTar(new Uint8Array(await packages), loaded.FS, "/packages");
  loaded.runPython("import sys; sys.path.insert(0, '/packages'); sys.dont_write_bytecode = True");
  loaded.FS.mkdirTree("/home/marbles");
  return loaded;
}

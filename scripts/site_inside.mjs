// Runs a program in the page's own Python: node site_inside.mjs PROGRAM DEED FOLDER [STDLIB]. The folder is its /build.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { loadPyodide } from "pyodide";

// The clock goes on where it is read: what is drawn by a time is the same on a machine that is slow, or busy.
const STEP = 0.05; // milliseconds
let now = 0;
performance.now = () => (now += STEP);

const [program, deed, folder, stdlib] = process.argv.slice(2);
const python = await loadPyodide({
  env: { DEED: deed, HOME: "/home/marbles", MARBLES_TUI_HOME: "/home/marbles", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", TEXTUAL_ANIMATIONS: "none" },
  ...(stdlib && { stdLibURL: pathToFileURL(stdlib).href }),
});
python.FS.mkdirTree("/home/marbles");
python.FS.mkdirTree("/build");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/build");
try {
  python.runPython(readFileSync(program, "utf-8"));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(0);

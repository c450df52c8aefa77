// Python with our packages, for a worker.
import { loadPyodide } from "./vendor/pyodide.mjs";

export async function python(archive = "packages.zip") {
  const packages = fetch(archive).then((answer) => answer.arrayBuffer());
  const loaded = await loadPyodide({ env: { HOME: "/home/marbles", MARBLES_TUI_HOME: "/home/marbles" } });
  loaded.unpackArchive(await packages, "zip", { extractDir: "/packages" });
  loaded.runPython("import sys; sys.path.insert(0, '/packages'); sys.dont_write_bytecode = True");
  loaded.FS.mkdirTree("/home/marbles");
  return loaded;
}

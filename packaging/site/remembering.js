// A worker that begins Python, imports what the arcade needs, and has its memory kept for the next visit.
import { keepFiles, python } from "./python.js";
import { isMemoryKept, keepMemory } from "./snapshot.js";

const MODULES = `
import importlib, pkgutil
import marbles_tui.browser.arcade, marbles_tui.tui
for module in pkgutil.walk_packages(marbles_tui.tui.__path__, "marbles_tui.tui."):
    importlib.import_module(module.name)
import gc
gc.collect()
`;

if (!(await isMemoryKept())) {
  const loaded = await python({ remembering: true });
  loaded.runPython(MODULES);
  await keepMemory(loaded.makeMemorySnapshot());
  await keepFiles();
}
postMessage("done");

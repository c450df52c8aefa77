// A worker that begins Python, imports what the arcade needs and draws its menu once, at which much is found out that
// stays the same, and has its memory kept for the next visit.
import { filesToKeep, python } from "./python.js";
import { forgetMemory, isMemoryKept, keepMemory } from "./snapshot.js";

const MODULES = `
import gc, importlib, pkgutil
import marbles_tui.tui
from marbles_tui.browser.arcade import BrowserPage
for module in pkgutil.walk_packages(marbles_tui.tui.__path__, "marbles_tui.tui."):
    importlib.import_module(module.name)
class Nobody:
    def __getattr__(self, name):
        return lambda *told: None
page = BrowserPage(Nobody(), 80, 24, "nothing is kept of this one")
while not (page.arcade.shown.is_set() or page.running.done()):
    page.turn()
assert page.arcade.shown.is_set(), "it has ended before"
page.close()
while not page.running.done():
    page.turn()
del page
gc.collect()
`;

if (!(await isMemoryKept())) {
  await forgetMemory(); // that of a version before
  const loaded = await python({ remembering: true });
  loaded.runPython(MODULES);
  await keepMemory(loaded.makeMemorySnapshot(), await filesToKeep());
}
postMessage("done");

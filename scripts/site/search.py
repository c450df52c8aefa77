"""The native search in the Python of a page: `python -m scripts.site.search [PYTEST ARGUMENTS]` tries it under Node.

The same tests as on this machine, with the library compiled for pages. It needs what `make site` has left in build/,
and the extra `site`.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parents[2]
WORK: Final = CHECKOUT / "build" / "site"
LIBRARY: Final = WORK / "marbles.so"
TESTS: Final = tuple(
    f"tests/native/test_{name}.py" for name in ("conformance", "proof", "same_truth", "search")
)

SCRIPT: Final = """
import { loadPyodide } from "pyodide";
const [checkout, packages, library, ...words] = process.argv.slice(2);
const python = await loadPyodide({ env: {
  HOME: "/home", MARBLES_TUI_LIBRARY: `/checkout/${library}`, PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1",
} });
for (const [place, root] of [["/checkout", checkout], ["/packages", packages]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.globals.set("words", python.toPy(words));
process.exit(python.runPython(`
import os, sys
os.chdir("/checkout")
sys.path[:0] = ["/checkout"]
sys.path.append("/packages")
sys.dont_write_bytecode = True
import pytest
int(pytest.main([*words, "-q", "-c", "/dev/null", "--rootdir=/checkout", "-p", "no:cacheprovider", "--noconftest",
    "-p", "tests.native.conftest"]))
`));
"""


def compiled_search(file: Path) -> bool:
    """Compile the library for pages; whether that could be done. What hinders it is told."""
    command = (sys.executable, str(CHECKOUT / "native" / "compile.py"), str(file), "--for", "page")
    return subprocess.run(command, check=False).returncode == 0


def try_search(*words: str) -> int:
    """Run the tests, or those that the words for pytest pick; the exit status of pytest."""
    if not (WORK / "node_modules" / "pyodide").exists():
        print("build the page first: make site", file=sys.stderr)
        return 2
    if not compiled_search(LIBRARY):
        return 2
    (WORK / "search.mjs").write_text(SCRIPT, encoding="utf-8")
    places = (str(CHECKOUT), sysconfig.get_path("purelib"), LIBRARY.relative_to(CHECKOUT).as_posix())
    command = ("node", "search.mjs", *places, *(words or TESTS))
    return subprocess.run(command, cwd=WORK, check=False).returncode


if __name__ == "__main__":
    sys.exit(try_search(*sys.argv[1:]))

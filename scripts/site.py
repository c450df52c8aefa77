"""Build site/, the arcade as a page that any web space can hold: `python -m scripts.site`."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parents[1]
SOURCES: Final = CHECKOUT / "packaging" / "site"
WORK: Final = CHECKOUT / "build" / "site"
SITE: Final = CHECKOUT / "site"

OURS: Final = (
    "index.html",
    "page.css",
    "page.js",
    "python.js",
    "arcade.js",
    "kept.js",
    "thinking.js",
    "thinker.js",
)
VENDOR: Final = (
    "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide.asm.wasm",
    "pyodide/python_stdlib.zip",
    "pyodide/pyodide-lock.json",
    "@xterm/xterm/lib/xterm.mjs",
    "@xterm/xterm/css/xterm.css",
    "@xterm/addon-fit/lib/addon-fit.mjs",
)
THINKING: Final = ("__init__.pyc", "core", "games", "play", "ai", "assets", "browser")
"""What of our package the worker needs that thinks."""

COMPILE: Final = """
import { loadPyodide } from "pyodide";
const python = await loadPyodide();
python.FS.mkdirTree("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.argv[2] }, "/work");
python.runPython(`
import compileall, py_compile
compileall.compile_dir("/work", ddir="/packages", quiet=1, legacy=True, optimize=1,
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`);
process.exit(0);
"""


def run(*command: str | Path, **environment: str) -> None:
    """Run a command in the folder of the work. Raises CalledProcessError."""
    subprocess.run([str(word) for word in command], cwd=WORK, env={**os.environ, **environment}, check=True)


def gather_packages() -> Path:
    """Our package and those it needs, compiled for the page's Python; the folder they lie in."""
    packages = WORK / "packages"
    shutil.rmtree(packages, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    constraint = CHECKOUT / "constraints.txt"
    run(*pip, "--target", packages, "--constraint", constraint, CHECKOUT, MARBLES_TUI_NATIVE="0")
    (WORK / "compile.mjs").write_text(COMPILE, encoding="utf-8")
    run("node", "compile.mjs", packages)
    return packages


def thinks(name: Path) -> bool:
    """Whether the worker that thinks needs a file."""
    return name.parts[0] == "marbles_tui" and name.parts[1] in THINKING


def pack(packages: Path, file: Path, wanted: Callable[[Path], bool] = lambda _: True) -> None:
    """Write what the page's Python imports, or some of it, as one file, the same for the same contents."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(packages.rglob("*")):
            name = path.relative_to(packages)
            if (
                path.is_dir()
                or path.suffix == ".py"
                or name.parts[0] in ("bin", "share")
                or "__pycache__" in name.parts
                or not wanted(name)
            ):
                continue
            entry = zipfile.ZipInfo(name.as_posix(), (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())


def build() -> None:
    """Build the folder."""
    WORK.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(SOURCES / name, WORK / name)
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")
    shutil.rmtree(SITE, ignore_errors=True)
    (SITE / "vendor").mkdir(parents=True)
    for name in OURS:
        shutil.copy(SOURCES / name, SITE / name)
    for name in VENDOR:
        file = WORK / "node_modules" / name
        shutil.copy(file, SITE / "vendor" / file.name)
    packages = gather_packages()
    pack(packages, SITE / "packages.zip")
    pack(packages, SITE / "thinker.zip", thinks)
    version = hashlib.sha256()
    for file in sorted(SITE.rglob("*")):
        if file.is_file():
            version.update(file.read_bytes())
    worker = (SOURCES / "service-worker.js").read_text(encoding="utf-8")
    (SITE / "service-worker.js").write_text(
        worker.replace("@VERSION@", version.hexdigest()[:16]), encoding="utf-8"
    )
    print(
        f"{SITE.name}/: {sum(file.stat().st_size for file in SITE.rglob('*') if file.is_file()) / 1e6:.1f} MB"
    )


if __name__ == "__main__":
    build()

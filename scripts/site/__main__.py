"""Build site/, the arcade as a page that any web space can hold: `python -m scripts.site [--serve [PORT]]`.

The same sources make the same bytes. It needs Node, npm and pip; what is built needs nobody.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from scripts.site.archives import pack_tar, pack_zip, squeeze, unpack_zip
from scripts.site.licences import licences
from scripts.site.search import compiled_search
from scripts.site.sources import CHECKOUT, STAMP, digest

SOURCES: Final = CHECKOUT / "packaging" / "site"
TOOLS: Final = CHECKOUT / "scripts" / "site"
WORK: Final = CHECKOUT / "build" / "site"
SITE: Final = CHECKOUT / "site"

NOT_SERVED: Final = ("package.json", "package-lock.json", ".npmrc", "service-worker.js")
"""Files beside those of the page that are no part of it, or are written when all others are there."""

MODULES: Final = WORK / "node_modules"
VENDOR: Final = (
    "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs",
    "@xterm/xterm/lib/xterm.mjs",
    "@xterm/xterm/css/xterm.css",
    "@xterm/addon-fit/lib/addon-fit.mjs",
    "@xterm/addon-webgl/lib/addon-webgl.mjs",
    "@fontsource/dejavu-mono/files/dejavu-mono-latin-400-normal.woff2",
    "@fontsource/dejavu-mono/files/dejavu-mono-latin-700-normal.woff2",
)
ICON: Final = "share/icons/hicolor/scalable/apps/marbles-tui.svg"
REMEMBERED: Final = re.compile(r"packages|vendor/py|python\.js|remembering\.js")
"""How the names of files begin on which it depends whether Python's memory, once kept, can still be used."""

OLDEST_NODE: Final = 18
PORT: Final = 8000
SOURCE_MAP: Final = re.compile(r"\n//# sourceMappingURL=\S+\s*\Z")


def run(*command: str | Path, **environment: str) -> None:
    """Run a command in the folder of the work. Raises CalledProcessError."""
    subprocess.run([str(word) for word in command], cwd=WORK, env={**os.environ, **environment}, check=True)


def require_node() -> None:
    """Exit with a sentence unless there are Node and npm."""
    missing = [name for name in ("node", "npm") if not shutil.which(name)]
    if missing:
        sys.exit(
            f"The page is built with Node {OLDEST_NODE} or newer; there is no {' and no '.join(missing)} here.\n"
            "On Debian or Ubuntu: apt install nodejs npm; elsewhere see nodejs.org."
        )
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").split(".")[0]) < OLDEST_NODE:
        sys.exit(f"The page is built with Node {OLDEST_NODE} or newer; here is {version}.")


def inside(program: str, folder: Path, *more: Path) -> None:
    """Run one of our programs in the page's own Python, which sees the folder as /build."""
    run("node", "inside.mjs", TOOLS / program, folder, *more)


def install() -> Path:
    """Our package and those it needs, as sources; the folder they lie in."""
    packages = WORK / "python" / "packages"
    shutil.rmtree(packages.parent, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "install", "-qqq", "--disable-pip-version-check", "--no-compile"]
    constraint = CHECKOUT / "constraints.txt"
    run(*pip, "--target", packages, "--constraint", constraint, CHECKOUT, MARBLES_TUI_NATIVE="0")
    return packages


def lock_file() -> str:
    """What Pyodide wants to know of itself, without the list of packages that it could fetch from elsewhere."""
    lock = json.loads((MODULES / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    return json.dumps({**lock, "packages": {}})


def python_files(packages: Path) -> None:
    """Write what the page's Python is: its own library and the packages, as far as a page can reach them."""
    stdlib = packages.parent / "stdlib"
    unpack_zip(MODULES / "pyodide" / "python_stdlib.zip", stdlib)
    inside("reach.py", packages.parent)
    if not compiled_search(packages / "marbles_tui" / "ai" / "native" / "marbles.so"):
        print("so the computers of the page search in plain Python; the extra `site` has what it takes")
    (SITE / "vendor" / "pyodide-lock.json").write_text(lock_file(), "utf-8")
    pack_zip(stdlib, SITE / "vendor" / "python_stdlib.zip")
    pack_tar(packages, SITE / "packages.tar.gz")
    inside("picture.py", packages.parent, SITE / "vendor" / "python_stdlib.zip")
    squeeze(packages.parent / "menu.json", SITE / "menu.json.gz")
    squeeze(MODULES / "pyodide" / "pyodide.asm.wasm", SITE / "vendor" / "pyodide.asm.wasm.gz")


def served(folder: Path) -> dict[str, str]:
    """The files below a folder, by their paths: the digests of what they hold."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files
    }


def version_of(files: dict[str, str]) -> str:
    """A short text that changes with any of the files."""
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]


def with_files(worker: str, files: dict[str, str]) -> str:
    """The service worker that keeps these files."""
    return worker.replace("@VERSION@", version_of(files)).replace('"@FILES@"', json.dumps(files, indent=1))


def build() -> None:
    """Build the folder."""
    require_node()
    sources = digest()
    WORK.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(SOURCES / name, WORK / name)
    shutil.copy(TOOLS / "inside.mjs", WORK)
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")
    shutil.rmtree(SITE, ignore_errors=True)
    (SITE / "vendor").mkdir(parents=True)
    for file in SOURCES.iterdir():
        if file.is_file() and file.name not in NOT_SERVED:
            shutil.copy(file, SITE)
    for name in VENDOR:
        file = MODULES / name
        target = SITE / "vendor" / file.name
        if file.suffix == ".mjs":
            target.write_text(SOURCE_MAP.sub("\n", file.read_text("utf-8")), "utf-8")
        else:
            shutil.copyfile(file, target)
    packages = install()
    shutil.copyfile(packages / ICON, SITE / "icon.svg")
    (SITE / "licences.txt").write_text(licences(packages, MODULES), "utf-8")
    python_files(packages)
    sizes = {name: (SITE / name).stat().st_size for name in served(SITE)}
    remembered = {name: digest for name, digest in served(SITE).items() if REMEMBERED.match(name)}
    constants = {"SIZES": sizes, "PYTHON": version_of(remembered)}
    lines = (f"export const {name} = {json.dumps(value, indent=1)};\n" for name, value in constants.items())
    (SITE / "sizes.js").write_text("".join(lines), "utf-8")
    worker = (SOURCES / "service-worker.js").read_text("utf-8")
    (SITE / "service-worker.js").write_text(with_files(worker, served(SITE)), "utf-8")
    STAMP.write_text(sources, "utf-8")
    print(f"{SITE.name}/: {sum(sizes.values()) / 1e6:.1f} MB in {len(sizes) + 2} files")


def serve(port: int) -> None:
    """Serve the folder to this machine alone, until it is interrupted."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/  (Ctrl+C ends it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build()
        case ["--serve"]:
            serve(PORT)
        case ["--serve", port] if port.isdigit():
            serve(int(port))
        case _:
            sys.exit(__doc__)

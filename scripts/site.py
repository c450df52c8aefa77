"""Build site/, the arcade as a page that any web space can hold.

The same sources make the same bytes. It needs Node, npm and pip; what is built needs nobody.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from base64 import b64decode
from collections.abc import Collection, Iterable, Iterator, Sequence
from email.parser import HeaderParser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import click

from scripts.site_slim import naming, slim_program, slim_script

CHECKOUT: Final = Path(__file__).resolve().parents[1]
WORK: Final = CHECKOUT / "build" / "site"
SOURCES: Final = CHECKOUT / "packaging" / "site"
TOOLS: Final = CHECKOUT / "scripts"
SITE: Final = CHECKOUT / "site"

NOT_SERVED: Final = ("package.json", "package-lock.json", ".npmrc", "_headers", "service-worker.js")
"""Files beside those of the page that are no part of it, or are written when all others are there."""

VENDORED: Final = SITE / "vendor"
"""What others have made, and what is compressed."""

MODULES: Final = WORK / "node_modules"
VENDOR: Final = (
    "pyodide/pyodide.mjs",
    "@xterm/xterm/lib/xterm.mjs",
    "@xterm/xterm/css/xterm.css",
    "@xterm/addon-fit/lib/addon-fit.mjs",
    "@xterm/addon-webgl/lib/addon-webgl.mjs",
    "@fontsource/dejavu-mono/files/dejavu-mono-latin-400-normal.woff2",
    "@fontsource/dejavu-mono/files/dejavu-mono-latin-700-normal.woff2",
)
ICON: Final = "share/icons/hicolor/scalable/apps/marbles-tui.svg"
REMEMBERED: Final = re.compile(r"vendor/(packages|later|py)|(python|remembering|snapshot)\.js")
"""How the names of files begin on which it depends whether Python's memory, once kept, can still be used."""

PACKED: Final = ".gz"
"""Ends the names of what the service worker fetches in the place of a script of others."""

FIRST: Final = (
    "vendor/zstd.wasm",
    "vendor/pyodide.asm.mjs.zst",
    "vendor/pyodide.asm.wasm.zst",
    "vendor/python_stdlib.zip.zst",
    "vendor/packages.tar.zst",
    "vendor/later.tar.zst",
)
PORT: Final = 8000
HEADER: Final = re.compile(r"^  (\S+): (.+)$", re.MULTILINE)
SOURCE_MAP: Final = re.compile(r"\n//# sourceMappingURL=\S+\s*\Z")


def run(*command: str | Path, **environment: str) -> None:
    """Run a command in the folder of the work. Raises CalledProcessError."""
    subprocess.run([str(word) for word in command], cwd=WORK, env={**os.environ, **environment}, check=True)


def inside(deed: str, folder: Path, *more: Path) -> None:
    """Do one of the deeds of `site_inside.py` in the page's own Python, which sees the folder as /build."""
    run("node", "site_inside.mjs", TOOLS / "site_inside.py", deed, folder, *more)


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
    pyodide = MODULES / "pyodide"
    stdlib = packages.parent / "stdlib"
    shutil.unpack_archive(pyodide / "python_stdlib.zip", stdlib)
    shutil.copy(TOOLS / "site_made.py", stdlib / "sitecustomize.py")
    inside("reach", packages.parent)
    if not compiled_search(packages / "marbles_tui" / "ai" / "native" / "marbles.so"):
        print("so the computers of the page search in plain Python; the extra `site` has what it takes")
    (VENDORED / "pyodide-lock.json").write_text(lock_file(), "utf-8")
    whole = packages.parent / "python_stdlib.zip"
    pack_zip(needed(stdlib), whole)
    inside("picture", packages.parent, whole)
    large = packages.parent / "large"
    large.mkdir()
    names = json.loads((packages.parent / "first.json").read_text("utf-8"))
    library, later = parted(needed(stdlib), {name.partition(".")[0] for name in names}, depth=1)
    first, more = parted(needed(packages), {*names})
    pack_zip(library, large / whole.name)
    pack_tar(first, large / "packages.tar")
    pack_tar([*later, *more], large / "later.tar")
    shutil.copy(packages.parent / "menu.json", large)
    program, script = pyodide / "pyodide.asm.wasm", without_map(pyodide / "pyodide.asm.mjs")
    others = [pyodide / "pyodide.mjs", *packages.rglob("*.so")]
    named = naming(script, *(file.read_text("latin-1") for file in others))
    (large / program.name).write_bytes(slim_program(program.read_bytes(), named))
    (large / "pyodide.asm.mjs").write_text(slim_script(script, named), "utf-8")
    inside("squeeze", large)
    shutil.copytree(large, VENDORED, dirs_exist_ok=True)


def unpacker() -> bytes:
    """The program that unpacks Zstandard, out of the script that holds it as a text, which would ask a data: address
    for it: that the page's policy forbids."""
    script = (MODULES / "zstddec" / "dist" / "zstddec-stream.mjs").read_text("utf-8")
    return b64decode(re.findall(r'\bwasm = "([\w+/=]+)"', script)[0])


def without_map(script: Path) -> str:
    """A script that names no file to look up its sources in."""
    return SOURCE_MAP.sub("\n", script.read_text("utf-8"))


def served(folder: Path) -> dict[str, str]:
    """The files below a folder, by their paths: the digests of what they hold. First what Python begins with, in the
    order in which it needs that."""
    files = [*(folder / name for name in FIRST), *sorted(folder.rglob("*"))]
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in dict.fromkeys(files)
        if file.is_file() and file.suffix != PACKED
    }


def version_of(files: dict[str, str]) -> str:
    """A short text that changes with any of the files."""
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]


def with_files(worker: str, files: dict[str, str]) -> str:
    """The service worker that keeps these files. Its version changes with itself, too: answers are kept with its
    headers."""
    version = version_of({**files, "service-worker.js": hashlib.sha256(worker.encode()).hexdigest()})
    return worker.replace("@VERSION@", version).replace('"@FILES@"', json.dumps(files, indent=1))


def write_worker(folder: Path) -> None:
    """The same for all files of a folder, into it."""
    files = {name: digest for name, digest in served(folder).items() if name not in NOT_SERVED}
    worker = (SOURCES / "service-worker.js").read_text("utf-8")
    (folder / "service-worker.js").write_text(with_files(worker, files), "utf-8")


def build() -> None:
    """Build the folder."""
    if not shutil.which("npm"):
        sys.exit(
            "The page is built with Node 18 or newer; there is no npm here.\n"
            "On Debian or Ubuntu: apt install nodejs npm; elsewhere see nodejs.org."
        )
    sources = digest()
    WORK.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(SOURCES / name, WORK / name)
    shutil.copy(TOOLS / "site_inside.mjs", WORK)
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")
    shutil.rmtree(SITE, ignore_errors=True)
    VENDORED.mkdir(parents=True)
    for file in SOURCES.iterdir():
        if file.is_file() and file.name not in NOT_SERVED:
            shutil.copy(file, SITE)
    for name in VENDOR:
        file = MODULES / name
        target = VENDORED / file.name
        if file.suffix == ".mjs":
            target.write_text(without_map(file), "utf-8")
            Path(f"{target}{PACKED}").write_bytes(gzip.compress(target.read_bytes(), mtime=0))
        else:
            shutil.copyfile(file, target)
    (VENDORED / "zstd.wasm").write_bytes(unpacker())
    packages = install()
    shutil.copyfile(packages / ICON, SITE / "icon.svg")
    (SITE / "licences.txt").write_text(licences(packages, MODULES), "utf-8")
    python_files(packages)
    sizes = {name: (SITE / name).stat().st_size for name in served(SITE)}
    remembered = {name: digest for name, digest in served(SITE).items() if REMEMBERED.match(name)}
    constants = {"SIZES": sizes, "PYTHON": version_of(remembered)}
    lines = (f"export const {name} = {json.dumps(value, indent=1)};\n" for name, value in constants.items())
    (SITE / "sizes.js").write_text("".join(lines), "utf-8")
    write_worker(SITE)
    shutil.copy(SOURCES / "_headers", SITE)
    STAMP.write_text(sources, "utf-8")
    print(f"{SITE.name}/: {sum(sizes.values()) / 1e6:.1f} MB in {len(sizes) + 3} files")


class Handler(SimpleHTTPRequestHandler):
    """Sends the headers that spare a first visit its second load."""

    def end_headers(self) -> None:
        for name, value in HEADER.findall((SITE / "_headers").read_text("utf-8")):
            self.send_header(name, value)
        super().end_headers()


def serve(port: int) -> None:
    """Serve the folder to this machine alone, until it is interrupted."""
    with ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(SITE))) as server:
        print(f"http://127.0.0.1:{server.server_port}/  (Ctrl+C ends it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


LEFT_OUT: Final = ("bin", "share", "tests", "tree-sitter")
"""Folders of packages that no page needs."""

OLDEST: Final = (1980, 1, 1, 0, 0, 0)


Packed = tuple[str, Path]
"""A file's name in an archive, and its place."""


def needed(folder: Path) -> Iterator[Packed]:
    """The names and places of the files in a folder of packages that a page needs."""
    for file in sorted(folder.rglob("*")):
        path = file.relative_to(folder)
        about = path.parts[0].endswith(".dist-info")
        if file.is_dir() or file.suffix == ".py" or {*LEFT_OUT, "__pycache__"} & {*path.parts}:
            continue
        if not about or path.name == "METADATA":
            yield path.as_posix(), file


def parted(
    files: Iterable[Packed], names: Collection[str], depth: int | None = None
) -> tuple[list[Packed], list[Packed]]:
    """What the menu takes, which are the modules of these names and what is no module; and what comes while it
    begins. Of names no more than `depth` parts count: a package in a zip file cannot have modules elsewhere."""
    parts: tuple[list[Packed], list[Packed]] = ([], [])
    for name, file in files:
        module = name.removesuffix(".pyc").removesuffix("/__init__").split("/")
        parts[file.suffix in MADE and ".".join(module[:depth]) not in names].append((name, file))
    return parts


def pack_tar(files: Iterable[Packed], target: Path) -> None:
    """Write such files as a tar file."""
    with tarfile.open(target, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, file in files:
            entry = tarfile.TarInfo(name)
            entry.size = file.stat().st_size
            with file.open("rb") as content:
                archive.addfile(entry, content)


def pack_zip(files: Iterable[Packed], target: Path) -> None:
    """Write parts of Python's own library as they are imported: as a zip file, compressed later as a whole."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, file in files:
            archive.writestr(zipfile.ZipInfo(name, OLDEST), file.read_bytes())


NAMES: Final = ("licen", "copying", "notice", "authors")
"""How the names of files begin that hold a licence."""

MISNAMED: Final = {"@fontsource/dejavu-mono": "Bitstream Vera Fonts"}
"""Licences that packages name wrongly; their texts are right."""

RULE: Final = "=" * 78
PYTHON: Final = """Python, © Python Software Foundation: Python Software Foundation License 2.0
(docs.python.org/3/license.html). It is part of Pyodide, with SQLite (public domain), zlib, bzip2, xz, mpdecimal,
expat, libffi and musl, each under its own permissive licence, named there and in the sources of Pyodide.
"""
MOZILLA: Final = """Pyodide is distributed here unchanged but for names in its program that nobody looks up,
which have been left out, and for its standard library, from which modules have been left out and the rest compiled:
scripts/site.py and scripts/site_slim.py of our sources do that. Pyodide's own sources: github.com/pyodide/pyodide, at
the version named above; its licence: mozilla.org/MPL/2.0.
"""


def of_python(packages: Path) -> Iterator[tuple[str, str]]:
    """Each Python package: its name, version and licence, and the licence's text."""
    for folder in sorted(packages.glob("*.dist-info")):
        told = HeaderParser().parsestr((folder / "METADATA").read_text("utf-8"))
        licence = told["License-Expression"] or told["License"] or classified(told.get_all("Classifier", []))
        yield f"{told['Name']} {told['Version']}: {licence}", texts(folder)


def classified(classifiers: list[str]) -> str:
    """The licence that a package's classifiers tell."""
    return ", ".join(line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::"))


def of_node(modules: Path, wanted: list[str]) -> Iterator[tuple[str, str]]:
    """Each package for the page itself: its name, version and licence, and the licence's text."""
    for name in sorted(wanted):
        told = json.loads((modules / name / "package.json").read_text("utf-8"))
        more = MOZILLA + "\n" + PYTHON if name == "pyodide" else ""
        yield f"{name} {told['version']}: {MISNAMED.get(name, told['license'])}", more + texts(modules / name)


def texts(folder: Path) -> str:
    """What the licence files of a package say."""
    files = sorted(
        file for file in folder.rglob("*") if file.is_file() and file.name.lower().startswith(NAMES)
    )
    return "\n".join(file.read_text("utf-8").strip() + "\n" for file in files)


def licences(packages: Path, modules: Path) -> str:
    """The whole text."""
    wanted = json.loads((modules.parent / "package.json").read_text("utf-8"))["dependencies"]
    parts = [*of_python(packages), *of_node(modules, list(wanted))]
    heading = "This page consists of the following, under these licences.\n\n"
    contents = "".join(f"  {title}\n" for title, _ in parts)
    return heading + contents + "".join(f"\n{RULE}\n{title}\n{RULE}\n\n{text}" for title, text in parts)


LIBRARY: Final = WORK / "marbles.so"
TESTS: Final = ("tests/native/test_search.py",)

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


STAMP: Final = CHECKOUT / "build" / "site" / "sources"
"""Holds the digest of the sources that site/ was built from."""

PARTS: Final = (
    *("marbles_tui", "assets", "native", "packaging/site", "scripts/site.py", "scripts/site_inside.mjs"),
    *("scripts/site_inside.py", "scripts/site_made.py", "scripts/site_slim.py"),
    *("constraints.txt", "pyproject.toml", "hatch_build.py"),
)
"""What goes into it."""

MADE: Final = (".pyc", ".so")
"""Endings of what is made of sources, and may lie beside them."""


def digest() -> str:
    """A text that changes with any of the sources."""
    found = hashlib.sha256()
    for part in PARTS:
        place = CHECKOUT / part
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.is_file() and file.suffix not in MADE:
                found.update(str(file.relative_to(CHECKOUT)).encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


def unchanged() -> bool:
    """Whether site/ is there and was built from the sources that are here now."""
    there = (CHECKOUT / "site" / "index.html").exists() and STAMP.exists()
    return there and STAMP.read_text("utf-8") == digest()


@click.command(help=__doc__)
@click.argument("tests", nargs=-1)
@click.option("--serve", "port", type=int, is_flag=False, flag_value=PORT, help="Serve what is built.")
@click.option("--search", is_flag=True, help="Try the native search of the page under Node, by TESTS.")
def main(tests: Sequence[str], port: int | None, search: bool) -> None:
    """Build, serve, or try the native search."""
    if search:
        sys.exit(try_search(*tests))
    if tests:
        raise click.UsageError("TESTS belong to --search")
    if port is not None:
        serve(port)
    else:
        build()


if __name__ == "__main__":
    main(prog_name="python -m scripts.site")

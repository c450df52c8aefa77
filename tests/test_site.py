"""The page without a server, as far as it can be told without building it. `make site` builds the whole."""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from scripts.site import (
    NOT_SERVED,
    SOURCES,
    VENDOR,
    needed,
    pack_tar,
    pack_zip,
    parted,
    served,
    with_files,
)
from scripts.site_inside import blank, imported
from scripts.site_slim import EACH, ONCE, leb128, naming, slim_program, slim_script
from tests.for_each import for_each

CODE = Path(__file__).parent.parent

MADE = {"icon.svg", "licences.txt", "sizes.js", "service-worker.js"}
"""Files beside the sources that the build makes."""

UNPACKED = {"vendor/menu.json.zst", "vendor/pyodide-lock.json", "vendor/zstd.wasm"}
FILES = sorted(file for file in SOURCES.iterdir() if file.name not in ("package-lock.json", ".npmrc"))
TEXTS = [file for file in FILES if file.suffix in (".html", ".css", ".js", ".json", ".webmanifest")]
PAGES = [file for file in FILES if file.suffix == ".html"]
NAMED = re.compile(
    r"""(?:from|import\(?|Worker\(|URL\(|fetch(?:File)?\(|register\()\s*["'](?:\./)?([\w./-]+\.\w+)["']"""
    r"""|url\(["']?([\w./-]+)["']?\)|(?:src|href)="([\w./-]+\w)\""""
)


class Elements(HTMLParser):
    """The elements of a page, and what stands in its scripts."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""
        self._within = ""
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within = tag
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within == "script":
            self.inline += data.strip()


def packages(folder: Path, when: int) -> Path:
    """A folder of packages whose files are of a time."""
    for name, content in {
        "b/__init__.pyc": b"b",
        "b/words.txt": b"words",
        "b/code.py": b"source",
        "a.pyc": b"a",
        "b-1.dist-info/METADATA": b"Name: b",
        "b-1.dist-info/RECORD": b"all",
        "share/man/b.1": b"manual",
        "tests/test_b.pyc": b"test",
    }.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        os.utime(file, (when, when))
    return folder


def test_the_same_packages_make_the_same_archives(tmp_path: Path) -> None:
    for pack, name in ((pack_tar, "packages.tar"), (pack_zip, "stdlib.zip")):
        made = []
        for when in (1_000_000_000, 1_700_000_000):
            pack(needed(packages(tmp_path / str(when), when)), tmp_path / name)
            made.append((tmp_path / name).read_bytes())
        assert made[0] == made[1]


def test_only_what_a_page_needs_is_packed(tmp_path: Path) -> None:
    pack_tar(needed(packages(tmp_path / "packages", 0)), tmp_path / "packages.tar")
    with tarfile.open(tmp_path / "packages.tar") as archive:
        assert archive.getnames() == ["a.pyc", "b/__init__.pyc", "b/words.txt", "b-1.dist-info/METADATA"]


@for_each(
    ("names", "depth", "later"),
    [
        (["b"], None, ["a.pyc", "b/c.pyc"]),
        (["a", "b.c"], None, ["b/__init__.pyc"]),
        (["b"], 1, ["a.pyc"]),
    ],
)
def test_modules_that_no_menu_takes_come_later(
    tmp_path: Path, names: list[str], depth: int | None, later: list[str]
) -> None:
    (packages(tmp_path, 0) / "b" / "c.pyc").touch()
    first, found = parted(needed(tmp_path), names, depth)
    assert [name for name, _ in found] == later
    assert {"b/words.txt", "b-1.dist-info/METADATA"} <= {name for name, _ in first}


@for_each(
    ("source", "names"),
    [
        ("import a.b, c", {"a.b", "c"}),
        ("from a.b import c, d", {"a.b", "a.b.c", "a.b.d"}),
        (
            "from textual.widgets import RichLog",
            {"textual.widgets", "textual.widgets.RichLog", "textual.widgets._rich_log"},
        ),
        ("def f():\n    from . import g", {"p.q", "p.q.g"}),
        ("from ..r import g", {"p.r", "p.r.g"}),
    ],
)
def test_what_a_module_imports_is_found(source: str, names: set[str]) -> None:
    assert set(imported(ast.parse(source), "p.q")) == names


@for_each(
    ("row", "shown"),
    [
        ("  You  Sunday 22 November  ", "  You  " + " " * 20),
        ("You  Thu 26 Nov ", "You" + " " * 13),
        ("d Today's puzzle  Abacus: win in 2", "d Today's puzzle" + " " * 18),
        ("d Today's puzzle      p Play together", "d Today's puzzle      p Play together"),
        ("  Abacus: win in 2      at one table", " " * 24 + "at one table"),
        ("1 EGG CARTON", "1 EGG CARTON"),
    ],
)
def test_the_picture_of_the_menu_does_not_tell_the_day(row: str, shown: str) -> None:
    assert blank(row) == shown


@for_each("file", TEXTS)
def test_every_file_that_is_named_is_there(file: Path) -> None:
    there = {found.name for found in SOURCES.iterdir()} - {*NOT_SERVED} | MADE | UNPACKED
    there |= {f"vendor/{Path(name).name}" for name in VENDOR}
    named = {next(filter(None, groups)) for groups in NAMED.findall(file.read_text("utf-8"))}
    assert named <= there


@for_each("file", TEXTS)
def test_no_file_names_another_host(file: Path) -> None:
    assert not re.search(r"(https?:|wss?:|[\"'(])//\w", file.read_text("utf-8"))


def test_npm_is_told_no_address() -> None:
    assert "://" not in (SOURCES / "package-lock.json").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_runs_no_scripts_but_its_own(page: Path) -> None:
    elements = Elements(page)
    policies = [
        attributes["content"] or ""
        for tag, attributes in elements.found
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    (policy,) = policies
    if page.name == "index.html":
        assert f'POLICY = "{policy}"' in (SOURCES / "service-worker.js").read_text("utf-8")
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'self'( 'wasm-unsafe-eval')?;", policy)
    assert not elements.inline
    assert not [name for _, attributes in elements.found for name in attributes if name.startswith("on")]


def test_the_version_changes_with_a_file(tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text("old")
    worker = (SOURCES / "service-worker.js").read_text("utf-8")
    assert "@VERSION@" in worker
    assert '"@FILES@"' in worker
    before = with_files(worker, served(tmp_path))
    assert before == with_files(worker, served(tmp_path))
    (tmp_path / "page.js").write_text("new")
    after = with_files(worker, served(tmp_path))
    assert before != after
    assert "@VERSION@" not in after
    assert "@FILES@" not in after
    changed = with_files(f"{worker}\n", served(tmp_path))
    assert changed.splitlines() != after.splitlines()  # its headers are kept with the files
    assert served(tmp_path) == {"page.js": hashlib.sha256(b"new").hexdigest()}


@for_each("script", [file for file in TEXTS if file.suffix == ".js"])
def test_what_a_script_names_of_python_is_there(script: Path) -> None:
    for module, name in re.findall(r"from (marbles_tui[\w.]*) import (\w+)", script.read_text("utf-8")):
        tree = ast.parse((CODE / f"{module.replace('.', '/')}.py").read_text("utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.ClassDef)}, (module, name)


TEXTS_OF_PYTHON = """
import re, sys, sitecustomize
from collections import namedtuple
from dataclasses import dataclass, field
compiled = []
sitecustomize.compile = lambda text, *more, **named: compiled.append(text) or compile(text, *more, **named)
anew = sitecustomize.compile_anew
sitecustomize.compile_anew = lambda text, flags: compiled.append(text) or anew(text, flags)

@dataclass(order=True)
class Place:
    column: int
    row: int = 3
    marks: list[str] = field(default_factory=list)

Pair = namedtuple("Pair", "one other", defaults=(2,))
pattern = re.compile(r"(?P<word>[a-zé]+)|(\\d+)", re.IGNORECASE)
print(Place(1), Place(1) < Place(2), Pair(1), [found.groupdict() for found in pattern.finditer("7 Élan")])
print(pattern.flags, pattern.groups, pattern.groupindex, re.compile(b"a+").findall(b"aab"))
late = len(compiled)
if len(sys.argv) > 1:
    print(namedtuple("Other", "name")("x"), re.compile("[x-z]").findall("axe"))
print(late, len(compiled) - late, file=sys.stderr)
if not sitecustomize.READY:
    import marshal
    open(sys.argv[0].replace("code.py", "made"), "wb").write(marshal.dumps(sitecustomize.MADE))
"""


def test_what_is_compiled_at_the_build_is_not_compiled_again_and_is_the_same(tmp_path: Path) -> None:
    def said(*words: str) -> tuple[list[str], str]:
        command = (sys.executable, str(code), *words)
        where = {**os.environ, "PYTHONPATH": str(tmp_path)}
        done = subprocess.run(command, env=where, capture_output=True, text=True, check=True)
        return done.stdout.splitlines(), done.stderr.strip()

    code = tmp_path / "code.py"
    code.write_text(TEXTS_OF_PYTHON, "utf-8")
    shutil.copy(CODE / "scripts" / "site_made.py", tmp_path / "sitecustomize.py")
    first, compiled = said()
    assert int(compiled.split()[0]) >= 4
    assert first[0] == (
        "Place(column=1, row=3, marks=[]) True Pair(one=1, other=2) [{'word': None}, {'word': 'Élan'}]"
    )
    assert said() == (first, "0 0")
    again, compiled = said("more")
    assert again == [*first, "Other(name='x') ['x']"]
    assert compiled == "0 2"


LOOKED_UP = ["main", "used", "kept", "global", *(f"unused_{number}" for number in range(1000))]
TAKEN = [f'_{name}=Module["_{name}"]=wasmExports["{name}"]' for name in LOOKED_UP]
SCRIPT = f"""
var {",".join(f"_{name}" for name in LOOKED_UP)},wasmMemory;
function assignWasmExports(wasmExports){{{";".join(TAKEN)};wasmMemory=wasmExports["memory"]}}
function begin(bytes,sig){{var module=new WebAssembly.Module(bytes);_used(wasmExports["global"],wasmMemory)}}
"""


def exporting(*names: tuple[str, int]) -> bytes:
    """A WebAssembly program that has a type, exports of these names and kinds, and a start."""
    entries = [leb128(len(name)) + name.encode() + bytes([kind]) + leb128(300) for name, kind in names]
    section = leb128(len(entries)) + b"".join(entries)
    return b"\0asm\1\0\0\0" + b"\1\4\1\x60\0\0" + b"\7" + leb128(len(section)) + section + b"\x08\1\0"


def test_of_pyodides_names_those_are_left_that_somebody_looks_up() -> None:
    named = naming(SCRIPT, "Module._main()", "\0kept\0of a library")
    declared, assigned, begin = slim_script(SCRIPT, named).strip().split("\n")
    assert declared == "var _main,_used,_kept,_global,wasmMemory;"
    assert re.findall(r'wasmExports\["(\w+)"\]', assigned) == ["main", "used", "kept", "global", "memory"]
    assert begin == SCRIPT.strip().split("\n")[-1].replace(EACH, ONCE)
    functions = [(name, 3 if name == "global" else 0) for name in LOOKED_UP]
    rest = [("memory", 2), ("__indirect_function_table", 1)]
    assert slim_program(exporting(*functions, *rest), named) == exporting(*functions[:4], *rest)


def test_a_script_that_takes_names_in_another_way_is_refused() -> None:
    with pytest.raises(ValueError, match="in a way that is not known"):
        slim_script("var wasmExports={}", bool)

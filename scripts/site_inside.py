"""What is done to the page in the page's own Python, for `python -m scripts.site`, which names the DEEDS below.

`node site_inside.mjs site_inside.py DEED FOLDER [STDLIB]` runs one of them; the folder is its /build.
"""

from __future__ import annotations

import ast
import gc
import importlib.util
import json
import marshal
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any, Final

WORK: Final = Path("/build")
PLACES: Final = {WORK / "packages": "/packages", WORK / "stdlib": "/lib/python314.zip"}
"""Where the sources lie, and where a page finds what is made of them."""

ROOTS: Final = (
    "marbles_tui.browser",
    "marbles_tui.games",
    "marbles_tui.tui",
    "pyodide",
    "_pyodide",
    "asyncio",
)
"""Packages that are kept whole: those that begin, and those whose modules are imported by names made up."""

NAMED: Final = (
    "ctypes._layout",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.utf_16",
    "encodings.utf_8",
    "encodings.utf_8_sig",
    "pygments.lexers.special",
    "pygments.styles.default",
    "pygments.styles.monokai",
    "sitecustomize",
    "textual.drivers.headless_driver",
)
"""Modules that are imported by names made up, too."""

LAZY: Final = "textual.widgets"
"""A package whose classes are imported from modules that are named after them when they are asked for."""

UNWANTED: Final = (
    "marbles_tui.cli",
    "marbles_tui.cluster",
    "marbles_tui.research",
    "marbles_tui.tui.run",
    "marbles_tui.web",
    "_pyrepl",
    "asyncio.proactor_events",
    "asyncio.tools",
    "asyncio.windows_events",
    "asyncio.windows_utils",
    "bz2",
    "compression.bz2",
    "compression.lzma",
    "compression.zstd",
    "doctest",
    "ensurepip",
    "ftplib",
    "idlelib",
    "lzma",
    "mailbox",
    "multiprocessing",
    "pdb",
    "platformdirs.android",
    "platformdirs.macos",
    "platformdirs.windows",
    "plistlib",
    "pydoc",
    "rich._win32_console",
    "rich._windows_renderer",
    "ssl",
    "tkinter",
    "turtle",
    "unittest",
    "venv",
    "xmlrpc",
)
"""What some function would import that no page calls, and what a module does without where it is not there."""


WORD: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Between two words of a class's name."""


def found(name: str) -> tuple[Path, Path] | None:
    """The file of a module, and the place it lies in; None where there is none of that name."""
    path = name.replace(".", "/")
    for place in PLACES:
        for file in (place / path / "__init__.py", place / f"{path}.py"):
            if file.exists():
                return file, place
    return None


def whole(package: str) -> list[str]:
    """The names of a package and of all modules in it."""
    path = package.replace(".", "/")
    place = next(place for place in PLACES if (place / path).is_dir())
    files = (file.relative_to(place).with_suffix("") for file in (place / path).rglob("*.py"))
    return [".".join(file.parts).removesuffix(".__init__") for file in files]


def imported(tree: ast.Module, package: str) -> Iterator[str]:
    """The names that a module of a package imports, wherever in it; some are of what is no module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")
            above = above[: len(above) - node.level + 1] if node.level else []
            base = ".".join((*above, *filter(None, (node.module,))))
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
            if base == LAZY:
                yield from (f"{base}._{WORD.sub('_', alias.name).lower()}" for alias in node.names)


def newest(package: str) -> str:
    """Of modules that are named after versions, "rich._unicode_data.unicode17-0-0", the last."""
    return max(whole(package), key=lambda name: [int(number) for number in re.findall(r"\d+", name)])


def without_docstrings(tree: ast.Module) -> ast.Module:
    """A dot stays of each: in the place of none, dataclasses would write one of their own, which takes them long."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(ast.Constant(str()) as text), *_]:
                    text.value = "."
    return tree


def reach() -> None:
    """Compile what is reached of /build/packages and /build/stdlib by some import from the roots, without docstrings;
    remove the sources, and with them all other code."""
    left = [
        *NAMED,
        newest("rich._unicode_data"),
        *(name for package in ROOTS for name in whole(package)),
        *sorted(sys.modules),
    ]
    seen: set[str] = set()
    while left:
        name = left.pop()
        if name in seen or any(name == unwanted or name.startswith(f"{unwanted}.") for unwanted in UNWANTED):
            continue
        seen.add(name)
        if above := name.rpartition(".")[0]:
            left.append(above)
        if not (there := found(name)):
            continue
        file, place = there
        source = file.read_bytes()
        shown = f"{PLACES[place]}/{file.relative_to(place)}"
        tree = ast.parse(source, shown)
        left += imported(tree, name if file.name == "__init__.py" else above)
        code = compile(without_docstrings(tree), shown, "exec", dont_inherit=True, optimize=1)
        written = _code_to_hash_pyc(code, importlib.util.source_hash(source), checked=False)
        file.with_suffix(".pyc").write_bytes(written)
    for place in PLACES:
        for source_file in place.rglob("*.py"):
            source_file.unlink()


PHONES: Final = (
    *((columns, rows) for columns in (60, 61, 62) for rows in range(46, 73)),
    *((60, 40), (70, 48), (70, 80), (80, 54), (87, 19), (110, 24), (120, 24)),
)
"""Columns and rows of windows that are touched: all of phones of 360 to 430 points, whatever bars their browsers
have; and those of 640 × 360, 844 × 390 and 768 × 1024 points."""

SIZES: Final = (
    *((60, 18), *PHONES),
    *((80, 24), (100, 30), (109, 33), (110, 36), (110, 39), (132, 40), (142, 42), (160, 48)),
    *((80, 31), (128, 42), (130, 32), (136, 33), (144, 41), (150, 36), (153, 38), (192, 49), (192, 56)),
    *((179, 33), (179, 51), (200, 50), (240, 72)),
)
"""The same of all. Between two of them a page shows what both have in common: among them are the first and the last
of each layout, and browsers that fill usual screens, as up to 39 rows each count has other places for the games."""

QUIET: Final = 0.6
"""Seconds without anything drawn after which all is."""

PATIENCE: Final = 6.0
OF_TODAY: Final = re.compile(
    r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w* \d+ \w+"
    r"|(?<=Today's puzzle)  \S.*?(?=   |$)|\b(Egg Carton|Abacus|BeadMaster|Gobblet|Getaway): .*?(?=  |$)"
)
"""What is another on another day."""


class Script:
    """Plays the page's script: turns the loop when it asks for it, and reads what it writes."""

    def __init__(self) -> None:
        self.due: float | None = None
        self.unread = 0
        self.wrote = 0.0

    def write(self, text: str) -> None:
        """Take a text."""
        self.unread += len(text)
        self.wrote = time.monotonic()

    def wake(self, seconds: float) -> None:
        """Ask for a turn."""
        at = time.monotonic() + seconds
        self.due = at if self.due is None else min(self.due, at)

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None


def settle(page: Any, script: Script) -> None:
    """Turn until nothing has been drawn for a while."""
    end = time.monotonic() + PATIENCE
    while script.due is not None and (now := time.monotonic()) < end:
        if script.wrote and now > script.wrote + QUIET:
            break
        time.sleep(min(QUIET, max(0.0, script.due - now)))
        if time.monotonic() >= script.due:
            script.due = None
            page.turn()
            page.read(script.unread)
            script.unread = 0


def blank(line: str) -> str:
    """A line without what is only so today."""
    return OF_TODAY.sub(lambda found: " " * len(found[0]), line.rstrip(), count=1).ljust(len(line))


def drawn_as_sent(strip: Any) -> str:
    """A row as terminals are sent it, without what is only so today; nothing is sent twice."""
    from rich.color import ColorSystem

    row, before, line = [], "", blank(strip.text)
    for text, style, _ in strip:
        codes = style._make_ansi_codes(ColorSystem.TRUECOLOR) if style else ""
        shown, line = line[: len(text)], line[len(text) :]
        row.append(shown if codes == before else f"\x1b[0;{codes}m{shown}".replace(";m", "m"))
        before = codes
    return "".join(row)


def picture() -> None:
    """Write /build/menu.json: the menu in each size as it looks before anybody has played, as terminals are sent it,
    its rows by their numbers, as many sizes have them: what a page shows until the arcade is there;
    /build/first.json: the modules that it took; and, into the library, what `sitecustomize` has taken down. Arcades
    are never let go of: nothing turns their loops, so none could end."""
    gc.disable()
    import sitecustomize  # type: ignore[import-not-found]

    sys.path.insert(0, "/build/packages")
    from marbles_tui.browser.arcade import BrowserPage

    rows_drawn: dict[str, int] = {}
    sizes = {}
    for columns, rows in SIZES:
        script = Script()
        page = BrowserPage(script, columns, rows, touch=(columns, rows) in PHONES)
        settle(page, script)
        strips = page.arcade.screen._compositor.render_strips()
        lines = map(drawn_as_sent, strips)
        sizes[f"{columns}x{rows}"] = [rows_drawn.setdefault(line, len(rows_drawn)) for line in lines]
    menus = {"rows": [*rows_drawn], "sizes": sizes}
    (WORK / "menu.json").write_text(json.dumps(menus, ensure_ascii=False), "utf-8")
    (WORK / "first.json").write_text(json.dumps(sorted(sys.modules)), "utf-8")
    (WORK / "stdlib" / sitecustomize.NAME).write_bytes(marshal.dumps(sitecustomize.MADE))


WINDOW: Final = 21
"""The page's unpacker moves a window of so many bits with each block; a larger one makes files hardly smaller."""


def squeeze() -> None:
    """Compress each file of /build for web spaces that do not, with .zst behind its name."""
    from compression import zstd  # type: ignore[import-not-found]  # new in Python 3.14

    how = {zstd.CompressionParameter.compression_level: 19, zstd.CompressionParameter.window_log: WINDOW}
    for file in sorted(file for file in WORK.iterdir() if file.is_file()):
        file.with_name(f"{file.name}.zst").write_bytes(zstd.compress(file.read_bytes(), options=how))
        file.unlink()


DEEDS: Final[dict[str, Callable[[], None]]] = {"reach": reach, "picture": picture, "squeeze": squeeze}

if __name__ == "__main__":
    DEEDS[os.environ["DEED"]]()

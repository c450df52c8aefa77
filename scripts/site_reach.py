"""What of the packages and of the standard library a page can reach, compiled: run in the page's own Python.

/build/packages and /build/stdlib hold sources. What some import statement leads to from the roots is left as .pyc
files without docstrings, and all other code is removed.
"""

import ast
import importlib.util
import re
import sys
from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from typing import Final

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
    "doctest",
    "ensurepip",
    "ftplib",
    "idlelib",
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
    "tkinter",
    "turtle",
    "unittest",
    "venv",
    "xmlrpc",
)
"""What some function would import that no page calls."""


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


def main() -> None:
    """Compile what is reached, and remove the sources."""
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


if __name__ == "__main__":
    main()

"""The licences of everything that a page consists of, in one text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path
from typing import Final

NAMES: Final = ("licen", "copying", "notice", "authors")
"""How the names of files begin that hold a licence."""

MISNAMED: Final = {"@fontsource/dejavu-mono": "Bitstream Vera Fonts"}
"""Licences that packages name wrongly; their texts are right."""

RULE: Final = "=" * 78
PYTHON: Final = """Python, © Python Software Foundation: Python Software Foundation License 2.0
(docs.python.org/3/license.html). It is part of Pyodide, with SQLite (public domain), zlib, bzip2, xz, mpdecimal,
expat, libffi and musl, each under its own permissive licence, named there and in the sources of Pyodide.
"""
MOZILLA: Final = """Pyodide is distributed here unchanged but for its standard library, from which modules have been
left out and the rest compiled. Its sources: github.com/pyodide/pyodide, at the version named above; its licence:
mozilla.org/MPL/2.0.
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

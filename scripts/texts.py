"""Fill in the texts for other ways to install, from packaging/ into dist/texts/: `python -m scripts.texts`.

They tell the version, the repository's address and the digests of what `make packages pyz` has built into dist/.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from marbles_tui import __version__
from scripts.packages import CHECKOUT, DIST, FILE, FOR_WINDOWS

TEXTS: Final = DIST / "texts"
TEMPLATES: Final = ("marbles-tui.rb", "PKGBUILD", "package.nix", "winget/*.yaml")
NAME: Final = re.compile(r"@([A-Z_0-9]+)@")


def home() -> str:
    """The repository's address."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Homepage"])


def names(files: Mapping[str, Path]) -> dict[str, str]:
    """What stands for each name in the texts, with released files by what they are called there."""
    release = f"{home()}/releases/download/v{__version__}"
    told = {"VERSION": __version__, "HOMEPAGE": home()}
    for kind, file in files.items():
        told[f"{kind}_URL"] = f"{release}/{file.name}"
        told[f"{kind}_SHA256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    return told


def fill(text: str, told: Mapping[str, str]) -> str:
    """A text with all names replaced; raises KeyError for one that is not told."""
    return NAME.sub(lambda found: told[found[1]], text)


def main() -> int:
    """Fill in all; the exit status."""
    files = {"PYZ": FILE, "EXE": FOR_WINDOWS, "SDIST": DIST / f"marbles_tui-{__version__}.tar.gz"}
    if missing := [file.name for file in files.values() if not file.exists()]:
        print(f"not in dist/: {', '.join(missing)}; `make packages pyz` builds them", file=sys.stderr)
        return 1
    shutil.rmtree(TEXTS, ignore_errors=True)
    TEXTS.mkdir(parents=True)
    told = names(files)
    for file in (file for pattern in TEMPLATES for file in sorted((CHECKOUT / "packaging").glob(pattern))):
        (TEXTS / file.name).write_text(fill(file.read_text(encoding="utf-8"), told), encoding="utf-8")
        print(f"{TEXTS.name}/{file.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What site/ is built from, and whether it has changed since."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parents[2]
STAMP: Final = CHECKOUT / "build" / "site" / "sources"
"""Holds the digest of the sources that site/ was built from."""

PARTS: Final = (
    *("marbles_tui", "assets", "native", "packaging/site", "scripts/site"),
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

"""site/ as it comes from the sources that are here now, built only where they have changed."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Final

from scripts.browser import CHROMIUM
from scripts.site import __main__ as site

STAMP: Final = site.WORK / "sources"
"""Holds what the sources were that site/ was built from."""

PARTS: Final = (
    "marbles_tui",
    "assets",
    "packaging/site",
    "constraints.txt",
    "pyproject.toml",
    "scripts/site",
)
"""What goes into it."""


class NotHere(Exception):
    """What is missing on this machine."""


def sources() -> str:
    """A number for what lies in the sources."""
    found = hashlib.sha256()
    for part in PARTS:
        place = site.CHECKOUT / part
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.is_file() and file.suffix not in (".pyc", ".so"):
                found.update(str(file.relative_to(site.CHECKOUT)).encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


def built() -> Path:
    """The folder. Raises NotHere with what it takes and is not there."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NotHere(f"there is no {program}: on Debian, apt install nodejs npm")
    now = sources()
    if not (site.SITE / "index.html").exists() or not STAMP.exists() or STAMP.read_text() != now:
        try:
            site.build()
        except subprocess.CalledProcessError as error:
            if error.cmd[0] != "npm":
                raise
            raise NotHere("npm cannot fetch what the page is made of") from error
        STAMP.write_text(now)
    return site.SITE


def chromium_here() -> str:
    """The browser. Raises NotHere."""
    if CHROMIUM is None:
        raise NotHere("there is no Chromium: on Debian, apt install chromium")
    return CHROMIUM

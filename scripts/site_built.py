"""site/ as it comes from the sources that are here now, and the browser that shows it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from scripts.site import __main__ as site
from scripts.site.sources import unchanged
from tests.web.browser import CHROMIUM


class NotHere(Exception):
    """What is missing on this machine."""


def built(build: bool = True) -> Path:
    """The folder, built anew where the sources have changed, if it may be. Raises NotHere with what it
    takes and is not there."""
    if unchanged():
        return site.SITE
    if not build:
        raise NotHere("site/ is not there, or not of these sources: make site builds it")
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NotHere(f"there is no {program}: on Debian, apt install nodejs npm")
    try:
        site.build()
    except subprocess.CalledProcessError as error:
        if error.cmd[0] != "npm":
            raise
        raise NotHere("npm cannot fetch what the page is made of") from error
    return site.SITE


def chromium_here() -> str:
    """The browser. Raises NotHere."""
    if CHROMIUM is None:
        raise NotHere("there is no Chromium: on Debian, apt install chromium")
    return CHROMIUM

"""The start of Gobblet, or any position typed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marbles_tui.core import BadSetup
from marbles_tui.core.text import sanitize_line
from marbles_tui.games.gobblet.position import Gobblets
from marbles_tui.games.gobblet.text import read

SETUPS: Final[Mapping[str, str]] = {"start": "an empty board, three full stacks each"}


def start(setup: str | None, options: Mapping[str, str]) -> Gobblets:
    """The first position of a settled setup; see core.Game."""
    rogers = options["rules"] == "rogers"
    if setup is None or setup.strip().lower() in SETUPS:
        return Gobblets(((),) * 16, (4,) * 6, 0, rogers)
    if "/" in setup or "," in setup:
        return read(setup, rogers)
    raise BadSetup(f"gobblet has no setup {sanitize_line(setup, 60)!r}: it has start, or a position text")

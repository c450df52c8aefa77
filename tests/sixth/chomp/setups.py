"""The starts of Chomp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marbles_tui.core import BadSetup
from tests.sixth.chomp.position import Bar
from tests.sixth.chomp.text import read

SETUPS: Final[Mapping[str, str]] = {"bar": "four rows of five", "small": "three rows of four"}
STARTS: Final = {"bar": Bar((5, 5, 5, 5), 0), "small": Bar((4, 4, 4, 0), 0)}


def start(setup: str | None, _seats: int = 2, _options: Mapping[str, str] | None = None) -> Bar:
    """The first position of a settled setup."""
    name = (setup or "bar").strip().lower()
    if name in STARTS:
        return STARTS[name]
    if "/" in name:
        return read(name)
    raise BadSetup(f"chomp has no setup {setup!r}: it has {', '.join(SETUPS)}, or a position text")

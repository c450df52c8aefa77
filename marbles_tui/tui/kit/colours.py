"""The colours of a board in a look."""

from __future__ import annotations

from functools import lru_cache

from marbles_tui.core.palette import Colours, Palette
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.themes import MARKS

ROLES = ("ground", "surface", "text", "muted", "bright", "accent", "primary", "secondary", "target", "flash")


@lru_cache(maxsize=64)
def colours_of(palette: Palette, look: Look) -> Colours:
    """The materials of a board, and marks chosen against its own wood or card, not against the page it lies on.
    Themes with marks that all eyes tell apart keep them."""
    roles = {name: getattr(look, name) for name in ROLES}
    if look.dark:
        marks = {
            "cursor": look.cursor,
            "trace": 0xE0A030,
            "threat": look.threat if look.theme in MARKS else 0xFF5FA0,
        }
    else:
        marks = {
            "target": 0x085226,
            "flash": 0x7A1660,
            "trace": 0x8A2A00,
            "threat": 0x9A0A2E,
            "cursor": 0x101010,
        }
    return palette.colours({**roles, **marks}, look.theme, look.dark)

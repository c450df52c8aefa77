"""Egg Carton for those who do not see the board."""

from __future__ import annotations

from collections.abc import Sequence

from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.egg_carton.ring import LEFT_END, LETTERS, RIGHT_END, SIDES


def describe(position: Carton, names: Sequence[str]) -> str:
    """Each side's slots with their marbles, and what lies at the ends."""
    lines = []
    for seat, side in enumerate(SIDES):
        held = [f"{LETTERS[slot]} {position.ring[slot] or 'empty'}" for slot in side]
        total = plural(sum(position.ring[slot] for slot in side), "marble")
        lines.append(f"{names[seat]} has {total}: {', '.join(held)}.")
    ends = position.ring[RIGHT_END], position.ring[LEFT_END]
    lines.append(f"Off the board: {ends[0] or 'none'} at the right end, {ends[1] or 'none'} at the left end.")
    return "\n".join(lines)

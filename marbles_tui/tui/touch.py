"""Sentences for a touch screen, without keys."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

SAID: Final = tuple(
    (re.compile(pattern), tapped)
    for pattern, tapped in (
        (r"Enter: finish the move\.( \+ and -: speed\.)?", "A tap on the board finishes the move."),
        (r"Enter: (\w)", r"Go on: \1"),
        (r"Press 1, 2 or 3 to pick one up, or click it", "Tap one to pick it up"),
        (r"Point at a place: .*", "Tap a place of the board."),
        (r"(Place \d+ beads each), as \w+", r"\1: tap red or blue"),
        (r"Type a bar, as .*? arrow\.", "Tap an end of a bar to push it in."),
        (r"\bt marks (.*?)[,:.] .*", r"Under Game: a mark on \1, a hint, a step back."),
        (r"Arrows show", "Rest a finger on the board: it shows"),
        (r"Space rolls", "Tap the die to roll"),
        (r" \(Space: play now\)", ""),
        (r", or arrows and Space", ""),
        (r"([Pp])ress (an? )?[^.:;]*?,? or click (it|there|a slot)", r"\1ress_ \3"),
        (r"press a letter or click", "tap a slot"),
        (r"click, or type it, as \w+", "tap there"),
        (r"Press_|press_|[Cc]lick", lambda found: "Tap" if found[0][0] in "PC" else "tap"),
        (r"Arrows or mouse point at", "Rest a finger on"),
        (r"Esc (puts|ends|goes|returns)", r"Back \1"),
        (r"Choose a letter to push", "Tap a letter to push"),
    )
)
"""What sentences say of keys and mouse, in their order, and what they say instead."""


@lru_cache(maxsize=64)
def tapped(words: str) -> str:
    """A sentence that speaks of tapping."""
    for pattern, instead in SAID:
        words = pattern.sub(instead, words)
    return words

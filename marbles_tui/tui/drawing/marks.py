"""Which places of a board stand out, and how strongly."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.easing import pulse
from marbles_tui.tui.drawing.frame import Frame, Tone
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.themes import MARKS


@lru_cache(maxsize=64)
def on_board(look: Look) -> Look:
    """The look with marks chosen against a board's own wood or card, not against the page it lies on. Themes with
    marks that all eyes tell apart keep them."""
    if not look.dark:
        return replace(
            look, target=0x0A5A2A, flash=0x7A1660, trace=0x8A2A00, threat=0x9A0A2E, cursor=0x101010
        )
    return replace(look, trace=0xE0A030, threat=look.threat if look.theme in MARKS else 0xFF5FA0)


class Strengths(NamedTuple):
    """How strongly marks cover what lies below them, 0 to 1."""

    trace: float = 0.8
    """Of the last move."""
    quiet: float = 0.8
    """Of threats and targets."""
    landing: float = 1.0
    idle: float = 0.6
    """Of the cursor where nothing can be picked."""


def glow(frame: Frame, look: Look) -> tuple[int, float]:
    """The colour and the strength of what shines: at the end of a match the winner's places, which pulse for who has
    won and come up slowly for who has lost."""
    finale = frame.highlights.finale
    if finale is None:
        return look.flash, 0.9
    if finale.tone is Tone.LOST:
        return look.secondary, finale.phase
    return look.primary, 1.0 if finale.phase >= 1 else 0.4 + 0.6 * pulse(finale.phase, 3)


def outlines(
    frame: Frame, look: Look, strengths: Strengths, shining: Collection[Cell] = ()
) -> dict[Cell, tuple[int, float]]:
    """The colour and the strength of each place's outline: where a place has several, of the weightiest.

    `shining` are the places that flash now.
    """
    highlights = frame.highlights
    found: dict[Cell, tuple[int, float]] = {}

    def mark(cells: Iterable[Cell], colour: int, share: float) -> None:
        for cell in cells:
            found[cell] = (colour, share)

    finale = highlights.finale
    decided = finale is not None and finale.tone is not Tone.DRAWN
    mark(highlights.last, *(glow(frame, look) if decided else (look.trace, strengths.trace)))
    mark(highlights.threats, look.threat, strengths.quiet)
    mark(highlights.targets, look.target, strengths.quiet)
    mark(highlights.landing, look.target, strengths.landing)
    mark(highlights.hint, look.target, 1.0)
    mark(highlights.picked, look.flash, 1.0)
    mark(shining, *glow(frame, look))
    if frame.cursor is not None:
        mark((frame.cursor,), look.cursor, 1.0 if frame.cursor in highlights.legal else strengths.idle)
    return found

"""What a board is asked to show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from math import pi, sin

from marbles_tui.core.position import AnyBoard, Cell, Event

Point = tuple[float, float]


def part(phase: float, start: float, length: float) -> float:
    """How much of a part of the phase is over, 0 to 1: the one that begins at `start`."""
    return min(1.0, max(0.0, (phase - start) / length))


def smooth(share: float) -> float:
    """Slow at both ends, as a hand moves."""
    return share * share * (3 - 2 * share)


def falling(share: float) -> float:
    """Faster and faster, as a thing falls."""
    return share * share


def pulse(phase: float, beats: int = 2) -> float:
    """Up and down between 0 and 1, so many times in a phase, in tenths: each of them may be an image."""
    return round(0.5 + 0.5 * sin(phase * 2 * beats * pi), 1)


def between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the straight way."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


class Tone(Enum):
    """What an end is to those who look at it."""

    WON = auto()
    LOST = auto()
    DRAWN = auto()
    NEUTRAL = auto()
    """Somebody has won, and nobody who looks has won or lost."""


@dataclass(frozen=True, slots=True)
class Finale:
    """How a match that is over is shown on its board: what the end is to those who look, the words that are written
    in big letters, the names of the seats, and how far the show has come, 0 to 1."""

    tone: Tone
    words: str
    names: tuple[str, ...] = ()
    phase: float = 1.0


@dataclass(frozen=True, slots=True)
class Highlights:
    """What stands out on a board, apart from its pieces.

    `legal` may be picked now, `picked` has been, `targets` may be picked next, of these `ends` only mark more and
    move nothing yet; `landing` is where the pick under the cursor would lead; `last` are the places of the last
    move, `hint` those of a suggestion, `threats` those in danger, `winners` those to celebrate; `notes` are signs
    beside places, `letters` keys that lead to them; `finale` is how the end is shown.

    Boards that write them are also told the `names` of the seats and, in the first games, that a beginner is `guided`
    and what the pick under the cursor would do, the `deed`.
    """

    legal: frozenset[Cell] = frozenset()
    picked: tuple[Cell, ...] = ()
    targets: frozenset[Cell] = frozenset()
    ends: frozenset[Cell] = frozenset()
    landing: tuple[Cell, ...] = ()
    last: frozenset[Cell] = frozenset()
    hint: tuple[Cell, ...] = ()
    threats: frozenset[Cell] = frozenset()
    winners: frozenset[Cell] = frozenset()
    notes: Mapping[Cell, str] = field(default_factory=dict)
    letters: Mapping[Cell, str] = field(default_factory=dict)
    finale: Finale | None = None
    names: tuple[str, ...] = ()
    guided: bool = False
    deed: str = ""


NO_HIGHLIGHTS = Highlights()


@dataclass(frozen=True, slots=True)
class Frame:
    """A board at one instant: at rest, or on its way from `before` to the board of `event`, at a phase of 0 to 1.

    `turn` is the seat to move, from 0, or None; `cursor` the place pointed at, or None.
    """

    board: AnyBoard
    before: AnyBoard = None
    event: Event | None = None
    phase: float = 1.0
    highlights: Highlights = NO_HIGHLIGHTS
    cursor: Cell | None = None
    turn: int | None = None


def glow(frame: Frame) -> tuple[str, float]:
    """The role and the strength of what shines: at the end of a match the winner's places, which pulse for who has
    won and come up slowly for who has lost."""
    finale = frame.highlights.finale
    if finale is None:
        return "flash", 0.9
    if finale.tone is Tone.LOST:
        return "secondary", round(finale.phase, 1)
    return "primary", 1.0 if finale.phase >= 1 else 0.4 + 0.6 * pulse(finale.phase, 3)


def outlines(frame: Frame, shining: Iterable[Cell] = ()) -> dict[Cell, tuple[str, float]]:
    """The role and the strength of each place's outline: where a place has several, of the weightiest. `shining` are
    the places that flash now."""
    shown = frame.highlights
    found: dict[Cell, tuple[str, float]] = {}

    def mark(cells: Iterable[Cell], role: str, share: float) -> None:
        found.update(dict.fromkeys(cells, (role, share)))

    decided = shown.finale is not None and shown.finale.tone is not Tone.DRAWN
    mark(shown.last, *(glow(frame) if decided else ("trace", 1.0)))
    mark(shown.threats, "threat", 1.0)
    mark(shown.targets, "target", 0.75)
    mark(shown.ends, "flash", 0.6)
    mark((*shown.letters, *shown.landing, *shown.hint), "target", 1.0)
    mark(shown.picked, "flash", 1.0)
    mark(shining, *glow(frame))
    if frame.cursor is not None:
        mark((frame.cursor,), "cursor", 1.0 if frame.cursor in shown.legal else 0.6)
    return found

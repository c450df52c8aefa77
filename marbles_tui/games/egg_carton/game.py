"""Egg Carton put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, groupby
from typing import Final

from marbles_tui.core import Attempt, Cell, Goal, Randomness, Result, Solutions
from marbles_tui.core.game import Achievement, Finished
from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton.position import (
    LEFT_END,
    LETTERS,
    RIGHT_END,
    SHORT_LAP,
    SIDES,
    Carton,
    Selection,
    lap,
    solutions,
)
from marbles_tui.games.egg_carton.text import (
    SETUPS,
    EggCartonWords,
    longest_chain,
    read,
    spread,
    write,
)


def solvable(random: Randomness) -> Carton:
    """A carton of 36 marbles spread at random that the first player can clear in one turn.

    About two in five of random cartons are such; others are thrown back.
    """
    cartons = (spread(random) for _ in count())
    return next(carton for carton in cartons if (ways := solutions(carton)) and ways.number)


def _left(match: Finished) -> int:
    """The marbles that are left on the other side."""
    side = SIDES[1 - match.seat]
    return sum(match.final.ring[side.start : side.stop])


def _most(match: Finished, kind: str) -> int:
    """The most events of a kind in one move."""
    return max((sum(event.kind == kind for event in events) for events in match.own), default=0)


def _again(match: Finished) -> Iterator[int]:
    """How often each of the seat's turns went on."""
    for actor, plies in groupby(match.plies, key=lambda ply: ply[0]):
        if actor == match.seat:
            yield sum(events[-1].kind == "again" for _, events in plies if events)


ACHIEVEMENTS: Final = (
    Achievement(
        "relay", "Round and round", "a move that goes on from six slots", lambda m: _most(m, "relay") >= 6
    ),
    Achievement(
        "marathon", "Marathon", "thirty marbles dropped in one move", lambda m: _most(m, "drop") >= 30
    ),
    Achievement(
        "again", "Once more", "go again four times in one turn", lambda m: max(_again(m), default=0) >= 4
    ),
    Achievement("first-turn", "In one go", "win in your first turn", lambda m: m.won and m.turns == 1),
    Achievement("quick", "Quick hands", "win in four turns or fewer", lambda m: m.won and m.turns <= 4),
    Achievement(
        "full", "Clean house", "win with 24 marbles left to them", lambda m: m.won and _left(m) >= 24
    ),
    Achievement(
        "narrow", "By a marble", "win with one marble left to them", lambda m: m.won and _left(m) == 1
    ),
)


OWN_MARBLE: Final = -100
"""A marble on one's own side, which has to go."""

OTHER_MARBLE: Final = 145
TEMPO: Final = 145
"""Having the selection: with luck one goes on selecting."""


class OneTurn(Goal[Carton]):
    """Clear the side before the turn passes; the other side never gets to move."""

    key = "puzzle"
    title = "a puzzle: clear your side in one turn"
    tag = "one turn"

    def reached(self, match: Attempt) -> bool:
        result = match.result
        return result is not None and result.reason == "cleared"

    def missed(self, match: Attempt) -> bool:
        if self.reached(match):
            return False
        return match.result is not None or match.positions[-1].turn != match.positions[0].turn

    def verdict(self, match: Attempt) -> str:
        if self.reached(match):
            return f"Solved, in {plural(len(match.positions) - 1, 'move')}!"
        return "Not solved." if match.result else "Not solved: the turn is over."

    def draw(self, random: Randomness) -> Carton:

        return solvable(random)

    def solutions(self, position: Carton) -> Solutions | None:

        return solutions(position)


class EggCarton(EggCartonWords):
    """Sow marbles round the carton; who clears their own side first wins."""

    key = "egg-carton"
    title = "Egg Carton"
    blurb = "Sow marbles round the carton; clear your side first."
    reading = (
        "Letters name the slots, numbers are their marbles; they are sown from A to F, the right end, I "
        "to N, the left end and on to A. A move is the letter of a slot. "
        "Who goes again is still in the same turn."
    )
    author = "Paul Talbot, 1992"
    seats = range(2, 3)
    sides = ("Bottom", "Top")
    setups = SETUPS
    records = {"longest relay": longest_chain}
    achievements = ACHIEVEMENTS
    valued_in = "marble"
    span = 10.0
    clear = 6.0
    drawing = "marbles_tui.games.egg_carton.scene"
    names_next = "over"
    goals = (OneTurn(),)

    write = staticmethod(write)
    read = staticmethod(read)

    def winning_cells(self, position: Carton, result: Result) -> frozenset[Cell]:
        """The side that is cleared."""
        return frozenset(SIDES[result.winners[0]]) if result.reason == "cleared" else frozenset()

    def hidden(self, position: Carton, move: Selection) -> str:
        return "a long lap" if lap(position.ring, move.slot) > SHORT_LAP else ""

    def evaluate(self, position: Carton) -> int:
        """Hundredths of a marble for the seat to select."""
        own, other = (
            sum(position.ring[slot] for slot in SIDES[seat]) for seat in (position.turn, 1 - position.turn)
        )
        return OWN_MARBLE * own + OTHER_MARBLE * other + TEMPO

    def noisy(self, position: Carton) -> Sequence[Selection]:
        """The selections after which the same player selects again, or has won."""
        return [move for move in position.moves() if position.play(move).turn == position.turn]

    def describe(self, position: Carton, names: Sequence[str]) -> str:
        """Each side's slots with their marbles, and what lies at the ends."""
        lines = []
        for seat, side in enumerate(SIDES):
            held = [f"{LETTERS[slot]} {position.ring[slot] or 'empty'}" for slot in side]
            total = plural(sum(position.ring[slot] for slot in side), "marble")
            lines.append(f"{names[seat]} has {total}: {', '.join(held)}.")
        ends = position.ring[RIGHT_END], position.ring[LEFT_END]
        lines.append(
            f"Off the board: {ends[0] or 'none'} at the right end, {ends[1] or 'none'} at the left end."
        )
        return "\n".join(lines)


EGG_CARTON = EggCarton()

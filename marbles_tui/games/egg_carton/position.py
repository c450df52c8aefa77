"""A position of Egg Carton and its selections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from marbles_tui.core import Result, Tell
from marbles_tui.games.egg_carton.ring import ENDS, LETTERS, PLACES, SIDES, Board, Narrator, Ring, sow


class Selection(NamedTuple):
    """A ply: the slot whose marbles are taken. Its notation is the slot's letter."""

    slot: int

    def __str__(self) -> str:
        return LETTERS[self.slot]

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """One pick: the slot."""
        return ((self.slot,),)


SELECTIONS = tuple(Selection(slot) for slot in range(PLACES))


class Carton(NamedTuple):
    """The marbles of the fourteen places and the player to select; after the end, the last mover."""

    ring: Ring
    turn: int

    @property
    def actor(self) -> int:
        """The player to select."""
        return self.turn

    @property
    def seats(self) -> int:
        """Two."""
        return 2

    @property
    def board(self) -> Board:
        """The marbles; the hand is empty between selections."""
        return Board(self.ring)

    @property
    def result(self) -> Result | None:
        """Who has no marble left on their side has won. (Talbot's manual, Objective.)"""
        if not any(self.ring[0:6]):
            return Result.win(2, 0, "cleared")
        if not any(self.ring[7:13]):
            return Result.win(2, 1, "cleared")
        return None

    def moves(self) -> Sequence[Selection]:
        """The player's own slots that hold marbles, in sowing order."""
        ring = self.ring
        if not any(ring[0:6]) or not any(ring[7:13]):
            return ()
        return [SELECTIONS[slot] for slot in SIDES[self.turn] if ring[slot]]

    def play(self, move: Selection, tell: Tell | None = None) -> Carton:
        """Sow the chain of a selection.

        The mover wins when the hand is empty and so is their side, also where they could have selected again.
        """
        marbles = list(self.ring)
        seat = self.turn
        narrator = Narrator(marbles, seat, tell) if tell else None
        outcome = sow(marbles, move.slot, narrator)
        side = SIDES[seat]
        cleared = not any(marbles[side.start : side.stop])
        if narrator:
            kind = "win" if cleared else outcome
            narrator.event(kind, ())
        return Carton(tuple(marbles), seat if cleared or outcome == "again" else 1 - seat)


def explain_illegal(position: Carton, text: str) -> str:
    """Why the slot named by `text` cannot be selected, and which can."""
    legal = ", ".join(map(str, position.moves()))
    if not legal:
        return "the game is over"
    slot = LETTERS.find(text) if len(text) == 1 else -1
    if slot < 0 or slot in ENDS:
        return f"a move is a letter, A to F or I to N; legal is {legal}"
    return f"{explain_illegal_pick(position, (slot,))}; legal is {legal}"


def explain_illegal_pick(position: Carton, picks: tuple[int, ...]) -> str:
    """Why a place cannot be picked."""
    slot = picks[-1]
    if slot in ENDS:
        return "the ends are off the board: pick a slot"
    if slot not in SIDES[position.turn]:
        return f"{LETTERS[slot]} is on the other side"
    return f"{LETTERS[slot]} is empty"

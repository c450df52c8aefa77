"""Spin, a game made for these tests: a token on a ring of eight; who brings it to 5 wins.

It has what Egg Carton lacks: options, two to four seats, a die, named starts, and a draw to claim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from marbles_tui.core import CHANCE, BadPosition, BadSetup, Event, Game, Option, Randomness, Result, Tell

RING, HOME = 8, 5


class Step(NamedTuple):
    """`*n` rolls n; `L` and `R` move the token."""

    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        return (tuple(map(ord, self.text)),)


class Spin(NamedTuple):
    place: int
    actor: int
    seats: int
    die: bool
    rolled: int = 0

    @property
    def turn(self) -> int:
        return CHANCE if self.die and not self.rolled else self.actor

    @property
    def board(self) -> int:
        return self.place

    @property
    def result(self) -> Result | None:
        last = (self.actor - 1) % self.seats
        return Result.win(self.seats, last, "home") if self.place == HOME else None

    def moves(self) -> Sequence[Step]:
        if self.place == HOME:
            return ()
        return [Step("*1"), Step("*2")] if self.turn == CHANCE else [Step("L"), Step("R")]

    def play(self, move: Step, tell: Tell | None = None) -> Spin:
        if move.text[0] == "*":
            after = self._replace(rolled=int(move.text[1:]))
        else:
            steps = (self.rolled or 1) * (1 if move.text == "R" else -1)
            place, actor = (self.place + steps) % RING, (self.actor + 1) % self.seats
            after = Spin(place, actor, self.seats, self.die)
        if tell:
            tell(Event("step", after.board))
        return after


class SpinGame(Game[Spin, Step]):
    key = "spin"
    title = "Spin"
    blurb = ""
    author = ""
    seats = range(2, 5)
    sides = ("One", "Two", "Three", "Four")
    setups = {"far": "five away", "near": "one away"}
    options = (Option("players", range(2, 5), "2", ""), Option("die", ("off", "on"), "off", ""))
    repetition = "claim"

    def start(self, setup: str | None, seats: int, options: Mapping[str, str]) -> Spin:
        die = options["die"] == "on"
        if setup is None or setup in ("far", "near"):
            return Spin(4 if setup == "near" else 0, 0, seats, die)
        if not setup.isdecimal():
            raise BadSetup(f"spin has no setup {setup!r}: it has far, near, or a place")
        if int(setup) >= RING:
            raise BadPosition(f"a place is a number from 0 to 7, not {setup}")
        return Spin(int(setup), 0, seats, die)

    def resolve_setup(
        self, setup: str | None, seats: int, options: Mapping[str, str], random: Randomness
    ) -> str | None:
        if setup == "random":
            return str(random.randrange(RING))
        name = setup.lower() if setup else None
        self.start(name, seats, options)
        return None if name == "far" else name

    def say(self, event: Event, names: Sequence[str]) -> str:
        return f"The token is at {event.board}."

    def diagram(self, position: Spin) -> str:
        return str(position.place)

    def describe(self, position: Spin, names: Sequence[str]) -> str:
        return f"The token is at {position.place}."


SPIN = SpinGame()

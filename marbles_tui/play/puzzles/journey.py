"""The day's journey of Gary's Great Getaway: everybody rolls the same numbers, and only the tolls are a choice."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from marbles_tui.core import CHANCE, Move
from marbles_tui.games.getaway import GETAWAY, Draw, Journey
from marbles_tui.games.getaway.automatic import decide
from marbles_tui.play.match import Match, Seat
from marbles_tui.play.puzzles.daily import number_of
from marbles_tui.play.puzzles.shipped import EDITION

OPTIONS: Final = {"players": "1", "toll": "choose"}

TRIES: Final = 200
"""So many rows of dice are tried until there is one with which better choices than those of the house bring more."""

MOST_PLIES: Final = 2_000


class DailyJourney(NamedTuple):
    """A day's board and the seed of its dice; `score` is the gold of the house, which is to be
    beaten, and `best` the most that any choices bring."""

    day: date
    number: int
    setup: str
    seed: str
    score: int
    best: int

    def match(self, name: str = "") -> Match:
        """The journey before its first roll."""
        return Match.new(
            GETAWAY, setup=self.setup, options=OPTIONS, seats=[Seat(name)], date=f"{self.day:%Y.%m.%d}"
        )

    def roll(self, match: Match) -> Move:
        """What chance draws at a ply: by how often it has drawn before, whatever was decided in between."""
        return drawn(self.seed, match.position, sum(isinstance(move, Draw) for move in match.moves))

    @property
    def title(self) -> str:
        """Game and task in a line."""
        return f"{GETAWAY.title}: more than {self.score} gold"

    def as_json(self) -> dict[str, Any]:
        """The journey as the command line prints it."""
        match = self.match()
        return {
            "id": f"getaway-{self.day.isoformat()}",
            "game": GETAWAY.key,
            "options": dict(match.options),
            "position": None,
            "setup": self.setup,
            "seat": 1,
            "goal": {"kind": "gold", "more_than": self.score},
            "date": self.day.isoformat(),
            "number": self.number,
        }


def daily_journey(day: date) -> DailyJourney:
    """The journey of a day. Raises ValueError for a day before the first."""
    number = number_of(day)
    boards: Sequence[str] = list(GETAWAY.setups)
    for attempt in range(TRIES):
        seed = f"{EDITION}/{day.isoformat()}/{attempt}"
        setup = boards[_hash(seed) % len(boards)]
        score = _of_the_house(setup, seed)
        best = _best(setup, seed)
        if score and best > score:
            return DailyJourney(day, number, setup, seed, score, best)
    raise ValueError(f"no journey can be found for {day.isoformat()}")


def drawn(seed: str, position: Journey | Any, before: int) -> Draw:
    """The draw after so many."""
    return Draw(_hash(f"{seed}/{before}") % position.faces + 1)


def gold_of(match: Match) -> int:
    """The gold of the only traveller."""
    position: Any = match.position
    gold: int = position.travellers[0].gold
    return gold


def _of_the_house(setup: str, seed: str) -> int | None:
    """The gold that the house brings to the castle; None where it does not arrive."""
    position, draws = _begin(setup), 0
    for _ in range(MOST_PLIES):
        if position.result is not None:
            return position.travellers[0].gold
        if position.turn == CHANCE:
            position, draws = position.play(drawn(seed, position, draws)), draws + 1
        else:
            position = position.play(decide(position))
    return None


def _best(setup: str, seed: str) -> int:
    """The most gold that any choices bring to the castle, 0 for none, as far as MOST_PLIES plies show."""
    best, plies = 0, 0
    open_ones = [(_begin(setup), 0)]
    while open_ones and plies < MOST_PLIES:
        position, draws = open_ones.pop()
        plies += 1
        if position.result is not None:
            best = max(best, position.travellers[0].gold)
        elif position.turn == CHANCE:
            open_ones.append((position.play(drawn(seed, position, draws)), draws + 1))
        else:
            open_ones += [(position.play(move), draws) for move in position.moves()]
    return best


def _begin(setup: str) -> Journey:
    return GETAWAY.start(setup, 1, GETAWAY.fill(setup, GETAWAY.choose(OPTIONS)))


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

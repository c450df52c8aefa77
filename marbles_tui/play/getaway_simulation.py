"""Boards of Gary's Great Getaway played over and over, to see what they are like."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import Final, cast

from marbles_tui.core import Event
from marbles_tui.games.getaway import Board, Journey
from marbles_tui.games.getaway.automatic import decide
from marbles_tui.games.getaway.check import dead_ends
from marbles_tui.games.getaway.endless import cannot_end, snare
from marbles_tui.games.getaway.moves import DRAWS
from marbles_tui.play.match import Match

MOST_TURNS: Final = 1000
"""Turns a player after which a game is taken to have no end."""

FEW: Final = 20
"""Games that tell whether most of them end."""

MOST_CUT: Final = 20
"""So many games without an end, and the board is known for what it is."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of simulated games of a board.

    Of the `games` that were begun, `stuck` came to a position that no roll can end, and `cut` were given up
    after MOST_TURNS turns a player; the rest ended. `turns`: the most turns that a player needed, for each
    game that ended. `gold`: what each seat had at the end of each. `wins`: each seat's, with a shared one
    counted in parts. `met`: how often each square was landed on, in all games.
    """

    players: int
    games: int
    stuck: int
    cut: int
    turns: tuple[int, ...]
    gold: tuple[tuple[int, ...], ...]
    wins: tuple[float, ...]
    met: tuple[int, ...]

    @property
    def ended(self) -> int:
        """How many games ended."""
        return len(self.turns)

    @property
    def endless(self) -> bool:
        """Whether games of this board may go on for ever."""
        return self.ended < self.games

    @property
    def first_gain(self) -> float:
        """How much more often than their fair share the first player wins, as a share of the games that
        ended: 0.05 means 55 of 100 games for two."""
        return self.wins[0] / self.ended - 1 / self.players if self.ended else 0.0

    @property
    def first_gold(self) -> float:
        """How much more gold the first player has at the end than the others have on the average."""
        if not self.ended or self.players == 1:
            return 0.0
        others = fmean(gold for seat in self.gold[1:] for gold in seat)
        return fmean(self.gold[0]) - others

    def within(self, turns: int) -> float:
        """The share of all games that ended within so many turns a player."""
        return sum(took <= turns for took in self.turns) / self.games if self.games else 0.0

    @property
    def verdict(self) -> str:
        """A sentence on whether games end."""
        if not self.endless:
            return f"All {self.games:,} games ended."
        never = f"{self.games - self.ended:,}" if self.ended else "all"
        return f"This board is endless: {never} of {self.games:,} games never end."


def simulate(
    board: Board,
    players: int,
    games: int,
    seed: int,
    *,
    exact: bool = False,
    choose: bool = False,
    progress: Callable[[int], bool] | None = None,
) -> Simulation:
    """Play `games` games of a board with automatic players; the same seed gives the same games.

    `progress` hears the number of games played after each, and ends the simulation by returning False. A
    board whose games do not end is given up early: `games` of the result counts those that were begun.
    """
    playing = simulation(board, players, games, seed, exact=exact, choose=choose)
    try:
        begun = next(playing)
        while True:
            begun = playing.send(progress is None or progress(begun))
    except StopIteration as end:
        found: Simulation = end.value
        return found


def simulation(
    board: Board, players: int, games: int, seed: int, *, exact: bool = False, choose: bool = False
) -> Generator[int, bool | None, Simulation]:
    """The same in steps, for those who have other things to do between two games: the number of games played after
    each; sent False, it ends."""
    random = Random(seed)
    dead = dead_ends(board)
    start = Journey.begin(board, players, exact, choose)
    met = [0] * len(board.squares)
    turns: list[int] = []
    gold: list[tuple[int, ...]] = []
    wins = [0.0] * players
    begun = stuck = cut = 0

    def count(event: Event) -> None:
        if event.kind == "land":
            met[event.cells[0]] += 1

    while begun < games and cut < MOST_CUT:
        end, took = _play(start, random, dead, count)
        begun += 1
        if end.result:
            turns.append(took)
            gold.append(tuple(traveller.gold for traveller in end.travellers))
            for seat in end.result.winners:
                wins[seat] += 1 / len(end.result.winners)
        elif took < MOST_TURNS:
            stuck += 1
        else:
            cut += 1
        if (yield begun) is False:
            break
    purses = tuple(zip(*gold, strict=True)) or ((),) * players
    return Simulation(players, begun, stuck, cut, tuple(turns), purses, tuple(wins), tuple(met))


def _play(
    position: Journey, random: Random, dead: frozenset[int], tell: Callable[[Event], None]
) -> tuple[Journey, int]:
    """A game from `position` to its end, or to where it has none; and the turns of who had the most."""
    turns = [0] * position.seats
    while position.need != "over":
        if position.need == "roll":
            if turns[position.actor] == MOST_TURNS or cannot_end(position, dead):
                break
            turns[position.actor] += 1
        if position.faces:
            position = position.play(DRAWS[int(random.random() * position.faces)], tell)
        else:
            position = position.play(decide(position), tell)
    return position, max(turns)


@lru_cache(maxsize=32)
def endless_games(board: Board, players: int) -> str:
    """What games of a board come to if something can keep travellers on it for ever, as a sentence; "" where nothing
    can. A few simulated games tell how often."""
    why = snare(board) if players > 1 or dead_ends(board) else ""
    if not why:
        return ""
    found = simulate(board, players, FEW, 1)
    most = 2 * found.ended < found.games
    return f"{'Most games here never' if most else 'Some games here may never'} end: {why}."


def tell_game(match: Match, random: Random, most: int = 400) -> list[str]:
    """The story of a game that automatic players play from a match on, cut off after `most` plies."""
    story: list[str] = []
    position = cast("Journey", match.position)
    for _ in range(most):
        if position.result:
            return story
        move = DRAWS[random.randrange(position.faces)] if position.faces else decide(position)
        events: list[Event] = []
        position = position.play(move, events.append)
        story += [said for event in events if (said := match.game.told(event, match.names))]
    return [*story, "And so on: this game is far from its end."]

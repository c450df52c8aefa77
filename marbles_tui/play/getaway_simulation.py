"""Boards of Gary's Great Getaway played over and over, to see what they are like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import Final, NamedTuple, cast

from marbles_tui.core import CHANCE, Event
from marbles_tui.games.getaway import Board, Journey
from marbles_tui.games.getaway.board import dead_ends
from marbles_tui.games.getaway.journey import Course, Ply, cannot_end, decide, draws, snare
from marbles_tui.play.match import Match


class Spread(NamedTuple):
    """How numbers lie: the least, the middle one, their mean, what 90 and 99 of 100 do not exceed, the most."""

    least: int
    median: int
    mean: float
    p90: int
    p99: int
    most: int

    @classmethod
    def of(cls, values: Sequence[int]) -> Spread | None:
        """The spread of numbers; None without any."""
        if not values:
            return None
        ranked = sorted(values)

        def at(share: float) -> int:
            return ranked[min(len(ranked) - 1, max(0, -int(-share * len(ranked) // 1) - 1))]

        return cls(ranked[0], at(0.5), fmean(ranked), at(0.9), at(0.99), ranked[-1])


class Bucket(NamedTuple):
    """How many numbers (`size`) lie from `low` to `high`, both included."""

    low: int
    high: int
    size: int


def buckets(values: Sequence[int], most: int) -> list[Bucket]:
    """The numbers counted in at most `most` equally wide buckets, from the least number to the greatest."""
    if not values:
        return []
    least = min(values)
    width = -(-(max(values) - least + 1) // most)
    counts = [0] * ((max(values) - least) // width + 1)
    for value in values:
        counts[(value - least) // width] += 1
    return [
        Bucket(least + at * width, least + (at + 1) * width - 1, count) for at, count in enumerate(counts)
    ]


def bar(share: float, width: int, *, ascii_only: bool = False) -> str:
    """A bar of up to `width` columns, in eighths of a column, or of # signs if `ascii_only`."""
    share = max(0.0, min(1.0, share))
    if ascii_only:
        return "#" * max(round(share * width), int(share > 0))
    whole, eighths = divmod(max(round(share * width * 8), int(share > 0)), 8)
    return "█" * whole + " ▏▎▍▌▋▊▉"[eighths].strip()


# What the dice of a journey of Getaway gave, and what its decisions cost, against what was to be expected.
#
# A roll gives what its traveller can then expect to bring home, less the mean of that over all numbers that could
# have fallen; a decision costs what it falls short of the better answer.

PLIES: Final = 12_000
"""So many are played to find out what is to be expected on a board: a tenth of a second."""

DRAWN_AHEAD: Final = 2
"""So many draws within a turn are followed; the next one counts for nothing."""


class Luck(NamedTuple):
    """Of one seat, in gold: what chance gave beyond the expectation, and what the own decisions cost."""

    dice: float = 0.0
    cost: float = 0.0

    @property
    def parts(self) -> tuple[str, ...]:
        """ "dice +12"; and "tolls -3" where they cost anything."""
        dice, cost = f"dice {round(self.dice):+d}", round(self.cost)
        return (dice, f"tolls {-cost}") if cost else (dice,)

    def __str__(self) -> str:
        return ", ".join(self.parts)


def luck(positions: Sequence[Journey], moves: Sequence[Ply]) -> list[Luck]:
    """The luck of each seat in a journey, by its positions and the moves between them."""
    found = [Luck()] * positions[0].seats
    for position, move in zip(positions, moves, strict=False):
        values, (dice, cost) = outcomes(position), found[position.actor]
        if position.turn == CHANCE:
            dice += values[move] - sum(values.values()) / len(values)
        else:
            cost += max(values.values()) - values[move]
        found[position.actor] = Luck(dice, cost)
    return found


def luck_of(match: Match) -> list[Luck]:
    """The same of a match; none before all of its travellers are in the castle, or of another game."""
    journey = match.position
    if not (
        isinstance(journey, Journey)
        and all(one.square == journey.course.trail.last for one in journey.travellers)
    ):
        return []
    return luck(cast("Sequence[Journey]", match.positions), cast("Sequence[Ply]", match.moves))


def outcomes(position: Journey) -> dict[Ply, float]:
    """The gold that the traveller whose turn it is can expect to bring home, by what may happen now."""
    ahead = expected(position.course, position.seats)
    seat = position.actor
    return {move: _worth(position.play(move), seat, ahead, DRAWN_AHEAD) for move in position.moves()}


def _worth(position: Journey, seat: int, ahead: Sequence[float], draws: int) -> float:
    if position.actor == seat and position.need not in ("roll", "over") and draws:
        values = [_worth(position.play(move), seat, ahead, draws - 1) for move in position.moves()]
        return sum(values) / len(values) if position.turn == CHANCE else max(values)
    return _wealth(position, seat) + ahead[position.travellers[seat].square]


def _wealth(position: Journey, seat: int) -> int:
    """The gold of a traveller, and what their trinkets will bring."""
    return position.travellers[seat].gold + sum(item.value for item in position.travellers[seat].backpack)


@lru_cache(maxsize=16)
def expected(course: Course, seats: int) -> Sequence[float]:
    """By square, the gold that somebody who rolls there still finds on the way, by the mean of many journeys."""
    found, times, plies = Counter[int](), Counter[int](), 0
    while plies < PLIES:
        random = Random(plies)
        position = Journey.begin(course.trail, seats, course.exact, course.choose)
        stops: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
        while not position.result and plies < PLIES:
            seat = position.actor
            if position.need == "roll":
                stops[seat].append((position.travellers[seat].square, _wealth(position, seat)))
            drawn = position.turn == CHANCE
            position = position.play(random.choice(position.moves()) if drawn else decide(position))
            plies += 1
        for seat, stopped in enumerate(stops):
            for square, wealth in stopped:
                times[square] += 1
                found[square] += _wealth(position, seat) - wealth
    ahead = [0.0] * len(course.trail.squares)
    for square in reversed(range(course.trail.last)):
        ahead[square] = found[square] / times[square] if times[square] else ahead[square + 1]
    return ahead


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
        return fmean(self.gold[0]) - fmean(gold for seat in self.gold[1:] for gold in seat)

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


def run_journeys(
    board: Board,
    players: int,
    games: int,
    seed: int,
    progress: Callable[[int], bool] | None = None,
) -> Simulation:
    """Play `games` games of a board with automatic players; the same seed gives the same games.

    `progress` hears the number of games played after each, and ends the simulation by returning False. A
    board whose games do not end is given up early: `games` of the result counts those that were begun.
    """
    playing = simulation(board, players, games, seed)
    try:
        begun = next(playing)
        while True:
            begun = playing.send(progress is None or progress(begun))
    except StopIteration as end:
        found: Simulation = end.value
        return found


def simulation(board: Board, players: int, games: int, seed: int) -> Generator[int, bool | None, Simulation]:
    """The same in steps, for those who have other things to do between two games: the number of games played after
    each; sent False, it ends."""
    random = Random(seed)
    dead = dead_ends(board)
    start = Journey.begin(board, players)
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
            position = position.play(draws(position.faces)[int(random.random() * position.faces)], tell)
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
    found = run_journeys(board, players, FEW, 1)
    most = 2 * found.ended < found.games
    return f"{'Most games here never' if most else 'Some games here may never'} end: {why}."


MOST_TOLD: Final = 400
"""Plies of a story."""


def tell_game(match: Match, random: Random) -> list[str]:
    """The story of a game that automatic players play from a match on, cut off where it is very long."""
    story: list[str] = []
    position = cast("Journey", match.position)
    for _ in range(MOST_TOLD):
        if position.result:
            return story
        move = draws(position.faces)[random.randrange(position.faces)] if position.faces else decide(position)
        events: list[Event] = []
        position = position.play(move, events.append)
        story += [said for event in events if (said := match.game.told(event, match.names))]
    return [*story, "And so on: this game is far from its end."]

"""Tournaments: who meets whom, and how they stand. Plain functions of the entrants and the games played so far; a
table, a house and a command line ask the same ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple


class Schedule(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    """Each against each."""

    KNOCKOUT = "knockout"
    """Who loses is out."""

    SWISS = "swiss"
    """So many rounds, each against somebody who has done as well and was not met yet."""


BYE: Final = ""
"""An entrant without an opponent is through, or has won, without a game."""

EXTRA: Final = 2
"""Games that follow a knockout meeting that is level; where these leave it level, the better seed is through."""

PATIENCE: Final = 20_000
"""Steps in which pairs are sought that have not met; after them some meet again."""


class PlayedGame(NamedTuple):
    """A game that is over: its round from 1, who began, the other, and what each scored."""

    round: int
    first: str
    second: str
    points: tuple[float, float]


class Meeting(NamedTuple):
    """Two who meet in a round, in one game or more; `first` begins the first of them, `second` may be BYE."""

    round: int
    first: str
    second: str
    points: tuple[float, float] = (0.0, 0.0)
    games: int = 0
    """How many have been played."""

    over: bool = False

    @property
    def score(self) -> str:
        """ "1.5 : 0.5"."""
        return " : ".join(f"{each:g}" for each in self.points)


class Standing(NamedTuple):
    """The standing of an entrant. Those who are level share a place."""

    place: int
    entrant: str
    points: float
    tie_break: float
    """Round robin: Sonneborn-Berger; Swiss: Buchholz; knockout: rounds that were survived."""

    won: int
    drawn: int
    lost: int


def rounds_of(count: int, form: Schedule, rounds: int = 0) -> int:
    """How many rounds so many entrants play; `rounds`: of a Swiss tournament, 0 for as many as find a winner."""
    if count < 2:
        return 0
    if form is Schedule.ROUND_ROBIN:
        return count - 1 + count % 2
    doublings = (count - 1).bit_length()
    return rounds or doublings if form is Schedule.SWISS else doublings


def pairings(
    entrants: Sequence[str], results: Iterable[PlayedGame], form: Schedule, *, games: int = 1, rounds: int = 0
) -> tuple[Meeting, ...]:
    """All meetings that are settled by now, round by round, those that are over among them.

    `entrants` are different names or ids, the best seed first. `games`: of a meeting; in a knockout the best of so
    many wins. Games that do not belong to a meeting count for nothing.
    """
    played = _by_pair(results)
    found: list[Meeting] = []
    for number in range(1, rounds_of(len(entrants), form, rounds) + 1):
        if form is Schedule.ROUND_ROBIN:
            pairs = _circle(entrants, number)
        elif any(not meeting.over for meeting in found):
            break
        elif form is Schedule.KNOCKOUT:
            pairs = _bracket(entrants, found)
        else:
            ranked = [one.entrant for one in _ranked(entrants, found, form)]
            pairs = swiss_round(ranked, [(one.first, one.second) for one in found])
        found += [_meeting(number, pair, played, form, games) for pair in pairs]
    return tuple(found)


def standings(
    entrants: Sequence[str], results: Iterable[PlayedGame], form: Schedule, *, games: int = 1, rounds: int = 0
) -> tuple[Standing, ...]:
    """The standings, the best first; the order of the seeds among those who share a place."""
    return _ranked(entrants, pairings(entrants, results, form, games=games, rounds=rounds), form)


def arena_standings(entrants: Sequence[str], results: Iterable[PlayedGame]) -> tuple[Standing, ...]:
    """How all stand in an arena: two points for a win, one for a draw; of those who are level who has played
    less is named first."""
    ends = {one: Counter[float]() for one in entrants}
    for game in results:
        for player, score in zip((game.first, game.second), game.points, strict=True):
            ends[player][score] += 1
    points = {one: 2.0 * scores[1.0] + scores[0.5] for one, scores in ends.items()}
    order = sorted(entrants, key=lambda one: (-points[one], ends[one].total()))
    first = {points[one]: at for at, one in reversed([*enumerate(order, 1)])}
    return tuple(
        Standing(first[points[one]], one, points[one], 0.0, *(ends[one][score] for score in (1.0, 0.5, 0.0)))
        for one in order
    )


def swiss_round(ranked: Sequence[str], met: Collection[tuple[str, str]]) -> list[tuple[str, str]]:
    """A round among those who are there, the best first: nobody meets the same again while that can be helped, nobody
    has a second BYE before all had one. `met` are all pairs so far, who began first in each."""
    waiting, pairs = list(ranked), list[tuple[str, str]]()
    byes = Counter(first for first, second in met if second == BYE)
    if len(waiting) % 2:
        fewest = min(byes[one] for one in waiting)
        spared = next(one for one in reversed(waiting) if byes[one] == fewest)
        waiting.remove(spared)
        pairs = [(spared, BYE)]
    known = {frozenset(pair) for pair in met}
    begun = Counter(first for first, second in met if second != BYE)
    begun.subtract(second for _, second in met)
    matched = _matched(waiting, known, [PATIENCE]) or list(zip(waiting[::2], waiting[1::2], strict=True))
    return [(a, b) if begun[a] <= begun[b] else (b, a) for a, b in matched] + pairs


def winner(meeting: Meeting, entrants: Sequence[str]) -> str:
    """Who is through; of those who are level the better seed."""
    first, second = meeting.points
    if first == second and meeting.second != BYE:
        return min(meeting.first, meeting.second, key=list(entrants).index)
    return meeting.first if first >= second else meeting.second


# Who meets whom


def _circle(entrants: Sequence[str], number: int) -> list[tuple[str, str]]:
    """A round of each against each: one stays, the others move on around a circle."""
    ring = [*entrants, *([BYE] if len(entrants) % 2 else [])]
    stays, moving = ring[0], ring[1:]
    turned = (number - 1) % len(moving)
    ring = [stays, *moving[len(moving) - turned :], *moving[: len(moving) - turned]]
    pairs = []
    for at in range(len(ring) // 2):
        one, other = ring[at], ring[-1 - at]
        swapped = number % 2 == 0 if at == 0 else at % 2 == 1
        if BYE not in (one, other):
            pairs.append((other, one) if swapped else (one, other))
    return pairs


def _bracket(entrants: Sequence[str], before: Sequence[Meeting]) -> list[tuple[str, str]]:
    """The next round of a knockout: the first two seeds can meet in the last one only."""
    if before:
        last = before[-1].round
        left = [winner(meeting, entrants) for meeting in before if meeting.round == last]
        return list(zip(left[::2], left[1::2], strict=True))
    order = [0]
    while len(order) < len(entrants):
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    left = [entrants[seed] if seed < len(entrants) else BYE for seed in order]
    return [(a, b) if a != BYE else (b, a) for a, b in zip(left[::2], left[1::2], strict=True)]


def _matched(
    waiting: Sequence[str], known: Collection[frozenset[str]], steps: list[int]
) -> list[tuple[str, str]] | None:
    """Pairs of those who have not met, neighbours in their order; None where there are none, or they are not found in
    so many steps."""
    if not waiting:
        return []
    first, others = waiting[0], waiting[1:]
    for at, other in enumerate(others):
        steps[0] -= 1
        if steps[0] < 0:
            return None
        if frozenset((first, other)) in known:
            continue
        rest = _matched([*others[:at], *others[at + 1 :]], known, steps)
        if rest is not None:
            return [(first, other), *rest]
    return None


# How they stand


def _by_pair(results: Iterable[PlayedGame]) -> Mapping[tuple[int, frozenset[str]], list[dict[str, float]]]:
    found: dict[tuple[int, frozenset[str]], list[dict[str, float]]] = {}
    for each in results:
        scored = dict(zip((each.first, each.second), each.points, strict=True))
        found.setdefault((each.round, frozenset(scored)), []).append(scored)
    return found


def _meeting(
    number: int,
    pair: tuple[str, str],
    played: Mapping[tuple[int, frozenset[str]], Sequence[Mapping[str, float]]],
    form: Schedule,
    games: int,
) -> Meeting:
    """The score of a meeting after its games."""
    if BYE in pair:
        return Meeting(number, *pair, (float(games), 0.0), 0, over=True)
    scored = played.get((number, frozenset(pair)), ())
    most = games + EXTRA if form is Schedule.KNOCKOUT else games
    first, second, count = 0.0, 0.0, 0
    over = False
    for count, game in enumerate(scored[:most], 1):
        first, second = first + game[pair[0]], second + game[pair[1]]
        decided = max(first, second) > games / 2 if count <= games else first != second
        over = count == most or (
            form is Schedule.KNOCKOUT and (decided or (count == games and first != second))
        )
        if over:
            break
    return Meeting(number, *pair, (first, second), count, over)


def _ranked(entrants: Sequence[str], meetings: Sequence[Meeting], form: Schedule) -> tuple[Standing, ...]:
    points: dict[str, float] = dict.fromkeys(entrants, 0.0)
    tallies = {entrant: Counter[str]() for entrant in entrants}
    for meeting in meetings:
        for entrant, own, others in _sides(meeting):
            points[entrant] += own
            if meeting.over and meeting.second != BYE:
                tallies[entrant]["won" if own > others else "lost" if own < others else "drawn"] += 1
    breaks = dict.fromkeys(entrants, 0.0)
    for meeting in meetings:
        for entrant, own, others in _sides(meeting):
            other = meeting.second if entrant == meeting.first else meeting.first
            if form is Schedule.KNOCKOUT:
                breaks[entrant] += meeting.over and winner(meeting, entrants) == entrant
            elif other != BYE and meeting.games:
                share = 1.0 if form is Schedule.SWISS else own / (own + others) if own + others else 0.0
                breaks[entrant] += share * points[other]
    merit = {
        one: (breaks[one], points[one]) if form is Schedule.KNOCKOUT else (points[one], breaks[one])
        for one in entrants
    }
    ordered = sorted(entrants, key=lambda one: merit[one], reverse=True)
    places = {one: 1 + sum(merit[other] > merit[one] for other in entrants) for one in entrants}
    return tuple(
        Standing(
            places[one],
            one,
            points[one],
            breaks[one],
            *(tallies[one][how] for how in ("won", "drawn", "lost")),
        )
        for one in ordered
    )


def _sides(meeting: Meeting) -> list[tuple[str, float, float]]:
    """Who scored what, and the other."""
    first, second = meeting.points
    sides = [(meeting.first, first, second), (meeting.second, second, first)]
    return [side for side in sides if side[0] != BYE]

"""What follows a match: a rematch, or the next match of a series in which each seat begins once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from random import Random
from typing import Final

from marbles_tui.core import Game
from marbles_tui.play.adaptive import Adapted, adapts
from marbles_tui.play.match import GOAL, Match, Seat

DRAWN: Final = "Drawn"
"""The tag that keeps the name of a start that was left to chance."""

SERIES: Final = "Series"
"""The tag that numbers the matches of a series: `1/2`."""

SEASON: Final = "Season"
"""The tag that numbers a season and the match in it: `2/7`."""

TOURNAMENT: Final = "Tournament"
"""The tag that says which tournament a match belongs to, and what was decided before it."""

ROUND: Final = "Round"
"""The tag that numbers its round."""

SCORE: Final = "Score"
"""The tag that keeps what the seats, as they sit in this match, had scored before it: `1-0`."""

SEED: Final = "Seed"
"""The tag that keeps what the match's dice are drawn from."""

LONGEST_SEED: Final = 20

ROOM: Final = "Room"
"""The tag that names the room of a house in which the match was played, between accounts."""

ANALYSIS: Final = "Analysis"
"""The tag that older records have of a rated match that was analysed while it was played; it counts all the same."""

RATED: Final = "Rated"
"""The tag that says `no` of a match that counts for no rating: a person has taken help, or see CHANGED."""

CHANGED: Final = "Changed"
"""The tag that says what else keeps a match from counting: NEW_PLAYERS, NEW_START, OWN_POSITION, PASTED, SHORT or
TAKEN_BACK."""

NEW_PLAYERS: Final = "players"
"""Others sat down in the middle of the match."""

NEW_START: Final = "start"
"""The match goes on from the middle of another one."""

OWN_POSITION: Final = "position"
"""The match began at a position that somebody typed."""

PASTED: Final = "paste"
"""The match goes on from moves that somebody pasted."""

SHORT: Final = "short"
"""The match is shorter than the game usually is."""

TAKEN_BACK: Final = "undo"
"""A move against a computer was taken back."""

MOST_IN_SERIES: Final = 9

BEST: Final = "BestOf"
"""The tag of a series that ends when nobody else can win it any more."""

TIME_LEFT: Final = "TimeLeft"
"""The tag with the seconds that each seat had left when the match was kept, "-" for all there is."""

OWN: Final = tuple(
    tag.lower()
    for tag in (
        *(DRAWN, SEASON, TOURNAMENT, ROUND, SERIES, SCORE, SEED),
        *(ROOM, ANALYSIS, RATED, CHANGED, TIME_LEFT, BEST),
    )
)
"""Tags, in lower case, that a rematch does not take over as they are."""


def arrange(
    game: Game,
    *,
    setup: str | None,
    options: Mapping[str, str],
    seats: Sequence[Seat],
    date: str,
    random: Random,
    series: bool = False,
    best: int = 0,
    tags: Sequence[tuple[str, str]] = (),
) -> Match:
    """A new match, with the tags that the matches after it will need; `best`: the first of a series of so many, which
    ends when it is decided. Raises as `Match.new`."""
    match = Match.new(game, setup=setup, options=options, seats=seats, date=date, random=random)
    own = [(SEED, str(random.randrange(1 << 32)))]
    name = game.named(setup)
    if name and match.setup not in (None, name):
        own.append((DRAWN, name))
    if why := unrated_start(game, setup, options):
        own += [(RATED, "no"), (CHANGED, why)]
    if series:
        own += [(SERIES, f"1/{best or len(match.seats)}"), (SCORE, "-".join("0" for _ in match.seats))]
        own += [(BEST, str(best))] if best else []
    return replace(match, tags=(*own, *tags))


def unrated_start(game: Game, setup: str | None, options: Mapping[str, str]) -> str:
    """Why a match that begins so counts for no rating: OWN_POSITION, SHORT, or "" where it does.

    Raises BadOption.
    """
    if setup and setup not in game.setups and not game.board_files:
        return OWN_POSITION
    chosen = game.choose(options)
    short = any(
        option.least_rated is not None and int(chosen[option.name]) < option.least_rated
        for option in game.options
    )
    return SHORT if short else ""


def seed_of(match: Match) -> int:
    """What the match's dice are drawn from, 0 where it does not say."""
    seed = match.tag(SEED)
    return int(seed) if seed.isascii() and seed.isdigit() and len(seed) <= LONGEST_SEED else 0


def seats_after(match: Match, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats of the next game after a finished one of two: a computer that adapts has done so."""
    if match.result is None or len(match.seats) != 2:
        return tuple(seats)
    players = {
        seat.player: f"computer {Adapted.read(seat.computer).after(score)}"
        for seat, score in zip(match.seats, reversed(match.result.scores), strict=True)
        if seat.computer is not None and adapts(seat.computer)
    }
    return tuple(seat._replace(player=players.get(seat.player, seat.player)) for seat in seats)


def rematch(match: Match, *, date: str, random: Random, swap: bool = False) -> Match:
    """The same match from its start, the seats moved round by one if `swap`; a start that was left to chance
    is drawn anew, and a computer that adapts has done so. A series begins anew."""
    seats = seats_after(match, _moved_round(match) if swap else match.seats)
    return arrange(
        match.game,
        setup=match.tag(DRAWN) or match.setup,
        options=match.options,
        seats=seats,
        date=date,
        random=random,
        series=bool(match.tag(SERIES)),
        best=best_of(match),
        tags=[(name, value) for name, value in match.tags if name.lower() not in OWN],
    )


def play_on_from(match: Match, seats: Sequence[Seat], *, date: str, random: Random) -> Match:
    """A match of its own that begins with the moves of another, between these seats; it belongs to no series,
    has dice of its own, and an end that was agreed or given up is not one for it."""
    kept = [(name, value) for name, value in match.tags if name.lower() not in (*OWN, GOAL.lower())]
    tags = (*kept, (SEED, str(random.randrange(1 << 32))))
    return replace(match.back(0).without_undone(), seats=tuple(seats), date=date, tags=tags)


def score(match: Match) -> tuple[float, ...]:
    """What the seats of this match have scored in its series, this match included if it is over."""
    words = match.tag(SCORE).split("-")
    before = [float(word) if word.replace(".", "", 1).isdigit() else 0.0 for word in words]
    before = before if len(before) == len(match.seats) else [0.0] * len(match.seats)
    won = match.result.scores if match.result else (0.0,) * len(match.seats)
    return tuple(old + new for old, new in zip(before, won, strict=True))


def place_in_series(match: Match) -> tuple[int, int]:
    """Which match of how many this is; (1, 1) where it belongs to no series."""
    number, _, count = match.tag(SERIES).partition("/")
    if number.isdigit() and count.isdigit() and 1 <= int(number) <= int(count) <= MOST_IN_SERIES:
        return int(number), int(count)
    return 1, 1


def best_of(match: Match) -> int:
    """Of how many matches the best score wins; 0 where all of a series are played."""
    best = match.tag(BEST)
    return int(best) if best.isdigit() and 1 <= int(best[:2]) <= MOST_IN_SERIES else 0


def follows_in_series(match: Match) -> int:
    """The number of the match that follows in a series; 0 after the last one, or once it is decided."""
    number, count = place_in_series(match)
    decided = best_of(match) > 0 and max(score(match)) > best_of(match) / 2
    return 0 if number == count or decided else number + 1


def next_in_series(match: Match, *, date: str, random: Random) -> Match | None:
    """The next match of the series with the seats moved round by one, from the very same start; None after the
    last one, or before this one is over."""
    number, count = follows_in_series(match), place_in_series(match)[1]
    if not (number and match.result):
        return None
    had = score(match)
    moved = (*had[1:], had[0])
    renewed = [SERIES.lower(), SCORE.lower(), ANALYSIS.lower(), TIME_LEFT.lower()]
    renewed += [RATED.lower()] if match.tag(CHANGED) not in (OWN_POSITION, SHORT) else []
    kept = [(name, value) for name, value in match.tags if name.lower() not in renewed]
    tags = [*kept, (SERIES, f"{number}/{count}"), (SCORE, "-".join(f"{points:g}" for points in moved))]
    return Match.new(
        match.game,
        setup=match.setup,
        options=match.options,
        seats=_moved_round(match),
        date=date,
        tags=tags,
        random=random,
    )


def _moved_round(match: Match) -> tuple[Seat, ...]:
    """The seats moved round by one; who has no name keeps the one they went by."""
    first, *others = named_by_place(match.seats)
    return (*others, first)


def named_by_place(seats: Sequence[Seat]) -> list[Seat]:
    """Seats whose people are called Player 1 and so on where they have no name."""
    return [
        seat if seat.name or seat.level else seat._replace(name=f"Player {number}")
        for number, seat in enumerate(seats, 1)
    ]


def told_apart(seats: Sequence[Seat]) -> list[Seat]:
    """The seats, with a number behind a name that another seat before has too: "Novice", "Novice 2"."""
    apart: list[Seat] = []
    for seat in seats:
        taken = {earlier.name for earlier in apart if earlier.name}
        names = chain([seat.name], (f"{seat.name} {number}" for number in count(2)))
        apart.append(seat._replace(name=next(name for name in names if name not in taken)))
    return apart

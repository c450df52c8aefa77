"""Computers playing one another, game after game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.levels import find_level
from marbles_tui.core import BadOption, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import TERMINATION
from marbles_tui.table.external import External
from marbles_tui.table.loop import complete
from marbles_tui.table.players import Dice, Engine, Here
from marbles_tui.table.session import Session

LONGEST: Final = 400
"""After so many plies a game without a winner counts as drawn."""

AHEAD: Final = 3
"""Games that wait in an executor for each one that is being played there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """How games of a tournament are played. `random_plies` are drawn by chance at the start of each game, the
    same for everybody's turn to begin; after `longest` plies a game is drawn; `seconds` bound each move."""

    setup: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    random_plies: int = 0
    longest: int = LONGEST
    seconds: float | None = None
    engines: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Programs that play beside the levels: what they are called here, and their commands."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a tournament, as values that can be sent to another process or machine."""

    game: str
    levels: tuple[str, ...]
    """Seat by seat."""

    number: int
    round: int
    """Bouts of one round have the same start and the same dice."""

    terms: Conditions


def play_bout(bout: Pairing) -> str:
    """The record of the finished game; a function of its bout alone for levels that know no clock."""
    return str(complete(_played(bout)))


async def _played(bout: Pairing) -> Match:
    game = next(game for game in GAMES if game.key == bout.game)
    terms = bout.terms
    draws = Random(f"{terms.seed}/{bout.round}")
    match = Match.new(
        game,
        setup=terms.setup,
        options=dict(terms.options),
        seats=[Seat("", f"computer {key}") for key in bout.levels],
        random=draws,
    )
    while match.result is None and match.plies < min(terms.random_plies, terms.longest):
        match, _ = match.play(draws.choice(match.position.moves()))
    limit = Limit(seconds=terms.seconds) if terms.seconds else None
    seed = Random(f"{terms.seed}/{bout.number}/minds").randrange(1 << 32)
    commands = dict(terms.engines)
    players = [
        External(commands[level], limit=limit)
        if level in commands
        else Engine(level, Here(), limit=limit, seed=seed)
        for level in bout.levels
    ]
    dice = Dice(draws.randrange(1 << 32))
    session = Session(match, players, dice=dice, stop=lambda match: match.plies >= terms.longest)
    try:
        match = await session.finish()
    finally:
        for player in players:
            if isinstance(player, External):
                await player.close()
    for level, player in zip(bout.levels, players, strict=True):
        if isinstance(player, External) and player.fault:
            match = replace(match, tags=(*match.tags, (TERMINATION, f"{level} loses: {player.fault}")))
    return match if match.result else match.agree()


def bouts(game: Game, levels: Sequence[str], games: int, terms: Conditions) -> Iterator[Pairing]:
    """The games of a tournament. As many levels as a table has seats sit down together, and move round by one
    from game to game, so that each begins equally often; more play every pair, `games` each.

    Raises BadOption for an unknown level or a number of levels that makes no table.
    """
    known = dict(terms.engines)
    keys = [level if level in known else find_level(game, level).key for level in levels]
    most = game.seats.stop - 1
    if len(keys) in game.seats:
        tables = [tuple(keys)]
    elif len(keys) > most >= 2 and 2 in game.seats:
        tables = list(combinations(keys, 2))
    else:
        least = game.seats.start
        takes = f"{least}" if least == most else f"{least} to {most}"
        given = "1 level is" if len(keys) == 1 else f"{len(keys)} levels are"
        raise BadOption(f"{game.key} is played by {takes}: {given} given")
    for at, table in enumerate(tables):
        for number in range(games):
            round_, turned = divmod(number, len(table))
            seated = (*table[turned:], *table[:turned])
            yield Pairing(game.key, seated, at * games + number, round_, terms)


def play_all(
    planned: Iterator[Pairing], executor: Executor | None = None, workers: int = 1
) -> Iterator[tuple[Pairing, str]]:
    """Each bout with its record, as they end: here, one after another, or in an executor with so many workers,
    which is kept busy without being given more than it needs."""
    if executor is None:
        for bout in planned:
            yield bout, play_bout(bout)
        return
    waiting: dict[Future[str], Pairing] = {}
    try:
        while True:
            while len(waiting) < AHEAD * workers and (another := next(planned, None)):
                waiting[executor.submit(play_bout, another)] = another
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda future: waiting[future].number):
                bout = waiting.pop(future)
                yield bout, future.result()
    finally:
        for future in waiting:
            future.cancel()

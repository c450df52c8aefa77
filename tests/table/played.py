"""Whole tournaments for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from marbles_tui.ai.levels import find_level
from marbles_tui.core import Game
from marbles_tui.play import Match, read_match
from marbles_tui.play.tally import Tally
from marbles_tui.table.bouts import Conditions, bouts, play_all


def tournament(
    game: Game,
    levels: Sequence[str],
    games: int,
    seed: int = 0,
    setup: str | None = None,
    options: Mapping[str, str] | None = None,
) -> Iterator[Match]:
    """The finished matches, one after another. Levels are given seat by seat; from game to game they move
    round by one, so that each begins equally often. What chance draws, the start included, is drawn anew
    only when everybody has had every seat.

    Raises BadOption for an unknown level or a number of seats that the game does not take, and as
    `Match.new`.
    """
    terms = Conditions(setup=setup, options=tuple((options or {}).items()), seed=seed)
    for _, record in play_all(bouts(game, levels, games, terms)):
        yield read_match(record, (game,), game).whole()


def play_games(
    game: Game,
    levels: Sequence[str],
    games: int,
    seed: int = 0,
    setup: str | None = None,
    options: Mapping[str, str] | None = None,
    done: Callable[[], object] = lambda: None,
) -> Tally:
    """The tally of a whole tournament; `done` is called after each game. Raises as `tournament`."""
    tally = Tally(tuple(find_level(game, level).key for level in levels))
    for match in tournament(game, levels, games, seed, setup, options):
        tally.add(match)
        done()
    return tally

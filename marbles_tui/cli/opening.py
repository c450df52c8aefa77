"""Where `perft` and `think` begin: a setup, a position, or the end of a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import click

from marbles_tui.cli.failure import WRONG_USAGE, Failure
from marbles_tui.cli.game_command import rule_option, setup_option
from marbles_tui.cli.source import read_text
from marbles_tui.core import BadSetup, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match

F = TypeVar("F", bound=Callable[..., int])


class RandomStart(BadSetup):
    """Chance would draw a start that the user should have named."""


class NoChance:
    """Stands where chance would draw a start."""

    def randrange(self, stop: int, /) -> int:
        """Raises RandomStart."""
        del stop
        raise RandomStart


def opening_options(command: F) -> F:
    """The command-line options that name an opening."""
    for option in (
        rule_option(),
        click.option(
            "--record", metavar="FILE", help="Begin where this record ends ('-' for standard input)."
        ),
        click.option("--position", metavar="TEXT", help="Begin at this position text."),
        setup_option("Begin at a named start or a position text."),
    ):
        command = option(command)
    return command


def open_match(
    game: Game, setup: str | None, position: str | None, record: str | None, options: Mapping[str, str]
) -> Match:
    """The match that stands at an opening.

    Raises Failure, BadSetup, BadPosition, BadOption or BadRecord.
    """
    if sum(given is not None for given in (setup, position, record)) > 1:
        raise Failure("give only one of --setup, --position and --record", WRONG_USAGE)
    if record is not None:
        match = read_match(read_text(record), GAMES, game, None, options).whole()
        if match.game is not game:
            raise Failure(f"the record is of {match.game.key}, not of {game.key}")
        return match
    if position is not None:
        if not game.has_text:
            raise Failure(f"a position of {game.key} has no text: expected --setup or --record", WRONG_USAGE)
        game.choose(options)
        game.read(position)
        setup = position
    try:
        return Match.new(game, setup=setup, options=options, random=NoChance())
    except RandomStart:
        fixed = next((f"--setup {name}, " for name in game.setups if _is_fixed(game, name, options)), "")
        raise BadSetup(f"this start is random: try {fixed}--position TEXT or --record FILE") from None


def _is_fixed(game: Game, setup: str, options: Mapping[str, str]) -> bool:
    """Whether chance has no part in a setup."""
    try:
        Match.new(game, setup=setup, options=options, random=NoChance())
    except RandomStart:
        return False
    return True

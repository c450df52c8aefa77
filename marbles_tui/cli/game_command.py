"""A command that takes a game: what it takes beside it, and a help that lists levels, starts and options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from marbles_tui.cli import completion
from marbles_tui.core import Game, Option
from marbles_tui.games import GAMES

FEW: Final = 6
"""An option with more values than these is shown by its range."""


F = TypeVar("F", bound=Callable[..., Any])


def game_option(about: str) -> Callable[[F], F]:
    """`--game`, given as `key`, completed with the games; `about` is its help."""
    return click.option("--game", "key", metavar="GAME", shell_complete=completion.games, help=about)


def setup_option(about: str) -> Callable[[F], F]:
    """`--setup`, completed with the game's starts; `about` is its help."""
    return click.option("--setup", metavar="NAME", shell_complete=completion.setups, help=about)


def rule_option(about: str = "An option of the game, as listed below.") -> Callable[[F], F]:
    """`--option`, as often as one likes, completed with the game's rules; `about` is its help."""
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        shell_complete=completion.options,
        help=about,
    )


class GameCommand(click.Command):
    """Ends its help with what can be named for each game."""

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each game."""
        super().format_epilog(context, formatter)
        for game in GAMES:
            with formatter.section(f"{game.key} ({game.title})"):
                formatter.write_dl(_rows(game))


def _rows(game: Game) -> list[tuple[str, str]]:
    # Imported only where it is asked for: search takes a while to load.
    from marbles_tui.ai.levels import known_levels

    rows = [
        ("levels", ", ".join(level.key for level in known_levels(game))),
        ("starts", ", ".join(game.setups)),
        *((f"{option.name}={_values(option)}", option.text) for option in game.options),
    ]
    return [row for row in rows if row[1]]


def _values(option: Option) -> str:
    values = [str(value) for value in option.values]
    if len(values) <= FEW:
        return "|".join(values)
    return f"{values[0]}-{values[-1]}"

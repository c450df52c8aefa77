"""`marbles-tui completion`: what a shell needs to complete games, levels, starts and options."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from marbles_tui.cli import COMPLETE
from marbles_tui.cli.output import put
from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.play import HUMAN
from marbles_tui.store.files import data_folder

PROGRAM: Final = "marbles-tui"
SHELLS: Final = ("bash", "zsh", "fish")

FEW: Final = 20
"""An option with more values than these is completed without them."""

MOST: Final = 500
"""Saved games that are proposed."""

PATIENCE: Final = 0.3
"""Seconds to wait for another program that is saving."""

SAVED: Final = "deleted = ''"
UNFINISHED: Final = f"{SAVED} AND finished = 0 AND plies > 0"
DELETED: Final = "deleted != '' AND plies > 0"


def answer_shell(commands: click.Group) -> int | None:
    """The exit status of a completion, if a shell asks for one; None if it does not."""
    instruction = os.environ.get(COMPLETE)
    return shell_complete(commands, {}, PROGRAM, COMPLETE, instruction) if instruction else None


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """Print the script that lets SHELL complete commands, games, levels, starts and options.

    \b
    bash   eval "$(marbles-tui completion bash)"    in ~/.bashrc
    zsh    eval "$(marbles-tui completion zsh)"     in ~/.zshrc
    fish   marbles-tui completion fish > ~/.config/fish/completions/marbles-tui.fish
    """
    script = get_completion_class(shell)
    assert script  # one of SHELLS
    # The class's constructor wants the command; its script needs the names alone.
    put(script(click.Command(PROGRAM), {}, PROGRAM, COMPLETE).source())
    return 0


def games(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The games whose keys begin so."""
    del context, parameter
    return _beginning((game.key for game in GAMES), begun)


def levels(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The levels of the game that was named."""
    del parameter
    return _beginning((key for game in _named(context) for key in _levels(game)), begun)


def seats(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """`N=human` and `N=LEVEL` for the game that was named."""
    del parameter
    pairs = (
        f"{number}={player}"
        for game in _named(context)
        for number in range(1, game.seats.stop)
        for player in (HUMAN, *_levels(game))
    )
    return _beginning(pairs, begun)


def setups(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The named starts of the game that was named."""
    del parameter
    return _beginning((name for game in _named(context) for name in game.setups), begun)


def options(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """`NAME=VALUE` for the game that was named; `NAME=` where there are many values."""
    del parameter
    pairs = (
        f"{option.name}={value}"
        for game in _named(context)
        for option in game.options
        for value in (option.values if len(option.values) <= FEW else ("",))
    )
    return _beginning(pairs, begun)


def puzzle_ids(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The puzzles that come with the games; as long as no game is named, the games' parts of their ids."""
    del context, parameter
    # Imported only where it is asked for: all puzzles take a while to read.
    from marbles_tui.play.puzzles.puzzle import shipped, with_puzzles

    keys = [f"{game.key}-" for game in with_puzzles(GAMES)]
    if not any(begun.lower().startswith(key) for key in keys):
        return _beginning(keys, begun)
    return _beginning((puzzle.id for game in GAMES for puzzle in shipped(game)), begun)


def saved_games(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The numbers of saved games, latest first, and who plays."""
    del parameter
    return _numbers(DELETED if context.info_name == "restore" else SAVED, begun)


def unfinished_games(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The same of those that can be continued."""
    del context, parameter
    return _numbers(UNFINISHED, begun)


def _numbers(which: str, begun: str) -> list[CompletionItem]:
    from marbles_tui.store.matches import FILE, MatchStore

    if not (data_folder() / FILE).exists():
        return []  # looking makes no library
    store = MatchStore.open(patience=PATIENCE)
    rows = store.read(
        f"SELECT id, game, players FROM match WHERE {which} ORDER BY changed DESC, id DESC LIMIT {MOST}"
    )
    store.close()
    return [
        CompletionItem(str(number), help=sanitize_line(f"{game}: {players}", 60))
        for number, game, players in rows
        if str(number).startswith(begun)
    ]


def _named(context: click.Context) -> list[Game]:
    """The game that the command line names; all of them as long as it names none."""
    # An option whose value is being typed keeps click from naming the words around it.
    words = (context.params.get("game"), context.params.get("key"), *context.args)
    named = {str(word).lower() for word in words if word}
    return [game for game in GAMES if game.key in named] or list(GAMES)


def _levels(game: Game) -> list[str]:
    # Imported only where it is asked for: search takes a while to load.
    from marbles_tui.ai.levels import known_levels

    return [level.key for level in known_levels(game)]


def _beginning(words: Iterable[str], begun: str) -> list[str]:
    return list(dict.fromkeys(word for word in words if word.startswith(begun.lower())))

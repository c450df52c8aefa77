"""Runs a command and turns whatever ends it into an exit status."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

import click
from click.shell_completion import CompletionItem

from marbles_tui import __version__
from marbles_tui.cli.arcade import launch
from marbles_tui.cli.completion import answer_shell
from marbles_tui.cli.output import (
    BAD_INPUT,
    INTERRUPTED,
    LONGEST,
    WRONG_USAGE,
    Failure,
    complain,
    error_of,
    put,
    put_json,
)
from marbles_tui.cli.streams import STDOUT, OutputFailed, silence
from marbles_tui.core.text import sanitize_line

LISTED: Final[Mapping[str, tuple[str, str]]] = {
    "play": ("play:play", "Start a game at once."),
    "resume": ("play:resume", "Continue a saved game."),
    "replay": ("replay:replay", "Check and show recorded games."),
    "explore": ("think:explore", "Show what was played from a position."),
    "post": ("post:by_post", "Play a game by letters, in mail or chat."),
    "learn": ("puzzles:learn", "First lessons, a few minutes for each game."),
    "season": ("play:season", "All games in rounds, from the weakest opponents to the strongest."),
    "today": ("puzzles:today", "Show all that is for today, and how it went."),
    "daily": ("puzzles:daily", "Solve the puzzle of the day."),
    "puzzles": ("puzzles:puzzles", "List, show, solve and check puzzles."),
    "diagram": ("replay:diagram", "Draw a position of a recorded game."),
    "perft": ("think:perft", "Count move sequences, to check the rules."),
    "think": ("think:think", "Ask the computer for a move."),
    "engine": ("think:engine", "Think for other programs, line by line."),
    "match": ("match:match", "Let computers play each other."),
    "tournament": ("match:tournament", "How the latest tournament stands."),
    "boards": ("getaway_boards:boards", "List, check, simulate and edit Getaway boards."),
    "library": ("library:library", "List, show, export, import and delete saved games."),
    "serve": ("host:serve", "Play in a web browser."),
    "host": ("host:host", "Let others play here, through ssh."),
    "completion": ("completion:completion", "Print the completion script for a shell."),
}
"""The commands: where each stands, which is loaded when it is asked for, and what it does."""


class LazyGroup(click.Group):
    """Loads the command that is named, and no other."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names."""
        return sorted(LISTED)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in LISTED:
            return None
        place, about = LISTED[cmd_name]
        module, _, name = place.partition(":")
        command: click.Command = getattr(import_module(f"marbles_tui.cli.{module}"), name)
        command.short_help = about
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help, which loads none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, LISTED[name][1]) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What a shell proposes."""
        found = [CompletionItem(name, help=about) for name, (_, about) in sorted(LISTED.items())]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(each for each in found if each.value.startswith(incomplete)), *options]


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version, and which search serves, and end."""
    if not wanted or context.resilient_parsing:
        return
    from marbles_tui.ai.native.library import search_in_words

    put(f"marbles-tui {__version__} ({search_in_words()})")
    context.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Show the version and which search is used (native or plain Python).",
)
@click.pass_context
def COMMANDS(context: click.Context) -> int:  # noqa: N802  (the list of commands, as GAMES is that of games)
    """Marble and board games for the terminal. Without a command the arcade starts."""
    return launch() if context.invoked_subcommand is None else 0


PIPE_CLOSED: Final = 141
"""As shells say it of a program whose reader went away."""


def run(arguments: Sequence[str]) -> int:
    """Run the command line `arguments` (without the program's name); the exit status.

    0 done, 1 bad input, 2 wrong usage. Never raises for what a user can do.
    """
    try:
        status = _run(list(arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        silence(sys.stdout, STDOUT)
        return PIPE_CLOSED
    except OutputFailed as error:
        silence(sys.stdout, STDOUT)
        complain(f"cannot write to standard output: {error.strerror}")
        return BAD_INPUT
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    return status


def _run(arguments: list[str]) -> int:
    if (status := answer_shell(COMMANDS)) is not None:
        return status
    as_json = "--json" in arguments
    try:
        # Not `COMMANDS.main`: it would answer Ctrl-C and a closed pipe in a way of its own.
        with COMMANDS.make_context("marbles-tui", arguments) as context:
            status = COMMANDS.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except Failure as failure:
        complain(str(failure))
        return failure.status
    except click.ClickException as error:
        message = sanitize_line(_in_one_line(error), LONGEST)
        if as_json:
            put_json({"error": error_of(message)})
        complain(message)
        return WRONG_USAGE
    return int(status or 0)


def _in_one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split()).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return message
    if isinstance(context.command, click.Group):
        if isinstance(error, click.exceptions.NoArgsIsHelpError):
            message = f"{context.info_name}: missing command"
        group = context.command
        known = LISTED if isinstance(group, LazyGroup) else group.commands
        names = dict.fromkeys((*known, *group.list_commands(context)))
        return f"{message}; the commands are {', '.join(names)}"
    return f"{message}; usage: {' '.join(context.get_usage().removeprefix('Usage: ').split())}"

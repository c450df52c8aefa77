"""Runs a command and turns whatever ends it into an exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import click

from marbles_tui import __version__
from marbles_tui.cli.arcade import STDOUT, OutputFailed, launch, silence
from marbles_tui.cli.completion import answer_shell, completion
from marbles_tui.cli.getaway_boards import boards
from marbles_tui.cli.host import host, serve
from marbles_tui.cli.library import library
from marbles_tui.cli.match import match, tournament
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
from marbles_tui.cli.play import by_post, play, resume, season
from marbles_tui.cli.puzzles import daily, learn, puzzles, today
from marbles_tui.cli.replay import diagram, replay
from marbles_tui.cli.think import engine, explore, perft, think
from marbles_tui.core.text import sanitize_line


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version, and which search serves, and end."""
    if not wanted or context.resilient_parsing:
        return
    from marbles_tui.ai.native.library import search_in_words

    put(f"marbles-tui {__version__} ({search_in_words()})")
    context.exit()


@click.group(
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


for _command in (
    play, resume, replay, explore, by_post, learn, season, today, daily, puzzles, diagram, perft, think, engine,
    match, tournament, boards, library, serve, host, completion,
):  # fmt: skip
    COMMANDS.add_command(_command)


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
        names = dict.fromkeys((*group.commands, *group.list_commands(context)))
        return f"{message}; the commands are {', '.join(names)}"
    return f"{message}; usage: {' '.join(context.get_usage().removeprefix('Usage: ').split())}"

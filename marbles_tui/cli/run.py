"""Runs a command and turns whatever ends it into an exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import click

from marbles_tui.cli.commands import COMMANDS
from marbles_tui.cli.completion import answer_shell
from marbles_tui.cli.failure import BAD_INPUT, INTERRUPTED, LONGEST, WRONG_USAGE, Failure, error_of
from marbles_tui.cli.output import complain, put_json
from marbles_tui.cli.streams import STDOUT, OutputFailed, silence
from marbles_tui.core.text import sanitize_line

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

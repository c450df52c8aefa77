"""The `host` command."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Final

import click

from marbles_tui.cli.failure import BAD_INPUT, WRONG_USAGE, Failure
from marbles_tui.cli.output import complain, put, put_json
from marbles_tui.core.text import sanitize_line
from marbles_tui.store.log import logged
from marbles_tui.store.paths import data_folder

LOG: Final = "host.log"

FRAMES: Final = "30"
"""Frames a second that a guest is shown at most."""

OWN: Final = ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "TERM")
"""What the environment tells of the terminal of whoever runs the host: nothing that holds for guests."""


class HostCommand(click.Group):
    """A command with commands of its own, whose help lists every limit."""

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The limits."""
        from marbles_tui.host.limits import described

        with formatter.section("Limits, each set with --limit NAME=NUMBER"):
            formatter.write_dl([(f"{name}={usual}", about) for name, usual, about in described()])
        super().format_epilog(context, formatter)


@click.group(cls=HostCommand, invoke_without_command=True, short_help="Let others play here, through ssh.")
@click.option(
    "--bind",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen on: 0.0.0.0 or :: for all of this machine's.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=2222,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Folder of the accounts, their games, the key and the log.  [default: `host` beside your own games]",
)
@click.option("--max-guests", type=click.IntRange(1, 10_000), metavar="N", help="As --limit guests=N.")
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Set one of the limits below.")
@click.option("--json", "as_json", is_flag=True, help="Write events as JSON, one a line.")
@click.pass_context
def host(
    context: click.Context,
    bind: str,
    port: int,
    data: str | None,
    max_guests: int | None,
    limits: tuple[str, ...],
    as_json: bool,
) -> int:
    """Open the arcade to others: each plays in a terminal of their own, through ssh.

    Only this machine is reached, unless --bind says otherwise. Whoever comes with a key has an account, whoever
    comes without one is a guest for a visit. SIGTERM and Ctrl-C close the host when all games are saved.
    """
    folder = Path(data).expanduser() if data else data_folder() / "host"
    if context.invoked_subcommand:
        context.obj = folder
        return 0
    forget_own_terminal()
    try:
        # Imported only now: this takes the extra `host`.
        from marbles_tui.host.events import Events
        from marbles_tui.host.limits import Limits, changed
        from marbles_tui.host.server import is_local, serve
    except ModuleNotFoundError as error:
        raise Failure(f"host needs {error.name}: pip install 'marbles-tui[host]'") from error
    try:
        held = changed(Limits(), (*limits, *([f"guests={max_guests}"] if max_guests else [])))
    except ValueError as error:
        raise Failure(str(error), WRONG_USAGE) from error
    if not is_local(bind):
        complain(f"anyone who reaches {sanitize_line(bind, 100)} may come in")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with logged(folder / LOG):
            events = Events(put, put_json if as_json else None)
            saved = asyncio.run(serve(folder.resolve(), bind, port, held, events))
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or str(error)
        raise Failure(f"cannot be host at {bind}, port {port}: {told}", BAD_INPUT) from error
    return 0 if saved else 1


def forget_own_terminal() -> None:
    """Forget what the environment tells of this terminal, before anything reads it."""
    for name in [name for name in os.environ if name in OWN or name.startswith("TEXTUAL")]:
        del os.environ[name]
    os.environ["TEXTUAL_FPS"] = FRAMES

"""All commands of the command line."""

from __future__ import annotations

import click

from marbles_tui import __version__
from marbles_tui.cli.arcade import launch
from marbles_tui.cli.completion import completion
from marbles_tui.cli.daily import daily, today
from marbles_tui.cli.diagram import diagram
from marbles_tui.cli.engine import engine
from marbles_tui.cli.explore import explore
from marbles_tui.cli.getaway_boards import boards
from marbles_tui.cli.host import host
from marbles_tui.cli.learn import learn
from marbles_tui.cli.library import library
from marbles_tui.cli.match import match
from marbles_tui.cli.output import put
from marbles_tui.cli.perft import perft
from marbles_tui.cli.play import play
from marbles_tui.cli.post import by_post
from marbles_tui.cli.puzzles import puzzles
from marbles_tui.cli.replay import replay
from marbles_tui.cli.resume import resume
from marbles_tui.cli.season import season
from marbles_tui.cli.serve import serve
from marbles_tui.cli.think import think
from marbles_tui.cli.tournament import tournament


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

"""`marbles-tui play`: straight to a table."""

from __future__ import annotations

import click

from marbles_tui.cli import completion
from marbles_tui.cli.arcade import launch
from marbles_tui.cli.arguments import (
    GameCommand,
    find_game,
    find_setup,
    rule_option,
    seat_players,
    setup_option,
    split_options,
)
from marbles_tui.cli.output import naming_errors
from marbles_tui.play import Match


@click.command(cls=GameCommand)
@click.argument("game", shell_complete=completion.games)
@setup_option("A named start, a position text, or a board file.")
@rule_option()
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="N=human|LEVEL",
    shell_complete=completion.seats,
    help="Who plays as player N: human or a computer level.",
)
@click.option("--text", "as_text", is_flag=True, help="Play in plain lines of text, without a full screen.")
def play(
    game: str, setup: str | None, options: tuple[str, ...], seats: tuple[str, ...], as_text: bool
) -> int:
    """Start playing GAME at once, without the menu."""
    with naming_errors():
        found = find_game(game)
        given = split_options(options)
        setup = find_setup(found, setup)
        players = seat_players(found, seats, given)
        Match.new(found, setup=setup, options=given, seats=players)
    return launch(text=as_text, table=(found, setup, given, players))


@click.command()
@click.argument(
    "match", metavar="[ID]", required=False, default="", shell_complete=completion.unfinished_games
)
@click.option("--text", "as_text", is_flag=True, help="Play in plain lines of text, without a full screen.")
def resume(match: str, as_text: bool) -> int:
    """Continue the game with this ID (`library list` shows them), or else the last unfinished one, or the next of
    the series played last."""
    return launch(text=as_text, resume=match)


@click.command()
@click.option("--text", "as_text", is_flag=True, help="Play its next game in plain lines of text.")
@click.option("--list", "listed", is_flag=True, help="Show the table, and play nothing.")
@click.option("--json", "as_json", is_flag=True, help="The table as one JSON object.")
def season(as_text: bool, listed: bool, as_json: bool) -> int:
    """Play a season: five rounds of a game of each, against stronger opponents in each round."""
    if not (listed or as_json):
        return launch(text=as_text, season=True)
    # Imported only now: the search takes a while to load.
    from marbles_tui.cli.text import show_season

    return show_season(as_json)

"""`marbles-tui play`: straight to a table."""

from __future__ import annotations

import click

from marbles_tui.cli import completion
from marbles_tui.cli.arcade import launch
from marbles_tui.cli.failure import naming_errors
from marbles_tui.cli.game_command import GameCommand, rule_option, setup_option
from marbles_tui.cli.naming import find_game, find_setup, seat_players, split_options
from marbles_tui.cli.output import own_settings
from marbles_tui.play import Match


@click.command(cls=GameCommand, short_help="Start a game at once.")
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
    if as_text:
        # Imported only now: the search takes a while to load.
        from marbles_tui.cli.text import play_as_text
        from marbles_tui.table.start import new_table

        name = own_settings().name
        return play_as_text(lambda _: new_table(found, setup, given, players, name=name))
    return launch(table=(found, setup, given, players))

"""`marbles-tui diagram`: a position of a recorded game as a picture."""

from __future__ import annotations

import click

from marbles_tui.cli.failure import naming_errors
from marbles_tui.cli.game_command import GameCommand, game_option, rule_option, setup_option
from marbles_tui.cli.naming import find_game, split_options
from marbles_tui.cli.output import put
from marbles_tui.cli.report import at_ply, show
from marbles_tui.cli.source import force_option, read_text, write_out
from marbles_tui.games import GAMES
from marbles_tui.play import read_match


@click.command(cls=GameCommand, short_help="Draw a position of a recorded game.")
@click.argument("file")
@game_option("The game, if the record does not name it.")
@setup_option("The start, if the record does not name it.")
@rule_option("An option, if the record does not name it.")
@click.option(
    "--ply", type=click.IntRange(0), help="Draw the position after this many moves (default: the last)."
)
@click.option("--svg", metavar="FILE", help="Write an SVG picture to this file ('-' for standard output).")
@force_option
def diagram(
    file: str,
    key: str | None,
    setup: str | None,
    options: tuple[str, ...],
    ply: int | None,
    svg: str | None,
    force: bool,
) -> int:
    """Draw where the game record in FILE ('-' for standard input) ends, in letters or as a picture."""
    with naming_errors():
        game = find_game(key) if key is not None else None
        match = read_match(read_text(file), GAMES, game, setup, split_options(options)).whole()
        if ply is not None:
            match = at_ply(match, ply)
        if svg is None:
            put(show(match))
        else:
            write_out(svg, match.svg(), force)
    return 0

"""`marbles-tui resume`: back to a match that was left."""

from __future__ import annotations

import click

from marbles_tui.cli import completion
from marbles_tui.cli.arcade import launch
from marbles_tui.games import GAMES


@click.command(short_help="Continue a saved game.")
@click.argument(
    "match", metavar="[ID]", required=False, default="", shell_complete=completion.unfinished_games
)
@click.option("--text", "as_text", is_flag=True, help="Play in plain lines of text, without a full screen.")
def resume(match: str, as_text: bool) -> int:
    """Continue the game with this ID (`library list` shows them), or else the last unfinished one."""
    if as_text:
        # Imported only now: the search takes a while to load.
        from marbles_tui.cli.text import play_as_text
        from marbles_tui.table.start import saved_match

        return play_as_text(lambda store: saved_match(store, GAMES, match))
    return launch(resume=match)

"""`marbles-tui resume`: back to a match that was left."""

from __future__ import annotations

import click

from marbles_tui.cli.arcade import launch
from marbles_tui.games import GAMES


@click.command()
@click.argument("match", metavar="[ID]", required=False, default="")
@click.option("--text", "as_text", is_flag=True, help="Go on as plain lines, without a screen.")
def resume(match: str, as_text: bool) -> int:
    """Go on with the match ID, or with the last unfinished one."""
    if as_text:
        # Imported only now: the search takes a while to load.
        from marbles_tui.cli.text import play_as_text
        from marbles_tui.table.start import saved_match

        return play_as_text(lambda store: saved_match(store, GAMES, match))
    return launch(resume=match)

"""`marbles-tui resume`: back to a match that was left."""

from __future__ import annotations

import click

from marbles_tui.cli.arcade import launch


@click.command()
@click.argument("match", metavar="[ID]", required=False, default="")
def resume(match: str) -> int:
    """Go on with the match ID, or with the last unfinished one."""
    return launch(resume=match)

"""`marbles-tui think`: what the computer would play, and why it is content with it."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final

import click

from marbles_tui.cli import completion
from marbles_tui.cli.failure import WRONG_USAGE, Failure, answering
from marbles_tui.cli.game_command import GameCommand
from marbles_tui.cli.naming import find_game, level_key, split_options
from marbles_tui.cli.opening import open_match, opening_options
from marbles_tui.cli.output import put
from marbles_tui.core import CHANCE
from marbles_tui.core.text import plural
from marbles_tui.play import Match

if TYPE_CHECKING:
    from marbles_tui.ai.analysis import Analysis

USUAL_SECONDS: Final = 3.0
"""How long it thinks where neither a limit nor a level is given."""


@click.command(cls=GameCommand, short_help="Ask the computer for a move.")
@click.argument("game", shell_complete=completion.games)
@opening_options
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), help="Think for at most this many seconds."
)
@click.option(
    "--nodes",
    type=click.IntRange(1),
    help="Look at no more than this many positions: the same answer on every machine.",
)
@click.option(
    "--level",
    metavar="LEVEL",
    shell_complete=completion.levels,
    help="Think as this level does (default: the strongest).",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def think(
    game: str,
    setup: str | None,
    position: str | None,
    record: str | None,
    options: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    level: str | None,
    as_json: bool,
) -> int:
    """Ask the computer for the best move in a position of GAME."""
    from marbles_tui.ai.budget import Limit
    from marbles_tui.ai.think import think as think_about

    answer: dict[str, Any] = dict.fromkeys(
        ("move", "value", "wins_in", "loses_in", "depth", "nodes", "seconds", "native", "why_plain", "line")
    )
    with answering(answer, as_json):
        if seconds is not None and not isfinite(seconds):
            raise Failure(f"--seconds takes a number of seconds, not {seconds}", WRONG_USAGE)
        found = find_game(game)
        name = None if level is None else level_key(found, level)
        match = open_match(found, setup, position, record, split_options(options))
        _check_running(match)
        limit = Limit(seconds=seconds, nodes=nodes) if seconds or nodes else None
        if limit is None and name is None:
            limit = Limit(seconds=USUAL_SECONDS)
        thought = think_about(found, str(match), name, limit)
        why = "" if thought.native else _why_plain()
        answer |= {
            "move": thought.move,
            "value": thought.value,
            "wins_in": thought.wins_in,
            "loses_in": thought.loses_in,
            "depth": thought.depth,
            "nodes": thought.nodes,
            "seconds": round(thought.seconds, 6),
            "native": thought.native,
            "why_plain": why or None,
            "line": list(thought.pv),
        }
        if not as_json:
            put(_in_words(thought, why))
    return 0


def _check_running(match: Match) -> None:
    if match.result:
        raise Failure(f"the game is over ({match.result.reason}): there is nothing to think about")
    if match.turn == CHANCE:
        raise Failure("the dice decide here: there is nothing to think about")


def _why_plain() -> str:
    """Why the search in C has not looked."""
    from marbles_tui.ai.native.library import why_not_native  # not for the other commands

    return why_not_native() or "this move took no native search"


def _in_words(thought: Analysis, why: str) -> str:
    value = thought.words() if thought.proved else f"value {thought.value:+.2f}"
    work = f"depth {thought.depth}, {plural(thought.nodes, 'position')} in {thought.seconds:.2f} s"
    work += f" (plain Python search: {why})" if why else " (native search)"
    return f"{thought.move}  {value}\nline: {' '.join(thought.pv)}\n{work}"

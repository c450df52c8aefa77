"""`marbles-tui perft`: how many sequences of plies there are."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import click

from marbles_tui.cli import completion
from marbles_tui.cli.failure import answering
from marbles_tui.cli.game_command import GameCommand
from marbles_tui.cli.naming import find_game, split_options
from marbles_tui.cli.opening import open_match, opening_options
from marbles_tui.cli.output import put
from marbles_tui.core.text import plural
from marbles_tui.play.perft import divide as divide_perft
from marbles_tui.play.perft import perft as count_perft


@click.command(cls=GameCommand, short_help="Count move sequences, to check the rules.")
@click.argument("game", shell_complete=completion.games)
@click.argument("depth", type=click.IntRange(0, 99))
@opening_options
@click.option("--divide", is_flag=True, help="List the count for each first move.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft(
    game: str,
    depth: int,
    setup: str | None,
    position: str | None,
    record: str | None,
    options: tuple[str, ...],
    divide: bool,
    as_json: bool,
) -> int:
    """Count the sequences of exactly DEPTH plies (single moves) in GAME, as programs compare their rules."""
    answer: dict[str, Any] = {"game": game, "depth": depth, "count": None, "seconds": None}
    with answering(answer, as_json):
        found = find_game(game)
        answer["game"] = found.key
        match = open_match(found, setup, position, record, split_options(options))
        began = perf_counter()
        # A match that was resigned or drawn has no continuation, whatever its position allows.
        over = match.result is not None
        moves = divide_perft(match.position, depth) if divide and not over else {}
        if over:
            answer["count"] = int(depth == 0)
        else:
            answer["count"] = sum(moves.values()) if moves else count_perft(match.position, depth)
        answer["seconds"] = round(perf_counter() - began, 6)
        if divide:
            answer["moves"] = moves
        if not as_json:
            for move, count in moves.items():
                put(f"{move}  {count:,}")
            total = plural(answer["count"], "sequence")
            put(f"{total} of {plural(depth, 'ply')} in {answer['seconds']:.3f} s")
    return 0

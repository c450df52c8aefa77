"""`marbles-tui explore`: what was played from a position in many games, and how these ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from marbles_tui.cli import completion
from marbles_tui.cli.failure import Failure, answering
from marbles_tui.cli.game_command import GameCommand
from marbles_tui.cli.naming import find_game, split_options
from marbles_tui.cli.opening import open_match, opening_options
from marbles_tui.cli.output import put
from marbles_tui.cli.source import read_text
from marbles_tui.core.text import plural
from marbles_tui.play import Match
from marbles_tui.play.openings import Continuation, Openings
from marbles_tui.store import MatchStore
from marbles_tui.store.library import Filter


@click.command(cls=GameCommand, short_help="Show what was played from a position.")
@click.argument("game", shell_complete=completion.games)
@opening_options
@click.option(
    "--file",
    "files",
    multiple=True,
    metavar="FILE",
    help="Look at the games of this file, not of the library.",
)
@click.option("--games", "named", is_flag=True, help="Name the games in which each move was played.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explore(
    game: str,
    setup: str | None,
    position: str | None,
    record: str | None,
    options: tuple[str, ...],
    files: tuple[str, ...],
    named: bool,
    as_json: bool,
) -> int:
    """Show which moves were played from a position of GAME, how often, and how those games ended.

    It looks through the library, or through files of records. Games count in which the same position stood after as
    many moves, by whatever way it arose.
    """
    answer: dict[str, Any] = {"game": game, "plies": None, "games": None, "moves": [], "error": None}
    with answering(answer, as_json):
        found = find_game(game)
        match = open_match(found, setup, position, record, split_options(options))
        openings = Openings(found, map(read_text, files) if files else _library(found.key))
        moves = openings.at(match)
        answer |= {
            "plies": match.plies,
            "games": sum(len(move.lines) for move in moves),
            "moves": [_described(move, match, named) for move in moves],
        }
        if not as_json:
            put(_told(match, moves, len(openings), named))
    return 0


def _library(key: str) -> Iterable[str]:
    store = MatchStore.open()
    if not store.readable:
        raise Failure(store.trouble)
    return store.library.records(Filter(key))


def _described(move: Continuation, match: Match, named: bool) -> dict[str, Any]:
    described: dict[str, Any] = {
        "move": move.move,
        "games": len(move.lines),
        "won": [move.ended(str(seat)) for seat in range(1, len(match.seats) + 1)],
        "drawn": move.ended("draw"),
    }
    return {**described, "titles": [line.title for line in move.lines]} if named else described


def _told(match: Match, moves: tuple[Continuation, ...], looked: int, named: bool) -> str:
    if not moves:
        return f"Nothing was played from here: {plural(looked, 'game')} of {match.game.title} looked through."
    ends = [
        (str(seat), f"won by {side}") for seat, side in enumerate(match.game.sides[: len(match.seats)], 1)
    ]
    ends += [("draw", "drawn"), ("*", "open")]
    width = max(len("move"), *(len(move.move) for move in moves))
    rows = [f"{'move':<{width}}  games  {'  '.join(title for _, title in ends)}"]
    for move in moves:
        shares = (
            f"{f'{100 * move.ended(result) / len(move.lines):.0f} %':>{len(title)}}" for result, title in ends
        )
        rows.append(f"{move.move:<{width}}  {len(move.lines):>5}  {'  '.join(shares)}")
        if named:
            rows += [f"    {line.title or 'nobody is named'}: {line.result}" for line in move.lines]
    return "\n".join(rows)

"""`marbles-tui match`: computers play one another."""

from __future__ import annotations

import io
import sys
from typing import Any

import click

from marbles_tui.cli.failure import WRONG_USAGE, Failure, answering
from marbles_tui.cli.naming import find_game, find_level, split_options
from marbles_tui.cli.output import plural, put
from marbles_tui.play import Match


@click.command()
@click.argument("game")
@click.option("--seats", "first", multiple=True, metavar="LEVEL LEVEL …", help="Who plays, seat by seat.")
@click.argument("others", nargs=-1, metavar="")
@click.option("--games", type=click.IntRange(1), default=10, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
@click.option("--setup", metavar="NAME", help="A named start or a position.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule of the game.")
@click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")
def match(
    game: str,
    first: tuple[str, ...],
    others: tuple[str, ...],
    games: int,
    seed: int,
    setup: str | None,
    options: tuple[str, ...],
    as_json: bool,
) -> int:
    """Let computers play games of GAME, changing seats from game to game."""
    from marbles_tui.ai.tournament import play_games

    answer: dict[str, Any] = {}
    with answering(answer, as_json):
        found = find_game(game)
        # `--seats A B` reaches us as the option A and the argument B; `--seats A --seats B` as two options.
        if not first or (len(first) > 1 and others):
            raise Failure("expected --seats LEVEL LEVEL …, one level a seat", WRONG_USAGE)
        levels = [find_level(found, word) for word in (*first, *others)]
        given = split_options(options)
        Match.new(found, setup=setup, options=given)
        # Where nobody watches, click would still write the label.
        watched = sys.stderr if sys.stderr.isatty() else io.StringIO()
        with click.progressbar(length=games, label="games", file=watched) as bar:
            tally = play_games(found, levels, games, seed, setup, given, lambda: bar.update(1))
        answer |= {
            "games": tally.games,
            "wins": tally.wins,
            "wins_by_seat": tally.wins_by_seat,
            "draws": tally.draws,
            "score": tally.score,
            "error": tally.error,
            "plies": tally.plies,
        }
        if not as_json:
            put(_in_words(answer))
    return 0


def _in_words(answer: dict[str, Any]) -> str:
    lines = [
        f"{level}: {plural(wins, 'win')}, score {answer['score'][level]:.1%} ± {answer['error']:.1%}"
        for level, wins in answer["wins"].items()
    ]
    seats = ", ".join(f"seat {seat} {wins}" for seat, wins in enumerate(answer["wins_by_seat"], 1))
    total = (
        f"{plural(answer['games'], 'game')} of {answer['plies']:.1f} plies, {plural(answer['draws'], 'draw')}"
    )
    return "\n".join([*lines, f"{total}; wins by {seats}"])

"""The opponents with a taste of their own: how strong they are, and how much their play differs.

python -m scripts.styles gobblet --against amateur --games 60
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import log10
from typing import Any, NamedTuple

import click

from marbles_tui.ai.levels import find_level, styles_of
from marbles_tui.core import CHANCE, Event, Game
from marbles_tui.games import find
from marbles_tui.games.abacus.hexagon import NEXT
from marbles_tui.games.beadmaster.bars import SIZE
from marbles_tui.games.beadmaster.position import Slide, threatened
from marbles_tui.games.gobblet.board import CELLS, seat_of
from marbles_tui.play import Match, read_match
from marbles_tui.table.bouts import Conditions, bouts, play_bout
from scripts.contests import Score

Counts = Counter[str]


class Ply(NamedTuple):
    """A move of a match: the positions around it, and what was seen of it."""

    position: Any
    move: Any
    after: Any
    events: tuple[Event, ...]


def abacus(ply: Ply) -> Iterator[tuple[str, float]]:
    """Pushes, sideways moves, how the own marbles hold together."""
    yield "pushes in 100 moves", 100 * bool(ply.events[0].facts["pushed"])
    yield "sideways in 100", 100 * (not ply.move.inline)
    own = [cell for cell, seat in enumerate(ply.after.cells) if seat == ply.position.turn]
    touching = sum(ahead[cell] in own for cell in own for ahead in NEXT)
    yield "neighbours of a marble", touching / max(1, len(own))


def egg_carton(ply: Ply) -> Iterator[tuple[str, float]]:
    """Relays, marbles dropped, going again."""
    yield "relays in a move", sum(event.kind == "relay" for event in ply.events)
    yield "marbles dropped", sum(event.kind == "drop" for event in ply.events)
    yield "goes again in 100", 100 * (ply.events[-1].kind == "again")


def beadmaster(ply: Ply) -> Iterator[tuple[str, float]]:
    """Vertical bars, beads dropped, own beads in danger."""
    if isinstance(ply.move, Slide):
        owners = [event.facts["owner"] for event in ply.events if event.kind == "fall"]
        yield "vertical in 100 slides", 100 * (ply.move.bar >= SIZE)
        yield "theirs dropped in 10", 10 * sum(owner != ply.position.turn for owner in owners)
        yield "own dropped in 10", 10 * sum(owner == ply.position.turn for owner in owners)
        own = (
            0
            if ply.after.result
            else sum(ply.after.beads[hole] == ply.position.turn + 1 for hole in threatened(ply.after))
        )
        yield "own beads in danger", own


def gobblet(ply: Ply) -> Iterator[tuple[str, float]]:
    """Where gobblets come from, and what they cover."""
    stack = ply.position.cells[ply.move.target]
    yield "from stacks in 100 moves", 100 * (ply.move.origin not in CELLS)
    yield "gobbles theirs in 100", 100 * bool(stack and seat_of(stack[-1]) != ply.position.turn)


def getaway(ply: Ply) -> Iterator[tuple[str, float]]:
    """Tolls."""
    yield "pays in 100 tolls", 100 * (str(ply.move) == "pay")


FIGURES = {
    "abacus": abacus,
    "egg-carton": egg_carton,
    "beadmaster": beadmaster,
    "gobblet": gobblet,
    "getaway": getaway,
}


def figures(match: Match, seat: int, sums: Counts, counts: Counts) -> None:
    """Add up the figures of a seat's moves in a match."""
    measure = FIGURES[match.game.key]
    for ply, move in enumerate(match.moves):
        position = match.positions[ply]
        if position.actor != seat or position.turn == CHANCE:
            continue
        after, events = match.game.tell(position, move)
        for name, value in measure(Ply(position, move, after, events)):
            sums[name] += value  # type: ignore[assignment]
            counts[name] += 1


def measured(game: Game, style: str, against: str, games: int, terms: Conditions) -> str:
    """A line: the score of a style, the rating that follows, and its figures."""
    score = Score()
    sums, counts = Counts(), Counts()
    for bout in bouts(game, (style, against), games, terms):
        match = read_match(play_bout(bout), (game,), game).whole()
        seat = bout.levels.index(style)
        score.add(match.result.scores[seat] if match.result else 0.5)
        figures(match, seat, sums, counts)
    kept = min(max(score.share, 0.5 / games), 1 - 0.5 / games)
    rating = find_level(game, against).rating + 400 * log10(kept / (1 - kept))
    told = ", ".join(f"{name} {sums[name] / counts[name]:.1f}" for name in counts)
    return f"{game.key}: {style} - {against}: {score}, rating {rating:.0f}; {told}"


@click.command()
@click.argument("game")
@click.argument("players", nargs=-1)
@click.option("--against", required=True, help="The level that all play.")
@click.option("--games", default=60, help="For each.")
@click.option("--seed", default=7)
def main(game: str, players: tuple[str, ...], against: str, games: int, seed: int) -> None:
    """Play PLAYERS against a level; without them, all opponents of the game with a taste of their own."""
    played = find(game)
    terms = Conditions(
        setup="random" if played.key == "egg-carton" else None,
        options=(("toll", "choose"),) if played.key == "getaway" else (),
        seed=seed,
        random_plies=4 if played.key in ("abacus", "gobblet") else 0,
        longest=300,
    )
    for player in players or [level.key for level in styles_of(played)]:
        print(measured(played, player, against, games, terms), flush=True)


if __name__ == "__main__":
    main()

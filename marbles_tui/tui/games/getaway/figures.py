"""What simulated games say about a board."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Final

from marbles_tui.core.text import plural
from marbles_tui.games.getaway import Board
from marbles_tui.play.getaway_simulation import Simulation, Spread, run_journeys, simulation

GAMES: Final = 300
"""Games that are played to see what a board is like."""

PLAYERS: Final = 3


async def simulated(board: Board, *, threads: bool) -> Simulation:
    """What games between automatic players come to: played in a thread, or where there are none with a break after
    each. Cancelled, they end soon."""
    if not threads:
        playing = simulation(board, PLAYERS, GAMES, 1)
        try:
            while True:
                next(playing)
                await asyncio.sleep(0)
        except StopIteration as end:
            found: Simulation = end.value
            return found
    given_up = Event()
    try:
        return await asyncio.to_thread(
            run_journeys, board, PLAYERS, GAMES, 1, progress=lambda _: not given_up.is_set()
        )
    finally:
        given_up.set()


def figures(found: Simulation) -> str:
    """What simulated games say about a board, in a few lines."""
    lines = [f"{plural(found.games, 'game')} of {found.players} automatic players. {found.verdict}"]
    turns = Spread.of(found.turns)
    gold = Spread.of([gold for seat in found.gold for gold in seat])
    if turns and gold:
        won, fair = found.wins[0] / found.ended, 1 / found.players
        lines += [
            f"Usually {turns.median} turns (longest {turns.most}).",
            f"Usually {gold.median} gold at the end, from {gold.least} to {gold.most}.",
            f"The first player wins {won:.0%} of the games; {fair:.0%} would be fair.",
        ]
    return "\n".join(lines)

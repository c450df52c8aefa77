"""What a move is good for, in a few words."""

from __future__ import annotations

from marbles_tui.core import Event
from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton.position import Carton, Selection
from marbles_tui.games.egg_carton.ring import SIDES, name


def explain_move(position: Carton, move: Selection) -> str:
    """Where the chain ends, and what that brings."""
    events: list[Event] = []
    after = position.play(move, events.append)
    if after.result:
        return "clears your side and wins"
    last = next(event.cells[-1] for event in reversed(events) if event.cells)
    if after.turn == position.turn:
        return "ends off the board, so you go again"
    side = SIDES[position.turn]
    rid = sum(position.ring[slot] - after.ring[slot] for slot in side)
    if rid > 0:
        return f"ends at {name(last)} and leaves you {plural(rid, 'marble')} fewer"
    return f"ends at {name(last)}"

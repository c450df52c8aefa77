"""What opponents of Egg Carton like in a move."""

from __future__ import annotations

from marbles_tui.core import Event
from marbles_tui.games.egg_carton.position import Carton, Selection


def relays(position: Carton, move: Selection) -> int:
    """How often the move goes on from another slot."""
    return sum(event.kind == "relay" for event in _events(position, move))


def brevity(position: Carton, move: Selection) -> int:
    """Few marbles dropped."""
    return -sum(event.kind == "drop" for event in _events(position, move))


def going_again(position: Carton, move: Selection) -> int:
    """Whether one goes again, and then how few marbles were needed."""
    events = _events(position, move)
    again = events[-1].kind == "again"
    return 1_000 * again - sum(event.kind == "drop" for event in events) if again else 0


def _events(position: Carton, move: Selection) -> list[Event]:
    events: list[Event] = []
    position.play(move, events.append)
    return events

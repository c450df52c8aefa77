"""Short journeys for tests."""

from __future__ import annotations

from marbles_tui.core import Event
from marbles_tui.games.getaway import GETAWAY, Journey


def journey(*squares: str, players: int = 2, header: str = "20 6 2", **options: str) -> Journey:
    """Players on Start, before a trail of these squares and the castle."""
    text = "\n".join((header, "Start :", *squares, "Castle :")) + "\n"
    position = GETAWAY.start(text, players, GETAWAY.choose(options))
    assert isinstance(position, Journey)
    return position


def played(position: Journey, words: str) -> Journey:
    """The position after these plies; every board that is told ends with the new position's."""
    for word in words.split():
        events: list[Event] = []
        move = GETAWAY.find(position, word)
        before = position
        position = position.play(move, events.append)
        assert position == before.play(move)
        assert events[-1].board == position.board
    return position


def squares(position: Journey) -> list[int]:
    """Where everybody stands."""
    return [one.square for one in position.travellers]


KEY = ("Hut : Z", "Key : k : 7", "Ring : r : 9", "Z")

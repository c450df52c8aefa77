"""A match as a story, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator

from marbles_tui.core import Event
from marbles_tui.play.match import Match


def happened(match: Match) -> Iterator[Event]:
    """All events of the match from its first ply."""
    for move, position in zip(match.moves, match.positions, strict=False):
        yield from match.game.tell(position, move)[1]


def narrate(match: Match) -> Iterator[str]:
    """The sentences of the match from its first ply."""
    for event in happened(match):
        if sentence := match.game.told(event, match.names):
            yield sentence

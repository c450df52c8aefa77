"""A match as a story, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator

from marbles_tui.play.match import Match


def narrate(match: Match) -> Iterator[str]:
    """The sentences of the match from its first ply."""
    for move, position in zip(match.moves, match.positions, strict=False):
        for event in match.game.tell(position, move)[1]:
            if sentence := match.game.say(event, match.names):
                yield sentence

"""What may be achieved in a game of BeadMaster."""

from __future__ import annotations

from typing import Final

from marbles_tui.core.achievement import Achievement, Finished
from marbles_tui.games.beadmaster.position import BEADS
from marbles_tui.games.beadmaster.text import dropped


def _at_once(match: Finished) -> int:
    return max((dropped(events, match.seat) for events in match.own), default=0)


def _left(match: Finished) -> int:
    """One's own beads at the end."""
    return int(match.final.beads.count(match.seat + 1))


def _calm(match: Finished) -> bool:
    """Whether no bead fell by one's own slides but those of others."""
    own = (event for events in match.own for event in events if event.kind == "fall")
    return all(event.facts["owner"] != match.seat for event in own)


ACHIEVEMENTS: Final = (
    Achievement("two", "Two at a stroke", "drop two of theirs by one slide", lambda m: _at_once(m) >= 2),
    Achievement(
        "three", "Three at a stroke", "drop three of theirs by one slide", lambda m: _at_once(m) >= 3
    ),
    Achievement("whole", "Not one lost", "win with all five beads", lambda m: m.won and _left(m) == BEADS),
    Achievement("last", "The last bead", "win with a single bead", lambda m: m.won and _left(m) == 1),
    Achievement("none", "Nobody left", "win when all beads fall", lambda m: m.won and m.reason == "all-fell"),
    Achievement(
        "quick",
        "Sleight of hand",
        "win in eight slides or fewer",
        lambda m: m.won and 0 < m.count("slide") <= 8,
    ),
    Achievement("steady", "Steady hand", "win, and never drop a bead of yours", lambda m: m.won and _calm(m)),
)

"""What stays on the host of a match."""

from __future__ import annotations

from dataclasses import replace

from marbles_tui.play import Match
from marbles_tui.play.series import SEED


def unveiled(match: Match) -> Match:
    """A match as guests may have it: without what its lots are drawn from."""
    tags = tuple((name, value) for name, value in match.tags if name.lower() != SEED.lower())
    return replace(match, tags=tags)

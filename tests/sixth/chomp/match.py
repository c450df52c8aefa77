"""What Chomp is on the match screen."""

from __future__ import annotations

from marbles_tui.tui.games.picking import MatchView, Picking


class ChompPicking(Picking):
    """Point at a piece and bite."""

    def invitation(self, name: str) -> str:
        """What to do."""
        return f"{name}, bite into the bar."


class ChompMatch(MatchView):
    """As other games, but for the bite."""

    picking = ChompPicking

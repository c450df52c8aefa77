"""What Egg Carton is on the match screen."""

from __future__ import annotations

from marbles_tui.tui.games.egg_carton.picking import EggCartonPicking
from marbles_tui.tui.match.view import MatchView


class EggCartonMatch(MatchView):
    """Selections are counted; the last marble flashes and is heard."""

    picking = EggCartonPicking
    worth = "marble"
    clear = 6.0
    rings = frozenset(("last",))

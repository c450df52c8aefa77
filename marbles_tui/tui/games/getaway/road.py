"""The way from Start to Castle, to look at beside words."""

from __future__ import annotations

from marbles_tui.core.scene import Room
from marbles_tui.tui.games.getaway.board import GetawayBoard


class Road(GetawayBoard):
    """The road without what stands below it."""

    @property
    def room(self) -> Room:
        return super().room._replace(named=False)

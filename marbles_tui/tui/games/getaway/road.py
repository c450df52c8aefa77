"""The way from Start to Castle, to look at beside words."""

from __future__ import annotations

from typing import Any

from textual.containers import Container

from marbles_tui.core.scene import Room
from marbles_tui.tui.games.getaway.board import GetawayBoard


class Road(GetawayBoard):
    """The road without what stands below it."""

    can_focus = False

    @property
    def room(self) -> Room:
        return super().room._replace(named=False)


class Trail(Container):
    """The road of a board beside words; nothing where there is too little room for it, or no board."""

    def show(self, board: Any) -> None:
        """Show this board."""
        shown = self.query(Road)
        if shown:
            shown.first().rest(board)
        else:
            self.mount(Road(board))
            self.on_resize()

    def on_resize(self) -> None:
        """There is more or less room."""
        for road in self.query(Road):
            road.visible = self.size.height >= Road.LEAST_ROWS

"""The board of Gary's Great Getaway."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Region

from marbles_tui.core import Game
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.getaway.scene import road_in
from marbles_tui.tui.kit.board_view import BoardView


class GetawayBoard(BoardView):
    """The way from Start to Castle."""

    GAME: ClassVar[Game] = GETAWAY
    BEATS: ClassVar[Mapping[str, float]] = {
        "roll": 0.90,
        "draw": 0.50,
        "walk": 0.22,
        "gold": 0.80,
        "pay": 0.80,
        "spent": 0.50,
        "transport": 0.90,
        "pick-up": 0.80,
        "caught": 0.90,
        "avoided": 0.70,
        "held": 0.60,
        "served": 0.50,
        "freed": 0.60,
        "released": 0.40,
        "short": 0.50,
        "sell": 0.60,
        "arrive": 0.90,
        "winner": 0.40,
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t,T", "type('t')", "Pay a toll", show=False, id="trail.pay"),
        Binding("b,B", "type('b')", "Go where a toll leads", show=False, id="trail.go"),
    ]

    @property
    def writes_names(self) -> bool:
        """In the strip below the road."""
        return self.room.named

    @property
    def strip(self) -> Region:
        """The rows below the road, in cells."""
        size, top = self.content_size, self.scene().bounds[3] - road_in(self.frame, self.room).strip
        top = min(floor(self.view().cell((0.0, top))[1] + 0.5), size.height - 1)
        return Region(0, top, size.width, size.height - top)

    @property
    def die(self) -> Region:
        """Where the die lies, in cells; nowhere at the end."""
        return self.places().get(len(self.frame.board.trail.squares), Region())

"""The first lesson of Gary's Great Getaway on the screen."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from marbles_tui.games.getaway.moves import PAY
from marbles_tui.tui.games.getaway.board import GetawayBoard
from marbles_tui.tui.games.getaway.picking import GetawayPicking
from marbles_tui.tui.games.getaway.screen import GetawayScreen, place_toll
from marbles_tui.tui.games.getaway.toll import TollBox, toll_offer
from marbles_tui.tui.screens.lesson import LessonScreen


class GetawayLesson(LessonScreen):
    """The die is thrown as in a game, and tolls are asked for in their box."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key for key in GetawayScreen.BINDINGS if isinstance(key, Binding) and key.action.startswith("type")
    ]

    def compose(self) -> ComposeResult:
        """A box for tolls above everything else."""
        yield from super().compose()
        yield TollBox()

    def mark(self) -> None:
        """Show the toll that is asked for, too."""
        super().mark()
        for toll in self.query(TollBox):
            picking = self.picking
            asked = isinstance(picking, GetawayPicking) and picking.deciding and self.waiting
            toll.offer = toll_offer(picking.journey) if asked else None  # type: ignore[attr-defined]
            if asked:
                self.call_after_refresh(place_toll, toll, self.query_one(GetawayBoard))

    def dress(self) -> None:
        """The box of tolls, too."""
        super().dress()
        self.query_one(TollBox).restyle()

    @on(GetawayBoard.Resized)
    def _keep_below(self) -> None:
        """The box stays in the strip below the trail."""
        for toll in self.query(TollBox):
            self.call_after_refresh(place_toll, toll, self.query_one(GetawayBoard))

    @on(TollBox.Answered)
    def _answered(self, message: TollBox.Answered) -> None:
        message.stop()
        self.action_type("t" if message.word == PAY else "b")

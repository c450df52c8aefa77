"""The screen of Gary's Great Getaway."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region

from marbles_tui.games.getaway.moves import PAY
from marbles_tui.play.story import narrate
from marbles_tui.tui.clipboard import write
from marbles_tui.tui.games.getaway.board import GetawayBoard
from marbles_tui.tui.games.getaway.picking import GetawayPicking
from marbles_tui.tui.games.getaway.toll import TollBox, toll_offer
from marbles_tui.tui.screens.match import MatchScreen

BESIDE: Final = 60
"""Columns from which on the box of tolls lies beside the die, and not over it."""


class GetawayScreen(MatchScreen):
    """Roll with Space, Enter or a click on the die; pay or go back at a toll; `a` rolls for everybody."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,A", "automatic", "Roll for all", show=False, id="trail.auto"),
        Binding("t,T", "type('t')", "Pay a toll", show=False, id="trail.pay"),
        Binding("b,B", "type('b')", "Go where a toll leads", show=False, id="trail.go"),
        Binding("w,W", "write_story", "Write the story", show=False, id="trail.story"),
    ]

    def compose(self) -> ComposeResult:
        """A box for tolls above everything else."""
        yield from super().compose()
        yield TollBox()

    def mark(self) -> None:
        """Show the toll that is asked for, too."""
        super().mark()
        if not self.laid:
            return
        picking, toll = self.picking, self.query_one(TollBox)
        asked = isinstance(picking, GetawayPicking) and picking.deciding and self.waiting
        toll.offer = toll_offer(picking.journey) if asked else None  # type: ignore[attr-defined]
        toll.rolls_on = self.automatic.on
        if asked:
            self.call_after_refresh(self._place)

    def dress(self) -> None:
        """The box of tolls, too."""
        super().dress()
        self.query_one(TollBox).restyle()

    @on(GetawayBoard.Resized)
    def _keep_below(self) -> None:
        """The box stays in the strip below the trail."""
        self.call_after_refresh(self._place)

    def _place(self) -> None:
        place_toll(self.query_one(TollBox), self.query_one(GetawayBoard))

    @on(TollBox.Answered)
    def _answered(self, message: TollBox.Answered) -> None:
        message.stop()
        self.action_type("t" if message.word == PAY else "b")

    def action_write_story(self) -> None:
        """Save the story so far as a text file."""
        write(self.app, "\n".join((*narrate(self.match), "")), "story.txt", "story")


def place_toll(box: TollBox, board: GetawayBoard) -> None:
    """Lay the box of tolls into the strip below the trail."""
    strip = board.strip.translate(board.content_region.offset)
    beside = board.die.right + 1
    if strip.width - beside >= BESIDE:
        strip = Region(strip.x + beside, strip.y, min(strip.width - beside, TollBox.MOST_WIDE), strip.height)
    box.place(strip)

"""The screen of Gary's Great Getaway."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from marbles_tui.play.story import narrate
from marbles_tui.tui.clipboard import write
from marbles_tui.tui.screens.match import MatchScreen


class GetawayScreen(MatchScreen):
    """`a` rolls for everybody, `w` writes the story."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,A", "automatic", "Roll for all", show=False, id="trail.auto"),
        Binding("w,W", "write_story", "Write the story", show=False, id="trail.story"),
    ]

    def action_write_story(self) -> None:
        """Save the story so far as a text file."""
        write(self.app, "\n".join((*narrate(self.match), "")), "story.txt", "story")

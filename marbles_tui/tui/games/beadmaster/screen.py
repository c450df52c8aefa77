"""The screen of BeadMaster."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from marbles_tui.tui.screens.match import MatchScreen


class BeadMasterScreen(MatchScreen):
    """`x` places beads by themselves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x,X", "automatic", "Place by itself", show=False, id="bar.place"),
    ]

"""The screen of Gobblet."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from marbles_tui.tui.screens.match import MatchScreen


class GobbletScreen(MatchScreen):
    """Pick a stack or a cell, then the cell to go to: by mouse, by arrows, or by `1` to `3` and `b2`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                f"{letter},{letter.upper()}",
                f"type('{letter}')",
                f"Row {letter}",
                show=False,
                id=f"row.{letter}",
            )
            for letter in "abcd"
        ),
        *(Binding(digit, f"type('{digit}')", digit, show=False, id=f"digit.{digit}") for digit in "1234"),
    ]

"""The screen of Egg Carton."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from marbles_tui.tui.screens.match import MatchScreen

ALSO: Final = {"b": ",ctrl+left", "f": ",ctrl+right"}
"""What a legacy terminal sends for Alt with these letters, after the habit of readline."""


class EggCartonScreen(MatchScreen):
    """Slots are selected by their letters, with or without Alt as in the original, by arrows, or by mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                f"{letter},{letter.upper()},alt+{letter}{ALSO.get(letter, '')}",
                f"type('{letter}')",
                f"Slot {letter.upper()}",
                show=False,
                id=f"slot.{letter}",
            )
            for letter in "abcdefijklmn"
        ),
    ]

"""The board of Gobblet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType

from marbles_tui.core import Game
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.tui.kit.board_view import BoardView


class GobbletBoard(BoardView):
    """Cups on sixteen squares and in stacks beside them: a square is typed by row and column, a stack by a digit."""

    GAME: ClassVar[Game] = GOBBLET
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{row},{row.upper()}", f"type('{row}')", f"Row {row}", show=False, id=f"row.{row}")
            for row in "abcd"
        ),
        *(Binding(digit, f"type('{digit}')", digit, show=False, id=f"digit.{digit}") for digit in "1234"),
    ]

    BEATS: ClassVar[Mapping[str, float]] = {
        "lift": 0.40,
        "reveal": 0.90,
        "put": 0.60,
        "cover": 0.70,
        "line": 1.40,
        "stuck": 0.60,
    }

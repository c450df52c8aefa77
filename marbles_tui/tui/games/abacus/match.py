"""What Abacus is on the match screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from textual.content import Content
from textual.geometry import Size

from marbles_tui.core import Cell
from marbles_tui.games.abacus import Abacus
from marbles_tui.games.abacus.position import NEXT
from marbles_tui.play import Match
from marbles_tui.table.game_words import HELP, MOVE, PICK, THREATS, Tip
from marbles_tui.table.tasks.playing import BOARD
from marbles_tui.table.tasks.task import Action
from marbles_tui.tui.games.abacus.ending import AbacusEnding
from marbles_tui.tui.games.abacus.legend import AbacusLegend
from marbles_tui.tui.games.abacus.picking import AbacusPicking
from marbles_tui.tui.games.abacus.tray import write_tray
from marbles_tui.tui.games.match_view import Legend, MatchView
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.kit.edges import Key
from marbles_tui.tui.kit.look import Look

NARROW: Final = 16
NARROWEST: Final = 12
"""Columns up to which words are saved, and below which they are left out where signs will do."""

KEYS: Final = (Key("tab", "next marble"), Key("m", "type a move", "screen.do('write')"))

WRITING_KEYS: Final = (
    Key("esc", "no move", "screen.back"),
    Key("a-i 1-9", "type"),
    Key("backspace", "delete"),
)

TALL: Final = 23
"""Rows of the screen from which on trays are painted."""


class AbacusMatch(MatchView):
    """The seats tell what they have lost; the board can be turned."""

    picking = AbacusPicking
    end_words = AbacusEnding
    worth = "marble"
    tips = (
        Tip("pick", "Push six marbles off the board. Click one of yours, or arrows and Space.", (PICK, MOVE)),
        Tip("go", "Letters show where it can go: press one, or click there.", (MOVE,)),
        Tip("push", "A longer row pushes a shorter one: mark its rear marble, then push.", ("lost",)),
        Tip("marks", "t marks your marbles in danger, s suggests a move, u takes back.", (THREATS, HELP)),
    )
    span = 4.0
    side = True
    slim = True
    choosing_menu = (Action("write", "m", "Type a move", group=BOARD),)
    menu = (
        Action("turn", "v", "Turn the board", group=BOARD),
        Action("names", "c", "Coordinates on or off", group=BOARD),
    )

    def legends(self) -> Sequence[Legend]:
        return (AbacusLegend(),)

    def trace(self, move: Any) -> frozenset[Cell]:
        """Where the marbles of a move were and where they went."""
        return frozenset(move.marbles) | {NEXT[move.heading][cell] for cell in move.marbles}

    def carried(self, move: Any, cell: Cell) -> Cell:
        """With the marble that stood there."""
        return NEXT[move.heading][cell] if cell in move.marbles else cell

    def seat_notes(self, match: Match, board: Any, room: int, look: Look) -> tuple[str, ...]:
        """The marbles that each side has lost."""
        if room < NARROWEST and 2 * _abacus(match).lose <= room + 5:
            return ("", "")  # the trays tell
        of = " of " if room > NARROW else "/"
        return tuple(f"lost {lost}{of}{_abacus(match).lose}" for lost in board.lost)

    def seat_trays(self, match: Match, board: Any, room: Size, look: Look) -> tuple[Content, ...]:
        """The lost marbles themselves."""
        lose, tall = _abacus(match).lose, room.height >= TALL
        return tuple(
            write_tray(seat, lost, lose, room.width, tall, look) for seat, lost in enumerate(board.lost)
        )

    def first_keys(self, match: Match, picking: Picking, automatic: bool) -> tuple[Key, ...]:
        """To the next marble and typing a move, or back from a mark; while one is typed, what works then."""
        if not picking.asked:
            return ()
        if picking.writing:
            return WRITING_KEYS
        return (Key("esc", "unmark", "screen.back"),) if picking.begun else KEYS


def _abacus(match: Match) -> Abacus:
    return cast("Abacus", match.position)

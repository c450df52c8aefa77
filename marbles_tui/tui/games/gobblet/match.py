"""A match of Gobblet at the table: its board, how it is picked, its words and marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from textual.binding import Binding, BindingType

from marbles_tui.core import AnyMove, Cell, Game
from marbles_tui.core.text import plural
from marbles_tui.games.gobblet import GOBBLET, Gobblets
from marbles_tui.games.gobblet.position import (
    CELLS,
    NAMES,
    STACKS,
    binds,
    is_lost,
    name_of,
)
from marbles_tui.games.gobblet.scene import COVERED
from marbles_tui.games.gobblet.text import SETUPS
from marbles_tui.play import Match
from marbles_tui.table.game_words import HELP, MOVE, PICK, THREATS, Tip
from marbles_tui.table.players import Act, Choice
from marbles_tui.tui.games.picking import MatchView, Picking
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.lines import Key


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


MUST_BE_PLAYED = "Touch-move: you must play it."


class GobbletPicking(Picking):
    """Pick a stack or a cell, then the cell to go to: by `1` to `3` for stacks and `b2` for cells."""

    endangered = "Marked: three in a line. Stop it!"

    @property
    def gobblets(self) -> Gobblets:
        """The position."""
        return cast("Gobblets", self.match.position)

    @property
    def typing(self) -> str:
        """A digit, or a letter and a digit."""
        return "type 1 to 3 for a stack, b2 for a cell"

    @property
    def names(self) -> Mapping[str, Cell]:
        """A row's letter and a column's digit; a digit alone is one of the player's stacks."""
        stacks = {str(number): stack for number, stack in enumerate(STACKS[self.gobblets.turn], 1)}
        return stacks | {NAMES[cell].lower(): cell for cell in CELLS}

    def pick(self, cell: Cell) -> Choice | None:
        """Where touching is binding, touching a gobblet that can go nowhere loses the match."""
        if self.asked and not self.picks and is_lost(self.gobblets, self.match.options, cell):
            return Act.RESIGN
        return super().pick(cell)

    @property
    def bound(self) -> bool:
        """Whether what is picked up must be played."""
        return bool(self.picks) and binds(self.match.options, self.picks[0])

    def back(self) -> bool:
        """Put a gobblet back, unless it must be played."""
        if self.bound:
            self.typed = ""
            raise ValueError(MUST_BE_PLAYED)
        return super().back()

    def foresee(self, cell: Cell | None) -> str:
        """What may be done there, and what lies below."""
        return f"{self._ways(cell)} {self._below(cell)}".strip()

    def _ways(self, cell: Cell | None) -> str:
        """What a gobblet in the hand would do there, unless that tells what is to be remembered; with none in it, to
        how many cells that on top may go."""
        if self.picks or cell is None:
            return super().foresee(cell) if self.match.options["memory"] == "off" else ""
        ways = len(self.picker.beyond(cell))
        return f"May go to {plural(ways, 'cell')}." if ways else ""

    def _below(self, cell: Cell | None) -> str:
        """What lies under the cursor, unless it is to be remembered."""
        stacks = self.gobblets.cells
        if cell is None or cell not in CELLS or len(stacks[cell]) < 2:
            return ""
        if self.match.options["memory"] == "on":
            return f"{NAMES[cell]}: you have to remember what lies below."
        below = " over ".join(name_of(gobblet) for gobblet in reversed(stacks[cell]))
        return f"{NAMES[cell]}: {below}."

    def invitation(self, name: str) -> str:
        """What to pick next."""
        if self.typed:
            return f"Row {self.typed.upper()}: which column, 1 to 4?"
        if self.picks:
            return "Choose a marked cell." if self.bound else "Choose a marked cell. Esc puts it back."
        return f"{name}: pick a stack, 1 to 3, or a cell."

    def pick_key(self) -> Key:
        """Stacks and cells."""
        return Key("a1-d4", "cell") if self.picks else Key("1-3 a1-d4", "pick")


class GobbletMatch(MatchView):
    """A move leaves its trace where the gobblet went."""

    picking = GobbletPicking
    tips = (
        Tip("pick", "Line up four gobblets. Press 1, 2 or 3 to pick one up, or click it.", (PICK, MOVE)),
        Tip("go", "Put it on a marked square: click, or type it, as b2.", (MOVE,)),
        Tip("cover", "A larger gobblet may cover a smaller one, which waits below.", ("cover",)),
        Tip("marks", "t marks three in a line, s suggests a move, u undoes one.", (THREATS, HELP)),
    )
    side = True

    def start(self, setup: str) -> str:
        """Nothing of the one start that there is."""
        return "" if setup in SETUPS else super().start(setup)

    def signs(self, match: Match) -> Mapping[Cell, str]:
        """Where something is covered, if players are to remember what."""
        if match.options["memory"] != "on":
            return {}
        cells = cast("Gobblets", match.position).cells
        return {cell: COVERED for cell, stack in enumerate(cells) if len(stack) > 1}

    def trace(self, move: AnyMove) -> frozenset[Cell]:
        """Where a gobblet went."""
        return frozenset((move.target,))

"""The table of Egg Carton."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType

from marbles_tui.core import Cell, Event
from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton.ring import ENDS, LETTERS, SIDES
from marbles_tui.play import Match
from marbles_tui.play import series as sequel
from marbles_tui.play.series import tag
from marbles_tui.tui.games.egg_carton.board import EggCartonBoard
from marbles_tui.tui.screens.table import Table
from marbles_tui.tui.widgets.board_view import BoardView
from marbles_tui.tui.widgets.panels import Banner, Key

PUZZLE: Final = "puzzle"
PUZZLE_TAG: Final = (sequel.PUZZLE, "one turn")

ALSO: Final = {"b": ",ctrl+left", "f": ",ctrl+right"}
"""What a legacy terminal sends for Alt with these letters, after the habit of readline."""


class EggCartonTable(Table):
    """Slots are selected by their letters, with or without Alt as in the original, by arrows, or by mouse."""

    BOARD: ClassVar[type[BoardView[Any]]] = EggCartonBoard
    CLEAR: ClassVar[float] = 6.0

    UNIT: ClassVar[str] = "selection"

    MODES: ClassVar[tuple[tuple[str, str], ...]] = ((PUZZLE, "a puzzle: clear your side in one turn"),)

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                f"{letter},{letter.upper()},alt+{letter}{ALSO.get(letter, '')}",
                f"select({LETTERS.index(letter.upper())})",
                f"Slot {letter.upper()}",
                show=False,
                id=f"slot.{letter}",
            )
            for letter in "abcdefijklmn"
        ),
        Binding("alt+h", "app.help", "Help", show=False, id="table.help"),
    ]

    # The puzzle

    @classmethod
    def opened(cls, match: Match, mode: str) -> Match:
        """A puzzle is a match with a tag that says so; the other side never gets to move."""
        return replace(match, tags=(*match.tags, PUZZLE_TAG)) if mode == PUZZLE else match

    @property
    def puzzle(self) -> bool:
        """Whether the side is to be cleared in one turn."""
        return tag(self.match, PUZZLE_TAG[0]) != ""

    def note(self) -> str:
        """A puzzle says that it is one."""
        return f"puzzle {self.app.look.skin.dot} {super().note()}" if self.puzzle else super().note()

    @property
    def solved(self) -> bool:
        """Whether it is: by clearing the side, not because somebody gave up."""
        result = self.match.result
        return result is not None and result.reason == "cleared"

    @property
    def start(self) -> Match:
        """The puzzle as it was set."""
        return self.match.at(0).back(0)

    def stops_here(self) -> bool:
        """A puzzle ends with the turn."""
        return self.puzzle and self.match.position.turn != self.match.positions[0].turn

    def verdict(self) -> str:
        """Whether a puzzle is solved."""
        if not self.puzzle:
            return super().verdict()
        if self.solved:
            return f"Solved, in {plural(self.match.plies, 'selection')}!"
        return "Not solved." if self.match.result else "Not solved: the turn is over."

    def what_next(self) -> str:
        """There is no game menu's choice after a puzzle that Enter or u does not offer."""
        return super().what_next() if not self.puzzle else f"enter {self.follows()}   u undo   q leave"

    def follows(self) -> str:
        """A puzzle that is not solved is begun again."""
        return super().follows() if not self.puzzle else "another" if self.solved else "from the start"

    def over(self) -> None:
        """After a puzzle its solutions are told."""
        super().over()
        if self.puzzle:
            self._count_solutions()

    @work(exclusive=True, group="hint")
    async def _count_solutions(self) -> None:
        solutions = await self.app.engine.solutions(self.start)
        if solutions is None:
            return
        count, shortest = solutions
        there_are = {0: "There is no solution", 1: "There is one solution"}.get(
            count, f"There are {count:,} solutions"
        )
        most = plural(len(shortest), "selection")
        told = f"{there_are}; the shortest takes {most}." if self.solved else f"{there_are}."
        for banner in self.query(Banner):
            banner.hint = f"{told}\n{self.what_next()}"

    def action_rematch(self) -> None:
        """An unsolved puzzle begins again from its start; after a solved one comes another."""
        if not self.puzzle:
            super().action_rematch()
        elif self.solved:
            self.app.call_later(self.app.next_puzzle, self.match)
        else:
            self.go_to(self.start)

    # Slots

    def told(self, event: Event) -> None:
        """The flash of the last marble may be heard, too."""
        super().told(event)
        if event.kind == "last" and self.animator.unhurried:
            self.app.ring()

    def action_select(self, slot: int) -> None:
        """A slot's key was pressed."""
        self.pick(slot)

    def invitation(self, name: str) -> str:
        """The letters that can be selected."""
        letters = " ".join(LETTERS[cell] for cell in sorted(self.picker.next_cells))
        return f"{name}, select a slot: {letters}"

    def foresee(self, cell: Cell | None) -> str:
        """Where the chain would end, and what follows."""
        happened = self.outcome(cell)
        if not happened or cell is None:
            return ""
        relays = sum(event.kind == "relay" for event in happened)
        end = next(event.cells[0] for event in reversed(happened) if event.kind == "last")
        where = "off the board" if end in ENDS else f"in {LETTERS[end]}"
        chain = f" after {plural(relays, 'relay')}" if relays else ""
        what = {"again": "select again", "over": "turn over", "win": "and wins"}[happened[-1].kind]
        return f"{LETTERS[cell]} ends {where}{chain}: {what}."

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """The place of the last marble."""
        return tuple(event.cells[0] for event in self.outcome(cell) if event.kind == "last")[-1:]

    def notes(self) -> dict[Cell, str]:
        """What each selection would bring: + selects again, * wins."""
        signs = {"again": "+", "over": "", "win": "*"}
        return {cell: signs[self.outcome(cell)[-1].kind] for cell in self.picker.next_cells}

    def winning_cells(self) -> frozenset[Cell]:
        """The side that is cleared."""
        result = self.match.result
        return frozenset(SIDES[result.winners[0]]) if result and result.reason == "cleared" else frozenset()

    def pick_key(self) -> Key:
        """The player's letters."""
        return Key("a-f" if self.match.position.turn == 0 else "i-n", "select")

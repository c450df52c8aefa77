"""The table of Egg Carton."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType

from marbles_tui.core import Cell, Event
from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton.ring import ENDS, LETTERS
from marbles_tui.play import Match
from marbles_tui.tui.games.egg_carton.board import EggCartonBoard
from marbles_tui.tui.screens.table import Table
from marbles_tui.tui.widgets.board_view import BoardView
from marbles_tui.tui.widgets.panels import Banner, Key

ALSO: Final = {"b": ",ctrl+left", "f": ",ctrl+right"}
"""What a legacy terminal sends for Alt with these letters, after the habit of readline."""


class EggCartonTable(Table):
    """Slots are selected by their letters, with or without Alt as in the original, by arrows, or by mouse."""

    BOARD: ClassVar[type[BoardView[Any]]] = EggCartonBoard
    CLEAR: ClassVar[float] = 6.0

    UNIT: ClassVar[str] = "selection"

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

    def note(self) -> str:
        """A goal is named."""
        goal = self.match.goal
        return f"{goal.key} {self.app.look.skin.dot} {super().note()}" if goal else super().note()

    @property
    def solved(self) -> bool:
        """Whether the goal is reached."""
        return self.match.goal is not None and self.match.goal.reached(self.match)

    @property
    def start(self) -> Match:
        """The puzzle as it was set."""
        return self.match.at(0).back(0)

    def verdict(self) -> str:
        """Whether the goal is reached."""
        return self.match.goal.verdict(self.match) if self.match.goal else super().verdict()

    def what_next(self) -> str:
        """There is no game menu's choice after a puzzle that Enter or u does not offer."""
        return super().what_next() if not self.match.goal else f"enter {self.follows()}   u undo   q leave"

    def follows(self) -> str:
        """A puzzle that is not solved is begun again."""
        return super().follows() if not self.match.goal else "another" if self.solved else "from the start"

    def over(self) -> None:
        """After a puzzle its solutions are told."""
        super().over()
        if self.match.goal:
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
        if not self.match.goal:
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

    def pick_key(self) -> Key:
        """The player's letters."""
        return Key("a-f" if self.match.position.turn == 0 else "i-n", "select")

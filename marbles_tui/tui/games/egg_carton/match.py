"""A match of Egg Carton at the table: its board, how it is picked, its words and marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from marbles_tui.core import AnyBoard, Cell, Game
from marbles_tui.core.scene import Tone
from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.position import ENDS, LETTERS, SIDES
from marbles_tui.games.egg_carton.scene import writes_names
from marbles_tui.play import Match
from marbles_tui.table.ending import viewer
from marbles_tui.table.game_words import HELP, MOVE, POINT, THREATS, Tip
from marbles_tui.tui.games.picking import MatchView, Picking
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.lines import Key
from marbles_tui.tui.kit.look import Look


class EggCartonBoard(BoardView):
    """Twelve hollows, two ends, and the hand that sows."""

    GAME: ClassVar[Game] = EGG_CARTON
    BEATS: ClassVar[Mapping[str, float]] = {
        "take": 0.45,
        "drop": 0.28,
        "last": 0.70,
        "relay": 0.30,
        "again": 0.80,
        "over": 0.60,
        "win": 0.50,
    }

    @property
    def writes_names(self) -> bool:
        return writes_names(self.room)

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """Along a row, or across; the ends are not picked."""
        found = super().step(cell, dx, dy)
        return cell if found in ENDS else found


AFTERWARDS = {"again": ": you go again", "over": ": turn over", "win": " and wins"}
"""What follows a move, by the kind of its last event."""

SIDES_TOLD = (
    "You play the near side, left to right: pick a slot, A-F.",
    "You play the far side, right to left: pick a slot, I-N.",
)
"""What one person against a computer is told in their first turn, by seat."""

SIGNS = {"again": "+", "over": "", "win": "*"}
"""The same as a sign beside a slot."""


class EggCartonPicking(Picking):
    """Slots are selected by their letters."""

    @property
    def names(self) -> Mapping[str, Cell]:
        """Letters."""
        return {letter.lower(): slot for slot, letter in enumerate(LETTERS)}

    def invitation(self, name: str) -> str:
        """The letters that can be selected; in the first turn also which side is whose."""
        seat, actors = self.match.position.actor, {at.actor for at in self.match.positions[:-1]}
        if viewer(self.match) == seat and seat not in actors and not self.match.has_goal:
            return SIDES_TOLD[seat]
        letters = " ".join(LETTERS[cell] for cell in sorted(self.next_cells))
        return f"{name}: pick a slot, {letters}."

    def foresee(self, cell: Cell | None) -> str:
        """Where the chain would end, and what follows."""
        events = self.outcome(cell)
        if not events or cell is None:
            return ""
        relays = sum(event.kind == "relay" for event in events)
        end = next(event.cells[0] for event in reversed(events) if event.kind == "last")
        where = "off the board" if end in ENDS else f"in {LETTERS[end]}"
        chain = f" after {plural(relays, 'relay')}" if relays else ""
        return f"{LETTERS[cell]} ends {where}{chain}{AFTERWARDS[events[-1].kind]}."

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """The place of the last marble."""
        return tuple(event.cells[0] for event in self.outcome(cell) if event.kind == "last")[-1:]

    def signs(self) -> dict[Cell, str]:
        """What each move would bring: + goes again, * wins."""
        return {cell: SIGNS[self.outcome(cell)[-1].kind] for cell in self.next_cells}

    def legend(self) -> str:
        """What the signs mean."""
        signs = set(self.signs().values())
        told = [words for sign, words in (("+", "+ you go again"), ("*", "* you win")) if sign in signs]
        return f"{', '.join(told)}." if told else "No slot lets you go again."

    def pick_key(self) -> Key:
        """The player's letters."""
        return Key("a-f" if self.match.position.turn == 0 else "i-n", "pick")


AIMS: Final = (
    "Clear the near side first: press A to F or click a slot.",
    "Clear the far side first: press I to N or click a slot.",
)
"""The first hint for each seat, where one person looks."""

FAR: Final = Tip("far", SIDES_TOLD[1], (MOVE,))

PUZZLE: Final = Tip("puzzle", "Clear your side in one turn: press a letter or click.", (MOVE,))


class EggCartonMatch(MatchView):
    """Selections are counted; the last marble flashes and is heard."""

    picking = EggCartonPicking
    threatens = True
    rings = frozenset(("last",))
    tips = (
        Tip("aim", "Press a letter or click a slot: clear your side first.", (MOVE,)),
        Tip("again", "If the last marble drops off the board, you go again.", ("again",)),
        Tip("see", "Arrows or mouse point at a slot: a ring shows its end.", (POINT,)),
        Tip("marks", "t marks slots: + you go again, * you win. s suggests.", (THREATS, HELP)),
    )

    def tips_of(self, match: Match) -> Sequence[Tip]:
        """A puzzle has an aim of its own; the first time on the far side it is said which side that is."""
        aim, *others = self.tips
        you = viewer(match)
        if match.has_goal:
            return (PUZZLE, *others)
        if you is None:
            return self.tips
        return (aim._replace(text=AIMS[you]), *((FAR,) if you else ()), *others)

    def writes_end(self, match: Match, tone: Tone, here: Sequence[int]) -> bool:
        """The six slots that you have cleared are the sign: YOU WIN, or SOLVED."""
        cleared = match.result is not None and match.result.reason == "cleared"
        return tone is Tone.WON and cleared and (match.has_goal or viewer(match, here) is not None)

    def seat_notes(self, match: Match, board: AnyBoard, room: int, look: Look) -> tuple[str, ...]:
        """How many marbles each side has to clear."""
        if match.has_goal:
            return ("",) * len(match.seats)
        return tuple(f"{sum(board.ring[slot] for slot in side)} to clear" for side in SIDES)

    def start(self, setup: str) -> str:
        """A number is the marbles in each slot."""
        return f"{setup} each" if setup.isdigit() else setup

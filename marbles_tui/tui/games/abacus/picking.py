"""How marbles are marked and pushed in Abacus."""

from __future__ import annotations

import re
from typing import Final, cast

from marbles_tui.core import Cell, Event
from marbles_tui.games.abacus import Abacus, Step
from marbles_tui.games.abacus.position import BY_NAME, NAMES, NEXT, OFF
from marbles_tui.table import phrases
from marbles_tui.table.players import Choice
from marbles_tui.tui.games.picking import Picking, sentence
from marbles_tui.tui.kit.edges import Key

WRITING: Final = ":"
"""What is typed of a move begins with it, so that a move of which nothing is typed yet is begun all the same."""

PUSH: Final = "push "
"""Before the number of a heading: what a key that pushes types."""

ROWS_AND_DIGITS: Final = frozenset("abcdefghi123456789")
LONGEST: Final = 6
"""The characters of a move: three cells."""

KEYS: Final = "dewazx"
"""The key of each heading: they lie around `s` as the hexagon does."""


class AbacusPicking(Picking):
    """In-line: pick the rear marble, then the ringed cell that the front one enters. Broadside: pick both ends
    of the row, then the ringed cell where the first one goes. Or mark marbles and push them in a heading."""

    endangered = "Marked: your marbles that could be pushed off next."

    refused = False
    """Whether the move that is written was refused: the next letter begins another."""

    @property
    def writing(self) -> bool:
        """Whether a move is being written."""
        return bool(self.typed)

    @property
    def typing(self) -> str:
        """A move as records have it."""
        return "type m and a move"

    writes_by = "mM"

    def _push(self, heading: int, cursor: Cell | None) -> Choice:
        """Push what is marked, or else the row that begins at the cursor, in a heading of the board.

        Raises ValueError with the reason where that cannot be.
        """
        marked = self.picks or ((cursor,) if cursor is not None else ())
        if not marked:
            raise ValueError("Mark a marble first: arrows, then Space.")
        if move := self._pushed(marked, heading):
            return move
        ahead = NEXT[heading][marked[0]]
        if ahead == OFF:
            raise ValueError("That leads off the board.")
        text = "".join(NAMES[cell] for cell in (*marked, ahead)).lower()
        raise ValueError(self.refusal(self.match.game.explain_illegal(self.match.position, text)))

    def type(self, key: str) -> Choice | None:
        """Push in a heading, as `push 0`, and the cursor if there is one; or begin to write a move, write on, rub
        out, or play what is written.

        Raises ValueError with the reason where that is no move.
        """
        refused, self.refused = self.refused, False
        match key:
            case _ if key.startswith(PUSH):
                heading, _, cursor = key.removeprefix(PUSH).partition(" ")
                return self._push(int(heading), int(cursor) if cursor else None)
            case _ if not self.typed:
                self.restart()
                self.typed = WRITING
            case "backspace":
                self.typed = self.typed[:-1]
            case "enter":
                game, position = self.match.game, self.match.position
                text = game.normalize(self.typed.removeprefix(WRITING))
                if move := cast("Step | None", game.parse(position, text)):
                    return move
                self.refused = bool(text)
                raise ValueError(self.refusal(game.explain_illegal(position, text)))
            case " ":
                self.refused = refused
            case _ if key.lower() not in ROWS_AND_DIGITS:
                self.refused = refused
                raise ValueError("Only a-i and 1-9 are typed here. Esc ends typing.")
            case _ if refused:
                self.typed = WRITING + key.lower()
            case _ if len(self.typed) > LONGEST:
                raise ValueError("A move names three cells at most. Enter plays it.")
            case _:
                self.typed += key.lower()
        return None

    def drag(self, start: Cell, end: Cell) -> Choice | None:
        """Both ends of a row, or its rear marble and the cell that the front one enters, by one drag.

        Raises ValueError with the reason where that cannot be.
        """
        self.restart()
        if choice := self.pick(start):
            return choice
        if end not in self.picker.next_cells and end not in self.letters():
            self.restart()
            raise ValueError(
                sentence(self.match.game.explain_illegal_pick(self.match.position, (start, end)))
            )
        return self.pick(end)

    def pick(self, cell: Cell) -> Choice | None:
        """Besides what the rules have: a cell next to the marked marble, where a key stands, is pushed to."""
        if cell not in self.picker.next_cells and cell in (pushes := self._pushes()):
            return pushes[cell][1]
        return super().pick(cell)

    @property
    def next_cells(self) -> frozenset[Cell]:
        """The places that may be picked now."""
        return super().next_cells | self._pushes().keys()

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """The cells that are written so far, else where picking a place would lead."""
        text = self.typed.removeprefix(WRITING)
        words = [text[at : at + 2] for at in range(0, len(text), 2)]
        written = tuple(BY_NAME[word] for word in words if word in BY_NAME)
        return written if self.typed else super().landing(cell)

    def foresee(self, cell: Cell | None) -> str:
        """What would be moved, and what would come of it."""
        names = phrases.names(self.match)
        said = [text for event in self.outcome(cell) if (text := self.match.game.told(event, names))]
        if not said:
            return ""
        does = said[0].removeprefix(names[self.match.position.actor])
        return " ".join((re.sub(r"^ (move|pushe?)s", _would, does), *said[1:]))

    def letters(self) -> dict[Cell, str]:
        """The keys that push what is marked, each where the marble that was marked first would go."""
        return {cell: KEYS[heading] for cell, (heading, _) in self._pushes().items()}

    def ends(self) -> frozenset[Cell]:
        """The other ends of rows: picking one marks a row."""
        if len(self.picks) != 1:
            return frozenset()
        return frozenset(cell for cell in self.picker.next_cells if not self.picker.leads_to(cell))

    def outcome(self, cell: Cell | None) -> tuple[Event, ...]:
        """What picking a place would bring, if that completes a move."""
        if cell is not None and cell not in self.picker.next_cells and cell in (pushes := self._pushes()):
            return self.match.game.tell(self.match.position, pushes[cell][1])[1]
        return super().outcome(cell)

    def _pushes(self) -> dict[Cell, tuple[int, Step]]:
        """The cells around the first marked marble to which it could be pushed: heading and move of each."""
        if not (self.asked and self.picks):
            return {}
        found = {}
        for heading, ahead in enumerate(NEXT):
            if move := self._pushed(self.picks, heading):
                found[ahead[self.picks[0]]] = heading, move
        return found

    def _pushed(self, marked: tuple[Cell, ...], heading: int) -> Step | None:
        moves = cast("Abacus", self.match.position).moves()
        return next((move for move in moves if _is_pushed(move, marked, heading)), None)

    def invitation(self, name: str) -> str:
        """What to pick next."""
        written = self.typed.removeprefix(WRITING)
        if self.refused and self.typed:
            return f"Not played: [{written}]. The next letter starts a new move."
        if self.typed:
            return f"Move: {written}_ (as a1b2; Enter plays it)"
        match len(self.picks):
            case 0:
                return f"{name}: pick a marble."
            case 1:
                return "Choose a letter to push, or the other end of a row to move it sideways."
        return "Choose where the marked row moves."

    def pick_key(self) -> Key:
        """Marking and pushing."""
        if self.typed:
            return Key("enter", "play", "screen.go_on")
        return Key("space", "mark") if not self.picks else Key("w e a d z x", "push")


def _would(verb: re.Match[str]) -> str:
    return "Would push" if verb[1].startswith("push") else f"Would {verb[1]}"


def _is_pushed(move: Step, marked: tuple[Cell, ...], heading: int) -> bool:
    """Whether a move pushes the row between the marked ends in a heading."""
    ends = move.marbles[0], move.marbles[-1]
    if move.heading != heading:
        return False
    return marked in (ends, ends[::-1]) or (move.inline and marked == ends[:1])

"""Who sits at a table for more than two: each seat in a row, people and computers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from marbles_tui.tui.setup.picker import Picker, Value
from marbles_tui.tui.setup.plan import ADD, PERSON, REMOVE, SWAP


class SeatsPicker(Picker):
    """A row for each seat. Space changes who sits under the cursor, h makes a person of a computer and the other way
    round, + adds a seat, - removes the last one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "change_player", "Another player", show=False, id="seats.change"),
        Binding("h", "swap", "Human or computer", show=False, id="seats.swap"),
    ]

    @dataclass
    class Wanted(Message):
        """Somebody else is to sit on a seat, or there are to be more seats (+), or fewer (-)."""

        what: str

    def __init__(self, label: str, word: str, counts: range, *, id: str) -> None:
        """`word` names one who plays; `counts` are the numbers of players there may be."""
        super().__init__(label, [Value("1", "")], id=id)
        self._word = word
        self._counts = counts

    @property
    def count(self) -> int:
        """How many play."""
        return len(self.values)

    def offer_seats(self, seats: Sequence[Value]) -> None:
        """Show these seats; the cursor stays where it is."""
        at = min(int(self.value), len(seats))
        self.offer_values(seats, str(at))

    def action_change_player(self) -> None:
        """Somebody else on the seat under the cursor."""
        self.post_message(self.Wanted(self.value))

    def action_swap(self) -> None:
        """A person in place of a computer, or a computer in place of a person."""
        self.post_message(self.Wanted(f"{SWAP}{self.value}"))

    def clicked(self, key: str) -> None:
        """A seat is pointed at; the one that is, changed; + and - do what they say."""
        if key in (ADD, REMOVE, self.value):
            self.post_message(self.Wanted(key))
        else:
            self.value = key

    def on_key(self, event: events.Key) -> None:
        """Digits go to their seats."""
        if event.character and event.character in dict(self.values):
            event.stop()
            self.value = event.character

    def extra(self) -> list[Value]:
        """Another seat, or one less."""
        if self.is_card:
            more = [Value(ADD, f"+ add a {self._word}", note=f"up to {self._counts.stop - 1}")]
            fewer = [Value(REMOVE, "- remove the last one")]
        else:
            more, fewer = [Value(ADD, "+ add")], [Value(REMOVE, "- remove")]
        return (more if self.count < self._counts.stop - 1 else []) + (
            fewer if self.count > self._counts.start else []
        )

    def remark(self) -> str:
        """Who sits there, and how to change that."""
        if not self.has_focus:
            return self.chosen.note
        return "h: computer" if self.chosen.note == PERSON else "h: human"

    def says_enough(self, about: str) -> bool:
        """How to seat a person is worth more than the end of a sentence."""
        return not about.endswith("…")

    def hint(self) -> str:
        """How to change who sits there."""
        return self.remark() if self.has_focus else str(self.count)

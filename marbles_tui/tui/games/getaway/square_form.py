"""The form of one square of a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static, TextArea

from marbles_tui.games.getaway.sketch import KINDS, SquareSketch
from marbles_tui.tui.kit.field import Field
from marbles_tui.tui.kit.filters import Filters, choice

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit

ROWS: Final = {
    "plain": (),
    "treasure": ("amount-way", "amount", "once"),
    "teleporter": ("jump-way", "jump", "once"),
    "toll": ("amount-way", "amount", "jump-way", "jump", "once"),
    "trinkets": ("things",),
    "trap": ("event", "wait", "trinket"),
}
"""The rows that matter, by the kind of square."""

LABELS: Final = {
    "plain": "plain: nothing happens",
    "treasure": "treasure: pays gold",
    "teleporter": "teleporter: moves the player",
    "toll": "toll: costs gold, or moves the player",
    "trinkets": "trinkets: to find",
    "trap": "trap: holds the player",
}


MOST: Final = 10_000
"""Characters that may be pasted as things."""


class Things(TextArea):
    """What lies on a square, a line each; a book that is pasted there is refused, for it would take long."""

    def on_paste(self, event: events.Paste) -> None:
        """Only what can be a list of things."""
        if len(event.text) > MOST:
            event.stop()
            event.prevent_default()
            self.notify(f"Too long to paste: at most {MOST:,} characters.", severity="warning")


class SquareForm(Vertical):
    """Rows for a square's name, its kind, and what that kind asks for."""

    DEFAULT_CSS = """
    SquareForm { height: auto; }
    SquareForm TextArea { height: 5; border: none; padding: 0; background: $surface; }
    SquareForm .note { color: $text-muted; height: auto; }
    """

    app: Kit

    @dataclass
    class Changed(Message):
        """The square is another one now."""

        square: SquareSketch

    def __init__(self) -> None:
        super().__init__()
        self._square = SquareSketch("")
        self._end = False
        self._filling = False

    def compose(self) -> ComposeResult:
        """All rows; those that do not matter are hidden."""
        yield Field("Name", "", most=80, id="square-name")
        yield choice("kind", "kind", [(kind, LABELS[kind]) for kind in KINDS])
        yield choice("amount-way", "gold", [("F", "exactly"), ("M", "random, 1 to")])
        yield Field("  amount", "", most=8, id="amount")
        ways = [("F", "by N squares"), ("M", "by 1 to N squares"), ("A", "to square N")]
        yield choice("jump-way", "moves", ways)
        yield Field("  N", "", placeholder="-3 is 3 back", most=5, id="jump")
        yield choice("once", "works", [("no", "every time"), ("yes", "once, for the first to land")])
        yield choice("event", "lasts", [("no", "N turns"), ("yes", "until N is rolled")])
        yield Field("  N", "", most=5, id="wait")
        yield Field("Safe with", "", placeholder="a trinket's name", most=80, id="trinket")
        yield Static(
            "One trinket on each line, as name : description : value in gold",
            classes="note",
            id="things-note",
        )
        yield Things(id="things", soft_wrap=False, show_line_numbers=False)

    def fill(self, square: SquareSketch, end: bool) -> None:
        """Show a square; Start and Castle (`end`) have only a name."""
        self._square, self._end, self._filling = square, end, True
        for row, value in (
            ("square-name", square.name),
            ("amount", square.amount),
            ("jump", square.jump),
            ("wait", square.wait),
            ("trinket", square.trinket),
        ):
            self.query_one(f"#{row}", Input).value = value
        for row, value in (
            ("kind", square.kind),
            ("amount-way", square.amount_way),
            ("jump-way", square.jump_way),
            ("once", "yes" if square.once else "no"),
            ("event", "yes" if square.event else "no"),
        ):
            filters = self.query_one(f"#{row}", Filters)
            filters.chosen = {row: value}
        self.query_one("#things", TextArea).text = "\n".join(square.things)
        self._show_what_matters()
        self.call_after_refresh(self._filled)

    def _filled(self) -> None:
        self._filling = False

    def _show_what_matters(self) -> None:
        shown = () if self._end else ROWS[self._square.kind]
        self.query_one("#kind").display = not self._end
        for row in ("amount-way", "jump-way", "once", "event", "things"):
            self.query_one(f"#{row}").display = row in shown
        self.query_one("#things-note").display = "things" in shown
        for row in ("amount", "jump", "wait", "trinket"):
            self.query_one(f"#{row}-field").display = row in shown

    @on(Filters.Changed)
    @on(Input.Changed)
    @on(TextArea.Changed)
    def _edited(self, message: Message) -> None:
        message.stop()
        if self._filling:
            return

        def typed(row: str) -> str:
            return self.query_one(f"#{row}", Input).value.strip()

        def chosen(row: str) -> str:
            return self.query_one(f"#{row}", Filters).only

        things = self.query_one("#things", TextArea).text.splitlines()
        square = replace(
            self._square,
            name=typed("square-name"),
            kind=chosen("kind"),
            once=chosen("once") == "yes",
            amount_way=chosen("amount-way"),
            amount=typed("amount"),
            jump_way=chosen("jump-way"),
            jump=typed("jump"),
            event=chosen("event") == "yes",
            wait=typed("wait"),
            trinket=typed("trinket"),
            things=tuple(line.strip() for line in things if line.strip()),
        )
        if square != self._square:
            self._square = square
            self._show_what_matters()
            self.post_message(self.Changed(square))

"""What the set-up folds away: rows of names and rules, those that were changed marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from marbles_tui.play.match import HUMAN
from marbles_tui.tui.setup.words import SetupWords
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.field import Field

UNFOLDED: Final = 0.15
"""Seconds in which it opens."""

LABEL: Final = 22
"""Columns of the labels."""


class MoreOptions(VerticalScroll, can_focus=False):
    """Two columns of rows; one where there is little room."""

    DEFAULT_CSS = """
    MoreOptions { display: none; height: 1fr; background: $surface; padding: 0 2; }
    MoreOptions #more-top { height: 1; margin: 0 0 1 0; }
    MoreOptions #more-title { width: 1fr; text-style: bold; }
    MoreOptions #more-changed { width: auto; color: $text-muted; }
    MoreOptions .columns { height: auto; layout: vertical; }
    MoreOptions .column { height: auto; width: 1fr; }
    MoreOptions Input { width: 1fr; background: $foreground 10%; }
    MoreOptions Field:even Input { background: $foreground 5%; }
    MoreOptions Field Input:focus { background: $foreground 25%; }
    """

    def __init__(self, left: Sequence[Widget], right: Sequence[Widget], below: Sequence[Widget]) -> None:
        super().__init__(id="more")
        self._left, self._right, self._below = left, right, below

    def compose(self) -> ComposeResult:
        """A line above, the columns below."""
        with Horizontal(id="more-top"):
            yield Static("More options", id="more-title", markup=False)
            yield Static(id="more-changed", markup=False)
        with Horizontal(classes="columns"):
            yield Vertical(*self._left, classes="column")
            yield Vertical(*self._right, classes="column")
        yield Vertical(*self._below, classes="column")

    def unfold(self, rows: int) -> None:
        """Open from the top, to so many rows."""

        def opened() -> None:
            self.styles.max_height = None

        self.styles.max_height = 1
        self.styles.animate("max_height", value=rows, duration=UNFOLDED, on_complete=opened)

    def focus_first(self) -> None:
        """Give the focus to the first row that is no line to type in: letters are keys until one is picked."""
        rows = [widget for widget in self.query("*") if widget.focusable]
        min(rows, key=lambda row: isinstance(row, Input)).focus()

    @property
    def rows(self) -> Iterable[Choice | Field]:
        """The rows that are shown."""
        found = [*self.query(Choice), *self.query(Field)]
        return [row for row in found if row.display]

    @property
    def changed(self) -> list[str]:
        """The labels of the rows that are not as usual."""
        return [row.label for row in self.rows if row.changed]

    def name_people(self, players: Sequence[str]) -> None:
        """Ask for the names of people alone."""
        for field in self.query(Field):
            word, _, number = (field.id or "").removesuffix("-field").partition("-")
            if word == "name":
                seat = int(number) - 1
                field.display = seat < len(players) and players[seat] == HUMAN

    def offer_rules(self, words: SetupWords, chosen: Mapping[str, str]) -> None:
        """Show the rules that mean something beside the others that are chosen."""
        for option in words.game.options:
            for row in self.query(f"#option-{option.name}-field, #option-{option.name}"):
                if isinstance(row, Choice | Field):
                    row.display = words.offers(option, chosen)

    def mark(self) -> None:
        """Say what is changed."""
        for row in self.rows:
            row.mark()
        count = len(self.changed)
        self.query_one("#more-changed", Static).update(f"{count} changed   r resets all" if count else "")

    def reset(self) -> None:
        """All rows as usual."""
        for row in self.rows:
            row.reset()

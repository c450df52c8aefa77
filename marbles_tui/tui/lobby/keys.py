"""One account for several SSH keys: a code that is shown on a key that belongs to it, and typed on the new one."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Button, Input, Static

from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.rooms.refused import Refused
from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.widgets.dialog import Dialog
from marbles_tui.tui.widgets.field import Field
from marbles_tui.tui.widgets.panels import Key, KeyLine

if TYPE_CHECKING:
    from marbles_tui.rooms.visit import Visit

LONGEST_CODE = 12


class MoreKeys(Dialog[None]):
    """Shows a code for another key, and takes the code of another account."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next row", show=False, id="keys.down"),
        Binding("up", "app.focus_previous", "Previous row", show=False, id="keys.up"),
        Binding("escape", "leave", "Back", id="keys.back"),
    ]

    DEFAULT_CSS = """
    MoreKeys Vertical {
        width: 60; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; background: $panel;
    }
    MoreKeys Static { height: auto; }
    MoreKeys .heading { text-style: bold; margin: 0 0 1 0; }
    MoreKeys Button { margin: 1 0; }
    MoreKeys Input { width: 1fr; background: $surface; }
    MoreKeys #told { text-style: bold; margin: 1 0 0 0; min-height: 1; }
    MoreKeys KeyLine { dock: none; margin: 1 0 0 0; padding: 0; }
    """

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit

    def compose(self) -> ComposeResult:
        """What it is for, a code to be had, a line for one, what came of it, keys."""
        with Vertical():
            yield Static("One account, several keys", classes="heading")
            yield Static(
                "You use another machine, too? Get a code here, connect with the other key, and type it there."
            )
            yield Button("Show a code", variant="primary", id="show", compact=True)
            yield Field(
                "Code typed here", "", placeholder="from your other key", most=LONGEST_CODE, id="code"
            )
            yield Static(id="told", markup=False)
            yield KeyLine()

    def on_mount(self) -> None:
        """Stand ready."""
        self.query_one(KeyLine).keys = (
            Key("up down", "row"),
            Key("enter", "show, or join"),
            Key("esc", "back", "screen.leave"),
        )
        self.query_one("#show").focus()

    def _tell(self, told: str) -> None:
        self.query_one("#told", Static).update(sanitize_line(told, 300))

    @on(Button.Pressed, "#show")
    def _show(self) -> None:
        try:
            code = self._visit.key_code()
        except Refused as error:
            self._tell(str(error))
            return
        minutes = plural(max(1, round((code.until - time()) / 60)), "minute")
        self._tell(f"{code.code}: good once, for {minutes}.")

    @on(Input.Submitted, "#code")
    def _join(self, message: Input.Submitted) -> None:
        message.stop()
        try:
            account = self._visit.join(message.value.strip())
        except Refused as error:
            self._tell(str(error))
            return
        self._tell(f"This key belongs to {account.name} now. Connect again to play as {account.name}.")

    def action_leave(self) -> None:
        """Back."""
        leave(self)

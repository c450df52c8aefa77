"""The first start: who plays?"""

from __future__ import annotations

import getpass
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

from marbles_tui.core.text import sanitize_line
from marbles_tui.tui.dialog import Dialog
from marbles_tui.tui.kit.form import Line
from marbles_tui.tui.kit.lines import Key, KeyLine
from marbles_tui.tui.kit_app import Kit

if TYPE_CHECKING:
    from marbles_tui.rooms.visit import Visit

LONGEST: Final = 40
"""The most characters of a name."""

IN_A_HOUSE: Final = (
    "The others here see it; it belongs to your SSH key. "
    "Known here by another key? Press Esc, and let this one join it in the settings (s)."
)

NOBODY: Final = {"root", "user", "admin", "nobody"}
"""What many systems call whoever uses them."""


def suggested_name() -> str:
    """The user's name on this system; "" if it says nothing of them."""
    try:
        name = sanitize_line(getpass.getuser().strip(), LONGEST)
    except (OSError, KeyError, ImportError):
        return ""
    return "" if name.lower() in NOBODY else name[:1].upper() + name[1:]


class NameInput(Line):
    """A line for a name. Where it is empty, right or tab takes the one that is suggested."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,tab", "take", "Take the suggestion", show=False, id="welcome.take")
    ]

    def __init__(self, suggested: str) -> None:
        super().__init__(placeholder=suggested, max_length=LONGEST, id="name")

    def action_take(self) -> None:
        """Take the suggestion, or move on in what was typed."""
        if self.value or not self.placeholder:
            self.action_cursor_right()
        else:
            self.value = self.placeholder
            self.cursor_position = len(self.value)


class Welcome(Dialog[str]):
    """Asks for a name, once, above the menu; dismissed with the name, "" or None for none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Without a name", id="welcome.without"),
    ]

    DEFAULT_CSS = """
    Welcome { background: transparent; }
    Welcome Static { margin: 0 0 1 0; }
    Welcome #question { text-style: bold; }
    Welcome NameInput { background: $background; margin: 0 0 1 0; }
    Welcome #told { margin: 0; }
    """

    heading = "Board games, to play alone or together"

    def __init__(self, visit: Visit | None = None) -> None:
        """`visit`: that of a guest in a house, who takes the name there."""
        super().__init__()
        self._visit = visit
        self._suggested = "" if visit else suggested_name()  # the host's user is nobody here

    def body(self) -> ComposeResult:
        """The question."""
        yield Static("What is your name?", id="question")
        yield NameInput(self._suggested)

    def on_mount(self) -> None:
        """Say what it is for."""
        name, line = self._suggested, self.query_one(KeyLine)
        told = IN_A_HOUSE if self._visit else "Your wins count for it. You can change it in the settings."
        self.tell(told)
        tab = [Key("tab", f"take {name}")] if name else []
        line.keys = (Key("enter", "go on"), *tab, Key("esc", "without a name", "screen.leave"))

    @on(Input.Submitted)
    def _answered(self, message: Input.Submitted) -> None:
        self.leave_with(lambda: self._named(message.value))

    def _named(self, typed: str) -> str:
        name = sanitize_line(typed.strip(), LONGEST)
        if self._visit and name:
            self._visit.rename(typed)
            return self._visit.account.name
        return name


def ask_name(app: Kit, then: Callable[[], object] = lambda: None) -> None:
    """Ask who plays, and keep the answer; then do something."""

    def answered(name: str | None) -> None:
        app.change_settings(name=name or "", greeted=True)
        if name:
            app.offer_to_adopt()
        then()

    app.push_screen(Welcome(app.visit), answered)

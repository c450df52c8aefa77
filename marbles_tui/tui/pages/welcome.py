"""The first start: who plays?"""

from __future__ import annotations

import getpass
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from marbles_tui.core.text import sanitize_line
from marbles_tui.tui.arcade_screen import ArcadeScreen, leave
from marbles_tui.tui.kit.edges import Key, KeyLine
from marbles_tui.tui.kit.title import Title

if TYPE_CHECKING:
    from marbles_tui.rooms.visit import Visit
    from marbles_tui.tui.kit_app import Kit

LONGEST: Final = 40
"""The most characters of a name."""

IN_A_HOUSE: Final = (
    "The others here see it; it belongs to your SSH key.\n"
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


class NameInput(Input):
    """A line for a name. Where it is empty, right or tab takes the one that is suggested."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,tab", "take", "Take the suggestion", show=False, id="welcome.take")
    ]

    def action_take(self) -> None:
        """Take the suggestion, or move on in what was typed."""
        if self.value or not self.placeholder:
            self.action_cursor_right()
        else:
            self.value = self.placeholder
            self.cursor_position = len(self.value)


class Welcome(ArcadeScreen[str]):
    """Asks for a name, once; its answer is the name, "" for none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "without", "Without a name", id="welcome.without"),
    ]

    CSS = """
    Welcome #middle { height: 1fr; align: center top; }
    Welcome Title { margin: 1 0 0 0; content-align: center top; }
    Welcome.-wide Title { height: 6; }
    Welcome.-wide.-tall Title { height: 8; }
    Welcome.-short Title { margin: 0; height: 2; }
    Welcome .line { width: 56; height: 1; margin: 1 0 0 0; content-align: center middle; }
    Welcome #box { width: 56; height: 5; margin: 2 0 1 0; padding: 1 3; background: $panel; }
    Welcome.-short #box { margin: 1 0; }
    Welcome #box Static { height: 1; text-style: bold; margin: 0 0 1 0; }
    Welcome #row { height: 1; }
    Welcome NameInput { width: 32; background: $background; }
    Welcome #row Static { width: 1fr; margin: 0 0 0 2; text-style: none; }
    Welcome #note { width: 56; height: auto; }
    """

    app: Kit

    def __init__(self, visit: Visit | None = None) -> None:
        """`visit`: that of a guest in a house, who takes the name there."""
        super().__init__()
        self._visit = visit
        self._suggested = "" if visit else suggested_name()  # the host's user is nobody here

    def compose(self) -> ComposeResult:
        """The title, a sentence, the question."""
        yield Title()
        name = self._suggested
        taken = f"\nPress right or Tab to take {name}." if name else ""
        with Vertical(id="middle"):
            yield Static("Board games, to play alone or together.", classes="line")
            with Vertical(id="box"):
                yield Static("What is your name?")
                with Horizontal(id="row"):
                    yield NameInput(placeholder=name, max_length=LONGEST, compact=True, id="name")
                    yield Static("[b $accent]enter[/] go on")
            note = (
                f"Your wins count for it. You can change it in the settings.{taken}"
                if not self._visit
                else IN_A_HOUSE
            )
            yield Static(note, id="note", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Ask."""
        self.query_one(NameInput).focus()
        self.query_one(KeyLine).keys = (
            Key("enter", "go on"),
            *([Key("tab", f"take {self._suggested}")] if self._suggested else []),
            Key("esc", "without a name", "screen.without"),
        )
        title = self.query_one(Title)
        if self.app.animation_level != "none":
            title.drop()
        else:
            title.land()

    def on_key(self) -> None:
        """Whoever types need not wait for the title."""
        self.query_one(Title).land()

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self.query_one(Title).restyle()

    @on(Input.Submitted)
    def _answered(self, message: Input.Submitted) -> None:
        message.stop()
        name = sanitize_line(message.value.strip(), LONGEST)
        if self._visit and name:
            from marbles_tui.rooms.refused import Refused  # not for those who play alone

            try:
                self._visit.rename(message.value)
            except Refused as error:
                self.query_one("#note", Static).update(sanitize_line(str(error), 200))
                return
            name = self._visit.account.name
        leave(self, name)

    def action_without(self) -> None:
        """Play as "You"."""
        leave(self, "")


def ask_name(app: Kit, then: Callable[[], object] = lambda: None) -> None:
    """Ask who plays, and keep the answer; then do something."""

    def answered(name: str | None) -> None:
        app.change_settings(name=name or "", greeted=True)
        if name:
            app.offer_to_adopt()
        then()

    app.push_screen(Welcome(app.visit), answered)

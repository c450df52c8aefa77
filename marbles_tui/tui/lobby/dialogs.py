"""What the lobby asks: what to say, whom to find, which code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from marbles_tui.core.text import sanitize_line
from marbles_tui.rooms.cards import Challenge, RoomCard
from marbles_tui.rooms.refused import Refused
from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.lobby.entries import LONGEST, Said
from marbles_tui.tui.lobby.reading import fit
from marbles_tui.tui.textual_patches.palette import Options
from marbles_tui.tui.widgets.dialog import Dialog
from marbles_tui.tui.widgets.panels import Key, KeyLine

if TYPE_CHECKING:
    from marbles_tui.rooms.visit import Visit

LONGEST_LINE: Final = 120
"""Characters of a line."""

LONGEST_CODE: Final = 12

LATEST: Final = 8
"""The last lines said that are shown above what is said next."""


class Asking(Dialog[str]):
    """A line to type in, and a list to choose from with the arrows; dismissed with what was typed or chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "along(1)", "Next", show=False, priority=True, id="asking.down"),
        Binding("up", "along(-1)", "Previous", show=False, priority=True, id="asking.up"),
        Binding("escape", "leave", "Back", id="asking.back"),
    ]

    DEFAULT_CSS = """
    Asking Vertical {
        width: 64; max-width: 96%; height: auto; max-height: 100%; padding: 1 2; background: $panel;
        border: round $primary;
    }
    .-plain Asking Vertical { border: ascii $primary; }
    Asking Static { height: auto; }
    Asking .said { height: 1; }
    Asking .last { margin: 0 0 1 0; }
    Asking .note { color: $text-muted; margin: 1 0 0 0; }
    Asking #heading { text-style: bold; margin: 0 0 1 0; }
    Asking Input { background: $surface; margin: 0 0 1 0; }
    Asking OptionList { height: auto; max-height: 8; background: $panel; border: none; padding: 0; }
    """

    heading: ClassVar[str] = ""
    prompt: str = ""
    most: ClassVar[int] = LONGEST_LINE
    keys: ClassVar[str] = ""

    def compose(self) -> ComposeResult:
        """Heading, what stands above, line, list, keys."""
        with Vertical():
            yield Static(self.heading, id="heading", markup=False)
            yield from self.above()
            yield Input(placeholder=self.prompt, max_length=self.most, compact=True, id="line")
            yield Options(markup=False, id="list")
            yield Static(self.keys, classes="note", markup=False)

    def above(self) -> ComposeResult:
        """What stands above the line."""
        yield from ()

    def entries(self, typed: str) -> Sequence[tuple[str, str]]:
        """What can be chosen when that has been typed: what it stands for, and how it is called."""
        del typed
        return ()

    def on_mount(self) -> None:
        """Stand ready to type."""
        line = self.query_one(Input)
        line.cursor_blink = False
        line.focus()
        self._list("")

    @on(Input.Changed)
    def _typed(self, message: Input.Changed) -> None:
        self._list(message.value)

    def _list(self, typed: str) -> None:
        listed = self.query_one(Options)
        listed.clear_options()
        listed.add_options([Option(Content(title), id=key) for key, title in self.entries(typed)])
        listed.display = bool(listed.option_count)
        listed.highlighted = self.first if listed.option_count else None

    first: ClassVar[int | None] = None
    """The entry that is chosen before the arrows are used; None: what was typed counts."""

    def action_along(self, step: int) -> None:
        """Choose the next entry; above the first, what was typed."""
        listed = self.query_one(Options)
        if not listed.option_count:
            return
        at = listed.highlighted
        if at is None:
            listed.highlighted = 0 if step > 0 else listed.option_count - 1
        elif 0 <= at + step < listed.option_count:
            listed.highlighted = at + step
        else:
            listed.highlighted = self.first

    @on(Options.OptionSelected)
    def _selected(self, message: Options.OptionSelected) -> None:
        message.stop()
        self.decided(message.option_id or "")

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        listed = self.query_one(Options)
        if listed.highlighted is not None:
            self.decided(listed.get_option_at_index(listed.highlighted).id or "")
        else:
            self.typed(message.value.strip())

    def decided(self, key: str) -> None:
        """An entry was chosen."""
        leave(self, key)

    def typed(self, text: str) -> None:
        """Something was typed."""
        leave(self, text)

    def action_leave(self) -> None:
        """Nothing."""
        leave(self, "")


class Say(Asking):
    """A line, or a greeting that lies ready; dismissed with what is to be said."""

    heading = "Say something"
    prompt = "Everybody here reads it"
    keys = "enter say it   up/down a greeting   esc back"

    def __init__(self, greetings: Sequence[str], said: Sequence[Said], unheard: bool = False) -> None:
        """`unheard`: whether those who play read it after the end."""
        super().__init__()
        if unheard:
            self.prompt = "Players read it after the game"
        self._greetings = greetings
        self._said = said

    def above(self) -> ComposeResult:
        """What was said last."""
        column = max((min(LONGEST, cell_len(line.name)) for line in self._said[-LATEST:]), default=0)
        for line in self._said[-LATEST:]:
            classes = "said last" if line is self._said[-1] else "said"
            name = set_cell_size(fit(line.name, LONGEST), column + 2)
            yield Static(Content.assemble((name, "bold"), line.words), classes=classes)

    def entries(self, typed: str) -> Sequence[tuple[str, str]]:
        """The greetings, as long as nothing is typed."""
        return [(str(at), greeting) for at, greeting in enumerate(self._greetings)] if not typed else []

    def decided(self, key: str) -> None:
        """A greeting was chosen."""
        leave(self, self._greetings[int(key)])


class PrivateGame(Dialog[Challenge | RoomCard | str]):
    """A code to type; dismissed with the offer that it stands for, with NEW to make one, or with nothing."""

    NEW: ClassVar[str] = "new"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="private.back"),
    ]

    DEFAULT_CSS = """
    PrivateGame Vertical {
        width: 60; max-width: 96%; height: auto; padding: 1 2; background: $panel; border: round $primary;
    }
    .-plain PrivateGame Vertical { border: ascii $primary; }
    PrivateGame Static { height: auto; }
    PrivateGame #heading { text-style: bold; margin: 0 0 1 0; }
    PrivateGame Input { background: $surface; margin: 0 0 1 0; }
    PrivateGame #told { color: $text-muted; margin: 0 0 1 0; }
    PrivateGame KeyLine { dock: none; padding: 0; }
    PrivateGame #told.fault { color: $foreground; text-style: bold; }
    """

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit

    def compose(self) -> ComposeResult:
        """Heading, line, what is wrong, keys."""
        with Vertical():
            yield Static("Private game", id="heading", markup=False)
            yield Input(
                placeholder="The code you were given", max_length=LONGEST_CODE, compact=True, id="line"
            )
            yield Static(
                "No code? Enter makes a private game: only those you tell its code can see and join it.",
                id="told",
                markup=False,
            )
            yield KeyLine()

    def on_mount(self) -> None:
        """Stand ready to type."""
        line = self.query_one(Input)
        line.cursor_blink = False
        line.focus()
        self._say_keys("")

    @on(Input.Changed)
    def _typed(self, message: Input.Changed) -> None:
        self._say_keys(message.value.strip())

    def _say_keys(self, code: str) -> None:
        enter = Key("enter", "join") if code else Key("enter", "make a private game", "screen.make")
        self.query_one(KeyLine).keys = (enter, Key("esc", "back", "screen.leave"))

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        code = message.value.strip()
        if not code:
            self.action_make()
            return
        try:
            found = self._visit.find_code(code)
        except Refused as error:
            told = self.query_one("#told", Static)
            told.update(sanitize_line(str(error), 200))
            told.add_class("fault")
        else:
            leave(self, found)

    def action_make(self) -> None:
        """Make one."""
        leave(self, self.NEW)

    def action_leave(self) -> None:
        """Nothing."""
        leave(self, "")

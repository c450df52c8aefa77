"""What asks above a screen: a box with words, lines to type in, choices, a list, and its keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from marbles_tui.core.text import sanitize_line, sentence
from marbles_tui.rooms.limits import Refused
from marbles_tui.tui.arcade_screen import ArcadeScreen, leave
from marbles_tui.tui.kit.lines import Key, KeyLine
from marbles_tui.tui.kit_app import Kit

R = TypeVar("R")

BACK: Final = Key("esc", "back", "screen.leave")


class Dialog(ArcadeScreen[R], ModalScreen[R]):
    """A box above a screen, which is seen dimmed all around it; as it is where a theme leaves colours to the
    terminal, which cannot be mixed. It is dismissed with an answer, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next row", show=False, id="dialog.down"),
        Binding("up", "app.focus_previous", "Previous row", show=False, id="dialog.up"),
        Binding("escape", "leave", "Back", id="dialog.back"),
    ]

    DEFAULT_CSS = """
    Dialog {
        align: center middle; background: $background 50%;
        &:ansi { background: transparent; }
        & > #box {
            width: 64; max-width: 96%; height: auto; max-height: 100%; overflow-y: auto; padding: 1 2;
            background: $panel; border: round $primary; border-title-color: $foreground; border-title-style: bold;
        }
        .-plain & > #box { border: ascii $primary; }
        &.-short > #box { padding: 0 1; }
        Static { height: auto; }
        #told { color: $text-muted; margin: 1 0 0 0; }
        #told.fault { color: $foreground; text-style: bold; }
        .note { color: $text-muted; margin: 0 0 1 0; }
        Button { margin: 1 0 0 0; }
        Input { width: 1fr; background: $surface; }
        Input:focus { background: $primary 25%; }
        OptionList { height: auto; max-height: 100%; background: $panel; border: none; padding: 0; }
        OptionList:focus { border: none; }
        OptionList > .option-list--option-disabled { color: $text-muted; }
        KeyLine { dock: none; height: 1; margin: 1 0 0 0; padding: 0; background: $panel; }
    }
    """

    AUTO_FOCUS = "Input, Filters, OptionList"

    heading = ""
    """What stands in the frame."""

    app: Kit

    def compose(self) -> ComposeResult:
        """What is asked, what came of it, keys."""
        with Vertical(id="box") as box:
            box.border_title = Content(self.heading)
            yield from self.body()
            told, line = Static(id="told", markup=False), KeyLine()
            told.display = False
            line.set_reactive(KeyLine.keys, (BACK,))
            yield told
            yield line

    def body(self) -> ComposeResult:
        """What is asked."""
        raise NotImplementedError

    def show_keys(self, *keys: Key) -> None:
        """The keys of now; the way back follows."""
        self.query_one(KeyLine).keys = (*keys, BACK)

    def tell(self, words: str, fault: bool = False) -> None:
        """Say something below what is asked."""
        told = self.query_one("#told", Static)
        told.update(sanitize_line(words, 300))
        told.set_class(fault, "fault")
        told.display = bool(words)

    def leave_with(self, answer: Callable[[], R]) -> None:
        """Leave with an answer, or say why it is none."""
        try:
            given = answer()
        except (Refused, ValueError) as error:
            self.tell(sentence(str(error)), fault=True)
        else:
            leave(self, given)

    def action_leave(self) -> None:
        """Answer nothing."""
        leave(self)

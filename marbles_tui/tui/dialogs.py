"""What is asked above any screen, in a box with words, lines, choices, a list, and its keys: what to do, what to say,
who sits where, which file; and at the first start who plays."""

from __future__ import annotations

import asyncio
import getpass
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeVar

from rich.cells import cell_len
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from marbles_tui.ai.levels import known_levels
from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line, sentence
from marbles_tui.play import Seat
from marbles_tui.play.match import HUMAN
from marbles_tui.store.files import expanded, objection
from marbles_tui.table.tasks.task import NO, YES
from marbles_tui.table.tasks.together import Said
from marbles_tui.tui.arcade_screen import ArcadeScreen, leave
from marbles_tui.tui.kit.form import Form, Group, Line
from marbles_tui.tui.kit.lines import CHOOSE, WHICH, Cell, Key, KeyLine, Row
from marbles_tui.tui.kit_app import Kit

if TYPE_CHECKING:
    from marbles_tui.rooms.visit import Visit


R = TypeVar("R")

BACK: Final = Key("esc", "back", "screen.leave")

SUBMIT: Final = "focused.submit"
"""What Enter does in the line that is typed in."""


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
        except ValueError as error:
            self.tell(sentence(str(error)), fault=True)
        else:
            leave(self, given)

    def action_leave(self) -> None:
        """Answer nothing."""
        leave(self)


ROOM: Final = 40
"""Columns of an entry of a list, its key included."""

FINGER: Final = 4
"""Lines of an entry for fingers, where there is room."""

FRAME: Final = 4
"""Rows of the screen that are no entry."""

LATEST: Final = 8
"""The last lines said that are shown above what is said next."""

LONGEST_NAME: Final = 13
"""Columns of a name beside what was said; longer ones are cut."""


class Entry(NamedTuple):
    """An entry of a list: its words, the answer with which the list is dismissed, the key shown beside it, all keys
    that choose it, and its heading where there is room."""

    title: str
    answer: object = None
    key: str = ""
    keys: Collection[str] = ()
    group: str = ""


class GameMenu(Dialog[object]):
    """A list to choose from, by key too; dismissed with the answer of an entry, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,g,alt+g", "leave", "Close", id="menu.close"),
    ]

    DEFAULT_CSS = """
    GameMenu > #box { width: 46; padding: 0 1; }
    GameMenu .note { color: $text-warning; }
    """

    AUTO_FOCUS = "OptionList"

    def __init__(self, entries: Sequence[Entry], title: str = "Game", note: str = "") -> None:
        """Entries under a title; a note stands above them."""
        super().__init__()
        self.entries, self.heading, self.note = entries, title, note

    def compose(self) -> ComposeResult:
        """A note, and the list."""
        with Vertical(id="box") as box:
            box.border_title = Content(self.heading)
            if self.note:
                yield Static(self.note, id="note", classes="note", markup=False)
            yield from self.body()

    def body(self) -> ComposeResult:
        """The list."""
        groups = {entry.group: at for at, entry in reversed([*enumerate(self.entries)]) if entry.group}
        if self.app.size.height < len(self.entries) + len(groups) + FRAME:
            groups = {}
        room = (self.app.size.height - FRAME - len(groups)) // len(self.entries)
        lines = max(1, min(FINGER, room)) if self.app.has_class("-touch") else 1
        menu = OptionList(markup=False)
        for at, (title, _, key, _, group) in enumerate(self.entries):
            if groups.get(group) == at:
                menu.add_option(Option(f"{group} {'─' * (ROOM - len(group) - 1)}", disabled=True))
            gap = ROOM - len(title) - len(key)
            entry = Content.assemble(title, " " * gap, (key, "bold")) if key and gap > 0 else Content(title)
            above = (lines - 1) // 2
            entry = Content("\n" * above) + entry + Content("\n" * (lines - 1 - above))
            menu.add_option(Option(entry, id=str(at)))
        menu.highlighted = menu.get_option_index("0")
        yield menu

    @on(OptionList.OptionSelected)
    def _chosen(self, message: OptionList.OptionSelected) -> None:
        leave(self, self.entries[int(message.option_id or 0)].answer)

    def on_key(self, event: events.Key) -> None:
        """A key that stands beside an entry chooses it; `q` at least closes the list."""
        chosen = next((entry for entry in self.entries if event.key in entry.keys), None)
        if chosen:
            event.stop()
            leave(self, chosen.answer)
        elif event.key == "q":
            event.stop()
            self.action_leave()


def offer(app: App[None], entries: Sequence[Entry], title: str, note: str = "") -> None:
    """Let something be done: the answers of these entries are called; one without an answer does nothing."""
    app.push_screen(GameMenu(entries, title, note), lambda does: does() if callable(does) else None)


class QuestionDialog(GameMenu):
    """Dismissed with YES for the first answer, with NO for the second, at which the cursor stands: an Enter too many
    changes nothing. Nor does the key too often that has brought the question up: another one gives the first."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,n", "leave", "No", id="question.no")]

    DEFAULT_CSS = "QuestionDialog .note { color: $foreground; }"

    def __init__(self, text: str, yes: str, no: str, key: str = "y") -> None:
        """A question and its two answers. `key` gives the first: g where y has brought it up."""
        super().__init__([Entry(yes, YES, key, (key,)), Entry(no, NO, "n")], "", text)
        self.text = text

    def on_mount(self) -> None:
        """Stand at the answer that costs nothing."""
        self.query_one(OptionList).highlighted = 1

    def action_leave(self) -> None:
        """No."""
        leave(self, NO)


class Say(Dialog[str]):
    """A line, or a greeting that lies ready; dismissed with what is to be said."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "along(1)", "Next", show=False, priority=True, id="say.down"),
        Binding("up", "along(-1)", "Previous", show=False, priority=True, id="say.up"),
    ]

    heading = "Say something"

    def __init__(self, greetings: Sequence[str], said: Sequence[Said], unheard: bool = False) -> None:
        """`unheard`: whether those who play read it after the end."""
        super().__init__()
        self._greetings, self._said, self._unheard = greetings, said[-LATEST:], unheard

    def body(self) -> ComposeResult:
        """What was said last, the line, the greetings."""
        wide = min(LONGEST_NAME, max((cell_len(line.name) for line in self._said), default=0)) + 2
        if self._said:
            lines = ([Cell(line.name, wide, "bold"), Cell(line.words)] for line in self._said)
            yield Static(Row(*lines), classes="note")
        hint = "Players read it after the game" if self._unheard else "Everybody here reads it"
        yield Line(placeholder=hint, max_length=120)
        yield OptionList(*self._greetings, markup=False)

    def on_mount(self) -> None:
        """Stand ready to type."""
        self.query_one(OptionList).can_focus = False
        self.query_one(OptionList).highlighted = None
        self.show_keys(Key("enter", "say it", SUBMIT), Key("up/down", "a greeting"))

    @on(Input.Changed)
    def _typed(self, message: Input.Changed) -> None:
        """Greetings are for those who have typed nothing."""
        listed = self.query_one(OptionList)
        listed.display, listed.highlighted = not message.value and bool(self._greetings), None

    def action_along(self, step: int) -> None:
        """The next greeting; above the first and below the last, what was typed."""
        listed = self.query_one(OptionList)
        last = len(self._greetings) if listed.display else 0
        at = (-1 if listed.highlighted is None else listed.highlighted) + 1 + step
        to = at % (last + 1)
        listed.highlighted = to - 1 if to else None

    @on(OptionList.OptionSelected)
    def _selected(self, message: OptionList.OptionSelected) -> None:
        leave(self, self._greetings[message.option_index])

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        at = self.query_one(OptionList).highlighted
        leave(self, message.value.strip() if at is None else self._greetings[at])


class FormDialog(Dialog[R]):
    """Choices in rows, lines to type in, and a button; Enter agrees from anywhere."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "agree", "Agree", id="form.agree")]

    agrees: str
    """What the button says."""

    note = ""
    """What belongs to the choices."""

    more: Sequence[Key] = ()
    """Keys beside the usual ones."""

    def __init__(self, usual: Mapping[str, str]) -> None:
        """`usual`: what is chosen first."""
        super().__init__()
        self.given = dict(usual)
        """What is chosen and typed."""

    def asks(self) -> Iterable[Group]:
        """What is asked now."""
        raise NotImplementedError

    def answer(self) -> R:
        """What is agreed to. Raises ValueError where that cannot be."""
        raise NotImplementedError

    def body(self) -> ComposeResult:
        """Choices, lines, button."""
        yield Form([*self.asks()], self.given)
        yield Button(self.agrees, variant="primary", compact=True)

    def on_mount(self) -> None:
        """Stand ready."""
        self.changed()

    @on(Form.Changed)
    def changed(self) -> None:
        """Ask what belongs to what is chosen."""
        form = self.query_one(Form)
        self.given |= form.answers
        form.ask([*self.asks()])
        self.given |= form.answers
        button = self.query_one(Button)
        button.label = self.agrees
        button.refresh(layout=True)  # Textual 8.2.8 leaves it as wide as it was
        agree = Key("enter", self.agrees.lower(), "screen.agree")
        self.show_keys(Key(CHOOSE, "row"), Key(WHICH, "change"), agree, *self.more)
        self.tell(self.note)

    @on(Button.Pressed)
    @on(Input.Submitted)
    def action_agree(self) -> None:
        """Leave with it, or say why it cannot be."""
        self.leave_with(self.answer)


class Seating(FormDialog[tuple[Seat, ...]]):
    """A player for each seat; dismissed with the seats."""

    AUTO_FOCUS, agrees = "Button", "Play"

    def __init__(
        self, game: Game, seats: Sequence[Seat], heading: str = "Play on from here", note: str = ""
    ) -> None:
        """`note`: what it will mean, below the rows."""
        given = {f"player-{at}": seat.level or HUMAN for at, seat in enumerate(seats, 1)}
        given |= {f"name-{at}": "" if seat.level else seat.name for at, seat in enumerate(seats, 1)}
        super().__init__(given)
        self.heading, self.note, self._count = heading, note, len(seats)
        self._levels = {level.key: level.title for level in known_levels(game)}

    def asks(self) -> Iterator[Group]:
        """A row or two for each seat."""
        players = [(HUMAN, "human"), *((key, f"computer: {title}") for key, title in self._levels.items())]
        for at in range(1, self._count + 1):
            yield Group(f"player-{at}", f"player {at}", players)
            named = self.given[f"player-{at}"] == HUMAN
            yield Group(f"name-{at}", "  name", hint=f"Player {at}", asked=named)

    def answer(self) -> tuple[Seat, ...]:
        """These are the seats."""
        return tuple(self._seat(self.given[f"player-{at}"], at) for at in range(1, self._count + 1))

    def _seat(self, level: str, at: int) -> Seat:
        if level == HUMAN:
            return Seat(sanitize_line(self.given[f"name-{at}"], 40))
        return Seat(self._levels[level], f"computer {level}")


class FileSuggester(Suggester):
    """Completes a path to the first file or folder that begins so."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """The path with its last part completed, None if nothing begins so."""
        return await asyncio.to_thread(completed, value)


def completed(path: str) -> str | None:
    """A path with its last part completed to the first file or folder by name, None if nothing begins so."""
    folder, part = os.path.split(path)
    if not part:
        return None
    try:
        with os.scandir(expanded(folder) or ".") as entries:
            found = min(
                (entry for entry in entries if entry.name.startswith(part) and entry.name.isprintable()),
                key=lambda entry: entry.name,
                default=None,
            )
        return os.path.join(folder, found.name) + (os.sep if found.is_dir() else "") if found else None
    except (OSError, ValueError):
        return None


class AskFile(Dialog[str]):
    """A line to type a path in, completed by the right key; dismissed with the path, `~` expanded."""

    def __init__(self, title: str, path: str = "") -> None:
        """Under a title, with a path to begin with."""
        super().__init__()
        self.heading, self._path = title, path

    def body(self) -> ComposeResult:
        """The line."""
        yield Line(self._path, suggester=FileSuggester(), max_length=1000, id="path")

    def on_mount(self) -> None:
        """Say how it is typed."""
        self.show_keys(Key("enter", "choose", SUBMIT), Key("right", "complete"))

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        self.leave_with(lambda: expanded(message.value.strip()))


def replace_or_leave(app: App[None], path: str, write: Callable[[str], object]) -> None:
    """Have `write` called with a path; where there is such a file, or no such folder, only after a question."""
    app.run_worker(_replace_or_leave(app, path, write), group="file")


async def _replace_or_leave(app: App[None], path: str, write: Callable[[str], object]) -> None:
    why = await asyncio.to_thread(objection, path)
    if why is None:
        write(path)
        return
    title, does, place = "That file exists already", "Overwrite it", path
    if why.folder:
        title, does, place = "There is no such folder", "Make it", why.folder
    offer(app, [Entry(does, partial(write, path)), Entry("Cancel")], title, sanitize_line(place, 200))


LONGEST: Final = 40
"""The most characters of a name."""

IN_A_HOUSE: Final = (
    "The others here see it; it belongs to your SSH key. "
    "Known here by another key? Press Esc, and let this one join it in the settings (s)."
)

NOBODY: Final = {"root", "user", "admin", "nobody"}
"""User names that are no person's."""


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
        tab = [Key("tab", f"take {name}", "focused.take")] if name else []
        line.keys = (Key("enter", "go on", SUBMIT), *tab, Key("esc", "without a name", "screen.leave"))

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
        app.tell_screen()  # the menu may have said who plays before this was heard
        if name:
            app.offer_to_adopt()
        then()

    app.push_screen(Welcome(app.visit), answered)

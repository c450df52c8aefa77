"""The editor of a board of Gary's Great Getaway: the draft, the form of a square, the screen."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, NamedTuple, cast

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static, TextArea
from textual.widgets.option_list import Option

from marbles_tui.core.boards import board_text
from marbles_tui.core.text import sanitize_line
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.getaway.board import Kind
from marbles_tui.games.getaway.game import KEY, SETUPS
from marbles_tui.games.getaway.journey import outset
from marbles_tui.games.getaway.read import BoardReading, BoardStory, read_board, read_story
from marbles_tui.games.getaway.sketch import KINDS, Sketch, SquareSketch, faults
from marbles_tui.games.getaway.text import sign
from marbles_tui.play import Match, Seat
from marbles_tui.play.getaway_simulation import tell_game
from marbles_tui.store.files import (
    boards_folder,
    expanded,
    named_board,
    objection,
    own_boards,
    read_file,
    unused,
    write_file,
)
from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.dialogs import AskFile, Dialog, Entry, offer, replace_or_leave
from marbles_tui.tui.kit.form import Form, Group
from marbles_tui.tui.kit.lines import Key, KeyLine
from marbles_tui.tui.kit.shelf import SmallBoard
from marbles_tui.tui.kit.story import Story, StoryLine
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.page import Page

MOST_BOARDS: Final = 50
"""Boards of their own that guests may keep."""


class Draft(NamedTuple):
    """A board to edit, and the file it is kept in: None for one that has none yet."""

    sketch: Sketch
    file: str | None = None


def draft_of(source: str) -> Draft:
    """The draft of a board that ships (a copy without a file), of a file or the name of an own board, or for "" an
    empty one. A file that
    does not exist yet is an empty board to be kept there.

    Raises ValueError for a file that cannot be read, or is no board.
    """
    name = source.strip().lower()
    if not name:
        return Draft(Sketch())
    if name in SETUPS:
        return Draft(sketch_of(board_text(KEY, name), name))
    file = expanded(source)
    if not os.path.exists(file) and (own := named_board(source)):
        file = str(own)
    if not os.path.exists(file):
        return Draft(Sketch(), file)
    try:
        text = read_file(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{source} is not UTF-8 text") from error
    return Draft(sketch_of(text, source), file)


def unused_file(sketch: Sketch, folder: Path) -> str:
    """Where a new board is kept beside others in a folder. Raises ValueError where there are MOST_BOARDS."""
    if len(own_boards(folder)) >= MOST_BOARDS:
        raise ValueError(f"You have {MOST_BOARDS} boards already: delete one first.")
    file = Path(file_for(sketch, folder))
    return str(unused(file, "copy") if file.exists() else file)


def sketch_of(text: str, name: str) -> Sketch:
    """The sketch of a board file's text. Raises ValueError with the first complaint."""
    reading = read_board(text)
    if reading.board is None:
        raise ValueError(f"{name} cannot be edited: {reading.complaints[0]}")
    return Sketch.of(reading.board, read_story(text))


def file_for(sketch: Sketch, folder: Path | None = None) -> str:
    """Where a new board may be kept: a name after its title, in a folder, or that of the user's boards."""
    word = re.sub(r"[^a-z0-9]+", "-", sketch.story.title.lower()).strip("-")[:40] or "board"
    return str((folder or boards_folder()) / f"{word}.txt")


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

ASKS: Final = (
    Group("name", "name", most=80),
    Group("kind", "kind", [(kind, LABELS[kind]) for kind in KINDS]),
    Group("amount-way", "gold", [("F", "exactly"), ("M", "random, 1 to")]),
    Group("amount", "  amount", most=8),
    Group("jump-way", "moves", [("F", "by N squares"), ("M", "by 1 to N squares"), ("A", "to square N")]),
    Group("jump", "  N", hint="-3 is 3 back", most=5),
    Group("once", "works", [("no", "every time"), ("yes", "once, for the first to land")]),
    Group("event", "lasts", [("no", "N turns"), ("yes", "until N is rolled")]),
    Group("wait", "  N", most=5),
    Group("trinket", "Safe with", hint="a trinket's name", most=80),
)
"""What is asked of a square, by the names of what it has."""


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

    @dataclass
    class Changed(Message):
        """The square is another one now."""

        square: SquareSketch

    def __init__(self) -> None:
        super().__init__()
        self._square, self._end = SquareSketch(""), False

    def compose(self) -> ComposeResult:
        """All rows; those that do not matter are hidden."""
        yield Form(ASKS)
        yield Static(
            "One trinket on each line, as name : description : value in gold",
            classes="note",
            id="things-note",
        )
        yield Things(id="things", soft_wrap=False, show_line_numbers=False)

    def fill(self, square: SquareSketch, end: bool) -> None:
        """Show a square; Start and Castle (`end`) have only a name."""
        self._square, self._end = square, end
        answers = {ask.key: getattr(square, ask.key.replace("-", "_")) for ask in ASKS}
        words = {True: "yes", False: "no"}
        self.query_one(Form).fill({key: words.get(value, value) for key, value in answers.items()})
        with self.prevent(TextArea.Changed):
            self.query_one(Things).text = "\n".join(square.things)
        self._show_what_matters()

    def _show_what_matters(self) -> None:
        shown = {"name"} if self._end else {"name", "kind", *ROWS[self._square.kind]}
        self.query_one(Form).ask([ask._replace(asked=ask.key in shown) for ask in ASKS])
        for part in ("#things", "#things-note"):
            self.query_one(part).display = "things" in shown

    @on(Form.Changed)
    @on(TextArea.Changed)
    def _edited(self, message: Message) -> None:
        message.stop()
        given: dict[str, Any] = {
            key.replace("-", "_"): value == "yes" if key in ("once", "event") else value
            for key, value in self.query_one(Form).answers.items()
        }
        lines = map(str.strip, self.query_one(Things).text.splitlines())
        square = replace(self._square, **given, things=tuple(filter(None, lines)))
        if square != self._square:
            self._square = square
            self._show_what_matters()
            self.post_message(self.Changed(square))


HEAD: Final = (
    Group("title", "Title", hint="no title yet", most=60),
    Group("story", "Story", hint="its story", most=2000),
    Group("gold", "Gold", most=8),
    Group("sides", "Die", hint="sides", most=4),
)
"""What is asked of a board."""

MOST_TOLD = 8
"""Errors and warnings that are shown at once."""


class Squares(OptionList):
    """The squares: a click points at one, Enter goes to its form."""

    async def _on_click(self, event: events.Click) -> None:
        event.prevent_default()  # the list's own click would act like Enter
        pointed = event.style.meta.get("option")
        if pointed is not None:
            self.highlighted = pointed


class Editor(Page[None]):
    """A board being made. Unsaved work is asked about before it is left."""

    TITLE_LINE, help_page = "Board editor", "editor"

    AUTO_FOCUS = "#squares"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,insert", "add", "Add a square", id="editor.add"),
        Binding("d,delete", "remove", "Delete the square", id="editor.remove"),
        Binding("left_square_bracket,ctrl+up", "move(-1)", "Move back", id="editor.back"),
        Binding("right_square_bracket,ctrl+down", "move(1)", "Move on", id="editor.on"),
        Binding("ctrl+s", "save", "Save", id="editor.save"),
        Binding("ctrl+t", "try_out", "Try a game", id="editor.try"),
        Binding("escape", "leave", "Leave", id="editor.leave"),
    ]

    CSS = """
    Editor #both { height: 1fr; }
    Editor #left { width: 30; max-width: 40%; height: 1fr; padding: 0 1; }
    Editor.-wide #left { width: 40; }
    Editor #left OptionList {
        height: 1fr; border: none; padding: 0; background: transparent; text-wrap: nowrap; text-overflow: ellipsis;
    }
    Editor #right { width: 1fr; height: 1fr; }
    Editor #form { width: 1fr; height: 1fr; padding: 0 2; }
    Editor #trail { height: 1fr; display: none; }
    Editor.-wide.-tall #trail { display: block; }
    Editor #faults { height: auto; margin: 1 0 0 0; }
    Editor .heading { text-style: bold; margin: 1 0 0 0; }
    """

    app: Kit

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self.sketch, self._file = draft
        self._own = self._file if self._file and os.path.exists(self._file) else None
        """The file that the board was read from, or was saved in: no question before it is written again."""
        self._saved = self.sketch.text
        self._at = 0

    def body(self) -> ComposeResult:
        """Squares on the left; the board's rows, the square's form, what is wrong and the trail on the right."""
        story, numbers = self.sketch.story, {"gold": self.sketch.gold, "sides": self.sketch.sides}
        with Horizontal(id="both"):
            with Vertical(id="left"):
                yield Squares(markup=False, id="squares")
            with Vertical(id="right"):
                with VerticalScroll(id="form", can_focus=False):
                    yield Form(HEAD, {"title": story.title, "story": story.text, **numbers}, id="head")
                    yield Static(classes="heading", id="which", markup=False)
                    yield SquareForm()
                    yield Static(id="faults", markup=False)
                yield SmallBoard(id="trail", small=False, named=False)

    def on_mount(self) -> None:
        """Show the board."""
        self._list(0)

    @on(events.DescendantFocus)
    def _focused(self) -> None:
        """Say what the keys do where the focus is: letters are typed in the form."""
        anywhere = (Key("ctrl+s", "save", "screen.save"), Key("ctrl+t", "try it", "screen.try_out"))
        if self._in_form:
            self.query_one(KeyLine).keys = (
                Key("tab", "next"), *anywhere, Key("esc", "squares", "screen.leave", kept=True)
            )  # fmt: skip
        else:
            self.query_one(KeyLine).keys = (
                Key("a", "add", "screen.add"),
                Key("d", "delete", "screen.remove"),
                Key("[ ]", "move"),
                Key("enter", "change"),
                *anywhere,
                Key("esc", "leave", "screen.leave", kept=True),
            )

    @property
    def _in_form(self) -> bool:
        focused = self.focused
        return focused is not None and self.query_one("#form") in focused.ancestors

    @property
    def unsaved(self) -> bool:
        """Whether there is work that would be lost."""
        return self.sketch.text != self._saved

    def _title(self) -> None:
        file = self._file if self._file is None or self.app.face.files else Path(self._file).stem
        name = sanitize_line(file or "new board", 50)
        self.note(f"{name}{' *' if self.unsaved else ''}")

    # The list

    def _list(self, at: int) -> None:
        """List the squares again, and go to one."""
        squares = self.query_one("#squares", Squares)
        squares.clear_options()
        squares.add_options([Option(self._entry(number)) for number in range(len(self.sketch.squares))])
        squares.highlighted = self._at = max(0, min(at, len(self.sketch.squares) - 1))
        self._show_square()
        self._judge()

    def _entry(self, number: int) -> str:
        square = self.sketch.squares[number]
        last = len(self.sketch.squares) - 1
        kind = "start" if not number else "castle" if number == last else square.kind
        return f"{number:>3} {sign(cast('Kind', kind), self.app.look.skin.plain)} {sanitize_line(square.name, 30)}"

    @on(OptionList.OptionHighlighted, "#squares")
    def _highlighted(self) -> None:
        at = self.query_one("#squares", Squares).highlighted  # the message may be late, of a longer list
        if at is not None and at != self._at:
            self._at = at
            self._mark()
            self._show_square()

    @on(OptionList.OptionSelected, "#squares")
    def _selected(self) -> None:
        self.query_one("#name").focus()

    def _show_square(self) -> None:
        last = len(self.sketch.squares) - 1
        end = self._at in (0, last)
        which = "Start" if not self._at else "Castle" if self._at == last else f"Square {self._at}"
        self.query_one("#which", Static).update(which)
        self.query_one(SquareForm).fill(self.sketch.squares[self._at], end)

    # Changes

    @on(SquareForm.Changed)
    def _square_changed(self, message: SquareForm.Changed) -> None:
        self._put(message.square)

    def _put(self, square: SquareSketch) -> None:
        self.sketch = self.sketch.put(self._at, square)
        self.query_one("#squares", Squares).replace_option_prompt_at_index(self._at, self._entry(self._at))
        self._judge()

    @on(Form.Changed, "#head")
    def _board_changed(self, message: Form.Changed) -> None:
        typed = message.form.answers
        story = BoardStory(typed["title"], typed["story"])
        self.sketch = replace(self.sketch, story=story, gold=typed["gold"], sides=typed["sides"])
        self._judge()

    def action_add(self) -> None:
        """A square more, behind the one pointed at."""
        self.sketch = self.sketch.add(self._at)
        self._list(min(self._at + 1, len(self.sketch.squares) - 2))

    def action_remove(self) -> None:
        """Without the square pointed at."""
        fewer = self.sketch.remove(self._at)
        if fewer is self.sketch:
            self.notify("Start and Castle stay.", severity="warning")
            return
        self.sketch = fewer
        self._list(self._at)

    def action_move(self, step: int) -> None:
        """The square pointed at goes a place on or back."""
        moved = self.sketch.move(self._at, step)
        if moved is not self.sketch:
            self.sketch = moved
            self._list(self._at + step)

    def _mark(self) -> None:
        """Show on the road which square is changed."""
        road = self.query_one(SmallBoard)
        road.cursor = self._at if road.board and self._at < len(road.board.taken) else None

    def _judge(self) -> None:
        """Say what is wrong, and what is odd; show the trail as it was when it could last be played."""
        reading = self.sketch.reading
        if reading.board:
            self.query_one(SmallBoard).show(GETAWAY, outset(reading.board))
            self._mark()
        told = [(f"x {fault}", "$text-error") for fault in self._faults(reading)]
        told += [(f"! {sanitize_line(warning, 160)}", "$text-warning") for warning in reading.warnings]
        if not told:
            told = [("The board can be played.", "$text-success")]
        more = len(told) - MOST_TOLD
        told = told[:MOST_TOLD] + ([(f"and {more} more", "")] if more > 0 else [])
        self.query_one("#faults", Static).update(Content("\n").join(Content.styled(*line) for line in told))
        self._title()

    def _faults(self, reading: BoardReading) -> list[str]:
        """What is wrong, by square and row; what no row can be blamed for, as the board file's reader says it."""
        last = len(self.sketch.squares) - 1
        told = []
        for fault in faults(self.sketch):
            name = "" if fault.square is None else _called(fault.square, last)
            told.append(f"{name}{fault.text}")
        return told or [sanitize_line(str(complaint), 160) for complaint in reading.complaints]

    # Trying, saving, leaving

    def action_try_out(self) -> None:
        """Play a game with three automatic players, and tell its story."""
        if self.sketch.reading.board is None:
            self.notify("The board cannot be played yet: see what is wrong.", severity="warning")
        else:
            self._try_out(self.sketch.text, self.app.random.randrange(1 << 32))

    @work(thread=True, exclusive=True, group="try")
    def _try_out(self, text: str, seed: int) -> None:
        seats = [Seat(name, "computer automatic") for name in ("Ann", "Bob", "Cleo")]
        match = Match.new(GETAWAY, setup=text, seats=seats)
        story = tell_game(match, Random(seed))
        self.app.call_from_thread(self.app.push_screen, Trial(story))

    @work(group="save")
    async def _write(self, path: str, text: str, then: Callable[[], object] | None) -> None:
        """Write the board to a file, and say so; `then` is called if that could be done."""
        try:
            await asyncio.to_thread(write_file, path, text, asked=True)
        except ValueError as error:
            told = str(error) if self.app.face.files else "The board cannot be saved at the moment."
            self.notify(sanitize_line(told, 300), severity="error", timeout=10, markup=False)
            return
        self._file = self._own = path
        self._saved = text
        self._title()
        unplayable = "" if read_board(text).board else " It cannot be played yet: see what is wrong."
        place = f"in {sanitize_line(path, 200)}" if self.app.face.files else "among your boards"
        self.notify(f"Saved {place}.{unplayable}", markup=False)
        if then:
            self.call_later(then)

    def action_save(self, then: Callable[[], object] | None = None) -> None:
        """Save as a file, asked for its name; also a board that cannot be played yet. A guest's boards are kept by
        their titles."""
        if not self.app.face.files:
            self._keep(then)
            return

        def write(path: str) -> None:
            self._write(path, self.sketch.text, then)

        def named(path: str | None) -> None:
            if path and path == self._own:
                write(path)
            elif path:
                replace_or_leave(self.app, path, write)

        self.app.push_screen(AskFile("Save the board in", self._file or file_for(self.sketch)), named)

    def _keep(self, then: Callable[[], object] | None) -> None:
        if file := self._file or self.attempt(lambda: unused_file(self.sketch, self.app.face.boards)):
            self._write(file, self.sketch.text, then)

    def rescue(self) -> None:
        """Keep the board among the user's own."""
        if self.unsaved:
            with suppress(ValueError):
                file = self._file
                if not file or (file != self._own and objection(file)):
                    file = unused_file(self.sketch, self.app.face.boards)
                write_file(file, self.sketch.text, asked=True)
                self._file, self._saved = file, self.sketch.text

    def action_leave(self) -> None:
        """From the form to the squares; from there back, after asking about what is not saved."""
        if self._in_form:
            self.query_one("#squares").focus()
        else:
            self._leave(self._close)

    def _close(self) -> None:
        leave(self)

    def quit_arcade(self) -> None:
        """Leave the arcade, or first ask."""
        self._leave(self.app.exit)

    def _leave(self, go: Callable[[], object]) -> None:
        if not self.unsaved:
            go()
            return
        save, lose = partial(self.action_save, go), partial(self.call_later, go)
        entries = [Entry("Save it", save), Entry("Leave without saving", lose), Entry("Stay")]
        offer(self.app, entries, "The board is not saved")


def _called(number: int, last: int) -> str:
    return "Start, " if not number else "Castle, " if number == last else f"Square {number}, "


class Trial(Dialog[None]):
    """A game that was played for trial, as a story."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "dismiss", "Back", id="told.back")]

    DEFAULT_CSS = """
    Trial Story { width: 64; max-width: 96%; height: 90%; border: round $primary; background: $panel; padding: 0 1; }
    """

    def __init__(self, sentences: list[str]) -> None:
        super().__init__()
        self._sentences = sentences

    def compose(self) -> ComposeResult:
        """The story."""
        yield Story()

    def on_mount(self) -> None:
        """Tell it from its beginning."""
        story = self.query_one(Story)
        story.auto_scroll = False
        story.can_focus = True
        story.border_title = "A game on this board (esc: back)"
        self.call_after_refresh(story.retell, [StoryLine(Text(line)) for line in self._sentences])
        story.focus()

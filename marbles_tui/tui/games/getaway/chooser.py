"""The boards of Gary's Great Getaway: those that ship, one's own, and what each is like."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import ClassVar, Final

from textual import events, work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from marbles_tui.core.boards import board_text
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.games.getaway import GETAWAY, Board
from marbles_tui.games.getaway.game import KEY, SETUPS, TITLES
from marbles_tui.games.getaway.journey import outset
from marbles_tui.games.getaway.read import BoardReading, read_board, read_story
from marbles_tui.play.getaway_simulation import Simulation, Spread, endless_games, run_journeys, simulation
from marbles_tui.store.files import own_boards, read_file
from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.dialogs import AskFile, Entry, offer
from marbles_tui.tui.face import Exchange
from marbles_tui.tui.games.getaway.editor import Draft, Editor, draft_of, sketch_of
from marbles_tui.tui.games.view import ChosenSetup
from marbles_tui.tui.kit.lines import CHOOSE, Cell, Key, Row
from marbles_tui.tui.kit.shelf import Item, RowList, SmallBoard
from marbles_tui.tui.page import Shelf

LONGEST_TITLE = 30

YOURS = "yours"
"""Marks the boards of one's own."""

MOST_WARNINGS = 6


class BoardChooser(Shelf[ChosenSetup | None]):
    """A list of boards, and what the one pointed at is like; dismissed with the one chosen, or None."""

    TITLE_LINE, help_page = "Boards", "boards"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", "Back", id="boards.back"),
        Binding("o", "open_file", "Open a file", id="boards.open"),
        Binding("e", "edit", "Edit", id="boards.edit"),
        Binding("n", "new", "New board", id="boards.new"),
        Binding("d,delete", "delete", "Delete", id="boards.delete"),
        Binding("x", "export", "Export", id="boards.export"),
    ]

    CSS = """
    BoardChooser #left { width: 28; }
    BoardChooser.-slim #left { width: 26; }
    BoardChooser.-wide #left { width: 34; }
    BoardChooser.page .stage, BoardChooser.page.-wide .stage, BoardChooser.page.-vast .stage { padding: 1 0 0 0; }
    BoardChooser.page.-short .stage { padding: 0; }
    BoardChooser VerticalScroll { height: 1fr; padding: 0 0 0 2; }
    BoardChooser.-short VerticalScroll { padding: 0 0 0 1; }
    BoardChooser #trail { height: 8; }
    BoardChooser.-short #trail { height: 5; }
    BoardChooser.-tall #trail { height: 1fr; }
    BoardChooser.-tall VerticalScroll { height: 14; }
    BoardChooser VerticalScroll Static { height: auto; padding: 0 1 0 0; }
    BoardChooser #figures { margin: 1 0 0 0; }
    """

    STAGE = (
        lambda: VerticalScroll(Static(id="about", markup=False), Static(id="figures"), can_focus=False),
        partial(SmallBoard, id="trail", small=False, named=False),
    )

    def __init__(self, source: str = "") -> None:
        """`source`: the board that is pointed at first, by its name or file."""
        super().__init__()
        self._first = source
        self._sources = list(SETUPS)
        self._titles: Mapping[str, str] = {}
        self._endless: frozenset[str] = frozenset()

    def on_mount(self) -> None:
        """List the boards."""
        self.note("Gary's Great Getaway")
        face = self.app.face
        opening = (Key("o", "open file", "screen.open_file"),) if face.transfers else ()
        export = (Key("x", "export", "screen.export"),) if face.exchange else ()
        self.show_keys(
            Key("enter", "play on it"),
            Key(CHOOSE, "choose"),
            *opening,
            Key("e", "edit", "screen.edit"),
            Key("n", "new", "screen.new"),
            Key("d", "delete", "screen.delete"),
            *export,
        )
        self.list_boards()

    def on_screen_resume(self) -> None:
        """Something may have been saved meanwhile."""
        if self.query(RowList):
            self.list_boards()

    @work(exclusive=True, group="list")
    async def list_boards(self) -> None:
        """Those that ship, then the user's own; the one pointed at stays."""
        if not self.query(RowList):  # the screen was left before this began
            return
        rows, pointed = self.rows, self._pointed if self._titles else self._first
        listed = await asyncio.to_thread(_listed, self.app.face.boards)
        self._titles = {source: title for source, (title, _) in listed.items()}
        self._sources = list(self._titles)
        self._endless = frozenset(source for source, (_, endless) in listed.items() if endless)
        at = self._sources.index(pointed) if pointed in self._sources else 0
        rows.show([Item(self._row(source), source) for source in self._sources], at)

    def _row(self, source: str) -> Row:
        whose = [] if source in SETUPS else [Cell(YOURS, 6, "$text-muted")]
        return Row([self._called(source), *whose, Cell("!" * (source in self._endless), 1, "bold $accent")])

    def _called(self, source: str) -> str:
        return self._titles.get(source) or sanitize_line(Path(source).stem, LONGEST_TITLE)

    @property
    def _pointed(self) -> str:
        return str(self.pointed or self._sources[0])

    # What a board is like

    def point(self, key: str | None) -> None:
        """What a board is like."""
        if key:
            self.workers.cancel_group(self, "figures")
            self.put("figures", "")
            self._show(key)

    @work(exclusive=True, group="show")
    async def _show(self, source: str) -> None:
        try:
            text, reading = await asyncio.to_thread(opened, source)
        except ValueError as error:
            self.put("about", self._unnamed(error))
            return
        story = read_story(text)
        lines = [
            TITLES.get(source) or story.title or self._called(source),
            "",
            story.text or SETUPS.get(source, ""),
        ]
        board = reading.board
        if board is None:
            lines += [
                "",
                "It cannot be played:",
                *(f"  {sanitize_line(str(complaint), 200)}" for complaint in reading.complaints),
            ]
        else:
            size = plural(len(board.squares), "square")
            lines += ["", f"{size}, {board.gold:,} gold to start with, a die of {board.sides} sides."]
            if endless := endless_games(board, PLAYERS):
                lines.append(f"! {endless}")
            more = len(reading.warnings) - MOST_WARNINGS
            lines += [f"! {sanitize_line(warning, 200)}" for warning in reading.warnings[:MOST_WARNINGS]]
            lines += [f"! and {plural(more, 'more warning')}"] if more > 0 else []
        title, *rest = lines
        self.put("about", Content.assemble((title, "bold"), "\n" + "\n".join(rest[1:])))
        if board:
            self.show(GETAWAY, outset(board))
            self.put("figures", "Simulating...")
            self._try_out(board)

    @work(exclusive=True, group="figures")
    async def _try_out(self, board: Board) -> None:
        found = await simulated(board, threads=self.app.face.place != "page")
        self.put("figures", figures(found))

    def _named(self, source: str) -> str:
        """What a board is called where its file is meant: guests know their boards by name alone."""
        return sanitize_line(source if self.app.face.files else Path(source).stem, 200)

    def _unnamed(self, error: ValueError) -> str:
        """What went wrong, without the folder of a guest in it."""
        told = (
            str(error) if self.app.face.files else str(error).replace(f"{self.app.face.boards}{os.sep}", "")
        )
        return sanitize_line(told, 300)

    # What is done with it

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Files are for those at this machine; a page's boards are files only when it hands them over."""
        if action == "export":
            return self.app.face.exchange is not None
        return self.app.face.transfers or action != "open_file"

    def on_paste(self, event: events.Paste) -> None:
        """A board that comes as a text is looked at in the editor, where it can be saved."""
        event.stop()
        self._look_at(event.text.replace("\r\n", "\n").replace("\r", "\n"), "What was pasted")

    def _look_at(self, text: str, name: str) -> None:
        if sketch := self.attempt(lambda: sketch_of(text, name)):
            self.app.push_screen(Editor(Draft(sketch)))

    def take(self, key: str) -> None:
        """Play on it."""
        self.choose(key)

    @work(exclusive=True, group="choose")
    async def choose(self, source: str, play: bool = True) -> None:
        """Choose a board, if it can be read, and play on it unless told not to."""
        if source in SETUPS:
            leave(self, ChosenSetup(TITLES[source], source, source, play))
            return
        try:
            text, reading = await asyncio.to_thread(opened, source)
        except ValueError as error:
            self.notify(self._unnamed(error), severity="warning", markup=False)
            return
        if reading.board is None:
            told = f"{self._named(source)}: {reading.complaints[0]}"
            self.notify(told, severity="warning", timeout=10, markup=False)
            return
        leave(self, ChosenSetup(self._titles.get(source) or _title(source, text), text, source, play))

    def action_back(self) -> None:
        """Back, with the board pointed at chosen if it can be played."""
        self._go_back(self._pointed)

    @work(exclusive=True, group="choose")
    async def _go_back(self, source: str) -> None:
        try:
            playable = source in SETUPS or (await asyncio.to_thread(opened, source))[1].board is not None
        except ValueError:
            playable = False
        if playable:
            self.choose(source, play=False)
        else:
            leave(self)

    def action_delete(self) -> None:
        """Delete a board of one's own, after asking."""
        source = self._pointed
        if source in SETUPS:
            self.notify("Only boards of your own can be deleted.", severity="warning")
            return
        entries = [Entry(f"Delete {self._titles[source]}", partial(self._delete, source)), Entry("Keep it")]
        offer(self.app, entries, "Delete this board?", f"Its file: {self._named(source)}")

    @work(exclusive=True, group="choose")
    async def _delete(self, source: str) -> None:
        try:
            await asyncio.to_thread(Path(source).unlink, missing_ok=True)
        except OSError as error:
            why = f"{self._named(source)} cannot be deleted: {error.strerror}"
            self.notify(sanitize_line(why, 300), severity="warning", markup=False)
        self.list_boards()

    def action_open_file(self) -> None:
        """A board file anywhere."""
        if exchange := self.app.face.exchange:
            self._pick(exchange)
            return

        def named(path: str | None) -> None:
            if path:
                self.choose(path)

        self.app.push_screen(AskFile("Which board file?"), named)

    @work(exclusive=True, group="pick")
    async def _pick(self, exchange: Exchange) -> None:
        """A board file that is chosen in the browser, looked at in the editor."""
        try:
            picked = await exchange.pick()
        except ValueError as error:
            self.notify(f"The file cannot be opened: {error}", severity="warning", markup=False)
            return
        if picked:
            self._look_at(picked.text, picked.name)

    @work(exclusive=True, group="choose")
    async def action_export(self) -> None:
        """Hand over the file of the board pointed at."""
        source, exchange = self._pointed, self.app.face.exchange
        try:
            text = opened(source)[0]
        except ValueError as error:
            self.notify(self._unnamed(error), severity="warning", markup=False)
            return
        if exchange:
            name = f"{Path(source).stem}.txt"
            exchange.offer(name, text)
            self.notify(f"The board goes to your downloads as {name}.", markup=False)

    @work(exclusive=True, group="choose")
    async def action_edit(self) -> None:
        """A copy of a board that ships; a file of one's own itself."""
        try:
            draft = await asyncio.to_thread(draft_of, self._pointed)
        except ValueError as error:
            self.notify(self._unnamed(error), severity="warning", markup=False)
            return
        self.app.push_screen(Editor(draft))

    def action_new(self) -> None:
        """An empty board."""
        self.app.push_screen(Editor(draft_of("")))


def opened(source: str) -> tuple[str, BoardReading]:
    """The text of a board that ships, or of a file, and what was read from it.

    Raises ValueError for a file that cannot be read.
    """
    text = board_text(KEY, source) if source in SETUPS else read_file(source).decode("utf-8", "replace")
    return text, read_board(text)


def _listed(folder: Path) -> dict[str, tuple[str, bool]]:
    """What each board is called, those that ship and then the user's own by their files, and whether games on it may
    never end."""
    found: dict[str, tuple[str, bool]] = {}
    for source in (*TITLES, *map(str, own_boards(folder))):
        # It is listed all the same: what is wrong with it is said when it is pointed at.
        text, board = "", None
        with suppress(ValueError):
            text, reading = opened(source)
            board = reading.board
        endless = board is not None and bool(endless_games(board, PLAYERS))
        found[source] = TITLES.get(source) or _title(source, text), endless
    return found


def _title(source: str, text: str) -> str:
    """What a board of one's own is called: by its story, or else by its file."""
    return sanitize_line(read_story(text).title or Path(source).stem, LONGEST_TITLE)


GAMES: Final = 300
"""Games that are played to see what a board is like."""

PLAYERS: Final = 3


async def simulated(board: Board, *, threads: bool) -> Simulation:
    """What games between automatic players come to: played in a thread, or where there are none with a break after
    each. Cancelled, they end soon."""
    if not threads:
        playing = simulation(board, PLAYERS, GAMES, 1)
        try:
            while True:
                next(playing)
                await asyncio.sleep(0)
        except StopIteration as end:
            found: Simulation = end.value
            return found
    given_up = Event()
    try:
        return await asyncio.to_thread(
            run_journeys, board, PLAYERS, GAMES, 1, progress=lambda _: not given_up.is_set()
        )
    finally:
        given_up.set()


def figures(found: Simulation) -> str:
    """What simulated games say about a board, in a few lines."""
    lines = [f"{plural(found.games, 'game')} of {found.players} automatic players. {found.verdict}"]
    turns = Spread.of(found.turns)
    gold = Spread.of([gold for seat in found.gold for gold in seat])
    if turns and gold:
        won, fair = found.wins[0] / found.ended, 1 / found.players
        lines += [
            f"Usually {turns.median} turns (longest {turns.most}).",
            f"Usually {gold.median} gold at the end, from {gold.least} to {gold.most}.",
            f"The first player wins {won:.0%} of the games; {fair:.0%} would be fair.",
        ]
    return "\n".join(lines)

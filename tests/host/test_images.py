"""An arcade at a terminal that draws images: they are those of the board that is seen, or none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from marbles_tui.core.scene import Hollow, Piece
from marbles_tui.host.guest import GuestArcade, colours_of
from marbles_tui.host.limits import HostLimits
from marbles_tui.host.terminal import Terminal
from marbles_tui.store import Settings, StoreThread
from marbles_tui.table.start import Start
from marbles_tui.tui.face import guest
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.pages.help import Help
from tests.at_table import plays
from tests.tui.placements import KittyTerminal
from tests.tui.stage import Resting, match_of
from tests.waiting import until

pytestmark = pytest.mark.long

TABLE = '[Game "abacus"]'


class Wire:
    """The way to a terminal, which answers what it is asked."""

    unread = 0

    def __init__(self, screen: KittyTerminal) -> None:
        self.screen = screen
        self.far: Terminal | None = None

    def write(self, text: str) -> None:
        """Send a text."""
        self.screen.write(text)
        for reply in self.screen.replies(text):
            assert self.far
            asyncio.get_running_loop().call_soon(self.far.receive, reply)

    def hold(self, held: bool) -> None:
        """Nothing waits here."""


class Table:
    """Somebody at a table."""

    def __init__(self, arcade: GuestArcade, screen: KittyTerminal, far: Terminal) -> None:
        self.arcade, self.screen, self.far = arcade, screen, far

    @property
    def board(self) -> BoardView:
        return self.arcade.screen.query_one(BoardView)

    async def shown(self) -> None:
        await until(self.shows_the_board, "the images are those of the board")

    async def hidden(self) -> None:
        await until(lambda: not self.screen.placements, "no images are left")

    def shows_the_board(self) -> bool:
        """Whether there is a marble in every hollow that has one, and none in the others."""
        boards = list(self.arcade.screen.query(BoardView))
        if not boards or not boards[0].size:
            return False
        board, cell = boards[0], self.screen.cell
        scene, seen, corner = board.scene(), board.view(), board.content_region.offset
        pieces = {item.at for item in scene.items if isinstance(item, Piece)}
        wanted = self.arcade._placements._wanted
        marbles = {placed.number for name, placed in wanted.items() if isinstance(name, str)}
        for at in (item.at for item in scene.still if isinstance(item, Hollow)):
            x, y = seen.cell(at)
            shown = self.screen.at(round((x + corner.x) * cell[0]), round((y + corner.y) * cell[1]))
            if (bool(shown) and shown[-1].image in marbles) != (at in pieces):
                return False
        return bool(pieces)


@asynccontextmanager
async def playing(
    folder: Path, term: str = "xterm-kitty", name: str = "kitty(0.26.5)", **settings: str
) -> AsyncIterator[Table]:
    screen = KittyTerminal(name=name)
    wire = Wire(screen)
    far = wire.far = Terminal(wire, HostLimits(), (100, 30), lambda why: None)
    arcade = GuestArcade(
        far,
        HostLimits(),
        colours_of(term),
        term=term,
        settings=Settings(speed=0, hints=False, greeted=True, **settings),  # type: ignore[arg-type]
        store=StoreThread(folder / "matches"),
        opening=Start(match_of(TABLE)),
        engine=Resting(),
        face=guest(folder),
    )
    running = asyncio.create_task(arcade.run_async(size=far.size))
    table = Table(arcade, screen, far)
    try:
        await until(lambda: plays(arcade.screen_stack[-1:] and arcade.screen), "a table")
        yield table
    finally:
        arcade.exit()
        await running
    assert not screen.placements
    assert not screen.images


async def test_the_pieces_are_images_and_go_below_whatever_comes_on_top(tmp_path: Path) -> None:
    async with playing(tmp_path) as table:
        await table.shown()
        for _ in range(2):
            table.far.receive("g")  # a dialog
            await table.hidden()
            table.far.receive("\x1b")
            await table.shown()
        table.far.receive("?")  # another screen
        await until(lambda: isinstance(table.arcade.screen, Help), "help")
        await table.hidden()
        table.far.receive("\x1b")
        await table.shown()


async def test_they_follow_the_game_and_the_window(tmp_path: Path) -> None:
    async with playing(tmp_path) as table:
        await table.shown()
        before, start = set(table.screen.placements.values()), table.board.frame.board
        for key in "ma1b2\r":
            table.far.receive(key)
        await until(lambda: table.board.frame.board != start, "a move")
        await table.shown()
        assert set(table.screen.placements.values()) != before
        table.screen.cell = (12, 25)
        table.far.resize((80, 24))
        await until(lambda: table.arcade.ability.cell == (12, 25), "the new size of a cell")
        await until(lambda: table.board.size.width <= 80, "the new size of the window")
        await table.shown()


async def test_a_toast_is_not_covered(tmp_path: Path) -> None:
    async with playing(tmp_path) as table:
        await table.shown()
        far = table.far
        far.resize((60, 20))  # so narrow that it lies over the board
        await table.shown()
        table.arcade.notify("Look " * 40, timeout=60)
        await until(lambda: bool(table.arcade.screen.query("Toast")), "a toast")

        def free() -> bool:
            (toast,) = table.arcade.screen.query("Toast")
            wide, tall = table.screen.cell
            spot = toast.region
            inside = [(x * wide + 3, y * tall + 3) for x in spot.column_range for y in spot.line_range]
            return bool(inside) and not any(table.screen.at(x, y) for x, y in inside)

        await until(lambda: free() and bool(table.screen.placements), "images, but none over the toast")
        table.arcade.clear_notifications()
        await table.shown()


@pytest.mark.parametrize(
    ("term", "name"),
    [
        ("tmux-256color", "kitty(0.26.5)"),
        ("xterm-256color", "tmux 3.5a"),
        ("xterm-256color", "WezTerm 20240203-110809-5046fc22"),
        ("xterm-256color", ""),
    ],
)
async def test_where_they_would_be_drawn_wrong_there_are_none(tmp_path: Path, term: str, name: str) -> None:
    async with playing(tmp_path, term, name) as table:
        await until(lambda: table.arcade.ability.cell is not None or "tmux-" in term, "an answer")
        table.far.receive("?")
        await until(lambda: isinstance(table.arcade.screen, Help), "help")
        assert not table.screen.images


@pytest.mark.parametrize(
    ("name", "chosen", "shown"),
    [("VTE(7600)", "auto", "truecolor"), ("nobody(1.0)", "auto", "256"), ("VTE(7600)", "256", "256")],
)
async def test_a_terminal_that_tells_its_name_is_shown_all_colours_if_it_does(
    tmp_path: Path, name: str, chosen: str, shown: str
) -> None:
    async with playing(tmp_path, "xterm-256color", name, colours=chosen) as table:
        assert table.arcade.console.color_system == "256"
        await until(lambda: table.arcade.ability.name != "", "it has told")
        await until(lambda: table.arcade.console.color_system == shown, f"{shown} is shown")

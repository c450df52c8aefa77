"""What moves is drawn as it would be with the whole screen, and costs no more than what changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pyte
import pytest
from rich.color import ColorSystem
from textual._compositor import CompositorUpdate

from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.line_filters import guarded
from marbles_tui.tui.table.beside import Seats
from marbles_tui.tui.textual_patches.seen_parts import SpansUpdate
from tests.at_table import plays
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, settle, until

pytestmark = pytest.mark.sent

BEGUN = '[Game "egg-carton"]\n\nB K D D M A\n'

PHASES = (0.0, 0.2, 0.5, 0.7, 0.9)


class Shown:
    """A terminal that gets what an app draws."""

    def __init__(self, app: Any) -> None:
        self.screen = pyte.Screen(*app.size)
        self.stream = pyte.Stream(self.screen)
        self.spans = 0
        """How many drawings were parts of lines only."""
        self.sent = ""
        """What it was sent."""
        self._app = app

    def display(self, screen: Any, update: Any) -> None:
        """What the app calls with each drawing."""
        del screen
        if isinstance(update, CompositorUpdate):
            self.spans += isinstance(update, SpansUpdate) and bool(update.written)
            text = update.render_segments(self._app.console)
            self.sent += text
            self.stream.feed(text)

    @property
    def text(self) -> str:
        """What stands there."""
        return "\n".join(self.screen.display)

    def has(self, words: Sequence[str]) -> bool:
        """Whether all of these stand there."""
        return all(word in self.text for word in words)

    @property
    def cells(self) -> list[list[tuple[str, str, str, bool]]]:
        """What stands everywhere, and how it looks."""
        width, height = self._app.size
        return [[_looks(self.screen.buffer[y][x]) for x in range(width)] for y in range(height)]


def _looks(cell: pyte.screens.Char) -> tuple[str, str, str, bool]:
    """A sign, its ink, its ground, whether bold; of a blank only the ground is seen."""
    return (cell.data, "", cell.bg, False) if cell.data == " " else (cell.data, cell.fg, cell.bg, cell.bold)


@pytest.mark.long
async def test_marbles_are_drawn_as_with_the_whole_screen(arcade: MakeArcade) -> None:
    app = arcade(BEGUN)
    async with opened(app, (100, 30)) as pilot:
        table = app.screen
        assert plays(table)
        shown = Shown(app)
        app._display = shown.display  # type: ignore[method-assign,assignment]
        table.refresh()
        await settle(pilot)
        match = read_match(BEGUN, GAMES).whole()
        before = match.position.board
        _, events = match.play(match.position.moves()[0])
        for event in events:
            for phase in PHASES:
                with app._context():
                    table.board.act(before, event, phase)
            await settle(pilot)
            before = event.board
            whole = Shown(app)
            whole.display(table, table._compositor.render_full_update())
            assert shown.cells == whole.cells, event
        assert shown.spans > len(events)


async def test_a_second_changes_only_the_clock(arcade: MakeArcade) -> None:
    app = arcade(BEGUN)
    async with opened(app) as pilot:
        table, seats = app.screen, app.screen.query_one(Seats)
        shown = Shown(app)
        app._display = shown.display  # type: ignore[method-assign,assignment]
        table.refresh()
        await until(pilot, lambda: "to clear" in shown.text, "the seats")
        await settle(pilot)
        seats.clocks = ("9:59", "10:04")
        await until(pilot, lambda: "10:04" in shown.text, "the clocks")
        for clocks in (("9:58", "10:04"), ("9:58", "10:03"), ("9:50", "10:03")):
            shown.sent = ""
            seats.clocks = clocks
            await until(pilot, partial(shown.has, clocks), "the clocks")
            assert len(shown.sent) < 100
            whole = Shown(app)
            whole.display(table, table._compositor.render_full_update())
            assert shown.cells == whole.cells


def test_a_part_of_a_row_sends_signs_only() -> None:
    canvas = Canvas(6, 1, 0x102030)
    canvas.text(0, 0, "a\x1b\u202eb", 0xFFFFFF, bold=True)
    assert canvas.letters[0][1][0] == "\x1b\u202e"
    text = canvas.written(0, 0, 3, ColorSystem.TRUECOLOR, guarded)
    assert "mab\x1b[0m" in text
    assert text.replace("\x1b[", "").isprintable()


def test_a_part_of_a_row_looks_as_in_the_row() -> None:
    canvas = Canvas(8, 1, 0x102030)
    canvas.fill(2, 1, 3, 1, 0xFF0000)
    canvas.block(11, 0, 12, 2, 0x00FF00)
    canvas.text(3, 0, "x", 0xFFFFFF, bold=True)
    looks = []
    for pieces in (((0, 8),), ((0, 3), (3, 4), (4, 8))):
        screen = pyte.Screen(8, 1)
        stream = pyte.Stream(screen)
        for start, end in pieces:
            stream.feed(f"\x1b[1;{start + 1}H{canvas.written(0, start, end, ColorSystem.TRUECOLOR, guarded)}")
        looks.append([screen.buffer[0][x] for x in range(8)])
    assert looks[0] == looks[1]
    assert looks[0][3].bold
    assert not looks[0][4].bold


def test_a_canvas_is_laid_over_the_rows_of_another() -> None:
    below, above = Canvas(2, 3, 1), Canvas(2, 1, 2)
    below.text(0, 0, "a", 0)
    below.text(0, 1, "b", 0)
    above.text(1, 0, "c", 0)
    below.lay(above, 1)
    assert below.points == [[1] * 4] * 2 + [[2] * 4] * 2 + [[1] * 4] * 2
    assert ["".join(below.letter(x, y) for x in (0, 1)) for y in range(3)] == ["a ", " c", "  "]

"""What the frame, its bars and beads look like."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.geometry import Region, Size

from marbles_tui.core import Cell
from marbles_tui.games.beadmaster.bars import HOLES, SIZE, End
from marbles_tui.games.beadmaster.position import Board
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.frame import Frame, Highlights
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import on_board
from marbles_tui.tui.drawing.skins import BLOCKS, SKINS, Skin
from marbles_tui.tui.drawing.themes import THEMES
from marbles_tui.tui.games.beadmaster.board import BeadMasterBoard
from marbles_tui.tui.games.beadmaster.layout import lay_out, step
from marbles_tui.tui.games.beadmaster.signs import bead_extent


def test_the_way_round_the_frame() -> None:
    at = End(0, -1).cell
    seen = [at]
    for dx, dy in [(0, 1)] * 7 + [(1, 0)] * 7 + [(0, -1)] * 7 + [(-1, 0)] * 7:
        at = step(at, dx, dy, placing=False)
        seen.append(at)
    assert seen[-1] == seen[0]
    assert set(seen) == {End(bar, way).cell for bar in range(14) for way in (-1, 1)}


def test_holes_are_next_to_holes_while_beads_are_placed() -> None:
    assert step(0, 1, 0, placing=True) == 1
    assert step(0, -1, -1, placing=True) == 0
    assert step(HOLES - 1, 0, -1, placing=True) == HOLES - 1 - SIZE


@pytest.mark.parametrize("size", [(34, 16), (54, 22), (84, 38), (164, 53)])
def test_everything_has_room(size: tuple[int, int]) -> None:
    places = lay_out(*size).places
    assert len(places) == HOLES + 28
    for region in places.values():
        assert region.x >= 0
        assert region.y >= 1
        assert region.right <= size[0]
        assert region.bottom <= size[1]


@pytest.mark.parametrize("size", [(47, 14), (30, 12), (20, 10), (12, 6), (139, 42), (36, 16)])
def test_a_grid_of_any_size_lies_on_its_canvas(size: tuple[int, int]) -> None:
    assert all(Region(0, 0, *size).contains_region(region) for region in lay_out(*size).places.values())


FELT = Look.of(BLOCKS, THEMES[0])


PULLED = Board((1,) * 14, (1, 2, 3, 4, *[0] * 45), (1, *[0] * 13), False, 0, 4)


def painted(highlights: Highlights, cursor: Cell | None = None, size: tuple[int, int] = (56, 22)) -> Canvas:
    view, canvas = BeadMasterBoard(PULLED), Canvas(*size, FELT.ground)
    frame = Frame(PULLED, highlights=highlights, cursor=cursor, turn=0)
    view.paint(canvas, view.lay_out(Size(*size), FELT), frame, FELT)
    return canvas


@pytest.mark.parametrize("size", [(36, 16), (56, 22), (86, 38), (166, 58)])
def test_a_bead_in_danger_is_framed_and_shows_its_owner_and_its_hole(size: tuple[int, int]) -> None:
    layout, threat = lay_out(*size), on_board(FELT).threat
    plain, marked = (
        painted(Highlights(), size=size),
        painted(Highlights(threats=frozenset(range(4))), size=size),
    )
    row = marked.letters[layout.line(0)]
    for hole in range(4):
        x, y = layout.pixels(hole)
        assert row[x + (layout.wide - 1) // 2][0] == str(hole + 1)
        assert marked.pixels[y][x - 1] == marked.pixels[y][x + layout.wide] == threat
        for line in range(y, y + layout.high):
            here = slice(x, x + layout.wide)
            assert marked.pixels[line][here] == plain.pixels[line][here]


@pytest.mark.parametrize("skin", SKINS[1:], ids=lambda skin: skin.key)
@pytest.mark.parametrize("size", [(36, 16), (56, 22), (86, 38), (166, 58)])
def test_in_signs_a_bead_shows_its_owner_once_and_differs_without_colour(
    skin: Skin, size: tuple[int, int]
) -> None:
    look = Look.of(skin, THEMES[0], coloured=False)
    view, canvas = BeadMasterBoard(PULLED), Canvas(*size, look.ground)
    layout = view.lay_out(Size(*size), look)
    view.paint(canvas, layout, Frame(PULLED, turn=0), look)
    pictures = set()
    for seat in range(4):
        x, y, wide, tall = layout.hole(seat)
        rows = [
            "".join(canvas.letters[line].get(at, " ")[0] for at in range(x, x + wide))
            for line in range(y, y + tall)
        ]
        assert [sign for sign in "".join(rows) if sign.isdigit()] == [str(seat + 1)]
        pictures.add("".join(rows).replace(str(seat + 1), " "))
    assert len(pictures) >= (2 if skin.plain else 4)


def test_in_signs_beads_grow_with_their_holes() -> None:
    extents = [bead_extent(wide, tall) for wide, tall in ((3, 1), (5, 2), (9, 4), (15, 8))]
    assert all(small.wide < large.wide and small.tall < large.tall for small, large in pairwise(extents))


def test_a_picked_bar_is_framed_and_its_name_reversed() -> None:
    layout, look = lay_out(56, 22), on_board(FELT)
    end = End(SIZE, -1).cell
    canvas = painted(Highlights(legal=frozenset({end})), cursor=end)
    x, y = layout.pixels(0)
    assert {canvas.pixels[line][side] for line in range(y, y + 10) for side in (x - 1, x + layout.wide)} == {
        look.flash
    }
    label_x, label_y = layout.label(SIZE)
    assert canvas.letters[label_y][label_x][2] == look.flash
    told = {char for row in canvas.letters for char, _, ground, _ in row.values() if ground == look.flash}
    assert {"i", "▼"} <= told


def test_the_cursor_lies_exactly_around_its_hole() -> None:
    layout = lay_out(56, 22)
    board = PULLED._replace(placing=True)
    view, canvas = BeadMasterBoard(board), Canvas(56, 22, FELT.ground)
    view.paint(canvas, layout, Frame(board, cursor=10, turn=0), FELT)
    x, y = layout.pixels(10)
    white = {
        (at, line)
        for line, row in enumerate(canvas.pixels)
        for at, pixel in enumerate(row)
        if pixel == 0xFFFFFF
    }
    across, down = range(x - 1, x + layout.wide + 1), range(y - 1, y + layout.high + 1)
    assert white == {
        (at, line)
        for at in across
        for line in down
        if at in (across[0], across[-1]) or line in (down[0], down[-1])
    }


@pytest.mark.parametrize("size", [(36, 16), (56, 22), (92, 38), (166, 58)])
@pytest.mark.parametrize("placing", [True, False])
def test_each_column_has_the_letter_that_moves_name_it_by(size: tuple[int, int], placing: bool) -> None:
    board = PULLED._replace(placing=placing)
    view, canvas = BeadMasterBoard(board), Canvas(*size, FELT.ground)
    layout = view.lay_out(Size(*size), FELT)
    view.paint(canvas, layout, Frame(board, turn=0), FELT)
    letters = [canvas.letters[line][column][0] for column, line in map(layout.letter, range(SIZE))]
    assert "".join(letters) == "ABCDEFG"

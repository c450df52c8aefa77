"""Marbles set by hand, quarters of cells, and hexagons that fit."""

from __future__ import annotations

import pytest

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.hexagon import lay_out_hexagon
from marbles_tui.tui.drawing.quadrants import drawn
from marbles_tui.tui.drawing.sign_marbles import EXTENTS, Extent, drawn_marble, largest
from marbles_tui.tui.drawing.small_marbles import FIVE, MASKS, THREE, Mask, paint_small, shade
from marbles_tui.tui.games.abacus.board import TURNED, UPRIGHT

SLATE = 0x33403F
RED = 0xC8403C


def painted(mask: Mask, y: int) -> list[str]:
    """The signs of a marble on slate, row by row; cells of one colour are blanks."""
    canvas = Canvas(mask.width, 3, SLATE)
    paint_small(canvas, mask, 0, y, RED)
    return [canvas.strip(row).text for row in range(3)]


def test_a_marble_of_five_cells_shares_no_cell_with_the_next_row() -> None:
    assert painted(FIVE, 1) == [" ▀▀▀ ", "▌▀▀▀▌", " ▀▀▀▀"]
    strip = list(Canvas(5, 3, SLATE).strip(0))
    assert len(strip) == 1  # nothing was painted on another canvas


@pytest.mark.parametrize(("y", "signs"), [(0, ["▘▀▝", "▝▀▘", "   "]), (1, ["▗▀▖", "▘▀▝", "   "])])
def test_one_mask_of_three_cells_serves_even_and_odd_rows(y: int, signs: list[str]) -> None:
    found = painted(THREE, y)
    assert [len(row.strip()) for row in found] == [len(row.strip()) for row in signs]
    assert found[0][1] == found[1][1] == "▀"


@pytest.mark.parametrize("width", [3, 4, 5])
def test_no_cell_of_a_marble_needs_more_than_two_colours(width: int) -> None:
    """Apart from shadows beside it, whose two shades may be drawn as one."""
    mask = MASKS[width]
    canvas = Canvas(width, 3, SLATE)
    paint_small(canvas, Mask(mask.marble, mask.ring, mask.well), 0, width == 5, RED)
    assert all(len(set(quarters)) <= 2 for row in canvas.quarters for quarters in row.values())


def test_the_marble_below_keeps_its_corner() -> None:
    canvas = Canvas(5, 4, SLATE)
    paint_small(canvas, THREE, 0, 0, RED)
    paint_small(canvas, THREE, 2, 3, RED)
    assert canvas.quarters[1][2] == (SLATE, SLATE, SLATE, shade(RED, 3))


def test_a_pixel_covers_both_its_halves() -> None:
    canvas = Canvas(1, 1, SLATE)
    canvas.half(0, 0, RED)
    canvas.dot(0, 0, 0xFFFFFF)
    assert canvas.quarters[0][0] == (0xFFFFFF, 0xFFFFFF, SLATE, SLATE)
    canvas.fill(0, 0, 1, 2, RED)
    assert canvas.quarters[0][0] == (RED,) * 4
    canvas.fill(0, 0, 1, 1, SLATE)
    canvas.half(1, 1, 0)
    canvas.whole(0, 0)
    assert canvas.strip(0).text == "▀"


def test_two_colours_are_drawn_as_they_are_and_more_are_gathered() -> None:
    assert drawn((RED, SLATE, SLATE, SLATE)) in ((("▘", RED, SLATE)), ("▟", SLATE, RED))
    assert drawn((RED,) * 4)[1:] == (RED, RED)
    sign, *two = drawn((RED, 0xFFFFFF, 0xFEFEFE, 0xFFFFFF))
    assert sign in "▘▟"
    assert RED in two


@pytest.mark.parametrize("rows", [UPRIGHT, TURNED])
@pytest.mark.parametrize("signs", [False, True])
@pytest.mark.parametrize("names", [False, True])
def test_a_hexagon_fits_every_size_and_lies_in_its_middle(
    names: bool, signs: bool, rows: tuple[tuple[int, ...], ...]
) -> None:
    for width, height in ((20, 11), (29, 15), (42, 16), (48, 15), (62, 22), (76, 26), (90, 38), (170, 58)):
        layout = lay_out_hexagon(width, height, rows, names, signs)
        left = min(x for x, _ in layout.corners.values())
        right = max(x for x, _ in layout.corners.values()) + layout.step.wide
        assert left >= 0
        assert right <= width
        assert abs(left - (width - right)) <= 1
        assert layout.top >= 0
        assert layout.top + layout.height <= 2 * height
        assert len(set(layout.places.values())) == 61
        assert layout.named <= names


@pytest.mark.parametrize(
    ("size", "pitch", "wide"),
    [((20, 11), 2, 2), ((49, 15), 4, 3), ((62, 22), 6, 5), ((90, 38), 8, 7), ((170, 58), 14, 13)],
)
def test_marbles_grow_with_the_room(size: tuple[int, int], pitch: int, wide: int) -> None:
    layout = lay_out_hexagon(*size, UPRIGHT)
    assert (layout.step.pitch, layout.step.wide) == (pitch, wide)


def test_the_middle_rows_of_a_marble_of_five_cells_share_a_cell() -> None:
    layout = lay_out_hexagon(62, 22, UPRIGHT)
    assert {y % 2 for _, y in layout.corners.values()} == {1}
    assert all(layout.letter(cell) == (x + 2, (y + 1) // 2) for cell, (x, y) in layout.corners.items())


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("hollow", [False, True])
@pytest.mark.parametrize("extent", EXTENTS)
def test_marbles_of_signs_have_their_size_and_differ_by_side(
    extent: Extent, hollow: bool, plain: bool
) -> None:
    rows = drawn_marble(extent, hollow, plain, "X" if hollow else "O")
    assert {len(row) for row in rows} == {extent.wide}
    assert len(rows) == extent.tall
    assert "".join(rows).isascii() or not plain or extent.wide == 1
    assert rows != drawn_marble(extent, not hollow, plain, "O" if hollow else "X") or (
        extent.wide == 1 and not plain
    )


def test_marbles_of_signs_are_as_large_as_the_room_lets_them() -> None:
    assert largest(3, 5, 1) == (1, 1)
    assert largest(3, 7, 4) == (3, 2)
    assert largest(3, 12, 10) == (5, 3)
    assert largest(3, 22, 18) == (11, 6)
    assert largest(16, 7, 4) == (1, 1)


@pytest.mark.parametrize("height", range(16, 40))
def test_where_there_are_names_letters_stand_in_the_middle_of_small_marbles(height: int) -> None:
    layout = lay_out_hexagon(62, height, UPRIGHT)
    if layout.named and layout.step.tall == 4:
        assert {y % 2 for _, y in layout.corners.values()} == {layout.step.wide % 2}

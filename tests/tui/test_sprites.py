"""Marbles, hollows and piles."""

from __future__ import annotations

import pytest

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import luminance, mix
from marbles_tui.tui.drawing.sprites import hollow, marble, pile


@pytest.mark.parametrize("diameter", range(2, 10))
def test_a_marble_is_lit_from_the_upper_left(diameter: int) -> None:
    dots = {(dot.x, dot.y): dot for dot in marble(diameter, 0x4070E0).dots}
    quarter, far = diameter // 4, diameter - 1 - diameter // 4
    assert luminance(dots[quarter, quarter].colour) > luminance(dots[far, far].colour)


@pytest.mark.parametrize("diameter", range(3, 10))
def test_a_marble_is_round(diameter: int) -> None:
    dots = {(dot.x, dot.y): dot.share for dot in marble(diameter, 0xE04040).dots}
    middle = diameter // 2
    assert dots[middle, middle] == 1
    assert dots.get((0, 0), 0) < 0.7


@pytest.mark.parametrize("count", range(1, 17))
def test_a_pile_stays_in_its_box(count: int) -> None:
    corners = pile(count, 12, 18, 4)
    assert len(corners) == count
    assert all(0 <= x <= 8 and 0 <= y <= 14 for x, y in corners)


def test_a_few_marbles_lie_side_by_side() -> None:
    first, second = pile(2, 12, 18, 4)
    assert max(abs(first[0] - second[0]), abs(first[1] - second[1])) >= 4


def test_a_hollow_has_a_rim_all_round() -> None:
    pixels = {(pixel.x, pixel.y): pixel for pixel in hollow(9, 12)}
    assert pixels[4, 0].rim > 0.5
    assert pixels[4, 11].rim > 0.5
    assert pixels[0, 6].rim > 0.5
    assert pixels[4, 6].inside == 1


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mix(0x102030, 0xF0E0D0, 0) == 0x102030
    assert mix(0x102030, 0xF0E0D0, 1) == 0xF0E0D0
    assert mix(0x000000, 0xFFFFFF, 0.5) == 0x808080


def test_letters_two_cells_wide_and_marks_above_others_keep_their_columns() -> None:
    canvas = Canvas(8, 1, 0)
    canvas.text(0, 0, "e\u0301\u738b!", 0xFFFFFF)
    assert canvas.strip(0).text == "e\u0301\u738b!    "
    canvas.text(7, 0, "\u738b", 0xFFFFFF)  # there is no room for its other half
    assert canvas.strip(0).text == "e\u0301\u738b!    "

"""What paints and writes scenes: nothing is lost, nothing goes beside its canvas."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise, product
from math import hypot
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.geometry import Region, Size

from marbles_tui.core import Event
from marbles_tui.core.palette import Colours, Palette, luminance, mix
from marbles_tui.core.scene import (
    Ball,
    Box,
    Disc,
    Hollow,
    Item,
    Label,
    Letters,
    Line,
    Mark,
    Piece,
    Point,
    Polygon,
    Scene,
    Tile,
    drawn,
    falling,
    marble,
    part,
    smooth,
)
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.big_letters import bounced
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.fit import HALVES, OCTANTS, QUADRANTS, Grid, fitted
from marbles_tui.tui.kit.look import GLYPHS, SKINS, THEMES, Look, Skin, contrast
from marbles_tui.tui.kit.picture import picture
from marbles_tui.tui.kit.shapes import ball, line
from marbles_tui.tui.kit.signs import EXTENTS, drawn_marble, lettered
from marbles_tui.tui.kit.view import view
from tests.for_each import for_each
from tests.golden import compare

GRIDS = [
    pytest.param(HALVES, id="halves"),
    pytest.param(QUADRANTS, id="quadrants"),
    pytest.param(OCTANTS, id="octants"),
]
every_grid = pytest.mark.parametrize("grid", GRIDS)
colour = st.integers(0, 0xFFFFFF)


def far(one: int, other: int) -> int:
    return sum(abs((one >> shift & 255) - (other >> shift & 255)) for shift in (16, 8, 0))


def shown(points: tuple[int, ...]) -> list[int]:
    """The points of a cell as its sign shows them."""
    pattern, ink, ground = fitted(points)
    return [ink if pattern >> at & 1 else ground for at in range(len(points))]


@given(st.lists(colour, min_size=1, max_size=2), st.data(), st.sampled_from([2, 4, 8]))
def test_a_cell_of_two_colours_shows_them_as_they_are(
    two: list[int], data: st.DataObject, count: int
) -> None:
    points = tuple(data.draw(st.lists(st.sampled_from(two), min_size=count, max_size=count)))
    assert max(map(far, shown(points), points)) <= 18  # what nobody sees becomes one colour
    if far(two[0], two[-1]) > 40:
        assert shown(points) == list(points)


@given(st.sampled_from([2, 4, 8]).flatmap(lambda count: st.tuples(*[colour] * count)))
def test_a_cell_of_more_colours_stays_between_them(points: tuple[int, ...]) -> None:
    pattern, ink, ground = fitted(points)
    assert 0 <= pattern < 1 << len(points)
    for shift in (16, 8, 0):
        parts = [point >> shift & 255 for point in points]
        assert all(min(parts) <= shade >> shift & 255 <= max(parts) for shade in (ink, ground))


def test_each_pattern_has_a_sign_of_its_own() -> None:
    for across, down, signs in (HALVES, QUADRANTS, OCTANTS):
        assert len(set(signs)) == len(signs) == 1 << (across * down)


SIZE = Region(0, 0, 9, 4)
writing = st.tuples(
    st.integers(-2, 9), st.integers(-1, 4), st.sampled_from(["a", "ab", "王", "e\u0301", " "]), colour
)
filling = st.tuples(st.integers(-2, 9), st.integers(-1, 8), st.integers(0, 5), st.integers(0, 3), colour)


def canvas_of(grid: Grid, texts: list[tuple[int, int, str, int]], fills: list[tuple[int, ...]]) -> Canvas:
    canvas = Canvas(SIZE.width, SIZE.height, 0x102030, grid)
    for x, y, width, height, shade in fills:
        canvas.fill(x, y, width, height, shade)
    for x, y, text, ink in texts:
        canvas.text(x, y, text, ink)
    return canvas


@every_grid
@settings(max_examples=60)
@given(*(st.lists(kind, max_size=3) for kind in (writing, writing, filling, filling)))
def test_the_difference_of_two_canvases_is_that_of_their_cells(
    grid: Grid,
    one: list[tuple[int, int, str, int]],
    other: list[tuple[int, int, str, int]],
    fills: list[tuple[int, ...]],
    more: list[tuple[int, ...]],
) -> None:
    a, b = canvas_of(grid, one, fills), canvas_of(grid, other, fills + more)
    spans = a.differences(b)
    sent = {(y, x) for y, start, end in spans for x in range(start, end)}
    for y in range(SIZE.height):
        cells, others = a.cells(y, 0, SIZE.width), b.cells(y, 0, SIZE.width)
        assert sent >= {(y, x) for x in range(SIZE.width) if cells[x] != others[x]}
    assert not any(each.splits_sign(*span) for each in (a, b) for span in spans)
    assert a.differences(a.copy()) == []


PALETTE = Palette({"wood": 0x7A5632, "red": 0xE8483F, "wood ink": 0x101010, "ground": 0x101418})
ROLES = {"ground": 0x101418, "text": 0xE0E0E0, "muted": 0x808080, "target": 0x5BE37D, "flash": 0xFFF0A0}
LOOK = Look.of(SKINS[0], THEMES[0])
COLOURS = Colours({**ROLES, **PALETTE.materials})
spot = st.tuples(st.floats(-30, 30), st.floats(-30, 30))
length = st.floats(0, 20)


def made(kind: type[Any], *fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Items of a kind with these fields, the others as they are by default."""
    return st.tuples(*fields).map(lambda given: kind(*given))


PARTS = {
    "ball": made(Ball, spot, length, st.just("red"), st.integers(-1, 7), st.integers(0, 15)),
    "disc": made(Disc, spot, length, st.just("red"), st.floats(0.1, 1)),
    "box": st.builds(
        lambda at, w, h, bevel, sign: Box(at, (w / 2, h / 2), "wood", bevel, bevel, sign),
        *(spot, length, length, st.floats(0, 1), st.sampled_from(["", "─", "│"])),
    ),
    "line": made(Line, st.tuples(spot, spot), st.floats(0.01, 20), st.just("red")),
    "polygon": made(Polygon, st.tuples(spot, spot, spot), st.just("wood")),
    "label": made(Label, spot, st.text(max_size=5), st.just("text"), st.sampled_from([-1, 0, 1])),
}
ITEMS = st.one_of(
    *PARTS.values(),
    made(Hollow, spot, st.tuples(length, length), st.just("wood"), length),
    made(Mark, spot, st.tuples(length, length), st.sampled_from(["target", "flash"]), st.floats(0, 1)),
    st.builds(
        lambda at, w, h, text: Letters(at, (w / 2, h / 2), text),
        *(spot, length, length, st.sampled_from(["WON", "Y"])),
    ),
    made(
        Tile, spot, st.tuples(length, length), st.just("wood"), st.just((("##", "##"),)), st.just("x"),
        st.sampled_from([(), ("Gate", "G")]),
    ),
    made(Piece, st.just("p"), spot, st.tuples(*PARTS.values()), st.integers(0, 5), length),
)  # fmt: skip
bounds = st.tuples(st.floats(-9, 0), st.floats(-9, 0), st.floats(0.5, 9), st.floats(0.5, 9))


def test_each_item_has_its_shape_in_a_document() -> None:
    corners = ((1.0, 6.0), (2.0, 8.0), (4.0, 9.0))
    items = (
        Box((2.0, 1.0), (1.0, 0.5), "wood", 0.2),
        Hollow((5.0, 1.0), (0.5, 0.5), "wood"),
        Hollow((8.0, 1.0), (1.0, 0.5), "wood", 0.2, "red"),
        Piece("p", (2.0, 4.0), (Disc((0.0, 0.0), 1.0, "red", 0.5), Ball((0.5, 0.0), 0.5, "red"))),
        Mark((5.0, 4.0), (1.0, 0.5), "target"),
        Polygon(corners, "wood"),
        Line(corners, 0.3, "red"),
        Label((5.0, 7.0), ("a <b>", "a"), "text", 1, bold=True),
        Letters((8.0, 7.0), (1.0, 0.5), "WON"),
        Tile((8.0, 4.0), (1.0, 0.8), "wood", (), "x", ("Gate", "G")),
    )
    shown = drawn(Scene((0.0, 0.0, 10.0, 10.0), items, palette=PALETTE), "T & U", "As it stands.", 200.0)
    compare(Path(__file__).with_name("items.svg"), shown.splitlines())


@pytest.mark.parametrize("skin", SKINS, ids=lambda skin: skin.key)
@given(st.lists(ITEMS, max_size=4), bounds, st.integers(1, 30), st.integers(1, 12))
def test_any_scene_is_drawn_and_keeps_to_its_canvas(
    skin: Skin, items: list[Item], rect: tuple[float, float, float, float], width: int, height: int
) -> None:
    look = Look.of(skin, THEMES[0])
    canvas = picture(Scene(rect, tuple(items), palette=PALETTE), width, height, look)
    across, down = canvas.grid[:2]
    assert [len(row) for row in canvas.points] == [width * across] * (height * down)
    assert len(canvas.letters) == height
    assert all(0 <= column < width for row in canvas.letters for column in row)
    assert all(0 <= point <= 0xFFFFFF for row in canvas.points for point in row)


@every_grid
def test_items_outside_are_cut(grid: Grid) -> None:
    inside = marble("a", (0.0, 0.0), 0.4, "red")
    outside = [marble("b", at, 0.4, "red") for at in ((-9.0, 0.0), (9.0, 0.0), (0.0, -9.0), (0.0, 9.0))]
    alone, many = (
        picture(Scene((-1.0, -1.0, 1.0, 1.0), items, palette=PALETTE), 20, 10, LOOK._replace(grid=grid))
        for items in ((inside,), (inside, *outside))
    )
    assert (alone.points, alone.letters) == (many.points, many.letters)
    assert any(point != alone.ground for row in alone.points for point in row)


@every_grid
@pytest.mark.parametrize("size", [(8, 4), (20, 10), (37, 11), (60, 30), (200, 60)])
def test_marbles_of_a_board_look_alike(grid: Grid, size: tuple[int, int]) -> None:
    """A grid that comes out in whole cells and points: no marble is another one's neighbour by half a point."""
    spots = list(product((-2.0, -1.0, 0.0, 1.0, 2.0), (-1.0, 0.0, 1.0)))
    scenes = [Scene((-2.5, -1.5, 2.5, 1.5), (marble("m", at, 0.42, "red"),)) for at in spots]
    pictures = set()
    for scene in scenes:
        canvas = picture(scene, *size, LOOK._replace(grid=grid))
        found = [
            (x, y) for y, row in enumerate(canvas.points) for x in range(len(row)) if row[x] != canvas.ground
        ]
        letters = [(x, y) for y, row in enumerate(canvas.letters) for x in row]
        left, top = min((x for x, _ in found), default=0), min((y for _, y in found), default=0)
        pictures.add((len(letters), *((x - left, y - top, canvas.points[y][x]) for x, y in found)))
    seen = view(scenes[0], *size, grid.across, grid.down)
    assert len(pictures) == 1 or seen.kx < 2


@for_each("wide", range(3, 24))
def test_a_marble_is_round_and_lit_from_the_upper_left(wide: int) -> None:
    rows = {
        (left + at, y): shade
        for y, (_, left, inside) in enumerate(ball(wide, wide, 0x4070E0))
        for at, shade in enumerate(inside)
    }
    middle, quarter = wide // 2, max(1, wide // 3)
    assert (middle, middle) in rows
    assert wide < 6 or (0, 0) not in rows
    assert luminance(rows[quarter, quarter]) >= luminance(rows[wide - 1 - quarter, wide - 1 - quarter])
    if wide >= 9:  # smaller ones have no band
        assert len({str(ball(wide, wide, 0x4070E0, turn, 0)) for turn in range(8)}) > 1


def test_a_marble_that_rolls_back_is_seen_as_one_that_rolls_on_the_other_way_round() -> None:
    rolled = [
        [
            (part.turn, part.heading)
            for part in marble("m", (0.0, 0.0), 1.0, "red", turn=0.375, way=way).parts
            if isinstance(part, Ball)
        ]
        for way in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
    ]
    assert rolled == [[(3, 0)], [(5, 0)], [(3, 4)], [(5, 4)]]


@for_each(
    ("way", "falls"),
    [
        (smooth, True),
        (falling, True),
        (bounced, False),
        (lambda share: part(0.2 + share / 2, 0.2, 0.5), True),
    ],
)
def test_what_moves_goes_from_its_start_to_its_end_without_a_jump(
    way: Callable[[float], float], falls: bool
) -> None:
    shares = [way(at / 100) for at in range(101)]
    assert [shares[0], shares[-1]] == pytest.approx([0, 1])
    steps = [after - before for before, after in pairwise(shares)]
    assert max(map(abs, steps)) < 0.06
    assert (min(steps) >= 0) == falls, "what bounces rises again"
    assert way(0.3) < 0.5


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert [mix(0x102030, 0xF0E0D0, share) for share in (0, 1)] == [0x102030, 0xF0E0D0]
    assert mix(0x000000, 0xFFFFFF, 0.5) == 0x808080
    assert COLOURS["red:0.5:0.5"] == mix(0, COLOURS["red:0.5"], 0.5)
    with pytest.raises(KeyError):
        COLOURS["blue"]


def test_words_keep_to_the_colours_that_a_terminal_has() -> None:
    canvas = Canvas(64, 1, 0, QUADRANTS)
    canvas.depth = 16
    for x, (red, green, blue) in enumerate(product((0, 80, 160, 240), repeat=3)):
        ground = red << 16 | green << 8 | blue
        canvas.fill(x, 0, 1, 2, ground)
        canvas.text(x, 0, "A", ground)
    shown = {colour for _, (ink, ground, _) in canvas.cells(0, 0, 64) for colour in (ink, ground)}
    assert len(shown) <= 16


def test_letters_two_cells_wide_and_marks_above_others_keep_their_columns() -> None:
    canvas = Canvas(8, 1, 0)
    canvas.text(0, 0, "e\u0301\u738b!", 0xFFFFFF)
    assert canvas.strip(0).text == "e\u0301\u738b!    "
    canvas.text(7, 0, "\u738b", 0xFFFFFF)  # there is no room for its other half
    assert canvas.strip(0).text == "e\u0301\u738b!    "
    canvas.text(3, 0, "\u0308", 0xFFFFFF)  # a mark is above what was written with it alone
    assert canvas.strip(0).text == "e\u0301\u738b!    "


def test_a_shadow_reaches_the_first_column() -> None:
    canvas = Canvas(4, 2, 0xFFFFFF, QUADRANTS)
    row: Any = ((), 0, (0x4070E0,) * 3)
    canvas.blit((row,), -1, 0, 0.5)
    assert [point == 0xFFFFFF for point in canvas.points[0][:3]] == [False, False, True]


@for_each("plain", [False, True])
@for_each("hollow", [False, True])
@for_each("extent", EXTENTS)
def test_marbles_of_signs_have_their_size_and_differ_by_side(extent: Size, hollow: bool, plain: bool) -> None:
    rows = drawn_marble(extent, hollow, plain, "X" if hollow else "O")
    assert {len(row) for row in rows} == {extent.width}
    assert len(rows) == extent.height
    assert "".join(rows).isascii() or not plain or extent.width == 1
    assert rows != drawn_marble(extent, not hollow, plain, "O" if hollow else "X") or (
        extent.width == 1 and not plain
    )
    named = lettered(extent, hollow, plain, "X" if hollow else "O", "4", True)
    assert "".join(named).count("4") == 1
    assert len({len(row) for row in named}) == 1


@for_each("shade", [0xFFFFFF, 0x202020])
def test_a_number_can_be_read_on_its_marble(shade: int) -> None:
    scene = Scene(
        (-1.0, -1.0, 1.0, 1.0),
        (marble("m", (0.0, 0.0), 0.9, "red", sign="4"),),
        palette=Palette({"red": shade}),
    )
    canvas = picture(scene, 9, 4, Look.of(GLYPHS, THEMES[0]))
    (found,) = (colours for y in range(4) for text, colours in canvas.cells(y, 0, 9) if "4" in text)
    assert contrast(*found[:2]) >= 3


def marked(role: str, skin: Skin, tall: int) -> str:
    """A mark of a role around nothing, in signs that have no colour."""
    look = Look.of(skin, THEMES[0], coloured=False)
    scene = Scene((-1.0, -1.0, 1.0, 1.0), (Mark((0.0, 0.0), (0.9, 0.9), role),), grid=(0.0, 0.0))
    canvas = picture(scene, 4 * tall, tall, look)
    return "".join(canvas.strip(y).text for y in range(tall)).strip()


@for_each("skin", SKINS[1:])
@for_each("tall", [1, 2, 4])
def test_marks_differ_by_their_shape(skin: Skin, tall: int) -> None:
    roles = (
        ("target", "threat", "trace", "flash")
        if tall == 2
        else ("target", "threat", "trace", "flash", "cursor")
    )
    assert len({marked(role, skin, tall) for role in roles}) == len(roles)


STEPS = [Event("step", end) for end in "bc"]
Seen = list[tuple[str, float | None]]


def stage(seen: Seen, beat: float, *, still: bool = False) -> Any:
    """A board that says what it is to show."""
    return SimpleNamespace(
        BEATS={"step": beat},
        still=still,
        app=SimpleNamespace(late=0.0, pace=lambda _: 200),
        act=lambda before, event, phase: seen.append((before, phase)),
        rest=lambda board: seen.append((board, None)),
    )


async def test_a_move_is_shown_from_its_start_and_rewound_from_its_end() -> None:
    seen: Seen = []
    animator = Animator(stage(seen, 0.02), lambda: 1.0)
    for first, phase, second, last in (("a", 0.0, "b", "c"), ("b", 1.0, "a", "a")):
        seen.clear()
        await (animator.rewind("a", STEPS) if phase else animator.show("a", STEPS, lambda _: None))
        assert seen[0] == (first, phase)
        assert (second, phase) in seen
        assert seen[-1] == (last, None)
        shown = [at for before, at in seen if before == first and at is not None]
        assert shown == sorted(shown, reverse=bool(phase))


async def test_where_nothing_moves_each_step_is_seen_once() -> None:
    seen: Seen = []
    await Animator(stage(seen, 0.02, still=True), lambda: 1.0).show("a", STEPS, lambda _: None)
    assert seen == [("a", 1.0), ("b", 1.0), ("c", None)]


async def test_a_key_ends_all_that_is_shown() -> None:
    seen: Seen = []
    animator = Animator(stage(seen, 3600.0), lambda: 1.0)
    show = asyncio.create_task(animator.show("a", STEPS, lambda _: None))
    while not animator.showing:
        await asyncio.sleep(0)
    assert animator.finish()
    await show
    assert seen[-1] == ("c", None)
    assert "b" not in [before for before, _ in seen]
    assert not animator.finish()


@for_each("count", [1, 2, 3, 9])
def test_a_line_holds_what_is_no_farther_from_it_than_half_its_width(count: int) -> None:
    random = Random(count)
    for wide, squeezed in product((2.0, 7.0), (0.5, 1.0, 2.0)):
        points = tuple((random.uniform(0, 60), random.uniform(0, 30)) for _ in range(count))
        shape, ways = line(points, wide, wide / squeezed), [*pairwise(points)] or [(points[0], points[0])]
        for _ in range(100):
            x, y = random.uniform(-10, 70), random.uniform(-10, 40)
            far = min(away((x, y * squeezed), *((a, b * squeezed) for a, b in way)) for way in ways)
            if abs(far - wide / 2) > 0.35:  # not on its rim
                assert any(start <= x <= end for start, end in shape.spans(y)) == (far < wide / 2)


def away(at: Point, start: Point, end: Point) -> float:
    """How far a point is from the way between two others."""
    (x, y), (a, b), (to_x, to_y) = at, start, end
    square = (to_x - a) ** 2 + (to_y - b) ** 2
    share = min(1.0, max(0.0, ((x - a) * (to_x - a) + (y - b) * (to_y - b)) / square)) if square else 0.0
    return hypot(x - a - share * (to_x - a), y - b - share * (to_y - b))


@for_each("on", [0, 1])
def test_what_is_painted_on_one_of_two_canvases_is_not_on_the_other(on: int) -> None:
    canvas = Canvas(4, 3, 0)
    canvas.text(0, 0, "ab", 1)
    twins = canvas, canvas.copy()
    painted, other = twins[on], twins[1 - on]
    assert not painted.differences(other)
    painted.text(1, 0, "c", 1)
    painted.erase(0, 0, 1, 1)
    painted.block(2, 0, 4, 1, 0xFF)
    painted.blit(ball(4, 2, 0xFF0000), 0, 4)
    assert [y for y, *_ in painted.differences(other)] == [0, 2]
    assert other.letter(0, 0) + other.letter(1, 0) == "ab"
    assert {point for row in other.points for point in row} == {0}

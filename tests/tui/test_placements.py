"""Pieces as images: what a terminal is told is what the scene says."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from textual.geometry import Offset, Region, Size

from marbles_tui.core import Event, Game
from marbles_tui.core.dice import die
from marbles_tui.core.palette import Colours, Palette
from marbles_tui.core.scene import (
    Box,
    Frame,
    Highlights,
    Hollow,
    Label,
    Letters,
    Line,
    Mark,
    Piece,
    Room,
    Scene,
    marble,
)
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.tui.kit import placements
from marbles_tui.tui.kit.look import BLOCKS, THEMES, Look, colours_of
from marbles_tui.tui.kit.placements import Placements, image
from marbles_tui.tui.kit.view import View, view
from tests.for_each import for_each
from tests.tui.placements import KittyTerminal

CELL = (10, 20)
SIZE = Size(40, 12)
CORNER = Offset(3, 2)
COLOURS = Palette({}).colours({"ground": 0x10291F, "cursor": 0xFFFFFF, "ink": 0xF0F0F0}, "felt", True)
ROW = tuple(marble(f"m{at}", (at, 1.0), 0.43, ("red", "blue")[at % 2]) for at in range(5))
BOARD = Scene((-0.5, -0.5, 5.5, 3.5), ROW)


class Shown:
    """Images, and the terminal that shows them."""

    def __init__(self, colours: Colours = COLOURS, cell: tuple[int, int] = CELL) -> None:
        self.images, self.terminal, self.colours = Placements(), KittyTerminal(cell), colours

    def show(self, scene: Scene, covers: tuple[Region, ...] = (), size: Size = SIZE) -> tuple[Scene, str]:
        seen = view(scene, *size, 2, 2)
        left = self.images.split(scene, seen, size, self.terminal.cell, self.colours, covers)
        text = self.images.show(CORNER)
        self.terminal.write(text)
        return left, text


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint however long it takes."""
    monkeypatch.setattr(placements, "AT_ONCE", 1e9)


def middles(scene: Scene, size: Size = SIZE) -> set[tuple[int, int]]:
    """Where the pieces are, in pixels of the screen."""
    seen: View = view(scene, *size, 2, 2)
    found = set()
    for item in scene.items:
        if isinstance(item, Piece):
            x, y = seen.cell(item.at)
            found.add((round((x + CORNER.x) * CELL[0]), round((y + CORNER.y) * CELL[1])))
    return found


def test_every_piece_is_placed_once_and_no_cell_shows_it() -> None:
    shown = Shown()
    left, _ = shown.show(BOARD)
    assert left.items == ()
    assert len(shown.terminal.placements) == len(ROW)
    assert len(shown.terminal.images) == 2, "one a colour"
    for x, y in middles(BOARD):
        (placed,) = shown.terminal.at(x, y)
        width, _, dots = shown.terminal.images[placed.image]
        at = 4 * ((y - placed.y) * width + x - placed.x)
        assert (dots[at + 3], dots[3]) == (255, 0), "its middle hides what is below, its corner does not"


@for_each("cell", [(7, 17), (9, 20), (10, 20), (10, 18)])
def test_marbles_and_rings_are_round_whatever_the_shape_of_a_cell_is(cell: tuple[int, int]) -> None:
    for item in (marble("m", (0.0, 0.0), 0.45, "red"), Mark((0.0, 0.0), (0.5, 0.5), "ink")):
        painted = image(item, View(6.0, 3.0, 0.0, 0.0), cell, COLOURS)
        assert painted
        assert painted.width > 15
        assert painted.width == painted.height


def test_what_stays_is_not_told_again() -> None:
    shown = Shown()
    shown.show(BOARD)
    assert shown.show(BOARD)[1] == ""


def test_what_was_forgotten_is_shown_again() -> None:
    shown = Shown()
    shown.show(BOARD)
    before = shown.terminal.seen()
    shown.terminal.write(shown.images.forget() + "\x1b[?1049l\x1b[?1049h")
    assert not shown.terminal.placements
    shown.show(BOARD)
    assert shown.terminal.seen() == before != {}


def test_a_rolling_marble_takes_at_most_eighty_bytes_a_frame() -> None:
    shown, told = Shown(), []
    for _ in range(2):
        for step in range(40):
            way = step / 10
            rolling = marble("m0", (way, 2.0), 0.43, "red", 0, way * 0.37)
            told.append(len(shown.show(replace(BOARD, items=(*ROW[1:], rolling)))[1]))
    assert 0 < sum(told[40:]) / 40 <= 80, "all turns were sent before"
    assert len(shown.terminal.placements) == len(ROW), "no turn is left where it was"


def test_a_bar_glides_by_pixels_and_lies_in_cells_at_rest() -> None:
    shown, lefts = Shown(), []
    for step in range(9):
        bar = Box((0.5 + step / 16, 2.25), (0.5, 0.25), "ink", id="bar" if step % 8 else "")
        left, _ = shown.show(replace(BOARD, items=(*ROW, bar)))
        assert bool(left.items) == (step % 8 == 0)
        lefts += [placed.x for placed in shown.terminal.placements.values() if placed.image > 2]
    assert len(lefts) == 7
    assert all(0 < after - before < CELL[0] for before, after in pairwise(lefts))


def test_a_bar_of_any_length_is_a_part_of_one_image() -> None:
    shown, widths = Shown(), set[int]()
    for step in range(1, 8):
        bar = Box((2.0 + step / 16, 2.25), (step / 16, 0.25), "ink", id="bar")
        _, told = shown.show(replace(BOARD, items=(bar,)))
        assert told.count("a=t") == (step == 1)
        assert "a=d,d=i" not in told
        (placed,) = shown.terminal.placements.values()
        widths.add(placed.width)
    assert len(widths) == 7


def test_a_marble_rolls_while_its_next_turns_are_still_to_be_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown()
    for turn, images in ((0.0, 2), (0.3, 1)):
        rolling = [
            marble(colour, (1 + turn, y), 0.43, colour, 0, turn) for y, colour in enumerate(("red", "blue"))
        ]
        left, text = shown.show(replace(BOARD, items=tuple(rolling)))
        assert left.items == ()
        assert (text.count("a=t"), text.count("a=p")) == (images, 2)
        monkeypatch.setattr(placements, "AT_ONCE", -1.0)
    assert shown.images.unfinished


def test_a_board_is_drawn_in_cells_until_all_its_images_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placements, "AT_ONCE", -1.0)
    shown = Shown()
    still = (Hollow((1.0, 2.0), (0.3, 0.3), "ground"),)
    scene = replace(BOARD, still=still)
    left, _ = shown.show(scene)
    while shown.images.unfinished:
        assert (left.items, left.still) == (ROW, still)
        assert not shown.terminal.placements
        left, _ = shown.show(scene)
    assert (left.items, left.still) == ((), ())
    assert len(shown.terminal.placements) == 6


def test_what_is_drawn_in_cells_is_not_hidden_by_what_lies_below_it() -> None:
    shown = Shown()
    way = Line(((0.0, 2.0), (2.0, 2.0)), 0.1, "ink")
    still = tuple(Hollow((float(at), 2.0), (0.3, 0.3), "ground") for at in range(5))
    left, _ = shown.show(replace(BOARD, items=(way, *ROW), still=still))
    assert left.items == (way,)
    assert left.still == still[:3]
    left, _ = shown.show(replace(BOARD, still=still))
    assert (left.items, left.still) == ((), ())


def test_a_word_that_is_not_seen_in_this_size_hides_nothing() -> None:
    unseen = Label((1.0, 1.0), "Ärger", "ink", least=100.0)
    assert Shown().show(replace(BOARD, items=(*ROW, unseen)))[0].items == (unseen,)


def test_big_letters_lie_over_what_is_below_them() -> None:
    word = Letters((2.5, 1.0), (3.0, 0.5), "WON")
    assert Shown().show(replace(BOARD, items=(*ROW, word)))[0].items == (*ROW, word)


def test_what_lies_upon_a_piece_is_an_image_above_it() -> None:
    shown = Shown()
    label = Label((1.0, 1.0), "17", "ink")
    left, _ = shown.show(replace(BOARD, items=(*ROW, label, Label((1.0, 3.0), "below", "ink"))))
    assert [item.text for item in left.items if isinstance(item, Label)] == ["below"]
    x, y = next(at for at in sorted(middles(replace(BOARD, items=ROW[1:2]))))
    around = {placed for dx in range(-9, 10) for placed in shown.terminal.at(x + dx, y)}
    marble_, number = sorted(around, key=lambda placed: placed.z)
    assert shown.terminal.at(x, y)[0] == marble_
    assert number.image != marble_.image


def test_a_label_of_a_piece_is_painted_into_it_and_letters_we_lack_stay_in_cells() -> None:
    shown = Shown()
    parts = (Box((0.0, 0.0), (0.4, 0.4), "ink"), Label((0.0, 0.0), "7", "ground"))
    seven, odd = Piece("die", (1.0, 1.0), parts), Piece("odd", (3.0, 1.0), (Label((0.0, 0.0), "ж", "ink"),))
    left, _ = shown.show(replace(BOARD, items=(seven, odd)))
    assert left.items == (odd,)
    ((_, _, dots),) = shown.terminal.images.values()
    assert bytes((0x10, 0x28, 0x1C, 255)) in {dots[at : at + 4] for at in range(0, len(dots), 4)}


@for_each(("number", "tumble"), [(0, 0.0), (3, 0.0), (0, 0.5)])
def test_a_die_is_an_image_before_it_is_rolled_too(number: int, tumble: float) -> None:
    shown = Shown(Palette({"ivory": 0xF0EADB, "pip": 0x26221E}).colours({"ground": 0x10291F}, "felt", True))
    left, _ = shown.show(replace(BOARD, items=(die((1.0, 2.0), 0.4, number, tumble, 6),)))
    assert not left.items


def test_overlapping_pieces_lie_as_in_the_scene_whatever_was_there_before() -> None:
    shown = Shown()
    over = marble("over", (1.5, 1.0), 0.43, "green")
    for items in ((*ROW, over), (over, *ROW)):
        shown.show(replace(BOARD, items=items))
        ((x, y),) = middles(replace(BOARD, items=(over,)))
        heights = [placed.z for placed in shown.terminal.at(x - 8, y)]
        assert len(heights) == len(set(heights)) == 2
        number = shown.images._wanted["over"].number
        (green,) = (placed.z for placed in shown.terminal.at(x, y) if placed.image == number)
        assert green == (max if items[0] is not over else min)(heights)


def test_pieces_below_a_toast_are_drawn_in_cells_and_those_over_the_edge_are_cut() -> None:
    shown = Shown()
    x, y = min(middles(BOARD))
    cover = Region(x // CELL[0] - CORNER.x, y // CELL[1] - CORNER.y, 1, 1)
    left, _ = shown.show(BOARD, (cover,))
    assert left.items == ROW[:1]
    assert len(shown.terminal.placements) == len(ROW) - 1
    ends = marble("m8", (-0.6, 1.0), 0.43, "red"), marble("m9", (5.7, 3.4), 0.43, "red")
    assert not shown.show(replace(BOARD, items=ends))[0].items
    board = Region(CORNER.x * CELL[0], CORNER.y * CELL[1], SIZE.width * CELL[0], SIZE.height * CELL[1])
    for placed in shown.terminal.placements.values():
        whole = shown.terminal.images[placed.image]
        assert board.contains_region(Region(*placed[1:3], *placed[4:6]))
        assert placed[4:6] < whole[:2]
    assert {placed.left > 0 for placed in shown.terminal.placements.values()} == {True, False}
    out = marble("m9", (-2.0, 1.0), 0.43, "red")
    assert shown.show(replace(BOARD, items=(out,)))[0].items == (out,)
    assert not shown.terminal.placements


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_whatever_happens_on_a_board_the_placements_are_those_of_its_scene_or_none(game: Game) -> None:
    """Moves, their frames, marks, dialogs and toasts, other sizes, leaving and coming back: what the terminal shows
    is what one shows that saw nothing before."""
    random, match = Random(game.key), Match.new(game, random=Random(1))
    look = Look.of(BLOCKS, THEMES[0])
    colours = colours_of(game.scene(Frame(match.position.board), Room()).palette, look)
    shown, size, events, most = Shown(colours, (6, 12)), Size(48, 16), list[tuple[Any, Event]](), 0
    covers: tuple[Region, ...] = ()
    for _ in range(45):
        match random.randrange(12):
            case 0:
                shown.terminal.write(shown.images.hide())
                assert not shown.terminal.placements
                continue
            case 1:
                shown.terminal.write(shown.images.forget() + "\x1b[?1049l\x1b[?1049h")
                assert not shown.terminal.placements
                assert not shown.terminal.images
                continue
            case 2:
                size = Size(*random.choice(((48, 16), (40, 14))))
            case 3:
                box = Region(random.randrange(30), random.randrange(10), random.randrange(1, 40), 4)
                covers = random.choice(((), (box,)))
            case _ if not events:
                before = match.position.board
                match, happened = match.play(random.choice(match.position.moves()))
                for event in happened[:12]:
                    events.append((before, event))
                    before = event.board
                match = Match.new(game, random=random) if match.result else match
        frame = Frame(match.position.board)
        if events:
            before, event = events[0]
            frame = Frame(event.board, before, event, random.choice((0.1, 0.5, 0.7, 0.9)))
            events = events[random.randrange(2) :]
        room = Room(size.width / size.height / 2)
        places = list(game.scene(frame, room).places)
        marks = Highlights(legal=frozenset(random.sample(places, 2)), picked=tuple(places[:1]))
        scene = game.scene(replace(frame, highlights=marks, cursor=random.choice((None, *places))), room)
        left, _ = shown.show(scene, covers, size)
        while shown.images.unfinished:  # a frame paints one turn that was not seen yet
            left, _ = shown.show(scene, covers, size)
        anew = Shown(colours, (6, 12))
        for kept in ("_images", "_scale", "_cell"):  # painted before; all else is new
            setattr(anew.images, kept, getattr(shown.images, kept))
        anew.terminal.images = shown.terminal.images
        assert left == anew.show(scene, covers, size)[0]
        assert shown.terminal.seen() == anew.terminal.seen()
        for placed in shown.terminal.placements.values():
            width, height, _ = shown.terminal.images[placed.image]
            around = Region(
                placed.x // 6 - CORNER.x, placed.y // 12 - CORNER.y, -(-width // 6), -(-height // 12)
            )
            assert not any(around.overlaps(cover) for cover in covers)
        most = max(most, len(shown.terminal.placements))
    assert most > 8


def test_the_pieces_of_a_board_are_at_most_sixty_kilobytes() -> None:
    shown = Shown()
    colours = ("red", "blue", "yellow", "green", "violet", "orange", "teal")
    items = tuple(marble(f"m{at}", (at, 1.0), 0.45, colour) for at, colour in enumerate(colours))
    scene = replace(BOARD, bounds=(-0.5, -0.5, 6.5, 2.5), items=items)
    _, text = shown.show(scene, size=Size(70, 18))
    assert max(width for width, _, _ in shown.terminal.images.values()) > 90, "marbles of ten cells"
    assert len(text) <= 60_000


def test_a_hollow_that_is_covered_moves_no_other_one() -> None:
    shown = Shown()
    still = tuple(Hollow((float(at), 2.0), (0.3, 0.3), "ground") for at in range(6))
    shown.show(replace(BOARD, still=still))
    way = Line(((0.0, 2.0), (0.4, 2.0)), 0.1, "ink")
    _, told = shown.show(replace(BOARD, items=(way, *ROW), still=still))
    assert ("a=p" in told, told.count("a=d")) == (False, 1), "it goes, and that is all"

"""What the boards say is there, a frame at a time; what all of them have in common is in tests/conformance."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import dist

import pytest

from marbles_tui.core import Event, Game
from marbles_tui.core.scene import (
    NO_HIGHLIGHTS,
    ROUND,
    Ball,
    Box,
    Finale,
    Frame,
    Highlights,
    Label,
    Letters,
    Line,
    Mark,
    Piece,
    Point,
    Room,
    Scene,
    Tone,
    detail,
)
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.abacus.position import BY_NAME, NEXT
from marbles_tui.games.abacus.scene import LANDED, OVER, R
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.beadmaster.position import HOLES, SIZE, End
from marbles_tui.games.beadmaster.position import BeadBoard as Bars
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.position import LEFT_END, SIDES
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.games.gobblet.position import NUMBERS, STACKS, GobbletStacks
from marbles_tui.games.gobblet.scene import COVERED
from marbles_tui.play import Match
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.beadmaster.match import BeadMasterBoard
from marbles_tui.tui.kit.look import ASCII, BLOCKS, GLYPHS, SKINS, THEMES, Look, Skin
from marbles_tui.tui.kit.picture import picture, room, seen_in
from marbles_tui.tui.kit.view import view
from tests.for_each import for_each

WIDE = Room(1.3)
TABLES = [(36, 16), (56, 22), (86, 38), (166, 58)]


def pieces(scene: Scene) -> dict[str, Piece]:
    return {item.id: item for item in scene.items if isinstance(item, Piece)}


def words(scene: Scene) -> list[str]:
    """All that is said where there is room."""
    return [item.said(1e6) for item in (*scene.still, *scene.items) if isinstance(item, Label)]


def roles(scene: Scene, at: Point) -> set[str]:
    """Of the marks around a point."""
    return {item.role for item in scene.items if isinstance(item, Mark) and item.at == at}


def text(scene: Scene, size: tuple[int, int], skin: Skin, coloured: bool = True) -> list[str]:
    canvas = picture(scene, *size, Look.of(skin, THEMES[0], coloured))
    return [canvas.strip(y).text for y in range(size[1])]


def carton(counts: dict[int, int], room: Room = WIDE, highlights: Highlights = NO_HIGHLIGHTS) -> Scene:
    board = EGG_CARTON.read("1,0,0,0,0,0/0,0,0,0,0,1/0,0/1").board
    ring = tuple(counts.get(place, 0) for place in range(len(board.ring)))
    return EGG_CARTON.scene(Frame(board._replace(ring=ring), highlights=highlights), room)


@pytest.mark.parametrize("place", [0, 8, LEFT_END])
def test_a_heap_has_a_marble_for_each_always_in_the_same_places(place: int) -> None:
    lying: dict[str, Point] = {}
    for count in range(41):
        heap = {name: piece.at for name, piece in pieces(carton({place: count})).items()}
        assert len(heap) == count
        assert lying.items() <= heap.items()
        assert count > 16 or len(set(heap.values())) == count
        left, top, right, bottom = carton({}).places[place]
        assert count > 18 or all(left < x < right and top < y < bottom for x, y in heap.values())
        lying = heap


@for_each(("skin", "size"), list(product(SKINS[1:], [(80, 18), (118, 26), (190, 46)])))
def test_so_many_signs_lie_in_a_slot(skin: Skin, size: tuple[int, int]) -> None:
    room = Room(size[0] / 2 / size[1])
    one = "".join(text(carton({0: 1}, room), size, skin))
    sign = next(sign for sign in "▟(O●" if sign in one)
    bare = "".join(text(carton({}, room), size, skin)).count(sign)
    for count in range(1, 13):
        shown = "".join(text(carton({0: count}, room), size, skin)).count(sign) - bare
        assert shown >= count


def test_each_side_has_a_pip_for_every_marble_that_it_has_to_clear() -> None:
    board = EGG_CARTON.read("3,0,4,4,1,3/3,5,0,3,4,3/1,0/1").board
    shown = words(EGG_CARTON.scene(Frame(board, turn=0, highlights=Highlights(names=("Ann", "Ben"))), WIDE))
    assert [word.count("●") for word in shown if "● ●" in word] == [15, 18]
    assert {"15 to clear", "18 to clear", "▶ Ann"} <= {word.strip() for word in shown}


def test_the_winner_s_hollows_spell_it() -> None:
    won = Highlights(winners=frozenset(SIDES[0]), finale=Finale(Tone.WON, "You win", (), 1.0))
    letters = [item for item in carton({}, highlights=won).items if isinstance(item, Letters)]
    assert "".join(item.text for item in sorted(letters, key=lambda item: item.at)) == "YOUWIN"


def hexagon(highlights: Highlights, cursor: str = "", turned: bool = False) -> Scene:
    frame = Frame(Match.new(ABACUS).position.board, highlights=highlights, cursor=BY_NAME.get(cursor))
    return ABACUS.scene(frame, Room(turned=turned))


def test_keys_stand_where_they_lead_and_turn_with_the_board() -> None:
    letters = {BY_NAME["c2"]: "d", BY_NAME["d5"]: "w"}
    for turned, keys in ((False, "dw"), (True, "ax")):
        scene = hexagon(Highlights(letters=letters), turned=turned)
        found = {item.at: item.said(9) for item in scene.items if isinstance(item, Label)}
        for cell, key in zip(letters, keys, strict=True):
            left, top, right, bottom = scene.places[cell]
            at = next(at for at in found if left < at[0] < right and top < at[1] < bottom)
            assert found[at] == key
            assert roles(scene, at) == {"target"}


@for_each("heading", range(6))
def test_a_marble_that_is_lost_rolls_on_the_way_it_was_pushed(heading: int) -> None:
    cell, board = BY_NAME["e5"], Match.new(ABACUS).position.board
    lost = Event("lost", board, (cell,), {"owner": 0, "heading": heading})
    scene = ABACUS.scene(Frame(board, board, lost, OVER), Room())
    left, top, right, bottom = scene.places[NEXT[heading][cell]]
    x, y = pieces(scene)[f"m{cell}"].at
    assert left < x < right
    assert top < y < bottom
    assert f"m{cell}" not in pieces(ABACUS.scene(Frame(board, board, lost, LANDED), Room()))
    half, whole = (
        pieces(ABACUS.scene(Frame(board, board, lost, OVER + share * (LANDED - OVER)), Room()))[f"m{cell}"]
        for share in (0.5, 0.999)
    )
    assert half.r / R == pytest.approx(0.8)
    assert whole.r / R == pytest.approx(0.6)


@pytest.mark.parametrize(("move", "parts"), [("a1b1", 4), ("c3d3", 2), ("c3c4d3", 0)])
def test_a_groove_leads_along_the_way_of_a_row_but_for_one_that_went_sideways(move: str, parts: int) -> None:
    match = Match.new(ABACUS).read(move)
    last = VIEWS["abacus"].match().trace(match.moves[0])
    scene = ABACUS.scene(Frame(match.position.board, highlights=Highlights(last=last)), Room())
    assert sum(isinstance(item, Line) for item in scene.items) == parts


@for_each("skin", SKINS[1:])
@for_each("size", [(44, 15), (56, 22), (86, 38)])
def test_a_key_on_a_marble_leaves_its_side_to_be_seen(skin: Skin, size: tuple[int, int]) -> None:
    shown = []
    for name in ("a1", "i5"):  # one of each side
        rows = text(hexagon(Highlights(letters={BY_NAME[name]: "w"})), size, skin, coloured=False)
        assert "w" in "".join(rows)
        shown.append(next(row for row in rows if "w" in row))
    assert size[0] < 50 or shown[0].split("w")[0][-2:] != shown[1].split("w")[0][-2:]


PULLED = Bars((1,) * 14, (1, 2, 3, 4, *[0] * 45), (1, *[0] * 13), False, 0, 4)


def bars(board: Bars = PULLED, cursor: int | None = None, **highlights: object) -> Scene:
    shown = replace(Highlights(), **highlights)  # type: ignore[arg-type]
    return BEADMASTER.scene(Frame(board, highlights=shown, cursor=cursor, turn=0), Room(1.2))


def test_a_picked_bar_is_marked_along_its_length_and_says_its_keys() -> None:
    end = End(SIZE, -1).cell
    scene = bars(cursor=end, legal=frozenset({end}))
    (mark,) = (item for item in scene.items if isinstance(item, Mark) and item.role == "flash")
    assert mark.half[1] > 7 * mark.half[0]
    assert "i▼" in words(scene)
    (name,) = (item for item in scene.items if isinstance(item, Label) and item.said(9) == "v1")
    assert name.on == "flash"
    scene = bars(cursor=end)  # it cannot be pushed: a mark tells where the cursor is all the same
    assert {"cursor", "muted"} <= {item.role for item in scene.items if isinstance(item, Mark)}


def test_a_review_frames_the_end_that_was_pushed_and_the_better_one() -> None:
    pushed, better = End(2, 1).cell, End(9, -1).cell
    scene = bars(threats=frozenset({pushed}), targets=frozenset({better}))
    found = {item.role: item.at for item in scene.items if isinstance(item, Mark)}
    for role, cell in (("threat", pushed), ("target", better)):
        left, top, right, bottom = scene.places[cell]
        x, y = found[role]
        assert left < x < right
        assert top < y < bottom


def test_beads_in_danger_are_marked() -> None:
    scene = bars(threats=frozenset(range(4)))
    assert {roles(scene, piece.at).pop() for piece in pieces(scene).values()} == {"threat"}


@for_each("size", TABLES)
@for_each("skin", SKINS)
def test_a_bead_says_whose_it_is_and_each_column_how_it_is_called(skin: Skin, size: tuple[int, int]) -> None:
    for board, names in ((PULLED, "v1 v2 v3 v4 v5 v6 v7"), (PULLED._replace(placing=True), "A B C D E F G")):
        rows = text(bars(board), size, skin, coloured=False)
        assert any(row.split() == names.split() for row in rows)
        assert any("1" in row and "2" in row and "3" in row and "4" in row for row in rows)


@for_each("lines", [*range(16, 23), 36])
def test_bars_and_columns_are_named_in_signs_in_every_height(lines: int) -> None:
    frame, room = Frame(PULLED, turn=0), Room(66 / 2 / lines, holds=66 * lines / 8)
    rows = text(BEADMASTER.scene(frame, room), (66, lines), GLYPHS)
    words = [re.sub("[^A-Ghv1-7]+", " ", row).split() for row in rows]  # some stand on the ends of the bars
    assert ["v1", "v2", "v3", "v4", "v5", "v6", "v7"] in words
    assert ["A", "B", "C", "D", "E", "F", "G"] in words
    named = [at for at, row in enumerate(words) if row and re.fullmatch("h?[1-7]", row[0])]
    assert len(named) == SIZE
    assert len({below - above for above, below in pairwise(named)}) == 1


def test_rows_of_signs_are_evenly_apart() -> None:
    rows = text(ABACUS.scene(Frame(Match.new(ABACUS).position.board), room(45, 16)), (45, 16), GLYPHS)
    named = [at for at, row in enumerate(rows) if re.match("[A-I] ", row.strip())]
    assert [after - at for at, after in pairwise(named)] == [1] * 8
    for size in ((80, 17), (120, 30)):
        rows = text(carton({0: 12}, room(*size)), size, GLYPHS)
        dots = [row.count("●") for row in rows if "to clear" not in row]
        assert [count for count in dots if count] == [3] * 4
        assert dots[dots.index(3) :][:4] == [3] * 4


def test_a_heap_is_no_blot_without_colours() -> None:
    rows = text(carton({LEFT_END: 14}, room(200, 48)), (200, 48), GLYPHS, coloured=False)
    assert sum(row.count("╭─╮") for row in rows) == 14
    assert not any("█" in row for row in rows)


def test_a_square_shows_its_picture_in_signs_and_its_price_where_it_has_two_lines() -> None:
    board = Match.new(GETAWAY).position.board
    rows = text(GETAWAY.scene(Frame(board), room(166, 56)), (166, 56), ASCII)
    assert any("##.##.##".replace(".", " ") in row for row in rows)  # a coin
    for skin in (BLOCKS, GLYPHS):
        rows = text(GETAWAY.scene(Frame(board), room(60, 13)), (60, 13), skin)
        assert any("1-8" in row for row in rows)


def test_full_and_holed_ends_differ_without_colour() -> None:
    slid = PULLED._replace(bars=(0, 1, 2) * 4 + (0, 2))
    ends = {item.sign for item in bars(slid).items if isinstance(item, Box)}
    assert ends == {"─", "│", "▓", "░"}


def test_the_way_round_the_frame() -> None:
    view = BeadMasterBoard(PULLED)
    at = End(0, -1).cell
    seen = [at]
    for dx, dy in [(0, 1)] * 7 + [(1, 0)] * 7 + [(0, -1)] * 7 + [(-1, 0)] * 7:
        at = view.step(at, dx, dy)
        seen.append(at)
    assert seen[-1] == seen[0]
    assert set(seen) == {End(bar, way).cell for bar in range(14) for way in (-1, 1)}


def test_holes_are_next_to_holes_while_beads_are_placed() -> None:
    view = BeadMasterBoard(PULLED._replace(placing=True))
    steps = [(0, 1, 0, 1), (1, 0, 1, 1 + SIZE), (HOLES - 1, 0, -1, HOLES - 1 - SIZE)]
    assert [view.step(cell, dx, dy) for cell, dx, dy, _ in steps] == [there for *_, there in steps]


def cups(board: GobbletStacks, **highlights: object) -> Scene:
    shown = replace(Highlights(), **highlights)  # type: ignore[arg-type]
    return GOBBLET.scene(Frame(board, highlights=shown), Room(1.2))


def one(*stack: int) -> GobbletStacks:
    return GobbletStacks((stack, *[()] * 15), (4, 3, 2, 1, 0, 4))


@for_each("size", TABLES)
@for_each("skin", SKINS[1:])
def test_every_gobblet_shows_its_owner_and_its_size_without_colour(skin: Skin, size: tuple[int, int]) -> None:
    nothing = GobbletStacks(((),) * 16, (0,) * 6)
    bare, shown = Counter("".join(text(cups(nothing), size, skin, coloured=False))), set()
    for number, seat in product(range(1, 5), (0, 1)):
        board = nothing._replace(cells=((2 * number + seat,), *[()] * 15))
        signs = "".join(text(cups(board), size, skin, coloured=False))
        assert [sign for sign in (Counter(signs) - bare).elements() if sign.isdigit()] == [str(number)]
        shown.add(signs)
    assert len(shown) == 8


def test_a_larger_cup_is_wider_and_higher() -> None:
    radii = [pieces(cups(one(2 * number)))["cup0"].r for number in range(1, 5)]
    assert radii == sorted(set(radii))


def test_what_is_covered_shows_unless_it_is_to_be_remembered() -> None:
    def colours(scene: Scene) -> set[str]:
        return {item.colour for item in scene.items if isinstance(item, Ball)}

    assert colours(cups(one(3, 8))) == {"seat1:1.1"}
    assert colours(cups(one(2, 8))) == {"seat0:1.1"}
    assert colours(cups(one(3, 8), notes={0: COVERED})) == {"hidden"}
    assert colours(cups(one(8))) == set()


def test_a_stack_bears_its_name_and_its_sizes() -> None:
    told = words(cups(one()))
    assert [told[told.index(name) + 1] for name in ("W1", "W2", "W3", "K1", "K3")] == [
        *("4321", "321", "21", "1", "4321"),
    ]
    assert told[told.index("K2") + 1] == "K3"


def test_marks_lie_where_a_gobblet_may_go_and_around_the_four() -> None:
    place = NUMBERS["B2"]
    scene = cups(one(8), targets=frozenset({place}), winners=frozenset(range(4)), picked=(STACKS[0][0],))
    marks = Counter(item.role for item in scene.items if isinstance(item, Mark))
    assert marks["target"] == 1
    assert marks["flash"] == 4 or marks["primary"] == 4
    cell = scene.places[place]
    assert any(
        item.corner == ROUND and cell[0] < item.at[0] < cell[2] and cell[1] < item.at[1] < cell[3]
        for item in scene.items
        if isinstance(item, Mark) and item.role == "target"
    )
    lifted, lying = (pieces(found)[f"cup{STACKS[0][0]}"].at[1] for found in (scene, cups(one(8))))
    assert lifted < lying


@for_each("game", GAMES)
def test_what_is_tapped_on_a_phone_held_upright_is_44_points_from_its_neighbours(game: Game) -> None:
    cells, wide, high = (61, 44), 19 / 3, 12.0  # of a window of 390 points, and what a cell is then
    scene = game.scene(Frame(Match.new(game).position.board), room(*cells))
    seen = view(scene, *cells, down=2)
    middles = [
        ((x + u) / 2 * seen.kx * wide, (y + v) / 2 * seen.ky * high) for x, y, u, v in scene.places.values()
    ]
    if game is BEADMASTER:  # where holes are tapped no end is
        middles = middles[:HOLES]
    assert min(dist(*pair) for pair in combinations(middles, 2)) >= 44


@for_each("tall", range(10, 20))
def test_in_small_each_row_of_marbles_is_a_row(tall: int) -> None:
    scene = ABACUS.scene(Frame(Match.new(ABACUS).position.board), Room(1.6, small=True))
    counts = [row.count("●") for row in text(scene, (30, tall), SKINS[0])]
    assert [count for count in counts if count] in ([5, 6, 3, 3, 6, 5], [])  # larger ones are no signs


def test_in_small_the_way_is_seen_without_colour_too() -> None:
    small = GETAWAY.scene(Frame(Match.new(GETAWAY).position.board), Room(1.3, small=True))
    seen = "".join(text(small, (26, 9), SKINS[1], coloured=False))
    assert all(sign in seen for sign in "¤»Π╳♜")


@pytest.mark.parametrize("skin", SKINS, ids=lambda skin: skin.key)
def test_of_a_detail_nothing_else_is_seen(skin: Skin) -> None:
    part = detail(carton(dict.fromkeys(range(14), 5)), (0.0, 0.0, 3.0, 3.0))
    look = Look.of(skin, THEMES[0])
    left, _, width, _ = seen_in(part, 30, 5, look).region(part.bounds)
    canvas = picture(part, 30, 5, look)
    columns = [x for x in range(30) if any(canvas.cells(y, x, x + 1)[0][0] != " " for y in range(5))]
    assert (columns[0], columns[-1]) == (left, left + width - 1)

"""Gary's Great Getaway played at its table, and what its road, strip and podium look like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import pytest
from rich.text import Text
from textual.binding import Binding

from marbles_tui.core import Event
from marbles_tui.core.boards import board_text
from marbles_tui.core.dice import die
from marbles_tui.core.scene import (
    Finale,
    Frame,
    Highlights,
    Item,
    Label,
    Letters,
    Mark,
    Piece,
    Room,
    Scene,
    Tile,
    Tone,
)
from marbles_tui.core.text import shortened
from marbles_tui.games.getaway import GETAWAY, Board, Draw, Journey
from marbles_tui.games.getaway.board import Square, Trinket
from marbles_tui.games.getaway.journey import Trail, Traveller, outset, places
from marbles_tui.games.getaway.read import read_board
from marbles_tui.games.getaway.scene import FEWEST
from marbles_tui.games.getaway.text import describe_square, price
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.getaway.match import GetawayBoard, TollBox, purse, toll_offer
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.look import SKINS, THEMES, Look, Skin
from marbles_tui.tui.kit.picture import CELLS, picture
from marbles_tui.tui.kit.story import Story, hanging
from marbles_tui.tui.kit.view import places as regions_of
from marbles_tui.tui.kit.view import view
from tests.for_each import for_each
from tests.tui.records import TOLL
from tests.tui.stage import Here, arcade, match_of, opened, opens

SHORT = """[Game "getaway"][Player1 "Ann"][Player2 "Ben"]
% 20 6 3
% Start :
% Inn : R F 1
% Castle :

"""
FRIENDS = '[Game "getaway"][Player1 "Ann"][Player2 "Ben"]'


# Playing


@opens(TOLL)
async def test_the_box_of_a_toll_lies_below_the_road(here: Here) -> None:
    board, box = here.table.query_one(GetawayBoard), here.table.query_one(TollBox)
    for size in ((60, 18), (80, 24), (120, 40), (200, 60)):
        await here.size(*size)
        assert box.display
        squares = [place for square, place in board.places().items() if square < 5]
        assert box.region.y >= board.content_region.y + max(place.bottom for place in squares)
        assert board.content_region.contains_region(box.region)


@opens(TOLL, size=(120, 40))
async def test_the_box_of_a_toll_goes_along_where_the_board_is_laid_anew(here: Here) -> None:
    board, box = here.table.query_one(GetawayBoard), here.table.query_one(TollBox)
    before = box.region
    board.styles.margin = (3, 20, 0, 0)
    await here.rest()
    assert box.region != before
    assert board.content_region.contains_region(box.region)


def test_a_toll_tells_price_purse_and_both_outcomes() -> None:
    position = match_of(TOLL).position
    assert isinstance(position, Journey)
    offer = toll_offer(position)
    assert (offer.where, offer.price) == ("2 Gate", "the toll: 5 gold")
    assert offer.pay.deeds[0] == "Pay 5 gold"
    assert offer.pay.afters[0] == "20 → 15 gold, stay on 2"
    assert offer.go.deeds == ("Go back 1 to Path", "Go back 1")
    assert offer.go.afters[0] == "keep 20 gold, to 1"


def test_a_toll_tells_each_stage_of_the_way_or_where_it_ends() -> None:
    record = TOLL.replace("Path : S F 1", "Path : T F 2")
    position = match_of(record).position
    assert isinstance(position, Journey)
    assert toll_offer(position).go.afters == (
        "keep 20 gold, to 1, then 3",
        "keep 20, to 1, then 3",
        "to 1, then 3",
        "to 3",
    )


@opens(TOLL)
async def test_a_turn_of_the_story_has_its_gold_at_the_right_edge(here: Here) -> None:
    await here.press("t")
    shown = here.table.query_one(Story)
    told = [strip.text for strip in shown.lines]
    assert told[1].startswith("── round 1 ─")
    paid = next(line for line in told if " left" in line)
    assert paid.endswith("-5 ¤")
    assert len(paid) == shown.scrollable_content_region.width
    header = next(at for at, line in enumerate(told) if " 1  Ann rolls" in line)
    assert not told[header - 1].strip()


@opens(FRIENDS, size=(120, 40))
async def test_its_help_calls_travellers_by_one_name_and_tells_the_keys_of_a_toll(here: Here) -> None:
    await here.press("question_mark", "3")
    await here.sees("Bob to move.")
    assert "▶Bob" in here.text
    bound = {binding.key for binding in GetawayBoard.BINDINGS if isinstance(binding, Binding)}
    assert {"t,T", "b,B"} <= bound
    assert "`t`, `b`, a click on a button" in dict(VIEWS["getaway"].keys)


@opens(FRIENDS + '[Setup "smugglers"]', speed=6)
async def test_the_die_lies_as_it_fell_while_the_pawn_walks(here: Here) -> None:
    await here.press("space")
    board = here.table.board
    assert here.table.animator.showing
    rolled = str(here.table.match.moves[0]).removeprefix("*")
    assert board.highlights.notes == {28: rolled}


# What the road, its squares, the strip below it and the podium look like.


SIZES = ((60, 13), (80, 19), (86, 38), (166, 58))
NAMES = ("Ann", "Bea", "Cem", "Dan", "Eve", "Finn")


def board_of(name: str) -> Board:
    board = read_board(board_text("getaway", name)).board
    assert board
    return board


def long_board(count: int) -> Board:
    board = board_of("smugglers")
    between = tuple(Square(f"Mile {at}", None) for at in range(count - 2))
    return board._replace(squares=(board.squares[0], *between, board.squares[-1]))


def journey(board: Board, *travellers: Traveller, taken: Iterable[int] = ()) -> Trail:
    spent = set(taken)
    return Trail(board, travellers, tuple(int(at in spent) for at in range(len(board.squares))))


def room_of(width: int, height: int, named: bool = True) -> Room:
    return Room(width / (2 * height), named=named, holds=width * height / CELLS)


def scene_of(trail: Trail, size: tuple[int, int] = (86, 38), **shown: object) -> Scene:
    frame = Frame(trail, turn=0, **shown)  # type: ignore[arg-type]
    return GETAWAY.scene(frame, room_of(*size))


def lines(canvas: Canvas) -> list[str]:
    return [canvas.strip(row).text for row in range(canvas.height)]


def drawn(scene: Scene, size: tuple[int, int], skin: Skin) -> str:
    return "\n".join(lines(picture(scene, *size, Look.of(skin, THEMES[0]))))


def pieces(items: Iterable[Item]) -> dict[str, Piece]:
    return {item.id: item for item in items if isinstance(item, Piece)}


# The road


@for_each("size", SIZES)
@for_each("count", [2, 28, 500])
def test_the_square_that_matters_and_the_die_can_be_seen_and_no_tiles_overlap(
    size: tuple[int, int], count: int
) -> None:
    board = long_board(count)
    for at in sorted({0, count // 3, count - 1}):
        scene = scene_of(journey(board, Traveller(at, 20)), size)
        found = regions_of(scene, view(scene, *size, 2, 2))
        assert {at, count} <= found.keys()
        assert len(found) == count + 1 or len(found) > FEWEST
        inside = [region for region in found.values() if region.x >= 0 and region.right <= size[0]]
        assert len(inside) == len(found)
        assert all(region.y >= 0 and region.bottom <= size[1] for region in inside)
        road = [region for place, region in found.items() if place < count]
        assert not any(one.overlaps(other) for n, one in enumerate(road) for other in road[:n])


@for_each("size", SIZES)
@for_each("name", ["smugglers", "orbit", "crummy"])
def test_the_boards_that_ship_are_seen_whole(size: tuple[int, int], name: str) -> None:
    board = board_of(name)
    scene = scene_of(outset(board), size)
    assert len(scene.places) == len(board.squares) + 1
    tiles = [item for item in scene.still if isinstance(item, Tile)]
    assert len(tiles) == len(board.squares)


def test_a_part_of_a_long_road_follows_who_moves_and_the_cursor() -> None:
    board = long_board(500)
    trail = journey(board, Traveller(300, 20))
    assert 300 in scene_of(trail).places
    assert 20 not in scene_of(trail).places
    assert 20 in scene_of(trail, cursor=20).places
    assert all(at in scene_of(trail, cursor=at).places for at in range(500))


def test_a_traveller_rolls_along_the_road_between_two_squares() -> None:
    match = match_of('[Game "getaway"] *3')
    before, roll = cast("Journey", match.positions[0]), cast("Draw", match.moves[0])
    walks = [event for event in GETAWAY.tell(before, roll)[1] if event.kind == "walk"]
    seen = [
        pieces(GETAWAY.scene(Frame(walk.board, before.board, walk, phase), room_of(86, 38)).items)[
            "traveller0"
        ]
        for walk in walks
        for phase in (0.1, 0.5, 0.9)
    ]
    assert len(walks) == 3
    assert [piece.at[0] for piece in seen] == sorted(piece.at[0] for piece in seen)
    assert len({piece.parts for piece in seen}) > 1  # its light turns


# Its squares


def test_squares_say_what_they_do() -> None:
    trail = board_of("gary")
    assert describe_square(trail, 10) == "10 Tardis: takes you to Start."
    assert describe_square(trail, 13) == "13 Troll's Bridge: traps you for 3 turns, unless you have Sword."


def test_squares_say_what_is_left_on_them() -> None:
    trail = board_of("smugglers")
    assert describe_square(trail, 7, 0) == "7 Secret Passage: takes you on 4, once."
    assert describe_square(trail, 7, 1) == "7 Secret Passage: used, nothing happens here."
    assert describe_square(trail, 1, 0) == "1 Net Loft: pays 6 gold, once."
    assert describe_square(trail, 1, 1) == "1 Net Loft: the gold is gone."
    assert describe_square(trail, 3, 0).count(",") == 2
    assert "Dark Lantern" not in describe_square(trail, 3, 1)
    assert describe_square(trail, 3, 3) == "3 Wrecker's Cellar: all things are gone."


def test_what_is_emptied_says_so() -> None:
    board = board_of("night-train")
    treasure = next(at for at, square in enumerate(board.squares) if square.name == "Champagne Bucket")
    scene = scene_of(journey(board, Traveller(0, 20), taken=[treasure]))
    spent = [item for item in scene.items if isinstance(item, Tile)]
    assert [(tile.colour, tile.words[0]) for tile in spent] == [("spent", "empty")]
    assert price(board.squares[treasure].encounter, 1) == ("empty",)


def test_a_toll_marks_its_square_and_where_else_it_leads() -> None:
    trail = journey(board_of("night-train"), Traveller(18, 20))
    scene = scene_of(trail, highlights=Highlights(legal=frozenset((18, 20))))
    assert sorted(item.role for item in scene.items if isinstance(item, Mark)) == ["target", "way"]


def test_who_moves_passes_over_those_who_stand() -> None:
    board = board_of("smugglers")
    before, after = (journey(board, Traveller(at, 20), Traveller(4, 20), Traveller(4, 20)) for at in (3, 5))
    walk = Event("walk", after, (3, 4, 5), {"seat": 0})
    shown = pieces(scene_of(after, before=before, event=walk, phase=0.5).items)
    assert [key[-1] for key in shown if key.startswith("traveller")] == ["1", "2", "0"]


# The strip


def test_a_die_of_which_nothing_is_noted_has_no_number() -> None:
    trail = journey(board_of("smugglers"), Traveller(4, 20))
    noted = Highlights(notes={len(trail.taken): ""})
    assert pieces(scene_of(trail, highlights=noted).items)["die"].sign == "?"


@for_each("skin", SKINS)
@for_each("size", SIZES[::2])
@for_each("seats", [1, 6])
def test_names_gold_and_the_square_that_matters_stand_below_the_road(
    skin: Skin, size: tuple[int, int], seats: int
) -> None:
    travellers = [Traveller(4, 20 + seat) for seat in range(seats)]
    trail = journey(board_of("smugglers"), *travellers)
    text = drawn(scene_of(trail, size, highlights=Highlights(names=NAMES[:seats])), size, skin)
    last = text.splitlines()[-8 if size[1] < 30 else -12 :]
    assert all(any(name[:2] in row for row in last) for name in NAMES[:seats]), text
    assert all(any(str(traveller.gold) in row for row in last) for traveller in travellers), text
    assert "4 " in text
    assert any(trail.trail.squares[4].name in row for row in last), text


def test_the_longest_form_that_fits_is_written() -> None:
    label = Label((0, 0), ("▶ Automatic 2", "Automatic 2"), "words", room=2.0)
    cells = (7.0, 6.9, 6.0, 5.9)
    assert [label.said(k) for k in cells] == ["▶ Automatic 2", "Automatic 2", "Automatic 2", ""]
    assert [label._replace(cut=True).said(k) for k in (5.9, 4.0, 1.0)] == ["Automat… 2", "Auto… 2", ""]


def test_a_name_that_is_cut_keeps_the_number_at_its_end() -> None:
    assert [shortened("Player 1", width) for width in (8, 7, 6, 5, 4)] == [
        "Player 1",
        "Play… 1",
        "Pla… 1",
        "Pl… 1",
        "",
    ]
    assert [shortened("Bea", width) for width in (3, 2)] == ["Bea", ""]
    assert [shortened("Silas", width) for width in (9, 4, 3)] == ["Silas", "Sil…", "Si…"]


def test_the_die_ends_on_what_was_rolled_and_bears_its_number() -> None:
    tumbling = {die((0, 0), 0.4, 4, share / 20, 6).sign for share in range(6, 21)}
    assert tumbling <= set("123456")
    assert len(tumbling) > 2
    assert die((0, 0), 0.4, 4, 0.0, 6).sign == "4"
    assert die((0, 0), 0.4, 0, 0.0, 20).sign == "d20"


def test_things_are_counted_where_their_names_have_no_room() -> None:
    flute = Trinket("Silver Flute", "", 3)
    assert purse(Traveller(1, 20, (flute,)), 9, 18, "¤") == "20 ¤\nSilver Flute"
    assert purse(Traveller(1, 20, (flute,), 2), 9, 18, "¤") == "20 ¤\ntrapped, 1 thing"
    assert purse(Traveller(1, 20, (flute,), 2), 9, 30, "¤") == "trapped  20 ¤\nSilver Flute"


def test_a_story_goes_on_below_where_its_line_began() -> None:
    assert hanging(Text("    → 3 Wrecker's Cellar"), 20).plain == "    → 3 Wrecker's\n    Cellar"
    assert hanging(Text("    short"), 20).plain == "    short"
    assert hanging(Text("    endlessword" * 3), 8).plain.replace("\n", "").split() == ["endlessword"] * 3


# The end


def test_equal_gold_is_an_equal_place() -> None:
    assert places([Traveller(2, gold) for gold in (30, 40, 10, 40)]) == [2, 0, 3, 0]


@for_each("skin", SKINS)
@for_each("size", [(60, 13), (80, 17), (166, 58)])
@for_each("seats", [1, 2, 6])
def test_the_podium_shows_everybody_and_their_gold(skin: Skin, size: tuple[int, int], seats: int) -> None:
    board = board_of("smugglers")
    travellers = [Traveller(board.last, 10 + 7 * seat) for seat in range(seats)]
    trail = journey(board, *travellers)
    for phase in (0.3, 1.0):
        finale = Finale(Tone.WON, "Ann wins", NAMES[:seats], phase)
        scene = scene_of(trail, size, highlights=Highlights(finale=finale))
        text = drawn(scene, size, skin)
    assert any(isinstance(item, Letters) for item in scene.items) == (seats > 1)
    if seats > 1:
        assert all(name in text for name in NAMES[:seats]), text
        assert all(str(traveller.gold) in text for traveller in travellers)
        assert "1st" in text or "1. " in text
        tops = {piece.owner: piece.at[1] for piece in pieces(scene.items).values()}
        assert sorted(tops, key=tops.__getitem__) == list(reversed(range(seats)))


@pytest.mark.parametrize(("size", "beside"), [((80, 24), False), ((99, 30), False), ((100, 30), True)])
async def test_panels_stand_beside_the_road_where_there_is_room_for_both(
    size: tuple[int, int], beside: bool
) -> None:
    async with opened(arcade(SHORT), size) as here:
        board = here.table.board
        assert (board.size.width < size[0]) == beside
        assert board.region.y == 1
        assert all(label.text for label in board.scene().items if isinstance(label, Label))

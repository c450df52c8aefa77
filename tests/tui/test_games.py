"""Games played at their tables, by keys and mouse; moves that are a letter each, in any game that has such."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from textual import events
from textual.geometry import Offset, Region

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core.scene import Label
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.beadmaster.position import HOLE_NAMES, NAMES, End
from marbles_tui.games.beadmaster.scene import NAMED
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.gobblet.position import NAMES as PLACES
from marbles_tui.games.gobblet.position import STACKS
from marbles_tui.play import Match
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.beadmaster.match import BeadMasterBoard
from marbles_tui.tui.games.egg_carton.view import EggCartonView
from marbles_tui.tui.games.picking import MatchView, Picking, bind_letters
from marbles_tui.tui.kit.lines import Key, KeyLine
from marbles_tui.tui.kit.look import BLOCKS, THEMES, Look
from marbles_tui.tui.kit.view import names
from marbles_tui.tui.table.analysis import AnalysisPanel
from marbles_tui.tui.table.beside import Status
from marbles_tui.tui.table.end import EndActions
from tests.at_table import moves
from tests.for_each import for_each
from tests.tui.stage import Here, Resting, arcade, opened, opens
from tests.tui.watchers import is_replay

EGGS = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"]'


async def test_a_game_without_a_class_of_its_own_has_its_letters_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(EggCartonView, "match", lambda self: MatchView())
    async with opened(arcade(EGGS), (120, 40)) as here:
        screen = here.table
        keys = [key.key for key in screen.query_one(KeyLine).keys]
        assert keys[0] == "a-f"
        assert "t" not in keys
        await here.press("c")
        assert [str(move) for move in screen.match.moves] == ["C"]


def test_a_letter_that_is_no_move_is_refused() -> None:
    picking = Picking(Match.new(EGG_CARTON), True)
    assert picking.typing == "type its letter"
    with pytest.raises(ValueError, match=r"^Z is not legal here: .*\.$"):
        picking.type("z")


@pytest.mark.parametrize(
    ("key", "setup"),
    [("egg-carton", None), ("gobblet", None), ("beadmaster", "random"), ("beadmaster", "placed")],
)
def test_every_place_that_may_be_picked_has_a_name_and_is_picked_by_typing_it(
    key: str, setup: str | None
) -> None:
    match = Match.new(VIEWS[key].game, setup=setup, random=Random(1))
    picked = set()
    for name, cell in VIEWS[key].match().picking(match, True).names.items():
        picking = VIEWS[key].match().picking(match, True)
        for at, sign in enumerate(name[:-1], 1):
            assert picking.type(sign) is None
            assert picking.typed == name[:at], "no name begins another one"
        legal = cell in picking.next_cells
        try:
            assert picking.type(name[-1]) is not None or picking.picks == (cell,)
            picked.add(cell)
        except ValueError:
            assert not legal
    assert picked == Picking(match, True).next_cells


@pytest.mark.parametrize("touch", ["off", "on"])
def test_a_drag_to_where_nothing_goes_is_refused_and_leaves_only_what_must_be_played(touch: str) -> None:
    game = VIEWS["gobblet"].game
    match = Match.new(game, options=game.choose({"touch": touch}), random=Random(1))
    for move in ("W1B2", "K1C3"):
        match, _ = match.play(match.find(move))
    picking, stands = VIEWS["gobblet"].match().picking(match, True), PLACES.index("B2")
    with pytest.raises(ValueError, match="stack"):
        picking.drag(stands, STACKS[0][0])
    assert picking.picks == ((stands,) if touch == "on" else ())


def test_a_letter_with_which_no_name_goes_on_takes_the_place_of_the_last_one() -> None:
    match = Match.new(VIEWS["beadmaster"].game, setup="placed", random=Random(1))
    picking = VIEWS["beadmaster"].match().picking(match, True)
    typed = []
    for sign in "h35v2h":
        picking.type(sign)
        typed.append(picking.typed)
    assert typed == ["h", "h3", "h5", "v", "v2", "h"]


@for_each(
    ("key", "setup", "begun", "sign", "told"),
    [
        ("beadmaster", "random", "a", "h", "Type column and row, as C4."),
        ("beadmaster", "random", "3", "i", "Type column and row, as C4."),
        ("beadmaster", "placed", "h", "i", "Name a bar first: h or v, then its number."),
        ("beadmaster", "placed", "h3", "a", "Type a bar and its way, as h3o."),
        ("gobblet", None, "b", "h", "Type 1 to 3 for a stack, b2 for a cell."),
    ],
)
def test_a_key_that_means_nothing_forgets_what_was_typed_and_says_what_to_type(
    key: str, setup: str | None, begun: str, sign: str, told: str
) -> None:
    picking = VIEWS[key].match().picking(Match.new(VIEWS[key].game, setup=setup, random=Random(1)), True)
    for each in begun:
        picking.type(each)
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        picking.type(sign)
    assert not picking.begun


@pytest.mark.parametrize(
    ("words", "keys"),
    [("C", "c"), ("C A", "a-c"), ("C B1", "arrows enter"), ("3 4", "arrows enter"), ("", "arrows enter")],
)
def test_letters_are_typed_where_each_move_is_one(
    words: str, keys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.new(EGG_CARTON)
    monkeypatch.setattr(type(match.position), "moves", lambda self: words.split())
    assert Picking(match, False).pick_key() == Key(keys, "pick")


def test_commands_of_every_table_keep_their_keys() -> None:
    boards = {game: VIEWS[game.key].board()(Match.new(game).position.board) for game in (ABACUS, EGG_CARTON)}
    for board in boards.values():
        bind_letters(board)
    typed = boards[EGG_CARTON]._bindings.key_to_bindings.keys()
    assert {"a", "A", "alt+a", "alt+e", "alt+m", "n"} < typed
    assert not {"g", "h", "q", "s", "t", "u", "y", "Y"} & typed
    assert "b" not in boards[ABACUS]._bindings.key_to_bindings


# Abacus played at its table, by keys and mouse.


AT_ABACUS = '[Game "abacus"][Player1 "Ann"][Player2 "Ben"]'
"""Black in A2 to A4 pushes the white marble in A1 off, the sixth, by moving left."""


@pytest.mark.parametrize("asked", [False, True])
def test_while_no_marble_is_marked_no_pushes_are_looked_for(
    asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    picking = VIEWS["abacus"].match().picking(Match.new(ABACUS), asked)
    monkeypatch.setattr(
        type(picking.match.position), "moves", lambda self: pytest.fail("moves are made anew")
    )
    assert picking.next_cells == picking.picker.next_cells
    assert (picking.outcome(0), picking.letters()) == ((), {})


@opens(AT_ABACUS, skin="glyphs")
async def test_every_row_and_every_diagonal_is_named(here: Here) -> None:
    board = here.table.board
    for size in ((60, 18), (80, 24), (120, 40)):
        await here.size(*size)
        shown = "".join(board.render_line(y).text for y in range(board.size.height))
        assert set("ABCDEFGHI123456789") <= set(shown), size


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_a_narrow_panel_has_room_for_the_analysis(size: tuple[int, int]) -> None:
    moves = ("a1b2", "a2b3", "c3d3")
    line = (*moves, "i9h8", "i8h7", "h9g8")
    pvs = tuple(Analysis(move, 0.3, depth=9, nodes=9_000_000, seconds=4, pv=line) for move in moves)

    class Analyst(Resting):
        async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis:
            return Analysis("a1b2", 0.3, depth=9, pv=line, pvs=pvs)

    async with opened(arcade(AT_ABACUS, Analyst(), hints=True), size) as here:
        await here.press("y")
        for keys in ((), ("tab", "space")):
            await here.press(*keys)
            panel, status = here.table.query_one(AnalysisPanel), here.table.query_one(Status)
            shown = panel.render().wrap(panel.content_size.width)
            assert len(shown) <= panel.content_size.height
            told = "\n".join(row.plain for row in shown)
            assert all(f"{number} {move}" in told for number, move in enumerate(moves, 1))
            assert "a1b2 a2b3" in told
            assert len(status.render().wrap(status.content_size.width)) <= status.content_size.height
        await here.press("m", *"a1z9", "enter")
        status = here.table.query_one(Status)
        said = " ".join(row.plain.strip() for row in status.render().wrap(status.content_size.width))
        assert said == status.said
        assert len(status.render().wrap(status.content_size.width)) <= status.content_size.height


async def test_a_move_typed_in_one_go_is_played_and_the_end_has_its_keys() -> None:
    record = '[Game "abacus"][Setup "wwwww/ww4/3w3/8/6bbw/8/7/bbbb2/bbb2 b 5 5"]'
    async with opened(arcade(record)) as here:
        for key in (*"me7e8", "enter"):
            here.arcade.post_message(events.Key(key, key if len(key) == 1 else "\r"))
        await here.until(lambda: here.table.query(EndActions), "the end")
        assert moves(here) == ["e7e8"]
        await here.press("y")
        await here.until(lambda: is_replay(here.screen), "the replay")


# BeadMaster played at its table, by keys and mouse.


AT_BEADMASTER = '[Game "beadmaster"][Player1 "Ann"][Player2 "Ben"]'


REST = "0" * 28


SLIDING = AT_BEADMASTER + f'[Setup "2 1 0000000 0000000 1200000 1002002 0010200 {REST}"]'


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
@pytest.mark.parametrize(
    ("name", "size"),
    [("h4", (60, 18)), ("v2", (120, 40)), ("h4", (61, 66)), ("h7", (61, 66)), ("v2", (61, 66))],
)
async def test_a_bar_is_named_by_a_click(size: tuple[int, int], name: str, touch: bool) -> None:
    app = arcade(SLIDING)
    app.face = app.face._replace(touch=touch)
    async with opened(app, size) as here:
        board = here.table.board
        of = NAMED + NAMES.index(name)
        label = next(item for item in board.scene().items if isinstance(item, Label) and item.of == of)
        await here.click("#board", offset=board.view().written(label).offset)
        assert here.table.picking.typed == name
        assert moves(here) == []
        await here.press("o")
        assert moves(here) == [f"{name}o"]


@pytest.mark.parametrize(
    ("start", "end", "played"),
    [
        pytest.param(End(4, -1).cell, End(4, 1).cell, ["h5i"], id="an end pushed in"),
        pytest.param(End(4, 1).cell, End(4, -1).cell, ["h5o"], id="the other end"),
        pytest.param(HOLE_NAMES.index("B5"), HOLE_NAMES.index("E4"), ["h5i"], id="along a row"),
        pytest.param(HOLE_NAMES.index("B6"), HOLE_NAMES.index("C2"), ["v2o"], id="up a column"),
        pytest.param(End(4, -1).cell, End(5, -1).cell, [], id="an end dragged aside"),
    ],
)
async def test_a_bar_is_dragged_the_way_it_slides(start: int, end: int, played: list[str]) -> None:
    async with opened(arcade(SLIDING.replace("0000000", "0000100", 1))) as here:
        here.table.board.post_message(BeadMasterBoard.Dragged(start, end))
        await here.rest()
        assert moves(here) == played
        assert ("h5 slides left or right." in here.table.doing.situation.said) == (not played)


@opens('[Game "egg-carton"]')
async def test_only_a_click_plays_what_is_a_move_by_itself(here: Here) -> None:
    board = here.table.board
    middles = [region.center for region in board.places().values()]
    slot, other = (Offset(int(x), int(y)) for x, y in middles[:2])
    outside = Offset(0, board.size.height - 1)
    for start, end in ((slot, other), (slot, outside), (outside, slot), (slot, slot)):
        assert moves(here) == []
        for kind, at in ((events.MouseDown, start), (events.MouseUp, end)):
            x, y = board.content_region.offset + at
            here.arcade.post_message(kind(None, x, y, 0, 0, 1, False, False, False))
        await here.rest()
    assert len(moves(here)) == 1


async def test_without_colour_red_and_blue_differ_by_their_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(arcade(SLIDING)) as here:
        board = here.screen.query_one(BeadMasterBoard)
        shown = "".join(strip.text for strip in board.render_lines(Region(0, 0, *board.size)))
        assert "│  │" in shown
        assert "───" in shown
        assert {"▓", "░"} < set(shown)  # ends that are filled, and holed ones


# Gobblet played at its table, and matches gone on with by paste.


AT_GOBBLET = '[Game "gobblet"][Player1 "Ann"][Player2 "Ben"]'


@opens(AT_GOBBLET, size=(60, 22))
async def test_what_is_written_beside_a_stack_means_it_also_where_the_next_one_begins(here: Here) -> None:
    board = here.table.board
    for stack, region in names(board.scene(), board.view()):
        written = (Offset(x, region.y) for x in range(region.x, region.right))
        assert all(board.cell_at(at) == stack for at in written)


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_why_a_pick_is_refused_can_be_read_to_its_end(size: tuple[int, int]) -> None:
    async with opened(arcade(AT_GOBBLET), size) as here:
        await here.press("1", "b", "2")
        await here.press("1", "b", "2")
        lines = here.table.query_one(Status).render_lines(Region(0, 0, *here.table.query_one(Status).size))
        shown = " ".join(" ".join(strip.text for strip in lines).split())
        assert "cover one of Ann's three in a line." in shown


@for_each("key", VIEWS)
def test_the_board_of_the_settings_is_always_the_same(key: str) -> None:
    assert VIEWS[key].sample() == VIEWS[key].sample()


def test_sides_are_called_as_they_are_seen() -> None:
    called = [VIEWS["gobblet"].side_names(Look.of(BLOCKS, theme)) for theme in THEMES[:3]]
    assert called == [("White", "Purple"), ("White", "Brown"), ("White", "Blue")]
    assert VIEWS["gobblet"].side_names(Look.of(BLOCKS, THEMES[0], coloured=False)) == ("White", "Black")

"""What pages are made of: rows of columns, bars, lists, filters, scales, days; and what helps to choose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.style import Style
from textual.visual import RenderOptions
from textual.widgets import Button

from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, Seat
from marbles_tui.table.season import ROUNDS, Season, SeasonGame, fixtures
from marbles_tui.tui.games.getaway.editor import Editor, draft_of
from marbles_tui.tui.kit.form import Filters, Form, Group
from marbles_tui.tui.kit.lines import Cell, Row, TopLine, bar, month
from marbles_tui.tui.kit.look import ASCII, BLOCKS, GLYPHS, SKINS, THEMES, Look, Skin
from marbles_tui.tui.kit.shelf import Item, RowList, Scale, SmallBoard, heading
from marbles_tui.tui.page import day_words
from marbles_tui.tui.pages.tournament import _season_table
from marbles_tui.tui.table.beside import Seats
from marbles_tui.tui.textual_patches.rules_and_lines import share_rules_and_lines
from tests.for_each import for_each
from tests.tui.shelf import fill, open_library
from tests.tui.stage import Here, arcade, opened, opens


def drawn(row: Row, width: int) -> list[str]:
    options = RenderOptions(lambda _: Style(), {})
    return [strip.text for strip in row.render_strips(width, None, Style(), options)]


@for_each(
    ("cells", "width", "line"),
    [
        (["one", "two"], 10, "one  two  "),
        ([Cell("name"), Cell("7", 3, right=True)], 10, "name     7"),
        ([Cell("a long name"), Cell("7", 3, right=True)], 10, "a lon…   7"),
        ([Cell("name"), Cell("1", 3, right=True), Cell("22", 4, right=True)], 14, "name     1  22"),
        ([Cell("name"), Cell("seldom", 8, since=20)], 12, "name        "),
        ([Cell("name"), Cell("seldom", 8, since=20)], 20, "name        seldom  "),
        ([Cell("all", until=10), Cell("few", 4)], 12, "few         "),
        ([Cell("馬馬馬馬"), Cell("x", 2)], 8, "馬馬… x "),
        ([Cell("[b]not markup[/]")], 16, "[b]not markup[/]"),
        ([Cell("no room")], 0, None),
        ([Cell("no room", 9), Cell("left")], 4, None),
    ],
)
def test_columns_are_filled_and_cut(cells: Sequence[Any], width: int, line: str | None) -> None:
    lines = drawn(Row(cells), width)
    if line is not None:
        assert [each.rstrip() for each in lines] == [line.rstrip()]


@for_each(
    ("counts", "width", "whole", "parts"),
    [
        ((0, 0, 0), 30, 0, ""),
        ((1, 0, 0), 4, 0, "####"),
        ((2, 1, 1), 8, 0, "####==.."),
        ((1, 1, 998), 10, 0, "#=........"),
        ((12, 1, 0), 20, 20, "############="),
        ((40, 1, 3), 10, 44, "#########=."),
    ],
)
def test_a_bar_shows_what_there_is_at_all(counts: Sequence[int], width: int, whole: int, parts: str) -> None:
    assert bar(Look.of(ASCII, THEMES[0]), width, counts, whole).plain == parts
    assert set(bar(Look.of(BLOCKS, THEMES[0]), width, counts, whole).plain) <= {"▆"}
    told = bar(Look.of(GLYPHS, THEMES[0], coloured=False), width, counts, whole).plain
    assert told == parts.replace("#", "█").replace("=", "▒").replace(".", "░")


@for_each(
    ("numbers", "scale"),
    [
        ([1000], (900, 1100)),
        ([1039, 1037], (900, 1100)),
        ([961, 1211], (900, 1300)),
        ([1250, 1290], (1200, 1400)),
    ],
)
def test_a_scale_is_round_and_spans_200_at_least(numbers: Sequence[float], scale: tuple[int, int]) -> None:
    found = Scale.of(numbers)
    assert found == scale
    assert (found.place(scale[1], 11), found.place(sum(scale) / 2, 11), found.place(scale[0], 11)) == (
        0,
        5,
        10,
    )


def test_a_month_is_told_week_by_week() -> None:
    went = {date(2026, 11, 2): True, date(2026, 11, 3): False}
    lines = [line.plain for line in month(date(2026, 11, 5), went.get)]
    assert lines[:3] == ["Mo Tu We Th Fr Sa Su", "                   ·", " ●  ×  ·  5  6  7  8"]
    assert lines[-1] == "30                  "


@for_each(
    ("moment", "words"),
    [
        ("2026-11-23T10:00:00Z", "today"), ("2026-11-22", "yesterday"), ("2026-11-18", "Wednesday"),
        ("2026-11-16", "16 Nov"), ("2025-11-16", "16 Nov 2025"), ("2026-11-24", "24 Nov"), ("damaged", ""),
    ],
)  # fmt: skip
def test_days_are_told_as_people_say_them(moment: str, words: str) -> None:
    assert day_words(moment, date(2026, 11, 23)) == words


@pytest.mark.parametrize(
    ("zone", "words"),
    [("UTC", ("yesterday", "today")), ("AAA-14", ("today", "today")), ("AAA+12", ("yesterday", "yesterday"))],
    indirect=["zone"],
)
@pytest.mark.usefixtures("zone")
def test_a_moment_is_told_by_the_day_that_it_was_here(words: tuple[str, str]) -> None:
    late, early = "2026-11-22T23:30:00.000Z", "2026-11-23T00:30:00+00:00"
    assert tuple(day_words(moment, date(2026, 11, 23)) for moment in (late, early)) == words
    assert day_words("2026-11-22", date(2026, 11, 23)) == "yesterday"
    assert day_words("0001-01-01T00:00:00Z", date(2026, 11, 23)) in ("", "1 Jan 1")


NAMES = ("Abacus", "Zoë", "Mara", "Zoltan", "Ann", "Bea", "Cleo", "Dan", "Eva", "Finn")


@pytest.mark.parametrize(("ended", "at"), [(0, 1), (6, 2), (len(fixtures(GAMES)), ROUNDS)])
def test_where_there_is_room_for_one_round_it_is_the_one_that_is_played_or_the_last(
    ended: int, at: int
) -> None:
    every = fixtures(GAMES)
    scores = {each.number: SeasonGame(each.number, 0.5, "") for each in every[:ended]}
    head, *_ = drawn(_season_table(Season(1, every, scores), False), 50)
    assert head.rstrip().endswith(f"round {at}")


ITEMS = [heading("people", "10"), *(Item(Row([name, Cell("", 3)]), name) for name in NAMES)]


class Shown(App[None]):
    """A list and filters."""

    BINDINGS = [Binding("m", "mark", "Mark")]

    def __init__(self, items: Sequence[Item | None] = ITEMS) -> None:
        super().__init__()
        self._items = items
        self.told: list[tuple[str, Any]] = []

    def compose(self) -> ComposeResult:
        yield RowList(self._items)
        yield Filters(
            [
                Group("game", "game", [("", "all"), ("abacus", "Abacus")]),
                Group("ended", "ended", [("", "any way"), ("won", "won"), ("lost", "lost")]),
            ]
        )

    def action_mark(self) -> None:
        self.told.append(("marked", None))

    def on_row_list_pointed(self, message: RowList.Pointed) -> None:
        self.told.append(("pointed", message.item and message.item.key))

    def on_row_list_taken(self, message: RowList.Taken) -> None:
        self.told.append(("taken", message.item and message.item.key))

    def on_filters_changed(self, message: Filters.Changed) -> None:
        self.told.append((message.group, message.value))


WALKS = {
    "down": "Zoë", "up": "Abacus", "end": "Finn", "end home": "Abacus",
    "3": "Mara", "9": "Eva", "pagedown": "Cleo", "end down": "Finn", "end pageup": "Zoltan",
    "z": "Zoë", "z o l": "Zoltan", "z o l backspace": "Zoltan", "slash z o e": "Zoë",
    "slash m": "Mara", "m": "Abacus", "slash x x": "Abacus", "slash z escape down": "Mara",
    "slash b e a enter up": "Ann",
}  # fmt: skip
"""Keys at a list whose first entry is picked, and what is picked then."""


async def test_a_list_is_walked_through_and_searched() -> None:
    app = Shown()
    async with app.run_test(size=(40, 15)) as pilot:
        rows = app.query_one(RowList)
        rows.styles.height = 7
        for keys, picked in WALKS.items():
            await pilot.press("escape", "home")
            app.told.clear()
            await pilot.press(*keys.split())
            await pilot.pause()
            assert rows.picked
            assert (keys, rows.picked.key) == (keys, picked)
            assert (("marked", None) in app.told) == (keys == "m")
            assert (("taken", picked) in app.told) == ("enter" in keys and "up" not in keys)
            top, height = rows.scroll_offset.y, rows.size.height
            assert top <= rows.at < top + height
            assert rows.max_scroll_y


async def test_a_click_on_a_heading_picks_nothing() -> None:
    app = Shown()
    async with app.run_test(size=(40, 15)) as pilot:
        await pilot.press("3")
        await pilot.click(RowList, offset=(3, 0))
        assert app.told[-1] == ("pointed", "Mara")


async def test_where_another_row_is_picked_in_a_list_shown_anew_both_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened(Shown(), (40, 15)) as here:
        rows, drawn = here.app.query_one(RowList), set[int]()
        monkeypatch.setattr(rows, "refresh_lines", lambda at, count: drawn.add(at))
        rows.show(list(ITEMS), 5)
        assert drawn == {1, 5}


ASKS = [Group(key, key) for key in "abc"]


class Asking(App[None]):
    def compose(self) -> ComposeResult:
        yield Form([ask._replace(asked=ask.key == "b") for ask in ASKS])


async def test_what_is_asked_later_stands_in_its_place_and_its_label_means_its_line() -> None:
    async with Asking().run_test() as pilot:
        form = pilot.app.query_one(Form)
        form.ask(ASKS)
        await pilot.pause()
        assert list(form.children) == form.rows
        await pilot.click("#c-field Label")
        await pilot.press("x")
        assert form.answers == {"a": "", "b": "", "c": "x"}


async def test_who_comes_while_they_are_looked_for_is_found_and_nobody_else_is_taken() -> None:
    app = Shown(ITEMS[:4])
    async with app.run_test(size=(40, 15)) as pilot:
        rows = app.query_one(RowList)
        await pilot.press("slash", *"eva", "enter")
        assert not [told for told in app.told if told[0] == "taken"]
        rows.show(ITEMS, 1)  # as a page does that remembers what was picked
        await pilot.press("enter")
        await pilot.pause()
        assert app.told[-1] == ("taken", "Eva")


async def test_what_was_typed_to_find_is_gone_when_the_list_is_left() -> None:
    async with opened(Shown(), (40, 15)) as here:
        rows = here.app.query_one(RowList)
        await here.press("slash", "z")
        assert rows.finding == "z"
        here.app.query_one(Filters).focus()
        await here.rest()
        rows.focus()
        await here.rest()
        assert rows.finding is None


async def test_what_is_picked_stays_in_sight_in_a_smaller_window() -> None:
    app = Shown()
    async with app.run_test(size=(40, 20)) as pilot:
        rows = app.query_one(RowList)
        await pilot.press("end", "up")
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert rows.scroll_offset.y <= rows.at < rows.scroll_offset.y + rows.size.height < len(ITEMS)


@pytest.mark.parametrize(("height", "classes", "tall"), [(24, "", 1), (24, "-touch", 1), (60, "-touch", 3)])
async def test_a_list_is_walked_through_with_the_mouse_or_a_finger(
    height: int, classes: str, tall: int
) -> None:
    app = Shown()
    app.set_class(bool(classes), "-touch")
    async with app.run_test(size=(40, height)) as pilot:
        rows = app.query_one(RowList)
        rows.styles.height = high = 4 * tall + 5
        await pilot.pause()
        for row, key in ((0, "Abacus"), (3, "Mara"), (3, "Mara")):
            taken = rows.picked and rows.picked.key == key == "Mara"
            await pilot.click(RowList, offset=(4, row * tall + tall - 1))
            await pilot.pause()
            assert rows.picked
            assert rows.picked.key == key
            assert (("taken", "Mara") in app.told) == taken
        await pilot.press("end")
        assert rows.scroll_offset.y == len(ITEMS) * tall - high


@pytest.mark.parametrize("items", [[], [heading("nothing")], [None] * 30])
async def test_a_list_may_be_empty_or_not_known_yet(items: Sequence[Item | None]) -> None:
    app = Shown(items)
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("down", "end", "home", "pageup", "7", "enter", "slash", "a", "escape", "up")
        rows = app.query_one(RowList)
        rows.show(ITEMS, 4)
        await pilot.pause()
        assert app.told[-1] == ("pointed", "Zoltan")
        rows.show(ITEMS[:3])
        await pilot.pause()
        assert app.told[-1] == ("pointed", "Zoë")


@pytest.mark.parametrize("width", [24, 60])
async def test_filters_are_chosen_by_keys_and_clicks_at_any_width(width: int) -> None:
    app = Shown()
    async with app.run_test(size=(width, 20)) as pilot:
        filters = app.query_one(Filters)
        filters.focus()
        await pilot.press("right", "down", "left", "left")
        await pilot.pause()
        assert [each for each in app.told if each[0] != "pointed"] == [
            ("game", "abacus"), ("ended", "lost"), ("ended", "won"),
        ]  # fmt: skip
        assert (filters.value("game"), filters.value("ended")) == ("abacus", "won")
        lines = [strip.text for strip in filters.render_lines(filters.size.region)]
        assert [title for title in ("GAME", "ENDED") if any(title in line for line in lines)] == [
            "GAME",
            "ENDED",
        ]
        at = next((y, line.index("any way")) for y, line in enumerate(lines) if "any way" in line)
        await pilot.click(Filters, offset=(at[1] + 1, at[0]))
        await pilot.pause()
        assert filters.value("ended") == ""


async def test_the_word_of_a_folded_choice_leads_on_and_its_first_arrow_back() -> None:
    app = Shown()
    async with app.run_test(size=(60, 20)) as pilot:
        filters = app.query_one(Filters)
        filters.groups = tuple(group._replace(folded=True) for group in filters.groups)
        await pilot.pause()
        for clicked, value in (("any way", "won"), ("won", "lost"), ("◀", "won"), ("▶", "lost")):
            line = filters.render_lines(filters.size.region)[0].text
            await pilot.click(Filters, offset=(line.rindex(clicked), 0))
            await pilot.pause()
            assert filters.value("ended") == value


@pytest.mark.parametrize("width", [0, -1])
def test_a_text_in_no_columns_has_no_lines(width: int) -> None:
    share_rules_and_lines()
    text = Content("words and\nmore words")
    assert text.get_height({}, width) == 0
    assert list(text.wrap(width)) == []
    assert (text.get_height({}, 5), text.get_height({}, 80)) == (4, 2)


class Coloured(App[None]):
    CSS = """
    Button { color: red; }
    .deep Button { color: lime; }
    Button.plain { color: blue; }
    Button:disabled { color: aqua; }
    #named { color: yellow; }
    """

    def compose(self) -> ComposeResult:
        yield Vertical(
            Button("one"), Button("two", id="named"), Button("three", disabled=True), classes="deep"
        )
        yield Button("four")

    @property
    def colours(self) -> list[str]:
        return [button.styles.color.hex for button in self.query(Button)]


async def test_what_rules_say_of_a_place_is_worked_out_once_for_all_apps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    share_rules_and_lines()
    compared: list[DOMNode] = []
    compare = Stylesheet._check_rule

    def counted(rule: RuleSet, path: list[DOMNode]) -> Iterable[tuple[int, int, int]]:
        compared.append(path[-1])
        return compare(rule, path)

    monkeypatch.setattr(Stylesheet, "_check_rule", staticmethod(counted))
    for apps in range(2):
        app = Coloured()
        async with app.run_test() as pilot:
            assert app.colours == ["#00FF00", "#FFFF00", "#00FFFF", "#FF0000"]
            assert any(isinstance(node, Button) for node in compared) is (apps == 0)
            app.query_one(Vertical).remove_class("deep")
            app.query(Button).last().add_class("plain")
            await pilot.pause()
            assert app.colours == ["#FF0000", "#FFFF00", "#00FFFF", "#0000FF"]
        compared.clear()


# What helps to choose: all values in a row, keys in the menu, the board of the match pointed at.


PAIR = '[Game "abacus"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n\n1. a1b2'


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("orbit", "orbit · speed ▮▮▮▮▮▮ instant"),
        ("orbit · not saved yet", "orbit · not saved yet"),
        (40 * "x", "speed ▮▮▮▮▮▮ instant"),
    ],
)
@opens('[Game "getaway"]', size=(60, 18))
async def test_the_speed_makes_room_for_the_note_of_a_match(here: Here, note: str, shown: str) -> None:
    line = here.screen.query_one(TopLine)
    line.note = note
    assert " ".join(str(line.render()).split()) == f"Gary's Great Getaway {shown}"


async def test_the_library_shows_the_board_of_the_match_pointed_at() -> None:
    fill(2)
    async with opened(arcade(), (120, 40)) as here:
        await open_library(here)
        shown = []
        for _ in range(2):
            await here.arcade.workers.wait_for_complete()
            await here.rest()
            shown.append(type(here.screen.query_one(SmallBoard).board))
            await here.press("down")
        assert shown == [type(Match.new(game).position.board) for game in (ABACUS, EGG_CARTON)]


async def test_a_film_on_a_small_board_ends_the_one_before() -> None:
    fill(1)
    match = Match.new(EGG_CARTON).read("A").read("C")
    boards = [each.board for each in match.positions]
    async with opened(arcade(), (120, 40)) as here:
        await open_library(here)
        small = here.screen.query_one(SmallBoard)
        here.arcade.animation_level = "full"
        begun = []
        for film in (boards, boards[::-1], boards):
            small.show(EGG_CARTON, *film)
            begun.append(small._timer)
        assert [bool(each and each._task) for each in begun] == [False, False, True]


@pytest.mark.parametrize("width", [24, 34])
async def test_beside_a_board_seats_stand_one_below_the_other(width: int) -> None:
    async with opened(arcade(PAIR), (80, 24) if width == 24 else (120, 40)) as here:
        seats = here.screen.query_one(Seats)
        seats.match = Match.new(
            here.arcade.games[0], seats=[Seat("Ann"), Seat("Automaton", "computer novice")]
        )
        seats.notes = ()
        lines = str(seats.render()).splitlines()
        assert [line.split()[-1] for line in lines if "A" in line][:1] == ["Ann"]
        assert all(len(line) <= seats.content_size.width for line in lines)


@pytest.mark.parametrize("skin", SKINS, ids=lambda skin: skin.key)
def test_marks_differ_by_their_shape_alone(skin: Skin) -> None:
    assert len({box[0] for box in (skin.traced, skin.endangered, skin.box, skin.bright)}) == 4


@opens(size=(60, 18))
async def test_a_value_too_long_for_its_row_leaves_its_arrow_in_sight(here: Here) -> None:
    here.arcade.push_screen(Editor(draft_of("smugglers")))
    await here.rest()
    await here.press("down")
    row = here.screen.query_one("#kind", Filters)
    shown = str(row.render()).splitlines()[0]
    assert "treasure" in shown
    assert cell_len(shown) <= row.content_size.width
    await here.click("#kind", offset=(shown.index("▶"), 0))
    assert row.only == "teleporter"


async def test_seats_take_no_more_lines_than_they_need() -> None:
    """Also in a window that was wide, and the seats in a column beside the moves."""
    record = '[Game "egg-carton"][Player2 "Amateur"][Seat2 "computer amateur"][Rated "no"] A'
    async with opened(arcade(record), (120, 40)) as here:
        await here.press("y")
        for size in ((300, 100), (80, 12), (80, 24)):
            await here.size(*size)
        assert here.screen.query_one(Seats).region.height == 1


@opens(colours="none")
async def test_without_colours_signs_tell_where_the_keys_go(here: Here) -> None:
    def leads_on() -> str:
        row = next(line for line in here.text.splitlines() if "Theme" in line)
        assert row.count("▶") == 1
        return "question" if row.index("▶") < row.index("●") else "value"

    await here.press("s")
    assert leads_on() == "question"
    await here.press("right")
    assert leads_on() == "value"
    await here.press("escape", "escape", "p")
    filters = here.app.screen.query(Filters).first()
    for focused in (True, False):
        filters.focus() if focused else here.app.screen.set_focus(None)
        await here.rest()
        assert any("underline" in str(span.style) for span in filters.render().spans) == focused

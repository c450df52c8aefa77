"""Windows that are higher than wide, and fingers: the board over the whole width; menu, settings, help there."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import OptionList

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.store.settings import entries
from marbles_tui.tui.dialogs import Entry, offer
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit import lines
from marbles_tui.tui.kit.form import Filters, Find
from marbles_tui.tui.kit.lines import SPEEDS, Key, KeyLine, TooSmall
from marbles_tui.tui.kit.shelf import RowList, SmallBoard
from marbles_tui.tui.kit.story import Story
from marbles_tui.tui.kit.view import names
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.table.beside import Status, _changed
from marbles_tui.tui.table.end import EndActions
from marbles_tui.tui.touch import tapped
from tests.at_table import plays
from tests.for_each import for_each
from tests.tui.endings import LAST, NOVICE
from tests.tui.records import SHORT_TRAIL
from tests.tui.stage import Here, arcade, opened, opens
from tests.tui.watchers import is_replay

PHONE = (61, 66)
"""Of 390 by 844 pixels, of which the keys take 44."""

CELL = (390 / 61, 800 / 66)
FINGER = 44
"""Pixels that a finger needs. Boards of nine or more across have no room for so many."""

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])


async def test_a_finger_hits_one_entry_of_a_menu() -> None:
    app = arcade()
    app.face = app.face._replace(touch=True)
    async with opened(app, PHONE) as here:
        chosen = list[str]()
        offer(app, [Entry(name, partial(chosen.append, name)) for name in ("Undo", "Redo", "Resign")], "Game")
        await here.rest()
        menu = app.screen.query_one(OptionList)
        assert menu.content_size.height * CELL[1] >= 3 * FINGER
        assert all(word in here.text for word in ("Undo", "Redo", "Resign"))
        await here.click(menu, offset=(9, int(1.9 * FINGER / CELL[1])))
        assert chosen == ["Redo"]


@pytest.mark.parametrize(("size", "high"), [(PHONE, 3), ((60, 52), 3), ((112, 24), 1)])
async def test_rows_choices_and_lines_are_high_for_fingers(size: tuple[int, int], high: int) -> None:
    app = arcade()
    app.face = app.face._replace(touch=True)
    async with opened(app, size) as here:
        await here.press("u")
        filters, rows = app.screen.query_one(Filters), app.screen.query_one(RowList)
        every = filters.value("state")
        assert every != "missed"
        for line in range(high):
            lines = [strip.text for strip in filters.render_lines(filters.size.region)]
            at = next((at for at, told in enumerate(lines) if "missed" in told), None)
            assert at is not None
            x, first = lines[at].index("missed"), at - high // 2
            await here.click(filters, offset=(x, first + line))
            assert filters.value("state") == "missed", line
            filters.choose("state", every)
            await here.rest()
        top = rows.at
        for line in range(2 * high):
            await here.click(rows, offset=(9, high * (top + 1) + line - rows.scroll_offset.y))
            assert rows.at == top + 1 + line // high
            rows.at = top
        await here.press("escape", "l")
        assert app.screen.query_one(Find).region.height == high
        await here.press("escape", "1")
        assert app.screen.query_one("#play").region.bottom <= app.screen.query_one(".stage").region.bottom
        assert all(list_.size.height >= high for list_ in app.screen.query(RowList))
        if size == PHONE:
            assert app.screen.query_one(SmallBoard).size.height >= 5
            assert app.screen.query_one("#play").region.height == high
            await here.press("escape", "4")
            doors = app.screen.query_one(KeyLine).render().plain.split()
            assert doors == ["Play", "Human/", "More", "Help", "Back", "computer"]


@every_game
async def test_upright_the_board_has_the_whole_width_and_doors_below_do_what_they_say(game: Game) -> None:
    touch = GAMES.index(game) % 2 == 1
    app = arcade(f'[Game "{game.key}"]\n[Player1 "Ann"]\n[Player2 "Ben"]')
    app.face = app.face._replace(touch=touch)
    async with opened(app, PHONE) as here:
        board, doors = here.table.board, app.screen.query_one(KeyLine)
        places = board.places()
        lowest = max(places, key=lambda cell: (places[cell].bottom, places[cell].x))
        beside = Offset(places[lowest].x + places[lowest].width // 2, places[lowest].bottom)
        for finger in (False, True):
            app.set_class(finger, "-touch")
            assert board.cell_at(beside) == (lowest if finger else None), "a mouse does not mean it"
        app.set_class(touch, "-touch")
        for size in ((60, 40), (100, 70), PHONE):
            await here.size(*size)
            under = app.screen.query_one("#under")
            assert board.size.width == under.region.width == size[0]
            assert under.region.y == board.region.bottom
            shown = [(cell, region) for cell, region in names(board.scene(), board.view()) if region]
            assert all(board.cell_at(region.offset) == cell for cell, region in shown)
            assert shown or size != (100, 70) or game.key not in ("egg-carton", "gobblet")
            regions = board.places().values()
            across = max(place.right for place in regions) - min(place.x for place in regions)
            assert across > 0.7 * size[0] or max(each.bottom for each in regions) > 0.7 * board.size.height
        if game.key in ("getaway", "gobblet"):
            assert min(min(each.width * CELL[0], each.height * CELL[1]) for each in regions) >= FINGER
        assert doors.size.height == 3 + touch
        laid = doors._laid(doors.keys)
        assert laid[0][0] >= 0
        assert laid[-1][0] + laid[-1][1] == doors.content_size.width
        assert all(left + wide < after for (left, wide, _), (after, *_) in pairwise(laid))
        assert ("Leave" if touch else "q leave") in doors.render().plain.split("\n")[1]
        left, wide, leave = next(door for door in laid if door[2].does == "leave")
        assert leave is laid[-1][2] or leave is laid[-2][2], "away from the others"
        await here.size(120, 40)
        assert not app.screen.has_class("-portrait")
        assert doors.size.height == (4 if touch else 1)
        await here.size(*PHONE)
        await here.click(doors, offset=(left + wide // 2 + 1, 0))
        assert not plays(app.screen)


@every_game
def test_tips_speak_of_tapping_to_fingers(game: Game) -> None:
    words = VIEWS[game.key].match()
    told = [
        words.busy,
        "Ann is thinking... (Space: play now)",
        *(tip.text for tip in words.tips_of(Match.new(game))),
    ]
    for sentence in map(tapped, told):
        keys = r"\b([Pp]ress|[Cc]lick|[Tt]ype|as \w\d|Esc|Enter|Space|[Aa]rrows?|[tsu] \w+s)\b"
        assert not re.search(keys, sentence), sentence
        assert sentence == sentence[:1].upper() + sentence[1:]


# Menu, set-up, settings and help.


@opens()
async def test_a_random_start_is_drawn_and_recorded(here: Here) -> None:
    await here.press("enter")
    assert isinstance(here.screen, SetUp)
    here.screen.choose("start", "random")
    await here.press("enter")
    assert plays(here.screen)
    match = here.screen.match
    assert sum(match.position.board.ring) == 36
    assert match.setup == match.game.write(match.positions[0])
    assert match.tag("Drawn") == "random"


def test_there_is_a_speed_for_every_number_that_the_settings_take() -> None:
    assert entries()["speed"].most == len(SPEEDS) - 1


@pytest.mark.parametrize("size", [(59, 24), (80, 17), (1, 1), (20, 5)])
async def test_a_small_terminal_asks_to_be_enlarged(size: tuple[int, int]) -> None:
    async with opened(arcade(), size) as here:
        assert here.screen.query_one(TooSmall).display
        await here.size(60, 18)
        assert not here.screen.query_one(TooSmall).display


@pytest.mark.parametrize(
    ("height", "shown"), [(2, "word word..."), (3, "word word word word..."), (9, " ".join(["word"] * 12))]
)
@opens()
async def test_what_may_be_done_is_never_cut_off(here: Here, height: int, shown: str) -> None:
    status = Status()
    status.styles.width, status.styles.height = 12, height
    await here.screen.mount(status)
    status.said, status.prompt = " ".join(["word"] * 12), "Roll."
    await here.rest()
    *said, last = status.render().plain.split("\n")
    assert (" ".join(said), last) == (shown, "Roll.")
    status.warning = True
    asked = ["Roll."] if height > 6 else []
    assert status.render().plain.split() == [*["word"] * 12, *asked], "but for a warning, which is whole"


@for_each(
    ("before", "after", "cells"),
    [
        ("A B", "A C", (2, 1)),
        ("東 1", "東 2", (3, 1)),
        ("1. A", "1. 東 B", (3, 4)),
        ("A B C", "A C", (2, 3)),
        ("10:00 B", "9:59 B", (0, 7)),
    ],
)
def test_of_a_line_what_has_changed_is_drawn(before: str, after: str, cells: tuple[int, int]) -> None:
    region = _changed(before, after, 3)
    assert (region.x, region.width, region.y, region.height) == (*cells, 3, 1)


async def test_a_door_that_changes_under_the_finger_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    app = arcade(SHORT_TRAIL.replace("% Castle", "% Gate : S F 1\n% Mill : S F 1\n% Inn : S F 1\n% Castle"))
    app.face = app.face._replace(touch=True)
    async with opened(app, PHONE) as here:
        doors, story, panels = here.table.query_one(KeyLine), here.table.query_one(Story), here.table.panels
        while not panels.end:
            told = [line.text for line in story.lines]
            await here.press("space")
        over = here.table.match
        panels.end.begin(3600.0, 1.0)
        await here.sees("Finish")
        monkeypatch.setattr(KeyLine, "settling", 3600.0)
        monkeypatch.setattr(lines, "monotonic", lambda: 1e9)  # it has stood there for long
        panels.end.finish()
        await here.sees("Undo")
        left, width, undo = doors._laid(doors.keys)[0]
        assert undo.does == "undo"
        await here.click(doors, offset=(left + width // 2, 1))
        assert here.table.match is over
        monkeypatch.setattr(KeyLine, "settling", 0.0)
        await here.click(doors, offset=(left + width // 2, 1))
        assert here.table.match.plies == over.plies - 1 > 0
        assert [line.text for line in story.lines] == told, "as wide as before"


class Doors(App[None]):
    """Doors alone, which tell what they do."""

    CSS = "KeyLine { height: 3; padding: 0; }"

    opened = ""

    def compose(self) -> ComposeResult:
        """The doors."""
        yield KeyLine()

    def action_open(self, what: str) -> None:
        """A door was opened."""
        self.opened += what


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time as doors that settle see it."""
    clock = [0.0]
    monkeypatch.setattr(lines, "monotonic", lambda: clock[0])
    monkeypatch.setattr(KeyLine, "settling", 0.4)
    return clock


@pytest.mark.parametrize(("tapped_at", "opened"), [(10.45, ""), (10.8, "c")], ids=["soon", "later"])
async def test_a_door_that_changes_twice_does_nothing_until_it_has_settled(
    clock: list[float], tapped_at: float, opened: str
) -> None:
    app = Doors()
    async with app.run_test() as pilot:
        for clock[0], door in ((1.0, "a"), (10.0, "b"), (10.35, "c")):
            app.query_one(KeyLine).keys = (Key(door, door, f"app.open({door!r})"),)
        await pilot.pause()
        clock[0] = tapped_at
        await pilot.click(KeyLine, offset=(0, 1))
        assert app.opened == opened


async def test_a_door_of_a_screen_that_was_come_back_to_does_nothing_until_it_has_settled(
    clock: list[float],
) -> None:
    app = Doors()
    async with app.run_test() as pilot:
        app.query_one(KeyLine).keys = (Key("a", "a", "app.open('a')"),)
        clock[0] = 10.0
        await app.push_screen(Screen())
        await app.pop_screen()
        await pilot.pause()
        await pilot.click(KeyLine, offset=(0, 1))
        assert app.opened == ""
        clock[0] = 10.5
        await pilot.click(KeyLine, offset=(0, 1))
        assert app.opened == "a"


@pytest.mark.parametrize(
    ("size", "at", "leads_to"),
    [(PHONE, (0, 3), "Novice"), ((61, 40), (30, 0), "Amateur"), ((120, 40), (2, 5), "the review")],
)
async def test_all_that_follows_an_end_is_there_for_a_finger(
    size: tuple[int, int], at: tuple[int, int], leads_to: str
) -> None:
    app = arcade(f"{LAST}{NOVICE}")
    app.face = app.face._replace(touch=True)
    async with opened(app, size) as here:
        await here.press("f")
        offered, over = app.screen.query_one(EndActions), here.table.match
        told = " ".join(str(offered.render()).split())
        assert re.fullmatch(r"Again, .* begins? Next.*: Amateur Review.* Share.*", told)
        await here.click(offered, offset=at)
        await here.until(lambda: is_replay(app.screen) or here.table.match is not over, "what follows")
        assert leads_to in ("the review" if is_replay(app.screen) else here.table.match.names)

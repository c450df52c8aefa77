"""The menu: what it says and links to; the question at the first start; the games it shows; the window's title."""

from __future__ import annotations

import getpass
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from rich.cells import cell_len
from textual import events
from textual.events import AppBlur
from textual.widgets import Static

from marbles_tui.ai.levels import opponents_of
from marbles_tui.core.text import ordinal
from marbles_tui.games import GAMES, find
from marbles_tui.play import Match, Seat
from marbles_tui.play.lessons import DONE, lesson_of
from marbles_tui.play.played import turn_numbers
from marbles_tui.play.series import SEASON
from marbles_tui.store import MatchStore, load
from marbles_tui.table.players import Act
from marbles_tui.table.season import Season, SeasonGame, Seasons, fixtures
from marbles_tui.table.tasks import watch
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import NameInput, Welcome
from marbles_tui.tui.kit import capabilities
from marbles_tui.tui.kit.big_letters import SMALL, bounced
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.capabilities import Ability
from marbles_tui.tui.kit.lettering import Lettering, Title
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.pages import attract, menu
from marbles_tui.tui.pages.attract import Attract
from marbles_tui.tui.pages.menu import Card, Menu
from marbles_tui.tui.pages.menu_links import (
    MenuLink,
    continue_link,
    daily_link,
    lessons_link,
    season_link,
    together_link,
)
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.pages.tournament import SeasonScreen
from tests.at_table import plays
from tests.for_each import for_each
from tests.tui.conftest import menu_of, picked_at
from tests.tui.stage import Here, Resting, arcade, match_of, opened, opens

SIZES = [(200, 60), (120, 40), (80, 24), (60, 18)]

LEFT = """
[Game "egg-carton"]
[Player1 "Ann"]
[Player2 "Novice"]
[Seat2 "computer novice"]

A A J I
"""


@pytest.fixture
def left() -> Match:
    """A match that was left in the middle, in the store."""
    match = match_of(LEFT)
    store = MatchStore.open()
    store.begin(match)
    store.close()
    return match


@pytest.mark.parametrize("skin", ["blocks", "ascii"])
async def test_all_has_its_place_at_any_size(left: Match, skin: str) -> None:
    del left
    async with opened(arcade(skin=skin)) as here:
        await here.until(lambda: menu_of(here).links, "the links")
        for size in (*SIZES[1:], (79, 23), (119, 60), (300, 90), (130, 20)):
            await here.size(*size)
            menu, shown = menu_of(here), here.text
            assert [game.name.upper() for game in GAMES if game.name.upper() not in shown] == []
            assert [link.title for link in menu.links if link.title not in shown] == []
            board = menu.query_one("#stage")
            parts = [board.region, *(card.region for card in menu.cards), menu.query_one(KeyLine).region]
            for at, region in enumerate(parts):
                assert region.area
                assert here.screen.region.contains_region(region)
                assert not any(region.overlaps(other) for other in parts[at + 1 :])


async def test_a_window_that_grows_before_the_board_comes_has_its_styles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    light, waiting = Menu._light, list[Menu]()

    async def later(menu: Menu) -> None:
        waiting.append(menu)

    monkeypatch.setattr(Menu, "_light", later)
    monkeypatch.setattr(Menu, "_read", lambda _: None)
    async with opened(arcade()) as here:
        await here.until(lambda: waiting, "the first paint")
        await here.size(200, 60)
        await light(waiting[0])
        await here.until(lambda: waiting[0].query_one("#head").size.height == 8, "its head")


@pytest.mark.parametrize("skin", ["glyphs", "ascii"])
async def test_in_signs_the_stage_shows_the_board_of_the_table(skin: str) -> None:
    async with opened(arcade(skin=skin), (120, 40)) as here:
        await here.press("down", "down", "down")
        await here.sees("h7")


def test_turns_are_counted_not_moves() -> None:
    match = match_of(LEFT)  # each selects twice in a turn
    assert (match.plies, turn_numbers(match)[-1]) == (4, 2)
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 113)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "113th",
    ]  # fmt: skip


def test_a_marble_falls_bounces_and_lies() -> None:
    heights = [bounced(at / 100) for at in range(101)]
    assert heights[0] == 0
    assert heights[-1] == pytest.approx(1)
    assert max(heights) <= 1 + 1e-9
    assert min(heights[46:]) < 0.8


async def test_the_title_drops_in_and_a_key_ends_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.tui.kit.lettering.FALL", 1e6)
    async with opened(arcade()) as here:
        await here.until(lambda: bool(here.screen.query(Title)), "the title")
        title = here.screen.query_one(Title)
        await here.until(lambda: title.dropping, "the fall")
        await here.press("down")
        assert not title.dropping
        assert picked_at(here) == 1


async def test_without_motion_the_title_lies_there(monkeypatch: pytest.MonkeyPatch) -> None:
    app = arcade()
    app.animation_level = "none"
    dropped = list[Title]()
    monkeypatch.setattr(Title, "drop", dropped.append)
    async with opened(app):
        assert not dropped


# The first start


@pytest.fixture
def ann(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system calls the user."""
    monkeypatch.setattr(getpass, "getuser", lambda: "ann")


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (("enter",), ""),
        (("escape",), ""),
        (("right", "enter"), "Ann"),
        (("tab", "enter"), "Ann"),
        (("B", "e", "n", "enter"), "Ben"),
        (("space", "q", "question_mark", "enter"), "q?"),
    ],
)
async def test_it_asks_for_a_name_once(keys: tuple[str, ...], name: str) -> None:
    async with opened(Arcade(engine=Resting(), greet=True)) as here:
        await here.comes(Welcome)
        assert here.screen.query_one(NameInput).placeholder == "Ann"
        await here.press(*keys)
        await here.comes(Menu)
        await here.rest()
        assert (here.arcade.settings.name, here.arcade.settings.greeted) == (name, True)
        assert (name or "You") in "".join(here.text.splitlines()[:2])
    settings, problems = load()
    assert (settings.name, settings.greeted, problems) == (name, True, [])


@pytest.mark.usefixtures("ann")
async def test_the_name_is_taken_by_mouse_alone() -> None:
    async with opened(Arcade(engine=Resting(), greet=True)) as here:
        await here.comes(Welcome)
        for words in ("take Ann", "go on"):
            rows = here.text.splitlines()
            row = next(row for row, text in enumerate(rows) if words in text)
            await here.click(offset=(rows[row].index(words), row))
        assert here.arcade.settings.name == "Ann"


async def test_it_asks_nothing_where_a_table_is_opened() -> None:
    app = arcade(LEFT)
    greeting = Arcade(engine=Resting(), greet=True, opening=app._opening)
    async with opened(greeting):
        assert plays(greeting.screen)


@pytest.mark.parametrize("user", ["root", "\x1b[2J"])
def test_what_is_no_name_is_not_suggested(user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from marbles_tui.tui.dialogs import suggested_name

    monkeypatch.setattr(getpass, "getuser", lambda: user)
    assert suggested_name().isprintable()
    assert user != "root" or not suggested_name()


# The links of the menu: no word of them is ever cut.


LONG = "Bartholomew the Great"


def _continued() -> Iterator[MenuLink | None]:
    for game in GAMES:
        for level in opponents_of(game):
            for seats in (
                (Seat("Ann"), Seat(level.title, f"computer {level.key}")),
                (Seat(LONG), Seat(LONG)),
            ):
                record = str(Match.new(game, seats=seats))
                saved = SimpleNamespace(record=record, plies=1, game=game.key)
                store: Any = SimpleNamespace(latest=lambda: None, last_unfinished=lambda saved=saved: saved)
                yield continue_link(store, GAMES)


def _together() -> Iterator[MenuLink | None]:
    yield together_link(None)
    for game in GAMES:
        card = SimpleNamespace(names=("Ann", LONG), seats=(0,), my_turn=True, match=Match.new(game))
        for rooms in ([card], []):
            visit: Any = SimpleNamespace(
                account=SimpleNamespace(name="Ann"),
                challenges=lambda: [SimpleNamespace(by=None)] * 12,
                people=lambda: [None] * 345,
                my_rooms=lambda rooms=rooms: rooms,
            )
            yield together_link(visit)


def _lessons() -> Iterator[MenuLink | None]:
    yield lessons_link({}, GAMES)
    for game in GAMES:
        lesson = lesson_of(game)
        if lesson:
            for kept in (DONE, str(len(lesson.steps) - 1)):
                yield lessons_link({game.key: kept}, GAMES)


def _seasons() -> Iterator[MenuLink | None]:
    every = fixtures(GAMES)
    for count in range(len(every) + 1):
        ended = {fixture.number: SeasonGame(fixture.number, 0.5, "") for fixture in every[:count]}
        yield season_link(Seasons(Season(1, every, ended), ()))


def _dailies() -> Iterator[MenuLink | None]:
    for days in range(30):
        store: Any = SimpleNamespace(tries=SimpleNamespace(all=list))
        yield daily_link(store, GAMES, date(2026, 3, 1) + timedelta(days))


LINKS = {
    (link.title, link.first, link.second): link
    for links in (_continued(), _together(), _lessons(), _seasons(), _dailies())
    for link in links
    if link is not None
}


def test_a_game_that_is_not_known_here_is_gone_on_with_all_the_same() -> None:
    store: Any = SimpleNamespace(latest=lambda: None, last_unfinished=lambda: SimpleNamespace(**UNKNOWN))
    link = continue_link(store, GAMES)
    assert link
    assert (link.line(40), link.action) == ("an unknown game, 1 move", "resume")


UNKNOWN = {"game": "chess", "plies": 1, "record": '[Game "chess"] e4'}


@for_each("room", [17, 22, 24, 40, 60])
def test_words_of_links_are_whole(room: int) -> None:
    for link in LINKS.values():
        for words in (*link.lines(room), link.line(room)):
            assert cell_len(words) <= room
            assert "…" not in words.replace(f"{LONG[:12]}…", "")
        if room >= 22:
            assert all(link.lines(room))
        assert link.line(room)


# The menu lives, and shows games when nobody uses it.


@pytest.fixture
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time flies at the menu."""
    monkeypatch.setattr(menu, "BEAT", 0.01)
    monkeypatch.setattr(attract, "PAUSE", 0.001)
    monkeypatch.setattr(attract, "TEMPO", 0.001)
    monkeypatch.setattr(attract, "FRAMES", 200)
    monkeypatch.setattr(attract, "APPLAUSE", 0.01)
    monkeypatch.setattr(watch, "BREATH", 0.001)


def board(pilot: Here) -> object:
    """What the menu's stage shows."""
    shown = menu_of(pilot).board
    return shown.board if shown else None


async def shown(pilot: Here) -> Attract:
    """The show, some plies after it began."""
    screen = pilot.app.screen_stack[0]
    assert isinstance(screen, Menu)
    screen.show_games()
    await pilot.until(lambda: bool(pilot.app.screen.query(BoardView)), "a board on show")
    assert isinstance(pilot.app.screen, Attract)
    return pilot.app.screen


@pytest.mark.usefixtures("swift")
@opens(hints=True)
async def test_a_click_on_the_first_cell_of_a_key_is_one_on_its_word(here: Here) -> None:
    await here.click(KeyLine, offset=(2, 0))
    assert isinstance(here.screen, SeasonScreen)


@opens('[Game "egg-carton"][Season "1/1"][Seat2 "computer novice"]', name="Ann")
async def test_a_season_that_is_ended_is_followed_by_the_next(here: Here) -> None:
    await here.press("a", "q", "e", "n")
    await here.sees("End it and begin")
    await here.press("down", "enter")
    assert (await here.sits()).match.tag(SEASON) == "2/1"


@opens()
async def test_the_game_pointed_at_plays(here: Here) -> None:
    for _ in here.arcade.games:
        await here.rest()
        first = board(here)
        assert first is not None
        await here.until(lambda first=first: board(here) != first, "a move")  # type: ignore[misc]
        await here.press("down")


@pytest.mark.parametrize("why", ["never asked for", "no motion", "nobody looks"])
@pytest.mark.usefixtures("swift")
async def test_there_is_no_show(monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    clock = [0.0]
    monkeypatch.setattr(menu, "monotonic", lambda: clock[0])
    app = arcade(idle=0 if why == "never asked for" else 60)
    if why == "no motion":
        app.animation_level = "none"
    async with opened(app) as here:
        if why == "nobody looks":
            app.post_message(AppBlur())
            await here.until(lambda: not app.app_focus, "the loss of the focus")
            await here.rest()
        first = board(here)
        clock[0] = 1e6
        if why == "never asked for":
            await here.until(lambda: board(here) != first, "a move at the menu")
        else:
            await here.passes(30 * menu.BEAT)
            assert board(here) == first
        assert isinstance(app.screen, Menu)


@pytest.mark.usefixtures("swift")
@opens()
async def test_nothing_moves_below_another_screen(here: Here) -> None:
    await here.press("s")
    first = board(here)
    await here.passes(30 * menu.BEAT)
    assert board(here) == first
    await here.press("escape")
    await here.until(lambda: board(here) != first, "a move after the return")


@pytest.mark.usefixtures("swift")
@opens(idle=1)
async def test_after_a_while_computers_play_and_a_key_ends_it(here: Here) -> None:
    await here.comes(Attract)
    await here.until(lambda: bool(here.screen.query(BoardView)), "a board on show")
    assert here.screen.query_one(Lettering).text == "EGG CARTON"
    start = here.screen.query_one(BoardView).frame.board
    await here.until(lambda: here.screen.query_one(BoardView).frame.board != start, "a move")
    here.arcade.settings = here.arcade.settings._replace(idle=0)
    await here.press("enter")  # at the menu it would play
    assert isinstance(here.screen, Menu)


async def test_keys_at_the_menu_put_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(menu, "monotonic", lambda: clock[0])
    monkeypatch.setattr(menu, "BEAT", 0.01)
    async with opened(arcade(idle=60)) as here:
        clock[0] = 59
        await here.press("right")
        clock[0] = 118
        await here.rest()
        assert isinstance(here.screen, Menu)
        clock[0] = 120
        await here.comes(Attract)


@opens()
async def test_keys_that_wake_a_click_and_a_paste_end_it_and_do_nothing_else(here: Here) -> None:
    for key in ("q", "escape", "space", "f5"):
        await shown(here)
        await here.press(key)
        assert here.arcade.is_running, key
        assert here.arcade.screen_stack == [here.screen], key
        assert isinstance(here.screen, Menu)
    await shown(here)
    await here.click(offset=(20, 12))
    assert isinstance(here.screen, Menu)
    await shown(here)
    await here.paste('[Game "egg-carton"]\n\nA C')
    assert here.arcade.screen_stack == [here.screen]
    assert isinstance(here.screen, Menu)


@opens(hints=True)
async def test_what_is_clicked_opens_though_the_first_lesson_is_picked_meanwhile(here: Here) -> None:
    cards = menu_of(here).cards
    cards[1].post_message(Card.Opened(cards[1]))
    next(card for card in cards if card.link).focus()
    assert (await here.comes(SetUp)).game.key == "abacus"


@opens()
async def test_any_other_key_does_at_the_menu_what_it_always_does(here: Here) -> None:
    await shown(here)
    await here.press("l")
    await here.until(lambda: len(here.arcade.screen_stack) == 2, "the library")
    assert isinstance(here.arcade.screen_stack[0], Menu)


@pytest.mark.long
@pytest.mark.usefixtures("swift")
async def test_the_games_take_turns_and_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attract, "MOST", 3)
    async with opened(arcade()) as here:
        await shown(here)
        for name in ("ABACUS", "GETAWAY", "BEADMASTER", "GOBBLET", "EGG CARTON"):
            await here.until(lambda name=name: here.screen.query_one(Lettering).text == name, name)  # type: ignore[misc]
        assert await here.arcade.store.ask(lambda store: store.library.count()) == 0
        assert await here.arcade.store.ask(MatchStore.last_unfinished) is None


@pytest.mark.long
@pytest.mark.usefixtures("swift")
async def test_who_wins_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attract, "APPLAUSE", 60.0)
    async with opened(arcade()) as here:
        await shown(here)
        attract_screen = here.screen

        def wins() -> bool:
            return str(attract_screen.query_one("#said", Static).render()) in ("Bottom wins.", "Top wins.")

        await here.until(wins, "who wins")


@opens()
async def test_the_arcade_can_be_left_and_resized_in_the_middle(here: Here) -> None:
    await shown(here)
    for size in ((200, 55), (30, 10), (1, 1), (60, 18)):
        await here.size(*size)
    assert isinstance(here.screen, Attract)
    await here.press("ctrl+q")
    assert not here.arcade.is_running


def test_letters_are_five_pixels_high_and_each_even() -> None:
    for letter, drawn in SMALL.items():
        rows = drawn.split()
        assert len(rows) == 5, letter
        assert len({len(row) for row in rows}) == 1, letter


# Whose turn it is, where nobody looks at the arcade: in the window's title, and in a notice.


EVIL = "Eve\x1b]2;owned\x07"


@pytest.fixture
def wrote(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written to a terminal that is one, as far as the arcade knows."""
    found: list[str] = []
    from textual.drivers.headless_driver import HeadlessDriver

    monkeypatch.setattr(HeadlessDriver, "write", lambda self, data: found.append(data))
    monkeypatch.setattr(Arcade, "is_headless", property(lambda self: False))
    environ: Mapping[str, str] = {"TERM": "xterm-kitty"}
    monkeypatch.setattr(Arcade, "terminal_environ", property(lambda self: environ))
    return found


def told(wrote: list[str]) -> list[str]:
    return [text for text in wrote if "\x1b]2;" in text or "\x1b]9" in text or "\x1b]777" in text]


@pytest.mark.parametrize(
    ("terminal", "news"),
    [
        ("kitty", "\x1b]99;i=marbles:o=unfocused;Abacus: your move\x1b\\"),
        ("foot", "\x1b]777;notify;Marbles;Abacus: your move\x1b\\"),
        ("wezterm", "\x1b]9;Abacus: your move\x1b\\"),
        ("xterm", ""),
        ("", None),
        ("tmux", None),
        ("brand new", None),
    ],
)
async def test_the_title_says_whose_move_it_is(wrote: list[str], terminal: str, news: str | None) -> None:
    async with opened(arcade(name="Ann")) as here:
        here.arcade.ability = Ability(terminal, (1, 0))
        here.arcade.play_match(
            Match.new(find("abacus"), seats=[Seat(EVIL), Seat("Novice", "computer novice")])
        )
        screen = await here.sits()
        await here.until(lambda: screen.doing.live.state.asked == 0, "the turn")
        await here.rest()
        if news is None:
            assert told(wrote) == []
            return
        assert told(wrote) == [capabilities.SAVE + capabilities.titled("● Abacus: your move")]
        here.arcade.post_message(events.AppBlur())
        await here.until(lambda: not here.arcade.app_focus, "the blur")
        screen.doing.live.do(screen.match.position.moves()[0], 0)
        await here.until(lambda: screen.match.plies == 2, "the answer")
        await here.until(lambda: "your move" in told(wrote)[-1], "the title")
        assert capabilities.titled("Abacus: their move") in told(wrote)
        assert [text for text in told(wrote) if "\x1b]2;" not in text] == [news] * bool(news)
        await here.press("q")
        await here.until(lambda: told(wrote)[-1] == capabilities.titled("Marbles"), "the title of the menu")
    assert wrote.count(capabilities.RESTORE) == 1
    assert not any("owned" in text for text in told(wrote))


async def test_a_setting_turns_it_off(wrote: list[str]) -> None:
    async with opened(arcade(name="Ann", turns=False)) as here:
        here.arcade.ability = Ability("kitty", (1, 0))
        here.arcade.play_match(Match.new(find("abacus"), seats=[Seat("Ann"), Seat("Bea")]))
        await here.sits()
        await here.rest()
        assert told(wrote) == []
    assert capabilities.RESTORE not in wrote


@pytest.mark.parametrize(("terminal", "taken"), [("kitty", True), ("vte", False), ("", False)])
@opens()
async def test_the_pointer_has_a_shape_where_the_terminal_takes_one(
    here: Here, wrote: list[str], terminal: str, taken: bool
) -> None:
    wrote.clear()
    here.arcade.ability = Ability(terminal, (1, 0))
    await here.press("p")
    await here.hover("RowList")
    await here.rest()
    assert ("\x1b]22;pointer\x07" in wrote) is taken


async def test_the_menu_stands_at_the_game_that_was_played_where_a_command_has_opened_its_table() -> None:
    async with opened(arcade('[Game "gobblet"]')) as here:
        await here.press("q")
        face = here.on(Menu)
        assert face.picked.game is not None  # there is nothing to go on with
        assert face.picked.game.key == "gobblet"
    async with opened(arcade('[Game "gobblet"]')) as here:
        await here.press("1", "a", "1", "q")
        face = here.on(Menu)
        await here.until(lambda: face.picked.link is not None, "what can be gone on with")
        assert face.picked.link is not None
        assert face.picked.link.action == "resume"
        await here.press("enter")
        (await here.sits()).doing.live.do(Act.RESIGN, 0)
        await here.rest()
        await here.press("q")
        await here.until(lambda: all(link.action != "resume" for link in face.links), "it is over")
        assert face.picked.game is not None
        assert face.picked.game.key == "gobblet"

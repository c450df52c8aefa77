"""First lessons on the screen: done by their keys, wrong tries answered, progress kept, offered and declined."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play.lessons import DECLINED, DONE, lesson_of
from marbles_tui.play.puzzles.text import second_lessons
from marbles_tui.store import MatchStore
from marbles_tui.table.tasks.learn import Learn
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.lesson import LessonOffer, open_lesson
from marbles_tui.tui.pages.puzzles import LessonsPage
from marbles_tui.tui.table.beside import Status
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.tui.conftest import MakeArcade, match_of, menu_of, picked_at
from tests.tui.waiting import opened, press, screen_text, settle, until

KEYS = {
    "egg-carton": ["d", "a", "b", "c", "f", "e", "f"],
    "abacus": ["", "", "", "", "", "", ""],
    "getaway": ["space", "space", "space", "t", "space", "b", "space"],
    "beadmaster": ["3 7", "h 1 o", "v 5 o", "h 2 o", "v 3 o", "h 6 i"],
    "gobblet": ["1 b 2", "d 2 c 3", "1 b 3", "1 a 2", "1 a 1", "1 a 4", "1 b 4"],
}
"""What is typed for each step; nothing where places are picked as with the mouse."""


def game_of(key: str) -> Game:
    return next(game for game in GAMES if game.key == key)


def lesson(pilot: Pilot[None]) -> BoardScreen:
    screen = pilot.app.screen
    assert isinstance(screen, BoardScreen)
    return screen


def learn(pilot: Pilot[None]) -> Learn:
    doing = lesson(pilot).doing
    assert isinstance(doing, Learn)
    return doing


def said(pilot: Pilot[None]) -> tuple[str, str]:
    status = lesson(pilot).query_one(Status)
    return status.said, status.prompt


async def begin(pilot: Pilot[None], key: str) -> BoardScreen:
    await settle(pilot)
    open_lesson(pilot.app, game_of(key))  # type: ignore[arg-type]
    await settle(pilot)
    return lesson(pilot)


async def do(pilot: Pilot[None], keys: str) -> None:
    """Type a move, or pick the places of the first right one."""
    screen = lesson(pilot)
    if keys:
        await pilot.press(*keys.split())
    else:
        for cell in learn(pilot).step.right[0].paths[0]:
            screen.board.post_message(screen.board.Picked(cell))
            await settle(pilot)
    await until(pilot, lambda: learn(pilot).situation.done, "the step to be done")


async def test_both_lines_are_read_at_every_size(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        await begin(pilot, "getaway")
        for size in ((60, 18), (80, 24), (120, 40), (200, 60)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            seen = " ".join(screen_text(pilot).split())
            assert all(word in seen for words in said(pilot) for word in words.split())
            assert f"step 1 of {len(learn(pilot).lesson.steps)}" in seen


async def test_steps_that_are_skipped_are_not_done_and_what_is_done_stays_so(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, "egg-carton")
        await press(pilot, *["tab"] * (len(learn(pilot).lesson.steps) + 2))
        assert app.settings.lessons == {}
        app.change_settings(lessons={"egg-carton": DONE})
        await press(pilot, *["backspace"] * len(learn(pilot).lesson.steps))
        assert learn(pilot).at == 0
        await do(pilot, KEYS["egg-carton"][0])
        assert app.settings.lessons == {"egg-carton": DONE}


# Where they are offered


async def test_whoever_has_played_nothing_is_shown_the_lessons_first(arcade: MakeArcade) -> None:
    app = arcade(hints=True)
    async with app.run_test(size=(80, 24)) as pilot:
        link = await until(pilot, lambda: menu_of(pilot).picked.link, "the link to the lessons")
        assert link
        assert link.title == "First lessons"
        await press(pilot, "enter")
        assert isinstance(app.screen, LessonsPage)
        await press(pilot, "3", "end", "1", "x", "down", "enter")
        assert app.settings.lessons == {"egg-carton": DECLINED}
        assert learn(pilot).lesson is lesson_of(GAMES[1])


@pytest.mark.long
async def test_the_set_up_of_a_new_game_offers_its_lesson_until_it_is_declined(arcade: MakeArcade) -> None:
    app = arcade(hints=True)
    async with opened(app, (60, 18)) as pilot:
        await pilot.press("5")
        await until(pilot, lambda: app.screen.query(LessonOffer), "the offer")
        await press(pilot, "f")
        assert learn(pilot).lesson.game is GAMES[4]
        await pilot.press("escape", "5")
        await until(pilot, lambda: app.screen.query(LessonOffer), "the offer")
        await press(pilot, "x")
        assert not app.screen.query(LessonOffer)
        assert app.settings.lessons == {GAMES[4].key: DECLINED}
        await press(pilot, "escape", "5")
        assert not app.screen.query(LessonOffer)


async def test_nothing_is_offered_to_whoever_has_played_or_done_them(arcade: MakeArcade) -> None:
    store = MatchStore.open()
    store.begin(match_of('[Game "egg-carton"]\n[Player1 "Ann"]\n[Seat2 "computer novice"]\n\nD A #1\n'))
    store.close()
    app = arcade(hints=True, name="Ann", lessons={game.key: DONE for game in GAMES[1:]})
    async with opened(app, (80, 24)) as pilot:
        assert picked_at(pilot) == 0
        await press(pilot, "1")
        assert not app.screen.query(LessonOffer)
        app.change_settings(lessons={game.key: DONE for game in GAMES})
        await press(pilot, "escape")
        assert "f" not in [link.key for link in menu_of(pilot).links]


async def test_second_lessons_follow_the_first_ones(arcade: MakeArcade) -> None:
    async with opened(arcade(), (80, 24)) as pilot:
        await press(pilot, "f")
        rows = pilot.app.screen.query_one(RowList)
        path = second_lessons(GAMES[1])
        await until(pilot, lambda: any(item and item.key == path[0] for item in rows.items), "the path")
        rows.pick(path[0])
        await until(pilot, lambda: path[0].idea[:20] in screen_text(pilot), "the idea")
        await press(pilot, "enter")
        await until(pilot, lambda: path[0].id in screen_text(pilot), "the puzzle")
        assert "Two in a line push one," in screen_text(pilot)

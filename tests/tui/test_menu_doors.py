"""The doors of the menu: where they lie, how arrows walk them, and that no word of them is ever cut."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from textual.theme import BUILTIN_THEMES

from marbles_tui.ai.levels import opponents_of
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.play.lessons import DONE, lesson_of
from marbles_tui.table.season import Ended, Season, Seasons, fixtures
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.skins import SKINS
from marbles_tui.tui.menu.doors import (
    Door,
    continue_door,
    daily_door,
    lessons_door,
    season_door,
    together_door,
)
from marbles_tui.tui.menu.layout import FORMS, lay_out_menu
from marbles_tui.tui.menu.painting import paint_door

SIZES = [(form.width, form.height) for form in FORMS]
LOOKS = [Look.of(SKINS[0], BUILTIN_THEMES["textual-dark"], coloured) for coloured in (False, True)]
BETWEEN = [*SIZES, (79, 23), (81, 25), (119, 40), (150, 45), (300, 90)]


@pytest.mark.parametrize("size", BETWEEN)
@pytest.mark.parametrize("doors", [2, 3, 4])
def test_arrows_reach_each_door_where_it_is_seen(size: tuple[int, int], doors: int) -> None:
    layout = lay_out_menu(*size, len(GAMES), doors, False)
    first = len(GAMES)
    for at, door in enumerate(layout.doors):
        below = [other for other in layout.doors if other.x == door.x and other.y > door.y]
        if below:
            assert layout.doors[at + 1] == below[0]
        beside = [other for other in layout.doors if other.y == door.y and other.x > door.x]
        if beside:
            right = layout.doors.index(beside[0])
            assert layout.beside(first + at, 1) == first + right
            assert layout.beside(first + right, -1) == first + at
    assert layout.beside(first + doors - 1, 1) == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("doors", [2, 3])
def test_a_door_that_comes_last_moves_no_other(size: tuple[int, int], doors: int) -> None:
    before, after = (lay_out_menu(*size, len(GAMES), count, False).doors for count in (doors, doors + 1))
    assert [(door.x, door.y) for door in before] == [(door.x, door.y) for door in after[:doors]]


LONG = "Bartholomew the Great"


def _continued() -> Iterator[Door | None]:
    for game in GAMES:
        for level in opponents_of(game):
            for seats in (
                (Seat("Ann"), Seat(level.title, f"computer {level.key}")),
                (Seat(LONG), Seat(LONG)),
            ):
                record = str(Match.new(game, seats=seats))
                saved = SimpleNamespace(record=record, plies=1, game=game.key)
                store: Any = SimpleNamespace(last_unfinished=lambda saved=saved: saved)
                yield continue_door(store, GAMES)


def _together() -> Iterator[Door | None]:
    yield together_door(None)
    for game in GAMES:
        card = SimpleNamespace(names=("Ann", LONG), seats=(0,), my_turn=True, match=Match.new(game))
        for rooms in ([card], []):
            visit: Any = SimpleNamespace(
                account=SimpleNamespace(name="Ann"),
                challenges=lambda: [SimpleNamespace(by=None)] * 12,
                people=lambda: [None] * 345,
                my_rooms=lambda rooms=rooms: rooms,
            )
            yield together_door(visit)


def _lessons() -> Iterator[Door | None]:
    yield lessons_door({}, GAMES)
    for game in GAMES:
        lesson = lesson_of(game)
        if lesson:
            for kept in (DONE, str(len(lesson.steps) - 1)):
                yield lessons_door({game.key: kept}, GAMES)


def _seasons() -> Iterator[Door | None]:
    every = fixtures(GAMES)
    for count in range(len(every) + 1):
        ended = {fixture.number: Ended(fixture.number, 0.5, "") for fixture in every[:count]}
        yield season_door(Seasons(Season(1, every, ended), ()))


def _dailies() -> Iterator[Door | None]:
    for days in range(30):
        store: Any = SimpleNamespace(tries=SimpleNamespace(all=list))
        yield daily_door(store, GAMES, date(2026, 3, 1) + timedelta(days))


DOORS = {
    (door.title, door.first, door.second): door
    for doors in (_continued(), _together(), _lessons(), _seasons(), _dailies())
    for door in doors
    if door is not None
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("coloured", [False, True])
def test_words_of_doors_are_whole_and_stay_where_they_are(size: tuple[int, int], coloured: bool) -> None:
    look = LOOKS[coloured]
    layout = lay_out_menu(*size, len(GAMES), 4, not coloured)
    region = layout.doors[0]
    for door in DOORS.values():
        shown = []
        for picked in (False, True):
            canvas = Canvas(region.right, region.bottom, look.ground)
            paint_door(canvas, layout, region, door, picked, not coloured, look)
            rows = canvas.letters[region.y : region.bottom]
            assert all(region.x <= x < region.right for row in rows for x in row)
            shown.append(
                {(y, x): row[x][0] for y, row in enumerate(rows) for x in row if row[x][0].isalnum()}
            )
        assert shown[0] == shown[1]
        said = "".join(shown[0].values())
        assert _letters(door.title) in said
        if layout.form.tiles or size[0] >= 80:
            told = said.replace(_letters(door.title), "", 1)[1:]
            assert told
        for words in (*door.lines(region.width - 5), door.line(region.width - 21)):
            assert "…" not in words.replace(f"{LONG[:12]}…", "")
        if layout.form.tiles:
            assert all(door.lines(region.width - 5))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))

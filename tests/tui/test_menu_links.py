"""The links of the menu: no word of them is ever cut."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from rich.cells import cell_len

from marbles_tui.ai.levels import opponents_of
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.play.lessons import DONE, lesson_of
from marbles_tui.table.season import Season, SeasonGame, Seasons, fixtures
from marbles_tui.tui.pages.menu_links import (
    MenuLink,
    continue_link,
    daily_link,
    lessons_link,
    season_link,
    together_link,
)

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
                store: Any = SimpleNamespace(last_unfinished=lambda saved=saved: saved)
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


@pytest.mark.parametrize("room", [17, 22, 24, 40, 60])
def test_words_of_links_are_whole(room: int) -> None:
    for link in LINKS.values():
        for words in (*link.lines(room), link.line(room)):
            assert cell_len(words) <= room
            assert "…" not in words.replace(f"{LONG[:12]}…", "")
        if room >= 22:
            assert all(link.lines(room))
        assert link.line(room)

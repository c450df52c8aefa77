"""Windows that are higher than wide, and fingers: the board over the whole width, doors below, words that speak of
tapping."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from textual.geometry import Offset

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.edges import KeyLine
from marbles_tui.tui.touch import tapped
from tests.at_table import plays
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import click, opened, settle

PHONE = (61, 60)
"""Of 390 by 800 pixels."""

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])


def table(game: Game) -> str:
    return f'[Game "{game.key}"]\n[Player1 "Ann"]\n[Player2 "Ben"]'


@every_game
async def test_a_board_has_the_whole_width_and_what_is_told_lies_below(
    game: Game, arcade: MakeArcade
) -> None:
    app = arcade(table(game))
    async with opened(app, size=PHONE) as pilot:
        for size in (PHONE, (60, 40), (100, 70)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert plays(app.screen)
            board, under = app.screen.board, app.screen.query_one("#under")
            assert board.size.width == size[0]
            assert under.region.y == board.region.bottom
            assert under.region.width == size[0]
            places = list(board.places().values())
            across = max(place.right for place in places) - min(place.x for place in places)
            assert across > 0.7 * size[0] or max(place.bottom for place in places) > 0.7 * board.size.height
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        assert not app.screen.has_class("-portrait")
        assert app.screen.query_one(KeyLine).size.height == 1


@every_game
@pytest.mark.parametrize("touch", [False, True])
async def test_doors_do_what_they_say_and_stand_apart(game: Game, touch: bool, arcade: MakeArcade) -> None:
    app = arcade(table(game))
    app.face = replace(app.face, touch=touch)
    async with opened(app, size=PHONE) as pilot:
        await settle(pilot)
        doors = app.screen.query_one(KeyLine)
        assert doors.size.height == 3 + touch
        laid = doors._laid()
        assert laid[0][0] >= 0
        assert laid[-1][0] + laid[-1][1] <= doors.content_size.width
        assert all(left + wide < after for (left, wide, _), (after, *_) in pairwise(laid))
        shown = doors.render().plain.split("\n")
        assert all(("Leave" if touch else "q leave") in row for row in shown[1:2])
        left, wide, leave = next(door for door in laid if door[2].does == "leave")
        assert leave is laid[-1][2] or leave is laid[-2][2], "away from the others"
        await click(pilot, doors, offset=(left + wide // 2 + 1, 0))
        assert not plays(app.screen)


@every_game
def test_tips_speak_of_tapping_to_fingers(game: Game) -> None:
    words = VIEWS[game.key].match()
    told = [words.busy, *(tip.text for tip in words.tips_of(Match.new(game)))]
    for sentence in map(tapped, told):
        assert not re.search(r"\b([Pp]ress|[Cc]lick|Esc|Enter|Space|[Aa]rrows|[tsu] \w+s)\b", sentence), (
            sentence
        )
        assert sentence == sentence[:1].upper() + sentence[1:]


@every_game
async def test_a_finger_beside_a_place_means_it_and_a_mouse_does_not(game: Game, arcade: MakeArcade) -> None:
    app = arcade(table(game))
    async with opened(app, size=PHONE) as pilot:
        await settle(pilot)
        assert plays(app.screen)
        board = app.screen.board
        places = board.places()
        lowest = max(places, key=lambda cell: (places[cell].bottom, places[cell].x))
        beside = Offset(places[lowest].x + places[lowest].width // 2, places[lowest].bottom)
        assert board.cell_at(beside) is None
        app.add_class("-touch")
        assert board.cell_at(beside) == lowest

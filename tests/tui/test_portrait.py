"""Windows that are higher than wide, and fingers: the board over the whole width, doors below, words that speak of
tapping."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from textual.geometry import Offset

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.touch import tapped
from tests.at_table import plays, table
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import click, opened, settle

PHONE = (61, 60)
"""Of 390 by 800 pixels."""

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])


@every_game
async def test_upright_the_board_has_the_whole_width_and_doors_below_do_what_they_say(
    game: Game, arcade: MakeArcade
) -> None:
    touch = GAMES.index(game) % 2 == 1
    app = arcade(f'[Game "{game.key}"]\n[Player1 "Ann"]\n[Player2 "Ben"]')
    app.face = app.face._replace(touch=touch)
    async with opened(app, size=PHONE) as pilot:
        board, doors = table(pilot).board, app.screen.query_one(KeyLine)
        places = board.places()
        lowest = max(places, key=lambda cell: (places[cell].bottom, places[cell].x))
        beside = Offset(places[lowest].x + places[lowest].width // 2, places[lowest].bottom)
        for finger in (False, True):
            app.set_class(finger, "-touch")
            assert board.cell_at(beside) == (lowest if finger else None), "a mouse does not mean it"
        app.set_class(touch, "-touch")
        for size in ((60, 40), (100, 70), PHONE):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            under = app.screen.query_one("#under")
            assert board.size.width == under.region.width == size[0]
            assert under.region.y == board.region.bottom
            regions = board.places().values()
            across = max(place.right for place in regions) - min(place.x for place in regions)
            assert across > 0.7 * size[0] or max(each.bottom for each in regions) > 0.7 * board.size.height
        assert doors.size.height == 3 + touch
        laid = doors._laid()
        assert laid[0][0] >= 0
        assert laid[-1][0] + laid[-1][1] <= doors.content_size.width
        assert all(left + wide < after for (left, wide, _), (after, *_) in pairwise(laid))
        assert ("Leave" if touch else "q leave") in doors.render().plain.split("\n")[1]
        left, wide, leave = next(door for door in laid if door[2].does == "leave")
        assert leave is laid[-1][2] or leave is laid[-2][2], "away from the others"
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        assert not app.screen.has_class("-portrait")
        assert doors.size.height == (4 if touch else 1)
        await pilot.resize_terminal(*PHONE)
        await settle(pilot)
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

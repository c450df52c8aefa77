"""Hints at the board in the first game of each kind."""

from __future__ import annotations

import pytest

from marbles_tui.games import GAMES
from marbles_tui.store import Settings, load, save
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.table.beside import Status
from tests.tui.conftest import MakeArcade, match_of
from tests.tui.waiting import opened, settle

EGGS = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"]'
NARROWEST = 56
"""Columns below a board in the smallest window: there a hint has one line."""

BESIDE = 76


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_few_short_hints_at_most(game) -> None:  # type: ignore[no-untyped-def]
    view = VIEWS[game.key].match()
    tips = view.tips
    assert len(tips) <= 4
    assert len({tip.key for tip in tips}) == len(tips)
    for tip in tips:
        assert len(tip.text) <= (BESIDE if view.side else NARROWEST)
        assert tip.done


@pytest.mark.parametrize("game", ["egg-carton", "abacus", "gobblet", "beadmaster", "getaway"])
async def test_beside_a_hint_the_last_line_still_leads_out(arcade: MakeArcade, game: str) -> None:
    app = arcade(f'[Game "{game}"][Player1 "Ann"][Player2 "Ben"]', hints=True)
    async with opened(app, (60, 18)) as pilot:
        line = str(app.screen.query_one(KeyLine).render())
        assert line.endswith("game  q leave  ? all keys")
        assert not line.startswith("g ")
        for size in ((60, 18), (80, 24), (120, 40)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            status = app.screen.query_one(Status)
            lines = status.render().wrap(status.content_size.width)
            assert len(lines) <= max(1, status.content_size.height), size


def test_what_is_understood_is_kept() -> None:
    settings = Settings(hints=False, learned={"gobblet": "pick go"})
    assert save(settings) == ""
    read, problems = load()
    assert (read.hints, read.learned, problems) == (False, {"gobblet": "pick go"}, [])


def test_the_first_hint_calls_the_end_as_the_board_does() -> None:
    match = match_of('[Game "getaway"][Player1 "Ann"]')
    first, *_ = VIEWS["getaway"].match().tips_of(match)
    assert first.text == "Space rolls. At the Lighthouse the most gold wins."
    assert first.key == "roll"

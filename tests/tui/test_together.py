"""People on different machines play with each other."""

from __future__ import annotations

from marbles_tui.rooms.cards import Terms
from marbles_tui.table.players import Act
from tests.rooms.rooms_of_two import THREE_TURNS
from tests.tui.together import party
from tests.tui.waiting import until


async def test_each_sees_the_moves_at_their_own_speed() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        with mara.app._context():
            mara.app.change_settings(speed=6)
        await here.sit(Terms("gobblet"))
        await ann.pilot.press("1", "a", "1")
        await until(mara.pilot, lambda: mara.table.situation.state.showing, "Mara sees the move go")
        await until(ann.pilot, lambda: ann.prompt == "Waiting for Mara.", "Ann has seen it")
        assert mara.table.situation.state.showing
        assert not mara.table.situation.asked
        await mara.presses("enter")
        await here.rest()
        assert mara.table.situation.asked


async def test_the_end_says_why_a_rated_game_counts_less() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        for each in here.guests:
            here.lobby.house.origins[each.visit.id] = "192.0.2.1"
        await here.sit(Terms("gobblet", rated=True))
        for at, word in enumerate(THREE_TURNS[:6]):
            (ann, mara)[at % 2].plays(word)
            await here.rest()
        mara.table.doing.live.do(Act.RESIGN, 1)
        await here.rest()
        assert "Rating 1,041 ± 670  up 41 from 1,000  counts 0.25: one address" in ann.ending

"""People on different machines play with each other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from marbles_tui.rooms.cards import Terms
from tests.rooms.rooms_of_two import THREE_TURNS
from tests.tui.together import party
from tests.tui.waiting import until

# Two play


@pytest.mark.parametrize(
    ("game", "setup", "typed"),
    [
        ("egg-carton", None, ("c", "", "", "")),
        ("gobblet", None, ("1a1", "1b2", "2a2", "2c3")),
        ("beadmaster", "0022121 2110101", ("", "", "", "")),
        ("abacus", None, ("", "", "", "")),
        ("getaway", None, ("", "", "", "")),
    ],
)
async def test_every_game_is_played_by_its_own_keys(
    game: str, setup: str | None, typed: Sequence[str]
) -> None:
    async with party("Ann", "Mara") as here:
        await here.sit(Terms(game, setup))
        for word in typed:
            ann, mara = here.guests
            plies = ann.table.match.plies
            mover = next(each for each in here.guests if each.table.situation.asked)
            other = mara if mover is ann else ann
            await other.presses(*(word or ("enter", "space")))
            assert ann.table.match.plies == plies
            await mover.presses(*word)
            if not word:
                mover.plays()
            await here.rest()
            assert ann.table.match.plies > plies
            assert ann.moves == mara.moves
        assert ann.table.match.names == ("Ann", "Mara")


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


# Asking each other


@pytest.mark.parametrize(
    ("moves", "told"),
    [(5, "Not rated: not 3 turns each."), (6, "1,041 ± 670  up 41 from 1,000  ×0.25: one address")],
)
async def test_the_end_says_why_a_rated_game_counts_less(moves: int, told: str) -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        for each in here.guests:
            here.lobby.house.origins[each.visit.id] = "192.0.2.1"
        await here.sit(Terms("gobblet", rated=True))
        for at, word in enumerate(THREE_TURNS[:moves]):
            (ann, mara)[at % 2].plays(word)
            await here.rest()
        mara.table.doing.live.resign(1)
        await here.rest()
        assert f"Rating {told}" in ann.ending


# What is refused

"""Every game between people on different machines, to its end."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.ai.one_ply import glance
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.play.series import seed_of
from marbles_tui.rooms.cards import Terms
from marbles_tui.table.players import Act
from tests.conformance.random_games import IDS
from tests.rooms.open_house import Guest, all_quiet, guest, house, opened, seated, until

MOST = 400


@pytest.mark.parametrize("game", GAMES, ids=IDS)
async def test_two_people_and_a_spectator_see_the_same_game_to_its_end(game: Game) -> None:
    given: dict[str, str] = {}
    at = house(keep_for=lambda account, record: given.update({account.name: record}))
    async with opened(at) as lobby:
        options = (("lose", "1"),) if game.key == "abacus" else ()
        people = await seated(
            lobby, Terms(game.key, options=options), guest(lobby, "Ann"), guest(lobby, "Ben")
        )
        uma = Guest(guest(lobby, "Uma"), people[0].follower.context.room)
        random = Random(5)
        while not uma.follower.state.stopped:
            await until(
                lambda: (
                    uma.follower.state.stopped
                    or any(each.follower.state.asked is not None for each in people)
                ),
                "somebody is asked, or it is over",
            )
            for each in people:
                seat = each.follower.state.asked
                if seat is None:
                    continue
                assert seed_of(each.match) == 0
                if each.follower.state.rolling:
                    assert each.follower.do(Act.ROLL, seat)
                elif each.match.plies > MOST:
                    assert each.follower.do(Act.RESIGN, seat)
                else:
                    assert each.follower.do(glance(game, each.match.position, random), seat)
        await until(lambda: len(given) == 2, "both have it")
        records = {name: read_match(record, GAMES).whole() for name, record in given.items()}
        for each in people:
            assert each.moves == uma.moves
            assert each.match.result == uma.match.result
            record = records[each.visit.account.name]
            assert record.moves == each.match.moves
            assert record.result
            assert uma.match.result
            assert record.result.scores == uma.match.result.scores
            assert record.tag("Room") == each.follower.context.room


async def test_six_travel_with_computers_among_them() -> None:
    seats = ("computer careful", "me", "anyone", "computer automatic", "anyone", "computer careful")
    async with opened() as lobby:
        visits = [guest(lobby, name) for name in ("Ann", "Ben", "Cleo")]
        people = await seated(lobby, Terms("getaway", seats=seats), *visits)
        while not all(each.follower.state.stopped for each in people):
            for each in people:
                seat = each.follower.state.asked
                if seat is not None:
                    follower = each.follower
                    legal = each.match.position.moves()
                    assert (
                        follower.do(Act.ROLL, seat) if follower.state.rolling else follower.do(legal[0], seat)
                    )
            await all_quiet()
        assert people[0].match.names == ("Careful", "Ann", "Ben", "Automatic", "Cleo", "Careful 2")
        assert people[0].moves == people[1].moves == people[2].moves
        assert people[0].match.result

"""A table's whole life, without a screen and without sleeping."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.table.live import Asked, News, Status
from marbles_tui.table.players import Act, Choosing, Engine, Here, Human
from marbles_tui.table.session import Session
from tests.table.controlled import Heard, Puppet, all_quiet, match_of, running, until
from tests.table.sessions import COMPUTER, PEOPLE, Table

COMPUTERS = '[Game "gobblet"][Seat1 "computer novice"][Seat2 "computer novice"]'


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_computers_play_a_match_to_its_end(game: Game) -> None:
    seats = (Seat("", "computer novice"), Seat("", "computer novice"))
    saved: list[Match] = []
    level = "amateur" if game.key == "abacus" else "novice"
    setup = "5/6/2b1b2/2wwwb2/1w1bbww2/2bwb3/2bw3/6/5 w 4 4" if game.key == "abacus" else None  # 40 plies
    match = Match.new(game, setup=setup, seats=seats)
    session = Session(match, [Engine(level, Here())] * 2, saved.append)
    end = await session.finish()
    assert end.result
    assert len(saved) == end.plies + bool(end.ending)
    assert saved[-1] is end
    assert read_match(str(end), GAMES).whole().positions == end.positions


async def test_a_watcher_holds_nobody_up_whether_it_is_slow_or_fails() -> None:
    table = Table(COMPUTER)

    def broken(news: News) -> None:
        raise RuntimeError("I have no idea")

    table.session.listen(Heard(slow=True))
    table.session.listen(broken)
    async with running(table.session):
        await table.plays("W1A1")
        assert table.session.state.thinking == 1


async def test_what_a_face_raises_ends_the_session() -> None:
    def broken(news: News) -> None:
        raise RuntimeError("the screen is broken")

    table = Table(PEOPLE)
    table.session.listen(broken, shows=True)
    with pytest.raises(RuntimeError, match="the screen is broken"):
        await table.session.run()
    assert not table.session.do(Act.RESIGN, 0)


async def test_what_a_player_chose_for_another_position_counts_no_more() -> None:
    table = Table(PEOPLE)
    async with running(table.session):
        table.play("W1A1")
        assert table.session.go_to(match_of(PEOPLE))
        await all_quiet()
        assert table.moves == ""
        assert table.session.state.asked == 0


async def test_a_listener_may_call_the_session() -> None:
    class Hasty(Heard):
        def __call__(self, news: News) -> Any:
            showing = super().__call__(news)
            if isinstance(news, Asked) and len(self.told) == 1:
                table.play("W1A1")
            elif news == Asked(1):
                table.session.do(Act.RESIGN, 1)
            return showing

    table = Table(PEOPLE)
    table.heard = Hasty()
    table.session.listen(table.heard, shows=True)
    async with running(table.session):
        assert table.heard.told == [("asked", 0), "W1A1", ("asked", 1), ("changed", 1), ("over", "resigned")]


async def test_a_choice_made_at_once_counts_not_if_the_table_changed_meanwhile() -> None:
    def restless(news: News) -> None:
        if isinstance(news, Status) and news.state.thinking == 0 and not news.state.match.plies:
            session.go_to(match_of(f"{COMPUTERS} w1c3"))

    table = Table(COMPUTERS)
    session = Session(match_of(COMPUTERS), [Choosing(lambda match: match.position.moves()[0]), Puppet()])
    table.session = session
    session.listen(restless, shows=True)
    async with running(session):
        await all_quiet()
        assert table.moves == "W1C3"


async def test_who_cancels_the_run_closes_the_session() -> None:
    table = Table(COMPUTER)
    task = asyncio.create_task(table.session.run())
    await table.plays("W1A1")
    task.cancel()
    await until(task.done, "the run ends")
    await all_quiet()
    assert not table.session.do(Act.RESIGN, 0)
    assert not table.puppets[1].thinks


async def test_a_table_needs_a_player_for_each_seat() -> None:
    with pytest.raises(ValueError, match="expected 2 players, not 1"):
        Session(match_of(PEOPLE), [Human()])

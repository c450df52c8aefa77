"""People on different machines play with each other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from marbles_tui.rooms.cards import Terms
from marbles_tui.tui.kit.edges import KeyLine
from tests.rooms.rooms_of_two import THREE_TURNS
from tests.tui.conftest import offered
from tests.tui.together import party
from tests.tui.waiting import until

# Two play


async def test_two_see_each_others_moves() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet"))
        assert (ann.table.situation.asked, mara.table.situation.asked) == (True, False)
        assert mara.prompt == "Waiting for Ann."
        await ann.presses("1", "a", "1")
        await here.rest()
        assert ann.moves == mara.moves == "W1A1"
        assert ann.prompt == "Waiting for Mara."
        assert mara.table.situation.asked
        await ann.presses("1", "b", "2")
        assert ann.moves == "W1A1"
        await mara.presses("1", "b", "2")
        await here.rest()
        assert ann.moves == mara.moves == "W1A1 K1B2"


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


async def test_a_move_is_taken_back_when_the_other_agrees() -> None:
    async with party("Ann", "Mara", "Tom") as here:
        ann, mara, tom = here.guests
        await here.sit(Terms("gobblet"))
        await ann.presses("1", "a", "1")
        await here.rest()
        await ann.presses("u")
        await here.rest()
        assert ann.said == "You ask Mara for your move back: p withdraws it."
        assert mara.question == ""
        assert mara.said == "Ann asks to take a move back: y agrees, p plays on."
        assert [key.key for key in mara.table.query_one(KeyLine).keys][1:3] == ["y", "p"]
        assert tom.said == "Ann wants to take a move back: Mara to answer."
        await mara.presses("y")
        await here.rest()
        assert (ann.moves, mara.moves, tom.moves) == ("", "", "")
        assert ann.table.situation.asked


async def test_who_is_asked_plays_on_as_if_nothing_was_asked() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet"))
        await ann.presses("1", "a", "1")
        await here.rest()
        await ann.pilot.press(*["u"] * 20)  # held down
        await mara.presses("1", "b", "2")
        await here.rest()
        assert mara.moves == "W1A1 K1B2"
        assert mara.said != "Ann asks to take a move back: y agrees, p plays on."
        assert ann.table.doing.live.state.offer is None


async def test_asking_again_says_why_it_is_of_no_use() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet"))
        await ann.presses("u")
        assert ann.said == "There is nothing to take back."
        await ann.presses("1", "a", "1")
        await here.rest()
        await ann.presses("u", "u")
        assert ann.said == "Mara is still being asked."
        await mara.runs("screen.do('draw')")
        assert mara.said == "Ann asks already."
        await mara.presses("p")
        await here.rest()
        assert ann.said == "Mara wants to keep the move."
        assert mara.said == ""
        await ann.presses("u")
        assert ann.said == "Ask again after the next move."
        await ann.runs("screen.do('draw')")
        assert ann.said == "Ask again after the next move."
        assert not mara.said


async def test_who_asks_withdraws_it() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet"))
        await ann.runs("screen.do('draw')")
        await here.rest()
        assert "Withdraw" in offered(ann.table).values()
        await ann.presses("y")
        assert ann.table.doing.live.state.offer, "nobody answers their own offer"
        await ann.presses("p")
        await here.rest()
        assert ann.said == ""
        assert mara.said == "Ann withdraws the draw."
        await ann.presses("p")
        assert ann.said == "Games between people are not paused."


async def test_a_draw_is_agreed() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet"))
        await mara.runs("screen.do('draw')")
        await here.rest()
        assert ann.said == "Mara offers a draw: y accepts, p plays on."
        await ann.presses("y")
        await here.rest()
        assert [each.sign for each in here.guests] == ["Draw", "Draw"]


async def test_a_question_waits_for_who_has_lost_the_connection() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        room = await here.sit(Terms("gobblet"))
        await mara.presses("q")
        await ann.runs("screen.do('draw')")
        await here.rest()
        mara.enters(room)
        await here.rest()
        assert mara.said == "Ann offers a draw: y accepts, p plays on."
        await mara.presses("y")
        await here.rest()
        assert [each.sign for each in here.guests] == ["Draw", "Draw"]


async def test_who_resigns_is_asked_first_and_each_is_told_their_end() -> None:
    async with party("Ann", "Mara", "Tom") as here:
        ann, mara, tom = here.guests
        await here.sit(Terms("gobblet", rated=True))
        for at, keys in enumerate(("1a1", "1b2", "2a2", "2b3", "3a3", "3c1")):
            await (ann, mara)[at % 2].presses(*keys)
            await here.rest()
            if at == 1:
                await mara.runs("screen.do('resign')")
                assert mara.question == "Mara, do you resign? Ann wins."
                await mara.presses("n")
        await mara.runs("screen.do('resign')")
        assert mara.question == "Mara, do you resign? Ann wins, and it costs rating points."
        await mara.presses("y")
        await here.rest()
        assert [each.sign for each in here.guests] == ["You win", "Lost", "Ann wins"]
        assert "up 162 from 1,000" in ann.ending
        assert "down 162 from 1,000" in mara.ending
        assert "Rating" not in tom.ending


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


async def test_help_and_a_pause_are_refused_while_the_game_runs() -> None:
    async with party("Ann", "Mara") as here:
        ann, _ = here.guests
        await here.sit(Terms("egg-carton"))
        for key in ("s", "y", "]"):
            await ann.presses("escape")
            await ann.presses(key)
            assert ann.said == "Help is off in games between people."
        await ann.presses("p")
        assert ann.said == "Games between people are not paused."
        assert ann.table.situation.thought is None
        keys = {key.key for key in ann.table.query_one(KeyLine).keys}
        assert "/" in keys
        assert not keys & {"s", "y", "p"}


@pytest.mark.parametrize("rated", [False, True])
async def test_threats_are_marked_in_friendly_games_alone(rated: bool) -> None:
    async with party("Ann", "Mara", "Tom") as here:
        await here.sit(Terms("egg-carton", rated=rated))
        for each in here.guests:
            await each.presses("t")
            assert each.table.doing.threats is not rated
            shown = {key.key for key in each.table.query_one(KeyLine).keys}
            assert ("t" in shown) is not rated
        ann = here.guests[0]
        ann.table.doing.live.resign(0)
        await here.rest()
        assert not ann.table.situation.refusal("threats")


async def test_the_menu_offers_what_one_may_do() -> None:
    async with party("Ann", "Mara", "Tom") as here:
        ann, mara, tom = here.guests
        await here.sit(Terms("gobblet"))
        assert not {"undo", "redo"} & ann.offered
        await ann.presses("1", "a", "1")
        await here.rest()
        plays = {"undo", "draw", "resign", "say", "leave"}
        assert plays <= ann.offered
        assert not ann.offered & {"hint", "pause", "players", "replay"}
        assert not tom.offered & {"undo", "draw", "resign", "rematch"}
        ann.table.doing.live.resign(0)
        await here.rest()
        assert {"rematch", "replay"} <= mara.offered
        assert "resign" not in mara.offered


async def test_a_spectator_changes_nothing() -> None:
    async with party("Ann", "Mara", "Tom") as here:
        ann, mara, tom = here.guests
        await here.sit(Terms("abacus"))
        assert tom.table.doing.here == ()
        for key in ("u", "r", "s", "y", "p", "enter", "space", "c", "v"):
            await tom.presses(key)
        assert tom.table.board.turned
        await tom.runs("screen.do('resign')")
        await tom.runs("screen.do('draw')")
        await here.rest()
        assert (ann.question, mara.question) == ("", "")
        assert ann.table.match.result is None
        assert mara.table.board.turned
        assert not ann.table.board.turned

"""Matches between people on different machines."""

from __future__ import annotations

from marbles_tui.rooms.challenge import Terms
from tests.rooms.open_house import all_quiet, guest, opened, seated, until

GOBBLET = Terms("gobblet")


async def test_two_play_and_each_is_asked_in_turn() -> None:
    async with opened() as lobby:
        ann, ben = await seated(lobby, GOBBLET, guest(lobby, "Ann"), guest(lobby, "Ben"))
        assert (ann.follower.asked, ben.follower.asked, ben.follower.awaited) == (0, None, 0)
        await ann.plays("W1A1")
        await ben.plays("K1B2")
        assert ann.moves == ben.moves == "W1A1 K1B2"
        assert ann.match.names == ("Ann", "Ben")
        assert ann.heard.told == [("asked", 0), "W1A1", "K1B2", ("asked", 0)]
        assert ben.heard.told == ["W1A1", ("asked", 1), "K1B2"]


async def test_a_slow_guest_holds_nobody_up_and_sees_everything() -> None:
    async with opened() as lobby:
        visits = [guest(lobby, name) for name in ("Ann", "Ben", "Uma")]
        ann, ben = await seated(lobby, GOBBLET, *visits[:2], slow=visits[1:2])
        await ann.plays("W1A1")
        assert ben.follower.showing
        assert ben.follower.asked is None
        assert ann.follower.awaited == 1
        ben.heard.catch_up()
        await until(lambda: ben.follower.asked == 1, "asked when the move was shown")
        await ben.plays("K1B2")
        assert ann.follower.asked == 0
        assert ben.follower.showing


async def test_undo_needs_the_consent_of_the_other() -> None:
    async with opened() as lobby:
        ann, ben = await seated(lobby, GOBBLET, guest(lobby, "Ann"), guest(lobby, "Ben"))
        await ann.plays("W1A1")
        assert ann.follower.undo()
        await all_quiet()
        assert ann.moves == "W1A1"
        assert not ann.follower.answer(1, True)
        assert ben.follower.answer(1, False)
        assert ann.moves == "W1A1"
        assert ann.follower.undo()
        assert ben.follower.answer(1, True)
        await all_quiet()
        assert ann.moves == ben.moves == ""
        assert ann.follower.asked == 0

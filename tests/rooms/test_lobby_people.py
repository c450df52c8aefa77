"""Who is in the lobby, and who they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Accounts, Ban
from marbles_tui.rooms.backend import RoomState
from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.limits import Limits, Refused
from marbles_tui.rooms.notes import INVITED, Invitation
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import NO_CLOCK, TimeControl
from tests.rooms.lobby_terms import GOBBLET
from tests.rooms.memory import Memory
from tests.rooms.open_house import Guest, all_quiet, guest, held, house, opened, seated, until
from tests.rooms.rooms_of_two import play

# Who is here


async def test_people_are_told_with_what_they_do() -> None:
    async with opened() as lobby:
        visits = {name: guest(lobby, name) for name in ("Ann", "Ben", "Cleo", "Dora", "Eve")}
        ann, ben = await seated(lobby, GOBBLET, visits["Ann"], visits["Ben"])
        Guest(visits["Cleo"], ann.follower.context.room)
        visits["Dora"].offer(Terms("abacus"))

        def told(by: str) -> dict[str, tuple[str, str]]:
            return {each.account.name: (each.doing, each.what) for each in visits[by].people()}

        assert told("Eve") == {
            "Dora": ("offers", "abacus"),
            "Ann": ("plays", "Ben"),
            "Ben": ("plays", "Ann"),
            "Cleo": ("watches", "Ann and Ben"),
        }
        await ann.plays("W1A1")
        ann.leaves()
        assert told("Ben")["Ann"] == ("waits", "")
        assert told("Eve")["Ann"] == ("free", "")
        assert [each.id for each in visits["Eve"].rooms()] == [ann.follower.context.room]
        assert ben.visit.rooms() == []


async def test_whose_turn_it_is_comes_first() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        first = ann.accept(ben.offer(GOBBLET).id)
        lobby.house.wall.now += 60  # type: ignore[attr-defined]
        second = ben.accept(ann.offer(GOBBLET).id)
        assert first
        assert second
        assert [card.id for card in ann.my_rooms()] == [second.id, first.id]
        assert [card.my_turn for card in ben.my_rooms()] == [True, False]
        timed = ben.accept(ann.offer(Terms("gobblet", control=TimeControl.read("5+3"))).id)
        assert timed
        assert [card.id for card in ann.my_rooms()] == [timed.id, second.id, first.id]


async def test_whoever_listens_hears_that_something_has_changed() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        heard: list[int] = []
        await until(lambda: lobby.house.tasks == set(), "quiet")
        stop = ann.listen(lambda: heard.append(1))
        ben.say("hello")
        ben.say("again")
        await until(lambda: heard, "it is told")
        assert len(heard) == 1
        stop()
        ben.say("more")
        await all_quiet()
        assert len(heard) == 1


async def test_a_finished_game_leaves_the_lobby_and_then_the_house() -> None:
    async with opened() as lobby:
        ann, ben = await seated(lobby, GOBBLET, guest(lobby, "Ann"), guest(lobby, "Ben"))
        await ann.plays("W1A1")
        ann.follower.resign(0)
        await all_quiet()
        assert ann.visit.my_rooms() == []
        assert list(lobby.rooms) == [ann.follower.context.room]
        ann.leaves()
        ben.leaves()
        await until(lambda: not lobby.rooms, "the room is given up")


async def test_an_end_counts_also_when_everybody_leaves_at_once() -> None:
    memory = Memory()
    async with opened(house(backend=memory)) as lobby:
        rated = Terms("gobblet", rated=True)
        ann, ben = await seated(lobby, rated, guest(lobby, "Ann"), guest(lobby, "Ben"))
        await play(ann, ben)
        ann.follower.resign(0)
        ann.visit.close()
        ben.visit.close()
        await until(lambda: not lobby.rooms, "the room is given up")
        await until(lambda: not held(memory, RoomState), "everybody has it")
        assert memory.ratings[ben.visit.id, "gobblet"].games == 1


async def test_the_owner_breaks_a_game_off() -> None:
    async with opened() as lobby:
        ann, ben = await seated(lobby, GOBBLET, guest(lobby, "Ann"), guest(lobby, "Ben"))
        await ann.plays("W1A1")
        assert lobby.close_room(ann.follower.context.room)
        await until(ann.task.done, "the view ends")
        assert ann.follower.closed
        assert ben.follower.closed
        assert not ann.follower.resign(0)
        assert not lobby.close_room(ann.follower.context.room)
        assert ann.visit.my_rooms() == []


# Accounts


async def test_a_name_is_not_taken_twice_nor_one_that_looks_the_same() -> None:
    async with opened() as lobby:
        guest(lobby, "Mara")
        other = Visit(lobby, lobby.accounts.arrive("SHA256:other"), "SHA256:other")
        assert (other.account.name, other.account.named) == ("Guest 1", False)
        for name in ("Mara", "mara", "M\u0430ra", "Rnara", "Ma ra", "Novice", "Guest 2", "Host"):
            with pytest.raises(Refused):
                other.rename(name)
        other.rename("Maria")
        assert (other.account.name, other.account.named) == ("Maria", True)
        other.rename("MARIA")
        assert other.account.name == "MARIA"
        third = Visit(lobby, lobby.accounts.arrive(None))
        with pytest.raises(Refused, match="maria is taken"):
            third.rename("maria")


async def test_another_key_joins_by_a_code_once_and_soon() -> None:
    async with opened() as lobby:
        ann = guest(lobby, "Ann")
        key = "SHA256:laptop"
        laptop = Visit(lobby, lobby.accounts.arrive(key), key)
        code = ann.key_code().code
        with pytest.raises(Refused, match="not good"):
            laptop.join("WRONG")
        assert laptop.join(code.lower()) == ann.account
        assert lobby.accounts.arrive(key) == ann.account
        laptop.close()
        assert lobby.accounts.arrive(key) == ann.account
        other = Visit(lobby, lobby.accounts.arrive("SHA256:other"), "SHA256:other")
        with pytest.raises(Refused, match="not good"):
            other.join(code)
        code = ann.key_code().code
        lobby.house.wall.now += 601  # type: ignore[attr-defined]
        with pytest.raises(Refused, match="not good"):
            other.join(code)
        ben = guest(lobby, "Ben")
        with pytest.raises(Refused, match="belongs to Ben"):
            ben.join(ann.key_code().code)
        with pytest.raises(Refused, match="key"):
            guest(lobby, "Cleo", key=False).key_code()


async def test_an_account_has_so_many_keys_and_no_more() -> None:
    async with opened(house(limits=Limits(pace=0, keys=2))) as lobby:
        ann = guest(lobby, "Ann")
        for key in ("SHA256:laptop", "SHA256:phone"):
            other = Visit(lobby, lobby.accounts.arrive(key), key)
            code = ann.key_code().code
            if key == "SHA256:laptop":
                other.join(code)
                continue
            with pytest.raises(Refused, match="2 keys"):
                other.join(code)


async def test_a_banned_key_does_not_stay_nor_come_in() -> None:
    async with opened() as lobby:
        ann, ben = await seated(
            lobby, Terms("gobblet", control=TimeControl.read("5+3")), guest(lobby, "Ann"), guest(lobby, "Ben")
        )
        ann.visit.offer(GOBBLET)
        lobby.ban(ann.visit.account, Ban(reason="Shouts."))
        assert ann.visit.closed
        assert ann.follower.closed
        assert ben.visit.challenges() == []
        assert ben.follower.context.presence[0] == "gone"
        with pytest.raises(Refused, match=r"You are banned here: Shouts\.$"):
            await lobby.arrive("SHA256:Ann")
        lobby.ban(lobby.accounts.known(ann.visit.id).account, None)
        assert (await lobby.arrive("SHA256:Ann")).id == ann.visit.id


async def test_a_ban_ends_when_it_was_said_to() -> None:
    async with opened() as lobby:
        ann = guest(lobby, "Ann")
        now = lobby.house.wall()
        lobby.ban(ann.account, Ban(now, now + 60))
        with pytest.raises(Refused, match="You are banned here until"):
            await lobby.arrive("SHA256:Ann")
        lobby.house.wall.now += 60  # type: ignore[attr-defined]
        assert (await lobby.arrive("SHA256:Ann")).id == ann.id


async def test_nobody_comes_from_a_banned_network_but_an_owner() -> None:
    async with opened() as lobby:
        notes = lobby.house.notes
        notes.ban("192.0.2.7", Ban(reason="Floods."))
        notes.ban("2001:db8:1::/48", Ban())
        for origin in ("192.0.2.7", "2001:db8:1:2::/64"):
            with pytest.raises(Refused, match="Your address is banned here"):
                await lobby.arrive("SHA256:Ann", origin=origin)
            assert await lobby.arrive("SHA256:Own", owner=True, origin=origin)
        for origin in ("192.0.2.8", "2001:db8:2::/64", "", "nowhere"):
            assert await lobby.arrive("SHA256:Ann", origin=origin)
        notes.ban("192.0.2.7", None)
        assert await lobby.arrive("SHA256:Ann", origin="192.0.2.7")


async def test_a_house_lets_in_those_it_knows_and_those_with_an_invitation_alone() -> None:
    async with opened() as lobby:
        guest(lobby, "Ann").close()
        notes = lobby.house.notes
        notes[INVITED] = "yes"
        code = notes.invite(Invitation(2, lobby.house.wall() + 60, "the club"))
        assert await lobby.arrive("SHA256:Ann")
        assert await lobby.arrive("SHA256:Own", owner=True)
        for key, tried in (("SHA256:Ben", ""), ("SHA256:Ben", "WRONG"), (None, code)):
            with pytest.raises(Refused, match="invited"):
                await lobby.arrive(key, invitation=tried)
        ben = await lobby.arrive("SHA256:Ben", invitation=code)
        Visit(lobby, ben).close()
        assert await lobby.arrive("SHA256:Ben"), "he is known from now on"
        await lobby.arrive("SHA256:Cleo", invitation=code)
        with pytest.raises(Refused, match="invited"):
            await lobby.arrive("SHA256:Dan", invitation=code)
        late = notes.invite(Invitation(1, lobby.house.wall() + 60))
        lobby.house.wall.now += 60  # type: ignore[attr-defined]
        with pytest.raises(Refused, match="invited"):
            await lobby.arrive("SHA256:Dan", invitation=late)


async def test_nothing_is_kept_of_a_deleted_account() -> None:
    memory = Memory()
    async with opened(house(backend=memory)) as lobby:
        ann, ben = await seated(lobby, Terms("gobblet"), guest(lobby, "Ann"), guest(lobby, "Ben"))
        lobby.house.ratings[ann.visit.id, "gobblet"] = Rating()
        await lobby.delete(ann.visit.account)
        assert ann.visit.closed
        assert ben.visit.my_rooms() == []
        assert ben.visit.people() == []
        assert not lobby.accounts.find(ann.visit.id)
        assert guest(lobby, "Ann").id == ann.visit.id, "the name is free again"
    assert held(memory, RoomState) == {}
    assert [known.account.name for known in memory.accounts.values()] == ["Ben", "Ann"]
    assert memory.ratings == {}


async def test_a_guest_without_a_key_is_forgotten_on_leaving() -> None:
    async with opened() as lobby:
        ben = guest(lobby, "Ben", key=False)
        ben.close()
        assert lobby.accounts.named("Ben") is None
        again = guest(lobby, "Ben", key=False)
        assert again.id != ben.id


def test_no_clock_is_the_usual() -> None:
    assert Terms("gobblet").control == NO_CLOCK


async def test_a_name_that_somebody_else_was_given_first_is_given_back() -> None:
    accounts = Accounts()
    account = accounts.arrive("SHA256:ann")
    accounts.rename(account, "Ann")
    accounts.was_kept(replace(accounts.known(account.id)))
    accounts.rename(accounts.known(account.id).account, "Mara")
    accounts.give_back(accounts.known(account.id))
    assert accounts.named("Mara") is None
    found = accounts.named("Ann")
    assert found
    assert (found.id, found.name, accounts.of_key("SHA256:ann")) == (account.id, "Ann", found)

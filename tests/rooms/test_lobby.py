"""Who is here, what they offer, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from marbles_tui.core import BadOption
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Ban
from marbles_tui.rooms.cards import Challenge, RoomCard, Terms
from marbles_tui.rooms.limits import Limits, Refused
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import TimeControl
from tests.rooms.lobby_terms import GOBBLET
from tests.rooms.open_house import Guest, guest, house, opened
from tests.table.controlled import FakeTime

# Time controls


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("none", "no clock"),
        ("5+3", "5 min + 3 s"),
        ("10+0", "10 min"),
        ("1d", "1 day a move"),
        ("3d", "3 days a move"),
    ],
)
def test_a_time_control_has_a_text_and_words(text: str, words: str) -> None:
    control = TimeControl.read(text)
    assert (str(control), control.words) == (text, words)


@pytest.mark.parametrize("text", ["5", "0+5", "999+0", "0d", "99d", "5+3d", "-1+0", "5 + 3", "x"])
def test_other_texts_are_none(text: str) -> None:
    with pytest.raises(BadOption):
        TimeControl.read(text)


# Offers


async def test_who_declines_says_so() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        heard: list[str] = []
        ann.listen_to_words(lambda told, _: heard.append(told))
        offer = ann.offer(GOBBLET, to=ben.id)
        ben.withdraw(offer.id)
        assert heard == ["Ben says no, thanks."]
        assert ann.challenges() == []


async def test_play_now_pairs_with_whoever_is_nearest() -> None:
    async with opened() as lobby:
        ann, ben, cleo = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
        lobby.house.ratings[ben.id, "gobblet"] = Rating(2000.0, games=5)
        lobby.house.ratings[cleo.id, "gobblet"] = Rating(1490.0, games=5)
        ben.offer(GOBBLET)
        cleo.offer(GOBBLET)
        card = ann.play_now(GOBBLET)
        assert isinstance(card, RoomCard)
        assert set(card.names) == {"Ann", "Cleo"}
        assert isinstance(cleo.play_now(replace(GOBBLET, rated=True)), Challenge)  # Ben wants a friendly game


async def test_play_now_takes_a_computer_when_nobody_comes() -> None:
    async with opened() as lobby:
        ann = guest(lobby, "Ann")
        offer = ann.play_now(GOBBLET, computer=True)
        assert isinstance(offer, Challenge)
        time = lobby.house.time
        assert isinstance(time, FakeTime)
        for _ in range(29):
            await time.passes(1)
        assert ann.called is None
        for _ in range(2):
            await time.passes(1)
        assert ann.challenges() == []
        assert ann.called
        assert len(lobby.rooms[ann.called.id].people) == 1


async def test_an_offer_is_open_to_all_until_it_is_accepted_or_withdrawn() -> None:
    async with opened() as lobby:
        ann, ben, cleo = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
        challenge = ann.offer(GOBBLET)
        assert ben.challenges() == cleo.challenges() == ann.challenges() == [challenge]
        with pytest.raises(Refused, match="already"):
            ann.accept(challenge.id)
        cleo.withdraw(challenge.id)
        assert ben.challenges() == [challenge]
        card = ben.accept(challenge.id)
        assert card
        assert card.names == ("Ann", "Ben")
        assert ann.challenges() == []
        assert ann.called
        assert ann.called.id == card.id
        with pytest.raises(Refused, match="not there any more"):
            cleo.accept(challenge.id)
        ann.withdraw(ann.offer(GOBBLET).id)
        assert ann.challenges() == []


async def test_an_offer_to_one_person_is_theirs_alone() -> None:
    async with opened() as lobby:
        ann, ben, cleo = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
        challenge = ann.offer(GOBBLET, to=ben.id)
        assert cleo.challenges() == []
        with pytest.raises(Refused):
            cleo.accept(challenge.id)
        ben.withdraw(challenge.id)
        assert ann.challenges() == []
        assert ben.accept(ann.offer(GOBBLET, to=ben.id).id)


async def test_a_game_of_four_waits_for_everybody_and_names_may_have_seats() -> None:
    async with opened() as lobby:
        ann, ben, cleo, dora = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo", "Dora"))
        challenge = ann.offer(Terms("beadmaster", seats=("anyone", "me", cleo.id, "anyone")))
        assert ben.accept(challenge.id, 3) is None
        assert ben.challenges()[0].free == (0, 2)
        with pytest.raises(Refused, match="not free"):
            dora.accept(challenge.id, 2)
        ben.withdraw(challenge.id)
        assert ann.challenges()[0].free == (0, 2, 3)
        assert cleo.accept(challenge.id) is None
        assert dora.accept(challenge.id) is None
        card = ben.accept(challenge.id)
        assert card
        assert card.names == ("Dora", "Ann", "Cleo", "Ben")


async def test_a_private_game_is_found_by_its_code_alone() -> None:
    async with opened() as lobby:
        ann, ben, cleo = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
        challenge = ann.offer(Terms("gobblet", private=True))
        assert ben.challenges() == []
        found = ben.find_code(f" {challenge.code[:3].lower()}-{challenge.code[3:]} ")
        assert isinstance(found, Challenge)
        card = ben.accept(found.id)
        assert card
        assert cleo.rooms() == []
        assert [person.room for person in cleo.people()] == [None, None]
        with pytest.raises(Refused):
            cleo.enter(card.id)
        cleo.find_code(challenge.code)
        assert Guest(cleo, card.id).follower.seats == ()
        for _ in range(lobby.house.limits.code_tries):
            with pytest.raises(Refused, match="no game"):
                cleo.find_code("WRONG1")
        with pytest.raises(Refused, match="Too many"):
            cleo.find_code(challenge.code)


async def test_offers_go_with_who_made_them() -> None:
    async with opened() as lobby:
        ann, ben, cleo = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
        ann.offer(GOBBLET)
        challenge = cleo.offer(Terms("beadmaster", seats=("me", "anyone", "anyone")))
        ann.accept(challenge.id)
        ann.close()
        assert [each.free for each in ben.challenges()] == [(1, 2)]


async def test_an_offer_of_a_game_that_takes_days_waits_for_whoever_comes() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        challenge = ann.offer(Terms("gobblet", control=TimeControl.read("3d")))
        ann.close()
        assert ben.accept(challenge.id)
        again = guest(lobby, "Ann")
        assert [card.my_turn for card in again.my_rooms()] == [True]


async def test_an_offer_that_nobody_can_accept_any_more_goes() -> None:
    async with opened() as lobby:
        ann, cleo, dora = guest(lobby, "Ann"), guest(lobby, "Cleo", key=False), guest(lobby, "Dora")
        ann.offer(Terms("gobblet", control=TimeControl.read("3d")), to=cleo.id)
        ann.offer(Terms("gobblet", seats=("me", cleo.id)))
        daily = dora.offer(Terms("gobblet", control=TimeControl.read("3d")))
        cleo.close()
        assert ann.challenges() == [daily]
        lobby.ban(dora.account, Ban())
        assert ann.challenges() == []


async def test_who_has_no_name_yet_is_remembered_as_long_as_their_offer_waits() -> None:
    async with opened() as lobby:
        ben = guest(lobby, "Ben")
        nameless = Visit(lobby, lobby.accounts.arrive("SHA256:x"), "SHA256:x")
        offer = nameless.offer(Terms("gobblet", control=TimeControl.read("3d")))
        nameless.close()
        assert ben.accept(offer.id)


async def test_who_is_muted_offers_nothing_to_who_has_muted_them() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        ben.offer(GOBBLET, to=ann.id)
        ben.offer(GOBBLET)
        assert len(ann.challenges()) == 2
        ann.mute(ben.id)
        assert ann.challenges() == []


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        (Terms("chess"), "no such game"),
        (Terms("gobblet", seats=("anyone", "anyone")), "your own"),
        (Terms("gobblet", seats=("me", "me")), "your own"),
        (Terms("gobblet", seats=("me", *["anyone"] * 5)), "2 players"),
        (Terms("gobblet", seats=("me", "nobody-of-this-id")), "not here"),
        (Terms("gobblet", seats=("me", "computer of yours")), "no level"),
        (Terms("gobblet", options=(("colour", "red"),)), "no option"),
        (Terms("gobblet", setup="../../etc/passwd"), "passwd"),
        (Terms("abacus", setup="x" * 50_000), "too long"),
        (Terms("abacus", setup="\x1b[2J" * 4_000), "no setup"),
        (Terms("beadmaster", seats=("me", "anyone", "anyone"), rated=True), "two players"),
        (Terms("getaway", rated=True), "two players"),
    ],
)
async def test_terms_that_make_no_sense_are_refused(terms: Terms, why: str) -> None:
    async with opened() as lobby:
        with pytest.raises(Refused, match=why) as refused:
            guest(lobby, "Ann").offer(terms)
        assert str(refused.value).endswith(".")
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) < 200
        assert lobby.challenges == {}


async def test_a_guest_without_a_key_takes_no_rated_seat() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben", key=False)
        rated = Terms("gobblet", rated=True)
        with pytest.raises(Refused, match="key"):
            ben.offer(rated)
        with pytest.raises(Refused, match="key"):
            ben.accept(ann.offer(rated).id)
        assert ben.accept(ann.offer(GOBBLET).id)


async def test_an_account_takes_no_more_than_its_share() -> None:
    async with opened(house(limits=Limits(pace=0, rooms=2, challenges=1, spectators=1))) as lobby:
        ann, ben, cleo, dora = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo", "Dora"))
        challenge = ann.offer(GOBBLET)
        with pytest.raises(Refused, match="open offers"):
            ann.offer(GOBBLET)
        card = ben.accept(challenge.id)
        assert card
        ben.accept(ann.offer(GOBBLET).id)
        with pytest.raises(Refused, match="unfinished games"):
            ann.offer(GOBBLET)
        with pytest.raises(Refused, match="unfinished games"):
            ben.accept(cleo.offer(GOBBLET).id)
        cleo.enter(card.id)
        with pytest.raises(Refused, match="watching"):
            dora.enter(card.id)


async def test_offers_and_names_do_not_change_all_the_time() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        for _ in range(lobby.house.limits.offers_a_minute):
            ann.withdraw(ann.offer(GOBBLET).id)
        with pytest.raises(Refused, match="Wait"):
            ann.offer(GOBBLET)
        lobby.house.wall.now += 60  # type: ignore[attr-defined]
        ann.offer(GOBBLET)
        for number in range(lobby.house.limits.names_a_day):
            ann.rename(f"Anna {number}")
        with pytest.raises(Refused, match="tomorrow"):
            ann.rename("Ann")
        assert ben.challenges()[0].by.name == "Anna 4"

"""How much a rated match counts."""

from __future__ import annotations

import pytest

from marbles_tui.play.rating import Rating
from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.limits import Limits, Refused
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.ratings import IN_FULL, NEW
from marbles_tui.rooms.visit import Visit
from tests.rooms.open_house import Guest, all_quiet, guest, house, opened, seated
from tests.rooms.rooms_of_two import THREE_TURNS, play

RATED = Terms("gobblet", rated=True)


def comes(lobby: Lobby, name: str, origin: str) -> Visit:
    """Somebody comes in from a network."""
    visit = Visit(lobby, lobby.accounts.arrive(f"SHA256:{name}"), f"SHA256:{name}", origin)
    if not visit.account.named:
        visit.rename(name)
    return visit


async def beats(
    lobby: Lobby, winner: Visit, loser: Visit, moves: tuple[str, ...] = THREE_TURNS
) -> tuple[Guest, Guest]:
    """The second player of a rated match resigns."""
    first, second = await seated(lobby, RATED, winner, loser)
    await play(first, second, moves)
    assert second.follower.resign(1)
    await all_quiet()
    return first, second


def known(lobby: Lobby, visit: Visit, games: int) -> None:
    """Somebody has played so many rated matches."""
    lobby.house.ratings[visit.id, "gobblet"] = Rating(1000, 110, games)


def gained(visit: Visit) -> float:
    """Points."""
    return visit.rating("gobblet").number - 1000


async def test_a_match_counts_once_each_has_had_three_turns() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        for plies in (3, 5, *[1] * IN_FULL):
            first, second = await beats(lobby, ann, ben, THREE_TURNS[:plies])
            assert (ann.rating("gobblet").games, ben.rating("gobblet").games) == (0, 0)
            assert first.follower.context.weight == (0.0, "not 3 turns each")
            for at_table in (first, second):
                at_table.leaves()
        first, _ = await beats(lobby, ann, ben)
        assert (ann.rating("gobblet").games, ben.rating("gobblet").games) == (1, 1)
        assert first.follower.context.weight == (1.0, ""), "the others were not played"


async def test_a_match_that_is_won_on_the_board_counts_however_short_it_is() -> None:
    async with opened() as lobby:
        first, second = await seated(
            lobby, Terms("egg-carton", rated=True), guest(lobby, "Ann"), guest(lobby, "Ben")
        )
        assert lobby.rooms[first.follower.context.room].match.plies == 0
        while not first.match.result:
            mover = first if first.follower.state.asked is not None else second
            await mover.plays(str(mover.match.position.moves()[0]))
        assert (first.match.ending, first.follower.context.weight) == (None, (1.0, ""))
        assert first.visit.rating("egg-carton").games == 1


async def test_two_accounts_from_one_address_win_and_lose_a_quarter() -> None:
    gains = []
    for origin in ("192.0.2.2", "192.0.2.1"):
        async with opened() as lobby:
            ann, ben = comes(lobby, "Ann", "192.0.2.1"), comes(lobby, "Ben", origin)
            first, second = await beats(lobby, ann, ben)
            gains.append(gained(ann))
            assert gained(ben) == pytest.approx(-gained(ann))
    assert {each.follower.context.weight for each in (first, second)} == {(0.25, "one address")}
    assert gains[1] == pytest.approx(gains[0] / 4)


async def test_a_day_of_games_of_the_same_two_counts_no_more_than_six() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        moved: list[float] = []
        for _ in range(IN_FULL + 3):
            for each in (ann, ben):
                known(lobby, each, NEW)
            table = await beats(lobby, ann, ben)
            moved.append(gained(ann) / gained_in_full())
            told = table[0].follower.context.weight
            for at_table in table:
                at_table.leaves()
        assert moved == pytest.approx([1.0] * IN_FULL + [0.5, 0.25, 0.125])
        assert told == (0.125, "game 8 of you two today")
        lobby.house.wall.now += 86_400  # type: ignore[attr-defined]
        for each in (ann, ben):
            known(lobby, each, NEW)
        await beats(lobby, ben, ann)
        assert gained(ben) == pytest.approx(gained_in_full())


def gained_in_full() -> float:
    """What a win brings between two who are rated alike."""
    return Rating(1000, 110, NEW).after(Rating(1000, 110, NEW), 1.0).number - 1000


async def test_against_a_new_account_who_is_not_new_wins_half() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        known(lobby, ann, NEW)
        full = Rating(1000, 110, NEW).after(Rating(), 1.0).number - 1000
        first, second = await beats(lobby, ann, ben)
        assert gained(ann) == pytest.approx(full / 2)
        assert gained(ben) == pytest.approx(Rating().after(Rating(1000, 110, NEW), 0.0).number - 1000)
        assert first.follower.context.weight == (0.5, "Ben is new")
        assert second.follower.context.weight == (1.0, "")


async def test_new_names_from_one_address_have_a_rate() -> None:
    limits = Limits(pace=0, new_names=2)
    async with opened(house(limits=limits)) as lobby:
        comes(lobby, "Ann", "192.0.2.1")
        ben = comes(lobby, "Ben", "192.0.2.1")
        with pytest.raises(Refused, match="from your address"):
            comes(lobby, "Cleo", "192.0.2.1")
        comes(lobby, "Dora", "192.0.2.2")
        ben.rename("Benny")
        cleo = Visit(lobby, lobby.accounts.arrive("SHA256:Cleo"), "SHA256:Cleo", "192.0.2.1")
        lobby.house.wall.now += 3600  # type: ignore[attr-defined]
        with pytest.raises(Refused, match="taken"):
            cleo.rename("Ann")
        cleo.rename("Cleo")
        assert cleo.account.name == "Cleo"

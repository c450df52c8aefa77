"""Who comes in, what is offered, what is refused, and which names look the same: what the stories do not tell."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from math import inf

import pytest

from marbles_tui.core import BadOption
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.rooms.accounts import Accounts, KnownAccount
from marbles_tui.rooms.backend import NameTaken, Terms
from marbles_tui.rooms.limits import Limits, Refused
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.names import checked, is_reserved, skeleton
from marbles_tui.rooms.notes import Notes, Racer
from marbles_tui.table.clock import DAY, NO_CLOCK, TimeControl
from marbles_tui.table.live import Saying
from marbles_tui.table.players import Act
from tests.for_each import for_each
from tests.holdings import grown, holdings
from tests.rooms.memory import Memory
from tests.rooms.open_house import all_quiet, guest, house, opened, play, seated, until


@for_each(
    ("text", "words"),
    [
        ("none", "no clock"),
        ("5+3", "5 min + 3 s"),
        ("10+0", "10 min"),
        ("1d", "1 day a move"),
        ("3d", "3 days a move"),
        ("1+0", "1 min"),
        ("180+0", "180 min"),
        ("30d", "30 days a move"),
    ],
)
def test_a_time_control_has_a_text_and_words(text: str, words: str) -> None:
    control = TimeControl.read(text)
    assert (str(control), control.words) == (text, words)


@for_each("text", ["5", "0+5", "181+0", "0d", "31d", "5+3d", "-1+0", "5 + 3", "x"])
def test_other_texts_are_none(text: str) -> None:
    with pytest.raises(BadOption):
        TimeControl.read(text)


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
        assert lobby.offers.open == {}


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


def test_days_run_on_while_a_game_goes_on_and_never_for_computers() -> None:
    control, game = TimeControl(days=1), GAMES[0]
    match = Match.new(game, seats=[Seat("Ann"), Seat("Novice", "computer novice")])
    first, computer = match.position.actor, 1
    for stopped, left in ((match, DAY - 60), (match.resign(1), DAY)):
        clock = control.kept_clock(stopped, (DAY, None), 60)
        assert clock
        assert (clock.left[first], clock.left[computer]) == (left, inf)
        assert clock.moved(computer).moved(first).left == (DAY, inf)


def test_no_clock_is_the_usual() -> None:
    assert Terms("gobblet").control == NO_CLOCK


async def test_a_name_that_somebody_else_was_given_first_is_given_back() -> None:
    accounts = Accounts()
    account = accounts.arrive("SHA256:ann")
    for own in ("Ann", "ANN", "Ann"):
        assert accounts.rename(account, own).name == own, "whoever has a name may write it otherwise"
    accounts.was_kept(replace(accounts.known(account.id)))
    accounts.rename(accounts.known(account.id).account, "Mara")
    accounts.give_back(accounts.known(account.id))
    assert accounts.named("Mara") is None
    found = accounts.named("Ann")
    assert found
    assert (found.id, found.name, accounts.of_key("SHA256:ann")) == (account.id, "Ann", found)


async def test_a_name_that_was_given_back_is_nowhere_any_more() -> None:
    class Shared(Memory):
        def keep_account(self, known: KnownAccount) -> asyncio.Future[None]:
            if known.account.name == "Mara":
                raise NameTaken("Mara is taken.")
            return super().keep_account(known)

    async with opened(house(backend=Shared())) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        await all_quiet()

        def seen() -> set[str]:
            return {person.account.name for person in lobby.people(ben.id)}

        ann.rename("Mara")
        assert seen() == {"Mara"}
        await until(lambda: seen() == {"Ann"}, "she is called as before")


# Names that look the same are the same.


@for_each(
    ("one", "other"),
    [
        ("Mara", "mara"),
        ("Mara", "MARA"),
        ("Mara", "M\u0430ra"),  # Cyrillic a
        ("Mara", "\uff2dara"),  # a wide M
        ("Mara", "\U0001d40cara"),  # a mathematical M
        ("Mara", "Rnara"),
        ("Bill", "BiII"),
        ("Bill", "8ill".replace("8", "B").replace("l", "1")),
        ("Olaf", "0laf"),
        ("Ann", "\u0391nn"),  # Greek Alpha
        ("\u0410\u043d\u043d\u0430", "\u0430\u043d\u043d\u0430"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Jo", "J o"),
        ("Jo", "J.o"),
        ("Mara", "M\u1d00ra"),  # a small capital
        ("Mara", "Ma\u034fra"),  # a mark that shows nothing
        ("Mara", "Mara\u3164"),  # a letter that does not, either
        ("Mara", "Mara\ufe0f"),  # a selector of variants
    ],
)
def test_the_eye_takes_them_for_the_same(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@for_each(
    ("one", "other"),
    [("Mara", "Maria"), ("Ann", "Anna"), ("Tom", "Tim"), ("Zoe", "Zo\u00eb"), ("Ben", "Ken")],
)
def test_the_eye_tells_them_apart(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@for_each(
    "name",
    [
        "Ann",
        "J\u00f6rg",
        "O'Neil",
        "Mary-Ann 2",
        "\u674e\u96f7",
        "\u5c71\u7530 Taro",  # Japanese is written in four scripts
        "\u0410\u043d\u043d\u0430",
        "\u0396\u03c9\u03ae",
        "x" * 16,
    ],
)
def test_these_are_names(name: str) -> None:
    assert checked(f"  {name} ") == name


@for_each(
    "name",
    [
        "",
        "   ",
        "x" * 17,
        "\u674e" * 9,
        "123",
        "-Ann",
        "An\x1bn",
        "An\u202en",
        "An\u200bn",
        "An\u034fn",
        "An\u115fn",
        "An\u180bn",
        "An\u3164",
        "An\ufe0f",
        "An\U000e0100",
        "A[red]",
        "\u2588\u2588",
        "a\u0301\u0301\u0301\u0301",
        "\u0301a",
        "Ann\U0001f600",
        "a" * 100_000,
        "M\u0430ra",  # Latin and Cyrillic
        "Ann \u0391",  # and Greek
        "\u05e9\u05dc\u05d5\u05dd",  # from right to left
        "\u0645\u062d\u0645\u062f",
    ],
)
def test_these_are_none(name: str) -> None:
    with pytest.raises(Refused):
        checked(name)


def test_an_unseen_sign_is_named() -> None:
    with pytest.raises(Refused, match=r"an unseen sign in it, U\+200B"):
        checked("An\u200bn")


@for_each("name", ["Host", "h0st", "Guest 7", "Player 1", "Novice", "N\u043evice 2"])
def test_names_of_things_and_of_computers_are_nobodys(name: str) -> None:
    assert is_reserved(name, ("Novice",))
    assert not is_reserved("Nora", ("Novice",))


def test_who_has_solved_a_days_puzzle_can_be_forgotten_while_all_are_gone_through() -> None:
    notes, puzzle = Notes(), ("2026-11-22", "gobblet")
    for account in ("a1", "b2"):
        notes.solved(*puzzle, account, "solved")
    for account, _ in notes.of_day(*puzzle):
        notes.forget(account)
    assert not notes.of_day(*puzzle)


@pytest.mark.parametrize("keyed", [True, False])
async def test_nothing_is_left_of_who_has_played_talked_and_gone(keyed: bool) -> None:
    async def stays(lobby: Lobby, name: str) -> dict[str, int]:
        ann, other = guest(lobby, "Ann"), guest(lobby, name, key=keyed)
        lobby.house.origins[other.id] = "192.0.2.1"
        other.race(Racer(7))
        other.solved("2026-11-22", "gobblet", "solved")
        other.offer(Terms("gobblet"))
        other.say("Hello")
        other.mute(ann.id)
        await all_quiet()
        tables = await seated(lobby, Terms("gobblet"), ann, other)
        await play(tables[0], tables[1])
        tables[1].follower.do(Saying("Bye"))
        tables[0].follower.do(Act.RESIGN, 0)
        await all_quiet()
        for table in tables:
            table.leaves()
        other.close()
        ann.close()
        await all_quiet()
        lobby.house.wall.now += 2 * 86_400  # type: ignore[attr-defined]
        if keyed:
            await lobby.delete(other.account)
            lobby.house.origins.pop(other.id)
            lobby.house.done.pop(other.id)  # else who is deleted and comes again might do all once more
        return holdings((lobby, memory.documents))

    memory = Memory()
    async with opened(house(backend=memory, limits=Limits(pace=0, archive=1, lines=1))) as lobby:
        await stays(lobby, "Ben")
        assert grown(await stays(lobby, "Cleo"), await stays(lobby, "Dora")) == {}

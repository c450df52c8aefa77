"""Play together: at one keyboard, by letter, in tournaments, in a house of one's own or somebody else's."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual import events
from textual.widgets import Input, Static

from marbles_tui.ai.analysis import Analysis
from marbles_tui.games import GAMES, find
from marbles_tui.host.control import ControlSocket
from marbles_tui.play import Match, post
from marbles_tui.rooms.asking import Json
from marbles_tui.store import MatchStore
from marbles_tui.store.files import data_folder
from marbles_tui.table.players import Act, for_ever
from marbles_tui.table.post import Own, kept, receive, write
from marbles_tui.table.tournament import stands_of
from marbles_tui.tui import own_house
from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.kit.shelf import RowList
from marbles_tui.tui.own_house import Address, OwnHouse
from marbles_tui.tui.pages import together as page
from marbles_tui.tui.pages.together import CUP, HOUSE, LETTER, VISIT, Together
from marbles_tui.tui.pages.tournament import TournamentScreen
from tests.for_each import for_each
from tests.tui.stage import Here, Resting, arcade, opened, opens
from tests.tui.watchers import is_replay


async def at_the_page(here: Here, way: str = "") -> Together:
    await here.press("p")
    shown = here.on(Together)
    if way:
        shown.query_one("#ways", RowList).pick(way)
        await here.rest()
    return shown


@for_each(
    ("text", "address"),
    [
        ("attic.local", Address("attic.local")),
        ("attic.local:22", Address("attic.local", 22)),
        ("ssh -p 4022 ann@192.168.1.4", Address("192.168.1.4", 4022, "ann")),
        ("ssh attic", Address("attic", 22)),
        ("fe80::1", Address("fe80::1")),
        ("-oProxyCommand=x", None),
        ("ssh -oProxyCommand=x attic", None),
        ("a;b", None),
        ("attic:0", None),
        ("attic:99999", None),
        ("-l@attic", None),
        ("ssh -p x attic", None),
        ("", None),
    ],
)
def test_an_address_is_what_was_passed_on(text: str, address: Address | None) -> None:
    if address is None:
        with pytest.raises(ValueError, match="An address is"):
            Address.read(text)
    else:
        assert Address.read(text) == address
        assert Address.read(str(address)) == address
        assert address.command()[-2:] == ["--", address.host]


def test_of_a_house_that_the_arcade_has_opened_itself_nobody_is_asked_whether_it_is_the_one() -> None:
    known = ["HostKeyAlias=own-house", 'UserKnownHostsFile="/tmp/100 %%/known"', "StrictHostKeyChecking=yes"]
    asks_nothing = [word for option in known for word in ("-o", option)]
    own = Address("localhost", 4022, known="/tmp/100 %/known").command("K7QX")
    assert own == ["ssh", "-p", "4022", *asks_nothing, "-t", "--", "localhost", "join", "K7QX"]


@pytest.mark.long
async def test_a_house_opens_and_closes_with_the_arcade() -> None:
    pytest.importorskip("asyncssh")
    async with opened(arcade()) as here:
        shown = await at_the_page(here, HOUSE)
        shown.query_one("#open", Filters).choose("open", "machine")
        await here.press("enter")
        await here.until(lambda: shown.house.address, "the house")
        address = shown.house.address
        assert address
        assert address.host == "localhost"
        assert "own-house ssh-" in Path(address.known).read_text(encoding="ascii")
        await here.until(lambda: str(address) in here.text, "the line")
        assert [group.key for group in shown.query_one("#open", Filters).groups] == ["stay"], "it is open"
        assert await address.answers()
    assert not await address.answers()


@pytest.mark.long
async def test_a_house_that_has_stayed_is_known_to_the_arcade_that_comes_back() -> None:
    asyncssh = pytest.importorskip("asyncssh")
    async with opened(arcade()) as here:
        shown = await at_the_page(here, HOUSE)
        shown.query_one("#open", Filters).choose("stay", "stays")
        await here.press("enter")
        await here.until(lambda: shown.house.address, "the house")
        address = shown.house.address
    assert address
    assert await address.answers()
    async with opened(arcade()) as here:
        shown = await at_the_page(here, HOUSE)
        await here.until(lambda: str(address) in here.text, "the line to pass on")
        assert shown.query_one("#open", Filters).value("stay") == "stays"
        async with asyncssh.connect(
            "localhost",
            address.port,
            username="bea",
            client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
            known_hosts=None,
            config=None,
            agent_path=None,
        ) as line:
            await line.create_process(term_type="xterm", term_size=(80, 24))
            await here.until(lambda: "● Guest 1" in here.text, "who is there")
        await here.until(lambda: "Nobody is there yet." in here.text, "they have left")
        await here.press("x")
        await here.until(lambda: not shown.house.address, "it is closed")
    assert not await address.answers()


@pytest.mark.long
async def test_a_house_that_was_killed_is_not_taken_for_an_open_one() -> None:
    pytest.importorskip("asyncssh")
    async with opened(arcade()) as here:
        shown = await at_the_page(here, HOUSE)
        await here.press("enter")
        await here.until(lambda: shown.house.address, "the house")
        process = shown.house._process
        assert process
        process.kill()
        await here.until(lambda: "Enter opens a house" in here.text, "it is closed")
        assert (data_folder() / "host" / "control.sock").exists()
        assert not shown.house.trouble
    async with opened(arcade()) as here:
        shown = await at_the_page(here, HOUSE)
        assert "Enter opens a house" in here.text
        await here.press("enter")
        await here.until(lambda: shown.house.address, "it opens again")


@opens()
async def test_how_a_house_is_opened_is_asked_while_it_is_closed_and_remembered(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await at_the_page(here, HOUSE)
    asked, opened = shown.query_one("#open", Filters), list[bool]()
    asked.choose("open", "machine")

    monkeypatch.setattr(shown.house, "open", opened.append)
    shown.house.opening = True
    shown.heard()
    await here.press("enter")
    assert [group.key for group in asked.groups] == ["stay"], "it is being opened"
    assert opened == []
    shown.house.opening = False  # nobody has told the page yet
    await here.press("enter")
    assert opened == [False]


# What answers here for a house has no guests and no games.

STANDS: Json = {"address": "127.0.0.1", "port": 4022, "key": "ssh-ed25519 x", "people": []}


@asynccontextmanager
async def answering(stands: Any = STANDS) -> AsyncIterator[list[object]]:
    """A house that is open, and what it is asked."""
    asked: list[object] = []

    async def answer(question: Json) -> Any:
        asked.append(question["ask"])
        return stands

    place = data_folder() / "host" / "control.sock"
    place.parent.mkdir(parents=True, exist_ok=True)
    house = ControlSocket(place, answer)
    await house.open()
    try:
        yield asked
    finally:
        await house.close()


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house that the arcade starts is not open yet, and is refused once this file is there."""
    refuse, program = tmp_path / "refuse", tmp_path / "slow"
    program.write_text(f"#!/bin/sh\nwhile [ ! -e '{refuse}' ]; do sleep 0.1; done; echo refused >&2\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    return refuse


@pytest.mark.usefixtures("slow")
@opens()
async def test_a_house_goes_on_opening_when_its_page_is_left(here: Here) -> None:
    house = (await at_the_page(here, HOUSE)).house
    await here.press("enter")
    await here.until(lambda: house._process, "its process")
    await here.press("escape")
    async with answering():
        await here.until(lambda: house.address, "the house")
        assert not house.opening


@opens()
async def test_why_a_house_does_not_open_is_said(here: Here, slow: Path) -> None:
    shown = await at_the_page(here, HOUSE)
    slow.touch()
    for why in ("refused", "No such file"):
        await here.press("enter")
        await here.until(lambda: shown.house.trouble, "that it is not")
        await here.sees(why)
        slow.with_name("slow").unlink(missing_ok=True)


@pytest.mark.usefixtures("slow")
@opens()
async def test_a_house_that_is_open_already_is_not_opened_again(here: Here) -> None:
    house = here.arcade.one(OwnHouse)
    async with answering():
        house.open(everywhere=True)
        await here.until(lambda: house.address, "the house")
        assert (house._process, house.stays) == (None, True)


@opens()
async def test_a_house_that_another_has_opened_meanwhile_stays_when_the_arcade_is_left(
    here: Here, slow: Path
) -> None:
    house = here.arcade.one(OwnHouse)
    house.open(everywhere=True)
    await here.until(lambda: house._process, "its process")
    async with answering() as asked:
        await here.until(lambda: house.address, "the other one")
        slow.touch()
        await here.until(lambda: not house._process, "that it is refused")
        await house.leave()
        assert (house.trouble, "close" in asked) == ("", False)


@opens()
async def test_that_the_house_of_another_stays_says_nothing_of_the_next_one(here: Here) -> None:
    house = here.arcade.one(OwnHouse)
    async with answering():
        assert await house.look()
        assert house.stays
    assert not await house.look()
    assert not house.stays


@opens()
async def test_a_house_that_answers_in_another_form_is_taken_for_closed(here: Here) -> None:
    house = here.arcade.one(OwnHouse)
    for name, other in (("port", "x"), ("port", None), ("key", "é"), ("people", [1]), ("people", [{}])):
        async with answering({**STANDS, name: other}):
            assert not await house.look(), (name, other)
    async with answering([1]):
        assert not await house.look()
        await house.close()


@opens()
async def test_a_house_that_does_not_answer_is_not_waited_for(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_house, "PATIENCE", 0.1)
    place = data_folder() / "host" / "control.sock"
    place.parent.mkdir(parents=True)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(place))
        silent.listen()
        async with asyncio.timeout(5):
            assert not await here.arcade.one(OwnHouse).look()


@opens()
async def test_the_line_to_pass_on_and_the_way_in_are_where_a_house_listens(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    went: list[str] = []
    monkeypatch.setattr(own_house, "own_address", lambda: "192.168.1.4")
    monkeypatch.setattr(Together, "_go_to", lambda _, address: went.append(address.host))
    shown = await at_the_page(here, HOUSE)
    for bound, line, near in (
        ("0.0.0.0", "192.168.1.4", "localhost"),
        ("::", "192.168.1.4", "localhost"),
        ("127.0.0.1", "localhost", "localhost"),
        ("127.0.0.2", "127.0.0.2", "127.0.0.2"),
    ):
        async with answering({**STANDS, "address": bound}):
            await shown.house.look()
            assert str(shown.house.address) == f"ssh -p 4022 {line}"
            shown.action_do("enter")
            assert went.pop() == near
        await shown.house.look()


async def test_a_house_is_visited_and_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[str]) -> int:
        ran.append(command)
        return 255 if "gone" in command else 0

    @contextmanager
    def rested() -> Iterator[None]:
        yield

    monkeypatch.setattr(page, "run_program", run)
    monkeypatch.setattr(page, "has_ssh", lambda: True)
    app = arcade(houses={f"h{at}": f"2020-01-0{at}" for at in range(1, 1 + page.REMEMBERED)})
    monkeypatch.setattr(app, "suspend", rested)
    async with opened(app) as here:
        shown = await at_the_page(here, VISIT)
        for typed in ("no where", "gone:2222", "attic:2222"):
            shown.query_one("#address", Input).value = typed
            shown.query_one("#address", Input).focus()
            await here.press("enter")
            shown.heard()  # of a house that answers
            told = str(shown.query_one("#visit-told", Static).render())
            assert ("An address is" in told) == (typed == "no where")
            assert ("could not be reached" in told) == typed.startswith("gone")
        assert [command[-1] for command in ran] == ["gone", "attic"]
        shown.query_one("#code", Input).value = "K7QX"
        await here.press("enter")
        assert ran[-1][-4:] == ["--", "attic", "join", "K7QX"]
        shown.query_one("#code", Input).value = "K7; ls"
        await here.press("enter")
        assert "letters and digits" in str(shown.query_one("#visit-told", Static).render())
        assert {"ssh -p 2222 attic", "h1"} - {*app.settings.houses} == {"h1"}, "the oldest is forgotten"
        assert "attic" in here.text


async def test_of_each_known_house_it_is_told_whether_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answers(self: Address) -> bool:
        return self.host == "attic"

    monkeypatch.setattr(Address, "answers", answers)
    async with opened(arcade(houses={"attic": "2020-01-02", "cellar": "2020-01-01"}), (120, 40)) as here:
        await at_the_page(here, VISIT)
        attic, cellar = (
            next(row for row in here.text.splitlines() if name in row) for name in ("attic ", "cellar ")
        )
        assert ("does not answer" in attic, "answers" in attic) == (False, True)
        assert "does not answer" in cellar


# Games by letters on the screen: the other one has nothing but what is copied here and pasted.


class Friend:
    """Somebody far away."""

    def __init__(self) -> None:
        self.letters: dict[str, str] = {}
        self.match: Match | None = None

    def answer(self, letter: str) -> str:
        """The next letter."""
        came = post.read(letter, GAMES)
        if self.match is None:
            match, _, own = receive(letter, GAMES, {}, (), Random(2))
        else:
            own = Own.of(self.letters, came)
            post.check(came, self.match, own.seat)
            match = came
        while not post.is_complete(match, own.seat):
            match, _ = match.play(match.position.moves()[0])
        self.match, own, told = write(match, own)
        self.letters = own.put(self.letters, match)
        return told


async def invites(here: Here, shown: Together, game: str) -> None:
    """Begin a game with Bea."""
    shown.query_one("#friend", Input).value = "Bea"
    shown.query_one("#letter-game", Filters).choose("letter-game", game)
    shown.query_one("#ways").focus()
    await here.press("enter")


@pytest.mark.long
async def test_a_game_goes_to_and_fro_by_copying_and_pasting() -> None:
    friend = Friend()
    async with opened(arcade(name="Ann")) as here:
        shown = await at_the_page(here, LETTER)
        await here.press("enter")
        assert "Type your name and that of the other one." in here.text
        await invites(here, shown, "gobblet")
        for number in (1, 3):
            screen = await here.sits()
            live = screen.doing.live
            await here.until(lambda live=live: live.state.asked == 0, "the turn")  # type: ignore[misc]
            live.do(live.state.match.position.moves()[-1], 0)
            await here.rest()
            letter, here.arcade._clipboard = here.arcade.clipboard, ""
            assert f"letter {number}, from Ann to Bea" in letter
            screen.action_do("copy")
            await here.rest()
            assert letter in here.arcade.clipboard
            answer = friend.answer(letter)
            here.screen.post_message(events.Paste(answer.replace('"Bea"', '"Eve"')))
            await here.rest()
            assert "its digest is not" in here.notices[-1]
            assert here.table is screen
            here.screen.post_message(events.Paste(answer))
            await here.rest()
            assert friend.match
            assert here.table.match.moves == friend.match.moves
    store = MatchStore.open()
    (saved,) = kept(store)
    store.close()
    assert saved.plies == 4
    async with opened(arcade(name="Ann", letters=here.arcade.settings.letters)) as here:
        shown = await at_the_page(here, LETTER)
        await here.sees("Bea: your move")
        shown.query_one("#letters", RowList).focus()
        await here.press("enter")
        (await here.sits()).doing.live.do(Act.RESIGN, 0)
        await here.rest()
        assert "letter 5, from Ann to Bea" in here.arcade.clipboard
        assert post.read(here.arcade.clipboard, GAMES).result
        assert here.notices[-1].endswith("Send it to Bea.")


@opens(name="Ann")
async def test_both_have_to_write_before_dice_are_thrown(here: Here) -> None:
    shown = await at_the_page(here, LETTER)
    await invites(here, shown, "getaway")
    assert "letter 1, from Ann to Bea" in here.arcade.clipboard
    then = "copied.txt. Send it to Bea, and paste the answer here or in the menu."
    assert here.notices[-1].endswith(then)
    assert here.screen is shown
    shown.post_message(events.Paste(Friend().answer(here.arcade.clipboard)))
    screen = await here.sits()
    await here.until(lambda: screen.doing.live.state.asked == 0, "the turn")


async def test_an_invitation_is_answered_at_the_menu() -> None:
    match = post.begin(find("abacus"), ("Bea", "Ann"), "7", "s", date="2026.01.02", random=Random(1))
    match, _ = match.play(match.position.moves()[0])
    _, letter = post.write(match, 0, "s")
    async with opened(arcade(name="Ann")) as here:
        here.screen.post_message(events.Paste(f"> {letter}".replace("\n", "\n> ")))
        screen = await here.sits()
        await here.until(lambda: screen.doing.live.state.asked == 1, "the turn")
        assert "by post" in here.text


# A tournament in the arcade: begun, watched, played, left and gone on with.


async def begun(here: Here, people: str, computers: str = "", **chosen: str) -> TournamentScreen:
    shown = await at_the_page(here, CUP)
    shown.query_one("#people", Input).value = people
    for group, value in chosen.items():
        shown.query_one("#form", Filters).choose(group.replace("_", "-"), value)
        await here.rest()
    listed = shown.query_one("#computers", RowList)
    listed.focus()
    for key in computers.split():
        listed.pick(key)
        await here.press("enter")
    shown.query_one("#ways").focus()
    await here.press("enter")
    return await here.comes(TournamentScreen)


def games_kept() -> tuple[int, int]:
    """How many games of the tournament are over, and how many were begun."""
    store = MatchStore.open()
    (stand,) = stands_of(store)
    store.close()
    return len(stand.ended), len(stand.begun)


@opens(size=(120, 40))
async def test_computers_play_meanwhile_and_are_watched(here: Here) -> None:
    shown = await begun(here, "Ann", "novice amateur", cup_game="egg-carton")
    await here.press("b")
    await here.until(lambda: not shown.background.plays, "the game of the computers")
    assert here.screen is shown
    await here.until(lambda: "1 : 0" in here.text or "0 : 1" in here.text, "the result")
    rows = shown.query_one(RowList)
    rows.at = next(at for at, item in enumerate(rows.items) if item and item.key and item.key.over)
    await here.press("enter")
    assert is_replay(here.screen)
    assert games_kept() == (1, 0)


@opens(size=(120, 40))
async def test_who_is_to_move_is_marked_in_a_game_that_was_left(here: Here) -> None:
    await begun(here, "Ann, Bea", cup_game="abacus", cup_clock="30+10")
    for plies in (1, 2):
        await here.press("enter")
        screen = await here.sits()
        screen.doing.answer(screen.match.position.moves()[0])
        await here.until(lambda: screen.match.plies == plies, "the move")  # noqa: B023
        names, actor = screen.match.names, screen.match.position.actor
        await here.press("q")
        await here.comes(TournamentScreen)
        await here.sees(f"▶ {names[actor]}")
        assert f"▶ {names[1 - actor]}" not in here.text
        left = dict(re.findall(r"(Ann|Bea) +(\d+:\d\d)", here.text))
        assert plies > 1 or left[names[actor]] <= "30:00" < left[names[1 - actor]]


class Halting(Resting):
    """Thinks for ever once some moves were played."""

    async def think(self, match: Match, *given: object, **named: object) -> Analysis:
        if match.plies > 3:
            await for_ever()
        return await super().think(match)


@opens(engine=Halting)
async def test_what_the_computers_play_is_left_at_its_last_move(here: Here) -> None:
    background = (await begun(here, "", "novice amateur", cup_game="abacus")).background
    await here.press("b")
    await here.until(lambda: background.match and background.match.plies > 2, "some moves")
    await here.press("b")
    await here.until(lambda: not background.plays, "the end of that")
    await here.press("enter")
    assert (await here.sits()).match.plies > 2
    assert games_kept() == (0, 1)


@opens()
async def test_a_new_tournament_is_begun_from_the_list_of_computers_too(here: Here) -> None:
    shown = await at_the_page(here, CUP)
    assert "n begin" not in here.text, "Enter says it"
    shown.query_one("#people", Input).value = "Ann, Bea"
    shown.query_one("#computers", RowList).focus()
    await here.sees("n begin")
    await here.press("n")
    await here.comes(TournamentScreen)


@opens()
async def test_no_room_is_kept_for_what_is_not_said(here: Here) -> None:
    shown = await at_the_page(here)
    for way in (HOUSE, LETTER):
        shown.query_one("#ways", RowList).pick(way)
        await here.rest()
        assert not shown.query_one(f"#{way}-told").display


@opens(size=(120, 40))
async def test_why_nothing_begins_is_said_until_something_else_is_chosen(here: Here) -> None:
    shown = await at_the_page(here, CUP)
    await here.press("enter")
    await here.sees("chosen so far: 0.")
    shown.heard()  # of a guest, or of a game that is played meanwhile
    await here.rest()
    assert "chosen so far: 0." in here.text
    shown.query_one("#computers", RowList).focus()
    await here.press("enter")
    assert "chosen so far" not in here.text

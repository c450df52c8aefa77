"""Play together: at one keyboard, by letter, in tournaments, in a house of one's own or somebody else's."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Static

from marbles_tui.ai.analysis import Analysis
from marbles_tui.games import GAMES, find
from marbles_tui.play import Match, post
from marbles_tui.store import MatchStore
from marbles_tui.table.live import LiveMatch
from marbles_tui.table.players import Act, for_ever
from marbles_tui.table.post import Own, kept, receive, write
from marbles_tui.table.tournament import stands_of
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.kit.shelf import RowList
from marbles_tui.tui.own_house import Address
from marbles_tui.tui.pages import together as page
from marbles_tui.tui.pages.together import CUP, HOUSE, LETTER, VISIT, Together
from marbles_tui.tui.pages.tournament import TournamentScreen
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.at_table import plays
from tests.for_each import for_each
from tests.tui.conftest import Resting, notices
from tests.tui.stage import Here, arcade, opened, opens
from tests.tui.waiting import press, screen_text, settle, until


async def at_the_page(pilot: Pilot[None]) -> Together:
    await settle(pilot)
    await press(pilot, "p")
    assert isinstance(pilot.app.screen, Together)
    return pilot.app.screen


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
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await at_the_page(pilot)
        shown.query_one("#open", Filters).choose("open", "machine")
        shown.query_one("#ways", RowList).pick(HOUSE)
        await settle(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: shown.house.address, "the house")
        address = shown.house.address
        assert address
        assert address.host == "localhost"
        assert "own-house ssh-" in Path(address.known).read_text(encoding="ascii")
        await until(pilot, lambda: str(address) in screen_text(pilot), "the line")
        assert await address.answers()
    assert not await address.answers()


async def test_a_house_is_visited_and_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        ran.append(command)
        return SimpleNamespace(returncode=255 if "gone" in command else 0)

    @contextmanager
    def rested() -> Iterator[None]:
        yield

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(page, "has_ssh", lambda: True)
    app = arcade(houses={f"h{at}": f"2020-01-0{at}" for at in range(1, 1 + page.REMEMBERED)})
    monkeypatch.setattr(app, "suspend", rested)
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await at_the_page(pilot)
        shown.query_one("#ways", RowList).pick(VISIT)
        await settle(pilot)
        for typed in ("no where", "gone:2222", "attic:2222"):
            shown.query_one("#address", Input).value = typed
            shown.query_one("#address", Input).focus()
            await press(pilot, "enter")
            told = str(shown.query_one("#visited", Static).render())
            assert ("An address is" in told) == (typed == "no where")
            assert ("could not be reached" in told) == typed.startswith("gone")
        assert [command[-1] for command in ran] == ["gone", "attic"]
        shown.query_one("#code", Input).value = "K7QX"
        await press(pilot, "enter")
        assert ran[-1][-4:] == ["--", "attic", "join", "K7QX"]
        shown.query_one("#code", Input).value = "K7; ls"
        await press(pilot, "enter")
        assert "letters and digits" in str(shown.query_one("#visited", Static).render())
        assert {"ssh -p 2222 attic", "h1"} - {*app.settings.houses} == {"h1"}, "the oldest is forgotten"
        assert "attic" in screen_text(pilot)


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


def asked_of(live: LiveMatch, seat: int) -> Callable[[], bool]:
    return lambda: live.state.asked == seat


def copied(app: Arcade, words: str) -> bool:
    return words in app.clipboard


def copied_anew(app: Arcade, screen: BoardScreen, letter: str) -> bool:
    screen.action_do("copy")  # the table shows what was sent a moment after it was sent
    return letter in app.clipboard


def another(app: Arcade, screen: object) -> bool:
    return app.screen is not screen and plays(app.screen)


async def at_the_way(pilot: Pilot[None], way: str) -> Together:
    await settle(pilot)
    await press(pilot, "p")
    shown = pilot.app.screen
    assert isinstance(shown, Together)
    shown.query_one("#ways", RowList).pick(way)
    await settle(pilot)
    return shown


@pytest.mark.long
async def test_a_game_goes_to_and_fro_by_copying_and_pasting() -> None:
    app, friend = arcade(name="Ann"), Friend()
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await at_the_way(pilot, LETTER)
        await press(pilot, "enter")
        assert "Type your name and that of the other one." in screen_text(pilot)
        shown.query_one("#friend", Input).value = "Bea"
        shown.query_one("#letter-game", Filters).choose("letter-game", "gobblet")
        shown.query_one("#ways").focus()
        await pilot.press("enter")
        await until(pilot, lambda: plays(app.screen), "the table")
        for number in (1, 3):
            screen = app.screen
            assert plays(screen)
            live = screen.doing.live
            await until(pilot, asked_of(live, 0), "the turn")
            live.do(live.state.match.position.moves()[-1], 0)
            await until(pilot, partial(copied, app, f"letter {number}, from Ann to Bea"), "the letter")
            letter, app._clipboard = app.clipboard, ""
            await until(pilot, partial(copied_anew, app, screen, letter), "the letter once more")
            answer = friend.answer(letter)
            app.screen.post_message(events.Paste(answer.replace('"Bea"', '"Eve"')))
            await until(pilot, lambda: any("its digest is not" in one for one in notices(pilot)), "why not")
            assert app.screen is screen
            app.screen.post_message(events.Paste(answer))
            await until(pilot, partial(another, app, screen), "the answer")
            assert friend.match
            assert plays(app.screen)
            assert app.screen.match.moves == friend.match.moves
    store = MatchStore.open()
    (saved,) = kept(store)
    store.close()
    assert saved.plies == 4
    app = arcade(name="Ann", letters=app.settings.letters)
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await at_the_way(pilot, LETTER)
        await until(pilot, lambda: "Bea: your move" in screen_text(pilot), "the game")
        shown.query_one("#letters", RowList).focus()
        await pilot.press("enter")
        await until(pilot, lambda: plays(app.screen), "the table")
        screen = app.screen
        assert plays(screen)
        screen.doing.live.do(Act.RESIGN, 0)
        await until(pilot, lambda: "letter 5, from Ann to Bea" in app.clipboard, "the last letter")
        assert post.read(app.clipboard, GAMES).result
        await until(
            pilot, lambda: any(each.endswith("Send it to Bea.") for each in notices(pilot)), "no more"
        )


async def test_both_have_to_write_before_dice_are_thrown() -> None:
    app, friend = arcade(name="Ann"), Friend()
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await at_the_way(pilot, LETTER)
        shown.query_one("#friend", Input).value = "Bea"
        shown.query_one("#letter-game", Filters).choose("letter-game", "getaway")
        shown.query_one("#ways").focus()
        await pilot.press("enter")
        await until(pilot, lambda: "letter 1, from Ann to Bea" in app.clipboard, "the letter")
        then = "Send it to Bea, and paste the answer here or in the menu."
        await until(pilot, lambda: notices(pilot)[-1].endswith(f"copied.txt. {then}"), "what to do with it")
        assert not plays(app.screen)
        shown.post_message(events.Paste(friend.answer(app.clipboard)))
        await until(pilot, lambda: plays(app.screen), "the table")
        screen = app.screen
        assert plays(screen)
        await until(pilot, lambda: screen.doing.live.state.asked == 0, "the turn")


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


async def begun(pilot: Pilot[None], people: str, computers: str = "", **chosen: str) -> TournamentScreen:
    shown = await at_the_way(pilot, CUP)
    shown.query_one("#people", Input).value = people
    form = shown.query_one("#form", Filters)
    for group, value in chosen.items():
        form.choose(group.replace("_", "-"), value)
        await settle(pilot)
    listed = shown.query_one("#computers", RowList)
    listed.focus()
    for key in computers.split():
        listed.pick(key)
        await press(pilot, "enter")
    shown.query_one("#ways").focus()
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, TournamentScreen), "the tournament")
    await settle(pilot)
    assert isinstance(pilot.app.screen, TournamentScreen)
    return pilot.app.screen


async def test_computers_play_meanwhile_and_are_watched() -> None:
    app = arcade()
    async with app.run_test(size=(120, 40)) as pilot:
        shown = await begun(pilot, "Ann", "novice amateur", cup_game="egg-carton")
        background = shown.background
        await pilot.press("b")
        await until(pilot, lambda: not background.plays, "the game of the computers")
        assert plays(app.screen) is False
        await until(
            pilot, lambda: "1 : 0" in screen_text(pilot) or "0 : 1" in screen_text(pilot), "the result"
        )
        over = next(
            at
            for at, item in enumerate(shown.query_one(RowList).items)
            if item and item.key and item.key.over
        )
        shown.query_one(RowList).at = over
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is not shown, "the game again")
    store = MatchStore.open()
    (stand,) = stands_of(store)
    store.close()
    assert [len(stand.ended), len(stand.begun)] == [1, 0]


class Halting(Resting):
    """Thinks for ever once some moves were played."""

    async def think(self, match: Match, *given: object, **named: object) -> Analysis:
        if match.plies > 3:
            await for_ever()
        return await super().think(match)


async def test_what_the_computers_play_is_left_at_its_last_move() -> None:
    app = arcade(engine=Halting())
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await begun(pilot, "", "novice amateur", cup_game="abacus")
        background = shown.background
        await pilot.press("b")
        await until(pilot, lambda: background.match and background.match.plies > 2, "some moves")
        await pilot.press("b")
        await until(pilot, lambda: not background.plays, "the end of that")
        await pilot.press("enter")
        await until(pilot, lambda: plays(app.screen), "the table")
        screen = app.screen
        assert plays(screen)
        assert screen.match.plies > 2
    store = MatchStore.open()
    (stand,) = stands_of(store)
    store.close()
    assert [len(stand.ended), len(stand.begun)] == [0, 1]


@opens()
async def test_at_this_keyboard_only_what_can_be_chosen_is_asked(here: Here) -> None:
    await at_the_page(here)
    asked = here.screen.query_one("#game", Filters)

    def keys() -> list[str]:
        return [group.key for group in asked.groups]

    assert keys() == ["game", "clock", "best", "begins"], "Egg Carton takes two, no more and no fewer"
    asked.choose("game", "getaway")
    await here.rest()
    assert keys() == ["game", "players", "clock", "best", "begins"]
    asked.at = len(asked.groups) - 1
    asked.choose("players", "3")
    await here.rest()
    assert keys() == ["game", "players", "clock", "begins"]
    assert asked.groups[asked.at].key == "begins", "the keys are still for the group they were for"
    asked.choose("game", "egg-carton")
    await here.rest()
    assert asked.groups[asked.at].key == "begins"
    asked.choose("game", "beadmaster")
    await here.rest()
    await here.press("enter")
    await here.sits()
    assert len(here.screen.match.seats) == 3  # type: ignore[attr-defined]

"""Games by letters on the screen: the other one has nothing but what is copied here and pasted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from marbles_tui.games import GAMES, find
from marbles_tui.play import Match, post
from marbles_tui.store import MatchStore
from marbles_tui.table.live import LiveMatch
from marbles_tui.table.players import Act
from marbles_tui.table.post import Own, kept, receive, write
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages.together import LETTER, Together
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, notices
from tests.tui.waiting import opened, press, screen_text, settle, until


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


async def at_the_letters(pilot: Pilot[None]) -> Together:
    await settle(pilot)
    await press(pilot, "p")
    shown = pilot.app.screen
    assert isinstance(shown, Together)
    shown.query_one("#ways", RowList).pick(LETTER)
    await settle(pilot)
    return shown


@pytest.mark.long
async def test_a_game_goes_to_and_fro_by_copying_and_pasting(arcade: MakeArcade) -> None:
    app, friend = arcade(name="Ann"), Friend()
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await at_the_letters(pilot)
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
        shown = await at_the_letters(pilot)
        await until(pilot, lambda: "Bea: your move" in screen_text(pilot), "the game")
        shown.query_one("#letters", RowList).focus()
        await pilot.press("enter")
        await until(pilot, lambda: plays(app.screen), "the table")
        screen = app.screen
        assert plays(screen)
        screen.doing.live.do(Act.RESIGN, 0)
        await until(pilot, lambda: "letter 5, from Ann to Bea" in app.clipboard, "the last letter")
        assert post.read(app.clipboard, GAMES).result


async def test_both_have_to_write_before_dice_are_thrown(arcade: MakeArcade) -> None:
    app, friend = arcade(name="Ann"), Friend()
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await at_the_letters(pilot)
        shown.query_one("#friend", Input).value = "Bea"
        shown.query_one("#letter-game", Filters).choose("letter-game", "getaway")
        shown.query_one("#ways").focus()
        await pilot.press("enter")
        await until(pilot, lambda: "letter 1, from Ann to Bea" in app.clipboard, "the letter")
        assert not plays(app.screen)
        shown.post_message(events.Paste(friend.answer(app.clipboard)))
        await until(pilot, lambda: plays(app.screen), "the table")
        screen = app.screen
        assert plays(screen)
        await until(pilot, lambda: screen.doing.live.state.asked == 0, "the turn")


async def test_an_invitation_is_answered_at_the_menu(arcade: MakeArcade) -> None:
    match = post.begin(find("abacus"), ("Bea", "Ann"), "7", "s", date="2026.01.02", random=Random(1))
    match, _ = match.play(match.position.moves()[0])
    _, letter = post.write(match, 0, "s")
    app = arcade(name="Ann")
    async with opened(app, (80, 24)) as pilot:
        app.screen.post_message(events.Paste(f"> {letter}".replace("\n", "\n> ")))
        await until(pilot, lambda: plays(app.screen), "the table")
        screen = app.screen
        assert plays(screen)
        await until(pilot, lambda: screen.doing.live.state.asked == 1, "the turn")
        assert "by post" in screen_text(pilot)

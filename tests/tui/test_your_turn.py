"""Whose turn it is, where nobody looks at the arcade: in the window's title, and in a notice."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from textual import events

from marbles_tui.games import find
from marbles_tui.play import Match, Seat
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit import window
from marbles_tui.tui.kit.capabilities import Ability
from tests.at_table import plays
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, press, settle, until

EVIL = "Eve\x1b]2;owned\x07"


@pytest.fixture
def wrote(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written to a terminal that is one, as far as the arcade knows."""
    found: list[str] = []
    from textual.drivers.headless_driver import HeadlessDriver

    monkeypatch.setattr(HeadlessDriver, "write", lambda self, data: found.append(data))
    monkeypatch.setattr(Arcade, "is_headless", property(lambda self: False))
    environ: Mapping[str, str] = {"TERM": "xterm-kitty"}
    monkeypatch.setattr(Arcade, "terminal_environ", property(lambda self: environ))
    return found


def told(wrote: list[str]) -> list[str]:
    return [text for text in wrote if "\x1b]2;" in text or "\x1b]9" in text or "\x1b]777" in text]


@pytest.mark.parametrize(
    ("terminal", "news"),
    [
        ("kitty", "\x1b]99;i=marbles:o=unfocused;Abacus: your move\x1b\\"),
        ("foot", "\x1b]777;notify;Marbles;Abacus: your move\x1b\\"),
        ("wezterm", "\x1b]9;Abacus: your move\x1b\\"),
        ("xterm", ""),
        ("", None),
        ("tmux", None),
        ("brand new", None),
    ],
)
async def test_the_title_says_whose_move_it_is(
    arcade: MakeArcade, wrote: list[str], terminal: str, news: str | None
) -> None:
    app = arcade(name="Ann")
    async with opened(app, (80, 24)) as pilot:
        app.ability = Ability(terminal, (1, 0))
        app.play_match(Match.new(find("abacus"), seats=[Seat(EVIL), Seat("Novice", "computer novice")]))
        await until(pilot, lambda: plays(app.screen), "the table")
        screen = app.screen
        assert plays(screen)
        await until(pilot, lambda: screen.doing.live.state.asked == 0, "the turn")
        await settle(pilot)
        if news is None:
            assert told(wrote) == []
            return
        assert told(wrote) == [window.SAVE + window.titled("● Abacus: your move")]
        app.post_message(events.AppBlur())
        await until(pilot, lambda: not app.app_focus, "the blur")
        screen.doing.live.do(screen.match.position.moves()[0], 0)
        await until(pilot, lambda: screen.match.plies == 2, "the answer")
        await until(pilot, lambda: "your move" in told(wrote)[-1], "the title")
        assert window.titled("Abacus: their move") in told(wrote)
        assert [text for text in told(wrote) if "\x1b]2;" not in text] == [news] * bool(news)
        await pilot.press("q")
        await until(pilot, lambda: told(wrote)[-1] == window.titled("Marbles"), "the title of the menu")
    assert wrote.count(window.RESTORE) == 1
    assert not any("owned" in text for text in told(wrote))


async def test_a_setting_turns_it_off(arcade: MakeArcade, wrote: list[str]) -> None:
    app = arcade(name="Ann", turns=False)
    async with opened(app, (80, 24)) as pilot:
        app.ability = Ability("kitty", (1, 0))
        app.play_match(Match.new(find("abacus"), seats=[Seat("Ann"), Seat("Bea")]))
        await until(pilot, lambda: plays(app.screen), "the table")
        await settle(pilot)
        assert told(wrote) == []
    assert window.RESTORE not in wrote


@pytest.mark.parametrize(("terminal", "taken"), [("kitty", True), ("vte", False), ("", False)])
async def test_the_pointer_has_a_shape_where_the_terminal_takes_one(
    arcade: MakeArcade, wrote: list[str], terminal: str, taken: bool
) -> None:
    app = arcade()
    async with opened(app, (80, 24)) as pilot:
        wrote.clear()
        app.ability = Ability(terminal, (1, 0))
        await press(pilot, "p")
        await pilot.hover("RowList")
        await settle(pilot)
        assert ("\x1b]22;pointer\x07" in wrote) is taken

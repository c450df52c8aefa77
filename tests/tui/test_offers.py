"""Draws offered and answered, resignations meant and not, at one keyboard and against computers."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from marbles_tui.ai.analysis import Analysis
from marbles_tui.play import Match
from marbles_tui.play.rating import changes_rating, is_rated
from marbles_tui.play.series import CHANGED, TAKEN_BACK
from marbles_tui.tui.dialogs import QuestionDialog
from marbles_tui.tui.table.beside import Status
from tests.at_table import MatchTable, plays
from tests.tui.conftest import MakeArcade, Resting, offered
from tests.tui.waiting import opened, press, settle

FRIENDS = '[Game "gobblet"][Player1 "Ann"][Player2 "Ben"]'
AGAINST = '[Game "gobblet"][Player1 "Ann"][Player2 "Novice"][Seat2 "computer novice"]'
ROBOTS = '[Game "gobblet"][Seat1 "computer novice"][Seat2 "computer novice"]'
LONELY = '[Game "abacus"][Setup "w4/6/7/8/9/8/7/6/b4 b 0 0"][Player1 "Ann"][Player2 "Ben"]'
THREE = '[Game "beadmaster"][Player1 "Ann"][Player2 "Ben"][Player3 "Cleo"]'


def table(pilot: Pilot[None]) -> MatchTable:
    screen = next(screen for screen in pilot.app.screen_stack if plays(screen))
    assert plays(screen)
    return screen


def asked(pilot: Pilot[None]) -> str:
    screen = pilot.app.screen
    return screen.text if isinstance(screen, QuestionDialog) else ""


def said(pilot: Pilot[None]) -> str:
    return table(pilot).query_one(Status).said


async def test_everybody_else_at_the_keyboard_is_asked(arcade: MakeArcade) -> None:
    async with opened(arcade(THREE)) as pilot:
        await pilot.app.run_action("screen.do('draw')")
        await settle(pilot)
        assert asked(pilot) == "Ann offers a draw. Ben, do you accept?"
        await press(pilot, "y")
        assert asked(pilot) == "Ann offers a draw. Cleo, do you accept?"
        assert table(pilot).match.result is None
        await press(pilot, "n")
        assert said(pilot) == "Cleo declines the draw."
        assert table(pilot).match.result is None


@pytest.mark.parametrize(("value", "drawn"), [(0.0, True), (0.5, True), (-0.5, False)])
async def test_a_computer_accepts_where_it_stands_no_better_than_even(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch, value: float, drawn: bool
) -> None:
    """The value is that of the person, who is to move."""

    async def hint(self: Resting, match: Match) -> Analysis:
        return Analysis(str(match.position.moves()[0]), value)

    monkeypatch.setattr(Resting, "hint", hint)
    async with opened(arcade(AGAINST)) as pilot:
        await pilot.app.run_action("screen.do('draw')")
        await settle(pilot)
        assert asked(pilot) == "Offer Novice a draw?"
        await press(pilot, "y")
        assert asked(pilot) == ""
        assert (table(pilot).match.result is not None) is drawn
        assert drawn or said(pilot) == "The computer plays on."


async def test_computers_are_offered_nothing(arcade: MakeArcade) -> None:
    async with opened(arcade(ROBOTS, speed=6)) as pilot:
        assert not {"draw", "resign"} & offered(table(pilot)).keys()
        await pilot.app.run_action("screen.do('draw')")
        await settle(pilot)
        assert table(pilot).match.result is None


async def test_who_takes_a_resignation_back_plays_on(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        await pilot.app.run_action("screen.do('resign')")
        await settle(pilot)
        assert asked(pilot) == "Ann, do you resign? Ben wins, but a game without a move is not counted."
        await press(pilot, "escape")
        assert table(pilot).match.result is None
        await pilot.app.run_action("screen.do('resign')")
        await settle(pilot)
        await press(pilot, "y")
        result = table(pilot).match.result
        assert result
        assert (result.reason, result.winners) == ("resigned", (1,))
        await press(pilot, "u")
        assert table(pilot).match.result is None
        assert table(pilot).situation.asked


async def test_a_move_taken_back_against_a_computer_is_asked_about_before_it_unrates_the_game(
    arcade: MakeArcade,
) -> None:
    async with opened(arcade(f"{AGAINST} W1A1 K1B2")) as pilot:
        await press(pilot, "u")
        assert asked(pilot) == "This game is rated. Once a move is taken back it no longer counts. Go on?"
        await press(pilot, "enter")
        assert table(pilot).match.plies == 2
        assert is_rated(table(pilot).match)
        await press(pilot, "u", "y")
        assert table(pilot).match.plies == 0
        assert table(pilot).match.tag(CHANGED) == TAKEN_BACK
        await press(pilot, "u")
        assert asked(pilot) == ""
        assert said(pilot) == "Nothing to undo."


async def test_a_rated_game_that_is_over_stays_so_and_is_played_on_as_another(arcade: MakeArcade) -> None:
    async with opened(arcade(f"{AGAINST} W1A1 K1B2")) as pilot:
        table(pilot).doing.live.resign(0)
        await settle(pilot)
        first = table(pilot)
        await press(pilot, "u", "enter")
        assert table(pilot) is first
        assert table(pilot).match.result
        await press(pilot, "u", "y")
        assert first.match.result
        assert changes_rating(first.match)
        assert table(pilot) is not first
        assert [str(move) for move in table(pilot).match.moves] == ["W1A1", "K1B2"]
        assert not is_rated(table(pilot).match)


async def test_a_third_standing_is_claimed_by_whose_turn_it_is(arcade: MakeArcade) -> None:
    to_and_fro = " ".join(("a1a2", "i5i6", "a2a1", "i6i5") * 2)
    async with opened(arcade(f"{LONELY} {to_and_fro}")) as pilot:
        assert table(pilot).match.claimable
        assert offered(table(pilot))["draw"].startswith("Claim a draw")
        await pilot.app.run_action("screen.do('draw')")
        await settle(pilot)
        assert asked(pilot) == "The position stands for the third time. Claim the draw?"
        assert table(pilot).match.result is None
        await press(pilot, "y")
        result = table(pilot).match.result
        assert result
        assert result.reason == "repetition"

"""Puzzles on the screen: solved, missed, hinted, shown, and what is kept of that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.play import Match
from marbles_tui.play.puzzles.tries import RIGHT, Try, daily
from marbles_tui.table.solving import MoveAnswer, Solving
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import QuestionDialog
from marbles_tui.tui.games.abacus.match import AbacusBoard
from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.pages.puzzles import PuzzlesScreen
from marbles_tui.tui.puzzles import begin_hurry, daily_screen, puzzle_screen
from tests.ai.test_puzzles import puzzle_of
from tests.play.test_puzzles import DAY, FORK
from tests.tui.solvers import at, board, first, kept, pick, play, solving
from tests.tui.stage import PATIENCE, Here, arcade, opened, opens

GOBBLET = next(game for game in GAMES if game.key == "gobblet")


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Arcade, "utc_today", staticmethod(lambda: DAY))


async def test_a_daily_is_open_though_that_of_another_game_was_missed(home: Path) -> None:
    missed, found = daily(GAMES, DAY, ABACUS), daily(GAMES, DAY, GOBBLET)
    async with at(app := arcade(), daily_screen(app, found), (80, 24)) as pilot:
        screen = solving(pilot)
        for tried, state in ((missed, "open"), (found, "missed")):
            puzzle = tried.puzzle
            screen.know([*screen.made, Try(puzzle.id, puzzle.game.key, 1200, False, DAY, tried.date, 1, 2.0)])
            await pilot.rest()
            assert f"today      {state}" in pilot.text


async def test_several_first_moves_are_told_of_and_a_single_one_is_not(home: Path) -> None:
    for also, told in ((), False), (("C4B2", "C4C2"), True):
        puzzle = replace(puzzle_of(FORK), also=also)
        async with at(app := arcade(), puzzle_screen(app, puzzle), (80, 24)) as pilot:
            assert ("ways       3 first moves" in pilot.text) is told, pilot.text


async def test_the_side_tells_how_far_the_solution_has_been_played(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at(app := arcade(), puzzle_screen(app, puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        told: list[str] = []

        changed = screen.face.changed

        def noted() -> None:
            told.append(f"{screen.situation.shown} {screen.situation.turns}")
            changed()

        monkeypatch.setattr(screen.face, "changed", noted)
        await pilot.press("y", "g")
        await pilot.until(lambda: screen.over, "the end")
        assert list(dict.fromkeys(told)) == ["False 2", "True 2", "True 1", "True 0"]


async def test_the_marbles_of_abacus_are_as_large_as_at_the_table(home: Path) -> None:
    async with opened(arcade(str(Match.new(ABACUS)))) as here:
        for size in ((60, 18), (80, 24), (120, 40)):
            await here.size(*size)
            at_the_table = here.screen.query_one(AbacusBoard).view().kx
            await here.arcade.push_screen(puzzle_screen(here.arcade, first(ABACUS)))
            await here.rest()
            assert here.screen.query_one(AbacusBoard).view().kx == at_the_table
            assert first(ABACUS).goal.sentence in here.text or size[0] > 100
            await here.arcade.pop_screen()


async def test_of_two_moves_at_once_one_is_played(home: Path) -> None:
    async with at(app := arcade(), puzzle_screen(app, puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        words = [screen.solving.hint, "A3B2"]
        for word in words:  # the second is chosen before the first has been begun to be shown
            pick(pilot, word)
        assert not screen.situation.asked
        await pilot.until(lambda: screen.situation.asked, "the answer")
        assert [str(move) for move in screen.solving.moves[:1]] == words[:1]
        assert screen.solving.marks == RIGHT


async def test_nothing_begins_before_a_move_is_answered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answered, refuted = Event(), Solving._refuted

    def slowly(*given: Any) -> MoveAnswer:
        answered.wait(PATIENCE)
        return refuted(*given)

    monkeypatch.setattr(Solving, "_refuted", slowly)
    async with at(app := arcade(), puzzle_screen(app, puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        pick(pilot, "A3B2")
        await pilot.until(lambda: screen.solving.verdict, "the judgement, without the other side's move")
        try:
            with pilot.app._context():
                for action in ("again", "solution", "hint", "go_on", "explore", "back"):
                    screen.do(action)
            assert pilot.app.screen is board(pilot)
        finally:
            answered.set()
        await pilot.until(lambda: "That lets White escape:" in pilot.text, "why it is wrong")
        assert (screen.solving.number, screen.solving.hints, screen.over) == (1, 0, False)


async def test_a_move_picked_late_is_played_and_not_begun_again(home: Path) -> None:
    """The mouse was quicker than the question whether to try again."""
    async with at(app := arcade(), puzzle_screen(app, puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        await play(pilot, screen.solving.hint)
        await pilot.press("r")
        assert isinstance(pilot.app.screen, QuestionDialog)
        question = pilot.app.screen
        with pilot.app._context():
            screen.answer(GOBBLET.find(screen.solving.position, screen.solving.hint))
        question.dismiss("yes")
        await pilot.until(lambda: screen.over, "the end")
        assert (screen.solving.number, screen.solving.verdict) == (1, "solved")


@pytest.mark.long
async def test_three_minutes_lead_from_puzzle_to_puzzle_and_are_kept(home: Path) -> None:
    async def hurry(right: bool) -> None:
        await pilot.rest()
        task = solving(pilot)
        wrong = {task.solving.hint, *task.puzzle.also}
        while task.solving.verdict is None:
            moves = map(str, task.solving.position.moves())
            pick(pilot, task.solving.hint if right else next(word for word in moves if word not in wrong))
            await pilot.until(lambda: task.situation.asked or task.solving.verdict is not None, "an answer")
        await pilot.until(lambda: getattr(app.screen, "doing", None) is not task, "what comes next")

    app = arcade()
    async with at(app, begin_hurry(app, GOBBLET, ())) as pilot:
        for right in (True, False, False, False):
            await hurry(right)
        assert isinstance(app.screen, QuestionDialog)
        assert app.screen.text == "3 misses: 1 puzzle solved."
        await pilot.press("n")
    assert [(each.puzzle, each.score) for each in kept()] == [("three-minutes", 1)]


@opens()
async def test_where_no_puzzle_is_left_to_show_another_difficulty_shows_none(here: Here) -> None:
    await here.press("u")
    page = await here.comes(PuzzlesScreen)
    page.query_one(Filters).choose("state", "missed")
    await here.press("d")
    assert (page.wanted, page.query_one(Filters).value("marks")) == ([], "0")

"""Puzzles on the screen: solved, missed, hinted, shown, and what is kept of that."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.play import Match
from marbles_tui.play.puzzles.daily import RIGHT, daily
from marbles_tui.play.puzzles.text import with_puzzles
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.table.solving import MoveAnswer, Solving
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import QuestionDialog
from marbles_tui.tui.games.abacus.match import AbacusBoard
from marbles_tui.tui.puzzles import begin_hurry, daily_screen, puzzle_screen
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.ai.test_puzzles import puzzle_of
from tests.play.test_puzzles import DAY, FORK
from tests.tui.conftest import MakeArcade
from tests.tui.solvers import at, board, first, kept, pick, play, solve, solving
from tests.tui.waiting import PATIENCE, opened, press, screen_text, settle, until

GOBBLET = next(game for game in GAMES if game.key == "gobblet")


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Arcade, "utc_today", staticmethod(lambda: DAY))


@pytest.mark.parametrize("game", with_puzzles(GAMES)[-1:], ids=lambda game: game.key)
async def test_a_puzzle_that_is_solved_is_kept(home: Path, arcade: MakeArcade, game: Game) -> None:
    async with at(app := arcade(), puzzle_screen(app, first(game)), (80, 24)) as pilot:
        assert first(game).goal.sentence in screen_text(pilot)
        await solve(pilot)
        assert solving(pilot).over
        assert "The first try, no hint" in screen_text(pilot)
    (made,) = kept()
    assert (made.puzzle, made.game, made.solved, made.day) == (first(game).id, game.key, True, "")


async def test_typed_keys_of_the_game_choose_moves(home: Path, arcade: MakeArcade) -> None:
    async with at(app := arcade(), puzzle_screen(app, puzzle_of(FORK))) as pilot:
        await pilot.press(*"c4b2")
        await until(pilot, lambda: len(solving(pilot).solving.moves) == 2, "the answer")
        await settle(pilot)
        assert "turns left 1" in screen_text(pilot)
        await pilot.press(*"c1b3")
        await until(pilot, lambda: solving(pilot).over, "the end")
        await settle(pilot)
        await pilot.press("n")  # a letter of no cell, which now has another meaning
        await until(pilot, lambda: solving(pilot).puzzle.id != "fork", "another puzzle")


async def test_a_hint_marks_where_to_begin_and_costs_the_point(home: Path, arcade: MakeArcade) -> None:
    async with at(app := arcade(), puzzle_screen(app, puzzle_of(FORK))) as pilot:
        move: Any = GOBBLET.find(solving(pilot).solving.position, "C4B2")
        await press(pilot, "s", "y")
        assert board(pilot).board.highlights.hint == move.paths[0][:1]
        assert "C4B2" not in screen_text(pilot)
        await pilot.press("s")
        assert board(pilot).board.highlights.hint == move.paths[0]
        assert "Try C4B2" in screen_text(pilot)
        await settle(pilot)
    assert [(made.solved, made.hints) for made in kept()] == [(False, 1)]


@pytest.mark.parametrize("key", ["s", "y", "r"], ids=["hint", "solution", "start again"])
async def test_what_costs_the_scored_try_is_asked_about_first(
    home: Path, arcade: MakeArcade, key: str
) -> None:
    found = daily(GAMES, DAY, GOBBLET)
    async with at(app := arcade(), daily_screen(app, found), (80, 24)) as pilot:
        await play(pilot, found.puzzle.solution[0])
        screen = solving(pilot)
        for answer in ("enter", "n", "escape"):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog), "the question")
            assert "the day's scored try" in screen_text(pilot)
            await press(pilot, answer)
            assert solving(pilot).solving.clean
        assert (kept(), len(screen.solving.moves)) == ([], 2)
        if key == "y":
            await press(pilot, "y", "y")
            assert isinstance(pilot.app.screen, QuestionDialog), "the key that asks does not answer"
            await pilot.press("escape")
        await press(pilot, key, "g" if key == "y" else "y")
        await press(pilot, key)  # nothing is left to lose
        assert screen.situation.practice
        assert isinstance(pilot.app.screen, BoardScreen)
    assert [(made.solved, made.hints) for made in kept()] == [(False, int(key == "s"))]


async def test_a_daily_is_open_though_that_of_another_game_was_missed(home: Path, arcade: MakeArcade) -> None:
    missed, found = daily(GAMES, DAY, ABACUS), daily(GAMES, DAY, GOBBLET)
    async with at(app := arcade(), daily_screen(app, found), (80, 24)) as pilot:
        screen = solving(pilot)
        for tried, state in ((missed, "open"), (found, "missed")):
            puzzle = tried.puzzle
            screen.know([*screen.made, Try(puzzle.id, puzzle.game.key, 1200, False, DAY, tried.date, 1, 2.0)])
            await settle(pilot)
            assert f"today      {state}" in screen_text(pilot)


async def test_the_side_tells_how_far_the_solution_has_been_played(
    home: Path, arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
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
        await until(pilot, lambda: screen.over, "the end")
        assert list(dict.fromkeys(told)) == ["False 2", "True 2", "True 1", "True 0"]


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_marbles_of_abacus_are_as_large_as_at_the_table(
    home: Path, arcade: MakeArcade, size: tuple[int, int]
) -> None:
    abacus = next(game for game in GAMES if game.key == "abacus")

    def wide(pilot: Pilot[None]) -> float:
        board = pilot.app.screen.query_one(AbacusBoard)
        return board.view().kx

    async with opened(arcade(str(Match.new(abacus))), size) as pilot:
        at_the_table = wide(pilot)
        await pilot.app.push_screen(puzzle_screen(pilot.app, first(abacus)))  # type: ignore[arg-type]
        await settle(pilot)
        assert wide(pilot) == at_the_table
        assert first(abacus).goal.sentence in screen_text(pilot) or size[0] > 100


async def test_of_two_moves_at_once_one_is_played(home: Path, arcade: MakeArcade) -> None:
    async with at(app := arcade(), puzzle_screen(app, puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        words = [screen.solving.hint, "A3B2"]
        for word in words:  # the second is chosen before the first has been begun to be shown
            pick(pilot, word)
        assert not screen.situation.asked
        await until(pilot, lambda: screen.situation.asked, "the answer")
        assert [str(move) for move in screen.solving.moves[:1]] == words[:1]
        assert screen.solving.marks == RIGHT


async def test_nothing_begins_before_a_move_is_answered(
    home: Path, arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, refuted = Event(), Solving._refuted

    def slowly(*given: Any) -> MoveAnswer:
        answered.wait(PATIENCE)
        return refuted(*given)

    monkeypatch.setattr(Solving, "_refuted", slowly)
    async with at(app := arcade(), puzzle_screen(app, puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        pick(pilot, "A3B2")
        await until(pilot, lambda: screen.solving.verdict, "the judgement, without the other side's move")
        try:
            with pilot.app._context():
                for action in ("again", "solution", "hint", "go_on", "explore", "back"):
                    screen.do(action)
            assert pilot.app.screen is board(pilot)
        finally:
            answered.set()
        await until(pilot, lambda: "That lets White escape:" in screen_text(pilot), "why it is wrong")
        assert (screen.solving.number, screen.solving.hints, screen.over) == (1, 0, False)


async def test_a_move_picked_late_is_played_and_not_begun_again(home: Path, arcade: MakeArcade) -> None:
    """The mouse was quicker than the question whether to try again."""
    async with at(app := arcade(), puzzle_screen(app, puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        await play(pilot, screen.solving.hint)
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, QuestionDialog)
        question = pilot.app.screen
        with pilot.app._context():
            screen.answer(GOBBLET.find(screen.solving.position, screen.solving.hint))
        question.dismiss("yes")
        await until(pilot, lambda: screen.over, "the end")
        assert (screen.solving.number, screen.solving.verdict) == (1, "solved")


async def test_esc_puts_back_what_is_picked_then_leaves(home: Path, arcade: MakeArcade) -> None:
    async with at(app := arcade(), puzzle_screen(app, puzzle_of(FORK))) as pilot:
        screen = board(pilot)
        await pilot.press("c", "4")
        assert screen.picking.begun
        await pilot.press("escape")
        assert not screen.picking.begun
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not screen, "the menu")
    assert kept() == []


@pytest.mark.long
async def test_three_minutes_lead_from_puzzle_to_puzzle_and_are_kept(home: Path, arcade: MakeArcade) -> None:
    async def hurry(right: bool) -> None:
        await settle(pilot)
        task = solving(pilot)
        wrong = {task.solving.hint, *task.puzzle.also}
        while task.solving.verdict is None:
            moves = map(str, task.solving.position.moves())
            pick(pilot, task.solving.hint if right else next(word for word in moves if word not in wrong))
            await until(pilot, lambda: task.situation.asked or task.solving.verdict is not None, "an answer")
        await until(pilot, lambda: getattr(app.screen, "doing", None) is not task, "what comes next")

    app = arcade()
    async with at(app, begin_hurry(app, GOBBLET, ())) as pilot:
        for right in (True, False, False, False):
            await hurry(right)
        assert isinstance(app.screen, QuestionDialog)
        assert app.screen.text == "3 misses: 1 puzzle solved."
        await press(pilot, "n")
    assert [(each.puzzle, each.score) for each in kept()] == [("three-minutes", 1)]

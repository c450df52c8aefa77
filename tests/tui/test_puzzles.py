"""Puzzles on the screen: solved, missed, hinted, shown; the room; the day's puzzle and journey; what is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.play import Match
from marbles_tui.play.puzzles.daily import daily
from marbles_tui.play.puzzles.journey import daily_journey
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.share import RIGHT
from marbles_tui.play.puzzles.shipped import shipped, with_puzzles
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store import MatchStore
from marbles_tui.table import puzzle_words
from marbles_tui.table.solving import Answer, Solving
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.games.abacus.board import AbacusBoard
from marbles_tui.tui.match.question import QuestionDialog
from marbles_tui.tui.menu.face import MenuFace
from marbles_tui.tui.puzzles.opening import daily_screen, puzzle_screen
from marbles_tui.tui.puzzles.side import PuzzleSide
from marbles_tui.tui.puzzles.telling import facts
from marbles_tui.tui.screens.match import MatchScreen
from marbles_tui.tui.screens.puzzle import PuzzleScreen
from marbles_tui.tui.screens.puzzle_room import PuzzleRoom
from marbles_tui.tui.screens.replay import Replay
from tests.ai.test_puzzles import puzzle_of
from tests.play.test_daily import DAY
from tests.play.test_puzzles import FORK
from tests.tui.conftest import MakeArcade, ending
from tests.tui.waiting import PATIENCE, screen_text, settle, until

GOBBLET = next(game for game in GAMES if game.key == "gobblet")


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Arcade, "utc_today", staticmethod(lambda: DAY))


def kept(made: Try | None = None) -> list[Try]:
    """The tries in the store, and one more if one is given."""
    store = MatchStore.open()
    if made:
        store.tries.add(made)
    found = store.tries.all()
    store.close()
    return found


@asynccontextmanager
async def at(app: Arcade, screen: Any, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Pilot[None]]:
    """Somebody at a screen above the menu."""
    async with app.run_test(size=size) as pilot:
        await app.push_screen(screen)
        await settle(pilot)
        yield pilot


def solving(pilot: Pilot[None]) -> PuzzleScreen:
    """The puzzle that is being solved."""
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    return screen


async def play(pilot: Pilot[None], word: str) -> None:
    """Choose a move by its places, as the mouse does."""
    screen = solving(pilot)
    before = len(screen.solving.moves)
    move: Any = screen.puzzle.game.find(screen.solving.position, word)
    for cell in move.paths[0]:
        screen.take(partial(screen.picking.pick, cell))
    await until(pilot, lambda: len(screen.solving.moves) > before, f"{word} played")
    await settle(pilot)


async def solve(pilot: Pilot[None]) -> None:
    """Solve it by its solution."""
    while (screen := solving(pilot)).solving.verdict is None:
        await play(pilot, screen.solving.hint)


def first(game: Game) -> Puzzle:
    """The puzzle of a game with the shortest solution."""
    return min(shipped(game), key=lambda puzzle: (len(puzzle.solution), puzzle.id))


@pytest.mark.parametrize("game", with_puzzles(GAMES), ids=lambda game: game.key)
async def test_a_puzzle_of_each_game_is_solved(home: Path, arcade: MakeArcade, game: Game) -> None:
    async with at(arcade(), puzzle_screen(first(game)), (80, 24)) as pilot:
        assert first(game).goal.sentence in screen_text(pilot)
        await solve(pilot)
        assert solving(pilot).over
        assert "The first try, no hint" in screen_text(pilot)
    (made,) = kept()
    assert (made.puzzle, made.game, made.solved, made.day) == (first(game).id, game.key, True, "")


async def test_typed_keys_of_the_game_choose_moves(home: Path, arcade: MakeArcade) -> None:
    async with at(arcade(), puzzle_screen(puzzle_of(FORK))) as pilot:
        await pilot.press(*"c4b2")
        await until(pilot, lambda: len(solving(pilot).solving.moves) == 2, "the answer")
        await settle(pilot)
        assert "turns left    1" in screen_text(pilot)
        await pilot.press(*"c1b3")
        await until(pilot, lambda: solving(pilot).over, "the end")
        await settle(pilot)
        await pilot.press("n")  # a letter of no cell, which now has another meaning
        await until(pilot, lambda: solving(pilot).puzzle.id != "fork", "another puzzle")


async def test_a_wrong_move_is_refuted_and_counts_once(home: Path, arcade: MakeArcade) -> None:
    async with at(arcade(), puzzle_screen(puzzle_of(FORK))) as pilot:
        await play(pilot, "A3B2")
        assert "That lets White escape:" in screen_text(pilot)
        assert not solving(pilot).waiting
        await pilot.press("r")
        await settle(pilot)
        assert "the second, no hint" in screen_text(pilot)
        await solve(pilot)
        assert "The second try, no hint" in screen_text(pilot)
        assert "○●● 2nd try" in screen_text(pilot) or solving(pilot).solving.marks == "○●●"
    assert [made.solved for made in kept()] == [False]


async def test_a_hint_marks_where_to_begin_and_costs_the_point(home: Path, arcade: MakeArcade) -> None:
    async with at(arcade(), puzzle_screen(puzzle_of(FORK))) as pilot:
        move: Any = GOBBLET.find(solving(pilot).solving.position, "C4B2")
        await pilot.press("s", "y")
        await settle(pilot)
        assert solving(pilot).board.highlights.hint == move.paths[0][:1]
        assert "C4B2" not in screen_text(pilot)
        await pilot.press("s")
        assert solving(pilot).board.highlights.hint == move.paths[0]
        assert "Try C4B2" in screen_text(pilot)
        await settle(pilot)
    assert [(made.solved, made.hints) for made in kept()] == [(False, 1)]


@pytest.mark.parametrize("key", ["s", "y", "r"], ids=["hint", "solution", "start again"])
async def test_what_costs_the_scored_try_is_asked_about_first(
    home: Path, arcade: MakeArcade, key: str
) -> None:
    found = daily(GAMES, DAY, GOBBLET)
    async with at(arcade(), daily_screen(found), (80, 24)) as pilot:
        await play(pilot, found.puzzle.solution[0])
        screen = solving(pilot)
        for answer in ("enter", "n", "escape"):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog), "the question")
            assert "the day's scored try" in screen_text(pilot)
            await pilot.press(answer)
            await settle(pilot)
            assert solving(pilot).solving.clean
        assert (kept(), len(screen.solving.moves)) == ([], 2)
        await pilot.press(key, "y")
        await settle(pilot)
        await pilot.press(key)  # nothing is left to lose
        await settle(pilot)
        assert screen.practice
        assert isinstance(pilot.app.screen, PuzzleScreen)
    assert [(made.solved, made.hints) for made in kept()] == [(False, int(key == "s"))]


async def test_a_daily_is_open_though_that_of_another_game_was_missed(home: Path, arcade: MakeArcade) -> None:
    missed, found = daily(GAMES, DAY, ABACUS), daily(GAMES, DAY, GOBBLET)
    async with at(arcade(), daily_screen(found), (80, 24)) as pilot:
        screen = solving(pilot)
        screen.keeping.add(missed.puzzle, False, 1, 2.0, missed)
        told = {row.label: row.more for row in facts(screen).rows}
        assert told["streak"] == "open"
        screen.keeping.add(found.puzzle, False, 1, 2.0, found)
        told = {row.label: row.more for row in facts(screen).rows}
        assert told["streak"] == "missed"


async def test_the_side_tells_how_far_the_solution_has_been_played(
    home: Path, arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at(arcade(), puzzle_screen(puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        told: list[str] = []

        def tell(*words: Any, **kind: Any) -> None:
            told.append("/".join(row.value for row in screen.query_one(PuzzleSide).facts.rows[2:]))

        monkeypatch.setattr(screen, "tell", tell)
        await pilot.press("y", "y")
        await until(pilot, lambda: screen.over, "the end")
        assert list(dict.fromkeys(told)) == ["the solution/2", "the solution/1", "the solution/0"]


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_marbles_of_abacus_are_as_large_as_at_the_table(
    home: Path, arcade: MakeArcade, size: tuple[int, int]
) -> None:
    abacus = next(game for game in GAMES if game.key == "abacus")

    def wide(pilot: Pilot[None]) -> int:
        board = pilot.app.screen.query_one(AbacusBoard)
        return board.lay_out(board.size, board.look).step.wide

    async with arcade(str(Match.new(abacus))).run_test(size=size) as pilot:
        await settle(pilot)
        at_the_table = wide(pilot)
        await pilot.app.push_screen(puzzle_screen(first(abacus)))
        await settle(pilot)
        assert wide(pilot) == at_the_table
        assert first(abacus).goal.sentence in screen_text(pilot) or size[0] > 100


async def test_the_solution_is_played_with_words(home: Path, arcade: MakeArcade) -> None:
    async with at(arcade(), puzzle_screen(puzzle_of(FORK))) as pilot:
        await pilot.press("y", "y")
        await until(
            pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen) and solving(pilot).over, "the end"
        )
        await settle(pilot)
        told = screen_text(pilot)
        assert "It comes back tomorrow." in told
        result = solving(pilot).board.highlights
        assert result.winners
        await pilot.press("r")
        assert solving(pilot).over
    assert [made.solved for made in kept()] == [False]


async def test_of_two_moves_at_once_one_is_played(home: Path, arcade: MakeArcade) -> None:
    async with at(arcade(), puzzle_screen(puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        words = [screen.solving.hint, "A3B2"]
        for word in words:  # the second is chosen before the first has been begun to be shown
            move: Any = screen.puzzle.game.find(screen.solving.position, word)
            for cell in move.paths[0]:
                screen.take(partial(screen.picking.pick, cell))
        assert not screen.waiting
        await until(pilot, lambda: screen.waiting, "the answer")
        assert [str(move) for move in screen.solving.moves[:1]] == words[:1]
        assert screen.solving.marks == RIGHT


async def test_nothing_begins_before_a_move_is_answered(
    home: Path, arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, refuted = Event(), Solving._refuted

    def slowly(*given: Any) -> Answer:
        answered.wait(PATIENCE)
        return refuted(*given)

    monkeypatch.setattr(Solving, "_refuted", slowly)
    async with at(arcade(), puzzle_screen(puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        move: Any = screen.puzzle.game.find(screen.solving.position, "A3B2")
        for cell in move.paths[0]:
            screen.take(partial(screen.picking.pick, cell))
        await until(pilot, lambda: screen.solving.verdict, "the judgement, without the other side's move")
        try:
            with pilot.app._context():
                for asked in (
                    screen.action_again,
                    screen.action_solution,
                    screen.action_hint,
                    screen.action_go_on,
                ):
                    asked()
            assert pilot.app.screen is screen
        finally:
            answered.set()
        await until(pilot, lambda: "That lets White escape:" in screen_text(pilot), "why it is wrong")
        assert (screen.solving.number, screen.solving.hints, screen.over) == (1, 0, False)


async def test_a_move_picked_late_is_played_and_not_begun_again(home: Path, arcade: MakeArcade) -> None:
    """The mouse was quicker than the question whether to try again."""
    async with at(arcade(), puzzle_screen(puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        await play(pilot, screen.solving.hint)
        await pilot.press("r")
        await settle(pilot)
        assert isinstance(pilot.app.screen, QuestionDialog)
        move: Any = screen.puzzle.game.find(screen.solving.position, screen.solving.hint)
        for cell in move.paths[0]:
            screen.take(partial(screen.picking.pick, cell))
        pilot.app.screen.dismiss(True)
        await until(pilot, lambda: screen.over, "the end")
        assert (screen.solving.number, screen.solving.verdict) == (1, "solved")


async def test_esc_puts_back_what_is_picked_then_leaves(home: Path, arcade: MakeArcade) -> None:
    async with at(arcade(), puzzle_screen(puzzle_of(FORK))) as pilot:
        screen = solving(pilot)
        await pilot.press("c", "4")
        assert screen.picking.begun
        await pilot.press("escape")
        assert not screen.picking.begun
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not screen, "the menu")
    assert kept() == []


async def test_the_menu_has_the_day_s_puzzle_and_the_first_try_counts(home: Path, arcade: MakeArcade) -> None:
    found = daily(GAMES, DAY)
    async with arcade().run_test(size=(120, 40)) as pilot:
        face = pilot.app.screen.query_one(MenuFace)
        await until(pilot, lambda: [door for door in face.doors if door.key == "d"], "the door")
        assert found.puzzle.title in screen_text(pilot)
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen), "the puzzle")
        await settle(pilot)
        assert "no. 325" in screen_text(pilot)
        await solve(pilot)
        assert "1 DAY RUNNING" in screen_text(pilot)
        assert "Marbles daily 325" in screen_text(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: any("solved" in door.second for door in face.doors), "the door says so")
    assert [(made.solved, made.day) for made in kept()] == [(True, "2026-11-22")]
    async with at(arcade(), daily_screen(found)) as pilot:
        assert "for practice" in screen_text(pilot)
        await solve(pilot)
    assert len(kept()) == 1


async def test_the_room_lists_by_game_difficulty_and_theme(home: Path, arcade: MakeArcade) -> None:
    kept(Try(first(GOBBLET).id, "gobblet", 1200, False, DAY - timedelta(3)))
    async with at(arcade(), PuzzleRoom()) as pilot:
        room = pilot.app.screen
        assert isinstance(room, PuzzleRoom)
        await until(pilot, lambda: "DUE AGAIN" in screen_text(pilot), "what is due")
        today = [entry for entry in room._face.shown if entry.section == "today"]
        assert len(today) == len(with_puzzles(GAMES)) + 1
        while room._wanted.game is not GOBBLET:
            await pilot.press("right")
        everything = [entry for entry in room._face.shown if entry.section == "Gobblet"]
        assert len(everything) == len(shipped(GOBBLET))
        await pilot.press("m")
        themed = [entry for entry in room._face.shown if entry.section == "Gobblet"]
        theme = room._wanted.theme
        assert theme in screen_text(pilot)
        assert 0 < len(themed) < len(everything)
        assert all(entry.puzzle and theme in entry.puzzle.themes for entry in themed)
        await pilot.press("d")
        assert room._wanted.marks
        picked = room.entry
        assert picked
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen), "the puzzle")
        assert solving(pilot).puzzle is picked.puzzle


@pytest.mark.parametrize(
    ("size", "skin"),
    [((60, 18), "blocks"), ((80, 24), "glyphs"), ((120, 40), "ascii"), ((200, 60), "blocks")],
)
async def test_screens_fit_every_window(
    home: Path, arcade: MakeArcade, size: tuple[int, int], skin: str
) -> None:
    async with at(arcade(skin=skin), daily_screen(daily(GAMES, DAY, GOBBLET)), size) as pilot:
        assert "Win in" in screen_text(pilot) or "Do not lose" in screen_text(pilot)
        screen = solving(pilot)
        await pilot.press("y", "y")
        await until(pilot, lambda: screen.over, "the end")
        await settle(pilot)
        lines = screen_text(pilot).splitlines()
        assert len(lines) <= size[1]
        assert "It comes back tomorrow." in "\n".join(lines)
        assert "NOT YET" in lines[1] or size[1] > 20  # else it is in big letters
        await pilot.press("u")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleRoom), "the room")
        await settle(pilot)
        assert "TODAY" in screen_text(pilot)


async def test_the_journey_rolls_the_day_s_dice_and_keeps_the_first_score(
    home: Path, arcade: MakeArcade
) -> None:
    journey = daily_journey(DAY)
    async with at(arcade(), daily_screen(journey)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, MatchScreen)
        assert screen.company.refusal("undo")
        for _ in range(400):
            if screen.match.result:
                break
            await until(pilot, lambda: screen.waiting or screen.match.result, "a question")
            if screen.waiting:
                choice: Any = screen.picking.rolling
                seat = screen.session.asked
                assert seat is not None
                if choice:
                    screen.session.roll(seat)
                else:
                    screen.session.choose(seat, screen.match.position.moves()[0])
            await settle(pilot)
        assert screen.match.result
        await settle(pilot)
        (made,) = kept()
        gold = screen.match.position.travellers[0].gold  # type: ignore[attr-defined]
        assert (made.day, made.score, made.solved) == ("2026-11-22", gold, gold > journey.score)
        assert f"{gold} gold, the house {journey.score}." in " ".join(ending(pilot).split())
        await pilot.press("p")
        await settle(pilot)
        assert pilot.app.clipboard.startswith("Marbles daily 325, Gary's Great Getaway")


async def test_a_replay_makes_a_puzzle_of_the_position_and_the_room_keeps_it(
    home: Path, arcade: MakeArcade
) -> None:
    match = puzzle_words.match_of(puzzle_of(FORK))
    async with at(arcade(), Replay(match, playing=False)) as pilot:
        await pilot.press("m")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen), "the puzzle")
        made = solving(pilot).puzzle
        assert made.solution == puzzle_of(FORK).solution
    async with at(arcade(), PuzzleRoom()) as pilot:
        room = pilot.app.screen
        assert isinstance(room, PuzzleRoom)
        while room._wanted.game is not GOBBLET:
            await pilot.press("right")
        await until(pilot, lambda: "YOUR OWN" in screen_text(pilot), "the user's own")
        assert made in [entry.puzzle for entry in room._face.shown]


async def test_chance_draws_a_new_puzzle(home: Path, arcade: MakeArcade) -> None:
    async with at(arcade(), PuzzleRoom()) as pilot:
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen), "the puzzle")
        assert solving(pilot).puzzle.game.key == "egg-carton"
        await solve(pilot)
        assert solving(pilot).over

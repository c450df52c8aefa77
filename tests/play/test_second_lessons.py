"""What comes after first lessons and after mistakes: puzzles with one idea, and puzzles like a missed move."""

from __future__ import annotations

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.puzzle import MARKS
from marbles_tui.play.puzzles.text import read_puzzles, second_lessons, shipped, with_puzzles, write_puzzle
from marbles_tui.play.puzzles.tries import alike, purpose

PLAYED = with_puzzles(GAMES)


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.key)
def test_each_game_has_a_path_of_easy_puzzles_with_an_idea_each(game: Game) -> None:
    path = second_lessons(game)
    assert len(path) >= 5
    assert len({puzzle.idea for puzzle in path}) == len(path)
    for puzzle in path:
        assert puzzle.marks < MARKS - 1, puzzle.id
        assert puzzle.idea[0].isupper()
        assert puzzle.idea[-1] in ".?"
        assert len(puzzle.idea) <= 76, "a line of a window of 80 columns has to hold it"
        (again,) = read_puzzles(write_puzzle(puzzle), (game,))
        assert again.puzzle == puzzle


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.key)
def test_puzzles_like_a_move_begin_with_one_that_is_for_the_same(game: Game) -> None:
    puzzle = shipped(game)[0]
    start = puzzle.start()
    move = puzzle.moves()[0]
    found = alike(game, start, move)
    assert puzzle in found
    assert len(found) < len(shipped(game))
    assert {purpose(game, each.start(), each.moves()[0]) for each in found} == {purpose(game, start, move)}

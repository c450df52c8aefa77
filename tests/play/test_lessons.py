"""Lessons: every step can be done as it says, every wrong try is answered, and a file that is wrong is refused by its
step."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from marbles_tui.core import CHANCE, Game
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.gobblet import GOBBLET, Gobblets
from marbles_tui.games.gobblet.position import gobblet
from marbles_tui.play.lessons import (
    DECLINED,
    DONE,
    BadLesson,
    Lesson,
    Step,
    is_open,
    lesson_of,
    read_lesson,
    steps_done,
    with_step,
    worded,
)
from marbles_tui.play.puzzles.puzzle import (
    MARKS,
    read_puzzles,
    second_lessons,
    shipped,
    with_puzzles,
    write_puzzle,
)
from marbles_tui.play.puzzles.tries import alike, purpose
from tests.for_each import for_each

WIDEST = 76
"""Columns of a line of words: as much as is read at a glance, at eighty columns beside the margins."""

FOLDER = Path(__file__).parents[2] / "assets" / "lessons"

LESSONS = [lesson for game in GAMES if (lesson := lesson_of(game))]
STEPS = [
    pytest.param(step, id=f"{lesson.game.key}-{number}")
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps, 1)
]

GOOD = """
[[step]]
setup = "3,3,3,3,3,3/3,3,3,3,3,3/0,0/1"
mark = true
say = "One thing."
task = "Press D."
play = "D"
wrong."*" = "D is marked."
done = "Again."
[[step]]
say = "Another."
task = "Any."
play = "A B"
wrong.C = "Not C."
wrong."*" = "Neither."
done = "Done."
"""


def egg_carton() -> Lesson:
    return read_lesson(GOOD, EGG_CARTON)


def test_lessons_have_four_to_eight_steps() -> None:
    assert len(LESSONS) >= 5
    assert all(4 <= len(lesson.steps) <= 8 for lesson in LESSONS)


@for_each("step", STEPS)
def test_a_step_can_be_done_as_it_says(step: Step) -> None:
    assert step.match.turn is not None
    for move in step.right:
        assert step.answer(move) == ""
        shown = step.play(move)
        assert len(shown) == 1 + len(step.replies)
        assert shown[0].before is step.match
        assert all(shown[at].after is shown[at + 1].before for at in range(len(step.replies)))
        assert all(ply.events for ply in shown)


@for_each("step", STEPS)
def test_every_other_move_is_answered_and_none_is_answered_that_is_not_legal(step: Step) -> None:
    legal = step.match.position.moves()
    if step.match.turn != CHANCE:
        for move in legal:
            assert (step.answer(move) == "") == (move in step.right)
            assert len(step.play(move)) == (1 + len(step.replies) if move in step.right else 1)
    assert set(step.wrong) <= {str(move) for move in legal}
    assert set(step.right) <= set(legal)


@for_each("step", STEPS)
def test_words_fit_whatever_the_sides_are_called(step: Step) -> None:
    for words in (step.says, step.task, step.done, step.otherwise, *step.wrong.values()):
        said = worded(words, step.match.game.sides)
        assert "{" not in said
        assert len(said) <= WIDEST


def test_the_last_step_of_each_lesson_wins_the_game() -> None:
    for lesson in LESSONS:
        last = lesson.steps[-1]
        for move in last.right:
            result = last.play(move)[-1].after.result
            assert result
            assert result.winners == (last.match.position.actor,)


# What the words claim, by the rules


def test_gobblet_stops_a_four_with_every_right_move_and_with_no_other() -> None:
    step = lesson_of(GOBBLET).steps[3]  # type: ignore[union-attr]
    for move in step.match.position.moves():
        after = step.match.position.play(move)
        loses = any((end := after.play(answer).result) and end.winners == (1,) for answer in after.moves())
        assert loses == (move not in step.right), move


def test_gobblets_two_threats_win_whatever_is_answered() -> None:
    step = lesson_of(GOBBLET).steps[5]  # type: ignore[union-attr]
    (fork,) = step.right
    after = step.match.position.play(fork)
    for answer in after.moves():
        then = after.play(answer)
        assert any((end := then.play(move).result) and end.winners == (0,) for move in then.moves()), answer


@pytest.mark.parametrize(("key", "number"), [("abacus", 6), ("beadmaster", 5)])
def test_what_saves_a_piece_is_all_that_saves_it(key: str, number: int) -> None:
    lesson = next(lesson for lesson in LESSONS if lesson.game.key == key)
    step = lesson.steps[number - 1]
    for move in step.match.position.moves():
        after = step.match.position.play(move)
        lost = _pieces(lesson.game, after) < _pieces(lesson.game, step.match.position)
        lost |= any(
            _pieces(lesson.game, after.play(answer)) < _pieces(lesson.game, after) for answer in after.moves()
        )
        assert lost == (move not in step.right), move


def _pieces(game: Game, position: object) -> int:
    """How many pieces the first seat has on the board."""
    kinds = position.cells if game.key == "abacus" else position.beads  # type: ignore[attr-defined]
    return list(kinds).count(0 if game.key == "abacus" else 1)


# Files


def test_a_step_without_a_setup_goes_on_from_the_one_before() -> None:
    first, second = egg_carton().steps
    assert str(first.match.position.board.ring) != str(second.match.position.board.ring)
    assert second.match.moves[-1] == first.right[0]
    assert [str(move) for move in second.right] == ["A", "B"]
    (wrong,) = [move for move in second.match.position.moves() if str(move) == "C"]
    assert second.answer(wrong) == "Not C."


def test_a_pattern_means_all_moves_that_begin_so_and_a_move_of_its_own_overrules_it() -> None:
    text = GOOD.replace(
        'play = "A B"\nwrong.C = "Not C."\nwrong."*" = "Neither."',
        'play = "* F"\nwrong."F*" = "Not F."\nwrong.A = "Not A."',
    )
    step = read_lesson(text, EGG_CARTON).steps[1]
    assert {str(move) for move in step.right} == {"B", "C", "E", "F"}


@for_each(
    ("old", "new", "fault"),
    [
        ("say =", "shout =", "step 1: expected one of setup, options"),
        ('"One thing."', '""', "step 1: expected say"),
        ('"One thing."', '"One', "Illegal character '\\n' (at line 5, column 11)"),
        ('"3,3,3,3,3,3/3,3,3,3,3,3/0,0/1"', '"3,3"', "step 1: a position has the form"),
        ("setup =", "moves =", "step 1: expected a setup in the first step"),
        ('"3,3,3,3,3,3/3,3,3,3,3,3/0,0/1"', '"random"', "step 1: this start is left to chance"),
        ('play = "D"', 'play = "N"', "step 1: N is not legal here"),
        ('wrong."*" = "D is marked."\n', "", 'step 1: expected wrong."*"'),
        ("wrong.C", "wrong.A", "step 2: A is right"),
        ("wrong.C", 'wrong."D*"', "step 2: no legal move begins with 'D'"),
        ("done =", 'reply = "N"\ndone =', "step 1: N is not legal here"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, fault: str) -> None:
    assert old in GOOD
    with pytest.raises(BadLesson) as told:
        read_lesson(GOOD.replace(old, new, 1), EGG_CARTON)
    assert str(told.value).startswith(fault)
    assert "\n" not in str(told.value)


@for_each(("kept", "count"), [("", 0), ("2", 2), ("99", 6), (DONE, 7), (DECLINED, 0), ("-1", 0), ("²", 0)])
def test_what_is_kept_of_a_lesson(kept: str, count: int) -> None:
    steps = lesson_of(EGG_CARTON).steps  # type: ignore[union-attr]
    assert steps_done(kept, steps) == count
    assert is_open(kept) == (kept not in (DONE, DECLINED))


@for_each(
    ("kept", "at", "after"),
    [
        ("", 0, "1"), ("3", 0, "3"), ("3", 4, "5"), ("6", 6, DONE), ("", 6, DONE), (DONE, 0, DONE), (DONE, 6, DONE),
        (DECLINED, 1, "2"),
    ],
)  # fmt: skip
def test_a_step_that_is_done_takes_nothing_back(kept: str, at: int, after: str) -> None:
    lesson = lesson_of(EGG_CARTON)
    assert lesson
    before = {"egg-carton": kept, "gobblet": "2"}
    assert with_step(before, lesson, at) == {"egg-carton": after, "gobblet": "2"}


def test_the_words_name_no_side_by_a_colour_of_one_theme() -> None:
    for file in FOLDER.glob("*.toml"):
        words = file.read_text(encoding="utf-8").split()
        assert not {"White", "Black", "Amber", "Jade", "Red", "Blue"} & {
            word.strip(",.:'s\"") for word in words
        }


def test_no_gobblet_is_missing_in_the_lesson_of_gobblet() -> None:
    for step in lesson_of(GOBBLET).steps:  # type: ignore[union-attr]
        position = cast("Gobblets", step.match.position)
        found = [piece for stack in position.cells for piece in stack]
        for place, size in enumerate(position.stacks):
            found += [gobblet(place // 3, inside) for inside in range(1, size + 1)]
        assert Counter(found) == {gobblet(seat, size): 3 for seat in (0, 1) for size in range(1, 5)}


# What comes after first lessons and after mistakes: puzzles with one idea, and puzzles like a missed move.


PLAYED = with_puzzles(GAMES)


@for_each("game", PLAYED)
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


@for_each("game", PLAYED)
def test_puzzles_like_a_move_begin_with_one_that_is_for_the_same(game: Game) -> None:
    puzzle = shipped(game)[0]
    start = puzzle.start()
    move = puzzle.moves()[0]
    found = alike(game, start, move)
    assert puzzle in found
    assert len(found) < len(shipped(game))
    assert {purpose(game, each.start(), each.moves()[0]) for each in found} == {purpose(game, start, move)}

"""Puzzles as text, and what comes with the program."""

from __future__ import annotations

import pytest

from marbles_tui.games import GAMES
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play.puzzles.names import name_of
from marbles_tui.play.puzzles.puzzle import Stipulation, read_stipulation
from marbles_tui.play.puzzles.shipped import find_puzzle, shipped, with_puzzles
from marbles_tui.play.puzzles.text import read_puzzles, write_puzzle, write_puzzles
from tests.hostile.samples import dangers

FORK = """[Game "gobblet"]
[Id "fork"]
[Setup "K1W2,K1W3,K1,W2K4/K2,-,W2,K2/K3W4,W3K4,-,W1K2/W3K4,K3W4,-,K3W4 W011 K000 K"]
[Goal "win in 2"]
[Themes "double threat, uncover, gobble"]
[Difficulty "1450"]
[Proof "11717"]

C4B2 C1B1 C1B3
"""


def faults(text: str) -> list[str]:
    return [reading.fault for reading in read_puzzles(text, GAMES)]


def test_a_puzzle_is_read_as_it_is_written() -> None:
    (reading,) = read_puzzles(FORK, GAMES)
    puzzle = reading.puzzle
    assert puzzle
    assert (puzzle.id, puzzle.game, puzzle.goal) == ("fork", GOBBLET, Stipulation("win", 2))
    assert (puzzle.solution, puzzle.also) == (("C4B2", "C1B1", "C1B3"), ())
    assert puzzle.as_json()["seat"] == 2
    assert write_puzzle(puzzle) == FORK


def test_options_that_are_not_usual_are_tags_and_a_missing_id_follows_from_the_task() -> None:
    text = FORK.replace('[Id "fork"]', '[Rules "rogers"]').replace("C4B2", "1. c4b2 {a check}")
    (first,) = read_puzzles(text, GAMES)
    (other,) = read_puzzles(text.replace("rogers", "official"), GAMES)
    assert first.puzzle
    assert other.puzzle
    assert first.puzzle.options["rules"] == "rogers"
    assert first.puzzle.id != other.puzzle.id
    assert first.puzzle.solution[0] == "C4B2"
    assert '[Rules "rogers"]' in write_puzzle(first.puzzle)


def test_a_file_has_many_and_goes_on_after_a_bad_one() -> None:
    readings = list(read_puzzles(f"{FORK}\n{FORK.replace('win in 2', 'be happy')}\n{FORK}", GAMES))
    assert [(reading.line, bool(reading.puzzle)) for reading in readings] == [
        (1, True),
        (11, False),
        (21, True),
    ]
    assert readings[1].fault == 'the goal is \'be happy\': expected "win in N" or "survive N", N from 1 to 20'


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('[Game "gobblet"]\n', "", 'expected a tag [Game "…"]'),
        ("gobblet", "getaway", "there are no puzzles of 'getaway': expected"),
        ("win in 2", "win in 99", "the goal is 'win in 99'"),
        ('"1450"', '"hard"', "Difficulty is a number from 0 to 4,000, not 'hard'"),
        ('"11717"', '"-1"', "Proof is a number"),
        ("fork", "a fork", "an id has letters a to z, digits and -, not 'a fork'"),
        ('gobble"]\n[Diff', '<b>"]\n[Diff', "'<b>' is no theme"),
        ("C4B2 C1B1 C1B3", "", "expected the moves of the solution"),
        ("C4B2", "C4\x1bB2", "the solution has"),
        ("C4B2", "C4\x1b[2JB2", "is no tag"),
        ("\n\nC4", "\n{ never closed\nC4", "opened by { is never closed"),
        ("[Setup", "[Setup\n[Setup", "is no tag"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(old: str, new: str, fault: str) -> None:
    (found,) = faults(FORK.replace(old, new, 1))
    assert fault in found
    assert not dangers(found)


def test_a_file_of_another_kind_is_refused() -> None:
    assert faults("") == []
    assert faults("x" * 4_000_001) == ["expected at most 4,000,000 characters, found 4,000,001"]
    assert len(faults('[Game "gobblet"]\n' * 10_050)) == 10_001


@pytest.mark.parametrize(
    "text", ["win 0", "win in", "lose in 2", "win in two", "survive 21", "win in 2" * 20]
)
def test_goals_are_of_two_kinds(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_stipulation(text)
    assert read_stipulation(" Survive  2 turns ") == ("survive", 2)


@pytest.mark.parametrize("game", with_puzzles(GAMES), ids=lambda game: game.key)
def test_what_ships_is_whole(game: object) -> None:
    (played,) = [known for known in GAMES if known is game]
    puzzles = shipped(played)
    assert len(puzzles) >= 20
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        position = puzzle.start()
        for word in puzzle.solution:
            position = position.play(played.find(position, word))
        won = position.result is not None and puzzle.start().turn in position.result.winners
        assert won or (position.result is None and puzzle.goal.kind == "survive"), puzzle.id
        assert not puzzle.also, puzzle.id
    assert find_puzzle(GAMES, puzzles[0].id.upper()) is puzzles[0]
    assert len({name_of(puzzle.id) for puzzle in puzzles}) == len(puzzles)
    alike = [
        each
        for game in with_puzzles(GAMES)
        for each in shipped(game)
        if name_of(each.id) == name_of(puzzles[0].id)
    ]
    found = find_puzzle(GAMES, name_of(puzzles[0].id).upper())
    assert found is (puzzles[0] if len(alike) == 1 else None)
    assert [reading.puzzle for reading in read_puzzles(write_puzzles(puzzles), GAMES)] == list(puzzles)

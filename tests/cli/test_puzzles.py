"""`marbles-tui puzzles` and `marbles-tui daily`."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play.lessons import DONE
from marbles_tui.play.puzzles.puzzle import shipped
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store import MatchStore, Settings, load, save
from marbles_tui.table.utc import utc_day
from marbles_tui.text.faces import how_to_move
from marbles_tui.text.words import ON_SCREEN, plain, plain_rules
from tests.cli.conftest import Shell
from tests.for_each import for_each

GOBBLET = next(game for game in GAMES if game.key == "gobblet")


def test_a_game_s_puzzles_are_listed_one_a_line(shell: Shell) -> None:
    ran = shell("puzzles", "list", "gobblet", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert [found["id"] for found in ran.objects] == [puzzle.id for puzzle in shipped(GOBBLET)]
    assert len(shell("puzzles", "list", "gobblet").out.splitlines()) == len(ran.objects)


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("zone", ["AAA-14", "AAA+12"], indirect=True)
def test_the_daily_is_the_same_wherever_one_is(shell: Shell) -> None:
    """In one of these it is never the day that it is in UTC."""
    before, told = utc_day(), shell("daily", "--json").object["date"]
    assert before.isoformat() <= told <= utc_day().isoformat()


def test_the_daily_is_the_same_whatever_the_hash_seed(shell: Shell) -> None:
    code = "import sys; from marbles_tui.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "daily", "--date", "2026-11-22", "--json"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"})
    assert told.stdout == shell("daily", "--date", "2026-11-22", "--json").out


def test_what_is_due_again_comes_next_and_then_what_suits(shell: Shell, home: Path) -> None:
    fresh = shell("puzzles", "next", "gobblet", "--text", stdin="quit").out
    assert fresh.startswith("Gobblet, puzzle gobblet-")
    missed = shipped(GOBBLET)[-1]
    store = MatchStore.open()
    store.tries.add(Try(missed.id, "gobblet", missed.difficulty, False, utc_day() - timedelta(2)))
    store.close()
    again = shell("puzzles", "next", "--text", stdin="quit").out.splitlines()
    assert again[0] == "Due again today: 1 puzzle. This is the first."
    assert missed.id in again[1]
    assert "Egg Carton, puzzle" in shell("puzzles", "next", "egg-carton", "--text", stdin="quit").out


@for_each("game", GAMES)
def test_the_rules_in_text_have_no_markup_and_no_keys(game: Game) -> None:
    told = "\n".join(plain_rules(game))
    assert not any(mark in told for mark in ("#", "**", "`", "| "))
    assert not any(word in told.lower() for word in ("press", "click", "mouse", "alt+g", "esc "))
    assert told.count("\n") > 2


def test_themes_are_listed_only_where_they_are_asked_for(shell: Shell) -> None:
    theme = shipped(GOBBLET)[0].themes[0]
    assert theme not in shell("puzzles", "list", "gobblet").out
    assert theme in shell("puzzles", "list", "gobblet", "--themes").out


def test_the_move_that_shows_how_to_type_one_solves_nothing() -> None:
    puzzle = shipped(GOBBLET)[0]
    for _ in range(3):
        shown = " ".join(how_to_move(puzzle)).partition("such as ")[2].partition(":")[0]
        assert shown not in {"", puzzle.solution[0], *puzzle.also}
        puzzle = replace(puzzle, also=(*puzzle.also, shown))


def test_a_page_without_sections_is_all_rules() -> None:
    page = "# Nim\n\nTake matches.\n\n## Picking\n\nPress a digit.\n\n## The end\n\nThe last one loses."
    assert list(plain(page, ON_SCREEN)) == ["Take matches.", "", "The end.", "The last one loses."]


def test_items_and_rows_are_lines() -> None:
    items = "1. Take **one**\n   match,\n2. or:\n   * `two`;\n   * three.\n"
    page = f"{items}\n| sign | means |\n|---|---|\n| x | gone |\n"
    assert list(plain(page, ())) == ["1. Take one match,", "2. or:", "  - two;", "  - three.", "- x: gone."]


def test_without_a_game_one_hurries_through_those_of_all(shell: Shell) -> None:
    ran = shell("puzzles", "hurry", "--text", stdin="quit\n")
    assert (ran.status, ran.err) == (0, "")
    assert "from easy to hard; three misses end it" in " ".join(ran.out.split())


def test_three_minutes_in_lines(shell: Shell, home: Path) -> None:
    ran = shell("puzzles", "hurry", "gobblet", "--text", stdin="hint\nquit\n")
    assert ran.status == 0
    assert "Gobblet. " in ran.out
    assert "seconds left, 0 solved" in ran.out


def test_a_lesson_done_once_stays_done(shell: Shell) -> None:
    save(Settings(lessons={"egg-carton": DONE}))
    for typed in ("skip\nquit\n", "D\nquit\n", "D\nskip\nback\n"):
        assert shell("learn", "egg-carton", "--text", stdin=typed).status == 0
        assert load()[0].lessons == {"egg-carton": DONE}


def test_a_game_without_a_lesson_is_not_opened(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.cli.puzzles.lesson_of", lambda game: None)
    for way in ((), ("--text",)):
        ran = shell("learn", "gobblet", *way)
        assert (ran.status, ran.err) == (1, "marbles-tui: there is no lesson for Gobblet\n")

"""First lessons on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play.lessons import DONE, lesson_of
from marbles_tui.store import Settings, load, save
from tests.cli.conftest import Shell


@pytest.mark.parametrize("game", filter(lesson_of, GAMES), ids=lambda game: game.key)
def test_a_lesson_is_done_by_what_it_asks_for(shell: Shell, game: Any) -> None:
    lesson = lesson_of(game)
    assert lesson
    typed = "".join("\n" if step.rolls else f"{step.right[0]}\n" for step in lesson.steps)
    ran = shell("learn", game.key, "--text", stdin=typed)
    assert (ran.status, ran.err) == (0, "")
    assert f"Step {len(lesson.steps)} of {len(lesson.steps)}" in ran.out
    assert "{1}" not in ran.out
    assert ran.out.splitlines()[-1] == f"That was the lesson. To play: marbles-tui play {game.key} --text"
    assert load()[0].lessons == {game.key: DONE}


def test_wrong_tries_are_answered_and_the_place_is_kept(shell: Shell) -> None:
    ran = shell(
        "learn", "egg-carton", "--text", stdin="A\nG\nwhat b\nD\nback\nskip\nmoves\nboard\nhelp\nquit\n"
    )
    assert "D is the marked slot." in ran.out
    assert "This is what B would do:" in ran.out
    assert "G is not legal here" in ran.out
    assert "Legal moves: A B C E F" in ran.out
    assert load()[0].lessons == {"egg-carton": "1"}
    again = shell("learn", "egg-carton", "--text")
    assert "Step 2 of 7: type A?" in again.out
    assert shell("learn", "--list").out.splitlines()[0] == "egg-carton   7 steps, 1 done"
    assert shell("learn", "egg-carton", "--json").object == {"game": "egg-carton", "steps": 7, "done": 1}


def test_a_lesson_done_once_stays_done(shell: Shell) -> None:
    save(Settings(lessons={"egg-carton": DONE}))
    for typed in ("skip\nquit\n", "D\nquit\n", "D\nskip\nback\n"):
        assert shell("learn", "egg-carton", "--text", stdin=typed).status == 0
        assert load()[0].lessons == {"egg-carton": DONE}


def test_steps_that_are_skipped_are_not_done(shell: Shell) -> None:
    ran = shell("learn", "egg-carton", "--text", stdin="skip\n" * 9)
    assert "Step 7 of 7" in ran.out
    assert "This is the last step; once you have done it, the lesson is done." in ran.out
    assert "That was the lesson" not in ran.out
    assert load()[0].lessons == {}


def test_steps_that_cannot_be_kept_are_told_with_the_status(shell: Shell, home: Path) -> None:
    (home / "settings.toml").mkdir()
    ran = shell("learn", "egg-carton", "--text", stdin="D\nquit\n")
    assert ran.status == 1
    assert "settings cannot be saved" in ran.out
    assert "settings cannot be saved" in ran.err


def test_without_text_the_arcade_opens_at_the_lesson(shell: Shell, launched: list[dict[str, Any]]) -> None:
    assert shell("learn", "gobblet").status == 0
    assert shell("learn").status == 0
    assert launched == [{"learn": "gobblet"}, {"learn": ""}]


def test_text_wants_a_game_that_there_is(shell: Shell, home: Path) -> None:
    assert shell("learn", "--text").status == 2
    assert "no game 'chess'" in shell("learn", "chess", "--text").err
    assert not list(home.iterdir())


def test_a_game_without_a_lesson_is_not_opened(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.play.lessons.lesson_of", lambda game: None)
    for way in ((), ("--text",)):
        ran = shell("learn", "gobblet", *way)
        assert (ran.status, ran.err) == (1, "marbles-tui: there is no lesson for Gobblet\n")

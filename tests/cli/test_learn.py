"""First lessons on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from marbles_tui.play.lessons import DONE
from marbles_tui.store import Settings, load, save
from tests.cli.conftest import Shell


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

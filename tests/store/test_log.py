"""The log: a small file, harmless, and never the terminal."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from marbles_tui.store.log import LARGEST, log_file, logged

log = logging.getLogger("marbles_tui.test")


def test_what_is_logged_stands_in_the_file_and_not_on_the_terminal(
    home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with logged():
        log.warning("the %s is gone", "disk")
        logging.getLogger("asyncio").error("a task was lost")
    lines = log_file().read_text(encoding="utf-8").splitlines()
    assert log_file().parent == home
    assert [line.split(" ", 3)[3] for line in lines] == [
        "WARNING marbles_tui.test: the disk is gone",
        "ERROR asyncio: a task was lost",
    ]
    assert capfd.readouterr() == ("", "")


def test_without_anything_to_log_there_is_no_file(home: Path) -> None:
    with logged():
        log.debug("nothing of interest")
    assert list(home.iterdir()) == []


def test_what_comes_from_outside_is_made_harmless() -> None:
    with logged():
        try:
            raise ValueError("\x1b[2J\u202e\nERROR forged")
        except ValueError:
            log.exception("\x9b31m")
    text = log_file().read_text(encoding="utf-8")
    assert all(line.isprintable() for line in text.splitlines())
    assert [line for line in text.splitlines() if not line.startswith("    ")] == [text.splitlines()[0]]
    assert "ValueError: ?[2J?" in text


def test_the_log_stays_small(home: Path) -> None:
    with logged():
        for _ in range(20):
            log.warning("%s", "x" * (LARGEST // 10))
    files = sorted(home.iterdir())
    assert [file.name for file in files] == ["marbles-tui.log", "marbles-tui.log.1"]
    assert all(file.stat().st_size <= LARGEST for file in files)


def test_a_disk_that_takes_nothing_is_no_trouble(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("MARBLES_TUI_HOME", str(home / "file"))
    with logged():
        log.warning("nobody hears this")
    assert capfd.readouterr() == ("", "")

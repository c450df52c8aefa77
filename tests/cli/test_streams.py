"""Standard streams that are closed, full or broken: the documented status, and at most one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DONE = (
    "--version",
    "--help",
    "replay --help",
    "perft egg-carton 2",
    "perft egg-carton 2 --json",
    "think gobblet --nodes 50 --json",
    "match egg-carton --seats novice novice --games 1 --seed 1",
    "replay RECORD",
    "replay RECORD --json --all",
    "boards list --json",
    "boards check gary.txt",
    "library list",
    "library stats --json",
    "play egg-carton --text",
)
WRONG = ("--bogus", "nonsense", "perft", "perft nim 2", "replay RECORD --bogus")

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")


def run(home: Path, command: str, streams: str) -> tuple[int, str, str]:
    """The status of a command, and what it wrote to its two streams."""
    record = home / "game.txt"
    record.write_text('[Game "egg-carton"]\n\nC E\n')
    line = f"{sys.executable} -m marbles_tui {command.replace('RECORD', str(record))} {streams}"
    done = subprocess.run(
        ["bash", "-c", line],
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "MARBLES_TUI_HOME": str(home)},
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1
    return done.returncode, done.stdout, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("command", [one for one in DONE if one != "boards check gary.txt"])
@pytest.mark.parametrize(
    ("streams", "why"), [(">&-", "it is closed"), (">/dev/full", "No space left on device")]
)
def test_output_that_cannot_be_written_is_an_error(home: Path, command: str, streams: str, why: str) -> None:
    status, _, told = run(home, command, streams)
    assert (status, told) == (1, f"marbles-tui: cannot write to standard output: {why}\n")


@pytest.mark.long
@pytest.mark.parametrize("command", DONE[:3])
@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", "<&-"])
def test_what_is_not_needed_may_be_broken(home: Path, command: str, streams: str) -> None:
    status, shown, _ = run(home, command, streams)
    assert status == 0
    assert shown


@pytest.mark.long
@pytest.mark.parametrize("command", WRONG)
@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", ">&- 2>&-", "<&- >&- 2>&-"])
def test_wrong_usage_has_its_status_though_nobody_hears_why(home: Path, command: str, streams: str) -> None:
    assert run(home, command, streams)[0] == 2


def test_a_text_game_without_input_ends(home: Path) -> None:
    status, shown, _ = run(home, "play egg-carton --text", "<&-")
    assert status == 0
    assert "Egg Carton" in shown


@pytest.mark.long
@pytest.mark.parametrize("coding", ["ascii", "latin-1", "utf-16", "cp1252"])
def test_odd_encodings_lose_signs_not_status(
    home: Path, coding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", coding)
    assert run(home, "play egg-carton --text", ">/dev/null")[0] == 0


@pytest.mark.parametrize("source", ["/dev/zero", "- </dev/zero"])
def test_a_source_that_never_ends_is_refused(home: Path, source: str) -> None:
    status, _, told = run(home, f"replay {source}", "")
    assert status == 1
    assert "is not UTF-8 text: byte 0x00 in line 1" in told

"""A small share of what a burglar tries at the host; `tests/hostile/burglar.py` has all of it."""

from __future__ import annotations

import importlib
import sqlite3
import sys
from pathlib import Path

import pytest

from tests.hostile.burglar import ALLOWED, COMMAND, Watchman, rob

pytestmark = pytest.mark.long


async def test_a_guest_finds_no_way_to_files_programs_or_other_accounts(tmp_path: Path) -> None:
    seen = await rob(4, 3, tmp_path)
    assert len(seen) > 3
    assert seen["board"]


def test_the_watchman_hears_of_files_and_programs(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    watchman = Watchman(tmp_path / "own")
    with watchman.on_duty():
        (tmp_path / "own" / "a.txt").write_text("mine")
        (tmp_path / "secret.txt").write_text("not mine")
        Path("/etc/hostname").exists()
        list(Path("/etc").iterdir())
        (tmp_path / "own" / ".." / "secret.txt").read_text()
    (tmp_path / "unseen.txt").write_text("off duty")
    assert [seen.partition(":")[0] for seen in watchman.seen] == ["open", "os.listdir", "open"]


def test_the_watchman_overlooks_what_is_in_memory_and_what_python_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "read_once.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    watchman = Watchman(tmp_path / "own")
    with watchman.on_duty():
        sqlite3.connect(":memory:").close()
        importlib.import_module("read_once")
        sqlite3.connect(tmp_path / "others.sqlite3").close()
    assert [seen for seen in watchman.seen if seen.startswith("sqlite3")] == [
        f"sqlite3.connect: {tmp_path / 'others.sqlite3'}"
    ]
    assert not (tmp_path / "__pycache__").exists()
    assert not sys.dont_write_bytecode


@pytest.mark.parametrize("text", ["\x1b]0;owned\x07", "\x1bPq", "\x9b2J", "\x1b[21t", "\x1b]52;c;!\x07"])
def test_commands_to_a_terminal_are_known(text: str) -> None:
    assert COMMAND.search(ALLOWED.sub("", text))


@pytest.mark.parametrize(
    "text", ["\x1b]52;c;QQ==\x1b\\", "\x1b]22;default\x1b\\", "\x1b[2;3H\x1b[1;38;5;9mx"]
)
def test_what_draws_and_copies_is_no_command(text: str) -> None:
    assert not COMMAND.search(ALLOWED.sub("", text))

"""The terminal itself: its title, its clipboard and its state are nobody's but the arcade's."""

from __future__ import annotations

import re
import time
from pathlib import Path

from tests.hostile.kept import keep_hostile_matches
from tests.hostile.samples import SAMPLES
from tests.terminal.program import Program

COMMANDS = re.compile(rb"\x1b\]|\x1bP|\x1b_|\x1b\^|\x0e|\x0f")
"""What sets a title or a clipboard, and the like: a terminal that has not told its name is told nothing."""


def commands_of(program: Program, keys: bytes) -> list[bytes]:
    """What the terminal is told to do, but for drawing, by the time that the text can be seen."""
    program.expect("quit" if keys else "Egg Carton")
    program.type(keys)
    program.expect("owned")
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        program.read()
    return COMMANDS.findall(program.output)


def test_no_row_reaches_the_terminal_s_title(home: Path) -> None:
    keep_hostile_matches()
    text = SAMPLES["osc"].replace("\x1b", "\\u001b").replace("\x07", "\\u0007")
    (home / "settings.toml").write_text(f'name = "{text}"\nspeed = 0\n"{text}" = 1\n')
    with Program(home) as program:
        assert commands_of(program, b"l") == []


def test_no_record_reaches_the_terminal_s_title(home: Path, tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text(f'[Game "egg-carton"]\n[Player1 "{SAMPLES["osc"]}"]\n[Note "{SAMPLES["osc"]}"]\n\nA\n')
    with Program(home, "replay", str(record), "--watch") as program:
        assert commands_of(program, b"") == []

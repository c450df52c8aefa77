"""What a terminal types: bytes that are no text, sequences that no keyboard sends, and more than anybody plays."""

from __future__ import annotations

import signal
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.terminal.program import Program

pytestmark = pytest.mark.long

STRANGE: Final = (
    b"\xe9",  # é of a Latin-1 terminal
    b"\xff",
    b"\xc3\x28",
    b"\xed\xa0\x80",  # half of a pair
    b"\x1b[M \xff!",  # an old mouse report of column 223
    b"\x1b[M \x80\x80",
    b"\x1b[99999999999u",  # no character
    b"\x1b[1:2;3u",
    b"\x1b[48;24;80;0;0t\x1b[<0;5;5M\x1b[<0;5;5m",  # a window without a pixel, and a click in it
)

PIECES: Final = (
    *(bytes((number,)) for number in range(256)),
    b"\x1b[",
    b"\x1b[<",
    b"\x1bO",
    b"\x1b[200~",
    b"\x1b[201~",
)
QUITS: Final = (b"q", b"Q", b"\x11")

PLAY: Final = ("play", "egg-carton", "--seat", "1=human", "--seat", "2=human")


def test_strange_bytes_end_nothing(home: Path) -> None:
    with Program(home, *PLAY) as program:
        program.expect("pick a slot")
        for strange in STRANGE:
            program.type(strange)
            program.drain(0.2)  # what follows at once might be a part of it
            program.type(b"a")
            program.until(lambda: program.moves() == "1. A", f"a move after {strange!r}")
            program.type(b"u")
            program.until(lambda: program.moves() == "", f"no move after {strange!r}")
        program.type(b"\x11")
        assert program.wait() == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_random_bytes_end_nothing(home: Path, seed: int) -> None:
    random = Random(seed)
    pieces = [piece for piece in PIECES if piece not in QUITS]
    with Program(home, *PLAY) as program:
        program.expect("pick a slot")
        for _ in range(40):
            program.type(b"".join(random.choices(pieces, k=25)))
            program.read(0.02)
        program.drain(0.3)
        assert program.alive, program.screen()
        assert program.kill(signal.SIGTERM) == 1
        end = program.output.decode(errors="replace")
    assert "stopped by SIGTERM" in end
    assert "Traceback" not in end


@pytest.fixture
def flooded(home: Path) -> Program:
    """At a table where 200 kB have been typed without a pause."""
    program = Program(home, *PLAY)
    program.expect("pick a slot")
    for _ in range(200):
        program.type(b"abcdefijklmn \r" * 71)
        program.read(0)
    return program


def test_a_flood_is_cut_off_and_ctrl_q_is_heard_behind_it(flooded: Program) -> None:
    with flooded as program:
        program.until(lambda: b"Too much was typed" in program.output, "that too much was typed")
        program.type(b"\x11")
        assert program.wait() == 0
        assert len(program.moves().split()) < 300


def test_a_signal_is_heard_in_a_flood(flooded: Program) -> None:
    with flooded as program:
        assert program.kill(signal.SIGTERM) == 1
        assert b"stopped by SIGTERM" in program.output
        assert len(program.moves().split()) < 300

"""Alt keys as a legacy terminal sends them: an escape and the letter, in one piece."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from marbles_tui.tui.kit.capabilities import FIRST
from tests.terminal.program import Program
from tests.terminal.terminal import Terminal, arcade

FULL = "1,1,1,1,1,1/1,1,1,1,1,1/0,0"


@pytest.mark.long
@pytest.mark.parametrize(("player", "letters"), [(1, "abcdef"), (2, "ijklmn")])
def test_alt_and_plain_letters_select_all_slots(home: Path, player: int, letters: str) -> None:
    with Program(home, "play", "egg-carton", "--setup", f"{FULL}/{player}", "--seat", "1=human") as program:

        def selected(letter: str) -> bool:
            return program.moves().endswith(f" {letter.upper()}")

        program.expect("pick a slot")
        for letter in letters:
            for keys in (b"\x1b" + letter.encode(), letter.encode()):
                program.type(keys)
                program.until(partial(selected, letter), f"{keys!r}")
                program.type(b"u")
                program.until(lambda: program.moves() == "", "undo")


@pytest.mark.long
def test_alt_g_opens_the_game_menu_and_alt_h_the_help(home: Path) -> None:
    with Program(home, "play", "egg-carton", "--seat", "1=human") as program:
        program.expect("pick a slot")
        program.type(b"\x1bg")
        program.expect("Resign")
        program.type(b"\x1bg")
        program.type(b"\x1bh")
        program.expect("Help: Egg Carton")


@pytest.mark.long
def test_a_click_selects_a_slot(home: Path) -> None:
    with Program(home, "play", "egg-carton", "--setup", f"{FULL}/1", "--seat", "1=human") as program:
        program.expect("pick a slot")
        for column in range(20, 76):  # a click in each column of the lower row, until one hits a slot
            program.type(f"\x1b[<0;{column};13M\x1b[<0;{column};13m".encode())
            program.read(0.1)
            if program.moves():
                break
        assert program.moves().split()[-1] in "ABCDEF"


@pytest.mark.long
@pytest.mark.parametrize(("terminal", "asked"), [("xterm-256color", True), ("linux", False)])
def test_a_terminal_that_would_show_a_question_is_asked_none(home: Path, terminal: str, asked: bool) -> None:
    with Terminal(arcade("play", "egg-carton"), home, environment={"TERM": terminal}) as program:
        program.expect("pick a slot")
        assert (FIRST.encode() in program.output) is asked

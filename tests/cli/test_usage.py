"""The command line as a whole: statuses, errors in one line, clean ends."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from marbles_tui import __version__
from tests.cli.conftest import Shell

GAME = "there is no game 'nim': expected egg-carton"


def test_version(shell: Shell) -> None:
    version = f"marbles-tui {__version__}"
    assert shell("--version") in [
        (0, f"{version} ({which} search)\n", "") for which in ("native", "plain Python")
    ]


def test_help_names_every_command(shell: Shell) -> None:
    ran = shell("--help")
    assert ran.status == 0
    for command in ("play", "resume", "replay", "perft", "think", "match"):
        assert command in ran.out
        assert shell(command, "--help").status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("dance", "No such command 'dance'; the commands are play, resume, replay"),
        ("--dance", "No such option"),
        ("perft", "Missing argument 'GAME'; usage: marbles-tui perft [OPTIONS] GAME DEPTH"),
        ("perft egg-carton two", "Invalid value for 'DEPTH': 'two' is not a valid integer range"),
        ("perft egg-carton 1 --dance", "No such option"),
        ("replay", "Missing argument 'FILE'"),
        ("perft nim 1", GAME),
        ("play nim", GAME),
        ("think nim", GAME),
        ("match nim --seats a b", GAME),
        ("replay - --game nim", GAME),
        ("perft egg-carton 1 --setup odd", "egg-carton has no setup 'odd': it has classic, 1, 2"),
        ("play egg-carton --setup odd", "egg-carton has no setup 'odd': it has classic, 1, 2"),
        ("replay - --game egg-carton --setup odd", "egg-carton has no setup 'odd': it has classic, 1, 2"),
        (
            "perft egg-carton 1 --setup random",
            "this start is random: try --setup classic, --position TEXT or",
        ),
        ("think beadmaster", "this start is random: try --position TEXT or --record FILE"),
        ("perft egg-carton 1 --option x=1", "egg-carton has no option 'x': it has no options"),
        ("play egg-carton --option x=1", "egg-carton has no option 'x': it has no options"),
        ("replay - --game egg-carton --option x=1", "egg-carton has no option 'x': it has no options"),
        ("replay - --option mirth=1", "no game has an option 'mirth': expected"),
        ("perft egg-carton 1 --option x", "option 'x' has no value: expected name=value"),
        ("perft egg-carton 1 --setup 1 --record -", "give only one of --setup, --position and --record"),
        (
            "play egg-carton --seat 3=human",
            "no such seat: '3=human'; expected N=human or N=LEVEL, N from 1",
        ),
        ("play egg-carton --seat human", "no such seat: 'human'"),
        ("play egg-carton --seat 1=wizard", "egg-carton has no level 'wizard': it has novice"),
        ("think egg-carton --level wizard", "egg-carton has no level 'wizard': it has novice"),
        ("match egg-carton --seats novice wizard", "egg-carton has no level 'wizard': it has novice"),
        ("match egg-carton", "expected --seats LEVEL LEVEL …, one level a seat"),
        ("replay - --watch --json", "--watch shows one record on a screen: no --all, no --json"),
    ],
)
@pytest.mark.parametrize("json", ["", "--json"])
def test_wrong_usage_is_one_line_and_status_2(shell: Shell, arguments: str, message: str, json: str) -> None:
    if json and not arguments.startswith(("perft", "think", "match", "replay")):
        return
    ran = shell(*arguments.split(), *json.split())
    assert ran.status == 2
    assert ran.err.startswith(f"marbles-tui: {message}")
    assert ran.err.count("\n") == 1
    if "--json" in arguments + json:
        assert ran.object["error"]["message"].startswith(message)
        assert ran.object["error"]["ply"] == 0
    else:
        assert ran.out == ""


def test_a_wrong_character_does_not_reach_the_terminal(shell: Shell) -> None:
    ran = shell("perft", "\x1b[2J\n\udce4", "1", "--json")
    assert ran.status == 2
    assert "\x1b" not in ran.err + ran.out
    assert ran.err.count("\n") == ran.out.count("\n") == 1


def test_ctrl_c_is_a_clean_end(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["marbles_tui.cli.perft"], "open_match", interrupted)
    assert shell("perft", "egg-carton", "2") == (130, "", "marbles-tui: interrupted\n")


def test_a_reader_that_goes_away_is_a_clean_end() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(
        [sys.executable, "-m", "marbles_tui", "perft", "egg-carton", "2"],
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_the_command_line_loads_no_screen() -> None:
    code = (
        "import sys; from marbles_tui.cli.run import run;"
        "status = run(['perft', 'egg-carton', '3', '--json']);"
        "sys.exit(status or int('textual' in sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_ascii_terminal_is_no_reason_to_fail() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "marbles_tui", "replay", "-", "--game", "egg-carton"],
        input=b'[Player1 "Zo\xc3\xab"] A',
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=60,
    )
    assert ran.returncode == 0
    assert b"Zo? ? Player 2, 1 move" in ran.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("library",),
            "library: missing command; the commands are list, show, delete, restore, export, import, stats",
        ),
        (("boards", "burn"), "No such command 'burn'; the commands are list, check, simulate, edit"),
    ],
)
def test_a_group_names_its_commands(shell: Shell, words: tuple[str, ...], told: str) -> None:
    ran = shell(*words)
    assert ran.status == 2
    assert ran.err == f"marbles-tui: {told}\n"


@pytest.mark.parametrize("group", ["", "library", "boards", "puzzles", "host"])
def test_what_a_command_does_is_said_in_a_whole_line(shell: Shell, group: str) -> None:
    told = shell(*group.split(), "--help").out.partition("Commands:")[2].splitlines()
    assert [line for line in told if line.endswith("...")] == []

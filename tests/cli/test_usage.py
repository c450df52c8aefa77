"""The command line as a whole: statuses, errors in one line, clean ends."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import pytest

from marbles_tui import __version__
from marbles_tui.__main__ import main
from marbles_tui.browser.text import offered
from marbles_tui.cli.run import COMMANDS
from marbles_tui.games import GAMES, find
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.getaway.read import read_board
from marbles_tui.play import Match, Seat
from marbles_tui.play.puzzles.puzzle import shipped
from marbles_tui.store import MatchStore, Settings
from marbles_tui.table.start import new_table
from marbles_tui.web.server import ArcadeServer
from scripts.share import shared
from tests.cli.conftest import Shell
from tests.golden import compare
from tests.store.kept import match_of


def test_version(shell: Shell) -> None:
    version = f"marbles-tui {__version__}"
    assert shell("--version") in [
        (0, f"{version} ({which} search)\n", "") for which in ("native", "plain Python")
    ]


def described(command: click.Command, name: str) -> Iterator[str]:
    """What a command says it does, and of each part what it takes: its words, its limits, what it is by itself."""
    context = click.Context(command, info_name=name)
    yield f"== {name}: {command.get_short_help_str(200)}"
    yield from filter(str.strip, cleandoc((command.help or "").replace("\b", "")).splitlines())
    for part in command.params:
        kind = "" if part.type is click.STRING else repr(part.type).partition(" object ")[0].strip("<>")
        usual = part.to_info_dict()["default"]
        told = [
            " ".join((*part.opts, *part.secondary_opts)),
            part.metavar or "",
            "" if getattr(part, "is_flag", False) else kind,
            "" if usual is None or usual is False else f"= {usual!r}",
            "needed" if part.required else "",
            "several" if part.multiple or part.nargs < 0 else "",
            "hidden" if getattr(part, "hidden", False) else "",
            getattr(part, "help", None) or "",
        ]
        yield f"    {' · '.join(filter(None, told))}"
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert found, below
            yield from described(found, f"{name} {below}")


def test_what_each_command_takes(shell: Shell) -> None:
    told = list(described(COMMANDS, "marbles-tui"))
    compare(Path(__file__).parent / "commands.txt", told)
    for command in (
        line.removeprefix("== marbles-tui").partition(":")[0] for line in told if line[:2] == "=="
    ):
        assert shell(*command.split(), "--help").status == 0


def test_a_wrong_character_does_not_reach_the_terminal(shell: Shell) -> None:
    ran = shell("perft", "\x1b[2J\n\udce4", "1", "--json")
    assert ran.status == 2
    assert "\x1b" not in ran.err + ran.out
    assert ran.err.count("\n") == ran.out.count("\n") == 1


def test_ctrl_c_is_a_clean_end(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["marbles_tui.cli.think"], "open_match", interrupted)
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


@pytest.mark.parametrize("group", ["", "library", "boards", "puzzles", "host"])
def test_what_a_command_does_is_said_in_a_whole_line(shell: Shell, group: str) -> None:
    told = shell(*group.split(), "--help").out.partition("Commands:")[2].splitlines()
    assert [line for line in told if line.endswith("...")] == []


PUZZLES = [puzzle.id for puzzle in shipped(find("gobblet"))]
BEGUN = PUZZLES[0][: len("gobblet-12")]


@pytest.fixture
def three_games(home: Path) -> None:
    """One that goes on, one that is over, and one that was deleted."""
    store = MatchStore.open()
    for match in (match_of("C"), match_of("C").resign(1), match_of("A")):
        store.begin(match)
    store.library.delete(3)
    store.close()


def test_a_game_by_letters_is_not_gone_on_with_in_text(shell: Shell) -> None:
    ran = shell("post", "--new", "abacus", "--to", "Bea", "--name", "Ann", "a1b2")
    assert ran.out.startswith("Abacus by post, letter 1, from Ann to Bea")
    told = shell("resume", "--text").err
    assert told.endswith("goes by letters: marbles-tui post LETTER MOVE; `library list` shows the others\n")


def test_looking_for_games_makes_no_library(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setenv("_MARBLES_TUI_COMPLETE", "zsh_complete")
    monkeypatch.setenv("COMP_WORDS", "marbles-tui library show ")
    monkeypatch.setenv("COMP_CWORD", "3")
    assert (shell().status, shell().out) == (0, "\n")
    assert not list(home.iterdir())


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("marbles-tui rep", {"replay"}),
        ("marbles-tui play gob", {"gobblet"}),
        ("marbles-tui play gobblet --seat 2=mas", {"2=master"}),
        ("marbles-tui play gobblet --option ru", {"rules=official", "rules=rogers"}),
        ("marbles-tui play abacus --setup be", {"belgian-daisy", "beginners"}),
        ("marbles-tui match egg-carton --seats p", {"perfect", "paul"}),
        ("marbles-tui match abacus --seats novice mas", {"master"}),
        ("marbles-tui completion f", {"fish"}),
        ("marbles-tui puzzles solve g", {"gobblet-"}),
        (f"marbles-tui puzzles show {BEGUN}", {name for name in PUZZLES if name.startswith(BEGUN)}),
        (f"marbles-tui puzzles show {BEGUN.upper()}", {name for name in PUZZLES if name.startswith(BEGUN)}),
        ("marbles-tui library show 1", {"1"}),
        ("marbles-tui library delete ", {"1", "2"}),
        ("marbles-tui library restore ", {"3"}),
        ("marbles-tui library export all.txt --id ", {"1", "2"}),
        ("marbles-tui resume ", {"1"}),
    ],
)
@pytest.mark.usefixtures("three_games")
def test_words_are_completed(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, line: str, completed: set[str]
) -> None:
    monkeypatch.setenv("_MARBLES_TUI_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    ran = shell()
    assert ran.status == 0
    assert {word.split(",")[1] for word in ran.out.split()} == completed


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(shell: Shell, name: str) -> None:
    ran = shell("completion", name)
    assert (ran.status, ran.err) == (0, "")
    assert f"_MARBLES_TUI_COMPLETE={name}_complete" in ran.out
    if name == "bash":
        assert subprocess.run(["bash", "-n"], input=ran.out, text=True).returncode == 0


def test_help_is_short_and_names_what_there_is(shell: Shell) -> None:
    assert shell("-h").out == shell("--help").out
    assert "..." not in shell("-h").out.replace("[ARGS]...", "")
    told = shell("play", "-h").out
    for word in ("egg-carton", "beadmaster", "master", "belgian-daisy", "rules=official|rogers", "lose=1-14"):
        assert word in told


def test_the_manual_pages_leave_the_commands_as_they_are(shell: Shell) -> None:
    assert shared()
    assert shell("-h").out.startswith("Usage: marbles-tui")


Launched = list[dict[str, Any]]


def test_without_arguments_the_menu_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    import marbles_tui.__main__

    starts: Launched = []

    def launch(**start: Any) -> int:
        starts.append(start)
        return 0

    monkeypatch.setattr(marbles_tui.__main__, "launch", launch)
    monkeypatch.setattr(sys, "argv", ["marbles-tui"])
    assert (main(), starts) == (0, [{}])


def test_whoever_is_named_at_a_new_table_keeps_the_name() -> None:
    named = new_table(BEADMASTER, None, {}, (Seat("Ben"), Seat("Cleo")), "Ann").match.seats
    assert [seat.name for seat in named] == ["Ben", "Cleo"]


@pytest.mark.parametrize(
    ("host", "local"), [("localhost", True), ("127.9.9.9", True), ("0.0.0.0", False), ("attic.local", False)]
)
def test_another_address_is_warned_of_and_served_as_one(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, host: str, local: bool
) -> None:
    served: list[tuple[object, ...]] = []
    monkeypatch.setattr(ArcadeServer, "serve", lambda one: served.append((one.host, one.port, one._local)))
    monkeypatch.setattr("marbles_tui.cli.host.try_address", lambda host, port: None)
    told = shell("serve", "--host", host, "--port", "8765").err
    assert told.startswith(
        "" if local else f"marbles-tui: warning: anyone who opens the address below at {host} plays as you"
    )
    assert bool(told) is not local
    assert served == [(host, 8765, local)]


def test_an_address_that_is_none_or_taken_is_named(shell: Shell) -> None:
    ran = shell("serve", "--host", "nowhere.invalid")
    assert ran.status == 1
    assert "cannot listen at nowhere.invalid, port 8000" in ran.err
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        taken = shell("serve", "--host", "127.0.0.1", "--port", str(port))
    assert (taken.status, taken.err.count("\n")) == (1, 1)
    assert f"cannot listen at 127.0.0.1, port {port}" in taken.err


def test_without_the_extra_it_says_what_to_install(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "marbles_tui.web.server", None)
    ran = shell("serve")
    assert ran.status == 1
    assert ran.err.endswith("pip install 'marbles-tui[web]'\n")


# Board files, pictures, and the library.


@pytest.mark.parametrize("command", ["check", "simulate"])
def test_a_pipe_is_no_board(shell: Shell, tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = shell("boards", command, str(tmp_path / "pipe"))
    assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "it is not a file" in ran.err


def test_a_file_that_is_too_long_is_refused(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("Start :\n" + "#" * 2_000_000)
    (error,) = shell("boards", "check", str(file), "--json").object["errors"]
    assert "expected at most 1,000,000 bytes" in error


def test_a_board_file_that_is_no_text_is_not_played(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(b"Start :\nC\xffstle :\n")
    assert "is not UTF-8 text" in shell("play", "getaway", "--setup", str(file)).err


# Any text


@pytest.mark.long
@pytest.mark.parametrize(
    "piece", [":", " : ", "a", "a :\n", "Z\n", "a : Z\n", "\n", "1 ", "S F 1 ", "x : S F 1 "]
)
def test_a_megabyte_of_anything_comes_to_an_end(piece: str) -> None:
    reading = read_board(piece * (999_000 // len(piece)))
    assert (reading.board is None) == bool(reading.complaints)


RECORD = '[Game "gobblet"] [Player1 "Ann"] [Player2 "Ben"] 1. W1B2 K1C3'


def test_a_picture_in_a_file_and_on_standard_output(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "position.svg"
    assert shell("diagram", "-", "--svg", str(file), stdin=RECORD) == (0, "", "")
    written = file.read_text(encoding="utf-8")
    assert "2 moves. Ann to move." in ElementTree.tostring(
        ElementTree.fromstring(written), encoding="unicode"
    )
    assert shell("diagram", "-", "--svg", "-", stdin=RECORD).out == written


# `marbles-tui library`.


@pytest.fixture
def kept() -> MatchStore:
    """Two matches, one of them over."""
    store = MatchStore.open()
    match = Match.new(GAMES[0]).read("A")
    store.begin(match)
    store.begin(match.resign(1))
    return store


def test_what_was_put_right_is_told_once(shell: Shell, kept: MatchStore) -> None:
    kept.write("", "INSERT INTO notice VALUES ('version', 77)")
    ran = shell("library", "list", "--json")
    assert ran.object["count"] == 2
    assert ran.err.startswith("marbles-tui: Your saved games had an impossible version number, 77,")
    assert shell("library", "list", "--json").err == ""


def test_games_are_listed_by_the_time_that_it_was_here(
    shell: Shell, kept: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write("", "UPDATE match SET changed = '2026-11-22T23:30:00.000Z'")
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "AAA-14")
        time.tzset()
        listed, offers = shell("library", "list").out, offered(kept, Settings())
    time.tzset()
    assert listed.count("2026-11-23 13:30") == 2
    assert "2026-11-23" in str(offers["unfinished"])


def test_how_many_games_there_are_is_told_below_the_first_of_them(shell: Shell, kept: MatchStore) -> None:
    listed = shell("library", "list", "--limit", "1").out.splitlines()
    assert (len(listed), listed[-1]) == (2, "2 games")


def test_favourites_are_listed(shell: Shell, kept: MatchStore) -> None:
    assert kept.library.mark(1, favourite=True)
    ran = shell("library", "list", "--state", "favourites", "--json")
    assert [entry["id"] for entry in ran.object["matches"]] == [1]
    assert shell("library", "list", "--state", "favourites").out.startswith("     1* ")

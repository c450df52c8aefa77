"""Completion in a shell, and the help that lists the same words."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from marbles_tui.games import find
from marbles_tui.play.puzzles.shipped import shipped
from marbles_tui.store import MatchStore
from scripts.share import shared
from tests.cli.conftest import Shell
from tests.store.kept import match_of

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

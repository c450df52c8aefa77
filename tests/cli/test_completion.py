"""Completion in a shell, and the help that lists the same words."""

from __future__ import annotations

import subprocess

import pytest

from scripts.share import shared
from tests.cli.conftest import Shell


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
    ],
)
def test_words_are_completed(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, line: str, completed: set[str]
) -> None:
    monkeypatch.setenv("_MARBLES_TUI_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
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

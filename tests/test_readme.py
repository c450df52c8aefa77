"""What the pages for users show of the command line is what the command line says, and their links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from marbles_tui.core.boards import board_text
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.store import MatchStore
from scripts.share import PAGES as SHARED
from tests.terminal.terminal import Terminal
from tests.web.conftest import free_port

pytestmark = pytest.mark.long

CHECKOUT = Path(__file__).parent.parent
PAGES = {page: (CHECKOUT / page).read_text(encoding="utf-8") for page in (*SHARED, "docs/site.md")}
README = "\n".join(PAGES.values())
EXAMPLES = re.findall(r"^```console\n\$ (.+)\n((?:.*\n)*?)```$", README, re.MULTILINE)
LINKS = [
    (page, link)
    for page in ("README.md", *(f"docs/{file.name}" for file in (CHECKOUT / "docs").glob("*.md")))
    for link in re.findall(r"\]\(([^)#:]+)[^):]*\)", (CHECKOUT / page).read_text(encoding="utf-8"))
]


def test_there_are_examples_and_links() -> None:
    assert EXAMPLES
    assert LINKS


def programs() -> dict[str, str]:
    """The environment in which `marbles-tui` is a command."""
    folder = Path(sys.executable).parent
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize(("command", "shown"), EXAMPLES)
def test_an_example_is_true(command: str, shown: str) -> None:
    done = subprocess.run(command, shell=True, env=programs(), capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert OutputChecker().check_output(shown, done.stdout, ELLIPSIS), done.stdout


def test_links_lead_somewhere() -> None:
    assert [
        (page, link) for page, link in LINKS if not (CHECKOUT / page).parent.joinpath(link).exists()
    ] == []


def test_files_that_documents_name_are_there() -> None:
    """By their names or the ends of their paths; `nim` is the game that a reader is to write."""
    folders = ("assets", "docs", "marbles_tui", "native", "packaging", "scripts", "tests")
    there = [f"/{file.relative_to(CHECKOUT)}" for name in folders for file in (CHECKOUT / name).rglob("*.*")]
    there += [f"/{file.name}" for file in CHECKOUT.iterdir()]
    documents = (CHECKOUT / "CONTRIBUTING.md", *(CHECKOUT / "docs").rglob("*.md"))
    named = {
        (file.name, name)
        for file in documents
        for name in re.findall(
            r"`([\w./-]+\.(?:c|h|md|py|record|tcss|toml))`", file.read_text(encoding="utf-8")
        )
        if not re.search(r"\b(test_)?nim\b", name)
    }
    assert named
    assert {(file, name) for file, name in named if not any(at.endswith(f"/{name}") for at in there)} == set()


def test_the_readme_is_short() -> None:
    assert PAGES["README.md"].count("\n") <= 150


def test_its_make_targets_exist() -> None:
    targets = re.findall(r"^([a-z]+):", (CHECKOUT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"(?:`|^ {4})make ([a-z]+)", README, re.MULTILINE)) <= set(targets)


COMMANDS = [
    shlex.split(line.partition("  #")[0])
    for line in re.findall(r"^ {4}(marbles-tui .+)$", README, re.MULTILINE)
]
SCREENS = {
    "play egg-carton": "pick a slot",
    "resume": "pick a slot",
    "replay game.txt --watch": "replay",
    "boards edit": "Harbour",
    "learn abacus": "first lesson",
    "daily": "streak",
    "puzzles hurry": "misses",
    "season": "season",
    "play getaway": "Harbour",
}
"""What is seen where a command opens the arcade, by how it begins."""

ENDLESS = {"serve": "The arcade is at http"}
"""What a command says that ends with Ctrl-C."""

OF_A_HOST = ("host people", "host top", "host ban", "host say", "host close", "host backup")
"""Commands to a host, which is not open here: tests/host tries them at one that is."""


@pytest.fixture
def desk(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the commands speak of, and a match that is not over."""
    (home / "settings.toml").write_text('speed = 0\nskin = "ascii"\nname = "Ann"\n')
    (home / "my-board.txt").write_text(board_text("getaway", "smugglers"))
    first, rest = (CHECKOUT / "assets" / "puzzles" / "gobblet" / "mined.txt").read_text().split("\n\n")[:2]
    (home / "my-puzzles.txt").write_text(f"{first}\n\n{rest}\n")
    (home / "game.txt").write_text('[Game "egg-carton"]\n\nC E D F I B K L\n')
    store = MatchStore.open()
    store.begin(Match.new(GAMES[0], seats=(Seat("Ann"), Seat("Ben"))).read("C"))
    (home / "all-my-matches.txt").write_text("\n".join(store.library.records()))
    store.close()
    monkeypatch.chdir(home)
    return home


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_does_what_it_says(words: list[str], desk: Path) -> None:
    program = [sys.executable, "-m", "marbles_tui", *words[1:]]
    line = " ".join(words[1:])
    if not {"--text", "--days"} & {*words} and (
        screen := next((SCREENS[one] for one in SCREENS if line.startswith(one)), "")
    ):
        with Terminal([*program], desk) as terminal:
            terminal.expect(screen)
    elif line in ENDLESS:
        with subprocess.Popen(
            [*program, "--port", str(free_port())], stdout=subprocess.PIPE, text=True
        ) as run:
            assert run.stdout
            assert run.stdout.readline().startswith(ENDLESS[line])
            run.send_signal(signal.SIGINT)
        assert run.returncode == 0
    else:
        given = "quit\n" if "--text" in words else ""
        if "export" in words:
            (desk / words[-1]).unlink()
        done = subprocess.run(
            program, input=given, capture_output=True, text=True, timeout=100, env=programs()
        )
        if line.startswith(OF_A_HOST):
            assert (done.returncode, done.stderr.count("\n")) == (1, 1)
            assert "host" in done.stderr
            return
        if line == "tournament":
            assert (done.returncode, done.stderr) == (1, "marbles-tui: no tournament has been played here\n")
            return
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout

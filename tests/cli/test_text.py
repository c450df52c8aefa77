"""Whole games as plain lines, by a script at the other end of a pipe."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from types import TracebackType

import pytest

from marbles_tui.ai.levels import computers_of, levels_of
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.store import MatchStore, Settings, save
from marbles_tui.table.start import new_table
from marbles_tui.text.words import opening
from tests.cli.conftest import Shell
from tests.for_each import for_each

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def heed_signals() -> None:
    """Be ended by Ctrl-C and by a terminal that closes, even where the tests run in the background of a shell, or by
    `nohup`, that keeps these from them."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Script:
    """Somebody who types lines at `marbles-tui` and reads its answers, up to the next question."""

    def __init__(self, *arguments: str) -> None:
        self._run = subprocess.Popen(
            [sys.executable, "-m", "marbles_tui", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUTF8": "1"},
            encoding="utf-8",
            preexec_fn=heed_signals,
        )
        self.pid = self._run.pid
        self.told: list[str] = []
        self.hear()

    def __enter__(self) -> Script:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run.kill()
        self._run.communicate()

    def hear(self) -> list[str]:
        """The lines up to the next question, or to the end."""
        assert self._run.stdout
        heard: list[str] = []
        for line in self._run.stdout:
            heard.append(line.rstrip("\n"))
            if line.endswith("?\n"):
                break
        self.told += heard
        return heard

    def say(self, line: str) -> list[str]:
        """The answer to a line."""
        assert self._run.stdin
        self._run.stdin.write(f"{line}\n")
        self._run.stdin.flush()
        return self.hear()

    def leave(self) -> tuple[int, str]:
        """Say no more: the exit status, and what was complained of."""
        out, err = self._run.communicate(timeout=30)
        self.told += out.splitlines()
        return self._run.returncode, err


def kept() -> Match:
    """The match that was kept last, by whoever played it."""
    store = MatchStore.open()
    (record,) = store.read("SELECT record FROM match ORDER BY id DESC LIMIT 1")[0]
    store.close()
    return read_match(record, GAMES).whole()


@pytest.mark.long
@every_game
def test_a_script_plays_a_game_to_its_end(game: Game) -> None:
    """Random moves against the weakest computer; both seats where no computer plays."""
    random = Random(5)
    computers = [f"2={levels[0].key}"] if (levels := levels_of(game)) else ["2=human"]
    options = [word for seat in ["1=human", *computers] for word in ("--seat", seat)]
    with Script("play", game.key, "--text", *options) as script:
        while not script.told[-1].startswith("The game is over"):
            if script.told[-1].lower().endswith("roll?"):
                script.say("roll")
                continue
            legal = " ".join(script.say("moves")[:-1]).removeprefix("Legal moves:").split()
            assert legal, script.told[-20:]
            script.say(random.choice(legal))
        status, complaints = script.leave()
    assert (status, complaints) == (0, "")
    match = kept()
    assert match.result
    assert [line for line in script.told if any(name in line for name in match.names)]
    assert script.told[-1] == "The game is saved: marbles-tui resume 1 --text"
    assert [line for line in script.told if not line.isprintable()] == []


@every_game
def test_a_position_is_told_in_words_and_drawn(game: Game, shell: Shell) -> None:
    setup = next(iter(game.setups))
    out = shell("play", game.key, "--text", "--setup", setup, stdin="board\nrules\n").out
    start = new_table(game, setup, {}, ()).match
    for line in game.describe(start.position, start.names).splitlines():
        assert line.isprintable()
    assert game.title in out
    assert "\x1b" not in out


def test_ctrl_c_keeps_the_match() -> None:
    with Script("play", "abacus", "--text", "--seat", "1=human", "--seat", "2=human") as script:
        script.say("a1b2")
        os.kill(script.pid, signal.SIGINT)
        status, complaints = script.leave()
    assert (status, complaints) == (130, "")
    assert [str(move) for move in kept().moves] == ["a1b2"]


def test_rubbish_is_answered_in_a_short_harmless_line(shell: Shell) -> None:
    rubbish = "\x1b[2J\u202e" + "é" * 100_000
    out = shell("play", "egg-carton", "--text", stdin=f"{rubbish}\n").out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert max(map(len, out.splitlines())) < 400


@for_each(
    ("typed", "told"),
    [
        ("say", "say is not legal here"),
        ("claim", "claim is not legal here"),
        ("share", "share is not legal here"),
        ("again", "The game is not over."),
        ("skip", "skip does nothing here: help lists what does."),
    ],
)
def test_only_commands_of_text_are_answered_as_commands(shell: Shell, typed: str, told: str) -> None:
    assert told in shell("play", "abacus", "--text", stdin=f"{typed}\nquit\n").out


def test_settings_that_cannot_be_read_are_said_with_their_line(shell: Shell, home: Path) -> None:
    (home / "settings.toml").write_text('speed = 3\nname = "Ann\n')
    ran = shell("play", "egg-carton", "--text", stdin="quit\n")
    assert ran.status == 0
    assert ran.err.startswith(f"marbles-tui: {home / 'settings.toml'}, line 2: name: ")
    assert "Bottom: You" in ran.out


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell) -> Shell:
    """Runs the command as one of two people: `two("ann", ...)`."""

    def call(who: str, *arguments: str, stdin: str = "") -> object:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "MARBLES_TUI_HOME"):
            monkeypatch.setenv(name, str(tmp_path / who))
        return shell("post", *arguments, stdin=stdin)

    return call  # type: ignore[return-value]


def test_a_game_is_played_by_two_command_lines(two: Shell) -> None:
    first = two("ann", "--new", "abacus", "--to", "Bea", "--name", "Ann", "b1c1")
    assert first.status == 0, first.err
    assert first.out.startswith("Abacus by post, letter 1, from Ann to Bea")
    shown = two("bea", "-", stdin=first.out)
    assert "Bea to move." in shown.out
    second = two("bea", "-", "g5g4", stdin=first.out)
    assert second.out.startswith("Abacus by post, letter 2, from Bea to Ann"), second.err
    third = two("ann", "-", "b2c2", stdin="Hello!\n" + second.out)
    assert "letter 3" in third.out
    assert two("ann", "-", "b2c2", stdin=second.out).err.endswith(
        "This is letter 2, which you have had: the next one is 4.\n"
    )
    lie = third.out.replace(third.out.splitlines()[-2].split()[1], "a1b1")
    refused = two("bea", "-", "g6f6", stdin=lie)
    assert (refused.status, "refused at move 1" in refused.err) == (1, True)
    over = two("bea", "-", "--resign", stdin=third.out)
    assert "#2" in over.out
    assert "wins" in two("ann", "-", stdin=over.out).out


def test_dice_need_a_letter_of_both_first(two: Shell) -> None:
    first = two("ann", "--new", "getaway", "--to", "Bea", "--name", "Ann")
    second = two("bea", "-", stdin=first.out)
    assert "letter 2" in second.out
    third = two("ann", "-", stdin=second.out)
    assert "*" in third.out + third.err or "to move" in third.out


def test_the_name_of_the_settings_is_used(shell: Shell) -> None:
    save(Settings(name="Ann"))
    assert "from Ann to Bea" in shell("post", "--new", "abacus", "--to", "Bea", "b1c1").out


def test_what_an_opponent_is_like_ends_with_one_full_stop() -> None:
    for game in GAMES:
        for level in computers_of(game).styles:
            match = Match.new(game, seats=[Seat("Ann"), Seat("Bo", f"computer {level.key}")])
            (said,) = (line for line in opening(match) if "who says" in line)
            assert said.endswith('".')
            assert not said.endswith('.".')

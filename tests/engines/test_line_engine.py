"""Our computers behind the line protocol, as another program meets them."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Iterator
from random import Random

import pytest

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.engine.line_engine import LineEngine
from marbles_tui.ai.engine.line_protocol import go, info, many_lines, one_line
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from tests.cli.conftest import Shell
from tests.conformance.random_games import IDS, stroll

W1B2 = 'position [Game "gobblet"] 1. W1B2'


def answers(*lines: str) -> list[str]:
    """What the engine writes, line by line."""
    written: list[str] = []
    LineEngine(GAMES, written.append).serve(lines)
    return written


def test_a_conversation() -> None:
    name, games, ready, *infos, best = answers("games", "isready", W1B2, "go nodes 500 seed 1")
    assert name.startswith("id marbles-tui ")
    assert games == " ".join(("games", *(game.key for game in GAMES)))
    assert ready == "readyok"
    assert infos
    assert all(line.startswith("info depth ") for line in infos)
    match = read_match(W1B2.removeprefix("position "), GAMES).whole()
    assert match.read(best.removeprefix("bestmove "))
    assert answers(W1B2, "go nodes 500 seed 1")[-1] == best


def test_a_stop_ends_a_thought_without_a_limit() -> None:
    heard = threading.Event()
    written: list[str] = []

    def write(line: str) -> None:
        written.append(line)
        heard.set()

    def lines() -> Iterator[str]:
        yield 'position [Game "abacus"]'
        yield "go"
        assert heard.wait(30)
        yield "stop"

    LineEngine(GAMES, write).serve(lines())
    assert written[-1].startswith("bestmove ")
    assert sum(line.startswith("bestmove") for line in written) == 1


def test_the_end_of_the_lines_ends_it_too() -> None:
    assert answers('position [Game "abacus"]', "go")[-1].startswith("bestmove ")
    assert answers('position [Game "abacus"]', "go", "quit")[-1].startswith("bestmove ")


def test_a_level_and_a_finished_game() -> None:
    assert answers(W1B2, "go level novice")[-1].startswith("bestmove K")
    assert answers('position [Game "gobblet"] W1A1 #2', "go depth 1") == ["bestmove none"]
    assert answers('position [Game "getaway"]', "go depth 1") == ["bestmove none"]


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["dance"], "error no such command: dance; expected games, isready, position, go, stop or quit"),
        (["go depth 1"], "error there is no position to think about: expected position RECORD first"),
        (["position W1B2"], "error the record does not name its game"),
        (['position [Game "gobblet"] W1W1'], "error W1W1 is not legal here"),
        (['position "[Game'], "error Unterminated string"),
        ([W1B2, "position x", "go depth 1"], "error there is no position to think about"),
        ([W1B2, "go depth"], "error depth takes a whole number from 1 up, not ''"),
        ([W1B2, "go nodes -1"], "error nodes takes a whole number from 1 up, not '-1'"),
        ([W1B2, "go movetime 1e9"], "error movetime takes a whole number from 1 up, not '1e9'"),
        ([W1B2, "go wtime 5"], "error no such limit: wtime; expected movetime, depth, nodes, seed or level"),
        ([W1B2, "go level boss"], "error gobblet has no level 'boss'"),
        (["\x1b[31m\x07"], "error no such command: ?[31m?"),
        ([W1B2, "go", W1B2], "error still thinking"),
    ],
)
def test_what_is_wrong_is_answered(lines: list[str], error: str) -> None:
    assert any(line.startswith(error) for line in answers(*lines))


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_any_record_goes_through_one_line(game: Game) -> None:
    for seed in range(3):
        match = stroll(game, Random(seed), 30)
        line = one_line(str(match))
        assert "\n" not in line
        again = read_match(many_lines(line), GAMES).whole()
        assert (again.moves, again.options) == (match.moves, match.options)
    board = Match.new(GAMES[2], setup="20 6 4\nHarbour :\nInn : R F 5\nLighthouse :\n")
    assert read_match(many_lines(one_line(str(board))), GAMES).whole().setup == board.setup


def test_lines_that_are_written() -> None:
    assert go(Limit(seconds=0.5, nodes=7, depth=3)) == "go movetime 500 depth 3 nodes 7"
    assert go(Limit()) == "go"
    thought = Analysis("A", 1.5, depth=3, nodes=9, seconds=0.25, pv=("A", "I"), wins_in=2)
    assert info(thought) == "info depth 3 nodes 9 time 250 value 1.50 wins 2 pv A I"


def test_the_command(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = shell("engine", stdin=b"games\n" + b"x" * ((1 << 20) + 9) + b"\nisready\n\xff\xfe\n")
    assert (ran.status, ran.err) == (0, "")
    assert [line.split()[0] for line in ran.out.splitlines()] == ["id", "games", "error", "readyok", "error"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))


def test_nobody_listens_any_more() -> None:
    def write(line: str) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        LineEngine(GAMES, write).serve([W1B2, "go depth 1"])

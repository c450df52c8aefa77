"""Other programs at the table: good ones play, whatever else they do costs them their game and nothing more."""

from __future__ import annotations

import io
import os
import shlex
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.engine.line_engine import LineEngine, go, info, many_lines, one_line
from marbles_tui.cli.match import name_engines
from marbles_tui.cli.output import Failure
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play import Match, read_match, read_matches
from marbles_tui.table.bouts import External
from marbles_tui.table.players import Act
from tests.cli.conftest import Shell
from tests.conformance.random_games import stroll
from tests.for_each import for_each

HERE = Path(__file__).parent
CHECKOUT = HERE.parent.parent
QUICK = Limit(seconds=0.05)
LATE = ("leaves", "silent", "drips", "deaf")
"""What never answers; the others do, however busy the machine is."""


def fake(how: str) -> list[str]:
    """The command of a small engine."""
    return [sys.executable, "-S", str(HERE / "fake.py"), how]


async def choice(how: str, monkeypatch: pytest.MonkeyPatch, match: Match | None = None) -> tuple[object, str]:
    """What such an engine chooses at the start of a game, and its fault; it is closed afterwards."""
    monkeypatch.setattr("marbles_tui.table.bouts.GRACE", 0.3 if how in LATE else 30.0)
    monkeypatch.setattr("marbles_tui.table.bouts.FAREWELL", 0.2)
    player = External(fake(how), limit=QUICK)
    chosen = await player.choose(match or Match.new(GOBBLET))
    process = player._process
    await player.close()
    if process:
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)
    return chosen, player.fault


async def test_a_good_one_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    move, fault = await choice("good", monkeypatch)
    assert (str(move), fault) == ("W1A1", "")
    assert await choice("resign", monkeypatch) == (Act.RESIGN, "")


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        ("illegal", "illegal move: W9Z9 is not legal here"),
        ("escapes", "illegal move: ?[2J??W1A1 is not legal here"),
        ("no-word", "illegal move: "),
        ("garbage", "illegal move: "),
        ("megabytes", "a line has no end"),
        ("claim", "illegal move: = is not legal here"),
        ("dies", "it has ended (status 3)"),
        ("closes", "it writes no more"),
        ("leaves", "it does not answer in time"),
        ("floods", "10,000 lines, and no bestmove"),
        ("endless", "a line has no end"),
        ("silent", "it does not answer in time"),
        ("drips", "it does not answer in time"),
        ("deaf", "it does not answer in time"),
        ("other", "it does not play gobblet"),
    ],
)
async def test_any_other_forfeits_with_a_reason(
    how: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, said = await choice(how, monkeypatch)
    assert chosen is Act.FORFEIT
    assert said.startswith(fault)
    assert said.isprintable()
    assert len(said) <= 160


async def test_a_program_that_cannot_be_run(tmp_path: Path) -> None:
    player = External([str(tmp_path)])
    assert await player.choose(Match.new(GOBBLET)) is Act.FORFEIT
    assert player.fault == "it cannot run: Permission denied"
    await player.close()


async def test_one_that_does_not_leave_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    move, fault = await choice("stays", monkeypatch, Match.new(GOBBLET).read("W1A1"))
    assert (str(move), fault) == ("K1B2", "")


def command(*words: str) -> str:
    """An engine as the command line names it."""
    return "engine:" + shlex.join(words)


def test_a_tournament_goes_on_without_it(shell: Shell, tmp_path: Path) -> None:
    records = tmp_path / "games.txt"
    seats = ("novice", command(*fake("dies")))
    ran = shell("match", "gobblet", "--seats", *seats, "--games", "2", "--json", "--records", str(records))
    assert ran.status == 0
    assert ran.object["wins"] == {"novice": 2, "engine:python fake.py dies": 0}
    assert ran.err.splitlines() == [
        f"marbles-tui: game {number}: engine:python fake.py dies loses: it has ended (status 3)"
        for number in (1, 2)
    ]
    for reading in read_matches(records.read_text(), GAMES):
        match = reading.whole()
        assert match.result
        assert match.tag("Termination") == "engine:python fake.py dies loses: it has ended (status 3)"


def test_our_own_engine_plays_as_one(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(CHECKOUT))
    own = command(sys.executable, "-m", "marbles_tui", "engine")
    terms = ("--games", "1", "--move-time", "0.02", "--max-plies", "6", "--json")
    ran = shell("match", "abacus", "--seats", own, "novice", *terms)
    assert (ran.status, ran.err, ran.object["plies"]) == (0, "", 6)


def test_a_program_is_told_how_long_it_may_think(shell: Shell, tmp_path: Path) -> None:
    told = tmp_path / "told.txt"
    noting = command(sys.executable, "-S", str(HERE / "fake.py"), "notes", str(told))
    terms = ("--games", "1", "--move-time", "0.25", "--max-plies", "2", "--json")
    assert shell("match", "gobblet", "--seats", noting, "beginner", *terms).status == 0
    assert told.read_text() == "movetime 250\n"


def test_programs_are_named_apart() -> None:
    seats = [
        "novice",
        f"engine:{sys.executable} -x 'A b/Ü\"[.py'",
        f"ENGINE:{sys.executable} b/[.py",
        "engine:sh",
    ]
    names = [program.label for program in name_engines(seats).values()]
    assert names == ["engine:python .py", "engine:python .py'", "engine:sh"]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("engine:", "expected a command after engine:"),
        ("engine:no-such-program", "there is no program 'no-such-program' to play"),
        ("engine:'open", "is no command: No closing quotation"),
    ],
)
def test_what_is_no_program_is_refused(word: str, message: str) -> None:
    with pytest.raises(Failure, match=message):
        name_engines([word])


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


@for_each(
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


def test_why_nothing_can_be_thought_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("chance is to draw")

    monkeypatch.setattr("marbles_tui.ai.engine.line_engine.consider", refuse)
    assert answers(W1B2, "go depth 1")[-2:] == ["error chance is to draw", "bestmove none"]


@for_each("game", GAMES)
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

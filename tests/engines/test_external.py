"""Other programs at the table: good ones play, whatever else they do costs them their game and nothing more."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

from marbles_tui.ai.budget import Limit
from marbles_tui.cli.engines import name_engines
from marbles_tui.cli.failure import Failure
from marbles_tui.games import GAMES
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play import Match, read_matches
from marbles_tui.table.external import External
from marbles_tui.table.players import Act
from tests.cli.conftest import Shell

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
    monkeypatch.setattr("marbles_tui.table.external.GRACE", 0.3 if how in LATE else 30.0)
    monkeypatch.setattr("marbles_tui.table.external.FAREWELL", 0.2)
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

"""`marbles-tui perft`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from marbles_tui.cli.perft import progress
from marbles_tui.play.perft import Bit
from tests.cli.conftest import Shell

EXAMPLE = "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"


@pytest.mark.parametrize(("depth", "count"), [("0", 1), ("1", 6), ("2", 29), ("3", 138)])
def test_the_object(shell: Shell, depth: str, count: int) -> None:
    ran = shell("perft", "egg-carton", depth, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert list(ran.object) == ["game", "depth", "count", "seconds"]
    assert (ran.object["game"], ran.object["depth"], ran.object["count"]) == ("egg-carton", int(depth), count)
    assert ran.object["seconds"] >= 0


def test_divide(shell: Shell) -> None:
    ran = shell("perft", "egg-carton", "2", "--divide", "--json")
    assert list(ran.object) == ["game", "depth", "count", "seconds", "moves"]
    assert list(ran.object["moves"]) == ["A", "B", "C", "D", "E", "F"]
    assert sum(ran.object["moves"].values()) == ran.object["count"] == 29


def test_the_plain_text(shell: Shell) -> None:
    lines = shell("perft", "egg-carton", "1", "--divide").out.splitlines()
    assert lines[:6] == [f"{letter}  1" for letter in "ABCDEF"]
    assert lines[6].startswith("6 sequences of 1 ply in ")


@pytest.mark.parametrize("divide", [False, True])
def test_ctrl_c_ends_it_with_what_is_known(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, divide: bool
) -> None:
    parts = iter([Bit(7, 0.1), Bit(5, 0.1)])

    def stopped(*given: object) -> Iterator[Bit]:
        yield next(parts)
        if not divide or next(parts, None):
            raise KeyboardInterrupt

    monkeypatch.setattr("marbles_tui.cli.perft.bits", stopped)
    ran = shell("perft", "egg-carton", "40", *(("--divide",) if divide else ()), "--json")
    assert (ran.status, ran.object["count"], ran.object["at_least"]) == (130, None, 7)
    assert ran.object.get("moves") == ({} if divide else None)
    assert ran.err == "marbles-tui: interrupted: this is what had been counted\n"


@pytest.mark.parametrize(
    ("counted", "told"),
    [
        ((500, 0.5, 10.0), "500 of about 1,000 sequences, about 10 seconds left; Ctrl-C stops"),
        ((10, 0.001, 10.0), "10 of about 10,000 sequences, about 3 hours left; Ctrl-C stops"),
        ((9, 1e-30, 1.0), "9 of about 9 times 10^30 sequences, more than a year left; Ctrl-C stops"),
    ],
)
def test_it_is_told_how_far_a_long_count_has_come(counted: tuple[int, float, float], told: str) -> None:
    assert progress(*counted) == told


@pytest.mark.parametrize("option", ["--position", "--setup"])
def test_from_a_position(shell: Shell, option: str) -> None:
    assert shell("perft", "egg-carton", "3", option, EXAMPLE, "--json").object["count"] == 113


def test_from_the_end_of_a_record(shell: Shell) -> None:
    ran = shell("perft", "egg-carton", "1", "--record", "-", "--json", stdin="A C J")
    assert ran.object["count"] == 4


@pytest.mark.parametrize("words", ["A #1", "A ="])
def test_a_match_that_was_ended_has_no_continuation(shell: Shell, words: str) -> None:
    counts = [
        shell("perft", "egg-carton", depth, "--record", "-", "--json", "--divide", stdin=words).object
        for depth in ("0", "1", "2")
    ]
    assert [(answer["count"], answer["moves"]) for answer in counts] == [(1, {}), (0, {}), (0, {})]


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["--position", "odd"], "", "a position has the form"),
        (["--position", "0,0,0,0,0,0/0,0,0,0,0,0/0,0/1"], "", "both sides are empty"),
        (["--record", "-"], "A B", "B is not legal here"),
        (["--record", "missing.txt"], "", "missing.txt cannot be read"),
    ],
)
def test_bad_input(shell: Shell, arguments: list[str], stdin: str, message: str) -> None:
    ran = shell("perft", "egg-carton", "1", "--json", *arguments, stdin=stdin)
    assert ran.status == 1
    assert ran.err.startswith(f"marbles-tui: {message}")
    assert list(ran.object) == ["game", "depth", "count", "seconds", "error"]
    assert ran.object["error"]["message"].startswith(message)

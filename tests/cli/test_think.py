"""`marbles-tui think`."""

from __future__ import annotations

import pytest

from marbles_tui.ai.native.library import installed_library
from tests.cli.conftest import Shell

KEYS = ["move", "value", "wins_in", "loses_in", "depth", "nodes", "seconds", "native", "why_plain", "line"]


def test_a_win_in_one(shell: Shell) -> None:
    ran = shell("think", "egg-carton", "--position", "0,0,0,0,0,2/0,1,0,0,0,0/0,0/1", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert list(ran.object) == KEYS
    assert (ran.object["move"], ran.object["wins_in"], ran.object["loses_in"]) == ("F", 1, None)
    assert ran.object["line"] == ["F"]
    assert ran.object["value"] > 0


def test_the_same_nodes_give_the_same_move(shell: Shell) -> None:
    arguments = ("think", "egg-carton", "--level", "expert", "--nodes", "500", "--json")
    one, two = shell(*arguments).object, shell(*arguments).object
    assert (one["move"], one["value"], one["line"]) == (two["move"], two["value"], two["line"])
    assert one["nodes"] <= 500


def test_it_is_said_which_search_has_looked(shell: Shell) -> None:
    native = installed_library() is not None
    ran = shell("think", "abacus", "--nodes", "300")
    assert ran.out.splitlines()[-1].endswith(" s (native search)") is native
    assert shell("think", "abacus", "--nodes", "300", "--json").object["native"] is native


def test_from_the_end_of_a_record(shell: Shell) -> None:
    ran = shell("think", "egg-carton", "--record", "-", "--level", "novice", "--json", stdin="A C J")
    assert ran.object["move"] in "IKLM"


def test_the_plain_text(shell: Shell) -> None:
    ran = shell("think", "egg-carton", "--position", "0,0,0,0,0,2/0,1,0,0,0,0/0,0/1")
    first, second, third = ran.out.splitlines()
    assert (first, second) == ("F  wins in 1 move", "line: F")
    assert third.startswith("depth ")


@pytest.mark.parametrize("position", ["0,0,0,0,0,0/1,1,0,0,0,0/1,0/1"])
def test_nothing_is_thought_when_the_game_is_over(shell: Shell, position: str) -> None:
    ran = shell("think", "egg-carton", "--position", position, "--json")
    assert ran.status == 1
    assert ran.object["error"]["message"] == "the game is over (cleared): there is nothing to think about"
    assert list(ran.object) == [*KEYS, "error"]


@pytest.mark.parametrize(
    "limit",
    [
        ["--seconds", "0"],
        ["--seconds", "-1"],
        ["--seconds", "nan"],
        ["--seconds", "inf"],
        ["--nodes", "0"],
        ["--nodes", "x"],
    ],
)
def test_a_limit_is_more_than_nothing(shell: Shell, limit: list[str]) -> None:
    assert shell("think", "egg-carton", *limit).status == 2

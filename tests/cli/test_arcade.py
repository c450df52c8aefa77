"""The commands that start the arcade, and where they open it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from marbles_tui.__main__ import main
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play import Seat
from marbles_tui.table.start import new_table
from tests.cli.conftest import Shell

Launched = list[dict[str, Any]]


def test_without_arguments_the_menu_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    import marbles_tui.cli.arcade

    starts: Launched = []

    def launch(**start: Any) -> int:
        starts.append(start)
        return 0

    monkeypatch.setattr(marbles_tui.cli.arcade, "launch", launch)
    monkeypatch.setattr(sys, "argv", ["marbles-tui"])
    assert (main(), starts) == (0, [{}])


def test_play_opens_a_table(shell: Shell, launched: Launched) -> None:
    assert shell("play", "egg-carton").status == 0
    assert launched == [{"table": (EGG_CARTON, None, {}, ())}]


def test_play_seats_whom_it_is_told(shell: Shell, launched: Launched) -> None:
    ran = shell("play", "Egg-Carton", "--setup", "random", "--seat", "2=Novice", "--seat", "1=human")
    assert ran.status == 0
    assert launched == [{"table": (EGG_CARTON, "random", {}, (Seat(), Seat("", "computer novice")))}]


def test_play_seats_as_many_as_the_option_says(shell: Shell, launched: Launched) -> None:
    ran = shell("play", "beadmaster", "--option", "players=4", "--seat", "2=greedy")
    assert ran.status == 0
    seats = (Seat(), Seat("", "computer greedy"), Seat(), Seat())
    assert launched == [{"table": (BEADMASTER, None, {"players": "4"}, seats)}]


@pytest.mark.parametrize(("options", "seats"), [({}, 2), ({"players": "4"}, 4)])
def test_where_nobody_is_named_a_person_plays_the_weakest_computers(
    options: dict[str, str], seats: int
) -> None:
    match = new_table(BEADMASTER, None, options, ()).match
    assert [seat.level for seat in match.seats] == [None] + ["beginner"] * (seats - 1)
    assert match.names == ("Player 1", "Beginner", "Beginner 2", "Beginner 3")[:seats]


def test_play_refuses_a_bad_position(shell: Shell, launched: Launched) -> None:
    ran = shell("play", "egg-carton", "--setup", "1,2/3")
    assert (ran.status, launched) == (1, [])
    assert ran.err.startswith("marbles-tui: a position has the form")


@pytest.mark.parametrize(("arguments", "match"), [((), ""), (("12",), "12")])
def test_resume_opens_a_saved_match(
    shell: Shell, launched: Launched, arguments: tuple[str, ...], match: str
) -> None:
    assert shell("resume", *arguments).status == 0
    assert launched == [{"resume": match}]


def test_replay_can_be_watched(shell: Shell, launched: Launched, tmp_path: Path) -> None:
    record = tmp_path / "liam.txt"
    record.write_text('[Game "egg-carton"] A C J', encoding="utf-8")
    assert shell("replay", str(record), "--watch").status == 0
    assert [str(move) for move in launched[0]["watch"].moves] == ["A", "C", "J"]
    assert shell("replay", str(record), "--watch", "--ply", "1").status == 0
    assert launched[1]["watch"].plies == 1


def test_a_bad_record_is_not_watched(shell: Shell, launched: Launched) -> None:
    ran = shell("replay", "-", "--watch", stdin='[Game "egg-carton"] A B')
    assert (ran.status, launched) == (1, [])
    assert ran.err == "marbles-tui: B is not legal here: B is empty; legal is A, C, D, E, F\n"


def test_the_first_person_of_a_new_table_has_the_name_of_the_settings() -> None:
    seats = new_table(BEADMASTER, None, {"players": "3"}, (), "Ann").match.seats
    assert [seat.name for seat in seats] == ["Ann", "Beginner", "Beginner 2"]
    named = new_table(BEADMASTER, None, {}, (Seat("Ben"), Seat("Cleo")), "Ann").match.seats
    assert [seat.name for seat in named] == ["Ben", "Cleo"]
    alone = new_table(GETAWAY, None, {"players": "1"}, (), "Ann").match.seats
    assert [seat.name for seat in alone] == ["Ann"]

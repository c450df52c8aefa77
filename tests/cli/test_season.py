"""The season on the command line."""

from __future__ import annotations

from typing import Any

from marbles_tui.games import GAMES
from marbles_tui.table.season import ROUNDS
from tests.cli.conftest import Shell


def test_the_table_and_its_next_game_in_text(shell: Shell) -> None:
    listed = shell("season", "--list").out.splitlines()
    assert listed[0] == "Season 1: nothing played yet."
    assert listed[1] == " 1. egg-carton Novice      you begin   to come"
    assert len(listed) == 1 + ROUNDS * len(GAMES)
    played = shell("season", "--text", stdin="C\nresign\nyes\nquit\n")
    assert played.out.splitlines()[0] == "Season 1: nothing played yet."
    told = shell("season", "--json").object
    assert (told["season"], told["played"], told["points"], told["next"]) == (1, 1, 0.0, 2)
    assert told["matches"][0]["score"] == 0.0


def test_without_text_the_arcade_opens_at_the_table(shell: Shell, launched: list[dict[str, Any]]) -> None:
    assert shell("season").status == 0
    assert launched == [{"season": True}]

"""Thinking about a record."""

from __future__ import annotations

import pytest

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.think import think
from marbles_tui.core import BadOption, BadRecord
from marbles_tui.games import GAMES

(EGG_CARTON,) = [game for game in GAMES if game.key == "egg-carton"]
START = '[Game "egg-carton"]\n'
SIX_EACH = START + '[Setup "6"]\n'


def test_thinks_about_the_end_of_the_record() -> None:
    thought = think(EGG_CARTON, START + "1. D E A B F C F D", limit=Limit(nodes=500))
    assert (thought.move, thought.wins_in, thought.words("selection")) == ("E", 1, "wins in 1 selection")


def test_a_finished_game_leaves_nothing_to_think_about() -> None:
    thought = think(EGG_CARTON, START + "1. D E A B F C F D E")
    assert (thought.move, thought.value > 0, thought.words()) == (None, True, "has won")


def test_the_same_seed_and_nodes_give_the_same_thought() -> None:
    def sober(thought: Analysis) -> tuple[object, ...]:
        return thought.move, thought.value, thought.depth, thought.nodes, thought.pv

    one, other = (think(EGG_CARTON, SIX_EACH, limit=Limit(nodes=4_000), seed=7) for _ in range(2))
    assert sober(one) == sober(other)


def test_a_level_is_not_made_stronger_by_a_wider_limit() -> None:
    thought = think(EGG_CARTON, SIX_EACH, "novice", Limit(nodes=1_000_000))
    assert thought.nodes <= 60
    assert think(EGG_CARTON, SIX_EACH, "expert", Limit(nodes=100)).nodes == 100


def test_ends_when_the_answer_is_wanted() -> None:
    thought = think(EGG_CARTON, SIX_EACH, limit=Limit(), stop=lambda: True)
    assert thought.move in list("ABCDEF")


def test_reports_what_it_has_proved_before_it_knows_how_long_it_takes() -> None:
    reports: list[Analysis] = []
    think(EGG_CARTON, START, limit=Limit(nodes=3_000), report=reports.append)
    assert [report.words() for report in reports] == ["can force a win"]


def test_bad_records_and_levels_are_refused() -> None:
    with pytest.raises(BadRecord, match="Z is not legal here"):
        think(EGG_CARTON, START + "1. Z")
    with pytest.raises(BadOption, match="no level"):
        think(EGG_CARTON, START, "boss")

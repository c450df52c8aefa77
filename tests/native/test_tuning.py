"""Weights that a tuner sets are those that the library plays by."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.ai.native.library import as_words
from marbles_tui.ai.native.search import packed_for_sure
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.games.gobblet.evaluate import LINE, TEMPO
from scripts.tune_spsa import Weight, build_player


@pytest.mark.usefixtures("library_file")  # without a compiler there is neither
def test_a_weight_that_is_set_changes_the_value_of_a_position(tmp_path: Path) -> None:
    player = build_player("gobblet", [Weight.read("TEMPO"), Weight.read("LINE[1]")], tmp_path / "tuned.so")
    assert player.values == [TEMPO, LINE[1]]
    start = GOBBLET.start(None, 2, GOBBLET.choose({}))
    position = start.play(start.moves()[0])
    number, words = packed_for_sure(position)

    def value() -> int:
        return int(player.library.call("evaluate", number, as_words(words)))

    before = value()
    assert before == GOBBLET.evaluate(position)
    player.set([TEMPO + 7, LINE[1]])
    assert value() == before + 7
    player.set([TEMPO, LINE[1] + 10])  # the one gobblet on the board stands in three lines, or in two
    assert value() in (before - 30, before - 20)

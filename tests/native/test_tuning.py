"""Weights that a tuner sets are those that the library plays by."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.ai.native.search import as_words
from marbles_tui.ai.native.states import packing_of
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.games.gobblet.evaluate import LINE, TEMPO
from marbles_tui.play import Match
from scripts.tune_spsa import Weight, build_player
from tests.native.compare import kernel_of


@pytest.mark.usefixtures("library_file")  # without a compiler there is neither
def test_a_weight_that_is_set_changes_the_value_of_a_position(tmp_path: Path) -> None:
    weights = [Weight.read("TEMPO"), Weight.read("LINE[1]")]
    player = build_player("gobblet", weights, tmp_path / "tuned.so")
    assert player.values == [TEMPO, LINE[1]]
    kernel = kernel_of(GOBBLET)
    match, _ = Match.new(GOBBLET).play(Match.new(GOBBLET).position.moves()[0])
    state = kernel.pack(match.position)
    packing = packing_of(kernel, state)
    assert packing
    words = as_words(packing.words(state))

    def value() -> int:
        return int(player.library.call("evaluate", packing.game, words))

    before = value()
    assert before == kernel.evaluate(state)
    player.set([TEMPO + 7, LINE[1]])
    assert value() == before + 7
    player.set([TEMPO, LINE[1] + 10])  # the one gobblet on the board stands in three lines, or in two
    assert value() in (before - 30, before - 20)

"""Computers at BeadMaster: with two, and with three and four."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.levels import levels_of
from marbles_tui.ai.think import consider
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.beadmaster.position import threatened
from marbles_tui.play import Match, Seat
from tests.table.played import play_games

REST = "0" * 28


def match(seats: int, seed: int, setup: str = "placed") -> Match:
    return Match.new(BEADMASTER, setup=setup, seats=[Seat()] * seats, random=Random(seed))


def test_the_levels_of_the_house() -> None:
    keys = [level.key for level in levels_of(BEADMASTER)]
    assert keys == [
        "beginner", "novice", "apprentice", "amateur", "adept", "expert", "master", "adaptive",
    ]  # fmt: skip


def test_greedy_lets_most_beads_of_others_fall() -> None:
    # h2o drops two, v2o one; h4o would drop three, but one's own two among them.
    beads = f"1200000 0002002 0000000 1010200 {'0' * 21}"
    thought = consider(Match.new(BEADMASTER, setup=f"2 1 0000000 0000000 {beads}"), "greedy")
    assert (thought.move, thought.value) == ("h2o", 2.0)
    nothing = Match.new(BEADMASTER, setup=f"2 1 0000000 0000000 1020000 0000000 0000000 {REST}")
    assert len({consider(nothing, "greedy", seed=seed).move for seed in range(20)}) > 3


@pytest.mark.parametrize("rival", ["novice", "amateur"])
def test_levels_beat_the_yardstick(rival: str) -> None:
    tally = play_games(BEADMASTER, (rival, "greedy"), 10, seed=3, setup="placed")
    assert tally.wins[rival] >= 8


@pytest.mark.parametrize("seats", [3, 4])
def test_a_search_beats_the_yardstick_with_more_seats_too(seats: int) -> None:
    levels = ("amateur", *("greedy",) * (seats - 1))
    tally = play_games(BEADMASTER, levels, 4 * seats, seed=3, setup="placed")
    assert tally.wins["amateur"] > 2 * seats


@pytest.mark.parametrize("level", ["novice", "expert"])
def test_beads_are_not_placed_one_slide_from_falling(level: str) -> None:
    game = match(2, 4, "random")
    for _ in range(4):
        game = game.read(str(consider(game, level).move))
    position = game.position._replace(placing=False)  # type: ignore[attr-defined]
    assert not threatened(position)


def test_a_loss_against_all_together_is_not_called_proved() -> None:
    lost = Match.new(BEADMASTER, setup=f"3 1 0000000 0000000 0000000 0000000 1020300 0000000 {'0' * 21}")
    thought = consider(lost, "expert", Limit(nodes=500))
    assert not thought.proved or thought.value > 0
    assert thought.value > -101

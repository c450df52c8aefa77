"""Sentences about a match as a whole."""

from __future__ import annotations

import pytest

from marbles_tui.core.text import enumerated
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.play import Match, Seat
from marbles_tui.table import phrases


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        (("Ann", "Bob"), "Ann wins: Bob resigns."),
        (("Ann", "Bob", "Cleo"), "Ann and Cleo win: Bob resigns."),
        (("Ann", "Bob", "Cleo", "Dan"), "Ann, Cleo and Dan win: Bob resigns."),
    ],
)
def test_a_resignation_names_who_wins_and_who_resigns(names: tuple[str, ...], verdict: str) -> None:
    match = Match.new(BEADMASTER, setup="01201202101102", seats=[Seat(name) for name in names])
    assert phrases.verdict(match.resign(1)) == verdict


def test_nobody_is_no_words() -> None:
    assert enumerated([]) == ""

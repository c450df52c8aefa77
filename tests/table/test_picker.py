"""From picks to moves."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from marbles_tui.table.picker import Picker


class Hop(NamedTuple):
    """A move that is picked as from and to, or from the other side as to and from."""

    start: int
    end: int

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        return ((self.start, self.end), (self.end + 100, self.start))


HOPS = (Hop(1, 2), Hop(1, 3), Hop(4, 2))


def test_first_picks_are_offered() -> None:
    assert Picker(HOPS).next_cells == {1, 4, 102, 103}


def test_a_pick_narrows_what_comes_next_and_the_last_completes_the_move() -> None:
    picker = Picker(HOPS)
    assert picker.pick(1) is None
    assert picker.next_cells == {2, 3}
    assert picker.leads_to(3) == Hop(1, 3)
    assert picker.pick(3) == Hop(1, 3)
    assert picker.picks == ()


def test_another_path_means_the_same_move() -> None:
    picker = Picker(HOPS)
    picker.pick(102)
    assert picker.pick(4) == Hop(4, 2)


def test_an_impossible_pick_changes_nothing() -> None:
    picker = Picker(HOPS)
    picker.pick(1)
    with pytest.raises(ValueError, match="cannot be picked"):
        picker.pick(4)
    assert picker.picks == (1,)


def test_picks_are_taken_back_one_by_one() -> None:
    picker = Picker(HOPS)
    picker.pick(1)
    assert picker.back()
    assert picker.picks == ()
    assert not picker.back()

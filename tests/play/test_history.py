"""Histories and counts: as tuples and counters are, but long ones share what they hold."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.play import Match
from marbles_tui.play.history import CHUNK, WAYS, Counts, History
from tests.play.toy import SPIN

LENGTHS = (0, 1, CHUNK - 1, CHUNK, CHUNK + 1, CHUNK**2 - 1, CHUNK**2, CHUNK**2 + CHUNK + 1)


def grown(length: int) -> History[int]:
    history: History[int] = History()
    for number in range(length):
        history = history.append(number)
    return history


@pytest.mark.parametrize("length", LENGTHS)
def test_a_history_has_what_was_appended(length: int) -> None:
    history, every = grown(length), tuple(range(length))
    assert history == every == tuple(history)
    assert History(every) == history
    assert hash(history) == hash(History(every))
    assert len(history) == length
    assert [history[at] for at in range(length)] == [history[at - length] for at in range(length)]
    assert tuple(reversed(history)) == every[::-1]
    assert bool(history) == bool(every)
    for wrong in (length, -length - 1):
        with pytest.raises(IndexError, match=f"there are {length} items"):
            history[wrong]


@pytest.mark.parametrize("length", LENGTHS)
def test_its_first_items_are_a_history(length: int) -> None:
    every = tuple(range(CHUNK**2 + CHUNK + 2))
    first = History(every).first(length)
    assert first == every[:length]
    assert first.append(-1) == (*every[:length], -1)
    assert grown(3).first(7) == (0, 1, 2)
    assert grown(3).first(-1) == ()


@given(st.integers(0, 80), st.slices(80))
def test_a_slice_is_a_tuple(length: int, part: slice) -> None:
    assert grown(length)[part] == tuple(range(length))[part]


def test_what_follows_leaves_a_history_as_it_was() -> None:
    history = grown(CHUNK)
    assert history.append(1) != history.append(2)
    assert history == tuple(range(CHUNK))
    assert history != list(range(CHUNK))
    assert repr(grown(2)) == "History((0, 1))"


class Clashing(int):
    """A number whose hash is that of all others."""

    def __hash__(self) -> int:
        return 7


@pytest.mark.parametrize("kind", [int, str, Clashing])
@given(keys=st.lists(st.integers(-40, 40), max_size=200))
def test_counts_are_those_of_a_counter(kind: Callable[[int], int | str], keys: list[int]) -> None:
    counts, expected = Counts(), Counter[int | str]()
    for key in map(kind, keys):
        before, counts = counts, counts.add(key)
        assert (before[key], counts[key]) == (expected[key], expected[key] + 1)
        expected[key] += 1
    assert {key: counts[key] for key in expected} == dict(expected)
    assert counts[kind(99)] == 0


def test_counts_branch_where_a_dictionary_would_be_copied() -> None:
    counts = Counts()
    for key in range(WAYS**2 * 4):
        counts = counts.add(key)
    assert all(counts[key] == 1 for key in range(WAYS**2 * 4))


# That a ply of a long match costs as much as one of a short match is counted in bytes: whoever copies, allocates.
# Sixteen times as many plies may take 16 times as much, and a little more for the depth of the trees; with
# copies it would be 256 times as much.


def played(plies: int) -> Match:
    match = Match.new(SPIN)
    for ply in range(plies):
        match = match.read("RL"[ply // 3 % 2])
    return match


def played_on(plies: int) -> list[Match]:
    matches = [Match.new(SPIN)]
    for ply in range(plies):
        matches.append(matches[-1].read("RL"[ply // 3 % 2]))
    return matches


def taken_back(match: Match) -> list[Match]:
    matches = [match]
    while matches[-1].plies:
        matches.append(matches[-1].back())
    return matches


def played_again(match: Match) -> list[Match]:
    matches = [match.back(match.plies)]
    while matches[-1].undone:
        matches.append(matches[-1].forward())
    return matches


def gone_through(match: Match) -> list[Match]:
    return [match.at(ply) for ply in range(match.plies + 1)]


def size_of(make: Callable[[], Sequence[Match]]) -> int:
    """The bytes that all these matches take together, beside what is there already."""
    tracemalloc.start()
    matches = make()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(matches) > 1
    return size


@pytest.mark.long
@pytest.mark.parametrize("follow", [taken_back, played_again, gone_through])
def test_undone_replayed_and_visited_plies_cost_alike(follow: Callable[[Match], list[Match]]) -> None:
    few, many = played(200), played(3200)
    assert size_of(lambda: follow(many)) < 3 * 16 * size_of(lambda: follow(few))


def test_plies_cost_alike_however_many_there_are() -> None:
    assert size_of(lambda: played_on(3200)) < 3 * 16 * size_of(lambda: played_on(200))


def test_a_match_gone_through_counts_repetitions_as_when_it_was_played() -> None:
    played_through = played_on(300)
    last = played_through[-1]
    assert [match.repetitions for match in played_through] == [last.at(ply).repetitions for ply in range(301)]
    assert last.back(300).forward(300) == last
    assert last.back(300).forward(300).repetitions == last.repetitions > 20

"""Matches: playing, taking back, ending, and being written."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.core import IllegalMove, Result
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play import match as match_module
from marbles_tui.play.match import MOST_PLIES, Counts, History
from marbles_tui.play.perft import bits, perft
from marbles_tui.play.series import told_apart
from tests.for_each import for_each
from tests.play.toy import SPIN, Spin, Step
from tests.typed import typed

TOYS = (EGG_CARTON, SPIN)


def play(match: Match, words: str) -> Match:
    for word in words.split():
        match = match.read(word)
    return match


def test_a_match_remembers_every_position() -> None:
    match = play(Match.new(SPIN), "L R R")
    assert [typed(position, Spin).place for position in match.positions] == [0, 7, 0, 1]
    assert typed(match.at(1).position, Spin).place == 7
    with pytest.raises(IndexError, match="has 3 plies, not 4"):
        match.at(4)


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="X is not legal here: legal is L, R"):
        Match.new(SPIN).play(Step("X"))


def test_nothing_is_played_after_the_end() -> None:
    won = play(Match.new(SPIN, setup="near"), "R")
    with pytest.raises(IllegalMove, match=r"the game is over \(home\)"):
        won.play(Step("L"))
    with pytest.raises(IllegalMove, match="#1 comes after the end"):
        won.resign(0)


def test_undo_and_redo() -> None:
    match = play(Match.new(SPIN), "L R L")
    back = match.back(2)
    assert (back.plies, len(back.undone)) == (1, 2)
    assert back.forward().plies == 2
    assert back.forward(9) == match
    assert play(back, "R").undone == (*match.undone, *back.undone[:1])
    assert play(back, "L").undone == ()


def test_undo_takes_an_ending_back() -> None:
    match = play(Match.new(SPIN), "L R")
    assert match.resign(0).back().plies == 1
    assert match.resign(0).back().result is None
    assert Match.new(SPIN).agree().back().result is None


def test_a_match_that_was_broken_off_is_open_when_it_is_played_on() -> None:
    match = Match.new(SPIN, tags=[("Termination", "abandoned")])
    assert match.abandoned
    assert not match.play(Step("L"))[0].abandoned


def test_a_start_left_to_chance_is_drawn_before_the_match() -> None:
    match = Match.new(EGG_CARTON, setup="random", random=Random(7))
    assert match.setup == EGG_CARTON.write(typed(match.position, Carton))
    assert read_match(str(match), TOYS).whole().position == match.position


def test_seats_beyond_the_names_given() -> None:
    assert Match.new(SPIN, options={"players": "3"}).names == ("Player 1", "Player 2", "Player 3")
    assert Match.new(SPIN, seats=[Seat("A"), Seat("B"), Seat("C")]).options["players"] == "3"


ACTS = st.lists(st.sampled_from(["play", "play", "play", "back", "forward", "resign", "draw"]), max_size=40)


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.key)
@given(acts=ACTS, seed=st.integers(0, 2**32))
def test_whatever_is_done_the_record_tells_it(game: object, acts: list[str], seed: int) -> None:
    """Undo, redo, resigning and drawing in any order: the record reads back as the match that stands."""
    random = Random(seed)
    options = {"die": random.choice(["off", "on"])} if game is SPIN else {}
    match = Match.new(game, options=options, random=random)  # type: ignore[arg-type]
    for act in acts:
        if act == "back":
            match = match.back(random.randrange(1, 4))
        elif act == "forward":
            match = match.forward(random.randrange(1, 4))
        elif match.result:
            continue
        elif act == "play":
            match, _ = match.play(random.choice(match.position.moves()))
        else:
            match = match.resign(random.randrange(2)) if act == "resign" else match.agree()
    again = read_match(str(match), TOYS).whole()
    assert str(again) == str(match)
    assert (again.moves, again.positions) == (match.moves, match.positions)
    assert (again.result, again.turn, again.repetitions) == (match.result, match.turn, match.repetitions)


def test_a_match_that_never_ends_is_a_draw_by_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "MOST_PLIES", 6)
    match = play(Match.new(SPIN), "L R L R L")
    assert match.turn is not None
    match = match.read("L")
    assert (match.result, match.turn) == (Result.draw(2, "length"), None)
    with pytest.raises(IllegalMove, match="after the end of the game"):
        match.read("L")
    assert read_match(str(match), TOYS).whole().result == match.result
    assert match.back().turn is not None


@pytest.mark.long
def test_a_record_is_read_up_to_the_longest_match() -> None:
    reading = read_match('[Game "spin"]\n' + "L R " * (MOST_PLIES // 2 + 10), TOYS)
    assert reading.match
    assert (reading.match.plies, reading.match.result) == (MOST_PLIES, Result.draw(2, "length"))
    assert reading.fault
    assert reading.fault.ply == MOST_PLIES + 1


LENGTHS = (0, 1, 2, 40)


def grown(length: int) -> History[int]:
    history: History[int] = History()
    for number in range(length):
        history = history.append(number)
    return history


@for_each("length", LENGTHS)
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


@for_each("length", LENGTHS)
def test_its_first_items_are_a_history(length: int) -> None:
    every = tuple(range(41))
    first = History(every).first(length)
    assert first == every[:length]
    assert first.append(-1) == (*every[:length], -1)
    assert grown(3).first(7) == (0, 1, 2)
    assert grown(3).first(-1) == ()


@given(st.integers(0, 80), st.slices(80))
def test_a_slice_is_a_tuple(length: int, part: slice) -> None:
    assert grown(length)[part] == tuple(range(length))[part]


def test_what_follows_leaves_a_history_as_it_was() -> None:
    history = grown(5)
    assert history.append(1) != history.append(2)
    assert history.first(2).append(7) == (0, 1, 7)
    assert history == tuple(range(5))
    assert history != list(range(5))
    assert repr(grown(2)) == "History((0, 1))"


class Clashing(int):
    """A number whose hash is that of all others."""

    def __hash__(self) -> int:
        return 7


@pytest.mark.parametrize("kind", [int, str, Clashing])
@given(keys=st.lists(st.integers(-40, 40), max_size=200), cut=st.integers(0, 200))
def test_counts_are_those_of_a_counter(kind: Callable[[int], int | str], keys: list[int], cut: int) -> None:
    counts, expected = Counts(History(), {}), Counter[int | str]()
    for key in map(kind, keys):
        before, counts = counts, counts.add(key)
        assert (before[key], counts[key]) == (expected[key], expected[key] + 1)
        expected[key] += 1
    assert {key: counts[key] for key in expected} == dict(expected)
    assert counts[kind(99)] == 0
    fewer = Counter(map(kind, keys[:cut]))
    first = counts.first(cut)
    other = first.add(kind(77)).add(kind(77))
    assert {key: (first[key], other[key]) for key in expected} == {key: (fewer[key],) * 2 for key in expected}
    assert (first[kind(77)], other[kind(77)]) == (0, 2)
    assert {key: counts[key] for key in expected} == dict(expected)


# That a ply of a long match costs as much as one of a short match is counted in bytes: whoever copies, allocates.
# Sixteen times as many plies may take 16 times as much, and a little more; with
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


@for_each(
    ("names", "told"),
    [
        ("Novice Ann Novice Novice", "Novice,Ann,Novice 2,Novice 3"),
        ("Ann_2 Ann Ann", "Ann 2,Ann,Ann 3"),
        ("_ _", ","),
    ],
)
def test_equal_names_get_numbers_that_are_free(names: str, told: str) -> None:
    seats = [Seat(name.replace("_", " ").strip()) for name in names.split()]
    assert [seat.name for seat in told_apart(seats)] == told.split(",")


def match_of(record: str) -> Match:
    return read_match(record, GAMES).whole()


def timed(*moves: tuple[str, float | None]) -> Match:
    match = match_of('[Game "gobblet"]')
    for word, seconds in moves:
        match = match.read(word)
        match = match if seconds is None else match.timed(seconds)
    return match


@for_each("seconds", [0.0, 0.1, 59.9, 60.0, 3599.9, 86400.0 * 30])
def test_a_clock_is_read_as_it_was_written(seconds: float) -> None:
    match = timed(("W1A1", seconds))
    assert match_of(str(match)).clocks == match.clocks == (seconds,)


def test_moves_without_a_clock_stay_without() -> None:
    match = timed(("W1A1", None), ("K1B2", 12.0), ("W1A2", None))
    assert match.clocks == (None, 12.0)
    assert match_of(str(match)).clocks == match.clocks


def test_a_move_taken_back_takes_its_clock_along() -> None:
    match = timed(("W1A1", 9.0), ("K1B2", 8.0))
    assert match.back().clocks == (9.0,)
    assert match.at(0).clocks == ()
    assert match.back().forward().clocks == (9.0,)


@for_each(
    ("setup", "die", "counts"),
    [(None, "off", [1, 2, 4, 8, 14]), ("near", "off", [1, 2, 2, 4]), (None, "on", [1, 2, 4, 8])],
)
def test_all_ways_are_counted_to_a_depth(setup: str | None, die: str, counts: list[int]) -> None:
    """L L L brings the token home from 0 to 5; from 4 the step R wins, and only L goes on. A draw counts as a ply."""
    position = Match.new(SPIN, setup=setup, options={"die": die}).position
    assert [perft(position, depth) for depth in range(len(counts))] == counts


@for_each("depth", range(6))
def test_the_bits_of_a_count_are_the_whole(depth: int) -> None:
    position = Match.new(SPIN).position
    found = list(bits(position, depth))
    assert sum(bit.sequences for bit in found) == perft(position, depth)
    assert sum(bit.share for bit in found) == pytest.approx(1.0)

"""How a match stood, and where it turned."""

from __future__ import annotations

from random import Random
from typing import Any

from marbles_tui.ai.levels import consider
from marbles_tui.ai.review import (
    Judgement,
    ReviewMark,
    doubtful,
    key_of,
    marks,
    read_judgements,
    share,
    shares,
    turning_points,
    write_judgements,
)
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import Carton
from marbles_tui.games.egg_carton.text import write
from marbles_tui.play import Match, Seat, read_match
from tests.ai.cartons import small_cartons, truth
from tests.conformance.random_games import wander
from tests.for_each import for_each

NEAR_THE_END = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'


def match_of(text: str) -> Match:
    return read_match(text, GAMES).whole()


def test_a_proved_ply_is_at_the_end_of_the_scale() -> None:
    match = match_of(NEAR_THE_END + " F")
    first, last = (Judgement.of(consider(match.at(ply))) for ply in range(2))
    assert (share(first), first.words) == (1.0, "wins in 1 move")
    assert shares(match, [first, last])[0] == 1.0


def look(value: float, best: str | None, *, proved: bool = False, second: float | None = None) -> Judgement:
    """What a deep look found."""
    return Judgement(value, proved, f"{value:+.1f}", best, second, deep=True)


def test_a_move_that_gives_much_away_is_marked_once_a_deeper_look_agrees() -> None:
    match = match_of('[Game "egg-carton"] C E')
    played = str(match.moves[0])
    good = look(30.0, "A")
    bad = look(-30.0 if match.positions[1].actor == 0 else 30.0, "B")
    assert played != "A"
    assert marks(match, [good, bad, None]) == {1: ReviewMark.MISTAKE}
    shallow: list[Judgement | None] = [good._replace(deep=False), bad._replace(deep=False), None]
    assert marks(match, shallow) == {}
    assert doubtful(match, shallow) == [0, 1]
    assert marks(match, [good, shallow[1]]) == {}
    assert doubtful(match, [good, shallow[1]]) == [1]


def test_what_the_deeper_look_recommends_is_no_slip() -> None:
    match = match_of('[Game "egg-carton"] C E')
    bad = look(-30.0 if match.positions[1].actor == 0 else 30.0, "B")
    assert not marks(match, [look(30.0, str(match.moves[0])), bad, None])
    assert not doubtful(match, [look(30.0, str(match.moves[0])), bad, None])


@for_each(
    ("best", "second", "before", "after", "mark"),
    [
        ("A", None, 2.0, 0.5, ReviewMark.SLIP),
        ("A", None, 2.0, 1.8, None),
        ("C", -1.0, 6.0, 6.0, ReviewMark.FINE),
        ("C", 4.0, 6.0, 6.0, None),
        ("C", None, 6.0, 6.0, None),
    ],
)
def test_a_small_loss_is_a_slip_and_the_only_good_move_a_fine_one(
    best: str, second: float | None, before: float, after: float, mark: ReviewMark | None
) -> None:
    match = match_of('[Game "egg-carton"] C E')
    sign = 1 if match.positions[1].actor == 0 else -1
    judgements = [look(before, best, second=second), look(after * sign, "B"), None]
    assert marks(match, judgements) == ({1: mark} if mark else {})
    assert turning_points(match, judgements) == ([1] if mark is ReviewMark.SLIP else [])


def test_a_win_that_is_only_not_proved_any_more_is_not_given_away() -> None:
    match = match_of('[Game "egg-carton"] C')
    won = look(9_999.0, "A", proved=True)
    good_for_the_first = 0.5 if match.position.actor == 0 else -0.5
    assert not marks(match, [won, look(good_for_the_first, "A")])
    assert marks(match, [won, look(-good_for_the_first, "A")])


def test_a_game_that_was_a_little_worse_and_is_lost_by_force_was_thrown_away() -> None:
    match = match_of('[Game "egg-carton"] C')
    won = look(9_999.0 if match.position.actor == 1 else -9_999.0, "B", proved=True)
    assert marks(match, [look(-0.8, "A"), won]) == {1: ReviewMark.MISTAKE}


@for_each("start", small_cartons(seed=5, count=12, marbles=9))
def test_marks_in_egg_carton_are_what_the_solver_knows(start: Carton) -> None:
    """Exactly the moves that throw a win away are mistakes, exactly the only ones to win are fine."""
    match = wander(match_of(f'[Game "egg-carton"][Setup "{write(start)}"]'), Random(write(start)))
    expected = {}
    for ply, move in enumerate(match.moves, 1):
        winning = [
            str(other) for other in match.positions[ply - 1].moves() if _wins(match.at(ply - 1), other)
        ]
        if winning and str(move) not in winning:
            expected[ply] = ReviewMark.MISTAKE
        elif winning == [str(move)] and len(match.positions[ply - 1].moves()) > 1:
            expected[ply] = ReviewMark.FINE
    deep = [Judgement.of(consider(match.at(ply), multipv=2), deep=True) for ply in range(match.plies + 1)]
    assert all(judgement.proved for judgement in deep)
    assert marks(match, deep) == expected


def _wins(match: Match, move: Any) -> bool:
    """Whether a selection keeps the win, by looking at all of the game."""
    after = match.play(move)[0]
    if after.result:
        return True
    position: Any = after.position
    wins, _ = truth(position)
    return wins == (after.position.turn == match.position.turn)


def test_judgements_survive_being_written() -> None:
    judgements = (look(1.5, "A", second=-1.0), None, Judgement(10_000.0, True, "won", None))
    assert read_judgements(write_judgements(judgements)) == judgements
    assert read_judgements("spoilt") == ()


def test_the_same_moves_have_the_same_review_whoever_played() -> None:
    one = match_of('[Game "egg-carton"] C E')
    other = match_of('[Game "egg-carton"][Player1 "Ann"] C E')
    assert other.seats[0] == Seat("Ann")
    assert key_of(one) == key_of(other)
    assert key_of(one) != key_of(one.at(1))


def test_a_review_is_kept_for_all_that_it_depends_on_and_nothing_else() -> None:
    told = {"Game": "gobblet", "Player1": "Ann", "Date": "2026.01.02"}

    def key(moves: str = "W1A1 K1B2", **tags: str) -> str:
        return key_of(match_of("".join(f'[{tag} "{value}"]' for tag, value in (told | tags).items()) + moves))

    assert key() == key(Player1="Bea", Date="2026.01.03", Event="Fair")
    game, start = {"Game": "egg-carton"}, "1,1,1,1,1,1/1,1,1,1,1,1/0,0/"
    different = [
        key(), key("W1A1"), key("W1A1 K1B3"), key(Rules="rogers"), key(Memory="on"),
        key("", **game), key("C", **game), key("", **game, Setup=f"{start}1"), key("", **game, Setup=f"{start}2"),
    ]  # fmt: skip
    assert len(set(different)) == len(different)
    assert key_of(match_of(NEAR_THE_END)) != key_of(match_of(NEAR_THE_END).resign(0))

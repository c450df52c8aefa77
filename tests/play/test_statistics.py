"""What finished matches say about those who played them."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.core import Event
from marbles_tui.games import GAMES
from marbles_tui.games.beadmaster.text import most_at_once
from marbles_tui.games.getaway.game import GETAWAY
from marbles_tui.play import Match, read_match
from marbles_tui.play.match import Seat
from marbles_tui.play.played import YOU, Played, played, turns_of
from marbles_tui.play.rating import UNKNOWN, changes_rating, of_computer, on_day
from marbles_tui.play.statistics import ALONE, PEOPLE, statistics

RATINGS = {"egg-carton": {"novice": 800.0, "adept": 1200.0}, "abacus": {"novice": 800.0}}
WON = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Player1 "Ann"]'
NAMED_BEN = '[Player2 "Ben"]'
AGAINST_ADEPT = WON + '[Player2 "Adept"][Seat2 "computer adept"] '


def match_of(text: str) -> Match:
    return read_match(text, GAMES).whole()


def counted(*texts: str) -> list[Played]:
    return [one for text in texts if (one := played(match_of(text)))]


def test_wins_losses_draws_and_streaks_are_counted_for_each_level() -> None:
    found = statistics(
        counted(*[AGAINST_ADEPT + end for end in ("F", "F", "#1", "=", "F", "#1", "#1")]), RATINGS
    )
    tally = found.of("Ann")[0].against["adept"]
    assert (tally.played, tally.won, tally.lost, tally.drawn) == (7, 3, 3, 1)
    assert (tally.streak, tally.best_streak, tally.shortest_win) == (-2, 2, 1)


NAMELESS = AGAINST_ADEPT.replace('[Player1 "Ann"]', "")


def test_computers_have_no_statistics() -> None:
    assert statistics(counted(AGAINST_ADEPT + "F"), RATINGS).names() == ["Ann"]
    assert (
        played(match_of(AGAINST_ADEPT.replace('"Ann"]', '"Novice"][Seat1 "computer novice"]') + "F")) is None
    )


def test_one_person_without_a_name_is_you() -> None:
    (you,) = statistics(counted(NAMELESS + "F", NAMELESS + "#1"), RATINGS).of(YOU)
    assert (you.total.played, you.total.won, you.total.lost) == (2, 1, 1)


def test_two_people_without_names_are_nobody_and_a_guest_is_not_you() -> None:
    assert played(match_of(WON.replace('[Player1 "Ann"]', "") + " F")) is None
    (ann,) = statistics(counted(WON + " F"), RATINGS).careers
    assert (ann.name, ann.total.played, ann.left_out) == ("Ann", 0, {"keyboard": 1})


@pytest.mark.parametrize("seats", [NAMED_BEN, NAMED_BEN.replace("Ben", "Player 2"), ""])
@pytest.mark.parametrize("end", ["F", "#2", "#1", "="])
def test_games_at_one_keyboard_change_nothing_but_their_own_number(seats: str, end: str) -> None:
    before = statistics(counted(AGAINST_ADEPT + "F"), RATINGS).of("Ann")[0]
    (after, *others) = statistics(counted(AGAINST_ADEPT + "F", WON + seats + end), RATINGS).careers
    assert (after.total, after.against, after.ratings) == (before.total, before.against, before.ratings)
    assert (after.feats, after.records, after.latest) == (before.feats, before.records, before.latest)
    assert after.left_out == {"keyboard": 1}
    assert all(other.total.played == 0 for other in others)


def test_a_computer_between_them_makes_no_house_of_it() -> None:
    three = '[Game "beadmaster"][Player1 "Ann"][Player2 "Ben"][Seat3 "computer novice"] #3'
    assert {career.total.played for career in statistics(counted(three), RATINGS).careers} == {0}
    assert not changes_rating(match_of(three.removesuffix("#3")))


def test_a_game_of_a_house_counts_unless_it_was_given_up_at_once() -> None:
    start = '[Game "gobblet"][Room "r1"][Player1 "Ann"][Player2 "Ben"] '
    moves = ["W1A1", "K1B2", "W2A2", "K2B3", "W3A3", "K3C1"]
    ann, ben = statistics(counted(start + " ".join((*moves, "#2"))), RATINGS).careers
    assert (ann.total.won, ben.total.lost) == (1, 1)
    for end in ("#2", "="):
        ann, ben = statistics(counted(start + " ".join((*moves[:5], end))), RATINGS).careers
        assert ann.left_out == ben.left_out == {"early": 1}
        assert (ann.total.played, ann.total.shortest_win) == (0, None)


def test_matches_that_are_not_over_do_not_count() -> None:
    assert played(match_of(AGAINST_ADEPT)) is None


def test_puzzles_and_matches_with_help_are_told_of_but_do_not_count() -> None:
    puzzle, helped = AGAINST_ADEPT + '[Puzzle "one turn"] F', AGAINST_ADEPT + '[Rated "no"] F'
    (career,) = statistics(counted(puzzle, helped, helped), RATINGS).careers
    assert career.left_out == {"puzzle": 1, "help": 2}
    assert career.total.played == 0
    assert career.ratings == []


def test_who_travels_alone_wins_nothing_but_gold() -> None:
    match = Match.new(GETAWAY, setup="gary", seats=[Seat("Ann")])
    chance = Random(1)
    while match.result is None:
        match, _ = match.play(chance.choice(list(match.position.moves())))
    (career,) = statistics([only for only in [played(match)] if only], {}).careers
    gold = match.position.board.travellers[0].gold
    assert (career.total.played, career.total.won) == (1, 0)
    assert career.latest[-1].score is None
    assert career.latest[-1].against == ALONE
    assert career.boards == {"gary": {"most gold": gold}}
    assert career.alone == {"gary": [gold]}
    assert career.ratings == []


def test_selecting_again_belongs_to_the_same_turn() -> None:
    match = match_of('[Game "egg-carton"] C E D F I B K L')
    actors = [position.actor for position in match.positions][: match.plies]
    changes = [seat for at, seat in enumerate(actors) if at == 0 or actors[at - 1] != seat]
    assert turns_of(match) == (changes.count(0), changes.count(1))
    assert sum(turns_of(match)) < match.plies


def test_people_are_rated_against_each_other() -> None:
    found = statistics(counted(WON + NAMED_BEN + '[Room "r1"] F'), RATINGS)
    ann, ben = found.careers
    assert PEOPLE in ann.against
    assert ann.rating == UNKNOWN.after(UNKNOWN, 1)
    assert ben.rating == UNKNOWN.after(UNKNOWN, 0)


def test_a_match_counts_by_the_rating_of_its_level() -> None:
    ann = statistics(counted(AGAINST_ADEPT + "F"), RATINGS).careers[0]
    assert ann.rating == UNKNOWN.after(of_computer(1200), 1)
    assert ann.ratings == [ann.rating.number]
    more = {"egg-carton": {"beginner": 700.0, "novice": 800.0, "amateur": 1000.0, "adept": 1200.0}}
    assert statistics(counted(AGAINST_ADEPT + "F"), more).careers[0].ratings == ann.ratings


def test_less_is_known_of_who_has_not_played_for_long() -> None:
    first, soon, late = (
        AGAINST_ADEPT.replace("[Player1", f'[Date "{day}"][Player1') + "F"
        for day in ("2025.01.01", "2025.01.02", "2026.01.01")
    )
    changes = []
    for second in (soon, late):
        (career,) = statistics(counted(first, second), RATINGS).careers
        changes.append(career.ratings[1] - career.ratings[0])
        assert career.rating.played == on_day(played(match_of(second)).date)  # type: ignore[union-attr]
    assert changes[1] > changes[0] + 1
    assert (on_day("1970.01.02"), on_day("????.??.??"), on_day("")) == (86_400.0, 0.0, 0.0)


def test_a_level_that_is_not_known_any_more_counts_as_the_weakest() -> None:
    wizard = AGAINST_ADEPT.replace("computer adept", "computer wizard") + "F"
    assert statistics(counted(wizard), RATINGS).careers[0].rating == UNKNOWN.after(of_computer(800), 1)
    assert statistics(counted(wizard), {}).careers[0].rating == UNKNOWN.after(of_computer(800), 1)


def test_a_match_against_several_is_counted_against_the_strongest() -> None:
    seats = '[Player1 "Ann"][Seat2 "computer expert"][Seat3 "computer wizard"][Seat4 "computer novice"]'
    (career,) = statistics(
        counted(f'[Game "beadmaster"]{seats} #2'), {"beadmaster": {"novice": 1000.0, "expert": 1600.0}}
    ).careers
    assert list(career.against) == ["expert"]


def test_games_say_what_is_kept_of_them() -> None:
    sown = '[Game "egg-carton"][Player1 "Ann"][Seat2 "computer adept"] C E D F I B K L #1'
    egg = match_of(sown)
    rows = "2wwb/2wwbb/2ww3/2bb4/4bbbww/2bb4/3ww2/bb1w2/b1w2 b 1 1"
    begun = f'[Game "abacus"][Setup "{rows}"]'
    push = begun + '[Player1 "Ann"][Seat2 "computer novice"] e5e6 #2'
    pushed = begun + '[Seat1 "computer novice"][Player2 "Ben"] e5e6 #2'
    found = statistics(counted(sown, push, pushed), RATINGS)
    records = {(one.name, one.game): one.records for one in found.careers}
    chains = [
        sum(event.kind == "relay" for event in egg.game.tell(position, move)[1])
        for position, move in zip(egg.positions, egg.moves, strict=False)
        if position.actor == 0
    ]
    assert records["Ann", "egg-carton"] == {"longest relay": max(chains)}
    assert records["Ann", "abacus"] == {"most pushed off": 1}
    assert records["Ben", "abacus"] == {"most pushed off": 0}


def test_beads_at_once_and_gobblets_covered_are_kept() -> None:
    moves = "W1A1 K1B2 W1A2 B2A2 #1"
    first = f'[Game "gobblet"][Player1 "Ann"][Seat2 "computer novice"] {moves}'
    second = f'[Game "gobblet"][Seat1 "computer novice"][Player2 "Ben"] {moves}'
    (ann, ben) = statistics(counted(first, second), RATINGS).careers
    assert ann.records == {"most gobbled": 0}
    assert ben.records == {"most gobbled": 1}
    falls = tuple(Event("fall", None, (), {"seat": 0, "owner": owner}) for owner in (0, 1, 1))
    assert most_at_once((falls, falls[:2]), 0) == 2
    assert most_at_once((falls,), 1) == 0


def test_gold_counts_only_where_travellers_begin_with_what_the_board_gives() -> None:
    rich = Match.new(GETAWAY, options={"gold": "500", "players": "1"}, seats=[Seat("Ann")], random=Random(1))
    usual = Match.new(GETAWAY, options={"players": "1"}, seats=[Seat("Ann")], random=Random(1))
    assert GETAWAY.measures(rich.setup, rich.options) == {}
    assert list(GETAWAY.measures(usual.setup, usual.options)) == ["most gold"]


def test_the_statistics_as_json() -> None:
    (career,) = statistics(counted(AGAINST_ADEPT + "F"), RATINGS).as_json()
    assert (career["name"], career["game"]) == ("Ann", "egg-carton")
    rating = statistics(counted(AGAINST_ADEPT + "F"), RATINGS).careers[0].rating
    assert (career["rating"], career["deviation"]) == (round(rating.number), round(rating.deviation))
    assert career["total"] == career["against"]["adept"]  # type: ignore[index]
    assert career["against"] == {"adept": {
        "played": 1, "won": 1, "lost": 0, "drawn": 0, "streak": 1, "best_streak": 1, "shortest_win": 1,
    }}  # fmt: skip

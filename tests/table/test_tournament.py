"""Tournaments of people and computers, as the records of their games tell."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.play.series import ROUND, TOURNAMENT, rematch
from marbles_tui.play.tournament import BYE, Form
from marbles_tui.store import MatchStore
from marbles_tui.table.clock import TAG
from marbles_tui.table.players import Here
from marbles_tui.table.tournament import (
    IN_TURN,
    Stand,
    Tournament,
    games_for,
    levels_for,
    next_game,
    play_out,
    stands_of,
)

WHO = (Seat("Ann"), Seat("Novice", "computer novice"), Seat("Bea"), Seat("Adept", "computer adept"))


def cup(**chosen: object) -> Tournament:
    return Tournament.of(WHO, **{"id": "1", "form": Form.ROUND_ROBIN, "game": "egg-carton", **chosen})


def begun(stand: Stand, at: int = 0) -> Match:
    waiting = [one for one in stand.meetings if not one.over]
    return next_game(stand, waiting[at], GAMES, date="2026.01.02", random=Random(1))


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("game", ["gobblet", IN_TURN])
def test_a_record_says_what_was_decided(form: Form, game: str) -> None:
    one = cup(form=form, game=game, games=3, clock="5+3")
    assert Tournament.read(str(one)) == one
    match = begun(Stand(one))
    assert Tournament.read(match.tag(TOURNAMENT)) == one
    assert (match.tag(ROUND), match.tag(TAG)) == ("1", "5+3")
    assert not rematch(match, date="", random=Random(1)).tag(TOURNAMENT)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1; swiss",
        "1; x; abacus; 1; none; a; b",
        "1; swiss; abacus; x; none; a; b",
        "1; swiss; abacus; 1; none; a; a",
    ],
)
def test_what_is_no_tournament_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Tournament.read(text)


def test_names_tell_entrants_apart_and_do_no_harm() -> None:
    people = [Seat("Ann"), Seat("Ann"), Seat(""), Seat("Player 2"), Seat('a; b = "c"\n\x1b[31m' + "x" * 50)]
    one = Tournament.of(people, id="1", form=Form.SWISS, game="abacus")
    assert len(set(one.names)) == len(one.names) == 5
    assert one.names[:3] == ("Ann", "Ann 2", "Guest")
    assert Tournament.read(str(one)) == one


def test_all_is_played_kept_and_told_by_the_records_alone() -> None:
    store, one = MatchStore.open(), cup()
    stand = Stand(one)
    while stand.round:
        match = begun(stand)
        played, _ = match.play(match.position.moves()[0])
        number = store.begin(played)
        assert number is not None
        (stand,) = stands_of(store)
        waiting = next(meeting for meeting in stand.meetings if not meeting.over)
        left = stand.left(waiting)
        assert left
        assert left.id == number
        store.save(number, played.resign(0))
        (stand,) = stands_of(store)
    assert len(stand.ended) == len(stand.meetings) == 6
    assert stand.winners
    assert sum(row.points for row in stand.table) == 6
    assert stand.told == "4 players, each against each, over"
    store.close()


def test_in_a_knockout_who_began_does_not_begin_the_next_game() -> None:
    one, store = cup(form=Form.KNOCKOUT, games=3), MatchStore.open()
    first = begun(Stand(one))
    store.begin(first.play(first.position.moves()[0])[0].resign(0))
    (stand,) = stands_of(store)
    second = begun(stand)
    assert [seat.name for seat in second.seats] == [seat.name for seat in first.seats][::-1]
    assert stand.games(stand.meetings[0])
    store.close()


def test_games_come_in_turn_and_all_computers_know_them() -> None:
    games = games_for(IN_TURN, GAMES)
    assert len(games) == 4
    assert {"novice", "adept"} <= set(levels_for(games))
    stand = Stand(cup(game=IN_TURN))
    played = [next_game(stand, one, GAMES, date="", random=Random(1)).game.key for one in stand.meetings]
    assert len(set(played)) == 4


def test_computers_play_their_game_out_and_each_move_is_kept() -> None:
    one = Tournament.of(
        [Seat("A", "computer novice"), Seat("B", "computer amateur")],
        id="1",
        form=Form.ROUND_ROBIN,
        game="egg-carton",
    )
    kept: list[Match] = []
    over = asyncio.run(play_out(begun(Stand(one)), Here(), kept.append))
    assert over.result
    assert [match.plies for match in kept] == list(range(1, over.plies + 1))


def test_five_have_a_bye_each_that_nobody_plays() -> None:
    one = Tournament.of([*WHO, Seat("Cleo")], id="1", form=Form.KNOCKOUT, game="gobblet")
    byes = [meeting for meeting in Stand(one).meetings if meeting.second == BYE]
    assert len(byes) == 3
    assert all(meeting.over for meeting in byes)

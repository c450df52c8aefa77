"""What an object tells of games that have chance, options, several winners, or something of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from marbles_tui.cli.report import blank, describe, show
from marbles_tui.play import Match, Seat
from tests.play.toy import SPIN, Spin, SpinGame


def play(match: Match, words: str) -> Match:
    for word in words.split():
        match = match.read(word)
    return match


def test_chance_is_turn_0_and_draws_for_the_actor() -> None:
    dicey = Match.new(SPIN, options={"die": "on"}, seats=[Seat("Ann"), Seat("Bob")])
    match = play(dicey, "*2 L")
    answer = describe(match, [], None)
    assert (answer["turn"], answer["actor"]) == (0, 2)
    assert answer["moves"] == ["*2", "L"]
    assert answer["options"] == {"players": "2", "die": "on"}
    assert show(match).splitlines()[-1] == "The dice roll for Bob."
    assert show(match).splitlines()[0] == "Spin: Ann – Bob, die on, 2 moves"


def test_a_position_without_a_text_is_null() -> None:
    assert describe(Match.new(SPIN), [], None)["position"] is None


def test_winners_may_share() -> None:
    match = Match.new(SPIN, options={"players": "3"}).resign(1)
    assert describe(match, [], None)["result"] == "1,3"
    assert show(match).splitlines()[-1] == "Player 1 and Player 3 win: resigned."


def test_a_game_adds_facts_and_its_story_before_the_warnings() -> None:
    class StorySpin(SpinGame):
        told_as_story = True

        def facts(self, position: Spin, names: Sequence[str]) -> Mapping[str, Any]:
            return {"at": position.place, "who": names[0]}

    answer = describe(play(Match.new(StorySpin()), "L R"), ["odd"], None)
    assert list(answer)[-5:] == ["at", "who", "narrative", "warnings", "error"]
    assert (answer["at"], answer["who"]) == (0, "Player 1")
    assert answer["narrative"] == ["The token is at 7.", "The token is at 0."]


def test_a_board_that_stands_in_the_record_is_no_setup() -> None:
    match = replace(Match.new(SPIN), setup="a board\nof two lines")
    assert describe(match, [], None)["setup"] is None


def test_what_could_not_be_read_has_the_same_keys() -> None:
    assert list(blank()) == list(describe(Match.new(SPIN), [], None))

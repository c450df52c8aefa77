"""BeadMaster's steps, picks and texts."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.core import BadPosition, BadSetup, Event
from marbles_tui.games.beadmaster import BEADMASTER, Grid
from marbles_tui.games.beadmaster.bars import (
    HOLES,
)
from marbles_tui.games.beadmaster.position import Slide, sheltered
from marbles_tui.games.beadmaster.text import diagram, expand, join, read, say, write
from marbles_tui.play import Match, read_match
from tests.games.grids import INNER, grid, play, refusal
from tests.typed import typed

PEOPLE = ("Ann", "Bob", "Cid", "Dee")


def told(position: Grid, word: str) -> list[Event]:
    return list(BEADMASTER.tell(position, BEADMASTER.find(position, word))[1])


# Steps and sentences


def test_a_slide_is_told_bar_falls_and_who_is_out() -> None:
    position = grid(seats=3, A2=1, D2=2, A1=2, B1=3)
    events = told(position, "h2o")
    assert [event.kind for event in events] == ["slide", "fall", "fall", "out"]
    assert [say(event, PEOPLE) for event in events] == [
        "Ann slides h2 outwards.",
        "Ann loses the bead on A2.",
        "Bob loses the bead on D2.",
        "Ann has no bead left and is out.",
    ]
    assert [sum(map(bool, event.board.beads)) for event in events] == [4, 3, 2, 2]
    assert all(event.board.bars[1] == 1 for event in events)


@pytest.mark.parametrize(
    ("position", "word", "sentence"),
    [
        (grid(A1=1, A2=2), "h2o", "Ann wins with the last bead."),
        (grid(turn=2, A2=1, D2=2), "h2o", "All beads fell: Bob, who slid, wins."),
        (grid(limit=1, A1=1, B1=2), "h2o", "1 slide in a row without a fall: a draw."),
    ],
    ids=["last bead", "all fell", "quiet"],
)
def test_the_end_is_told(position: Grid, word: str, sentence: str) -> None:
    assert say(told(position, word)[-1], PEOPLE) == sentence


def test_placements_are_told() -> None:
    start = typed(Match.new(BEADMASTER, setup="00000000000000").position, Grid)
    before = play(start, "A1 B1 C1 D1 E1 F1 G1 A2 D2")
    assert [say(event, PEOPLE) for event in told(before, "E2")] == [
        "Bob places a bead on E2.",
        "All beads are placed: Ann slides first.",
    ]


def test_beads_that_place_themselves_lie_where_no_single_slide_drops_them() -> None:
    start = typed(Match.new(BEADMASTER, random=Random(1)).position, Grid)
    placements = sheltered(start)
    assert 0 < len(placements) < len(start.moves())
    for placement in placements:
        placed = typed(start.play(placement), Grid)._replace(placing=False)
        assert not BEADMASTER.threats(placed)


# Picking


def test_a_pick_is_a_hole_or_the_end_that_is_pushed_in() -> None:
    middle = grid((1, *INNER[1:]), B1=1, D1=2)
    assert {
        str(move): move.paths for move in middle.moves() if isinstance(move, Slide) and move.bar == 0
    } == {
        "h1i": ((HOLES,),),
        "h1o": ((HOLES + 1,),),
    }
    start = typed(Match.new(BEADMASTER, setup="00000000000000").position, Grid)
    assert start.moves()[7].paths == ((7,),)


def test_a_pick_that_begins_no_move_says_why() -> None:
    position = play(grid(A1=1, G1=2), "h1o")
    assert BEADMASTER.explain_illegal_pick(position, (0,)) == "all beads are placed: slide a bar"
    assert BEADMASTER.explain_illegal_pick(position, (HOLES,)).startswith("h1 is blocked: player 1")
    assert BEADMASTER.explain_illegal_pick(position, (HOLES + 2,)).startswith("h2 is in its inner position")
    over = play(grid(A1=1, A2=2), "h2o")
    assert BEADMASTER.explain_illegal_pick(over, (0,)) == "the game is over"
    assert refusal(over, "h1o") == "the game is over"


# Texts


def test_a_position_is_65_characters_blanks_between_the_fields_allowed() -> None:
    text = "2 1 0120120 2101102 " + "1" + "0" * 20 + "2" + "0" * 27
    assert write(read(text)) == text
    assert write(read(text.replace(" ", ""))) == text
    assert len(text.replace(" ", "")) == 65
    placing = "3 2 0120120 2101102 " + "0" * 49 + " p"
    assert write(read(placing)) == placing
    assert write(read(placing.replace(" ", ""))) == placing


def test_a_finished_position_is_a_finished_game() -> None:
    bars = "0000000 0000000 "
    for text, result in (
        ("2 1 " + bars + "1" + "0" * 48, "1"),
        ("2 1 " + bars + "2" + "0" * 48, "2"),
        ("3 2 " + bars + "0" * 49, "2"),
    ):
        assert str(read(text).result) == result
        assert write(read(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position is 65 digits"),
        ("2 1 0120120", "found 9"),
        ("5 1" + "0" * 63, "the number of players is 2 to 4, not 5"),
        ("2 3" + "0" * 63, "the player to move is 1 to 2, not 3"),
        ("2 1" + "3" + "0" * 62, "the position of a bar is 0, 1 or 2, not '3' for h1"),
        ("2 1" + "0" * 14 + "3" + "0" * 48, "A1 holds 3: expected 0, or a player 1 to 2"),
        ("2 1" + "0" * 14 + "1" * 6 + "2" + "0" * 42, "player 1 has 6 beads: expected at most 5"),
        ("2 1" + "0" * 14 + "0" * 8 + "1" + "0" * 40, "the bead on B2 lies over an open hole"),
        ("3 3" + "0" * 14 + "12" + "0" * 47, "player 3 has no beads and is out"),
        ("2 1" + "0" * 14 + "11111" + "0" * 44 + "p", "player 1 has no bead left to place"),
    ],
)
def test_what_is_no_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        read(text)


def test_a_setup_is_bars_or_a_position_or_a_name() -> None:
    match = Match.new(BEADMASTER, setup="01201202101102")
    assert match.setup == "0120120 2101102"
    with pytest.raises(BadSetup, match="beadmaster has no setup 'slanted'"):
        Match.new(BEADMASTER, setup="slanted")
    with pytest.raises(BadPosition, match="expected 14 digits for the bars, found 3"):
        Match.new(BEADMASTER, setup="012")
    with pytest.raises(BadSetup, match="drawn when a game begins"):
        BEADMASTER.start("random", 2, {"quiet": "60"})


def test_a_line_is_a_position_and_moves_run_together() -> None:
    text = "21 0000000 0000000 1200000" + "0" * 42
    assert expand(f"{text} h3iv2o") == f'[Quiet "0"] [Setup "{text}"]\nh3i v2o'
    assert expand(f"{text}h3iV2O =") == f'[Quiet "0"] [Setup "{text}"]\nh3i V2O ='
    assert expand(f"{text} p A1b2") == f'[Quiet "0"] [Setup "{text} p"]\nA1 b2'
    assert expand(f"{text} 1-0") == f'[Quiet "0"] [Setup "{text}"]\n1-0'
    assert expand("1. h3i v2o") is None
    assert expand("100. h3i v2o") is None
    assert expand("1-0") is None
    assert expand('[Setup "0120120 2101102"]') is None


@pytest.mark.parametrize("line", ["2 1 000x000 0000000 12", "21012", "2 1 0000000 0000000 12x"])
def test_a_spoilt_line_is_a_bad_position_not_a_bad_move(line: str) -> None:
    reading = read_match(f"{line} h1o", (BEADMASTER,), BEADMASTER)
    assert reading.match is None
    assert reading.fault
    assert reading.fault.ply == 0


def test_a_match_is_joined_to_a_line() -> None:
    start = typed(Match.new(BEADMASTER, setup="0000000 0000000").position, Grid)
    assert join(start, start.moves()[:2]) == f"2 1 0000000 0000000 {'0' * 49} p A1B1"


def test_the_diagram_shows_covers_beads_and_ends() -> None:
    lines = diagram(grid((1, *INNER[1:7], 2, *INNER[8:]), B1=1)).splitlines()
    assert lines[1] == "          v1 v2 v3 v4 v5 v6 v7"
    assert lines[2:4] == ["           |", "           |"]
    assert lines[4] == "  h1 1  =  .  1  |  |  |  |  |  ="
    assert lines[5] == "  h2 2     -  .  .  -  |  |  -  =="

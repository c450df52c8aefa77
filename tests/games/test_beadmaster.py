"""BeadMaster, rule by rule. Unless said otherwise all bars stand in their inner position:

         A  B  C  D  E  F  G
h1 1     |  |  |  |  |  |  |  ==      | covered by a vertical bar
h2 2     -  .  .  -  |  |  -  ==      - only by a horizontal one
h3 3     -  .  |  .  -  .  .  ==      . open
h4 4     -  .  -  |  -  .  |  ==
h5 5     -  |  .  |  .  .  .  ==
h6 6     |  |  |  .  |  -  .  ==
h7 7     -  .  .  -  .  -  |  ==
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.core import BadPosition, BadSetup, Event, IllegalMove
from marbles_tui.games.beadmaster import BEADMASTER, BeadGrid
from marbles_tui.games.beadmaster.position import (
    BARS,
    BEADS,
    ENDS,
    HOLE_NAMES,
    HOLES,
    NAMES,
    Slide,
    cover,
    covered,
    end_at,
    gone,
    sheltered,
    threatened,
    visible,
)
from marbles_tui.games.beadmaster.text import diagram, expand, join, read, say, write
from marbles_tui.play import Match, Seat, read_match
from tests.typed import typed

INNER = (0,) * BARS


def grid(
    bars: tuple[int, ...] = INNER, turn: int = 1, seats: int = 2, limit: int = 0, **beads: int
) -> BeadGrid:
    """A position without history: beads by hole, `A1=1` for player 1's."""
    cells = [0] * HOLES
    for name, player in beads.items():
        cells[HOLE_NAMES.index(name)] = player
    return BeadGrid(bars, tuple(cells), turn - 1, seats, limit=limit)


def play(position: BeadGrid, moves: str) -> BeadGrid:
    for word in moves.split():
        position = position.play(BEADMASTER.find(position, word))
    return position


def beads(position: BeadGrid) -> dict[str, int]:
    return {HOLE_NAMES[hole]: bead for hole, bead in enumerate(position.beads) if bead}


def refusal(position: BeadGrid, word: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        BEADMASTER.find(position, word)
    return str(caught.value).removeprefix(f"{word} is not legal here: ")


VISIBLE = """
h1 xoxoxox oxoxoxo xoxoxox
h2 xooxoox ooxooxo oxooxox
h3 xoooxoo oooxooo ooxooox
h4 xoxoxox oxoxoxo xoxoxox
h5 xoooooo ooooooo oooooox
h6 xxoooxo xoooxox oooxoxx
h7 xooxoxo ooxoxox oxoxoxx
v1 xooooxo ooooxox oooxoxx
v2 xoooxxo oooxxoo ooxxoox
v3 xoxooxo oxooxox xooxoxx
v4 xooxxoo ooxxooo oxxooox
v5 xxoooxo xoooxox oooxoxx
v6 xxooooo xooooox oooooxx
v7 xooxoox ooxooxo oxooxox
"""


def legal(position: BeadGrid) -> list[str]:
    return list(map(str, position.moves()))


# The bars


@pytest.mark.parametrize("row", VISIBLE.strip().splitlines(), ids=lambda row: row[:2])
def test_a_bar_shows_seven_of_its_slots_by_position(row: str) -> None:
    name, *shown = row.split()
    assert [visible(NAMES.index(name), position) for position in (0, 1, 2)] == shown


@pytest.mark.parametrize(
    ("hole", "seen"), [("A1", "blue"), ("A2", "red"), ("B2", "black"), ("C3", "blue"), ("E3", "red")]
)
def test_blue_bars_lie_above_red_ones(hole: str, seen: str) -> None:
    assert cover(INNER, HOLE_NAMES.index(hole)) == seen


@given(st.tuples(*[st.integers(0, 2)] * BARS))
def test_at_least_twenty_holes_are_covered(bars: tuple[int, ...]) -> None:
    assert sum(covered(bars, hole) for hole in range(HOLES)) >= 20


def test_each_end_of_a_bar_is_a_place_of_its_own() -> None:
    assert [end_at(end.cell) for end in ENDS] == list(ENDS)
    assert [end.cell for end in ENDS] == list(range(HOLES, HOLES + 28))
    assert end_at(HOLES - 1) is None
    assert end_at(HOLES + 28) is None


# Preparation


def test_bars_are_drawn_before_the_match_and_the_record_keeps_them() -> None:
    match = Match.new(BEADMASTER, random=Random(1))
    assert match.setup
    assert len(match.setup.replace(" ", "")) == BARS
    assert f'[Setup "{match.setup}"]' in str(match)
    assert write(typed(match.position, BeadGrid)) == f"2 1 {match.setup} {'0' * HOLES} p"


def test_players_place_in_turns_on_covered_free_holes() -> None:
    start = typed(Match.new(BEADMASTER, setup="00000000000000", seats=[Seat()] * 3).position, BeadGrid)
    assert legal(start)[:8] == ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "A2"]
    assert "B2" not in legal(start)
    placed = play(start, "A1 b1 G7")
    assert beads(placed) == {"A1": 1, "B1": 2, "G7": 3}
    assert placed.turn == 0
    assert refusal(placed, "B1") == "B1 is taken"
    assert refusal(placed, "B2") == "B2 is open: a bead would fall through"
    assert refusal(placed, "h1o") == "the bars are slid when all beads are placed"
    assert refusal(placed, "H8") == "beads are being placed: expected a hole, A1 to G7"


def test_player_one_slides_first_when_each_has_placed_five() -> None:
    start = typed(Match.new(BEADMASTER, setup="00000000000000").position, BeadGrid)
    placed = play(start, "A1 B1 C1 D1 E1 F1 G1 A2 D2 E2")
    assert not placed.placing
    assert placed.turn == 0
    assert [placed.beads.count(player) for player in (1, 2)] == [BEADS, BEADS]
    assert refusal(placed, "F2") == "all beads are placed: slide a bar"


def test_beads_may_be_placed_by_chance() -> None:
    for seats in (2, 3, 4):
        match = Match.new(BEADMASTER, setup="placed", seats=[Seat()] * seats, random=Random(2))
        position = typed(match.position, BeadGrid)
        assert not position.placing
        assert [position.beads.count(player) for player in range(1, seats + 1)] == [BEADS] * seats
        assert read(match.setup or "").beads == position.beads


# Slides


def test_a_slide_moves_one_bar_by_one_position() -> None:
    after = play(grid(A1=1, G1=2), "h3o")
    assert after.bars == (0, 0, 1, *[0] * 11)
    assert after.turn == 1
    assert play(after, "v5o h6o v6o h3o").bars[2] == 2


def test_no_bar_goes_beyond_inner_and_outer() -> None:
    assert refusal(grid(A1=1, G1=2), "h3i") == "h3 is in its inner position: it can only go outwards"
    outer = grid((2, *INNER[1:]), A1=1, B1=2)
    assert refusal(outer, "H1O") == "h1 is in its outer position: it can only go inwards"
    assert refusal(outer, "h8i").startswith("expected a bar, h1 to h7 or v1 to v7")


def test_beads_over_holes_that_open_fall_the_movers_too() -> None:
    before = grid(A2=1, D2=2, G2=2, A1=1, B1=2)
    assert beads(play(before, "h2o")) == {"A1": 1, "B1": 2}


def test_a_bead_stays_where_the_other_bar_covers_its_hole() -> None:
    assert beads(play(grid(C3=1, E3=2, G1=2), "h3o")) == {"C3": 1, "G1": 2}


def test_the_holes_that_a_slide_would_open_are_known_before() -> None:
    position = grid(A2=1, D2=2, E2=2, B1=1)
    assert [HOLE_NAMES[hole] for hole in gone(position, Slide(1, 1))] == ["A2", "D2"]
    assert {HOLE_NAMES[hole] for hole in threatened(position)} == {"A2", "D2", "E2", "B1"}


# Inhibited bars


def test_a_bar_that_another_has_just_slid_is_blocked() -> None:
    after = play(grid(A1=1, G1=2), "h3o")
    assert after.blocked == {2: 0}
    assert "h3i" not in legal(after)
    assert refusal(after, "h3i") == "h3 is blocked: player 1 just moved it"
    assert play(after, "v5o").blocked == {11: 1}


def test_before_the_first_slide_all_slides_count() -> None:
    after = play(grid(seats=4, A1=1, B1=2, C1=3, D1=4), "h1o h2o h3o")
    assert after.blocked == {0: 0, 1: 1, 2: 2}
    after = play(after, "h4o")
    assert after.blocked == {1: 1, 2: 2, 3: 3}
    assert {"h1i", "h1o"} <= set(legal(after)), "one's own last bar is free"


def test_a_slide_of_a_player_who_is_out_blocks_until_one_has_slid() -> None:
    after = play(grid(seats=3, A2=1, A1=2, B1=2, D1=3), "h2o")  # player 1's only bead, on A2, falls
    assert after.alive == (1, 2)
    assert after.blocked == {1: 0}
    after = play(after, "h3o")
    assert after.blocked == {1: 0, 2: 1}, "player 3 has not slid since"
    after = play(after, "h4o")
    assert after.blocked == {3: 2}
    assert {"h2i", "h2o"} <= set(legal(after))


def test_with_two_left_nobody_slides_a_bar_three_times_running() -> None:
    after = play(grid(A1=1, G1=2), "h1o v5o h1i v6o")
    assert after.blocked == {12: 1, 0: 0}
    assert refusal(after, "h1o") == "with two players left, nobody may slide h1 three times in a row"
    assert "h1o" in legal(play(after, "h3o v5o"))


def test_with_three_left_one_may_and_those_slides_count_when_two_are_left() -> None:
    three = grid(seats=3, A1=1, B1=2, A2=3)
    after = play(three, "h1o v6o h3o h1i v7o h4o")
    assert "h1o" in legal(after)
    two = play(three, "h1o v6o h3o h1i v7o h2o")  # player 3's bead on A2 falls
    assert two.alive == (0, 1)
    assert two.blocked == {13: 1, 1: 2, 0: 0}


# Going out, and the end


def test_a_player_without_beads_is_skipped_and_keeps_the_number() -> None:
    after = play(grid(seats=3, A1=1, A2=2, D1=3), "h2o")
    assert after.alive == (0, 2)
    assert after.turn == 2
    assert play(after, "h3o").turn == 0


def test_the_last_player_with_a_bead_wins() -> None:
    after = play(grid(A1=1, A2=2), "h2o")
    assert str(after.result) == "1"
    assert after.result
    assert after.result.reason == "last-bead"
    assert (after.turn, after.moves()) == (0, ())
    lost = play(grid(A2=1, A1=2), "h2o")
    assert str(lost.result) == "2"
    assert lost.turn == 0, "the player who made the last slide"


@pytest.mark.parametrize("turn", [1, 2])
def test_if_all_beads_fall_who_slid_wins(turn: int) -> None:
    after = play(grid(turn=turn, A2=1, D2=2), "h2o")
    assert after.result
    assert (str(after.result), after.result.reason) == (str(turn), "all-fell")


def test_slides_without_a_fall_draw_at_the_limit_and_a_fall_begins_anew() -> None:
    calm = play(grid(limit=3, A1=1, G1=2), "h1o h3o")
    assert calm.result is None
    drawn = play(calm, "h4o")
    assert drawn.result
    assert (str(drawn.result), drawn.result.reason, drawn.moves()) == ("draw", "quiet", ())
    assert drawn.turn == 0
    fell = play(grid(limit=3, A1=1, G1=2, A2=1), "h1o h3o h2o")
    assert (fell.calm, fell.result) == (0, None)


def test_the_limit_is_an_option() -> None:
    setup = "2 1 0000000 0000000 " + "1200000" + "0" * 42
    assert typed(Match.new(BEADMASTER, setup=setup).position, BeadGrid).limit == 60
    quick = Match.new(BEADMASTER, setup=setup, options={"quiet": "7"})
    assert typed(quick.position, BeadGrid).limit == 7


PEOPLE = ("Ann", "Bob", "Cid", "Dee")


def told(position: BeadGrid, word: str) -> list[Event]:
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
def test_the_end_is_told(position: BeadGrid, word: str, sentence: str) -> None:
    assert say(told(position, word)[-1], PEOPLE) == sentence


def test_placements_are_told() -> None:
    start = typed(Match.new(BEADMASTER, setup="00000000000000").position, BeadGrid)
    before = play(start, "A1 B1 C1 D1 E1 F1 G1 A2 D2")
    assert [say(event, PEOPLE) for event in told(before, "E2")] == [
        "Bob places a bead on E2.",
        "All beads are placed: Ann slides first.",
    ]


def test_beads_that_place_themselves_lie_where_no_single_slide_drops_them() -> None:
    start = typed(Match.new(BEADMASTER, random=Random(1)).position, BeadGrid)
    placements = sheltered(start)
    assert 0 < len(placements) < len(start.moves())
    for placement in placements:
        placed = typed(start.play(placement), BeadGrid)._replace(placing=False)
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
    start = typed(Match.new(BEADMASTER, setup="00000000000000").position, BeadGrid)
    assert start.moves()[7].paths == ((7,),)


def test_a_pick_that_begins_no_move_says_why() -> None:
    position = play(grid(A1=1, G1=2), "h1o")
    assert BEADMASTER.explain_illegal_pick(position, (0,)) == "all beads are placed: slide a bar"
    assert BEADMASTER.explain_illegal_pick(position, (HOLES,)).startswith("h1 is blocked: player 1")
    assert BEADMASTER.explain_illegal_pick(position, (HOLES + 2,)).startswith("h2 is in its inner position")
    over = play(grid(A1=1, A2=2), "h2o")
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
    start = typed(Match.new(BEADMASTER, setup="0000000 0000000").position, BeadGrid)
    assert join(start, start.moves()[:2]) == f"2 1 0000000 0000000 {'0' * 49} p A1B1"


def test_the_diagram_shows_covers_beads_and_ends() -> None:
    lines = diagram(grid((1, *INNER[1:7], 2, *INNER[8:]), B1=1)).splitlines()
    assert lines[1] == "          v1 v2 v3 v4 v5 v6 v7"
    assert lines[2:4] == ["           |", "           |"]
    assert lines[4] == "  h1 1  =  .  1  |  |  |  |  |  ="
    assert lines[5] == "  h2 2     -  .  .  -  |  |  -  =="

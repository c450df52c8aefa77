"""Many records, bare lists, the short form of a game, and whatever else may come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import read_match, read_matches, recognise
from tests.play.reading import GAMES, moves, read, spin
from tests.play.toy import SPIN, Spin
from tests.typed import typed

MANY = """\
[Game "spin"]
[Player1 "first"]

L R

[Player1 "second"]
[Game "spin"]
L L X {never closed
[Player1 "third"]
[Event "third"] [Game "spin"]
[Event "fourth"] [Player1 "fourth"] [Game "egg-carton"]
[Game "egg-carton"] [Player1 "fifth"]
A
"""


def test_a_file_holds_many_records() -> None:
    """A new one begins at a tag after a word, and at a second Game or Event tag among tags."""
    readings = list(read_matches(MANY, GAMES, SPIN))
    begun = [
        (reading.match and reading.match.names[0], reading.record.line, moves(reading), bool(reading.fault))
        for reading in readings
    ]
    assert begun == [
        ("first", 1, "L R", False),
        ("second", 6, "L L", True),
        ("third", 9, "", False),
        ("fourth", 11, "", False),
        ("fifth", 12, "A", False),
    ]


def test_without_all_the_first_is_taken() -> None:
    assert read(MANY).whole().names[0] == "first"


def test_an_empty_text_is_one_empty_record() -> None:
    (reading,) = read_matches("", GAMES, SPIN)
    assert reading.whole().plies == 0


# Bare lists of moves


def test_a_bare_list_needs_its_game() -> None:
    fault = read("L R").fault
    assert fault
    assert fault.message == 'the record does not name its game: expected a tag [Game "…"] or --game'
    assert moves(read("L R", game=SPIN)) == "L R"


def test_what_stands_in_the_record_wins_over_what_is_filled_in() -> None:
    text = '[Game "spin"] [Die "off"] [Setup "near"] L'
    match = read(text, game=EGG_CARTON, setup="3", options={"die": "on"}).whole()
    assert (match.game, match.options["die"], match.setup) == (SPIN, "off", "near")
    filled = read("*1 L", game=SPIN, setup="3", options={"die": "on"}).whole()
    assert (filled.options["die"], typed(filled.position, Spin).place) == ("on", 2)


def test_a_bare_list_is_recognised_by_trying() -> None:
    assert [reading.match and reading.match.game for reading in recognise("A C", GAMES)] == [EGG_CARTON]
    assert [reading.match and reading.match.game for reading in recognise("l r", GAMES)] == [SPIN]
    assert recognise("hello", GAMES) == []


ANYTHING = st.text() | st.text(st.sampled_from('[]"\\{};%#=*.12AaLR \n\r\t\x1bGame')) | st.lists(
    st.sampled_from(
        ['[Game "spin"]', '[Setup "', '"]', "{", "}", "L", "R", "1.", "=", "#1", "*", "%", "\n", "[", "\\"]
    )
).map(" ".join)  # fmt: skip


@given(ANYTHING)
def test_any_text_is_read_without_an_exception(text: str) -> None:
    for reading in read_matches(text, GAMES):
        assert reading.match or reading.fault
    for reading in read_matches(text, GAMES, SPIN):
        if reading.fault:
            assert reading.fault.message.isprintable()
            assert reading.fault.word.isprintable()
        else:
            match = reading.whole()
            assert str(read(str(match)).whole()) == str(match)


def test_control_characters_are_harmless() -> None:
    reading = spin("L \x1b[2J\x07", '[Player1 "\x1b[31mLiam\u202e"]')
    assert reading.match
    assert reading.match.names[0] == "?[31mLiam?"
    assert reading.fault
    assert reading.fault.word == "?"
    assert "\x1b" not in reading.fault.message


def test_a_long_bad_word_makes_a_short_message() -> None:
    fault = spin("X" * 100_000).fault
    assert fault
    assert len(fault.word) <= 60
    assert len(fault.message) <= 500


@pytest.mark.long
@pytest.mark.parametrize("piece", ["{", "[", '[a "', "[\n", "\\", '"', "%\n", "}{", ";\n", "1."])
def test_a_long_text_of_anything_is_read_in_one_pass(piece: str) -> None:
    """Quadratic reading would take minutes here."""
    list(read_matches(piece * 200_000, GAMES, SPIN))


LINE = "21 0000000 0000000 1200000" + "0" * 42


def test_each_line_in_the_short_form_is_a_record_of_its_own() -> None:
    text = f"{LINE} h1o\n\n{LINE}v1oh2o\r\n{LINE}\n"
    readings = list(read_matches(text, (BEADMASTER,), BEADMASTER))
    assert [reading.fault for reading in readings] == [None, None, None]
    assert [reading.record.line for reading in readings] == [1, 3, 4]
    assert [[str(move) for move in reading.whole().moves] for reading in readings] == [
        ["h1o"],
        ["v1o", "h2o"],
        [],
    ]


def test_the_short_form_has_no_quiet_limit() -> None:
    match = read_match(f"{LINE} h1o", (BEADMASTER,), BEADMASTER, options={"quiet": "5"}).whole()
    assert match.options["quiet"] == "0"


def test_a_bad_line_spoils_no_other() -> None:
    readings = list(read_matches(f"{LINE} h1oh1i\n{LINE[:-1]}\n{LINE} h1o", (BEADMASTER,), BEADMASTER))
    assert [reading.fault.ply if reading.fault else None for reading in readings] == [2, 0, None]
    assert readings[0].match
    assert readings[0].match.plies == 1


def test_lines_and_records_stand_side_by_side() -> None:
    record = f'[Game "beadmaster"]\n[Setup "{LINE}"]\n\n1. h2o'
    readings = list(read_matches(f"{record}\n{LINE} h1o\n{record}\n", (BEADMASTER,), BEADMASTER))
    assert [str(reading.whole().moves[0]) for reading in readings] == ["h2o", "h1o", "h2o"]
    assert [reading.record.line for reading in readings] == [1, 5, 6]


def test_tags_without_a_start_belong_to_the_line_after_them() -> None:
    tags = '[Game "beadmaster"] [Player1 "Ann"] [Quiet "9"]'
    readings = list(read_matches(f"{tags}\n{LINE} h1o\n{LINE}\n", (BEADMASTER,), BEADMASTER))
    assert [reading.whole().names for reading in readings] == [("Ann", "Player 2"), ("Player 1", "Player 2")]
    assert [reading.whole().plies for reading in readings] == [1, 0]
    assert readings[0].whole().options["quiet"] == "0", "the line's own"


def test_tags_with_a_start_are_a_record_before_its_first_ply() -> None:
    text = f'[Game "beadmaster"] [Setup "0000000 0000000"]\n\n{LINE} h1o\n'
    readings = list(read_matches(text, (BEADMASTER,), BEADMASTER))
    assert [(reading.whole().plies, reading.record.line) for reading in readings] == [(0, 1), (1, 3)]


def test_comments_between_lines_are_no_records() -> None:
    text = f"; two games\n{LINE} h1o\n{{ the second }}\n\n{LINE}\n; no more\n"
    readings = list(read_matches(text, (BEADMASTER,), BEADMASTER))
    assert [reading.whole().plies for reading in readings] == [1, 0]


def test_a_line_of_one_game_means_nothing_to_another() -> None:
    reading = read_match(f"{LINE} h1o", (EGG_CARTON,), EGG_CARTON)
    assert reading.fault
    assert reading.fault.ply == 1

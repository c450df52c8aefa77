"""Records, sentence by sentence."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import HUMAN, Seat, read_matches
from tests.play.reading import GAMES, moves, read, spin
from tests.play.toy import SPIN, Spin
from tests.typed import typed

# Tags


@pytest.mark.parametrize(
    "text",
    [
        '[Game "spin"]\n[Die "on"]\n[Player1 "Liam"]\n[Player2 "Eamon"]\n\n*1 R',
        '[Player2 "Eamon"] [Die "on"]  [Player1 "Liam"][Game "spin"] *1 R',
        '[ GAME "SPIN" ]\r\n[player2 "Eamon"]\r[dIe "ON"]\r\n[PLAYER1 "Liam"]\r\n*1\rR',
        '\ufeff[Game "spin"] [Die "on"] [Player1 "Liam"] [Player2 "Eamon"]\n*1\n\n\nR\n',
    ],
    ids=["a line each", "in any order", "in any case, with any line ends", "after a byte-order mark"],
)
def test_tags_stand_first(text: str) -> None:
    match = read(text).whole()
    assert (match.game, match.options["die"], match.names) == (SPIN, "on", ("Liam", "Eamon"))
    assert [str(move) for move in match.moves] == ["*1", "R"]


def test_quotes_and_backslashes_are_escaped() -> None:
    match = spin("R", r'[Player1 "Liam \"the \\ stack\""] [Note "\"\\"]').whole()
    assert match.names[0] == r'Liam "the \ stack"'
    assert match.tags == (("Note", '"\\'),)
    assert r'[Player1 "Liam \"the \\ stack\""]' in str(match)
    assert r'[Note "\"\\"]' in str(match)


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\xa0"], ids=ascii)
def test_a_value_keeps_what_ends_lines_elsewhere_alone(end: str) -> None:
    value = f"{end}a{end}{end}b{end}"
    match = spin("R", f'[Note "{value}"]').whole()
    assert match.tags == (("Note", value),)
    assert read(str(match)).whole().tags == match.tags


def test_line_ends_in_a_value_become_blanks() -> None:
    match = spin("R").whole()
    written = str(replace(match, tags=(("Note", "a\r\nb\nc\rd"),)))
    assert read(written).whole().tags == (("Note", "a b c d"),)


def test_one_tag_per_option_that_is_not_the_default() -> None:
    plain, dicey = spin("").whole(), spin("", '[Die "on"]').whole()
    assert "[Die" not in str(plain)
    assert '[Die "on"]' in str(dicey)


def test_setup_is_a_name_or_a_position_text_and_absent_for_the_default() -> None:
    assert spin("", '[Setup "Near"]').whole().setup == "near"
    assert typed(spin("", '[Setup "3"]').whole().position, Spin).place == 3
    assert spin("").whole().setup is None
    assert spin("", '[Setup "far"]').whole().setup is None


def test_player_tags_count_the_seats() -> None:
    match = spin("L L", '[Player1 "A"] [Player3 "C"]').whole()
    assert match.names == ("A", "Player 2", "C")
    assert match.options["players"] == "3"
    assert match.turn == 2


def test_too_many_players_are_refused() -> None:
    fault = spin("L", '[Player5 "E"]').fault
    assert fault == (0, "", "spin is played by 2 to 4 players, not 5")


def test_seat_tags_say_who_plays() -> None:
    match = spin("", '[Seat1 "Human"] [Seat2 "computer  Perfect"] [Player1 "Liam"]').whole()
    assert match.seats == (Seat("Liam", HUMAN), Seat("", "computer perfect"))
    assert match.seats[1].level == "perfect"


def test_unknown_tags_are_kept_and_written_back_in_order() -> None:
    match = spin("R", '[Event "Kitchen"] [Round "3"]').whole()
    assert match.tags == (("Event", "Kitchen"), ("Round", "3"))
    assert str(match).index('[Event "Kitchen"]') < str(match).index('[Round "3"]')


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ('[Die "three"]', "option die takes off or on, not 'three'"),
        ('[Setup "nowhere"]', "spin has no setup 'nowhere': it has far, near, or a place"),
        ('[Setup "9"]', "a place is a number from 0 to 7, not 9"),
        ("[Setup near]", "line 1: '[Setup near]' is no tag: expected [Name \"value\"]"),
    ],
)
def test_a_bad_tag_is_fault_zero_and_nothing_is_read(tags: str, message: str) -> None:
    reading = spin("R", tags)
    assert reading.match is None
    assert reading.fault == (0, "", message)


def test_an_unknown_game_is_named_beside_the_known() -> None:
    assert read('[Game "chess"] e4').fault == (0, "", "there is no game 'chess': expected egg-carton, spin")


# Words


@pytest.mark.parametrize(
    "text",
    [
        "1. L R 2. L R",
        "1.L R 2...L R",
        "1. L 1... R\n2. L R",
        "l r\tL\r\nR\n",
        'L {a comment} R{glued; }L{over\ntwo [Game "spin"] lines}R',
        "L ; to the end {of the line\nR L;glued\rR ;",
    ],
    ids=["numbers", "glued numbers", "dots", "case and blanks", "braces", "semicolons"],
)
def test_numbers_comments_and_case_do_not_count(text: str) -> None:
    reading = spin(text)
    assert (moves(reading), reading.fault) == ("L R L R", None)


def test_a_tag_in_a_comment_begins_no_record() -> None:
    assert len(list(read_matches('[Game "spin"] L {[Game "spin"]} R', GAMES))) == 1


def test_an_unclosed_comment_is_an_error_and_what_stands_before_it_is_kept() -> None:
    reading = spin("L R {never closed")
    assert moves(reading) == "L R"
    assert reading.fault == (3, "", "line 2: the comment opened by { is never closed")


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("L (R) R L R", "1 variation"),
        ("L(R L)R (L (R {)} 2. L) R) ( ) L R", "4 variations"),
        ("1. L! R?? 2. L $6 R $146 !?", "5 annotation marks"),
        ("L R (1... L $3 ; not the end )\n L!) L R$1", "1 variation, 1 annotation mark"),
        ("L (R {[%clk 0:00:01]} =) R (1-0) L R 1-0", "2 variations"),
    ],
)
def test_variations_and_annotation_marks_are_left_out_and_counted(text: str, left_out: str) -> None:
    reading = spin(text)
    assert (moves(reading), reading.fault) == ("L R L R", None)
    assert reading.warnings == [f"left out: {left_out}"]
    assert not reading.record.clocks
    assert read(str(reading.whole())).warnings == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("L R (L (R) L", "line 2: the variation opened by ( is never closed"),
        ("L R\n(L {)", "line 3: the comment opened by { is never closed"),
        ("L R )L", "line 2: ) closes no variation"),
        ('L R (L\n\n[Game "spin"] R', "line 2: the variation opened by ( is never closed"),
    ],
)
def test_an_unclosed_variation_is_an_error_and_what_stands_before_it_is_kept(text: str, message: str) -> None:
    reading = spin(text)
    assert moves(reading) == "L R"
    assert reading.fault == (3, "", message)


def test_a_record_after_an_unclosed_variation_is_read() -> None:
    readings = list(read_matches('[Game "spin"] L (R\n[Game "spin"] R', GAMES))
    assert [moves(reading) for reading in readings] == ["L", "R"]


ASIDE = st.recursive(
    st.sampled_from(["{a ) comment}", "; a ( comment\n", "$6", "!?", "2...", "L", "R?", "*", "=", "x+-"]),
    lambda inner: st.lists(inner, max_size=4).map(lambda parts: f"({' '.join(parts)})"),
    max_leaves=8,
)


@given(st.lists(ASIDE.filter(lambda aside: aside[0] in "({;$!"), min_size=4, max_size=4))
def test_the_main_line_is_the_same_whatever_stands_beside_it(asides: list[str]) -> None:
    reading = spin("".join(f"{move}{aside}" for move, aside in zip("LRLR", asides, strict=True)))
    assert (moves(reading), reading.fault) == ("L R L R", None)
    variations = sum(_variations(aside) for aside in asides)
    assert reading.record.variations == variations


def _variations(aside: str) -> int:
    """How many variations there are, those in others and not those in comments."""
    return re.sub(r"{[^}]*}|;[^\n]*", "", aside).count("(")


def test_chance_is_written_as_words() -> None:
    match = spin("*2 R *1 L", '[Die "on"]').whole()
    assert typed(match.position, Spin).place == 1
    assert [position.turn for position in match.positions] == [-1, 0, -1, 1, -1]


def test_reading_stops_at_the_first_bad_word() -> None:
    reading = spin("L L X R R")
    assert moves(reading) == "L L"
    assert reading.fault == (3, "X", "X is not legal here: legal is L, R")


def test_an_error_lists_what_is_legal() -> None:
    fault = read("A B", game=EGG_CARTON).fault
    assert fault == (2, "B", "B is not legal here: B is empty; legal is A, C, D, E, F")


def test_a_word_after_the_end_of_the_game_is_an_error() -> None:
    reading = spin("R L", '[Setup "near"]')
    assert moves(reading) == "R"
    assert reading.fault == (2, "L", "L comes after the end of the game (home)")


# Closing words


@pytest.mark.parametrize(
    ("word", "result", "reason"),
    [("=", "draw", "agreed"), ("#1", "2", "resigned"), ("#2", "1", "resigned")],
)
def test_closing_words_end_a_match_and_are_no_plies(word: str, result: str, reason: str) -> None:
    match = spin(f"L R {word}").whole()
    assert match.result
    assert (str(match.result), match.result.reason, match.plies) == (result, reason, 2)
    assert str(match).rstrip().endswith(f"1. L R {word}")
    assert match.turn is None


def test_where_three_play_the_others_share_the_win() -> None:
    match = spin("L #2", '[Player3 "C"]').whole()
    assert str(match.result) == "1,3"


@pytest.mark.parametrize("word", ["#0", "#3", "#", "#x", "#1x", "#²", "#0001"])
def test_a_resignation_names_a_seat(word: str) -> None:
    fault = spin(f"L {word}").fault
    assert fault == (2, word, f"{word} names no seat: a resignation is #1 to #2")


def test_a_draw_is_claimed_where_a_position_stands_for_the_third_time() -> None:
    claimed = spin("L R L R =").whole()
    assert claimed.positions[0] == claimed.position
    assert claimed.result
    assert claimed.result.reason == "repetition"


@pytest.mark.parametrize("word", ["1-0", "0-1", "1/2-1/2", "*"])
def test_results_as_closing_words_are_skipped(word: str) -> None:
    match = spin(f"L R {word}").whole()
    assert (match.result, match.plies) == (None, 2)


def test_a_result_may_follow_the_end_of_the_game() -> None:
    match = spin("R 1-0", '[Setup "near"]').whole()
    assert str(match.result) == "1"


@pytest.mark.parametrize("words", ["L = R", "L #1 =", "L 1-0 *", "L * R", "L = ="])
def test_at_most_one_closing_word(words: str) -> None:
    reading = spin(words)
    assert moves(reading) == "L"
    assert reading.fault
    assert reading.fault[:2] == (2, words.split()[2])


# The Result tag


def test_the_moves_decide_and_a_tag_that_says_otherwise_is_a_warning() -> None:
    reading = spin("R", '[Setup "near"] [Result "2"]')
    assert str(reading.whole().result) == "1"
    assert reading.warnings == ["the tag says Result 2, the moves say 1"]


@pytest.mark.parametrize(
    ("tag", "result"), [("1", "1"), ("2", "2"), ("1-0", "1"), ("0-1", "2"), ("2,1", "1,2")]
)
def test_where_the_moves_decide_nothing_the_tag_names_the_winner(tag: str, result: str) -> None:
    reading = spin("L R", f'[Result "{tag}"]')
    match = reading.whole()
    assert match.result
    assert (str(match.result), match.result.reason, reading.warnings) == (result, "tag", [])
    again = read(str(match)).whole()
    assert again.result == match.result


@pytest.mark.parametrize("tag", ["draw", "1/2-1/2", "3", "unknown", "", "1,", "7"])
def test_a_tag_that_names_no_winner_is_a_warning(tag: str) -> None:
    reading = spin("L R", f'[Result "{tag}"]')
    assert reading.whole().result is None
    assert len(reading.warnings) == 1


@pytest.mark.parametrize("tag", ["*", " * "])
def test_an_open_result_agrees_with_a_running_match(tag: str) -> None:
    assert spin("L R", f'[Result "{tag}"]').warnings == []


def test_a_match_that_could_not_be_read_to_its_end_has_no_result_of_a_tag() -> None:
    reading = spin("L X", '[Result "2"]')
    assert reading.match
    assert reading.match.result is None

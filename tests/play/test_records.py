"""Records, sentence by sentence."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marbles_tui.games import GAMES
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.games.gobblet.position import Gobblets
from marbles_tui.play import HUMAN, Match, Reading, Seat, read_match, read_matches, recognise
from marbles_tui.play.reading import explain_fault, summarise
from tests.play.toy import SPIN, Spin
from tests.typed import typed

TOYS = (EGG_CARTON, SPIN)


def read(text: str, **given: object) -> Reading:
    return read_match(text, TOYS, **given)  # type: ignore[arg-type]


def moves(reading: Reading) -> str:
    assert reading.match
    return " ".join(map(str, reading.match.moves))


def spin(words: str, tags: str = "") -> Reading:
    return read(f'[Game "spin"] {tags}\n{words}')


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
    assert len(list(read_matches('[Game "spin"] L {[Game "spin"]} R', TOYS))) == 1


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
    readings = list(read_matches('[Game "spin"] L (R\n[Game "spin"] R', TOYS))
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
    readings = list(read_matches(MANY, TOYS, SPIN))
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
    (reading,) = read_matches("", TOYS, SPIN)
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
    assert [reading.match and reading.match.game for reading in recognise("A C", TOYS)] == [EGG_CARTON]
    assert [reading.match and reading.match.game for reading in recognise("l r", TOYS)] == [SPIN]
    assert recognise("hello", TOYS) == []


ANYTHING = st.text() | st.text(st.sampled_from('[]"\\{};%#=*.12AaLR \n\r\t\x1bGame')) | st.lists(
    st.sampled_from(
        ['[Game "spin"]', '[Setup "', '"]', "{", "}", "L", "R", "1.", "=", "#1", "*", "%", "\n", "[", "\\"]
    )
).map(" ".join)  # fmt: skip


@given(ANYTHING)
@settings(max_examples=40)
def test_any_text_is_read_without_an_exception(text: str) -> None:
    for reading in read_matches(text, TOYS):
        assert reading.match or reading.fault
    for reading in read_matches(text, TOYS, SPIN):
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
    list(read_matches(piece * 200_000, TOYS, SPIN))


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


OFFICIAL = "W3B2\nK1C3\nW1A1\n"
ROGERS = "W3B2\nK1C3\nW3B3\nK2B3\n"


def only(text: str) -> Reading:
    """The first reading, which is the likeliest: every list fits Rogers's rules that fits the official ones."""
    reading, *others = recognise(text, GAMES)
    assert [other.match and other.match.options["rules"] for other in others] in ([], ["rogers"])
    return reading


def good_part(reading: Reading) -> Match:
    assert reading.match
    return reading.match


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n", " ", "\t\r\n"])
def test_any_line_ends_will_do(end: str) -> None:
    match = only(end.join(["W3B2", "k1c3", "W1A1"])).whole()
    assert (match.game, list(map(str, match.moves))) == (GOBBLET, ["W3B2", "K1C3", "W1A1"])


def test_the_rules_are_those_that_fit() -> None:
    assert only(OFFICIAL).whole().options["rules"] == "official"
    assert only(ROGERS).whole().options["rules"] == "rogers"


def test_what_both_rules_allow_is_asked_for() -> None:
    both = recognise(OFFICIAL, GAMES)
    assert [good_part(reading).options["rules"] for reading in both] == ["official", "rogers"]
    (one,) = recognise(ROGERS, GAMES)
    assert good_part(one).options["rules"] == "rogers"


def test_at_a_table_the_rules_are_the_tables() -> None:
    table = Match.new(GOBBLET, options={"rules": "rogers", "memory": "on"})
    (reading,) = recognise(OFFICIAL, GAMES, table)
    assert good_part(reading).options == table.options
    assert good_part(reading).plies == 3


def test_at_a_table_other_rules_are_tried_where_its_own_do_not_fit() -> None:
    table = Match.new(GOBBLET, options={"memory": "on"})
    (reading,) = recognise(ROGERS, GAMES, table)
    assert (good_part(reading).plies, reading.fault) == (4, None)
    assert good_part(reading).options == {**table.options, "rules": "rogers"}


def test_at_a_table_the_start_is_the_tables_where_it_fits() -> None:
    table = Match.new(GOBBLET, setup="W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,K4 W344 K344 W")
    assert good_part(recognise("A1B1\nD4D3", GAMES, table)[0]).setup == table.setup
    assert good_part(recognise("W1A1\nK1D4\nA1A2", GAMES, table)[0]).setup is None


def test_at_a_table_only_its_game_is_tried() -> None:
    (reading,) = recognise("A\nC\n", GAMES, Match.new(EGG_CARTON))
    assert good_part(reading).game is EGG_CARTON
    assert recognise("A\nC\n", GAMES, Match.new(GOBBLET)) == []


def test_a_bad_line_is_named_and_the_good_part_kept() -> None:
    reading = only("W3B2\r\n\r\nK1B2\r\nW1A1")
    assert good_part(reading).plies == 1
    assert explain_fault(reading) == (
        "line 3: K1B2 is not legal here: from a stack, go to an empty cell or cover one of White's three in a line"
    )


def test_nothing_is_said_of_a_whole_list() -> None:
    assert explain_fault(only(OFFICIAL)) == ""


def test_a_record_with_its_game_is_read_once_and_by_its_own_rules() -> None:
    assert only(f'[Game "gobblet"] [Rules "rogers"]\n{ROGERS}').whole().plies == 4
    assert only('[Game "gobblet"]\n').whole().plies == 0
    assert only(f'[Game "gobblet"]\n{ROGERS}').line == 5
    assert recognise('[Game "chess"]\n1. e4 e5', GAMES) == []


def test_play_goes_on_from_there() -> None:
    match, _ = (
        only(OFFICIAL).whole().play(GOBBLET.find(typed(good_part(only(OFFICIAL)).position, Gobblets), "K2D4"))
    )
    assert str(match.moves[-1]) == "K2D4"


@pytest.mark.parametrize(
    ("words", "summary"),
    [
        ("", "0 moves, Player 1 to move"),
        ("W1A1", "1 move, Player 2 to move"),
        ("W1A1 K1D4 #1", "2 moves, won by Player 2"),
        ("W1A1 =", "1 move, drawn"),
    ],
)
def test_a_summary_says_how_far_a_match_has_come(words: str, summary: str) -> None:
    assert summarise(read_match(words, GAMES, GOBBLET).whole()) == summary


def test_a_summary_calls_everybody_as_the_table_does() -> None:
    assert summarise(Match.new(EGG_CARTON)) == "0 moves, Player 1 to move"
    assert summarise(Match.new(EGG_CARTON, seats=[Seat("Ann"), Seat()])) == "0 moves, Ann to move"

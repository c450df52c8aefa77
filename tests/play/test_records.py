"""Records: what is read of each, and what is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marbles_tui.core import Game
from marbles_tui.games import GAMES, find
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play import Match, Reading, Seat, read_match, read_matches, recognise
from marbles_tui.play.match import narrate
from marbles_tui.play.reading import explain_fault, summarise
from tests.for_each import for_each
from tests.golden import compare
from tests.play.toy import SPIN

HERE = Path(__file__).parent / "records"
INDENT = "    "
EVERY = {game.key: game for game in (*GAMES, SPIN)}
TOYS = (EGG_CARTON, SPIN)
USUAL = re.compile(r'\[(Seat. "human"|Player(.) "Player \2")\]')


@pytest.mark.parametrize("file", sorted(HERE.glob("*.txt")), ids=lambda file: file.stem)
def test_records(file: Path) -> None:
    """A file has texts ("| "), each behind what is filled in (":") or the table that it is pasted at ("?"), and below
    it all that is read of it. `make playthroughs` writes them."""
    compare(file, list(answered(file.read_text(encoding="utf-8").splitlines())))


def answered(script: list[str]) -> Iterator[str]:
    asked = [line for line in script if not line.startswith(INDENT)]
    given, text = "", ""
    for line, following in zip(asked, (*asked[1:], ""), strict=True):
        yield line
        if line.startswith((":", "?")):
            given, text = line, ""
        elif line.startswith("|"):
            text += line[2:] + "\n"
            if not following.startswith("|"):
                yield from (f"{INDENT}{told}" for told in read(given, text) if told)


def read(given: str, text: str) -> Iterator[str]:
    """What is read of a text."""
    options = dict(word.split("=") for word in given[1:].split())
    game, setup = EVERY.get(options.pop("game", "")), options.pop("setup", "").replace(";", " ") or None
    if given[0] == ":":
        readings = list(read_matches(text, tuple(EVERY.values()), game, setup, options))
    else:
        table = Match.new(game, setup=setup, options=options) if game else None
        readings = recognise(text, GAMES, table)
        if not readings:
            yield "nothing"
    for reading in readings:
        yield f"line {reading.record.line}: {explain_fault(reading) or 'whole'}"
        if match := reading.match:
            yield from (line for line in str(match).splitlines() if not USUAL.fullmatch(line))
            assert str(read_match(str(match), tuple(EVERY.values())).whole()) == str(match)
            yield f"{match.result}: {match.result.reason}" if match.result else f"turn {match.turn}"
            if match.game.told_as_story:
                yield from narrate(match)
        yield from reading.warnings
        if fault := reading.fault:
            yield f"fault at {fault.ply} {fault.word!r}"


def spin(words: str, tags: str = "") -> Reading:
    return read_match(f'[Game "spin"] {tags}\n{words}', TOYS)


def moves(reading: Reading) -> str:
    assert reading.match
    return " ".join(map(str, reading.match.moves))


@for_each("end", ["\n", "\r\n", "\r", "\n\n", " ", "\t\r\n"])
def test_any_line_ends_will_do(end: str) -> None:
    match = recognise(end.join(["\ufeffW3B2", "k1c3", "W1A1"]), GAMES)[0].whole()
    assert (match.game, list(map(str, match.moves))) == (GOBBLET, ["W3B2", "K1C3", "W1A1"])


@for_each(
    ("game", "text"),
    [(None, '[Game "egg-carton"] A C'), (find("beadmaster"), f"21 {'0' * 7} {'0' * 7} 12{'0' * 47} h1o")],
)
def test_a_byte_order_mark_is_no_part_of_a_record(game: Game | None, text: str) -> None:
    assert [str(each.whole()) for each in read_matches(f"\ufeff{text}", GAMES, game)] == [
        str(each.whole()) for each in read_matches(text, GAMES, game)
    ]


@for_each("end", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\xa0"])
def test_a_value_keeps_what_ends_lines_elsewhere_alone(end: str) -> None:
    value = f"{end}a{end}{end}b{end}"
    match = spin("R", f'[Note "{value}"]').whole()
    assert match.tags == (("Note", value),)
    assert read_match(str(match), TOYS).whole().tags == match.tags


def test_line_ends_in_a_value_become_blanks() -> None:
    match = spin("R").whole()
    written = str(replace(match, tags=(("Note", "a\r\nb\nc\rd"),)))
    assert read_match(written, TOYS).whole().tags == (("Note", "a b c d"),)


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
            assert str(read_match(str(match), TOYS).whole()) == str(match)


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
    read = read_matches(piece * 200_000, TOYS, SPIN)
    assert not any(reading.match and reading.match.moves for reading in read)


@for_each(
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

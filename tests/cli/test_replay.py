"""`marbles-tui replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Shell

KEYS = [
    "game", "options", "setup", "seats", "plies", "turn", "actor", "result", "reason", "position", "moves",
    "warnings", "error",
]  # fmt: skip
WON = '[Game "egg-carton"] [Setup "0,0,0,0,0,1/1,1,0,0,0,0/0,0/1"]\nF'


def test_an_object_tells_all(shell: Shell) -> None:
    ran = shell("replay", "-", "--json", stdin='[Game "egg-carton"] [Player1 "Zoë"]\n1. A C 1... J')
    assert (ran.status, ran.err) == (0, "")
    assert list(ran.object) == KEYS
    assert ran.object == {
        "game": "egg-carton",
        "options": {},
        "setup": None,
        "seats": ["Zoë", "Player 2"],
        "plies": 3,
        "turn": 2,
        "actor": 2,
        "result": "*",
        "reason": None,
        "position": "2,1,1,0,7,7/1,0,5,5,1,0/4,2/2",
        "moves": ["A", "C", "J"],
        "warnings": [],
        "error": None,
    }
    assert "Zoë" in ran.out


def test_a_finished_match(shell: Shell) -> None:
    answer = shell("replay", "-", "--json", stdin=WON).object
    assert [answer[key] for key in ("turn", "actor", "result", "reason")] == [None, None, "1", "cleared"]
    assert answer["setup"] == "0,0,0,0,0,1/1,1,0,0,0,0/0,0/1"
    assert answer["position"] == "0,0,0,0,0,0/1,1,0,0,0,0/1,0/1"


@pytest.mark.parametrize(
    ("words", "result", "reason"),
    [("A =", "draw", "agreed"), ("A #1", "2", "resigned"), ("A 1-0", "*", None)],
)
def test_closing_words_are_no_plies(shell: Shell, words: str, result: str, reason: str | None) -> None:
    answer = shell("replay", "-", "--game", "egg-carton", "--json", stdin=words).object
    assert (answer["plies"], answer["moves"], answer["result"], answer["reason"]) == (
        1,
        ["A"],
        result,
        reason,
    )


def test_a_result_that_only_the_tag_knows(shell: Shell) -> None:
    ran = shell("replay", "-", "--json", stdin='[Game "egg-carton"] [Result "2"] A')
    assert (ran.status, ran.object["result"], ran.object["reason"]) == (0, "2", "tag")


def test_the_moves_decide_against_the_tag(shell: Shell) -> None:
    ran = shell("replay", "-", "--json", stdin='[Result "2"]' + WON)
    assert (ran.status, ran.object["result"]) == (0, "1")
    assert ran.object["warnings"] == ["the tag says Result 2, the moves say 1"]
    plain = shell("replay", "-", stdin='[Result "2"]' + WON)
    assert plain.err == "marbles-tui: warning: the tag says Result 2, the moves say 1\n"


@pytest.mark.parametrize("name", ["classic", "CLASSIC"])
def test_the_default_start_is_null_even_if_named(shell: Shell, name: str) -> None:
    ran = shell("replay", "-", "--game", "egg-carton", "--setup", name, "--json", stdin="A")
    assert ran.object["setup"] is None


def test_setup_fills_in_and_contradicts_nothing(shell: Shell) -> None:
    filled = shell("replay", "-", "--game", "egg-carton", "--setup", "4", "--json", stdin="A")
    kept = shell("replay", "-", "--setup", "4", "--json", stdin='[Game "egg-carton"] [Setup "2"] A')
    assert (filled.object["setup"], kept.object["setup"]) == ("4", "2")


def test_a_bad_word_keeps_what_stands_before_it(shell: Shell) -> None:
    ran = shell("replay", "-", "--game", "egg-carton", "--json", stdin="A b C")
    message = "b is not legal here: B is empty; legal is A, C, D, E, F"
    assert ran.status == 1
    assert ran.object["error"] == {"ply": 2, "word": "b", "message": message}
    assert (ran.object["plies"], ran.object["moves"], ran.object["turn"]) == (1, ["A"], 1)
    assert ran.err == f"marbles-tui: move 2: {message}\n"


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ('[Game "chess"] e4', None, "there is no game 'chess': expected egg-carton"),
        ("A B", None, 'the record does not name its game: expected a tag [Game "…"] or --game'),
        ('[Game "egg-carton"] [Setup "odd"] A', "egg-carton", "egg-carton has no setup 'odd'"),
        ('[Game "egg-carton"] [Setup "1/2"] A', "egg-carton", "a position has the form"),
        ('[Game "egg-carton"] [Broken] A', "egg-carton", "line 1: '[Broken] A' is no tag"),
    ],
)
def test_a_bad_tag_is_bad_input(shell: Shell, text: str, game: str | None, message: str) -> None:
    ran = shell("replay", "-", "--json", stdin=text)
    assert ran.status == 1
    assert list(ran.object) == KEYS
    assert (ran.object["game"], ran.object["error"]["ply"]) == (game, 0)
    assert ran.object["error"]["message"].startswith(message)
    assert ran.err.startswith(f"marbles-tui: {message}")


def test_options_that_the_game_of_the_record_lacks_are_wrong_usage(shell: Shell) -> None:
    ran = shell("replay", "-", "--option", "x=1", "--json", stdin='[Game "egg-carton"] A')
    assert ran.status == 2


# Where the text comes from


def test_a_file(shell: Shell, tmp_path: Path) -> None:
    record = tmp_path / "zoë.txt"
    record.write_bytes(b'\xef\xbb\xbf[Game "egg-carton"]\r\nA\r\n')
    assert shell("replay", str(record), "--json").object["moves"] == ["A"]


@pytest.mark.parametrize(
    ("stdin", "message"),
    [
        (b"A\nB\nC \xff", "stdin is not UTF-8 text: byte 0xff in line 3"),
        ("A".encode("utf-16"), "stdin is not UTF-8 text: byte 0xff in line 1"),
    ],
)
def test_what_is_not_utf8_is_bad_input(shell: Shell, stdin: bytes, message: str) -> None:
    ran = shell("replay", "-", "--game", "egg-carton", "--json", stdin=stdin)
    assert (ran.status, ran.err) == (1, f"marbles-tui: {message}\n")
    assert list(ran.object) == KEYS
    assert ran.object["error"] == {"ply": 0, "word": "", "message": message}


@pytest.mark.parametrize("path", ["missing.txt", "", "a\0b", "."])
def test_a_file_that_cannot_be_read_is_bad_input(shell: Shell, path: str) -> None:
    ran = shell("replay", path, "--json")
    assert ran.status == 1
    assert "cannot be read: " in ran.err
    assert ran.object["error"]["ply"] == 0


# --ply and --all


def test_ply_shows_the_match_as_it_stood(shell: Shell) -> None:
    words = "A C J #1"
    at = [
        shell("replay", "-", "--game", "egg-carton", "--json", "--ply", str(ply), stdin=words).object
        for ply in range(4)
    ]
    assert [answer["moves"] for answer in at] == [[], ["A"], ["A", "C"], ["A", "C", "J"]]
    assert [answer["result"] for answer in at] == ["*", "*", "*", "2"]


@pytest.mark.parametrize("ply", ["4", "-1", "x"])
def test_a_ply_that_never_was_is_wrong_usage(shell: Shell, ply: str) -> None:
    ran = shell("replay", "-", "--game", "egg-carton", "--json", "--ply", ply, stdin="A C J")
    assert ran.status == 2
    assert ran.object["error"]["ply"] == 0


MANY = f'{WON}\n\n[Game "egg-carton"]\nA B\n[Game "chess"]\ne4\n[Game "egg-carton"]\nA C'


def test_all_prints_one_object_a_record_and_fails_if_any_is_bad(shell: Shell) -> None:
    ran = shell("replay", "-", "--all", "--json", stdin=MANY)
    assert ran.status == 1
    assert [answer["plies"] for answer in ran.objects] == [1, 1, 0, 2]
    assert [bool(answer["error"]) for answer in ran.objects] == [False, True, True, False]
    assert [line.split(": ")[1] for line in ran.err.splitlines()] == ["record 2", "record 3"]


def test_without_all_only_the_first_counts(shell: Shell) -> None:
    ran = shell("replay", "-", "--json", stdin=MANY)
    assert (ran.status, ran.object["result"]) == (0, "1")


def test_nothing_is_a_match_before_its_first_ply(shell: Shell) -> None:
    assert shell("replay", "-", "--game", "egg-carton", "--json").object["plies"] == 0


# For a person


def test_the_plain_text(shell: Shell) -> None:
    ran = shell("replay", "-", "--game", "egg-carton", stdin='[Player1 "Zoë"] A')
    assert ran.out.splitlines() == [
        "Egg Carton: Zoë – Player 2, 1 move",
        "",
        "         (N) (M) (L) (K) (J) (I)",
        "       +--------------------------+",
        "       |   4       4   4   4      |",
        "    1  +--------------------------+  2",
        "       |   1       5   1   5   5  |",
        "       +--------------------------+",
        "         (A) (B) (C) (D) (E) (F)",
        "",
        "Zoë to move.",
    ]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (WON, "Player 1 wins: cleared."),
        ('[Game "egg-carton"] A =', "A draw: agreed."),
        ('[Game "egg-carton"] [Player2 "\x1b[2J"] A #1', "?[2J wins: resigned."),
    ],
)
def test_the_plain_text_says_how_it_ended(shell: Shell, text: str, last: str) -> None:
    assert shell("replay", "-", stdin=text).out.splitlines()[-1] == last


@pytest.mark.parametrize("text", ["", "\ufeff \n"])
def test_an_empty_file_is_called_empty(shell: Shell, tmp_path: Path, text: str) -> None:
    file = tmp_path / "empty.txt"
    file.write_text(text)
    told = f"marbles-tui: {file} is empty\n"
    assert (shell("replay", str(file)).status, shell("replay", str(file)).err) == (1, told)
    for command in (
        ("replay", str(file), "--game", "abacus"),
        ("perft", "abacus", "1", "--record", str(file)),
        ("think", "abacus", "--record", str(file)),
        ("library", "import", str(file)),
        ("diagram", str(file)),
    ):
        assert shell(*command).err == told

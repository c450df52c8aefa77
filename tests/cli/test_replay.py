"""`marbles-tui replay`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pyte
import pytest

from marbles_tui.core import Game
from marbles_tui.core.frame import Frame, Highlights
from marbles_tui.core.scene import Room
from marbles_tui.games import GAMES, find
from marbles_tui.games import GAMES as ALL
from marbles_tui.play import Match
from marbles_tui.play.openings import Openings
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.picture import CELLS, picture
from marbles_tui.tui.kit.skins import skin_of
from marbles_tui.tui.kit.themes import THEMES
from marbles_tui.tui.table.film import Shot, cast, film
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


SIZE = 72, 26


def played(game: Game, plies: int) -> Match:
    random = Random(7)
    match = Match.new(game, random=random)
    for _ in range(plies):
        if match.result is None:
            match, _ = match.play(random.choice(match.position.moves()))
    return match


def shown(film: str) -> tuple[pyte.Screen, list[float]]:
    """What is on a terminal in the end, and after how many seconds each picture comes."""
    head, *lines = film.splitlines()
    assert json.loads(head)["version"] == 3
    term = json.loads(head)["term"]
    screen = pyte.Screen(term["cols"], term["rows"])
    stream, waited = pyte.Stream(screen), []
    for line in lines:
        seconds, kind, text = json.loads(line)
        assert kind == "o"
        waited.append(seconds)
        stream.feed(text)
    return screen, waited


@pytest.mark.parametrize(("game", "skin"), zip(GAMES, cycle(("blocks", "glyphs", "ascii")), strict=False))
def test_the_last_picture_is_the_board_in_the_end(game: Game, skin: str) -> None:
    match = played(game, 6)
    screen, _ = shown(cast(match, "{}x{}".format(*SIZE), skin=skin, speed="very fast", first=3))
    view, width, rows = VIEWS[game.key], SIZE[0], SIZE[1] - 4
    look = Look.of(skin_of(skin), THEMES[0])
    words = view.match()
    marks = Highlights(last=words.trace(match.moves[-1]), names=view.named(match.names, look))
    frame = Frame(match.position.board, highlights=marks, turn=words.turn(match))
    room = Room(width / (2 * rows), False, holds=width * rows / CELLS)
    expected = picture(game.scene(frame, room), width, rows, look)
    expected.clear_words()
    for y in range(rows):
        for x, (sign, (ink, ground, _)) in enumerate(expected.cells(y, 0, width)):
            cell = screen.buffer[y + 2][x]
            assert (cell.data, cell.bg) == (sign, f"{ground:06x}")
            assert sign == " " or cell.fg == f"{ink:06x}"
    assert screen.display[0].rstrip().endswith(f"{match.plies} of {match.plies}")


def test_a_moving_picture_ends_with_the_board_too() -> None:
    match = played(GAMES[0], 3)
    size = "{}x{}".format(*SIZE)
    film = cast(match, size, speed="very fast", moving=True)
    root = ElementTree.fromstring(film)
    assert root.attrib["viewBox"] == f"0 0 {SIZE[0] * 10} {SIZE[1] * 20}"
    seen: dict[tuple[int, int], str] = {}
    moments = [0.0]
    for group in root.iterfind("{*}g"):
        moments += [float(each.attrib["keyTimes"][2:]) for each in group.iterfind("{*}animate")]
        for path in group.iterfind("{*}path"):
            for left, top, wide, tall in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\3z", path.attrib["d"]):
                for x in range(int(left), int(left) + int(wide), 5):
                    for y in range(int(top), int(top) + int(tall), 10):
                        seen[x, y] = path.attrib["fill"]
    assert moments == sorted(moments)
    assert moments[-1] < 1
    last = list(film_of(match, SIZE))[-1][1]
    for y, row in enumerate(last.points):
        for x, colour in enumerate(row):
            if x // 2 not in last.letters[y // 2]:
                assert seen[5 * x, 10 * y] == f"#{colour:06x}"


def film_of(match: Match, size: tuple[int, int]) -> Iterator[Shot]:
    return film(match, Look.of(skin_of("blocks"), THEMES[0]), size, 0.0, 0, match.plies)


@pytest.mark.long
def test_a_slower_film_takes_longer_and_an_instant_one_shows_boards_at_rest() -> None:
    match = played(GAMES[0], 4)
    calm, normal, instant = (shown(cast(match, speed=speed))[1] for speed in ("calm", "normal", "instant"))
    assert sum(calm) > 1.3 * sum(normal) > 2 * sum(instant)
    assert len(instant) == match.plies + 2  # the first board, one for each move, the cursor in the end


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--size", "80"), "the size '80' is none: expected COLUMNSxROWS from 40x12 to 400x150"),
        (("--size", "39x24"), "the size '39x24' is none"),
        (("--theme", "plaid"), "no theme 'plaid': expected felt, parchment, clear, "),
        (("--skin", "fur"), "no skin 'fur': expected blocks, glyphs, ascii"),
        (("--speed", "warp"), "no speed 'warp': expected instant, very fast, fast"),
        (("--from", "3"), "the game has moves 0 to 2: none from 3 to 2"),
        (("--to", "9"), "the game has moves 0 to 2: none from 0 to 9"),
        (("--all",), "--cast films one record: no --all, --json, --watch or --ply"),
    ],
)
def test_a_film_that_cannot_be_is_told_why(shell: Shell, arguments: tuple[str, ...], told: str) -> None:
    ran = shell("replay", "-", "--game", "egg-carton", "--cast", "-", *arguments, stdin="C E")
    assert ran.status == 2
    assert told in ran.err


def test_a_film_is_written_to_a_file_and_no_other_file_is_lost(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "film.cast"
    record = '[Game "egg-carton"]\n[Player1 "\x1b]0;Ann\x07"]\n\nC E'
    film = ("replay", "-", "--cast", str(file), "--from", "1")
    assert shell(*film, stdin=record).status == 0
    screen, _ = shown(file.read_text(encoding="utf-8"))
    assert "Ann" in screen.display[0]
    assert "2 of 2" in screen.display[0]
    assert "\x1b]" not in file.read_text(encoding="utf-8")
    assert "\\u001b]" not in file.read_text(encoding="utf-8")
    before = file.read_bytes()
    ran = shell(*film, stdin=record)
    assert ran.status == 1
    assert "--force" in ran.err
    assert file.read_bytes() == before


EXPLORED = """
[Game "egg-carton"]
[Player1 "Ann"]
[Player2 "Ben"]
[Date "2026.11.01"]
[Result "1"]

C E D

[Game "egg-carton"]
[Player1 "Cleo"]
[Result "2"]

C E F

[Game "egg-carton"]
[Result "draw"]

C E D

[Game "egg-carton"]

A

[Game "gobblet"]

1a1

[Game "egg-carton"]
[Setup "no such start"]

C
"""

WAYS = """
[Game "abacus"]
[Setup "belgian-daisy"]
[Result "1"]

1. a1b2 i5h5 2. b1c2 h4g4

[Game "abacus"]
[Setup "belgian-daisy"]
[Result "*"]

1. b1c2 i5h5 2. a1b2 h4g4
"""


def test_moves_are_listed_with_how_often_and_how_their_games_ended(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(EXPLORED, encoding="utf-8")
    ran = shell("explore", "egg-carton", "--file", str(file))
    assert ran.out.splitlines()[0].split()[:2] == ["move", "games"]
    assert [line.split() for line in ran.out.splitlines()[1:]] == [
        ["C", "3", "33", "%", "33", "%", "33", "%", "0", "%"],
        ["A", "1", "0", "%", "0", "%", "0", "%", "100", "%"],
    ]
    after = shell("explore", "egg-carton", "--file", str(file), "--record", "-", "--games", stdin="C E")
    assert "Ann – Ben – 2026.11.01: 1" in after.out
    assert after.out.index("\nD ") < after.out.index("\nF ")


def test_the_same_as_an_object(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(EXPLORED, encoding="utf-8")
    told = shell("explore", "egg-carton", "--file", str(file), "--record", "-", "--json", stdin="C E").object
    assert told == {
        "game": "egg-carton", "plies": 2, "games": 3, "error": None,
        "moves": [
            {"move": "D", "games": 2, "won": [1, 0], "drawn": 1},
            {"move": "F", "games": 1, "won": [0, 1], "drawn": 0},
        ],
    }  # fmt: skip


def test_the_library_is_looked_through_where_no_file_is_named(shell: Shell) -> None:
    assert shell("explore", "egg-carton").said.startswith("Nothing was played from here: 0 games")
    assert shell("library", "import", "-", stdin=EXPLORED).status == 1
    assert shell("explore", "egg-carton", "--json").object["games"] == 4


def test_a_position_counts_by_whatever_way_it_arose() -> None:
    game = find("abacus")
    ways = Openings(game, [WAYS])
    match = Match.new(game, setup="belgian-daisy")
    assert [(move.move, len(move.lines)) for move in ways.at(match)] == [("a1b2", 1), ("b1c2", 1)]
    for word in ("a1b2", "i5h5", "b1c2"):
        match = match.read(word)
    (only,) = ways.at(match)
    assert (only.move, len(only.lines), only.ended("1"), only.ended("*")) == ("h4g4", 2, 1, 1)
    assert only.lines[0].match.plies == 4


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_what_was_played_is_found_again_at_every_ply(game: Game) -> None:
    random = Random(5)
    match = Match.new(game, random=random)
    while match.plies < 12 and match.result is None:
        match, _ = match.play(random.choice(match.position.moves()))
    openings = Openings(game, [str(match)] * 2)
    for ply in range(match.plies):
        (only,) = openings.at(match.at(ply))
        assert (only.move, len(only.lines)) == (str(match.moves[ply]), 2)
    assert openings.at(match) == ()

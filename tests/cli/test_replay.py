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
from marbles_tui.core.scene import Frame, Highlights, Room
from marbles_tui.games import GAMES
from marbles_tui.games import GAMES as ALL
from marbles_tui.play import Match
from marbles_tui.play.openings import Openings
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.look import THEMES, Look, skin_of
from marbles_tui.tui.kit.picture import CELLS, picture
from marbles_tui.tui.table.film import Shot, cast, film
from tests.cli.conftest import Shell
from tests.conformance.random_games import wander
from tests.for_each import for_each


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
    assert ran.object["error"] == {"ply": 0, "word": "", "message": message}


@pytest.mark.parametrize("path", ["", "a\0b"])
def test_a_file_that_cannot_be_read_is_bad_input(shell: Shell, path: str) -> None:
    ran = shell("replay", path, "--json")
    assert ran.status == 1
    assert "cannot be read: " in ran.err
    assert ran.object["error"]["ply"] == 0


SIZE = 72, 26


def played(game: Game, plies: int, seed: int = 7) -> Match:
    random = Random(seed)
    return wander(Match.new(game, random=random), random, plies)


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


@for_each(("game", "skin"), zip(GAMES, cycle(("blocks", "glyphs", "ascii")), strict=False))
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


@for_each("game", ALL)
def test_what_was_played_is_found_again_at_every_ply(game: Game) -> None:
    match = played(game, 12, seed=5)
    openings = Openings(game, [str(match)] * 2)
    for ply in range(match.plies):
        (only,) = openings.at(match.at(ply))
        assert (only.move, len(only.lines)) == (str(match.moves[ply]), 2)
    assert openings.at(match) == ()

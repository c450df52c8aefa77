"""Records for tests."""

from __future__ import annotations

from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Reading, read_match
from tests.play.toy import SPIN

GAMES = (EGG_CARTON, SPIN)


def read(text: str, **given: object) -> Reading:
    return read_match(text, GAMES, **given)  # type: ignore[arg-type]


def moves(reading: Reading) -> str:
    assert reading.match
    return " ".join(map(str, reading.match.moves))


def spin(words: str, tags: str = "") -> Reading:
    return read(f'[Game "spin"] {tags}\n{words}')

"""Eyes that know nothing of how boards are drawn read what is drawn right, and notice what is drawn wrong."""

from __future__ import annotations

import re
from random import Random

import pytest

from marbles_tui.core import CHANCE, Game
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play import Match
from tests.terminal.eyes import wrong
from tests.tui.stage import arcade, opened

pytestmark = pytest.mark.long

POSITIONS = 4
LENGTHS = (0, 1, 4, 9, 20, 40, 90)


def random_match(game: Game, seed: int) -> Match:
    """A match that has come some way, or to its end."""
    random = Random(seed)
    players = next((option.values for option in game.options if option.name == "players"), ())
    options = {"players": str(list(players)[seed % len(players)])} if players else {}
    match = Match.new(game, options=options, random=random)
    plies = LENGTHS[seed % len(LENGTHS)]
    while match.result is None and (match.plies < plies or on_the_way(match)):
        match, _ = match.play(random.choice(match.position.moves()))
    return match


def on_the_way(match: Match) -> bool:
    """Whether a table would go on at once: what a square draws is not waited for."""
    return match.turn == CHANCE and getattr(match.position, "need", "roll") != "roll"


async def screen_of(match: Match, *keys: str) -> list[str]:
    """The screen of a match, as text, after some keys."""
    async with opened(arcade(str(match), skin="ascii")) as pilot:
        await pilot.press(*keys)
        return pilot.text.splitlines()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_random_positions_are_read_right_and_no_others(game: Game) -> None:
    for seed in range(POSITIONS):
        match = random_match(game, seed)
        rows = await screen_of(match, *["v"] * (game is ABACUS and seed % 2))
        assert wrong(rows, str(match)) == [], "\n".join(rows)
    match = Match.new(game, random=Random(1))
    assert wrong([""] * 24, str(match)) != []
    while not (told := wrong(rows, str(match))) and match.plies < 9:
        match, _ = match.play(match.position.moves()[0])
    assert told


@pytest.mark.parametrize(
    ("game", "drawn", "redrawn", "place"),
    [
        (EGG_CARTON, "O O O", "O   O", "marbles in A"),
        (EGG_CARTON, "A 3", "A 2", "A"),
        (ABACUS, r"/X\\", " . ", "row I"),
        (GOBBLET, "OO4OO", "OO3OO", "stack 1 of O"),
        (GOBBLET, "K1 4321", "K1 321", "stack 1 of X"),
        (BEADMASTER, "----", "-O1O", "A1"),
        (GETAWAY, r"\(1\)\(2\)", "(2)   ", "square 0"),
    ],
)
async def test_a_wrong_board_is_noticed(game: Game, drawn: str, redrawn: str, place: str) -> None:
    match = Match.new(game, random=Random(3))
    rows = await screen_of(match)
    assert any(re.search(drawn, row) for row in rows), "\n".join(rows)
    told = wrong([re.sub(drawn, redrawn, row) for row in rows], str(match))
    assert any(line.startswith(f"{place}:") for line in told), told


@pytest.mark.parametrize("keys", ["", "v", "c", "cv"])
async def test_a_hexagon_without_letters_may_be_seen_from_either_side(keys: str) -> None:
    match = random_match(ABACUS, 3)
    rows = await screen_of(match, *keys)
    if "c" not in keys:
        rows[4] = " " * 16 + rows[4][16:]
    assert wrong(rows, str(match)) == []
    assert wrong(rows, str(random_match(ABACUS, 4)))

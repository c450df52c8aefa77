"""The monkey's eyes read what is drawn right, and notice what is drawn wrong."""

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
from tests.terminal.mirror import screen_of

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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_random_positions_are_read_right(game: Game) -> None:
    for seed in range(POSITIONS):
        match = random_match(game, seed)
        keys = ("v",) if game is ABACUS and seed % 2 else ()
        rows = await screen_of(match, "ascii", keys)
        assert wrong(rows, str(match)) == [], "\n".join(rows)


def test_every_game_is_known() -> None:
    from tests.terminal.eyes import READ

    assert set(READ) == {game.key for game in GAMES}


@pytest.mark.parametrize(
    ("game", "drawn", "redrawn", "place"),
    [
        (EGG_CARTON, "O O O", "O   O", "marbles in A"),
        (EGG_CARTON, "A 3", "A 2", "A"),
        (ABACUS, "/X\\", " . ", "row I"),
        (GOBBLET, "OO4OO", "OO3OO", "stack 1 of O"),
        (GOBBLET, "K1 4321", "K1 321", "stack 1 of X"),
        (BEADMASTER, "----", "-O1O", "A1"),
        (GETAWAY, "(1)(2)", "(2)   ", "square 0"),
    ],
)
async def test_a_wrong_board_is_noticed(game: Game, drawn: str, redrawn: str, place: str) -> None:
    match = Match.new(game, random=Random(3))
    rows = await screen_of(match, "ascii")
    assert any(drawn in row for row in rows), "\n".join(rows)
    told = wrong([re.sub(re.escape(drawn), redrawn, row) for row in rows], str(match))
    assert any(line.startswith(f"{place}:") for line in told), told


async def test_a_board_with_its_sides_swapped_is_noticed() -> None:
    match = Match.new(ABACUS)
    rows = [row.translate(str.maketrans("XO", "OX")) for row in await screen_of(match, "ascii")]
    assert len(wrong(rows, str(match))) == 6


async def test_another_match_is_noticed() -> None:
    for game in GAMES:
        match = Match.new(game, random=Random(1))
        rows = await screen_of(match, "ascii")
        while not (told := wrong(rows, str(match))) and match.plies < 9:
            match, _ = match.play(match.position.moves()[0])
        assert told, game.key


async def test_what_is_no_board_is_not_taken_for_one() -> None:
    for game in GAMES:
        assert wrong([""] * 24, str(Match.new(game, random=Random(1)))) != []


@pytest.mark.parametrize("keys", [(), ("v",)], ids=["upright", "turned"])
async def test_a_hexagon_without_letters_may_be_seen_from_either_side(keys: tuple[str, ...]) -> None:
    match = random_match(ABACUS, 3)
    rows = [
        " " * 16 + row[16:] if at == 4 else row
        for at, row in enumerate(await screen_of(match, "ascii", keys))
    ]
    assert wrong(rows, str(match)) == []
    other = random_match(ABACUS, 4)
    assert wrong(rows, str(other))


@pytest.mark.parametrize("keys", [("c",), ("c", "v")], ids=["upright", "turned"])
async def test_a_hexagon_whose_row_names_are_hidden_is_read(keys: tuple[str, ...]) -> None:
    match = random_match(ABACUS, 3)
    rows = await screen_of(match, "ascii", keys)
    assert wrong(rows, str(match)) == []
    assert wrong(rows, str(random_match(ABACUS, 4)))

"""What a suggested move is good for, in the words of each game."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.beadmaster import Grid
from marbles_tui.games.beadmaster.bars import BARS, HOLE_NAMES, HOLES, OUTER
from marbles_tui.games.beadmaster.position import SLIDES, gone
from marbles_tui.play import Match, read_match
from marbles_tui.table.advice import advice
from tests.typed import typed

NAMES = ("Ann", "Bob", "Cleo")
BY_KEY = {game.key: game for game in GAMES}


def explain_move(game: Game, setup: str, move: str, options: str = "") -> str:
    match = read_match(f'[Game "{game.key}"][Setup "{setup}"]{options}', (game,)).whole()
    return game.explain_move(match.position, game.find(match.position, move), NAMES)


@pytest.mark.parametrize(
    ("setup", "move", "words"),
    [
        ("w4/6/7/8/6bbw/8/7/6/5 b 0 0", "e7e8", "pushes a marble off"),
        ("5/6/7/8/6bbw/8/7/6/5 b 0 0", "e7e8", "leaves the other side no move and wins"),
        ("5/6/7/8/6bbw/8/7/6/5 b 0 5", "e7e8", "pushes the last marble off and wins"),
        ("5/6/7/8/6wwb/8/3bb2/6/5 b 0 0", "e9d8", "saves 1 marble from being pushed off"),
        ("5/6/7/8/5bb1w/8/7/6/5 b 0 0", "e6e7", "threatens to push a marble off"),
        ("5/6/7/8/2bbbww2/8/7/6/5 b 0 0", "e3e4", "pushes 2 marbles back"),
        ("5/6/7/8/2bbw4/8/7/6/5 b 0 0", "e3e4", "pushes 1 marble back"),
        ("5/6/7/8/w8/8/7/2b3/5 b 0 0", "b3c4", "goes nearer the middle"),
        ("5/6/7/8/w8/8/7/2b3/5 b 0 0", "b3b2", ""),
    ],
)
def test_abacus(setup: str, move: str, words: str) -> None:
    assert explain_move(BY_KEY["abacus"], setup, move) == words


@pytest.mark.parametrize(
    ("setup", "move", "words"),
    [
        ("W1,W2,W3,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K444 W", "W1A4", "completes row A and wins"),
        ("K1,K2,K3,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K400 W", "W1A4", "stops three in row A"),
        ("K1,K2,K3,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K400 W", "W1A1", "stops three in row A"),
        ("W1,W1,-,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K400 W", "W1A3", "makes three in row A"),
        ("W1,W1,-,K4/-,-,-,-/-,-,-,-/-,-,-,- W400 K400 W", "W1A3", ""),
        ("W4,-,-,-/-,-,-,-/-,-,K2,-/-,-,-,- W000 K400 W", "A1C3", "gobbles K2"),
        ("W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K400 W", "W1A3", "builds on row A"),
        ("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W444 K444 W", "W1A3", ""),
    ],
)
def test_gobblet(setup: str, move: str, words: str) -> None:
    assert explain_move(BY_KEY["gobblet"], setup, move) == words


@pytest.mark.parametrize(
    ("setup", "move", "words"),
    [
        ("0,0,0,0,0,1/1,0,0,0,0,0/0,0/1", "F", "clears your side and wins"),
        ("1,0,0,0,0,1/1,0,0,0,0,0/0,0/1", "F", "ends off the board, so you go again"),
        ("1,0,0,0,0,2/0,1,0,0,0,0/0,0/1", "F", "ends at I and leaves you 2 marbles fewer"),
        ("1,0,0,1,0,0/0,1,0,0,0,0/0,0/1", "A", "ends at B"),
    ],
)
def test_egg_carton(setup: str, move: str, words: str) -> None:
    assert explain_move(BY_KEY["egg-carton"], setup, move) == words


INNER = (0,) * BARS


def beads(**where: int) -> Grid:
    """Beads of players on a grid whose bars all stand in their inner position; the first one is to slide."""
    cells = [0] * HOLES
    for name, player in where.items():
        cells[HOLE_NAMES.index(name)] = player
    return Grid(INNER, tuple(cells), 0, 3)


@pytest.mark.parametrize(
    ("grid", "move", "words"),
    [
        # Row 2 is h2's alone in A, D and G: outwards it shows A and G open, and D covered.
        (beads(A2=2, A1=1, C1=3), "h2o", "drops one bead of Bob"),
        (beads(A2=2, G2=2, A1=1, C1=3), "h2o", "drops two beads of Bob"),
        (beads(A2=2, G2=3, A1=1, C1=3), "h2o", "drops one bead of Bob and one bead of Cleo"),
        (beads(A2=2, G2=1, A1=1, C1=3), "h2o", "drops one bead of Bob, for one bead of yours"),
        (beads(A2=2, G2=2, A1=1), "h2o", "drops two beads of Bob and wins"),
        (beads(A2=1, A1=2, C1=3), "h2o", "drops one bead of yours"),
    ],
)
def test_beadmaster(grid: Grid, move: str, words: str) -> None:
    game = BY_KEY["beadmaster"]
    assert game.explain_move(grid, game.find(grid, move), NAMES) == words


def test_beadmaster_tells_of_what_is_safer_and_of_what_is_in_danger() -> None:
    game, random, said = BY_KEY["beadmaster"], Random(1), set()
    match = Match.new(game, random=random)
    for _ in range(60):
        if match.result:
            break
        said |= {game.explain_move(match.position, move, NAMES) for move in match.position.moves()}
        match, _ = match.play(random.choice(match.position.moves()))
    assert "no single slide can drop it" in said
    assert "takes 1 bead of yours out of danger" in said
    assert "puts 1 bead of others in danger" in said


def test_beadmaster_praises_a_placement_only_where_no_single_slide_drops_the_bead() -> None:
    game = BY_KEY["beadmaster"]
    start = Match.new(game, random=Random(1)).position
    for move in start.moves():
        placed = typed(start.play(move), Grid)
        slides = [slide for slide in SLIDES if 0 <= placed.bars[slide.bar] + slide.step <= OUTER]
        drops = any(placed.beads[hole] for slide in slides for hole in gone(placed, slide))
        said = game.explain_move(start, move, NAMES)
        assert said == ("" if drops else "no single slide can drop it")


def test_a_suggestion_is_a_sentence() -> None:
    game = BY_KEY["egg-carton"]
    match = read_match('[Game "egg-carton"][Setup "1,0,0,0,0,1/1,0,0,0,0,0/0,0/1"]', (game,)).whole()
    select = game.find(match.position, "F")
    known = Analysis("F", CERTAIN - 0.02, wins_in=2, proved=True)
    guessed = Analysis("F", 1.5)
    assert advice(match, select, known, "selection") == (
        "Try F: ends off the board, so you go again; you can win in 2 selections."
    )
    assert advice(match, select, guessed, "selection") == "Try F: ends off the board, so you go again."
    plain = game.find(match.position, "A")
    assert advice(match, plain, guessed, "selection") == "Try A: ends at B."

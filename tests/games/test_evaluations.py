"""What each term of an evaluation counts: a drawing without it, the same with it, and the difference."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.abacus import game as abacus
from marbles_tui.games.abacus.text import read_layout
from marbles_tui.games.beadmaster import BEADMASTER, BeadGrid
from marbles_tui.games.beadmaster import game as beads
from marbles_tui.games.beadmaster.position import BARS, HOLE_NAMES, HOLES, OUTER, SLIDES, gone
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton import game as carton
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.games.gobblet import game as gobblets
from marbles_tui.play import Match, read_match
from marbles_tui.table.assessment import advice
from tests.for_each import for_each
from tests.typed import typed


def text_worth(game: Game, text: str) -> float:
    """A position for the seat to move, in hundredths of the game's unit."""
    return game.evaluate(game.read(text))


# Egg Carton: who has cleared more, and who selects


@for_each(
    ("text", "first", "second"),
    [
        ("3,0,0,0,0,0/0,0,0,3,0,0/0,0/1", 3, 3),
        ("4,0,0,0,0,0/0,0,0,3,0,0/0,0/1", 4, 3),
        ("3,0,0,0,0,0/0,0,0,4,0,0/0,0/1", 3, 4),
        ("3,0,0,0,0,0/0,0,0,3,0,0/5,0/1", 3, 3),
    ],
)
def test_egg_carton(text: str, first: int, second: int) -> None:
    own, other, tempo = carton.OWN_MARBLE, carton.OTHER_MARBLE, carton.TEMPO
    assert text_worth(EGG_CARTON, text) == tempo + first * own + second * other
    assert text_worth(EGG_CARTON, text[:-1] + "2") == tempo + second * own + first * other


# Abacus: black moves

APART = """
I     . . . . .
H    . . . . . .
G   w . . w . . w
F  . . . . . . . .
E . . . . . . . . .
D  . . . . . . . .
C   b . . b . . b
B    . . . . . .
A     . . . . .
"""


EDGE = "E . . . . . . . . ."
PUSHED_OFF = abacus.THREATENED - abacus.PRESSURE
"""A push of the other side's, which would push a marble off."""


@for_each(
    ("row", "before", "after", "more"),
    [
        ("C   b . . b . . b", "C   b . . b . . b", "C   . b . b . . b", abacus.NEARER - abacus.ON_EDGE),
        ("C   b . . b . . b", "C   b . . b . . b", "C   b b . . . . b", abacus.NEIGHBOURS - abacus.NEARER),
        ("G   w . . w . . w", "G   w . . w . . w", "G   w w . . . . w", abacus.NEARER - abacus.NEIGHBOURS),
        ("A     . . . . .", "A     . . . . .", "A     . . b . .", abacus.ON_EDGE),
        (EDGE, "E b . w w . . . . .", "E b w w . . . . . .", 2 * abacus.NEARER + PUSHED_OFF),
        (EDGE, "E b b . w w . . . .", "E b b w w . . . . .", 2 * abacus.NEARER),
        (EDGE, "E w . b b . . . . .", "E w b b . . . . . .", abacus.PRESSURE - 2 * abacus.NEARER),
    ],
)
def test_abacus(row: str, before: str, after: str, more: int) -> None:
    assert row in APART
    less, value = (ABACUS.evaluate(read_layout(APART.replace(row, drawn))) for drawn in (before, after))
    assert value - less == more


def test_a_marble_that_was_pushed_off() -> None:
    ahead = read_layout(APART)._replace(lost=(0, 1))
    assert ABACUS.evaluate(ahead) - ABACUS.evaluate(read_layout(APART)) == abacus.MARBLE


# Gobblet: white moves

CORNER = 3 * gobblets.LINE[1] + gobblets.VISIBLE
"""A small gobblet in three lines."""


@for_each(
    ("first", "value"),
    [
        ("-,-,-,-", 0),
        ("W1,-,-,-", CORNER),
        ("K1,-,-,-", -CORNER),
        ("-,W1,-,-", CORNER - gobblets.LINE[1]),
        ("W2,-,-,-", CORNER + gobblets.TALLER[0]),
        ("W3,-,-,-", CORNER + sum(gobblets.TALLER[:2])),
        ("W4,-,-,-", CORNER + sum(gobblets.TALLER)),
        ("W1W4,-,-,-", CORNER + sum(gobblets.TALLER) + gobblets.COVERED),
        ("K1W4,-,-,-", CORNER + sum(gobblets.TALLER) - gobblets.COVERED),
        ("W1,W1,-,-", gobblets.LINE[2] + 3 * gobblets.LINE[1] + 2 * gobblets.VISIBLE),
    ],
)
def test_gobblet(first: str, value: int) -> None:
    assert text_worth(GOBBLET, f"{first}/-,-,-,-/-,-,-,-/-,-,-,- W000 K000 W") == gobblets.TEMPO + value


def test_a_gap_that_has_to_be_filled() -> None:
    guarded, open_ = (
        text_worth(GOBBLET, f"{rows} W000 K000 W")
        for rows in ("K1,K1,W4,K1/-,-,-,-/-,-,-,-/-,-,-,-", "K1,K1,-,K1/-,-,-,-/-,-,-,-/-,W4,-,-")
    )
    assert open_ - guarded == gobblets.THREAT


# BeadMaster: a bead of either seat on bars that are all at their first position

THREE_SLIDES, TWO_SLIDES, ONE_SLIDE = 4, 0, 1
SECOND, THIRD = (beads.HELD[count] - beads.HELD[count - 1] for count in (2, 3))
"""What one bead more is worth."""


@for_each(
    ("holes", "value"),
    [
        ([THREE_SLIDES], beads.THIRD),
        ([TWO_SLIDES], beads.LATER),
        ([ONE_SLIDE], beads.SOON),
        ([THREE_SLIDES, ONE_SLIDE, TWO_SLIDES], SECOND + THIRD + beads.THIRD + beads.SOON + beads.LATER),
    ],
)
def test_beadmaster(holes: list[int], value: int) -> None:
    grid = ["0"] * 49
    grid[35] = "2"  # as safe as THREE_SLIDES
    value -= beads.THIRD
    for hole in holes:
        grid[hole] = "1"
    assert text_worth(BEADMASTER, f"2 1 0000000 0000000 {''.join(grid)}") == beads.TEMPO + value
    assert text_worth(BEADMASTER, f"2 2 0000000 0000000 {''.join(grid)}") == beads.TEMPO - value


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("-,W1,-,-/-,W1,-,-/-,-,-,-/-,-,-,-", "-,W1,-,-/-,-,W1,-/-,-,-,-/-,-,-,-"),
        ("-,-,-,-/-,W1,-,-/-,-,-,-/-,-,-,-", "-,W1,-,-/-,-,-,-/-,-,-,-/-,-,-,-"),
        ("K1,K1,W4,K2/-,-,-,-/-,-,-,-/-,-,-,-", "K1,K1,-,K2/-,-,-,-/-,-,-,-/-,-,-,W4"),
    ],
    ids=["in a line", "in the middle", "stopping a threat"],
)
def test_what_is_better_is_valued_more(better: str, worse: str) -> None:
    assert text_worth(GOBBLET, f"{better} W000 K000 W") > text_worth(GOBBLET, f"{worse} W000 K000 W")


# The moves that must be looked at before a position is valued


@for_each(
    ("game", "text", "noisy"),
    [
        # C, three from the right end, and F, next to it, end off the board; A ends on D.
        (EGG_CARTON, "3,0,4,0,0,1/1,1,1,1,1,1/0,0/1", ["C", "F"]),
        (GOBBLET, "W4,W1,W2,-/-,-,-,-/-,-,-,-/-,-,-,W3 W300 K000 W", ["W1A4", "D4A4"]),
        (GOBBLET, "W4,W1,W2,K4/-,-,-,-/-,-,-,-/-,-,-,W3 W300 K000 W", []),
        # D4A4 would uncover black's line.
        (GOBBLET, "W4,W1,W2,-/K1,K1,K2,K2W3/-,-,-,-/-,-,-,- W300 K000 W", ["W1A4"]),
    ],
)
def test_what_is_loud(game: Game, text: str, noisy: list[str]) -> None:
    assert list(map(str, game.noisy(game.read(text)))) == noisy


NAMES = ("Ann", "Bob", "Cleo")
BY_KEY = {game.key: game for game in GAMES}


INNER = (0,) * BARS


def with_beads(**where: int) -> BeadGrid:
    """Beads of players on a grid whose bars all stand in their inner position; the first one is to slide."""
    cells = [0] * HOLES
    for name, player in where.items():
        cells[HOLE_NAMES.index(name)] = player
    return BeadGrid(INNER, tuple(cells), 0, 3)


@for_each(
    ("grid", "move", "words"),
    [
        # Row 2 is h2's alone in A, D and G: outwards it shows A and G open, and D covered.
        (with_beads(A2=2, A1=1, C1=3), "h2o", "drops one of Bob's beads"),
        (with_beads(A2=2, G2=2, A1=1, C1=3), "h2o", "drops two of Bob's beads"),
        (with_beads(A2=2, G2=3, A1=1, C1=3), "h2o", "drops one of Bob's beads and one of Cleo's beads"),
        (with_beads(A2=2, G2=1, A1=1, C1=3), "h2o", "drops one of Bob's beads at the cost of one"),
        (with_beads(A2=2, G2=2, A1=1), "h2o", "drops two of Bob's beads and wins"),
        (with_beads(A2=1, A1=2, C1=3), "h2o", "loses one bead"),
    ],
)
def test_beadmaster_merits(grid: BeadGrid, move: str, words: str) -> None:
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
    assert "takes 1 bead out of danger" in said
    assert "puts 1 bead of others in danger" in said


def test_beadmaster_praises_a_placement_only_where_no_single_slide_drops_the_bead() -> None:
    game = BY_KEY["beadmaster"]
    start = Match.new(game, random=Random(1)).position
    for move in start.moves():
        placed = typed(start.play(move), BeadGrid)
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
    assert advice(match, select, known) == (
        "Try F: ends off the board and goes again; you can win in 2 moves."
    )
    assert advice(match, select, guessed) == "Try F: ends off the board and goes again."
    plain = game.find(match.position, "A")
    assert advice(match, plain, guessed) == "Try A: ends at B."

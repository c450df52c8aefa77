"""What is read out of a position to somebody who does not see the board."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.core import Game, Result
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.abacus.position import BY_NAME, Abacus
from marbles_tui.games.beadmaster import BEADMASTER, Slide
from marbles_tui.games.beadmaster.position import HOLES, BeadGrid
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.getaway.journey import Journey
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.games.gobblet.position import NUMBERS
from marbles_tui.play import Match, Seat
from tests.typed import typed

NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("game", "position", "told"),
    [
        (
            ABACUS, "wwwww/6/7/8/9/8/bb1b3/6/bbb2 b 1 2",
            [
                "Ann, black, has marbles on C1 C2 C4; A1 to A3.",
                "Bob, white, has marbles on I5 to I9.",
                "Ann has lost 1 marble of 6.",
                "Bob has lost 2 marbles of 6.",
            ],
        ),
        (
            EGG_CARTON, "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1",
            [
                "Ann has 16 marbles: A 7, B 3, C 4, D 1, E empty, F 1.",
                "Bob has 14 marbles: I 1, J 6, K empty, L 1, M 2, N 4.",
                "Off the board: none at the right end, none at the left end.",
            ],
        ),
        (
            GOBBLET, "K4,K4,-,W4/-,W3K4,-,-/-,-,-,-/-,-,-,- W244 K333 W",
            [
                "Row A: A1 black huge, A2 black huge, A4 white huge.",
                "Row B: B2 black huge over white big.",
                "Row C: empty.",
                "Row D: empty.",
                "Ann, white, has on the stacks, from the top: W1 small, tiny; W2 huge, big, small, tiny; "
                "W3 huge, big, small, tiny.",
                "Bob, black, has on the stacks, from the top: K1 big, small, tiny; K2 big, small, tiny; "
                "K3 big, small, tiny.",
            ],
        ),
        (
            BEADMASTER, "21" + "0000000" + "0012000" + "1200000" + "0" * 42,
            [
                "Ann has beads on A1 held by h1 and v1.",
                "Bob has beads on B1 held by v2.",
                "The bars, slot by slot, from the left or the top: x is filled, o is holed. "
                "The seven slots that stand together lie under the holes; "
                "i moves the bar right or down by one slot, o left or up.",
                "h1 inner: xoxoxox ox",
                "h2 inner: xooxoox ox",
                "h3 inner: xoooxoo ox",
                "h4 inner: xoxoxox ox",
                "h5 inner: xoooooo ox",
                "h6 inner: xxoooxo xx",
                "h7 inner: xooxoxo xx",
                "v1 inner: xooooxo xx",
                "v2 inner: xoooxxo ox",
                "v3 central: x oxooxox x",
                "v4 outer: xo oxxooox",
                "v5 inner: xxoooxo xx",
                "v6 inner: xxooooo xx",
                "v7 inner: xooxoox ox",
            ],
        ),
    ],
    ids=["abacus", "egg-carton", "gobblet", "beadmaster"],
)  # fmt: skip
def test_a_position_is_described(game: Game, position: str, told: list[str]) -> None:
    assert game.describe(game.read(position), NAMES).splitlines() == told


def test_a_journey_is_described() -> None:
    match = Match.new(GETAWAY, seats=[Seat(name) for name in NAMES]).read("*3")
    assert GETAWAY.describe(typed(match.position, Journey), NAMES).splitlines() == [
        "Ann is on square 3 of 27, Wrecker's Cellar, with 25 gold, Dark Lantern.",
        "Bob is on square 0 of 27, Harbour, with 25 gold.",
        "Ahead of Bob: 1 Net Loft, pays 6 gold; 2 Fish Market, pays up to 4 gold; 3 Wrecker's Cellar, has trinkets; "
        "4 Quiet Cove, pays up to 12 gold; 5 Customs Boat, takes you up to 3 back; 6 Tar Barrels, pays 2 gold.",
    ]


def threats(game: Game, text: str) -> frozenset[int]:
    return game.threats(game.read(text))


def cells(*names: str) -> frozenset[int]:
    return frozenset(NUMBERS[name] for name in names)


# Threats


def test_a_marble_at_the_edge_before_a_longer_row_is_threatened() -> None:
    """White's C1 stands at the edge before black's C2 and C3; black's I5 at the edge before one white marble."""
    text = "4b/5w/7/8/9/8/wbb4/6/5 {} 0 0"
    assert threats(ABACUS, text.format("w")) == {BY_NAME["c1"]}
    assert threats(ABACUS, text.format("b")) == frozenset()


@pytest.mark.parametrize("seed", range(5))
def test_threatened_marbles_are_those_that_a_move_of_the_other_side_pushes_off(seed: int) -> None:
    random, match = Random(seed), Match.new(ABACUS, setup="wall")
    for _ in range(80):
        position = typed(match.position, Abacus)
        other = position._replace(turn=1 - position.turn)
        events = [event for move in other.moves() for event in ABACUS.tell(other, move)[1]]
        assert ABACUS.threats(position) == {event.cells[0] for event in events if event.kind == "lost"}
        match, _ = match.play(random.choice(match.position.moves()))


def test_three_in_a_line_of_the_other_side_are_marked() -> None:
    board = "K2,K3,-,K1/-,K2,-,-/-,-,W1,-/-,-,-,- W000 K000"
    assert threats(GOBBLET, f"{board} W") == cells("A1", "A2", "A4")
    assert threats(GOBBLET, f"{board} K") == frozenset()
    covered = board.replace("K3,-,K1/", "K3,-,K1W2/")
    assert threats(GOBBLET, f"{covered} W") == frozenset()


@pytest.mark.parametrize("seed", range(3))
def test_threatened_beads_are_those_that_a_legal_slide_drops(seed: int) -> None:
    random, match = Random(seed), Match.new(BEADMASTER, setup="placed", random=Random(seed))
    for _ in range(40):
        if match.result:
            break
        grid = typed(match.position, BeadGrid)
        events = [event for move in grid.moves() for event in BEADMASTER.tell(grid, move)[1]]
        assert BEADMASTER.threats(grid) == {event.cells[0] for event in events if event.kind == "fall"}
        match, _ = match.play(random.choice(grid.moves()))


def test_no_bead_is_threatened_while_beads_are_placed() -> None:
    assert (
        BEADMASTER.threats(typed(Match.new(BEADMASTER, random=Random(1)).position, BeadGrid)) == frozenset()
    )


def test_a_game_without_threats_marks_none() -> None:
    assert GETAWAY.threats(typed(Match.new(GETAWAY).position, Journey)) == frozenset()
    assert EGG_CARTON.threats(typed(Match.new(EGG_CARTON).position, Carton)) == frozenset()


# Wins


def test_the_cleared_side_shows_why_a_carton_is_won() -> None:
    over = EGG_CARTON.read("0,0,0,0,0,0/1,0,0,0,0,0/0,0/1")
    assert over.result
    assert EGG_CARTON.winning_cells(over, over.result) == frozenset(range(6))
    start = Match.new(EGG_CARTON)
    resigned = start.resign(0).result
    assert resigned
    assert EGG_CARTON.winning_cells(typed(start.position, Carton), resigned) == frozenset()


def test_all_winning_lines_of_four_are_shown() -> None:
    over = GOBBLET.read("W4,W4,W4,W3/W3,-,-,-/W2,-,-,-/W2,-,-,- W111 K444 K")
    assert over.result
    assert GOBBLET.winning_cells(over, over.result) == cells("A1", "A2", "A3", "A4", "B1", "C1", "D1")
    assert GOBBLET.winning_cells(over, Result.draw(2, "agreed")) == frozenset()


def test_the_winner_s_marbles_and_beads_are_shown() -> None:
    over = ABACUS.read("wwwww/6/7/8/9/8/7/6/5 b 6 0")
    assert over.result
    assert ABACUS.winning_cells(over, over.result) == {BY_NAME[f"i{digit}"] for digit in range(5, 10)}
    grid = typed(Match.new(BEADMASTER, setup="placed", random=Random(4)).position, BeadGrid)
    won = BEADMASTER.winning_cells(grid, Result.win(2, 1, "resigned"))
    assert won == {hole for hole in range(HOLES) if grid.beads[hole] == 2}
    assert isinstance(grid.moves()[0], Slide)

"""Games on graphs, small enough to be judged by looking at all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from marbles_tui.ai.search.result import WIN
from marbles_tui.core import Result


@dataclass(frozen=True, eq=False)
class Graph:
    """What a search asks of a game: `ways` leads from every node to the next ones, `ends` says who wins (1: who is to
    move there), `seats` who is to move, `values` what a running game seems to be worth to them."""

    ways: Mapping[int, Sequence[int]]
    ends: Mapping[int, int]
    seats: Mapping[int, int]
    values: Mapping[int, int]

    def at(self, number: int) -> Node:
        """The position at a node."""
        return Node(self, number)

    def identity(self, position: Node) -> int:
        return position.number

    def worth(self, position: Node, seat: int) -> int:
        value = self.values.get(position.number, 0)
        return value if seat == position.turn else -value

    def noisy(self, position: Node) -> Sequence[int]:
        return [move for move in position.moves() if position.play(move).result]


@dataclass(frozen=True)
class Node:
    """A position; a move is the number of a way."""

    graph: Graph
    number: int

    @property
    def turn(self) -> int:
        return self.graph.seats[self.number]

    @cached_property
    def result(self) -> Result | None:
        end = self.graph.ends.get(self.number)
        if end is None:
            return None
        return Result.win(2, self.turn if end > 0 else 1 - self.turn, "end") if end else Result.draw(2, "end")

    def moves(self) -> Sequence[int]:
        return range(len(self.graph.ways[self.number])) if self.result is None else ()

    def play(self, move: int) -> Node:
        return Node(self.graph, self.graph.ways[self.number][move])


def random_graph(seed: int, alternating: bool, layers: int = 6, width: int = 6) -> Any:
    """A game in which every move leads a layer down; the last layer ends it, as do some nodes above."""
    random = Random(seed)
    ways: dict[int, list[int]] = {}
    ends: dict[int, int] = {}
    seats: dict[int, int] = {}
    for layer in range(layers):
        for node in range(layer * width, (layer + 1) * width):
            seats[node] = layer % 2 if alternating else random.randrange(2)
            if layer == layers - 1 or (layer > 1 and random.random() < 0.2):
                ends[node] = random.choice((-1, -1, 0, 1, 1))
            ways[node] = [(layer + 1) * width + random.randrange(width) for _ in range(random.randint(1, 4))]
    return Graph(ways, ends, seats, {})


@cache
def true_score(node: Node) -> int:
    """The score of a node by the definition: the quickest win, the slowest loss."""
    end = node.graph.ends.get(node.number)
    if end is not None:
        return end * WIN
    return max(score_after(node, move) for move in node.moves())


def score_after(node: Node, move: int) -> int:
    """What a move leads to, for the seat that makes it."""
    after = node.play(move)
    value = true_score(after)
    value -= (value > 0) - (value < 0)
    return value if after.turn == node.turn else -value

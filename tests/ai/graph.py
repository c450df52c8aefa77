"""Games on graphs, small enough to be judged by looking at all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from marbles_tui.ai.search.result import WIN


@dataclass(frozen=True)
class Graph:
    """A kernel: `ways` leads from every node to the next ones, `ends` says who wins (1: who is to move
    there), `seats` who is to move, `worth` what a running game seems to be worth to them."""

    ways: Mapping[int, Sequence[int]]
    ends: Mapping[int, int]
    seats: Mapping[int, int]
    worth: Mapping[int, int]

    def pack(self, position: Any) -> int:
        node: int = position
        return node

    def turn(self, state: int) -> int:
        return self.seats[state]

    def moves(self, state: int) -> Sequence[int]:
        return range(len(self.ways[state])) if state not in self.ends else ()

    def play(self, state: int, move: int) -> int:
        return self.ways[state][move]

    def outcome(self, state: int) -> int | None:
        return self.ends.get(state)

    def evaluate(self, state: int) -> int:
        return self.worth.get(state, 0)

    def noisy(self, state: int) -> Sequence[int]:
        return [move for move in self.moves(state) if self.play(state, move) in self.ends]

    def notation(self, state: int, move: int) -> str:
        return f"{state}-{self.play(state, move)}"


def random_graph(seed: int, alternating: bool, layers: int = 7, width: int = 6, draws: bool = True) -> Graph:
    """A game in which every move leads a layer down; the last layer ends it, as do some nodes above."""
    random = Random(seed)
    ways: dict[int, list[int]] = {}
    ends: dict[int, int] = {}
    seats: dict[int, int] = {}
    for layer in range(layers):
        for node in range(layer * width, (layer + 1) * width):
            seats[node] = layer % 2 if alternating else random.randrange(2)
            if layer == layers - 1 or (layer > 1 and random.random() < 0.2):
                ends[node] = random.choice((-1, -1, 0, 1, 1) if draws else (-1, 1))
            ways[node] = [(layer + 1) * width + random.randrange(width) for _ in range(random.randint(1, 4))]
    return Graph(ways, ends, seats, {})


def true_score(graph: Graph, node: int) -> int:
    """The score of a node by the definition: the quickest win, the slowest loss."""

    @cache
    def score(node: int) -> int:
        end = graph.outcome(node)
        if end is not None:
            return end * WIN
        return max(later(node, graph.play(node, move)) for move in graph.moves(node))

    def later(node: int, after: int) -> int:
        value = score(after)
        value -= (value > 0) - (value < 0)
        return value if graph.turn(after) == graph.turn(node) else -value

    return score(node)

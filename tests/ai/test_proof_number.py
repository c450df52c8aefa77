"""Proof-number search proves what is true, on any kernel without draws."""

from __future__ import annotations

import pytest

from marbles_tui.ai.budget import Budget, Limit, SearchStopped
from marbles_tui.ai.search.proof_number import ProofNumberSearch
from tests.ai.graph import Graph, random_graph, true_score

GRAPHS = [
    pytest.param(graph, id=f"{seed} {'in turn' if alternating else 'several running'}")
    for alternating in (True, False)
    for seed in range(60)
    if (graph := random_graph(seed, alternating, draws=False)).outcome(0) is None
]


@pytest.mark.parametrize("graph", GRAPHS)
def test_proves_who_wins(graph: Graph) -> None:
    proof: ProofNumberSearch[int] = ProofNumberSearch(graph, Budget(Limit()))
    wins = true_score(graph, 0) > 0
    assert proof.known(0) is None
    assert proof.prove(0) is wins
    assert proof.known(0) is wins


def test_what_it_says_of_other_states_is_true_too() -> None:
    graph = random_graph(3, alternating=False, draws=False)
    proof: ProofNumberSearch[int] = ProofNumberSearch(graph, Budget(Limit()))
    proof.prove(0)
    known = [node for node in graph.ways if node not in graph.ends and proof.known(node) is not None]
    assert len(known) > 3
    assert all(proof.known(node) is (true_score(graph, node) > 0) for node in known)


def test_ends_with_its_limit() -> None:
    graph = random_graph(8, alternating=True, layers=12, draws=False)
    proof: ProofNumberSearch[int] = ProofNumberSearch(graph, Budget(Limit(nodes=2)))
    with pytest.raises(SearchStopped):
        proof.prove(0)

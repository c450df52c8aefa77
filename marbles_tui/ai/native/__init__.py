"""The same search in C, called through ctypes; the one in Python serves wherever this cannot.

`native/` in the checkout has its source. What is limited in nodes or depth is left to Python, so that it plays the
same on every machine, with the library or without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marbles_tui.ai.budget import Budget
from marbles_tui.ai.native.library import Library, installed_library
from marbles_tui.ai.native.search import NativeSearch
from marbles_tui.ai.native.states import packing_of
from marbles_tui.ai.search.iterative_deepening import Search
from marbles_tui.core import Kernel


def serving(kernel: Kernel, state: Any, budget: Budget) -> Library | None:
    """The library, if it is to look ahead from a state within a budget."""
    if budget.limit.nodes is not None or budget.limit.depth is not None or not packing_of(kernel, state):
        return None
    return installed_library()


def search_from(
    kernel: Kernel,
    state: Any,
    budget: Budget,
    repetitions: Mapping[Any, int] | None = None,
    seed: int = 0,
    table: int | None = None,
) -> Search | NativeSearch:
    """The search that is to look ahead from a state within a budget; the arguments are those of `Search`, and the
    bytes that the native one may remember positions in."""
    found = serving(kernel, state, budget)
    if found is None:
        return Search(kernel, budget, repetitions, seed)
    return NativeSearch(found, kernel, budget, repetitions, seed, table)

"""One visible instant of a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, and the whole board after it.

    `cells` are the places it happened at, from → to where something moves;
    `facts` are the numbers and names a sentence about it needs.
    """

    kind: str
    board: Any
    cells: tuple[int, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


Tell = Callable[[Event], None]
"""Receives the events of a move while it is played."""

"""Starts that are fair: where a computer knows how to win from the first move on, others are suggested."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from marbles_tui.ai.levels import computers_of, known_levels
from marbles_tui.core import Game


class FairStart(NamedTuple):
    """A start to play instead, as `Match.new` takes it, and why, in a sentence."""

    setup: str
    reason: str


def unfair_start(game: Game, setup: str | None, levels: Iterable[str | None]) -> str:
    """What is wrong with a start for players of these levels (None or "" for a person), in a sentence; "" for a
    start that is fair, or drawn by chance."""
    computers = computers_of(game)
    name = game.named(setup)
    if computers is None or computers.fairness is None or name is None:
        return ""
    knowing = computers.fairness.decided.get(name, frozenset())
    titles = {level.key: level.title for level in known_levels(game)}
    found = next((titles[level] for level in levels if level in knowing), None)
    return computers.fairness.reason.format(start=name, level=found) if found else ""


def fair_start(game: Game, levels: Iterable[str | None], setup: str | None = None) -> FairStart | None:
    """The start to suggest to players of these levels who are about to play from `setup` (None: the default);
    None where that one is fair."""
    computers = computers_of(game)
    reason = unfair_start(game, setup, levels)
    if computers is None or computers.fairness is None or not reason:
        return None
    return FairStart(computers.fairness.even, reason)

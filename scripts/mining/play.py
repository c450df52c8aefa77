"""Fast games of a computer against itself, on the native search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.native.library import installed_library
from marbles_tui.ai.native.search import native_search
from marbles_tui.ai.search.result import PROVED, ScoredMove
from marbles_tui.core import AnyPosition, Game

TABLE: Final = 1 << 20
LONGEST: Final = 160
"""Plies of a game: what is worth mining has come by then."""

BY_CHANCE: Final = (2, 10)
"""So many plies by chance at the start of a game."""

LOOKS: Final = 3
"""How many plies ahead the players look."""

CHOICE: Final = 3
"""Among how many of the best moves chance chooses, where they cost no more than SLACK."""

SLACK: Final = 40


def look_ahead(
    position: AnyPosition, depth: int, multipv: int, *, plain: bool = False
) -> Sequence[ScoredMove]:
    """The best moves of a running game and their scores, so many plies ahead."""
    library, budget = installed_library(), Budget(Limit(depth=depth))
    assert library, "mining needs the native search: make native"
    return native_search(library, position, budget, multipv=multipv, table=TABLE, plain=plain).ranking[
        :multipv
    ]


def self_play(game: Game, seed: str) -> Iterator[AnyPosition]:
    """The positions of one game, the start first, from a start and with options that chance has drawn."""
    random = Random(seed)
    options = game.choose({})
    setup = game.resolve_setup(random.choice(list(game.setups)), 2, options, random)
    position = game.start(setup, 2, options)
    wild = random.randrange(*BY_CHANCE)
    for ply in range(LONGEST):
        if position.result:
            return
        yield position
        if ply < wild:
            position = position.play(random.choice(position.moves()))
            continue
        found = look_ahead(position, LOOKS, CHOICE)
        best = found[0].score
        fit = found[:1] if abs(best) >= PROVED else [one for one in found if one.score >= best - SLACK]
        position = position.play(game.find(position, random.choice(fit).move))

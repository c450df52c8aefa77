"""Fast games of a computer against itself, on the native search."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from marbles_tui.ai.native.library import Finding, Report, Request, Stop, installed_library
from marbles_tui.ai.native.search import as_words
from marbles_tui.ai.native.states import packing_of
from marbles_tui.ai.puzzles.forcing import moves_of
from marbles_tui.ai.search.result import PROVED
from marbles_tui.core import AnyPosition, Game, Kernel

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

_REPORT = Report(lambda _: None)
_STOP = Stop(lambda: 0)


def look_ahead(
    kernel: Kernel, state: Any, depth: int, multipv: int, *, plain: bool = False
) -> list[tuple[int, int]]:
    """The best moves of a running game and their scores, so many plies ahead."""
    library, packing = installed_library(), packing_of(kernel, state)
    assert library, "mining needs the native search: make native"
    assert packing, "the native search knows all games with puzzles"
    moves = list(moves_of(kernel, state))
    noisy = set(kernel.noisy(state))
    moves.sort(key=lambda move: move not in noisy)
    finding = Finding()
    words, listed = as_words(packing.words(state)), (ctypes.c_int32 * len(moves))(*moves)
    request = Request(
        words, listed, as_words(()), -1.0, -1.0, 0, TABLE, len(moves), 0, False, depth, multipv, plain
    )
    library.call("search", packing.game, request, finding, _REPORT, _STOP)
    count = min(multipv, finding.move_count)
    return list(zip(finding.moves[:count], finding.scores[:count], strict=True))


def self_play(game: Game, seed: str) -> Iterator[AnyPosition]:
    """The positions of one game, the start first, from a start and with options that chance has drawn."""
    random = Random(seed)
    options = game.choose({})
    setup = game.resolve_setup(random.choice(list(game.setups)), 2, options, random)
    position = game.start(setup, 2, options)
    kernel = game.kernel()
    assert kernel
    wild = random.randrange(*BY_CHANCE)
    for ply in range(LONGEST):
        state = kernel.pack(position)
        if kernel.outcome(state) is not None:
            return
        yield position
        if ply < wild:
            move = random.choice(list(moves_of(kernel, state)))
        else:
            found = look_ahead(kernel, state, LOOKS, CHOICE)
            best = found[0][1]
            fit = [at for at, score in found if score >= best - SLACK]
            move = found[0][0] if abs(best) >= PROVED else random.choice(fit)
        position = position.play(game.find(position, kernel.notation(state, move)))

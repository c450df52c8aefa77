"""The same truth twice: the kernels in Python and the library, position by position.

python -m tests.native.compare [POSITIONS] [SEED]     # of each game, with the library that is installed
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from ctypes import c_int32, c_uint64
from random import Random
from typing import Any

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.native.library import MOST_MOVES, MOST_WORDS, NO_RESULT, Library, installed_library
from marbles_tui.ai.native.search import NativeSearch, as_words
from marbles_tui.ai.native.states import packing_of
from marbles_tui.ai.search.result import PROVED
from marbles_tui.core import Game, Kernel
from marbles_tui.core.kernel import StagedMoves
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from tests.native.reference import Reference

SEARCHED = tuple(game for game in GAMES if game.has_kernel)


def kernel_of(game: Game) -> Kernel:
    """A searched game's kernel."""
    kernel = game.kernel()
    assert kernel
    return kernel


def random_match(game: Game, random: Random) -> Match:
    """A match of two before its first ply; its start and options are drawn."""
    options = {
        option.name: str(random.choice(option.values))
        for option in game.options
        if option.name != "players" and random.random() < 0.5
    }
    setup = random.choice([None, None, *game.setups])
    return Match.new(game, setup=setup, options=options, random=random)


def random_states(game: Game, kernel: Kernel, random: Random) -> Iterator[Any]:
    """The states of random games without end, finished ones among them; half of the moves are noisy ones
    where there are any, lest the games never end."""
    while True:
        state = kernel.pack(random_match(game, random).position)
        for _ in range(200):
            yield state
            moves = (random.random() < 0.5 and kernel.noisy(state)) or kernel.moves(state)
            if kernel.outcome(state) is not None:
                break
            state = kernel.play(state, random.choice(moves))


def compare_rules(library: Library, kernel: Kernel, state: Any) -> None:
    """Fail unless the library sees a state as the kernel does: its moves, what follows them, its value."""
    packing = packing_of(kernel, state)
    assert packing
    game, words = packing.game, as_words(packing.words(state))
    assert packing.state(list(words)) == state
    outcome = kernel.outcome(state)
    assert library.call("outcome", game, words) == (NO_RESULT if outcome is None else outcome), state
    assert library.call("turn", game, words) == kernel.turn(state), state
    moves = (c_int32 * MOST_MOVES)()
    listed = moves[: library.call("moves", game, words, moves)]
    assert sorted(listed) == sorted(kernel.moves(state)), state
    if outcome is not None:
        return
    assert library.call("evaluate", game, words) == kernel.evaluate(state), state
    noisy = moves[: library.call("noisy", game, words, moves)]
    assert sorted(noisy) == sorted(kernel.noisy(state)), state
    after = (c_uint64 * MOST_WORDS)()
    for move in listed:
        library.call("play", game, words, move, after)
        assert packing.state(after[: len(words)]) == kernel.play(state, move), (state, move)


def compare_legality(library: Library, kernel: Kernel, states: list[Any]) -> None:
    """Fail unless each move of one state is legal in another just where the other lists it."""
    known = {move for state in states for move in kernel.moves(state)}
    for state in states:
        packing = packing_of(kernel, state)
        assert packing
        words, listed = as_words(packing.words(state)), set(kernel.moves(state))
        if listed:
            legal = {move for move in known if library.call("legal", packing.game, words, move)}
            assert legal == listed & known, state


def perft(kernel: Kernel, state: Any, depth: int) -> int:
    """The sequences of so many plies, as the kernel counts them."""
    moves = kernel.moves(state)
    return (
        len(moves)
        if depth == 1
        else sum(perft(kernel, kernel.play(state, move), depth - 1) for move in moves)
    )


def native_perft(library: Library, kernel: Kernel, state: Any, depth: int) -> int:
    """The same as the library counts them."""
    packing = packing_of(kernel, state)
    assert packing
    return int(library.call("perft", packing.game, as_words(packing.words(state)), depth))


def compare_scores(
    library: Library, game: Game, kernel: Kernel, state: Any, past: list[Any], depth: int
) -> None:
    """Fail unless both score every move of a running game alike, where the order of moves means nothing."""
    repetitions = None if game.repetition == "none" else dict.fromkeys(past, 2)
    expected = Reference(kernel, repetitions).scores(state, depth)
    if max(expected.values()) >= PROVED or len(expected) < 2:
        return  # the search ends there as soon as it has seen the win
    search = NativeSearch(library, kernel, Budget(Limit(depth=depth)), repetitions, plain=True)
    found = search.run(state, multipv=MOST_MOVES)
    moves = kernel.search_moves(state) if isinstance(kernel, StagedMoves) else kernel.moves(state)
    if found.depth == depth:
        assert dict(found.ranking) == {move: expected[move] for move in moves}, state


def main(positions: int = 10_000, seed: int = 1) -> None:
    """Compare positions of every game, and the scores of some of them."""
    library = installed_library()
    if library is None:
        sys.exit("the native search is not built here: make native")
    for game in SEARCHED:
        kernel = kernel_of(game)
        states = random_states(game, kernel, Random(seed))
        batch: list[Any] = []
        for number in range(positions):
            state = next(states)
            compare_rules(library, kernel, state)
            batch.append(state)
            if number % 100 == 99:
                assert native_perft(library, kernel, state, 2) == perft(kernel, state, 2)
                compare_legality(library, kernel, batch[::10])
                if kernel.outcome(state) is None:
                    compare_scores(library, game, kernel, state, batch[-9:-1:2], 2)
                batch.clear()
        print(f"{game.key}: {positions:,} positions agree")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))

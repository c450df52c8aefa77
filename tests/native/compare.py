"""The same truth twice: the games' own rules and values, and the library's, position by position.

python -m tests.native.compare [POSITIONS] [SEED]     # of each game, with the library that is installed
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from ctypes import c_int32, c_uint64
from itertools import islice
from random import Random

from marbles_tui.ai.analysis import Budget, Limit
from marbles_tui.ai.native.library import (
    MOST_MOVES,
    MOST_WORDS,
    NO_RESULT,
    NativeLibrary,
    as_words,
    installed_library,
)
from marbles_tui.ai.native.search import native_search, packed_for_sure
from marbles_tui.ai.search.plain import PlainSearch
from marbles_tui.core import AnyPosition, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.play.perft import perft

SEARCHED = tuple(game for game in GAMES if game.has_kernel)


def random_match(game: Game, random: Random) -> Match:
    """A match before its first ply; its start, options and seats are drawn."""
    options = {
        option.name: str(random.choice(option.values)) for option in game.options if random.random() < 0.5
    }
    setup = random.choice([None, None, *game.setups])
    return Match.new(game, setup=setup, options=options, random=random)


def random_positions(game: Game, random: Random) -> Iterator[AnyPosition]:
    """The positions of random games without end, finished ones among them; half of the moves are noisy ones where
    there are any, lest the games never end."""
    while True:
        position = random_match(game, random).position
        for _ in range(200):
            yield position
            if position.result:
                break
            moves = (random.random() < 0.5 and game.noisy(position)) or position.moves()
            position = position.play(random.choice(moves))


def native_moves(library: NativeLibrary, name: str, position: AnyPosition) -> dict[str, int]:
    """The library's moves, by notation: all that are legal, those that differ, or the noisy ones."""
    number, words = packed_for_sure(position)
    moves = (c_int32 * MOST_MOVES)()
    listed = moves[: library.call(name, number, as_words(words), moves)]
    return {library.notation(number, move): move for move in listed}


def compare_rules(library: NativeLibrary, game: Game, positions: Sequence[AnyPosition]) -> None:
    """Fail unless the library sees positions as the game does, each with another seat that thinks; a move of one is
    legal in another just where that lists it."""
    for number, position in enumerate(positions):
        _compare_position(library, game, position, number % position.seats)
    _compare_legality(library, positions[::10])
    if positions[-1].result is None:
        assert native_perft(library, positions[-1], 2) == perft(positions[-1], 2)


def _compare_position(library: NativeLibrary, game: Game, position: AnyPosition, thinker: int) -> None:
    """Its moves, what follows them, its value. Where more than two play, `thinker` is against all others."""
    seat = position.turn if position.seats == 2 else thinker
    number, packed = packed_for_sure(position, seat)
    words, sign = as_words(packed), 1 if seat == position.turn else -1
    result = position.result
    won = NO_RESULT if result is None else sign * round(2 * result.scores[seat] - 1)
    assert library.call("outcome", number, words) == won, position
    moves = {str(move): move for move in position.moves()}
    native = native_moves(library, "moves", position)
    assert native.keys() == moves.keys(), position
    if result is not None:
        return
    assert library.call("turn", number, words) == (position.turn if position.seats == 2 else sign < 0)
    assert library.call("evaluate", number, words) == sign * game.worth(position, seat), position
    distinct = native_moves(library, "distinct", position).keys()
    assert len({game.identity(position.play(move)) for move in moves.values()}) <= len(distinct) <= len(moves)
    noisy = native_moves(library, "noisy", position).keys()
    assert noisy == distinct & set(map(str, game.noisy(position))), position
    after = (c_uint64 * MOST_WORDS)()
    for word, move in moves.items():
        assert library.call("hidden", number, words, native[word]) == bool(game.hidden(position, move)), word
        library.call("play", number, words, native[word], after)
        assert tuple(after[: len(words)]) == packed_for_sure(position.play(move), seat)[1], (position, word)


def _compare_legality(library: NativeLibrary, positions: Sequence[AnyPosition]) -> None:
    of_each = [set(native_moves(library, "moves", position).values()) for position in positions]
    known = set().union(*of_each)
    for position, listed in zip(positions, of_each, strict=True):
        number, words = packed_for_sure(position)
        if listed and number == packed_for_sure(positions[0])[0]:
            legal = {move for move in known if library.call("legal", number, as_words(words), move)}
            assert legal == listed, position


def native_perft(library: NativeLibrary, position: AnyPosition, depth: int) -> int:
    """The sequences of so many plies, as the library counts them."""
    number, words = packed_for_sure(position)
    return int(library.call("perft", number, as_words(words), depth))


def compare_scores(
    library: NativeLibrary, game: Game, position: AnyPosition, past: list[AnyPosition], depth: int
) -> None:
    """Fail unless both searches score every move of a game alike, where the order of moves means nothing."""
    if position.result is not None:
        return
    stood = None if game.repetition == "none" else past * 2
    plain = PlainSearch(game, position, Budget(Limit(depth=depth)), stood).run(MOST_MOVES)
    native = native_search(
        library, position, Budget(Limit(depth=depth)), stood, multipv=MOST_MOVES, plain=True
    )
    expected = dict(plain.ranking)
    assert plain.depth == native.depth, position
    assert dict(native.ranking) == {word: expected[word] for word, _ in native.ranking}, position


def main(positions: int = 10_000, seed: int = 1) -> None:
    """Compare positions of every game, and the scores of some of them."""
    library = installed_library()
    if library is None:
        sys.exit("the native search is not built here: make native")
    for game in SEARCHED:
        drawn = random_positions(game, Random(seed))
        for _ in range(0, positions, 100):
            batch = list(islice(drawn, 100))
            compare_rules(library, game, batch)
            compare_scores(library, game, batch[-1], batch[-9:-1:2], 2)
        print(f"{game.key}: {positions:,} positions agree")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))

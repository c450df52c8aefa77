"""What `import marbles_tui` offers: records read, matches played and thought about, sequences counted."""

from __future__ import annotations

from collections.abc import Iterator

from marbles_tui import games
from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.core import Game
from marbles_tui.play import Match, Reading, read_match, read_matches
from marbles_tui.play.perft import perft as count_sequences

__all__ = ["Match", "perft", "read", "read_all", "think"]


def read(text: str, game: Game | str | None = None) -> Match:
    """The first match of a text: a record, or with `game` (or its key) also a bare list of moves.

    Raises BadRecord, a ValueError, where it cannot be read to its end; LookupError for an unknown game.

    >>> match = read("a1b2 i5h5 b1c2", "abacus")
    >>> match.plies, match.names[match.turn]
    (3, 'Player 2')
    """
    return read_match(text, games.GAMES, _game(game)).whole()


def read_all(text: str, game: Game | str | None = None) -> Iterator[Reading]:
    """The matches of a text, one after another; what cannot be read is told in each reading's `fault`, and its
    `match` then holds what stands before it (None: not even the start). Raises LookupError for an unknown game.

    >>> [reading.fault is None for reading in read_all('[Game "gobblet"] W1A1 [Game "gobblet"] W1W1')]
    [True, False]
    """
    return read_matches(text, games.GAMES, _game(game))


def think(
    match: Match,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    level: str | None = None,
    seed: int = 0,
) -> Analysis:
    """The best move of a running match that a level of its game, or the strongest, finds within these limits; within
    a second where neither a limit nor a level is given.

    With `nodes` or `depth` it finds the same on every machine; `native` of the answer says whether the native search
    has looked.

    Raises BadOption for a level that there is not; ValueError where chance is to draw.

    >>> match = Match.new("egg-carton", setup="0,0,0,0,0,1/0,1,2,5,0,3/11,13/1")
    >>> think(match, nodes=1000).words()
    'wins in 1 move'
    """
    from marbles_tui.ai.levels import consider

    if seconds is None and nodes is None and depth is None:
        return consider(match, level, None if level else Limit(seconds=1.0), seed)
    return consider(match, level, Limit(seconds, nodes, depth), seed)


def perft(match: Match, depth: int) -> int:
    """How many sequences of exactly `depth` plies follow; a match that is over has none.

    >>> perft(Match.new(games.find("abacus")), 2)
    1936
    """
    return int(depth == 0) if match.result else count_sequences(match.position, depth)


def _game(game: Game | str | None) -> Game | None:
    return games.find(game) if isinstance(game, str) else game

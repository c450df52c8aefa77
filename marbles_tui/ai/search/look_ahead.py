"""Looking ahead: by the native search where it knows the game, by the plain one elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from marbles_tui.ai.budget import Budget
from marbles_tui.ai.native.library import Library, installed_library
from marbles_tui.ai.native.search import native_search
from marbles_tui.ai.native.states import packed
from marbles_tui.ai.search.plain import PlainSearch
from marbles_tui.ai.search.result import SearchResult
from marbles_tui.core import AnyPosition, Game


def serving(position: AnyPosition) -> Library | None:
    """The library, if it is there and can play on from a position."""
    return installed_library() if packed(position) else None


def look_ahead(
    game: Game,
    root: AnyPosition,
    budget: Budget,
    past: Sequence[AnyPosition] | None = None,
    seed: int = 0,
    multipv: int = 1,
    report: Callable[[SearchResult], None] | None = None,
    *,
    table: int | None = None,
    oversight: float = 0.0,
) -> SearchResult:
    """Search from a running game, a ply deeper each time, until the limit or a proof ends it.

    The best `multipv` moves are scored exactly; `report` hears of every depth that is done. `past` are the match's
    positions, of which those that have stood twice count as draws; None where repetition means nothing. Where more
    than two play, the seat to move is taken to be against all others. `table` is the bytes that the native search
    may remember positions in. `oversight` as in Level.
    """
    library = serving(root)
    if library:
        return native_search(
            library, root, budget, past, seed, multipv, report, table=table, oversight=oversight
        )
    return PlainSearch(game, root, budget, past, seed, oversight).run(multipv, report)

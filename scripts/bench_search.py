"""How fast rules and searches are: the benches `rules`, `answers` and `search` of scripts/bench.py."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from random import Random

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.games.egg_carton.perfect import perfect
from marbles_tui.ai.native.library import Library, installed_library
from marbles_tui.ai.native.search import native_search
from marbles_tui.ai.search.plain import PlainSearch
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, read_match


def rules() -> None:
    """Perft from positions, for every game."""
    from marbles_tui.play.perft import perft

    for game in GAMES:
        position = Match.new(game, random=Random(1)).position
        depth, count, seconds = 1, 0, 0.0
        while seconds < 0.5:
            depth += 1
            began = time.perf_counter()
            count = perft(position, depth)
            seconds = time.perf_counter() - began
        print(
            f"perft {game.key}, depth {depth}: {count:,} in {seconds:.2f} s, {count / seconds:,.0f} a second"
        )


def answers() -> None:
    """How long the top levels take."""
    from marbles_tui.ai.levels import find_level
    from marbles_tui.ai.think import think

    for game in GAMES:
        if not game.has_kernel:
            continue
        top = find_level(game, None)
        record = str(Match.new(game, random=Random(1)))
        thought = think(game, record)
        print(f"{game.key}: {top.key} answers {thought.move} in {thought.seconds:.2f} s")
        times = sorted(think(game, later).seconds for later in later_records(game))
        median, most = statistics.median(times), times[-1]
        print(
            f"{game.key}: {top.key} at {len(times)} later positions: median {median:.2f} s, most {most:.2f} s"
        )


def search() -> None:
    """Positions a second of processor time, in Python and in the library; and the proof of a start."""
    native = installed_library()
    if native is None:
        print("the native search is not built here: make native")
    for game in GAMES:
        if not game.has_kernel:
            continue
        _search_speed(game, None, Limit(nodes=6_000))
        if native:
            _search_speed(game, native, Limit(nodes=3_000_000))
    if native:
        budget, began = Budget(Limit(seconds=30)), time.process_time()
        words = perfect(EGG_CARTON.start(None, 2, {}), budget).words("selection")
        print(f"egg-carton: the start {words}, {(time.process_time() - began) * 1000:.0f} ms")


def _search_speed(game: Game, library: Library | None, limit: Limit) -> None:
    """From the default start and from later positions."""
    visited, seconds, depths = 0, 0.0, []
    for record in (str(Match.new(game, random=Random(1))), *later_records(game, 4)):
        position = read_match(record, (game,), game).whole().position
        budget, past = Budget(limit), None if game.repetition == "none" else ()
        began = time.process_time()
        found = (
            native_search(library, position, budget, past)
            if library
            else PlainSearch(game, position, budget, past).run(1)
        )
        seconds += time.process_time() - began
        visited += budget.nodes
        depths.append(str(found.depth))
    name = "native" if library else "plain"
    print(f"{game.key}, {name}: {visited / seconds:,.0f} positions a second, depths {' '.join(depths)}")


def later_records(game: Game, count: int = 15) -> Iterator[str]:
    """Records of random games that have come some way."""
    for seed in range(count):
        random = Random(seed)
        match = Match.new(game, random=random)
        for _ in range(3 + seed):
            after, _ = match.play(random.choice(match.position.moves()))
            if after.result:
                break
            match = after
        yield str(match)

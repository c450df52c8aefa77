"""What the menu says of a person's games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from marbles_tui.ai.levels import known_levels
from marbles_tui.core import Game
from marbles_tui.core.text import enumerated, plural, sanitize_line
from marbles_tui.play.progress import Progress
from marbles_tui.play.statistics import PEOPLE
from marbles_tui.store import MatchStore
from marbles_tui.table.progress import beaten, next_level, progress_of, rungs

NEVER: Final = "not played yet"
"""What is told of a game to somebody who never played it."""

BEGUN: Final = "begun, not finished"
"""What is told of a game that was begun and not yet brought to an end."""

UNCOUNTED: Final = "played, not counted"
"""What is told of a game of which only such games are kept that count for nobody, or for others."""

Note = tuple[str, str]
"""A word and what is told of it; either may be empty."""


class GameNote(NamedTuple):
    """What is told of one game."""

    line: str
    """In a few words: "next: beat Amateur"."""
    steps: tuple[bool, ...] = ()
    """Whether each level was beaten, weakest first."""
    levels: tuple[str, ...] = ()
    """The names of those levels."""
    wanted: int | None = None
    """Which of them is to be beaten next."""
    scores: tuple[Note, ...] = ()
    """What was won and lost, as pairs of a word and a number."""
    last: tuple[str, ...] = ()
    """How the last game ended, in two lines."""


def notes_of(name: str, games: Sequence[Game]) -> Any:
    """What to ask the store for the notes of a person, by the keys of games."""
    asked = progress_of(name, games)

    def call(store: MatchStore) -> Mapping[str, GameNote]:
        progress, kept = asked(store), store.kept()
        return {game.key: note_of(game, progress[game.key], kept.get(game.key)) for game in games}

    return call


def note_of(game: Game, progress: Progress, unfinished: bool | None = None) -> GameNote:
    """What is told of a game to somebody who has come so far in it. `unfinished`: whether a game of it waits to be
    gone on with; None where none is kept at all."""
    total = progress.total
    if not total.played:
        left_out = sum(progress.left_out.values())
        if left_out:
            return GameNote(f"{plural(left_out, 'game')}, not counted")
        return GameNote(NEVER if unfinished is None else BEGUN if unfinished else UNCOUNTED)
    best = next(iter(progress.records.items()), None)
    scores: list[Note] = []
    if total.won or total.lost or total.drawn:
        scores = [("won", f"{total.won:,}"), ("lost", f"{total.lost:,}")]
        scores += [("drawn", f"{total.drawn:,}")] if total.drawn else []
    else:
        scores = [("played", f"{total.played:,}")]
    if progress.rating.games:
        scores.append(("rating", f"{progress.rating.number:,.0f}"))
    scores += [(what, f"{count:,}") for what, count in progress.records.items()]
    if game.seats.start == 1 and best:
        line = f"best: {best[1]:,} {best[0].removeprefix('most ')}"
        return GameNote(line, scores=tuple(scores), last=_last(game, progress))
    wanted = next_level(game, progress)
    levels = rungs(game)
    line = f"next: beat {wanted.title}" if wanted else "all beaten" if levels else f"{total.played:,} played"
    return GameNote(
        line,
        beaten(game, progress),
        tuple(level.title for level in levels),
        levels.index(wanted) if wanted else None,
        tuple(scores),
        _last(game, progress),
    )


def _last(game: Game, progress: Progress) -> tuple[str, ...]:
    """How the last game ended, and how long it was: ("lost to Amateur", "12 turns")."""
    last = progress.last
    if not last:
        return ()
    length = plural(last.turns, "turn")
    if last.score is None:
        return ("played alone", length)
    titles = {level.key: level.title for level in known_levels(game)}
    people = enumerated([sanitize_line(name, 13) for name in last.opponents]) or "a friend"
    other = titles.get(last.against) or (
        people if last.against == PEOPLE else sanitize_line(last.against, 13)
    )
    done = "beat" if last.score == 1 else "drew with" if last.score else "lost to"
    return (f"{done} {other}", length)

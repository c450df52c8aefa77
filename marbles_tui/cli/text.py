"""A match played as plain lines, from stdin to stdout."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, suppress
from datetime import date
from types import FrameType
from typing import Any

from marbles_tui import games
from marbles_tui.cli.output import (
    BAD_INPUT,
    INTERRUPTED,
    Failure,
    complain,
    own_settings,
    put,
    put_folded,
    put_json,
)
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play.lessons import lesson_of
from marbles_tui.play.post import POST
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.store import MatchStore
from marbles_tui.store.files import Unsaved, rescue
from marbles_tui.store.log import logged
from marbles_tui.table.season import Seasons, next_table, seasons_of, told
from marbles_tui.table.session import complete
from marbles_tui.table.start import Start, new_table, saved_match
from marbles_tui.table.utc import utc_day
from marbles_tui.text import faces
from marbles_tui.text.faces import TextLesson, TextTable
from marbles_tui.text.words import LineChoices


def run_text(**start: Any) -> int:
    """Do in lines what `launch` does on a screen; the exit status."""
    match start:
        case {"table": (game, setup, options, seats)}:
            name = own_settings().name
            return play_as_text(lambda _: new_table(game, setup, options, seats, name=name))
        case {"resume": number}:
            name = own_settings().name
            return play_as_text(lambda store: saved_match(store, GAMES, number, name))
        case {"season": _}:
            return play_as_text(_next_of_season)
        case {"puzzle": puzzle}:
            return _with_store(lambda store: faces.solve(puzzle, store, ask_line, put_folded))
        case {"daily": found}:
            return _with_store(lambda store: faces.solve_daily(found, store, ask_line, put_folded))
        case {"hurry": key}:
            game = games.find(key) if key else None
            return _with_store(lambda store: faces.hurry(game, store, ask_line, put_folded))
        case {"learn": key}:
            return _learn(games.find(key))
    return _with_store(_show_today)


def play_as_text(open_table: Callable[[MatchStore], Start]) -> int:
    """Play the match that `open_table` gives until its player leaves; the exit status.

    The match is kept once it has a move. Raises Failure where there is none.
    """
    bear_any_encoding()
    store = MatchStore.open()
    status = 0
    try:
        try:
            opening = open_table(store)
        except ValueError as error:
            raise Failure(str(error)) from error
        if notice := store.take_notice():
            put_folded(notice)
        if opening.match.has_goal:
            raise Failure("this is a puzzle, and puzzles need the screen: marbles-tui resume")
        if opening.match.tag(POST):
            raise Failure(
                "this game goes by letters: marbles-tui post LETTER MOVE; `library list` shows the others"
            )
        table = TextTable(opening.match, store, ask_line, put_folded, opening.saved)
        try:
            with logged():
                status = completed(table.play())
        finally:
            unsaved = _kept_elsewhere(table, store)
        if unsaved:
            return BAD_INPUT
        if table.saved is not None and table.match.plies:
            put_folded(f"The game is saved: marbles-tui resume {table.saved} --text")
    finally:
        store.close()
    return status


def _learn(game: Game) -> int:
    """The first lesson of a game; how far it has come is kept."""
    lesson = lesson_of(game)
    assert lesson, "it was asked for"
    bear_any_encoding()
    face = TextLesson(lesson, own_settings().lessons.get(game.key, ""), ask_line, put_folded)
    status = 0
    try:
        status = completed(face.run())
    finally:
        if trouble := face.keep():
            complain(trouble)
            status = BAD_INPUT
    return status


def show_season(as_json: bool) -> int:
    """Show how the season stands."""
    with closing(MatchStore.open()) as store:
        _tell_season(store, as_json)
    return 0


def _next_of_season(store: MatchStore) -> Start:
    """The next game of the season. Raises Failure when it is over."""
    _tell_season(store, as_json=False)
    found = next_table(store, GAMES, own_settings().name)
    if found is None:
        raise Failure("the season is over")
    return found


def _tell_season(store: MatchStore, as_json: bool) -> None:
    found = seasons_of(GAMES)(store)
    if as_json:
        put_json(_season_as_json(found))
    else:
        put("\n".join(_season_lines(found)))


def _season_lines(seasons: Seasons) -> Iterator[str]:
    """The table in lines: a match on each."""
    now = seasons.now
    yield f"Season {now.number}: {'nothing played yet' if now.is_new else told(now)}."
    scores = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
    for fixture in now.fixtures:
        ended = now.ended.get(fixture.number)
        how = scores[ended.score] if ended else "left" if fixture.number in now.begun else "to come"
        begins = "you begin" if fixture.begins == 0 else "they begin"
        who = ended.opponent if ended else fixture.opponent.title
        yield f"{fixture.number:>2}. {fixture.game.key:<10} {who:<11} {begins:<11} {how}"


def _season_as_json(seasons: Seasons) -> dict[str, object]:
    now = seasons.now
    return {
        "season": now.number,
        "points": now.points,
        "played": len(now.ended),
        "next": now.next.number if now.next else None,
        "matches": [
            {
                "number": fixture.number,
                "round": fixture.round,
                "game": fixture.game.key,
                "opponent": fixture.opponent.key,
                "seat": fixture.begins + 1,
                "score": now.ended[fixture.number].score if fixture.number in now.ended else None,
                "id": now.ended[fixture.number].id
                if fixture.number in now.ended
                else now.begun.get(fixture.number),
            }
            for fixture in now.fixtures
        ],
        "before": [
            {"season": number, "points": points, "played": played}
            for number, points, played in seasons.before
        ],
    }


class _Stopped(KeyboardInterrupt):
    """A signal has stopped the program."""

    status = INTERRUPTED


def completed(coroutine: Coroutine[object, object, object]) -> int:
    """Run a coroutine to its end, or until Ctrl-C or a signal stops it; the exit status. What follows can say what is
    not kept."""

    def stop(number: int, frame: FrameType | None) -> None:
        del frame
        stopped = _Stopped()
        stopped.status = 128 + number  # as shells say it
        raise stopped

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, stop) for number in numbers if _is_usual(number)}
    try:
        complete(coroutine)
    except _Stopped as stopped:
        return stopped.status
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        for number, old in before.items():
            signal.signal(number, old)
    return 0


def _is_usual(number: int) -> bool:
    """Whether a signal would end the program, and can be heard here."""
    return (
        threading.current_thread() is threading.main_thread() and signal.getsignal(number) == signal.SIG_DFL
    )


def _kept_elsewhere(table: TextTable, store: MatchStore) -> Unsaved | None:
    """What of a table is not saved after another try, and said so, where its records are."""
    with suppress(KeyboardInterrupt):  # what waits for another program goes into the file instead
        table.save_again()
    records = table.unsaved
    if not records:
        return None
    unsaved = rescue(records, store.place.parent)
    complain(str(unsaved))
    if unsaved.file is None:
        with suppress(OSError):
            put_folded("The record, to be copied:")
            for record in records:
                put_folded(record)
    return unsaved


def bear_any_encoding() -> None:
    """Read a question mark where stdin has what its encoding does not know."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")


async def ask_line(choices: LineChoices) -> str | None:
    """The next line of stdin; None at its end."""
    del choices
    try:
        return sys.stdin.readline() or None
    except UnicodeError:  # not even its beginning is in the encoding that was announced
        return None


async def _show_today(store: MatchStore) -> None:
    """Show the day's puzzles and matches, how they went, and the month."""
    for line in await faces.today(store.tries.all(), utc_day()):
        put_folded(line)
    if not store.readable:
        complain(store.trouble)


def show_days(today: date) -> int:
    """Show the days of a month up to one, by what came of their puzzles. Raises Failure where that cannot be read."""
    with closing(MatchStore.open()) as store:
        made = store.tries.all()
        if not store.readable:
            raise Failure(store.trouble)
        for line in faces.days(made, today):
            put_folded(line)
    return 0


def due_or_fitting(game: Game | None) -> tuple[Puzzle, int]:
    """As `faces.due_or_fitting`. Raises Failure for a game without puzzles."""
    with closing(MatchStore.open()) as store:
        try:
            return faces.due_or_fitting(game, store)
        except ValueError as error:
            raise Failure(str(error)) from error


def _with_store(work: Callable[[MatchStore], Coroutine[object, object, None]]) -> int:
    bear_any_encoding()
    with closing(MatchStore.open()) as store:
        try:
            status = completed(work(store))
        finally:
            kept = store.tries.keep_waiting()
            if not kept:
                complain(store.trouble)
    return status if kept else BAD_INPUT

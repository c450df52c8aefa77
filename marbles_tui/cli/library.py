"""`marbles-tui library`: the saved matches listed, exported, imported and counted, without a screen."""

from __future__ import annotations

import io
import sys
from typing import Any, TextIO

import click

from marbles_tui.cli.failure import Failure, answering
from marbles_tui.cli.naming import find_game
from marbles_tui.cli.output import put
from marbles_tui.cli.source import read_text
from marbles_tui.core.text import plural, sanitize_line, sanitize_text
from marbles_tui.games import GAMES
from marbles_tui.play.statistics import Statistics
from marbles_tui.store import MatchStore
from marbles_tui.store.files import write_file
from marbles_tui.store.library import STATES, Filter, Imported, estimate

_game = click.option("--game", "key", metavar="GAME", help="Only matches of this game.")
_state = click.option("--state", type=click.Choice(list(STATES)), default="all", help="Only such matches.")
_words = click.option("--words", default="", metavar="TEXT", help="Only with these words in players or game.")
_json = click.option("--json", "as_json", is_flag=True, help="Answer with JSON.")


@click.group()
def library() -> int:
    """The saved matches."""
    return 0


def _open() -> MatchStore:
    """The user's matches. Raises Failure if they cannot be read."""
    store = MatchStore.open()
    _sound(store)
    return store


def _sound(store: MatchStore) -> None:
    if not store.readable:
        raise Failure(store.trouble)


def _filter(key: str | None, state: str, words: str) -> Filter:
    return Filter(find_game(key).key if key else "", state, words)


@library.command(name="list")
@_game
@_state
@_words
@click.option("--limit", type=click.IntRange(1), default=100_000, help="At most so many, the latest first.")
@_json
def list_matches(key: str | None, state: str, words: str, limit: int, as_json: bool) -> int:
    """List matches, latest first."""
    answer: dict[str, Any] = {"count": 0, "matches": []}
    with answering(answer, as_json):
        store, which = _open(), _filter(key, state, words)
        answer["count"] = store.library.count(which)
        answer["matches"] = [entry._asdict() for entry in store.library.page(which, 0, limit)]
        _sound(store)
        if not as_json:
            for row in answer["matches"]:
                unit = "ply" if row["plies"] == 1 else "plies"
                put(
                    f"{row['id']:>6}  {row['changed'][:16].replace('T', ' ')}  {sanitize_line(row['game'], 10):<10}  "
                    f"{row['plies']:>4} {unit:<5}  {sanitize_line(row['result'], 11):<5}  "
                    f"{sanitize_line(row['players'], 60)}"
                )
            put(plural(answer["count"], "match"))
    return 0


@library.command()
@click.argument("file")
@click.option("--id", "number", type=int, help="One match, by its number.")
@_game
@_state
@_words
@_json
def export(file: str, number: int | None, key: str | None, state: str, words: str, as_json: bool) -> int:
    """Write matches to FILE ('-': stdout), all or those that are named, oldest first."""
    answer: dict[str, Any] = {"file": file, "matches": 0}
    with answering(answer, as_json):
        store, which = _open(), _filter(key, state, words)
        if number is not None:
            record = store.library.record(number)
            if not record:
                raise Failure(f"there is no saved match {number}")
            records = [record]
        else:
            records = list(store.library.records(which))
        _sound(store)
        text = "\n".join(f"{record.strip()}\n" for record in records)
        if file == "-":
            if not as_json:
                shown = sanitize_text(text) if sys.stdout.isatty() else text
                sys.stdout.buffer.write(shown.encode("utf-8", "replace"))
        else:
            try:
                write_file(file, text)
            except ValueError as error:
                raise Failure(str(error)) from error
        answer["matches"] = len(records)
        if file != "-" and not as_json:
            put(f"{len(records):,} written to {sanitize_line(file)}.")
    return 0


@library.command(name="import")
@click.argument("file")
@click.option("--game", "key", metavar="GAME", help="The game, where the file does not say it.")
@_json
def import_file(file: str, key: str | None, as_json: bool) -> int:
    """Import the matches of FILE ('-': stdin): records, APGN, BeadMaster lines, lists of moves."""
    answer: dict[str, Any] = {"taken": 0, "known": 0, "refused": 0, "faults": []}
    with answering(answer, as_json):
        game = find_game(key) if key else None
        text = read_text(file)
        store = _open()
        with click.progressbar(length=estimate(text), label="matches", file=_watched()) as bar:

            def told(done: Imported) -> bool:
                bar.update(done.seen - bar.pos)
                return True

            done = store.library.import_(text, GAMES, game, told)
        answer |= {
            "taken": done.taken,
            "known": done.known,
            "refused": done.refused,
            "faults": done.faults,
        }
        if not as_json:
            for fault in done.faults:
                put(fault)
            put(done.words)
        if done.refused or done.stopped:
            raise Failure(done.faults[0] if done.faults else done.words)
    return 0


@library.command()
@_json
def stats(as_json: bool) -> int:
    """Count what everybody has won and lost, game by game, and rate them."""
    from marbles_tui.ai.levels import ratings
    from marbles_tui.store.statistics_cache import StatisticsCache, entries_of, statistics_of

    answer: dict[str, Any] = {"careers": []}
    with answering(answer, as_json):
        store = _open()
        cache = StatisticsCache(store.database)
        with click.progressbar(length=cache.missing(), label="matches", file=_watched()) as bar:
            for page in cache.pages():
                cache.enter(page, entries_of(page, GAMES))
                bar.update(len(page))
        found = statistics_of(cache.entries(), ratings(GAMES))
        _sound(store)
        answer["careers"] = found.as_json()
        if not as_json:
            _show(found)
    return 0


def _show(found: Statistics) -> None:
    for career in found.careers:
        rating = f", rating {career.rating:.0f}" if career.rating is not None else ""
        put(f"{sanitize_line(career.name or 'You', 40)}, {career.game}{rating}")
        for level, tally in career.against.items():
            put(
                f"  against {level}: {tally.played} played, {tally.won} won, {tally.lost} lost, "
                f"{tally.drawn} drawn"
            )
        for what, most in career.records.items():
            put(f"  {what}: {most}")
    if not found.careers:
        put("Nothing here yet. Play a game: it counts from the first.")


def _watched() -> TextIO:
    """Where a progress bar is drawn: where somebody sees it, else nowhere."""
    return sys.stderr if sys.stderr.isatty() else io.StringIO()

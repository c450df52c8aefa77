"""`marbles-tui library`: the saved matches listed, exported, imported and counted, without a screen."""

from __future__ import annotations

import io
import sys
from typing import Any, TextIO

import click

from marbles_tui.cli.failure import Failure, answering
from marbles_tui.cli.naming import find_game
from marbles_tui.cli.output import put, put_json
from marbles_tui.cli.source import read_text
from marbles_tui.core.text import plural, sanitize_line, sanitize_text
from marbles_tui.games import GAMES
from marbles_tui.store import Store
from marbles_tui.store.boards import write_file
from marbles_tui.store.library import STATES, Filter, Imported, Library, estimate

_game = click.option("--game", "key", metavar="GAME", help="Only matches of this game.")
_state = click.option("--state", type=click.Choice(list(STATES)), default="all", help="Only such matches.")
_words = click.option("--words", default="", metavar="TEXT", help="Only with these words in players or game.")
_json = click.option("--json", "as_json", is_flag=True, help="Answer with JSON.")


@click.group()
def library() -> int:
    """The saved matches."""
    return 0


def _open() -> Library:
    """The user's library. Raises Failure if it cannot be opened."""
    store = Store.open()
    if store.database is None:
        raise Failure(store.trouble)
    return Library(store)


def _sound(found: Library) -> None:
    if found.store.trouble:
        raise Failure(found.store.trouble)


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
        found, which = _open(), _filter(key, state, words)
        answer["count"] = found.count(which)
        answer["matches"] = [entry._asdict() for entry in found.page(which, 0, limit)]
        _sound(found)
        if not as_json:
            for one in answer["matches"]:
                put(
                    f"{one['id']:>6}  {one['changed'][:16].replace('T', ' ')}  {sanitize_line(one['game'], 10):<10}  "
                    f"{one['plies']:>4} plies  {sanitize_line(one['result'], 11):<5}  "
                    f"{sanitize_line(one['players'], 60)}"
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
        found, which = _open(), _filter(key, state, words)
        if number is not None:
            record = found.record(number)
            if not record:
                raise Failure(f"there is no saved match {number}")
            records = [record]
        else:
            records = list(found.records(which))
        _sound(found)
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
    """Take in the matches of FILE ('-': stdin): records, APGN, BeadMaster lines, lists of moves."""
    answer: dict[str, Any] = {"taken": 0, "known": 0, "refused": 0, "faults": []}
    with answering(answer, as_json):
        game = find_game(key) if key else None
        text = read_text(file)
        found = _open()
        with click.progressbar(length=estimate(text), label="matches", file=_watched()) as bar:

            def told(done: Imported) -> bool:
                bar.update(done.seen - bar.pos)
                return True

            done = found.import_(text, GAMES, game, told)
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
    from marbles_tui.ai.levels import ladders
    from marbles_tui.store.statistics_cache import StatisticsCache, entries_of, statistics_of

    store = Store.open()
    if store.trouble:
        raise Failure(store.trouble)
    ledger = StatisticsCache(store)
    with click.progressbar(length=ledger.missing(), label="matches", file=_watched()) as bar:
        for page in ledger.pages():
            ledger.enter(page, entries_of(page, GAMES))
            bar.update(len(page))
    found = statistics_of(ledger.entries(), ladders())
    if as_json:
        put_json({"careers": found.as_json()})
        return 0
    for career in found.careers:
        rating = f", rating {career.rating:.0f}" if career.rating is not None else ""
        put(f"{sanitize_line(career.name, 40)}, {career.game}{rating}")
        for level, tally in career.against.items():
            put(
                f"  against {level}: {tally.played} played, {tally.won} won, {tally.lost} lost, "
                f"{tally.drawn} drawn"
            )
        for what, most in career.feats.items():
            put(f"  {what}: {most}")
    if not found.careers:
        put("No finished match of a person with a name yet.")
    return 0


def _watched() -> TextIO:
    """Where a progress bar is drawn: where somebody sees it, else nowhere."""
    return sys.stderr if sys.stderr.isatty() else io.StringIO()

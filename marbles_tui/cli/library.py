"""`marbles-tui library`: the saved matches listed, exported, imported and counted, without a screen."""

from __future__ import annotations

import io
import sys
from typing import TextIO

import click

from marbles_tui.ai.levels import ratings
from marbles_tui.cli import completion
from marbles_tui.cli.arguments import check_target, find_game, force_option, read_text, write_text
from marbles_tui.cli.output import Failure, answering, complain, put
from marbles_tui.core.text import plural, sanitize_line, sanitize_text
from marbles_tui.games import GAMES
from marbles_tui.play import game_of, read_match
from marbles_tui.play.played import OMITTED
from marbles_tui.play.statistics import ALONE, Progress, Statistics
from marbles_tui.store import MatchStore
from marbles_tui.store.library import STATES, Filter, Imported, estimate
from marbles_tui.store.matches import entries_of, statistics_of
from marbles_tui.store.rows import LARGEST_ID, MatchEntry
from marbles_tui.table.progress import achievements_of
from marbles_tui.table.utc import here

_game = click.option("--game", "key", metavar="GAME", help="List only this game.")
_state = click.option(
    "--state", type=click.Choice(list(STATES)), default="all", help="Only games in this state."
)
_words = click.option(
    "--words", default="", metavar="TEXT", help="Only games with these words in their players or title."
)
_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.group()
def library() -> int:
    """List, show, export, import and delete saved games."""
    return 0


def _open() -> MatchStore:
    """The user's matches. Raises Failure if they cannot be read."""
    store = MatchStore.open()
    _sound(store)
    if notice := store.take_notice():
        complain(notice)
    return store


def _sound(store: MatchStore) -> None:
    if not store.readable:
        raise Failure(store.trouble)


def _filter(key: str | None, state: str, words: str) -> Filter:
    return Filter(find_game(key).key if key else "", state, words)


@library.command(name="list", short_help="List games, latest first.")
@_game
@_state
@_words
@click.option(
    "--limit", type=click.IntRange(1), default=100_000, help="List at most this many, latest first."
)
@_json
def list_matches(key: str | None, state: str, words: str, limit: int, as_json: bool) -> int:
    """List games, latest first."""
    answer: dict[str, object] = {"count": 0, "matches": []}
    with answering(answer, as_json):
        store, which = _open(), _filter(key, state, words)
        answer["count"] = count = store.library.count(which)
        entries = store.library.page(which, 0, limit)
        answer["matches"] = [entry._asdict() for entry in entries]
        _sound(store)
        if not as_json:
            for entry in entries:
                put(_line(entry))
            put(plural(count, "game"))
        _tell_faults(store)
    return 0


def _tell_faults(store: MatchStore) -> None:
    if faults := store.library.faults:
        complain(f"{faults} ({store.place})")


def _line(entry: MatchEntry) -> str:
    """A match in a line of the list."""
    star = "*" if entry.favourite else " "
    return (
        f"{entry.id:>6}{star} {here(entry.changed)[:16]}  {sanitize_line(entry.game, 10):<10}  "
        f"{plural(entry.plies, 'move'):>10}  {sanitize_line(entry.ending, 20):<14}  "
        f"{sanitize_line(entry.names, 60)}"
    )


def _named(store: MatchStore, number: int) -> MatchEntry:
    """A saved match. Raises Failure if there is none of that number."""
    entry = store.library.entry(number)
    _sound(store)
    _tell_faults(store)
    if entry is None:
        raise Failure(f"there is no saved game {number}; see `library list`")
    return entry


@library.command(short_help="Show a game: players, result, board, moves.")
@click.argument("number", metavar="ID", type=int, shell_complete=completion.saved_games)
@_json
def show(number: int, as_json: bool) -> int:
    """Show the game with this ID: who played, how it ended or stands, its board and moves.

    All but the record is a comment, so that other commands read what is shown.
    """
    answer: dict[str, object] = {"match": None, "record": ""}
    with answering(answer, as_json):
        store = _open()
        entry = _named(store, number)
        record = store.library.record(number)
        answer["match"], answer["record"] = entry._asdict(), record
        if not as_json:
            match = read_match(record, GAMES).match
            board = sanitize_text(match.game.diagram(match.position)) if match else ""
            for line in (_line(entry), "", *board.splitlines()):
                put(f"; {line}".rstrip())
            put(f"\n{record.strip()}")
    return 0


@library.command(short_help="Delete a game; it can be restored for a day.")
@click.argument("number", metavar="ID", type=int, shell_complete=completion.saved_games)
@_json
def delete(number: int, as_json: bool) -> int:
    """Delete the game with this ID; for a day it can be restored."""
    answer: dict[str, object] = {"deleted": 0}
    with answering(answer, as_json):
        store = _open()
        entry = _named(store, number)
        if not store.library.delete(number):
            raise Failure(store.trouble or f"there is no saved game {number}")
        answer["deleted"] = number
        if not as_json:
            put(_line(entry))
            put(f"Deleted. `library restore {number}` restores it, within a day.")
    return 0


@library.command(short_help="Restore a deleted game.")
@click.argument("number", metavar="[ID]", type=int, required=False, shell_complete=completion.saved_games)
@_json
def restore(number: int | None, as_json: bool) -> int:
    """Restore the game with this ID, deleted less than a day ago; without one the game deleted last."""
    answer: dict[str, object] = {"restored": 0}
    with answering(answer, as_json):
        store = _open()
        if number is None and (number := store.library.last_deleted()) is None:
            raise Failure(store.trouble or "there is no deleted game")
        if not 0 < number <= LARGEST_ID or not store.library.restore(number):
            raise Failure(store.trouble or f"there is no deleted game {number}")
        answer["restored"] = number
        if not as_json:
            put("Restored.")
    return 0


@library.command(short_help="Write games to a file.")
@click.argument("file")
@click.option("--id", "number", type=int, shell_complete=completion.saved_games, help="One game, by its ID.")
@_game
@_state
@_words
@force_option
@_json
def export(
    file: str, number: int | None, key: str | None, state: str, words: str, force: bool, as_json: bool
) -> int:
    """Write games to FILE ('-': stdout), all or those that are named, oldest first. What is a device or a pipe is
    written into. With --json and '-' the object has them, as `records`."""
    answer: dict[str, object] = {"file": file, "matches": 0}
    with answering(answer, as_json):
        if file != "-":
            check_target(file, force)
        store, which = _open(), _filter(key, state, words)
        if number is not None:
            record = store.library.record(number)
            if not record:
                raise Failure(f"there is no saved game {number}")
            records = [record]
        else:
            records = list(store.library.records(which))
        _sound(store)
        text = "\n".join(f"{record.strip()}\n" for record in records)
        if file == "-" and as_json:
            answer["records"] = records
        elif file == "-":
            shown = sanitize_text(text) if sys.stdout.isatty() else text
            sys.stdout.buffer.write(shown.encode("utf-8", "replace"))
        else:
            write_text(file, text, force)
        answer["matches"] = len(records)
        if file != "-" and not as_json:
            put(f"{len(records):,} exported to {sanitize_line(file)}.")
    return 0


@library.command(name="import", short_help="Import the games of a file.")
@click.argument("file")
@click.option("--game", "key", metavar="GAME", help="The game, if neither the file nor its moves tell.")
@click.option("--mine", is_flag=True, help="The games are your own: they count in your statistics.")
@_json
def import_file(file: str, key: str | None, mine: bool, as_json: bool) -> int:
    """Import the games of FILE ('-': stdin): records, APGN, BeadMaster lines, lists of moves.

    They are kept apart from your own: not offered to continue, not in your statistics. With --mine they are your own,
    also those that were imported before.
    """
    answer: dict[str, object] = {"taken": 0, "known": 0, "claimed": 0, "refused": 0, "faults": []}
    with answering(answer, as_json):
        text = read_text(file)
        game = find_game(key) if key else game_of(text, GAMES)
        store = _open()
        with click.progressbar(length=estimate(text), label="matches", file=_watched()) as bar:

            def told(done: Imported) -> bool:
                bar.update(done.seen - bar.pos)
                return True

            done = store.library.import_(text, GAMES, game, told, own=mine)
        answer |= {
            "taken": done.taken,
            "known": done.known,
            "claimed": done.claimed,
            "refused": done.refused,
            "faults": done.faults,
        }
        if done.faults and (as_json or done.seen == 1):
            raise Failure(done.faults[0])
        for fault in done.faults:
            complain(fault)
        if done.refused or done.stopped:
            raise Failure(done.words)
        if not as_json:
            put(done.words)
    return 0


@library.command(short_help="Count wins and losses, and rate players.")
@_json
def stats(as_json: bool) -> int:
    """Count what everybody has won and lost, game by game, and rate them."""
    answer: dict[str, object] = {"careers": []}
    with answering(answer, as_json):
        store = _open()
        cache = store.statistics
        with click.progressbar(length=cache.missing(), label="matches", file=_watched()) as bar:
            for page in cache.pages():
                cache.enter(page, entries_of(page, GAMES))
                bar.update(len(page))
        found = statistics_of(cache.entries(), ratings(GAMES))
        _sound(store)
        answer["careers"] = [
            {**told, "achievements": _achieved(career)}
            for told, career in zip(found.as_json(), found.careers, strict=True)
        ]
        if not as_json:
            _show(found)
    return 0


def _show(found: Statistics) -> None:
    for career in found.careers:
        rating = f", rating {career.rating.number:,.0f}{career.rating.margin}" if career.rating.games else ""
        put(f"{sanitize_line(career.name or 'You', 40)}, {career.game}{rating}")
        for level, tally in career.against.items():
            scored = f", {tally.won} won, {tally.lost} lost, {tally.drawn} drawn" if level != ALONE else ""
            put(f"  {level if level == ALONE else f'against {level}'}: {tally.played} played{scored}")
        for what, most in career.records.items():
            put(f"  {what}: {most}")
        if earned := _achieved(career):
            put(f"  achievements: {', '.join(str(each['title']) for each in earned)}")
        for why, count in career.left_out.items():
            put(f"  not counted: {count:,} {OMITTED[why][count > 1]}")
    if not found.careers:
        put("Nothing here yet. Play a game: it counts from the first.")


def _achieved(career: Progress) -> list[dict[str, str | None]]:
    """What was achieved in a game, and when for the first time as far as that is known."""
    game = next((game for game in GAMES if game.key == career.game), None)
    found = achievements_of(game, career) if game else ()
    return [{"title": each.title, "date": each.date or None} for each in found if each.earned]


def _watched() -> TextIO:
    """Where a progress bar is drawn: where somebody sees it, else nowhere."""
    return sys.stderr if sys.stderr.isatty() else io.StringIO()

"""What somebody has of their own in a folder: settings, boards, games and tries at puzzles, as one value that can be
sent to another machine."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from marbles_tui.store.boards import SUFFIX
from marbles_tui.store.files import replace_file
from marbles_tui.store.matches import FILE, MatchStore
from marbles_tui.store.settings import FILE as SETTINGS
from marbles_tui.store.tries import COLUMNS as OF_A_TRY

BOARDS: Final = "boards"
"""The folder of the boards, in the folder of all."""

TAKEN: Final = "games.seq"
"""Says up to where the games that are kept elsewhere have been taken."""

OF_A_MATCH: Final = (
    "game", "record", "finished", "summary", "plies", "players", "result", "begun", "changed", "deleted", "favourite",
    "imported",
)  # fmt: skip
"""What is sent of a match."""

GAME, RECORD, FINISHED = 0, 1, 2
BEGUN, CHANGED = 7, 8
TRIED: Final = 4

VERSION: Final = 2
"""In version 1 matches did not say whether they were imported."""

Row: TypeAlias = tuple[Any, ...]
Body: TypeAlias = dict[str, Any]


def nothing() -> Body:
    """What somebody has who has nothing."""
    return {"v": VERSION, "settings": "", "boards": {}, "matches": [], "tries": [], "taken": 0}


def upgraded(body: Body) -> Body:
    """What an older program has gathered, in the form of today."""
    matches = [row if len(row) == len(OF_A_MATCH) else [*row, 0] for row in body["matches"]]
    return {**body, "v": VERSION, "matches": matches}


def gathered(folder: Path) -> Body:
    """What is in a folder, as it is at one moment. Raises OSError or sqlite3.Error where games cannot be read."""
    body = nothing()
    with suppress(OSError, UnicodeError):
        body["settings"] = (folder / SETTINGS).read_text(encoding="utf-8")
    body["taken"] = taken(folder)
    for board in sorted((folder / BOARDS).glob(f"*{SUFFIX}")):
        with suppress(OSError, UnicodeError):
            body["boards"][board.name] = board.read_text(encoding="utf-8")
    if (folder / FILE).exists():
        store = MatchStore.open(folder / FILE)
        try:
            if store.database.connection is None:
                raise OSError(store.trouble)
            with closing(store.database.connection.cursor()) as cursor:
                body["matches"], body["tries"] = _rows(cursor)
        finally:
            store.close()
    return body


def taken(folder: Path) -> int:
    """Up to where the games that are kept elsewhere have been taken into a folder."""
    try:
        text = (folder / TAKEN).read_text().strip()
    except OSError:
        return 0
    return int(text) if text.isdigit() else 0


def _rows(cursor: sqlite3.Cursor) -> tuple[list[list[Any]], list[list[Any]]]:
    cursor.execute("BEGIN")
    matches = cursor.execute(f"SELECT {', '.join(OF_A_MATCH)} FROM match ORDER BY id").fetchall()
    tries = cursor.execute(f"SELECT {OF_A_TRY} FROM puzzle_try ORDER BY id").fetchall()
    cursor.execute("COMMIT")
    return list(map(list, matches)), list(map(list, tries))


def lay_out(folder: Path, body: Body) -> bool:
    """Have in a folder what was gathered elsewhere, and nothing else; whether all of it is there now."""
    try:
        if body["taken"]:
            replace_file(folder / TAKEN, str(body["taken"]))
        if body["settings"]:
            replace_file(folder / SETTINGS, body["settings"])
        for name, text in body["boards"].items():
            if Path(name).name == name and name.endswith(SUFFIX):
                replace_file(folder / BOARDS / name, text)
        for board in (folder / BOARDS).glob(f"*{SUFFIX}"):
            if board.name not in body["boards"]:
                board.unlink()
    except OSError:
        return False
    if not (body["matches"] or body["tries"] or (folder / FILE).exists()):
        return True
    store = MatchStore.open(folder / FILE)
    try:
        return _changed(store, [tuple(row) for row in body["matches"]], [tuple(row) for row in body["tries"]])
    finally:
        store.close()


def _changed(store: MatchStore, matches: Sequence[Row], tries: Sequence[Row]) -> bool:
    """Bring the database to hold these: what is there already stays in its place."""
    database = store.database
    had = database.read(f"SELECT id, {', '.join(OF_A_MATCH)} FROM match")
    missing, surplus = Counter(matches), []
    for number, *row in had:
        if missing[tuple(row)] > 0:
            missing[tuple(row)] -= 1
        else:
            surplus.append((number,))
    new = [row for row in matches if missing[row] > 0]
    tried = Counter(tries) - Counter(database.read(f"SELECT {OF_A_TRY} FROM puzzle_try"))
    return database.transact(
        "what was done elsewhere is not here yet",
        [
            ("DELETE FROM match WHERE id = ?", surplus),
            ("DELETE FROM ledger WHERE match = ?", surplus),
            (_insert("match", ", ".join(OF_A_MATCH), len(OF_A_MATCH)), _once_each(new, missing)),
            (_insert("puzzle_try", OF_A_TRY, OF_A_TRY.count(",") + 1), sorted(tried.elements(), key=_tried)),
        ],
    )


def _insert(table: str, columns: str, number: int) -> str:
    return f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * number)})"


def _once_each(rows: Iterable[Row], times: Counter[Row]) -> list[Row]:
    """Each row as often as it is missing, in the order of the rows."""
    found = []
    for row in rows:
        if times[row] > 0:
            times[row] -= 1
            found.append(row)
    return found


def _tried(row: Any) -> str:
    return str(row[TRIED])


def joined(ours: Body, theirs: Body) -> Body:
    """What somebody has who has been in two places at the same time: all games, tries and boards of both, of a game
    that went on in one of them as it went on; settings as they were kept elsewhere."""
    mine, other = ([tuple(row) for row in body["matches"]] for body in (ours, theirs))
    matches = [*other, *_missing(mine, other)]
    latest: dict[tuple[str, str], str] = {}
    for row in matches:
        begun = (row[GAME], row[BEGUN])
        latest[begun] = max(latest.get(begun, ""), row[CHANGED])
    matches = [row for row in matches if row[FINISHED] or row[CHANGED] == latest[row[GAME], row[BEGUN]]]
    tries = Counter(map(tuple, ours["tries"])) | Counter(map(tuple, theirs["tries"]))
    return {
        "v": VERSION,
        "settings": theirs["settings"] or ours["settings"],
        "boards": ours["boards"] | theirs["boards"],
        "matches": [list(row) for row in matches],
        "tries": [list(row) for row in sorted(tries.elements(), key=_tried)],
        "taken": max(ours["taken"], theirs["taken"]),
    }


def _missing(rows: Sequence[Row], among: Sequence[Row]) -> list[Row]:
    """The rows whose games are not among others, each as often as it is missing there."""
    there, found = Counter(map(_same, among)), []
    for row in rows:
        if there[_same(row)] > 0:
            there[_same(row)] -= 1
        else:
            found.append(row)
    return found


def _same(row: Row) -> tuple[Any, ...]:
    """What two rows have in common that are of the same game: of a finished one its record."""
    return (row[GAME], row[RECORD])

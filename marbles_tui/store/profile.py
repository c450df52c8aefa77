"""What somebody has of their own in a folder: settings, boards, games and tries at puzzles, as one value that can be
sent to another machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from marbles_tui.store.files import SUFFIX, replace_file
from marbles_tui.store.matches import FILE, MatchStore
from marbles_tui.store.rows import fitted
from marbles_tui.store.settings import FILE as SETTINGS

T = TypeVar("T")

BOARDS: Final = "boards"
"""The folder of the boards, in the folder of all."""

TAKEN: Final = "games.seq"
"""Says up to where the games that are kept elsewhere have been taken."""


class KeptMatch(NamedTuple):
    """A match. Each field is a column of the same name."""

    game: str
    record: str
    finished: int
    summary: str
    plies: int
    players: str
    result: str
    begun: str
    changed: str
    deleted: str
    favourite: int
    imported: int = 0

    @property
    def same(self) -> tuple[str, str]:
        """What two rows have in common that are of the same game: of a finished one its record."""
        return self.game, self.record


class KeptTry(NamedTuple):
    """A try at a puzzle. Each field is a column of the same name."""

    puzzle: str
    game: str
    difficulty: int
    solved: int
    tried: str
    day: str
    hints: int
    seconds: float
    score: int | None


@dataclass(frozen=True, slots=True)
class Profile:
    """What somebody has; nothing of anything where nothing is said."""

    settings: str = ""
    """The text of the settings file."""

    boards: Mapping[str, str] = field(default_factory=dict)
    """The texts of the boards, by the names of their files."""

    matches: tuple[KeptMatch, ...] = ()
    tries: tuple[KeptTry, ...] = ()
    taken: int = 0
    """Up to where the games that are kept elsewhere have been taken."""


def gathered(folder: Path) -> Profile:
    """What is in a folder, as it is at one moment. Raises OSError or sqlite3.Error where games cannot be read."""
    settings, boards = "", {}
    with suppress(OSError, UnicodeError):
        settings = (folder / SETTINGS).read_text(encoding="utf-8")
    for board in sorted((folder / BOARDS).glob(f"*{SUFFIX}")):
        with suppress(OSError, UnicodeError):
            boards[board.name] = board.read_text(encoding="utf-8")
    matches: list[KeptMatch] = []
    tries: list[KeptTry] = []
    if (folder / FILE).exists():
        store = MatchStore.open(folder / FILE)
        try:
            if store.connection is None:
                raise OSError(store.trouble)
            with closing(store.connection.cursor()) as cursor:
                cursor.execute("BEGIN")
                matches += [fitted(KeptMatch, row) for row in cursor.execute(_selected("match", KeptMatch))]
                tries += [fitted(KeptTry, row) for row in cursor.execute(_selected("puzzle_try", KeptTry))]
                cursor.execute("COMMIT")
        finally:
            store.close()
    return Profile(settings, boards, tuple(matches), tuple(tries), taken(folder))


def taken(folder: Path) -> int:
    """Up to where the games that are kept elsewhere have been taken into a folder."""
    try:
        text = (folder / TAKEN).read_text().strip()
    except OSError:
        return 0
    return int(text) if text.isdigit() else 0


def lay_out(folder: Path, profile: Profile) -> bool:
    """Have in a folder what was gathered elsewhere, and nothing else; whether all of it is there now."""
    try:
        if profile.taken:
            replace_file(folder / TAKEN, str(profile.taken))
        if profile.settings:
            replace_file(folder / SETTINGS, profile.settings)
        for name, text in profile.boards.items():
            if Path(name).name == name and name.endswith(SUFFIX):
                replace_file(folder / BOARDS / name, text)
        for board in (folder / BOARDS).glob(f"*{SUFFIX}"):
            if board.name not in profile.boards:
                board.unlink()
    except OSError:
        return False
    if not (profile.matches or profile.tries or (folder / FILE).exists()):
        return True
    store = MatchStore.open(folder / FILE)
    try:
        return _changed(store, profile)
    finally:
        store.close()


def _changed(store: MatchStore, profile: Profile) -> bool:
    """Bring the database to hold these: what is there already stays in its place."""
    database = store
    held = [
        (number, fitted(KeptMatch, row))
        for number, *row in database.read(_selected("match", KeptMatch, "id, "))
    ]
    surplus = [(number,) for number, _ in _beyond(held, profile.matches, lambda each: each[1])]
    missing = _beyond(profile.matches, [match for _, match in held], lambda match: match)
    there = Counter(fitted(KeptTry, row) for row in database.read(_selected("puzzle_try", KeptTry)))
    tried = Counter(profile.tries) - there
    return database.transact(
        "what was done elsewhere is not here yet",
        [
            ("DELETE FROM match WHERE id = ?", surplus),
            ("DELETE FROM ledger WHERE match = ?", surplus),
            (_insert("match", KeptMatch), missing),
            (_insert("puzzle_try", KeptTry), _by_date(tried)),
        ],
    )


def _selected(table: str, kind: type[KeptMatch] | type[KeptTry], more: str = "") -> str:
    return f"SELECT {more}{', '.join(kind._fields)} FROM {table} ORDER BY id"


def _insert(table: str, kind: type[KeptMatch] | type[KeptTry]) -> str:
    return f"INSERT INTO {table} ({', '.join(kind._fields)}) VALUES ({', '.join('?' * len(kind._fields))})"


def _by_date(tries: Counter[KeptTry]) -> list[KeptTry]:
    return sorted(tries.elements(), key=lambda each: each.tried)


def merged(ours: Profile, theirs: Profile) -> Profile:
    """Merge two copies of a profile: all games, tries and boards of both. Unfinished games: the later copy wins.
    Settings: `theirs` wins."""
    known = [match.same for match in theirs.matches]
    matches = [*theirs.matches, *_beyond(ours.matches, known, lambda match: match.same)]
    latest: dict[tuple[str, str], str] = {}
    for match in matches:
        begun = (match.game, match.begun)
        latest[begun] = max(latest.get(begun, ""), match.changed)
    tries = Counter(ours.tries) | Counter(theirs.tries)
    return Profile(
        theirs.settings or ours.settings,
        {**ours.boards, **theirs.boards},
        tuple(each for each in matches if each.finished or each.changed == latest[each.game, each.begun]),
        tuple(_by_date(tries)),
        max(ours.taken, theirs.taken),
    )


def _beyond(rows: Iterable[T], known: Iterable[object], of: Callable[[T], object]) -> list[T]:
    """The rows that are not among those known by what is told `of` them, each as often as it is missing there."""
    left, found = Counter(known), []
    for row in rows:
        if left[of(row)] > 0:
            left[of(row)] -= 1
        else:
            found.append(row)
    return found

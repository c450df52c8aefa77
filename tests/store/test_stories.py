"""What is kept of games, and what is told when it cannot be, as the text files in `stories/` say.

Each line `> ` is one of DEEDS, or of FILES before the store is open; after `other: ` a second copy of the program
does it. `make playthroughs` takes the files anew: read the difference before you commit it.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tomllib
from collections.abc import Callable
from contextlib import closing
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from marbles_tui.ai.review import read_judgements
from marbles_tui.core import BadRecord
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store import MatchStore, Settings, load, save, settings_file
from marbles_tui.store.library import Filter, Order
from marbles_tui.store.rows import MatchEntry
from marbles_tui.table.progress import next_level
from marbles_tui.table.start import saved_match
from tests.golden import compare
from tests.store.kept import place, write_version

STORIES = sorted((Path(__file__).parent / "stories").glob("*.txt"))
ENTERED = "> "
OTHERS = re.compile(r"\*\*\* in database.*(?= \()|(?<=: )[^:;]+(?=; expected key = value)")
"""What other versions of SQLite and Python say in other words."""

NAMES = {"skin": ("blocks", "glyphs", "ascii"), "theme": ("felt", "nord")}
NEARLY_WON = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'
LONG_AGO = "2020-01-01T00:00:00Z"


def match(words: str) -> Match:
    """`Ann, Ben: C A #1`, of Egg Carton and by nobody if nothing else is said: `gobblet / Ann: W1A1`, or a record.
    `Ann against adept: F` begins where F wins."""
    if words.startswith("["):
        return read_match(text(words).replace("LONG", "x" * 100_000), GAMES).whole()
    head, _, moves = words.rpartition(":")
    name, _, level = head.partition(" against ")
    if level:
        seats = f'[Player1 "{name}"][Player2 "{level.title()}"][Seat2 "computer {level}"]'
        return read_match(f"{NEARLY_WON}{seats} {moves}", GAMES).whole()
    game, _, names = head.rpartition(" / ")
    tags = [f'[Player{seat} "{name}"]' for seat, name in enumerate(filter(None, names.split(", ")), 1)]
    return read_match(f'[Game "{game or "egg-carton"}"]{"".join(tags)}\n\n{moves}', GAMES).whole()


def text(words: str) -> str:
    """What is written with `\\n`, `\\x1b` and the like in it."""
    return words.encode("latin-1", "backslashreplace").decode("unicode-escape")


def told(value: object) -> str:
    """A value as a story has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None or value in ("", [], {}, ()) else str(value)


def line(entry: MatchEntry) -> str:
    """A line of the library."""
    marks = [name for name in ("favourite", "imported", "open") if getattr(entry, name)]
    return "; ".join((f"{entry.id}: {entry.names}", entry.ending, f"{entry.plies} plies", *marks))


def filtered(words: str) -> tuple[Filter, Order]:
    """`state=finished game=gobblet by=players turned=yes words=ann lee`: words come last."""
    head, _, looked_for = words.partition("words=")
    named = dict(word.split("=") for word in head.split("; ") if word)
    order = Order(named.pop("by", "date"), bool(named.pop("turned", "")))
    return Filter(words=text(looked_for), **named), order


def listed(store: MatchStore, words: str) -> list[str]:
    """The library as a filter shows it, and what is damaged there."""
    which, order = filtered(words)
    lines = [line(entry) for entry in store.library.page(which, order=order)]
    assert store.library.count(which) == len(lines)
    return [*lines, *([store.library.faults] if store.library.faults else [])] or ["nothing"]


def kept(store: MatchStore, number: str) -> str:
    """The players and moves of a game as they are kept."""
    saved = store.load(int(number))
    found = read_match(saved.record, GAMES).match if saved else None
    return f"{', '.join(found.names)}: {' '.join(map(str, found.moves)) or '-'}" if found else "nothing"


def last(store: MatchStore, game: str) -> str:
    """The game that would be gone on with."""
    saved = store.last_unfinished(game or None)
    return f"{saved.id}: {saved.summary}" if saved else "nothing"


def brought_in(store: MatchStore, words: str, *, own: bool = False) -> list[str]:
    """What an import says."""
    done = store.library.import_(text(words), GAMES, own=own)
    return [done.words, *done.faults]


def resumed(store: MatchStore, number: str) -> str:
    """What `resume` finds, or says."""
    try:
        return str(saved_match(store, GAMES, number).saved)
    except BadRecord as error:
        return str(error)


def people(store: MatchStore, _: str) -> list[str]:
    """The statistics: who has played how much against whom."""
    careers = store.statistics.soon(GAMES, {}).careers
    return [
        f"{career.name or 'nobody'}: {sum(each.played for each in career.against.values())}"
        for career in careers
    ]


def progress(store: MatchStore, name: str) -> list[str]:
    """How far somebody has come at Egg Carton, and which level would be next."""
    found = store.progress(name)["egg-carton"]
    lines = [
        f"{level or 'all'}: won {each.won} of {each.played}, drew {each.drawn}, lost {each.lost},"
        f" {each.streak} in a row, best {each.best_streak}, shortest {each.shortest_win}"
        for level, each in {"": found.total, **found.against}.items()
    ]
    last = f"last {found.last.against} {found.last.score}" if found.last else "nothing"
    level = next_level(GAMES[0], found)
    return [*lines, last, f"next {level.key if level else 'none'}"]


def settings(_: object, __: str) -> list[str]:
    """The settings that are not as usual, and what is wrong with their file."""
    found, problems = load(NAMES)
    usual = Settings()._asdict()
    own = [f"{name} = {value!r}" for name, value in found._asdict().items() if value != usual[name]]
    return [*own, *map(str, problems)] or ["as usual"]


def changed(_: object, words: str) -> list[str]:
    """What is told when settings change, as TOML says, and what somebody's own hand has left in their file."""
    told = save(load(NAMES)[0]._replace(**tomllib.loads(text(words))), NAMES)
    lines = settings_file().read_text(encoding="utf-8").splitlines()
    return [told or "saved", *(line for line in lines if "#" in line or "future" in line)]


def held(_: object, words: str) -> list[str]:
    """Have the file of the settings hold something."""
    settings_file().write_bytes(text(words).encode("latin-1"))
    return []


def outside(store: MatchStore, statement: str) -> list[str]:
    """What another program does with the file."""
    with closing(sqlite3.connect(store.place, isolation_level=None)) as database:
        return [" | ".join(map(str, row)) for row in database.execute(statement)]


def inside(store: MatchStore, statement: str) -> None:
    """A limit for the store's own connection."""
    assert store.connection
    store.connection.execute(statement)


DEEDS: dict[str, Callable[[MatchStore, str], object]] = {
    "open": lambda store, _: None,
    "begin": lambda store, words: store.begin(match(words)),
    "save": lambda store, words: store.save(int(words.split()[0]), match(words.partition(" ")[2])),
    "kept": kept,
    "last": last,
    "list": listed,
    "resume": resumed,
    "record": lambda store, number: repr(store.library.record(int(number)))[:60],
    "records": lambda store, _: [record.split("\n\n")[-1].strip() for record in store.library.records()],
    "delete": lambda store, number: store.library.delete(int(number)),
    "restore": lambda store, number: store.library.restore(int(number)),
    "deleted": lambda store, _: store.library.last_deleted(),
    "long ago": lambda store, number: outside(
        store, f"UPDATE match SET deleted = '{LONG_AGO}' WHERE id = {number}"
    ),
    "purge": lambda store, _: store.library.purge(),
    "mark": lambda store, number: store.library.mark(int(number), favourite=True),
    "unmark": lambda store, number: store.library.mark(int(number), favourite=False),
    "import": brought_in,
    "own": lambda store, words: brought_in(store, words, own=True),
    "names": lambda store, _: ", ".join(store.names()),
    "people": people,
    "progress": progress,
    "missing": lambda store, _: store.statistics.missing(),
    "adopt": lambda store, name: store.adopt(name),
    "unfinished": lambda store, _: ", ".join(store.kept()),
    "season": lambda store, _: len(store.tagged("Season")),
    "try": lambda store, puzzle: store.tries.add(Try(puzzle, "abacus", 1000, True, date(2026, 1, 1))),
    "tries": lambda store, _: ", ".join(each.puzzle for each in store.tries.all()),
    "review": lambda store, key: read_judgements(store.review(key)),
    "settings": settings,
    "settings hold": held,
    "set": changed,
    "notice": lambda store, _: store.take_notice(),
    "set aside": lambda store, _: store.set_aside(),
    "outside": outside,
    "inside": inside,
}


@cache
def sound(matches: int = 60) -> bytes:
    """The bytes of a database with some games."""
    store = MatchStore.open()
    for _ in range(matches):
        store.begin(match("C A B"))
    store.close()
    content = store.place.read_bytes()
    store.place.unlink()
    return content


def overwritten(content: bytes, at: int) -> bytes:
    """With a page of nonsense."""
    return content[: at * 4096] + b"\xff" * 4096 + content[(at + 1) * 4096 :]


def in_a_file(file: Path, _: str) -> None:
    """A file where its folder should be."""
    file.parent.rmdir()
    file.parent.touch()


def pipe(file: Path, ending: str) -> None:
    """A pipe where a file should be."""
    os.mkfifo(file.with_name(file.name + ending))


FILES: dict[str, Callable[[Path, str], object]] = {
    "holds": lambda file, words: file.write_bytes(text(words).encode("latin-1")),
    "is cut": lambda file, share: file.write_bytes(sound()[: int(len(sound()) * float(share))]),
    "lacks its last page": lambda file, _: file.write_bytes(sound()[:-4096]),
    "has nonsense in page": lambda file, at: file.write_bytes(overwritten(sound(), int(at))),
    "is a folder": lambda file, _: file.mkdir(),
    "lies in a file": in_a_file,
    "is a pipe": pipe,
    "is of version": lambda file, version: write_version(file, int(version)),
    "is changed": lambda file, statement: outside_of(file, statement),
}


def outside_of(file: Path, statement: str) -> None:
    """A change to the database by another program, before it is opened."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.executescript(statement)


class Stage:
    """The folder of the games, and the copies of the program that use it."""

    def __init__(self, home: Path) -> None:
        self.home, self.stores = home, dict[str, MatchStore]()
        self.seen: dict[str, str] = {}
        self.written = b""

    def begin(self) -> None:
        """Everything is as at first."""
        for store in self.stores.values():
            store.close()
        self.stores.clear()
        self.seen.clear()
        if self.home.is_file():
            self.home.unlink()
        self.home.mkdir(exist_ok=True)
        for file in self.home.iterdir():
            file.rmdir() if file.is_dir() else file.unlink()

    def enter(self, entry: str) -> list[str]:
        """What is told of an entry, and the trouble of the store if it has become another."""
        rest = entry.removeprefix("other: ")
        who = "own" if rest == entry else "other"
        file = place(self.home)
        if entry == "files":
            return self.files()
        if entry == "close":
            self.stores.pop("own").close()
            return []
        if word := next((word for word in FILES if entry.startswith(f"the file {word}")), ""):
            FILES[word](file, entry.removeprefix(f"the file {word}").strip())
            self.written = file.read_bytes() if file.is_file() else b""
            return []
        store = self.stores.get(who) or self.stores.setdefault(who, MatchStore.open())
        word = max((word for word in DEEDS if f"{rest} ".startswith(f"{word} ")), key=len)
        value = DEEDS[word](store, rest.removeprefix(word).strip())
        lines = value if isinstance(value, list) else [] if word == "open" else [told(value)]
        trouble = f"{store.trouble or 'none'}{' (damaged)' if store.damaged else ''}"
        if trouble != self.seen.get(who, "none"):
            lines = [*lines, f"trouble: {trouble}"]
        self.seen[who] = trouble
        return [OTHERS.sub("…", each.replace(f"{self.home}{os.sep}", "HOME/")) for each in lines]

    def files(self) -> list[str]:
        """What lies there: which of it is what was written at first."""
        found = []
        for file in sorted(self.home.iterdir()):
            same = file.is_file() and self.written and file.read_bytes() == self.written
            if not file.name.endswith(("-shm", "-wal")):
                found.append(f"{file.name}{', as it was' if same else ''}")
        return found or ["nothing"]


@pytest.mark.parametrize("file", STORIES, ids=lambda file: file.stem)
def test_the_story_goes_as_it_is_written(file: Path, home: Path) -> None:
    if file.stem == "pipes" and not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes with a name")
    lines, stage = list[str](), Stage(home)
    for each in file.read_text(encoding="utf-8").splitlines():
        if each.startswith("== "):
            stage.begin()
        if each.startswith(ENTERED):
            lines += [each, *(f"    {said}" for said in stage.enter(each.removeprefix(ENTERED)))]
        elif not each.startswith("    "):
            lines.append(each)
    compare(file, lines)

"""What is done in a folder that a browser keeps, in the page's own Python. `folder` is of `test_kept.py`: what
`folder.open` comes to is where all is mounted that was left by the end of the page before."""

from __future__ import annotations

import errno
import os
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

import folder  # type: ignore[import-not-found]

ROWS: Final = 6
TURNS: Final = 3


def connected(place: Path, journal: str = "TRUNCATE") -> sqlite3.Connection:
    """The database, with a cache so small that it is changed before its change is whole."""
    database = sqlite3.connect(place / "games.db", isolation_level=None)
    for told in (f"journal_mode = {journal}", "synchronous = FULL", "cache_size = 1", "cache_spill = 1"):
        database.execute(f"PRAGMA {told}")
    return database


def replaced(file: Path, text: str) -> None:
    """Write a file beside the one that it is to replace."""
    beside = file.with_name(f".{file.name}.new")
    beside.write_text(text)
    os.replace(beside, file)


def played(place: Path, done: Callable[[str, int], object], journal: str = "TRUNCATE") -> None:
    """Some games, and settings; each of which is `done` once it must last."""
    database = connected(place, journal)
    try:
        database.execute("CREATE TABLE game (number INTEGER PRIMARY KEY, turn INTEGER, record TEXT)")
        for turn in range(1, TURNS + 1):
            database.execute("BEGIN IMMEDIATE")
            for number in range(ROWS):
                row = (number, turn, str(turn) * 3000)
                database.execute("REPLACE INTO game VALUES (?, ?, ?)", row)
            database.execute("COMMIT")
            done("turn", turn)
            replaced(place / "settings.toml", str(turn) * 10_000)
            done("settings", turn)
    finally:
        database.close()


def found(place: Path) -> dict[str, int]:
    """What is kept, which is whole."""
    turn = 0
    database = connected(place)
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if database.execute("SELECT 1 FROM sqlite_master").fetchall():
            rows = database.execute("SELECT number, turn, record FROM game").fetchall()
            turn = rows[0][1] if rows else 0
            assert rows == [(number, turn, str(turn) * 3000) for number in range(ROWS if turn else 0)]
    finally:
        database.close()
    file = place / "settings.toml"
    settings = int(file.read_text()[0]) if file.exists() else 0
    assert not settings or file.read_text() == str(settings) * 10_000
    return {"turn": turn, "settings": settings}


async def cut_off_anywhere() -> str:
    """A page that ends after each of the things that it does to its files."""
    cuts = 0
    for journal in ("TRUNCATE", "DELETE"):
        left = 0
        while await cut_off(journal, left):
            left += 1
        cuts += left
    return f"{cuts > 150}"


async def cut_off(journal: str, left: int) -> bool:
    """A page that ends after so many things; whether it did."""
    for end in ("written", "flushed", "last") if journal == "TRUNCATE" else ("flushed",):
        done = {"turn": 0, "settings": 0}

        def lasts(what: str, turn: int, done: dict[str, int] = done) -> None:
            # A name that was given counts, though the file that had it before may not go any more.
            if what == "settings" or not folder.ended():
                done[what] = turn

        place = Path(await folder.open("new", left))
        try:
            played(place, lasts, journal)
            return False
        except (OSError, sqlite3.Error):
            assert folder.ended()
        again = Path(await folder.open(end, -1))
        now = found(again)
        for what, last in done.items():
            assert last <= now[what] <= last + 1, (journal, left, end, what, last, now)
        assert not [name for name in os.listdir(again) if name.startswith(".")]
        (again / "settings.toml").unlink(missing_ok=True)
        await folder.rest()
        last_time = Path(await folder.open("closed", -1))
        assert found(last_time) == {**now, "settings": 0}
    return True


def seen(place: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {str(file.relative_to(place)): file.read_bytes() for file in place.rglob("*") if not file.is_dir()}


def doings(chance: random.Random) -> Callable[[Path], object]:
    """Something that is done to the files of a folder, the same in each."""
    name, other = (chance.choice(("a", "b", "c.toml", "boards/a", "boards/b")) for _ in "12")
    at, size, bytes_ = (
        chance.randrange(50_000),
        chance.randrange(50_000),
        chance.randbytes(chance.randrange(9000)),
    )

    def write(place: Path) -> object:
        with (place / name).open("r+b" if (place / name).exists() else "wb") as file:
            file.seek(at)
            return file.write(bytes_)

    def append(place: Path) -> object:
        with (place / name).open("ab") as file:
            file.write(bytes_)
            return file.tell()

    def part(place: Path) -> object:
        with (place / name).open("rb") as file:
            return file.seek(-min(at, file.seek(0, os.SEEK_END)), os.SEEK_END), file.read(size)

    def cut(place: Path) -> object:
        os.truncate(place / name, size)
        return (place / name).stat().st_size

    return chance.choice(
        (
            write,
            write,
            append,
            part,
            cut,
            lambda place: os.rename(place / name, place / other),
            lambda place: (place / name).unlink(),
            lambda place: (place / name).write_bytes(bytes_),
            lambda place: (place / name).stat().st_size,
        )
    )


def outcome(do: Callable[[Path], object], place: Path) -> object:
    """What something comes to, or the kind of its failure."""
    try:
        result = do(place)
        return None if isinstance(result, Path) else result
    except OSError as error:
        return error.errno


async def as_in_memory() -> str:
    """Whatever is done to files comes to what it does in memory, and is found again."""
    chance = random.Random(38)
    memory = Path("/memory")
    place = Path(await folder.open("new", -1))
    (memory / "boards").mkdir(parents=True)
    (place / "boards").mkdir()
    for turn in range(400):
        do = doings(chance)
        assert outcome(do, place) == outcome(do, memory), turn
        await folder.rest()
        if chance.random() < 0.1:
            place = Path(await folder.open("closed", -1))
            (place / "boards").mkdir(exist_ok=True)
        assert seen(place) == seen(memory), turn
    return "alike"


def failing(do: Callable[[], object]) -> str:
    """The name of what goes wrong."""
    try:
        do()
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    except sqlite3.OperationalError as error:
        return error.sqlite_errorname
    return ""


async def full() -> str:
    """Where there is no room what was kept is there, and what comes later is kept once there is."""
    place = Path(await folder.open("new", -1))
    played(place, lambda *_: None)
    folder.fill(True)
    database = connected(place)
    row = "INSERT INTO game VALUES (99, 1, hex(zeroblob(100000)))"
    faults = [failing(lambda: database.execute(row)), failing(lambda: (place / "x").write_text("x" * 50_000))]
    files = [place / str(number) for number in range(40)]
    names = [failing(file.touch) for file in files[:9]]
    folder.fill(False)
    database.execute(row)
    database.execute("DELETE FROM game WHERE number = 99")
    database.close()
    for file in files[:9]:
        file.unlink(missing_ok=True)
    for file in files:
        file.write_text(file.name)
        await folder.rest()
    faults.append(failing(lambda: (place / ("n" * 500)).write_text("")))
    (place / "boards").mkdir()
    faults.append(failing(lambda: (place / "boards").rename(place / "others")))
    again = Path(await folder.open("closed", -1))
    assert found(again) == {"turn": TURNS, "settings": TURNS}
    assert all((again / file.name).read_text() == file.name for file in files)
    return " ".join([*faults, str(names.count("ENOSPC") > 0), str(len(folder.names()) < 60)])

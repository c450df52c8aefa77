"""Files that somebody names: what is there stays unless it was asked about, and only regular files are replaced."""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self

import pytest

from marbles_tui.store.codec import AsText, Misfit, decoded, encoded, value_of
from marbles_tui.store.files import (
    boards_folder,
    data_folder,
    objection,
    open_file,
    own_boards,
    read_file,
    replace_file,
    rescue,
    write_file,
)
from marbles_tui.store.log import FACTS, LARGEST, LogForm, log_file, logged
from tests.for_each import for_each


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.usefixtures("umask")
def test_a_new_file_has_the_permissions_that_the_umask_leaves(tmp_path: Path) -> None:
    write_file(tmp_path / "whole.txt", "x")
    with open_file(tmp_path / "bits.txt") as file:
        file.write("x")
    assert {mode(tmp_path / name) for name in ("whole.txt", "bits.txt")} == {0o640}


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("before", [0o600, 0o644, 0o666, 0o750])
def test_a_file_keeps_its_permissions(tmp_path: Path, before: int) -> None:
    file = tmp_path / "file.txt"
    file.write_text("old")
    file.chmod(before)
    write_file(file, "new", asked=True)
    assert (mode(file), file.read_text()) == (before, "new")


def test_nobody_else_reads_a_file_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    fsync = os.fsync

    def looked_at(handle: int) -> None:
        seen.append(stat.S_IMODE(os.fstat(handle).st_mode))
        fsync(handle)

    file = tmp_path / "file.txt"
    file.touch(0o600)
    monkeypatch.setattr(os, "fsync", looked_at)
    write_file(file, "secret", asked=True)
    assert seen == [0o600]


def test_what_is_there_is_asked_about(tmp_path: Path) -> None:
    file, below = tmp_path / "file.txt", tmp_path / "no" / "such" / "file.txt"
    file.write_text("old")
    link = tmp_path / "link.txt"
    link.symlink_to(below)
    for path, why in (
        (file, f"{file} is there already: name another file"),
        (below, f"there is no folder {below.parent}: make it first"),
        (link, f"there is no folder {below.parent}: make it first"),
    ):
        for write in (lambda path: write_file(path, "new"), open_file):
            with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
                write(path)
    assert [name for _, _, files in os.walk(tmp_path) for name in sorted(files)] == ["file.txt", "link.txt"]
    assert file.read_text() == "old"
    write_file(below, "new", asked=True)
    assert below.read_text() == "new"


def test_nothing_is_asked_about_the_folders_of_ones_own() -> None:
    assert objection(data_folder() / "boards" / "garden.txt") is None


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(ValueError, match="cannot be written: nobody reads the pipe"):
        write_file(pipe, "nobody reads")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, "Zoë\n", wait=True)
    assert os.read(reader, 100) == "Zoë\n".encode()
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can make devices")
def test_a_device_stays_a_device(tmp_path: Path) -> None:
    null = tmp_path / "null"
    try:
        os.mknod(null, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        null.write_text("")
    except OSError:
        pytest.skip("no devices can be made here")
    for write in (write_file, replace_file):
        write(null, "x")
    assert stat.S_ISCHR(null.stat().st_mode)


def test_a_full_device_is_said() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with pytest.raises(ValueError, match="cannot be written: No space left on device"):
        write_file("/dev/full", "x")


@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/fd/7", "log.txt"])
def test_what_the_shell_has_opened_goes_on_where_it_is(tmp_path: Path, path: str) -> None:
    if not Path("/dev/fd").exists():
        pytest.skip("there is no /dev/fd here")
    log = tmp_path / "log.txt"
    log.write_text("before\n")
    program = f"print('said'); from marbles_tui.store.files import write_file; write_file({path!r}, 'x\\n')"
    command = f'"{sys.executable}" -c "$PROGRAM; print(3)" {"7" if path.endswith("7") else "1"}>> log.txt'
    subprocess.run(command, shell=True, check=True, cwd=tmp_path, env=os.environ | {"PROGRAM": program})
    wrote = "before\nx\n" if path.endswith("7") else "before\nsaid\nx\n3\n"
    assert log.read_text() == wrote


def test_records_are_rescued_among_temporary_files_where_their_folder_takes_none(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    near, far = rescue(["[Game]"], tmp_path), rescue(["[Game]", "[Other]"], blocked)
    assert near.file == tmp_path / "unsaved.matches-1.txt"
    assert far.file
    assert far.file.read_text() == "[Game]\n\n[Other]\n"
    assert mode(far.file.parent) == 0o700
    far.file.unlink()
    far.file.parent.rmdir()


log = logging.getLogger("marbles_tui.test")


def test_what_is_logged_stands_in_the_file_and_not_on_the_terminal(
    home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with logged():
        log.warning("the %s is gone", "disk")
        logging.getLogger("asyncio").error("a task was lost")
    lines = log_file().read_text(encoding="utf-8").splitlines()
    assert log_file().parent == home
    assert [line.split(" ", 3)[3] for line in lines] == [
        "WARNING marbles_tui.test: the disk is gone",
        "ERROR asyncio: a task was lost",
    ]
    assert capfd.readouterr() == ("", "")


def test_without_anything_to_log_there_is_no_file(home: Path) -> None:
    with logged():
        log.debug("nothing of interest")
    assert list(home.iterdir()) == []


def test_what_comes_from_outside_is_made_harmless() -> None:
    with logged():
        try:
            raise ValueError("\x1b[2J\u202e\nERROR forged")
        except ValueError:
            log.exception("\x9b31m")
    text = log_file().read_text(encoding="utf-8")
    assert all(line.isprintable() for line in text.splitlines())
    assert [line for line in text.splitlines() if not line.startswith("    ")] == [text.splitlines()[0]]
    assert "ValueError: ?[2J?" in text


def test_a_log_of_objects_has_one_a_line_with_what_went_wrong(home: Path) -> None:
    with logged(home / "log", LogForm(as_json=True)):
        log.warning("the %s is gone", "disk")
        log.error("", extra={FACTS: {"event": "left", "where": home}}, exc_info=ValueError("why"))
    one, other = map(json.loads, (home / "log").read_text(encoding="utf-8").splitlines())
    assert (one["level"], one["message"]) == ("WARNING", "the disk is gone")
    assert (other["event"], other["where"], other["error"]) == ("left", str(home), "ValueError: why")


def test_the_log_stays_small(home: Path) -> None:
    with logged():
        for _ in range(20):
            log.warning("%s", "x" * (LARGEST // 10))
    files = sorted(home.iterdir())
    assert [file.name for file in files] == ["marbles-tui.log", "marbles-tui.log.1"]
    assert all(file.stat().st_size <= LARGEST for file in files)


def test_a_disk_that_takes_nothing_is_no_trouble(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("MARBLES_TUI_HOME", str(home / "file"))
    with logged():
        log.warning("nobody hears this")
    assert capfd.readouterr() == ("", "")


class Colour(Enum):
    RED = auto()
    BLUE = auto()


class Point(NamedTuple):
    x: float
    y: float = 0.0


@dataclass(frozen=True)
class Code:
    number: int

    @classmethod
    def read(cls, text: str) -> Self:
        return cls(int(text.removeprefix("n")))

    def __str__(self) -> str:
        return f"n{self.number}"


@dataclass(frozen=True)
class Inner:
    name: str
    code: Annotated[Code, AsText()] = Code(0)


@dataclass(frozen=True)
class Outer:
    id: int
    inner: Inner
    done: bool = False
    colour: Colour | None = None
    points: tuple[Point, ...] = ()
    pair: tuple[str, int | None] = ("", None)
    marks: frozenset[str] = frozenset()
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


FULL = Outer(
    3,
    Inner("Zoë", Code(7)),
    True,
    Colour.BLUE,
    (Point(1.5, 2), Point(3)),
    ("a", 4),
    frozenset("ba"),
    {"x": {"y": "z"}},
)
AS_JSON = {
    "id": 3,
    "inner": {"name": "Zoë", "code": "n7"},
    "done": True,
    "colour": "BLUE",
    "points": [[1.5, 2], [3, 0.0]],
    "pair": ["a", 4],
    "marks": ["a", "b"],
    "texts": {"x": {"y": "z"}},
}
LEAST = {"id": 3, "inner": {"name": ""}}


def test_a_value_is_plain_data_and_comes_back() -> None:
    assert encoded(FULL) == AS_JSON
    assert value_of(Outer, json.loads(json.dumps(AS_JSON))) == FULL
    assert value_of(Outer, encoded(Outer(3, Inner("")))) == Outer(3, Inner(""))
    with pytest.raises(TypeError, match="object has no plain form"):
        encoded(object())


def test_what_is_missing_has_its_default_and_what_is_not_known_is_left_out() -> None:
    assert value_of(Outer, {**LEAST, "later": [1], "points": [[1], [2, 3, 4]]}) == Outer(
        3, Inner(""), points=(Point(1), Point(2, 3))
    )


@for_each(
    ("change", "keys", "message"),
    [
        ({"id": None}, "id", "expected a whole number, not None"),
        ({"id": True}, "id", "expected a whole number, not True"),
        ({"id": 1.0}, "id", "expected a whole number, not 1.0"),
        ({"done": 1}, "done", "expected true or false, not 1"),
        ({"inner": {}}, "inner.name", "is missing"),
        ({"inner": "Ann"}, "inner", "expected a table, not 'Ann'"),
        ({"inner": {"name": "", "code": 7}}, "inner.code", "expected a text, not 7"),
        ({"colour": "GREEN"}, "colour", "expected RED or BLUE, not 'GREEN'"),
        ({"points": {}}, "points", "expected a list, not {}"),
        ({"points": [[1], ["2"]]}, "points.1.0", "expected a number, not '2'"),
        ({"points": [[]]}, "points.0", "expected a list of 2, not []"),
        ({"pair": ["a"]}, "pair", "expected a list of 2, not ['a']"),
        ({"pair": ["a", 1, 2]}, "pair", "expected a list of 2, not ['a', 1, 2]"),
        ({"marks": [1]}, "marks.0", "expected a text, not 1"),
        ({"texts": {"x": {"y": 1}}}, "texts.x.y", "expected a text, not 1"),
    ],
)
def test_what_does_not_fit_is_named_by_its_keys_and_what_was_expected(
    change: dict[str, Any], keys: str, message: str
) -> None:
    with pytest.raises(Misfit) as raised:
        value_of(Outer, {**LEAST, **change})
    assert ".".join(raised.value.keys) == keys
    assert str(raised.value) == f"{keys}: {message}"


def test_what_does_not_fit_is_told_in_a_short_harmless_line() -> None:
    with pytest.raises(Misfit) as raised:
        value_of(Outer, {**LEAST, "done": "\x1b[2J\n" * 3000})
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 120


def test_a_table_with_free_names_can_do_without_what_does_not_fit() -> None:
    faults: list[Misfit] = []
    data = {"x": {"y": "z", "w": 1}, "v": 2}
    assert decoded(Mapping[str, Mapping[str, str]], data, faults) == {"x": {"y": "z"}}
    assert [(misfit.keys, misfit.message) for misfit in faults] == [
        (("x", "w"), "expected a text, not 1"),
        (("v",), "expected a table, not 2"),
    ]


def test_what_is_written_is_read_and_listed() -> None:
    assert own_boards() == []
    file = boards_folder() / "garden.txt"
    write_file(file, "Gate :\nHouse :\n")
    assert read_file(file) == b"Gate :\nHouse :\n"
    write_file(file, "Gate :\nHut :\n", asked=True)
    assert own_boards() == [file]
    assert list(boards_folder().iterdir()) == [file]


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "boards" / "garden.txt"
    write_file(file, "as it was", asked=True)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ValueError, match="cannot be written: No space left on device"):
        write_file(file, "new", asked=True)
    assert file.read_text() == "as it was"
    assert list(file.parent.iterdir()) == [file]


def test_what_is_no_folder_and_no_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot be written"):
        write_file(tmp_path / "file" / "garden.txt", "x")
    for path in (tmp_path, f"{tmp_path}/new/"):
        with pytest.raises(ValueError, match="it is a folder"):
            write_file(path, "x", asked=True)
    assert not (tmp_path / "new").exists()
    with pytest.raises(ValueError, match="it is not a file"):
        read_file(tmp_path)


def test_a_link_is_written_through(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    link.symlink_to(real)
    write_file(link, "new", asked=True)
    assert (link.is_symlink(), real.read_text()) == (True, "new")


def test_a_page_writes_below_its_folder_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, other = tmp_path / "pages", tmp_path / "other.txt"
    monkeypatch.setenv("MARBLES_TUI_FOLDER", str(folder))
    assert boards_folder() == folder
    write_file(folder / "own.txt", "mine")
    assert (folder / "own.txt").read_text() == "mine"
    (folder / "way-out").symlink_to(tmp_path)
    for file in (other, folder / ".." / "other.txt", folder / "way-out" / "other.txt"):
        with pytest.raises(ValueError, match="browsers may write only below"):
            write_file(file, "theirs")
    assert not other.exists()

"""Files that somebody names: what is there stays unless it was asked about, and only regular files are replaced."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from marbles_tui.store.files import objection, open_file, replace_file, write_file
from marbles_tui.store.paths import data_folder
from marbles_tui.store.rescue import rescue


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


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    for path in (tmp_path, f"{tmp_path}/new/"):
        with pytest.raises(ValueError, match="it is a folder"):
            write_file(path, "x", asked=True)
    assert not (tmp_path / "new").exists()


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

"""Board files of the user's own."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from marbles_tui.store.boards import boards_folder, own_boards, read_file
from marbles_tui.store.files import write_file


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
    with pytest.raises(ValueError, match="it is a folder"):
        write_file(tmp_path, "x")
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

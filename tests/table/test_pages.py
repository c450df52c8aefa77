"""What is wrong with a help page is said with its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.core import BadRecord
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.table import pages
from marbles_tui.table.pages import example, package, rules_page

NAME = package(EGG_CARTON)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for help pages, empty at first."""
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_missing_page_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=f"marbles_tui/table/help/{NAME}.md is missing"):
        rules_page(EGG_CARTON)
    with pytest.raises(FileNotFoundError, match=f"marbles_tui/table/help/{NAME}.record is missing"):
        example(EGG_CARTON)


def test_an_illegal_move_of_an_example_is_named_with_its_file_and_ply(folder: Path) -> None:
    (folder / f"{NAME}.record").write_text("1. A z9", encoding="utf-8")
    with pytest.raises(BadRecord, match=rf"marbles_tui/table/help/{NAME}\.record, ply 2, z9: "):
        example(EGG_CARTON)


def test_an_example_is_read_to_its_end(folder: Path) -> None:
    (folder / f"{NAME}.record").write_text("1. A", encoding="utf-8")
    assert example(EGG_CARTON).plies == 1

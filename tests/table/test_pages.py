"""What is wrong with a help page is said with its file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from marbles_tui.core import BadRecord
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.table import pages
from marbles_tui.table.pages import example, package, rules_page

NAME = package(EGG_CARTON)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for help pages, empty at first; what is read there is not remembered."""
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    pages.help_text.cache_clear()
    yield tmp_path
    pages.help_text.cache_clear()


@pytest.mark.usefixtures("folder")
def test_a_missing_page_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=f"marbles_tui/table/help/{NAME}.md is missing"):
        rules_page(EGG_CARTON)
    with pytest.raises(FileNotFoundError, match=f"marbles_tui/table/help/{NAME}.record is missing"):
        example(EGG_CARTON)


@pytest.mark.parametrize(
    ("place", "told"),
    [("terminal", ["| a | 1 |", "run it"]), ("house", ["| a | 1 |"]), ("page", ["| a | 2 |", "the end"])],
)
def test_lines_are_told_where_they_hold(folder: Path, place: str, told: list[str]) -> None:
    lines = (
        "| a | 1 | <!-- only: terminal house -->",
        "| a | 2 | <!-- only: page -->",
        "run it <!-- only: terminal -->",
        "the end <!-- only: page -->",
    )
    (folder / f"{NAME}.md").write_text("\n".join(lines), encoding="utf-8")
    assert rules_page(EGG_CARTON, place).split("\n") == told


def test_a_page_tells_of_no_program_beside_it_and_nobody_of_a_place_that_is_none() -> None:
    for file in pages.FOLDER.iterdir():
        if file.name.endswith(".md") and file.name != "lobby.md":  # which a house alone has
            told = pages.help_text(file.name, "page").replace("`marbles-tui library import --mine FILE`", "")
            assert "`marbles-tui " not in told, file.name
            assert "ssh" not in told.lower(), file.name
            assert not any(
                "<!--" in pages.help_text(file.name, place) for place in ("terminal", "house", "page")
            )


def test_an_illegal_move_of_an_example_is_named_with_its_file_and_ply(folder: Path) -> None:
    (folder / f"{NAME}.record").write_text("1. A z9", encoding="utf-8")
    with pytest.raises(BadRecord, match=rf"marbles_tui/table/help/{NAME}\.record, ply 2, z9: "):
        example(EGG_CARTON)


def test_an_example_is_read_to_its_end(folder: Path) -> None:
    (folder / f"{NAME}.record").write_text("1. A", encoding="utf-8")
    assert example(EGG_CARTON).plies == 1

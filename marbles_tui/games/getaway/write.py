"""Boards → board files, in the line form."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final, NamedTuple

from marbles_tui.core.text import sanitize_line
from marbles_tui.games.getaway.board import (
    Board,
    Encounter,
    Square,
    Teleporter,
    Toll,
    Trap,
    Treasure,
    Trinkets,
)
from marbles_tui.games.getaway.read import escaped


def write_board(board: Board) -> str:
    """The board file of a board; reading it gives the board back."""
    header = f"{board.gold} {board.sides} {len(board.squares)}"
    return "\n".join((header, *(line for square in board.squares for line in _lines(square)))) + "\n"


def _lines(square: Square) -> Iterator[str]:
    yield f"{escaped(square.name)} : {spec(square.encounter)}".rstrip()
    if isinstance(square.encounter, Trinkets):
        for item in square.encounter.items:
            yield f"{escaped(item.name)} : {item.description} : {item.value}"
        yield "Z"


def spec(encounter: Encounter | None) -> str:
    """What stands behind a square's colon; of a trinket list its opening Z."""
    match encounter:
        case Treasure(amount, once):
            return f"{'S' if once else 'R'} {amount}"
        case Teleporter(jump, once):
            return f"{'T' if once else 'Q'} {jump}"
        case Toll(jump, amount, once):
            return f"Y {'T' if once else 'Q'} {jump} {amount}"
        case Trap(event, number, trinket):
            return f"X {'E' if event else 'D'} {number} : {escaped(trinket)}"
        case Trinkets():
            return "Z"
    return ""


LONGEST_TITLE: Final = 60
LONGEST_STORY: Final = 2000
COLUMNS: Final = 100


class BoardStory(NamedTuple):
    """A title and what there is to tell, each in one line; "" where the file is silent."""

    title: str = ""
    text: str = ""


def read_story(text: str) -> BoardStory:
    """The story of a board file: the first comment line is the title, those that follow are the story."""
    lines: list[str] = []
    for line in text.removeprefix("\ufeff").splitlines():
        said = line.strip()
        if said and not said.startswith("#"):
            break
        if said:
            lines.append(said.lstrip("#").strip())
    title, *rest = [line for line in lines if line] or [""]
    return BoardStory(sanitize_line(title, LONGEST_TITLE), sanitize_line(" ".join(rest), LONGEST_STORY))


def story_lines(story: BoardStory) -> list[str]:
    """The comment lines that `read_story` reads back; none where there is nothing to tell."""
    title, text = " ".join(story.title.split()).lstrip("# "), " ".join(story.text.split()).lstrip("# ")
    if text and not title:
        title = "A board"
    lines = [title] * bool(title) + wrap(text, COLUMNS, break_long_words=False, break_on_hyphens=False)
    return [f"# {line}" for line in lines]


def write_board_file(board: Board, story: BoardStory) -> str:
    """A whole board file in the line form; reading it gives the board and the story back."""
    return "".join(f"{line}\n" for line in story_lines(story)) + write_board(board)

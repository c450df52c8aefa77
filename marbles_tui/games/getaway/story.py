"""What there is to tell of a board: the comments at the head of its file."""

from __future__ import annotations

from textwrap import wrap
from typing import Final, NamedTuple

from marbles_tui.core.text import sanitize_line

LONGEST_TITLE: Final = 60
LONGEST_STORY: Final = 2000
COLUMNS: Final = 100


class BoardStory(NamedTuple):
    """A title and what there is to tell, each in one line; "" where the file is silent."""

    title: str = ""
    text: str = ""


SILENT: Final = BoardStory()


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

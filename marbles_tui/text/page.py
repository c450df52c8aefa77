"""Help pages as plain lines that are read out well."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from marbles_tui.core import Game
from marbles_tui.table.pages import rules_page

ON_SCREEN: Final = frozenset(
    (
        *("Picking", "Playing", "Keys", "Choosing well"),
        *("Starts", "Boards", "Ways to play", "Going on with an old game"),
    )
)
"""The sections of help pages that tell of the screen; all others hold without one."""


def plain_rules(game: Game) -> Iterator[str]:
    """The rules of a game in plain lines, without what its help says of keys, mouse and screen."""
    yield f"The rules of {game.title}."
    yield from plain(rules_page(game), ON_SCREEN)


def plain(markdown: str, without: Collection[str]) -> Iterator[str]:
    """A page in Markdown but for its title and some sections: a paragraph, an item or a row a line, no markup."""
    from markdown_it import MarkdownIt  # only for whoever asks for a page

    wanted = True
    levels: list[str] = []
    for token, inner in _followed(MarkdownIt("commonmark").enable("table").parse(markdown)):
        if token.type == "heading_open":
            wanted = inner not in without
            if wanted and token.tag != "h1":
                yield ""
                yield f"{inner}."
        elif not wanted:
            continue
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            levels.append("")
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            levels.pop()
        elif token.type == "list_item_open":
            levels[-1] = f"{token.info}. " if token.info else "- "
        elif token.type == "paragraph_open":
            yield "  " * max(0, len(levels) - 1) + (levels[-1] if levels else "") + inner
            if levels:
                levels[-1] = "  "
        elif token.type == "tr_open" and inner:
            yield inner


def _followed(tokens: Sequence[Any]) -> Iterator[tuple[Any, str]]:
    """Each token with the words up to its end: those of a heading, a paragraph, or the cells of a table's row."""
    heads = False
    for at, token in enumerate(tokens):
        inner = ""
        if token.type in ("thead_open", "thead_close"):
            heads = token.type == "thead_open"
        if token.type in ("heading_open", "paragraph_open"):
            inner = _words(tokens[at + 1])
        elif token.type == "tr_open" and not heads:
            end = next(i for i in range(at, len(tokens)) if tokens[i].type == "tr_close")
            cells = [_words(cell) for cell in tokens[at:end] if cell.type == "inline"]
            inner = "- " + ", ".join(cells[:-1]) + f": {cells[-1]}."
        yield token, inner


def _words(inline: Any) -> str:
    """What is said between two tags, without its marks."""
    breaks = ("softbreak", "hardbreak")
    return "".join(" " if part.type in breaks else part.content for part in inline.children or ())

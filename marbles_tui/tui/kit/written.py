"""Small pictures among words."""

from __future__ import annotations

from textual.content import Content

from marbles_tui.tui.kit.canvas import Canvas


def as_content(canvas: Canvas, indent: str = "") -> Content:
    """A canvas as lines of text, each after an indent."""
    lines = []
    for row in range(canvas.height):
        parts: list[Content | str] = [indent]
        for text, style, _ in canvas.strip(row):
            if style and style.color and style.bgcolor and style.color.triplet and style.bgcolor.triplet:
                look = f"{style.color.triplet.hex} on {style.bgcolor.triplet.hex}"
                parts.append(Content.styled(text, look))
        lines.append(Content("").join(map(_content, parts)))
    return Content("\n").join(lines)


def _content(part: Content | str) -> Content:
    return Content(part) if isinstance(part, str) else part

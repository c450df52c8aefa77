"""The squares of a trail as cards: a coloured head with number and price, the name beneath."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region

from marbles_tui.core import Cell
from marbles_tui.games.getaway.board import Board, Encounter, Kind, Teleporter, Toll
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import contrast, mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.games.getaway.icons import DIGITS, ICONS, as_text, pixels
from marbles_tui.tui.games.getaway.layout import TrailLayout
from marbles_tui.tui.games.getaway.signs import COLOURS, is_spent, otherwise, price, sign

CARD: Final = 0x141A19
PAPER: Final = 0xFBF3DF
"""What cards are made of on dark themes and on light ones; their kind's colour tints them."""

PAWN: Final = 4
"""Rows of a large pawn."""

LEAST_WORD: Final = 3
"""Columns beside pawns in which something can be said."""

SPENT: Final = 0x59615C
INKS: Final = (0x101014, 0xFFFFFF)


def paint_card(
    canvas: Canvas,
    layout: TrailLayout,
    trail: Board,
    square: Cell,
    taken: int,
    look: Look,
    kept: tuple[int, int] = (0, 0),
) -> None:
    """A square of which so much has been taken; its words leave so many columns and rows at the lower right free."""
    region = layout.tile(square)
    canvas.erase(*region)
    if layout.tiny:
        _paint_tile(canvas, region, trail.kind(square), look)
    elif look.skin.shaded:
        _paint_card(canvas, layout, trail, square, taken, look, kept)
    else:
        _draw_card(canvas, region, trail, square, taken, look, kept)
        if layout.large and not is_spent(trail.squares[square].encounter, taken):
            _draw_effect(canvas, region, trail, square, taken, look)


def _paint_card(
    canvas: Canvas,
    layout: TrailLayout,
    trail: Board,
    square: Cell,
    taken: int,
    look: Look,
    kept: tuple[int, int],
) -> None:
    x, y, wide, tall = layout.tile(square)
    name, encounter = trail.squares[square]
    kind = trail.kind(square)
    spent = is_spent(encounter, taken)
    head = SPENT if spent else COLOURS[kind]
    if spent and not look.dark:
        head = mix(PAPER, 0, 0.3)
    body = mix(CARD, head, 0.27) if look.dark else mix(PAPER, head, 0.22)
    ink = max(INKS, key=lambda colour: contrast(colour, head) * (1.25 if colour else 1))
    canvas.fill(x, 2 * y, wide, 2, head)
    canvas.fill(x, 2 * y + 2, wide, 2 * tall - 2, body)
    number = str(square)
    canvas.text(x + 1, y, number, ink, bold=True)
    room = wide - 3 - len(number)
    words = next((words for words in _tags(kind, encounter, taken, look) if len(words) <= room), "")
    canvas.text(x + wide - 1 - len(words), y, words, ink, bold=not spent)
    widths = [wide - 2 - (kept[0] if line >= tall - kept[1] else 0) for line in range(1, tall)]
    other = "" if spent else otherwise(encounter, widths[-1], look.skin.plain)
    widths = [width for width in widths if width >= LEAST_WORD]
    text = mix(body, look.text, 0.62 if spent else 1.0)
    for line, words in enumerate(flowed(name, widths[: min(tall - 1 - bool(other), 3)]), y + 1):
        canvas.text(x + 1, line, words, text)
    if other:
        shade = mix(head, 0xFFFFFF, 0.35) if look.dark else mix(head, 0, 0.45)
        canvas.text(x + 1, y + tall - 1, other, shade)
    if layout.large and not spent:
        _paint_effect(canvas, (x, y, wide, tall), kind, encounter, taken, head, look)


def _paint_effect(
    canvas: Canvas,
    region: tuple[int, int, int, int],
    kind: Kind,
    encounter: Encounter | None,
    taken: int,
    head: int,
    look: Look,
) -> None:
    """The sign of a kind, and the price in large figures beside it, or the figures alone if they are long."""
    x, y, wide, tall = region
    bright = mix(head, 0xFFFFFF, 0.12) if look.dark else mix(head, 0, 0.2)
    top = 2 * y + 2 * tall - (16 if tall > 9 else 14)
    figures = "".join(char for char in _figures(encounter, taken) if char in DIGITS)
    across = sum(len(DIGITS[char].split()[0]) + 1 for char in figures) - 1
    left = x + 1
    if across <= wide - 11:
        back = isinstance(encounter, Teleporter) and encounter.jump.size < 0
        for dx, dy in pixels(ICONS.get(kind, "")):
            canvas.dot(left + (6 - dx if back else dx), top + dy, bright, 0.75)
        left += 9
    for char in figures if across <= wide - 2 else "":
        for dx, dy in pixels(DIGITS[char]):
            canvas.dot(left + dx, top + dy, bright)
        left += len(DIGITS[char].split()[0]) + 1


def _figures(encounter: Encounter | None, taken: int) -> str:
    words = price(encounter, taken, False)
    return words[0] if words else ""


def _tags(kind: Kind, encounter: Encounter | None, taken: int, look: Look) -> tuple[str, ...]:
    """What may stand at the right of a head, the clearest first."""
    tags = price(encounter, taken, look.skin.plain)
    return tags or (("",) if kind == "plain" else (sign(kind, look.skin.plain),))


def _paint_tile(canvas: Canvas, region: Region, kind: Kind, look: Look) -> None:
    """A square where there is no room for words."""
    x, y, wide, tall = region
    colour = COLOURS[kind]
    if not look.skin.shaded:
        canvas.text(
            x + wide // 2, y + tall // 2, sign(kind, look.skin.plain), look.material_ink(colour), bold=True
        )
        return
    canvas.fill(x, 2 * y, wide, 2 * tall, colour)
    if tall > 1:
        canvas.fill(x, 2 * (y + tall) - 1, wide, 1, mix(colour, 0, 0.3))
        ink = max(INKS, key=lambda ink: contrast(ink, colour))
        canvas.text(x + wide // 2, y + (tall - 1) // 2, sign(kind, look.skin.plain), ink, colour, bold=True)


def _draw_card(
    canvas: Canvas,
    region: Region,
    trail: Board,
    square: Cell,
    taken: int,
    look: Look,
    kept: tuple[int, int],
) -> None:
    """The same in signs; the last line is the pawns'."""
    x, y, wide, tall = region
    name, encounter = trail.squares[square]
    kind = trail.kind(square)
    spent = is_spent(encounter, taken)
    ink = look.muted if spent else look.material_ink(COLOURS[kind])
    canvas.fill(x, 2 * y, wide, 2 * tall, mix(look.ground, look.text, 0.06))
    canvas.text(x, y, look.skin.box[1] * wide, ink)
    number = str(square)
    canvas.text(x + 1, y, f"{number} ", ink, bold=True)
    room = wide - 4 - len(number)
    words = next((words for words in _tags(kind, encounter, taken, look) if len(words) <= room), "")
    if words:
        canvas.text(x + wide - 3 - len(words), y, f" {words} ", ink, bold=not spent)
    lines = wrapped(name, wide - 2, tall - 2)
    below = y + 1 + len(lines)
    room = wide - 2 - (kept[0] if below >= y + tall - kept[1] else 0)
    other = "" if spent else otherwise(encounter, room, look.skin.plain)
    for line, text in enumerate(lines, y + 1):
        canvas.text(x + 1, line, text, look.muted if spent else look.text)
    if other:
        canvas.text(x + 1, below, other, look.muted)


def _draw_effect(canvas: Canvas, region: Region, trail: Board, square: Cell, taken: int, look: Look) -> None:
    """The large sign and the figures in signs, below the name and, where there is room, above the pawns."""
    x, y, wide, tall = region
    kind, encounter = trail.kind(square), trail.squares[square].encounter
    parts = [as_text(ICONS[kind], look.skin.plain)] if kind in ICONS else []
    if parts and isinstance(encounter, Teleporter) and encounter.jump.size < 0:
        parts = [[line[::-1] for line in parts[0]]]
    digits = [as_text(DIGITS[char], look.skin.plain) for char in _figures(encounter, taken) if char in DIGITS]
    beside = sum(len(digit[0]) + 1 for digit in digits)
    if parts and len(parts[0][0]) + 3 + beside <= wide:
        digits = [[f" {line}" for line in digits[0]], *digits[1:]] if digits else []
        parts += digits
    elif digits:
        parts = digits
    rows = max((len(part) for part in parts), default=0)
    words = len(wrapped(trail.squares[square].name, wide - 2, tall - 2)) + isinstance(encounter, Toll)
    top = max(y + 2 + words, y + tall - PAWN - 1 - rows)
    if not parts or top + rows > y + tall:
        return
    left, ink = x + 1, look.material_ink(COLOURS[kind])
    for part in parts:
        for down, line in enumerate(part):
            canvas.text(left, top + down, line, ink)
        left += len(part[0]) + 1


def paint_frame(canvas: Canvas, layout: TrailLayout, square: Cell, colour: int) -> None:
    """A frame around a card."""
    x, y, wide, tall = layout.tile(square)
    side = 1 if layout.gap > 0 else 0
    for line in (2 * y - 1, 2 * (y + tall)):
        canvas.fill(x - side, line, wide + 2 * side, 1, colour)
    for column in (x - side, x + wide - 1 + side):
        canvas.fill(column, 2 * y, 1, 2 * tall, colour)
        canvas.erase(column, y, 1, tall)


def flowed(name: str, widths: Sequence[int]) -> list[str]:
    """A name in lines of whole words, each in its own width; what has no room ends in `…`."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and len(longer) > widths[len(lines) - 1] and len(lines) < len(widths):
            lines.append(word)
        else:
            lines[-1] = longer
    return [cut(line, width) for line, width in zip(lines, widths, strict=False)]


def cut(words: str, width: int) -> str:
    """Words in so many columns, with `…` for what has no room."""
    return words if len(words) <= width else f"{words[: max(0, width - 1)]}…"[: max(0, width)]


def wrapped(name: str, width: int, most: int) -> list[str]:
    """A name in lines of whole words; what has no room ends in `…`."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most > 0:
        lines[most - 1] = " ".join(lines[most - 1 :])
    return [line if len(line) <= width else f"{line[: width - 1]}…" for line in lines[: max(0, most)]]

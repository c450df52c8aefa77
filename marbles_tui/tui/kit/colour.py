"""Colours as packed integers, 0xRRGGBB: quick to mix, to compare and to keep."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color as RichColor
from rich.style import Style


def contrast(colour: int, other: int) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    low, high = sorted((_light(colour), _light(other)))
    return (high + 0.05) / (low + 0.05)


def _light(colour: int) -> float:
    """Relative luminance, 0 to 1."""
    parts = ((colour >> shift & 255) / 255 for shift in (16, 8, 0))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def packed(colour: str | None) -> int | None:
    """A colour written as `#rrggbb`; None if it is written in another way, as the terminal's own are."""
    if not colour or len(colour) != 7 or not colour.startswith("#"):
        return None
    return int(colour[1:], 16)


@lru_cache(maxsize=4096)
def rich_colour(colour: int) -> RichColor:
    """The colour for a terminal."""
    return RichColor.from_rgb(colour >> 16, colour >> 8 & 255, colour & 255)


@lru_cache(maxsize=16384)
def style(ink: int, ground: int, bold: bool = False) -> Style:
    """The style of a cell: ink on ground."""
    return Style(color=rich_colour(ink), bgcolor=rich_colour(ground), bold=bold or None)

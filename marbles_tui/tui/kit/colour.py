"""Colours as packed integers, 0xRRGGBB: quick to mix, to compare and to keep; those of words can be read on all
grounds of a theme."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rich.color import Color as RichColor
from rich.style import Style

from marbles_tui.core.palette import mix

GROUNDS: Final = ("background", "surface", "panel")
"""What words stand on."""

LEAST: Final[Mapping[str, float]] = {
    "foreground": 6.0,
    "text-muted": 4.5,
    "text-disabled": 3.0,
    "text-warning": 4.5,
    "text-success": 4.5,
    "text-error": 4.5,
    "text-accent": 4.5,
    "accent": 4.5,
}
"""The least contrast of words to each ground: 4.5 is what the Web Content Accessibility Guidelines ask for (AA).
Only what cannot be done now has less."""

QUIET: Final[Mapping[str, float]] = {"text-muted": 0.68, "text-disabled": 0.5}
"""How much of the text's colour is left to words that matter less, and to what cannot be done now. Textual's own are
`auto`, which shows a part of a line at full strength."""

STEP: Final = 0.02


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


def word_colours(variables: Mapping[str, str]) -> dict[str, str]:
    """The colours of words that go with a theme's CSS variables; none if the theme leaves colours to the
    terminal."""
    grounds = [packed(variables.get(ground)) for ground in GROUNDS]
    text = packed(variables.get("foreground"))
    known = [ground for ground in grounds if ground is not None]
    if text is None or len(known) < len(grounds):
        return {}
    text = clear(text, known, LEAST["foreground"])
    colours = {"foreground": text}
    for word, share in QUIET.items():
        colours[word] = mix(known[0], text, share)
    for word in LEAST:
        own = packed(variables.get(word))
        if word not in colours and own is not None:
            colours[word] = own
    return {word: f"#{clear(colour, known, LEAST[word]):06x}" for word, colour in colours.items()}


def clear(colour: int, grounds: list[int], least: float) -> int:
    """The colour, lighter or darker where its contrast to one of the grounds is below `least`: towards white or
    black, whichever goes further."""
    pole = max((0xFFFFFF, 0), key=lambda pole: min(contrast(pole, ground) for ground in grounds))
    share = 0.0
    clearer = colour
    while share < 1 and min(contrast(clearer, ground) for ground in grounds) < least:
        share += STEP
        clearer = mix(colour, pole, share)
    return clearer

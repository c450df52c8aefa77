"""The colours of words: a theme's own where they can be read on all its grounds, clearer ones where not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marbles_tui.core.palette import mix
from marbles_tui.tui.kit.colour import contrast, packed

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

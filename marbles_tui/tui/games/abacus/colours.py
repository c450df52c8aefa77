"""The colours of Abacus: marbles, wood and marks."""

from __future__ import annotations

from typing import Final, NamedTuple

from marbles_tui.tui.drawing.hexagon import Wood
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.piece_colours import PieceColours

SIDES: Final = PieceColours(
    (0x4A74EE, 0xF0BE4A),
    {"felt": (0xC8403C, 0xEFE6D2), "parchment": (0x2F5D9C, 0xFBF2DC), "clear": (0x2F63E8, 0xFFC42E)},
    ("Blue", "Yellow"),
    {"felt": ("Red", "White"), "parchment": ("Blue", "White")},
)
"""Black and white, as the records call them: black is the darker. Claret and ivory on felt, ink and cream on
parchment."""

SLATE: Final = Wood(0x33403F, 0x7A5632)
MAPLE: Final = Wood(0xBE9260, 0x7A4A21)

LABEL: Final = 0xEBDCC3
"""The names of rows, on either rim."""


class Marks(NamedTuple):
    """What stands out, chosen against the wood and not against the page."""

    target: int
    marked: int
    last: int
    threat: int
    cursor: int
    letter: int
    """A key, on a dark ground or, on a light board, on a pale one."""

    well: int
    """The ground of a free target."""


ON_SLATE: Final = Marks(0x5BE37D, 0xFFF0A0, 0xE0A030, 0xFF5FA0, 0xFFFFFF, 0x9CFFB6, 0x1B2121)
ON_MAPLE: Final = Marks(0x08532A, 0x7A1660, 0x8A2A00, 0x8F0A2A, 0x101010, 0x0A4A20, 0xEFE4CC)
CLEAR: Final = Marks(0x8FB0FF, 0xFFF0A0, 0xFFB000, 0xFF4F98, 0xFFFFFF, 0xC6D6FF, 0x1B2121)


def wood(look: Look) -> Wood:
    """Slate in walnut, and maple in light themes: a mixture of slate and white is neither."""
    return SLATE if look.dark else MAPLE


def marks(look: Look) -> Marks:
    """The marks that are seen on the board."""
    if look.theme == "clear":
        return CLEAR
    return ON_SLATE if look.dark else ON_MAPLE

"""The end of a match on the carton: the rims of cleared slots light up, and in them stand the letters of a win."""

from __future__ import annotations

from typing import Final

from textual.geometry import Region

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.big_letters import GOLD, TALL_FACE, Face, down, dropped, paint_word
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.easing import part
from marbles_tui.tui.drawing.frame import Frame, Tone
from marbles_tui.tui.drawing.hollows import HollowsLayout
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import glow

LIGHTING: Final = 0.22
"""The share of the show in which the rims light up."""

THIN: Final = Face(
    {
        "Y": "#...# #...# .#.#. ..#.. ..#.. ..#.. ..#..",
        "O": ".###. #...# #...# #...# #...# #...# .###.",
        "U": "#...# #...# #...# #...# #...# #...# .###.",
        "W": "#...# #...# #...# #.#.# #.#.# ##.## #...#",
        "I": ".###. ..#.. ..#.. ..#.. ..#.. ..#.. .###.",
        "N": "#...# ##..# ##..# #.#.# #..## #..## #...#",
        "S": ".#### #.... #.... .###. ....# ....# ####.",
        "L": "#.... #.... #.... #.... #.... #.... #####",
        "V": "#...# #...# #...# #...# .#.#. .#.#. ..#..",
        "E": "##### #.... #.... ####. #.... #.... #####",
        "D": "####. #...# #...# #...# #...# #...# ####.",
    },
    7,
    True,
)
"""Letters for slots that are too narrow for the tall face: those of the words that six slots can say."""


def lit_rims(frame: Frame, look: Look) -> dict[Cell, tuple[int, float]]:
    """The rims of the winner's slots: at a win they light up from left to right."""
    winners, finale = frame.highlights.winners, frame.highlights.finale
    if finale is None or finale.tone is not Tone.WON:
        return dict.fromkeys(winners, glow(frame, look))
    order = _from_left(winners)
    return {
        place: (look.primary, part(finale.phase, LIGHTING * at / len(order), 2 * LIGHTING / len(order)))
        for at, place in enumerate(order)
    }


def _from_left(places: frozenset[Cell]) -> list[Cell]:
    """The slots of a side as they lie: the upper ones are numbered from the right."""
    return sorted(places, reverse=min(places, default=0) > len(places))


def write_sign(canvas: Canvas, layout: HollowsLayout, frame: Frame, look: Look) -> None:
    """A letter in each slot of a side, where there are as many: it falls there, and bounces once."""
    winners, finale = frame.highlights.winners, frame.highlights.finale
    letters = finale.words.upper().replace(" ", "") if finale else ""
    if finale is None or finale.tone is not Tone.WON or not winners or len(letters) != len(winners):
        return
    step = (1 - 2 * LIGHTING) / len(letters)
    for at, (letter, place) in enumerate(zip(letters, _from_left(winners), strict=True)):
        fallen = part(finale.phase, LIGHTING + step * at, 2 * step)
        if fallen:
            _write_letter(canvas, layout.places[place], letter, dropped(fallen), look)


def _write_letter(canvas: Canvas, region: Region, letter: str, rise: int, look: Look) -> None:
    wide, tall = region.width - 2, 2 * region.height - 2
    face = next((face for face in (TALL_FACE, THIN) if face.has(letter) and face.width(letter) <= wide), None)
    if look.skin.plain or not look.skin.shaded or face is None or tall < face.rows + 1:
        ink = look.material_ink(GOLD[3])
        x, y = region.x + region.width // 2, region.y + (region.height - 1) // 2
        text = f"[{letter}]" if look.skin.plain and region.width > 4 else letter
        canvas.text(x - len(text) // 2, y, text, ink, bold=True)
        return
    stretch = 2 if face is TALL_FACE and tall >= 2 * face.rows + 4 else 1
    across = 2 if stretch == 2 and wide >= 2 * face.width(letter) + 4 else 1
    x = region.x + (region.width - across * face.width(letter) + 1) // 2
    y = 2 * region.y + (2 * region.height - stretch * face.rows) // 2 + rise
    paint_word(canvas, face, letter, x, y, down(GOLD), stretch=stretch, across=across)

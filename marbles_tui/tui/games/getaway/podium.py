"""The podium at the end of a journey: who has the most gold stands highest, and the castle keeps its light."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sin
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset, Region

from marbles_tui.games.getaway.scene import Traveller
from marbles_tui.tui.drawing.big_letters import GOLD, PEWTER, darkened, down, dropped, paint_word, set_words
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import contrast, luminance, mix
from marbles_tui.tui.drawing.easing import part, smooth
from marbles_tui.tui.drawing.frame import Finale, Frame, Tone
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sign_marbles import EXTENTS, drawn_marble
from marbles_tui.tui.drawing.signs import draw_sides
from marbles_tui.tui.drawing.sprites import marble
from marbles_tui.tui.games.getaway.colours import PAWNS
from marbles_tui.tui.games.getaway.layout import TrailLayout

FADED: Final = 0.62
"""How much of its light the trail loses."""

BRASS: Final = 0xBFA86C
STONES: Final = (0x47433B, 0x3F3B34, 0x37332D, 0x322E29, 0x2E2A26)
"""The winner's step, and those of the other places."""

INK: Final = 0x1B1604
"""Of words on brass."""

TIGHT: Final = 6
"""Columns of a step up to which its words take all of it."""

PLACES: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th")


class Stand(NamedTuple):
    """How large a podium is: the rows of its steps by place, the most columns of a step, the pixels of a pawn, and
    the rows of the words above."""

    heights: tuple[int, ...]
    wide: int
    pawn: int
    band: int

    @property
    def rows(self) -> int:
        """All rows, from the words to the foot."""
        return self.band + (self.pawn + 1) // 2 + 1 + self.heights[0]


STANDS: Final = (
    Stand((20, 15, 11, 8, 6, 6), 19, 9, 6),
    Stand((12, 9, 7, 5, 4, 4), 13, 7, 5),
    Stand((8, 6, 5, 4, 4, 4), 11, 5, 4),
    Stand((6, 5, 4, 3, 3, 3), 9, 3, 1),
    Stand((4, 3, 3, 2, 2, 2), 9, 1, 1),
)


def places(travellers: Sequence[Traveller]) -> list[int]:
    """The place of each seat, from 0; equal gold, equal place."""
    return [sum(other.gold > traveller.gold for other in travellers) for traveller in travellers]


def standing(count: int, rank: Sequence[int]) -> list[int]:
    """The seats as they stand from left to right: second, first, third, and so on."""
    order = sorted(range(count), key=lambda seat: rank[seat])
    return [*order[1:2], *order[:1], *order[2:]]


def paint_podium(
    canvas: Canvas, layout: TrailLayout, travellers: Sequence[Traveller], frame: Frame, look: Look
) -> None:
    """Steps before the faded trail, which rise from the last place to the first; then each pawn hops once."""
    finale = frame.highlights.finale
    castle = layout.tile(layout.count - 1)
    if len(travellers) == 1 or finale is None:
        _frame_castle(canvas, layout, castle, look)
        return
    stand = next((stand for stand in STANDS if stand.rows <= layout.height), STANDS[-1])
    rank = places(travellers)
    wide = max(4, min(stand.wide, (canvas.width - 1) // len(travellers) - 1))
    across = len(travellers) * (wide + 1) - 1
    foot = _foot(layout, stand)
    box = Region((canvas.width - across) // 2, 0, across, foot)
    _clear(canvas, layout, box, castle, look)
    steps = len(travellers) + 2
    for column, seat in enumerate(standing(len(travellers), rank)):
        place = rank[seat]
        turn = len(travellers) - 1 - sorted(range(len(travellers)), key=lambda seat: rank[seat]).index(seat)
        risen = smooth(part(finale.phase, turn / steps, 1 / steps))
        height = round(stand.heights[place] * risen)
        hop = sin(part(finale.phase, len(travellers) / steps, 1 / steps) * pi)
        step = Region(box.x + column * (wide + 1), foot - height, wide, height)
        _paint_step(canvas, step, place, _words(finale, seat, travellers[seat]), look)
        _paint_pawn(canvas, step, seat, stand.pawn, round(3 * hop), look)
    _write_words(canvas, finale, stand, look, part(finale.phase, (steps - 1.5) / steps, 1.5 / steps))


def _foot(layout: TrailLayout, stand: Stand) -> int:
    """The row below the steps: where a row of squares ends, if there is one below which the castle is seen."""
    ends = [layout.top + row * (layout.tall + layout.fall) + layout.tall for row in range(layout.shown)]
    fitting = [end for end in ends[:-1] if end >= stand.rows]
    return fitting[-1] if fitting else layout.height


def _frame_castle(canvas: Canvas, layout: TrailLayout, castle: Region, look: Look) -> None:
    if layout.count - 1 in layout.places:
        draw_sides(canvas, castle, look.skin.bright, look.primary)


def _clear(canvas: Canvas, layout: TrailLayout, box: Region, castle: Region, look: Look) -> None:
    """Fade the trail, and take away the squares that the steps would cut; not the castle where it is free."""
    rows = range(layout.height)
    free = layout.count - 1 in layout.places and not castle.overlaps(box)
    lit = [row[castle.x : castle.right] for row in canvas.pixels[2 * castle.y : 2 * castle.bottom]]
    for y in range(2 * layout.height):
        canvas.pixels[y] = [mix(pixel, look.ground, FADED) for pixel in canvas.pixels[y]]
    for y in rows:
        for x, (char, ink, ground, bold) in canvas.letters[y].items():
            if not (free and castle.contains(x, y)):
                under = None if ground is None else mix(ground, look.ground, FADED)
                canvas.letters[y][x] = (char, mix(ink, look.ground, FADED), under, bold)
    covered = [layout.tile(square) for square in layout.places if square < layout.count]
    for region in (box, *(tile.grow((1, 1, 1, 1)) for tile in covered if tile.overlaps(box))):
        height = min(region.bottom, layout.height) - region.y
        canvas.fill(region.x, 2 * region.y, region.width, 2 * height, look.ground)
        canvas.erase(region.x, region.y, region.width, height)
    if layout.die.width:
        canvas.fill(layout.die.x, 2 * layout.die.y, layout.die.width, 2 * layout.die.height, look.ground)
        canvas.erase(*layout.die)
    if free:
        for row, pixels in zip(canvas.pixels[2 * castle.y :], lit, strict=False):
            row[castle.x : castle.right] = pixels
        _frame_castle(canvas, layout, castle, look)


def _words(finale: Finale, seat: int, traveller: Traveller) -> tuple[str, str]:
    name = finale.names[seat] if seat < len(finale.names) else f"Player {seat + 1}"
    return "".join(char if cell_len(char) == 1 else "?" for char in name), f"{traveller.gold} gold"


def _shortened(name: str, free: int) -> str:
    """A name that has so many columns; a number at its end, which tells it from others, stays."""
    head, _, number = name.rpartition(" ")
    if len(name) <= free or not (head and number.isdigit() and len(number) < free - 1):
        return name[:free]
    return f"{head[: free - len(number) - 1]} {number}"


def _paint_step(canvas: Canvas, step: Region, place: int, words: tuple[str, str], look: Look) -> None:
    """A block with a light edge on top; on it the name in bold, the gold, and the place at its foot."""
    if step.height < 1:
        return
    stone = BRASS if place == 0 else STONES[min(place, len(STONES)) - 1]
    stone = stone if look.dark or place == 0 else mix(stone, 0xFFFFFF, 0.62)
    ink = INK if luminance(stone) > 0.45 else 0xEDE7D3
    x, y, wide, height = step
    canvas.fill(x, 2 * y, wide, 2 * height, stone)
    canvas.fill(x, 2 * y, wide, 1, mix(stone, 0xFFFFFF, 0.35))
    canvas.erase(*step)
    if look.skin.plain or not look.coloured:
        for row in range(y, y + height):
            canvas.text(x, row, "|", ink)
            canvas.text(x + wide - 1, row, "|", ink)
        canvas.text(x, y, "+" + "-" * (wide - 2) + "+", ink)
    name, gold = words
    free = wide - 2 if wide > TIGHT else wide
    lines = [(_shortened(name, free), True), (gold if len(gold) <= free else gold.split()[0], False)]
    top = y + (1 if height > 3 else 0)
    for row, (line, bold) in enumerate(lines[: max(1, height - (2 if height > 3 else 1))], top):
        canvas.text(x + (wide - len(line)) // 2, row, line, ink, stone, bold)
    if height > 2:
        canvas.text(x + (wide - 3) // 2, y + height - 1, PLACES[place], ink, stone)


def _paint_pawn(canvas: Canvas, step: Region, seat: int, size: int, hop: int, look: Look) -> None:
    """A pawn of odd size on a step, the number in its middle; where it is too small, the number alone."""
    colour = look.pieces(PAWNS)[seat]
    ink = 0x101010 if luminance(colour) > 0.5 else 0xFFFFFF
    middle = step.x + step.width // 2
    if look.skin.shaded and look.coloured and size >= 5:
        top = 2 * step.y - size - hop
        canvas.blit(marble(size, colour), middle - size // 2, top)
        canvas.text(middle, (top + size // 2) // 2, str(seat + 1), ink, bold=True)
        return
    if size >= 5:
        _draw_pawn(canvas, Offset(middle, step.y), seat, size, look)
        return
    canvas.text(middle - 1, step.y - 1, f"<{seat + 1}>", look.material_ink(colour), bold=True)


def _draw_pawn(canvas: Canvas, foot: Offset, seat: int, size: int, look: Look) -> None:
    """The same in signs: a marble with the number in it that stands on the step below `foot`."""
    ink = look.material_ink(look.pieces(PAWNS)[seat]) if look.coloured else look.text
    plain = look.skin.plain
    extent = next(found for found in reversed(EXTENTS) if found.wide <= size and 2 * found.tall <= size + 1)
    top = foot.y - extent.tall
    for at, row in enumerate(drawn_marble(extent, plain, plain, " ")):
        canvas.text(foot.x - extent.wide // 2, top + at, row, ink, bold=True)
    number, line = str(seat + 1), top + (extent.tall - 1) // 2
    if plain:
        canvas.text(foot.x, line, number, ink, bold=True)
    else:
        dark = max((0x101010, 0xFFFFFF), key=lambda sign: contrast(sign, ink))
        canvas.text(foot.x, line, number, dark, ink, bold=True)


def _write_words(canvas: Canvas, finale: Finale, stand: Stand, look: Look, shown: float) -> None:
    """Who has won, in the band above."""
    plain = look.skin.plain
    setting = set_words(finale.words, canvas.width - 4, stand.band, finale.tone is Tone.WON, plain)
    words, face = setting.lines[0], setting.face
    canvas.fill(0, 0, canvas.width, 2 * stand.band, look.ground)
    canvas.erase(0, 0, canvas.width, stand.band)
    if not shown:
        return
    if not face or len(setting.lines) > 1:
        words = finale.words.upper()[: canvas.width]
        ink = look.material_ink(GOLD[3]) if finale.tone is Tone.WON else look.text
        canvas.text((canvas.width - len(words)) // 2, stand.band // 2, words, ink, bold=True)
        return
    colours = darkened(GOLD if finale.tone is Tone.WON else PEWTER, look.dark)
    paint_word(
        canvas,
        face,
        words,
        (canvas.width - face.width(words)) // 2,
        0 if plain else 1,
        down(colours),
        plain=plain,
        shift=lambda number: (
            (0, dropped(fallen)) if (fallen := part(shown, 0.7 * number / len(words), 0.3)) else None
        ),
    )

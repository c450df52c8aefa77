"""The podium at the end of a journey: who has the most gold stands highest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marbles_tui.games.getaway.scene import Traveller
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import lit, mix
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sprites import marble
from marbles_tui.tui.games.getaway.colours import PAWNS
from marbles_tui.tui.games.getaway.layout import TrailLayout

STEPS: Final = (1.0, 0.68, 0.46, 0.3, 0.22, 0.16)
"""How high each place stands, of the highest."""

STONE: Final = 0x8C8672


def places(travellers: Sequence[Traveller]) -> list[int]:
    """The place of each seat, from 0; equal gold, equal place."""
    return [sum(other.gold > traveller.gold for other in travellers) for traveller in travellers]


def paint_podium(
    canvas: Canvas, layout: TrailLayout, travellers: Sequence[Traveller], frame: Frame, look: Look
) -> None:
    """Steps in the middle of the trail, the winner's in the middle of them; they rise as the end is shown."""
    rank = places(travellers)
    order = sorted(range(len(travellers)), key=lambda seat: rank[seat])
    middle: list[int] = []
    for number, seat in enumerate(order):
        middle = [*middle, seat] if number % 2 == 0 else [seat, *middle]
    wide = max(7, min(13, (canvas.width - 4) // max(3, len(middle))))
    across = wide * len(middle)
    tall = min(layout.height - 2, 16)
    left, top = (canvas.width - across) // 2, (layout.height - tall) // 2
    grown = frame.phase if frame.event and frame.event.kind == "winner" else 1.0
    panel = mix(look.ground, 0, 0.3) if look.dark else mix(look.ground, 0xFFFFFF, 0.5)
    canvas.fill(left - 2, 2 * top - 1, across + 4, 2 * tall + 2, panel)
    canvas.erase(left - 2, top - 1, across + 4, tall + 2)
    room = max(1, tall - 4)
    for column, seat in enumerate(middle):
        height = max(2, round(room * STEPS[rank[seat]] * grown))
        x, y = left + column * wide, top + tall - height
        _paint_step(canvas, x, y, wide, height, rank[seat], look)
        gold = f"{travellers[seat].gold} gold"
        canvas.text(
            x + max(0, (wide - 1 - len(gold)) // 2), y + 1, gold[:wide], 0xFFFFFF, bold=not rank[seat]
        )
        if look.skin.shaded:
            canvas.blit(marble(4, look.pieces(PAWNS)[seat]), x + (wide - 1) // 2 - 2, 2 * y - 4)
            canvas.text(x + (wide - 1) // 2 - 1, y - 1, str(seat + 1), 0x101010, bold=True)
        else:
            canvas.text(
                x + (wide - 1) // 2 - 1,
                y - 1,
                f"<{seat + 1}>",
                look.material_ink(look.pieces(PAWNS)[seat]),
                bold=True,
            )


def _paint_step(canvas: Canvas, x: int, y: int, wide: int, height: int, place: int, look: Look) -> None:
    stone = lit(STONE, 1.0 - 0.12 * place)
    if not look.skin.shaded:
        stone = mix(look.ground, 0x000000 if not look.dark else 0xFFFFFF, 0.25)
    canvas.fill(x, 2 * y, wide - 1, 2 * height, stone if look.dark else mix(stone, 0, 0.35))
    number = f"{place + 1}."
    canvas.text(x + (wide - 1 - len(number)) // 2, y, number, 0xFFFFFF, bold=True)

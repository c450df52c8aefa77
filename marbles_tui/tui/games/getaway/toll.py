"""The box in which a toll is paid or not: price, purse and both outcomes side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple, cast

from textual import events
from textual.geometry import Offset, Region
from textual.reactive import reactive

from marbles_tui.core.palette import luminance, mix
from marbles_tui.games.getaway import GETAWAY, Decision, Journey
from marbles_tui.games.getaway.board import Toll
from marbles_tui.games.getaway.journey import GO
from marbles_tui.games.getaway.scene import PALETTE
from marbles_tui.games.getaway.text import jump_words
from marbles_tui.tui.games.getaway.board import GetawayBoard
from marbles_tui.tui.games.match_view import Overlay
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.kit.board_view import BoardView, Hands
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.signs import outline

BLUE: Final = 0x6FA8F5
"""The colour of the way that is not paid for."""

NOTE: Final = "Only t, b or a button decides."
ROLLS_ON: Final = "t, b or a button decides; then the die rolls on by itself."
"""The same while the die rolls for everybody."""


class TollOutcome(NamedTuple):
    """One of the two answers: its key, what one does, and what one has afterwards; both in words that are the
    shorter the later they stand."""

    key: str
    deeds: tuple[str, ...]
    afters: tuple[str, ...]


class TollOffer(NamedTuple):
    """A toll that is asked for."""

    where: str
    price: str
    pay: TollOutcome
    go: TollOutcome


def toll_offer(journey: Journey) -> TollOffer:
    """What is asked of the traveller, whose purse is large enough."""
    trail, traveller = journey.course.trail, journey.travellers[journey.actor]
    square = traveller.square
    name, toll = trail.squares[square]
    assert isinstance(toll, Toll), "only tolls leave a choice"
    gold, due = traveller.gold, journey.due
    go = next(move for move in journey.moves() if isinstance(move, Decision) and move.word == GO)
    events = GETAWAY.tell(journey, go)[1]
    way = [event.cells[-1] for event in events if event.kind == "transport" and event.cells]
    deed = f"Go {jump_words(toll.jump)}"
    deeds: tuple[str, ...] = (deed,)
    if toll.jump.draws or not way:
        to, end = "a random distance", "random"
    else:
        if toll.jump.way != "A":
            deeds = (f"{deed} to {trail.squares[way[0]].name}", deed)
        to = f"to {way[0]}" + "".join(f", then {further}" for further in way[1:])
        end = f"to {way[-1]}"
    left = gold - due
    paid = (f"{gold} → {left} gold, stay on {square}", f"{gold} → {left}, stay on {square}", f"{left} left")
    kept = (f"keep {gold} gold, {to}", f"keep {gold}, {to}", to, end)
    return TollOffer(
        f"{square} {name}",
        f"the toll: {due} gold",
        TollOutcome("t", (f"Pay {due} gold", f"Pay {due}"), paid),
        TollOutcome("b", deeds, kept),
    )


@dataclass(frozen=True, slots=True)
class Buttons:
    """Where the two buttons of a box lie, in its cells."""

    pay: Region
    go: Region


def buttons(width: int, height: int) -> Buttons:
    """Two of equal size under the line that names the toll."""
    wide = (width - 3) // 2
    tall = min(4, height - 1) if height != 4 else 2
    return Buttons(Region(1, 1, wide, tall), Region(width - 1 - wide, 1, wide, tall))


BESIDE: Final = 60
"""Columns from which on the box of tolls lies beside the die, and not over it."""


class TollBox(Overlay):
    """Shows a toll while there is one; a click on a button answers it."""

    DEFAULT_CSS = """
    TollBox { layer: banner; display: none; position: absolute; }
    """

    MOST_WIDE: ClassVar[int] = 90

    offer: reactive[TollOffer | None] = reactive(None, init=False, repaint=False)
    """What is asked; None while nothing is."""

    rolls_on: reactive[bool] = reactive(False, init=False, repaint=False)
    """Whether the die rolls by itself once this is answered."""

    def watch_offer(self, offer: TollOffer | None) -> None:
        """Another toll, or none."""
        self.display = offer is not None
        self.restyle()

    watch_rolls_on = CanvasWidget.restyle

    def follow(self, picking: Picking, board: BoardView, automatic: bool) -> None:
        """Show the toll that is asked for, in the strip below the trail."""
        journey = picking.match.position
        assert isinstance(journey, Journey)
        asked = picking.asked and journey.need == "choice"
        self.offer = toll_offer(journey) if asked else None
        self.rolls_on = automatic
        if asked and isinstance(board, GetawayBoard):
            self.call_after_refresh(self._place, board)

    def _place(self, board: GetawayBoard) -> None:
        strip = board.strip.translate(board.content_region.offset)
        beside = board.die.right + 1
        if strip.width - beside >= BESIDE:
            strip = Region(strip.x + beside, strip.y, min(strip.width - beside, self.MOST_WIDE), strip.height)
        self.styles.offset = (strip.x, strip.y)
        self.styles.width, self.styles.height = strip.width, strip.height

    def on_click(self, event: events.Click) -> None:
        """Answer by a button; elsewhere a click does nothing."""
        event.stop()
        offset = event.get_content_offset(self) or Offset(-1, -1)
        laid = buttons(*self.content_size)
        for button, key in ((laid.pay, "t"), (laid.go, "b")):
            if button.contains_point(offset):
                cast("Hands", self.screen).action_type(key)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The line that names the toll, the buttons, and where there is room how to answer."""
        offer = self.offer
        if not offer:
            return
        width, height = canvas.width, canvas.height
        toll = look.material(PALETTE.materials["toll"])
        back = mix(look.ground, toll, 0.12) if look.coloured else look.ground
        if look.skin.shaded:
            canvas.fill(0, 0, width, 2, toll if look.coloured else look.muted)
            canvas.fill(0, 2, width, 2 * height - 2, back)
            ink = _on(toll if look.coloured else look.muted)
        else:
            ink = look.material_ink(PALETTE.materials["toll"])
        price = offer.price if len(offer.where) + len(offer.price) + 4 <= width else ""
        canvas.text(1, 0, offer.where[: width - 2], ink, bold=True)
        canvas.text(width - 1 - len(price), 0, price, ink, bold=True)
        laid = buttons(width, height)
        _draw_button(canvas, laid.pay, offer.pay, look.target, look)
        _draw_button(canvas, laid.go, offer.go, BLUE if look.dark else 0x2458B8, look)
        if laid.pay.bottom < height:
            note = ROLLS_ON if self.rolls_on else NOTE
            canvas.text(1, laid.pay.bottom, note[: width - 2], look.text if look.skin.shaded else look.muted)


def _draw_button(canvas: Canvas, region: Region, outcome: TollOutcome, colour: int, look: Look) -> None:
    """Key, deed, and what one has afterwards; with edges above and below where it is tall."""
    x, y, wide, tall = region
    filled = look.skin.shaded and look.coloured
    body = mix(look.ground, colour, 0.3)
    top = y + (tall > 2)
    if filled:
        canvas.fill(x, 2 * y, wide, 2 * tall, body)
        if tall > 3:
            canvas.fill(x, 2 * y, wide, 1, colour)
            canvas.fill(x, 2 * (y + tall) - 1, wide, 1, mix(look.ground, colour, 0.55))
    else:
        outline(canvas, region, look.skin.box, colour if look.coloured else look.text)
    key = f" {outcome.key} " if filled else f"[{outcome.key}]"
    canvas.text(x + 1, top, key, _on(colour) if filled else look.text, colour if filled else None, bold=True)
    room = wide - 6
    signs = str.maketrans({"→": ">"}) if look.skin.plain else {}
    canvas.text(x + 5, top, _fitting(outcome.deeds, room), look.bright, bold=True)
    canvas.text(x + 5, top + 1, _fitting(outcome.afters, room).translate(signs), look.text)


def _fitting(words: tuple[str, ...], room: int) -> str:
    """The longest that fits, or what there is room for of the shortest."""
    return next((said for said in words if len(said) <= room), words[-1][:room])


def _on(colour: int) -> int:
    """Black or white, whichever is read on a colour."""
    return 0x101010 if luminance(colour) > 0.4 else 0xFFFFFF

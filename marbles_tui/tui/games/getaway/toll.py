"""The box in which a toll is paid or not: price, purse and both outcomes side by side."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.games.getaway import GETAWAY, Decision, Journey
from marbles_tui.games.getaway.board import Toll
from marbles_tui.games.getaway.journey import GO
from marbles_tui.games.getaway.text import jump_words
from marbles_tui.tui.games.getaway.board import GetawayBoard
from marbles_tui.tui.games.picking import Overlay, Picking
from marbles_tui.tui.kit.board_view import BoardView, Hands

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


class Answer(Widget):
    """One of both answers as a button: its key, what one does, and below what one has afterwards."""

    DEFAULT_CSS = """
    Answer {
        width: 1fr; height: 1fr; max-height: 4; padding: 0 1; background: $success 30%;
        &.-tall { border-top: outer $success; border-bottom: outer $success 55%; }
    }
    """

    outcome: reactive[TollOutcome | None] = reactive(None)

    def render(self) -> Content:
        """Both lines in words that fit."""
        if not self.outcome:
            return Content("")
        key, room = self.outcome.key, self.content_size.width - 4
        cap = (f"[{key}]", "bold") if self.app.has_class("-lined") else (f" {key} ", "bold reverse")
        deed, after = (_fitting(words, room) for words in (self.outcome.deeds, self.outcome.afters))
        return Content.assemble(cap, " ", (deed, "bold $foreground"), "\n    ", after)

    def on_click(self, event: events.Click) -> None:
        """Give it."""
        event.stop()
        if self.outcome:
            cast("Hands", self.screen).action_type(self.outcome.key)


BARE: Final = (2, 3, 5)
"""Rows of the box in which answers leave no room for a note."""

BESIDE: Final = 60
"""Columns from which on the box of tolls lies beside the die, and not over it."""


class TollBox(Overlay):
    """Shows a toll while there is one; a click on a button answers it."""

    DEFAULT_CSS = """
    TollBox {
        layer: banner; display: none; position: absolute; background: #9A63CC 12%;
        #toll { height: 1; padding: 0 1; background: #9A63CC; color: #FFFFFF; text-style: bold; }
        #toll:light { background: #D2B9E8; color: #101010; }
        #where { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
        #price { width: auto; }
        #answers { height: 1fr; max-height: 4; padding: 0 1; }
        #go { margin-left: 1; background: #6FA8F5 30%; }
        #go.-tall { border-top: outer #6FA8F5; border-bottom: outer #6FA8F5 55%; }
        #go:light { background: #2458B8 30%; }
        #note { height: 1; padding: 0 1; text-wrap: nowrap; }
    }
    """

    MOST_WIDE: ClassVar[int] = 90

    def compose(self) -> ComposeResult:
        """The line that names the toll, both answers, and where there is room how to answer."""
        with Horizontal(id="toll"):
            yield Static(id="where", markup=False)
            yield Static(id="price")
        with Horizontal(id="answers"):
            yield Answer(id="pay")
            yield Answer(id="go")
        yield Static(id="note")

    def follow(self, picking: Picking, board: BoardView, automatic: bool) -> None:
        """Show the toll that is asked for, in the strip below the trail."""
        journey = picking.match.position
        assert isinstance(journey, Journey)
        asked = picking.asked and journey.need == "choice"
        self.display = asked
        if not asked:
            return
        offer = toll_offer(journey)
        for part, said in (
            ("where", offer.where),
            ("price", offer.price),
            ("note", ROLLS_ON if automatic else NOTE),
        ):
            self.query_one(f"#{part}", Static).update(said)
        self.query_one("#pay", Answer).outcome, self.query_one("#go", Answer).outcome = offer.pay, offer.go
        if isinstance(board, GetawayBoard):
            self.call_after_refresh(self._place, board)

    def _place(self, board: GetawayBoard) -> None:
        strip = board.strip.translate(board.content_region.offset)
        beside = board.die.right + 1
        if strip.width - beside >= BESIDE:
            strip = Region(strip.x + beside, strip.y, min(strip.width - beside, self.MOST_WIDE), strip.height)
        self.styles.offset = (strip.x, strip.y)
        self.styles.width, self.styles.height = strip.width, strip.height
        noted = self.query_one("#note").display = strip.height not in BARE
        self.query(Answer).set_class(strip.height - noted > 4, "-tall")

    def on_click(self, event: events.Click) -> None:
        """A click elsewhere does nothing."""
        event.stop()


def _fitting(words: tuple[str, ...], room: int) -> str:
    """The longest that fits, or what there is room for of the shortest."""
    return next((said for said in words if len(said) <= room), words[-1][:room])

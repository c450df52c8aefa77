"""What people offer each other, and are asked, here and elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.app import App

from marbles_tui.core.text import enumerated
from marbles_tui.play import Match
from marbles_tui.play.rating import is_rated
from marbles_tui.play.series import place_in_series
from marbles_tui.table import phrases
from marbles_tui.table.live import LiveMatch, TableState
from marbles_tui.table.offers import Kind, Offer
from marbles_tui.table.players import KEYBOARD
from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.match.question import QuestionDialog
from marbles_tui.tui.widgets.panels import Key

WORDS: Final = {
    Kind.DRAW: "{} offers a draw. {}, do you accept?",
    Kind.UNDO: "{} wants to take a move back. {}, do you agree?",
    Kind.REDO: "{} wants to redo a move. {}, do you agree?",
}

MADE: Final = {
    Kind.DRAW: "{} offers a draw",
    Kind.UNDO: "{} wants to take a move back",
    Kind.REDO: "{} wants to redo a move",
}

ASKED: Final = {
    Kind.DRAW: "{} offers a draw: y accepts, p plays on.",
    Kind.UNDO: "{} asks to take a move back: y agrees, p plays on.",
    Kind.REDO: "{} asks to redo a move: y agrees, p plays on.",
}
"""What stands at the table of those who are asked from elsewhere."""

ASKING: Final = {
    Kind.DRAW: "You offer {} a draw: p withdraws it.",
    Kind.UNDO: "You ask {} for your move back: p withdraws it.",
    Kind.REDO: "You ask {} to redo a move: p withdraws it.",
}

WITHDRAWN: Final = {
    Kind.DRAW: "{} withdraws the draw.",
    Kind.UNDO: "{} no longer asks for the move.",
    Kind.REDO: "{} no longer asks for the move.",
}

NOTHING: Final = {
    Kind.DRAW: "There is nobody to offer a draw to.",
    Kind.UNDO: "There is nothing to take back.",
    Kind.REDO: "There is nothing to redo.",
}

REFUSED: Final = {
    Kind.DRAW: "{} declines the draw.",
    Kind.UNDO: "{} wants to keep the move.",
    Kind.REDO: "{} does not agree.",
}


def what_resigning_costs(match: Match) -> str:
    """What is lost besides the game, to follow who wins; "" where nothing is."""
    number, count = place_in_series(match)
    if match.goal:
        return ""
    if count > 1:
        return f", and game {number} of the series is lost"
    if not match.plies:
        return ", but a game without a move is not counted"
    return ", and it costs rating points" if is_rated(match) else ""


def why_not(state: TableState, seat: int, kind: Kind) -> str:
    """Why a seat here may not ask for something now."""
    offer, names = state.offer, phrases.names(state.match)
    if offer and state.hands[offer.by] == KEYBOARD:
        asked = enumerated([names[at] for at in offer.waits])
        return f"{asked} {'is' if len(offer.waits) == 1 else 'are'} still being asked."
    if offer:
        return f"{names[offer.by]} asks already."
    return "Ask again after the next move." if (seat, kind) in state.spent else NOTHING[kind]


class Offers:
    """What people offer each other. Those at one keyboard are asked one after the other; who is asked from elsewhere
    reads a line, and goes on: nothing is taken from the board, and an answer is not waited for."""

    def __init__(
        self,
        app: App[None],
        session: LiveMatch,
        tell: Callable[[str], None],
        costs: Callable[[Match], str] = what_resigning_costs,
    ) -> None:
        """`tell` shows a sentence, `costs` says what resigning costs besides the game."""
        self._costs = costs
        self._app = app
        self._session = session
        self._tell = tell
        self._question: QuestionDialog | None = None

    def ask(self, offer: Offer) -> None:
        """Put an offer to the first of the people here whom it waits for."""
        hands, names = self._state.hands, phrases.names(self._state.match)
        seat = self._waiting
        if seat is None or hands[offer.by] != KEYBOARD:
            self._tell(self.line or self._made(offer))
            return

        def answered(accepts: bool | None) -> None:
            self._question = None
            if self._session.answer(seat, bool(accepts)) and self._state.offer:
                self.ask(self._state.offer)

        text = WORDS[offer.kind].format(names[offer.by], names[seat])
        self._question = QuestionDialog(text, "Accept", "Play on")
        self._app.push_screen(self._question, answered)

    def close(self, offer: Offer, seat: int | None, accepted: bool) -> None:
        """The offer is closed: say who has refused it, and ask nobody any more."""
        question, self._question = self._question, None
        if question:
            leave(question, False)
        if seat is None or accepted or (self._alone and self._state.hands[seat] == KEYBOARD):
            self._tell("")
            return
        level = self._state.match.seats[seat].level
        who = phrases.name(self._state.match, seat)
        told = WITHDRAWN if seat == offer.by else REFUSED
        self._tell("The computer plays on." if level else told[offer.kind].format(who))

    @property
    def _state(self) -> TableState:
        return self._session.state

    @property
    def _waiting(self) -> int | None:
        """The first seat here that an offer waits for."""
        offer, hands = self._state.offer, self._state.hands
        return next((seat for seat in offer.waits if hands[seat] == KEYBOARD), None) if offer else None

    @property
    def _elsewhere(self) -> bool:
        """Whether an offer was made here to people elsewhere, or there to people here."""
        offer, hands = self._state.offer, self._state.hands
        if offer is None:
            return False
        if hands[offer.by] == KEYBOARD:
            return any(hands[seat] not in (None, KEYBOARD) for seat in offer.waits)
        return self._waiting is not None

    @property
    def line(self) -> str:
        """What those here are asked from elsewhere, or ask; "" for nothing."""
        offer = self._state.offer
        if offer is None or not self._elsewhere:
            return ""
        names = phrases.names(self._state.match)
        if self._waiting is not None:
            return ASKED[offer.kind].format(names[offer.by])
        return ASKING[offer.kind].format(enumerated([names[seat] for seat in offer.waits]))

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that answer that, or withdraw it: none of a board."""
        offer = self._state.offer
        if offer is None or not self._elsewhere:
            return ()
        if self._waiting is None:
            return (Key("p", "withdraw", "screen.pause"),)
        agrees = "accept" if offer.kind is Kind.DRAW else "agree"
        return (Key("y", agrees, "screen.analysis"), Key("p", "play on", "screen.pause"))

    def answers(self, action: str) -> bool:
        """Whether an action answers what is asked from elsewhere, or withdraws what is asked here."""
        return any(key.action == f"screen.{action}" for key in self.keys)

    def answer(self, action: str) -> bool:
        """Let it do so; whether it does."""
        offer, seat = self._state.offer, self._waiting
        if offer is None or not self.answers(action):
            return False
        if seat is None:
            return self._session.withdraw(offer.by)
        return self._session.answer(seat, action == "analysis")

    def _made(self, offer: Offer) -> str:
        """What is told of an offer that waits for others."""
        state = self._state
        people = [seat for seat in offer.waits if state.hands[seat] is not None]
        if not people:
            return "The computer is considering the draw..."
        names = phrases.names(state.match)
        asked = enumerated([names[seat] for seat in people])
        return f"{MADE[offer.kind].format(names[offer.by])}: {asked} to answer."

    @property
    def _alone(self) -> bool:
        """Whether one person is at this keyboard, and others elsewhere."""
        hands = [hand for hand in self._state.hands if hand is not None]
        return hands.count(KEYBOARD) == 1 and len(hands) > 1

    def draw(self) -> None:
        """Have the person here claim a draw, or else offer one; after they have said that they mean it, unless
        another person is asked anyway."""
        seat = self._person
        if seat is None:
            self._tell("Only computers play here.")
            return
        if self._state.stopped:
            return
        match = self._state.match
        claims = match.turn == seat and match.claimable
        people = [hand for hand in self._state.hands if hand is not None]
        if len(people) > 1 and not claims:
            self._offer_draw(seat)
            return
        others = enumerated([name for at, name in enumerate(phrases.names(match)) if at != seat])
        text = (
            "The position stands for the third time. Claim the draw?" if claims else f"Offer {others} a draw?"
        )

        def answered(sure: bool | None) -> None:
            if sure and not self._session.claim(seat):
                self._offer_draw(seat)

        self._app.push_screen(
            QuestionDialog(text, "Claim the draw" if claims else "Offer a draw", "Play on"), answered
        )

    def _offer_draw(self, seat: int) -> None:
        if not self._session.offer_draw(seat):
            self._tell(why_not(self._state, seat, Kind.DRAW))

    def end_endless(self, seat: int, why: str) -> None:
        """Have a person here, who is to roll or move, end a game that can never end."""

        def answered(ends: bool | None) -> None:
            if ends:
                self._offer_draw(seat)

        self._app.push_screen(
            QuestionDialog(f"{why} End it as a draw?", "End as a draw", "Play on"), answered
        )

    def resign(self) -> None:
        """Have the person here resign, once they have said that they mean it."""
        seat = self._person
        if seat is None or self._state.stopped:
            return
        names = phrases.names(self._state.match)
        others = [name for at, name in enumerate(names) if at != seat]
        wins = f"{enumerated(others)} {'wins' if len(others) == 1 else 'win'}"
        text = f"{names[seat]}, do you resign? {wins}{self._costs(self._state.match)}."

        def answered(sure: bool | None) -> None:
            if sure:
                self._session.resign(seat)

        self._app.push_screen(QuestionDialog(text, "Resign", "Play on"), answered)

    @property
    def _person(self) -> int | None:
        """The seat of the person here whose turn it is, or else of the first one."""
        here = [seat for seat, hand in enumerate(self._state.hands) if hand == KEYBOARD]
        actor = self._state.match.position.actor
        return actor if actor in here else next(iter(here), None)

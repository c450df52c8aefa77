"""What people offer each other, and are asked, here and elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.app import App

from marbles_tui.core.text import enumerated
from marbles_tui.play import Match
from marbles_tui.play.elo import is_rated
from marbles_tui.play.series import place_in_series
from marbles_tui.table import phrases
from marbles_tui.table.offers import Kind, Offer
from marbles_tui.table.players import KEYBOARD
from marbles_tui.table.playing import Playing
from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.match.question import QuestionDialog

WORDS: Final = {
    Kind.DRAW: "{} offers a draw. {}o you accept?",
    Kind.UNDO: "{} wants to take a move back. {}o you agree?",
    Kind.REDO: "{} wants to redo a move. {}o you agree?",
}

MADE: Final = {
    Kind.DRAW: "{} offers a draw",
    Kind.UNDO: "{} wants to take a move back",
    Kind.REDO: "{} wants to redo a move",
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


class Offers:
    """Asks the people at this keyboard whom an offer waits for, one after the other."""

    def __init__(
        self,
        app: App[None],
        session: Playing,
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
        players, names = self._session.players, phrases.names(self._session.match)
        seat = next((seat for seat in offer.waits if players[seat].hand == KEYBOARD), None)
        if seat is None:
            self._tell(self._made(offer))
            return

        def answered(accepts: bool | None) -> None:
            self._question = None
            if self._session.answer(seat, bool(accepts)) and self._session.offer:
                self.ask(self._session.offer)

        asked = "D" if self._alone else f"{names[seat]}, d"
        text = WORDS[offer.kind].format(names[offer.by], asked)
        self._question = QuestionDialog(text, "Accept", "Play on")
        self._app.push_screen(self._question, answered)

    def close(self, offer: Offer, seat: int | None, accepted: bool) -> None:
        """The offer is closed: say who has refused it, and ask nobody any more."""
        question, self._question = self._question, None
        if question:
            leave(question, False)
        if seat is None or accepted or (self._alone and self._session.players[seat].hand == KEYBOARD):
            return
        level = self._session.match.seats[seat].level
        who = phrases.name(self._session.match, seat)
        self._tell("The computer plays on." if level else REFUSED[offer.kind].format(who))

    def _made(self, offer: Offer) -> str:
        """What is told of an offer that waits for others."""
        session = self._session
        people = [seat for seat in offer.waits if session.players[seat].hand is not None]
        if not people:
            return "The computer is considering the draw..."
        names = phrases.names(session.match)
        asked = enumerated([names[seat] for seat in people])
        if session.players[offer.by].hand == KEYBOARD:
            return f"{asked} {'is' if len(people) == 1 else 'are'} asked."
        return f"{MADE[offer.kind].format(names[offer.by])}: {asked} to answer."

    @property
    def _alone(self) -> bool:
        """Whether one person is at this keyboard, and others elsewhere."""
        hands = [player.hand for player in self._session.players if player.hand is not None]
        return hands.count(KEYBOARD) == 1 and len(hands) > 1

    def draw(self) -> None:
        """Have the person here claim a draw, or else offer one; after they have said that they mean it, unless
        another person is asked anyway."""
        seat = self._person
        if seat is None:
            self._tell("Only computers play here.")
            return
        if self._session.stopped:
            return
        match = self._session.match
        claims = match.turn == seat and match.claimable
        people = [player for player in self._session.players if player.hand is not None]
        if len(people) > 1 and not claims:
            self._session.offer_draw(seat)
            return
        others = enumerated([name for at, name in enumerate(phrases.names(match)) if at != seat])
        text = (
            "The position stands for the third time. Claim the draw?" if claims else f"Offer {others} a draw?"
        )

        def answered(sure: bool | None) -> None:
            if sure and not self._session.claim(seat):
                self._session.offer_draw(seat)

        self._app.push_screen(
            QuestionDialog(text, "Claim the draw" if claims else "Offer a draw", "Play on"), answered
        )

    def end_endless(self, seat: int, why: str) -> None:
        """Have a person here, who is to roll or move, end a game that can never end."""

        def answered(ends: bool | None) -> None:
            if ends:
                self._session.offer_draw(seat)

        self._app.push_screen(
            QuestionDialog(f"{why} End it as a draw?", "End as a draw", "Play on"), answered
        )

    def resign(self) -> None:
        """Have the person here resign, once they have said that they mean it."""
        seat = self._person
        if seat is None or self._session.stopped:
            return
        names = phrases.names(self._session.match)
        others = [name for at, name in enumerate(names) if at != seat]
        wins = f"{enumerated(others)} {'wins' if len(others) == 1 else 'win'}"
        text = f"{names[seat]}, do you resign? {wins}{self._costs(self._session.match)}."

        def answered(sure: bool | None) -> None:
            if sure:
                self._session.resign(seat)

        self._app.push_screen(QuestionDialog(text, "Resign", "Play on"), answered)

    @property
    def _person(self) -> int | None:
        """The seat of the person here whose turn it is, or else of the first one."""
        here = [seat for seat, player in enumerate(self._session.players) if player.hand == KEYBOARD]
        actor = self._session.match.position.actor
        return actor if actor in here else next(iter(here), None)

"""Games that are offered to a guest alone, told of on any screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from marbles_tui.core.text import enumerated, sanitize_line
from marbles_tui.rooms.cards import Challenge
from marbles_tui.rooms.visit import Visit
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.pages.lobby_list import form_told, name_of, stakes

SHOWN: Final = 12.0
"""Seconds for which an offer is told of."""

ANNOUNCED: Final = 30.0
"""Seconds for which everybody is shown what whoever runs the house has to say."""


class Offered:
    """Says in a corner what is offered to this guest and to nobody else, once for each offer, and rings the bell;
    what somebody else was given first; and how games have ended while they were gone."""

    def __init__(self, app: Kit, visit: Visit) -> None:
        self._app = app
        self._visit = visit
        self._told: set[str] = set()
        self._begun = ""
        self._stop: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Tell of the offers that wait already, and of others as they come."""
        for sentence in self._visit.missed:
            self._app.notify(sanitize_line(sentence, 200), timeout=SHOWN, markup=False)
        self._stop = self._visit.listen(self._heard)
        self._visit.listen_to_words(self._told_words)
        self._heard()

    def end(self) -> None:
        """Hear no more."""
        self._stop()

    def _heard(self) -> None:
        self._call()
        offers = {offer.id: offer for offer in self._visit.challenges() if self._is_theirs(offer)}
        new, gone, self._told = offers.keys() - self._told, self._told - offers.keys(), set(offers)
        if gone:
            self._app.clear_notifications()  # nobody is told any more of what was taken or withdrawn
        for id in new:
            self._app.notify(self._words(offers[id]), timeout=SHOWN, markup=False)
        if new:
            self._app.ring()

    def _call(self) -> None:
        """Say that a game begins, where that is not seen: table and lobby lead there by themselves."""
        begun, screen = self._visit.called, self._app.screen
        if begun is None or begun.id == self._begun or not begun.control.timed:
            return
        self._begun = begun.id
        if isinstance(screen, ArcadeScreen) and not screen.tells_of_games:
            others = [name for seat, name in enumerate(begun.names) if seat not in begun.seats]
            told = f"Your game with {enumerated([sanitize_line(name, 16) for name in others])} begins."
            self._app.notify(f"{told} It waits in the lobby, p in the menu.", timeout=SHOWN, markup=False)
            self._app.ring()

    def _told_words(self, sentence: str, refused: bool) -> None:
        words = sanitize_line(sentence, 200)
        if refused:
            self._app.notify(words, severity="warning", markup=False)
        else:
            self._app.notify(words, title="To everybody", timeout=ANNOUNCED, markup=False)
            self._app.ring()

    def _is_theirs(self, offer: Challenge) -> bool:
        """Whether it waits for this guest by name."""
        me = self._visit.account
        asked = offer.to == me or me.id in offer.terms.seats
        return asked and me not in (offer.by, *offer.taken)

    def _words(self, offer: Challenge) -> str:
        terms = offer.terms
        game = next((name_of(game) for game in self._app.games if game.key == terms.game), "a game")
        who = sanitize_line(offer.by.name, 16)
        form = ", ".join(form_told(self._visit.archive.form(offer.by.id, terms.game)))
        told = f"{who} offers you {game}: {terms.control.words}, {stakes(terms.rated)}."
        if form:
            told = f"{told} {who}: {form}."
        screen = self._app.screen
        if isinstance(screen, ArcadeScreen) and screen.holds_tables:
            return f"{told} On its line Enter takes the seat, x says no, thanks."
        return f"{told} It waits in the lobby, p in the menu."

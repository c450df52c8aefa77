"""The offer of a game: to whom, with how much time, and whether it counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Button, Input, Static

from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.rooms.cards import ANYONE, ME, Challenge, Terms
from marbles_tui.rooms.refused import Refused
from marbles_tui.table.clock import CONTROLS, TimeControl
from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.lobby.reading import name_of
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.dialog import Dialog
from marbles_tui.tui.widgets.field import Field
from marbles_tui.tui.widgets.panels import Key, KeyLine

if TYPE_CHECKING:
    from marbles_tui.rooms.visit import Visit
    from marbles_tui.tui.kit_app import Kit

TO_ALL: Final = ""
WITH_CODE: Final = "code"
TYPED: Final = "typed"

USUAL: Final = "10+5"
"""The time that is proposed first."""

FIRST, SECOND, EITHER = "first", "second", "either"


class OfferGame(Dialog[Challenge | None]):
    """A row for each question; dismissed with the offer that was made, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next row", show=False, id="offer.down"),
        Binding("up", "app.focus_previous", "Previous row", show=False, id="offer.up"),
        Binding("enter", "offer", "Offer", id="offer.offer"),
        Binding("o", "more", "More options", id="offer.more"),
        Binding("escape", "leave", "Back", id="offer.back"),
    ]

    DEFAULT_CSS = """
    OfferGame Vertical {
        width: 58; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; background: $panel;
    }
    OfferGame .heading { text-style: bold; margin: 0 0 1 0; }
    OfferGame #told { color: $text-muted; height: auto; min-height: 1; margin: 1 0 0 0; }
    OfferGame #told.fault { color: $foreground; text-style: bold; }
    OfferGame Button { margin: 1 0 0 0; }
    OfferGame Input { width: 1fr; background: $surface; }
    OfferGame Input:focus { background: $primary 25%; }
    OfferGame Choice:focus { background: $primary 25%; }
    OfferGame KeyLine { dock: none; margin: 1 0 0 0; padding: 0; }
    """

    app: Kit

    def __init__(
        self, visit: Visit, *, to: str = TO_ALL, game: Game | None = None, terms: Terms | None = None
    ) -> None:
        """`to`: the id of an account, WITH_CODE, or TO_ALL; `game`: the one proposed; `terms`: those of the set-up,
        which leave open only what is asked here."""
        super().__init__()
        self._visit = visit
        self._to = to
        self._game = game
        self._terms = terms

    def compose(self) -> ComposeResult:
        """The rows, the button, the keys."""
        people = [person.account for person in self._visit.people()]
        to = [(TO_ALL, "everybody here"), (WITH_CODE, "those with a code")]
        to += [(account.id, sanitize_line(account.name, 24)) for account in people]
        times = [(str(control), control.words) for control in CONTROLS] + [(TYPED, "another time")]
        with Vertical():
            yield Static(
                "Offer a game" if not self._terms else self._heading(), classes="heading", markup=False
            )
            if not self._terms:
                games = [(game.key, name_of(game)) for game in self.app.games if game.seats.stop > 2]
                yield Choice("Game", games, self._game.key if self._game else "", id="game")
                begins = [(EITHER, "drawn by lot"), (FIRST, "you"), (SECOND, "the other")]
                yield Choice("First move", begins, id="begins")
            yield Choice("Offered to", to, self._to, id="to")
            yield Choice("Time", times, USUAL, id="time")
            yield Field("", "", placeholder="15+10: minutes + seconds; 2d: days", id="typed")
            yield Choice("Counts", [("rated", "rated"), ("friendly", "friendly")], id="counts")
            yield Static(id="told", markup=False)
            yield Button("Offer", variant="primary", id="offer", compact=True)
            yield KeyLine()

    def _heading(self) -> str:
        game = self._game_chosen
        return f"Offer {name_of(game)}" if game else "Offer a game"

    @property
    def _game_chosen(self) -> Game | None:
        key = self._terms.game if self._terms else self.query_one("#game", Choice).value
        return next((game for game in self.app.games if game.key == key), None)

    def on_mount(self) -> None:
        """Stand ready to offer."""
        skin = self.app.look.skin
        self.query_one(KeyLine).keys = (
            Key("up down", "row"),
            Key(f"{skin.left} {skin.right}", "change"),
            Key("enter", "offer", "screen.offer"),
            *(() if self._terms else (Key("o", "more options", "screen.more"),)),
            Key("esc", "back", "screen.leave"),
        )
        self._show()
        self.query(Choice).first().focus()

    @on(Choice.Changed)
    def _show(self) -> None:
        """What belongs to the choices."""
        self.query_one("#typed-field").display = self.query_one("#time", Choice).value == TYPED
        told = self.query_one("#told", Static)
        told.remove_class("fault")
        game, why = self._game_chosen, ""
        if game and not game.rated:
            why = "Dice decide in this game: it is never rated."
        elif not self._visit.account.keyed:
            why = "Without an SSH key you play friendly games."
        elif self._terms and len(self._terms.seats) != 2:
            why = "Only games of two players are rated."
        counts = self.query_one("#counts", Choice)
        counts.display = not why
        told.update(why)

    def action_leave(self) -> None:
        """Offer nothing."""
        leave(self)

    def action_more(self) -> None:
        """All options of the game: its set-up."""
        game = self._game_chosen
        if game and not self._terms:
            self.app.set_up(game)

    @on(Button.Pressed, "#offer")
    @on(Input.Submitted)
    def action_offer(self) -> None:
        """Make the offer, or say why it cannot be made."""
        try:
            terms = self._chosen_terms()
            to = self.query_one("#to", Choice).value
            person = to if to not in (TO_ALL, WITH_CODE) else None
            offered = self._visit.offer(terms, to=person)
        except (Refused, ValueError) as error:
            told = self.query_one("#told", Static)
            told.update(sanitize_line(str(error), 200))
            told.add_class("fault")
        else:
            leave(self, offered)

    def _chosen_terms(self) -> Terms:
        """What is offered. Raises ValueError."""
        control = TimeControl.read(self._time())
        counts = self.query_one("#counts", Choice)
        rated = counts.display and counts.value == "rated"
        private = self.query_one("#to", Choice).value == WITH_CODE
        terms = self._terms or self._quick()
        return replace(terms, control=control, rated=rated, private=private)

    def _time(self) -> str:
        chosen = self.query_one("#time", Choice).value
        return self.query_one("#typed", Input).value.strip() if chosen == TYPED else chosen

    def _quick(self) -> Terms:
        """A game as it usually is, between two."""
        game = self._game_chosen
        assert game
        begins = self.query_one("#begins", Choice).value
        if begins == EITHER:
            begins = self.app.random.choice((FIRST, SECOND))
        options = {**game.proposed, **({"players": "2"} if _has_players(game) else {})}
        seats = (ME, ANYONE) if begins == FIRST else (ANYONE, ME)
        return Terms(game.key, None, tuple(sorted(options.items())), seats)


def _has_players(game: Game) -> bool:
    return any(option.name == "players" for option in game.options)

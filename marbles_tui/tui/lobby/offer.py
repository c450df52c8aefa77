"""The offer of a game: to whom, with how much time, and whether it counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Button, Input, Static

from marbles_tui.ai.levels import ladder_of
from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.rooms.backend import TournamentState
from marbles_tui.rooms.cards import ANYONE, ME, Challenge, RoomCard, Terms
from marbles_tui.rooms.matches import has_players
from marbles_tui.rooms.refused import Refused
from marbles_tui.rooms.tournaments import ARENA, Plan
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


class OfferGame(Dialog[Challenge | RoomCard | None]):
    """A row for each question; dismissed with the offer that was made, the game that has begun, or with nothing."""

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
        self,
        visit: Visit,
        *,
        to: str = TO_ALL,
        game: Game | None = None,
        terms: Terms | None = None,
        now: bool = False,
    ) -> None:
        """`to`: the id of an account, WITH_CODE, or TO_ALL; `game`: the one proposed; `terms`: those of the set-up,
        which leave open only what is asked here; `now`: with whoever waits already."""
        super().__init__()
        self._visit = visit
        self._to = to
        self._game = game
        self._terms = terms
        self._now = now

    def compose(self) -> ComposeResult:
        """The rows, the button, the keys."""
        people = [person.account for person in self._visit.people()]
        to = [(TO_ALL, "everybody here"), (WITH_CODE, "those with a code")]
        to += [(account.id, sanitize_line(account.name, 24)) for account in people]
        nobody = [("computer", "a computer after half a minute"), ("wait", "wait")]
        times = [(str(control), control.words) for control in CONTROLS] + [(TYPED, "another time")]
        with Vertical():
            yield Static(self._heading(), classes="heading", markup=False)
            if not self._terms:
                games = [(game.key, name_of(game)) for game in self.app.games if game.seats.stop > 2]
                yield Choice("Game", games, self._game.key if self._game else "", id="game")
                begins = [(EITHER, "drawn by lot"), (FIRST, "you"), (SECOND, "the other")]
                yield Choice("First move", begins, id="begins")
            yield Choice("Offered to", to, self._to, id="to")
            yield Choice("Nobody comes", nobody, id="nobody")
            yield Choice("Time", times, USUAL, id="time")
            yield Field("", "", placeholder="15+10: minutes + seconds; 2d: days", id="typed")
            yield Choice("Counts", [("rated", "rated"), ("friendly", "friendly")], id="counts")
            yield Static(id="told", markup=False)
            yield Button("Play now" if self._now else "Offer", variant="primary", id="offer", compact=True)
            yield KeyLine()

    def _heading(self) -> str:
        game = self._game_chosen if self._terms else None
        return "Play now" if self._now else f"Offer {name_of(game)}" if game else "Offer a game"

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
            Key("enter", "play" if self._now else "offer", "screen.offer"),
            *(() if self._terms or self._now else (Key("o", "more options", "screen.more"),)),
            Key("esc", "back", "screen.leave"),
        )
        for id in ("to", "begins") if self._now else ("nobody",):
            for row in self.query(f"#{id}"):
                row.display = False
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
            offered: Challenge | RoomCard | None
            if self._now:
                computer = self.query_one("#nobody", Choice).value == "computer"
                offered = self._visit.play_now(terms, computer=computer)
            else:
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
        options = {**game.proposed, **({"players": "2"} if has_players(game) else {})}
        seats = (ME, ANYONE) if begins == FIRST else (ANYONE, ME)
        return Terms(game.key, None, tuple(sorted(options.items())), seats)


class Announce(Dialog[TournamentState | None]):
    """A tournament to be announced: a row for each question; dismissed with it, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next row", show=False, id="announce.down"),
        Binding("up", "app.focus_previous", "Previous row", show=False, id="announce.up"),
        Binding("enter", "announce", "Announce", id="announce.announce"),
        Binding("escape", "leave", "Back", id="announce.back"),
    ]

    DEFAULT_CSS = OfferGame.DEFAULT_CSS.replace("OfferGame", "Announce")

    app: Kit

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit

    def compose(self) -> ComposeResult:
        """The rows, the button, the keys."""
        games = [(game.key, name_of(game)) for game in self.app.games if 2 in game.seats]
        systems = [
            (ARENA, "arena"), ("swiss", "Swiss"), ("round-robin", "each against each"), ("knockout", "knockout"),
        ]  # fmt: skip
        times = [(str(control), control.words) for control in CONTROLS if control.timed]
        with Vertical():
            yield Static("Announce a tournament", classes="heading")
            yield Field(
                "Title", "", placeholder=f"{self._visit.account.name}'s tournament", most=30, id="title"
            )
            yield Choice("Game", games, id="game")
            yield Choice("System", systems, id="system")
            yield Choice("Time", times, id="time")
            yield Choice("Begins", _numbers((1, 5, 10, 30, 60), "in {} min"), "5", id="begins")
            yield Choice("Lasts", _numbers((15, 30, 45, 60, 90), "{} min"), "30", id="minutes")
            yield Choice("Rounds", _numbers((3, 5, 7, 9), "{}"), "5", id="rounds")
            yield Choice("Computers", _numbers((0, 1, 2, 4, 8, 12), "{}"), "0", id="computers")
            yield Choice("Counts", [("rated", "rated"), ("friendly", "friendly")], id="counts")
            yield Static(id="told", markup=False)
            yield Button("Announce", variant="primary", id="announce", compact=True)
            yield KeyLine()

    def on_mount(self) -> None:
        """Stand ready."""
        skin = self.app.look.skin
        self.query_one(KeyLine).keys = (
            Key("up down", "row"),
            Key(f"{skin.left} {skin.right}", "change"),
            Key("enter", "announce", "screen.announce"),
            Key("esc", "back", "screen.leave"),
        )
        self._show()
        self.query(Choice).first().focus()

    @on(Choice.Changed)
    def _show(self) -> None:
        """What belongs to the choices."""
        system, game = self._value("system"), self._game
        self.query_one("#minutes").display = system == ARENA
        self.query_one("#rounds").display = system == "swiss"
        self.query_one("#counts").display = game.rated
        told = self.query_one("#told", Static)
        told.remove_class("fault")
        told.update(
            {
                ARENA: "Who is free plays at once; a win is worth 2, a draw 1.",
                "swiss": "Each round against somebody who has done as well.",
                "knockout": "Who loses is out.",
            }.get(system, "Everybody plays everybody once.")
        )

    def _value(self, id: str) -> str:
        return self.query_one(f"#{id}", Choice).value

    @property
    def _game(self) -> Game:
        return next(game for game in self.app.games if game.key == self._value("game"))

    @on(Button.Pressed, "#announce")
    @on(Input.Submitted)
    def action_announce(self) -> None:
        """Announce it, or say why it cannot be."""
        levels = [level.key for level in ladder_of(self._game)] or [""]
        count = int(self._value("computers"))
        plan = Plan(
            self.query_one("#title", Input).value,
            self._game.key,
            self._value("system"),
            self._value("time"),
            self._game.rated and self._value("counts") == "rated",
            int(self._value("begins")),
            int(self._value("minutes")),
            int(self._value("rounds")),
            tuple(levels[at % len(levels)] for at in range(count)),
        )
        try:
            announced = self._visit.announce(plan)
        except Refused as error:
            told = self.query_one("#told", Static)
            told.update(sanitize_line(str(error), 200))
            told.add_class("fault")
        else:
            leave(self, announced)

    def action_leave(self) -> None:
        """Announce nothing."""
        leave(self)


def _numbers(values: Sequence[int], words: str) -> list[tuple[str, str]]:
    return [(str(value), words.format(value)) for value in values]

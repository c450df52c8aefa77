"""What a house asks: which game, with whom and with how much time, which tournament, which code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import time
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Button, Input, Static

from marbles_tui.ai.levels import ladder_of
from marbles_tui.core import Game
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.rooms.backend import TournamentState
from marbles_tui.rooms.cards import ANYONE, ME, Challenge, RoomCard, Terms
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.matches import has_players
from marbles_tui.rooms.tournaments import ARENA, Plan
from marbles_tui.table.clock import CONTROLS, TimeControl
from marbles_tui.tui.dialog import Dialog, R
from marbles_tui.tui.kit.edges import Key
from marbles_tui.tui.kit.field import Field, Line
from marbles_tui.tui.kit.filters import Filters, Group
from marbles_tui.tui.pages.lobby_list import name_of

if TYPE_CHECKING:
    from marbles_tui.rooms.visit import Visit

TO_ALL: Final = ""
WITH_CODE: Final = "code"
TYPED: Final = "typed"

USUAL: Final = "10+5"
"""The time that is proposed first."""

FIRST, SECOND, EITHER = "first", "second", "either"

LONGEST_CODE: Final = 12

COUNTS: Final = Group("counts", "counts", [("rated", "rated"), ("friendly", "friendly")])


class Form(Dialog[R]):
    """Choices in rows, a line to type in, and a button; Enter agrees from anywhere."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "agree", "Agree", id="form.agree")]

    agrees: str
    """What the button says."""

    usual: ClassVar[dict[str, str]] = {}
    """What is chosen first."""

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit
        self._chosen = dict(self.usual)

    def groups(self) -> Iterator[Group]:
        """What is asked now."""
        raise NotImplementedError

    def line(self) -> Field:
        """What can be typed."""
        raise NotImplementedError

    def answer(self) -> R:
        """What is agreed to. Raises Refused or ValueError where that cannot be."""
        raise NotImplementedError

    def body(self) -> ComposeResult:
        """Choices, line, button."""
        yield Filters(chosen=self._chosen, across=True)
        yield self.line()
        yield Button(self.agrees, variant="primary", compact=True)

    def on_mount(self) -> None:
        """Stand ready."""
        self.changed()

    def value(self, group: str) -> str:
        """What is chosen; "" where nothing is asked."""
        filters = self.query_one(Filters)
        return filters.value(group) if any(each.key == group for each in filters.groups) else ""

    @on(Filters.Changed)
    def _changed(self) -> None:
        self.changed()

    def changed(self) -> None:
        """Ask what belongs to what is chosen."""
        filters = self.query_one(Filters)
        filters.groups = tuple(self.groups())
        skin = self.app.look.skin
        change = Key(f"{skin.left} {skin.right}", "change")
        self.show_keys(
            Key("up down", "row"), change, Key("enter", self.agrees.lower(), "screen.agree"), *self.more()
        )

    def more(self) -> Sequence[Key]:
        """Keys beside these."""
        return ()

    @on(Button.Pressed)
    @on(Input.Submitted)
    def action_agree(self) -> None:
        """Leave with it, or say why it cannot be."""
        self.leave_with(self.answer)


class OfferGame(Form[Challenge | RoomCard | None]):
    """Dismissed with the offer that was made, or the game that has begun."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("o", "more", "More options", id="offer.more")]

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
        super().__init__(visit)
        self._terms, self._now = terms, now
        self._chosen = {"to": to, "time": USUAL, "game": game.key if game else ""}
        self.agrees = "Play now" if now else "Offer"

    def compose(self) -> ComposeResult:
        """Under the name of the game."""
        game = self._game if self._terms else None
        self.heading = "Play now" if self._now else f"Offer {name_of(game)}" if game else "Offer a game"
        yield from super().compose()

    def line(self) -> Field:
        """A time that is not among those proposed."""
        return Field("", "", placeholder="15+10: minutes + seconds; 2d: days", id="typed")

    def groups(self) -> Iterator[Group]:
        """Game, who begins, to whom, time, stakes; what follows from the set-up is not asked again."""
        if not self._terms:
            games = [(game.key, name_of(game)) for game in self.app.games if game.seats.stop > 2]
            yield Group("game", "game", games)
        if not self._terms and not self._now:
            begins = [(EITHER, "drawn by lot"), (FIRST, "you"), (SECOND, "the other")]
            yield Group("begins", "first move", begins, folded=True)
        if self._now:
            nobody = [("computer", "a computer after half a minute"), ("wait", "wait")]
            yield Group("nobody", "nobody comes", nobody, folded=True)
        else:
            people = [person.account for person in self._visit.people()]
            to = [(TO_ALL, "everybody here"), (WITH_CODE, "those with a code")]
            to += [(account.id, sanitize_line(account.name, 24)) for account in people]
            yield Group("to", "offered to", to, folded=True)
        times = [(str(control), control.words) for control in CONTROLS] + [(TYPED, "another time")]
        yield Group("time", "time", times, folded=True)
        if not self._unrated:
            yield COUNTS

    @property
    def _game(self) -> Game | None:
        key = self._terms.game if self._terms else self.value("game") or self._chosen["game"]
        return next((game for game in self.app.games if game.key == key), None)

    @property
    def _unrated(self) -> str:
        """Why it cannot be rated; "" if it can."""
        game = self._game
        if game and not game.rated:
            return "Dice decide in this game: it is never rated."
        if not self._visit.account.keyed:
            return "Without an SSH key you play friendly games."
        return "Only games of two players are rated." if self._terms and len(self._terms.seats) != 2 else ""

    def changed(self) -> None:
        """What belongs to the choices."""
        super().changed()
        self.query_one("#typed-field").display = self.value("time") == TYPED
        self.tell(self._unrated)

    def more(self) -> Sequence[Key]:
        """The set-up."""
        return () if self._terms or self._now else (Key("o", "more options", "screen.more"),)

    def action_more(self) -> None:
        """All options of the game: its set-up."""
        game = self._game
        if game and not self._terms:
            self.app.set_up(game)

    def answer(self) -> Challenge | RoomCard | None:
        """The offer."""
        to, time = self.value("to"), self.value("time")
        typed = self.query_one("#typed", Input).value.strip()
        control = TimeControl.read(typed if time == TYPED else time)
        rated = self.value("counts") == "rated"
        terms = replace(self._terms or self._quick(), control=control, rated=rated, private=to == WITH_CODE)
        if self._now:
            return self._visit.play_now(terms, computer=self.value("nobody") == "computer")
        return self._visit.offer(terms, to=to if to not in (TO_ALL, WITH_CODE) else None)

    def _quick(self) -> Terms:
        """A game as it usually is, between two."""
        game = self._game
        assert game
        begins = self.value("begins") or EITHER
        if begins == EITHER:
            begins = self.app.random.choice((FIRST, SECOND))
        options = {**game.proposed, **({"players": "2"} if has_players(game) else {})}
        seats = (ME, ANYONE) if begins == FIRST else (ANYONE, ME)
        return Terms(game.key, None, tuple(sorted(options.items())), seats)


class Announce(Form[TournamentState]):
    """A tournament to be announced; dismissed with it."""

    heading, agrees = "Announce a tournament", "Announce"
    usual: ClassVar[dict[str, str]] = {"begins": "5", "minutes": "30", "rounds": "5"}

    def line(self) -> Field:
        """What it is called."""
        return Field("Title", "", placeholder=f"{self._visit.account.name}'s tournament", most=30, id="title")

    def groups(self) -> Iterator[Group]:
        """Game, system, time; how long, against how many computers."""
        yield Group("game", "game", [(game.key, name_of(game)) for game in self.app.games if 2 in game.seats])
        systems = [
            (ARENA, "arena"), ("swiss", "Swiss"), ("round-robin", "each against each"), ("knockout", "knockout"),
        ]  # fmt: skip
        yield Group("system", "system", systems)
        times = [(str(control), control.words) for control in CONTROLS if control.timed]
        yield Group("time", "time", times, folded=True)
        yield _numbers("begins", (1, 5, 10, 30, 60), "in {} min")
        system = self.value("system") or ARENA
        if system == ARENA:
            yield _numbers("minutes", (15, 30, 45, 60, 90), "{} min", "lasts")
        if system == "swiss":
            yield _numbers("rounds", (3, 5, 7, 9), "{}")
        yield _numbers("computers", (0, 1, 2, 4, 8, 12), "{}")
        if self._game.rated:
            yield COUNTS

    def changed(self) -> None:
        """What belongs to the choices."""
        super().changed()
        self.tell(
            {
                ARENA: "Who is free plays at once; a win is worth 2, a draw 1.",
                "swiss": "Each round against somebody who has done as well.",
                "knockout": "Who loses is out.",
            }.get(self.value("system"), "Everybody plays everybody once.")
        )

    @property
    def _game(self) -> Game:
        games = [game for game in self.app.games if 2 in game.seats]
        return next((game for game in games if game.key == self.value("game")), games[0])

    def answer(self) -> TournamentState:
        """The tournament."""
        levels = [level.key for level in ladder_of(self._game)] or [""]
        plan = Plan(
            self.query_one("#title", Input).value,
            self._game.key,
            self.value("system"),
            self.value("time"),
            self.value("counts") == "rated",
            int(self.value("begins")),
            int(self.value("minutes") or 30),
            int(self.value("rounds") or 5),
            tuple(levels[at % len(levels)] for at in range(int(self.value("computers")))),
        )
        return self._visit.announce(plan)


def _numbers(key: str, values: Sequence[int], words: str, title: str = "") -> Group:
    return Group(key, title or key, [(str(value), words.format(value)) for value in values], folded=True)


class PrivateGame(Dialog[Challenge | RoomCard | str]):
    """A code to type; dismissed with the offer that it stands for, or with NEW to make one."""

    NEW: ClassVar[str] = "new"

    heading = "Private game"

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit

    def body(self) -> ComposeResult:
        """The line."""
        yield Line(placeholder="The code you were given", max_length=LONGEST_CODE)

    def on_mount(self) -> None:
        """Say what no code means."""
        self.tell("No code? Enter makes a private game: only those you tell its code can see and join it.")
        self._say_keys()

    @on(Input.Changed)
    def _say_keys(self) -> None:
        typed = bool(self.query_one(Input).value.strip())
        self.show_keys(Key("enter", "join") if typed else Key("enter", "make a private game", "screen.make"))

    @on(Input.Submitted)
    def action_make(self) -> None:
        """Join one, or without a code make one."""
        code = self.query_one(Input).value.strip()
        self.leave_with(lambda: self._visit.find_code(code) if code else self.NEW)


class MoreKeys(Dialog[None]):
    """One account for several SSH keys: shows a code for another key, and takes the code of another account."""

    heading = "One account, several keys"

    AUTO_FOCUS = "Button"

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit

    def body(self) -> ComposeResult:
        """What it is for, a code to be had, a line for one."""
        yield Static(
            "You use another machine, too? Get a code here, connect with the other key, and type it there."
        )
        yield Button("Show a code", variant="primary", compact=True)
        yield Field("Code typed here", "", placeholder="from your other key", most=LONGEST_CODE, id="code")

    def on_mount(self) -> None:
        """Stand ready."""
        self.show_keys(Key("up down", "row"), Key("enter", "show, or join"))

    @on(Button.Pressed)
    def _show(self) -> None:
        try:
            code = self._visit.key_code()
        except Refused as error:
            self.tell(str(error), fault=True)
            return
        minutes = plural(max(1, round((code.until - time()) / 60)), "minute")
        self.tell(f"{code.code}: good once, for {minutes}.", fault=True)

    @on(Input.Submitted)
    def _join(self, message: Input.Submitted) -> None:
        try:
            account = self._visit.join(message.value.strip())
        except Refused as error:
            self.tell(str(error), fault=True)
            return
        name = account.name
        self.tell(f"This key belongs to {name} now. Connect again to play as {name}.", fault=True)

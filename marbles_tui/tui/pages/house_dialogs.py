"""What a house asks: which game, with whom and with how much time, which tournament, which code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import time
from typing import ClassVar, Final

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
from marbles_tui.rooms.tournaments import ARENA, TournamentPlan
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import CONTROLS, TimeControl
from marbles_tui.tui.dialog import Dialog
from marbles_tui.tui.dialogs import FormDialog
from marbles_tui.tui.games import game_name, short_name
from marbles_tui.tui.kit.edges import CHOOSE, Key
from marbles_tui.tui.kit.field import Form
from marbles_tui.tui.kit.filters import Group

TO_ALL: Final = ""
WITH_CODE: Final = "code"
TYPED: Final = "typed"

USUAL: Final = "10+5"
"""The time that is proposed first."""

FIRST, SECOND, EITHER = "first", "second", "either"

LONGEST_CODE: Final = 12

SYSTEMS: Final = {
    ARENA: ("arena", "Who is free plays at once; a win is worth 2, a draw 1."),
    "swiss": ("Swiss", "Each round against somebody who has done as well."),
    "round-robin": ("each against each", "Everybody plays everybody once."),
    "knockout": ("knockout", "Who loses is out."),
}
"""What tournaments are called, and how they go."""

COUNTS: Final = Group("counts", "counts", [("rated", "rated"), ("friendly", "friendly")])


class OfferGame(FormDialog[Challenge | RoomCard | None]):
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
        key = terms.game if terms else game.key if game else ""
        super().__init__({"to": to, "time": USUAL, "game": key})
        self._visit, self._terms, self._now = visit, terms, now
        self.agrees = "Play now" if now else "Offer"
        offer = f"Offer {game_name(terms.game)}" if terms else "Offer a game"
        self.heading = "Play now" if now else offer
        self.more = () if terms or now else (Key("o", "more options", "screen.more"),)

    def asks(self) -> Iterator[Group]:
        """Game, who begins, to whom, time, stakes; what follows from the set-up is not asked again."""
        self.note = self._why_friendly
        games = [(game.key, short_name(game)) for game in self.app.games if game.seats.stop > 2]
        yield Group("game", "game", games, asked=not self._terms)
        begins = [(EITHER, "drawn by lot"), (FIRST, "you"), (SECOND, "the other")]
        yield Group("begins", "first move", begins, True, asked=not (self._terms or self._now))
        nobody = [("computer", "a computer after half a minute"), ("wait", "wait")]
        yield Group("nobody", "nobody comes", nobody, True, asked=self._now)
        to = [(TO_ALL, "everybody here"), (WITH_CODE, "those with a code")]
        to += [(each.account.id, sanitize_line(each.account.name, 24)) for each in self._visit.people()]
        yield Group("to", "offered to", to, True, asked=not self._now)
        times = [(str(control), control.words) for control in CONTROLS] + [(TYPED, "another time")]
        yield Group("time", "time", times, True)
        hint = "15+10: minutes + seconds; 2d: days"
        yield Group("typed", "", hint=hint, asked=self.given.get("time") == TYPED)
        yield COUNTS._replace(asked=not self.note)

    @property
    def _why_friendly(self) -> str:
        """Why it cannot be rated; "" if it can."""
        if not self.app.game(self.given["game"]).rated:
            return "Dice decide in this game: it is never rated."
        if not self._visit.account.keyed:
            return "Without an SSH key you play friendly games."
        return "Only games of two players are rated." if self._terms and len(self._terms.seats) != 2 else ""

    def action_more(self) -> None:
        """All options of the game: its set-up."""
        if not self._terms:
            self.app.set_up(self.app.game(self.given["game"]))

    def answer(self) -> Challenge | RoomCard | None:
        """The offer."""
        given, answers = self.given, self.query_one(Form).answers
        to = given["to"]
        control = TimeControl.read(given["typed"] if given["time"] == TYPED else given["time"])
        rated = answers.get("counts") == "rated"
        terms = replace(self._terms or self._quick(), control=control, rated=rated, private=to == WITH_CODE)
        if self._now:
            return self._visit.play_now(terms, computer=given["nobody"] == "computer")
        return self._visit.offer(terms, to=to if to not in (TO_ALL, WITH_CODE) else None)

    def _quick(self) -> Terms:
        """A game as it usually is, between two."""
        game, begins = self.app.game(self.given["game"]), self.given.get("begins", EITHER)
        if begins == EITHER:
            begins = self.app.random.choice((FIRST, SECOND))
        options = {**game.proposed, **({"players": "2"} if has_players(game) else {})}
        seats = (ME, ANYONE) if begins == FIRST else (ANYONE, ME)
        return Terms(game.key, None, tuple(sorted(options.items())), seats)


class Announce(FormDialog[TournamentState]):
    """A tournament to be announced; dismissed with it."""

    heading, agrees = "Announce a tournament", "Announce"

    def __init__(self, visit: Visit) -> None:
        super().__init__({"begins": "5", "minutes": "30", "rounds": "5"})
        self._visit = visit

    def asks(self) -> Iterator[Group]:
        """Game, system, time; how long, against how many computers; what it is called."""
        yield Group("game", "game", [(game.key, short_name(game)) for game in self._games])
        system = self.given.get("system", ARENA)
        self.note = SYSTEMS[system][1]
        yield Group("system", "system", [(key, called) for key, (called, _) in SYSTEMS.items()])
        times = [(str(control), control.words) for control in CONTROLS if control.timed]
        yield Group("time", "time", times, True)
        for key, title, values, words, asked in (
            ("begins", "begins", (1, 5, 10, 30, 60), "in {} min", True),
            ("minutes", "lasts", (15, 30, 45, 60, 90), "{} min", system == ARENA),
            ("rounds", "rounds", (3, 5, 7, 9), "{}", system == "swiss"),
            ("computers", "computers", (0, 1, 2, 4, 8, 12), "{}", True),
        ):
            yield Group(key, title, [(str(each), words.format(each)) for each in values], True, asked=asked)
        yield COUNTS._replace(asked=self._game.rated)
        yield Group("title", "Title", hint=f"{self._visit.account.name}'s tournament", most=30)

    @property
    def _games(self) -> list[Game]:
        return [game for game in self.app.games if 2 in game.seats]

    @property
    def _game(self) -> Game:
        return self.app.game(self.given.get("game", ""))

    def answer(self) -> TournamentState:
        """The tournament."""
        levels, given = [level.key for level in ladder_of(self._game)] or [""], self.given
        plan = TournamentPlan(
            given["title"],
            self._game.key,
            given["system"],
            given["time"],
            self.query_one(Form).answers.get("counts") == "rated",
            int(given["begins"]),
            int(given["minutes"]),
            int(given["rounds"]),
            tuple(levels[at % len(levels)] for at in range(int(given["computers"]))),
        )
        return self._visit.tournaments.announce(self._visit.account, plan)


class PrivateGame(FormDialog[Challenge | RoomCard | str]):
    """A code to type; dismissed with the offer that it stands for, or with NEW to make one."""

    NEW: ClassVar[str] = "new"

    heading = "Private game"
    note = "No code? Enter makes a private game: only those you tell its code can see and join it."

    def __init__(self, visit: Visit) -> None:
        super().__init__({})
        self._visit = visit

    def asks(self) -> Iterator[Group]:
        """The code."""
        self.agrees = "Join" if self.given.get("code") else "Make a private game"
        yield Group("code", "code", hint="the code you were given", most=LONGEST_CODE)

    def answer(self) -> Challenge | RoomCard | str:
        """Join one, or without a code make one."""
        code = self.given["code"]
        return self._visit.find_code(code) if code else self.NEW


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
        yield Form([Group("code", "Code typed here", hint="from your other key", most=LONGEST_CODE)])

    def on_mount(self) -> None:
        """Stand ready."""
        self.show_keys(Key(CHOOSE, "row"), Key("enter", "show, or join"))

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

"""The lobby of a house: games and people in one list, and the board of the one pointed at; and what is asked there:
which game, with whom and with how much time, which tournament, which code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from time import time
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Button, Input, Static

from marbles_tui.ai.levels import ladder_of
from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import ANYONE, ME, Challenge, RoomCard, Terms, TournamentState
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.matches import has_players
from marbles_tui.rooms.tournaments import ARENA, TournamentPlan, usual_title
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import CONTROLS, MINUTE, TimeControl
from marbles_tui.table.tasks.task import YES
from marbles_tui.table.tasks.together import Said
from marbles_tui.tui.dialogs import Dialog, Entry, FormDialog, QuestionDialog, Say, offer
from marbles_tui.tui.games import game_name
from marbles_tui.tui.kit.form import Form, Group
from marbles_tui.tui.kit.lines import CHOOSE, Cell, Key, Row
from marbles_tui.tui.kit.shelf import BLANK, Item, RowList, heading
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.pages.house_pages import HouseTournament, LivePage
from marbles_tui.tui.pages.lobby_list import (
    LONGEST,
    LONGEST_NAME,
    Deed,
    LobbyEntry,
    LobbyKind,
    Reader,
    plain_name,
    span,
)
from marbles_tui.tui.pages.menu_links import others_here

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
    "round-robin": ("round robin", "Everybody plays everybody once."),
    "knockout": ("knockout", "Who loses is out."),
}
"""What tournaments are called, and how they go."""

ASKED: Final = {
    Deed.WITHDRAW: ("Withdraw your offer?", "Withdraw it"),
    Deed.LEAVE_SEAT: ("Give your seat back?", "Give it back"),
}
"""What Enter asks before it undoes what an Enter has just done, and the answer that does so."""

COUNTS: Final = Group("counts", "counts", [("rated", "rated"), ("friendly", "friendly")])


class OfferGame(FormDialog[Challenge]):
    """Dismissed with the offer that was made or taken."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("o", "more", "More options", id="offer.more")]

    def __init__(
        self,
        visit: Visit,
        *,
        to: str = TO_ALL,
        terms: Terms | None = None,
        now: bool = False,
    ) -> None:
        """`to`: the id of an account, WITH_CODE, or TO_ALL; `terms`: those of the set-up,
        which leave open only what is asked here; `now`: with somebody who waits already."""
        super().__init__({"to": to, "time": USUAL, "game": terms.game if terms else ""})
        self._visit, self._terms, self._now = visit, terms, now
        self._met = dict[str, Account]()  # also who has left meanwhile: nobody else is chosen in their place
        self._meet()
        self.agrees = "Play now" if now else "Offer"
        offer = f"Offer {game_name(terms.game)}" if terms else "Offer a game"
        self.heading = "Play now" if now else offer
        self.more = () if terms or now else (Key("o", "more options", "screen.more"),)

    def _meet(self) -> None:
        self._met |= {each.account.id: each.account for each in self._visit.people()}

    @property
    def _names(self) -> list[tuple[str, str]]:
        return [(id, plain_name(each.name)) for id, each in self._met.items()]

    def heard(self) -> None:
        """Who is here, and by which name."""
        before = self._names
        self._meet()
        if self._names != before:
            self.changed()

    def asks(self) -> Iterator[Group]:
        """Game, who begins, to whom, time, stakes; what follows from the set-up is not asked again."""
        self.note = self._why_friendly
        games = [(game.key, game.name) for game in self.app.games if game.seats.stop > 2]
        yield Group("game", "game", games, asked=not self._terms)
        begins = [(EITHER, "drawn by lot"), (FIRST, "you"), (SECOND, "the other")]
        yield Group("begins", "first move", begins, True, asked=not (self._terms or self._now))
        nobody = [("computer", "a computer after half a minute"), ("wait", "wait")]
        yield Group("nobody", "nobody comes", nobody, True, asked=self._now)
        to = [(TO_ALL, "everybody here"), (WITH_CODE, "those with a code")]
        to += self._names
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
            return "Not rated: dice decide."
        if not self._visit.account.keyed:
            return "Not rated: you have no SSH key."
        to = self._met.get(self.given.get("to", ""))
        if to and not to.keyed:
            return f"Not rated: {plain_name(to.name)} has no SSH key."
        return "Only games of two players are rated." if self._terms and len(self._terms.seats) != 2 else ""

    def action_more(self) -> None:
        """All options of the game: its set-up."""
        if not self._terms:
            self.app.open_page("set-up", self.app.game(self.given["game"]), None, ANYONE, alone=True)

    def answer(self) -> Challenge:
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
        yield Group("game", "game", [(game.key, game.name) for game in self._games])
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
        yield Group("title", "Title", hint=usual_title(system), most=30)

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
        self.tell(f"{code.code}: good once, for {span(code.until - time())}.", fault=True)

    @on(Input.Submitted)
    def _join(self, message: Input.Submitted) -> None:
        try:
            account = self._visit.join(message.value.strip())
        except Refused as error:
            self.tell(str(error), fault=True)
            return
        name = account.name
        self.tell(f"This key belongs to {name} now. Connect again to play as {name}.", fault=True)


class LobbyScreen(LivePage):
    """Games and people to choose from; Enter does what is said of the one that is picked."""

    TITLE_LINE = "Lobby"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "offer", "Offer a game", id="lobby.offer"),
        Binding("p", "play_now", "Play now", id="lobby.play_now"),
        Binding("v", "private", "Private game", id="lobby.private"),
        Binding("w", "watch", "Watch", id="lobby.watch"),
        Binding("m", "say", "Say something", id="lobby.say"),
        Binding("x", "withdraw", "Withdraw or decline an offer", id="lobby.withdraw"),
        Binding("t", "announce", "Announce a tournament", id="lobby.announce"),
        Binding("l", "app.page('ladders')", "Ladders", id="lobby.ladder"),
        Binding("a", "app.page('archive')", "Games that are over", id="lobby.archive"),
        Binding("escape,q", "back", "Menu", id="lobby.back"),
    ]

    LEFT = (RowList, "talk")
    entries: Sequence[LobbyEntry] = ()
    said: Sequence[Said] = ()

    def __init__(self, offered: Challenge | None = None) -> None:
        """`offered`: what has just been offered elsewhere, to be picked at the start."""
        super().__init__()
        self._offered_before = offered

    def on_mount(self) -> None:
        """Read the lobby."""
        self._reader = Reader(self.visit, self.app.games)
        self.show_all()
        self._offered(self._offered_before)
        self.tick(MINUTE / 2, self.read)  # times go by

    def dress(self) -> None:
        """Draw in the app's skin and theme, and as many lines of the talk as there is room for."""
        self._show_talk()
        self.point(self.pointed)

    # What is shown

    def show_all(self) -> None:
        """Show what there is now; what was picked stays picked as long as it is there."""
        before = self.entries, self.said
        self.entries, self.said = self._reader.read(), self._reader.talk if self.app.settings.chat else []
        self.note(f"{others_here(len(self._of(LobbyKind.PERSON)))}   {self._reader.me}")
        if before == (self.entries, self.said) and self.rows.items:
            return
        self.rows.show([*self._items()])
        self._show_talk()

    def _show_talk(self) -> None:
        said = [[Cell(line.name, LONGEST + 1, "bold"), Cell(line.words)] for line in self.said]
        height, talk = self.app.size.height, self.query_one("#talk", Static)
        lines = said[-8 if height >= 32 else -3 if height >= 23 else -1 :]
        talk.update(Row(*lines))
        talk.display = bool(lines)

    def _of(self, kind: LobbyKind) -> list[LobbyEntry]:
        return [entry for entry in self.entries if entry.kind is kind]

    def _items(self) -> Iterator[Item]:
        if all(entry.kind is LobbyKind.PERSON for entry in self.entries):
            for told in ("No games yet. Offer one with n:", "whoever comes here can take the seat.", ""):
                yield Item(Row([Cell(told, 0, "not bold $foreground")]), heading=True)
        for at, kind in enumerate(kind for kind in LobbyKind if self._of(kind)):
            if at:
                yield BLANK
            yield heading(kind.value, "● free  ○ at a board" if kind is LobbyKind.PERSON else "")
            for entry in self._of(kind):
                yield Item(_row(entry), entry.place)

    @property
    def entry(self) -> LobbyEntry | None:
        """What is picked."""
        return next((entry for entry in self.entries if entry.place == self.pointed), None)

    def point(self, key: tuple[LobbyKind, str] | None) -> None:
        """Show what is picked, and its keys."""
        entry = self.entry
        if entry:
            self.show(*(entry.shown or ()))
            which = [", ".join(filter(None, (entry.game, entry.when)))] if entry.game else []
            self.tell(entry.who, *which, *(Content.styled(told, "$text-muted") for told in entry.about))
        else:
            self.show()
            self.tell()
        offered = entry is not None and entry.declinable
        self.show_keys(
            *([Key("enter", entry.does.value, "focused.take")] if entry else []),
            *([Key("x", "no, thanks", "screen.withdraw")] if offered else []),
            Key("p", "play now", "screen.play_now"),
            Key("n", "offer a game", "screen.offer"),
            Key(CHOOSE, "choose"),
            *([Key("w", "watch", "screen.watch")] if entry and entry.does is Deed.WATCH else []),
            Key("m", "say something", "screen.say"),
            Key("/", "find"),
            Key("t", "tournament", "screen.announce"),
            Key("l", "ladders", "app.page('ladders')"),
            Key("a", "games that are over", "app.page('archive')"),
            Key("v", "private game", "screen.private"),
        )

    # What is done

    def take(self, key: tuple[LobbyKind, str]) -> None:
        """Play, take a seat, watch, or say what can be done with a person."""
        entry = self.entry
        if entry is None:
            return
        if entry.kind is LobbyKind.PERSON:
            self._ask_about(entry)
        elif entry.kind is LobbyKind.OPEN:
            self._take(entry.key, entry.does)
        elif entry.kind is LobbyKind.TOURNAMENT:
            self.app.push_screen(HouseTournament(entry.key))
        else:
            self.enter(entry.key)

    def action_watch(self) -> None:
        """Watch the game that is picked, or that of the person who is."""
        entry = self.entry
        if entry and entry.kind in (LobbyKind.TURN, LobbyKind.WAITING, LobbyKind.PLAYED):
            self.enter(entry.key)
        elif entry and (room := self._room_of(entry.key)):
            self.enter(room)

    def _room_of(self, account: str) -> str | None:
        return next((person.room for person in self.visit.people() if person.account.id == account), None)

    def _take(self, challenge: str, does: Deed) -> None:
        if does in ASKED:

            def undo(answer: object) -> None:
                if answer == YES:
                    self._withdraw(challenge)

            self.app.push_screen(QuestionDialog(*ASKED[does], "Keep it"), undo)
            return
        self.attempt(lambda: self._sit(challenge))
        self.read()

    def _sit(self, challenge: str) -> None:
        self.wanted = challenge
        self.visit.accept(challenge)

    def action_withdraw(self) -> None:
        """Take an offer of one's own back, give back a seat, or decline what was offered to oneself alone."""
        entry = self.entry
        if entry and entry.kind is LobbyKind.OPEN:
            self._withdraw(entry.key)

    def _withdraw(self, challenge: str) -> None:
        self.visit.withdraw(challenge)
        self.show_all()

    # People

    def _ask_about(self, entry: LobbyEntry) -> None:
        """What is to be done with a person."""
        id = entry.key
        entries = [
            Entry(f"Play {game_name(one.terms.game)} with them", partial(self._take, one.id, Deed.SIT))
            for one in self._offers_of(id)
        ]
        entries.append(Entry("Offer a game", partial(self._offer, id)))
        if self._room_of(id):
            entries.append(Entry("Watch their game", self.action_watch))
        muted = id in self.visit.muted

        def mute() -> None:
            self.attempt(lambda: self.visit.mute(id, not muted))
            self.show_all()

        entries.append(Entry("Show what they say again" if muted else "Do not show what they say", mute))
        offer(self.app, entries, entry.who if entry.free else f"{entry.who} {entry.when}")

    def _offers_of(self, account: str) -> list[Challenge]:
        """The games of theirs that have a seat for this guest."""
        return [
            offer
            for offer in self.visit.challenges()
            if offer.by.id == account and offer.seat_for(self.visit.account) is not None
        ]

    # What can be done

    def action_offer(self) -> None:
        """Offer a game, to the person who is picked or to everybody."""
        entry = self.entry
        self._offer(entry.key if entry and entry.kind is LobbyKind.PERSON else TO_ALL)

    def _offer(self, to: str) -> None:
        self.app.push_screen(OfferGame(self.visit, to=to), self._offered)

    def action_play_now(self) -> None:
        """Take the seat of an offer that waits."""
        self.app.push_screen(OfferGame(self.visit, now=True), self._offered)

    def action_announce(self) -> None:
        """Announce a tournament."""

        def announced(state: TournamentState | None) -> None:
            if state:
                self.app.push_screen(HouseTournament(state.id))

        self.app.push_screen(Announce(self.visit), announced)

    def _offered(self, challenge: Challenge | None) -> None:
        if challenge and challenge.by.id == self.visit.id:
            self.show_all()
            self.rows.pick((LobbyKind.OPEN, challenge.id))
            if challenge.code:
                told = f"Tell the others this code: {challenge.code}. They type it under v."
                self.notify(told, timeout=20, markup=False)
            return
        if challenge:
            self.wanted = challenge.id
        self.read()

    def action_private(self) -> None:
        """Join a private game by its code, or make one."""

        def told(answer: Challenge | RoomCard | str | None) -> None:
            if answer == PrivateGame.NEW:
                self._offer(WITH_CODE)
            elif isinstance(answer, Challenge):
                self._take(answer.id, Deed.SIT)
            elif isinstance(answer, RoomCard):
                self.enter(answer.id)

        self.app.push_screen(PrivateGame(self.visit), told)

    def action_say(self) -> None:
        """Say a line, or a greeting."""

        def told(text: str | None) -> None:
            if text:
                self.attempt(lambda: self.visit.say(text))
                self.show_all()

        self.app.push_screen(Say(self.visit.greetings, self.said), told)


def follow_wish(app: Kit, visit: Visit) -> None:
    """Open what a guest has named on the way in, or say why that cannot be."""
    try:
        found = visit.wished()
        if isinstance(found, Challenge):
            visit.accept(found.id)
            lobby = LobbyScreen()
            lobby.wanted = found.id
            app.push_screen(lobby)
        elif isinstance(found, RoomCard):
            app.enter_room(found.id)
        elif isinstance(found, str):
            app.open_page("puzzles")
        elif found:
            app.set_up(found)
    except Refused as refused:
        app.notify(sanitize_line(str(refused), 200), severity="warning", timeout=12, markup=False)


def _row(entry: LobbyEntry) -> Row:
    """An entry in columns."""
    if entry.kind is LobbyKind.PERSON:
        mark = Cell("●" if entry.free else "○", 2, "$accent" if entry.free else "$text-muted")
        ink = "" if entry.free else "$text-muted"
        return Row(
            [
                mark,
                Cell(entry.who, LONGEST + 1, "bold" if entry.free else ink, until=56),
                Cell(entry.who, LONGEST_NAME + 1, "bold" if entry.free else ink, since=56),
                Cell(entry.strength, 7, ink, since=40),
                Cell(entry.when, 0, ink),
            ]
        )
    when = "bold $text-warning" if entry.pressing else "$text-muted"
    return Row(
        [
            Cell("", 2),
            Cell(entry.who, 0, "bold"),
            *([Cell(entry.strength, 7, since=40)] if entry.strength else []),
            Cell(entry.game, 11),
            Cell(entry.brief or entry.when, 6 if entry.brief else 16, when, since=40, until=56),
            Cell(entry.when, 16, when, since=56),
            Cell(entry.stakes, 11, "$text-muted", since=56),
            Cell(entry.rating, 14, "$text-muted", since=72),
        ]
    )

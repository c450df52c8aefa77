"""What a visit tells: as the lobby shows it, and in a corner of any screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from random import Random
from time import time
from typing import Final

from textual.content import Content

from marbles_tui.core import AnyBoard, Game
from marbles_tui.core.text import capitalized, enumerated, ordinal, plural, sanitize_line
from marbles_tui.play.played import LONGEST_SHOWN, turn_numbers
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.archive import RecentForm
from marbles_tui.rooms.backend import COMPUTER, Challenge, PersonCard, RoomCard, Terms, TournamentState
from marbles_tui.rooms.tournaments import ARENA, ends_at, round_now, rounds_in
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import DAY, HOUR, MINUTE, TimeControl
from marbles_tui.table.tasks.together import Said, time_left
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.games import VIEWS, game_name
from marbles_tui.tui.kit_app import Kit

ENDED: Final = {1.0: "won", 0.0: "lost"}

SAID: Final = 20
"""The last lines said that are kept to be shown."""


class LobbyKind(Enum):
    """What an entry stands for, in the order of the lobby: what concerns you comes first."""

    TURN = "Your turn"
    WAITING = "Their turn"
    OPEN = "Open games"
    TOURNAMENT = "Tournaments"
    PLAYED = "Being played"
    PERSON = "People"


class Deed(Enum):
    """What Enter does with an entry, in words."""

    PLAY = "play"
    SIT = "take this seat"
    WATCH = "watch"
    WITHDRAW = "withdraw"
    LEAVE_SEAT = "give the seat back"
    TABLE = "show its table"
    CHOOSE = "choose"


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """A game, an offer or a person."""

    kind: LobbyKind
    key: str
    """Its identity among entries of its kind."""
    who: str
    """The names."""
    game: str = ""
    """What it is called."""
    when: str = ""
    """How long it has waited, how long it will last, or which turn it is; of a person what they do."""
    stakes: str = ""
    """`rated` or `friendly`, or how many watch."""
    rating: str = ""
    """To whom it is offered."""
    brief: str = ""
    """`when` in a few columns."""
    strength: str = ""
    """The rating of that account: "1,512", with ? while it may be far off."""
    does: Deed = Deed.CHOOSE
    """What Enter does."""
    declinable: bool = False
    """Whether it was offered to this guest alone."""
    pressing: bool = False
    """Whether little time is left."""
    free: bool = False
    """Of a person: whether they could play now."""
    shown: tuple[Game, AnyBoard] | None = None
    """A game, and its board."""
    about: tuple[str, ...] = ()
    """Two lines below its board: with whom, how it is played."""

    @property
    def place(self) -> tuple[LobbyKind, str]:
        """Stable identity of an entry."""
        return self.kind, self.key


LONGEST: Final = 13
"""Columns of a name; longer ones are cut."""

LONGEST_NAME: Final = 24
"""The same where there is room."""


def plain_name(name: str) -> str:
    """A name of somebody in a house, as it is shown where there is room."""
    return sanitize_line(name, LONGEST_NAME)


def players(names: Sequence[str]) -> str:
    """Those of a match: "Ann – Ben", "Ann, Ben, Cleo"."""
    return (" – " if len(names) == 2 else ", ").join(map(plain_name, names))


def span(seconds: float) -> str:
    """A span of time to the nearest of a unit of which it has two at least: "3 days", "90 minutes", "1 minute"."""
    for unit, length in (("day", DAY), ("hour", HOUR)):
        if seconds >= 2 * length - MINUTE / 2:
            return plural(round(seconds / length), unit)
    return plural(max(1, round(seconds / MINUTE)), "minute")


def strength(rating: Rating) -> str:
    """A rating in a column: "1,512", with ? while it may be far off; "" where nothing is known."""
    return f"{rating.number:,.0f}{'?' if rating.provisional else ''}" if rating.games else ""


def form_told(form: RecentForm, where: str = "") -> Iterator[str]:
    """A rating, and how the last games ended: "1,512 in Abacus, 23 games", "last: won, won, lost"."""
    rating = form.rating
    if rating.games:
        about = f"about {rating.number:,.0f}" if rating.provisional else f"{rating.number:,.0f}"
        yield f"{about}{where}, {plural(rating.games, 'rated game')}"
    if form.scores:
        yield "last: " + ", ".join(ENDED.get(score, "drawn") for score in form.scores)


def when_told(state: TournamentState, now: float) -> str:
    """How far a tournament is: "in 5 minutes", "12 minutes left", "round 2 of 5", "over"."""
    if state.ended:
        return "called off" if state.called_off else "over"
    if now < state.begins:
        return f"in {span(state.begins - now)}"
    if state.system != ARENA:
        return f"round {max(1, round_now(state))} of {rounds_in(state)}"
    left = ends_at(state) - now
    return f"{span(left)} left" if left > 0 else "last games"


def system_told(state: TournamentState) -> str:
    """What kind of tournament it is."""
    kinds = {"swiss": "Swiss", "round-robin": "round robin"}
    return kinds.get(state.system, state.system)


def stakes(rated: bool) -> str:
    """Whether a game counts."""
    return "rated" if rated else "friendly"


@lru_cache(maxsize=64)
def start_of(terms: Terms) -> tuple[Game, AnyBoard] | None:
    """How a game that is offered begins, drawn by chance in one way where it is; None where that cannot be told."""
    view = VIEWS.get(terms.game)
    if not view:
        return None
    game, count = view.game, len(terms.seats)
    try:
        options = game.choose(dict(terms.options))
        setup = game.resolve_setup(terms.setup, count, options, Random(1))
        return game, game.start(setup, count, options).board
    except ValueError:
        return None


@lru_cache(maxsize=16)
def sample_of(game: str) -> tuple[Game, AnyBoard] | None:
    """A game and a board of it; None for one that is not known here."""
    view = VIEWS.get(game)
    return (view.game, view.sample()) if view else None


class Reader:
    """Reads one visit. It counts the turns of a match only when a move was played in it."""

    def __init__(self, visit: Visit, games: Sequence[Game]) -> None:
        self._visit, self._games = visit, games
        self._turns: dict[str, tuple[int, int]] = {}

    def read(self) -> list[LobbyEntry]:
        """The lobby as it is now."""
        visit, now = self._visit, time()
        mine = visit.my_rooms()
        cards = [*mine, *visit.rooms()]
        self._turns = {card.id: self._turn(card) for card in cards}
        turn = [self._match(LobbyKind.TURN, card, now) for card in mine if card.my_turn]
        theirs = [self._match(LobbyKind.WAITING, card, now) for card in mine if not card.my_turn]
        played = [self._match(LobbyKind.PLAYED, card, now) for card in visit.rooms()]
        offers = [self._offered(challenge) for challenge in visit.challenges()]
        tournaments = [
            self._tournament(state, visit.now)
            for state in visit.tournaments.listed()
            if not state.ended or visit.now - state.ended < (DAY if state.bouts else HOUR)
        ]
        boards = {entry.key: entry.shown for entry in (*turn, *theirs, *played)}
        people = [self._person(person, boards.get(person.room or "")) for person in visit.people()]
        return [*turn, *theirs, *filter(None, offers), *tournaments, *played, *people]

    @property
    def talk(self) -> list[Said]:
        """What was said last."""
        said = self._visit.said()[-SAID:]
        return [Said(plain_name(line.name), sanitize_line(line.text, 200)) for line in said]

    @property
    def me(self) -> str:
        """The guest, and their rating in the game that was played most: "Ann, 1,214 in Abacus"."""
        (best, _), game = self._best(self._visit.id)
        rating = f", {best.number:,.0f} in {game.name}" if best.games else ""
        return f"{plain_name(self._visit.account.name)}{rating}"

    # Matches

    def _turn(self, card: RoomCard) -> tuple[int, int]:
        """After how many plies which turn it is."""
        plies = card.match.plies
        known = self._turns.get(card.id)
        if known and known[0] == plies:
            return known
        if plies > LONGEST_SHOWN:
            return plies, 0
        return plies, turn_numbers(card.match)[-1]

    def _match(self, kind: LobbyKind, card: RoomCard, now: float) -> LobbyEntry:
        """A match: one of the guest's own, which is waited for, or one to be watched."""
        number, left, since = self._turns[card.id][1], card.left, span(now - card.since)
        own = _names([name for seat, name in enumerate(card.names) if seat not in card.seats])
        turn = f"{ordinal(number)} turn" if number else plural(card.match.plies, "move")
        actor = card.match.position.actor
        whose = f"{_names([card.names[actor]])}'s {turn}" if 0 <= actor < len(card.names) else turn
        waited = f"{since} ago" if kind is LobbyKind.TURN else f"for {since}"
        entry = LobbyEntry(
            kind,
            card.id,
            own,
            card.match.game.name,
            waited if left is None else time_left(left, daily=True),
            stakes(card.rated),
            does=Deed.PLAY,
            shown=(card.match.game, card.match.position.board),
            about=(whose, f"{card.control.words}, {stakes(card.rated)}"),
        )
        if kind is LobbyKind.TURN:
            pressing = left is not None and left < (DAY if card.control.days else MINUTE)
            return replace(entry, pressing=pressing, about=(f"with {own}, turn {number}", entry.about[1]))
        if kind is LobbyKind.PLAYED:
            who = players(card.names)
            watched = f"{card.spectators} watching" if card.spectators else ""
            return replace(entry, who=who, when=turn, stakes=watched, does=Deed.WATCH)
        return entry

    # Offers

    def _offered(self, challenge: Challenge) -> LobbyEntry | None:
        terms, me = challenge.terms, self._visit.account
        if terms.game not in VIEWS:
            return None
        own, sits, free = challenge.by == me, me in challenge.taken, len(challenge.free)
        form, note = self._visit.archive.form(challenge.by.id, terms.game), ""
        if own:
            to = sanitize_line(challenge.to.name, 13) if challenge.to else "all"
            note = f"code {challenge.code}" if challenge.code else f"to {to}"
        elif me in (challenge.to, *challenge.taken):
            note = "you have a seat" if sits else "to you"
        name = plain_name(challenge.by.name)
        computers = sum(who.startswith(COMPUTER) for who in terms.seats)
        others = f", {plural(computers, 'computer')}" if computers else ""
        whom = f"against {name}" if len(terms.seats) == 2 else f"from {name}"
        if own:
            whom = note if challenge.code else f"offered {note}"
        return LobbyEntry(
            LobbyKind.OPEN,
            challenge.id,
            "You" if own else name,
            game_name(terms.game),
            f"{plural(free, 'seat')} free" if len(terms.seats) > 2 else terms.control.words,
            stakes(terms.rated),
            note,
            str(terms.control),
            "" if own else strength(form.rating),
            declinable=challenge.to == me and not own and not sits,
            does=Deed.WITHDRAW if own else Deed.LEAVE_SEAT if sits else Deed.SIT,
            shown=start_of(terms),
            about=(
                f"{whom}{others}, {stakes(terms.rated)}",
                *(() if own else form_told(form)),
            ),
        )

    # People

    def _person(self, person: PersonCard, shown: tuple[Game, AnyBoard] | None) -> LobbyEntry:
        what, (form, game) = sanitize_line(person.what, 60), self._best(person.account.id)
        words = {
            "free": "free",
            "waits": "waits for you",
            "offers": f"offers {game_name(person.what)}" if person.what in VIEWS else "offers a game",
            "plays": f"plays {what}" if what else "plays",
            "watches": f"watches {what}" if what else "watches",
        }
        return LobbyEntry(
            LobbyKind.PERSON,
            person.account.id,
            plain_name(person.account.name),
            when=words[person.doing],
            strength=strength(form.rating),
            free=person.doing not in ("plays", "watches"),
            shown=shown or sample_of(person.what if person.doing == "offers" else game.key),
            about=(words[person.doing], *form_told(form, f" in {game.name}")),
        )

    def _best(self, account: str) -> tuple[RecentForm, Game]:
        """How somebody plays the game that they play most."""
        forms = [(self._visit.archive.form(account, game.key), game) for game in self._games]
        return max(forms, key=lambda each: (each[0].rating.games, len(each[0].scores)))

    # Tournaments

    def _tournament(self, state: TournamentState, now: float) -> LobbyEntry:
        me = self._visit.account.id
        plays = any(entrant.id == me and not entrant.left for entrant in state.entrants)
        players = plural(len(state.entrants), "player")
        control = TimeControl.read(state.control)
        return LobbyEntry(
            LobbyKind.TOURNAMENT,
            state.id,
            sanitize_line(state.title, 30),
            game_name(state.game),
            when_told(state, now),
            stakes(state.rated),
            "you play" if plays else players,
            does=Deed.TABLE,
            shown=sample_of(state.game),
            about=(
                f"{capitalized(system_told(state))}, {players}",
                f"{control.words}, {stakes(state.rated)}",
            ),
        )


def _names(names: Sequence[str]) -> str:
    cut = (Content(plain_name(name)).truncate(LONGEST, ellipsis=True).plain for name in names)
    return enumerated(list(cut)) or "alone"


SHOWN: Final = 12.0
"""Seconds for which an offer is told of."""

ANNOUNCED: Final = 30.0
"""Seconds for which everybody is shown a message of the owner."""


class Offered:
    """Says in a corner what is offered to this guest and to nobody else, once for each offer, and rings the bell;
    what somebody else was given first; and how games have ended while they were gone."""

    def __init__(self, app: Kit) -> None:
        """Tell of the offers that wait already, and of others as they come."""
        assert app.visit, "offers are made in a house"
        self._app, self._visit = app, app.visit
        self._told: set[str] = set()
        self._begun: set[str] = set()
        for sentence in self._visit.missed:
            app.notify(sanitize_line(sentence, 200), timeout=SHOWN, markup=False)
        self._stop = self._visit.listen(self._heard)
        self._visit.listen_to_words(self._told_words)
        self._heard()

    async def leave(self) -> None:
        """Hear no more."""
        self._stop()

    def _heard(self) -> None:
        self._app.tell_screen()
        self._call()
        offers = {offer.id: offer for offer in self._visit.challenges()}
        new = {id for id, offer in offers.items() if self._is_theirs(offer)} - self._told
        gone, self._told = self._told - offers.keys(), self._told & offers.keys() | new
        if gone:
            self._app.clear_notifications()  # nobody is told any more of what was taken or withdrawn
        for id in new:
            self._app.notify(self._words(offers[id]), timeout=SHOWN, markup=False)
        if new:
            self._app.ring()

    def _call(self) -> None:
        """Say which games begin, where that is not seen: table and lobby lead there by themselves."""
        begun, screen = [card for card in self._visit.called if card.control.timed], self._app.screen
        new = [card for card in begun if card.id not in self._begun]
        self._begun = {card.id for card in begun}
        if not isinstance(screen, ArcadeScreen) or screen.tells_of_games:
            return
        for card in new:
            others = [name for seat, name in enumerate(card.names) if seat not in card.seats]
            told = f"Your game with {enumerated([sanitize_line(name, 16) for name in others])} begins."
            self._app.notify(f"{told} It waits in the lobby, p in the menu.", timeout=SHOWN, markup=False)
            self._app.ring()

    def _told_words(self, sentence: str, alone: bool) -> None:
        words = sanitize_line(sentence, 200)
        if alone:
            self._app.notify(words, markup=False)
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
        who = sanitize_line(offer.by.name, 16)
        form = ", ".join(form_told(self._visit.archive.form(offer.by.id, terms.game)))
        told = f"{who} offers you {game_name(terms.game)}: {terms.control.words}, {stakes(terms.rated)}."
        if form:
            told = f"{told} {who}: {form}."
        screen = self._app.screen
        if isinstance(screen, ArcadeScreen) and screen.holds_tables:
            return f"{told} On its line Enter takes the seat, x says no, thanks."
        return f"{told} It waits in the lobby, p in the menu."

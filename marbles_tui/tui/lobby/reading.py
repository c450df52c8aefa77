"""What a visit tells, as the lobby shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from time import time
from typing import TYPE_CHECKING, Final

from marbles_tui.core import Game
from marbles_tui.core.text import enumerated, ordinal, plural, sanitize_line
from marbles_tui.play.played import LONGEST_SHOWN, turn_numbers
from marbles_tui.rooms.cards import COMPUTER
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.tiles import fit
from marbles_tui.tui.lobby.entries import LONGEST, Deed, Entry, Kind, LobbyView, Said, Shown

if TYPE_CHECKING:
    from marbles_tui.rooms.cards import Challenge, Person, RoomCard, Terms
    from marbles_tui.rooms.visit import Visit

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

SAID: Final = 20
"""The last lines said that are kept to be shown."""


def name_of(game: Game) -> str:
    """What a game is called in a column of ten: by its own name."""
    name = VIEWS[game.key].front().name
    return game.title if game.title.upper() == name else name.title()


def span(seconds: float) -> str:
    """A span of time in its largest unit: "3 days", "2 hours", "1 minute"."""
    for unit, length in (("day", DAY), ("hour", HOUR)):
        if seconds >= length:
            return plural(int(seconds // length), unit)
    return plural(max(1, int(seconds // MINUTE)), "minute")


def stakes(rated: bool) -> str:
    """Whether a game counts."""
    return "rated" if rated else "friendly"


@lru_cache(maxsize=64)
def start_of(terms: Terms) -> Shown | None:
    """How a game that is offered begins, drawn by chance in one way where it is; None where that cannot be told."""
    view = VIEWS.get(terms.game)
    if not view:
        return None
    game, count = view.game, len(terms.seats)
    try:
        options = game.choose(dict(terms.options))
        setup = game.resolve_setup(terms.setup, count, options, Random(1))
        return Shown(terms.game, game.start(setup, count, options).board)
    except ValueError:
        return None


class Reader:
    """Reads one visit. It counts the turns of a match only when a move was played in it."""

    def __init__(self, visit: Visit, games: Sequence[Game]) -> None:
        self._visit = visit
        self._games: Mapping[str, Game] = {game.key: game for game in games}
        self._turns: dict[str, tuple[int, int]] = {}

    def read(self) -> LobbyView:
        """The lobby as it is now."""
        visit, now = self._visit, time()
        mine = visit.my_rooms()
        cards = [*mine, *visit.rooms()]
        self._turns = {card.id: self._turn(card) for card in cards}
        turn = [self._waiting(card, now) for card in mine if card.my_turn]
        theirs = [self._awaited(card, now) for card in mine if not card.my_turn]
        played = [self._played(card) for card in visit.rooms()]
        offers = [self._offered(challenge) for challenge in visit.challenges()]
        boards = {card.id: _shown(card) for card in cards}
        people = [self._person(person, boards.get(person.room or "")) for person in visit.people()]
        said = tuple(
            Said(sanitize_line(line.name, 24), sanitize_line(line.text, 200)) for line in visit.said()[-SAID:]
        )
        return LobbyView(
            sanitize_line(visit.account.name, 24),
            self._rating(),
            (*turn, *theirs, *filter(None, offers), *played, *people),
            said,
        )

    def _rating(self) -> str:
        """The rating in the game that was played most: "1,214 in Abacus"."""
        ratings = [(self._visit.rating(key), game) for key, game in self._games.items()]
        best, game = max(ratings, key=lambda rated: rated[0].games)
        return f"{best.number:,.0f} in {name_of(game)}" if best.games else ""

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

    def _waiting(self, card: RoomCard, now: float) -> Entry:
        names = [name for seat, name in enumerate(card.names) if seat not in card.seats]
        left = card.left
        when = f"{span(now - card.since)} ago" if left is None else f"{span(left)} left"
        return Entry(
            Kind.TURN,
            card.id,
            _names(names),
            name_of(card.match.game),
            when,
            stakes(card.rated),
            does=Deed.PLAY,
            pressing=left is not None and left < (DAY if card.control.days else MINUTE),
            shown=_shown(card),
            about=(f"with {_names(names)}, turn {self._turns[card.id][1]}", _terms(card)),
        )

    def _awaited(self, card: RoomCard, now: float) -> Entry:
        """A game of the guest's own that waits for somebody else."""
        names = [name for seat, name in enumerate(card.names) if seat not in card.seats]
        return Entry(
            Kind.WAITING,
            card.id,
            _names(names),
            name_of(card.match.game),
            f"for {span(now - card.since)}" if card.left is None else f"{span(card.left)} left",
            stakes(card.rated),
            does=Deed.PLAY,
            shown=_shown(card),
            about=(self._turn_told(card), _terms(card)),
        )

    def _turn_told(self, card: RoomCard) -> str:
        """Whose turn it is, and which: "Mara's 3rd turn"."""
        number = self._turns[card.id][1]
        turn = f"{ordinal(number)} turn" if number else plural(card.match.plies, "move")
        actor = card.match.position.actor
        return f"{_names([card.names[actor]])}'s {turn}" if 0 <= actor < len(card.names) else turn

    def _played(self, card: RoomCard) -> Entry:
        number = self._turns[card.id][1]
        watched = f"{card.spectators} watching" if card.spectators else ""
        return Entry(
            Kind.PLAYED,
            card.id,
            (" – " if len(card.names) == 2 else ", ").join(sanitize_line(name, 24) for name in card.names),
            name_of(card.match.game),
            f"{ordinal(number)} turn" if number else plural(card.match.plies, "move"),
            watched,
            does=Deed.WATCH,
            shown=_shown(card),
            about=(self._turn_told(card), _terms(card)),
        )

    # Offers

    def _offered(self, challenge: Challenge) -> Entry | None:
        terms, me = challenge.terms, self._visit.account
        game = self._games.get(terms.game)
        if not game:
            return None
        own, sits, free = challenge.by == me, me in challenge.taken, len(challenge.free)
        rating = self._visit.rating(terms.game, challenge.by.id)
        note = f"rating {rating.number:,.0f}" if rating.games else ""
        if own:
            to = sanitize_line(challenge.to.name, 13) if challenge.to else "all"
            note = f"code {challenge.code}" if challenge.code else f"to {to}"
        elif me in (challenge.to, *challenge.taken):
            note = "you have a seat" if sits else "to you"
        name = sanitize_line(challenge.by.name, 24)
        computers = sum(who.startswith(COMPUTER) for who in terms.seats)
        others = f", {plural(computers, 'computer')}" if computers else ""
        whom = f"against {name}" if len(terms.seats) == 2 else f"from {name}"
        if own:
            whom = note if challenge.code else f"offered {note}"
        return Entry(
            Kind.OPEN,
            challenge.id,
            "You" if own else name,
            name_of(game),
            f"{plural(free, 'seat')} free" if len(terms.seats) > 2 else terms.control.words,
            stakes(terms.rated),
            note,
            declinable=challenge.to == me and not own and not sits,
            does=Deed.WITHDRAW if own else Deed.LEAVE_SEAT if sits else Deed.SIT,
            shown=start_of(terms),
            about=(f"{whom}{others}", f"{terms.control.words}, {stakes(terms.rated)}"),
        )

    # People

    def _person(self, person: Person, shown: Shown | None) -> Entry:
        what = sanitize_line(person.what, 60)
        words = {
            "free": "free",
            "waits": "waits for you",
            "offers": f"offers {self._called(what)}",
            "plays": f"plays {what}" if what else "plays",
            "watches": f"watches {what}" if what else "watches",
        }
        return Entry(
            Kind.PERSON,
            person.account.id,
            sanitize_line(person.account.name, 24),
            when=words[person.doing],
            free=person.doing not in ("plays", "watches"),
            shown=shown,
            about=(words[person.doing], *self._strengths(person.account.id)),
        )

    def _called(self, title: str) -> str:
        """A game as it is called here, by its title."""
        return next((name_of(game) for game in self._games.values() if game.title == title), title)

    def _strengths(self, account: str) -> Iterator[str]:
        """The rating of somebody in the game that they play most."""
        ratings = [(self._visit.rating(key, account), game) for key, game in self._games.items()]
        best, game = max(ratings, key=lambda rated: rated[0].games)
        if best.games:
            yield f"{best.number:,.0f} in {name_of(game)}"


def _names(names: Sequence[str]) -> str:
    return enumerated([fit(sanitize_line(name, 24), LONGEST) for name in names]) or "alone"


def _shown(card: RoomCard) -> Shown:
    return Shown(card.match.game.key, card.match.position.board)


def _terms(card: RoomCard) -> str:
    return f"{card.control.words}, {stakes(card.rated)}"

"""Tournaments at this machine: read from their records, with standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple, Self

from marbles_tui.ai.levels import fair_start, nearest_level, opponents_of
from marbles_tui.core import Game
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import HUMAN
from marbles_tui.play.record import points_in, tags_of
from marbles_tui.play.series import ROUND, TOURNAMENT, arrange, told_apart
from marbles_tui.play.tournament import (
    BYE,
    Meeting,
    PlayedGame,
    Schedule,
    Standing,
    pairings,
    rounds_of,
    standings,
)
from marbles_tui.store import MatchStore, Saved
from marbles_tui.table.bouts import DRAWN_AFTER
from marbles_tui.table.clock import NO_CLOCK, TAG, clock_of
from marbles_tui.table.players import SearchService, seated
from marbles_tui.table.session import Keep, Session

FEWEST, MOST = 2, 12
"""Entrants."""

LONGEST_NAME: Final = 20
NAMELESS: Final = "Guest"

IN_TURN: Final = "all"
"""In place of a game: those that are rated, one after the other."""

FORMS: Final[Mapping[Schedule, str]] = {
    Schedule.ROUND_ROBIN: "round robin",
    Schedule.KNOCKOUT: "knockout",
    Schedule.SWISS: "Swiss",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """What is decided before the first game."""

    id: str
    form: Schedule
    entrants: tuple[Seat, ...]
    """Called differently, the best seed first."""

    game: str
    """The key of a game, or IN_TURN."""

    games: int = 1
    """Of a meeting; in a knockout the best of so many."""

    clock: str = str(NO_CLOCK)

    @classmethod
    def of(cls, entrants: Sequence[Seat], **chosen: object) -> Self:
        """With entrants whose names tell them apart, and do no harm in a record."""
        named = [
            seat._replace(
                name=sanitize_line(seat.name.replace(";", ",").replace("=", "-"), LONGEST_NAME).strip()
            )
            for seat in entrants
        ]
        known = [seat if seat.name and seat.named else seat._replace(name=NAMELESS) for seat in named]
        return cls(entrants=tuple(told_apart(known)), **chosen)  # type: ignore[arg-type]

    @classmethod
    def read(cls, text: str) -> Self:
        """From the tag of a record. Raises ValueError."""
        id, form, game, games, clock, *who = text.split("; ")
        entrants = tuple(
            Seat(name, player or HUMAN) for name, _, player in (one.partition(" = ") for one in who)
        )
        if (
            not FEWEST <= len({seat.name for seat in entrants}) == len(entrants) <= MOST
            or not games.isdigit()
        ):
            raise ValueError(f"no tournament: {text[:60]!r}")
        return cls(
            id=id, form=Schedule(form), entrants=entrants, game=game, games=int(games[:1]), clock=clock
        )

    def __str__(self) -> str:
        who = (seat.name if seat.level is None else f"{seat.name} = {seat.player}" for seat in self.entrants)
        return "; ".join((self.id, self.form, self.game, str(self.games), self.clock, *who))

    @property
    def names(self) -> tuple[str, ...]:
        """Of the entrants."""
        return tuple(seat.name for seat in self.entrants)

    @property
    def rounds(self) -> int:
        """How many there are."""
        return rounds_of(len(self.entrants), self.form)

    def seat(self, name: str) -> Seat:
        """An entrant by name."""
        return next(seat for seat in self.entrants if seat.name == name)


class EndedGame(NamedTuple):
    """A game that is over, as it is kept, and what came of it."""

    saved: Saved
    played: PlayedGame


@dataclass(frozen=True, slots=True)
class Stand:
    """The state of a tournament."""

    tournament: Tournament
    ended: tuple[EndedGame, ...] = ()
    begun: Mapping[tuple[int, frozenset[str]], Saved] = field(default_factory=dict)
    """Games that were left in the middle, by round and names."""

    @property
    def _asked(self) -> tuple[Sequence[str], Sequence[PlayedGame], Schedule]:
        return self.tournament.names, [one.played for one in self.ended], self.tournament.form

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Those that are settled by now."""
        return pairings(*self._asked, games=self.tournament.games)

    @property
    def table(self) -> tuple[Standing, ...]:
        """The standings."""
        return standings(*self._asked, games=self.tournament.games)

    @property
    def round(self) -> int:
        """The first round in which something is to be played; 0 once all is."""
        return next((meeting.round for meeting in self.meetings if not meeting.over), 0)

    @property
    def winners(self) -> tuple[str, ...]:
        """Once it is over those who share the first place."""
        return () if self.round else tuple(one.entrant for one in self.table if one.place == 1)

    def left(self, meeting: Meeting) -> Saved | None:
        """The game of a meeting that was left in the middle."""
        return self.begun.get(_key(meeting))

    def games(self, meeting: Meeting) -> tuple[EndedGame, ...]:
        """Those of a meeting that are over."""
        return tuple(
            one for one in self.ended if (one.played.round, frozenset(one.played[1:3])) == _key(meeting)
        )

    def people(self, meeting: Meeting) -> tuple[str, ...]:
        """Who of a meeting is no computer."""
        return tuple(
            name for name in meeting[1:3] if name != BYE and self.tournament.seat(name).level is None
        )

    @property
    def told(self) -> str:
        """In a few words: "6 players, round robin, round 4 of 5"."""
        tournament = self.tournament
        where = f"round {self.round} of {tournament.rounds}" if self.round else "over"
        return f"{plural(len(tournament.entrants), 'player')}, {FORMS[tournament.form]}, {where}"


def _key(meeting: Meeting) -> tuple[int, frozenset[str]]:
    return meeting.round, frozenset(meeting[1:3])


def levels_for(games: Sequence[Game]) -> tuple[str, ...]:
    """The keys of the computers that play all of some games, weakest first; none that adapts."""
    known = [
        [level.key for level in opponents_of(game) if level.rating and level.key != "adaptive"]
        for game in games
    ]
    return tuple(key for key in known[0] if all(key in keys for keys in known))


def games_for(key: str, games: Sequence[Game]) -> tuple[Game, ...]:
    """The games of a tournament: one, or in turn those that are rated."""
    return tuple(
        game for game in games if (game.rated if key == IN_TURN else game.key == key) and 2 in game.seats
    )


def game_of(stand: Stand, meeting: Meeting, games: Sequence[Game]) -> Game:
    """What is played in a meeting. Raises LookupError where the game is not there."""
    choice = games_for(stand.tournament.game, games)
    if not choice:
        raise LookupError(f"there is no game {stand.tournament.game!r} here")
    tables = [_key(one) for one in stand.meetings if one.round == meeting.round and one.second != BYE]
    return choice[(meeting.round - 1 + tables.index(_key(meeting))) % len(choice)]


def next_game(stand: Stand, meeting: Meeting, games: Sequence[Game], *, date: str, random: Random) -> Match:
    """The next game of a meeting, before its first move; who began the last one does not begin this one."""
    tournament = stand.tournament
    game = game_of(stand, meeting, games)
    seats = [tournament.seat(name) for name in meeting[1:3]]
    seats = seats[::-1] if meeting.games % 2 else seats
    count = {option.name: "2" for option in game.options if option.name == "players"}
    return arrange(
        game,
        setup=fair_start(game, [nearest_level(game, seat.level).key for seat in seats if seat.level]),
        options={**game.proposed, **count},
        seats=seats,
        date=date,
        random=random,
        tags=[
            (TOURNAMENT, str(tournament)),
            (ROUND, str(meeting.round)),
            *([(TAG, tournament.clock)] if tournament.clock != str(NO_CLOCK) else []),
        ],
    )


async def play_out(match: Match, service: SearchService, keep: Keep) -> Match:
    """A game of computers to its end, each move kept; one that takes too long is drawn."""
    session = Session(
        match,
        seated(match.seats, service),
        keep,
        clock=clock_of(match),
        stop=lambda now: now.plies >= DRAWN_AFTER,
    )
    match = await session.finish()
    if match.result is None and match.plies >= DRAWN_AFTER:
        match = match.agree()
        kept = keep(match)
        if not isinstance(kept, bool | None):
            await kept  # type: ignore[misc]
    return match


# As the records tell


def stands_of(store: MatchStore) -> tuple[Stand, ...]:
    """What to ask the store for all tournaments, the latest first."""
    return stands_in(store.tagged(TOURNAMENT))


def stands_in(saved: Sequence[Saved]) -> tuple[Stand, ...]:
    """The tournaments that the records of some matches tell of, in the order in which they were begun."""
    found: dict[str, tuple[Tournament, list[EndedGame], dict[tuple[int, frozenset[str]], Saved]]] = {}
    for match in saved:
        tags = tags_of(match.record)
        number = tags.get(ROUND.lower(), "")
        try:
            tournament = Tournament.read(tags.get(TOURNAMENT.lower(), ""))
        except ValueError:
            continue
        if not (number.isascii() and number.isdigit() and len(number) < 4):
            continue
        first, second = (tags.get(f"player{seat}", "") for seat in (1, 2))
        _, ended, begun = found.setdefault(tournament.id, (tournament, [], {}))
        points = points_in(tags)
        if points:
            ended.append(EndedGame(match, PlayedGame(int(number), first, second, points)))
        else:
            begun[int(number), frozenset((first, second))] = match
    return tuple(Stand(one, tuple(ended), begun) for one, ended, begun in reversed(found.values()))

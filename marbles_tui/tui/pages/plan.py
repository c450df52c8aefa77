"""What is chosen in the set-up, and the match and the sentence that come of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from marbles_tui.ai.levels import computer_name, opponents_of
from marbles_tui.core import BadOption, Game, Goal
from marbles_tui.core.text import capitalized, enumerated, sanitize_line
from marbles_tui.play import Match, Seat
from marbles_tui.play.adaptive import KEY, NEWCOMER, Adapted
from marbles_tui.play.match import HUMAN
from marbles_tui.play.rating import of_computer, on_day
from marbles_tui.play.series import OWN_POSITION, arrange, named_by_place, told_apart, unrated_start
from marbles_tui.play.statistics import Progress
from marbles_tui.table.clock import NO_CLOCK, TAG
from marbles_tui.table.start import today

MATCH: Final = "match"
SERIES: Final = "series"
CHANCE_BEGINS: Final = "?"
"""Who begins is left to chance."""


ANYONE: Final = "anyone"
SOMEONE: Final = "someone"
WITH_CODE: Final = "code"

ELSEWHERE: Final[Mapping[str, str]] = {
    ANYONE: "anyone in the lobby",
    SOMEONE: "someone in the lobby",
    WITH_CODE: "someone with a code",
}
"""Players who are still to be found in the house that is visited, and what they are called until then."""

ADD: Final = "+"
REMOVE: Final = "-"
SWAP: Final = "h"


def reseated(game: Game, players: Sequence[str], what: str, visiting: bool = False) -> list[str]:
    """The players with one more (ADD, like the last one) or the last one gone (REMOVE), where the game takes so
    many; or with another one on the seat of that number: the next of those there are, or with SWAP before it a person
    in place of a computer and the other way round. `visiting`: seats can be left to others in a house."""
    known, found = (
        [HUMAN, *(level.key for level in opponents_of(game)), *([ANYONE] * visiting)],
        list(players),
    )
    if what == ADD and len(found) + 1 in game.seats:
        found.append(found[-1] if len(found) > 1 else known[min(1, len(known) - 1)])
    elif what == REMOVE and len(found) - 1 in game.seats:
        found.pop()
    elif what.startswith(SWAP):
        seat = int(what.removeprefix(SWAP)) - 1
        found[seat] = HUMAN if found[seat] != HUMAN else known[min(1, len(known) - 1)]
    elif what.isdigit():
        seat = int(what) - 1
        found[seat] = known[(known.index(found[seat]) + 1) % len(known)]
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Who plays what, before it is played."""

    game: Game
    players: tuple[str, ...]
    """By seat: `human` or a level's key."""
    names: tuple[str, ...]
    """By seat, as they were typed."""
    begins: str
    """The number of the player who begins, or CHANCE_BEGINS."""
    setup: str
    options: Mapping[str, str]
    series: bool = False
    best: int = 0
    """Of how many games the best score wins; 0 for one, or as many as there are players."""
    clock: str = ""
    """What everybody's time is, as a time control writes it."""
    goal: Goal | None = None
    adapted: Adapted = NEWCOMER
    """What a computer that adapts plays by."""

    @property
    def called(self) -> tuple[str, ...]:
        """What the players are called here: a person alone with computers is "You"."""
        people = [number for number, player in enumerate(self.players) if player == HUMAN]
        seats = [
            Seat(ELSEWHERE.get(player) or computer_name(self.game, player, at))
            for at, player in enumerate(self.players)
        ]
        for number in people:
            name = sanitize_line(self.names[number], 24)
            alone = "You" if people == [number] or number == 0 else f"Player {number + 1}"
            seats[number] = Seat(name or alone)
        return tuple(seat.name for seat in told_apart(seats))

    def seats(self, random: Random) -> list[Seat]:
        """The seats of the match, the one who begins first."""
        if self.goal:
            return [Seat(sanitize_line(self.names[0], 40) if not at else "") for at in range(self._count)]
        seats = [
            Seat(sanitize_line(name, 40))
            if player == HUMAN
            else Seat(computer_name(self.game, player, at), self._computer(player))
            for at, (player, name) in enumerate(zip(self.players, self.names, strict=True))
        ]
        count = len(seats)
        first = random.randrange(count) if self.begins == CHANCE_BEGINS else (int(self.begins) - 1) % count
        told = named_by_place(seats) if first else seats
        return told[first:] + told[:first]

    @property
    def elsewhere(self) -> str:
        """How the others are to be found, if there are any: ANYONE, SOMEONE or WITH_CODE; else ""."""
        return next((player for player in self.players if player in ELSEWHERE), "")

    def offered_seats(self, random: Random) -> list[str]:
        """By seat who is to sit there in a house, the one who begins first. Raises ValueError where there are more
        people at this keyboard."""
        if self.players.count(HUMAN) != 1:
            raise ValueError(
                "In the lobby you take one seat; leave the others to people there, or to computers."
            )
        words = {HUMAN: "me", **dict.fromkeys(ELSEWHERE, "anyone")}
        seats = [words.get(player, f"computer {player}") for player in self.players]
        count = self._count
        first = random.randrange(count) if self.begins == CHANCE_BEGINS else (int(self.begins) - 1) % count
        return seats[first:] + seats[:first]

    def _computer(self, level: str) -> str:
        return f"computer {self.adapted if level == KEY else level}"

    @property
    def _count(self) -> int:
        return len(self.players)

    def match(self, random: Random) -> Match:
        """The match. Raises ValueError where it cannot be played."""
        match = arrange(
            self.game,
            setup=self.setup,
            options=self.options,
            seats=told_apart(self.seats(random)),
            date=today(),
            random=random,
            series=(self.series or self.best > 1) and self._count > 1 and not self.goal,
            best=self.best,
            tags=[(TAG, self.clock)] if self.clock not in ("", str(NO_CLOCK)) and not self.goal else [],
        )
        if match.result:
            raise ValueError("The game is over in that position: nobody has a move to make.")
        return match

    # In words

    def stakes(self, progress: Progress | None) -> str:
        """What there is to win and to lose, "" where nothing is known of that or nothing is rated."""
        people = self.players.count(HUMAN)
        if self.elsewhere:
            return "You choose the time next, and whether it is rated."
        if not 0 < people < self._count or self.goal:
            return ""
        if not self.game.rated:
            return "Not rated: dice decide."
        try:
            why = unrated_start(self.game, self.setup, self.options)
        except BadOption:  # what is wrong with it is said when it is to be played
            return ""
        if why:
            return "Not rated: a position of your own." if why == OWN_POSITION else "Not rated: a short game."
        levels = [level for level in opponents_of(self.game) if level.key in self.players]
        if people > 1 or self._count > 2 or progress is None or not levels:
            return ""
        own, now = progress.rating, on_day(today())
        other = of_computer(self.adapted.number if levels[0].key == KEY else levels[0].rating)
        won, lost = (round(own.after(other, score, now).number - own.number) for score in (1, 0))
        still = ", a first guess still" if own.provisional else ""
        return f"Rated{still}: win {won:+d}, lose {lost:+d}."

    def who(self) -> str:
        """ "You against Novice", "Ann, Bea and Careful"."""
        names = self.called
        if self.goal:
            return capitalized(self.goal.title)
        if len(names) == 2:
            return f"{names[0]} against {names[1]}"
        return f"{names[0]} alone" if len(names) == 1 else enumerated(list(names))

    def who_begins(self) -> str:
        """ "You begin." or who does, "" where nobody else could."""
        if self.goal or self._count == 1:
            return ""
        if self.begins == CHANCE_BEGINS:
            return "Who begins is random."
        name = self.called[(int(self.begins) - 1) % self._count]
        return "You begin." if name == "You" else f"{name} begins."

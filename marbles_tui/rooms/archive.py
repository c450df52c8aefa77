"""The public games that are over: to be watched again, found by name, and counted by month."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, NamedTuple

from marbles_tui.core.text import searchable
from marbles_tui.play import Seat, read_match
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.backend import Archived, ArchivedRecord
from marbles_tui.rooms.house import House
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.store.rows import text_of

LAST: Final = 5
"""The latest results of a player that are told."""

COMPUTERS: Final = "computers"
"""The word by which games between computers are found."""

GONE: Final = "Somebody"
"""What a player is called whose account was deleted."""


class RecentForm(NamedTuple):
    """How strong somebody is in a game, and how their last games ended, the latest first."""

    rating: Rating
    scores: tuple[float, ...] = ()


class Rung(NamedTuple):
    """Somebody's place on a ladder."""

    account: str
    name: str
    rating: float
    sure: bool
    """Whether the rating is no longer provisional."""

    won: int
    drawn: int
    lost: int
    last: tuple[float, ...]
    """The scores of their last games that count here, the latest first."""


class Archive:
    """What is kept of public games, in all processes of the house; the oldest are forgotten where there are too
    many."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._games: dict[str, Archived] = {}
        self._of: dict[str, list[Archived]] = {}

    def __len__(self) -> int:
        return len(self._games)

    def __contains__(self, id: str) -> bool:
        return id in self._games

    def learn(self, game: Archived) -> None:
        """A game is in the archive."""
        self.drop(game.id)
        self._games[game.id] = game
        for holder in filter(None, game.holders):
            self._of.setdefault(holder, []).append(game)

    def drop(self, id: str) -> None:
        """It is there no more."""
        if game := self._games.pop(id, None):
            for holder in filter(None, game.holders):
                self._of[holder].remove(game)
                if not self._of[holder]:
                    del self._of[holder]

    async def keep(self, room: LiveRoom) -> None:
        """Put the game of a room that is over into the archive, once however often it is asked, if it is a public
        one."""
        match, house, event = room.match, self._house, room.event
        if room.code or match.result is None or not (match.plies or event) or room.id in self:
            return
        rated = bool(room.rated and room.weights and any(weight.share for weight in room.weights))
        game = Archived(
            room.id,
            match.game.key,
            match.names,
            room.holders,
            tuple(match.result.scores),
            match.result.reason,
            match.plies,
            rated,
            str(room.control),
            room.since,
            tuple(house.rating(holder, match.game.key).number if holder else None for holder in room.holders)
            if rated
            else (),
            event,
        )
        await house.kept(house.backend.keep_document, ArchivedRecord(room.id, text_of(room.shown)))
        await house.kept(house.backend.keep_document, game)
        self.learn(game)
        oldest = sorted(self._games.values(), key=lambda game: (_of_people(game), game.when))
        for old in oldest[: max(0, len(self) - house.limits.archive)]:  # those of computers alone go first
            await self._forget(old.id)

    async def _forget(self, id: str) -> None:
        house = self._house
        self.drop(id)
        await house.kept(house.backend.forget_document, Archived, id)
        await house.kept(house.backend.forget_document, ArchivedRecord, id)

    async def forget_account(self, account: str) -> None:
        """Call somebody by no name any more in the games that they have played."""
        house = self._house
        for game in tuple(self._of.get(account, ())):
            seats = [seat for seat, holder in enumerate(game.holders) if holder == account]
            names = tuple(GONE if seat in seats else name for seat, name in enumerate(game.names))
            holders = tuple(None if holder == account else holder for holder in game.holders)
            if match := read_match(await self.record(game.id), house.games).match:
                seated = tuple(Seat(GONE) if at in seats else seat for at, seat in enumerate(match.seats))
                record = ArchivedRecord(game.id, text_of(replace(match, seats=seated)))
                await house.kept(house.backend.keep_document, record)
            after = replace(game, names=names, holders=holders)
            await house.kept(house.backend.keep_document, after)
            self.learn(after)

    async def record(self, id: str) -> str:
        """The record of a game; "" where it is there no more. Raises NotKept."""
        found = await self._house.backend.read_document(ArchivedRecord, id)
        return found.text if found else ""

    # What is told

    def find(self, words: str = "") -> list[Archived]:
        """The games that have all these words in names, titles and tournaments, the latest first; without words those
        of people, which else come before those between computers."""
        wanted = searchable(words).split()
        titles = {each.key: each.title for each in self._house.games}
        found = [
            each
            for each in self._games.values()
            if (wanted or _of_people(each))
            and _has(
                (*each.names, titles.get(each.game, ""), each.event, "" if _of_people(each) else COMPUTERS),
                wanted,
            )
        ]
        return sorted(found, key=lambda each: (not _of_people(each), -each.when))

    def form(self, account: str, game: str) -> RecentForm:
        """How somebody has played a game of late."""
        latest = sorted(self._of.get(account, ()), key=lambda each: -each.when)
        scores = [each.scores[each.holders.index(account)] for each in latest if each.game == game]
        return RecentForm(self._house.rating(account, game), tuple(scores[:LAST]))

    def last_game(self, account: str) -> str:
        """The key of the game with a ladder that somebody has played last; "" if none."""
        ladders = {game.key for game in self._house.games if game.rated}
        played = [each for each in self._of.get(account, ()) if each.game in ladders]
        return max(played, key=lambda each: each.when).game if played else ""

    def months(self, game: str) -> list[str]:
        """The months in which rated games were played, the latest first: "2026-11"."""
        return sorted({month_of(each.when) for each in self._rated(game)}, reverse=True)

    def ladder(self, game: str, month: str = "") -> list[Rung]:
        """Those who have played rated games, in a month or ever, the strongest first: of a month by the rating that
        they had after its last game."""
        scores: dict[str, list[float]] = {}
        last: dict[str, float] = {}
        for each in sorted(self._rated(game), key=lambda each: each.when):
            if month and month_of(each.when) != month:
                continue
            for holder, score, rating in zip(each.holders, each.scores, each.ratings, strict=True):
                if holder and rating is not None:
                    scores.setdefault(holder, []).append(score)
                    last[holder] = rating
        if not month:
            for account, key in self._house.ratings:
                if key == game and self._house.rating(account, key).games:
                    last[account] = self._house.rating(account, key).number
        rungs = []
        for account, number in last.items():
            known, ended = self._house.accounts.find(account), scores.get(account, [])
            if known:
                sure = not self._house.rating(account, game).provisional
                won, lost = ended.count(1), ended.count(0)
                drawn = len(ended) - won - lost
                latest = tuple(reversed(ended[-LAST:]))
                rungs.append(Rung(account, known.name, number, sure, won, drawn, lost, latest))
        return sorted(rungs, key=lambda rung: (-rung.rating, rung.name))

    def _rated(self, game: str) -> Iterator[Archived]:
        return (each for each in self._games.values() if each.game == game and each.rated and each.ratings)


def _of_people(game: Archived) -> bool:
    """Whether it was not one between computers alone."""
    return any(game.holders) or GONE in game.names


def month_of(when: float) -> str:
    """The month of a moment in seconds since 1970: "2026-11"."""
    return f"{datetime.fromtimestamp(when, UTC):%Y-%m}"


def _has(told: Sequence[str], words: Sequence[str]) -> bool:
    found = searchable(" ".join(told))
    return all(word in found for word in words)

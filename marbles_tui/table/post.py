"""A game by post at this end: what is kept of it, letters that come, and the table at which they are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple, Self

from marbles_tui.core import Game
from marbles_tui.play import Match, post, read_match
from marbles_tui.play.post import BadLetter
from marbles_tui.store import MatchStore, Saved
from marbles_tui.table.live import News, Status
from marbles_tui.table.players import Choice, Choosing, Human, Player
from marbles_tui.table.session import Keep, Session

MOST_GAMES: Final = 100
"""Games of which the own secret is kept."""


class Own(NamedTuple):
    """What is kept of a game here, beside its record."""

    seat: int
    secret: str
    digest: str = "-"
    """Of the game as the own last letter left it."""

    @classmethod
    def of(cls, letters: Mapping[str, str], match: Match) -> Self:
        """What is kept of a game. Raises BadLetter where that is nothing."""
        words = letters.get(match.tag(post.POST), "").split()
        if len(words) != 3 or words[0] not in ("0", "1"):
            raise BadLetter("This game by post was begun elsewhere: it can be watched here.")
        return cls(int(words[0]), words[1], words[2])

    def put(self, letters: Mapping[str, str], match: Match) -> dict[str, str]:
        """All that is kept, with this."""
        own = match.tag(post.POST)
        others = [(id, told) for id, told in letters.items() if id != own]
        return {**dict(others[-MOST_GAMES + 1 :]), own: f"{self.seat} {self.secret} {self.digest}"}


def begin(game: Game, names: tuple[str, str], *, date: str, random: Random) -> tuple[Match, Own]:
    """A game by post that the first of these two proposes, before its first letter."""
    id, secret = f"{random.randrange(1 << 64):016x}", f"{random.randrange(1 << 128):032x}"
    match = post.begin(game, names, id, secret, date=date, random=random)
    return match, Own(post.writer(match), secret)


def write(match: Match, own: Own) -> tuple[Match, Own, str]:
    """The game with its next letter from here, what is to be kept, and the letter."""
    match, letter = post.write(match, own.seat, own.secret)
    return match, own._replace(digest=post.digest(match.back(0))), letter


def receive(
    text: str, games: Sequence[Game], letters: Mapping[str, str], saved: Sequence[Saved], random: Random
) -> tuple[Match, int | None, Own]:
    """The game of a letter that came, its id in the store if it is kept there, and what is kept beside it. Raises
    BadLetter."""
    held: dict[str, Match] = {}
    ids: dict[str, int] = {}
    for one in saved:
        if match := read_match(one.record, games).match:
            held[match.tag(post.POST)], ids[match.tag(post.POST)] = match, one.id
    came = post.read(text, games, held)
    said, id = post.head(came), came.tag(post.POST)
    if id not in letters:
        if said.number > 1:
            raise BadLetter("The letters before this one did not come here: its game was begun elsewhere.")
        return came, None, Own(1 - said.seat, f"{random.randrange(1 << 128):032x}")
    own = Own.of(letters, came)
    if id in held:
        post.check(came, held[id], own.seat)
        tags = [tag for tag in held[id].tags if tag[0].lower() not in post.OWN]
        return replace(came, tags=(*came.tags, *tags), date=held[id].date), ids[id], own
    if said.seat == own.seat:
        raise BadLetter(f"This is your own letter: it is for {came.names[1 - own.seat]}.")
    if said.last != own.digest:
        raise BadLetter("The letter is refused: it does not answer your own one.")
    return came, None, own


def kept(store: MatchStore) -> list[Saved]:
    """What to ask the store for all games by post."""
    return store.tagged(post.POST)


def session_by_post(match: Match, own: Own, keep: Keep, sent: Callable[[Own, Match, str], None]) -> Session:
    """The table of a game by post; `sent` is told of each letter that is to be sent from here."""

    told = match.result is not None

    def due(now: Match) -> None:
        nonlocal told
        said = post.head(now)
        wanted = not told if now.result else said.number == 0 or said.seat != own.seat
        if wanted:
            told = now.result is not None
            written, kept, letter = write(now, own)
            sent(kept, written, letter)
            asyncio.get_running_loop().call_soon(session.go_to, written)

    def heard(news: News) -> None:
        if isinstance(news, Status) and news.state.over:
            due(session.match)

    def thrown(now: Match) -> Choice | None:
        """What both have committed themselves to; the dice of the other come with their letter."""
        return post.roll(now, own.seat, own.secret) if now.position.actor == own.seat else None

    players: list[Player] = [Choosing(due, "post"), Choosing(due, "post")]
    players[own.seat] = Human()
    session = Session(match, players, keep, dice=Choosing(thrown))
    session.listen(heard)
    return session

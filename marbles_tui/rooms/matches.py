"""The matches that begin in the house: by an offer, after another, in a tournament."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from marbles_tui.ai.levels import find_level
from marbles_tui.core import Game
from marbles_tui.play import Match, Seat
from marbles_tui.play.series import ROOM, SEED, arrange, rematch, told_apart
from marbles_tui.rooms.accounts import new_code, new_id
from marbles_tui.rooms.backend import COMPUTER, Challenge, RoomState, Terms
from marbles_tui.rooms.house import House
from marbles_tui.rooms.view import EVENT
from marbles_tui.store.rows import text_of
from marbles_tui.table.clock import TAG

CODE: Final = 6
"""Letters of the code of a private game."""


def begun(house: House, challenge: Challenge) -> tuple[RoomState, Match]:
    """The match of an offer whose seats are all taken, and the room for it, which has the id of the offer."""
    terms = challenge.terms
    game = house.game(terms.game)
    assert game, "it was there when the game was offered"
    seats = [
        Seat(house.accounts.known(holder.id).account.name)
        if holder
        else Seat(find_level(game, who.removeprefix(COMPUTER)).title, who)
        for holder, who in zip(challenge.taken, terms.seats, strict=True)
    ]
    match = arranged(house, game, terms, told_apart(seats), ((TAG, str(terms.control)),))
    holders = tuple(holder.id if holder else None for holder in challenge.taken)
    return _state(house, challenge.id, match, holders, str(terms.control), terms.rated, challenge.code)


def following(house: House, before: RoomState, match: Match) -> tuple[RoomState, Match]:
    """The next match of the same players, the seats moved round by one, under the names that they have now."""
    again = _sown(house, rematch(match, date=_today(house), random=house.random, swap=True))
    first, *others = before.holders
    holders = (*others, first)
    seats = [
        seat._replace(name=house.accounts.known(holder).account.name) if holder else seat
        for holder, seat in zip(holders, again.seats, strict=True)
    ]
    again = replace(again, seats=tuple(told_apart(seats)))
    code = new_code(CODE) if before.code else ""
    return _state(house, new_id(), again, holders, before.control, before.rated, code)


def paired(
    house: House,
    id: str,
    game: Game,
    seats: Iterable[tuple[str | None, str, str]],
    control: str,
    rated: bool,
    event: str,
) -> tuple[RoomState, Match]:
    """A match of a tournament, and the room for it; by seat an account's id or None, a name, a computer's level."""
    seats = tuple(seats)
    options = {**game.proposed, **({"players": "2"} if has_players(game) else {})}
    terms = Terms(game.key, None, tuple(sorted(options.items())), rated=rated)
    seated = [
        Seat(name, f"{COMPUTER}{level}") if level else Seat(house.accounts.known(holder or "").account.name)
        for holder, name, level in seats
    ]
    match = arranged(house, game, terms, seated, ((TAG, control), (EVENT, event)))
    return _state(house, id, match, tuple(holder for holder, _, _ in seats), control, rated, "")


def has_players(game: Game) -> bool:
    """Whether it is an option how many play."""
    return any(option.name == "players" for option in game.options)


def _state(
    house: House,
    id: str,
    match: Match,
    holders: tuple[str | None, ...],
    control: str,
    rated: bool,
    code: str,
) -> tuple[RoomState, Match]:
    now = house.wall()
    match = match.tagged(ROOM, id)
    state = RoomState(
        id, 0, text_of(match), holders, control, rated, code, now, now, host=house.peers.process
    )
    return state, match


def arranged(
    house: House, game: Game, terms: Terms, seats: Iterable[Seat], tags: tuple[tuple[str, str], ...] = ()
) -> Match:
    """A match on these terms. Raises BadSetup, BadPosition and BadOption."""
    match = arrange(
        game,
        setup=terms.setup,
        options=dict(terms.options),
        seats=tuple(seats),
        date=_today(house),
        random=house.random,
        tags=tags,
    )
    return _sown(house, match)


def _sown(house: House, match: Match) -> Match:
    """The match with lots that nobody can find out by trying all seeds."""
    seed = str(house.random.randrange(10**19))
    return replace(match, tags=tuple((name, seed if name == SEED else value) for name, value in match.tags))


def _today(house: House) -> str:
    return f"{datetime.fromtimestamp(house.wall(), UTC):%Y.%m.%d}"

"""What becomes of a match of the house when it is over: ratings, and a copy for everybody."""

from __future__ import annotations

import inspect
import logging
from typing import TYPE_CHECKING

from marbles_tui.ai.levels import find_level
from marbles_tui.play import Match
from marbles_tui.play.adaptive import Adapted, adapts
from marbles_tui.play.rating import Rating, counts, of_computer
from marbles_tui.rooms.house import House
from marbles_tui.rooms.weight import note_pairing

if TYPE_CHECKING:
    from marbles_tui.rooms.room import Room

log = logging.getLogger(__name__)


async def settle(house: House, room: Room) -> None:
    """Keep the end of a match and what it does to the ratings, both at once; only once, however often it is asked."""
    house.ratings |= await room.finish(lambda: new_ratings(house, room))
    note_pairing(house, room)


async def hand_out(house: House, room: Room) -> None:
    """Give everybody who has played with a key a copy for their own library; who has lost while they were gone gets
    it when they come back, and are told."""
    match, untold = room.match, room.untold
    if match.result and match.plies:
        for id in (id for id in room.to_hand if id not in untold):
            account = house.accounts.find(id)
            try:
                given = house.keep_for(account, room.record) if account and account.keyed else None
                if inspect.isawaitable(given):
                    await given
            except Exception:  # it is tried again when the house is opened next
                log.exception("the finished room %s is not in the library of %s yet", room.id, id)
            else:
                await room.note_handed(id)
    room.handed_out(untold)
    if not room.to_hand or not match.plies:
        await house.kept(house.backend.forget_room, room.id)


def new_ratings(house: House, room: Room) -> dict[tuple[str, str], Rating]:
    """The ratings that the end of a match has changed, by account and game; none where it does not count."""
    match = room.match
    result = match.result
    if not room.rated or result is None or len(match.seats) != 2 or not counts(match):
        return {}
    if match.plies < 2 or result.reason == "closed":
        return {}  # nobody loses points by a game that has hardly begun
    now = house.wall()
    ratings = [_rating(house, match, seat, holder) for seat, holder in enumerate(room.holders)]
    return {
        (holder, match.game.key): ratings[seat].after(
            ratings[1 - seat], result.scores[seat], now, weight.share
        )
        for seat, (holder, weight) in enumerate(zip(room.holders, room.weights, strict=True))
        if holder and weight.share
    }


def _rating(house: House, match: Match, seat: int, holder: str | None) -> Rating:
    if holder:
        return house.rating(holder, match.game.key)
    level = match.seats[seat].computer or ""
    number = Adapted.read(level).number if adapts(level) else find_level(match.game, level).rating
    return of_computer(number)

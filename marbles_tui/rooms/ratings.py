"""What a rated match does to ratings. It counts less where one person may have both keys, or ratings may be made by
appointment: docs/security.md says what each of these numbers is taken from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marbles_tui.ai.levels import find_level
from marbles_tui.play import Match
from marbles_tui.play.adaptive import Adapted, adapts
from marbles_tui.play.played import LEAST_TURNS, has_hardly_begun
from marbles_tui.play.rating import Rating, counts, of_computer
from marbles_tui.rooms.house import House
from marbles_tui.table.clock import DAY
from marbles_tui.table.live import Weight

ONE_ADDRESS: Final = 0.25
"""What a match of two accounts counts that come from one address."""

IN_FULL: Final = 5
"""Matches of the same two in one game within a day that count in full; each one more counts half as much as the one
before it."""

NEW: Final = 5
"""Rated matches in a game before which an account counts as new: against it those who are not win and lose half."""

AGAINST_NEW: Final = 0.5


def weights(house: House, match: Match, holders: Sequence[str | None]) -> tuple[Weight, ...]:
    """By seat what a rated match that is over counts."""
    people = [holder for holder in holders if holder]
    if len(people) != 2:
        return (Weight(),) * len(holders)
    if match.ending and has_hardly_begun(match):
        return (Weight(0.0, f"not {LEAST_TURNS} turns each"),) * len(holders)
    return tuple(_weight(house, match, people, seat) for seat in range(len(holders)))


def _weight(house: House, match: Match, people: Sequence[str], seat: int) -> Weight:
    share, reasons, game = 1.0, list[str](), match.game.key
    first, second = (house.origins.get(account, "") for account in people)
    if first == second != "":
        share *= ONE_ADDRESS
        reasons.append("you both come from one address")
    before = house.times(pair(people), game, DAY)
    if before >= IN_FULL:
        share /= 2 ** (before - IN_FULL + 1)
        reasons.append(f"game {before + 1} of you two today")
    mine, theirs = (house.rating(people[at], game).games for at in (seat, 1 - seat))
    if theirs < NEW <= mine:
        share *= AGAINST_NEW
        reasons.append(f"{match.names[1 - seat]} is new to rated games")
    return Weight(share, ", ".join(reasons))


def note_pairing(house: House, match: Match, people: Sequence[str]) -> None:
    """Two have played a rated match: the next ones between them may count less."""
    if len(people) > 1 and not (match.ending and has_hardly_begun(match)):
        house.note(pair(people), match.game.key, house.wall())


def pair(people: Sequence[str]) -> str:
    """Two accounts, in either order."""
    return " ".join(sorted(people))


def new_ratings(
    house: House, match: Match, holders: Sequence[str | None], weights: Sequence[Weight]
) -> dict[tuple[str, str], Rating]:
    """The ratings that the end of a rated match has changed, by account and game; none where it does not count."""
    result = match.result
    if result is None or len(match.seats) != 2 or not counts(match):
        return {}
    if match.plies < 2 or result.reason == "closed":
        return {}  # nobody loses points by a game that has hardly begun
    now = house.wall()
    ratings = [_rating(house, match, seat, holder) for seat, holder in enumerate(holders)]
    return {
        (holder, match.game.key): ratings[seat].after(
            ratings[1 - seat], result.scores[seat], now, weight.share
        )
        for seat, (holder, weight) in enumerate(zip(holders, weights, strict=True))
        if holder and weight.share
    }


def _rating(house: House, match: Match, seat: int, holder: str | None) -> Rating:
    if holder:
        return house.rating(holder, match.game.key)
    level = match.seats[seat].computer or ""
    return of_computer(Adapted.read(level).number if adapts(level) else find_level(match.game, level).rating)

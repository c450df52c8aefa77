"""Offers of games that take days: they wait also while nobody is here, and while the house is closed."""

from __future__ import annotations

import logging

from marbles_tui.rooms.backend import OfferState
from marbles_tui.rooms.challenge import ME, Challenge
from marbles_tui.rooms.house import House
from marbles_tui.rooms.making import check
from marbles_tui.rooms.refused import Refused

log = logging.getLogger(__name__)


def waits(challenge: Challenge) -> bool:
    """Whether an offer stays when whoever has made it leaves."""
    return challenge.by.keyed and challenge.terms.control.days > 0


def kept(challenge: Challenge) -> OfferState:
    """An offer as it is kept."""
    to = challenge.to.id if challenge.to else None
    return OfferState(challenge.id, challenge.by.id, challenge.terms, to, challenge.code)


def brought_back(house: House, offer: OfferState) -> Challenge | None:
    """The offer that was kept; None where it can be accepted no more."""
    by, to = house.accounts.find(offer.by), house.accounts.find(offer.to or "")
    if not by or house.accounts.known(by).banned or (offer.to and not to):
        return None
    try:
        check(house, by, offer.terms)
    except Refused as refused:
        log.warning("the offer %s is no longer good: %s", offer.id, refused)
        return None
    taken = tuple(by if who == ME else None for who in offer.terms.seats)
    return Challenge(offer.id, by, offer.terms, to, taken, offer.code)

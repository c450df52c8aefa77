"""Moving a house that was open in one process to where several share it."""

from __future__ import annotations

import logging
from dataclasses import replace

from marbles_tui.cluster.backend import NatsBackend
from marbles_tui.rooms.backend import Contested, Kept

log = logging.getLogger(__name__)


async def move(kept: Kept, to: NatsBackend) -> bool:
    """Put all that one keeper has into another that has no account yet; whether it was moved. Raises NotKept."""
    there = await to.load()
    if there.accounts or there.rooms or not (kept.accounts or kept.rooms):
        return False
    try:
        for known in kept.accounts:
            await to.keep_account(known)
        await to.keep_ratings(kept.ratings)
        for state in kept.rooms:
            await to.keep_room(replace(state, revision=1, host=""))
        for offer in kept.offers:
            await to.keep_offer(offer)
    except Contested as contested:
        log.warning("another process moves in at the same time: %s", contested)
    return True

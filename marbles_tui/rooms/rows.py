"""Matches and offers as rows of a table."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from marbles_tui.rooms.backend import OfferState, RoomState
from marbles_tui.rooms.challenge import Terms
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.live import Line


def row_of(state: RoomState) -> tuple[object, ...]:
    """A match, as a row has it."""
    return (
        state.id, state.revision, state.record, json.dumps(state.holders), state.control, state.rated,
        state.code, state.since, state.kept, json.dumps(state.left), json.dumps(state.lines), state.finished,
        json.dumps(state.handed),
    )  # fmt: skip


def state_of(row: tuple[Any, ...]) -> RoomState:
    """The match of a row."""
    id, revision, record, holders, control, rated, code, since, kept, left, lines, finished, handed = row
    return RoomState(
        id=id,
        revision=revision,
        record=record,
        holders=tuple(json.loads(holders)),
        control=control,
        rated=bool(rated),
        code=code,
        since=since,
        kept=kept,
        left=tuple(json.loads(left)),
        lines=tuple(Line(*line) for line in json.loads(lines)),
        finished=bool(finished),
        handed=tuple(json.loads(handed)),
    )


def row_of_offer(offer: OfferState) -> tuple[object, ...]:
    """An offer, as a row has it."""
    terms = json.dumps({**asdict(offer.terms), "control": str(offer.terms.control)})
    return (offer.id, offer.by, terms, offer.to, offer.code)


def offer_of(row: tuple[Any, ...]) -> OfferState:
    """The offer of a row."""
    id, by, terms, to, code = row
    said = json.loads(terms)
    options = tuple((str(name), str(value)) for name, value in said["options"])
    kept = {
        **said,
        "options": options,
        "seats": tuple(said["seats"]),
        "control": TimeControl.read(said["control"]),
    }
    return OfferState(id, by, Terms(**kept), to, code)

"""What is kept and told, as JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import Any, Final, TypeAlias

from marbles_tui.core import Result
from marbles_tui.play.match import Ending
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Account, Known
from marbles_tui.rooms.backend import NotKept, OfferState, RoomState
from marbles_tui.rooms.challenge import Challenge, Terms
from marbles_tui.rooms.snapshot import Closed, Ply, Snapshot
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.live import Line, Weight
from marbles_tui.table.offers import Kind, Offer

Answer: TypeAlias = dict[str, Any]
"""What is asked and answered."""

VERSION: Final = 1
"""Of all that is kept and told: a process reads what is not newer than itself, and leaves out what it does not know.

It grows where an older process would lose something by writing it anew, or could not go on from there: also with a
new game.
"""


class Newer(NotKept):
    """Something is of a newer version: this process leaves it as it is."""

    def __init__(self, version: int) -> None:
        super().__init__(f"it is of a newer version, {version}; this process knows {VERSION}")


def packed(body: Any) -> bytes:
    """As it is sent."""
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode(errors="replace")


def unpacked(data: bytes) -> Any:
    """What was sent. Raises ValueError."""
    return json.loads(data)


def not_newer(body: dict[str, Any]) -> dict[str, Any]:
    """What can be read. Raises Newer."""
    if (version := body.get("v", VERSION)) > VERSION:
        raise Newer(version)
    return body


def token(text: str) -> str:
    """A text as a part of a key: keys have neither blanks nor full stops."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def account_body(account: Account) -> dict[str, Any]:
    """An account as a mapping."""
    return asdict(account)


def account_of(body: dict[str, Any]) -> Account:
    """An account from its mapping."""
    return Account(body["id"], body["name"], body["keyed"], body["named"], body["owner"])


def known_body(known: Known, visit: str) -> dict[str, Any]:
    """All that is kept of an account; `visit`: the process that knows it, of one that is not to be kept."""
    return {
        "v": VERSION,
        **account_body(known.account),
        "keys": list(known.keys),
        "banned": known.banned,
        "muted": known.muted,
        "mutes": sorted(known.mutes),
        "visit": visit,
    }


def known_of(body: dict[str, Any]) -> Known:
    """All that is kept of an account. Raises Newer."""
    not_newer(body)
    return Known(
        account_of(body), tuple(body["keys"]), body["banned"], body["muted"], frozenset(body["mutes"])
    )


def rating_of(body: list[Any]) -> Rating:
    """A rating from the list of its numbers."""
    return Rating(*body)


def state_body(state: RoomState) -> dict[str, Any]:
    """A match as it is kept."""
    return {"v": VERSION, **asdict(state), "lines": [list(line) for line in state.lines]}


def state_of(body: dict[str, Any]) -> RoomState:
    """A match as it was kept. Raises Newer."""
    not_newer(body)
    names = RoomState.__dataclass_fields__
    fields = {name: value for name, value in body.items() if name in names}
    fields |= {name: tuple(fields[name]) for name in ("holders", "left", "handed")}
    fields["lines"] = tuple(Line(*line) for line in fields["lines"])
    return RoomState(**fields)


def _terms_body(terms: Terms) -> dict[str, Any]:
    return {**asdict(terms), "control": str(terms.control)}


def _terms_of(body: dict[str, Any]) -> Terms:
    return Terms(
        body["game"],
        body["setup"],
        tuple((name, value) for name, value in body["options"]),
        tuple(body["seats"]),
        body["rated"],
        TimeControl.read(body["control"]),
        body["private"],
    )


def kept_offer_body(offer: OfferState) -> dict[str, Any]:
    """An offer as it is kept."""
    return {"v": VERSION, **asdict(offer), "terms": _terms_body(offer.terms)}


def kept_offer_of(body: dict[str, Any]) -> OfferState:
    """An offer as it was kept. Raises Newer."""
    not_newer(body)
    return OfferState(body["id"], body["by"], _terms_of(body["terms"]), body["to"], body["code"])


def offer_body(challenge: Challenge) -> dict[str, Any]:
    """An offer of a game."""
    return {
        "v": VERSION,
        "id": challenge.id,
        "by": account_body(challenge.by),
        "terms": _terms_body(challenge.terms),
        "to": challenge.to and account_body(challenge.to),
        "taken": [taken and account_body(taken) for taken in challenge.taken],
        "code": challenge.code,
    }


def offer_of(body: dict[str, Any]) -> Challenge:
    """An offer from its mapping. Raises Newer."""
    not_newer(body)
    return Challenge(
        body["id"],
        account_of(body["by"]),
        _terms_of(body["terms"]),
        body["to"] and account_of(body["to"]),
        tuple(taken and account_of(taken) for taken in body["taken"]),
        body["code"],
    )


def _asked_body(offer: Offer | None) -> list[Any] | None:
    return [offer.kind.name, offer.by, list(offer.waits)] if offer else None


def _asked_of(body: list[Any] | None) -> Offer | None:
    return Offer(Kind[body[0]], body[1], tuple(body[2])) if body else None


def snapshot_body(snapshot: Snapshot) -> dict[str, Any]:
    """What there is to see of a table."""
    closed, ending = snapshot.closed, snapshot.ending
    return {
        "v": VERSION,
        "state": state_body(snapshot.state),
        "number": snapshot.number,
        "plies": snapshot.plies,
        "tail": [list(ply) for ply in snapshot.tail],
        "tags": [list(tag) for tag in snapshot.tags],
        "ending": ending and [list(ending.result.scores), ending.result.reason, ending.word],
        "question": snapshot.question,
        "asked": snapshot.asked,
        "thinking": snapshot.thinking,
        "offer": _asked_body(snapshot.offer),
        "spent": sorted([seat, kind.name] for seat, kind in snapshot.spent),
        "closed": closed and [_asked_body(closed.offer), closed.seat, closed.accepted],
        "answers": snapshot.answers,
        "left": list(snapshot.left),
        "starts_in": snapshot.starts_in,
        "paused": snapshot.paused,
        "unsaved": snapshot.unsaved,
        "ended": snapshot.ended,
        "weights": [list(weight) for weight in snapshot.weights],
        "again": list(snapshot.again),
        "successor": snapshot.successor,
        "gone": [list(gone) for gone in snapshot.gone],
    }


def snapshot_of_body(body: dict[str, Any]) -> Snapshot:
    """What there is to see of a table, from its mapping. Raises Newer."""
    not_newer(body)
    ending, closed = body["ending"], body["closed"]
    offer = _asked_of(closed[0]) if closed else None
    return Snapshot(
        state=state_of(body["state"]),
        number=body["number"],
        plies=body["plies"],
        tail=tuple(Ply(word, left) for word, left in body["tail"]),
        tags=tuple((name, value) for name, value in body["tags"]),
        ending=Ending(Result(tuple(ending[0]), ending[1]), ending[2]) if ending else None,
        question=body["question"],
        asked=body["asked"],
        thinking=body["thinking"],
        offer=_asked_of(body["offer"]),
        spent=frozenset((seat, Kind[kind]) for seat, kind in body.get("spent", ())),
        closed=Closed(offer, closed[1], closed[2]) if offer else None,
        answers=body["answers"],
        left=tuple(body["left"]),
        starts_in=body.get("starts_in", 0.0),
        paused=body["paused"],
        unsaved=body["unsaved"],
        ended=body["ended"],
        weights=tuple(Weight(*weight) for weight in body.get("weights", ())),
        again=tuple(body["again"]),
        successor=body["successor"],
        gone=tuple((id, since) for id, since in body["gone"]),
    )

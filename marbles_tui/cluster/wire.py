"""What is kept and told, as JSON."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final, TypeAlias, TypeVar

from marbles_tui.rooms.accounts import Ban, Known
from marbles_tui.rooms.backend import D, Document, Note, NotKept
from marbles_tui.rooms.peers import Snapshot
from marbles_tui.store.codec import encoded, kinds, value_of
from marbles_tui.table.offers import Offer

T = TypeVar("T")

Answer: TypeAlias = dict[str, Any]
"""What is asked and answered."""

VERSION: Final = 1
"""Of all that is kept and told: a process reads what is not newer than itself, and leaves out what it does not know.

It grows where an older process would lose something by writing it anew, or could not go on from there: also with a
new game.
"""


class Newer(NotKept):
    """Something is of a newer version: this process leaves it as it is."""

    def __init__(self, version: int, known: int) -> None:
        super().__init__(f"it is of a newer version, {version}; this process knows {known}")


def packed(body: Any) -> bytes:
    """As it is sent."""
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode(errors="replace")


def unpacked(data: bytes) -> Any:
    """What was sent. Raises ValueError."""
    return json.loads(data)


def not_newer(body: Answer, known: int = VERSION) -> Answer:
    """What can be read where that version is known. Raises Newer."""
    if (version := body.get("v", known)) > known:
        raise Newer(version, known)
    return body


def token(text: str) -> str:
    """A text as a part of a key: keys have neither blanks nor full stops."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def body_of(value: object) -> Answer:
    """An account, a match, an offer or whatever else is told, as a mapping."""
    return {"v": VERSION, **encoded(value)}


def value_in(kind: type[T], body: Answer) -> T:
    """What a mapping tells. Raises Newer, and ValueError."""
    return value_of(kind, not_newer(body))


def known_body(known: Known, visit: str) -> Answer:
    """All that is kept of an account; `visit`: the process that knows it, of one that is not to be kept."""
    body = body_of(known)
    account = body.pop("account")
    return {**body, **account, "banned": known.ban is not None, "visit": visit}


def known_in(body: Answer) -> Known:
    """All that is kept of an account. Raises Newer, and ValueError."""
    before = {"ban": encoded(Ban())} if body.get("banned") else {}
    return value_in(Known, {**before, **body, "account": body})


def key_of(kind: type[D], id: str) -> str:
    """The key under which a document stands."""
    return f"{kind.kind}.{token(id) if kind is Note else id}"


def document_body(document: Document) -> Answer | list[str]:
    """A document as it is kept: a note as a list."""
    return [document.id, document.text] if isinstance(document, Note) else body_of(document)


def document_in(kind: type[D], body: Any) -> D:
    """A document that is kept. Raises Newer, and ValueError."""
    return value_in(kind, dict(zip(("id", "text"), body, strict=True)) if kind is Note else body)


# A table is told with lists where it has values with names: processes of before read it so, too.


def snapshot_body(snapshot: Snapshot) -> Answer:
    """What there is to see of a table."""
    body, ending, closed = body_of(snapshot), snapshot.ending, snapshot.closed
    return {
        **body,
        "state": body_of(snapshot.state),
        "ending": ending and [*encoded(ending.result), ending.word],
        "offer": _listed(snapshot.offer),
        "closed": closed and [_listed(closed.offer), closed.seat, closed.accepted],
    }


def snapshot_in(body: Answer) -> Snapshot:
    """What there is to see of a table, from its mapping. Raises Newer, and ValueError."""
    ending, closed = body["ending"], body["closed"]
    named = {
        "state": not_newer(body["state"]),
        "ending": ending and [ending[:2], ending[2]],
        "offer": _named(body["offer"]),
        "closed": closed and [_named(closed[0]), *closed[1:]],
    }
    return value_in(Snapshot, {**body, **named})


def _listed(offer: Offer | None) -> list[object] | None:
    return list(encoded(offer).values()) if offer else None


def _named(offer: list[object] | None) -> Answer | None:
    return dict(zip(kinds(Offer), offer, strict=True)) if offer else None

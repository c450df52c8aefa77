"""What is kept and told, as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Final, TypeAlias, TypeVar

from marbles_tui.rooms.accounts import Ban, KnownAccount
from marbles_tui.rooms.backend import D, Document, Note, NotKept
from marbles_tui.rooms.peers import Snapshot
from marbles_tui.store.codec import Misfit, encoded, kinds, value_of
from marbles_tui.table.live import Offer

T = TypeVar("T")

Table: TypeAlias = Mapping[str, object]
"""A table of JSON: what is kept and told, asked and answered."""

VERSION: Final = 1
"""Of all that is kept and told: a process reads what is not newer than itself, and leaves out what it does not know.

It grows where an older process would lose something by writing it anew, or could not go on from there: also with a
new game.
"""


class Newer(NotKept):
    """Something is of a newer version: this process leaves it as it is."""

    def __init__(self, version: int, known: int) -> None:
        super().__init__(f"it is of a newer version, {version}; this process knows {known}")


def packed(body: object) -> bytes:
    """As it is sent."""
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode(errors="replace")


def unpacked(data: bytes) -> object:
    """What was sent. Raises ValueError."""
    body: object = json.loads(data)
    return body


def table_in(body: object) -> Table:
    """What was sent, which is a table. Raises ValueError."""
    if not isinstance(body, dict):
        raise Misfit.of(body, "a table")
    return body


def not_newer(body: object, known: int = VERSION) -> Table:
    """A table that can be read where that version is known. Raises Newer, and ValueError."""
    table = table_in(body)
    if (version := value_of(int, table.get("v", known))) > known:
        raise Newer(version, known)
    return table


def token(text: str) -> str:
    """A text as a part of a key: keys have neither blanks nor full stops."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def body_of(value: object) -> Table:
    """An account, a match, an offer or whatever else is told, as a mapping."""
    return {"v": VERSION, **encoded(value)}


def value_in(kind: type[T], body: object) -> T:
    """What a mapping tells. Raises Newer, and ValueError."""
    return value_of(kind, not_newer(body))


def known_body(known: KnownAccount, visit: str) -> Table:
    """All that is kept of an account; `visit`: the process that knows it, of one that is not to be kept."""
    body = {name: part for name, part in body_of(known).items() if name != "account"}
    return {**body, **encoded(known.account), "banned": known.ban is not None, "visit": visit}


def known_in(body: Table) -> KnownAccount:
    """All that is kept of an account. Raises Newer, and ValueError."""
    before = {"ban": encoded(Ban())} if body.get("banned") else {}
    return value_in(KnownAccount, {**before, **body, "account": body})


def key_of(kind: type[D], id: str) -> str:
    """The key under which a document stands."""
    return f"{kind.kind}.{token(id) if kind is Note else id}"


def document_body(document: Document) -> Table | list[str]:
    """A document as it is kept: a note as a list."""
    return [document.id, document.text] if isinstance(document, Note) else body_of(document)


def document_in(kind: type[D], body: object) -> D:
    """A document that is kept. Raises Newer, and ValueError."""
    return value_in(kind, dict(zip(("id", "text"), body, strict=True)) if isinstance(body, list) else body)


# A table is told with lists where it has values with names: processes of before read it so, too.


def snapshot_body(snapshot: Snapshot) -> Table:
    """What there is to see of a table."""
    body, ending, closed = body_of(snapshot), snapshot.ending, snapshot.closed
    return {
        **body,
        "state": body_of(snapshot.state),
        "ending": ending and [*encoded(ending.result), ending.word],
        "offer": _listed(snapshot.offer),
        "closed": closed and [_listed(closed.offer), closed.seat, closed.accepted],
    }


def snapshot_in(data: object) -> Snapshot:
    """What there is to see of a table, from its mapping. Raises Newer, and ValueError."""
    body = table_in(data)
    ending, closed = _list(body["ending"]), _list(body["closed"])
    named = {
        "state": not_newer(body["state"]),
        "ending": [ending[:2], ending[2]] if ending else None,
        "offer": _named(body["offer"]),
        "closed": [_named(closed[0]), *closed[1:]] if closed else None,
    }
    return value_in(Snapshot, {**body, **named})


def _listed(offer: Offer | None) -> list[object] | None:
    return list(encoded(offer).values()) if offer else None


def _named(offer: object) -> Table | None:
    return dict(zip(kinds(Offer), _list(offer), strict=True)) if offer else None


def _list(body: object) -> list[object]:
    """A list, empty where there is none."""
    if not isinstance(body, list | None):
        raise Misfit.of(body, "a list")
    return body or []

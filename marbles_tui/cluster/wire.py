"""What is kept and told, as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias, TypeVar

from marbles_tui.rooms.accounts import Ban, KnownAccount
from marbles_tui.rooms.backend import Bout, D, Document, Note, NotKept, TournamentState
from marbles_tui.rooms.peers import Snapshot
from marbles_tui.store.codec import Misfit, decoded, encoded, value_of

T = TypeVar("T")

Table: TypeAlias = Mapping[str, object]
"""A table of JSON: what is kept and told, asked and answered."""

VERSION: Final = 3
"""Of what a process can read: what is newer it leaves alone, and what it does not know in the rest it leaves out.

It grows where an older process would lose something by writing it anew, or could not go on from there: also with a
new game. In version 1 all tournaments were told by the names of their fields; up to version 2 each was directed by a
process of its own.
"""

WRITTEN: Final = 1
"""Of all that is kept and told, but for what an older process cannot read."""

FEW_BOUTS: Final = 100
"""Bouts up to which a tournament is one that a process of version 1 reads."""

ROWS: Final = 2
"""The version that reads the bouts of a larger one."""


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
    return {"v": WRITTEN, **encoded(value)}


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
    """The key of a document."""
    return f"{kind.kind}.{token(id) if kind is Note else id}"


class BoutRow(NamedTuple):
    """A `Bout` of a large tournament: its players by their places among the entrants. NATS takes a megabyte."""

    room: str
    round: int
    players: tuple[int, ...]
    scores: tuple[float, ...]
    when: float


def document_body(document: Document) -> Table | list[str]:
    """A document as it is kept: a note as a list, the bouts of a large tournament as rows."""
    if isinstance(document, Note):
        return [document.id, document.text]
    if not isinstance(document, TournamentState) or len(document.bouts) <= FEW_BOUTS:
        return body_of(document)
    places = {entrant.id: place for place, entrant in enumerate(document.entrants)}
    rows = [
        BoutRow(bout.room, bout.round, tuple(map(places.__getitem__, bout.players)), bout.scores, bout.when)
        for bout in document.bouts
    ]
    return {**body_of(replace(document, bouts=())), "v": ROWS, "rows": encoded(rows)}


def document_in(kind: type[D], body: object) -> D:
    """A document that is kept. Raises Newer, and ValueError."""
    if isinstance(body, list):
        return value_in(kind, dict(zip(("id", "text"), body, strict=True)))
    document = value_in(kind, body)
    if isinstance(document, TournamentState) and (told := table_in(body).get("rows")):
        rows: tuple[BoutRow, ...] = decoded(tuple[BoutRow, ...], told)
        ids = [entrant.id for entrant in document.entrants]
        bouts = [
            Bout(row.room, row.round, tuple(ids[place] for place in row.players), row.scores, row.when)
            for row in rows
        ]
        document = replace(document, bouts=tuple(bouts))
    return document


def snapshot_body(snapshot: Snapshot) -> Table:
    """A table as others see it; its ending in one list, as older processes read it, too."""
    ending = snapshot.ending
    return {**body_of(snapshot), "ending": ending and [*encoded(ending.result), ending.word]}


def snapshot_in(body: object) -> Snapshot:
    """A table as others see it. Raises Newer, and ValueError."""
    table = table_in(body)
    told = table.get("ending")
    ending = [told[:2], told[2]] if isinstance(told, list) and len(told) == 3 else told
    return value_in(Snapshot, {**table, "ending": ending})

"""What a house keeps, as long as a test runs."""

from __future__ import annotations

from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import KnownAccount
from marbles_tui.rooms.backend import (
    NUMBERED,
    ArchivedRecord,
    D,
    Document,
    KeptHouse,
    Note,
    Ratings,
    check_taken,
    follows,
)


class Memory:
    """A `Backend` that keeps everything as long as the program runs."""

    def __init__(self) -> None:
        self.accounts: dict[str, KnownAccount] = {}
        self.ratings: dict[tuple[str, str], Rating] = {}
        self.documents: dict[tuple[str, str], Document] = {}

    async def load(self) -> KeptHouse:
        """See `Backend`."""
        documents = [each for each in self.documents.values() if not isinstance(each, ArchivedRecord)]
        return KeptHouse(tuple(self.accounts.values()), dict(self.ratings), documents)

    async def keep_account(self, known: KnownAccount) -> None:
        """See `Backend`."""
        check_taken(known, self.accounts.values())
        self.accounts[known.account.id] = known

    async def introduce(self, known: KnownAccount) -> None:
        """See `Backend`."""

    async def forget_account(self, account: str) -> None:
        """See `Backend`."""
        self.accounts.pop(account, None)
        for whose in [whose for whose in self.ratings if whose[0] == account]:
            del self.ratings[whose]

    async def keep_document(self, document: Document, ratings: Ratings | None = None) -> None:
        """See `Backend`."""
        if isinstance(document, NUMBERED):
            before = await self.read_document(type(document), document.id)
            follows(before.revision if before else 0, document.revision)
        self.documents[document.kind, document.id] = document
        if isinstance(document, Note) and not document.text:
            await self.forget_document(Note, document.id)
        self.ratings |= ratings or {}

    async def read_document(self, kind: type[D], id: str) -> D | None:
        """See `Backend`."""
        found = self.documents.get((kind.kind, id))
        return found if isinstance(found, kind) else None

    async def forget_document(self, kind: type[Document], id: str) -> None:
        """See `Backend`."""
        self.documents.pop((kind.kind, id), None)

    async def close(self) -> None:
        """See `Backend`."""

"""What every account has of its own: a folder with settings, games and boards."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from marbles_tui.games import GAMES
from marbles_tui.rooms.accounts import Account
from marbles_tui.store import MatchStore, StoreThread
from marbles_tui.store.matches import FILE

PRIVATE: Final = 0o700


class NotTaken(Exception):
    """A finished match is not in somebody's library yet."""


class Libraries:
    """The folders of the accounts, and the stores of those who are here."""

    def __init__(self, data: Path) -> None:
        self._accounts, self._visits = data / "accounts", data / "visits"
        self._stores: dict[str, StoreThread] = {}

    def clear_visits(self) -> None:
        """Delete what a host that could not clean up has left of guests without a key."""
        shutil.rmtree(self._visits, ignore_errors=True)

    @contextmanager
    def folder(self, account: Account) -> Iterator[Path]:
        """The folder of an account with a key; one for a visit of a guest without."""
        if account.keyed:
            yield self._of(account)
            return
        self._visits.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        folder = Path(tempfile.mkdtemp(dir=self._visits))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _of(self, account: Account) -> Path:
        folder = self._accounts / account.id
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        return folder

    @contextmanager
    def in_use(self, account: Account, store: StoreThread) -> Iterator[None]:
        """Around a visit: what comes into the library meanwhile goes through its store."""
        before = self._stores.get(account.id)
        self._stores[account.id] = store
        try:
            yield
        finally:
            if self._stores.get(account.id) is store:
                del self._stores[account.id]
                if before:
                    self._stores[account.id] = before

    async def take(self, account: Account, record: str) -> None:
        """Put a finished match into the library of an account, once however often it is asked. Raises NotTaken."""
        store = self._stores.get(account.id)
        own = None if store else StoreThread(self._of(account) / FILE)
        try:
            trouble = await (store or own or StoreThread()).ask(_take, record)
        finally:
            if own:
                await own.close()
        if trouble:
            raise NotTaken(trouble)


def _take(store: MatchStore, record: str) -> str:
    """Have a match in the store that is not there yet; "" or why that cannot be."""
    done = store.library.import_(record, GAMES)
    return store.trouble or ("" if done.taken or done.known else " ".join(done.faults) or "it cannot be read")

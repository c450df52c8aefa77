"""What every account has of its own: a folder with settings, games and boards."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import tomllib
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TypeAlias

from marbles_tui.games import GAMES
from marbles_tui.host.profile_sync import LOCK, MARK
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import NotKept
from marbles_tui.rooms.sqlite import locked
from marbles_tui.store import MatchStore, StoreThread
from marbles_tui.store.matches import FILE
from marbles_tui.store.profile import TAKEN, taken
from marbles_tui.store.settings import FILE as SETTINGS

PRIVATE: Final = 0o700

Since: TypeAlias = Callable[[str, int], Awaitable[Sequence[tuple[str, int]]]]
"""since(account, place): the records of the finished games that came after a place, each with its own."""

GREETED: Final = {"greeted"}
"""What the settings say of somebody who was asked for a name and has changed nothing."""


class NotTaken(Exception):
    """A finished match is not in somebody's library yet."""


class Libraries:
    """The folders of the accounts, and the stores of those who are here."""

    def __init__(self, data: Path, process: str = "") -> None:
        """`process`: the id of this one, where several share the folder."""
        self._accounts, self._all_visits = data / "accounts", data / "visits"
        self._visits = self._all_visits / process if process else self._all_visits
        self._stores: dict[str, list[StoreThread]] = {}
        self._used = Counter[str]()

    def clear_visits(self, processes: Collection[str] = ()) -> None:
        """Delete what a host that could not clean up has left of guests without a key; `processes`: those that are
        there."""
        for folder in self._all_visits.glob("*"):
            if folder.name not in processes:
                shutil.rmtree(folder, ignore_errors=True)

    async def fetch(self, account: Account, since: Since) -> None:
        """Take the finished games of an account that are kept for it elsewhere and have not been taken yet: those
        after the place where `since` stood last. Another process that shares the folder may be about it."""
        with self._own(account) as folder:
            mark = folder / TAKEN
            try:
                lock = locked(mark)
            except NotKept:
                return
            try:
                for record, seq in await since(account.id, taken(folder)):
                    await self.take(account, record)
                    mark.write_text(str(seq))
            finally:
                os.close(lock)

    @contextmanager
    def folder(self, account: Account) -> Iterator[Path]:
        """The folder of an account with a key, removed after the visit if there is nothing in it; one for a visit of
        a guest without."""
        if account.keyed:
            with self._own(account) as folder:
                yield folder
            return
        self._visits.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        folder = Path(tempfile.mkdtemp(dir=self._visits))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def _own(self, account: Account) -> Iterator[Path]:
        folder = self._accounts / account.id
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        self._used[account.id] += 1
        try:
            yield folder
        finally:
            self._used[account.id] -= 1
            if not self._used[account.id]:
                del self._used[account.id]
                if _is_bare(folder):
                    shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def in_use(self, account: Account, store: StoreThread) -> Iterator[None]:
        """Around a visit: what comes into the library meanwhile goes through its store."""
        stores = self._stores.setdefault(account.id, [])
        stores.append(store)
        try:
            yield
        finally:
            stores.remove(store)  # visits of one account may end in any order
            if not stores:
                del self._stores[account.id]

    async def take(self, account: Account, record: str) -> None:
        """Put a finished match into the library of an account, once however often it is asked. Raises NotTaken."""
        stores = self._stores.get(account.id)
        if stores:
            trouble = await stores[-1].ask(_take, record)
        else:
            with self._own(account) as folder:
                own = StoreThread(folder / FILE)
                try:
                    trouble = await own.ask(_take, record)
                finally:
                    await own.close()
        if trouble:
            raise NotTaken(trouble)


def _is_bare(folder: Path) -> bool:
    """Whether there is nothing in a folder that anybody would miss: no game, no board, no setting of theirs."""
    try:
        found = {file.name for file in folder.iterdir()}
        if found - {FILE, SETTINGS, TAKEN, MARK, LOCK} or taken(folder):
            return False
        if SETTINGS in found and tomllib.loads((folder / SETTINGS).read_text()).keys() - GREETED:
            return False
        if FILE not in found:
            return True
        with closing(
            sqlite3.connect(f"{(folder / FILE).absolute().as_uri()}?immutable=1", uri=True)
        ) as matches:
            return matches.execute("SELECT 1 FROM match LIMIT 1").fetchone() is None
    except (OSError, ValueError, sqlite3.Error):
        return False


def _take(store: MatchStore, record: str) -> str:
    """Have a match in the store that is not there yet; "" or why that cannot be."""
    done = store.library.import_(record, GAMES, own=True)
    return store.trouble or ("" if done.taken or done.known else " ".join(done.faults) or "it cannot be read")

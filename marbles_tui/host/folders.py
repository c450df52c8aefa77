"""What every account has of its own, a folder with settings, games and boards; and how it goes with its account from
machine to machine."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import json
import logging
import os
import shutil
import sqlite3
import tempfile
import tomllib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from marbles_tui.games import GAMES
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import NotKept, Overtaken
from marbles_tui.rooms.sqlite import locked
from marbles_tui.store import MatchStore, StoreThread
from marbles_tui.store.codec import encoded
from marbles_tui.store.files import replace_file
from marbles_tui.store.matches import FILE
from marbles_tui.store.profile import TAKEN, Profile, gathered, lay_out, merged, taken
from marbles_tui.store.settings import FILE as SETTINGS

MARK: Final = "own.json"
"""Says which change of what is kept elsewhere is in the folder, and what it looked like then."""

ACCOUNTS: Final = "accounts"
"""The folder of those of the accounts."""

LOCK: Final = "own.lock"
"""Held by every process in which the account is, where several share the folder."""

TRIES: Final = 3

PATIENCE: Final = 5.0
LOCK_TRIED_EVERY: Final = 0.05

BARE: Final = ("", "greeted = true")
"""Settings files in which nothing was chosen."""

log = logging.getLogger(__name__)


class Keeper(Protocol):
    """Keeps profiles for all machines."""

    async def get(self, account: str) -> tuple[int, Profile | None]:
        """The profile of an account, and the number of the change by which it is so. Raises NotKept."""

    async def put(self, account: str, profile: Profile, over: int) -> int:
        """Keep it over the change with that number; the number of this one. Raises Overtaken and NotKept."""


@dataclass(slots=True, eq=False)
class AccountHere:
    """An account that is here, in so many visits."""

    folder: Path
    lock: int
    visits: int = 0
    stamps: object = None
    """When its files were changed, as they were kept last."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class SyncMark:
    """What a folder held when it was last in step."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / MARK
        self.seq, self.looks = 0, ""
        with suppress(OSError, ValueError, KeyError, TypeError):
            kept = json.loads(self._file.read_text())
            self.seq, self.looks = int(kept["seq"]), str(kept["looks"])

    def write(self, seq: int, looks: str) -> None:
        """It is in step now."""
        self.seq, self.looks = seq, looks
        with suppress(OSError):
            replace_file(self._file, json.dumps({"seq": seq, "looks": looks}))


class ProfileSync:
    """Keeps the folders of those who are here in step with the profiles that are kept for all machines."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._here: dict[str, AccountHere] = {}

    @asynccontextmanager
    async def visit(self, account: str, folder: Path) -> AsyncIterator[None]:
        """Around a visit: what the account has is in the folder, and is kept afterwards. Where that cannot be, what
        is in the folder has to do."""
        here = self._here.get(account)
        if here is None:
            here = self._here[account] = AccountHere(
                folder, os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
            )
        here.visits += 1
        try:
            async with here.turn:
                if here.visits == 1 and _alone(here.lock):
                    await self._tried(account, here, coming=True)
                await _share(here.lock)
            yield
        finally:
            async with here.turn:
                here.visits -= 1
                if not here.visits and _alone(here.lock):
                    await self._tried(account, here)
                if not here.visits:  # nobody has come meanwhile
                    del self._here[account]
                    os.close(here.lock)

    async def keep_all(self) -> None:
        """Keep what those have who are here: a machine may fail."""
        for account, here in tuple(self._here.items()):
            stamps = _stamps(here.folder)
            if here.visits and not here.turn.locked() and stamps != here.stamps:
                here.stamps = stamps
                async with here.turn:
                    if not await self._tried(account, here, still=True):
                        here.stamps = None

    async def _tried(
        self, account: str, here: AccountHere, *, coming: bool = False, still: bool = False
    ) -> bool:
        try:
            if coming:
                await self._bring(account, here.folder)
            else:
                await self._keep(account, here.folder, still)
        except (NotKept, OSError, sqlite3.Error) as error:
            log.warning("what account %s has is only on this machine for now: %s", account, error)
            return False
        return True

    async def _bring(self, account: str, folder: Path) -> None:
        """Have in the folder what is kept; both, where something was left here that is not kept."""
        mark = SyncMark(folder)
        seq, theirs = await self._keeper.get(account)
        if theirs is None or seq == mark.seq:
            return
        ours = await asyncio.to_thread(gathered, folder)
        changed = _looks(ours) != mark.looks or seq < mark.seq
        both = changed and ours != Profile() and _looks(ours) != _looks(theirs)
        profile = merged(ours, theirs) if both else theirs
        if await asyncio.to_thread(lay_out, folder, profile):
            mark.write(seq, "" if both else _looks(profile))

    async def _keep(self, account: str, folder: Path, still: bool) -> None:
        """Keep what is in the folder, if it has changed; `still`: the account is here still."""
        mark = SyncMark(folder)
        ours = await asyncio.to_thread(gathered, folder)
        if _looks(ours) == mark.looks or (not mark.seq and _is_bare(ours)):
            return
        over = mark.seq
        for _ in range(TRIES):
            try:
                mark.write(await self._keeper.put(account, ours, over), _looks(ours))
            except Overtaken:
                if still:
                    return  # both are merged when they leave
                over, theirs = await self._keeper.get(account)
                if theirs is not None:
                    ours = merged(ours, theirs)
                    await asyncio.to_thread(lay_out, folder, ours)
            else:
                return


def _looks(profile: Profile) -> str:
    """The same for what is the same, in whatever order it lies."""
    body = encoded(profile)
    sorted_rows = {name: sorted(map(json.dumps, body[name])) for name in ("matches", "tries")}
    return hashlib.sha256(json.dumps(body | sorted_rows, sort_keys=True).encode()).hexdigest()


def _is_bare(profile: Profile) -> bool:
    """Whether nobody would miss it."""
    return replace(profile, taken=0, settings="") == Profile() and profile.settings.strip() in BARE


def _stamps(folder: Path) -> object:
    """When the files in a folder were changed, and how large they are."""
    found = []
    for file in (*folder.glob("*.toml"), *folder.glob("*.sqlite3*"), *folder.glob("boards/*")):
        with suppress(OSError):
            state = file.stat()
            found.append((file.name, state.st_mtime_ns, state.st_size))
    return sorted(found)


async def _share(lock: int) -> None:
    """Let other processes see that the account is here, and wait for one that brings something for it, but not for
    one that stands still."""
    for _ in range(int(PATIENCE / LOCK_TRIED_EVERY)):
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            await asyncio.sleep(LOCK_TRIED_EVERY)
        else:
            return


def _alone(lock: int) -> bool:
    """Whether no other process has the account here; none that comes now begins before the lock is shared again."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


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
        self._accounts, self._all_visits = data / ACCOUNTS, data / "visits"
        self._visits = self._all_visits / process if process else self._all_visits
        self._stores: dict[str, list[StoreThread]] = {}
        self._used = Counter[str]()

    def clear_visits(self, processes: Collection[str] = ()) -> None:
        """Delete what a host that could not clean up has left of guests without a key; `processes`: those that are
        there."""
        for folder in self._all_visits.glob("*"):
            if folder.name not in processes:
                shutil.rmtree(folder, ignore_errors=True)

    def delete(self, account: str) -> None:
        """Delete the folder of an account."""
        shutil.rmtree(self._accounts / account, ignore_errors=True)

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
                if _is_bare_folder(folder):
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


def _is_bare_folder(folder: Path) -> bool:
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

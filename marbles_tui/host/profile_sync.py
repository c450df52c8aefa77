"""The profiles of guests go with them: brought when they come, kept when they leave and now and then."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import json
import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Protocol

from marbles_tui.rooms.backend import NotKept, Overtaken
from marbles_tui.store.codec import encoded
from marbles_tui.store.files import replace_file
from marbles_tui.store.profile import Profile, gathered, lay_out, merged

MARK: Final = "own.json"
"""Says which change of what is kept elsewhere is in the folder, and what it looked like then."""

LOCK: Final = "own.lock"
"""Held by every process in which the account is, where several share the folder."""

TRIES: Final = 3

PATIENCE: Final = 5.0
STEP: Final = 0.05

BARE: Final = ("", "greeted = true")
"""Settings of somebody who has chosen nothing."""

log = logging.getLogger(__name__)


class Keeper(Protocol):
    """Keeps profiles for all machines."""

    async def get(self, account: str) -> tuple[int, Profile | None]:
        """The profile of an account, and the number of the change by which it is so. Raises NotKept."""
        ...

    async def put(self, account: str, profile: Profile, over: int) -> int:
        """Keep it over the change with that number; the number of this one. Raises Overtaken and NotKept."""
        ...


@dataclass(slots=True, eq=False)
class Here:
    """An account that is here, in so many visits."""

    folder: Path
    lock: int
    visits: int = 0
    stamps: object = None
    """When its files were changed, as they were kept last."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Mark:
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
        self._here: dict[str, Here] = {}

    @asynccontextmanager
    async def visit(self, account: str, folder: Path) -> AsyncIterator[None]:
        """Around a visit: what the account has is in the folder, and is kept afterwards. Where that cannot be, what
        is in the folder has to do."""
        here = self._here.get(account)
        if here is None:
            here = self._here[account] = Here(folder, os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600))
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

    async def _tried(self, account: str, here: Here, *, coming: bool = False, still: bool = False) -> bool:
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
        mark = Mark(folder)
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
        mark = Mark(folder)
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
    for _ in range(int(PATIENCE / STEP)):
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            await asyncio.sleep(STEP)
        else:
            return


def _alone(lock: int) -> bool:
    """Whether no other process has the account here; none that comes now begins before the lock is shared again."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

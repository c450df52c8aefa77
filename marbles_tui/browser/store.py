"""The saved matches where there are no threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

from marbles_tui.store.files import Unsaved
from marbles_tui.store.matches import MatchStore
from marbles_tui.store.thread import FAREWELL, RETRY, Saver, StoreJob, StoreThread

T = TypeVar("T")
P = ParamSpec("P")


NO_ROOM: Final = (
    "This browser gives no room to save: free some space, or export your games before you close the page."
)


class InlineStore(StoreThread):
    """Makes each call at once, in the event loop: what is saved is saved when the call returns."""

    def __init__(self, place: Path | None = None, shortcoming: str = "") -> None:
        """`shortcoming`: what is wrong with the place itself, which is said as trouble where nothing worse is."""
        super().__init__(place)
        self.latest: Saver | None = None
        """Saves the match that was sat down to last."""
        self.on_done: Callable[[], object] = lambda: None
        """Called after each call, and after what waits was tried again."""
        self._shortcoming = shortcoming
        self._played = False
        """Whether a match was played at a table before the latest."""
        self._store: MatchStore | None = None
        self._retry: asyncio.TimerHandle | None = None

    @property
    def passing(self) -> bool:
        """Whether a match has been played that is gone with the page, as nothing is kept."""
        return bool(self._shortcoming) and (self._played or self._plays)

    @property
    def _plays(self) -> bool:
        return self.latest is not None and self.latest.id is not None

    def saver(self, saved: int | None = None) -> Saver:
        """Saves a match from now on, in its place if it was saved before."""
        self._played = self._played or self._plays
        self.latest = super().saver(saved)
        return self.latest

    def do(
        self, call: Callable[Concatenate[MatchStore, P], T], *args: P.args, **named: P.kwargs
    ) -> Future[T]:
        """Have something done with the store; its result is in the future, and what it raises, too. After `close`
        the future is cancelled."""
        answer: Future[T] = Future()
        if self._closed:
            answer.cancel()
            return answer
        self._do(self._open(), StoreJob(lambda store: call(store, *args, **named), answer))
        self._try_again_later()
        self.on_done()
        return answer

    async def close(self, patience: float = FAREWELL) -> Unsaved | None:
        """Save what waits, and let go of the file; what is not saved by then, if anything. Its records are written to
        a file beside the matches."""
        self._closed = True
        if self._retry:
            self._retry.cancel()
        if self._store is None:
            return None
        self._save_waiting(self._store)
        self._store.close()
        unsaved = [saver for saver in self._savers if saver.waiting]
        return self._rescue(unsaved) if unsaved else None

    def _open(self) -> MatchStore:
        if self._store is None:
            self._store = MatchStore.open(self.place)
        return self._store

    def _trouble_of(self, store: MatchStore) -> str:
        return NO_ROOM if store.trouble and store.full else store.trouble or self._shortcoming

    def _try_again_later(self) -> None:
        if self._waiting and self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(RETRY, self._try_again)

    def _try_again(self) -> None:
        self._retry = None
        if not self._closed:
            self._save_waiting(self._open())
            self._tell(self._open())
            self._try_again_later()
            self.on_done()

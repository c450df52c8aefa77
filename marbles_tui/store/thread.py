"""The saved matches for an event loop: one thread of its own makes every call, in order."""

from __future__ import annotations

import asyncio
import logging
import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

from marbles_tui.core.tuples import NamedTuple
from marbles_tui.store.files import MATCHES, Unsaved, data_folder, rescue

if TYPE_CHECKING:
    from marbles_tui.play import Match
    from marbles_tui.store.matches import MatchStore

T = TypeVar("T")
P = ParamSpec("P")

PATIENCE: Final = 0.3
"""Seconds that one try waits for another program that is writing; saves are tried again until they succeed."""

RETRY: Final = 0.5
"""Seconds from one try to save what waits to the next."""

FAREWELL: Final = 5.0
"""Seconds that closing waits for what is not saved yet."""

log = logging.getLogger(__name__)


class NotSavedError(Exception):
    """A match could not be saved; the message is the store's trouble."""

    def __init__(self, trouble: str, saved: Future[None]) -> None:
        super().__init__(trouble)
        self.saved = saved
        """Done once it is saved all the same."""


class SavedMatch:
    """One match as it is saved, state after state, in one place; nothing is kept of it before its first move."""

    def __init__(self, saved: int | None) -> None:
        self.id = saved
        """The id of the match, None until it has been saved."""
        self._lock = Lock()
        self._latest: Match | None = None  # None once it is saved
        self._waiters: list[Future[None]] = []

    @property
    def waiting(self) -> bool:
        """Whether the latest state is not saved yet."""
        return self._latest is not None

    def put(self, match: Match) -> None:
        """This is the latest state."""
        with self._lock:
            self._latest = match

    def write(self, store: MatchStore) -> bool:
        """Save the latest state; whether it is saved."""
        match = self._latest
        if match is None:
            return True
        if self.id is not None or match.plies:
            number = store.begin(match) if self.id is None else store.save(self.id, match)
            if store.trouble or number is None:
                return False
            self.id = number
        with self._lock:
            if self._latest is not match:
                return True
            self._latest, waiters = None, self._waiters
            self._waiters = []
        for waiter in waiters:
            if waiter.set_running_or_notify_cancel():
                waiter.set_result(None)
        return True

    @property
    def record(self) -> str:
        """The record of the latest state while it is not saved."""
        from marbles_tui.store.rows import text_of

        match = self._latest
        return text_of(match) if match else ""


class Saver(SavedMatch):
    """Saves a match for an event loop, which asks: the store's thread writes."""

    def __init__(self, store: StoreThread, saved: int | None) -> None:
        super().__init__(saved)
        self._store = store

    def save(self, match: Match) -> Future[bool]:
        """Save the match as it stands. The answer comes after the first try: whether it is saved. If it is not,
        the store's `trouble` says why, and it is tried again until it is, in order."""
        self.put(match)
        return self._store.do(self._try)

    async def keep(self, match: Match) -> None:
        """Save the match as it stands, and return when it is saved, however long another program holds the
        database. Raises NotSavedError where waiting does not help; it is tried again all the same."""
        if await asyncio.wrap_future(self.save(match)):
            return
        saved: Future[None] = Future()
        with self._lock:
            if self._latest is None:
                return
            self._waiters.append(saved)
        if not self._store.busy:
            raise NotSavedError(self._store.trouble, saved)
        await asyncio.wrap_future(saved)

    def _try(self, store: MatchStore) -> bool:
        return self._store.try_to_save(store, self)


class StoreJob(NamedTuple):
    """What is to be done with the store, and where its result goes."""

    call: Callable[[MatchStore], object]
    answer: Future[Any]


class StoreThread:
    """The user's saved matches. Each call is made by one thread, after those before it; the thread starts with the
    first one."""

    def __init__(self, place: Path | None = None) -> None:
        self.place = place or data_folder() / MATCHES
        """The database file."""
        self.trouble = ""
        """What is wrong and what helps, in one line; "" while all is well."""
        self.damaged = False
        """Whether the file is no sound database; `MatchStore.set_aside` makes room for a new one."""
        self.busy = False
        """Whether another program holds the database, which it will let go of."""
        self.on_trouble: Callable[[], object] = lambda: None
        """Called by the thread when `trouble` is another one, or moves begin or cease to wait."""
        self._jobs: queue.SimpleQueue[StoreJob | None] = queue.SimpleQueue()
        self._savers: list[Saver] = []
        self._waiting: list[Saver] = []  # those whose first try has failed, in order; the thread's own
        self._told_waiting = False
        self._thread: Thread | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many matches wait to be saved after a try that failed."""
        return len(self._waiting)

    def saver(self, saved: int | None = None) -> Saver:
        """Saves a match from now on, in its place if it was saved before."""
        saver = Saver(self, saved)
        self._savers.append(saver)
        return saver

    def do(
        self, call: Callable[Concatenate[MatchStore, P], T], *args: P.args, **named: P.kwargs
    ) -> Future[T]:
        """Have something done with the store; its result will be in the future, and what it raises, too. After
        `close` the future is cancelled."""
        answer: Future[T] = Future()
        if self._closed:
            answer.cancel()
            return answer
        if self._thread is None:
            self._thread = Thread(target=self._run, name="store", daemon=True)
            self._thread.start()
        self._jobs.put(StoreJob(lambda store: call(store, *args, **named), answer))
        return answer

    async def ask(self, call: Callable[Concatenate[MatchStore, P], T], *args: P.args, **named: P.kwargs) -> T:
        """The same for a coroutine, which waits for the result. Cancelled, the call is not made."""
        return await asyncio.wrap_future(self.do(call, *args, **named))

    async def close(self, patience: float = FAREWELL) -> Unsaved | None:
        """End the thread when all is done, or after `patience` seconds; what is not saved by then, if anything.
        Its records are written to a file beside the matches."""
        self._closed = True
        thread, self._thread = self._thread, None
        if thread is None:
            return None
        self._jobs.put(StoreJob(lambda store: self._save_all(store, monotonic() + patience), Future()))
        self._jobs.put(None)
        await asyncio.to_thread(thread.join, patience + PATIENCE)
        unsaved = [saver for saver in self._savers if saver.waiting]
        return await asyncio.to_thread(self._rescue, unsaved) if unsaved else None

    # In the thread

    def try_to_save(self, store: MatchStore, saver: Saver) -> bool:
        """Save what a saver holds; if that fails, it waits among the others."""
        saved = saver.write(store)
        if not saved and saver not in self._waiting:
            self._waiting.append(saver)
        elif saved and saver in self._waiting:
            self._waiting.remove(saver)
        return saved

    def _run(self) -> None:
        try:
            from marbles_tui.store.matches import MatchStore  # not before the first paint

            store = MatchStore.open(self.place, PATIENCE)
        except Exception as error:  # by a mistake: nobody may wait for an answer for ever
            log.exception("the saved games cannot be opened")
            while job := self._jobs.get():
                if job.answer.set_running_or_notify_cancel():
                    job.answer.set_exception(error)
            return
        self._tell(store)
        next_try = monotonic() + RETRY
        while True:
            if self._waiting and monotonic() >= next_try:
                self._save_waiting(store)
                self._tell(store)
                next_try = monotonic() + RETRY
            try:
                job = self._jobs.get(timeout=RETRY if self._waiting else None)
            except queue.Empty:
                continue
            if job is None:
                break
            self._do(store, job)
        store.close()

    def _do(self, store: MatchStore, job: StoreJob) -> None:
        if not job.answer.set_running_or_notify_cancel():
            return
        try:
            result = job.call(store)
        except BaseException as error:
            self._tell(store)
            job.answer.set_exception(error)
        else:
            self._tell(store)
            job.answer.set_result(result)

    def _save_waiting(self, store: MatchStore) -> None:
        """Try to save what waits, in order."""
        for saver in tuple(self._waiting):
            if not self.try_to_save(store, saver) and store.busy:
                return  # the others would only wait as long

    def _save_all(self, store: MatchStore, until: float) -> None:
        while self._waiting and monotonic() < until:
            self._save_waiting(store)
            if not store.busy:
                return

    def _tell(self, store: MatchStore) -> None:
        before = (self.trouble, self._told_waiting)
        self.trouble, self.damaged = self._trouble_of(store), store.damaged
        self.busy = store.busy
        self._told_waiting = bool(self._waiting)
        if before != (self.trouble, self._told_waiting):
            if self.trouble and self.trouble != before[0]:
                log.warning("%s", self.trouble)
            try:
                self.on_trouble()
            except Exception:  # a listener's fault does not stop the saving
                log.exception("the trouble could not be told")

    def _trouble_of(self, store: MatchStore) -> str:
        return store.trouble

    def _rescue(self, unsaved: Sequence[Saver]) -> Unsaved:
        """Write the records that could not be saved to a file that can be imported."""

        return rescue([saver.record for saver in unsaved], self.place.parent)

"""The saved matches where there are no threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from marbles_tui.store.matches import MatchStore
from marbles_tui.store.thread import FAREWELL, StoreThread, Unsaved

T = TypeVar("T")
P = ParamSpec("P")


class InlineStore(StoreThread):
    """Makes each call at once, in the event loop."""

    def __init__(self, place: Path) -> None:
        super().__init__(place)
        self._store: MatchStore | None = None

    def do(
        self, call: Callable[Concatenate[MatchStore, P], T], *args: P.args, **named: P.kwargs
    ) -> Future[T]:
        """Have something done with the store."""
        if self._store is None:
            self._store = MatchStore.open(self.place)
        answer: Future[T] = Future()
        try:
            result = call(self._store, *args, **named)
        except Exception as error:
            answer.set_exception(error)
        else:
            answer.set_result(result)
        self._tell(self._store)
        return answer

    async def close(self, patience: float = FAREWELL) -> Unsaved | None:
        """Let go of the file."""
        del patience
        if self._store:
            self._store.close()
        return None

"""The animator: shows the events of a move one after another, each for its beat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Final

from textual.timer import Timer

from marbles_tui.core import Event
from marbles_tui.tui.kit.board_view import BoardView

SPARED: Final = 4.0
"""Between two frames passes at least so many times what others are kept waiting."""

TOO_LATE: Final = 0.15
"""Seconds that others wait for this process, from which on nothing moves and all is shown at once."""


class Animator:
    """Writes what a board shows while something happens on it."""

    def __init__(self, board: BoardView, tempo: Callable[[], float], frames: int = 0) -> None:
        """`tempo`: how long a beat of one second takes, in seconds; `frames`: how many a second are painted, 0 for as
        many as the app paints."""
        self._board = board
        self._frames = frames
        self._wanted = tempo
        self._least = 0.0
        self._timer: Timer | None = None
        self._timer_frame = 0.0
        self._event: Event | None = None
        self._before: Any = None
        self._phase = 0.0
        self._at = self._painted = 0.0
        self._done: asyncio.Future[None] | None = None
        self._backwards = False
        self._finishing = False
        # The most that a beat of one second may take, where that is bounded.
        self._briefest: float | None = None
        self.paused = False

    @property
    def showing(self) -> bool:
        """Whether something is on its way."""
        return self._done is not None

    def _tempo(self) -> float:
        return max(self._wanted(), self._least)

    @property
    def unhurried(self) -> bool:
        """Whether events are given their time: not at speed 0, nor after `finish`, nor where others wait too long."""
        return bool(self._tempo()) and not self._finishing and self._board.app.late < TOO_LATE

    async def show(
        self,
        before: Any,
        events: Sequence[Event],
        told: Callable[[Event], None],
        within: float | None = None,
        least: float = 0.0,
    ) -> None:
        """Show events in turn, starting from the board `before`; `told` hears of each as it begins. All together take
        no more than `within` seconds, if that is given: then some are passed over that are shorter than a frame.

        Speed 0, or `finish`, shows only where they lead. `least`: the tempo below which these are not shown.
        """
        self._finishing, self._least = False, least
        self._at = monotonic()
        beats = sum(self._board.BEATS.get(event.kind, 0.0) for event in events)
        self._briefest = None
        if within is not None and beats:
            self._briefest = max(0.0, within - self._frame) / beats
        for event in events:
            told(event)
            beat = self._board.BEATS.get(event.kind, 0.0)
            if beat and self.unhurried:
                await self._play(before, event, beat)
            before = event.board
        if events:
            self._board.rest(events[-1].board)

    async def rewind(self, before: Any, events: Sequence[Event]) -> None:
        """Show the events of a move backwards, down to the board `before` which they began with."""
        self._finishing, self._least = False, 0.0
        self._briefest = None
        boards = [before, *(event.board for event in events)]
        for event, start in zip(reversed(events), reversed(boards[:-1]), strict=True):
            beat = self._board.BEATS.get(event.kind, 0.0)
            if beat and self.unhurried:
                await self._play(start, event, beat, backwards=True)
        self._board.rest(before)

    def finish(self) -> bool:
        """End what is being shown at once; whether there was anything."""
        if not self._done:
            return False
        self._finishing = True
        self.paused = False
        self._end()
        return True

    def cancel(self) -> None:
        """Stop where it is; whoever awaits `show` is expected to be cancelled too."""
        if self._timer:
            self._timer.pause()
        self._done = None
        self._finishing = False
        self.paused = False

    async def _play(self, before: Any, event: Event, beat: float, backwards: bool = False) -> None:
        self._backwards = backwards
        self._before, self._event, self._phase = before, event, 0.0
        self._beat = beat
        if self._briefest is None:
            self._at = monotonic()
        elif monotonic() - self._at >= self._span:
            self._at += self._span
            return
        self._done = asyncio.get_running_loop().create_future()
        if self._timer and self._timer_frame != self._frame:
            self._timer.stop()
            self._timer = None
        if not self._timer:
            self._timer_frame = self._frame
            self._timer = self._board.set_interval(self._timer_frame, self._tick)
        self._timer.resume()
        still = self._still
        self._phase = 1.0 if still else 0.0
        if still or not self._spared:
            self._act()
        self._phase = 0.0
        try:
            await self._done
        finally:
            self._done = None
            self._timer.pause()

    def _tick(self) -> None:
        now, span = monotonic(), self._span
        passed, self._at = now - self._at, now
        if self.paused or not self._event or not self._done:
            return
        self._phase += passed / span if span else 1.0
        if self._phase >= 1:  # what comes next is painted at once, or what is left
            self._at -= (self._phase - 1) * span
            self._end()
        elif not (self._spared or self._still):
            self._act()

    @property
    def _still(self) -> bool:
        board = self._board
        return board.app.animation_level == "none" if board.still is None else board.still

    @property
    def _frame(self) -> float:
        """Seconds from one frame to the next."""
        return 1 / (self._frames or self._board.app.pace(self._board))

    @property
    def _span(self) -> float:
        """Seconds that the event takes which is shown."""
        tempo = self._tempo()
        return self._beat * (tempo if self._briefest is None else min(tempo, self._briefest))

    @property
    def _spared(self) -> bool:
        """Whether others come first, so shortly after the last frame."""
        return monotonic() - self._painted < SPARED * self._board.app.late

    def _act(self) -> None:
        assert self._event
        self._painted = monotonic()
        self._board.act(self._before, self._event, 1 - self._phase if self._backwards else self._phase)

    def _end(self) -> None:
        if self._done and not self._done.done():
            self._done.set_result(None)

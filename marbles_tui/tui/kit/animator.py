"""The animator: shows the events of a move one after another, each for its beat. A timer wakes it for every frame."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

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
        self._board, self._wanted, self._frames = board, tempo, frames
        self._least = self._at = self._painted = 0.0
        self._done: asyncio.Future[None] | None = None
        self._finishing = False
        self._briefest: float | None = None
        """The most that a beat of one second may take, where that is bounded."""

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
        before: object,
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

    async def rewind(self, before: object, events: Sequence[Event]) -> None:
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
        if not self._done.done():
            self._done.set_result(None)
        return True

    def cancel(self) -> None:
        """Stop where it is, and cancel the tasks that await `show`."""
        if self._done:
            self._done.cancel()
        self._done, self._finishing = None, False

    async def _play(self, before: object, event: Event, beat: float, backwards: bool = False) -> None:
        if self._briefest is None:
            self._at = monotonic()
        elif monotonic() - self._at >= self._span(beat):
            self._at += self._span(beat)
            return
        self._done = done = asyncio.get_running_loop().create_future()
        phase, span, still = 0.0, 0.0, self._still
        try:
            while phase < 1:
                frame, begun = self._frame, monotonic()
                if not phase if still else not self._spared:
                    shown = 1.0 if still else phase
                    self._painted = begun
                    self._board.act(before, event, 1 - shown if backwards else shown)
                await asyncio.wait((done,), timeout=frame - (monotonic() - begun) % frame)
                if done.done():
                    await done
                    return
                now, span = monotonic(), self._span(beat)
                phase += (now - self._at) / span if span else 1.0
                self._at = now
            self._at -= (phase - 1) * span  # what comes next is painted at once, or what is left
        finally:
            self._done = None

    @property
    def _still(self) -> bool:
        board = self._board
        return board.app.animation_level == "none" if board.still is None else board.still

    @property
    def _frame(self) -> float:
        """Seconds from one frame to the next."""
        return 1 / (self._frames or self._board.app.pace(self._board))

    def _span(self, beat: float) -> float:
        """Seconds that an event of that beat takes."""
        tempo = self._tempo()
        return beat * (tempo if self._briefest is None else min(tempo, self._briefest))

    @property
    def _spared(self) -> bool:
        """Whether others come first, so shortly after the last frame."""
        return monotonic() - self._painted < SPARED * self._board.app.late

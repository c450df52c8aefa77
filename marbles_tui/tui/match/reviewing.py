"""The computer's review of a record that is watched: who was ahead, and which moves turned the game."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from marbles_tui.ai.review import (
    Judgement,
    doubtful,
    key_of,
    marks,
    read_judgements,
    shares,
    turning_points,
    write_judgements,
)
from marbles_tui.core.frame import Highlights
from marbles_tui.table.remarks import Remark, remark

if TYPE_CHECKING:
    from marbles_tui.tui.screens.replay import Replay

DONE: Final = "The review is done: t goes to the next turning point."

NO_POINT: Final = "The review is done: no single move turned this game."

STOPPED: Final = "Review stopped: y goes on with it."

NO_REVIEW: Final = "The dice decide here: there is nothing to review."

SHOWN: Final = 1.0
"""Seconds that the best move stays on the board."""


class Reviewing:
    """A first look at every ply, then a deeper one at each move that seems worth a mark. What is found is kept."""

    def __init__(self, screen: Replay) -> None:
        self._screen = screen
        self._record = screen.record
        self.judgements: tuple[Judgement | None, ...] = ()
        self.running = False

    @property
    def done(self) -> bool:
        """Whether nothing is left to look at."""
        whole = len(self.judgements) > self._record.plies and None not in self.judgements
        return whole and not doubtful(self._record, self.judgements)

    @property
    def points(self) -> list[int]:
        """The plies before the moves that turned the game."""
        return [ply - 1 for ply in turning_points(self._record, self.judgements)]

    @property
    def signs(self) -> dict[int, str]:
        """The marks of moves, by the plies before them."""
        return {ply - 1: str(mark) for ply, mark in marks(self._record, self.judgements).items()}

    @property
    def heights(self) -> tuple[float | None, ...]:
        """How far up for the first seat each ply's column goes, from -1 to 1."""
        known, span = shares(self._record, self.judgements), self._screen.view.span
        if not span:
            return known
        found: list[float | None] = []
        for share, judgement in zip(known, self.judgements, strict=True):
            if share is None or judgement is None:
                found.append(None)
            else:
                height = min(1.0, abs(judgement.value) / span)
                found.append(height if share > 0 else -height)
        return tuple(found)

    def remark(self, ply: int) -> Remark | None:
        """What is said of the move that follows."""
        return remark(self._record, ply, self.judgements, self._screen.view.worth)

    def highlights(self, ply: int, told: Remark | None) -> Highlights | None:
        """The move that follows and the better one, on the board; None where nothing is `told` of it."""
        if told is None or not told.best:
            return None
        position, view = self._record.positions[ply], self._screen.view
        better = self._record.game.find(position, told.best)
        return Highlights(threats=view.trace(self._record.moves[ply]), targets=frozenset(better.paths[0][:1]))

    async def recall(self) -> None:
        """Show the review that was saved of this match."""
        key = key_of(self._record)
        written = await self._screen.app.store.ask(lambda store: store.review(key))
        if written and not self.running:
            self.judgements = read_judgements(written)
            self._screen.show_review()

    def switch(self) -> None:
        """Go through the match, or stop it; what has been found is kept."""
        screen = self._screen
        if self.running:
            screen.workers.cancel_group(screen, "review")
            screen.tell(STOPPED)
        elif not self._record.game.has_kernel:
            screen.tell(NO_REVIEW, warning=True)
        elif self.done:
            screen.tell(DONE if self.points else NO_POINT)
        else:
            screen.run_worker(self._run(), group="review", exclusive=True)

    async def _run(self) -> None:
        screen, record = self._screen, self._record
        self.running = True
        try:
            whole = await self._look() and await self._look_again()
        finally:
            self.running = False
            key, written = key_of(record), write_judgements(self.judgements)
            screen.app.store.do(lambda store: store.save_review(key, written))
            if screen.laid:
                screen.show_review()
        done = DONE if self.points else NO_POINT
        screen.tell(done if whole else "The computer cannot review this game.", warning=not whole)

    async def _look(self) -> bool:
        """A look at every ply, backwards, for what is proved late in a match is found soonest."""
        count = self._record.plies + 1
        self.judgements += (None,) * (count - len(self.judgements))
        for ply in reversed(range(count)):
            if self.judgements[ply] is None and not await self._judge(ply, deep=False):
                return False
        return True

    async def _look_again(self) -> bool:
        """A deeper look wherever something is to be said of a move."""
        while plies := doubtful(self._record, self.judgements):
            if not await self._judge(plies[-1], deep=True):
                return False
        return True

    async def _judge(self, ply: int, deep: bool) -> bool:
        screen = self._screen
        found = await screen.app.engine.review(self._record.at(ply), screen.view.unit, deep)
        if found is None:
            return False
        self.judgements = (*self.judgements[:ply], found, *self.judgements[ply + 1 :])
        screen.show_review()
        return True

    @property
    def progress(self) -> str:
        """How far it has come, in words."""
        looked = sum(judgement is not None for judgement in self.judgements)
        if looked <= self._record.plies:
            return f"reviewing {100 * looked // (self._record.plies + 1)}%"
        return "checking its marks"

    async def show_best(self, ply: int) -> None:
        """Play the better move on the board, hold it there for a moment, and take it back."""
        screen, record = self._screen, self._record
        told = self.remark(ply)
        if told is None or not told.best:
            screen.tell("There is no better move to show here.", warning=True)
            return
        position: Any = record.positions[ply]
        _, happened = record.game.tell(position, record.game.find(position, told.best))
        await screen.animator.show(position.board, happened, screen.told)
        await asyncio.sleep(SHOWN)
        screen.rest()

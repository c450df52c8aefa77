"""A record watched: forth and back, by step and by jump; and the computer's review of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from marbles_tui.ai.review import (
    Judgement,
    doubtful,
    is_whole,
    key_of,
    marks,
    read_judgements,
    shares,
    turning_points,
    write_judgements,
)
from marbles_tui.core import Move
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.assessment import Remark, remark, standing
from marbles_tui.table.players import Choice
from marbles_tui.table.tasks.task import (
    LEAVE,
    RULES,
    SETTINGS,
    Action,
    Face,
    Situation,
    Task,
    holding,
    key_line,
)

LEAP: Final = 10
"""Plies that Page Up and Page Down go."""

BETWEEN: Final = 0.5
"""Seconds between two plies of a record that goes on by itself, at normal speed, besides BREATH."""

BREATH: Final = 0.25
"""The same at any speed."""

LOOK: Final = 1.0
"""Seconds that a better move stays on the board."""

START: Final = "The start."
NO_REVIEW: Final = "The dice decide here: there is nothing to review."
DONE: Final = "The review is done: t goes to the next turning point, n opens a puzzle like the mistake."
NO_POINT: Final = "The review is done: no single move turned this game."
STOPPED: Final = "Review stopped: y goes on with it."

PLAY: Final = Action("space", "p", "Play", "play", "Watch", shown="space")
PAUSE: Final = PLAY._replace(label="Pause", short="pause")
STEP: Final = Action("step 1", "l", "Next move", "step", shown="arrows")
BACK: Final = Action("step -1", "h", "Previous move")
ON: Final = Action("leap 1", "pagedown", "Ten moves on")
OFF: Final = Action("leap -1", "pageup", "Ten moves back")
FIRST: Final = Action("go 0", "home", "To the start", group="Watch")
LAST: Final = Action("end", "end", "To the end", group="Watch")
TURNING: Final = Action("turn 1", "t", "Next turning point", "turning point", "Review")
TURNING_BACK: Final = Action("turn -1", "T", "Turning point before", group="Review")
REVIEW: Final = Action("review", "y", "Review by the computer", "review", "Review")
BEST: Final = Action("best", "b", "Show the better move", "better move", "Review")
PLAY_ON: Final = Action("play_on", "f", "Play on from here", "play on from here", "From here")
PUZZLE: Final = Action("leads puzzle", "m", "Make a puzzle of it", group="From here")
PLAYED: Final = Action("openings", "e", "What was played here", "played here", "From here")
ALIKE: Final = Action("alike", "n", "A puzzle like this mistake", "puzzle", "Review")
COPY: Final = Action("leads record", "c", "Copy the record", "copy", "Share")
COPY_POSITION: Final = Action("leads position", "o", "Copy the position", group="Share")
DIGITS: Final = tuple(
    Action(f"digit {digit}", digit, f"The number of a move: {digit}") for digit in "0123456789"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watching(Situation):
    """How a record is looked at: `match` is as it stood after the ply that is shown."""

    record: Match
    playing: bool
    """Whether it goes on by itself."""

    mover: int | None
    """Whose move is being shown."""

    remark: Remark | None
    """What the review says of the move that follows."""

    better: Move | None
    """What would have been better then."""

    heights: Sequence[float | None]
    """How far ahead the first seat is after each ply, from -1 to 1."""

    signs: Mapping[int, str]
    """The marks of moves, by the plies before them."""


class Watch(Task[Watching]):
    """A record that nobody plays on. What is shown is `record` as it stood after `ply`."""

    actions: ClassVar = (
        *(PLAY, STEP, BACK, ON, OFF, FIRST, LAST, *DIGITS, TURNING, TURNING_BACK, REVIEW, BEST, ALIKE),
        *(PLAY_ON, PUZZLE, PLAYED, COPY, COPY_POSITION),
    )

    def __init__(
        self,
        record: Match,
        ply: int = 0,
        *,
        playing: bool = True,
        seeking: bool = False,
        judge: Callable[[Match, bool], Awaitable[Judgement | None]],
        keep: Callable[[str, str], None] = lambda *_: None,
        leads_on: Callable[[str], object] = lambda _: None,
        dot: Callable[[], str] = lambda: "·",
    ) -> None:
        """It is opened at a ply, and goes on by itself from there if `playing`. `seeking` reviews it, as far as that
        is not done, until its last turning point is found, and goes there. `judge` looks at a match, deeply or not;
        `keep` keeps what was found, by the key of the record."""
        super().__init__(record.game, leads_on)
        self.record = record.without_undone()
        self.ply = min(ply, self.record.plies)
        self.playing = False
        self._starts = playing and self.ply < self.record.plies
        self._seeking = seeking
        self._judge, self._keep = judge, keep
        self._dot = dot
        self.judgements: tuple[Judgement | None, ...] = ()
        self.reviewing = False
        self._typed = ""
        self._mover: int | None = None
        self._said = phrases.last_move(self._match) or START

    def open(self, face: Face) -> None:
        super().open(face)
        if self._starts:
            self.do_space()

    def know(self, written: str | None) -> None:
        """This review was kept; begin one if a turning point is sought that it does not know."""
        if written and not self.reviewing:
            self.judgements = read_judgements(written)
        self.face.changed()
        if self._seeking and not self._found():
            self.do_review()

    @property
    def key(self) -> str:
        """By which a review of the record is kept."""
        return key_of(self.record)

    # How it stands

    @property
    def _match(self) -> Match:
        return self.record.at(self.ply)

    @property
    def situation(self) -> Watching:
        match, told = self._match, remark(self.record, self.ply, self.judgements)
        found = self._offered(told)
        result = self.record.result if self.ply == self.record.plies else None
        better = match.find(told.best) if told and told.best else None
        return Watching(
            match=match,
            still=True,
            showing=self._mover is not None,
            said=self._said,
            warning=self._warning,
            prompt=told.short if told and not self._typed else self._prompt,
            last=match.moves[-1] if match.moves else None,
            winners=self.game.winning_cells(match.position, result) if result else frozenset(),
            actions=key_line(found, menu=True),
            menu=(*(action for action in found if action.group), SETTINGS, RULES, LEAVE),
            record=self.record,
            playing=self.playing,
            mover=self._mover,
            remark=told,
            better=better,
            heights=self._heights,
            signs={ply - 1: str(mark) for ply, mark in marks(self.record, self.judgements).items()},
        )

    @property
    def _prompt(self) -> str:
        if self._typed:
            return f"To move {self._typed}: Enter goes there."
        record = self.record
        parts = [f"Move {self.ply} of {record.plies}"]
        judged = self.judgements[self.ply] if self.ply < len(self.judgements) else None
        if judged:
            parts.append(standing(record, self.ply, judged))
        elif self.ply == record.plies and record.result:
            parts.append(phrases.verdict(record).rstrip("."))
        if self.reviewing:
            parts.append(self._progress)
        return f" {self._dot()} ".join(parts)

    def _offered(self, told: Remark | None) -> list[Action]:
        review = REVIEW._replace(label="Stop the review", short="stop review") if self.reviewing else REVIEW
        return holding(
            (True, [PAUSE if self.playing else PLAY, STEP, FIRST, LAST]),
            (told and told.best, [BEST, ALIKE]),
            (self.points, [TURNING, TURNING_BACK]),
            (self.game.has_kernel and not self.reviewed, [review]),
            (True, [PLAY_ON]),
            (self.game.has_kernel and self.game.has_text, [PUZZLE]),
            (True, [PLAYED, COPY, COPY_POSITION]),
        )

    # Forth and back

    def answer(self, choice: Choice) -> None:
        raise ValueError(f"This game is only watched: {choice} is not played.")

    def do_space(self) -> None:
        """Go on by itself, from the start if it is at its end; or hold."""
        if self.playing:
            self._hold()
            self.face.changed()
            return
        if self.ply == self.record.plies:
            self.go(0)
        self.playing = True
        self.face.begin(self._play)
        self.face.changed()

    async def _play(self) -> None:
        while self.playing and self.ply < self.record.plies:
            await asyncio.sleep(BREATH)
            await self.face.wait(BETWEEN)
            await self._forth()
        self.playing = False
        self.face.changed()

    async def _forth(self) -> None:
        self.ply += 1
        await self._seen(self.ply - 1, self.record.moves[self.ply - 1])

    async def _back(self) -> None:
        self.ply -= 1
        self._said = phrases.last_move(self._match) or START
        await self._seen(self.ply, self.record.moves[self.ply], backwards=True)

    async def _seen(self, ply: int, move: Move, *, backwards: bool = False, look: float = 0.0) -> None:
        """Show a move that is made after so many plies, and let the end of it be seen for a while."""
        position = self.record.positions[ply]
        _, events = self.game.tell(position, move)
        self._mover = position.actor
        self.face.changed()
        if backwards:
            await self.face.rewind(position.board, events)
        else:
            await self.face.show(position.board, events, phrases.names(self.record))
        await asyncio.sleep(look)
        self._mover = None
        self.face.changed()

    def _hold(self) -> None:
        self.playing, self._typed, self._mover = False, "", None
        self.face.stop()

    def do_step(self, by: str) -> None:
        """A ply forth or back, as it is seen; a step during a show ends that at once."""
        self._hold()
        forth = int(by) > 0
        if 0 <= self.ply + int(by) <= self.record.plies:
            self.face.begin(self._forth if forth else self._back)
        else:
            self.tell("This is the end." if forth else "This is the start.", warning=True)

    def go(self, ply: int) -> None:
        """Jump to a ply."""
        self._hold()
        self.ply = max(0, min(self.record.plies, ply))
        self.tell(phrases.last_move(self._match) or START)

    def do_arrow(self, dx: str, dy: str) -> None:
        """Left and right are steps, up and down leaps."""
        if int(dx):
            self.do_step(dx)
        else:
            self.do_leap(dy)

    def do_leap(self, by: str) -> None:
        """Ten moves on or back."""
        self.go(self.ply + LEAP * int(by))

    def do_end(self) -> None:
        """To the last ply."""
        self.go(self.record.plies)

    def do_go(self, ply: str) -> None:
        """To a ply that was pointed at."""
        self.go(int(ply))

    def do_digit(self, digit: str) -> None:
        """The number of a ply is typed."""
        self._typed = (self._typed + digit)[-5:]
        self.face.changed()

    def do_go_on(self) -> None:
        """To the ply whose number was typed."""
        if self._typed:
            self.go(int(self._typed))

    # The review

    @property
    def reviewed(self) -> bool:
        """Whether nothing is left to look at."""
        return is_whole(self.record, self.judgements)

    @property
    def points(self) -> list[int]:
        """The plies before the moves that turned the game."""
        return [ply - 1 for ply in turning_points(self.record, self.judgements)]

    @property
    def _heights(self) -> tuple[float | None, ...]:
        known = shares(self.record, self.judgements)
        if not self.game.span:
            return known
        return tuple(
            None
            if share is None or judgement is None
            else min(1.0, abs(judgement.value) / self.game.span) * (1 if share > 0 else -1)
            for share, judgement in zip(known, self.judgements, strict=True)
        )

    @property
    def _progress(self) -> str:
        looked = sum(judgement is not None for judgement in self.judgements)
        if looked <= self.record.plies:
            return f"reviewing {100 * looked // (self.record.plies + 1)}%"
        return "checking its marks"

    def _found(self) -> bool:
        """Go to the turning point that is sought, once it is known; whether that is so."""
        if self._seeking and self.points:
            self._seeking = False
            self.go(max(self.points))
        return not self._seeking

    def do_review(self) -> None:
        """Let the computer go through the match, or stop it; what it has found is kept."""
        if self.reviewing:
            self.reviewing = False
            self.face.stop("review")
            self.tell(STOPPED)
        elif not self.game.has_kernel:
            self.tell(NO_REVIEW, warning=True)
        elif self.reviewed:
            self.tell(DONE if self.points else NO_POINT)
        else:
            self.face.begin(self._review, "review")

    async def _review(self) -> None:
        self.reviewing = True
        try:
            whole = await self._look() and await self._look_again()
        finally:
            self._keep(self.key, write_judgements(self.judgements))
        self.reviewing = False
        done = DONE if self.points else NO_POINT
        self.tell(done if whole else "The computer cannot review this game.", warning=not whole)

    async def _look(self) -> bool:
        """A look at every ply, backwards, for what is proved late in a match is found soonest."""
        count = self.record.plies + 1
        self.judgements += (None,) * (count - len(self.judgements))
        for ply in reversed(range(count)):
            if self.judgements[ply] is None and not await self._judged(ply, deep=False):
                return False
        return True

    async def _look_again(self) -> bool:
        """A deeper look wherever something is to be said of a move."""
        while plies := doubtful(self.record, self.judgements):
            if not await self._judged(plies[-1], deep=True):
                return False
        return True

    async def _judged(self, ply: int, *, deep: bool) -> bool:
        found = await self._judge(self.record.at(ply), deep)
        if found is None:
            return False
        self.judgements = (*self.judgements[:ply], found, *self.judgements[ply + 1 :])
        self.face.changed()
        self._found()
        return True

    def do_turn(self, by: str) -> None:
        """To the next turning point that the review has found, or to the one before; round again at the last one."""
        forth = int(by) > 0
        there = [ply for ply in self.points if (ply > self.ply if forth else ply < self.ply)]
        if there:
            self.go(there[0] if forth else there[-1])
        elif not self.game.has_kernel:
            self.tell(NO_REVIEW, warning=True)
        elif self.reviewed and not self.points:
            self.tell("The review found no turning point.", warning=True)
        elif self.reviewing:
            self.tell("None found that way yet: the review goes on.", warning=True)
        elif self.points == [self.ply]:
            self.tell("There are no more turning points.", warning=True)
        elif self.points:
            self.go(self.points[0 if forth else -1])
        else:
            self.tell("Press y first: it reviews the game.", warning=True)

    def do_best(self) -> None:
        """Show the better move on the board, for a moment."""
        if best := self._missed("There is no better move to show here."):
            self.face.begin(partial(self._seen, self.ply, best, look=LOOK))

    def do_alike(self) -> None:
        """A puzzle that begins with a move like the one that was missed."""
        if self._missed("No move is missed here: t goes to a turning point."):
            self._leads_on("alike")

    def _missed(self, otherwise: str) -> Move | None:
        """The better move that was missed here; None, after saying `otherwise`, where none was."""
        better = self.situation.better
        if better is None:
            self.tell(otherwise, warning=True)
        else:
            self._hold()
        return better

    # What can be done with it

    def do_play_on(self) -> None:
        """A new match from what is shown; this record stays as it is."""
        self._hold()
        if self._match.position.result:
            self.tell("The game is over here: go back a move first.", warning=True)
        else:
            self._leads_on("play_on")

    def do_openings(self) -> None:
        """What was played from here in other games."""
        self._hold()
        self._leads_on("openings")

"""A puzzle being solved: tries, hints, the solution, what comes of the position; and three minutes of puzzles."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from time import monotonic
from typing import ClassVar, Final, NamedTuple

from marbles_tui.core import AnyPosition, Move
from marbles_tui.core.text import capitalized, ordinal, plural, sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.tries import MISSES, BestRun, Daily, Run, Streak, Try, share, time_of
from marbles_tui.play.rating import Rating
from marbles_tui.table import phrases, puzzle_words
from marbles_tui.table.players import Act, Choice
from marbles_tui.table.solving import MoveAnswer, Solving, Verdict
from marbles_tui.table.tasks.task import Action, Question, Situation, Task, holding, key_line

AGAIN: Final = Action("again", "r", "Start again", "start again")
BACK: Final = Action("back", "backspace", "Undo the move that missed", "undo")
HINT: Final = Action("hint", "s", "Hint", "hint")
SOLUTION: Final = Action("solution", "y", "Show the solution", "solution")
EXPLORE: Final = Action("explore", "f", "Play on from here, against the computer", "play on")
RETURN: Final = Action("return", "", "Back to the puzzle", "back to the puzzle", shown="esc")
COPY: Final = Action("after copy", "x", "Copy the text to share", "copy")
DUE: Final = Action("leads due", "t,a", "A puzzle that is due again", "due again")
ANOTHER: Final = Action("after another", "n", "Another puzzle, about as hard as you are good", "another")
ROOM: Final = Action("leads room", "u", "All puzzles", "all puzzles")

OF_PUZZLE: Final = (AGAIN.id, BACK.id, HINT.id, SOLUTION.id, EXPLORE.id)
"""What cannot be done where one has played on."""

NEXT: Final = "n brings another puzzle, y shows the solution, Esc goes back."


class PlayerRecord(NamedTuple):
    """What the tries so far come to. Rating takes time for thousands of them."""

    rating: Rating
    """At the game of the puzzle."""

    before: Rating
    """The same before the try at this puzzle, if that was the last one."""

    streak: Streak
    due: tuple[str, ...]
    """The other puzzles that come back today."""

    had: Try | None
    """The scored try at the puzzle of the day, if it is one."""


class Rival(NamedTuple):
    """Who runs against one over the same puzzles."""

    name: str
    went: Sequence[bool]
    over: bool


class Running(NamedTuple):
    """A run against the clock: the seconds that are left, what was solved, and the best so far."""

    left: float
    went: Sequence[bool]
    best: BestRun
    rival: Rival | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved(Situation):
    """The state of a puzzle."""

    puzzle: Puzzle
    daily: Daily | None
    solver: int
    names: Sequence[str]
    tried: int
    """Which try this is, from 1."""

    hints: int
    marks: str
    """A sign for each of the solver's moves, of all tries."""

    turns: int
    """How many turns are left to reach the goal."""

    verdict: Verdict | None
    shown: bool
    """Whether the solution was played before it was found, or is being played."""

    practice: bool
    """Whether the scored try has been had."""

    exploring: bool
    seconds: float
    """How long it took, once it is over."""

    record: PlayerRecord
    today: date
    run: Running | None
    """The run against the clock that it is part of."""

    @property
    def solved(self) -> bool:
        """Whether it was solved by the solver."""
        return self.verdict == "solved" and not self.shown

    @property
    def shared(self) -> str:
        """The text to share."""
        number = self.tried if self.solved else 0
        if self.daily:
            return share(self.daily, self.marks, number, self.hints, self.seconds, self.record.streak)
        how = f"{ordinal(number)} try, {time_of(self.seconds)}" if number else "not yet"
        return f"{capitalized(self.puzzle.title)} ({self.puzzle.id})\n{self.marks} {how}"

    @property
    def refused(self) -> Mapping[str, str]:
        if self.showing or self.run:
            return {}
        if self.exploring:
            return dict.fromkeys(OF_PUZZLE, "Go back to the puzzle first.")
        reasons = (
            (True, RETURN, "This is the puzzle."),
            (not self.match.plies, AGAIN, "Nothing was tried yet."),
            (self.verdict != "wrong", BACK, "Only a move that missed can be undone: start again instead."),
            (self.verdict == "wrong", HINT, "This try has missed: undo the move, or start again."),
            *((self.seconds, action, "The puzzle is over.") for action in (AGAIN, BACK, HINT)),
            (self.match.result, EXPLORE, "The game is over here: there is nothing to play."),
            (not self.over, EXPLORE, "You can play on once a move has missed, or the puzzle is over."),
        )
        return {one.id: why for holds, one, why in reasons if holds}


class Solve(Task[Solved]):
    """One puzzle. The first try is scored, once; `know` tells it of the tries before."""

    actions: ClassVar[tuple[Action, ...]] = (AGAIN, BACK, HINT, SOLUTION, EXPLORE, COPY, DUE, ANOTHER, ROOM)

    def __init__(
        self,
        puzzle: Puzzle,
        daily: Daily | None = None,
        *,
        today: date,
        keep: Callable[[Try], None],
        choose: Callable[[Match], Awaitable[str | None]],
        leads_on: Callable[[str], object] = lambda _: None,
        made: Sequence[Try] = (),
        clock: Callable[[], float] = monotonic,
        marks: bool = True,
    ) -> None:
        """`made` are the tries so far, oldest first, as far as they are known; `keep` keeps the scored one. `choose`
        is how a computer moves while the position is explored, `leads_on` hears of the actions that lead elsewhere.
        `marks`: whether a hint is marked on a board, place by place; else it is told at once."""
        super().__init__(puzzle.game, leads_on)
        self.puzzle, self.daily = puzzle, daily
        self.solving = Solving(puzzle)
        self._said = "" if daily else puzzle.idea
        self.made = tuple(made)
        self._today, self._keep, self._choose = today, keep, choose
        self._clock, self._began, self._marks = clock, clock(), marks
        self._scored = False
        self.over = False
        """Whether it is solved or given up."""
        self._record: PlayerRecord | None = None
        self._seconds = 0.0
        self._number = self._hinted = 0
        self._played: int | None = None
        """How many moves of the solution have been played to the solver."""
        self._last: Move | None = None
        self._refutation: Sequence[Move] = ()
        """What the other side plays after the move that has missed."""
        self._exploring: Match | None = None
        self._match: tuple[tuple[Sequence[object], Sequence[str]], Match] | None = None

    def know(self, made: Sequence[Try]) -> None:
        """These tries were made before."""
        self.made, self._record = tuple(made), None
        self.face.changed()

    @property
    def record(self) -> PlayerRecord:
        """What the tries so far come to."""
        if self._record is None:
            made, key, daily = self.made, self.game.key, self.daily
            own = made[-1:] and made[-1].puzzle == self.puzzle.id
            rating = tries.rate(made).of(key)
            self._record = PlayerRecord(
                rating,
                tries.rate(made[:-1]).of(key) if own else rating,
                tries.streak(made, self._today),
                tuple(name for name in tries.due(made, self._today) if name != self.puzzle.id),
                tries.tried_today(made, daily.date, key) if daily else None,
            )
        return self._record

    @property
    def practice(self) -> bool:
        """Whether the scored try has been had."""
        return self._scored or self.record.had is not None

    # How it stands

    @property
    def situation(self) -> Solved:
        solving, match = self.solving, self._shown
        asked = not self._showing and match.result is None
        if not self._exploring:
            asked = asked and self._asks
        run = self._running(asked)
        over = not (self._exploring or self._showing or run) and (self.over or solving.verdict == "wrong")
        result = match.result
        return Solved(
            match=match,
            number=self._number,
            asked=asked,
            showing=self._showing,
            over=over,
            said=self._said,
            warning=self._warning,
            prompt=self._prompt,
            wanted=self._wanted if asked else (),
            last=self._last,
            winners=self.game.winning_cells(match.position, result) if result else frozenset(),
            question=self._question,
            actions=key_line(self._actions(), showing=self._showing, asked=asked, over=over),
            puzzle=self.puzzle,
            daily=self.daily,
            solver=solving.solver,
            names=self.names,
            tried=solving.number,
            hints=solving.hints,
            marks=solving.marks,
            turns=solving.turns if self._played is None else solving.turns_after(self._played),
            verdict=solving.verdict,
            shown=solving.shown,
            practice=self.practice,
            exploring=self._exploring is not None,
            seconds=self._seconds,
            record=self.record,
            today=self._today,
            run=run,
        )

    @property
    def _asks(self) -> bool:
        """Whether the try goes on."""
        return self.solving.verdict is None and not self.over

    def _running(self, asked: bool) -> Running | None:
        """The state of the run that it is part of."""
        return None

    @property
    def _shown(self) -> Match:
        """The match on the board at rest."""
        if self._exploring:
            return self._exploring
        moves: Sequence[Move] = self.puzzle.moves()[: self._played]
        if self._played is None:
            missed = self.solving.verdict == "wrong"
            moves = (*self.solving.moves, *(self._refutation if missed else ()))
        key = (tuple(moves), tuple(self.names))
        if self._match is None or self._match[0] != key:
            self._match = (key, puzzle_words.match_of(self.puzzle, moves, self.names))
        return self._match[1]

    @property
    def _prompt(self) -> str:
        if self._exploring:
            return "Nothing of this counts. Esc goes back to the puzzle." if self._exploring.result else ""
        if self.over:
            return NEXT
        wrong = self.solving.verdict == "wrong" and not self._showing
        on = ", f plays on" if self._goes_on else ""
        return f"r starts again, y shows the solution{on}." if wrong else ""

    @property
    def _goes_on(self) -> bool:
        """Whether there is a game to be played on from here."""
        return self._shown.result is None

    def _actions(self) -> Sequence[Action]:
        if self._exploring:
            return (RETURN,)
        goes_on = self._goes_on
        if self.over:
            due = (self.record.due, [DUE])
            return holding(
                (True, [COPY]), due, (True, [ANOTHER, SOLUTION]), (goes_on, [EXPLORE]), (True, [ROOM])
            )
        if self.solving.verdict == "wrong":
            return holding((True, [AGAIN, SOLUTION, BACK]), (goes_on, [EXPLORE]))
        return holding((self._shown.plies, [AGAIN]), (True, [HINT, SOLUTION]))

    @property
    def _wanted(self) -> tuple[tuple[int, ...], ...]:
        """The places of the next move of the solution, as many as were asked for."""
        move = self._next if self._hinted else None
        return (tuple(move.paths[0][: self._hinted]),) if move and move.paths else ()

    @property
    def _next(self) -> Move | None:
        hint = "" if self._exploring else self.solving.hint
        return self.game.find(self.solving.position, hint) if hint else None

    def _ask(self) -> None:
        """Another move is to be chosen."""
        self._number += 1
        self._hinted = 0

    def _stand(self, said: str) -> None:
        """Put another position on the board, and ask for a move."""
        self._last = None
        self._ask()
        self.tell(said)

    # A move of the solver

    def answer(self, choice: Choice) -> None:
        assert not isinstance(choice, Act), "a puzzle leaves nothing to chance"
        self._said = ""
        self._perform(partial(self._explored if self._exploring else self._tried, choice))

    async def _tried(self, move: Move) -> None:
        solving, before = self.solving, self.solving.position
        answer, _ = await asyncio.gather(
            asyncio.to_thread(solving.try_, move), self._moved(before, (move,))
        )  # nothing else can be chosen from here until it is answered
        after = before.play(move)
        if answer.replies and answer.verdict != "wrong":
            self.tell(f"Right. {self.names[1 - solving.solver]} answers.")
        elif answer.verdict == "right":
            self.tell("Right. Your turn goes on.")
        await self._moved(after, answer.replies)
        self._showing = False
        self._last = (move, *answer.replies)[-1]
        self._refutation = answer.replies
        self._ask()
        self._judge(answer, after)

    async def _moved(self, position: AnyPosition, moves: Sequence[Move]) -> None:
        for move in moves:
            after, events = self.game.tell(position, move)
            await self.face.show(position.board, events, self.names)
            position = after

    def _judge(self, answer: MoveAnswer, after: AnyPosition) -> None:
        if answer.verdict == "wrong":
            self._score(solved=False)
            self.tell(self._why(answer, after), warning=True)
        elif answer.verdict == "solved":
            self._score(solved=self.solving.clean)
            self._end("Solved.")
        else:
            self.face.changed()

    def _why(self, answer: MoveAnswer, after: AnyPosition) -> str:
        """Why a move misses."""
        return puzzle_words.wrong(self.puzzle, after, answer.replies, self.solving.solver, self.names)

    def _score(self, *, solved: bool) -> None:
        """Keep the scored try, once."""
        if self.practice:
            return
        self._scored = True
        puzzle, day = self.puzzle, self.daily.date if self.daily else ""
        seconds = self._clock() - self._began
        made = Try(
            puzzle.id, self.game.key, puzzle.difficulty, solved, self._today, day, self.solving.hints, seconds
        )
        self.made, self._record = (*self.made, made), None
        self._keep(made)

    def _end(self, said: str) -> None:
        self.over = True
        self._seconds = self._seconds or self._clock() - self._began
        self.tell(said)

    # What can be done besides

    @property
    def _at_rest(self) -> bool:
        """Whether nothing is being shown or answered, so that a try may end or begin."""
        return not (self._showing or self._exploring)

    def _at_a_cost(self, what: str, do: Callable[[], None], key: str = "y") -> None:
        """Do what ends the scored try, once the solver agrees; at once where it has been had."""

        def agreed() -> None:
            if self._at_rest:  # a click from before the question may have come late
                do()
                self._score(solved=False)
                self.face.changed()

        if self.practice:
            do()
        else:
            text = f"{puzzle_words.costs(what, self.daily is not None)} Go on?"
            self.ask(Question(text, "Go on", "Keep the try", key), agreed)

    def do_go_on(self) -> None:
        """What comes next: another puzzle, or another try."""
        if self.over:
            self._leads_on("another")
        elif self.solving.verdict == "wrong":
            self.do_again()

    def do_again(self) -> None:
        """Another try, from the start."""
        if self.solving.moves and self._at_rest:
            self._at_a_cost("a second try", self._begin_again)

    def _begin_again(self) -> None:
        self.solving.again()
        self._stand("From the start.")

    def do_back(self) -> None:
        """Take back the move that missed."""
        if not self.over and self._at_rest:
            self.solving.back()
            self._stand("Before the move that missed.")

    def do_hint(self) -> None:
        """Mark where to begin; asked again, where that leads."""
        if not self.situation.asked:
            return
        if self._next:
            self._at_a_cost("a hint", self._hint)
        else:
            self.tell("There is no hint on this way: start again for one.", warning=True)

    def _hint(self) -> None:
        move = self._next
        if move is None:
            return
        self._hinted += 1
        self._number += self._marks  # what was picked of another move is put back
        if self._hinted == 1:
            self.solving.hints += 1
        whole = not self._marks or not move.paths or self._hinted >= len(move.paths[0])
        told = puzzle_words.hint(self.game, self.solving.position, move, self.names)
        self.tell(told if whole else "Begin with what is marked; s shows more.")

    def do_solution(self) -> None:
        """Play the solution, with words."""
        if self._at_rest:
            self._at_a_cost("the solution", self._begin_solution, key="g")

    def _begin_solution(self) -> None:
        if self.solving.verdict != "solved" and not self.over:
            self.solving.again()
            self.solving.shown = True
        self._played, self._last = 0, None
        self._perform(self._play_solution)

    async def _play_solution(self) -> None:
        position: AnyPosition = self.solving.start
        for number, move in enumerate(self.puzzle.moves(), 1):
            told = puzzle_words.of_solution(self.game, position, move, self.names)
            await self._moved(position, (move,))
            self._played, self._last = number, move
            self.tell(f"{told}.")
            position = position.play(move)
            await self.face.wait(1.0)
        self._showing = False
        self._end("That was the solution." if self.solving.shown else "Solved.")

    def do_after(self, where: str) -> None:
        """Once it is over: another puzzle of the game, or a copy of the text to share."""
        if self.over:
            self._leads_on(where)

    # What comes of the position

    def do_explore(self) -> None:
        """Play on from here, the computer for the other side; nothing of it counts."""
        if not self._at_rest:
            return
        self._exploring = match = self._shown
        self._ask()
        if match.turn == self.solving.solver:
            self.tell(f"{phrases.name(match, self.solving.solver)}, play on: nothing of it counts.")
        else:
            self._perform(self._replied)

    async def _explored(self, move: Move) -> None:
        assert self._exploring
        await self._advance(self._exploring, move)
        await self._replied()

    async def _replied(self) -> None:
        """Let the computer move until the solver is to move again."""
        while (match := self._exploring) and match.result is None and match.turn != self.solving.solver:
            self.tell("The computer is thinking...")
            word = await self._choose(match)
            if word is None:
                self._exploring = None
                self._said, self._warning = "The computer cannot play here.", True
                break
            await self._advance(match, match.find(word))
        self._showing = False
        self._ask()
        if match and match.result:
            self.tell(phrases.verdict(match))
        else:
            self.face.changed()

    async def _advance(self, match: Match, move: Move) -> None:
        after, events = match.play(move)
        await self.face.show(match.position.board, events, self.names)
        self._exploring, self._last = after, move
        self.face.changed()

    @property
    def seen_from(self) -> int:
        return self.solving.solver

    def back(self) -> bool:
        """Return from where one has played on; whether one has."""
        if not self._exploring:
            return False
        self.do_return()
        return True

    def do_return(self) -> None:
        """Back to the puzzle."""
        if not self._exploring:
            return
        self.face.stop()
        self._exploring, self._showing = None, False
        self._stand("Back at the puzzle.")


SEEN: Final = 0.6
"""Seconds at normal speed for which the end of a puzzle is seen."""

READ: Final = 2.0
"""The same after a miss, to read what was right."""


class Hurry(Solve):
    """One puzzle of a run. `leads_on` hears "next" when it is solved or missed, "again" or "enough" when the run is
    over; `keep` keeps the run then."""

    actions: ClassVar[tuple[Action, ...]] = ()

    def __init__(
        self,
        run: Run,
        puzzle: Puzzle,
        best: BestRun,
        *,
        today: date,
        keep: Callable[[Try], None],
        leads_on: Callable[[str], object],
        clock: Callable[[], float] = monotonic,
        rival: Callable[[], Rival | None] = lambda: None,
        report: Callable[[Sequence[bool], bool], None] = lambda *_: None,
    ) -> None:
        """`rival` asks for the opponent's score, `report` sends one's own."""
        super().__init__(puzzle, today=today, keep=keep, choose=_nobody, leads_on=leads_on, clock=clock)
        self.run, self.best = run, best
        self._rival, self._report = rival, report
        self._since, self._drawn = clock(), (0, rival())
        self._ended = False

    def _running(self, asked: bool) -> Running:
        left = max(0.0, self.run.left - (self._clock() - self._since) * asked)
        return Running(left, (*self.run.went,), self.best, self._rival())

    @property
    def _asks(self) -> bool:
        return super()._asks and not self._ended

    @property
    def _prompt(self) -> str:
        return ""

    def _actions(self) -> Sequence[Action]:
        return ()

    def answer(self, choice: Choice) -> None:
        self._stop_clock()
        if not self.run.left:
            self._finish()
        else:
            super().answer(choice)

    def tick(self) -> None:
        """Time goes by: show it where another second has begun."""
        asked = self.situation.asked
        now = self._running(asked)
        if asked and not now.left:
            self._stop_clock()
            self._finish()
        elif (int(now.left), now.rival) != self._drawn:
            self._drawn = int(now.left), now.rival
            if self._ended and self._question:  # the opponent's score may have changed
                self._offer_another()
            else:
                self.face.changed()

    def _stop_clock(self) -> None:
        self.run.spent += self._clock() - self._since
        self._since = self._clock()

    async def _tried(self, move: Move) -> None:
        await super()._tried(move)
        self._since = self._clock()
        if self.solving.verdict in ("solved", "wrong"):
            self.run.went.append(self.solving.verdict == "solved")
            self._report(self.run.went, self.run.over)
            self._showing = True
            self.face.changed()
            await self.face.wait(SEEN if self.run.went[-1] else READ)
            self._showing = False
            if self.run.over:
                self._finish()
            else:
                self._leads_on("next")

    def _why(self, answer: MoveAnswer, after: AnyPosition) -> str:
        """What was right, since there is no second try."""
        right = self.solving.missed
        if not right:
            return super()._why(answer, after)
        before = self.solving.position
        return puzzle_words.missed(self.game, before, self.game.find(before, right), self.names)

    def _score(self, *, solved: bool) -> None:
        """A run is unrated."""

    def _finish(self) -> None:
        """Keep the run, and ask whether there shall be another."""
        if self._ended:
            return
        self._ended = True
        self._report(self.run.went, True)
        self._keep(self.run.as_try(self._today))
        self._offer_another()

    def _offer_another(self) -> None:
        self.ask(
            Question(self.told_at_end, "Once more", "Enough"),
            lambda: self._leads_on("again"),
            lambda: self._leads_on("enough"),
        )

    @property
    def told_at_end(self) -> str:
        """What came of the run."""
        run = self.run
        over = f"{MISSES} misses" if run.misses >= MISSES else "All done" if run.left else "Time is up"
        told = f"{over}: {plural(run.solved, 'puzzle')} solved."
        if rival := self._rival():
            told += f" {sanitize_line(rival.name, 24)}: {sum(rival.went)}{'' if rival.over else ' so far'}."
        if self.best.ever is None:
            return told
        if run.solved > self.best.ever:
            return f"{told} Your best so far; before it was {self.best.ever}."
        today = f", today {max(self.best.today, run.solved)}" if self.best.today is not None else ""
        return f"{told} Your best: {self.best.ever}{today}."


async def _nobody(match: object) -> None:
    """No computer plays on here."""
    del match

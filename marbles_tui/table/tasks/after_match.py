"""The end of a match: what is told of it, what it has changed, and what follows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from marbles_tui.ai.review import turning_points
from marbles_tui.play import Match
from marbles_tui.play.match import narrate
from marbles_tui.play.rating import Rating, unrated
from marbles_tui.play.series import (
    NEW_START,
    follows_in_series,
    next_in_series,
    play_on_from,
    rematch,
    told_apart,
)
from marbles_tui.play.statistics import Progress
from marbles_tui.table import ending
from marbles_tui.table.assessment import remark
from marbles_tui.table.ending import EndAction, EndingLine, EndWords, Report, TurningPoint
from marbles_tui.table.live import TableContext
from marbles_tui.table.players import Act
from marbles_tui.table.start import today
from marbles_tui.table.tasks import together
from marbles_tui.table.tasks.playing import AtTable


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over, and what is known of it."""

    words: EndWords
    laid: bool = True
    """Whether its report lies over seats and record."""

    lines: tuple[EndingLine, ...] = ()
    turning: TurningPoint | None = None
    best: bool = False
    news: str = ""
    """What the others said or did last."""


class AfterMatch(AtTable):
    """A match that comes to its end."""

    _end: Ended | None = None
    _shared: Match | None = None
    """The match, once its record was shared."""

    _before: Progress | None = None
    _rating = Rating()
    """How far the person had come before it: here, and elsewhere."""

    def _over(self) -> None:
        """The match has ended: say how, and what can follow."""
        match = self.match
        self._end = Ended(self.words.end_words(match, self.here))
        self.occasion.over(match)
        self.tell("")
        self.face.begin(self.recall(), "recall")
        if match.goal:
            self.face.begin(self._count_solutions(match), "goal")

    def _know(self, end: Ended | None, **more: Any) -> None:
        """More is known of the match that is over."""
        if end and self._end and self._end.words is end.words:
            self._end = replace(self._end, **more)
            self.face.changed()

    @property
    def _offers(self) -> tuple[EndAction, ...]:
        """What can be done after the match."""
        if self._context:
            return together.what_follows(self.match, self._context)
        return self.occasion.offers(self.match, self._end.turning if self._end else None)

    def _told_of_end(self) -> Report | None:
        """What is told of the match that is over."""
        end, match, context = self._end, self.match, self._context
        if not end:
            return None
        first = self.occasion.lines(match)
        if context:
            first = together.outcome(match, context, self._rating, self.outside.rating())
            first += (EndingLine("Table", ((end.news, ""),), "table"),) if end.news else ()
        return ending.report(match, end.words, (*first, *end.lines), end.turning, end.best, self._offers)

    async def _progress(self, match: Match) -> Progress | None:
        """How far the only person of a match has come in its game."""
        if self._context or match.goal or ending.person(match) is None or not self.occasion.looks_up:
            return None
        return await self.outside.progress(match)

    async def _note_progress(self) -> None:
        """Remember how far the person at the match had come before it."""
        if self.match.result is None:
            self._before = await self._progress(self.match)

    async def recall(self) -> None:
        """Look up what the match has changed for the person who played it, and what a review has found to be its
        turning point."""
        match, end, before = self.match, self._end, self._before
        if not end or match.goal:
            return
        if after := await self._progress(match):
            lines = ending.progress_lines(match, end.words, before, after)
            self._know(end, best=ending.is_best(end.words, before), lines=lines)
        judgements = await self.outside.judgements(match) or ()
        winners = match.result.winners if match.result else ()
        points = turning_points(match, judgements)
        losers = [ply for ply in points if match.positions[ply - 1].actor not in winners]
        told = remark(match, losers[-1] - 1, judgements, self.words.worth) if losers else None
        if told:
            self._know(end, turning=TurningPoint(losers[-1], f"better was {told.better}"))

    async def _count_solutions(self, match: Match) -> None:
        end = self._end
        if found := await self.outside.advisor.solutions(match.at(0).back(0)):
            told = ending.solutions(match, found, self.words.unit)
            self._know(end, lines=(EndingLine("Ways", ((told, ""),), "solutions"),))

    # What can follow

    def do_after(self, action: str) -> bool:
        """Do something that the end offers; whether it does."""
        match, end = self.match, self._end
        if not end or all(action != offered.action for offered in self._offers):
            return False
        if action in self.occasion.does:
            self.occasion.does[action](match)
            return True
        match action:
            case "again":
                self.again()
            case "further":
                self._go_further(match, end.turning)
            case "watch":
                self.outside.watch(
                    match, self.game.has_kernel, lambda: self.face.begin(self.recall(), "recall")
                )
            case "share" if self._shared is match:
                self.outside.leads_on("film")
            case "share":
                if self.game.told_as_story:
                    self.outside.copy("\n".join((*narrate(match), "")), "story")
                else:
                    self.outside.copy(ending.shared(match, end.words), "game")
                if not match.goal:
                    self._shared = match
                    self.outside.leads_on("share")
        return True

    def again(self) -> None:
        """Play again: the other side begins; the next match of a series; a goal that was missed once more."""
        self._follow(
            swap=not (self.match.goal or follows_in_series(self.match)) and len(self.match.seats) > 1
        )

    def do_rematch(self) -> None:
        """The same match again, or the one that follows it."""
        self._follow(swap=False)

    def do_swap(self) -> None:
        """The same match with the seats moved round."""
        self._follow(swap=True)

    def _follow(self, swap: bool) -> None:
        match, random = self.match, self.outside.random
        if self._context:
            self._want_rematch(self._context)
        elif "again" in self.occasion.does:
            self.occasion.does["again"](match)
        elif match.goal and not match.goal.reached(match) and not swap and self.live.own:
            self.live.own.go_to(match.at(0).back(0))
        elif match.goal:
            self.outside.puzzle(match.game)
        else:
            self.outside.play(following(match, self.outside.name(), random, swap))

    def _go_further(self, match: Match, turning: TurningPoint | None) -> None:
        random = self.outside.random
        if match.game.board_files:
            self.outside.boards()
            return
        plies = ending.again_from(match, turning) if turning else None
        if plies is not None:
            begun = play_on_from(match.at(plies), match.seats, date=today(), random=random)
            self.outside.play(unrated(begun, NEW_START))
        elif level := ending.other_level(match):
            key, title = level
            other = {"name": title, "player": f"computer {key}"}
            seats = tuple(seat._replace(**other) if seat.level else seat for seat in match.seats)
            self.outside.play(rematch(replace(match, seats=seats), date=today(), random=random))

    def _want_rematch(self, context: TableContext) -> None:
        """Want a rematch, which begins when all want it; a spectator leaves, or follows the players,
        and who plays in a tournament leaves."""
        if context.next_room:
            self._enter(context.next_room)
        elif not context.plays_again:
            self.outside.leave()
        elif not self.live.do(Act.REMATCH) and not context.rematch_wanted:
            self.tell("There is no rematch.", warning=True)

    def _enter(self, room: str) -> None:
        try:
            self.outside.enter(room)
        except ValueError as refusal:
            self.outside.notify(str(refusal))
            self.outside.leave()


def following(match: Match, name: str, random: Random, swap: bool = False) -> Match:
    """The next match of a series, or else a rematch, whose start is drawn anew if it was left to chance. `name`: see
    `named_now`."""
    match = named_now(match, name)
    follower = None if swap else next_in_series(match, date=today(), random=random)
    return follower or rematch(match, date=today(), random=random, swap=swap)


def named_now(match: Match, name: str) -> Match:
    """The match with the name that the one person in it has been given since, "" for none."""
    people = [seat for seat, sits in enumerate(match.seats) if sits.level is None]
    if len(people) != 1 or not name:
        return match
    seats, (own,) = list(match.seats), people
    if seats[own].name in ("", f"Player {own + 1}"):
        seats[own] = seats[own]._replace(name=name)
    return replace(match, seats=tuple(told_apart(seats)))

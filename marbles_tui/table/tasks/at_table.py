"""A match at a table: what there is of it, how a computer helps those who play, and what follows its end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.levels import ladder_of
from marbles_tui.ai.review import turning_points
from marbles_tui.core import Cell, Move
from marbles_tui.play import Match
from marbles_tui.play.match import narrate
from marbles_tui.play.rating import NOT, Rating, is_rated, unrated
from marbles_tui.play.series import (
    CHANGED,
    NEW_START,
    RATED,
    follows_in_series,
    next_in_series,
    play_on_from,
    rematch,
)
from marbles_tui.play.statistics import Progress
from marbles_tui.table import ending
from marbles_tui.table.assessment import Lookahead, advice, remark
from marbles_tui.table.ending import EndAction, EndingLine, EndWords, Report, TurningPoint
from marbles_tui.table.endings import end_words
from marbles_tui.table.game_words import HELP, GameWords, Tips
from marbles_tui.table.live import LiveMatch, TableContext, TableState, Tag
from marbles_tui.table.players import Act
from marbles_tui.table.start import named_now, today
from marbles_tui.table.tasks import together
from marbles_tui.table.tasks.playing import Occasion, Outside, Playing, Thought, people_here
from marbles_tui.table.tasks.task import Question, Task, Work


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


class AtTable(Task[Playing]):
    """A match at this machine, or one guest's view of one elsewhere."""

    _hint: tuple[Cell, ...] = ()
    _thought: Thought | None = None

    _end: Ended | None = None
    _shared: Match | None = None
    """The match, once its record was shared."""

    _before: Progress | None = None
    _rating = Rating()
    """How far the person had come before it: here, and elsewhere."""

    def __init__(self, table: LiveMatch, words: GameWords, outside: Outside, occasion: Occasion) -> None:
        """`occasion`: what the match is part of."""
        match = table.state.match
        super().__init__(match.game)
        self.live, self.words, self.outside, self.occasion = table, words, outside, occasion
        self._context = table.context
        tips = [tip for tip in words.tips_of(match) if not (self._context and HELP in tip.done)]
        known, learn = (lambda: outside.tips(self.game)), (lambda keys: outside.learn(self.game, keys))
        self._tips = Tips(tips, lambda: words.stage(self.match), known, learn)
        self._number = 0
        self._asked = False
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @property
    def state(self) -> TableState:
        """The table."""
        return self.live.state

    @property
    def match(self) -> Match:
        """The match now."""
        return self.live.state.match

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of the people here."""
        return people_here(self.state)

    @property
    def seen_from(self) -> int | None:
        return self.here[0] if len(self.here) == 1 else None

    @property
    def asked(self) -> bool:
        """Whether somebody here is to choose."""
        return self._asked and self.state.asked is not None

    def _later(self, name: str, seconds: float, then: Callable[[], None]) -> None:
        """Do something in a while, instead of what was to be done by that name."""
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = asyncio.get_running_loop().call_later(seconds, then)

    @property
    def _is_rated(self) -> bool:
        """Whether the match will change a rating; elsewhere those who play have agreed on that."""
        return is_rated(self.match) and (self._context is None or self._context.rated)

    def _agreed(self, cause: str, changed: str, do: Callable[[], object], key: str = "y") -> None:
        """Do what keeps a match from counting, `changed` in its record; in a rated one once the person agrees by that
        key. What somebody does who only watches keeps none from that."""

        def unrate() -> None:
            if self._is_rated:
                self.live.do(Tag(RATED, NOT))
                if changed:
                    self.live.do(Tag(CHANGED, changed))
            do()

        if self.here and self._is_rated:
            text = f"This game is rated. {cause} it no longer counts. Go on?"
            self.ask(Question(text, "Go on", "Keep it rated", key), unrate)
        else:
            do()

    # The computer beside those who play

    def do_hint(self) -> None:
        """Suggest a move to the person whose turn it is."""
        if self._can_help():
            self._agreed("With a hint", "", lambda: self._help(self._suggest))

    def do_for_me(self) -> None:
        """The computer chooses for the person whose turn it is, once."""
        if self.asked and self.state.rolling:
            self.answer(Act.ROLL)
        elif self._can_help():
            self._agreed("With the computer's move", "", lambda: self._help(self._choose_for_me))

    def _can_help(self) -> bool:
        self._end_lookahead()
        if not self.asked:
            self.tell("It is not your turn.", warning=True)
        elif self.state.rolling:
            self.tell("The die decides.")
        else:
            return True
        return False

    def _help(self, work: Work) -> None:
        self._tips.did(HELP)
        self.face.begin(work, "hint")

    async def _suggest(self) -> None:
        """Show a good move on the board, and say what it is good for."""
        if found := await self._advice():
            self._recommend(*found)

    def _recommend(self, move: Move, thought: Analysis) -> None:
        self._hint = tuple(move.paths[0])
        self.tell(advice(self.match, move, thought))

    async def _choose_for_me(self) -> None:
        if found := await self._advice():
            self.answer(found[0])

    async def _advice(self) -> tuple[Move, Analysis] | None:
        """What the computer would play; None, after saying why, if there is nothing."""
        number = self._number
        self.tell("Looking...")
        thought = (self._thought and self._thought.analysis) or await self.outside.advisor.hint(self.match)
        if number != self._number or not self.asked:
            return None
        if thought is None or thought.move is None:
            self.tell("The computer cannot help here.", warning=True)
            return None
        return self.match.find(thought.move), thought

    def do_analysis(self) -> None:
        """Show the computer's view of the position while it stands, or not."""
        if not self.game.has_kernel:
            why = "The dice decide here" if ladder_of(self.game) else "No computer plays this game"
            self.tell(f"{why}: there is nothing to analyse.", warning=True)
        elif self._thought:
            self._switch_analysis()
        else:
            self._agreed("With the analysis", "", self._switch_analysis, key="g")

    def do_openings(self) -> None:
        """What was played from here before."""
        self._agreed("With what others played", "", lambda: self.outside.leads_on("openings"))

    def _switch_analysis(self) -> None:
        self._end_lookahead()
        self._thought = None if self._thought else Thought()
        self._look_at(self.match)
        self.face.changed()

    def _look_at(self, match: Match) -> None:
        """Let the computer look at the match, where it is to show what it thinks."""
        self.face.stop("analysis")
        if self._thought:
            self._thought = Thought()
            if match.turn is not None:
                self.face.begin(partial(self._look, match), "analysis")

    async def _look(self, match: Match) -> None:
        def report(thought: Analysis) -> None:
            if match is self.match:
                self._report(thought)

        thought = await self.outside.advisor.analyse(match, report)
        if thought:
            report(thought)
        elif match is self.match and self._thought:
            self._thought = Thought(excuse="The computer cannot help here.")
            self.face.changed()

    def _report(self, thought: Analysis) -> None:
        """The computer has found more; a line that is on the board stays there."""
        shown = self._thought
        if shown is None:
            return
        if shown.ahead and shown.analysis:
            thought = replace(shown.analysis, nodes=thought.nodes, seconds=thought.seconds)
        self._thought = shown._replace(analysis=thought) if shown.ahead else Thought(thought)
        if self._hint and self.asked and thought.move is not None:  # what is suggested is that
            self._recommend(self.match.find(thought.move), thought)
        self.face.changed()

    # Along a line

    def do_look_on(self) -> None:
        """A move further along the line that is shown."""
        self._step(1)

    def do_look_back(self) -> None:
        """A move back along it."""
        self._step(-1)

    def _step(self, moves: int) -> None:
        if self._thought:
            self.do_look_along(str(self._thought.chosen), str(self._thought.at + moves))
        elif not self.state.showing:
            self.tell("Press y first: the computer then shows its line.")

    def do_look_along(self, chosen: str, at: str) -> None:
        """Put the position after `at` moves of one of the best lines on the board; the match stays."""
        thought = self._thought
        if self.state.showing or not thought or not thought.analysis:
            return
        ahead = thought.ahead
        if not ahead or int(chosen) != thought.chosen:
            ahead = Lookahead.along(self.match, thought.lines[int(chosen)].pv)
        self._thought = thought._replace(chosen=int(chosen), ahead=ahead.to(int(at)))
        self.tell(self.situation.offer_line)

    def _end_lookahead(self) -> bool:
        """Put the match back on the board; whether a line was there."""
        if not self._thought or not self._thought.ahead:
            return False
        self._thought = self._thought._replace(ahead=None)
        self.tell(self.situation.offer_line)
        return True

    # The end

    def _over(self) -> None:
        """The match has ended: say how, and what can follow."""
        match = self.match
        self._end = Ended(end_words(match, self.here))
        self.occasion.over(match)
        self.tell("")
        self.face.begin(self.recall, "recall")
        if match.goal:
            self.face.begin(partial(self._count_solutions, match), "goal")

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
        told = remark(match, losers[-1] - 1, judgements) if losers else None
        if told:
            self._know(end, turning=TurningPoint(losers[-1], f"better was {told.better}"))

    async def _count_solutions(self, match: Match) -> None:
        end = self._end
        if found := await self.outside.advisor.solutions(match.at(0).back(0)):
            told = ending.solutions(match, found)
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
                self.do_again()
            case "further":
                self._go_further(match, end.turning)
            case "watch":
                self.outside.watch(
                    match, self.game.has_kernel, lambda: self.face.begin(self.recall, "recall")
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

    def do_again(self) -> None:
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

"""A match that is played: what people choose, ask and are asked, the computer's help, the end and what follows it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any, ClassVar, Final

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.levels import ladder_of
from marbles_tui.ai.review import turning_points
from marbles_tui.core import Cell, Event, Move
from marbles_tui.core.text import enumerated
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import happened, narrate
from marbles_tui.play.rating import NOT, Rating, changes_rating, is_rated, unrated
from marbles_tui.play.series import (
    CHANGED,
    NEW_START,
    RATED,
    TAKEN_BACK,
    follows_in_series,
    next_in_series,
    place_in_series,
    play_on_from,
    rematch,
    told_apart,
)
from marbles_tui.play.statistics import Progress
from marbles_tui.table import ending, live, phrases
from marbles_tui.table.assessment import Lookahead, advice
from marbles_tui.table.ending import EndAction, EndingLine, EndWords, Report, TurningPoint
from marbles_tui.table.game_words import HELP, MOVE, PICK, POINT, THREATS, GameWords, Tips
from marbles_tui.table.live import LiveMatch, News, Offer, Saying, TableContext, TableState, Tag, undone
from marbles_tui.table.players import KEYBOARD, Act, Choice, seated
from marbles_tui.table.remarks import remark
from marbles_tui.table.session import GRACE, Session
from marbles_tui.table.start import today
from marbles_tui.table.tasks import together
from marbles_tui.table.tasks.playing import ACTIONS, OFFERED, Occasion, Outside, Playing, Thought, people_here
from marbles_tui.table.tasks.task import Action, Face, Question, Task, Work

WAIT: Final = 0.2
"""Seconds before a choice that the game makes for a person, at normal speed."""

LONGEST: Final = 6.0
"""Seconds for which a turn is shown that ends a match, where everything else is shown at once."""

VERY_FAST: Final = 0.15
"""The tempo of that."""

SHORTEST: Final = 0.05
"""Seconds between two looks at a clock, at least."""

AT_THE_END: Final = {"hint": "share", "threats": "watch", "pause": "further"}
"""What actions mean once the match is over, where the end offers it."""

ANSWERS: Final = (Act.REFUSE, Act.ACCEPT)
"""To what is asked: whether it is agreed to."""

NOBODY: Final = "Nobody else is at this table."


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


class Play(Task[Playing]):
    """A match at this machine, or one guest's view of one elsewhere: whichever it is, it is played alike."""

    actions: ClassVar = ACTIONS

    def __init__(self, table: LiveMatch, words: GameWords, outside: Outside, occasion: Occasion) -> None:
        """`occasion`: what the match is part of."""
        match = table.state.match
        super().__init__(match.game)
        self.live, self.words, self.outside, self.occasion = table, words, outside, occasion
        self.automatic = self.threats = False
        self.elsewhere: Action | None = None
        """The way to another table at which it is this guest's turn."""

        self.talk_is_seen: Callable[[], bool] = bool
        self.end_has_room: Callable[[], bool] = bool
        """Whether the face shows what is said, and the end in full."""

        self._context = table.context
        tips = [tip for tip in words.tips_of(match) if not (self._context and HELP in tip.done)]
        known, learn = (lambda: outside.tips(self.game)), (lambda keys: outside.learn(self.game, keys))
        self._tips = Tips(tips, lambda: words.stage(self.match), known, learn)
        self._number = 0
        self._asked = self._left = self._unsaved = self._offered_end = False
        self._hint: tuple[Cell, ...] = ()
        self._thought: Thought | None = None
        self._last = match
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._end: Ended | None = None
        self._shared: Match | None = None
        self._before: Progress | None = None
        self._rating = outside.rating() if self._context else Rating()

    # How it stands

    @property
    def state(self) -> TableState:
        """The table."""
        return self.live.state

    @property
    def match(self) -> Match:
        """The match as it stands."""
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

    @property
    def situation(self) -> Playing:
        state, match = self.state, self.match
        ahead = self._thought.ahead if self._thought else None
        over = state.stopped and not state.showing
        won = match.game.winning_cells(match.position, match.result) if over and match.result else frozenset()
        return Playing(
            match=match,
            state=state,
            words=self.words,
            context=self._context,
            clock=self.live.clock,
            account=self.outside.account,
            chats=self.outside.chats(),
            occasion=self.occasion,
            unsaved=self._unsaved,
            elsewhere=self.elsewhere,
            number=self._number,
            asked=self.asked and not ahead,
            showing=state.showing,
            held=state.paused,
            over=bool(self._end and self._end.laid),
            said=self._said,
            warning=self._warning,
            wanted=(self._hint,) if self._hint else (),
            winners=won,
            last=self._last_move(state, ahead),
            question=self._question,
            automatic=self.automatic,
            threats=self.threats,
            tip=next((tip.text for tip in self._tips.left), ""),
            thought=self._thought,
            offers=self._offers if over else (),
            report=self._told_of_end() if over else None,
        ).worded()

    def _last_move(self, state: TableState, ahead: Lookahead | None) -> Move | None:
        """The move made last, on the board or along a line, where it is marked."""
        if ahead:
            return ahead.last if ahead.at else None
        shown = not state.showing and (state.match.result or self.asked or state.thinking is not None)
        return state.match.moves[-1] if shown and state.match.moves else None

    # What is told

    def open(self, face: Face) -> None:
        """Begin to play."""
        self.face = face
        self._changed(self.match)
        self.live.listen(self._hear, shows=True)
        self.face.begin(self._run(), "match")
        self.face.begin(self._note_progress(), "recall")
        if self._context and (now := self.live.context):
            if self._context.code:
                self.tell(f"Others come in with this code: {self._context.code}")
            # What was said before is no news, but who has come meanwhile.
            self._context = replace(self._context, lines=now.lines)
            self.look_round()
        self.outside.opened()

    async def _run(self) -> None:
        await self.live.run()
        if self._context and not self._left:
            self.outside.notify("This game was closed.")
            self.outside.leave()

    def close(self) -> None:
        """Leave; the match is kept as it stands."""
        self._left = True
        self.outside.closed()
        for timer in self._timers.values():
            timer.cancel()
        self.live.close()

    def _hear(self, news: News) -> Awaitable[None] | None:
        """Do what follows from what the table tells."""
        match news:
            case live.Played():
                return self._played(news)
            case live.Changed():
                self._changed(news.match)
            case live.Status():
                self._status(news.state)
            case live.Asked():
                self._ask_for_move(news.seat)
            case live.Offered():
                self._put_offer(news.offer)
            case live.Answered():
                self._close_offer(news)
            case live.Over():
                self._over()
            case live.Failed():
                name = phrases.name(self.match, news.seat)
                self.tell(f"{name} cannot move ({news.error}): choose its moves.", warning=True)
            case live.ContextChanged():
                self._notice(news.context)
        return None

    def _put(self, match: Match) -> None:
        """Something else stands on the table: nobody is asked yet, and it is looked at anew."""
        self._last = match
        self._asked, self._hint = False, ()
        self._number += 1
        self._look_at(match)

    def _played(self, news: live.Played) -> Awaitable[None]:
        self._put(news.match)
        own = [event.kind for event in news.events if event.facts.get("seat", 0) in self.here]
        self._tips.did(*own)
        if self.words.story:
            self._said, self._warning = "", False
        within = self._context.show_within if self._context else None
        self.face.changed()
        if decided := self._decided_unseen(news.match):
            return self._show(*decided, min(LONGEST, within or LONGEST), VERY_FAST)
        return self._show(news.before, news.events, within)

    def _decided_unseen(self, match: Match) -> tuple[Match, Sequence[Event]] | None:
        """The match before the turn that has ended it, and what happened in it: of several moves by somebody else, of
        which nothing was seen."""
        last = match.plies - 1
        mover = match.positions[last].actor
        if self.outside.tempo() or self.words.story or match.result is None or mover in self.here:
            return None
        first = last
        while first and match.positions[first - 1].actor == mover:
            first -= 1
        if first == last:
            return None
        return match.at(first), [*happened(match, first)]

    async def _show(
        self, before: Match, events: Sequence[Event], within: float | None, least: float = 0.0
    ) -> None:
        names = phrases.names(self.match)
        await self.face.show(before.position.board, events, names, within=within, least=least)
        if self._left:
            return
        if asks := self.situation.offer_line:  # which was made meanwhile
            self.tell(asks)
        by_others = before.position.actor not in self.here
        if by_others and not self.state.stopped and self.match.position.actor in self.here:
            self.outside.ring()

    def _changed(self, match: Match) -> None:
        """Another state of the match is on the table."""
        if self._thought and is_rated(match):  # it was looked at after the end
            self._thought = None
        told = phrases.taken_back(self._last, match)
        last = "" if self.words.story or match.ending else phrases.last_move(match)
        self._said, self._warning = told or last, False
        self._offered_end, self._end, self._question = False, None, None
        self._put(match)
        self.face.stop()
        self.face.changed()

    def _status(self, state: TableState) -> None:
        self._asked = self._asked and state.asked is not None
        if not state.unsaved:
            self._unsaved = False
        elif not self._unsaved:  # which is worth a word only if it lasts
            self._later("unsaved", GRACE, self._note_unsaved)
        self._tick()

    def _note_unsaved(self) -> None:
        self._unsaved = self.state.unsaved
        self.face.changed()

    def _later(self, name: str, seconds: float, then: Callable[[], None]) -> None:
        """Do something in a while, instead of what was to be done by that name."""
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = asyncio.get_running_loop().call_later(seconds, then)

    def _tick(self) -> None:
        """Show the clocks, now and whenever they change."""
        if self._left:
            return
        state, clock = self.state, self.live.clock
        running = state.awaited if state.asked is None else state.asked
        if clock and running is not None and clock.left[running] != inf and not state.paused:
            daily = self._context is not None and self._context.control.days > 0
            wait = together.until_it_changes(clock.left[running], daily)
            self._later("clock", max(SHORTEST, wait), self._tick)
        self.face.changed()

    # Choosing

    def _ask_for_move(self, seat: int) -> None:
        match = self.match
        if self.state.hands[seat] != KEYBOARD:
            return
        if endless := match.game.explain_endless(match.position):
            self.automatic = False
        self._number += 1
        choice, number = self._automatic_choice(), self._number
        self._asked = choice is None
        if choice is not None:
            wait = WAIT * self.outside.tempo()
            self._later("automatic", wait, lambda: self._choose_by_itself(number, choice))
        self.face.changed()
        if endless and not self._offered_end:
            self._offered_end = True
            question = Question(f"{endless} End it as a draw?", "End as a draw", "Play on")
            self.ask(question, lambda: self._offer_draw(seat))
        if match.goal and match.plies:
            self.face.begin(self._judge_goal(match), "goal")

    def _automatic_choice(self) -> Choice | None:
        return self.words.automatic(self.match, self.outside.random) if self.automatic else None

    def _choose_by_itself(self, number: int, choice: Choice) -> None:
        if number != self._number or self.state.asked is None:
            return  # it was taken back meanwhile
        self._asked = True
        if self.automatic:
            self.answer(choice)
        else:
            self.face.changed()

    async def _judge_goal(self, match: Match) -> None:
        """Say when a goal cannot be reached any more."""
        found = await self.outside.advisor.solutions(match)
        if found is not None and not found.number and self.match is match:
            self.tell("It cannot be solved any more from here: u undoes a move.")

    def answer(self, choice: Choice) -> None:
        seat = self.state.asked
        if seat is not None and self._asked:
            self._tips.did(MOVE)
            if self._warning:
                self._said, self._warning = "", False
            self.live.do(choice, seat)

    def did(self, deed: str) -> None:
        """A person has done something at the board: what was said of what they did before is no more."""
        before = self._said, self._hint
        if self._warning and deed != POINT:
            self._said, self._warning = "", False
        if deed == PICK:
            self._hint = ()
        if self._tips.did(deed) or before != (self._said, self._hint):
            self.face.changed()

    def do(self, action: str, *values: str) -> None:
        """The same; once the match is over some mean what the end offers."""
        offered = AT_THE_END.get(action)
        if not (offered and (self.do_after(offered) or (self._end and self._end.laid))):
            super().do(action, *values)

    def do_go_on(self) -> None:
        """End a pause, move now, or after the match play again."""
        if self.state.stopped:
            self.again()
        else:
            self.do_space()

    def do_space(self) -> None:
        """End a pause, or move now: whoever rolls fast with Space shall not begin another match."""
        if self.state.paused:
            self.do_pause()
        elif self.state.thinking is not None:
            self.live.do(Act.MOVE_NOW)

    def back(self) -> bool:
        """Return from a line, or put the end away or show it again; whether there was one."""
        if self._end_lookahead():
            return True
        if not self._end:
            return False
        self._end = replace(self._end, laid=not self._end.laid)
        self.face.changed()
        return True

    def forget(self) -> bool:
        """Mark no move any more."""
        self._hint = ()
        self._said, self._warning = ("", False) if self._warning else (self._said, False)
        self.face.changed()
        return True

    def do_replay(self) -> None:
        """Watch the match from its start; computers that are at it wait."""
        now = self.situation
        if not self.match.plies:
            self.tell("No move has been played yet.", warning=True)
            return
        if not (now.held or now.asked or self.match.result) and isinstance(self.live, Session):
            self.live.pause()
        self.outside.leads_on("replay")

    def do_players(self) -> None:
        """Ask who is to sit where from here on; the match waits meanwhile."""
        if isinstance(self.live, Session):
            self.outside.leads_on("players")

    def do_story(self) -> None:
        """Write the story to a file."""
        self.outside.leads_on("story")

    def do_threats(self) -> None:
        """Mark what is threatened, or not."""
        if not (self.game.has_threats or self.words.threatens):
            self.tell("There are no threats in this game.")
            return
        self.threats = not self.threats
        self._tips.did(THREATS)
        self.face.changed()

    def do_hide_hint(self) -> None:
        """The tip that is shown is understood."""
        self._tips.hide()
        self.face.changed()

    def do_automatic(self) -> None:
        """Let the game choose for people where it can, or let them choose again."""
        if self._end_lookahead():
            return
        if refusal := self.words.automatic_refusal(self.match):
            self.tell(refusal, warning=True)
            return
        self.automatic = not self.automatic
        self.tell(self.words.automatic_news(self.automatic))
        if self.asked and (choice := self._automatic_choice()) is not None:
            self.answer(choice)

    def do_pause(self) -> None:
        """Hold play, or go on; refuse what others ask, or withdraw what is asked here."""
        if self._answer_offer(False):
            return
        assert isinstance(self.live, Session), "others are not held up"
        if not self.live.resume():
            self.live.pause()

    # The computer's help

    def do_hint(self) -> None:
        """Suggest a move to the person whose turn it is."""
        if self._can_help():
            self._agreed("With a hint", "", lambda: self._help(self._suggest()))

    def do_for_me(self) -> None:
        """The computer chooses for the person whose turn it is, once."""
        if self.asked and self.state.rolling:
            self.answer(Act.ROLL)
        elif self._can_help():
            self._agreed("With the computer's move", "", lambda: self._help(self._choose_for_me()))

    def _can_help(self) -> bool:
        self._end_lookahead()
        if self.state.stopped:
            self.tell("The game is over.", warning=True)
        elif not self.asked:
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
        self.tell(advice(self.match, move, thought, self.words.unit))

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
        return self.game.find(self.match.position, thought.move), thought

    def do_analysis(self) -> None:
        """Show the computer's view of the position while it stands, or not; or agree to what others ask."""
        if self._answer_offer(True):
            return
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
            self._thought = Thought(excuse="The game is over." if match.turn is None else "")
            if match.turn is not None:
                self.face.begin(self._look(match), "analysis")

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
            self._recommend(self.game.find(self.match.position, thought.move), thought)
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

    # Rated matches, steps back and forth

    def _agreed(self, cause: str, changed: str, do: Callable[[], object], key: str = "y") -> None:
        """Do what keeps a match from counting, `changed` in its record; in a rated one once the person agrees by that
        key."""

        def unrate() -> None:
            if is_rated(self.match):
                self.live.do(Tag(RATED, NOT))
                if changed:
                    self.live.do(Tag(CHANGED, changed))
            do()

        if is_rated(self.match):
            text = f"This game is rated. {cause} it no longer counts. Go on?"
            self.ask(Question(text, "Go on", "Keep it rated", key), unrate)
        else:
            do()

    def do_undo(self) -> None:
        """Back to the last decision of a person; in a rated match once they agree that it counts no longer. One that
        has counted stays as it ended: it is played on as another one."""
        self._tips.did(HELP)
        self.automatic = False
        match, random = self.match, self.outside.random
        rated = changes_rating(match) and not self._context
        before = undone(match, self.state.hands) if rated else None
        if before and match.result:
            begun = unrated(play_on_from(before, match.seats, date=today(), random=random), TAKEN_BACK)
            text = "This game is over and counts. Play on from your last move in a game that is not rated?"
            self.ask(Question(text, "Play on", "Leave it"), lambda: self.outside.play(begun))
        elif before:
            self._agreed("Once a move is undone", TAKEN_BACK, lambda: self.live.do(Act.UNDO))
        elif not self.live.do(Act.UNDO):
            self.tell(self._why_not(Act.UNDO) if self._context else "There is nothing to undo.", warning=True)

    def do_redo(self) -> None:
        """Forward to the next decision of a person."""
        if not self.live.do(Act.REDO):
            self.tell(self._why_not(Act.REDO) if self._context else "Nothing to redo.", warning=True)

    def reseat(self, seats: Sequence[Seat]) -> None:
        """Others sit on the seats from here on."""
        chosen = tuple(told_apart(seats))
        if isinstance(self.live, Session) and chosen != self.match.seats:
            self.live.reseat(chosen, seated(chosen, self.outside.advisor))

    def call_by_name(self) -> None:
        """The one person here has been given a name: call them by it from here on."""
        named = named_now(self.match, self.outside.name())
        if (
            isinstance(self.live, Session)
            and named.seats != self.match.seats
            and self.live.rename(named.seats)
        ):
            self.face.changed()

    # Offers

    def _answer_offer(self, agrees: bool) -> bool:
        """Answer what is asked from elsewhere, or withdraw what is asked here; whether there was such a thing."""
        now = self.situation
        if now.offer is None:
            return False
        if now.asked_of is None:
            return not agrees and self.live.do(Act.WITHDRAW, now.offer.by)
        return self.live.do(ANSWERS[agrees], now.asked_of)

    def _put_offer(self, offer: Offer) -> None:
        """Put an offer to the first of those here whom it waits for. Who is asked from elsewhere reads a line and
        goes on: nothing is taken from the board, and an answer is not waited for."""
        now, names = self.situation, phrases.names(self.match)
        asked = now.asked_of
        if asked is None or self.state.hands[offer.by] != KEYBOARD:
            self.tell(now.offer_line or self._made(offer))
            return

        def answered(accepts: bool) -> None:
            if self.live.do(ANSWERS[accepts], asked) and self.state.offer:
                self._put_offer(self.state.offer)

        text = OFFERED[offer.kind].question.format(names[offer.by], names[asked])
        self.ask(Question(text, "Accept", "Play on"), lambda: answered(True), lambda: answered(False))

    def _made(self, offer: Offer) -> str:
        """What is told of an offer that waits for others."""
        names = phrases.names(self.match)
        people = [names[seat] for seat in offer.waits if self.state.hands[seat] is not None]
        if not people:
            return "The computer is considering the draw..."
        return f"{OFFERED[offer.kind].made.format(names[offer.by])}: {enumerated(people)} to answer."

    def _close_offer(self, news: live.Answered) -> None:
        """An offer is closed: say who has refused it, and ask nobody any more."""
        offer, seat = news.offer, news.seat
        self._question = None
        people = [hand for hand in self.state.hands if hand is not None]
        alone = people.count(KEYBOARD) == 1 < len(people)
        if seat is None or news.accepted or (alone and seat in self.here):
            self.tell("")
        elif self.match.seats[seat].level:
            self.tell("The computer plays on.")
        else:
            words = OFFERED[offer.kind]
            said = words.withdrawn if seat == offer.by else words.refused
            self.tell(said.format(phrases.name(self.match, seat)))

    def _why_not(self, kind: Act, seat: int | None = None) -> str:
        """Why a seat here, the first one if none is named, may not ask for something now."""
        offer, names = self.state.offer, phrases.names(self.match)
        seat = next(iter(self.here), 0) if seat is None else seat
        if offer and offer.by in self.here:
            asked = enumerated([names[at] for at in offer.waits])
            return f"{asked} {'is' if len(offer.waits) == 1 else 'are'} still being asked."
        if offer:
            return f"{names[offer.by]} asks already."
        return "Ask again after the next move." if (seat, kind) in self.state.spent else OFFERED[kind].nothing

    @property
    def _person(self) -> int | None:
        """The seat of the person here whose turn it is, or else of the first one."""
        actor = self.match.position.actor
        return actor if actor in self.here else next(iter(self.here), None)

    def do_draw(self) -> None:
        """Have the person here claim a draw, or else offer one; once they have said that they mean it, unless another
        person is asked anyway."""
        seat, match = self._person, self.match
        if seat is None:
            self.tell("Only computers play here.")
        elif self.state.may(Act.CLAIM, seat):
            text = "The position stands for the third time. Claim the draw?"
            self.ask(Question(text, "Claim the draw", "Play on"), lambda: self.live.do(Act.CLAIM, seat))
        elif sum(hand is not None for hand in self.state.hands) > 1:
            self._offer_draw(seat)
        elif not self.state.stopped:
            others = enumerated([name for at, name in enumerate(phrases.names(match)) if at != seat])
            question = Question(f"Offer {others} a draw?", "Offer a draw", "Play on")
            self.ask(question, lambda: self._offer_draw(seat))

    def _offer_draw(self, seat: int) -> None:
        if not (self.state.stopped or self.live.do(Act.DRAW, seat)):
            self.tell(self._why_not(Act.DRAW, seat))

    def do_resign(self) -> None:
        """Have the person here resign, once they have said that they mean it."""
        seat, match, context = self._person, self.match, self._context
        if seat is None or self.state.stopped:
            return
        names = phrases.names(match)
        others = [name for at, name in enumerate(names) if at != seat]
        wins = f"{enumerated(others)} {'wins' if len(others) == 1 else 'win'}"
        costs = together.what_resigning_costs(match, context) if context else what_resigning_costs(match)
        question = Question(f"{names[seat]}, do you resign? {wins}{costs}.", "Resign", "Play on")
        self.ask(question, lambda: self.live.do(Act.RESIGN, seat))

    # The end

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
        elif match.goal and not match.goal.reached(match) and not swap and isinstance(self.live, Session):
            self.live.go_to(match.at(0).back(0))
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

    # With others elsewhere

    def _notice(self, now: TableContext) -> None:
        """Somebody came, went, watches, spoke, or wants a rematch."""
        before, self._context = self._context, now
        if self._left or before is None:
            return
        if now.next_room and now.seats:
            self._enter(now.next_room)
            return
        for sentence in together.of_players(before, now, self.match):
            self._say(sentence)
        if not self.talk_is_seen():
            for sentence in together.of_talk(before, now, self.outside.account, self.outside.chats()):
                self._say(sentence)
        if now.claim_in:
            self._later("claim", now.claim_in + SHORTEST, self.look_round)
        self._tick()

    def look_round(self) -> None:
        """See how it stands with the others now."""
        if now := self.live.context:
            self._notice(now)

    def _say(self, sentence: str) -> None:
        """Tell of the others where it is seen: in a corner where the end has taken the place of words."""
        if not (self._end and self._end.laid):
            self.tell(sentence)
        elif self.end_has_room():
            self._know(self._end, news=sentence)
        else:
            self.outside.notify(sentence)

    def do_say(self, text: str = "") -> None:
        """Say something to the others; ask what, where nothing is given."""
        if self._context is None:
            self.tell(NOBODY)
        elif not self.outside.chats():
            self.tell("Chat is off: the settings turn it on.", warning=True)
        elif not text:
            self.outside.leads_on("say")
        elif not self._left:
            try:
                self.live.do(Saying(text))
            except ValueError as refusal:
                self.tell(str(refusal), warning=True)

    def do_mute(self, account: str) -> None:
        """Show no more what somebody says."""
        self.outside.mute(account)
        self.tell("You will not see what they say.")
        self.look_round()

    def do_claim(self) -> None:
        """Claim the match that another has left."""
        if self._context is None:
            self.tell(NOBODY)
        elif not self.live.do(Act.CLAIM_ABSENCE):
            self.tell("There is nothing to claim.", warning=True)

    def do_other_game(self) -> None:
        """Go where it is the guest's turn."""
        if not self.outside.other_game():
            self.tell("No other game waits for you." if self._context else NOBODY)

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


def what_resigning_costs(match: Match) -> str:
    """What is lost besides the match, to follow who wins; "" where nothing is."""
    number, count = place_in_series(match)
    if match.goal:
        return ""
    if count > 1:
        return f", and game {number} of the series is lost"
    if not match.plies:
        return ", but a game without a move is not counted"
    return ", and it costs rating points" if is_rated(match) else ""


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

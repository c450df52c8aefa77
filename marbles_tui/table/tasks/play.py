"""A match that is played: what people choose, ask of each other and are asked, what is told of it, who is there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import ClassVar, Final

from marbles_tui.core import Event, Move
from marbles_tui.core.text import YOU, enumerated
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import happened
from marbles_tui.play.rating import changes_rating, is_rated, unrated
from marbles_tui.play.series import (
    TAKEN_BACK,
    place_in_series,
    play_on_from,
    told_apart,
)
from marbles_tui.table import live, phrases
from marbles_tui.table.assessment import Lookahead
from marbles_tui.table.game_words import HELP, MOVE, PICK, POINT, THREATS, GameWords
from marbles_tui.table.live import LiveMatch, News, Offer, Saying, TableContext, TableState, undone
from marbles_tui.table.players import KEYBOARD, Act, Choice, seated
from marbles_tui.table.session import GRACE
from marbles_tui.table.start import named_now, today
from marbles_tui.table.tasks import together
from marbles_tui.table.tasks.at_table import AtTable
from marbles_tui.table.tasks.playing import ACTIONS, AT_THE_END, OFFERED, Occasion, Outside, Playing
from marbles_tui.table.tasks.task import Action, Face, Question

WAIT: Final = 0.2
"""Seconds before a choice that the game makes for a person, at normal speed."""

LONGEST: Final = 6.0
"""Seconds for which a turn is shown that ends a match, where everything else is shown at once."""

VERY_FAST: Final = 0.15
"""The tempo of that."""

SHORTEST: Final = 0.05
"""Seconds between two looks at a clock, at least."""

ANSWERS: Final = (Act.REFUSE, Act.ACCEPT)
"""To what is asked: whether it is agreed to."""


class Play(AtTable):
    """A match at this machine, or one guest's view of one elsewhere: whichever it is, it is played alike."""

    actions: ClassVar = ACTIONS

    def __init__(self, table: LiveMatch, words: GameWords, outside: Outside, occasion: Occasion) -> None:
        super().__init__(table, words, outside, occasion)
        self.automatic = self.threats = False
        self.elsewhere: Action | None = None
        """The way to another table at which it is this guest's turn."""

        self.talk_is_seen: Callable[[], bool] = bool
        self.end_has_room: Callable[[], bool] = bool
        """Whether the face shows what is said, and the end in full."""

        self._left = self._unsaved = self._offered_end = False
        self._told_offer: tuple[Act, int] | None = None
        self._last = self.match
        self._rating = outside.rating() if self._context else self._rating

    # How it stands

    @property
    def situation(self) -> Playing:
        state, match = self.state, self.match
        ahead = self._thought.ahead if self._thought else None
        over = state.over
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
            thought=self._thought if match.turn is not None else None,
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
        self.face.begin(self._run, "match")
        self.face.begin(self._note_progress, "recall")
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
            case live.Answered():
                self._close_offer(news)
            case live.Failed():
                name = phrases.name(self.match, news.seat)
                self.tell(f"{name} cannot move ({news.error}): choose its moves.", warning=True)
            case live.ContextChanged():
                self._notice(news.context)
        return None

    def _put(self, match: Match) -> None:
        """Another match is on the table: nobody is asked yet."""
        self._last = match
        self._asked, self._hint, self._told_question = False, (), -1
        self._number += 1
        self._look_at(match)

    def _played(self, news: live.Played) -> Awaitable[None]:
        self._put(news.match)
        own = [event.kind for event in news.events if event.facts.get("seat", 0) in self.here]
        self._tips.did(*own)
        if self.game.told_as_story or not news.before.plies:
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
        if self.outside.tempo() or self.game.told_as_story or match.result is None or mover in self.here:
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
        told = phrases.stepped(self._last, match)
        last = "" if self.game.told_as_story or match.ending else phrases.last_move(match)
        self._said, self._warning = told or last or phrases.first_turn(match), False
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
        if state.asked is not None and state.question != self._told_question:
            self._told_question = state.question
            self._ask_for_move(state.asked)
        offer = state.offer and state.offer[:2]
        offered, self._told_offer = self._told_offer, offer
        if state.offer and offer != offered:
            self._put_offer(state.offer)
        if state.over and not self._end:
            self._over()
        self._tick(alone=False)

    def _note_unsaved(self) -> None:
        self._unsaved = self.state.unsaved
        self.face.changed()

    def _tick(self, *, alone: bool = True) -> None:
        """Show the clocks, now and whenever they change; with all else unless they `alone` do."""
        if self._left:
            return
        state, clock = self.state, self.live.clock
        running = state.awaited if state.asked is None else state.asked
        if clock and running is not None and clock.left[running] != inf and not state.paused:
            daily = self._context is not None and self._context.control.days > 0
            wait = together.until_it_changes(clock.left[running], daily)
            self._later("clock", max(SHORTEST, wait), self._tick)
        if alone and clock:
            self.face.ticked(clock)
        else:
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
            self.face.begin(partial(self._judge_goal, match), "goal")

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
        if not (offered and self.do_after(offered)):
            super().do(action, *values)

    def do_go_on(self) -> None:
        """End a pause, move now, or after the match play again."""
        if self.state.stopped:
            self.do_again()
        else:
            self.do_space()

    def do_space(self) -> None:
        """End a pause, or move now; never begin another match: Space is pressed fast to roll."""
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
        if self.live.own and not (now.held or now.asked or self.match.result):
            self.live.own.hold()
        self.outside.leads_on("replay")

    def do_players(self) -> None:
        """Ask who is to sit where from here on; the match waits meanwhile."""
        if self.live.own:
            self.outside.leads_on("players")

    def do_story(self) -> None:
        """Write the story to a file."""
        self.outside.leads_on("story")

    def do_threats(self) -> None:
        """Mark what is threatened, or not."""
        if not (self.game.has_threats or self.words.threatens):
            self.tell("There are no threats in this game.")
        elif self.threats:
            self._mark(False)
        else:
            self._agreed("With threats marked", "", lambda: self._mark(True))

    def _mark(self, threats: bool) -> None:
        self.threats = threats
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
        self.tell(self.words.automatic_news[self.automatic])
        if self.asked and (choice := self._automatic_choice()) is not None:
            self.answer(choice)

    def do_analysis(self) -> None:
        """Show what the computer thinks, or not; or agree to what others ask."""
        if not self._answer_offer(True):
            super().do_analysis()

    def do_pause(self) -> None:
        """Hold play, or go on; refuse what others ask, or withdraw what is asked here."""
        if self._answer_offer(False):
            return
        if (own := self.live.own) and not own.hold(False):
            own.hold()

    # Rated matches, steps back and forth

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
            self.tell(self._why_not(Act.UNDO), warning=True)

    def do_redo(self) -> None:
        """Forward to the next decision of a person."""
        if not self.live.do(Act.REDO):
            self.tell(self._why_not(Act.REDO), warning=True)

    def reseat(self, seats: Sequence[Seat]) -> None:
        """Others sit on the seats from here on."""
        chosen = tuple(told_apart(seats))
        if self.live.own and chosen != self.match.seats:
            self.live.own.reseat(chosen, seated(chosen, self.outside.advisor))

    def call_by_name(self) -> None:
        """The one person here has been given a name: call them by it from here on."""
        own, named = self.live.own, named_now(self.match, self.outside.name())
        if own and named.seats != self.match.seats and own.rename(named.seats):
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
        self._question = self._told_offer = None
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
        asks = "Do you" if names[seat] == YOU else f"{names[seat]}, do you"
        question = Question(f"{asks} resign? {wins}{costs}.", "Resign", "Play on")
        self.ask(question, lambda: self.live.do(Act.RESIGN, seat))

    # With others elsewhere

    def _notice(self, now: TableContext) -> None:
        """Somebody came, went, watches, spoke, or wants a rematch."""
        before, self._context = self._context, now
        if self._left or before is None:
            return
        if now.next_room and now.seats:
            self._enter(now.next_room)
            return
        for sentence in together.of_players(before, now, self.state):
            self._say(sentence)
        if not self.talk_is_seen():
            for sentence in together.of_talk(before, now, self.outside.account, self.outside.chats()):
                self._say(sentence)
        if now.claim_in:
            self._later("claim", now.claim_in + SHORTEST, self.look_round)
        self._tick(alone=False)

    def look_round(self) -> None:
        """Look at the state of the others."""
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
        if not self.outside.chats():
            self.tell("Chat is off: the settings turn it on.", warning=True)
        elif not text:
            self.outside.leads_on("say")
        elif not self._left:
            self._attempt(lambda: self.live.do(Saying(text)))

    def do_mute(self, account: str) -> None:
        """Show no more what somebody says."""
        if self._attempt(lambda: self.outside.mute(account)):
            self.tell("You will not see what they say.")
            self.look_round()

    def _attempt(self, do: Callable[[], object]) -> bool:
        """Do what may be refused; whether it was not, else why is said."""
        try:
            do()
        except ValueError as refusal:
            self.tell(str(refusal), warning=True)
            return False
        return True

    def do_claim(self) -> None:
        """Claim the match that another has left."""
        if not self.live.do(Act.CLAIM_ABSENCE):
            self.tell("There is nothing to claim.", warning=True)

    def do_other_game(self) -> None:
        """Go where it is the guest's turn."""
        if not self.outside.other_game():
            self.tell("No other game waits for you.")


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

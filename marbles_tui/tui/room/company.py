"""The others at a table of the house: who is here, what they say, how much time there is, what may be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.timer import Timer
from textual.widget import Widget

from marbles_tui.core.text import enumerated, sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.played import has_hardly_begun
from marbles_tui.rooms.guest import GuestMatch
from marbles_tui.rooms.refused import Refused
from marbles_tui.rooms.visit import Visit
from marbles_tui.table import phrases
from marbles_tui.table.live import ContextChanged, News, TableContext, TableState
from marbles_tui.table.live import Line as Spoken
from marbles_tui.table.offers import Kind
from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.lobby.entries import Said
from marbles_tui.tui.match.company import SHORTEST, Company
from marbles_tui.tui.match.end_words import Line
from marbles_tui.tui.match.ending import Action
from marbles_tui.tui.match.guide import HELP as LEARNT_BY_HELP
from marbles_tui.tui.match.guide import Lesson
from marbles_tui.tui.match.offers import why_not
from marbles_tui.tui.room import after
from marbles_tui.tui.room.entries import entries
from marbles_tui.tui.room.turns import Turns
from marbles_tui.tui.widgets.panels import Key
from marbles_tui.tui.widgets.panels.talk import LONGEST, NAME, Talk

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen

HELP: Final = frozenset(("hint", "for_me", "analysis", "look_on", "look_back", "look_along", "replay"))
"""What tells of good moves, also of those that were made."""

CHANGES: Final = frozenset(("undo", "redo", "draw", "resign", "automatic", "hint", "for_me", "move_now"))
"""What only those do who play."""


class RoomCompany(Company):
    """What a guest sees of the others, and may do because of them."""

    looks_up: ClassVar[bool] = False

    def __init__(self, screen: MatchScreen, table: GuestMatch, visit: Visit) -> None:
        super().__init__(screen)
        self._table, self._seats = table, table.seats
        self._visit = visit
        self._others = Turns(screen, visit, table)
        context = table.context
        self._names = phrases.names(table.state.match)
        self._here, self._watching = context.presence, context.spectators
        self._rated, self._rated_between_people = context.rated, context.rated_between_people
        self._heard: tuple[Spoken, ...] = ()
        self._before = self._after = visit.rating(table.state.match.game.key)
        self._news = ""
        self._waits: Timer | None = None
        self._left = False
        self._stop: Callable[[], None] = lambda: None

    def panels(self) -> tuple[Widget, ...]:
        """What is said."""
        return (Talk(),)

    def begin(self) -> None:
        """Hear of the others."""
        self._screen.add_class("together")
        self._table.listen(self._hear, shows=True)
        self._stop = self._visit.listen(self._settled)
        self._heard = self._lines  # what was said before is no news
        self._others.begin()
        if self._context.code:
            self._screen.tell(f"Others come in with this code: {self._context.code}")
        self._screen.call_after_refresh(self._noted)

    async def run(self) -> None:
        """Show the match until the guest leaves, or the house ends it."""
        await self._table.run()
        if not self._left and self._screen.is_attached:
            self._screen.app.notify("This game was closed.", markup=False)
            self._screen.action_leave()

    def end(self) -> None:
        """The guest leaves the table; the seat is kept."""
        if not self._left:
            self._left = True
            for timer in (self._ticks, self._waits):
                if timer:
                    timer.stop()
            self._stop()
            self._others.end()
            self._visit.leave(self._table)

    @property
    def _state(self) -> TableState:
        return self._table.state

    @property
    def _context(self) -> TableContext:
        return self._table.context

    # What has changed

    def _hear(self, news: News) -> None:
        if isinstance(news, ContextChanged):
            self._noted()

    def _noted(self) -> None:
        """Somebody came, went, watches, spoke, or wants a rematch."""
        screen = self._screen
        if self._left or not screen.laid:
            return
        context = self._context
        if context.next_room and self._seats:
            self._enter(context.next_room)
            return
        self._tell_of_players()
        self._tell_of_spectators()
        self._tell_what_was_said()
        if self._waits:
            self._waits.stop()
        if context.claim_in:
            self._waits = screen.set_timer(context.claim_in + SHORTEST, self._noted)
        self.status()
        screen.around.show_note()
        screen.end.renew()
        screen.mark()

    def _settled(self) -> None:
        """The end of the match may have changed the guest's rating."""
        before, self._after = self._after, self._visit.rating(self._state.match.game.key)
        if self._after != before:
            self._screen.end.renew()

    def _tell_of_players(self) -> None:
        before, self._here = self._here, self._context.presence
        told = {"here": "is back" if self._state.match.plies else "is here", "away": "has left the table"}
        for seat, (was, is_now) in enumerate(zip(before, self._here, strict=True)):
            if was != is_now and seat not in self._seats and (was, is_now) != ("gone", "away"):
                self._say(f"{self._names[seat]} {told.get(is_now, 'is gone')}.")

    def _tell_of_spectators(self) -> None:
        before, self._watching = self._watching, self._context.spectators
        for name in self._watching:
            if name not in before and name != self._visit.account.name and not self._talk_is_seen:
                self._say(f"{sanitize_line(name, NAME)} watches.")

    def _tell_what_was_said(self) -> None:
        before, self._heard = self._heard, self._lines
        for talk in self._screen.query(Talk):
            talk.watching = tuple(name for name in self._watching if name != self._visit.account.name)
            talk.lines = self._said
            talk.invitation = "/ says something." if self._chats else ""
        plays = bool(self._seats)
        for line in self._heard:
            if plays and self._context.is_spectator(line.account):
                continue  # a spectator's line stands in small beside the board, or in the dialog, and nowhere else
            if line not in before and line.account != self._visit.id and not self._talk_is_seen:
                text = f"{self._mark(line)}{sanitize_line(line.text, LONGEST)}"
                self._say(f"{sanitize_line(line.name, NAME)}: {text}")

    @property
    def _chats(self) -> bool:
        return self._screen.app.settings.chat

    @property
    def _lines(self) -> tuple[Spoken, ...]:
        """What was said, unless the guest wants to see nothing of it."""
        return self._context.lines if self._chats else ()

    @property
    def _said(self) -> tuple[Said, ...]:
        return tuple(
            Said(sanitize_line(line.name, NAME), f"{self._mark(line)}{sanitize_line(line.text, LONGEST)}")
            for line in self._lines
        )

    def _mark(self, line: Spoken) -> str:
        return "(watching) " if self._context.is_spectator(line.account) else ""

    @property
    def _talk_is_seen(self) -> bool:
        return any(talk.display for talk in self._screen.query(Talk))

    def _say(self, sentence: str) -> None:
        """Tell of the others where it is seen: in a corner where the end has taken the place of words."""
        if not self._screen.end.on:
            self._screen.tell(sentence)
        elif self._screen.has_class("side"):
            self._news = sentence
        else:  # below a board the end has no room for it
            self._screen.app.notify(sentence, markup=False)

    @property
    def daily(self) -> bool:
        """Whether there are days for each move."""
        return self._context.control.days > 0

    # What is seen

    @property
    def stakes(self) -> str:
        """Whether it counts."""
        return "rated" if self._rated else "friendly"

    @property
    def notes(self) -> tuple[str, ...]:
        """The time, the code, how many watch."""
        context = self._context
        return (
            context.control.words if self._table.clock else "",
            f"code {context.code}" if context.code else "",
            f"{len(self._watching)} watching" if self._watching else "",
        )

    @property
    def words(self) -> tuple[str, ...]:
        """Who is not at the table, or gone."""
        if self._state.stopped:
            return ()
        return tuple("" if presence == "here" else presence for presence in self._here)

    @property
    def waits(self) -> str:
        """Who is waited for."""
        state, context = self._state, self._context
        if state.stopped or state.asked is not None or state.thinking is not None:
            return ""
        awaited = state.awaited
        if awaited is None:
            missing = enumerated([self._names[seat] for seat in context.waiting_for])
            goes_on = "goes on" if state.match.plies else "begins"
            return f"The game {goes_on} when {missing} sits down, or soon without them." if missing else ""
        name = self._names[awaited]
        if self._here[awaited] != "gone":
            return f"Waiting for {name}."
        match context.claim_in:
            case None if self._table.clock:
                return f"{name} is gone. The clock runs."
            case None:
                return f"{name} is gone. The game waits."
            case 0:
                return f"{name} is gone: ! claims the game."
        return f"{name} is gone. You may claim the game if they stay away."

    @property
    def keys(self) -> tuple[Key, ...]:
        """To claim the game, to say something, to go to another table."""
        say = (Key("/", "say", "screen.company('say')"),) if self._chats else ()
        claim = (Key("!", "claim the game", "screen.company('claim')"),) if self._absent else ()
        return (*claim, *self._others.key, *say)

    @property
    def _absent(self) -> str:
        """For whose absence the guest may claim the game; "" for nobody's."""
        return self._names[self._state.match.position.actor] if self._context.claim_in == 0 else ""

    @property
    def follows(self) -> str:
        """A rematch, for those who play."""
        return "a rematch" if self._seats else ""

    # What may be done

    def refusal(self, action: str) -> str:
        """What is not for guests, or not now."""
        name, stopped = action.partition("(")[0], self._state.stopped
        if self._screen.offers.answers(name):
            return ""
        if name == "pause":
            return "Games between people are not paused."
        if name == "players" or (name == "swap" and not stopped):
            return "The players of this game stay as they are."
        if not self._seats and name in CHANGES:
            return "You are watching this game."
        if stopped:
            return "The game is over." if name in ("undo", "redo") else ""
        if name in HELP:
            return "Help is off in games between people."
        if name == "threats" and self._rated_between_people:
            return "Nothing is marked in rated games between people."
        return "The game is not over yet." if name in ("rematch", "swap") else ""

    def entries(self) -> list[tuple[str, str]]:
        """By what the guest may do."""
        speakers = {
            line.account: sanitize_line(line.name, NAME)
            for line in self._lines
            if line.account != self._visit.id
        }
        return entries(
            self._state.match,
            self._screen.view,
            plays=bool(self._seats),
            turn=self._state.asked is not None,
            gone=self._absent,
            speakers=speakers,
            other=self._others.title,
            answers=self._screen.offers.keys,
        )

    @property
    def lessons(self) -> Sequence[Lesson]:
        """Those that speak of no help."""
        return [lesson for lesson in super().lessons if LEARNT_BY_HELP not in lesson.done]

    @property
    def _unheard(self) -> bool:
        """Whether those who play do not hear the guest before the end."""
        return self._rated_between_people and not self._seats and not self._state.stopped

    def undo(self) -> None:
        """Ask the others to take the last decision back."""
        if not self._table.undo():
            self._screen.tell(self.why_not(Kind.UNDO), warning=True)

    def why_not(self, kind: Kind) -> str:
        """Also that others are asked already, or have refused."""
        return why_not(self._state, next(iter(self._seats), 0), kind)

    def what_resigning_costs(self, match: Match) -> str:
        """Points of a rating, where it counts."""
        hardly_begun = has_hardly_begun(match) if self._rated_between_people else match.plies < 2
        return ", and it costs rating points" if self._rated and not hardly_begun else ""

    def do(self, what: str) -> None:
        """Say something, claim the game, or go to another table."""
        match what:
            case "say":
                self._ask_what_to_say()
            case "claim" if not self._table.claim_absence():
                self._screen.tell("There is nothing to claim.", warning=True)
            case "other_game":
                self._others.go()

    def _ask_what_to_say(self) -> None:
        from marbles_tui.tui.lobby.dialogs import Say  # not needed by those who say nothing

        if not self._chats:
            self._screen.tell("Chat is off: the settings turn it on.", warning=True)
            return
        self._screen.app.push_screen(Say(self._visit.greetings, self._said, self._unheard), self._told)

    def _told(self, text: str | None) -> None:
        if not text or self._left:
            return
        try:
            self._table.say(text)
        except Refused as refusal:
            self._screen.tell(str(refusal), warning=True)

    def mute(self, account: str) -> None:
        """Show no more what somebody says."""
        self._visit.mute(account)
        self._screen.tell("You will not see what they say.")
        self._noted()

    # After the end

    @property
    def end_actions(self) -> Sequence[Action]:
        """A rematch, or for spectators to leave; and what can be done with any match that is over."""
        return after.offers(self._state.match, self._context)

    @property
    def end_lines(self) -> tuple[Line, ...]:
        """The rating, who wants a rematch, and what the others said or did last."""
        lines = after.news(self._state.match, self._context, self._before, self._after)
        return (*lines, Line("Table", ((self._news, ""),), "table")) if self._news else lines

    def again(self, swap: bool) -> None:
        """Want a rematch, which begins when all want it; a spectator leaves, or follows the players."""
        del swap
        if self._context.next_room:
            self._enter(self._context.next_room)
        elif not self._seats:
            self._screen.action_leave()
        elif not self._table.want_rematch() and not self._context.rematch_wanted:
            self._screen.tell("There is no rematch.", warning=True)

    def _enter(self, room: str) -> None:
        try:
            self._screen.app.enter_room(room)
        except Refused as refusal:
            self._screen.app.notify(str(refusal), severity="warning", markup=False)
            leave(self._screen)

"""Those at a table who are not at this screen, and what may be done because of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, ClassVar, Final

from textual.widget import Widget

from marbles_tui.play import Match
from marbles_tui.play.rating import counts, is_rated
from marbles_tui.table.offers import Kind
from marbles_tui.table.session import Session
from marbles_tui.tui.match import ending, menu
from marbles_tui.tui.match.end_words import Line
from marbles_tui.tui.match.ending import Action
from marbles_tui.tui.match.guide import Lesson
from marbles_tui.tui.match.next_match import named_now, play_again, play_next
from marbles_tui.tui.match.offers import what_resigning_costs
from marbles_tui.tui.match.rated import take_back
from marbles_tui.tui.match.time_left import time_left, until_it_changes
from marbles_tui.tui.widgets.panels import Key

SHORTEST: Final = 0.05
"""Seconds between two looks at a clock, at least."""

if TYPE_CHECKING:
    from textual.timer import Timer

    from marbles_tui.tui.room.turns import Turns
    from marbles_tui.tui.screens.match import MatchScreen


class Company:
    """Nobody else, at a table of one's own; a room has a subclass."""

    looks_up: ClassVar[bool] = True
    """Whether what an end has changed is looked up in one's own library."""

    def __init__(self, screen: MatchScreen) -> None:
        self._screen = screen
        self._turns: Turns | None = None
        """Other games in which it is the guest's turn, where there are others."""
        self._ticks: Timer | None = None
        self._left = False

    def panels(self) -> tuple[Widget, ...]:
        """Panels for what is particular to this table."""
        return ()

    def begin(self) -> None:
        """The screen is shown: hear of the others, also of those who wait for you at another table."""
        if visit := self._screen.app.visit:
            from marbles_tui.tui.room.turns import Turns  # only for those who visit a house

            self._turns = Turns(self._screen, visit)
            self._turns.begin()

    async def run(self) -> None:
        """Play, until the screen is left."""
        await self._screen.session.run()

    def end(self) -> None:
        """The screen is left; the match is kept."""
        self._left = True
        if self._ticks:
            self._ticks.stop()
        self._screen.session.close()
        if self._turns:
            self._turns.end()

    # What is seen

    def status(self) -> None:
        """Somebody is asked, or thinks: show what each seat has left, now and whenever it changes."""
        screen, clock = self._screen, self._screen.session.clock
        if self._ticks:
            self._ticks.stop()
            self._ticks = None
        if self._left or not screen.laid:
            return
        screen.around.note_company()
        running = self.running
        if clock is None or running is None or clock.left[running] == inf or screen.state.paused:
            return
        wait = until_it_changes(clock.left[running], self.daily)
        self._ticks = screen.set_timer(max(SHORTEST, wait), self._tick)

    def _tick(self) -> None:
        self.status()
        if self._screen.laid:
            self._screen.around.note_clocks()

    @property
    def running(self) -> int | None:
        """The seat of the person whose time runs."""
        state = self._screen.state
        return state.awaited if state.asked is None else state.asked

    @property
    def daily(self) -> bool:
        """Whether there are days for each move."""
        return False

    @property
    def stakes(self) -> str:
        """Whether the match is rated, in a word or two; "" where that goes without saying."""
        match = self._screen.match
        return "rated" if is_rated(match) else "not rated" if not counts(match) else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the top line says of the table, the weightiest first; "" counts as nothing."""
        return ()

    @property
    def words(self) -> tuple[str, ...]:
        """A word on each seat's player: that they are gone."""
        return ()

    @property
    def clocks(self) -> tuple[str, ...]:
        """What each seat has left; nothing where nobody counts the time."""
        clock = self._screen.session.clock
        return tuple(time_left(left, self.daily) for left in clock.left) if clock else ()

    @property
    def waits(self) -> str:
        """Who is waited for, in a sentence; "" where nobody elsewhere is."""
        return ""

    @property
    def keys(self) -> tuple[Key, ...]:
        """Keys of the table, in the order of their weight."""
        return self._turns.key if self._turns else ()

    @property
    def follows(self) -> str:
        """What Enter plays when the match is over, in a word or two; "" for nothing."""
        return ending.follows(self._screen.match)

    @property
    def lessons(self) -> Sequence[Lesson]:
        """The hints of the first game."""
        return self._screen.view.lessons_of(self._screen.match)

    # What may be done

    def refusal(self, action: str) -> str:
        """Why an action cannot be done at this table; "" where it can."""
        del action
        return ""

    def entries(self) -> list[tuple[str, str]]:
        """What the game menu offers: actions and their names."""
        return menu.entries(self._screen.match, self._screen.view)

    def undo(self) -> None:
        """Take back the last decision of a person."""
        take_back(self._screen)

    def why_not(self, kind: Kind) -> str:
        """Why nothing can be taken back or redone, or be asked for, now."""
        return "Nothing to redo." if kind is Kind.REDO else "Nothing to undo."

    def what_resigning_costs(self, match: Match) -> str:
        """What is lost besides the game, to follow who wins; "" where nothing is."""
        return what_resigning_costs(match)

    def do(self, what: str) -> None:
        """Something that is only done among others."""
        if what == "other_game" and self._turns:
            self._turns.go()
        else:
            self._screen.tell("Nobody else is at this table.")

    def mute(self, account: str) -> None:
        """Show no more what somebody says."""

    def take_name(self) -> None:
        """The one person here has been given a name: call them by it from here on."""
        screen, session = self._screen, self._screen.session
        named = named_now(screen.app, screen.match)
        if named.seats != screen.match.seats and isinstance(session, Session) and session.rename(named.seats):
            screen.picking.match = screen.match
            screen.name_players(screen.match)
            screen.around.show_match()
            screen.note_seats()
            screen.retell()
            screen.mark()

    # After the end

    @property
    def end_actions(self) -> Sequence[Action] | None:
        """What the end offers; None for what it usually does."""
        return None

    @property
    def end_lines(self) -> tuple[Line, ...]:
        """What the end has changed for those here."""
        return ()

    def runs(self, action: str) -> bool:
        """Do something of its own that the end offers; whether it was one."""
        del action
        return False

    def again(self, swap: bool) -> None:
        """Play the match again, with the seats moved round if `swap`, or what follows it."""
        if swap:
            play_next(self._screen.app, self._screen.match, swap=True)
        elif isinstance(session := self._screen.session, Session):
            play_again(self._screen.app, session)

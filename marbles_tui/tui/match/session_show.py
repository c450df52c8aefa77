"""Shows on the match screen what its session tells."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from marbles_tui.core import Event
from marbles_tui.play import Match
from marbles_tui.play.rating import is_rated
from marbles_tui.table import phrases
from marbles_tui.table.live import Answered, Asked, Changed, Failed, News, Offered, Over, Played, Status
from marbles_tui.table.players import KEYBOARD
from marbles_tui.table.session import GRACE
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.match import ending
from marbles_tui.tui.match.end_words import Line
from marbles_tui.tui.widgets.panels import Seats

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen


LONGEST: Final = 6.0
"""Seconds for which a turn is shown that ends a match, where everything else is shown at once."""

VERY_FAST: Final = next(speed.tempo for speed in SPEEDS if speed.tempo)


class SessionShow:
    """The session waits until a move has been shown before it asks anybody."""

    def __init__(self, screen: MatchScreen) -> None:
        self._screen = screen
        self._before: Match | None = None
        self._offered_end = False

    def hear(self, news: News) -> Awaitable[None] | None:
        """Show it."""
        match news:
            case Played():
                return self._played(*news)
            case Changed(match=match):
                self.changed(match)
            case Status():
                self._status()
            case Asked(seat=seat):
                self._asked(seat)
            case Offered(offer=offer):
                self._screen.offers.ask(offer)
            case Answered():
                self._screen.offers.close(*news)
            case Over():
                self._over()
            case Failed(seat=seat, error=error):
                name = phrases.name(self._screen.match, seat)
                self._screen.tell(f"{name} cannot move ({error}): choose its moves.", warning=True)
        return None

    def _played(self, before: Match, match: Match, events: Sequence[Event]) -> Awaitable[None]:
        """A move was played: show how."""
        self._before = match
        board = self._screen.board
        if match.plies and before.position.actor in self._screen.here and board.pointed is not None:
            board.carry_cursor(self._screen.view.carried(match.moves[-1], board.pointed))
        board.hide_cursor()
        self._screen.ask(None)
        self._screen.around.show_match()
        self._screen.query_one(Seats).acting = before.position.actor
        board.turn = self._screen.view.turn(before)
        if decided := self._decided_unseen(match):
            return self._show(decided[0], decided[1], min(LONGEST, self._within or LONGEST), VERY_FAST)
        return self._show(before, events, self._within)

    @property
    def _within(self) -> float | None:
        shared = self._screen.session.shared
        return shared.context.show_within if shared else None

    def _decided_unseen(self, match: Match) -> tuple[Match, Sequence[Event]] | None:
        """The match before the turn that has ended it, and what happened in it: of several moves by somebody else, of
        which nothing was seen."""
        screen, last = self._screen, match.plies - 1
        seen = SPEEDS[screen.app.settings.speed].tempo or screen.view.story
        mover = match.positions[last].actor
        if seen or match.result is None or mover in screen.here:
            return None
        first = last
        while first and match.positions[first - 1].actor == mover:
            first -= 1
        if first == last:
            return None
        told = (match.game.tell(match.positions[ply], match.moves[ply])[1] for ply in range(first, last + 1))
        return match.at(first), [event for events in told for event in events]

    async def _show(
        self, before: Match, events: Sequence[Event], within: float | None, least: float = 0.0
    ) -> None:
        screen = self._screen
        await screen.animator.show(before.position.board, events, screen.told, within=within, least=least)
        if not screen.laid:
            return
        screen.choosing.rest()
        if asks := screen.offers.line:  # which was made meanwhile
            screen.tell(asks)
        screen.query_one(Seats).acting = None
        screen.board.turn = screen.view.turn(screen.match)
        screen.note_seats()
        after = screen.match
        by_others = before.position.actor not in screen.here
        if by_others and not screen.state.stopped and after.position.actor in screen.here:
            screen.app.ring()

    def changed(self, match: Match) -> None:
        """Another state of the match is on the table."""
        screen = self._screen
        if screen.analysis.on and is_rated(match):  # it was looked at after the end
            screen.switch_analysis()
        self._offered_end = False
        screen.name_players(match)
        screen.animator.cancel()
        screen.end.stop()
        screen.query_one(Seats).acting = None
        screen.around.show_match()
        screen.board.rest(match.position.board)
        screen.note_seats()
        before, self._before = self._before, match
        told = phrases.taken_back(before, match) if before else ""
        screen.tell(told if told or screen.view.story else phrases.last_move(match))
        screen.retell()
        screen.ask(None)

    def _status(self) -> None:
        """Somebody is asked, or thinks; play is held; or the match is not saved."""
        screen = self._screen
        if not screen.laid:
            return
        if not screen.paused:
            screen.animator.paused = False
        screen.company.status()
        if screen.state.unsaved:  # which is worth a word only if it lasts
            screen.set_timer(GRACE, screen.around.show_note)
        else:
            screen.around.show_note()
        if screen.state.asked is None and screen.picking.asked:
            screen.ask(None)
        else:
            screen.mark()

    def _asked(self, seat: int) -> None:
        """A person is asked: offer the legal moves to one who is here, or let the game choose."""
        self._screen.board.hide_cursor()
        if self._screen.state.hands[seat] != KEYBOARD:
            return
        endless = self._screen.match.game.explain_endless(self._screen.match.position)
        if endless:
            self._screen.automatic.on = False
        question = self._screen.view.picking(self._screen.match, True)
        if not self._screen.automatic.takes(question):
            self._screen.ask(question)
        if endless and not self._offered_end:
            self._offered_end = True
            self._screen.offers.end_endless(seat, endless)
        if self._screen.match.goal and self._screen.match.plies:
            self._screen.run_worker(
                partial(self._judge_goal, self._screen.match), group="goal", exclusive=True
            )

    async def _judge_goal(self, match: Match) -> None:
        """Say when a goal cannot be reached any more."""
        screen = self._screen
        found = await screen.app.engine.solutions(match)
        if found is not None and not found.number and screen.match is match:
            screen.tell("It cannot be solved any more from here: u takes a move back.")

    def _over(self) -> None:
        """The match has ended: say how, and what can be done next."""
        screen = self._screen
        screen.tell("")
        screen.end.begin(screen.match)
        screen.run_worker(screen.end.recall, group="recall")
        if screen.match.goal:
            screen.run_worker(partial(self._count_solutions, screen.match), group="hint", exclusive=True)

    async def _count_solutions(self, match: Match) -> None:
        screen = self._screen
        found = await screen.app.engine.solutions(match.at(0).back(0))
        if found is None:
            return
        told = ending.solutions(match, found, screen.view.unit)
        screen.end.tell((Line("Ways", ((told, ""),), "solutions"),))

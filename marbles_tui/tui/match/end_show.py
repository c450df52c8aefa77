"""Shows the end of a match: the letters that fall, the panel, and the keys that are deaf until all is there."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual.timer import Timer

from marbles_tui.ai.review import key_of, read_judgements, turning_points
from marbles_tui.core.frame import Finale, Tone
from marbles_tui.play import Match
from marbles_tui.play.progress import Progress
from marbles_tui.play.rating import unrated
from marbles_tui.play.series import NEW_START, place_in_series, play_on_from, rematch
from marbles_tui.play.story import narrate
from marbles_tui.table import phrases
from marbles_tui.table.progress import progress_of
from marbles_tui.table.remarks import remark
from marbles_tui.table.start import today
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.match import ending
from marbles_tui.tui.match.end_progress import is_best, person, progress_lines
from marbles_tui.tui.match.end_words import EndWords, Line
from marbles_tui.tui.match.ending import Report, TurningPoint
from marbles_tui.tui.widgets.panels.end import EndPanel

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen

LENGTHS: Final = {Tone.WON: 1.4, Tone.LOST: 0.4, Tone.DRAWN: 0.3, Tone.NEUTRAL: 0.6}
"""Seconds that an end is shown for at normal speed."""


VAST: Final = (200, 60)
"""From this size on the record of moves stands beside the words."""


class EndShow:
    """The end of the match on a screen: `on` while it is shown, `deaf` while its keys do nothing."""

    quiet: ClassVar[float] = 0.4
    """Seconds without a key after which the keys of the end are heard."""

    def __init__(self, screen: MatchScreen) -> None:
        self._screen = screen
        self.report: Report | None = None
        """What is told of the match that is over."""
        self._words: EndWords | None = None
        self._match: Match | None = None
        self._more: tuple[Line, ...] = ()
        self._before: Progress | None = None
        self._best = False
        self._turning: TurningPoint | None = None
        self._timer: Timer | None = None
        self._wait: Timer | None = None
        self._began = 0.0
        self._phase = 1.0
        self.on = False
        self.deaf = False

    # The show

    def begin(self, match: Match) -> None:
        """The match is over: show how, and what can be done next."""
        self.stop()
        screen = self._screen
        self._match, self._words = match, screen.view.end_words(match, screen.here)
        self._more, self._turning, self._best = (), None, False
        self.renew()
        assert self.report
        self._open()
        span = LENGTHS[self.report.tone] * SPEEDS[screen.app.settings.speed].tempo
        span += screen.view.podium * len(match.seats) * SPEEDS[screen.app.settings.speed].tempo
        if not span or screen.app.animation_level == "none":
            self.finish()
            return
        self.deaf, self._phase, self._began, self._span = True, 0.0, monotonic(), span
        self._timer = screen.set_interval(1 / screen.app.frames, self._tick)
        self._show()

    def _open(self) -> None:
        screen, report = self._screen, self.report
        assert report
        assert self._match
        self.on = True
        screen.add_class("ended")
        screen.set_class(screen.size.width >= VAST[0] and screen.size.height >= VAST[1], "vast")
        inks = tuple(screen.game_view.seat_inks(screen.app.look))
        drawn = screen.view.writes_end(self._match, report.tone, screen.here)
        panel = EndPanel(report, inks, screen.has_class("side"), drawn)
        screen.query_one("#under").mount(panel)
        screen.board.can_focus = False  # the keys are the end's
        screen.set_focus(None)
        screen.call_after_refresh(self._show)

    def _tick(self) -> None:
        self._phase = min(1.0, (monotonic() - self._began) / self._span)
        if self._phase >= 1:
            self.finish()
        else:
            self._show()

    def finish(self) -> bool:
        """Show the last frame now; whether the end was still being shown."""
        running = self._phase < 1
        self._phase = 1.0
        if self._timer:
            self._timer.stop()
            self._timer = None
        self.deaf = True
        self.pressed()
        return running

    def pressed(self) -> None:
        """A key was pressed: while keys are deaf they stay so until none has been pressed for a moment."""
        if not self.deaf or self._phase < 1:
            return
        if self._wait:
            self._wait.stop()
        if self.quiet:
            self._wait = self._screen.set_timer(self.quiet, self._listen)
            self._show()
        else:
            self._listen()

    def _listen(self) -> None:
        self.deaf, self._wait = False, None
        self._show()

    def _show(self) -> None:
        for panel in self._screen.query(EndPanel):
            panel.show(self._phase, self.deaf)
        self._screen.mark()

    @property
    def finale(self) -> Finale | None:
        """How the board shows the end; None while it is not shown."""
        if not self.on or not self.report:
            return None
        names = phrases.names(self._match) if self._match else ()
        return Finale(self.report.tone, self.report.words, names, self._phase)

    def stop(self) -> None:
        """The end is no more: it was taken back, or put away."""
        for timer in (self._timer, self._wait):
            if timer:
                timer.stop()
        self._timer = self._wait = None
        self.on = self.deaf = False
        self._phase = 1.0
        screen = self._screen
        screen.remove_class("ended")
        if screen.query(EndPanel):
            screen.query(EndPanel).remove()
            screen.board.can_focus = True
            screen.board.focus()

    def back(self) -> bool:
        """Show the end at once, put it away so that seats and record are seen, or show it again; whether there was
        one."""
        if not self._match or self._match is not self._screen.match:
            return False
        if self.on and self.finish():
            return True
        if self.on:
            self.stop()
        else:
            self._open()
        self._screen.mark()
        return True

    # What is told later

    def tell(self, lines: tuple[Line, ...]) -> None:
        """More is known of the match."""
        self._more = lines
        self.renew()

    async def note_progress(self) -> None:
        """Remember how far the person at the match had come before it."""
        match = self._screen.match
        if match.result is None:
            self._before = await self._progress(match)

    async def _progress(self, match: Match) -> Progress | None:
        """How far the only person of a match has come in its game."""
        who = person(match)
        if who is None or match.goal:
            return None
        app = self._screen.app
        return (await app.store.ask(progress_of(who, app.games)))[match.game.key]

    async def recall(self) -> None:
        """Look up what the match has changed for the person who played it, and what a review has found to be its
        turning point."""
        match, words = self._match, self._words
        if not match or not words or match.goal:
            return
        after = await self._progress(match) if self._screen.company.looks_up else None
        if after and match is self._match:
            self._best = is_best(words, self._before)
            self.tell(progress_lines(match, words, self._before, after))
        key = key_of(match)
        written = await self._screen.app.store.ask(lambda store: store.review(key))
        judgements = read_judgements(written) if written else ()
        points = turning_points(match, judgements)
        losers = [ply for ply in points if match.positions[ply - 1].actor not in ending.winners_of(match)]
        told = remark(match, losers[-1] - 1, judgements, self._screen.view.worth) if losers else None
        if told and match is self._match:
            self._turning = TurningPoint(losers[-1], f"better was {told.better}")
            self.renew()

    def renew(self) -> None:
        """Tell anew what is known now."""
        if not self._match or not self._words:
            return
        company = self._screen.company
        more = (*company.end_lines, *self._more)
        self.report = ending.report(
            self._match, self._words, more, self._turning, self._best, company.end_actions
        )
        for panel in self._screen.query(EndPanel):
            panel.tell(self.report)

    # What can be done

    def offered(self, action: str) -> str:
        """What the end of the match on the table calls something that it offers, in a word, also while it is put
        away; "" where it does not."""
        if not self.report or self._match is not self._screen.match:
            return ""
        return next((offered.word for offered in self.report.actions if offered.action == action), "")

    def run(self, action: str) -> bool:
        """Do what the end offers; whether it offers it."""
        match = self._match
        if self.deaf or not match or not self.offered(action):
            return False
        if self._screen.company.runs(action):
            return True
        match action:
            case "again":
                self.again()
            case "further":
                self._go_further(match)
            case "watch":
                self._watch(match)
            case "share" if match.game.told_as_story:
                copy(self._screen.app, "\n".join((*narrate(match), "")), "story")
            case "share" if self._words:
                copy(self._screen.app, ending.shared(match, self._words), "game")
        return True

    def again(self) -> None:
        """Play again: the other side begins; the next game of a series; a goal that was missed once more."""
        match = self._match or self._screen.match
        number, count = place_in_series(match)
        if match.goal or number < count:
            self._screen.action_rematch()
        else:
            self._screen.company.again(swap=len(match.seats) > 1)

    def _watch(self, match: Match) -> None:
        """Watch the turning point, or where no computer knows one the match; what is found is told here then."""
        from marbles_tui.tui.table.watching import replay_screen

        seeking = match.game.has_kernel
        app, ply = self._screen.app, match.plies if seeking else 0
        replay = replay_screen(app, match, ply, playing=not seeking, seeking=seeking)
        app.push_screen(replay, self._watched)

    def _watched(self, _: None) -> None:
        self._screen.run_worker(self.recall, group="recall")

    def _go_further(self, match: Match) -> None:
        app = self._screen.app
        if match.game.board_files:
            app.action_boards_again()
            return
        plies = ending.again_from(match, self._turning) if self._turning else None
        if plies is not None:
            begun = play_on_from(match.at(plies), match.seats, date=today(), random=app.random)
            app.play_match(unrated(begun, NEW_START))
            return
        level = ending.other_level(match)
        if level:
            key, title = level
            seats = tuple(
                seat._replace(name=title, player=f"computer {key}") if seat.level else seat
                for seat in match.seats
            )
            app.play_match(rematch(replace(match, seats=seats), date=today(), random=app.random))

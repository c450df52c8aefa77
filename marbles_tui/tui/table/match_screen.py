"""The screen of a match that is played: what only a match has besides its board and its panels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events

from marbles_tui.core import Event
from marbles_tui.core.frame import Highlights
from marbles_tui.play import Match, Seat
from marbles_tui.play.rating import is_rated
from marbles_tui.play.story import narrate
from marbles_tui.table.session import Session
from marbles_tui.table.tasks.play import Play
from marbles_tui.table.tasks.playing import Playing
from marbles_tui.table.tasks.task import Situation
from marbles_tui.tui.arcade_screen import OWN_KEYS, leave
from marbles_tui.tui.clipboard import write
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.pasted import offer_pasted
from marbles_tui.tui.screens.seating import Seating
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.play_panels import PlayPanels

if TYPE_CHECKING:
    from marbles_tui.tui.table.sitting import Turns

UNRATED = "With other players the game no longer counts for your rating."


class MatchScreen(BoardScreen):
    """Plays a match."""

    doing: Play
    panels: PlayPanels
    _shown: Playing

    def __init__(self, play: Play) -> None:
        view = VIEWS[play.game.key]
        super().__init__(play, PlayPanels(view, view.match(), play.live.shared is not None))
        self.panels.moved = self.mark
        play.talk_is_seen = lambda: bool(self.panels.talk and self.panels.talk.display)
        play.end_has_room = lambda: self.has_class("side")
        self.turns: Turns | None = None
        """Other tables at which it is the guest's turn."""

        self.board.seen_by(play.here[0] if len(play.here) == 1 else None)

    @property
    def situation(self) -> Playing:
        return self._shown

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.doing.match

    @property
    def help_sections(self) -> tuple[str, ...]:
        return ("When a game is over", OWN_KEYS) if self.match.result else (OWN_KEYS,)

    @property
    def automatic(self) -> bool:
        return self.doing.automatic

    def on_mount(self) -> None:
        """Hear of the others."""
        if self.turns:
            self.call_next(self.turns.begin)

    def on_unmount(self) -> None:
        """The match is kept."""
        self.doing.close()
        if self.turns:
            self.turns.end()

    def dress(self) -> None:
        self.panels.retell()
        super().dress()

    # The face of the task

    def changed(self) -> None:
        before = self._shown
        super().changed()
        now, app = self._shown, self.app
        if not self.is_mounted:
            return
        self.panels.top.speed = app.settings.speed
        self.set_class(now.thought is not None, "analysing")
        if self.panels.lay_end(now, app.look, self.has_class("side"), self.tempo, app.frames):
            self.set_class(now.over, "ended")
            self.mark()
        if not now.showing or now.match is before.match:
            self.panels.note(now, self.board.frame.board, self.app.look, self.size.height)

    def told(self, sides: Sequence[str] | None, event: Event) -> None:
        super().told(None if self.panels.story else sides, event)
        if self.is_mounted:
            self.panels.told(event)
            self.panels.note(self._shown, event.board, self.app.look, self.size.height)

    def _turn(self, now: Situation) -> int | None:
        if now.position is now.match.position:
            return self.words.turn(now.match)
        return None if now.position.result else now.position.turn

    @property
    def prompt(self) -> str:
        return self.panels.prompt(self._shown, self.picking, self.board)

    def marks(self) -> Highlights:
        marks = self.panels.names(self._shown, self.picking, self.board, super().marks())
        self.set_class(bool(marks.names), "named")
        for legend in self.panels.legends:
            legend.follow(self.picking, self.board, self.app.look)
        return marks

    # Keys

    def heeds(self, action: str) -> bool:
        """Keys do nothing while the end is shown, and a moment longer; but Esc shows it at once."""
        end = self.panels.end
        if not (end and end.deaf) or action.removeprefix("screen.") == "back":
            return True
        end.pressed()
        return False

    def used_up(self) -> bool:
        """A line that is on the board is ended by what is picked."""
        if self._shown.ahead:
            self.doing.back()
            return True
        return super().used_up()

    def action_back(self) -> None:
        """Take back a line, the end, what was typed or picked, or else the hint and the cursor."""
        if self.panels.end and self.panels.end.finish():
            return
        if not (self.doing.back() or self._put_back()):
            self.board.cursor = None
            self.doing.do_forget()

    def action_leave(self) -> None:
        """Back to the menu; the match is kept."""
        self.doing.close()
        leave(self)

    def action_end(self, action: str) -> None:
        """Do one of the things that the end offers."""
        self.doing.after(action)

    def action_look_along(self, chosen: int, at: int) -> None:
        """Put the position after `at` moves of one of the best lines on the board."""
        self.doing.do("look_along", str(chosen), str(at))

    def action_do(self, action: str, *values: str) -> None:
        if why := self._shown.refusal(action):
            self.doing.tell(why, warning=True)
        elif action == "replay":
            self._replay()
        elif action == "players":
            self._ask_for_players()
        elif action == "say" and self.doing.live.shared and self.app.settings.chat:
            self._ask_what_to_say()
        elif action == "rub_out":
            if self._shown.asked and self.picking.rub_out():
                self.mark()
        elif action == "story":
            write(self.app, "\n".join((*narrate(self.match), "")), "story.txt", "story")
        elif action in ("hint", "for_me") and self._shown.asked and self.picking.bound:
            self.doing.tell("Finish your move first.", warning=True)
        else:
            if action in ("hint", "for_me") and self._shown.asked:
                self.picking.restart()
            super().action_do(action, *values)

    def on_paste(self, event: events.Paste) -> None:
        super().on_paste(event)
        offer_pasted(self.app, event.text, self.match)

    def _replay(self) -> None:
        """Watch the match from its start; computers that are at it wait."""
        now, live = self._shown, self.doing.live
        if not self.match.plies:
            self.doing.tell("No move has been played yet.", warning=True)
            return
        if not (now.held or now.asked or self.match.result) and isinstance(live, Session):
            live.pause()
        self.app.open_replay(self.match)

    def _ask_for_players(self) -> None:
        """Ask who is to sit where from here on; the match waits meanwhile."""
        match, live = self.match, self.doing.live
        if not isinstance(live, Session):
            return
        paused = live.pause()

        def seated(seats: tuple[Seat, ...] | None) -> None:
            if seats and live.state.match.seats == match.seats:
                self.doing.reseat(seats)
            if paused:
                live.resume()

        note = UNRATED if is_rated(match) else ""
        self.app.push_screen(Seating(match.game, match.seats, "Who plays on?", note), seated)

    def _ask_what_to_say(self) -> None:
        from marbles_tui.tui.lobby.dialogs import Say  # not needed by those who say nothing

        context, talk = self._shown.context, self._shown.talk
        assert context
        assert talk
        unheard = context.rated_between_people and not context.seats and not self._shown.state.stopped
        greetings = self.app.visit.greetings if self.app.visit else ()
        self.app.push_screen(
            Say(greetings, talk.lines, unheard), lambda text: self.doing.do("say", text or "")
        )

"""A record watched on its board: forth and back, by step and by jump; and the computer's review of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.core import Cell
from marbles_tui.core.frame import NO_HIGHLIGHTS, Finale, Highlights
from marbles_tui.play import Match, Seat
from marbles_tui.play.rating import unrated
from marbles_tui.play.series import NEW_START, play_on_from
from marbles_tui.table import phrases
from marbles_tui.table.remarks import Remark, standing
from marbles_tui.table.start import today
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.match.ending import tone_of
from marbles_tui.tui.match.reviewing import NO_REVIEW, Reviewing
from marbles_tui.tui.screens.board_screen import BoardScreen
from marbles_tui.tui.widgets.panels import Key, KeyLine, Seats, Status, TopLine
from marbles_tui.tui.widgets.panels.move_list import MoveList
from marbles_tui.tui.widgets.panels.remarks import Remarks
from marbles_tui.tui.widgets.panels.timeline import Timeline

LEAP: Final = 10
"""Plies that Page Up and Page Down go."""


class Replay(BoardScreen):
    """A record that nobody plays on: it is watched. What is shown is `record` as it stood after `ply`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,p", "play", "Play or pause", id="replay.play"),
        Binding("right,l", "step(1)", "Next move", show=False, id="replay.next"),
        Binding("left,h", "step(-1)", "Previous move", show=False, id="replay.previous"),
        Binding("pagedown,down", f"leap({LEAP})", "Ten moves on", show=False, id="replay.leap"),
        Binding("pageup,up", f"leap(-{LEAP})", "Ten moves back", show=False, id="replay.leap_back"),
        Binding("home", "go(0)", "Start", show=False, id="replay.start"),
        Binding("end", "end", "End", show=False, id="replay.end"),
        *(Binding(digit, f"digit('{digit}')", show=False, id=f"replay.{digit}") for digit in "0123456789"),
        Binding("enter", "go_typed", "To the move typed", show=False, id="replay.go"),
        Binding("t", "turning_point(1)", "Next turning point", show=False, id="replay.turning"),
        Binding("T", "turning_point(-1)", "Previous turning point", show=False, id="replay.turning_back"),
        Binding("f", "play_on", "Play on from here", id="replay.play_on"),
        Binding("m", "puzzle", "Make a puzzle of it", id="replay.puzzle"),
        Binding("y", "review", "Review", id="replay.review"),
        Binding("b", "show_best", "Show the better move", id="replay.best"),
        Binding("c", "copy", "Copy the record", id="replay.copy"),
        Binding("o", "copy_position", "Copy the position", id="replay.copy_position"),
        Binding("plus,equals_sign", "speed(1)", "Faster", id="replay.faster"),
        Binding("minus,underscore", "speed(-1)", "Slower", id="replay.slower"),
        Binding("g,alt+g", "game_menu", "Game", id="replay.menu"),
        Binding("q,escape", "leave", "Leave", id="replay.leave"),
    ]

    menu_title = "Replay"
    playable = False

    match: reactive[Match] = reactive(None, init=False)  # type: ignore[arg-type]
    """The match as it stood at the ply that is shown."""

    playing: reactive[bool] = reactive(False, init=False)
    """Whether it goes on by itself."""

    @property
    def help_sections(self) -> tuple[str, ...]:
        return ("Watching a game",)

    def __init__(self, record: Match, ply: int = 0, playing: bool = True, seeking: bool = False) -> None:
        """A record, opened after so many plies; it begins to play unless it is at its end, or `playing` is false.
        `seeking` reviews it, as far as that is not done, until its last turning point is found, and goes there."""
        self.record = record.without_undone()
        first = self.record.at(min(ply, record.plies))
        super().__init__(first, "replay")
        self.review = Reviewing(self)
        self._typed = ""
        self._starts = playing
        self._seeking = seeking
        self.set_reactive(Replay.match, first)

    # What it is made of

    def panels(self) -> Iterable[Widget]:
        """What is said of a move, the timeline and the moves."""
        line = Timeline(self.record.plies, self._sides, f"{self.view.span:g}" if self.view.span else "")
        line.set_class(self.record.game.has_kernel, "graph")
        return (line, Remarks(), MoveList(self.record))

    @property
    def _sides(self) -> tuple[str, str]:
        first, *others = phrases.names(self.record)
        return first, others[0] if len(others) == 1 else "others"

    def on_mount(self) -> None:
        """Show it, and begin."""
        self.dress()
        self.run_worker(self._recall(), group="recall")
        self._show()
        self.tell(phrases.last_move(self.match) or "The start.")
        if self._starts and self.ply < self.record.plies:
            self.action_play()

    async def _recall(self) -> None:
        """Show the review that was saved; begin one if a turning point is sought that is not known."""
        await self.review.recall()
        if self._seeking and not self._found():
            self.action_review()

    def _found(self) -> bool:
        """Go to the turning point that is sought, once it is known; whether that is so."""
        points = self.review.points
        if self._seeking and points:
            self._seeking = False
            self.action_go(max(points))
        return not self._seeking

    @property
    def ply(self) -> int:
        """How many plies lie before what is shown."""
        return self.match.plies

    def dress(self) -> None:
        """Draw in the app's skin and theme, at its speed."""
        super().dress()
        self.query_one(TopLine).note = "replay"
        self.query_one(Timeline).restyle()

    def _show(self) -> None:
        """Show in the panels where the replay stands."""
        match = self.match
        self.query_one(Seats).match = match
        self.note_trays(match.position.board)
        self.query_one(MoveList).ply = self.query_one(Timeline).ply = self.ply
        told = self.review.remark(self.ply)
        if self.query_one(Seats).acting is None:
            self._mark(told)
        status = self.query_one(Status)
        status.prompt = told.short if told and not self._typed else self._prompt()
        self.query_one(Remarks).remark = told
        self.set_class(told is not None, "remarked")
        state = "pause" if self.playing else "play"
        self.query_one(KeyLine).keys = (
            Key("space", state, "screen.play"),
            Key("arrows", "step", "screen.step(1)"),
            *((Key("b", "better move", "screen.show_best"),) if told and told.best else ()),
            *((Key("t", "turning point", "screen.turning_point(1)"),) if self.review.points else ()),
            *((Key("y", "review", "screen.review"),) if self._reviewable else ()),
            Key("f", "play on from here", "screen.play_on"),
            Key("g", "menu", "screen.game_menu"),
            Key("+/-", "speed", "screen.speed(1)"),
            Key("q", "leave", "screen.leave", kept=True),
            Key("c", "copy", "screen.copy"),
            Key("?", "help", "app.help"),
        )

    def _mark(self, told: Remark | None) -> None:
        """Mark on the board at rest whose turn it is, the last move, what the review says of it, and the end."""
        match = self.match
        last = self.view.trace(match.moves[-1]) if match.moves else frozenset[Cell]()
        finale = self._finale()
        won = (
            match.game.winning_cells(match.position, self.record.result)
            if self.record.result
            else frozenset()
        )
        self.board.turn = self.view.turn(match)
        marks = self.review.highlights(self.ply, told) or Highlights(
            last=last,
            notes=self.view.signs(match),
            finale=finale,
            winners=won if finale else frozenset(),
        )
        self.board.highlights = self._named(marks)

    def _finale(self) -> Finale | None:
        """How the end is shown on the board, once it is reached."""
        if self.ply < self.record.plies or not self.record.result:
            return None
        tone, words = tone_of(self.record)
        return Finale(tone, words, phrases.names(self.record))

    def _prompt(self) -> str:
        if self._typed:
            return f"To move {self._typed}: Enter goes there."
        dot = self.app.look.skin.dot
        parts = [f"Move {self.ply} of {self.record.plies}"]
        judged = self.review.judgements[self.ply] if self.ply < len(self.review.judgements) else None
        if judged:
            parts.append(standing(self.record, self.ply, judged, self.view.worth))
        elif self.ply == self.record.plies and self.record.result:
            parts.append(phrases.verdict(self.record).rstrip("."))
        if self.review.running:
            parts.append(self.review.progress)
        return f" {dot} ".join(parts)

    @property
    def _reviewable(self) -> bool:
        return self.record.game.has_kernel and not self.review.done

    def show_review(self) -> None:
        """Show what the review has found so far."""
        if self.laid:
            line, moves = self.query_one(Timeline), self.query_one(MoveList)
            line.shares = self.review.heights
            line.marks = moves.signs = self.review.signs
            self._show()
            self._found()

    # Forth and back

    @work(exclusive=True, group="replay")
    async def _play(self) -> None:
        while self.playing and self.ply < self.record.plies:
            await asyncio.sleep(0.25 + 0.5 * SPEEDS[self.app.settings.speed].tempo)
            await self._forth()
        self.playing = False

    @work(exclusive=True, group="replay")
    async def _walk(self, step: int) -> None:
        await (self._forth() if step > 0 else self._back())

    async def _forth(self) -> None:
        before = self.match.position
        _, happened = self.record.game.tell(before, self.record.moves[self.ply])
        self._begin_show(before.actor)
        self.match = self.record.at(self.ply + 1)
        await self.animator.show(before.board, happened, self.told)
        self.rest()

    async def _back(self) -> None:
        match = self.record.at(self.ply - 1)
        _, happened = self.record.game.tell(match.position, self.record.moves[match.plies])
        self._begin_show(match.position.actor)
        self.match = match
        self.tell(phrases.last_move(match) or "The start.")
        await self.animator.rewind(match.position.board, happened)
        self.rest()

    def _begin_show(self, mover: int) -> None:
        """A move of a seat is shown: nothing is marked meanwhile."""
        self.query_one(Seats).acting = self.board.turn = mover
        self.board.highlights = self._named(NO_HIGHLIGHTS)

    def _named(self, marks: Highlights) -> Highlights:
        """With the names of the seats, where the board of a story writes them."""
        names = phrases.names(self.match) if self.view.story and self.board.writes_names else ()
        self.set_class(bool(names), "named")
        return replace(marks, names=names) if names else marks

    def rest(self) -> None:
        """Put the position on the board as it stands."""
        self.query_one(Seats).acting = None
        self.board.rest(self.match.position.board)
        self._mark(self.review.remark(self.ply))

    def watch_match(self) -> None:
        """Another ply is shown."""
        if self.laid:
            self._show()

    def watch_playing(self) -> None:
        """It goes on, or holds."""
        if self.laid:
            self._show()

    def _hold(self) -> None:
        self.playing = False
        self._typed = ""
        self.workers.cancel_group(self, "replay")
        self.animator.cancel()
        self.rest()

    def action_play(self) -> None:
        """Go on by itself, from the start if it is at its end; or hold."""
        if self.playing:
            self._hold()
            return
        if self.ply == self.record.plies:
            self.action_go(0)
        self.playing = True
        self._play()

    def action_step(self, step: int) -> None:
        """A ply forth or back, as it is seen; a step during a show ends that at once."""
        self._hold()
        if 0 <= self.ply + step <= self.record.plies:
            self._walk(step)
        else:
            self.tell("This is the end." if step > 0 else "This is the start.", warning=True)

    def action_go(self, ply: int) -> None:
        """Jump to a ply."""
        self._hold()
        self.match = self.record.at(max(0, min(self.record.plies, ply)))
        self.tell(phrases.last_move(self.match) or "The start.")
        self.rest()
        self._show()

    def action_leap(self, plies: int) -> None:
        """Several plies at once."""
        self.action_go(self.ply + plies)

    def action_end(self) -> None:
        """To the last ply."""
        self.action_go(self.record.plies)

    def action_digit(self, digit: str) -> None:
        """The number of a ply is being typed."""
        self._typed = (self._typed + digit)[-5:]
        self._show()

    def action_go_typed(self) -> None:
        """Jump to the ply that was typed; without one, finish what is shown."""
        if self._typed:
            self.action_go(int(self._typed))
        else:
            self.animator.finish()

    @on(Timeline.Chosen)
    def _pointed(self, message: Timeline.Chosen) -> None:
        self.action_go(message.ply)

    def action_turning_point(self, step: int) -> None:
        """To the next turning point that the review has found, or the last one."""
        points = self.review.points
        there = [ply for ply in points if (ply - self.ply) * step > 0]
        if there:
            self.action_go(there[0] if step > 0 else there[-1])
        else:
            self.tell(self._no_turning_point(bool(points)), warning=True)

    def _no_turning_point(self, elsewhere: bool) -> str:
        if not self.record.game.has_kernel:
            return NO_REVIEW
        if self.review.done and not elsewhere:
            return "The review found no turning point."
        if self.review.running:
            return "The review has found none there so far."
        if elsewhere:
            return "There are no more turning points that way."
        return "Press y first: it reviews the game."

    # Review

    def action_review(self) -> None:
        """Let the computer go through the match, or stop it; what it has found is kept."""
        self.review.switch()

    @work(exclusive=True, group="replay")
    async def action_show_best(self) -> None:
        """Show the better move on the board, for a moment."""
        self.playing = False
        await self.review.show_best(self.ply)

    # What can be done with it

    def menu_entries(self) -> list[tuple[str, str]]:
        """What the menu offers: actions and their names."""
        review = "Stop the review" if self.review.running else "Review by the computer"
        return [
            ("screen.play", "Pause" if self.playing else "Play"),
            ("screen.go(0)", "To the start"),
            ("screen.end", "To the end"),
            ("screen.play_on", "Play on from here"),
            *((("screen.review", review),) if self._reviewable else ()),
            *((("screen.puzzle", "Make a puzzle of this"),) if self._reviewable_game else ()),
            ("screen.copy", "Copy the record"),
            ("screen.copy_position", "Copy the position"),
            ("app.settings", "Settings"),
            ("app.help", "Rules and keys"),
            ("screen.leave", "Leave"),
        ]

    @property
    def _reviewable_game(self) -> bool:
        return self.record.game.has_kernel and self.record.game.has_text

    @work(exclusive=True, group="puzzle")
    async def action_puzzle(self) -> None:
        """Make a puzzle of the position that is shown, if a proof shows one, and open it."""
        from marbles_tui.tui.puzzles.made import make_puzzle

        await make_puzzle(self.app, self.match)

    def action_copy(self) -> None:
        """Copy the whole record."""
        copy(self.app, str(self.record), "record")

    def action_copy_position(self) -> None:
        """Copy the position that is shown: its text, or the board where positions have none."""
        game, position = self.record.game, self.match.position
        copy(self.app, game.write(position) if game.has_text else game.diagram(position), "position")

    def action_play_on(self) -> None:
        """A new match from what is shown, with chosen seats; this record stays as it is."""
        from marbles_tui.tui.screens.seating import Seating

        self._hold()
        if self.match.position.result:
            self.tell("The game is over here: go back a move first.", warning=True)
            return

        def seated(seats: tuple[Seat, ...] | None) -> None:
            if seats:
                begun = play_on_from(self.match, seats, date=today(), random=self.app.random)
                self.app.play_match(unrated(begun, NEW_START) if begun.plies else begun)

        self.app.push_screen(Seating(self.record.game, self.record.seats), seated)

    def action_leave(self) -> None:
        """Back to where it was opened."""
        self._hold()
        self.workers.cancel_group(self, "review")
        self.dismiss()

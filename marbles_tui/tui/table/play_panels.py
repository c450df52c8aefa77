"""What stands around the board of a match: seats, sentences, moves or story, analysis, talk, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final

from textual.widget import Widget

from marbles_tui.core import Event
from marbles_tui.core.frame import Finale, Highlights, Tone
from marbles_tui.play import Match
from marbles_tui.play.match import happened
from marbles_tui.table import phrases
from marbles_tui.table.ending import Report
from marbles_tui.table.game_words import names_on_board
from marbles_tui.table.tasks.playing import Playing
from marbles_tui.tui.arcade_screen import OWN_KEYS
from marbles_tui.tui.games.match_view import MatchView
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.games.view import GameView
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.story import Story
from marbles_tui.tui.kit.window import YOURS
from marbles_tui.tui.table.analysis import AnalysisPanel, View
from marbles_tui.tui.table.end import EndPanel
from marbles_tui.tui.table.moves import Moves
from marbles_tui.tui.table.panels import Stage, TablePanels
from marbles_tui.tui.table.talk import Talk

LENGTHS: Final = {Tone.WON: 1.4, Tone.LOST: 0.4, Tone.DRAWN: 0.3, Tone.NEUTRAL: 0.6}
"""Seconds that an end is shown for at normal speed."""

BRIEF: Final = 3
"""Lines that sentences may take beside the analysis in a slim panel with little room."""

ROOMY: Final = 30
"""Rows from which the analysis leaves room for what stands below the seats."""


class PlayPanels(TablePanels):
    """Values in, words out."""

    pastes = True

    def __init__(self, view: GameView, words: MatchView, together: bool) -> None:
        """`together`: whether people are elsewhere."""
        kinds = (("story", words.story), ("together", together))
        super().__init__(view, words, "match", *(name for name, holds in kinds if holds))
        self.analysis, self.moves = AnalysisPanel(), Moves()
        self.story = Story() if words.story else None
        self.talk = Talk() if together else None
        self.legends = words.legends()
        self.end: EndPanel | None = None
        self._told: Match | None = None
        self._ended: Match | None = None

    def compose(self, board: Widget) -> Iterable[Widget]:
        """The board, and the others below or beside it."""
        told = (self.story or self.moves, *((self.talk,) if self.talk else ()))
        return self.around(board, *self.legends, self.analysis, *told)

    def show(self, situation: Playing, stage: Stage) -> None:
        """How the match stands."""
        now, look = situation, stage.look
        match, seats = now.match, self.seats
        self.help_sections = ("When a game is over", OWN_KEYS) if match.result else (OWN_KEYS,)
        mover = match.positions[-2].actor if now.showing and match.plies else None
        note = f" {look.skin.dot} ".join(filter(None, now.headline))
        self.show_match(match, now.position.actor if now.ahead else mover, note, stage)
        seats.inks, seats.words, seats.clocks = self.words.seat_inks(match, look), now.presence, now.clocks
        self.moves.match = match
        self._show_thought(now, look)
        if self.story and not now.showing and self._told is not match:
            self._tell_story(match, look)
        if self.talk and now.talk:
            self.talk.watching, self.talk.lines, self.talk.invitation = now.talk

    def showed(self, before: Playing, now: Playing, look: Look) -> bool:
        """What the computer thinks."""
        if now.thought is before.thought or replace(before, thought=now.thought) != now:
            return False
        self._show_thought(now, look)
        return True

    def turn(self, situation: Playing) -> str:
        """Whose turn it is."""
        title, asked = situation.match.game.title, situation.state.asked
        if situation.state.stopped:
            return title
        return f"{YOURS}{title}: your move" if asked in situation.here else f"{title}: their move"

    def _show_thought(self, now: Playing, look: Look) -> None:
        panel, thought = self.analysis, now.thought
        panel.skin, panel.colours = look.skin, self.seats.colours
        panel.excuse = thought.excuse if thought else ""
        panel.view = None
        if thought and thought.analysis:
            mover, names, words = now.match.position.actor, phrases.names(now.match), self.words
            panel.view = View(
                *(thought.analysis, mover, names, words.clear, words.unit, words.worth),
                *(thought.chosen, thought.at),
            )

    # While something happens

    def note(self, situation: Playing, board: Any, stage: Stage) -> None:
        """A word on each seat about a board, and below it what the game shows there."""
        now, seats, match = situation, self.seats, situation.match
        if not seats.content_size.width:
            return
        told = self.words.seat_notes(match, board, seats.content_size.width - 4, stage.look)
        pairs = zip(told, now.verdicts, strict=True)
        seats.notes = tuple("  ".join(filter(None, pair)) for pair in pairs)
        scarce = now.thought is not None and stage.height < ROOMY
        self.status.most = BRIEF if scarce and self.words.slim else 0
        self.show_trays(match, board, stage, scarce)

    def told(self, event: Event) -> None:
        """An event begins to be shown."""
        if self.story and self._told:  # else it is told anew, with this, as soon as all is shown
            for line in self._teller(event):
                self.story.add(line)

    def _tell_story(self, match: Match, look: Look) -> None:
        """Tell the match anew from its start."""
        before, self._told = self._told, match
        if before and match.plies == before.plies + 1 and match.moves[:-1] == before.moves:
            return  # its last events were told as they were shown
        self._teller = self.words.teller(match, look)
        assert self.story
        self.story.retell(line for event in happened(match) for line in self._teller(event))

    def retell(self) -> None:
        """Tell the story anew the next time: it may look otherwise."""
        self._told = None

    # What is marked, and asked

    def mark(self, situation: Playing, picking: Picking, board: BoardView, marks: Highlights) -> Highlights:
        """The same marks with the names of seats and the end, where the board writes them."""
        now = situation
        names: tuple[str, ...] = ()
        if board.writes_names and not now.match.has_goal:
            told = zip_longest(
                names_on_board(now.match), now.verdicts, now.clocks, now.presence, fillvalue=""
            )
            names = tuple("  ".join(filter(None, words)) for words in told)
        deed, finale = self._deed(now, picking, board), None
        if self.end and now.report:
            report = now.report
            finale = Finale(report.tone, report.words, phrases.names(now.match), self.end.phase)
        return replace(marks, names=names, guided=bool(names and now.tip), deed=deed, finale=finale)

    def _deed(self, now: Playing, picking: Picking, board: BoardView) -> str:
        """What the pick under the cursor would do, where the board is to say it: in the first matches."""
        writes = board.writes_names and not now.match.has_goal
        asked = now.asked and now.tip and not now.held and not picking.typed
        return picking.foresee(board.cursor) if writes and asked else ""

    def prompt(self, situation: Playing, picking: Picking, board: BoardView) -> str:
        """What may be done now, in a sentence or in a tip of the first match."""
        now = situation
        own = picking.begun or (now.threats and now.marks) or picking.instead_of_enter
        asked = now.asked and not now.held
        guiding = bool(now.tip and asked and not own)
        self.status.guiding = guiding
        touch = self.under.app.has_class("-touch")
        self.status.hiding = "h hides this." if guiding and self.words.hides_hints and not touch else ""
        if not asked or now.ahead or now.stopped:
            showing = not (now.prompt or now.held or now.stopped or now.state.thinking is not None)
            return now.prompt or (self.words.busy if now.tip and showing else "")
        name = phrases.name(now.match, now.match.position.actor)
        pointed = "" if picking.typed or self._deed(now, picking, board) else picking.foresee(board.cursor)
        if pointed or picking.begun:
            return pointed or picking.invitation(name)
        if now.threats and now.marks:
            return picking.legend()
        if now.prompt:
            return now.prompt
        return f"{now.tip if guiding else picking.invitation(name)} {now.goes_on}".rstrip()

    # The end

    def states(self, situation: Playing) -> Mapping[str, bool]:
        return {"analysing": situation.thought is not None}

    def lay_end(self, situation: Playing, stage: Stage) -> bool:
        """Lay the report over seats and record, or take it away."""
        now = situation
        report = now.report if now.over else None
        if self.end and report:
            self.end.tell(report)
            return False
        if not self.end and not report:
            return False
        if self.end:
            self.end.remove()
            self.end = None
        elif report:
            drawn = self.words.writes_end(now.match, report.tone, now.here)
            self.end = EndPanel(report, tuple(self.view.seat_inks(stage.look)), stage.side, drawn, self.moved)
            self.under.mount(self.end)
            new, self._ended = self._ended is not now.match, now.match
            self.end.begin(self._span(now.match, report) * stage.tempo if new else 0.0, stage.frames)
        return True

    def _span(self, match: Match, report: Report) -> float:
        """Seconds that the end is shown for at normal speed."""
        still = self.under.app.animation_level == "none"
        return 0.0 if still else LENGTHS[report.tone] + self.words.podium * len(match.seats)

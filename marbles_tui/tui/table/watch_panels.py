"""What stands around the board of a record: seats, sentences, the timeline, what the review says, the moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from textual.widget import Widget

from marbles_tui.core.frame import Finale, Highlights
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.ending import tone_of
from marbles_tui.table.tasks.watch import Watching
from marbles_tui.tui.games.match_view import MatchView
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.games.view import GameView
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.table.moves import MoveList
from marbles_tui.tui.table.panels import Stage, TablePanels
from marbles_tui.tui.table.timeline import Remarks, Timeline


class WatchPanels(TablePanels):
    """Values in, words out."""

    help_sections = ("Watching a game",)
    title = "Replay"

    def __init__(self, record: Match, view: GameView, words: MatchView) -> None:
        super().__init__(view, words, "replay")
        first, *others = phrases.names(record)
        sides = (first, others[0] if len(others) == 1 else "others")
        self.timeline = Timeline(record.plies, sides, f"{words.span:g}" if words.span else "")
        self.timeline.set_class(record.game.has_kernel, "graph")
        self.remarks, self.moves = Remarks(), MoveList(record)

    def compose(self, board: Widget) -> Iterable[Widget]:
        """The board, and the others below or beside it."""
        return self.around(board, self.timeline, self.remarks, self.moves)

    def show(self, situation: Watching, stage: Stage) -> None:
        """Where the record stands, and what is known of it."""
        now = situation
        self.show_match(now.match, now.mover, "replay", stage)
        ply = now.match.plies
        self.timeline.ply = self.moves.ply = ply
        self.timeline.shares = tuple(now.heights)
        self.timeline.marks = self.moves.signs = now.signs
        self.remarks.remark = now.remark

    def states(self, situation: Watching) -> Mapping[str, bool]:
        return {"remarked": situation.remark is not None}

    def note(self, situation: Watching, board: Any, stage: Stage) -> None:
        """What the game shows below each seat of a board."""
        self.show_trays(situation.match, board, stage)

    def mark(self, situation: Watching, picking: Picking, board: BoardView, marks: Highlights) -> Highlights:
        """What the review says of the move that follows, or how it ended; the names where a story's board writes
        them."""
        now = situation
        names = phrases.names(now.match) if self.words.story and board.writes_names else ()
        if now.better and not now.showing:
            follows = self.words.trace(now.record.moves[now.match.plies])
            marks = Highlights(threats=follows, targets=frozenset(now.better.paths[0][:1]))
        elif now.record.result and now.match.plies == now.record.plies and not now.showing:
            marks = replace(marks, finale=Finale(*tone_of(now.record), phrases.names(now.record)))
        return replace(marks, names=names) if names else marks

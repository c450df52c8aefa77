"""The computer's view of the position, and a line of it tried out on the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from textual.worker import Worker

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.core import AnyPosition
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.lookahead import Lookahead
from marbles_tui.tui.match.view import MatchView
from marbles_tui.tui.widgets.panels import AnalysisPanel
from marbles_tui.tui.widgets.panels.analysis import View


class AnalysisView:
    """What the panel shows while the analysis is on, and the line that is on the board instead of the match."""

    def __init__(
        self,
        panel: AnalysisPanel,
        engine: EngineClient,
        view: MatchView,
        put: Callable[[AnyPosition], None],
        found: Callable[[Analysis], None],
    ) -> None:
        """`put` puts a position on the board; `found` hears what the computer thinks of the match as it stands."""
        self._panel = panel
        self._engine = engine
        self._view = view
        self._put = put
        self._found = found
        self._match: Match | None = None
        self._looking: Worker[None] | None = None
        self.on = False
        self.lookahead: Lookahead | None = None

    def switch(self, match: Match) -> None:
        """Show the computer's view of the match as it stands, or no longer."""
        self.on = not self.on
        self.end_lookahead()
        self.show(match)

    def show(self, match: Match) -> None:
        """The match stands like this now: look at it anew."""
        self._match = match
        if self.lookahead and self.lookahead.match is not match:
            self.end_lookahead()
        self._panel.view, self._panel.excuse = None, ""
        if self._looking:
            self._looking.cancel()
        if self.on and match.turn is None:
            self._panel.excuse = "The game is over."
        elif self.on:
            self._looking = self._panel.screen.run_worker(partial(self._look, match), group="analysis")

    @property
    def thought(self) -> Analysis | None:
        """What is shown of the match as it stands."""
        return self._panel.view.thought if self._panel.view else None

    async def _look(self, match: Match) -> None:
        def report(thought: Analysis) -> None:
            if match is self._match:
                self._report(match, thought)

        thought = await self._engine.analyse(match, report)
        if thought:
            report(thought)
        elif match is self._match:
            self._panel.excuse = "The computer cannot help here."

    def _report(self, match: Match, thought: Analysis) -> None:
        names = phrases.names(match)
        view = View(thought, match.position.actor, names, self._view.clear, self._view.unit, self._view.worth)
        if self.lookahead and self._panel.view:  # a line that is on the board stays there
            kept = replace(self._panel.view.thought, nodes=thought.nodes, seconds=thought.seconds)
            view = replace(self._panel.view, thought=kept)
        self._panel.view = view
        self._found(view.thought)

    # Along a line

    def go_along(self, chosen: int, at: int) -> None:
        """Put the position after `at` moves of one of the best lines on the board; the match stays."""
        view = self._panel.view
        if not view or not self._match:
            return
        lookahead = self.lookahead
        if not lookahead or chosen != view.chosen:
            view = replace(view, chosen=chosen)
            lookahead = Lookahead.along(self._match, view.line)
        self.lookahead = lookahead.to(at)
        self._panel.view = replace(view, at=self.lookahead.at)
        self._put(self.lookahead.position)

    def step(self, moves: int) -> bool:
        """Go so many moves along the line that is shown, or back if negative; whether there is one."""
        view = self._panel.view
        if view:
            self.go_along(view.chosen, (self.lookahead.at if self.lookahead else 0) + moves)
        return view is not None

    def end_lookahead(self) -> bool:
        """Put the match back on the board; whether a line was there."""
        if not self.lookahead:
            return False
        position, self.lookahead = self.lookahead.match.position, None
        if self._panel.view:
            self._panel.view = replace(self._panel.view, at=0)
        self._put(position)
        return True

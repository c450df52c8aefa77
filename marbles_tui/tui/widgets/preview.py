"""A board beside words: how a match stands, how a start looks, how a trail runs."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from textual.containers import Container
from textual.timer import Timer

from marbles_tui.tui.kit.board_view import BoardView

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit


class Preview(Container):
    """A board of any game to look at, not to play on; nothing where there is too little room for it."""

    app: Kit

    _least = 0
    _dealing: Timer | None = None

    def show_board(
        self,
        board: Any,
        kind: type[BoardView],
        least_rows: int = 0,
        seconds: float = 0.0,
    ) -> None:
        """Show a board in place of what was shown, as `kind` shows it. Fewer than `least_rows` are too little room.
        In `seconds` another board is dealt over the last."""
        self._least = max(kind.LEAST_ROWS, least_rows)
        shown = [view for view in self.query(BoardView) if isinstance(view, kind)]
        if shown:
            if seconds and shown[0].frame.board != board:
                self._deal(shown[0], seconds)
            shown[0].rest(board)
            return
        self.clear()
        view = kind(board)
        view.can_focus = False
        self.mount(view)
        self._fit()

    def _deal(self, view: BoardView, seconds: float) -> None:
        began = monotonic()

        def step() -> None:
            share = (monotonic() - began) / seconds
            view.deal(share)
            if share >= 1:
                timer.stop()

        if self._dealing:
            self._dealing.stop()
        view.deal(0.0)
        timer = self._dealing = self.set_interval(1 / self.app.frames, step)

    def on_resize(self) -> None:
        """There is more or less room."""
        self._fit()

    def _fit(self) -> None:
        for view in self.query(BoardView):
            view.visible = self.size.height >= self._least

    def clear(self) -> None:
        """Show none."""
        self.remove_children()

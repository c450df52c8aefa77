"""A board beside words: how a match stands, how a start looks, how a trail runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.containers import Container

from marbles_tui.tui.kit.board_view import BoardView

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit


class Preview(Container):
    """A board of any game to look at, not to play on; nothing where there is too little room for it."""

    app: Kit

    _least = 0

    def show_board(self, board: Any, kind: type[BoardView]) -> None:
        """Show a board in place of what was shown, as `kind` shows it."""
        self._least = kind.LEAST_ROWS
        shown = [view for view in self.query(BoardView) if isinstance(view, kind)]
        if shown:
            shown[0].rest(board)
            return
        self.clear()
        view = kind(board)
        view.can_focus = False
        self.mount(view)
        self._fit()

    def on_resize(self) -> None:
        """There is more or less room."""
        self._fit()

    def _fit(self) -> None:
        for view in self.query(BoardView):
            view.visible = self.size.height >= self._least

    def clear(self) -> None:
        """Show none."""
        self.remove_children()

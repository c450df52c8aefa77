"""The way to a record that is watched, and on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marbles_tui.ai.review import Judgement
from marbles_tui.play import Match, Seat
from marbles_tui.play.rating import unrated
from marbles_tui.play.series import NEW_START, play_on_from
from marbles_tui.table.start import today
from marbles_tui.table.tasks.watch import Watch
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.screens.seating import Seating
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.screens import board_screen
from marbles_tui.tui.table.watch_panels import WatchPanels

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit


def replay_screen(
    app: Kit, record: Match, ply: int = 0, *, playing: bool = True, seeking: bool = False
) -> BoardScreen:
    """A record, opened after so many plies. `playing`: it goes on by itself; `seeking`: to its turning point."""
    view = VIEWS[record.game.key]
    words = view.match()

    async def judge(match: Match, deep: bool) -> Judgement | None:
        return await app.engine.review(match, words.unit, deep)

    def keep(key: str, written: str) -> None:
        app.store.do(lambda store: store.save_review(key, written))

    async def recall() -> None:
        task.know(await app.store.ask(lambda store: store.review(task.key)))

    def leads_on(where: str) -> None:
        _go_on(screen, task, where)

    task = Watch(
        record,
        ply,
        playing=playing,
        seeking=seeking,
        judge=judge,
        keep=keep,
        leads_on=leads_on,
        worth=words.worth,
        span=words.span,
        dot=lambda: app.look.skin.dot,
    )
    screen = board_screen(task, WatchPanels(task.record, view, words), recall)
    return screen


def _go_on(screen: BoardScreen, task: Watch, where: str) -> None:
    """A match or a puzzle from what is shown; or copies of it."""
    app, game, match = screen.app, task.game, task.situation.match

    def seated(seats: tuple[Seat, ...] | None) -> None:
        if seats:
            begun = play_on_from(match, seats, date=today(), random=app.random)
            app.play_match(unrated(begun, NEW_START) if begun.plies else begun)

    if where == "play_on":
        app.push_screen(Seating(game, task.record.seats), seated)
    elif where == "puzzle":
        app.make_puzzle(match)
    elif where == "copy_record":
        copy(app, str(task.record), "record")
    else:
        position = match.position
        copy(app, game.write(position) if game.has_text else game.diagram(position), "position")

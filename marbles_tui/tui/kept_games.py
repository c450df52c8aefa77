"""What is asked about the games that are kept: those without a name, and a database that is damaged."""

from __future__ import annotations

from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play.played import YOU
from marbles_tui.store import MatchStore
from marbles_tui.table.tasks.play import Play
from marbles_tui.table.tasks.task import NO, YES
from marbles_tui.tui.dialogs import Entry, GameMenu, offer
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.table.board_screen import BoardScreen


async def offer_to_adopt(app: Kit, name: str) -> None:
    """Call the person at an open table by a name, and ask whether the games played without one so far shall count
    for it; nothing if there are none."""
    if not name:
        return
    for screen in app.screen_stack:
        if isinstance(screen, BoardScreen) and isinstance(screen.doing, Play):
            screen.doing.call_by_name()
    progress = await app.store.ask(MatchStore.progress, YOU, app.games)
    games = sum(each.total.played + sum(each.left_out.values()) for each in progress.values())
    if not games:
        return
    told = sanitize_line(name, 24)

    async def adopt() -> None:
        adopted = await app.store.ask(MatchStore.adopt, name)
        if adopted is None:
            app.report_trouble()
        else:
            app.notify(f"{plural(adopted, 'game')} now {_count(adopted)} for {told}.", markup=False)

    one = games == 1
    entries = [
        Entry(f"Count {'it' if one else 'them'} for {told}", adopt),
        Entry(f"Leave {'it' if one else 'them'} under You"),
    ]
    if not isinstance(app.screen, GameMenu):
        offer(app, entries, f"{plural(games, 'game')} without a name")


def _count(games: int) -> str:
    return "counts" if games == 1 else "count"


def offer_to_set_aside(app: Kit) -> bool:
    """Say what the damage is, and ask whether the file shall be set aside; False where something else is asked."""

    async def answered(answer: object) -> None:
        if answer != YES:
            told = "Your games are not saved."
            app.notify(told, title="Saved games", severity="warning", timeout=3, markup=False)
            return
        if aside := await app.store.ask(MatchStore.set_aside):
            named = f"is now {aside}" if app.face.files else "is kept"
            told = f"The damaged file {named}. Games are saved in a new one."
            app.notify(told, title="Saved games", timeout=12, markup=False)
        app.report_trouble()

    if isinstance(app.screen, GameMenu):
        return False
    entries = [Entry("Set it aside and start a new file", YES), Entry("Leave it: nothing is saved", NO)]
    app.push_screen(GameMenu(entries, "The saved games are damaged", app.store_trouble), answered)
    return True

"""What is done with a database that is damaged: it makes room for a new one, and is never deleted."""

from __future__ import annotations

from marbles_tui.store import MatchStore
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.kit_app import Kit


def offer_to_set_aside(app: Kit) -> None:
    """Ask whether the damaged file shall be set aside."""

    async def chosen(action: str | None) -> None:
        aside = await app.store.ask(MatchStore.set_aside) if action else None
        if aside:
            named = f"is now {aside}" if app.face.files else "is kept"
            told = f"The damaged file {named}. Games are saved in a new one."
            app.notify(told, title="Saved games", timeout=12, markup=False)
        app.report_trouble()

    entries = [
        ("aside", "Set it aside and start a new file"),
        ("", "Leave it: nothing is saved"),
    ]
    if not isinstance(app.screen, GameMenu):
        app.push_screen(GameMenu(entries, "The saved games are damaged", app.store_trouble), chosen)

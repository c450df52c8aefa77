"""Matches that go into the library and come out of it while it is on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual.worker import get_current_worker

from marbles_tui.core import Game
from marbles_tui.core.text import plural
from marbles_tui.play import game_of
from marbles_tui.play.series import SEED
from marbles_tui.store import MatchStore
from marbles_tui.store.files import write_file
from marbles_tui.store.library import Filter, Imported, estimate
from marbles_tui.store.paths import data_folder
from marbles_tui.tui.dialogs import AskFile, GameMenu, replace_or_leave
from marbles_tui.tui.face import Exchange
from marbles_tui.tui.kit_app import Kit

if TYPE_CHECKING:
    from marbles_tui.tui.pages.library import LibraryScreen

MOST_IMPORTED: Final = 500_000_000
"""Bytes of a file that may be imported."""

EXPORT: Final = "matches.txt"
"""The file that is proposed for an export."""


def text_of(path: str) -> str:
    """The text of a file that is to be imported. Raises OSError or ValueError."""
    file = Path(path)
    if file.stat().st_size > MOST_IMPORTED:
        raise ValueError(f"it is larger than {MOST_IMPORTED:,} bytes")
    if not file.is_file():
        raise ValueError("it is not a file")
    return file.read_bytes().decode("utf-8-sig")


def only_game(text: str, chosen: str, games: Sequence[Game]) -> Game | None:
    """The game that a file without tags is read by: the one chosen in the filter, or the one that fits."""
    if "[" in text:
        return None
    named = next((game for game in games if game.key == chosen), None)
    return named or game_of(text, games)


def exported(place: Path, which: Filter, number: int | None) -> tuple[int, str]:
    """The record of the match of that id, or those of all that a filter lists, as one text; and how many they are.
    Opens the database at `place` anew: long work must not hold up what is being saved."""
    store = MatchStore.open(place)
    records = list(store.library.records(which)) if number is None else [store.library.record(number)]
    store.close()
    return len(records), "\n".join(f"{record.strip()}\n" for record in records)


def export(place: Path, path: str, which: Filter, number: int | None) -> str:
    """Write the match of that id, or all that a filter lists, to a file, whatever is there; what came of it in a
    sentence."""
    count, text = exported(place, which, number)
    try:
        write_file(path, text, asked=True)
    except ValueError as error:
        return str(error)
    return f"{count:,} exported to {path}."


BEGUN_HERE: Final = f"[{SEED} "
"""Stands in the record of every game that was begun at a table of an arcade."""


class Transfer:
    """Asks for files, and reads and writes them in threads that a library screen hears of."""

    def __init__(self, screen: LibraryScreen) -> None:
        self._screen = screen
        self._importing = False

    @property
    def _app(self) -> Kit:
        return self._screen.app

    def export(self, number: int, which: Filter, count: int) -> None:
        """Write the match of that id, or all `count` that a filter lists, after asking which and where to."""

        def chosen(action: str | None) -> None:
            wanted = number if action == "one" else None
            if action and (exchange := self._app.face.exchange):
                found, text = exported(self._app.store.place, which, wanted)
                exchange.offer(EXPORT, text)
                told = f"{plural(found, 'game')} exported: {EXPORT} goes to your downloads."
                self._app.notify(told, timeout=8, markup=False)  # the list is about to be read anew
            elif action:
                self._ask_for_export(which, wanted)

        entries = [("one", "This game"), ("all", f"All {count:,} shown"), ("", "Cancel")]
        self._app.push_screen(GameMenu(entries, "Export"), chosen)

    def _ask_for_export(self, which: Filter, number: int | None) -> None:
        def write(file: str) -> None:
            self._screen.run_worker(partial(self._export, file, which, number), thread=True, group="export")

        def named(path: str | None) -> None:
            if path:
                replace_or_leave(self._app, path, write)

        self._app.push_screen(AskFile("Export to", str(data_folder() / EXPORT)), named)

    def _export(self, file: str, which: Filter, number: int | None) -> None:
        told = export(self._app.store.place, file, which, number)
        self._app.call_from_thread(self._screen.say, told)

    def import_or_stop(self, game: str) -> None:
        """Import a file that is asked for, one without tags as matches of `game`; or stop the import that goes on."""
        if self._importing:
            self._screen.workers.cancel_group(self._screen, "import")
            return
        if exchange := self._app.face.exchange:
            self._screen.run_worker(partial(self._pick, exchange, game), exclusive=True, group="pick")
            return

        def named(path: str | None) -> None:
            if path:
                self._begin(lambda: text_of(path), game, path)

        self._app.push_screen(AskFile("Import which file?"), named)

    async def _pick(self, exchange: Exchange, game: str) -> None:
        """Import the file that is chosen in the browser."""
        try:
            picked = await exchange.pick()
        except ValueError as error:
            self._screen.say(f"The file cannot be imported: {error}")
            return
        if picked:
            self.import_text(picked.text, game)

    def import_text(self, text: str, game: str) -> None:
        """Import the matches of a text, those of one without tags as matches of `game`; nothing while another import
        goes on."""
        if self._importing:
            return
        self._screen.say("Importing...")
        self._screen.call_after_refresh(self._begin, lambda: text, game)

    def _begin(self, read: Callable[[], str], game: str, name: str = "The text", own: bool = False) -> None:
        work = partial(self._import, read, game, name, own)
        self._screen.run_worker(work, thread=True, exclusive=True, group="import")

    def _import(self, read: Callable[[], str], game: str, name: str, own: bool = False) -> None:
        worker, app, screen = get_current_worker(), self._app, self._screen
        try:
            text = read()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            app.call_from_thread(screen.say, f"{name} cannot be imported: {reason}")
            return
        self._importing = True
        about = estimate(text)
        store = MatchStore.open(app.store.place)

        def going_on(done: Imported) -> bool:
            if not worker.is_cancelled:
                share = min(99, 100 * done.seen // max(1, about))
                app.call_from_thread(
                    screen.say, f"{done.seen:,} of about {about:,} games, {share}%; i stops."
                )
            return not worker.is_cancelled

        try:
            only = only_game(text, game, app.games)
            done = store.library.import_(text, app.games, only, going_on, own=own)
        finally:
            self._importing = False
            store.close()
        if app.is_running:
            faults = f" {done.faults[0]}" if done.faults else ""
            app.call_from_thread(screen.imported, f"{done.words}{faults}")
            if done.taken and not own and BEGUN_HERE in text:
                app.call_from_thread(self._ask_whose, text, game)

    def _ask_whose(self, text: str, game: str) -> None:
        """Ask whether games that an arcade has written, and that have just come in, are the user's own."""

        def chosen(action: str | None) -> None:
            if action:
                self._begin(lambda: text, game, own=True)

        entries = [("", "Somebody else's: keep them apart"), ("own", "My own: count them")]
        if self._screen.is_current:
            self._app.push_screen(GameMenu(entries, "Whose games are these?"), chosen)

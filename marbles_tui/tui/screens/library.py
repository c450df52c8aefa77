"""The library: all matches, filtered as one types, to go on with, to watch, to review, to pass on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.reading import read_match
from marbles_tui.store import Store
from marbles_tui.store.boards import write_file
from marbles_tui.store.library import STATES, Entry, Filter, Imported, Library, estimate
from marbles_tui.store.paths import data_folder, expanded
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.screens.ask_file import AskFile, replace_or_leave
from marbles_tui.tui.screens.game_menu import GameMenu
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.field import Field
from marbles_tui.tui.widgets.panels import Key, KeyLine, TooSmall, TopLine
from marbles_tui.tui.widgets.panels.match_list import MatchList
from marbles_tui.tui.widgets.preview import Preview

if TYPE_CHECKING:
    from marbles_tui.core import Game
    from marbles_tui.tui.app import Arcade

MOST_IMPORTED = 500_000_000
"""Bytes of a file that may be taken in."""

EXPORT = "matches.txt"


class LibraryScreen(ArcadeScreen[None]):
    """A list of matches below the rows that filter it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="library.back"),
        Binding("q", "app.pop_screen", "Leave", id="library.leave"),
        Binding("slash,f", "filter", "Filter", id="library.filter"),
        Binding("w", "watch", "Watch", id="library.watch"),
        Binding("v", "review", "Review", id="library.review"),
        Binding("c", "copy", "Copy", id="library.copy"),
        Binding("x", "export", "Export", id="library.export"),
        Binding("i", "import_file", "Import", id="library.import"),
        Binding("d,delete", "delete", "Delete", id="library.delete"),
        Binding("u", "undo", "Undo", id="library.undo"),
        Binding("t", "app.statistics", "Statistics", id="library.statistics"),
    ]

    CSS = """
    LibraryScreen #filters { height: auto; padding: 1 2; }
    LibraryScreen.-short #filters { padding: 0 2; }
    LibraryScreen #preview { height: 1fr; margin: 1 0 0 0; display: none; }
    LibraryScreen.-tall #preview { display: block; }
    LibraryScreen #said { height: 1; padding: 0 2; color: $text-muted; }
    """

    app: Arcade

    def __init__(self) -> None:
        super().__init__()
        self._deleted: list[int] = []
        self._importing = False

    def compose(self) -> ComposeResult:
        """Top line, filters, matches, keys."""
        games = [("", "all games"), *((game.key, game.title) for game in self.app.games)]
        yield TopLine()
        with Vertical(id="filters"):
            yield Field("Find", "", placeholder="a name, a level, a game", most=60, id="words")
            yield Choice("Game", games, id="game")
            yield Choice("Matches", [(state, state) for state in STATES], id="state")
        yield MatchList(id="matches")
        yield Preview(id="preview")
        yield Static(id="said", markup=False)
        yield KeyLine()
        yield TooSmall()

    @property
    def library(self) -> Library:
        """The matches of the arcade's store."""
        return Library(self.app.store)

    def on_mount(self) -> None:
        """Show them all."""
        self.dress()
        self.query_one(KeyLine).keys = (
            Key("enter", "open"),
            Key("/", "filter", "screen.filter"),
            Key("w", "watch", "screen.watch"),
            Key("i", "import", "screen.import_file"),
            Key("q", "leave", "app.pop_screen"),
            Key("v", "review", "screen.review"),
            Key("x", "export", "screen.export"),
            Key("d", "delete", "screen.delete"),
            Key("u", "undo", "screen.undo"),
            Key("c", "copy", "screen.copy"),
            Key("t", "statistics", "app.statistics"),
        )
        self.library.purge()
        self.list_matches()
        self.query_one(MatchList).focus()

    def dress(self) -> None:
        """Draw in the app's skin."""
        top = self.query_one(TopLine)
        top.headline, top.skin = "Library", self.app.look.skin

    def on_screen_resume(self) -> None:
        """A match may have been played on meanwhile."""
        if self.query(MatchList):
            self.list_matches()

    # Listing

    @property
    def filter(self) -> Filter:
        """What the rows ask for."""
        game, state = self.query_one("#game", Choice).value, self.query_one("#state", Choice).value
        return Filter(game, state, self.query_one("#words", Input).value)

    @on(Choice.Changed)
    @on(Input.Changed, "#words")
    def list_matches(self) -> None:
        """Read the list anew."""
        which, library = self.filter, self.library
        count = library.count(which)
        self.query_one(MatchList).fill(count, lambda first: library.page(which, first))
        self.query_one(TopLine).note = plural(count, "match")
        if self.app.store.trouble:
            self.say(self.app.store.trouble)
        elif not count and which == Filter():
            self.say("No match has been kept yet. Play one, or take in a file with i.")
        else:
            self.say("" if count else "No match is like that.")

    @on(MatchList.Pointed)
    def _pointed(self, message: MatchList.Pointed) -> None:
        """Show how the match stands, where there is room."""
        if message.entry is None:
            self._lay_out(None)
        elif self.query_one(Preview).display:
            self._read(self.library.record(message.entry.id))

    @work(thread=True, exclusive=True, group="preview")
    def _read(self, record: str) -> None:
        worker = get_current_worker()
        match = read_match(record, self.app.games).match
        if worker.is_cancelled or not self.app.is_running:
            return
        self.call_later(self._lay_out, match)

    def _lay_out(self, match: Match | None) -> None:
        """Put the board of a match below the list; None puts none there."""
        if match:
            self.query_one(Preview).show_board(match.game.key, match.position.board)
        else:
            self.query_one(Preview).clear()

    def say(self, sentence: str) -> None:
        """Say something below the list; to one who has left the library meanwhile, in a corner."""
        told = sanitize_line(sentence, 300)
        if self.query("#said"):
            self.query_one("#said", Static).update(told)
        else:
            self.app.notify(told, title="Library", markup=False)

    @on(Input.Submitted, "#words")
    def _found(self) -> None:
        self.query_one(MatchList).focus()

    def action_filter(self) -> None:
        """To the line where one types what to find."""
        self.query_one("#words").focus()

    def action_back(self) -> None:
        """From the filters to the list; from the list away."""
        if self.query_one(MatchList).has_focus:
            self.app.pop_screen()
        else:
            self.query_one(MatchList).focus()

    # What can be done with a match

    @on(MatchList.Taken)
    def _taken(self, message: MatchList.Taken) -> None:
        entry = message.entry
        if entry.finished:
            self.action_watch()
        elif not self.app.resume(entry.id):
            self.say("This match cannot be read any more; export it to look at it.")

    def _match(self) -> tuple[Entry, Match] | None:
        """The match pointed at; None, and why is said, if there is none that can be read."""
        entry = self.query_one(MatchList).pointed
        if entry is None:
            self.say("There is no match to do that with.")
            return None
        reading = read_match(self.library.record(entry.id), self.app.games)
        if reading.match is None:
            self.say(
                f"This match cannot be read: {reading.fault.message if reading.fault else 'it is empty'}"
            )
            return None
        return entry, reading.match

    def action_watch(self) -> None:
        """Watch it from its start."""
        if found := self._match():
            self.app.open_replay(found[1])

    def action_review(self) -> None:
        """Let the computer go through it."""
        if found := self._match():
            self.app.open_replay(found[1], found[1].plies, playing=False)
            self.app.call_after_refresh(self.app.screen.run_action, "review")

    def action_copy(self) -> None:
        """Its record, to the clipboard and to a file."""
        if entry := self.query_one(MatchList).pointed:
            copy(self.app, self.library.record(entry.id), "record")

    def action_delete(self) -> None:
        """Delete it; u brings it back."""
        entry = self.query_one(MatchList).pointed
        if entry and self.library.delete(entry.id):
            self._deleted.append(entry.id)
            self.list_matches()
            self.say("Deleted; u brings it back.")

    def action_undo(self) -> None:
        """Bring back what was deleted last."""
        if self._deleted and self.library.restore(self._deleted[-1]):
            self._deleted.pop()
            self.list_matches()
            self.say("It is back.")
        else:
            self.say("There is nothing to bring back.")

    # In and out

    def action_export(self) -> None:
        """Write one match, or all that are shown, to a file."""
        entry = self.query_one(MatchList).pointed
        if entry is None:
            self.say("There is no match to write.")
            return
        which = self.filter
        count = self.library.count(which)

        def chosen(action: str | None) -> None:
            if action:
                one = entry.id if action == "one" else None

                def named(path: str | None) -> None:
                    if path:
                        replace_or_leave(
                            self.app, expanded(path), lambda file: self._export(file, which, one)
                        )

                self.app.push_screen(AskFile("Write to", str(data_folder() / EXPORT)), named)

        entries = [("one", "This match"), ("all", f"All {count:,} that are shown"), ("", "None")]
        self.app.push_screen(GameMenu(entries, "Export"), chosen)

    @work(thread=True, group="export")
    def _export(self, path: str, which: Filter, one: int | None) -> None:
        library = Library(Store.open(self.app.store.place))  # a connection belongs to one thread
        records = list(library.records(which)) if one is None else [library.record(one)]
        try:
            write_file(path, "\n".join(f"{record.strip()}\n" for record in records))
            told = f"{len(records):,} written to {path}."
        except ValueError as error:
            told = str(error)
        library.store.close()
        self.app.call_from_thread(self.say, told)

    def action_import_file(self) -> None:
        """Take in a file; once more while that goes on, stop it."""
        if self._importing:
            self.workers.cancel_group(self, "import")
            return

        def named(path: str | None) -> None:
            if path:
                self._import(path)

        self.app.push_screen(AskFile("Take in which file?"), named)

    @work(thread=True, exclusive=True, group="import")
    def _import(self, path: str) -> None:
        worker, say = get_current_worker(), self.app.call_from_thread
        file = Path(expanded(path))
        try:
            if file.stat().st_size > MOST_IMPORTED:
                raise ValueError(f"it is larger than {MOST_IMPORTED:,} bytes")
            if not file.is_file():
                raise ValueError("it is no file")
            text = file.read_bytes().decode("utf-8-sig")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            say(self.say, f"{path} cannot be taken in: {reason}")
            return
        self._importing = True
        about = estimate(text)
        library = Library(Store.open(self.app.store.place))

        def going_on(done: Imported) -> bool:
            if not worker.is_cancelled:
                share = min(99, 100 * done.seen // max(1, about))
                say(self.say, f"{done.seen:,} of about {about:,} matches, {share} %; i stops.")
            return not worker.is_cancelled

        try:
            done = library.import_(text, self.app.games, self._only_game(text), going_on)
        finally:
            self._importing = False
            library.store.close()
        if self.app.is_running:
            faults = f" {done.faults[0]}" if done.faults else ""
            say(self._imported, f"{done.words}{faults}")

    def _only_game(self, text: str) -> Game | None:
        """The game that a file without tags is read by: the one chosen in the filter, or the one that fits."""
        if "[" in text:
            return None
        chosen = self.query_one("#game", Choice).value
        named = next((game for game in self.app.games if game.key == chosen), None)
        return named or next((game for game in self.app.games if game.expand(text.split("\n")[0])), None)

    def _imported(self, told: str) -> None:
        if self.query(MatchList):
            self.list_matches()
        self.say(told)

"""The library: all matches, filtered as one types, to go on with, to watch, to review, to pass on."""

from __future__ import annotations

import asyncio
from math import inf
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from marbles_tui.core.text import capitalized, plural, sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.reading import read_match
from marbles_tui.store import MatchStore
from marbles_tui.store.library import PAGE, STATES, Filter, Order
from marbles_tui.store.rows import Entry
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.library_transfer import Transfer
from marbles_tui.tui.pasted import AFTER_PASTE
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.field import Field
from marbles_tui.tui.widgets.panels import Key, KeyLine, TopLine
from marbles_tui.tui.widgets.panels.match_columns import MatchHeading
from marbles_tui.tui.widgets.panels.match_list import MatchList
from marbles_tui.tui.widgets.preview import Preview

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


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
        Binding("m", "mark", "Favourite", id="library.mark"),
        Binding("o", "sort", "Sort", id="library.sort"),
        Binding("O", "turn_round", "Sort the other way", id="library.turn_round"),
        Binding("d,delete", "delete", "Delete", id="library.delete"),
        Binding("u", "undo", "Undo", id="library.undo"),
        Binding("t", "app.statistics", "Statistics", id="library.statistics"),
    ]

    CSS = """
    LibraryScreen #filters { height: auto; padding: 1 2; }
    LibraryScreen.-short #filters { padding: 0 2; }
    LibraryScreen #preview { height: 1fr; margin: 1 0 0 0; display: none; }
    LibraryScreen.-tall #preview { display: block; }
    LibraryScreen #said { height: auto; min-height: 1; max-height: 3; padding: 0 2; color: $text-muted; }
    """

    app: Arcade
    help_page = "library"

    def __init__(self) -> None:
        super().__init__()
        self._transfer = Transfer(self)
        self._sayings = 0
        self._pasted = -inf

    def compose(self) -> ComposeResult:
        """Top line, filters, matches, keys."""
        games = [("", "all games"), *((game.key, game.title) for game in self.app.games)]
        yield TopLine()
        with Vertical(id="filters"):
            yield Field("Find", "", placeholder="a name, a level, a game", most=60, id="words")
            yield Choice("Game", games, id="game")
            yield Choice("Show", [(state, state) for state in STATES], id="state")
        yield MatchHeading(id="heading")
        yield MatchList(id="matches")
        yield Preview(id="preview")
        yield Static(id="said", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show them all."""
        self.dress()
        keys = (
            Key("enter", "open"),
            Key("/", "filter", "screen.filter"),
            Key("o", "sort", "screen.sort"),
            Key("m", "favourite", "screen.mark"),
            Key("d", "delete", "screen.delete"),
            Key("x", "export", "screen.export"),
            Key("w", "watch", "screen.watch"),
            Key("?", "help", "app.help"),
            Key("i", "import", "screen.import_file"),
            Key("q", "leave", "app.pop_screen"),
            Key("v", "review", "screen.review"),
            Key("u", "undo", "screen.undo"),
            Key("c", "copy", "screen.copy"),
            Key("t", "statistics", "app.statistics"),
        )
        self.query_one(KeyLine).keys = (
            keys
            if self.app.face.transfers
            else tuple(key for key in keys if key.action not in ("screen.import_file", "screen.export"))
        )
        self.app.store.do(lambda store: store.library.purge())
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
        """Read the list anew, and say how it is; what is said meanwhile counts more."""
        self._list_matches(self.filter, self.query_one(MatchHeading).order, self._sayings)

    @work(exclusive=True, group="list")
    async def _list_matches(self, which: Filter, order: Order, sayings: int) -> None:
        matches = self.query_one(MatchList)
        first = matches.at // PAGE * PAGE

        def listed(store: MatchStore) -> tuple[int, list[Entry], str]:
            count = store.library.count(which)
            page = store.library.page(which, first if first < count else 0, order=order)
            return count, page, store.library.faults

        count, page, faults = await self.app.store.ask(listed)
        matches.fill(
            count,
            first if first < count else 0,
            page,
            lambda start: self.app.store.ask(lambda store: store.library.page(which, start, order=order)),
        )
        self.query_one(TopLine).note = plural(count, "game")
        if self.app.store_trouble:
            self.say(self.app.store_trouble)
        elif self._sayings != sayings:
            return
        elif faults:
            self.say(capitalized(faults))
        elif not count and which == Filter():
            way_in = ", or import a file with i" if self.app.face.transfers else ""
            self.say(f"No games yet. Play one{way_in}.")
        else:
            self.say("" if count else "No games found.")

    @on(MatchList.Pointed)
    def _pointed(self, message: MatchList.Pointed) -> None:
        """Show how the match stands, where there is room."""
        if message.entry is None:
            self._lay_out(None)
        elif self.query_one(Preview).display:
            self._preview(message.entry.id)

    @work(exclusive=True, group="preview")
    async def _preview(self, number: int) -> None:
        record = await self.app.store.ask(lambda store: store.library.record(number))
        self._lay_out((await asyncio.to_thread(read_match, record, self.app.games)).match)

    def _lay_out(self, match: Match | None) -> None:
        """Put the board of a match below the list; None puts none there."""
        if match:
            self.query_one(Preview).show_board(match.game.key, match.position.board)
        else:
            self.query_one(Preview).clear()

    def say(self, sentence: str) -> None:
        """Say something below the list; to one who has left the library meanwhile, in a corner."""
        told = sanitize_line(sentence, 300)
        self._sayings += 1
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

    # Sorting

    @on(MatchHeading.Chosen)
    def _sorted(self, message: MatchHeading.Chosen) -> None:
        self._sort(self.query_one(MatchHeading).order.chosen(message.by))

    def action_sort(self) -> None:
        """Sort by the next column."""
        self._sort(self.query_one(MatchHeading).order.following)

    def action_turn_round(self) -> None:
        """Sort the other way round."""
        self._sort(self.query_one(MatchHeading).order.other_way)

    def _sort(self, order: Order) -> None:
        """Show the beginning of the list in another order."""
        self.query_one(MatchHeading).order = order
        self.query_one(MatchList).action_end(0)
        self.list_matches()

    # What can be done with a match

    @on(MatchList.Taken)
    def _taken(self, message: MatchList.Taken) -> None:
        if message.entry.open:
            self._go_on_with(message.entry)
        else:
            self._watch(message.entry, playing=False)

    @work(exclusive=True, group="open")
    async def _go_on_with(self, entry: Entry) -> None:
        if trouble := await self.app.resume(entry.id):
            way_out = "; export it to look at it" if self.app.face.transfers else ""
            self.say(f"This game cannot be read: {trouble}{way_out}.")

    def _pointed_at(self) -> Entry | None:
        """The match pointed at; if there is none, that is said."""
        entry = self.query_one(MatchList).pointed
        if entry is None:
            self.say("No game is selected.")
        return entry

    async def _record(self, entry: Entry) -> str:
        return await self.app.store.ask(lambda store: store.library.record(entry.id))

    async def _match(self, entry: Entry) -> Match | None:
        """A match to be shown; None, and why is said, if it cannot be read."""
        reading = await asyncio.to_thread(read_match, await self._record(entry), self.app.games)
        if reading.match is None:
            self.say(f"This game cannot be read: {reading.fault.message if reading.fault else 'it is empty'}")
        return reading.match

    def action_watch(self) -> None:
        """Watch it from its start."""
        if entry := self._pointed_at():
            self._watch(entry)

    @work(exclusive=True, group="open")
    async def _watch(self, entry: Entry, playing: bool = True) -> None:
        """Open a replay, which waits to be played unless it is to be watched."""
        if match := await self._match(entry):
            self.app.open_replay(match, playing=playing)

    def action_review(self) -> None:
        """Let the computer go through it."""
        if entry := self._pointed_at():
            self._review(entry)

    @work(exclusive=True, group="open")
    async def _review(self, entry: Entry) -> None:
        if match := await self._match(entry):
            self.app.open_replay(match, match.plies, playing=False)
            self.app.call_after_refresh(self.app.screen.run_action, "review")

    def action_copy(self) -> None:
        """Its record, to the clipboard and to a file."""
        if entry := self._pointed_at():
            self._copy(entry)

    @work(group="copy")
    async def _copy(self, entry: Entry) -> None:
        copy(self.app, await self._record(entry), "record")

    def action_mark(self) -> None:
        """Make it a favourite, or no favourite any more."""
        if entry := self._pointed_at():
            self._mark(entry)

    @work(group="mark")
    async def _mark(self, entry: Entry) -> None:
        favourite = not entry.favourite
        if await self.app.store.ask(lambda store: store.library.mark(entry.id, favourite)):
            self.list_matches()
            self.say(
                "Marked as a favourite. m again takes the star away."
                if favourite
                else "No longer a favourite."
            )
        elif self.app.store_trouble:
            self.say(self.app.store_trouble)

    def action_delete(self) -> None:
        """Delete it; u restores it."""
        if entry := self._pointed_at():
            self._delete(entry.id)

    @work(group="delete")
    async def _delete(self, number: int) -> None:
        if await asyncio.shield(self.app.store.ask(lambda store: store.library.delete(number))):
            self.list_matches()
            self.say("Deleted. u restores it.")

    @work(group="delete")
    async def action_undo(self) -> None:
        """Restore what was deleted last, also before the library was opened."""
        number = await self.app.store.ask(lambda store: store.library.last_deleted())
        if number is None:
            self.say("Nothing to restore.")
        elif await asyncio.shield(self.app.store.ask(lambda store: store.library.restore(number))):
            self.list_matches()
            self.say("Restored.")
        else:
            self.say(self.app.store_trouble or "This game is gone for good.")

    # In and out

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Files are for those at this machine; what follows a paste for a moment is no typing."""
        del parameters
        if asyncio.get_running_loop().time() < self._pasted + AFTER_PASTE:
            return False
        return self.app.face.transfers or action not in ("export", "import_file")

    def action_export(self) -> None:
        """Write one match, or all that are shown, to a file."""
        if entry := self._pointed_at():
            self._transfer.export(entry.id, self.filter, self.query_one(MatchList).count)

    def action_import_file(self) -> None:
        """Import a file; once more while that goes on, stop it."""
        self._transfer.import_or_stop(self.query_one("#game", Choice).value)

    def on_paste(self, event: events.Paste) -> None:
        """Import what is pasted."""
        event.stop()
        self._pasted = asyncio.get_running_loop().time()
        if self.app.face.transfers:
            self._transfer.import_text(event.text, self.query_one("#game", Choice).value)

    def imported(self, told: str) -> None:
        """Matches have come in: list them, and say how many."""
        if self.query(MatchList):
            self.list_matches()
        self.say(told)

"""The library: all matches, filtered as one types, to go on with, to watch, to review, to pass on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input
from textual.worker import get_current_worker

from marbles_tui.ai.review import is_whole, key_of, read_judgements, shares, turning_points
from marbles_tui.core import Game
from marbles_tui.core.text import capitalized, plural, sanitize_line
from marbles_tui.play import Match, game_of
from marbles_tui.play.reading import read_match
from marbles_tui.play.series import SEED
from marbles_tui.store import MatchStore
from marbles_tui.store.files import data_folder, write_file
from marbles_tui.store.library import PAGE, Filter, Imported, Order, estimate
from marbles_tui.store.rows import BETWEEN, MatchEntry, score_of
from marbles_tui.table.assessment import remark
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.dialogs import AskFile, Entry, offer, replace_or_leave
from marbles_tui.tui.games import VIEWS, game_name
from marbles_tui.tui.kit.canvas_widget import OnGround
from marbles_tui.tui.kit.form import Filters, Find, Group
from marbles_tui.tui.kit.lines import WHICH, Cell, Key, Row
from marbles_tui.tui.kit.shelf import Item, RowList, SmallBoard
from marbles_tui.tui.page import Shelf
from marbles_tui.tui.pasted import AFTER_PASTE
from marbles_tui.tui.table.analysis import Timeline

if TYPE_CHECKING:
    from marbles_tui.tui.face import Exchange

STATES: Final = ("all", "won", "lost", "drawn", "unfinished", "finished", "favourites", "imported")
"""What the page lists."""

SAID: Final = {"unfinished": "open"}
"""What is called otherwise there, as in the list itself."""

ENDED: Final = {1.0: ("won", "$accent"), 0.5: ("drawn", "$secondary"), 0.0: ("lost", "$text-muted")}
"""How a match ended for somebody, and the colour of that."""

HELD: Final = 0.15
"""Seconds between two rows that are passed with a key held down: what one does not stop at is not read."""

SHORT_DAY: Final = 10
"""Columns of a day in a list that has few; a day of the month of another year can have one more."""

DAY_SINCE: Final = 33
"""Columns from which on the day is told beside the board."""

BEFORE: Final = 16
"""Plies that are played before the one at which a board rests."""


class Told(NamedTuple):
    """What is told of a match: itself, who was ahead, where it turned and how."""

    match: Match
    shares: tuple[float | None, ...] = ()
    ply: int = 0
    turn: str = ""


class Pages(Sequence[Item | None]):
    """Rows of which only the pages that are seen are read."""

    def __init__(self, count: int, item: Callable[[MatchEntry], Item], ask: Callable[[int], object]) -> None:
        """So many rows, each made of its entry; `ask` has a page read."""
        self._count, self._item, self._ask = count, item, ask
        self.read: dict[int, list[MatchEntry]] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> Item | None:  # type: ignore[override]  # no list takes a part of its rows
        if not 0 <= at < self._count:
            raise IndexError(at)
        page = self.read.get(at // PAGE)
        if page is None:
            self._ask(at // PAGE)
            return None
        return self._item(page[at % PAGE]) if at % PAGE < len(page) else None


class Ahead(Timeline):
    """Who was ahead, on the ground of the stage."""

    look = OnGround.look


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
    return file.read_bytes().decode("utf-8")


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


BEGUN_HERE: Final = f"[{SEED} "
"""Stands in the record of every game that was begun at a table of an arcade."""


class LibraryScreen(Shelf[None]):
    """Filters, a list of matches, and the one that is pointed at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="library.back"),
        Binding("q", "app.pop_screen", "Leave", id="library.leave"),
        Binding("slash,f", "find", "Find", id="library.filter"),
        Binding("left", "change('game', -1)", "Game before", show=False, id="library.before"),
        Binding("right", "change('game', 1)", "Next game", show=False, id="library.next"),
        Binding("w", "act('watch')", "Watch", id="library.watch"),
        Binding("y,v", "act('review')", "Review", id="library.review"),
        Binding("c", "act('copy')", "Copy", id="library.copy"),
        Binding("x", "act('export')", "Export", id="library.export"),
        Binding("i", "import_file", "Import", id="library.import"),
        Binding("m", "act('mark')", "Favourite", id="library.mark"),
        Binding("o", "sort", "Sort", id="library.sort"),
        Binding("O", "turn_round", "Sort the other way", id="library.turn_round"),
        Binding("d,delete", "act('delete')", "Delete", id="library.delete"),
        Binding("u", "undo", "Undo", id="library.undo"),
        Binding("t", "app.page('statistics')", "Statistics", id="library.statistics"),
    ]

    TITLE_LINE, help_page = "Library", "library"

    BESIDE = (partial(Find, placeholder="find a name, a game", max_length=60, id="words"), Filters)
    LEFT = ("heading", partial(RowList, finds=False), "said")
    STAGE = ("who", SmallBoard, partial(Ahead, 0), "turn")

    def __init__(self) -> None:
        super().__init__()
        self._importing = False
        self._sayings = 0
        self._pasted = -inf
        self._passed = -inf
        self._told: Told | None = None
        self.order = Order()

    def on_mount(self) -> None:
        """Show them all."""
        games = [("", "all"), *((game.key, game.name) for game in self.app.games)]
        states = Group("state", "show", [(state, SAID.get(state, state)) for state in STATES])
        self.query_one(Filters).groups = (Group("game", "game", games), states)
        self._show_heading()
        self._show_match(None, None)
        files = [Key("x", "export", "screen.act('export')"), Key("i", "import", "screen.import_file")]
        files = files if self.app.face.transfers else []
        self.show_keys(
            Key("enter", "open"),
            Key("/", "find", "screen.find"),
            Key(WHICH, "game"),
            Key("o", "sort", "screen.sort"),
            Key("m", "favourite", "screen.act('mark')"),
            Key("d", "delete", "screen.act('delete')"),
            *files[:1],
            Key("y", "review", "screen.act('review')"),
            Key("w", "watch", "screen.act('watch')"),
            *files[1:],
            Key("u", "undo", "screen.undo"),
            Key("c", "copy", "screen.act('copy')"),
            Key("t", "statistics", "app.page('statistics')"),
        )
        self.app.store.do(lambda store: store.library.purge())

    # Listing

    @property
    def filter(self) -> Filter:
        """What is asked for."""
        value = self.query_one(Filters).value
        return Filter(
            value("game"), value("state"), self.query_one("#words", Input).value, self.app.settings.name
        )

    @on(Filters.Changed)
    @on(Input.Changed, "#words")
    def read(self) -> object:
        """Read the list anew, and say how it is; what is said meanwhile counts more."""
        return self._list_matches(self.filter, self.order, self._sayings)

    @work(exclusive=True, group="list")
    async def _list_matches(self, which: Filter, order: Order, sayings: int) -> None:
        matches = self.rows
        first = matches.at // PAGE * PAGE

        def listed(store: MatchStore) -> tuple[int, list[MatchEntry], str]:
            count = store.library.count(which)
            page = store.library.page(which, first if first < count else 0, order=order)
            return count, page, store.library.faults

        async def read(start: int) -> list[MatchEntry]:
            return await self.app.store.ask(lambda store: store.library.page(which, start, order=order))

        count, page, faults = await self.app.store.ask(listed)
        pages = Pages(count, self._item, lambda number: self._ask_for(pages, number, read))
        pages.read[first // PAGE if first < count else 0] = page
        matches.show(pages, matches.at)
        self.note(plural(count, "game"))
        if self.app.store_trouble:
            self.say(self.app.store_trouble)
        elif self._sayings != sayings:
            return
        elif faults:
            self.say(capitalized(faults))
        elif not count and which._replace(name="") == Filter():
            way_in = ", or import a file with i" if self.app.face.transfers else ""
            self.say(f"No games yet. Play one{way_in}.")
        else:
            self.say("" if count else "No games found.")

    def _ask_for(self, pages: Pages, number: int, read: Callable[[int], Awaitable[list[MatchEntry]]]) -> None:
        """Have a page read, and shown when it is there."""
        pages.read[number] = []

        async def show() -> None:
            pages.read[number] = await read(number * PAGE)
            matches = self.rows
            if matches.items is pages:
                matches.refresh_rows()

        self.run_worker(show(), group="pages")

    def _item(self, entry: MatchEntry) -> Item:
        """A row: a star, the game, with whom, how it ended, how long it was, when."""
        name = self.app.settings.name
        score = score_of(entry.players, entry.result, name)
        ended, ink = ENDED[score] if score is not None else (entry.ending, "")
        others = entry.others(name) if score is not None or entry.open else ()
        day = self.day_told(entry.changed)
        cells = [
            Cell("★" if entry.favourite else "", 2, "$accent"),
            Cell(game_name(entry.game), 11),
            Cell(BETWEEN.join(others) or entry.names or "-"),
            # Who won among others has no room there: their names have it, and the stage tells.
            *(
                [Cell("open" if entry.open else ended, 6, ink, until=50)]
                if score is not None or entry.open
                else ()
            ),
            Cell(ended, 14, ink, since=50, until=70),
            Cell(ended, 18, ink, since=70),
            Cell(plural(entry.plies, "move"), 10, "$text-muted", True, since=60),
            Cell(
                day if len(day) <= SHORT_DAY else day.partition(" ")[2],
                SHORT_DAY,
                "$text-muted",
                True,
                until=50,
            ),
            Cell(day, SHORT_DAY + 1, "$text-muted", True, since=50),
        ]
        return Item(Row(cells), entry)

    def _show_heading(self) -> None:
        """The names of the columns, a sign behind the one that the list is sorted by; a click sorts by one."""

        def name(by: str, width: int = 0, right: bool = False, since: int = 0, until: int = 1000) -> Cell:
            sign = (" ▲" if self.order.turned else " ▼") if by == self.order.by else ""
            called = {"result": "ended", "players": "with"}.get(by, by)
            words = Content.from_markup(f"[@click=screen.sort({by!r})]{called}[/][bold $accent]{sign}[/]")
            return Cell(words, width, "", right, since, until)

        columns = [
            Cell("", 2),
            name("game", 11),
            name("players"),
            name("result", 6, until=50),
            name("result", 14, since=50, until=70),
            name("result", 18, since=70),
            name("length", 10, True, since=60),
            name("date", SHORT_DAY, True, until=50),
            name("date", SHORT_DAY + 1, True, since=50),
        ]
        self.put("heading", Row(columns))

    # The match that is pointed at

    def point(self, key: MatchEntry | None) -> None:
        """Show how the match went, where there is room."""
        held = monotonic() < self._passed + HELD
        self._passed = monotonic()
        if key is None:
            self._show_match(None, None)
        elif self.query_one(".stage").display:
            self._look_at(key, held)

    @work(exclusive=True, group="preview")
    async def _look_at(self, entry: MatchEntry, held: bool) -> None:
        if held:
            await asyncio.sleep(HELD)
        record = await self._record(entry)
        match = (await asyncio.to_thread(read_match, record, self.app.games)).match
        if match is None:
            self._show_match(entry, None)
            return
        key = key_of(match)
        review = await self.app.store.ask(lambda store: store.review(key))
        self._show_match(entry, await asyncio.to_thread(told_of, match, review))

    def _show_match(self, entry: MatchEntry | None, told: Told | None) -> None:
        """Who won, the board on its way to where the match turned, who was ahead."""
        line = self.query_one(Timeline)
        line.display, self._told = bool(told and told.shares), told
        if entry is None:
            self.put("who", "")
            self.put("turn", "")
            self.show()
            return
        about = [game_name(entry.game), plural(entry.plies, "move"), self.day_told(entry.changed)]
        own = score_of(entry.players, entry.result, self.app.settings.name) is not None
        # The day stands in the list, too.
        brief = Cell(", ".join(about[:2]), 0, "$text-muted", until=DAY_SINCE)
        whole = Cell(", ".join(about), 0, "$text-muted", since=DAY_SINCE)
        rest = [[brief, whole], [Cell(entry.names, 0, "$text-muted")]]
        self.put("who", Row([Cell(self._outcome(entry), 0, "bold")], *(rest if own else reversed(rest))))
        if told is None:
            self.put("turn", "This game cannot be read.")
            self.show()
            return
        match, ply = told.match, told.ply
        self.show(
            match.game, *(position.board for position in match.positions[max(0, ply - BEFORE) : ply + 1])
        )
        view = VIEWS[match.game.key]
        names, line.pieces = view.named(match.names, self.app.look), view.seat_inks
        if told.shares:
            line.show(match.plies, (names[0], names[1] if len(names) == 2 else "others"), told.shares, ply)
        self.put("turn", told.turn)

    def _outcome(self, entry: MatchEntry) -> str:
        """How a match ended, in a sentence: "You beat Adept", "Greedy won"."""
        name = self.app.settings.name
        score = score_of(entry.players, entry.result, name)
        if score is None:
            return capitalized(entry.ending)
        who = ", ".join(entry.others(name))
        if not who:
            return "Played alone"
        return f"You beat {who}" if score == 1 else f"Drawn with {who}" if score else f"You lost to {who}"

    def action_do(self, what: str, ply: str) -> None:
        """Show the board at the point of the graph that was clicked."""
        if self._told and what == "go":
            match, at = self._told.match, min(int(ply), self._told.match.plies)
            self.query_one(Ahead).ply = at
            self.show(match.game, match.positions[at].board)

    def say(self, sentence: str) -> None:
        """Say something below the list; to one who has left the library meanwhile, in a corner."""
        told = sanitize_line(sentence, 300)
        self._sayings += 1
        if self.query("#said"):
            self.put("said", told)
        else:
            self.app.notify(told, title="Library", markup=False)

    # Sorting

    def action_turn_round(self) -> None:
        """Sort the other way round."""
        self.action_sort(self.order.by)

    def action_sort(self, by: str = "") -> None:
        """Sort by a column, by default the next one; by the one that it is sorted by, the other way round."""
        self.order = self.order.chosen(by) if by else self.order.following
        self._show_heading()
        self.rows.action_end(0)
        self.read()

    # What can be done with a match

    def take(self, key: MatchEntry) -> None:
        """Go on with it, or watch it."""
        if key.open:
            self._go_on_with(key)
        else:
            self._watch(key, playing=False)

    @work(exclusive=True, group="open")
    async def _go_on_with(self, entry: MatchEntry) -> None:
        if trouble := await self.app.resume(entry.id):
            way_out = "; export it to look at it" if self.app.face.transfers else ""
            self.say(f"This game cannot be read: {trouble}{way_out}.")

    def action_act(self, deed: str) -> None:
        """Do something with the match pointed at; if there is none, that is said."""
        if self.pointed is None:
            self.say("No game is selected.")
        else:
            getattr(self, f"_{deed}")(self.pointed)

    async def _record(self, entry: MatchEntry) -> str:
        return await self.app.store.ask(lambda store: store.library.record(entry.id))

    async def _match(self, entry: MatchEntry) -> Match | None:
        """A match to be shown; None, and why is said, if it cannot be read."""
        reading = await asyncio.to_thread(read_match, await self._record(entry), self.app.games)
        if reading.match is None:
            self.say(f"This game cannot be read: {reading.fault.message if reading.fault else 'it is empty'}")
        return reading.match

    @work(exclusive=True, group="open")
    async def _watch(self, entry: MatchEntry, playing: bool = True) -> None:
        """Open it from its start; it waits to be played unless it is to be watched."""
        if match := await self._match(entry):
            self.app.open_replay(match, playing=playing, foreign=entry.imported)

    @work(exclusive=True, group="open")
    async def _review(self, entry: MatchEntry) -> None:
        """Let the computer go through it."""
        if match := await self._match(entry):
            self.app.open_replay(match, match.plies, False, seeking=True, foreign=entry.imported)

    @work(group="copy")
    async def _copy(self, entry: MatchEntry) -> None:
        """Its record, to the clipboard and to a file."""
        copy(self.app, await self._record(entry), "record")

    @work(group="mark")
    async def _mark(self, entry: MatchEntry) -> None:
        """Make it a favourite, or no favourite any more."""
        favourite = not entry.favourite
        if await self.app.store.ask(lambda store: store.library.mark(entry.id, favourite)):
            self.read()
            self.say(
                "Marked as a favourite. m again takes the star away."
                if favourite
                else "No longer a favourite."
            )
        elif self.app.store_trouble:
            self.say(self.app.store_trouble)

    @work(group="delete")
    async def _delete(self, entry: MatchEntry) -> None:
        """Delete it; u restores it."""
        if await asyncio.shield(self.app.store.ask(lambda store: store.library.delete(entry.id))):
            self.read()
            self.say("Deleted. u restores it.")

    @work(group="delete")
    async def action_undo(self) -> None:
        """Restore what was deleted last, also before the library was opened."""
        number = await self.app.store.ask(lambda store: store.library.last_deleted())
        if number is None:
            self.say("Nothing to restore.")
        elif await asyncio.shield(self.app.store.ask(lambda store: store.library.restore(number))):
            self.read()
            self.say("Restored.")
        else:
            self.say(self.app.store_trouble or "This game is gone for good.")

    # In and out

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Files are for those at this machine; what follows a paste for a moment is no typing."""
        if asyncio.get_running_loop().time() < self._pasted + AFTER_PASTE:
            return False
        return self.app.face.transfers or not {action, *parameters} & {"export", "import_file"}

    def _export(self, entry: MatchEntry) -> None:
        """Write it, or all that are shown, to a file, after asking which and where to."""
        which, app = self.filter, self.app

        def export(wanted: int | None) -> None:
            if exchange := app.face.exchange:
                found, text = exported(app.store.place, which, wanted)
                exchange.offer(EXPORT, text)
                told = f"{plural(found, 'game')} exported: {EXPORT} goes to your downloads."
                app.notify(told, timeout=8, markup=False)  # the list is about to be read anew
            else:
                app.push_screen(AskFile("Export to", str(data_folder() / EXPORT)), partial(named, wanted))

        def named(wanted: int | None, path: str | None) -> None:
            if path:
                replace_or_leave(app, path, lambda file: self._write(file, which, wanted))

        one = Entry("This game", partial(export, entry.id))
        every = Entry(f"All {len(self.rows.items):,} shown", partial(export, None))
        offer(app, [one, every, Entry("Cancel")], "Export")

    @work(thread=True, group="export")
    def _write(self, file: str, which: Filter, number: int | None) -> None:
        count, text = exported(self.app.store.place, which, number)
        told = f"{count:,} exported to {file}."
        try:
            write_file(file, text, asked=True)
        except ValueError as error:
            told = str(error)
        self.app.call_from_thread(self.say, told)

    def action_import_file(self) -> None:
        """Import a file; once more while that goes on, stop it."""
        if self._importing:
            self.workers.cancel_group(self, "import")
        elif exchange := self.app.face.exchange:
            self._pick(exchange)
        else:
            self.app.push_screen(AskFile("Import which file?"), self._named)

    def _named(self, path: str | None) -> None:
        if path:
            self._import(lambda: text_of(path), self.filter.game, path)

    @work(exclusive=True, group="pick")
    async def _pick(self, exchange: Exchange) -> None:
        """Import the file that is chosen in the browser."""
        try:
            picked = await exchange.pick()
        except ValueError as error:
            self.say(f"The file cannot be imported: {error}")
            return
        if picked:
            self.import_text(picked.text)

    def import_text(self, text: str) -> None:
        """Import the matches of a text; nothing while another import goes on."""
        if not self._importing:
            self.say("Importing...")
            self.call_after_refresh(self._import, lambda: text, self.filter.game)

    @work(thread=True, exclusive=True, group="import")
    def _import(self, read: Callable[[], str], game: str, name: str = "The text", own: bool = False) -> None:
        """Read matches, those of a text without tags as matches of `game`."""
        worker, app = get_current_worker(), self.app
        try:
            text = read()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            app.call_from_thread(self.say, f"{name} cannot be imported: {reason}")
            return
        self._importing, about = True, max(1, estimate(text))
        store = MatchStore.open(app.store.place)

        def going_on(done: Imported) -> bool:
            if not worker.is_cancelled:
                share = min(99, 100 * done.seen // about)
                told = f"{done.seen:,} of about {about:,} games, {share}%; i stops."
                app.call_from_thread(self.say, told)
            return not worker.is_cancelled

        try:
            only = only_game(text, game, app.games)
            done = store.library.import_(text, app.games, only, going_on, own=own)
        finally:
            self._importing = False
            store.close()
        if app.is_running:
            faults = f" {done.faults[0]}" if done.faults else ""
            app.call_from_thread(self.imported, f"{done.words}{faults}")
            if done.taken and not own and BEGUN_HERE in text:
                app.call_from_thread(self._ask_whose, text, game)

    def _ask_whose(self, text: str, game: str) -> None:
        """Ask whether games that an arcade has written, and that have just come in, are the user's own."""
        own = Entry("My own: count them", lambda: self._import(lambda: text, game, own=True))
        if self.is_current:
            offer(self.app, [Entry("Somebody else's: keep them apart"), own], "Whose games are these?")

    def on_paste(self, event: events.Paste) -> None:
        """Import what is pasted."""
        event.stop()
        self._pasted = asyncio.get_running_loop().time()
        if self.app.face.transfers:
            self.import_text(event.text)

    def imported(self, told: str) -> None:
        """Matches have come in: list them, and say how many."""
        if self.query(RowList):
            self.read()
        self.say(told)


def told_of(match: Match, review: str) -> Told:
    """What a review that was kept says of a match, whole or as far as it has come; without one it is shown as it
    stands at the end."""
    judgements = read_judgements(review) if review else ()
    unknown = "y reviews it, and shows where it turned." if match.plies and match.game.has_kernel else ""
    if not any(judgements):
        return Told(match, ply=match.plies, turn=unknown)
    points = turning_points(match, judgements)
    winners = match.result.winners if match.result else ()
    losing = [ply for ply in points if match.positions[ply - 1].actor not in winners]
    ply = (losing or points or [match.plies])[-1]
    told = remark(match, ply - 1, judgements) if points else None
    unmarked = "Nobody gave anything away." if is_whole(match, judgements) else unknown
    return Told(match, shares(match, judgements), ply, told.short if told else unmarked)

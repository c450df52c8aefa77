"""The text face of a page, as the page's own script sees it: lines that are typed and shown."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final, Protocol, TypedDict, cast

from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.job_queue import JobQueue
from marbles_tui.ai.levels import find_level, opponents_of
from marbles_tui.browser.loop import PageWaker, ScriptedPage
from marbles_tui.core import Game, Option
from marbles_tui.core.text import capitalized, plural, sanitize_line
from marbles_tui.games import GAMES, find
from marbles_tui.play import HUMAN, Match, Seat
from marbles_tui.play.lessons import lesson_of, steps_done
from marbles_tui.play.puzzles.puzzle import with_puzzles
from marbles_tui.play.puzzles.tries import Daily, of_the_day
from marbles_tui.play.rating import unrated
from marbles_tui.play.reading import explain_fault, recognise, summarise
from marbles_tui.play.series import PASTED
from marbles_tui.store import MatchStore, Settings, load
from marbles_tui.store.library import Filter
from marbles_tui.table.season import next_table, seasons_of, told
from marbles_tui.table.start import Start, new_table, saved_match
from marbles_tui.table.utc import here, utc_day
from marbles_tui.text.faces import TextLesson, TextTable, due_or_fitting, solve, solve_daily, today
from marbles_tui.text.words import Drawn, LineChoices, tell

PLAYERS: Final = "players"
"""The option that says how many play, where a game has it."""

MOST_UNFINISHED: Final = 20
"""Unfinished games that are listed."""

MOST_PASTED: Final = 1_000_000
"""Characters of a record that is pasted in."""


def offered(store: MatchStore, settings: Settings) -> dict[str, object]:
    """All there is to choose from."""
    puzzled = with_puzzles(GAMES)
    return {
        "games": [_game(game, settings, game in puzzled) for game in GAMES],
        "unfinished": list(_unfinished(store)),
        "season": _season(store),
    }


def _game(game: Game, settings: Settings, puzzles: bool) -> dict[str, object]:
    lesson = lesson_of(game)
    kept = settings.lessons.get(game.key, "")
    done = steps_done(kept, lesson.steps) if lesson else 0
    return {
        "key": game.key,
        "title": game.title,
        "about": game.blurb,
        "players": list(game.seats),
        "sides": list(game.sides),
        "starts": [[name, _start(name, about)] for name, about in game.setups.items()],
        "opponents": [
            *([level.key, f"{level.title}: {level.character}"] for level in opponents_of(game)),
            [HUMAN, "Another person at this keyboard"],
        ],
        "options": [_option(game, option) for option in game.options if option.name != PLAYERS],
        "lesson": f"{plural(len(lesson.steps), 'step')}, {done} done" if lesson else "",
        "puzzles": puzzles,
    }


def _start(name: str, about: str) -> str:
    """A start in a line; what is told of a board begins with its own name."""
    return about if about[0].isupper() else f"{capitalized(name)}: {about}"


def _option(game: Game, option: Option) -> dict[str, object]:
    """A rule with what may be chosen; no value leaves it to the game."""
    words = () if isinstance(option.values, range) else option.values
    bounds = [option.values.start, option.values.stop - 1] if isinstance(option.values, range) else None
    return {
        "name": option.name,
        "about": capitalized(option.text) + (f" ({option.choices})" if bounds else ""),
        "words": [*words],
        "bounds": bounds,
        "usual": game.proposed.get(option.name, option.default),
    }


def _unfinished(store: MatchStore) -> Iterator[list[object]]:
    for entry in store.library.page(Filter(state="unfinished"), count=MOST_UNFINISHED):
        if entry.plies and not entry.is_puzzle:
            title = next((game.title for game in GAMES if game.key == entry.game), entry.game)
            told = f"{title}: {entry.names}, {plural(entry.plies, 'move')}, {here(entry.changed)[:10]}"
            yield [entry.id, sanitize_line(told)]


def _season(store: MatchStore) -> str:
    """How the season stands and what comes next in it; "" where there is none."""
    now = seasons_of(GAMES)(store).now
    if now.next is None:
        return ""
    stands = "nothing played yet" if now.is_new else told(now)
    begins = "you begin" if now.next.begins == 0 else "they begin"
    return f"Season {now.number}: {stands}. Next: {now.next.game.title} against {now.next.opponent.title}, {begins}."


class Wish(TypedDict, total=False):
    """What the page asks for: what kind of thing, and of which game, seat, computer, start, day or record."""

    kind: str
    game: str
    saved: int | str
    season: bool
    record: str
    options: Mapping[str, object]
    players: int | str
    side: int | str
    opponent: str
    start: str
    day: str


def table_of(wish: Wish, store: MatchStore, settings: Settings) -> Start:
    """The match to sit down to: a new one, a saved one, the next of the season, or one that was pasted in. Raises
    ValueError, or LookupError for a game that there is not."""
    if "saved" in wish:
        start = saved_match(store, GAMES, str(wish["saved"]), settings.name)
        if start.match.has_goal:
            raise ValueError("this is a puzzle, and puzzles go on in the arcade")
        return start
    if "season" in wish:
        found = next_table(store, GAMES, settings.name)
        if found is None:
            raise ValueError("the season is over")
        return found
    return Start(pasted(str(wish["record"]))) if "record" in wish else _new(wish, settings.name)


def _new(wish: Wish, name: str) -> Start:
    game = find(str(wish["game"]))
    options = {str(name): str(value) for name, value in dict(wish.get("options", {})).items() if value != ""}
    players, own = int(wish.get("players", game.seats.start)), int(wish.get("side", 0))
    if any(option.name == PLAYERS for option in game.options):
        options[PLAYERS] = str(players)
    opponent = str(wish.get("opponent", HUMAN))
    other = Seat() if opponent == HUMAN else Seat("", f"computer {find_level(game, opponent).key}")
    seats = tuple(Seat() if number == own else other for number in range(players))
    return new_table(game, str(wish.get("start") or "") or None, options, seats, name=name)


def pasted(text: str) -> Match:
    """The match of a record, or of moves alone, that was pasted in. Raises ValueError where it is not whole, or no
    match at all."""
    if len(text) > MOST_PASTED:
        raise ValueError(f"what was pasted is longer than {MOST_PASTED:,} characters")
    found = recognise(text, GAMES)
    match = found[0].match if found else None
    if match is None:
        raise ValueError("no game found in what you pasted")
    if found[0].fault:
        raise ValueError(f"{explain_fault(found[0])} (read so far: {summarise(match)})")
    return unrated(match, PASTED)


TYPED: Final = 200
"""The most characters of a line that is shown again as it was typed."""

QUIT: Final = "quit"

MENU: Final = "Press Enter: back to the menu."

NAMED: Final = {QUIT: "Leave"}
"""A command that is called otherwise on its button."""

AFTER: Final = LineChoices(commands=(QUIT,))
"""What may be typed when all is said."""

log = logging.getLogger(__name__)


class Script(PageWaker, Protocol):
    """What the page's script does for the face."""

    def send(self, message: str) -> None:
        """Show what a message says, an object in JSON whose `kind` says which."""

    def closed(self) -> None:
        """Nothing more is done."""


class TextPage(ScriptedPage):
    """Everything that can be done in plain lines, one thing after another, and the loop that it is done in."""

    def __init__(self, script: Script, shortcoming: str = "") -> None:
        """`shortcoming`: why nothing is kept, if that is so."""
        super().__init__(script)
        self._script = script
        self._shortcoming = shortcoming
        self._engine = EngineClient(JobQueue(self.thinking))
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._wishes: asyncio.Queue[Mapping[str, object]] = asyncio.Queue()
        self._shown: list[tuple[str, bool]] = []
        self._table: TextTable | None = None
        self._asking = False
        self._typed = ""
        self.serving = self.loop.begin(self._serve())
        """What runs as long as the page is there."""

    def hear(self, message: str) -> None:
        """The page has sent something: a wish from its menu, or a line that was typed."""
        said = json.loads(message)
        self.loop.hear(self._line if said["kind"] == "line" else self._wishes.put_nowait, said)

    def close(self) -> None:
        """End everything: another page is to have the games. They are saved as they stand."""
        self.loop.hear(self.serving.cancel)

    def _line(self, said: Mapping[str, object]) -> None:
        line = str(said["text"])
        if self._table and not self._asking and line.strip().lower() == QUIT:
            self._table.leave()
        else:
            self._lines.put_nowait(line)

    async def _serve(self) -> None:
        """Show the menu and do what is wished for there, for ever."""
        store = MatchStore.open()
        try:
            await self._offer(store)
        finally:
            await self._engine.close()
            store.close()
            self._script.closed()

    async def _offer(self, store: MatchStore) -> None:
        notice = ""
        while True:
            while not self._wishes.empty():  # a second click on what has been done
                self._wishes.get_nowait()
            trouble = store.trouble or self._shortcoming
            self._send("menu", notice=notice, trouble=_sentence(trouble), **offered(store, load()[0]))
            await self._engine.start()  # so that it is there when a game begins
            wish = await self._wishes.get()
            while not self._lines.empty():
                self._lines.get_nowait()
            try:
                notice = await self._do(cast("Wish", wish), store)
            except (ValueError, LookupError) as error:
                notice = _sentence(str(error))
            except Exception as error:  # whatever it is, the menu comes back
                log.exception("%s has failed", wish)
                notice = sanitize_line(f"Something went wrong: {error!r}")
            self._flush()

    async def _do(self, wish: Wish, store: MatchStore) -> str:
        """Do what is wished for; what is to be said of it in the menu."""
        kind, game = wish["kind"], find(str(wish["game"])) if wish.get("game") else None
        if kind == "play":
            return await self._play(wish, store)
        if kind == "lesson":
            return await self._learn(wish)
        if kind == "puzzle":
            puzzle, due = due_or_fitting(game, store)
            self._open(f"{puzzle.game.title}, a puzzle")
            if due:
                self._put(f"Due again today: {plural(due, 'puzzle')}. This is the first.")
            await solve(puzzle, store, self._ask, self._put, service=self._engine)
        elif kind == "daily":
            day = date.fromisoformat(wish["day"]) if wish.get("day") else utc_day()
            found = of_the_day(GAMES, day, game)
            called = "puzzle" if isinstance(found, Daily) else found.rules.called
            self._open(f"The {called} of the day")
            await solve_daily(found, store, self._ask, self._put)
        elif kind == "days":
            self._open("The days")
            tell(self._put, await today(store.tries.all(), utc_day(), self._engine))
        await self._end()
        return ""

    async def _play(self, wish: Wish, store: MatchStore) -> str:
        opening = table_of(wish, store, load()[0])
        self._open(opening.match.game.title)
        table = TextTable(
            opening.match,
            store,
            self._ask,
            self._put,
            opening.saved,
            advisor=self._engine,
            show_record=self._show_record,
        )
        self._table = table
        try:
            await table.play()
        finally:
            self._table = None
        table.save_again()
        if table.unsaved and not self._shortcoming:
            return f"The game could not be saved. {_sentence(store.trouble)}"
        if store.trouble or self._shortcoming or table.saved is None or not table.match.plies:
            return ""
        if table.match.result:
            return "The game is saved: its record is in the arcade's library."
        return "The game is saved: go on with it whenever you like."

    async def _learn(self, wish: Mapping[str, object]) -> str:
        game = find(str(wish["game"]))
        lesson = lesson_of(game)
        if lesson is None:
            raise ValueError(f"there is no lesson for {game.title}")
        self._open(f"{game.title}, first lesson")
        after = "To play, leave and choose the game."
        kept = load()[0].lessons.get(game.key, "")
        if await TextLesson(lesson, kept, self._ask, self._put, after=after).run():
            await self._end()
        return ""

    # What is shown, and what is typed

    def _open(self, title: str) -> None:
        self._typed = ""
        self._send("opened", title=title)

    def _put(self, text: str) -> None:
        """Show a line, or several, with others that are said in the same turn."""
        if not self._shown:
            asyncio.get_running_loop().call_soon(self._flush)
        self._shown += [(line, isinstance(text, Drawn)) for line in text.split("\n")]

    def _flush(self) -> None:
        if self._shown:
            self._send("lines", lines=self._shown)
            self._shown = []

    async def _ask(self, choices: LineChoices = AFTER) -> str | None:
        """The next line that is typed, or the word of a button that is pressed."""
        self._flush()
        if self._lines.empty():
            commands = [[word, NAMED.get(word, capitalized(word))] for word in choices.commands]
            record = str(self._table.match) if self._table else ""
            self._send("asked", moves=choices.moves, commands=commands, record=record)
        self._asking = True
        try:
            line = await self._lines.get()
        finally:
            self._asking = False
        self._send("typed", text=sanitize_line(line, TYPED))
        self._typed = line.strip().lower()
        return line

    async def _end(self) -> None:
        """Let what was said last be read, unless its reader has left."""
        if self._typed != QUIT:
            self._put(MENU)
            await self._ask()

    def _show_record(self, record: str) -> str:
        self._send("record", record=record)
        return "The record is in the box below, to be copied."

    def _send(self, kind: str, **said: object) -> None:
        self._script.send(json.dumps({"kind": kind, **said}))


def _sentence(said: str) -> str:
    """Something said in a line, as a sentence; "" where there is nothing to say."""
    return f"{capitalized(sanitize_line(said)).removesuffix('.')}." if said else ""

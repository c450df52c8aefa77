"""The text face of a page, as the page's own script sees it: lines that are typed and shown."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any, Final, Protocol

from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.job_queue import JobQueue
from marbles_tui.browser import thinking
from marbles_tui.browser.buffer import Buffer
from marbles_tui.browser.loop import BrowserLoop
from marbles_tui.browser.text_menu import offered, table_of
from marbles_tui.core.text import capitalized, plural, sanitize_line
from marbles_tui.games import GAMES, find
from marbles_tui.play.lessons import lesson_of
from marbles_tui.play.puzzles.daily import Daily, of_the_day
from marbles_tui.store import MatchStore, load
from marbles_tui.table.utc import utc_day
from marbles_tui.text import TextTable
from marbles_tui.text.lesson import TextLesson
from marbles_tui.text.puzzles import due_or_fitting, solve, solve_daily, today
from marbles_tui.text.talk import Choices, Drawn, tell

TYPED: Final = 200
"""The most characters of a line that is shown again as it was typed."""

QUIT: Final = "quit"

MENU: Final = "Press Enter: back to the menu."

NAMED: Final = {QUIT: "Leave"}
"""A command that is called otherwise on its button."""

AFTER: Final = Choices(commands=(QUIT,))
"""What may be typed when all is said."""

log = logging.getLogger(__name__)


class Script(thinking.Script, Protocol):
    """What the page's script does for the face."""

    def wake(self, seconds: float) -> None:
        """Call `turn` after so many seconds, or sooner."""

    def send(self, message: str) -> None:
        """Show what a message says, an object in JSON whose `kind` says which."""

    def closed(self) -> None:
        """Nothing more is done."""


class TextPage:
    """Everything that can be done in plain lines, one thing after another, and the loop that it is done in."""

    def __init__(self, script: Script, shortcoming: str = "") -> None:
        """`shortcoming`: why nothing is kept, if that is so."""
        self._script = script
        self._shortcoming = shortcoming
        self._thinking = thinking.WorkerLink(script)
        self._engine = EngineClient(JobQueue(self._thinking))
        self._loop = BrowserLoop(script.wake)
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._wishes: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self._shown: list[tuple[str, bool]] = []
        self._table: TextTable | None = None
        self._asking = False
        self._typed = ""
        self.serving = self._loop.begin(self._serve())
        """What runs as long as the page is there."""

    def turn(self) -> None:
        """Do what is due."""
        self._loop.turn()

    def hear(self, message: str) -> None:
        """The page has sent something: a wish from its menu, or a line that was typed."""
        said = json.loads(message)
        self._loop.hear(self._line if said["kind"] == "line" else self._wishes.put_nowait, said)

    def close(self) -> None:
        """End everything: another page is to have the games. They are saved as they stand."""
        self._loop.hear(self.serving.cancel)

    def heard(self, body: Buffer) -> None:
        """The worker that thinks has said something."""
        self._loop.hear(self._thinking.receive, body.to_bytes())

    def thinker_died(self) -> None:
        """The worker that thinks is no more."""
        self._loop.hear(self._thinking.die)

    def _line(self, said: Mapping[str, Any]) -> None:
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
                notice = await self._do(wish, store)
            except (ValueError, LookupError) as error:
                notice = _sentence(str(error))
            except Exception as error:  # whatever it is, the menu comes back
                log.exception("%s has failed", wish)
                notice = sanitize_line(f"Something went wrong: {error!r}")
            self._flush()

    async def _do(self, wish: Mapping[str, Any], store: MatchStore) -> str:
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

    async def _play(self, wish: Mapping[str, Any], store: MatchStore) -> str:
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
        with self._at(table):
            await table.play()
        table.save_again()
        if table.unsaved and not self._shortcoming:
            return f"The game could not be saved. {_sentence(store.trouble)}"
        if store.trouble or self._shortcoming or table.saved is None or not table.match.plies:
            return ""
        if table.match.result:
            return "The game is saved: its record is in the arcade's library."
        return "The game is saved: go on with it whenever you like."

    async def _learn(self, wish: Mapping[str, Any]) -> str:
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

    @contextmanager
    def _at(self, table: TextTable) -> Iterator[None]:
        self._table = table
        try:
            yield
        finally:
            self._table = None

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

    async def _ask(self, choices: Choices = AFTER) -> str | None:
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

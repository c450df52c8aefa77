"""What surrounds those who sit at an arcade: their home, the window, the day after, and the others in a house."""

from __future__ import annotations

import json
import sqlite3
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from textual.screen import Screen

from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.puzzle import find_puzzle
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.rooms.backend import Terms
from marbles_tui.store import MatchStore
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.tasks.solve import Hurry
from marbles_tui.tui.pages.house_pages import LivePage
from tests.at_table import plays
from tests.playthroughs.screen import SIZE, Seen, Sitting, at_rest, chosen, nothing_left, sitting, size_of
from tests.rooms.stage import Stage as House
from tests.tui.shelf import fill
from tests.tui.stage import match_of
from tests.tui.together import Guest, Party, arrived, party

YESTERDAY: Final = "2026-11-22T12:00:00.000Z"
"""When all was played that is there from the beginning."""


STILL: Final[dict[str, Any]] = {"reduced_motion": True}
"""The letters of the menu do not fall."""


class Stage:
    """Does what a line says, and tells what each of those who are there sees then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, menu: bool) -> None:
        self._monkeypatch, self._menu = monkeypatch, menu
        self._patched, self._open = AsyncExitStack(), AsyncExitStack()
        self._here: dict[str, Sitting] = {}
        self._seen: dict[str, Seen] = {}
        self._party: Party | None = None
        self._house = House()
        self._room = ""
        self._known: set[type[Screen[Any]]] = set()
        """Which pages were seen in other windows."""

    async def __aenter__(self) -> Stage:
        self._patched.enter_context(at_rest(self._monkeypatch))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._leave()
        await self._patched.aclose()

    async def _leave(self) -> None:
        for each in self._here.values():
            with each.app._context():
                await each.in_other_windows()
        await self._open.aclose()
        nothing_left()
        self._open, self._here, self._seen, self._party = AsyncExitStack(), {}, {}, None

    async def begin(self) -> None:
        """Another section: nobody is there, and nothing is kept."""
        await self._leave()
        self.home = Path(self._patched.enter_context(TemporaryDirectory(prefix="home-")))
        for name in ("MARBLES_TUI_HOME", "HOME"):
            self._monkeypatch.setenv(name, str(self.home))
        MatchStore.open().close()

    async def enter(self, entry: str) -> list[str]:
        """What has changed then, a line each."""
        verb, _, rest = entry.partition(" ")
        at_home = verb in {"keep", "tried", "shelf", "write", "read", "files"}
        for name, each in self._here.items():
            if at_home or (name and verb != f"{name}:"):
                each.forget()
        if at_home:
            return self._at_home(verb, rest)
        if verb == "clipboard":
            return self._here[rest].app.clipboard.splitlines()
        if verb == "seen":
            return [row for row in self._here[""].look().rows if rest in row] or ["nothing like that"]
        said = list[str]()
        if verb in {"arcade", "guest", "house"}:
            await self._leave()
            size, _, settings = rest.partition(" ")
            if verb == "house":
                names, size, settings = _house(rest)
                self._party = await self._open.enter_async_context(
                    party(*names, size=size_of(size), keyless=tuple(settings.split()))
                )
                self._here = {
                    each.visit.account.name: Sitting(each.pilot, True, self._known)
                    for each in self._party.guests
                }
                self._monkeypatch.setattr("marbles_tui.tui.pages.lobby.time", self._party.wall)
                self._monkeypatch.setattr("marbles_tui.rooms.accounts.choice", Random(7).choice)
                self._house.at(self._party.lobby, [each.visit for each in self._party.guests])
            else:
                folder = self.home / "mara" if verb == "guest" else None
                more = STILL | chosen(settings)
                here = sitting(
                    size_of(size) if size else SIZE, whole=True, known=self._known, folder=folder, **more
                )
                self._here = {"": await self._open.enter_async_context(here)}
        elif verb == "below":
            said = await self._house.enter(rest)
        elif verb.endswith(":"):
            await self._here[verb[:-1]].enter(rest)
        elif self._party:
            await self._in_house(self._party, verb, rest)
        else:
            await self._here[""].enter(entry)
        looks: list[dict[str, Seen]] = []
        while (
            len(looks) < 2 or looks[-1] != looks[-2]
        ):  # what one does, the others are told, and draw in their own time
            for each in self._here.values():
                if isinstance(task := getattr(each.app.screen, "doing", None), Hurry):
                    task.tick()  # how a rival stands is asked for by a clock of its own
                with each.app._context():  # else it would be laid out as if it were another one's
                    await each.rest()
            looks.append({name: each.look() for name, each in self._here.items()})
        return [*said, *self._told(looks[-1])]

    def _at_home(self, verb: str, rest: str) -> list[str]:
        name, _, text = rest.partition(" ")
        if verb == "read":
            return (self.home / name).read_text(encoding="utf-8").splitlines()
        if verb == "files":
            return sorted(str(file.relative_to(self.home)) for file in self.home.rglob("*") if file.is_file())
        if verb == "write":
            file = self.home / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(json.loads(f'"{text}"').encode("latin-1"))
        elif verb == "shelf":
            fill(int(rest))
        elif verb == "tried":
            name, day, how, *of_the_day = rest.split()
            puzzle = find_puzzle(GAMES, name)
            assert puzzle, name
            tried = date.fromisoformat(day)
            made = Try(
                name, puzzle.game.key, puzzle.difficulty, how == "solved", tried, day if of_the_day else ""
            )
            with closing(MatchStore.open()) as store:
                store.tries.add(made)
        else:
            count, record = (int(name[1:]), text) if name[1:].isdigit() else (1, rest)
            with closing(MatchStore.open()) as store:
                for match in [match_of(record.replace(r"\n", "\n"))] * count:
                    store.begin(match)
        if verb in {"keep", "shelf"}:
            with closing(sqlite3.connect(self.home / "matches.sqlite3")) as database, database:
                database.execute("UPDATE match SET begun = ?, changed = ?", (YESTERDAY, YESTERDAY))
        return []

    async def _in_house(self, here: Party, verb: str, rest: str) -> None:
        if verb == "opens":
            name, *size = rest.split()
            visit = self._house.seats[name].visit
            each = await self._open.enter_async_context(arrived(visit, *map(size_of, size)))
            here.guests.append(each)
            self._here[name] = Sitting(each.pilot, True, self._known)
        elif verb == "sit":
            game, *terms = rest.split()
            rated, private = "rated" in terms, "private" in terms
            control = next((term for term in terms if term not in {"rated", "private"}), "none")
            self._room = await here.sit(
                Terms(game, rated=rated, private=private, control=TimeControl.read(control))
            )
        elif verb == "gone":
            self._guest(here, rest).visit.close()
        elif verb == "back":
            self._guest(here, rest).enters(self._room)
        elif verb == "time":
            await here.time.passes(float(rest))
        elif verb == "wall":
            here.wall.now += float(rest)
        for each in here.guests if verb in {"time", "wall"} else ():
            if plays(each.app.screen):
                each.ticks()
            elif isinstance(page := each.app.screen, LivePage):
                with each.app._context():  # what it tells each second
                    page.read()

    def _guest(self, here: Party, name: str) -> Guest:
        return next(each for each in reversed(here.guests) if each.app.settings.name == name)

    def _told(self, look: dict[str, Seen]) -> list[str]:
        lines: list[str] = []
        for name, here in self._here.items():
            before = self._seen.get(name, Seen())
            seen = look[name].over(before)
            if here.at_menu and not self._menu:
                seen = replace(seen, rows=(), at="")
            if self._party:
                seen = replace(seen, head="", board="", marks="")
            lines += [f"{name + ':':<6} {told}" if name else told for told in seen.after(before)]
            self._seen[name] = seen
        return lines or ["nothing else"]


def _house(rest: str) -> tuple[list[str], str, str]:
    """Who is there, the size of their windows, and who has no key."""
    words = rest.split()
    size = next((word for word in words if word[0].isdigit()), "80x24")
    keyless = [word.removesuffix("*") for word in words if word.endswith("*")]
    return [word.removesuffix("*") for word in words if not word[0].isdigit()], size, " ".join(keyless)

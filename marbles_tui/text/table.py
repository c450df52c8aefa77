"""A match, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import ClassVar

from marbles_tui.play import Match
from marbles_tui.store import MatchStore, load, save_copy
from marbles_tui.store.files import write_file
from marbles_tui.store.paths import expanded
from marbles_tui.store.rows import text_of
from marbles_tui.table import phrases
from marbles_tui.table.game_words import GameWords
from marbles_tui.table.live import News, Trouble
from marbles_tui.table.players import Here, seated
from marbles_tui.table.session import Session
from marbles_tui.table.tasks.day import DayScore, day_session
from marbles_tui.table.tasks.play import Play
from marbles_tui.table.tasks.playing import Advisor, Occasion, Outside, Playing
from marbles_tui.text import words
from marbles_tui.text.line_face import TOLD, LineFace
from marbles_tui.text.talk import Ask, Put


class MatchText(LineFace[Playing]):
    """A match that is played by what `ask` gives."""

    commands: ClassVar = words.COMMANDS

    def __init__(self, task: Play, ask: Ask, put: Put, show: Callable[[str], str] | None = None) -> None:
        """`show`: what `save` does where there are no files: it is given the record, and says where that is."""
        super().__init__(task, ask, put)
        self._show = show
        self._stands = _stand(task.match)
        self._over = False

    def opening(self) -> Iterator[str]:
        yield from words.opening(self.now.match)
        yield from words.board(self.now.match)

    def rests(self, now: Playing) -> bool:
        if now.question or now.over:
            return True
        return (now.held or (now.asked and not now.state.offer)) and "hint" not in self._work

    def asks(self, now: Playing) -> str:
        return "Paused: press Enter to go on." if now.held else words.question(now.match)

    def unasked(self) -> str:
        return "The game is over." if self.now.over else super().unasked()

    def aid(self) -> Iterable[str]:
        return words.aid(self.now.match, files=self._show is None)

    def changed(self) -> None:
        """Tell what happened: how it ended, and what stands on the board where it is no move further."""
        super().changed()
        now = self.now
        stands = _stand(now.match)
        if stands != self._stands and not now.showing and not now.match.ending:
            self.tell(words.board(now.match))
        if now.over and not self._over:
            self.tell(self.verdict(now.match))
        self._stands, self._over = stands, now.over

    def verdict(self, match: Match) -> Iterable[str]:
        """How it ended."""
        return [phrases.verdict(match)]

    def _do(self, typed: str) -> None:
        if self.now.held and not typed:
            self.task.do("pause")
        else:
            super()._do(typed)

    def write(self, name: str) -> Iterator[str]:
        """Write the record; a file that is there already is left alone."""
        record = str(self.now.match)
        if self._show:
            yield self._show(record)
        elif not name:
            copy = save_copy(record)
            yield f"The record is in {copy}." if copy else "The record cannot be written."
        else:
            try:
                file = expanded(name)
                write_file(file, record, wait=True)
            except ValueError as error:
                yield f"{error}."
            else:
                yield f"The record is in {file}."

    told: ClassVar = {**TOLD, "save": write}


class DayText(MatchText):
    """A day's match: what is asked are its choices, chance draws by itself; it ends with what is to be shared."""

    commands: ClassVar = {
        **{
            name: words.COMMANDS[name]
            for name in ("board", "moves", "what MOVE", "save [FILE]", "rules", "help")
        },
        "quit": "leave",
    }

    def __init__(self, score: DayScore, ask: Ask, put: Put) -> None:
        self._score = score
        live, outside = day_session(score.daily, rolls=False), Outside(advisor=Here(), random=Random())
        super().__init__(Play(live, GameWords(), outside, score.occasion()), ask, put)

    def opening(self) -> Iterator[str]:
        daily, rules = self._score.daily, self._score.daily.rules
        yield f"The {rules.called} of {daily.date}, no. {daily.number}. {daily.game.blurb}"
        yield f"{rules.advice} {rules.aim.format(daily.score)}"
        yield "Type what a question names, help or quit."

    def aid(self) -> Iterable[str]:
        return LineFace.aid(self)

    def verdict(self, match: Match) -> Iterator[str]:
        for line in self._score.lines(match):
            yield line.text
        yield ""
        yield from self._score.shared(match).split("\n")

    def end(self, now: Playing) -> bool | None:
        return self._over or None


def _stand(match: Match) -> tuple[int, object]:
    return match.plies, match.ending


class Kept:
    """A match that is saved under an id as soon as it has a move."""

    def __init__(self, store: MatchStore, saved: int | None) -> None:
        self.saved = saved
        self.unsaved: Match | None = None
        """The match as it stands, while that is not saved."""
        self._store = store

    def keep(self, match: Match) -> None:
        """Save it as it stands. Raises OSError."""
        if self.saved is None and not match.plies:
            return
        self.unsaved = match
        store = self._store
        self.saved = store.begin(match) if self.saved is None else store.save(self.saved, match)
        if store.trouble:
            raise OSError(store.trouble)
        self.unsaved = None


class TextTable:
    """A table where one match after another is played by what `ask` gives. Everything is saved as soon as it is
    played."""

    def __init__(
        self,
        match: Match,
        store: MatchStore,
        ask: Ask,
        put: Put,
        saved: int | None = None,
        *,
        advisor: Advisor | None = None,
        show_record: Callable[[str], str] | None = None,
    ) -> None:
        """`advisor`: where computers think, if not here. `show_record`: see `MatchText`."""
        self.match = match
        """The one on the table, as it stands."""
        self._store, self._ask, self._put = store, ask, put
        self._advisor = advisor or Here()
        self._show_record = show_record
        self._kept = [Kept(store, saved)]
        self._next: Match | None = match
        self._face: MatchText | None = None

    @property
    def saved(self) -> int | None:
        """The id of the match in the store, None until it is saved."""
        return self._kept[-1].saved

    @property
    def unsaved(self) -> list[str]:
        """The records of what is not saved as it stands."""
        return [text_of(kept.unsaved) for kept in self._kept if kept.unsaved]

    def save_again(self) -> None:
        """Try once more to save what is not saved."""
        for kept in self._kept:
            if kept.unsaved:
                with suppress(OSError):
                    kept.keep(kept.unsaved)

    def leave(self) -> None:
        """Leave, also while a computer thinks."""
        if self._face:
            self._face.leave()

    async def play(self) -> None:
        """Play until the player leaves or has nothing more to say."""
        while match := self._next:
            self._next = None
            await self._play(match)
            if self._next:
                self._kept.append(Kept(self._store, None))

    async def _play(self, match: Match) -> None:
        self.match = match
        if self.saved is None:
            with suppress(OSError):
                self._kept[-1].keep(match)

        def keep(now: Match) -> None:
            self.match = now
            self._kept[-1].keep(now)

        def heard(news: News) -> None:
            if isinstance(news, Trouble) and news.message:
                face.tell([news.message])

        def follow(after: Match) -> None:
            self._next = after
            face.leave()

        session = Session(match, seated(match.seats, self._advisor), keep)
        session.listen(heard)
        outside = Outside(advisor=self._advisor, random=Random(), name=lambda: load()[0].name, play=follow)
        face = self._face = MatchText(
            Play(session, GameWords(), outside, Occasion()), self._ask, self._put, self._show_record
        )
        await face.run()

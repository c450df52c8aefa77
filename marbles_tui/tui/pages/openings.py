"""What was played here: the moves from a position in the games of the library, how they ended, and these games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content

from marbles_tui.core.text import plural
from marbles_tui.play import Match
from marbles_tui.play.openings import Continuation, OpeningLine, Openings
from marbles_tui.store.library import Filter
from marbles_tui.table import phrases
from marbles_tui.tui.games import VIEWS, short_name
from marbles_tui.tui.kit.lines import CHOOSE, Cell, Key, Row, bar
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.kit.row_list import Item, heading
from marbles_tui.tui.page import Shelf

BATCH: Final = 400
"""Games that are read before what is known is shown."""

MOST: Final = 200
"""Games that are listed."""

BAR: Final = 16
"""Columns of a bar."""


class OpeningsPage(Shelf[None]):
    """Moves and games; Enter goes on along a move, or watches a game from here."""

    TITLE_LINE, help_page = "What was played here", "library"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", "Back", id="openings.back"),
        Binding("right", "focused.take", "On along the move", show=False, id="openings.on"),
        Binding("left,backspace", "off", "A move back", show=False, id="openings.off"),
    ]

    CSS = """
    OpeningsPage .body { layout: vertical; }
    OpeningsPage #beside { height: 2; padding: 0 2; }
    OpeningsPage .stage { width: 40%; margin: 0 0 0 2; }
    OpeningsPage.-slim .stage, OpeningsPage.-tiny .stage { display: none; }
    OpeningsPage #ends { height: 3; }
    """

    BESIDE, STAGE = ("way",), (SmallBoard, "ends")

    def __init__(self, match: Match) -> None:
        """Where a match stands; what comes of it can be gone through from there."""
        super().__init__()
        self._match = match
        self._openings = Openings(match.game)
        self._whole: int | None = None
        self._lock = Lock()

    def on_mount(self) -> None:
        """Read the games; what is known of them is shown as soon as it is."""
        self._read()

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self._list(self._at(self._match))

    def _at(self, match: Match) -> Sequence[Continuation]:
        with self._lock:  # games are played on as far as is asked
            return self._openings.at(match)

    @work(exclusive=True, group="read")
    async def _read(self) -> None:
        which = Filter(self._match.game.key)
        texts = await self.app.store.ask(lambda store: [*store.library.records(which)])
        self._whole = len(texts)
        for start in range(0, max(1, len(texts)), BATCH):
            await asyncio.to_thread(self._openings.add, texts[start : start + BATCH])
            match, moves = self._match, await asyncio.to_thread(self._at, self._match)
            if match is self._match:
                self._list(moves)

    @work(exclusive=True, group="look")
    async def _look(self, match: Match, at: int | None = None) -> None:
        moves = await asyncio.to_thread(self._at, match)
        self._match = match  # only now: until then the list is of the position before
        self._list(moves, at)

    def _list(self, moves: Sequence[Continuation], at: int | None = None) -> None:
        match, known = self._match, len(self._openings)
        of = "" if self._whole in (None, known) else f"{known:,} of "
        whole = plural(self._whole or known, "game")
        self.note(f"{short_name(match.game)}: {of}{whole} looked through")
        told = phrases.last_move(match) or "The start."
        first, *others = self._names
        shares = zip(
            (first, "drawn", others[0] if len(others) == 1 else "others"),
            ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
            strict=False,
        )
        legend = Content("  ").join(bar(self.app.look, 1, one) + Content(f" {name}") for name, one in shares)
        self.put("way", Content(f"After {plural(match.plies, 'move')}. {told}\n") + legend)
        self.rows.show([*self._items(moves)], at)
        self.show_keys(
            Key("enter", "on along it"),
            Key(CHOOSE, "choose"),
            *((Key("←", "a move back", "screen.off"),) if match.plies else ()),
        )

    @property
    def _names(self) -> Sequence[str]:
        """What the sides are called."""
        return VIEWS[self._match.game.key].side_names(self.app.look)[: len(self._match.seats)]

    def _items(self, moves: Sequence[Continuation]) -> Iterator[Item]:
        if not moves:
            yield heading("nothing was played from here" if self._whole is not None else "reading the games")
            return
        yield heading("moves", plural(sum(len(move.lines) for move in moves), "game"))
        for move in moves:
            count = len(move.lines)
            ended = [move.ended("1"), move.ended("draw"), count - sum(map(move.ended, ("1", "draw", "*")))]
            share = Cell(f"{100 * move.ended('1') / count:.0f} %", 7, "$text-muted", True)
            known = Cell(bar(self.app.look, BAR, ended, count), BAR + 1, until=1000, since=34)
            yield Item(
                Row([Cell(move.move, 0, "bold"), Cell(f"{count:,}", 7, right=True), share, known]), move
            )
        yield heading("games")
        for line in [line for move in moves for line in move.lines][:MOST]:
            yield Item(
                Row([line.title or "nobody is named", Cell(line.result, 5, "$text-muted", True)]), line
            )

    def point(self, key: Continuation | OpeningLine | None) -> None:
        """What a move leads to, or how a game ended."""
        boards = [self._match.position.board]
        if isinstance(key, Continuation):
            after, _ = self._match.play(self._match.game.find(self._match.position, key.move))
            boards.append(after.position.board)
            ends = ", ".join(f"{number} {how}" for how, number in key.ends(self._names).items())
            self.put("ends", f"{key.move}: {plural(len(key.lines), 'game')}\n{ends}")
        elif key:
            ended = f"{plural(len(key.words), 'move')}: {key.result}"
            self.put("ends", Row([key.title or "nobody is named"], [ended]))
        self.show(self._match.game, *boards)

    def take(self, key: Continuation | OpeningLine) -> None:
        """Go on along the move, or watch the game."""
        if isinstance(key, Continuation):
            self._look(self._match.read(key.move), 0)
        else:
            self.app.open_replay(key.match, self._match.plies, playing=False)

    def action_off(self) -> None:
        """The position a move before."""
        if self._match.plies:
            self._look(self._match.at(self._match.plies - 1), 0)

"""The public games of a house that are over, to be watched and reviewed, and its ladders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play import Match, read_match
from marbles_tui.rooms.archive import Rung
from marbles_tui.rooms.backend import Archived
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import TimeControl
from marbles_tui.tui.kit.edges import Key
from marbles_tui.tui.kit.field import Line
from marbles_tui.tui.kit.filters import Filters, Group
from marbles_tui.tui.kit.row_list import Item, RowList
from marbles_tui.tui.kit.rows import Cell, Row
from marbles_tui.tui.page import CHOOSE, WHICH, Shelf
from marbles_tui.tui.pages.lobby_list import name_of, stakes

MOST: Final = 500
"""Games that are listed; whoever looks for others types more of a name."""


class ArchiveScreen(Shelf[None]):
    """A line to find a name in, a list of games, and the one that is pointed at."""

    TITLE_LINE, help_page = "Games that are over", "lobby"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Find", id="archive.find"),
        Binding("v", "review", "Review", id="archive.review"),
        Binding("down", "list", "To the list", show=False, id="archive.list"),
        Binding("escape,q", "back", "Back", id="archive.back"),
    ]

    LEFT = (
        partial(Line, placeholder="find a name, a game", max_length=60, id="find"),
        partial(RowList, finds=False),
    )

    def __init__(self, visit: Visit, words: str = "") -> None:
        """`words`: what is looked for at the start."""
        super().__init__(classes="house")
        self._visit, self._words = visit, words
        self._games: dict[str, Archived] = {}
        self._match: tuple[str, Match] | None = None

    def on_mount(self) -> None:
        """List them."""
        self.query_one("#find", Input).value = self._words
        self._list()
        self.show_keys(
            Key("enter", "watch"),
            Key("v", "review", "screen.review"),
            Key(CHOOSE, "choose"),
            Key("/", "find a name", "screen.find"),
        )

    @on(Input.Changed, "#find")
    def _list(self) -> None:
        found = self._visit.archive.find(self.query_one("#find", Input).value)
        self._games = {game.id: game for game in found[:MOST]}
        items = [Item(self._row(game), game.id) for game in self._games.values()]
        if not items:
            items = [Item(Row(["No game was found."]), heading=True)]
        self.rows.show(items, 0)
        more = f", the latest {MOST} shown" if len(found) > MOST else ""
        self.note(f"{plural(len(found), 'game')}{more}")
        self.point(self.pointed)

    def _row(self, game: Archived) -> Row:
        return Row(
            [
                Cell(_players(game), 0, "bold"),
                Cell(self._called(game.game), 11),
                Cell(_score(game), 5),
                Cell(_day(game.when), 12, "$text-muted", since=56),
                Cell(stakes(game.rated), 9, "$text-muted", since=72),
            ]
        )

    def _called(self, key: str) -> str:
        return next((name_of(game) for game in self.app.games if game.key == key), key)

    def point(self, key: str | None) -> None:
        """What is told of a game; its board follows."""
        game = self._games.get(str(key))
        if not game:
            self.tell()
            self.show(None)
            return
        terms = f"{TimeControl.read(game.control).words}, {stakes(game.rated)}, {plural(game.plies, 'move')}"
        when = ", ".join(filter(None, (_day(game.when), sanitize_line(game.event, 30))))
        muted = (Content.styled(line, "$text-muted") for line in (terms, when))
        self.tell(_players(game), f"{self._called(game.game)}, {_told(game)}", *muted)
        self._fetch(game.id, lambda match: self.show(match.game, match.position.board))

    @work(group="record", exclusive=True)
    async def _fetch(self, id: str, then: Callable[[Match], object]) -> None:
        """Have the game of an id read, and do something with it."""
        if self._match and self._match[0] == id:
            then(self._match[1])
            return
        try:
            match = read_match(await self._visit.archived(id), self.app.games).match
        except Refused as error:
            self.notify(sanitize_line(str(error), 200), severity="warning", markup=False)
            return
        if match:
            self._match = id, match
            then(match)

    def take(self, key: str) -> None:
        """Watch it."""
        self._fetch(key, self.app.open_replay)

    def action_review(self) -> None:
        """Go to where it turned."""
        if self.pointed:
            replay = partial(self.app.open_replay, playing=False, seeking=True)
            self._fetch(str(self.pointed), replay)

    def action_find(self) -> None:
        """Type a name."""
        self.query_one("#find", Input).focus()

    @on(Input.Submitted, "#find")
    def action_list(self) -> None:
        """To what was found."""
        self.rows.focus()


class LadderScreen(Shelf[None]):
    """Who is how strong: a game and a month to choose, and those who have played rated games."""

    LEFT, STAGE = (partial(Filters, id="filters", across=True), RowList), ()
    TITLE_LINE, help_page = "Ladders", "lobby"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "game(-1)", "Game before", show=False, id="ladder.before"),
        Binding("right", "game(1)", "Next game", show=False, id="ladder.next"),
        Binding("m", "month", "Another month", id="ladder.month"),
        Binding("escape,q", "back", "Back", id="ladder.back"),
    ]

    def __init__(self, visit: Visit) -> None:
        super().__init__(classes="house ladder")
        self._visit = visit

    def _groups(self, game: str) -> list[Group]:
        games = [(each.key, name_of(each)) for each in self.app.games if each.rated]
        months = [("", "now"), *((month, _month(month)) for month in self._visit.archive.months(game)[:12])]
        return [Group("game", "Game", games), Group("month", "Month", months, folded=True)]

    def on_mount(self) -> None:
        """List them."""
        self.query_one(Filters).groups = tuple(self._groups(self.app.games[0].key))
        self._list()
        self.show_keys(
            Key(WHICH, "game"),
            Key("m", "month", "screen.month"),
            Key("enter", "their games"),
            Key(CHOOSE, "choose"),
        )

    @on(Filters.Changed)
    def _list(self) -> None:
        filters = self.query_one(Filters)
        filters.groups = tuple(self._groups(filters.value("game")))
        game, month = filters.value("game"), filters.value("month")
        rungs = self._visit.archive.ladder(game, month)
        items = list(_rungs(rungs, self._visit.id, self._visit, game))
        if not rungs:
            items = [Item(Row(["Nobody has played a rated game here yet."]), heading=True)]
        self.rows.show(items, 0)
        self.note(plural(len(rungs), "player"))

    def action_game(self, step: int) -> None:
        """The ladder of another game."""
        self.query_one(Filters).change("game", step)

    def action_month(self) -> None:
        """That of another month."""
        self.query_one(Filters).change("month", 1)

    def take(self, key: str) -> None:
        """Their games."""
        self.app.push_screen(ArchiveScreen(self._visit, key))


def _rungs(rungs: Sequence[Rung], me: str, visit: Visit, game: str) -> Iterator[Item]:
    head = [
        Cell("", 4), Cell("NAME"), Cell("RATING", 8, right=True), Cell("WON", 6, right=True, since=50),
        Cell("DRAWN", 7, right=True, since=50), Cell("LOST", 6, right=True, since=50),
        Cell("LAST GAMES", 18, since=70),
    ]  # fmt: skip
    yield Item(Row(head), heading=True)
    for at, rung in enumerate(rungs):
        last = " ".join(
            {1.0: "won", 0.0: "lost"}.get(score, "drawn")
            for score in visit.archive.form(rung.account, game).scores[:3]
        )
        yield Item(
            Row(
                [
                    Cell(f"{at + 1}", 4, "$text-muted", right=True),
                    Cell(sanitize_line(rung.name, 24), 0, "bold $accent" if rung.account == me else "bold"),
                    Cell(f"{rung.rating:,.0f}{'' if rung.sure else '?'}", 8, right=True),
                    Cell(str(rung.won), 6, "$text-muted", right=True, since=50),
                    Cell(str(rung.drawn), 7, "$text-muted", right=True, since=50),
                    Cell(str(rung.lost), 6, "$text-muted", right=True, since=50),
                    Cell(last, 18, "$text-muted", since=70),
                ]
            ),
            rung.name,
        )


def _players(game: Archived) -> str:
    return (" – " if len(game.names) == 2 else ", ").join(sanitize_line(name, 24) for name in game.names)


def _score(game: Archived) -> str:
    """ "1-0", "0-1", "draw"; of more than two whose seat has won."""
    if len(game.scores) == 2:
        return {1.0: "1-0", 0.0: "0-1"}.get(game.scores[0], "draw")
    return ",".join(str(seat + 1) for seat, score in enumerate(game.scores) if score == 1) or "draw"


def _told(game: Archived) -> str:
    winners = [
        sanitize_line(name, 24) for name, score in zip(game.names, game.scores, strict=True) if score == 1
    ]
    return f"{' and '.join(winners)} won" if winners else "drawn"


def _day(when: float) -> str:
    return f"{datetime.fromtimestamp(when, UTC):%d %b %Y}"


def _month(month: str) -> str:
    return f"{datetime.strptime(month, '%Y-%m').replace(tzinfo=UTC):%B %Y}"

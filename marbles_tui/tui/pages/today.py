"""One page for today: the day's puzzles and matches, what was tried, the streak, and how others did."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.daily import Daily, DailyMatch
from marbles_tui.play.puzzles.text import name_of
from marbles_tui.table.puzzle_day import computers_at, of_today, time_left
from marbles_tui.tui.games import VIEWS, short_name
from marbles_tui.tui.kit.edges import Key
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.kit.row_list import Item, RowList
from marbles_tui.tui.kit.rows import Cell, Row, month
from marbles_tui.tui.page import CHOOSE
from marbles_tui.tui.pages.puzzles import SIGNS
from marbles_tui.tui.puzzles import TriesPage, daily_screen

MOST: Final = 8
"""Others of the house who are named."""


class TodayPage(TriesPage):
    """Five to choose from; Enter opens one."""

    TITLE_LINE, help_page = "Today", "puzzles"
    lists_puzzles = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "app.page('puzzles')", "All puzzles", id="today.puzzles"),
        Binding("escape,q", "back", "Back", id="today.back"),
    ]

    CSS = """
    TodayPage #left { width: 1fr; }
    TodayPage RowList { height: 6; }
    TodayPage #month { height: auto; padding: 0 2; }
    TodayPage .stage { width: 44%; margin: 0 0 0 2; }
    TodayPage.-slim .body { layout: vertical; }
    TodayPage.-slim .stage { width: 1fr; height: 6; margin: 0; background: $background; }
    TodayPage.-slim SmallBoard { display: none; }
    TodayPage.-slim #left { height: auto; }
    TodayPage.-slim.-short #month { display: none; }
    TodayPage #task { height: auto; }
    TodayPage #others { height: auto; max-height: 10; }
    """

    LEFT, STAGE = (RowList, "month"), ("task", SmallBoard, "others")

    def on_mount(self) -> None:
        """Nothing is known of computers yet."""
        self._computers: dict[str, str] = {}

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        keeping, today, streak = self.keeping, self.keeping.today, self.keeping.streak
        self.note(f"{today:%A} {today.day} {today:%B}; the next five {time_left()}")
        found = [*of_today(self.app.games, keeping.tries, today)]
        self.rows.show([_item(*each, each.told) for each in found])
        days = "no streak yet"
        if streak.longest:
            days = f"{plural(streak.days, 'day')} running, at most {plural(streak.longest, 'day')}"
        title = Content.styled(f"{today:%B}".upper(), "bold $accent")
        lines = [title, *month(today, tries.dailies(keeping.tries).get), Content.styled(days, "$text-muted")]
        self.put("month", Content("\n").join(lines))
        self.show_keys(
            Key("enter", "open"), Key(CHOOSE, "choose"), Key("u", "all puzzles", "app.page('puzzles')")
        )

    def point(self, key: Daily | DailyMatch | None) -> None:
        """The board of what is pointed at, and how others did."""
        if key is None:
            return
        board = key.puzzle.start().board if isinstance(key, Daily) else VIEWS[key.game.key].sample()
        self.put("task", key.title)
        self.show(key.game, board)
        self._tell_of_others(key)

    @work(exclusive=True, group="others")
    async def _tell_of_others(self, found: Daily | DailyMatch) -> None:
        visit, said = self.app.visit, self.query_one("#others", Static)
        people = visit.others_solved(found.date, found.game.key) if visit else []
        lines = [f"{sanitize_line(name, 24)}: {told}" for name, told in people[:MOST]]
        lines += [f"and {plural(len(people) - MOST, 'other')}"] if len(people) > MOST else []
        if isinstance(found, Daily):
            said.update(
                "\n".join([*lines, self._computers.get(found.puzzle.id, "The computers look at it...")])
            )
            if found.puzzle.id not in self._computers:
                self._computers[found.puzzle.id] = await computers_at(found.puzzle, self.app.engine)
            lines.append(self._computers[found.puzzle.id])
        else:
            lines.append(
                f"The house has {found.score} {found.rules.counted}; the most to be had is {found.best}."
            )
        said.update("\n".join(lines))

    def take(self, key: Daily | DailyMatch) -> None:
        """Try it."""
        self.app.push_screen(daily_screen(self.app, key))


def _item(found: Daily | DailyMatch, done: tries.Try | None, told: str) -> Item:
    named = name_of(found.puzzle.id) if isinstance(found, Daily) else f"{found.rules.called} of the day"
    game = Cell(short_name(found.game), 12, "bold")
    sign = SIGNS[done.solved if done else None]
    return Item(Row([sign, game, Cell(named, since=44), Cell(told, 0, "$text-muted")]), found)

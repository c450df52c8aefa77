"""The puzzles: today's, what is due again, and all of them by game, difficulty and theme; and the lessons."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final, NamedTuple

from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from marbles_tui.core import Game
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play.lessons import DECLINED, DONE, is_open, lesson_of, steps_done, worded
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.puzzle import (
    MARKS,
    Puzzle,
    find_puzzle,
    name_of,
    second_lessons,
    shipped,
    with_puzzles,
)
from marbles_tui.play.puzzles.tries import MISSES, Daily, daily, next_puzzle
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.notes import Racer
from marbles_tui.store.puzzles import own_puzzles
from marbles_tui.table import puzzle_words
from marbles_tui.table.tasks.day import OfToday, computers_at, of_today, time_left
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.form import Filters, Group
from marbles_tui.tui.kit.lines import CHOOSE, WHICH, Cell, Key, Row, date_words, month, steps
from marbles_tui.tui.kit.shelf import Curve, Figures, Item, SmallBoard, heading
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.page import day_words
from marbles_tui.tui.puzzles import (
    TriesPage,
    begin_hurry,
    daily_screen,
    lesson_screen,
    open_lesson,
    open_one_turn,
    puzzle_screen,
)

MOST: Final = 8
"""Others of the house who are named."""

MOST_DUE: Final = 3
"""Puzzles due again that are listed; the rest follow when these are solved."""

SHOWN: Final = {"": "all", "new": "not tried", "missed": "missed", "solved": "solved"}
STATES: Final = {"new": None, "missed": False, "solved": True}
"""What is listed by how the last try went."""

ALL: Final = "all games"

SIGNS: Final = {None: Cell("○", 2, "$text-muted"), False: Cell("×", 2), True: Cell("●", 2, "$accent")}
"""Not tried yet, missed, solved."""


HURRY: Final = (
    f"As many as you can, from easy to hard; {MISSES} misses end it. Only your own time counts. Unrated."
)


CALL: Final = "Three minutes of puzzles against me? Press u in the menu, then choose the race against me."
"""What is said in the lobby for somebody who waits."""


class PuzzleEntry(NamedTuple):
    """What can be opened, and how the last try at it went; None before the first."""

    solved: bool | None
    puzzle: Puzzle | None = None
    today: OfToday | None = None
    hurry: str = ""
    """Three minutes of a game's puzzles, or with ALL of all games'."""

    race: int | None = None
    """The number of the waiting race to join; 0: wait for somebody, or stop waiting."""


class PuzzlesScreen(TriesPage):
    """Choose a puzzle; Enter opens it."""

    lists_puzzles = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "change('game', -1)", "Game before", show=False, id="puzzles.before"),
        Binding("right", "change('game', 1)", "Next game", show=False, id="puzzles.next"),
        Binding("d", "change('marks', 1)", "Difficulty", id="puzzles.difficulty"),
        Binding("m", "change('theme', 1)", "Theme", id="puzzles.theme"),
        Binding("t", "today", "Today's", id="puzzles.today"),
        Binding("n", "suggest", "One that suits me", id="puzzles.suggest"),
        Binding("w", "draw", "A new one by chance", show=False, id="puzzles.draw"),
        Binding("escape,q", "back", "Back", id="puzzles.back"),
    ]

    DEFAULT_CLASSES = "-today"
    TITLE_LINE, help_page = "Puzzles", "puzzles"

    BESIDE = ("week", partial(Static, "YOUR RATING", classes="title"), Figures, Curve, "month", Filters)
    STAGE = ("words", SmallBoard, "tried")

    _own: Sequence[Puzzle] = ()

    def on_mount(self) -> None:
        """Begin with the game of the day."""
        self._computers: dict[str, str] = {}
        self._waiting = 0
        """The number of the race to which somebody is waited for."""
        self.games = with_puzzles(self.app.games)
        filters = self.query_one(Filters)
        filters.set_reactive(Filters.chosen, {"game": daily(self.games, self.keeping.today).puzzle.game.key})
        filters.groups = self._groups(self._game_of(filters.chosen["game"]))

    def on_screen_resume(self) -> None:
        """Hear of races; one's own may have been left."""
        self._meet()
        visit = self.app.visit
        own = next((one for who, one in visit.racers() if who.id == visit.id), None) if visit else None
        if visit and own and self.is_current and not (own.over or self._waiting):
            visit.race(replace(own, over=True))  # it was left

    async def recalled(self) -> None:
        """The tries are read; read puzzles of one's own."""
        if self.app.face.transfers:
            self._own = await asyncio.to_thread(own_puzzles, self.app.games)
        self.dress()

    # What is wanted

    def _groups(self, game: Game) -> tuple[Group, ...]:
        marks = [("0", "any"), *((str(at), f"{'●' * at}{'○' * (MARKS - at)}") for at in range(1, MARKS + 1))]
        themes = [("", "any"), *((theme, theme) for theme in themes_of(game))]
        return (
            Group("game", "game", [(each.key, each.name) for each in self.games]),
            Group("state", "show", [*SHOWN.items()]),
            Group("marks", "level", marks, folded=True),
            Group("theme", "theme", themes, folded=True),
        )

    def _game_of(self, key: str) -> Game:
        return next(game for game in self.games if game.key == key)

    @property
    def game(self) -> Game:
        """The game whose puzzles are listed."""
        return self._game_of(self.query_one(Filters).value("game"))

    @property
    def wanted(self) -> list[Puzzle]:
        """The puzzles that ship of what is wanted, the easiest first."""
        value = self.query_one(Filters).value
        marks, theme, state = int(value("marks")), value("theme"), value("state")
        last = self._last
        return [
            puzzle
            for puzzle in shipped(self.game)
            if marks in (0, puzzle.marks)
            and theme in ("", *puzzle.themes)
            and (not state or last.get(puzzle.id) is STATES[state])
        ]

    @property
    def _last(self) -> Mapping[str, bool]:
        """How the last try at each puzzle went."""
        return {each.puzzle: each.solved for each in self.keeping.tries}

    def action_change(self, group: str, step: int) -> None:
        """Another game, difficulty or theme, of which there is any."""
        filters = self.query_one(Filters)
        filters.change(group, step)
        while not self.wanted and group != "game" and filters.value(group) not in ("", "0"):
            filters.change(group, step)

    @on(Filters.Changed)
    def _changed(self, message: Filters.Changed) -> None:
        """List what is wanted, and pick the first of it."""
        if message.group == "game":
            self.query_one(Filters).groups = self._groups(self.game)
        self.dress()
        items = self.rows.items
        title = self.game.name.upper()
        headings = [at for at, item in enumerate(items) if item and item.heading]
        at = next((at for at in headings if (item := items[at]) and item.row.plain.startswith(title)), 0)
        self.rows.at = min(at + 1, len(items) - 1)

    # What is shown

    def dress(self) -> None:
        """The list, and how one does."""
        keeping, game = self.keeping, self.game
        solved = sum(self._last.get(puzzle.id, False) for puzzle in shipped(game))
        self.note(f"{game.name}: {solved} of {len(shipped(game))} solved")
        course = tries.course(keeping.tries, game.key)
        rating = keeping.rating(game.key)
        self.query_one(Figures).counts = ((rating, "", "accent"),)
        self.query_one(Curve).values = course
        streak, today = keeping.streak, keeping.today
        days = f"{plural(streak.days, 'day')} running" if streak.days > 1 else ""
        run = f"{plural(streak.days, 'day')} running" if streak.days else "no streak now"
        longest = f"{run}\nat most {plural(streak.longest, 'day')}" if streak.longest else ""
        week = [SIGNS[day] for day in streak.week[:-1]] + [SIGNS[streak.week[-1]]._replace(style="bold")]
        number = (f"{rating:,}", "bold $accent")
        told = Content.assemble(f"{days}   " if days else "", "rating ", number)
        row = [*week, Cell(told, right=True, since=40), Cell(Content.assemble(number), right=True, until=40)]
        self.put("week", Row(row))
        title = Content.styled(f"{today:%B}".upper(), "bold $accent")
        lines = [
            title,
            *month(today, tries.dailies(keeping.tries).get),
            Content.styled(longest, "$text-muted"),
        ]
        self.put("month", Content("\n").join(lines))
        self.rows.show([*self._items()])
        self.show_keys(
            Key(CHOOSE, "choose"),
            Key("enter", "open"),
            Key(WHICH, "game", "screen.change('game', 1)"),
            Key("d", "difficulty", "screen.change('marks', 1)"),
            Key("m", "theme", "screen.change('theme', 1)"),
            Key("n", "one that suits me" if self.app.size.width >= 100 else "suggest", "screen.suggest"),
            *((Key("w", "new by chance", "screen.draw"),) if self.game.goals else ()),
            Key("t", "today", "screen.today"),
            Key("/", "find"),
        )

    def _items(self) -> Iterator[Item]:
        last, today = self._last, self.keeping.today
        yield heading("today", f"the next {time_left()}")
        for each in of_today(self.app.games, self.keeping.tries, today):
            own_puzzle = each.daily.puzzle if isinstance(each.daily, Daily) else None
            yield _item(PuzzleEntry(each.done.solved if each.done else None, own_puzzle, each), True)
        yield heading("three minutes")
        for game in (None, self.game):
            best = tries.best(self.keeping.tries, game, today).ever
            told = Cell("" if best is None else f"best {best}", 8, "$accent", True)
            name, key = (game.name, game.key) if game else (ALL, ALL)
            yield Item(Row([Cell("▸", 2), name, told]), PuzzleEntry(None, hurry=key))
        yield from self._races()
        if due := self.keeping.due[:MOST_DUE]:
            yield heading("due again")
            found = [find_puzzle(self.app.games, name) for name in due]
            yield from (_item(PuzzleEntry(False, puzzle), True) for puzzle in found if puzzle)
        if own := [puzzle for puzzle in self._own if puzzle.game is self.game]:
            yield heading("your own")
            yield from (_item(PuzzleEntry(last.get(puzzle.id), puzzle), False) for puzzle in own)
        value = self.query_one(Filters).value
        marks, narrowed = (
            int(value("marks")),
            [SHOWN[value("state")] if value("state") else "", value("theme")],
        )
        words = Content("  ").join(
            [Content(word) for word in narrowed if word] + ([steps(marks)] if marks else [])
        )
        yield heading(self.game.name, words)
        wanted = self.wanted
        yield from (_item(PuzzleEntry(last.get(puzzle.id), puzzle), False) for puzzle in wanted)
        if not wanted:
            yield heading("none like that")

    def _races(self) -> Iterator[Item]:
        """Races of two, where there are others."""
        if self.app.visit is None:
            return
        for name, race in self._waiting_here():
            yield Item(Row([Cell("▸", 2), f"a race against {name}"]), PuzzleEntry(None, hurry=ALL, race=race))
        waits = "waiting: Enter calls it off" if self._waiting else "a race against somebody here"
        yield Item(Row([Cell("▸", 2), waits]), PuzzleEntry(None, hurry=ALL, race=0))

    def _waiting_here(self) -> Iterator[tuple[str, int]]:
        """The names of others who wait for somebody to race, and the numbers of their races."""
        visit = self.app.visit
        racers = visit.racers() if visit else []
        numbers = [racer.race for _, racer in racers]
        for account, racer in racers:
            own = visit and account.id == visit.id
            if not (own or racer.went or racer.over) and numbers.count(racer.race) == 1:
                yield sanitize_line(account.name, 24), racer.race

    def heard(self) -> None:
        """Somebody waits, waits no more, or has come to race."""
        self._meet()
        if self.app.visit:
            self.dress()

    def _meet(self) -> None:
        visit = self.app.visit
        others = [one.race for who, one in visit.racers() if who.id != visit.id] if visit else []
        if self._waiting in others and self.is_current:
            self._begin_race(self._waiting)

    def _race(self, race: int) -> None:
        visit = self.app.visit
        assert visit, "races are listed in a house"
        if race:
            visit.race(Racer(race))
            self._begin_race(race)
        elif self._waiting:
            self._waiting = 0
            visit.race(None)
        else:
            self._waiting = self.app.random.randrange(1, 1 << 32)
            visit.race(Racer(self._waiting))
            with suppress(Refused):
                visit.say(CALL)

    def _begin_race(self, race: int) -> None:
        self._waiting = 0
        self.app.push_screen(begin_hurry(self.app, None, self.keeping.tries, race, self._race_again))

    def _race_again(self) -> None:
        """Join the race that waits, or wait."""
        if self.app.visit:
            self._race(next((race for _, race in self._waiting_here()), 0))
            self.dress()

    def on_unmount(self) -> None:
        """Wait for nobody any more."""
        if self._waiting and self.app.visit:
            self.app.visit.race(None)

    def point(self, key: PuzzleEntry | None) -> None:
        """The board of what is pointed at; after it was solved, how."""
        entry = key
        self.set_class(bool(entry and entry.today), "-today")
        self.workers.cancel_group(self, "others")
        if entry is None:
            return
        if entry.hurry:
            self.tell("Three minutes", HURRY)
            best = tries.best(self.keeping.tries, self._run_of(entry), self.keeping.today)
            runs = {"best": best.ever, "today": best.today}
            known = ", ".join(f"{name} {solved}" for name, solved in runs.items() if solved is not None)
            self.put("tried", Row([known or "not tried yet"]))
            self.show(self.game, VIEWS[self.game.key].sample())
            return
        if entry.today:
            self._tell_of_others(entry.today)
        puzzle = entry.puzzle
        if puzzle is None:
            assert entry.today
            assert not isinstance(entry.today.daily, Daily)
            game, rules = entry.today.daily.game, entry.today.daily.rules
            self.tell(f"{game.name}: the {rules.called} of the day", rules.advice)
            self.show(game, VIEWS[game.key].sample())
            return
        start = puzzle.start()
        names = VIEWS[puzzle.game.key].side_names(self.app.look)
        roles = puzzle_words.roles(puzzle, start.turn, names)
        if self.app.size.width < 110:
            roles = f"{roles.partition('. ')[0].removesuffix('.')}."
        self.tell(f"{puzzle.game.name}: {puzzle.goal.sentence}", f"{roles} {puzzle_words.rules(puzzle)}")
        boards = [start.board]
        if entry.solved and puzzle.id not in self.keeping.due:
            for move in puzzle.moves():
                start = start.play(move)
                boards.append(start.board)
        self.show(puzzle.game, *boards)
        if entry.today:
            return
        level = Content.assemble(steps(puzzle.marks), (f" {puzzle.difficulty:,}", "$text-muted"))
        self.put(
            "tried",
            Row(
                [Cell(name_of(puzzle.id), 0, "bold"), Cell(level, level.cell_length, right=True)],
                [Cell(self._tried(puzzle), 0, "$text-muted")],
                [Cell(", ".join(puzzle.themes), 0, "$text-muted")],
            ),
        )

    @work(exclusive=True, group="others")
    async def _tell_of_others(self, today: OfToday) -> None:
        """What came of one of the day's, how others did, and the computers."""
        found, visit = today.daily, self.app.visit
        people = visit.others_solved(found.date, found.game.key) if visit else []
        lines = [today.told, *(f"{sanitize_line(name, 24)}: {told}" for name, told in people[:MOST])]
        lines += [f"and {plural(len(people) - MOST, 'other')}"] if len(people) > MOST else []
        if not isinstance(found, Daily):
            lines.append(found.rules.aim.format(found.score))
            lines.append(f"The house has {found.score} {found.rules.counted}; at most {found.best}.")
        else:
            key = found.puzzle.id
            self.put("tried", "\n".join([*lines, self._computers.get(key, "The computers look at it...")]))
            if key not in self._computers:
                self._computers[key] = await computers_at(found.puzzle, self.app.engine)
            lines.append(self._computers[key])
        self.put("tried", "\n".join(lines))

    def _run_of(self, entry: PuzzleEntry) -> Game | None:
        """The game of a run; None for all."""
        return None if entry.hurry == ALL else self._game_of(entry.hurry)

    def _tried(self, puzzle: Puzzle) -> str:
        """What became of the tries at a puzzle: "missed twice, comes back on 26 Nov"."""
        own = [each for each in self.keeping.tries if each.puzzle == puzzle.id]
        if not own:
            return "not tried yet"
        today, last = self.keeping.today, own[-1]
        missed = sum(not each.solved for each in own)
        when = day_words(last.tried.isoformat(), today, self.app.settings.dates)
        times = {1: "once", 2: "twice"}.get(missed, f"{missed} times")
        told = f"solved, {when}" if last.solved else f"missed {times}, {when}"
        back = tries.comes_back(own, puzzle.id)
        if back is None:
            return told
        return (
            f"{told}; due again"
            if back <= today
            else f"{told}; comes back {date_words(back, self.app.settings.dates, brief=True)}"
        )

    # What is done

    def take(self, key: PuzzleEntry) -> None:
        """Open it."""
        if key.race is not None:
            self._race(key.race)
        elif key.hurry:
            self.app.push_screen(begin_hurry(self.app, self._run_of(key), self.keeping.tries))
        elif key.today:
            self.app.push_screen(daily_screen(self.app, key.today.daily))
        elif key.puzzle:
            self.app.push_screen(puzzle_screen(self.app, key.puzzle))

    def action_today(self) -> None:
        """To the day's."""
        self.rows.action_end(0)

    @work(exclusive=True, group="draw")
    async def action_draw(self) -> None:
        """Open a new puzzle that chance draws, of a game that has such."""
        games = [game for game in (self.game, *self.games) if game.goals]
        if games:
            await open_one_turn(self.app, games[0])

    def action_suggest(self) -> None:
        """Open one about as hard as the player is good."""
        found = next_puzzle(self.wanted, self.keeping.tries)
        if found:
            self.app.push_screen(puzzle_screen(self.app, found))


def _item(entry: PuzzleEntry, any_game: bool) -> Item:
    """A row: how the last try went, the name, the game or the goal, how hard it is."""
    puzzle = entry.puzzle
    if puzzle is None:
        assert entry.today
        game = entry.today.daily.game
        assert game.day_match
        name, whose = Cell(f"{game.day_match.called} of the day"), Cell(game.name, 11, "$text-muted")
        return Item(Row([SIGNS[entry.solved], name, whose, Cell("", 6), Cell("", 7, since=42)]), entry)
    about = puzzle.game.name if any_game else str(puzzle.goal)
    cells = [
        SIGNS[entry.solved],
        Cell(name_of(puzzle.id)),
        Cell(about, 11, "$text-muted"),
        Cell(steps(puzzle.marks), 6),
        Cell(f"{puzzle.difficulty:,}", 7, "$text-muted", True, 42),
    ]
    return Item(Row(cells), entry)


def themes_of(game: Game) -> list[str]:
    """The themes of a game's puzzles, the most frequent first."""
    counts = Counter(theme for puzzle in shipped(game) for theme in puzzle.themes)
    return sorted(counts, key=lambda theme: (-counts[theme], theme))


WORDS: Final = 12
"""Columns of how far one has come."""


class LessonsPage(TriesPage):
    """A line for each game: how many steps its lesson has, and how many are done. Then the path: a line for each
    puzzle that teaches one idea more."""

    TITLE_LINE, help_page = "Lessons", "lessons"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f", "back", "Back", id="lessons.close"),
        Binding("x", "decline", "Do not offer it", id="lessons.decline"),
    ]

    CSS = """
    LessonsPage.-short .body { layout: vertical; }
    LessonsPage #left { width: 38; }
    LessonsPage.-short #left { width: 1fr; height: 1fr; }
    LessonsPage.-wide #left { width: 46; }
    LessonsPage #step { height: auto; min-height: 4; max-height: 8; }
    LessonsPage.-short .stage { height: auto; }
    LessonsPage.-short SmallBoard { display: none; }
    """

    STAGE = ("step", partial(SmallBoard, small=None))

    def __init__(self, games: Sequence[Game], pointed: Game | None = None) -> None:
        """The lessons of some games, at first at that of the game `pointed` at, or the first that is not done."""
        super().__init__()
        self._pointed = pointed
        self._games = [game for game in games if lesson_of(game)]

    def dress(self) -> None:
        """The lessons, and the path."""
        kept, rows = self.app.settings.lessons, self.rows
        left = (game for game in self._games if kept.get(game.key) != DONE)
        first = self._pointed if self._pointed in self._games else next(left, self._games[0])
        at = rows.at if rows.items else self._games.index(first)
        rows.show([*(Item(self._row(game), game) for game in self._games), *self._path()], at)
        self.show_keys(
            Key("enter", "begin"), Key(CHOOSE, "choose"), Key("x", "do not offer", "screen.decline")
        )

    def _path(self) -> Iterator[Item]:
        last = {each.puzzle: each.solved for each in self.keeping.tries}
        for game in self._games:
            if puzzles := second_lessons(game):
                done = sum(last.get(puzzle.id, False) for puzzle in puzzles)
                yield heading(f"then: {game.name}", f"{done} of {len(puzzles)}")
            for puzzle in puzzles:
                yield Item(Row([SIGNS[last.get(puzzle.id)], name_of(puzzle.id), str(puzzle.goal)]), puzzle)

    def _row(self, game: Game) -> Row:
        kept = self.app.settings.lessons.get(game.key, "")
        lesson = lesson_of(game)
        assert lesson, "games without a lesson are not listed"
        count, done = len(lesson.steps), steps_done(kept, lesson.steps)
        told = f"{done} of {count}" if done else f"{count} steps"
        told = DECLINED if kept == DECLINED else DONE if done == count else told
        return Row([game.name, Cell(steps(done, count), 9), Cell(told, WORDS, "$text-muted")])

    def point(self, key: Game | Puzzle | None) -> None:
        """The step that comes next; the first one again of a lesson that is done."""
        if isinstance(key, Puzzle):
            self.put("step", Content.assemble(f"{key.idea}\n", (key.goal.sentence, "bold")))
            self.show(key.game, key.start().board)
            return
        game, lesson = key, lesson_of(key) if key else None
        if not game or not lesson:
            return
        count = len(lesson.steps)
        at = steps_done(self.app.settings.lessons.get(game.key, ""), lesson.steps) % count
        step, names = lesson.steps[at], VIEWS[game.key].side_names(self.app.look)
        says, task = worded(step.says, names), worded(step.task, names)
        head = (f"Step {at + 1} of {count}\n", "bold $accent")
        self.put("step", Content.assemble(head, f"{says}\n", (task, "bold")))
        self.show(game, step.match.position.board)

    def take(self, key: Game | Puzzle) -> None:
        """Begin."""
        if isinstance(key, Puzzle):
            self.app.push_screen(puzzle_screen(self.app, key))
        else:
            open_lesson(self.app, key)

    def action_decline(self) -> None:
        """Offer the lesson that is pointed at no more, or again."""
        if not self.pointed or isinstance(self.pointed, Puzzle):
            return
        key, lessons = self.pointed.key, dict(self.app.settings.lessons)
        if lessons.get(key) == DECLINED:
            del lessons[key]
        elif is_open(lessons.get(key, "")):
            lessons[key] = DECLINED
        self.app.change_settings(lessons=lessons)
        self.dress()


def opened(app: Kit, key: str) -> Screen[None]:
    """The screen that a command line asks for: the lesson of a game, or with "" all lessons."""
    game = next((game for game in app.games if game.key == key), None)
    return (lesson_screen(app, game) if game else None) or LessonsPage(app.games)

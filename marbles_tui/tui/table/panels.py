"""The panels around the board, which show the state of a task."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import zip_longest
from textwrap import wrap
from typing import Final, Generic, NamedTuple, TypeVar

from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.core import Event, Game
from marbles_tui.core.scene import Finale, Highlights, Tone
from marbles_tui.core.text import ordinal, plural, spoken
from marbles_tui.play import Match
from marbles_tui.play.match import happened
from marbles_tui.play.puzzles.puzzle import MARKS, name_of
from marbles_tui.play.puzzles.tries import MISSES, game_of_the_day, time_of
from marbles_tui.table import phrases, puzzle_words
from marbles_tui.table.clock import Clock
from marbles_tui.table.ending import Report, tone_of
from marbles_tui.table.tasks.day import time_left
from marbles_tui.table.tasks.learn import Learning
from marbles_tui.table.tasks.playing import Playing
from marbles_tui.table.tasks.solve import PlayerRecord, Running, Solved
from marbles_tui.table.tasks.task import Situation, holding
from marbles_tui.table.tasks.watch import Watching
from marbles_tui.tui.arcade_screen import OWN_KEYS
from marbles_tui.tui.games.picking import MatchView, Picking
from marbles_tui.tui.games.view import GameView
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.capabilities import YOURS
from marbles_tui.tui.kit.lettering import Lettering
from marbles_tui.tui.kit.lines import Cell, Row, TopLine
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.story import Story
from marbles_tui.tui.table.analysis import AnalysisPanel, AnalysisView, Remarks, Timeline
from marbles_tui.tui.table.beside import MoveList, Seats, Status, Talk
from marbles_tui.tui.table.end import EndPanel

S = TypeVar("S", bound=Situation)


class Stage(NamedTuple):
    """What panels are told of their screen."""

    look: Look
    speed: int
    """The step of the speed, and how long a beat of one second takes at it."""

    tempo: float
    frames: float
    """How many frames a second there are."""

    side: bool
    """Whether they stand below each other: beside the board, or in a window that is higher than wide."""

    height: int
    """The rows of the screen."""


class Panels(ABC, Generic[S]):
    """The panels around the board for one kind of task: values in, words out."""

    classes: str
    """What the screen is called in the style sheet."""

    help_page: str = ""
    help_sections: tuple[str, ...] = (OWN_KEYS,)
    side_from: int | None = None
    """Columns from which on they stand beside the board; None where they never do."""

    title: str = "Game"
    """The title of the game menu, and the note beside the palette's entries."""

    pastes: bool = False
    """Whether a game that is pasted is offered to be gone on with."""

    story: Story | None = None
    """Tells what happens, where sentences of the board do not."""

    end: EndPanel | None = None
    """The report of an end, while it lies over the others."""

    moved: Callable[[], None] = lambda: None
    """Hears of every moment of its show."""

    def __init__(self) -> None:
        self.status = Status()

    @abstractmethod
    def compose(self, board: Widget) -> Iterable[Widget]:
        """The board, and the widgets above and below it."""

    @abstractmethod
    def show(self, now: S, stage: Stage) -> None:
        """Show the task's state, but for its words."""

    def showed(self, before: S, now: S, board: BoardView) -> bool:
        """Show what changes often and alone, where nothing else is other than before; whether that is so."""
        return False

    def ticked(self, now: S, board: BoardView, clock: Clock) -> S:
        """Show the time of this clock; returns the situation with it."""
        return now

    def turn(self, now: S) -> str:
        """What the title of the window says: the game, and whose turn it is."""
        return now.match.game.title

    def say(self, said: str, prompt: str, warning: bool) -> None:
        """Say what has happened, or with `warning` what cannot be done, and what may be done now."""
        self.status.said, self.status.prompt, self.status.warning = said, prompt, warning

    def mark(self, now: S, picking: Picking, board: BoardView, marks: Highlights) -> Highlights:
        """Further highlights of the board."""
        return marks

    def prompt(self, now: S, picking: Picking, board: BoardView) -> str:
        """What may be done now, in a sentence."""
        if now.prompt or not now.asked:
            return now.prompt
        names = phrases.names(now.match)
        pointed = "" if picking.typed else picking.foresee(board.cursor)
        return spoken(pointed or picking.invitation(names[now.match.position.actor]), names)

    def told(self, event: Event) -> None:
        """An event begins to be shown."""

    def note(self, now: S, board: object, stage: Stage) -> None:
        """Say of each seat what a board has for it."""

    def retell(self) -> None:
        """Tell what happened anew the next time: it may look otherwise."""

    def lay_end(self, now: S, stage: Stage) -> bool:
        """Lay the report of an end over the others, or take it away; whether there was anything to do."""
        return False

    def states(self, now: S) -> Mapping[str, bool]:
        """The screen's classes in the style sheet for the task's state."""
        return {}


class TablePanels(Panels[S]):
    """Those of a match and of a record: a line above the board, seats and words below it or beside it."""

    def __init__(self, view: GameView, words: MatchView, *kinds: str) -> None:
        """`kinds`: what the screen is called in the style sheet."""
        super().__init__()
        self.view, self.words = view, words
        self.side_from = words.side_from if words.side else None
        self.classes = " ".join(("table", *kinds, *(("slim",) if words.slim else ())))
        self.top, self.seats, self.under = TopLine(), Seats(), Container(id="under")

    def around(self, board: Widget, *others: Widget) -> Iterable[Widget]:
        """The board, and the others below seats and words."""
        about = Container(self.seats, self.status, id="about")
        self.under = Container(about, *others, id="under")
        return self.top, Container(board, self.under, id="body")

    def show_match(self, match: Match, acting: int | None, note: str, stage: Stage) -> None:
        """What is played, who sits where, and whose move is being shown."""
        top, seats, look = self.top, self.seats, stage.look
        top.skin, top.headline, top.note, top.speed = look.skin, match.game.title, note, stage.speed
        seats.skin, seats.colours, seats.numbered = look.skin, self.view.seat_inks(look), self.words.numbered
        seats.match, seats.acting = match, acting

    def retell(self) -> None:
        """The same words in other colours would count as equal to those that stand there."""
        self.seats.trays = ()

    def show_trays(self, match: Match, board: object, stage: Stage, scarce: bool = False) -> None:
        """What the game shows below each seat of a board."""
        room = Size(self.seats.content_size.width, 0 if scarce else stage.height)
        self.seats.trays = self.words.seat_trays(match, board, room, stage.look)


LENGTHS: Final = {Tone.WON: 1.4, Tone.LOST: 0.4, Tone.DRAWN: 0.3, Tone.NEUTRAL: 0.6}
"""Seconds that an end is shown for at normal speed."""

BRIEF: Final = 3
"""Lines that sentences may take beside the analysis in a slim panel with little room."""

ROOMY: Final = 30
"""Rows from which the analysis leaves room for what stands below the seats."""


class PlayPanels(TablePanels[Playing]):
    """Values in, words out."""

    pastes = True

    def __init__(self, view: GameView, words: MatchView, together: bool) -> None:
        """`together`: whether people are elsewhere."""
        kinds = (("story", view.game.told_as_story), ("together", together))
        super().__init__(view, words, "match", *(name for name, holds in kinds if holds))
        self.analysis, self.moves = AnalysisPanel(view.game), MoveList()
        self.story = Story() if view.game.told_as_story else None
        self.talk = Talk() if together else None
        self.legend = Static(id="legend")
        self.end: EndPanel | None = None
        self._told: Match | None = None
        self._ended: Match | None = None

    def compose(self, board: Widget) -> Iterable[Widget]:
        """The board, and the others below or beside it."""
        told = (self.story or self.moves, *((self.talk,) if self.talk else ()))
        return self.around(board, self.legend, self.analysis, *told)

    def show(self, now: Playing, stage: Stage) -> None:
        """The state of the match."""
        match, seats, look = now.match, self.seats, stage.look
        self.help_sections = ("When a game is over", OWN_KEYS) if match.result else (OWN_KEYS,)
        mover = match.positions[-2].actor if now.showing and match.plies else None
        note = f" {look.skin.dot} ".join(filter(None, now.headline))
        self.show_match(match, now.position.actor if now.ahead else mover, note, stage)
        seats.inks, seats.words, seats.clocks = self.words.seat_inks(match, look), now.presence, now.clocks
        self.moves.match, self.moves.ply = match, match.plies
        self._show_thought(now, look)
        if self.story and not now.showing and self._told is not match:
            self._tell_story(match, look)
        if self.talk and now.talk:
            self.talk.talk = now.talk

    def showed(self, before: Playing, now: Playing, board: BoardView) -> bool:
        """What the computer thinks, and the clocks."""
        if replace(before, thought=now.thought, clock=before.clock and now.clock) != now:
            return False
        if now.thought is not before.thought:
            self._show_thought(now, board.look)
        self._show_clocks(now, board)
        return True

    def ticked(self, now: Playing, board: BoardView, clock: Clock) -> Playing:
        now = replace(now, clock=clock)
        self._show_clocks(now, board)
        return now

    def _show_clocks(self, now: Playing, board: BoardView) -> None:
        self.seats.clocks = now.clocks
        if names := self._names(now, board):
            board.highlights = replace(board.highlights, names=names)

    def turn(self, now: Playing) -> str:
        """Whose turn it is."""
        title, asked = now.match.game.title, now.state.asked
        if now.state.stopped:
            return title
        return f"{YOURS}{title}: your move" if asked in now.here else f"{title}: their move"

    def _show_thought(self, now: Playing, look: Look) -> None:
        panel, thought = self.analysis, now.thought
        panel.skin, panel.colours = look.skin, self.seats.colours
        panel.excuse = thought.excuse if thought else ""
        names, mover = phrases.names(now.match), now.match.position.actor
        known = thought and thought.analysis
        panel.view = AnalysisView(known, mover, names, thought) if thought and known else None

    # While something happens

    def note(self, now: Playing, board: object, stage: Stage) -> None:
        """A word on each seat about a board, and below it what the game shows there."""
        seats, match = self.seats, now.match
        if not seats.content_size.width:
            return
        told = self.words.seat_notes(match, board, seats.content_size.width - 4, stage.look)
        seats.notes = tuple("  ".join(filter(None, pair)) for pair in zip(told, now.verdicts, strict=True))
        scarce = now.thought is not None and stage.height < ROOMY
        self.status.most = BRIEF if scarce and self.words.slim else 0
        self.show_trays(match, board, stage, scarce)

    def told(self, event: Event) -> None:
        """An event begins to be shown."""
        if self.story and self._told:  # else it is told anew, with this, as soon as all is shown
            for line in self._teller(event):
                self.story.add(line)

    def _tell_story(self, match: Match, look: Look) -> None:
        """Tell the match anew from its start."""
        before, self._told = self._told, match
        if before and match.plies == before.plies + 1 and match.moves[:-1] == before.moves:
            return  # its last events were told as they were shown
        self._teller = self.words.teller(match, look)
        assert self.story
        self.story.retell(line for event in happened(match) for line in self._teller(event))

    def retell(self) -> None:
        """Tell the story anew the next time: it may look otherwise."""
        super().retell()
        self.legend.update("")
        self._told = None

    # What is marked, and asked

    def mark(self, now: Playing, picking: Picking, board: BoardView, marks: Highlights) -> Highlights:
        """The same marks with the names of seats and the end, where the board writes them."""
        legend = self.words.legend(picking, marks, board.look)
        if self.legend.content != (legend or ""):  # each update lays the screen out
            self.legend.set_class(legend is not None, "shown").update(legend or "")
        names, deed, finale = self._names(now, board), self._deed(now, picking, board), None
        if self.end and now.report:
            report = now.report
            finale = Finale(report.tone, report.words, phrases.names(now.match), self.end.phase)
        return replace(marks, names=names, guided=bool(names and now.tip), deed=deed, finale=finale)

    def _names(self, now: Playing, board: BoardView) -> tuple[str, ...]:
        """The names of the seats with what is known of each, where the board writes them."""
        if not board.writes_names or now.match.has_goal:
            return ()
        told = zip_longest(phrases.names(now.match), now.verdicts, now.clocks, now.presence, fillvalue="")
        return tuple("  ".join(filter(None, words)) for words in told)

    def _deed(self, now: Playing, picking: Picking, board: BoardView) -> str:
        """What the pick under the cursor would do, where the board is to say it: in the first matches."""
        writes = board.writes_names and not now.match.has_goal
        asked = now.asked and now.tip and not now.held and not picking.typed
        return spoken(picking.foresee(board.cursor), phrases.names(now.match)) if writes and asked else ""

    def prompt(self, now: Playing, picking: Picking, board: BoardView) -> str:
        """What may be done now, in a sentence or in a tip of the first match."""
        own = picking.begun or (now.threats and now.marks) or picking.instead_of_enter
        asked = now.asked and not now.held
        guiding = bool(now.tip and asked and not own)
        self.status.guiding = guiding
        touch = self.under.app.has_class("-touch")
        self.status.hiding = "h hides this." if guiding and self.words.hides_hints and not touch else ""
        if not asked or now.ahead or now.stopped:
            showing = not (now.prompt or now.held or now.stopped or now.state.thinking is not None)
            return now.prompt or (self.words.busy if now.tip and showing else "")
        names = phrases.names(now.match)
        invitation = spoken(picking.invitation(names[now.match.position.actor]), names)
        pointed = "" if picking.typed or self._deed(now, picking, board) else picking.foresee(board.cursor)
        if pointed or picking.begun:
            return spoken(pointed, names) or invitation
        if now.threats and now.marks:
            return picking.legend()
        if now.prompt:
            return now.prompt
        return f"{now.tip if guiding else invitation} {now.goes_on}".rstrip()

    # The end

    def states(self, now: Playing) -> Mapping[str, bool]:
        return {"analysing": now.thought is not None}

    def lay_end(self, now: Playing, stage: Stage) -> bool:
        """Lay the report over seats and record, or take it away."""
        report = now.report if now.over else None
        if self.end and report:
            self.end.tell(report, stage.side)
            return False
        if not self.end and not report:
            return False
        if self.end:
            self.end.remove()
            self.end = None
        elif report:
            drawn = self.words.writes_end(now.match, report.tone, now.here)
            self.end = EndPanel(report, tuple(self.view.seat_inks(stage.look)), stage.side, drawn, self.moved)
            self.under.mount(self.end)
            new, self._ended = self._ended is not now.match, now.match
            self.end.begin(self._span(now.match, report) * stage.tempo if new else 0.0, stage.frames)
        return True

    def _span(self, match: Match, report: Report) -> float:
        """Seconds that the end is shown for at normal speed."""
        span = LENGTHS[report.tone] + self.words.podium * len(match.seats)
        return 0.0 if self.under.app.animation_level == "none" else span


class WatchPanels(TablePanels[Watching]):
    """Values in, words out."""

    help_sections = ("Watching a game",)
    title = "Replay"

    def __init__(self, record: Match, view: GameView, words: MatchView) -> None:
        super().__init__(view, words, "replay")
        first, *others = phrases.names(record)
        sides = (first, others[0] if len(others) == 1 else "others")
        self.timeline = Timeline(record.plies, sides, f"{record.game.span:g}" if record.game.span else "")
        self.timeline.pieces = view.seat_inks
        self.timeline.set_class(record.game.has_kernel, "graph")
        self.remarks, self.moves = Remarks(), MoveList(leads=True)
        self.moves.match = record

    def compose(self, board: Widget) -> Iterable[Widget]:
        """The board, and the others below or beside it."""
        return self.around(board, self.timeline, self.remarks, self.moves)

    def show(self, now: Watching, stage: Stage) -> None:
        """Where the record stands, and what is known of it."""
        self.show_match(now.match, now.mover, "replay", stage)
        ply = now.match.plies
        self.timeline.ply = self.moves.ply = ply
        self.timeline.shares = tuple(now.heights)
        self.timeline.marks = self.moves.signs = now.signs
        self.remarks.remark = now.remark

    def states(self, now: Watching) -> Mapping[str, bool]:
        return {"remarked": now.remark is not None}

    def note(self, now: Watching, board: object, stage: Stage) -> None:
        """What the game shows below each seat of a board."""
        self.show_trays(now.match, board, stage)

    def mark(self, now: Watching, picking: Picking, board: BoardView, marks: Highlights) -> Highlights:
        """What the review says of the move that follows, or how it ended; the names where a story's board writes
        them."""
        names = phrases.names(now.match) if now.match.game.told_as_story and board.writes_names else ()
        if now.better and not now.showing:
            follows = self.words.trace(now.record.moves[now.match.plies])
            marks = Highlights(threats=follows, targets=frozenset(now.better.paths[0][:1]))
        elif now.record.result and now.match.plies == now.record.plies and not now.showing:
            marks = replace(marks, finale=Finale(*tone_of(now.record), phrases.names(now.record)))
        return replace(marks, names=names) if names else marks


LEAST: Final = 60
"""Columns from which there is room to say that it is a first lesson."""


class LessonHead(Horizontal):
    """The name of the game, in big letters where there is room, and a marble for each step."""


class LearnPanels(Panels[Learning]):
    """The step above the board; below it what is so, and what to do."""

    classes = "lesson"
    help_page = "lessons"
    title = "Lesson"

    def __init__(self, name: str) -> None:
        """The name of the game, in capitals."""
        super().__init__()
        self.name, self.step = Lettering(), Static()
        self.name.text = name
        self.status.guiding = True

    def compose(self, board: Widget) -> Iterable[Widget]:
        """One below the other."""
        return LessonHead(self.name, self.step), board, self.status

    def show(self, now: Learning, stage: Stage) -> None:
        """Which step it is."""
        step, steps = now.step, now.steps
        done = Content.assemble(("● " * step, "bold $accent"), ("○ " * (steps - step), "$text-muted"))
        what = "first lesson   " if self.step.app.size.width >= LEAST else ""
        self.step.update(Content.assemble(what, done, f"step {step} of {steps}"))

    def say(self, said: str, prompt: str, warning: bool) -> None:
        """Both lines; a wrong move is an answer, too."""
        self.status.said, self.status.prompt = said, prompt


LABEL: Final = 11
"""Columns of what a fact is called."""

RESULTS, RESULTS_WIDE = 31, 44
"""Columns of what is told beside a puzzle that is over, as the style sheet has them; it is not laid out yet then."""

FEW: Final = 20
"""The last puzzles of a run whose marks are shown."""

WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Fact(NamedTuple):
    """What it is, and what is to be said of it."""

    label: str
    value: str
    style: str = ""


NO_FACT: Final = Fact("", "")


class PuzzleTask(Static):
    """What is to be done."""


class PuzzleFacts(Static):
    """What is known of the puzzle and of the solver; once it is over, what came of it."""


class SolvePanels(Panels[Solved]):
    """The task, the board with its facts, and words; slim where the board needs all the rows."""

    help_page = "puzzles"
    title = "Puzzle"

    def __init__(self, games: Sequence[Game], slim: bool) -> None:
        super().__init__()
        self.classes = "puzzle slim" if slim else "puzzle"
        self._games = games
        self._slim = slim
        self.head = PuzzleTask(markup=False)
        self.sign = Lettering()
        self.side = PuzzleFacts(markup=False)

    def compose(self, board: Widget) -> Iterable[Widget]:
        """The words below the board, or beside it."""
        beside = (self.side, self.status) if self._slim else (self.side,)
        yield self.head
        yield self.sign
        yield Horizontal(board, Vertical(*beside, id="beside"), id="stand")
        if not self._slim:
            yield self.status

    def show(self, now: Solved, stage: Stage) -> None:
        """Show how the puzzle stands; once it is over, what came of it."""
        over = bool(now.seconds) and not now.exploring and not now.showing
        screen = self.head.screen
        screen.set_class(over, "over")
        self.head.update(Row(*_head(now, over, self._slim)))
        self.sign.text = "Solved" if now.solved else "Not yet" if over else ""
        rules = puzzle_words.rules(now.puzzle) if self._slim and not over else ""
        screen.set_class(bool(rules), "ruled")
        if rules and screen.has_class("-short"):  # there is no room for anything else
            self.side.update(rules)
            return
        room = RESULTS_WIDE if screen.has_class("-wide") else RESULTS
        told = _result(now, self._games, room) if over else _facts(now)
        if rules:  # beside a board that needs all the rows; else they stand above it
            told += [NO_FACT, *(Fact("", line) for line in wrap(rules, 2 * LABEL))]
        self.side.update(
            Row(
                *(
                    [Cell(label, LABEL, "$text-muted"), Cell(value, 0, style or ("" if label else "$accent"))]
                    if label
                    else [Cell(value, 0, style)]
                    for label, value, style in told
                )
            )
        )


def _head(now: Solved, over: bool, slim: bool) -> Iterator[Sequence[Cell | str]]:
    puzzle, daily = now.puzzle, now.daily
    title = "Three minutes" if now.run else "Today's puzzle" if daily else "Puzzle"
    if over:
        title = "SOLVED" if now.solved else "NOT YET"
    what = (
        f"{daily.day:%a} {daily.day.day} {daily.day:%b}, no. {daily.number}"
        if daily
        else f"{name_of(puzzle.id)}  {puzzle.id}"
    )
    known = Cell(what, 0 if slim else len(what), "$text-muted", right=True)
    if slim and not over:
        yield (Cell(puzzle.goal.sentence, 0, "bold"), known)
    else:
        yield (Cell(f"{title}: {puzzle.game.title}", 0, "bold $accent"), known)
    if over:
        told = "It comes back tomorrow."
        if now.solved:
            told = puzzle_words.solved(now.tried, now.hints, time_of(now.seconds))
        yield (f"{puzzle.goal.sentence} {told}",)
        return
    if not slim:
        yield (Cell(puzzle.goal.sentence, 0, "bold"),)
    roles = puzzle_words.roles(puzzle, now.solver, now.names)
    rules = "" if slim else puzzle_words.rules(puzzle)
    yield (Cell(" ".join(filter(None, (rules, roles))), 0, "$text-muted"),)


def _went(tries: Sequence[bool]) -> str:
    return "".join("●" if solved else "×" for solved in tries[-FEW:])


def _hurried(now: Running) -> list[Fact]:
    """What is told in a run: the time that is left, and how it went."""
    left, solved, best, rival = int(now.left), sum(now.went), now.best, now.rival
    today = f", today {best.today}" if best.today is not None else ""
    against = f"{rival.name}: {sum(rival.went)}{', done' if rival.over else ''}" if rival else ""
    return holding(
        (True, [Fact("left", f"{left // 60}:{left % 60:02}", "bold")]),
        (True, [Fact("solved", str(solved), "$accent")]),
        (True, [Fact("misses", f"{len(now.went) - solved} of {MISSES}")]),
        (best.ever is not None, [Fact("best", f"{best.ever}{today}")]),
        (True, [NO_FACT, Fact("", _went(now.went), "$accent")]),
        (
            rival,
            [NO_FACT, Fact("against", against), Fact("", _went(rival.went if rival else ()), "$secondary")],
        ),
    )


def _facts(now: Solved) -> list[Fact]:
    """What is told while it is solved."""
    if now.run:
        return _hurried(now.run)
    puzzle, record, streak = now.puzzle, now.record, now.record.streak
    hard = f"{'●' * puzzle.marks}{'○' * (MARKS - puzzle.marks)} {puzzle.difficulty:,}"
    # Each game's try at its daily is its own: what was missed elsewhere leaves this one open.
    today = "solved" if streak.week[-1] else "missed" if record.had else "open"
    week = "".join("●" if day else "○" for day in streak.week)
    return holding(
        (True, [Fact("difficulty", hard)]),
        (now.daily, [Fact("streak", week, "$accent"), Fact("today", today)]),
        (not now.daily, [Fact("rating", f"{record.rating.number:,.0f}")]),
        (True, [Fact("this try", _this_try(now))]),
        (puzzle.also, [Fact("ways", plural(len(puzzle.also) + 1, "first move"))]),
        (puzzle.goal.turns > 1, [Fact("turns left", str(now.turns))]),
        (not (now.practice or now.shown), [NO_FACT, Fact("", "Help ends the try.", "$text-muted")]),
        (record.due, [NO_FACT, Fact("due again", plural(len(record.due), "puzzle"))]),
        (record.due, [Fact("", "t: those you missed", "$text-muted")]),
    )


def _this_try(now: Solved) -> str:
    """Which try this is, and what has helped."""
    if now.exploring:
        return "nothing counts"
    if now.shown:
        return "the solution"
    if now.practice and now.tried == 1 and not now.hints:
        return "for practice"
    return f"{ordinal(now.tried)}, {plural(now.hints, 'hint') if now.hints else 'no hint'}"


def _result(now: Solved, games: Sequence[Game], room: int) -> list[Fact]:
    """What is told once it is over, in lines of so many columns."""
    puzzle, daily, record, today = now.puzzle, now.daily, now.record, now.today
    streak = record.streak
    running = f"{plural(streak.days, 'day')} running" if streak.days else "A new streak begins tomorrow"
    days = " ".join(WEEKDAYS[(today.weekday() - back) % 7] for back in reversed(range(len(streak.week))))
    week = " ".join(" ● " if day else " ○ " for day in streak.week)
    of_today = daily and daily.day == today
    following = game_of_the_day(games, today + timedelta(1)).title if of_today else ""
    return holding(
        (daily, [Fact("", running.upper(), "bold $accent")]),
        (daily and streak.longest > 1, [Fact("longest", plural(streak.longest, "day"))]),
        (daily, [Fact("", days, "$text-muted"), Fact("", week, "$accent"), NO_FACT]),
        (True, [Fact("" if at else "rating", words) for at, words in enumerate(_rating(record))]),
        (puzzle.themes, [Fact("themes", ", ".join(puzzle.themes))]),
        (of_today, [Fact("tomorrow", following), Fact("", time_left())]),
        (record.due, [Fact("due again", plural(len(record.due), "puzzle"))]),
        (daily, [NO_FACT, Fact("to share", "x copies it")]),
        (daily, [Fact("", line, "bold") for each in now.shared.splitlines() for line in wrap(each, room)]),
    )


def _rating(record: PlayerRecord) -> Iterator[str]:
    """How the try changed the rating, where it did."""
    now, before = record.rating, record.before
    if round(before.number) == round(now.number):
        yield f"{now.number:,.0f}, unchanged"
        return
    change = round(now.number) - round(before.number)
    yield f"{before.number:,.0f} → {now.number:,.0f} ({change:+})"
    if now.provisional:  # the first tries move it far
        yield "still uncertain"

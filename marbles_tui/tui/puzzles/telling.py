"""What the puzzle screen says of its puzzle and of the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from marbles_tui.core.text import capitalized, ordinal, plural
from marbles_tui.play.puzzles.daily import Daily, game_of_the_day
from marbles_tui.play.puzzles.names import name_of
from marbles_tui.play.puzzles.puzzle import MARKS, Puzzle
from marbles_tui.play.puzzles.share import share, time_of
from marbles_tui.table import puzzle_words
from marbles_tui.table.puzzle_day import time_left
from marbles_tui.tui.kit.dates import date_words
from marbles_tui.tui.puzzles.facts import Heading, KeyRow, ResultFacts, Row, SideFacts, weekdays
from marbles_tui.tui.widgets.panels import Key

if TYPE_CHECKING:
    from marbles_tui.tui.screens.puzzle import PuzzleScreen

TRIES: Final = {1: "the first", 2: "the second", 3: "the third"}


def heading(puzzle: Puzzle, daily: Daily | None, width: int, dates: str) -> Heading:
    """What stands above."""
    game = puzzle.game.title
    if daily is None:
        name = name_of(puzzle.id)
        return Heading("puzzle", game, (name, puzzle.id), name)
    day = daily.day
    long = date_words(day, dates, weekday=True)
    number = f"no. {daily.number}"
    short = f"{date_words(day, dates, brief=True, weekday=True)}, {number}"
    return Heading("today's puzzle", game, (long, number), short if width < 100 else number)


def facts(screen: PuzzleScreen) -> SideFacts:
    """What stands beside it while it is solved."""
    puzzle, solving = screen.puzzle, screen.solving
    keeping = screen.keeping
    marks = f"{'●' * puzzle.marks}{'○' * (MARKS - puzzle.marks)}"
    size = screen.app.size
    wide = size.width >= 100 and size.height >= 32
    slim = screen.view.slim and not wide
    rows = [Row("" if slim else "difficulty", f"{marks} {puzzle.difficulty:,}")]
    if screen.daily:
        streak = keeping.streak
        week = "".join("●" if day else "○" for day in streak.week)
        # Each game's try at its daily is its own: what was missed elsewhere leaves this one open.
        state = (
            "today solved"
            if streak.week[-1]
            else "today missed"
            if keeping.tried(screen.daily)
            else "today open"
        )
        days = plural(streak.days, "day") if streak.days else "no days"
        told = f"{days}, {state}" if wide else state.removeprefix("today ")
        rows.append(Row("your streak" if wide else "streak", week, told))
    else:
        rows.append(
            Row(
                "your rating" if wide else "rating",
                f"{keeping.rating(puzzle.game.key):,}",
            )
        )
    rows.append(Row("try" if slim else "this try", _this_try(screen, wide)))
    if puzzle.also:
        rows.append(Row("ways", f"{len(puzzle.also) + 1} first moves" if wide else str(len(puzzle.also) + 1)))
    if puzzle.goal.turns > 1:
        left = solving.turns if screen.replayed is None else solving.turns_after(screen.replayed)
        rows.append(Row("turns", f"{left} left") if slim else Row("turns left", str(left)))
    costs = "" if screen.practice else "costs the try"
    keys = (
        KeyRow("r", "start again", "screen.again", costs if solving.moves else ""),
        *((KeyRow("s", "hint", "screen.hint", costs),) if solving.verdict != "wrong" else ()),
        KeyRow("y", "show the solution" if wide else "solution", "screen.solution", costs),
    )
    due = [name for name in keeping.due if name != puzzle.id]
    names = screen.names
    return SideFacts(
        puzzle.goal.sentence,
        f"You have {names[solving.solver].lower()}.",
        puzzle_words.roles(puzzle, solving.solver, names),
        puzzle_words.rules(puzzle),
        tuple(rows),
        len(due),
        "t",
        keys,
        slim,
    )


def _this_try(screen: PuzzleScreen, wide: bool) -> str:
    """Which try this is, and what it has cost."""
    solving = screen.solving
    if screen.replayed is not None:
        return "the solution" if wide else "solution"
    if screen.practice and solving.number == 1 and not solving.hints:
        return "for practice" if wide else "practice"
    if wide:
        helped = "no hint" if not solving.hints else plural(solving.hints, "hint")
        return f"{TRIES.get(solving.number, f'number {solving.number}')}, {helped}"
    return plural(solving.hints, "hint") if solving.hints else ordinal(solving.number)


def keys(screen: PuzzleScreen) -> tuple[Key, ...]:
    """The keys that matter now."""
    if screen.over:
        return (
            Key("x", "copy", "screen.copy"),
            *((Key("a", "due again", "screen.due"),) if _due(screen) else ()),
            Key("n", "another", "screen.another"),
            Key("y", "look at it", "screen.solution"),
            Key("u", "all puzzles", "screen.room"),
            Key("Esc", "back", "screen.leave"),
            Key("?", "help", "app.help"),
        )
    again = (Key("r", "start again", "screen.again"),)
    if screen.solving.verdict == "wrong":
        return (
            *again,
            Key("y", "solution", "screen.solution"),
            Key("Esc", "back", "screen.leave"),
            Key("?", "help", "app.help"),
        )
    return (
        screen.picking.pick_key(),
        *again,
        Key("s", "hint", "screen.hint"),
        Key("y", "solution", "screen.solution"),
        Key("+/-", "speed", "screen.speed(1)"),
        Key("?", "help", "app.help"),
        Key("Esc", "back", "screen.back", kept=True),
    )


def _due(screen: PuzzleScreen) -> int:
    return sum(name != screen.puzzle.id for name in screen.keeping.due)


def result(screen: PuzzleScreen, seconds: float) -> ResultFacts:
    """What is told when it is over."""
    puzzle, solving, keeping, daily = screen.puzzle, screen.solving, screen.keeping, screen.daily
    solved = solving.verdict == "solved" and not solving.shown
    told = f"{puzzle.game.title}, {puzzle.goal}. "
    if solved:
        told += puzzle_words.solved(solving.number, solving.hints, time_of(seconds))
    else:
        told += "It comes back tomorrow."
    rows = [*_rating_rows(screen)]
    if puzzle.themes:
        rows.append(Row("themes", ", ".join(puzzle.themes)))
    streak = keeping.streak
    if daily:
        following = game_of_the_day(screen.app.games, daily.day.fromordinal(daily.day.toordinal() + 1))
        if daily.day == keeping.today:
            rows.append(Row("tomorrow", following.title, time_left()))
    due = _due(screen)
    keys = (
        *((KeyRow("a", "Due again", "screen.due", plural(due, "puzzle")),) if due else ()),
        KeyRow("n", "Another puzzle", "screen.another", "about as hard as you are good"),
        KeyRow("y", "Look at it", "screen.solution", "the solution, with words"),
    )
    return ResultFacts(
        word="SOLVED" if solved else "NOT YET",
        good=solved,
        sentence=told,
        streak=f"{plural(streak.days, 'day')} running" if streak.days else "a new streak begins tomorrow",
        longest=f"your longest: {streak.longest}" if streak.longest > 1 else "",
        week=weekdays(streak.week, keeping.today.weekday()) if daily else (),
        rows=tuple(rows),
        share=tuple(shared(screen).splitlines()) if daily else (),
        keys=keys,
    )


def _rating_rows(screen: PuzzleScreen) -> list[Row]:
    """How the try changed the rating, where it did."""
    from marbles_tui.play.puzzles.tries import rate

    made, key = screen.keeping.tries, screen.puzzle.game.key
    if not made or made[-1].puzzle != screen.puzzle.id:
        return [Row("rating", f"{screen.keeping.rating(key):,}", "unchanged")]
    was, now = (rate(some).of(key) for some in (made[:-1], made))
    before, after = round(was.number), round(now.number)
    if before == after:
        return [Row("rating", f"{after:,}", "unchanged")]
    arrow = "->" if screen.app.look.skin.plain else "→"
    told = [Row("rating", f"{before:,} {arrow} {after:,}", f"{after - before:+}")]
    if now.provisional:  # the first tries move it far
        told.append(Row("still uncertain", ""))
    return told


def shared(screen: PuzzleScreen) -> str:
    """The text to share."""
    solving, daily = screen.solving, screen.daily
    number = solving.number if solving.verdict == "solved" and not solving.shown else 0
    if daily:
        return share(daily, solving.marks, number, solving.hints, screen.took, screen.keeping.streak)
    how = f"{ordinal(number)} try, {time_of(screen.took)}" if number else "not yet"
    return f"{capitalized(screen.puzzle.title)} ({screen.puzzle.id})\n{solving.marks} {how}"

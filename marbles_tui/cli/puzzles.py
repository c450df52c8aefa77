"""`marbles-tui puzzles`: the puzzles listed, shown, solved in words, and those of a file proved."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

import click

from marbles_tui.cli import completion
from marbles_tui.cli.arcade import launch
from marbles_tui.cli.arguments import find_game, read_text
from marbles_tui.cli.output import (
    WRONG_USAGE,
    Failure,
    answering,
    own_settings,
    put,
    put_folded,
    put_json,
    put_now,
)
from marbles_tui.core import Game
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.play.lessons import lesson_of, steps_done
from marbles_tui.play.puzzles.puzzle import (
    Puzzle,
    find_puzzle,
    read_puzzles,
    second_lessons,
    shipped,
    with_puzzles,
)
from marbles_tui.play.puzzles.tries import of_the_day
from marbles_tui.table.utc import utc_day

PATIENCE: Final = 120.0
"""Seconds after which the proof of one puzzle is given up."""


@click.group()
def puzzles() -> int:
    """List, show, solve and check puzzles: positions with a task that is proved to have a solution."""
    return 0


@puzzles.command(name="list", short_help="List the puzzles of a game.")
@click.argument("game", shell_complete=completion.games)
@click.option("--themes", is_flag=True, help="Name the themes too: they give something away.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def list_puzzles(game: str, themes: bool, as_json: bool) -> int:
    """List the puzzles of GAME, the easiest first: id, goal and difficulty, the rating at which one solves
    every other puzzle as hard."""
    found = shipped(find_game(game))
    if not found:
        known = ", ".join(known.key for known in with_puzzles(GAMES)) or "no game"
        raise Failure(f"there are no puzzles of {game}: expected {known}")
    for puzzle in found:
        if as_json:
            put_json(puzzle.as_json())
        else:
            told = f"  {', '.join(puzzle.themes)}" if themes and puzzle.themes else ""
            put(f"{puzzle.id:<19} {puzzle.goal!s:<10} {puzzle.difficulty:>5,}{told}")
    return 0


@puzzles.command(short_help="Show a puzzle and its solution.")
@click.argument("name", metavar="ID", shell_complete=completion.puzzle_ids)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(name: str, as_json: bool) -> int:
    """Show the puzzle ID with its solution."""
    answer: dict[str, object] = {}
    with answering(answer, as_json):
        puzzle = find(name)
        answer |= puzzle.as_json()
        if not as_json:
            from marbles_tui.text.faces import solution_lines, task_lines

            for line in (*task_lines(puzzle), "", *solution_lines(puzzle)):
                put(line)
    return 0


@puzzles.command(short_help="Solve a puzzle.")
@click.argument("name", metavar="ID", shell_complete=completion.puzzle_ids)
@click.option("--text", is_flag=True, help="Solve it line by line, without the screen.")
def solve(name: str, text: bool) -> int:
    """Solve the puzzle ID on the screen, or with --text in words."""
    puzzle = find(name)
    return launch(text=text, puzzle=puzzle)


@puzzles.command(name="next", short_help="Solve one that is due again, or that suits you.")
@click.argument("game", required=False, shell_complete=completion.games)
@click.option("--text", is_flag=True, help="Solve it line by line, without the screen.")
def next_one(game: str | None, text: bool) -> int:
    """Solve a puzzle that you missed and that is due again today; where none is, a new one about as hard as you are
    good. Of GAME, or of any game that is due and else of the day's game."""
    # Imported only now: the search takes a while to load.
    from marbles_tui.cli.text import due_or_fitting

    puzzle, due = due_or_fitting(find_game(game) if game else None)
    if due and text:
        put_folded(f"Due again today: {plural(due, 'puzzle')}. This is the first.")
    return launch(text=text, puzzle=puzzle)


@puzzles.command(short_help="Solve as many as you can in three minutes.")
@click.argument("game", required=False, shell_complete=completion.games)
@click.option("--text", is_flag=True, help="Solve them line by line, without the screen.")
def hurry(game: str | None, text: bool) -> int:
    """Solve as many puzzles as you can in three minutes, from easy to hard; three misses end it. Of GAME,
    or of all games."""
    chosen = find_game(game) if game else None
    if chosen and not shipped(chosen):
        raise Failure(f"there are no puzzles of {chosen.key}")
    return launch(text=text, hurry=chosen.key if chosen else "")


@puzzles.command(short_help="Prove what a file of puzzles claims.")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def check(file: str, as_json: bool) -> int:
    """Prove every puzzle of FILE ('-': stdin): that its moves reach the goal, and no others."""
    # Imported only now: the search takes a while to load.
    from marbles_tui.ai.puzzles.proof import Faults, check_within

    where = "stdin" if file == "-" else sanitize_line(file)
    number = bad = 0
    for reading in read_puzzles(read_text(file), GAMES):
        number += 1
        name, found = "", Faults((reading.fault,))
        if reading.puzzle:
            name = reading.puzzle.id
            found = check_within(reading.puzzle, PATIENCE)
        bad += bool(found.lines)
        if as_json:
            put_json(
                {
                    "id": name or None,
                    "line": reading.line,
                    "holds": not found.lines,
                    "faults": list(found.lines),
                    "proof": {"positions": found.positions},
                }
            )
        elif found.lines:
            put_now(f"{where}:{reading.line}: {name + ': ' if name else ''}{'; '.join(found.lines)}")
    if not number:
        raise Failure(f"{where} has no puzzles")
    if bad:
        raise Failure(
            f"{bad} of {plural(number, 'puzzle')} in {where} {'does' if bad == 1 else 'do'} not hold",
            told=True,
        )
    if not as_json:
        put(f"{where}: {plural(number, 'puzzle')} proved")
    return 0


def find(name: str) -> Puzzle:
    """The puzzle of an id. Raises Failure."""
    found = find_puzzle(GAMES, name)
    if found is None:
        raise Failure(
            f"there is no puzzle {sanitize_line(name, 60)!r}: `marbles-tui puzzles list GAME` lists them",
            WRONG_USAGE,
        )
    return found


@click.command()
@click.argument("game", required=False, shell_complete=completion.games)
@click.option("--date", "day", metavar="YYYY-MM-DD", help="Another day than today (UTC).")
@click.option("--text", is_flag=True, help="Solve it line by line, without the screen.")
@click.option("--days", is_flag=True, help="Show which days' puzzles you have solved, and solve nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print it as one JSON object.")
def daily(game: str | None, day: str | None, text: bool, days: bool, as_json: bool) -> int:
    """Solve the puzzle of the day: of GAME, or of the game whose turn it is.

    It follows from the date in UTC alone, and is the same for everybody. Of Gary's Great Getaway everybody gets the
    same rolls on the same board; choose the tolls, and bring more gold to the castle than the house.
    """
    answer: dict[str, object] = {}
    with answering(answer, as_json):
        wanted = find_game(game) if game else None
        date_ = _day(day)
        try:
            found = of_the_day(GAMES, date_, wanted)
        except ValueError as error:
            raise Failure(str(error)) from error
        if days and as_json:
            raise Failure("--days has no --json: name one of them", WRONG_USAGE)
        if as_json:
            told = found.as_json()
            answer |= told
    if as_json:
        return 0
    if days:
        from marbles_tui.cli.text import show_days

        return show_days(date_)
    return launch(text=text, daily=found)


@click.command()
@click.option("--text", is_flag=True, help="Print it as plain lines, without the screen.")
def today(text: bool) -> int:
    """Show the day's puzzles and matches, what came of your tries, how the computers did, and your streak."""
    return launch(text=text, today=True)


def _day(word: str | None) -> date:
    """The day that is meant: today in UTC where none is. Raises Failure."""
    if word is None:
        return utc_day()
    try:
        return datetime.strptime(word.strip(), "%Y-%m-%d").date()
    except ValueError:
        raise Failure(f"--date takes a day like 2026-11-22, not {word!r}", WRONG_USAGE) from None


@click.command()
@click.argument("game", required=False, default="", shell_complete=completion.games)
@click.option("--text", "as_text", is_flag=True, help="Learn in plain lines of text, without a full screen.")
@click.option("--list", "listed", is_flag=True, help="List the lessons, and how far you have come.")
@click.option("--json", "as_json", is_flag=True, help="The list as JSON, a line for each game.")
def learn(game: str, as_text: bool, listed: bool, as_json: bool) -> int:
    """Learn GAME on its board, step by step; without GAME choose among all lessons."""
    found = find_game(game) if game else None
    if listed or as_json:
        _list(found, as_json)
        return 0
    lesson = lesson_of(found) if found else None
    if found and lesson is None:
        raise Failure(f"there is no lesson for {found.title}")
    if as_text and lesson is None:
        taught = ", ".join(game.key for game in GAMES if lesson_of(game))
        raise Failure(f"name a game for --text: {taught}", WRONG_USAGE)
    return launch(text=as_text, learn=found.key if found else "")


def _list(found: Game | None, as_json: bool) -> None:
    kept = own_settings().lessons
    for game in (found,) if found else GAMES:
        lesson = lesson_of(game)
        if lesson is None:
            continue
        count, done = len(lesson.steps), steps_done(kept.get(game.key, ""), lesson.steps)
        if as_json:
            put_json({"game": game.key, "steps": count, "done": done})
        else:
            put(f"{game.key:<12} {plural(count, 'step')}, {done} done")
            for puzzle in second_lessons(game):
                put_folded(f"  then marbles-tui puzzles solve {puzzle.id}: {puzzle.idea}")

"""`marbles-tui puzzles`: the puzzles listed, shown, solved in words, and those of a file proved."""

from __future__ import annotations

from typing import Any, Final

import click

from marbles_tui.cli import completion
from marbles_tui.cli.arcade import launch
from marbles_tui.cli.failure import WRONG_USAGE, Failure, answering
from marbles_tui.cli.naming import find_game
from marbles_tui.cli.output import put, put_folded, put_json, put_now
from marbles_tui.cli.source import read_text
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.shipped import find_puzzle, shipped, with_puzzles
from marbles_tui.play.puzzles.text import read_puzzles

PATIENCE: Final = 120.0
"""Seconds after which the proof of one puzzle is given up."""


@click.group(short_help="List, show, solve and check puzzles.")
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
    answer: dict[str, Any] = {}
    with answering(answer, as_json):
        puzzle = find(name)
        answer |= puzzle.as_json()
        if not as_json:
            from marbles_tui.text.puzzles import solution_lines, task_lines

            for line in (*task_lines(puzzle), "", *solution_lines(puzzle)):
                put(line)
    return 0


@puzzles.command(short_help="Solve a puzzle.")
@click.argument("name", metavar="ID", shell_complete=completion.puzzle_ids)
@click.option("--text", is_flag=True, help="Solve it line by line, without the screen.")
def solve(name: str, text: bool) -> int:
    """Solve the puzzle ID on the screen, or with --text in words."""
    puzzle = find(name)
    if not text:
        return launch(puzzle=puzzle)
    from marbles_tui.cli.puzzle_text import solve_as_text

    return solve_as_text(puzzle)


@puzzles.command(name="next", short_help="Solve one that is due again, or that suits you.")
@click.argument("game", required=False, shell_complete=completion.games)
@click.option("--text", is_flag=True, help="Solve it line by line, without the screen.")
def next_one(game: str | None, text: bool) -> int:
    """Solve a puzzle that you missed and that is due again today; where none is, a new one about as hard as you are
    good. Of GAME, or of any game that is due and else of the day's game."""
    from marbles_tui.cli.puzzle_text import due_or_fitting, solve_as_text

    puzzle, due = due_or_fitting(find_game(game) if game else None)
    if not text:
        return launch(puzzle=puzzle)
    if due:
        put_folded(f"Due again today: {plural(due, 'puzzle')}. This is the first.")
    return solve_as_text(puzzle)


@puzzles.command(short_help="Solve as many as you can in three minutes.")
@click.argument("game", required=False, shell_complete=completion.games)
@click.option("--text", is_flag=True, help="Solve them line by line, without the screen.")
def hurry(game: str | None, text: bool) -> int:
    """Solve as many puzzles as you can in three minutes, from easy to hard; three misses end it. Of GAME,
    or of all games."""
    chosen = find_game(game) if game else None
    if chosen and not shipped(chosen):
        raise Failure(f"there are no puzzles of {chosen.key}")
    if not text:
        return launch(hurry=chosen.key if chosen else "")
    from marbles_tui.cli.puzzle_text import hurry_as_text

    return hurry_as_text(chosen)


@puzzles.command(short_help="Prove what a file of puzzles claims.")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def check(file: str, as_json: bool) -> int:
    """Prove every puzzle of FILE ('-': stdin): that its moves reach the goal, and no others."""
    from marbles_tui.ai.budget import Budget, Limit, SearchStopped
    from marbles_tui.ai.puzzles.proof import Faults
    from marbles_tui.ai.puzzles.proof import check as prove

    where = "stdin" if file == "-" else sanitize_line(file)
    number = bad = 0
    for reading in read_puzzles(read_text(file), GAMES):
        number += 1
        name, found = "", Faults((reading.fault,))
        if reading.puzzle:
            name = reading.puzzle.id
            try:
                found = prove(reading.puzzle, Budget(Limit(seconds=PATIENCE)))
            except SearchStopped:
                found = Faults((f"it cannot be proved in {PATIENCE:.0f} seconds and 200 MB",))
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
        raise Failure(f"{bad} of {plural(number, 'puzzle')} in {where} do not hold", told=True)
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

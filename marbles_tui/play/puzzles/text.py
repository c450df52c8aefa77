"""Puzzles as text: records whose words are the solution, with a few tags more.

    [Game "gobblet"]
    [Id "gobblet-3f9a2c"]
    [Setup "-,-,-,-/-,W4,-,-/-,-,K1W2,-/-,-,-,- W442 K444 K"]
    [Goal "win in 2"]
    [Themes "fork, uncover"]
    [Difficulty "1450"]
    [Proof "12345"]

    1. K1C3 W3B3 2. K2D4

Game, Setup and Goal are needed, and the moves. `Also` names the other first moves that reach the goal, `Idea` is
what a second lesson teaches, in a sentence. An option that is not the default has a tag of its own, as in any record.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from marbles_tui.core import BadOption, Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.play.puzzles.puzzle import Puzzle, Stipulation, read_stipulation
from marbles_tui.play.record import Record, fill, scan, tag_line

MOST_CHARACTERS: Final = 4_000_000
"""A file longer than this is no file of puzzles."""

MOST_PUZZLES: Final = 10_000
MOST_MOVES: Final = 200
"""Moves of a solution, and other first moves."""

LONGEST_POSITION: Final = 400
MOST_THEMES: Final = 8
LONGEST_IDEA: Final = 160
THEME: Final = re.compile(r"[a-z0-9][a-z0-9 '-]{0,29}")
ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,47}")
MOVE: Final = re.compile(r"[!-~]{1,20}")
NUMBER: Final = re.compile(r"\d{1,12}")
HARDEST: Final = 4000


class BadPuzzle(ValueError):
    """A puzzle that cannot be read."""


class PuzzleReading(NamedTuple):
    """A puzzle of a text, or what is wrong with it, and the line where it begins, from 1."""

    line: int
    puzzle: Puzzle | None
    fault: str = ""


def read_puzzles(text: str, games: Sequence[Game]) -> Iterator[PuzzleReading]:
    """The puzzles of a text, one after another; none of a text of blanks. Their positions and moves are read when
    they are used."""
    if len(text) > MOST_CHARACTERS:
        yield PuzzleReading(1, None, f"expected at most {MOST_CHARACTERS:,} characters, found {len(text):,}")
        return
    for number, record in enumerate(scan(text), 1):
        if record.empty:
            continue
        if number > MOST_PUZZLES:
            yield PuzzleReading(record.line, None, f"expected at most {MOST_PUZZLES:,} puzzles in a file")
            return
        try:
            yield PuzzleReading(record.line, _puzzle(record, games))
        except (BadPuzzle, BadOption) as error:
            yield PuzzleReading(record.line, None, sanitize_line(str(error)))


def write_puzzle(puzzle: Puzzle) -> str:
    """The text of a puzzle; `read_puzzles` gives it back."""
    usual = {option.name: option.default for option in puzzle.game.options}
    tags = [("Game", puzzle.game.key), ("Id", puzzle.id), ("Setup", puzzle.position)]
    tags += [
        (name.capitalize(), value)
        for name, value in puzzle.options.items()
        if value != usual[name] and name != "players"
    ]
    tags.append(("Goal", str(puzzle.goal)))
    if puzzle.also:
        tags.append(("Also", " ".join(puzzle.also)))
    if puzzle.themes:
        tags.append(("Themes", ", ".join(puzzle.themes)))
    if puzzle.idea:
        tags.append(("Idea", puzzle.idea))
    tags.append(("Difficulty", str(puzzle.difficulty)))
    if puzzle.proof:
        tags.append(("Proof", str(puzzle.proof)))
    lines = [tag_line(name, value) for name, value in tags]
    return "\n".join([*lines, "", fill(puzzle.solution), ""])


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """The text of several, with an empty line between them."""
    return "\n".join(map(write_puzzle, puzzles))


def puzzle_id(game: Game, options: Mapping[str, str], position: str, goal: Stipulation) -> str:
    """The name of a puzzle that says nothing but which it is: the same for the same task, everywhere."""
    chosen = " ".join(f"{name}={value}" for name, value in sorted(options.items()))
    told = "\n".join((game.key, chosen, position, str(goal)))
    return f"{game.key}-{hashlib.sha256(told.encode()).hexdigest()[:6]}"


def _puzzle(record: Record, games: Sequence[Game]) -> Puzzle:
    if record.tag_fault or record.fault:
        raise BadPuzzle(record.tag_fault or record.fault)
    if record.board:
        raise BadPuzzle(f"line {record.line}: a puzzle has no board lines (%)")
    key = _needed(record, "Game").strip().lower()
    game = next((known for known in games if known.key == key), None)
    if game is None or not game.has_text or 2 not in game.seats:
        known = ", ".join(known.key for known in games if known.has_text)
        raise BadPuzzle(f"there are no puzzles of {sanitize_line(key, 60)!r}: expected {known}")
    names = {option.name for option in game.options}
    options = game.choose({name.lower(): value for name, value in record.tags if name.lower() in names})
    if options.get("players", "2") != "2":
        raise BadPuzzle("a puzzle is for two players")
    position = " ".join(_needed(record, "Setup").split())
    if len(position) > LONGEST_POSITION:
        raise BadPuzzle(f"expected a position of at most {LONGEST_POSITION} characters")
    stated = _needed(record, "Goal")
    try:
        goal = read_stipulation(stated)
    except ValueError as error:
        raise BadPuzzle(f"the goal is {sanitize_line(stated, 40)!r}: {error}") from None
    solution = _moves(game, (word for word, _ in record.words), "the solution")
    if not solution:
        raise BadPuzzle("expected the moves of the solution")
    return Puzzle(
        id=_id(record, game, options, position, goal),
        game=game,
        options=options,
        position=position,
        goal=goal,
        solution=solution,
        also=_moves(game, (record.tag("also") or "").split(), "Also"),
        themes=_themes(record.tag("themes") or ""),
        idea=sanitize_line(record.tag("idea") or "", LONGEST_IDEA),
        difficulty=_number(record, "Difficulty", 1200, HARDEST),
        proof=_number(record, "Proof", 0, 10**12),
    )


def _needed(record: Record, name: str) -> str:
    value = record.tag(name)
    if value is None:
        raise BadPuzzle(f'expected a tag [{name} "…"]')
    return value


def _id(record: Record, game: Game, options: Mapping[str, str], position: str, goal: Stipulation) -> str:
    given = record.tag("id")
    if given is None:
        return puzzle_id(game, options, position, goal)
    if not ID.fullmatch(given):
        raise BadPuzzle(f"an id has letters a to z, digits and -, not {sanitize_line(given, 60)!r}")
    return given


def _moves(game: Game, words: Iterable[str], what: str) -> tuple[str, ...]:
    moves: list[str] = []
    for word in words:
        if not MOVE.fullmatch(word):
            raise BadPuzzle(f"{what} has {sanitize_line(word, 40)!r}, which is no move")
        if len(moves) == MOST_MOVES:
            raise BadPuzzle(f"{what} has more than {MOST_MOVES} moves")
        moves.append(game.normalize(word))
    return tuple(moves)


def _themes(value: str) -> tuple[str, ...]:
    themes = [theme for part in value.lower().split(",") if (theme := " ".join(part.split()))]
    bad = next((theme for theme in themes if not THEME.fullmatch(theme)), None)
    if bad is not None:
        raise BadPuzzle(f"{sanitize_line(bad, 40)!r} is no theme: expected a word or two")
    if len(themes) > MOST_THEMES:
        raise BadPuzzle(f"expected at most {MOST_THEMES} themes, found {len(themes)}")
    return tuple(dict.fromkeys(themes))


def _number(record: Record, name: str, missing: int, most: int) -> int:
    value = record.tag(name)
    if value is None:
        return missing
    if not (value.isascii() and NUMBER.fullmatch(value)) or int(value) > most:
        raise BadPuzzle(f"{name} is a number from 0 to {most:,}, not {sanitize_line(value, 40)!r}")
    return int(value)

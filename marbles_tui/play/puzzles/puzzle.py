"""A puzzle: a position, what its mover is to bring about, and what is proved of it.

As text it is a record whose words are the solution, with a few tags more:

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

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from marbles_tui.core import AnyPosition, BadOption, BadSetup, Game, Move
from marbles_tui.core.boards import asset_folder
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play.record import Record, fill, scan, tag_line

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Kind: TypeAlias = Literal["win", "survive"]

MOST_TURNS: Final = 20
FORM: Final = re.compile(r"(win|survive)(?: in)? (\d{1,2})(?: turns?)?")
MARKS: Final = 5
"""How many steps of difficulty there are in words and marks."""

EASIEST: Final = 900
STEP: Final = 250
"""The rating at which the first step ends, and how far one step goes on from the last."""


class Stipulation(NamedTuple):
    """What is to be reached against every play of the other side.

    `win`: the solver has won at the latest with their `turns`-th own turn. `survive`: they have not lost when both
    have had `turns` turns. A turn is all that a seat does before the other is to move.
    """

    kind: Kind
    turns: int

    def __str__(self) -> str:
        """As files have it: `win in 2`, `survive 1`."""
        return f"win in {self.turns}" if self.kind == "win" else f"survive {self.turns}"

    @property
    def sentence(self) -> str:
        """As the solver is told it."""
        if self.kind == "win":
            return "Win in this turn." if self.turns == 1 else f"Win in {self.turns} turns."
        return "Do not lose in the next turn." if self.turns == 1 else f"Do not lose for {self.turns} turns."


def read_stipulation(text: str) -> Stipulation:
    """A stipulation from its text, in any case. Raises ValueError with what was expected."""
    found = FORM.fullmatch(" ".join(text.lower().split())) if len(text) < 40 else None
    if not found or not 1 <= int(found[2]) <= MOST_TURNS:
        raise ValueError(f'expected "win in N" or "survive N", N from 1 to {MOST_TURNS}')
    return Stipulation("win" if found[1] == "win" else "survive", int(found[2]))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position whose mover is to reach something, with the solution.

    `solution` holds the moves of both sides, the other side's toughest, in the notation of records; `also` the first
    moves beside the solution's that reach the goal too.
    """

    id: str
    game: Game
    options: Mapping[str, str]
    """All of the game's, with their values."""

    position: str
    """A position text."""

    goal: Stipulation
    solution: tuple[str, ...]
    also: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    difficulty: int = 1200
    """A rating: who has it solves every other puzzle like this one."""

    idea: str = ""
    """What it teaches, in a sentence; "" where it is no second lesson."""

    proof: int = 0
    """How many positions the proof has looked at; 0 where nothing is said."""

    def start(self) -> AnyPosition:
        """The position. Raises BadPosition, BadSetup or BadOption where it cannot be read."""
        if self.game.named(self.position) is not None:
            raise BadSetup(f"a puzzle has a position text, not the start {self.position!r}")
        position: AnyPosition = self.game.start(self.position, 2, self.options)
        if position.seats != 2:
            raise BadSetup(f"a puzzle is for two players, not for {position.seats}")
        return position

    def moves(self) -> list[Move]:
        """The moves of the solution as values, from the start on. Raises as `start`."""
        position, found = self.start(), list[Move]()
        for word in self.solution:
            move: Move = self.game.find(position, word)
            found.append(move)
            position = position.play(move)
        return found

    @property
    def marks(self) -> int:
        """How hard it is, from 1 to 5."""
        return min(MARKS, max(1, 1 + -(-(self.difficulty - EASIEST) // STEP)))

    @property
    def title(self) -> str:
        """Game and task in a line: "Gobblet: win in 2"."""
        return f"{self.game.title}: {self.goal}"

    def as_json(self) -> dict[str, object]:
        """The puzzle as the command line prints it. Raises as `start`."""
        return {
            "id": self.id,
            "game": self.game.key,
            "options": dict(self.options),
            "position": self.position,
            "seat": self.start().turn + 1,
            "goal": {"kind": self.goal.kind, "turns": self.goal.turns},
            "solution": list(self.solution),
            "also": list(self.also),
            "themes": list(self.themes),
            "difficulty": self.difficulty,
            "proof": {"positions": self.proof},
        }

    def describe_proof(self) -> str:
        """A sentence about the proof."""
        only = (
            f"{len(self.also) + 1} first moves reach the goal"
            if self.also
            else "Only one first move reaches the goal"
        )
        return f"{only}: proved on {plural(self.proof, 'position')}."


FIRST: Final = (
    "able agile airy amber ample azure bashful bold brave breezy bright brisk bronze calm candid careful "
    "cheery chilly civil clever cloudy cobalt copper coral cosy crimson crisp curly curious daring dapper "
    "dewy distant dusky eager early earnest easy ebony faint fair famous fancy fleet fluffy foggy fond "
    "frank fresh frosty frozen gentle giddy gilded glad golden grand green hardy hasty hazel hidden "
    "hollow honest humble icy idle indigo ivory jade jolly jovial keen kind late lazy lemon light lilac "
    "little lively lofty loyal lucky lunar maroon mellow merry mighty misty modest mossy nimble noble "
    "olive opal orange pale patient pearly plucky polite proud purple quick quiet rapid rosy rusty sandy "
    "scarlet secret shady shiny silent silver simple sleepy slender smooth snowy sober solar steady "
    "stormy sunny tidal tidy"
)

SECOND: Final = (
    "acorn anchor anvil apple arbour arrow badger bakery balcony bamboo barn basket beacon beaver bell "
    "birch boulder bridge brook bucket button cabin camel candle canoe canyon castle cedar cellar cherry "
    "chimney cliff clover coast compass cottage cove crane creek cricket crown dolphin dragon drum eagle "
    "falcon feather ferry fiddle field finch flute forest fountain fox garden gate glacier goose grove "
    "hammer harbour hare harvest hedge heron hill island ivy jacket jetty kettle kite ladder lagoon lake "
    "lamp lantern lark lemon lily linen lobster maple market marsh meadow mill mirror moon mountain "
    "needle nest oak oasis orchard otter owl paddle parade path pebble pepper pigeon pine planet plum "
    "pond poplar prairie quarry rabbit raven reef ribbon river robin rocket saddle sail shell sparrow "
    "spring summit thicket tower tulip"
)

SALT: Final = "949"
"""Such that no two puzzles of a game that come with the program are called alike."""


def name_of(id: str) -> str:
    """The name of the puzzle of an id: "amber ferry"."""
    first, second = FIRST.split(), SECOND.split()
    found = int.from_bytes(sha256(f"{SALT}{id}".encode(errors="replace")).digest()[:8], "big")
    return f"{first[found % len(first)]} {second[found // len(first) % len(second)]}"


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
    tags = {
        "Game": puzzle.game.key,
        "Id": puzzle.id,
        "Setup": puzzle.position,
        **{
            name.capitalize(): value
            for name, value in puzzle.options.items()
            if value != usual[name] and name != "players"
        },
        "Goal": str(puzzle.goal),
        "Also": " ".join(puzzle.also),
        "Themes": ", ".join(puzzle.themes),
        "Idea": puzzle.idea,
        "Difficulty": str(puzzle.difficulty),
        "Proof": str(puzzle.proof or ""),
    }
    lines = [tag_line(name, value) for name, value in tags.items() if value]
    return "\n".join([*lines, "", fill(puzzle.solution), ""])


def puzzle_id(game: Game, options: Mapping[str, str], position: str, goal: Stipulation) -> str:
    """The name of a puzzle that says nothing but which it is: the same for the same task, everywhere."""
    chosen = " ".join(f"{name}={value}" for name, value in sorted(options.items()))
    told = "\n".join((game.key, chosen, position, str(goal)))
    return f"{game.key}-{sha256(told.encode()).hexdigest()[:6]}"


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


SUFFIX: Final = ".txt"

EDITION: Final = 2
"""The version of the set of the days: to be raised whenever a puzzle of it comes or goes, since every day's puzzle
follows from it."""

RECORD_START: Final = re.compile(r"^(?=\[Game )", re.MULTILINE)
ID_TAG: Final = re.compile(r'^\[Id "([^"]+)"\]', re.MULTILINE)

EASY: Final = "easy.txt"
"""The file of puzzles that are too easy for a day."""


def shipped(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game, easiest first; none of a game that has none."""
    return _read(game, frozenset())


def second_lessons(game: Game) -> tuple[Puzzle, ...]:
    """Those of them that teach what comes after the first lesson, each one idea, the easiest first."""
    return tuple(puzzle for puzzle in shipped(game) if puzzle.idea)


def for_days(game: Game) -> tuple[Puzzle, ...]:
    """Those of them that can be a day's."""
    return _read(game, frozenset([EASY]))


@cache
def _read(game: Game, but: Set[str]) -> tuple[Puzzle, ...]:
    """The puzzles of all files but some."""
    found = [
        reading.puzzle
        for file in _files(game.key)
        if file.name not in but
        for reading in read_puzzles(file.read_text(encoding="utf-8"), (game,))
        if reading.puzzle
    ]
    return tuple(sorted(found, key=lambda puzzle: (puzzle.difficulty, puzzle.id)))


def with_puzzles(games: Sequence[Game]) -> tuple[Game, ...]:
    """The games that puzzles come with."""
    return tuple(game for game in games if _files(game.key))


def find_puzzle(games: Sequence[Game], name: str) -> Puzzle | None:
    """The puzzle of that id or name, in any case; None if there is none, or several games have one of that name.
    Reads no other: to read all of them takes a page seconds."""
    wanted = " ".join(name.lower().split())
    named = " " in wanted
    found = [
        record
        for game in games
        if named or wanted.startswith(f"{game.key}-")
        for file in _files(game.key)
        for record in RECORD_START.split(file.read_text(encoding="utf-8"))
        if (id := ID_TAG.search(record)) and wanted == (name_of(id[1]) if named else id[1])
    ]
    return next(read_puzzles(found[0], games)).puzzle if len(found) == 1 else None


@cache
def _files(game_key: str) -> tuple[Traversable, ...]:
    """The files of a game."""
    puzzles = asset_folder("puzzles")
    folder = puzzles.joinpath(game_key) if puzzles else None
    if folder is None or not folder.is_dir():
        return ()
    found = [file for file in folder.iterdir() if file.name.endswith(SUFFIX)]
    return tuple(sorted(found, key=lambda file: file.name))

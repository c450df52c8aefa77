"""Our computers behind the line protocol: lines come in, lines go out, and a thread of its own thinks."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from marbles_tui import __version__
from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.levels import consider, find_level
from marbles_tui.ai.native.library import search_in_words
from marbles_tui.core import CHANCE, Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match, read_match

LONGEST: Final = 1 << 20
"""Bytes of a line; a longer one is an error."""

CLAIM: Final = "="
"""The best move is to claim a draw, where the rules allow one."""

RESIGN: Final = "#"
"""The best move is to give up."""

NOTHING: Final = "none"
"""There is no move: the game is over, or chance is to draw."""


def one_line(record: str) -> str:
    """A record as `position` takes it: joined to one line, or, where line ends mean something, as a JSON string."""
    lines = record.splitlines()
    if any(line.lstrip().startswith("%") for line in lines):
        return json.dumps(record)
    return " ".join(filter(None, map(str.strip, lines)))


def many_lines(text: str) -> str:
    """The record that `one_line` has written. Raises ValueError for a JSON string that is none."""
    if not text.startswith('"'):
        return text
    record = json.loads(text)
    assert isinstance(record, str), "what begins with a quotation mark is a string"
    return record


def go(limit: Limit) -> str:
    """The command that asks for a move within a limit."""
    time = None if limit.seconds is None else max(1, round(limit.seconds * 1000))
    return _line("go", movetime=time, depth=limit.depth, nodes=limit.nodes)


def info(thought: Analysis) -> str:
    """What has been found so far, as a line."""
    return _line(
        "info",
        depth=thought.depth,
        nodes=thought.nodes,
        time=round(thought.seconds * 1000),
        value=f"{thought.value:.2f}",
        wins=thought.wins_in,
        loses=thought.loses_in,
        pv=" ".join(thought.pv) or None,
    )


def _line(word: str, **facts: object) -> str:
    """A word, then each fact that is not None behind its name."""
    return " ".join([word, *(f"{name} {fact}" for name, fact in facts.items() if fact is not None)])


NUMBERS: Final = ("movetime", "depth", "nodes", "seed")
"""What `go` takes a whole number for."""

LONGEST_ANSWER: Final = 500
"""Characters of an error."""


class _Order(NamedTuple):
    """What `go` asks for."""

    level: str | None
    limit: Limit | None
    seed: int


class LineEngine:
    """Answers the lines of one controller; `write` gets each line of an answer, from either thread."""

    def __init__(self, games: Iterable[Game], write: Callable[[str], None]) -> None:
        self._games = tuple(games)
        self._write = write
        self._match: Match | None = None
        self._thinking: threading.Thread | None = None
        self._stop = threading.Event()
        self._endless = False
        self._busy = False  # not as long as the thread lives: who hears `bestmove` may go on at once
        self._broken: OSError | None = None

    def serve(self, lines: Iterable[str]) -> None:
        """Do what each line says, until `quit` or the end; what is being thought about then is still answered,
        unless only a `stop` could end it. Raises OSError where nobody takes the answers any more."""
        try:
            for line in lines:
                word, _, rest = line.strip().partition(" ")
                if word == "quit":
                    self._stop.set()
                    break
                if word:
                    self._do(word.lower(), rest.strip())
            if self._endless:
                self._stop.set()
            self._join()
        finally:  # however this ends, no thought goes on
            self._stop.set()
            self._join()
        if self._broken:
            raise self._broken

    def _do(self, word: str, rest: str) -> None:
        commands: Mapping[str, Callable[[str], None]] = {
            "games": self._list,
            "isready": lambda _: self._write("readyok"),
            "position": self._set,
            "go": self._go,
            "stop": lambda _: self._stop.set(),
        }
        command = commands.get(word)
        try:
            if command is None:
                raise ValueError(f"no such command: {word}; expected {', '.join(commands)} or quit")
            command(rest)
        except ValueError as error:
            self._write(f"error {sanitize_line(str(error), LONGEST_ANSWER)}")

    def _list(self, rest: str) -> None:
        self._write(f"id marbles-tui {__version__} ({search_in_words()})")
        self._write(" ".join(["games", *(game.key for game in self._games)]))

    def _set(self, rest: str) -> None:
        self._check_idle()
        self._match = None
        self._match = read_match(many_lines(rest), self._games).whole()

    def _go(self, rest: str) -> None:
        self._check_idle()
        match = self._match
        if match is None:
            raise ValueError("there is no position to think about: expected position RECORD first")
        order = _read(rest, match.game)
        if match.result or match.turn == CHANCE:
            self._write(f"bestmove {NOTHING}")
            return
        self._join()
        self._stop.clear()
        self._busy = True
        self._endless = order.limit == Limit()
        self._thinking = threading.Thread(target=self._think, args=(match, order), name="thinking")
        self._thinking.start()

    def _think(self, match: Match, order: _Order) -> None:
        try:
            thought = consider(match, *order, self._stop.is_set, self._report)
            self._report(thought)
            self._answer(thought.move or NOTHING)
        except ValueError as error:
            self._write(f"error {sanitize_line(str(error), LONGEST_ANSWER)}")
            self._answer(NOTHING)
        except OSError as error:
            self._broken = error

    def _answer(self, move: str) -> None:
        self._busy = False
        self._write(f"bestmove {move}")

    def _report(self, thought: Analysis) -> None:
        self._write(info(thought))

    def _check_idle(self) -> None:
        if self._busy:
            raise ValueError("still thinking: expected stop first, or bestmove to be waited for")

    def _join(self) -> None:
        if self._thinking:
            self._thinking.join()


def _read(words: str, game: Game) -> _Order:
    """What the words after `go` ask for. Raises ValueError."""
    given: dict[str, int] = {}
    level: str | None = None
    rest = iter(words.split())
    for word in rest:
        value = next(rest, "")
        if word == "level":
            level = find_level(game, value).key
        elif word not in NUMBERS:
            raise ValueError(f"no such limit: {word}; expected {', '.join(NUMBERS)} or level")
        elif not (value.isascii() and value.isdigit() and len(value) < 12 and (int(value) or word == "seed")):
            raise ValueError(f"{word} takes a whole number from 1 up, not {value!r}")
        else:
            given[word] = int(value)
    seconds = given["movetime"] / 1000 if "movetime" in given else None
    limit = Limit(seconds, given.get("nodes"), given.get("depth"))
    return _Order(level, None if level and limit == Limit() else limit, given.get("seed", 0))

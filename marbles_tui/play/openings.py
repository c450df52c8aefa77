"""What was played from a position in many games: which moves, how often, and how these games ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from marbles_tui.core import AnyPosition, BadOption, BadPosition, BadRecord, BadSetup, Game, IllegalMove
from marbles_tui.core.text import capitalized, enumerated, sanitize_line
from marbles_tui.play.match import Match, Seat
from marbles_tui.play.reading import OUTCOMES, RESULT, begin_match, read_record
from marbles_tui.play.record import Record, scan


@dataclass(slots=True)
class OpeningLine:
    """A game of a record, played as far as anybody has asked."""

    game: Game
    record: Record
    result: str
    """As the Result tag has it."""

    words: list[str]
    positions: list[AnyPosition]
    """From the start on; there is one more than `moves`."""

    moves: list[str] = field(default_factory=list)

    def position(self, ply: int) -> AnyPosition | None:
        """What stood after so many plies; None where it did not come so far, or cannot be read so far."""
        while len(self.positions) <= ply and self._goes_on():
            pass
        return self.positions[ply] if ply < len(self.positions) else None

    def move(self, ply: int) -> str:
        """What was played after so many plies; "" where nothing was."""
        return self.moves[ply] if self.position(ply + 1) is not None else ""

    def _goes_on(self) -> bool:
        stands, ply = self.positions[-1], len(self.moves)
        if ply == len(self.words):
            return False
        try:
            move = self.game.find(stands, self.words[ply])
            self.positions.append(stands.play(move))
        except IllegalMove:
            del self.words[ply:]
            return False
        self.moves.append(str(move))
        return True

    @property
    def match(self) -> Match:
        """The whole game, as far as it can be read."""
        read = read_record(self.record, (self.game,), self.game, None, {}).match
        assert read, "it was begun"
        return read

    @property
    def title(self) -> str:
        """Who played, computers without a name by their levels, and when."""
        names = list[str]()
        for at in range(1, self.positions[0].seats + 1):
            seat = Seat(self.record.tag(f"player{at}") or "", self.record.tag(f"seat{at}") or "")
            names.append(capitalized(seat.computer) if seat.computer and not seat.named else seat.name)
        return sanitize_line(" – ".join(filter(None, (*names, self.record.tag("date")))), 100)

    def ended(self, sides: Sequence[str]) -> str:
        """How it ended, in words."""
        won = [side for seat, side in enumerate(sides, 1) if str(seat) in self.result.split(",")]
        if won:
            return f"won by {enumerated(won)}"
        return "drawn" if self.result == "draw" else "unfinished"


class Continuation(NamedTuple):
    """A move, and the games in which it was played."""

    move: str
    lines: tuple[OpeningLine, ...]

    def ended(self, result: str) -> int:
        """How many of them ended so: by the number of a winner, `draw`, or `*` for those that are unfinished."""
        return sum(result in line.result.split(",") for line in self.lines)

    def ends(self, sides: Sequence[str]) -> dict[str, int]:
        """How many of them ended how, in words."""
        won = {f"won by {side}": self.ended(str(seat)) for seat, side in enumerate(sides, 1)}
        return {**won, "drawn": self.ended("draw"), "unfinished": self.ended("*")}


class Openings:
    """The games of one kind out of many records."""

    def __init__(self, game: Game, texts: Iterable[str] = ()) -> None:
        """`texts`: records, one or many in each; those of other games and what cannot be begun are left out."""
        self.game = game
        self._lines: list[OpeningLine] = []
        self.add(texts)

    def add(self, texts: Iterable[str]) -> None:
        """More records."""
        for text in texts:
            self._lines += (line for record in scan(text) for line in _lines(record, self.game))

    def __len__(self) -> int:
        return len(self._lines)

    def at(self, match: Match) -> tuple[Continuation, ...]:
        """What was played where a match stands, most often first: in games by the same rules in which the same
        position stood after as many moves, by whatever way."""
        wanted, found = self.game.identity(match.position), dict[str, list[OpeningLine]]()
        for line in self._lines:
            stood = line.position(match.plies)
            if stood is not None and self.game.identity(stood) == wanted and (move := line.move(match.plies)):
                found.setdefault(move, []).append(line)
        ordered = sorted(found.items(), key=lambda entry: (-len(entry[1]), entry[0]))
        return tuple(Continuation(move, tuple(lines)) for move, lines in ordered)


def _lines(record: Record, game: Game) -> Iterator[OpeningLine]:
    if record.tag_fault or record.empty:
        return
    try:
        match = begin_match(record, (game,), game, None, {})
    except (BadRecord, BadSetup, BadPosition, BadOption):
        return
    words = [word for word, _ in record.words]
    while words and (words[-1] in OUTCOMES or words[-1] == "=" or words[-1].startswith("#")):
        words.pop()
    yield OpeningLine(game, record, _result(record, game), words, [match.position])


def _result(record: Record, game: Game) -> str:
    tag = (record.tag("result") or "").strip()
    said = OUTCOMES.get(tag, tag.lower().replace(" ", ""))
    if RESULT.fullmatch(said):
        return said
    read = read_record(record, (game,), game, None, {}).match
    return str(read.result) if read and read.result else "*"

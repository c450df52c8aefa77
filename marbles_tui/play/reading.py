"""Records → matches. Reading keeps all before the first fault, and says where that is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from marbles_tui.core import CHANCE, BadOption, BadPosition, BadRecord, BadSetup, Game, IllegalMove
from marbles_tui.core.text import enumerated, plural, sanitize_line
from marbles_tui.play.match import HUMAN, Match, Seat
from marbles_tui.play.record import Heed, Record, nothing, scan

SEAT_TAG: Final = re.compile(r"(player|seat)([1-9]\d?)")
OUTCOMES: Final = {"1-0": "1", "0-1": "2", "1/2-1/2": "draw", "*": "*"}
"""Results as other programs write them → as the Result tag has them."""

RESULT: Final = re.compile(r"draw|\*|[1-6](,[1-6])*")
NAME_LENGTH: Final = 40
MESSAGE_LENGTH: Final = 500
"""Characters kept of a name and of a fault's message."""

MOST_FITTED: Final = 20_000
"""Characters of a text by which its game is found."""


class Fault(NamedTuple):
    """Where reading stopped: the number of the bad word, counting plies from 1 (0: a tag, setup or board),
    the word itself, and what is wrong with it."""

    ply: int
    word: str
    message: str


@dataclass(slots=True)
class Reading:
    """What came of reading a record: the match as far as it could be read (None: not even its start)."""

    record: Record
    match: Match | None = None
    fault: Fault | None = None
    warnings: list[str] = field(default_factory=list)
    line: int = 0
    """The line of the bad word, from 1; 0 where no word is bad."""

    def whole(self) -> Match:
        """The match.

        Raises BadRecord if the record could not be read to its end.
        """
        if self.fault or not self.match:
            raise BadRecord(self.fault.message if self.fault else "nothing could be read")
        return self.match


def read_match(
    text: str,
    games: Sequence[Game],
    game: Game | None = None,
    setup: str | None = None,
    options: Mapping[str, str] | None = None,
) -> Reading:
    """The first match of a text. `game`, `setup` and `options` stand in for what the record leaves out."""
    return next(read_matches(text, games, game, setup, options))


def read_matches(
    text: str,
    games: Sequence[Game],
    game: Game | None = None,
    setup: str | None = None,
    options: Mapping[str, str] | None = None,
) -> Iterator[Reading]:
    """The matches of a text, one after another. A line in the short form of `game` is a record of its own."""
    for record in _records(text, game):
        yield read_record(record, games, game, setup, options or {})


def _records(text: str, game: Game | None) -> Iterator[Record]:
    """The records of a text, with each line in the game's short form written out."""
    if game is None:
        yield from scan(text)
        return
    rest: list[str] = []
    first, found = 1, False
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(keepends=True), 1):
        written = game.expand(line)
        if written is None:
            rest.append(line)
            continue
        here = list(scan(written.replace("\n", " "), line=number))
        for record in scan("".join(rest), line=first):
            if _heads(record):
                own = {name.lower() for name, _ in here[0].tags}
                here[0].tags[:0] = [tag for tag in record.tags if tag[0].lower() not in own]
            elif not record.empty:
                yield record
        yield from here
        rest, first, found = [], number + 1, True
    for record in scan("".join(rest), line=first):
        if not (found and record.empty):
            yield record


def _heads(record: Record) -> bool:
    """Whether there are tags only, and no start: before a line that has one they are that line's."""
    nothing = not (record.board or record.words or record.fault or record.tag_fault)
    return bool(record.tags) and nothing and record.tag("setup") is None


def recognise(
    text: str, games: Sequence[Game], table: Match | None = None, heed: Heed = nothing
) -> list[Reading]:
    """The readings of a bare list of moves, or a record without its game, that use the most of its words:
    several where it fits several games, or variants of one, alike.

    At a `table` it is of the table's game, and one reading is enough: by the table's own start and options
    where they fit as well as any. A record that names its game has one reading, if any. What `heed` raises gives
    it up.
    """
    record = next(scan(text, heed))
    if record.tag("game") is not None:
        named = read_record(record, games, None, None, {}, heed)
        return [named] if named.match else []
    if table:
        own = _first(text, table.game, record)
        readings = [
            read_record(own, (table.game,), table.game, setup, {**table.options, **variant}, heed)
            for variant in ({}, *table.game.variants)
            for setup in dict.fromkeys((table.setup, None))  # its own rules and start first
        ]
    else:
        readings = [
            read_record(own, (game,), game, None, options, heed)
            for game, own in ((game, _first(text, game, record)) for game in games)
            for options in game.variants
        ]
    best = max(map(_plies, readings), default=0)
    found = [reading for reading in readings if best and _plies(reading) == best]
    return found[:1] if table else found


def game_of(text: str, games: Sequence[Game]) -> Game | None:
    """The game of a text whose first record does not name it: the only one that its moves fit best; None where
    the record names it, or none or several fit."""
    beginning = text[:MOST_FITTED]
    record = next(scan(beginning))
    if record.tag("game") is not None or any(
        known.dialect.claims(*tag) for known in games for tag in record.tags
    ):
        return None
    found = {
        reading.match.game.key: reading.match.game for reading in recognise(beginning, games) if reading.match
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _first(text: str, game: Game, record: Record) -> Record:
    """The first record of a text as one of a game; `record` is that of a game without a short form."""
    lines = text.removeprefix("\ufeff").splitlines()
    return record if all(game.expand(line) is None for line in lines) else next(_records(text, game))


def _plies(reading: Reading) -> int:
    return reading.match.plies if reading.match else 0


def read_record(
    record: Record,
    games: Sequence[Game],
    game: Game | None,
    setup: str | None,
    options: Mapping[str, str],
    heed: Heed = nothing,
) -> Reading:
    """The match of a record. `game`, `setup` and `options` stand in for what it leaves out."""
    reading = Reading(record)
    if record.tag_fault:
        reading.fault = Fault(0, "", record.tag_fault)
        return reading
    if record.left_out:
        reading.warnings.append(f"left out: {record.left_out}")
    try:
        reading.match = begin_match(record, games, game, setup, options)
    except (BadRecord, BadSetup, BadPosition, BadOption) as error:
        reading.fault = Fault(0, "", sanitize_line(str(error), MESSAGE_LENGTH))
        return reading
    _follow(reading, reading.match, heed)
    return reading


def begin_match(
    record: Record, games: Sequence[Game], game: Game | None, setup: str | None, options: Mapping[str, str]
) -> Match:
    """The match before the first move of a record. Raises BadRecord, BadSetup, BadPosition or BadOption."""
    game = _game_of(record, games, game)
    chosen, seats, kept, date = dict(options), dict[int, Seat](), [], ""
    stated = ""
    names = {option.name for option in game.options}
    for name, value in game.dialect.translate(record.tags):
        tag = name.lower()
        if wanted := game.dialect.refuse(tag, value):
            raise BadRecord(f"the tag says {name} {sanitize_line(value, 40)!r}: expected {wanted}")
        if tag in ("game", "result"):
            continue
        if tag == "setup":
            stated = stated or value
        elif tag in names:
            chosen[tag] = value
        elif seat := SEAT_TAG.fullmatch(tag):
            number = int(seat[2])
            old = seats.get(number, Seat())
            seats[number] = old._replace(**{"name" if seat[1] == "player" else "player": _clean(value)})
        elif tag == "date":
            date = _clean(value)
        else:
            kept.append((name, value))
    count = max(seats, default=0)
    if count >= game.seats.stop:
        raise BadRecord(f"{game.key} is played by {_span(game.seats)}, not {count}")
    count = max(count, game.seats.start) if count else 0
    everybody = tuple(_seat(seats.get(number, Seat())) for number in range(1, count + 1))
    start = "\n".join(record.board) + "\n" if record.board else stated or setup
    return Match.new(game, setup=start, options=chosen, seats=everybody, date=date, tags=kept)


def _game_of(record: Record, games: Sequence[Game], usual: Game | None) -> Game:
    """The game that a record names, or whose own tags it has; `usual` where it names none. Raises BadRecord."""
    key = record.tag("game")
    if key is not None:
        wanted = key.strip().lower()
        if named := next((game for game in games if game.key == wanted), None):
            return named
        known = ", ".join(game.key for game in games)
        raise BadRecord(f"there is no game {sanitize_line(key, 60)!r}: expected {known}")
    if usual is not None:
        return usual
    claimed = next((game for game in games if any(game.dialect.claims(*tag) for tag in record.tags)), None)
    if claimed is not None:
        return claimed
    if record.empty:
        raise BadRecord("the record is empty: there is no tag and no move in it")
    raise BadRecord('the record does not name its game: expected a tag [Game "…"] or --game')


def _follow(reading: Reading, match: Match, heed: Heed) -> None:
    closed = ""
    for at, (word, line) in enumerate(reading.record.words):
        heed()
        try:
            if closed:
                raise IllegalMove(f"{word} comes after the closing word {closed}")
            if word in OUTCOMES:
                closed = word
            elif word == "=":
                match, closed = match.agree(), word
            elif word.startswith("#"):
                match, closed = match.resign(_number(word, len(match.seats))), word
            else:
                match = match.read(word)
                if at in reading.record.clocks:
                    match = match.timed(reading.record.clocks[at])
        except IllegalMove as error:
            shown = sanitize_line(word, 60)
            message = sanitize_line(str(error).replace(word, shown), MESSAGE_LENGTH)
            reading.fault, reading.line = Fault(match.plies + 1, shown, message), line
            break
    else:
        if reading.record.fault:
            reading.fault = Fault(match.plies + 1, "", reading.record.fault)
    reading.match = match
    if not reading.fault:
        _heed_result(reading, match)
        _heed_length(reading, match.plies)
        _heed_closing(reading, closed)


def _heed_result(reading: Reading, match: Match) -> None:
    tag = reading.record.tag("result")
    if tag is None:
        return
    said = OUTCOMES.get(tag.strip(), tag.strip().lower().replace(" ", ""))
    if not RESULT.fullmatch(said):
        reading.warnings.append(f"the tag says Result {sanitize_line(tag, 40)!r}, which is no result")
        return
    found = str(match.result) if match.result else "*"
    if said == found:
        return
    if found == "*" and said != "draw":
        winners = tuple(sorted({int(seat) - 1 for seat in said.split(",")}))
        if winners[-1] < len(match.seats):
            reading.match = match.award(winners)
            return
    reading.warnings.append(f"the tag says Result {said}, the moves say {found}")


def _heed_length(reading: Reading, plies: int) -> None:
    tag = reading.record.tag("plies") or reading.record.tag("plycount")
    if tag and tag.strip() != str(plies):
        reading.warnings.append(f"the tag says {sanitize_line(tag, 40)} moves, there are {plies}")


def _heed_closing(reading: Reading, closed: str) -> None:
    said = OUTCOMES.get(closed, "*")
    if "*" in (said, _found(reading)) or said == _found(reading):
        return
    reading.warnings.append(f"the last word says {closed}, the rest of the record Result {_found(reading)}")


def _found(reading: Reading) -> str:
    return str(reading.match.result) if reading.match and reading.match.result else "*"


def _number(word: str, seats: int) -> int:
    digits = word[1:]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 3 and 1 <= int(digits) <= seats):
        raise IllegalMove(f"{word} names no seat: a resignation is #1 to #{seats}")
    return int(digits) - 1


def _seat(seat: Seat) -> Seat:
    kind, _, level = " ".join(seat.player.lower().split()).partition(" ")
    return Seat(seat.name, f"computer {level}" if kind == "computer" and level else HUMAN)


def _clean(value: str) -> str:
    return sanitize_line(value.strip(), NAME_LENGTH)


def _span(seats: range) -> str:
    first, last = seats.start, seats.stop - 1
    return f"{first} to {last} players" if first != last else f"{first} players"


def summarise(match: Match, seated: Match | None = None) -> str:
    """How far a match has come, in a few words, with the names of those who are `seated` at it: "37 moves, Player 1
    to move"."""
    result = match.result
    names = [sanitize_line(name, 24) for name in (seated or match).names]
    if result is None:
        actor = names[match.position.actor]
        then = f"the dice to roll for {actor}" if match.turn == CHANCE else f"{actor} to move"
    elif result.winners:
        then = f"won by {enumerated([names[seat] for seat in result.winners])}"
    else:
        then = "drawn"
    return f"{plural(match.plies, 'move')}, {then}"


def explain_fault(reading: Reading) -> str:
    """What could not be read: a bad line by its number, its text, and what was legal there; "" if nothing."""
    message = reading.fault.message if reading.fault else ""
    return f"line {reading.line}: {message}" if reading.line else message

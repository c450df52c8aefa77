"""A match: a game being played by named seats, with its whole history."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice, starmap, zip_longest
from random import Random
from typing import Final, NamedTuple, Self, TypeAlias, TypeVar, cast, overload

from marbles_tui.core import (
    CHANCE,
    AnyPosition,
    BadSetup,
    Event,
    Game,
    Goal,
    IllegalMove,
    Move,
    Randomness,
    Result,
)
from marbles_tui.core.text import enumerated, plural, sanitize_line
from marbles_tui.play.adaptive import KEY, adapts
from marbles_tui.play.record import clock_comment, fill, tag_line

# Immutable collections that grow by one in next to no time, whatever they hold already.
#
# What follows from one shares a list with it, of which each knows how much is its own: a match of 20,000 plies can be
# kept as it stood after each of them. Where another item follows than the one that did before, the list is copied.

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class History(Sequence[T_co]):
    """A sequence that grows and shrinks at its end. Equal to any history or tuple of equal items."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T_co] = ()) -> None:
        self._items: list[T_co] = list(items)
        self._length = len(self._items)

    @classmethod
    def _of(cls, items: list[T], length: int) -> History[T]:
        made: History[T] = object.__new__(History)
        made._items, made._length = items, length
        return made

    def append(self: History[T], item: T) -> History[T]:
        """The history with an item more."""
        items, length = self._items, self._length
        if len(items) == length:
            items.append(item)
        if items[length] is not item:
            items = [*items[:length], item]
        return self._of(items, length + 1)

    def first(self, count: int) -> History[T_co]:
        """The history of the first `count` items; of all where there are not so many, of none below 1."""
        return self if count >= self._length else self._of(self._items, max(count, 0))

    def shares(self, other: History[object]) -> bool:
        """Whether it follows from another one, or the other from it."""
        return self._items is other._items

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int, /) -> T_co: ...

    @overload
    def __getitem__(self, at: slice, /) -> tuple[T_co, ...]: ...

    def __getitem__(self, at: int | slice, /) -> T_co | tuple[T_co, ...]:
        length = self._length
        if isinstance(at, slice):
            return tuple(self._items[number] for number in range(*at.indices(length)))
        if not -length <= at < length:
            raise IndexError(f"there are {length} items, no item {at}")
        return self._items[at % length]

    def __iter__(self) -> Iterator[T_co]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History | tuple):
            return NotImplemented
        return self is other or (len(self) == len(other) and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"History({tuple(self)!r})"


class Counts:
    """How often each key was counted: the places at which it was, among all that were."""

    __slots__ = ("_keys", "_places")

    def __init__(self, keys: History[Hashable], places: dict[Hashable, list[int]]) -> None:
        self._keys, self._places = keys, places

    def __getitem__(self, key: Hashable) -> int:
        return bisect_left(self._places.get(key, ()), len(self._keys))

    def add(self, key: Hashable) -> Counts:
        """The counts with a key counted once more."""
        keys, places = self._keys.append(key), self._places
        if not keys.shares(self._keys):
            places = {}
        for at in range(len(keys) - 1 if places else 0, len(keys)):
            found = places.setdefault(keys[at], [])
            if not found or found[-1] < at:
                found.append(at)
        return Counts(keys, places)

    def first(self, count: int) -> Counts:
        """What was counted first."""
        return Counts(self._keys.first(count), self._places)


class RandomStart(BadSetup):
    """Chance would draw a start that should have been named."""


class NoChance:
    """Stands where chance would draw a start."""

    def randrange(self, stop: int, /) -> int:
        """Raises RandomStart."""
        raise RandomStart("this start is left to chance: write the position that is meant")


HUMAN: Final = "human"
CLAIM_AT: Final = 3
"""The occurrence of a position at which it is a draw, or one may be claimed."""

MOST_PLIES: Final = 100_000
"""A match this long ends in a draw: computers that never come to an end must not fill the memory."""

UNNAMED: Final = re.compile("(Player [1-9])?")

GOAL: Final = "Puzzle"
"""The tag that names the goal that a match is played for."""


TERMINATION: Final = "Termination"
"""The tag that says why a match ended, in the records of other programs and where a computer failed."""

OPEN: Final = ("", "?", "-", "unterminated", "adjourned", "in progress", "unknown")
"""What it says of a match that is not over, in lower case."""


class Seat(NamedTuple):
    """Who sits there: a name ("" = unknown) and `human` or `computer LEVEL`."""

    name: str = ""
    player: str = HUMAN

    @property
    def named(self) -> bool:
        """Whether it has a name of its own; records call the others Player 1 and so on, wherever they sit."""
        return not UNNAMED.fullmatch(self.name)

    @property
    def computer(self) -> str | None:
        """How a computer is told to play: its level, with a number where that adapts; None for a human."""
        kind, _, level = self.player.partition(" ")
        return level if kind == "computer" else None

    @property
    def level(self) -> str | None:
        """The key of the computer's level, None for a human."""
        told = self.computer
        return KEY if told is not None and adapts(told) else told


class Ending(NamedTuple):
    """An end that the moves alone do not decide, and its closing word in the record ("" for a tag's)."""

    result: Result
    word: str


@dataclass(frozen=True)
class Match:
    """Immutable: `play`, `back`, `forward` and `end` return the match that follows.

    `positions` holds the start and the position after each of `moves`; `undone` the moves taken back, the
    latest last; `tags` the tags that mean nothing here, as they were read.
    """

    game: Game
    options: Mapping[str, str]
    setup: str | None
    seats: tuple[Seat, ...]
    positions: History[AnyPosition]
    moves: History[Move] = field(default_factory=History)
    undone: History[Move] = field(default_factory=History)
    tags: tuple[tuple[str, str], ...] = ()
    ending: Ending | None = None
    date: str = ""
    clocks: History[float | None] = field(default_factory=History)
    """After each ply, as far as a clock ran, the seconds that its player had left when they made it."""

    _stood: Counts = field(default_factory=lambda: Counts(History(), {}), repr=False, compare=False)
    """How often each position has occurred; nothing where that means nothing."""

    @classmethod
    def new(
        cls,
        game: Game | str,
        *,
        setup: str | None = None,
        options: Mapping[str, str] | None = None,
        seats: Sequence[Seat] = (),
        date: str = "",
        tags: Sequence[tuple[str, str]] = (),
        random: Randomness | None = None,
    ) -> Self:
        """A match before its first ply, of a game or of the one with this key.

        A setup left to chance is drawn from `random`. Raises BadSetup, BadPosition or BadOption; LookupError for an
        unknown key.
        """
        if isinstance(game, str):
            from marbles_tui.games import find  # a caller with a game need not load the others

            game = find(game)
        chosen = game.choose(options or {})
        count = len(seats) or int(chosen.get("players", max(2, game.seats.start)))
        resolved = game.resolve_setup(setup, count, chosen, random or Random())
        chosen = game.fill(resolved, chosen)
        start = game.start(resolved, count, chosen)
        if len(seats) > start.seats:
            raise BadSetup(f"the start is for {start.seats} players, not for {len(seats)}")
        if "players" in chosen:
            chosen["players"] = str(start.seats)
        everybody = (*seats, *(Seat() for _ in range(start.seats - len(seats))))
        match = cls(game, chosen, resolved, everybody, History(), tags=tuple(tags), date=date)
        return match._standing_at(start)

    def __deepcopy__(self, memo: object) -> Self:
        """Itself: nothing in it ever changes."""
        return self

    # What stands

    @property
    def position(self) -> AnyPosition:
        """The position now."""
        return self.positions[-1]

    @property
    def plies(self) -> int:
        """How many plies have been played."""
        return len(self.moves)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, "Player 1" where unknown."""
        return tuple(seat.name or f"Player {number}" for number, seat in enumerate(self.seats, 1))

    @property
    def unusual(self) -> dict[str, str]:
        """The options that are not as this start usually has them; the seats tell the number of players."""
        usual = self.game.fill(self.setup, {option.name: option.default for option in self.game.options})
        return {
            name: value for name, value in self.options.items() if value != usual[name] and name != "players"
        }

    @property
    def repetitions(self) -> int:
        """How often the position now has stood, this time included; 0 where repetition means nothing."""
        return self._stood[self.game.identity(self.position)]

    def tag(self, name: str) -> str:
        """The value of a tag kept with the match, "" if it has none of that name, in whatever case."""
        return next((value for key, value in self.tags if key.lower() == name.lower()), "")

    def tagged(self, name: str, value: str = "") -> Self:
        """The match with a tag in place of any other of that name; without one if the value is ""."""
        others = tuple(tag for tag in self.tags if tag[0].lower() != name.lower())
        return replace(self, tags=(*others, *([(name, value)] if value else ())))

    @property
    def abandoned(self) -> bool:
        """Whether its record says that it ended otherwise than by its moves, and does not say who won."""
        return self.result is None and self.tag(TERMINATION).strip().lower() not in OPEN

    @property
    def has_goal(self) -> bool:
        """Whether the record says that the match is played for a goal, be it one that the game knows or not."""
        return self.tag(GOAL) != ""

    @property
    def goal(self) -> Goal | None:
        """What the match is played for in place of its result; the game's first goal where the record names one
        that the game does not know, None if the game knows none."""
        named = self.tag(GOAL)
        goals = self.game.goals if named else ()
        return next((goal for goal in goals if goal.tag == named), next(iter(goals), None))

    @cached_property
    def stopped(self) -> bool:
        """Whether nobody moves any more: the match is over, or its goal is reached or missed."""
        return self.result is not None or (self.goal is not None and self.goal.over(self))

    @property
    def claimable(self) -> bool:
        """Whether the seat to move may claim a draw."""
        return self.game.repetition == "claim" and self.result is None and self.repetitions >= CLAIM_AT

    @cached_property
    def result(self) -> Result | None:
        """How the match ended, or None while it runs: looked up many times for each move."""
        if self.ending:
            return self.ending.result
        if self.position.result:
            return self.position.result
        if self.game.repetition == "automatic" and self.repetitions >= CLAIM_AT:
            return Result.draw(len(self.seats), "repetition")
        return Result.draw(len(self.seats), "length") if self.plies >= MOST_PLIES else None

    @property
    def turn(self) -> int | None:
        """The seat to move from 0, CHANCE, or None when the match is over."""
        return None if self.result else self.position.turn

    # What follows

    def play(self, move: Move) -> tuple[Self, tuple[Event, ...]]:
        """The match after a legal move, and what is to be seen of it.

        Raises IllegalMove when the match is over or the move is not among the legal ones.
        """
        if self.result:
            raise IllegalMove(f"{move} cannot be played: the game is over ({self.result.reason})")
        if move not in self.position.moves():
            raise IllegalMove(
                f"{move} is not legal here: {self.game.explain_illegal(self.position, str(move))}"
            )
        position, events = self.game.tell(self.position, move)
        goes_on = self.tagged(TERMINATION) if self.abandoned else self
        return goes_on._after(move, position), events

    def read(self, word: str) -> Self:
        """The match after the move that `word` names, in the notation of the game.

        Raises IllegalMove.
        """
        if self.result:
            raise IllegalMove(f"{word} comes after the end of the game ({self.result.reason})")
        move = self.find(word)
        return self._after(move, self.position.play(move))

    def find(self, word: str) -> Move:
        """The legal move that `word` names, in the notation of the game. Raises IllegalMove."""
        return cast("Move", self.game.find(self.position, word))

    def _after(self, move: Move, position: AnyPosition) -> Self:
        undone = self.undone
        again = len(undone) > 0 and undone[-1] == move
        return replace(
            self._standing_at(position),
            moves=self.moves.append(move),
            undone=undone.first(len(undone) - 1) if again else History(),
        )

    def _standing_at(self, position: AnyPosition) -> Self:
        stood = self._stood
        if self.game.repetition != "none":
            stood = stood.add(self.game.identity(position))
        return replace(self, positions=self.positions.append(position), _stood=stood)

    def timed(self, seconds: float) -> Self:
        """The match with what the player of the last ply had left of their time, to a tenth of a second."""
        clocks = self.clocks.first(self.plies - 1)
        while len(clocks) < self.plies - 1:
            clocks = clocks.append(None)
        return replace(self, clocks=clocks.append(round(seconds, 1)))

    def back(self, plies: int = 1) -> Self:
        """The match `plies` earlier; the moves can be played again with `forward`. Also undoes an ending."""
        rest, undone = max(0, self.plies - plies), self.undone
        for ply in reversed(range(rest, self.plies)):
            undone = undone.append(self.moves[ply])
        return replace(self._cut(rest), undone=undone, ending=None)

    def _cut(self, plies: int) -> Self:
        return replace(
            self,
            positions=self.positions.first(plies + 1),
            moves=self.moves.first(plies),
            clocks=self.clocks.first(plies),
            _stood=self._stood.first(plies + 1),
        )

    def forward(self, plies: int = 1) -> Self:
        """The match with up to `plies` undone moves played again."""
        match = self
        for _ in range(min(plies, len(self.undone))):
            move = match.undone[-1]
            match = match._after(move, match.position.play(move))
        return match

    def without_undone(self) -> Self:
        """The match with nothing to play again."""
        return replace(self, undone=History())

    def at(self, ply: int) -> Self:
        """The match as it stood after `ply` plies, from 0.

        Raises IndexError if it never had that many.
        """
        if not 0 <= ply <= self.plies:
            raise IndexError(f"the match has {self.plies} plies, not {ply}")
        return self if ply == self.plies else replace(self._cut(ply).without_undone(), ending=None)

    # Ends that players bring about

    def agree(self) -> Self:
        """The match drawn: by agreement, or by a claim where one is allowed."""
        reason = "repetition" if self.claimable else "agreed"
        return self._end(Result.draw(len(self.seats), reason), "=")

    def resign(self, seat: int) -> Self:
        """The match after `seat` (from 0) resigns; the others win."""
        return self.lose(seat, "resigned", f"#{seat + 1}")

    def lose(self, seat: int, reason: str, word: str = "") -> Self:
        """The match after `seat` (from 0) has used up its `time`, has `left` for good or, a program, has broken
        (`forfeit`); the others win. A record tells of the result alone: read again, the match is awarded by its
        tag."""
        others = tuple(other for other in range(len(self.seats)) if other != seat)
        return self._end(Result.win(len(self.seats), others, reason), word)

    def award(self, winners: tuple[int, ...]) -> Self:
        """The match as a tag decides it where its moves do not."""
        return self._end(Result.win(len(self.seats), winners, "tag"), "")

    def _end(self, result: Result, word: str) -> Self:
        if self.result:
            raise IllegalMove(f"{word or 'a result'} comes after the end of the game ({self.result.reason})")
        return replace(self, ending=Ending(result, word), undone=History())

    # As text

    def __str__(self) -> str:
        """The record."""
        return "\n".join((*self._tags(), "", *self._movetext()))

    def svg(self) -> str:
        """The position as a picture: an SVG document, which notebooks show for the match."""

        return svg(self)

    _repr_html_ = svg

    def _tags(self) -> Iterator[str]:
        board = (self.setup or "").splitlines() if "\n" in (self.setup or "") else []
        yield tag_line("Game", self.game.key)
        yield from (tag_line(name.capitalize(), value) for name, value in self.unusual.items())
        if self.setup and not board:
            yield tag_line("Setup", self.setup)
        for number, (name, seat) in enumerate(zip(self.names, self.seats, strict=True), 1):
            yield tag_line(f"Player{number}", name)
            yield tag_line(f"Seat{number}", seat.player)
        if self.date:
            yield tag_line("Date", self.date)
        yield tag_line("Result", str(self.result) if self.result else "*")
        yield from starmap(tag_line, self.tags)
        if board:
            yield ""
            yield from (f"%{line}" for line in board)

    def _movetext(self) -> Iterator[str]:
        closing = [self.ending.word] if self.ending and self.ending.word else []
        words = [*self._timed_words(), *closing]
        if words:
            yield fill(words)
            yield ""

    def _timed_words(self) -> Iterator[str]:
        """The plies as words, each with a comment where a clock ran."""
        for word, seconds in zip_longest(self.numbered(), self.clocks):
            yield word
            if seconds is not None:
                yield clock_comment(seconds)

    def numbered(self) -> Iterator[str]:
        """The plies as words; the first of each round carries its number. A round ends where the order of
        the seats begins anew."""
        number, last = 0, len(self.seats)
        for move, position in zip(self.moves, self.positions, strict=False):
            seat = position.actor
            if seat < last or (position.turn == CHANCE and len(self.seats) == 1):
                number += 1
                yield f"{number}{'...' if seat else '.'} {move}"
            else:
                yield str(move)
            last = seat


def decides(match: Match, ply: int) -> bool:
    """Whether a person had to choose a move after that many plies."""
    turn = match.positions[ply].turn
    return turn != CHANCE and match.seats[turn].level is None


def decides_or_rolls(match: Match, ply: int) -> bool:
    """Whether a person had to choose a move, or to throw a die, after that many plies."""
    position = match.positions[ply]
    rolls = position.turn != CHANCE or match.game.is_thrown(position)
    return rolls and match.seats[position.actor].level is None


Decides: TypeAlias = Callable[[Match, int], bool]


def take_back(match: Match, decides: Decides = decides) -> Match | None:
    """The match as it stood before the last decision of a person, or before it was given up or agreed; None
    where nobody has decided anything."""
    if match.ending:
        return match.back(0)
    last = next((ply for ply in reversed(range(match.plies)) if decides(match, ply)), None)
    return None if last is None else match.back(match.plies - last)


def next_decision(match: Match, decides: Decides = decides) -> Match | None:
    """The match played again up to the next decision of a person; None where nothing was taken back."""
    if not match.undone:
        return None
    match = match.forward()
    while match.undone and not decides(match, match.plies):
        match = match.forward()
    return match


def svg(match: Match) -> str:
    """The position as an SVG document, with what was moved last marked and a line about the match below it.

    What the players are to remember is not shown.
    """
    game = match.game
    paths = match.moves[-1].paths if match.moves else ()
    names = tuple(map(sanitize_line, match.names))
    caption = f"{' – '.join(names)}, {plural(match.plies, 'move')}. {standing(match)}"
    seen = game.observe(match.position, match.options)
    return game.svg(seen, paths[0] if paths else (), caption, names)


def standing(match: Match) -> str:
    """Whose turn it is, or how the match ended, in a sentence."""
    result = match.result
    if match.abandoned:
        return f"No result: {sanitize_line(match.tag(TERMINATION), 60)}."
    if result is None:
        who = sanitize_line(match.names[match.position.actor])
        return f"The dice roll for {who}." if match.turn == CHANCE else f"{who} to move."
    if not result.winners:
        return f"A draw: {result.reason}."
    winners = enumerated([sanitize_line(match.names[seat]) for seat in result.winners])
    return f"{winners} {'win' if len(result.winners) > 1 else 'wins'}: {result.reason}."


def shown(match: Match, first: int = 0) -> Iterator[tuple[Event, ...]]:
    """What was to be seen, ply by ply."""
    for ply in range(first, match.plies):
        yield match.game.tell(match.positions[ply], match.moves[ply])[1]


def happened(match: Match, first: int = 0) -> Iterator[Event]:
    """All events of the match from its first ply, or from one that is counted from 0."""
    return chain.from_iterable(shown(match, first))


def narrate(match: Match) -> Iterator[str]:
    """The sentences of the match from its first ply."""
    for event in happened(match):
        if sentence := match.game.told(event, match.names):
            yield sentence

"""Immutable collections that grow by one in next to no time, whatever they hold already.

What follows from one shares all but a few dozen items with it: a match of 20,000 plies can be kept as it stood
after each of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Final, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")

CHUNK: Final = 32
"""Items that are copied together."""

BITS: Final = 4
WAYS: Final = 1 << BITS
"""Branches of a `Counts`, by so many bits of a hash; and keys that it holds before it branches."""


class History(Sequence[T_co]):
    """A sequence that grows and shrinks at its end: the full chunks, themselves a history, and the rest.

    Equal to any history or tuple of equal items.
    """

    __slots__ = ("_full", "_rest")

    def __init__(self, items: Iterable[T_co] = ()) -> None:
        every = tuple(items)
        whole = len(every) // CHUNK * CHUNK
        chunks = (every[start : start + CHUNK] for start in range(0, whole, CHUNK))
        self._full: History[tuple[T_co, ...]] | None = History(chunks) if whole else None
        self._rest: tuple[T_co, ...] = every[whole:]

    @classmethod
    def _of(cls, full: History[tuple[T, ...]] | None, rest: tuple[T, ...]) -> History[T]:
        made: History[T] = object.__new__(History)
        made._full, made._rest = full, rest
        return made

    def append(self: History[T], item: T) -> History[T]:
        """The history with an item more."""
        rest = (*self._rest, item)
        if len(rest) < CHUNK:
            return self._of(self._full, rest)
        return self._of((self._full or History()).append(rest), ())

    def first(self, count: int) -> History[T_co]:
        """The history of the first `count` items; of all where there are not so many, of none below 1."""
        if count >= len(self):
            return self
        chunks, rest = divmod(max(count, 0), CHUNK)
        full = self._full.first(chunks) if self._full and chunks else None
        return self._of(full, self._chunk(chunks)[:rest])

    def _chunk(self, number: int) -> tuple[T_co, ...]:
        if self._full is None or number == len(self._full):
            return self._rest
        return self._full[number]

    def __len__(self) -> int:
        return (len(self._full) * CHUNK if self._full else 0) + len(self._rest)

    @overload
    def __getitem__(self, at: int, /) -> T_co: ...

    @overload
    def __getitem__(self, at: slice, /) -> tuple[T_co, ...]: ...

    def __getitem__(self, at: int | slice, /) -> T_co | tuple[T_co, ...]:
        length = len(self)
        if isinstance(at, slice):
            return tuple(self[number] for number in range(*at.indices(length)))
        number = at + length if at < 0 else at
        if not 0 <= number < length:
            raise IndexError(f"there are {length} items, no item {at}")
        return self._chunk(number // CHUNK)[number % CHUNK]

    def __iter__(self) -> Iterator[T_co]:
        for chunk in self._full or ():
            yield from chunk
        yield from self._rest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History | tuple):
            return NotImplemented
        return self is other or (len(self) == len(other) and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"History({tuple(self)!r})"


class Counts:
    """How often each key was counted: a tree that branches by the bits of the keys' hashes."""

    __slots__ = ("_below", "_level", "_own")

    def __init__(self, level: int = 0) -> None:
        self._level = level
        self._own: dict[Hashable, int] = {}
        self._below: tuple[Counts, ...] = ()

    def __getitem__(self, key: Hashable) -> int:
        below = self._below
        return below[self._way(key)][key] if below else self._own.get(key, 0)

    def add(self, key: Hashable) -> Counts:
        """The counts with a key counted once more."""
        after = Counts(self._level)
        if self._below:
            way = self._way(key)
            after._below = (*self._below[:way], self._below[way].add(key), *self._below[way + 1 :])
            return after
        after._own = {**self._own, key: self._own.get(key, 0) + 1}
        return after if len(after._own) <= WAYS or self._level > 64 // BITS else after._branched()

    def _branched(self) -> Counts:
        after = Counts(self._level)
        after._below = tuple(Counts(self._level + 1) for _ in range(WAYS))
        for key, number in self._own.items():
            after._below[self._way(key)]._own[key] = number
        return after

    def _way(self, key: Hashable) -> int:
        return hash(key) >> BITS * self._level & WAYS - 1

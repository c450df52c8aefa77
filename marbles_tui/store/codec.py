"""Values as plain data, as JSON and TOML have it, and back: by the types of the fields they are made of.

A dataclass is a table by the names of its fields, a NamedTuple a list, an enum its name. What a table lacks has its
default, and what is not known in it is left out, so that older and newer programs read each other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Protocol, Self, TypeVar, get_args, get_origin, get_type_hints

from marbles_tui.core.text import sanitize_line

T = TypeVar("T")

Keys = tuple[str, ...]
"""Those that lead to a value."""

WORDS: Final[Mapping[object, str]] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    NoneType: "nothing",
    Mapping: "a table",
}
"""What is expected where a type is."""


class Bound(Protocol):
    """What a field says of its values besides their type, in Annotated."""

    def words(self, kind: type[object]) -> str:
        """What is expected, where the values are of this type."""

    def fits(self, value: object) -> bool:
        """Whether a value of the right type will do."""


class AsText:
    """Says in Annotated that a value is kept as `str` writes it and the `read` of its class reads it."""


class Misfit(ValueError):
    """Plain data that is no value of the type: the keys that lead to it, and what was expected."""

    def __init__(self, keys: Keys, message: str) -> None:
        super().__init__(f"{'.'.join(keys)}: {message}" if keys else message)
        self.keys, self.message = keys, message

    @classmethod
    def of(cls, value: object, expected: str) -> Self:
        """What was expected instead of a value."""
        try:
            told = repr(value)
        except ValueError:  # Python writes no number of thousands of digits
            told = "a number of thousands of digits"
        return cls((), f"expected {expected}, not {sanitize_line(told, 60)}")

    def under(self, key: object) -> Self:
        """The same as seen from one table or list further out."""
        return type(self)((str(key), *self.keys), self.message)


def encoded(value: object) -> Any:
    """A value as plain data."""
    kind = type(value)
    if kind not in _WRITERS:
        _WRITERS[kind] = _writer(kind)
    return _WRITERS[kind](value)


def value_of(kind: type[T], data: object) -> T:
    """Plain data as a value of a type. Raises Misfit."""
    found: T = decoded(kind, data)
    return found


def decoded(kind: object, data: object, faults: list[Misfit] | None = None) -> Any:
    """The same for any type that a field can have. With `faults`, what does not fit in a table whose names are free
    is left out, and added to them. Raises Misfit."""
    return _reader(kind)(data, faults)


@cache
def kinds(kind: type[object]) -> Mapping[str, Any]:
    """The types of the fields of a dataclass or NamedTuple, by their names."""
    return get_type_hints(kind, include_extras=True)


# Each type has its writer and its reader, made once.

Writer = Callable[[Any], object]
Reader = Callable[[object, "list[Misfit] | None"], object]

_WRITERS: Final[dict[type[object], Writer]] = {}


def _writer(kind: type[object]) -> Writer:
    if kind in (NoneType, bool, int, float, str):
        return lambda value: value
    if issubclass(kind, Enum):
        return lambda value: value.name
    if issubclass(kind, Mapping):
        return lambda value: {str(name): encoded(part) for name, part in value.items()}
    if issubclass(kind, (set, frozenset)):
        return lambda value: sorted(map(encoded, value))
    if issubclass(kind, (tuple, list)):
        return lambda value: [encoded(part) for part in value]
    if is_dataclass(kind):
        parts = [(each.name, str if _has_text(kinds(kind)[each.name]) else encoded) for each in fields(kind)]
        return lambda value: {name: write(getattr(value, name)) for name, write in parts}
    raise TypeError(f"{kind.__name__} has no plain form")


def _has_text(kind: object) -> bool:
    return any(isinstance(said, AsText) for said in get_args(kind))


@cache
def _reader(kind: Any) -> Reader:
    of, inner = get_origin(kind) or kind, get_args(kind)
    if of is Annotated:
        return _text_reader(inner[0]) if _has_text(kind) else _single_reader(*inner)
    if of is UnionType:
        some = _reader(inner[0])
        return lambda data, faults: None if data is None else some(data, faults)
    if of is Mapping:
        return _table_reader(_reader(inner[1]))
    if is_dataclass(of):
        return _fields_reader(of)
    if issubclass(of, Enum):
        return lambda data, _: of[_given(str, data, " or ".join(of.__members__), of.__members__)]
    if issubclass(of, (tuple, frozenset)):
        return _list_reader(of, inner)
    return _single_reader(of)


def _given(kind: type[object], data: object, expected: str, among: Collection[str] = ()) -> Any:
    taken = (int, float) if kind is float else kind
    right = isinstance(data, taken) and not (isinstance(data, bool) and kind is not bool)
    if not right or (among and data not in among):
        raise Misfit.of(data, expected)
    return data


def _single_reader(kind: type[object], bound: Bound | None = None) -> Reader:
    expected = bound.words(kind) if bound else WORDS[kind]

    def read(data: object, _: object) -> object:
        given = _given(kind, data, expected)
        if bound and not bound.fits(given):
            raise Misfit.of(data, expected)
        return given

    return read


def _text_reader(kind: Any) -> Reader:
    return lambda data, _: kind.read(_given(str, data, WORDS[str]))


def _table_reader(inner: Reader) -> Reader:
    def read(data: object, faults: list[Misfit] | None) -> object:
        found = {}
        for name, part in _given(dict, data, WORDS[Mapping]).items():
            below: list[Misfit] | None = None if faults is None else []
            try:
                found[name] = inner(part, below)
            except Misfit as misfit:
                if faults is None or below is None:
                    raise misfit.under(name) from None
                below.append(misfit)
            if faults is not None and below:
                faults.extend(misfit.under(name) for misfit in below)
        return found

    return read


def _fields_reader(kind: Any) -> Reader:
    parts = [
        (each.name, _reader(kinds(kind)[each.name]), each.default is each.default_factory is MISSING)
        for each in fields(kind)
    ]

    def read(data: object, _: object) -> object:
        table, found, name = _given(dict, data, WORDS[Mapping]), {}, ""
        try:
            for name, inner, needed in parts:
                if name in table:
                    found[name] = inner(table[name], None)
                elif needed:
                    raise Misfit((), "is missing")
        except Misfit as misfit:
            raise misfit.under(name) from None
        return kind(**found)

    return read


def _list_reader(kind: Any, inner: tuple[object, ...]) -> Reader:
    """Of a tuple of equal or of different parts, a NamedTuple, or a set."""
    named, equal = not inner, kind is frozenset or inner[-1:] == (Ellipsis,)
    parts = [_reader(part) for part in (kinds(kind).values() if named else inner) if part is not Ellipsis]
    least = len(parts) - len(kind._field_defaults) if named else len(parts)

    def read(data: object, _: object) -> object:
        given = _given(list, data, "a list")
        given = given[: len(parts)] if named else given
        if not equal and not least <= len(given) <= len(parts):
            raise Misfit.of(data, f"a list of {len(parts)}")
        found, at = [], 0
        try:
            for at, part in enumerate(given):
                found.append(parts[0 if equal else at](part, None))
        except Misfit as misfit:
            raise misfit.under(at) from None
        return kind(*found) if named else kind(found)

    return read

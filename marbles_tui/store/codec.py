"""Plain data, as TOML has it, as values of the types that fields have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, NamedTuple, Protocol, Self, get_args, get_origin

from marbles_tui.core.text import sanitize_line

Keys = tuple[str, ...]
"""Those that lead to a value."""

NAMES: Final[Mapping[object, str]] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
    Mapping: "a table",
}
"""What is expected where a type is."""


class Bound(Protocol):
    """What a field says of its values besides their type, in Annotated."""

    def words(self, kind: type[Any]) -> str:
        """What is expected, where the values are of this type."""

    def fits(self, value: Any) -> bool:
        """Whether a value of the right type will do."""


class Fault(NamedTuple):
    """What cannot be used: the keys that lead to it, and what was expected."""

    keys: Keys
    message: str

    @classmethod
    def of(cls, keys: Keys, value: object, expected: str) -> Self:
        """What was expected instead of a value."""
        try:
            told = repr(value)
        except ValueError:  # Python writes no number of thousands of digits
            told = "a number of thousands of digits"
        return cls(keys, f"expected {expected}, not {sanitize_line(told, 60)}")


def decoded(kind: Any, value: object, faults: list[Fault], keys: Keys = ()) -> Any:
    """The value of a type that plain data stands for, None where they cannot; what cannot be used is added to the
    faults, and left out of tables."""
    bound: Bound | None = None
    if get_origin(kind) is Annotated:
        kind, bound = get_args(kind)
    plain = get_origin(kind) or kind
    fits = isinstance(value, plain) and not (isinstance(value, bool) and plain is not bool)
    if not fits or (bound and not bound.fits(value)):
        faults.append(Fault.of(keys, value, bound.words(plain) if bound else NAMES[plain]))
        return None
    if isinstance(value, Mapping):
        inner = get_args(kind)[1]
        parts = {name: decoded(inner, part, faults, (*keys, name)) for name, part in value.items()}
        return {name: part for name, part in parts.items() if part is not None}
    return value

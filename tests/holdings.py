"""What lies in something, by which a test sees what is left of somebody who has gone: nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any


def holdings(root: object) -> dict[str, int]:
    """How much lies in each collection of something, and how far each count is, by where it stands."""
    found, seen = dict[str, int](), set[int]()

    def walk(value: object, place: str) -> None:
        if isinstance(value, int):
            found[place] = value
            return
        if id(value) in seen or isinstance(value, (str, bytes, type)):
            return
        seen.add(id(value))
        if isinstance(value, Collection):
            found[place] = len(value)
        if isinstance(value, Mapping):
            value = value.values()
        if isinstance(value, Collection):
            for each in value:
                if not isinstance(each, int):
                    walk(each, f"{place}[]")
        elif type(value).__module__.startswith("marbles_tui"):
            for name, held in _attributes(value):
                walk(held, f"{place}.{name}")

    walk(root, "")
    return found


def _attributes(value: Any) -> Iterator[tuple[str, object]]:
    yield from getattr(value, "__dict__", {}).items()
    for kind in type(value).__mro__:
        for name in getattr(kind, "__slots__", ()):
            if hasattr(value, name):
                yield name, getattr(value, name)


def grown(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, tuple[int | None, int]]:
    """What is another number now."""
    return {place: (before.get(place), count) for place, count in after.items() if count != before.get(place)}

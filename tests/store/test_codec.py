"""Values as plain data and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Annotated, Any, NamedTuple, Self

import pytest

from marbles_tui.store.codec import AsText, Misfit, decoded, encoded, value_of


class Colour(Enum):
    RED = auto()
    BLUE = auto()


class Point(NamedTuple):
    x: float
    y: float = 0.0


@dataclass(frozen=True)
class Code:
    number: int

    @classmethod
    def read(cls, text: str) -> Self:
        return cls(int(text.removeprefix("n")))

    def __str__(self) -> str:
        return f"n{self.number}"


@dataclass(frozen=True)
class Inner:
    name: str
    code: Annotated[Code, AsText()] = Code(0)


@dataclass(frozen=True)
class Outer:
    id: int
    inner: Inner
    done: bool = False
    colour: Colour | None = None
    points: tuple[Point, ...] = ()
    pair: tuple[str, int | None] = ("", None)
    marks: frozenset[str] = frozenset()
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


FULL = Outer(
    3,
    Inner("Zoë", Code(7)),
    True,
    Colour.BLUE,
    (Point(1.5, 2), Point(3)),
    ("a", 4),
    frozenset("ba"),
    {"x": {"y": "z"}},
)
AS_JSON = {
    "id": 3,
    "inner": {"name": "Zoë", "code": "n7"},
    "done": True,
    "colour": "BLUE",
    "points": [[1.5, 2], [3, 0.0]],
    "pair": ["a", 4],
    "marks": ["a", "b"],
    "texts": {"x": {"y": "z"}},
}
LEAST = {"id": 3, "inner": {"name": ""}}


def test_a_value_is_plain_data_and_comes_back() -> None:
    assert encoded(FULL) == AS_JSON
    assert value_of(Outer, json.loads(json.dumps(AS_JSON))) == FULL
    assert value_of(Outer, encoded(Outer(3, Inner("")))) == Outer(3, Inner(""))
    with pytest.raises(TypeError, match="object has no plain form"):
        encoded(object())


def test_what_is_missing_has_its_default_and_what_is_not_known_is_left_out() -> None:
    assert value_of(Outer, {**LEAST, "later": [1], "points": [[1], [2, 3, 4]]}) == Outer(
        3, Inner(""), points=(Point(1), Point(2, 3))
    )


@pytest.mark.parametrize(
    ("change", "keys", "message"),
    [
        ({"id": None}, "id", "expected a whole number, not None"),
        ({"id": True}, "id", "expected a whole number, not True"),
        ({"id": 1.0}, "id", "expected a whole number, not 1.0"),
        ({"done": 1}, "done", "expected true or false, not 1"),
        ({"inner": {}}, "inner.name", "is missing"),
        ({"inner": "Ann"}, "inner", "expected a table, not 'Ann'"),
        ({"inner": {"name": "", "code": 7}}, "inner.code", "expected a text, not 7"),
        ({"colour": "GREEN"}, "colour", "expected RED or BLUE, not 'GREEN'"),
        ({"points": {}}, "points", "expected a list, not {}"),
        ({"points": [[1], ["2"]]}, "points.1.0", "expected a number, not '2'"),
        ({"points": [[]]}, "points.0", "expected a list of 2, not []"),
        ({"pair": ["a"]}, "pair", "expected a list of 2, not ['a']"),
        ({"pair": ["a", 1, 2]}, "pair", "expected a list of 2, not ['a', 1, 2]"),
        ({"marks": [1]}, "marks.0", "expected a text, not 1"),
        ({"texts": {"x": {"y": 1}}}, "texts.x.y", "expected a text, not 1"),
    ],
)
def test_what_does_not_fit_is_named_by_its_keys_and_what_was_expected(
    change: dict[str, Any], keys: str, message: str
) -> None:
    with pytest.raises(Misfit) as raised:
        value_of(Outer, {**LEAST, **change})
    assert ".".join(raised.value.keys) == keys
    assert str(raised.value) == f"{keys}: {message}"


def test_what_does_not_fit_is_told_in_a_short_harmless_line() -> None:
    with pytest.raises(Misfit) as raised:
        value_of(Outer, {**LEAST, "done": "\x1b[2J\n" * 3000})
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 120


def test_a_table_with_free_names_can_do_without_what_does_not_fit() -> None:
    faults: list[Misfit] = []
    data = {"x": {"y": "z", "w": 1}, "v": 2}
    assert decoded(Mapping[str, Mapping[str, str]], data, faults) == {"x": {"y": "z"}}
    assert [(misfit.keys, misfit.message) for misfit in faults] == [
        (("x", "w"), "expected a text, not 1"),
        (("v",), "expected a table, not 2"),
    ]

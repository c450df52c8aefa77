"""NamedTuple for what is needed before the first paint: typing's own compiles every annotation, and `namedtuple` a
function and all its methods for each class, which takes longer than the rest of making them. It has the same fields,
defaults and annotations, and the same methods; none is generic."""

from __future__ import annotations

from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import _tuplegetter

    class _Fields(tuple):
        __slots__ = ()

        @classmethod
        def _make(cls, values: object) -> tuple:
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **changes: object) -> tuple:
            made = self._make(map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"Got unexpected field names: {list(changes)!r}")
            return made

        __replace__ = _replace

        def _asdict(self) -> dict[str, object]:
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._asdict().items())})"

        def __getnewargs__(self) -> tuple:
            return tuple(self)

    @cache
    def _code(count: int) -> CodeType:
        """What makes a tuple of so many fields, whatever they are called."""
        names = ", ".join(f"_{at}" for at in range(count))
        return eval(f"lambda _cls, {names}: _new(_cls, ({names},))").__code__

    class _Maker(type):
        def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, object]) -> type:
            fields = tuple(body["__annotations__"])
            given = {field: body.pop(field) for field in fields if field in body}
            code = _code(len(fields)).replace(co_varnames=("_cls", *fields), co_name="__new__")
            new = FunctionType(code, {"_new": tuple.__new__}, "__new__", tuple(given.values()))
            new.__qualname__ = f"{name}.__new__"
            own = {"__slots__": (), "__new__": new, "_fields": fields, "__match_args__": fields}
            getters = {field: _tuplegetter(at, f"Field {at}") for at, field in enumerate(fields)}
            return type(name, (_Fields,), {**body, **own, "_field_defaults": given, **getters})

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})

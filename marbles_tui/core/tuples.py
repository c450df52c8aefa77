"""NamedTuple for what is needed before the first paint: typing's own compiles every annotation, which takes longer
than the rest of making the class. It has the same fields, defaults and annotations; none is generic."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Maker(type):
        def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, object]) -> type:
            fields = body["__annotations__"]
            given = [body.pop(field) for field in fields if field in body]
            made = namedtuple(name, fields, defaults=given, module=body.pop("__module__"))
            for key, value in body.items():
                setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})

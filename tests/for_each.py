"""A table of what is quick and leaves no traces, in one test: pytest makes a test of each row, which costs several
milliseconds in each process of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from inspect import iscoroutinefunction, signature
from typing import Any, TypeAlias

from _pytest.mark import ParameterSet

Test: TypeAlias = Callable[..., None]


def for_each(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """As `pytest.mark.parametrize`: all rows are tried, and each that fails is named."""
    keys = names.replace(",", " ").split() if isinstance(names, str) else names
    table = [
        row.values if isinstance(row, ParameterSet) else row if len(keys) > 1 else (row,) for row in rows
    ]

    assert table, "there are no rows"

    def made(test: Test) -> Test:
        assert not iscoroutinefunction(test), "nobody would wait for it"

        def tried(**others: Any) -> None:
            faults: list[Exception] = []
            for row in table:
                given = dict(zip(keys, row, strict=True))
                try:
                    test(**given, **others)
                except Exception as fault:
                    fault.add_note(f"where {', '.join(f'{key} = {value!r}' for key, value in given.items())}")
                    faults.append(fault)
            if len(faults) == 1:
                raise faults[0]
            if faults:
                raise ExceptionGroup(f"{len(faults)} of {len(table)} rows", faults)

        asked = signature(test)
        left = [one for name, one in asked.parameters.items() if name not in keys]
        tried.__name__, tried.__doc__, tried.__module__ = test.__name__, test.__doc__, test.__module__
        tried.__signature__ = asked.replace(parameters=left)  # type: ignore[attr-defined]
        return tried

    return made

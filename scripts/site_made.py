"""The page's `sitecustomize`: what Python compiles of texts while modules are imported, compiled at the build.

The methods of dataclasses and of named tuples, and patterns, take more than a third of the time of the imports. They
are found by their very texts; what is not among them is compiled. A build, which has none yet, takes them down.
"""

import _sre  # type: ignore[import-not-found]
import collections
import marshal
from collections.abc import Callable
from re import _compiler as patterns  # type: ignore[attr-defined]
from types import SimpleNamespace
from typing import Any

NAME = "made"
"""Of the file beside it that holds them."""

try:
    BESIDE = f"{__file__.rpartition('/')[0]}/{NAME}"
    MADE = marshal.loads(__loader__.get_data(BESIDE))  # type: ignore[name-defined]
except OSError:
    MADE = {}
READY = bool(MADE)


def ready(run: Callable[..., Any], mode: str) -> Callable[..., Any]:
    """`exec` or `eval`, for the texts of a module."""

    def ran(text: str, *places: Any) -> Any:
        code = MADE.get((mode, text))
        if code is None:
            code = compile(text, "<string>", mode, dont_inherit=True)
            if not READY:
                MADE[mode, text] = code
        return run(code, *places)

    return ran


compile_anew = patterns.compile


def compile_pattern(text: Any, flags: int = 0) -> Any:
    """As `re` does. Some of what it is given are no texts; those are never found."""
    key = (text, int(flags))
    if key in MADE:
        return _sre.compile(text, *MADE[key])
    if READY or type(text) not in (str, bytes):
        return compile_anew(text, flags)

    def take_down(_: object, flags: int, code: list[int], groups: int, named: Any, names: Any) -> Any:
        MADE[key] = made = (int(flags), [*map(int, code)], groups, {**named}, names)
        return _sre.compile(text, *made)

    patterns._sre = SimpleNamespace(**{**vars(_sre), "compile": take_down})
    try:
        return compile_anew(text, flags)
    finally:
        patterns._sre = _sre


collections.eval = ready(eval, "eval")  # type: ignore[attr-defined]
patterns.compile = compile_pattern

import dataclasses  # noqa: E402  # makes some of both itself

dataclasses.exec = ready(exec, "exec")  # type: ignore[attr-defined]

"""The library of the native search: where it is, and what it offers."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_uint64,
    c_void_p,
    create_string_buffer,
)
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from marbles_tui.core.text import sanitize_line

VERSION: Final = 7
"""The MARBLES_VERSION of the declarations, rules and evaluations that this code goes with."""

FILE: Final = Path(__file__).with_name("marbles.so")
"""The library that was compiled for this machine, or for its platform."""

PLATFORMS: Final[Mapping[str, tuple[str, ...]]] = {
    "linux": ("linux", "musl"),
    "darwin": ("macos",),
    "win32": ("windows",),
}
PROCESSORS: Final = {"amd64": "x86_64", "arm64": "aarch64"}
"""What some systems call them, and what the files are called by."""

SWITCH: Final = "MARBLES_TUI_NATIVE"
"""The environment variable that turns the native search off when it is 0."""

LONGEST: Final = 200
"""Characters of a reason."""

DEEPEST: Final = 60
MOST_MOVES: Final = 256
MOST_WORDS: Final = 8
MOST_LETTERS: Final = 8
NO_RESULT: Final = 2
UNKNOWN: Final = -1

Words: TypeAlias = "ctypes.Array[c_uint64]"


class Request(Structure):
    """A search that is wanted: see native/marbles.h."""

    _fields_ = (
        ("state", POINTER(c_uint64)),
        ("drawn", POINTER(c_uint64)),
        ("seconds", c_double),
        ("enough", c_double),
        ("nodes", c_int64),
        ("table", c_uint64),
        ("seed", c_uint64),
        ("drawn_count", c_int32),
        ("repeats", c_int32),
        ("depth", c_int32),
        ("multipv", c_int32),
        ("plain", c_int32),
        ("oversight", c_int32),
    )


class Finding(Structure):
    """What a search has found: see native/marbles.h."""

    _fields_ = (
        ("nodes", c_int64),
        ("depth", c_int32),
        ("exact", c_int32),
        ("move_count", c_int32),
        ("line_count", c_int32),
        ("moves", c_int32 * MOST_MOVES),
        ("scores", c_int32 * MOST_MOVES),
        ("lengths", c_int32 * MOST_MOVES),
        ("lines", c_int32 * DEEPEST * MOST_MOVES),
    )


Report: Final = CFUNCTYPE(None, POINTER(Finding))
Stop: Final = CFUNCTYPE(c_int32)

_STATE: Final = POINTER(c_uint64)
_SIGNATURES: Final[dict[str, tuple[object, tuple[object, ...]]]] = {
    "version": (c_int32, ()),
    "prepare": (c_int32, ()),
    "words": (c_int32, (c_int32,)),
    "moves": (c_int32, (c_int32, _STATE, POINTER(c_int32))),
    "distinct": (c_int32, (c_int32, _STATE, POINTER(c_int32))),
    "noisy": (c_int32, (c_int32, _STATE, POINTER(c_int32))),
    "legal": (c_int32, (c_int32, _STATE, c_int32)),
    "hidden": (c_int32, (c_int32, _STATE, c_int32)),
    "play": (None, (c_int32, _STATE, c_int32, _STATE)),
    "outcome": (c_int32, (c_int32, _STATE)),
    "turn": (c_int32, (c_int32, _STATE)),
    "evaluate": (c_int32, (c_int32, _STATE)),
    "perft": (c_int64, (c_int32, _STATE, c_int32)),
    "notation": (None, (c_int32, c_int32, c_char_p)),
    "search": (None, (c_int32, POINTER(Request), POINTER(Finding), Report, Stop)),
    "proof_new": (c_void_p, (c_uint64, c_uint64)),
    "proof_free": (None, (c_void_p,)),
    "proof_limit": (None, (c_void_p, c_double, c_int64, Stop)),
    "proof_nodes": (c_int64, (c_void_p,)),
    "proof_prove": (c_int32, (c_void_p, _STATE)),
    "proof_known": (c_int32, (c_void_p, _STATE)),
    "proof_within": (c_int32, (c_void_p, c_int32, _STATE, c_int32)),
    "proof_suffices": (c_int32, (c_void_p, c_int32, _STATE)),
    "proof_fails": (c_int32, (c_void_p, c_int32, _STATE)),
    "forcing_new": (c_void_p, (c_int32, c_int32, c_int32)),
    "forcing_free": (None, (c_void_p,)),
    "forcing_limit": (None, (c_void_p, c_double, c_int64, Stop)),
    "forcing_nodes": (c_int64, (c_void_p,)),
    "forcing_holds": (c_int32, (c_void_p, _STATE, c_int32)),
}


class NativeLibrary:
    """The functions of native/marbles.h, each as `call(name)` without its prefix.

    Raises OSError or AttributeError for a file that is no such library, of this version and for this machine.
    """

    def __init__(self, file: Path) -> None:
        loaded = ctypes.CDLL(str(file))
        self._functions: dict[str, Any] = {}
        self._notations: dict[tuple[int, int], str] = {}
        for name, (result, arguments) in _SIGNATURES.items():
            function = self._functions[name] = getattr(loaded, f"marbles_{name}")
            function.restype, function.argtypes = result, arguments
        if self.call("version") != VERSION:
            raise OSError(f"{file} is of another version")
        if not self.call("prepare"):
            raise OSError(f"{file} is for another processor")

    def call(self, name: str, *arguments: object) -> Any:
        """Call a function; other threads go on meanwhile."""
        return self._functions[name](*arguments)

    def notation(self, game: int, move: int) -> str:
        """A move of the library's as records write it."""
        word = self._notations.get((game, move))
        if word is None:
            text = create_string_buffer(MOST_LETTERS)
            self.call("notation", game, move, text)
            word = self._notations[game, move] = text.value.decode()
        return word


def as_words(words: Sequence[int]) -> Words:
    """Numbers as the library takes them."""
    return (c_uint64 * len(words))(*words)


def installed_library() -> NativeLibrary | None:
    """The library that was built with this package, if there is one and the environment does not forbid it."""
    return _installed()[0]


def search_in_words() -> str:
    """Which search serves, and why no faster one."""
    why = why_not_native()
    return f"plain Python search: {why}" if why else "native search"


def why_not_native() -> str:
    """What keeps the installed library from serving, in a line; "" where nothing does."""
    return _installed()[1]


@cache
def _installed() -> tuple[NativeLibrary | None, str]:
    if os.environ.get(SWITCH) == "0":
        return None, f"{SWITCH} is 0"
    files = [file for file in (FILE, *_of_this_platform()) if file.exists()]
    why = "there is no library of it for this platform"
    for file in files:
        try:
            return NativeLibrary(file), ""
        except AttributeError:
            why = f"{file} has another search"
        except OSError as error:
            why = sanitize_line(str(error), LONGEST)
    return None, why


def _of_this_platform() -> Iterator[Path]:
    """Where its libraries are in an install that has those of all."""
    from platform import machine  # it takes a while

    if sys.platform == "emscripten":
        yield FILE.with_name("marbles-page.so")
    processor = machine().lower()
    for name in PLATFORMS.get(sys.platform, ()):
        yield FILE.with_name(f"marbles-{name}-{PROCESSORS.get(processor, processor)}.so")

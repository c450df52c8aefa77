"""Memory that nobody needs goes back to the system, where its C library is GNU's."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any, Final

ARENAS: Final = -8
"""The number by which malloc.h calls how many arenas there may be (M_ARENA_MAX)."""


@cache
def _library() -> Any:
    """GNU's C library; None where there is another."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        library = ctypes.CDLL(None)
        found = (library.gnu_get_libc_version, library.mallopt, library.malloc_trim)
    except (OSError, AttributeError):
        return None
    return library if all(found) else None


def share_one_arena() -> None:
    """Let the threads of all guests' stores share what is kept free: each would have some hundred KiB of its own."""
    if library := _library():
        library.mallopt(ARENAS, 1)


def give_back() -> None:
    """Give back what is free; it takes some milliseconds."""
    if library := _library():
        library.malloc_trim(0)

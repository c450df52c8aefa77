"""Take from Pyodide's program the names that nobody looks up, for `python -m scripts.site`.

It exports all functions that CPython has, some 8,500, for extensions that would be loaded later. Each has a line in
its script and costs time at every start.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

HEADER: Final = 8
EXPORTS: Final = 7
"""The number of the section of a program that tells what it exports: WebAssembly, 5.5.10."""

LOOKED_UP: Final = (0, 3)
"""Kinds of what is exported that names are looked up of: functions and globals."""

ASSIGNED: Final = re.compile(r"(?<=function assignWasmExports\(wasmExports\)\{)[^}]+")
DECLARED: Final = re.compile(r"(?<=\bvar )(?:\w+,){1000,}\w+")
EACH: Final = "var module=new WebAssembly.Module(bytes);"
ONCE: Final = "var module=(convertJsFunctionToWasm.made??={})[sig]??=new WebAssembly.Module(bytes);"
"""A program that passes calls on to a function of the script: of those of one signature one does."""

WORD: Final = re.compile(r"\w+")

Named = Callable[[str], object]
"""Whether anybody names a function of the program."""


def naming(script: str, *others: str) -> Named:
    """By the script of the program, without what it does with each of the names, and by other texts."""
    own = DECLARED.sub("", ASSIGNED.sub("", script))
    words = {word for text in (own, *others) for word in WORD.findall(text)}
    return lambda name: {name, f"_{name}"} & words


def slim_script(script: str, named: Named) -> str:
    """The script with those names alone. Raises ValueError where it takes them in a way that is not known."""
    if not (ASSIGNED.search(script) and DECLARED.search(script) and EACH in script):
        raise ValueError("Pyodide's script takes what its program exports in a way that is not known here")

    def some(found: re.Match[str], between: str) -> str:
        pieces = found[0].split(between)
        return between.join(piece for piece in pieces if named(piece.partition("=")[0].removeprefix("_")))

    script = ASSIGNED.sub(lambda found: some(found, ";"), script)
    return DECLARED.sub(lambda found: some(found, ","), script).replace(EACH, ONCE)


def slim_program(program: bytes, named: Named) -> bytes:
    """The program that exports those names alone."""
    at = HEADER
    while program[at] != EXPORTS:
        size, begins = number(program, at + 1)
        at = begins + size
    size, begins = number(program, at + 1)
    count, one = number(program, begins)
    kept = []
    for _ in range(count):
        length, name = number(program, one)
        kind = name + length
        _, end = number(program, kind + 1)
        if program[kind] not in LOOKED_UP or named(program[name:kind].decode()):
            kept.append(program[one:end])
        one = end
    section = leb128(len(kept)) + b"".join(kept)
    return b"".join((program[: at + 1], leb128(len(section)), section, program[begins + size :]))


def number(program: bytes, at: int) -> tuple[int, int]:
    """The number that stands there (unsigned LEB128), and where it ends."""
    value = shift = 0
    while True:
        value |= (program[at] & 127) << shift
        shift += 7
        at += 1
        if program[at - 1] < 128:
            return value, at


def leb128(value: int) -> bytes:
    """A number as it stands in a program."""
    written = b""
    while value > 127:
        written += bytes([value & 127 | 128])
        value >>= 7
    return written + bytes([value])

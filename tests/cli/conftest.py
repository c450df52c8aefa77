"""A shell for the command line, without a process of its own."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import pytest

from marbles_tui.cli.run import run


class Ran(NamedTuple):
    """What a command came to: its exit status and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """The words of stdout, wherever its lines are broken."""
        return " ".join(self.out.split())

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The lines of stdout, each an object."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def object(self) -> dict[str, Any]:
        """The one object on stdout."""
        (only,) = self.objects
        return only


Shell: TypeAlias = Callable[..., Ran]


@pytest.fixture
def shell(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """shell(*arguments, stdin=bytes or text): run a command."""

    def call(*arguments: str, stdin: bytes | str = b"") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        status = run(arguments)
        wrote = capsysbinary.readouterr()
        return Ran(status, wrote.out.decode("utf-8"), wrote.err.decode("utf-8"))

    return call

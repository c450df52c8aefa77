"""How an open house is asked by whoever runs it: a line of JSON, through a socket in its folder."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

SOCKET: Final = "control.sock"

PATIENCE: Final = 10.0
"""Seconds to wait for an answer."""

Json: TypeAlias = Mapping[str, object]
"""An object as it is sent."""


class NotOpen(Exception):
    """No host answers."""


def control_file(worker: int = 0) -> str:
    """The name of the socket of a host, or of one of the processes that share its port."""
    return f"control-{worker}.sock" if worker else SOCKET


def ask(data: Path, question: Json, worker: int = 0, patience: float = PATIENCE) -> dict[str, object]:
    """What the host answers whose folder that is, or one of its workers. Raises NotOpen where none does in time, or
    where there are no such sockets."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(patience)
            line.connect(os.fspath(data / control_file(worker)))
            line.sendall(json.dumps(question).encode() + b"\n")
            with line.makefile("rb") as answers:
                return dict(json.loads(answers.readline()))
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise NotOpen(f"no host is open with its data in {data}") from error


def objects(value: object) -> list[Json]:
    """A list of objects in an answer."""
    return list(value) if isinstance(value, list) else []

"""What goes through the pipe between the arcade and the thinking process: pickles, each after its length."""

from __future__ import annotations

import pickle
import struct
from typing import Any, Final

HEAD: Final = struct.Struct(">I")


def pack(message: Any) -> bytes:
    """A message as it goes through the pipe."""
    body = pickle.dumps(message)
    return HEAD.pack(len(body)) + body


def length(head: bytes) -> int:
    """How many bytes follow a head of HEAD.size bytes."""
    size: int = HEAD.unpack(head)[0]
    return size


def unpack(body: bytes) -> Any:
    """The message of those bytes."""
    return pickle.loads(body)

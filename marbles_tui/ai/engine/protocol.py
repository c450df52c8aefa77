"""What goes through the pipe between the arcade and the engine process: pickles, each after its length.

Reading a pickle can run code. That is safe here, because only the two processes hold the ends of this pipe; nothing
that comes from a file, a record or the network is ever read this way.
"""

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

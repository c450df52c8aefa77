"""What goes between the arcade and whoever thinks: pickles; through the pipe of a process each after its length.

The arcade says ("job", number, Job) and ("stop", number, None), and hears ("report", number, what was found so far),
then ("done", number, result) or ("failed", number, why in a line).

Reading a pickle can run code. That is safe here, because only the two, both started by this program, hold the ends of
the pipe or of the channel between two workers of a page; nothing that comes from a file, a record or the network is
ever read this way.
"""

from __future__ import annotations

import pickle
import struct
from typing import Any, Final, TypeAlias

HEAD: Final = struct.Struct(">I")

Message: TypeAlias = tuple[str, int, Any]


def dump(message: Message) -> bytes:
    """A message as bytes."""
    return pickle.dumps(message)


def pack(message: Message) -> bytes:
    """A message as it goes through a pipe."""
    body = dump(message)
    return HEAD.pack(len(body)) + body


def length(head: bytes) -> int:
    """How many bytes follow a head of HEAD.size bytes."""
    size: int = HEAD.unpack(head)[0]
    return size


def unpack(body: bytes) -> Message:
    """The message of those bytes."""
    message: Message = pickle.loads(body)
    return message

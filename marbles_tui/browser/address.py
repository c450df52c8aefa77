"""What stands behind the # of the page's address: a game, a position, a puzzle, or a whole record, compressed."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from typing import Final

RECORD: Final = "record"
PUZZLE: Final = "puzzle"

MOST: Final = 4_000_000
"""Characters of a record, as of one that is pasted."""


def address_of(record: str) -> str:
    """The part of an address that opens a record."""
    data = urlsafe_b64encode(zlib.compress(record.encode(), 9)).decode().rstrip("=")
    return f"{RECORD}={data}"


def record_in(data: str) -> str:
    """The record in such a part, from anybody. Raises ValueError where there is none, or a far too long one."""
    unpacked = zlib.decompressobj()
    try:
        packed = urlsafe_b64decode(data.encode() + b"=" * (-len(data) % 4))
        text = unpacked.decompress(packed, MOST).decode()
    except (NoBase64, zlib.error, ValueError) as error:
        raise ValueError("The link is damaged: the game in it cannot be read.") from error
    if not unpacked.eof:
        raise ValueError("The link is damaged, or the game in it is too long.")
    return text

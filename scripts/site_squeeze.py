"""Compress files for web spaces that do not: run in the page's own Python, which has Zstandard. /build holds them and
gets what is made of each, with .zst behind its name.
"""

from pathlib import Path
from typing import Final

from compression import zstd  # type: ignore[import-not-found]  # new in Python 3.14

WINDOW: Final = 21
"""The page's unpacker moves a window of so many bits with each block; a larger one makes files hardly smaller."""


def main() -> None:
    """Compress all."""
    how = {zstd.CompressionParameter.compression_level: 19, zstd.CompressionParameter.window_log: WINDOW}
    for file in sorted(file for file in Path("/build").iterdir() if file.is_file()):
        file.with_name(f"{file.name}.zst").write_bytes(zstd.compress(file.read_bytes(), options=how))
        file.unlink()


if __name__ == "__main__":
    main()

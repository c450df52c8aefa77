"""Archives that have the same bytes whenever they are made of the same files."""

from __future__ import annotations

import gzip
import io
import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LEFT_OUT: Final = ("bin", "share", "tests", "tree-sitter")
"""Folders of packages that no page needs."""

OLDEST: Final = (1980, 1, 1, 0, 0, 0)


def needed(folder: Path) -> Iterator[tuple[str, Path]]:
    """The names and places of the files in a folder of packages that a page needs."""
    for file in sorted(folder.rglob("*")):
        path = file.relative_to(folder)
        about = path.parts[0].endswith(".dist-info")
        if file.is_dir() or file.suffix == ".py" or {*LEFT_OUT, "__pycache__"} & {*path.parts}:
            continue
        if not about or path.name == "METADATA":
            yield path.as_posix(), file


def pack_tar(folder: Path, target: Path) -> None:
    """Write what a page needs of a folder of packages as a compressed tar file."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, file in needed(folder):
            entry = tarfile.TarInfo(name)
            entry.size = file.stat().st_size
            with file.open("rb") as content:
                archive.addfile(entry, content)
    target.write_bytes(gzip.compress(written.getvalue(), 9, mtime=0))


def pack_zip(folder: Path, target: Path) -> None:
    """Write what a page needs of Python's own library as it is imported: a zip file."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in needed(folder):
            entry = zipfile.ZipInfo(name, OLDEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())


def unpack_zip(file: Path, folder: Path) -> None:
    """Unpack a zip file into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)


def squeeze(file: Path, target: Path) -> None:
    """Compress a file, for web spaces that do not."""
    target.write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))

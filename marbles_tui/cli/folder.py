"""A folder that an option or an argument names."""

from __future__ import annotations

import os
from pathlib import Path

import click

from marbles_tui.store.paths import expanded


class Folder(click.Path):
    """The path of a folder, which may begin with `~`, and need not be there."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The path, with the home folder for `~`."""
        try:
            return super().convert(expanded(os.fspath(value)), param, ctx)
        except ValueError as error:
            self.fail(str(error), param, ctx)

"""The arcade and the command line, as their own tests have them."""

from tests.cli.conftest import shell
from tests.tui.conftest import arcade

__all__ = ["arcade", "shell"]

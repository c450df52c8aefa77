"""What these tests share with those of the command line."""

from tests.cli.conftest import shell

__all__ = ["shell"]

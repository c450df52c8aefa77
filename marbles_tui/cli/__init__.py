"""The command line: all that the screens do with games and records, without a screen. One file a command."""

from typing import Final

COMPLETE: Final = "_MARBLES_TUI_COMPLETE"
"""Set by a shell that asks how its command line may go on."""

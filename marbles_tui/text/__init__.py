"""The arcade as plain lines: no cursor movement, no colour; for screen readers, teletypes and scripts."""

from marbles_tui.text.table import TextTable

__all__ = ["TextTable"]

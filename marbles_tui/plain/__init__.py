"""The arcade as plain lines: no cursor movement, no colour; for screen readers, teletypes and scripts."""

from marbles_tui.plain.table import PlainTable

__all__ = ["PlainTable"]

"""A text in no columns has no lines.

Textual 8.2.8, content.py: a word that is folded into no columns raises ValueError ("range() arg 3 must not be
zero"), which ends the app. `Widget.get_content_height` does not ask where there are none, but `OptionList` does,
which takes the padding of its options from what it is given: the palette in a window of four columns.

To be filed: docs/upstream/no-columns.md.
"""

from __future__ import annotations

from typing import Any, Final

from textual.content import Content, _FormattedLine

_wrap_and_format: Final = Content._wrap_and_format


def _wrapped(self: Content, width: int, *args: Any, **named: Any) -> list[_FormattedLine]:
    return _wrap_and_format(self, width, *args, **named) if width > 0 else []


def fold_into_columns() -> None:
    """Do so in all apps of the process."""
    Content._wrap_and_format = _wrapped  # type: ignore[method-assign]

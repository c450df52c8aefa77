"""Rules of style are read once.

Textual 8.2.8, css/stylesheet.py: every app reads the styles of all widgets anew, and again for each screen and theme.
Where many apps share a process each keeps rules of its own, too, though they are the same and nobody changes them.

To be filed: docs/upstream/parsed-rules.md.
"""

from __future__ import annotations

from typing import Final

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

MOST_SOURCES: Final = 2000
"""Sources whose rules are kept: those of a dozen themes."""

_read = Stylesheet._parse_rules
_parsed: Final[LRUCache[tuple[object, ...], list[RuleSet]]] = LRUCache(MOST_SOURCES)


def _parse_once(
    self: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    key = (css, read_from, is_default_rules, tie_breaker, scope, *self._variables, *self._variables.values())
    rules = _parsed.get(key)
    if rules is None:
        rules = _parsed[key] = _read(self, css, read_from, is_default_rules, tie_breaker, scope)
    return rules


def share_rules() -> None:
    """Let all apps of the process have the same rules."""
    Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign]

"""Rules and lines, of which every app of the process has its own.

Textual 8.2.8:

- css/stylesheet.py: every app reads the styles of all widgets anew, and again for each screen and theme. Where many
  apps share a process each keeps rules of its own, too, though they are the same and nobody changes them. And
  `apply` compares the rules with a widget and all that it lies in, though of the same place the same has been found
  before, in another app, or when the same screen was opened last: half of what it takes to style a widget. It
  looks each rule up in a set, and css/model.py gives rules a hash in Python, for what `object` has. `replace_rules`
  sets each rule by itself, also one that is as it was, and also on a widget that is not mounted yet: most of them
  then ask for it to be laid out and drawn, which it will be anyway.
- strip.py: every line comes with seven caches of its own, a third of the memory of an app; hardly one of them is ever
  asked, for most lines are drawn once. A line that goes through a filter is copied also where the filter has nothing
  to change.
- content.py: a word that is folded into no columns raises ValueError ("range() arg 3 must not be zero"), which ends
  the app. `Widget.get_content_height` does not ask where there are none, but `OptionList` does, which takes the
  padding of its options from what it is given: the palette in a window of four columns.

To be filed: docs/upstream/parsed-rules.md, strip-caches.md and no-columns.md.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

from rich.segment import Segment
from textual.app import App
from textual.cache import LRUCache
from textual.color import Color
from textual.content import Content, _FormattedLine
from textual.css.model import RuleSet
from textual.css.styles import RulesMap, Styles
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.strip import Strip
from textual.widget import Widget

MOST_SHEETS: Final = 64
"""Lists of all rules that are known: they differ by the theme and by the screens that were opened."""

MOST_PLACES: Final = 3000
"""Places of which it is kept what the rules say."""

MOST_SOURCES: Final = 2000
"""Sources whose rules are kept: those of a dozen themes."""

HEARD: Final = frozenset(("display", "overflow_x", "overflow_y", "pointer", "visibility"))
"""Rules that change more of a widget than its styles."""

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


_apply = Stylesheet.apply
_sheets: Final[LRUCache[tuple[RuleSet, ...], object]] = LRUCache(MOST_SHEETS)
_known: Final[WeakKeyDictionary[Stylesheet, tuple[list[RuleSet], object]]] = WeakKeyDictionary()
_said: Final[LRUCache[tuple[Hashable, ...], KnownRules]] = LRUCache(MOST_PLACES)


class KnownRules(dict[str, object]):
    """What rules say of a place, as styles keep it."""


class NodePlace:
    """All of a widget and what it lies in that rules may ask for. `apply` takes it for the cache of one update: it
    asks it for a key that names the very parent, and only where no rule asks for the widgets beside."""

    def __init__(self, sheet: Stylesheet, node: DOMNode) -> None:
        rules, known = sheet.rules, _known.get(sheet)
        if known is None or known[0] is not rules:
            same = tuple(rules)
            _sheets[same] = token = _sheets.get(same) or object()
            known = _known[sheet] = (rules, token)
        place: list[Hashable] = [known[1], getattr(node, "can_focus", False)]
        held: tuple[bool, ...] = ()
        at: object = node
        while isinstance(at, DOMNode):
            if isinstance(at, Widget):
                held = at.mouse_hover, at.has_focus, at.disabled
            elif isinstance(at, App):  # its theme decides which rules there are
                held = at.app_focus, at.is_inline, at.native_ansi_color, at.no_color
            place.append((type(at), at._id, frozenset(at._classes), held))
            at = at._parent
        self._place = tuple(place)

    def get(self, key: object) -> KnownRules | None:
        """What the rules say of it."""
        return _said.get(self._place)

    def __setitem__(self, key: object, said: RulesMap) -> None:
        kept = Styles()
        for name, value in said.items():
            setattr(kept, name, value)
        _said[self._place] = KnownRules(kept._rules)


def _apply_known(
    self: Stylesheet, node: DOMNode, *, animate: bool = False, cache: dict[Any, RulesMap] | None = None
) -> None:
    del cache  # which is of one update alone
    place: Any = NodePlace(self, node)
    _apply(self, node, animate=animate, cache=place)


_replace = Stylesheet.replace_rules


def _replace_changed(node: DOMNode, rules: RulesMap, animate: bool = False) -> None:
    """Nothing is to be drawn anew of a widget that is not there yet, nor for what is as it was."""
    styles = node.styles.base
    kept: dict[str, Any] = cast("dict[str, Any]", styles._rules)
    if not isinstance(rules, KnownRules) or (animate and "transitions" in rules):
        _replace(node, rules, animate)
        return
    is_new = not kept and not node._is_mounted
    told = rules.keys() & HEARD if is_new else kept.keys() | rules.keys()
    changed = [key for key in told if kept.get(key) is not rules.get(key)]
    for key in changed:
        setattr(styles, key, rules.get(key))
    if is_new:
        kept.update(rules)
    if changed or is_new or not animate:
        node.notify_style_update()


class NoCache:
    """A cache that keeps nothing."""

    def get(self, key: object, default: object = None) -> object:
        """It is not there."""
        return default

    def __setitem__(self, key: object, value: object) -> None:
        """It is not kept."""


NOTHING: Final[Any] = NoCache()

ITSELF: Final[Any] = object()
"""Stands for a line in its own cache."""


def _begin(self: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
    self._segments = list(segments)
    self._cell_length = cell_length
    self._divide_cache = self._crop_cache = self._style_cache = self._filter_cache = NOTHING
    self._line_length_cache = self._crop_extend_cache = self._offsets_cache = NOTHING
    self._render_cache = None
    self._link_ids = None
    self._cell_count = None


def _filtered(self: Strip, filter: LineFilter, background: Color) -> Strip:
    key = filter, background
    found = self._filter_cache.get(key)
    if found is None:
        segments = filter.apply(self._segments, background)
        found = ITSELF if segments is self._segments else Strip(segments, self._cell_length)
        kept: Any = {key: found}  # an app has one chain of filters; for another one this is worked out again
        self._filter_cache = kept
    return self if found is ITSELF else found


_wrap_and_format: Final = Content._wrap_and_format


def _wrapped(self: Content, width: int, *args: Any, **named: Any) -> list[_FormattedLine]:
    return _wrap_and_format(self, width, *args, **named) if width > 0 else []


def share_rules_and_lines() -> None:
    """Have the same rules in all apps of the process, and what they say of a place; keep fewer lines."""
    Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign]
    Stylesheet.apply = _apply_known  # type: ignore[method-assign]
    Stylesheet.replace_rules = staticmethod(_replace_changed)  # type: ignore
    RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]
    Strip.__init__ = _begin  # type: ignore[method-assign]
    Strip.apply_filter = _filtered  # type: ignore[method-assign]
    Content._wrap_and_format = _wrapped  # type: ignore[method-assign]

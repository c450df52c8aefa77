"""Rules of style are read once, and what they say of a place is worked out once.

Textual 8.2.8, css/stylesheet.py:

- Every app reads the styles of all widgets anew, and again for each screen and theme, which is a third of what it
  takes to open one. Where many apps share a process each keeps rules of its own, too, though they are the same and
  nobody changes them.
- `apply` looks at all rules for each widget, and compares those that may fit with the widget and all that it lies in,
  though in another app, or when the same screen is opened again, the same has been found out before.
- `replace_rules` sets all rules again, also those that have not changed, each with a look at what would have to be
  drawn anew, also before a widget is there; and where a class was added it works out what would have to move, also
  where the styles let nothing move.

To be filed: docs/upstream/parsed-rules.md.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final

from textual.cache import LRUCache
from textual.css.model import RuleSet, SelectorType
from textual.css.styles import RulesMap, Styles
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode

MOST: Final = 2000
"""Sources whose rules are kept: those of a dozen themes."""

MOST_SHEETS: Final = 64
"""Lists of all rules that are kept: they differ by the theme and by the screens that were opened."""

MOST_PLACES: Final = 3000
"""Places for which it is kept what the rules say of them."""

ORDER: Final = frozenset(("first-of-type", "last-of-type", "first-child", "last-child", "empty"))
"""What depends on the widgets beside one."""

SYSTEM: Final = "-textual-system"
"""The class of widgets that rules for all widgets do not mean."""

HEARD: Final = frozenset(("display", "overflow_x", "overflow_y", "pointer", "visibility"))
"""Rules that change more of a widget than its styles."""

_read = Stylesheet._parse_rules
_parse = Stylesheet.parse
_work_out = Stylesheet.apply


class Choice(Stylesheet):
    """Those of the rules that may fit some kind of widget."""

    def __init__(self, rules: Iterable[RuleSet]) -> None:
        super().__init__()
        self._rules = list(rules)
        self._said: RulesMap = {}
        self.pseudo_classes = tuple(sorted(set().union(*(rule.pseudo_classes for rule in self._rules))))
        """What they may ask for besides types, classes and names."""
        asked = [
            selector for rule in self._rules for each in rule.selector_set for selector in each.selectors
        ]
        self.ids = frozenset(selector.name for selector in asked if selector.type is SelectorType.ID)
        self.classes = frozenset(selector.name for selector in asked if selector.type is SelectorType.CLASS)
        self.classes |= {SYSTEM}

    def said_of(self, node: DOMNode) -> RulesMap:
        """What they say of a widget."""
        self._said = {}
        _work_out(self, node)
        return self._said

    def replace_rules(  # type: ignore[override]
        self, node: DOMNode, rules: RulesMap, animate: bool = False
    ) -> None:
        """It is remembered what they say."""
        self._said = rules

    def _process_component_classes(self, node: DOMNode) -> None:
        del node


class Rules(list[RuleSet]):
    """All rules of a sheet, in their order."""

    def __init__(self, rules: Iterable[RuleSet]) -> None:
        super().__init__(rules)
        self.by_name: dict[str, list[RuleSet]] = {}
        for rule in self:
            for name in rule.selector_names:
                self.by_name.setdefault(name, []).append(rule)
        self._choices: dict[frozenset[str], Choice] = {}

    def choice(self, names: set[str]) -> Choice:
        """Those that may fit a widget with some names: of its types, its classes, and its own."""
        known = frozenset(self.by_name.keys() & names)
        choice = self._choices.get(known)
        if choice is None:
            fitting = {rule for name in known for rule in self.by_name[name]}
            rules = tuple(filter(fitting.__contains__, self))
            choice = _choices.get(rules)
            if choice is None:
                choice = _choices[rules] = Choice(rules)
            self._choices[known] = choice
        return choice


_parsed: Final[LRUCache[tuple[object, ...], list[RuleSet]]] = LRUCache(MOST)
_sheets: Final[LRUCache[tuple[object, ...], Rules]] = LRUCache(MOST_SHEETS)
_choices: Final[LRUCache[tuple[RuleSet, ...], Choice]] = LRUCache(MOST)
_places: Final[LRUCache[tuple[Hashable, ...], RulesMap]] = LRUCache(MOST_PLACES)


def _variables(sheet: Stylesheet) -> frozenset[tuple[str, str]]:
    known: tuple[dict[str, str], frozenset[tuple[str, str]]] | None = getattr(sheet, "_known", None)
    if known is None or known[0] is not sheet._variables:
        known = (sheet._variables, frozenset(sheet._variables.items()))
        setattr(sheet, "_known", known)  # noqa: B010  (not in the types)
    return known[1]


def _parse_once(
    self: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    key = (css, read_from, is_default_rules, tie_breaker, scope, _variables(self))
    rules = _parsed.get(key)
    if rules is None:
        rules = _parsed[key] = _read(self, css, read_from, is_default_rules, tie_breaker, scope)
    return rules


def _parse_sheet_once(self: Stylesheet) -> None:
    if self._invalid_css:
        _parse(self)
        return
    key = (tuple(self.source.items()), _variables(self))
    rules = _sheets.get(key)
    if rules is None:
        _parse(self)
        rules = _sheets[key] = Rules(self._rules)
    self._rules = rules
    self._rules_map = rules.by_name
    self._require_parse = False


def _place(node: DOMNode, choice: Choice) -> tuple[Hashable, ...]:
    """All of a widget and what it lies in that rules may ask for."""
    asked = choice.pseudo_classes
    key: list[Hashable] = [choice]
    at: object = node
    while isinstance(at, DOMNode):
        checks: dict[str, Any] = at._PSEUDO_CLASSES
        held = tuple([name in checks and bool(checks[name](at)) for name in asked])
        id = at._id if at._id in choice.ids else None
        key.append((type(at), id, choice.classes & at._classes, held))
        at = at._parent
    return tuple(key)


def _apply(
    self: Stylesheet, node: DOMNode, *, animate: bool = False, cache: dict[Any, RulesMap] | None = None
) -> None:
    del cache  # which knows the widgets of one app alone
    rules = self.rules
    if not isinstance(rules, Rules):
        rules = Rules(rules)
    choice = rules.choice(node._selector_names)
    asked = choice.pseudo_classes
    node._has_hover_style = "hover" in asked
    node._has_focus_within = "focus-within" in asked
    node._has_order_style = not ORDER.isdisjoint(asked)
    node._has_odd_or_even = "odd" in asked or "even" in asked
    place = _place(node, choice)
    said = _places.get(place)
    if said is None:
        said = _places[place] = _as_kept(choice.said_of(node))
    if said:
        self.replace_rules(node, said, animate=animate)
    self._process_component_classes(node)


def _as_kept(said: RulesMap) -> RulesMap:
    """Rules with their values as styles keep them."""
    styles = Styles()
    for key, value in said.items():
        setattr(styles, key, value)
    return styles._rules


def _replace_rules(node: DOMNode, rules: RulesMap, animate: bool = False) -> None:
    styles = node.styles.base
    kept = styles._rules
    if animate and ("transitions" in kept or "transitions" in rules):
        _replace(node, rules, animate)
        return
    if not kept and not node._is_mounted:
        values: dict[str, Any] = dict(rules)
        for key in HEARD & values.keys():
            setattr(styles, key, values.pop(key))
        styles.merge_rules(values)  # type: ignore[arg-type]
    elif not _set_changed(styles, rules) and animate:
        return
    node.notify_style_update()


def _set_changed(styles: Styles, rules: RulesMap) -> bool:
    """Set the rules that have changed; whether there were any."""
    kept = styles._rules
    gone = [key for key in kept if key not in rules]
    other = [(key, value) for key, value in rules.items() if kept.get(key) is not value]
    for key in gone:
        setattr(styles, key, None)
    for key, value in other:
        setattr(styles, key, value)
    return bool(gone or other)


_replace = Stylesheet.replace_rules


def share_rules() -> None:
    """Let all apps of the process have the same rules."""
    Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign]
    Stylesheet.parse = _parse_sheet_once  # type: ignore[method-assign]
    Stylesheet.apply = _apply  # type: ignore[method-assign]
    Stylesheet.replace_rules = staticmethod(_replace_rules)  # type: ignore

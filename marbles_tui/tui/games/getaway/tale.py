"""Gary's Great Getaway as it is told beside the board: rounds, and in them a few short lines a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from rich.style import Style
from rich.text import Text

from marbles_tui.core import Event
from marbles_tui.core.text import YOU, addressed, article, plural, sanitize_line
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.getaway.scene import PAWNS
from marbles_tui.games.getaway.text import sign
from marbles_tui.tui.kit.colour import LEAST, clear, contrast, style
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.story import StoryLine

Facts = Mapping[str, Any]

INDENT: Final = "    "
SKIPPED: Final = frozenset({"toll", "backpack"})
"""What the lines around it tell."""


def _moved(facts: Facts) -> str:
    if "to" in facts:
        return f"goes to {facts['to']}"
    by = facts["by"]
    return f"slides {'on' if by > 0 else 'back'} {abs(by)}" if by else "turns round and round"


def _caught(facts: Facts) -> str:
    if "number" in facts:
        return f"caught until {article(facts['number'])} {facts['number']}"
    return f"held for {plural(facts['turns'], 'turn')}"


def _held(facts: Facts) -> str:
    if "number" in facts:
        return f"waits for {article(facts['number'])} {facts['number']}"
    return f"{plural(facts['turns'], 'turn')} left"


CONSEQUENCES: Final[Mapping[str, Callable[[Facts], str]]] = {
    "too-far": lambda facts: f"too far: stays on {facts['square']}",
    "gold": lambda facts: f"has {facts['gold']} now",
    "spent": lambda facts: "nothing left here" if facts["what"] != "toll" else "the toll is gone",
    "transport": _moved,
    "stopped": lambda facts: f"dizzy after {facts['hops']} hops",
    "short": lambda facts: f"does not have {facts['gold']} gold",
    "pay": lambda facts: f"has {facts['gold']} left",
    "go": lambda _: "does not pay",
    "pick-up": lambda facts: f"picks up {facts['trinket']}",
    "avoided": lambda facts: f"{facts['trinket']} prevents it",
    "asleep": lambda _: "traps let the last one pass",
    "caught": _caught,
    "held": _held,
    "served": lambda _: "free next turn",
    "freed": lambda _: "free",
    "released": lambda _: "free: alone on the road",
    "sell": lambda facts: f"sells {facts['trinket']}",
    "arrive": lambda facts: f"home with {facts['gold']} gold",
}
"""What becomes of a traveller, by the kind of event."""

OF_OTHERS: Final = frozenset({"spent", "avoided", "asleep"})
"""Those that do not tell what the traveller does."""

GAINS: Final[Mapping[str, Callable[[Facts], int]]] = {
    "gold": lambda facts: int(facts["gains"]),
    "pay": lambda facts: -int(facts["pays"]),
    "sell": lambda facts: int(facts["value"]),
}
"""What it brings or costs."""


class Tale:
    """Tells the events of a match one after another, from its first."""

    def __init__(self, names: Sequence[str], look: Look) -> None:
        self._names, self._look = names, look
        self._round, self._seat = 0, len(names)

    def lines(self, event: Event) -> Iterator[StoryLine]:
        """What an event adds."""
        facts, look = event.facts, self._look
        match event.kind:
            case "turn":
                if facts["seat"] <= self._seat:
                    self._round += 1
                    yield StoryLine()
                    yield StoryLine(self._word(f"round {self._round} ", look.muted), rule=True)
                self._seat = facts["seat"]
            case "roll":
                yield StoryLine()
                long, short = (self._header(facts, words) for words in (" rolls {}", " · {}"))
                yield StoryLine(long, short=short)
            case "land":
                arrow = "->" if look.skin.plain else "→"
                number = f"{event.cells[-1]} " if event.cells else ""
                place = sanitize_line(facts["square"], 60)
                yield StoryLine(self._word(f"{INDENT}{arrow} {number}{place}", look.text))
            case kind if kind in CONSEQUENCES:
                words = sanitize_line(CONSEQUENCES[kind](facts), 120)
                if kind not in OF_OTHERS and self._names[facts.get("seat", 0)] == YOU:
                    words = addressed(f"{YOU} {words}").removeprefix(f"{YOU} ")
                long, short = (self._word(f"{indent}{words}", look.muted) for indent in (INDENT, " "))
                yield StoryLine(long, self._gain(kind, facts), short=short)
            case kind if kind not in SKIPPED:
                if sentence := GETAWAY.told(event, self._names):
                    yield StoryLine(self._word(sanitize_line(sentence, 120), look.text))

    def _header(self, facts: Facts, words: str) -> Text:
        seat, look = facts["seat"], self._look
        colour = look.pieces(PAWNS)[seat]
        ink = max((0x101014, 0xFFFFFF), key=lambda ink: contrast(ink, colour))
        chip = style(ink, colour, bold=True) if look.coloured else Style(bold=True, reverse=True)
        name = sanitize_line(self._names[seat], 24)
        text = Text.assemble((f" {seat + 1} ", chip), (f" {name}", Style(bold=True)))
        words = words.replace("·", look.skin.dot).format(facts["number"])
        if name == YOU:
            words = addressed(f"{name}{words}").removeprefix(name)
        text.append_text(self._word(words, look.muted))
        return text

    def _gain(self, kind: str, facts: Facts) -> Text:
        if kind not in GAINS:
            return Text()
        gain = GAINS[kind](facts)
        ink = clear(
            self._look.flash if gain > 0 else self._look.threat, [self._look.ground], LEAST["foreground"]
        )
        return self._word(f"{gain:+} {sign('treasure', self._look.skin.plain)}", ink, bold=True)

    def _word(self, words: str, ink: int, bold: bool = False) -> Text:
        return Text(words, Style(color=f"#{ink:06x}", bold=bold or None))

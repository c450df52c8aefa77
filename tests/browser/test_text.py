"""The text face of a page, by somebody who types at it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest

from marbles_tui.browser.text import MENU, TextPage
from marbles_tui.browser.thinker import PageThinker
from marbles_tui.core import Game
from marbles_tui.games import GAMES, find
from marbles_tui.play import read_match
from marbles_tui.play.lessons import DONE, lesson_of
from marbles_tui.store import load
from tests.browser.test_thinking import Body
from tests.golden import compare
from tests.playthroughs.test_playthroughs import TODAY

SHORT: dict[str, dict[str, Any]] = {
    "egg-carton": {"start": "1"},
    "abacus": {"options": {"lose": "1"}},
    "getaway": {"players": 1, "opponent": "human"},
    "beadmaster": {"start": "placed"},
}
"""What makes a game short."""

TOLD = Path(__file__).with_name("text_page.txt")
"""What is entered, wishes after "$" and lines after ">", and what is told then."""

OFFERED = Path(__file__).with_name("offered.txt")
"""The games with all that may be chosen, and what is chosen where nobody does."""

SHOWN = ("notice", "trouble", "unfinished", "season", "moves", "commands", "record")

TIMES = r'(?<=move), \d[^"]*|\b\d:\d\d\b|\[(?:Date|Seed) \\"[^"]*"\]\\n'
"""When something was left or played, how long it took, and by which dice."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


class FakePage:
    """A page with somebody at it, in whose browser the loop is turned whenever it asks for it, and a worker thinks
    in between."""

    def __init__(self, shortcoming: str = "") -> None:
        self.wakes: list[float] = []
        self.jobs: list[bytes] = []
        self.thinks = True
        self.has_closed = False
        self.sent: list[dict[str, Any]] = []
        self.page = TextPage(self, shortcoming)
        self.menu = self.told("menu")

    def wake(self, seconds: float) -> None:
        self.wakes.append(seconds)

    def send(self, message: str) -> None:
        self.sent.append(json.loads(message))

    def closed(self) -> None:
        self.has_closed = True

    def begin_thinker(self) -> bool:
        return True

    def ask_thinker(self, body: bytes) -> None:
        self.jobs.append(body)

    def stop_thinker(self, number: int) -> None:
        """It is asked between two of its jobs only."""

    def end_thinker(self) -> None:
        self.jobs.clear()

    def stopped(self) -> int:
        return 0

    def tell(self, body: bytes) -> None:
        self.page.heard(Body(body))

    def close(self) -> None:
        """Let the page go."""
        self.page.close()
        while not self.page.serving.done():
            self.page.turn()
        self.page.serving.get_loop().close()
        assert self.has_closed

    def settle(self) -> None:
        """Do all that there is to do."""
        until = monotonic() + 20
        while self.wakes or (self.jobs and self.thinks):
            assert monotonic() < until
            if self.wakes:
                self.wakes.clear()
                self.page.turn()
            else:
                PageThinker(self).hear(Body(self.jobs.pop(0)))

    def told(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds, the last that comes."""
        before = len(self.sent)
        self.settle()
        found = [message for message in self.sent[before:] if message["kind"] in kinds]
        assert found, self.sent[before:]
        return found[-1]

    def wish(self, kind: str, **wish: Any) -> dict[str, Any]:
        self.page.hear(json.dumps({"kind": kind, **wish}))
        return self.told("asked", "menu")

    def type(self, line: str) -> str:
        """What is said to a line, up to the next question."""
        before = len(self.sent)
        self.page.hear(json.dumps({"kind": "line", "text": line}))
        self.told("asked", "menu")
        return self.since(before)

    def since(self, place: int) -> str:
        return "\n".join(
            line
            for message in self.sent[place:]
            if message["kind"] == "lines"
            for line, _ in message["lines"]
        )

    @property
    def last(self) -> dict[str, Any]:
        return self.sent[-1]


@pytest.fixture
def page() -> Iterator[FakePage]:
    """A page whose menu is there."""
    page = FakePage()
    yield page
    page.close()


@every_game
def test_a_game_is_played_to_its_end_by_typed_lines(page: FakePage, game: Game) -> None:
    random = Random(3)
    first = page.menu["games"][GAMES.index(game)]["opponents"][0][0]
    page.wish("play", game=game.key, **{"opponent": first, "players": 2, **SHORT.get(game.key, {})})
    while "The game is over" not in page.since(0):
        legal = " ".join(page.type("moves").splitlines()[:-1])
        if legal.startswith("Legal moves:"):
            page.type(random.choice(legal.removeprefix("Legal moves:").split()))
        else:
            assert legal.startswith("The die gives one of:")
            page.type("")
    match = read_match(page.last["record"], GAMES).whole()
    assert match.result
    page.type("quit")
    assert page.last["notice"] == "The game is saved: its record is in the arcade's library."
    assert page.last["unfinished"] == []


def test_all_that_a_page_offers(page: FakePage) -> None:
    games = page.menu["games"]
    compare(OFFERED, [f"{key}: {json.dumps(value)}" for game in games for key, value in game.items()])


def test_nothing_is_done_while_a_line_is_awaited(page: FakePage) -> None:
    page.wish("play", game="egg-carton")
    assert page.last["kind"] == "asked"
    assert page.wakes == []
    page.page.turn()
    assert page.wakes == []
    assert page.last["kind"] == "asked"


def test_a_game_can_be_left_while_a_computer_thinks(page: FakePage) -> None:
    page.wish("play", game="gobblet", opponent="novice")
    page.thinks = False
    page.page.hear(json.dumps({"kind": "line", "text": "W1A1"}))
    page.told("typed")
    assert page.jobs
    page.page.hear(json.dumps({"kind": "line", "text": "moves"}))
    page.page.hear(json.dumps({"kind": "line", "text": "quit"}))
    page.told("menu")
    assert len(page.last["unfinished"]) == 1


def test_what_was_typed_at_the_menu_is_no_move(page: FakePage) -> None:
    page.page.hear(json.dumps({"kind": "line", "text": "A"}))
    page.wish("play", game="egg-carton", opponent="human")
    assert read_match(page.last["record"], GAMES).whole().plies == 0
    page.type("B")
    assert [str(move) for move in read_match(page.last["record"], GAMES).whole().moves] == ["B"]


def test_a_second_click_begins_no_second_game(page: FakePage) -> None:
    for _ in range(2):
        page.page.hear(json.dumps({"kind": "play", "game": "gobblet", "opponent": "human"}))
    page.told("asked")
    page.type("quit")
    assert page.last["kind"] == "menu"


def test_a_lesson_is_done_and_the_days_are_told(page: FakePage) -> None:
    page.wish("lesson", game="gobblet")
    lesson = lesson_of(find("gobblet"))
    assert lesson
    for step in lesson.steps:
        page.type(str(step.right[0]))
    assert page.since(0).endswith(f"That was the lesson. To play, leave and choose the game.\n{MENU}")
    page.type("")
    assert load()[0].lessons == {"gobblet": DONE}
    page.wish("days")
    assert "In a row: 0 days" in page.since(0)


@every_game
def test_each_button_types_a_legal_move(page: FakePage, game: Game) -> None:
    asked = page.wish("play", game=game.key, opponent="human", players=2)
    words = [word for _, words in asked["moves"] for word in words]
    assert words == ["roll"] or sorted(words) == sorted(page.type("moves").split()[2:-4])
    page.type(words[-1])
    assert "is not legal" not in page.since(0)
    page.type("quit")


def told(messages: Sequence[dict[str, Any]], before: dict[str, Any]) -> Iterator[str]:
    """What messages say: lines, those of a drawing marked, and what else is another than before."""
    for message in messages:
        for line, drawn in message.get("lines", ()):
            yield f"{'|' * drawn} {line}".rstrip()
        for name in SHOWN:
            if name in message and message[name] != before.get(name):
                text = " ".join(json.dumps(message[name], ensure_ascii=False).split())
                yield f"{name}: {re.sub(TIMES, '', text)}"
                before[name] = message[name]


def test_the_page_says_what_it_has_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """`PLAYTHROUGHS=write` takes it anew: read the difference."""
    for module in ("tasks.day", "utc"):
        monkeypatch.setattr(f"marbles_tui.table.{module}.time", SimpleNamespace(time=TODAY.timestamp))
    lines: list[str] = []
    page = FakePage()
    for line in TOLD.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            page.close()
            page, before = FakePage(line.partition(": ")[2]), dict[str, Any]()
            lines += [line, *(f"    {each}" for each in told([page.menu], before))]
        elif line.startswith(("> ", "$ ")):
            start = len(page.sent)
            words = line[2:].partition(" ")
            if line[0] == "$":
                record = next((each["record"] for each in reversed(page.sent) if "record" in each), "")
                wish = dict(word.split("=") for word in words[2].split())
                page.wish(
                    words[0], **{name: record if text == "this" else text for name, text in wish.items()}
                )
            else:
                page.type(line[2:].replace(r"\e", "\x1b"))
            lines += [line, *(f"    {each}" for each in told(page.sent[start:], before))]
        elif not line.startswith("    "):
            lines.append(line)
    page.close()
    compare(TOLD, lines)

"""The text face of a page, by somebody who types at it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Any

import pytest

from marbles_tui.browser.text import MENU, TextPage
from marbles_tui.browser.thinker import PageThinker
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.play.lessons import DONE, lesson_of
from marbles_tui.store import load
from marbles_tui.table.season import ROUNDS
from tests.browser.test_thinking import Body

SHORT: dict[str, dict[str, Any]] = {
    "egg-carton": {"start": "1"},
    "abacus": {"options": {"lose": "1"}},
    "getaway": {"players": 1, "opponent": "human"},
    "beadmaster": {"start": "placed"},
}
"""What makes a game short."""

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

    def told(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds, the last that comes."""
        until = monotonic() + 20
        before = len(self.sent)
        while self.wakes or (self.jobs and self.thinks):
            assert monotonic() < until
            if self.wakes:
                self.wakes.clear()
                self.page.turn()
            else:
                PageThinker(self).hear(Body(self.jobs.pop(0)))
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


def test_nothing_is_done_while_a_line_is_awaited(page: FakePage) -> None:
    page.wish("play", game="egg-carton")
    assert page.last["kind"] == "asked"
    assert page.wakes == []
    page.page.turn()
    assert page.wakes == []
    assert page.last["kind"] == "asked"


def test_what_cannot_be_done_is_refused_with_the_reason(page: FakePage) -> None:
    assert page.wish("play", game="egg-carton", opponent="nobody")["notice"].startswith(
        "Egg-carton has no level 'nobody': it has novice"
    )
    assert page.wish("play", game="chess")["notice"].startswith("There is no game 'chess'")
    assert page.wish("play", record="hello")["notice"] == "No game found in what you pasted."
    assert page.wish("play", saved=7)["notice"] == "There is no saved game 7."
    assert page.wish("puzzle", game="getaway")["notice"] == "There are no puzzles of getaway."
    page.wish("play", game="egg-carton")
    assert page.type("Z").startswith("Z is not legal here")
    assert page.type("<b>A</b>\x1b[31m").startswith("<b>A</b>?[31m is not legal here")


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


def test_a_game_that_was_left_goes_on(page: FakePage) -> None:
    page.wish("play", game="gobblet", opponent="human")
    page.type("W1A1")
    page.type("quit")
    ((number, told),) = page.last["unfinished"]
    assert told.startswith("Gobblet: Player 1 - Player 2, 1 move, ")
    page.wish("play", saved=number)
    page.type("K1B2")
    assert [str(move) for move in read_match(page.last["record"], GAMES).whole().moves] == ["W1A1", "K1B2"]


def test_a_second_click_begins_no_second_game(page: FakePage) -> None:
    for _ in range(2):
        page.page.hear(json.dumps({"kind": "play", "game": "gobblet", "opponent": "human"}))
    page.told("asked")
    page.type("quit")
    assert page.last["kind"] == "menu"


def test_it_is_said_where_nothing_is_kept() -> None:
    page = FakePage("Nothing is kept.")
    assert page.menu["trouble"] == "Nothing is kept."
    page.wish("play", game="gobblet", opponent="human")
    page.type("W1A1")
    page.type("quit")
    assert page.last["notice"] == ""
    page.close()


def test_a_record_is_copied_and_pasted_in(page: FakePage) -> None:
    page.wish("play", game="gobblet", opponent="human")
    page.type("W1A1")
    assert page.type("save").startswith("The record is in the box below")
    record = next(message["record"] for message in page.sent if message["kind"] == "record")
    page.type("quit")
    page.wish("play", record=record)
    assert "Player 1 played W1A1." in page.since(0)
    assert read_match(page.last["record"], GAMES).whole().tag("Changed") == "paste"
    page.type("quit")
    assert "W1Z9" in page.wish("play", record=record.replace("W1A1", "W1Z9"))["notice"]


def test_diagrams_are_told_apart_and_files_are_not_spoken_of(page: FakePage) -> None:
    page.wish("play", game="egg-carton", opponent="human")
    drawn = [
        line
        for message in page.sent
        if message["kind"] == "lines"
        for line, drawn in message["lines"]
        if drawn
    ]
    assert any("(A) (B) (C)" in line for line in drawn)
    assert not any("marbles:" in line for line in drawn)
    told = page.type("help")
    assert "  save: the record, to be copied" in told
    assert "FILE" not in told


def test_the_season_goes_on(page: FakePage) -> None:
    assert page.menu["season"] == (
        "Season 1: nothing played yet. Next: Egg Carton against Novice, you begin."
    )
    page.wish("play", season=True)
    page.type("A")
    page.type("resign")
    page.type("yes")
    page.type("quit")
    assert page.last["season"].startswith(
        f"Season 1: 0 of 1 point, {ROUNDS * len(GAMES) - 1} to go. Next: Abacus"
    )


@pytest.mark.parametrize("game", filter(lesson_of, GAMES), ids=lambda game: game.key)
def test_a_lesson_is_done(page: FakePage, game: Game) -> None:
    page.wish("lesson", game=game.key)
    lesson = lesson_of(game)
    assert lesson
    for step in lesson.steps:
        page.type("" if step.rolls else str(step.right[0]))
    assert page.since(0).endswith(f"That was the lesson. To play, leave and choose the game.\n{MENU}")
    page.type("")
    assert page.last["kind"] == "menu"
    assert load()[0].lessons == {game.key: DONE}


def test_puzzles_and_the_day_s_journey(page: FakePage) -> None:
    page.wish("puzzle", game="gobblet")
    assert "Gobblet, puzzle gobblet-" in page.since(0)
    page.type("quit")
    assert page.last["kind"] == "menu"
    page.wish("daily", game="abacus")
    assert "Abacus, puzzle abacus-" in page.since(0)
    page.type("quit")
    assert page.last["kind"] == "menu"


def test_what_may_be_typed_now_is_offered_as_buttons(page: FakePage) -> None:
    asked = page.wish("play", game="gobblet", opponent="human")
    assert [begins for begins, _ in asked["moves"]] == ["W1", "W2", "W3"]
    assert "W1A1" in asked["moves"][0][1]
    assert ["quit", "Leave"] in asked["commands"]
    page.type("W1A1")
    page.type("draw")
    assert page.last["moves"] == [["", ["yes", "no"]]]
    page.type("yes")
    assert page.last["moves"] == []
    assert not {"draw", "resign"} & {word for word, _ in page.last["commands"]}
    page.type("quit")
    assert page.wish("play", game="egg-carton", opponent="human")["moves"] == [["", [*"ABCDEF"]]]
    page.type("quit")
    assert page.wish("play", game="getaway", opponent="human")["moves"] == [["", ["roll"]]]
    page.type("quit")


@every_game
def test_each_button_types_a_legal_move(page: FakePage, game: Game) -> None:
    asked = page.wish("play", game=game.key, opponent="human", players=2)
    words = [word for _, words in asked["moves"] for word in words]
    assert words == ["roll"] or sorted(words) == sorted(page.type("moves").split()[2:-4])
    page.type(words[-1])
    assert "is not legal" not in page.since(0)
    page.type("quit")


def test_the_days_and_a_day_before_today(page: FakePage) -> None:
    page.wish("play", game="gobblet", opponent="human")
    page.type("quit")
    assert page.wish("days")["kind"] == "asked"
    assert "In a row: 0 days" in page.since(0)
    page.type("")
    page.wish("daily", game="getaway", day="2026-11-23")
    assert "The journey of 2026-11-23, no. 326." in page.since(0)
    page.type("quit")
    assert page.wish("daily", game="abacus", day="2025-11-23")["notice"].startswith("The first daily puzzle")

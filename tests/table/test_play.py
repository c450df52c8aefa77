"""A match played without a face: what is entered, and what the situation says then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.table.game_words import MOVE, GameWords, Tip
from marbles_tui.table.session import session_for
from marbles_tui.table.tasks.play import Play
from marbles_tui.table.tasks.playing import Occasion, Outside
from tests.tui.conftest import Resting

FRIENDS = '[Game "gobblet"][Player1 "Ann"][Player2 "Ben"]'
AGAINST = '[Game "gobblet"][Player1 "Ann"][Player2 "Novice"][Seat2 "computer novice"]'
LAST = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Player1 "Ann"][Player2 "Ben"]'


class Blind:
    """A face that shows nothing, at once."""

    def __init__(self) -> None:
        self.work: dict[str, asyncio.Task[None]] = {}

    def changed(self) -> None:
        pass

    def begin(self, work: Coroutine[Any, Any, None], group: str = "show") -> None:
        self.stop(group)
        self.work[group] = asyncio.create_task(work)

    def stop(self, group: str = "show") -> None:
        if work := self.work.pop(group, None):
            work.cancel()

    async def show(self, before: Any, events: Sequence[Any], sides: Any = None, **how: Any) -> None:
        pass

    async def rewind(self, before: Any, events: Sequence[Any]) -> None:
        pass

    async def wait(self, seconds: float) -> None:
        pass


class Sat:
    """A match, and what came of it outside."""

    def __init__(self, record: str, words: GameWords, **outside: Any) -> None:
        self.went_on: list[Match] = []
        self.learnt: set[str] = set()
        match = read_match(record, GAMES).whole()
        given = Outside(
            advisor=Resting(),
            random=Random(1),
            tips=lambda _: self.learnt,
            learn=lambda _, keys: self.learnt.update(keys),
            play=self.went_on.append,
            **outside,
        )
        self.play = Play(session_for(match, Resting(), lambda _: None), words, given, Occasion())

    async def enter(self, *entries: str) -> None:
        """Each is an action, or a move where it begins with a capital."""
        for entry in entries:
            if entry[0].isupper():
                match = self.play.match
                self.play.answer(match.game.find(match.position, entry))
            else:
                self.play.do(entry)
            for _ in range(20):
                await asyncio.sleep(0)


@asynccontextmanager
async def seated(record: str, words: GameWords | None = None, **outside: Any) -> AsyncIterator[Sat]:
    sat, face = Sat(record, words or GameWords(), **outside), Blind()
    sat.play.open(face)
    await sat.enter()
    for _ in range(20):
        await asyncio.sleep(0)
    yield sat
    sat.play.close()
    for group in tuple(face.work):
        face.stop(group)


@pytest.mark.parametrize(
    ("record", "entered", "said", "question"),
    [
        (FRIENDS, ["W1A1"], "", ""),
        (FRIENDS, ["W1A1", "undo"], "W1A1 taken back.", ""),
        (FRIENDS, ["undo"], "Nothing to undo.", ""),
        (FRIENDS, ["redo"], "Nothing to redo.", ""),
        (FRIENDS, ["hint"], "Try W1A1.", ""),
        (FRIENDS, ["draw"], "", "Ann offers a draw. Ben, do you accept?"),
        (FRIENDS, ["draw", "no"], "Ben declines the draw.", ""),
        (FRIENDS, ["draw", "no", "draw"], "Ask again after the next move.", ""),
        (FRIENDS, ["W1A1", "resign"], "", "Ben, do you resign? Ann wins."),
        (
            AGAINST,
            ["resign"],
            "",
            "Ann, do you resign? Novice wins, but a game without a move is not counted.",
        ),
        (AGAINST, ["hint"], "", "This game is rated. With a hint it no longer counts. Go on?"),
        (AGAINST, ["hint", "no"], "", ""),
        (AGAINST, ["hint", "yes"], "Try W1A1.", ""),
        (FRIENDS, ["look_on"], "Press y first: the computer then shows its line.", ""),
        (FRIENDS, ["say"], "Nobody else is at this table.", ""),
        (FRIENDS, ["automatic"], "Nothing is chosen for people in this game.", ""),
    ],
)
async def test_what_is_said_and_asked(record: str, entered: list[str], said: str, question: str) -> None:
    async with seated(record) as sat:
        await sat.enter(*entered)
        now = sat.play.situation
        assert now.said == said
        assert (now.question.text if now.question else "") == question


@pytest.mark.parametrize(
    ("entered", "prompt", "first"),
    [
        ([], "", "pick"),
        (["pause"], "Paused: Space or p goes on.", "pause"),
        (["pause", "space"], "", "pick"),
        (["F"], "Enter plays again, u takes back, q leaves.", "undo"),
        (["analysis", "look_on"], "Looking ahead, move 1 of 1: Esc returns.", "back"),
    ],
)
async def test_what_may_be_done(entered: list[str], prompt: str, first: str) -> None:
    async with seated(LAST) as sat:
        await sat.enter(*entered)
        now = sat.play.situation
        assert (now.prompt, now.actions[0].id) == (prompt, first)


async def test_the_end_is_put_away_and_laid_again_and_enter_plays_on() -> None:
    async with seated(LAST) as sat:
        await sat.enter("F")
        now = sat.play.situation
        assert now.over
        assert now.report
        assert now.report.words == "Ann wins"
        assert sat.play.back()
        assert not sat.play.situation.over
        await sat.enter("space")
        assert not sat.went_on, "who rolls fast begins no other match"
        await sat.enter("go_on")
        assert [match.names for match in sat.went_on] == [("Ben", "Ann")]


async def test_what_is_taken_back_keeps_no_rating_and_helps_no_second_time() -> None:
    async with seated(f"{AGAINST} W1A1 K1B2") as sat:
        await sat.enter("undo", "yes")
        assert sat.play.match.plies == 0
        assert "not rated" in sat.play.situation.headline
        await sat.enter("hint")
        assert sat.play.situation.question is None


class Taught(GameWords):
    tips = (Tip("go", "Move.", (MOVE,)), Tip("more", "Go on.", ("never",)))


async def test_a_tip_goes_when_it_is_understood_and_is_hidden_by_a_key() -> None:
    async with seated(FRIENDS, Taught()) as sat:
        assert sat.play.situation.tip == "Move."
        await sat.enter("W1A1")
        assert (sat.learnt, sat.play.situation.tip) == ({"go"}, "Go on.")
        await sat.enter("hide_hint")
        assert sat.play.situation.tip == ""

"""What somebody finds at a board, whatever it is for, as the text files in `tasks/` say: what is said, asked and
offered after each thing that they do, and (`> each`) what would come of each thing that can be done, wanted or not.
`make playthroughs` takes them anew: read the difference before you commit it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar, cast

import pytest

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.review import Judgement
from marbles_tui.games import GAMES, find
from marbles_tui.play import Match
from marbles_tui.play.lessons import lesson_of
from marbles_tui.play.puzzles.puzzle import find_puzzle
from marbles_tui.play.puzzles.tries import Try, daily_match
from marbles_tui.table.clock import TimeControl, clock_of
from marbles_tui.table.game_words import GameWords
from marbles_tui.table.live import (
    ANYBODY,
    ChatLine,
    ContextChanged,
    TableContext,
    TableState,
    Wanted,
    Weight,
)
from marbles_tui.table.players import KEYBOARD, Act, Human, seated
from marbles_tui.table.session import Session
from marbles_tui.table.tasks.day import DayScore, day_session
from marbles_tui.table.tasks.learn import Learn
from marbles_tui.table.tasks.play import Play
from marbles_tui.table.tasks.playing import Occasion, Outside
from marbles_tui.table.tasks.solve import Solve
from marbles_tui.table.tasks.task import NO, YES, Action, Situation, Task
from marbles_tui.table.tasks.watch import Watch
from tests.golden import compare
from tests.table.controlled import match_of
from tests.table.test_play import Blind
from tests.tui.stage import Resting

T = TypeVar("T")

ENTERED: Final = "> "
TODAY: Final = date(2026, 11, 25)
GIVEN: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("step", "leap", "turn"), ("1",)),
    **{"go": ("1",), "digit": ("1",), "arrow": ("1", "0"), "look_along": ("0", "1")},
    **{"leads": ("record",), "after": ("share",), "mute": ("a2",), "say": ("Hello",)},
}
"""What is given to those that take something."""

ACTS: Final = {act.value: act for act in Act}

HOLDS: Final = ("asked", "showing", "over", "guided", "threats", "held", "still", "automatic", "covered")
TOLD: Final = ("headline", "follows", "clocks", "presence", "verdicts", "offer_line", "tip", "turns", "tried")
ALSO: Final = (
    "hints",
    "marks",
    "verdict",
    "practice",
    "exploring",
    "step",
    "steps",
    "done",
    "mover",
    "better",
)


class Apart(Session):
    """A table with people elsewhere, as one guest sees it."""

    others: TableContext

    @property
    def state(self) -> TableState:
        """Whoever is elsewhere is not asked here, but waited for."""
        now = super().state
        if self.others.waiting_for:
            return replace(now, asked=None)
        there = now.asked is not None and now.hands[now.asked] != KEYBOARD
        return replace(now, asked=None, awaited=now.asked) if there else now

    def do(self, wanted: Wanted, seat: int = ANYBODY) -> bool:
        """A rematch is wanted of the others."""
        if wanted is not Act.REMATCH:
            return super().do(wanted, seat)
        self.others = replace(self.others, rematch_wanted=self.others.seats)
        self._audience.tell(ContextChanged(self.others))
        return True

    @property
    def context(self) -> TableContext:  # type: ignore[override]
        return self.others

    @property
    def own(self) -> None:  # type: ignore[override]
        return None


class Showing(Blind):
    """A face that shows a move until it was seen, where it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = asyncio.Event()
        self.seen.set()

    async def show(self, before: Any, events: Sequence[Any], sides: Any = None, **how: Any) -> None:
        await self.seen.wait()


class Slow(Resting):
    """A computer that answers people late, where it is told to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = asyncio.Event()
        self.ready.set()

    async def hint(self, match: Match) -> Analysis | None:
        await self.ready.wait()
        return await super().hint(match)

    async def review(self, match: Match, deep: bool = False) -> Judgement | None:
        await self.ready.wait()
        return await super().review(match, deep)


class Stage:
    """One task after another, and all that it tells and asks of others."""

    task: Task[Any]

    def __init__(self) -> None:
        self.face, self.went, self._begun, self._done = Showing(), list[str](), "", list[str]()
        """`_begun` and `_done`: what was entered in this section."""
        self._seconds = count()

    async def begin(self, kind: str, rest: str) -> None:
        self.end()
        self.face, self.computer, self._begun, self._done = Showing(), Slow(), f"{kind} {rest}", []
        self.task = getattr(self, f"_{kind}")(rest)
        self.task.open(self.face)
        await self.settle()

    def end(self) -> None:
        if self._begun:
            self.task.close()
            for group in [*self.face.work]:
                self.face.stop(group)

    async def settle(self) -> None:
        for _ in range(15):
            await asyncio.sleep(0)
        for work in self.face.work.values():
            if work.done() and not work.cancelled():
                work.result()

    def _hears(self, what: str) -> Any:
        return lambda *given: self.went.append(" ".join((what, *filter(None, map(_short, given)))))

    def _outside(self, **more: Any) -> Outside:
        silent = {
            "opened",
            "closed",
            "tempo",
            "name",
            "tips",
            "learn",
            "progress",
            "judgements",
            "chats",
            "rating",
        }
        heard = {each.name for each in fields(Outside)} - silent - {"advisor", "random", "account"}
        return Outside(
            advisor=self.computer, random=Random(1), **{name: self._hears(name) for name in heard}, **more
        )

    def _sit(self, record: str) -> Play:
        match = match_of(record)
        table = Session(match, seated(match.seats, Resting()), clock=clock_of(match))
        return Play(table, GameWords(), self._outside(), Occasion())

    def _guest(self, rest: str) -> Play:
        told, _, record = rest.partition(" [")
        self._given = dict(word.split("=") for word in told.split())
        match = match_of(f"[{record}")
        own, computers = self._own, seated(match.seats, Resting())
        people: list[Any] = [
            Human() if at in own else Human("elsewhere") if seat.level is None else computers[at]
            for at, seat in enumerate(match.seats)
        ]
        control = TimeControl.read(self._given.get("clock", "none"))
        self.table = Apart(match, people, clock=control.clock(match.seats))
        self.table.others = self._context_of(match)
        return Play(self.table, GameWords(), self._outside(account=("a1", match.names[0])), Occasion())

    @property
    def _own(self) -> tuple[int, ...]:
        return tuple(map(int, filter(None, self._given.get("seats", "0").split(","))))

    def _context_of(self, match: Match) -> TableContext:
        """What is seen of the others, as it was said."""
        given = self._given
        holders = tuple(None if seat.level else f"a{at + 1}" for at, seat in enumerate(match.seats))
        presence: Any = tuple(given.get("presence", "here,here").split(","))
        named = {
            name: tuple(filter(None, given.get(name, "").split(",")))
            for name in ("watching", "says", "again")
        }
        return TableContext(
            room="r1",
            seats=self._own,
            control=TimeControl.read(given.get("clock", "none")),
            rated=given.get("rated") == "yes",
            between_people=None not in holders,
            weight=Weight(),
            code=given.get("code", ""),
            holders=holders,
            presence=presence,
            waiting_for=tuple(map(int, filter(None, given.get("missing", "").split(",")))),
            spectators=named["watching"],
            lines=tuple(ChatLine(who, f"{who}[b]", f"Hi, says {who}", 0.0, False) for who in named["says"]),
            claim_in=float(given["claim"]) if given.get("claim") else None,
            rematch_wanted=tuple(map(int, named["again"])),
            next_room=given.get("next") or None,
            event=given.get("event", ""),
        )

    def _day(self, rest: str) -> Play:
        score = DayScore(daily_match(find("getaway"), TODAY), self._hears("keep"), TODAY)
        occasion = score.occasion(self._hears("again"), self._hears("copy"))
        return Play(day_session(score.daily), GameWords(), self._outside(), occasion)

    def _solve(self, rest: str) -> Solve:
        async def choose(match: Match) -> str:
            return str(match.position.moves()[0])

        puzzle, keep, leads_on = find_puzzle(GAMES, rest), self._hears("keep"), self._hears("leads to")
        assert puzzle, rest
        return Solve(
            puzzle,
            today=TODAY,
            keep=keep,
            choose=choose,
            leads_on=leads_on,
            clock=self._seconds.__next__,
        )

    def _watch(self, rest: str) -> Watch:
        ply, _, record = rest.partition(" ")
        leads, keep = self._hears("leads to"), self._hears("keep")
        judge = self.computer.review
        return Watch(match_of(record), int(ply), playing=False, judge=judge, keep=keep, leads_on=leads)

    def _learn(self, rest: str) -> Learn:
        game, kept = rest.split()
        lesson = lesson_of(find(game))
        assert lesson
        return Learn(lesson, kept, self._hears("keep"), self._hears("leads to"))

    # What is entered, and told

    async def enter(self, entry: str) -> Iterator[str]:
        """What has changed then, a line each."""
        verb, _, rest = entry.partition(" ")
        if entry == "each":
            return iter([line async for line in self._each()])
        before = {} if hasattr(self, f"_{verb}") else stands(self.task)
        self.went.clear()
        if hasattr(self, f"_{verb}"):
            await self.begin(verb, rest)
        else:
            self._done.append(entry)
            await self._do(entry)
        now = stands(self.task)
        told = [f"{name:<9} {text or '-'}" for name, text in now.items() if text != before.get(name, "")]
        return iter([*told, *(f"outside   {each}" for each in self.went)])

    async def _once_more(self) -> None:
        """Come to where it stood before what was tried."""
        kind, _, rest = self._begun.partition(" ")
        done = [*self._done]
        await self.begin(kind, rest)
        self._done = done
        for entry in done:
            await self._do(entry)

    async def _do(self, entry: str) -> None:
        name, *given = entry.split()
        if name == "others":
            self._given |= dict(word.split("=") for word in given)
            self.table.others = self._context_of(self.table.match)
            self.table._audience.tell(ContextChanged(self.table.others))
        elif name == "by":
            seat, what = int(given[0]), given[1]
            if what in ACTS:
                assert self.table.do(ACTS[what], seat)
            else:
                cast("Human", self.table.players[seat]).put(self.table.match.find(what))
        elif name == "slow":
            self.computer.ready.clear()
        elif name == "answered":
            self.computer.ready.set()
        elif name == "long":
            self.face.seen.clear()
        elif name == "seen":
            self.face.seen.set()
        elif name in (YES, NO) or hasattr(self.task, f"do_{name}"):
            self.task.do(name, *given)
        elif name == "esc":
            if not self.task.back():
                self.task.forget()
        else:
            match = self.task.situation.match
            try:
                self.task.answer(match.game.find(match.position, name))
            except ValueError as refusal:
                self.went.append(f"refused: {refusal}")
        await self.settle()

    async def _each(self) -> Any:
        """What each thing that can be done would come to here; all that are alike stand together."""
        found: dict[str, list[str]] = {}
        for name in sorted(name[3:] for name in dir(self.task) if name.startswith("do_")):
            before = stands(self.task)
            self.went.clear()
            await self._do(" ".join((name, *GIVEN.get(name, ()))))
            after = stands(self.task)
            if asked := self.task.situation.question:
                offered = (*self.task.actions, *self.task.situation.menu)
                keys = (one.keys.split(",") for one in offered if one.id.split()[:1] == [name])
                assert not {asked.key, "n"} & {*chain(*keys)}, f"{name} answers its own question"
            told = [f"{what}: {after[what] or '-'}" for what in after if after[what] != before[what]]
            short = [each for each in told if not each.startswith(("keys", "menu", "refused"))]
            found.setdefault(" | ".join((*short, *self.went)) or "nothing", []).append(name)
            if told or self.went:
                await self._once_more()
        for text, names in found.items():
            yield f"{', '.join(names)} -> {text}"


async def at_once(do: Callable[..., T], *given: Any) -> T:
    return do(*given)


def _short(given: object) -> str:
    if isinstance(given, Match):
        tags = " ".join(f"{name}={value}" for name, value in given.tags if name != "Seed")
        return f"{given.game.key} {' - '.join(given.names)} {given.plies} {tags}".strip()
    if isinstance(given, Try):
        return f"{given.puzzle} {'solved' if given.solved else 'missed'}, {given.hints} hints, {given.score}"
    return "" if callable(given) else str(given).partition("\n")[0][:60]


def stands(task: Task[Any]) -> dict[str, str]:
    """All that a face is told but for the board."""
    now: Situation = task.situation
    asked = now.question
    report = getattr(now, "report", None)
    found: dict[str, object] = {
        "moves": f"{now.match.plies} {now.match.result or ''}",
        "said": f"{'(!) ' * now.warning}{now.said}",
        "prompt": now.prompt,
        "question": f"{asked.asked} {asked.key}: {asked.yes}, n: {asked.no}" if asked else "",
        "holds": ", ".join(name for name in HOLDS if getattr(now, name)),
        "keys": " · ".join(map(_key, now.actions)),
        "menu": " · ".join(f"{one.label} ({one.id})" for one in now.menu),
        "refused": "; ".join(sorted(f"{id}: {why}" for id, why in now.refused.items())),
        "wanted": now.wanted,
        "last": now.last,
        "end": f"{report.words}: {'; '.join(one.label for one in now.offers)}" if report else "",  # type: ignore[attr-defined]
    }
    for name in (*TOLD, *ALSO):
        value = getattr(now, name, None)
        joined = isinstance(value, tuple) and all(isinstance(each, str) for each in value)
        found[name] = " | ".join(filter(None, value)) if joined else value  # type: ignore[arg-type]
    return {name: str(value) if value not in (None, (), False) else "" for name, value in found.items()}


def _key(action: Action) -> str:
    return f"{action.shown or action.keys.partition(',')[0]} {action.short or action.id}".strip()


@pytest.mark.parametrize(
    "file", sorted((Path(__file__).parent / "tasks").glob("*.txt")), ids=lambda file: file.stem
)
async def test_whatever_is_done_at_a_board(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio, "to_thread", at_once)
    lines, stage = list[str](), Stage()
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(ENTERED):
            told = await stage.enter(line.removeprefix(ENTERED).replace(r"\n", "\n"))
            lines += [line, *(f"    {each}" for each in told)]
        elif not line.startswith("    "):
            lines.append(line)
    stage.end()
    compare(file, lines)

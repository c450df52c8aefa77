"""What happens at a table, as the text files in `stories/` say: what somebody does there, and what is told and stands
then. `make playthroughs` takes them anew: read the difference before you commit it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from marbles_tui.core import IllegalMove
from marbles_tui.play import Match, Seat
from marbles_tui.table.clock import Clock
from marbles_tui.table.live import Tag
from marbles_tui.table.players import Act, Human, Player
from marbles_tui.table.session import GRACE, Session
from tests.golden import compare
from tests.table.controlled import FakeTime, Heard, Puppet, all_quiet, match_of, until

STORIES = sorted((Path(__file__).parent / "stories").glob("*.txt"))
ENTERED = "> "
ACTS = {act.value: act for act in Act}


class Stage:
    """A table at which somebody does what is entered. `table OPTIONS RECORD` begins: people and puppets sit down as
    the record says. `slow`: moves are shown until `shown`; `waits`: they are kept when `saved` says so; `patient`:
    they are shown only then."""

    session: Session

    async def begin(self, *words: str) -> None:
        """Sit down at another table."""
        await self.end()
        record = " ".join(word for word in words if "[" in word or ("=" not in word and word not in OPTIONS))
        options = dict(word.split("=") for word in words if "=" in word and "[" not in word)
        self.time, self.full, self.saving = FakeTime(), False, list[asyncio.Future[bool | None]]()
        self.kept, self.heard = list[Match](), Heard(slow="slow" in words)
        match = match_of(record)
        self.puppets = {seat: Puppet() for seat, who in enumerate(match.seats) if who.level is not None}
        away = [*map(int, options.get("away", ""))]
        people = [Human("elsewhere") if seat in away else Human() for seat in range(len(match.seats))]
        players: list[Player] = [self.puppets.get(seat) or people[seat] for seat in range(len(people))]
        start, _, increment = options.get("clock", "").partition("+")
        self.session = Session(
            match,
            players,
            self._later if "waits" in words else self._now,
            clock=Clock.of(len(people), float(start), float(increment or 0)) if start else None,
            time=self.time,
            hold="held" in words,
            show=float(options.get("show", "0")),
            stop=(lambda now: now.plies == int(options["stop"])) if "stop" in options else None,
            grace=float("inf") if "patient" in words else GRACE,
        )
        self.session.listen(self.heard, shows=True)
        self._run = asyncio.create_task(self.session.run())

    def _now(self, match: Match) -> None:
        if self.full:
            raise OSError("the disk is full")
        self.kept.append(match)

    def _later(self, match: Match) -> asyncio.Future[bool | None]:
        self.kept.append(match)
        self.saving.append(asyncio.get_running_loop().create_future())
        return self.saving[-1]

    async def end(self) -> None:
        """Leave the table: whatever its state is, its session ends."""
        if hasattr(self, "session"):
            self.session.close()
            await until(self._run.done, "the session ends when it is closed")
            self._run.result()

    async def enter(self, entry: str) -> list[str]:
        """Do something, and let everything go on that can: what came of it, what is told, what stands otherwise."""
        begins = entry.startswith("table ")
        before = {} if begins else dict(self._stands())
        told = 0 if begins else len(self.heard.told)
        try:
            answer = {True: "yes", False: "no", None: ""}[await self._do(*entry.split())]
        except IllegalMove as refusal:
            answer = f"refused: {refusal}"
        await all_quiet()
        news = [" ".join(map(str, one)) if isinstance(one, tuple) else one for one in self.heard.told[told:]]
        stands = [f"{what} {now or 'nothing'}" for what, now in self._stands() if now != before.get(what, "")]
        found = (answer, f"told {', '.join(news)}" if news else "", "; ".join(stands))
        return [line for line in found if line]

    async def _do(self, do: str, *words: str) -> bool | None:
        match (do, *words):
            case "table", *options:
                await self.begin(*options)
            case "computer", seat, "fails", *why:
                self.puppets[int(seat)].says(OSError(" ".join(why)))
            case "computer", seat, "accepts" | "refuses" as answer:
                self.puppets[int(seat)].answers(answer == "accepts")
            case "computer", seat, word:
                self.puppets[int(seat)].says(ACTS.get(word, word))
            case "shown", *_:
                self.heard.catch_up()
            case "full" | "free", *_:
                self.full = do == "full"
            case "broken", *_:
                self._unsaved.set_exception(OSError("the disk is broken"))
            case "saved" | "lost", *_:
                self._unsaved.set_result(None if do == "saved" else False)
            case seconds, "s":
                await self.time.passes(float(seconds))
            case "leave", *_:
                await self.end()
            case _:
                return self._wanted(do, words)
        return None

    @property
    def _unsaved(self) -> asyncio.Future[bool | None]:
        return next(one for one in self.saving if not one.done())

    def _wanted(self, do: str, words: Sequence[str]) -> bool:
        session, at = self.session, self.session.match
        match (do, *words):
            case "put", *record:
                return session.go_to(match_of(" ".join(record)))
            case "pause", *_:
                return session.hold()
            case "resume", *_:
                return session.hold(False)
            case "rename", *names:
                seats = zip(names, at.seats, strict=True)
                return session.rename([seat._replace(name=name) for name, seat in seats])
            case "reseat", *who:
                self.puppets = {seat: Puppet() for seat, one in enumerate(who) if one == "novice"}
                sit = [Seat(one, "computer novice" if one == "novice" else "human") for one in who]
                return session.reseat(sit, [self.puppets.get(seat) or Human() for seat in range(len(who))])
            case "note", name, value:
                return session.do(Tag(name, value))
        wanted = ACTS[do] if do in ACTS else at.game.find(at.position, do)
        named = [*map(int, words)] or ([] if do in ACTS else [at.position.actor])
        return session.do(wanted, *named)

    def _stands(self) -> Iterator[tuple[str, str]]:
        state, match, clock = self.session.state, self.session.match, self.session.clock
        yield "moves", " ".join(map(str, match.moves))
        yield "undone", str(len(match.undone) or "")
        yield "result", f"{match.result.winners} {match.result.reason}" if match.result else ""
        for what in ("asked", "thinking"):
            seat = getattr(state, what)
            yield what, "" if seat is None else str(seat)
        offer = state.offer
        yield "offer", f"{offer.kind.value} of {offer.by} to {offer.waits}" if offer else ""
        for what in ("rolling", "showing", "paused", "unsaved", "stopped"):
            yield what, "yes" if getattr(state, what) else ""
        yield "names", ", ".join(seat.name for seat in match.seats if seat.name)
        yield (
            "tags",
            " ".join(f"{name}={value}" for name, value in match.tags if name not in ("Date", "Seed")),
        )
        yield "left", ", ".join(f"{seconds:g}" for seconds in clock.left) if clock else ""
        yield (
            "time runs in",
            f"{self.session.timekeeper.starts_in:g}" if self.session.timekeeper.starts_in else "",
        )
        yield "clocks", ", ".join(f"{seconds:g}" for seconds in match.clocks if seconds is not None)
        yield "kept", str(len(self.kept))
        yield "shows broken off", str(self.heard.broken_off or "")
        for seat, puppet in self.puppets.items():
            yield f"computer {seat} asked", str(len(puppet.asked) or "")
            yield f"computer {seat} considers", str(len(puppet.offered) or "")
            yield f"computer {seat} hurried", str(puppet.hurried or "")


OPTIONS = ("slow", "waits", "patient", "held")


@pytest.mark.parametrize("file", STORIES, ids=lambda file: file.stem)
async def test_at_a_table(file: Path) -> None:
    lines, stage = list[str](), Stage()
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(ENTERED):
            told = await stage.enter(line.removeprefix(ENTERED))
            lines += [line, *(f"    {each}" for each in told)]
        elif not line.startswith("    "):
            lines.append(line)
    await stage.end()
    compare(file, lines)

"""Faces in one event loop know themselves by context variables; the rooms mix none of them up."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, copy_context

from marbles_tui.rooms.cards import Terms
from marbles_tui.table.live import Saying
from tests.rooms.open_house import Guest, all_quiet, guest, house, opened, until

APP: ContextVar[str] = ContextVar("APP", default="nobody")


def at(name: str, call: Callable[[], object]) -> None:
    """Make a call as the face of somebody."""

    def as_them() -> None:
        APP.set(name)
        call()

    copy_context().run(as_them)


async def test_whoever_acts_each_face_is_told_in_its_own_context() -> None:
    async with opened() as lobby:
        visits = {name: guest(lobby, name) for name in ("Ann", "Ben")}
        told: set[tuple[str, str]] = set()
        for name in visits:

            def listen(name: str = name) -> None:
                visits[name].listen(lambda: told.add((name, APP.get())))

            at(name, listen)
        card = visits["Ben"].accept(visits["Ann"].offer(Terms("gobblet")).id)
        assert card
        guests: dict[str, Guest] = {}
        for name in visits:

            def sit(name: str = name) -> None:
                guests[name] = Guest(visits[name], card.id)
                guests[name].follower.listen(lambda _: told.add((name, APP.get())))

            at(name, sit)
        await all_quiet()
        ann = guests["Ann"]
        move = ann.match.game.find(ann.match.position, "W1A1")
        at("Ann", lambda: ann.follower.do(move, 0))
        at("Ann", lambda: ann.follower.do(Saying("Hello!")))
        await until(lambda: len(told) == 2, "both are told")
        await all_quiet()
        assert told == {("Ann", "Ann"), ("Ben", "Ben")}


async def test_a_room_keeps_nothing_of_the_face_that_has_opened_it() -> None:
    thinks_as: list[str] = []

    class Thinker:
        async def think(self, *args: object, **named: object) -> None:
            thinks_as.append(APP.get())
            raise RuntimeError("enough")

        def move_now(self) -> None:
            pass

    async with opened(house(service_for=lambda room: Thinker())) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        challenge = ann.offer(Terms("beadmaster", seats=("computer beginner", "me", "anyone")))
        at("Ben", lambda: ben.accept(challenge.id))
        await until(lambda: thinks_as, "the computer is asked")
        assert set(thinks_as) == {"nobody"}

"""Hostile texts at every entrance of the rooms: what one guest says, none of the others is harmed by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from marbles_tui.core.boards import board_text
from marbles_tui.rooms.backend import Terms
from marbles_tui.rooms.limits import Limits, Refused
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.live import Saying
from tests.hostile.samples import ALL, BROKEN, dangers
from tests.rooms.open_house import guest, house, opened, seated

EGGS = Terms("egg-carton")
BOARD = board_text("getaway", "smugglers")


def refused(call: Callable[[], object]) -> str:
    """The sentence with which something is refused, which is short and harmless; "" where it was done."""
    try:
        call()
    except Refused as refusal:
        told = str(refusal)
        assert not dangers(told, allowed=""), ascii(told)
        assert 0 < len(told) < 250
        return told
    return ""


def told_of(visit: Visit) -> Iterator[str]:
    """All texts that a guest hears of others in the lobby."""
    for person in visit.people():
        yield from (person.account.name, person.what)
    for challenge in visit.challenges():
        yield from (challenge.by.name, challenge.terms.game, str(challenge.terms.control))
    for card in (*visit.my_rooms(), *visit.rooms()):
        yield from card.names
    for line in visit.said():
        yield from (line.name, line.text)


def harmless(*visits: Visit) -> bool:
    """Whether nothing that they hear would do anything to their terminals."""
    return not any(dangers(text, allowed="") for visit in visits for text in told_of(visit))


@pytest.mark.parametrize("key", [True, False], ids=["key", "no key"])
async def test_no_name_is_taken_that_does_more_than_name_somebody(key: bool) -> None:
    async with opened(house(limits=Limits(pace=0, names_a_day=100))) as lobby:
        ann, mallory = guest(lobby, "Ann"), guest(lobby, "Mallory", key=key)
        for name, text in ALL.items():
            for tried in (text, f"Mara{text}", f"{text} Mara"):
                told = refused(lambda tried=tried: mallory.rename(tried))  # type: ignore[misc]
                assert told or name == "lines"  # which are blanks between letters
            assert harmless(ann, mallory)


async def test_a_line_is_data_in_the_lobby_and_at_a_table() -> None:
    async with opened(house(limits=Limits(pace=0, lines_a_minute=1000))) as lobby:
        ann, mallory = guest(lobby, "Ann"), guest(lobby, "Mallory")
        at_ann_s, at_mallory_s = await seated(lobby, EGGS, ann, mallory)
        for text in ALL.values():
            mallory.say(text)
            at_mallory_s.follower.do(Saying(text))
        assert len(ann.said()) == len(ALL)
        assert harmless(ann, mallory)
        for line in (*ann.said(), *at_ann_s.follower.context.lines):
            assert not dangers(line.text, allowed="")
            assert 0 < len(line.text) <= lobby.house.limits.line


@pytest.mark.parametrize("name", ALL)
async def test_terms_that_are_no_terms_are_refused(name: str) -> None:
    async with opened() as lobby:
        text = ALL[name]
        ann, mallory = guest(lobby, "Ann"), guest(lobby, "Mallory")
        for terms in (
            replace(EGGS, game=text),
            replace(EGGS, setup=text),
            replace(EGGS, options=((text, "2"),)),
            replace(EGGS, options=(("start", text),)),
            replace(EGGS, seats=("me", text)),
            replace(EGGS, seats=("me", f"computer {text}")),
            replace(EGGS, seats=("me", *("anyone",) * 500)),
            Terms("gobblet", setup=text),
            Terms("abacus", setup=text),
            Terms("beadmaster", setup=text),
            Terms("getaway", setup=text),
        ):
            assert refused(lambda terms=terms: mallory.offer(terms)), terms  # type: ignore[misc]
        assert refused(lambda: mallory.offer(EGGS, to=text))
        assert ann.challenges() == []


@pytest.mark.parametrize("name", ALL)
async def test_a_board_is_data_for_those_who_play_on_it(name: str) -> None:
    async with opened() as lobby:
        ann, mallory = guest(lobby, "Ann"), guest(lobby, "Mallory")
        text = ALL[name]
        for setup in (
            f"# {text}\n# {text}\n{BOARD}",
            BOARD.replace("Start", text[:300], 1),
            BOARD.replace("Castle", text[:300], 1),
        ):
            terms = Terms("getaway", setup=setup, options=(("players", "2"),))
            if not refused(lambda terms=terms: mallory.offer(terms)):  # type: ignore[misc]
                (challenge,) = ann.challenges()
                assert harmless(ann, mallory)
                ann.withdraw(challenge.id)
                mallory.withdraw(challenge.id)


async def test_codes_that_are_none_open_nothing() -> None:
    async with opened(house(limits=Limits(pace=0, code_tries=1000))) as lobby:
        ann, mallory = guest(lobby, "Ann"), guest(lobby, "Mallory")
        code = ann.offer(replace(EGGS, private=True)).code
        ann.key_code()
        for text in (*ALL.values(), "", " ", "-", "%", "*", code[:-1], f"{code}{code}"):
            assert refused(lambda text=text: mallory.find_code(text))  # type: ignore[misc]
            assert refused(lambda text=text: mallory.join(text))  # type: ignore[misc]
        assert mallory.challenges() == []
        assert mallory.account.name == "Mallory"


async def test_ids_that_are_none_lead_nowhere() -> None:
    async with opened() as lobby:
        ann, mallory = guest(lobby, "Ann"), guest(lobby, "Mallory")
        mine = ann.offer(replace(EGGS, private=True))
        for text in (*ALL.values(), "", BROKEN, "../../etc/passwd", ann.id):
            assert refused(lambda text=text: mallory.enter(text))  # type: ignore[misc]
            assert refused(lambda text=text: mallory.accept(text))  # type: ignore[misc]
            mallory.withdraw(text)
            mallory.mute(text[:100])
        mallory.withdraw(mine.id)
        assert [challenge.id for challenge in ann.challenges()] == [mine.id]

"""Gary's Great Getaway played at its table, by keys and mouse."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from marbles_tui.games.getaway import Journey
from marbles_tui.tui.dialogs import QuestionDialog
from marbles_tui.tui.games.getaway.board import GetawayBoard
from marbles_tui.tui.games.getaway.toll import Answer, TollBox, toll_offer
from marbles_tui.tui.kit.story import Story
from marbles_tui.tui.table.beside import Status
from tests.at_table import moves, plays, table
from tests.tui.conftest import MakeArcade, match_of
from tests.tui.getaway_tables import SHORT
from tests.tui.records import TOLL
from tests.tui.waiting import click, opened, press, settle, until

FRIENDS = '[Game "getaway"][Player1 "Ann"][Player2 "Ben"]'


def story(pilot: Pilot[None]) -> str:
    return " ".join(strip.text.strip() for strip in table(pilot).query_one(Story).lines)


def prompt(pilot: Pilot[None]) -> str:
    return table(pilot).query_one(Status).prompt


# Playing


@pytest.mark.parametrize(("word", "size"), [("pay", (60, 18)), ("go", (120, 40))])
async def test_a_toll_is_paid_by_a_click_on_its_button(
    arcade: MakeArcade, size: tuple[int, int], word: str
) -> None:
    async with opened(arcade(TOLL), size) as pilot:
        box = table(pilot).query_one(TollBox)
        pay, go = box.query(Answer)
        assert (pay.size.height, pay.region.y) == (go.size.height, go.region.y)
        await click(pilot, f"#{word}")
        assert moves(pilot) == ["*2", word]
        assert not box.display


async def test_the_box_of_a_toll_lies_below_the_road(arcade: MakeArcade) -> None:
    async with opened(arcade(TOLL)) as pilot:
        board, box = table(pilot).query_one(GetawayBoard), table(pilot).query_one(TollBox)
        for size in ((60, 18), (80, 24), (120, 40), (200, 60)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert box.display
            squares = [place for square, place in board.places().items() if square < 5]
            assert box.region.y >= board.content_region.y + max(place.bottom for place in squares)
            assert board.content_region.contains_region(box.region)


async def test_the_box_of_a_toll_goes_along_where_the_board_is_laid_anew(arcade: MakeArcade) -> None:
    async with opened(arcade(TOLL), (120, 40)) as pilot:
        board, box = table(pilot).query_one(GetawayBoard), table(pilot).query_one(TollBox)
        before = box.region
        board.styles.margin = (3, 20, 0, 0)
        await settle(pilot)
        assert box.region != before
        assert board.content_region.contains_region(box.region)


def test_a_toll_tells_price_purse_and_both_outcomes() -> None:
    position = match_of(TOLL).position
    assert isinstance(position, Journey)
    offer = toll_offer(position)
    assert (offer.where, offer.price) == ("2 Gate", "the toll: 5 gold")
    assert offer.pay.deeds[0] == "Pay 5 gold"
    assert offer.pay.afters[0] == "20 → 15 gold, stay on 2"
    assert offer.go.deeds == ("Go back 1 to Path", "Go back 1")
    assert offer.go.afters[0] == "keep 20 gold, to 1"


def test_a_toll_tells_each_stage_of_the_way_or_where_it_ends() -> None:
    record = TOLL.replace("Path : S F 1", "Path : T F 2")
    position = match_of(record).position
    assert isinstance(position, Journey)
    assert toll_offer(position).go.afters == (
        "keep 20 gold, to 1, then 3",
        "keep 20, to 1, then 3",
        "to 1, then 3",
        "to 3",
    )


async def test_a_turn_of_the_story_has_its_gold_at_the_right_edge(arcade: MakeArcade) -> None:
    async with opened(arcade(TOLL)) as pilot:
        await press(pilot, "t")
        shown = table(pilot).query_one(Story)
        told = [strip.text for strip in shown.lines]
        assert told[1].startswith("── round 1 ─")
        paid = next(line for line in told if " left" in line)
        assert paid.endswith("-5 ¤")
        assert len(paid) == shown.scrollable_content_region.width
        header = next(at for at, line in enumerate(told) if " 1  Ann rolls" in line)
        assert not told[header - 1].strip()


@pytest.mark.long
async def test_undo_stops_a_die_that_rolls_by_itself(arcade: MakeArcade) -> None:
    async with opened(arcade(SHORT)) as pilot:
        await press(pilot, "a")
        assert table(pilot).match.result
        await press(pilot, "u")
        assert table(pilot).match.result is None
        assert prompt(pilot).endswith("roll the die.")


async def test_the_die_lies_as_it_fell_while_the_pawn_walks(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS + '[Setup "smugglers"]', speed=6)) as pilot:
        await press(pilot, "space")
        board = table(pilot).board
        assert table(pilot).animator.showing
        rolled = str(table(pilot).match.moves[0]).removeprefix("*")
        assert board.highlights.notes == {28: rolled}


HELD = """[Game "getaway"][Player1 "Ann"][Player2 "Ben"]
% 20 2 4
% Start :
% Cave : X E 6 : Sword
% Inn : R F 1
% Castle :

*1
"""


COMPUTER = '[Seat2 "computer automatic"]'


@pytest.mark.long
@pytest.mark.parametrize("computer", [False, True], ids=["a friend", "a computer"])
async def test_a_game_that_can_never_end_says_so_and_ends_as_a_draw(
    arcade: MakeArcade, computer: bool
) -> None:
    text = HELD.replace("[Player2", f"{COMPUTER}[Player2") if computer else HELD
    text += "*1\n"
    async with arcade(text).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog), "a question")
        assert isinstance(pilot.app.screen, QuestionDialog)
        assert "square 1 waits for a 6, and the die has 2 sides" in pilot.app.screen.text
        await pilot.press("n")
        await until(pilot, lambda: "never end" in prompt(pilot), "the reason")
        await pilot.press("space")
        await until(pilot, lambda: len(moves(pilot)) > 2, "a roll")
        await pilot.press("u")
        await until(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog), "a question")
        await pilot.press("y")
        if not computer:
            await until(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog), "a question")
            await pilot.press("y")
        await until(pilot, lambda: plays(pilot.app.screen), "the table")
        await until(pilot, lambda: table(pilot).match.result is not None, "the end")
        result = table(pilot).match.result
        assert result
        assert (result.winners, result.reason) == ((), "agreed")

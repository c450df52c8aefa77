"""Egg Carton played at its table, by keys and mouse."""

from __future__ import annotations

import pytest

from marbles_tui.tui.app import Arcade
from marbles_tui.tui.match.question import QuestionDialog
from marbles_tui.tui.widgets.panels import EndPanel, Moves, Status
from tests.tui.conftest import MakeArcade, ending
from tests.tui.egg_tables import LAST, SOURCE, table
from tests.tui.waiting import middle_of, settle, until


@pytest.mark.parametrize(("seat", "side"), [(1, "far side, right to left"), (2, "near side, left to right")])
async def test_the_first_turn_says_which_side_is_yours(arcade: MakeArcade, seat: int, side: str) -> None:
    record = f'[Game "egg-carton"][Seat{seat} "computer novice"] {"F" if seat == 1 else ""}'
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await until(pilot, lambda: side in table(pilot).query_one(Status).prompt, "the side")


async def test_a_letter_selects_a_slot(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        match = table(pilot).match
        assert [str(move) for move in match.moves] == ["B"]
        assert match.turn == 1
        assert table(pilot).query_one(Status).said == "Turn over: Ben to move."


@pytest.mark.parametrize(
    ("key", "slot"),
    [("A", "A"), ("alt+a", "A"), ("ctrl+left", "B"), ("alt+b", "B"), ("alt+c", "C"), ("ctrl+right", "F")],
)
async def test_alt_and_capitals_do_the_same(arcade: MakeArcade, key: str, slot: str) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press(key)
        await settle(pilot)
        assert [str(move) for move in table(pilot).match.moves] == [slot]


async def test_a_click_selects_a_slot(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        board = table(pilot).board
        region = board.places()[2]
        await pilot.click("#board", offset=middle_of(region))
        await settle(pilot)
        assert [str(move) for move in table(pilot).match.moves] == ["C"]


async def test_arrows_and_enter_select_a_slot(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("right", "right")
        await settle(pilot)
        assert table(pilot).query_one(Status).prompt == "B ends in E: turn over."
        assert table(pilot).board.highlights.landing == (4,)
        await pilot.press("enter")
        await settle(pilot)
        assert [str(move) for move in table(pilot).match.moves] == ["B"]


async def test_what_cannot_be_picked_says_why(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("e")
        assert table(pilot).query_one(Status).said == "E is empty."
        await pilot.press("k")
        assert table(pilot).query_one(Status).said == "K is on the other side."
        assert not table(pilot).match.moves


async def test_undo_and_redo_go_by_decisions(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for key in ("c", "a"):
            await pilot.press(key)
            await settle(pilot)
        assert table(pilot).match.plies == 2
        await pilot.press("u", "u")
        await settle(pilot)
        assert table(pilot).match.plies == 0
        assert table(pilot).board.frame.board == table(pilot).match.position.board
        await pilot.press("r")
        await settle(pilot)
        assert [str(move) for move in table(pilot).match.moves] == ["C"]


async def test_a_key_during_a_show_only_finishes_it(arcade: MakeArcade) -> None:
    async with arcade(SOURCE, speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        assert table(pilot).animator.showing
        await pilot.press("a")
        await settle(pilot)
        assert not table(pilot).animator.showing
        assert [str(move) for move in table(pilot).match.moves] == ["C"]
        assert table(pilot).board.frame.board == table(pilot).match.position.board


@pytest.mark.parametrize(("late", "moves"), [(0.0, True), (1.0, False)])
async def test_nothing_moves_where_others_wait_too_long(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch, late: float, moves: bool
) -> None:
    monkeypatch.setattr(Arcade, "late", late)
    async with arcade(SOURCE, speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        assert table(pilot).animator.showing == moves
        assert moves or table(pilot).match.plies == 1


async def test_undo_in_the_middle_of_a_show(arcade: MakeArcade) -> None:
    async with arcade(SOURCE, speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("a")
        await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert table(pilot).match.plies == 0
        assert table(pilot).waiting
        assert table(pilot).board.frame.board.ring[0] == 7


async def test_resizing_in_the_middle_of_a_show_is_harmless(arcade: MakeArcade) -> None:
    async with arcade(SOURCE, speed=5).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("a")
        for size in ((120, 40), (30, 10), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert table(pilot).board.frame.board == table(pilot).match.position.board


async def test_clearing_the_side_wins_and_a_banner_says_so(arcade: MakeArcade) -> None:
    async with arcade(LAST).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("f")
        await settle(pilot)
        assert table(pilot).match.result
        assert "Ann wins" in ending(pilot)
        assert table(pilot).board.highlights.winners == frozenset(range(6))
        await pilot.press("u")
        await settle(pilot)
        assert not table(pilot).query(EndPanel)
        assert table(pilot).match.result is None


async def test_the_speed_changes_live_and_is_kept(arcade: MakeArcade) -> None:
    app = arcade(SOURCE, speed=3)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("minus")
        assert app.settings.speed == 4
        await pilot.press("plus", "plus")
        assert app.settings.speed == 2


async def test_leaving_and_continuing_finds_the_match_where_it_was(arcade: MakeArcade) -> None:
    app = arcade(SOURCE)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        await pilot.press("q")
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        assert [str(move) for move in table(pilot).match.moves] == ["C"]
        assert table(pilot).match.names == ("Ann", "Ben")


async def test_threats_mark_free_turns(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("t")
        notes = table(pilot).board.highlights.notes
        assert notes[2] == "+"
        assert notes[1] == ""


async def test_resigning_by_the_game_menu(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        actions = [action for action, _ in table(pilot).menu_entries()]
        await pilot.press("alt+g")
        await settle(pilot)
        await pilot.press(*["down"] * actions.index("screen.resign"), "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, QuestionDialog)
        text = "Ann, do you resign? Ben wins, but a game without a move is not counted."
        assert pilot.app.screen.text == text
        await pilot.press("y")
        await settle(pilot)
        result = table(pilot).match.result
        assert result
        assert (result.reason, result.winners) == ("resigned", (1,))


async def test_a_series_turns_the_seats_and_keeps_the_score(arcade: MakeArcade) -> None:
    record = LAST.replace("[Setup", '[Series "1/2"][Score "0-0"][Setup')
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("f")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        match = table(pilot).match
        assert match.names == ("Ben", "Ann")
        assert ("Score", "0-1") in match.tags
        await pilot.press("f")
        await settle(pilot)
        assert "Series Ben 1, Ann 1. Drawn." in ending(pilot)


async def test_what_is_pasted_plays_nothing(arcade: MakeArcade) -> None:
    from textual.events import Paste

    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        pilot.app.screen.post_message(Paste("a\rb\rc"))
        await settle(pilot)
        await pilot.press("b", "c")
        await settle(pilot)
        assert not table(pilot).match.moves


async def test_names_from_outside_are_never_markup(arcade: MakeArcade) -> None:
    record = SOURCE.replace("Ann", "[bold red]X[/]\x1b[31m")
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        seats = str(table(pilot).query_one("Seats").render())
        assert "[bold red]X[/]" in seats
        assert "\x1b" not in seats
        assert "B" in str(table(pilot).query_one(Moves).render())

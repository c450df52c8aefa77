"""The room of puzzles, the day's puzzle and journey, and puzzles that are made."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from marbles_tui.games import GAMES
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play.puzzles.daily import daily, daily_match
from marbles_tui.play.puzzles.text import name_of, shipped, with_puzzles
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.table import puzzle_words
from marbles_tui.table.players import Act
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit.filters import Filters
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages.puzzles import Entry, PuzzlesScreen
from marbles_tui.tui.puzzles import daily_screen
from marbles_tui.tui.table.sitting import replay_screen
from tests.ai.test_puzzles import puzzle_of
from tests.at_table import plays
from tests.play.test_puzzles import DAY, FORK
from tests.tui.conftest import MakeArcade, ending, menu_of
from tests.tui.solvers import at, first, is_puzzle, kept, solve, solving
from tests.tui.waiting import press, screen_text, settle, until

GOBBLET = next(game for game in GAMES if game.key == "gobblet")


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Arcade, "utc_today", staticmethod(lambda: DAY))


@pytest.mark.long
async def test_the_menu_has_the_day_s_puzzle_and_the_first_try_counts(home: Path, arcade: MakeArcade) -> None:
    found = daily(GAMES, DAY)
    async with arcade().run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: [link for link in menu_of(pilot).links if link.key == "d"], "the door")
        await until(pilot, lambda: found.puzzle.title in screen_text(pilot), "its title")
        await pilot.press("d")
        await until(pilot, lambda: is_puzzle(pilot.app.screen), "the puzzle")
        await settle(pilot)
        assert "no. 325" in screen_text(pilot)
        await solve(pilot)
        assert "1 DAY RUNNING" in screen_text(pilot)
        assert "Marbles daily 325" in screen_text(pilot)
        await pilot.press("escape")
        await until(
            pilot, lambda: any("solved" in link.second for link in menu_of(pilot).links), "the door says so"
        )
    assert [(made.solved, made.day) for made in kept()] == [(True, "2026-11-22")]
    async with at(app := arcade(), daily_screen(app, found)) as pilot:
        assert "for practice" in screen_text(pilot)
        await solve(pilot)
    assert len(kept()) == 1


def rows(pilot: Pilot[None], section: str) -> list[Entry]:
    """What is listed below a heading."""
    found: list[Entry] = []
    below = ""
    for item in pilot.app.screen.query_one(RowList).items:
        assert item
        if item.heading:
            below = item.row.plain.strip()
        elif below.startswith(section):
            found.append(item.key)
    return found


@pytest.mark.long
async def test_the_room_lists_by_game_difficulty_and_theme(home: Path, arcade: MakeArcade) -> None:
    kept(Try(first(GOBBLET).id, "gobblet", 1200, False, DAY - timedelta(3)))
    async with at(arcade(), PuzzlesScreen()) as pilot:
        room = pilot.app.screen
        assert isinstance(room, PuzzlesScreen)
        await until(pilot, lambda: "DUE AGAIN" in screen_text(pilot), "what is due")
        assert len(rows(pilot, "TODAY")) == len(with_puzzles(GAMES)) + 1
        while room.game is not GOBBLET:
            await pilot.press("right")
        everything = rows(pilot, "GOBBLET")
        assert len(everything) == len(shipped(GOBBLET))
        await pilot.press("m")
        theme = room.query_one(Filters).value("theme")
        themed = rows(pilot, "GOBBLET")
        assert theme in screen_text(pilot)
        assert 0 < len(themed) < len(everything)
        assert all(entry.puzzle and theme in entry.puzzle.themes for entry in themed)
        await pilot.press("d")
        assert room.query_one(Filters).value("marks") != "0"
        picked = room.pointed
        assert picked
        assert picked == rows(pilot, "GOBBLET")[0]
        await pilot.press("enter")
        await until(pilot, lambda: is_puzzle(pilot.app.screen), "the puzzle")
        assert solving(pilot).puzzle is picked.puzzle
        assert picked.puzzle
        assert name_of(picked.puzzle.id) in screen_text(pilot)


@pytest.mark.long
@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (200, 60)])
async def test_a_puzzle_has_a_name_and_what_was_tried_is_told(
    home: Path, arcade: MakeArcade, size: tuple[int, int]
) -> None:
    game = with_puzzles(GAMES)[0]
    missed, solved, *others = (puzzle.id for puzzle in shipped(game))
    kept(Try(missed, game.key, 760, False, DAY - timedelta(2)))
    kept(Try(missed, game.key, 760, False, DAY - timedelta(1)))
    kept(Try(solved, game.key, 780, True, DAY - timedelta(40)))
    async with at(arcade(), PuzzlesScreen(), size) as pilot:
        room = pilot.app.screen
        assert isinstance(room, PuzzlesScreen)
        await settle(pilot)
        while room.game is not game:
            await pilot.press("right")
        for id, told in (
            (missed, "missed twice, yesterday; due again"), (solved, "solved, 13 Oct"), (others[0], "not tried yet"),
        ):  # fmt: skip
            await press(pilot, "slash", *("space" if char == " " else char for char in name_of(id)), "escape")
            assert room.pointed
            assert room.pointed.puzzle
            assert room.pointed.puzzle.id == id
            shown = screen_text(pilot)
            assert name_of(id) in shown
            assert told[: size[0] // 3] in shown or size[0] < 80
        filters = room.query_one(Filters)
        for state, count in (("new", len(shipped(game)) - 2), ("missed", 1), ("solved", 1)):
            filters.choose("state", state)
            await settle(pilot)
            assert len(rows(pilot, "EGG CARTON")) == count


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "skin"),
    [((60, 18), "blocks"), ((80, 24), "glyphs"), ((120, 40), "ascii"), ((200, 60), "blocks")],
)
async def test_screens_fit_every_window(
    home: Path, arcade: MakeArcade, size: tuple[int, int], skin: str
) -> None:
    async with at(app := arcade(skin=skin), daily_screen(app, daily(GAMES, DAY, GOBBLET)), size) as pilot:
        assert "Win in" in screen_text(pilot) or "Do not lose" in screen_text(pilot)
        screen = solving(pilot)
        await pilot.press("y", "g")
        await until(pilot, lambda: screen.over, "the end")
        await settle(pilot)
        lines = screen_text(pilot).splitlines()
        assert len(lines) <= size[1]
        assert "It comes back tomorrow." in "\n".join(lines)
        assert "NOT YET" in lines[0]
        await pilot.press("u")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzlesScreen), "the room")
        await settle(pilot)
        assert "TODAY" in screen_text(pilot)


@pytest.mark.long
async def test_the_journey_rolls_the_day_s_dice_and_keeps_the_first_score(
    home: Path, arcade: MakeArcade
) -> None:
    journey = daily_match(GETAWAY, DAY)
    async with at(app := arcade(), daily_screen(app, journey)) as pilot:
        screen = pilot.app.screen
        assert plays(screen)
        assert screen.situation.refusal("undo")
        for _ in range(400):
            if screen.match.result:
                break
            await until(pilot, lambda: screen.situation.asked or screen.match.result, "a question")
            if screen.situation.asked:
                choice: Any = screen.picking.rolling
                seat = screen.doing.live.state.asked
                assert seat is not None
                if choice:
                    screen.doing.live.choose(seat, Act.ROLL)
                else:
                    screen.doing.live.choose(seat, screen.match.position.moves()[0])
            await settle(pilot)
        assert screen.match.result
        await settle(pilot)
        (made,) = kept()
        gold = screen.match.position.travellers[0].gold  # type: ignore[attr-defined]
        assert (made.day, made.score, made.solved) == ("2026-11-22", gold, gold > journey.score)
        assert f"{gold} gold, the house {journey.score}." in " ".join(ending(pilot).split())
        await press(pilot, "p")
        assert pilot.app.clipboard.startswith("Marbles daily 325, Gary's Great Getaway")


@pytest.mark.long
async def test_a_replay_makes_a_puzzle_of_the_position_and_the_room_keeps_it(
    home: Path, arcade: MakeArcade
) -> None:
    match = puzzle_words.match_of(puzzle_of(FORK))
    async with at(app := arcade(), replay_screen(app, match, playing=False)) as pilot:
        await pilot.press("m")
        await until(pilot, lambda: is_puzzle(pilot.app.screen), "the puzzle")
        made = solving(pilot).puzzle
        assert made.solution == puzzle_of(FORK).solution
    async with at(arcade(), PuzzlesScreen()) as pilot:
        room = pilot.app.screen
        assert isinstance(room, PuzzlesScreen)
        while room.game is not GOBBLET:
            await pilot.press("right")
        await until(pilot, lambda: "YOUR OWN" in screen_text(pilot), "the user's own")
        assert made in [entry.puzzle for entry in rows(pilot, "YOUR OWN")]


async def test_chance_draws_a_new_puzzle(home: Path, arcade: MakeArcade) -> None:
    async with at(arcade(), PuzzlesScreen()) as pilot:
        await pilot.press("w")
        await until(pilot, lambda: is_puzzle(pilot.app.screen), "the puzzle")
        assert solving(pilot).puzzle.game.key == "egg-carton"
        await solve(pilot)
        assert solving(pilot).over

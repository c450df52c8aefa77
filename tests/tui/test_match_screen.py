"""What stands beside a board, and what help, game menu and clocks do to it; in all games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle
from random import Random
from typing import Any

import pytest
from textual.geometry import Region
from textual.screen import Screen

from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.core import Event, Game
from marbles_tui.core.scene import NO_HIGHLIGHTS
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.series import arrange, best_of, next_in_series, place_in_series, rematch
from marbles_tui.store.thread import Saver
from marbles_tui.table.clock import TAG, Clock, clock_of, with_time_left
from marbles_tui.table.players import Engine
from marbles_tui.table.session import Session
from marbles_tui.table.tasks.playing import Playing, Thought
from marbles_tui.tui.games.egg_carton.match import EggCartonBoard
from marbles_tui.tui.kit.lines import KeyLine, TopLine
from marbles_tui.tui.table.beside import Seats, Status
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.at_table import MatchTable, plays, table
from tests.for_each import for_each
from tests.tui.stage import Here, Resting, arcade, opened, opens


async def test_what_was_proved_of_another_position_is_not_said() -> None:
    record = '[Game "egg-carton"][Player2 "perfect"][Seat2 "computer perfect"]'
    async with opened(arcade(record)) as here:
        session = here.table.doing.live
        assert isinstance(session, Session)
        opponent = session.players[1]
        assert isinstance(opponent, Engine)
        opponent.thought = Analysis("I", CERTAIN - 1, proved=True)
        holds = here.table.query_one(Seats).notes
        here.table.changed()
        held, proved = here.table.query_one(Seats).notes
        assert (held, proved) == (holds[0], f"{holds[1]}  can force a win")
        session.go_to(session.match)
        assert here.table.query_one(Seats).notes == holds


async def test_a_move_that_is_not_saved_yet_is_shown_with_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time that it waits is the session's own."""
    disk = asyncio.Event()

    async def keep(self: Saver, match: Match) -> None:
        await disk.wait()

    def note() -> str:
        return here.table.query_one(TopLine).note

    monkeypatch.setattr(Saver, "keep", keep)
    async with opened(arcade('[Game "egg-carton"]')) as here:
        await here.press("a")
        await here.until(lambda: "not saved yet" in note(), "the mark")
        await here.until(lambda: here.table.situation.asked, "the next question")
        assert here.table.match.plies == 1
        disk.set()
        await here.until(lambda: "not saved yet" not in note(), "the end of the mark")


@opens()
async def test_where_the_board_has_no_room_arrows_point_at_nothing(here: Here) -> None:
    for game in GAMES:
        here.arcade.play_match(Match.new(game))
        for size in ((20, 6), (80, 9), (30, 24)):
            await here.size(*size)
            await here.press("down", "right", "left", "up")
            board = here.table.board
            assert (board.cursor is None) == (not board.places())


# What stands beside the board while moves are chosen and shown.


SIZES = [(60, 18), (80, 24), (120, 40), (200, 60)]

TWICE = '[Game "egg-carton"][Seat1 "computer novice"][Player2 "Ann"][Setup "0,0,0,0,2,0/1,0,1,1,1,1/0,0/1"]'
"""The computer goes twice and has won."""


@opens('[Game "egg-carton"]', speed=6)
async def test_while_a_move_is_shown_its_mover_stands_out(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    told = here.table.told

    def watched(sides: Sequence[str] | None, event: Event) -> None:
        seen.append((here.table.board.turn, here.table.query_one(Seats).acting))
        told(sides, event)

    monkeypatch.setattr(here.table, "told", watched)
    await here.press("b")
    await here.until(lambda: seen, "the move")
    assert (here.table.board.turn, here.table.query_one(Seats).acting) == (0, 0)
    here.table.animator.finish()
    await here.until(lambda: not here.table.situation.state.showing, "the end of the show")
    assert set(seen) == {(0, 0)}
    assert here.table.board.turn == 1
    assert here.table.query_one(Seats).acting is None


async def test_a_replay_marks_nothing_and_ends_nothing_before_a_move_is_shown() -> None:
    record = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"] F'
    async with opened(arcade(record, speed=6)) as here:
        here.arcade.open_replay(here.table.match)
        await here.rest()
        screen = here.on(BoardScreen)
        await here.press("right")
        await here.until(lambda: screen.animator.showing, "the move")
        assert screen.board.highlights == NO_HIGHLIGHTS
        assert screen.board.turn == screen.query_one(Seats).acting == 0
        screen.animator.finish()
        await here.until(lambda: screen.board.highlights.finale, "the end")
        assert screen.board.highlights.last
        assert screen.board.highlights.winners


async def test_a_turn_of_several_moves_that_ends_a_match_is_seen_at_any_speed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kinds: list[str] = []
    act = EggCartonBoard.act

    def watched(self: EggCartonBoard, before: Any, event: Event, phase: float) -> None:
        kinds.append(event.kind)
        act(self, before, event, phase)

    monkeypatch.setattr(EggCartonBoard, "act", watched)
    async with opened(arcade(TWICE, speed=0)) as here:
        await here.until(lambda: here.table.situation.over, "the end")
        assert [str(move) for move in here.table.match.moves] == ["E", "F"]
        assert set(kinds) - {"win", "over"}, "a busy machine passes some of it by, never all"


class Thinking(Resting):
    """Thinks until it is told to move."""

    def __init__(self) -> None:
        super().__init__()
        self.moves = asyncio.Event()

    async def think(self, match: Match, *args: object, **named: object) -> Analysis:
        await self.moves.wait()
        return await super().think(match)


def regions(screen: MatchTable) -> list[Region]:
    return [
        part.region
        for part in (screen.board, *screen.query("#under *"), screen.query_one(KeyLine))
        if part.display
    ]


@pytest.mark.parametrize(
    ("game", "size"), zip([game for game in GAMES if game.key != "getaway"], cycle(SIZES[::2]), strict=False)
)
async def test_nothing_moves_when_a_computer_thinks(game: Game, size: tuple[int, int]) -> None:
    engine = Thinking()
    record = f'[Game "{game.key}"][Player1 "Ann"][Seat2 "computer apprentice"][Player2 "Apprentice"]'
    if game.key == "beadmaster":
        record = f'[Game "{game.key}"][Setup "placed"][Player1 "Ann"][Seat2 "computer beginner"]'
    async with opened(arcade(record, engine=engine, hints=True), size) as here:
        screen = here.table
        asked = regions(screen)
        screen.doing.answer(screen.match.position.moves()[1])
        await here.until(lambda: screen.situation.state.thinking is not None, "the computer")
        await here.rest()
        thinking = regions(screen)
        engine.moves.set()
        await here.until(lambda: screen.situation.asked, "the person's turn")
        await here.rest()
        assert thinking == asked
        assert regions(screen) == asked


class Deepening(Resting):
    """Suggests the first move, and prefers the second when it looks on."""

    report: Callable[[Analysis], None]

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis | None:
        self.report = report
        return self.seen(match, 1)

    @staticmethod
    def seen(match: Match, at: int) -> Analysis:
        move = str(match.position.moves()[at])
        return Analysis(move, 0.5, depth=at + 1, pv=(move,))


@pytest.mark.parametrize("keys", [("s", "y"), ("y", "s")])
async def test_hint_and_analysis_agree(keys: tuple[str, ...]) -> None:
    engine = Deepening()
    async with opened(partial(arcade, engine=engine)('[Game "abacus"]'), (120, 40)) as pilot:
        for key in keys:
            await pilot.press(key)
        match = table(pilot).match
        for at in (1, 2):
            engine.report(engine.seen(match, at))
            await pilot.rest()
            move = match.position.moves()[at]
            assert table(pilot).query_one(Status).said.startswith(f"Try {move}")
            assert table(pilot).board.highlights.hint == tuple(move.paths[0])


async def test_an_arrow_lays_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[object] = []
    lay = Screen._refresh_layout
    monkeypatch.setattr(Screen, "_refresh_layout", lambda *given, **named: laid.append(lay(*given, **named)))
    async with opened(arcade(), (120, 40)) as here:
        for game in GAMES:
            here.arcade.play_match(Match.new(game, seats=[Seat("Ann"), Seat("Ben")]))
            await here.rest()
            await here.press("right", "left")
            laid.clear()
            await here.press("right", "left")
            assert not laid, game.key


# Time at tables of one's own, and series that end when they are decided.


@for_each(
    ("control", "left", "seconds"),
    [("5+3", "", (300.0, 300.0)), ("5+3", "17 200", (17.0, 200.0)), ("5+3", "x", (300.0, 300.0)), ("none", "", None),
     ("1d", "", None), ("soon", "", None)],
)  # fmt: skip
def test_a_record_tells_the_clock(control: str, left: str, seconds: tuple[float, ...] | None) -> None:
    match = Match.new(ABACUS, tags=[(TAG, control), ("TimeLeft", left)])
    clock = clock_of(match)
    assert (clock.left if clock else None) == seconds


def test_the_time_that_is_left_is_kept() -> None:
    match = Match.new(ABACUS, seats=[Seat("Ann"), Seat("Novice", "computer novice")], tags=[(TAG, "5+3")])
    kept = with_time_left(match, Clock((12.4, float("inf")), 3.0))
    again = read_match(str(with_time_left(kept, Clock((9.0, float("inf")), 3.0))), GAMES).whole()
    clock = clock_of(again)
    assert clock == Clock((9.0, float("inf")), 3.0)
    assert clock_of(rematch(again, date="", random=Random(1))) != clock


@for_each(("best", "winners", "played"), [(3, "AA", 2), (3, "ABA", 3), (5, "AAA", 3), (5, "ABABB", 5)])
def test_a_series_ends_when_it_is_decided(best: int, winners: str, played: int) -> None:
    seats = [Seat("Ann"), Seat("Bea")]
    match: Match | None = arrange(
        ABACUS, setup=None, options={}, seats=seats, date="", random=Random(1), series=True, best=best
    )
    count = 0
    for winner in winners:
        assert match
        assert best_of(match) == best
        assert place_in_series(match) == (count + 1, best)
        loser = next(at for at, seat in enumerate(match.seats) if seat.name[0] != winner)
        match = next_in_series(match.resign(loser), date="", random=Random(1))
        count += 1
    assert match is None
    assert count == played


async def test_a_clock_runs_at_ones_own_table_and_ends_the_game() -> None:
    record = '[Game "abacus"][Player1 "Ann"][Player2 "Bea"][TimeControl "5+3"][TimeLeft "1 200"]'
    async with opened(arcade(record), (120, 40)) as here:
        assert plays(here.screen)
        assert "3:20" in here.text
        table = here.screen
        await here.until(lambda: table.match.result is not None, "the end of the time")
        assert table.match.result
        assert table.match.result.winners == (1,)


async def test_clocks_are_true_when_a_thought_arrives() -> None:
    record = '[Game "abacus"][Player1 "Ann"][Player2 "Bea"][TimeControl "5+3"][TimeLeft "100 200"]'
    async with opened(arcade(record), (120, 40)) as here:
        table = here.on(BoardScreen)
        now = table.doing.situation
        assert isinstance(now, Playing)
        assert now.clock
        later = replace(now, thought=Thought(), clock=now.clock.spend(0, 40.0))
        assert table.panels.showed(now, later, table.board)
        assert table.query_one(Seats).clocks == later.clocks != now.clocks


@opens('[Game "abacus"][Player1 "Ann"][Player2 "Bea"]', size=(120, 40))
async def test_one_seat_stands_out_and_its_clock_and_at_the_end_the_winner(here: Here) -> None:
    seats, begun = here.screen.query_one(Seats), here.table.match
    seats.clocks, told = ("4:01", "3:59"), [*begun.names, "4:01", "3:59"]

    def out(match: Match) -> set[str]:
        seats.match = match
        content = seats.render()
        bold = [span for span in content.spans if "bold" in str(span.style)]
        places = {word: content.plain.index(word) for word in told}
        return {word for word, at in places.items() if any(span.start <= at < span.end for span in bold)}

    moved = begun.play(begun.position.moves()[0])[0]
    assert out(begun) == {"Ann", "4:01"}
    assert out(moved) == {"Bea", "3:59"}
    assert out(moved.resign(0)) == out(begun.resign(0)) == {"Bea"}
    assert out(moved.resign(1)) == {"Ann"}

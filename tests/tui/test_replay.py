"""A record watched: forth, back, by jumps; reviewed; and played on from."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from marbles_tui.ai.review import Judgement
from marbles_tui.core import Cell
from marbles_tui.play import Match
from marbles_tui.store import MatchStore
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.table.analysis import Timeline
from marbles_tui.tui.table.beside import MoveList
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, Resting, match_of
from tests.tui.waiting import press, settle, until
from tests.tui.watchers import watching

RECORD = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"] C E D F I B K L'


async def opened(app: Arcade, pilot: Pilot[None], record: str = RECORD) -> BoardScreen:
    """A replay that stands at its start."""
    await settle(pilot)
    app.open_replay(match_of(record), playing=False)
    await settle(pilot)
    assert isinstance(app.screen, BoardScreen)
    return app.screen


async def test_the_mouse_goes_to_a_ply_in_the_timeline_and_in_the_moves(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        replay = await opened(app, pilot)
        line = replay.query_one(Timeline)
        await pilot.mouse_down(line, offset=(line.size.width - 1, 0))
        await pilot.mouse_up(line, offset=(line.size.width - 1, 0))
        await settle(pilot)
        assert watching(replay).ply == 8
        for width in (30, 80, 118):
            assert [line._ply(line._column(ply, width), width) for ply in range(9)] == [*range(9)]
        moves = replay.query_one(MoveList)
        text = moves.render().plain.split("\n")[0]
        await pilot.click(moves, offset=(text.index("E"), 0))
        await settle(pilot)
        assert watching(replay).ply == 2


async def test_play_on_from_here_leaves_the_old_match_alone(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        record = match_of(RECORD)
        saved = MatchStore.open().begin(record)
        replay = await opened(app, pilot)
        await press(pilot, "3", "enter", "f")
        app.screen.query_one("#player-2", Filters).choose("player-2", "human")
        app.screen.query_one("#name-2", Input).value = "Cleo"
        await settle(pilot)
        await press(pilot, "enter")
        table = app.screen
        assert plays(table)
        assert table.match.moves == watching(replay).record.moves[:3]
        assert table.match.names == ("Ann", "Cleo")
        await press(pilot, str(table.match.position.moves()[0]).lower())
        assert saved is not None
        old = await app.store.ask(lambda store: store.load(saved))
        assert old
        assert old.record == str(record)
        new = await app.store.ask(MatchStore.last_unfinished)
        assert new
        assert new.id != saved


async def test_a_first_look_alone_marks_nothing(arcade: MakeArcade) -> None:
    class Hasty(Resting):
        """An engine whose deeper look takes the first one back."""

        async def review(self, match: Match, unit: str, deep: bool = False) -> Judgement | None:
            found = await super().review(match, unit, deep)
            return found and (found._replace(value=0.0) if deep else found)

    app = arcade(engine=Hasty())
    async with app.run_test(size=(80, 24)) as pilot:
        replay = await opened(app, pilot)
        await pilot.press("y")
        await until(pilot, lambda: watching(replay).reviewed and not watching(replay).reviewing, "the review")
        assert any(judgement and judgement.deep for judgement in watching(replay).judgements)
        assert not watching(replay).points


async def test_no_board_is_painted_with_the_marks_of_another_one(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[object, frozenset[Cell]]] = []

    def repaint(board: BoardView, *, at_once: bool = False) -> None:
        if last := board.frame.highlights.last:
            seen.append((board.frame.board, last))

    monkeypatch.setattr(BoardView, "repaint", repaint)
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        replay = await opened(app, pilot, '[Game "abacus"][Player1 "Ann"][Player2 "Ben"] a1b2 g5g6 a2b3 g6g7')
        await press(pilot, "end", "home", "end")
        record = watching(replay).situation.record
        own = [
            (record.positions[ply].board, replay.words.trace(record.moves[ply - 1])) for ply in (1, 2, 3, 4)
        ]
        assert own[-1] in seen
        assert all(each in own for each in seen)

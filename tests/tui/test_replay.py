"""A record watched: forth, back, by jumps; reviewed; and played on from."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import Input

from marbles_tui.ai.review import Judgement
from marbles_tui.play import Match
from marbles_tui.store import MatchStore
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit.filters import Filters
from marbles_tui.tui.table.analysis import Remarks, Timeline
from marbles_tui.tui.table.beside import MoveList
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, Resting, match_of, offered, paste
from tests.tui.waiting import press, screen_text, settle, until
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
        moves = replay.query_one(MoveList)
        text = moves.render().plain.split("\n")[0]
        await pilot.click(moves, offset=(text.index("E"), 0))
        await settle(pilot)
        assert watching(replay).ply == 2


async def test_backwards_is_shown_too(arcade: MakeArcade) -> None:
    app = arcade(speed=6)
    async with app.run_test(size=(80, 24)) as pilot:
        replay = await opened(app, pilot)
        await press(pilot, "2", "enter")
        await press(pilot, "left")
        assert replay.animator.showing
        assert replay.board.frame.event is not None
        await press(pilot, "enter")
        assert replay.board.frame.board == watching(replay).record.positions[1].board


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


async def test_a_review_marks_turning_points_and_is_kept(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(120, 40)) as pilot:
        replay = await opened(app, pilot)
        size = replay.board.size
        await pilot.press("y")
        await until(pilot, lambda: watching(replay).reviewed and not watching(replay).reviewing, "the review")
        await settle(pilot)
        assert len(watching(replay).judgements) == 9
        assert None not in watching(replay).judgements
        points = watching(replay).points
        assert points
        assert (
            replay.query_one(MoveList).signs.keys() == replay.query_one(Timeline).marks.keys() == set(points)
        )
        await press(pilot, "t")
        assert watching(replay).ply == min(points)
        assert replay.board.size == size
        told = replay.query_one(Remarks).remark
        assert told
        move = str(watching(replay).record.moves[watching(replay).ply])
        assert (told.move, told.number, told.points) == (move, 1, len(points))
        for words in (f"{told.move} {told.mark}", "best", "Before", "1 of"):
            assert words in screen_text(pilot)
        here = replay.situation.match.position
        better = here.play(watching(replay).record.game.find(here, told.best))
        await pilot.press("b")
        await until(pilot, lambda: replay.board.frame.board == better.board, "the better move")
        await until(pilot, lambda: replay.board.frame.board == here.board, "the position again")
        await press(pilot, "n")
        await until(pilot, lambda: "Puzzle: Egg Carton" in screen_text(pilot), "a puzzle like the mistake")
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is replay, "the review again")
        await press(pilot, "q")
        again = await opened(app, pilot)
        await until(pilot, lambda: watching(again).judgements == watching(replay).judgements, "what was kept")


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


async def test_what_is_pasted_is_kept_before_another_ply(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await paste(pilot, "C E D F I B K L")
        await press(pilot, "enter")
        assert plays(app.screen)
        found = await app.store.ask(MatchStore.last_unfinished)
        assert found
        assert found.record == str(app.screen.match)


async def test_a_puzzle_is_nobody_else_s_to_win(arcade: MakeArcade) -> None:
    app = arcade('[Game "egg-carton"][Setup "1,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Puzzle "one turn"]')
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert plays(app.screen)
        assert not {"resign", "draw", "swap"} & offered(app.screen).keys()


async def test_what_a_review_would_show_is_said_in_words_that_fit(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, '[Game "abacus"] a1b2 i5h5')
        assert "y reviews the game" in screen_text(pilot) or "y: review" in screen_text(pilot)

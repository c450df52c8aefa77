"""The computer's view of a position, its line tried on the board; a record watched, reviewed, and played on from."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from textual.widgets import Input

from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.ai.review import Judgement, ReviewMark
from marbles_tui.core import Cell
from marbles_tui.play import Match
from marbles_tui.play.series import rematch
from marbles_tui.store import MatchStore
from marbles_tui.table.assessment import Lookahead, Remark, assess, bar_share, lead, short
from marbles_tui.table.session import Session
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.table.analysis import AnalysisPanel, Remarks, Timeline
from marbles_tui.tui.table.beside import MoveList, Status
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.at_table import MatchTable, plays
from tests.for_each import for_each
from tests.tui.stage import Here, Resting, arcade, match_of, opened, opens
from tests.tui.watchers import watching

GAME = '[Game "gobblet"]'
RATED = '[Game "gobblet"][Player1 "Ann"][Player2 "Bo"][Seat2 "computer novice"]'
LINE = ("W1A1", "K1B2", "W2A2")
OTHER = ("W1D4", "K1D3")
SEEN = Analysis("W1A1", 1.5, depth=3, nodes=9_000, seconds=0.1, pv=LINE)
THOUGHT = Analysis(
    "W1A1", 1.5, depth=3, nodes=9_000, seconds=0.1, pv=LINE, pvs=(SEEN, Analysis("W1D4", 0.5, pv=OTHER))
)


class Analyst(Resting):
    """Knows the start, and one thing about all that comes after it."""

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis:
        return THOUGHT if not match.moves else Analysis("K1B2", -1.0)


def table(app: Arcade) -> MatchTable:
    assert plays(app.screen)
    return app.screen


def shown(app: Arcade) -> str:
    return str(app.screen.query_one(AnalysisPanel).render())


@opens(GAME, engine=Analyst)
async def test_the_line_is_stepped_through_on_the_board_and_the_match_stays(here: Here) -> None:
    await here.press("y")
    match, seen = table(here.arcade).match, []
    for key in ("right_square_bracket",) * 4 + ("left_square_bracket",):
        await here.press(key)
        seen.append(table(here.arcade).board.frame.board)
    along = Lookahead.along(match, LINE).positions
    assert seen == [along[at].board for at in (1, 2, 3, 3, 2)]
    assert "move 2 of 3" in here.screen.query_one(Status).prompt
    await here.press("escape")
    assert table(here.arcade).board.frame.board == match.position.board
    assert table(here.arcade).match is match


@opens(GAME, engine=Analyst, size=(120, 40))
async def test_a_click_on_a_move_puts_its_line_on_the_board(here: Here) -> None:
    await here.press("y")
    panel = here.screen.query_one(AnalysisPanel)
    lines = [line.plain for line in panel.render().wrap(panel.content_size.width)]
    row = lines.index(next(line for line in lines if "W1D4" in line))
    await here.click(AnalysisPanel, offset=(3, row))
    along = Lookahead.along(table(here.arcade).match, OTHER)
    assert table(here.arcade).board.frame.board == along.positions[1].board
    assert panel.view
    assert panel.view.shown.chosen == 1


async def test_a_key_that_changes_something_else_leaves_the_analysis_as_it_is_drawn() -> None:
    app, drawn = arcade(GAME, Analyst()), list[object]()
    async with opened(app, (120, 40)) as pilot:
        await pilot.press("y")
        panel = app.screen.query_one(AnalysisPanel)
        panel.watch(panel, "view", lambda view: drawn.append(view), init=False)
        speed = app.settings.speed
        await pilot.press("plus", "plus", "minus")
        assert app.settings.speed != speed
        assert panel.view
        assert not drawn
        await pilot.press("right_square_bracket")
        assert drawn == [panel.view]


@opens(GAME, engine=Analyst)
async def test_a_pick_returns_to_the_match_and_plays_nothing(here: Here) -> None:
    await here.press("y")
    await here.press("right_square_bracket")
    table(here.arcade).take(lambda: table(here.arcade).picking.pick(0))
    assert table(here.arcade).situation.ahead is None
    assert not table(here.arcade).match.moves
    assert table(here.arcade).board.frame.board == table(here.arcade).match.position.board


@opens(GAME, engine=Analyst)
async def test_a_move_of_the_match_ends_the_line(here: Here) -> None:
    await here.press("y")
    await here.press("right_square_bracket")
    session = table(here.arcade).doing.live
    assert isinstance(session, Session)
    session.go_to(session.match.read("W1C3"))
    await here.rest()
    assert table(here.arcade).situation.ahead is None
    assert table(here.arcade).board.frame.board == table(here.arcade).match.position.board
    assert "Player 1 is slightly better" in shown(here.arcade)  # -1 for Player 2, whose turn it is


@pytest.mark.parametrize("record", [GAME, '[Game "egg-carton"]', '[Game "abacus"]'])
async def test_hint_analysis_and_record_are_seen_together(record: str) -> None:
    async with opened(arcade(record), (120, 40)) as here:
        await here.press("s")
        hint = table(here.arcade).board.highlights.hint
        assert hint
        await here.press("y")
        assert table(here.arcade).board.highlights.hint == hint
        assert here.screen.query_one(Status).said.startswith("Try ")
        panels = [here.screen.query_one(panel).region for panel in (AnalysisPanel, MoveList)]
        for region in panels:
            assert region.width >= 20
            assert region.height >= 4
        assert not panels[0].overlaps(panels[1])


def test_a_rematch_is_rated_anew() -> None:
    match = match_of(RATED + '[Rated "no"]')
    assert "Rated" not in str(rematch(match, date="", random=Random(1)))


# In words

NAMES, THREE = ("Ann", "Bob"), ("Ann", "Bob", "Cleo")
WON = Analysis("x", CERTAIN - 0.04, wins_in=4, proved=True)
LOST = Analysis("x", 0.01 - CERTAIN, loses_in=1, proved=True)
FORCED = Analysis("x", CERTAIN, proved=True)


def at(value: float) -> Analysis:
    return Analysis("x", value)


@for_each(
    ("found", "mover", "names", "words"),
    [
        (at(0.1), 0, NAMES, "about even"),
        (at(-0.1), 0, NAMES, "about even"),
        (at(0.5), 0, NAMES, "Ann is slightly better"),
        (at(0.5), 1, NAMES, "Bob is slightly better"),
        (at(0.6), 0, NAMES, "Ann is better"),
        (at(-1.0), 0, NAMES, "Bob is better"),
        (at(-2.0), 1, NAMES, "Ann is much better"),
        (at(9.0), 0, NAMES, "Ann is nearly winning"),
        (at(-1.0), 1, THREE, "Bob is worse"),  # of more than two the mover alone is spoken of
        (at(-9.0), 1, THREE, "Bob is nearly lost"),
        (WON, 1, NAMES, "Bob wins in 4 moves"),
        (LOST, 1, NAMES, "Ann wins in 1 move"),
        (FORCED, 0, NAMES, "Ann can force a win"),
        (Analysis("x", 0.0, proved=True), 0, NAMES, "both sides can force a draw"),
    ],
)
def test_values_in_words(found: Analysis, mover: int, names: tuple[str, ...], words: str) -> None:
    assert assess(found, mover, names, 1.0) == words


@for_each(
    ("found", "mover", "names", "scale", "unit", "words"),
    [
        (at(-8.6), 0, NAMES, 1.0, "marble", "8.6 marbles ahead"),
        (at(0.01), 0, NAMES, 1.0, "marble", ""),
        (at(-1.0), 0, THREE, 1.0, "bead", "1 bead behind"),
        (FORCED, 0, NAMES, 1.0, "marble", ""),
        (at(0.4), 1, NAMES, 5.0, "point", "Bob is 0.4 points ahead"),  # about even: it is said who is
        (at(-0.4), 1, NAMES, 5.0, "point", "Ann is 0.4 points ahead"),
        (at(-0.4), 2, THREE, 5.0, "point", "Cleo is 0.4 points behind"),
    ],
)
def test_a_lead_is_told_in_its_unit(
    found: Analysis, mover: int, names: tuple[str, ...], scale: float, unit: str, words: str
) -> None:
    assert lead(found, mover, names, scale, unit) == words


def test_values_in_short() -> None:
    assert [short(WON), short(LOST), short(at(-0.01))] == ["wins in 4", "loses in 1", "+0.0"]


def test_the_bar_belongs_to_the_first_seat_from_the_left() -> None:
    assert bar_share(Analysis("x", 0.0), 0, 2, 1.0) == 0.5
    assert bar_share(Analysis("x", 1.0), 0, 2, 1.0) > 0.5 > bar_share(Analysis("x", 1.0), 1, 2, 1.0)
    assert bar_share(Analysis("x", CERTAIN, proved=True), 1, 2, 1.0) == 0.0
    assert bar_share(Analysis("x", 1.0), 2, 3, 1.0) > 0.5


# A record watched: forth, back, by jumps; reviewed; and played on from.


RECORD = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"] C E D F I B K L'


async def replay_of(app: Arcade, pilot: Here, record: str = RECORD) -> BoardScreen:
    """A replay that stands at its start."""
    await pilot.rest()
    app.open_replay(match_of(record), playing=False)
    await pilot.rest()
    assert isinstance(app.screen, BoardScreen)
    return app.screen


@opens()
async def test_the_mouse_goes_to_a_ply_in_the_timeline_and_in_the_moves(here: Here) -> None:
    replay = await replay_of(here.arcade, here)
    line = replay.query_one(Timeline)
    await here.mouse_down(line, offset=(line.size.width - 1, 0))
    await here.mouse_up(line, offset=(line.size.width - 1, 0))
    await here.rest()
    assert (watching(replay).ply, here.app.mouse_captured) == (8, None)
    for width in (30, 80, 118):
        assert [line._ply(line._column(ply, width), width) for ply in range(9)] == [*range(9)]
    moves = replay.query_one(MoveList)
    text = moves.render().plain.split("\n")[0]
    await here.click(moves, offset=(text.index("E"), 0))
    assert watching(replay).ply == 2


@opens()
async def test_play_on_from_here_leaves_the_old_match_alone(here: Here) -> None:
    record = match_of(RECORD)
    saved = MatchStore.open().begin(record)
    replay = await replay_of(here.arcade, here)
    await here.press("3", "enter", "f")
    here.screen.query_one("#player-2", Filters).choose("player-2", "human")
    here.screen.query_one("#name-2", Input).value = "Cleo"
    await here.rest()
    await here.press("enter")
    table = here.table
    assert table.match.moves == watching(replay).record.moves[:3]
    assert table.match.names == ("Ann", "Cleo")
    await here.press(str(table.match.position.moves()[0]).lower())
    assert saved is not None
    old = await here.arcade.store.ask(lambda store: store.load(saved))
    assert old
    assert old.record == str(record)
    new = await here.arcade.store.ask(MatchStore.last_unfinished)
    assert new
    assert new.id != saved


async def test_a_first_look_alone_marks_nothing() -> None:
    class Hasty(Resting):
        """An engine whose deeper look takes the first one back."""

        async def review(self, match: Match, deep: bool = False) -> Judgement | None:
            found = await super().review(match, deep)
            return found and (found._replace(value=0.0) if deep else found)

    async with opened(arcade(engine=Hasty())) as here:
        replay = await replay_of(here.arcade, here)
        await here.press("y")
        await here.until(lambda: watching(replay).reviewed and not watching(replay).reviewing, "the review")
        assert any(judgement and judgement.deep for judgement in watching(replay).judgements)
        assert not watching(replay).points


def test_a_remark_says_whose_move_it_is_and_which_of_the_turning_points() -> None:
    remarks, told = (
        Remarks(),
        Remark("Ann", 2, 3, "B", ReviewMark.SLIP, "On.", "C", "", "", "9 marbles", "", "Ben leads"),
    )
    remarks.set_reactive(Remarks.remark, told)
    assert str(remarks.render()).split("\n") == [
        "Ann  2 of 3", "", "B ?  slip", "On.", "", "C  best", "", "", "Cost    9 marbles", "After   Ben leads",
    ]  # fmt: skip
    remarks.set_reactive(Remarks.remark, told._replace(number=0, best=""))
    assert str(remarks.render()).startswith("Ann  \n")
    assert "best" not in str(remarks.render())


async def test_no_board_is_painted_with_the_marks_of_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[object, frozenset[Cell]]] = []

    def repaint(board: BoardView, *, at_once: bool = False) -> None:
        if last := board.frame.highlights.last:
            seen.append((board.frame.board, last))

    monkeypatch.setattr(BoardView, "repaint", repaint)
    async with opened(arcade()) as here:
        replay = await replay_of(
            here.arcade, here, '[Game "abacus"][Player1 "Ann"][Player2 "Ben"] a1b2 g5g6 a2b3 g6g7'
        )
        await here.press("end", "home", "end")
        record = watching(replay).situation.record
        own = [
            (record.positions[ply].board, replay.words.trace(record.moves[ply - 1])) for ply in (1, 2, 3, 4)
        ]
        assert own[-1] in seen
        assert all(each in own for each in seen)

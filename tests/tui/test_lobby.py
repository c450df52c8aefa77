"""A house on the screen: its lobby and the ways there, offers, codes, talk, races, tournaments, its archive."""

from __future__ import annotations

from datetime import timedelta

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.tries import Daily, Try
from marbles_tui.rooms.backend import ANYONE, ME, Challenge, Terms
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.notes import Racer
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.store import MatchStore
from marbles_tui.table.clock import DAY, HOUR, MINUTE, TimeControl
from marbles_tui.table.tasks.day import of_today
from marbles_tui.table.utc import utc_day
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.look import BLOCKS, THEMES, Look
from marbles_tui.tui.kit.shelf import RowList, SmallBoard
from marbles_tui.tui.pages.lobby import LobbyScreen
from marbles_tui.tui.pages.lobby_list import LobbyKind, span
from marbles_tui.tui.pages.puzzles import PuzzlesScreen
from marbles_tui.tui.pages.setup_form import ELSEWHERE, Plan
from tests.at_table import plays
from tests.for_each import for_each
from tests.rooms.open_house import guest
from tests.tui.conftest import menu_of
from tests.tui.stage import Here
from tests.tui.together import arrived


async def test_a_move_elsewhere_changes_its_miniature_and_else_nothing_is_drawn(
    lobby: Lobby,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, tom, jo = (guest(lobby, name) for name in ("Ann", "Tom", "Jo"))
    offer = tom.offer(Terms("gobblet"))
    jo.accept(offer.id)
    room = lobby.rooms[offer.id]
    async with arrived(ann, (120, 40)) as at:
        here = at.pilot
        await here.press("p")
        face = here.on(LobbyScreen)
        drawn = list[object]()
        painted = SmallBoard.painted

        def counted(self: SmallBoard) -> Canvas:
            drawn.append(self)
            return painted(self)

        monkeypatch.setattr(SmallBoard, "painted", counted)
        before = face.entries
        await here.rest()
        assert not drawn
        assert isinstance(room, LiveRoom)
        room.session.do(room.match.position.moves()[0], 0)
        await here.until(lambda: face.entries != before, "the move")
        await here.rest()
        assert len(drawn) <= 2
        entry = next(one for one in face.entries if one.kind is LobbyKind.PLAYED)
        assert entry.shown
        assert entry.shown[1] == room.match.position.board


@for_each(
    "seconds, told",
    [
        (10 * MINUTE - 1, "10 minutes"),  # what was just announced to begin in ten
        (9.4 * MINUTE, "9 minutes"),
        (1, "1 minute"),
        (HOUR - 1, "60 minutes"),
        (1.6 * HOUR, "96 minutes"),
        (2 * HOUR - 1, "2 hours"),
        (23.6 * HOUR, "24 hours"),
        (2 * DAY - 1, "2 days"),
        (7 * DAY - 1, "7 days"),
    ],
)
def test_a_span_is_told_to_the_nearest(seconds: float, told: str) -> None:
    assert span(seconds) == told


async def test_an_offer_that_is_gone_is_refused_in_a_sentence(lobby: Lobby) -> None:
    ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
    sam.offer(Terms("gobblet"))
    async with arrived(ann) as at:
        here = at.pilot
        await here.press("p")
        lobby.offers.open.clear()
        await here.press("enter")
        assert here.notices == ["This offer is not there any more."]


async def test_who_comes_by_a_code_goes_to_the_board_when_the_others_are_there(lobby: Lobby) -> None:
    ann, sam, tom = guest(lobby, "Ann"), guest(lobby, "Sam"), guest(lobby, "Tom")
    days = TimeControl.read("3d")  # which nobody is called away to but who waits for it
    code = sam.offer(Terms("beadmaster", seats=(ME, ANYONE, ANYONE), control=days, private=True)).code
    ann.wish = f"join {code}"
    async with arrived(ann) as at:
        await at.pilot.until(lambda: isinstance(at.app.screen, LobbyScreen), "the lobby")
        tom.wish = f"join {code}"
        offer = tom.wished()
        assert isinstance(offer, Challenge)
        tom.accept(offer.id)
        await at.pilot.until(lambda: plays(at.app.screen), "the board")


@pytest.mark.parametrize("visiting", [False, True])
def test_others_are_asked_to_play_in_a_house_alone(visiting: bool) -> None:
    for game in GAMES:
        form = Plan(VIEWS[game.key].setup(), {}, "", visiting=visiting)
        look = Look.of(BLOCKS, THEMES[0])
        asked = next(each for each in form.questions(look) if each.id == "player-2")
        assert bool({value.key for value in asked.values} & set(ELSEWHERE)) == visiting


# Three minutes as a race of two in a house.


async def at_the_race(here: Here, race: int) -> PuzzlesScreen:
    """The list of puzzles, with a race picked: that of a number, or (0) a new one."""
    await here.until(lambda: menu_of(here).links, "the doors")
    await here.press("u")
    screen = here.on(PuzzlesScreen)
    rows = screen.query_one(RowList)
    rows.at = next(at for at, item in enumerate(rows.items) if item and item.key and item.key.race == race)
    await here.rest()
    return screen


async def test_once_more_is_another_race(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bea = guest(lobby, "Ann"), guest(lobby, "Bea")

    def own_race() -> list[Racer]:
        return [one for account, one in bea.racers() if account.id == ann.id]

    async def run_out(here: Here) -> None:
        await here.sees("Bea: 0")
        with monkeypatch.context() as early:
            early.setattr(tries, "SECONDS", 0.0)
            await here.sees("Once more")

    bea.race(Racer(77))
    async with arrived(ann, (100, 30)) as at:
        here = at.pilot
        await at_the_race(here, 77)
        await here.press("enter")
        await run_out(here)
        await here.press("y")
        await here.sees("waiting: Enter")
        (waiting,) = own_race()
        assert waiting.race != 77
        bea.race(waiting)
        await run_out(here)
        bea.race(Racer(78))
        await here.press("y")
        await here.sees("Bea: 0")
        assert own_race() == [Racer(78)]


# One page for today.


def try_at_abacus() -> Try:
    """That of today's puzzle, solved."""
    found = next(each.daily for each in of_today(GAMES, (), utc_day()) if each.daily.game.key == "abacus")
    assert isinstance(found, Daily)
    puzzle = found.puzzle
    return Try(puzzle.id, "abacus", puzzle.difficulty, True, utc_day(), found.date, 0, 7.0)


def at_the_days(rows: RowList, game: str) -> int:
    """Where the day's puzzle of a game is listed."""
    days = [item.key.today if item and item.key else None for item in rows.items]
    return next(at for at, day in enumerate(days) if day and day.daily.game.key == game)


async def test_others_of_the_house_are_told_of_and_nobody_who_is_muted_deleted_or_keyless(
    lobby: Lobby,
) -> None:
    made, store = try_at_abacus(), MatchStore.open()
    for before in (0, 3, 4):
        day = made.tried - timedelta(before)
        store.tries.add(made._replace(tried=day, day=day.isoformat()))
    store.close()
    ann, bea, eve, tom = (guest(lobby, name) for name in ("Ann", "Bea", "Eve", "Tom"))
    bea.solved("2000-01-01", "abacus", "missed")
    for each in (bea, eve, tom, guest(lobby, "Zoe", key=False)):
        each.solved(made.day, "abacus", "solved, 0:07")
    ann.mute(eve.id)
    await lobby.delete(tom.account)
    assert ann.others_solved(made.day, "abacus") == [("Bea", "solved, 0:07")]
    assert not ann.others_solved("2000-01-01", "abacus")
    async with arrived(ann, (120, 40)) as at:
        here = at.pilot
        await here.press("D")
        rows = here.screen.query_one(RowList)
        await here.until(lambda: bool(rows.items), "the five")
        rows.at = at_the_days(rows, "abacus")
        await here.sees("Bea: solved, 0:07")
        shown = here.text
        assert "1 day running" in shown
        assert "at most 2 days" in shown

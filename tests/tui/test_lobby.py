"""A house on the screen: its lobby and the ways there, offers, codes, talk, races, tournaments, its archive."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from textual.widgets import Static

from marbles_tui.games import GAMES
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.tries import Daily, Run, Try
from marbles_tui.play.rating import Rating
from marbles_tui.play.statistics import Progress
from marbles_tui.rooms.backend import Terms
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.notes import Racer
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.rooms.tournaments import TournamentPlan
from marbles_tui.rooms.visit import Visit
from marbles_tui.store import MatchStore
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.tasks.day import of_today
from marbles_tui.table.utc import utc_day
from marbles_tui.tui.dialogs import Welcome
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.look import BLOCKS, THEMES, Look
from marbles_tui.tui.kit.shelf import RowList, SmallBoard
from marbles_tui.tui.kit.top import TopLine
from marbles_tui.tui.pages.house_pages import HouseTournament
from marbles_tui.tui.pages.lobby import LobbyScreen, MoreKeys, OfferGame
from marbles_tui.tui.pages.lobby_list import Deed, LobbyKind
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.puzzles import PuzzlesScreen
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.pages.setup_form import ELSEWHERE, Plan
from tests.rooms.open_house import guest
from tests.tui.conftest import menu_of
from tests.tui.lobbies import DAYS, arcade_of, at_table, begun, face, in_lobby
from tests.tui.stage import Here, opened

MORE = {
    (60, 18): (),
    (80, 24): ("5+3", "1st turn"),
    (120, 40): ("5 min + 3 s", "1st turn", "rated"),
    (200, 60): ("5 min + 3 s", "1st turn", "rated"),
}
"""What there is room for in a window of that size, besides what is always shown."""


@pytest.mark.parametrize("skin", ["blocks", "ascii"])
async def test_everything_that_goes_on_is_shown(lobby: Lobby, skin: str) -> None:
    ann, mara, sam, tom, jo = (guest(lobby, name) for name in ("Ann", "Mara", "Sam", "Tom", "Jo"))
    await begun(lobby, Terms("gobblet", control=DAYS), ann, mara)
    sam.offer(Terms("abacus", rated=True, control=TimeControl.read("5+3")))
    await begun(lobby, Terms("egg-carton"), tom, jo)
    async with in_lobby(ann, skin=skin) as here:
        for size, more in MORE.items():
            await here.size(*size)
            for word in ("YOUR TURN", "Mara", "Gobblet", "3 days left", "OPEN GAMES", "BEING PLAYED",
                         "Egg Carton", "PEOPLE", "4 others here", *more):  # fmt: skip
                assert word in here.text, size
            first = next(line for line in here.text.splitlines() if "▶" in line or ">" in line)
            assert "Mara" in first
            entry = face(here).entry
            assert entry
            assert (entry.kind, entry.does) == (LobbyKind.TURN, Deed.PLAY)


@pytest.mark.long
async def test_a_private_game_is_made_and_found_by_its_code(lobby: Lobby) -> None:
    ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
    async with in_lobby(ann) as here:
        await here.press("v", "enter")
        await here.comes(OfferGame)
        await here.press("enter")
        await here.until(lambda: ann.challenges(), "the offer")
        code = ann.challenges()[0].code
        assert code
        assert any(code in notice for notice in here.notices)
        assert not sam.challenges()
    async with in_lobby(sam) as here:
        await here.press("v", *"wrong", "enter")
        await here.sees("no game with this code")
        await here.press(*["backspace"] * 5, *code.lower(), "enter")
        await here.sits()


async def test_an_enter_too_many_undoes_nothing(lobby: Lobby) -> None:
    ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
    async with in_lobby(ann) as here:
        await here.press("n", "enter", "enter")
        await here.sees("Withdraw your offer?")
        await here.press("enter")
        assert [offer.by.id for offer in ann.challenges()] == [ann.id]
        await here.press("enter", "y")
        await here.until(lambda: not ann.challenges(), "it is withdrawn")
        ben.offer(Terms("beadmaster", seats=("me", "anyone", "anyone")), to=ann.id)
        await here.rest()
        await here.press("home", "enter", "enter", "enter")
        assert [offer.taken[1:] for offer in ann.challenges()] == [(ann.account, None)]


async def test_a_move_elsewhere_changes_its_miniature_and_else_nothing_is_drawn(
    lobby: Lobby,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, tom, jo = (guest(lobby, name) for name in ("Ann", "Tom", "Jo"))
    room = lobby.rooms[await begun(lobby, Terms("gobblet"), tom, jo)]
    async with in_lobby(ann, (120, 40)) as here:
        drawn = list[object]()
        painted = SmallBoard.painted

        def counted(self: SmallBoard) -> Canvas:
            drawn.append(self)
            return painted(self)

        monkeypatch.setattr(SmallBoard, "painted", counted)
        before = face(here).entries
        await here.rest()
        assert not drawn
        assert isinstance(room, LiveRoom)
        room.session.do(room.match.position.moves()[0], 0)
        await here.until(lambda: face(here).entries != before, "the move")
        await here.rest()
        assert len(drawn) <= 2
        entry = next(one for one in face(here).entries if one.kind is LobbyKind.PLAYED)
        assert entry.shown
        assert entry.shown[1] == room.match.position.board


async def test_more_options_of_an_offer_set_up_a_game_with_people(lobby: Lobby) -> None:
    ann, _ = (guest(lobby, name) for name in ("Ann", "Mara"))
    async with in_lobby(ann, (80, 24)) as here:
        here.arcade.change_settings(seats={game.key: {"players": "1"} for game in GAMES})
        await here.press("n", "right", "right", "o")  # Getaway, which one can travel alone
        assert here.on(SetUp).form.elsewhere == "anyone"
        await here.press("enter")
        await here.comes(OfferGame)


async def test_no_rated_game_is_offered_to_somebody_without_a_key(lobby: Lobby) -> None:
    ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam", key=False)
    async with in_lobby(ann) as here:
        await here.press("n")
        dialog = here.on(OfferGame)
        await here.press("down", "down")
        while dialog.given["to"] != sam.id:
            await here.press("right")
        assert "Not rated: Sam has no SSH key." in here.text
        await here.press("down", "down", "enter")
        assert [each.terms.rated for each in sam.challenges()] == [False]


async def test_a_name_that_the_house_has_changed_stands_in_the_lobby_at_once(lobby: Lobby) -> None:
    ann, _ = guest(lobby, "Ann"), guest(lobby, "Sam")
    async with in_lobby(ann) as here:
        assert here.on(LobbyScreen).query_one(TopLine).note == "1 other here   Ann"
        lobby.rename(ann.account, "Anna")
        await here.rest()
        assert here.on(LobbyScreen).query_one(TopLine).note == "1 other here   Anna"


async def test_an_offer_that_is_gone_is_refused_in_a_sentence(lobby: Lobby) -> None:
    ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
    sam.offer(Terms("gobblet"))
    async with in_lobby(ann) as here:
        lobby.offers.open.clear()
        await here.press("enter")
        assert here.notices == ["This offer is not there any more."]


# The ways into the lobby: a name, a code, the set-up.


async def test_a_new_key_is_asked_for_a_name_that_is_not_taken(lobby: Lobby) -> None:
    guest(lobby, "Mara")
    new = Visit(lobby, lobby.accounts.arrive("SHA256:new"), "SHA256:new")
    async with opened(arcade_of(new)) as here:
        await here.comes(Welcome)
        await here.press(*"mara", "enter")
        await here.sees("taken")
        await here.press(*["backspace"] * 4, *"Nora", "enter")
        await here.comes(Menu)
        assert new.account.name == "Nora"
        await here.sees("Nora")


async def test_another_key_joins_by_a_code(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.tui.pages.lobby.time", lobby.house.wall)
    ann = guest(lobby, "Ann")
    new = Visit(lobby, lobby.accounts.arrive("SHA256:new"), "SHA256:new")
    async with opened(arcade_of(ann)) as here:
        here.arcade.push_screen(MoreKeys(ann))
        await here.rest()
        await here.press("enter")
        told = str(here.screen.query_one("#told", Static).content)
        code = told.removesuffix(": good once, for 10 minutes.")
        assert code != told
    async with opened(arcade_of(new)) as here:
        here.screen.dismiss("")
        here.arcade.push_screen(MoreKeys(new))
        await here.rest()
        await here.press("down", *"nothing", "enter")
        await here.until(lambda: str(here.screen.query_one("#told", Static).content), "the refusal")
        assert lobby.accounts.of_key("SHA256:new") != ann.account
        await here.press(*["backspace"] * 7, *code.lower(), "enter")
        await here.until(lambda: lobby.accounts.of_key("SHA256:new") == ann.account, "one account")


async def test_a_game_of_several_is_offered_with_a_computer_among_them(lobby: Lobby) -> None:
    ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
    game = next(game for game in GAMES if len(game.seats) > 1 and game.rated)
    seated = {"players": "3", "player-2": "novice", "begins": "2"}
    plan = Plan(VIEWS[game.key].setup(), seated, "Ann", visiting=True)
    plan.answer("player-3", "anyone")
    assert plan.elsewhere == "anyone"
    seats = plan.offered_seats(Random(1))
    assert seats == ["computer novice", "anyone", "me"]
    ann.offer(Terms(game.key, plan.setup(), tuple(plan.options().items()), tuple(seats)))
    async with in_lobby(sam) as here:
        assert "1 seat free" in here.text
        assert "1 computer" in here.text
    plan.answer("player-2", "human")
    with pytest.raises(ValueError, match="one seat"):
        plan.offered_seats(Random(1))


@pytest.mark.parametrize("visiting", [False, True])
def test_others_are_asked_to_play_in_a_house_alone(visiting: bool) -> None:
    for game in GAMES:
        form = Plan(VIEWS[game.key].setup(), {}, "", visiting=visiting)
        look = Look.of(BLOCKS, THEMES[0])
        asked = next(each for each in form.questions(look) if each.id == "player-2")
        assert bool({value.key for value in asked.values} & set(ELSEWHERE)) == visiting


def test_no_rating_is_promised_to_whoever_has_no_account() -> None:
    for counted in (True, False):
        plan = Plan(VIEWS["gobblet"].setup(), {}, "Ann", visiting=True, counted=counted)
        plan.progress = Progress("gobblet")
        assert plan.summary()[-1].startswith("Rated") == counted, plan.summary()


# Tournaments, the archive, ladders and playing now, on the screen of a guest.


QUICK = TimeControl.read("10+5")


async def test_who_plays_in_a_tournament_is_led_to_the_game(lobby: Lobby) -> None:
    ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
    state = ben.tournaments.announce(ben.account, TournamentPlan("Cup", "egg-carton", begins_in=0))
    async with in_lobby(ann) as here:
        await here.press("enter")
        await here.comes(HouseTournament)
        ben.tournaments.join(ben.account, state.id)
        await here.press("j")
        await here.sits()


async def test_a_table_says_who_is_a_computer(lobby: Lobby) -> None:
    ann = guest(lobby, "Ann")
    plan = TournamentPlan("Cup", "egg-carton", computers=("novice",))
    ann.tournaments.join(ann.account, ann.tournaments.announce(ann.account, plan).id)
    async with in_lobby(ann) as here:
        await here.press("enter")
        await here.comes(HouseTournament)
        assert "Novice, computer" in here.text
        assert "Ann, computer" not in here.text


async def test_who_takes_a_seat_is_led_to_a_game_of_days_and_from_it_to_no_older_one(lobby: Lobby) -> None:
    ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
    async with in_lobby(ann) as here:
        ben.accept(ann.offer(Terms("gobblet", control=DAYS)).id)
        await here.rest()
        assert not at_table(here), "it waits for days"
        offer = ben.offer(Terms("abacus", control=DAYS))
        await here.rest()
        face(here).rows.pick((LobbyKind.OPEN, offer.id))
        await here.press("enter")
        await here.sits()
        assert [guest.account for guest in lobby.rooms[offer.id].guests] == [ann.id]


async def test_a_game_of_days_hides_none_whose_clock_runs(lobby: Lobby) -> None:
    ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
    async with opened(arcade_of(ann)) as here:
        timed = ann.offer(Terms("gobblet", control=QUICK))
        for offer in (timed, ann.offer(Terms("abacus", control=DAYS))):
            ben.accept(offer.id)
        await here.rest()
        assert here.notices == ["Your game with Ben begins. It waits in the lobby, p in the menu."]
        await here.press("p")
        await here.sits()
        assert [guest.account for guest in lobby.rooms[timed.id].guests] == [ann.id]


async def test_playing_now_leads_to_a_game_of_days(lobby: Lobby) -> None:
    ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
    ben.offer(Terms("egg-carton", rated=True, control=DAYS))
    async with in_lobby(ann) as here:
        await here.press("p", "down", "down", *["right"] * 3, "enter")
        await here.sits()


async def test_who_is_asked_by_name_hears_that_the_seat_is_theirs(lobby: Lobby) -> None:
    ann, ben, _ = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
    async with in_lobby(ann) as here:
        ben.offer(Terms("beadmaster", seats=("me", "anyone", "anyone")), to=ann.id)
        await here.rest()
        await here.press("home", "enter")
        await here.rest()
        assert here.notices[1:] == ["You have the seat. The game begins when all seats are taken."]


async def test_an_offer_is_told_with_the_rating_and_how_it_is_declined(lobby: Lobby) -> None:
    ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
    lobby.house.ratings[ben.id, "egg-carton"] = Rating(1300.0, 60.0, 2)
    heard: list[str] = []
    ben.listen_to_words(lambda told, _: heard.append(told))
    async with in_lobby(ann, (120, 40)) as here:
        ben.offer(Terms("egg-carton", control=QUICK), to=ann.id)
        await here.rest()
        (told,) = here.notices
        assert "x says no, thanks" in told
        assert "Ben: 1,300" in told
        await here.press("home", "x")
        assert heard == ["Ann says no, thanks."]


@pytest.mark.parametrize(
    ("wish", "seen"),
    [
        ("abacus", "MORE OPTIONS"),
        ("today", "the next in"),
        ("watch Ben", "18 to clear"),
        ("join CODE", "18 to clear"),
        ("nonsense", "To be named here"),
    ],
)
async def test_what_ssh_has_named_is_opened_first(lobby: Lobby, wish: str, seen: str) -> None:
    ann, ben, cleo = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
    offer = ben.offer(Terms("egg-carton", private=wish.startswith("join")))
    if wish.startswith("watch"):
        cleo.accept(offer.id)
    ann.wish = wish.replace("CODE", offer.code)
    async with opened(arcade_of(ann)) as here:
        await here.until(lambda: seen in f"{here.text} {here.notices}", seen)
        assert ann.wished() is None, "it is wished for once"


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


async def test_whoever_waits_is_found_and_sees_how_the_other_one_fares(lobby: Lobby) -> None:
    ann, bea = guest(lobby, "Ann"), guest(lobby, "Bea")
    async with opened(arcade_of(ann), (100, 30)) as here:
        screen = await at_the_race(here, 0)
        await here.press("enter")
        await here.sees("waiting: Enter")
        assert "Three minutes" in bea.said()[-1].text
        await here.press("enter")
        await here.until(lambda: not bea.racers(), "that it is called off")
        await here.press("enter")
        await here.until(lambda: bool(bea.racers()), "the race")
        ((_, racer),) = bea.racers()
        bea.race(Racer(racer.race))
        await here.sees("Bea: 0")
        bea.race(Racer(racer.race, (True, False, True), True))
        await here.sees("Bea: 2, done")
        await here.press("escape")
        await here.until(lambda: here.screen is screen, "the list")
        assert [one.over for account, one in bea.racers() if account.id == ann.id] == [True]
    ann.close()
    assert [account.name for account, _ in bea.racers()] == ["Bea"]


async def test_both_have_the_same_puzzles(lobby: Lobby) -> None:
    ann, bea = guest(lobby, "Ann"), guest(lobby, "Bea")
    bea.race(Racer(77))
    app = arcade_of(ann)
    async with opened(app, (100, 30)) as here:
        await at_the_race(here, 77)
        assert "a race against Bea" in here.text
        await here.press("enter")
        first = Run(None, app.games, Random(77)).next()
        assert first
        await here.until(lambda: first.id in here.text, "the first puzzle")
        assert {one.race for _, one in bea.racers()} == {77}


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
    async with opened(arcade_of(ann), (100, 30)) as here:
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
    async with opened(arcade_of(ann), (120, 40)) as here:
        await here.press("D")
        rows = here.screen.query_one(RowList)
        await here.until(lambda: bool(rows.items), "the five")
        rows.at = at_the_days(rows, "abacus")
        await here.sees("Bea: solved, 0:07")
        shown = here.text
        assert "1 day running" in shown
        assert "at most 2 days" in shown

"""A house on the screen: its lobby and the ways there, offers, codes, talk, races, tournaments, its archive."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import cast

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from marbles_tui.games import GAMES
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.tries import Daily, Run, Try
from marbles_tui.play.rating import Rating
from marbles_tui.play.statistics import Progress
from marbles_tui.rooms.backend import Archived, ArchivedRecord, Terms
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.notes import Racer
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.rooms.tournaments import TournamentPlan
from marbles_tui.rooms.visit import Visit
from marbles_tui.store import MatchStore
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.tasks.day import of_today
from marbles_tui.table.utc import utc_day
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import Welcome
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.look import BLOCKS, THEMES, Look
from marbles_tui.tui.kit.shelf import RowList, SmallBoard
from marbles_tui.tui.pages.house_pages import HouseTournament
from marbles_tui.tui.pages.lobby import MoreKeys, OfferGame
from marbles_tui.tui.pages.lobby_list import Deed, LobbyKind
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.puzzles import PuzzlesScreen
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.pages.setup_form import ELSEWHERE, Plan
from tests.rooms.open_house import guest, opened
from tests.tui.conftest import menu_of, notices
from tests.tui.lobbies import DAYS, arcade_of, at_table, begun, face, in_lobby
from tests.tui.waiting import press, screen_text, settle, until

SIZES = [(60, 18), (80, 24), (120, 40), (200, 60)]


@pytest.mark.parametrize("skin", ["blocks", "ascii"])
async def test_everything_that_goes_on_is_shown(skin: str) -> None:
    async with opened() as lobby:
        ann, mara, sam, tom, jo = (guest(lobby, name) for name in ("Ann", "Mara", "Sam", "Tom", "Jo"))
        await begun(lobby, Terms("gobblet", control=DAYS), ann, mara)
        sam.offer(Terms("abacus", rated=True, control=TimeControl.read("5+3")))
        await begun(lobby, Terms("egg-carton"), tom, jo)
        async with in_lobby(ann, SIZES[0], skin=skin) as pilot:
            for size in SIZES:
                await pilot.resize_terminal(*size)
                await settle(pilot)
                text = screen_text(pilot)
                for word in ("YOUR TURN", "Mara", "Gobblet", "3 days left", "OPEN GAMES", "BEING PLAYED",
                             "Egg Carton", "PEOPLE", "4 others here"):  # fmt: skip
                    assert word in text, (word, text)
                for word, since in (
                    ("5 min + 3 s" if size[0] > 80 else "5+3", 80),
                    ("1st turn", 80),
                    ("rated", 120),
                ):
                    assert word in text or size[0] < since, (word, text)
                assert face(pilot).pointed == face(pilot).entries[0].place
                entry = face(pilot).entry
                assert entry
                assert (entry.kind, entry.who, entry.does) == (LobbyKind.TURN, "Mara", Deed.PLAY)


@pytest.mark.long
async def test_a_private_game_is_made_and_found_by_its_code() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        async with in_lobby(ann) as pilot:
            await pilot.press("v", "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, OfferGame), "the questions")
            await pilot.press("enter")
            await until(pilot, lambda: ann.challenges(), "the offer")
            code = ann.challenges()[0].code
            assert code
            assert any(code in notice for notice in notices(pilot))
            assert not sam.challenges()
        async with in_lobby(sam) as pilot:
            await pilot.press("v", *"wrong", "enter")
            await until(pilot, lambda: "no game with this code" in screen_text(pilot), "the refusal")
            await pilot.press(*["backspace"] * 5, *code.lower(), "enter")
            await until(pilot, lambda: at_table(pilot), "the table")


@pytest.mark.long
async def test_arrows_reach_everything() -> None:
    async with opened() as lobby:
        ann, tom, jo, sam = (guest(lobby, name) for name in ("Ann", "Tom", "Jo", "Sam"))
        for control in ("5+3", "3+2", "10+5", "1d"):
            sam.offer(Terms("gobblet", control=TimeControl.read(control)))
        await begun(lobby, Terms("egg-carton"), tom, jo)
        for size in (SIZES[0], SIZES[2]):
            async with in_lobby(ann, size) as pilot:
                reached = {face(pilot).pointed}
                for key in ["up"] * 9 + ["down"] * 12:
                    await pilot.press(key)
                    reached.add(face(pilot).pointed)
                assert reached == {entry.place for entry in face(pilot).entries}, size


async def test_a_move_elsewhere_changes_its_miniature_and_else_nothing_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened() as lobby:
        ann, tom, jo = (guest(lobby, name) for name in ("Ann", "Tom", "Jo"))
        room = lobby.rooms[await begun(lobby, Terms("gobblet"), tom, jo)]
        async with in_lobby(ann, (120, 40)) as pilot:
            drawn = list[object]()
            painted = SmallBoard.painted

            def counted(self: SmallBoard) -> Canvas:
                drawn.append(self)
                return painted(self)

            monkeypatch.setattr(SmallBoard, "painted", counted)
            before = face(pilot).entries
            await settle(pilot)
            assert not drawn
            assert isinstance(room, LiveRoom)
            room.session.do(room.match.position.moves()[0], 0)
            await until(pilot, lambda: face(pilot).entries != before, "the move")
            await settle(pilot)
            assert len(drawn) <= 2
            entry = next(one for one in face(pilot).entries if one.kind is LobbyKind.PLAYED)
            assert entry.shown
            assert entry.shown[1] == room.match.position.board


async def test_more_options_of_an_offer_set_up_a_game_with_people() -> None:
    async with opened() as lobby:
        ann, _ = (guest(lobby, name) for name in ("Ann", "Mara"))
        async with in_lobby(ann, (80, 24)) as pilot:
            cast("Arcade", pilot.app).change_settings(seats={game.key: {"players": "1"} for game in GAMES})
            await press(pilot, "n", "right", "right", "o")  # Getaway, which one can travel alone
            await until(pilot, lambda: isinstance(pilot.app.screen, SetUp), "the set-up")
            assert isinstance(pilot.app.screen, SetUp)
            assert pilot.app.screen.form.elsewhere == "anyone"
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, OfferGame), "to whom it is offered")


async def test_an_offer_that_is_gone_is_refused_in_a_sentence() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        sam.offer(Terms("gobblet"))
        async with in_lobby(ann) as pilot:
            lobby.offers.open.clear()
            await press(pilot, "enter")
            assert notices(pilot) == ["This offer is not there any more."]


# The ways into the lobby: the door in the menu, a name, a code, the set-up.


# The door in the menu


# Who one is


async def test_a_new_key_is_asked_for_a_name_that_is_not_taken() -> None:
    async with opened() as lobby:
        guest(lobby, "Mara")
        new = Visit(lobby, lobby.accounts.arrive("SHA256:new"), "SHA256:new")
        async with arcade_of(new).run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(pilot.app.screen, Welcome), "the question")
            await pilot.press(*"mara", "enter")
            await until(pilot, lambda: "taken" in screen_text(pilot), "the refusal")
            await pilot.press(*["backspace"] * 4, *"Nora", "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, Menu), "the menu")
            assert new.account.name == "Nora"
            await until(pilot, lambda: "Nora" in screen_text(pilot), "the name")


async def test_another_key_joins_by_a_code() -> None:
    async with opened() as lobby:
        ann = guest(lobby, "Ann")
        new = Visit(lobby, lobby.accounts.arrive("SHA256:new"), "SHA256:new")
        code = ann.key_code().code
        async with arcade_of(new).run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(pilot.app.screen, Welcome), "the question")
            pilot.app.screen.dismiss("")
            pilot.app.push_screen(MoreKeys(new))
            await until(pilot, lambda: isinstance(pilot.app.screen, MoreKeys), "the keys")
            await pilot.press("down", *"nothing", "enter")
            await until(
                pilot, lambda: str(pilot.app.screen.query_one("#told", Static).content), "the refusal"
            )
            assert lobby.accounts.of_key("SHA256:new") != ann.account
            await pilot.press(*["backspace"] * 7, *code.lower(), "enter")
            await until(pilot, lambda: lobby.accounts.of_key("SHA256:new") == ann.account, "one account")


# From the set-up


async def test_a_game_of_several_is_offered_with_a_computer_among_them() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        game = next(game for game in GAMES if len(game.seats) > 1 and game.rated)
        seated = {"players": "3", "player-2": "novice", "begins": "2"}
        plan = Plan(VIEWS[game.key].setup(), seated, "Ann", visiting=True)
        plan.answer("player-3", "anyone")
        assert plan.elsewhere == "anyone"
        seats = plan.offered_seats(Random(1))
        assert seats == ["computer novice", "anyone", "me"]
        ann.offer(Terms(game.key, plan.setup(), tuple(plan.options().items()), tuple(seats)))
        async with in_lobby(sam) as pilot:
            assert "1 seat free" in screen_text(pilot)
            assert "1 computer" in screen_text(pilot)
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
RECORD = '[Game "egg-carton"]\n[Player1 "Ben"]\n[Player2 "Zoe"]\n[Result "1"]\n\n1. D E D B A B D E F'


def told(pilot: Pilot[None]) -> str:
    """What is said in a corner."""
    return " ".join(notice.message for notice in pilot.app._notifications)


async def with_games(lobby: Lobby) -> None:
    """Two games that are over, and ratings."""
    house = lobby.house
    for id, winner, when in (("r1", "Ben", 1_700_000_000.0), ("r2", "Zoe", 1_702_000_000.0)):
        ids = [lobby.accounts.named(name) for name in ("Ben", "Zoe")]
        scores = (1.0, 0.0) if winner == "Ben" else (0.0, 1.0)
        game = Archived(id, "egg-carton", ("Ben", "Zoë"), tuple(each.id if each else None for each in ids), scores,
                        "cleared", 9, True, "10+5", when, (1300.0, 1150.0))  # fmt: skip
        await house.backend.keep_document(ArchivedRecord(id, RECORD))
        lobby.archive.learn(game)
        for account, number in zip(ids, (1300.0, 1150.0), strict=True):
            assert account
            house.ratings[account.id, "egg-carton"] = Rating(number, 60.0, 2)


async def test_who_plays_in_a_tournament_is_led_to_the_game() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        state = ben.tournaments.announce(ben.account, TournamentPlan("Cup", "egg-carton", begins_in=0))
        async with in_lobby(ann) as pilot:
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, HouseTournament), "its table")
            ben.tournaments.join(ben.account, state.id)
            await pilot.press("j")
            await until(pilot, lambda: at_table(pilot), "the game")


async def test_who_takes_a_seat_is_led_to_a_game_of_days_and_from_it_to_no_older_one() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        async with in_lobby(ann) as pilot:
            ben.accept(ann.offer(Terms("gobblet", control=DAYS)).id)
            await settle(pilot)
            assert not at_table(pilot), "it waits for days"
            offer = ben.offer(Terms("abacus", control=DAYS))
            await until(
                pilot, lambda: any(entry.key == offer.id for entry in face(pilot).entries), "the offer"
            )
            face(pilot).rows.pick((LobbyKind.OPEN, offer.id))
            await press(pilot, "enter")
            await until(pilot, lambda: at_table(pilot), "the table")
            assert [guest.account for guest in lobby.rooms[offer.id].guests] == [ann.id]


async def test_an_offer_is_told_with_the_rating_and_how_it_is_declined() -> None:
    async with opened() as lobby:
        ann, ben, _ = guest(lobby, "Ann"), guest(lobby, "Ben"), guest(lobby, "Zoe")
        await with_games(lobby)
        heard: list[str] = []
        ben.listen_to_words(lambda told, _: heard.append(told))
        async with in_lobby(ann, (120, 40)) as pilot:
            ben.offer(Terms("egg-carton", control=QUICK), to=ann.id)
            await until(pilot, lambda: "x says no, thanks" in told(pilot), "it is told")
            assert "Ben: 1,300" in told(pilot)
            await pilot.press("home", "x")
            await until(pilot, lambda: heard == ["Ann says no, thanks."], "Ben hears of it")


@pytest.mark.parametrize("wish", ["abacus", "today", "watch Ben", "join CODE", "nonsense"])
async def test_what_ssh_has_named_is_opened_first(wish: str) -> None:
    async with opened() as lobby:
        ann, ben, cleo = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
        offer = ben.offer(Terms("egg-carton", private=wish.startswith("join")))
        if wish.startswith("watch"):
            cleo.accept(offer.id)
        ann.wish = wish.replace("CODE", offer.code)
        async with arcade_of(ann).run_test(size=(80, 24)) as pilot:
            if wish == "abacus":
                await until(pilot, lambda: "MORE OPTIONS" in screen_text(pilot), "the set-up")
            elif wish == "today":
                await until(pilot, lambda: "the next in" in screen_text(pilot), "the day's page")
            elif wish == "nonsense":
                await until(pilot, lambda: "To be named here" in told(pilot), "what can be named")
            else:
                await until(pilot, lambda: at_table(pilot), "the table")
            assert ann.wished() is None, "it is wished for once"


# Three minutes as a race of two in a house.


async def at_the_race(pilot: Pilot[None], race: int) -> PuzzlesScreen:
    """The list of puzzles, with a race picked: that of a number, or (0) a new one."""
    await until(pilot, lambda: menu_of(pilot).links, "the doors")
    await press(pilot, "u")
    screen = pilot.app.screen
    assert isinstance(screen, PuzzlesScreen)
    rows = screen.query_one(RowList)
    rows.at = next(at for at, item in enumerate(rows.items) if item and item.key and item.key.race == race)
    await settle(pilot)
    return screen


async def test_whoever_waits_is_found_and_sees_how_the_other_one_fares() -> None:
    async with opened() as lobby:
        ann, bea = guest(lobby, "Ann"), guest(lobby, "Bea")
        async with arcade_of(ann).run_test(size=(100, 30)) as pilot:
            screen = await at_the_race(pilot, 0)
            await press(pilot, "enter")
            await until(pilot, lambda: "waiting: Enter" in screen_text(pilot), "that one waits")
            assert "Three minutes" in bea.said()[-1].text
            await press(pilot, "enter")
            await until(pilot, lambda: not bea.racers(), "that it is called off")
            await press(pilot, "enter")
            await until(pilot, lambda: bool(bea.racers()), "the race")
            ((_, racer),) = bea.racers()
            bea.race(Racer(racer.race))
            await until(pilot, lambda: "Bea: 0" in screen_text(pilot), "the other one")
            bea.race(Racer(racer.race, (True, False, True), True))
            await until(pilot, lambda: "Bea: 2, done" in screen_text(pilot), "how they fared")
            await press(pilot, "escape")
            await until(pilot, lambda: pilot.app.screen is screen, "the list")
            assert [one.over for account, one in bea.racers() if account.id == ann.id] == [True]
        ann.close()
        assert [account.name for account, _ in bea.racers()] == ["Bea"]


async def test_both_have_the_same_puzzles() -> None:
    async with opened() as lobby:
        ann, bea = guest(lobby, "Ann"), guest(lobby, "Bea")
        bea.race(Racer(77))
        app = arcade_of(ann)
        async with app.run_test(size=(100, 30)) as pilot:
            await at_the_race(pilot, 77)
            assert "a race against Bea" in screen_text(pilot)
            await press(pilot, "enter")
            first = Run(None, app.games, Random(77)).next()
            assert first
            await until(pilot, lambda: first.id in screen_text(pilot), "the first puzzle")
            assert {one.race for _, one in bea.racers()} == {77}


async def test_once_more_is_another_race(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened() as lobby:
        ann, bea = guest(lobby, "Ann"), guest(lobby, "Bea")

        def own_race() -> list[Racer]:
            return [one for account, one in bea.racers() if account.id == ann.id]

        async def run_out(pilot: Pilot[None]) -> None:
            await until(pilot, lambda: "Bea: 0" in screen_text(pilot), "the race")
            with monkeypatch.context() as early:
                early.setattr(tries, "SECONDS", 0.0)
                await until(pilot, lambda: "Once more" in screen_text(pilot), "its end")

        bea.race(Racer(77))
        async with arcade_of(ann).run_test(size=(100, 30)) as pilot:
            await at_the_race(pilot, 77)
            await press(pilot, "enter")
            await run_out(pilot)
            await press(pilot, "y")
            await until(pilot, lambda: "waiting: Enter" in screen_text(pilot), "that one waits")
            (waiting,) = own_race()
            assert waiting.race != 77
            bea.race(waiting)
            await run_out(pilot)
            bea.race(Racer(78))
            await press(pilot, "y")
            await until(pilot, lambda: "Bea: 0" in screen_text(pilot), "whoever waits is raced")
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


async def test_others_of_the_house_are_told_of_and_nobody_who_is_muted_deleted_or_keyless() -> None:
    made, store = try_at_abacus(), MatchStore.open()
    for before in (0, 3, 4):
        day = made.tried - timedelta(before)
        store.tries.add(made._replace(tried=day, day=day.isoformat()))
    store.close()
    async with opened() as lobby:
        ann, bea, eve, tom = (guest(lobby, name) for name in ("Ann", "Bea", "Eve", "Tom"))
        bea.solved("2000-01-01", "abacus", "missed")
        for each in (bea, eve, tom, guest(lobby, "Zoe", key=False)):
            each.solved(made.day, "abacus", "solved, 0:07")
        ann.mute(eve.id)
        await lobby.delete(tom.account)
        assert ann.others_solved(made.day, "abacus") == [("Bea", "solved, 0:07")]
        assert not ann.others_solved("2000-01-01", "abacus")
        async with arcade_of(ann).run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            await press(pilot, "D")
            rows = pilot.app.screen.query_one(RowList)
            await until(pilot, lambda: bool(rows.items), "the five")
            rows.at = at_the_days(rows, "abacus")
            await until(pilot, lambda: "Bea: solved, 0:07" in screen_text(pilot), "Bea")
            shown = screen_text(pilot)
            assert "1 day running" in shown
            assert "at most 2 days" in shown

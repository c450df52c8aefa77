"""A table without a screen or sleep: who sits there, its life, time that is counted, draws, decisions taken back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

import pytest
import pytest_asyncio

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.job_queue import JobQueue, ThinkingFailedError
from marbles_tui.core import BadOption, Game, Result
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.series import SEED
from marbles_tui.table.clock import Clock, Time
from marbles_tui.table.live import News, Status
from marbles_tui.table.players import Act, Choosing, Dice, Engine, Here, Human, Player
from marbles_tui.table.session import Keep, Session
from marbles_tui.tui.games.picking import Picker
from tests.for_each import for_each
from tests.table.controlled import Heard, Puppet, all_quiet, match_of, running, until

COMPUTERS = '[Game "gobblet"][Seat1 "computer novice"][Seat2 "computer novice"]'


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_computers_play_a_match_to_its_end(game: Game) -> None:
    seats = (Seat("", "computer novice"), Seat("", "computer novice"))
    saved: list[Match] = []
    level = "amateur" if game.key == "abacus" else "novice"
    setup = "5/6/2b1b2/2wwwb2/1w1bbww2/2bwb3/2bw3/6/5 w 4 4" if game.key == "abacus" else None  # 40 plies
    match = Match.new(game, setup=setup, seats=seats)
    session = Session(match, [Engine(level, Here())] * 2, saved.append)
    end = await session.finish()
    assert end.result
    assert len(saved) == end.plies + bool(end.ending)
    assert saved[-1] is end
    assert read_match(str(end), GAMES).whole().positions == end.positions


async def test_a_watcher_that_fails_holds_nobody_up() -> None:
    table = Table(COMPUTER)

    def broken(news: News) -> None:
        raise RuntimeError("I have no idea")

    table.session.listen(broken)
    async with running(table.session):
        await table.plays("W1A1")
        assert table.session.state.thinking == 1


async def test_what_a_face_raises_ends_the_session() -> None:
    def broken(news: News) -> None:
        raise RuntimeError("the screen is broken")

    table = Table(PEOPLE)
    table.session.listen(broken, shows=True)
    with pytest.raises(RuntimeError, match="the screen is broken"):
        await table.session.run()
    assert not table.session.do(Act.RESIGN, 0)


async def test_what_a_player_chose_for_another_position_counts_no_more() -> None:
    table = Table(PEOPLE)
    async with running(table.session):
        table.play("W1A1")
        assert table.session.go_to(match_of(PEOPLE))
        await all_quiet()
        assert table.moves == ""
        assert table.session.state.asked == 0


async def test_a_listener_may_call_the_session() -> None:
    class Hasty(Heard):
        def __call__(self, news: News) -> Any:
            showing = super().__call__(news)
            if self.told == [("asked", 0)] and table.session.state.asked == 0:
                table.play("W1A1")
            elif self.told[-1] == ("asked", 1):
                table.session.do(Act.RESIGN, 1)
            return showing

    table = Table(PEOPLE)
    table.heard = Hasty()
    table.session.listen(table.heard, shows=True)
    async with running(table.session):
        assert table.heard.told == [("asked", 0), "W1A1", ("asked", 1), ("changed", 1), ("over", "resigned")]


async def test_a_choice_made_at_once_counts_not_if_the_table_changed_meanwhile() -> None:
    def restless(news: News) -> None:
        if isinstance(news, Status) and news.state.thinking == 0 and not news.state.match.plies:
            session.go_to(match_of(f"{COMPUTERS} w1c3"))

    table = Table(COMPUTERS)
    session = Session(match_of(COMPUTERS), [Choosing(lambda match: match.position.moves()[0]), Puppet()])
    table.session = session
    session.listen(restless, shows=True)
    async with running(session):
        await all_quiet()
        assert table.moves == "W1C3"


async def test_who_cancels_the_run_closes_the_session() -> None:
    table = Table(COMPUTER)
    task = asyncio.create_task(table.session.run())
    await table.plays("W1A1")
    task.cancel()
    await until(task.done, "the run ends")
    await all_quiet()
    assert not table.session.do(Act.RESIGN, 0)
    assert not table.puppets[1].thinks


async def test_a_table_needs_a_player_for_each_seat() -> None:
    with pytest.raises(ValueError, match="expected 2 players, not 1"):
        Session(match_of(PEOPLE), [Human()])


# Sessions at a table for tests.


PEOPLE = '[Game "gobblet"]'


COMPUTER = '[Game "gobblet"][Seat2 "computer novice"]'


class Table:
    """A session with people and puppets on its seats, and somebody who hears what it tells."""

    def __init__(
        self,
        record: str,
        *,
        slow: bool = False,
        keep: Keep | None = None,
        time: Time | None = None,
        hold: bool = False,
        stop: Callable[[Match], bool] | None = None,
    ) -> None:
        match = match_of(record)
        self.puppets = {seat: Puppet() for seat, who in enumerate(match.seats) if who.level is not None}
        players = [self.puppets.get(seat) or Human() for seat in range(len(match.seats))]
        self.heard = Heard(slow=slow)
        self.saved: list[Match] = []
        self.session = Session(match, players, keep or self.saved.append, time=time, hold=hold, stop=stop)
        self.session.listen(self.heard, shows=True)

    def play(self, *moves: str) -> None:
        """A person plays the next move."""
        for word in moves:
            match = self.session.match
            assert self.session.do(match.game.find(match.position, word), match.position.actor)

    async def person_asked(self) -> None:
        """Wait until a person is asked."""
        await until(lambda: self.session.state.asked is not None, "a person is asked")

    async def plays(self, *moves: str) -> None:
        """People play moves, one after another."""
        for word in moves:
            await self.person_asked()
            self.play(word)
        await all_quiet()

    @property
    def moves(self) -> str:
        """The moves of the match as it stands."""
        return " ".join(map(str, self.session.match.moves))


# Time that is counted.


async def test_a_record_tells_who_won_on_time_by_its_tag() -> None:
    match = match_of(f"{COMPUTER} w1a1").lose(0, "time")
    assert '[Result "2"]' in str(match)
    again = read_match(str(match), GAMES).whole()
    assert again.result == Result.win(2, 1, "tag")
    assert again.moves == match.moves


CLOCK = Clock.of(3, 10.0, 1.0)


@for_each(
    ("clock", "left"),
    [
        (CLOCK.spend(1, 4.0), (10.0, 6.0, 10.0)),
        (CLOCK.spend(1, 40.0), (10.0, 0.0, 10.0)),
        (CLOCK.moved(2), (10.0, 10.0, 11.0)),
        (CLOCK, (10.0, 10.0, 10.0)),
    ],
)
def test_a_clock_is_a_value(clock: Clock, left: tuple[float, ...]) -> None:
    assert clock.left == left


# Draws, and decisions taken back, between people and computers.


DRAW = Result.draw(2, "agreed")

ABACUS = '[Game "abacus"]'
THRICE = "a1b2 g5g6 d4c3 g8g7 " * 2
"""The start stands for the third time."""


def seated(record: str, *players: Player) -> tuple[Session, Heard]:
    """A session, and who hears it."""
    session, heard = Session(match_of(record), players), Heard()
    session.listen(heard, shows=True)
    return session, heard


class Sure:
    """Thinks always the same of a position; remembers what it was asked."""

    def __init__(self, value: float, move: str = "") -> None:
        self.analysis = Analysis(move, value)
        self.seeds: list[int] = []
        self.hurried = 0

    async def think(
        self, match: Match, level: str | None = None, limit: Limit | None = None, seed: int = 0
    ) -> Analysis:
        """What it thinks."""
        self.seeds.append(seed)
        return self.analysis

    def move_now(self) -> None:
        """Count it."""
        self.hurried += 1


# Draws with computers


async def test_an_answer_to_an_offer_that_lapsed_is_none_to_the_next() -> None:
    puppet = Puppet()
    session, _ = seated(COMPUTER, Human(), puppet)
    async with running(session):
        assert session.do(Act.DRAW, 0)
        await until(lambda: puppet.offered, "the computer considers")
        late = puppet.answer
        assert session.go_to(session.match)
        assert session.do(Act.DRAW, 0)
        await until(lambda: len(puppet.offered) == 2, "the computer considers")
        assert late
        if not late.done():
            late.set_result(True)
        await all_quiet()
        assert session.state.offer
        assert session.match.result is None
        puppet.answers(False)
        await all_quiet()
        assert session.state.offer is None


@pytest.mark.parametrize(("value", "accepts"), [(-3.0, True), (0.0, True), (0.1, False), (9999.0, False)])
async def test_a_computer_accepts_where_it_stands_no_better_than_even(value: float, accepts: bool) -> None:
    """Whoever is to move: values are those of the mover."""
    first, second = match_of(PEOPLE), match_of(f"{PEOPLE} w1a1")
    assert await Engine("novice", Sure(value)).accepts_draw(first, 0) is accepts
    assert await Engine("novice", Sure(value)).accepts_draw(second, 1) is accepts
    assert await Engine("novice", Sure(-value)).accepts_draw(first, 1) is accepts
    assert await Engine("novice", Sure(-value)).accepts_draw(second, 0) is accepts


@pytest.mark.parametrize(
    ("setup", "accepts"), [("0,0,0,0,0,1/1,1,1,1,1,1/0,0/1", True), ("1,1,1,0,0,0/0,0,0,0,0,1/0,0/1", False)]
)
async def test_a_computer_knows_whether_it_is_lost(setup: str, accepts: bool) -> None:
    record = f'[Game "egg-carton"][Seat2 "computer novice"][Setup "{setup}"]'
    session, heard = seated(record, Human(), Engine("novice", Here()))
    async with running(session):
        assert session.do(Act.DRAW, 0)
        await until(lambda: session.state.offer is None, "the computer answers")
        assert (session.match.result == DRAW) is accepts
        assert heard.told[2] == ("accepted" if accepts else "refused", 1)


async def test_a_computer_that_cannot_tell_plays_on() -> None:
    class Ignorant(Sure):
        async def think(
            self, match: Match, level: str | None = None, limit: Limit | None = None, seed: int = 0
        ) -> Analysis:
            raise BadOption("no computer plays this")

    match = match_of(PEOPLE)
    assert not await Engine("novice", Ignorant(0)).accepts_draw(match, 0)
    dice = match_of('[Game "getaway"]')
    assert not await Engine("novice", Sure(-1.0)).accepts_draw(dice, 0)
    many = match_of('[Game "beadmaster"][Seat3 "human"]')
    assert not await Engine("novice", Sure(-1.0)).accepts_draw(many, 1), "a value is the mover's alone"
    assert await Engine("novice", Sure(-1.0)).accepts_draw(many, 0)


# Claims


@pytest.mark.parametrize(("value", "claims"), [(-0.5, True), (0.0, True), (0.5, False)])
async def test_a_computer_claims_where_it_stands_no_better_than_even(value: float, claims: bool) -> None:
    match = match_of(f"{ABACUS} {THRICE}")
    choice = await Engine("novice", Sure(value, "a1b2")).choose(match)
    assert choice == (Act.CLAIM if claims else match.game.find(match.position, "a1b2"))
    before = match_of(ABACUS)
    assert await Engine("novice", Sure(value, "a5b5")).choose(before) is not Act.CLAIM


async def test_a_computer_ends_the_match_by_its_claim() -> None:
    record = f'{ABACUS}[Seat1 "computer novice"] {THRICE}'
    session, heard = seated(record, Engine("novice", Sure(-1.0)), Human())
    async with running(session):
        await until(lambda: ("over", "repetition") in heard.told, "the end")


# Those who sit at a table.


SEARCHED = [game for game in GAMES if game.has_kernel]


def seeded(game: Game, seed: int) -> Match:
    """A new match against a novice."""
    return Match.new(game, seats=(Seat("", "computer novice"), Seat()), tags=((SEED, str(seed)),))


@pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
async def test_a_novice_does_not_play_the_same_match_every_time(game: Game) -> None:
    played = {str(await Engine("novice", Here()).choose(seeded(game, seed))) for seed in range(10)}
    assert len(played) > 1


@pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
async def test_from_the_same_seed_it_does(game: Game) -> None:
    match = seeded(game, 4)
    first, second = [await Engine("novice", Here()).choose(match) for _ in range(2)]
    assert first == second


async def test_an_engine_draws_its_seed_from_the_match_and_the_ply() -> None:
    mind = Sure(1.0, "W1A1")
    engine = Engine("novice", mind)
    gobblet = next(game for game in GAMES if game.key == "gobblet")
    for seed in (1, 1, 2):
        await engine.choose(seeded(gobblet, seed))
    mind.analysis = Sure(1.0, "W1B2").analysis
    await engine.choose(seeded(gobblet, 1).read("W1A1").read("K1D4"))
    one, same, other, later = mind.seeds
    assert one == same
    assert len({one, other, later}) == 3


async def test_who_hurries_an_engine_hurries_its_thinking() -> None:
    mind = Sure(0.0)
    Engine("novice", mind).hurry()
    assert mind.hurried == 1


async def test_an_engine_says_what_it_has_proved_until_it_forgets() -> None:
    match = match_of('[Game "egg-carton"][Seat1 "computer perfect"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]')
    engine = Engine("perfect", Here())
    assert engine.thought is None
    await engine.choose(match)
    assert engine.thought
    assert engine.thought.words() == "wins in 1 move"
    engine.forget()
    assert engine.thought is None


async def test_a_level_that_there_is_not_is_played_by_the_nearest() -> None:
    match = match_of('[Game "egg-carton"]')
    assert await Engine("wizard", Here()).choose(match) in match.position.moves()


async def test_the_same_ply_never_rolls_anew() -> None:
    match = match_of('[Game "getaway"]')
    rolls = {await Dice(3).choose(match) for _ in range(5)}
    assert len(rolls) == 1
    assert len({await Dice(seed).choose(match) for seed in range(40)}) == len(match.position.moves())


async def test_what_a_function_does_not_choose_is_waited_for() -> None:
    match = match_of('[Game "gobblet"]')
    assert await Choosing(lambda _: Act.RESIGN).choose(match) is Act.RESIGN
    silent = asyncio.ensure_future(Choosing(lambda _: None).choose(match))
    await asyncio.sleep(0)
    assert not silent.done()
    silent.cancel()


async def test_a_person_forgets_what_was_meant_for_another_position() -> None:
    match = match_of('[Game "gobblet"]')
    person = Human()
    old, new, *_ = match.position.moves()
    person.put(old)
    person.forget()
    person.put(new)
    assert await person.choose(match) == new


CARTON = '[Game "egg-carton"][Seat1 "computer adept"][Setup "5"]'
LOST = '[Game "egg-carton"][Seat2 "computer novice"][Setup "1,1,1,0,0,0/0,0,0,0,0,1/0,0/1"]'


@pytest_asyncio.fixture
async def client() -> AsyncIterator[EngineClient]:
    """A line to a process of its own."""
    client = EngineClient()
    yield client
    await client.close()


async def test_the_process_chooses_as_this_one_would(client: EngineClient) -> None:
    match = match_of(CARTON)
    move = await Engine("adept", client).choose(match)
    assert move in match.position.moves()
    assert move == await Engine("adept", Here()).choose(match)


async def test_the_process_answers_a_draw(client: EngineClient) -> None:
    match = match_of(LOST)
    assert not await Engine("novice", client).accepts_draw(match, 1)
    assert await Engine("novice", client).accepts_draw(match, 0)


async def test_without_a_process_it_thinks_in_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_room(self: EngineClient) -> JobQueue:
        raise ThinkingFailedError("no room")

    monkeypatch.setattr(EngineClient, "process", no_room)
    match = match_of('[Game "egg-carton"][Seat1 "computer wizard"]')
    assert await Engine("wizard", EngineClient()).choose(match) in match.position.moves()
    alone = match_of('[Game "gobblet"][Seat1 "computer novice"]')
    monkeypatch.setattr(type(alone.game), "evaluate", Game.evaluate)
    with pytest.raises(BadOption, match="no computer plays"):
        await Engine("novice", EngineClient()).choose(alone)


class Hop(NamedTuple):
    """A move that is picked as from and to, or from the other side as to and from."""

    start: int
    end: int

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        return ((self.start, self.end), (self.end + 100, self.start))


HOPS = (Hop(1, 2), Hop(1, 3), Hop(4, 2))


def test_a_pick_narrows_what_comes_next_and_the_last_completes_the_move() -> None:
    picker = Picker(HOPS)
    assert picker.next_cells == {1, 4, 102, 103}
    assert picker.pick(1) is None
    assert picker.next_cells == {2, 3}
    assert picker.leads_to(3) == Hop(1, 3)
    with pytest.raises(ValueError, match="cannot be picked"):
        picker.pick(4)
    assert picker.back()
    assert picker.picks == ()
    assert not picker.back()
    picker.pick(102)
    assert picker.pick(4) == Hop(4, 2), "the same move by another path"
    assert picker.picks == ()

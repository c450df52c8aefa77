"""What the set-up asks, what was answered, and what follows from that: no screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from marbles_tui.ai.levels import computer_name, fair_start, opponents_of, unfair_start
from marbles_tui.core import BadOption, Game, Goal, Option
from marbles_tui.core.text import capitalized, enumerated, sanitize_line, sentence
from marbles_tui.play import Match, Seat
from marbles_tui.play.adaptive import KEY, NEWCOMER, Adapted
from marbles_tui.play.match import HUMAN
from marbles_tui.play.rating import of_computer, on_day
from marbles_tui.play.series import OWN_POSITION, arrange, named_by_place, told_apart, unrated_start
from marbles_tui.play.statistics import Progress
from marbles_tui.table.clock import CONTROLS, NO_CLOCK, TAG
from marbles_tui.table.progress import adapted_to, score_words
from marbles_tui.table.start import today
from marbles_tui.tui.games.view import ChosenSetup, SetupWords, Sits
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.skins import Skin
from marbles_tui.tui.page import PageQuestion, Value

MATCH: Final = "match"
SERIES: Final = "series"
CHANCE_BEGINS: Final = "?"
"""Who begins is left to chance."""


ANYONE: Final = "anyone"
SOMEONE: Final = "someone"
WITH_CODE: Final = "code"

ELSEWHERE: Final[Mapping[str, str]] = {
    ANYONE: "anyone in the lobby",
    SOMEONE: "someone in the lobby",
    WITH_CODE: "someone with a code",
}
"""Players who are still to be found in the house that is visited, and what they are called until then."""

ADD: Final = "+"
REMOVE: Final = "-"
SWAP: Final = "h"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Who plays what, before it is played."""

    game: Game
    players: tuple[str, ...]
    """By seat: `human` or a level's key."""
    names: tuple[str, ...]
    """By seat, as they were typed."""
    begins: str
    """The number of the player who begins, or CHANCE_BEGINS."""
    setup: str
    options: Mapping[str, str]
    series: bool = False
    best: int = 0
    """Of how many games the best score wins; 0 for one, or as many as there are players."""
    clock: str = ""
    """What everybody's time is, as a time control writes it."""
    goal: Goal | None = None
    adapted: Adapted = NEWCOMER
    """What a computer that adapts plays by."""

    @property
    def called(self) -> tuple[str, ...]:
        """What the players are called here: a person alone with computers is "You"."""
        people = [number for number, player in enumerate(self.players) if player == HUMAN]
        seats = [
            Seat(ELSEWHERE.get(player) or computer_name(self.game, player, at))
            for at, player in enumerate(self.players)
        ]
        for number in people:
            name = sanitize_line(self.names[number], 24)
            alone = "You" if people == [number] or number == 0 else f"Player {number + 1}"
            seats[number] = Seat(name or alone)
        return tuple(seat.name for seat in told_apart(seats))

    def seats(self, random: Random) -> list[Seat]:
        """The seats of the match, the one who begins first."""
        if self.goal:
            return [
                Seat(sanitize_line(self.names[0], 40) if not at else "") for at in range(len(self.players))
            ]
        seats = [
            Seat(sanitize_line(name, 40))
            if player == HUMAN
            else Seat(
                computer_name(self.game, player, at), f"computer {self.adapted if player == KEY else player}"
            )
            for at, (player, name) in enumerate(zip(self.players, self.names, strict=True))
        ]
        first = self._first(random)
        told = named_by_place(seats) if first else seats
        return told[first:] + told[:first]

    def _first(self, random: Random) -> int:
        """The number of the player who begins, from 0."""
        count = len(self.players)
        return random.randrange(count) if self.begins == CHANCE_BEGINS else (int(self.begins) - 1) % count

    @property
    def elsewhere(self) -> str:
        """How the others are to be found, if there are any: ANYONE, SOMEONE or WITH_CODE; else ""."""
        return next((player for player in self.players if player in ELSEWHERE), "")

    def offered_seats(self, random: Random) -> list[str]:
        """By seat who is to sit there in a house, the one who begins first. Raises ValueError where there are more
        people at this keyboard."""
        if self.players.count(HUMAN) != 1:
            raise ValueError(
                "In the lobby you take one seat; leave the others to people there, or to computers."
            )
        words = {HUMAN: "me", **dict.fromkeys(ELSEWHERE, "anyone")}
        seats = [words.get(player, f"computer {player}") for player in self.players]
        first = self._first(random)
        return seats[first:] + seats[:first]

    def match(self, random: Random) -> Match:
        """The match. Raises ValueError where it cannot be played."""
        match = arrange(
            self.game,
            setup=self.setup,
            options=self.options,
            seats=told_apart(self.seats(random)),
            date=today(),
            random=random,
            series=(self.series or self.best > 1) and len(self.players) > 1 and not self.goal,
            best=self.best,
            tags=[(TAG, self.clock)] if self.clock not in ("", str(NO_CLOCK)) and not self.goal else [],
        )
        if match.result:
            raise ValueError("The game is over in that position: nobody has a move to make.")
        return match

    # In words

    def stakes(self, progress: Progress | None) -> str:
        """What there is to win and to lose, "" where nothing is known of that or nothing is rated."""
        people = self.players.count(HUMAN)
        if self.elsewhere:
            return "You choose the time next, and whether it is rated."
        if not 0 < people < len(self.players) or self.goal:
            return ""
        if not self.game.rated:
            return "Not rated: dice decide."
        try:
            why = unrated_start(self.game, self.setup, self.options)
        except BadOption:  # what is wrong with it is said when it is to be played
            return ""
        if why:
            return "Not rated: a position of your own." if why == OWN_POSITION else "Not rated: a short game."
        levels = [level for level in opponents_of(self.game) if level.key in self.players]
        if people > 1 or len(self.players) > 2 or progress is None or not levels:
            return ""
        own, now = progress.rating, on_day(today())
        other = of_computer(self.adapted.number if levels[0].key == KEY else levels[0].rating)
        won, lost = (round(own.after(other, score, now).number - own.number) for score in (1, 0))
        still = ", a first guess still" if own.provisional else ""
        return f"Rated{still}: win {won:+d}, lose {lost:+d}."

    def who(self) -> str:
        """ "You against Novice", "Ann, Bea and Careful"."""
        names = self.called
        if self.goal:
            return capitalized(self.goal.title)
        if len(names) == 2:
            return f"{names[0]} against {names[1]}"
        return f"{names[0]} alone" if len(names) == 1 else enumerated(list(names))

    def who_begins(self) -> str:
        """ "You begin." or who does, "" where nobody else could."""
        if self.goal or len(self.players) == 1:
            return ""
        if self.begins == CHANCE_BEGINS:
            return "Who begins is random."
        name = self.called[(int(self.begins) - 1) % len(self.players)]
        return "You begin." if name == "You" else f"{name} begins."


TYPED: Final = "typed"
OWN: Final = "own"
BROWSE: Final = "browse"
"""Starts beside those of a game: a position that is typed, a board of one's own, all boards."""

PLAYERS: Final = "players"
STRONGEST: Final = 5

BEST: Final = (3, 5, 7)
"""Of how many games the best score can win."""

MOST_CHOICES: Final = 30
"""A rule with more values than that is typed."""


def goal_of(game: Game, chosen: str) -> Goal | None:
    """The goal that a start, or what is played, stands for."""
    return next((goal for goal in game.goals if chosen in (goal.key, f"goal-{goal.key}")), None)


def clocks() -> list[Value]:
    """How much time there can be."""
    each = "{0.minutes} minutes each, and {0.increment} seconds for each move."
    controls = [control for control in CONTROLS if not control.days]
    return [
        Value(str(one), one.words, about=each.format(one) if one.timed else "Nobody counts the time.")
        for one in controls
    ]


def usual(game: Game, option: Option) -> str:
    """What is proposed for a rule."""
    return game.proposed.get(option.name, option.default)


class Form:
    """The answers by the ids of their questions. What depends on others is worked out when it is asked for."""

    def __init__(
        self, words: SetupWords, last: Mapping[str, Any], name: str, *, visiting: bool, has_boards: bool
    ) -> None:
        """`last`: what was answered last; `name`: that of whoever sits here; `visiting`: others can be asked to play;
        `has_boards`: starts can be chosen among files."""
        self.words, self.game = words, words.game
        self.levels = opponents_of(self.game)
        self.visiting, self._has_boards = visiting, has_boards
        self.answers = {row: given for row, given in last.items() if isinstance(given, str)} | {
            "name-1": name
        }
        self.players = self._last_players()
        self.many = len(self.game.seats) > 1
        self.board: ChosenSetup | None = None
        self.start_wanted = bool(self.answers.get("start"))
        """Whether a start was asked for; else it is a fair one."""
        self.progress: Progress | None = None

    def _last_players(self) -> list[str]:
        """Who played last, seat by seat: `human` or a level; at first a person and the weakest computer."""
        known = [HUMAN, *(level.key for level in self.levels)]
        most = next((option.default for option in self.game.options if option.name == PLAYERS), "2")
        word = self.answers.get(PLAYERS) or most
        sits = word.isascii() and word.isdigit() and int(word[:4]) in self.game.seats
        players = [self.answers.get(f"player-{at}", "") for at in range(1, int(word if sits else most) + 1)]
        return [
            player if player in known else known[0 if not at or len(known) == 1 else 1]
            for at, player in enumerate(players)
        ]

    # The questions

    def questions(self, look: Look) -> list[PageQuestion]:
        """All that is asked now, those in front first."""
        return [*self._in_front(look), *self._more(look.skin)]

    def _in_front(self, look: Look) -> Iterator[PageQuestion]:
        words, alone = self.words, self.goal is not None
        if self.many:
            pieces = words.view.pieces.of(look.theme) if words.view.pieces else ()
            for number in range(1, len(self.players) + 1):
                ink = f"#{look.material_ink(pieces[number - 1]):06x}" if number <= len(pieces) else ""
                label = f"{words.seat_word.capitalize()} {number}"
                yield PageQuestion(f"player-{number}", label, self._seat_values(look.skin), ink=ink)
        elif not alone:
            yield PageQuestion("player-2", "Opponent", self._opponents(look.skin))
        if len(self.players) > 1 and not alone:
            yield PageQuestion("begins", "Begins", self._beginners())
        if front := words.front:
            yield PageQuestion(f"option-{front.name}", words.option(front).label, self._rule(front))
        else:
            yield PageQuestion("start", words.start_label, self.starts())

    def _more(self, skin: Skin) -> Iterator[PageQuestion]:
        game, words, chosen = self.game, self.words, self.options()
        if self.levels and not self.many:
            who = [Value(HUMAN, "you", about="You sit on the first seat."), *self._computers(skin)]
            yield PageQuestion("player-1", "Player 1", who, HUMAN, more=True)
        for number, player in enumerate(self.players[:1] if self.goal else self.players, 1):
            if player == HUMAN:
                label = "Your name" if number == 1 else f"Name {number}"
                yield PageQuestion(
                    f"name-{number}", label, hint="You" if number == 1 else f"Player {number}", more=True
                )
        for option in game.options:
            if option.name == PLAYERS or option is words.front or not words.offers(option, chosen):
                continue
            told, proposed = words.option(option), usual(game, option)
            if len(option.values) > MOST_CHOICES:
                yield PageQuestion(
                    f"option-{option.name}", told.label, usual="", hint=told.empty or proposed, more=True
                )
            else:
                yield PageQuestion(
                    f"option-{option.name}", told.label, self._rule(option), proposed, more=True
                )
        starts = self.starts() if words.front else []
        if len(starts) > 1:
            yield PageQuestion("start", "Start", starts, starts[0].key, more=True)
        if game.has_text:
            yield PageQuestion("position", "Position", usual="", hint="a position as text", more=True)
        if len(self.players) > 1:
            modes = [
                Value(MATCH, "one", about="One game."),
                Value(SERIES, "a series", about="A series, taking turns to begin."),
            ]
            if len(self.players) == 2:
                modes += [
                    Value(f"best-{best}", f"best of {best}", about=f"{best // 2 + 1} games win.")
                    for best in BEST
                ]
            modes += [
                Value(goal.key, goal.title.partition(":")[0], about=sentence(goal.title))
                for goal in game.goals
            ]
            yield PageQuestion("mode", "Games", modes, MATCH, more=True)
            if not self.goal:
                yield PageQuestion("clock", "Clock", clocks(), str(NO_CLOCK), more=True)

    def _opponents(self, skin: Skin) -> list[Value]:
        """The computers, weakest first, with what was done against each as far as that is known; others in the house,
        if one is visited; a friend."""
        found, progress = [], self.progress
        for level in self.levels:
            record = score_words(progress.score(level.key), bool(progress.left_out)) if progress else ""
            ink = f"#{level.colour:06x}" if level.colour else ""
            found.append(
                Value(level.key, level.title, strength(level.strength, skin), record, level.character, ink)
            )
        if self.visiting:
            found += [
                Value(ANYONE, "Anyone", "in the lobby", about="Whoever takes the seat in the lobby first."),
                Value(SOMEONE, "Someone", "in the lobby", about="You choose who gets the offer."),
                Value(WITH_CODE, "With a code", about="Only those who know the code of the game can join."),
            ]
        friend = "You take turns at this keyboard. It counts for no rating."
        return [*found, Value(HUMAN, "A friend", about=friend)]

    def _computers(self, skin: Skin) -> list[Value]:
        return [
            Value(each.key, each.title, strength(each.strength, skin), about=each.character)
            for each in self.levels
        ]

    def _seat_values(self, skin: Skin) -> list[Value]:
        human = Value(HUMAN, "human", about="Plays at this keyboard.")
        others = [Value(ANYONE, "anyone", about="Whoever takes the seat in the lobby.")] * self.visiting
        return [human, *self._computers(skin), *others]

    def _beginners(self) -> list[Value]:
        """Who can begin, and chance."""
        verb, what = ("roll", "first") if self.game.told_as_story else ("make", "the first move")
        found = []
        for number, name in enumerate(self.plan("").called, 1):
            about = f"You {verb} {what}." if name == "You" else f"{name} {verb}s {what}."
            found.append(Value(str(number), name, about=about))
        drawn = f"Who {'rolls' if self.game.told_as_story else 'moves'} first is drawn at random."
        return [*found, Value(CHANCE_BEGINS, "random", about=drawn)]

    def starts(self) -> list[Value]:
        """The starts of a game, its goals, a board of one's own, a position that is typed. A start that is unfair
        between these players says so."""
        words, found = self.words, []
        for name in words.start_names:
            if goal := goal_of(self.game, name):
                found.append(Value(f"goal-{goal.key}", name.capitalize(), about=sentence(goal.title)))
            else:
                told = words.start(name)
                unfair = unfair_start(self.game, name, self.players)
                found.append(Value(name, told.title, told.detail, about=unfair or told.about))
        if self.board:
            found.append(Value(OWN, f"{self.board.name} (yours)", about="A board of your own."))
        if self._has_boards:
            found.append(
                Value(BROWSE, "Browse boards...", about="All boards, your own, and the editor: Enter or b.")
            )
        if self.game.has_text:
            found.append(Value(TYPED, "Typed position", about="Type it below, under Position."))
        return found

    def _rule(self, option: Option) -> list[Value]:
        told, found = self.words.option(option), []
        for value in map(str, option.values):
            title, _, about = told.values.get(value, value).partition(": ")
            found.append(Value(value, title, about=sentence(about)))
        return found

    # The answers

    def value(self, question: PageQuestion) -> str:
        """The answer to a question: for one of several values the first where none was given."""
        if question.id.startswith("player-"):
            return self.players[int(question.id.removeprefix("player-")) - 1]
        if question.id == "start":
            return self.start
        if question.id == "begins":
            return self._begins
        given = self.answers.get(question.id, "")
        keys = [value.key for value in question.values]
        if not keys or given in keys:
            return given
        option = next((each for each in self.game.options if question.id == f"option-{each.name}"), None)
        return usual(self.game, option) if option else keys[0]

    def answer(self, id: str, given: str) -> None:
        """Answer a question."""
        if id.startswith("player-"):
            self.players[int(id.removeprefix("player-")) - 1] = given
            return
        self.start_wanted |= id == "start"
        self.answers[id] = given
        if id == "position" and given.strip():
            self.answer("start", TYPED)

    def reseat(self, what: str) -> None:
        """One more seat (ADD, like the last one) or one fewer (REMOVE), where the game takes so many; with SWAP
        before its number a person in place of a computer, and the other way round."""
        players, weakest = self.players, self.levels[0].key if self.levels else HUMAN
        if what.startswith(SWAP):
            seat = int(what.removeprefix(SWAP)) - 1
            players[seat] = HUMAN if players[seat] != HUMAN else weakest
        elif what == ADD and len(players) + 1 in self.game.seats:
            players.append(players[-1] if len(players) > 1 else weakest)
        elif what == REMOVE and len(players) - 1 in self.game.seats:
            players.pop()

    def choose_board(self, board: ChosenSetup) -> None:
        """Begin from a board that was chosen."""
        start = board.setup if board.setup in self.game.setups else OWN
        self.board = board if start == OWN else self.board
        self.answer("start", start)

    @property
    def start(self) -> str:
        """The key of the start: the one that was asked for, else a fair one."""
        names = [
            f"goal-{goal.key}" if (goal := goal_of(self.game, name)) else name
            for name in self.words.start_names
        ]
        own = [OWN] * bool(self.board) + [BROWSE] * self._has_boards + [TYPED] * self.game.has_text
        if self.start_wanted and self.answers.get("start") in (*names, *own):
            return self.answers["start"]
        fair = fair_start(self.game, self.players)
        return fair if fair in names else names[0]

    @property
    def _begins(self) -> str:
        known = [CHANCE_BEGINS, *(str(number) for number in range(1, len(self.players) + 1))]
        given = self.answers.get("begins", "")
        return given if given in known else "1"

    @property
    def goal(self) -> Goal | None:
        """What is played for beside winning."""
        return goal_of(self.game, self.start) or goal_of(self.game, self.answers.get("mode", ""))

    def options(self) -> dict[str, str]:
        """The rules as they are chosen; a line left empty means what is usual."""
        chosen: dict[str, str] = {}
        for option in self.game.options:
            given = self.answers.get(f"option-{option.name}", "").strip()
            known = len(option.values) > MOST_CHOICES or given in map(str, option.values)
            usually = str(len(self.players)) if option.name == PLAYERS else usual(self.game, option)
            chosen[option.name] = given if given and known and option.name != PLAYERS else usually
        return {
            option.name: chosen[option.name] if self.words.offers(option, chosen) else option.default
            for option in self.game.options
        }

    def setup(self) -> str:
        """The start that is chosen. Raises ValueError where a position is to be typed and is not."""
        start, position = self.start, self.answers.get("position", "").strip()
        if start == OWN and self.board:
            return self.board.setup
        if start == TYPED and not position:
            raise ValueError("Type a position, or choose another start.")
        if start == TYPED:
            return position
        if goal_of(self.game, start):
            return "random" if "random" in self.game.setups else next(iter(self.game.setups))
        return start if start in self.game.setups else next(iter(self.game.setups))

    def plan(self, setup: str) -> Plan:
        """What is to be played, from this start."""
        mode, _, best = self.answers.get("mode", "").partition("-")
        return Plan(
            game=self.game,
            players=tuple(self.players),
            names=tuple(self.answers.get(f"name-{at}", "").strip() for at in range(1, len(self.players) + 1)),
            begins=self._begins,
            setup=setup,
            options=self.options(),
            series=mode == SERIES,
            best=int(best) if best.isdigit() and self.answers.get("mode") == f"best-{best}" else 0,
            clock=self.answers.get("clock", ""),
            goal=self.goal,
            adapted=adapted_to(self.progress),
        )

    @property
    def begun_plan(self) -> Plan:
        """The same, as far as it is chosen: from no start as long as a position is still to be typed."""
        try:
            return self.plan(self.setup())
        except ValueError:
            return self.plan("")

    def start_board(self) -> Any:
        """The start on the board, one left to chance as it might come out; None where half a position has been typed:
        what is wrong with it is said when it is to be played."""
        game, count = self.game, len(self.players)
        try:
            options = game.choose(self.options())
            setup = game.resolve_setup(self.setup(), count, options, Random(1))
            return game.start(setup, count, options).board
        except ValueError:
            return None

    def changed(self, look: Look) -> list[PageQuestion]:
        """The questions that are answered otherwise than usual."""
        return [
            each
            for each in self.questions(look)
            if each.usual is not None and self.value(each).strip() != each.usual
        ]

    def reset(self, look: Look) -> None:
        """All of these as usual."""
        for question in self.changed(look):
            self.answer(question.id, question.usual or "")

    def kept(self) -> dict[str, str]:
        """What the next set-up proposes, by question; the start only if it was chosen."""
        rows = {**self.answers, "begins": self._begins, "start": self.start}
        rows |= {f"player-{number}": player for number, player in enumerate(self.players, 1)}
        if self.many:
            rows[PLAYERS] = str(len(self.players))
        rows.pop("name-1", "")
        if rows["start"] == OWN or not self.start_wanted:  # a file may be another one by then
            rows.pop("start")
        return {row: given.strip() for row, given in rows.items()}

    # In words

    def summary(self) -> tuple[str, str, str, str]:
        """Who plays, who begins, by which rules, and what there is to win and to lose."""
        plan, front = self.begun_plan, self.words.front
        rules = ""
        if front:
            question = PageQuestion(f"option-{front.name}", "", self._rule(front))
            title = next(value.title for value in question.values if value.key == self.value(question))
            rules = f"{title} {self.words.option(front).label.lower()}."
        elif not plan.goal and self.start != BROWSE:
            start = next((value for value in self.starts() if value.key == self.start), None)
            in_words = start and (
                self.words.say_start(start.title) if start.key in self.game.setups else f"{start.title}."
            )
            rules = in_words or ""
        return f"{plan.who()}.", plan.who_begins(), rules, plan.stakes(self.progress)

    def sides(self, skin: Skin) -> tuple[str, str]:
        """Who sits where, where two play, in the lines above and below the board."""
        plan, sits = self.begun_plan, self.words.sits
        names = plan.called
        if len(names) != 2 or self.many or plan.goal:
            return "", ""
        if plan.begins == CHANCE_BEGINS:
            both = " and ".join(names)
            one = sits is not Sits.FACING
            return ("", f"{both}, who begins is random") if one else (both, "Who begins is random")
        first = (int(plan.begins) - 1) % 2
        other = names[1 - first]
        begins = f"{names[first]} {'begin' if names[first] == 'You' else 'begins'}"
        if sits is Sits.BESIDE:
            return "", f"{skin.left} {begins}   {skin.dot}   {other} {skin.right}"
        if sits is Sits.OPPOSITE:
            return "", f"{begins}, below   {skin.dot}   {other} above"
        return other, f"{'^' if skin.plain else '▲'} {begins}"


def strength(number: int, skin: Skin) -> str:
    """How strong a level is, as a bar; none where that depends."""
    return skin.full * number + skin.hollow * (STRONGEST - number) if number else ""

"""What the set-up asks, what was answered, and what follows from that: no screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from marbles_tui.ai.levels import computer_name, fair_start, opponents_of, unfair_start
from marbles_tui.core import AnyBoard, BadOption, Game, Goal, Option
from marbles_tui.core.text import capitalized, enumerated, sanitize_line, sentence
from marbles_tui.play import Match, Seat
from marbles_tui.play.adaptive import KEY, Adapted
from marbles_tui.play.match import HUMAN
from marbles_tui.play.rating import of_computer, on_day
from marbles_tui.play.series import OWN_POSITION, arrange, named_by_place, told_apart, unrated_start
from marbles_tui.play.statistics import Progress
from marbles_tui.table.clock import CONTROLS, NO_CLOCK, TAG
from marbles_tui.table.progress import adapted_to, score_words
from marbles_tui.table.start import today
from marbles_tui.tui.games.view import ChosenSetup, SetupWords, Sits
from marbles_tui.tui.kit.look import Look, Skin
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


def usual(game: Game, option: Option) -> str:
    """What is proposed for a rule."""
    return game.proposed.get(option.name, option.default)


class Plan:
    """Who plays what, before it is played: the answers by the ids of their questions. What depends on others is
    worked out when it is asked for."""

    def __init__(
        self,
        words: SetupWords,
        last: Mapping[str, object],
        name: str,
        *,
        visiting: bool = False,
        has_boards: bool = False,
        counted: bool = True,
    ) -> None:
        """`last`: what was answered last; `name`: the user's; `visiting`: others can be asked to play;
        `has_boards`: starts can be chosen among files; `counted`: whether the user can be rated."""
        self.words, self.game = words, words.game
        self.levels = opponents_of(self.game)
        self.visiting, self._has_boards, self._counted = visiting, has_boards, counted
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
        return [*self._in_front(look), *self._more(look)]

    def _in_front(self, look: Look) -> Iterator[PageQuestion]:
        words, alone = self.words, self.goal is not None
        if self.many:
            pieces = words.view.pieces.of(look.theme) if words.view.pieces else ()
            for number in range(1, len(self.players) + 1):
                ink = look.word_ink(pieces[number - 1]) if number <= len(pieces) else ""
                label = f"{words.seat_word.capitalize()} {number}"
                yield PageQuestion(f"player-{number}", label, self._seat_values(look), ink=ink)
        elif not alone:
            yield PageQuestion("player-2", "Opponent", self._opponents(look))
        if len(self.players) > 1 and not alone:
            yield PageQuestion("begins", "Begins", self._beginners())
        if front := words.front:
            yield PageQuestion(f"option-{front.name}", words.option(front).label, self._rule(front))
        else:
            yield PageQuestion("start", words.start_label, self.starts())

    def _more(self, look: Look) -> Iterator[PageQuestion]:
        game, words, chosen = self.game, self.words, self.options()
        if self.levels and not self.many:
            who = [Value(HUMAN, "you", about="You sit on the first seat."), *self._computers(look)]
            yield PageQuestion("player-1", "Player 1", who, HUMAN, more=True)
        for number, player in enumerate(self.players[:1] if self.goal else self.players, 1):
            if player == HUMAN:
                label = "Your name" if number == 1 else f"Name {number}"
                yield PageQuestion(
                    f"name-{number}", label, empty="You" if number == 1 else f"Player {number}", more=True
                )
        for option in game.options:
            if option.name == PLAYERS or option is words.front or not words.offers(option, chosen):
                continue
            told, proposed = words.option(option), usual(game, option)
            many = len(option.values) > MOST_CHOICES
            values, given = ([], "") if many else (self._rule(option), proposed)
            id, empty = f"option-{option.name}", told.empty or proposed
            yield PageQuestion(id, told.label, values, given, empty, told.placeholder, more=True)
        starts = self.starts() if words.front else []
        if len(starts) > 1:
            yield PageQuestion("start", "Start", starts, starts[0].key, more=True)
        if game.has_text:
            yield PageQuestion(
                "position", "Position", usual="", empty="none", placeholder="a position as text", more=True
            )
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
                each = "{0.minutes} minutes each, and {0.increment} seconds for each move."
                clocks = [
                    Value(
                        str(one),
                        one.words,
                        about=each.format(one) if one.timed else "Nobody counts the time.",
                    )
                    for one in CONTROLS
                    if not one.days
                ]
                yield PageQuestion("clock", "Clock", clocks, str(NO_CLOCK), more=True)

    def _opponents(self, look: Look) -> list[Value]:
        """The computers; others in the house, if one is visited; a friend."""
        others = [
            Value(ANYONE, "Anyone", "in the lobby", about="Whoever takes the seat in the lobby first."),
            Value(SOMEONE, "Someone", "in the lobby", about="You choose who gets the offer."),
            Value(WITH_CODE, "With a code", about="Only those who know the code of the game can join."),
        ]
        friend = "You take turns at this keyboard. It counts for no rating."
        found = [*self._computers(look), *others] if self.visiting else self._computers(look)
        return [*found, Value(HUMAN, "A friend", about=friend)]

    def _computers(self, look: Look) -> list[Value]:
        """The computers, weakest first, with what was done against each as far as that is known."""
        found, progress = [], self.progress
        for each in self.levels:
            record = score_words(progress.score(each.key), bool(progress.left_out)) if progress else ""
            ink = look.word_ink(each.colour) if each.colour else ""
            skin = look.skin
            bar = (
                skin.full * each.strength + skin.hollow * (STRONGEST - each.strength) if each.strength else ""
            )
            found.append(Value(each.key, each.title, bar, record, each.character, ink))
        return found

    def _seat_values(self, look: Look) -> list[Value]:
        human = Value(HUMAN, "human", about="Plays at this keyboard.")
        others = [Value(ANYONE, "anyone", about="Whoever takes the seat in the lobby.")] * self.visiting
        return [human, *self._computers(look), *others]

    def _beginners(self) -> list[Value]:
        """Who can begin, and chance."""
        verb, what = ("roll", "first") if self.game.told_as_story else ("make", "the first move")
        found = []
        for number, name in enumerate(self.called, 1):
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

    def reseat(self, step: int) -> None:
        """One more seat, like the last one, or one fewer, where the game takes so many."""
        players, weakest = self.players, self.levels[0].key if self.levels else HUMAN
        if len(players) + step in self.game.seats:
            last = players[-1] if len(players) > 1 else weakest
            self.players = [*players, last][: len(players) + step]

    def choose_board(self, board: ChosenSetup) -> None:
        """Begin from a board that was chosen."""
        start = board.setup if board.setup in self.game.setups else OWN
        self.board = board if start == OWN else self.board
        self.answer("start", start)

    @property
    def start(self) -> str:
        """The key of the start: the one that was asked for, else a fair one."""
        names = [value.key for value in self.starts()]
        wanted = [self.answers.get("start")] * self.start_wanted
        found = (each for each in (*wanted, fair_start(self.game, self.players)) if each in names)
        return next(found, None) or names[0]

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
        """The start that is chosen; "" as long as a position is still to be typed."""
        start = self.start
        if start == OWN and self.board:
            return self.board.setup
        if start == TYPED:
            return self.answers.get("position", "").strip()
        if goal_of(self.game, start):
            return "random" if "random" in self.game.setups else next(iter(self.game.setups))
        return start if start in self.game.setups else next(iter(self.game.setups))

    # What is to be played

    @property
    def called(self) -> tuple[str, ...]:
        """What the players are called here: a person alone with computers is "You"."""
        seats, people = list[Seat](), self.players.count(HUMAN)
        for at, player in enumerate(self.players):
            named = sanitize_line(self._name(at), 24) or (
                "You" if not at or people == 1 else f"Player {at + 1}"
            )
            other = ELSEWHERE.get(player) or computer_name(self.game, player, at)
            seats.append(Seat(named if player == HUMAN else other))
        return tuple(seat.name for seat in told_apart(seats))

    def _name(self, at: int) -> str:
        return self.answers.get(f"name-{at + 1}", "").strip()

    def _order(self, random: Random) -> list[int]:
        """The players by their numbers from 0, the one who begins first."""
        count = len(self.players)
        first = random.randrange(count) if self._begins == CHANCE_BEGINS else int(self._begins) - 1
        return [*range(first, count), *range(first)]

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
        return [seats[at] for at in self._order(random)]

    def match(self, random: Random) -> Match:
        """The match. Raises ValueError where it cannot be played."""
        goal, several, count = self.goal, not self.goal and len(self.players) > 1, len(self.players)
        mode, clock = self.answers.get("mode", ""), self.answers.get("clock", "")
        best = next((each for each in BEST if mode == f"best-{each}"), 0)
        seats = [Seat(sanitize_line(self._name(at), 40)) for at in range(count)]
        if goal:
            seats[1:] = [Seat()] * (count - 1)
        else:
            for at, player in enumerate(self.players):
                if player != HUMAN:
                    level = self._adapted if player == KEY else player
                    seats[at] = Seat(computer_name(self.game, player, at), f"computer {level}")
            order = self._order(random)
            seats = named_by_place(seats) if order[0] else seats
            seats = [seats[at] for at in order]
        match = arrange(
            self.game,
            setup=self.setup(),
            options=self.options(),
            seats=told_apart(seats),
            date=today(),
            random=random,
            series=several and (mode == SERIES or best > 0),
            best=best,
            tags=[(TAG, clock)] if clock not in ("", str(NO_CLOCK)) and not goal else [],
        )
        if match.result:
            raise ValueError("The game is over in that position: nobody has a move to make.")
        return match

    def start_board(self) -> AnyBoard:
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
        if self.start == TYPED and not self.setup():
            self.start_wanted = False

    def kept(self) -> dict[str, str]:
        """What the next set-up proposes, by question; the start only if it was chosen."""
        rows = {**self.answers, "begins": self._begins, "start": self.start}
        rows |= {f"player-{number}": player for number, player in enumerate(self.players, 1)}
        rows |= {PLAYERS: str(len(self.players))} if self.many else {}
        passing = self.start == OWN or not self.start_wanted  # a file may be another one by then
        but = {"name-1", *["start"] * passing}
        return {row: given.strip() for row, given in rows.items() if row not in but}

    # In words

    def summary(self) -> tuple[str, str, str, str]:
        """Who plays, who begins, by which rules, and what there is to win and to lose."""
        rules, front = "", self.words.front
        if front:
            told, chosen = self.words.option(front), self.options()[front.name]
            rules = f"{told.values.get(chosen, chosen).partition(': ')[0]} {told.label.lower()}."
        elif not self.goal and self.start != BROWSE:
            start = next((value for value in self.starts() if value.key == self.start), None)
            in_words = start and (
                self.words.say_start(start.title) if start.key in self.game.setups else f"{start.title}."
            )
            rules = in_words or ""
        return f"{self._who()}.", self._who_begins(), rules, self._stakes()

    def _who(self) -> str:
        """ "You against Novice", "Ann, Bea and Careful"."""
        names = self.called
        if self.goal:
            return capitalized(self.goal.title)
        if len(names) == 2:
            return f"{names[0]} against {names[1]}"
        return f"{names[0]} alone" if len(names) == 1 else enumerated(list(names))

    def _who_begins(self) -> str:
        """ "You begin." or who does, "" where nobody else could."""
        if self.goal or len(self.players) == 1:
            return ""
        if self._begins == CHANCE_BEGINS:
            return "Who begins is random."
        name = self.called[int(self._begins) - 1]
        return "You begin." if name == "You" else f"{name} begins."

    @property
    def _adapted(self) -> Adapted:
        """What a computer that adapts plays by."""
        return adapted_to(self.progress)

    def _stakes(self) -> str:
        """What there is to win and to lose, "" where nothing is known of that or nothing is rated."""
        people, progress = self.players.count(HUMAN), self.progress
        if self.elsewhere:
            return "You choose the time next, and whether it is rated."
        if not 0 < people < len(self.players) or self.goal:
            return ""
        if not self._counted:
            return "Not rated: you have no SSH key."
        if not self.game.rated:
            return "Not rated: dice decide."
        try:
            why = unrated_start(self.game, self.setup(), self.options())
        except BadOption:  # what is wrong with it is said when it is to be played
            return ""
        if why:
            return "Not rated: a position of your own." if why == OWN_POSITION else "Not rated: a short game."
        levels = [level for level in self.levels if level.key in self.players]
        if people > 1 or len(self.players) > 2 or progress is None or not levels:
            return ""
        own, now = progress.rating, on_day(today())
        if own.provisional:  # it goes up and down by hundreds
            return "Rated: your first games find your level."
        other = of_computer(self._adapted.number if levels[0].key == KEY else levels[0].rating)
        won, lost = (round(own.after(other, score, now).number - own.number) for score in (1, 0))
        return f"Rated: win {won:+d}, lose {lost:+d}."

    def sides(self, skin: Skin) -> tuple[str, str]:
        """Who sits where, where two play, in the lines above and below the board."""
        names, sits = self.called, self.words.sits
        if len(names) != 2 or self.many or self.goal:
            return "", ""
        if self._begins == CHANCE_BEGINS:
            both = " and ".join(names)
            one = sits is not Sits.FACING
            return ("", f"{both}, who begins is random") if one else (both, "Who begins is random")
        first = int(self._begins) - 1
        other = names[1 - first]
        begins = f"{names[first]} {'begin' if names[first] == 'You' else 'begins'}"
        if sits is Sits.BESIDE:
            return "", f"{skin.left} {begins}   {skin.dot}   {other} {skin.right}"
        if sits is Sits.OPPOSITE:
            return "", f"{begins}, below   {skin.dot}   {other} above"
        return other, f"{'^' if skin.plain else '▲'} {begins}"

"""A match that is played: its state, what can be done and is said of it, and what it needs from outside."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, NamedTuple, Protocol

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.levels import known_levels, ladder_of
from marbles_tui.ai.review import Judgement
from marbles_tui.core import CHANCE, AnyPosition, Game, Solutions
from marbles_tui.core.text import capitalized, enumerated, sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.rating import Rating, counts, is_rated
from marbles_tui.play.statistics import Progress
from marbles_tui.table import ending, phrases
from marbles_tui.table.assessment import Lookahead
from marbles_tui.table.clock import Clock
from marbles_tui.table.ending import EndAction, EndingLine, Report, TurningPoint
from marbles_tui.table.game_words import GameWords
from marbles_tui.table.live import Offer, TableContext, TableState
from marbles_tui.table.players import KEYBOARD, Act, SearchService
from marbles_tui.table.tasks import together
from marbles_tui.table.tasks.task import (
    FASTER,
    FINISH,
    GO_ON,
    LEAVE,
    MENU,
    OWN,
    OWN_LAST,
    PICK,
    RULES,
    SETTINGS,
    Action,
    Situation,
    holding,
)

# What can be done

BOARD, GAME, MATCH, ARCADE = "The board", "The computer", "This game", "The arcade"

HINT: Final = Action("hint", "s,alt+s", "Hint: suggest a move", "hint", GAME)
FOR_ME: Final = Action("for_me", "", "Let the computer move for you", "", GAME)
ANALYSIS: Final = Action("analysis", "y,alt+y", "Analysis: show or hide", "analysis", GAME)
LOOK_ON: Final = Action("look_on", "right_square_bracket,full_stop", "Along the line", "line", "", "[ ]")
LOOK_BACK: Final = Action("look_back", "left_square_bracket,comma", "Back along it", "back", "", "[")
UNDO: Final = Action("undo", "u,alt+u", "Undo", "undo", BOARD)
REDO: Final = Action("redo", "r,alt+r", "Redo", "redo", BOARD)
THREATENS: Final = Action("threats", "t,alt+t", "Mark threats", "threats")
PAUSE: Final = Action("pause", "p,alt+p", "Pause or go on", "pause", MATCH)
CLAIM: Final = Action("claim", "exclamation_mark", "Claim the game", "claim the game", MATCH, "!")
PLAYERS: Final = Action("players", "", "Players...", "", MATCH)
PLAYED: Final = Action("openings", "f3,alt+e", "What was played here", "played here", GAME, "f3")
REPLAY: Final = Action("replay", "", "Watch and review", "", MATCH)
DRAW: Final = Action("draw", "", "Offer a draw", "", MATCH)
RESIGN: Final = Action("resign", "", "Resign", "", MATCH)
REMATCH: Final = Action("rematch", "", "Rematch", "", MATCH)
SWAP: Final = Action("swap", "", "Rematch, sides swapped", "", MATCH)
SAY: Final = Action("say", "slash", "Say something", "say", MATCH, "/")
OTHER: Final = Action("other_game", "Y", "Your turn", "your turn", MATCH)
SETUP: Final = Action("setup_again", "", "New game...", "", ARCADE)
COPY: Final = Action("copy", "", "Copy the record", "", ARCADE)
GAME_MENU: Final = MENU._replace(label="Game", short="game", kept=True)
TO_MENU: Final = LEAVE._replace(label="Back to the menu")
BACK: Final = Action("back", "", "Back", "return", shown="esc")
RUB_OUT: Final = Action("rub_out", "backspace", "Rub out")
HIDE: Final = Action("hide_hint", "h", "Hide the tip")

ACTIONS: Final = (
    *(OTHER, HINT, ANALYSIS, PLAYED, LOOK_ON, LOOK_BACK, CLAIM, UNDO, REDO),
    *(THREATENS, HIDE, PAUSE, SAY, RUB_OUT),
)
"""What has a key of its own."""

AT_THE_END: Final = {"hint": "share", "analysis": "watch", "pause": "further"}
"""What actions mean once the match is over, where the end offers it."""


class OfferWords(NamedTuple):
    """What is said of one kind of offer."""

    question: str
    made: str
    asked: str
    """What those read who are asked elsewhere."""

    asking: str
    withdrawn: str
    refused: str
    nothing: str


OFFERED: Final[Mapping[Act, OfferWords]] = {
    Act.DRAW: OfferWords(
        "{} offers a draw. {}, do you accept?",
        "{} offers a draw",
        "{} offers a draw: y accepts, p plays on.",
        "You offer {} a draw: p withdraws it.",
        "{} withdraws the draw.",
        "{} declines the draw.",
        "There is nobody to offer a draw to.",
    ),
    Act.UNDO: OfferWords(
        "{} wants to undo a move. {}, do you agree?",
        "{} wants to undo a move",
        "{} asks to undo a move: y agrees, p plays on.",
        "You ask {} for your move back: p withdraws it.",
        "{} no longer asks for the move.",
        "{} wants to keep the move.",
        "There is nothing to undo.",
    ),
    Act.REDO: OfferWords(
        "{} wants to redo a move. {}, do you agree?",
        "{} wants to redo a move",
        "{} asks to redo a move: y agrees, p plays on.",
        "You ask {} to redo a move: p withdraws it.",
        "{} no longer asks for the move.",
        "{} does not agree.",
        "There is nothing to redo.",
    ),
}


def mute(account: str, name: str) -> Action:
    """Not to show any more what somebody says."""
    return Action(f"mute {account}", "", f"Do not show what {name} says", "", MATCH)


# What is given from outside


class Advisor(SearchService, Protocol):
    """A computer that helps people, and plays."""

    async def hint(self, match: Match) -> Analysis | None:
        """What the strongest level would play, None if no computer knows this game."""

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis | None:
        """How a position stands; `report` hears of every step to it."""

    async def solutions(self, match: Match) -> Solutions | None:
        """The ways to reach the goal of a match; None where they cannot be counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """What a match is part of, where it is more than a match of its own: a season, the day's."""

    notes: tuple[str, ...] = ()
    """What the top line says of it."""

    stakes: str | None = None
    refused: Mapping[str, str] = field(default_factory=dict)
    """Why actions cannot be done."""

    follows: str = ""
    """What Enter plays after it, in a word or two."""

    looks_up: bool = True
    """Whether what the end has changed is looked up."""

    offers: Callable[[Match, TurningPoint | None], tuple[EndAction, ...]] = ending.actions
    """What can be done after it."""

    lines: Callable[[Match], tuple[EndingLine, ...]] = lambda _: ()
    over: Callable[[Match], None] = lambda _: None
    does: Mapping[str, Callable[[Match], None]] = field(default_factory=dict)
    """What its actions do: "again" and those of its own."""


async def _nothing(_: Match) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """What a match asks of the place where it is played. What is left out does nothing."""

    advisor: Advisor
    random: Random
    tempo: Callable[[], float] = lambda: 1.0
    """How long a beat of one second takes."""

    name: Callable[[], str] = str
    """What somebody calls themselves who has no name in the match."""

    tips: Callable[[Game], Collection[str] | None] = lambda _: None
    """The tips that are understood; None for those who want none."""

    learn: Callable[[Game, Collection[str]], None] = lambda _game, _keys: None
    progress: Callable[[Match], Awaitable[Progress | None]] = _nothing
    judgements: Callable[[Match], Awaitable[Sequence[Judgement | None] | None]] = _nothing
    play: Callable[[Match], None] = lambda _: None
    """Sit down to another match."""

    puzzle: Callable[[Game], None] = lambda _: None
    """Solve another puzzle of one turn."""

    boards: Callable[[], None] = lambda: None
    watch: Callable[[Match, bool, Callable[[], None]], None] = lambda _match, _seeking, _watched: None
    """Watch a match, from its end where its turning point is sought; the last is called after that."""

    leads_on: Callable[[str], object] = lambda _: None
    """Open what lies beside the match, by the id of its action: its replay, players, what to say, its story."""

    opened: Callable[[], None] = lambda: None
    closed: Callable[[], None] = lambda: None
    """The match is shown from now on, or no longer."""

    copy: Callable[[str, str], None] = lambda _text, _what: None
    ring: Callable[[], None] = lambda: None
    notify: Callable[[str], None] = lambda _: None
    leave: Callable[[], None] = lambda: None
    other_game: Callable[[], bool] = bool
    """Go where it is the guest's turn; whether it is anywhere."""

    enter: Callable[[str], None] = lambda _: None
    """Go to another table of the house. Raises ValueError with the reason."""

    account: tuple[str, str] = ("", "")
    """The id and the name of the guest, where people are elsewhere."""

    rating: Callable[[], Rating] = Rating
    chats: Callable[[], bool] = lambda: True
    mute: Callable[[str], None] = lambda _: None


# How it stands


def people_here(state: TableState) -> tuple[int, ...]:
    """The seats of the people here: not those of computers that people move, since these cannot."""
    seated = zip(state.hands, state.match.seats, strict=True)
    return tuple(at for at, (hand, seat) in enumerate(seated) if hand == KEYBOARD and not seat.level)


class Thought(NamedTuple):
    """What the computer shows of the position, line by line."""

    analysis: Analysis | None = None
    excuse: str = ""
    chosen: int = 0
    """Which of the best moves the line begins with."""

    ahead: Lookahead | None = None
    """That line, while it is on the board instead of the match."""

    @property
    def at(self) -> int:
        """How many moves of it are on the board."""
        return self.ahead.at if self.ahead else 0

    @property
    def lines(self) -> tuple[Analysis, ...]:
        """The best moves, each with its line."""
        return (self.analysis.pvs or (self.analysis,)) if self.analysis else ()


class TableTalk(NamedTuple):
    """What is said at the table."""

    watching: tuple[str, ...] = ()
    lines: tuple[together.Said, ...] = ()
    invitation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing(Situation):
    """The state of a match that is played."""

    state: TableState
    words: GameWords
    context: TableContext | None
    """The others, where people are elsewhere."""

    clock: Clock | None
    account: tuple[str, str]
    """The guest's id and name, where people are elsewhere."""

    chats: bool
    """Whether what is said is shown."""

    occasion: Occasion
    unsaved: bool
    """Whether the match has not been saved for a while."""

    elsewhere: Action | None
    """The way to another table at which it is this guest's turn."""

    tip: str
    """The tip of the first match, "" after it."""

    thought: Thought | None
    """What the computer shows; None where nobody wants it."""

    offers: tuple[EndAction, ...]
    """What can be done after the match, once it is over."""

    report: Report | None
    """What is told of the match that is over."""

    @property
    def ahead(self) -> Lookahead | None:
        """A line that is on the board instead of the match."""
        return self.thought.ahead if self.thought else None

    @property
    def position(self) -> AnyPosition:
        """What is on the board: of the match, or along a line."""
        return self.ahead.position if self.ahead else self.match.position

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of the people here."""
        return people_here(self.state)

    @property
    def stopped(self) -> bool:
        """Whether it is over, and that has been shown."""
        return self.state.over

    @property
    def goes_on(self) -> str:
        """What goes on by itself after a choice."""
        return self.words.goes_on if self.automatic and not self.state.rolling else ""

    @property
    def marks(self) -> bool:
        """Whether there is anything to mark in this game."""
        return self.match.game.has_threats or self.words.threatens

    # What stands around the board

    @property
    def headline(self) -> tuple[str, ...]:
        """What the top line says; "" counts as nothing."""
        match = self.match
        if self.context:
            stakes = "rated" if self.context.rated else "friendly"
            notes = together.notes(self.context, self.clock)
        else:
            rated = "rated" if is_rated(match) else "not rated" if not counts(match) else ""
            stakes = rated if self.occasion.stakes is None else self.occasion.stakes
            notes = self.occasion.notes
        return (*self.words.headline(match), stakes, *(("not saved yet",) if self.unsaved else notes))

    @property
    def verdicts(self) -> tuple[str, ...]:
        """By seat what a computer has proved that says so."""
        if self.match.result or not self.state.thoughts:
            return ("",) * len(self.state.hands)
        outspoken = {level.key for level in known_levels(self.match.game) if level.tells_outcome}
        return tuple(
            thought.words() if thought and seat.computer in outspoken else ""
            for thought, seat in zip(self.state.thoughts, self.match.seats, strict=True)
        )

    @property
    def presence(self) -> tuple[str, ...]:
        """By seat a word on its player: that they are gone."""
        if self.context is None or self.state.stopped:
            return ()
        return tuple("" if presence == "here" else presence for presence in self.context.presence)

    @property
    def clocks(self) -> tuple[str, ...]:
        """What each seat has left."""
        if self.clock is None:
            return ()
        daily = self.context is not None and self.context.control.days > 0
        return tuple(together.time_left(left, daily) for left in self.clock.left)

    @property
    def talk(self) -> TableTalk | None:
        """What is said, where people are elsewhere."""
        if self.context is None:
            return None
        own, seen = self.account[1], self.context.spectators
        watching = tuple(sanitize_line(name, together.NAME) for name in seen if name != own)
        lines = together.said(self.context, self.context.lines) if self.chats else ()
        return TableTalk(watching, lines, "/ says something." if self.chats else "")

    @property
    def _waits(self) -> str:
        """Who elsewhere is waited for; "" for nobody."""
        return together.waits(self.state, self.context, self.clock is not None) if self.context else ""

    # Offers on their way to people elsewhere, or from them

    @property
    def asked_of(self) -> int | None:
        """The first seat here that the offer on the table waits for."""
        offer = self.state.offer
        hands = self.state.hands
        return next((seat for seat in offer.waits if hands[seat] == KEYBOARD), None) if offer else None

    @property
    def offer(self) -> Offer | None:
        """An offer made here to people elsewhere, or there to people here."""
        offer, hands = self.state.offer, self.state.hands
        if offer is None:
            return None
        if hands[offer.by] == KEYBOARD:
            return offer if any(hands[seat] not in (None, KEYBOARD) for seat in offer.waits) else None
        return offer if self.asked_of is not None else None

    @property
    def offer_line(self) -> str:
        """What those here are asked from elsewhere, or ask; "" for nothing."""
        if self.offer is None:
            return ""
        names, told = phrases.names(self.match), OFFERED[self.offer.kind]
        if self.asked_of is not None:
            return told.asked.format(names[self.offer.by])
        return told.asking.format(enumerated([names[seat] for seat in self.offer.waits]))

    @property
    def answers(self) -> tuple[Action, ...]:
        """The keys that answer that, or withdraw it: none of a board."""
        if self.offer is None:
            return ()
        if self.asked_of is None:
            return (PAUSE._replace(label="Withdraw", short="withdraw"),)
        agrees = "accept" if self.offer.kind is Act.DRAW else "agree"
        yes = ANALYSIS._replace(label=agrees.capitalize(), short=agrees, group=MATCH)
        return (yes, PAUSE._replace(label="Play on", short="play on"))

    # What may be done

    @property
    def follows(self) -> str:
        """What Enter plays when the match is over, in a word or two; "" for nothing."""
        if self.context:
            return "a rematch" if self.context.plays_again else ""
        return self.occasion.follows or ending.follows(self.match)

    @property
    def helped(self) -> bool:
        """Whether a computer can suggest something now."""
        return self.asked and self.match.turn != CHANCE and bool(ladder_of(self.match.game))

    @property
    def absent(self) -> str:
        """For whose absence the match may be claimed; "" for nobody's."""
        gone = self.context is not None and self.context.claim_in == 0
        return phrases.name(self.match, self.match.position.actor) if gone else ""

    @property
    def covered(self) -> bool:
        return self.ahead is not None

    @property
    def refused(self) -> Mapping[str, str]:
        elsewhere = (SAY.id, CLAIM.id, *(() if self.elsewhere else (OTHER.id,)))
        ends, stays = ("draw", "resign"), {answer.id for answer in self.answers}
        offered = {one.action for one in self.offers}
        stays |= {id for id, meant in AT_THE_END.items() if meant in offered}
        # Before anything is offered the last move is still shown, and may be held.
        over = [id for id in AT_THE_END if offered or id != "pause"]
        found = {
            **self.occasion.refused,
            **dict.fromkeys(ends if len(self.match.seats) == 1 else (), "You are playing alone."),
            **(
                dict.fromkeys((*ends, "threats", "for_me", *over), "The game is over.")
                if self.state.stopped
                else {"again": "The game is not over."}
            ),
            **(
                together.refused(self.state, self.context)
                if self.context
                else dict.fromkeys(elsewhere, "Nobody else is at this table.")
            ),
        }
        return {id: why for id, why in found.items() if id not in stays}

    def worded(self) -> Playing:
        """The same with what may be done, in a sentence and action by action."""
        refused = self.refused
        line, menu = (
            tuple(action for action in actions if action.id not in refused)
            for actions in (self._line(), self._menu())
        )
        return replace(self, prompt=self._prompt("undo" in refused), actions=line, menu=menu)

    def _prompt(self, stays: bool) -> str:
        """What may be done now; "" where the board says it better. `stays`: nothing can be undone."""
        state = self.state
        if ahead := self.ahead:
            return f"Looking ahead, move {ahead.at} of {len(ahead.moves)}: Esc returns."
        if self.stopped:
            follows = f"Enter plays {self.follows}, " if self.follows else ""
            back = "" if stays else "u undoes, "
            return capitalized(f"{follows}{back}q leaves.")
        if state.paused:
            return "Paused: Space or p goes on."
        if state.thinking is not None:
            name = phrases.name(self.match, self.match.position.actor)
            if self.match.seats[state.thinking].level is None:
                return f"A letter from {name} is awaited: paste it here."
            return f"{name} is thinking... (Space: play now)"
        endless = self.match.game.explain_endless(self.match.position) if self.asked else ""
        return self._waits or (f"{endless} g offers a draw." if endless else "")

    def _line(self) -> list[Action]:
        match, answers, thought = self.match, self.answers, self.thought is not None
        end_analysis = ANALYSIS._replace(short="end analysis")
        others = holding((self.absent, [CLAIM]), (True, self._away), (self.context and self.chats, [SAY]))
        if self.ahead:
            return [BACK, LOOK_ON._replace(short="on", shown="]"), LOOK_BACK, end_analysis]
        if self.over:
            return [UNDO, *others, GAME_MENU, RULES, TO_MENU, BACK._replace(short="moves")]
        main, taken = self._main(), {answer.id for answer in answers}
        marks = THREATENS._replace(short="no marks" if self.threats else "threats")
        found = holding(
            (True, [*main[:1], *answers, OWN, *main[1:], *others]),
            (thought, [end_analysis]),
            (thought and not match.result, [LOOK_ON, PLAYED]),
            (True, [UNDO]),
            (self.helped, [HINT]),
            (True, [FASTER, GAME_MENU, RULES, TO_MENU]),
            (match.game.has_kernel and not (thought or self.stopped), [ANALYSIS]),
            (self.marks and not self.stopped, [marks]),
            (match.undone, [REDO]),
            (True, [OWN_LAST]),
        )
        return [action for action in found if action in answers or action.id not in taken]

    def _main(self) -> list[Action]:
        """What is done first."""
        state = self.state
        if self.stopped:
            return holding((self.follows, [GO_ON._replace(short=self.follows)]), (True, self._watch))
        if state.paused:
            return [PAUSE._replace(short="go on"), PICK]
        if state.thinking is not None:
            computer = self.match.seats[state.thinking].level is not None
            return [GO_ON._replace(short="move now", shown="space"), PAUSE] if computer else []
        return [] if self._waits else [PICK] if self.asked else [FINISH, PAUSE]

    @property
    def _away(self) -> tuple[Action, ...]:
        return (self.elsewhere,) if self.elsewhere else ()

    @property
    def _watch(self) -> list[Action]:
        """What shows the match once more when it is over."""
        offered = (one for one in self.offers if one.action == "watch")
        return [ANALYSIS._replace(label=one.label, short=one.word.lower(), group=MATCH) for one in offered]

    def _menu(self) -> list[Action]:
        """What the game menu offers."""
        match, context = self.match, self.context
        alone, running = match.has_goal or len(match.seats) == 1, not match.stopped
        people = any(seat.level is None for seat in match.seats)
        mine = (
            match.seats[match.position.actor].level is None if not context else self.state.asked is not None
        )
        draw = DRAW._replace(label="Claim a draw: threefold repetition") if mine and match.claimable else DRAW
        again = REPLAY._replace(label="Watch it again") if self._watch else REPLAY
        replays = [*self._watch, *([again] if match.game.has_kernel or not self._watch else [])]
        if context:
            plays = running and bool(context.seats)
            speakers = together.speakers(context.lines if self.chats else (), self.account[0])
            leave = f"Leave the table{'; your seat is kept' if plays else ''}"
            return holding(
                (True, [*self._away, *self.answers]),
                (self.absent, [CLAIM._replace(label=f"Claim the game: {self.absent} is gone")]),
                (plays and match.plies, [UNDO._replace(label="Ask to undo a move")]),
                (plays and match.undone, [REDO._replace(label="Ask to redo a move")]),
                (plays, [draw, RESIGN]),
                (not running and context.plays_again, [REMATCH._replace(label="Rematch, sides swapped")]),
                (not running, replays),
                (True, [SAY, *(mute(id, name) for id, name in speakers.items()), COPY, SETTINGS, RULES]),
                (True, [LEAVE._replace(label=leave)]),
            )
        return holding(
            (True, self._away),
            (running and ladder_of(match.game), [HINT, FOR_ME]),
            (running and match.game.has_kernel, [ANALYSIS]),
            (running, [PLAYED]),
            (True, [UNDO, REDO]),
            (running, [PAUSE]),
            (running and not match.has_goal, [PLAYERS]),
            (True, replays),
            (people and match.result is None and not alone, [draw, RESIGN]),
            (True, [REMATCH]),
            (not alone, [SWAP]),
            (True, [SETUP, COPY, SETTINGS, RULES, TO_MENU]),
        )

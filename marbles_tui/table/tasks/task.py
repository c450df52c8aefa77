"""What all tasks have in common: a face shows the situation, and hands the task what people choose.

A face is a screen, lines of text, or a test. It shows one value, `Task.situation`, whenever the task says that it has
changed, and makes three calls: `open`, `answer` and `do`. These take effect at once; what takes its time, such as
a move being shown or a computer that looks for a hint, the task gives to the face to be done.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from marbles_tui.core import AnyPosition, Cell, Event, Game, Move
from marbles_tui.play import Match
from marbles_tui.table.clock import Clock
from marbles_tui.table.players import Choice


class Action(NamedTuple):
    """Something that can be done at a board. Keys, key line, game menu, palette and help all come from it."""

    id: str
    """What `Task.do` is told: a word, and what it is done with behind blanks."""

    keys: str = ""
    """The keys, as Textual names them, between commas; "" for none."""

    label: str = ""
    """What it does, as the menu, the palette and the help say it."""

    short: str = ""
    """The same in a word or two in the key line; "" where it does not stand there."""

    group: str = ""
    """The heading below which it stands in the game menu; "" where it does not."""

    shown: str = ""
    """The key as the key line writes it."""

    kept: bool = False
    """Whether it stays in the key line however narrow that is."""


PICK: Final = Action("pick")
"""Where the keys of the board stand in a key line: those that pick."""

OWN: Final = Action("own")
OWN_LAST: Final = Action("own_last")
OWN_MOVES: Final = Action("own_moves")
"""Where the keys of the game's own stand, those of less weight, and those alone that make a move."""


GO_ON: Final = Action("go_on", "", "Go on", "go on", shown="enter")
FINISH: Final = GO_ON._replace(short="finish")
FASTER: Final = Action("faster", "plus,equals_sign", "Faster", "speed", shown="+/-")
SLOWER: Final = Action("slower", "minus,underscore", "Slower")
SETTINGS: Final = Action("settings", "", "Settings", "", "The arcade")
RULES: Final = Action("help", "question_mark,f1", "Rules and keys", "help", "The arcade", "?")
LEAVE: Final = Action("leave", "q,alt+q", "Leave", "leave", "The arcade", "q", kept=True)
MENU: Final = Action("game_menu", "g,alt+g", "Menu", "menu")
"""What any board has."""

ANYWHERE: Final = (FASTER, SLOWER, LEAVE, MENU)
"""What of it has a key at the board itself."""


T = TypeVar("T")


def holding(*rows: tuple[object, Iterable[T]]) -> list[T]:
    """What is in those rows that hold, as each says first: actions to be offered, facts to be told."""
    return [each for holds, found in rows if holds for each in found]


def key_line(
    actions: Iterable[Action],
    *,
    showing: bool = False,
    asked: bool = False,
    over: bool = False,
    menu: bool = False,
) -> tuple[Action, ...]:
    """What a task offers, among what any board has: before it what picks, or ends a show."""
    first = (FINISH,) if showing else (PICK, OWN_MOVES) if asked else ()
    named = [action for action in actions if action.short]
    leave = LEAVE if any(action.shown == "esc" for action in named) else LEAVE._replace(shown="esc")
    return (*first, *named, *chain((MENU,) if menu else (), () if over else (FASTER,), (leave, RULES)))


class Question(NamedTuple):
    """A question with two answers. The key that has brought it up answers nothing."""

    text: str
    yes: str
    no: str
    key: str = "y"
    """The key of the first answer; that of the second is always n."""

    @property
    def asked(self) -> str:
        """The text, with the first answer as what is asked where nothing else is."""
        return self.text if "?" in self.text else f"{self.text} {self.yes}?"


YES: Final = "yes"
NO: Final = "no"
"""What `Task.do` is told in answer to a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """All that a face shows of a task. A task has a subclass with what only it tells."""

    match: Match
    """The match on the board; during a show, the one before it."""

    number: int = 0
    """Which question to a person this is: with another one, what has been picked of a move is forgotten."""

    asked: bool = False
    """Whether a move or a roll is asked of somebody here."""

    showing: bool = False
    """Whether something is being shown or looked for, so that nothing can be chosen."""

    over: bool = False
    """Whether it has come to its end, so that the board's keys mean what the end offers."""

    said: str = ""
    """What has just happened."""

    warning: bool = False
    """Whether that tells of something which could not be done."""

    prompt: str = ""
    """What may be done now, where the board has nothing more exact to say."""

    wanted: tuple[tuple[Cell, ...], ...] = ()
    """The picks that make the moves which are wanted, or suggested."""

    guided: bool = False
    """Whether nothing else may be picked."""

    otherwise: str = ""
    """What is said to any other pick then."""

    last: Move | None = None
    """The move that has led here, where it is marked."""

    winners: frozenset[Cell] = frozenset()
    """The places to celebrate."""

    threats: bool = False
    """Whether what is in danger is marked."""

    held: bool = False
    """Whether play is held: Enter and Space then go on, and pick nothing."""

    still: bool = False
    """Whether the board is only to be looked at."""

    automatic: bool = False
    """Whether the game chooses for people where it can."""

    question: Question | None = None
    actions: tuple[Action, ...] = ()
    """The key line: what may be done now, the most important first."""

    menu: tuple[Action, ...] = ()
    """All that may be done, in the order of the game menu; () where there is none."""

    @property
    def position(self) -> AnyPosition:
        """What is on the board."""
        return self.match.position

    @property
    def covered(self) -> bool:
        """Whether a line of the computer's is on the board, which the next pick ends."""
        return False

    @property
    def refused(self) -> Mapping[str, str]:
        """Why actions cannot be done here, by their ids."""
        return {}

    def refusal(self, action: str) -> str:
        """Why something cannot be done here; "" where it can."""
        return self.refused.get(action, "")


S_co = TypeVar("S_co", bound=Situation, covariant=True)


Work: TypeAlias = Callable[[], Coroutine[object, object, None]]
"""What takes its time, to be done by the face: begun only where nothing has taken its place before that."""


class Face(Protocol):
    """What a task speaks through."""

    def changed(self) -> None:
        """The situation is another one."""

    def ticked(self, clock: Clock) -> None:
        """Nothing in it is but the clock."""

    def begin(self, work: Work, group: str = "show") -> None:
        """Do something that takes its time, instead of what was begun before in its group."""

    def stop(self, group: str = "show") -> None:
        """Drop what was begun; the board rests as the situation says."""

    async def show(
        self,
        before: object,
        events: Sequence[Event],
        sides: Sequence[str] | None = None,
        *,
        within: float | None = None,
        least: float = 0.0,
    ) -> None:
        """Show events from a board on, and tell each in a sentence in which sides have these names; show them only
        if None. All together take no more than `within` seconds, if that is given; none is shown faster than at the
        tempo `least`."""

    async def rewind(self, before: object, events: Sequence[Event]) -> None:
        """Show events backwards, down to the board that they began with."""

    async def wait(self, seconds: float) -> None:
        """Let what is shown be seen for so long, at normal speed."""


class Task(ABC, Generic[S_co]):
    """One of the four; `open` gives it a face."""

    actions: ClassVar[tuple[Action, ...]]
    """All that can ever be done, whatever the situation."""

    face: Face

    def __init__(self, game: Game, leads_on: Callable[[str], object] = lambda _: None) -> None:
        """`leads_on` hears of the actions that lead elsewhere."""
        self.game = game
        self._leads_on = leads_on
        self.names: Sequence[str] = game.sides
        """What the sides are called by those who see them; a face may know them by their colours."""
        self._said, self._warning = "", False
        self.told = 0
        """How often something was told: what is told again is said again."""
        self._showing = False
        self._question: Question | None = None
        self._answered: Callable[[bool], object] = bool

    @property
    @abstractmethod
    def situation(self) -> S_co:
        """The state now."""

    @property
    def seen_from(self) -> int | None:
        """The seat from whose place the board is seen; None for nobody's."""
        return None

    def open(self, face: Face) -> None:
        """Begin to be shown."""
        self.face = face
        self.face.changed()

    def close(self) -> None:
        """Be left."""
        self.face.stop()

    @abstractmethod
    def answer(self, choice: Choice) -> None:
        """A move or a roll was chosen. Raises ValueError with the sentence to show where it is not taken."""

    def do(self, action: str, *values: str) -> None:
        """Do one of the actions, or answer a question; say why where it cannot be done."""
        if action in (YES, NO):
            asked, self._question = self._question, None
            self.face.changed()
            if asked:
                self._answered(action == YES)
            return
        if why := self.situation.refusal(action):
            self.tell(why, warning=True)
            return
        name, *told = action.split(" ")
        if method := getattr(self, f"do_{name}", None):
            method(*told, *values)

    def do_space(self) -> None:
        """Go on, by the key that also picks and rolls."""
        self.do("go_on")

    def do_leads(self, where: str) -> None:
        """Open what lies beside it."""
        self._leads_on(where)

    def back(self) -> bool:
        """Take back what is shown above the choice of a move; whether anything was."""
        return False

    def forget(self) -> bool:
        """Take a hint away, where Esc does that and does not leave; whether it does."""
        return False

    def did(self, deed: str) -> None:
        """A person has pointed at a place, or picked one."""

    def _perform(self, work: Work) -> None:
        """Show something, which takes its time: nothing is asked meanwhile."""
        self._showing = True
        self.face.begin(work)
        self.face.changed()

    def ask(
        self, question: Question, then: Callable[[], object], otherwise: Callable[[], object] | None = None
    ) -> None:
        """Ask something, and do `then` once the answer is yes, `otherwise` once it is no."""
        self._question = question
        self._answered = lambda agrees: then() if agrees else otherwise and otherwise()
        self.face.changed()

    def tell(self, said: str, *, warning: bool = False) -> None:
        """Say what happened, or what cannot be done."""
        self._said, self._warning = said, warning
        self.told += 1
        self.face.changed()

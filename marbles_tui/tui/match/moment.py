"""What a match screen stands at, and what follows from that: highlights, prompt and keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Self

from marbles_tui.ai.levels import computers_of
from marbles_tui.core import CHANCE, Cell
from marbles_tui.core.frame import NO_HIGHLIGHTS, Finale, Highlights
from marbles_tui.core.text import capitalized
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.lookahead import Lookahead
from marbles_tui.tui.match.company import Company
from marbles_tui.tui.match.picking import Picking
from marbles_tui.tui.match.view import MatchView
from marbles_tui.tui.widgets.panels import Key

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen


GAME: Final = Key("g", "game", "screen.game_menu", kept=True)
HINT: Final = Key("s", "hint", "screen.hint")
ANALYSIS: Final = Key("y", "analysis", "screen.analysis")
END_ANALYSIS: Final = ANALYSIS._replace(does="end analysis")
LEAVE: Final = Key("q", "leave", "screen.leave", kept=True)

GO_ON: Final = frozenset(("space", "enter"))
"""The keys that end a pause and pick nothing while it lasts."""


class Phase(Enum):
    """What is going on."""

    LOOKAHEAD = auto()
    """A line of the computer's is on the board."""

    OVER = auto()
    PAUSED = auto()
    THINKING = auto()
    SHOWING = auto()
    WAITING = auto()
    """Somebody elsewhere is to move."""

    ASKING = auto()
    """A person is asked for a move, or to roll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A match on its screen at one instant."""

    view: MatchView
    match: Match
    picking: Picking
    cursor: Cell | None
    lookahead: Lookahead | None
    follows: str
    """What Enter plays when the match is over; "" for nothing."""

    reviews: str
    """What t is called when the match is over and its end is put away; "" where nothing is offered."""

    over: bool
    """Whether play has ended."""

    finale: Finale | None
    """How the end is shown; None where it is not."""

    showing: bool
    """Whether the last move is still being shown."""

    thinking: bool
    paused: bool
    analysing: bool
    automatic: bool
    """Whether the game chooses for people where it can."""

    threats: bool
    """Whether threats are marked."""

    hint: tuple[Cell, ...]
    """The places of the move that is suggested."""

    guide: str
    """The hint of the first game that is to be shown; "" after it."""

    company: Company
    """Those who are elsewhere."""

    answers: tuple[Key, ...]
    """The keys that answer what is asked from elsewhere, or withdraw what is asked here."""

    names: tuple[str, ...]
    """What the board writes of each seat; none where it writes no names, nor in the first games what a pick does."""

    @classmethod
    def of(cls, screen: MatchScreen) -> Self:
        """What is going on at a screen."""
        writes = screen.board.writes_names and not screen.match.has_goal
        return cls(
            view=screen.view,
            match=screen.match,
            picking=screen.picking,
            cursor=screen.board.cursor,
            lookahead=screen.analysis.lookahead,
            follows=screen.company.follows,
            reviews=screen.end.offered("watch").lower(),
            over=screen.state.stopped,
            finale=screen.end.finale,
            showing=screen.showing,
            thinking=screen.thinking,
            paused=screen.paused,
            analysing=screen.analysis.on,
            automatic=screen.automatic.on,
            threats=screen.threats,
            hint=screen.hints.path,
            guide=screen.guide.hint,
            company=screen.company,
            answers=screen.offers.keys,
            names=screen.around.names_on_board if writes else (),
        )

    @property
    def phase(self) -> Phase:
        """What is going on: the first that is true."""
        states = (
            (Phase.LOOKAHEAD, self.lookahead),
            (Phase.OVER, self.over and not self.showing),
            (Phase.PAUSED, self.paused),
            (Phase.THINKING, self.thinking),
            (Phase.WAITING, self.company.waits and not self.showing),
            (Phase.ASKING, self.picking.asked),
        )
        return next((phase for phase, is_so in states if is_so), Phase.SHOWING)

    # On the board

    def highlights(self) -> Highlights:
        """What stands out on the board, and the words on it."""
        found = self._marks()
        if not self.names:
            return found
        return replace(found, names=self.names, guided=bool(self.guide), deed=self._deed)

    @property
    def _deed(self) -> str:
        """What the pick under the cursor would do, where the board is to say it."""
        asked = self.names and bool(self.guide) and self.phase is Phase.ASKING and not self.picking.typed
        return self.picking.foresee(self.cursor) if asked else ""

    def _marks(self) -> Highlights:
        ahead, picking, game = self.lookahead, self.picking, self.match.game
        if ahead:
            return Highlights(last=self.view.trace(ahead.last) if ahead.at else frozenset())
        signs = self.view.signs(self.match)
        if self.showing:
            return Highlights(notes=signs) if signs else NO_HIGHLIGHTS
        if self.match.result:
            winners = game.winning_cells(self.match.position, self.match.result)
            return Highlights(last=self._last, winners=winners, notes=signs, finale=self.finale)
        if not picking.asked:
            return Highlights(last=self._last if self.thinking else frozenset(), notes=signs)
        if picking.rolling:
            return Highlights(legal=picking.next_cells)
        legal = frozenset(self.hint[:1]) if self.hint else picking.next_cells
        return Highlights(
            legal=legal,
            hint=self.hint,
            picked=picking.marked,
            targets=legal if picking.picks else frozenset(),
            ends=picking.ends(),
            landing=picking.landing(self.cursor),
            last=self._last,
            threats=game.threats(self.match.position) if self.threats else frozenset(),
            notes=picking.signs() if self.threats and not signs else signs,
            letters=picking.letters(),
        )

    @property
    def _helped(self) -> bool:
        """Whether a computer can suggest something now."""
        chooses = self.picking.asked and self.match.turn != CHANCE
        return chooses and computers_of(self.match.game) is not None

    @property
    def _threatens(self) -> bool:
        return self.picking.threatens(self.match.game)

    @property
    def _last(self) -> frozenset[Cell]:
        return self.view.trace(self.match.moves[-1]) if self.match.moves else frozenset()

    # In words

    def prompt(self) -> str:
        """What may be done now, in a sentence."""
        name = phrases.name(self.match, self.match.position.actor)
        match self.phase:
            case Phase.LOOKAHEAD:
                assert self.lookahead
                return f"Looking ahead, move {self.lookahead.at} of {len(self.lookahead.moves)}: Esc returns."
            case Phase.OVER:
                follows = f"Enter plays {self.follows}, " if self.follows else ""
                back = "" if self.company.refusal("undo") else "u takes back, "
                return capitalized(f"{follows}{back}q leaves.")
            case Phase.PAUSED:
                return "Paused: Space or p goes on."
            case Phase.THINKING:
                return f"{name} is thinking... (Space: play now)"
            case Phase.WAITING:
                return self.company.waits
            case Phase.SHOWING:
                return self.view.busy if self.guide else ""
            case Phase.ASKING:
                on_board = self.picking.typed or self._deed
                pointed = "" if on_board else self.picking.foresee(self.cursor)
                if pointed or self.picking.begun:
                    return pointed or self.picking.invitation(name)
                if self.threats and self._threatens:
                    return self.picking.legend()
                if endless := self.match.game.explain_endless(self.match.position):
                    return f"{endless} g offers a draw."
                then = self.view.goes_on if self.automatic and not self.picking.rolling else ""
                asked = self.guide if self.guiding else self.picking.invitation(name)
                return f"{asked} {then}".rstrip()

    @property
    def hiding(self) -> str:
        """Which key hides the hint of the first game that the prompt is; "" where none does."""
        return "h hides this." if self.guiding and self.view.hides_hints else ""

    @property
    def guiding(self) -> bool:
        """Whether the prompt is a hint of the first game."""
        own = self.picking.begun or (self.threats and self._threatens) or self.picking.instead_of_enter
        return bool(self.guide) and self.phase is Phase.ASKING and not own

    # Keys

    def key_line(self) -> tuple[Key, ...]:
        """The keys that matter now, the most important first; none that is refused."""
        taken = {key.action for key in self.answers}
        keys = (key for key in self._keys() if key in self.answers or key.action not in taken)
        return tuple(key for key in keys if not self.company.refusal(key.action.removeprefix("screen.")))

    def _keys(self) -> tuple[Key, ...]:
        if self.phase is Phase.LOOKAHEAD:
            return (
                Key("esc", "return", "screen.back"),
                Key("]", "on", "screen.look_on"),
                Key("[", "back", "screen.look_back"),
                END_ANALYSIS,
            )
        if self.finale:
            return (
                Key("u", "take back", "screen.undo"),
                *self.company.keys,
                GAME,
                Key("?", "help", "app.help"),
                LEAVE,
                Key("esc", "moves", "screen.back"),
            )
        main = self._main_keys()
        if self.phase is Phase.ASKING and self.picking.writing:
            return (*main, *self.view.first_keys(self.match, self.picking, self.automatic))
        along = self.analysing and not self.match.result
        return (
            *main[:1],
            *self.answers,
            *self.view.first_keys(self.match, self.picking, self.automatic),
            *main[1:],
            *self.company.keys,
            *((END_ANALYSIS,) if self.analysing else ()),
            *((Key("[ ]", "line", "screen.look_on"),) if along else ()),
            Key("u", "undo", "screen.undo"),
            *((HINT,) if self._helped else ()),
            Key("+/-", "speed", "screen.speed(1)"),
            GAME._replace(key=self.picking.menu_key),
            Key("?", "help", "app.help"),
            LEAVE,
            *((ANALYSIS,) if self.match.game.has_kernel and not self.analysing else ()),
            *(
                (Key("t", "no marks" if self.threats else "threats", "screen.threats"),)
                if self._threatens and not self.reviews
                else ()
            ),
            *((Key("r", "redo", "screen.redo"),) if self.match.undone else ()),
            *self.view.last_keys(self.match),
        )

    def _main_keys(self) -> tuple[Key, ...]:
        match self.phase:
            case Phase.OVER:
                again = (Key("enter", self.follows, "screen.go_on"),) if self.follows else ()
                return (*again, *((Key("t", self.reviews, "screen.threats"),) if self.reviews else ()))
            case Phase.PAUSED:
                pick = self.picking.pick_key()
                picks = self.picking.asked and not GO_ON & {*pick.key.split()}
                return (Key("p", "go on", "screen.pause"), *((pick,) if picks else ()))
            case Phase.THINKING:
                return (Key("space", "move now", "screen.go_on"), Key("p", "pause", "screen.pause"))
            case Phase.ASKING:
                return (self.picking.pick_key(),)
            case Phase.WAITING:
                return ()
            case _:
                return (Key("enter", "finish", "screen.go_on"), Key("p", "pause", "screen.pause"))

"""A match of Gary's Great Getaway at the table: its board and the box of tolls, how it is picked and told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import floor
from random import Random
from typing import ClassVar, Final, NamedTuple, cast

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.core import CHANCE, AnyBoard, AnyMove, Cell, Event, Game
from marbles_tui.core.scene import Tone
from marbles_tui.core.text import YOU, addressed, article, plural, sanitize_line
from marbles_tui.games.getaway import GETAWAY, Board, Decision, Draw, Journey
from marbles_tui.games.getaway.board import Toll
from marbles_tui.games.getaway.journey import GO, Traveller
from marbles_tui.games.getaway.scene import PAWNS, road_in
from marbles_tui.games.getaway.text import Facts, jump_words, sign
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.endings import GetawayEnding
from marbles_tui.table.game_words import MOVE, POINT, Tip
from marbles_tui.table.players import Act, Choice
from marbles_tui.table.tasks.task import Action
from marbles_tui.tui.games.picking import MatchView, Overlay, Picking
from marbles_tui.tui.kit.board_view import BoardView, Hands
from marbles_tui.tui.kit.lines import Key
from marbles_tui.tui.kit.look import LEAST, Look, clear, contrast, style
from marbles_tui.tui.kit.story import StoryLine


class GetawayBoard(BoardView):
    """The way from Start to Castle."""

    GAME: ClassVar[Game] = GETAWAY
    BEATS: ClassVar[Mapping[str, float]] = {
        "roll": 0.90,
        "draw": 0.50,
        "walk": 0.22,
        "gold": 0.80,
        "pay": 0.80,
        "spent": 0.50,
        "transport": 0.90,
        "pick-up": 0.80,
        "caught": 0.90,
        "avoided": 0.70,
        "held": 0.60,
        "served": 0.50,
        "freed": 0.60,
        "released": 0.40,
        "short": 0.50,
        "sell": 0.60,
        "arrive": 0.90,
        "winner": 0.40,
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t,T", "type('t')", "Pay a toll", show=False, id="trail.pay"),
        Binding("b,B", "type('b')", "Go where a toll leads", show=False, id="trail.go"),
    ]

    @property
    def writes_names(self) -> bool:
        """In the strip below the road."""
        return self.room.named

    @property
    def strip(self) -> Region:
        """The rows below the road, in cells."""
        size, top = self.content_size, self.scene().bounds[3] - road_in(self.frame, self.room).strip
        top = min(floor(self.view().cell((0.0, top))[1] + 0.5), size.height - 1)
        return Region(0, top, size.width, size.height - top)

    @property
    def die(self) -> Region:
        """Where the die lies, in cells; nowhere at the end."""
        return self.places().get(len(self.frame.board.trail.squares), Region())


NOTE: Final = "Only t, b or a button decides."
ROLLS_ON: Final = "t, b or a button decides; then the die rolls on by itself."
"""The same while the die rolls for everybody."""


class TollOutcome(NamedTuple):
    """One of the two answers: its key, what one does, and what one has afterwards; both in words that are the
    shorter the later they stand."""

    key: str
    deeds: tuple[str, ...]
    afters: tuple[str, ...]


class TollOffer(NamedTuple):
    """A toll that is asked for."""

    where: str
    price: str
    pay: TollOutcome
    go: TollOutcome


def toll_offer(journey: Journey) -> TollOffer:
    """What is asked of the traveller, whose purse is large enough."""
    trail, traveller = journey.course.trail, journey.travellers[journey.actor]
    square = traveller.square
    name, toll = trail.squares[square]
    assert isinstance(toll, Toll), "only tolls leave a choice"
    gold, due = traveller.gold, journey.due
    go = next(move for move in journey.moves() if isinstance(move, Decision) and move.word == GO)
    events = GETAWAY.tell(journey, go)[1]
    way = [event.cells[-1] for event in events if event.kind == "transport" and event.cells]
    deed = f"Go {jump_words(toll.jump)}"
    deeds: tuple[str, ...] = (deed,)
    if toll.jump.draws or not way:
        to, end = "a random distance", "random"
    else:
        if toll.jump.way != "A":
            deeds = (f"{deed} to {trail.squares[way[0]].name}", deed)
        to = f"to {way[0]}" + "".join(f", then {further}" for further in way[1:])
        end = f"to {way[-1]}"
    left = gold - due
    paid = (f"{gold} → {left} gold, stay on {square}", f"{gold} → {left}, stay on {square}", f"{left} left")
    kept = (f"keep {gold} gold, {to}", f"keep {gold}, {to}", to, end)
    return TollOffer(
        f"{square} {name}",
        f"the toll: {due} gold",
        TollOutcome("t", (f"Pay {due} gold", f"Pay {due}"), paid),
        TollOutcome("b", deeds, kept),
    )


class Answer(Widget):
    """One of both answers as a button: its key, what one does, and below what one has afterwards."""

    DEFAULT_CSS = """
    Answer {
        width: 1fr; height: 1fr; max-height: 4; padding: 0 1; background: $success 30%;
        &.-tall { border-top: outer $success; border-bottom: outer $success 55%; }
    }
    """

    outcome: reactive[TollOutcome | None] = reactive(None)

    def render(self) -> Content:
        """Both lines in words that fit."""
        if not self.outcome:
            return Content("")
        key, room = self.outcome.key, self.content_size.width - 4
        cap = (f"[{key}]", "bold") if self.app.has_class("-lined") else (f" {key} ", "bold reverse")
        deed, after = (_fitting(words, room) for words in (self.outcome.deeds, self.outcome.afters))
        return Content.assemble(cap, " ", (deed, "bold $foreground"), "\n    ", after)

    def on_click(self, event: events.Click) -> None:
        """Give it."""
        event.stop()
        if self.outcome:
            cast("Hands", self.screen).action_type(self.outcome.key)


BARE: Final = (2, 3, 5)
"""Rows of the box in which answers leave no room for a note."""

LEAST_BESIDE: Final = 60
"""Columns from which on the box of tolls lies beside the die, and not over it."""


class TollBox(Overlay):
    """Shows a toll while there is one; a click on a button answers it."""

    DEFAULT_CSS = """
    TollBox {
        layer: banner; display: none; position: absolute; background: #9A63CC 12%;
        #toll { height: 1; padding: 0 1; background: #9A63CC; color: #FFFFFF; text-style: bold; }
        #toll:light { background: #D2B9E8; color: #101010; }
        #where { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
        #price { width: auto; }
        #answers { height: 1fr; max-height: 4; padding: 0 1; }
        #go { margin-left: 1; background: #6FA8F5 30%; }
        #go.-tall { border-top: outer #6FA8F5; border-bottom: outer #6FA8F5 55%; }
        #go:light { background: #2458B8 30%; }
        #note { height: 1; padding: 0 1; text-wrap: nowrap; }
    }
    """

    MOST_WIDE: ClassVar[int] = 90

    def compose(self) -> ComposeResult:
        """The line that names the toll, both answers, and where there is room how to answer."""
        with Horizontal(id="toll"):
            yield Static(id="where", markup=False)
            yield Static(id="price")
        with Horizontal(id="answers"):
            yield Answer(id="pay")
            yield Answer(id="go")
        yield Static(id="note")

    def follow(self, picking: Picking, board: BoardView, automatic: bool) -> None:
        """Show the toll that is asked for, in the strip below the trail."""
        journey = picking.match.position
        assert isinstance(journey, Journey)
        asked = picking.asked and journey.need == "choice"
        self.display = asked
        if not asked:
            return
        offer = toll_offer(journey)
        for part, said in (
            ("where", offer.where),
            ("price", offer.price),
            ("note", ROLLS_ON if automatic else NOTE),
        ):
            self.query_one(f"#{part}", Static).update(said)
        self.query_one("#pay", Answer).outcome, self.query_one("#go", Answer).outcome = offer.pay, offer.go
        if isinstance(board, GetawayBoard):
            self.call_after_refresh(self._place, board)

    def _place(self, board: GetawayBoard) -> None:
        strip = board.strip.translate(board.content_region.offset)
        beside = board.die.right + 1
        if strip.width - beside >= LEAST_BESIDE:
            strip = Region(strip.x + beside, strip.y, min(strip.width - beside, self.MOST_WIDE), strip.height)
        self.styles.offset = (strip.x, strip.y)
        self.styles.width, self.styles.height = strip.width, strip.height
        noted = self.query_one("#note").display = strip.height not in BARE
        self.query(Answer).set_class(strip.height - noted > 4, "-tall")

    def on_click(self, event: events.Click) -> None:
        """A click elsewhere does nothing."""
        event.stop()


def _fitting(words: tuple[str, ...], room: int) -> str:
    """The longest that fits, or what there is room for of the shortest."""
    return next((said for said in words if len(said) <= room), words[-1][:room])


DECISIONS = {"t": "pay", "b": "go"}


class GetawayPicking(Picking):
    """Roll with Space, Enter or a click on the die; pay or go at a toll, by keys and buttons of its own."""

    @property
    def journey(self) -> Journey:
        """The position."""
        return cast("Journey", self.match.position)

    @property
    def deciding(self) -> bool:
        """Whether a toll is asked for."""
        return self.asked and self.journey.need == "choice"

    @property
    def die(self) -> Cell:
        """The die lies behind the last square."""
        return len(self.journey.course.trail.squares)

    @property
    def instead_of_enter(self) -> str:
        """At a toll nothing is decided by the keys that roll."""
        return NOTE if self.deciding else ""

    def pick(self, cell: Cell) -> Choice | None:
        """The die; at a toll squares are only looked at."""
        if self.deciding:
            raise ValueError(NOTE)
        return super().pick(cell)

    def type(self, key: str) -> Choice:
        """Pay a toll, or go where it leads."""
        if not self.deciding:
            raise ValueError("There is no toll to pay now.")
        return GETAWAY.find(self.journey, DECISIONS[key])

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """Nowhere: a toll's square and where it leads are marked already."""
        return ()

    def foresee(self, cell: Cell | None) -> str:
        """Nothing: the box tells what both answers bring."""
        return ""

    def invitation(self, name: str) -> str:
        """Roll, or decide at a toll."""
        if self.deciding:
            return f"{name}: t pays, b {toll_offer(self.journey).go.deeds[-1].replace('Go', 'goes')}."
        trapped = self.journey.trapped(self.journey.actor)
        return f"{name}: roll the die{' to get free' if trapped else ''}."

    def pick_key(self) -> Key:
        """Roll, or decide."""
        return Key("t", "pay", "screen.type('t')") if self.deciding else Key("space", "roll", "screen.go_on")


INDENT: Final = "    "
SKIPPED: Final = frozenset({"toll", "backpack"})
"""What the lines around it tell."""


def _moved(facts: Facts) -> str:
    if "to" in facts:
        return f"goes to {facts['to']}"
    by = facts["by"]
    return f"slides {'on' if by > 0 else 'back'} {abs(by)}" if by else "turns round and round"


def _trapped(facts: Facts, until: str, number: str) -> str:
    """For how many turns, or until which number is rolled."""
    return (
        number.format(f"{article(facts['number'])} {facts['number']}")
        if "number" in facts
        else until.format(plural(facts["turns"], "turn"))
    )


CONSEQUENCES: Final[Mapping[str, Callable[[Facts], str]]] = {
    "too-far": lambda facts: f"too far: stays on {facts['square']}",
    "gold": lambda facts: f"has {facts['gold']} now",
    "spent": lambda facts: "nothing left here" if facts["what"] != "toll" else "the toll is gone",
    "transport": _moved,
    "stopped": lambda facts: f"dizzy after {facts['hops']} hops",
    "short": lambda facts: f"does not have {facts['gold']} gold",
    "pay": lambda facts: f"has {facts['gold']} left",
    "go": lambda _: "does not pay",
    "pick-up": lambda facts: f"picks up {facts['trinket']}",
    "avoided": lambda facts: f"{facts['trinket']} prevents it",
    "asleep": lambda _: "traps let the last one pass",
    "caught": lambda facts: _trapped(facts, "held for {}", "caught until {}"),
    "held": lambda facts: _trapped(facts, "{} left", "waits for {}"),
    "served": lambda _: "free next turn",
    "freed": lambda _: "free",
    "released": lambda _: "free: alone on the road",
    "sell": lambda facts: f"sells {facts['trinket']}",
    "arrive": lambda facts: f"home with {facts['gold']} gold",
}
"""What becomes of a traveller, by the kind of event."""

OF_OTHERS: Final = frozenset({"spent", "avoided", "asleep"})
"""Those that do not tell what the traveller does."""

GAINS: Final[Mapping[str, Callable[[Facts], int]]] = {
    "gold": lambda facts: int(facts["gains"]),
    "pay": lambda facts: -int(facts["pays"]),
    "sell": lambda facts: int(facts["value"]),
}
"""What it brings or costs."""


class Tale:
    """Tells the events of a match one after another, from its first."""

    def __init__(self, names: Sequence[str], look: Look) -> None:
        self._names, self._look = names, look
        self._round, self._seat = 0, len(names)

    def lines(self, event: Event) -> Iterator[StoryLine]:
        """What an event adds."""
        facts, look = event.facts, self._look
        match event.kind:
            case "turn":
                if facts["seat"] <= self._seat:
                    self._round += 1
                    yield StoryLine()
                    yield StoryLine(self._word(f"round {self._round} ", look.muted), rule=True)
                self._seat = facts["seat"]
            case "roll":
                yield StoryLine()
                long, short = (self._header(facts, words) for words in (" rolls {}", " · {}"))
                yield StoryLine(long, short=short)
            case "land":
                arrow = "->" if look.skin.plain else "→"
                number = f"{event.cells[-1]} " if event.cells else ""
                place = sanitize_line(facts["square"], 60)
                yield StoryLine(self._word(f"{INDENT}{arrow} {number}{place}", look.text))
            case kind if kind in CONSEQUENCES:
                words = sanitize_line(CONSEQUENCES[kind](facts), 120)
                if kind not in OF_OTHERS and self._names[facts.get("seat", 0)] == YOU:
                    words = addressed(f"{YOU} {words}").removeprefix(f"{YOU} ")
                long, short = (self._word(f"{indent}{words}", look.muted) for indent in (INDENT, " "))
                yield StoryLine(long, self._gain(kind, facts), short=short)
            case kind if kind not in SKIPPED:
                if sentence := GETAWAY.told(event, self._names):
                    yield StoryLine(self._word(sanitize_line(sentence, 120), look.text))

    def _header(self, facts: Facts, words: str) -> Text:
        seat, look = facts["seat"], self._look
        colour = PAWNS.of(look.theme)[seat]
        ink = max((0x101014, 0xFFFFFF), key=lambda ink: contrast(ink, colour))
        chip = style(ink, colour, bold=True) if look.coloured else Style(bold=True, reverse=True)
        name = sanitize_line(self._names[seat], 24)
        text = Text.assemble((f" {seat + 1} ", chip), (f" {name}", Style(bold=True)))
        words = words.replace("·", look.skin.dot).format(facts["number"])
        if name == YOU:
            words = addressed(f"{name}{words}").removeprefix(name)
        text.append_text(self._word(words, look.muted))
        return text

    def _gain(self, kind: str, facts: Facts) -> Text:
        if kind not in GAINS:
            return Text()
        gain = GAINS[kind](facts)
        ink = clear(
            self._look.flash if gain > 0 else self._look.threat, [self._look.ground], LEAST["foreground"]
        )
        return self._word(f"{gain:+} {sign('treasure', self._look.skin.plain)}", ink, bold=True)

    def _word(self, words: str, ink: int, bold: bool = False) -> Text:
        return Text(words, Style(color=f"#{ink:06x}", bold=bold or None))


END_NAME: Final = 24
"""The most characters of what a board calls its end."""

BESIDE: Final = 24
"""Columns of a seat from which on it is said before the gold where a traveller is."""


class GetawayMatch(MatchView):
    """The match is told as a story; the board follows the traveller whose turn it is."""

    picking = GetawayPicking
    podium = 0.25
    side = True
    side_from = 100
    numbered = True
    tips = (
        Tip("roll", "Space rolls. At the end the traveller with the most gold wins.", (MOVE,)),
        Tip("look", "Arrows show what waits on a square: gold, slides, traps, tolls.", (POINT,)),
        Tip("toll", "At a toll you choose: pay, or go where it sends you.", ("pay", "go")),
    )
    busy = "Enter: finish the move."
    actions = (
        Action("automatic", "a,A", "Roll for all"),
        Action("story", "w,W", "Write the story"),
    )
    noted = frozenset(("sides",))
    goes_on = "Then the die rolls on by itself."
    automatic_news = (
        "The die no longer rolls by itself: Space rolls it.",
        "The die rolls by itself, for everybody: a stops that.",
    )

    def overlays(self) -> Sequence[Overlay]:
        """The box in which tolls are paid or not."""
        return (TollBox(),)

    def tips_of(self, match: Match) -> Sequence[Tip]:
        """The end of the trail is called as its board calls it."""
        roll, *others = self.tips
        trail = _trail(match)
        end = sanitize_line(trail.squares[trail.last].name, END_NAME)
        return (roll._replace(text=f"Space rolls. At the {end} the most gold wins."), *others)

    def trace(self, move: AnyMove) -> frozenset[Cell]:
        """Nothing: the pawns tell where everybody went."""
        return frozenset()

    def signs(self, match: Match) -> Mapping[Cell, str]:
        """The die as it fell last."""
        plies = zip(reversed(match.moves), reversed(match.positions[:-1]), strict=True)
        rolls = (move for move, position in plies if cast("Journey", position).need == "roll")
        number = next((move.number for move in rolls if isinstance(move, Draw)), 0)
        return {len(_trail(match).squares): str(number)} if number else {}

    def turn(self, match: Match) -> int | None:
        """The traveller whose turn it is, also while chance draws for them."""
        return match.position.actor

    def note(self, match: Match) -> str:
        """The die."""
        return f"die {_trail(match).sides}"

    def seat_notes(self, match: Match, board: AnyBoard, room: int, look: Look) -> tuple[str, ...]:
        """What everybody has."""
        coin = sign("treasure", look.skin.plain)
        return tuple(purse(traveller, board.trail.last, room, coin) for traveller in board.travellers)

    def writes_end(self, match: Match, tone: Tone, here: Sequence[int]) -> bool:
        """The podium has a band for the words; one traveller alone needs none, and who did not arrive has none."""
        return len(match.seats) > 1 and GetawayEnding(match).arrived

    def teller(self, match: Match, look: Look) -> Callable[[Event], Iterable[StoryLine]]:
        """Rounds, and in them a few short lines a turn."""
        return Tale(phrases.names(match), look).lines

    def automatic(self, match: Match, random: Random) -> Choice | None:
        """A roll."""
        return Act.ROLL if match.turn == CHANCE else None

    def automatic_refusal(self, match: Match) -> str:
        """A die can always be rolled by itself."""
        return ""

    def first_keys(self, match: Match, picking: Picking, automatic: bool) -> tuple[Key, ...]:
        """The key that rolls for everybody; at the end the one that writes the story."""
        if isinstance(picking, GetawayPicking) and picking.deciding:
            go = Key("b", toll_offer(picking.journey).go.deeds[-1].lower(), "screen.type('b')")
            return (go, STOP) if automatic else (go,)
        if match.result:
            return (STORY,)
        return (STOP if automatic else Key("a", "roll for all", "screen.do('automatic')"),)

    def last_keys(self, match: Match) -> tuple[Key, ...]:
        """The key that writes the story."""
        return () if match.result else (STORY,)


def _trail(match: Match) -> Board:
    return cast("Journey", match.position).course.trail


STOP = Key("a", "stop roll for all", "screen.do('automatic')")
"""Stands in the key line for as long as the die rolls by itself, during a toll too."""

STORY = Key("w", "write story", "screen.do('story')")


def purse(traveller: Traveller, castle: int, room: int, coin: str) -> str:
    """What a traveller has, in at most `room` columns: the gold, and in a second line things, which are counted where
    their names are too long."""
    where = "home" if traveller.square == castle else "trapped" if traveller.held else ""
    count = len(traveller.backpack)
    things = ", ".join(item.name for item in traveller.backpack)
    beside = len(where) + 2 if where and room < BESIDE else 0
    if count and len(things) > room - 2 - beside:
        things = plural(count, "thing")
    gold = f"{traveller.gold} {coin}"
    if room < BESIDE:
        below = ", ".join(filter(None, (where, things)))
    else:
        gold, below = "  ".join(filter(None, (where, gold))), things
    return "\n".join(filter(None, (gold, below)))

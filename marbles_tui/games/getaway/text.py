"""Gary's Great Getaway in words: squares, positions, events, and what other programs read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from marbles_tui.core import Cell, Event, Game
from marbles_tui.core.text import YOU, article, enumerated, ordinal, plural
from marbles_tui.games.getaway.board import (
    Amount,
    Board,
    Encounter,
    Jump,
    Kind,
    Teleporter,
    Toll,
    Trap,
    Treasure,
    Trinkets,
)
from marbles_tui.games.getaway.journey import Decision, Draw, Journey, Traveller

SIGNS: Final[Mapping[Kind, tuple[str, str]]] = {
    "start": ("⌂", "^"),
    "treasure": ("¤", "$"),
    "teleporter": ("»", "@"),
    "toll": ("Π", "%"),
    "trinkets": ("▣", "&"),
    "trap": ("╳", "#"),
    "plain": ("·", "."),
    "castle": ("♜", "M"),
}
"""A sign for each kind, and the same in ASCII."""


def sign(kind: Kind, plain: bool = False) -> str:
    """The sign of a kind of square, in ASCII if `plain`."""
    return SIGNS[kind][plain]


def price(encounter: Encounter | None, taken: int) -> tuple[str, ...]:
    """What waits on a square for its head, the clearest words first: "pay 5", "1-4 ¤", "back 3", "till 8"; once
    all has been taken, that."""
    gold, thing = sign("treasure"), sign("trinkets")
    match encounter:
        case Treasure(amount, once):
            return ("empty",) if once and taken else (f"{_gold(amount)} {gold}", _gold(amount), gold)
        case Teleporter(jump, once):
            return ("used",) if once and taken else (jump_words(jump), _arrow(jump))
        case Toll(jump, amount, once):
            return ("used",) if once and taken else (f"pay {_gold(amount)}", _gold(amount), gold)
        case Trinkets(items):
            left = len(items) - taken
            return (f"{left} {thing}", thing) if left > 0 else ("empty",)
        case Trap(event, number, _):
            return (f"till {number}", str(number)) if event else (plural(number, "turn"), str(number))
    return ()


def is_spent(encounter: Encounter | None, taken: int) -> bool:
    """Whether nothing waits on a square any more."""
    if isinstance(encounter, Trinkets):
        return taken >= len(encounter.items)
    return taken > 0 and bool(getattr(encounter, "once", False))


def _arrow(jump: Jump) -> str:
    """Where a ride goes, in as few signs as there are."""
    if jump.way == "A":
        return f"▶{jump.size}"
    size = abs(jump.size)
    return f"{'◀' if jump.size < 0 else '▶'}{f'1-{size}' if jump.way == 'M' else size}"


GONE: Final[Mapping[type, str]] = {
    Treasure: "the gold is gone",
    Toll: "the toll is gone",
    Trinkets: "all things are gone",
}
"""What is said of a square that is spent."""


def describe_square(trail: Board, square: int, taken: int = 0) -> str:
    """All about a square, in a sentence or two; `taken` is how much of what was there is gone."""
    name, encounter = trail.squares[square]
    if is_spent(encounter, taken):
        return f"{square} {name}: {GONE.get(type(encounter), 'used, nothing happens here')}."
    match encounter:
        case Treasure(amount, once):
            text = f"pays {_gold(amount)} gold{_first(once)}"
        case Teleporter(jump, once):
            text = f"takes you {_way(trail, jump)}{_first(once)}"
        case Toll(jump, amount, once):
            text = f"costs {_gold(amount)} gold, or takes you {_way(trail, jump)}{_first(once)}"
        case Trinkets(items):
            things = ", ".join(f"{item.name} ({item.value})" for item in items[taken:])
            text = f"a thing for each visitor: {things}"
        case Trap(event, number, trinket):
            text = f"traps you {_until(event, number)}, unless you have {trinket}"
        case _:
            text = "you sell your trinkets here and wait" if square == trail.last else "nothing happens here"
    return f"{square} {name}: {text}."


def square_words(trail: Board, square: int, taken: int) -> tuple[str, ...]:
    """The same, then less of it: its number and name, and what waits there."""
    name, encounter = trail.squares[square]
    costs = [f"{square} {name}: {cost}" for cost in price(encounter, taken)[:1]]
    return describe_square(trail, square, taken), *costs, f"{square} {name}"


def belongings(trail: Board, traveller: Traveller, together: bool) -> tuple[tuple[str, ...], ...]:
    """The gold of a traveller and where they are, and the things that they carry, each in words and then in fewer;
    `together`: the things are told with the gold, too."""
    square, gold, bag, held = traveller
    where = "home" if square == trail.last else "trapped" if held else f"on {square}"
    purse, things = f"{gold} {sign('treasure')}", ", ".join(item.name for item in bag)
    few, fewest = (plural(len(bag), "thing"), f"{len(bag)}{sign('trinkets')}") if bag else ("", "")
    both = (f"{purse}, {where}, {few}", f"{purse}, {few}", f"{purse} {fewest}") if bag and together else ()
    return (*both, f"{purse}, {where}", purse, str(gold)), (things, few, fewest)


def named(names: Sequence[str], seat: int) -> str:
    """What somebody is called, also where nobody has a name."""
    return names[seat] if seat < len(names) else f"Traveller {seat + 1}"


def rank_words(place: int, gold: int) -> tuple[str, ...]:
    """A place, from 0, and the gold that somebody has come home with, the clearest words first."""
    coins, nth = f"{gold} {sign('treasure')}", f"{place + 1}."
    return f"{ordinal(place + 1)}, {coins}", f"{nth} {coins}", f"{nth} {gold}", str(gold)


def _gold(amount: Amount) -> str:
    return f"1-{amount.size}" if amount.drawn else str(amount.size)


def jump_words(jump: Jump) -> str:
    """Where a jump leads: "back 3", "on 1-6", "to 5"."""
    if jump.way == "A":
        return f"to {jump.size}"
    size = abs(jump.size)
    return f"{'back' if jump.size < 0 else 'on'} {f'1-{size}' if jump.way == 'M' else size}"


def _way(trail: Board, jump: Jump) -> str:
    if jump.way == "A":
        return f"to {trail.squares[max(0, min(jump.size, trail.last))].name}"
    return jump_words(jump)


def _first(once: bool) -> str:
    return ", once" if once else ""


def _until(rolled: bool, number: int) -> str:
    """How long a trap holds: until a number is `rolled`, or for turns."""
    return f"until you roll {article(number)} {number}" if rolled else f"for {plural(number, 'turn')}"


AHEAD = 6
"""How many squares in front of the traveller are told, at most: what a usual die can reach."""


def _waits(encounter: Encounter | None, taken: int, castle: bool) -> str:
    match None if is_spent(encounter, taken) else encounter:
        case Treasure(amount):
            said = f"pays {'up to ' if amount.drawn else ''}{amount.size} gold"
        case Teleporter(jump):
            said = f"takes you {_leads(jump)}"
        case Toll(jump, amount):
            said = f"costs {'up to ' if amount.drawn else ''}{amount.size} gold, or takes you {_leads(jump)}"
        case Trinkets():
            said = "has trinkets"
        case Trap(event, number, trinket):
            said = f"traps you {_until(event, number)}, unless you have {trinket}"
        case _:
            return ", the castle" if castle else ""
    return f", {said}"


def kind_words(encounter: Encounter | None) -> str:
    """What waits on a square, in a few words: "gold 1-12", "toll 6 or back 4", "trap until an 8"."""
    match encounter:
        case Treasure(amount, once):
            return f"gold {_gold(amount)}{', once' * once}"
        case Teleporter(jump, once):
            return f"{jump_words(jump)}{', once' * once}"
        case Toll(jump, amount, once):
            return f"toll {_gold(amount)} or {jump_words(jump)}{', once' * once}"
        case Trinkets(items):
            return f"find {', '.join(item.name for item in items)}"
        case Trap(event, number, trinket):
            how = f"until {article(number)} {number}" if event else plural(number, "turn")
            return f"trap {how}, safe with {trinket}"
    return ""


def _leads(jump: Jump) -> str:
    if jump.way == "A":
        return f"to square {jump.size}"
    most = "up to " if jump.way == "M" else ""
    return f"{most}{abs(jump.size)} {'forward' if jump.size > 0 else 'back'}"


Facts = Mapping[str, Any]

SPENT: Final = {
    "treasure": "This has been emptied, it pays you nothing.",
    "teleporter": "This has carried somebody off before, now it is still.",
    "toll": "This has had its toll before, it asks nothing of you.",
    "trinkets": "There is nothing left to pick up.",
}


def _transport(facts: Facts) -> str:
    if "to" in facts:
        return f"This takes you to {facts['to']}."
    by = facts["by"]
    if not by:
        return "This turns you round and round."
    return f"This slides you {'forward' if by > 0 else 'back'} {abs(by)}."


def _held(facts: Facts) -> str:
    rolled = "number" in facts
    return _until(rolled, facts["number" if rolled else "turns"])


SENTENCES: Final[Mapping[str, Callable[[Facts], str]]] = {
    "roll": lambda facts: f"You roll {article(facts['number'])} {facts['number']}.",
    "too-far": lambda facts: f"That is too far, you stay on {facts['square']}.",
    "land": lambda facts: f"You land on {facts['square']}.",
    "gold": lambda facts: f"This pays you {facts['gains']} gold, you now have {facts['gold']} gold.",
    "spent": lambda facts: SPENT[facts["what"]],
    "transport": _transport,
    "stopped": lambda facts: f"You are dizzy after {facts['hops']} hops, this ends your turn.",
    "toll": lambda facts: f"The toll is {facts['gold']} gold.",
    "short": lambda facts: f"You do not have {facts['gold']} gold.",
    "pay": lambda facts: f"You pay {facts['pays']} gold, you now have {facts['gold']} gold.",
    "go": lambda _: "You do not pay.",
    "pick-up": lambda facts: f"You pick up {facts['trinket']}.",
    "backpack": lambda facts: f"You now have: {', '.join(facts['trinkets'])}.",
    "avoided": lambda facts: f"This would trap you, but {facts['trinket']} saves you.",
    "asleep": lambda _: "You are the last one on the road: traps let you pass.",
    "caught": lambda facts: f"This traps you {_held(facts)}.",
    "held": lambda facts: f"You are still trapped {_held(facts)}.",
    "served": lambda _: "You are free to go on your next turn.",
    "freed": lambda _: "You are free.",
    "released": lambda _: "You are free, nobody else is on the path.",
    "sell": lambda facts: f"You sell {facts['trinket']} for {facts['value']} gold.",
    "arrive": lambda facts: f"You have {facts['gold']} gold.",
    "over": lambda _: "Game Over",
    "others": lambda _: "Other Players:",
}
"""What is said to the player whose turn it is, by the kind of event."""


def _rows(position: Journey) -> Iterator[str]:
    trail = position.course.trail
    width = min(30, max(len(square.name) for square in trail.squares))
    for number, (name, encounter) in enumerate(trail.squares):
        here = [
            str(seat) for seat, traveller in enumerate(position.travellers, 1) if traveller.square == number
        ]
        pawns = f"<{' '.join(here)}>" if here else ""
        yield f"{number:>3} {name[:width]:<{width}}  {kind_words(encounter):<34} {pawns}".rstrip()
    yield ""
    for seat, traveller in enumerate(position.travellers):
        held = ", trapped" if position.trapped(seat) else ""
        things = ", ".join(item.name for item in traveller.backpack)
        yield f"<{seat + 1}> {traveller.gold} gold{held}{': ' if things else ''}{things}"


def most_gold(events: Sequence[Sequence[Event]], seat: int) -> int:
    """The gold that a seat had at the end."""
    last = next((ply[-1] for ply in reversed(events) if ply), None)
    return int(last.board.travellers[seat].gold) if last else 0


def square_facts(board: Board) -> list[dict[str, object]]:
    """The squares of a board: number, name, kind, and what the kind asks for."""
    squares = []
    for number, (name, encounter) in enumerate(board.squares):
        told: dict[str, object] = {"number": number, "name": name, "kind": board.kind(number)}
        match encounter:
            case Treasure(amount, once):
                told |= {"once": once, "amount": str(amount)}
            case Teleporter(jump, once):
                told |= {"once": once, "jump": str(jump)}
            case Toll(jump, amount, once):
                told |= {"once": once, "jump": str(jump), "amount": str(amount)}
            case Trinkets(items):
                told["trinkets"] = [item._asdict() for item in items]
            case Trap(event, held, trinket):
                told |= {"trap": "event" if event else "delay", "until": held, "trinket": trinket}
        squares.append(told)
    return squares


class GetawayWords(Game[Journey, Draw | Decision]):
    """What is said of the game, and read of what people type; `game.py` adds the rest."""

    @staticmethod
    def describe(position: Journey, names: Sequence[str]) -> str:
        """Where everybody is and what they have, and what lies ahead of who is to move."""
        trail = position.course.trail
        lines = []
        for seat, traveller in enumerate(position.travellers):
            where = trail.squares[traveller.square].name
            held = ", trapped" if position.trapped(seat) else ""
            things = f", {', '.join(item.name for item in traveller.backpack)}" if traveller.backpack else ""
            place = f"square {traveller.square} of {trail.last}, {where}"
            lines.append(f"{names[seat]} is on {place}, with {traveller.gold} gold{things}{held}.")
        if position.result is None:
            at = position.travellers[position.actor].square
            ahead = list(enumerate(trail.squares))[at + 1 : at + 1 + min(AHEAD, trail.sides)]
            told = [
                f"{number} {square.name}{_waits(square.encounter, position.taken[number], number == trail.last)}"
                for number, square in ahead
            ]
            if told:
                lines.append(f"Ahead of {names[position.actor]}: {'; '.join(told)}.")
        return "\n".join(lines)

    @staticmethod
    def diagram(position: Journey) -> str:
        """The squares, one a line, with what waits on them and who stands there; then the players'
        gold and backpacks."""
        return "\n".join(_rows(position))

    @staticmethod
    def say(event: Event, names: Sequence[str]) -> str:
        """The sentence for an event."""
        facts = event.facts
        match event.kind:
            case "turn":
                name = names[facts["seat"]]
                whose = "Your turn" if name == YOU and len(names) > 1 else name
                return f"{whose}: You are on {facts['square']}."
            case "winner":
                winners = [names[seat] for seat in facts["seats"]]
                wins = "Wins" if len(winners) == 1 else "Win"
                return f"{enumerated(winners)} {wins} with {facts['gold']} Gold"
            case "other":
                return f"{names[facts['seats'][0]]} {facts['gold']} Gold"
        sentence = SENTENCES.get(event.kind)
        return sentence(facts) if sentence else ""

    @staticmethod
    def facts(position: Journey, names: Sequence[str]) -> dict[str, object]:
        """`players`: of each the name, gold, square, what the backpack holds, and whether a trap holds them."""
        players = [
            {
                "name": name,
                "gold": traveller.gold,
                "square": traveller.square,
                "backpack": [item.name for item in traveller.backpack],
                "trapped": position.trapped(seat),
            }
            for seat, (name, traveller) in enumerate(zip(names, position.travellers, strict=True))
        ]
        return {"players": players}

    @staticmethod
    def normalize(text: str) -> str:
        """Notation as typed → as moves write it: `*05` is `*5`, PAY is `pay`."""
        digits = text[1:]
        if text[:1] == "*" and digits.isascii() and digits.isdigit():
            return f"*{digits.lstrip('0') or '0'}"
        return text.lower() if text.isascii() else text

    @staticmethod
    def explain_illegal(position: Journey, _text: str = "") -> str:
        """What is expected here instead of a move that cannot be played."""
        name = position.course.trail.squares[position.travellers[position.actor].square].name
        match position.need:
            case "roll":
                return f"expected a roll of the die, *1 to *{position.faces}"
            case "amount":
                return f"expected the gold drawn at {name}, *1 to *{position.faces}"
            case "jump":
                return f"expected the squares drawn at {name}, *1 to *{position.faces}"
        return f"expected pay or go: the toll at {name} is {position.due} gold"

    @staticmethod
    def explain_illegal_pick(position: Journey, _picks: tuple[Cell, ...] = ()) -> str:
        """Why a square cannot be picked."""
        if position.need == "choice":
            return "pick the toll's square to pay, or the square it leads to"
        return "the die decides: roll it"

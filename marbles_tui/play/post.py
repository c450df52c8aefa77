"""Games by post: letters that each carry the whole record and a digest of the game as the letter before left it, so
that nobody changes what was played. Dice are drawn from what both have committed themselves to, so that nobody
chooses them.

Each of two has a chain of values, each the hash of the next one. The first letters name where both chains begin; the
dice of a turn come of both values of its number, and whoever ends a turn reveals their value of the next one. Nobody
can take another value than the one they are committed to, nor know the other's before they have written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from marbles_tui.core import CHANCE, Game, Move, Randomness
from marbles_tui.core.text import sanitize_line
from marbles_tui.play.match import Match, Seat
from marbles_tui.play.reading import read_match

POST: Final = "Post"
"""The tag that names a game by post, the same in all of its letters."""

LETTER: Final = "Letter"
"""The tag with the number of the letter, the seat that wrote it, from 1, and the digest."""

CHAINS: Final = ("Dice1", "Dice2")
"""The tags with where each seat's chain begins, and the value revealed last behind its number."""

OWN: Final = (POST.lower(), LETTER.lower(), *(name.lower() for name in CHAINS))

END: Final = "; end of the letter"
LONGEST: Final = 2_000
"""Turns for which a chain lasts."""

MOST: Final = 400_000
"""Characters of a letter."""

QUOTED: Final = re.compile(r"^[>|\s]+")
CHAIN: Final = re.compile(r"([0-9a-f]{20}) (\d{1,4}):([0-9a-f]{20})")


class BadLetter(ValueError):
    """A letter that is refused, and why, in a sentence."""


class Head(NamedTuple):
    """What a letter says of itself."""

    number: int
    seat: int
    """Who wrote it, from 0."""

    last: str
    """The digest of the game as the letter before left it; "-" in the first one."""


def head(match: Match) -> Head:
    """What the last letter of a game says of itself. Raises BadLetter."""
    found = re.fullmatch(r"(\d{1,4}) ([12]) ([0-9a-f]{20}|-)", match.tag(LETTER))
    if not found or not match.tag(POST):
        raise BadLetter("This is no letter of a game by post.")
    return Head(int(found[1]), int(found[2]) - 1, found[3])


def begin(
    game: Game, names: tuple[str, str], id: str, secret: str, *, date: str, random: Randomness
) -> Match:
    """A game by post before its first letter, which the first of these two writes. They begin, unless chance has
    drawn the start: then the other one does."""
    players = {option.name: "2" for option in game.options if option.name == "players"}
    seats = [Seat(name) for name in names]
    match = Match.new(
        game, options={**game.proposed, **players}, seats=seats, date=date, tags=[(POST, id)], random=random
    )
    if has_chance(match):
        match = match.tagged(CHAINS[0], f"{_value(secret, 0)} 0:{_value(secret, 0)}")
    drawn = match.setup is not None
    match = replace(match, seats=match.seats[::-1]) if drawn else match
    return match.tagged(LETTER, f"0 {1 if drawn else 2} -")


def has_chance(match: Match) -> bool:
    """Whether dice are thrown."""
    return not match.game.rated


def is_letter(text: str) -> bool:
    """Whether a text has, or should have, a letter in it."""
    return f"[{POST} " in text[:MOST] and f"[{LETTER} " in text[:MOST]


def writer(match: Match) -> int:
    """Whose letter comes next, from 0."""
    return 1 - head(match).seat


def is_complete(match: Match, seat: int) -> bool:
    """Whether a seat has done what its next letter has to tell."""
    if has_chance(match) and head(match).number < 2:
        return True
    return match.result is not None or (match.position.actor != seat)


def write(match: Match, seat: int, secret: str) -> tuple[Match, str]:
    """The game with its next letter, by that seat, and the letter."""
    number, wrote, _ = head(match)
    begun = match.plies if wrote == seat else _turn_begins(match, seat)
    last = digest(match.back(0).at(begun)) if number else "-"
    if has_chance(match) and number:
        turn = _turn_numbers(match)[match.plies - 1] + 1 if match.plies else 1
        match = match.tagged(CHAINS[seat], f"{_value(secret, 0)} {turn}:{_value(secret, turn)}")
    match = match.tagged(LETTER, f"{number + 1} {seat + 1} {last}")
    return match, text_of(match)


def text_of(match: Match) -> str:
    """The last letter of a game."""
    number, seat, _ = head(match)
    who, other = match.names[seat], match.names[1 - seat]
    title = f"{match.game.title} by post, letter {number}, from {who} to {other}: paste it into marbles-tui."
    own = tuple(tag for tag in match.tags if tag[0].lower() in OWN)
    record = str(replace(match, tags=own).without_undone()).rstrip()
    return "\n".join((sanitize_line(title, 200), record, END, ""))


def read(text: str, games: Sequence[Game], held: Mapping[str, Match] | None = None) -> Match:
    """The game of a letter; `held` are the games as they are known here, by their tags. Raises BadLetter with the
    first thing that is wrong in it."""
    lines = [QUOTED.sub("", line).rstrip() for line in text[:MOST].splitlines()]
    start = next((at for at, line in enumerate(lines) if line.lower().startswith('[game "')), None)
    end = next((at for at, line in enumerate(lines) if line.startswith(END)), None)
    if start is None or end is None or end < start:
        raise BadLetter(f'There is no whole letter here: it goes from [Game "..."] to "{END}".')
    joined = re.sub(r'(?m)^(\[\w+ "[^"\n]*)\n', r"\1 ", "\n".join(lines[start:end]))
    told = [line for line in joined.split("\n") if not line.lower().startswith("[result ")]
    reading = read_match("\n".join(told), games)
    known = (held or {}).get(reading.match.tag(POST)) if reading.match else None
    if reading.match and known:
        _check_past(reading.match, known)
    if reading.fault or not reading.match:
        why = reading.fault.message if reading.fault else "it is empty"
        raise BadLetter(sanitize_line(f"The letter is refused: {why}", 400))
    match = replace(reading.match, tags=tuple(tag for tag in reading.match.tags if tag[0].lower() in OWN))
    said = head(match)
    if len(match.seats) != 2 or any(seat.level for seat in match.seats):
        raise BadLetter("The letter is refused: a game by post is between two people.")
    running, name = match.back(0), match.names[said.seat]
    if match.ending and match.ending.word == "=" and not running.claimable:
        raise BadLetter("The letter is refused: a draw cannot be claimed there.")
    if match.ending and match.ending.word == f"#{2 - said.seat}":
        raise BadLetter(f"The letter is refused: {match.names[1 - said.seat]} has not resigned.")
    begun = {_turn_begins(match, said.seat), match.plies}
    if said.number > 1 and said.last not in {digest(running.at(ply)) for ply in begun}:
        raise BadLetter("The letter is refused: its digest is not that of the moves before it.")
    greets = has_chance(match) and said.number < 3
    if match.result is None and not greets and match.position.actor == said.seat:
        raise BadLetter(f"The letter is refused: {name} has not ended their turn.")
    _check_dice(match)
    return match


def check(letter: Match, held: Match, seat: int) -> None:
    """See that a letter to a seat goes on from the game as it is held there. Raises BadLetter with the first move
    that is wrong."""
    said, had = head(letter), head(held)
    if said.seat == seat:
        raise BadLetter(f"This is your own letter: it is for {letter.names[1 - seat]}.")
    if held.result:
        raise BadLetter("That game is over.")
    _check_past(letter, held)
    if said.number <= had.number or letter.plies < held.plies:
        raise BadLetter(
            f"This is letter {said.number}, which you have had: the next one is {had.number + 1}."
        )
    if said.number != had.number + 1:
        raise BadLetter(f"This is letter {said.number}: letter {had.number + 1} has not come yet.")
    if said.last != digest(held.at(_turn_begins(held, 1 - seat))):
        raise BadLetter("The letter is refused: start, rules or names are not those of your game.")
    if any(not letter.tag(chain).startswith(held.tag(chain)[:20]) for chain in CHAINS):
        raise BadLetter("The letter is refused: its dice are not those of the letters before.")


def _check_past(letter: Match, held: Match) -> None:
    for at, (move, played) in enumerate(zip(letter.moves, held.moves, strict=False), 1):
        if move != played:
            raise BadLetter(f"The letter is refused at move {at}: it says {move}, but {played} was played.")


def roll(match: Match, seat: int, secret: str) -> Move:
    """The dice of a seat's turn. Raises BadLetter where the other's value has not come."""
    turns = _turn_numbers(match)
    values = [_revealed(match, at, turns[-1]) for at in range(2)]
    values[seat] = _value(secret, turns[-1])
    return _drawn(match, match.plies, turns, values)


def digest(match: Match) -> str:
    """What stands for a running game as it is: its rules, its start, its players and its moves."""
    rules = sorted(match.options.items())
    told = (match.game.key, rules, match.setup, match.names, [str(move) for move in match.moves])
    return _digest(repr(told))[:20]


# Turns


def _turn_begins(match: Match, seat: int) -> int:
    """The plies before the last turn of a seat, if that is what was played last; else all of them."""
    at = match.plies
    while at and match.positions[at - 1].actor == seat:
        at -= 1
    return at


def _turn_numbers(match: Match) -> list[int]:
    """By ply the number, from 1, of the turn that it is part of; one more for what comes next."""
    actors = [position.actor for position in match.positions]
    return [*accumulate((actor != before for before, actor in pairwise(actors)), initial=1)]


# Dice


def _hashed(value: str, times: int) -> str:
    for _ in range(times):
        value = _digest(value)[:20]
    return value


def _value(secret: str, number: int) -> str:
    """A value of a chain; number 0 is where it begins."""
    if number >= LONGEST:
        raise BadLetter(f"A game of dice by post ends after {LONGEST:,} turns.")
    return _hashed(secret, LONGEST - number)


def _chain(match: Match, seat: int) -> tuple[str, int, str] | None:
    found = CHAIN.fullmatch(match.tag(CHAINS[seat]))
    return (found[1], int(found[2]), found[3]) if found else None


def _revealed(match: Match, seat: int, number: int) -> str:
    """A value of a seat's chain, "" if it is not revealed yet."""
    chain = _chain(match, seat)
    return _hashed(chain[2], chain[1] - number) if chain and chain[1] >= number else ""


def _drawn(match: Match, ply: int, turns: Sequence[int], values: Sequence[str]) -> Move:
    """What the dice show before a ply: a function of the turn and of how many throws came before in it."""
    if "" in values:
        raise BadLetter("The dice of this turn are not known yet.")
    throws, at = 0, ply - 1
    while at >= 0 and turns[at] == turns[ply]:
        throws, at = throws + (match.positions[at].turn == CHANCE), at - 1
    moves = match.positions[ply].moves()
    number = int(_digest(f"{values[0]} {values[1]} {throws}"), 16)
    found: Move = moves[number % len(moves)]
    return found


def _check_dice(match: Match) -> None:
    """See that both chains are whole, and that all dice are theirs. Raises BadLetter."""
    if not has_chance(match):
        return
    said = head(match)
    for seat in range(min(2, said.number)):
        chain = _chain(match, seat)
        if chain is None or _hashed(chain[2], chain[1]) != chain[0]:
            raise BadLetter(
                f"The letter is refused: the dice of {match.names[seat]} are not what they began with."
            )
    turns = _turn_numbers(match)
    for ply, move in enumerate(match.moves):
        if match.positions[ply].turn == CHANCE:
            values = [_revealed(match, seat, turns[ply]) for seat in range(2)]
            right = _drawn(match, ply, turns, values)
            if move != right:
                raise BadLetter(f"The letter is refused at move {ply + 1}: the dice say {right}, not {move}.")


def _digest(text: str) -> str:
    from hashlib import sha256  # not for the first paint

    return sha256(text.encode()).hexdigest()

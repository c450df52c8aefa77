"""What is said of a match that is over: how it ended, what was remarkable, what has changed, and what can follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from marbles_tui.core import Event, Solutions
from marbles_tui.core.scene import Tone
from marbles_tui.core.text import enumerated, ordinal, plural, sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.match import MOST_PLIES, shown
from marbles_tui.play.played import board_key, length_of, people_of, turn_numbers
from marbles_tui.play.rating import counts
from marbles_tui.play.series import (
    CHANGED,
    NEW_PLAYERS,
    NEW_START,
    OWN_POSITION,
    PASTED,
    SHORT,
    TAKEN_BACK,
    follows_in_series,
    place_in_series,
    score,
)
from marbles_tui.play.statistics import Progress
from marbles_tui.table import phrases
from marbles_tui.table.progress import rungs

LONGEST_TOLD: Final = 3_000
"""The most plies of a match of which all events are told again to find what was remarkable."""

Part = tuple[str, str]
"""A piece of text and its style: "" as usual, `strong`, `best` for what is new or won, `up` for a gain, `quiet`, or
`seat0` and so on for the colour of a seat's pieces."""


class EndingLine(NamedTuple):
    """A line about the match: a label and what is said under it. Lines of one group stand together."""

    label: str
    parts: tuple[Part, ...]
    group: str = ""
    unbroken: bool = False
    """Whether each part stays in one row where it has room: a number with what it counts."""

    unit: str = ""
    """What the numbers of the first part count, told in text alone: a panel is too narrow."""

    @property
    def text(self) -> str:
        """What is said, without styles."""
        return "".join(text for text, _ in self.parts)


class Feat(NamedTuple):
    """The most remarkable thing that a seat did: a sentence, the game's record that counts such things, and the
    number of this one; "" where no record does."""

    sentence: str
    record: str = ""
    number: int = 0
    counts: bool = True
    """Whether the sentence is about what the record counts."""


def people(match: Match) -> tuple[int, ...]:
    """The seats of people."""
    return tuple(seat for seat, sits in enumerate(match.seats) if sits.level is None)


def viewer(match: Match, here: Sequence[int] | None = None) -> int | None:
    """The seat of the one person who looks, who is then called "you"; None for several people, or none. `here` are
    the seats of those who do; of all people if None."""
    looking = people(match) if here is None else here
    return looking[0] if len(looking) == 1 else None


class EndWords:
    """The words about one match that is over. A game overrides `won`, and where it can `details` and `feat`."""

    def __init__(self, match: Match, here: Sequence[int] | None = None) -> None:
        """`here` are the seats of those who read them; of all people if None."""
        self.match = match
        self.here = people(match) if here is None else tuple(here)
        self.you = viewer(match, self.here)
        self.names = phrases.names(match)

    # What a game says

    def won(self) -> str:
        """How the winner won by the rules, in a sentence."""
        return f"{self.subject(self.winners)} won in {self.length}."

    def details(self) -> Sequence[EndingLine]:
        """What else says how it ended, the weightiest first."""
        return ()

    def feat(self, seat: int) -> Feat | None:
        """The most remarkable thing that a seat did."""
        return None

    def place(self) -> str:
        """Your place in a word where several places are told apart; "" where one only wins or loses."""
        return ""

    # For all games

    def how(self) -> str:
        """How the match ended, in a sentence."""
        result = self.match.result
        assert result
        if not result.winners:
            return self.drawn()
        losers = self.subject([seat for seat in range(len(self.names)) if seat not in result.winners])
        did = {"resigned": "resigned", "left": "left the game", "time": "ran out of time"}.get(result.reason)
        if did:
            return f"{losers} {did} {f'in turn {self.turns}' if self.turns else 'before the first move'}."
        return f"{self.subject(self.winners)} won, says the record." if result.reason == "tag" else self.won()

    def drawn(self) -> str:
        """How a draw came about."""
        result = self.match.result
        assert result
        told = {
            "agreed": f"Agreed {self.agreed}.",
            "repetition": "The same position for the third time.",
            "length": f"The game has {MOST_PLIES:,} moves.",
        }
        return told.get(result.reason, f"Nobody won in {self.length}.")

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return self.match.result.winners if self.match.result else ()

    @property
    def teller(self) -> int:
        """The seat whose feats are told: you, or else the winner, or the first one."""
        if self.you is not None:
            return self.you
        return self.winners[0] if self.winners else 0

    @cached_property
    def turn_of(self) -> list[int]:
        """The number of the turn of each ply."""
        return turn_numbers(self.match)[: self.match.plies]

    @property
    def turns(self) -> int:
        """How many turns the match had."""
        return length_of(self.match)

    @property
    def agreed(self) -> str:
        """When the players agreed on a draw."""
        return f"after turn {self.turns}" if self.turns else "before the first move"

    @property
    def length(self) -> str:
        """How many turns the match had, in words."""
        return plural(self.turns, "turn")

    @cached_property
    def events(self) -> list[tuple[Event, ...]]:
        """What was to be seen, ply by ply; nothing of a match that is very long."""
        return [] if self.match.plies > LONGEST_TOLD else [*shown(self.match)]

    def told(self, *kinds: str) -> Iterator[tuple[int, Event]]:
        """The events of some kinds, with the plies, counted from 0, in which they happened."""
        return (
            (ply, event) for ply, all_of in enumerate(self.events) for event in all_of if event.kind in kinds
        )

    def who(self, seat: int) -> str:
        """A seat at the beginning of a sentence."""
        return "You" if seat == self.you else self.names[seat]

    def whose(self, seat: int) -> str:
        """What belongs to a seat, in a sentence that named it."""
        if seat == self.you:
            return "your"
        return "its" if self.match.seats[seat].level else "their"

    def subject(self, seats: Sequence[int]) -> str:
        """Some seats at the beginning of a sentence."""
        return enumerated([self.who(seat) for seat in seats])


# What has changed for the person who played

NEW_BEST: Final[Part] = ("  New best", "best")

WHY_UNRATED: Final = {
    NEW_PLAYERS: "the players were changed",
    NEW_START: "it went on from another game",
    OWN_POSITION: "it began at a position of your own",
    PASTED: "moves were pasted",
    SHORT: "it was shorter than usual",
    TAKEN_BACK: "a move was undone",
}
"""What keeps a match from being rated, by the value of its tag."""

ROW: Final = 3
"""From so many wins in a row on they are worth a word."""


def person(match: Match) -> str | None:
    """The name by which the only person of a match counts, "" for the one without a name; None where there are more
    people, or none."""
    people = [name for name, seat in zip(people_of(match), match.seats, strict=True) if seat.level is None]
    return people[0] if len(people) == 1 else None


def is_best(words: EndWords, before: Progress | None) -> bool:
    """Whether the most remarkable thing of the match breaks the person's record."""
    feat = words.feat(words.teller)
    known = before.records.get(feat.record) if feat and before else None
    return feat is not None and known is not None and feat.number > known


def progress_lines(
    match: Match, words: EndWords, before: Progress | None, after: Progress
) -> tuple[EndingLine, ...]:
    """What is told of rating, records and the score against the opponent; `before` as it was when the match began,
    None where that is not known."""
    lines = [*_fewest(words, before), *_alone(match, after), *_best_on_board(match, words, before, after)]
    if not counts(match):
        why = WHY_UNRATED.get(match.tag(CHANGED), "the computer helped you")
        lines.append(EndingLine("Rating", ((f"Not rated: {why}.", "quiet"),), "rating"))
    elif before is not None and len(after.ratings) > len(before.ratings):
        lines.append(EndingLine("Rating", (*_rating(after),), "rating"))
    return (*lines, *_against(match, after))


def _rating(after: Progress) -> tuple[Part, ...]:
    number = after.ratings[-1]
    return rating_change(round(number - after.rating_change), round(number), after.rating.margin)


def rating_change(was: int, now: int, margin: str) -> tuple[Part, ...]:
    """A rating, how far off it may be, and how it has changed."""
    change = f"up {now - was}" if now > was else f"down {was - now}" if now < was else "unchanged"
    since = f" from {was:,}" if now != was else ""
    return ((f"{now:,}{margin}", "strong"), (f"  {change}{since}", "up" if now > was else "quiet"))


def _fewest(words: EndWords, before: Progress | None) -> list[EndingLine]:
    fewest = before.total.shortest_win if before else None
    won = words.you in words.winners and len(words.names) > 1
    if not won or fewest is None or words.turns >= fewest:
        return []
    return [EndingLine("Fewest", ((f"{words.length}, {fewest} before.", ""), NEW_BEST), "finest")]


def _against(match: Match, after: Progress) -> list[EndingLine]:
    """The score against the only opponent's level."""
    levels = [seat.level for seat in match.seats if seat.level]
    if len(levels) != 1:
        return _won_so_far(match, after)
    score = after.score(levels[0])
    drawn = f", drawn {score.drawn:,}" if score.drawn else ""
    row = f" {after.total.streak:,} wins in a row." if after.total.streak >= ROW else ""
    told = f"Won {score.won:,}, lost {score.lost:,}{drawn} against {levels[0].capitalize()}.{row}"
    return [EndingLine("Score", ((told, ""),), "rating")] if score.played else []


def _won_so_far(match: Match, after: Progress) -> list[EndingLine]:
    """The games that were won against several."""
    total = after.total
    if len(match.seats) < 3 or not total.won + total.lost + total.drawn:
        return []
    return [EndingLine("So far", ((f"Won {total.won:,} of {plural(total.played, 'game')}.", ""),), "rating")]


def _alone(match: Match, after: Progress) -> list[EndingLine]:
    """The place of a journey alone among one's own on the same board."""
    game = match.game
    measured = len(match.seats) == 1 and counts(match) and game.measures(match.setup, match.options)
    brought = after.alone.get(board_key(match), ()) if measured else ()
    if not brought:
        return []
    place, board = 1 + sum(more > brought[-1] for more in brought), board_name(match)
    if len(brought) == 1:
        told: tuple[Part, ...] = ((f"Your first journey on {board}.", ""),)
    else:
        rank = "best" if place == 1 else f"{ordinal(place)} best"
        told = ((f"Your {rank} of {len(brought)} on {board}.", ""),)
        if brought[-1] > max(brought[:-1]):
            told += (NEW_BEST,)
    return [EndingLine("Place", told, "place")]


def _best_on_board(
    match: Match, words: EndWords, before: Progress | None, after: Progress
) -> list[EndingLine]:
    """The most that was brought home on this board, where there are several boards."""
    best = after.boards.get(board_key(match), {}) if match.game.board_files else {}
    feat = words.feat(words.teller)
    if not best or feat is None or feat.record not in best:
        return []
    most = best[feat.record]
    known = before.boards.get(board_key(match), {}).get(feat.record) if before else None
    fell = known is not None and feat.number > known and len(match.seats) > 1
    said = f"Your best on {board_name(match)}: {most:,} gold"
    return [EndingLine("Record", ((said, ""), NEW_BEST) if fell else ((said, ""),), "place")]


def board_name(match: Match) -> str:
    """What the board of a match is called."""
    name = match.game.named(match.setup)
    return name.replace("-", " ").title() if name else "this board"


# All that is told, and what can follow


class EndAction(NamedTuple):
    """Something to do after a match: its key, what it does in a few words, in fewer, in one, and what runs it."""

    key: str
    label: str
    short: str
    word: str
    action: str


class TurningPoint(NamedTuple):
    """The move that a review found to have decided a match: its ply, counted from 1, and what was better."""

    ply: int
    better: str


@dataclass(frozen=True, slots=True)
class Report:
    """All that is told of a match that is over. `words` are written in big letters."""

    tone: Tone
    words: str
    how: str
    lines: tuple[EndingLine, ...]
    actions: tuple[EndAction, ...]


def report(
    match: Match,
    words: EndWords,
    more: Sequence[EndingLine] = (),
    turning: TurningPoint | None = None,
    best: bool = False,
    offers: Sequence[EndAction] | None = None,
) -> Report:
    """The report on a match; `more` are lines about rating, score and records, and `best` says that the most
    remarkable thing in the match broke one. `offers` is what can be done next; what usually can if None."""
    tone, sign = tone_of(match, words.here)
    if tone is Tone.LOST and not match.goal:
        sign = words.place() or sign
    offered = actions(match, turning) if offers is None else tuple(offers)
    if match.goal:
        return Report(tone, sign, match.goal.verdict(match), tuple(more), offered)
    details = words.details()
    lines = [line for line in details if line.group != "places"] + _series(match)
    places = [line for line in details if line.group == "places"]
    finest = words.feat(words.teller)
    if turning and tone is Tone.LOST:
        move = match.moves[turning.ply - 1]
        lines.append(
            EndingLine("Turned", ((f"{move} in turn {words.turn_of[turning.ply - 1]}", "strong"),), "turned")
        )
        lines.append(EndingLine("", ((f"{turning.better}.", ""),), "turned"))
    elif finest and finest.sentence:
        new = (NEW_BEST,) if best and finest.counts else ()
        lines.append(EndingLine("Finest", ((finest.sentence, ""), *new), "finest"))
    return Report(tone, sign, words.how(), (*lines, *more, *places), offered)


def tone_of(match: Match, here: Sequence[int] | None = None) -> tuple[Tone, str]:
    """What the end is to those who look, and the words for it in big letters. `here` are their seats; of all people
    if None."""
    if match.goal:
        return (Tone.WON, "Solved") if match.goal.reached(match) else (Tone.LOST, "Not yet")
    here = people(match) if here is None else here
    result, you = match.result, viewer(match, here)
    if not result or not result.winners:
        return Tone.DRAWN, "Draw"
    if len(match.seats) == 1:
        return Tone.WON, "Home"
    if you is not None:
        return (Tone.WON, "You win") if you in result.winners else (Tone.LOST, "Lost")
    winners = enumerated([phrases.name(match, seat) for seat in result.winners])
    return Tone.WON if set(here) & set(
        result.winners
    ) else Tone.NEUTRAL, f"{winners} win{'s' if len(result.winners) == 1 else ''}"


def _series(match: Match) -> list[EndingLine]:
    """The score of a series; once it is over also who has won it."""
    if place_in_series(match)[1] == 1:
        return []
    points = score(match)
    names = phrases.names(match)
    told = ", ".join(f"{who} {had:g}" for who, had in zip(names, points, strict=True))
    ends = ""
    if not follows_in_series(match):
        best = [who for who, had in zip(names, points, strict=True) if had == max(points)]
        ends = " Drawn." if len(best) == len(names) else f" {enumerated(best)} won it."
    return [EndingLine("Series", ((f"{told}.{ends}", ""),), "series")]


# What can be done next


def actions(match: Match, turning: TurningPoint | None = None) -> tuple[EndAction, ...]:
    """What the end offers, the default first."""
    goal, game = match.goal, match.game
    what = "the story" if game.told_as_story else "this game"
    share = EndAction("s", f"Share {what}", "Share", "Share", "share")
    if goal:
        again, retry = ("Another puzzle", "Another puzzle", "Another"), ("Try again", "Try again", "Retry")
        return (EndAction("enter", *(again if goal.reached(match) else retry), "again"), share)
    review, watch = ("Review the game", "Review", "Review"), ("Watch it again", "Watch again", "Replay")
    seen = EndAction("y", *(review if game.has_kernel else watch), "watch")
    return (_again(match), *_further(match, turning), *([seen] if match.plies else []), share)


def _again(match: Match) -> EndAction:
    number, begins = follows_in_series(match), _beginner(match)
    if number:
        label = f"Game {number} of {place_in_series(match)[1]}{begins}"
        return EndAction("enter", label, label, f"Game {number}", "again")
    return EndAction("enter", f"Again{begins}", f"Again{_first(match) or begins}", "Again", "again")


def _beginner(match: Match) -> str:
    """Who begins when the seats have moved round: ", Novice begins"."""
    seats = len(match.seats)
    if seats == 1:
        return ""
    seat = (match.positions[0].actor + 1) % seats
    rolls = "rolls first" if match.game.told_as_story else "begins"
    if seat == viewer(match):
        return f", you {rolls.replace('rolls', 'roll').replace('begins', 'begin')}"
    return f", {phrases.name(match, seat)} {rolls}"


def _first(match: Match) -> str:
    """The same in fewer words to one of two: ", you begin" or ", they begin"."""
    you = viewer(match)
    if you is None or len(match.seats) != 2 or match.game.told_as_story:
        return ""
    return f", {'they' if you == match.positions[0].actor else 'you'} begin"


def _further(match: Match, turning: TurningPoint | None) -> tuple[EndAction, ...]:
    """The next level after a win or a draw without help; after a loss the turning point to be tried again, or an
    easier level. Another board where there are several."""
    if match.game.board_files:
        return (EndAction("p", "Another board", "Another board", "Board", "further"),)
    if follows_in_series(match):
        return ()
    if turning and again_from(match, turning) is not None:
        number = EndWords(match).turn_of[turning.ply - 1]
        return (
            EndAction("p", f"Try turn {number} again from there", f"Retry turn {number}", "Retry", "further"),
        )
    level = other_level(match)
    lost = tone_of(match)[0] is Tone.LOST
    if not level or not (lost or counts(match)):
        return ()
    way, word = ("Easier", "Easier") if lost else ("Next", "Next level")
    return (EndAction("p", f"{way} level: {level[1]}", f"{way}: {level[1]}", word, "further"),)


def again_from(match: Match, turning: TurningPoint) -> int | None:
    """The plies after which you can try the turning point again; None where the move was not yours, or nobody lost
    to a computer."""
    you = viewer(match)
    yours = you is not None and match.positions[turning.ply - 1].actor == you
    return turning.ply - 1 if yours and tone_of(match)[0] is Tone.LOST else None


def other_level(match: Match) -> tuple[str, str] | None:
    """The key and the title of the level to play next: above the one opponent's after a win or a draw, below it
    after a loss; None where there is none."""
    computers, levels = {seat.level for seat in match.seats if seat.level}, rungs(match.game)
    met = [at for at, level in enumerate(levels) if computers == {level.key}]
    if viewer(match) is None or not met:
        return None
    at = met[0] + (-1 if tone_of(match)[0] is Tone.LOST else 1)
    return (levels[at].key, levels[at].title) if 0 <= at < len(levels) else None


def follows(match: Match) -> str:
    """What Enter plays after the match."""
    if match.goal:
        return "another" if match.goal.reached(match) else "from the start"
    number, count = follows_in_series(match), place_in_series(match)[1]
    return f"game {number} of {count}" if number else "again"


# In text


def shared(match: Match, words: EndWords) -> str:
    """What is passed on of a match: a line about it that readers skip, and its record."""
    names = " - ".join(sanitize_line(name, phrases.NAME) for name in match.names)
    told = match.goal.verdict(match) if match.goal else words.how()
    feat = None if match.goal else words.feat(words.teller)
    finest = f" {feat.sentence}" if feat and feat.sentence else ""
    return f"; {match.game.title}, {names}: {told}{finest}\n{match}"


def solutions(match: Match, found: Solutions) -> str:
    """How many ways there were to the goal; how long the shortest is, only once it is reached."""
    told = {0: "is no solution", 1: "is one solution"}.get(found.number, f"are {found.number:,} solutions")
    reached = match.goal and match.goal.reached(match)
    shortest = f"; the shortest takes {plural(len(found.shortest), 'move')}" if reached else ""
    return f"There {told}{shortest}."

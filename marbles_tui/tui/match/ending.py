"""What the end of a match is to those at the table: what is said of it, and what can be done next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from marbles_tui.core import Solutions
from marbles_tui.core.frame import Tone
from marbles_tui.core.text import enumerated, plural
from marbles_tui.play import Match
from marbles_tui.play.rating import counts
from marbles_tui.play.series import place_in_series, score
from marbles_tui.table import phrases
from marbles_tui.table.progress import rungs
from marbles_tui.tui.match.end_words import EndWords, Line, people, viewer


class Action(NamedTuple):
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
    lines: tuple[Line, ...]
    actions: tuple[Action, ...]


def report(
    match: Match,
    words: EndWords,
    more: Sequence[Line] = (),
    turning: TurningPoint | None = None,
    best: bool = False,
    offers: Sequence[Action] | None = None,
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
            Line("Turned", ((f"{move} in turn {words.turn_of[turning.ply - 1]}", "strong"),), "turned")
        )
        lines.append(Line("", ((f"{turning.better}.", ""),), "turned"))
    elif finest and finest.sentence:
        new = (("  New best", "best"),) if best and finest.counts else ()
        lines.append(Line("Finest", ((finest.sentence, ""), *new), "finest"))
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


def _series(match: Match) -> list[Line]:
    """The score of a series; once it is over also who has won it."""
    number, count = place_in_series(match)
    if count == 1:
        return []
    points = score(match)
    names = phrases.names(match)
    told = ", ".join(f"{who} {had:g}" for who, had in zip(names, points, strict=True))
    ends = ""
    if number == count:
        best = [who for who, had in zip(names, points, strict=True) if had == max(points)]
        ends = " Drawn." if len(best) == len(names) else f" {enumerated(best)} won it."
    return [Line("Series", ((f"{told}.{ends}", ""),), "series")]


# What can be done next


def actions(match: Match, turning: TurningPoint | None = None) -> tuple[Action, ...]:
    """What the end offers, the default first."""
    share = Action("s", "Share this game", "Share", "Share", "share")
    if match.goal:
        if match.goal.reached(match):
            return (Action("enter", "Another puzzle", "Another puzzle", "Another", "again"), share)
        return (Action("enter", "Try again", "Try again", "Retry", "again"), share)
    story = match.game.told_as_story
    watch = (
        Action("t", "Review the game", "Review", "Review", "watch")
        if match.game.has_kernel
        else Action("t", "Watch it again", "Watch again", "Replay", "watch")
    )
    watched = (watch,) if match.plies else ()
    if story:
        share = Action("s", "Share the story", "Share", "Share", "share")
    further = _further(match, turning)
    return (_again(match), *further, *watched, share)


def _again(match: Match) -> Action:
    number, count = place_in_series(match)
    begins = _beginner(match)
    if number < count:
        label = f"Game {number + 1} of {count}{begins}"
        return Action("enter", label, label, f"Game {number + 1}", "again")
    return Action("enter", f"Again{begins}", f"Again{_first(match) or begins}", "Again", "again")


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


def _further(match: Match, turning: TurningPoint | None) -> tuple[Action, ...]:
    """The next level after a win or a draw without help; after a loss the turning point to be tried again, or an
    easier level. Another board where there are several."""
    if match.game.board_files:
        return (Action("p", "Another board", "Another board", "Board", "further"),)
    if place_in_series(match)[0] < place_in_series(match)[1]:
        return ()
    if turning and again_from(match, turning) is not None:
        number = EndWords(match).turn_of[turning.ply - 1]
        return (
            Action("p", f"Try turn {number} again from there", f"Retry turn {number}", "Retry", "further"),
        )
    level = other_level(match)
    if not level:
        return ()
    lost = tone_of(match)[0] is Tone.LOST
    if not (lost or counts(match)):
        return ()
    way, word = ("Easier", "Easier") if lost else ("Next", "Next level")
    return (Action("p", f"{way} level: {level[1]}", f"{way}: {level[1]}", word, "further"),)


def again_from(match: Match, turning: TurningPoint) -> int | None:
    """The plies after which you can try the turning point again; None where the move was not yours, or nobody lost
    to a computer."""
    you = viewer(match)
    yours = you is not None and match.positions[turning.ply - 1].actor == you
    return turning.ply - 1 if yours and tone_of(match)[0] is Tone.LOST else None


def other_level(match: Match) -> tuple[str, str] | None:
    """The key and the title of the level to play next: above the one opponent's after a win or a draw, below it
    after a loss; None where there is none."""
    you = viewer(match)
    computers = {seat.level for seat in match.seats if seat.level}
    if you is None or len(computers) != 1:
        return None
    levels = rungs(match.game)
    keys = [level.key for level in levels]
    level = computers.pop()
    if level not in keys:
        return None
    at = keys.index(level) + (-1 if tone_of(match)[0] is Tone.LOST else 1)
    return (levels[at].key, levels[at].title) if 0 <= at < len(levels) else None


def winners_of(match: Match) -> tuple[int, ...]:
    """The seats that won."""
    return match.result.winners if match.result else ()


def follows(match: Match) -> str:
    """What Enter plays after the match."""
    if match.goal:
        return "another" if match.goal.reached(match) else "from the start"
    number, count = place_in_series(match)
    return f"game {number + 1} of {count}" if number < count else "again"


# In text


def shared(match: Match, words: EndWords) -> str:
    """What is passed on of a match: a line about it that readers skip, and its record."""
    names = " - ".join(phrases.names(match))
    told = match.goal.verdict(match) if match.goal else words.how()
    feat = None if match.goal else words.feat(words.teller)
    finest = f" {feat.sentence}" if feat and feat.sentence else ""
    return f"; {match.game.title}, {names}: {told}{finest}\n{match}"


def solutions(match: Match, found: Solutions, unit: str) -> str:
    """How many ways there were to the goal; how long the shortest is, only once it is reached."""
    told = {0: "There is no solution", 1: "There is one solution"}.get(
        found.number, f"There are {found.number:,} solutions"
    )
    if match.goal and match.goal.reached(match):
        return f"{told}; the shortest takes {plural(len(found.shortest), unit)}."
    return f"{told}."

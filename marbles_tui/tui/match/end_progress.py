"""What a match that is over has changed for the person who played it: rating, score against a level, records."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.levels import known_levels
from marbles_tui.core.text import ordinal, plural
from marbles_tui.play import Match
from marbles_tui.play.played import board_key, people_of
from marbles_tui.play.progress import Progress
from marbles_tui.play.rating import counts
from marbles_tui.play.series import CHANGED, NEW_PLAYERS, NEW_START, OWN_POSITION, PASTED, SHORT, TAKEN_BACK
from marbles_tui.tui.match.end_words import EndWords, Line, Part

NEW_BEST: Final[Part] = ("  New best", "best")

WHY_UNRATED: Final = {
    NEW_PLAYERS: "the players were changed",
    NEW_START: "it went on from another game",
    OWN_POSITION: "it began at a position of your own",
    PASTED: "moves were pasted",
    SHORT: "it was shorter than usual",
    TAKEN_BACK: "a move was taken back",
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
) -> tuple[Line, ...]:
    """What is told of rating, records and the score against the opponent; `before` as it was when the match began,
    None where that is not known."""
    lines = [*_fewest(words, before), *_alone(match, after), *_best_on_board(match, words, before, after)]
    if not counts(match):
        why = WHY_UNRATED.get(match.tag(CHANGED), "the computer helped you")
        lines.append(Line("Rating", ((f"Not rated: {why}.", "quiet"),), "rating"))
    elif before is not None and len(after.ratings) > len(before.ratings):
        lines.append(Line("Rating", (*_rating(after),), "rating"))
    return (*lines, *_against(match, after))


def _rating(after: Progress) -> tuple[Part, ...]:
    number = after.ratings[-1]
    return rating_change(round(number - after.rating_change), round(number))


def rating_change(was: int, now: int) -> tuple[Part, ...]:
    """A rating, and how it has changed."""
    change = f"up {now - was}" if now > was else f"down {was - now}" if now < was else "unchanged"
    since = f" from {was:,}" if now != was else ""
    return ((f"{now:,}", "strong"), (f"  {change}{since}", "up" if now > was else "quiet"))


def _fewest(words: EndWords, before: Progress | None) -> list[Line]:
    if words.you not in words.winners or before is None or before.fewest_turns is None:
        return []
    turns = words.turns
    if turns >= before.fewest_turns or len(words.names) == 1:
        return []
    return [
        Line("Fewest", ((f"{plural(turns, 'turn')}, {before.fewest_turns} before.", ""), NEW_BEST), "finest")
    ]


def _against(match: Match, after: Progress) -> list[Line]:
    """The score against the only opponent's level."""
    levels = [seat.level for seat in match.seats if seat.level]
    if len(levels) != 1:
        return _won_so_far(match, after)
    score = after.score(levels[0])
    if not score.played:
        return []
    told = [f"won {score.won:,}", f"lost {score.lost:,}"]
    if score.drawn:
        told.append(f"drawn {score.drawn:,}")
    row = f" {after.streak:,} wins in a row." if after.streak >= ROW else ""
    title = next((level.title for level in known_levels(match.game) if level.key == levels[0]), levels[0])
    return [Line("Score", ((f"{', '.join(told).capitalize()} against {title}.{row}", ""),), "rating")]


def _won_so_far(match: Match, after: Progress) -> list[Line]:
    """The games that were won against several."""
    total = after.total
    if len(match.seats) < 3 or not total.won + total.lost + total.drawn:
        return []
    return [Line("So far", ((f"Won {total.won:,} of {plural(total.played, 'game')}.", ""),), "rating")]


def _alone(match: Match, after: Progress) -> list[Line]:
    """The place of a journey alone among one's own on the same board."""
    game = match.game
    measured = len(match.seats) == 1 and counts(match) and game.measures(match.setup, match.options)
    brought = after.alone.get(board_key(match), ()) if measured else ()
    if not brought:
        return []
    place = 1 + sum(more > brought[-1] for more in brought)
    where = f" of {len(brought)} on {board_name(match)}."
    if len(brought) == 1:
        return [Line("Place", ((f"Your first journey on {board_name(match)}.", ""),), "place")]
    if place == 1:
        return [Line("Place", ((f"Your best{where}", ""), NEW_BEST), "place")]
    return [Line("Place", ((f"Your {ordinal(place)} best{where}", ""),), "place")]


def _best_on_board(match: Match, words: EndWords, before: Progress | None, after: Progress) -> list[Line]:
    """The most that was brought home on this board, where there are several boards."""
    best = after.boards.get(board_key(match), {}) if match.game.board_files else {}
    feat = words.feat(words.teller)
    if not best or feat is None or feat.record not in best:
        return []
    most = best[feat.record]
    known = before.boards.get(board_key(match), {}).get(feat.record) if before else None
    fell = known is not None and feat.number > known and len(match.seats) > 1
    said = f"Your best on {board_name(match)}: {most:,} gold"
    return [Line("Record", ((said, ""), NEW_BEST) if fell else ((said, ""),), "place")]


def board_name(match: Match) -> str:
    """What the board of a match is called."""
    name = match.game.named(match.setup)
    return name.replace("-", " ").title() if name else "this board"

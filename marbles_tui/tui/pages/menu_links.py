"""What can be done at the menu beside playing a game from its start, and what it says of a person's games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content

from marbles_tui.core import AnyBoard, Game
from marbles_tui.core.text import enumerated, ordinal, plural, sanitize_line, sentence
from marbles_tui.play import Match, read_match
from marbles_tui.play.lessons import DONE, is_open, lesson_of, steps_done
from marbles_tui.play.played import LONGEST_SHOWN, turn_numbers
from marbles_tui.play.series import place_in_series
from marbles_tui.play.statistics import PEOPLE, Outcome, Progress
from marbles_tui.store import MatchStore
from marbles_tui.table.progress import beaten, next_level, progress_of, rungs
from marbles_tui.table.season import ROUNDS, Seasons, told
from marbles_tui.table.start import next_of_series

if TYPE_CHECKING:
    from marbles_tui.rooms.visit import Visit

SCORES: Final = 24
"""Columns of a list of scores."""

LEARN: Final = "learn a game by playing it"


class MenuLink(NamedTuple):
    """A way that leads somewhere now. What cannot be done now has none."""

    key: str
    title: str
    first: str
    """What is behind it, in a few words."""
    second: str
    """Its state, in words."""
    action: str
    """The action of the menu that opens it."""
    game: str = ""
    """The key of the game that it shows; "" if it shows none."""
    board: AnyBoard = None
    """What it shows of that game."""
    short: tuple[str, ...] = ()
    """`first` in fewer and fewer words."""
    brief: tuple[str, ...] = ()
    """`second` in fewer and fewer words."""
    both: tuple[str, ...] = ()
    """First and second in fewer and fewer words, for a single line."""
    said: str = ""
    """Both in a sentence of their own, "" where the lines make one."""
    page: str = ""
    """What its help is called, `table/help/<page>.md`; "" where the help of its game says all."""

    @property
    def sentence(self) -> str:
        """What is behind it, and its state."""
        return self.said or sentence(f"{self.first}, {self.second}")

    def lines(self, room: int) -> tuple[str, str]:
        """What is behind it, and its state, in two lines of at most so many columns."""
        first, second = _fitting((self.first, *self.short), room), _fitting((self.second, *self.brief), room)
        return first, second

    def line(self, room: int) -> str:
        """The same in one line."""
        words = (*self.both, self.first, *self.short, self.second, *self.brief)
        return _fitting((f"{self.first}, {self.second}", *words), room)


def _fitting(said: Sequence[str], room: int) -> str:
    """The first of these that fits, "" if none does: words are never cut."""
    return next((words for words in said if cell_len(words) <= room), "")


def together_link(visit: Visit | None, networks: bool = True) -> MenuLink:
    """The way to other people: to the lobby of the house that is visited, or to what is to be known of houses. A game
    in which it is the guest's move comes first, then one whose clock runs. Where nothing `networks`, people meet at
    one table alone."""
    key, title, action = "p", "Play together", "together"
    if visit is None:
        second, brief = ("or over the network", ("or by network",)) if networks else ("taking turns", ())
        return MenuLink(key, title, "at one table", second, action, brief=brief, page="together")
    offers = sum(challenge.by != visit.account for challenge in visit.challenges())
    here, games = others_here(len(visit.people())), plural(offers, "open game")
    mine = visit.my_rooms()  # those in which it is the guest's turn come first
    waiting = next((card for card in mine if card.my_turn or card.control.timed), None)
    if waiting is None:
        return MenuLink(key, title, here, games, action, page="lobby")
    others = [name for seat, name in enumerate(waiting.names) if seat not in waiting.seats]
    names = enumerated([sanitize_line(name, 13) for name in others])
    match, whose = waiting.match, "your move" if waiting.my_turn else "your game"
    short = (f"{whose}: {match.game.name}", whose)
    return MenuLink(
        key,
        title,
        f"{names}: {whose}",
        f"{here}, {games}",
        action,
        match.game.key,
        match.position.board,
        short,
        brief=(here, games),
        page="lobby",
    )


def others_here(count: int) -> str:
    """How many people are in the house besides the one who is told: "2 others here"."""
    return f"{plural(count, 'other')} here" if count else "nobody else here"


def lessons_link(kept: Mapping[str, str], games: Sequence[Game]) -> MenuLink | None:
    """The way to the first lessons, by what is kept of them; None where none is left to be done."""
    lessons = [lesson for game in games if (lesson := lesson_of(game))]
    left = [lesson for lesson in lessons if is_open(kept.get(lesson.game.key, ""))]
    if not left:
        return None
    count, to_go = plural(len(left), "game"), f"{len(left)} to go"
    first, second = LEARN, f"{count} to go"
    short: tuple[str, ...] = ("learn by playing",)
    both: tuple[str, ...] = (to_go,)
    begun = next((lesson for lesson in left if steps_done(kept.get(lesson.game.key, ""), lesson.steps)), None)
    done_last = [lesson for lesson in lessons if kept.get(lesson.game.key) == DONE]
    if begun:
        step = steps_done(kept[begun.game.key], begun.steps) + 1
        name = begun.game.name
        first, short = f"{name}: step {step} of {len(begun.steps)}", (f"{name}, step {step}", name)
    elif len(left) == len(lessons):
        second, both = "a few minutes each", ()
    elif done_last:
        first, short = f"{done_last[-1].game.name}: done", (done_last[-1].game.name,)
    return MenuLink("f", "First lessons", first, second, "lessons", short=short, both=both, page="lessons")


def daily_link(store: MatchStore, games: Sequence[Game], today: date) -> MenuLink | None:
    """The way to the day's puzzle; None where none are installed, or the clock stands before the first."""
    from marbles_tui.play.puzzles.tries import daily, streak, tried_today

    try:
        found = daily(games, today)
    except ValueError:
        return None
    made = store.tries.all()
    run, done = streak(made, today), tried_today(made, found.date, found.puzzle.game.key)
    week = "".join("●" if day else "○" for day in run.week)
    days = plural(run.days, "day") if run.days else ""
    state = (days or "no streak yet") if done is None else "solved" if done.solved else "missed"
    today_said = "Not tried yet" if done is None else "Solved" if done.solved else "Missed"
    streak_said = f"; your streak: {days}." if days else "."
    puzzle = found.puzzle
    whole, name = f"{puzzle.title}, {state}", f"{puzzle.game.name}, {state}"
    return MenuLink(
        "d",
        "Today's puzzle",
        puzzle.title,
        f"{week} {state}",
        "daily",
        puzzle.game.key,
        puzzle.start().board,
        short=(puzzle.game.name,),
        both=(whole, puzzle.title, name) if done is None else (whole, name, state),
        said=f"{puzzle.title}. {today_said}{streak_said}",
        page="puzzles",
    )


def season_link(seasons: Seasons) -> MenuLink:
    """The way to the season: to its next match, and how it stands."""
    season, fixture = seasons.now, seasons.now.next
    key, title, action = "e", "Season", "season"
    if fixture is None or (season.is_new and not seasons.before):
        count = plural(len(season.fixtures), "game")
        return MenuLink(
            key,
            title,
            "from the weakest to the strongest",
            f"{count}, {ROUNDS} of each",
            action,
            short=("weakest to strongest",),
            brief=(count,),
            both=(count,),
            page="season",
        )
    name = fixture.game.name
    stands = "nothing played yet" if season.is_new else told(season)
    left = len(season.fixtures) - len(season.ended)
    return MenuLink(
        key,
        title,
        f"{name} with {fixture.opponent.title}",
        stands,
        action,
        short=(name,),
        brief=(f"{left} to go",),
        page="season",
    )


def continue_link(store: MatchStore, games: Sequence[Game], own: str = "") -> MenuLink | None:
    """The way back to the match that was left last, or on to the next of its series; None if there is none."""
    match = next_of_series(store, games)
    saved = None if match else store.last_unfinished()
    if saved and saved.plies <= LONGEST_SHOWN:
        match = read_match(saved.record, games).match
    if match:
        opponents, turn, board = _opponents(match, own), _turn(match), match.position.board
        whose = turn if saved is None else "your turn" if turn.startswith("your ") else "their turn"
        name = match.game.name
        return MenuLink(
            "c",
            "Continue",
            opponents,
            turn,
            "resume",
            match.game.key,
            board,
            short=(name,),
            brief=(whose,),
            both=(f"{name}, {whose}",),
        )
    if not saved:
        return None
    title = next((game.title for game in games if game.key == saved.game), "an unknown game")
    return MenuLink("c", "Continue", title, plural(saved.plies, "move"), "resume")


def _opponents(match: Match, own: str) -> str:
    """The game and who else than the one of that name plays it: "Abacus with Novice"."""
    game = match.game.name
    people = [seat for seat in match.seats if seat.level is None]
    me = next((seat for seat in people if seat.name == own), people[0] if people else None)
    others = [
        sanitize_line(name, 13) for seat, name in zip(match.seats, match.names, strict=True) if seat is not me
    ]
    if len(match.seats) == 1:
        return f"{game} alone"
    return f"{game} with {others[0]}" if len(others) == 1 else f"{game}, {len(match.seats)} players"


def _turn(match: Match) -> str:
    """Whose turn it is, and which: "your 24th turn"; before the first one which match of a series it is."""
    number, count = place_in_series(match)
    if number > 1 and not match.plies:
        return f"game {number} of {count}"
    seat = match.position.actor
    people = [number for number, player in enumerate(match.seats) if player.level is None]
    yours = people == [seat]
    name = "your" if yours else f"{sanitize_line(match.names[seat], 13)}'s"
    return f"{name} {ordinal(turn_numbers(match)[-1])} turn"


NEVER: Final = "not played yet"
"""The words on a game for a user who never played it."""

BEGUN: Final = "begun, not finished"
"""What is told of a game that was begun and not yet brought to an end."""

UNCOUNTED: Final = "played, not counted"
"""What is told of a game of which only such games are kept that count for nobody, or for others."""


class GameNote(NamedTuple):
    """What is told of one game."""

    line: str
    """In a few words: "next: beat Amateur"."""
    facts: Content = Content("")
    """Whom a person has beaten, how often they won, and how the last game ended."""
    never: bool = False
    """Whether nobody has ever played it here."""


def notes_of(name: str, games: Sequence[Game]) -> Callable[[MatchStore], Mapping[str, GameNote]]:
    """What to ask the store for the notes of a person, by the keys of games."""
    asked = progress_of(name, games)

    def call(store: MatchStore) -> Mapping[str, GameNote]:
        progress, kept = asked(store), store.kept()
        return {game.key: note_of(game, progress[game.key], kept.get(game.key)) for game in games}

    return call


def note_of(game: Game, progress: Progress, unfinished: bool | None = None) -> GameNote:
    """What is told of a game to somebody who has come so far in it. `unfinished`: whether a game of it waits to be
    gone on with; None where none is kept at all."""
    total, left_out = progress.total, sum(progress.left_out.values())
    if not total.played and left_out:
        return GameNote(f"{plural(left_out, 'game')}, not counted")
    if not total.played:
        kept = NEVER if unfinished is None else BEGUN if unfinished else UNCOUNTED
        return GameNote(kept, never=unfinished is None)
    wanted, levels, best = next_level(game, progress), rungs(game), next(iter(progress.records.items()), None)
    line = f"next: beat {wanted.title}" if wanted else "all beaten" if levels else f"{total.played:,} played"
    if game.seats.start == 1 and best:
        line, levels = f"best: {best[1]:,} {best[0].removeprefix('most ')}", ()
    told = list[Content]()
    for level, done in zip(levels, beaten(game, progress), strict=bool(levels)):
        ink = "$accent" if done or level is wanted else "$text-muted"
        name = (level.title, "" if done or level is wanted else "$text-muted")
        next_one = (" next" if level is wanted else "", "$accent")
        told.append(Content.assemble(("● " if done else "○ ", ink), name, next_one))
    parts = [_listed("Computers you have beaten", told)] if told else []
    parts.append(_listed("Your games", _scores(progress)))
    if progress.last:
        result, length = _last_game(progress.last), plural(progress.last.turns, "turn")
        parts.append(_listed("Last time", [Content(result), Content.styled(length, "$text-muted")]))
    return GameNote(line, Content("\n\n").join(parts))


def _scores(progress: Progress) -> list[Content]:
    """What was won and lost, a word and a number a line."""
    total = progress.total
    decided = {"won": total.won, "lost": total.lost} if total.won + total.lost + total.drawn else {}
    counts = decided | ({"drawn": total.drawn} if total.drawn else {}) or {"played": total.played}
    counts |= {"rating": round(progress.rating.number)} if progress.rating.games else {}
    counts |= progress.records
    return [
        Content.assemble((word, "$text-muted"), f"{count:,}".rjust(SCORES - len(word)))
        for word, count in counts.items()
    ]


def _last_game(last: Outcome) -> str:
    """How the last game ended: "lost to Amateur"."""
    if last.score is None:
        return "played alone"
    people = enumerated([sanitize_line(name, 13) for name in last.opponents]) or "a friend"
    other = people if last.against == PEOPLE else sanitize_line(last.against, 13).capitalize()
    done = "beat" if last.score == 1 else "drew with" if last.score else "lost to"
    return f"{done} {other}"


def _listed(title: str, lines: Sequence[Content]) -> Content:
    return Content("\n").join([Content.styled(title, "bold $foreground"), *lines])

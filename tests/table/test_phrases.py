"""Sentences about a match as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest

from marbles_tui.ai.review import Judgement
from marbles_tui.core import BadRecord, Game
from marbles_tui.core.text import addressed, enumerated, folded, plural, spoken
from marbles_tui.games import GAMES
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play import Match, Seat
from marbles_tui.play.puzzles.tries import daily_match
from marbles_tui.table import pages, phrases
from marbles_tui.table.assessment import remark
from marbles_tui.table.pages import example, package, rules_page
from marbles_tui.table.start import called_by_sides
from marbles_tui.table.tasks.day import DayScore
from tests.for_each import for_each
from tests.table.controlled import match_of


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        (("Ann", "Bob"), "Bob resigned. Ann wins."),
        (("Ann", "Bob", "Cleo"), "Bob resigned. Ann and Cleo win."),
        (("Ann", "Bob", "Cleo", "Dan"), "Bob resigned. Ann, Cleo and Dan win."),
    ],
)
def test_a_resignation_names_who_wins_and_who_resigns(names: tuple[str, ...], verdict: str) -> None:
    match = Match.new(BEADMASTER, setup="01201202101102", seats=[Seat(name) for name in names])
    assert phrases.verdict(match.resign(1)) == verdict


PLAYED = Match.new(GOBBLET).read("W1A1").read("K1B1").read("W2C1")


@for_each(
    ("before", "after", "told"),
    [
        (PLAYED, PLAYED.back(1), "Undone: W2C1."),
        (PLAYED, PLAYED.back(2), "Undone: K1B1 and W2C1."),
        (PLAYED, PLAYED.back(3), "Undone: W1A1 and what followed it."),
        (PLAYED.resign(0), PLAYED, "The ending is undone."),
        (PLAYED.back(2), PLAYED.back(2).forward(), "Redone: K1B1."),
        (PLAYED.back(2), PLAYED, "Redone: K1B1 and W2C1."),
        (PLAYED.back(3), PLAYED, "Redone: W1A1 and what followed it."),
        (PLAYED, PLAYED.read("K2D1"), ""),
        (PLAYED.back(1), PLAYED.back(1).read("W2D1"), ""),
        (PLAYED.back(1), PLAYED.read("K2D1"), ""),
        (PLAYED, PLAYED.back(2).read("K2D1").back(2), ""),
    ],
)
def test_a_step_back_or_forth_names_its_moves(before: Match, after: Match, told: str) -> None:
    assert phrases.stepped(before, after) == told


@pytest.mark.parametrize(
    ("ahead", "told"), [(-1, "The house did better"), (0, "Level with the house"), (1, "You beat the house")]
)
def test_a_match_of_the_day_is_compared_with_what_the_house_reached(ahead: int, told: str) -> None:
    daily, match = daily_match(GETAWAY, date(2026, 11, 23)), example(GETAWAY)
    daily = daily._replace(score=daily.reached(match) - ahead)
    first, _ = DayScore(daily, lambda made: None, daily.day).lines(match)
    assert first.text.startswith(f"{told}: ")


def test_nobody_is_no_words() -> None:
    assert enumerated([]) == ""


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        (GETAWAY, {"toll": "choose", "exact": "on"}, ("exact on", "toll choose")),
        (GOBBLET, {"rules": "rogers", "touch": "on"}, ("rogers", "touch on")),
        (GOBBLET, {}, ()),
    ],
)
def test_unusual_options_are_told_by_their_names(
    game: Game, options: dict[str, str], told: tuple[str, ...]
) -> None:
    assert phrases.rules(Match.new(game, options=options)) == told


@for_each(
    ("line", "told"),
    [
        ("one two three", ["one two", "three"]),
        ("  help: these commands", ["  help:", "    these", "    commands"]),
        ("A |  W3K4  |   W1   |", ["A |  W3K4  |   W1   |"]),
        ("marbles-tui-resume", ["marbles-tui-resume"]),
        ("", [""]),
    ],
)
def test_a_line_is_folded_between_words_and_a_drawn_one_not(line: str, told: list[str]) -> None:
    assert folded(line, 9) == told


@for_each(
    ("said", "told"),
    [
        ("You rolls 5.", "You roll 5."),
        ("You clears the side and wins.", "You clear the side and win."),
        ("You has no bead left and is out.", "You have no bead left and are out."),
        ("Off the board: You goes again.", "Off the board: you go again."),
        ("drops one of You's beads and wins", "drops one of your beads and wins"),
        ("You pushes 2 with 3: a1-a3 on to a4.", "You push 2 with 3: a1-a3 on to a4."),
        ("You carries it.", "You carry it."),
        ("All beads fell: You, who slid, wins.", "All beads fell: you, who slid, win."),
        ("You, white, has 3.", "You, white, have 3."),
        ("You's big gobblet gobbles Ann's small one.", "Your big gobblet gobbles Ann's small one."),
        ("Ann's big gobblet gobbles You's small one.", "Ann's big gobblet gobbles your small one."),
        (
            "Four of You's are left uncovered in A: You wins.",
            "Four of yours are left uncovered in A: you win.",
        ),
        ("You: You are on Harbour.", "You are on Harbour."),
        ("You cannot move: Ann wins.", "You cannot move: Ann wins."),
        ("Ann resigned. You wins.", "Ann resigned. You win."),
        ("You roll 5. You pass.", "You roll 5. You pass."),
    ],
)
def test_somebody_called_you_is_spoken_to(said: str, told: str) -> None:
    assert addressed(said) == told


def test_the_sentences_of_every_game_are() -> None:
    match = Match.new(EGG_CARTON, seats=(Seat("You"), Seat("Ann")))
    _, events = match.play(match.position.moves()[0])
    assert match.game.told(events[0], match.names) == "You take 3 from A."
    assert phrases.verdict(match.resign(1)) == "Ann resigned. You win."


KINDS = {
    "egg-carton": {"a long lap"},
    "abacus": {"a push from behind", "a step sideways"},
    "beadmaster": {"an upright bar hides the one below"},
    "gobblet": {"it uncovers what lies below"},
}


@for_each("key", KINDS)
def test_a_slip_is_told_with_the_answer_that_is_easily_missed_or_else_the_better_move(key: str) -> None:
    (game,) = [game for game in GAMES if game.key == key]
    random, told = Random(5), set[str]()
    for _ in range(2):
        match = Match.new(game, setup="placed" if key == "beadmaster" else None, random=random)
        while not match.result and match.plies < 24:
            position, move = match.position, str(random.choice(match.position.moves()))
            after = match.read(move)
            replies = [] if after.result else after.position.moves()
            hidden = [str(reply) for reply in replies if game.hidden(after.position, reply)]
            plain = [str(reply) for reply in replies if str(reply) not in hidden]
            others = [other for other in position.moves() if str(other) != move][:2]
            for best, kind in ((str(other), game.hidden(position, other)) for other in others):
                for reply in (*hidden[:1], *plain[:1]):
                    judgements = [None] * match.plies + [
                        Judgement(5.0, False, "+5.0", best, None, True),
                        Judgement(5.0, False, "+5.0", reply, None, True),
                    ]
                    if after.position.turn == position.turn:
                        judgements[-1] = Judgement(-5.0, False, "-5.0", reply, None, True)
                    found = remark(after, match.plies, judgements)
                    assert found
                    assert found.missed in found.short
                    if first := reply if reply in hidden else best if kind else "":
                        assert found.missed.startswith(f"Easy to miss: {first}, ")
                        told |= {found.missed.partition(", ")[2].rstrip(".")}
                    elif after.position.actor != position.actor:
                        does = game.explain_move(
                            after.position, game.find(after.position, reply), after.names
                        )
                        assert found.missed == (
                            f"The answer to {move} is {reply}: {spoken(does, after.names)}." if does else ""
                        )
                    else:
                        assert not found.missed
            match = after
    assert told
    assert told <= KINDS[key]


NAME = package(EGG_CARTON)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for help pages, empty at first; what is read there is not remembered."""
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    pages.help_text.cache_clear()
    yield tmp_path
    pages.help_text.cache_clear()


@pytest.mark.usefixtures("folder")
def test_a_missing_page_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=f"marbles_tui/table/help/{NAME}.md is missing"):
        rules_page(EGG_CARTON)
    with pytest.raises(FileNotFoundError, match=f"marbles_tui/table/help/{NAME}.record is missing"):
        example(EGG_CARTON)


@pytest.mark.parametrize(
    ("place", "told"),
    [("terminal", ["| a | 1 |", "run it"]), ("house", ["| a | 1 |"]), ("page", ["| a | 2 |", "the end"])],
)
def test_lines_are_told_where_they_hold(folder: Path, place: str, told: list[str]) -> None:
    lines = (
        "| a | 1 | <!-- only: terminal house -->",
        "| a | 2 | <!-- only: page -->",
        "run it <!-- only: terminal -->",
        "the end <!-- only: page -->",
    )
    (folder / f"{NAME}.md").write_text("\n".join(lines), encoding="utf-8")
    assert rules_page(EGG_CARTON, place).split("\n") == told


def test_a_page_tells_of_no_program_beside_it_and_nobody_of_a_place_that_is_none() -> None:
    for file in pages.FOLDER.iterdir():
        if file.name.endswith(".md") and file.name != "lobby.md":  # which a house alone has
            told = pages.help_text(file.name, "page").replace("`marbles-tui library import --mine FILE`", "")
            assert "`marbles-tui " not in told, file.name
            assert "ssh" not in told.lower(), file.name
            assert not any(
                "<!--" in pages.help_text(file.name, place) for place in ("terminal", "house", "page")
            )


def test_an_illegal_move_of_an_example_is_named_with_its_file_and_ply(folder: Path) -> None:
    (folder / f"{NAME}.record").write_text("1. A z9", encoding="utf-8")
    with pytest.raises(BadRecord, match=rf"marbles_tui/table/help/{NAME}\.record, ply 2, z9: "):
        example(EGG_CARTON)


def test_an_example_is_read_to_its_end(folder: Path) -> None:
    (folder / f"{NAME}.record").write_text("1. A", encoding="utf-8")
    assert example(EGG_CARTON).plies == 1


def test_nobody_is_you_in_a_record_from_elsewhere() -> None:
    match = match_of('[Game "gobblet"][Seat2 "computer novice"] W1A1 K1B2 #1')
    assert phrases.verdict(match) == "You resigned. Player 2 wins."
    assert phrases.verdict(called_by_sides(match)) == "White resigned. Player 2 wins."
    named = match_of('[Game "gobblet"][Player1 "Ann"][Seat2 "computer novice"] W1A1')
    assert called_by_sides(named) == named


def test_one_is_told_from_several() -> None:
    told = [plural(2, noun) for noun in ("ply", "key", "boy", "match", "box", "marble", "loss")]
    assert told == ["2 plies", "2 keys", "2 boys", "2 matches", "2 boxes", "2 marbles", "2 losses"]
    assert (plural(0, "day"), plural(1, "day"), plural(1200, "day")) == ("0 days", "1 day", "1,200 days")

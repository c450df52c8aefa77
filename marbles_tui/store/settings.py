"""The settings, a TOML file that people may edit."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, MutableMapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, get_args

from marbles_tui.core.text import sanitize_line
from marbles_tui.core.tuples import NamedTuple
from marbles_tui.store.codec import Misfit, decoded, kinds
from marbles_tui.store.files import config_folder, replace_file, unused

FILE: Final = "settings.toml"
LARGEST: Final = 32_000
"""Bytes of a settings file that is read."""
MOST_PROBLEMS: Final = 20
"""Problems that are told one by one."""
FURTHEST: Final = 10
"""So many lines before the place of a fault are looked at for its beginning."""
UNTIL: Final = "Until this is mended, the usual settings hold"
FEW: Final = 8
"""So many names are told one by one where one of them is expected."""


class SettingEntry(NamedTuple):
    """What is said of a setting besides its type, from which follows what else it may be."""

    label: str = ""
    """What it is called on the page of the settings; "" for what is not changed there."""

    most: int = 0
    """The largest number, or the most characters; 0 for no bound."""

    named: bool = False
    """Whether it is one of the names that the screens know, such as those of themes."""

    titles: tuple[str, str] = ("off", "on")
    """What false and true are called."""

    def words(self, kind: type[object]) -> str:
        """What is expected, where the values are of this type."""
        if kind is bool:
            return "true or false"
        return (
            f"a whole number from 0 to {self.most}"
            if kind is int
            else f"a text of at most {self.most} characters"
        )

    def fits(self, value: object) -> bool:
        """Whether a value of the right type will do."""
        if isinstance(value, bool):
            return True
        return 0 <= value <= self.most if isinstance(value, int) else len(str(value)) <= self.most


class Settings(NamedTuple):
    """What the user has chosen: the one list of all settings; their page has its own order."""

    speed: Annotated[int, SettingEntry("Speed", most=6)] = 3
    """The step of the speed, from 0, instant, to 6, very slow."""

    skin: Annotated[str, SettingEntry("Skin", most=100, named=True)] = "auto"
    """How boards are drawn: `blocks`, `glyphs` or `ascii`; `auto` leaves that to the terminal."""

    marbles: Annotated[str, SettingEntry("Marbles", most=100, named=True)] = "auto"
    """What marbles are made of: `blocks`, `quadrants`, `octants` or `pixels`; `auto` leaves that to the terminal."""

    theme: Annotated[str, SettingEntry("Theme", most=100, named=True)] = "felt"
    """The colours, by the name of a theme."""

    colours: Annotated[str, SettingEntry("Colours", most=100, named=True)] = "auto"
    """How many colours are shown: `all`, `256`, `16` or `none`; `auto` leaves that to the terminal."""

    reduced_motion: Annotated[bool, SettingEntry("Motion", titles=("full", "reduced"))] = False
    """Whether nothing rolls or falls: each thing that happens is shown as it ends."""

    dates: Annotated[str, SettingEntry("Dates", most=100, named=True)] = "words"
    """How days are written: `words`, `day-first`, `month-first` or `iso`."""

    sound: Annotated[bool, SettingEntry("Sound", titles=("off", "the terminal's bell"))] = False
    """Whether the terminal's bell is rung."""

    turns: Annotated[bool, SettingEntry("Your turn", titles=("told here alone", "in the window's title"))] = (
        True
    )
    """Whether the title of the terminal's window says whose turn it is, and a notice where it has lost the focus."""

    hints: Annotated[bool, SettingEntry("First games", titles=("no tips", "tips at the board"))] = True
    """Whether the first games show hints at the board."""

    chat: Annotated[bool, SettingEntry("Chat", titles=("show nothing of it", "show what others say"))] = True
    """Whether what other people say is shown."""

    idle: Annotated[int, SettingEntry("Demo", most=86_400)] = 60
    """Seconds without a key at the menu until computers show a game there; 0: they never do."""

    name: Annotated[str, SettingEntry("Your name", most=100)] = ""
    """The user's name at the tables."""

    greeted: bool = False
    """Whether the user was asked for a name at the first start."""

    learned: Mapping[str, str] = {}
    """The hints that are understood, by the game's key: their names between spaces."""

    lessons: Mapping[str, str] = {}
    """How far the first lessons are done, by the game's key: "done", "declined", or the number of steps done."""

    together: Mapping[str, str] = {}
    """What was chosen last for people at this keyboard."""

    houses: Mapping[str, str] = {}
    """The houses that were visited, and on which day."""

    letters: Mapping[str, str] = {}
    """The games by post, by their ids: the own seat, what its dice are drawn from, and the digest of the game as the
    own last letter left it."""

    seats: Mapping[str, Mapping[str, str]] = {}
    """The rows of the last set-up of each game, by the game's key."""


@cache
def entries() -> Mapping[str, SettingEntry]:
    """What is said of each setting."""
    return {
        name: next((said for said in get_args(kind) if isinstance(said, SettingEntry)), SettingEntry())
        for name, kind in kinds(Settings).items()
    }


class Problem(NamedTuple):
    """An entry that could not be used: where it stands and what was expected."""

    file: Path
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        """One line for the user."""
        where = f"{self.file}, line {self.line}" if self.line else str(self.file)
        what = f"{self.key}: {self.message}" if self.key else self.message
        return sanitize_line(f"{where}: {what}", 300)


class UnreadableSettings(ValueError):
    """A file holds no settings."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def settings_file() -> Path:
    """Where the settings are kept."""
    return config_folder() / FILE


def load(
    names: Mapping[str, Collection[str]] | None = None, file: Path | None = None
) -> tuple[Settings, list[Problem]]:
    """The settings as they are kept, and what could not be used of them: of a file that is no TOML nothing, else the
    rest holds all the same.

    `names`: for a setting that is one of the names that the screens know, those there are; any will do where none
    are given. `file`: where they are kept, if not in the usual place.
    """
    file = file or settings_file()
    try:
        return read(_text(file), file, names or {})
    except FileNotFoundError:
        return Settings(), []
    except UnreadableSettings as error:
        problem = error.problem
        return Settings(), [problem._replace(message=f"{problem.message}. {UNTIL}")]
    except OSError as error:
        return Settings(), [Problem(file, 0, "", f"cannot be read: {error}")]


def read(text: str, file: Path, names: Mapping[str, Collection[str]]) -> tuple[Settings, list[Problem]]:
    """The settings in the text of a file, and what could not be used of it. Raises UnreadableSettings."""
    settings, faults = _usable(_table(text, file), names)
    found = [
        Problem(file, line_of(text, fault.keys), ".".join(fault.keys)[:100], fault.message)
        for fault in faults[:MOST_PROBLEMS]
    ]
    if len(faults) > MOST_PROBLEMS:
        found.append(Problem(file, 0, "", "there are more entries that cannot be used"))
    return settings, found


def _text(file: Path) -> str:
    """The text of the file. Raises OSError, and UnreadableSettings for what is no text, or too much."""
    if file.exists() and not file.is_file():
        raise OSError("it is not a file")
    with file.open("rb") as opened:
        found = opened.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise UnreadableSettings(Problem(file, 0, "", f"it is larger than {LARGEST:,} bytes"))
    try:
        text = found.decode("utf-8-sig")  # some editors begin with a byte order mark
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise UnreadableSettings(Problem(file, line, "", "this is no text in UTF-8")) from error
    return text.replace("\r\n", "\n")


def _table(text: str, file: Path) -> dict[str, object]:
    """The entries of a text. Raises UnreadableSettings for what is no TOML."""
    try:
        return _parsed(text)
    except (ValueError, RecursionError) as error:
        said, _, place = str(error).rpartition(" (at ")
        line = _begun(text.split("\n"), re.match(r"line (\d+)", place))
        key = text.split("\n")[line - 1].partition("=")[0].strip()[:40]
        why = f"{(said or place)[:100]}; expected key = value"
        raise UnreadableSettings(Problem(file, line, key, why)) from error


def _parsed(text: str) -> dict[str, object]:
    """The entries of a text. Raises ValueError or RecursionError for what is no TOML."""
    from tomllib import loads  # a start without a file needs no reader

    return loads(text)


def _begun(lines: Sequence[str], said: re.Match[str] | None) -> int:
    """The line, from 1, in which the entry begins that cannot be read; `said`: where its reader gave up."""
    last = min(int(said[1]), len(lines)) if said else len(lines)
    for line in range(last, max(0, last - FURTHEST), -1):
        try:
            _parsed("\n".join(lines[: line - 1]))
        except (ValueError, RecursionError):
            continue
        return line
    return last


def _usable(
    table: Mapping[str, object], names: Mapping[str, Collection[str]]
) -> tuple[Settings, list[Misfit]]:
    """The settings in a table, and what cannot be used of it."""
    found: dict[str, Any] = {}
    faults: list[Misfit] = []
    for key, value in table.items():
        below: list[Misfit] = []
        try:
            found[key] = _setting(key, value, names.get(key, ()), below)
        except Misfit as misfit:
            below.append(misfit)
        faults += [misfit.under(key) for misfit in below]
    return Settings(**found), faults


def _setting(key: str, value: object, names: Collection[str], faults: list[Misfit]) -> object:
    known = kinds(Settings)
    if key not in known:
        raise Misfit((), f"unknown; expected one of {', '.join(sorted(known))}")
    if names and value not in tuple(names):
        raise Misfit.of(value, _one_of(key, names))
    return decoded(known[key], value, faults)


def _one_of(key: str, names: Collection[str]) -> str:
    """What is expected where a name is."""
    usual = getattr(Settings(), key)
    return " or ".join(names) if len(names) <= FEW else f"the name of a {key}, such as {usual}"


def line_of(text: str, keys: Sequence[str]) -> int:
    """The line, from 1, in which an entry stands, found by its key and those of the tables around it; of the nearest
    table around it where it is not to be found, else 0."""
    lines = text.split("\n")
    line = 0
    for depth, key in enumerate(keys):
        before = r"""(^|.*[\[.{,\s"'])""" if depth else r"\s*(\[\s*)?[\"']?"
        named = re.compile(rf"""{before}{re.escape(key)}["']?\s*[=.\]]""")
        start = max(line, 1)
        line = next(
            (number for number, content in enumerate(lines[start - 1 :], start) if named.match(content)), line
        )
    return line


def save(
    settings: Settings, names: Mapping[str, Collection[str]] | None = None, file: Path | None = None
) -> str:
    """Keep the settings; "" or, in one line, what went wrong.

    Only what has changed is written: comments, unknown entries and their order stay. A file that holds no settings is
    set aside, never deleted, which is said with what is wrong with it. The file is replaced in one step: it is never
    half written. `names` and `file` as for `load`.
    """
    file, told = file or settings_file(), ""
    try:
        try:
            text = _text(file)
            old = _usable(_table(text, file), names or {})[0]
        except FileNotFoundError:
            text, old = "", Settings()
        except UnreadableSettings as error:
            aside = file.rename(unused(file, "broken"))
            text, old, told = "", Settings(), sanitize_line(f"{error.problem}; the file is now {aside}", 400)
        replace_file(file, _changed(text, old._asdict(), settings._asdict()))
    except OSError as error:
        return sanitize_line(f"settings cannot be saved: {error.strerror or error} ({file})", 300)
    return told


def _changed(text: str, old: Mapping[str, object], new: Mapping[str, object]) -> str:
    """A text in which the entries say what is new, where that is not what was read of it."""
    import tomlkit  # only now: a start without a change needs no writer

    touched = {key: value for key, value in new.items() if value != old[key]}
    document = tomlkit.parse(text)
    _put(document, old, touched)
    merged = tomlkit.dumps(document)
    found, _ = _usable(_parsed(merged), {})
    if any(getattr(found, key) != value for key, value in touched.items()):  # behind dotted keys, say
        document = tomlkit.parse(text)
        for key, value in touched.items():
            document.pop(key, None)
            document[key] = value
        merged = tomlkit.dumps(document)
    return merged


def _put(table: MutableMapping[str, object], old: Mapping[str, Any], new: Mapping[str, object]) -> None:
    for key, value in new.items():
        held = table.get(key)
        if value == old.get(key):
            continue
        if isinstance(value, Mapping) and isinstance(held, MutableMapping):
            for gone in set(old.get(key, {})) - set(value):
                del held[gone]
            _put(held, old.get(key, {}), value)
            continue
        if isinstance(held, (Mapping, list)):
            del table[key]  # something of another kind makes room
        table[key] = value

"""The settings, a TOML file that people may edit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from marbles_tui.core.text import sanitize_line
from marbles_tui.store import toml
from marbles_tui.store.files import replace_file
from marbles_tui.store.paths import config_folder, unused

FILE: Final = "settings.toml"
LARGEST: Final = 256_000
"""Bytes of a settings file that is read."""
MOST_PROBLEMS: Final = 20
"""Problems that are told one by one."""
FEW: Final = 8
"""So many names are told one by one where one of them is expected."""


class Entry(NamedTuple):
    """What is said of a setting besides its type, from which follows what else it may be."""

    label: str = ""
    """What it is called on the page of the settings; "" for what is not changed there."""

    most: int = 0
    """The largest number, or the most characters; 0 for no bound."""

    named: bool = False
    """Whether it is one of the names that the screens know, such as those of themes."""

    titles: tuple[str, str] = ("off", "on")
    """What false and true are called."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user has chosen: the one list of all settings, in the order of their page."""

    speed: Annotated[int, Entry("Speed", most=6)] = 3
    """The step of the speed, from 0, instant, to 6, very slow."""

    skin: Annotated[str, Entry("Skin", most=100, named=True)] = "auto"
    """How boards are drawn: `blocks`, `glyphs` or `ascii`; `auto` leaves that to the terminal."""

    marbles: Annotated[str, Entry("Marbles", most=100, named=True)] = "auto"
    """What marbles are made of: `blocks`, `quadrants`, `octants` or `pixels`; `auto` leaves that to the terminal."""

    theme: Annotated[str, Entry("Theme", most=100, named=True)] = "felt"
    """The colours, by the name of a theme."""

    colours: Annotated[str, Entry("Colours", most=100, named=True)] = "auto"
    """How many colours are shown: `all`, `256`, `16` or `none`; `auto` leaves that to the terminal."""

    reduced_motion: Annotated[bool, Entry("Motion", titles=("full", "reduced"))] = False
    """Whether nothing rolls or falls: each thing that happens is shown as it ends."""

    dates: Annotated[str, Entry("Dates", most=100, named=True)] = "words"
    """How days are written: `words`, `day-first`, `month-first` or `iso`."""

    sound: Annotated[bool, Entry("Sound", titles=("off", "the terminal's bell"))] = False
    """Whether the terminal's bell is rung."""

    hints: Annotated[bool, Entry("First games", titles=("no tips", "tips at the board"))] = True
    """Whether the first games show hints at the board."""

    chat: Annotated[bool, Entry("Chat", titles=("show nothing of it", "show what others say"))] = True
    """Whether what other people say is shown."""

    idle: Annotated[int, Entry("Demo", most=86_400)] = 60
    """Seconds without a key at the menu until computers show a game there; 0: they never do."""

    name: Annotated[str, Entry("Your name", most=100)] = ""
    """The user's name at the tables."""

    greeted: bool = False
    """Whether the user was asked for a name at the first start."""

    learned: Mapping[str, str] = field(default_factory=dict)
    """The hints that are understood, by the game's key: their names between spaces."""

    lessons: Mapping[str, str] = field(default_factory=dict)
    """How far the first lessons are done, by the game's key: "done", "declined", or the number of steps done."""

    seats: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The rows of the last set-up of each game, by the game's key."""


KINDS: Final[Mapping[str, Any]] = get_type_hints(Settings, include_extras=True)
"""The type of each setting."""


def entry_of(kind: Any) -> Entry:
    """What is said of a setting of this type."""
    return next((said for said in get_args(kind) if isinstance(said, Entry)), Entry())


ENTRIES: Final[Mapping[str, Entry]] = {name: entry_of(kind) for name, kind in KINDS.items()}
"""What is said of each setting."""

Keys = tuple[str, ...]
"""Those that lead to an entry."""


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


def settings_file() -> Path:
    """Where the settings are kept."""
    return config_folder() / FILE


def load(
    names: Mapping[str, Collection[str]] | None = None, file: Path | None = None
) -> tuple[Settings, list[Problem]]:
    """The settings as they are kept, and what could not be used of them; the rest holds all the same.

    `names`: for a setting that is one of the names that the screens know, those there are; any will do where none
    are given. `file`: where they are kept, if not in the usual place.
    """
    file = file or settings_file()
    try:
        return _read(_text(file), file, names or {})
    except FileNotFoundError:
        return Settings(), []
    except (OSError, UnicodeError) as error:
        return Settings(), [Problem(file, 0, "", f"cannot be read: {error}")]


def _text(file: Path) -> str:
    """What stands in the file. Raises OSError, and ValueError for a file that holds no settings."""
    if file.exists() and not file.is_file():
        raise OSError("it is not a file")
    with file.open("rb") as opened:
        found = opened.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise OSError(f"it is larger than {LARGEST:,} bytes")
    return found.decode("utf-8-sig").replace("\r\n", "\n")  # some editors begin with a byte order mark


def _read(text: str, file: Path, names: Mapping[str, Collection[str]]) -> tuple[Settings, list[Problem]]:
    table, faults = toml.read(text)
    problems = [
        Problem(file, fault.line, fault.key[:40], f"{fault.message}; expected key = value")
        for fault in faults
    ]
    found: dict[str, Any] = {}
    for key, value in table.items():
        wrong: list[tuple[Keys, str]] = []
        if key not in KINDS:
            wrong.append(((key,), f"unknown; expected one of {', '.join(sorted(KINDS))}"))
        elif (usable := _usable(KINDS[key], value, (key,), names.get(key, ()), wrong)) is not None:
            found[key] = usable
        for keys, why in wrong:
            if len(problems) <= MOST_PROBLEMS:
                problems.append(Problem(file, toml.line_of(text, keys), ".".join(keys)[:100], why))
    problems.sort(key=lambda problem: problem.line)
    if len(problems) > MOST_PROBLEMS:
        problems[MOST_PROBLEMS:] = [Problem(file, 0, "", "there are more entries that cannot be used")]
    return replace(Settings(), **found), problems


def _usable(kind: Any, value: Any, keys: Keys, names: Collection[str], wrong: list[tuple[Keys, str]]) -> Any:
    """What can be used of a value, None if nothing; what is wrong is added, by the keys that lead to it."""
    plain = _plain(kind)
    if get_origin(plain) is not None and isinstance(value, dict):
        inner = get_args(plain)[1]
        found = {name: _usable(inner, part, (*keys, name), (), wrong) for name, part in value.items()}
        return {name: part for name, part in found.items() if part is not None}
    if expected := _expected(plain, entry_of(kind), value, keys, names):
        wrong.append((keys, f"expected {expected}, not {sanitize_line(repr(value), 60)}"))
        return None
    return value


def _plain(kind: Any) -> Any:
    """A type without what is said of it."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _expected(plain: Any, entry: Entry, value: Any, keys: Keys, names: Collection[str]) -> str:
    """What was expected of an entry; "" if its value will do."""
    if plain is bool:
        return "" if isinstance(value, bool) else "true or false"
    if plain is int:
        fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= entry.most
        return "" if fine else f"a whole number from 0 to {entry.most}"
    if plain is str and names:
        usual = getattr(Settings(), keys[0])
        few = " or ".join(names) if len(names) <= FEW else f"the name of a {keys[0]}, such as {usual}"
        return "" if value in tuple(names) else few
    if plain is str:
        fine = isinstance(value, str) and (not entry.most or len(value) <= entry.most)
        return "" if fine else f"a text of at most {entry.most} characters" if entry.most else "a text"
    return "a table of texts" if keys[1:] else "a table for each game"


def save(
    settings: Settings, names: Mapping[str, Collection[str]] | None = None, file: Path | None = None
) -> str:
    """Keep the settings; "" or, in one line, what went wrong.

    Only what has changed is written: comments, unknown entries and their order stay. A file that is no TOML
    is set aside, never deleted. The file is replaced in one step: it is never half written. `names` and `file` as for
    `load`.
    """
    file = file or settings_file()
    try:
        replace_file(file, _changed(file, settings, names or {}))
    except (OSError, UnicodeError) as error:
        return sanitize_line(
            f"settings cannot be saved: {getattr(error, 'strerror', None) or error} ({file})", 300
        )
    return ""


def _changed(file: Path, settings: Settings, names: Mapping[str, Collection[str]]) -> str:
    """The text of a file with the settings in it."""
    new = asdict(settings)
    try:
        text = _text(file)
        return toml.changed(text, asdict(_read(text, file, names)[0]), new)
    except FileNotFoundError:
        pass
    except ValueError:  # no text, or no TOML
        file.rename(unused(file, "broken"))
    return toml.changed("", asdict(Settings()), new)

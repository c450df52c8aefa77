"""The settings, a TOML file that people may edit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from marbles_tui.core.text import sanitize_line
from marbles_tui.store import toml
from marbles_tui.store.files import replace_file
from marbles_tui.store.paths import config_folder, unused

FILE: Final = "settings.toml"
SLOWEST: Final = 6
LONGEST_IDLE: Final = 86_400
UNKNOWN: Final = "unknown"
LARGEST: Final = 256_000
"""Bytes of a settings file that is read."""
MOST_PROBLEMS: Final = 20
"""Problems that are told one by one."""
TEXTS: Final = ("learned", "lessons")
"""Tables of a text for each game."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user has chosen."""

    speed: int = 3
    """The step of the speed, from 0, instant, to 6, very slow."""

    skin: str = "auto"
    """How boards are drawn: `blocks`, `glyphs` or `ascii`; `auto` leaves that to the terminal."""

    theme: str = "felt"
    """The colours, by the name of a theme."""

    name: str = ""
    """The user's name at the tables."""

    greeted: bool = False
    """Whether the user was asked for a name at the first start."""

    sound: bool = False
    """Whether the terminal's bell is rung."""

    idle: int = 60
    """Seconds without a key at the menu until computers show a game there; 0: they never do."""

    hints: bool = True
    """Whether the first games show hints at the board."""

    chat: bool = True
    """Whether what other people say is shown."""

    learned: Mapping[str, str] = field(default_factory=dict)
    """The hints that are understood, by the game's key: their names between spaces."""

    lessons: Mapping[str, str] = field(default_factory=dict)
    """How far the first lessons are done, by the game's key: "done", "declined", or the number of steps done."""

    seats: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The rows of the last set-up of each game, by the game's key."""


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
    themes: Collection[str] = (), skins: Collection[str] = (), file: Path | None = None
) -> tuple[Settings, list[Problem]]:
    """The settings as they are kept, and what could not be used of them; the rest holds all the same.

    `themes` and `skins`: the names of those there are; any will do where none are given. `file`: where they are
    kept, if not in the usual place.
    """
    file = file or settings_file()
    try:
        text = _text(file)
        settings, problems = _read(text, file, skins)
    except FileNotFoundError:
        return Settings(), []
    except (OSError, UnicodeError) as error:
        return Settings(), [Problem(file, 0, "", f"cannot be read: {error}")]
    usual = Settings().theme
    if themes and settings.theme not in themes:
        why = f"expected the name of a theme, such as {usual}, not {_shown(settings.theme)}"
        problems.append(Problem(file, toml.line_of(text, ("theme",)), "theme", why))
        settings = replace(settings, theme=usual)
    return settings, problems


def _text(file: Path) -> str:
    """What stands in the file. Raises OSError, and ValueError for a file that holds no settings."""
    if file.exists() and not file.is_file():
        raise OSError("it is not a file")
    with file.open("rb") as opened:
        found = opened.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise OSError(f"it is larger than {LARGEST:,} bytes")
    return found.decode("utf-8-sig").replace("\r\n", "\n")  # some editors begin with a byte order mark


def _read(text: str, file: Path, skins: Collection[str]) -> tuple[Settings, list[Problem]]:
    table, faults = toml.read(text)
    problems = [
        Problem(file, fault.line, fault.key[:40], f"{fault.message}; expected key = value")
        for fault in faults
    ]
    settings = Settings()
    for key, value in table.items():
        wrong = list(_wrong(key, value, skins))
        for keys, why in wrong:
            if len(problems) <= MOST_PROBLEMS:
                problems.append(Problem(file, toml.line_of(text, keys), ".".join(keys)[:100], why))
        if key == "seats" and isinstance(value, dict):
            settings = replace(settings, seats=_rows(value))
        elif key in TEXTS and isinstance(value, dict):
            texts: dict[str, Any] = {key: _texts(value)}
            settings = replace(settings, **texts)
        elif not wrong:
            settings = replace(settings, **{key: value})
    problems.sort(key=lambda problem: problem.line)
    if len(problems) > MOST_PROBLEMS:
        problems[MOST_PROBLEMS:] = [Problem(file, 0, "", "there are more entries that cannot be used")]
    return settings, problems


def _texts(table: Mapping[str, Any]) -> dict[str, str]:
    """The entries that are texts."""
    return {name: text for name, text in table.items() if isinstance(text, str)}


def _rows(seats: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The rows that can be used."""
    return {game: _texts(rows) for game, rows in seats.items() if isinstance(rows, dict)}


def _wrong(key: str, value: Any, skins: Collection[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """What is wrong with an entry, by the keys that lead to it."""
    if key == "seats" and isinstance(value, dict):
        for game, rows in value.items():
            if not isinstance(rows, dict):
                yield (key, game), f"expected a table of texts, not {_shown(rows)}"
                continue
            for name, row in rows.items():
                if not isinstance(row, str):
                    yield (key, game, name), f"expected a text, not {_shown(row)}"
        return
    if key in TEXTS and isinstance(value, dict):
        for game, text in value.items():
            if not isinstance(text, str):
                yield (key, game), f"expected a text, not {_shown(text)}"
        return
    expected = _expected(key, value, skins)
    if expected == UNKNOWN:
        yield (
            (key,),
            f"unknown; expected one of {', '.join(sorted(entry.name for entry in fields(Settings)))}",
        )
    elif expected:
        yield (key,), f"expected {expected}, not {_shown(value)}"


def _shown(value: Any) -> str:
    return sanitize_line(repr(value), 60)


def _expected(key: str, value: Any, skins: Collection[str]) -> str:
    """What was expected of an entry; "" if its value will do."""
    match key:
        case "speed" | "idle":
            most = SLOWEST if key == "speed" else LONGEST_IDLE
            fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most
            return "" if fine else f"a whole number from 0 to {most}"
        case "skin" if skins:
            return "" if value in tuple(skins) else " or ".join(skins)
        case "sound" | "hints" | "greeted":
            return "" if isinstance(value, bool) else "true or false"
        case "seats" | "learned" | "lessons":
            return "a table for each game"
        case "theme" | "name" | "skin":
            return "" if isinstance(value, str) and len(value) <= 100 else "a short text"
        case _:
            return UNKNOWN


def save(settings: Settings, skins: Collection[str] = (), file: Path | None = None) -> str:
    """Keep the settings; "" or, in one line, what went wrong.

    Only what has changed is written: comments, unknown entries and their order stay. A file that is no TOML
    is set aside, never deleted. The file is replaced in one step: it is never half written. `skins` and `file` as for
    `load`.
    """
    file = file or settings_file()
    try:
        replace_file(file, _changed(file, settings, skins))
    except (OSError, UnicodeError) as error:
        return sanitize_line(
            f"settings cannot be saved: {getattr(error, 'strerror', None) or error} ({file})", 300
        )
    return ""


def _changed(file: Path, settings: Settings, skins: Collection[str]) -> str:
    """The text of a file with the settings in it."""
    new = asdict(settings)
    try:
        text = _text(file)
        return toml.changed(text, asdict(_read(text, file, skins)[0]), new)
    except FileNotFoundError:
        pass
    except ValueError:  # no text, or no TOML
        file.rename(unused(file, "broken"))
    return toml.changed("", asdict(Settings()), new)

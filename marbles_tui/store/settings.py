"""The settings, a TOML file that people may edit."""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from marbles_tui.store.places import config_folder

FILE: Final = "settings.toml"
SKINS: Final = ("blocks", "glyphs", "ascii")
SLOWEST: Final = 6


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user has chosen."""

    speed: int = 3
    """The step of the speed, from 0, instant, to 6, very slow."""

    skin: str = "blocks"
    """How boards are drawn: `blocks`, `glyphs` or `ascii`."""

    theme: str = "textual-dark"
    """The colours, by the name of a theme."""

    name: str = ""
    """The user's name at the tables."""

    sound: bool = False
    """Whether the terminal's bell is rung."""

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
        return f"{where}: {self.key}: {self.message}" if self.key else f"{where}: {self.message}"


def settings_file() -> Path:
    """Where the settings are kept."""
    return config_folder() / FILE


def load(themes: Collection[str] = ()) -> tuple[Settings, list[Problem]]:
    """The settings as they are kept, and what could not be used of them; the rest holds all the same.

    `themes`: the names of the themes there are; any will do where none are given.
    """
    file = settings_file()
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings(), []
    except (OSError, UnicodeDecodeError) as error:
        return Settings(), [Problem(file, 0, "", f"cannot be read: {error}")]
    table, problems = _parse(text, file)
    return _settings(table, text, file, problems, themes), problems


def _parse(text: str, file: Path) -> tuple[dict[str, Any], list[Problem]]:
    """The table of a text, without the lines that are no TOML."""
    problems: list[Problem] = []
    lines = text.splitlines()
    for _ in range(len(lines) + 1):
        try:
            return tomllib.loads("\n".join(lines)), problems
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            line = min(int(found[1]), len(lines)) if found else len(lines)
            while line > 1 and not lines[line - 1].strip():
                line -= 1
            what = str(error).split(" (at ")[0]
            problems.append(Problem(file, line, _key_of(lines[line - 1]), f"{what}; expected key = value"))
            lines[line - 1] = ""
    return {}, problems


def _key_of(line: str) -> str:
    return line.partition("=")[0].strip()[:40]


def _settings(
    table: Mapping[str, Any], text: str, file: Path, problems: list[Problem], themes: Collection[str]
) -> Settings:
    settings = Settings()
    known = {one.name for one in fields(Settings)}
    for key, value in table.items():
        if key not in known:
            expected = f"unknown; expected one of {', '.join(sorted(known))}"
            problems.append(Problem(file, _line(text, key), key, expected))
            continue
        expected = _expected(key, value, themes)
        if expected:
            problems.append(Problem(file, _line(text, key), key, f"expected {expected}, not {value!r}"))
        else:
            settings = replace(settings, **{key: value})
    return settings


def _expected(key: str, value: Any, themes: Collection[str]) -> str:
    """What was expected of an entry; "" if its value will do."""
    match key:
        case "speed":
            fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= SLOWEST
            return "" if fine else f"a whole number from 0 to {SLOWEST}"
        case "skin":
            return "" if value in SKINS else " or ".join(SKINS)
        case "theme" if themes:
            return "" if value in themes else f"the name of a theme, such as {Settings().theme}"
        case "sound":
            return "" if isinstance(value, bool) else "true or false"
        case "seats":
            fine = isinstance(value, dict) and all(
                isinstance(rows, dict) and all(isinstance(row, str) for row in rows.values())
                for rows in value.values()
            )
            return "" if fine else "a table of texts for each game"
        case _:
            return "" if isinstance(value, str) and len(value) <= 100 else "a short text"


def _line(text: str, key: str) -> int:
    """The line, from 1, in which a key or its table begins; 0 if it is not to be found."""
    begins = re.compile(rf"""\s*(\[\s*)?["']?{re.escape(key)}["']?\s*[=.\]]""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if begins.match(line)), 0)


def save(settings: Settings) -> str:
    """Keep the settings; comments, unknown entries and their order stay. "" or, in one line, what went wrong.

    The file is replaced in one step: it is never half written.
    """
    import tomlkit  # only now: a start without a change needs no writer
    from tomlkit.exceptions import TOMLKitError

    file = settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        old = file.read_text(encoding="utf-8") if file.exists() else ""
        try:
            document = tomlkit.parse(old)
        except TOMLKitError:
            file.replace(file.with_suffix(".broken.toml"))
            document = tomlkit.document()
        for one in fields(Settings):
            value = getattr(settings, one.name)
            if one.name == "seats":
                value = {game: dict(rows) for game, rows in value.items()}
            if document.get(one.name) != value:
                document[one.name] = value
        _write(file, tomlkit.dumps(document))
    except (OSError, UnicodeDecodeError) as error:
        return f"settings are not kept: {file}: {getattr(error, 'strerror', None) or error}"
    return ""


def _write(file: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise

"""Settings: read with forgiveness, written without harm."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Any, get_type_hints

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis.strategies import lists, sampled_from

from marbles_tui.store import Settings, load, save, settings_file
from marbles_tui.store.settings import entries
from tests.for_each import for_each

NAMES = {"skin": ("blocks", "glyphs", "ascii"), "theme": ("felt", "nord")}


def write(text: str) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text, encoding="utf-8")


VALUES: dict[Any, tuple[Any, ...]] = {
    bool: (False, True),
    str: ("", "Zoë", "a b # c", '"', "\\", "x" * 100),
    Mapping[str, str]: ({}, {"egg-carton": "pick go", "a.b": "#"}),
    Mapping[str, Mapping[str, str]]: ({}, {"egg-carton": {"mode": "series", "ö": ""}}),
}
"""Values of each type but numbers."""


def values_of(name: str) -> Sequence[Any]:
    plain = get_type_hints(Settings)[name]
    if plain is int:
        most = entries()[name].most
        return range(most + 1) if most < 100 else (0, 1, most - 1, most)
    return NAMES.get(name) or VALUES[plain]


@pytest.mark.parametrize("name", Settings._fields)
def test_every_value_of_every_setting_is_kept(name: str) -> None:
    for value in values_of(name):
        changed: dict[str, Any] = {name: value}
        settings = Settings(speed=1, name="Ann")._replace(**changed)
        assert save(settings, NAMES) == ""
        assert load(NAMES) == (settings, []), value


@for_each("name", Settings._fields)
def test_every_wrong_value_of_every_setting_is_named_with_what_was_expected(name: str) -> None:
    expected = {
        bool: "true or false",
        int: "a whole number from 0 to ",
        str: "a text of at most 100 characters",
    }
    plain = get_type_hints(Settings)[name]
    words = " or ".join(NAMES[name]) if name in NAMES else expected.get(plain, "a table")
    wrong = {
        bool: ("0", "1", '"on"', "1.0", "[true]", "{ x = true }"),
        int: ("-1", str(entries()[name].most + 1), "true", "1.0", '"1"', "[1]", "{ x = 1 }", "inf"),
        str: ("1", "false", "['felt']", "2026-11-23", f'"{"x" * 101}"', "{ x = 'felt' }"),
    }.get(plain, ("1", "true", '"done"', "[]", "[[]]"))
    for value in wrong:
        write(f"# mine\nname = 'Ann'\n{name} = {value}\n" if name != "name" else f"#\n\nname = {value}\n")
        settings, problems = load(NAMES)
        assert settings == (Settings() if name == "name" else Settings(name="Ann")), value
        assert [str(problem).partition(f"{words}")[0] for problem in problems] == [
            f"{settings_file()}, line 3: {name}: expected "
        ], value


def test_nothing_is_made_before_something_is_saved(home: Path) -> None:
    load()
    assert list(home.iterdir()) == []


def test_a_theme_that_does_not_exist_is_named() -> None:
    write('theme = "noon"\nspeed = 1\n')
    settings, problems = load({"theme": [f"{number}" for number in range(20)]})
    assert settings == Settings(speed=1)
    assert [str(problem) for problem in problems] == [
        f"{settings_file()}, line 1: theme: expected the name of a theme, such as felt, not 'noon'"
    ]


# Writing


def test_a_name_that_no_file_can_hold_does_no_harm() -> None:
    assert save(Settings(name="Zo\udceb")) == ""
    assert load() == (Settings(name="Zo?"), [])


def test_a_place_that_cannot_be_written_is_said_in_one_line(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("MARBLES_TUI_HOME", str(home / "file" / "below"))
    trouble = save(Settings())
    assert trouble.startswith("settings cannot be saved: ")
    assert "\n" not in trouble


def test_a_failed_save_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch) -> None:
    save(Settings(speed=1))

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert "No space left" in save(Settings(speed=2))
    assert load() == (Settings(speed=1), [])
    assert [file.name for file in settings_file().parent.iterdir()] == ["settings.toml"]


def test_the_users_own_folder_is_used_without_the_variable(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MARBLES_TUI_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    assert settings_file().name == "settings.toml"
    assert "marbles-tui" in str(settings_file())


# Whatever is in the file


@for_each("digits", ["0x" + "4" * 4000, "0o" + "7" * 5000, "0b" + "1" * 20_000])
@for_each("key", ["idle", "name", "skin", "theme", "colour"])
def test_a_number_of_thousands_of_digits_is_a_problem_and_no_more(key: str, digits: str) -> None:
    write(f"sound = true\n{key} = {digits}\n")
    settings, problems = load({"theme": ("felt",)})
    assert settings == Settings(sound=True)
    assert [problem.line for problem in problems] == [2]


def test_a_file_too_large_is_set_aside_like_any_that_cannot_be_read() -> None:
    write("speed = 1\n" + "# a comment\n" * 30_000)
    settings, problems = load()
    assert settings == Settings()
    assert [str(problem) for problem in problems] == [
        f"{settings_file()}: it is larger than 32,000 bytes. Until this is mended, the usual settings hold"
    ]
    aside = settings_file().with_name("settings.broken-1.toml")
    assert save(Settings(speed=2)) == (
        f"{settings_file()}: it is larger than 32,000 bytes; the file is now {aside}"
    )
    assert (aside.stat().st_size > 32_000, load()) == (True, (Settings(speed=2), []))


def test_a_pipe_is_not_waited_for(home: Path) -> None:
    os.mkfifo(settings_file())
    assert "it is not a file" in str(load()[1][0])


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "idle = [\n" + "1,\n" * 30_000,
        "".join(f"key{number} = 1\n" for number in range(12_000)),
        "".join(f"[seats.x{number}]\na = 1\n" for number in range(9_000)),
        "a" + ".a" * 100_000 + " = 1\n",
        "x = { " + "a" + ".a" * 100_000 + " = 1 }\n",
        '"' + '"."' * 60_000 + '" = 1\n',
        "x = " + "[" * 200_000,
        "x = " + "{ a = " * 40_000,
        '"""' * 80_000,
        "speed = 1 2\n" * 8_000,
        "speed = [\n" * 8_000,
        "\x00" * 200_000,
    ],
    ids=[
        "open array",
        "unknown keys",
        "tables",
        "dots",
        "inline dots",
        "quoted dots",
        "brackets",
        "braces",
        "quotes",
        "faults",
        "arrays",
        "zeros",
    ],
)
def test_no_shape_of_a_large_file_keeps_the_arcade_waiting(text: str) -> None:
    write(text[:32_000])
    began = process_time()
    _, problems = load()
    assert process_time() - began < 10  # quadratic readers took minutes
    assert len(problems) <= 21
    assert all(str(problem).isprintable() for problem in problems)


PIECES = (
    *(
        "speed",
        "seats",
        "name",
        "x",
        "=",
        ".",
        "[",
        "]",
        "{",
        "}",
        ",",
        "\n",
        " ",
        '"',
        '"""',
        "'",
        "'''",
        "#",
    ),
    *(
        "1",
        "-",
        "inf",
        "nan",
        "1e9",
        "2026-01-01",
        "true",
        "\\",
        "\\u12",
        "\x00",
        "\u2028",
        "é",
        "0x",
        "[[",
        "]]",
    ),
)


@pytest.mark.long
@given(lists(sampled_from(PIECES), max_size=60).map("".join))
@hypothesis_settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_in_the_file_settings_are_loaded_and_can_be_saved(text: str) -> None:
    write(text)
    settings, problems = load({"theme": ("felt", "nord")})
    assert settings.theme in ("nord", "felt")
    assert all(str(problem).isprintable() for problem in problems)
    wanted = settings._replace(speed=(settings.speed + 1) % 7)
    told = save(wanted)
    assert told == "" or problems[0].message.endswith("the usual settings hold")
    assert load({"theme": ("felt", "nord")})[0] == wanted


def test_what_a_link_leads_to_is_written(home: Path) -> None:
    (home / "dotfiles.toml").write_text("speed = 1\n")
    settings_file().symlink_to(home / "dotfiles.toml")
    assert save(Settings(speed=2)) == ""
    assert settings_file().is_symlink()
    assert (home / "dotfiles.toml").read_text() == "speed = 2\n"

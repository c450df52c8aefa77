"""Settings: read with forgiveness, written without harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.store import Settings, load, save, settings_file


def write(text: str) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text, encoding="utf-8")


def test_without_a_file_all_is_as_usual() -> None:
    assert load() == (Settings(), [])


def test_what_is_saved_is_loaded() -> None:
    settings = Settings(
        speed=5, skin="ascii", theme="nord", name="Ann", sound=True, seats={"egg-carton": {"mode": "series"}}
    )
    assert save(settings) == ""
    assert load() == (settings, [])


def test_nothing_is_made_before_something_is_saved(home: Path) -> None:
    load()
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("speed = 7", "a whole number from 0 to 6"),
        ('speed = "fast"', "a whole number from 0 to 6"),
        ("speed = true", "a whole number from 0 to 6"),
        ('skin = "wood"', "blocks or glyphs or ascii"),
        ("sound = 1", "true or false"),
        ("name = 3", "a short text"),
        ("colour = 3", "unknown"),
        ('seats = "all"', "a table of texts for each game"),
    ],
)
def test_a_broken_entry_is_named_by_file_key_and_line_and_the_rest_works(line: str, expected: str) -> None:
    write(f'# mine\ntheme = "nord"\n\n{line}\n')
    settings, problems = load()
    assert settings == Settings(theme="nord")
    assert len(problems) == 1
    assert (problems[0].file, problems[0].line) == (settings_file(), 4)
    assert problems[0].key == line.split()[0]
    assert expected in problems[0].message
    assert str(problems[0]).startswith(f"{settings_file()}, line 4: ")


def test_a_theme_that_does_not_exist_is_named() -> None:
    write('theme = "noon"\nspeed = 1\n')
    settings, problems = load(("dawn", "dusk"))
    assert settings == Settings(speed=1)
    assert [str(problem) for problem in problems] == [
        f"{settings_file()}, line 1: theme: expected the name of a theme, such as textual-dark, not 'noon'"
    ]


def test_a_line_that_is_no_toml_is_named_and_the_rest_works() -> None:
    write('theme = "nord"\nspeed 4\nskin = "ascii"\nname = "Ann\n')
    settings, problems = load()
    assert settings == Settings(theme="nord", skin="ascii")
    assert sorted(problem.line for problem in problems) == [2, 4]


def test_a_file_that_is_no_text_is_said() -> None:
    settings_file().write_bytes(b"\xff\xfe\x00")
    settings, problems = load()
    assert settings == Settings()
    assert "cannot be read" in str(problems[0])


def test_comments_and_unknown_entries_survive() -> None:
    write('# my colours\ntheme = "nord" # cold\nfuture = [1, 2]\n')
    assert save(Settings(theme="nord", speed=1)) == ""
    text = settings_file().read_text(encoding="utf-8")
    assert text.startswith('# my colours\ntheme = "nord" # cold\nfuture = [1, 2]\n')
    assert "speed = 1" in text


def test_a_broken_file_is_set_aside_when_settings_are_saved() -> None:
    write("speed 4\n")
    assert save(Settings(speed=2)) == ""
    assert load() == (Settings(speed=2), [])
    assert settings_file().with_suffix(".broken.toml").read_text(encoding="utf-8") == "speed 4\n"


def test_a_place_that_cannot_be_written_is_said_in_one_line(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("MARBLES_TUI_HOME", str(home / "file" / "below"))
    trouble = save(Settings())
    assert trouble.startswith("settings are not kept: ")
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

"""What docs/hosting.md says can be typed, and the unit that it installs."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from marbles_tui.host.control import COMMANDS
from tests.host.conftest import OpenHost, Ssh, asked, to_menu, told

CHECKOUT = Path(__file__).parent.parent.parent
GUIDE = (CHECKOUT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNIT = CHECKOUT / "packaging" / "marbles-tui.service"

BLOCKS = re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
COMMANDS_TYPED = [line for block in BLOCKS for line in block.splitlines() if line.startswith("house ")]
RULES = re.findall(r"^```markdown\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)[0]

BEYOND = ("nats", "distributed", "textual_serve")
"""Libraries that an install by the guide has not."""

MOST_EXPOSED = 2.0
"""What systemd calls how much a unit may see and do, of 10."""


def test_every_command_of_an_open_house_is_in_the_guide() -> None:
    assert COMMANDS.keys() - {line.split()[1] for line in COMMANDS_TYPED} == set()


@pytest.mark.long
def test_every_command_of_the_guide_does_what_it_says(
    host: OpenHost, ssh: Ssh, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, name = host(without=BEYOND), "Ann"
    guest = ssh(at, "ann")
    to_menu(guest, name)
    guest.kill()
    for line in COMMANDS_TYPED:
        places = {
            "NAME": shlex.quote(name),
            "TEXT": shlex.quote(name),
            "/var/backups/marbles": str(tmp_path / "backups"),
        }
        places |= {"$(date +%F)": "2026-11-25", " < rules.md": ""}
        command = line
        for place, real in places.items():
            command = re.sub(rf"(?<!\w){re.escape(place)}(?!\w)", lambda _, real=real: real, command)  # type: ignore[misc]
        words = shlex.split(command, comments=True)[1:]
        monkeypatch.setattr("sys.stdin", io.StringIO(RULES))
        at_whom = tmp_path / "new" if words[0] == "restore" else at.data
        status, out, error = told(at_whom, *words, *(["--once"] if words[0] == "top" else []))
        assert (status, error) == (0, "") or (words[0] == "close" and "no game 'GAME'" in error), line
        assert out or words[0] == "close"
        if words[0] == "rename":
            name = "New Name"
    assert asked(at.data, "rules")["rules"] == RULES.strip()
    assert (tmp_path / "new" / "host_key").read_bytes() == (at.data / "host_key").read_bytes()


def test_every_option_of_the_guide_exists() -> None:
    from marbles_tui.cli.host import HostCommand
    from marbles_tui.cli.host import host as command

    assert isinstance(command, HostCommand)
    known = {option for each in command.params for option in each.opts}
    known |= {f"--{each.name}" for asked in COMMANDS.values() for each in asked.arguments if each.option}
    named = set(re.findall(r"`(--[a-z-]+)", GUIDE))
    assert len(named) > 10
    assert named - known <= {"--data", "--json"}


def test_systemd_takes_the_unit_and_finds_it_shut(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is missing: on Debian or Ubuntu, apt install systemd")
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/marbles-tui/bin/marbles-tui", "/bin/true"))
    verified = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    security = [
        "systemd-analyze",
        "security",
        "--offline=true",
        f"--threshold={round(10 * MOST_EXPOSED)}",
        str(unit),
    ]
    exposed = subprocess.run(security, capture_output=True, text=True, check=False)
    assert exposed.returncode == 0, exposed.stdout
    asked_for = re.search(r"^ExecStart=\S+ (.*)$", UNIT.read_text(), re.MULTILINE)
    assert asked_for
    assert asked_for[1].split() == ["host", "--bind", "::", "--data", "/var/lib/marbles-tui", "$OPTIONS"]

"""What holds for every test: a home of its own, no haste, and no terminal taken for granted."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tests.processes import started_with

REQUIRED = os.environ.get("MARBLES_TUI_REQUIRE_TERMINAL") == "1"
"""Set where a missing terminal is a failure: in CI."""

DRIVING = tuple(f"browser/test_{name}.py" for name in ("engines", "page_clicks", "promises", "text_clicks"))
collect_ignore = [] if find_spec("playwright") else [*DRIVING]
"""What drives a browser; `make check` installs that, `make test` does not."""

TUNING = (
    "COLUMNS",
    "LINES",
    "TEXTUAL_ANIMATIONS",
    "TEXTUAL_COLOR_SYSTEM",
    "TEXTUAL_FPS",
    "TEXTUAL_THEME",
    "TEXTUAL_DRIVER",
)
"""Variables that change the size, the looks or the motion of the program."""

# Or each program that a test starts, and each process of the next run, would compile everything anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Programs that a test starts say late what they forget to flush, as they would for anybody.
os.environ.pop("PYTHONUNBUFFERED", None)

# A busy machine must not turn a slow example into a failure.
settings.register_profile("unhurried", deadline=None, max_examples=50)
settings.load_profile("unhurried")


GUARD = "MARBLES_TUI_TESTS_HOME"
"""Names the folder of the homes that stand in for the user's own, one for each process of the tests."""


def pytest_configure() -> None:
    """Keep the user's own home out of reach, also of a test that takes back what `home` says, or of what runs between
    two tests. Caches of browsers and compilers stay where they are."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        have_search()
    if GUARD not in os.environ:
        os.environ["XDG_CACHE_HOME"] = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        os.environ[GUARD] = tempfile.mkdtemp(prefix="marbles-no-home-")
    stand_in().mkdir(exist_ok=True)
    for name in ("MARBLES_TUI_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        os.environ.pop(name, None)
    os.environ["HOME"] = str(stand_in())


def have_search() -> None:
    """Compile the native search of this checkout if there is none, or one of other sources: else the tests would wait
    for the slow one. Without a compiler they do."""
    root = Path(__file__).parents[1]
    ask = "from marbles_tui.ai.native.library import why_not_native; print(why_not_native())"
    why = subprocess.run([sys.executable, "-c", ask], cwd=root, capture_output=True, text=True).stdout.strip()
    if why and os.environ.get("MARBLES_TUI_NATIVE") != "0":
        subprocess.run([sys.executable, root / "native" / "compile.py"], check=False)


def stand_in() -> Path:
    """What this process takes for the user's home."""
    return Path(os.environ[GUARD], os.environ.get("PYTEST_XDIST_WORKER", "first"))


def written(folder: Path) -> list[str]:
    """The files below a home that stands in, but for what browsers and compilers keep hidden there."""
    files = (file.relative_to(folder) for file in folder.rglob("*") if not file.is_dir())
    return [str(file) for file in files if file.parts[0][0] != "." or "marbles-tui" in file.parts]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Fail a test that takes too long, wherever it hangs; what each of its threads does has been written by then."""
    known = hasattr(signal, "SIGALRM") and item.config.pluginmanager.hasplugin("faulthandler")
    limit = int(float(item.config.getini("faulthandler_timeout"))) if known else 0
    if not limit:
        return (yield)

    def too_long(*_: object) -> None:
        pytest.fail(f"takes longer than {limit} s")

    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(limit + 1)
    try:
        return (yield)
    finally:
        signal.alarm(0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None]:
    """Fail a test that has written into the user's own home, had it been that."""
    yield
    if files := written(stand_in()):
        shutil.rmtree(stand_in())
        stand_in().mkdir()
        pytest.fail(f"written into the home of whoever runs the tests: {', '.join(files)}", pytrace=False)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    """Fail a run that has written there outside of tests; end what it has started and left, such as the NATS server
    of a host that was killed."""
    yield
    if "PYTEST_XDIST_WORKER" not in os.environ:
        guard = Path(os.environ.pop(GUARD))
        for left in started_with(GUARD, str(guard)):
            with suppress(ProcessLookupError):
                os.kill(left, signal.SIGKILL)
        if files := [file for home in guard.iterdir() for file in written(home)]:
            print(f"\nwritten into the home of whoever runs the tests: {', '.join(files)}")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        shutil.rmtree(guard, ignore_errors=True)


def pytest_xdist_auto_num_workers() -> int:
    """Two processes a core: half of what the tests of screens and terminals take, they wait."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 2 * cores


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let each process begin to read the tests elsewhere: what one has compiled, the others find."""
    report = yield
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if isinstance(collector, pytest.Directory):
        begin = len(report.result) * int(worker) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        report.result = report.result[begin:] + report.result[:begin]
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What compiles, or runs the program in a terminal, by ssh or in a browser comes first where there are several
    processes: one of these at the end would keep one busy while the others have nothing left to do."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return
    first = tuple(f"tests/{folder}/" for folder in ("browser", "host", "native", "terminal", "web"))
    items.sort(key=lambda item: (not item.nodeid.startswith(first), item.nodeid.partition("::")[0]))


def pytest_collection_finish() -> None:
    """Look for garbage among what the tests make, not again and again through all that was imported: every tenth
    second went there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


numbers = count()


@pytest.fixture
def zone(request: pytest.FixtureRequest) -> Generator[str]:
    """The zone of this process, the one that the test names, until it is over."""
    if sys.platform == "win32":
        pytest.skip("the zone of a process cannot be changed here")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this test's own. Pytest looks for a free name among all folders of the run: a third of what a small
    test took."""
    folder = tmp_path_factory.getbasetemp() / f"test-{next(numbers)}"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where settings and matches are kept, empty at first: never the user's own."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("MARBLES_TUI_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def usual_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same colours and motion whatever terminal the tests are started from."""
    for name in [name for name in os.environ if name == "NO_COLOR" or name in TUNING]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, or fail in CI, what needs a real terminal where tmux is missing."""
    if item.get_closest_marker("terminal") and shutil.which("tmux") is None:
        if REQUIRED:
            pytest.fail("tmux is missing, and MARBLES_TUI_REQUIRE_TERMINAL=1 asks for it", pytrace=False)
        pytest.skip("tmux is missing: on Debian or Ubuntu, apt install tmux")

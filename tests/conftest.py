"""What holds for every test: passwords are hashed at next to no cost, for there are thousands of them; offices are
on PostgreSQL where the run asks for it."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine, event

from magika_gm.__main__ import ALLOCATIONS
from magika_gm.app.office import passwords
from magika_gm.store import database
from tests import offices, on_postgres
from tests.needs import required
from tests.store.postgres import programs

# how fast a loaded machine is says nothing of the rules: no example fails by the clock. By day the examples are the
# same every time, so that what failed fails again; new ones are looked for by night (make nightly)
settings.register_profile(
    "steady",
    settings.default,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("MAGIKA_NIGHTLY"),
)
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def _own_file_modes() -> Iterator[None]:
    """A command run inside a test closes what it writes to others; what the next test writes is its own affair."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(autouse=True, scope="session")
def _cheap_passwords() -> Iterator[None]:
    before, passwords.COST = passwords.COST, 4
    yield
    passwords.COST = before


@pytest.fixture(autouse=True, scope="session")
def _cheap_databases() -> Iterator[None]:
    """What SQLAlchemy made of a statement serves every office of the process (a tenth of what the office's tests cost),
    and no commit waits for the disk: power does not fail here (two milliseconds a commit)."""
    plain, firsts = database._engine, dict[str, Engine]()

    def engine(url: str, path: Path | None) -> Engine:
        made = plain(url, path)
        first = firsts.setdefault(made.driver, made)
        if not hasattr(first.dialect, "default_isolation_level"):  # it has never been connected
            first = firsts[made.driver] = made
        made.dialect = made.pool._dialect = first.dialect
        made._compiled_cache = first._compiled_cache
        if path is not None:
            event.listen(made, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
        return made

    database._engine = engine
    yield
    database._engine = plain


@pytest.fixture(autouse=True, scope="session")
def _cheap_disks() -> Iterator[None]:
    """Nor does a file of ours: a report, a mail kept, a mail sent each waits one to ten milliseconds for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _patterns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where offices are kept of which tests get copies (tests/offices.py)."""
    with offices.pattern_folder(tmp_path_factory.mktemp("patterns")):
        yield


@pytest.fixture(scope="module")
def sketched() -> Iterator[None]:
    """Turns leave no print and no page: for modules outside the office's folders that play turns by command."""
    with offices.sketched_reports(offices.EVERYBODY, ""):
        yield


_servers: list[Iterator[None]] = []


def pytest_configure(config: pytest.Config) -> None:
    """Where tests run on PostgreSQL (tests/on_postgres.py) one server is there for all their processes."""
    if on_postgres.wanted():
        # an office a test leaves open is closed by its server
        for ignored in ("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"):
            config.addinivalue_line("filterwarnings", ignored)
        if on_postgres.SERVER not in os.environ:
            if programs() is None and not required():
                pytest.exit("PostgreSQL is not installed (tests/tools/need-postgres)", 0)
            _servers.append(on_postgres.started())
            next(_servers[0])
        on_postgres.install()


def pytest_collection_finish() -> None:
    """What was collected stays to the end: circles are looked for only in what the tests make, as seldom as in a
    command (together that is a tenth of the suite's time)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATIONS, 20, 20)


def pytest_unconfigure() -> None:
    for server in _servers:
        next(server, None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is about the SQLite file itself, or about no office, is not asked of PostgreSQL; the mark says why."""
    for item in items:
        mark = item.get_closest_marker("sqlite")
        if on_postgres.wanted() and mark is not None:
            item.add_marker(pytest.mark.skip(reason=mark.args[0]))


@pytest.fixture(autouse=True)
def _own_databases(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test's databases go with it."""
    if not on_postgres.wanted():
        yield
        return
    folder: Path | None = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else None
    yield
    if folder is not None:
        on_postgres.drop_all_under(folder)

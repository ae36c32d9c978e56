from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from magika_gm.app.office import passwords
from tests.benchmarks import table
from tests.benchmarks.bare import FIGURES
from tests.store.conftest import postgres

__all__ = ["postgres"]
COST = passwords.COST
WRITE = os.environ.get("MAGIKA_BENCH_WRITE", "")
"""Whether docs/scale.md is to have the figures of this run; ``release``: they are those of a release, too."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One table of all figures with their bounds."""
    if FIGURES:
        wide = max(len(what) for what, _, _ in FIGURES)
        terminalreporter.section("figures and their bounds")
        for what, figure, most in FIGURES:
            terminalreporter.write_line(f"{what:<{wide}}  {figure:>10}  {most:>7}")
        if WRITE:
            for path in table.write(FIGURES, WRITE == "release"):
                terminalreporter.write_line(f"written: {path.relative_to(table.ROOT)}")


@pytest.fixture(autouse=True, scope="session")
def _passwords_at_their_cost(_cheap_passwords: None) -> Iterator[None]:
    """As in an office, not as in tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "COST", COST)
        yield

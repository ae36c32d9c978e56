from __future__ import annotations

from collections.abc import Iterator

import pytest

from magika_gm.app.office import passwords
from tests.benchmarks.bare import FIGURES
from tests.store.conftest import postgres

__all__ = ["postgres"]
COST = passwords.COST


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One table of all figures with their bounds."""
    if FIGURES:
        wide = max(len(what) for what, _, _ in FIGURES)
        terminalreporter.section("figures and their bounds")
        for what, figure, most in FIGURES:
            terminalreporter.write_line(f"{what:<{wide}}  {figure:>10}  {most:>7}")


@pytest.fixture(autouse=True, scope="session")
def _passwords_at_their_cost(_cheap_passwords: None) -> Iterator[None]:
    """As in an office, not as in tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "COST", COST)
        yield

"""A real browser for the tests of the player's page: Debian's Chromium, by Playwright, cut off from any network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.needs import needs

FLAGS = (  # and --headless, which Playwright gives
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE = Path(__file__).parents[1] / "tools" / "page" / "node_modules" / "axe-core" / "axe.min.js"


def chromium() -> str:
    """Where the browser is; "" where there is none."""
    return os.environ.get("MAGIKA_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or ""


IN_A_BROWSER = [
    pytest.mark.browser,
    needs(chromium(), "Chromium", "need-browser"),
    # what Playwright leaves open is its own affair
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]
WIDE = {"width": 1280, "height": 900}


@contextmanager
def browser(folder: Path, **options: Any) -> Iterator[Any]:
    """A browser context with a fresh profile in ``folder``; every request but for files of our own is refused."""
    with _playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            str(folder / "profile"),
            executable_path=chromium(),
            headless=True,
            args=[*FLAGS],
            offline=True,
            accept_downloads=True,
            **options,
        )
        try:
            yield context
        finally:
            context.close()


@contextmanager
def _playwright() -> Iterator[Any]:
    """Playwright, of which there can be but one at a time: a second browser is the first one's guest."""
    from playwright.sync_api import sync_playwright

    if _RUNNING:
        yield _RUNNING[0]
        return
    with sync_playwright() as playwright:
        _RUNNING.append(playwright)
        try:
            yield playwright
        finally:
            _RUNNING.clear()


_RUNNING: list[Any] = []


def expect(locator: Any) -> Any:
    """Playwright's patient assertions: they run no code made of text in the page, which its policy forbids."""
    from playwright.sync_api import expect as patiently

    return patiently(locator)

"""The picture of the player's page in its guide, drawn: ``python -m tests.page.portrait docs/img/player-page.png``.

Mage C of the sample game after turn 3, some orders typed.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import init_office
from magika_gm.app.post.intake import ingest
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.solo import SEED
from magika_gm.mail.readers import read
from magika_gm.resources import shipped
from tests.page.browser import browser, expect

TURNS, SEAT = 3, "C"
ORDERS = ("MOVE NE", "SEARCH", "CAST S2X", "MOVE NW")
SIZE = {"width": 1180, "height": 900}
COLOURS = 64


def page_file(folder: Path) -> Path:
    """The page of the sample game's mage."""
    sample, begun = shipped("sample") / "magika", datetime(2027, 1, 1, 12, tzinfo=UTC)
    office = init_office(folder)
    new_game(office, "sample", sample / "signups.toml", begun, seed=SEED.encode(), system="magika")
    for turn in range(1, TURNS + 1):
        moment = begun + timedelta(days=5 * turn)
        list(ingest(office, read(sample / str(turn)), moment))
        process_turn(office, "sample", moment, early=True, processes=1)
    office.close()
    return office.reports("sample", TURNS) / f"{SEAT}.page.html"


def draw(picture: Path) -> None:
    """Open it, order, and take the picture of what a desk shows."""
    from PIL import Image

    with TemporaryDirectory() as folder:
        file = page_file(Path(folder) / "office")
        with browser(Path(folder), viewport=SIZE) as window:
            page = window.new_page()
            page.goto(file.as_uri())
            page.wait_for_selector("body[data-ready]")
            for number, line in enumerate(ORDERS):
                page.locator(".typed").fill(line)
                page.locator(".typed").press("Enter")
                expect(page.locator(f"[data-line='{number}'] .what")).to_have_text(line)
            page.evaluate("document.activeElement.blur(); scrollTo({top: 0, behavior: 'instant'})")
            page.screenshot(path=str(picture))
    with Image.open(picture) as drawn:
        drawn.convert("RGB").quantize(COLOURS).save(picture, optimize=True)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))

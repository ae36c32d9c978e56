"""Every game has a face of its own: one accent in print, mail, page and book."""

from __future__ import annotations

import re
import zlib

from magika_gm import games
from magika_gm.reports.pdf_stream import rgb
from tests.page.onlookers import pages
from tests.page.rambles import positions
from tests.reports.played import reports

LEAST = 6.8
"""How far an accent stands out from white paper."""
ACCENTS = {name: games.system(name).rulebook.printed().accent for name in games.SYSTEMS}


def contrast(colour: str) -> float:
    """A colour beside white."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in channels)
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


def drawn(data: bytes) -> str:
    """What a PDF's pages draw."""
    packed = re.findall(rb"FlateDecode.*?stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    return "\n".join(zlib.decompress(one).decode("latin-1") for one in packed)


def test_every_game_has_an_accent_of_its_own_that_is_read_on_white() -> None:
    assert len(set(ACCENTS.values())) == len(ACCENTS)
    assert {name: colour for name, colour in ACCENTS.items() if contrast(colour) < LEAST} == {}


def test_print_mail_and_pages_are_in_the_accent_of_the_book_and_in_no_other() -> None:
    for name, accent in ACCENTS.items():
        system, others = games.system(name), set(ACCENTS.values()) - {accent}
        first = next(positions(name, 1))
        titles = set(re.findall(r"([\d. ]+) RG 0\.9 w", drawn(system.reports.pdf(reports(name)[0], "letter", False))))
        assert rgb(accent) in titles, name
        assert not titles & set(map(rgb, others)), name
        assert f"a{{color:{accent}}}" in first.system.reports.html(first.report, None), name
        look = pages(name)["spectator"]
        assert f"--accent:{accent}" in look, name
        assert not any(f":root{{--accent:{other}" in look for other in others), name

"""Draws the pictures of docs/report-tour.md anew: ``python -m tests.magika.tour`` (needs pdftoppm and Chromium)."""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from PIL import Image

from magika_gm.games.magika.report.printed import html_letter, pdf
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.rulebook import RULEBOOK
from magika_gm.reports.book import book_pdf
from tests.magika.test_pdf import busy, ended

IMAGES = Path(__file__).parents[2] / "docs" / "img"
COLOURS = 200


def subject() -> Report:
    """A busy turn in the middle of a game; the reader has barred the ways north out of the forests he sees."""
    report = busy(78, turns=8)
    forest = frozenset(s for s, seen in report.recon.spaces.items() if seen.terrain == 4)
    return replace(report, view=replace(report.recon, own_areas=(("ElBlo", forest),)))


def draw(data: bytes, name: str, dpi: int, pages: tuple[int, ...], grey: tuple[int, ...] = ()) -> None:
    """Pages as ``name-<page>.png``, small; those in ``grey`` as a grey printer gives them too."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.pdf"
        file.write_bytes(data)
        subprocess.run(["pdftoppm", "-r", str(dpi), "-png", str(file), str(Path(folder) / "page")], check=True)
        for number, page in enumerate(sorted(Path(folder).glob("page-*.png")), 1):
            if number not in pages:
                continue
            image = Image.open(page).convert("RGB")
            image.quantize(COLOURS, dither=Image.Dither.NONE).save(IMAGES / f"{name}-{number}.png", optimize=True)
            if number in grey:
                image.convert("L").quantize(32).save(IMAGES / f"{name}-{number}-grey.png", optimize=True)


def screen(text: str, name: str, width: int, height: int) -> None:
    """The top of a mail as a browser shows it, ``width`` pixels wide."""
    with tempfile.TemporaryDirectory() as folder:
        inner, outer, file = (Path(folder) / part for part in ("mail.html", "frame.html", "shot.png"))
        inner.write_text(text, "utf-8")
        # a browser's window has a least width: the mail stands in a frame
        frame = f'<iframe src="mail.html" style="border:0;width:{width}px;height:{height}px"></iframe>'
        outer.write_text(f'<body style="margin:0">{frame}', "utf-8")
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--allow-file-access-from-files", f"--window-size={max(500, width)},{height}",
             f"--screenshot={file}", outer.as_uri()],
            check=True, capture_output=True,
        )  # fmt: skip
        image = Image.open(file).convert("RGB").crop((0, 0, width, height))
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(IMAGES / f"{name}.png", optimize=True)


def main() -> None:
    """All pictures."""
    for old in IMAGES.glob("report-*.png"):
        old.unlink()
    draw(pdf(subject()), "report-page", 80, (1, 2, 3, 4), grey=(1, 3))
    draw(pdf(subject(), large=True), "report-large", 50, (1, 3, 6))
    draw(pdf(ended(78)), "report-end", 60, (1, 2, 3))
    draw(book_pdf(RULEBOOK.printed()).data, "report-book", 45, (1, 13))
    screen(html_letter(subject()), "report-mail", 360, 1150)


if __name__ == "__main__":
    main()

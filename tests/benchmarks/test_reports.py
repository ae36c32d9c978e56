"""Figures of reports: milliseconds and kilobytes per report and form, beside a bare ReportLab document in one run.

Ratios are printed; nothing passes or fails on absolute time. Run with: make bench.
"""

from __future__ import annotations

import gc
import io
import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from magika_gm.games.magika.report.letters import html_letter, text_letter
from magika_gm.games.magika.report.printed import pdf
from magika_gm.games.magika.report.report import write_turnfile
from magika_gm.reports.picture import CORNERS, HATCHES, Circles, Hexes, Lines, Picture, Polygon, Texts
from tests.magika.test_pdf import busy
from tests.reports.played import reports as campaign

if TYPE_CHECKING:
    from magika_gm.games.magika.report.report import Report

pytestmark = pytest.mark.benchmark
ROUNDS = 9


def reports() -> list[Report]:
    """Busy reports of several games and turns."""
    return [busy(seed, turns=turns) for seed, turns in ((1, 1), (2, 4), (3, 7), (5, 9), (7, 12), (2, 15))]


def bare(pages: int) -> bytes:
    """A bare ReportLab document: platypus, one embedded font, 25 lines a page (as in test_figures)."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate

    from tests.benchmarks.bare import bare_font

    style = ParagraphStyle("bare", fontName=bare_font(), fontSize=9, leading=12)
    flow: list[Flowable] = []
    for page in range(pages):
        flow += [
            Paragraph(f"Mage A, page {page}, line {line}: you move NE and pay three endurance.", style)
            for line in range(25)
        ]
        flow.append(PageBreak())
    out = io.BytesIO()
    SimpleDocTemplate(out, pageCompression=1).build(flow)
    return out.getvalue()


def compared(*works: Callable[[], object]) -> list[float]:
    """Median processor milliseconds of each, taken in turns so that a busy machine slows all alike."""
    for work in works:
        work()
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for spent, work in zip(times, works, strict=True):
            gc.collect()
            start = time.process_time()
            work()
            spent.append((time.process_time() - start) * 1e3)
    return [statistics.median(spent) for spent in times]


def test_every_form_against_a_bare_document() -> None:
    written = reports()
    pages = [len(PdfReader(io.BytesIO(pdf(r))).pages) for r in written]
    forms: dict[str, Callable[[Report], str | bytes]] = {
        "pdf": pdf,
        "pdf, large print": lambda r: pdf(r, large=True),
        "html": html_letter,
        "txt": text_letter,
        "json": write_turnfile,
    }
    works = [lambda form=form: [form(r) for r in written] for form in forms.values()]
    *spent, base = compared(*works, lambda: [bare(n) for n in pages])
    each = base / len(written)
    size = sum(len(bare(n)) for n in pages) / len(pages) / 1e3
    print(f"\nbare ReportLab document of as many pages ({statistics.mean(pages):.1f}): {each:.1f} ms, {size:.0f} kB")
    for (name, form), ms in zip(forms.items(), spent, strict=True):
        outputs = [form(r) for r in written]
        kilobytes = statistics.mean(len(o) if isinstance(o, bytes) else len(o.encode()) for o in outputs) / 1e3
        goal = " (at most 1.0)" if name == "pdf" else ""
        print(f"{name}: {ms / len(written):.1f} ms, {kilobytes:.0f} kB; ratio {ms / base:.2f}{goal}")


def test_reports_printed_once() -> None:
    """What is kept between documents helps another reader's less than the same one printed again: every other report of
    a game's first turns, each printed once, beside bare documents of as many pages."""
    played = campaign("magika", turns=3)
    for large in (False, True):
        ours = theirs = 0.0
        pages = 0
        for report in played[::2]:
            pdf(report, large=large)
        for report in played[1::2]:
            gc.collect()
            start = time.process_time()
            data = pdf(report, large=large)
            ours += time.process_time() - start
            count = len(PdfReader(io.BytesIO(data)).pages)
            pages += count
            start = time.process_time()
            bare(count)
            theirs += time.process_time() - start
        print(f"\n{'large' if large else 'normal'} print, once each: {ours / theirs:.2f} of {pages} bare pages")


def pictures(report: Report) -> tuple[Picture, Picture]:
    from magika_gm.games.magika.report.board import history_picture, recon_picture

    return recon_picture(report), history_picture(report)


def by_weasyprint(report: Report) -> bytes:
    """The same text and both maps, from HTML with inline SVG."""
    from weasyprint import HTML  # type: ignore[import-not-found,import-untyped,unused-ignore]

    from magika_gm.games.magika.report.board import history_svg, recon_svg

    maps = f"<div>{recon_svg(report)}</div><div>{history_svg(report)}</div>"
    data = HTML(string=html_letter(report).replace("</body>", f"{maps}</body>")).write_pdf()
    return bytes(data)


def by_fpdf2(report: Report) -> bytes:
    """The same text and both maps, drawn with fpdf2's own calls."""
    from pathlib import Path

    from fpdf import FPDF  # type: ignore[import-not-found,import-untyped,unused-ignore]

    import magika_gm.reports.pdf_stream as pen

    page: Any = FPDF(unit="pt", format="letter")
    page.add_font("sans", "", str(Path(pen.__file__).parent / "fonts" / "PostbagSans-Regular.ttf"))
    page.add_page()
    page.set_font("sans", size=8)
    page.multi_cell(0, 10, text_letter(report))
    for picture in pictures(report):
        page.add_page()
        _drawn(page, picture)
    return bytes(page.output())


def _drawn(page: Any, picture: Picture) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return x + 40, picture.height - y + 40

    for item in picture.items:
        match item:
            case Hexes(centres, radius, fill, line, _, hatch):
                page.set_fill_color(fill or "#ffffff")
                page.set_draw_color(line or "#000000")
                for x, y in centres:
                    page.polygon([at(x + dx * radius, y + dy * radius) for dx, dy in CORNERS], style="DF")
                    for path in HATCHES[hatch].paths if hatch else ():
                        page.polyline([at(x + px * radius, y + py * radius) for px, py in path])
            case Polygon(points):
                page.polygon([at(x, y) for x, y in points])
            case Lines(paths):
                for path in paths:
                    page.polyline([at(x, y) for x, y in path])
            case Circles(centres, radius):
                for x, y in centres:
                    page.circle(*at(x, y), radius)
            case Texts(places, size):
                page.set_font_size(size)
                for x, y, text in places:
                    page.text(*at(x - page.get_string_width(text) / 2, y), text)


@pytest.mark.parametrize(
    ("name", "module", "work"), [("WeasyPrint", "weasyprint", by_weasyprint), ("fpdf2", "fpdf", by_fpdf2)]
)
def test_for_scale(name: str, module: str, work: Callable[[Report], bytes]) -> None:
    try:
        __import__(module)
    except (ImportError, OSError) as error:
        print(f"\n{name} is left out: {error} (pip install magika-gm[bench])")
        return
    report = busy(5, turns=9)
    pages = len(PdfReader(io.BytesIO(pdf(report))).pages)
    theirs, ours, base = compared(lambda: work(report), lambda: pdf(report), lambda: bare(pages))
    print(
        f"\n{name}: {theirs:.0f} ms, {len(work(report)) / 1e3:.0f} kB; {theirs / base:.1f} times a bare document, ",
        end="",
    )
    print(f"{theirs / ours:.0f} times ours ({ours:.1f} ms)")

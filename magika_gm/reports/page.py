"""The printed report: PDF by ReportLab, laid out straight onto the canvas, two to six pages."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.pagesizes import A4, letter
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from magika_gm.games.magika.arena import NAME
from magika_gm.games.magika.tables import TERRAIN_NAMES
from magika_gm.reports.hexmap import draw_history, draw_recon, raw
from magika_gm.reports.letter import account, points, safe
from magika_gm.reports.report import SECTIONS, Report, summary_tree
from magika_gm.reports.story import thing_name
from magika_gm.reports.textmap import SIGNS

PLAIN, BOLD = "MagikaSans", "MagikaSans-Bold"
FONTS = (PLAIN, BOLD)
PAPERS = {"letter": letter, "a4": A4}
MARGIN = 42.0
VIOLET = "0.36 0.22 0.50"


@lru_cache(maxsize=1)
def load_fonts() -> frozenset[int]:
    """Load the embedded fonts once; returns the code points they can show."""
    folder = Path(__file__).parent / "fonts"
    registerFont(TTFont(PLAIN, str(folder / "DejaVuSans.ttf")))
    bold = TTFont(BOLD, str(folder / "DejaVuSans-Bold.ttf"))
    registerFont(bold)
    return frozenset(bold.face.charToGlyph)


def shown(text: str) -> str:
    """Text with every sign the fonts lack shown as the replacement sign; nothing disappears."""
    clean = safe(text)
    if clean.isascii():
        return clean
    known = load_fonts()
    return "".join(c if ord(c) in known or c in "\n\t" else "\ufffd" for c in clean)


@lru_cache(maxsize=20_000)
def _width(word: str, font: str, size: float) -> float:
    return float(stringWidth(word, font, size))


def wrap(text: str, font: str, size: float, width: float) -> list[str]:
    """Lines no wider than ``width``; a word too long for a line is cut."""
    lines: list[str] = []
    space = _width(" ", font, size)
    for paragraph in text.split("\n"):
        line, used = "", 0.0
        for word in _pieces(paragraph.split(" "), font, size, width):
            w = _width(word, font, size)
            if line and used + space + w > width:
                lines.append(line)
                line, used = word, w
            else:
                line, used = (f"{line} {word}", used + space + w) if line else (word, w)
        lines.append(line)
    return lines


def _pieces(words: Iterable[str], font: str, size: float, width: float) -> Iterable[str]:
    for word in words:
        rest = word
        while _width(rest, font, size) > width and len(rest) > 1:
            cut = max(1, int(len(rest) * width / _width(rest, font, size)) - 1)
            yield rest[:cut]
            rest = rest[cut:]
        yield rest


Drawing = Callable[[Canvas, float], None]


class _Layout:
    """Fills pages from top to bottom; drawing is put off until the number of pages is known."""

    def __init__(self, paper: tuple[float, float]) -> None:
        self.width, self.height = paper
        self.inner = self.width - 2 * MARGIN
        self.pages: list[list[tuple[Drawing, float]]] = []
        self.sections: list[tuple[int, float, str]] = []
        self.y = 0.0
        self.new_page()

    def new_page(self) -> None:
        self.pages.append([])
        self.y = self.height - MARGIN - 24

    def block(self, height: float, draw: Drawing) -> None:
        """Something ``height`` tall, kept whole; ``draw`` gets the canvas and the block's top."""
        self.need(height)
        self.pages[-1].append((draw, self.y))
        self.y -= height

    def need(self, height: float) -> None:
        """Begin a new page unless that much room is left, so that a title keeps what it heads."""
        if self.y - height < MARGIN + 16:
            self.new_page()

    def gap(self, height: float) -> None:
        self.y -= height

    def heading(self, number: int, keep: float = 60.0) -> None:
        title = f"{number}  {SECTIONS[number - 1]}" if number <= len(SECTIONS) else "Orders"
        self.need(26 + keep)
        self.gap(9)
        self.sections.append((len(self.pages) - 1, self.y, title))

        def draw(canvas: Canvas, top: float) -> None:
            raw(canvas, f"{VIOLET} rg {VIOLET} RG 1 w {MARGIN:.1f} {top - 17:.1f} m "
                                f"{self.width - MARGIN:.1f} {top - 17:.1f} l S")  # fmt: skip
            canvas.setFont(BOLD, 12)
            canvas.drawString(MARGIN, top - 13, title)
            raw(canvas, "0 0 0 rg 0 0 0 RG")

        self.block(24, draw)

    def text(self, text: str, size: float = 9, font: str = PLAIN, indent: float = 0, after: float = 0) -> None:
        """Running text, broken over pages line by line."""
        lines = wrap(shown(text), font, size, self.inner - indent)
        step = size * 1.36
        while lines:
            room = max(1, int((self.y - MARGIN - 16) // step))
            part, lines = lines[:room], lines[room:]
            self.block(step * len(part), _lines(part, MARGIN + indent, size, font, step))
        self.gap(after)


def _lines(lines: list[str], x: float, size: float, font: str, step: float) -> Drawing:
    def draw(canvas: Canvas, top: float) -> None:
        text = canvas.beginText(x, top - size)
        text.setFont(font, size, step)
        for line in lines:
            text.textLine(line)
        canvas.drawText(text)

    return draw


def pdf(report: Report, paper: str = "letter") -> bytes:
    """The report as PDF bytes; the same report gives the same bytes."""
    load_fonts()
    layout = _Layout(PAPERS[paper])
    _player_and_mage(layout, report)
    _maps(layout, report)
    _intelligence(layout, report)
    _story(layout, report)
    _standings(layout, report)
    _messages(layout, report)
    if report.order_form:
        layout.heading(8, keep=200)
        layout.text("Answer by mail with this sheet, filled in.", after=4)
        layout.text(report.order_form, size=8)
    return _write(layout, report)


def _write(layout: _Layout, report: Report) -> bytes:
    rl_config.invariant = 1
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(layout.width, layout.height), pageCompression=1, invariant=1, lang="en")
    title = shown(f"Magika {report.player.game}, turn {report.turn}: {report.mage.name} ({report.mage.letter})")
    canvas.setTitle(title)
    canvas.setAuthor(shown(report.player.office or "magika-gm"))
    canvas.setSubject("Turn report")
    total = len(layout.pages)
    for number, page in enumerate(layout.pages):
        for at, top, section in layout.sections:
            if at == number:
                key = section.replace(" ", "-")
                canvas.bookmarkHorizontal(key, 0, top)
                canvas.addOutlineEntry(section, key, 0, False)
        _head(canvas, layout, report, number + 1, total)
        for draw, top in page:
            draw(canvas, top)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _head(canvas: Canvas, layout: _Layout, report: Report, number: int, total: int) -> None:
    y = layout.height - MARGIN + 4
    canvas.setFont(BOLD, 9)
    name = shown(report.mage.name)
    canvas.drawString(MARGIN, y, f"{name} ({report.mage.letter})"[:60])
    canvas.setFont(PLAIN, 9)
    right = f"Game {report.player.game}, turn {report.turn}, page {number} of {total}"
    canvas.drawRightString(layout.width - MARGIN, y, right)
    raw(canvas, f"0.7 0.7 0.7 RG 0.5 w {MARGIN:.1f} {y - 6:.1f} m {layout.width - MARGIN:.1f} {y - 6:.1f} l S 0 0 0 RG")


def _player_and_mage(layout: _Layout, report: Report) -> None:
    p, m = report.player, report.mage
    layout.text("Magika", 20, BOLD)
    if report.ending:
        what = {"goal": "the Goal Square was reached", "globe": "the Globe of Life was formed",
                "convergence": "the alignment artifacts met"}[report.ending]  # fmt: skip
        layout.text(f"The game is over: {what}.", 12, BOLD, after=4)
    layout.heading(1)
    layout.text(p.name + (f", {p.address}" if p.address else ""))
    layout.text(f"Account {p.account or '-'}, balance {p.balance}. Game {p.game} ({p.title}), printed {p.date}.")
    layout.text(f"Security password: {p.code_word}")
    layout.heading(2)
    layout.text(f"{m.name} ({m.letter}), {m.alignment} {m.race}, at {m.space} ({TERRAIN_NAMES[m.terrain]})", 11, BOLD)
    if not report.ending:
        layout.text(f"Next turn is due {p.next_due}.")
    barred = ", barred from cloaks" if m.barred else ""
    layout.text(f"Team {m.team}{barred}. Status {m.status.upper()}.", after=4)
    layout.block(34, _boxes(report, layout.inner))
    spells = ", ".join(f"{name} {left}" for name, left in m.spells) or "none"
    layout.text(f"Active spells: {spells}", after=2)
    for s in m.scrolls:
        note = f"  ({s.note})" if s.note else ""
        layout.text(f"S{s.number}  {s.code}  {s.name}, {s.minor_cost} / {s.major_cost} arcania{note}", indent=10)
    if not m.scrolls:
        layout.text("No scrolls.", indent=10)
    layout.text("Items: " + (", ".join(m.items) or "none"), after=2)


def _boxes(report: Report, width: float) -> Drawing:
    m = report.mage
    boxes = (
        ("Endurance", f"{m.endurance} / {m.max_endurance}"),
        ("Arcania", f"{m.arcania} / {m.max_arcania}"),
        ("Spell skill", str(m.skill)),
        ("Aptitude", f"{m.aptitude:+d} (standing {m.standing})"),
    )
    each = width / len(boxes)

    def draw(canvas: Canvas, top: float) -> None:
        for i, (label, value) in enumerate(boxes):
            x = MARGIN + i * each
            raw(canvas, f"0.95 0.93 0.98 rg {x:.1f} {top - 29:.1f} {each - 6:.1f} 29 re f 0 0 0 rg")
            canvas.setFont(PLAIN, 7)
            canvas.drawString(x + 6, top - 10, label)
            canvas.setFont(BOLD, 11)
            canvas.drawString(x + 6, top - 23, value)

    return draw


def _maps(layout: _Layout, report: Report) -> None:
    layout.heading(3, keep=250)
    width = min(layout.inner, 430.0)
    x = MARGIN + (layout.inner - width) / 2
    rings = 4 if len(report.recon.spaces) > 37 else 3
    height = (3 * rings + 2) * min(26.0, width / (9.3 * 1.7321))
    layout.block(height + 6, lambda canvas, top: _discard(draw_recon(canvas, report, x, top, width, FONTS)))
    legend = "   ".join(f"{sign} {name}" for sign, name in zip(SIGNS, TERRAIN_NAMES, strict=True))
    layout.text(f"Recon. {legend}   ? somebody   small square: things lying", 7, after=3)
    for space, seen in report.recon.spaces.items():
        if seen.things:
            layout.text(f"At {NAME[space]}: {', '.join(map(thing_name, seen.things))}.")
    tree = ", ".join(
        f"{TERRAIN_NAMES[code]} {spaces}" + (f" ({taken} occupied)" if taken else "")
        for code, spaces, taken in summary_tree(report.recon.spaces)
    )
    layout.text(f"In view: {tree}.", after=4)
    for ally in report.recon.allies:
        things = ", ".join(map(thing_name, ally.items)) or "none"
        layout.text(
            f"Ally {ally.letter} at {NAME[ally.space]}: scrolls {', '.join(ally.scrolls) or 'none'}; items {things}."
        )
        seen_there = [
            f"{NAME[s]}{' occupied' if v.occupied else ''}{''.join(' ' + thing_name(t) for t in v.things)}"
            for s, v in ally.spaces.items()
            if v.occupied or v.things
        ]
        layout.text(f"He sees {', '.join(seen_there) or 'nobody and nothing lying'}.", indent=10, after=3)
    size = layout.inner / (26.6 * 1.7321)
    layout.block(
        size * 39.5 + 8,
        lambda canvas, top: _discard(draw_history(canvas, report, MARGIN, top, layout.inner, FONTS)),
    )
    layout.text("History: every space you have seen, with the terrain last seen. The Goal Square is outlined.", 7)


def _discard(_: float) -> None:
    """A drawing's height is known before it is drawn."""


def _intelligence(layout: _Layout, report: Report) -> None:
    layout.heading(4)
    for line in report.whereabouts:
        layout.text(line)
    for k in report.known:
        who = "M, the Ebon Mage" if k.letter == "M" else k.letter
        where = f" at {k.space}" if k.space else ""
        layout.text(f"{who}{where}: {k.text}" + ("" if k.now else f" (last known, turn {k.turn})"))
    if not report.known and not report.whereabouts:
        layout.text("Nothing is known of anybody yet.")


def _story(layout: _Layout, report: Report) -> None:
    layout.heading(5)
    for p in report.story:
        title = p.title + (f": {p.order}" if p.order else "")
        layout.need(30)
        layout.text(title, 9, BOLD)
        for line in p.lines:
            layout.text(f"•  {line.text}" + (f"  [{line.rule}]" if line.rule else ""), indent=10)
        layout.gap(3)
    if not report.story:
        layout.text("The game begins.")


def _standings(layout: _Layout, report: Report) -> None:
    layout.heading(6, keep=110)
    for s in report.standings:
        layout.block(16, _bar(s.label, s.own, s.low, s.high, layout.inner))
    total = sum(p.points for p in report.points)
    layout.gap(3)
    layout.text(f"Victory points{'' if report.ending else ' had the game ended now'}: {points(total)}", 9, BOLD)
    layout.text(account(report.points), 8, after=3)
    _tasks(layout, report)
    _final(layout, report)


def _tasks(layout: _Layout, report: Report) -> None:
    """EBON-6: to the Ebon Mage alone while the game goes on, to everybody at its end."""
    if not report.tasks:
        return
    layout.need(40)
    title = "The Ebon Mage's tasks" if report.ending else "Your tasks, known to you alone, as things stand (EBON-6)"
    layout.text(title, 9, BOLD)
    for t in report.tasks:
        layout.text(f"{'done' if t.done else 'open'}   {t.text} ({t.kind}: {t.reached}, {t.wanted})", 8, indent=10)
    layout.gap(3)


def _final(layout: _Layout, report: Report) -> None:
    """The end of the game: every point accounted for, and everything that was hidden."""
    if report.final:
        layout.need(40)
        layout.text("Final standing", 9, BOLD)
    for f in report.final:
        layout.need(24)
        layout.text(f"{f.rank}.  {f.letter}  {f.name}: {points(f.points)}")
        layout.text(account(f.lines), 7, indent=18, after=2)
    if report.revealed is None:
        return
    layout.need(40)
    layout.text("What was hidden", 9, BOLD)
    for c in report.revealed.contestants:
        layout.need(24)
        gone = ", left the game" if c.dropped else ""
        layout.text(f"{c.letter}  {c.name}, {c.alignment} {c.race}, team {c.team}{gone}, at {c.space}")
        layout.text(
            f"Endurance {c.endurance}, arcania {c.arcania}, skill {c.skill}, aptitude {c.aptitude:+d}; scrolls "
            f"{', '.join(c.scrolls) or 'none'}; items {', '.join(map(thing_name, c.items)) or 'none'}",
            7,
            indent=18,
            after=2,
        )
    for space, things in report.revealed.lying:
        layout.text(f"At {space} lies {', '.join(map(thing_name, things))}.", 8)
    layout.text(f"The seed of this game's dice: {report.seed}", 8)
    layout.text("Anyone can play the game again from a final turn file: magika-gm verify FILE", 8)


def _bar(label: str, own: float, low: float, high: float, width: float) -> Drawing:
    def draw(canvas: Canvas, top: float) -> None:
        left, right = MARGIN + 170, MARGIN + width - 40
        least, most = min(own, low), max(own, high)
        scale = (right - left) / (most - least) if most > least else 0.0
        y = top - 8
        canvas.setFont(PLAIN, 9)
        canvas.drawString(MARGIN, y - 3, label)
        canvas.setFont(BOLD, 9)
        canvas.drawRightString(MARGIN + 128, y - 3, f"{own:g}")
        start, end = left + (low - least) * scale, left + (high - least) * scale
        raw(canvas, f"0.85 0.82 0.90 rg {start:.1f} {y - 3:.1f} {max(2, end - start):.1f} 6 re f")
        mark = left + (own - least) * scale if scale else (left + right) / 2
        raw(canvas, f"{VIOLET} rg {mark - 2:.1f} {y - 5:.1f} 4 10 re f 0 0 0 rg")
        canvas.setFont(PLAIN, 7)
        canvas.drawRightString(left - 4, y - 2.5, f"{low:g}")
        canvas.drawString(right + 6, y - 2.5, f"{high:g}")

    return draw


def _messages(layout: _Layout, report: Report) -> None:
    layout.heading(7)
    for m in report.messages:
        layout.text(f"From {m.sender} to {m.to}", 9, BOLD)
        layout.text(m.text, indent=10, after=4)
    if not report.messages:
        layout.text("None.")
    for note in report.notes:
        layout.text(f"Game master: {note}", after=3)
    layout.text(f"Hash of the game's seed: {report.seed_hash}", 6.5)

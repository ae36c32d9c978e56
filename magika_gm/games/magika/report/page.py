"""The printed report: PDF by ReportLab, laid out straight onto the canvas, two to six pages in normal print."""

from __future__ import annotations

from magika_gm.games.magika.report import hexmap, historymap
from magika_gm.games.magika.report.letters import account, points
from magika_gm.games.magika.report.order_page import form_page
from magika_gm.games.magika.report.report import SECTIONS, Report, Standing, summary_tree
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import GOAL, NAME
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES
from magika_gm.games.magika.sight.recon import AllySeen
from magika_gm.reports.layout import MARGIN, PALE, PAPERS, VIOLET, Drawing, Layout, finish, shown, wrap
from magika_gm.reports.pdf_stream import BOLD, PLAIN, Pen, text_width
from magika_gm.reports.picture import Picture

ORDERS = "Orders"
MOST_PAGES = 6
SMALLER = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
"""Type sizes of normal print, tried in turn until the report keeps to :data:`MOST_PAGES`."""
LARGER = 1.45
"""Type size of large print, which may have more pages."""

SMALLEST_HISTORY = 8.4
"""Radius in points down to which the history map shrinks to fit on a page already begun, where room is short."""


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes.

    Normal print keeps to six pages, in smaller type where it must. Large print has type half as large again and
    the history map on three pages, at twice the size.
    """
    layout = _composed(report, PAPERS[paper], LARGER, large=True) if large else _smallest(report, PAPERS[paper])
    name = f"{report.mage.name} ({report.mage.letter})"
    game = f"Game {report.player.game}, turn {report.turn}"
    title = f"Magika {report.player.game}, turn {report.turn}: {name}"
    office = report.player.office or "magika-gm"
    return finish(
        layout,
        (_line(name), _line(game)),
        {"title": _line(title), "author": _line(office), "subject": "Turn report"},
    )


def _line(text: str) -> str:
    """A text as one line."""
    return " ".join(shown(text).split())


def _smallest(report: Report, paper: tuple[float, float]) -> Layout:
    for scale in SMALLER:
        layout = _composed(report, paper, scale)
        if len(layout.pages) <= MOST_PAGES:
            break
    return layout


def _composed(report: Report, paper: tuple[float, float], scale: float, large: bool = False) -> Layout:
    layout = Layout(paper, scale)
    _title(layout, report)
    _player_and_mage(layout, report)
    _maps(layout, report, large)
    _intelligence(layout, report)
    _story(layout, report)
    _standings(layout, report)
    _messages(layout, report)
    if report.order_form:
        form_page(layout, report, ORDERS)
    return layout


def _heading(layout: Layout, number: int, keep: float = 60.0) -> None:
    layout.heading(f"{number}  {SECTIONS[number - 1]}", f"section-{number}", keep)


def _title(layout: Layout, report: Report) -> None:
    """Name of the game, and the contents as links to the sections."""
    layout.text("Magika", 20, BOLD)
    if report.ending:
        what = {"goal": "the Goal Square was reached", "globe": "the Globe of Life was formed",
                "convergence": "the alignment artifacts met"}[report.ending]  # fmt: skip
        layout.text(f"The game is over: {what}.", 12, BOLD, after=4)
    entries = [(f"{n} {title}", f"section-{n}") for n, title in enumerate(SECTIONS, 1)]
    if report.order_form:
        entries.append((ORDERS, ORDERS))
    size, x = 8 * layout.scale, MARGIN

    def draw(pen: Pen, top: float) -> None:
        nonlocal x
        y = top - size * 1.1
        for text, key in entries:
            wide = text_width(text, size)
            if x + wide > layout.width - MARGIN:
                break
            pen.text(x, y, text, size, colour=VIOLET)
            layout.link(x, y - 2, wide, size + 3, key)
            x += wide + size * 1.4

    layout.block(size * 1.5, draw)


def _player_and_mage(layout: Layout, report: Report) -> None:
    p, m = report.player, report.mage
    _heading(layout, 1)
    layout.text(p.name + (f", {p.address}" if p.address else ""))
    layout.text(f"Account {p.account or '-'}, balance {p.balance}. Game {p.game} ({p.title}), printed {p.date}.")
    layout.text(f"Security password: {p.code_word}")
    _heading(layout, 2)
    layout.text(f"{m.name} ({m.letter}), {m.alignment} {m.race}, at {m.space} ({TERRAIN_NAMES[m.terrain]})", 11, BOLD)
    if not report.ending:
        layout.text(f"Next turn is due {p.next_due}.")
    barred = ", barred from cloaks" if m.barred else ""
    layout.text(f"Team {m.team}{barred}. Status {m.status.upper()}.", after=4)
    layout.block(34 * layout.scale, _boxes(layout, report))
    spells = ", ".join(f"{name} {left}" for name, left in m.spells) or "none"
    scrolls = [
        (
            f"S{s.number}  {s.code}  {s.name}, {s.minor_cost} / {s.major_cost}" + (f" ({s.note})" if s.note else ""),
            PLAIN,
        )
        for s in m.scrolls
    ]
    layout.columns(
        [
            [("Scrolls, with arcania for minor / major", BOLD), *(scrolls or [("none", PLAIN)])],
            [("Active spells", BOLD), (spells, PLAIN), ("Items", BOLD), (", ".join(m.items) or "none", PLAIN)],
        ],
        8.5,
        2,
    )


def _boxes(layout: Layout, report: Report) -> Drawing:
    m, scale = report.mage, layout.scale
    boxes = (
        ("Endurance", f"{m.endurance} / {m.max_endurance}"),
        ("Arcania", f"{m.arcania} / {m.max_arcania}"),
        ("Spell skill", str(m.skill)),
        ("Aptitude", f"{m.aptitude:+d} (standing {m.standing})"),
    )
    each = layout.inner / len(boxes)

    def draw(pen: Pen, top: float) -> None:
        for i, (label, value) in enumerate(boxes):
            x = MARGIN + i * each
            pen.box(x, top - 29 * scale, each - 6, 29 * scale, PALE)
            pen.text(x + 6, top - 10 * scale, label, 7 * scale)
            size = min(11 * scale, (each - 16) / text_width(value, 1, bold=True))
            pen.text(x + 6, top - 23 * scale, value, size, True)

    return draw


def _maps(layout: Layout, report: Report, large: bool) -> None:
    _recon(layout, report, large)
    lying = [
        f"at {NAME[space]} {', '.join(map(thing_name, seen.things))}"
        for space, seen in report.recon.spaces.items()
        if seen.things
    ]
    if lying:
        layout.text(f"Lying in view: {'; '.join(lying)}.")
    tree = ", ".join(
        f"{TERRAIN_NAMES[code]} {spaces}" + (f" ({taken} occupied)" if taken else "")
        for code, spaces, taken in summary_tree(report.recon.spaces)
    )
    layout.text(f"In view: {tree}.", after=4)
    for ally in report.recon.allies:
        _ally(layout, report, ally)
    _history(layout, report, large)


def _recon(layout: Layout, report: Report, large: bool) -> None:
    """The recon map under the section's heading; somewhat smaller where that keeps it on the page begun."""
    legend = 7.5 * layout.scale
    if large:
        picture = hexmap.recon_picture(report, hexmap.recon_radius(report, layout.inner, 42), 0)
    else:
        radius = hexmap.recon_radius(report, layout.inner - 23 * legend, 28 * layout.scale)
        picture = hexmap.recon_picture(report, radius, legend)
        room = layout.room - 45 * layout.scale
        if room < picture.height and room > 0.7 * picture.height:
            picture = hexmap.recon_picture(report, radius * room / picture.height, legend)
    _heading(layout, 3, keep=picture.height + 6)
    _picture(layout, picture)
    if large:
        _picture(layout, hexmap.legend_picture(report, legend))


def _picture(layout: Layout, picture: Picture, x: float = 0.0, after: float = 5.0) -> None:
    left = MARGIN + x
    layout.block(picture.height + after, lambda pen, top: pen.picture(picture, left, top - picture.height))


def _ally(layout: Layout, report: Report, ally: AllySeen) -> None:
    """A teammate's map with what he holds beside it."""
    picture = hexmap.ally_picture(report, ally.spaces, ally.space, ally.letter, 16 * layout.scale)
    things = ", ".join(map(thing_name, ally.items)) or "none"
    seen_there = [
        f"{NAME[s]}{' occupied' if v.occupied else ''}{''.join(' ' + thing_name(t) for t in v.things)}"
        for s, v in ally.spaces.items()
        if v.occupied or v.things
    ]
    size = 8.5 * layout.scale
    width = layout.inner - picture.width - 12
    texts = (
        (f"Ally {ally.letter} at {NAME[ally.space]}", BOLD),
        (f"Scrolls: {', '.join(ally.scrolls) or 'none'}", PLAIN),
        (f"Items: {things}", PLAIN),
        (f"He sees {', '.join(seen_there) or 'nobody and nothing lying'}.", PLAIN),
    )
    lines = [(line, font) for text, font in texts for line in wrap(text, font, size, width)]
    step = size * 1.36
    beside = int(picture.height // step)

    def draw(pen: Pen, top: float) -> None:
        pen.picture(picture, MARGIN, top - picture.height)
        for number, (line, font) in enumerate(lines[:beside]):
            pen.text(MARGIN + picture.width + 12, top - size - number * step, line, size, font == BOLD)

    layout.block(picture.height, draw)
    if len(lines) > beside:
        layout.text(" ".join(line for line, _ in lines[beside:]), 8.5)
    layout.gap(5)


def _history(layout: Layout, report: Report, large: bool) -> None:
    note = "History: every space you have seen. Paler spaces were seen longer ago, with the turn below the letter."
    if large:
        for part in historymap.THIRDS:
            layout.new_page()
            layout.text(f"History, {part.words}", 10, BOLD, after=4)
            radius = historymap.history_size(layout.inner, layout.room - 30 * layout.scale, part)
            legend = 5.2 * layout.scale if GOAL in part.spaces else 0
            _picture(layout, historymap.history_picture(report, radius, legend, part), after=4)
        layout.text(note, 7)
        return
    radius = historymap.history_size(layout.inner, layout.height)
    fits = historymap.history_size(layout.inner, layout.room - 16)
    if layout.crowded and fits > SMALLEST_HISTORY:
        radius = min(radius, fits)
    picture = historymap.history_picture(report, radius, 6.5 * min(1, layout.scale))
    _picture(layout, picture, (layout.inner - picture.width) / 2, after=2)
    layout.text(note, 7)


def _intelligence(layout: Layout, report: Report) -> None:
    _heading(layout, 4)
    if len(report.whereabouts) > 3:
        half = (len(report.whereabouts) + 1) // 2
        parts = (report.whereabouts[:half], report.whereabouts[half:])
        layout.columns([[(line, PLAIN) for line in part] for part in parts], 9, layout.across)
    else:
        for line in report.whereabouts:
            layout.text(line)
    for k in report.known:
        who = "M, the Ebon Mage" if k.letter == "M" else k.letter
        where = f" at {k.space}" if k.space else ""
        layout.text(f"{who}{where}: {k.text}" + ("" if k.now else f" (last known, turn {k.turn})"))
    if not report.known and not report.whereabouts:
        layout.text("Nothing is known of anybody yet.")


def _story(layout: Layout, report: Report) -> None:
    _heading(layout, 5)
    told = [
        (
            p.title + (f": {p.order}" if p.order else ""),
            [line.text + (f"  [{line.rule}]" if line.rule else "") for line in p.lines],
        )
        for p in report.story
    ]
    if layout.crowded:
        layout.columns([[(title, BOLD), *((f"• {line}", PLAIN) for line in lines)] for title, lines in told], 9, 2)
    else:
        for title, lines in told:
            layout.need(30 * layout.scale)
            layout.text(title, 9, BOLD)
            for line in lines:
                layout.text(line, indent=10, bullet=True)
            layout.gap(3)
    if not report.story:
        layout.text("The game begins.")


def _standings(layout: Layout, report: Report) -> None:
    _heading(layout, 6, keep=110)
    for s in report.standings:
        layout.block(16 * layout.scale, _bar(layout, s))
    total = sum(p.points for p in report.points)
    layout.gap(3)
    layout.text(f"Victory points{'' if report.ending else ' had the game ended now'}: {points(total)}", 9, BOLD)
    layout.text(account(report.points), 8, after=3)
    _tasks(layout, report)
    _final(layout, report)


def _tasks(layout: Layout, report: Report) -> None:
    """EBON-6: to the Ebon Mage alone while the game goes on, to everybody at its end."""
    if not report.tasks:
        return
    layout.need(40)
    title = "The Ebon Mage's tasks" if report.ending else "Your tasks, known to you alone, as things stand (EBON-6)"
    layout.text(title, 9, BOLD)
    for t in report.tasks:
        layout.text(f"{'done' if t.done else 'open'}   {t.text} ({t.kind}: {t.reached}, {t.wanted})", 8, indent=10)
    layout.gap(3)


def _final(layout: Layout, report: Report) -> None:
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
    left = "; ".join(f"{', '.join(map(thing_name, things))} at {space}" for space, things in report.revealed.lying)
    layout.text(f"Still lying: {left or 'nothing'}.", 8, after=3)
    layout.text(f"The seed of this game's dice: {report.seed}", 8)
    layout.text("Anyone can play the game again from a final turn file: magika-gm verify FILE", 8)


def _bar(layout: Layout, s: Standing) -> Drawing:
    """One's own figure as a mark on the bar from the lowest to the highest of all others."""
    scale = layout.scale
    own, low, high = s.own, s.low, s.high

    def draw(pen: Pen, top: float) -> None:
        left, right = MARGIN + 170 * scale, layout.width - MARGIN - 40 * scale
        least, most = min(own, low), max(own, high)
        unit = (right - left) / (most - least) if most > least else 0.0
        y, size, small = top - 8 * scale, 9 * scale, 7 * scale
        pen.text(MARGIN, y - 3 * scale, s.label, size)
        pen.right(MARGIN + 128 * scale, y - 3 * scale, f"{own:g}", size, True)
        start, end = left + (low - least) * unit, left + (high - least) * unit
        pen.box(start, y - 3 * scale, max(2, end - start), 6 * scale, "#d9d1e6")
        mark = left + (own - least) * unit if unit else (left + right) / 2
        pen.box(mark - 2, y - 5 * scale, 4, 10 * scale, VIOLET)
        room = 30 * scale
        pen.right((start if start - left > room else left) - 6, y - 2.5 * scale, f"{low:g}", small)
        pen.text((end if right - end > room else right) + 6, y - 2.5 * scale, f"{high:g}", small)

    return draw


def _messages(layout: Layout, report: Report) -> None:
    _heading(layout, 7, keep=90)
    layout.columns(
        [[(f"From {m.sender} to {m.to}", BOLD), (m.text, PLAIN)] for m in report.messages], 8.5, layout.across
    )
    if not report.messages:
        layout.text("None.")
    for note in report.notes:
        layout.text(f"Game master: {note}", after=3)
    layout.text(f"Hash of the game's seed: {report.seed_hash}", 6.5)

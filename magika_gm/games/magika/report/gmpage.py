"""The game master's report as PDF: everything about a turn on one printed document."""

from __future__ import annotations

from magika_gm.games.magika.report.arenamap import arena_picture
from magika_gm.games.magika.report.historymap import history_size
from magika_gm.games.magika.report.letters import ENDINGS, account, points
from magika_gm.games.magika.report.overview import MageRow, Overview
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES
from magika_gm.reports.layout import MARGIN, PAPERS, Layout, finish, shown
from magika_gm.reports.pdf_stream import BOLD


def master_pdf(overview: Overview, paper: str = "letter") -> bytes:
    """The game master's report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    layout = Layout(PAPERS[paper])
    o = overview
    title = f"Magika game {o.office.game}, turn {o.turn}: the game master's report"
    layout.text(title, 15, BOLD, after=2)
    layout.text(f"{o.office.title}, printed {o.office.date}. Everything is in it: not for players.")
    what = f"The game is over: {ENDINGS[o.ending]}." if o.ending else f"Turn {o.turn + 1} is due {o.office.next_due}."
    layout.text(what, 9, BOLD, after=4)
    _to_look_at(layout, o)
    _arena(layout, o)
    layout.heading("Contestants", "contestants")
    for row in o.mages:
        _mage(layout, row)
    if o.tasks:
        layout.heading("The Ebon Mage's tasks", "tasks")
        for t in o.tasks:
            layout.text(f"{'done' if t.done else 'open'}   {t.text} ({t.reached}, {t.wanted})", 8)
    _turn(layout, o)
    layout.heading("Messages", "messages")
    for m in o.messages:
        layout.need(24)
        layout.text(f"{m.sender} to {m.to}", 8, BOLD)
        layout.text(m.text, 8, indent=10, after=3)
    if not o.messages:
        layout.text("None.", 8)
    layout.text(f"Hash of the game's seed: {o.seed_hash}", 6.5)
    return finish(
        layout,
        ("The game master's report", shown(f"Game {o.office.game}, turn {o.turn}")),
        {"title": shown(title), "author": "magika-gm", "subject": "The game master's report"},
    )


def _to_look_at(layout: Layout, o: Overview) -> None:
    layout.heading("To look at", "look")
    missing = f"No orders came for {', '.join(o.missing)}: default turns were played (GM-3)."
    lines = [missing if o.missing else "Everybody's orders came."]
    lines += [f"No possible effect (CAST-5): {v}" for v in o.void]
    lines += [f"Your word: {a}" for a in o.office.acts]
    for line in [*lines, *o.office.mail]:
        layout.text(f"•  {line}")


def _arena(layout: Layout, o: Overview) -> None:
    picture = arena_picture(o.world, o.office.game, history_size(layout.inner, layout.height), 6.5)
    layout.heading("The arena", "arena", keep=picture.height + 6)
    left = MARGIN + (layout.inner - picture.width) / 2
    layout.block(picture.height + 4, lambda pen, top: pen.picture(picture, left, top - picture.height))
    lying = "; ".join(f"{', '.join(map(thing_name, things))} at {space}" for space, things in o.lying)
    layout.text(f"Lying: {lying or 'nothing'}.", 8, after=3)
    for area in o.areas:
        layout.text(area, 8)


def _mage(layout: Layout, row: MageRow) -> None:
    m = row.mage
    layout.need(50)
    barred = ", barred" if m.barred else ""
    layout.text(
        f"{m.letter}  {m.name}, {m.alignment} {m.race}, team {m.team}{barred}, {m.status.upper()}, at {m.space} "
        f"({TERRAIN_NAMES[m.terrain]}): {points(row.points)} VP",
        9,
        BOLD,
    )
    under = ", ".join(f"{name} {left}" for name, left in m.spells)
    layout.text(
        f"Endurance {m.endurance}/{m.max_endurance}, arcania {m.arcania}/{m.max_arcania}, skill {m.skill}, aptitude "
        f"{m.aptitude:+d}. Scrolls {', '.join(s.code for s in m.scrolls) or 'none'}; items "
        f"{', '.join(m.items) or 'none'}." + (f" Under {under}." if under else ""),
        8,
        indent=10,
    )
    who = "Played by the built-in policy."
    if row.player is not None:
        who = f"{row.player.name}, {row.player.balance}; orders {row.how or 'none yet'}."
    layout.text(who, 8, indent=10)
    layout.text(account(row.lines), 7, indent=10, after=4)


def _turn(layout: Layout, o: Overview) -> None:
    layout.heading("The turn", "turn")
    for p in o.phases:
        layout.need(30)
        layout.text(p.title, 9, BOLD)
        if p.orders:
            layout.text("; ".join(f"{letter} {order}" for letter, order in p.orders), 8, indent=6, after=2)
        for line in p.lines:
            layout.text(f"•  {line.text}" + (f"  [{line.rule}]" if line.rule else ""), 8, indent=10)
        layout.gap(3)

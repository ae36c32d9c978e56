"""Tables of a report: hand log, advice, info table, territories, creatures, spells, refusals, walls (SEE-7)."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.games.rune_war.isle import LANDS
from magika_gm.games.rune_war.report.contents import signed, wind_of
from magika_gm.games.rune_war.report.log import UNKNOWN, Play
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.report.story import Paragraph
from magika_gm.games.rune_war.report.wording import LACKING, REFUSED
from magika_gm.games.rune_war.rules.events import LineRefused, OrderWaits
from magika_gm.games.rune_war.rules.refusals import Lack
from magika_gm.games.rune_war.rules.seal import wall_text
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.runes import CODES
from magika_gm.games.rune_war.sight.turnfile import spells as known_spells
from magika_gm.games.rune_war.sight.view import View
from magika_gm.games.rune_war.tables import Clan
from magika_gm.reports.kit.imprint import dice_revealed
from magika_gm.reports.kit.lists import Held, Holdings, Ledger, LedgerRow
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.kit.tables import Cell, Table

_LINES_A_ROW = 12
_LOG_IN_TWO = 10
"""From so many plays on the log stands in two columns."""


def _code(kind: int) -> str:
    return CODES[kind] if kind >= 0 else "??" if kind == UNKNOWN else ""


def log(report: Report) -> Table:
    """The hand, play by play; the reader's own plays are tinted."""
    return log_of(report.plays, report.view, report.seat)


def _said(play: Play) -> str:
    return "; ".join([*([f"by {play.why}"] if play.why else []), *play.notes])


def log_of(plays: tuple[Play, ...], view: View, seat: str) -> Table:
    """The log of plays."""
    rows: list[tuple[str | Cell, ...]] = []
    for play in plays:
        drew = "·" if play.drew < UNKNOWN else CODES[play.drew] if play.drew >= 0 else ""
        thrown = _code(play.thrown) + ("" if play.points or play.thrown < 0 or not view.options.map else "-")
        who = Cell(view.seats[play.seat].wizard, bold=play.seat == seat)
        rows.append((str(play.number), who, drew, Cell(thrown, bold=True), _said(play)))
    own = frozenset(n for n, play in enumerate(plays) if play.seat == seat)
    heads = ("", "who", "drew", "threw", "why, and what came of it")
    return Table(
        title="The hand, play by play",
        heads=heads,
        rows=tuple(rows),
        right=frozenset({0}),
        own=own,
        small=True,
        in_two=len(rows) >= _LOG_IN_TWO,
    )


def ledger(report: Report, *, plays: bool = False) -> Ledger:
    """What happened part by part; of a hand turn without its plays, which the log tells."""
    return ledger_of(report.story, report.seat, plays=plays, title="What happened")


def ledger_of(paragraphs: tuple[Paragraph, ...], seat: str, *, plays: bool, title: str, whole: bool = False) -> Ledger:
    """Paragraphs as rows, without what lists of their own tell (but ``whole``); long ones break over pages."""
    rows: list[LedgerRow] = []
    for paragraph in paragraphs:
        if paragraph.play and not plays:
            continue
        lines = [x for x in paragraph.lines if whole or not x.listed]
        for at in range(0, len(lines), _LINES_A_ROW):
            part = tuple(f"{x.text}  [{x.rule}]" if x.rule else x.text for x in lines[at : at + _LINES_A_ROW])
            struck = bool(seat) and any(x.harmed == seat for x in lines)
            rows.append(LedgerRow("", "" if at else paragraph.title, part, (), struck and not at))
    return Ledger(title if rows else "", (), tuple(rows))


def advice(report: Report) -> Holdings:
    """D for each aim within reach, what completes the hand, what the adviser would throw (SEE-7, 3)."""
    found = report.advice
    if report.view.due is not Due.HAND:
        return Holdings("", ())
    rows = [Held("", "", aim, _runes_wanted(found["D"][aim])) for aim in found["near"]]
    if found["completing"]:
        rows.append(Held("", "", "Completed by", " ".join(found["completing"])))
    if found["throw"]:
        rows.append(Held("", "", "Of these runes, the adviser throws", found["throw"]))
    return Holdings("Your hand: what it wants (D)" if rows else "", tuple(rows), "runes lacking")


def _runes_wanted(d: int | None) -> str:
    return "·" if d is None else str(d)


def refused(report: Report) -> Prose:
    """Refused lines and why; orders still waiting, those that lack the same together (SEE-7, 5)."""
    texts = dict(report.orders)
    lines: list[str] = []
    waiting: dict[str, list[str]] = {}
    for told in report.told:
        event = told.event
        if isinstance(event, LineRefused):
            about = f" ({event.about})" if event.about else ""
            lines.append(f"Line {event.line}, {event.text}{about}: {REFUSED[event.reason]} [{event.rule}].")
        elif isinstance(event, OrderWaits):
            why = "; ".join(LACKING[lack] for lack in event.lacks) or "not tried"
            name = texts.get(event.line, "").removeprefix("CAST ").partition(" ON ")[0].partition(" WHEN ")[0]
            waiting.setdefault(why, []).append(f"{event.line} {name}".strip())
    lines += [f"Waiting, as {why}: {', '.join(names)} [SEQ-4]." for why, names in waiting.items()]
    return Prose("Refused, and waiting" if lines else "", tuple(lines))


def played(report: Report) -> Table:
    """The lines played for the reader."""
    rows: list[tuple[str | Cell, ...]] = [(Cell(str(line), bold=True), text) for line, text in report.orders]
    title = f"Your sheet ({report.how})" if report.how else "Your sheet"
    brief = len(rows) > _SHORT_SHEET and all(len(text) <= _SHORT_LINE for _, text in report.orders)
    return Table(
        title=title if rows else "", heads=(), rows=tuple(rows), right=frozenset({0}), small=True, in_two=brief
    )


_SHORT_SHEET, _SHORT_LINE = 4, 52
"""Longer sheets of shorter lines stand in two columns."""


def info(view: View, seat: str = "") -> Table:
    """The info screen: points, creatures, land, claim points of all (SEE-7, 6)."""
    order = sorted(view.seats, key=lambda s: (view.seats[s].rank, s))
    rows: list[tuple[str | Cell, ...]] = []
    for one in order:
        row = view.seats[one]
        start = (str(row.rank), Cell(row.wizard, bold=one == seat))
        if not view.options.map:
            rows.append((*start, wind_of(view, one), Cell(signed(row.rune_points), bold=True)))
            continue
        lcp = tuple("·" if clan not in row.lcp else str(row.lcp[clan]) for clan in Clan)
        rows.append(
            (*start, row.clan.value, Cell(str(row.land), bold=True), str(row.territories), str(row.circles),
             str(row.creatures), str(row.points), signed(row.rune_points), *lcp)
        )  # fmt: skip
    own = frozenset(n for n, one in enumerate(order) if one == seat)
    if not view.options.map:
        return Table(
            title="Standings (END-2)",
            heads=("", "wizard", "wind", "rune points"),
            rows=tuple(rows),
            right=frozenset({3}),
            own=own,
        )
    heads = ("", "wizard", "of", "land", "ter", "cir", "cre", "spell", "rune", *(f"v {c.value}" for c in Clan))
    title = "Standings by land (END-2); points, and claim points against each clan"
    return Table(title=title, heads=heads, rows=tuple(rows), right=frozenset(range(3, 13)), own=own)


def info_in_two(view: View, seat: str = "") -> list[Table]:
    """The same for a telephone: land, then points and claim points."""
    whole = info(view, seat)
    if not view.options.map:
        return [whole]
    heads, rows = whole.heads, whole.rows
    land = tuple(row[:7] for row in rows)
    points = tuple((row[1], *row[7:]) for row in rows)
    return [
        replace(whole, title="Standings by land (END-2)", heads=heads[:7], rows=land, right=frozenset(range(3, 7))),
        replace(
            whole,
            title="Spell and rune points; claim points against each clan",
            heads=(heads[1], *heads[7:]),
            rows=points,
            right=frozenset(range(1, 7)),
        ),
    ]


def creatures_in_short(view: View, seat: str = "") -> Table:
    """Creatures the reader sees with their figures in one column."""
    whole = creatures(view, seat)
    rows = tuple(
        (row[0], row[1], row[2], "\\".join(str(figure) for figure in row[3:6]), *row[6:]) for row in whole.rows
    )
    return replace(whole, heads=("", "creature", "at", "m\\r\\d", "loy.", "bears"), rows=rows, right=frozenset({3, 4}))


def creatures(view: View, seat: str = "") -> Table:
    """Creatures the reader sees, his own tinted."""
    rows: list[tuple[str | Cell, ...]] = []
    shown = sorted(view.creatures.values(), key=lambda c: c.seat != seat)
    for c in shown:
        rows.append(
            (Cell(c.code, bold=True), c.kind, c.at, str(c.melee), str(c.ranged), str(c.defense),
             f"{c.loyalty}/{c.maximum}", ", ".join(c.enchantments) or "·")
        )  # fmt: skip
    own = frozenset(n for n, c in enumerate(shown) if c.seat == seat)
    heads = ("", "creature", "at", "mel.", "rng.", "def.", "loy.", "bears")
    return Table(
        title="Creatures you see" if seat else "Creatures",
        heads=heads,
        rows=tuple(rows),
        right=frozenset({3, 4, 5, 6}),
        own=own,
    )


def sightings(report: Report) -> Prose:
    """Creatures seen before and not now (SEE-6)."""
    said = "; ".join(f"{s.code} {s.kind} at {s.at}, turn {s.turn}" for s in report.memory.sightings)
    return Prose("Last seen" if said else "", (f"{said}.",) if said else ())


def territories(view: View, seat: str = "") -> Table:
    """Owner, values, circle, visible armies of every territory (SEE-7, 7)."""
    rows: list[tuple[str | Cell, ...]] = []
    for place in LANDS:
        land = view.isle.at[place]
        figures = f"{land.melee}\\{land.ranged}\\{land.defense}\\{land.loyalty}"
        mine = bool(seat) and view.land[place] is view.seats[seat].clan
        rows.append(
            (Cell(place, bold=mine), land.name, view.land[place].title, figures,
             str(land.value) + ("*" if land.circle else ""), " ".join(view.armies.get(place, ())) or "·")
        )  # fmt: skip
    heads = ("", "name", "owner", "m\\r\\d\\l", "value", "army")
    return Table(
        title="Territories (bold: yours; * a summoning circle)" if rows else "",
        heads=heads,
        rows=tuple(rows),
        right=frozenset({4}),
        small=True,
        in_two=True,
    )


_SHORT = {
    Lack.POINTS.value: "points lacking",
    Lack.RUNES.value: "runes lacking",
    Lack.UNIQUE.value: "on the map already",
    Lack.FULL.value: "five in play",
    Lack.TARGET.value: "no target",
    Lack.PLACE.value: "no place",
    Lack.UNKNOWN.value: "not known",
}


def spells(report: Report) -> Table:
    """Spells known with cost and components, and whether they could be cast now (SEE-7, 2)."""
    rows: list[tuple[str | Cell, ...]] = []
    for row in known_spells(report.view):
        why = ", ".join(_SHORT.get(lack, lack) for lack in row["lacks"])
        state = Cell(why, grey=True) if why else Cell("now", bold=True)
        rows.append((Cell(row["name"], bold=not why), str(row["cost"]), " ".join(row["runes"]) or "·", state))
    return Table(
        title="What you can summon and cast" if rows else "",
        heads=("", "cost", "runes", "castable"),
        rows=tuple(rows),
        right=frozenset({1}),
        small=True,
        in_two=True,
    )


def walls(report: Report) -> Prose:
    """Every wall with what opens its seal, once the game is over (GM-2)."""
    said = []
    for wall in report.view.walls:
        said.append(
            f"Round {wall.round}: seal {wall.seal}, nonce {wall.nonce}; wall {wall_text(wall.order).replace(',', ' ')}"
        )
    return Prose("The walls, front to back, and what opens their seals (GM-2)" if said else "", tuple(said))


def proof(report: Report) -> Prose:
    """What the dice were made of."""
    return dice_revealed(report.seed, report.seed_hash, ", walls and seals included, and compares.")

"""The blocks of a report, each form puts them in its own order: head, lead, table, isle; then its tables and lists."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from magika_gm.engine.records import made_once
from magika_gm.engine.words import ORDINALS, befell, capital
from magika_gm.games.rune_war.report import board, tableau
from magika_gm.games.rune_war.report.board import device
from magika_gm.games.rune_war.report.report import Report, signed, winners_hand
from magika_gm.games.rune_war.report.story import (
    MINUS,
    UNKNOWN,
    WIND_NAMES,
    Paragraph,
    Play,
    won_text,
)
from magika_gm.games.rune_war.rules.events import (
    CombatBegan,
    HandWon,
    LandClaimed,
    LandTaken,
    LineRefused,
    Moved,
    OrderWaits,
    TurnBegan,
    Way,
)
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.rules.tables import CREATURES, LANDS, NAMES, SEATS, SPELLS, WIZARDS, Clan
from magika_gm.games.rune_war.rules.terms import CODES
from magika_gm.games.rune_war.sight import Sighting, View
from magika_gm.games.rune_war.sight import spells as known_spells
from magika_gm.reports.kit.base import Style, heading_text
from magika_gm.reports.kit.drawings import Field, FieldMail, Legend, LegendItem
from magika_gm.reports.kit.head import Gauge, Gauges
from magika_gm.reports.kit.lists import Cell, Cells, Held, Holdings, Ledger, LedgerRow, Table, harms, sheet_lines
from magika_gm.reports.kit.prose import Prose, dozens, said
from magika_gm.reports.kit.scores import BandRow, Bands

DUE_WORDS = {Due.HAND: "a hand turn", Due.MAP: "a map turn", Due.NOTHING: "nothing"}


def wind_of(view: View, seat: str) -> str:
    """``East``."""
    return WIND_NAMES[CODES[view.seats[seat].wind]]


def gauges(report: Report) -> Gauges:
    """Rank, land, points, claim points, deficiency, wall."""
    view, me = report.view, report.view.me
    found = []
    if view.options.map:
        best = max(row.land for row in view.seats.values())
        found.append(
            Gauge("land", str(me.land), f"{ORDINALS[me.rank]} of four", _change(report), me.land / max(1, best))
        )
        found.append(Gauge("territories", str(me.territories), f"{me.circles} circle{'s' if me.circles != 1 else ''}"))
        found.append(Gauge("spell points", str(me.points)))
        lcp = ", ".join(f"{clan.value} {n}" for clan, n in me.lcp.items())
        found.append(Gauge("claim points", str(sum(me.lcp.values())), lcp))
    found.append(
        Gauge("rune points", signed(me.rune_points), "" if view.options.map else f"{ORDINALS[me.rank]} of four")
    )
    quick = report.advice["D"].get("QUICK")
    if quick is not None and view.due is Due.HAND:
        found.append(Gauge("to quick", str(quick), "ready" if quick == 1 else "runes"))
    if view.due is Due.HAND:
        found.append(Gauge("wall", str(view.wall), f"{WIND_NAMES[CODES[view.seats[view.next].wind]]} draws next"))
    return Gauges(tuple(found[:6]))


def _change(report: Report) -> str:
    course = dict(report.memory.course)
    at = SEATS.index(report.seat)
    before = course.get(report.turn - 1)
    if before is None or before[at] == report.view.me.land:
        return ""
    gain = report.view.me.land - before[at]
    return f"+{gain}" if gain > 0 else f"{MINUS}{-gain}"


def score(view: View, seat: str) -> str:
    """What somebody is ranked by."""
    row = view.seats[seat]
    return f"{row.land} land" if view.options.map else f"{signed(row.rune_points)} rune points"


NOBODY = "Nobody went out."


def strongest(events: list[Any], view: View, who: Mapping[str, str]) -> str:
    """What the turn did to its reader, or to all: how a hand ended, the land that passed."""
    won = next((event.won for event in events if isinstance(event, HandWon)), None)
    yours = next((seat for seat, name in who.items() if name == "you"), "")
    if won is not None:
        pays = dict(won.payments).get(yours)
        paid = f"; you pay {pays}" if pays else ""
        return f"{capital(who[won.winner])} went Game with a score of {won.score}{paid}."
    own = view.seats[yours].clan if yours else ""
    land = [event for event in events if isinstance(event, LandTaken | LandClaimed)]
    said = befell(
        who,
        ("lost", {yours: [f"{NAMES[one.place]} to {who[one.seat]}" for one in land if one.clan is own]}),
        ("took", {to: [NAMES[one.place] for one in land if one.seat == to and one.clan is not own] for to in who}),
    )
    if said:
        return said
    if any(isinstance(event, CombatBegan) for event in events):
        return "There was fighting, and no land changed hands."
    hand = any(isinstance(event, TurnBegan) and event.due is Due.HAND for event in events)
    return NOBODY if hand else "The map turn passed in peace."


class TextField(Field):
    """A drawing whose text form stands in HTML too, line by line."""

    def text(self) -> list[str]:
        """Title and lines."""
        from magika_gm.reports.kit.base import folded

        said = self.mail() if self.mail else FieldMail(self.caption)
        return [*heading_text(self.title), *(line for text in said.lines for line in folded(text, rest="      "))]


def table(report: Report, title: str = "The table", style: Style | None = None) -> Field:
    """The table with hands, sets and discards (SEE-7, 3)."""
    return table_of(report.view, title, style)


def table_of(view: View, title: str, style: Style | None = None) -> Field:
    """The table of a view."""
    return Field(
        title=title,
        maker=partial(tableau.table_picture, view),
        ratio=tableau.ratio(view, style),
        shrink=0.7,
        mail=lambda: FieldMail("", tableau.html_table(view), tableau.text_table(view)),
    )


def hand(report: Report) -> Field:
    """One's runes in a row, where nothing else lies on the table yet."""
    return Field(title="Your hand", maker=partial(tableau.hand_picture, report.view), ratio=HAND_RATIO, shrink=1.0)


HAND_RATIO = 0.07


def isle(report: Report, title: str = "The isle", *, tallest: float = 470.0) -> Field:
    """The isle with what the reader sees and remembers of it (SEE-6)."""
    trips = tuple(
        (e.origin, e.place, e.seat)
        for t in report.told
        if isinstance(e := t.event, Moved) and e.way is not Way.TELEPORT
    )
    return isle_of(report.view, title, trips, report.memory.sightings, tallest)


def isle_of(
    view: View,
    title: str,
    trips: tuple[board.Trip, ...] = (),
    seen: tuple[Sighting, ...] = (),
    tallest: float = 470.0,
) -> Field:
    """The isle of a view."""
    lines = board.text_lines(view) + tuple(f"  {s.at}: {s.code} {s.kind}, last seen in turn {s.turn}" for s in seen)
    return TextField(
        title=title,
        maker=partial(board.isle_picture, view, trips=trips, seen=seen),
        ratio=board.ISLE_RATIO,
        shrink=0.75,
        tighter=0.85,
        caption="Colour, hatch: the owner. Stones: a circle. Castle: worth 150 and more. Rock: a ridge. "
        "Counters: code:loyalty, yours white. Arrows: ways.",
        mail=lambda: FieldMail("Land by clan, * a circle; armies by place.", board.bricks(view), lines, lines),
        tallest=tallest,
    )


def legend(report: Report, style: Style) -> Legend:
    """What is drawn."""
    size = style.length(9.0)
    items = [
        LegendItem(
            device(row.clan, CODES[row.wind], size, style.map_sizes),
            row.clan.title,
            f"{row.wizard} {row.land}" if report.view.options.map else row.wizard,
        )
        for row in report.view.seats.values()
    ]
    return Legend("", tuple(items))


def bands(report: Report) -> Bands:
    """Oneself among the others."""
    view, me = report.view, report.view.me
    others = [row for row in view.seats.values() if row.seat != report.seat]
    figures = [("Land", me.land, [r.land for r in others]), ("Spell points", me.points, [r.points for r in others])]
    figures = figures if view.options.map else []
    rows = tuple(BandRow(name, own, min(them), max(them)) for name, own, them in figures)
    most = max([100, *(max(r.own, r.high) for r in rows)])
    return Bands("You among the four", rows, 0, most, "Tick: you. Band: the others.")


@made_once
def winning(report: Report) -> Field | Prose:
    """The winner's whole hand with its score (SEE-1)."""
    won = winners_hand(report.told)
    if won is None:
        return Prose("", ())
    said = won_text(won.won, report.names, won.hand)
    if not won.won.sets:  # Thirteen Orphans are no sets
        return Prose("The winning hand", (said,))
    picture = partial(tableau.winning_picture, won.won)
    return TextField(
        title="The winning hand",
        maker=picture,
        ratio=0.09,
        shrink=0.9,
        caption=said,
        mail=lambda: FieldMail("", tableau.html_winning(won.won), (tableau.text_winning(won.won), said), (said,)),
    )


# Tables of a report: hand log, advice, info table, territories, creatures, spells, refusals, walls (SEE-7).


_LOG_IN_TWO = 10
"""From so many plays on the log stands in two columns."""


def _code(kind: int) -> str:
    return CODES[kind] if kind >= 0 else "??" if kind == UNKNOWN else ""


@made_once
def log(report: Report) -> Table:
    """The hand, play by play; the reader's own plays are tinted."""
    return log_of(report.plays, report.view, report.seat)


def _said(play: Play) -> str:
    return "; ".join([*([f"by {play.why}"] if play.why else []), *play.notes])


def log_of(plays: tuple[Play, ...], view: View, seat: str) -> Table:
    """The log of plays."""
    rows: list[Cells] = []
    for play in plays:
        drew = "·" if play.drew < UNKNOWN else CODES[play.drew] if play.drew >= 0 else ""
        thrown = _code(play.thrown) + ("" if play.points or play.thrown < 0 or not view.options.map else "-")
        who = Cell(view.seats[play.seat].wizard, bold=play.seat == seat)
        rows.append((str(play.number), who, drew, Cell(thrown, bold=True), _said(play)))
    own = frozenset(n for n, play in enumerate(plays) if play.seat == seat)
    heads = ("", "who", "drew", "threw (- dim)" if view.options.map else "threw", "why, and what came of it")
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
        heading, struck = paragraph.title, bool(seat) and any(x.harmed == seat for x in lines)
        for part in dozens(lines):
            rows.append(LedgerRow("", heading, tuple(map(said, part)), (), struck, harms(part, seat)))
            heading, struck = "", False
    return Ledger(title if rows else "", (), tuple(rows))


@made_once
def advice(report: Report) -> Holdings:
    """D for each aim within reach, what completes the hand, what the adviser would throw (SEE-7, 3)."""
    found = report.advice
    if report.view.due is not Due.HAND:
        return Holdings("", ())
    rows = [Held("", "", aim, "·" if (d := found["D"][aim]) is None else str(d)) for aim in found["near"]]
    if found["completing"]:
        rows.append(Held("", "", "Completed by", " ".join(found["completing"])))
    if found["throw"]:
        rows.append(Held("", "", "Without lines of yours, the adviser throws", found["throw"]))
    return Holdings("Your hand: what it wants" if rows else "", tuple(rows), "runes lacking")


@made_once
def refused(report: Report) -> Prose:
    """Refused lines and why; orders still waiting, those that lack the same together (SEE-7, 5)."""
    texts = dict(report.orders)
    lines: list[str] = []
    waiting: dict[str, list[str]] = {}
    for told in report.told:
        event = told.event
        if isinstance(event, LineRefused):
            about = f" ({event.about})" if event.about else ""
            lines.append(f"Line {event.line}, {event.text}{about}: {event.reason.words} [{event.rule}].")
        elif isinstance(event, OrderWaits) and report.view.due is Due.HAND:  # with the hand all waiting is over
            why = _lacking(event)
            name = texts.get(event.line, "").removeprefix("CAST ").partition(" ON ")[0].partition(" WHEN ")[0]
            waiting.setdefault(why, []).append(f"{event.line} {name}".strip())
    lines += [f"Waiting, as {why}: {', '.join(names)} [SEQ-4]." for why, names in waiting.items()]
    return Prose("Refused, and waiting" if lines else "", tuple(lines))


@made_once
def played(report: Report) -> Table:
    """The lines played for the reader; behind those not done whole what was refused of them, or was waited for."""
    why: dict[int, str] = {}
    beside: dict[int, str] = {}
    for event in (one.event for one in report.told):
        if isinstance(event, LineRefused):
            whole = not event.about or event.text.count(" ") == 1
            (why if whole else beside)[event.line] = event.reason.told
        elif isinstance(event, OrderWaits):
            beside[event.line] = f"waited: {_lacking(event)} (SEQ-4)"
    return sheet_lines(report.how, report.orders, why, beside)


def _lacking(event: OrderWaits) -> str:
    return "; ".join(lack.words for lack in event.lacks) or "not tried"


def info(view: View, seat: str = "") -> Table:
    """The info screen: points, creatures, land, claim points of all (SEE-7, 6)."""
    order = sorted(view.seats, key=lambda s: (view.seats[s].rank, s))
    rows: list[Cells] = []
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


def info_in_two(view: View, seat: str) -> list[Table]:
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


def creatures_in_short(view: View, seat: str) -> Table:
    """Creatures the reader sees with their figures in one column."""
    whole = creatures(view, seat)
    rows = tuple((row[0], row[1], row[2], "·".join(str(figure) for figure in row[3:6]), *row[6:]) for row in whole.rows)
    return replace(whole, heads=("", "creature", "at", "m·r·d", "loy.", "bears"), rows=rows, right=frozenset({3, 4}))


def creatures(view: View, seat: str = "") -> Table:
    """Creatures the reader sees, his own tinted."""
    rows: list[Cells] = []
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


@made_once
def sightings(report: Report) -> Prose:
    """Creatures seen before and not now (SEE-6)."""
    said = "; ".join(f"{s.code} {s.kind} at {s.at}, turn {s.turn}" for s in report.memory.sightings)
    return Prose("Last seen" if said else "", (f"{said}.",) if said else ())


@made_once
def company(report: Report) -> Prose:
    """What the four wizards, and the creatures seen, are like."""
    view = report.view
    wizards = [(f"{seat} {row.wizard}", WIZARDS[row.wizard].about) for seat, row in view.seats.items()]
    kinds = dict.fromkeys(creature.kind for creature in view.creatures.values())
    told = [*wizards, *((kind, CREATURES[kind].about) for kind in kinds)]
    return Prose("Who is who", tuple(f"{name}: {' '.join(about)}" for name, about in told))


def changed(report: Report) -> Table:
    """On paper the territories where something happened; all of them in the first report, by mail and on the page."""
    there = {getattr(one.event, name, "") for one in report.told for name in ("place", "origin")}
    table = territories(report.view, report.seat, there if report.turn else LANDS)
    return replace(table, title=f"{table.title}: where something happened") if report.turn and table.rows else table


def territories(view: View, seat: str = "", among: Container[str] = LANDS) -> Table:
    """Owner, values, circle, visible armies of every territory (SEE-7, 7)."""
    rows: list[Cells] = []
    for place in filter(among.__contains__, LANDS):
        land = view.isle.at[place]
        figures = "·".join(map(str, (land.melee, land.ranged, land.defense, land.loyalty)))
        mine = bool(seat) and view.land[place] is view.seats[seat].clan
        rows.append(
            (Cell(place, bold=mine), land.name, view.land[place].title, figures,
             str(land.value) + ("*" if land.circle else ""), " ".join(view.armies.get(place, ())) or "·")
        )  # fmt: skip
    heads = ("", "name", "owner", "m·r·d·l", "value", "army")
    return Table(
        title="Territories (* a summoning circle)" if rows else "",
        heads=heads,
        rows=tuple(rows),
        right=frozenset({4}),
        small=True,
        in_two=True,
    )


@made_once
def spells(report: Report) -> Table:
    """Spells known with cost and components, and whether they could be cast now (SEE-7, 2)."""
    rows: list[Cells] = []
    lacking = {choice.subject: choice.lacks for choice in report.choices if choice.verb == "CAST"}
    for row in known_spells(report.view):
        lacks = lacking.get(row["name"], row["lacks"])
        why = f"lacking: {', '.join(lacks)}" if lacks else ""
        if report.view.due is not Due.HAND:
            why = f"hand turns only{', ' * bool(why)}{why}"  # MAG-5
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


@made_once
def effects(report: Report) -> Prose:
    """What all that can be summoned and cast is like, a sentence each."""
    told = {name: " ".join(kind.about) for name, kind in CREATURES.items()} | {s.name: s.says for s in SPELLS.values()}
    return Prose("What they do", tuple(f"{row['name']}: {told[row['name']]}" for row in known_spells(report.view)))


@made_once
def claims(report: Report) -> Prose:
    """What claim points buy now, before a map turn (CLAIM-1)."""
    found = [choice for choice in report.choices if choice.verb == "CLAIM" and choice.legal]
    lines = tuple(f"{report.view.isle.at[c.subject].name} ({c.subject}): {c.cost}." for c in found)
    return Prose("What your claim points buy now (CLAIM-1)" if lines else "", lines)


@made_once
def walls(report: Report) -> Prose:
    """The seal of every wall, once the game is over; walls, and what opens them, are in the file (GM-2)."""
    said = [f"Round {wall.round}: {wall.seal}" for wall in report.view.walls]
    return Prose("The walls' seals; walls and what opens them: in your turn file (GM-2)" if said else "", tuple(said))

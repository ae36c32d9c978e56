"""The blocks of a report: what each form puts in its own order."""

from __future__ import annotations

from functools import partial

from magika_gm.games.rune_war.report import chart, mail_table, tableau
from magika_gm.games.rune_war.report.clans import CLAN_FILL, device
from magika_gm.games.rune_war.report.report import Report, winners_hand
from magika_gm.games.rune_war.report.story_hand import won_text
from magika_gm.games.rune_war.report.threats import threats
from magika_gm.games.rune_war.report.wording import ENDINGS, MINUS, WIND_NAMES
from magika_gm.games.rune_war.rules.events import CombatBegan, HandWon, LandClaimed, LandTaken, Moved, Way
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.runes import CODES, spread
from magika_gm.games.rune_war.sight.memory import Sighting
from magika_gm.games.rune_war.sight.view import View
from magika_gm.games.rune_war.tables import SEATS
from magika_gm.reports.kit.base import heading_text
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.discs import Disc
from magika_gm.reports.kit.drawings import Field, FieldMail, Legend, LegendItem
from magika_gm.reports.kit.form import Sheet
from magika_gm.reports.kit.head import Due as DueBox
from magika_gm.reports.kit.head import Gauge, Gauges, Head
from magika_gm.reports.kit.imprint import Colophon, Seal, office_imprint
from magika_gm.reports.kit.letters import Letter, Letters
from magika_gm.reports.kit.prose import Lead, NoteBox, Prose
from magika_gm.reports.kit.scores import BandRow, Bands
from magika_gm.reports.kit.style import Style
from magika_gm.reports.picture import Picture

ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth"}
DUE_WORDS = {Due.HAND: "a hand turn", Due.MAP: "a map turn", Due.NOTHING: "nothing"}


def wind_of(view: View, seat: str) -> str:
    """``East``."""
    return WIND_NAMES[CODES[view.seats[seat].wind]]


def signed(number: int) -> str:
    """With a true minus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def title_of(report: Report) -> str:
    """The title of every form."""
    return f"Rune War {report.player.game}: turn {report.turn}, {report.wizard} (seat {report.seat})"


def sign(report: Report, width: float, style: Style | None = None) -> Picture:
    """The reader's device."""
    return device(report.view.me.clan, CODES[report.view.me.wind], width, (style or Style()).map_sizes)


def head(report: Report, style: Style | None = None) -> Head:
    """Wizard, clan, wind, due date and kind of the next turn (SEE-7, 1)."""
    p, view = report.player, report.view
    day, hour = due_parts(p.next_due)
    due = None
    if not report.over and p.next_due:
        kind = "hand turn" if view.due is Due.HAND else "map turn"
        hour = ", ".join(part for part in (hour, f"turn {report.turn + 1}") if part)
        due = DueBox(f"Orders due: {kind}", day, hour, f"to {p.office_email}" if p.office_email else "")
    title = f" “{p.title}”" if p.title and p.title != p.game else ""
    after = f"after turn {report.turn}" if report.turn else "before turn 1"
    prevailing = WIND_NAMES[CODES[view.prevailing]]
    about = (
        f"{wind_of(view, report.seat)} of round {view.round} of {view.options.rounds}; the {prevailing} wind prevails"
    )
    clan = f"seat {report.seat}, for {view.me.clan.title}; " if view.options.map else f"seat {report.seat}; "
    return Head(
        name=report.wizard,
        about=clan + about,
        game=f"Rune War, game {p.game}{title}, {after}",
        due=due,
        badge="",
        device=sign(report, (style or Style()).length(40.0), style),
        letter="",
    )


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
        found.append(Gauge("D quick", str(quick), "ready" if quick == 1 else "runes from Game"))
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


def lead(report: Report) -> Lead:
    """The strongest sentence, where things stand."""
    view, me = report.view, report.view.me
    if report.over:
        return Lead(_outcome(report), "")
    leaders = [row for row in view.seats.values() if row.rank == 1]
    if len({_score(view, seat) for seat in view.seats}) == 1:
        level = f"All four are level with {_score(view, report.seat)}. Next is {DUE_WORDS[view.due]}."
        return Lead(_strongest(report), level, threats(report))
    who = "You lead" if me.rank == 1 and len(leaders) == 1 else (
        f"You are {ORDINALS[me.rank]}; {leaders[0].wizard} leads with {_score(view, leaders[0].seat)}"
    )  # fmt: skip
    return Lead(_strongest(report), f"{who}. Next is {DUE_WORDS[view.due]}.", threats(report))


def _score(view: View, seat: str) -> str:
    row = view.seats[seat]
    return f"{row.land} land" if view.options.map else f"{signed(row.rune_points)} rune points"


def _outcome(report: Report) -> str:
    view = report.view
    assert view.ending is not None
    won = [row.wizard for row in view.seats.values() if row.rank == 1]
    who = " and ".join(won)
    first = "You win" if won == [report.wizard] else f"{who} win{'s' if len(won) == 1 else ''}"
    return f"{first}: {ENDINGS[view.ending]} (END-1)."


def _strongest(report: Report) -> str:
    if not report.turn:
        return "The first hand is dealt: write how you would play it (SEQ-1)."
    events = [t.event for t in report.told]
    won = next((e.won for e in events if isinstance(e, HandWon)), None)
    if won is not None:
        who = "You go" if won.winner == report.seat else f"{report.names.seat(won.winner)} goes"
        pays = dict(won.payments).get(report.seat)
        mine = f"; you pay {pays}" if pays else ""
        return f"{who} Game with a score of {won.score}{mine}."
    land = [e for e in events if isinstance(e, LandTaken | LandClaimed)]
    if land:
        own = [e for e in land if e.seat == report.seat]
        lost = [e for e in land if e.clan is report.view.me.clan]
        first = (own or lost or land)[0]
        verb = "conquer" if isinstance(first, LandTaken) else "claim"
        who = f"You {verb}" if own else f"{report.names.seat(first.seat)} {verb}s"
        whose = " from you" if lost and not own else f" from {first.clan.title}"
        more = f" Land changed hands {len(land)} times." if len(land) > 1 else ""
        return f"{who} {report.names.place(first.place)}{whose}.{more}"
    if any(isinstance(e, CombatBegan) for e in events):
        return "There was fighting, and no land changed hands."
    thrown = len(report.plays)
    return (
        f"{thrown} plays, and nobody has gone Game." if report.played is Due.HAND else "The map turn passed in peace."
    )


def notes(report: Report) -> NoteBox:
    """What office and game master have to say."""
    return NoteBox("From the game master", report.notes)


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
        caption="",
        mail=lambda: FieldMail("", mail_table.html_table(view), mail_table.text_table(view)),
    )


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
    trips: tuple[chart.Trip, ...] = (),
    seen: tuple[Sighting, ...] = (),
    tallest: float = 470.0,
) -> Field:
    """The isle of a view."""
    lines = chart.text_lines(view) + tuple(f"  {s.at}: {s.code} {s.kind}, last seen in turn {s.turn}" for s in seen)
    return TextField(
        title=title,
        maker=partial(chart.isle_picture, view, trips=trips, seen=seen),
        ratio=chart.RATIO,
        shrink=0.75,
        caption="Colour, hatch: the owner. Ring: a circle. Rock: a ridge. Counters: code:loyalty, yours white. "
        "Arrows: ways.",
        mail=lambda: FieldMail("Land by clan, * a circle; armies by place.", chart.bricks(view), lines, lines),
        tallest=tallest,
    )


def legend(report: Report, style: Style) -> Legend:
    """What is drawn."""
    size = style.length(9.0)
    items = [
        LegendItem(device(row.clan, CODES[row.wind], size, style.map_sizes), row.clan.title, row.wizard)
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


def letters(report: Report) -> Letters:
    """Messages."""
    found = []
    for m in report.messages:
        row = report.view.seats.get(m.sender)
        disc = Disc(row.wizard[:1], CLAN_FILL[row.clan]) if row is not None else Disc("?", "#ffffff", known=False)
        who = "you" if m.sender == report.seat else row.wizard if row is not None else "unsigned"
        to = "to all" if m.to.casefold() == "all" else f"to {_called(report, m.to)}"
        found.append(Letter(disc, who, to, m.text))
    return Letters("Messages", tuple(found))


def _called(report: Report, to: str) -> str:
    return "you" if to == report.seat else report.view.seats[to].wizard if to in report.view.seats else to


def winning(report: Report) -> Field | Prose:
    """The winner's whole hand with its score (SEE-1)."""
    won = winners_hand(report)
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
        mail=lambda: FieldMail("", mail_table.html_winning(won.won), (mail_table.text_winning(won.won), said), (said,)),
    )


def colophon(report: Report) -> Colophon:
    """What an office must print; the wall's seal among it (GM-2)."""
    seal = report.view.seal
    seals = (Seal("seal of the wall", "Seal of this hand's wall", seal),) if seal else ()
    return office_imprint(report.player, report.seed_hash, *seals)


def sheet(report: Report) -> Sheet:
    """The sheet of mails, with its button."""
    p = report.player
    subject = f"Rune War game {p.game}, turn {report.turn + 1}, seat {report.seat}"
    lead_in = "Answer this mail with the sheet below: take the ; away from what you want, and fill it in."
    return Sheet(f"Orders for turn {report.turn + 1}", lead_in, report.form, p.office_email, subject)


def held_codes(report: Report) -> list[str]:
    """The reader's concealed runes as codes."""
    return [CODES[k] for k in spread(report.view.held)]

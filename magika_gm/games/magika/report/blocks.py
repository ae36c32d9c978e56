"""What a report says, as blocks of the kit: from the report alone, so that nothing is drawn its reader may not know."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise

from magika_gm.engine.words import capital, listed, number_word, sentences, true_minus
from magika_gm.games.magika.report import arenamap, board, signs
from magika_gm.games.magika.report.arenamap import ally_bricks, history_bricks, recon_bricks
from magika_gm.games.magika.report.board import RATIO, Frame, radius_for, ratio
from magika_gm.games.magika.report.report import (
    Knowledge,
    Report,
    cloak_words,
    how_there,
    joined,
    summary_tree,
    threats,
)
from magika_gm.games.magika.report.signs import shield
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import INDEX, NAME, ROW, distance
from magika_gm.games.magika.rules.tables import BLACK, COASTAL, EBON, SEARCH_CHANCE, TERRAIN_NAMES
from magika_gm.games.magika.sight import AllySeen
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.drawings import Disc, Field, FieldMail, Legend, Vignette
from magika_gm.reports.kit.head import Colophon, Due, Gauge, Gauges, Head, change, date_words, due_parts, titled
from magika_gm.reports.kit.letters import Letter, Letters
from magika_gm.reports.kit.lists import Held, Holdings, Ledger, LedgerRow, Other, Others, Table
from magika_gm.reports.kit.prose import Lead, NoteBox, Prose, note_box
from magika_gm.reports.kit.scores import BandRow, Bands, Score, ScoreLine, ScorePart
from magika_gm.reports.picture import Picture

AXIS = (-100, 125)
"""The one scale of the four bands: aptitude may be below 0, endurance goes to 125."""
MOST_POINTS = {
    "position": 24.0,
    "endurance": 9.0,
    "arcania": 9.0,
    "spell skill": 9.0,
    "standing aptitude": 9.0,
    "team expendables": 6.0,
    "team learnables": 6.0,
    "alignment artifacts": 12.0,
    "racial artifacts": 12.0,
    "ability artifacts": 4.0,
}
"""The most each line of the account can give (VP-1 to VP-4); a task gives 4 (EBON-6)."""
TASK_POINTS = 4.0
HONOURS = 5


def honours(report: Report) -> tuple[str, ...]:
    """Marks of the reader's deeds, each once, the latest few: of all his turns, and of games he returned from."""
    own = (mark for turn in report.past for mark in turn.marks)
    return tuple(dict.fromkeys([*report.honours, *own]))[-HONOURS:]


def own_shield(report: Report, style: Style) -> Picture:
    """The reader's own device, his honours below it; as high with them as without."""
    m, marks = report.mage, honours(report)
    return shield(m.letter, m.team, m.alignment, m.race, 42.0 if marks else 50.0, marks, style.map_sizes)


def disc_of(letter: str, team: str | None, old: bool = False) -> Disc:
    """The small form for lists."""
    return Disc(letter, signs.CLOAK.get(team or "", "#ffffff"), team is not None, old)


def head(report: Report, style: Style | None = None) -> Head:
    """Whose report it is, and when orders are due."""
    p, m = report.player, report.mage
    team = "no cloak, no team" if m.team == BLACK else f"of the {m.team} team"
    who = "the Ebon Mage" if m.letter == EBON else f"mage {m.letter}"
    barred = ", barred from cloaks" if m.barred else ""
    joint = ", " if m.team == BLACK else " "
    due = None
    if not report.ending:
        day, hour = due_parts(p.next_due)
        hour = f"{hour}, {coming(report)}" if hour else coming(report)
        due = Due(report.need, day, hour, f"to {p.office_email}" if p.office_email else "")
    return Head(
        name=m.name,
        about=f"{m.alignment} {m.race}, {who}{joint}{team}{barred}",
        game=f"Magika, game {p.game}{titled(p)}, "
        + (f"after turn {report.turn}" if report.turn else "before the first turn"),
        due=due,
        badge="" if m.status.upper() == "OK" else m.status,
        device=own_shield(report, style or Style()),
        letter=m.letter,
    )


def coming(report: Report) -> str:
    """What is due."""
    return f"turn {report.turn + 1}, five phases"


def gauges(report: Report) -> Gauges:
    """Place, endurance, arcania, spell skill, aptitude, each with its change since the last report."""
    m = report.mage
    before = report.before
    was = before or m
    moved = f"from {NAME[before.space]}" if before and NAME[before.space] != m.space else ""
    return Gauges(
        (
            Gauge("place", m.space, TERRAIN_NAMES[m.terrain], moved),
            Gauge(
                "endurance",
                str(m.endurance),
                f"of {m.max_endurance}",
                change(m.endurance, was.endurance),
                m.endurance / m.max_endurance,
            ),
            Gauge(
                "arcania",
                str(m.arcania),
                f"of {m.max_arcania}",
                change(m.arcania, was.arcania),
                m.arcania / m.max_arcania,
            ),
            Gauge("spell skill", str(m.skill), "of 100", change(m.skill, was.skill), m.skill / 100),
            Gauge(
                "aptitude",
                true_minus(f"{m.aptitude:+d}").replace("+0", "0"),
                true_minus(f"true to {m.alignment}: {m.standing}"),
                change(m.standing, was.standing),
                m.standing / 100,
            ),
        )
    )


def lead(report: Report) -> Lead:
    """The turn in a sentence, and who and what is near."""
    sentence = report.lead
    if not report.turn:
        sentence = f"Welcome to the contest, {report.mage.name}."
    elif not sentence:
        sentence = "Nothing happened that you know of."
    return Lead(sentence, " ".join(_where_things_stand(report)), threats(report))


def _where_things_stand(report: Report) -> list[str]:
    own = report.recon.space
    near: dict[int, list[str]] = {}
    for k in report.known:
        if k.placed:
            near.setdefault(distance(own, INDEX[k.space]), []).append(_short(k.letter))
    parts = []
    for away, letters in sorted(near.items())[:3]:
        verb = ("stands" if len(letters) == 1 else "stand") if away == 0 else ("is" if len(letters) == 1 else "are")
        place = "with you" if away == 0 else "beside you" if away == 1 else f"{number_word(away)} spaces off"
        parts.append(f"{listed(letters)} {verb} {place}")
    said = [sentences([", ".join(parts)])] if parts else []
    said += list(report.whereabouts[:3])
    if not report.turn and not parts:
        said.insert(0, "Nobody is in sight yet.")
    return said


def _short(letter: str) -> str:
    return "the Ebon Mage" if letter == EBON else letter


def notes(report: Report) -> NoteBox:
    """The game master's and the office's word."""
    return note_box("From the game master", report.notes, report.asked)


BARRED_STILL = "you may don a cloak while it lasts and keep it; then you are barred from all others again: CLK-5"
"""Beside the major Cloak Aid of a barred mage: it lends a don, it forgives nothing."""

FIRST_STEPS = (
    f"Search where the chance is good, scrolls are your weapons: {SEARCH_CHANCE[COASTAL]} % on the coast, inland more.",
    "Walk north with what endurance is left; the first step of a turn is cheapest in phases 3 to 5.",
    "Rest or meditate in a phase you have no better use for; an empty phase is a rest.",
    "Write to your neighbours: up to three messages a turn, to a mage, a colour or all.",
    "Send your orders before the due date. A later sheet replaces an earlier one.",
)


PHASES_TOLD = ", phases "
"""Between an order and the phases it was carried out in alike."""


def ledger(report: Report) -> Ledger | Prose:
    """The turn phase by phase, with endurance and arcania after each; before the first turn, what to do now."""
    if not report.turn and not report.story:
        return Prose("Your first turn", FIRST_STEPS, numbered=True)
    rows: list[LedgerRow] = []
    for p in report.story:
        number = str(p.phase) if 1 <= p.phase <= 5 else ""
        lines = tuple(
            true_minus(line.text) + (f"  [{line.rule}]" if "-" in line.rule else "")  # a spell names itself
            for line in p.lines
        )
        figures = (str(p.endurance), str(p.arcania)) if p.endurance is not None else ()
        order, others = p.order if number else p.title, p.phase in (0, 6)
        row = LedgerRow(number, order, lines, figures, others, harms=frozenset(range(len(lines)) if others else ()))
        above = rows[-1] if rows and number else None
        # phases in which the same came about are told once
        if above is not None and above._replace(number=number, order=above.order.partition(PHASES_TOLD)[0]) == row:
            rows[-1] = above._replace(order=f"{order}{PHASES_TOLD}{above.number} to {number}")
        else:
            rows.append(row)
    return Ledger("The turn, phase by phase", ("end.", "arc."), tuple(rows))


def scrolls(report: Report) -> Holdings:
    """Scrolls held, with what they cost."""
    rows = tuple(
        Held(f"S{s.number}", s.code, s.name, f"{s.minor_cost} / {s.major_cost}", s.note) for s in report.mage.scrolls
    )
    return Holdings("Scrolls, minor / major", rows)


def items(report: Report) -> Holdings:
    """Artifacts and cloaks held."""
    return Holdings("You hold", tuple(Held("", "", capital(item)) for item in report.mage.items))


def active(report: Report) -> Holdings:
    """Lasting spells on the reader, and his own on the land."""
    lent = BARRED_STILL if report.mage.barred else ""
    rows = [Held("", name, "", left, lent if name == "CkAidX" else "") for name, left in report.mage.spells]
    return Holdings("Under spells, and how long", tuple(rows))


def sorted_known(report: Report) -> list[Knowledge]:
    """The others, those known now first, then the nearest."""
    own = report.recon.space

    def rank(k: Knowledge) -> tuple[bool, int, str]:
        return not k.now, distance(own, INDEX[k.there]) if k.there else 99, k.letter

    return sorted(report.known, key=rank)


def others(report: Report, brief: bool = False) -> Others:
    """The others, nearest first, those out of sight in grey with the turn they were last seen."""
    rows = []
    for k in sorted_known(report):
        cloak = cloak_words(k.team)
        known = joined(k.kind, cloak, k.more)
        name = k.name or ("the Ebon Mage" if k.letter == EBON else "")
        since = "" if k.now else f"turn {k.turn}"
        seen = since and f"last seen {since}"
        told = (seen or name or cloak or "somebody", "", since) if brief else (name, known, seen)
        rows.append(Other(disc_of(k.letter, k.team, not k.now), k.there, *told))
    return Others(f"Others, turn {report.turn} if not dated", tuple(rows[:7] if brief else rows), brief=brief)


def artifacts(report: Report) -> Table:
    """Where artifacts are, with way and distance."""
    own = report.recon.space
    rows = []
    names = {k.letter: k.name for k in report.known}
    for where in report.artifacts:
        artifact, space = where.artifact, where.space
        away = distance(own, space)
        north = ROW[own] - ROW[space]
        way = (
            "here"
            if space == own
            else f"{away} off" + (f", {north} north" if north > 0 else f", {-north} south" if north else "")
        )
        rows.append((thing_name(artifact), NAME[space], f"{way}; {how_there(where, report.mage.letter, names)}"))
    if report.recon.own_artifact is not None:
        artifact, way = report.recon.own_artifact
        if all(artifact != where.artifact for where in report.artifacts):
            rows.append((thing_name(artifact), "", f"to the {way}" if way else "here"))
    return Table(title="Artifacts you know of", heads=(), rows=tuple(rows), paired=True)


def areas(report: Report) -> Prose:
    """The reader's own spells on the land that are in force."""
    said = tuple(
        f"Your {kind} {'ended with this turn' if left == 'ended' else 'lasts ' + left + ' more'}."
        for kind, left in report.recon.areas
    )
    return Prose("Your spells on the land", said)


def bands(report: Report) -> Bands:
    """The reader among all others (VP-7), on one axis."""
    rows = tuple(BandRow(s.label, s.own, s.low, s.high) for s in report.standings)
    first = [s.label.lower() for s in report.standings if s.own >= s.high]
    last = [s.label.lower() for s in report.standings if s.own <= s.low and s.low < s.high]
    said = []
    if first:
        said.append(f"nobody has more {listed(first)} than you")
    if last:
        said.append(f"nobody has less {listed(last)}")
    return Bands("You among the others", rows, *AXIS, sentences(["; ".join(said)]))


def score(report: Report) -> Score:
    """Victory points, each line against the most it can give."""
    parts = tuple(
        ScorePart(p.label.removeprefix("task: "), p.points, MOST_POINTS.get(p.label, TASK_POINTS), p.rule)
        for p in report.points
    )
    title = "Victory points" if report.ending else "Victory points, had it ended"
    return Score(title, sum(p.points for p in report.points), parts)


def score_line(report: Report) -> ScoreLine:
    """The total over all turns."""
    return ScoreLine("Your points, turn by turn", tuple((o.turn, o.points) for o in report.past))


def letters(report: Report) -> Letters:
    """Messages to the reader and copies of his own, which say where they bore no name."""
    teams = {k.letter: k.team for k in report.known} | {report.mage.letter: report.mage.team}
    found = []
    for m in report.posts:
        to = "to all" if m.to == "ALL" else "to you" if m.to == report.mage.letter else f"to {m.to}"
        if m.sender == "you":
            disc, who = disc_of(report.mage.letter, report.mage.team), "You"
            to += ", without your name" * m.anonymous
        elif m.letter:
            disc, who = disc_of(m.letter, teams.get(m.letter)), capital(m.sender)
        else:
            disc, who = Disc("", "#ffffff", False), "Unsigned"
        found.append(Letter(disc, who, to, m.text))
    return Letters("Messages", tuple(found))


def tasks(report: Report) -> Table:
    """EBON-6: to the Ebon Mage alone while the game goes on, to everybody at its end."""
    title = "The Ebon Mage's tasks" if report.ending else "Your tasks, known to you alone (4 points each)"
    rows = tuple(("done" if t.done else "open", t.text, f"{t.reached} ({t.wanted})") for t in report.tasks)
    return Table(title=title, heads=("", "task", "reached (wanted)"), rows=rows)


def colophon(report: Report) -> Colophon:
    """Code word, account, dice; all of it in mails."""
    p = report.player
    balance = f"you owe {p.balance[1:]}" if p.balance.startswith("-") else p.balance
    parts = (
        f"Code word {p.code_word} (shows that this is from us)",
        f"account {p.account}: {balance}" if p.account else "",
        f"dice {report.seed_hash[:8]}…{report.seed_hash[-8:]}",
        p.bill,
    )
    long = (
        ", ".join(part for part in (p.name, p.address) if part),
        f"{p.office + ', ' if p.office else ''}{date_words(p.date)}",
        f"Hash of the game's seed: {report.seed_hash}",
    )
    return Colophon(tuple(part for part in parts if part), long, p.chain)


# The drawings as blocks: what the mage sees, the arena as he knows it, allies, the land ahead.


WIDTH = 528.0
"""Of a Letter page between its margins."""
PAGE_1_MAP = 345.0
"""The recon map is no higher: page 1 has more to say."""


def field(report: Report) -> Field:
    """The recon map with the way of the turn."""
    caption = "Dark line: your way this turn, the phase in each disc. " if report.route else ""
    return Field(
        title="What you see",
        maker=partial(board.recon_picture, report),
        ratio=board.recon_ratio(report),
        shrink=0.73,
        caption=f"{caption}Thin lines: rings 1 to 3 around you. A dashed rim: cloak not known.{_signs(report)}",
        mail=partial(_recon_mail, report),
        tallest=PAGE_1_MAP,
        tallest_large=430.0,
    )


def _signs(report: Report) -> str:
    """What tells a carried artifact from a lying one, if any is in view."""
    shown = {where.lies for where in report.artifacts if where.space in report.recon.spaces}
    said = {False: "light on dark: carried", None: "a dashed rim: lying or carried"}
    found = [words for lies, words in said.items() if lies in shown]
    return f" Artifacts {', '.join(found)}." if found else ""


def _recon_mail(report: Report) -> FieldMail:
    land = tuple(
        (signs.FILL[TERRAIN_NAMES[code]], f"{TERRAIN_NAMES[code]} {spaces}" + (f" ({taken} occupied)" if taken else ""))
        for code, spaces, taken in summary_tree(report.recon.spaces)
    )
    return FieldMail(
        board.describe_recon(report),
        recon_bricks(report),
        (*arenamap.recon_text(report).split("\n"), "", *arenamap.KEY),
        tuple(board.who_is_where(report)),
        land,
        "In view",
    )


def arena_said(report: Report) -> str:
    """What the signs on the arena are, of those drawn there."""
    said = []
    if any(one.space != other.space for one, other in pairwise(report.past)):
        said.append("Violet line: where you stood after each turn, every fifth numbered.")
    if any(not known.placed and known.space for known in report.known):
        said.append("A number beside a grey disc: the turn he was last seen.")
    if before := {turn for _, turn in report.history.values()} - {report.turn}:
        said.append(f"t{max(before)} in a contour: what you have not seen since turn {max(before)}.")
    return " ".join(said)


def _arena_mail(report: Report) -> FieldMail:
    return FieldMail("", history_bricks(report), tuple(arenamap.history_text(report).split("\n")))


def untitled(block: Field) -> Field:
    """The field without a title, for print."""
    return replace(block, title="")


def legend(report: Report, style: Style) -> Legend:
    """The land in view and what else is drawn."""
    return Legend("Land in view: to leave it, a rest, a find", board.legend_items(report, style.length(12.0)))


def arena(report: Report) -> Field:
    """The arena as known, with the track of all turns; artifacts and score in its free corners."""
    return Field(
        title="The arena as you know it",
        maker=partial(board.history_picture, report, frame=board.ALL),
        ratio=RATIO,
        shrink=0.74,
        caption=arena_said(report),
        mail=partial(_arena_mail, report),
        corners=(artifacts(report), score(report)),
        corner_width=150.0,
        corner_slope=1 / (2 * RATIO),
    )


def seen_arena(report: Report, frame: Frame) -> tuple[Field, Field]:
    """Early in a game: the whole triangle in small, and what was seen of it, large."""
    whole = Field(
        title="",
        maker=partial(board.whole_picture, report, frame),
        ratio=RATIO,
        shrink=0.9,
        caption="Dark: what you have seen. Framed: what is drawn large.",
    )
    large = Field(
        title="",
        maker=partial(board.history_picture, report, frame=frame),
        ratio=ratio(frame),
        shrink=0.74,
        caption=arena_said(report),
    )
    return whole, large


def arena_parts(report: Report) -> list[Field]:
    """The arena for large print: each part that was seen, as large as the page lets it be."""
    wide, close = (_parts(report, board.frames_of(report, ring)) for ring in (1, 0))
    return [replace(one, closer=other) for one, other in zip(wide, close, strict=True)]


def _parts(report: Report, frames: list[Frame]) -> list[Field]:
    tallest = 540.0 if len(frames) == 1 else 420.0
    return [
        Field(
            title="",
            maker=partial(board.history_picture, report, frame=frame),
            ratio=ratio(frame),
            shrink=_may_shrink(frame, tallest),
            caption=arena_said(report) if number == len(frames) - 1 else "",
            tallest_large=tallest,
        )
        for number, frame in enumerate(frames)
    ]


LARGE_HEX = 14.5
"""The radius from which on names and what stands below them keep apart in large print."""


def _may_shrink(frame: Frame, tallest: float) -> float:
    """How far a part of the arena may shrink: to hexes of that radius, else hardly at all."""
    wanted = min(WIDTH * ratio(frame), tallest)
    return min(0.94, max(0.5, LARGE_HEX / radius_for(frame, WIDTH, wanted)))


def ally(report: Report, seen: AllySeen) -> Field:
    """A teammate's map and what he holds (RECON-8)."""
    there = [
        f"{NAME[s]}{' occupied' if v.occupied else ''}{''.join(' ' + thing_name(t) for t in v.things)}"
        for s, v in seen.spaces.items()
        if v.occupied or v.things
    ]
    wide, tall = board.view_size(seen.spaces, seen.space)
    holds = listed([*seen.scrolls, *map(thing_name, seen.items)]) or "nothing"
    said = f"Holds {holds}. In sight there: {', '.join(there) or 'nobody, and nothing lying'}."
    return Field(
        title=f"Ally {seen.letter} at {NAME[seen.space]}",
        maker=partial(board.ally_picture, report, seen.spaces, seen.space, seen.letter),
        ratio=tall / wide,
        shrink=0.7,
        caption=said,
        mail=lambda: FieldMail(
            "", ally_bricks(report, seen), tuple(arenamap.ally_text(report, seen).split("\n")), (said,)
        ),
        tallest=270.0,
        tallest_large=330.0,
        tighter=0.8,
    )


def strip(report: Report) -> Vignette:
    """The land ahead."""
    return Vignette(partial(signs.vignette_picture, report), 44.0, "The land ahead.")


def arena_alone(report: Report) -> Field:
    """The arena without the blocks of its corners: mails show those by themselves."""
    return replace(arena(report), corners=(None, None))

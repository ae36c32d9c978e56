"""What Magika tells the player's page (``engine.seam.reports.PlayerPage``).

Its report as data, the orders there could be, what the page's forecast is reckoned from, how an earlier turn is read.
The program of the forecast is in ``js/``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from magika_gm.engine.chain import BOUND
from magika_gm.engine.paging import (
    Block,
    Chapter,
    Earlier,
    EarlierMarks,
    Fact,
    GamePage,
    Line,
    Notes,
    Option,
    OrderForm,
    Plan,
    Slot,
    SlotKind,
    Story,
    Thing,
    Things,
    letters_by,
    many,
    settled,
)
from magika_gm.engine.records import picked
from magika_gm.engine.words import true_minus
from magika_gm.games.magika.orders.lines import MOST_POINTS
from magika_gm.games.magika.orders.offers import MESSAGES
from magika_gm.games.magika.picture import arena
from magika_gm.games.magika.report import blocks
from magika_gm.games.magika.report.printed import hidden, lead_of_end, lying, standing
from magika_gm.games.magika.report.report import PhaseStory, Report, cloak_words, how_there
from magika_gm.games.magika.report.signs import TINCTURE, shield, terrain_name
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules import tables
from magika_gm.games.magika.rules.arena import DIRECTIONS, NAME, NEIGHBOUR
from magika_gm.games.magika.rules.costs import carried
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.spellbook import (
    CODES,
    FIGURES,
    PROTECTED_BY,
    RESISTIBLE,
    SPELL,
    SURVIVES_MAJOR,
    SURVIVES_MINOR,
    Span,
    Spell,
)
from magika_gm.games.magika.rules.state import Mage, World
from magika_gm.games.magika.rules.tables import ARTIFACTS, BLACK, COLOURS, EBON, LETTERS, PHASES, TERRAIN_NAMES
from magika_gm.games.magika.sight import Memory, full_spaces
from magika_gm.reports.page import from_kit
from magika_gm.reports.picture import art

_TERRAIN = range(4, 10)
_FAR = (1, 2, 3)
_ASKED = {
    "mage": "At which mage",
    "colour": "At which colour",
    "terrain": "Which terrain",
    "shift": "By how much",
    "direction": "Which way",
    "artifact": "Which artifact",
    "scroll": "Which scroll to prolong",
}


def plan(report: Report, mage: Mage) -> Plan:
    """The five phases, and all that may stand in each."""
    return Plan(
        forms=tuple(_forms(report, mage)),
        lists=_lists(report, mage),
        numbered=PHASES,
        numbered_as="phase",
        blank="REST",
        letters=letters_by(
            MESSAGES,
            *_mages(report),
            *(Option(c.upper(), f"the {c} team") for c in COLOURS),
            Option("ALL", "everybody"),
        ),
        help="A phase left empty is a Rest. Click a space, a scroll or a mage, or type.",
    )


def _mages(report: Report) -> tuple[Option, ...]:
    known = {k.letter: k for k in report.known}
    found = []
    for letter in LETTERS:
        if letter == report.mage.letter:
            continue
        text = _word(letter)
        k = known.get(letter)
        name = (k.name if k else "") or ("the Ebon Mage" if letter == EBON else "")
        place = k.space if k and k.placed else ""
        thing = (f"mage:{letter}",)
        found.append(Option(text, f"{letter} {name}".strip(), place=place, note=place, things=thing))
    return tuple(found)


def _lists(report: Report, mage: Mage) -> Mapping[str, tuple[Option, ...]]:
    """Values that several orders share."""
    held = [
        Option(f"S{n}", f"S{n} {scroll.code}", note=SPELL[scroll.code].name, things=(f"S{n}",), uses=(f"S{n}",))
        for n, scroll in enumerate(mage.scrolls, 1)
    ]
    mine = [*(Option(a.upper(), thing_name(a)) for a in mage.artifacts),
            *(Option(f"{c.upper()} CLOAK", f"{c} cloak") for c in dict.fromkeys(mage.cloaks))]  # fmt: skip
    there = {option.text for option in mine}
    return {
        "mage": (
            Option(_word(mage.letter), "yourself", place=report.mage.space, things=(f"mage:{mage.letter}",)),
            *_mages(report),
        ),
        "foe": tuple(option for option in _mages(report) if option.text not in _friends(report)),
        "foes": tuple(option for option in _COLOURS if option.text != mage.team.upper()),
        "elsewhere": tuple(option for option in _LAND if option.text != TERRAIN_NAMES[report.mage.terrain].upper()),
        "others": _mages(report),
        "colour": _COLOURS,
        "terrain": _LAND,
        "shift": _SHIFTS,
        "direction": _WAYS,
        "far": _FARTHER,
        "artifact": _ARTIFACTS,
        "scroll": tuple(held),
        "things": (*held, *mine, *(o for o in _LATER if o.text not in there)),
    }


def _friends(report: Report) -> set[str]:
    """Those who wear one's own colour, as far as known."""
    team = report.mage.team
    return {k.letter for k in report.known if team != BLACK and k.team == team}


def _word(letter: str) -> str:
    return "EBON" if letter == EBON else letter


def _forms(report: Report, mage: Mage) -> Iterator[OrderForm]:
    costs = {cost.order: cost for cost in report.costs}

    def note(order: str) -> str:
        cost = costs.get(order)
        return "" if cost is None else "; ".join(part for part in (cost.cost, cost.note) if part not in ("", "-"))

    yield _move(report, mage)
    for verb, label, rule in (
        ("SEARCH", "Search", "SRCH-1"),
        ("REST", "Rest", "REST-1"),
        ("MEDITATE", "Meditate", "MED-1"),
    ):
        yield OrderForm(label=label, parts=(verb,), note=note(verb), rule=rule)
    for number, scroll in enumerate(mage.scrolls, 1):
        told = note(f"CAST S{number} {scroll.code}")
        for major in (False, True):
            spell = SPELL[scroll.code]
            yield replace(_cast(number, spell, major, told), uses=() if scroll.until else (f"S{number}",))
            if spell.parameter_at(major) in MEANT:
                key = f"S{number}{'X' if major else ''}"
                label = f"{key} {spell.code}{'X' if major else ''}, on anybody"
                yield OrderForm(key=f"{key} any", label=label, parts=(f"CAST {key}", *_aim(spell, major)), typed=True)
    things = many("things", "Which things", list="things", most=8)
    # what he has not, and nobody he knows of has, he could pick up on the way: typed, not listed
    empty = not (mage.scrolls or mage.artifacts or mage.cloaks)
    seen = [one for one in _mages(report) if one.place]  # whom one may meet on the way is typed
    to = Slot("to", "To whom", list="others", before="TO")
    yield OrderForm(label="Give things", parts=("GIVE", things, to), rule="GIVE-1", typed=empty or not seen)
    for what in ("ARCANIA", "ENDURANCE"):
        points = Slot("points", "How much", kind=SlotKind.NUMBER, after=what, most=MOST_POINTS)
        yield OrderForm(key=f"GIVE {what}", label=f"Give {what.lower()} to the Ebon Mage",
                        parts=("GIVE", points, "TO EBON"), rule="GIVE-3",
                        typed="EBON" not in [one.text for one in seen])  # fmt: skip
    yield OrderForm(label="Drop things", parts=("DROP", things), rule="DROP-1", typed=empty)
    artifact = Slot("artifact", "Which artifact", list="artifact")
    holder = Slot("holder", "From whom", list="others", before="FROM")
    nobody = not seen or not carried(report.artifacts, mage.letter)
    yield OrderForm(label="Demand an artifact", parts=("DEMAND", artifact, holder), rule="DEM-1", typed=nobody)
    cloaks = tuple(
        Option(c.upper(), f"the {c} cloak", note="" if c in mage.cloaks else "not held now") for c in COLOURS
    )
    uncloak = Option("BLACK", "take the cloak off", note="only when left alone by a drop-out (CLK-6)")
    colour = Slot("colour", "Which cloak", options=(*cloaks, uncloak))
    yield OrderForm(label="Don a cloak", parts=("DON", colour), rule="CLK-2", typed=not mage.cloaks)
    yield from _BY_CODE


def _move(report: Report, mage: Mage) -> OrderForm:
    """A move; what lies that way from where he stands now (later steps: the page's own program tells)."""
    ways = []
    for way in DIRECTIONS:
        target = NEIGHBOUR[way][mage.space]
        seen = report.history.get(target)
        land = "" if target < 0 else f"{NAME[target]}, {TERRAIN_NAMES[seen[0]]}" if seen else NAME[target]
        ways.append(Option(way, note=land))
    slot = Slot("way", "Which way", options=tuple(ways))
    first = next((c for c in report.costs if c.order.startswith("MOVE ")), None)
    note = f"{first.cost}, by phase" if first else ""
    return OrderForm(label="Move", parts=("MOVE", slot), note=note, rule="MOVE-1")


MEANT = {"mage": "foe", "colour": "foes", "terrain": "elsewhere"}
"""Spells aimed at mages, colours and land do harm: the lists they are offered on, where one's own are left out."""


def _aim(spell: Spell, major: bool, offered: bool = False) -> tuple[Slot, ...]:
    kind = spell.parameter_at(major)
    if not kind:
        return ()
    listed = "far" if kind == "direction" and major else MEANT.get(kind, kind) if offered else kind
    return (Slot("aim", _ASKED[kind], list=listed),)


def _cast(number: int, spell: Spell, major: bool, told: str) -> OrderForm:
    level = "major" if major else "minor"
    chance = told.partition("succeeds at ")[2].partition(" ")[0] if "succeeds at" in told else ""
    note = f"{spell.cost(major)} arcania" + (f", {chance} %" if chance else f"; {told}" if told else "")
    return OrderForm(
        key=f"S{number}{'X' if major else ''}",
        label=f"S{number} {spell.code}{'X' if major else ''}, {level}",
        parts=(f"CAST S{number}{'X' if major else ''}", *_aim(spell, major, offered=True)),
        help=true_minus(f"{spell.name} ({spell.alignment}): {spell.effect}."),
        note=note,
        rule="CAST-1",
        things=(f"S{number}",),
    )


def _by_code(spell: Spell, major: bool) -> OrderForm:
    """By code: a scroll one may find on the way, or whichever of that code comes first."""
    code = spell.code + ("X" if major else "")
    return OrderForm(
        key=code,
        label=" ".join(dict.fromkeys((code, spell.name))),
        parts=(f"CAST {code}", *_aim(spell, major)),
        typed=True,
    )


_BY_CODE = tuple(settled(_by_code(SPELL[code], major)) for code in CODES for major in (False, True))
_COLOURS = settled(tuple(Option(c.upper()) for c in COLOURS))
_LAND = settled(tuple(Option(TERRAIN_NAMES[code].upper(), TERRAIN_NAMES[code]) for code in _TERRAIN))
_SHIFTS = settled(tuple(Option(f"{n:+d}") for n in (1, 2, 3, -1, -2, -3)))
_WAYS = settled(tuple(map(Option, DIRECTIONS)))
_FARTHER = settled(
    (
        *(Option(way if n == 1 else f"{way} {n}") for way in DIRECTIONS for n in _FAR),
        Option("N", note="over two rows"),
        Option("S", note="over two rows"),
    )
)
_ARTIFACTS = settled(tuple(Option(a.upper(), thing_name(a), things=(f"artifact:{a}",)) for a in ARTIFACTS))
_LATER = tuple(
    settled(option)
    for option in (
        *(Option(a.upper(), thing_name(a), note="not in your hands now") for a in ARTIFACTS),
        *(Option(f"{c.upper()} CLOAK", f"{c} cloak", note="not in your hands now") for c in COLOURS),
    )
)


# What the page's forecast of Magika is reckoned from: the rules' tables, and the mage as he stands.
#
# The program (``js/``) does with it what ``forecast`` and ``orders.sheet`` do; tests hold both to one another.


def rule_data(known: World, seat: str, memory: Memory) -> Mapping[str, Any]:
    """Tables and the mage; ``known`` is his own knowledge (RECON-10), so nothing else can get in."""
    return {
        **picked(known, "turn", "moment", "edition"),
        "mage": _mage(known.mages[seat]),
        "terrain": "".join("0123456789A"[code] for code in known.terrain),
        "seen": {str(space): list(seen) for space, seen in sorted(memory.spaces.items())},
        "lying": {str(space): things for space, things in sorted(known.lying.items())},
        "full": {str(space): turn for space, turn in sorted(full_spaces(known.mages[seat], memory).items())},
        **_tables(known.figures),
    }


@cache
def _tables(figures: str) -> Mapping[str, Any]:
    """The rules' tables: the same in every page of games played by these figures."""
    made = {
        "spells": [_spell(s.code, figures) for s in FIGURES[figures].values()],
        "survives": [sorted(SURVIVES_MINOR), sorted(SURVIVES_MAJOR)],
        "protects": dict(PROTECTED_BY),
        "resistible": sorted(RESISTIBLE),
        "names": [terrain_name(code) for code in range(11)],
        "factor": list(tables.ENDURANCE_FACTOR),
        "rest": list(tables.REST_RATE),
        "search": list(tables.SEARCH_CHANCE),
        "races": {
            name: [r.moves, r.attuned, r.resistance, r.search, r.max_endurance, r.max_arcania]
            for name, r in tables.RACES.items()
        },
        "moves": {
            "first": tables.FIRST,
            "second": tables.SECOND,
            "third": [tables.THIRD_OTHER, tables.THIRD_HUMAN],
            "fourth": [tables.FOURTH_OTHER, tables.FOURTH_HUMAN],
            "fifth": [tables.FIFTH_ELF, tables.FIFTH_HUMAN],
        },
        "artifacts": list(tables.ARTIFACTS),
        "aligned": dict(tables.ALIGNMENT_ARTIFACTS),
        "racial": dict(tables.RACIAL_ARTIFACTS),
        "colours": list(tables.COLOURS),
        "letters": tables.LETTERS,
        "words": {why.value: Refusal(why, "{what}").to_you for why in Why},
    }
    return {name: settled(table) for name, table in made.items()}


def _span(span: Span) -> str:
    return f"{span.length}{span.unit}" if span.unit else ""


def _spell(code: str, figures: str) -> list[Any]:
    s = FIGURES[figures][code]
    lasts = [_span(s.minor), _span(s.team), _span(s.black)]
    return [
        s.number,
        code,
        s.alignment,
        s.minor_cost,
        s.major_cost,
        s.parameter_at(False),
        s.parameter_at(True),
        *lasts,
    ]


def _mage(mage: Mage) -> Mapping[str, Any]:
    return {
        **picked(mage, "letter", "race", "alignment", "space", "endurance", "arcania", "skill", "aptitude"),
        "maxEndurance": mage.max_endurance,
        "maxArcania": mage.max_arcania,
        "team": mage.team,
        "barred": mage.barred,
        "scrolls": [[s.code, s.until, s.bound] for s in mage.scrolls],
        "artifacts": list(mage.artifacts),
        "cloaks": list(mage.cloaks),
        "effects": dict(mage.effects),
        "boosted": list(mage.boosted),
        "unconscious": mage.unconscious,
        "mayUncloak": mage.may_uncloak,
    }


# A mage's report as the blocks of the player's page.


def lead(report: Report) -> tuple[str, ...]:
    """The turn in a sentence, and who and what is near; at the end first how the game ended."""
    said = blocks.lead(report)
    if report.ending:
        return (lead_of_end(report), said.sentence)
    return from_kit.lead(said)


def facts(report: Report) -> tuple[Fact, ...]:
    """Place, endurance, arcania, spell skill, aptitude."""
    m = report.mage
    before = report.before
    place = Fact("place", "Place", m.space, note=TERRAIN_NAMES[m.terrain])
    found = [place]
    for key, label, value, most in (
        ("endurance", "Endurance", m.endurance, m.max_endurance),
        ("arcania", "Arcania", m.arcania, m.max_arcania),
        ("skill", "Spell skill", m.skill, 100),
    ):
        change = None if before is None else value - getattr(before, key)
        part = min(1.0, value / most)
        found.append(Fact(key, label, str(value), note=f"of {most}", part=part, change=change))
    change = None if before is None else m.standing - before.standing
    said = true_minus(f"{m.aptitude:+d}").replace("+0", "0")
    note = true_minus(f"true to {m.alignment}: {m.standing}")
    part = max(0.0, min(1.0, m.standing / 100))
    found.append(Fact("aptitude", "Aptitude", said, note=note, part=part, change=change))
    return tuple(found)


def sections(report: Report) -> tuple[Block, ...]:
    """Everything else the report says, what one looks for first."""
    found: list[Block] = []
    if report.notes:
        found.append(Notes(title="From the game master", lines=report.notes))
    if report.revealed is not None:
        found += from_kit.blocks(
            (standing(report.final, report.mage.letter), hidden(report.revealed), lying(report.revealed))
        )
    if not report.turn and not report.story:
        found.append(Notes(title="Your first turn", lines=blocks.FIRST_STEPS))
    else:
        found.append(_story(report))
    found += from_kit.blocks([blocks.letters(report)])
    found += [_scrolls(report), _held(report), _others(report)]
    figures = blocks.bands, blocks.score, blocks.score_line, blocks.tasks
    found += [*from_kit.blocks(block(report) for block in figures), _colophon(report)]
    return tuple(block for block in found if not isinstance(block, Things) or block.things or block.empty)


def _story(report: Report) -> Story:
    return Story(title="The turn, phase by phase", chapters=tuple(map(_chapter, report.story)), heads=("end.", "arc."))


def _chapter(told: PhaseStory) -> Chapter:
    inside = 1 <= told.phase <= 5
    figures = () if told.endurance is None else (str(told.endurance), str(told.arcania))
    lines = tuple(Line(text=true_minus(line.text), rule=line.rule) for line in told.lines)
    title = told.order if inside and told.order else told.title
    return Chapter(title=title, number=str(told.phase) if inside else "", lines=lines, figures=figures)


def _scrolls(report: Report) -> Things:
    things = tuple(
        Thing(
            f"S{s.number}",
            f"S{s.number} {s.code}",
            lines=(s.name, *([s.note] if s.note else [])),
            note=f"{s.minor_cost} / {s.major_cost}",
        )
        for s in report.mage.scrolls
    )
    return Things(title="Scrolls, minor / major", things=things, key="scrolls", empty="You hold no scroll.")


def _held(report: Report) -> Things:
    found = [Thing(f"item:{item}", item[:1].upper() + item[1:]) for item in report.mage.items]
    found += [Thing(f"spell:{name}", f"Under {name}", note=left) for name, left in report.mage.spells]
    return Things(title="You hold, and what lasts", things=tuple(found), key="held")


def _others(report: Report) -> Things:
    things = []
    for k in blocks.sorted_known(report):
        name = k.name or ("the Ebon Mage" if k.letter == EBON else f"mage {k.letter}")
        lines = tuple(
            part for part in (k.kind, cloak_words(k.team), k.more, "" if k.now else f"last seen turn {k.turn}") if part
        )
        things.append(
            Thing(
                f"mage:{k.letter}",
                name,
                lines=lines,
                note=k.there,
                place=k.space,
                disc=k.letter,
                colour=TINCTURE.get(k.team or "", ""),
                faint=not k.now,
            )
        )
    names = {k.letter: k.name for k in report.known}
    where = [
        Thing(
            f"artifact:{w.artifact}",
            thing_name(w.artifact),
            lines=(how_there(w, report.mage.letter, names),),
            note=NAME[w.space],
            place=NAME[w.space],
        )
        for w in report.artifacts
    ]
    if report.recon.own_artifact:
        artifact, way = report.recon.own_artifact
        if all(artifact != w.artifact for w in report.artifacts):
            where.append(Thing(f"artifact:{artifact}", thing_name(artifact), note=f"to the {way}" if way else "here"))
    title = f"Others and artifacts, turn {report.turn} if not dated"
    return Things(title=title, things=(*things, *where), key="others", empty="Nobody is known to you yet.")


def _colophon(report: Report) -> Notes:
    p = report.player
    lines = [f"Code word {p.code_word}: it shows that this is from us.", f"Account {p.account}: {p.balance}"]
    lines += filter(None, (f"Hash of the game's seed: {report.seed_hash}", BOUND[p.chain.binds]))
    if report.seed:
        lines.append(f"Seed: {report.seed}")
    return Notes(title="", lines=tuple(lines), quiet=True)


def changes(report: Report) -> tuple[str, ...]:
    """What this turn brought, as far as the report itself tells it."""
    new = [s for s, (_, turn) in report.history.items() if turn == report.turn]
    fresh = [k for k in report.known if k.now]
    found = []
    before = report.before
    if before is not None and NAME[before.space] != report.mage.space:
        found.append(f"You went from {NAME[before.space]} to {report.mage.space}.")
    if new:
        found.append(f"{len(new)} spaces are in sight.")
    if fresh:
        found.append(f"{len(fresh)} mages were perceived." if len(fresh) > 1 else "One mage was perceived.")
    return tuple(found)


# How the page reads an earlier turn out of its turn file.


EARLIER = settled(
    Earlier(
        format="magika-turn",
        game="player/game",
        seat="mage/letter",
        facts={
            "place": "mage/space",
            "endurance": "mage/endurance",
            "arcania": "mage/arcania",
            "skill": "mage/skill",
        },
        picture="arena",
        land=("recon/{place}/terrain", "history/{place}/0"),
        here=("mage/space", "mage/terrain"),
        seen="history/{place}/1",
        marks=(
            EarlierMarks(
                each="",
                key="mage:{mage/letter}",
                at="{mage/space}",
                text="{mage/letter}",
                label="{mage/name}, yourself",
                side="{mage/letter}",
            ),
            EarlierMarks(
                each="mages", key="mage:{letter}", at="{space}", text="{letter}", label="{name}", side="{letter}"
            ),
        ),
    )
)


SCRIPT = "magika_gm.games.magika.page:forecast.js"


def page(report: Report, known: World | None, seat: str, memory: Memory) -> GamePage:
    """One mage's page."""
    m, head = report.mage, blocks.head(report)
    return GamePage(
        seat=seat,
        title=m.name,
        subtitle=head.about,
        where=head.game,
        due="" if head.due is None else blocks.coming(report),
        lead=lead(report),
        asked=from_kit.asked(blocks.notes(report)),
        facts=facts(report),
        pictures=(arena(report),),
        blocks=sections(report),
        changes=changes(report),
        plan=None if known is None else plan(report, known.mages[seat]),
        earlier=EARLIER,
        script={} if known is None else rule_data(known, seat, memory),
        device=art(shield(seat, m.team, m.alignment, m.race, 48.0)),
    )

"""The orders a mage could give, as forms of lines (docs/orders.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from magika_gm.engine.paging import Letters, Option, OrderForm, Plan, Slot, SlotKind, settled
from magika_gm.games.magika.orders.names import MOST_POINTS
from magika_gm.games.magika.orders.sheet import MESSAGES, PHASES
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import DIRECTIONS, NAME, NEIGHBOUR
from magika_gm.games.magika.rules.spellbook import CODES, SPELL, Spell
from magika_gm.games.magika.rules.tables import ARTIFACTS, BLACK, COLOURS, EBON, LETTERS, TERRAIN_NAMES
from magika_gm.games.magika.rules.world import Mage

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
        letters=Letters(
            most=MESSAGES.most,
            lines=MESSAGES.lines,
            characters=MESSAGES.characters,
            anonymous=MESSAGES.anonymous,
            rule=MESSAGES.rule,
            to=(*_mages(report), *(Option(text=c.upper(), label=f"the {c} team") for c in COLOURS),
                Option(text="ALL", label="everybody")),
        ),
        help="A phase left empty is a Rest. Click a space, a scroll or a mage, or type.",
    )  # fmt: skip


def _mages(report: Report) -> tuple[Option, ...]:
    known = {k.letter: k for k in report.known}
    found = []
    for letter in LETTERS:
        if letter == report.mage.letter:
            continue
        text = "EBON" if letter == EBON else letter
        k = known.get(letter)
        name = (k.name if k else "") or ("the Ebon Mage" if letter == EBON else "")
        place = k.space if k and k.placed else ""
        thing = (f"mage:{letter}",)
        found.append(Option(text=text, label=f"{letter} {name}".strip(), place=place, note=place, things=thing))
    return tuple(found)


def _lists(report: Report, mage: Mage) -> Mapping[str, tuple[Option, ...]]:
    """Values that several orders share."""
    held = [
        Option(text=f"S{n}", label=f"S{n} {scroll.code}", note=SPELL[scroll.code].name, things=(f"S{n}",))
        for n, scroll in enumerate(mage.scrolls, 1)
    ]
    mine = [*(Option(text=a.upper(), label=thing_name(a)) for a in mage.artifacts),
            *(Option(text=f"{c.upper()} CLOAK", label=f"{c} cloak") for c in dict.fromkeys(mage.cloaks))]  # fmt: skip
    there = {option.text for option in mine}
    return {
        "mage": (
            Option(text=_own(mage), label="yourself", place=report.mage.space, things=(f"mage:{mage.letter}",)),
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


def _own(mage: Mage) -> str:
    return "EBON" if mage.letter == EBON else mage.letter


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
        yield OrderForm(key=verb, verb=verb, label=label, parts=(verb,), note=note(verb), rule=rule)
    for number, scroll in enumerate(mage.scrolls, 1):
        told = note(f"CAST S{number} {scroll.code}")
        for major in (False, True):
            spell = SPELL[scroll.code]
            yield _cast(number, spell, major, told)
            if spell.parameter_at(major) in MEANT:
                key = f"S{number}{'X' if major else ''}"
                label = f"{key} {spell.code}{'X' if major else ''}, on anybody"
                yield OrderForm(
                    key=f"{key} any", verb="CAST", label=label, parts=(f"CAST {key}", *_aim(spell, major)), typed=True
                )
    things = Slot(name="things", label="Which things", kind=SlotKind.MANY, list="things", most=8)
    to = Slot(name="to", label="To whom", list="others", before="TO")
    yield OrderForm(key="GIVE", verb="GIVE", label="Give things", parts=("GIVE", things, to), rule="GIVE-1")
    for what in ("ARCANIA", "ENDURANCE"):
        points = Slot(name="points", label="How much", kind=SlotKind.NUMBER, after=what, most=MOST_POINTS)
        yield OrderForm(key=f"GIVE {what}", verb="GIVE", label=f"Give {what.lower()} to the Ebon Mage",
                        parts=("GIVE", points, "TO EBON"), rule="GIVE-3", typed=mage.is_ebon)  # fmt: skip
    yield OrderForm(key="DROP", verb="DROP", label="Drop things", parts=("DROP", things), rule="DROP-1")
    artifact = Slot(name="artifact", label="Which artifact", list="artifact")
    holder = Slot(name="holder", label="From whom", list="others", before="FROM")
    yield OrderForm(
        key="DEMAND", verb="DEMAND", label="Demand an artifact", parts=("DEMAND", artifact, holder), rule="DEM-1"
    )
    cloaks = tuple(
        Option(text=c.upper(), label=f"the {c} cloak", note="" if c in mage.cloaks else "not held now") for c in COLOURS
    )
    uncloak = Option(text="BLACK", label="take the cloak off", note="only when left alone by a drop-out (CLK-6)")
    colour = Slot(name="colour", label="Which cloak", options=(*cloaks, uncloak))
    yield OrderForm(key="DON", verb="DON", label="Don a cloak", parts=("DON", colour), rule="CLK-2")
    yield from _BY_CODE


def _move(report: Report, mage: Mage) -> OrderForm:
    """A move; what lies that way from where he stands now (later steps: the page's own program tells)."""
    ways = []
    for way in DIRECTIONS:
        target = NEIGHBOUR[way][mage.space]
        seen = report.history.get(target)
        land = "" if target < 0 else f"{NAME[target]}, {TERRAIN_NAMES[seen[0]]}" if seen else NAME[target]
        ways.append(Option(text=way, note=land))
    slot = Slot(name="way", label="Which way", options=tuple(ways))
    first = next((c for c in report.costs if c.order.startswith("MOVE ")), None)
    note = f"{first.cost}, by phase" if first else ""
    return OrderForm(key="MOVE", verb="MOVE", label="Move", parts=("MOVE", slot), note=note, rule="MOVE-1")


MEANT = {"mage": "foe", "colour": "foes", "terrain": "elsewhere"}
"""Spells aimed at mages, colours and land do harm: the lists they are offered on, where one's own are left out."""


def _aim(spell: Spell, major: bool, offered: bool = False) -> tuple[Slot, ...]:
    kind = spell.parameter_at(major)
    if not kind:
        return ()
    listed = "far" if kind == "direction" and major else MEANT.get(kind, kind) if offered else kind
    return (Slot(name="aim", label=_ASKED[kind], list=listed),)


def _cast(number: int, spell: Spell, major: bool, told: str) -> OrderForm:
    level = "major" if major else "minor"
    chance = told.partition("succeeds at ")[2].partition(" ")[0] if "succeeds at" in told else ""
    note = f"{spell.cost(major)} arcania" + (f", {chance} %" if chance else f"; {told}" if told else "")
    return OrderForm(
        key=f"S{number}{'X' if major else ''}",
        verb="CAST",
        label=f"S{number} {spell.code}{'X' if major else ''}, {level}",
        parts=(f"CAST S{number}{'X' if major else ''}", *_aim(spell, major, offered=True)),
        help=f"{spell.name} ({spell.alignment}): {spell.effect}.",
        note=note,
        rule="CAST-1",
        things=(f"S{number}",),
    )


def _by_code(spell: Spell, major: bool) -> OrderForm:
    """By code: a scroll one may find on the way, or whichever of that code comes first."""
    code = spell.code + ("X" if major else "")
    return OrderForm(
        key=code, verb="CAST", label=f"{code} {spell.name}", parts=(f"CAST {code}", *_aim(spell, major)), typed=True
    )


_BY_CODE = tuple(settled(_by_code(SPELL[code], major)) for code in CODES for major in (False, True))
_COLOURS = settled(tuple(Option(text=c.upper()) for c in COLOURS))
_LAND = settled(tuple(Option(text=TERRAIN_NAMES[code].upper(), label=TERRAIN_NAMES[code]) for code in _TERRAIN))
_SHIFTS = settled(tuple(Option(text=f"{n:+d}") for n in (1, 2, 3, -1, -2, -3)))
_WAYS = settled(tuple(Option(text=way) for way in DIRECTIONS))
_FARTHER = settled(
    (
        *(Option(text=way if n == 1 else f"{way} {n}") for way in DIRECTIONS for n in _FAR),
        Option(text="N", note="over two rows"),
        Option(text="S", note="over two rows"),
    )
)
_ARTIFACTS = settled(tuple(Option(text=a.upper(), label=thing_name(a), things=(f"artifact:{a}",)) for a in ARTIFACTS))
_LATER = tuple(
    settled(option)
    for option in (
        *(Option(text=a.upper(), label=thing_name(a), note="not in your hands now") for a in ARTIFACTS),
        *(Option(text=f"{c.upper()} CLOAK", label=f"{c} cloak", note="not in your hands now") for c in COLOURS),
    )
)

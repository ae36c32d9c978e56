"""The lines of a sheet (ORD), a row each: read and written by it; nothing here raises for what a player may write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from magika_gm.engine.lines.parts import (
    After,
    By,
    Called,
    Coded,
    Maybe,
    Name,
    Number,
    One,
    Part,
    Refuse,
    Several,
    Without,
)
from magika_gm.engine.lines.rows import Lines, OneOf, Row
from magika_gm.engine.lines.runs import (
    TOO_MUCH,
    Alone,
    Apart,
    Aside,
    Ended,
    Headed,
    Heads,
    Joined,
    Keyed,
    Level,
    Said,
    Unlike,
)  # fmt: skip
from magika_gm.engine.lines.words import Cutter, Finding, Known, Near, Vocabulary
from magika_gm.engine.records import record
from magika_gm.engine.words import Fault
from magika_gm.games.arena.orders import model as m
from magika_gm.games.arena.rules.tables import ABILITIES, ITEMS, KINDS, SPELLS, Magic
from magika_gm.games.arena.rules.terms import DIRECTIONS, TERRAINS, MagicType, Phase, Target

MOST_CHARACTERS = 300
MOST_WITHIN = 26
MOST_KEEP = 9999
STANDING_VERBS = (m.Cast, m.Use, m.Kill, m.Retreat, m.Auto, m.Draw)
_CUTTER = Cutter(
    word=r"(\S+)",
    dropped="\u200b\u200c\u200d\u2060\ufeff\u00ad",
    spaces="-,.!?:()[]{}<>\"'`*_=\\|~#\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022\u00b7\u201c\u201d\u2019",
)
"""Punctuation parts words, but ``^`` and ``/`` belong to places."""

# --- ids, names, places (ORD-1, ORD-2) ---

_BY_WORDS = Finding(
    ways=(("is", "hyphened"), ("words", "hyphened")),
    missing="{kind} is missing",
    several="{said} could be {ors}",
    none="{said} is no {kind}",
    most=4,
    by="hyphened",
)
NAMED = replace(_BY_WORDS, missing="a {kind} is missing")
"""How a name is found of which nothing else may stand there."""
_ID = Coded(pattern=r"([ABCNabcn]|[Ii][ABab])0*([1-9]\d{0,5})", written="{1:upper}{2}", says="")
_PLACE = Coded(
    pattern=r"([A-Ma-m])0?([1-9]\d?)(\^?)",
    written="{1:lower}{2}{3}",
    after={"AIR": "^", "^": "^"},
    says="{said} is no place",
    nothing="a place is missing",
)
_HEX = replace(_PLACE, without="^")
_LOW_PLACE = replace(_PLACE, pattern=_PLACE.pattern.replace("A-M", ""))
_PLACES_ALONE = (
    replace(_PLACE, pattern=r"([D-Md-m])0?([1-9]\d?)(\^?)"),
    replace(_PLACE, pattern=r"([A-Ca-c])0?([1-9]\d?)(\^)"),
)
"""Places that cannot be ids."""
TERRAIN = One(
    among={name.upper(): letter for letter, name in TERRAINS.items()},
    also={letter: letter for letter in TERRAINS},
    begun=True,
    says="{said} is no terrain",
    nothing="a terrain is missing",
    near=Near(tuple(TERRAINS.values())),
)
WALL = Joined(
    Coded(
        pattern=r"([A-Ma-m][1-9]\d?)/([A-Ma-m][1-9]\d?)",
        written="{1:lower}/{2:lower}",
        says="{left} is no wall; write it d4/d5",
    ),
    pair="/",
)
_STEP = OneOf(
    One(among={direction: direction for direction in DIRECTIONS}, says=""),
    replace(
        _HEX,
        after={},
        says="{said} is neither a direction nor a hex",
        near=Near(DIRECTIONS),
    ),
)


def _reference(kind: str, of: str = "creature") -> OneOf:
    """An id, or the longest run of words that is or abbreviates a name."""
    return OneOf(_ID, Called(of=of, kind=kind, finding=_BY_WORDS))


_CREATURE, _UNIT, _ITEM = _reference("creature"), _reference("unit"), _reference("item", "item")
_WHERE = OneOf(_LOW_PLACE, _ID, _PLACE, Called(of="creature", kind="creature or place", finding=_BY_WORDS))
"""Where an id and a place look alike, a capital letter is an id and a small one a place (``A3``, ``a3``)."""

# --- WHEN ---

_MINE = Alone(One(among={m.MINE: m.MINE}, says=""))
_CASTABLE = Name(
    of="castable",
    kind="spell, type or ANY",
    stops=("ON",),
    finding=replace(NAMED, offers=tuple(map(str, MagicType))),
    also={m.ANY: m.ANY, **{str(kind): str(kind) for kind in MagicType}},
)
_WITHIN = Number(
    most=MOST_WITHIN,
    digits=MOST_CHARACTERS,
    says=f"{{said}} is no distance up to {MOST_WITHIN}",
    nothing="a distance is missing",
)
CONDITION = Keyed(
    Row(
        m.Condition,
        "ENEMY CASTS {what} {at}",
        what=_CASTABLE,
        at=After("ON", OneOf(_MINE, _WHERE), empty=""),
        when=m.When.ENEMY_CASTS,
    ),
    Row(m.Condition, "ENEMY NEAR {at} {within}", at=_WHERE, within=_WITHIN, when=m.When.ENEMY_NEAR),
    Row(m.Condition, "LOSING {at}", at=_WHERE, when=m.When.LOSING),
    Row(m.Condition, "NOT WINNING {at}", at=_WHERE, when=m.When.NOT_WINNING),
    Row(m.Condition, "ATTACKED {at}", at=_WHERE, when=m.When.ATTACKED),
    levels={
        "": Level(nothing="a condition is missing", says="{said} is no condition"),
        "ENEMY": Level(nothing="CASTS or NEAR is missing", says="{said} is no word after ENEMY"),
        "NOT": Level(nothing="WINNING is missing", says="{said} is no word after NOT"),
    },
)
_WHEN = After("WHEN", CONDITION, empty=None)
_KEEP = After(
    "KEEP",
    Number(most=MOST_KEEP, digits=MOST_CHARACTERS, says=f"KEEP needs a number of points up to {MOST_KEEP}"),
    empty=None,
)

# --- what CAST and USE are aimed at ---

_PRONOUN = Alone(One(among={str(word): str(word) for word in m.Pronoun}, says=""))
_LETTERS = {Target.CORPSE: "C", Target.ENCHANTMENT: "N", Target.ITEM: "I"}
_IDS = ("A", "B", "C", "N", "IA", "IB")
_ANYTHING = OneOf(
    _PRONOUN,
    *map(Alone, (_LOW_PLACE, _ID, _PLACE)),
    *_PLACES_ALONE,
    _reference("target"),
)
"""What an item known by its id alone may be aimed at: its table row will tell."""


def _aimed(field: str, target: Target) -> Part:
    if target in (Target.HEX, Target.AREA, Target.AREA_CREATURES, Target.PLACE):
        return OneOf(_PRONOUN, _PLACE)
    if target is Target.WALL:
        return OneOf(_PRONOUN, WALL)
    if target is Target.EFFECT:
        says = f"{{{field}}} is aimed at IT, the effect its WHEN speaks of"
        return OneOf(_PRONOUN, Refuse(says=says, near=Near((str(m.Pronoun.IT),), always=True)))
    kind = "creature" if target is Target.SELF else str(target)
    letters = tuple(sign for sign in _IDS if sign[0] not in _LETTERS.get(target, "AB"))
    named = _reference(kind, "item" if target is Target.ITEM else "creature")
    return OneOf(_PRONOUN, Unlike(named, letters, says=f"{{value}} is no {target}"))


def _targets(field: str, of: str) -> By:
    def on(target: Target) -> After:
        wanted = "" if target is Target.SELF else f"{{{field}}} needs ON and a {target}"
        return After("ON", Apart(_aimed(field, target), "ELSE"), wanted=wanted)

    anything = After("ON", Apart(_ANYTHING, "ELSE"))
    return By(field, of, "target", {target: on(target) for target in Target}, writes=anything, other=anything)


def _by(verb: str) -> After:
    wanted = f"{verb} needs BY and the creature that does it"
    return After("BY", Apart(_CREATURE, "ELSE"), wanted=wanted, filled=True)


_TO_TERRAIN, _TO_HEX = After("TO", TERRAIN, empty=""), After("TO", _HEX, empty="")
_TO = By(
    "spell",
    "spell",
    "to",
    {
        "terrain": replace(_TO_TERRAIN, wanted="{spell} needs TO and a terrain"),
        "hex": replace(_TO_HEX, wanted="{spell} needs TO and a hex"),
        "": Without("TO", says="{spell} has no TO", empty=""),
    },
    writes=_TO_TERRAIN,
)
_WHAT = OneOf(
    Unlike(Alone(_ID), ("A", "B", "C", "N"), says="{value} is no item"),
    Name(of="usable", kind="item or ability to use", finding=NAMED),
)


def _magic(phase: Phase | None) -> Iterator[Row]:
    first = f"{phase} " if phase else ""
    tail, pick, twice = ("when", "WHEN"), ("keep", "KEEP"), "a line has one WHEN"
    yield Headed(
        m.Cast,
        f"{first}CAST {{spell}} {{by}} {{on}} {{to}} {{when}} {{keep}}",
        f"{first}CAST Bless BY A12 ON A3 WHEN NOT WINNING A3 KEEP 5",
        Heads(first="spell", words={"BY": "by", "ON": "on", "TO": "to"}, tail=tail, pick=pick, twice_tail=twice),
        ("spell", "by", "on", "to"),
        spell=Name(of="spell", kind="spell", finding=NAMED),
        by=_by("CAST"),
        on=_targets("spell", "spell"),
        to=_TO,
        when=_WHEN,
        keep=_KEEP,
        phase=phase,
    )
    yield Headed(
        m.Use,
        f"{first}USE {{what}} {{by}} {{on}} {{no_to}} {{when}} {{keep}}",
        f"{first}USE Quick Growth BY A11",
        Heads(first="what", words={"BY": "by", "ON": "on", "TO": "no_to"}, tail=tail, pick=pick, twice_tail=twice),
        ("no_to", "what", "by", "on"),
        what=_WHAT,
        by=_by("USE"),
        on=_targets("what", "usable"),
        no_to=Without("TO", says="USE has no TO"),
        when=_WHEN,
        keep=_KEEP,
        phase=phase,
    )


# --- lines ---

_KILLED = OneOf(
    One(among={m.RANDOM: m.RANDOM}, says=""),
    Coded(
        pattern=r"([ABab])0*([1-9]\d{0,5})",
        written="{1:upper}{2}",
        says="{said} is no creature's id",
        nothing="whom to kill is missing",
    ),
)
_LEG = Row(
    m.Leg,
    "{steps} {end}",
    steps=Several(_STEP, tuple(m.FlightEnd), by=" "),
    end=One(among={str(end): end for end in m.FlightEnd}, says=""),
)
_MARK = Row(m.Mark, "{place} {vehicle}", place=_PLACE, vehicle=Maybe(_reference("vehicle"), (), empty=""))
_MOUNT = _reference("creature to mount")


def _gear(late: bool) -> Iterator[Row]:
    first = "LATE " if late else ""
    yield Row(m.Drop, f"{first}DROP {{creature}} {{item}}", creature=_CREATURE, item=_ITEM, late=late)
    yield Row(
        m.Equip,
        f"{first}EQUIP {{creature}} {{item}}",
        f"{first}EQUIP A1 IA2",
        creature=_CREATURE,
        item=_ITEM,
        late=late,
    )
    yield Row(
        m.Mount, f"{first}MOUNT {{rider}} {{mount}}", f"{first}MOUNT A3 A8", rider=_CREATURE, mount=_MOUNT, late=late
    )
    yield Row(m.Dismount, f"{first}DISMOUNT {{rider}}", rider=_CREATURE, late=late)


LINES: Lines[m.Order] = Lines(
    _CUTTER,
    Keyed(
        Row(m.ChangeTerrain, "TERRAIN {hex} {terrain}", "TERRAIN d5 GRASS", hex=_HEX, terrain=TERRAIN),
        Row(m.MakeStorm, "STORM {hex}", "STORM d5", hex=_HEX),
        Row(m.CalmStorm, "CALM {hex}", "CALM d5", hex=_HEX),
        *_gear(late=False),
        *_magic(None),
        Row(m.Stop, "STOP {creature}", creature=_CREATURE),
        Row(
            m.Move,
            "MOVE {unit} {paths}",
            "MOVE A3 E E ELSE NE",
            unit=_UNIT,
            paths=Apart(Several(_STEP, by=" "), "ELSE", hollow="MOVE needs a path: directions or hexes"),
        ),
        Row(
            m.Fly,
            "FLY {unit} {legs}",
            "FLY A10 E NE STAY",
            unit=_UNIT,
            legs=Ended(_LEG, "ELSE", tuple(m.FlightEnd), says="LAND or STAY stands once, at the end of a path"),
        ),
        Row(
            m.Shoot,
            "SHOOT {creature} {marks} {weapon}",
            "SHOOT A2 d6",
            creature=_CREATURE,
            marks=Aside(_MARK, "ELSE", "weapon", "WITH", _ITEM, says="a shot is made WITH one weapon"),
            weapon=Said("weapon", "WITH", _ITEM),
        ),
        Row(
            m.Destroy,
            "DESTROY {vehicle} {by}",
            vehicle=_reference("vehicle"),
            by=After(
                "BY",
                Several(_CREATURE, by=" ", some=True),
                wanted="DESTROY needs BY and the creatures that do it",
                nothing="BY is missing",
            ),
        ),
        Row(
            m.Retreat,
            "RETREAT {unit} {places}",
            "RETREAT A3 e3 d2",
            unit=OneOf(One(among={m.ALL: m.ALL}, says=""), _UNIT),
            places=Several(_PLACE, by=" ", some=True),
        ),
        Row(m.Kill, "KILL {ids}", "KILL B4 B2", ids=Several(_KILLED, by=" ", some=True)),
        Row(m.Auto, "AUTO ON", on=True),
        Row(m.Auto, "AUTO OFF", on=False),
        Row(m.Resign, "RESIGN"),
        Row(m.Draw, "DRAW"),
        Row(m.BeginStanding, "STANDING"),
        Row(m.EndStanding, "END STANDING"),
        *_gear(late=True),
        *_magic(Phase.M1),
        *_magic(Phase.M2),
        Row(m.Resign, "CONCEDE"),
        Row(m.Draw, "OFFER DRAW"),
        levels={
            "": Level(nothing="the line is empty", says="{said} is no order"),
            "LATE": Level(nothing="an order after LATE is missing", says="{said} is no order that may be LATE"),
            "M1": Level(nothing="CAST or USE after M1 is missing", says="{said} is no order of a magic phase"),
            "M2": Level(nothing="CAST or USE after M2 is missing", says="{said} is no order of a magic phase"),
            "AUTO": Level(nothing="ON or OFF is missing", says="{said} is no way to set AUTO"),
            "END": Level(nothing="STANDING is missing", says="{said} is no thing to end"),
            "OFFER": Level(nothing="DRAW is missing", says="{said} is no thing to offer"),
        },
    ),
    longest=MOST_CHARACTERS,
    too_long="a line has at most {longest} characters",
    too_many=TOO_MUCH,
)


def _facts(magic: Magic) -> dict[str, str]:
    to = {"shape_land": "terrain", "teleport": "hex"}.get(magic.does, "")
    return {"target": str(magic.target), "to": to}


_USABLE: Mapping[str, Magic] = {**{name: item.use for name, item in ITEMS.items() if item.use}, **ABILITIES}
KNOWN = Known(
    creature=Vocabulary(tuple(KINDS)),
    item=Vocabulary(tuple(ITEMS)),
    spell=Vocabulary(tuple(SPELLS), {name: _facts(spell.magic) for name, spell in SPELLS.items()}),
    usable=Vocabulary(tuple(_USABLE), {name: _facts(magic) for name, magic in _USABLE.items()}),
    castable=Vocabulary(tuple(dict.fromkeys((*SPELLS, *_USABLE)))),
)
write_order = LINES.write


def read_order(text: str) -> m.Order | Fault:
    """One order line, or what is wrong with it; never raises."""
    return LINES.read(text, KNOWN)


def stored(text: str) -> m.Order:
    """An order from the record; raises ValueError if it is none."""
    return LINES.stored(text, KNOWN)


# --- the lines of a text ---


@record
class Misread:
    """A line that could not be read: its number (from 1), its text, why."""

    line: int
    text: str
    fault: Fault


def read_lines(lines: Sequence[str]) -> tuple[tuple[m.Order, ...], tuple[Misread, ...]]:
    """A sheet's own lines: the orders in their order, and every line that is none.

    A STANDING block that is not ended ends with the sheet.
    """
    orders: list[m.Order] = []
    misread: list[Misread] = []
    inside = False
    for number, text in enumerate(lines, 1):
        if not words_of(text):
            continue
        order = read_order(text)
        if not isinstance(order, Fault):
            wrong = misplaced(order, inside=inside)
            order = Fault(wrong) if wrong else order
        if isinstance(order, Fault):
            misread.append(Misread(number, text, order))
            continue
        inside = isinstance(order, m.BeginStanding) or (inside and not isinstance(order, m.EndStanding))
        orders.append(order)
    return tuple(orders), tuple(misread)


def misplaced(order: m.Order, *, inside: bool) -> str:
    """Why an order cannot stand inside, or outside, a STANDING block; "" if it can (MAIL-4)."""
    if inside and not isinstance(order, (*STANDING_VERBS, m.EndStanding)):
        return "STANDING holds CAST, USE, KILL, RETREAT, AUTO and DRAW only"
    return "END STANDING without STANDING" if isinstance(order, m.EndStanding) and not inside else ""


words_of = _CUTTER.words

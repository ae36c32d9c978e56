"""The lines of a sheet (ORD), a row each: read and written by it; nothing here raises for what a player may write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from magika_gm.engine.lines.loose import (
    Among,
    Each,
    Flag,
    Hollow,
    Joint,
    Named,
    Range,
    Signed,
    Skip,
    Spread,
    Strewn,
    Tail,
    Tailed,
    Times,
    Upto,
    Verbs,
)
from magika_gm.engine.lines.parts import After, By, Coded, End, Number, One, Perhaps, Refuse, Several, Without
from magika_gm.engine.lines.rows import AnyOrder, Lines, OneOf, Row
from magika_gm.engine.lines.runs import Alone, Apart, Headed, Heads
from magika_gm.engine.lines.words import LOOSELY, Cutter, Known, Vocabulary
from magika_gm.engine.words import Fault
from magika_gm.games.rune_war.adviser import SUITED, Aim, AimKind, Wish
from magika_gm.games.rune_war.orders import model as m
from magika_gm.games.rune_war.rules.tables import (
    CLAN_BY_PREFIX,
    CLAN_BY_TITLE,
    CREATURES,
    NAMES,
    PLACES,
    SEATS,
    SPELLS,
    WIZARD_SPELLINGS,
    Aimed,
    Clan,
    Verb,
)
from magika_gm.games.rune_war.rules.terms import KIND, SUITS, may_begin_sequence

LONGEST_LINE = 500
"""Characters; a longer line is not looked into."""
MOST_SLACK = 99
MOST_TIMES = 99
EVERYTHING = (m.Runes(group=m.Group.ALL),)
WIND_WORDS: dict[str, str] = {"E": "EAST", "S": "SOUTH", "W": "WEST", "N": "NORTH"}
"""What a seat is called by its wind."""

# --- words ---

_TURNED = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d", "-"),
    **dict.fromkeys("\u2018\u2019\u00b4`", "'"),
    "&": " AND ",
}
_TEXT = Cutter(
    word="(.+)",
    dropped="\u200b\u200c\u200d\u2060\ufeff\u00ad",
    turned=_TURNED,
    upper=True,
    spaced=True,
    instead=((r"^(.*?)LINE[ -]UP\b", r"\1LINEUP"),),
)
"""The whole line."""
_GLUED = (r"\b(PLAY|POINTS|MIN)(?=\d)", r"\1 ")
"""Words with their number written in one: ``POINTS200``, ``MIN40`` (ORD-1)."""
_APART = (r"\b(MA|MZ|KA|IZ|[MZKI]) (?=[1-9])", r"\1")
"""Codes of creatures and places written in two: ``MA 1``, ``Z 3`` (ORD-1)."""
_ON_THE_MAP = Cutter(word=r"([^ ,:]+|[,:])", comment="", instead=(_GLUED, _APART))
_MAGIC = replace(_ON_THE_MAP, instead=((r"\bAND WHEN? ", "AND "), *_ON_THE_MAP.instead))
_RUNES = Cutter(
    word=r"([^ ,]+)",
    comment="",
    instead=(
        (r" *- *", "-"),
        (r"(?<=\d) +(?=[1-9 ]*[KSC](?![A-Z]))", ""),  # 66 K, 14 7K; a number alone is no rune (ORD-1, RUNE-2)
        (r"\b([RGW]) +(?=D\b)", r"\1"),  # there is no rune D
    ),
)
_AIMS = Cutter(word=r"([+!]|[^ ,+!]+)", comment="")
_SCORES = Cutter(word=r"(\S+)", comment="", instead=(_GLUED,))


def _number(least: int, most: int) -> Number:
    says = f"is no number from {least} to {most}"
    return Number(least=least, most=most, digits=6, says=f"{{said}} {says}", nothing=f"nothing {says}")


# --- runes (ORD-2) ---

_RUNE = One(among=KIND, says="")
_RUN = "([1-9]+)([KSC])"
_SINGLE = Row(m.Runes, "{first}", first=_RUNE, last=-1, group=None)
_ITEM = OneOf(
    _SINGLE,
    Spread(_RUN, _SINGLE),
    Range(
        m.Runes,
        "{first} {last}",
        pattern="([1-9])-([1-9])([KSC])",
        says="{said} runs backward",
        first=_RUNE,
        last=_RUNE,
        group=None,
    ),
    Row(
        m.Runes,
        "{group}",
        group=Named(of="group", kind="rune or group of runes", finding=LOOSELY, alone=True),
        first=-1,
        last=-1,
    ),
)
_WISHED = Each(
    m.ChowWish,
    "{runes} {start}",
    "runes",
    runes=_ITEM,
    start=After(
        "AS",
        Among(
            sets={
                f"{n}{n + 1}{n + 2}{suit}": start
                for suit in SUITS
                for n in range(1, 8)
                if may_begin_sequence(start := KIND[f"{n}{suit}"])
            },
            pattern=_RUN,
            most=3,
            until="NOT",
            about="runes",
            part=_ITEM,
            says="{taken} is no sequence, as 345S is",
            alone="AS {said} must stand after one rune of that sequence",
        ),
        empty=-1,
    ),
)
_LISTED = Several(_ITEM, none="runes are missing")
_HOLLOW = Hollow(word="NOT", says="runes are missing after NOT", nothing="runes are missing")
_NEVER = After("NOT", Several(_ITEM, passed=("NOT",), before=True))
_WISH = Row(
    Wish,
    "{aim} {slack}",
    aim=Row(
        Aim,
        "{kind} {suit}",
        kind=Named(of="aim", kind="aim", finding=LOOSELY, alone=True),
        suit=By(
            "kind",
            "aim",
            "suited",
            {
                True: Perhaps(
                    One(
                        among={suit: suit for suit in SUITS},
                        also={"SKULLS": "K", "SWORDS": "S", "CHARACTERS": "C"},
                        begun=True,
                        least=3,
                        says="",
                    ),
                    empty="",
                ),
                False: Without(empty=""),
            },
            writes=Perhaps(_RUNE, empty=""),
        ),
    ),
    slack=Signed(sign="+", part=_number(0, MOST_SLACK), word="!", value=m.NO_LIMIT, empty=m.DEFAULT_SLACK),
)


def _melds(kind: type, verb: str, example: str, always: Several) -> tuple[Row, Row]:
    return (
        Row(kind, f"{verb} NONE~ {{end}}", f"{verb} NONE", end=End(), always=(), never=EVERYTHING),
        Row(kind, f"{verb} {{hollow}} {{always}} {{never}}", example, hollow=_HOLLOW, always=always, never=_NEVER),
    )


_ABOUT_RUNES = (
    Row(m.KeepOrder, "KEEP {runes}", "KEEP 6K, 6K, RD", runes=_LISTED),
    Row(m.DiscardOrder, "DISCARD {runes}", "DISCARD N, 1C, 9C", runes=_LISTED),
    *_melds(m.PungOrder, "PUNG", "PUNG DRAGONS, E NOT 9K", Several(_ITEM, ("NOT",))),
    *_melds(m.ChowOrder, "CHOW", "CHOW 4S AS 345S, 2-8C NOT 5C", Several(_WISHED, ("NOT",))),
    *_melds(m.KongOrder, "KONG", "KONG NOT RD", Several(_ITEM, ("NOT",))),
)
_SCORE = _number(1, 99999)
_GAME = (
    Row(m.GameOrder, "GAME NO {end}", "GAME NO", end=End(), no=True),
    Row(
        m.GameOrder,
        "GAME {said}",
        "GAME DRAWN MIN 40",
        said=AnyOrder(
            Row(m.GameOrder, "DRAWN~", drawn=True),
            Row(m.GameOrder, "MIN~ {least}", least=_SCORE),
            Row(m.GameOrder, "MINIMUM~ {least}", least=_SCORE),
            other="{said} is not NO, DRAWN or MIN",
            none="GAME needs NO, DRAWN or MIN and a score",
        ),
    ),
)

# --- creatures, places, opponents ---

_BETWEEN = (",", "AND")
_PREFIXES = "|".join(CLAN_BY_PREFIX)
_CODE = Coded(pattern=rf"((?:{_PREFIXES})[1-9]\d{{0,5}})", written="{1}", says="")
_NAMELESS = One(among={"NEW": "NEW", "ANY": "ANY"}, says="")


def _creatures(*more: Row) -> Strewn:
    creature = OneOf(
        Row(m.CreatureRef, "{name} {end}", name=_CODE, end=End(), kind=m.RefKind.CODE),
        Row(m.CreatureRef, "NEW {end}", end=End(), kind=m.RefKind.NEW),
        *more,
        Row(m.CreatureRef, "{name}", name=Named(of="creature", kind="creature", finding=LOOSELY), kind=m.RefKind.KIND),
    )
    return Strewn(part=creature, by=_BETWEEN, none="creatures are missing", each=OneOf(_CODE, _NAMELESS))


_CREATURES = _creatures()
_TARGETS = After("ON", _creatures(Row(m.CreatureRef, "ANY {end}", end=End(), kind=m.RefKind.ANY)))
_PLACE_CODE = One(among={code: code for code in PLACES}, says="")
_PLACE = OneOf(Alone(_PLACE_CODE), Named(of="place", kind="place", finding=LOOSELY))
_PLACES = Strewn(part=_PLACE, by=_BETWEEN, none="places are missing", each=_PLACE_CODE)
_NAMED_RIVALS = {
    "ANY": m.Rival(m.RivalKind.ANY),
    **{word: m.Rival(m.RivalKind.WIND, rune) for rune, word in WIND_WORDS.items()},
    **{title: m.Rival(m.RivalKind.CLAN, clan.value) for title, clan in CLAN_BY_TITLE.items()},
    **{spelling: m.Rival(m.RivalKind.WIZARD, name) for spelling, name in WIZARD_SPELLINGS.items()},
}
_RIVALS_BY_SEAT = {seat: m.Rival(m.RivalKind.SEAT, seat) for seat in SEATS}
_RIVALS_WRITTEN = {
    **{rival: rival.name if rival.kind is m.RivalKind.WIZARD else word for word, rival in _NAMED_RIVALS.items()},
    **{rival: seat for seat, rival in _RIVALS_BY_SEAT.items()},
}
_RIVALS = After(
    "ON",
    Strewn(
        part=Named(of="rival", kind="opponent", finding=LOOSELY, also=_RIVALS_BY_SEAT, written=_RIVALS_WRITTEN),
        by=_BETWEEN,
        none="opponents are missing",
    ),
)
_CLANS_WRITTEN: Mapping[Clan, str] = {clan: clan.title.upper() for clan in Clan}

# --- CAST ---

_AT = After("AT", _PLACES)
_CAST = Headed(
    m.CastOrder,
    "CAST {spell} {creatures} {rivals} {places} {when} {times} {always} {save}",
    "CAST Heal ON MA1, ANY WHEN POINTS 200 ALWAYS",
    Heads(
        first="spell",
        words={"ON": "creatures", "AT": "places", "X": "times", "WHEN": "when", "SAVE": "save", "ALWAYS": "always"},
        twice="{said} stands twice",
        cut=True,
        like={r"X\d{1,3}": "X"},
        shares={"rivals": "creatures"},
        early=True,
    ),
    ("spell", "creatures", "rivals", "places", "when", "save", "always", "times"),
    spell=Named(of="magic", kind="spell or creature", finding=LOOSELY),
    creatures=By(
        "spell",
        "magic",
        "on",
        {"": Without("ON", says="{spell} has no target"), "creatures": _TARGETS, "opponents": Skip()},
        writes=_TARGETS,
    ),
    rivals=By("spell", "magic", "on", {"": Skip(), "creatures": Skip(), "opponents": _RIVALS}, writes=_RIVALS),
    places=By(
        "spell",
        "magic",
        "at",
        {
            "": Without("AT", says="{spell} has no place"),
            "may": _AT,
            "must": replace(_AT, wanted="{spell} needs AT and a place"),
        },
        writes=_AT,
    ),
    when=Joint(
        Row(m.CastOrder, "PLAY~ {play}", play=_SCORE),
        Row(m.CastOrder, "POINTS~ {points}", points=_SCORE),
        Row(m.CastOrder, "READY~", ready=True),
        word="WHEN",
        by=_BETWEEN,
        none="WHEN needs PLAY, POINTS or READY",
        other="{left} is not PLAY n, POINTS n or READY",
    ),
    save=Flag(word="SAVE", says="{said} after SAVE is not understood"),
    always=Flag(word="ALWAYS", value=0, field="times", says="{said} after ALWAYS is not understood"),
    times=Times(
        sign="x",
        part=_number(1, MOST_TIMES),
        field="times",
        empty=1,
        words={0: "ALWAYS", 1: ""},
        says="either ALWAYS or a number of times",
    ),
)

# --- the map ---

_CONDITIONS = "IF EMPTY, NOT EMPTY, MINE or OF and a clan"
_IF = After(
    "IF",
    OneOf(
        Row(m.Condition, "EMPTY~ {end}", end=End(), test=m.Test.EMPTY),
        Row(m.Condition, "NOT_EMPTY~ {end}", end=End(), test=m.Test.NOT_EMPTY),
        Row(m.Condition, "MINE~ {end}", end=End(), test=m.Test.MINE),
        Row(
            m.Condition,
            "OF {clan}",
            clan=Named(
                of="clan",
                kind="clan",
                finding=replace(LOOSELY, missing=f"IF OF is not {_CONDITIONS}"),
                written=_CLANS_WRITTEN,
            ),
            test=m.Test.OF,
        ),
        Refuse(says=f"IF {{left}} is not {_CONDITIONS}"),
    ),
    empty=None,
)


def _going(kind: type, verb: str, way: str, example: str, most: int, *, sole: bool) -> Tailed:
    says = f"at most {most} step{'s' if most > 1 else ''} in a line"
    steps = Apart(_PLACE, "THEN", cut=True, most=most, says=says, sole=sole)
    return Tailed(
        kind,
        f"{verb} {{creatures}} {{{way}}} {{condition}} {{otherwise}}",
        example,
        "creatures",
        (
            Tail(field=way, word="TO", wanted=f"{verb} needs TO and a place", always=True),
            Tail(field="condition", word="IF", wanted="ELSE needs an IF before it"),
            Tail(field="otherwise", word="ELSE"),
        ),
        ("otherwise", way, "condition", "creatures"),
        creatures=_CREATURES,
        condition=_IF,
        otherwise=After("ELSE", steps, more="TO", empty="" if sole else ()),
        **{way: After("TO", steps)},
    )


_ON_THE_ISLE = (
    _going(m.MoveOrder, "MOVE", "way", "MOVE MA1, MA2 TO M4 THEN Z3 IF EMPTY ELSE TO M8", most=2, sole=False),
    _going(m.GateOrder, "GATE", "place", "GATE MA1, MA3 TO M7", most=1, sole=True),
    Row(
        m.LineupOrder,
        "LINEUP {place} {creatures}",
        "LINEUP Z3: MA2, MA1",
        place=Upto(":", _PLACE),
        creatures=_CREATURES,
    ),
    Row(m.DismissOrder, "DISMISS {creatures}", "DISMISS MA3", creatures=_CREATURES),
    Tailed(
        m.ClaimOrder,
        "CLAIM {places} {condition}",
        "CLAIM Z3, Z5 IF OF MARZ",
        "places",
        (Tail(field="condition", word="IF"),),
        ("places", "condition"),
        places=_PLACES,
        condition=_IF,
    ),
)

# --- lines ---

_AIM = Row(m.AimOrder, "AIM {wishes}", "AIM HALF K +3, FLUSH !", wishes=Several(_WISH, none="AIM needs an aim"))
LINES: Lines[m.Order] = Lines(
    _TEXT,
    Verbs(
        (_AIMS, [_AIM]),
        (_RUNES, _ABOUT_RUNES),
        (_SCORES, _GAME),
        (_MAGIC, [_CAST]),
        (_ON_THE_MAP, _ON_THE_ISLE),
        pattern="([A-Z]+)[:,]? *(.*)",
        finding=LOOSELY,
        kind="order",
        missing="the line begins with no order",
    ),
    longest=LONGEST_LINE,
    too_long="the line has more than {longest} characters",
)


def _on(spell: str) -> str:
    aimed = SPELLS[spell].target
    return "opponents" if aimed is Aimed.OPPONENT else "" if aimed is Aimed.SELF else "creatures"


KNOWN = Known(
    group=Vocabulary({group.value: group for group in m.Group}),
    aim=Vocabulary({kind.value: kind for kind in AimKind}, {kind: {"suited": kind in SUITED} for kind in AimKind}),
    creature=Vocabulary(tuple(CREATURES)),
    place=Vocabulary({name: code for code, name in NAMES.items()}),
    clan=Vocabulary(CLAN_BY_TITLE, written=_CLANS_WRITTEN),
    rival=Vocabulary(_NAMED_RIVALS, written=_RIVALS_WRITTEN),
    magic=Vocabulary(
        (*SPELLS, *CREATURES),
        {
            **{
                name: {"on": _on(name), "at": "must" if spell.does is Verb.TELEPORT else ""}
                for name, spell in SPELLS.items()
            },
            **{name: {"on": "", "at": "may"} for name in CREATURES},
        },
    ),
)
write_order = LINES.write


def read_line(text: str, line: int = 0) -> m.Order | Fault:
    """One order line, or what is wrong with it; never raises. ``line`` is its number in the sheet."""
    read = LINES.read(text, KNOWN)
    return replace(read, line=line) if line and not isinstance(read, Fault) else read


def read_lines(lines: Sequence[str]) -> tuple[tuple[m.Order, ...], tuple[int, ...]]:
    """The orders of a list of lines, numbered from 1, and the numbers of those that cannot be read.

    Blank lines and comments are passed over.
    """
    read = {n: read_line(text, n) for n, text in enumerate(lines, 1) if text.partition(";")[0].strip()}
    orders = tuple(order for order in read.values() if not isinstance(order, Fault))
    return orders, tuple(n for n, order in read.items() if isinstance(order, Fault))


def stored(text: str) -> m.Order:
    """An order from the record; raises ValueError if it is none."""
    return LINES.stored(text, KNOWN)

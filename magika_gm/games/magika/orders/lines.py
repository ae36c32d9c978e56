"""The lines of a sheet (docs/orders.md), a row each: tolerant of how they are written, strict about what they mean.

``read_order(write_order(order)) == order`` for every order; nothing here raises for what a player may write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from magika_gm.engine.lines.loose import Named, Tail, Tailed
from magika_gm.engine.lines.parts import (
    After,
    By,
    Coded,
    End,
    Maybe,
    Numbered,
    One,
    Only,
    Part,
    Perhaps,
    Refuse,
    Without,
    Word,
)
from magika_gm.engine.lines.rows import Lines, OneOf, Row, read_part
from magika_gm.engine.lines.runs import Alone
from magika_gm.engine.lines.spoken import Led, Needs
from magika_gm.engine.lines.tried import Bare, First, Heap, Judged, Marked, Mistaken, Passed, Text
from magika_gm.engine.lines.words import Cutter, Finding, Known, Near, Vocabulary
from magika_gm.engine.words import LONGEST_LINE, Fault, words_of
from magika_gm.games.magika.orders import model as m
from magika_gm.games.magika.rules.arena import DIRECTIONS
from magika_gm.games.magika.rules.spellbook import ALIASES, CODES, SPELLS
from magika_gm.games.magika.rules.tables import ARTIFACT_TITLES, ARTIFACTS, COLOURS, EBON, LETTERS, TERRAIN_NAMES

Roster = Mapping[str, str]
"""Letter → character's name."""
VERBS = ("MOVE", "REST", "SEARCH", "MEDITATE", "CAST", "DROP", "GIVE", "DEMAND", "DON")
MOST_POINTS = 999
_ALSO = {"GO": "MOVE", "WALK": "MOVE", "WEAR": "DON"}
_FILLING = ("AND", "THE", "A", "AN", "MY", "ALSO")
_CUTTER = Cutter(
    word=r"([+-]\s*[0-9]+(?!\S)|[^\s+-]\S*)",
    comment="",
    turned={
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d", "-"),
        **dict.fromkeys(".,!?:;()[]{}<>\"'`*_=/\\|~^\u00b4\u2018\u2019\u201c\u201d\u00ab\u00bb\u2022\u00b7", " "),
        "&": " AND ",
    },
    upper=True,
    first=((r";(?:.|\s)*", ""), (r"\b([NSns])\.\s?([EWew])\b\.?", r"\1\2"), (r"#\s?(?=\d)", " S")),
    instead=(("([+-])", r" \1"), (r"\bSCROLLS? (?=\d)", "S")),
)
"""Without punctuation; a sign is of the number after it."""

# --- mages ---

_OTHERWISE = "a letter, EBON, or a character's name"
_NAMED = Finding(
    ways=(("is", "case"),),
    missing=f"name a mage: {_OTHERWISE}",
    none="{said} is no mage's letter (A to L, or EBON) or name",
)
_WRITTEN = {EBON: "EBON"}
_ANYBODY = Named(of="mage", kind="mage", finding=_NAMED, written=_WRITTEN)
_MAGE = Bare(_ANYBODY, ("THE", "MAGE"))
"""Letter, EBON, or name: whole, by its first words if only his, or by one of its words."""
_ADDRESSED = {**{letter: letter for letter in LETTERS if letter != EBON}, "EBON": EBON}


def _cut(name: str) -> list[str]:
    return [word for word in words_of(name) if word not in ("THE", "MAGE")]


def known_of(names: Roster | None) -> Known:
    """What lines may name, with the characters' names that are known."""
    return _known_of(tuple(sorted((names or {}).items())))


@lru_cache(maxsize=256)
def _known_of(roster: Sequence[tuple[str, str]]) -> Known:
    names = {letter: _cut(name) for letter, name in roster if _cut(name)}
    meant: dict[str, list[str]] = {}
    for texts in (
        {letter: {word for word in name if len(word) > 2} for letter, name in names.items()},
        {letter: {" ".join(name[:end]) for end in range(1, len(name))} for letter, name in names.items()},
        {letter: {" ".join(name)} for letter, name in names.items()},
    ):
        found: dict[str, list[str]] = {}
        for letter, spellings in texts.items():
            for text in spellings:
                found.setdefault(text, []).append(letter)
        meant |= found
    his = {f"{one} {text}": [one] for text in meant for one in names if _names(text, names[one])}
    meant |= his | {text: [letter] for text, letter in _ADDRESSED.items()} | {EBON: [EBON]}
    titles = dict(roster)
    near = {" ".join(name): titles[letter] for letter, name in names.items()}
    near |= {name[0]: titles[letter] for letter, name in names.items() if name[0] not in near}
    return Known(
        spell=_SPELLS,
        mage=Vocabulary(
            {text: letters[0] for text, letters in meant.items() if len(letters) == 1},
            written=_WRITTEN,
            near=near | {"EBON": "EBON"},
            refused={text: _of_several(text, letters, titles) for text, letters in meant.items() if len(letters) > 1},
        ),
    )


def _names(text: str, name: Sequence[str]) -> bool:
    said = text.split()
    return list(name[: len(said)]) == said or (len(said) == 1 and len(text) > 2 and text in name)


def _of_several(text: str, letters: Sequence[str], titles: Roster) -> Fault:
    *others, last = (f"{letter} ({titles[letter]})" for letter in letters)
    return Fault(f"{text} may be {', '.join(others)} or {last}: give the letter", tuple(letters))


# --- colours, directions, terrain, changes ---

_TEAM = ("CLOAK", "CLOAKS", "TEAM", "THE", "MY", "COLOUR", "COLOR", "OF", "MAGES", "A")
_COLOURS = {colour.upper(): colour for colour in COLOURS}
_COLOUR = One(
    among=_COLOURS,
    begun=True,
    least=3,
    plural=True,
    says="{said} is not a cloak colour",
    near=Near(tuple(_COLOURS), rather=True),
)
_BLACK = One(among={"BLACK": "black"}, begun=True, least=3, plural=True, says="")
_ONE_COLOUR = f"name one cloak colour: {', '.join(_COLOURS)}"
_NO_COLOUR = Refuse(_BLACK, says="Black is no colour and cannot be aimed at (CAST-11)")
_LONG = {"N": ("NORTH", "N"), "S": ("SOUTH", "S"), "E": ("EAST", "E"), "W": ("WEST", "W")}
_SLANTING = [way for way in DIRECTIONS if len(way) == 2]
_TWO_ROWS = {"N": "N", "S": "S"}
_DUE = One(
    among=_TWO_ROWS,
    also={
        how.format(text): way
        for way in _TWO_ROWS
        for text in _LONG[way]
        for how in ("{}", "{} 2", "2 {}")
        if how.format(text) != way
    },
    says="",
)
_WAY = One(
    among={way: way for way in DIRECTIONS},
    also={
        **{f"{one} {two}": way for way in _SLANTING for one in _LONG[way[0]] for two in _LONG[way[1]]},
        **{_LONG[way[0]][0] + _LONG[way[1]][0]: way for way in _SLANTING},
        "EAST": "E",
        "WEST": "W",
    },
    says="{said} is not a direction",
    near=Near(DIRECTIONS, rather=True),
)
_TERRAINS = {name.upper(): m.Parameter(name.upper(), code) for code, name in enumerate(TERRAIN_NAMES) if 4 <= code <= 9}
_TERRAIN = One(
    among=_TERRAINS,
    also={
        **{text: _TERRAINS[name] for text, name in {"GLACIER": "GLACIAL", "MTN": "MOUNTAIN", "HILL": "HILLS"}.items()},
        **{
            f"{sign}{terrain.value}": terrain
            for terrain in _TERRAINS.values()
            for sign in ("", "T", "T ", "T T", "TERRAIN ", "TERRAIN T")
        },
    },
    begun=True,
    least=3,
    plural=True,
    says=f"{{said}} is not among terrains 4 to 9 ({' '.join(_TERRAINS)})",
    near=Near(tuple(_TERRAINS)),
)
_CHANGES = {f"{change:+d}": m.Parameter(f"{change:+d}", change) for change in (1, 2, 3, -1, -2, -3)}
_CHANGE = One(
    among=_CHANGES,
    also={
        **{text[1:]: change for text, change in _CHANGES.items() if change.value > 0},
        **{f"PLUS {text[1:]}": change for text, change in _CHANGES.items() if change.value > 0},
        **{f"MINUS {text[1:]}": change for text, change in _CHANGES.items() if change.value < 0},
    },
    says="the change is from -3 to +3 and not 0, not {said}",
)

# --- scrolls, artifacts, cloaks, points ---

_NAMES = {" ".join(words_of(spell.name)): spell.code for spell in SPELLS}
_ALIASES = {alias.upper(): code for alias, code in ALIASES.items()}
_SPELLINGS = {**{code.casefold(): code for code in CODES}, **ALIASES, **_NAMES}
"""Codes, aliases and full names of spells with the code each stands for, to look for near ones."""
_SPELLS = Vocabulary(
    CODES,
    {
        spell.code: {
            "minor": "aim" if spell.parameter == "aim" else spell.parameter_at(False),
            "major": {"aim": "team", "direction": "far"}.get(spell.parameter, spell.parameter_at(True)),
        }
        for spell in SPELLS
    },
)
_NUMBER = Coded(pattern=r"S0*([1-9]\d?)", written="S{1}", apart="S", says="")


def _scroll(says: str, nothing: str = "") -> OneOf:
    near = Near(_SPELLINGS, ending="X")
    codes = {code: code for code in CODES}
    return OneOf(_NUMBER, One(among=codes, also={**_ALIASES, **_NAMES}, says=says, nothing=nothing, near=near))


_LEVELS = {"MAJOR": True, "MINOR": False, "X": True}
_SPELL = Marked(
    part=_scroll("{said} is not a spell code or a scroll's number (S1, S2 …)", "say which spell: CAST Heals"),
    names=("scroll", "major", "spell"),
    mark="X",
    marks=_LEVELS,
    passed=("THE", "MY", "SPELL", "SCROLL"),
    both="MINOR or major? {said} is major",
)
_NOT_READ = "{said}: a scroll has no level until it is read"
_OWN = Marked(
    part=_scroll("{said} is not a scroll's number (S1, S2 …) or code", "name one of your scrolls: S3 or its code"),
    mark="X",
    none=_NOT_READ,
)
_TITLES = {artifact.upper(): ARTIFACT_TITLES[artifact].upper() for artifact in ARTIFACTS}
_ARTIFACTS = {artifact.upper(): artifact for artifact in ARTIFACTS}
_SPELT = {"SCEPTRE": "scepter", "ANHK": "ankh"}
"""Other spellings: the British one, and the rule book's own."""


def _mistitled(text: str) -> Refuse:
    """``CROWN OF EVIL``."""
    also = {other: text for other, artifact in _SPELT.items() if artifact == _ARTIFACTS[text]}
    said = One(among={text: text}, also=also, plural=True, says="")
    other = Coded(pattern=rf"(?!{_TITLES[text].split()[-1]}$).*", written="{0}", says="")
    near = Near((_TITLES[text],), always=True)
    return Refuse(said, Word("OF"), other, says=f"there is no {text} OF {{said}}", near=near, past=2)


_ARTIFACT = One(
    among=_ARTIFACTS,
    also={
        **_SPELT,
        **{_TITLES[text]: artifact for text, artifact in _ARTIFACTS.items()},
        "ANHK OF ELVENKIND": "ankh",
    },
    begun=True,
    least=3,
    plural=True,
    says="{said} is not an artifact",
    nothing="name an artifact: CROWN",
    near=Near((*_ARTIFACTS, *_SPELT)),
)
_RIGHTLY = [_mistitled(text) for text in _ARTIFACTS]
_ONE_ARTIFACT = Bare(OneOf(*_RIGHTLY, _ARTIFACT), _FILLING, more="one artifact only; {left} is too much")
_IN_CLOAK = ("{} CLOAK", "CLOAK {}", "CLOAK OF {}", "{}")
_CLOAK = One(
    among={f"{text} CLOAK": f"cloak:{colour}" for text, colour in _COLOURS.items()},
    also={how.format(text): f"cloak:{colour}" for text, colour in _COLOURS.items() for how in _IN_CLOAK[1:]},
    begun=True,
    least=3,
    plural=True,
    says="",
)
_STATISTICS = {"ENDURANCE": "endurance", "ARCANIA": "arcania"}
_STAT = One(
    among={text: text for text in _STATISTICS},
    begun=True,
    least=3,
    plural=True,
    says="{amount} of what? Points are ENDURANCE or ARCANIA, a scroll is S{amount}",
)
_TOO_MANY = f"give 1 to {MOST_POINTS} points: 30 {{of}}"
_AMOUNT = Numbered(pattern=r"\+?(\d+)", written="{}", says=_TOO_MANY)
_ENOUGH = Only("amount", (), _TOO_MANY, numbers=(1, MOST_POINTS))
_THING = OneOf(
    Refuse(
        One(among={how.format("BLACK"): how for how in _IN_CLOAK}, plural=True, says=""),
        says="there is no black cloak: Black is to wear none",
    ),
    _OWN,
    *_RIGHTLY,
    _ARTIFACT,
    _CLOAK,
    Refuse(One(among={"CLOAK": "CLOAK"}, plural=True, says=""), says="say which cloak: RED CLOAK"),
    Row(m.Points, "{of} {amount} {enough}", of=_STAT, amount=_AMOUNT, enough=_ENOUGH),
    Row(
        m.Points,
        "{amount} {points} {of} {enough}",
        amount=_AMOUNT,
        points=Passed(("POINT", "POINTS", "OF")),
        of=_STAT,
        enough=_ENOUGH,
    ),
    Refuse(
        says="{said} is not a scroll, an artifact or a cloak",
        near=Near(
            {
                **{text: text for text in (*_ARTIFACTS, *_SPELT)},
                **{text: f"{text} CLOAK" for text in _COLOURS},
                "CLOAK": "RED CLOAK",
                **_SPELLINGS,
            }
        ),
    ),
)
_GOODS = Heap(
    part=_THING,
    name="things",
    of=("of", "amount"),
    numbers=_STATISTICS,
    passed=(*_FILLING, "SCROLL", "SCROLLS"),
    once=r"[A-Z]+|S\d+",
    twice="{said} is named twice",
    again="{said} is given twice: say how much in all",
    none="name at least one thing: a scroll, an artifact or a cloak",
)

# --- what a spell is cast on (CAST-1, CAST-2) ---

_DISTANCE = Numbered(
    pattern=r"[+-]?(\d{1,2})", written="{}", says="after {text} comes a distance from 1 to 3 and nothing else"
)
_NO_MORE = End(says=_DISTANCE.says)
_WAY_THEN = replace(_WAY, nothing="{value} is not a direction")


def _direction(most: int, says: str, *due: Row | Refuse) -> Bare:
    given = {"text": _WAY, "end": _NO_MORE, "far": Only("value", (), says, numbers=(1, most))}
    rows = (
        Row(m.Parameter, "{text} {value} {end} {far}", value=Perhaps(_DISTANCE, empty=1), **given),
        Row(m.Parameter, "{value} {text} {end} {far}", value=_DISTANCE, **{**given, "text": _WAY_THEN}),
    )
    return Bare(OneOf(rows[0], *due, rows[1], rows[0]), ("BY", "SPACES", "SPACE", "RINGS"))


_ALONE = End(says="{text} always goes over exactly two rows; write {text} alone")
_FAR = _direction(
    3,
    "it reaches 1 to 3 spaces",
    Row(m.Parameter, "{text} {end}", text=_DUE, end=_ALONE, value=1),
)
_ONE_SPACE = "it reaches one space only; TelPtX reaches up to 3"
_NEAR = _direction(
    1,
    _ONE_SPACE,
    Refuse(_DUE, says="N and S go over two rows and are for TelPtX", near=Near(DIRECTIONS, always=True)),
)
_OF_COLOUR = Bare(OneOf(_NO_COLOUR, Row(m.Parameter, "{text}", text=_COLOUR)), _TEAM, one=_ONE_COLOUR)
_OF_MAGE = OneOf(
    Refuse(Alone(One(among=_COLOURS, says="")), says="{said} is a colour"),
    Row(m.Parameter, "{text}", text=_MAGE),
)
_OF_LETTER = Bare(Row(m.Parameter, "{text}", text=One(among=_ADDRESSED, also={EBON: EBON}, says="")), ("THE", "MAGE"))
_OF_CHANGE = Bare(_CHANGE, (), more="one change only; {left} is too much")
_OF_TERRAIN = Bare(_TERRAIN, (), more="one terrain only; {left} is too much")
_OF_ARTIFACT = Row(m.Parameter, "{text}", text=_ONE_ARTIFACT)
_OF_SCROLL = Bare(
    OneOf(
        Row(m.Parameter, "{text} {end}", text=Coded(pattern=r"\+?0*([1-9]\d?)", written="S{1}", says=""), end=End()),
        Row(m.Parameter, "{text}", text=_OWN),
    ),
    (*_FILLING, "SCROLL"),
    more="one scroll only; {left} is too much",
)


def _aim(part: Part, wanted: str, *mistaken: Part) -> Part:
    judged = Judged(part, "{spell}: ", f"{{spell}} needs {wanted} after it")
    return First(judged, *mistaken, judged) if mistaken else judged


_A_MAGE, _A_COLOUR, _A_DIRECTION = "a mage's letter", "a cloak colour", "a direction (NE)"
_BEYOND = Mistaken(_direction(3, ""), _ONE_SPACE, "CAST TelPtX {value}")
_AIMS: Mapping[str, Part] = {
    "": Row(
        m.Parameter,
        "{text} {end}",
        text=Without(empty=""),
        end=End(says="{spell} takes nothing after it; {left} is too much"),
    ),
    "mage": _aim(_OF_MAGE, _A_MAGE),
    "aim": _aim(
        _OF_MAGE, _A_MAGE, Mistaken(_OF_COLOUR, f"{{spell}} needs {_A_MAGE}, not {{left}}", "CAST {scroll}X {value}")
    ),
    "team": _aim(
        _OF_COLOUR, _A_COLOUR, Mistaken(_OF_MAGE, f"{{spell}} needs {_A_COLOUR}, not {{left}}", "CAST {scroll} {value}")
    ),
    "terrain": _aim(_OF_TERRAIN, "a terrain (FOREST, HILLS, SWAMP, DESERT, MOUNTAIN, GLACIAL or T4 to T9)"),
    "shift": _aim(_OF_CHANGE, "a change from -3 to +3 (+2)"),
    "direction": _aim(First(_NEAR, _BEYOND, _NEAR), _A_DIRECTION),
    "far": _aim(_FAR, _A_DIRECTION),
    "artifact": _aim(_OF_ARTIFACT, "an artifact (CROWN)"),
    "scroll": _aim(_OF_SCROLL, "one of your scrolls (S3 or its code)"),
}
"""By the spell's kind of parameter at its level."""
_ANYTHING = (*_COLOURS, *_TERRAINS, *DIRECTIONS, *LETTERS)
_NOTHING_AT_ALL = replace(_ANYBODY, finding=replace(_NAMED, none="no spell can be cast on {said}", offers=_ANYTHING))


def _anything(major: bool) -> Maybe:
    """Of a scroll by its number: whatever a spell of that level may be cast on."""
    minor, far = (
        [_OF_LETTER, _OF_COLOUR, way, _OF_CHANGE, _OF_TERRAIN, _OF_ARTIFACT, _OF_SCROLL] for way in (_NEAR, _FAR)
    )
    these, those = (far, minor) if major else (minor, far)
    other = Mistaken(
        First(*map(Text, those)),
        f"no {'major' if major else 'minor'} spell can be cast on {{left}}",
        f"CAST {{scroll}}{'' if major else 'X'} {{value}}",
    )
    named = Text(Bare(_NOTHING_AT_ALL, ("THE", "MAGE")))
    return Maybe(First(*map(Text, these), named, other, named), (), empty="")


def _at_level(fact: str, major: bool) -> By:
    aims = {kind: Text(part) for kind, part in _AIMS.items()}
    return By("scroll", "spell", fact, aims, writes=aims[""], other=_anything(major))


_CAST_ON = {True: _at_level("major", major=True), False: _at_level("minor", major=False)}

# --- lines ---


def _due(way: str, long: str) -> Refuse:
    near = Near((f"MOVE {way}E", f"MOVE {way}W"), always=True)
    return Refuse(One(among={way: way}, also={long: way}, says=""), says=f"no space lies due {way}", near=near)


_HERE = replace(_WAY, nothing="say in which direction: MOVE NE")
_NO_ORDER = "{said} is not an order"


def _alone(kind: type, verb: str) -> Row:
    return Row(kind, f"{verb} {{end}}", verb, end=End(says=f"{verb} stands alone; {{left}} is too much"))


LINES: Lines[m.Order] = Lines(
    _CUTTER,
    Led(
        Row(
            m.Move,
            "MOVE {direction}",
            "MOVE NE",
            direction=Bare(
                OneOf(_HERE, _due("N", "NORTH"), _due("S", "SOUTH"), _HERE),
                ("TO", "THE"),
                more="one move a phase; {left} is too much",
            ),
        ),
        _alone(m.Rest, "REST"),
        _alone(m.Search, "SEARCH"),
        _alone(m.Meditate, "MEDITATE"),
        Row(
            m.Cast,
            "CAST {said} {towards} {parameter}",
            "CAST TelPtX NE 3",
            said=_SPELL,
            towards=Passed(("ON", "AT", "TO", "AGAINST", "THE")),
            parameter=By("major", "", "", _CAST_ON, writes=_CAST_ON[True]),
        ),
        Row(
            m.Drop,
            "DROP {goods} {points}",
            "DROP S1, CROWN, RED CLOAK",
            goods=_GOODS,
            points=Needs(
                fields=("endurance", "arcania"),
                says="points cannot be dropped; they can be given to EBON (GIVE-3)",
            ),
        ),
        Tailed(
            m.Give,
            "GIVE {goods} {to} {points}",
            "GIVE TelPt, CROWN TO F",
            "goods",
            (Tail(field="to", word="TO", wanted="say to whom: GIVE CROWN TO F", always=True),),
            ("goods", "to", "points"),
            goods=_GOODS,
            to=After("TO", _MAGE),
            points=Needs(
                fields=("endurance", "arcania"),
                unless=("to", EBON, "EBON"),
                says="points of endurance and arcania can be given to the Ebon Mage only (GIVE-3)",
            ),
        ),
        Tailed(
            m.Demand,
            "DEMAND {artifact} {holder}",
            "DEMAND CROWN FROM F",
            "artifact",
            (Tail(field="holder", word="FROM", wanted="say from whom: DEMAND CROWN FROM F", always=True),),
            ("artifact", "holder"),
            artifact=_ONE_ARTIFACT,
            holder=After("FROM", _MAGE),
        ),
        Row(
            m.Don,
            "DON {colour}",
            "DON RED",
            colour=Bare(replace(_COLOUR, among={**_COLOURS, "BLACK": "black"}), _TEAM, one=_ONE_COLOUR),
        ),
        verbs=VERBS,
        finding=Finding(
            ways=(("is", "case"), ("begins", "case"), ("letters", "case")),
            several="{said} may be more than one order",
            none=_NO_ORDER,
            offers=tuple(_ALSO),
        ),
        also=_ALSO,
        rather={"MOVE": OneOf(_WAY, _DUE)},
        mistaken=(
            Mistaken(_WAY, _NO_ORDER, "MOVE {value} {rest}"),
            Mistaken(_SPELL, _NO_ORDER, "CAST {value} {rest}"),
        ),
    ),
    longest=LONGEST_LINE,
    too_long="the line is too long for an order ({length} characters)",
    blank=m.REST,
)
write_order = LINES.write


def read_order(text: str, roster: Roster | None = None) -> m.Order | Fault:
    """The order a line stands for, or what is wrong with it; ``roster`` lets mages be called by name. Never raises."""
    return LINES.read(text, known_of(roster))


def read_mage(said: Sequence[str], roster: Roster | None = None) -> str | Fault:
    """The letter a mage is meant by: letter, EBON, or his name in the roster."""
    found: str | Fault = read_part(_MAGE, said, known_of(roster))
    return found


@lru_cache(maxsize=4096)
def read_parameter(code: str, major: bool, text: str) -> m.Parameter | Fault:
    """What a spell is cast on at that level, from canonical or player's text (CAST-1, CAST-2)."""
    kind = _SPELLS.facts[code]["major" if major else "minor"]
    said = LINES.words(text).words[:-1]
    label = code + ("X" if major else "")
    found: m.Parameter | Fault = read_part(_AIMS[kind], said, known_of(None), spell=label, scroll=code)
    return found

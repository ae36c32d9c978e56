"""The sign-up form as mailed: ``SIGN-UP`` … ``END``. Pure: text in, a form and what is wrong with it out.

Who signs up, how he is reached and at what pace he plays is the same in every game; what he would play, his army or his
deck, are lines and blocks the game itself reads (``engine.seam.enrolment.SignUp``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from magika_gm import games
from magika_gm.app.accounts.rates import DIGITS
from magika_gm.app.record.contact import is_address, wish_faults, zone_faults
from magika_gm.engine.records import mutable, named_record
from magika_gm.engine.system import GameSystem
from magika_gm.engine.words import Fault, did_you_mean, name_fault, nearest, public_words, words_of

PACES = ("two", "three", "either")
MOST_LINES = 300
"""A deck alone may have a hundred."""
LEAST_PASSWORD = 8
_LONGEST_BEGIN = 100
_BEGIN = re.compile(
    r"\W{0,4}(?:SIGN[\s-]?UP|STAND[\s-]?BY)(?:\s+SHEET)?(?:\s*[:,]?\s+(?:FOR\s+|TO\s+)?(\w[\w \t-]{1,30}?))?\W*",
    re.IGNORECASE,
)
"""A form's first line; what follows may name the game. Who would take over what another leaves begins with STAND BY."""
_STANDBY = re.compile(r"\W{0,4}STAND", re.IGNORECASE)
_END = re.compile(r"\W{0,4}END(?:\s+SIGN[\s-]?UP)?\W*", re.IGNORECASE)
_SHEET = re.compile(r"\W{0,4}GAME\b(.*)", re.IGNORECASE)
_QUOTES = re.compile(r"(?:\s*[>|]\s?)+")
_QUOTED = re.compile(r"\s*[>|]\s?")
_FIELD = re.compile(
    r"\s*(RULE[\s-]BOOK|LARGE[\s-]PRINT|TIME[\s-]ZONE|POST[\s-]CODE|[A-Z]+)\b\s*[:=]?\s*(.*)", re.IGNORECASE
)
_OLD_GAME = re.compile(r"(?:GAME\W*)?([A-Z0-9_-]{1,32})\W+(\S.{0,60})", re.IGNORECASE)
_FIELDS = {
    "NAME": "name", "EMAIL": "email", "MAIL": "email", "ADDRESS": "address", "PASSWORD": "password", "PACE": "pace",
    "RETURNING": "returning", "CAMP": "camp", "MONEY": "money", "RULEBOOK": "rulebook", "PHONE": "phone",
    "TELEPHONE": "phone", "FAX": "fax", "INSURANCE": "insurance", "GAME": "game",
    "CITY": "city", "TOWN": "city", "STATE": "state", "PROVINCE": "state", "POSTCODE": "postcode", "ZIP": "postcode",
    "COUNTRY": "country",
    "PAPER": "paper", "LARGEPRINT": "large_print", "LARGE": "large_print", "TIMEZONE": "timezone", "ATTACH": "attach",
}  # fmt: skip
_CURES = {
    "email": "write an address like you@example.org", "pace": "two, three or either",
    "money": "three letters, like EUR or USD",
    "timezone": "write one like Europe/Brussels", "paper": "letter or A4", "attach": "pdf, json, page or none",
    "returning": "the game and your old seat, like RETURNING 7 C",
}  # fmt: skip
"""How a line is written: said to anybody, for it repeats nothing of his."""
_NO = ("NO", "N", "NONE", "FALSE")
_PLACE = ("city", "state", "postcode", "country")
"""What an address ends with, in that order, where it is written on lines of its own."""


@mutable
class Form:
    """A sign-up as read; ``faults`` say, by line, what is wrong with it."""

    name: str = ""
    email: str = ""
    address: str = ""
    """As it is written on an envelope, in one line."""
    place: dict[str, str] = field(default_factory=dict)
    """What of it stood on lines of its own."""
    password: str = ""
    choices: dict[str, Any] = field(default_factory=dict)
    """What he would play, as the game read it."""
    pace: str = "either"
    returning: tuple[str, str] | None = None
    camp: bool = False
    has_book: bool | None = None
    """Whether he says that he has a rule book; None if he does not say."""
    currency: str = ""
    phone: str = ""
    fax: str = ""
    insurance: str = ""
    """Turn insurance he wishes (GM-2): none, e-mail, fax, phone; "" if he does not say."""
    paper: str = ""
    large_print: bool | None = None
    timezone: str = ""
    attach: tuple[str, ...] | None = None
    """Files he wants with his reports; None if he does not say."""
    standby: bool = False
    """He would take a position over that another leaves, and names nothing he would play."""
    system: str = games.DEFAULT
    faults: list[str] = field(default_factory=list)
    bare: list[str] = field(default_factory=list)
    """The same by line numbers and keywords alone, for an address that proved nothing."""


def has_form(text: str) -> bool:
    """Whether a sign-up form may begin in this text; :func:`read_form` knows for sure."""
    return any(_begins(_unquoted(line)) for line in text.splitlines())


def _begins(line: str) -> bool:
    """Whether a form begins on a line: SIGN-UP, and behind it nothing but perhaps the game it is for."""
    found = _BEGIN.fullmatch(line.partition(";")[0].strip()) if len(line) < _LONGEST_BEGIN else None
    return found is not None and (found[1] is None or system_called(found[1]) is not None)


def read_form(text: str, system: str = games.DEFAULT) -> Form | None:
    """The sign-up form in a text, or None: of several, as we print one a game, the first with a name or a password in
    it. ``;`` starts a comment; ``system`` is the game if it names none.

    Quoted lines are passed over, unless the only form there is was filled in among them, password and all.
    """
    lines = text.splitlines()
    form = _filled([line for line in lines if not _QUOTED.match(line)], system)
    if form is None:
        form = _filled([_unquoted(line) for line in lines], system)
        form = form if form is not None and form.password else None
    return form


def _filled(lines: list[str], system: str) -> Form | None:
    """Of the forms in some lines the first that was filled in, else the first."""
    starts = [at for at, line in enumerate(lines) if _begins(line)][:_MOST_FORMS]
    stops = [*starts[1:], len(lines)][: len(starts)]
    forms = [lines[start:stop] for start, stop in zip(starts, stops, strict=True)]
    meant = next(filter(_names_somebody, forms), next(iter(forms), None))
    return None if meant is None else _read(meant, system)


_MOST_FORMS = 10
_MOST_FAULTS = 25
"""After which a form is not read on: to find what was perhaps meant takes longer than to read a line."""


def _names_somebody(lines: list[str]) -> bool:
    """Whether a name or a password stands in a form."""
    for line in lines[1 : 1 + MOST_LINES]:
        row = line.partition(";")[0].strip()
        if _END.fullmatch(row):
            return False
        found = _FIELD.fullmatch(row[:400])
        if found is not None and found[1].upper() in ("NAME", "PASSWORD") and found[2]:
            return True
    return False


def form_lines(lines: list[str]) -> set[int]:
    """The numbers, from 0, of the lines sign-up forms take up: each to its END, or to where an order sheet begins."""
    found: set[int] = set()
    for start in [at for at, line in enumerate(lines) if _begins(line)][:_MOST_FORMS]:
        for at in range(start, min(len(lines), start + 1 + MOST_LINES)):
            sheet = _SHEET.match(lines[at].partition(";")[0])
            if sheet and system_called(sheet[1]) is None:
                break
            found.add(at)
            if _END.fullmatch(lines[at].partition(";")[0].strip()):
                break
    return found


def without_form(text: str) -> str:
    """A text with the lines of its sign-up form empty, as the order desk reads it."""
    if not has_form(text):
        return text
    lines = text.splitlines()
    taken = form_lines(lines)
    return "\n".join("" if at in taken else line for at, line in enumerate(lines))


def system_called(said: str) -> str | None:
    """The name of the game somebody means by its title or its name, blank or underscore; None if there is none."""
    wanted = "".join(words_of(said.replace("_", " ").replace("-", " ")))
    for name in games.SYSTEMS:
        if wanted and wanted in (name.replace("_", "").upper(), "".join(words_of(games.system(name).title))):
            return name
    return None


def _unquoted(line: str) -> str:
    quotes = _QUOTES.match(line[:500])
    return line[quotes.end() :] if quotes else line


def _read(lines: list[str], default: str) -> Form:
    """A form, from its first line on."""
    begin = _BEGIN.fullmatch(lines[0].partition(";")[0].strip())
    rows = [line.partition(";")[0].strip() for line in lines[1 : 1 + MOST_LINES]]
    end = next((at for at, row in enumerate(rows) if _END.fullmatch(row)), None)
    form = Form(system=(system_called(begin[1]) if begin and begin[1] else None) or default)
    form.standby = _STANDBY.match(lines[0]) is not None
    for row in rows[:end]:
        named = _SHEET.fullmatch(row)
        form.system = (system_called(named[1]) if named else None) or form.system
    _take_lines(form, rows[:end])
    if end is None:
        form.faults.append("END is missing")
        form.bare.append("END is missing")
    return check_form(form)


def _take_lines(form: Form, rows: list[str]) -> None:
    """Every line, and every block of lines the game has (``ARMY … END ARMY``), into the form."""
    signup, at = games.system(form.system).signup, 0
    while at < len(rows):
        row, number = rows[at], at + 2
        if len(form.faults) >= _MOST_FAULTS:
            form.faults.append(f"line {number}: after {_MOST_FAULTS} errors the rest of the form was not read")
            form.bare.append(form.faults[-1])
            return
        at += 1
        block = row.upper() if row.upper() in signup.BLOCKS else ""
        if block:
            stop = next((i for i in range(at, len(rows)) if rows[i].upper() == f"END {block}"), len(rows))
            found = signup.take_block(form.choices, block, rows[at:stop])
            form.faults += [f"line {number}: {fault}" for fault in found]
            form.bare += _public(f"line {number}: the block {block}", found)
            if stop == len(rows):
                form.faults.append(f"line {number}: END {block} is missing")
                form.bare.append(form.faults[-1])
            at = stop + 1
        elif row:
            fault = _take(form, row[:400])
            if fault:
                form.faults.append(f"line {number}: {fault}")
                told = public_words(fault)
                form.bare.append(f"line {number}{_keyword(form, row)}{f': {told}' if told else ''}")


def _keyword(form: Form, line: str) -> str:
    """The keyword of a line, if it is one of ours; else the nearest of ours."""
    match = _FIELD.fullmatch(line[:400])
    word = re.sub(r"[\s-]", "", match.group(1)).upper() if match else ""
    known = word in _FIELDS or word in games.system(form.system).signup.FIELDS
    if not known:
        fields = (*_FIELDS, *games.system(form.system).signup.FIELDS)
        cure = did_you_mean(nearest(word, fields, 1))
        return f": it begins with no word of the form{f'; {cure}' if cure else ''}"
    own = games.system(form.system).signup.FIELDS.get(word, "")
    cure = f"it is written like {word} {own}" if own else _CURES.get(_FIELDS.get(word, ""), "")
    cure = _games_there_are() if word == "GAME" else cure
    return f": {word}{f'; {cure}' if cure else ''}"


def _games_there_are() -> str:
    return f"there are {', '.join(games.system(name).title for name in games.SYSTEMS)}"


def _take(form: Form, line: str) -> str:
    """Put one line into the form; what is wrong with it, or ""."""
    match = _FIELD.fullmatch(line)
    word = re.sub(r"[\s-]", "", match.group(1)).upper() if match else line
    signup = games.system(form.system).signup
    if match is None or (word not in _FIELDS and word not in signup.FIELDS):
        cure = did_you_mean(nearest(word, [*_FIELDS, *signup.FIELDS], 1, loose=True))
        return f"{word} is not known" + (f"; {cure}" if cure else "")
    rest = " ".join(match.group(2).split())
    if word in signup.FIELDS:
        return signup.take_field(form.choices, word, rest)
    if _FIELDS[word] == "password":
        form.password = match.group(2).strip()[:80]
        return ""
    return _take_own(form, _FIELDS[word], rest)


def _take_own(form: Form, key: str, rest: str) -> str:
    """A field that every game's form has."""
    word = rest.upper()
    if key in _PLACE:
        form.place[key] = rest[:100]
        return ""
    if key in ("name", "address", "phone", "fax"):
        setattr(form, key, rest[:300])
        return name_fault(rest) if key == "name" else ""
    if key == "insurance":
        known = {"email": "e-mail", "mail": "e-mail", "telephone": "phone"}
        form.insurance = known.get(rest.casefold(), rest.casefold())
    elif key == "email":
        if not is_address(rest):
            return f"{rest} is no mail address"
        form.email = rest
    elif key == "game":
        return "" if system_called(rest) else f"{rest} is no game of ours; {_games_there_are()}"
    elif key == "pace":
        weeks = {"two": 2, "three": 3}
        pace = next((p for p in PACES if re.match(rf"(?:{p}|{weeks.get(p, 'any')})\b", rest, re.I)), "")
        if not pace:
            return f"{rest} is no pace; write two weeks, three weeks or either"
        form.pace = pace
    elif key == "returning":
        return _take_returning(form, rest)
    elif key in ("paper", "timezone", "attach", "large_print"):
        return _take_print(form, key, rest)
    elif key == "camp":
        form.camp = word not in _NO
    elif key == "rulebook":
        form.has_book = word not in _NO if word else None
    else:
        form.currency = {"US": "USD", "CDN": "CAD", "EURO": "EUR"}.get(word, word)
        if form.currency not in DIGITS:
            form.currency = ""
            return f"{rest} is no money we take; write its three letters, like EUR or USD"
    return ""


def _take_print(form: Form, key: str, rest: str) -> str:
    """How his reports are made: paper, large print, files, and the clock of their dates."""
    word = rest.casefold()
    if key == "large_print":
        form.large_print = rest.upper().removeprefix("PRINT").strip() not in _NO
    elif key == "paper":
        form.paper = {"us letter": "letter", "usletter": "letter", "din a4": "a4"}.get(word, word)
        return "" if form.paper in ("letter", "a4") else f"{rest} is no paper we print on; write letter or A4"
    elif key == "attach":
        kinds = tuple(dict.fromkeys(re.findall(r"[a-z0-9]+", word.replace("none", "").replace("and", " "))))
        if any(kind not in ("pdf", "json", "page") for kind in kinds):
            return f"{rest} are no files of ours; write pdf, json, page or none"
        form.attach = kinds
    else:
        faults = zone_faults(rest)
        form.timezone = "" if faults else rest
        return faults[0] if faults else ""
    return ""


STANDBY = "standby"
"""Among the wishes of a sign-up: whoever's it is stands by."""


def wishes_of(form: Form) -> dict[str, Any]:
    """How he is reached and what he wants with his reports: what the form says of it."""
    said = {key: getattr(form, key) for key in ("address", "phone", "fax", "insurance", "paper", "timezone")}
    found: dict[str, Any] = {key: value for key, value in said.items() if value}
    if form.large_print is not None:
        found["large_print"] = form.large_print
    if form.attach is not None:
        found["attach"] = list(form.attach)
    if form.has_book is not None:
        found["rule_book"] = form.has_book
    if form.standby:
        found[STANDBY] = True
    return found


def _take_returning(form: Form, rest: str) -> str:
    system = games.system(form.system)
    match = _OLD_GAME.fullmatch(rest)
    seat = system.orders.GRAMMAR.seat(words_of(match[2]), {}) if match else Fault("")
    if match is None or isinstance(seat, Fault):
        return f"{rest}: write the game and your old {system.words.seat}, like RETURNING 7 C"
    form.returning = (match[1], seat)
    return ""


def check_form(form: Form) -> Form:
    """Put its address together, and add what is wrong with the form as a whole."""
    faults = form.faults
    form.address = ", ".join(filter(None, [form.address, *(form.place.pop(key, "") for key in _PLACE)]))[:300]
    unreachable = wish_faults(form.insurance or "none", form.phone, form.fax)
    if unreachable:
        faults.append(unreachable)
        form.bare.append("INSURANCE, PHONE or FAX")
    if form.password and len(form.password) < LEAST_PASSWORD:
        faults.append(f"the password has fewer than {LEAST_PASSWORD} characters")
        form.bare.append(faults[-1])
    signup = games.system(form.system).signup
    chosen = [] if form.standby else signup.choice_faults(choices_of(form))
    if chosen:
        faults += chosen
        own = [row for row in signup.BLANK if not row.startswith(";")]
        form.bare += _public("what you would play", chosen, "it is written like " + ", or ".join(own or signup.FIELDS))
    return form


@named_record
class ListJudged:
    """A deck or an army as a sign-up with it would be judged."""

    game: str
    block: str
    faults: tuple[str, ...]
    told: tuple[str, ...]
    """What the answer would tell of it."""
    choices: Mapping[str, Any]


def judge_list(system: GameSystem, block: str, lines: Sequence[str], closed: bool = True) -> ListJudged:
    """Everything a sign-up with these lines of a block would be told; ``closed`` is whether its END stands there."""
    choices: dict[str, Any] = {}
    faults = system.signup.take_block(choices, block, lines)
    faults = [*faults, *system.signup.choice_faults(choices), *([] if closed else [f"END {block} is missing"])]
    told = system.signup.choices_told(choices) if choices else ()
    return ListJudged(
        game=system.name,
        block=block,
        faults=tuple(dict.fromkeys(map(str, faults))),
        told=tuple(line for line in told if not line.startswith("error: ")),
        choices=choices,
    )


def lists_in(text: str, systems: Sequence[str] = ()) -> list[ListJudged]:
    """The decks and armies in a text, each judged by itself, whatever stands around it; ``systems`` are the games
    meant (all)."""
    known: dict[str, GameSystem] = {}
    for name in systems or games.SYSTEMS:
        known = {**dict.fromkeys(games.system(name).signup.BLOCKS, games.system(name)), **known}
    rows = [_unquoted(line).partition(";")[0].strip() for line in text.splitlines()]
    found, at = [], 0
    while at < len(rows):
        block, at = rows[at].upper(), at + 1
        if block in known:
            stop = next((i for i in range(at, len(rows)) if rows[i].upper() == f"END {block}"), len(rows))
            found.append(judge_list(known[block], block, rows[at:stop], stop < len(rows)))
            at = stop + 1
    return found


def _public(where: str, faults: Sequence[str], cure: str = "") -> list[str]:
    """Faults as anybody may be told them; where they stand, and the cure, for those of which nothing can be said."""
    said = dict.fromkeys(public_words(fault) for fault in faults)
    return [f"{where}: {words}" if words else where + (f"; {cure}" if cure else "") for words in said]


def choices_of(form: Form) -> dict[str, Any]:
    """What he would play, with the character of an old game that returns, as the waiting list keeps it."""
    return {**form.choices, **({"returning": list(form.returning)} if form.returning else {})}


def name_of(system: GameSystem, choices: Mapping[str, Any]) -> str:
    """The name of the character somebody would play, "" where there is none."""
    return system.signup.name_of(choices)


def blank_form(system: GameSystem, *, standby: bool = False) -> list[str]:
    """A sign-up form with nothing in it: what is not filled in is never taken. Who stands by chooses nothing."""
    chooses = [] if standby else [*system.signup.BLANK, "PACE either"]
    return [
        "STAND BY" if standby else "SIGN-UP",
        f"GAME {system.title}",
        "NAME",
        "EMAIL",
        "ADDRESS",
        "CITY",
        "STATE",
        "POSTCODE",
        "COUNTRY",
        "PHONE",
        "INSURANCE      ; of turns: none, e-mail, fax or phone",
        "RULE BOOK      ; yes if you have it",
        "PASSWORD",
        *chooses,
        "END",
    ]

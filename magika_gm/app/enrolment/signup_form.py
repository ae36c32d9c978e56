"""The sign-up form as mailed: ``SIGN-UP`` … ``END`` (GM-1). Pure: text in, a form and what is wrong with it out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches

from magika_gm.games.magika.rules.spellbook import code_of
from magika_gm.games.magika.rules.tables import ALIGNMENTS, COLOURS, LETTERS, RACES
from magika_gm.games.magika.signup.seating import Choice

PACES = ("two", "three", "either")
ROLES = ("novice", "ebon", "either")
MOST_LINES = 60
LONGEST_NAME = 40
_BEGIN = re.compile(r"\W{0,4}SIGN[\s-]?UP(?:\s+SHEET)?\W*", re.IGNORECASE)
_END = re.compile(r"\W{0,4}END(?:\s+SIGN[\s-]?UP)?\W*", re.IGNORECASE)
_SHEET = re.compile(r"\W{0,4}GAME\b", re.IGNORECASE)
_QUOTED = re.compile(r"\s*[>|]\s?")
_FIELD = re.compile(r"\s*(RULE[\s-]BOOK|[A-Z]+)\b\s*[:=]?\s*(.*)", re.IGNORECASE)
_EMAIL = re.compile(r"[^@\s<>]{1,64}@[^@\s<>]{1,190}")
_GAME = re.compile(r"(?:GAME\W*)?([A-Z0-9_-]{1,32})\W+(?:MAGE\W*)?([A-L])\b\W*", re.IGNORECASE)
_FIELDS = {
    "NAME": "name", "EMAIL": "email", "MAIL": "email", "ADDRESS": "address", "PASSWORD": "password", "FIRST": "first",
    "PRIMARY": "first", "CHARACTER": "first", "SECOND": "second", "SECONDARY": "second", "ANYTHING": "anything",
    "PACE": "pace", "RETURNING": "returning", "SCROLLS": "scrolls", "EBON": "ebon", "CAMP": "camp", "MONEY": "money",
    "RULEBOOK": "rulebook", "PHONE": "phone", "TELEPHONE": "phone", "FAX": "fax", "INSURANCE": "insurance",
}  # fmt: skip
_YES = ("", "YES", "Y", "X", "TRUE")
_NO = ("NO", "N", "NONE", "FALSE")
_RESERVED = {*LETTERS, "EBON", "ALL", "BLACK", *(colour.upper() for colour in COLOURS)}
"""Words that orders and messages use for somebody else."""


@dataclass(slots=True)
class Form:
    """A sign-up as read; ``faults`` say, by line, what is wrong with it."""

    name: str = ""
    email: str = ""
    address: str = ""
    password: str = ""
    first: Choice | None = None
    second: Choice | None = None
    anything: bool = False
    character: str = ""
    """The name for whatever he gets, if he takes anything."""
    pace: str = "either"
    role: str = "novice"
    returning: tuple[str, str] | None = None
    scrolls: tuple[str, ...] = ()
    camp: bool = False
    has_book: bool | None = None
    """Whether he says that he has a rule book; None if he does not say."""
    currency: str = ""
    phone: str = ""
    fax: str = ""
    insurance: str = ""
    """Turn insurance he wishes (GM-2): none, e-mail, fax, phone; "" if he does not say."""
    faults: list[str] = field(default_factory=list)


def has_form(text: str) -> bool:
    """Whether a sign-up form may begin in this text; :func:`read_form` knows for sure."""
    return any(_BEGIN.fullmatch(_unquoted(line).strip()) for line in text.splitlines())


def read_form(text: str) -> Form | None:
    """The first sign-up form in a text, or None. ``;`` starts a comment.

    Quoted lines are passed over, unless the only form there is was filled in among them, password and all.
    """
    lines = text.splitlines()
    form = _read([line for line in lines if not _QUOTED.match(line)])
    if form is None:
        form = _read([_unquoted(line) for line in lines])
        form = form if form is not None and form.password else None
    return form


def form_lines(lines: list[str]) -> set[int]:
    """The numbers, from 0, of the lines a sign-up form takes up: to its END, or to where an order sheet begins."""
    found: set[int] = set()
    start = next((at for at, line in enumerate(lines) if _BEGIN.fullmatch(line.strip())), None)
    if start is None:
        return found
    for at in range(start, min(len(lines), start + 1 + MOST_LINES)):
        if _SHEET.match(lines[at]):
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


def _unquoted(line: str) -> str:
    while _QUOTED.match(line):
        line = _QUOTED.sub("", line, count=1)
    return line


def _read(lines: list[str]) -> Form | None:
    start = next((i for i, line in enumerate(lines) if _BEGIN.fullmatch(line.strip())), None)
    if start is None:
        return None
    form, ended = Form(), False
    for number, line in enumerate(lines[start + 1 : start + 1 + MOST_LINES], 2):
        said = line.partition(";")[0].strip()
        if _END.fullmatch(said):
            ended = True
            break
        if said:
            fault = _take(form, said[:400])
            if fault:
                form.faults.append(f"line {number}: {fault}")
    if not ended:
        form.faults.append("END is missing")
    return check_form(form)


def _take(form: Form, line: str) -> str:
    """Put one line into the form; what is wrong with it, or ""."""
    match = _FIELD.fullmatch(line)
    word = re.sub(r"[\s-]", "", match.group(1)).upper() if match else line
    key = _FIELDS.get(word)
    if match is None or key is None:
        near = get_close_matches(word.upper(), list(_FIELDS), n=1)
        return f"{word} is not known" + (f"; did you mean {near[0]}?" if near else "")
    rest = " ".join(match.group(2).split())
    if key in ("name", "address", "phone", "fax"):
        setattr(form, key, rest[:300])
    elif key == "insurance":
        form.insurance = {"email": "e-mail", "mail": "e-mail", "telephone": "phone"}.get(
            rest.casefold(), rest.casefold()
        )
    elif key == "email":
        if not _EMAIL.fullmatch(rest):
            return f"{rest} is no mail address"
        form.email = rest
    elif key == "password":
        form.password = match.group(2).strip()[:80]
    else:
        return _take_choice(form, key, rest)
    return ""


def _take_choice(form: Form, key: str, rest: str) -> str:
    word = rest.upper()
    if key in ("first", "second"):
        choice = read_choice(rest)
        if isinstance(choice, str):
            return choice
        setattr(form, key, choice)
    elif key == "anything":
        form.anything = word not in _NO
        form.character = rest if word not in (*_YES, *_NO) else form.character
    elif key == "pace":
        pace = next(
            (p for p in PACES if re.match(rf"(?:{p}|{ {'two': 2, 'three': 3}.get(p, 'any') })\b", rest, re.I)), ""
        )
        if not pace:
            return f"{rest} is no pace; write two weeks, three weeks or either"
        form.pace = pace
    elif key == "returning":
        match = _GAME.fullmatch(rest)
        if match is None:
            return f"{rest}: write the game and the letter of your old mage, like RETURNING 7 C"
        form.returning = (match.group(1), match.group(2).upper())
    elif key == "scrolls":
        return _take_scrolls(form, rest)
    elif key == "ebon":
        form.role = {"ONLY": "ebon", "NO": "novice", "NOVICE": "novice"}.get(word, "either")
    elif key == "camp":
        form.camp = word not in _NO
    elif key == "rulebook":
        form.has_book = word not in _NO
    elif word not in ("USD", "US", "CAD", "CDN"):
        return f"{rest} is no money we take; write USD or CAD"
    else:
        form.currency = "USD" if word.startswith("US") else "CAD"
    return ""


def _take_scrolls(form: Form, rest: str) -> str:
    codes = [(word, code_of(word)) for word in re.split(r"[\s,]+", rest) if word]
    bad = [word for word, code in codes if code is None]
    if bad:
        return f"{bad[0]} is no spell's code"
    if len(codes) > 2:
        return f"{len(codes)} scrolls; two old ones at most may be brought (GM-5)"
    form.scrolls = tuple(code for _, code in codes if code)
    return ""


def read_choice(text: str) -> Choice | str:
    """``Aletheia, elf, good``, race and alignment in any order; or what is wrong."""
    parts = [p.strip() for p in text.split(",")] if "," in text else text.rsplit(None, 2)
    if len(parts) != 3 or not all(parts):
        return f"{text}: write name, race, alignment, like Aletheia, elf, good"
    name, *words = parts
    found = {}
    for word in words:
        known = [*RACES, *ALIGNMENTS]
        near = get_close_matches(word.casefold(), known, n=1, cutoff=0.75)
        if not near:
            return f"{word} is no race ({', '.join(RACES)}) and no alignment ({', '.join(ALIGNMENTS)})"
        found["race" if near[0] in RACES else "alignment"] = near[0]
    if len(found) != 2:
        return f"{text}: a race and an alignment are needed"
    return Choice(name, found["race"], found["alignment"])


def check_form(form: Form) -> Form:
    """Add what is wrong with the form as a whole."""
    from magika_gm.app.record.contact import wish_faults

    faults = form.faults
    unreachable = wish_faults(form.insurance or "none", form.phone, form.fax)
    faults += [unreachable] if unreachable else []
    if form.password and len(form.password) < 4:
        faults.append("the password has fewer than four characters")
    for which, choice in (("first", form.first), ("second", form.second)):
        if choice is None:
            continue
        faults += [f"{which} choice: {fault}" for fault in name_faults(choice.name)]
        if form.role == "novice" and choice.alignment not in RACES[choice.race].alignments:
            allowed = " or ".join(RACES[choice.race].alignments)
            article = "an" if choice.race[0] in "aeiou" else "a"
            faults.append(f"{which} choice: {article} {choice.race} cannot be {choice.alignment}; {allowed} (MAGE)")
    if form.character:
        faults += name_faults(form.character)
    if form.returning is None:
        if form.first is None and not (form.anything and form.character):
            faults.append("no first choice: write FIRST name, race, alignment; or ANYTHING and a name for your mage")
        if form.scrolls:
            faults.append("only a returning character brings scrolls; write RETURNING game mage (GM-5)")
    elif form.first is not None:
        faults.append("a returning character is the first choice; leave FIRST out")
    return form


def name_faults(name: str) -> list[str]:
    """Why a character cannot be called that."""
    if not 1 <= len(name) <= LONGEST_NAME:
        return [f"a name has 1 to {LONGEST_NAME} characters"]
    if not name.isprintable() or not any(c.isalpha() for c in name):
        return [f"{name!r} is no name"]
    if name.upper() in _RESERVED:
        return [f"{name} cannot be a mage's name: orders use the word"]
    return []

"""Parts and rows of lines in which names stand written out among other words, and verbs after what they depend on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from magika_gm.engine.lines.loose import goes_on, has_more
from magika_gm.engine.lines.parts import One, Part, Ref, Word, listing
from magika_gm.engine.lines.rows import OneOf, Row
from magika_gm.engine.lines.runs import whole
from magika_gm.engine.lines.words import QUOTES, Finding, Near, Unread, Vocabulary, Words, plain
from magika_gm.engine.plain import Data
from magika_gm.engine.records import named_thing, thing

# --- names written out ---


@named_thing
class Spoken(Part):
    """A name of a vocabulary: written out, or else all up to a comma or a word of ``stops`` (names passed over whole).

    It fits where it is written out, with ``whole`` to the end of the run, with ``quoted`` also in quotation marks, in
    which it then is written. ``nothing`` is told at the end of the line, ``blank`` where nothing stands before a stop.
    """

    of: str
    kind: str
    finding: Finding
    stops: tuple[str, ...] = ()
    nothing: str = ""
    blank: str = ""
    whole: bool = False
    quoted: bool = False

    def fits(self, words: Words, at: int) -> bool:
        said = words.words[:-1]
        if at >= len(said):
            return False
        if self.quoted and said[at][0] in QUOTES[:2]:
            return True
        found = words.known[self.of].longest(said, at, quotes=QUOTES[:2])
        return found is not None and (not self.whole or at + found[1] == len(said))

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        vocabulary = words.known[self.of]
        if words.done and self.nothing:
            raise Unread(self.nothing, "")
        found = None if words.done else vocabulary.longest(words.words[:-1], words.at, quotes=QUOTES[:2])
        if found is not None:
            words.at += found[1]
            return vocabulary.names[found[0]]
        said = " ".join(words.until((*self.stops, ","), self.of, QUOTES[:2]).words[:-1])
        if not said and self.blank:
            raise Unread(self.blank, "")
        return vocabulary.names[self.finding.one(said, vocabulary, self.kind)]

    def write(self, value: Any) -> str:
        return f'"{value}"' if self.quoted else str(value)


@named_thing
class Meant(Part):
    """All words of a run as a name of which they mean one alone: only then it fits."""

    of: str
    finding: Finding

    def fits(self, words: Words, at: int) -> bool:
        return len(self._names(words, at)) == 1

    def _names(self, words: Words, at: int) -> list[str]:
        return self.finding.names(" ".join(words.words[at:-1]), words.known[self.of])

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        (name,) = self._names(words, words.at)
        words.at = len(words.words) - 1
        return words.known[self.of].names[name]

    def write(self, value: Any) -> str:
        return str(value)


@thing
class Rest(Part):
    """All words that are left, as they are."""

    def fits(self, words: Words, at: int) -> bool:
        return True

    def read(self, words: Words, row: dict[str, Any]) -> str:
        said = words.left
        words.at = len(words.words) - 1
        return said

    def write(self, value: Any) -> str:
        return str(value)


@named_thing
class Either(Part):
    """Things up to a word of ``stops``, with a word or a comma between them; names are passed over whole."""

    part: Part
    by: str
    stops: tuple[str, ...]
    of: str
    none: str

    def read(self, words: Words, row: dict[str, Any]) -> tuple[Any, ...]:
        run = words.until(self.stops, self.of, QUOTES[:2])
        found = []
        while not run.done:
            item = run.until((self.by, ","), self.of, QUOTES[:2])
            if item.words[0]:
                found.append(whole(self.part, item, row))
            run.at = min(run.at + 1, len(run.words) - 1)
        if not found:
            raise Unread(self.none, "")
        return tuple(found)

    def write(self, value: Any) -> str:
        return f" {self.by} ".join(map(self.part.write, value))


# --- terms ---


@named_thing
class Terms(Part):
    """Words of a vocabulary one after another, and figures; ``least`` letters that begin one thing alone will do.

    They end at a word of ``until``, names of the vocabulary ``of`` being passed over whole; ``says`` is told where they
    do not, ``none`` where there is none. The word ``all`` may stand before them, and is written where there is none; it
    is told to the row. They fit where they are all that is left, and no such name comes.
    """

    terms: str
    figure: Part
    least: int = 0
    until: tuple[str, ...] = ()
    of: str = ""
    says: str = ""
    none: str = ""
    all: str = ""
    written: Mapping[Any, str] = field(default_factory=dict)
    many = True

    def at(self, words: Words, at: int) -> tuple[Any, int] | None:
        """The term that begins at a place, and how many words it takes."""
        vocabulary = words.known[self.terms]
        said = words.words[:-1]
        found = vocabulary.longest(said, at, "case")
        if found is not None:
            return vocabulary.names[found[0]], found[1]
        if self.figure.fits(words, at):
            return self.figure.read(words.run(at, at + 1), {}), 1
        begins = said[at].casefold()
        if not self.least or len(begins) < self.least:
            return None
        meant = {
            vocabulary.names[name]
            for folded, _, name in vocabulary.begun("case", begins[:1])
            if folded.startswith(begins)
        }
        return (meant.pop(), 1) if len(meant) == 1 else None

    def fits(self, words: Words, at: int) -> bool:
        said = words.words[:-1]
        if at >= len(said) or (self.of and words.known[self.of].longest(said, at, quotes=QUOTES[:2])):
            return False
        while at < len(said):
            found = self.at(words, at)
            if found is None:
                return False
            at += found[1]
        return True

    def read(self, words: Words, row: dict[str, Any]) -> tuple[Any, ...]:
        if self.all:
            row["all"] = words.takes(self.all)
        run = words.until(self.until, self.of, QUOTES[:2])
        found = []
        while not run.done:
            got = self.at(run, run.at)
            if got is None:
                raise Unread(self.says, run.said, run=" ".join(run.words[:-1]))
            found.append(got[0])
            run.at += got[1]
        if self.none and not found:
            raise Unread(self.none, "")
        return tuple(found)

    def write(self, value: Any) -> str:
        return " ".join(self.written.get(term) or self.figure.write(term) for term in value) or self.all

    def data(self, ref: Ref) -> Data:
        told = {"terms": self.terms, "figure": ref(self.figure), "least": self.least, "until": list(self.until)}
        return {**told, "of": self.of, "says": self.says, "none": self.none, "all": self.all}


_SIGNS = {">=": ">=", "=>": ">=", "≥": ">=", "<=": "<=", "=<": "<=", "≤": "<=", "==": "=", "=": "=", "<": "<", ">": ">"}


@named_thing
class Comparison(Part):
    """A thing, a sign and a whole number of at most ``digits`` signs in one word: three fields of its row.

    The thing may be cut to ``least`` letters. ``none`` is told of no comparison, ``says`` of no thing, ``number`` of no
    number. ``less`` and ``more`` than a number are at most, or at least, the next one.
    """

    things: Mapping[str, Any]
    names: tuple[str, str, str]
    digits: int
    least: int = 2
    between: str = ""
    none: str = ""
    says: str = ""
    number: str = ""

    def fits(self, words: Words, at: int) -> bool:
        what, sign, figure = _parted(words.capitals[at])
        return bool(sign) and what in self.things and self._good(figure)

    def _good(self, figure: str) -> bool:
        bare = figure.removeprefix("-")
        return bare.isascii() and bare.isdecimal() and len(figure) <= self.digits

    def read(self, words: Words, row: dict[str, Any]) -> None:
        said = words.said
        words.at = min(words.at + 1, len(words.words) - 1)
        what, sign, figure = _parted(said)
        if not sign:
            raise Unread(self.none, said, taken=said or "nothing")
        meant = [name for name in self.things if name == what.upper()]
        if not meant and len(what) >= self.least:
            meant = [name for name in self.things if name.startswith(what.upper())]
        if len(meant) != 1:
            raise Unread(self.says, what, Near(tuple(self.things), rather=True).of(what))
        if not self._good(figure):
            raise Unread(self.number, figure, taken=figure or "nothing")
        compare, number = _SIGNS[sign], int(figure)
        if compare in "<>":
            compare, number = (f"{compare}=", number + (1 if compare == ">" else -1))
        row.update(zip(self.names, (self.things[meant[0]], compare, number), strict=True))

    def write(self, value: Any) -> str:
        return self.between.join(str(getattr(value, name)) for name in self.names)


def _parted(said: str) -> tuple[str, str, str]:
    """What stands before and after the first sign of comparison there is."""
    for sign in _SIGNS:
        what, found, figure = said.partition(sign)
        if found:
            return what, found, figure
    return said, "", ""


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Qualified(Row):
    """A row of three fields: a word that may come first, terms, and one word among them; it fits if that is all."""

    def _parts(self) -> tuple[One, Terms, One]:
        first, terms, one = (part for _, part in self.steps)
        assert isinstance(first, One)
        assert isinstance(terms, Terms)
        assert isinstance(one, One)
        return first, terms, one

    def _said(self, words: Words, at: int) -> tuple[Any, ...] | None:
        first, terms, one = self._parts()
        last = len(words.words) - 1
        whose = first.read(words.run(at, at + 1), {}) if first.fits(words, at) else ""
        at += bool(whose)
        found: list[Any] = []
        ranks: list[Any] = []
        while at < last:
            got = terms.at(words, at)
            if got is not None:
                found.append(got[0])
                at += got[1]
                continue
            if ranks or not one.fits(words, at):
                return None
            ranks.append(one.read(words.run(at, at + 1), {}))
            at += 1
        return (whose, tuple(found), ranks[0]) if ranks else None

    def fits(self, words: Words, at: int) -> bool:
        return self._said(words, at) is not None

    def find(self, words: Words, found: dict[str, Any], skip: int) -> None:
        said = self._said(words, words.at)
        assert said is not None
        words.at = len(words.words) - 1
        found.update(zip((name for name, _ in self.steps), said, strict=True))


# --- small parts ---


@thing
class Yes(Part):
    """Whether some words come."""

    word: Word

    def read(self, words: Words, row: dict[str, Any]) -> bool:
        if not self.word.fits(words, words.at):
            return False
        words.at += len(self.word.words)
        return True

    def write(self, value: Any) -> str:
        return self.word.word if value else ""


@thing
class Instead(Part):
    """A word for a value, or a part that says another."""

    word: str
    value: Any
    part: Part

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        return self.value if words.takes(self.word) else self.part.read(words, row)

    def write(self, value: Any) -> str:
        return self.word if value == self.value else self.part.write(value)


@thing
class Must(Part):
    """The one word that may stand there."""

    part: One

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        return self.part.read(words, row)

    def write(self, value: Any) -> str:
        return next(iter(self.part.among))


@named_thing
class Needs(Part):
    """Nothing; refused where any of what has been read says something, or with ``some`` where all say nothing."""

    fields: tuple[str, ...]
    says: str
    some: bool = False
    unless: tuple[str, Any, str] = ("", None, "")
    """A field, its value where that may be, and how it is written."""

    def read(self, words: Words, row: dict[str, Any]) -> None:
        name, value, _ = self.unless
        if name and row[name] == value:
            return
        if any(row.get(name) for name in self.fields) is not self.some:
            raise Unread(self.says, words.said)

    def write(self, value: Any) -> str:
        return ""


@named_thing
class Filed(Part):
    """Things in files: each word of ``heads`` begins, or goes on with, the file of a field; ``nobody`` is None in it.

    The first file is written even if nobody is in it. ``lost`` is told of what stands in none, ``none`` of no file.
    """

    part: Part
    heads: Mapping[str, str]
    nobody: tuple[str, ...]
    lost: str
    none: str

    def read(self, words: Words, row: dict[str, Any]) -> None:
        files: dict[str, list[Any]] = {name: [] for name in self.heads.values()}
        name = ""
        while not words.done:
            said = words.capitals[words.at]
            if said in self.heads or said == ",":
                name = self.heads.get(said, name)
                words.at += 1
            elif not name:
                raise Unread(self.lost, words.said)
            elif said in self.nobody:
                files[name].append(None)
                words.at += 1
            else:
                files[name].append(self.part.read(words, row))
        if not any(files.values()):
            raise Unread(self.none, "")
        row.update((name, tuple(found)) for name, found in files.items())

    def write(self, value: Any) -> str:
        texts: list[str] = []
        for head, name in self.heads.items():
            found = getattr(value, name)
            if found or not texts:
                texts.append(f"{head} {listing(map(self._one, found), bare=True)}")
        return " ".join(texts)

    def _one(self, value: Any) -> str:
        return self.nobody[0] if value is None else self.part.write(value)


# --- verbs ---


@named_thing
class Lead:
    """A field that is said before the verb, after a word; only before some verbs, else ``says`` is told."""

    field: str
    word: str
    part: Part
    verbs: tuple[str, ...]
    says: str
    empty: Any


@thing
class Led(OneOf):
    """Rows by their first word, a name of ``verbs``, after what leads them; of several the one whose next words come,
    or that which has none.

    A name that begins no row is refused like none. ``also`` are words for verbs; of several that may be meant that is
    whose part of ``rather`` comes next; before none is told ``mistaken`` are tried.
    """

    leads: tuple[Lead, ...]
    verbs: Vocabulary
    finding: Finding
    also: Mapping[str, str]
    rather: Mapping[str, Part]
    mistaken: tuple[Part, ...]
    by_verb: dict[str, list[Row]]

    def __init__(
        self,
        *rows: Row,
        leads: Sequence[Lead] = (),
        verbs: Sequence[str],
        finding: Finding,
        also: Mapping[str, str] | None = None,
        rather: Mapping[str, Part] | None = None,
        mistaken: Sequence[Part] = (),
    ) -> None:
        OneOf.__init__(self, *rows)
        by_verb: dict[str, list[Row]] = {}
        for row in sorted(rows, key=lambda row: not has_more(row)):
            by_verb.setdefault(row.first_word, []).append(row)
        told = (("leads", tuple(leads)), ("verbs", Vocabulary(verbs)), ("finding", finding), ("by_verb", by_verb))
        more = (("also", also or {}), ("rather", rather or {}), ("mistaken", tuple(mistaken)))
        for name, value in (*told, *more):
            object.__setattr__(self, name, value)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        given = {lead.field: lead.part.read(words, {}) if words.takes(lead.word) else lead.empty for lead in self.leads}
        verb = self._verb(words)
        if verb not in self.by_verb:
            raise Unread(
                self.finding.none, words.said, [one for one in self.verbs.names if one.startswith(words.said.upper())]
            )
        words.at += 1
        for lead in self.leads:
            value = given[lead.field]
            if value != lead.empty and verb not in lead.verbs:
                raise Unread(lead.says, words.said, lead=lead.part.write(value), verb=verb)
        rows = self.by_verb[verb]
        meant = next(one for one in rows if one is rows[-1] or goes_on(one, words))
        found = meant.fields(words, 1, given)
        own = {f.name for f in fields(meant.kind)}
        return meant.kind(**{name: value for name, value in found.items() if name in own})

    def _verb(self, words: Words) -> str:
        said = words.capitals[words.at]
        if said in self.also:
            return self.also[said]
        meant = self.finding.names(said, self.verbs)
        for verb, part in self.rather.items():
            if len(meant) > 1 and verb in meant and part.fits(words, words.at + 1):
                return verb
        if self.mistaken and not meant:
            for part in self.mistaken:
                if part.fits(words, words.at):
                    part.read(words, {})
        return self.finding.one(words.said, self.verbs, "order")

    def write(self, value: Any) -> str:
        texts = [OneOf.write(self, value)]
        for lead in reversed(self.leads):
            said = getattr(value, lead.field, lead.empty)
            if said != lead.empty:
                texts[:0] = [lead.word, lead.part.write(said)]
        return " ".join(texts)

    def data(self, ref: Ref) -> Data:
        leads = [
            [one.field, one.word, ref(one.part), list(one.verbs), one.says, plain(one.empty)] for one in self.leads
        ]
        told = {"leads": leads, "verbs": list(self.verbs.names), "finding": ref(self.finding)}
        more = {"also": self.also, "rather": plain(self.rather, ref), "mistaken": plain(self.mistaken, ref)}
        return {**OneOf.data(self, ref), **told, **more}

"""Order lines, said once: a row reads a line into a record, writes the record as a line, and says as data how.

A game's language is a tree of *parts*. A :class:`Row` is a record and the line it stands for, fields in braces::

    Row(Muster, "MUSTER~ {card} {places} {condition}", card=UNIT, places=After("AT", SQUARES), condition=CONDITION)

``~`` after a word says that it may be cut to its first three letters. Reading looks ahead, never back: the first word
that does not fit is what is refused, in the words of the part that wanted another. Nothing of a part is code, so that
:meth:`Lines.as_data` can hand the whole language to the player's page, which reads lines by it as the office does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from magika_gm.engine.lines.parts import End, One, Part, Ref, Word
from magika_gm.engine.lines.words import (
    LEAST,
    NONE_NEAR,
    NOTHING_KNOWN,
    Cutter,
    Finding,
    Known,
    Near,
    Unread,
    Words,
    plain,
)
from magika_gm.engine.plain import Data
from magika_gm.engine.records import thing
from magika_gm.engine.words import Fault

_UNSAID: tuple[Any, ...] = ("", [], {}, None)
"""What of a part's data need not be said."""
_KEPT = ("empty", "value")
"""Where it must."""
O = TypeVar("O")  # noqa: E741 - an order


@thing
class OneOf(Part):
    """The first of some parts that fits, one whose word is written in full before others; the last one anyway."""

    parts: tuple[Part, ...]
    worded: dict[str, list[Part]]
    rows: dict[type, list[Row]]

    def __init__(self, *parts: Part) -> None:
        worded: dict[str, list[Part]] = {}
        rows: dict[type, list[Row]] = {}
        for part in parts:
            if isinstance(part, Row) and part.first_word:
                worded.setdefault(part.first_word, []).append(part)
            for row in _rows_of(part):
                rows.setdefault(row.kind, []).append(row)
        for name, value in (("parts", parts), ("worded", worded), ("rows", rows)):
            object.__setattr__(self, name, value)

    def fits(self, words: Words, at: int) -> bool:
        return any(part.fits(words, at) for part in self.parts)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        at = words.at
        for part in self.worded.get(words.capitals[at], ()):
            if part.fits(words, at):
                return part.read(words, row)
        for part in self.parts:
            if part.fits(words, at):
                return part.read(words, row)
        return self.parts[-1].read(words, row)

    def write(self, value: Any) -> str:
        for row in self.rows.get(value.__class__, ()):
            if not row.fixed or row.means(value):
                return row.write(value)
        if isinstance(value, str):
            written = (one.written for one in self.parts if isinstance(one, One) and value in one.written)
            return next(written, {value: value})[value]
        if isinstance(value, tuple):
            many = next((part for part in self.parts if part.many), None)
            return ", ".join(map(self.write, value)) if many is None else many.write(value)
        raise TypeError(f"no row writes {value!r}")

    def data(self, ref: Ref) -> Data:
        return {"parts": [ref(part) for part in self.parts]}


def _rows_of(part: Part) -> Iterator[Row]:
    if isinstance(part, Row):
        yield part
    elif isinstance(part, OneOf):
        for inner in part.parts:
            yield from _rows_of(inner)


@thing
class Row(Part):
    """A record, the line it stands for, and a line to show. What is no part among the fields given is always so.

    A row is meant where a line fits it up to its first word, and to the end if that follows; one without a word of its
    own where its first part fits.
    """

    kind: type
    line: str
    example: str
    fixed: dict[str, Any]
    steps: tuple[tuple[str, Part], ...]
    """Fields and what reads them; "" for parts that are none of the record's."""
    named: dict[str, Part]
    """All parts that stand in braces."""
    own: frozenset[str]
    """Which of them are fields of the record."""
    writes: tuple[tuple[str, str, Callable[[Any], str]], ...]
    """Their fields, the words of those that are words, and what writes the others."""
    head: tuple[Part, ...]
    first_word: str

    def __init__(self, kind: type, line: str, example: str = "", /, **given: Any) -> None:
        known = frozenset(f.name for f in fields(kind))
        steps: list[tuple[str, Part]] = []
        named: dict[str, Part] = {}
        for said in line.split():
            if said[0] == "{":
                name = said[1:-1]
                named[name] = given.pop(name)
                steps.append((name if name in known else "", named[name]))
            else:
                word = said.replace("~", "").replace("_", " ")
                steps.append(("", Word(word, cut=said[-1] == "~")))
        parts = [part for _, part in steps]
        to_word = next((n for n, part in enumerate(parts) if isinstance(part, Word)), -1)
        head = parts[: to_word + 1] if all(part.single for part in parts[:to_word]) and to_word >= 0 else parts[:1]
        head += [part for part in parts[len(head) : len(head) + 1] if isinstance(part, End) and not part.says]
        first = head[0] if head else None
        for name, value in (
            ("kind", kind),
            ("line", line),
            ("example", example),
            ("fixed", given),
            ("steps", tuple(steps)),
            ("named", named),
            ("own", known & named.keys()),
            ("writes", tuple((name, p.word if isinstance(p, Word) else "", p.write) for name, p in steps)),
            ("head", tuple(head)),
            ("first_word", first.words[0] if isinstance(first, Word) else ""),
        ):
            object.__setattr__(self, name, value)

    def fits(self, words: Words, at: int) -> bool:
        last = len(words.words) - 1
        for part in self.head:
            if at > last or not part.fits(words, at):
                return False
            at += len(part.words) if isinstance(part, Word) else 1
        return True

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        return self.kind(**self.fields(words))

    def fields(self, words: Words, skip: int = 0, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The fields the words say, after the first ``skip`` steps, which have been read; with those ``given``."""
        found: dict[str, Any] = {**(given or {})}
        first = words.said
        try:
            self.find(words, found, skip)
        except Unread as unread:
            for name in self.own & found.keys():
                value, part = found[name], self.named[name]
                unread.known.setdefault(name, value if hasattr(value, "__dataclass_fields__") else part.write(value))
            for name in found.keys() - self.own:
                unread.known.setdefault(name, found[name])
            unread.known.setdefault("first", first)
            raise
        found.update(self.fixed)
        return found

    def find(self, words: Words, found: dict[str, Any], skip: int) -> None:
        """Read the fields into ``found``; raises :class:`Unread`."""
        for name, part in self.steps[skip:]:
            value = part.read(words, found)
            if name:
                found[name] = value

    def means(self, value: Any) -> bool:
        """Whether a record of its kind is one of this row."""
        return all(getattr(value, name) == fixed for name, fixed in self.fixed.items())

    def write(self, value: Any) -> str:
        texts = []
        for name, word, write in self.writes:
            text = word or write(getattr(value, name) if name else value)
            if text:
                texts.append(text)
        return " ".join(texts)

    def data(self, ref: Ref) -> Data:
        steps = [[name, ref(part)] for name, part in self.steps]
        said = {"example": self.example} if self.example else {}
        return {**said, "kind": self.kind.__name__, "fixed": plain(self.fixed), "steps": steps, "head": len(self.head)}


@thing
class AnyOrder(Part):
    """Rows that may follow in any order, each of its fields once; what is left out has its record's default.

    Where nothing is told of fields said ``twice`` the later counts. ``other`` is told of another word, ``none`` where
    no row comes.
    """

    rows: tuple[Row, ...]
    twice: str
    other: str
    near: Near
    none: str
    defaults: dict[str, Any]

    def __init__(self, *rows: Row, twice: str = "", other: str = "", near: Near = NONE_NEAR, none: str = "") -> None:
        defaults = {f.name: f.default for row in rows for f in fields(row.kind) if f.default is not MISSING}
        told = (("twice", twice), ("other", other), ("near", near), ("none", none))
        for name, value in (("rows", rows), ("defaults", defaults), *told):
            object.__setattr__(self, name, value)

    def read(self, words: Words, row: dict[str, Any]) -> None:
        start = words.at
        while (found := next((r for r in self.rows if r.fits(words, words.at)), None)) is not None:
            if self.twice and any(name in row for name in of_row(found)):
                raise Unread(self.twice, words.said)
            row.update(found.fields(words))
        if self.other and not words.done:
            raise Unread(self.other, words.said, self.near.of(words.said))
        if self.none and words.at == start:
            raise Unread(self.none, words.said)

    def write(self, value: Any) -> str:
        return " ".join(self.texts(value))

    def texts(self, value: Any) -> list[str]:
        """What each row that is not by default says of a record."""
        texts: list[str] = []
        done: set[str] = set()
        for row in self.rows:
            names = of_row(row)
            left = any(getattr(value, name) != self.defaults[name] for name in names)
            if left and not done & names and row.means(value):
                done |= names
                texts.append(row.write(value))
        return texts

    def data(self, ref: Ref) -> Data:
        defaults = {name: self._told(name) for row in self.rows for name in sorted(of_row(row))}
        told = {"twice": self.twice, "other": self.other, "near": self.near.data(), "none": self.none}
        return {"rows": [ref(row) for row in self.rows], **told, "defaults": defaults}

    def _told(self, name: str) -> Any:
        writers = [part for row in self.rows for step, part in row.steps if step == name]
        default = self.defaults[name]
        return writers[0].write(default) if writers and default is not None else plain(default)


def of_row(row: Row) -> set[str]:
    """The fields a row of :class:`AnyOrder` says."""
    return {name for name, _ in row.steps if name} | set(row.fixed)


class Lines(Generic[O]):
    """The lines of a game: read, written, told as data."""

    def __init__(
        self,
        cutter: Cutter,
        line: Part,
        *,
        longest: int,
        too_long: str = "the line is longer than {longest} characters",
        too_many: str = "{said!r} is one word too many",
        blank: O | None = None,
    ) -> None:
        self.cutter, self.line, self.longest = cutter, line, longest
        self.too_long, self.too_many, self.blank = too_long, too_many, blank
        self.verbs = tuple(dict.fromkeys(row.first_word for row in _rows_of(line) if row.first_word))
        """First words of its lines."""
        self._read = lru_cache(maxsize=2048)(self._read_anew)
        self._written = lru_cache(maxsize=2048)(line.write)

    def words(self, text: str, known: Known = NOTHING_KNOWN) -> Words:
        """The words of a text, to be read."""
        return Words(self.cutter.words(text), known)

    def read(self, text: str, known: Known) -> O | Fault:
        """The order a line says, or what is wrong with it; never raises."""
        if len(text) > self.longest:
            return Fault(self.too_long.format(longest=self.longest, length=len(text)))
        return self._read(text, known)

    def stored(self, text: str, known: Known) -> O:
        """An order that was read and written before, however long; raises ValueError if it is none."""
        order = self._read(text, known)
        if isinstance(order, Fault):
            raise ValueError(f"the record holds an order nobody can read: {text!r}: {order.reason}")
        return order

    def _read_anew(self, text: str, known: Known) -> O | Fault:
        words = self.words(text, known)
        if self.blank is not None and words.done:
            return self.blank
        try:
            order: O = self.line.read(words, {})
            if not words.done:
                raise Unread(self.too_many, words.said, left=words.left)
        except Unread as unread:
            return unread.fault()
        return order

    def help(self, *kinds: type) -> str:
        """A line to show of each kind of order: ``U3 N E ATTACK E · CAST Might ON U3``."""
        examples = {row.kind: row.example for row in reversed(tuple(_rows_of(self.line)))}
        return " · ".join(examples[kind] for kind in kinds)

    @cached_property
    def examples(self) -> tuple[str, ...]:
        """A line of each kind of order that has one to show, one of each first word."""
        shown = (row.example for row in _rows_of(self.line) if row.example)
        return tuple({line.split()[0]: line for line in shown}.values())

    def write(self, order: O) -> str:
        """The order in its usual form."""
        return self._written(order)

    def as_data(self, known: Known) -> Data:
        """All of it, for a reader in another language: parts by their numbers."""
        return {**self._told, "known": {name: vocabulary.as_data() for name, vocabulary in known.items()}}

    @cached_property
    def _told(self) -> Data:
        """What of it is the same whatever is known."""
        parts: list[Data] = []
        numbers: dict[int, int] = {}

        def ref(part: Part | Finding) -> int:
            if id(part) not in numbers:
                numbers[id(part)] = at = len(parts)
                parts.append({})
                told = {name: value for name, value in part.data(ref).items() if name in _KEPT or value not in _UNSAID}
                parts[at] = {"is": type(part).__name__, **told}
            return numbers[id(part)]

        line = ref(self.line)
        return {
            "line": line,
            "parts": parts,
            "cutter": self.cutter.data(),
            "longest": self.longest,
            "too_long": self.too_long,
            "too_many": self.too_many,
            "blank": self.write(self.blank) if self.blank is not None else "",
            "least": LEAST,
        }


def read_alone(part: Part, said: str, known: Known = NOTHING_KNOWN) -> Any | Fault:
    """What a part of a line says that is one word, given alone; or what is wrong with it."""
    return read_part(part, [said], known)


def read_part(
    part: Part, said: Sequence[str], known: Known = NOTHING_KNOWN, row: Mapping[str, Any] | None = None, **told: str
) -> Any | Fault:
    """What a part of a line says, given alone with what stands before it in its row and is ``told`` of it; or what is
    wrong with it."""
    try:
        return part.read(Words(list(said), known), {**(row or {})})
    except Unread as unread:
        unread.known |= told
        return unread.fault()

"""Parts and rows of lines that people write loosely: commas that may be missing, words cut off, things in any order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from magika_gm.engine.lines.parts import End, Part, Ref, Word
from magika_gm.engine.lines.rows import AnyOrder, OneOf, Row
from magika_gm.engine.lines.runs import TOO_MUCH, whole
from magika_gm.engine.lines.words import Cutter, Finding, Unread, Vocabulary, Words, is_word
from magika_gm.engine.plain import Data
from magika_gm.engine.records import named_record, named_thing, thing

# --- names ---


@named_thing
class Named(Part):
    """A name of a vocabulary: all that is left of a run, or with ``alone`` its next word.

    ``also`` are words that are no names of it; it is ``written`` as the vocabulary has it.
    """

    of: str
    kind: str
    finding: Finding
    alone: bool = False
    also: Mapping[str, Any] = field(default_factory=dict)
    written: Mapping[Any, str] = field(default_factory=dict)

    def fits(self, words: Words, at: int) -> bool:
        return words.capitals[at] != ""

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        start, last = words.at, len(words.words) - 1
        words.at = min(start + 1, last) if self.alone else last
        said = " ".join(words.words[start : words.at])
        if said in self.also:
            return self.also[said]
        vocabulary = words.known[self.of]
        return vocabulary.names[self.finding.one(said, vocabulary, self.kind)]

    def write(self, value: Any) -> str:
        return self.written.get(value) or str(value)

    def data(self, ref: Ref) -> Data:
        told = {"of": self.of, "kind": self.kind, "finding": ref(self.finding)}
        return {**told, "alone": self.alone, "also": list(self.also)}


# --- lists ---


def _items(words: Words, by: Sequence[str]) -> list[Words]:
    """The rest of a line, cut at words, without what is empty."""
    found, start, last = [], words.at, len(words.words) - 1
    for at in range(words.at, last + 1):
        if at == last or words.capitals[at] in by:
            if at > start:
                found.append(words.run(start, at))
            start = at + 1
    words.at = last
    return found


@named_thing
class Strewn(Part):
    """Things between commas or other words; words none of which needs more to be one of them (``each``) need none."""

    part: Part
    by: tuple[str, ...]
    none: str
    each: Part | None = None

    def read(self, words: Words, row: dict[str, Any]) -> tuple[Any, ...]:
        items = _items(words, self.by)
        if not items:
            raise Unread(self.none, "")
        found: list[Any] = []
        for item in items:
            many = range(len(item.words) - 1)
            if self.each is not None and len(many) > 1 and all(self.each.fits(item, at) for at in many):
                found += [whole(self.part, item.run(at, at + 1), row) for at in many]
            else:
                found.append(whole(self.part, item, row))
        return tuple(found)

    def write(self, value: Any) -> str:
        return ", ".join(map(self.part.write, value))


@thing
class Upto(Part):
    """What stands before a sign, which is written at its end; where the sign is missing, one word."""

    sign: str
    part: Part

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        last = len(words.words) - 1
        end = next((at for at in range(words.at, last) if words.words[at] == self.sign), -1)
        run = words.run(words.at, end if end >= 0 else min(words.at + 1, last))
        words.at = end + 1 if end >= 0 else min(words.at + 1, last)
        return whole(self.part, run, row)

    def write(self, value: Any) -> str:
        return f"{self.part.write(value)}{self.sign}"


# --- nothing, yes and no, numbers with a sign ---


@thing
class Skip(Part):
    """Nothing; whatever stands there is another part's."""

    def read(self, words: Words, row: dict[str, Any]) -> tuple[Any, ...]:
        words.at = len(words.words) - 1
        return ()

    def write(self, value: Any) -> str:
        return ""


@named_thing
class Hollow(Part):
    """Nothing; refused where nothing comes at all, or nothing but itself after a word."""

    word: str
    says: str
    nothing: str

    def read(self, words: Words, row: dict[str, Any]) -> None:
        left = words.capitals[words.at : -1]
        if not left:
            raise Unread(self.nothing, "")
        if self.word in left and not set(left[left.index(self.word) :]) - {self.word}:
            raise Unread(self.says, words.said)

    def write(self, value: Any) -> str:
        return ""


@named_thing
class Flag(Part):
    """A word that may stand there, alone: what it says if it does, False if not; or of which ``field`` it says that."""

    word: str
    value: Any = True
    field: str = ""
    says: str

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        if words.done:
            return False
        words.at += 1
        if not words.done:
            raise Unread(self.says, words.said)
        if self.field:
            row[self.field] = self.value
        return self.value

    def write(self, value: Any) -> str:
        return self.word if value == self.value and not self.field else ""


@named_thing
class Times(Part):
    """A number after a sign, in one word or in several; ``words`` are values that are written so.

    Another word may have said it before, as ``field``: then no number may be said.
    """

    sign: str
    part: Part
    field: str
    empty: int
    words: Mapping[int, str]
    says: str

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        if words.done:
            return row.get(self.field, self.empty)
        if self.field in row:
            raise Unread(self.says, words.said)
        said = "".join(words.words)[len(self.sign) :]
        words.at = len(words.words) - 1
        return self.part.read(Words([said] if said else [], words.known), row)

    def write(self, value: Any) -> str:
        return self.words.get(value, f"{self.sign}{value}")


@named_thing
class Signed(Part):
    """A number after a sign, to which it is written; or a word of its own; else a number that is not written."""

    sign: str
    part: Part
    word: str
    value: Any
    empty: int

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        if words.takes(self.word):
            return self.value
        return self.part.read(words, row) if words.takes(self.sign) else self.empty

    def write(self, value: Any) -> str:
        if value == self.value:
            return self.word
        return "" if value == self.empty else f"{self.sign}{self.part.write(value)}"


# --- several values of one word ---


@thing
class Spread(Part):
    """A word that stands for several: each letter of its first group with its second one."""

    pattern: str
    part: Part
    match: Callable[[str], re.Match[str] | None] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "match", re.compile(self.pattern).fullmatch)

    def fits(self, words: Words, at: int) -> bool:
        return self.match(words.words[at]) is not None

    def read(self, words: Words, row: dict[str, Any]) -> tuple[Any, ...]:
        found = self.match(words.said)
        assert found is not None, words.said
        words.at += 1
        return tuple(self.part.read(Words([letter + found[2]], words.known), row) for letter in found[1])

    def write(self, value: Any) -> str:
        raise TypeError(f"{value!r} is written one by one")


@thing
class Range(Row):
    """A row whose two fields are the ends of a range in one word: each of the first two groups with the third."""

    pattern: str
    says: str
    match: Callable[[str], re.Match[str] | None]

    def __init__(self, kind: type, line: str, *, pattern: str, says: str, **given: Any) -> None:
        Row.__init__(self, kind, line, **given)
        object.__setattr__(self, "pattern", pattern)
        object.__setattr__(self, "says", says)
        object.__setattr__(self, "match", re.compile(pattern).fullmatch)

    def fits(self, words: Words, at: int) -> bool:
        return self.match(words.words[at]) is not None

    def find(self, words: Words, found: dict[str, Any], skip: int) -> None:
        ends = self.match(words.said)
        assert ends is not None, words.said
        low, high, of = ends.groups()
        if low > high:
            raise Unread(self.says, words.said, (f"{high}-{low}{of}",))
        words.at += 1
        for (name, part), end in zip(self.steps, (low, high), strict=True):
            found[name] = part.read(Words([end + of], words.known), found)

    def write(self, value: Any) -> str:
        low, high = (write(getattr(value, name)) for name, _, write in self.writes)
        return f"{low[:-1]}-{high}"

    def data(self, ref: Ref) -> Data:
        return {**Row.data(self, ref), "pattern": self.pattern, "says": self.says}


@thing
class Each(Row):
    """A row of whose field ``over`` several may be said at once: then it stands for as many records."""

    over: str

    def __init__(self, kind: type, line: str, over: str, /, **given: Any) -> None:
        Row.__init__(self, kind, line, **given)
        object.__setattr__(self, "over", over)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        found = self.fields(words)
        values = found.pop(self.over)
        if isinstance(values, tuple):
            return tuple(self.kind(**{self.over: value}, **found) for value in values)
        return self.kind(**{self.over: values}, **found)

    def data(self, ref: Ref) -> Data:
        return {**Row.data(self, ref), "over": self.over}


@named_thing
class Among(Part):
    """One of some sets of ``most`` things by all their signs, in one word or in several (``345S``, ``3S 4S 5S``).

    Another field is one of the set. A word ``until`` ends them.
    """

    sets: Mapping[str, Any]
    pattern: str
    most: int
    until: str
    about: str
    part: Part
    """Writes that field."""
    says: str
    alone: str
    match: Callable[[str], re.Match[str] | None] = field(init=False)
    texts: Mapping[Any, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "match", re.compile(self.pattern).fullmatch)
        object.__setattr__(self, "texts", {value: text for text, value in self.sets.items()})

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        taken: list[str] = []
        while not words.done and words.said != self.until and sum(len(one) - 1 for one in taken) < self.most:
            if taken and self.match(words.said) is None:
                break
            taken.append(words.said)
            words.at += 1
        matches = [found for found in map(self.match, taken) if found is not None]
        signs = sorted(letter for found in matches for letter in found[1])
        of = {found[2] for found in matches}
        named = "".join((*signs, *of)) if len(matches) == len(taken) else ""
        said = " ".join(taken)
        if named not in self.sets or len(of) != 1:
            raise Unread(self.says, said, taken=said or "nothing")
        if self.part.write(row[self.about]) not in {sign + one for sign in signs for one in of}:
            raise Unread(self.alone, said)
        return self.sets[named]

    def write(self, value: Any) -> str:
        return self.texts[value]


# --- rows ---


@thing
class Joint(AnyOrder):
    """Rows after a word, joined by others; of two that say the same the one that says more counts."""

    word: str
    by: tuple[str, ...]

    def __init__(self, *rows: Row, word: str, by: tuple[str, ...], none: str, other: str) -> None:
        AnyOrder.__init__(self, *rows, none=none, other=other)
        object.__setattr__(self, "word", word)
        object.__setattr__(self, "by", by)

    def read(self, words: Words, row: dict[str, Any]) -> None:
        if not words.takes(self.word):
            return
        if words.done:
            raise Unread(self.none, "")
        for item in _items(words, self.by):
            there = len(item.words) - 1
            found = next((r for r in self.rows if r.fits(item, 0) and len(r.steps) == there), None)
            if found is None:
                raise Unread(self.other, item.said, left=item.left)
            for name, value in found.fields(item).items():
                row[name] = max(row.get(name, value), value)

    def write(self, value: Any) -> str:
        texts = self.texts(value)
        return f"{self.word} {f' {self.by[-1]} '.join(texts)}" if texts else ""

    def data(self, ref: Ref) -> Data:
        return {**AnyOrder.data(self, ref), "word": self.word, "by": list(self.by)}


@named_record
class Tail:
    """A field whose run begins at a word; ``wanted`` is told where it does not come: ``always``, or if a later does."""

    field: str
    word: str
    wanted: str = ""
    always: bool = False


@thing
class Tailed(Row):
    """A row cut at the first of some words that must stand in their order (each may be cut), the last of them first."""

    first: str
    tails: tuple[Tail, ...]
    reads: tuple[str, ...]

    def __init__(
        self,
        kind: type,
        line: str,
        example: str,
        first: str,
        tails: Sequence[Tail],
        reads: Sequence[str],
        /,
        **given: Any,
    ) -> None:
        Row.__init__(self, kind, line, example, **given)
        object.__setattr__(self, "first", first)
        object.__setattr__(self, "tails", tuple(tails))
        object.__setattr__(self, "reads", tuple(reads))

    def find(self, words: Words, found: dict[str, Any], skip: int) -> None:
        runs: dict[str, list[str]] = {}
        start, end = words.at, len(words.words) - 1
        words.at = end
        for tail in reversed(self.tails):
            at = next((n for n in range(start, end) if is_word(words.capitals[n], tail.word, cut=True)), -1)
            if at >= 0:
                runs[tail.field] = [tail.word, *words.words[at + 1 : end]]
                end = at
        for n, tail in enumerate(self.tails):
            wanted = tail.always or any(later.field in runs for later in self.tails[n + 1 :])
            if tail.wanted and wanted and tail.field not in runs:
                raise Unread(tail.wanted, "")
        runs[self.first] = words.words[start:end]
        for name in self.reads:
            value = whole(self.named[name], Words(runs.get(name, []), words.known), found)
            if name in self.own:
                found[name] = value

    def data(self, ref: Ref) -> Data:
        tails = [[tail.field, tail.word, tail.wanted, tail.always] for tail in self.tails]
        named = {name: ref(part) for name, part in self.named.items()}
        return {**Row.data(self, ref), "first": self.first, "tails": tails, "reads": list(self.reads), "named": named}


@thing
class Verbs(OneOf):
    """Rows by their first word, a name; the rest of each is cut into words in its own way.

    ``pattern`` parts the first word from the rest. Of several rows of a word the one is meant whose next words come.
    """

    pattern: str
    finding: Finding
    kind: str
    missing: str
    cutters: tuple[tuple[Cutter, tuple[str, ...]], ...]
    by_verb: dict[str, tuple[Cutter, list[Row]]]
    vocabulary: Vocabulary
    match: Callable[[str], re.Match[str] | None]

    def __init__(
        self, *cut: tuple[Cutter, Sequence[Row]], pattern: str, finding: Finding, kind: str, missing: str
    ) -> None:
        OneOf.__init__(self, *(row for _, rows in cut for row in rows))
        by_verb: dict[str, tuple[Cutter, list[Row]]] = {}
        for cutter, rows in cut:
            for row in rows:
                by_verb.setdefault(row.first_word, (cutter, []))[1].append(row)
        for name, value in (
            ("pattern", pattern),
            ("finding", finding),
            ("kind", kind),
            ("missing", missing),
            ("cutters", tuple((cutter, tuple(dict.fromkeys(row.first_word for row in rows))) for cutter, rows in cut)),
            ("by_verb", by_verb),
            ("vocabulary", Vocabulary(tuple(by_verb))),
            ("match", re.compile(pattern, re.DOTALL).fullmatch),
        ):
            object.__setattr__(self, name, value)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        found = self.match(words.said)
        if found is None:
            raise Unread(self.missing, words.said)
        cutter, rows = self.by_verb[self.finding.one(found[1], self.vocabulary, self.kind)]
        words.at = len(words.words) - 1
        run = Words(cutter.words(found[2]), words.known)
        meant = next(one for one in rows if one is rows[-1] or goes_on(one, run))
        order = meant.kind(**meant.fields(run, 1))
        if not run.done:
            raise Unread(TOO_MUCH, run.said, left=run.left)
        return order

    def data(self, ref: Ref) -> Data:
        told = {"pattern": self.pattern, "finding": ref(self.finding), "kind": self.kind, "missing": self.missing}
        cutters = [[cutter.data(), list(verbs)] for cutter, verbs in self.cutters]
        return {**OneOf.data(self, ref), **told, "cutters": cutters}


@thing
class Guard(Part):
    """Nothing; a row is meant only where the part fits."""

    part: Part

    def fits(self, words: Words, at: int) -> bool:
        return self.part.fits(words, at)

    def read(self, words: Words, row: dict[str, Any]) -> None:
        return None

    def write(self, value: Any) -> str:
        return ""


def has_more(row: Row) -> bool:
    """Whether more words must follow a row's first one."""
    return len(row.steps) > 1 and isinstance(row.steps[1][1], Word | End | Guard)


def goes_on(row: Row, words: Words) -> bool:
    """Whether the words that must follow a row's first one come."""
    at = words.at
    for _, part in row.steps[1:]:
        if not isinstance(part, Word | End | Guard):
            break
        if not part.fits(words, at):
            return False
        at += len(part.words) if isinstance(part, Word) else 0
    return True

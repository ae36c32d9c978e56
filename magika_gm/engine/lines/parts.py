"""Parts of an order line that are the same in every game: words, names, numbers, lists, what may be left out.

A part reads words into a value, writes the value, and says as data how it does: nothing of it is code, so that a reader
in another language can do the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar

from magika_gm.engine.lines.words import (
    BY_ITS_BEGINNING,
    NONE_NEAR,
    Finding,
    Near,
    Told,
    Unread,
    Words,
    is_word,
)
from magika_gm.engine.plain import Data
from magika_gm.engine.records import named_thing, thing

Ref = Callable[["Part | Finding"], int]
"""Gives a part its number."""


class Part(Told):
    """A part of a line. ``single``: it is one word, of which :meth:`fits` is sure."""

    single: ClassVar[bool] = False
    many: ClassVar[bool] = False
    """Whether it writes several things at once."""

    def fits(self, words: Words, at: int) -> bool:
        """Whether the words from ``at`` on begin what this part reads."""
        raise NotImplementedError

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        """What the words say, with what was read before them in their row; raises :class:`Unread`."""
        raise NotImplementedError

    def write(self, value: Any) -> str:
        """The value as it is written, "" if it is not."""
        raise NotImplementedError


# --- one word ---


@thing
class Word(Part):
    """A word that must stand there, or several; ``cut``: three letters of each will do."""

    word: str
    cut: bool = False
    says: str = "{wanted} is wanted where {found} stands"
    near: Near = NONE_NEAR
    words: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", tuple(self.word.split()))

    def fits(self, words: Words, at: int) -> bool:
        capitals = words.capitals
        for n, word in enumerate(self.words, at):
            if n >= len(capitals) or not is_word(capitals[n], word, self.cut):
                return False
        return True

    def read(self, words: Words, row: dict[str, Any]) -> None:
        if not self.fits(words, words.at):
            raise Unread(self.says, words.said, self.near.of(words.said), wanted=self.word)
        words.at += len(self.words)

    def write(self, value: Any) -> str:
        return self.word

    def data(self, ref: Ref) -> Data:
        return {"words": list(self.words), "cut": self.cut, "says": self.says, "near": self.near.data()}


@named_thing
class Single(Part):
    """One word that says a value. ``says`` is what is told of another one, ``nothing`` where none comes."""

    says: str
    nothing: str = ""
    blank: tuple[str, ...] = ("",)
    """What counts as no word."""
    near: Near = NONE_NEAR
    single = True

    def refused(self, said: str) -> Unread:
        """A word that is none."""
        if self.nothing and said in self.blank:
            return Unread(self.nothing, said, self.near.of(said) if self.near.rather else ())
        return Unread(self.says, said, self.near.of(said))

    def _told(self) -> Data:
        return {"says": self.says, "nothing": self.nothing, "blank": list(self.blank), "near": self.near.data()}


@named_thing
class One(Single):
    """One of some words: by how it is written, what it stands for. ``also`` may be said for one; with ``begun`` so may
    the beginning of one alone, of ``least`` letters, with ``plural`` one with an S. One may be several words, too, each
    of which may be so said: the longest that stands there is meant.
    """

    among: Mapping[str, Any]
    also: Mapping[str, Any] = field(default_factory=dict)
    begun: bool = False
    least: int = 1
    plural: bool = False
    capitals: Mapping[str, Any] = field(init=False)
    written: Mapping[Any, str] = field(init=False)
    by_length: Mapping[int, Mapping[str, Sequence[tuple[str, ...]]]] = field(init=False)
    """Texts by how many words they are, and by their first letter."""

    def __post_init__(self) -> None:
        words = {**self.among, **self.also}
        object.__setattr__(self, "capitals", {text.upper(): value for text, value in words.items()})
        object.__setattr__(self, "written", {value: text for text, value in self.among.items()})
        by_length: dict[int, dict[str, list[tuple[str, ...]]]] = {}
        for text in self.capitals:
            by_length.setdefault(len(text.split()) or 1, {}).setdefault(text[:1], []).append(tuple(text.split()))
        object.__setattr__(self, "by_length", dict(sorted(by_length.items(), reverse=True)))

    def fits(self, words: Words, at: int) -> bool:
        return self._meant(words, at) is not None

    def _meant(self, words: Words, at: int) -> tuple[Any, int] | None:
        """What is said from a place on, and in how many words."""
        for length, texts in self.by_length.items():
            said = words.capitals[at : at + length]
            text = " ".join(said)
            if text in self.capitals:
                return self.capitals[text], length
            if (self.begun or self.plural) and len(said) == length:
                like = (one for one in texts.get(text[:1], ()) if all(map(self._says, said, one)))
                meant = {self.capitals[" ".join(one)] for one in like}
                if len(meant) == 1:
                    return meant.pop(), length
        return None

    def _says(self, said: str, word: str) -> bool:
        """Whether a word is said in full, as a plural or by its beginning."""
        if said == word or (self.plural and said == f"{word}S"):
            return True
        return self.begun and len(said) >= self.least and word.startswith(said)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        meant = self._meant(words, words.at)
        if meant is None:
            raise self.refused(words.said)
        words.at += meant[1]
        return meant[0]

    def write(self, value: Any) -> str:
        return self.written.get(value, value)

    def data(self, ref: Ref) -> Data:
        also = {text: self.written[value] for text, value in self.also.items()}
        how = {"begun": self.begun, "least": self.least, "plural": self.plural}
        return {"among": list(self.among), "also": also, **how, **self._told()}


@named_thing
class Numbered(Single):
    """A sign and a number in one word: ``U3``. ``pattern`` says what of the word is the number."""

    pattern: str
    written: str
    match: Callable[[str], re.Match[str] | None] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "match", re.compile(self.pattern, re.ASCII).fullmatch)

    def fits(self, words: Words, at: int) -> bool:
        return self.match(words.words[at]) is not None

    def read(self, words: Words, row: dict[str, Any]) -> int:
        found = self.match(words.said)
        if found is None:
            raise self.refused(words.said)
        words.at += 1
        return int(found[1])

    def write(self, value: Any) -> str:
        return self.written.format(value)


_GROUP = re.compile(r"\{(\d)(?::(upper|lower))?\}")


@named_thing
class Coded(Single):
    """A code in one word, kept as it is written: by ``pattern``, of whose groups ``written`` is made (``{1:upper}``).

    ``after`` are words that may follow it and what they add, where it does not end so; ``without`` is left off;
    ``apart`` is how it begins, which may be a word of its own.
    """

    pattern: str
    written: str
    after: Mapping[str, str] = field(default_factory=dict)
    without: str = ""
    apart: str = ""
    match: Callable[[str], re.Match[str] | None] = field(init=False)
    form: str = field(init=False)
    folds: tuple[tuple[int, Callable[[str], str]], ...] = field(init=False)

    def __post_init__(self) -> None:
        folds = {"upper": str.upper, "lower": str.lower, None: str}
        groups = _GROUP.finditer(self.written)
        object.__setattr__(self, "match", re.compile(self.pattern, re.ASCII).fullmatch)
        object.__setattr__(self, "form", _GROUP.sub("{}", self.written))
        object.__setattr__(self, "folds", tuple((int(group[1]), folds[group[2]]) for group in groups))

    def _there(self, words: Words, at: int) -> tuple[re.Match[str] | None, int]:
        """The code at a place, and how many words it is."""
        many = 1 + (self.apart != "" and words.words[at] == self.apart)
        return self.match("".join(words.words[at : at + many])), many

    def fits(self, words: Words, at: int) -> bool:
        return self._there(words, at)[0] is not None

    def read(self, words: Words, row: dict[str, Any]) -> str:
        found, many = self._there(words, words.at)
        if found is None:
            raise self.refused(words.said)
        words.at += many
        code = self.form.format(*(fold(found[group]) for group, fold in self.folds))
        added = self.after.get(words.capitals[words.at], "")
        if added and not code.endswith(added):
            words.at += 1
            code += added
        return code.rstrip(self.without) if self.without else code

    def write(self, value: Any) -> str:
        return str(value)


@named_thing
class Number(Single):
    """A whole number of at most so many ``digits``, up to ``most``."""

    least: int = 0
    digits: int = 4
    most: int = 999_999

    def read(self, words: Words, row: dict[str, Any]) -> int:
        said = words.said
        good = said.isascii() and said.isdigit() and len(said) <= self.digits
        if not (good and self.least <= int(said) <= self.most):
            raise self.refused(said)
        words.at += 1
        return int(said)

    def write(self, value: Any) -> str:
        return str(value)


# --- names of several words ---


@named_thing
class Name(Part):
    """A name of a vocabulary, up to a comma or a word of ``stops``: as it is spelled, or a beginning of one alone.

    Neither case nor spaces matter; ``drop`` may be said before it; ``also`` are words that are no names of it.
    """

    of: str
    kind: str
    stops: tuple[str, ...] = ()
    finding: Finding = BY_ITS_BEGINNING
    drop: str = ""
    also: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, words: Words, at: int) -> bool:
        return words.capitals[at] not in ("", ",", *self.stops)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        start = words.at
        while not words.done and words.said != "," and words.capitals[words.at] not in self.stops:
            words.at += 1
        said = " ".join(words.words[start : words.at])
        for text, value in self.also.items():
            if text.upper() == said.upper():
                return value
        if self.drop and said.casefold().startswith(self.drop.casefold()):
            said = said[len(self.drop) :]
        vocabulary = words.known[self.of]
        return vocabulary.names[self.finding.one(said, vocabulary, self.kind)]

    def write(self, value: Any) -> str:
        for text, meant in self.also.items():
            if meant == value:
                return text
        return str(value).removeprefix(self.drop)

    def data(self, ref: Ref) -> Data:
        told = {"of": self.of, "kind": self.kind, "stops": list(self.stops), "finding": ref(self.finding)}
        return {**told, "drop": self.drop, "also": list(self.also)}


@named_thing
class Called(Part):
    """A name of a vocabulary by the longest run of words (``most``) that is one, or means one alone."""

    of: str
    kind: str
    finding: Finding
    most: int = 5

    def fits(self, words: Words, at: int) -> bool:
        return words.capitals[at] != ""

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        if words.done:
            raise Unread(self.finding.missing, "", kind=self.kind)
        vocabulary = words.known[self.of]
        for end in range(min(len(words.words) - 1, words.at + self.most), words.at, -1):
            found = self.finding.names(" ".join(words.words[words.at : end]), vocabulary)
            if len(found) == 1:
                words.at = end
                return vocabulary.names[found[0]]
        raise Unread(self.finding.none, words.said, self.finding.near(words.said, vocabulary), kind=self.kind)

    def write(self, value: Any) -> str:
        return str(value)

    def data(self, ref: Ref) -> Data:
        return {"of": self.of, "kind": self.kind, "finding": ref(self.finding), "most": self.most}


@thing
class End(Part):
    """The end of the line, after a word if one is given; ``says`` is told of what stands there instead."""

    word: str = ""
    says: str = ""

    def fits(self, words: Words, at: int) -> bool:
        last = len(words.words) - 1
        return words.capitals[at] == self.word and at == last - bool(self.word)

    def read(self, words: Words, row: dict[str, Any]) -> None:
        words.at += bool(self.word)
        if self.says and not words.done:
            raise Unread(self.says, words.said, left=words.left)

    def write(self, value: Any) -> str:
        return self.word


# --- parts of parts ---


def listing(texts: Iterable[str], by: str = ", ", *, bare: bool = False) -> str:
    """Texts with commas between them; ``bare``: only where one of them has several words."""
    said = list(texts)
    return (" " if bare and not any(" " in text for text in said) else by).join(said)


@thing
class Listed(Part):
    """Things of a kind, at least one, with a word between them."""

    part: Part
    by: str = ","

    def fits(self, words: Words, at: int) -> bool:
        return self.part.fits(words, at)

    def read(self, words: Words, row: dict[str, Any]) -> tuple[Any, ...]:
        read = self.part.read
        found = [read(words, row)]
        while words.takes(self.by):
            found.append(read(words, row))
        return tuple(found)

    def write(self, value: Any) -> str:
        between = f"{self.by} " if self.by == "," else f" {self.by} "
        return between.join(map(self.part.write, value))


@thing
class Several(Part):
    """Things one after another up to a word of ``until``, some of them several at once; with ``some`` at least one.

    Words of ``passed`` may stand between them, and with ``before`` before them; ``none`` is told where there is none.
    They are written with ``by`` between them, with ``bare`` only where one of them has several words.
    """

    part: Part
    until: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    none: str = ""
    before: bool = False
    bare: bool = False
    by: str = ", "
    some: bool = False

    def read(self, words: Words, row: dict[str, Any]) -> tuple[Any, ...]:
        found: list[Any] = []
        while (self.some and not found) or not (words.done or words.capitals[words.at] in self.until):
            if words.capitals[words.at] in self.passed and (found or self.before):
                words.at += 1
                continue
            value = self.part.read(words, row)
            found += value if isinstance(value, tuple) else (value,)
        if self.none and not found:
            raise Unread(self.none, words.said)
        return tuple(found)

    def write(self, value: Any) -> str:
        return listing(map(self.part.write, value), self.by, bare=self.bare)


@thing
class After(Part):
    """What stands after a word; nothing where the word does not come, if ``wanted`` does not say that it must.

    ``nothing`` is told instead where the line ends; with ``filled``, ``wanted`` also where nothing follows the word.
    ``more`` is a word that is written behind it and need not be said; ``shown``: it is written even if it says nothing.
    """

    word: str
    part: Part
    wanted: str = ""
    empty: Any = ()
    nothing: str = ""
    filled: bool = False
    more: str = ""
    shown: bool = False

    def fits(self, words: Words, at: int) -> bool:
        return words.capitals[at] == self.word

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        if words.takes(self.word) and not (self.filled and words.done):
            if self.more:
                words.takes(self.more)
            return self.part.read(words, row)
        if self.wanted:
            raise Unread(self.nothing if self.nothing and words.done else self.wanted, words.said)
        return self.empty

    def write(self, value: Any) -> str:
        said = f"{self.word} {self.more}" if self.more else self.word
        return "" if value == self.empty and not self.shown else f"{said} {self.part.write(value)}"


@thing
class Without(Part):
    """Nothing; where a word comes (any at all, if none is said), that is refused."""

    word: str = ""
    says: str = ""
    empty: Any = ()

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        if self.says and self.word in ("", words.capitals[words.at]):
            raise Unread(self.says, words.said)
        return self.empty

    def write(self, value: Any) -> str:
        return ""


@thing
class Maybe(Part):
    """What may be left out: where the line ends or a word of ``stops`` comes, or ``all`` is said for it."""

    part: Part
    stops: tuple[str, ...]
    all: str = ""
    empty: Any = ()

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        if (self.all and words.takes(self.all)) or words.done or words.capitals[words.at] in self.stops:
            return self.empty
        return self.part.read(words, row)

    def write(self, value: Any) -> str:
        return self.all if value == self.empty else self.part.write(value)


@thing
class Perhaps(Part):
    """A part that is read if it fits, and nothing if not."""

    part: Part
    empty: Any = None

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        return self.part.read(words, row) if self.part.fits(words, words.at) else self.empty

    def write(self, value: Any) -> str:
        return "" if value == self.empty else self.part.write(value)


@thing
class By(Part):
    """What follows a name depends on a fact about it: one part for each value of the fact. Without a vocabulary it
    depends on what the name says itself.
    """

    name: str
    """The field with the name."""
    of: str
    fact: str
    parts: Mapping[Any, Part]
    writes: Part
    """What writes all that any of them reads."""
    other: Part | None = None
    """Of what is no name of that vocabulary."""

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        if not self.of:
            return self.parts[row[self.name]].read(words, row)
        facts = words.known[self.of].facts.get(row[self.name])
        if facts is None and self.other is not None:
            return self.other.read(words, row)
        assert facts is not None
        return self.parts[facts[self.fact]].read(words, row)

    def write(self, value: Any) -> str:
        return self.writes.write(value)


@thing
class Only(Part):
    """Nothing; refused where what was read before is none of some values, or no number of some. ``path`` leads to it:
    ``trigger.event``.
    """

    path: str
    among: tuple[Any, ...]
    says: str
    numbers: tuple[int, int] | None = None

    def read(self, words: Words, row: dict[str, Any]) -> None:
        first, *rest = self.path.split(".")
        value = row[first]
        for name in rest:
            value = getattr(value, name)
        if not self.numbers[0] <= value <= self.numbers[1] if self.numbers else value not in self.among:
            raise Unread(self.says, words.said)

    def write(self, value: Any) -> str:
        return ""


@thing
class Refuse(Part):
    """What begins like this is refused; said of the word after ``past`` words of it."""

    begins: tuple[Part, ...]
    says: str
    near: Near
    past: int

    def __init__(self, *begins: Part, says: str, near: Near = NONE_NEAR, past: int = 0) -> None:
        for name, value in (("begins", begins), ("says", says), ("near", near), ("past", past)):
            object.__setattr__(self, name, value)

    def fits(self, words: Words, at: int) -> bool:
        return all(part.fits(words, at + n) for n, part in enumerate(self.begins))

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        first, said = words.said, words.words[min(words.at + self.past, len(words.words) - 1)]
        raise Unread(self.says, said, self.near.of(said), first=first, left=words.left)

    def write(self, value: Any) -> str:
        raise TypeError(f"{value!r} is never read")

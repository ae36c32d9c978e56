"""Parts and rows of an order line that are cut into runs before they are read: at words between them, at heads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from magika_gm.engine.lines.parts import Part, Ref, Word
from magika_gm.engine.lines.rows import OneOf, Row
from magika_gm.engine.lines.words import Near, Unread, Words, is_word, plain
from magika_gm.engine.plain import Data
from magika_gm.engine.records import named_thing, thing

TOO_MUCH = "{left} is too much"


def whole(part: Part, run: Words, row: dict[str, Any]) -> Any:
    """What a run says to its end; raises :class:`Unread`."""
    value = part.read(run, row)
    if not run.done:
        raise Unread(TOO_MUCH, run.said, left=run.left)
    return value


def runs_of(words: Words, by: str, *, cut: bool = False) -> list[Words]:
    """The rest of a line, cut at a word; ``cut``: at three letters of it, too."""
    found, start = [], words.at
    last = len(words.words) - 1
    for at in range(words.at, last):
        if is_word(words.capitals[at], by, cut):
            found.append(words.run(start, at))
            start = at + 1
    found.append(words.run(start, last))
    words.at = last
    return found


@thing
class Alone(Part):
    """A part that is all there is of a run."""

    part: Part
    said: int = 1
    """How many words."""

    def fits(self, words: Words, at: int) -> bool:
        return len(words.words) - 1 - at == self.said and self.part.fits(words, at)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        return self.part.read(words, row)

    def write(self, value: Any) -> str:
        return self.part.write(value)


@thing
class Joined(Part):
    """All words of a run as one; ``pair`` sorts the two halves that a sign parts, by their letter and their number."""

    part: Part
    pair: str

    def fits(self, words: Words, at: int) -> bool:
        return True

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        said = words.left
        try:
            value = self.part.read(Words(["".join(words.words)], words.known), row)
        except Unread as unread:
            unread.known["left"] = said
            raise
        words.at = len(words.words) - 1
        halves = sorted(value.split(self.pair), key=lambda half: (half[0], int(half[1:])))
        return self.pair.join(halves)

    def write(self, value: Any) -> str:
        return str(value)


@thing
class Unlike(Part):
    """A part that is all there is of a run, refused where its value begins with certain letters before a number."""

    part: Part
    letters: tuple[str, ...]
    says: str

    def fits(self, words: Words, at: int) -> bool:
        return self.part.fits(words, at)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        said = words.said
        value = whole(self.part, words, row)
        if any(value.startswith(letters) and value[len(letters) :].isdigit() for letters in self.letters):
            raise Unread(self.says, said, value=value)
        return value

    def write(self, value: Any) -> str:
        return self.part.write(value)


@thing
class Apart(Part):
    """Things of a kind with a word between them (with ``cut`` three letters will do), each read whole.

    ``hollow`` is told where one of them says nothing, ``says`` of more than ``most``. With ``sole`` it is but one, and
    not a list.
    """

    part: Part
    by: str
    hollow: str = ""
    cut: bool = False
    most: int = 0
    says: str = ""
    sole: bool = False

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        said = words.said
        runs = runs_of(words, self.by, cut=self.cut)
        if self.most and len(runs) > self.most:
            raise Unread(self.says, said)
        found = tuple(whole(self.part, run, row) for run in runs)
        if self.hollow and not all(found):
            raise Unread(self.hollow, "")
        return found[0] if self.sole else found

    def write(self, value: Any) -> str:
        return self.part.write(value) if self.sole else f" {self.by} ".join(map(self.part.write, value))


@thing
class Ended(Part):
    """Things with a word between them, each ending in one of ``ends``: else in that of the last, or the first."""

    part: Part
    by: str
    ends: tuple[str, ...]
    says: str

    def read(self, words: Words, row: dict[str, Any]) -> tuple[Any, ...]:
        runs = runs_of(words, self.by)
        named = []
        for run in runs:
            said = [word for word in run.capitals if word in self.ends]
            if len(said) > 1 or (said and run.capitals[-2] != said[0]):
                raise Unread(self.says, run.said)
            named.append(said)
        last = (*named[-1], self.ends[0])[0]
        runs = [run if said else run.ending(last) for run, said in zip(runs, named, strict=True)]
        return tuple(whole(self.part, run, row) for run in runs)

    def write(self, value: Any) -> str:
        return f" {self.by} ".join(map(self.part.write, value))


@thing
class Aside(Part):
    """Things with a word between them, in any of which something may be said that is the same of all: it stands after
    ``word``, and is the row's field ``name``; ``says`` is told where it differs."""

    part: Part
    by: str
    name: str
    word: str
    about: Part
    says: str
    empty: str = ""

    def read(self, words: Words, row: dict[str, Any]) -> tuple[Any, ...]:
        row[self.name] = self.empty
        found = []
        for run in runs_of(words, self.by):
            own, *asides = runs_of(run, self.word)
            if asides:
                value = whole(self.about, asides[-1], row)
                if len(asides) > 1 or row[self.name] not in (self.empty, value):
                    raise Unread(self.says, run.said)
                row[self.name] = value
            found.append(whole(self.part, own, row))
        return tuple(found)

    def write(self, value: Any) -> str:
        return f" {self.by} ".join(map(self.part.write, value))


@thing
class Said(Part):
    """What a part before this one has read already: here it is written alone, after a word."""

    name: str
    word: str
    part: Part
    empty: str = ""

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        return row[self.name]

    def write(self, value: Any) -> str:
        return "" if value == self.empty else f"{self.word} {self.part.write(value)}"


# --- rows by their first words ---


@named_thing
class Level:
    """What is told where after some words none of those that may follow comes: ``nothing``, or another word."""

    nothing: str
    says: str


@thing
class Keyed(OneOf):
    """One of some rows, by their first words: each in full, or the beginning of one alone that may stand there.

    ``levels`` are by the words before: "" for the first.
    """

    levels: dict[str, Level]
    tree: dict[str, Any]

    def __init__(self, *rows: Row, levels: Mapping[str, Level]) -> None:
        OneOf.__init__(self, *rows)
        tree: dict[str, Any] = {}
        for row in rows:
            node = tree
            *path, last = leading(row)
            for word in path:
                node = node.setdefault(word, {})
            node[last] = row
        object.__setattr__(self, "levels", dict(levels))
        object.__setattr__(self, "tree", tree)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        node: Any = self.tree
        path: list[str] = []
        while isinstance(node, dict):
            level = self.levels[" ".join(path)]
            if words.done:
                raise Unread(level.nothing, "")
            path.append(self._key(words, node, level))
            node = node[path[-1]]
            words.at += 1
        return node.kind(**node.fields(words, len(path)))

    def _key(self, words: Words, node: Mapping[str, Any], level: Level) -> str:
        capitals = words.capitals[words.at]
        if capitals in node:
            return capitals
        begun = [word for word in node if word.startswith(capitals)]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise Unread("{said} could be {ors}", words.said, begun, ors=" or ".join(begun))
        raise Unread(level.says, words.said, Near(tuple(node)).of(words.said))

    def data(self, ref: Ref) -> Data:
        levels = {path: [level.nothing, level.says] for path, level in self.levels.items()}
        return {"parts": [ref(part) for part in self.parts], "levels": levels}


def leading(row: Row) -> list[str]:
    """The words a row begins with."""
    found: list[str] = []
    for _, part in row.steps:
        if not isinstance(part, Word):
            break
        found += part.words
    return found


# --- rows of runs ---


@named_thing
class Heads:
    """How a line is cut into the runs of its fields.

    ``pick`` is a word that is taken out wherever it stands, with the one after it; all after the word ``tail`` is that
    field's; ``words`` begin the runs of other fields, in any order; what stands before them is the field ``first``.
    With ``cut`` three letters of such a word will do; a pattern of ``like`` is as good as its word. ``shares`` are
    fields that have the run of another. With ``early`` the first is read before a word that stands twice is refused.
    """

    first: str
    words: Mapping[str, str]
    """The field of each."""
    tail: tuple[str, str] = ("", "")
    pick: tuple[str, str] = ("", "")
    twice: str = "{head} stands twice"
    twice_tail: str = ""
    cut: bool = False
    like: Mapping[str, str] = field(default_factory=dict)
    shares: Mapping[str, str] = field(default_factory=dict)
    early: bool = False

    def head(self, capitals: str) -> str:
        """Which of its words is said, "" for none."""
        if capitals in self.words or not self.cut:
            return capitals if capitals in self.words else ""
        said = next((word for word in self.words if is_word(capitals, word, cut=True)), "")
        return said or next((word for like, word in self.like.items() if re.fullmatch(like, capitals, re.ASCII)), "")


@thing
class Headed(Row):
    """A row whose fields are read each in a run of its own, in the order of ``reads`` behind those of pick and tail."""

    heads: Heads
    reads: tuple[str, ...]

    def __init__(
        self, kind: type, line: str, example: str, heads: Heads, reads: Sequence[str], /, **given: Any
    ) -> None:
        Row.__init__(self, kind, line, example, **given)
        object.__setattr__(self, "heads", heads)
        object.__setattr__(self, "reads", tuple(reads))

    def find(self, words: Words, found: dict[str, Any], skip: int) -> None:
        del skip  # its first words are read by whoever has chosen it
        heads = self.heads
        left = list(range(words.at, len(words.words) - 1))
        words_at = words.words
        words.at = len(words.words) - 1
        self._read(heads.pick[0], self._picked(words, left), found)
        tails = [n for n, at in enumerate(left) if words.capitals[at] == heads.tail[1]]
        if len(tails) > 1:
            raise Unread(heads.twice_tail, heads.tail[1])
        tail = left[tails[0] :] if tails else []
        del left[len(left) - len(tail) :]
        self._read(heads.tail[0], Words([words_at[at] for at in tail], words.known), found)
        runs, twice = self._runs(words, left)
        if twice and not heads.early:
            raise twice
        for name in self.reads:
            self._read(name, Words(runs.get(heads.shares.get(name, name), []), words.known), found)
            if twice and name == heads.first:
                raise twice

    def _runs(self, words: Words, places: list[int]) -> tuple[dict[str, list[str]], Unread | None]:
        """The run of each field, up to a word that stands twice, and what is told of that."""
        heads = self.heads
        name = heads.first
        runs: dict[str, list[str]] = {name: []}
        for at in places:
            said = words.words[at]
            head = heads.head(words.capitals[at])
            if head:
                name = heads.words[head]
                if name in runs:
                    return runs, Unread(heads.twice, said, head=head)
                runs[name] = []
            runs[name].append(head if head and said.upper() != head and head.startswith(said.upper()) else said)
        return runs, None

    def _picked(self, words: Words, left: list[int]) -> Words:
        """The run of the word that is picked, taken out of what is left."""
        at = next((n for n, at in enumerate(left) if words.capitals[at] == self.heads.pick[1]), len(left))
        taken = left[at : at + 2]
        del left[at : at + 2]
        return Words([words.words[place] for place in taken], words.known)

    def _read(self, name: str, run: Words, found: dict[str, Any]) -> None:
        if name:
            value = whole(self.named[name], run, found)
            if name in self.own:
                found[name] = value

    def data(self, ref: Ref) -> Data:
        named = {name: ref(part) for name, part in self.named.items()}
        return {**Row.data(self, ref), "named": named, "heads": plain(self.heads), "reads": list(self.reads)}

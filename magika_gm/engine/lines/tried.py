"""Parts that pass words over, and parts that try: what reads a run whole is meant, what is mistaken for it offered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from magika_gm.engine.lines.parts import Part
from magika_gm.engine.lines.runs import TOO_MUCH, whole
from magika_gm.engine.lines.words import Unread, Words
from magika_gm.engine.records import named_thing, thing

# --- words passed over ---


@thing
class Bare(Part):
    """A part that is read without some words, wherever they stand.

    ``one`` is told where not one word is left, ``more`` of what it leaves.
    """

    part: Part
    without: tuple[str, ...]
    one: str = ""
    more: str = TOO_MUCH

    def _run(self, words: Words, at: int) -> Words:
        last = len(words.words) - 1
        kept = [words.words[n] for n in range(at, last) if words.capitals[n] not in self.without]
        return Words(kept, words.known)

    def fits(self, words: Words, at: int) -> bool:
        return self.part.fits(self._run(words, at), 0)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        run = self._run(words, words.at)
        words.at = len(words.words) - 1
        if self.one and len(run.words) != 2:
            raise Unread(self.one, run.left)
        value = self.part.read(run, row)
        if not run.done:
            raise Unread(self.more, run.said, left=run.left)
        return value

    def write(self, value: Any) -> str:
        return self.part.write(value)


@thing
class Passed(Part):
    """Nothing; words that may stand there."""

    words: tuple[str, ...]

    def read(self, words: Words, row: dict[str, Any]) -> None:
        while words.capitals[words.at] in self.words:
            words.at += 1

    def write(self, value: Any) -> str:
        return ""


# --- tries ---


@thing
class First(Part):
    """The first of some parts that reads all that is left; if none does, what is told is told by the last one."""

    parts: tuple[Part, ...]

    def __init__(self, *parts: Part) -> None:
        object.__setattr__(self, "parts", parts)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        start, last = words.at, len(words.words) - 1
        words.at = last
        for part in self.parts[:-1]:
            try:
                return whole(part, words.run(start, last), row)
            except Unread as unread:
                if unread.sure:
                    unread.sure = False
                    raise
        return whole(self.parts[-1], words.run(start, last), row)

    def write(self, value: Any) -> str:
        return self.parts[0].write(value)

    def data(self, ref: Any) -> dict[str, Any]:
        return {"parts": [ref(part) for part in self.parts]}


@thing
class Mistaken(Part):
    """What reads so is surely refused, with a line to offer: of its ``value`` and of what is ``left``."""

    part: Part
    says: str
    offer: str

    def fits(self, words: Words, at: int) -> bool:
        return self.part.fits(words, at)

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        said, left = words.said, words.left
        value = self.part.write(self.part.read(words, row))
        unread = Unread(self.says, said, offers=(self.offer,), left=left, value=value, rest=words.left)
        unread.sure = True
        raise unread

    def write(self, value: Any) -> str:
        raise TypeError(f"{value!r} is never read")


@thing
class Judged(Part):
    """A part that says of what it is what it refuses; ``nothing`` is told where nothing comes."""

    part: Part
    before: str
    nothing: str = ""

    def read(self, words: Words, row: dict[str, Any]) -> Any:
        if self.nothing and words.done:
            raise Unread(self.nothing, "")
        try:
            return self.part.read(words, row)
        except Unread as unread:
            unread.says = self.before + unread.says
            raise

    def write(self, value: Any) -> str:
        return self.part.write(value)


@thing
class Text(Part):
    """What a part says, as it is written."""

    part: Part

    def read(self, words: Words, row: dict[str, Any]) -> str:
        return self.part.write(self.part.read(words, row))

    def write(self, value: Any) -> str:
        return str(value)


# --- several fields at once ---


@named_thing
class Marked(Part):
    """A thing that may bear a mark: fields of its row (``names``: the thing, whether it bears it, both as a text). The
    mark ends its word, or is a word of ``marks`` before or behind it.

    Before it words of ``passed`` may stand. ``both`` is told where the mark is said to be there and not; ``none`` of a
    mark where there must not be any.
    """

    part: Part
    mark: str
    names: tuple[str, ...] = ()
    marks: Mapping[str, bool] = field(default_factory=dict)
    passed: tuple[str, ...] = ()
    both: str = ""
    none: str = ""

    def _unmarked(self, words: Words, at: int) -> Words | None:
        """The words from a place on without the mark, if there is a thing then."""
        run = words.run(at, len(words.words) - 1)
        for n, said in enumerate(run.capitals[:2]):
            if said.endswith(self.mark):
                run.words[n] = run.words[n][: -len(self.mark)]
                run.capitals[n] = said[: -len(self.mark)]
                return run if self.part.fits(run, 0) else None
        return None

    def fits(self, words: Words, at: int) -> bool:
        return self.part.fits(words, at) or self._unmarked(words, at) is not None

    def read(self, words: Words, row: dict[str, Any]) -> str:
        level: bool | None = None
        while words.capitals[words.at] in (*self.passed, *self.marks) and not self.fits(words, words.at):
            level = self.marks.get(words.capitals[words.at], level)
            words.at += 1
        said = words.said
        run = None if self.part.fits(words, words.at) else self._unmarked(words, words.at)
        value = self.part.read(words if run is None else run, row)
        if run is not None:
            words.at += run.at
            if self.none:
                raise Unread(self.none, said, (self.part.write(value),))
        elif words.capitals[words.at] in self.marks:
            level = level if level is not None else self.marks[words.capitals[words.at]]
            words.at += 1
        if run is not None and level is False:
            raise Unread(self.both, said, (self.part.write(value),))
        marked = run is not None or level is True
        text = self._text(value, marked)
        row.update(zip(self.names, (value, marked, text), strict=False))
        return text

    def _text(self, value: Any, marked: bool) -> str:
        return self.part.write(value) + (self.mark if marked else "")

    def write(self, value: Any) -> str:
        if isinstance(value, str):
            return value
        name, mark, _ = self.names
        return self._text(getattr(value, name), getattr(value, mark, False))


@named_thing
class Heap(Part):
    """Things one after another, and numbers of some: fields of their own, by what they are of (``numbers``).

    Words of ``passed`` may stand anywhere. ``again`` is told of a number said twice, ``twice`` of a thing that is like
    ``once``, as it is written, and ``none`` where nothing comes.
    """

    part: Part
    name: str
    of: tuple[str, str]
    """The fields of a record that is a number: what it is of, and how many."""
    numbers: Mapping[str, str]
    passed: tuple[str, ...]
    once: str
    twice: str
    again: str
    none: str

    def read(self, words: Words, row: dict[str, Any]) -> None:
        what, many = self.of
        found: list[str] = []
        said: dict[str, Any] = {}
        while not words.done:
            if words.capitals[words.at] in self.passed:
                words.at += 1
                continue
            value = self.part.read(words, row)
            last = words.words[words.at - 1]
            if not isinstance(value, str):
                name = self.numbers[getattr(value, what)]
                if name in said:
                    raise Unread(self.again, getattr(value, what))
                said[name] = getattr(value, many)
            elif value in found and re.fullmatch(self.once, self.part.write(value)):
                raise Unread(self.twice, last)
            else:
                found.append(value)
        if not found and not said:
            raise Unread(self.none, "")
        row.update(said, **{self.name: tuple(found)})

    def write(self, value: Any) -> str:
        texts = list(map(self.part.write, getattr(value, self.name)))
        texts += [f"{getattr(value, name)} {of}" for of, name in self.numbers.items() if getattr(value, name, 0)]
        return ", ".join(texts)

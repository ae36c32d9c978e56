"""The words of an order line: how a text is cut into them, what they may name, what is told of one that fits not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from magika_gm.engine.words import Fault, alike

Data = dict[str, Any]
LEAST = 3
"""Letters a word is cut to at most."""
SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
"""What is space, for a pattern: said here so that it is no more and no less elsewhere."""


class Unread(Exception):
    """Why a line cannot be read, not yet in words: what is said of the line around it comes on the way up."""

    def __init__(self, says: str, said: str, near: Sequence[str] = (), **known: str) -> None:
        super().__init__(says)
        self.says, self.near = says, tuple(near)
        found = repr(said) if said else "nothing"
        self.known: dict[str, Any] = {**known, "said": said, "SAID": said.upper(), "found": found}

    def fault(self) -> Fault:
        """The same as it is told."""
        return Fault(self.says.format_map(self.known), self.near)


class Vocabulary:
    """Names a line may name: how they are spelled, what each stands for, and what lines depend on of each."""

    def __init__(
        self, names: Mapping[str, Any] | Iterable[str], facts: Mapping[str, Mapping[str, Any]] | None = None
    ) -> None:
        self.names: Mapping[str, Any] = names if isinstance(names, Mapping) else {name: name for name in names}
        self.spelled = {value: name for name, value in self.names.items()}
        self.facts = facts or {}
        self.folded = tuple([(fold(name), name) for name in self.names] for fold in (spaced, packed))

    def as_data(self) -> Data:
        """Spellings, and facts by spelling."""
        facts = {self.spelled[value]: plain(facts) for value, facts in self.facts.items()}
        return {"names": list(self.names), "facts": facts}


class Known(dict[str, Vocabulary]):
    """The vocabularies of a game, by name. One such table is one key of what has been read."""

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


NOTHING_KNOWN = Known()


@lru_cache(maxsize=4096)
def spaced(name: str) -> str:
    """A name without regard to case, to the kind of apostrophe and to how many spaces part its words."""
    return " ".join(name.casefold().replace("’", "'").split())


@lru_cache(maxsize=4096)
def packed(name: str) -> str:
    """A name without regard to case and spaces."""
    return spaced(name).replace(" ", "")


def either(names: Sequence[str]) -> str:
    """``Doom, Dispel or Drain``."""
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else "".join(names)


class Words:
    """The words of a line being read, left to right; each also in capitals, and "" at the end."""

    __slots__ = ("at", "capitals", "known", "words")

    def __init__(self, words: list[str], known: Known) -> None:
        self.words = [*words, ""]
        self.capitals = [word.upper() for word in self.words]
        self.known = known
        self.at = 0

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.words) - 1

    @property
    def said(self) -> str:
        """The word that comes."""
        return self.words[self.at]

    def takes(self, word: str) -> bool:
        """Whether a word comes; if so go on past it."""
        if self.capitals[self.at] == word:
            self.at += 1
            return True
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """Spellings to offer where a word is none of some: the two most alike, or on a ``board`` the square inside it."""

    words: tuple[str, ...] = ()
    board: tuple[str, int] | None = None
    always: bool = False

    def of(self, said: str) -> tuple[str, ...]:
        """The offers for a word."""
        if self.always:
            return self.words
        if self.board is not None and len(said) == 2 and said[0].isalpha() and said[1] in "0123456789":
            columns, rows = self.board
            column = min(max(said[0].lower(), columns[0]), columns[-1])
            return (f"{column}{min(max(int(said[1]), 1), rows)}",)
        return alike(said, self.words)

    def data(self) -> Data:
        """The same as data."""
        return {"words": list(self.words), "board": plain(self.board), "always": self.always}


NONE_NEAR = Near()


def is_word(said: str, word: str, cut: bool = False) -> bool:
    """Whether what is said (in capitals) is a word, or with ``cut`` a beginning of it."""
    return said == word or (cut and len(said) >= LEAST and word.startswith(said))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cutter:
    """How a text is cut into words: ``word`` matches one, in its group 1; what follows ``comment`` is none of them."""

    word: str
    comment: str = ";"
    find: Callable[[str], list[str]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "find", re.compile(portable(self.word)).findall)

    def words(self, text: str) -> list[str]:
        """The words of a text."""
        return ["".join(word.split()) for word in self.find(text.partition(self.comment)[0])]


def portable(pattern: str) -> str:
    """A pattern that means the same in other languages: its space (of ``\\s``, ``\\S``) is spelled out."""
    return pattern.replace(r"\s", f"[{SPACE}]").replace(r"\S", f"[^{SPACE}]")


def plain(value: Any) -> Any:
    """A value of a row as JSON has it."""
    if isinstance(value, Mapping):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, str) else value

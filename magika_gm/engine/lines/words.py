"""The words of an order line: how a text is cut into them, what they may name, what is told of one that fits not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields, is_dataclass
from functools import lru_cache
from typing import Any

from magika_gm.engine.plain import Data
from magika_gm.engine.records import named_record, named_thing, thing
from magika_gm.engine.words import Fault, nearest, subsequence

LEAST = 3
"""Letters a word is cut to at most."""
SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
"""What is space, for a pattern: said here so that it is no more and no less elsewhere."""


class Unread(Exception):
    """Why a line cannot be read, not yet in words: what is said of the line around it comes on the way up."""

    sure: bool = False
    """Whether nothing else is to be tried."""

    def __init__(
        self, says: str, said: str, near: Sequence[str] = (), offers: Sequence[str] = (), **known: str
    ) -> None:
        super().__init__(says)
        self.says, self.near, self.offers = says, tuple(near), tuple(offers)
        found = repr(said) if said else "nothing"
        self.known: dict[str, Any] = {**known, "said": said, "SAID": said.upper(), "found": found}

    def fault(self) -> Fault:
        """The same as it is told."""
        offers = (offer.format_map(self.known).rstrip() for offer in self.offers)
        return Fault(self.says.format_map(self.known).rstrip(), (*self.near, *offers))


class Vocabulary:
    """Names a line may name: how they are spelled, what each stands for, and what lines depend on of each.

    ``written`` are texts of what is not written as it is called; ``near`` are spellings that are near it, each with
    what is offered then; ``refused`` are names that cannot be meant, each with what is told and offered.
    """

    def __init__(
        self,
        names: Mapping[str, Any] | Iterable[str],
        facts: Mapping[Any, Mapping[str, Any]] | None = None,
        written: Mapping[Any, str] | None = None,
        near: Mapping[str, str] | None = None,
        refused: Mapping[str, Fault] | None = None,
    ) -> None:
        self.names: Mapping[str, Any] = names if isinstance(names, Mapping) else {name: name for name in names}
        self.spelled = {value: name for name, value in self.names.items()}
        self.facts = facts or {}
        self.written = written or {}
        self.near = near
        self.refused = refused or {}
        self.most_words = max((len(name.split()) for name in self.names), default=1)
        self._whole: dict[str, dict[str, str]] = {}
        self._begun: dict[str, dict[str, list[tuple[str, list[str], str]]]] = {}

    def whole(self, fold: str) -> Mapping[str, str]:
        """Each name by what a fold makes of it."""
        if fold not in self._whole:
            self._whole[fold] = {FOLDS[fold](name): name for name in reversed(tuple(self.names))}
        return self._whole[fold]

    def begun(self, fold: str, letter: str) -> Sequence[tuple[str, list[str], str]]:
        """Names that begin with a letter, as a fold has them, whole and in words."""
        if fold not in self._begun:
            table = self._begun[fold] = {}
            for name in self.names:
                folded = FOLDS[fold](name)
                table.setdefault(folded[:1], []).append((folded, folded.split(), name))
        return self._begun[fold].get(letter, ())

    def all(self, fold: str) -> Iterator[tuple[str, list[str], str]]:
        """All names, as a fold has them, whole and in words."""
        for name in self.names:
            folded = FOLDS[fold](name)
            yield folded, folded.split(), name

    def longest(self, said: Sequence[str], at: int, fold: str = "spaced", quotes: str = "") -> tuple[str, int] | None:
        """The longest name written out from a place on, one in ``quotes`` as one word, and how many words it takes."""
        whole = self.whole(fold)
        if quotes and said[at][:1] and said[at][:1] in quotes:
            name = whole.get(FOLDS[fold](said[at][1:-1]))
            return (name, 1) if name else None
        for length in range(min(self.most_words, len(said) - at), 0, -1):
            name = whole.get(FOLDS[fold](" ".join(said[at : at + length])))
            if name is not None:
                return name, length
        return None

    def as_data(self) -> Data:
        """Spellings, facts by spelling, and texts by spelling."""
        facts = {self.spelled[value]: plain(facts) for value, facts in self.facts.items()}
        written = {name: self.written.get(value, str(value)) for name, value in self.names.items()}
        other = {name: text for name, text in written.items() if text != name}
        refused = {name: [fault.reason, list(fault.near)] for name, fault in self.refused.items()}
        more = {"written": other, "near": self.near, "refused": refused}
        return {"names": list(self.names), "facts": facts, **{key: told for key, told in more.items() if told}}


class Known(dict[str, Vocabulary]):
    """The vocabularies of a game, by name. One such table is one key of what has been read."""

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


QUOTES = '"“”'
NOTHING_KNOWN = Known()
_NO_KEY = re.compile("[^A-Z0-9]+")
_IN_BRACKETS = re.compile(r"\[(?:\\.|[^\]\\])*\]")


@lru_cache(maxsize=4096)
def spaced(name: str) -> str:
    """A name without regard to case, to the kind of apostrophe and to how many spaces part its words."""
    return " ".join(name.casefold().replace("’", "'").split())


@lru_cache(maxsize=4096)
def unquoted(name: str) -> str:
    """The same without quotation marks around it."""
    return spaced(name.strip(QUOTES))


@lru_cache(maxsize=4096)
def packed(name: str) -> str:
    """A name without regard to case and spaces."""
    return spaced(name).replace(" ", "")


@lru_cache(maxsize=4096)
def hyphened(name: str) -> str:
    """A name without regard to case, its hyphens as spaces."""
    return name.casefold().replace("-", " ")


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """Letters and digits of a name alone."""
    return _NO_KEY.sub("", name.upper())


@lru_cache(maxsize=4096)
def spelled(name: str) -> str:
    """A name without regard to case and spaces, but for its signs."""
    return "".join(name.upper().split())


@lru_cache(maxsize=4096)
def worded(name: str) -> str:
    """The words of a name without regard to case and apostrophes, parts with hyphens being words."""
    return " ".join(name.upper().replace("'", "").replace("-", " ").split())


FOLDS: Mapping[str, Callable[[str], str]] = {
    "case": str.casefold,
    "spaced": spaced,
    "unquoted": unquoted,
    "packed": packed,
    "hyphened": hyphened,
    "key": key,
    "spelled": spelled,
    "worded": worded,
}
"""What of a name's spelling does not matter."""


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

    @property
    def left(self) -> str:
        """All words that come."""
        return " ".join(self.words[self.at : -1])

    def run(self, start: int, end: int) -> Words:
        """The words between two places, as a line of their own."""
        return Words(self.words[start:end], self.known)

    def until(self, stops: Sequence[str], of: str = "", quotes: str = "") -> Words:
        """The words up to one of some, or to the end, as a run; names of a vocabulary are passed over whole."""
        start, said = self.at, self.words[:-1]
        while not self.done:
            found = self.known[of].longest(said, self.at, quotes=quotes) if of else None
            if found is None and self.capitals[self.at] in stops:
                break
            self.at += found[1] if found else 1
        return self.run(start, self.at)

    def ending(self, word: str) -> Words:
        """The same with a word at the end."""
        return Words([*self.words[:-1], word], self.known)

    def takes(self, word: str) -> bool:
        """Whether a word comes; if so go on past it."""
        if self.capitals[self.at] == word:
            self.at += 1
            return True
        return False


@thing
class Near:
    """Spellings to offer where a word is none of some: those a slip away, on a ``board`` the square inside it, or all
    of them ``always``; each as it is spelled, or what it stands for. A word that has the ``ending`` may be near
    without it.
    """

    words: tuple[str, ...] | Mapping[str, str] = ()
    board: tuple[str, int] | None = None
    always: bool = False
    rather: bool = False
    """Whether all of them are offered where none is near."""
    ending: str = ""

    def of(self, said: str) -> tuple[str, ...]:
        """The offers for a word."""
        if self.always:
            return tuple(self.words)
        if self.board is not None and len(said) == 2 and said[0].isalpha() and said[1] in "0123456789":
            columns, rows = self.board
            column = min(max(said[0].lower(), columns[0]), columns[-1])
            return (f"{column}{min(max(int(said[1]), 1), rows)}",)
        found = near_names(said, self.words)
        if self.ending and not found and said.upper().endswith(self.ending):
            return tuple(name + self.ending for name in near_names(said[: -len(self.ending)], self.words))
        return tuple(self.words) if self.rather and not found else found

    def data(self) -> Data:
        """The same as data; nothing where there are none."""
        if not self.words:
            return {}
        told = {"board": plain(self.board), "always": self.always, "rather": self.rather, "ending": self.ending}
        return {"words": plain(self.words), **told}


NONE_NEAR = Near()


def near_names(said: str, names: Iterable[str] | Mapping[str, str], by: str = "case") -> tuple[str, ...]:
    """Names a typing slip away from what was said, as a fold has them; of a mapping, what they stand for."""
    fold = FOLDS[by]
    table = names.items() if isinstance(names, Mapping) else ((name, name) for name in names)
    return nearest(fold(said), {fold(name): offered for name, offered in table})


def _begin(words: list[str], parts: list[str]) -> bool:
    return len(words) <= len(parts) and all(map(str.startswith, parts, words))


def _along(words: list[str], parts: list[str]) -> bool:
    """Whether words, each long enough, begin words among the parts, in their order."""
    left = iter(parts)
    return all(len(word) >= LEAST and any(part.startswith(word) for part in left) for word in words)


class Told:
    """What says as data how it does: by its fields, as they are given."""

    __slots__ = ()

    def data(self, ref: Callable[[Any], int]) -> Data:
        """How it does; others of its like by the numbers ``ref`` gives them."""
        return {f.name: plain(getattr(self, f.name), ref) for f in fields(self) if f.init}  # type: ignore[arg-type]


@named_thing
class Finding(Told):
    """How a name is found: ``ways`` one after the other, each how it fits and what does not matter for that.

    ``is``: it is the name; ``begins``: it begins it; ``alone``: it begins it and no other; ``words``: its words begin
    those of the name, one after the other; ``has``: it begins one of its words; ``along``: its words begin some of its
    words; ``letters``: it is the name with letters left out.

    What has fewer than ``least`` letters is a name in full or none. More than one that fits (of which ``most``
    are told, and ``offered`` offered) is a refusal, as is none.
    """

    ways: tuple[tuple[str, str], ...]
    missing: str = "a {kind} is wanted, but none is named"
    several: str = "{said!r} could be {either}"
    none: str = "there is no {kind} called {said!r}"
    most: int = 1000
    offered: int = 1000
    least: int = 0
    by: str = "case"
    """What of a spelling does not matter for how near it is."""
    sorted: bool = False
    """Whether what is offered is in the order of the alphabet."""
    offers: tuple[str, ...] = ()
    """Besides the names."""

    def names(self, said: str, vocabulary: Vocabulary) -> list[str]:
        """Those that fit in the first way in which any does."""
        for how, fold in self.ways:
            wanted = FOLDS[fold](said)
            if how == "is":
                named = vocabulary.whole(fold).get(wanted)
                found = [] if named is None else [named]
            elif self.least and len(FOLDS[self.by](said)) < self.least:
                return []
            elif how == "has":
                begins = FOLDS[self.by](said)
                found = [name for _, parts, name in vocabulary.all(fold) if any(p.startswith(begins) for p in parts)]
            elif how == "along":
                words = wanted.split()
                found = [name for _, parts, name in vocabulary.all(fold) if _along(words, parts)]
            else:
                begun = vocabulary.begun(fold, wanted[:1])
                if how == "words":
                    words = wanted.split()
                    found = [name for _, parts, name in begun if _begin(words, parts)]
                elif how == "letters":
                    found = [name for folded, _, name in begun if len(wanted) > 1 and subsequence(wanted, folded)]
                else:
                    found = [name for folded, _, name in begun if folded.startswith(wanted)]
            if found and (how != "alone" or len(found) == 1):
                return found
        return []

    def meant(self, said: str, vocabulary: Vocabulary, kind: str) -> Any | Fault:
        """What the name meant stands for, or what is wrong with it."""
        try:
            return vocabulary.names[self.one(said, vocabulary, kind)]
        except Unread as unread:
            return unread.fault()

    def one(self, said: str, vocabulary: Vocabulary, kind: str) -> str:
        """The name meant; raises :class:`Unread`."""
        if not said or not FOLDS[self.ways[0][1]](said):
            raise Unread(self.missing, said, kind=kind)
        if said in vocabulary.refused:
            refused = vocabulary.refused[said]
            raise Unread(refused.reason, said, refused.near)
        found = self.names(said, vocabulary)
        if len(found) == 1:
            return found[0]
        if found:
            told = found[: self.most]
            near = sorted(told)[: self.offered] if self.sorted else told[: self.offered]
            raise Unread(self.several, said, near, either=either(told), ors=" or ".join(told), count=str(len(found)))
        raise Unread(self.none, said, self.near(said, vocabulary), kind=kind)

    def near(self, said: str, vocabulary: Vocabulary) -> tuple[str, ...]:
        """What to offer where it is none."""
        names = {name: name for name in vocabulary.names} if vocabulary.near is None else vocabulary.near
        return near_names(said, {**names, **{name: name for name in self.offers}}, self.by)


LOOSELY = Finding(
    ways=(("is", "key"), ("alone", "spelled"), ("begins", "key"), ("has", "worded"), ("along", "worded")),
    missing="{kind} is missing",
    several="{said} may be {ors}",
    none="{said} is no {kind}",
    offered=3,
    least=LEAST,
    by="key",
)
"""A name, whatever stands between its letters, its beginning, or beginnings of its words, of three letters each."""
BY_ITS_BEGINNING = Finding(ways=(("is", "spaced"), ("begins", "spaced"), ("is", "packed"), ("begins", "packed")))
"""A name, or a beginning that fits one alone."""


def is_word(said: str, word: str, cut: bool = False) -> bool:
    """Whether what is said (in capitals) is a word, or with ``cut`` a beginning of it."""
    return said == word or (cut and len(said) >= LEAST and word.startswith(said))


@named_record
class Cutter:
    """How a text is cut into words: ``word`` matches one, in its group 1; what follows ``comment`` is none of them.

    Letters of ``dropped`` are not there, those of ``spaces`` part words; where either is said, letters that are only
    another form of one (NFKC) are that one. Some letters are ``turned`` into others before and after that, and before
    a comment is looked for. With ``upper`` all is in capitals, a space between words; then each pattern of ``instead``
    is replaced. Words have no space inside them if they are not ``spaced``. Patterns of ``first`` are replaced before
    all else.
    """

    word: str
    comment: str = ";"
    dropped: str = ""
    spaces: str = ""
    turned: Mapping[str, str] = field(default_factory=dict)
    upper: bool = False
    instead: tuple[tuple[str, str], ...] = ()
    spaced: bool = False
    first: tuple[tuple[str, str], ...] = ()
    fold: Mapping[int, str | None] = field(init=False)
    find: Callable[[str], list[str]] = field(init=False)
    before: tuple[tuple[re.Pattern[str], str], ...] = field(init=False)
    replaced: tuple[tuple[re.Pattern[str], str], ...] = field(init=False)

    def __post_init__(self) -> None:
        fold = {**dict.fromkeys(map(ord, self.dropped)), **dict.fromkeys(map(ord, self.spaces), " ")}
        fold |= {ord(letter): other for letter, other in self.turned.items()}
        for name, given in (("before", self.first), ("replaced", self.instead)):
            compiled = tuple((re.compile(portable(pattern), re.ASCII), by) for pattern, by in given)
            object.__setattr__(self, name, compiled)
        object.__setattr__(self, "fold", fold)
        object.__setattr__(self, "find", re.compile(portable(self.word)).findall)

    def words(self, text: str) -> list[str]:
        """The words of a text."""
        for pattern, by in self.before:
            text = pattern.sub(by, text)
        said = text if self.turned or not self.comment else text.partition(self.comment)[0]
        if self.fold and not said.isascii():
            said = unicodedata.normalize("NFKC", said.translate(self.fold) if self.turned else said)
        if self.fold:
            said = said.translate(self.fold)
        if self.turned and self.comment:
            said = said.partition(self.comment)[0]
        if self.upper:
            said = " ".join(said.upper().split())
        for pattern, by in self.replaced:
            said = pattern.sub(by, said)
        found = self.find(said)
        return found if self.spaced else ["".join(word.split()) for word in found]

    def data(self) -> Data:
        """The same as data."""
        told = {"comment": self.comment, "dropped": self.dropped, "spaces": self.spaces, "space": f"[{SPACE}]"}
        more = {"turned": dict(self.turned), "upper": self.upper, "spaced": self.spaced}
        patterns = {"first": self.first, "instead": self.instead}
        told_so = {name: [[portable(pattern), by] for pattern, by in given] for name, given in patterns.items()}
        return {"word": portable(self.word), **told, **more, **told_so}


def portable(pattern: str) -> str:
    """A pattern that means the same in other languages: its space (of ``\\s``, ``\\S``) is spelled out."""
    within = _IN_BRACKETS.sub(lambda found: found[0].replace(r"\s", SPACE), pattern)
    return within.replace(r"\s", f"[{SPACE}]").replace(r"\S", f"[^{SPACE}]")


def plain(value: Any, ref: Callable[[Any], int] | None = None) -> Any:
    """A value of a row as JSON has it; of parts their numbers."""
    if isinstance(value, Told) and ref is not None:
        return ref(value)
    if isinstance(value, Near):
        return value.data()
    if isinstance(value, Mapping):
        return {
            str(name).lower() if isinstance(name, bool) else str(name): plain(one, ref) for name, one in value.items()
        }
    if isinstance(value, tuple | list):
        return [plain(one, ref) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {"record": type(value).__name__, **{f.name: plain(getattr(value, f.name)) for f in fields(value)}}
    return str(value) if isinstance(value, str) else value

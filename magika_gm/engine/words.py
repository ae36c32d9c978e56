"""The words of an order line: folding what players type, and the nearest right spelling of what they mistyped."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache
from typing import Self

from magika_gm.engine.records import record

LONGEST_LINE = 500
"""Characters. No order comes near it; a longer line is not looked into, so that no text can make reading slow."""


# Text as plain lines: one kind of line end, one kind of blank.
#
# The one door for every text from outside: :func:`plain_lines`, or :func:`one_line` where it is a line. Nothing they
# let in can be too much for a database, order a terminal about or make a reader see other than what is written.


_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb]"
)
"""Controls (ESC and NUL among them), marks that turn the direction of writing, letters nobody sees."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def plain_lines(text: str) -> str:
    """Text with ``\\n`` line ends and ordinary blanks; controls, byte order marks and invisible letters are gone."""
    text = _LINE_ENDS.sub("\n", text)
    text = _BLANKS.sub(" ", text)
    return _INVISIBLE.sub("", text).encode("utf-8", "replace").decode()


def one_line(text: str, most: int = 1000) -> str:
    """Text on one line without control characters, at most so many characters."""
    text = _BLANKS.sub(" ", _CONTROL.sub(" ", text[: 4 * most]))
    clean = " ".join(_INVISIBLE.sub("", text).split())
    return clean[:most].encode("utf-8", "replace").decode()


def did_you_mean(near: Sequence[str]) -> str:
    """``did you mean TelPt, TelPtX or Stutt?``; "" where nothing is near."""
    if not near:
        return ""
    *others, last = near
    return f"did you mean {' or '.join(filter(None, (', '.join(others), last)))}?"


def name_fault(name: str) -> str:
    """Why nobody is called that, "" if somebody may be: letters of any script, but a letter, and no markup."""
    if not name.isprintable() or not any(c.isalpha() for c in name) or set("<>") & set(name):
        return f"{name!r} is no name"
    return ""


class Reason(StrEnum):
    """Why something is not done, in one row: the word it is recorded by, its rule, and what is told.

    ``HELD = "held", "ACT-2", "the unit is held"``
    """

    rule: str
    words: str

    def __new__(cls, code: str, rule: str = "", words: str = "") -> Self:
        """A member of the row's values; it is its code, as of any :class:`~enum.StrEnum`."""
        made = str.__new__(cls, code)
        made._value_ = code
        made.rule, made.words = rule, words
        return made

    @property
    def told(self) -> str:
        """``the unit is held (ACT-2)``."""
        return f"{self.words} ({self.rule})"


@record
class Fault:
    """Why a text cannot be read; ``near`` lists spellings to offer the player."""

    reason: str
    near: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The reason with what was perhaps meant: ``TELPRT is not a spell code; did you mean TelPt?``."""
        if not self.near:
            return self.reason
        return f"{self.reason}; {did_you_mean(self.near)}"


_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d"
_FOLD = str.maketrans(
    {
        **dict.fromkeys(_UNSEEN, None),
        **dict.fromkeys(_DASHES, "-"),
        **dict.fromkeys(".,!?:;()[]{}<>\"'`*_=/\\|~^\u00b4\u2018\u2019\u201c\u201d\u00ab\u00bb\u2022\u00b7", " "),
        "&": " AND ",
    }
)
_COMPASS_DOTS = re.compile(r"\b([NSns])\.\s?([EWew])\b\.?")
_NUMBER_SIGN = re.compile(r"#\s?(?=\d)")
_SIGN = re.compile(r"([+-])")
_SIGNED = re.compile(r"[+-]\d+")


class ChoiceFault(str):
    """What is wrong with a choice of a sign-up: the text itself is told to whoever proved who he is, ``public`` to
    anybody. It holds counts, line numbers and names of ours, never a word of the sender's; "" where nothing can be
    said without one.
    """

    __slots__ = ("public",)
    public: str

    def __new__(cls, whole: str, public: str = "") -> ChoiceFault:  # noqa: D102 - as of any text
        said = super().__new__(cls, whole)
        said.public = public
        return said


def public_words(fault: str) -> str:
    """What of a fault anybody may be told; "" where that is nothing."""
    return fault.public if isinstance(fault, ChoiceFault) else ""


def words_of(text: str) -> list[str]:
    """Upper-case words of a line without punctuation; a sign stays with the number after it (``+2``)."""
    return list(_words_of(text[:LONGEST_LINE]))


@lru_cache(maxsize=1024)
def _words_of(text: str) -> tuple[str, ...]:
    # the lines of a mail are read several times: as a sheet, as its game's, with the names its player knows
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_FOLD))
    text = _COMPASS_DOTS.sub(r"\1\2", text)
    text = _NUMBER_SIGN.sub(" S", text)
    text = _SIGN.sub(r" \1", text.translate(_FOLD)).upper()
    found: list[str] = []
    sign = ""
    for said in text.split():
        if said in ("+", "-"):
            sign = said
            continue
        word = sign + said if sign and said.isdecimal() else said
        sign = ""
        if not _SIGNED.fullmatch(word):
            word = word.lstrip("+-")
        if word:
            found.append(word)
    return tuple(found)


_EITHER = re.compile(r"([\w']+)\|([\w']+)")
_COUNTED = re.compile(r"(\d+)( [\w ]+)\((\w+)\)")
_MINUS = re.compile(r"(?<![\w.-])-(?=\d)")


def filled(pattern: str, one: bool = False, **values: object) -> str:
    """A game's pattern of words with ``values`` in it: of ``loses|lose`` the first for ``one`` and the second for many,
    ``card(s)`` by the number before it, minus signs where hyphens stood for them.
    """
    said = pattern.format(**values)
    # most have none of these signs, and patterns are filled by the thousand
    said = _EITHER.sub(lambda m: m[1 if one else 2], said) if "|" in said else said
    said = _COUNTED.sub(lambda m: m[1] + m[2] + ("" if m[1] == "1" else m[3]), said) if "(" in said else said
    return true_minus(said)


def true_minus(text: str) -> str:
    """A text with true minus signs before its numbers."""
    return _MINUS.sub("\u2212", text) if "-" in text else text


def with_article(noun: str) -> str:
    """``an orange``, ``a unicorn``."""
    return f"{'an' if re.match(r'(?!uni|eu|one)[aeiou]', noun, re.IGNORECASE) else 'a'} {noun}"


def several(nouns: Iterable[str]) -> list[str]:
    """Things that have no name of their own, those of a kind together: ``a Zombie``, ``2 Trolls``."""
    return [with_article(noun) if n == 1 else f"{n} {_many(noun)}" for noun, n in Counter(nouns).items()]


_IRREGULAR = {"elf": "elves", "merfolk": "merfolk", "shaman": "shamans", "thief": "thieves", "wolf": "wolves"}


def _many(noun: str) -> str:
    thing, where, rest = re.split(r"( (?:of|on|at) |$)", noun, maxsplit=1)
    if where:
        return f"{_many(thing)}{where}{rest}"
    last = noun.rpartition(" ")[2]
    if last.casefold() in _IRREGULAR:
        return noun[: -len(last) + 1] + _IRREGULAR[last.casefold()][1:]
    if noun.endswith("man"):
        return f"{noun[:-3]}men"
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def figured(figure: str, things: str) -> str:
    """A figure of things that are named as many: ``1 temple``, ``3 temples``, ``1 life``."""
    ones = (things[:-3] + "y", things[:-2], things[:-1])
    return f"{figure} {next((one for one in ones if _many(one) == things), things) if figure == '1' else things}"


def befell(who: Mapping[str, str], *deeds: tuple[str, Mapping[str, Sequence[str]]], most: int = 2) -> str:
    """What a turn did: the first two of ``deeds`` that anybody did or suffered, each a verb, and what it befell by
    seat, of that ``most`` by name; seats are called as ``who`` has it, in its order: ``You lost e6 and a Human Soldier;
    the enemy lost a Troll and took d5.``"""
    told: list[str] = []
    said = ""
    found = ((name, verb, those.get(seat)) for verb, those in deeds for seat, name in who.items())
    for name, verb, things in [one for one in found if one[2]][:2]:
        joint = f" and {verb}" if name == said else f"; {name} {verb}" if told else f"{name} {verb}"
        said = name
        told.append(f"{joint} {named(things or (), most)}")
    return sentences(["".join(told)])


def named(things: Sequence[str], most: int) -> str:
    """``a, b and c``, of more than ``most``: ``a, b and 3 more``."""
    rest = len(things) - most
    named = [*things[:most], *([f"{rest if rest > 1 else 'one'} more"] if rest > 0 else [])]
    return listed(named)


def capital(text: str) -> str:
    """A text that begins with a capital, all else as it is."""
    return text[:1].upper() + text[1:]


_NUMBERS = "no one two three four five six seven eight nine ten".split()
ORDINALS = ("", *"first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth".split())
"""``ORDINALS[1]`` is ``first``."""


def number_word(number: int) -> str:
    """A small number in words: ``no``, ``one``."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def listed(parts: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def let_go(cards: Sequence[str], rule: str) -> str:
    """What a forecast says of the cards that go at the turn's end; "" where the hand is within its limit."""
    goes = "goes" if len(cards) == 1 else "go"
    return f"  at the end {listed(cards)} {goes}, as the hand is over its limit ({rule})" if cards else ""


def sentences(parts: Iterable[str]) -> str:
    """Each of some texts as a sentence."""
    return " ".join(f"{capital(part)}." for part in parts if part)


def number(word: str, most: int) -> int:
    """The whole number a word stands for, or -1 when it is none or above ``most``."""
    digits = word.lstrip("+")
    if not digits.isdecimal() or len(digits) > 6:
        return -1
    value = int(digits)
    return value if value <= most else -1


def unique(word: str, options: Iterable[str], least: int = 3) -> str | None:
    """The one option a word names: in full, as a plural, or by at least ``least`` first letters of it alone."""
    options = tuple(options)
    if word in options:
        return word
    if word.endswith("S") and word[:-1] in options:
        return word[:-1]
    if len(word) < least:
        return None
    begun = [o for o in options if o.startswith(word)]
    return begun[0] if len(begun) == 1 else None


def subsequence(short: str, full: str) -> bool:
    """Whether ``short`` is ``full`` with letters left out, the first one kept (``SRCH`` of ``SEARCH``)."""
    if short[:1] != full[:1]:
        return False
    letters = iter(full)
    return all(letter in letters for letter in short)


def spelled(text: str, words: Iterable[str]) -> str:
    """A text in capitals, each of its words as the one that is near it, where one alone is."""
    known = list(words)
    return " ".join(near[0] if len(near := nearest(said, known)) == 1 else said for said in text.upper().split())


def nearest(
    word: str, spellings: Iterable[str] | Mapping[str, str], most: int = 3, *, loose: bool = False
) -> tuple[str, ...]:
    """Spellings a typing slip away from ``word``, best first; of a mapping, what they stand for.

    A slip is a letter too many, too few, wrong, or two swapped; one is forgiven in a short word, one for every three
    letters in a longer one. A word that begins one of the spellings counts as near it too. With ``loose``
    (keys of a file, names of people) words alike by and large are offered after those.
    """
    wanted = word.upper()[:24]
    if len(wanted) < 2:
        return ()
    allowed = max(1, len(wanted) // 3)
    scored: list[tuple[int, int, str]] = []
    table = spellings if isinstance(spellings, Mapping) else {s: s for s in spellings}
    for place, (spelling, offered) in enumerate(table.items()):
        folded = spelling.upper()
        slips = 1 if folded.startswith(wanted) else _slips(wanted, folded, allowed)
        if slips <= allowed:
            scored.append((slips, place, offered))
    best: dict[str, None] = dict.fromkeys(offered for _, _, offered in sorted(scored))
    if loose and len(best) < most:
        alike = {spelling.upper(): offered for spelling, offered in table.items()}
        best |= dict.fromkeys(alike[found] for found in get_close_matches(wanted, alike, n=most, cutoff=0.6))
    return tuple(best)[:most]


def _slips(one: str, other: str, allowed: int) -> int:
    """Typing slips between two words (optimal string alignment), or more than ``allowed`` as soon as that is sure."""
    lacking = max(len(set(one).difference(other)), len(set(other).difference(one)), abs(len(one) - len(other)))
    if lacking > allowed:
        return allowed + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row_before = row, before
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, row_before[j - 2] + 1)
            row.append(cost)
        before = last
        if min(row) > allowed:
            return allowed + 1
    return row[-1]

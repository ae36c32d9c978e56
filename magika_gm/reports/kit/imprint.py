"""What an office must print: the colophon of page 1, and what is announced of a game so that it can be checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from magika_gm.engine.chain import NO_CHAIN, Chain
from magika_gm.engine.seam.reports import PlayerData
from magika_gm.reports.kit.base import (
    Block,
    Passage,
    Spot,
    esc,
    folded,
    minus,
)
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.kit.style import Style

# Dates as pages print them.


MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def due_parts(due: str) -> tuple[str, str]:
    """``Saturday 27 February 2027, 18:00 AST`` as ``Sat 27 Feb 2027`` and ``18:00 AST``, for a narrow box."""
    day, _, hour = due.partition(", ")
    return " ".join(word[:3] if word.isalpha() else word for word in day.split()), hour


def date_words(date: str) -> str:
    """``2026-11-21`` as ``21 November 2026``; any other text as it is."""
    parts = date.split("-")
    if len(parts) != 3 or not all(p.isdigit() for p in parts) or not 1 <= int(parts[1]) <= len(MONTHS):
        return date
    return f"{int(parts[2])} {MONTHS[int(parts[1]) - 1]} {parts[0]}"


@dataclass(frozen=True)
class Colophon(Passage):
    """What an office must print and nobody reads first: code word, account, dice. One line at the foot of page 1, and
    below it the chain's last link."""

    parts: tuple[str, ...]
    long: tuple[str, ...] = ()
    """What mails give in full below it: the whole hash, address, the date."""
    chain: Chain = NO_CHAIN

    @property
    def empty(self) -> bool:
        """Whether there is nothing."""
        return not self.parts

    def line(self) -> str:
        """The parts in one line."""
        return "  ·  ".join(self.parts)

    def html(self) -> str:
        """Small, foldable."""
        said = "<br>".join(esc(part) for part in (*self.parts, *self.long, *chain_lines(self.chain)))
        return (
            '<details style="margin:24px 0 0;font-size:14px;opacity:.75"><summary style="padding:10px 0">Account and '
            f'small print</summary><p style="margin:0;overflow-wrap:anywhere">{said}</p></details>'
        )

    def text(self) -> list[str]:
        """A line a part."""
        parts = (*self.parts, *self.long, *chain_lines(self.chain))
        return ["", *(line for part in parts for line in folded(part, rest="  "))]


def chain_lines(chain: Chain) -> tuple[str, ...]:
    """The chain of turns in lines: whoever has two reports compares them, or has ``verify`` do it."""
    return (CHAIN_OF_TURNS, *map(str, chain.links)) if chain.links else ()


CHAIN_OF_TURNS = "Chain of turns:"


@dataclass(frozen=True)
class Proof(Block):
    """What is announced of a game so that it can be checked: the hash of its seed, further lines, the chain of turns.
    For pages that have no colophon, and for what a printed report says of itself to programs."""

    seed_hash: str
    chain: Chain
    more: tuple[str, ...] = ()

    def keywords(self) -> str:
        """The same for a PDF file's properties: the whole chain, of which its first page shows the last link."""
        return "; ".join((f"Hash of the game's seed: {self.seed_hash}", *chain_lines(self.chain)))

    def _prose(self) -> Prose:
        """As running text: on paper and in mails alike."""
        lines = chain_lines(self.chain)
        # a long one is broken over pages between a dozen lines
        chain = ("\n".join(lines[at : at + 12]) for at in range(0, len(lines), 12))
        return Prose("", (f"Hash of the game's seed: {self.seed_hash}", *self.more, *chain))

    def least(self, width: float, style: Style) -> float:
        """Its lines."""
        return self._prose().least(width, style)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        self._prose().draw(on)

    def split(self, width: float, room: float, style: Style) -> tuple[Block | None, Block | None]:
        """Between paragraphs."""
        return self._prose().split(width, room, style)

    def html(self) -> str:
        """Small."""
        lines = (f"Hash of the game's seed: {self.seed_hash}", *self.more, *chain_lines(self.chain))
        said = "<br>".join(esc(line) for line in lines)
        return f'<p style="margin:24px 0 0;font-size:14px;opacity:.75;overflow-wrap:anywhere">{said}</p>'

    def text(self) -> list[str]:
        """A line each."""
        lines = (f"Hash of the game's seed: {self.seed_hash}", *self.more, *chain_lines(self.chain))
        return ["", *(part for line in lines for part in folded(line, rest="  "))]


class Seal(NamedTuple):
    """Something announced by its hash: its name at the foot of a page, its name in full, the hash."""

    short: str
    long: str
    value: str


def office_imprint(player: PlayerData, seed_hash: str, *seals: Seal) -> Colophon:
    """What every report must print: code word, account, the seed's hash, by whom and when it was printed.

    ``seals`` are further things announced by their hash.
    """
    parts = [f"Code word {player.code_word}"] if player.code_word else []
    parts += [f"account {player.account}: {minus(player.balance)}"] if player.account else []
    parts += [f"hash of the seed {seed_hash[:16]}", *(f"{seal.short} {seal.value[:16]}" for seal in seals)]
    long = [f"Hash of the game's seed: {seed_hash}", *(f"{seal.long}: {seal.value}" for seal in seals)]
    long += [player.name] if player.name else []
    long += [f"Printed {date_words(player.date)}"] if player.date else []
    return Colophon(tuple(parts), tuple(long), player.chain)


def dice_revealed(seed: str, seed_hash: str, again: str) -> Prose:
    """At a game's end, what its dice were made of; nothing while ``seed`` is "". ``again`` ends the last sentence: what
    ``verify`` does with the turn files."""
    if not seed:
        return Prose("", ())
    return Prose(
        "The dice can be checked",
        (
            f"Seed: {seed}",
            f"Its hash, printed from the first report on: {seed_hash}",
            f"magika-gm verify with your turn files plays the game again{again}",
        ),
    )

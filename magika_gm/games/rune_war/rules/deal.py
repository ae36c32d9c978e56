"""The deal of a hand, and the seal of its wall: published at the deal, opened when the game is over (HAND-2, GM-2).

A seal hides: it is the SHA-256 of a fresh nonce and the wall, so nobody can test guesses of the wall against it. The
office publishes ``seal``; at the end it reveals ``nonce`` and ``order``, and anybody can check them with
:func:`opens`.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war.rules.events import Dealt, WallBuilt
from magika_gm.games.rune_war.rules.state import SealedWall
from magika_gm.games.rune_war.rules.terms import CODES, KIND, WHOLE_SET
from magika_gm.games.rune_war.rules.turn import Table

VERSION = "rune_war wall 1"
_HALF = 2**62


def wall_text(order: Sequence[int]) -> str:
    """A wall as it is sealed and shown: codes from front to back, separated by commas."""
    return ",".join(CODES[kind] for kind in order)


def seal_of(round_number: int, nonce: str, order: Sequence[int]) -> str:
    """The seal: SHA-256, in hex, of the version, the round, the nonce and the wall, each on a line."""
    text = "\n".join((VERSION, str(round_number), nonce, wall_text(order)))
    return sha256(text.encode()).hexdigest()


def sealed(round_number: int, order: Sequence[int], dice: Dice) -> SealedWall:
    """A wall with its nonce and seal. The nonce comes of two rolls ``hand.seal``; nothing in play hangs on them."""
    subject = str(round_number)
    halves = [dice.between("hand.seal", subject, 0, _HALF - 1, "GM-2") for _ in range(2)]
    nonce = "".join(f"{half:016x}" for half in halves)
    return SealedWall(round=round_number, seal=seal_of(round_number, nonce, order), nonce=nonce, order=tuple(order))


def opens(wall: SealedWall) -> bool:
    """Whether a revealed wall is the one that was sealed."""
    return seal_of(wall.round, wall.nonce, wall.order) == wall.seal


FIRST_RUNES = 13


def deal(table: Table, round_number: int) -> None:
    """Shuffle the set for a round, seal the wall (GM-2), and deal 13 runes each, East first."""
    order = table.dice.shuffle("hand.wall", str(round_number), WHOLE_SET, "HAND-2")
    wall = sealed(round_number, [KIND[code] for code in order], table.dice)
    table.tell(WallBuilt(round_number, wall.seal, wall.nonce, wall.order), (), WallBuilt(round_number, wall.seal))
    for seat in table.state.in_turn():
        assert table.state.hand is not None
        runes = tuple(table.state.hand.wall[:FIRST_RUNES])
        table.tell(Dealt(seat, runes, FIRST_RUNES), (seat,), Dealt(seat, (), FIRST_RUNES))

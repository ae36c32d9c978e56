"""A bot's whims: keyed hashes of its game's seed, so that the same file and seed give the same sheet."""

from __future__ import annotations

from hashlib import blake2b

_WHOLE = 1 << 64


class Chance:
    """Whims of one turn; without a seed there are none."""

    __slots__ = ("_key", "_turn")

    def __init__(self, seed: bytes, turn: int) -> None:
        self._key = seed[:64]
        self._turn = turn

    def of(self, *about: object) -> float:
        """From 0 to below 1, the same for the same seed, turn and subject; 0 without a seed."""
        if not self._key:
            return 0.0
        text = f"{self._turn}|{'|'.join(map(str, about))}"
        return int.from_bytes(blake2b(text.encode(), key=self._key, digest_size=8).digest(), "big") / _WHOLE

    def whim(self, share: float, *about: object) -> bool:
        """Whether something is left undone on a whim, in a ``share`` of cases; never without a seed."""
        return bool(self._key) and self.of(*about) < share

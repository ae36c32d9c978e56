"""Order lines with something wrong in them: letters changed, words left out, doubled, moved, taken from elsewhere."""

from __future__ import annotations

import random
import string
from collections.abc import Sequence

_LETTERS = string.ascii_letters + string.digits + ",.-'’<>=+;:\"é^/#!\u200b\ufeff"


def mutated(lines: Sequence[str], count: int, seed: int) -> list[str]:
    """So many lines, each of one of ``lines`` with one to three things wrong."""
    rng = random.Random(seed)
    elsewhere = sorted({word for line in lines for word in line.split()})
    return [_wrong(rng, rng.choice(lines), elsewhere) for _ in range(count)]


def _wrong(rng: random.Random, line: str, elsewhere: Sequence[str]) -> str:
    for _ in range(rng.randint(1, 3)):
        words = line.split()
        if not words:
            break
        at = rng.randrange(len(words))
        match rng.randrange(8):
            case 0:
                del words[at]
            case 1:
                words.insert(at, words[at])
            case 2:
                rng.shuffle(words)
            case 3:
                words[at] = rng.choice(elsewhere)
            case 4:
                words.insert(at, rng.choice(elsewhere))
            case 5:
                words[at] = words[at].swapcase()
            case _:
                words[at] = _misspelt(rng, words[at])
        line = rng.choice((" ", " ", "  ", "")).join(words) if rng.random() < 0.1 else " ".join(words)
    return line


def _misspelt(rng: random.Random, word: str) -> str:
    at = rng.randrange(len(word))
    letter = rng.choice(_LETTERS)
    swapped = word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
    return rng.choice((word[:at] + word[at + 1 :], word[:at] + letter + word[at:], swapped, word[: at + 1]))

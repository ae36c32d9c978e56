"""Words players and game masters type: the nearest right spelling of what they mistyped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches


def did_you_mean(near: Sequence[str]) -> str:
    """``did you mean TelPt, TelPtX or Stutt?``; "" where nothing is near."""
    if not near:
        return ""
    *others, last = near
    return f"did you mean {' or '.join(filter(None, (', '.join(others), last)))}?"


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
    if abs(len(one) - len(other)) > allowed:
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

# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""What a mage remembers: the last terrain seen of every space and the last data of mages, with their turn (RECON-9)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from magika_gm.games.magika.rules.arena import NAME, ROW, SPACES
from magika_gm.games.magika.sight.recon import FOGGED, MageSeen, OwnTurn, Recon

_CODES = "0123456789A"
_FIELDS = tuple(f.name for f in fields(MageSeen))
FLEETING = (
    "space",
    "team",
    "artifacts",
    "cloaks",
    "scrolls",
    "scroll_total",
    "item_total",
    "strength",
    "serenity",
    "spells",
)
"""What of a mage changes from turn to turn: all but letter, name, race and alignment."""


@dataclass(slots=True)
class Memory:
    """``spaces`` maps a space to (terrain code, turn); ``mages`` a letter to (what is known, turn he was last perceived in).

    ``since`` maps a letter to the turn each of the :data:`FLEETING` fields is from; ``own`` is himself.
    """

    spaces: dict[int, tuple[int, int]] = field(default_factory=dict)
    mages: dict[str, tuple[MageSeen, int]] = field(default_factory=dict)
    own: list[OwnTurn] = field(default_factory=list)
    honours: tuple[str, ...] = ()
    """Marks of deeds in earlier games, of a mage who returned (``sight.deeds``)."""
    since: dict[str, dict[str, int]] = field(default_factory=dict)

    def keep(self, own: OwnTurn) -> None:
        """Keep how he stood after a turn; said again, it takes the place of what was kept."""
        self.own = [*(o for o in self.own if o.turn < own.turn), own]


def learn(memory: Memory, turn: int, spaces: dict[int, int], mages: list[MageSeen]) -> None:
    """Take in what was seen in a turn: newer sights replace older ones, field by field for mages."""
    for space, code in spaces.items():
        memory.spaces[space] = (code, turn)
    for seen in mages:
        old = memory.mages.get(seen.letter)
        fresh = {k: turn for k in FLEETING if getattr(seen, k) is not None}
        memory.since[seen.letter] = memory.since.get(seen.letter, {}) | fresh
        if old is not None:
            merged = {k: v if (v := getattr(seen, k)) is not None else getattr(old[0], k) for k in _FIELDS}
            memory.mages[seen.letter] = (MageSeen(**merged), turn)
        else:
            memory.mages[seen.letter] = (seen, turn)


def news(recon: Recon) -> tuple[dict[int, int], list[MageSeen]]:
    """What a recon adds to a memory: terrain by space, from allies' maps too, and the mages perceived."""
    spaces: dict[int, int] = {}
    for view in (*(ally.spaces for ally in recon.allies), recon.spaces):
        spaces |= {s: seen.terrain for s, seen in view.items() if seen.terrain != FOGGED}
    return spaces, list(recon.mages)


def spaces_to_text(spaces: dict[int, int]) -> str:
    """``y12:433 z9:00``: a space and the terrain codes (A is 10) from it eastward, as the store keeps sightings."""
    runs: list[list[int]] = []
    for space in sorted(spaces):
        if runs and space == runs[-1][-1] + 1 and ROW[space] == ROW[runs[-1][-1]]:
            runs[-1].append(space)
        else:
            runs.append([space])
    return " ".join(f"{NAME[run[0]]}:{''.join(_CODES[spaces[s]] for s in run)}" for run in runs)


def mages_to_plain(mages: list[MageSeen]) -> list[dict[str, Any]]:
    """Known fields only."""
    return [{k: v for k in _FIELDS if (v := getattr(m, k)) is not None} for m in mages]


def mages_from_plain(rows: list[dict[str, Any]]) -> list[MageSeen]:
    """The values of such rows."""
    tupled: list[dict[str, Any]] = [{k: tuple(v) if isinstance(v, list) else v for k, v in row.items()} for row in rows]
    return [MageSeen(**row) for row in tupled]


def memory_to_plain(memory: Memory) -> dict[str, Any]:
    """A whole memory as JSON can hold it, small: terrain as one letter a space, turns beside it."""
    seen = memory.spaces
    return {
        "terrain": "".join(_CODES[seen[s][0]] if s in seen else "." for s in range(SPACES)),
        "turns": [seen[s][1] for s in sorted(seen)],
        "mages": [
            [turn, row, *_earlier(memory, row["letter"], turn)]
            for (_, turn), row in zip(_sorted(memory), mages_to_plain(_known(memory)), strict=True)
        ],
        "own": [[*o[:-1], list(o.marks)] for o in memory.own],
        **({"honours": list(memory.honours)} if memory.honours else {}),
    }


def memory_from_plain(plain: dict[str, Any]) -> Memory:
    """The memory of such a mapping."""
    turns = iter(plain["turns"])
    spaces = {s: (_CODES.index(code), next(turns)) for s, code in enumerate(plain["terrain"]) if code != "."}
    mages = mages_from_plain([row[1] for row in plain["mages"]])
    known = {m.letter: (m, row[0]) for m, row in zip(mages, plain["mages"], strict=True)}
    since = {
        m.letter: {k: row[0] for k in FLEETING if getattr(m, k) is not None} | (row[2] if len(row) > 2 else {})
        for m, row in zip(mages, plain["mages"], strict=True)
    }
    # memories of games begun with an earlier version hold nothing of himself
    own = [OwnTurn._make([*row[:7], tuple(row[7])]) for row in plain.get("own", ())]
    return Memory(spaces, known, own, tuple(plain.get("honours", ())), since)


def _earlier(memory: Memory, letter: str, turn: int) -> list[dict[str, int]]:
    """The turns of what is older than the last time he was perceived, if anything is."""
    older = {k: known for k, known in memory.since.get(letter, {}).items() if known < turn}
    return [older] if older else []


def _sorted(memory: Memory) -> list[tuple[MageSeen, int]]:
    return [memory.mages[letter] for letter in sorted(memory.mages)]


def _known(memory: Memory) -> list[MageSeen]:
    return [seen for seen, _ in _sorted(memory)]

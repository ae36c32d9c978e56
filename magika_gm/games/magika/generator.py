"""Makes arenas from a seed: the same seed gives the same arena for ever (ARENA-5, ARENA-6).

The land is drawn first (:mod:`magika_gm.games.magika.landscape`), then smoothed until the ways to the Goal Square
cost every start about the same, then things are laid where no start is favoured. What "favoured" means is measured
by :mod:`magika_gm.games.magika.fairness`; docs/scenarios.md tells the method and its figures.
"""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.magika.arena import LETTERS, ROW, SPACES, distance
from magika_gm.games.magika.fairness import FAR, GROUPS, costs_from, figures, spread
from magika_gm.games.magika.landscape import Chance, best_land, soften
from magika_gm.games.magika.scenario import EBON_START, STARTS, Options, Scenario
from magika_gm.games.magika.tables import ARTIFACTS, CLOAKS, OCEAN, RIVER, THING_ORDER

_ROWS = {"alignment": ("d", "k"), "racial": ("h", "p"), "ability": ("l", "u"), "cloak": ("g", "x")}
"""First and last row in which things of a kind are laid."""
_APART = {"alignment": 6, "racial": 4, "ability": 4}
"""Rings that artifacts of one kind keep from one another."""
_KIND = {thing: kind for kind, group in GROUPS for thing in group}
_EVEN = (("alignment", 4.0), ("racial", 3.0), ("ability", 2.0), ("first", 1.0), ("cloaks", 1.0))
"""Measures to be made even, with their weights."""
_ROUNDS = 6000


def seed_bytes(seed: str | bytes) -> bytes:
    """The bytes chance is drawn from; ``hex:…`` is read as bytes, so a scenario's ``seed`` can be given again."""
    if isinstance(seed, bytes):
        return seed
    if seed.startswith("hex:"):
        try:
            return bytes.fromhex(seed[4:])
        except ValueError:
            pass
    return seed.encode()


def generate(seed: str | bytes, *, title: str = "", description: str = "", options: Options | None = None) -> Scenario:
    """A new arena. ``seed`` may be any text or bytes; ``options`` go into the scenario as they are."""
    options = options or Options()
    key = seed_bytes(seed)
    name = seed if isinstance(seed, str) else f"hex:{seed.hex()}"
    terrain = best_land(key)
    soften(Chance(key, "soften"), terrain)
    places, cloaks = _place(Chance(key, "things"), terrain, options.cloaks_per_colour)
    lying: dict[int, list[str]] = {}
    for thing, space in [*places.items(), *cloaks]:
        lying.setdefault(space, []).append(thing)
    ordered = {s: tuple(sorted(lying[s], key=THING_ORDER.__getitem__)) for s in sorted(lying)}
    return Scenario(tuple(terrain), ordered, title or f"Arena {name}", description, STARTS, EBON_START, options, name)


def _place(chance: Chance, terrain: Sequence[int], per_colour: int) -> tuple[dict[str, int], list[tuple[str, int]]]:
    """Spaces for the artifacts and the cloaks: a random layout, improved by moving one thing at a time."""
    costs = [costs_from(terrain, start) for start in STARTS]
    candidates = {
        kind: [
            s
            for s in range(SPACES)
            if LETTERS.index(rows[0]) <= ROW[s] <= LETTERS.index(rows[1])
            and terrain[s] not in (OCEAN, RIVER)
            and all(c[s] < FAR for c in costs)
        ]
        for kind, rows in _ROWS.items()
    }
    kinds = [*(_KIND[a] for a in ARTIFACTS), *["cloak"] * (per_colour * len(CLOAKS))]
    spots: list[int] = []
    for kind in kinds:
        free = [s for s in candidates[kind] if s not in spots]
        spots.append(free[chance.below(len(free))])
    best = _unevenness(costs, spots)
    for _ in range(_ROUNDS):
        i = chance.below(len(spots))
        spot = candidates[kinds[i]][chance.below(len(candidates[kinds[i]]))]
        if spot in spots:
            continue
        old, spots[i] = spots[i], spot
        now = _unevenness(costs, spots)
        if now <= best:
            best = now
        else:
            spots[i] = old
    places = dict(zip(ARTIFACTS, spots, strict=False))
    hidden = sorted(spots[len(ARTIFACTS) :])
    return places, _colours(chance, hidden, per_colour)


def _unevenness(costs: Sequence[Sequence[int]], spots: Sequence[int]) -> float:
    """How far a layout favours some starts, with a fine for things of a kind that lie too near one another."""
    places = dict(zip(ARTIFACTS, spots, strict=False))
    cloaks = spots[len(ARTIFACTS) :]
    rows = [figures("", c, places, cloaks) for c in costs]
    total = sum(weight * (spread([getattr(r, m) for r in rows]) - 1) for m, weight in _EVEN)
    for kind, group in GROUPS:
        for i, one in enumerate(group):
            for other in group[:i]:
                total += max(0, _APART[kind] - distance(places[one], places[other]))
    for artifact in ARTIFACTS:
        total += 0.1 * (spread([c[places[artifact]] for c in costs]) - 1)
    taken = sorted(spots)
    crowded = sum(1 for i, s in enumerate(taken) if s + 1 in taken[i + 1 : i + 2])
    rows_used = len({ROW[s] for s in cloaks})
    return total + 0.02 * crowded + 0.05 * (18 - rows_used)


def _colours(chance: Chance, hidden: Sequence[int], per_colour: int) -> list[tuple[str, int]]:
    """A colour for every cloak's space, so that cloaks of a colour lie far from one another and in different rows."""
    colours = [cloak for _ in range(per_colour) for cloak in CLOAKS]
    for i in range(len(colours) - 1, 0, -1):
        j = chance.below(i + 1)
        colours[i], colours[j] = colours[j], colours[i]

    def nearness(i: int) -> float:
        near = (distance(hidden[i], hidden[k]) for k in range(len(hidden)) if k != i and colours[k] == colours[i])
        return sum(1 / d for d in near)

    for _ in range(_ROUNDS // 4 if colours else 0):
        i, j = chance.below(len(colours)), chance.below(len(colours))
        before = nearness(i) + nearness(j)
        colours[i], colours[j] = colours[j], colours[i]
        if nearness(i) + nearness(j) > before:
            colours[i], colours[j] = colours[j], colours[i]
    return list(zip(colours, hidden, strict=True))

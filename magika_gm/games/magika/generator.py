"""Makes arenas from a seed: the same seed gives the same arena for ever (ARENA-5, ARENA-6).

The land is drawn first (:mod:`magika_gm.games.magika.landscape`), then smoothed until the ways to the Goal Square
cost every start about the same, then things are laid where no start is favoured. What "favoured" means is measured
there too (:func:`~magika_gm.games.magika.landscape.fairness`); docs/scenarios.md tells the method and its figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from magika_gm.engine.plain import Data
from magika_gm.games.magika.landscape import (
    BOUNDS,
    FAR,
    FIRST_CLOAKS,
    GROUPS,
    LAND,
    MEASURES,
    Chance,
    costs_from,
    fairness,
    lands,
    render,
    soften,
    spread,
)
from magika_gm.games.magika.rules.arena import ROW, ROW_LETTERS, SPACES, distance
from magika_gm.games.magika.rules.tables import ARTIFACTS, CLOAKS, OCEAN, RIVER, THING_ORDER
from magika_gm.games.magika.setup import STARTS, Options, Scenario

_LANDS = 6
"""Lands that are tried until one keeps to the bounds."""
_CLOAK_ROWS = "xghijwklmnvopqrstu"
"""Rows in which cloaks are laid, one after the other; from the beginning again if there are more."""
_MOVES = 3000
_SOFTENING = 1200
_LEEWAY = 0.15
"""How much worse a layout may become at the beginning of the search for a better one."""

Score = Callable[[Sequence[int]], float]


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


def arena_of(seed: str | bytes, options: Options | None = None) -> Scenario:
    """A new arena. ``seed`` may be any text or bytes; ``options`` go into the scenario as they are."""
    key = seed_bytes(seed)
    name = seed if isinstance(seed, str) else f"hex:{seed.hex()}"
    best: tuple[float, Scenario] | None = None
    for terrain in lands(key)[:_LANDS]:
        scenario = _settle(
            key,
            terrain,
            Scenario(
                terrain=(),
                lying={},
                title=f"Arena {name}",
                options=options or Options(),
                seed=name,
            ),
        )
        excess = sum(max(0.0, fairness(scenario).spread(m) - bound) for m, bound in BOUNDS.items())
        if best is None or excess < best[0]:
            best = excess, scenario
        if not excess:
            break
    assert best is not None
    return best[1]


def _settle(key: bytes, terrain: list[int], blank: Scenario) -> Scenario:
    """``blank`` with this land, made even, and with things laid in it."""
    chance = Chance(key, "things")
    layout = _Layout(chance, terrain)
    soften(chance, terrain, [layout.lay("alignment"), layout.lay("racial")], _SOFTENING)
    layout = _Layout(chance, terrain)
    spots = [spot for kind, _ in GROUPS for spot in layout.lay(kind)]
    cloaks = layout.lay_cloaks(blank.options.cloaks_per_colour * len(CLOAKS))
    colours = _colours(chance, cloaks, blank.options.cloaks_per_colour)
    lying: dict[int, list[str]] = {}
    for thing, space in [*zip(ARTIFACTS, spots, strict=True), *zip(colours, cloaks, strict=True)]:
        lying.setdefault(space, []).append(thing)
    ordered = {s: tuple(sorted(lying[s], key=THING_ORDER.__getitem__)) for s in sorted(lying)}
    return replace(blank, terrain=tuple(terrain), lying=ordered)


def shuffled(chance: Chance, texts: Sequence[str]) -> list[str]:
    """The same texts in an order drawn by chance."""
    deck = list(texts)
    for i in range(len(deck) - 1, 0, -1):
        j = chance.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


class _Layout:
    """Things being laid in a land: what each space costs from each start, and which spaces are taken."""

    def __init__(self, chance: Chance, terrain: Sequence[int]) -> None:
        self.chance = chance
        self.costs = list(zip(*(costs_from(terrain, start) for start in STARTS), strict=True))
        self.free = [s for s in range(SPACES) if terrain[s] not in (OCEAN, RIVER) and max(self.costs[s]) < FAR]
        self.taken: set[int] = set()
        self.first = [FAR] * len(STARTS)

    def lay(self, kind: str) -> list[int]:
        """Spaces for the artifacts of a kind, in ART-1's order."""
        costs, laid = self.costs, LAND["laid"][kind]

        def score(spots: Sequence[int]) -> float:
            columns = [costs[s] for s in spots]
            total: float = spread([sum(row) for row in zip(*columns, strict=True)]) - 1
            total += laid["single"] * sum(spread(column) - 1 for column in columns)
            if kind == "ability":  # the last kind laid: whatever is nearest is known now
                total += 0.5 * (spread([min(row) for row in zip(self.first, *columns, strict=True)]) - 1)
            for i, one in enumerate(spots):
                total += sum(max(0, laid["apart"] - distance(one, other)) for other in spots[:i])
            return total

        spots = self._search(shuffled(self.chance, laid["rows"]), score)
        self.first = [min(row) for row in zip(self.first, *(costs[s] for s in spots), strict=True)]
        return spots

    def lay_cloaks(self, count: int) -> list[int]:
        """Spaces for the cloaks, spread over the rows."""
        costs = self.costs

        def score(spots: Sequence[int]) -> float:
            near = [sum(sorted(row)[:FIRST_CLOAKS]) for row in zip(*(costs[s] for s in spots), strict=True)]
            crowded = sum(1 for i, s in enumerate(spots) for other in spots[:i] if distance(s, other) < 3)
            return spread(near) - 1 + 0.02 * crowded

        return self._search([_CLOAK_ROWS[i % len(_CLOAK_ROWS)] for i in range(count)], score) if count else []

    def _search(self, rows: Sequence[str], score: Score) -> list[int]:
        """A free space in one of the ``rows`` for each thing: a random layout, improved by moving one at a time.

        A move may make the layout a little worse, less and less as the search goes on; the best one seen is kept.
        """
        wide = {r: [s for s in self.free if ROW_LETTERS[ROW[s]] in r and s not in self.taken] for r in set(rows)}
        spots: list[int] = []
        for r in rows:
            left = [s for s in wide[r] if s not in spots]
            spots.append(left[self.chance.below(len(left))])
        now = least = score(spots)
        best = spots.copy()
        for move in range(_MOVES):
            i = self.chance.below(len(spots))
            spot = wide[rows[i]][self.chance.below(len(wide[rows[i]]))]
            if spot in spots:
                continue
            old, spots[i] = spots[i], spot
            then = score(spots)
            if then > now + _LEEWAY * (1 - move / _MOVES) ** 3:
                spots[i] = old
                continue
            now = then
            if now < least:
                least, best = now, spots.copy()
        self.taken.update(best)
        return best


def _colours(chance: Chance, spots: Sequence[int], per_colour: int) -> list[str]:
    """A cloak for every one of the spaces, so that cloaks of one colour lie far from one another."""
    colours = shuffled(chance, CLOAKS * per_colour)

    def nearness(i: int) -> float:
        like = (k for k in range(len(spots)) if k != i and colours[k] == colours[i])
        return sum(1 / distance(spots[i], spots[k]) for k in like)

    for _ in range(_MOVES // 4 if colours else 0):
        i, j = chance.below(len(colours)), chance.below(len(colours))
        before = nearness(i) + nearness(j)
        colours[i], colours[j] = colours[j], colours[i]
        if nearness(i) + nearness(j) > before:
            colours[i], colours[j] = colours[j], colours[i]
    return colours


# What the office asks for besides (``engine.seam.setup.Generator``).


def generate(seed: str, title: str) -> Scenario:
    """An arena; the same seed gives the same one."""
    found = arena_of(seed)
    return replace(found, title=title) if title else found


def measured(scenario: Scenario) -> tuple[str, Data]:
    """How fair it is to the twelve starts."""
    found = fairness(scenario)
    return render(found), {"spread": {measure: found.spread(measure) for measure in MEASURES}}


def picture(scenario: Scenario) -> str:
    """The arena with its starts, and how far it is from each to the Goal Square."""
    from magika_gm.games.magika.report.arenamap import scenario_svg

    return scenario_svg(scenario)

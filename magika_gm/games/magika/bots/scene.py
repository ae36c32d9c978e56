"""What a bot knows and is: its turn file as typed values, its notes of earlier ones, ways over its land, its temper.

Nothing here can come from anywhere else than the turn files a mage was sent (RECON-10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from magika_gm.engine.plain import Fields, taken
from magika_gm.engine.records import named_record, values
from magika_gm.games.magika.orders.lines import read_order
from magika_gm.games.magika.orders.model import Demand, Don, Give, Order
from magika_gm.games.magika.rules.arena import (
    DIRECTIONS,
    INDEX,
    NAME,
    NEIGHBOUR,
    ROW,
    ROWS,
    SOUTHWARD,
    SPACES,
    bearing,
    distance,
)
from magika_gm.games.magika.rules.enchantments import factor_of, sight_rings
from magika_gm.games.magika.rules.state import FOR_GOOD, Mage, Scroll
from magika_gm.games.magika.rules.steps import EBON_DEMANDS, attunement
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    ARTIFACT_TITLES,
    ARTIFACTS,
    BLACK,
    COASTAL,
    DESERT,
    EBON,
    FOREST,
    GLACIAL,
    HILLS,
    MOUNTAIN,
    OCEAN,
    PLAINS,
    RACIAL_ARTIFACTS,
    RACIAL_PREFERENCE,
    RIVER,
    SWAMP,
    TERRAIN_CODES,
    VOLCANIC,
)

_LABELS = {"helm": "Endurance", "candle": "Arcania", "tome": "Spell skill", "rod": "Standing aptitude"}


class Rival(NamedTuple):
    """Another mage who can be aimed at: how far he is from the Goal Square, what he holds, how much he matters."""

    letter: str
    space: int
    rows: int
    team: str | None
    strength: str | None
    serenity: str | None
    carries: int
    wanted: int
    weight: float


def rivals(view: View, notes: Notes) -> tuple[Rival, ...]:
    """Mages in sight who are no friends, those who matter most first.

    One weighs the more, the nearer he is to the Goal Square, the more he carries and the better he looks.
    """
    found = []
    for other in view.others:
        if other.space is None or is_friend(view, other) or distance(other.space, view.me.space) > sight_rings(view.me):
            continue
        known = notes.people.get(other.letter, other)
        artifacts = known.artifacts or ()
        ahead = ROW[view.me.space] - ROW[other.space]
        weight = 0.5 + 0.15 * max(-2, ahead) + 0.2 * len(artifacts) + (0.2 if other.strength == "Robust" else 0.0)
        if other.letter == EBON:
            weight *= 0.6
        wanted = sum(wants(view, a) for a in artifacts)
        team = other.team or known.team
        found.append(
            Rival(
                other.letter,
                other.space,
                ROW[other.space],
                team,
                other.strength,
                other.serenity,
                len(artifacts),
                wanted,
                max(0.1, min(2.0, weight)),
            )
        )
    return tuple(sorted(found, key=lambda r: (-r.weight, r.letter)))


def wants(view: View, artifact: str) -> bool:
    """Whether an artifact is worth more to this mage than to most: an alignment's, or his own race's."""
    return artifact in ALIGNMENT_ARTIFACTS or RACIAL_ARTIFACTS.get(artifact) == view.me.race


def crowded(view: View) -> frozenset[int]:
    """Spaces in which two others are known to stand, who need not let a third one in (MOVE-6)."""
    standing = Counter(o.space for o in view.others if o.space is not None and o.space != view.me.space)
    return frozenset(s for s, mages in standing.items() if mages >= 2) if not view.me.is_ebon else frozenset()


def neighbours(view: View) -> list[Other]:
    """Mages in the same space."""
    return [o for o in view.others if o.space == view.me.space]


def demands(view: View, notes: Notes) -> list[Order]:
    """Demands with a good prospect, best first; the Ebon Mage's two (DEM-6)."""
    found: list[tuple[float, Demand]] = []
    if "AntMa" in view.me.effects:
        return []
    for other in neighbours(view):
        if is_friend(view, other):
            continue
        for artifact in other.artifacts or ():
            chance = 0.0 if (artifact, other.letter) in notes.denied else prospect(view, other, artifact)
            if chance > 0.4:
                worth = 3.0 if artifact in ALIGNMENT_ARTIFACTS else 2.0 if artifact in RACIAL_ARTIFACTS else 1.0
                found.append((chance * worth, Demand(artifact, other.letter)))
    found.sort(key=lambda f: (-f[0], values(f[1])))
    if "no thief" in view.tasks:
        return []
    return [order for _, order in found[:EBON_DEMANDS]]


def prospect(view: View, holder: Other, artifact: str) -> float:
    """How likely the holder must yield it, as far as this mage can tell (DEM-2 to DEM-4, DEM-6)."""
    claim = attunement(view.me, artifact, demanding=True)
    if claim is None:
        return 0.0
    if artifact in RACIAL_ARTIFACTS:
        if holder.race is None:
            return 0.8 if claim == 0 else 0.5 if claim == -1 else 0.0
        return 1.0 if claim > -RACIAL_PREFERENCE[artifact].index(holder.race) else 0.0
    if artifact in ALIGNMENT_ARTIFACTS:
        _, lowest, highest = view.figures[_LABELS["rod"]]
        if claim <= lowest:
            return 0.0  # nobody stands lower than he
        return 1.0 if claim > highest else 0.5
    own, low, high = view.figures[_LABELS[artifact]]
    if ABILITY_ARTIFACTS[artifact] == "endurance" and holder.strength in ("Weak", "Exhausted", "Unconscious"):
        return 1.0 if own > view.me.max_endurance * 0.45 else 0.5
    return (own - low) / (high - low) if high > low else 0.0


def gifts(view: View) -> list[Order]:
    """To a teammate here: the artifact that is his alignment's or race's and not one's own (VP-4)."""
    for ally in view.allies:
        if ally.space != view.me.space:
            continue
        known = next((o for o in view.others if o.letter == ally.letter), None)
        if known is None:
            continue
        kin = tuple(
            a
            for a in view.me.artifacts
            if (a in ALIGNMENT_ARTIFACTS and ALIGNMENT_ARTIFACTS[a] == known.alignment != view.me.alignment)
            or (a in RACIAL_ARTIFACTS and RACIAL_ARTIFACTS[a] == known.race != view.me.race)
        )
        if kin:
            return [Give(kin, ally.letter)]
    return []


def cloaks(view: View) -> list[Order]:
    """Put a first cloak on, where its team is not known to refuse him (CLK-2, CLK-3); never change teams (CLK-4)."""
    me = view.me
    if me.team != BLACK or me.is_ebon or me.barred:
        return []
    wearers = {c: [o for o in view.others if o.team == c] for c in me.free_cloaks}
    welcome = [c for c, team in wearers.items() if _may_join(me.alignment, team)]
    if not welcome:
        return []
    return [Don(max(welcome, key=lambda c: (len(wearers[c]), c)))]


def _may_join(alignment: str, team: list[Other]) -> bool:
    if len(team) < 2:
        return True
    if len(team) > 2 or any(o.alignment is None for o in team):
        return False
    return len({alignment, *(o.alignment for o in team)}) != 2


UNKNOWN = -1
"""Terrain not known: never seen, or in fog."""
_WORN = " (worn)"
_THING = {title: artifact for artifact, title in ARTIFACT_TITLES.items()}


class Seen(NamedTuple):
    """A space in recon: the ring it reads as, terrain code or UNKNOWN, whether somebody is there, what lies there."""

    ring: int
    terrain: int
    occupied: bool
    things: tuple[str, ...]


class Other(NamedTuple):
    """Another mage as perceived this turn; None is unknown."""

    letter: str
    space: int | None = None
    team: str | None = None
    race: str | None = None
    alignment: str | None = None
    artifacts: tuple[str, ...] | None = None
    cloaks: tuple[str, ...] | None = None
    scroll_total: int | None = None
    strength: str | None = None
    serenity: str | None = None


class Ally(NamedTuple):
    """A teammate: where he stands and the artifacts he holds (RECON-8)."""

    letter: str
    space: int
    artifacts: tuple[str, ...]


@named_record
class View:
    """One mage's turn file.

    ``me`` is the mage himself, with the statistics, hands and effects in force of the report, so that the rules' own
    questions about a mage (``enchantments``) can be asked of him. ``land`` is the last terrain known of each space.
    """

    turn: int
    ended: bool
    me: Mage
    recon: Mapping[int, Seen]
    land: Mapping[int, int]
    others: tuple[Other, ...]
    allies: tuple[Ally, ...]
    artifacts: Mapping[str, int]
    """Whereabouts known by attunement or KnArt (ART-5)."""
    sensed: tuple[str, str] | None
    """One's own race's artifact and its direction of eight ("": here)."""
    figures: Mapping[str, tuple[float, float, float]]
    """Standings by label: one's own, the lowest and the highest of all others (VP-7)."""
    points: Mapping[str, float]
    """Victory points had the game ended now, by label."""
    tasks: Mapping[str, bool]
    """The Ebon Mage's tasks by name, and whether each is done as things stand (EBON-6)."""
    ordered: tuple[str, ...]
    """The orders of the turn reported, as texts."""


def read_view(plain: Fields) -> View:
    """The view of a turn file's content, a mapping by ``turnfile.schema.json``."""
    recon = _spaces(plain["recon"])
    land = {INDEX[name]: TERRAIN_CODES[terrain] for name, (terrain, _) in plain["history"].items() if terrain}
    return View(
        turn=plain["turn"],
        ended=plain["ended"],
        me=_me(plain["mage"]),
        recon=recon,
        land=land,
        others=tuple(map(_other, plain["mages"])),
        allies=tuple(Ally(a["letter"], INDEX[a["space"]], _artifacts(a["items"])) for a in plain["allies"]),
        artifacts={artifact: INDEX[space] for artifact, space in plain["artifacts"].items()},
        sensed=tuple(plain["own_artifact"]) if plain["own_artifact"] else None,
        figures={s["label"]: (s["own"], s["low"], s["high"]) for s in plain["standings"]},
        points={p["label"]: p["points"] for p in plain["victory_points"]},
        tasks={t["name"]: t["done"] for t in plain.get("tasks", ())},
        ordered=tuple(phase["order"] for phase in plain["story"] if phase["order"]),
    )


def _spaces(rows: Mapping[str, Fields]) -> dict[int, Seen]:
    return {
        INDEX[name]: Seen(
            row["ring"],
            UNKNOWN if row["terrain"] is None else TERRAIN_CODES[row["terrain"]],
            row["occupied"],
            tuple(row["things"]),
        )
        for name, row in rows.items()
    }


def _me(row: Fields) -> Mage:
    things = [_thing(text.removesuffix(_WORN)) for text in row["items"]]
    return taken(
        Mage,
        row,
        space=INDEX[row["space"]],
        scrolls=[_scroll(s) for s in row["scrolls"]],
        artifacts=[t for t in things if not t.startswith("cloak:")],
        cloaks=[t[6:] for t in things if t.startswith("cloak:")],
        effects={s["spell"]: 1 for s in row["spells"]},
    )


def _scroll(row: Fields) -> Scroll:
    note = row["note"]
    until = FOR_GOOD if note.endswith("for good") else 1 if note else 0
    # the only scroll kept for good with him is his own, which nobody takes nor is given (EBON-4)
    return Scroll(row["code"], row["number"], until, bound=until == FOR_GOOD)


def _thing(text: str) -> str:
    """``Crown of Good`` or ``red cloak`` as orders and cases name it."""
    return _THING.get(text) or f"cloak:{text.removesuffix(' cloak')}"


def _artifacts(items: list[str]) -> tuple[str, ...]:
    return tuple(i for i in items if not i.startswith("cloak:"))


def _other(row: Fields) -> Other:
    known = {k: row.get(k) for k in ("team", "race", "alignment", "scroll_total", "strength", "serenity")}
    artifacts, cloaks = row.get("artifacts"), row.get("cloaks")
    return Other(
        row["letter"],
        INDEX[row["space"]] if "space" in row else None,
        artifacts=None if artifacts is None else tuple(artifacts),
        cloaks=None if cloaks is None else tuple(cloaks),
        **known,
    )


def is_friend(view: View, other: Other) -> bool:
    """Whether he wears one's own colour."""
    return view.me.team != BLACK and other.team == view.me.team


# What a bot keeps in mind beyond its last turn file: where things were seen to lie, who held what, who is who.
#
# Notes are a fold over the turn files a mage was sent, so anybody who keeps those can make them again.


_STALE = 6
"""Turns after which it is forgotten who held what."""


@named_record
class Notes:
    """``lying`` maps an artifact to the space it was last seen to lie in; ``held`` to its holder and when seen so.

    ``cloaks`` maps a space to the colours seen there, ``people`` a letter to all that was ever known of him.
    ``bearings`` are the (space, direction) pairs in which one's own race's artifact was sensed since it last lay still.
    ``known`` are the whereabouts told in the last turn file (ART-5), ``carried`` the artifacts that somebody else
    holds: they wander, or are not seen to lie where they are. ``denied`` are the (artifact, holder) of demands made in
    vain.
    """

    lying: Mapping[str, int] = field(default_factory=dict)
    held: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    cloaks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    people: Mapping[str, Other] = field(default_factory=dict)
    bearings: tuple[tuple[int, str], ...] = ()
    known: Mapping[str, int] = field(default_factory=dict)
    carried: frozenset[str] = frozenset()
    denied: frozenset[tuple[str, str]] = frozenset()


NO_NOTES = Notes()


def observe(notes: Notes, view: View) -> Notes:
    """Notes after taking in one more turn file."""
    lying = {a: s for a, s in notes.lying.items() if not _gone(a, s, view)}
    cloaks = dict(notes.cloaks)
    for space, seen in view.recon.items():
        lying |= {thing: space for thing in seen.things if thing in ARTIFACTS}
        if seen.ring == 0 and seen.terrain != UNKNOWN:
            cloaks.pop(space, None)
            here = tuple(t[6:] for t in seen.things if t.startswith("cloak:"))
            if here:
                cloaks[space] = here
    held = {a: (who, when) for a, (who, when) in notes.held.items() if view.turn - when < _STALE and a not in lying}
    people = dict(notes.people)
    for other in view.others:
        if other.artifacts is not None:
            held |= dict.fromkeys(other.artifacts, (other.letter, view.turn))
        people[other.letter] = _merged(people.get(other.letter), other)
    for artifact in held.keys() & lying.keys():
        del lying[artifact]
    for artifact in view.me.artifacts:
        lying.pop(artifact, None)
        held.pop(artifact, None)
    return replace(
        notes,
        lying=lying,
        held=held,
        cloaks=cloaks,
        people=people,
        bearings=_bearings(notes, view),
        known=dict(view.artifacts),
        carried=_carried(notes, view, held),
        denied=notes.denied | _demanded(view),
    )


def _demanded(view: View) -> frozenset[tuple[str, str]]:
    """What the mage demanded last turn and does not hold."""
    orders = [order for text in view.ordered if isinstance(order := read_order(text), Demand)]
    return frozenset((o.artifact, o.holder) for o in orders if o.artifact not in view.me.artifacts)


def _carried(notes: Notes, view: View, held: Mapping[str, tuple[str, int]]) -> frozenset[str]:
    found = set(held)
    for artifact, space in view.artifacts.items():
        seen = view.recon.get(space)
        if artifact in view.me.artifacts:
            continue
        if seen is not None and seen.terrain != UNKNOWN:
            if artifact not in seen.things:
                found.add(artifact)
        elif artifact in notes.carried or notes.known.get(artifact, space) != space:
            found.add(artifact)
    return frozenset(found)


def _gone(artifact: str, space: int, view: View) -> bool:
    """Whether the turn file shows that it lies there no longer."""
    known = view.artifacts.get(artifact)
    if known is not None:
        return known != space
    seen = view.recon.get(space)
    if seen is None or seen.terrain == UNKNOWN:
        return False
    widest = 1 if artifact in ABILITY_ARTIFACTS else 2 if artifact in RACIAL_ARTIFACTS else 3
    return seen.ring <= widest and artifact not in seen.things


def _merged(old: Other | None, new: Other) -> Other:
    """All that is known of a mage: newer figures win over older ones."""
    if old is None:
        return new
    return old._replace(**{name: value for name, value in new._asdict().items() if value is not None})


def _bearings(notes: Notes, view: View) -> tuple[tuple[int, str], ...]:
    """Bearings that still agree with one another; if the newest agrees with no space of the old ones, only that."""
    if view.sensed is None:
        return ()
    newest = (view.me.space, view.sensed[1])
    if newest in notes.bearings:
        return notes.bearings
    bearings = (*notes.bearings[-5:], newest)
    return bearings if _agreeing(bearings) else (newest,)


def _agreeing(bearings: tuple[tuple[int, str], ...]) -> list[int]:
    return sorted(frozenset.intersection(*(_towards(start, way) for start, way in bearings)))


@lru_cache(maxsize=4096)
def _towards(start: int, way: str) -> frozenset[int]:
    """The spaces that lie in that direction of eight."""
    return frozenset(s for s in range(SPACES) if bearing(start, s) == way)


def racial_spots(notes: Notes, view: View) -> list[int]:
    """Spaces in which one's own race's artifact may be, by the bearings sensed and what recon shows empty."""
    if view.sensed is None or not notes.bearings:
        return []
    artifact = view.sensed[0]
    if artifact in notes.lying:
        return [notes.lying[artifact]]
    return [s for s in _agreeing(notes.bearings) if not _empty(view, s)]


def _empty(view: View, space: int) -> bool:
    seen = view.recon.get(space)
    return seen is not None and seen.terrain != UNKNOWN and seen.ring <= 2 and not seen.occupied


# Ways over the land a mage remembers: what leaving each space costs him, and the cheapest way to a space.


FAR = 1e9
_EXPECTED = {
    **dict.fromkeys("abc", VOLCANIC),
    **dict.fromkeys("de", GLACIAL),
    **dict.fromkeys("fghi", MOUNTAIN),
    **dict.fromkeys("jkl", DESERT),
    **dict.fromkeys("mno", HILLS),
    **dict.fromkeys("pqrstu", FOREST),
    **dict.fromkeys("vwx", PLAINS),
    "y": COASTAL,
    "z": OCEAN,
}
"""What an unknown space is taken for: terrain grows harder towards the Goal Square (ARENA-6)."""
_GUESS = tuple(_EXPECTED[NAME[s][0]] for s in range(SPACES))
_LAST_ROW = ROWS - 2


class Land:
    """Terrain as one mage knows it.

    ``code`` is the terrain of every space (guessed where unknown), ``cost`` the endurance a full-price move out of it
    takes from him, ``free`` whether he may go south (the Ebon Mage).
    """

    __slots__ = ("_fields", "code", "cost", "free")

    def __init__(self, view: View) -> None:
        code = list(_GUESS)
        for space, known in view.land.items():
            code[space] = known
        for space, seen in view.recon.items():
            if seen.terrain != UNKNOWN:
                code[space] = seen.terrain
        factors = [factor_of(view.me, c) for c in range(VOLCANIC + 1)]
        self.code = code
        self.cost = [factors[c] for c in code]
        self.free = view.me.is_ebon
        self._fields: dict[tuple[frozenset[int], float, frozenset[int]], list[float]] = {}

    def to(self, targets: Collection[int], step: float, closed: Collection[int] = ()) -> list[float]:
        """For every space, what the cheapest way to one of ``targets`` takes: half price a move, and ``step`` a move.

        :data:`FAR` where there is no way. Nobody walks through ``closed`` spaces.
        """
        key = (frozenset(targets), step, frozenset(closed))
        found = self._fields.get(key)
        if found is None:
            toll = [c / 2 + step for c in self.cost]
            for space in closed:
                toll[space] = FAR
            many = self.free or len(targets) > 1
            found = self._search(targets, toll) if many else _sweep(next(iter(targets)), toll)
            self._fields[key] = found
        return found

    def _search(self, targets: Collection[int], toll: Sequence[float]) -> list[float]:
        found = [FAR] * SPACES
        edge = [(0.0, t) for t in targets]
        heapify(edge)
        for t in targets:
            found[t] = 0.0
        while edge:
            so_far, space = heappop(edge)
            if so_far > found[space]:
                continue
            for way in DIRECTIONS:
                before = NEIGHBOUR[way][space]  # a move the other way round leads from there to here
                if before < 0 or not (self.free or way in _BACK or self.code[space] in (OCEAN, RIVER, SWAMP)):
                    continue
                total = so_far + toll[before]
                if total < found[before]:
                    found[before] = total
                    heappush(edge, (total, before))
        return found

    def follow(self, field: Sequence[float], start: int, closed: Collection[int] = (), longest: int = 5) -> list[str]:
        """Directions from ``start`` down to the space where ``field`` is 0, ``longest`` at most."""
        ways: list[str] = []
        space = start
        while field[space] > 0 and len(ways) < longest:
            best, least = "", field[space]
            for way in DIRECTIONS:
                there = NEIGHBOUR[way][space]
                if there < 0 or there in closed or field[there] >= least:
                    continue
                if way in SOUTHWARD and not self.free and self.code[there] not in (OCEAN, RIVER, SWAMP):
                    continue
                best, least = way, field[there]
            if not best:
                break
            ways.append(best)
            space = NEIGHBOUR[best][space]
        return ways


_BACK = frozenset({"SE", "SW", "E", "W"})
"""Ways from a space back to those from which a northward or lateral move leads into it."""


def _sweep(target: int, toll: Sequence[float]) -> list[float]:
    """Row by row southward from the target: nobody but the Ebon Mage plans to walk back south (MOVE-5)."""
    found = [FAR] * SPACES
    found[target] = 0.0
    northwest, northeast = NEIGHBOUR["NW"], NEIGHBOUR["NE"]
    for row in range(ROW[target], _LAST_ROW + 1):
        first = row * (row + 1) // 2
        end = first + row + 1
        so_far = FAR
        for s in range(first, end):
            here, least = toll[s], found[s]
            if row > ROW[target]:
                a, b = northwest[s], northeast[s]
                least = found[a] if a >= 0 else FAR
                if b >= 0 and found[b] < least:
                    least = found[b]
                least += here
            if so_far + here < least:
                least = so_far + here
            so_far = found[s] = least
        for s in range(end - 2, first - 1, -1):
            so_far += toll[s]
            if so_far < found[s]:
                found[s] = so_far
            else:
                so_far = found[s]
    return found


# Character as figures: what one built-in player cares for more than another.


@named_record
class Temper:
    """How a bot weighs things.

    ``comfort`` and ``serenity`` are the shares of maximum endurance and arcania he rests and meditates up to;
    ``thrift`` how much of a full turn's rest he must be able to use before he takes one; ``curiosity`` what a scroll
    found is worth to him, in points of endurance; ``sloth`` how much a spell must be worth before he reads it;
    ``margin`` the endurance he never risks; ``haste`` what a move saved is worth to him, in points of endurance;
    ``malice`` the weight of another's loss against his own gain; ``greed`` that of things and of knowing where they
    are; ``scrolls`` how many he likes to hold; ``enough`` the victory points with which he ends the game gladly,
    and ``fading`` how many fewer he asks for with each turn after that of his ``patience``.
    """

    comfort: float
    serenity: float
    thrift: float
    curiosity: float
    sloth: float
    margin: int
    haste: float
    malice: float
    greed: float
    scrolls: int
    patience: int
    enough: float
    fading: float

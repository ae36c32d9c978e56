"""Who knows what in Magika (``engine.seam.sight.Sight``): what a mage perceives, remembers, and has to his honour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import NamedTuple

from magika_gm.engine.plain import Data
from magika_gm.engine.records import named_record, record
from magika_gm.engine.reporting import GameSight
from magika_gm.engine.told import Told
from magika_gm.games.magika.rules import events as e
from magika_gm.games.magika.rules.arena import NAME, ROW, SPACES, bearing, distance, within
from magika_gm.games.magika.rules.state import SEA, Mage, World, remaining, where_is
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    ARTIFACTS,
    BLACK,
    EBON,
    PLAINS,
    RACIAL_ARTIFACTS,
)
from magika_gm.games.magika.rules.tasks import Points, account

# Who perceives what at the end of a turn: recon by rings, and what artifacts, cloaks and spells tell (RECON, ART-5).
#
# ``take_recon`` reads a world as a turn leaves it: turn-counted effects with their last turn are still in force there
# (SEQ-7). Every attribute a mage may not know is None or absent, so nothing built on a Recon can leak it (RECON-10).


RECON_RINGS = 3
FOGGED = -1


class OwnTurn(NamedTuple):
    """How the mage himself stood after a turn, as his report of that turn told him.

    ``marks`` are deeds of that turn: artifacts taken up, ``strike`` for an attack cast with success, ``goal``.
    """

    turn: int
    space: int
    endurance: int
    arcania: int
    skill: int
    standing: int
    points: float
    marks: tuple[str, ...] = ()


@record
class SpaceSeen:
    """A space in recon. ``ring`` is as it reads (RcAid brings it nearer); ``terrain`` a code, or FOGGED."""

    ring: int
    terrain: int
    occupied: bool = False
    things: tuple[str, ...] = ()


@named_record
class MageSeen:
    """What is known of another mage; None is unknown. ``items`` are artifacts (and cloaks where those are known)."""

    letter: str
    space: int | None = None
    name: str | None = None
    team: str | None = None
    race: str | None = None
    alignment: str | None = None
    artifacts: tuple[str, ...] | None = None
    cloaks: tuple[str, ...] | None = None
    scrolls: tuple[str, ...] | None = None
    scroll_total: int | None = None
    item_total: int | None = None
    strength: str | None = None
    serenity: str | None = None
    spells: tuple[str, ...] | None = None


@record
class AllySeen:
    """A teammate: his recon map, scrolls and items (RECON-8)."""

    letter: str
    space: int
    scrolls: tuple[str, ...]
    items: tuple[str, ...]
    spaces: dict[int, SpaceSeen]


@named_record
class Recon:
    """Everything one mage perceives at a turn's end."""

    me: Mage
    """Himself."""
    spaces: dict[int, SpaceSeen]
    mages: tuple[MageSeen, ...]
    artifacts: dict[str, int]
    """Whereabouts known by attunement or KnArt (ART-5)."""
    own_artifact: tuple[str, str] | None
    """One's own race's artifact and the direction of eight in which it lies ("": here)."""
    allies: tuple[AllySeen, ...] = ()
    areas: tuple[tuple[str, str], ...] = field(default=())
    """Own elemental spells in force: name and what remains."""
    own_areas: tuple[tuple[str, frozenset[int]], ...] = field(default=())
    """Those spells with the spaces they hold, as far as he sees them now: fog hides what he enchanted, too."""
    own: OwnTurn | None = None
    """How he stands himself: kept from turn to turn, so that reports can draw his track and his score."""

    @property
    def letter(self) -> str:
        """His own."""
        return self.me.letter

    @property
    def space(self) -> int:
        """Where he is."""
        return self.me.space


def take_recon(world: World, letter: str) -> Recon:
    """What the mage perceives now (RECON-1 to RECON-8)."""
    mage = world.mages[letter]
    spaces = recon_map(world, mage)
    allies = tuple(
        AllySeen(m.letter, m.space, tuple(map(str, m.scrolls)), tuple(m.items()), recon_map(world, m))
        for m in world.playing()
        if m is not mage and m.team == mage.team and mage.team != BLACK
    )
    own = next((a for a, race in RACIAL_ARTIFACTS.items() if race == mage.race), None)
    found = where_is(world, own) if own else None
    cast = [a for a in world.areas if a.caster == letter and a.kind != "FogMp"]
    clear = frozenset(s for s, seen in spaces.items() if seen.terrain != FOGGED)
    return Recon(
        me=mage.copy(),
        spaces=spaces,
        mages=tuple(_others(world, mage, spaces)),
        artifacts=_whereabouts(world, mage),
        own_artifact=(own, bearing(mage.space, found[0])) if own and found else None,
        allies=allies,
        areas=tuple((a.kind, remaining(world.moment, a.until) or "ended") for a in cast),
        own_areas=tuple((a.kind, a.spaces & clear) for a in cast),
    )


def _reads_as(mage: Mage, away: int) -> int:
    """The ring a distance reads as: one nearer under RcAid (RECON-7)."""
    return max(0, away - 1) if "RcAid" in mage.effects else away


def recon_map(world: World, mage: Mage) -> dict[int, SpaceSeen]:
    """Terrain, occupation and things lying, ring by ring (RECON-2 to RECON-5), fog and invisibility considered."""
    reach = RECON_RINGS + (1 if "RcAid" in mage.effects else 0)
    fog = frozenset().union(*(a.spaces for a in world.areas if a.kind == "FogMp"))
    occupied = {m.space for m in world.playing() if m is not mage and "InvSp" not in m.effects}
    seen = {}
    for space in sorted(within(mage.space, reach)):
        ring = _reads_as(mage, distance(mage.space, space))
        if space in fog and space != mage.space:
            seen[space] = SpaceSeen(ring, FOGGED)
        else:
            things = tuple(t for t in world.lying.get(space, ()) if ring <= shows_at(t))
            seen[space] = SpaceSeen(ring, world.terrain_at(space), space in occupied, things)
    return seen


def shows_at(thing: str) -> int:
    """The widest ring at which a lying thing is seen."""
    if thing in ALIGNMENT_ARTIFACTS:
        return 3
    if thing in RACIAL_ARTIFACTS:
        return 2
    return 1 if thing in ABILITY_ARTIFACTS else 0


def strength(mage: Mage) -> str:
    """How strong he looks (RECON-6)."""
    if mage.endurance == 0:
        return "Unconscious"
    if mage.endurance < 10:
        return "Exhausted"
    return _thirds(mage.endurance, mage.max_endurance, ("Weak", "Healthy", "Robust"))


def serenity(mage: Mage) -> str:
    """How serene he looks (RECON-6)."""
    return "Spent" if mage.arcania < 10 else _thirds(mage.arcania, mage.max_arcania, ("Sapped", "Fair", "Intense"))


def _thirds(value: int, most: int, words: tuple[str, str, str]) -> str:
    return words[0] if 3 * value <= most else words[1] if 3 * value <= 2 * most else words[2]


def _others(world: World, mage: Mage, spaces: dict[int, SpaceSeen]) -> list[MageSeen]:
    found = []
    for other in world.playing():
        if other is mage:
            continue
        known: dict[str, object] = {}
        here = spaces.get(other.space)
        if here is not None and here.terrain != FOGGED and "InvSp" not in other.effects:
            known = _by_ring(other, here.ring)
        _by_cloaks(mage, other, known)
        _by_mind(mage, other, known, world)
        if known:
            found.append(MageSeen(letter=other.letter, **known))  # type: ignore[arg-type]
    return found


def _by_ring(other: Mage, ring: int) -> dict[str, object]:
    """Attributes a ring shows; the Ebon Mage shows more from farther away."""
    known: dict[str, object] = {}
    ebon = other.is_ebon
    if ring <= 3 and ebon:
        known |= {"space": other.space, "name": other.name}
    if ring <= 2:
        known |= {"space": other.space, "name": other.name, "team": other.team}
        if ebon:
            known |= {"race": other.race, "artifacts": tuple(other.artifacts), "item_total": _item_total(other)}
    if ring <= 1:
        known["race"] = other.race
        if ebon:
            known |= {
                "alignment": other.alignment,
                "scrolls": tuple(map(str, other.scrolls)),
                "strength": strength(other),
                "serenity": serenity(other),
            }
        else:
            known["artifacts"] = tuple(a for a in other.artifacts if a in ALIGNMENT_ARTIFACTS)
    if ring == 0:
        known |= {
            "alignment": other.alignment,
            "artifacts": tuple(other.artifacts),
            "item_total": _item_total(other),
            "strength": strength(other),
            "serenity": serenity(other),
        }
    return known


def _item_total(mage: Mage) -> int:
    """Number of items: scrolls, cloaks and artifacts (RECON-5)."""
    return len(mage.scrolls) + len(mage.cloaks) + len(mage.artifacts)


def _by_cloaks(mage: Mage, other: Mage, known: dict[str, object]) -> None:
    """RECON-8: teammates; the team of whoever carries a colour one carries; where bearers of one's own colour are."""
    if any(c in mage.cloaks for c in other.cloaks):
        known["team"] = other.team
    if mage.team != BLACK and mage.team in other.cloaks:
        known["space"] = other.space


def _by_mind(mage: Mage, other: Mage, known: dict[str, object], world: World) -> None:
    """IntRp and KnoSS, within ring 3, one more with the bonus; ProKn keeps them out (CAST-13)."""
    away = distance(mage.space, other.space)
    if "ProKn" in other.effects:
        return
    if "IntRp" in mage.effects and away <= RECON_RINGS + ("IntRp+1" in mage.effects):
        known |= {
            "artifacts": tuple(other.artifacts),
            "cloaks": tuple(other.cloaks),
            "scroll_total": len(other.scrolls),
        }
    if "KnoSS" in mage.effects and away <= RECON_RINGS + ("KnoSS+1" in mage.effects):
        lasting = ((e, remaining(world.moment, until)) for e, until in sorted(other.effects.items()) if "+" not in e)
        known |= {
            "scrolls": tuple(map(str, other.scrolls)),
            "spells": tuple(f"{e} {left}" for e, left in lasting if left),
        }


def _whereabouts(world: World, mage: Mage) -> dict[str, int]:
    """ART-5, KnArt: one's own alignment's artifact always, all three for the Ebon Mage or by KnArt, X all twelve.

    ProKn hides what its bearer holds from KnArt, not from attunement.
    """
    attuned = {a for a, alignment in ALIGNMENT_ARTIFACTS.items() if mage.is_ebon or alignment == mage.alignment}
    by_spell: set[str] = set()
    if "KnArt" in mage.effects:
        by_spell |= set(ALIGNMENT_ARTIFACTS)
    if "KnArtX" in mage.effects:
        by_spell |= set(ARTIFACTS)
    places = {}
    for artifact in ARTIFACTS:
        if artifact in attuned or artifact in by_spell:
            found = where_is(world, artifact)
            if found is None:
                continue
            space, holder = found
            hidden = holder is not None and holder is not mage and "ProKn" in holder.effects
            if artifact in attuned or not hidden:
                places[artifact] = space
    return places


# What a mage remembers: the last terrain seen of every space and the last data of mages, with their turn (RECON-9).


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
    """``spaces``: by space (terrain code, turn); ``mages``: by letter (what is known, turn he was last perceived in).

    ``since`` maps a letter to the turn each of the :data:`FLEETING` fields is from; ``own`` is himself.
    """

    spaces: dict[int, tuple[int, int]] = field(default_factory=dict)
    mages: dict[str, tuple[MageSeen, int]] = field(default_factory=dict)
    own: list[OwnTurn] = field(default_factory=list)
    honours: tuple[str, ...] = ()
    """Marks of deeds in earlier games, of a mage who returned (:func:`bring`)."""
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


def mages_to_plain(mages: list[MageSeen]) -> list[Data]:
    """Known fields only."""
    return [{k: v for k in _FIELDS if (v := getattr(m, k)) is not None} for m in mages]


def mages_from_plain(rows: list[Data]) -> list[MageSeen]:
    """The values of such rows."""
    tupled: list[Data] = [{k: tuple(v) if isinstance(v, list) else v for k, v in row.items()} for row in rows]
    return [MageSeen(**row) for row in tupled]


def memory_to_plain(memory: Memory) -> Data:
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


def memory_from_plain(plain: Data) -> Memory:
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


# Deeds worth a mark under a mage's shield: from what he was told alone, kept from turn to turn, from game to game.


STRIKE, GOAL_REACHED = "strike", "goal"
"""Marks beside those of the twelve artifacts: an attack cast with success, the Goal Square. Whom a spell found and
what it did there is told to the victim alone (CAST-16): a mark says no more than the caster was told."""
ATTACKS = frozenset({"AtArc", "AtEnd"})


def marks_of(told: Sequence[Told[e.Event]], letter: str) -> tuple[str, ...]:
    """Deeds of a turn: artifacts come by, attacks cast with success, the Goal."""
    marks: list[str] = []
    for event in (t.event for t in told if letter in t.audience):
        match event:
            case (
                e.PickedUp(mage=taker, thing=str() as thing)
                | e.Demanded(mage=taker, artifact=thing)
                | e.Gave(to=taker, thing=str() as thing)
                | e.Stolen(mage=taker, thing=str() as thing)
            ) if taker == letter and ":" not in thing:
                marks.append(thing)
            case e.SpellTried(mage=mage, code=code, success=True) if mage == letter and code in ATTACKS:
                marks.append(STRIKE)
            case e.GoalReached(mage=mage) if mage == letter:
                marks.append(GOAL_REACHED)
            case _:
                pass
    return tuple(dict.fromkeys(marks))


def chronicle(memory: Memory, turn: int, told: Sequence[Told[e.Event]], seat: str) -> Memory:
    """The memory with a turn's deeds in it."""
    now = next((own for own in memory.own if own.turn == turn), None)
    if now is not None:
        memory.keep(now._replace(marks=marks_of(told, seat)))
    return memory


def bring(memory: Memory, honours: Sequence[str]) -> Memory:
    """The memory of a character who returns with the marks of his deeds in earlier games."""
    memory.honours = tuple(honours)
    return memory


def honours(memory: Memory) -> tuple[str, ...]:
    """All his marks, each once, the oldest first: those he brought, then those of this game's turns."""
    return tuple(dict.fromkeys([*memory.honours, *(mark for own in memory.own for mark in own.marks)]))


# Where artifacts are, lying or in somebody's hands, as far as one mage can tell (ART-5, RECON).


SOMEBODY = "?"
"""A holder nobody made out."""


class Whereabouts(NamedTuple):
    """An artifact and its space.

    ``lies`` is True where it was seen to lie, False where somebody carries it, None where nobody can tell; ``holder``
    is the letter of who carries it, ``?`` of somebody not made out, "" otherwise.
    """

    artifact: str
    space: int
    lies: bool | None
    holder: str = ""


def whereabouts(recon: Recon, held: Sequence[str]) -> tuple[Whereabouts, ...]:
    """All artifacts whose space is known this turn; ``held`` are the mage's own.

    Those are attuned ones and what a spell tells (ART-5), what is seen to lie, and what mages in sight carry.
    """
    views = (recon.spaces, *(ally.spaces for ally in recon.allies))
    lying = {thing: space for view in views for space, seen in view.items() for thing in seen.things}
    carried = {a: (ally.space, ally.letter) for ally in recon.allies for a in ally.items}
    carried |= {a: (m.space, m.letter) for m in recon.mages if m.space is not None for a in m.artifacts or ()}
    carried |= dict.fromkeys(held, (recon.space, recon.letter))
    found = []
    for artifact in ARTIFACTS:
        if artifact in lying:
            found.append(Whereabouts(artifact, lying[artifact], True))
        elif artifact in carried:
            found.append(Whereabouts(artifact, carried[artifact][0], False, carried[artifact][1]))
        elif artifact in recon.artifacts:
            found.append(_told(recon, artifact, recon.artifacts[artifact], views))
    return tuple(found)


def _told(recon: Recon, artifact: str, space: int, views: Sequence[Mapping[int, SpaceSeen]]) -> Whereabouts:
    """One known by attunement or spell alone: where it would be seen if it lay there, somebody carries it."""
    holder = next((m.letter for m in recon.mages if artifact in (m.artifacts or ())), "")
    clear = any((seen := view.get(space)) is not None and _shows(seen, artifact) for view in views)
    return Whereabouts(artifact, space, False if holder or clear else None, holder or (SOMEBODY if clear else ""))


def _shows(seen: SpaceSeen, artifact: str) -> bool:
    return seen.terrain != FOGGED and seen.ring <= shows_at(artifact)


# What the office asks for.


def own_turn(world: World, letter: str, marks: Iterable[str], points: Sequence[Points] = ()) -> OwnTurn:
    """How a mage stands after a turn; ``points`` is his account, where it was made up already."""
    mage = world.mages[letter]
    figures = (mage.space, mage.endurance, mage.arcania, mage.skill, mage.standing)
    return OwnTurn(world.turn, *figures, sum(line.points for line in points or account(world, letter)), tuple(marks))


def perceive(state: World, seat: str) -> Recon:
    """Recon (RECON-1 to RECON-8), and himself as his report tells him."""
    return replace(take_recon(state, seat), own=own_turn(state, seat, state.mages[seat].artifacts))


def remember(memory: Memory, turn: int, view: Recon) -> Memory:
    """The memory with what was seen in a turn (RECON-9)."""
    learn(memory, turn, *news(view))
    if view.own is not None:
        memory.keep(view.own)
    return memory


def known(state: World, seat: str, memory: Memory) -> World:
    """The world as a mage knows it: himself, the terrain he remembers, plains where he never looked, and what he sees
    lying about (RECON-10). Nobody else is in it, and no spell is on any space.
    """
    terrain = [PLAINS if space < SEA else 0 for space in range(SPACES)]
    for space, (code, _) in memory.spaces.items():
        terrain[space] = code
    mage = state.mages[seat]
    lying = {space: list(seen.things) for space, seen in recon_map(state, mage).items() if seen.things}
    return World(
        terrain=terrain,
        mages={seat: mage.copy()},
        lying=lying,
        turn=state.turn,
        phase=state.phase,
        figures=state.figures,
        edition=state.edition,
    )


def full_spaces(mage: Mage, memory: Memory) -> dict[int, int]:
    """The spaces that would not let him in if everybody stood where he was last seen (MOVE-6), with the turn that is
    from. Two he knows too little of let him in."""
    there: dict[int, list[str]] = {}
    for letter, (seen, _) in memory.mages.items():
        if seen.space is not None and letter != mage.letter:
            there.setdefault(seen.space, []).append(letter)
    full = {}
    for space, letters in there.items():
        if len(letters) > 2 or (len(letters) == 2 and _bar(mage, [memory.mages[one][0] for one in letters])):
            full[space] = min(memory.since[one]["space"] for one in letters)
    return full


def _bar(mage: Mage, two: list[MageSeen]) -> bool:
    """Whether two he may know all of keep a third out."""
    teams = {mage.team, *(seen.team for seen in two)}
    if mage.is_ebon or EBON in [seen.letter for seen in two] or None in teams:
        return False
    if len(teams) == 1 and mage.team == BLACK:
        races, minds = {mage.race, *(s.race for s in two)}, {mage.alignment, *(s.alignment for s in two)}
        return None not in races | minds and len(races) < 3 and len(minds) < 3
    return len(teams) > 1


class _Sight(GameSight[World, Recon, Memory]):
    """What a mage knows follows from what he remembers; his deeds are kept."""

    known = staticmethod(known)
    chronicle = staticmethod(chronicle)
    bring = staticmethod(bring)
    honours = staticmethod(honours)

    def no_memory(self) -> Memory:
        """Nothing seen yet."""
        return Memory()

    def hears(self, state: World, seat: str, sender: str, to: str) -> bool:
        """Also messages to the colour he wears (DIPL-1)."""
        team = state.mages[seat].team
        return super().hears(state, seat, sender, to) or (to == team and team != BLACK)


SIGHT = _Sight(perceive, remember)

"""Who perceives what at the end of a turn: recon by rings, and what artifacts, cloaks and spells tell (RECON, ART-5).

``take_recon`` reads a world as a turn leaves it: turn-counted effects with their last turn are still in force there
(SEQ-7). Every attribute a mage may not know is None or absent, so nothing built on a Recon can leak it (RECON-10).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from magika_gm.games.magika.rules.arena import bearing, distance, within
from magika_gm.games.magika.rules.clock import remaining
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    ARTIFACTS,
    BLACK,
    RACIAL_ARTIFACTS,
)
from magika_gm.games.magika.rules.world import Mage, World, where_is

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


@dataclass(frozen=True, slots=True)
class SpaceSeen:
    """A space in recon. ``ring`` is as it reads (RcAid brings it nearer); ``terrain`` a code, or FOGGED."""

    ring: int
    terrain: int
    occupied: bool = False
    things: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True)
class AllySeen:
    """A teammate: his recon map, scrolls and items (RECON-8)."""

    letter: str
    space: int
    scrolls: tuple[str, ...]
    items: tuple[str, ...]
    spaces: dict[int, SpaceSeen]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recon:
    """Everything one mage perceives at a turn's end."""

    letter: str
    space: int
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
        letter=letter,
        space=mage.space,
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

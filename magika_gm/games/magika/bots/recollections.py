"""What a bot keeps in mind beyond its last turn file: where things were seen to lie, who held what, who is who.

Notes are a fold over the turn files a mage was sent, so anybody who keeps those can make them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from magika_gm.games.magika.bots.view import UNKNOWN, Other, View, read_view
from magika_gm.games.magika.orders import Demand
from magika_gm.games.magika.orders.grammar import read_order
from magika_gm.games.magika.rules.arena import SPACES, bearing
from magika_gm.games.magika.rules.tables import ABILITY_ARTIFACTS, ARTIFACTS, RACIAL_ARTIFACTS

_STALE = 6
"""Turns after which it is forgotten who held what."""


@dataclass(frozen=True, slots=True, kw_only=True)
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


def notes_of(turn_files: Iterable[Mapping[str, Any]]) -> Notes:
    """The notes a mage has after these turn files, in order."""
    notes = NO_NOTES
    for plain in turn_files:
        notes = observe(notes, read_view(plain))
    return notes


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

"""Where artifacts are, lying or in somebody's hands, as far as one mage can tell (ART-5, RECON)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from magika_gm.games.magika.rules.tables import ARTIFACTS
from magika_gm.games.magika.sight.recon import FOGGED, Recon, SpaceSeen, shows_at

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

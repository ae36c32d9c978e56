"""Step 1, Demand: all judged at once on the state at the start of the step (DEM)."""

from __future__ import annotations

from magika_gm.games.magika.orders import Demand
from magika_gm.games.magika.rules.events import DemandDenied, Demanded
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    EBON,
    RACIAL_ARTIFACTS,
    RACIAL_PREFERENCE,
)
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage

EBON_STANDING = 90
EBON_DEMANDS = 2


def attunement(mage: Mage, artifact: str, demanding: bool) -> int | None:
    """How well attuned he is to an artifact: the higher, the better; None when he can have no claim at all.

    Demanding, the Ebon Mage counts as of the artifact's alignment with standing aptitude 90, or as of its race;
    as a holder he defends with his real statistics (DEM-6).
    """
    ebon = demanding and mage.letter == EBON
    if artifact in ALIGNMENT_ARTIFACTS:
        if ebon:
            return EBON_STANDING
        if demanding and mage.alignment != ALIGNMENT_ARTIFACTS[artifact]:
            return None
        return mage.standing
    if artifact in RACIAL_ARTIFACTS:
        race = RACIAL_ARTIFACTS[artifact] if ebon else mage.race
        return -RACIAL_PREFERENCE[artifact].index(race)
    ability = ABILITY_ARTIFACTS[artifact]
    if ability == "aptitude":
        return mage.standing
    return int(getattr(mage, ability))


def demand(turn: Turn) -> None:
    """Judge every demand on the state at the start of the step; the best claim on each artifact gets it (DEM-5)."""
    claims: dict[str, list[tuple[Mage, Demand, int]]] = {}
    denied: list[tuple[Demand, Mage, str, Refusal]] = []
    entries = turn.able(Demand, "AntMa")
    for mage, order in entries:
        assert isinstance(order, Demand)
        holder = turn.world.mages.get(order.holder)
        if mage.is_ebon and mage.demands >= EBON_DEMANDS:
            turn.refuse(mage, order, "DEM-6", Refusal(Why.DEMANDS_USED))
        elif holder is None or holder is mage or holder.dropped or holder.space != mage.space:
            turn.refuse(mage, order, "DEM-1", Refusal(Why.NOT_HERE))
        elif order.artifact not in holder.artifacts:
            turn.refuse(mage, order, "DEM-1", Refusal(Why.HOLDER_LACKS_IT))
        else:
            rule = _rule(order.artifact)
            claim = attunement(mage, order.artifact, demanding=True)
            defence = attunement(holder, order.artifact, demanding=False)
            assert defence is not None
            if claim is None:
                denied.append((order, mage, rule, Refusal(Why.OTHER_ALIGNMENT)))
            elif claim <= defence:
                denied.append((order, mage, rule, Refusal(Why.HOLDER_ATTUNED)))
            else:
                claims.setdefault(order.artifact, []).append((mage, order, claim))
    granted: list[tuple[Mage, Demand]] = []
    for rivals in claims.values():
        best = max(claim for _, _, claim in rivals)
        first = turn.by_precedence([m for m, _, claim in rivals if claim == best], magical=True)[0]
        for mage, order, _ in rivals:
            if mage is first:
                granted.append((mage, order))
            else:
                denied.append((order, mage, "DEM-5", Refusal(Why.BETTER_CLAIM)))
    for mage, order in granted:
        turn.tell(Demanded(mage.letter, order.holder, order.artifact), mage.letter + order.holder)
    for order, mage, rule, reason in denied:
        event = DemandDenied(mage.letter, order.holder, order.artifact, rule, reason)
        turn.tell(event, mage.letter + order.holder)


def _rule(artifact: str) -> str:
    if artifact in ALIGNMENT_ARTIFACTS:
        return "DEM-2"
    return "DEM-4" if artifact in RACIAL_ARTIFACTS else "DEM-3"

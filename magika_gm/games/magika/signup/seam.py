"""Magika's sign-ups and seats, as the office asks for them (``engine.seam.enrolment.SignUp``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.seam import enrolment as enrolment_seam
from magika_gm.engine.seam.enrolment import HONOURS, Invitation, Seated
from magika_gm.engine.seam.setup import Entrant
from magika_gm.games.magika.rules.tables import EBON, LETTERS, half_up
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.setup.scenario import Scenario
from magika_gm.games.magika.signup import seating
from magika_gm.games.magika.signup.fields import (
    BLOCKS,
    FIELDS,
    cast_faults,
    choice_faults,
    choice_of,
    choices_text,
    choices_told,
    name_of,
    take_block,
    take_field,
)
from magika_gm.games.magika.signup.seating import RANKS, Choice, Needs, NoGame

AUTOMATIC: Mapping[str, str] = {EBON: "ebon"}
PRIZE = EBON
BLANK = ("FIRST name, race, alignment", "SECOND name, race, alignment")
BONUS = 15
"""Per cent of his old arcania that a returning character gets on top (GM-5)."""
POLICY_NAME = "Ebon Mage"

__all__ = [
    "AUTOMATIC", "BLANK", "BLOCKS", "FIELDS", "PRIZE", "assign", "cast_faults", "choice_faults", "choices_text",
    "choices_told", "invitation", "name_of",
    "returned", "take_block", "take_field", "untaken",
]  # fmt: skip


def returned(choices: Mapping[str, Any], state: World, seat: str) -> tuple[dict[str, Any], list[str]]:
    """A returning mage is the first choice; he has more arcania and may bring scrolls he held at the end (GM-5)."""
    if seat == EBON or seat not in state.mages:
        return dict(choices), [f"no player's novice was mage {seat} of that game"]
    old = state.mages[seat]
    held = Counter(scroll.code for scroll in old.scrolls)
    lacking = Counter(choices.get("scrolls", ())) - held
    has = ", ".join(held) or "none"
    faults = [f"{code} was not among his scrolls at the end ({has})" for code in lacking]
    back = {"first": [old.name, old.race, old.alignment], "bonus": half_up(BONUS * old.arcania, 100)}
    return {**choices, **back}, faults


def _candidate(one: enrolment_seam.Candidate) -> seating.Candidate:
    c = one.choices
    return seating.Candidate(
        id=one.id,
        player=one.player,
        name=_name(one),
        first=choice_of(c, "first"),
        second=choice_of(c, "second"),
        anything=bool(c.get("anything")),
    )


def _name(one: enrolment_seam.Candidate) -> str:
    first = choice_of(one.choices, "first")
    return first.name if first else str(one.choices.get("name", ""))


def assign(
    candidates: Sequence[enrolment_seam.Candidate],
    scenario: Scenario,  # noqa: ARG001 - every arena seats the same thirteen
    chosen: Mapping[str, int | None],
    free: Sequence[tuple[int, str]],
) -> list[Seated]:
    """Twelve novices by GM-1, and the Ebon Mage: who was chosen, the last winner, a volunteer, or the policy (GM-5)."""
    master, why = _ebon_first(candidates, chosen, free)
    novices = [c for c in candidates if c.choices.get("role") != "ebon" and c is not master]
    taken = (_name(master) if master else POLICY_NAME,)
    people = [_candidate(c) for c in novices if master is None or c.player != master.player]
    try:
        seated = seating.assign(people, Needs(taken=taken))
    except NoGame as error:
        raise enrolment_seam.NoGame(str(error)) from error
    by_id = {c.id: c for c in candidates}
    if master is None and EBON not in chosen:
        master, why = _spare(by_id, seated, why)
    letters = iter(LETTERS)
    found = []
    for s in seated:
        one = by_id[s.candidate.id]
        entrant = _entrant(one, next(letters), s.choice) if s.choice is not None else None
        if one is not master:
            found.append(Seated(candidate=one, entrant=entrant, rank=RANKS[s.rank], why=s.why))
    if master is not None:
        choice = choice_of(master.choices, "first") or Choice(_name(master), "human", "neutral")
        entrant = Entrant(seat=EBON, name=choice.name, choices={"race": choice.race, "alignment": choice.alignment})
        found.append(
            Seated(candidate=master, entrant=entrant, why=why, free=any(master.player == player for player, _ in free))
        )
    else:
        found.append(Seated(candidate=None, entrant=Entrant(seat=EBON, name=POLICY_NAME), why=why))
    return found


def untaken(choices: Mapping[str, Any], scenario: Scenario, state: World, seat: str) -> list[str]:  # noqa: ARG001
    """The choices that come before the mage he got: what others wished and what the game needs went first (GM-1)."""
    mage = state.mages[seat]
    found: list[str] = []
    for which in ("first", "second"):
        choice = choice_of(choices, which)
        if choice is None:
            continue
        if choice.name == mage.name and (seat == EBON or choice[1:] == (mage.race, mage.alignment)):
            return found
        found.append(f"the {which} choice, {', '.join(choice)}, is not taken: it did not go with the others' (GM-1)")
    return found


def _entrant(one: enrolment_seam.Candidate, seat: str, choice: Choice) -> Entrant:
    """A novice's seat; one who returns as himself has his bonus and his scrolls (GM-5)."""
    plain: dict[str, Any] = {"race": choice.race, "alignment": choice.alignment}
    if one.choices.get("returning") and choice == choice_of(one.choices, "first"):
        plain |= {"bonus": one.choices.get("bonus", 0), "brought": list(one.choices.get("scrolls", ()))}
        plain |= {HONOURS: list(one.choices[HONOURS])} if one.choices.get(HONOURS) else {}
    return Entrant(seat=seat, name=choice.name, choices=plain)


def _ebon_first(
    candidates: Sequence[enrolment_seam.Candidate], chosen: Mapping[str, int | None], free: Sequence[tuple[int, str]]
) -> tuple[enrolment_seam.Candidate | None, str]:
    """Who plays the Ebon Mage before any seat is given, and why."""
    if EBON in chosen:
        player = chosen[EBON]
        found = next((c for c in candidates if c.player == player), None)
        return found, "as you said" if found else "the built-in policy, as you said"
    willing = [c for c in candidates if c.choices.get("role", "novice") != "novice"]
    for player, won in free:
        found = next((c for c in willing if c.player == player), None)
        if found is not None:
            return found, f"free, who won game {won} (GM-5)"
    found = next((c for c in willing if c.choices.get("role") == "ebon"), None)
    if found is not None:
        return found, "who asked for it"
    return None, "the built-in policy"


def _spare(
    by_id: Mapping[int, enrolment_seam.Candidate], seated: Sequence[seating.Seated], otherwise: str
) -> tuple[enrolment_seam.Candidate | None, str]:
    """Somebody willing who got no seat as a novice, and whose name nobody has."""
    names = {s.choice.name.casefold() for s in seated if s.choice}
    players = {s.candidate.player for s in seated if s.choice}
    for s in seated:
        one = by_id[s.candidate.id]
        free = s.choice is None and _name(one).casefold() not in names and one.player not in players
        if free and one.choices.get("role") == "either":
            return one, "who would wait otherwise"
    return None, otherwise


def invitation(seat: str, character: str, won: bool, out: bool) -> Invitation:
    """A winner may be the Ebon Mage; a novice who stayed may return (GM-5)."""
    back = seat != EBON and not out
    prize = (
        "Your name goes into our hall of fame, and you may play the next game free, as the Ebon Mage. With EBON",
        "only you wait for that; with EBON yes you may also become a novice again.",
    )
    after = (
        (
            f"With RETURNING, {character} comes back with 15 % of the old arcania on top, and the old password;",
            "SCROLLS and up to two codes brings old scrolls along. For a new character write FIRST and name, race,",
            "alignment instead, and a new password.",
        )
        if back
        else ("ANYTHING and a name instead of FIRST takes whatever character is free.",)
    )
    first = "RETURNING {game} {seat}" if back else "FIRST name, race, alignment"
    form = (first, "PACE either", *(("EBON yes",) if won else ()))
    return Invitation(prize=prize if won else (), form=form, after=after)

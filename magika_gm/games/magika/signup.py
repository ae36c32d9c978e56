"""Sign-ups for Magika (``engine.seam.enrolment.SignUp``): what somebody chooses, who gets what character (GM-1, GM-5).

The choices are plain data: ``first`` and ``second`` are [name, race, alignment], ``anything`` says that any other
character will do (called ``name``), ``role`` is novice, ebon or either, ``scrolls`` are codes brought back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from magika_gm.engine.beginning import UsualSignUp
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.seam.setup import HONOURS, Candidate, Entrant, Invitation, Seated
from magika_gm.engine.words import name_fault, nearest
from magika_gm.games.magika import seating
from magika_gm.games.magika.rules.spellbook import code_of
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import ALIGNMENTS, COLOURS, EBON, LETTERS, RACES, half_up
from magika_gm.games.magika.seating import RANKS, Choice, Needs

if TYPE_CHECKING:
    from magika_gm.games.magika.setup import Scenario  # its reader is not needed for a sign-up

LONGEST_NAME = 40
NOVICES = 12
LEAST_OF_ALIGNMENT = 3
BONUS = 15
"""Per cent of his old arcania that a returning character gets on top (GM-5)."""
POLICY_NAME = "Ebon Mage"
ALSO = {"PRIMARY": "FIRST", "CHARACTER": "FIRST", "SECONDARY": "SECOND"}
_YES = ("", "YES", "Y", "X", "TRUE")
_NO = ("NO", "N", "NONE", "FALSE")
_RESERVED = {*LETTERS, "EBON", "ALL", "BLACK", *(colour.upper() for colour in COLOURS)}
"""Words that orders and messages use for somebody else."""


def _take_scrolls(choices: Data, rest: str) -> str:
    codes = [(word, code_of(word)) for word in re.split(r"[\s,]+", rest) if word]
    bad = [word for word, code in codes if code is None]
    if bad:
        return f"{bad[0]} is no spell's code"
    if len(codes) > 2:
        return f"{len(codes)} scrolls; two old ones at most may be brought (GM-5)"
    choices["scrolls"] = [code for _, code in codes if code]
    return ""


def read_choice(text: str) -> Choice | str:
    """``Aletheia, elf, good``, race and alignment in any order; or what is wrong."""
    parts = [p.strip() for p in text.split(",")] if "," in text else text.rsplit(None, 2)
    if len(parts) != 3 or not all(parts):
        return f"{text}: write name, race, alignment, like Aletheia, elf, good"
    name, *words = parts
    found = {}
    for word in words:
        known = [*RACES, *ALIGNMENTS]
        near = nearest(word, known, 1)
        if not near:
            return f"{word} is no race ({', '.join(RACES)}) and no alignment ({', '.join(ALIGNMENTS)})"
        found["race" if near[0] in RACES else "alignment"] = near[0]
    if len(found) != 2:
        return f"{text}: a race and an alignment are needed"
    return Choice(name, found["race"], found["alignment"])


def choice_of(choices: Fields, which: str) -> Choice | None:
    """The first or second choice."""
    said = choices.get(which)
    return Choice(*said) if said else None


def name_faults(name: str) -> list[str]:
    """Why a character cannot be called that."""
    if not 1 <= len(name) <= LONGEST_NAME:
        return [f"a name has 1 to {LONGEST_NAME} characters"]
    if fault := name_fault(name):
        return [fault]
    if name.upper() in _RESERVED:
        return [f"{name} cannot be a mage's name: orders use the word"]
    return []


def name_of(choices: Fields) -> str:
    """The name of the mage he would play."""
    first = choice_of(choices, "first")
    return first.name if first else str(choices.get("name", ""))


def _candidate(one: Candidate) -> seating.Candidate:
    c = one.choices
    return seating.Candidate(
        id=one.id,
        player=one.player,
        name=name_of(one.choices),
        first=choice_of(c, "first"),
        second=choice_of(c, "second"),
        anything=bool(c.get("anything")),
    )


def _entrant(one: Candidate, seat: str, choice: Choice) -> Entrant:
    """A novice's seat; one who returns as himself has his bonus and his scrolls (GM-5)."""
    plain: Data = {"race": choice.race, "alignment": choice.alignment}
    if one.choices.get("returning") and choice == choice_of(one.choices, "first"):
        plain |= {"bonus": one.choices.get("bonus", 0), "brought": list(one.choices.get("scrolls", ()))}
        plain |= {HONOURS: list(one.choices[HONOURS])} if one.choices.get(HONOURS) else {}
    return Entrant(seat=seat, name=choice.name, choices=plain)


def _ebon_first(
    candidates: Sequence[Candidate], chosen: Mapping[str, int | None], free: Sequence[tuple[int, str]]
) -> tuple[Candidate | None, str]:
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
    by_id: Mapping[int, Candidate], seated: Sequence[seating.Seated], otherwise: str
) -> tuple[Candidate | None, str]:
    """Somebody willing who got no seat as a novice, and whose name nobody has."""
    names = {s.choice.name.casefold() for s in seated if s.choice}
    players = {s.candidate.player for s in seated if s.choice}
    for s in seated:
        one = by_id[s.candidate.id]
        free = s.choice is None and name_of(one.choices).casefold() not in names and one.player not in players
        if free and one.choices.get("role") == "either":
            return one, "who would wait otherwise"
    return None, otherwise


class SignUp(UsualSignUp["Scenario", World]):
    """Characters wished for, and who gets which (GM-1, GM-5)."""

    PRIZE = EBON
    banners = False
    FIELDS = {
        "FIRST": "Aletheia, elf, good",
        "SECOND": "Bram, dwarf, good",
        "ANYTHING": "Carol",
        "EBON": "also",
        "SCROLLS": "TelPt, Heals",
        "PRIMARY": "Aletheia, elf, good",
        "CHARACTER": "Aletheia, elf, good",
        "SECONDARY": "Bram, dwarf, good",
    }
    BLANK = ("FIRST name, race, alignment", "SECOND name, race, alignment")

    def take_field(self, choices: Data, word: str, rest: str) -> str:
        """Put one line into the choices; what is wrong with it, or ""."""
        name, said = ALSO.get(word, word), rest.upper()
        if name in ("FIRST", "SECOND"):
            choice = read_choice(rest)
            if isinstance(choice, str):
                return choice
            choices[name.lower()] = list(choice)
        elif name == "ANYTHING":
            choices["anything"] = said not in _NO
            if said not in (*_YES, *_NO):
                choices["name"] = rest
        elif name == "EBON":
            choices["role"] = {"ONLY": "ebon", "NO": "novice", "NOVICE": "novice"}.get(said, "either")
        else:
            return _take_scrolls(choices, rest)
        return ""

    def choice_faults(self, choices: Fields) -> list[str]:
        """What is wrong with the choices as a whole."""
        faults: list[str] = []
        returning, role = choices.get("returning"), choices.get("role", "novice")
        for which in ("first", "second"):
            choice = choice_of(choices, which)
            if choice is None:
                continue
            faults += [f"{which} choice: {fault}" for fault in name_faults(choice.name)]
            # only who would be the Ebon Mage and nobody else is free of a race's bounds
            if role != "ebon" and choice.alignment not in RACES[choice.race].alignments:
                allowed = " or ".join(RACES[choice.race].alignments)
                article = "an" if choice.race[0] in "aeiou" else "a"
                faults.append(f"{which} choice: {article} {choice.race} cannot be {choice.alignment}; {allowed} (MAGE)")
        first, second = choice_of(choices, "first"), choice_of(choices, "second")
        if role != "ebon" and first and second and first[1:] == second[1:]:
            kind = f"{second.alignment} {second.race}"
            faults.append(f"second choice: {kind} is your first choice, too; name another race or alignment (GM-1)")
        if choices.get("name"):
            faults += name_faults(choices["name"])
        if not returning:
            if not choices.get("first") and not (choices.get("anything") and choices.get("name")):
                faults.append(
                    "no first choice: write FIRST name, race, alignment; or ANYTHING and a name for your mage"
                )
            if choices.get("scrolls"):
                faults.append("only a returning character brings scrolls; write RETURNING game mage (GM-5)")
        elif choices.get("first"):
            faults.append("a returning character is the first choice; leave FIRST out")
        return faults

    def choices_text(self, choices: Fields) -> str:
        """The choices in words, on one line."""
        parts = [", ".join(c) for w in ("first", "second") if (c := choice_of(choices, w))]
        if choices.get("anything"):
            parts.append("anything" if choices.get("first") else f"anything as {choices.get('name', '')}")
        notes = [f"brings {' '.join(choices['scrolls'])}"] if choices.get("scrolls") else []
        role = choices.get("role", "novice")
        notes += ["the Ebon Mage only" if role == "ebon" else "or the Ebon Mage"] if role != "novice" else []
        return " / ".join(parts) + (f" ({'; '.join(notes)})" if notes else "")

    def choices_told(self, choices: Fields) -> list[str]:
        """The choices in lines, as a sign-up's acknowledgement tells them."""
        lines = []
        first, second, back = choice_of(choices, "first"), choice_of(choices, "second"), choices.get("returning")
        if first:
            lines.append(f"First choice:   {', '.join(first)}")
        if back:
            lines.append(f"He returns from game {back[0]}, where he was mage {back[1]} (GM-5).")
            lines.append(f"Scrolls:        {', '.join(choices.get('scrolls', ())) or 'two drawn at random'}")
        if second:
            lines.append(f"Second choice:  {', '.join(second)}")
        if choices.get("anything"):
            lines.append(f"Otherwise anything, as {name_of(choices)}.")
        elif second is None:
            lines.append("You gave one choice alone; a second, or ANYTHING, gets you into a game sooner.")
        role = choices.get("role", "novice")
        if role != "novice":
            lines.append("You would play the Ebon Mage" + (" or a novice." if role == "either" else "."))
        return lines

    name_of = staticmethod(name_of)

    def cast_faults(self, entrants: Sequence[Entrant]) -> list[str]:
        """What GM-1 and MAGE find wrong with a game's mages; ``entrants`` with a race each, the Ebon Mage's apart."""
        novices = [e for e in entrants if e.seat != EBON]
        faults = []
        if len(novices) != NOVICES:
            faults.append(f"{len(novices)} players; a game has {NOVICES} (GM-1)")
        for number, e in enumerate(novices, 1):
            race, alignment = str(e.choices.get("race", "")), str(e.choices.get("alignment", ""))
            wrong = [
                f"player.{number}.{key}: {f'{said!r} is no {key}' if said else 'is missing'}; write one of "
                f"{', '.join(known)}"
                for key, said, known in (("race", race, RACES), ("alignment", alignment, ALIGNMENTS))
                if said not in known
            ]
            faults += wrong
            if not wrong and alignment not in RACES[race].alignments:
                allowed = " or ".join(RACES[race].alignments)
                faults.append(f"player.{number}: a {race} cannot be {alignment}; {allowed} (MAGE)")
            faults += [f"player.{number}: {fault}" for fault in name_faults(e.name)]
        races, sides = ([str(e.choices.get(key)) for e in novices] for key in ("race", "alignment"))
        faults += [f"no {race}; at least one of each race is needed (GM-1)" for race in RACES if race not in races]
        for alignment in ALIGNMENTS:
            those = sides.count(alignment)
            if those < LEAST_OF_ALIGNMENT:
                faults.append(f"{those} {alignment} characters; at least {LEAST_OF_ALIGNMENT} of each alignment (GM-1)")
        names = [e.name.casefold() for e in novices]
        for name in sorted({n for n in names if names.count(n) > 1}):
            faults.append(f"the character name {name!r} is taken twice; mages are called by name in orders")
        return faults

    def returned(self, choices: Fields, state: World, seat: str) -> tuple[Data, list[str]]:
        """A returning mage is the first choice; he has more arcania and may bring scrolls he held at the end (GM-5)."""
        if seat == EBON or seat not in state.mages:
            return dict(choices), [f"no player's novice was mage {seat} of that game"]
        old = state.mages[seat]
        held = Counter(scroll.code for scroll in old.scrolls)
        lacking = Counter[str](choices.get("scrolls", ())) - held
        has = ", ".join(held) or "none"
        faults = [f"{code} was not among his scrolls at the end ({has})" for code in lacking]
        back = {"first": [old.name, old.race, old.alignment], "bonus": half_up(BONUS * old.arcania, 100)}
        return {**choices, **back}, faults

    def assign(
        self,
        candidates: Sequence[Candidate],
        _scenario: Scenario,
        chosen: Mapping[str, int | None],
        free: Sequence[tuple[int, str]],
    ) -> list[Seated]:
        """Twelve novices by GM-1, and the Ebon Mage: who was chosen, the last winner, a volunteer or the policy."""
        master, why = _ebon_first(candidates, chosen, free)
        novices = [c for c in candidates if c.choices.get("role") != "ebon" and c is not master]
        taken = (name_of(master.choices) if master else POLICY_NAME,)
        people = [_candidate(c) for c in novices if master is None or c.player != master.player]
        seated = seating.assign(people, Needs(taken=taken))
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
            choice = choice_of(master.choices, "first") or Choice(name_of(master.choices), "human", "neutral")
            entrant = Entrant(seat=EBON, name=choice.name, choices={"race": choice.race, "alignment": choice.alignment})
            found.append(
                Seated(
                    candidate=master, entrant=entrant, why=why, free=any(master.player == player for player, _ in free)
                )
            )
        else:
            found.append(Seated(candidate=None, entrant=Entrant(seat=EBON, name=POLICY_NAME), why=why))
        return found

    def untaken(self, choices: Fields, _scenario: Scenario, state: World, seat: str) -> list[str]:
        """The choices that come before the mage he got: others' wishes and what the game needs went first (GM-1)."""
        mage = state.mages[seat]
        found: list[str] = []
        for which in ("first", "second"):
            choice = choice_of(choices, which)
            if choice is None:
                continue
            if choice.name == mage.name and (seat == EBON or choice[1:] == (mage.race, mage.alignment)):
                return found
            found.append(
                f"the {which} choice, {', '.join(choice)}, is not taken: it did not go with the others' (GM-1)"
            )
        return found

    def invitation(self, seat: str, character: str, won: bool, out: bool) -> Invitation:
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


SIGNUP = SignUp()

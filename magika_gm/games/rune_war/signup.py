"""Rune War's sign-ups and seats (``engine.seam.enrolment.SignUp``): wishes for wizards and clans (SET-1 to SET-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.beginning import UsualSignUp
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.seam.setup import Candidate, Entrant, Invitation, NoGame
from magika_gm.engine.words import ChoiceFault, did_you_mean, nearest
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.rules.tables import CLAN_BY_TITLE, SEATS, WIZARDS, Clan
from magika_gm.games.rune_war.setup import CHOICE, Pair, Scenario, Wish, meets, pair_text, read_wish, wishes_of

_BLANK = "CHOICE wizard/clan, wizard, clan, in the order you would like them"
LEAST = 2
"""People a game is filled with; policies play the seats nobody took (GAME-3)."""
MOST_WISHES = 12
PAIRS: tuple[Pair, ...] = tuple(
    (wizard, clan) for wizard, row in WIZARDS.items() for clan in Clan if clan in row.clans or row.any_clan_against
)
"""Pairs that can be legal at some table (WIZ)."""


class SignUp(UsualSignUp[Scenario, World]):
    """Wishes for wizards and clans (SET-1 to SET-3)."""

    title, seats, seat, choice = "Rune War", SEATS, "seat", CHOICE
    banners = False
    FIELDS = {"CHOICE": "Dayla/Marz, Kierac, Iz"}
    BLANK = (_BLANK,)
    INVITED = Invitation(form=("RETURNING {game} {seat}", _BLANK), after=("RETURNING puts your wizard first.",))

    def take(self, choices: Data, rest: str) -> str:
        """``CHOICE Dayla/Marz, Kierac, Iz``: pairs, wizards and clans in order of preference; what is wrong with it, or
        ""."""
        found: list[str] = []
        faults: list[ChoiceFault] = []
        for number, text in enumerate(rest.split(","), 1):
            wish, fault = _read(text, number)
            if fault:
                faults.append(fault)
            if wish is not None and pair_text(wish) not in found:
                found.append(pair_text(wish))
        if faults:
            return ChoiceFault("; ".join(faults), "; ".join(fault.public for fault in faults))
        if not found:
            return f"write pairs, wizards or clans: CHOICE {self.FIELDS['CHOICE']}"
        if len(found) > MOST_WISHES:
            return f"name at most {MOST_WISHES} of them"
        choices[CHOICE] = found
        return ""

    def wrong(self, said: Any) -> list[str]:
        """Wishes that are no pairs, or too many."""
        if not isinstance(said, list) or not all(isinstance(w, str) for w in said):
            return [f"{CHOICE} must be a list of pairs like Dayla/Marz"]
        faults = [f"{CHOICE}: name at most {MOST_WISHES} of them"] if len(said) > MOST_WISHES else []
        for number, text in enumerate(said, 1):
            wish, fault = _read(text, number)
            if fault or wish is None:
                faults.append(f"{CHOICE}: {fault or 'an empty pair'}")
        return faults

    def choices_text(self, choices: Fields) -> str:
        """One line."""
        return ", ".join(_wishes(choices)) or "any wizard"

    def choices_told(self, choices: Fields) -> list[str]:
        """Lines of an acknowledgement."""
        wishes = _wishes(choices)
        if not wishes:
            return [
                f"You name no wizard: one is drawn for you (SET-2). CHOICE {self.FIELDS['CHOICE']} names some: "
                "a pair, a wizard for any clan of his, a clan under any wizard of its."
            ]
        half = any("/" not in wish for wish in wishes)
        return [
            f"You would play, in this order: {', '.join(wishes)}.",
            *(
                ["Of a wizard or a clan named alone the other half is drawn among what is legal then (SET-2)."]
                if half
                else []
            ),
            "Who signed up first is served first; what nobody gets is drawn (SET-2).",
            "The usual scenario lets you choose; some fix their wizards: a wish then says which of those you prefer.",
        ]

    def cast_faults(self, entrants: Sequence[Entrant]) -> list[str]:
        """What is wrong with a whole game's entrants; seats may stay empty (GAME-3)."""
        faults = [f"seat {e.seat}: {fault}" for e in entrants for fault in self.choice_faults(e.choices)]
        return faults if entrants else ["nobody plays: a game needs at least one player"]

    def returned(self, choices: Fields, state: World, seat: str) -> tuple[Data, list[str]]:
        """The wizard of the game that is over, for the same clan, becomes the first wish; nothing else is carried
        over."""
        if seat not in state.players:
            return dict(choices), [f"there was no seat {seat} in that game"]
        player = state.players[seat]
        back = pair_text((player.wizard, player.clan))
        return {**choices, CHOICE: [back, *(w for w in _wishes(choices) if w != back)][:MOST_WISHES]}, []

    def sit(self, taken: dict[str, Candidate | None], people: list[Candidate], scenario: Scenario) -> None:
        """A scenario that fixes wizards seats who wished for one of them there. Seats nobody took are policies'
        (GAME-3)."""
        if sum(one is not None for one in taken.values()) + len(people) < LEAST:
            raise NoGame(f"{LEAST} are needed, policies play the other seats (GAME-3)")
        for one in people:
            left = [seat for seat in SEATS if seat not in taken]
            if not left:
                break
            taken[_seat_for(one, left, scenario)] = one

    def untaken(self, choices: Fields, scenario: Scenario, state: World, seat: str) -> list[str]:
        """The wishes that come before what he got (all, if he got none of them), each with why."""
        pairs = {s: (player.wizard, player.clan) for s, player in state.players.items()}
        found: list[str] = []
        for wish in wishes_of(Entrant(seat=seat, choices=choices)):
            if meets(pairs[seat], wish):
                break
            found.append(f"the wish for {pair_text(wish)} is not taken: {_why_not(wish, pairs, scenario, seat)}")
        return found


def _read(text: str, number: int) -> tuple[Wish | None, ChoiceFault | None]:
    """The wish that stands ``number``-th in a list, or what is wrong with it; neither where nothing stands."""
    if not text.strip():
        return None, None
    wish = read_wish(text)
    if wish is None:
        hint = did_you_mean(nearest(text.strip(), [*(pair_text(p) for p in PAIRS), *WIZARDS, *CLAN_BY_TITLE]))
        none = f"is no wizard/clan pair, wizard or clan{'; ' + hint if hint else ''}"
        return None, ChoiceFault(f"{text.strip()} {none}", f"pair {number} {none}")
    wizard, clan = wish
    if wizard and clan and (wizard, clan) not in PAIRS:
        clans = ", ".join(clan.title for clan in WIZARDS[wizard].clans)
        never = f"{wizard} never plays for {clan.title}; for {clans} (WIZ)"
        return None, ChoiceFault(never, f"pair {number}: {never}")
    return wish, None


def _wishes(choices: Fields) -> list[str]:
    return [pair_text(wish) for text in choices.get(CHOICE, ()) if (wish := read_wish(text)) is not None]


def _why_not(wish: Wish, pairs: Mapping[str, Pair], scenario: Scenario, seat: str) -> str:
    wizard, clan = wish
    others = {s: pair for s, pair in pairs.items() if s != seat}
    holder = next((s for s, pair in others.items() if meets(pair, wish)), "")
    if holder:
        return f"seat {holder} has it"
    if scenario.seats[seat].pair is not None:
        return f"in this scenario seat {seat} is {pair_text(pairs[seat])} (SET-2)"
    against = WIZARDS[wizard].any_clan_against if wizard else ""
    if clan and against and clan not in WIZARDS[wizard].clans and against not in (pair[0] for pair in others.values()):
        return f"{wizard} plays for {clan.title} against {against} alone (SET-1)"
    for s, pair in others.items():
        if wizard == pair[0] or clan is pair[1]:
            return f"seat {s} is {pair_text(pair)} (SET-1)"
    return "the others could not all have had a wizard and a clan then (SET-1)"


def _seat_for(one: Candidate, left: Sequence[str], scenario: Scenario) -> str:
    """The seat of his first wish that the scenario has fixed and nobody took; else the first seat without fixed
    wizard, else the first."""
    fixed = {seat: setup.pair for seat, setup in scenario.seats.items() if setup.pair is not None and seat in left}
    for text in one.choices.get(CHOICE, ()):
        wish = read_wish(text)
        found = [seat for seat, pair in fixed.items() if wish is not None and meets(pair, wish)]
        if found:
            return found[0]
    return next((seat for seat in left if scenario.seats[seat].pair is None), left[0])


SIGNUP = SignUp()

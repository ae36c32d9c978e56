"""Rune War's sign-ups and seats (``engine.seam.enrolment.SignUp``): wishes for wizards and clans (SET-1 to SET-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.beginning import UsualSignUp
from magika_gm.engine.seam.setup import Candidate, Entrant, Invitation, NoGame
from magika_gm.engine.words import ChoiceFault, did_you_mean, nearest
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.rules.tables import SEATS, WIZARDS, Clan
from magika_gm.games.rune_war.setup import CHOICE, Pair, Scenario, pair_text, read_pair, wishes_of

_BLANK = "CHOICE wizard/clan, wizard/clan, in the order you would like them"
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
    FIELDS = {"CHOICE": "Dayla/Marz, Kierac/Marz, Logun/Iz"}
    BLANK = (_BLANK,)
    INVITED = Invitation(form=("RETURNING {game} {seat}", _BLANK), after=("RETURNING puts your wizard first.",))

    def take(self, choices: dict[str, Any], rest: str) -> str:
        """``CHOICE Dayla/Marz, Logun/Iz``: pairs in order of preference; what is wrong with it, or ""."""
        found: list[str] = []
        faults: list[ChoiceFault] = []
        for number, text in enumerate(rest.split(","), 1):
            pair, fault = _read(text, number)
            if fault:
                faults.append(fault)
            if pair is not None and pair_text(pair) not in found:
                found.append(pair_text(pair))
        if faults:
            return ChoiceFault("; ".join(faults), "; ".join(fault.public for fault in faults))
        if not found:
            return f"write pairs: CHOICE {self.FIELDS['CHOICE']}"
        if len(found) > MOST_WISHES:
            return f"name at most {MOST_WISHES} pairs"
        choices[CHOICE] = found
        return ""

    def wrong(self, said: Any) -> list[str]:
        """Wishes that are no pairs, or too many."""
        if not isinstance(said, list) or not all(isinstance(w, str) for w in said):
            return [f"{CHOICE} must be a list of pairs like Dayla/Marz"]
        faults = [f"{CHOICE}: name at most {MOST_WISHES} pairs"] if len(said) > MOST_WISHES else []
        for number, wish in enumerate(said, 1):
            pair, fault = _read(wish, number)
            if fault or pair is None:
                faults.append(f"{CHOICE}: {fault or 'an empty pair'}")
        return faults

    def choices_text(self, choices: Mapping[str, Any]) -> str:
        """One line."""
        return ", ".join(_wishes(choices)) or "any wizard"

    def choices_told(self, choices: Mapping[str, Any]) -> list[str]:
        """Lines of an acknowledgement."""
        wishes = _wishes(choices)
        if not wishes:
            return ["You name no wizard: one is drawn for you (SET-2). CHOICE Dayla/Marz, Logun/Iz names some."]
        return [
            f"You would play, in this order: {', '.join(wishes)}.",
            "Who signed up first is served first; what nobody gets is drawn (SET-2).",
            "Most scenarios fix their wizards, the usual one too: a wish then says which of those you would rather be.",
        ]

    def cast_faults(self, entrants: Sequence[Entrant]) -> list[str]:
        """What is wrong with a whole game's entrants; seats may stay empty (GAME-3)."""
        faults = [f"seat {e.seat}: {fault}" for e in entrants for fault in self.choice_faults(e.choices)]
        return faults if entrants else ["nobody plays: a game needs at least one player"]

    def returned(self, choices: Mapping[str, Any], state: World, seat: str) -> tuple[dict[str, Any], list[str]]:
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
            raise NoGame(f"too few are on the list: {LEAST} are needed, policies play the other seats (GAME-3)")
        for one in people:
            left = [seat for seat in SEATS if seat not in taken]
            if not left:
                break
            taken[_seat_for(one, left, scenario)] = one

    def untaken(self, choices: Mapping[str, Any], scenario: Scenario, state: World, seat: str) -> list[str]:
        """The wishes that come before what he got (all, if he got none of them), each with why."""
        pairs = {s: (player.wizard, player.clan) for s, player in state.players.items()}
        found: list[str] = []
        for wish in wishes_of(Entrant(seat=seat, choices=choices)):
            if wish == pairs[seat]:
                break
            found.append(f"the wish for {pair_text(wish)} is not taken: {_why_not(wish, pairs, scenario, seat)}")
        return found


def _read(text: str, number: int) -> tuple[Pair | None, ChoiceFault | None]:
    """The pair that stands ``number``-th in a list, or what is wrong with it; neither where nothing stands."""
    if not text.strip():
        return None, None
    pair = read_pair(text)
    if pair is None:
        hint = did_you_mean(nearest(text.strip(), [pair_text(p) for p in PAIRS]))
        none = f"is no wizard/clan pair{'; ' + hint if hint else ''}"
        return None, ChoiceFault(f"{text.strip()} {none}", f"pair {number} {none}")
    if pair not in PAIRS:
        clans = ", ".join(clan.title for clan in WIZARDS[pair[0]].clans)
        never = f"{pair[0]} never plays for {pair[1].title}; for {clans} (WIZ)"
        return None, ChoiceFault(never, f"pair {number}: {never}")
    return pair, None


def _wishes(choices: Mapping[str, Any]) -> list[str]:
    return [pair_text(pair) for text in choices.get(CHOICE, ()) if (pair := read_pair(text)) is not None]


def _why_not(wish: Pair, pairs: Mapping[str, Pair], scenario: Scenario, seat: str) -> str:
    wizard, clan = wish
    others = {s: pair for s, pair in pairs.items() if s != seat}
    holder = next((s for s, pair in others.items() if pair == wish), "")
    if holder:
        return f"seat {holder} has it"
    if scenario.seats[seat].pair is not None:
        return f"in this scenario seat {seat} is {pair_text(pairs[seat])} (SET-2)"
    for s, pair in others.items():
        if wizard == pair[0] or clan is pair[1]:
            return f"seat {s} is {pair_text(pair)} (SET-1)"
    return "the others could not all have had a wizard and a clan then (SET-1)"


def _seat_for(one: Candidate, left: Sequence[str], scenario: Scenario) -> str:
    """The seat of his first wish that the scenario has fixed and nobody took; else the first seat without fixed
    wizard, else the first."""
    fixed = {setup.pair: seat for seat, setup in scenario.seats.items() if setup.pair is not None and seat in left}
    for text in one.choices.get(CHOICE, ()):
        pair = read_pair(text)
        if pair is not None and pair in fixed:
            return fixed[pair]
    return next((seat for seat in left if scenario.seats[seat].pair is None), left[0])


SIGNUP = SignUp()

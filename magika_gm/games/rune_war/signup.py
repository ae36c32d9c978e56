"""Rune War's sign-ups and seats (``engine.seam.enrolment.SignUp``): wishes for wizards and clans (SET-1 to SET-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.seam.setup import Candidate, Entrant, Invitation, NoGame, Seated
from magika_gm.engine.words import ChoiceFault, did_you_mean, nearest
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.rules.tables import SEATS, WIZARDS, Clan
from magika_gm.games.rune_war.scenario import CHOICE, Pair, Scenario, pair_text, read_pair, wishes_of

FIELDS: Mapping[str, str] = {"CHOICE": "Dayla/Marz, Kierac/Marz, Logun/Iz"}
BLOCKS: tuple[str, ...] = ()
AUTOMATIC: Mapping[str, str] = {}
PRIZE = ""
BLANK = ("CHOICE wizard/clan, wizard/clan, in the order you would like them",)
LEAST = 2
"""People a game is filled with; policies play the seats nobody took (GAME-3)."""
MOST_WISHES = 12
PAIRS: tuple[Pair, ...] = tuple(
    (wizard, clan) for wizard, row in WIZARDS.items() for clan in Clan if clan in row.clans or row.any_clan_against
)
"""Pairs that can be legal at some table (WIZ)."""


def take_field(choices: dict[str, Any], word: str, rest: str) -> str:
    """``CHOICE Dayla/Marz, Logun/Iz``: pairs in order of preference; what is wrong with it, or ""."""
    if word not in FIELDS:
        return f"Rune War asks for no {word}"
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
        return f"write pairs: CHOICE {FIELDS['CHOICE']}"
    if len(found) > MOST_WISHES:
        return f"name at most {MOST_WISHES} pairs"
    choices[CHOICE] = found
    return ""


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


def take_block(choices: dict[str, Any], word: str, lines: Sequence[str]) -> list[str]:  # noqa: ARG001 - none here
    """There are no blocks."""
    return [f"Rune War asks for no {word}"]


def choice_faults(choices: Mapping[str, Any]) -> list[str]:
    """What is wrong with the choices as a whole."""
    faults = [f"Rune War knows no choice {name!r}; take it away" for name in choices if name != CHOICE]
    wishes = choices.get(CHOICE, [])
    if not isinstance(wishes, list) or not all(isinstance(w, str) for w in wishes):
        return [*faults, f"{CHOICE} must be a list of pairs like Dayla/Marz"]
    if len(wishes) > MOST_WISHES:
        faults.append(f"{CHOICE}: name at most {MOST_WISHES} pairs")
    for number, wish in enumerate(wishes, 1):
        pair, fault = _read(wish, number)
        if fault or pair is None:
            faults.append(f"{CHOICE}: {fault or 'an empty pair'}")
    return faults


def _wishes(choices: Mapping[str, Any]) -> list[str]:
    return [pair_text(pair) for text in choices.get(CHOICE, ()) if (pair := read_pair(text)) is not None]


def choices_text(choices: Mapping[str, Any]) -> str:
    """One line."""
    return ", ".join(_wishes(choices)) or "any wizard"


def choices_told(choices: Mapping[str, Any]) -> list[str]:
    """Lines of an acknowledgement."""
    wishes = _wishes(choices)
    if not wishes:
        return ["You name no wizard: one is drawn for you (SET-2). CHOICE Dayla/Marz, Logun/Iz names some."]
    return [
        f"You would play, in this order: {', '.join(wishes)}.",
        "Who signed up first is served first; what nobody gets is drawn (SET-2).",
        "Most scenarios fix their wizards, the usual one too: a wish then says which of those you would rather be.",
    ]


def name_of(choices: Mapping[str, Any]) -> str:  # noqa: ARG001 - which wizard he gets is not settled before the start
    """Nobody has a name before the game begins."""
    return ""


def cast_faults(entrants: Sequence[Entrant]) -> list[str]:
    """What is wrong with a whole game's entrants; seats may stay empty (GAME-3)."""
    faults = [f"seat {e.seat}: {fault}" for e in entrants for fault in choice_faults(e.choices)]
    return faults if entrants else ["nobody plays: a game needs at least one player"]


def returned(choices: Mapping[str, Any], state: World, seat: str) -> tuple[dict[str, Any], list[str]]:
    """The wizard of the game that is over, for the same clan, becomes the first wish; nothing else is carried over."""
    if seat not in state.players:
        return dict(choices), [f"there was no seat {seat} in that game"]
    player = state.players[seat]
    back = pair_text((player.wizard, player.clan))
    return {**choices, CHOICE: [back, *(w for w in _wishes(choices) if w != back)][:MOST_WISHES]}, []


def invitation(seat: str, character: str, won: bool, out: bool) -> Invitation:  # noqa: ARG001 - the same for all
    """To the next game; the wizard one had may be wished for again."""
    return Invitation(form=("RETURNING {game} {seat}", *BLANK), after=("RETURNING puts your wizard first.",))


def assign(
    candidates: Sequence[Candidate],
    scenario: Scenario,
    chosen: Mapping[str, int | None],
    free: Sequence[tuple[int, str]],  # noqa: ARG001 - no seat is a prize
) -> list[Seated]:
    """Seats in order of sign-up, but for players the game master named; a scenario that fixes wizards seats who wished
    for one of them there. Seats nobody took are policies' (GAME-3)."""
    people: dict[int, Candidate] = {}
    for one in candidates:
        people.setdefault(one.player, one)
    seats: dict[str, Candidate | None] = {}
    for seat, player in chosen.items():
        if player is not None and player not in people:
            raise NoGame(f"the player named for seat {seat} is not on the list")
        seats[seat] = None if player is None else people.pop(player)
    if sum(one is not None for one in seats.values()) + len(people) < LEAST:
        raise NoGame(f"too few are on the list: {LEAST} are needed, policies play the other seats (GAME-3)")
    for one in people.values():
        left = [seat for seat in SEATS if seat not in seats]
        if not left:
            break
        seats[_seat_for(one, left, scenario)] = one
    taken = {one.id for one in seats.values() if one is not None}
    found = [
        Seated(
            candidate=seats.get(seat),
            entrant=Entrant(seat=seat, choices=_choices(seats.get(seat))),
            why="as you said" if seat in chosen else "",
        )
        for seat in SEATS
    ]
    late = [c for c in candidates if c.id not in taken]
    return [*found, *(Seated(candidate=c, entrant=None, why="signed up later") for c in late)]


def untaken(choices: Mapping[str, Any], scenario: Scenario, state: World, seat: str) -> list[str]:
    """The wishes that come before what he got (all, if he got none of them), each with why."""
    pairs = {s: (player.wizard, player.clan) for s, player in state.players.items()}
    found: list[str] = []
    for wish in wishes_of(Entrant(seat=seat, choices=choices)):
        if wish == pairs[seat]:
            break
        found.append(f"the wish for {pair_text(wish)} is not taken: {_why_not(wish, pairs, scenario, seat)}")
    return found


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


def _choices(one: Candidate | None) -> Mapping[str, Any]:
    return {} if one is None else one.choices


def _seat_for(one: Candidate, left: Sequence[str], scenario: Scenario) -> str:
    """The seat of his first wish that the scenario has fixed and nobody took; else the first seat without fixed
    wizard, else the first."""
    fixed = {setup.pair: seat for seat, setup in scenario.seats.items() if setup.pair is not None and seat in left}
    for text in one.choices.get(CHOICE, ()):
        pair = read_pair(text)
        if pair is not None and pair in fixed:
            return fixed[pair]
    return next((seat for seat in left if scenario.seats[seat].pair is None), left[0])


__all__ = [
    "AUTOMATIC", "BLANK", "BLOCKS", "FIELDS", "PRIZE", "assign", "cast_faults", "choice_faults", "choices_text",
    "choices_told", "invitation", "name_of", "returned", "take_block", "take_field", "untaken",
]  # fmt: skip

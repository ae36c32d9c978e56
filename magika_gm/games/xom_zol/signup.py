"""What somebody chooses who signs up for Xom and Zol: a deck (SETUP-1, SCEN-1; ``engine.seam.enrolment.SignUp``).

The one choice is ``deck``: the title of a shipped deck, or a deck as plain data, handed in as ``DECK … END DECK``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.seam.setup import Candidate, Entrant, Invitation, NoGame, Seated
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.words import ChoiceFault, did_you_mean, nearest
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import SIDES, CardType
from magika_gm.games.xom_zol.setup import (
    DEFAULT_DECKS,
    OWN,
    Deck,
    DeckFault,
    NoDeck,
    Scenario,
    chosen_deck,
    composition,
    deck_faults,
    deck_named,
    deck_to_plain,
    line_fault,
    read_deck,
    shipped_decks,
)

FIELDS: Mapping[str, str] = {"DECK": "Wild Circle"}
BLOCKS: tuple[str, ...] = ("DECK",)
AUTOMATIC: Mapping[str, str] = {}
PRIZE = ""
BLANK: tuple[str, ...] = (
    f"DECK Xom Empire        ; or {', '.join(list(shipped_decks())[1:])}",
    "; or a deck of your own, 100 cards, one name a line, and two lands it starts with:",
    "; DECK",
    "; 4 Xom Knight",
    "; START 2 Xom Farmland",
    "; END DECK",
)


def take_field(choices: dict[str, Any], word: str, rest: str) -> str:  # noqa: ARG001 - there is DECK alone
    """``DECK Wild Circle``: a shipped deck by its name."""
    deck = deck_named(rest)
    if deck is None:
        titles = tuple(shipped_decks())
        hint = did_you_mean(nearest(rest, titles, 1, loose=True))
        whole = f"{rest or 'nothing'} is no deck of ours ({', '.join(titles)}){'; ' + hint if hint else ''}"
        return ChoiceFault(whole, f"no deck of ours ({', '.join(titles)})")
    choices["deck"] = deck.title
    return ""


def take_block(choices: dict[str, Any], word: str, lines: Sequence[str]) -> list[str]:  # noqa: ARG001 - there is one
    """``DECK … END DECK``: ``n Card`` a line and ``START land, land`` (SETUP-1)."""
    deck, faults = read_deck([SheetLine(i, line) for i, line in enumerate(lines, 1)])
    choices["deck"] = deck_to_plain(deck)
    return [line_fault(fault) for fault in faults]


def deck_chosen(choices: Mapping[str, Any]) -> Deck | None:
    """The deck somebody chose, None if he chose none; raises :class:`NoDeck` if it is none."""
    return chosen_deck(choices.get("deck"))


def choice_faults(choices: Mapping[str, Any]) -> list[str]:
    """What is wrong with the choices as a whole: every fault of the deck (SETUP-1)."""
    strange = [name for name in choices if name != "deck"]
    found = [f"Xom and Zol knows no choice {name!r}; take it away" for name in strange]
    try:
        deck = deck_chosen(choices)
    except NoDeck as error:
        return [*found, *(ChoiceFault(f"DECK: {fault}", fault.public) for fault in error.faults)]
    if deck is not None:
        found += [_told(fault) for fault in deck_faults(deck)]
    return found


def _told(fault: DeckFault) -> ChoiceFault:
    """A fault of the deck: cards of ours and counts are told to anybody, a name that is none to nobody unproved."""
    ours = fault.place in catalogue() or fault.code in ("size", "slots") or fault.place == "START"
    return ChoiceFault(f"DECK: {fault.reason}", fault.reason if ours else "a card of the deck is none of ours")


def _count(deck: Deck) -> str:
    found = composition(deck)
    return ", ".join(f"{n} {kind.value}{'s' if n > 1 else ''}" for kind in CardType if (n := found.get(kind, 0)))


def choices_text(choices: Mapping[str, Any]) -> str:
    """The choices in words, on one line."""
    try:
        deck = deck_chosen(choices)
    except NoDeck:
        return "a deck nobody can read"
    if deck is None:
        return "the deck of the side"
    if deck.title:
        return f"the {deck.title} deck"
    known = catalogue()
    dear = sorted(
        (known[n] for n, _ in deck.cards if n in known and known[n].type is CardType.CHARACTER),
        key=lambda card: (-card.size, card.name),
    )
    return f"a deck of his own{' with ' + dear[0].name if dear else ''}"


def choices_told(choices: Mapping[str, Any]) -> list[str]:
    """The choices in lines, as a sign-up's acknowledgement tells them."""
    try:
        deck = deck_chosen(choices)
    except NoDeck:
        return []
    if deck is None:
        first, second = DEFAULT_DECKS.values()
        return [f"You named no deck: side A plays {first}, side B {second}. Who signed up first is side A."]
    total = sum(n for _, n in deck.cards)
    known = catalogue()
    given = (
        "A game whose scenario gives each side its deck takes you only with one of those; else you wait for another."
    )
    if any(name not in known for name, _ in deck.cards):
        return [f"Deck: {deck.title or 'your own'}, {total} cards.", given]
    return [
        f"Deck: {deck.title or 'your own'}, {total} cards: {_count(deck)}.",
        f"It starts with {' and '.join(deck.start) or 'no land'}. You may change it until the game begins.",
        given,
    ]


def name_of(choices: Mapping[str, Any]) -> str:  # noqa: ARG001 - nobody has a name here
    """There are no characters of players."""
    return ""


def cast_faults(entrants: Sequence[Entrant]) -> list[str]:
    """Two play, each with a deck that may be played."""
    faults = [f"side {e.seat}: {fault}" for e in entrants for fault in choice_faults(e.choices)]
    return [*faults, *(f"nobody plays side {s}" for s in SIDES if s not in {e.seat for e in entrants})]


def returned(choices: Mapping[str, Any], state: State, seat: str) -> tuple[dict[str, Any], list[str]]:
    """Who returns brings the deck he played, unless he names another."""
    if "deck" in choices:
        return dict(choices), []
    own = state.sides[seat]
    return {**choices, "deck": deck_to_plain(Deck(own.deck, own.start))}, []


def invitation(seat: str, character: str, won: bool, out: bool) -> Invitation:  # noqa: ARG001 - the same for all
    """To the next game: with the same deck, or with another."""
    return Invitation(
        form=("RETURNING {game} {seat}   ; the deck you played; or take this line out and name another:", *BLANK),
    )


def assign(
    candidates: Sequence[Candidate],
    scenario: Scenario,
    chosen: Mapping[str, int | None],
    free: Sequence[tuple[int, str]],  # noqa: ARG001 - no seat is a prize
) -> list[Seated]:
    """Seats in the order of sign-ups, but for players the game master named; a player sits on one side only.

    Where the scenario gives the sides their decks, who asked for one of them gets its side as long as it is free.
    """
    by_player: dict[int, Candidate] = {}
    for one in candidates:
        by_player.setdefault(one.player, one)
    seats: dict[str, Candidate | None] = {}
    for seat, player in chosen.items():
        if player is not None and player not in by_player:
            raise NoGame(f"the player named for side {seat} is not on the list")
        seats[seat] = None if player is None else by_player.pop(player)
    open_seats = [seat for seat in SIDES if seat not in seats]
    waiting = list(by_player.values())
    if len(waiting) < len(open_seats):
        raise NoGame(f"{len(waiting)} to play {len(open_seats)} sides: two are needed")
    those = waiting[: len(open_seats)]
    order = sorted(those, key=lambda c: [seat != _wanted(c, scenario) for seat in open_seats])
    seats |= dict(zip(open_seats, order, strict=True))
    for seat, candidate in seats.items():
        _same_deck(candidate, scenario, seat)
    found = [_seated(seat, seats[seat], seat in chosen, scenario) for seat in SIDES]
    taken = {one.id for one in seats.values() if one is not None}
    return [
        *found,
        *(Seated(candidate=c, entrant=None, why="signed up later") for c in candidates if c.id not in taken),
    ]


def _wanted(candidate: Candidate, scenario: Scenario) -> str:
    """The side whose deck he asked for, "" if he asked for none of the scenario's."""
    said = candidate.choices.get("deck")
    return next((seat for seat in SIDES if scenario.decks[seat] == said), "")


def _same_deck(candidate: Candidate | None, scenario: Scenario, seat: str) -> None:
    """A deck handed in for a game whose decks are given would be lost in silence: no game then."""
    named = scenario.decks[seat]
    if candidate is None or named == OWN or not candidate.choices.get("deck"):
        return
    if candidate.choices["deck"] != named:
        said = choices_text(candidate.choices)
        raise NoGame(
            f"side {seat} would play {named} in this scenario, and who would sit there asked for {said}; "
            "take a scenario with decks of their own: --scenario own-decks"
        )


def _seated(seat: str, candidate: Candidate | None, named: bool, scenario: Scenario) -> Seated:
    choices: dict[str, Any] = {}
    if candidate is not None and scenario.decks[seat] == OWN and candidate.choices.get("deck"):
        choices = {"deck": candidate.choices["deck"]}
    return Seated(candidate=candidate, entrant=Entrant(seat=seat, choices=choices), why="as you said" if named else "")


def untaken(choices: Mapping[str, Any], scenario: Scenario, state: State, seat: str) -> list[str]:  # noqa: ARG001
    """The deck he chose, where the scenario gives his side another."""
    named, deck = scenario.decks[seat], deck_chosen(choices)
    if deck is None or named == OWN or sorted(deck.cards) == sorted(shipped_decks()[named].cards):
        return []
    return [f"{choices_text(choices)} is not taken: in this scenario side {seat} plays {named}"]

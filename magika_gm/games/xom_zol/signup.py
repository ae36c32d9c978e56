"""What somebody chooses who signs up for Xom and Zol: a deck (SETUP-1, SCEN-1; ``engine.seam.enrolment.SignUp``).

The one choice is ``deck``: the title of a shipped deck, or a deck as plain data, handed in as ``DECK … END DECK``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from magika_gm.engine.beginning import UsualSignUp
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.seam.setup import Candidate, Invitation, NoGame
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.words import ChoiceFault, did_you_mean, nearest
from magika_gm.games.xom_zol.cards.catalogue import catalogue, every_card
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

_BLANK = (
    f"DECK Xom Empire        ; or {', '.join(list(shipped_decks())[1:])}",
    "; or a deck of your own, 100 cards, one name a line, and two lands it starts with:",
    "; DECK",
    "; 4 Xom Knight",
    "; START 2 Xom Farmland",
    "; END DECK",
)


class SignUp(UsualSignUp[Scenario, State]):
    """Decks chosen at sign-up."""

    title, seats, seat, choice = "Xom and Zol", SIDES, "side", "deck"
    FIELDS = {"DECK": "Wild Circle"}
    BLOCKS = ("DECK",)
    BLANK = _BLANK
    INVITED = Invitation(
        form=("RETURNING {game} {seat}   ; the deck you played; or take this line out and name another:", *_BLANK)
    )

    def take(self, choices: Data, rest: str) -> str:
        """``DECK Wild Circle``: a shipped deck by its name."""
        deck = deck_named(rest)
        if deck is None:
            titles = tuple(shipped_decks())
            hint = did_you_mean(nearest(rest, titles, 1, loose=True))
            whole = f"{rest or 'nothing'} is no deck of ours ({', '.join(titles)}){'; ' + hint if hint else ''}"
            return ChoiceFault(whole, f"no deck of ours ({', '.join(titles)})")
        choices["deck"] = deck.title
        return ""

    def take_lines(self, choices: Data, lines: Sequence[str]) -> list[str]:
        """``DECK … END DECK``: ``n Card`` a line and ``START land, land`` (SETUP-1)."""
        deck, faults = read_deck([SheetLine(i, line) for i, line in enumerate(lines, 1)])
        choices["deck"] = deck_to_plain(deck)
        return [line_fault(fault) for fault in faults]

    def wrong(self, said: Any) -> list[str]:
        """Every fault of the deck (SETUP-1)."""
        try:
            deck = chosen_deck(said)
        except NoDeck as error:
            return [ChoiceFault(f"DECK: {fault}", fault.public) for fault in error.faults]
        return [] if deck is None else [_told(fault) for fault in deck_faults(deck)]

    def choices_text(self, choices: Fields) -> str:
        """The choices in words, on one line."""
        try:
            deck = deck_chosen(choices)
        except NoDeck:
            return "a deck nobody can read"
        if deck is None:
            return "the deck of the side"
        if deck.title:
            return f"the {deck.title} deck"
        known = every_card()
        dear = sorted(
            (known[n] for n, _ in deck.cards if n in known and known[n].type is CardType.CHARACTER),
            key=lambda card: (-card.size, card.name),
        )
        return f"a deck of his own{' with ' + dear[0].name if dear else ''}"

    def choices_told(self, choices: Fields) -> list[str]:
        """The choices in lines, as a sign-up's acknowledgement tells them."""
        try:
            deck = deck_chosen(choices)
        except NoDeck:
            return []
        if deck is None:
            first, second = DEFAULT_DECKS.values()
            return [f"You named no deck: side A plays {first}, side B {second}. Who signed up first is side A."]
        total = sum(n for _, n in deck.cards)
        known = every_card()
        given = (
            "A game whose scenario gives each side its deck takes you only with one of those; "
            "else you wait for another."
        )
        if any(name not in known for name, _ in deck.cards):
            return [f"Deck: {deck.title or 'your own'}, {total} cards.", given]
        return [
            f"Deck: {deck.title or 'your own'}, {total} cards: {_count(deck)}.",
            f"It starts with {' and '.join(deck.start) or 'no land'}. You may change it until the game begins.",
            given,
        ]

    def returned(self, choices: Fields, state: State, seat: str) -> tuple[Data, list[str]]:
        """Who returns brings the deck he played, unless he names another."""
        if "deck" in choices:
            return dict(choices), []
        own = state.sides[seat]
        return {**choices, "deck": deck_to_plain(Deck(own.deck, own.start))}, []

    def sit(self, taken: dict[str, Candidate | None], people: list[Candidate], scenario: Scenario) -> None:
        """Where the scenario gives the sides their decks, who asked for one of them gets its side while it is free.

        A deck handed in for a game whose decks are given would be lost in silence: no game then.
        """
        left = [seat for seat in SIDES if seat not in taken]
        those = sorted(people[: len(left)], key=lambda one: [seat != _wanted(one, scenario) for seat in left])
        super().sit(taken, those, scenario)
        for seat in SIDES:
            one, named = taken[seat], scenario.decks[seat]
            asked = one.choices.get("deck") if one is not None else None
            if asked and named not in (OWN, asked):
                said = self.choices_text({"deck": asked})
                raise NoGame(
                    f"side {seat} would play {named} in this scenario, and who would sit there asked for {said}; "
                    "take a scenario with decks of their own: --scenario own-decks"
                )

    def choices_in(self, scenario: Scenario, seat: str, one: Candidate | None) -> Fields:
        """The deck, where the scenario leaves it to the players."""
        own = one is not None and scenario.decks[seat] == OWN and one.choices.get("deck")
        return {"deck": own} if own else {}

    def untaken(self, choices: Fields, scenario: Scenario, _state: State, seat: str) -> list[str]:
        """The deck he chose, where the scenario gives his side another."""
        named, deck = scenario.decks[seat], deck_chosen(choices)
        if deck is None or named == OWN or sorted(deck.cards) == sorted(shipped_decks()[named].cards):
            return []
        return [f"{self.choices_text(choices)} is not taken: in this scenario side {seat} plays {named}"]


def deck_chosen(choices: Fields) -> Deck | None:
    """The deck somebody chose, None if he chose none; raises :class:`NoDeck` if it is none."""
    return chosen_deck(choices.get("deck"))


def _told(fault: DeckFault) -> ChoiceFault:
    """A fault of the deck: cards of ours and counts are told to anybody, a name that is none to nobody unproved."""
    ours = fault.place in catalogue() or fault.code in ("size", "slots") or fault.place == "START"
    return ChoiceFault(f"DECK: {fault.reason}", fault.reason if ours else "a card of the deck is none of ours")


def _count(deck: Deck) -> str:
    found = composition(deck)
    return ", ".join(f"{n} {kind.value}{'s' if n > 1 else ''}" for kind in CardType if (n := found.get(kind, 0)))


def _wanted(candidate: Candidate, scenario: Scenario) -> str:
    """The side whose deck he asked for, "" if he asked for none of the scenario's."""
    said = candidate.choices.get("deck")
    return next((seat for seat in SIDES if scenario.decks[seat] == said), "")


SIGNUP = SignUp()

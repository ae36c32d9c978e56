"""What one holds in a report: the hand and what its cards say, piles, FAST lines that stand."""

from __future__ import annotations

from magika_gm.games.temple_isle.orders.model import Fast
from magika_gm.games.temple_isle.report.cards import card_picture
from magika_gm.games.temple_isle.report.isle import mantra_text
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.board import OTHER, SEATS
from magika_gm.games.temple_isle.rules.catalogue import Aim, MantraCard, UnitCard
from magika_gm.games.temple_isle.rules.events import (
    FastFired,
)
from magika_gm.games.temple_isle.rules.refusals import Refusal, told_why
from magika_gm.games.temple_isle.sight.view import CardHeld
from magika_gm.reports.kit.letters import Card, Cards
from magika_gm.reports.kit.lists import Held, Holdings
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table


def hand(report: Report) -> Holdings:
    """The cards held, what each asks for, and what it lacks to be played now."""
    rows = []
    for held in report.view.hand:
        card = report.view.catalogue.cards.get(held.card)
        why = playable(report, held)
        rows.append(Held("", "", held.card, card_text(card), why))
    return Holdings(f"Your hand: {means(report)}", tuple(rows), "level, A/B/C/D")


def playable(report: Report, held: CardHeld) -> str:
    """Whether a card of the hand can be played in one's game turn as things stand, or what it lacks."""
    if held.why_not is not None:
        return told_why(held.why_not)
    card = report.view.catalogue.mantras.get(held.card)
    if card is not None and card.aim is Aim.ANSWERED:
        return "only as an answer: FAST (CARDS-3)"
    if any(choice.verb == "CAST" and choice.subject == held.card and not choice.legal for choice in report.choices):
        return "nothing it is meant for is there"
    return "can be played"


def card_text(card: UnitCard | MantraCard | None) -> str:
    """A card's figures, in short."""
    match card:
        case UnitCard():
            return f"{card.level}   {card.scores}"
        case MantraCard():
            return f"{card.level}  {'Fast ' if card.fast else ''}{card.lasts}"
    return ""


def effects_text(card: UnitCard | MantraCard) -> str:
    """Keywords and effects as the law writes them."""
    words = list(card.keywords) if isinstance(card, UnitCard) else []
    return "; ".join([*words, *(str(effect) for effect in card.effects if str(effect) not in words)])


def hand_table(report: Report) -> Table:
    """What the cards held say."""
    rows = []
    for name in dict.fromkeys(held.card for held in report.view.hand):
        card = report.view.catalogue.cards[name]
        aim = f"on {card.aim}" if isinstance(card, MantraCard) and card.aim != "none" else ""
        rows.append((Cell(name, bold=True), aim, effects_text(card) or "·"))
    return Table(title="What your cards say (EFF-1)", heads=("card", "", "effect"), rows=tuple(rows), small=True)


def fast(report: Report) -> Table:
    """What fired, and the FAST lines that stand: which wait for their event, and why the others sleep (FAST-2)."""
    from magika_gm.games.temple_isle.orders.lines import write_order

    fired = [one.event for one in report.told if isinstance(one.event, FastFired) and one.event.seat == report.seat]
    rows: list[tuple[str | Cell, ...]] = [("", Cell(e.text, bold=True), "fired; used up (FAST-3)") for e in fired]
    rows += [(str(n), write_order(line), asleep(report, line)) for n, line in enumerate(report.view.fast, 1)]
    return Table(title="Your FAST lines", heads=("", "line", ""), rows=tuple(rows))


def asleep(report: Report, line: Fast) -> str:
    """Whether a standing line could fire as things are, by what its player knows himself."""
    view = report.view
    if line.card not in {held.card for held in view.hand}:
        return "sleeps: the card is not in your hand (FAST-2)"
    if view.count < view.catalogue.mantras[line.card].level:
        return f"sleeps: {told_why(Refusal.COUNT)}"
    return "waits for its event"


def hand_cards(report: Report, style: Style | None = None) -> Cards:
    """One's hand as printed cards, to cut out; below each what it lacks to be played now."""
    cards = []
    for held in report.view.hand:
        design = report.view.catalogue.cards.get(held.card)
        if design is not None:
            cards.append(Card(card_picture(design, style), playable(report, held)))
    return Cards(f"Your hand: {means(report)}", tuple(cards))


def means(report: Report) -> str:
    """What cards are played by: count, levels in play, hand limit."""
    view = report.view
    return f"count {view.count} (ENCH-2), levels in play {view.level_sum} (MUST-2), limit {view.hand_limit} (SEQ-3)"


def piles(report: Report) -> Prose:
    """Piles, and what is known of the other hand."""
    view, foe = report.view, OTHER[report.seat]
    lines = [f"Discard pile, newest last: {', '.join(view.discard) or 'empty'}."]
    known = f", among them {', '.join(view.known)}" if view.known else ""
    lines.append(f"{NAMES[foe]} holds {view.hands[foe]} cards{known}.")
    if report.memory.peek is not None:
        seen = ", ".join(report.memory.peek) or "no card"
        lines.append(f"The other hand as seen in mail turn {report.memory.peeked}: {seen}.")
    over = [mantra_text(m) for m in view.global_mantras]
    lines += [f"Over the isle: {'; '.join(over)}."] if over else []
    lines += [f"{NAMES[s]} offers a draw (END-4)." for s in SEATS if view.offered[s]]
    if view.temples:
        placed = "; ".join(f"T{n} {t}" for n, t in enumerate(view.temples, 1))
        lines.append(f"Temples to be placed (BUILD-2): {placed}.")
    return Prose("Cards", tuple(lines))

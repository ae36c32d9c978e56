"""What was told, in sentences with their rules; of an event as its reader perceives it, and of nothing else (SEE-2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from magika_gm.engine.told import Told
from magika_gm.games.xom_zol.cards.catalogue import every_card
from magika_gm.games.xom_zol.cards.model import Card, Cards
from magika_gm.games.xom_zol.cards.text import change_text
from magika_gm.games.xom_zol.rules import events as e
from magika_gm.games.xom_zol.rules.sequence import ENDINGS, STEPS
from magika_gm.games.xom_zol.rules.state import Payment, State
from magika_gm.games.xom_zol.rules.terms import SIDES, Ending, other
from magika_gm.games.xom_zol.rules.turn import GAME_TURN_PHASES
from magika_gm.reports.kit.usual import Line, Teller

_ES = ("s", "sh", "ch", "x")
_WHY = {e.Why.TURN: "SEQ 2", e.Why.FIZZLE: "SEQ 4", e.Why.EFFECT: "FX-1"}
_MOMENTS = {"ENTER": "enters", "DIES": "dies", "HIT": "hits", "TURN": "begins the battle"}
_LETTER_WORDS = {"G": "good", "E": "evil", "N": "neutral"}


class Paragraph(NamedTuple):
    """What happened in one step of a game turn."""

    phase: int
    step: int
    title: str
    lines: tuple[Line, ...]


class Names(Teller[Paragraph]):
    """Cards in play by ref as sentences call them, and sides as their reader does."""

    paragraph = Paragraph

    def __init__(self, cards: Mapping[str, str], seat: str = "", known: Cards | None = None) -> None:
        self.by_ref = dict(cards)
        self.seat = seat
        self.cards = every_card() if known is None else known

    def card(self, ref: str) -> Card | None:
        """The card a ref stands for."""
        return self.cards.get(self.by_ref.get(ref, ""))

    def __call__(self, ref: str) -> str:
        """``A7 Xom Knight``; a side, a card's name, and what is not known stay as they are."""
        if ref in SIDES:
            return self.whom(ref)
        name = self.by_ref.get(ref)
        return f"{ref} {name}" if name else ref

    def many(self, refs: Iterable[str]) -> str:
        """Several of them."""
        return ", ".join(map(self, refs))

    def who(self, side: str, verb: str) -> str:
        """``You cast`` or ``Side B casts``."""
        if side == self.seat:
            return f"You {verb}"
        irregular = {"have": "has", "are": "is", "may": "may", "were": "was"}
        ending = "es" if verb.endswith(_ES) else "s"
        return f"Side {side} {irregular.get(verb, verb + ending)}"

    def whom(self, side: str) -> str:
        """``you`` or ``side B``."""
        return "you" if side == self.seat else f"side {side}"

    def whose(self, side: str) -> str:
        """``your`` or ``side B's``."""
        return "your" if side == self.seat else f"side {side}'s"

    def title(self, phase: int, step: int) -> str:
        """``Clash``, or in the second game turn of a mail turn ``Second turn: clash``."""
        name = STEPS.get(step, "").partition(" ")[2] if step else "before the turn"
        for letter in ("A ", "B ", "C ", "D "):
            name = name.removeprefix(letter)
        name = name.replace("E1 ", "").replace("E2 ", "")
        return f"second turn: {name}" if phase > GAME_TURN_PHASES else name

    def sentence(self, event: Any) -> Line | None:  # noqa: D102 - the kit says what it is
        match event:
            case e.TurnBegan(turn, side):
                return Line(f"Game turn {turn}, {self.whose(side)} turn.", "TERM-1")
            case e.Materialised(ref, behind):
                where = f" behind {self(behind)}" if behind else ""
                return Line(f"{self(ref)} is there now{where}.", "FIELD-3")
            case e.CardsReadied(side):
                return Line(f"All {self.whose(side)} cards become ready.", "FIELD-2")
            case e.LapsesEnded(refs):
                return Line(f"{self.many(refs)}: what had lapsed works again.", "UPK-3")
            case e.UpkeepPaid(side, ref, payment):
                verb = self.who(side, "pay")
                return Line(f"{verb} the upkeep of {self(ref)}{_paid(payment)}.", "UPK-2")
            case e.Unsummoned(side, ref, card):
                return Line(f"{self.who(side, 'unsummon')} {ref} {card}.", "UPK-2")
            case e.Lapsed(side, ref, rests):
                then = "it commits and rests" if rests else "that costs life"
                return Line(f"{self.who(side, 'let')} the upkeep of {self(ref)} lapse: {then}.", "UPK-3")
            case e.PenaltiesTaken(side, pool, lapsed, unmet):
                counts = (pool, "mana left in the pool"), (lapsed, "lapsed upkeep"), (unmet, "a CONDITION not met")
                parts = [f"{n} for {what}" for n, what in counts if n]
                return Line(f"{self.who(side, 'lose')} life: {', '.join(parts)}.", "SEQ 5.3", side) if parts else None
            case e.GameEnded(winner, ending):
                why, rule = ENDINGS[Ending(ending)]
                said = f"{self.who(winner, 'win')} the game" if winner in SIDES else "The game is drawn"
                return Line(f"{said}: {why}.", rule)
            case e.SheetMissed(side):
                return Line(f"No ACT part came from {self.whom(side)}: the default turn is played.", "POL-8")
            case e.ActUnused(_):
                return Line("Your ACT part was not used: the game turn was the other side's.", "MAIL-3")
            case e.Conceded(side):
                return Line(f"{self.who(side, 'concede')}.", "END-4")
            case e.StandingSet(_, lines):
                n = len(lines)
                said = f"{n} line{'s' if n != 1 else ''}" if n else "no line"
                return Line(f"Your standing orders are replaced: {said} now in force.", "MAIL-3")
            case e.CardCast(side, card, aim, payment):
                return Line(f"{self.who(side, 'cast')} {card}{_on(aim, self)}{_paid(payment)}.", "PLAY-1")
            case e.CounterCast(side, card, against, payment):
                said = f"{self.who(side, 'answer')} {against} with {card}{_paid(payment)}."
                return Line(said, "CTR-1", other(side))
            case e.CastCancelled(side, card, by):
                return Line(f"{card} is cancelled by {by}; all that paid for it stays spent.", "CTR-2", side)
            case e.TaxAsked(side, n, payment):
                if payment is None:
                    return Line(f"A TAX of {n} is asked of {self.whom(side)} and not paid.", "POL-6", side)
                return Line(f"{self.who(side, 'pay')} a TAX of {n}{_paid(payment)}.", "POL-6")
            case e.CardEntered():
                return _entered(event, self)
            case e.EffectUsed(side=side, ref=ref, aim=aim, payment=payment, commits=commits, inflate=inflate):
                what = "inflate" if inflate else "use"
                extra = ", committing it" if commits else ""
                rule = "STAT-5" if inflate else "FX-2"
                return Line(f"{self.who(side, what)} {self(ref)}{_on(aim, self)}{_paid(payment)}{extra}.", rule)
            case e.TriggerRan(_, ref, card, moment, aim):
                return Line(f"{ref} {card} {_MOMENTS.get(moment, moment)}: its trigger runs{_on(aim, self)}.", "FX-3")
            case e.TriggersFellOut(n):
                return Line(f"{n} more triggers fall out.", "STAT-6")
            case e.Damaged(ref, n, by):
                return Line(f"{self(by)} does {n} damage to {self(ref)}.", "FX-1", ref[:1])
            case e.LifeChanged(side, change, by, why):
                verb = "gain" if change > 0 else "lose"
                rule = "FX" if why is e.Why.LEECH else "FX-1"
                how = "LEECH of " if why is e.Why.LEECH else ""
                said = f"{self.who(side, verb)} {abs(change)} life by {how}{self(by)}."
                return Line(said, rule, side if change < 0 else "")
            case e.Changed(ref, s, d, by):
                return Line(f"{self(ref)} has {change_text(s, d)} for the turn by {self(by)}.", "STAT-1")
            case e.Granted(ref, keyword, by):
                return Line(f"{self(ref)} has {keyword} for the turn by {self(by)}.", "FX-1")
            case e.Doomed(ref, by):
                return Line(f"{self(ref)} is doomed by {self(by)}.", "STAT-3", ref[:1])
            case e.Destroyed(ref, card, by):
                return Line(f"{ref} {card} is destroyed by {self(by)}.", "FX-1", ref[:1])
            case e.Returned(ref, card, by):
                return Line(f"{ref} {card} goes back to its owner's hand by {self(by)}.", "FX-1", ref[:1])
            case e.CardCommitted(ref, by):
                return Line(f"{self(ref)} is committed by {self(by)}.", "FX-1", ref[:1])
            case e.CardReadied(ref, by):
                return Line(f"{self(ref)} is made ready by {self(by)}.", "FX-1")
            case e.Pacified(ref, by):
                return Line(f"{self(ref)} is pacified by {self(by)}.", "FX-1", ref[:1])
            case e.FogFell(by):
                return Line(f"{self(by)}: no combat damage and no sabotage for the rest of the game turn.", "FX-1")
            case e.ManaMade(side, letters, by):
                return Line(f"{self(by)} makes {letters} for {self.whom(side)}.", "FX-1")
            case e.CardsDrawn(side, n, why, cards):
                return Line(f"{self.who(side, 'draw')} {_cards(cards, n)}.", _WHY.get(why, "FX-1"))
            case e.CardDiscarded(side, card, why, bottom):
                where = " under the library" if bottom else ""
                verb = "put" if bottom else "discard"
                rule = "POL-7" if why is e.Why.FIZZLE else "FX-1"
                harmed = side if why is e.Why.EFFECT else ""
                return Line(f"{self.who(side, verb)} {card or 'a card'}{where}.", rule, harmed)
            case e.CardsMilled(side, cards, by):
                return Line(f"From {self.whose(side)} library fall {', '.join(cards)} by {self(by)}.", "FX-1", side)
            case e.HandSeen(side, by, cards):
                seen = f": {', '.join(cards)}" if cards else ""
                return Line(f"{self.who(side, 'look')} at {self.whose(other(side))} hand by {self(by)}{seen}.", "FX-1")
            case e.CardFetched(side, card, by):
                return Line(f"{self.who(side, 'fetch')} {card or 'nothing'} from the library by {self(by)}.", "FX-1")
            case e.CardRaised(side, card, by):
                return Line(f"{self.who(side, 'raise')} {card} to hand by {self(by)}.", "FX-1")
            case e.Formed(side, columns):
                ranks = "; ".join(f"{front or '-'}{f' before {rear}' if rear else ''}" for front, rear in columns)
                return Line(f"{self.who(side, 'form')} up: {ranks}.", "FIELD-5")
            case e.AssaultDeclared(side):
                return Line(f"{self.who(side, 'declare')} an assault.", "SEQ 3.4 A")
            case e.AssaultersChosen(_, first, second, vigilant):
                back = f"; second rank {self.many(second)}" if second else ""
                watch = (
                    f"; {', '.join(vigilant)} {'stays' if len(vigilant) == 1 else 'stay'} ready (VIGIL)"
                    if vigilant
                    else ""
                )
                return Line(f"First rank {self.many(first) or 'nobody'}{back}{watch}.", "ASLT-2")
            case e.CounterAssigned(ref, against):
                return Line(f"{self(ref)} counters {self(against)}.", "ASLT-8")
            case e.Aligned(ref, against, s, d):
                return Line(_aligned(ref, against, s, d, self), "ALN")
            case e.Struck(ref, at, n):
                return Line(f"{self(ref)} deals {n} to {self(at)}.", "FIGHT-3" if at in SIDES else "FIGHT-2", at[:1])
            case e.Sabotaged(ref, function, card):
                return Line(f"{self(ref)} destroys {function} {card}.", "ASLT-10", function[:1])
            case e.Died(ref, card, home):
                return Line(f"{ref} {card} dies{' and goes back to hand' if home else ''}.", "STAT-3", ref[:1])
            case e.AssaultEnded(_):
                return None
        return _master(event, self)


def names_in(state: State, told: Iterable[Told[Any]], seat: str = "") -> Names:
    """Names of everything in play, and of what left play in the turn."""
    found: dict[str, str] = {}
    for one in told:
        for event in (one.event, one.blurred):
            match event:
                case (
                    e.CardEntered() | e.Died() | e.Returned() | e.Destroyed() | e.Unsummoned() | e.TriggerRan()
                ):  # fmt: skip
                    found[event.ref] = event.card
                case e.Sabotaged(_, function, card):
                    found[function] = card
                case e.GmMovedCard():
                    found[event.ref or event.source] = event.card
                case _:
                    pass
    found |= {piece.ref: piece.card.name for piece in state.pieces.values()}
    return Names(found, seat, state.cards)


def _paid(payment: Payment | None) -> str:
    """How something was paid, in brackets (MANA-8)."""
    if payment is None:
        return ""
    parts = []
    if payment.refs:
        parts.append(f"{', '.join(payment.refs)} give {payment.added}" if len(payment.refs) > 1
                     else f"{payment.refs[0]} gives {payment.added}")  # fmt: skip
    if payment.spent:
        parts.append(f"{payment.spent} spent")
    if payment.life:
        parts.append(f"{payment.life} life forced")
    return f" ({'; '.join(parts)})" if parts else ""


def _cards(cards: Sequence[str], n: int) -> str:
    if cards:
        return ", ".join(cards)
    return "a card" if n == 1 else f"{n} cards"


def _on(aim: str, names: Names) -> str:
    return f" on {names(aim)}" if aim else ""


def _entered(event: e.CardEntered, names: Names) -> Line:
    raised = " from the discard pile" if event.raised else ""
    if event.on:
        return Line(f"{event.ref} {event.card} lies on {names(event.on)}.", "PLAY-3")
    if not event.exists:
        behind = f", to stand behind {names(event.behind)}" if event.behind else ""
        return Line(f"{event.ref} {event.card} is cast{raised}, not yet here{behind}.", "FIELD-3")
    return Line(f"{event.ref} {event.card} comes into play{raised}.", "PLAY-4")


def _aligned(ref: str, against: str, s: int, d: int, names: Names) -> str:
    own, foe = names.card(ref), names.card(against)
    if own is None or foe is None:
        return f"{names(ref)} has {change_text(s, d)} against {names(against)}."
    pair = f"{_LETTER_WORDS.get(own.letter, '')} {own.align} against {_LETTER_WORDS.get(foe.letter, '')} {foe.align}"
    return f"{names(ref)} has {change_text(s, d)} in the fight with {names(against)}: {pair}."


def _master(event: Any, names: Names) -> Line | None:
    match event:
        case e.GmForfeited(side, reason):
            return Line(f"{names.who(side, 'forfeit')} ({reason}).", "END-4", side)
        case e.GmSetLife(side, life, reason):
            return Line(f"The game master sets {names.whose(side)} life to {life} ({reason}).")
        case e.GmMovedCard(side=side, card=card, source=source, target=target, reason=reason):
            return Line(f"The game master moves {names.whose(side)} {card} from {source} to {target} ({reason}).")
        case e.GmMarked(_, ref, committed, reason):
            return Line(f"The game master makes {names(ref)} {'committed' if committed else 'ready'} ({reason}).")
        case e.GmChangedLine(part=part, number=number, before=before, after=after, reason=reason):
            was = before or "nothing"
            return Line(f"The game master changes {part} line {number}: {was} becomes {after or 'nothing'} ({reason}).")
    return None


def number_of(step: int) -> str:
    """``3.4 A``."""
    first, _, rest = STEPS.get(step, "").partition(" ")
    letter = rest.partition(" ")[0]
    return f"{first}{letter}" if letter in ("A", "B", "C", "D", "E1", "E2") else first if step else ""

"""What can happen, in the past tense.

A rule tells an event; telling changes the state by it. ``side`` is whose affair
it is, ``ref`` a card in play, ``by`` what did it (a ref, or the name of a channel, spell or counter).
"""

from __future__ import annotations

from bisect import insort
from enum import StrEnum

from magika_gm.engine.plain import Codec
from magika_gm.engine.records import named_record, record
from magika_gm.engine.told import Happened, events_of
from magika_gm.games.xom_zol.cards.model import in_order
from magika_gm.games.xom_zol.orders.lines import stored_order
from magika_gm.games.xom_zol.rules.state import (
    Combat,
    Payment,
    Piece,
    State,
    closed_up,
    end_turn,
    land,
    leave,
    pay,
    take_place,
)
from magika_gm.games.xom_zol.rules.terms import SIDES, Word

# --- What several events carry: what was paid, and why something happened ---


class Why(StrEnum):
    """Why cards were drawn, discarded, or life changed."""

    TURN = "turn"
    FIZZLE = "fizzle"
    EFFECT = "effect"
    COMBAT = "combat"
    LEECH = "leech"


class Aside(Happened):
    """An event that leaves S, D and keywords as they were."""

    __slots__ = ()

    looks = False


# --- The frame of a game turn, upkeep, sheets and what became of their lines ---


@record
class TurnBegan(Happened):
    """A game turn began."""

    turn: int
    side: str

    def apply(self, state: State) -> None:
        state.turn, state.active = self.turn, self.side


@record
class Materialised(Happened):
    """A creature exists and took its place (FIELD-3, FIELD-5): ``behind`` that creature, or in a new column."""

    ref: str
    behind: str = ""

    def apply(self, state: State) -> None:
        state.pieces[self.ref].exists = True
        take_place(state, self.ref, self.behind)


@record
class CardsReadied(Aside):
    """The active side's cards became ready, its "assaulted" marks went (SEQ 1.2)."""

    side: str

    def apply(self, state: State) -> None:
        for piece in state.of(self.side):
            piece.committed = piece.assaulted = False


@record
class CardsDrawn(Aside):
    """Cards were drawn; others are told the number alone."""

    side: str
    n: int
    why: Why
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        own = state.sides[self.side]
        for card in own.library[: self.n]:
            insort(own.hand, card)
        del own.library[: self.n]


@record
class LapsesEnded(Happened):
    """What had lapsed works again (UPK-3)."""

    refs: tuple[str, ...]

    def apply(self, state: State) -> None:
        for ref in self.refs:
            state.pieces[ref].lapsed = False


@record
class UpkeepPaid(Aside):
    """An upkeep was paid (UPK-2)."""

    side: str
    ref: str
    payment: Payment

    def apply(self, state: State) -> None:
        pay(state, self.side, self.payment)


@record
class Unsummoned(Happened):
    """A card was unsummoned (UPK-2)."""

    side: str
    ref: str
    card: str

    def apply(self, state: State) -> None:
        leave(state, self.ref, home=False)


@record
class Lapsed(Happened):
    """An upkeep was let lapse: the card ``rests``, or by the option ``lapse`` life alone is lost (UPK-3)."""

    side: str
    ref: str
    rests: bool = True

    def apply(self, state: State) -> None:
        if self.rests:
            state.pieces[self.ref].lapsed = state.pieces[self.ref].committed = True


@record
class PenaltiesTaken(Happened):
    """Penalties of step 5.3: life for letters in the pool, lapsed upkeep and conditions not met."""

    side: str
    pool: int
    lapsed: int
    unmet: int

    def apply(self, state: State) -> None:
        state.sides[self.side].life -= self.pool + self.lapsed + self.unmet


@record
class TurnEnded(Happened):
    """Pools are empty; damage and changes for the turn are over (SEQ 5.5)."""

    turn: int

    def apply(self, state: State) -> None:
        end_turn(state)


@record
class GameEnded(Happened):
    """The game is over (END); ``winner`` is a side or ``draw``."""

    winner: str
    ending: str

    def apply(self, state: State) -> None:
        state.winner, state.ending, state.combat = self.winner, self.ending, None
        for own in state.sides.values():
            while own.columns and own.columns[-1] == ("", ""):
                own.columns.pop()


@record
class SheetMissed(Happened):
    """No ACT part came: the default turn was played (POL-8)."""

    side: str


@record
class StandingSet(Aside):
    """A side's standing orders were replaced (MAIL-3), each as it is written."""

    side: str
    lines: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.sides[self.side].react = tuple(stored_order(line, state.cards) for line in self.lines)


@record
class ActUnused(Happened):
    """An ACT part came in a mail turn without an own game turn (MAIL-3)."""

    side: str


@named_record
class LineSettled(Aside):
    """What became of an order line: the side's own affair. ``code`` says why not, ``rule`` by which rule."""

    side: str
    part: str
    number: int
    text: str
    word: Word
    code: str = ""
    rule: str = ""


# --- Casting and using (PLAY, CTR, FX-2, FX-3) ---


@record
class CardCast(Aside):
    """A card was cast, paid and aimed (PLAY-1); ``aim`` is a ref, a side, or a card of the pile."""

    side: str
    card: str
    aim: str
    payment: Payment

    def apply(self, state: State) -> None:
        state.sides[self.side].hand.remove(self.card)
        state.flight += ((self.side, self.card),)
        if state.cards[self.card].is_mana:
            state.mana_cast = True
        pay(state, self.side, self.payment)


@record
class CounterCast(Aside):
    """A counter answered a cast (CTR-1)."""

    side: str
    card: str
    against: str
    payment: Payment

    def apply(self, state: State) -> None:
        state.sides[self.side].hand.remove(self.card)
        state.flight += ((self.side, self.card),)
        pay(state, self.side, self.payment)


@record
class ToPile(Aside):
    """A card that was being cast lies in its owner's pile."""

    side: str
    card: str

    def apply(self, state: State) -> None:
        land(state, self.side, self.card)
        state.sides[self.side].discard.append(self.card)


@record
class CastCancelled(ToPile):
    """A cast was cancelled (CTR-2)."""

    by: str


@record
class TaxAsked(Aside):
    """A TAX was paid, or with no payment the cast falls (POL-6)."""

    side: str
    n: int
    payment: Payment | None

    def apply(self, state: State) -> None:
        if self.payment is not None:
            pay(state, self.side, self.payment)


@record
class CardSpent(ToPile):
    """A card that stays nowhere went to its owner's pile after its effect."""


@named_record
class CardEntered(Happened):
    """A card came into play; ``exists`` is False for a creature not there yet, ``raised`` if it lay in the pile."""

    side: str
    ref: str
    card: str
    exists: bool = True
    on: str = ""
    behind: str = ""
    raised: bool = False

    def apply(self, state: State) -> None:
        own = state.sides[self.side]
        if self.raised:
            own.discard.remove(self.card)
        else:
            land(state, self.side, self.card)
        number = int(self.ref[1:])
        state.pieces[self.ref] = Piece(
            ref=self.ref,
            side=self.side,
            number=number,
            card=state.cards[self.card],
            exists=self.exists,
            on=self.on,
            behind="" if self.exists else self.behind,
        )
        own.next_number = number + 1
        if state.cards[self.card].body and self.exists:
            take_place(state, self.ref, self.behind)


@named_record
class EffectUsed(Happened):
    """A USE effect, or with ``inflate`` an INFLATE, was paid for (FX-2, STAT-5)."""

    side: str
    ref: str
    aim: str
    payment: Payment
    commits: bool = False
    inflate: bool = False

    def apply(self, state: State) -> None:
        pay(state, self.side, self.payment)
        piece = state.pieces[self.ref]
        piece.committed = piece.committed or self.commits
        piece.inflated += self.inflate


@record
class TriggerRan(Aside):
    """A trigger began to run (FX-3)."""

    side: str
    ref: str
    card: str
    moment: str
    aim: str = ""


@record
class TriggersFellOut(Happened):
    """More than fifty triggers in a row: the rest fall out (STAT-6)."""

    n: int


# --- What effects do (FX-1) ---


@record
class Damaged(Aside):
    """A creature took damage from an effect."""

    ref: str
    n: int
    by: str

    def apply(self, state: State) -> None:
        state.pieces[self.ref].damage += self.n


@record
class LifeChanged(Aside):
    """A side gained or lost life by an effect or by LEECH."""

    side: str
    change: int
    by: str
    why: Why = Why.EFFECT

    def apply(self, state: State) -> None:
        state.sides[self.side].life += self.change


@record
class Changed(Happened):
    """A creature's S and D changed for the turn."""

    ref: str
    s: int
    d: int
    by: str

    def apply(self, state: State) -> None:
        state.pieces[self.ref].changes += ((self.s, self.d),)


@record
class Granted(Happened):
    """A creature has a keyword for the turn."""

    ref: str
    keyword: str
    by: str

    def apply(self, state: State) -> None:
        state.pieces[self.ref].grants += (self.keyword,)


@record
class Doomed(Aside):
    """A creature leaves at the next check (STAT-3: DESTROY, VENOM)."""

    ref: str
    by: str

    def apply(self, state: State) -> None:
        state.pieces[self.ref].doomed = True


@record
class Destroyed(Happened):
    """A function, augment, land or sigil was destroyed."""

    ref: str
    card: str
    by: str

    def apply(self, state: State) -> None:
        leave(state, self.ref, home=False)


@record
class Returned(Happened):
    """A creature went back to its owner's hand."""

    ref: str
    card: str
    by: str

    def apply(self, state: State) -> None:
        leave(state, self.ref, home=True)


@record
class CardCommitted(Aside):
    """A creature was committed by an effect."""

    ref: str
    by: str

    def apply(self, state: State) -> None:
        state.pieces[self.ref].committed = True


@record
class CardReadied(Aside):
    """A creature was made ready by an effect."""

    ref: str
    by: str

    def apply(self, state: State) -> None:
        state.pieces[self.ref].committed = False


@record
class Pacified(Aside):
    """A creature neither assaults nor counter-assaults this game turn."""

    ref: str
    by: str

    def apply(self, state: State) -> None:
        state.pieces[self.ref].pacified = True


@record
class FogFell(Aside):
    """No combat damage and no sabotage for the rest of the game turn."""

    by: str

    def apply(self, state: State) -> None:
        state.fog = True


@record
class CardDiscarded(Aside):
    """A card of the hand went to the pile; with ``bottom`` under the library, which card others are not told."""

    side: str
    card: str
    why: Why
    bottom: bool = False

    def apply(self, state: State) -> None:
        own = state.sides[self.side]
        own.hand.remove(self.card)
        (own.library if self.bottom else own.discard).append(self.card)


@record
class CardsMilled(Aside):
    """Cards went from the top of the library to the pile."""

    side: str
    cards: tuple[str, ...]
    by: str

    def apply(self, state: State) -> None:
        own = state.sides[self.side]
        own.discard.extend(self.cards)
        del own.library[: len(self.cards)]


@record
class HandSeen(Aside):
    """``side`` looked at the other's hand (PEEK); which cards it saw it alone is told."""

    side: str
    by: str
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state.sides[self.side].saw = (state.turn, self.cards)


@record
class CardFetched(Aside):
    """A card went from the library to the hand, shown to both; "" if none fitted."""

    side: str
    card: str
    by: str

    def apply(self, state: State) -> None:
        if self.card:
            state.sides[self.side].library.remove(self.card)
            insort(state.sides[self.side].hand, self.card)


@record
class CardRaised(Aside):
    """A creature card went from the own pile to the hand."""

    side: str
    card: str
    by: str

    def apply(self, state: State) -> None:
        state.sides[self.side].discard.remove(self.card)
        insort(state.sides[self.side].hand, self.card)


@record
class ManaMade(Aside):
    """Letters went into the pool by an effect."""

    side: str
    letters: str
    by: str

    def apply(self, state: State) -> None:
        own = state.sides[self.side]
        own.pool = in_order(own.pool + self.letters)


# --- The field and the assault (FIELD-5, SEQ 3.4, ASLT, FIGHT, STAT-3) ---


@record
class Formed(Aside):
    """A side re-formed (FIELD-5): its columns, "" for nobody."""

    side: str
    columns: tuple[tuple[str, str], ...]

    def apply(self, state: State) -> None:
        state.sides[self.side].columns = closed_up(list(self.columns))


@record
class AssaultDeclared(Aside):
    """An assault was declared (SEQ 3.4 A)."""

    side: str


@record
class AssaultersChosen(Aside):
    """The assaulting creatures by rank; all are marked, all but ``vigilant`` commit (ASLT-2)."""

    side: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    vigilant: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state.combat = Combat(self.first, self.second, {ref: [] for ref in (*self.first, *self.second)})
        for ref in (*self.first, *self.second):
            state.pieces[ref].assaulted = True
            if ref not in self.vigilant:
                state.pieces[ref].committed = True


@record
class CounterAssigned(Aside):
    """A creature counters an assaulter (ASLT-8)."""

    ref: str
    against: str

    def apply(self, state: State) -> None:
        assert state.combat is not None
        state.combat.counters[self.against].append(self.ref)


@record
class Aligned(Happened):
    """An alignment change (ALN) of a creature that fights another."""

    ref: str
    against: str
    s: int
    d: int

    def apply(self, state: State) -> None:
        state.pieces[self.ref].aligned += ((self.s, self.d),)


@record
class Struck(Aside):
    """Combat damage: to a creature, or to the player (``at`` is a side then)."""

    ref: str
    at: str
    n: int

    def apply(self, state: State) -> None:
        if self.at in SIDES:
            state.sides[self.at].life -= self.n
        else:
            state.pieces[self.at].damage += self.n


@record
class Sabotaged(Happened):
    """A passing creature destroyed a function (ASLT-10)."""

    ref: str
    function: str
    card: str

    def apply(self, state: State) -> None:
        leave(state, self.function, home=False)


@record
class Died(Happened):
    """A creature died (STAT-3); ``home`` if it goes back to the hand."""

    ref: str
    card: str
    home: bool = False

    def apply(self, state: State) -> None:
        leave(state, self.ref, home=self.home)


@record
class AssaultEnded(Happened):
    """The assault is over; formations close up."""

    side: str

    def apply(self, state: State) -> None:
        state.combat = None
        for own in state.sides.values():
            own.columns = closed_up(own.columns)


# --- The sides' and the game master's own word (END-4) ---


@record
class Conceded(Happened):
    """A side conceded (END-4)."""

    side: str


@record
class GmForfeited(Happened):
    """A side forfeits (MAIL-7, END-4)."""

    side: str
    reason: str


@record
class GmSetLife(Happened):
    """The game master set a side's life."""

    side: str
    life: int
    reason: str

    def apply(self, state: State) -> None:
        state.sides[self.side].life = self.life


@named_record
class GmMovedCard(Happened):
    """The game master moved a card of a side from one zone to another (hand, library, discard, play)."""

    side: str
    card: str
    source: str
    target: str
    ref: str
    reason: str

    def apply(self, state: State) -> None:
        """The game master's hand: a card goes from a zone of its owner to another of his."""
        own = state.sides[self.side]
        piles = {"hand": own.hand, "library": own.library, "discard": own.discard}
        if self.source in piles:
            piles[self.source].remove(self.card)
        else:
            leave(state, self.source, home=False)
            own.discard.remove(self.card)
        if self.target == "hand":
            insort(own.hand, self.card)
        elif self.target == "library":
            own.library.insert(0, self.card)
        elif self.target == "discard":
            own.discard.append(self.card)
        else:
            state.flight += ((self.side, self.card),)
            CardEntered(side=self.side, ref=self.ref, card=self.card).apply(state)


@record
class GmMarked(Happened):
    """The game master made a card in play ready or committed."""

    side: str
    ref: str
    committed: bool
    reason: str

    def apply(self, state: State) -> None:
        state.pieces[self.ref].committed = self.committed


@named_record
class GmChangedLine(Happened):
    """The game master put another order into a side's sheet; "" for none."""

    side: str
    part: str
    number: int
    before: str
    after: str
    reason: str


Event = Happened
EVENTS: Codec[Event] = Codec(events_of(globals()), tag="event", whole=True, inner=False)
"""An event: its class under ``event``, then its fields, those that events hold without their classes."""

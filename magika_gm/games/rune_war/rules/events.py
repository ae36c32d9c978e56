"""What happens, in the past tense: in a hand of runes (HAND, MAG, PAY) and on the isle (MOVE, FIGHT, CLAIM).

Every event carries what its change of the state needs. ``kind`` -1 stands for a rune the reader does not see. Why a
seat did something is told to it alone, as a :class:`Decided` before the event.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from magika_gm.engine.plain import Codec, Word
from magika_gm.engine.records import named_record, record
from magika_gm.engine.told import Happened, events_of
from magika_gm.games.rune_war.orders.lines import stored, write_order
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules import state
from magika_gm.games.rune_war.rules.refusals import Lack, Refusal
from magika_gm.games.rune_war.rules.state import Creature, Discard, Due, Ending, Hand, SealedWall, Won, World
from magika_gm.games.rune_war.rules.tables import CREATURES, PARALYZE, Clan, split_code
from magika_gm.games.rune_war.rules.terms import Form, Meld

# --- What happens in a hand of runes, in the past tense (HAND, MAG, PAY) ---


@record
class TurnBegan(Happened):
    """A mail turn began (SEQ-1)."""

    turn: int
    due: Due
    round: int

    def apply(self, world: World) -> None:
        state.begin_turn(world, self.turn, self.due)


class Origin(StrEnum):
    """Where the sheet comes from that is played for a seat (GM-1)."""

    SENT = "sent"
    STANDING = "standing"
    BOT = "bot"


@record
class SheetPlayed(Happened):
    """The lines played for a seat this turn; a hand sheet that was sent stands for the rest of the hand."""

    seat: str
    due: Due
    origin: Origin
    orders: tuple[Order, ...]

    def apply(self, world: World) -> None:
        if self.due is Due.HAND and self.origin is Origin.SENT:
            world.players[self.seat].standing = self.orders
            world.players[self.seat].made = {}


@named_record
class LineRefused(Happened):
    """A line, or a part of it, could not be carried out (SEQ-7). ``about`` is the creature or place concerned."""

    seat: str
    line: int
    text: str
    reason: Refusal
    rule: str
    about: str = ""


@record
class WallBuilt(Happened):
    """The set was shuffled (HAND-2); a new round began. Others than the game master see the seal alone (GM-2)."""

    round: int
    seal: str
    nonce: str = ""
    order: tuple[int, ...] = ()

    def apply(self, world: World) -> None:
        """A new hand: everybody's runes go back, every rune has magic again (RUNE-4, SEQ-5)."""
        world.round = self.round
        world.due = Due.HAND
        for player in world.players.values():
            state.clear_runes(player)
        world.walls.append(SealedWall(round=self.round, seal=self.seal, nonce=self.nonce, order=self.order))
        world.hand = Hand(wall=list(self.order), next=world.east, fresh=True)


@record
class Dealt(Happened):
    """A seat got its first runes from the front of the wall; others see that it did."""

    seat: str
    runes: tuple[int, ...]
    number: int

    def apply(self, world: World) -> None:
        del state.hand_of(world).wall[: self.number]
        for kind in self.runes:
            state.gain(world.players[self.seat], kind, True)


class Step(StrEnum):
    """What a seat decides in a hand."""

    DRAW = "draw"
    GAME = "game"
    KONG = "kong"
    CLAIM = "claim"
    DISCARD = "discard"


@named_record
class Decided(Happened):
    """A decision of a seat and what made it: a line of its sheet, or a clause of the adviser (told to it alone).

    ``choice`` is a rune, a set, or ``""`` for letting it pass; ``line`` is 0 where the adviser or a rule decided,
    ``rule`` the clause. ``aim``, ``d`` and ``live`` are the adviser's grounds, where it was asked (-1: not asked).
    """

    seat: str
    step: Step
    choice: str
    line: int
    rule: str
    aim: str = ""
    d: int = -1
    live: int = -1


class Source(StrEnum):
    """Where a rune was drawn from."""

    FRONT = "front"
    BACK = "back"
    SPELL = "spell"


@record
class Drew(Happened):
    """A seat drew a rune; others see that it did. ``place`` is where it lay in the wall (a Draw spell's; else 0)."""

    seat: str
    kind: int
    source: Source
    place: int = 0

    def apply(self, world: World) -> None:
        player, wall = world.players[self.seat], state.hand_of(world).wall
        if self.source is Source.BACK:
            wall.pop()
        else:
            del wall[self.place]
            player.drawn = True
        state.gain(player, self.kind, True)


class KongForm(StrEnum):
    """The kinds of Kong."""

    DEAL = "deal"
    CONCEALED = "concealed"
    ADDED = "added"
    """The rune drawn was laid to a melded triplet."""
    DISCARD = "discard"


@named_record
class KongMade(Happened):
    """A foursome was declared (HAND-3, 7, 8); ``points`` are those of MAG-2, ``bright`` the runes with magic spent."""

    seat: str
    kind: int
    form: KongForm
    discarder: str = ""
    bright: int = 0
    points: int = 0

    def apply(self, world: World) -> None:
        player, kind = world.players[self.seat], self.kind
        concealed = self.form in (KongForm.DEAL, KongForm.CONCEALED)
        foursome = Meld(Form.FOURSOME, kind, concealed)
        if self.form is KongForm.ADDED:
            player.melds[player.melds.index(Meld(Form.TRIPLET, kind))] = foursome
            own = 1
        else:
            player.melds.append(foursome)
            own = 4 if concealed else 3
        if self.form is KongForm.DISCARD:
            state.unpile(world, self.discarder)
        player.held[kind] -= own
        player.bright[kind] -= self.bright
        player.points += self.points


@named_record
class MeldMade(Happened):
    """A Pung or Chow (HAND-6). ``dim`` are the own runes of it without magic."""

    seat: str
    meld: Meld
    rune: int
    discarder: str
    dim: tuple[int, ...] = ()
    points: int = 0

    def apply(self, world: World) -> None:
        player = world.players[self.seat]
        state.unpile(world, self.discarder)
        own = list(self.meld.kinds)
        own.remove(self.rune)
        state.lose_all(player, own, self.dim)
        player.melds.append(self.meld)
        player.points += self.points


@named_record
class Discarded(Happened):
    """A rune was discarded (HAND-4 e, MAG-1); those under Fog see that it was."""

    seat: str
    kind: int
    magic: bool
    points: int
    forced: bool = False
    """A random discard (MAG-13)."""
    unseen: tuple[str, ...] = ()

    def apply(self, world: World) -> None:
        hand, player = state.hand_of(world), world.players[self.seat]
        state.lose(player, self.kind, self.magic)
        player.discards.append(Discard(self.kind, self.unseen))
        player.points += self.points
        player.plays += 1
        hand.plays += 1
        if self.forced:
            player.random_discard = False
        if self.seat == world.east:
            hand.opened = True


@record
class CountedOff(Happened):
    """A discard was counted off Silence and Fog, after the claims on it (MAG-13)."""

    def apply(self, world: World) -> None:
        for player in world.players.values():
            player.silence = max(0, player.silence - 1)
            player.fog = max(0, player.fog - 1)


@record
class DiscardStood(Happened):
    """Nobody claimed the discard; ``next`` begins its play."""

    seat: str
    next: str

    def apply(self, world: World) -> None:
        state.hand_of(world).next = self.next


@record
class DealKongsOver(Happened):
    """Everybody has declared his foursomes of the deal (HAND-3)."""

    def apply(self, world: World) -> None:
        state.hand_of(world).fresh = False


@named_record
class HandWon(Happened):
    """Game (HAND-9): the winner's whole hand, its score, who pays, the magic left in it."""

    won: Won
    hand: tuple[int, ...]
    """The winner's concealed runes, the winning one among them."""
    dim: tuple[int, ...]

    def apply(self, world: World) -> None:
        won = self.won
        winner = world.players[won.winner]
        if won.discarder:
            state.unpile(world, won.discarder)
            state.gain(winner, won.rune, False)
        for seat, amount in won.payments:
            payer = world.players[seat]
            payer.rune_points -= amount
            winner.rune_points += amount
            if world.options.map:
                state.claim_points(winner, payer.clan, amount)
        winner.points += won.magic
        world.won = won
        state.end_hand(world)


@record
class HandDrawn(Happened):
    """The wall ran out: nobody won (HAND-10)."""

    round: int

    def apply(self, world: World) -> None:
        state.end_hand(world)
        world.won = Won(round=self.round)


@named_record
class SpellCast(Happened):
    """A spell was paid for and cast (MAG-9). To those who do not see its target or the place it is blank.

    ``target`` is a creature, a seat, or ``""``; ``resisted`` are creatures it left unharmed.
    """

    seat: str
    play: int
    spell: str
    cost: int
    components: tuple[int, ...]
    target: str = ""
    place: str = ""
    resisted: tuple[str, ...] = ()

    def apply(self, world: World) -> None:
        player = world.players[self.seat]
        player.points -= self.cost
        for kind in self.components:
            player.bright[kind] -= 1


@record
class OrderCast(Happened):
    """A CAST line was carried out once more (told to its seat alone)."""

    seat: str
    line: int
    standing: bool
    """Whether it is a line of the sheet that stands for the hand."""

    def apply(self, world: World) -> None:
        if self.standing:
            made = world.players[self.seat].made
            made[self.line] = made.get(self.line, 0) + 1


@record
class OrderWaits(Happened):
    """A CAST line waits at the end of the turn; why, when it was last tried (told to its seat alone)."""

    seat: str
    line: int
    play: int
    lacks: tuple[Lack, ...]


@record
class DiscardForced(Happened):
    """A random discard was laid on a seat (MAG-13)."""

    seat: str
    caster: str

    def apply(self, world: World) -> None:
        world.players[self.seat].random_discard = True


@named_record
class Scried(Happened):
    """A seat was shown another's concealed runes (told to it alone); ``late``: again at the end of the turn."""

    caster: str
    seat: str
    runes: tuple[int, ...]
    dim: tuple[int, ...]
    late: bool = False


@record
class Silenced(Happened):
    """A seat can declare nothing for so many discards (MAG-13)."""

    seat: str
    discards: int

    def apply(self, world: World) -> None:
        world.players[self.seat].silence = self.discards


@record
class Fogged(Happened):
    """A seat cannot see others' discards for so many (MAG-13)."""

    seat: str
    discards: int

    def apply(self, world: World) -> None:
        world.players[self.seat].fog = self.discards


# --- What happens on the isle, in the past tense (MAG, MOVE, FIGHT, CLAIM), and the game master's word ---


@named_record
class Summoned(Happened):
    """A creature appeared (MAG-7)."""

    code: str
    seat: str
    kind: str
    place: str

    def apply(self, world: World) -> None:
        player = world.players[self.seat]
        split = split_code(self.code)
        assert split is not None, self.code
        player.number = max(player.number, split[1])
        player.newest = self.code
        world.creatures[self.code] = Creature(
            code=self.code, seat=self.seat, kind=self.kind, at=self.place, loyalty=CREATURES[self.kind].loyalty
        )
        world.armies.setdefault(self.place, []).append(self.code)


class Cause(StrEnum):
    """What changed a creature's loyalty outside a strike."""

    SPELL = "spell"
    REGENERATION = "regeneration"
    DEVOTION = "devotion"
    WIZARD = "wizard"


@record
class LoyaltyChanged(Happened):
    """A creature's loyalty rose or fell by ``amount``; ``source`` is the spell, if one did it."""

    code: str
    amount: int
    cause: Cause
    source: str = ""

    def apply(self, world: World) -> None:
        world.creatures[self.code].loyalty += self.amount


@record
class Enchanted(Happened):
    """An enchantment was laid on a creature; its loyalty changed by ``amount`` with it (MAG-10)."""

    code: str
    enchantment: str
    amount: int

    def apply(self, world: World) -> None:
        creature = world.creatures[self.code]
        creature.enchantments = (*creature.enchantments, self.enchantment)
        creature.loyalty += self.amount


@record
class Dispelled(Happened):
    """A creature's enchantments ended; ``loyalty`` is what it has after that (MAG-10)."""

    code: str
    enchantments: tuple[str, ...]
    loyalty: int

    def apply(self, world: World) -> None:
        world.creatures[self.code].enchantments = ()
        world.creatures[self.code].loyalty = self.loyalty


@record
class ParalysisEnded(Happened):
    """Paralyze ended with its owner's segment (SEQ-5)."""

    code: str

    def apply(self, world: World) -> None:
        creature = world.creatures[self.code]
        creature.enchantments = tuple(e for e in creature.enchantments if e != PARALYZE)


class Way(StrEnum):
    """How a creature changed its place."""

    STEP = "step"
    GATE = "gate"
    TELEPORT = "teleport"
    RETURN = "return"


@named_record
class Moved(Happened):
    """A creature went from one place to another; told to those who see both ends of its way."""

    code: str
    seat: str
    way: Way
    origin: str
    place: str

    def apply(self, world: World) -> None:
        state.put(world, self.code, self.place)


@named_record
class Glimpsed(Happened):
    """Somebody sees one end of a creature's way alone: that it went, or that it came (SEE-5)."""

    code: str
    seat: str
    kind: str
    way: Way
    place: str
    arrived: bool


class Farewell(StrEnum):
    """Why a creature left the game."""

    LOYALTY = "loyalty"
    DISMISSED = "dismissed"
    NO_WAY_BACK = "no way back"
    MASTER = "master"


@named_record
class Left(Happened):
    """A creature left the game (CREA-3); ``witnesses`` are the seats that know it."""

    code: str
    seat: str
    kind: str
    place: str
    why: Farewell
    witnesses: tuple[str, ...]

    def apply(self, world: World) -> None:
        state.remove(world, self.code)
        del world.creatures[self.code]
        world.gone[self.code] = self.witnesses


@record
class SegmentBegan(Happened):
    """A wizard's segment of the map phase began (SEQ-5)."""

    seat: str


@record
class LinedUp(Happened):
    """An army was arranged (MOVE-7); ``codes`` are the seat's creatures there, the leader first."""

    seat: str
    place: str
    codes: tuple[str, ...]

    def apply(self, world: World) -> None:
        others = [code for code in world.armies[self.place] if world.creatures[code].seat != self.seat]
        world.armies[self.place] = [*self.codes, *others]


@record
class LandClaimed(Happened):
    """A territory was claimed (CLAIM-1); ``clan`` owned it, ``cost`` claim points against it were spent."""

    seat: str
    place: str
    clan: Clan
    cost: int

    def apply(self, world: World) -> None:
        player = world.players[self.seat]
        player.lcp[self.clan] -= self.cost
        world.land[self.place] = player.clan


@named_record
class CombatBegan(Happened):
    """A combat began; everybody sees who takes part (SEE-5). Armies in army order."""

    place: str
    attacker: str
    defender: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    kinds: tuple[str, ...]
    """The kinds of the attackers, then of the defenders."""
    first_strike: bool


@record
class Blasted(Happened):
    """Hellblast struck a creature as the combat began (FIGHT-2)."""

    source: str
    code: str
    damage: int

    def apply(self, world: World) -> None:
        world.creatures[self.code].loyalty -= self.damage


@record
class Shot(Happened):
    """A shot of the ranged round (FIGHT-3); the shooter is a creature or the territory."""

    shooter: str
    target: str
    damage: int

    def apply(self, world: World) -> None:
        if self.target in world.creatures:
            world.creatures[self.target].loyalty -= self.damage


@named_record
class Struck(Happened):
    """A strike at a creature or the territory (FIGHT-6 to 10). Rolls are 0 where none was made."""

    striker: str
    target: str
    melee: int
    defense: int
    mighty: int = 0
    chance: int = 0
    roll: int = 0
    damage: int = 0
    left: int = 0
    """Loyalty the target has after it."""

    def apply(self, world: World) -> None:
        if self.target in world.creatures:
            world.creatures[self.target].loyalty -= self.damage


@record
class Scorched(Happened):
    """A striker lost loyalty to a Fire Shield."""

    code: str
    bearer: str

    def apply(self, world: World) -> None:
        world.creatures[self.code].loyalty -= 1


@named_record
class CombatEnded(Happened):
    """A combat ended; ``broken_off``: after 120 strikes (FIGHT-12)."""

    place: str
    attacker: str
    won: bool
    strikes: int
    broken_off: bool = False


@record
class LandTaken(Happened):
    """A territory was conquered (FIGHT-11)."""

    seat: str
    place: str
    clan: Clan

    def apply(self, world: World) -> None:
        world.land[self.place] = world.players[self.seat].clan


@record
class GameEnded(Happened):
    """The game is over (END-1)."""

    ending: Ending

    def apply(self, world: World) -> None:
        world.ending = self.ending
        world.due = Due.NOTHING
        world.hand = None
        for player in world.players.values():
            state.clear_runes(player)


@named_record
class GmAdjusted(Happened):
    """The game master set a figure of a seat (``points``, ``rune_points``, ``lcp M``) or a creature's loyalty."""

    subject: str
    figure: str
    before: int
    after: int
    reason: str

    def apply(self, world: World) -> None:
        if self.subject in world.creatures:
            world.creatures[self.subject].loyalty = self.after
            return
        player = world.players[self.subject]
        word, _, clan = self.figure.partition(" ")
        if word == "lcp":
            player.lcp[Clan(clan)] = self.after
        elif word == "points":
            player.points = self.after
        else:
            player.rune_points = self.after


@named_record
class GmPlaced(Happened):
    """The game master set a creature elsewhere."""

    code: str
    origin: str
    place: str
    reason: str

    def apply(self, world: World) -> None:
        state.put(world, self.code, self.place)


@named_record
class GmOwned(Happened):
    """The game master gave a territory to a clan."""

    place: str
    before: Clan
    clan: Clan
    reason: str

    def apply(self, world: World) -> None:
        world.land[self.place] = self.clan


@record
class GmSeated(Happened):
    """A built-in policy, or a player again (""), plays a seat from now on (GM-1)."""

    seat: str
    policy: str
    reason: str

    def apply(self, world: World) -> None:
        world.players[self.seat].policy = self.policy


@record
class GmOrdered(Happened):
    """The game master put another order in the place of a line of a seat's sheet."""

    seat: str
    line: int
    order: str
    reason: str


Event = Happened
_ORDER = Word(lambda order: [order.line, write_order(order)], lambda plain: replace(stored(plain[1]), line=plain[0]))
EVENTS: Codec[Event] = Codec(events_of(globals()), tag="", inner=False, words={Order: _ORDER})
"""``["Drew", "1", 5, "front", 0]``; orders among the fields are ``[line, text]``."""

"""A hand: the deal and the seal of its wall; a hand turn: deal kongs, plays, claims, Game (HAND, SEQ-2 to SEQ-4)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import record
from magika_gm.games.rune_war.rules import deciding
from magika_gm.games.rune_war.rules.deciding import Chance, Plan
from magika_gm.games.rune_war.rules.events import (
    CountedOff,
    DealKongsOver,
    Dealt,
    Decided,
    Discarded,
    DiscardStood,
    Drew,
    HandDrawn,
    HandWon,
    KongForm,
    KongMade,
    MeldMade,
    Scried,
    Source,
    Step,
    WallBuilt,
)
from magika_gm.games.rune_war.rules.magic import Waits, cast_draw, cast_in_step_d, nearest_of_suit, show_runes
from magika_gm.games.rune_war.rules.scoring import Score
from magika_gm.games.rune_war.rules.state import Hand, Player, SealedWall, Won, World, clockwise
from magika_gm.games.rune_war.rules.tables import DISCARD_POINTS, MELD_POINTS, SEATS, WIN_POINTS
from magika_gm.games.rune_war.rules.terms import CODES, COPIES, KIND, KINDS, WHOLE_SET, Form, Meld, dim_of, spread
from magika_gm.games.rune_war.rules.turn import Table

KONGS, PLAYS, GAME, REPORTS = 2, 3, 4, 5
"""Steps of SEQ-3."""


@record
class Start:
    """How a play begins: by drawing (``drawn`` -1), after a claim (step d), or with a supplement (step b)."""

    seat: str
    draws: bool = True
    supplement: int = -1


class HandTurn:
    """One hand turn at a table, each seat with its plan; ``made`` are the casts made by line of each sheet."""

    def __init__(self, table: Table, plans: dict[str, Plan], made: dict[str, dict[int, int]]) -> None:
        self.table = table
        self.world: World = table.state
        self.plans = plans
        self.made = made
        self.waits: dict[str, Waits] = {seat: {} for seat in SEATS}

    @property
    def hand(self) -> Hand:
        """The hand under way."""
        assert self.world.hand is not None
        return self.world.hand

    def run(self) -> None:
        """Deal kongs in the first turn of a hand, then plays until the hand or the turn ends (SEQ-2)."""
        self.table.begin(KONGS)
        if self.hand.fresh:
            self._deal_kongs()
        self.table.begin(PLAYS)
        start: Start | None = Start(self.hand.next)
        while start is not None:
            self.table.step += 1
            start = self._play(start)
        self._last_words()

    # -- deal kongs (HAND-3) --------------------------------------------------------------------------------------

    def _deal_kongs(self) -> None:
        for seat in self.world.in_turn():
            while (decided := deciding.deal_kong(self.world, seat, self.plans[seat])) is not None:
                self.table.tell(decided, (seat,))
                self._declare(seat, _kind_of(decided), KongForm.DEAL)
                self._supplement(seat)
        self.table.tell(DealKongsOver())

    # -- a play (HAND-4) ------------------------------------------------------------------------------------------

    def _play(self, start: Start) -> Start | None:
        """One play; gives how the next begins, or None if the turn is over."""
        seat = start.seat
        player = self.world.players[seat]
        drawn, chance = start.supplement, None
        if start.draws:
            if not self.hand.wall:
                self._nobody()
                return None
            chance = self._draw(seat)
        elif drawn >= 0:
            chance = self._of_supplement(drawn)
        while chance is not None:
            found = deciding.game_score(self.world, seat, self.plans[seat], chance)
            if found is not None:
                self._game(seat, "", chance.rune, found)
                return None
            chance = self._drawn_kong(seat, chance.rune)
        if self.world.options.map:
            cast_in_step_d(self.table, player, self.plans[seat].casts, self.made[seat], self.waits[seat])
        return self._discard_and_claims(seat)

    def _draw(self, seat: str) -> Chance:
        """Step a: a Draw spell, or the front of the wall (MAG-12)."""
        player, place, source = self.world.players[seat], 0, Source.FRONT
        if self.world.options.map:
            spell = cast_draw(self.table, player, self.plans[seat].casts, self.made[seat], self.waits[seat])
            if spell is not None:
                place, source = nearest_of_suit(self.world, spell), Source.SPELL
        first = not player.drawn and all(meld.concealed for meld in player.melds)
        kind = self.hand.wall[place]
        self._tell_draw(seat, kind, source, place)
        return Chance(rune=kind, claimed=False, last=not self.hand.wall, heavenly=first)

    def _supplement(self, seat: str) -> int:
        kind = self.hand.wall[-1]
        self._tell_draw(seat, kind, Source.BACK, 0)
        return kind

    def _of_supplement(self, kind: int) -> Chance:
        return Chance(rune=kind, claimed=False, supplement=True, last=not self.hand.wall)

    def _tell_draw(self, seat: str, kind: int, source: Source, place: int) -> None:
        self.table.tell(Drew(seat, kind, source, place), (seat,), Drew(seat, -1, source))

    def _drawn_kong(self, seat: str, kind: int) -> Chance | None:
        """Step c: the rune drawn, else one held from before; gives the chance of the supplement, None if no Kong is
        made (HAND-8)."""
        decided = deciding.drawn_kong(self.world, seat, self.plans[seat], kind)
        if decided is not None:
            self.table.tell(decided, (seat,))
        if decided is None or not decided.choice:
            decided = deciding.held_kong(self.world, seat, self.plans[seat], kind)
            if decided is None:
                return None
            self.table.tell(decided, (seat,))
            kind = _kind_of(decided)
        concealed = self.world.players[seat].held[kind] == COPIES
        self._declare(seat, kind, KongForm.CONCEALED if concealed else KongForm.ADDED)
        return self._of_supplement(self._supplement(seat))

    def _declare(self, seat: str, kind: int, form: KongForm, discarder: str = "") -> None:
        """A Kong and its points: 10 for each own rune with magic (MAG-2)."""
        player = self.world.players[seat]
        own = {KongForm.ADDED: 1, KongForm.DISCARD: 3}.get(form, COPIES)
        bright = min(own, player.bright[kind])
        self.table.tell(
            KongMade(
                seat=seat,
                kind=kind,
                form=form,
                discarder=discarder,
                bright=bright,
                points=self._points(MELD_POINTS * bright),
            )
        )

    def _points(self, points: int) -> int:
        """Spell points of runes; none in the plain mah jong mode (GAME-5)."""
        return points if self.world.options.map else 0

    # -- discard and claims (HAND-5) ------------------------------------------------------------------------------

    def _discard_and_claims(self, seat: str) -> Start | None:
        player = self.world.players[seat]
        first_of_east = seat == self.world.east and not self.hand.opened
        forced = player.random_discard
        if forced:
            kind, magic = self._random_discard(seat)
            decided = Decided(seat=seat, step=Step.DISCARD, choice=CODES[kind], line=0, rule="MAG-13")
        else:
            kind, decided = deciding.discard(self.world, seat, self.plans[seat], self.made[seat])
            magic = player.bright[kind] > 0
        self.table.tell(decided, (seat,))
        self._tell_discard(seat, kind, magic, forced)
        chance = Chance(
            rune=kind,
            claimed=True,
            last=self.world.options.last_discard and not self.hand.wall,
            heavenly=first_of_east,
        )
        others = clockwise(SEATS, seat)[:-1]
        for other in others:
            if self.world.players[other].fog:
                continue
            found = deciding.game_score(self.world, other, self.plans[other], chance)
            if found is not None:
                self._game(other, seat, kind, found)
                return None
        return self._claims(seat, kind, others)

    def _random_discard(self, seat: str) -> tuple[int, bool]:
        """One of the concealed copies, each alike; in rune order, magic before dim (CASE-4)."""
        player = self.world.players[seat]
        copies = [(kind, i < player.bright[kind]) for kind in range(KINDS) for i in range(player.held[kind])]
        names = [CODES[kind] + ("" if magic else "-") for kind, magic in copies]
        aliases = [CODES[kind] for kind, _ in copies]
        return copies[self.table.dice.choice("hand.random_discard", seat, names, "MAG-13", aliases=aliases)]

    def _tell_discard(self, seat: str, kind: int, magic: bool, forced: bool) -> None:
        fogged = tuple(p.seat for p in self.world.others(seat) if p.fog)
        points = self._points(DISCARD_POINTS if magic else 0)

        def event(shown: int) -> Discarded:
            return Discarded(seat=seat, kind=shown, magic=magic, points=points, forced=forced, unseen=fogged)

        audience = tuple(s for s in SEATS if s not in fogged)
        self.table.tell(event(kind), audience, event(-1) if fogged else None)

    def _claims(self, seat: str, kind: int, others: list[str]) -> Start | None:
        """Kong and Pung before Chow; each seat wishes by its own sheet (HAND-5, SEQ-6)."""
        wishes: list[tuple[str, Meld]] = []
        for other in others:
            claim = deciding.claim(self.world, other, self.plans[other], kind, seat)
            if claim is not None:
                self.table.tell(claim.decided, (other,))
                if claim.meld is not None:
                    wishes.append((other, claim.meld))
        wishes.sort(key=lambda wish: wish[1].form is Form.SEQUENCE)
        start = self._meld(*wishes[0], kind, seat) if wishes else None
        self.table.tell(CountedOff())
        if start is not None:
            return start
        self.table.tell(DiscardStood(seat, self.world.in_turn(seat)[1]))
        if not self.hand.wall:
            self._nobody()
            return None
        over = self.hand.plays >= 4 * self.world.options.pace
        return None if over else Start(self.hand.next)

    def _meld(self, seat: str, meld: Meld, kind: int, discarder: str) -> Start:
        if meld.form is Form.FOURSOME:
            self._declare(seat, kind, KongForm.DISCARD, discarder)
            return Start(seat, draws=False, supplement=self._supplement(seat))
        player = self.world.players[seat]
        own = list(meld.kinds)
        own.remove(kind)
        dim = _dim_among(player, own)
        points = self._points(MELD_POINTS * (len(own) - len(dim)))
        self.table.tell(MeldMade(seat=seat, meld=meld, rune=kind, discarder=discarder, dim=dim, points=points))
        return Start(seat, draws=False)

    # -- the end of a hand (HAND-10, PAY, MAG-3) --------------------------------------------------------------------

    def _nobody(self) -> None:
        self.table.tell(HandDrawn(self.world.round))

    def _game(self, seat: str, discarder: str, kind: int, found: Score) -> None:
        self.table.tell(deciding.game_decided(seat, self.plans[seat], kind), (seat,))
        self.table.begin(GAME)
        player = self.world.players[seat]
        hand, bright = list(player.held), list(player.bright)
        if discarder:
            hand[kind] += 1
        won = Won(
            round=self.world.round,
            winner=seat,
            discarder=discarder,
            rune=kind,
            score=found.score,
            points=found.points,
            doubles=found.doubles,
            limit=found.limit,
            payments=payments(self.world, seat, discarder, found.score),
            magic=self._points(WIN_POINTS * sum(bright)),
            sets=found.sets,
            pair=found.pair,
        )
        self.table.tell(HandWon(won=won, hand=tuple(spread(hand)), dim=tuple(dim_of(hand, bright))))

    def _last_words(self) -> None:
        """Who scried this turn is shown the runes again (MAG-13, FINE-10); why orders wait."""
        self.table.begin(REPORTS)
        seen = dict.fromkeys((t.event.caster, t.event.seat) for t in self.table.told if isinstance(t.event, Scried))
        for caster, seat in seen:
            show_runes(self.table, caster, seat, late=True)
        for seat, waits in self.waits.items():
            for _, event in sorted(waits.items()):
                self.table.tell(event, (seat,))


def _kind_of(decided: Decided) -> int:
    return CODES.index(decided.choice)


def _dim_among(player: Player, kinds: list[int]) -> tuple[int, ...]:
    """Which of these runes are melded without magic: a copy with magic goes first (ADV-5)."""
    dim = []
    left = {kind: player.bright[kind] for kind in kinds}
    for kind in kinds:
        if left[kind]:
            left[kind] -= 1
        else:
            dim.append(kind)
    return tuple(dim)


def payments(world: World, winner: str, discarder: str, score: int) -> tuple[tuple[str, int], ...]:
    """Who pays what (PAY)."""
    dealer = world.east
    if discarder:
        return ((discarder, score * (6 if winner == dealer else 4)),)
    return tuple((seat, score * (2 if dealer in (winner, seat) else 1)) for seat in SEATS if seat != winner)


# The deal of a hand, and the seal of its wall: published at the deal, opened when the game is over (HAND-2, GM-2).
#
# A seal hides: it is the SHA-256 of a fresh nonce and the wall, so nobody can test guesses of the wall against it.
# The office publishes ``seal``; at the end it reveals ``nonce`` and ``order``, and anybody can check them with
# :func:`opens`.


VERSION = "rune_war wall 1"
_HALF = 2**62


def wall_text(order: Sequence[int]) -> str:
    """A wall as it is sealed and shown: codes from front to back, separated by commas."""
    return ",".join(CODES[kind] for kind in order)


def seal_of(round_number: int, nonce: str, order: Sequence[int]) -> str:
    """The seal: SHA-256, in hex, of the version, the round, the nonce and the wall, each on a line."""
    text = "\n".join((VERSION, str(round_number), nonce, wall_text(order)))
    return sha256(text.encode()).hexdigest()


def sealed(round_number: int, order: Sequence[int], dice: Dice) -> SealedWall:
    """A wall with its nonce and seal. The nonce comes of two rolls ``hand.seal``; nothing in play hangs on them."""
    subject = str(round_number)
    halves = [dice.between("hand.seal", subject, 0, _HALF - 1, "GM-2") for _ in range(2)]
    nonce = "".join(f"{half:016x}" for half in halves)
    return SealedWall(round=round_number, seal=seal_of(round_number, nonce, order), nonce=nonce, order=tuple(order))


def opens(wall: SealedWall) -> bool:
    """Whether a revealed wall is the one that was sealed."""
    return seal_of(wall.round, wall.nonce, wall.order) == wall.seal


FIRST_RUNES = 13


def deal(table: Table, round_number: int) -> None:
    """Shuffle the set for a round, seal the wall (GM-2), and deal 13 runes each, East first."""
    order = table.dice.shuffle("hand.wall", str(round_number), WHOLE_SET, "HAND-2")
    wall = sealed(round_number, [KIND[code] for code in order], table.dice)
    table.tell(WallBuilt(round_number, wall.seal, wall.nonce, wall.order), (), WallBuilt(round_number, wall.seal))
    for seat in table.state.in_turn():
        assert table.state.hand is not None
        runes = tuple(table.state.hand.wall[:FIRST_RUNES])
        table.tell(Dealt(seat, runes, FIRST_RUNES), (seat,), Dealt(seat, (), FIRST_RUNES))

"""Rune War's sheets, as the office asks for them (``engine.seam.rules.Orders``): a free list of lines (ORD-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import takewhile

from magika_gm.engine.dice import Dice
from magika_gm.engine.lines.words import LOOSELY, Vocabulary
from magika_gm.engine.orders import OutlastingOrders
from magika_gm.engine.plain import Data
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.rules import Standing
from magika_gm.engine.sheet.sheet import EVERYBODY, MessageRule, Sheet, addressed
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.engine.words import Fault, Reason, filled, listed
from magika_gm.games.rune_war.adviser import current_aim, deficiency
from magika_gm.games.rune_war.bots.scene import Board, Forecast, forecast
from magika_gm.games.rune_war.orders.lines import KNOWN, LINES, write_order
from magika_gm.games.rune_war.orders.model import (
    AimOrder,
    CastOrder,
    ChowOrder,
    CreatureRef,
    DiscardOrder,
    GameOrder,
    KeepOrder,
    KongOrder,
    Order,
    PungOrder,
    RefKind,
    RivalKind,
    Runes,
    single_kinds,
)
from magika_gm.games.rune_war.orders.offers import form_rows
from magika_gm.games.rune_war.rules.deciding import (
    Plan,
    deal_kong,
    discard,
    held_fourths,
    is_map_order,
    mind_of,
    numbered,
    plan_of,
    protected,
)
from magika_gm.games.rune_war.rules.events import Decided, KongForm, KongMade, LineRefused
from magika_gm.games.rune_war.rules.magic import weigh
from magika_gm.games.rune_war.rules.movement import Segment, Tracks
from magika_gm.games.rune_war.rules.refusals import Lack, Refusal
from magika_gm.games.rune_war.rules.scoring import MOST
from magika_gm.games.rune_war.rules.state import Due, Player, World
from magika_gm.games.rune_war.rules.tables import CREATURES, SEATS, SPELLS, WIZARD_SPELLINGS, Clan
from magika_gm.games.rune_war.rules.terms import CODES, COPIES, KIND, KINDS
from magika_gm.games.rune_war.rules.turn import Table
from magika_gm.games.rune_war.sight import Memory, perceive, turn_file

# What an acknowledgement says of a sheet: lines replaced, what is not there, what could not be done now, what it would
# do to the hand as it is now, or on the isle if nobody else did anything (ORD-3).
#
# Only the state as the sender knows it is looked at (:mod:`magika_gm.games.rune_war.sight`).


ONE_LINE_KINDS = (AimOrder, KeepOrder, DiscardOrder, PungOrder, ChowOrder, KongOrder, GameOrder)
"""Of these the later line counts (ORD-4)."""


class Remark(Reason):
    """What may be said of a line that can be read."""

    REPLACED = "replaced", "", "line {why} of the same kind counts instead (ORD-4)"
    NEVER = "never", "", "{about} stands after NOT too: never (ORD-4)"
    DISCARD_COUNTS = "discard counts", "", "{about} stands under DISCARD too, which counts (ORD-4)"
    WRONG_KIND = "wrong kind", "", "a {about} turn is due: this line will be ignored (SEQ-6)"
    NO_MAGIC = "no magic", "", "there is no magic in this game (GAME-5)"
    NOT_THERE = "not there", "", "{about} is not on the map as far as you can see"
    NOT_HIS = "not his", "", "your wizard will never know {about} (MAG-6)"
    NOT_IN_GAME = "not in the game", "", "{about} does not play in this game"
    WAITS = "waits", "", "as things stand {about} would wait: {why} (MAG-6)"
    REFUSED = "refused", "", "as things stand {about} would be refused: {why} ({rule})"
    IF_FALSE = "if false", "", "as things stand its IF is false of {about}: it would come to nothing (SEE-6)"
    TOO_HIGH = "too high", "", "no hand scores more than {why}: you would never declare Game (SCORE-1)"
    NOT_HELD = "not held", "", "of {about} you hold {why} now: KEEP keeps no more (ORD-2)"


@record
class Noted:
    """A remark on a line; ``about`` names the rune, creature, spell or person, ``why`` what is lacking or forbids."""

    line: int
    remark: Remark
    about: str = ""
    why: str = ""


def check(orders: Sequence[Order], seat: str, known: World | None) -> list[Noted]:
    """All remarks on a sheet, by line; of a later turn (``known`` None) only what the lines alone tell."""
    given = numbered(orders)
    lucky = known.lucky(seat) if known is not None else frozenset()
    found = [*_replaced(given), *_never_won(given), *_contradictions(given, lucky)]
    if known is not None and known.due is not Due.NOTHING:
        for order in given:
            found += _as_things_stand(order, seat, known)
        if known.due is Due.MAP:
            found += _map_refusals(given, seat, known)
    return sorted(dict.fromkeys(found), key=lambda noted: noted.line)


def _replaced(orders: Sequence[Order]) -> Iterator[Noted]:
    last = {type(order): order.line for order in orders}
    for order in orders:
        if isinstance(order, ONE_LINE_KINDS) and order.line != last[type(order)]:
            yield Noted(order.line, Remark.REPLACED, why=str(last[type(order)]))


def _never_won(orders: Sequence[Order]) -> Iterator[Noted]:
    """A GAME MIN above all that a hand can be worth."""
    for order in orders:
        if isinstance(order, GameOrder) and (order.least or 0) > MOST:
            yield Noted(order.line, Remark.TOO_HIGH, why=str(MOST))


def _contradictions(orders: Sequence[Order], lucky: frozenset[int]) -> Iterator[Noted]:
    """A rune in a list and after its NOT; a rune in KEEP and DISCARD (ORD-4)."""
    thrown: set[int] = set()
    for order in orders:
        if isinstance(order, DiscardOrder):
            thrown = set(single_kinds(order.runes, lucky))
    for order in orders:
        if isinstance(order, PungOrder | KongOrder):
            yield from _both(order.line, order.always, order.never, lucky)
        elif isinstance(order, ChowOrder):
            yield from _both(order.line, tuple(wish.runes for wish in order.always), order.never, lucky)
        elif isinstance(order, KeepOrder):
            for kind in sorted(thrown & set(single_kinds(order.runes, lucky))):
                yield Noted(order.line, Remark.DISCARD_COUNTS, CODES[kind])


def _both(line: int, always: tuple[Runes, ...], never: tuple[Runes, ...], lucky: frozenset[int]) -> Iterator[Noted]:
    named = {kind for item in always if item.single for kind in item.kinds(lucky)}
    for kind in sorted(named & set(single_kinds(never, lucky))):
        yield Noted(line, Remark.NEVER, CODES[kind])


def _as_things_stand(order: Order, seat: str, known: World) -> Iterator[Noted]:
    if is_map_order(order) is not (known.due is Due.MAP):
        yield Noted(order.line, Remark.WRONG_KIND, known.due.value)
    elif isinstance(order, CastOrder):
        yield from _cast(order, seat, known)
    elif isinstance(order, KeepOrder) and any(held := known.players[seat].held):
        named = Counter(item.first for item in order.runes if item.single)
        for kind in sorted(kind for kind, times in named.items() if times > held[kind]):
            yield Noted(order.line, Remark.NOT_HELD, CODES[kind], str(held[kind]))


def known_ever(player: Player) -> set[str]:
    """What a wizard knows, or will where a creature of his grants it (WIZ)."""
    table = player.table
    granted = {kind.grants for name, kind in CREATURES.items() if name in table.summons}
    return {*table.summons, *table.spells, *granted}


def _cast(order: CastOrder, seat: str, known: World) -> Iterator[Noted]:
    player = known.players[seat]
    if not known.options.map:
        yield Noted(order.line, Remark.NO_MAGIC, order.spell)
        return
    if order.spell not in known_ever(player):
        yield Noted(order.line, Remark.NOT_HIS, order.spell)
        return
    yield from _not_there(order.line, order.creatures, known)
    for rival in order.rivals:
        if rival.kind is RivalKind.WIZARD and rival.name not in [p.wizard for p in known.players.values()]:
            yield Noted(order.line, Remark.NOT_IN_GAME, rival.name)
    # what neither runes nor points mend is said, too (FINE-2)
    tried = (replace(order, save=save) for save in (True, False))
    lacks = tuple(dict.fromkeys(lack for one in tried for lack in weigh(known, player, one)[1]))
    if lacks and Lack.WHEN not in lacks:
        drawn = order.spell in SPELLS and SPELLS[order.spell].suit and lacks == (Lack.TARGET,)
        if not drawn:  # whether a suit is left in the wall nobody knows
            yield Noted(order.line, Remark.WAITS, order.spell, ", ".join(lack.value for lack in lacks))


def _not_there(line: int, refs: Sequence[CreatureRef], known: World) -> Iterator[Noted]:
    for ref in refs:
        if ref.kind is RefKind.CODE and ref.name not in known.creatures:
            yield Noted(line, Remark.NOT_THERE, ref.name)


_REMARK_OF = {Refusal.NO_SUCH_CREATURE: Remark.NOT_THERE, Refusal.IF_FALSE: Remark.IF_FALSE}


def _map_refusals(orders: Sequence[Order], seat: str, known: World) -> Iterator[Noted]:
    """What would be refused if nobody else did anything: the segment tried on the state the sender knows."""
    for told in _tried(orders, seat, known).told:
        if isinstance(told.event, LineRefused):
            remark = _REMARK_OF.get(told.event.reason, Remark.REFUSED)
            yield Noted(told.event.line, remark, told.event.about, told.event.reason.value)


def _tried(orders: Sequence[Order], seat: str, known: World) -> Table:
    """The segment, if nobody else did anything."""
    table = Table(known.copy(), Dice(b"", known.turn + 1))
    Segment(table, seat, Tracks()).run([order for order in orders if is_map_order(order)])
    return table


# --- what a sheet would do (ORD-3) ---


@named_record
class HandForesight:
    """A hand sheet on the runes as they stand: codes of kinds, each once, in rune order or as written."""

    declared: tuple[Decided, ...]
    """Foursomes of the deal that are declared before the first play (HAND-3); the supplements nobody knows."""
    aim: str
    d: int
    wishes: tuple[tuple[str, int, int | None], ...]
    """The aims of the AIM line with their D (99: infinite) and slack (ADV-3)."""
    throws: str
    """What would be thrown now, and by which line (0: the adviser)."""
    throws_line: int
    rule: str
    kept: tuple[str, ...]
    pungs: tuple[str, ...]
    """Pairs of the hand that a PUNG line would make triplets of, were the third discarded."""
    kongs: tuple[str, ...]
    passed: tuple[str, ...]
    """Pairs that it leaves to others."""


def _after_the_deal(known: World, seat: str, plan: Plan) -> tuple[World, tuple[Decided, ...]]:
    """The hand once its foursomes of the deal are declared, if they still are to be (HAND-3)."""
    after = known.copy()
    declared: list[Decided] = []
    while known.hand is not None and known.hand.fresh and (found := deal_kong(after, seat, plan)) is not None:
        declared.append(found)
        KongMade(seat=seat, kind=KIND[found.choice], form=KongForm.DEAL).apply(after)
    return after, tuple(declared)


def foresee_hand(orders: Sequence[Order], seat: str, known: World) -> HandForesight:
    """What a hand sheet does with the runes its sender holds now."""
    plan = plan_of(numbered(orders), known.lucky(seat))
    known, declared = _after_the_deal(known, seat, plan)
    mind = mind_of(known, seat)
    aim = current_aim(mind, plan.wishes)
    kind, decided = discard(known, seat, plan, {})
    kept = protected(plan, {})
    held = mind.hand
    fourths = held_fourths(known, seat)
    return HandForesight(
        declared=declared,
        aim=str(aim),
        d=deficiency(held, mind.melds, aim, mind.lucky),
        wishes=tuple((str(w.aim), deficiency(held, mind.melds, w.aim, mind.lucky), w.slack) for w in plan.wishes),
        throws=CODES[kind],
        throws_line=decided.line,
        rule=decided.rule,
        kept=tuple(CODES[k] for k in range(KINDS) if held[k] and kept[k]),
        pungs=tuple(CODES[k] for k in plan.pung.always if held[k] >= 2),
        kongs=tuple(CODES[k] for k in plan.kong.always if held[k] in (3, COPIES) or k in fourths),
        passed=tuple(CODES[k] for k in range(KINDS) if held[k] >= 2 and k in plan.pung.never),
    )


@named_record
class MapForesight:
    """A map sheet, if nobody else did anything: armies, land claimed, what the attacks would come to (BOT-1)."""

    armies: tuple[tuple[str, tuple[str, ...]], ...]
    claimed: tuple[str, ...]
    attacks: tuple[tuple[str, Forecast], ...]
    before: tuple[str, ...]
    """Whose segments come first (SEQ-5)."""


def foresee_map(orders: Sequence[Order], seat: str, known: World) -> MapForesight:
    """The sender's segment tried on the state he knows."""
    after, before = _tried(numbered(orders), seat, known).state, known.land
    board = Board(turn_file(perceive(after, seat), advised=False))
    attacks = []
    for place, army in board.armies():
        if board.is_enemy(place):
            attacks.append((place, forecast(army, board.others(place), board.lands[place])))
    own: Clan = after.players[seat].clan
    return MapForesight(
        armies=tuple((place, tuple(b.code for b in army)) for place, army in board.armies()),
        claimed=tuple(place for place, clan in after.land.items() if clan is own and before[place] is not own),
        attacks=tuple(attacks),
        before=tuple(known.players[other].wizard for other in takewhile(seat.__ne__, known.in_turn())),
    )


# --- in words ---

MARKS = {Remark.WRONG_KIND: Mark.IDLE, Remark.NO_MAGIC: Mark.ERROR, Remark.NOT_HIS: Mark.ERROR}
"""What is no mere warning: lines that do not count in this turn, and those that can come to nothing in this game."""


def remark(noted: Noted) -> str:
    """A remark as it is told."""
    rule = Refusal(noted.why).rule if noted.remark is Remark.REFUSED else ""
    return noted.remark.words.format(about=noted.about or "it", why=noted.why, rule=rule)


def hand_text(seen: HandForesight) -> str:
    """What a hand sheet comes to, as it is told."""
    lines = []
    for kong in seen.declared:
        who = f"line {kong.line}" if kong.line else f"the adviser, {kong.rule}"
        lines.append(f"Before the first play you declare the Kong {kong.choice} ({who}); its supplement nobody knows.")
    by = f"line {seen.throws_line}" if seen.throws_line else f"the adviser, {seen.rule}"
    lines += [
        filled(
            "With the runes you hold {now} your aim is {aim}, {d} rune(s) from complete.",
            now="then" if lines else "now",
            aim=seen.aim,
            d=seen.d,
        )
    ]
    for aim, d, slack in seen.wishes:
        lines.append(f"  {aim} {'!' if slack is None else f'+{slack}'}: {d if d < 99 else 'not possible'}")
    lines.append(f"Of these runes you would throw {seen.throws} ({by}).")
    for words, codes in (
        ("kept from the adviser", seen.kept),
        ("Pung always, were one discarded", seen.pungs),
        ("Kong always", seen.kongs),
        ("Pung never", seen.passed),
    ):
        if codes:
            lines.append(f"  {words}: {' '.join(codes)}")
    return "\n".join([*lines, ""])


def map_text(seen: MapForesight) -> str:
    """What a map sheet comes to, as it is told; "" if that is nothing."""
    lines = [f"{place}: {', '.join(codes)}" for place, codes in seen.armies]
    if seen.claimed:
        lines.append(f"Claimed: {', '.join(seen.claimed)}")
    lines += [attack_text(*attack) for attack in seen.attacks]
    first = f"{listed(seen.before)} before you" if seen.before else "you are first"
    head = f"If nobody else did anything ({first}), and nothing unseen stood in the way:"
    return "\n".join([head, *(f"  {line}" for line in lines), ""]) if lines else ""


def attack_text(place: str, seen: Forecast) -> str:
    """What an attack comes to, as it is told."""
    rest = f"won, {int(100 * seen.rest)} % of the loyalty left" if seen.won else "lost"
    return f"Attack on {place}, on the average against what you see: {rest} (BOT-1)"


HAND = "hand lines"
MESSAGES = MessageRule(most=3, lines=4, characters=200, rule="ORD-2", anonymous=True)
OFFICE_WORD = "GAME"
"""A word of the envelope that is a verb here as well (``GAME MIN 40``); inside a sheet a line that can be read as this
game's order is one."""


def read_seat(said: Sequence[str], names: Mapping[str, str], /) -> str | Fault:
    """A seat by number, or by the name of its wizard or clan where ``names`` has them (``Orachi of Maitha``)."""
    words = [word for word in said if word not in ("THE", "SEAT", "OF")]
    if not words:
        return Fault("name a seat: 1 to 4, a wizard or a clan")
    text = " ".join(words)
    if text in SEATS:
        return text
    whole = {name.upper().replace(" OF ", " "): seat for seat, name in names.items()}
    if text in whole:
        return whole[text]
    called = {part: seat for seat, name in names.items() for part in name.split(" of ")}
    called |= {spelling: called[name] for spelling, name in WIZARD_SPELLINGS.items() if name in called}
    seat: str | Fault = LOOSELY.meant(text, Vocabulary(called), "seat, wizard or clan")
    return seat


class RuneWarOrders(OutlastingOrders[Order, World]):
    """The sheets of Rune War."""

    part, rule = HAND, "GM-1"

    def __init__(self) -> None:
        super().__init__(
            LINES,
            KNOWN,
            seat_words=("SEAT", "WIZARD", "CLAN"),
            seat_pattern="[1-4]",
            seat=read_seat,
            addressee=addressed(read_seat, dict.fromkeys(("ALL", "EVERYBODY", "EVERYONE"), EVERYBODY)),
            verbs=tuple(verb for verb in LINES.verbs if verb != OFFICE_WORD),
            messages=MESSAGES,
        )

    def names_for(self, memory: Memory) -> Mapping[str, str]:
        """Who plays where is public: ``Orachi of Maitha``."""
        return dict(memory.names)

    def listed(self, sheet: Sheet) -> list[Order]:
        """The orders as they stand, numbered."""
        return list(numbered(super().listed(sheet)))

    def understood(self, sheet: Sheet, seat: str, known: World | None) -> Understanding:
        """Each line as understood with what is to be said of it; then lines that could not be read, with spellings."""
        orders = self.listed(sheet)
        notes: dict[int, list[Noted]] = {}
        for noted in check(orders, seat, known):
            notes.setdefault(noted.line, []).append(noted)
        lines: list[Line] = []
        for order in orders:
            mine = notes.get(order.line, [])
            mark = next((MARKS[noted.remark] for noted in mine if noted.remark in MARKS), Mark.WARNING)
            mark = mark if mine else Mark.GOOD
            said = "; ".join(map(remark, mine))
            part = "" if is_map_order(order) else HAND
            lines.append(Line(text=write_order(order), number=order.line, mark=mark, said=said, part=part))
        due = known.due if known is not None else Due.HAND
        lines += [unread(fault, HAND if fault.place and due is Due.HAND else "") for fault in sheet.faults]
        none = "(no orders: the adviser plays for you in a hand turn; on the map nothing moves)"
        return Understanding(lines=tuple(lines), empty=none)

    def standing(self, known: World, seat: str) -> tuple[Standing, ...]:
        """The hand sheet that stands until the hand is over, or another one comes (GM-1); none before the first."""
        sheet = known.players[seat].standing
        if known.due is not Due.HAND or sheet is None:
            return ()
        return (Standing(part=HAND, lines=tuple(map(write_order, sheet)), rule="GM-1", whole=True),)

    def parts(self, orders: Sequence[Order]) -> frozenset[str]:
        """Lines for a hand turn."""
        return frozenset([HAND] if not all(map(is_map_order, orders)) else [])

    def besides(self, orders: Sequence[Order]) -> list[Order]:
        """The lines for a map turn, which count in none but that."""
        return [order for order in orders if is_map_order(order)]

    def foreseen(self, orders: list[Order], seat: str, known: World) -> str:
        """What the orders come to for the hand as it is now, or on the isle if nobody else did anything."""
        if known.due is Due.HAND and any(known.players[seat].held):
            return hand_text(foresee_hand(orders, seat, known))
        return map_text(foresee_map(orders, seat, known)) if known.due is Due.MAP else ""

    form_rows = staticmethod(form_rows)

    def summary(self, sheet: Sheet, known: World | None) -> Data:
        """The acknowledgement as data."""
        orders = self.listed(sheet)
        notes = check(orders, sheet.seat, known) if known is None or sheet.seat in known.players else []
        return {
            "orders": [{"line": order.line, "text": write_order(order)} for order in orders],
            "warnings": [{"line": n.line, "remark": n.remark.value, "about": n.about, "why": n.why} for n in notes],
            "faults": [asdict(fault) for fault in sheet.faults],
            "messages": [asdict(message) for message in sheet.messages],
        }


ORDERS = RuneWarOrders()

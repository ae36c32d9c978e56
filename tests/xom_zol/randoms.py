"""Random decks, games and sheets of Xom and Zol for tests: legal and not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.games.xom_zol import bots
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.orders.lines import read_orders
from magika_gm.games.xom_zol.orders.model import Count, Order
from magika_gm.games.xom_zol.rules.sequence import resolve
from magika_gm.games.xom_zol.rules.state import DEFAULTS, EDITION, Options, State
from magika_gm.games.xom_zol.rules.terms import SIDES, CardType
from magika_gm.games.xom_zol.setup import OWN, Deck, Scenario, begin, deck_to_plain, most_copies
from magika_gm.games.xom_zol.sight import content, perceive
from tests.systems.contract import Turn

CARDS = list(catalogue().values())
BASIC = [c.name for c in CARDS if c.type is CardType.LAND and not c.size]
OTHER_MANA = [c for c in CARDS if c.is_mana and c.size]


def random_deck(rng: random.Random) -> Deck:
    """A legal deck of any cards: about a quarter mana, the rest as it comes."""
    copies: dict[str, int] = {}
    basics = rng.sample(BASIC, 2)
    for name in basics:
        copies[name] = rng.randint(6, 9)
    pool = [c for c in CARDS if c.name not in copies]
    rng.shuffle(pool)
    slots = 0
    for card in [*rng.sample(OTHER_MANA, 4), *pool]:
        left = 100 - sum(copies.values())
        if not left:
            break
        if card.name in copies or (card.type is CardType.LAND and not card.size):
            continue
        if card.type is CardType.CHARACTER:
            if slots == 5:
                continue
            slots += 1
        copies[card.name] = min(left, rng.randint(1, most_copies(card)))
    return Deck(tuple(copies.items()), tuple(basics))


def new_game(seed: int, options: Options = DEFAULTS) -> State:
    """A game of two random decks at turn 0."""
    rng = random.Random(seed)
    scenario = Scenario(name="random", title="Random", decks=dict.fromkeys(SIDES, OWN), options=options)
    entrants = [Entrant(seat=side, choices={"deck": deck_to_plain(random_deck(rng))}) for side in SIDES]
    return begin(scenario, entrants, Dice(str(seed).encode(), 0))


def random_options(rng: random.Random) -> Options:
    """Options of all kinds, games kept short, of either edition."""
    from magika_gm.games.xom_zol.rules.state import EmptyLibrary, First, InflateCap, Lapse, Pace

    return Options(
        edition=rng.randint(1, EDITION),
        pace=rng.choice(list(Pace)),
        life=rng.choice([10, 30, 50]),
        hand=rng.choice([3, 5, 7]),
        max_turns=rng.choice([8, 20, 0]),
        first=rng.choice(list(First)),
        first_draw=rng.random() < 0.5,
        front_must_die=rng.random() < 0.5,
        bottom_discard=rng.random() < 0.5,
        bottom_any=rng.random() < 0.5,
        lapse=rng.choice(list(Lapse)),
        overrun_sabotage=rng.random() < 0.5,
        inflate_cap=rng.choice(list(InflateCap)),
        empty_library=rng.choice(list(EmptyLibrary)),
    )


RANKS = ("STRONGEST", "WEAKEST", "COSTLIEST", "NEWEST")
FILTERS = (
    "EVIL", "GOOD", "NEUTRAL", "FLYING", "CREATURE", "FUNCTION", "LAND", "HUMANOID", "KNIGHT", "READY", "COMMITTED",
    "ASSAULTING", "COUNTERED", "FREE", "COST>=3", "S<=2", "D>=3", "ALIGN=2", "Xom Empire", "ZN", "AUGMENT", "NONSENSE",
)  # fmt: skip


class Lines:
    """Random lines for one side of a state."""

    def __init__(self, rng: random.Random, state: State, side: str) -> None:
        self.rng, self.state, self.side = rng, state, side
        self.refs = [*state.pieces, "A99"]
        self.own = [p.ref for p in state.of(side)] or ["A1"]
        self.names = [*state.sides[side].hand, *(p.card.name for p in state.pieces.values()), rng.choice(CARDS).name]
        self.held = [*state.sides[side].hand, "H1", "H6", rng.choice(CARDS).name]

    def item(self) -> str:
        rng = self.rng
        which = rng.randrange(6)
        if which == 0:
            return rng.choice(self.refs)
        if which == 1:
            return rng.choice(self.names)
        if which == 2:
            return rng.choice(["PLAYER", "ME", "F1", "R1", "F2", "gibberish"])
        words = [rng.choice(["", "", "MY", "THEIR"]), *rng.sample(FILTERS, rng.randrange(3)), rng.choice(RANKS)]
        return " ".join(filter(None, words))

    def aim(self) -> str:
        return " OR ".join(self.item() for _ in range(self.rng.randint(1, 3)))

    def pick(self) -> str:
        return self.rng.choice([*self.own, *self.own, "F1", "R1", "F2", self.rng.choice(self.names)])

    def picks(self) -> str:
        return ", ".join(self.pick() for _ in range(self.rng.randint(1, 4)))

    def condition(self) -> str:
        rng = self.rng
        return rng.choice(
            [
                f"{rng.choice(['MY', 'THEIR'])} {rng.choice(list(Count)).value} "
                f"{rng.choice(['>=', '<=', '=', '<', '>'])} {rng.randrange(50)}",
                f"{rng.choice(['', 'THEY '])}HAVE {rng.choice([rng.choice(self.refs), 'FLYING CREATURE', 'EVIL'])}",
                "DONE",
                "NOT DONE",
            ]
        )

    def when(self) -> str:
        if self.rng.random() < 0.7:
            return ""
        return "IF " + " AND ".join(self.condition() for _ in range(self.rng.randint(1, 2))) + " "

    def cast(self) -> str:
        rng = self.rng
        line = f"CAST {rng.choice(self.held)}"
        line += f" ON {self.aim()}" if rng.random() < 0.5 else ""
        line += f" BEHIND {self.pick()}" if rng.random() < 0.2 else ""
        line += f" FORCE {rng.randrange(4)}" if rng.random() < 0.5 else ""
        return line + (f" PAY {self.picks()}" if rng.random() < 0.1 else "")

    def use(self) -> str:
        rng = self.rng
        line = f"USE {self.pick()}" + (f" ON {self.aim()}" if rng.random() < 0.5 else "")
        line += f" X {rng.randint(1, 4)}" if rng.random() < 0.3 else ""
        return line + (f" FORCE {rng.randrange(4)}" if rng.random() < 0.3 else "")

    def act(self) -> str:
        rng = self.rng
        makers: list[Callable[[], str]] = [
            lambda: self.when() + self.cast(),
            lambda: self.when() + self.cast(),
            lambda: self.when() + self.use(),
            lambda: f"{self.when()}FORM F {self.picks()} R {self.picks()}",
            lambda: (
                self.when() + "ASSAULT " + rng.choice(["ALL", "SAFE", self.picks(), f"ALL BUT {self.pick()}", "S>=1"])
            ),
            lambda: f"AT {rng.choice(['DECLARE', 'CLASH', 'BURN'])} {self.when()}{rng.choice([self.cast, self.use])()}",
            lambda: rng.choice(["KEEP 1", "STRIKE STRONGEST", "TAX FORCE 3"]),
            lambda: f"UPKEEP {self.pick()} {rng.choice(['PAY', 'FORCE', 'UNSUMMON', 'LAPSE'])}",
            lambda: f"SABOTAGE {self.aim()} WITH {rng.choice(['ANY', self.picks()])}",
            lambda: (
                "DISCARD " + ", ".join(rng.sample(self.held, min(2, len(self.held)))) + rng.choice(["", " TO BOTTOM"])
            ),
            lambda: "gibberish " + self.item(),
        ]
        return rng.choice(makers)()

    def react(self) -> str:
        rng = self.rng
        trigger = rng.choice(["ANY", "CREATURE", "SPELL ON MINE", "COST>=2", "EVIL", "FUNCTION"])
        window = rng.choice(["START", "DECLARE", "CLASH", "BURN"])
        makers: list[Callable[[], str]] = [
            lambda: f"{self.when()}COUNTER {trigger} WITH {rng.choice(self.held)} FORCE {rng.randrange(3)}",
            lambda: f"{self.when()}BLOCK {self.aim()} WITH {rng.choice(['ANY', self.picks()])}",
            lambda: f"AT {window} {self.when()}{rng.choice([self.cast, self.use])()}",
            lambda: f"HOLD {self.pick()}",
            lambda: f"DISCARD {rng.choice(self.held)} TO BOTTOM",
            lambda: f"BLOCK DEFAULT {rng.choice(['FAIR', 'WALL', 'NONE'])}",
            lambda: f"COUNTER DEFAULT {rng.choice(['3', '0', 'NONE'])}",
            lambda: "gibberish",
        ]
        return rng.choice(makers)()

    def sheet(self) -> str:
        rng = self.rng
        lines = ["ACT", *(self.act() for _ in range(rng.randrange(9)))] if rng.random() < 0.9 else []
        if rng.random() < 0.7:
            lines += ["REACT", *(self.react() for _ in range(rng.randrange(6)))]
        return "\n".join(lines)


def orders_of(text: str, state: State) -> tuple[Order, ...]:
    """A sheet's text as orders."""
    return read_orders([SheetLine(i, line) for i, line in enumerate(text.splitlines(), 1)], state.cards).orders


def sheets(rng: random.Random, state: State) -> dict[str, tuple[Order, ...]]:
    """A sheet for each side: sense, nonsense, or none."""
    found: dict[str, tuple[Order, ...]] = {}
    for side in SIDES:
        which = rng.random()
        if which < 0.4:
            policy = rng.choice(list(bots.POLICIES))
            text = bots.lines_of(policy, content(perceive(state, side)), b"test")
            if text:
                found[side] = orders_of(text, state)
        elif which < 0.9:
            found[side] = orders_of(Lines(rng, state, side).sheet(), state)
    return found


def played(
    seed: int, options: Options = DEFAULTS, most: int = 40
) -> Iterator[tuple[State, dict[str, tuple[Order, ...]], Resolution]]:
    """A whole random game: each turn's state before, its orders, and what came of them."""
    rng = random.Random(seed)
    state = new_game(seed, options)
    for _ in range(most):
        if state.ending is not None:
            return
        orders = sheets(rng, state)
        resolution = resolve(state, orders, Dice(str(seed).encode(), state.mail_turn + 1))
        yield state, orders, resolution
        state = resolution.state


def wild(seed: int) -> Iterator[Turn]:
    """A random game, turn by turn: of the usual options or of any."""
    rng = random.Random(seed)
    for state, orders, resolution in played(seed, random_options(rng) if rng.random() < 0.5 else DEFAULTS):
        start = state.copy()
        start.mail_turn += 1
        yield Turn(
            before=state, orders=orders, resolution=resolution, seed=str(seed).encode(), start=start,
            scenario=SimpleNamespace(options=state.options),
        )  # fmt: skip


def write_deck(deck: Deck) -> str:
    """The deck as it is mailed; reading it gives an equal list."""
    rows = [f"{n} {name}" for name, n in deck.cards]
    return "\n".join([*rows, f"START {', '.join(deck.start)}"] if deck.start else rows) + "\n"

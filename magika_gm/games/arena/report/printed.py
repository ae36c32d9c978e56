# ruff: noqa: D102 - the kit says what they are
"""A report's forms: the turn; the board with everything on it; orders. At the end a certificate."""

from __future__ import annotations

from magika_gm.engine import paging
from magika_gm.engine.seam.reports import Delivered
from magika_gm.games.arena.orders.offers import Offer
from magika_gm.games.arena.orders.sheet import MESSAGES
from magika_gm.games.arena.report import blocks, board
from magika_gm.games.arena.report.report import Report, threats
from magika_gm.games.arena.rules.movement import budget
from magika_gm.games.arena.rules.sequence import ENDINGS, active_in, coming_turns
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import DRAWN, OTHER, SIDES, Step
from magika_gm.games.arena.sight import Memory
from magika_gm.reports.kit.base import MINUS, Block, Passage
from magika_gm.reports.kit.drawings import Disc, Field
from magika_gm.reports.kit.head import Gauge, Gauges
from magika_gm.reports.kit.lists import Cell, Table, cell, could_order
from magika_gm.reports.kit.pages import TAKE_AWAY, Called, DuelForms, Plotted
from magika_gm.reports.kit.press import Leaf, field_and_told, full, level
from magika_gm.reports.kit.prose import Lead
from magika_gm.reports.page import from_kit
from magika_gm.reports.picture import Picture

LINES, STANDING_LINES = 24, 8
_RULES = "MOVE A3 E NE ELSE E · FLY A5 d4 STAY · M1 CAST Slow BY A7 ON B3 · SHOOT A6 d4 · STANDING … END STANDING"
TURN, BOARD = "The turn", "The board"


class Arena(Called):
    """Two sides."""

    game = "Arena"
    accent = board.ACCENT
    seats = SIDES

    def unnamed(self, seat: str) -> str:
        return f"Player {seat}"

    def disc(self, seat: str) -> Disc:
        return Disc(seat, blocks.FILL[seat])

    def device(self, seat: str, width: float) -> Picture:
        return board.flag(seat, width, self.style.map_sizes)

    def addressed(self, message: Delivered) -> str:
        return f"to {self.called(OTHER[message.sender])}"

    def plotted(self, memory: Memory) -> dict[str, Plotted]:
        """What WIN-4 counts, which both players see."""
        return {
            "Hexes held, turn by turn": [(s.turn, s.hexes) for s in memory.standings],
            "Worth of the armies, turn by turn": [(s.turn, s.worth) for s in memory.standings],
        }


class Forms(Arena, DuelForms[Report]):
    """One player's report."""

    folder, seat_word, counter = "arena", "Player", "player turn"
    crest, stamp, seal, rostrum = 46.0, 26.0, 100.0, 48.0
    enemy = "the enemy"
    fill_in = f"{TAKE_AWAY}choose one of what is listed."
    messages = MESSAGES
    corners = (board.FILLS["G"], board.FILLS["W"], board.FILLS["L"], board.FILLS["F"]) * 3
    lists = (
        blocks.first_turn,
        blocks.kinds,
        blocks.things,
        blocks.cards,
        blocks.enemy_cards,
        blocks.played,
        blocks.standing,
        blocks.revealed,
    )

    @property
    def state(self) -> State:
        """The game as its reader knows it."""
        return self.report.state

    @property
    def signature(self) -> str:
        return f"player {self.seat}"

    @property
    def letter(self) -> str:
        return self.seat

    @property
    def coming(self) -> str:
        """What the coming mail turn is, as its reader cares."""
        if self.over:
            return "the game is over"
        turns = [(turn, active_in(turn)) for turn in coming_turns(self.state)]
        said = [f"player turn {turn}, {'yours' if side == self.seat else side + chr(39) + 's'}" for turn, side in turns]
        return "next: " + " and ".join(said)

    @property
    def acts(self) -> bool:
        return self.report.own_turn

    @property
    def counted(self) -> int:
        return self.state.turn

    @property
    def next(self) -> str:
        turns = list(map(str, coming_turns(self.state)))
        return f"player turn{'s' if len(turns) > 1 else ''} {' and '.join(turns)}"

    def gauges(self) -> Gauges:
        """Hexes, armies, pools, who guards the king, next budget: one's own beside the enemy's (section 10)."""
        report, state, own, foe = self.report, self.state, self.seat, self.foe
        held, cost = (dict(zip(SIDES, pair, strict=True)) for pair in (report.view.hexes, report.view.worth))
        living = {side: sum(c.side == side for c in state.living()) for side in SIDES}
        before = report.memory.standings[-2] if len(report.memory.standings) > 1 else None
        n = SIDES.index(own)
        was = (
            (before.hexes[n], before.worth[n], before.pools[n]) if before else (held[own], cost[own], state.pools[own])
        )
        changed = [_change(now - then) for now, then in zip((held[own], cost[own], state.pools[own]), was, strict=True)]
        guard = f"Power; enemy {blocks.guard(state, foe)}"
        return Gauges(
            (
                Gauge(
                    "hexes", str(held[own]), f"enemy {held[foe]}", changed[0], held[own] / len(state.control), held[foe]
                ),
                Gauge("army", str(cost[own]), f"enemy {cost[foe]}", changed[1], foe=cost[foe]),
                Gauge("creatures", str(living[own]), f"enemy {living[foe]}", foe=living[foe]),
                Gauge(
                    "magic pool", str(state.pools[own]), f"enemy {state.pools[foe]}", changed[2], foe=state.pools[foe]
                ),
                Gauge("king's guard", str(blocks.guard(state, own)), guard, foe=blocks.guard(state, foe)),
                Gauge("budget", str(budget(state, own)), "to change land"),
            )
        )

    def lead(self) -> Lead:
        """The strongest sentence, where things stand."""
        state, seat = self.state, self.seat
        if state.ending is not None:
            return self.outcome(*ENDINGS[state.ending])
        held = dict(zip(SIDES, self.report.view.hexes, strict=True))
        margin = held[seat] - held[self.foe]
        more = "Both of you control as many hexes" if not margin else (
            f"You control {abs(margin)} hex{'es' if abs(margin) > 1 else ''} {'more' if margin > 0 else 'fewer'}"
        )  # fmt: skip
        until = f"; the game ends after player turn {state.last_turn} at the latest" if state.last_turn else ""
        standing = f"{more}{until}."
        said = blocks.strongest(self.events, state, self.actors)
        if not self.turn:
            first = "send your whole turn, you are active first" if self.acts else "the enemy is active first"
            said = f"The armies stand at their kings; {first}."
        return Lead(said, standing, threats(self.report))

    def passages(self) -> dict[str, Passage | None]:
        report = self.report
        return super().passages() | {
            "combats": blocks.Together(blocks.combats(report)),
            "board": blocks.board_field(report),
            "own_units": blocks.units(report, self.seat),
            "enemy_units": blocks.units(report, self.foe),
            "fallen": blocks.dead(self.state),
        }

    def order_page(self) -> Leaf:
        said = f"Message: {MESSAGES.characters} characters, to the other player"
        messages = self.message_form(said, addressed=False)
        room, hint = LINES if self.acts else STANDING_LINES, "; lines are taken by a turn's steps (ORD-1)"
        lines = self.order_lines(room, hint, _RULES)
        return self.usual_order_page(lines, (choice_table(self.report),), messages)

    def turn_pages(self, paper: str) -> Leaf:
        """Head, figures, where something happened as a board; then what happened beside what is drawn; tables."""
        report, style = self.report, self.style
        if self.over:
            more = (*blocks.combats(report), blocks.dead(report.state), blocks.played(report))
            return self.last_page(paper, (blocks.revealed(report),), more)
        left: list[Block] = [blocks.first_turn(report), self.ledger()]
        right: list[Block] = [blocks.legend(report, style), blocks.played(report)]
        more = (blocks.standing(report), blocks.enemy_cards(report), blocks.dead(report.state))
        level(left, right, (*more, blocks.course(report)), 6, paper, style)
        board = blocks.front_field(report, style)
        below: list[Block] = [*blocks.combats(report), self.letters()]
        below += [blocks.in_short(blocks.units(report, side)) for side in (self.seat, self.foe)]
        below += [blocks.things(report), blocks.kinds(report), blocks.cards(report)]
        first = self.first_page(TURN, (), ())
        turn = field_and_told(board, left, right, BOARD, large=style.large)
        return Leaf(TURN, (*first.strips, *turn, *map(full, below)), first.foot)

    # The end.

    @property
    def winner(self) -> str:
        return "" if self.state.winner == DRAWN else self.state.winner

    def held(self, seat: str) -> str:
        n = SIDES.index(seat)
        return f"{self.report.view.hexes[n]} hexes, army {self.report.view.worth[n]}"

    def course(self) -> tuple[str, ...]:
        """Whose army it was, and how long."""
        army = blocks.army(self.state, self.seat)
        return (f"{army}, after {self.state.turn} player turns; played by {self.player.name}",)

    def last(self) -> Field:
        return blocks.empty_board(self.report.state).mute()

    def poster(self) -> Field:
        return blocks.front_field(self.report, self.style, whole=True)

    # The player's page: the other forms' blocks; creatures and cards as things to click.

    def sections(self) -> tuple[paging.Block, ...]:
        """Everything else the report says, in the order of its mail."""
        report, made = self.report, self.made
        before = (*map(made.get, ("notes", "first_turn", "ledger")), *blocks.combats(report), made["letters"])
        lists = map(made.get, ("kinds", "things", "enemy_cards", "fallen", "revealed"))
        after = (*lists, blocks.course(report), made["proof"], made["colophon"])
        own = _creatures(report, self.seat, "Your creatures", "own")
        foes = _creatures(report, self.foe, "The enemy's creatures", "foes")
        cards = _cards(report)
        held = (own, foes, *([cards] if cards.things else []))
        return (*from_kit.blocks((*before, made["played"])), *held, *from_kit.blocks(after))


def _change(by: int) -> str:
    return "" if not by else f"+{by}" if by > 0 else f"{MINUS}{-by}"


MANY = 12
"""More places than that are counted: the player's page lists them."""


def choice_table(report: Report) -> Table:
    """What could be ordered, a row a unit; before them what land costs by who holds it."""
    rows: dict[str, list[str]] = {}
    for offer in report.offers:
        land = offer.step is Step.TERRAIN
        said = (_of_land if land else _said)(offer, report)
        rows.setdefault(offer.start if land else offer.unit, []).append(said)
    units = report.state.creatures
    found = [
        (Cell(f"{name} {units[name].kind.name}" if name in units else name, bold=True), "; ".join(said))
        for name, said in sorted(rows.items(), key=lambda row: int(row[0][1:]) if row[0] in units else 0)
    ]
    other = "" if report.own_turn else f"The turn is {OTHER[report.seat]}'s: only a block of STANDING orders counts."
    return could_order(found, in_two=True, else_=other)


def _of_land(offer: Offer, report: Report) -> str:
    """``yours for 4 and a letter of G F R S W L``; where there are few, which."""
    state = report.state
    holder = state.control[state.board.names.index(offer.options[0])]
    whose = "yours" if holder == report.seat else "the enemy's" if holder else "nobody's"
    where = whose if len(offer.options) > MANY else ", ".join(offer.options)
    return f"{where} for {offer.cost} {offer.tail}".strip()


def _said(offer: Offer, report: Report) -> str:
    """``MOVE d1, d2``: the order without its unit, which the row names."""
    start = " ".join(word for word in offer.start.split() if word != offer.unit).replace("BY ON", "ON")
    aims = ", ".join(offer.options)
    if len(offer.options) > MANY:
        aims = f"{len(offer.options)} places in range"
    elif {*offer.options} == {c.id for c in report.state.living() if c.side == report.seat}:
        aims = "any of yours"
    notes = [f"{offer.cost} points"] * bool(offer.cost) + [f"after going to {offer.after}"] * bool(offer.after)
    said = (start.removesuffix(" BY"), aims, offer.tail, f"({', '.join(notes)})" * bool(notes))
    return " ".join(filter(None, said))


def _cards(report: Report) -> paging.Things:
    """One's own cards (section 7)."""
    table = blocks.cards(report)
    things = []
    for row in table.rows:
        name, cost, magic, time, target, lasts, effect = (cell(part).text for part in row)
        lines = (f"{magic}, {time}, on {target}, lasts {lasts}", effect)
        things.append(paging.Thing(f"spell:{name}", name, lines=lines, note=cost))
    return paging.Things(table.title, tuple(things), key="cards")


def _creatures(report: Report, side: str, title: str, key: str) -> paging.Things:
    """The creatures of a side."""
    state = report.state
    things = []
    for row in blocks.units(report, side).rows:
        id_, kind, at, now, moves, fly, shots, venom, rest = (cell(part).text for part in row)
        said = [f"Power {now}, Move {moves}"]
        said += [f"flight {fly}"] * (fly != "·") + [f"shots {shots}"] * (shots != "·")
        said += [f"poison {venom}"] * (venom != "·")
        lines = (", ".join(said), *([rest] if rest != "·" else []))
        hex_ = state.board.names[state.creatures[id_].place >> 1]
        things.append(paging.Thing(f"unit:{id_}", f"{id_} {kind}", lines=lines, note=at, place=hex_))
    return paging.Things(title, tuple(things), key=key, empty="Nobody is left.")

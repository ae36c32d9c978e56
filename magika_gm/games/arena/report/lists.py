"""Tables of a report: units, things on the board, magic, orders (INFO-1, sections 4 to 9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.report.names import Names
from magika_gm.games.arena.report.report import Report
from magika_gm.games.arena.report.story import owner_of
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.tables import SPELLS, Spell
from magika_gm.games.arena.rules.terms import SIDES, Duration, Time
from magika_gm.games.arena.rules.units import idle
from magika_gm.games.arena.rules.values import flight, move, poison, power, walls, weapons
from magika_gm.reports.kit.base import folded, heading_text
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.kit.tables import Cell, Table, cell


@dataclass(frozen=True)
class Listed(Table):
    """A table that texts have no room for: there each row is a sentence."""

    said: Callable[..., str] = " ".join
    """A row's sentence, of the words in its cells."""

    def text(self) -> list[str]:
        """A sentence a row."""
        lines = heading_text(self.title)
        for row in self.rows:
            lines += folded(self.said(*(cell(part).text for part in row)), "", "    ")
        return lines


_HEADS = ("", "kind", "at", "Power", "Move", "flight", "shots", "poison", "rides, bears, state")


def units(report: Report, side: str) -> Table:
    """The living creatures of a side, in order of ids."""
    title = "Your creatures" if side == report.seat else f"{owner_of(side)} creatures"
    return units_of(report.state, side, title)


def units_of(state: State, side: str, title: str) -> Table:
    """The living creatures of a side: current values, printed ones in brackets where they differ (MAG-24)."""
    rows = []
    for creature in state.by_id():
        if creature.side != side:
            continue
        now, moves, wings = power(state, creature), move(state, creature), flight(state, creature)
        fly = f"{wings.speed}/{wings.duration}" + (f" air {creature.air}" if creature.air else "") if wings else "·"
        rows.append(
            (
                Cell(creature.id, bold=True),
                creature.kind.name,
                state.board.place_names[creature.place],
                f"{now}{creature.kind.type}" + _printed(now, creature.printed_power),
                f"{moves}{_printed(moves, creature.printed_move)}",
                fly,
                ", ".join(_shot(r.power, r.type, r.least, r.most) for _, r in weapons(state, creature)) or "·",
                str(poison(state, creature) or "·"),
                _state(state, creature),
            )
        )
    return Listed(title=title, heads=_HEADS, rows=tuple(rows), small=True, said=_unit_in_words)


def _unit_in_words(
    id_: str, kind: str, at: str, now: str, moves: str, fly: str, shots: str, venom: str, rest: str
) -> str:
    """``A3 Human Soldier at e7: Power 1S, Move 1; on A7``."""
    words = [f"Power {now}", f"Move {moves}"]
    words += (
        [f"flight {fly}"] * (fly != "·") + [f"shots {shots}"] * (shots != "·") + [f"poison {venom}"] * (venom != "·")
    )
    return f"{id_} {kind} at {at}: {', '.join(words)}{'' if rest == '·' else f'; {rest}'}"


def _printed(now: int, printed: int) -> str:
    return "" if now == printed else f" ({printed})"


def _shot(strength: int, sort: str, least: int, most: int) -> str:
    span = str(most) if least == most else f"{least}-{most}"
    return f"{strength}{sort} at {span}"


def _state(state: State, creature: Creature) -> str:
    """What it rides, carries, bears, casts, what lies on it, which magic it knows."""
    names = Names(state)
    words = [f"on {creature.on}"] if creature.on else []
    words += [f"carries {', '.join(creature.riders)}"] if creature.riders else []
    words += ["idle vehicle"] if idle(state, creature) else []
    words += [_item(names, state, item) for item in creature.items]
    words += [f"{creature.kind.ability}{f' {creature.uses}x' if creature.uses is not None else ''}"] * bool(
        creature.kind.ability
    )
    words += [f"{magic} {level}" for magic, level in creature.kind.spells.items()]
    if creature.casting is not None:
        cast = creature.casting
        words.append(f"casting {cast.spell}{names.aim(cast.aim)}, due in turn {cast.due}")
    words += [f"{e.id} {e.name}" for e in state.enchantments.values() if e.aim.id == creature.id]
    return "; ".join(words) or "·"


def _item(names: Names, state: State, id_: str) -> str:
    item = state.items[id_]
    uses = f" {item.uses}x" if item.uses is not None else ""
    return f"{names.item(id_)}{uses}{' (powerless)' if item.disenchanted else ''}"


def things(report: Report) -> Table:
    """Items lying about, corpses, storms, walls, enchantments (section 6)."""
    return things_of(report.state)


def things_of(state: State) -> Table:
    """What lies and stands on the board beside creatures."""
    names, where = Names(state), state.board.place_names
    rows: list[tuple[str | Cell, ...]] = []
    for item in sorted(state.items.values(), key=lambda i: i.key):
        if not item.gone and not item.by:
            said = "lies here" + (f", {item.uses} uses" if item.uses is not None else "")
            rows.append((Cell(item.id, bold=True), item.kind.name, where[item.place], said))
    for corpse in sorted(state.corpses.values(), key=lambda c: c.key):
        if not corpse.gone:
            rows.append((Cell(corpse.id, bold=True), f"corpse: {corpse.kind.name}", where[corpse.hex * 2],
                         f"{corpse.of}, {owner_of(corpse.side)}"))  # fmt: skip
    for hex_, until in sorted(state.storms.items()):
        left = until - state.turn
        if left > 0:
            rows.append(("", "storm", where[hex_ * 2 + 1], f"{left} player turn{'s' if left > 1 else ''} left"))
    rows += [("", "wall", state.board.wall_name(wall), "") for wall in sorted(walls(state))]
    for lies in sorted(state.enchantments.values(), key=lambda n: n.key):
        rows.append((Cell(lies.id, bold=True), lies.name, names.aim(lies.aim).removeprefix(" on "),
                     f"by {lies.side}, since turn {lies.since}"))  # fmt: skip
    return Table(title="On the board", heads=("", "what", "where", ""), rows=tuple(rows), small=True)


TIMES = {Time.COUNTERSPELL: "counterspell", Time.INSTANT: "instant", Time.HALF_TURN: "½ turn"}
DURATIONS = {
    Duration.CONTINUOUS: "always",
    Duration.PHASE: "1 phase",
    Duration.INSTANTANEOUS: "at once",
    Duration.UNTIL_DISPELLED: "until dispelled",
    Duration.REPEATING: "every turn",
}


def spell_row(spell: Spell) -> tuple[str | Cell, ...]:
    """A card's figures."""
    magic = spell.magic
    time = TIMES.get(magic.time, f"{magic.turns} turn{'s' if magic.turns > 1 else ''}")
    return (
        Cell(spell.name, bold=True),
        str(spell.cost),
        f"{magic.type} {magic.level}",
        time,
        f"{magic.target}, {magic.range}" if magic.range else str(magic.target),
        DURATIONS[magic.duration],
        magic.text,
    )


SPELL_HEADS = ("card", "cost", "magic", "time", "target, range", "lasts", "effect")


def cards(report: Report) -> Table:
    """One's own cards (section 7)."""
    rows = tuple(spell_row(SPELLS[name]) for name in report.state.cards[report.seat])
    heads = ("card", *SPELL_HEADS[1:])
    title = f"Your cards; pool {report.state.pools[report.seat]}"
    return Listed(
        title=title if rows else "", heads=heads, rows=rows, right=frozenset({1}), small=True, said=_card_in_words
    )


def _card_in_words(name: str, cost: str, magic: str, time: str, target: str, lasts: str, text: str) -> str:
    """``Fireball (3): …``."""
    return f"{name} ({cost}): {magic}, {time}, on {target}, {lasts}: {text}"


def enemy_cards(report: Report) -> Prose:
    """The enemy's cards that were begun; spells under way (section 7)."""
    state, names = report.state, report.names
    seen = state.revealed[report.foe]
    lines = [f"The enemy has cast: {', '.join(f'{s} ({SPELLS[s].cost})' for s in seen)}."] if seen else []
    shown = state.revealed[report.seat]
    lines += [f"He has seen of yours: {', '.join(shown)}."] if shown else []
    for creature in state.by_id():
        cast = creature.casting
        if cast is not None:
            what = f"{names.who(creature.id)} casts {cast.spell}{names.aim(cast.aim)}"
            lines.append(f"Under way: {what}, due in M2 of turn {cast.due}.")
    return Prose("Magic seen" if lines else "", tuple(lines))


def _numbered(title: str, lines: tuple[str, ...]) -> Table:
    rows = tuple((Cell(str(n), grey=True), line) for n, line in enumerate(lines, 1))
    return Table(title=title if rows else "", heads=(), rows=rows, small=True)


def played(report: Report) -> Table:
    """The reader's own lines, as the turn was played with them (section 8)."""
    return _numbered(f"Your sheet ({report.how})" if report.how else "Your sheet", report.orders)


def dropped(report: Report) -> Table:
    """His lines that were not carried out, or not to their end, and why (MAIL-7)."""
    rows = tuple((Cell(event.line, bold=True), event.refusal.words) for event in report.dropped)
    return Table(title="Not carried out", heads=("line", "why"), rows=rows, small=True)


def standing(report: Report) -> Table:
    """Standing orders in force (section 9)."""
    lines = tuple(write_order(line) for line in report.state.standing[report.seat])
    return _numbered("Your standing orders (MAIL-4)", lines)


def dead(state: State) -> Prose:
    """Who has fallen."""
    lines = []
    for side in SIDES:
        gone = [f"{c.id} {c.kind.name}" for c in sorted(state.creatures.values(), key=lambda c: c.key)
                if c.dead and c.side == side]  # fmt: skip
        lines += [f"{side}: {', '.join(gone)}."] if gone else []
    return Prose("The fallen" if lines else "", tuple(lines))


def revealed(report: Report) -> Table:
    """What was hidden, once the game is over."""
    if report.revealed is None:
        return Table(title="", heads=(), rows=())
    found = report.revealed
    rows = tuple(
        (Cell(side, bold=True), ", ".join(found.cards[side]) or "no cards", "; ".join(found.standing[side]) or "·")
        for side in SIDES
    )
    return Table(title="What was hidden", heads=("", "cards", "standing orders"), rows=rows)

"""The blocks of a report: head, figures, board, what happened (``fights``: combats; ``lists``: units and things)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from magika_gm.engine.told import Told
from magika_gm.engine.words import befell, filled, several
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.report import board
from magika_gm.games.arena.report.board import stacks, text_board
from magika_gm.games.arena.report.report import Report
from magika_gm.games.arena.report.story import Names, fight_title, loss_text, owner_of
from magika_gm.games.arena.rules import events as e
from magika_gm.games.arena.rules.retreat import misplaced
from magika_gm.games.arena.rules.state import Creature, State, in_order
from magika_gm.games.arena.rules.tables import SPELLS, Ranged, Spell
from magika_gm.games.arena.rules.terms import OTHER, SIDES, TERRAIN_NAMES, AttackType, Duration, Outcome, Time
from magika_gm.games.arena.rules.units import adds, flight, forces, idle, move, poison, power, walls, weapons
from magika_gm.reports.kit.base import MARGIN, PAPERS, Block, Passage, Style, folded, heading_text
from magika_gm.reports.kit.drawings import Brick, BrickRow, Bricks, Field, FieldMail, Legend, LegendItem
from magika_gm.reports.kit.lists import Cell, Cells, Table, cell, numbered, sheet_lines
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.kit.scores import ScoreLine
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import CORNERS, Hexes, Lines, Picture, Polygon, mixed

FILL = {"A": "#ffffff", "B": "#c9c3d6"}


def army(state: State, side: str) -> str:
    """``the Legion``, or ``a free army``."""
    return f"the {state.armies[side].title()}" if state.armies[side] else "a free army"


def guard(state: State, side: str) -> int:
    """Power on the ground of a king's hex."""
    return sum(adds(state, c) for c in forces(state, state.kings[side] * 2, side))


def strongest(events: Sequence[Any], state: State, who: Mapping[str, str]) -> str:
    """What the turn did to both: hexes and creatures lost, hexes taken, what else was done."""
    fallen: dict[str, list[str]] = {side: [] for side in SIDES}
    taken: dict[tuple[str, str], list[str]] = {}
    cast: dict[str, list[str]] = {side: [] for side in SIDES}
    for event in events:
        match event:
            case e.Died(creature=id_) if id_ in state.creatures:
                fallen[state.creatures[id_].side].append(state.creatures[id_].kind.name)
            case e.HexTaken(hex_, side, before):
                taken.setdefault((side, before), []).append(state.board.names[hex_])
            case e.EffectSettled(side=side, name=name, outcome=Outcome.WORKS):
                cast[side].append(name)
    neutral = {
        side: [hex_ for (to, was), hexes in taken.items() if to == side and was not in SIDES for hex_ in hexes]
        for side in SIDES
    }
    said = befell(
        who,
        ("lost", {side: _together(taken.get((OTHER[side], side), []), several(fallen[side])) for side in SIDES}),
        ("took", {side: _together(neutral[side]) for side in SIDES}),
        ("cast", {side: sorted(set(cast[side])) for side in SIDES}),
        ("marched with", {state.now.active: _march(events, state)}),
    )
    return said or "A quiet turn."


def _together(hexes: list[str], more: Sequence[str] = ()) -> list[str]:
    """Hexes by name where there is room for them, else how many."""
    few = len(hexes) < 2 or len(hexes) + len(more) <= 2
    return [*(hexes if few else [f"{len(hexes)} hexes"]), *more]


def _march(events: Sequence[Any], state: State) -> list[str]:
    """Of a turn of moves and nothing else how many moved: ``11 units``."""
    moved = {event.unit for event in events if isinstance(event, e.Walked | e.Flew)}
    units = sum(state.creatures[unit].side == state.now.active for unit in moved)
    return [f"{units} unit{'s' if units > 1 else ''}"] if units else []


# --- the board ------------------------------------------------------------------------------------------------------


def board_field(report: Report) -> Field:
    """The board, with the turn's ways."""
    return field_of(report.state, report.told)


def front_field(report: Report, style: Style, *, whole: bool = False) -> Field:
    """Where something is or was this turn, large: the turn's board on paper; ``whole`` is all of it."""
    state, told, width = report.state, report.told, PAPERS["letter"][0] - 2 * MARGIN
    here = stacks(state)
    rows = range(len(state.board.rows)) if whole else board.front(state, told, here)
    at = board.ratio(state) if style.large or whole else board.FRONT * (len(rows) * 1.5 + 0.5) / width
    return Field(
        title="",
        maker=partial(board.front_picture, state, told, here, rows),
        ratio=at,
        shrink=0.8,
        caption="Counters: what the strongest is, the Power of all, his id, how many; wider above: in the air. "
        "Lines: ways walked (whole), flown (dashed), retreats (grey). Crossed red strokes: a combat.",
        tighter=0.85,
        mail=partial(_mail, state),
    )


def field_of(state: State, told: Sequence[Told[Any]], *, full: bool = False) -> Field:
    """The board of a state; in full every unit is named."""
    caption = (
        "Counters: mount+riders, then their Power; a counter that widens upward is in the air; (in brackets): idle."
        if full
        else "Lines: ways walked (whole), flown (dashed), retreats (grey). Red crossed strokes: a combat was fought."
    )
    return Field(
        title="The board",
        maker=partial(board.board_picture, state, told, full=full),
        ratio=board.ratio(state),
        shrink=0.8,
        caption=caption,
        mail=partial(_mail, state),
        tighter=0.85,
    )


def empty_board(state: State) -> Field:
    """The board without who stands on it."""
    return Field(title="", maker=partial(board.board_picture, state, (), bare=True), ratio=board.ratio(state))


def _mail(state: State) -> FieldMail:
    by_place = {s.place: s for s in stacks(state)}
    longest = max(map(len, state.board.rows))
    rows = tuple(
        BrickRow(
            longest - len(row),
            tuple(
                Brick(
                    board.FILLS[state.terrain[h]],
                    state.board.names[h],
                    edge=board.SIDE_INK.get(state.control[h], ""),
                    chips=board.counters(h, by_place),
                )
                for h in row
            ),
        )
        for row in state.board.rows
    )
    listing = tuple(
        f"{state.board.place_names[s.place]}: {', '.join(f'{u.short} (Power {u.power})' for u in s.units)}"
        for s in stacks(state)
    )
    key = (
        "A line a row: terrain (K court), control a/b, ! storm, ^ in the air; below it who is on the ground.",
        "A10+1: with how many more; 2A/1?: where both stand, how many units of each, ? idle.",
    )
    keys = tuple((board.FILLS[t], TERRAIN_NAMES[t]) for t in board.FILLS if t in state.terrain)
    held = tuple(
        f"{side} controls {', '.join(n for n, s in zip(state.board.names, state.control, strict=True) if s == side)}."
        for side in SIDES
    )
    return FieldMail(board.described(state), Bricks(rows, 60, 38, board.described(state)), text_board(state),
                     (*listing, *held), keys, "", key)  # fmt: skip


def legend(report: Report, style: Style) -> Legend:
    """What is drawn: terrains of this board, control, counters, storms, walls, things."""
    state = report.state
    r = style.length(6.0)
    wide = r * 2.2

    def chip(fill: str, hatch: str = "", line: str = board.EDGE) -> Picture:
        ink = mixed(fill, INK, 0.42) if fill else ""
        return Picture(wide, wide, "", "", (Hexes(((wide / 2, wide / 2),), r, fill, line, 0.7, hatch, ink),))

    def ring(side: str, dash: float) -> Picture:
        path = tuple((wide / 2 + x * r, wide / 2 + y * r) for x, y in (*CORNERS, CORNERS[0]))
        return Picture(wide, wide, "", "", (Lines((path,), board.SIDE_INK[side], 1.5, dash),))

    def counter(side: str) -> Picture:
        fill = board.COUNTER[side][0]
        box = ((1.0, r * 0.5), (wide - 1, r * 0.5), (wide - 1, r * 1.6), (1.0, r * 1.6))
        return Picture(wide, wide, "", "", (Polygon(box, fill, INK, 0.8),))

    shown = [letter for letter in board.FILLS if letter in state.terrain]
    items = [
        LegendItem(chip(board.FILLS[t], board.HATCHES.get(t, "")), TERRAIN_NAMES[t].replace("court", "court (king)"))
        for t in shown
    ]
    items += [LegendItem(ring("A", 0.0), "A's hex"), LegendItem(ring("B", 3.2), "B's hex")]
    items += [LegendItem(counter(side), f"{side}'s unit") for side in SIDES]
    if any(until > state.turn for until in state.storms.values()):
        items.append(LegendItem(chip(mixed(board.STORM, "#ffffff", 0.55), "", board.STORM), "storm, !turns left"))
    if walls(state):
        line = Lines((((1, 1), (wide - 1, wide - 1)),), INK, 3.0)
        items.append(LegendItem(Picture(wide, wide, "", "", (line,)), "wall"))
    if any(not i.gone and not i.by for i in state.items.values()):
        d = r * 0.6
        m = wide / 2
        lozenge = Polygon(((m, m + d), (m + d, m), (m, m - d), (m - d, m)), "#ffd54a", INK, 0.7)
        items.append(LegendItem(Picture(wide, wide, "", "", (lozenge,)), "item lying"))
    if any(not c.gone for c in state.corpses.values()):
        m, d = wide / 2, r * 0.6
        cross = Lines((((m, m + d), (m, m - d)), ((m - d / 2, m + d / 3), (m + d / 2, m + d / 3))), INK, 1.2)
        items.append(LegendItem(Picture(wide, wide, "", "", (cross,)), "corpse"))
    return Legend("What is drawn", tuple(items))


def course(report: Report) -> ScoreLine:
    """How many hexes one held, turn by turn."""
    n = SIDES.index(report.seat)
    return ScoreLine(
        "Hexes you held, turn by turn", tuple((s.turn, float(s.hexes[n])) for s in report.memory.standings)
    )


def first_turn(report: Report) -> Prose:
    """What to do now, for somebody who holds his first report."""
    if report.turn:
        return Prose("", ())
    king, enemy = (report.state.board.names[report.state.kings[s]] for s in (report.seat, report.foe))
    return Prose("Your first turn", (
        f"Your king's hex is {king}, the enemy's {enemy}: whoever stands there alone on the ground wins (WIN-1).",
        "Change terrain where you want to walk, or where he should not (TERR).",
        "Let riders mount and creatures take up items (EQUIP, MOUNT): all of them lie at the king.",
        "MOVE or FLY who shall go out; leave Power 2 at home.",
        "Write STANDING orders: they alone speak for you in the enemy's turn (MAIL-4).",
    ), numbered=True)  # fmt: skip


# --- what happened --------------------------------------------------------------------------------------------------


# Each combat of a turn as a table of who brought what, and what became of him (FIGHT, RNG, POIS).


_TYPES = {AttackType.STANDARD: "standard", AttackType.TARGETED: "targeted", AttackType.BLUNT: "blunt"}


@dataclass(frozen=True)
class Together(Passage):
    """Several blocks under one name, for mails alone."""

    parts: tuple[Block, ...]

    @property
    def empty(self) -> bool:
        """Whether there are none."""
        return not self.parts

    def html(self) -> str:
        """One below the other."""
        return "".join(part.html() for part in self.parts)

    def text(self) -> list[str]:
        """Likewise."""
        return [line for part in self.parts for line in part.text()]


def combats(report: Report) -> tuple[Table, ...]:
    """Each combat: who brought what, and what became of him (FIGHT, RNG, POIS)."""
    fought = [one.event for one in report.told if isinstance(one.event, e.Fought)]
    return tuple(combat_table(event, report) for event in fought)


def combat_table(event: e.Fought, report: Report) -> Table:
    """One combat as a table."""
    names = report.names
    fates = {loss.victim: loss_text(loss, names).removeprefix(names.who(loss.victim) + " ") for loss in event.losses}
    rows: list[Cells] = []
    own: set[int] = set()
    for strength in sorted(event.strengths, key=lambda s: s.side != event.winner if event.winner else s.side):
        if strength.side == report.seat:
            own.add(len(rows))
        kind = report.state.creatures.get(strength.user)
        what = (
            "" if strength.there else "shot" if kind is not None and strength.name == kind.kind.name else strength.name
        )
        fate = (
            fates.get(strength.user, "must retreat" if strength.user in event.leaving else "") if strength.there else ""
        )
        rows.append(
            (
                Cell(strength.side, bold=True),
                names.who(strength.user) + (f" ({what})" if what else ""),
                str(strength.power),
                _TYPES[strength.type],
                str(strength.poison) if strength.poison else "·",
                fate or "·",
            )
        )  # fmt: skip
    heads = ("", "who", "Power", "attack", "poison", "what became of him")
    title = f"Combat at {fight_title(event, names)}"
    return Table(title, heads, tuple(rows), right=frozenset({2, 4}), own=frozenset(own), small=True)


# Tables of a report: units, things on the board, magic, orders (INFO-1, sections 4 to 9).


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
                "; ".join(shot_text(ranged) for _, ranged in weapons(state, creature)) or "·",
                str(poison(state, creature) or "·"),
                _state(state, creature),
            )
        )
    return Listed(title=title, heads=_HEADS, rows=tuple(rows), small=True, said=_unit_in_words)


def in_short(table: Table) -> Table:
    """The same as printed: what few creatures can stands in words behind what each is."""
    rows = []
    for row in table.rows:
        *first, fly, shots, venom, state = (cell(part).text for part in row)
        told = (("flies ", fly), ("shoots ", shots), ("poison ", venom), ("", state))
        said = "; ".join(f"{word}{text}" for word, text in told if text != "·")
        rows.append((row[0], *first[1:], said))
    return replace(table, heads=(*table.heads[:5], "can, rides, bears, state"), rows=tuple(rows))


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


def shot_text(ranged: Ranged) -> str:
    """``1S at 1-2, poison 1``."""
    span = str(ranged.most) if ranged.least == ranged.most else f"{ranged.least}-{ranged.most}"
    venom = f", poison {ranged.poison}" if ranged.poison else ""
    return f"{ranged.power}{ranged.type} at {span}{venom}"


def _state(state: State, creature: Creature) -> str:
    """What it rides, carries, bears, casts, what lies on it, which magic it knows."""
    names = Names(state)
    words = [f"on {creature.on}"] if creature.on else []
    words += [f"carries {', '.join(creature.riders)}"] if creature.riders else []
    words += ["idle vehicle"] if idle(state, creature) else []
    if not creature.on and not idle(state, creature) and misplaced(state, creature, later=True):
        words.append(f"must leave {state.board.place_names[creature.place]} in its next turn (RET-2)")
    words += [_item(names, state, item) for item in creature.items]
    words += [f"{creature.kind.ability}{f' {creature.uses}x' if creature.uses is not None else ''}"] * bool(
        creature.kind.ability
    )
    words += [f"{magic} {level}" for magic, level in creature.kind.spells.items()]
    if creature.casting is not None:
        cast = creature.casting
        words.append(f"casting {cast.spell}{names.aim(cast.aim)}, due in turn {cast.due}")
    words += [
        f"{e.id} {e.name} ({SPELLS[e.name].magic.says})" for e in state.enchantments.values() if e.aim.id == creature.id
    ]
    return "; ".join(words) or "·"


def kinds(report: Report) -> Table:
    """What the kinds of creatures on the board are: what they may enter, carry, ride, and be aimed at with (CRE-1)."""
    found = {creature.kind.name: creature.kind for creature in report.state.living()}
    rows = tuple(
        (Cell(name, bold=True), str(kind.size), kind.terrain or "·", ", ".join(sorted(kind.attributes)) or "·")
        for name, kind in sorted(found.items())
    )
    title = "What creatures are (CRE-1, SIZE-1)"
    return Listed(title, ("kind", "size", "enters", "is"), rows, small=True, in_two=True, said=_kind_in_words)


def _kind_in_words(name: str, size: str, terrain: str, attributes: str) -> str:
    """``Warhorse: size 4, enters GFS; animal``."""
    return f"{name}: size {size}, enters {terrain}{'' if attributes == '·' else f'; {attributes}'}"


def _item(names: Names, state: State, id_: str) -> str:
    item = state.items[id_]
    uses = f" {item.uses}x" if item.uses is not None else ""
    return f"{names.item(id_)}{uses} ({'powerless' if item.disenchanted else item.kind.says})"


def things(report: Report) -> Table:
    """Items lying about, corpses, storms, walls, enchantments (section 6)."""
    return things_of(report.state)


def things_of(state: State) -> Table:
    """What lies and stands on the board beside creatures."""
    names, where = Names(state), state.board.place_names
    rows: list[Cells] = []
    for item in in_order(state.items.values()):
        if not item.gone and not item.by:
            uses = filled(", {n} use(s)" if item.uses is not None else "", n=item.uses)
            said = f"lies here{uses}: {'powerless' if item.disenchanted else item.kind.says}"
            rows.append((Cell(item.id, bold=True), item.kind.name, where[item.place], said))
    for corpse in in_order(state.corpses.values()):
        if not corpse.gone:
            rows.append((Cell(corpse.id, bold=True), f"corpse: {corpse.kind.name}", where[corpse.hex * 2],
                         f"{corpse.of}, {owner_of(corpse.side)}"))  # fmt: skip
    for hex_, until in sorted(state.storms.items()):
        left = until - state.turn
        if left > 0:
            rows.append(("", "storm", where[hex_ * 2 + 1], f"{left} player turn{'s' if left > 1 else ''} left"))
    rows += [("", "wall", state.board.wall_name(wall), "") for wall in sorted(walls(state))]
    for lies in in_order(state.enchantments.values()):
        rows.append((Cell(lies.id, bold=True), lies.name, names.aim(lies.aim).removeprefix(" on "),
                     f"by {lies.side}, since turn {lies.since}: {SPELLS[lies.name].magic.says}"))  # fmt: skip
    return Table("On the board", ("", "what", "where", ""), tuple(rows), small=True)


TIMES = {Time.COUNTERSPELL: "counterspell", Time.INSTANT: "instant", Time.HALF_TURN: "½ turn"}
DURATIONS = {
    Duration.CONTINUOUS: "always",
    Duration.PHASE: "1 phase",
    Duration.INSTANTANEOUS: "at once",
    Duration.UNTIL_DISPELLED: "until dispelled",
    Duration.REPEATING: "every turn",
}


def spell_row(spell: Spell) -> Cells:
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
        magic.says,
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


def played(report: Report) -> Table:
    """The reader's own lines, as the turn was played with them (section 8)."""
    why = {event.line: event.refusal.words for event in report.dropped}
    return sheet_lines(report.how, enumerate(report.orders, 1), why)


def standing(report: Report) -> Table:
    """Standing orders in force (section 9)."""
    lines = tuple(write_order(line) for line in report.state.standing[report.seat])
    return numbered("Your standing orders (MAIL-4)", lines)


def dead(state: State) -> Prose:
    """Who has fallen."""
    lines = []
    for side in SIDES:
        gone = [f"{c.id} {c.kind.name}" for c in in_order(state.creatures.values())
                if c.dead and c.side == side]  # fmt: skip
        lines += [f"{side}: {', '.join(gone)}."] if gone else []
    return Prose("The fallen" if lines else "", tuple(lines))


def revealed(report: Report) -> Table:
    """What was hidden, once the game is over."""
    found = report.revealed
    rows = tuple(
        (Cell(side, bold=True), ", ".join(found.cards[side]) or "no cards", "; ".join(found.standing[side]) or "·")
        for side in SIDES
        if found is not None
    )
    return Table("What was hidden", ("", "cards", "standing orders"), rows, small=True)

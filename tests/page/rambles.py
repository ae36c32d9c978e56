"""Games by the bots to any position, and sheets put together at random from what a page offers there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.orders import rows_as_text
from magika_gm.engine.paging import Envelope, Extras, GamePage, Option, OrderForm, Plan, Slot, SlotKind
from magika_gm.engine.seam.reports import Delivered, PlayerData, TurnRecord
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.system import GameSystem
from magika_gm.reports.page.writing import page_html
from magika_gm.reports.rule_pages import folder_of, texts_of
from tests.systems.test_contract import entrants_of, extras_of, scenario_of

PLAYER = PlayerData(
    name="Ann", address="", account="P1", balance="0.00 USD", game="x", title="", date="2026-11-22",
    next_due="Saturday 28 November 2026, 18:00 UTC", code_word="heron", email="ann@example.org", office="Office",
    office_email="orders@example.org",
)  # fmt: skip


def book_of(name: str) -> Path:
    """Where a game's rule book is."""
    return folder_of(name, Path(games.system(name).file_of("rulebook")).parent)


def texts_in(name: str) -> Mapping[str, str]:
    """The rules a game's pages can open."""
    return texts_of(book_of(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A seat before a turn: what its page is made of."""

    system: GameSystem
    state: Any
    told: Any
    seat: str
    memory: Any
    report: Any
    known: Any
    messages: tuple[Delivered, ...] = ()

    @property
    def turn(self) -> int:
        """The coming turn."""
        return self.system.rules.turn_of(self.state) + 1

    def page(self) -> GamePage:
        """Its page."""
        return self.system.page.page(self.report, self.known, self.seat, self.memory)

    def rows(self) -> str:
        """What it judges typed lines by."""
        return rows_as_text(self.system.orders, self.system.orders.names_for(self.memory))

    def html(self, file: Mapping[str, Any] | None = None) -> str:
        """It as a file, with this for its turn file."""
        system, grammar = self.system, self.system.orders.GRAMMAR
        envelope = Envelope(
            system=system.name, system_title=system.title, game="7", game_title="", turn=self.turn - 1, seat=self.seat,
            seat_word=grammar.seat_words[0], seat_text=grammar.written(self.seat), player="", date="", due="soon",
            due_at="", office="", office_email="gm@example.org",
        )  # fmt: skip
        file = system.reports.turn_file(self.report) if file is None else file
        return page_html(self.page(), envelope, file, system.page.SCRIPT, rows=self.rows(), book=book_of(system.name))


def positions(name: str, game: int, most_turns: int = 60) -> Iterator[Position]:
    """Every seat's position before every turn of a game, which bots play that differ from seat to seat."""
    system = games.system(name)
    scenario = scenario_of(system)
    key = f"pages {game}".encode()
    state = system.setup.start(scenario, entrants_of(system, scenario), Dice(key, 0), extras_of(system))
    rules, sight, reports = system.rules, system.sight, system.reports
    memories = {seat: sight.no_memory() for seat in system.setup.seats_of(scenario)}
    policies = [p for p in system.bots.POLICIES if p not in ("keen", *system.automatic.values())]
    told: Any = ()
    for turn in range(1, most_turns + 1):
        orders: dict[str, Any] = {}
        needs = rules.needs(state)
        for number, seat in enumerate(rules.playing(state)):
            view = sight.perceive(state, seat)
            memories[seat] = sight.remember(memories[seat], turn - 1, view)
            form = system.orders.form("x", turn, state, seat, memories[seat])
            record = TurnRecord(
                state=state, told=told, orders={}, how={}, messages=(), acts=(), seed=key, notes={}, memories={}
            )
            report = reports.build(record, seat, view, memories[seat], PLAYER, form)
            yield Position(
                system=system,
                state=state,
                told=told,
                seat=seat,
                memory=memories[seat],
                report=report,
                known=sight.known(state, seat, memories[seat]),
            )
            if needs.get(seat, Need.NONE) is not Need.NONE:
                policy = system.automatic.get(seat, policies[(number + game) % len(policies)])
                orders[seat] = system.bots.play(policy, reports.turn_file(report), key)
        resolution = rules.resolve(state, orders, Dice(key, turn))
        state, told = resolution.state, resolution.told
        if rules.ending(state) is not None:
            return


def sheet_text(position: Position, lines: list[str], message: str = "") -> str:
    """A whole sheet."""
    grammar = position.system.orders.GRAMMAR
    head = [f"GAME x TURN {position.turn}", f"{grammar.seat_words[0]} {grammar.written(position.seat)}"]
    post = [message, "A word to you.", "END MESSAGE"] if message else []
    return "\n".join([*head, *lines, *post, "END", ""])


def read(position: Position, text: str) -> Sheet:
    """As ``check-orders`` reads it."""
    (sheet,) = read_sheets(text, position.system.orders.GRAMMAR)
    return sheet


@dataclass(slots=True)
class Draft:
    """A plan that grows line by line, as the page lets it."""

    plan: Plan
    chance: random.Random
    lines: dict[str, list[str]]
    spent: Counter[str]
    used: Counter[str]
    sections: tuple[str, ...]
    land: dict[str, str]
    """As the lines leave it."""
    extras: bool = False
    """Whether conditions and second choices are filled in."""

    @classmethod
    def of(cls, plan: Plan, chance: random.Random, extras: bool = False) -> Draft:
        """An empty one."""
        sections = tuple(s.key for s in plan.sections) or ("",)
        return cls(plan, chance, {key: [] for key in sections}, Counter(), Counter(), sections, dict(plan.land), extras)

    def click(self, form: OrderForm) -> str:
        """One line of a form, filled in at random; "" where the purses and limits do not let it through."""
        words: list[str] = []
        filled: dict[str, str] = {}
        picked: list[Option] = []
        cost: Counter[str] = Counter(form.cost)
        uses: Counter[str] = Counter(form.uses)
        for part in parts_of(self.plan, form):
            if isinstance(part, str):
                words.append(part)
                continue
            chosen = self._filled(part)
            if chosen is None:
                return ""
            text, options = chosen
            filled[part.name] = text
            picked += options
            for option in options:
                cost.update(option.cost)
                uses.update(option.uses)
            words += [word for word in (part.before, text, part.after) if word] if text else []
        for slot in (part for part in parts_of(self.plan, form) if isinstance(part, Slot) and filled[part.name]):
            if (slot.needs and not any(filled[name] for name in slot.needs.split())) or (
                slot.bars and filled[slot.bars]
            ):
                return ""
        purses = {purse.key: inf if purse.waits else purse.amount for purse in self.plan.purses}
        limits = {limit.key: limit.most for limit in self.plan.limits}
        if any(self.spent[key] + amount > purses[key] for key, amount in cost.items()):
            return ""
        if any(self.used[key] + times > limits.get(key, 1) for key, times in uses.items()):
            return ""
        self.spent += cost
        self.used += uses
        places, lays = [o.place for o in picked if o.place], [o.lays for o in picked if o.lays]
        self.land |= dict(zip(places, lays, strict=False))
        line = " ".join(words).replace(" ,", ",")
        self.lines[form.section if self.plan.sections else ""].append(line)
        return line

    def _filled(self, slot: Slot) -> tuple[str, list[Option]] | None:
        if (slot.extra and not self.extras) or (slot.optional and self.chance.random() < (0.8 if slot.extra else 0.5)):
            return "", []
        options = [
            option
            for option in (self.plan.lists[slot.list] if slot.list else slot.options)
            if all(self.land.get(place, slot.enters) in slot.enters for place in entered(slot, option))
        ]
        match slot.kind:
            case SlotKind.ONE:
                if not options:
                    return None
                one = self.chance.choice(options)
                return one.text, [one]
            case SlotKind.MANY:
                most = min(slot.most, len(options))
                if most < slot.least:
                    return None
                many = self.chance.sample(options, self.chance.randint(slot.least, min(most, slot.least + 4)))
                return slot.joined.join(o.text for o in many), many
            case SlotKind.NUMBER:
                return str(self.chance.randint(slot.least, min(slot.most, slot.least + 9))), []
            case SlotKind.TEXT:
                raise AssertionError("no text to be made up")

    def written(self) -> list[str]:
        """The plan's lines, section by section; or numbered."""
        if self.plan.numbered:
            return [f"{number} {line}" for number, line in enumerate(self.lines[""], 1)]
        found: list[str] = []
        for section in self.plan.sections:
            lines = self.lines[section.key]
            found += [line for line in (section.opens, *lines, section.closes) if line] if lines else []
        return found if self.plan.sections else self.lines[""]


def entered(slot: Slot, option: Option) -> list[str]:
    """Places whose land bars an option."""
    return (option.text.split() if slot.treads else [option.ends]) if slot.enters else []


def parts_of(plan: Plan, form: OrderForm) -> tuple[str | Slot, ...]:
    """A form's parts, shared slots in their places, what is left out at will said to be so."""
    found: list[str | Slot] = []
    for part in form.parts:
        found += plan.extras[part.slots] if isinstance(part, Extras) else (part,)
    slots = {part.name: part for part in found if isinstance(part, Slot)}
    whole = len([part for part in found if isinstance(part, Slot)])
    assert len(slots) == whole, f"{form.key}: slots of one name"
    shared = {slot.name for slots in plan.extras.values() for slot in slots}
    return tuple(part if isinstance(part, str) else _ready(part, slots, part.name in shared) for part in found)


def _ready(slot: Slot, slots: dict[str, Slot], shared: bool) -> Slot:
    alike = slots[slot.like] if slot.like else slot
    extra = slot.extra or shared
    slot = replace(slot, enters=alike.enters, treads=alike.treads)
    return replace(slot, options=alike.options, list=alike.list, extra=extra, optional=slot.optional or extra)


def ramble(plan: Plan, chance: random.Random, clicks: int, extras: bool = False) -> Draft:
    """So many clicks at random; of the forms of each verb as often as of every other's."""
    draft = Draft.of(plan, chance, extras)
    by_verb: dict[tuple[str, str], list[OrderForm]] = {}
    for form in plan.forms:
        if form.verb not in ("RESIGN", "CONCEDE"):
            by_verb.setdefault((form.section, form.verb), []).append(form)
    for _ in range(min(clicks, plan.numbered or clicks) if by_verb else 0):
        draft.click(chance.choice(by_verb[chance.choice(list(by_verb))]))
    return draft

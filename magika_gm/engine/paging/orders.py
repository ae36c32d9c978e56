"""The orders that could be given, as data: forms with slots, and what a whole sheet may hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar

from magika_gm.engine.lines.words import Known
from magika_gm.engine.orders import GameOrders
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.rules import StandingOrders
from magika_gm.engine.sheet.sheet import MessageRule
from magika_gm.engine.sheet.understanding import Line, Mark
from magika_gm.engine.words import Fault


@record
class Option:
    """One value a slot may take."""

    text: str
    """What is written on the sheet: ``NE``, ``A3``, ``CROWN``."""
    label: str = ""
    """How it is shown where that is not ``text``: ``NE to s12, hills``."""
    _: KW_ONLY
    note: str = ""
    """What else there is to know before choosing it, in short: ``5 endurance``, ``somebody there``."""
    place: str = ""
    """The picture's place where it is; where it names no ``things``, the place itself, which a click there chooses."""
    things: tuple[str, ...] = ()
    """Keys of what it names, of marks and of things in lists: ``("unit:6",)``. A click on one of them chooses it, a
    click on any other never; a place where several things are asks which."""
    cost: Mapping[str, int] = field(default_factory=dict)
    """What it takes of the plan's purses (:class:`Purse`), beside the form's own cost."""
    uses: tuple[str, ...] = ()
    """What it uses up in this plan (:class:`Limit`), beside what its form uses."""
    goes: tuple[str, ...] = ()
    """Who goes with it where the line's ``to`` says (:class:`Outlook`)."""
    ends: str = ""
    """Where that is, where it is not ``place``; of one who goes without a ``to``, where he goes."""
    after: str = ""
    """Where who does it (:attr:`OrderForm.by`) must go first: it is doubted unless another line sends him there."""
    by: tuple[str, ...] = ()
    """Who of those named must be where he is, as in :attr:`OrderForm.by`."""
    lays: str = ""
    """What land the place that is chosen beside it becomes (:attr:`Plan.land`)."""
    told: str = ""
    """What the acknowledgement says of the line of it and no more (:attr:`Offers.foretold`)."""
    doubt: str = ""
    """Likewise, where it doubts that line (:attr:`Offers.doubted`): of a slot for several, where all that are chosen
    bear one."""
    holds: bool = False
    """Of a slot that is ``extra``: as things stand it changes nothing in what the acknowledgement says of the line."""


class SlotKind(StrEnum):
    """How a slot is filled."""

    ONE = "one"
    """One of the options."""
    MANY = "many"
    """Several of the options, joined by ``joined``; ``least`` to ``most`` of them."""
    NUMBER = "number"
    """A whole number from ``least`` to ``most``."""
    TEXT = "text"
    """Words that fit ``pattern`` (a regular expression both Python and JavaScript read, matched whole)."""


@record
class Slot:
    """A part of an order's line that is chosen."""

    name: str
    """Unique within its form: ``to``."""
    label: str
    """What is asked for: ``To which space``."""
    _: KW_ONLY
    kind: SlotKind = SlotKind.ONE
    options: tuple[Option, ...] = ()
    list: str = ""
    """The name of a list of options in :attr:`Plan.lists`, where several slots share one (``options`` is empty)."""
    before: str = ""
    """Words written before it, gone with it where it is left out: ``TO``."""
    after: str = ""
    """Likewise behind it: ``ENDURANCE``."""
    joined: str = ", "
    least: int = 1
    """Of MANY and NUMBER."""
    most: int = 99
    pattern: str = ""
    """Of TEXT."""
    optional: bool = False
    extra: bool = False
    """Optional, and shown only where one asks for more: conditions, second choices."""
    like: str = ""
    """The name of a slot of the same form that has the same options (``options`` is empty)."""
    needs: str = ""
    """The name of a slot without which this one is not filled (of several, one of which is): AND follows IF."""
    bars: str = ""
    """The name of a slot that is left out where this one is filled."""
    enters: str = ""
    """Of one who goes: what land may lie where an option ends. An option is not shown where the plan leaves another."""
    treads: bool = False
    """So may the land of every place on the way, which the option's words are."""
    barred: str = ""
    """What is told of a line with an option that is not shown; ``{}`` is the place."""
    cost: Mapping[str, int] = field(default_factory=dict)
    """Of NUMBER: what each takes of the plan's purses, or spares them."""
    holds: str = ""
    """Of NUMBER, ``extra``: the purse that must hold as much, if it is to change nothing now (:attr:`Option.holds`)."""


@record
class Extras:
    """Stands in a form's parts for slots that many forms share (:attr:`Plan.extras`); each is ``extra``."""

    slots: str


@record
class OrderForm:
    """One shape of an order's line: fixed words and slots. ``MOVE A3 {to}`` is one, ``GIVE {things} {to}`` another.

    A form is offered as it stands: what may not be ordered is no form, or an option left out. What the office would
    take, the page must be able to write; what the page writes, the office must take without a fault.
    """

    key: str = field(default="", kw_only=True)
    """Unique in the plan; its first fixed words where nothing is said."""
    verb: str = field(default="", kw_only=True)
    """The first word of its line, as the grammar knows it; where nothing is said the first that cannot be left out."""
    label: str
    """How it is listed: ``Move the Sniper``, ``S2 ProAu, major``."""
    parts: tuple[str | Slot | Extras, ...]
    """The line in order, joined by single spaces (none before a comma): ``("CAST S1X", Slot(…))``."""
    _: KW_ONLY
    section: str = ""
    """The part of the sheet it belongs to (:class:`Section`)."""
    help: str = ""
    rule: str = ""
    note: str = ""
    """Cost, chance or yield in short: ``10 arcania, 70 %``."""
    cost: Mapping[str, int] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    """Places of pictures where this is offered on a click (who would act stands there)."""
    things: tuple[str, ...] = ()
    """Keys of things in hands and lists (:class:`Thing`) that offer it on a click."""
    typed: bool = False
    """Understood when typed, but not listed: other spellings, things one may hold by then."""
    goes: tuple[str, ...] = ()
    """Who goes by it to what is chosen in the slot ``to`` (:class:`Outlook`)."""
    by: tuple[str, ...] = ()
    """Who does it from where he is: where another line sends one of them, the answer tells what it comes to."""
    doubt: str = ""
    """What the acknowledgement says of its shortest line, if it doubts that: said of all of them."""

    def __post_init__(self) -> None:
        fixed = next((part for part in self.parts if isinstance(part, str)), "")
        object.__setattr__(self, "key", self.key or fixed)
        object.__setattr__(self, "verb", self.verb or next(self._words()))

    def _words(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, str):
                yield from part.split(maxsplit=1)[:1]
            elif isinstance(part, Slot) and part.before and not part.optional:
                yield part.before


@record
class Section:
    """A part of the sheet. Lines of a plan are written section by section, in this order."""

    key: str
    label: str
    _: KW_ONLY
    help: str = ""
    opens: str = ""
    """A line of its own before the section's lines (``REACT``), written where there are any."""
    closes: str = ""
    stands: tuple[str, ...] = ()
    """Lines in force that a new plan begins with, to be sent again: a part takes the place of them all. Where all are
    taken away, :attr:`none` is written."""
    none: tuple[str, ...] = ()


@record
class Purse:
    """Points a plan may spend. Lines whose costs come to more than ``amount`` are warned of: the office drops them."""

    key: str
    label: str
    amount: int
    _: KW_ONLY
    rule: str = ""
    waits: str = ""
    """Where more may come in the turn: what becomes of a line that costs more than there is, which bars nothing."""


@record
class Limit:
    """How often something named in ``uses`` may be used in one plan. What has no limit of its own: once.

    A line too many is warned of, as the acknowledgement does, and not offered.
    """

    key: str
    label: str
    """Said when it is used too often: ``Sniper A2 shoots``."""
    _: KW_ONLY
    most: int = 1
    rule: str = ""
    said: str = ""
    """What becomes of a line too many, where that is more than that it is one."""
    bars: str = ""
    """What else must not be used beside it, however often: a line that uses this then is told ``said``."""
    lasts: bool = False
    """A line too many may be carried out all the same: that is told, and no warning."""


@named_record
class Letters:
    """What may be written to others: as the grammar's message rule, with addressees."""

    most: int
    lines: int
    characters: int
    to: tuple[Option, ...]
    """Addressees; ``text`` is what follows ``MESSAGE TO``; a single one with text "" means TO is left out."""
    anonymous: bool = False
    several: bool = False
    """Whether more than one message may go to the same addressee (signed, or unsigned)."""
    rule: str = ""


def letters_by(rule: MessageRule, *to: Option) -> Letters:
    """Messages to any of some, as a sheet's rule has them."""
    return Letters(
        most=rule.most,
        lines=rule.lines,
        characters=rule.characters,
        to=to,
        anonymous=rule.anonymous,
        several=rule.several,
        rule=rule.rule,
    )


Begins = tuple[str, Any]
"""How a line begins, and an order that begins so. What follows a "…" stands anywhere behind it: ``CAST …BY B3``; "#" is
any number, ``…<card>`` any name of what lines know as cards: of these, what :meth:`Offers.spared` has (``…B3``) is
left alone."""


def named(begins: str, text: str, known: Known) -> str:
    """What is named in a line that begins so: behind the verb, or last."""
    head, dots, inner = begins.partition("…")
    if dots and "#" in inner:
        return next(found[0] for found in re.finditer(inner.replace("#", r"\d+"), text))
    if inner.startswith("<"):
        return max((name for name in known[inner[1:-1]].names if name in text), key=len)
    return begins.rpartition(" " if " " in begins[len(head) :] else "…")[2] if dots else begins.partition(" ")[2]


@record
class Verdict:
    """What the acknowledgement says, as things stand, of lines that no form makes."""

    said: str
    """Its words, with the rule; ``{}`` is what is named behind the verb."""
    lines: tuple[str, ...]
    """How such lines begin, each as the office writes it: of all beginnings that fit a line, of forms and of these, the
    longest counts. One that ends in "@" is a whole line, with any place in its stead (:attr:`Plan.land`)."""
    _: KW_ONLY
    unless: tuple[str, ...] = ()
    """Sections: while one has lines, they may change it, and the answer tells."""
    mark: str = Mark.WARNING
    """The mark of such a line: ``warning``, ``error``, or ``good`` where there is only something to say to it."""
    opens: str = ""
    """The line that opens the part of the sheet it is said in."""


@named_record
class Outlook:
    """Fights as the acknowledgement foresees them, as data: the page moves who goes, then adds up or looks up."""

    at: Mapping[str, str]
    """Where the reader's are now, in the order in which they came there, by the keys that ``goes`` names."""
    powers: Mapping[str, int] = field(default_factory=dict)
    """What each adds, where sums decide."""
    against: Mapping[str, int] = field(default_factory=dict)
    """By place, what is to be overcome."""
    said: tuple[str, ...] = ()
    """What is told of a sum that is more, the same, less: with ``{place}``, ``{mine}`` and ``{theirs}``."""
    outcomes: Mapping[str, str] = field(default_factory=dict)
    """What is told where sums do not decide: by place and who is there, with blanks between, in the order in which they
    came or, where that is not there, sorted."""
    quiet: tuple[str, ...] = ()
    """Verbs and sections whose lines change nothing in it. Of all others the answer alone tells."""
    stings: Mapping[str, int] = field(default_factory=dict)
    """By who is there, and by place against them: what bites still if its side is short of a win by less."""
    stung: tuple[str, ...] = ()
    """What is told then of one's own, and of theirs."""


@named_record
class Plan:
    """The sheet to be written, and all it could hold."""

    forms: tuple[OrderForm, ...] = ()
    lists: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """Options that several slots share, by name."""
    extras: Mapping[str, tuple[Slot, ...]] = field(default_factory=dict)
    """Slots that several forms share, by name (:class:`Extras`)."""
    sections: tuple[Section, ...] = ()
    """None: all lines are of one part."""
    numbered: int = 0
    """A line each for 1 to this, numbered; 0: a free list."""
    numbered_as: str = ""
    """``phase``."""
    blank: str = ""
    """What a numbered line left empty stands for: ``REST``."""
    most_lines: int = 0
    purses: tuple[Purse, ...] = ()
    limits: tuple[Limit, ...] = ()
    letters: Letters | None = None
    standing: tuple[str, ...] = ()
    """Lines in force from earlier sheets, shown beside the plan."""
    start: tuple[str, ...] = ()
    """Lines a new plan begins with (as text; each fits a form)."""
    free_lines: bool = False
    """The law knows lines no form makes (conditions, programmes): the page keeps one typed so, tells why if the office
    would not understand it, and else what its verdict says. Otherwise a line that fits no form is an error."""
    verdicts: tuple[Verdict, ...] = ()
    """Of what nobody is offered."""
    outlook: Outlook | None = None
    land: Mapping[str, str] = field(default_factory=dict)
    """By place, what land it is, where lines change it and others depend on it."""
    help: str = ""


def once(line: str, label: str, *, section: str = "", key: str = "", use: str = "", rule: str = "") -> OrderForm:
    """The form of one fixed line that a plan holds once: ``OFFER DRAW``, ``RESIGN``, ``FAST NONE``.

    ``key`` is the line where none is given; ``use`` is what it uses up, the key where none is given.
    """
    key = key or line
    return OrderForm(key=key, label=label, parts=(line,), section=section, rule=rule, uses=(use or key,))


def labelled(texts: Mapping[str, str]) -> tuple[Option, ...]:
    """Options by what is written, each with how it is shown."""
    return tuple(Option(text, label) for text, label in texts.items())


def many(name: str, label: str, options: tuple[Option, ...] = (), **more: Any) -> Slot:
    """A slot for several of the options."""
    return Slot(name, label, kind=SlotKind.MANY, options=options, **more)


def number_slot(name: str, label: str, before: str = "", *, least: int = 1, most: int, optional: bool = True) -> Slot:
    """A slot for a whole number behind its word, mostly one that may be left out: ``KEEP 5``, ``FORCE 3``."""
    return Slot(name, label, kind=SlotKind.NUMBER, before=before, least=least, most=most, optional=optional)


def _line(form: OrderForm, slot: Slot | None = None, chosen: str = "") -> str:
    """A form's shortest line, with what is chosen in a slot; of others that must be filled all that may stand there."""
    words = []
    for part in form.parts:
        if isinstance(part, str):
            words.append(part)
        elif isinstance(part, Slot):
            least = () if part.optional else part.options[: None if part.kind is SlotKind.MANY else 1]
            said = chosen if part is slot else part.joined.join(option.text for option in least)
            words += [part.before, said] if said else []
    return " ".join(filter(None, words))


def _choices(form: OrderForm) -> list[Slot]:
    return [part for part in form.parts if isinstance(part, Slot) and part.options and not part.extra]


IDLE = "a line of this kind does not count in the coming turn"
MOST_WEIGHED = 6
"""Forecasts for a page, of teams: each is as dear as a turn."""


class Offers:
    """The sheet of a game whose lines are rows, of what could be ordered: a game says its forms and what goes with it.

    ``known`` is the state as the ``seat`` knows it, ``found`` what it could order in it.
    """

    orders: GameOrders[Any, Any]
    help = ""
    """Said above the sheet."""
    opening: Sequence[Any] = ()
    """The line that opens the sheet's first section, if one does."""
    extras: Mapping[str, tuple[Slot, ...]] = {}
    """Slots that many forms share."""
    foretold = ""
    """The section of whose lines the acknowledgement says what each comes to: words, a slot, then what may be added."""
    quiet: tuple[str, ...] = ()
    """Verbs and sections whose lines change nothing in that."""
    kind: Any = None
    """What decides which kinds of lines count in the coming turn: whose it is, what is due. None: all do."""
    of_kind: tuple[str, ...] = ()
    """Rules by which a line is refused for its kind, whatever it names."""
    doubted = ""
    """The section of whose lines the acknowledgement judges each by itself, in which words and a slot decide: what it
    doubts stands beside the line."""

    _of_kinds: ClassVar[dict[tuple[Any, Any], tuple[Verdict, ...]]] = {}

    def __init__(self, known: Any, seat: str, found: Sequence[Any]) -> None:
        self.known, self.seat, self.found = known, seat, found
        self.begin()

    def begin(self) -> None:
        """Look at what all the rest depends on."""

    def forms(self) -> Iterable[OrderForm]:
        """Orders to be filled in."""
        raise NotImplementedError

    seats: Sequence[str] = ()
    """All of a game whose messages go to the others, each called as he is."""

    def to(self) -> Iterable[Option]:
        """Whom messages may go to."""
        return (Option(seat) for seat in self.seats if seat != self.seat)

    def lists(self) -> Mapping[str, tuple[Option, ...]]:
        """Options that many slots share."""
        return {}

    def sections(self) -> Iterable[Section]:
        """The parts of the sheet."""
        return ()

    def purses(self) -> Iterable[Purse]:
        """What orders are paid from."""
        return ()

    def limits(self) -> Iterable[Limit]:
        """How often things may be done."""
        return ()

    def refused(self) -> Iterable[Sequence[Begins]]:
        """Kinds of lines that are not offered: orders, and how lines like each begin. Of all of a kind the
        acknowledgement says the same, but for what is named behind the verb; the first of each are judged as one sheet,
        in which none hinders another."""
        return ()

    def spared(self) -> Iterable[str]:
        """How lines begin of which nothing is known here, though a kind of :meth:`refused` begins so, too: what is
        said of "CAST" is not of a card that is held."""
        return ()

    @cached_property
    def _parts(self) -> Mapping[str, Sequence[Any]]:
        """The parts of the sheet by the lines that open them, each with that as an order."""
        opens = dict.fromkeys([section.opens for section in self.sections()] or [""])
        return {line: [self.orders.stored(line)] if line else [] for line in opens}

    def _of_kind(self, line: Line) -> bool:
        """Whether such a line does not count whatever it names."""
        refused = line.mark is Mark.ERROR and any(rule in line.words for rule in self.of_kind)
        return refused or line.mark is Mark.IDLE

    def _kinds(self) -> Iterator[Verdict]:
        """What the acknowledgement says of kinds of lines that do not count, part by part of the sheet: of the line to
        show of each."""
        read = [self.orders.GRAMMAR.read(text, None) for text in self.orders.lines.examples]
        shown = [order for order in read if not isinstance(order, Fault)]
        for opens, opening in self._parts.items():
            found: dict[tuple[str, str], dict[str, None]] = {}
            for line in list(self.orders.judged([*opening, *shown], self.seat, self.known))[len(opening) :]:
                if self._of_kind(line):
                    begins = re.sub(r"\d+", "#", line.text.split()[0])
                    found.setdefault((line.words or IDLE, line.mark), {})[begins] = None
            for (said, mark), verbs in found.items():
                yield Verdict(said, tuple(verbs), mark=mark, opens=opens)

    def verdicts(self) -> Iterator[Verdict]:
        """What the acknowledgement says of these, in each part of the sheet; of what is spared nothing."""
        key = (self.orders, self.kind)
        if key not in self._of_kinds:
            self._of_kinds[key] = () if self.kind is None else tuple(self._kinds())
        yield from self._of_kinds[key]
        barred = {(verdict.opens, verb) for verdict in self._of_kinds[key] for verb in verdict.lines}
        kinds = [kind for kind in self.refused() if kind]
        for opens, opening in self._parts.items():
            if left := [kind for kind in kinds if (opens, kind[0][0].split()[0]) not in barred]:
                yield from self._refused(left, opens, opening)

    def _refused(self, kinds: Sequence[Sequence[Begins]], opens: str, opening: Sequence[Any]) -> Iterator[Verdict]:
        asked = {self.orders.GRAMMAR.write(kind[0][1]): kind for kind in kinds}
        found: dict[tuple[str, str], dict[str, None]] = {}
        for line in self.orders.judged([*opening, *(kind[0][1] for kind in kinds)], self.seat, self.known):
            kind = asked.get(line.text)
            if kind is not None and (line.mark is not Mark.GOOD or line.words) and not self._of_kind(line):
                name = named(kind[0][0], line.text, self.orders.known)
                said = line.words.replace(name, "{}") if name else line.words
                found.setdefault((said, line.mark), {}).update(dict.fromkeys(begins for begins, _ in kind))
        for (said, mark), lines in found.items():
            yield Verdict(said, tuple(lines), mark=mark, opens=opens)
        told = {begins for lines in found.values() for begins in lines}
        if told and (spared := tuple(begins for begins in dict.fromkeys(self.spared()) if begins not in told)):
            yield Verdict("", spared, opens=opens)

    def land(self) -> Mapping[str, str]:
        """By place, what land it is, where lines change it."""
        return {}

    def outlook(self) -> Outlook | None:
        """What lines of :attr:`foretold` and fights would come to; None where nothing is foreseen."""
        return Outlook(at={}, quiet=self.quiet) if self.foretold else None

    def of_teams(self, verb: str, place: str, whole: Sequence[str], members: Sequence[str]) -> Outlook:
        """What the forecast says of a line that sends some of the ``members`` to a place, or all that one of the words
        ``whole`` means: of each alone, of each two and so on, as far as all of a size can be asked. Nothing is said
        where the line could not be done."""
        teams: list[tuple[str, ...]] = [(word,) for word in whole if members]
        for size in range(1, len(members) + 1):
            more = list(combinations(sorted(members), size))
            if len(teams) + len(more) > MOST_WEIGHED:
                break
            teams += more
        outcomes = {}
        for team in teams:
            orders = [*self.opening, self.orders.stored(f"{verb} {' '.join(team)}")]
            _, *said = self.orders.foreseen(orders, self.seat, self.known).splitlines()
            if len(said) == 1:
                outcomes[" ".join((place, *team))] = said[0].strip()
        return Outlook(at=dict.fromkeys((*whole, *members), ""), outcomes=outcomes, quiet=self.quiet)

    def _foretold(self, form: OrderForm) -> OrderForm:
        """A form whose options say what the acknowledgement would."""
        head, slot, *more = form.parts
        assert isinstance(slot, Slot)
        options = (replace(option, told=self._of_line(f"{head} {option.text}")) for option in slot.options)
        return replace(form, parts=(head, replace(slot, options=tuple(options)), *more))

    def _of_line(self, text: str) -> str:
        orders = [*self.opening, self.orders.stored(text)]
        line = list(self.orders.judged(orders, self.seat, self.known))[-1]
        return line.words if line.mark is Mark.GOOD else ""

    def _doubted(self, lines: Sequence[str]) -> dict[str, str]:
        """What the acknowledgement says of those of some lines that it doubts, each by itself."""
        if not lines:
            return {}
        judged = self.orders.judged([*self.opening, *map(self.orders.stored, lines)], self.seat, self.known)
        told = list(judged)[len(self.opening) :]
        return {text: line.words for text, line in zip(lines, told, strict=True) if line.mark is not Mark.GOOD}

    def _doubts(self, forms: Sequence[OrderForm]) -> Iterator[OrderForm]:
        """The same forms, with what the acknowledgement doubts of those of :attr:`doubted`: of their shortest lines,
        and where those are well of each that could be chosen."""
        if not self.doubted:
            yield from forms
            return
        asked = {form.key: _line(form) for form in forms if form.section == self.doubted}
        plain = self._doubted(list(asked.values()))
        well = [form for form in forms if form.key in asked and asked[form.key] not in plain]
        lines = {
            (form.key, slot.name, option.text): _line(form, slot, option.text)
            for form in well
            for slot in _choices(form)
            for option in slot.options
        }
        chosen = self._doubted(list(lines.values()))
        doubts = {where: chosen[line] for where, line in lines.items() if line in chosen}

        def weighed(key: str, part: str | Slot | Extras) -> str | Slot | Extras:
            if not isinstance(part, Slot):
                return part
            some = (replace(one, doubt=doubts.get((key, part.name, one.text), one.doubt)) for one in part.options)
            return replace(part, options=tuple(some))

        told = {key for key, _, _ in doubts}
        for form in forms:
            if said := plain.get(asked.get(form.key, "")):
                yield replace(form, doubt=said)
            elif form.key in told:
                yield replace(form, parts=tuple(weighed(form.key, part) for part in form.parts))
            else:
                yield form

    def plan(self) -> Plan:
        """The whole sheet, with what stands already."""
        grammar = self.orders.GRAMMAR
        sections = tuple(self.sections())
        begun = any(section.stands for section in sections)
        lasts = (
            () if begun or not isinstance(self.orders, StandingOrders) else self.orders.standing(self.known, self.seat)
        )
        forms = [self._foretold(form) if form.section == self.foretold != "" else form for form in self.forms()]
        return Plan(
            forms=tuple(self._doubts(forms)),
            letters=None if grammar.messages is None else letters_by(grammar.messages, *self.to()),
            most_lines=grammar.most_lines,
            standing=tuple(line for part in lasts for line in part.lines),
            free_lines=True,
            lists=self.lists(),
            extras=self.extras,
            sections=sections,
            purses=tuple(self.purses()),
            limits=tuple(self.limits()),
            verdicts=tuple(self.verdicts()),
            outlook=self.outlook(),
            land=self.land(),
            help=self.help,
        )

"""The world: plain typed data. Only :func:`magika_gm.games.magika.rules.tasks.apply` changes it.

A world is copied once when a turn is resolved (:meth:`World.copy`); after that, telling an event is the only way in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from typing import Any

from magika_gm.engine.records import Copied, mutable, named_record, record
from magika_gm.games.magika.rules.arena import INDEX, NAME, ROWS, SPACES, space_at
from magika_gm.games.magika.rules.spellbook import Span
from magika_gm.games.magika.rules.tables import (
    ALIGNMENT_ARTIFACTS,
    BLACK,
    EBON,
    EBON_SKILL,
    EXHAUSTED_BELOW,
    MAX_CLOAKS,
    MAX_SCROLLS,
    PLAINS,
    RACES,
    START_APTITUDE,
    START_ARCANIA,
    TERRAIN_NAMES,
    THING_ORDER,
    standing,
)

EDITION = 2
"""The newest edition of the rules (docs/decisions/0015): what differs in games of edition 1 stands behind
``edition < 2`` (EBON-4, GIVE-1, CAST-17, MOVE-5)."""

# Game time as one number, so that "until when" is a comparison (SEQ-8).
#
# ``tick(turn, phase)`` is ``turn * 6 + phase``; phases are 1 … 5 and 6 is the end of the turn, where turn-counted
# effects run out, after recon is taken (SEQ-7).


FOR_GOOD = 1 << 30
END_OF_TURN = 6


def tick(turn: int, phase: int) -> int:
    """The moment of a phase, or of the end of a turn for phase 6."""
    return turn * 6 + phase


def last_moment(turn: int, phase: int, length: int, unit: str) -> int:
    """Last moment at which an effect begun in that phase is in force."""
    if unit == "p":
        ahead = phase - 1 + length - 1
        return tick(turn + ahead // 5, ahead % 5 + 1)
    if unit == "t":
        return tick(turn + length - 1, END_OF_TURN)
    return FOR_GOOD


def until(turn: int, phase: int, span: Span, more: int = 0) -> int:
    """Last moment of a spell cast now; ``more`` phases or turns are the bonus (CAST-10)."""
    return last_moment(turn, phase, span.length + more, span.unit)


def remaining(moment: int, until: int) -> str:
    """What remains after ``moment`` of an effect in force until then: ``7p``, ``2t``, ``for good``, or "" for nothing.

    ``moment`` is a phase that has been played, or the end of a turn.
    """
    if until >= FOR_GOOD:
        return "for good"
    turn, phase = divmod(moment - 1, 6)
    phase += 1
    last_turn, last_phase = divmod(until - 1, 6)
    last_phase += 1
    if last_phase == END_OF_TURN:
        left = last_turn - turn + (1 if phase < END_OF_TURN else 0)
        return f"{left}t" if left > 0 else ""
    left = (last_turn - turn) * 5 + last_phase - min(phase, 5)
    return f"{left}p" if left > 0 else ""


# What a card of the Ebon Mage's deck of tasks says (EBON-6), as plain values.


KINDS = ("bring about", "prevent", "keep to")
MAGE_FIELDS = (
    "race", "alignment", "endurance", "arcania", "skill", "aptitude", "standing", "team", "status", "row", "scrolls",
    "artifacts", "cloaks", "dropped",
)  # fmt: skip
SUBJECTS: dict[str, tuple[str, ...]] = {
    "novices": MAGE_FIELDS,
    "ebon": MAGE_FIELDS,
    "artifacts": ("name", "kind", "holder", "holder_alignment"),
    "teams": ("colour", "wearers"),
    "game": ("turn", "ending", "formers"),
}
"""What can be counted in the world as it stands, with the fields a task may ask about."""
SPELL_FIELDS = ("spell_alignment", "other_than")
"""Fields beside an event's own that a task may ask about where the event has a spell's ``code``."""
THING_KIND = "thing_kind"
"""scroll, cloak or artifact: of an event with a ``thing``."""


@record
class Condition:
    """``field`` is one of ``values``, or between ``least`` and ``most``."""

    field: str
    values: tuple[Any, ...] = ()
    least: float | None = None
    most: float | None = None

    def holds(self, value: Any) -> bool:
        """Whether a value meets it."""
        if self.values:
            return value in self.values or ("novice" in self.values and _is_novice(value))
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def _is_novice(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 1 and "A" <= value <= "L"


@named_record
class Task:
    """One card of the deck. ``counts`` are event names, or one of :data:`SUBJECTS`."""

    name: str
    kind: str
    text: str
    counts: tuple[str, ...]
    where: tuple[Condition, ...] = ()
    total: str = ""
    """The field whose values are added up."""
    different: str = ""
    """The field whose different values are counted."""
    at_least: float | None = None
    at_most: float | None = None
    apart: str = ""

    @property
    def of_events(self) -> bool:
        """Whether it counts events of the record, rather than what stands at the end."""
        return self.counts[0] not in SUBJECTS


Tally = int | tuple[str, ...]
"""What a task over events has come to: a count or sum, or the different values seen."""


SEA = space_at(ROWS - 1, 1)
"""First space of row z: terrain 1 is ocean there and river elsewhere."""


@record
class Scroll:
    """A scroll in somebody's hands.

    ``number`` is its place in the list of the last report (``S3`` is 3; 0 if it came since). ``until`` is the last
    moment at which it is prolonged (0: an ordinary scroll, ``clock.FOR_GOOD``: for good). ``reads`` counts this
    turn's readings while prolonged (CAST-18). ``bound`` marks the Ebon Mage's own TelPt, which nobody takes from him,
    nor can he let it go (EBON-4).
    """

    code: str
    number: int = 0
    until: int = 0
    reads: int = 0
    bound: bool = False

    def __str__(self) -> str:
        """The text of a case file: ``TelPt``, ``TelPt*`` when prolonged for good."""
        return self.code + ("*" if self.until >= FOR_GOOD else "")


@mutable
class Mage(Copied):
    """A contestant. Statistics are whole points; ``effects`` maps a spell's name to its last moment in force."""

    letter: str
    name: str
    race: str
    alignment: str
    space: int
    endurance: int
    arcania: int
    skill: int
    aptitude: int
    max_endurance: int
    max_arcania: int
    team: str = BLACK
    barred: bool = False
    scrolls: list[Scroll] = field(default_factory=list)
    artifacts: list[str] = field(default_factory=list)
    cloaks: list[str] = field(default_factory=list)
    effects: dict[str, int] = field(default_factory=dict)
    boosted: list[str] = field(default_factory=list)
    """Maxima raised by BoEndX ("endurance") and BoArcX ("arcania"): once each in games of edition 1 (CAST-17)."""
    unconscious: bool = False
    may_uncloak: bool = False
    """Left as a team of one by a drop-out (CLK-6)."""
    moves: int = 0
    rests: int = 0
    demands: int = 0
    travelled: bool = False
    """Moved or teleported this turn (EBON-2)."""
    reading: Scroll | None = None
    """The scroll being read in this Cast step: out of reach of thieves (CAST-2)."""
    slot: int = 0
    """Place in the list the scroll being read came from."""
    keeps: bool = False
    """The scroll being read will come back to his hands."""
    dropped: bool = False
    """Out of the game (GM-3)."""

    @property
    def status(self) -> str:
        """``ok``, ``ex`` or ``uc`` (MAGE-5)."""
        if self.unconscious:
            return "uc"
        return "ex" if self.endurance < EXHAUSTED_BELOW else "ok"

    @property
    def is_ebon(self) -> bool:
        """Whether this is the Ebon Mage."""
        return self.letter == EBON

    @property
    def standing(self) -> int:
        """Standing aptitude (MAGE-3)."""
        return standing(self.alignment, self.aptitude)

    @property
    def free_cloaks(self) -> list[str]:
        """Colours of the undonned cloaks carried; of two of the colour worn, one is undonned."""
        free = list(self.cloaks)
        if self.team in free:
            free.remove(self.team)
        return free

    @property
    def hand_room(self) -> int:
        """How many more scrolls he may hold; one being read counts while it will come back (MAGE-7)."""
        coming = 1 if self.reading is not None and self.keeps else 0
        return MAX_SCROLLS - len(self.scrolls) - coming

    def may_carry_cloak(self) -> bool:
        """Whether another cloak may come into his hands (MAGE-7, CLK-4, CLK-5)."""
        return len(self.cloaks) < MAX_CLOAKS and (not self.barred or "CkAidX" in self.effects)

    def items(self) -> list[str]:
        """Artifacts and cloaks carried, in listing order, as ``crown`` or ``cloak:red``."""
        return sorted([*self.artifacts, *(f"cloak:{c}" for c in self.cloaks)], key=THING_ORDER.__getitem__)


@record
class Area:
    """An effect on spaces: ElArr (``value`` is the shift), ElAtt, ElBlo, ElDrp (terrain code), FogMp (0)."""

    kind: str
    value: int
    spaces: frozenset[int]
    until: int
    caster: str


@mutable
class World(Copied):
    """Everything there is. ``terrain`` holds the true terrain code of every space, ``lying`` what lies where."""

    terrain: list[int] = field(default_factory=lambda: [PLAINS] * SPACES)
    mages: dict[str, Mage] = field(default_factory=dict)
    lying: dict[int, list[str]] = field(default_factory=dict)
    areas: list[Area] = field(default_factory=list)
    turn: int = 0
    phase: int = 0
    ending: str | None = None
    globe: str = ""
    """Letters of those who formed the Globe."""
    shifts: dict[int, int] = field(default_factory=dict)
    """Sum of the ElArr changes in force per space; follows from ``areas``."""
    edition: int = EDITION
    figures: str = "descriptions"
    """Which of the rule book's spell figures are played (CAST-15), from the scenario's options."""
    aim: str = "sight"
    """Whether a spell at a mage needs him in sight, or only those do whose text asks for it (CAST-11), likewise."""
    tasks: tuple[Task, ...] = ()
    """The Ebon Mage's (EBON-6); none in a game begun before there were any."""
    tallies: list[Tally] = field(default_factory=list)
    """What each of his tasks has come to."""
    counting: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Which tasks count an event of that name; follows from ``tasks``."""

    @property
    def moment(self) -> int:
        """Now, as a clock moment."""
        return tick(self.turn, self.phase)

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.ending is not None

    def terrain_at(self, space: int) -> int:
        """Terrain code as it is now, ElArr included (CAST-17)."""
        code = self.terrain[space]
        shift = self.shifts.get(space)
        if not shift:
            return code
        number = max(1, min(10, max(1, code) + shift))
        return 0 if number == 1 and space >= SEA else number

    def playing(self) -> list[Mage]:
        """Contestants still in the game, by letter."""
        return [m for m in self.mages.values() if not m.dropped]


def new_mage(letter: str, space: int, race: str = "human", alignment: str = "good", name: str = "") -> Mage:
    """A mage with his race's start values (MAGE-1, MAGE-2, EBON-1); no scrolls drawn yet."""
    row = RACES[race]
    ebon = letter == EBON
    return Mage(
        letter=letter,
        name=name or ("The Ebon Mage" if ebon else f"Mage {letter}"),
        race=race,
        alignment=alignment,
        space=space,
        endurance=row.max_endurance,
        arcania=START_ARCANIA,
        skill=EBON_SKILL if ebon else row.skill,
        aptitude=START_APTITUDE[alignment],
        max_endurance=row.max_endurance,
        max_arcania=row.max_arcania,
    )


def own_teleport() -> Scroll:
    """The Ebon Mage's permanently prolonged TelPt (EBON-1)."""
    return Scroll("TelPt", until=FOR_GOOD, bound=True)


def shifts_of(areas: Iterable[Area]) -> dict[int, int]:
    """Sum of ElArr's changes per space."""
    sums: dict[int, int] = {}
    for area in areas:
        if area.kind == "ElArr":
            for space in area.spaces:
                sums[space] = sums.get(space, 0) + area.value
    return sums


def where_is(world: World, artifact: str) -> tuple[int, Mage | None] | None:
    """Space of an artifact and who holds it there (None: it lies), or None if the world has no such artifact."""
    for mage in world.mages.values():
        if artifact in mage.artifacts:
            return mage.space, mage
    for space, things in world.lying.items():
        if artifact in things:
            return space, None
    return None


def faults(world: World) -> list[str]:
    """Why this world cannot be: every broken invariant, in words (empty for a sound world)."""
    found: list[str] = []
    seen: dict[str, str] = {}
    held = [(f"mage {m.letter}", m.artifacts) for m in world.mages.values()]
    for place, things in [*held, *((NAME[s], t) for s, t in world.lying.items())]:
        for thing in things:
            if thing.startswith("cloak:"):
                continue
            if thing in seen:
                found.append(f"the {thing} is in two places: {seen[thing]} and {place}")
            seen[thing] = place
    wearers: dict[str, list[Mage]] = {}
    for mage in world.mages.values():
        who = f"mage {mage.letter}"
        if mage.race not in RACES:
            found.append(f"{who}: no race is called {mage.race!r}")
            continue
        for stat, value, top in (
            ("endurance", mage.endurance, mage.max_endurance),
            ("arcania", mage.arcania, mage.max_arcania),
        ):
            if not 0 <= value <= top:
                found.append(f"{who}: {stat} {value} is outside 0 to {top}")
        if not -100 <= mage.aptitude <= 100:
            found.append(f"{who}: aptitude {mage.aptitude} is outside -100 to 100")
        if mage.skill < 0:
            found.append(f"{who}: spell skill {mage.skill} is below 0")
        if len(mage.scrolls) > MAX_SCROLLS:
            found.append(f"{who}: holds {len(mage.scrolls)} scrolls, at most {MAX_SCROLLS} are allowed (MAGE-7)")
        if len(mage.cloaks) > MAX_CLOAKS:
            found.append(f"{who}: holds {len(mage.cloaks)} cloaks, at most {MAX_CLOAKS} are allowed (MAGE-7)")
        if mage.team != BLACK:
            if mage.is_ebon:
                found.append(f"{who}: the Ebon Mage never wears a cloak (CLK-7)")
            if mage.team not in mage.cloaks:
                found.append(f"{who}: wears {mage.team} without holding that cloak")
            wearers.setdefault(mage.team, []).append(mage)
    for colour, members in wearers.items():
        if len(members) > 3:
            found.append(f"{colour} has {len(members)} wearers, at most 3 are allowed (CLK-2)")
    return found


def all_aligned(artifacts: Iterable[str]) -> bool:
    """Whether all three alignment artifacts are among these."""
    return set(ALIGNMENT_ARTIFACTS) <= set(artifacts)


def terrain_name(code: int) -> str:
    """Figure 2's name of a terrain code."""
    return TERRAIN_NAMES[code]


# Pieces of a change: what several events do to a state alike.


def hand(world: World, thing: str | Scroll, source: str, target: str) -> None:
    """The game master's hand: from a mage, a space or nowhere to another."""
    if source in world.mages:
        let_go(world.mages[source], thing)
    elif source in INDEX and isinstance(thing, str):
        unlay(world, INDEX[source], thing)
    if target in world.mages:
        receive(world.mages[target], thing)
    elif target in INDEX and isinstance(thing, str):
        lay(world, INDEX[target], thing)


def put_down(mage: Mage) -> None:
    """Nothing is being read any more."""
    mage.reading = None
    mage.slot = 0
    mage.keeps = False


def take(mage: Mage, thing: str) -> None:
    """An artifact or cloak into his hands, in listing order."""
    if thing.startswith("cloak:"):
        mage.cloaks.append(thing[6:])
        mage.cloaks.sort(key=lambda c: THING_ORDER[f"cloak:{c}"])
    else:
        mage.artifacts.append(thing)
        mage.artifacts.sort(key=THING_ORDER.__getitem__)


def let_go(mage: Mage, thing: str | Scroll) -> None:
    """A thing or scroll out of his hands."""
    if isinstance(thing, Scroll):
        place = mage.scrolls.index(thing)
        del mage.scrolls[place]
        if mage.reading is not None and place < mage.slot:
            mage.slot -= 1  # the scroll being read comes back among the same neighbours
    elif thing.startswith("cloak:"):
        mage.cloaks.remove(thing[6:])
    else:
        mage.artifacts.remove(thing)


def receive(mage: Mage, thing: str | Scroll) -> None:
    """A thing or scroll into his hands; a scroll gets its number with the next turn."""
    if isinstance(thing, Scroll):
        mage.scrolls.append(replace(thing, number=0))
    else:
        take(mage, thing)


def lay(world: World, space: int, thing: str) -> None:
    """A thing lies on a space, in listing order."""
    things = world.lying.setdefault(space, [])
    things.append(thing)
    things.sort(key=THING_ORDER.__getitem__)


def unlay(world: World, space: int, thing: str) -> None:
    """A thing lies on a space no longer."""
    things = world.lying[space]
    things.remove(thing)
    if not things:
        del world.lying[space]


def lose(mage: Mage, stat: str, amount: int) -> None:
    """Points of endurance or arcania lost; gained, if negative."""
    if stat == "endurance":
        mage.endurance -= amount
    else:
        mage.arcania -= amount


def form(world: World, spaces: tuple[int, ...], terrain: tuple[int, ...]) -> None:
    """Chaos: new true terrain; ElArr's changes end where it strikes (CAST-17)."""
    for space, code in zip(spaces, terrain, strict=True):
        world.terrain[space] = code
    if world.shifts:
        struck = frozenset(spaces)
        kept = []
        for area in world.areas:
            if area.kind != "ElArr" or not area.spaces & struck:
                kept.append(area)
            elif area.spaces - struck:
                kept.append(replace(area, spaces=area.spaces - struck))
        world.areas = kept
        world.shifts = shifts_of(kept)


def begin_turn(world: World, turn: int) -> None:
    """Reset the turn's counters and number the scrolls as the last report listed them."""
    world.turn = turn
    world.phase = 1
    now = tick(turn, 1)
    if world.areas:
        world.areas = [a for a in world.areas if a.until >= now]
        world.shifts = shifts_of(world.areas)
    for mage in world.mages.values():
        mage.moves = mage.rests = mage.demands = 0
        mage.travelled = False
        if mage.effects:
            mage.effects = {e: until for e, until in mage.effects.items() if until >= now}
        mage.scrolls = [
            s
            if s.number == i and not s.reads and (not s.until or s.until >= now)  # most are as they were
            else Scroll(s.code, i, s.until if s.until >= now else 0, 0, s.bound)
            for i, s in enumerate(mage.scrolls, 1)
        ]


def drop_out(world: World, mage: Mage, stranded: str) -> None:
    """A mage out of the game: what he carried lies where he stood (GM-3)."""
    for thing in mage.items():
        lay(world, mage.space, thing)
    mage.artifacts.clear()
    mage.cloaks.clear()
    mage.scrolls.clear()
    mage.effects.clear()
    mage.team = BLACK
    mage.dropped = True
    for letter in stranded:
        world.mages[letter].may_uncloak = True

"""What a report says: one value with the seven sections of REPORT, and nothing of how it looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from magika_gm.engine.seam.reports import PlayerData
from magika_gm.engine.told import Told
from magika_gm.games.magika.orders import Order
from magika_gm.games.magika.report.own import Step
from magika_gm.games.magika.report.story import Line
from magika_gm.games.magika.rules.costs import OrderCost
from magika_gm.games.magika.rules.events import Event
from magika_gm.games.magika.rules.tables import phase_title
from magika_gm.games.magika.rules.tasks import TaskLine
from magika_gm.games.magika.rules.victory import Points
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.sight.recon import FOGGED, OwnTurn, Recon, SpaceSeen
from magika_gm.games.magika.sight.whereabouts import Whereabouts

SECTIONS = ("Player", "Mage", "Maps", "Intelligence", "Turn summary", "Standings", "Messages")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollLine:
    """A scroll held: its number for orders, code, name, level costs, and whether it survives reading."""

    number: int
    code: str
    name: str
    minor_cost: int
    major_cost: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MageData:
    """Section 2."""

    letter: str
    name: str
    race: str
    alignment: str
    team: str
    status: str
    space: str
    terrain: int
    endurance: int
    max_endurance: int
    arcania: int
    max_arcania: int
    skill: int
    aptitude: int
    standing: int
    barred: bool
    spells: tuple[tuple[str, str], ...]
    scrolls: tuple[ScrollLine, ...]
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """A line of section 4: another mage, what is known of him, and from when.

    ``turn`` is the last in which anything of him was perceived, ``now`` whether that is this one. ``team`` and what
    ``more`` says without a turn are of that turn; what is older bears its own (RECON-9). ``space`` is the last known.
    """

    letter: str
    text: str
    turn: int
    now: bool
    space: str
    name: str = ""
    kind: str = ""
    """Alignment and race, as far as known."""
    team: str | None = None
    """The cloak, "black" for none; None is not known."""
    alignment: str | None = None
    race: str | None = None
    more: str = ""
    """How strong and serene he looks, what he carries, what he is under; then what is older, with its turn."""
    since: Mapping[str, int] = field(default_factory=dict)
    """The turn each of what changes is from: ``space``, ``team``, ``strength`` …"""

    @property
    def there(self) -> str:
        """His space, if it is of the turn he was last perceived in; else ""."""
        return self.space if self.since.get("space") == self.turn else ""

    @property
    def placed(self) -> bool:
        """Whether his space is known now."""
        return self.now and bool(self.there)


@dataclass(frozen=True, slots=True)
class PhaseStory:
    """A phase of section 5: the order as given and how, and what came of it and befell the mage."""

    phase: int
    order: str
    lines: tuple[Line, ...]
    endurance: int | None = None
    """His own endurance and arcania when the phase was over."""
    arcania: int | None = None

    @property
    def title(self) -> str:
        """``Phase 3``, or what comes before the first and after the last."""
        return phase_title(self.phase)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of section 6: one's own figure between the lowest and highest of all others (VP-7)."""

    label: str
    own: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A line of the final standing, revealed to everybody when the game is over."""

    rank: int
    letter: str
    name: str
    points: float
    lines: tuple[Points, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """What nobody could know of a contestant while the game went on, revealed at its end."""

    letter: str
    name: str
    race: str
    alignment: str
    space: str
    team: str
    endurance: int
    arcania: int
    skill: int
    aptitude: int
    dropped: bool
    scrolls: tuple[str, ...]
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Revealed:
    """The hidden facts of a game that is over: every contestant, and what still lies where."""

    contestants: tuple[Contestant, ...]
    lying: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Post:
    """A message as delivered."""

    sender: str
    to: str
    text: str
    letter: str = ""
    """Who signed it; "" for an unsigned one and for one's own copies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything one mage's report of one turn says."""

    turn: int
    player: PlayerData
    mage: MageData
    recon: Recon
    history: dict[int, tuple[int, int]]
    known: tuple[Knowledge, ...]
    artifacts: tuple[Whereabouts, ...]
    """All artifacts whose space is known now, lying or carried."""
    whereabouts: tuple[str, ...]
    story: tuple[PhaseStory, ...]
    standings: tuple[Standing, ...]
    points: tuple[Points, ...]
    messages: tuple[Post, ...]
    notes: tuple[str, ...]
    order_form: str
    ending: str | None = None
    final: tuple[FinalPlace, ...] = ()
    seed_hash: str = ""
    seed: str = ""
    places: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Letters of mages known to stand in a space."""
    tasks: tuple[TaskLine, ...] = ()
    """The Ebon Mage's tasks: to himself alone, and to everybody when the game is over (EBON-6)."""
    costs: tuple[OrderCost, ...] = ()
    """What each order would cost next turn from where the mage stands."""
    revealed: Revealed | None = None
    past: tuple[OwnTurn, ...] = ()
    """How he stood after each turn, this one the last: his own earlier reports, as far as they are kept."""
    honours: tuple[str, ...] = ()
    """Marks of deeds in earlier games, of a mage who returned (``sight.deeds``)."""
    route: tuple[Step, ...] = ()
    """His way through this turn."""
    lead: str = ""
    """The turn in one sentence, from its strongest events."""
    tracks: Mapping[str, tuple[OwnTurn, ...]] = field(default_factory=dict)
    """Everybody's turns, by letter, when the game is over."""
    world: World | None = None
    """The true world, when the game is over."""
    record: Mapping[str, Any] | None = None
    """Everything the game was played with, in final turn files, so that anyone can play it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnData:
    """What the record says of a turn, the same for all thirteen reports."""

    world: World
    told: Sequence[Told[Event]]
    orders: dict[str, Sequence[Order]]
    how: dict[str, str]
    messages: Sequence[tuple[str, str, bool, str]]
    """(sender, addressee, anonymous, text)."""
    seed: bytes
    notes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    record: Mapping[str, Any] | None = None
    tracks: Mapping[str, tuple[OwnTurn, ...]] = field(default_factory=dict)
    """Everybody's turns, for final reports."""


def summary_tree(spaces: dict[int, SpaceSeen]) -> list[tuple[int, int, int]]:
    """The terrain summary: (terrain code, spaces of it in view, occupied ones), softest first."""
    rows: dict[int, list[int]] = {}
    for seen in spaces.values():
        if seen.terrain != FOGGED:
            row = rows.setdefault(seen.terrain, [0, 0])
            row[0] += 1
            row[1] += seen.occupied
    return [(code, total, taken) for code, (total, taken) in sorted(rows.items())]

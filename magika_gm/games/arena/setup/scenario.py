"""Scenarios: everything the law marks as an option, as a value and as a file (SET-5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from magika_gm.games.arena.rules.board import Board, board_of
from magika_gm.games.arena.rules.tables import ARMIES, ReadyArmy
from magika_gm.games.arena.rules.terms import Mode
from magika_gm.games.arena.setup.army import Limits
from magika_gm.games.arena.setup.costs import LAW
from magika_gm.games.arena.setup.standard import START_KINGS, START_ROWS

READY, FREE = "ready", "free"
FIRST = ("roll", "first", "second")
"""Who is A: drawn (``setup.first``), the first sign-up, or the second (DICE)."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A creature a scenario puts on the board beside the armies."""

    kind: str
    side: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario; the defaults are the law's."""

    title: str = "Duel"
    description: str = ""
    rows: tuple[str, ...] = START_ROWS
    kings: Mapping[str, str] = field(default_factory=lambda: dict(START_KINGS))
    control: Mapping[str, str] | None = None
    """Hexes and who controls them at the start; None: CTRL-1."""
    storms: Mapping[str, int] = field(default_factory=dict)
    """Hexes and for how many player turns a storm stands there."""
    placed: tuple[Placed, ...] = ()
    limits: Limits = field(default_factory=Limits)
    handicap: Mapping[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    """Points a player has less (SET, handicap)."""
    armies: str = READY
    ready: Mapping[str, ReadyArmy] = field(default_factory=lambda: dict(ARMIES))
    default_armies: Mapping[str, str] = field(default_factory=lambda: {"A": "LEGION", "B": "HOST"})
    costs: str = LAW
    mode: Mode = Mode.SINGLE
    last_turn: int = 36
    mastery: int = 31
    second_bonus: int = 4
    first: str = FIRST[0]

    @property
    def board(self) -> Board:
        """Its board."""
        return board_of(len(self.rows[0]))


def write_scenario(scenario: Scenario) -> str:
    """The file that reads back to this scenario."""
    lines = [f"title = {_text(scenario.title)}", 'ruleset = "arena"']
    if scenario.description:
        lines.append(f"description = {_text(scenario.description)}")
    lines += [
        "",
        "[board]",
        "# G grass, F forest, R rocky, S swamp, W water, L lava, K court",
        "rows = '''",
        *_drawn(scenario.rows),
        "'''",
        f"kings = {_table(scenario.kings)}",
        "",
        "[options]",
        f"mode = {_text(scenario.mode)}",
        f"last_turn = {scenario.last_turn}",
        f"mastery = {scenario.mastery}",
        f"second_bonus = {scenario.second_bonus}",
        f"first = {_text(scenario.first)}",
        f"armies = {_text(scenario.armies)}",
        f"default_armies = {_table(scenario.default_armies)}",
        f"costs = {_text(scenario.costs)}",
        f"handicap = {_table(scenario.handicap)}",
        "",
        "[limits]",
        f"points = {scenario.limits.points}",
        f"creatures = {scenario.limits.creatures}",
        f"of_a_kind = {scenario.limits.of_a_kind}",
        f"flying = {scenario.limits.flying}",
        f"spells = {scenario.limits.spells}",
    ]
    if scenario.control is not None:
        lines += ["", "[control]", *(f"{hex_} = {_text(side)}" for hex_, side in scenario.control.items())]
    if scenario.storms:
        lines += ["", "[storms]", *(f"{hex_} = {turns}" for hex_, turns in scenario.storms.items())]
    for placed in scenario.placed:
        lines += ["", "[[placed]]", f"kind = {_text(placed.kind)}", f"side = {_text(placed.side)}"]
        lines.append(f"at = {_text(placed.at)}")
    if dict(scenario.ready) != dict(ARMIES):
        for army in scenario.ready.values():
            lines += ["", "[[army]]", *_army(army)]
    return "\n".join(lines) + "\n"


def _drawn(rows: tuple[str, ...]) -> list[str]:
    """The rows, each with its letter, drawn as they lie on the board."""
    longest = max(map(len, rows))
    return [f"{chr(ord('a') + i)}: {' ' * (longest - len(row))}{' '.join(row)}" for i, row in enumerate(rows)]


def _army(army: ReadyArmy) -> list[str]:
    def listed(entries: tuple[tuple[int, str], ...]) -> str:
        return ", ".join(_text(name if n == 1 else f"{n} {name}") for n, name in entries)

    return [
        f"name = {_text(army.name)}",
        f"creatures = [{listed(army.creatures)}]",
        f"items = [{listed(army.items)}]",
        f"spells = [{', '.join(map(_text, army.spells))}]",
        f"pool = {army.pool}",
    ]


def _text(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    plain = "".join(c if c == "\n" or (" " <= c != "\x7f") else f"\\u{ord(c):04x}" for c in plain)
    return f'"""\n{plain}"""' if "\n" in plain else f'"{plain}"'


def _table(table: Mapping[str, str] | Mapping[str, int]) -> str:
    inner = ", ".join(f"{key} = {_text(v) if isinstance(v, str) else v}" for key, v in table.items())
    return f"{{ {inner} }}"

"""How fair the game is: whole games by the built-in players, what they show, a search for the strongest army."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from magika_gm.engine.seam.trials import SimulationOption, Table
from magika_gm.games.arena import trials
from magika_gm.games.arena.bots import POLICIES
from magika_gm.games.arena.census import everything
from magika_gm.games.arena.report.charts import write_plots
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.setup import Scenario
from magika_gm.games.arena.trials import Balance, GameRecord, Plan, Share
from magika_gm.games.arena.trials import play_all as played

# Arena's balance, as the office asks for it (``engine.seam.trials.Balance``).


ALL = "all"
BY_CHANCE = "drawn"
OPTIONS = (
    SimulationOption(
        name="policies",
        default="careful,bold",
        help="Policies that play against their like, in turn; or pairs, first player's first: careful/bold.",
    ),
    SimulationOption(
        name="armies",
        default=ALL,
        help="Ready-made armies, each against each from either seat; or pairs: LEGION/HOST. "
        "drawn: armies drawn by chance, and whether each spell, item and creature mattered.",
    ),
)
SPELLS_SHOWN = 16


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[GameRecord]:
    """A record a game, pairs of armies in turn, policies in turn after each round of pairs."""
    given = scenario or Scenario()
    named = options.get("armies", ALL)
    armies = ",".join(given.ready) if named in (ALL, BY_CHANCE) else named.upper()
    plan = Plan(
        games=games,
        seed=seed,
        scenario=given,
        pairs=tuple(_pairs("armies", armies, tuple(given.ready), crossed=True)),
        policies=tuple(_pairs("policies", options.get("policies", OPTIONS[0].default), tuple(POLICIES))),
        drawn=named == BY_CHANCE,
    )
    return played(plan, min(jobs, max(games, 1)))


def _pairs(option: str, text: str, known: tuple[str, ...], *, crossed: bool = False) -> list[tuple[str, str]]:
    """``careful,bold`` and ``careful/bold`` as pairs; alone standing names are crossed, or play their like."""
    pairs: list[tuple[str, str]] = []
    alone: list[str] = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        first, slash, second = word.partition("/")
        for name in (first, second) if slash else (first,):
            if name not in known:
                raise ValueError(f"{option}: there is no {name}; there are {', '.join(known)}")
        if slash:
            pairs.append((first, second))
        else:
            alone.append(first)
    pairs += product(alone, alone) if crossed else [(name, name) for name in alone]
    if not pairs:
        raise ValueError(f"{option}: name some of {', '.join(known)}")
    return pairs


class _Weighed:
    """What the records show, in words, tables, data and charts."""

    def __init__(self, balance: Balance) -> None:
        self.balance = balance

    def summary(self) -> list[str]:
        """Lengths, endings, the first player."""
        return trials.summary(self.balance)[:2] if self.balance.games else ["No games were played."]

    def tables(self) -> list[Table]:
        """Shares by army, pair and policy; the spells used."""
        b = self.balance
        found = [
            _shares("army", b.armies),
            _shares("first, by armies", {f"{x or 'own'} v {y or 'own'}": s for (x, y), s in b.pairs.items()}),
        ]
        found += [_shares("first, by policies", b.first_by_policy), _shares("policy", b.policies), _spells(b)]
        found += [_mattered(b, chapter, names) for chapter, names in everything().items()]
        return [table for table in found if table.rows]

    def notes(self) -> list[str]:
        """What a game holds."""
        return trials.summary(self.balance)[-1:] if self.balance.games else []

    def to_plain(self) -> dict[str, Any]:
        """Everything as data."""
        return self.balance.to_plain()

    def write_plots(self, folder: Path) -> list[Path]:
        """Charts."""
        return write_plots(self.balance, folder)


def weigh(records: Iterable[GameRecord]) -> _Weighed:
    """What the records show."""
    return _Weighed(trials.weighed(records))


def _shares(title: str, shares: Mapping[str, Share]) -> Table:
    rows = []
    for name, share in sorted(shares.items()):
        low, high = share.interval
        rows.append((name, str(share.games), f"{share.rate:.1%}", f"{low:.1%}", f"{high:.1%}"))
    return Table(heads=(title, "games", "won", "from", "to"), rows=tuple(rows))


def _mattered(balance: Balance, chapter: str, names: tuple[str, ...]) -> Table:
    """Of watched games: how many had a thing, in how many it mattered, in how many turns."""
    rows = [(n, str(balance.held_in[n]), str(balance.mattered_in[n]), str(balance.mattered[n])) for n in names]
    return Table(heads=(chapter, "games", "mattered in", "turns"), rows=tuple(rows) if balance.held_in else ())


def _spells(balance: Balance) -> Table:
    used = sorted(((n, name) for name, n in balance.declared.items() if name in SPELLS), key=lambda r: (-r[0], r[1]))
    rows = tuple(
        (name, str(n), str(balance.worked[name]), str(balance.decided[name])) for n, name in used[:SPELLS_SHOWN]
    )
    return Table(heads=("spell", "begun", "worked", "decided a fight"), rows=rows)

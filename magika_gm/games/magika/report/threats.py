"""What is about to end a game of Magika (END), as far as one mage can know: the Goal Square, the Globe, the meeting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from magika_gm.engine.threats import Threat
from magika_gm.games.magika.report.lead import listed
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import GOAL, INDEX, NAME, distance
from magika_gm.games.magika.rules.tables import ALIGNMENT_ARTIFACTS, BLACK, EBON
from magika_gm.games.magika.sight.whereabouts import SOMEBODY, Whereabouts

REACH = 5
"""Spaces from the Goal Square within which a turn's walk may bring a mage there (MOVE-3)."""


def threats(report: Report) -> tuple[Threat, ...]:
    """The ends that are near."""
    if report.ending:
        return ()
    return (*_goal(report), *_globe(report))


def _goal(report: Report) -> Iterator[Threat]:
    """END-1: who is within a turn's walk of the Goal Square, as last known."""
    near: list[tuple[int, str, str]] = []
    if report.mage.letter != EBON:
        near.append((distance(INDEX[report.mage.space], GOAL), report.mage.letter, "you"))
    for k in report.known:
        if k.space and k.letter != EBON:
            who = k.letter if k.placed else f"{k.letter} (in turn {k.since['space']})"
            near.append((distance(INDEX[k.space], GOAL), k.letter, who))
    near = sorted(row for row in near if row[0] <= REACH)
    if near:
        groups = [(far, [who for *_, who in group]) for far, group in groupby(near, lambda row: row[0])]
        said = "; ".join(f"{listed(group)} {_spaces(far)}" for far, group in groups)
        text = f"Whoever stands on the Goal Square ends the game; from it are {said}"
        yield Threat(seats=tuple(letter for _, letter, _ in near), text=text, rule="END-1", lacking=near[0][0])


def _spaces(far: int) -> str:
    return f"{far} space{'' if far == 1 else 's'}"


def _globe(report: Report) -> Iterator[Threat]:
    """END-2 and END-3: two of the three alignment artifacts in one pair of hands, one team's, or one space."""
    three = {where.artifact: where for where in report.artifacts if where.artifact in ALIGNMENT_ARTIFACTS}
    teams: dict[str, str | None] = {k.letter: k.team for k in report.known if k.now}
    teams[report.mage.letter] = report.mage.team
    names = {k.letter: k.name for k in report.known}
    for missing in ALIGNMENT_ARTIFACTS:
        two = [where for artifact, where in three.items() if artifact != missing]
        if len(two) < len(ALIGNMENT_ARTIFACTS) - 1:
            continue
        yield from _pair(report, two, three.get(missing), missing, teams, names)


def _pair(
    report: Report,
    two: Sequence[Whereabouts],
    third: Whereabouts | None,
    missing: str,
    teams: Mapping[str, str | None],
    names: Mapping[str, str],
) -> Iterator[Threat]:
    things = " and ".join(thing_name(where.artifact) for where in two)
    at = f"the {thing_name(missing)}" + (f", {NAME[third.space]}," if third is not None else "")
    holders = tuple(dict.fromkeys(where.holder for where in two if where.holder not in ("", SOMEBODY)))
    carried = all(where.lies is False for where in two) and bool(holders) and SOMEBODY not in {w.holder for w in two}
    team = teams.get(holders[0]) if holders else None
    if carried and len(holders) == 1:
        own = holders[0] == report.mage.letter
        who = "You carry" if own else f"{names.get(holders[0]) or holders[0]} ({holders[0]}) carries"
        text = f"{who} {things}: with {at} the Globe of Life forms and {'you win' if own else 'wins the game'}"
        yield Threat(seats=holders, text=text, rule="END-2", lacking=1)
    elif carried and team not in (None, BLACK) and all(teams.get(letter) == team for letter in holders):
        own = report.mage.team == team
        text = f"{'Your team' if own else f'The {team} team'} carries {things}: with {at} the Globe of Life forms"
        yield Threat(seats=holders, text=text, rule="END-2", lacking=1)
    elif len({where.space for where in two}) == 1:
        place = NAME[two[0].space]
        text = f"{things} are both at {place}: if {at} is there, too, at a turn's end, the game ends"
        yield Threat(seats=(), text=text, rule="END-3", lacking=1)

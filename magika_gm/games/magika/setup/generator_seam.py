"""Arenas made of a seed, as the office asks for them (``engine.seam.setup.Generator``)."""

from __future__ import annotations

from typing import Any

from magika_gm.games.magika.setup import generator
from magika_gm.games.magika.setup.fairness import MEASURES, fairness, render
from magika_gm.games.magika.setup.scenario import Scenario


def generate(seed: str, title: str) -> Scenario:
    """An arena; the same seed gives the same one."""
    return generator.generate(seed, title=title)


def measured(scenario: Scenario) -> tuple[str, dict[str, Any]]:
    """How fair it is to the twelve starts."""
    found = fairness(scenario)
    return render(found), {"spread": {measure: found.spread(measure) for measure in MEASURES}}


def picture(scenario: Scenario) -> str:
    """The arena with its starts, and how far it is from each to the Goal Square."""
    from magika_gm.games.magika.report.scenario_map import scenario_svg

    return scenario_svg(scenario)

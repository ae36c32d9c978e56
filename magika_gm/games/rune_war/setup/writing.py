"""A scenario as text (SET-6)."""

from __future__ import annotations

from collections.abc import Iterable

from magika_gm.games.rune_war.isle import TOWER, Isle, Territory
from magika_gm.games.rune_war.setup.scenario import Scenario


def write_scenario(scenario: Scenario) -> str:
    """The scenario's TOML text; it reads back to an equal one."""
    options = scenario.options
    lines = [
        'game = "rune_war"',
        f"title = {_text(scenario.title)}",
        f"rounds = {options.rounds}",
        f"pace = {options.pace}",
        f"map = {_flag(options.map)}",
        *([] if options.spell_points is None else [f"spell_points = {options.spell_points}"]),
        f"last_discard = {_flag(options.last_discard)}",
        f'places = "{"drawn" if scenario.drawn_places else "fixed"}"',
        f"ridges = {_list(f'{one}-{other}' for one, other in scenario.isle.ridges)}",
    ]
    for seat, setup in scenario.seats.items():
        lines += ["", f"[seats.{seat}]"]
        if setup.pair is not None:
            lines += [f'wizard = "{setup.pair[0]}"', f'clan = "{setup.pair[1].title}"']
        lines.append(f'policy = "{setup.policy}"')
    for c in scenario.creatures:
        lines += ["", "[[creatures]]", f'code = "{c.code}"', f"kind = {_text(c.kind)}", f'at = "{c.at}"']
        if c.loyalty is not None:
            lines.append(f"loyalty = {c.loyalty}")
    for t in scenario.isle.territories:
        lines += _territory(scenario.isle, t)
    return "\n".join(lines) + "\n"


def _territory(isle: Isle, t: Territory) -> list[str]:
    lines = ["", "[[territories]]", f'code = "{t.code}"', f"name = {_text(t.name)}"]
    if t.clan is not None:
        lines.append(f'clan = "{t.clan.title}"')
    lines += [f"hex = [{t.hex[0]}, {t.hex[1]}]", f"neighbours = {_list(isle.neighbours[t.code])}"]
    if t.code == TOWER:
        return lines
    lines += [
        f"kind = {_text(t.kind)}",
        f"figures = [{t.melee}, {t.ranged}, {t.defense}, {t.loyalty}]",
        f"value = {t.value}",
    ]
    return [*lines, "circle = true"] if t.circle else lines


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _text(value: str) -> str:
    """A TOML basic string."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _list(values: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{value}"' for value in values) + "]"

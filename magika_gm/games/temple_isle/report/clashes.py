# ruff: noqa: ARG002, E501 - a block need not use all it is told; markup stays in one piece
"""Fights with their dice, and mantras with what answered them as the stack they were: two blocks of the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from magika_gm.games.temple_isle.report.story import NAMES, Names
from magika_gm.games.temple_isle.rules.events import (
    Fought,
    MantraCancelled,
    MantraDeclared,
    MantraFizzled,
    MantraWorked,
)
from magika_gm.reports.kit.base import (
    Block,
    Entries,
    Spot,
    continued,
    draw_title,
    esc,
    folded,
    heading_html,
    heading_text,
    title_height,
)
from magika_gm.reports.kit.style import GREY, INK, SMALL, TEXT, Style
from magika_gm.reports.pdf_stream import BOLD, SANS
from magika_gm.reports.setting import fitted, shown

_LIGHT, _DARK = "#ffffff", "#3b3558"


class Fight(NamedTuple):
    """One attack that came to dice: units and owners, each die with its sides (0: not rolled), and what came of it."""

    attacker: str
    attacker_of: str
    attack: int
    a: int
    defender: str
    defender_of: str
    defence: int
    b: int
    outcome: str


def fights_of(events: Sequence[Any], names: Names) -> tuple[Fight, ...]:
    """The fights among what was told."""
    found = []
    for e in events:
        if not isinstance(e, Fought):
            continue
        if e.loser is None:
            outcome = "nobody is hurt"
        elif e.lost:
            outcome = f"U{e.loser} loses {e.lost}" + (f", guard {e.guard}" if e.guard else "")
        else:
            outcome = f"U{e.loser} is spared" + (f" ({', '.join(e.spared)})" if e.spared else " (guard)")
        found.append(
            Fight(names.unit(e.attacker), names.owners.get(e.attacker, ""), e.attack, e.sides[0],
                  names.unit(e.defender), names.owners.get(e.defender, ""), e.defence, e.sides[1], outcome)
        )  # fmt: skip
    return tuple(found)


@dataclass(frozen=True)
class Fights(Entries):
    """K6's dice: each fight on a line, attacker at left, both dice drawn with their sides below, defender, outcome."""

    title: str
    fights: tuple[Fight, ...]

    @property
    def empty(self) -> bool:
        """Whether nobody fought."""
        return not self.fights

    def _row(self, style: Style) -> float:
        return style.length(22.0)

    def least(self, width: float, style: Style) -> float:
        """A row each."""
        return title_height(self.title, style) + len(self.fights) * self._row(style)

    @property
    def count(self) -> int:
        """How many fights."""
        return len(self.fights)

    def part(self, first: int, last: int) -> Fights:
        """Some of them."""
        return replace(self, title=continued(self.title, first), fights=self.fights[first:last])

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        y = on.top - draw_title(on, self.title)
        size, small, side = style.size(TEXT), style.size(SMALL), style.length(16.0)
        each = self._row(style)
        half = min(on.width * 0.27, style.length(104.0))
        for fight in self.fights:
            base = y - each / 2 - size * 0.35
            pen.right(on.x + half - 6, base, fitted(shown(fight.attacker), size, half - 8, BOLD), size, BOLD)
            x = on.x + half
            for value, sides, owner in (
                (fight.attack, fight.a, fight.attacker_of),
                (fight.defence, fight.b, fight.defender_of),
            ):
                dark = owner == "MOON"
                pen.box(x, y - each / 2 - side / 2, side, side, _DARK if dark else _LIGHT, INK)
                pen.middle(x + side / 2, base, str(value) if value else "-", size, BOLD, "#ffffff" if dark else INK)
                pen.text(x + side + 2, base, f"of {sides}", small, SANS, GREY)
                x += side + style.length(24.0)
            pen.text(x, base, fitted(shown(fight.defender), size, half - 8, BOLD), size, BOLD)
            left = x + half
            pen.text(left, base, fitted(fight.outcome, small, on.right - left), small, SANS, GREY)
            y -= each

    def html(self) -> str:
        """A table; both dice as boxes."""

        def die(value: int, sides: int, owner: str) -> str:
            ground = f"background:{_DARK};color:#fff" if owner == "MOON" else f"background:{_LIGHT};color:#1c1726"
            return (
                f'<span style="display:inline-block;min-width:20px;text-align:center;border:1px solid #1c1726;'
                f'border-radius:3px;font-weight:bold;{ground}">{value or "–"}</span> <span style="opacity:.75">of {sides}</span>'
            )

        rows = "".join(
            f'<tr><td style="padding:3px 8px 3px 0">{esc(f.attacker)}</td><td style="padding:3px 8px 3px 0">{die(f.attack, f.a, f.attacker_of)}</td>'
            f'<td style="padding:3px 8px 3px 0">{die(f.defence, f.b, f.defender_of)}</td><td style="padding:3px 8px 3px 0">{esc(f.defender)}</td>'
            f"<td>{esc(f.outcome)}</td></tr>"
            for f in self.fights
        )
        return f'{heading_html(self.title)}<table cellspacing=0 cellpadding=0 style="font-size:15px">{rows}</table>'

    def text(self) -> list[str]:
        """Nothing: the story has every die in its sentences."""
        return []


class Slip(NamedTuple):
    """A mantra of a stack: who cast it, what was cast, what became of it."""

    seat: str
    text: str
    outcome: str


Stack = tuple[Slip, ...]
"""First declared first."""


def stacks_of(events: Sequence[Any]) -> tuple[Stack, ...]:
    """Mantras that were answered, each with its answers, in the order they were declared (FAST-4)."""
    found: list[Stack] = []
    declared: list[MantraDeclared] = []
    outcome: dict[int, str] = {}
    for e in events:
        match e:
            case MantraDeclared():
                declared.append(e)
                continue
            case MantraCancelled(number=number):
                outcome[number] = "cancelled"
            case MantraFizzled(number=number):
                outcome[number] = "fizzles"
            case MantraWorked(number=number):
                outcome[number] = "takes effect"
            case _:
                continue
        if all(d.number in outcome for d in declared):
            if len(declared) > 1:
                found.append(tuple(Slip(d.seat, _cast(d), outcome[d.number]) for d in declared))
            declared, outcome = [], {}
    return tuple(found)


def _cast(d: MantraDeclared) -> str:
    return d.card + (f" on {d.target}" if d.target else "") + (f" to {', '.join(d.to)}" if d.to else "")


@dataclass(frozen=True)
class Stacks(Block):
    """Stacks as they lay: the first mantra at the bottom, each answer on top; read from the top down."""

    title: str
    stacks: tuple[Stack, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing was answered."""
        return not self.stacks

    def _slip(self, style: Style) -> float:
        return style.length(19.0)

    def least(self, width: float, style: Style) -> float:
        """A slip each."""
        high = sum(len(stack) * self._slip(style) + 8 for stack in self.stacks)
        return title_height(self.title, style) + high

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size, small = on.style, on.pen, on.style.size(TEXT), on.style.size(SMALL)
        y, high = on.top - draw_title(on, self.title), self._slip(on.style)
        for stack in self.stacks:
            for place, slip in reversed(list(enumerate(stack))):
                left = on.x + place * style.length(12.0)
                wide = on.width - (len(stack) - 1) * style.length(12.0)
                dark = slip.seat == "MOON"
                ink = "#ffffff" if dark else INK
                pen.box(left, y - high, wide, high, _DARK if dark else _LIGHT, INK)
                base = y - high / 2 - size * 0.35
                pen.text(left + 5, base, f"{place + 1}", size, BOLD, ink)
                said = fitted(shown(f"{NAMES[slip.seat]}: {slip.text}"), size, wide - style.length(80.0))
                pen.text(left + 5 + style.length(12.0), base, said, size, SANS, ink)
                pen.right(left + wide - 5, base, slip.outcome, small, BOLD, ink)
                y -= high
            y -= 8

    def html(self) -> str:
        """Slips one on the other."""
        said = []
        for stack in self.stacks:
            for place, slip in reversed(list(enumerate(stack))):
                ground = (
                    f"background:{_DARK};color:#fff" if slip.seat == "MOON" else f"background:{_LIGHT};color:#1c1726"
                )
                said.append(
                    f'<div style="margin:0 0 0 {place * 16}px;border:1px solid #1c1726;padding:3px 8px;{ground}">'
                    f"<b>{place + 1}</b> {esc(NAMES[slip.seat])}: {esc(slip.text)} <b>– {slip.outcome}</b></div>"
                )
            said.append('<div style="height:8px"></div>')
        return heading_html(self.title) + "".join(said)

    def text(self) -> list[str]:
        """The last declared on top."""
        lines = heading_text(self.title)
        for stack in self.stacks:
            for place, slip in reversed(list(enumerate(stack))):
                said = f"{place + 1} {NAMES[slip.seat]}: {slip.text} - {slip.outcome}"
                lines += folded(said, "  " + "  " * place, "    " + "  " * place)
        return lines

"""Scenarios as files that read back to equal ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from magika_gm.games.temple_isle.rules.board import SQUARES
from magika_gm.games.temple_isle.rules.catalogue import Aim, Catalogue, LandCard, MantraCard, UnitCard
from magika_gm.games.temple_isle.rules.standard_cards import standard
from magika_gm.games.temple_isle.rules.state import Options
from magika_gm.games.temple_isle.rules.vocabulary import When
from magika_gm.games.temple_isle.setup.options import KEYS
from magika_gm.games.temple_isle.setup.reader import RULESET
from magika_gm.games.temple_isle.setup.scenario import Scenario

_TELLS = {
    "pace": 'or "single": one game turn a mail turn; "paired": one of each player (MAIL-1, MAIL-2)',
    "limit": "game turns, even (END-2)",
    "stack": "units of a player on a card (ISLE-6)",
    "hand_limit": "cards kept (DECK-4)",
    "opening": "cards, one of them a level-1 unit (DECK-3)",
    "joined_land": "waters may not split the land (BUILD-4)",
    "shoot_water": "ranged units shoot at water units on water (WATER-3)",
    "absence": "sheets missed in a row that forfeit the game; 0: never (MAIL-8)",
    "armies": 'or "picked" beforehand (VAR-1)',
    "army_levels": "levels of an army picked (VAR-1)",
}


def text(value: str) -> str:
    """A TOML string."""
    plain = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if " " <= c != "\x7f" else f"\\u{ord(c):04x}" for c in plain) + '"'


def texts(values: Iterable[str]) -> str:
    """A TOML list of strings."""
    return f"[{', '.join(text(v) for v in values)}]"


def write_scenario(scenario: Scenario) -> str:
    """The file that ``read_scenario`` reads back as this scenario."""
    lines = [f"ruleset = {text(RULESET)}", f"title = {text(scenario.title)}"]
    if scenario.description:
        lines.append(f"description = {text(scenario.description)}")
    lines += [f"seats = {texts(scenario.seats)}", "", "[options]", *_options(scenario.options)]
    lines += _world(scenario)
    base = standard()
    for table, named, was, own in (
        ("deck", scenario.catalogue.deck(), base.deck(), (*_own(scenario, "unit"), *_own(scenario, "mantra"))),
        ("lands", _copies(scenario.catalogue.lands), _copies(base.lands), _own(scenario, "land")),
        ("temples", _copies(scenario.catalogue.temples), _copies(base.temples), _own(scenario, "temple")),
    ):
        changed = [f"{text(n)} = {c}" for n, c in named.items() if n not in own and c != was.get(n)]
        lines += ["", f"[{table}]", *changed] if changed else []
    return "\n".join(lines + _cards(scenario)) + "\n"


def _options(options: Options) -> list[str]:
    found = []
    for key in KEYS:
        value = getattr(options, key)
        plain = str(value).lower() if isinstance(value, bool) else value if isinstance(value, int) else text(value)
        found.append(f"{key} = {plain}".ljust(24) + f"# {_TELLS[key]}")
    return found


def _world(scenario: Scenario) -> list[str]:
    lines: list[str] = []
    if scenario.first or scenario.given:
        lines += ["", "[world]"]
        lines += [f"first = {text(scenario.first)}"] if scenario.first else []
        lines += [f"{name} = {text(card)}" for name, card in zip(SQUARES, scenario.isle, strict=False)]
    if scenario.control:
        lines += ["", "[control]"]
        lines += [f"{SQUARES[s]} = {text(seat)}" for s, seat in sorted(scenario.control.items())]
    for unit in scenario.units:
        lines += ["", f"[unit.U{unit.number}]", f"card = {text(unit.card)}"]
        lines += [f"at = {text(SQUARES[unit.square])}", f"owner = {text(unit.owner)}"]
    if scenario.hands:
        lines += ["", "[hand]", *(f"{seat} = {texts(cards)}" for seat, cards in scenario.hands.items())]
    return lines


def _own(scenario: Scenario, kind: str) -> tuple[str, ...]:
    return scenario.own.get(kind, ())


def _copies(cards: Mapping[str, LandCard]) -> dict[str, int]:
    return {name: card.copies for name, card in cards.items()}


def _cards(scenario: Scenario) -> list[str]:
    lines: list[str] = []
    catalogue: Catalogue = scenario.catalogue
    for kind, names in scenario.own.items():
        for name in names:
            lines += ["", f"[[cards.{kind}]]"]
            if kind == "unit":
                lines += unit_row(catalogue.units[name])
            elif kind == "mantra":
                lines += mantra_row(catalogue.mantras[name])
            else:
                lines += land_row(catalogue.isle[name])
    return lines


def land_row(card: LandCard) -> list[str]:
    """The lines of a land's or temple's row, without its number."""
    rows = [f"name = {text(card.name)}", f"copies = {card.copies}"]
    return rows + ([f"effects = {texts(map(str, card.effects))}"] if card.effects else [])


def unit_row(card: UnitCard) -> list[str]:
    """The lines of a unit's row, without its number."""
    rows = [f"name = {text(card.name)}", f"level = {card.level}", f"scores = {text(card.scores)}"]
    rows.append(f"copies = {card.copies}")
    if card.keywords:
        rows.append(f"keywords = {texts(card.keywords)}")
    effects = [str(e) for e in card.effects if e.when is not When.AFLOAT]
    return rows + ([f"effects = {texts(effects)}"] if effects else [])


def mantra_row(card: MantraCard) -> list[str]:
    """The lines of a mantra's row, without its number."""
    rows = [f"name = {text(card.name)}", f"level = {card.level}", f"target = {text(card.aim)}"]
    if card.needs:
        rows.append(f"needs = {texts(card.needs)}")
    if card.hostile and card.aim is not Aim.FOE:
        rows.append('aim = "foe"')
    rows.append(f"lasts = {text(card.lasts)}")
    if card.fast:
        rows.append("fast = true")
    return [*rows, f"copies = {card.copies}", f"effects = {texts(map(str, card.effects))}"]

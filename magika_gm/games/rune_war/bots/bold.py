"""The bold policy (BOT-4, BOT-5)."""

from __future__ import annotations

from collections import Counter

from magika_gm.engine.plain import Fields
from magika_gm.games.rune_war.bots import careful
from magika_gm.games.rune_war.bots.careful import Way
from magika_gm.games.rune_war.bots.scene import Beast, Board
from magika_gm.games.rune_war.rules.tables import CREATURES, SEATS, SPELLS, TOWER, Aimed, SpellKind

_SHORT_BY = 150
"""How many points a creature may cost more than he has and be saved for."""
_SHUNNED = "Lightning Bolt"


def hand(turn_file: Fields) -> list[str]:
    """Dear aims; save for the dearest creature in hand, rune spells, heal, summon, enchant, curse (BOT-4)."""
    return [
        "AIM FLUSH +1, HALF +2, PUNGS +1, QUICK",
        "PUNG LUCKY",
        *_saved(turn_file),
        *_rune_spells(turn_file),
        *careful.heals(turn_file),
        *_other_summons(turn_file),
        *careful.enchantments(turn_file, 150),
        *_curses(turn_file),
    ]


def _dearest_in_hand(turn_file: Fields) -> str | None:
    """The dearest creature whose components he holds now, with magic, and that costs not too much more than he has."""
    held = Counter(turn_file["hand"]["runes"]) - Counter(turn_file["hand"]["dim"])
    points = turn_file["seats"][turn_file["seat"]]["points"]
    ready = [
        row["name"]
        for row in turn_file["spells"]
        if row["summons"] and row["cost"] <= points + _SHORT_BY and not Counter(row["runes"]) - held
    ]
    return careful.dearest_first(ready)[0] if ready else None


def _saved(turn_file: Fields) -> list[str]:
    name = _dearest_in_hand(turn_file)
    return [f"CAST {name} SAVE"] if name else []


def _other_summons(turn_file: Fields) -> list[str]:
    saved = _dearest_in_hand(turn_file)
    return [line for line in careful.summons(turn_file) if line != f"CAST {saved}"]


def _rune_spells(turn_file: Fields) -> list[str]:
    """What his creatures grant, at the opponent with the highest land value, in table order."""
    seats, own = turn_file["seats"], turn_file["seat"]
    rivals = [seat for seat in SEATS if seat != own]
    richest = min(rivals, key=lambda seat: (-seats[seat]["land"], seat))
    found = []
    for row in turn_file["spells"]:
        spell = SPELLS.get(row["name"])
        if spell is not None and spell.kind is SpellKind.RUNE:
            on = "" if spell.target is Aimed.SELF else f" ON {richest}, ANY"
            found.append(f"CAST {spell.name}{on} WHEN POINTS 100 ALWAYS")
    return found


def _curses(turn_file: Fields) -> list[str]:
    known = {row["name"] for row in turn_file["spells"]}
    return [
        f"CAST {spell.name} ON ANY WHEN POINTS 250"
        for spell in SPELLS.values()
        if spell.name in known and spell.target in (Aimed.ENEMY, Aimed.PARTY) and spell.name != _SHUNNED
    ]


def isle(turn_file: Fields) -> list[str]:
    """Claims, every attack foreseen won, also two steps away; else towards the enemy (BOT-5)."""
    board = Board(turn_file)
    return [*careful.claims(board), *careful.campaign(board, _way)]


def _way(board: Board, place: str, army: list[Beast]) -> Way:
    """To the best attack foreseen won, one step away, or two for armies of which all have Move 2; else onwards."""
    ways: dict[str, Way] = {other: (other,) for other in board.lands[place].neighbours}
    if all(CREATURES[beast.kind].move >= 2 for beast in army):
        for first in board.lands[place].neighbours:
            if board.space(first) >= len(army):
                for other in board.lands[first].neighbours:
                    if other != place:
                        ways.setdefault(other, (first, other))
    return careful.attack(board, army, ways) or _advance(board, place, army)


def _advance(board: Board, place: str, army: list[Beast]) -> Way:
    """A step towards the nearest enemy territory, as long as the army stays on own land or in the Tower."""
    enemies = [other for other in board.lands if other != TOWER and board.is_enemy(other)]
    return careful.step_towards(board, place, army, enemies, own_ground_only=True)

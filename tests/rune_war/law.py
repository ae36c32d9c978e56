# ruff: noqa: E501 - rows stand as they are printed
"""The figures of the law page, as printed there: what the data files are held to, and the numbers of its rules."""

from __future__ import annotations

WIZARDS = r"""
| Orachi | Maitha, Marz | all skulls | common, skull realm | Red Dragon, Fire Elemental |
| Lakkho | Kartha | all swords | common, sword realm | Green Dragon, Earth Elemental |
| Dayla | Marz | all characters | common, character realm | White Dragon, Water Elemental |
| Ziag | Iz | Shadow, Kilor Celsbane, Sand Wraith, Chameleon | common, all three realms | permanent See Invisible |
| Niana | Iz, Kartha; any against Orachi | Minotaur, Adventure Party, Fire Giant, Sand Wraith, Stone Golem, Thunder Bird | common, Guidance, Dust Cloud, Brilliant Lights, Smoke | Hellblast (spell), Fire Elemental |
| Kierac | Iz, Marz | all skulls, swords, characters | common | none |
| Logun | any | Skeleton Horde, Durlock, Carol the Great, Adventure Party, Stone Golem, Juggernaut, Learra the Siren | Mass Panic, Brilliant Lights, Heroism | all three dragons; his creatures heal 2 loyalty each map phase |
| Nucrus | Maitha | Skeleton Horde, Shadow, Minotaur, Adventure Party, Sand Wraith, Stone Golem, Tornado | common, Teleport | all four elementals |
| Javed | Maitha, Kartha | Wraith, Thunder Bird, Ki-Lin, Griffon | common, Paralyze, Dust Cloud, Force Shield, Heroism | Air Elemental; telepathic: Silence does not touch him |
"""
CREATURES = r"""
| Skeleton Horde | skull | 4\0\1\3 | 1 | 80 | 1K 4K | Swarm |
| Shadow | skull | 5\0\2\3 | 1 | 120 | 3K 7K | Merge, Invisible |
| Durlock | skull | 6\1\3\4 | 1 | 200 | 2K 8K | - |
| Kilor Celsbane U | skull | 6\0\4\5 | 1 | 240 | 1K 4K 7K | Invisible |
| Wraith | skull | 7\0\4\5 | 2 | 300 | 3K 5K 9K | Regeneration |
| Maz'Ra U | skull | 8\0\5\6 | 2 | 500 | 6K 6K 6K | Hellblast, 25 % Magic Resistance |
| Knight Templar | sword | 2\0\3\3 | 1 | 100 | 1S 4S | Mighty Blow |
| Carol the Great U | sword | 3\0\4\4 | 1 | 160 | 3S 7S | Gate, First Strike |
| Minotaur | sword | 4\0\4\5 | 1 | 200 | 2S 6S 8S | - |
| Adventure Party | sword | 5\1\4\5 | 1 | 250 | 1S 4S 7S | See Invisible |
| Fire Giant | sword | 5\2\5\6 | 1 | 300 | 3S 6S 9S | - |
| King Drago U | sword | 6\1\6\6 | 1 | 400 | 2S 5S 5S 8S | 90 % Magic Resistance, Mighty Blow |
| Sand Wraith | character | 4\0\1\4 | 1 | 100 | 1C 4C | Invisible |
| Stone Golem | character | 4\0\2\5 | 1 | 140 | 3C 7C | Regeneration |
| Learra the Siren U | character | 5\0\3\6 | 1 | 220 | 2C 6C 8C | First Strike |
| Thunder Bird | character | 5\1\3\6 | 2 | 260 | 1C 4C 7C | - |
| Ki-Lin | character | 6\0\4\7 | 2 | 350 | 3C 6C 9C | Ignore Missiles |
| Shanahan U | character | 7\2\4\8 | 2 | 450 | 2C 5C 5C 8C | Devotion |
| White Dragon U | dragon | 7\1\5\8 | 2 | 500 | WD WD WD | casts Draw Character |
| Green Dragon U | dragon | 9\0\4\7 | 2 | 500 | GD GD GD | casts Draw Sword |
| Red Dragon U | dragon | 7\3\5\6 | 2 | 500 | RD RD RD | casts Draw Skull |
| Juggernaut U | special | 7\0\4\6 | 1 | 320 | 4K 4S 4C | Regeneration |
| Tornado | special | 5\0\5\5 | 2 | 240 | N E S W | Ignore Missiles |
| Griffon | special | 4\0\3\4 | 2 | 170 | E 1C 9C | Merge, See Invisible |
| Chameleon | special | 3\1\3\3 | 1 | 150 | 8S GD | Invisible, Regeneration |
| Fire Elemental U | elemental | 5\2\3\5 | 1 | 300 | S S | Fire Shield; casts Random Discard |
| Earth Elemental U | elemental | 5\0\5\5 | 1 | 300 | E E | Regeneration; casts Scry Runes |
| Air Elemental U | elemental | 5\1\3\7 | 2 | 300 | N N | Ignore Missiles; casts Silence |
| Water Elemental U | elemental | 4\0\4\7 | 2 | 300 | W W W | Swarm; casts Fog |
"""
SPELLS = r"""
| Dispel Magic | common | any creature | 100 | - | removes all enchantments; no special abilities | I |
| Lightning Bolt | common | 1 enemy | 80 | - | -1 loyalty | I |
| Heal | common | 1 friendly | 100 | - | +2 loyalty up to maximum | I |
| Hellblast | Niana | enemy party | 80 | 6K RD | -2 loyalty each | I |
| Demonic Compulsion | skull | 1 friendly | 20 | - | +1 loyalty | E |
| Mass Panic | skull | enemy party | 50 | 7K 9K | -1 loyalty each | I |
| Paralyze | skull | 1 enemy | 40 | 5K 8K | cannot move or gate in its owner's next map segment; fights as usual | E, ends with that segment |
| Reduction | skull | 1 enemy | 60 | 4K 9K | -1 defense, -1 melee | E |
| Magical Aura | skull | 1 friendly | 40 | 2K 5K | +1 defense | E |
| Guidance | sword | 1 friendly with ranged ≥ 1 | 20 | 6S | +1 ranged | E |
| Battle Fury | sword | 1 friendly | 30 | - | +1 melee | E |
| Force Shield | sword | 1 friendly | 30 | 7S 9S | each missile hit on it, territory fire too, does 1 less | E |
| Dust Cloud | sword | 1 enemy | 30 | 5S 8S | -1 melee | E |
| Heroism | sword | 1 friendly | 50 | 4S 9S | +1 melee, +1 loyalty | E |
| Mystical Fountain | character | 1 friendly | 30 | - | +1 melee, +1 loyalty or +1 ranged (`spell.fountain`) | E |
| Blind Ambition | character | 1 friendly | 20 | 6C | +1 melee, +1 ranged, -2 loyalty | E |
| Smoke | character | 1 enemy | 20 | 8C | -1 ranged | E |
| Brilliant Lights | character | 1 enemy | 40 | 7C 9C | -1 defense | E |
| Teleport | character | 1 friendly | 50 | 4C 9C | to any own territory or the Tower, with room | I |
| Draw Character / Sword / Skull | White / Green / Red Dragon | self | 40 | - | MAG-12 | R |
| Random Discard | Fire Elemental | 1 opponent | 30 | S | MAG-13 | R |
| Scry Runes | Earth Elemental | 1 opponent | 30 | E | MAG-13 | R |
| Silence | Air Elemental | 1 opponent | 30 | N | MAG-13 | R |
| Fog | Water Elemental | 1 opponent | 30 | W | MAG-13 | R |
"""
LAND = r"""
| 1 | gate | 4\2\3\5 | 120 | - |
| 2 | hold | 5\2\4\6 | 200 | yes |
| 3 | march | 4\1\3\5 | 120 | - |
| 4 | field | 4\2\3\5 | 140 | - |
| 5 | sand | 3\1\2\4 | 60 | - |
| 6 | cove | 3\0\2\4 | 60 | - |
| 7 | head | 4\1\3\6 | 160 | yes |
| 8 | point | 3\2\2\5 | 100 | - |
"""
PLACES = r"""
| T | Tower of Four Winds | 0,0 | M1 Z1 K1 I1 |
| M1 | Ravengate | 1,-1 | M2 M4 T |
| M2 | Mournhold | 1,-2 | M1 M3 M4 M5 M6 |
| M3 | Barrowmarch | 0,-2 | I4 I8 M2 M5 |
| M4 | Cairnfield | 2,-2 | M1 M2 M7 M8 Z3 |
| M5 | Gravesand | 1,-3 | M2 M3 M6 |
| M6 | Crowcove | 2,-3 | M2 M5 M7 |
| M7 | Wailhead | 3,-3 | M4 M6 M8 |
| M8 | Shroudpoint | 3,-2 | M4 M7 Z3 |
| Z1 | Sungate | 1,0 | T Z2 Z4 |
| Z2 | Brighthold | 2,0 | Z1 Z3 Z4 Z5 Z6 |
| Z3 | Ambermarch | 2,-1 | M4 M8 Z2 Z5 |
| Z4 | Goldfield | 1,1 | K3 Z1 Z2 Z7 Z8 |
| Z5 | Dawnsand | 3,-1 | Z2 Z3 Z6 |
| Z6 | Larkcove | 3,0 | Z2 Z5 Z7 |
| Z7 | Starhead | 2,1 | Z4 Z6 Z8 |
| Z8 | Palmpoint | 1,2 | K3 Z4 Z7 |
| K1 | Irongate | -1,1 | K2 K4 T |
| K2 | Swordhold | -1,2 | K1 K3 K4 K5 K6 |
| K3 | Anvilmarch | 0,2 | K2 K5 Z4 Z8 |
| K4 | Hammerfield | -2,2 | I3 K1 K2 K7 K8 |
| K5 | Cindersand | -1,3 | K2 K3 K6 |
| K6 | Slagcove | -2,3 | K2 K5 K7 |
| K7 | Forgehead | -3,3 | K4 K6 K8 |
| K8 | Bladepoint | -3,2 | I3 K4 K7 |
| I1 | Mistgate | -1,0 | I2 I4 T |
| I2 | Veilhold | -2,0 | I1 I3 I4 I5 I6 |
| I3 | Reedmarch | -2,1 | I2 I5 K4 K8 |
| I4 | Willowfield | -1,-1 | I1 I2 I7 I8 M3 |
| I5 | Pearlsand | -3,1 | I2 I3 I6 |
| I6 | Eelcove | -3,0 | I2 I5 I7 |
| I7 | Moonhead | -2,-1 | I4 I6 I8 |
| I8 | Heronpoint | -1,-2 | I4 I7 M3 |
"""
RIDGES = "M1-Z1 M1-Z3 Z1-Z3 K1-I1 K1-I3 I1-I3 M4-M6 Z2-Z7 K4-K6 I2-I7 M8-Z5 K8-I5"
RULES = {
    "GAME": 5,
    "SET": 6,
    "RUNE": 4,
    "HAND": 12,
    "SCORE": 7,
    "PAY": 3,
    "ADV": 9,
    "WIZ": 1,
    "CREA": 4,
    "MAG": 14,
    "ISLE": 4,
    "MOVE": 8,
    "FIGHT": 12,
    "CLAIM": 3,
    "SEQ": 7,
    "SEE": 9,
    "DICE": 1,
    "ORD": 5,
    "END": 3,
    "GM": 2,
    "BOT": 6,
    "FINE": 13,
    "CASE": 10,
}
"""How many numbered rules each section has."""


def table(text: str) -> list[list[str]]:
    """Rows of cells."""
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in text.strip().splitlines()]

"""What the 36 spells do: one row a spell, each a verb from the modules beside this one.

An effect gets the turn and all successful castings of its number, in SEQ-5's order where they contend.
"""

from __future__ import annotations

from collections.abc import Callable

from magika_gm.games.magika.rules.casting import Casting
from magika_gm.games.magika.rules.effects.attacks import attack, curse
from magika_gm.games.magika.rules.effects.elements import arrange, chaos, disrupt, fog
from magika_gm.games.magika.rules.effects.items import burn, cloak_aid, drop_artifacts, fumble, scatter, steal
from magika_gm.games.magika.rules.effects.knowledge import know
from magika_gm.games.magika.rules.effects.recovery import boost, heal, prolong
from magika_gm.games.magika.rules.effects.teleport import teleport
from magika_gm.games.magika.rules.effects.wards import enchant
from magika_gm.games.magika.rules.turn import Turn

Effect = Callable[[Turn, list[Casting]], None]

EFFECT: dict[str, Effect] = {
    "SpAid": enchant,
    "ProAu": enchant,
    "ProSh": enchant,
    "ProIt": enchant,
    "ProKn": enchant,
    "ProEl": enchant,
    "CurSp": curse,
    "Stutt": curse,
    "Plyze": curse,
    "Confs": curse,
    "AntMa": curse,
    "AtArc": attack,
    "AtEnd": attack,
    "ElDrp": disrupt,
    "ElAtt": disrupt,
    "ElArr": arrange,
    "ElBlo": disrupt,
    "DrArt": drop_artifacts,
    "FumIt": fumble,
    "StlIt": steal,
    "BrnIt": burn,
    "CkAid": cloak_aid,
    "RcAid": know,
    "InvSp": enchant,
    "TelPt": teleport,
    "ScArt": scatter,
    "KnoSS": enchant,
    "IntRp": enchant,
    "KnArt": know,
    "SrchX": curse,
    "BoEnd": boost,
    "BoArc": boost,
    "Heals": heal,
    "FogMp": fog,
    "ProSp": prolong,
    "Chaos": chaos,
}
CONTENDED = frozenset({"StlIt", "Chaos"})
"""Spells whose castings of one number contend and so go by SEQ-5; TelPt has an order of its own (MOVE-8)."""

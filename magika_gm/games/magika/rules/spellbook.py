"""The 36 spells in order of activation (CAST, Figure 7): one table that grammar, legality, help and manual all read.

What a spell *does* is in ``effects/``; here is what the rule book prints of it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["none", "aim", "mage", "terrain", "shift", "direction", "artifact", "scroll"]
"""Parameter kinds. ``aim``: minor names a mage, major a colour. ``mage``: a mage at both levels."""

GAME = 0
"""Duration "for good"."""


class Span(NamedTuple):
    """A duration: ``length`` phases (unit "p") or turns (unit "t"); unit "" is no lasting effect (SEQ-8)."""

    length: int
    unit: str

    def __str__(self) -> str:
        """``10p``, ``1t``, or ``for good``."""
        return f"{self.length}{self.unit}" if self.unit else "for good"


def span(text: str) -> Span:
    """``"10p"``, ``"3t"`` or ``"game"`` as a Span."""
    return Span(GAME, "") if text == "game" else Span(int(text[:-1]), text[-1])


class Spell(NamedTuple):
    """A row of the table. Costs are points of arcania; durations minor, major of a team, major of a Black mage."""

    number: int
    code: str
    name: str
    alignment: str
    parameter: Kind
    minor_cost: int
    major_cost: int
    minor: Span
    team: Span
    black: Span
    effect: str
    bonus: str

    def cost(self, major: bool) -> int:
        """Arcania the reading costs."""
        return self.major_cost if major else self.minor_cost

    def lasts(self, major: bool, team: bool) -> Span:
        """Duration at that level for a caster who wears a colour (``team``) or is Black (CAST-14)."""
        if not major:
            return self.minor
        return self.team if team else self.black

    def parameter_at(self, major: bool) -> str:
        """What the order names after the code: "", mage, colour, terrain, shift, direction, artifact or scroll."""
        if self.parameter == "none" or (self.code == "ScArt" and major):
            return ""
        if self.parameter == "aim":
            return "colour" if major else "mage"
        return self.parameter


def _s(
    number: int,
    code: str,
    name: str,
    alignment: str,
    parameter: Kind,
    costs: tuple[int, int],
    lasts: str,
    effect: str,
    bonus: str,
) -> Spell:
    """One row; ``lasts`` is "minor; major" or "minor; team / black" as the rules print it."""
    minor, _, major = lasts.partition("; ")
    team, _, black = (major or minor).partition(" / ")
    return Spell(
        number,
        code,
        name,
        {"G": "good", "N": "neutral", "E": "evil"}[alignment],
        parameter,
        costs[0],
        costs[1],
        span(minor),
        span(team),
        span(black or team),
        effect,
        bonus,
    )


SPELLS: tuple[Spell, ...] = (
    _s(1, "SpAid", "Spell Aid", "N", "none", (10, 40), "10p; 10p / 4t",
       "+25 spell skill for the caster; X for his whole team", "duration"),
    _s(2, "ProAu", "Protective Aura", "G", "none", (10, 24), "10p; 10p / 4t",
       "protects from AtEnd, AtArc and AntMa; X the whole team", "duration"),
    _s(3, "ProSh", "Protective Shield", "G", "none", (8, 20), "10p; 10p / 4t",
       "protects from Confs, Plyze, Stutt and CurSp; X the whole team", "duration"),
    _s(4, "ProIt", "Item Protection", "G", "none", (8, 16), "10p; 10p / 4t",
       "protects from FumIt, DrArt, StlIt and BrnIt; X the whole team", "duration"),
    _s(5, "ProKn", "Knowledge Protection", "G", "none", (6, 12), "10p; 10p / 4t",
       "what the mage holds stays unknown to IntRp, KnoSS and KnArt; X the whole team", "duration"),
    _s(6, "ProEl", "Elemental Protection", "G", "none", (4, 10), "10p; 10p / 4t",
       "protects from losses and barred ways of ElArr, ElBlo, ElAtt and ElDrp; out of altered terrain the lower of "
       "true and altered factor is paid; X the whole team", "duration"),
    _s(7, "CurSp", "Curse Spell", "E", "aim", (6, 16), "1t", "-25 spell skill", "duration"),
    _s(8, "Stutt", "Stutter", "G", "aim", (6, 16), "1t", "spells fail", "duration"),
    _s(9, "Plyze", "Paralyze Mage", "E", "aim", (8, 26), "1t",
       "no move, search, don, drop or give, and no rest instead", "duration"),
    _s(10, "Confs", "Confusion", "G", "aim", (4, 12), "1p",
       "moves and teleports go in a random other direction", "one phase more"),
    _s(11, "AntMa", "Anti-Magic", "E", "aim", (10, 30), "1t", "casts fail, no meditating, no demands", "duration"),
    _s(12, "AtArc", "Attack Arcania", "E", "aim", (8, 24), "1p", "-25 arcania", "35 points"),
    _s(13, "AtEnd", "Attack Endurance", "E", "aim", (8, 22), "1p", "-25 endurance", "35 points"),
    _s(14, "ElDrp", "Elemental Disruption", "E", "terrain", (10, 30), "1p; 1t", "ElBlo and ElAtt together", "reach"),
    _s(15, "ElAtt", "Elemental Attack", "E", "terrain", (8, 24), "1p; 1t",
       "in every space of that terrain in sight, mages lose its endurance factor at the end of each phase", "reach"),
    _s(16, "ElArr", "Elemental Arrangement", "N", "shift", (8, 20), "1t",
       "the terrain number of the caster's space changes by up to three; X of all like terrain in sight", "duration"),
    _s(17, "ElBlo", "Elemental Blockage", "E", "terrain", (4, 12), "1p; 1t",
       "no walking NE or NW out of spaces of that terrain in sight", "reach"),
    _s(18, "DrArt", "Drop Artifact", "N", "none", (8, 24), "1p",
       "every other mage in the space drops all artifacts; X every other mage within ring 3", "reach"),
    _s(19, "FumIt", "Fumble Item", "G", "aim", (6, 16), "1p", "drops one random item", "two items"),
    _s(20, "StlIt", "Steal Item", "E", "mage", (8, 28), "1p",
       "the caster takes one random item he can carry; X all he can carry", "two items; X the scroll survives"),
    _s(21, "BrnIt", "Burn Item", "E", "aim", (6, 14), "1p", "one random scroll burns", "two scrolls"),
    _s(22, "CkAid", "Cloak Aid", "N", "none", (8, 30), "1p; 3t",
       "takes a donned cloak off safely; X a refused don becomes Rest, and a barred mage may wear a cloak again",
       "X duration"),
    _s(23, "RcAid", "Recon Aid", "N", "none", (8, 28), "1t; 3t",
       "terrain to ring 4, every ring reads as the one nearer", "duration"),
    _s(24, "InvSp", "Invisibility", "N", "none", (8, 22), "1t; 1t / 3t",
       "off all other mages' recon and not in sight; X the whole team", "duration"),
    _s(25, "TelPt", "Teleport", "N", "direction", (6, 16), "1p",
       "to an adjoining space in any direction without endurance; X up to three in a straight line, N or S over two",
       "the scroll survives"),
    _s(26, "ScArt", "Scatter Artifact", "N", "artifact", (6, 14), "1p",
       "an artifact nobody holds goes to a random unoccupied space; X every such artifact", "the scroll survives"),
    _s(27, "KnoSS", "Know Spell Status", "N", "none", (6, 20), "1t; 1t / 3t",
       "scrolls of, and lasting spells on, every mage within ring 3 at the turn's end; X the whole team", "reach"),
    _s(28, "IntRp", "Intelligence Report", "N", "none", (4, 14), "1t; 1t / 3t",
       "artifacts, cloaks and number of scrolls of every mage within ring 3 at the turn's end; X the whole team",
       "reach"),
    _s(29, "KnArt", "Knowledge of Artifacts", "N", "none", (4, 12), "1t; 3t",
       "where the alignment artifacts are at the turn's end; X all twelve artifacts", "duration"),
    _s(30, "SrchX", "Search Expired", "E", "aim", (4, 12), "1t", "searches find no scroll and no cloak", "duration"),
    _s(31, "BoEnd", "Boost Endurance", "G", "none", (10, 30), "3t",
       "rest doubled; X also maximum endurance up by 10 % for good", "duration; X 15 %"),
    _s(32, "BoArc", "Boost Arcania", "G", "none", (10, 30), "3t",
       "meditation doubled; X also maximum arcania up by 10 % for good", "duration; X 15 %"),
    _s(33, "Heals", "Heal Endurance", "G", "none", (8, 24), "1p",
       "half of maximum endurance back; X to the maximum", "three quarters; X the scroll survives"),
    _s(34, "FogMp", "Fog Map", "N", "none", (10, 35), "1t",
       "spaces in sight show blank on every mage's recon map, save the reader's own space; X every space",
       "reach; X duration"),
    _s(35, "ProSp", "Prolonged Spell", "G", "scroll", (10, 35), "3t; game",
       "that scroll survives reading while this lasts; read twice in a turn it is destroyed",
       "duration; X the scroll survives"),
    _s(36, "Chaos", "Chaos", "E", "none", (20, 50), "game",
       "terrain in sight is formed anew and the mages there are thrown back up to three rows; X the whole arena",
       "reach; X the scroll survives"),
)  # fmt: skip

SPELL: dict[str, Spell] = {s.code: s for s in SPELLS}
FIGURES: dict[str, dict[str, Spell]] = {
    "descriptions": SPELL,
    "figure 7": SPELL
    | {
        "Stutt": SPELL["Stutt"]._replace(minor=span("1p"), team=span("1p"), black=span("1p")),
        "Plyze": SPELL["Plyze"]._replace(major_cost=24),
        "BrnIt": SPELL["BrnIt"]._replace(major_cost=16),
    },
}
"""The spell table by which of the rule book's two versions wins, a scenario's option (CAST-15)."""
CODES = tuple(SPELL)
"""Codes in listing order (by activation number)."""
ALIASES = {"fgmap": "FogMp", "steit": "StlIt"}
_BY_FOLDED = {code.casefold(): code for code in CODES} | ALIASES
SURVIVES_MINOR = frozenset({"TelPt", "ScArt"})
"""Spells whose minor bonus is "-": the scroll survives the reading (CAST-10)."""
SURVIVES_MAJOR = frozenset({"TelPt", "ScArt", "StlIt", "Heals", "ProSp", "Chaos"})


def code_of(text: str) -> str | None:
    """The spell code a player means, in whatever case, or None."""
    return _BY_FOLDED.get(text.casefold())


def folded_codes() -> dict[str, str]:
    """Every accepted spelling of a code, case folded, with the code it stands for."""
    return dict(_BY_FOLDED)


PROTECTED_BY: dict[str, str] = {
    **dict.fromkeys(("Confs", "Plyze", "Stutt", "CurSp"), "ProSh"),
    **dict.fromkeys(("AtEnd", "AtArc", "AntMa"), "ProAu"),
    **dict.fromkeys(("FumIt", "DrArt", "StlIt", "BrnIt"), "ProIt"),
    **dict.fromkeys(("IntRp", "KnoSS", "KnArt"), "ProKn"),
    **dict.fromkeys(("ElArr", "ElBlo", "ElAtt", "ElDrp"), "ProEl"),
}
"""Which protection stops which spell (CAST-13)."""
RESISTIBLE = frozenset(
    {"Confs", "Plyze", "Stutt", "CurSp", "AtEnd", "AtArc", "AntMa", "FumIt", "DrArt", "StlIt", "BrnIt", "SrchX"}
)
"""Spells a dwarf or the holder of the Lamp may resist; elemental losses too (CAST-12)."""

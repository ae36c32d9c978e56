"""The players' wording of the 36 spells: what ``spellbook`` says in figures, said in sentences (the spell pages).

Costs, durations, parameters, protections and resistance are never repeated here: the pages take them from the table.
Notes with a number (``R19``) are rulings of ours; each is printed as one, at the spell it belongs to.
"""

from __future__ import annotations

from typing import NamedTuple

from magika_gm.games.magika.rules.spellbook import PROTECTED_BY, RESISTIBLE, SPELL, Span, Spell
from magika_gm.games.magika.rules.steps import CODES_OF, WEIGHTS_OF
from magika_gm.games.magika.rules.tables import ALIGNMENTS


class Note(NamedTuple):
    """A remark on a spell; ``ruling`` is our ruling's number (``R19``), or "" for a plain remark."""

    text: str
    ruling: str = ""


class SpellPage(NamedTuple):
    """A spell in words: what either level does, the bonus of CAST-10, and when it cannot do anything (CAST-5).

    ``void`` is "" where the spell can always have an effect once its target is in sight (or needs none).
    """

    code: str
    minor: str
    major: str
    bonus: str
    void: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def spell(self) -> Spell:
        """The spell's row of figures."""
        return SPELL[self.code]


_SIDE = "The same for everybody who wears your colour when it takes effect. If you are Black, for you alone but longer."
_COLOUR = "The same for every mage who wears the colour named, wherever he stands."
_LONGER_P = "five phases more; a Black mage's major one turn more"
_LONGER_T = "one turn more"
_SURVIVES = "the scroll survives this reading"
_REACH = "it reaches one ring further"
_NO_TERRAIN = "No space of that terrain is in your sight."

PAGES: tuple[SpellPage, ...] = (
    SpellPage(
        "SpAid",
        "You read your spells with 25 points more skill. Meditation, which counts by spell skill, gains by it too.",
        _SIDE, _LONGER_P,
    ),
    SpellPage(
        "ProAu",
        "Spells that strike at your strength and your mind glide off you: Attack Endurance, Attack Arcania and "
        "Anti-Magic do nothing to you while it lasts.",
        _SIDE, _LONGER_P,
    ),
    SpellPage(
        "ProSh",
        "Spells that hinder without wounding do nothing to you while it lasts: Confusion, Paralyze Mage, Stutter and "
        "Curse Spell.",
        _SIDE, _LONGER_P,
    ),
    SpellPage(
        "ProIt",
        "What you carry is safe from Fumble Item, Drop Artifact, Steal Item and Burn Item while it lasts. A demand is "
        "no spell; it is not stopped.",
        _SIDE, _LONGER_P,
    ),
    SpellPage(
        "ProKn",
        "What you hold stays hidden from Intelligence Report, Know Spell Status and Knowledge of Artifacts while it "
        "lasts. What others see of you by standing near is not hidden.",
        _SIDE, _LONGER_P,
    ),
    SpellPage(
        "ProEl",
        "Elemental Attack and Disruption cost you no endurance, Blockage and Disruption bar no way to you. To leave a "
        "space whose terrain was altered by Elemental Arrangement you pay for its true or its altered terrain, "
        "whichever is cheaper.",
        _SIDE, _LONGER_P,
    ),
    SpellPage(
        "CurSp",
        "The mage named reads with 25 points less skill for the rest of this turn. He meditates the worse for it too.",
        _COLOUR, _LONGER_T,
    ),
    SpellPage(
        "Stutt",
        "The mage named stumbles over his words: every spell he reads fails for the rest of this turn. Arcania, "
        "scroll, aptitude and the chance to learn go as with any failed spell.",
        _COLOUR, _LONGER_T,
    ),
    SpellPage(
        "Plyze",
        "The mage named can neither move, search, don, drop nor give for the rest of this turn, and such an order does "
        "not even turn into a rest. He can still cast, demand, meditate and rest.",
        _COLOUR, _LONGER_T,
    ),
    SpellPage(
        "Confs",
        "If the mage named walks or teleports this phase, he goes in a random direction other than the one he meant: "
        "one of the other five in which there is a space. He may stray southward then. A teleport keeps its "
        "length, or goes a single space if its full length would leave the map.",
        _COLOUR, "one phase more",
        notes=(Note("The direction is rolled before the move is judged legal, and the space he meant need not exist.",
                    "R22"),),
    ),
    SpellPage(
        "AntMa",
        "No magic obeys the mage named for the rest of this turn: spells he reads fail (with the usual costs, change "
        "of aptitude and chance to learn), and his meditations and demands become rests.",
        _COLOUR, _LONGER_T,
    ),
    SpellPage(
        "AtArc", "The mage named loses 25 arcania at once.", _COLOUR, "35 points instead of 25",
        "Nobody it is aimed at has any arcania left.",
    ),
    SpellPage(
        "AtEnd", "The mage named loses 25 endurance at once. At 0 he falls unconscious.", _COLOUR,
        "35 points instead of 25", "Nobody it is aimed at has any endurance left.",
    ),
    SpellPage(
        "ElDrp",
        "Elemental Attack and Elemental Blockage in one, on every space of the terrain named that is in your sight "
        "when you cast: no walking NE or NW out of them, and who stands there at the end of a phase loses endurance. "
        "You are not spared yourself.",
        "For the whole turn instead of one phase.", _REACH, _NO_TERRAIN,
    ),
    SpellPage(
        "ElAtt",
        "Fire, flood or avalanche in every space of the terrain named that is in your sight when you cast: every mage "
        "there at the end of the phase, you included, loses the terrain's endurance factor (half in swamp for "
        "goblins and the Pendant's holder).",
        "At the end of every phase of the turn that is left.", _REACH, _NO_TERRAIN,
        (Note("Two attacks by two casters on one space both strike, for the loss is taken once for each in force.",
              "R17"),),
    ),
    SpellPage(
        "ElArr",
        "The terrain of your own space becomes one up to three numbers easier or harder until the turn ends. The new "
        "terrain counts for everything: moving, resting, searching, attunement.",
        "All spaces in sight of the same terrain as yours change with it.", _LONGER_T,
        "The new number would be below 1 or above 10.",
        (Note("Changes by several casters add up, but a space stays within 1 to 10 (CAST-17)."),),
    ),
    SpellPage(
        "ElBlo",
        "Nobody can walk NE or NW out of a space of the terrain named that is in your sight when you cast. Teleports "
        "pass. Who is so shut in may walk south (MOVE-5).",
        "For the whole turn instead of one phase.", _REACH, _NO_TERRAIN,
    ),
    SpellPage(
        "DrArt", "Every other mage in your space lets all his artifacts fall. They lie where he stands.",
        "Every other mage within ring 3 of you, teammates too.",
        "one ring further: the six spaces around you as well, with X ring 4",
        "No other mage within reach holds an artifact.",
    ),
    SpellPage(
        "FumIt",
        "The mage named drops one thing at random: a scroll (it disintegrates), an artifact or an undonned cloak (they "
        "lie in his space).",
        _COLOUR, "two things", "Nobody it is aimed at has anything he could drop.",
    ),
    SpellPage(
        "StlIt",
        "You take one thing at random from the mage named: a scroll, artifact or undonned cloak for which you have a "
        "hand free (MAGE-7). A worn cloak stays on his shoulders.",
        "You take everything you can carry from one mage. This major too names a mage, not a colour.",
        "two things; with X the scroll survives this reading",
        "He holds nothing that you could carry, or you named yourself.",
        (Note("The victim must be in sight at both levels. You may aim any minor spell at yourself, but robbing "
              "yourself has no effect.", "R15"),
         Note("Only what he held when the spell's number came up can be taken. The major takes in listing order "
              "(scrolls, artifacts, cloaks) until your hands are full.", "R19")),
    ),
    SpellPage(
        "BrnIt", "One scroll of the mage named, taken at random, goes up in flames.", _COLOUR, "two scrolls",
        "Nobody it is aimed at holds a scroll that can burn.",
        (Note("The scrolls stand in order of activation number for this roll.", "R20"),),
    ),
    SpellPage(
        "CkAid",
        "The cloak you wear comes off without harm: you are Black again and keep it in your hands.",
        "For three turns a don that would be refused becomes a rest instead, and if you are barred from cloaks you may "
        "pick up and don one again.",
        "the minor has none; the major one turn more", "The minor: you wear no cloak.",
    ),
    SpellPage(
        "RcAid",
        "This turn's recon shows terrain to ring 4 and reads every other ring as the one nearer to you. Until it ends "
        "your spells too find their targets to ring 4.",
        "For three turns.", _LONGER_T,
    ),
    SpellPage(
        "InvSp",
        "You are on no other mage's recon map, no minor spell can be aimed at you but by a wearer of your own colour, "
        "and nobody is told that a spell was yours.",
        _SIDE, _LONGER_T,
    ),
    SpellPage(
        "TelPt",
        "You are in the next space in the direction named, southward too, at no cost of endurance. It is no move of "
        "your entitlement, and it comes before all walking. If the space is closed to you by then (MOVE-6) you stay; "
        "the spell counts as cast.",
        "One to three spaces in a straight line, or with N or S the space exactly two rows up or down.",
        _SURVIVES,
        notes=(Note("A major with a direction but no distance goes one space; N and S always go two rows.", "R31"),
               Note("A space that does not exist makes the order illegal, so that it becomes a rest (CAST-2).")),
    ),
    SpellPage(
        "ScArt", "The artifact named, if nobody holds it, vanishes to a random space where no mage stands.",
        "Every artifact that nobody holds. The major names nothing.", _SURVIVES,
        "That artifact is in somebody's hands; the major: all twelve are.",
    ),
    SpellPage(
        "KnoSS",
        "At the turn's end you learn which scrolls every mage within ring 3 carries and which lasting spells are on "
        "him.",
        _SIDE, "ring 4 instead of 3",
    ),
    SpellPage(
        "IntRp",
        "At the turn's end you learn which artifacts and cloaks every mage within ring 3 carries, and how many "
        "scrolls.",
        _SIDE, "ring 4 instead of 3",
    ),
    SpellPage(
        "KnArt", "At the turn's end you learn where the three alignment artifacts are.",
        "Where all twelve artifacts are, for three turns.", _LONGER_T,
    ),
    SpellPage(
        "SrchX",
        "The mage named finds neither scroll nor cloak by searching for the rest of this turn. Artifacts he can still "
        "pick up.",
        _COLOUR, _LONGER_T,
        notes=(Note("The code ends in an X of its own; the major is written SrchXX."),),
    ),
    SpellPage(
        "BoEnd", "Resting gives you twice the endurance.",
        "As well, your maximum endurance rises for the rest of the game, each time by 10 % of your race's.",
        "one turn more; with X the maximum rises by 15 %, the doubling lasts no longer",
    ),
    SpellPage(
        "BoArc", "Meditating gives you twice the arcania.",
        "As well, your maximum arcania rises for the rest of the game, each time by 10 % of your race's.",
        "one turn more; with X the maximum rises by 15 %, the doubling lasts no longer",
    ),
    SpellPage(
        "Heals", "You regain half of your maximum endurance, up to the maximum.",
        "You are at your maximum endurance.", "three quarters of the maximum; with X the scroll survives this reading",
        "Your endurance is full.",
    ),
    SpellPage(
        "FogMp",
        "The spaces in your sight when you cast are blank on every mage's recon map this turn, yours too. Everybody "
        "still sees the space he stands on.",
        "Every space of the arena.", "one ring further; with X one turn more",
        notes=(Note("A fogged space shows nothing of what recon by rings would tell: no terrain, no occupants, no "
                    "things, no mages. Intelligence Report, Know Spell Status and cloaks still tell.", "R26"),),
    ),
    SpellPage(
        "ProSp",
        "Another scroll of yours survives being read while this lasts. Read it twice in one turn and it is destroyed, "
        "after the second reading has taken effect. When the three turns are over it stays as an ordinary scroll.",
        "The scroll survives for the rest of the game, if it is not read twice in a turn.",
        "one turn more; with X this scroll survives too",
        "The scroll named is prolonged for good already.",
        (Note("Prolongation belongs to the scroll and goes with it when it is given or stolen.", "R21"),
         Note("A minor Prolonged Spell in force is listed among the effects on whoever holds the scroll "
              "(`ProSp 2t`); a scroll prolonged for good is marked with a star (`TelPt*`).", "R32")),
    ),
    SpellPage(
        "Chaos",
        "Every space in your sight but the Goal Square gets a random terrain, each of the ten as likely. Then every "
        "mage there, you too, is thrown to a space drawn from those open to him in his row and the next three to the "
        "south, one after the other (SEQ-5). Each has an even chance to leave all his artifacts where he stood.",
        "The whole arena and every mage in it.", "it reaches one ring further; with X the scroll survives this reading",
        notes=(Note("Who is thrown first is decided by the terrain before the spell. All terrain is formed before "
                    "anybody is thrown. One's own space is among those one may land on. Number 1 is ocean in row "
                    "z, river elsewhere. Under the major too the Goal Square keeps its terrain, but a mage on it "
                    "is thrown. Of two at one number each takes the mages it saw before either struck: who was in "
                    "sight of both is thrown twice.", "R18"),),
    ),
)  # fmt: skip

PAGE: dict[str, SpellPage] = {p.code: p for p in PAGES}
_EXAMPLE = {
    "": "",
    "mage": " C",
    "colour": " RED",
    "terrain": " FOREST",
    "shift": " +2",
    "direction": " NE",
    "artifact": " CROWN",
    "scroll": " S3",
}
_ELEMENTAL = frozenset({"ElAtt", "ElDrp"})
"""Their losses may be resisted (CAST-12)."""
_NO_DEFENCE = frozenset({"FogMp", "Chaos"})


def order_example(spell: Spell, major: bool) -> str:
    """An order that casts the spell at that level, as a player may write it: ``CAST AtEndX RED``."""
    aim = _EXAMPLE[spell.parameter_at(major)]
    if spell.parameter == "direction" and major:
        aim = " NE 3"
    return f"CAST {spell.code}{'X' if major else ''}{aim}"


def span_words(span: Span) -> str:
    """A duration in words, counted as SEQ-8 does."""
    if not span.unit:
        return "for good"
    unit = {"p": "phase", "t": "turn"}[span.unit]
    return f"this {unit}" if span.length == 1 else f"{span.length} {unit}s"


def aptitude_words(spell: Spell, major: bool) -> str:
    """What reading the spell does to aptitude, success or not (CAST-7)."""
    cost = spell.cost(major)
    if spell.alignment == "neutral":
        return f"{(cost + 1) // 2} towards 0"
    return f"{cost:+d}" if spell.alignment == "good" else f"-{cost}"


def stopped_by(spell: Spell) -> str:
    """Protection and resistance that keep it off (CAST-12, CAST-13), in words; "" for a spell that harms nobody."""
    if spell.code in _NO_DEFENCE:
        return "none; neither a protection nor resistance keeps it off"
    ward = PROTECTED_BY.get(spell.code)
    text = f"{SPELL[ward].name} ({ward})" if ward else ""
    if spell.code in RESISTIBLE or spell.code in _ELEMENTAL:
        return f"{text}; resistance" if text else "resistance"
    return text


def find_chance(spell: Spell, own: bool) -> float:
    """Percent chance that a scroll found is this one, by whether it is of the finder's alignment (SRCH-5)."""
    weights = dict(zip(CODES_OF[spell.alignment], WEIGHTS_OF[spell.alignment], strict=True))
    share = 2 if own else 1
    return 100 * share / (len(ALIGNMENTS) + 1) * weights[spell.code] / sum(weights.values())

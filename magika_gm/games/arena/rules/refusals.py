"""Why something is not done: values with a rule and a code, each worded once (MAIL-7)."""

from __future__ import annotations

from enum import StrEnum

from magika_gm.engine.records import record


class Code(StrEnum):
    """Names of refusals, for programs."""

    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"
    NOT_YOURS = "not-yours"
    IDLE = "idle"
    DEAD = "dead"
    KING_HEX = "king-hex"
    SAME_TERRAIN = "same-terrain"
    TWICE = "twice"
    BUDGET = "budget"
    STORM_THERE = "storm-there"
    NO_STORM = "no-storm"
    NOT_HELD = "not-held"
    NOT_HERE = "not-here"
    UNFIT = "unfit"
    TOO_HEAVY = "too-heavy"
    SAME_MOUNT = "same-mount"
    NOT_RIDING = "not-riding"
    NO_LANDING = "no-landing"
    SECOND_ORDER = "second-order"
    ALOFT = "aloft"
    NOT_ALOFT = "not-aloft"
    NO_FLIGHT = "no-flight"
    CANNOT_MOVE = "cannot-move"
    NO_HEX = "no-hex"
    WALL = "wall"
    TERRAIN = "terrain"
    STORM = "storm"
    POINTS = "points"
    STOPPED = "stopped"
    MUST_LAND = "must-land"
    NO_SHOT = "no-shot"
    RANGE = "range"
    NO_TARGET = "no-target"
    ENGAGED = "engaged"
    STRUCK = "struck"
    USED = "used"
    CASTING = "casting"
    NO_SPELL = "no-spell"
    LEVEL = "level"
    POOL = "pool"
    KEEP = "keep"
    TIMING = "timing"
    ANTI_MAGIC = "anti-magic"
    IMMUNE = "immune"
    WARDED = "warded"
    UNSEEN = "unseen"
    USELESS = "useless"
    OWN = "own"
    ENEMY = "enemy"
    TOO_STRONG = "too-strong"
    NOT_ANIMAL = "not-animal"
    RIDDEN = "ridden"
    IN_THE_AIR = "in-the-air"
    OCCUPIED = "occupied"
    NO_CONDITION = "no-condition"
    NO_EFFECT = "no-effect"
    NOT_FIRED = "not-fired"
    OUT_OF_TURN = "out-of-turn"
    NO_VEHICLE = "no-vehicle"


WORDS: dict[Code, str] = {
    Code.UNKNOWN: "there is no {about}",
    Code.AMBIGUOUS: "you have more than one {about}, or none",
    Code.NOT_YOURS: "{about} does not obey you",
    Code.IDLE: "{about} is an idle vehicle",
    Code.DEAD: "{about} is dead or gone",
    Code.KING_HEX: "{about} is a king hex",
    Code.SAME_TERRAIN: "{about} is of that terrain already",
    Code.TWICE: "{about} was changed in this turn already",
    Code.BUDGET: "{about}: the budget left does not pay it",
    Code.STORM_THERE: "a storm stands over {about} already",
    Code.NO_STORM: "no storm stands over {about}",
    Code.NOT_HELD: "{about} is not held by that creature",
    Code.NOT_HERE: "{about} is not in that place",
    Code.UNFIT: "{about} is not for that creature",
    Code.TOO_HEAVY: "{about} cannot carry that much",
    Code.SAME_MOUNT: "it rides {about} already",
    Code.NOT_RIDING: "{about} rides nothing",
    Code.NO_LANDING: "{about} cannot be set down there",
    Code.SECOND_ORDER: "{about} had an order for this turn already",
    Code.ALOFT: "{about} is in the air",
    Code.NOT_ALOFT: "{about} cannot take off",
    Code.NO_FLIGHT: "{about} does not fly",
    Code.CANNOT_MOVE: "{about} cannot move by itself now",
    Code.NO_HEX: "{about} is no hex beside the last one",
    Code.WALL: "a wall bars the way to {about}",
    Code.TERRAIN: "{about} cannot be entered",
    Code.STORM: "a storm bars {about}",
    Code.POINTS: "{about} is farther than it can go",
    Code.STOPPED: "it met an enemy before {about}",
    Code.MUST_LAND: "{about} may not stay aloft",
    Code.NO_SHOT: "{about} cannot shoot",
    Code.RANGE: "{about} is out of range",
    Code.NO_TARGET: "nobody to strike at {about}",
    Code.ENGAGED: "an enemy stands in the place of {about}",
    Code.STRUCK: "a combat is fought in the place of {about}",
    Code.USED: "{about} was used in this turn already",
    Code.CASTING: "{about} is casting",
    Code.NO_SPELL: "{about} is not among your cards",
    Code.LEVEL: "{about} cannot cast that",
    Code.POOL: "the pool cannot pay {about}",
    Code.KEEP: "the pool would fall below {about}",
    Code.TIMING: "{about} cannot be declared in that phase",
    Code.ANTI_MAGIC: "Anti-Magic lies over {about}",
    Code.IMMUNE: "{about} is unaffected by that",
    Code.WARDED: "an Amulet protects {about}",
    Code.UNSEEN: "{about} is invisible",
    Code.USELESS: "it would do nothing to {about}",
    Code.OWN: "{about} is on your own side",
    Code.ENEMY: "{about} is not on your side",
    Code.TOO_STRONG: "{about} has too much Power",
    Code.NOT_ANIMAL: "{about} is no animal",
    Code.RIDDEN: "somebody rides {about}",
    Code.IN_THE_AIR: "{about} carries or is carried in the air",
    Code.OCCUPIED: "{about} is not free",
    Code.NO_CONDITION: "its condition did not hold",
    Code.NO_EFFECT: "there is no effect {about}",
    Code.NOT_FIRED: "it was not needed",
    Code.OUT_OF_TURN: "it was not your turn",
    Code.NO_VEHICLE: "{about} is no idle vehicle",
}


@record
class Refusal:
    """A refusal: the rule, its code, and what it is about (an id, a name, a place)."""

    rule: str
    code: Code
    about: str = ""

    @property
    def words(self) -> str:
        """In words, with the rule's number."""
        return f"{WORDS[self.code].format(about=self.about)} ({self.rule})"

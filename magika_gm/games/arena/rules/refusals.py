"""Why something is not done: values with a rule and a code, each worded once (MAIL-7)."""

from __future__ import annotations

from magika_gm.engine.records import record
from magika_gm.engine.words import Reason


class Code(Reason):
    """Names of refusals, for programs."""

    UNKNOWN = "unknown", "", "there is no {about}"
    AMBIGUOUS = "ambiguous", "", "you have more than one {about}, or none"
    NOT_YOURS = "not-yours", "", "{about} does not obey you"
    IDLE = "idle", "", "{about} is an idle vehicle"
    DEAD = "dead", "", "{about} is dead or gone"
    KING_HEX = "king-hex", "", "{about} is a king hex"
    SAME_TERRAIN = "same-terrain", "", "{about} is of that terrain already"
    TWICE = "twice", "", "{about} was changed in this turn already"
    BUDGET = "budget", "", "{about}: the budget left does not pay it"
    STORM_THERE = "storm-there", "", "a storm stands over {about} already"
    NO_STORM = "no-storm", "", "no storm stands over {about}"
    NOT_HELD = "not-held", "", "{about} is not held by that creature"
    NOT_HERE = "not-here", "", "{about} is not in that place"
    UNFIT = "unfit", "", "{about} is not for that creature"
    NOT_LOWEST = "not-lowest", "", "of several like items only the lowest that works is used, {about}"
    TOO_HEAVY = "too-heavy", "", "{about} cannot carry that much"
    SAME_MOUNT = "same-mount", "", "it rides {about} already"
    NOT_RIDING = "not-riding", "", "{about} rides nothing"
    NO_LANDING = "no-landing", "", "{about} cannot be set down there"
    SECOND_ORDER = "second-order", "", "{about} had an order for this turn already"
    ALOFT = "aloft", "", "{about} is in the air"
    NOT_ALOFT = "not-aloft", "", "{about} cannot take off"
    NO_FLIGHT = "no-flight", "", "{about} does not fly"
    CANNOT_MOVE = "cannot-move", "", "{about} cannot move by itself now"
    NO_HEX = "no-hex", "", "{about} is no hex beside the last one"
    WALL = "wall", "", "a wall bars the way to {about}"
    TERRAIN = "terrain", "", "{about} cannot be entered"
    STORM = "storm", "", "a storm bars {about}"
    POINTS = "points", "", "{about} is farther than it can go"
    STOPPED = "stopped", "", "it met an enemy before {about}"
    MUST_LAND = "must-land", "", "{about} may not stay aloft"
    NO_SHOT = "no-shot", "", "{about} cannot shoot"
    RANGE = "range", "", "{about} is out of range"
    NO_TARGET = "no-target", "", "nobody to strike at {about}"
    ENGAGED = "engaged", "", "an enemy stands in the place of {about}"
    STRUCK = "struck", "", "a combat is fought in the place of {about}"
    USED = "used", "", "{about} was used in this turn already"
    CASTING = "casting", "", "{about} is casting"
    NO_SPELL = "no-spell", "", "{about} is not among your cards"
    LEVEL = "level", "", "{about} cannot cast that"
    POOL = "pool", "", "the pool cannot pay {about}"
    KEEP = "keep", "", "the pool would fall below {about}"
    TIMING = "timing", "", "{about} cannot be declared in that phase"
    ANTI_MAGIC = "anti-magic", "", "Anti-Magic lies over {about}"
    IMMUNE = "immune", "", "{about} is unaffected by that"
    WARDED = "warded", "", "an Amulet protects {about}"
    UNSEEN = "unseen", "", "{about} is invisible"
    USELESS = "useless", "", "it would do nothing to {about}"
    OWN = "own", "", "{about} is on your own side"
    ENEMY = "enemy", "", "{about} is not on your side"
    TOO_STRONG = "too-strong", "", "{about} has too much Power"
    NOT_ANIMAL = "not-animal", "", "{about} is no animal"
    RIDDEN = "ridden", "", "somebody rides {about}"
    IN_THE_AIR = "in-the-air", "", "{about} carries or is carried in the air"
    OCCUPIED = "occupied", "", "{about} is not free"
    NO_CONDITION = "no-condition", "", "its condition did not hold"
    NO_EFFECT = "no-effect", "", "there is no effect {about}"
    NOT_FIRED = "not-fired", "", "it was not needed"
    OUT_OF_TURN = "out-of-turn", "", "it was not your turn"
    RETURNED = (
        "returned",
        "",
        "begun, it would fail when it is to work, {about} out of range or gone; its points come back",
    )
    FAILS = "fails", "", "it would fail when it is to work on {about}"
    NO_VEHICLE = "no-vehicle", "", "{about} is no idle vehicle"


@record
class Refusal:
    """A refusal: the rule, its code, and what it is about (an id, a name, a place)."""

    rule: str
    code: Code
    about: str = ""

    @property
    def words(self) -> str:
        """In words, with the rule's number."""
        return f"{self.code.words.format(about=self.about)} ({self.rule})"

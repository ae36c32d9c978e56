"""The order form: a sheet to fill in, sent with every report and read back like any other.

Every hint is a comment and every line short enough that no mail program breaks it.
"""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.sheet.offered import message_lines
from magika_gm.engine.sheet.sheet import MessageRule
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.tables import EBON, PHASES

MESSAGES = MessageRule(most=3, lines=4, characters=200, rule="DIPL-1", anonymous=True)
WIDTH = 70
_AIM = {
    "mage": "mage",
    "colour": "colour",
    "terrain": "terrain T4-T9",
    "shift": "+1 to +3 or -1 to -3",
    "direction": "direction",
    "artifact": "artifact",
    "scroll": "scroll",
    "": "",
}


def scroll_hint(number: int, code: str) -> str:
    """``S1 TelPt direction (6) / X direction 1-3 (16)``: what to write for a scroll and the arcania it costs."""
    spell = SPELL[code]
    minor, major = (_AIM[spell.parameter_at(m)] for m in (False, True))
    if spell.parameter == "direction":
        major += " 1-3"
    levels = (" ".join(filter(None, (minor, f"({spell.minor_cost})"))), f"({spell.major_cost})")
    return f"S{number} {code} {levels[0]} / X {' '.join(filter(None, (major, levels[1])))}"


def order_form(
    game: str, turn: int, mage: str, name: str = "", scrolls: Sequence[str] = (), items: Sequence[str] = ()
) -> str:
    """A sheet for that game, turn and mage's letter, ready to fill in, with what he holds as hints.

    ``scrolls`` are codes in the order of the report's list, ``items`` things as case files write them. Left as it is,
    it reads as a sheet of five Rests without a password.
    """
    rule, who = MESSAGES, " ".join(name.replace(";", " ").split())
    lines = [f"GAME {game} TURN {turn}", f"MAGE {'EBON' if mage == EBON else mage}" + (f" ; {who}"[:50] if who else "")]
    lines += ["PASSWORD ", *(f"{phase} " for phase in range(1, PHASES + 1))]
    lines += [
        ";; MOVE, REST, SEARCH, MEDITATE, CAST, DROP, GIVE, DEMAND, DON.",
        ";; A phase left empty is a Rest. What follows ; is not read.",
    ]
    if scrolls:
        lines.append(";; Your scrolls, with the arcania they cost:")
        lines += [f";;   {scroll_hint(number, code)}" for number, code in enumerate(scrolls, 1)]
    if items:
        lines += _wrapped(";; You hold: ", [thing_word(i) for i in items])
    lines += [
        f";; Messages: {rule.most} at most, of {rule.lines} lines and {rule.characters} characters; to a mage,",
        ";; a colour or ALL. Take away the ; in front of these lines:",
        *message_lines(f"{'C' if mage == 'D' else 'D'} ANONYMOUS", "your text"),
        "END",
    ]
    return "\n".join([*lines, ""])


def thing_word(thing: str) -> str:
    """A thing as order lines call it: ``ANKH``, ``RED CLOAK``."""
    return f"{thing[6:]} cloak".upper() if thing.startswith("cloak:") else thing.upper()


def _wrapped(start: str, words: Sequence[str]) -> list[str]:
    lines = [start]
    for place, word in enumerate(words):
        piece = word + (", " if place < len(words) - 1 else "")
        if len(lines[-1]) + len(piece) > WIDTH:
            lines.append(";;   ")
        lines[-1] += piece
    return [line.rstrip() for line in lines]

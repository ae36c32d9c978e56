"""What is in a mage's hands: finding things by the names orders use."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.world import Mage, Scroll


def find_scroll(mage: Mage, name: str, but: int = -1) -> int:
    """Place in his hands of the scroll called ``S3`` or by its code (the first of that code), or -1 (CAST-1).

    Numbers are those of the last report's list. The scroll at place ``but`` is passed over.
    """
    if name[0] == "S" and name[1:].isdecimal():
        number = int(name[1:])
        for place, scroll in enumerate(mage.scrolls):
            if scroll.number == number and place != but:
                return place
        return -1
    for place, scroll in enumerate(mage.scrolls):
        if scroll.code == name and place != but:
            return place
    return -1


def find_all(mage: Mage, names: Sequence[str]) -> list[str | Scroll] | Refusal:
    """The things an order names, or why it cannot be carried out.

    A donned cloak and the Ebon Mage's own TelPt cannot leave the hands (DROP-1, GIVE-1, EBON-4). The same scroll
    code named twice means two scrolls.
    """
    left = list(mage.scrolls)
    found: list[str | Scroll] = []
    for name in names:
        if name.startswith("cloak:"):
            colour = name[6:]
            if mage.free_cloaks.count(colour) <= found.count(name):
                worn = colour == mage.team and not found.count(name)
                return Refusal(Why.CLOAK_WORN if worn else Why.NO_CLOAK, colour)
            found.append(name)
        elif name.islower():
            if name not in mage.artifacts or name in found:
                return Refusal(Why.NO_ARTIFACT, name)
            found.append(name)
        else:
            scroll = _pick(left, name)
            if scroll is None:
                return Refusal(Why.NO_SCROLL, name)
            found.append(scroll)
    return found


def _pick(left: list[Scroll], name: str) -> Scroll | None:
    numbered = name[0] == "S" and name[1:].isdecimal()
    for place, scroll in enumerate(left):
        if scroll.bound:
            continue
        if (scroll.number == int(name[1:])) if numbered else (scroll.code == name):
            return left.pop(place)
    return None


def random_things(mage: Mage) -> list[str | Scroll]:
    """What can be knocked out of his hands, in listing order: scrolls, artifacts, undonned cloaks (FumIt, StlIt).

    A scroll being read is out of reach (CAST-2), and so is the Ebon Mage's own TelPt (EBON-4).
    """
    return [
        *(s for s in mage.scrolls if not s.bound),
        *mage.artifacts,
        *(f"cloak:{c}" for c in mage.free_cloaks),
    ]


def thing_text(thing: str | Scroll) -> str:
    """A thing as dice and cases name it: a code, ``crown``, ``cloak:red``."""
    return thing.code if isinstance(thing, Scroll) else thing

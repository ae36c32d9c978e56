"""The turn in words: events for the mage who reads them, what his own turn was like, and all of it in one sentence.

Who perceives an event was decided when it was told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from magika_gm.engine.told import Told
from magika_gm.engine.words import listed, number_word, with_article
from magika_gm.games.magika.rules import events as e
from magika_gm.games.magika.rules.arena import GOAL, NAME
from magika_gm.games.magika.rules.refusals import Why
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.state import FOR_GOOD, Mage, Scroll
from magika_gm.games.magika.rules.tables import ARTIFACT_TITLES


class Line(NamedTuple):
    """A line of the turn summary and the rule behind it ("" where there is none to name)."""

    text: str
    rule: str


def thing_name(thing: str | Scroll) -> str:
    """A thing as the report calls it."""
    if isinstance(thing, Scroll):
        return f"scroll {thing}"
    return f"{thing[6:]} cloak" if thing.startswith("cloak:") else ARTIFACT_TITLES[thing]


def spell_name(label: str) -> str:
    """``Heals`` or ``HealsX`` with the spell's name."""
    code = label if label in SPELL else label.removesuffix("X")
    return f"{label} ({SPELL[code].name})" if code in SPELL else label


def mage_name(letter: str) -> str:
    """How a report calls another mage: by letter, for names are known from close by only (RECON-3)."""
    return "the Ebon Mage" if letter == "M" else f"mage {letter}" if letter else "somebody unseen"


def told_line(told: Told[e.Event], reader: str) -> Line | None:
    """The line by which ``reader`` learns of an event, or None if he does not."""
    if reader in told.audience:
        return word(told.event, reader)
    if reader in told.dimly and told.blurred is not None:
        return word(told.blurred, reader)
    return None


def everything_line(told: Told[e.Event]) -> Line | None:
    """The line the game master reads: everything, in the third person."""
    return word(told.event, "")


class _Voice:
    """Second person for the reader himself, third for everybody else."""

    def __init__(self, reader: str) -> None:
        self.reader = reader

    def who(self, letter: str) -> str:
        return "you" if letter and letter == self.reader else mage_name(letter)

    def subject(self, letter: str) -> str:
        text = self.who(letter)
        return text[0].upper() + text[1:]

    def be(self, letter: str) -> str:
        return "are" if letter == self.reader else "is"

    def verb(self, letter: str, plain: str, third: str = "") -> str:
        return plain if letter == self.reader else third or plain + "s"

    def own(self, letter: str) -> str:
        return "your" if letter == self.reader else "his"

    def of(self, letter: str) -> str:
        """Whose it is, where that is not plain: nothing for the reader's own, so that his lines stay short."""
        return "" if letter == self.reader else f" of {mage_name(letter)}"

    def by(self, caster: str) -> str:
        return "" if caster == self.reader and caster else f", cast by {self.who(caster)}" if caster else ""


def word(event: e.Event, reader: str) -> Line | None:
    """An event in words; None for those that only keep the books."""
    v = _Voice(reader)
    match event:
        case e.TurnBegan() | e.PhaseBegan() | e.GameEnded():
            return None
        case e.OrderRefused(mage=m, order=order, rule=rule, reason=reason, instead=instead):
            rest = "he rests instead" if m != reader else "you rest instead"
            end = rest if instead == "rest" else "nothing is done"
            why = reason.to_you if m == reader else str(reason)
            return Line(f"{order}{v.of(m)} cannot be carried out: {why}; {end}.", rule)
        case e.EbonCompelled(mage=m, order=order, direction=direction):
            return Line(f"{v.subject(m)} had not moved this turn: {order} becomes MOVE {direction}.", "EBON-2")
        case e.Demanded(mage=m, holder=holder, artifact=artifact):
            thing = ARTIFACT_TITLES[artifact]
            return Line(f"{v.subject(m)} {v.verb(m, 'demand')} the {thing} and {v.who(holder)} must yield it.", "DEM-5")
        case e.DemandDenied(mage=m, holder=holder, artifact=artifact, rule=rule, reason=reason):
            thing = ARTIFACT_TITLES[artifact]
            return Line(f"{v.subject(m)} {v.verb(m, 'demand')} the {thing} of {v.who(holder)} in vain: {reason}.", rule)
        case e.Gave(mage=m, to=to, thing=thing):
            return Line(f"{v.subject(m)} {v.verb(m, 'give')} {thing_name(thing)} to {v.who(to)}.", "GIVE-1")
        case e.GiftKept(mage=m, to=to, thing=thing, reason=reason):
            return Line(f"{thing_name(thing)} stays with {v.who(m)}: {v.who(to)} cannot take it ({reason}).", "GIVE-1")
        case e.GiftSpent(mage=m, to=to, thing=thing):
            end = f"{v.who(to)} {v.verb(to, 'hold')} six scrolls already, and it disintegrates"
            return Line(f"{v.subject(m)} {v.verb(m, 'give')} {thing_name(thing)} away: {end}.", "GIVE-1")
        case e.Paid(mage=m, to=to, stat=stat, amount=amount, kept=kept):
            some = "" if kept == amount else f" of the {amount} offered, for lack of room"
            return Line(f"{v.subject(m)} {v.verb(m, 'give')} {kept} {stat} to {v.who(to)}{some}.", "GIVE-3")
        case e.Joined(mage=m, colour=colour):
            return Line(f"{v.subject(m)} {v.verb(m, 'don')} the {colour} cloak and {v.be(m)} accepted.", "CLK-2")
        case e.CloakRefused(mage=m, colour=colour):
            return Line(f"The {colour} team refuses {v.who(m)}; the cloak disintegrates.", "CLK-3")
        case e.CloakStripped(mage=m, colour=colour, endurance=endurance, arcania=arcania):
            loss = f"{endurance} endurance, {arcania} arcania and all cloaks are lost"
            return Line(f"The {colour} team refuses {v.who(m)}: {loss}; black and barred from cloaks now.", "CLK-4")
        case e.Uncloaked(mage=m, colour=colour, rule=rule):
            return Line(f"{v.subject(m)} {v.verb(m, 'take')} the {colour} cloak off and {v.be(m)} black again.", rule)
        case e.SpellRead(mage=m, code=code, major=major, parameter=parameter, cost=cost):
            label = spell_name(code + ("X" if major else ""))
            aim = f" at {parameter}" if parameter else ""
            return Line(f"{v.subject(m)} {v.verb(m, 'read')} {label}{aim}: {cost} arcania.", "CAST-2")
        case e.NoEffect(mage=m, code=code, major=major, reason=reason):
            return Line(f"{code}{'X' if major else ''}{v.of(m)} can have no effect: {reason}.", "CAST-5")
        case e.SpellTried(
            mage=m,
            code=code,
            major=major,
            success=success,
            needed=needed,
            aptitude=aptitude,
            skill=skill,
            bonus=bonus,
            why=why,
        ):
            label = code + ("X" if major else "") + v.of(m)
            end = "succeeds" + (" with a bonus" if bonus else "") if success else f"fails{f' ({why})' if why else ''}"
            rule = "CAST-10" if bonus else why or "CAST-6"
            return Line(f"{label} {end} (at {needed} %); aptitude is {aptitude:+d}, spell skill {skill}.", rule)
        case e.ScrollSpent(mage=m, code=code, rule=rule):
            return Line(f"The scroll {code}{v.of(m)} disintegrates.", rule)
        case e.ScrollKept(mage=m, code=code):
            return Line(f"The scroll {code}{v.of(m)} survives the reading.", "CAST-9")
        case e.Warded(mage=m, code=code, by=by, caster=caster):
            who = "" if m == reader else f" by {v.who(m)}"
            shield = f"is resisted{who}" if by == "resistance" else f"is stopped by {by}{v.of(m)}"
            return Line(f"{spell_name(code)}{v.by(caster)} {shield}.", "CAST-12" if by == "resistance" else "CAST-13")
        case e.EffectBegan(mage=m, effect=effect, until=until, caster=caster):
            return Line(f"{v.subject(m)} {v.be(m)} under {spell_name(effect.partition('+')[0])}{v.by(caster)}.", effect)
        case e.EffectEnded(mage=m, effect=effect):
            return Line(f"{effect.partition('+')[0]} on {v.who(m)} runs out.", "SEQ-8") if "+" not in effect else None
        case e.AreaBegan(area=area):
            places = f"{len(area.spaces)} space{'' if len(area.spaces) == 1 else 's'}"
            return Line(f"{spell_name(area.kind)} takes hold of {places}.", area.kind)
        case e.AreaEnded(area=area):
            return Line(f"{area.kind} on {len(area.spaces)} spaces runs out.", "SEQ-8")
        case e.Drained(mage=m, stat=stat, amount=amount, code=code, caster=caster):
            return Line(
                f"{v.subject(m)} {v.verb(m, 'lose')} {amount} {stat} to {spell_name(code)}{v.by(caster)}.", code
            )
        case e.ItemLost(mage=m, thing=thing, space=space, code=code, caster=caster):
            fate = "disintegrates" if isinstance(thing, Scroll) else f"falls at {NAME[space]}"
            why = "left behind" if code == "TelPt" else f"{spell_name(code)}{v.by(caster)}"
            return Line(f"{thing_name(thing)} of {v.who(m)} {fate} ({why}).", "EBON-3" if code == "TelPt" else code)
        case e.ScrollBurned(mage=m, thing=thing, caster=caster):
            return Line(f"{thing_name(thing)} of {v.who(m)} burns: {spell_name('BrnIt')}{v.by(caster)}.", "BrnIt")
        case e.Stolen(mage=m, victim=victim, thing=thing):
            return Line(f"{v.subject(m)} {v.verb(m, 'steal')} {thing_name(thing)} from {v.who(victim)}.", "StlIt")
        case e.Teleported(mage=m, start=start, target=target):
            return Line(f"{v.subject(m)} {v.verb(m, 'teleport')} from {NAME[start]} to {NAME[target]}.", "TelPt")
        case e.TeleportBarred(mage=m, target=target):
            return Line(f"{NAME[target]} is closed to {v.who(m)}; the teleport ends where it began.", "MOVE-6")
        case e.Scattered(artifact=artifact):
            return Line(f"The {ARTIFACT_TITLES[artifact]} is scattered.", "ScArt")
        case e.Boosted(mage=m, stat=stat, amount=amount):
            return Line(f"Maximum {stat} of {v.who(m)} rises by {amount} for good.", "CAST-17")
        case e.Healed(mage=m, amount=amount):
            return Line(f"{v.subject(m)} {v.verb(m, 'regain')} {amount} endurance.", "Heals")
        case e.ScrollProlonged(mage=m, code=code, until=until):
            return Line(
                f"Scroll {code}{v.of(m)} will survive reading{' for good' if until >= FOR_GOOD else ''}.", "ProSp"
            )
        case e.ProlongingEnded(mage=m, code=code):
            return Line(f"Scroll {code}{v.of(m)} is an ordinary scroll again.", "CAST-18")
        case e.TerrainFormed(spaces=spaces):
            return Line(f"Chaos forms {len(spaces)} spaces anew.", "Chaos")
        case e.Torn(mage=m, start=start, target=target, caster=caster):
            return Line(f"Chaos tears {v.who(m)} from {NAME[start]} to {NAME[target]}{v.by(caster)}.", "Chaos")
        case e.Confused(mage=m, ordered=ordered, gone=gone):
            return Line(f"Confused, {v.who(m)} {v.verb(m, 'turn')} {gone} instead of {ordered}.", "Confs")
        case e.Moved(mage=m, start=start, target=target, direction=direction, cost=cost, percent=percent):
            way = f"{direction} from {NAME[start]} to {NAME[target]}"
            return Line(f"{v.subject(m)} {v.verb(m, 'move')} {way}: {cost} endurance ({percent} %).", "MOVE-3")
        case e.Searched(mage=m, space=space, cost=cost, fruitless=fruitless):
            found = " and finds nothing" if fruitless and m != reader else " and find nothing" if fruitless else ""
            return Line(f"{v.subject(m)} {v.verb(m, 'search', 'searches')} {NAME[space]}{found}: {cost} endurance.",
                        "SRCH-4")  # fmt: skip
        case e.PickedUp(mage=m, thing=thing):
            return Line(f"{v.subject(m)} {v.verb(m, 'pick')} up the {thing_name(thing)}.", "SRCH-1")
        case e.ScrollFound(mage=m, code=code, kept=kept):
            fate = "" if kept else f"; it disintegrates, for {v.own(m)} hands are full"
            return Line(f"{v.subject(m)} {v.verb(m, 'find')} a scroll: {spell_name(code)}{fate}.",
                        "SRCH-2" if kept else "SRCH-3")  # fmt: skip
        case e.Dropped(mage=m, thing=thing):
            fate = "; it disintegrates" if isinstance(thing, Scroll) else ""
            return Line(f"{v.subject(m)} {v.verb(m, 'drop')} {thing_name(thing)}{fate}.", "DROP-1")
        case e.Meditated(mage=m, amount=amount):
            return Line(f"{v.subject(m)} {v.verb(m, 'meditate')}: {amount} arcania regained.", "MED-1")
        case e.Rested(mage=m, amount=amount):
            return Line(f"{v.subject(m)} {v.verb(m, 'rest')}: {amount} endurance regained.", "REST-1")
        case e.ElementsStruck(mage=m, code=code, amount=amount, space=space):
            return Line(f"{spell_name(code)} at {NAME[space]} takes {amount} endurance of {v.who(m)}.", code)
        case e.Obeyed(mage=m, aptitude=aptitude):
            return Line(f"The Rod of Obedience moves aptitude to {aptitude:+d}.", "ART-4")
        case e.FullyRested(mage=m, amount=amount):
            return Line(f"Five rests: {v.who(m)} {v.verb(m, 'gain')} {amount} endurance more.", "REST-3")
        case e.FellUnconscious(mage=m):
            return Line(f"{v.subject(m)} {v.verb(m, 'fall')} unconscious.", "MAGE-5")
        case e.Woke(mage=m):
            return Line(f"{v.subject(m)} {v.verb(m, 'wake')}.", "SEQ-7")
        case e.GlobeFormed(mages=mages):
            who = " and ".join(v.who(a) for a in mages)
            return Line(f"The Globe of Life forms in the hands of {who}. The game is over.", "ART-6")
        case e.Converged(space=space):
            return Line(f"The three alignment artifacts meet at {NAME[space]}. The game is over.", "ART-7")
        case e.GoalReached(mage=m):
            return Line(f"{v.subject(m)} {v.verb(m, 'stand')} on the Goal Square. The game is over.", "END-1")
        case e.DroppedOut(mage=m, stranded=stranded):
            gone = f"{v.subject(m)} {v.verb(m, 'leave')} the game."
            if reader and reader in stranded:
                alone = "You are left a team of one: DON BLACK takes your cloak off at no cost, once."
                return Line(f"{gone} {alone}", "CLK-6")
            return Line(gone, "GM-3")
        case e.GmRuled(mage=m, code=code, major=major, possible=possible, reason=reason):
            can = "can have an effect" if possible else "can have no effect"
            label = f"{code}X" if major else code
            return Line(f"The game master rules that {v.own(m)} {label} {can}: {reason}.", "CAST-5")
        case e.GmChangedOrder(mage=m, phase=phase, before=before, after=after, reason=reason):
            whose = v.own(m) if m == reader else f"{v.who(m)}'s"
            text = f"The game master changes {whose} order for phase {phase} from {before} to {after}: {reason}."
            return Line(text, "")
        case e.GmPlaced(mage=m, start=start, target=target, reason=reason):
            return Line(f"The game master moves {v.who(m)} from {NAME[start]} to {NAME[target]}: {reason}.", "")
        case e.GmHanded(thing=thing, source=source, target=target, reason=reason):
            way = f"from {_place(v, source)} to {_place(v, target)}"
            return Line(f"The game master moves {thing_name(thing)} {way}: {reason}.", "")
        case e.GmAdjusted(mage=m, stat=stat, before=before, after=after, reason=reason):
            whose = v.own(m) if m == reader else f"{v.who(m)}'s"
            name = stat.replace("max_", "maximum ").replace("skill", "spell skill")
            return Line(f"The game master sets {whose} {name} from {before} to {after}: {reason}.", "")
        case _:
            raise AssertionError(event)


def _place(v: _Voice, place: str) -> str:
    return v.who(place) if len(place) == 1 else "out of the game" if place == "nowhere" else place


# What a mage's own turn was like: his way, his figures from phase to phase. From what he was told alone.


class Step(NamedTuple):
    """A step of the turn's way: the phase, from where, to where, and whether it was no walk (a spell, a hand)."""

    phase: int
    start: int
    target: int
    leap: bool


def _told(told: Iterable[Told[e.Event]], letter: str) -> Iterable[tuple[int, e.Event]]:
    return ((t.phase, t.event) for t in told if letter in t.audience)


def route_of(told: Sequence[Told[e.Event]], letter: str) -> tuple[Step, ...]:
    """His way through the turn, as he was told it."""
    way = []
    for phase, event in _told(told, letter):
        match event:
            case e.Moved() | e.Teleported() | e.Torn() | e.GmPlaced() if event.mage == letter:
                way.append(Step(phase, event.start, event.target, not isinstance(event, e.Moved)))
            case e.GlobeFormed(moved=moved) | e.Converged(moved=moved) if letter in moved:
                start = way[-1].target if way else -1
                way += [Step(phase, start, GOAL, True)] if start >= 0 else []
            case _:
                pass
    return tuple(way)


def running_figures(told: Sequence[Told[e.Event]], mage: Mage) -> dict[int, tuple[int, int]]:
    """His endurance and arcania after each phase (0: before the turn), reckoned back from the turn's end."""
    endurance, arcania = mage.endurance, mage.arcania
    after = {6: (endurance, arcania)}
    losses: dict[int, list[tuple[int, int]]] = {}
    for phase, event in _told(told, mage.letter):
        change = _change(event, mage.letter)
        if change != (0, 0):
            losses.setdefault(phase, []).append(change)
    for phase in range(6, 0, -1):
        for by_endurance, by_arcania in losses.get(phase, ()):
            endurance -= by_endurance
            arcania -= by_arcania
        after[phase - 1] = (endurance, arcania)
    return after


def had_then(told: Sequence[Told[e.Event]], mage: Mage, refused: Told[e.Event]) -> str:
    """``you had 35``, beside an order of his that was refused for its cost, reckoned back from the turn's end; "" for
    any other event."""
    event = refused.event
    if not isinstance(event, e.OrderRefused) or event.mage != mage.letter:
        return ""
    if event.reason.why not in (Why.ENDURANCE, Why.ARCANIA):
        return ""
    place = next(n for n, other in enumerate(told) if other is refused)
    later = [_change(after, mage.letter) for _, after in _told(told[place:], mage.letter)]
    had = (mage.endurance - sum(c[0] for c in later), mage.arcania - sum(c[1] for c in later))
    mine = had[0] if event.reason.why is Why.ENDURANCE else had[1]
    return f"you had {mine}" if 0 <= mine < int(event.reason.what) else ""


def _change(event: e.Event, letter: str) -> tuple[int, int]:
    """By how much an event changed his endurance and arcania."""
    match event:
        case e.Rested(mage=mage, amount=amount) | e.Healed(mage=mage, amount=amount) if mage == letter:
            return amount, 0
        case e.FullyRested(mage=mage, amount=amount) if mage == letter:
            return amount, 0
        case e.Moved(mage=mage, cost=cost) | e.Searched(mage=mage, cost=cost) if mage == letter:
            return -cost, 0
        case e.Meditated(mage=mage, amount=amount) if mage == letter:
            return 0, amount
        case e.SpellRead(mage=mage, cost=cost) if mage == letter:
            return 0, -cost
        case e.Drained(mage=mage, stat=stat, amount=amount) if mage == letter:
            return (-amount, 0) if stat == "endurance" else (0, -amount)
        case e.ElementsStruck(mage=mage, amount=amount) if mage == letter:
            return -amount, 0
        case e.CloakStripped(mage=mage, endurance=endurance, arcania=arcania) if mage == letter:
            return -endurance, -arcania
        case e.Paid(mage=mage, to=to, stat=stat, kept=kept) if letter in (mage, to):
            kept = -kept if mage == letter else kept
            return (kept, 0) if stat == "endurance" else (0, kept)
        case e.GmAdjusted(mage=mage, stat=stat, before=before, after=after) if mage == letter:
            return (after - before if stat == "endurance" else 0), (after - before if stat == "arcania" else 0)
        case _:
            return 0, 0


# The turn in one sentence: its strongest events, as the mage was told them.


MOST = 3


def lead_of(told: Sequence[Told[e.Event]], letter: str) -> str:
    """``You stole the Orb of Neutrality from mage K, found Heals and walked two spaces to t3.``; else ""."""
    clauses: dict[str, tuple[int, list[str]]] = {}
    for t in told:
        if letter not in t.audience:
            continue
        found = _clause(t.event, letter)
        if found is not None:
            weight, start, thing = found
            clauses.setdefault(start, (weight, []))[1].append(thing)
    walk = route_of(told, letter)
    steps = [step for step in walk if not step.leap]
    if steps:
        spaces = f"{number_word(len(steps))} space{'s' if len(steps) > 1 else ''}"
        clauses["walked "] = (35, [f"{spaces} to {NAME[walk[-1].target]}"])
    ranked = sorted(clauses.items(), key=lambda pair: -pair[1][0])[:MOST]
    if not ranked:
        return ""
    return f"You {listed([start + listed(list(dict.fromkeys(things))) for start, (_, things) in ranked])}."


def _the(thing: str | Scroll) -> str:
    name = thing_name(thing)
    return with_article(name) if isinstance(thing, Scroll) or name.endswith(" cloak") else f"the {name}"


def _clause(event: e.Event, me: str) -> tuple[int, str, str] | None:
    """Weight, beginning and object of what an event did; clauses that begin alike are put together."""
    match event:
        case e.FellUnconscious(mage=mage) if mage == me:
            return 100, "fell unconscious", ""
        case e.GoalReached(mage=mage) if mage == me:
            return 99, "reached the Goal Square", ""
        case e.Stolen(mage=mage, victim=victim, thing=thing) if mage == me:
            return 86, "stole ", f"{_the(thing)} from {mage_name(victim)}"
        case e.Stolen(victim=victim, mage=mage, thing=thing) if victim == me:
            return 80, "were robbed of ", f"{_the(thing)} by {mage_name(mage)}"
        case e.Demanded(mage=mage, holder=holder, artifact=artifact) if mage == me:
            return 84, "won ", f"{_the(artifact)} from {mage_name(holder)}"
        case e.Demanded(holder=holder, mage=mage, artifact=artifact) if holder == me:
            return 78, "had to yield ", f"{_the(artifact)} to {mage_name(mage)}"
        case e.PickedUp(mage=mage, thing=thing) if mage == me:
            return (40 if thing.startswith("cloak:") else 82), "picked up ", _the(thing)
        case e.CloakStripped(mage=mage, colour=colour) if mage == me:
            return 79, "were stripped by ", f"the {colour} team"
        case e.Joined(mage=mage, colour=colour) if mage == me:
            return 58, "joined ", f"the {colour} team"
        case e.CloakRefused(mage=mage, colour=colour) if mage == me:
            return 62, "were refused by ", f"the {colour} team"
        case e.Torn(mage=mage, start=start, target=target) if mage == me:
            return 75, "were torn from ", f"{NAME[start]} to {NAME[target]}"
        case e.Drained(mage=mage, stat=stat, amount=amount, code=code) if mage == me:
            return 70, "lost ", f"{amount} {stat} to {code}"
        case e.Drained(mage=mage, stat=stat, amount=amount, caster=caster) if caster == me:
            return 72, "took ", f"{amount} {stat} from {mage_name(mage)}"
        case e.ItemLost(mage=mage, thing=thing) if mage == me:
            return 65, "lost ", _the(thing)
        case e.ScrollBurned(mage=mage, thing=scroll) if mage == me:
            return 64, "saw ", f"{_the(scroll)} burn"
        case e.ElementsStruck(mage=mage, amount=amount, code=code) if mage == me:
            return 60, "lost ", f"{amount} endurance to {code}"
        case e.EffectBegan(mage=mage, effect=effect, caster=caster) if mage == me and caster not in (me, ""):
            return 55, "came under ", effect.partition("+")[0]
        case e.Teleported(mage=mage, target=target) if mage == me:
            return 50, "teleported to ", NAME[target]
        case e.SpellTried(mage=mage, code=code, major=major, success=success) if mage == me:
            return (46, "cast ", code + "X" * major) if success else (30, "failed with ", code + "X" * major)
        case e.Healed(mage=mage, amount=amount) if mage == me:
            return 44, "regained ", f"{amount} endurance"
        case e.ScrollFound(mage=mage, code=code, kept=True) if mage == me:
            return 42, "found ", code
        case e.OrderRefused(mage=mage, order=order) if mage == me:
            verb = order.partition(" ")[0].lower()
            return 20, "were turned back" if verb == "move" else f"could not {verb}", ""
        case e.Meditated(mage=mage) if mage == me:
            return 12, "meditated", ""
        case e.Rested(mage=mage) if mage == me:
            return 10, "rested", ""
        case _:
            return None

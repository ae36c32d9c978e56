"""What was told, in sentences with their rules; of an event as its reader perceives it, and of nothing else.

First the words all sentences share, then the sentences of hand and isle, the story made of them, and the log of a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from magika_gm.engine.records import mutable
from magika_gm.engine.told import Told
from magika_gm.games.rune_war.rules import events as e
from magika_gm.games.rune_war.rules.events import Enchanted, Summoned
from magika_gm.games.rune_war.rules.hand import GAME, KONGS, PLAYS
from magika_gm.games.rune_war.rules.scoring import itemised
from magika_gm.games.rune_war.rules.sequence import DEAL, END, ENDINGS, SEGMENTS, SHEETS
from magika_gm.games.rune_war.rules.state import Due, Won
from magika_gm.games.rune_war.rules.tables import CREATURES, FOUNTAINS
from magika_gm.games.rune_war.rules.tables import NAMES as PLACE_NAMES
from magika_gm.games.rune_war.rules.terms import CODES, Form, runes_text

WIND_NAMES: Mapping[str, str] = {"E": "East", "S": "South", "W": "West", "N": "North"}
MINUS = "\u2212"


class Line(NamedTuple):
    """A sentence, its rule, whom it harms ("" for nobody), and whose own secret it is (a decision, a draw)."""

    text: str
    rule: str = ""
    harmed: str = ""
    own: bool = False
    listed: bool = False
    """Told in a list of its own as well: refused and waiting lines."""


@dataclass(frozen=True)
class Names:
    """Seats by wizard, creatures by kind, as sentences call them."""

    wizards: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)

    def seat(self, seat: str) -> str:
        """``Orachi``, or ``seat 1`` where nobody is known."""
        return self.wizards.get(seat, f"seat {seat}") if seat else "nobody"

    def creature(self, code: str) -> str:
        """``Wraith MA1``."""
        kind = self.kinds.get(code)
        return f"{kind} {code}" if kind else code

    def creatures(self, codes: Iterable[str]) -> str:
        """Several of them."""
        return ", ".join(self.creature(code) for code in codes)

    def fighter(self, code: str) -> str:
        """A creature, or the territory itself."""
        return self.place(code) if code in PLACE_NAMES else self.creature(code)

    @staticmethod
    def place(code: str) -> str:
        """``Ambermarch (Z3)``."""
        return "the Tower" if code == "T" else f"{PLACE_NAMES.get(code, code)} ({code})"


def rune(kind: int) -> str:
    """A rune's code, ``??`` for one not seen."""
    return "??" if kind < 0 else CODES[kind]


def runes(kinds: Iterable[int]) -> str:
    """``123K E E``."""
    return runes_text(sorted(kinds)) or "none"


def points(number: int) -> str:
    """``+10``, or nothing."""
    return f" (+{number})" if number else ""


# Sentences of a hand of runes (HAND, MAG, PAY).


_KONG: Mapping[e.KongForm, str] = {
    e.KongForm.DEAL: "a concealed Kong of the deal",
    e.KongForm.CONCEALED: "a concealed Kong",
    e.KongForm.ADDED: "a Kong, the fourth rune laid to the triplet",
    e.KongForm.DISCARD: "a Kong",
}
_KONG_RULE = {e.KongForm.DEAL: "HAND-3", e.KongForm.DISCARD: "HAND-7"}
_CLAUSES: Mapping[str, str] = {
    "ADV-4a": "it leaves the least wanting",
    "ADV-4b": "it leaves the most live runes",
    "ADV-4c": "it has magic to give",
    "ADV-4d": "first in the adviser's order",
    "ADV-6": "the adviser weighed the claim",
    "ADV-7": "the adviser weighed the Kong",
    "ADV-8": "Game is always declared",
    "MAG-13": "a random discard lay on you",
}


def hand_sentence(event: Any, names: Names) -> Line | None:
    """An event of a hand in words; None where another sentence tells it, or it is none of a hand."""
    for tell in (_sheets, _runes, _melds, _magic):
        line = tell(event, names)
        if line is not None:
            return line
    return None


def _sheets(event: Any, _names: Names) -> Line | None:
    match event:
        case e.SheetPlayed(_, due, origin, orders):
            kind = "hand" if due is Due.HAND else "map"
            said = {
                e.Origin.SENT: f"Your {kind} sheet of {len(orders)} line{'s' if len(orders) != 1 else ''} is played.",
                e.Origin.STANDING: "No sheet came: the hand sheet you sent earlier in this hand stands.",
                e.Origin.BOT: "No sheet came: the careful policy plays for you."
                if due is Due.HAND
                else "No sheet came: claims alone are made for you, nothing moves.",
            }[origin]
            return Line(said, "" if origin is e.Origin.SENT else "GM-1", own=True)
        case e.LineRefused():
            about = f" ({event.about})" if event.about else ""
            said = f"Line {event.line}, {event.text}: refused{about}: {event.reason.words}."
            return Line(said, event.rule, event.seat, own=True, listed=True)
        case e.OrderWaits():
            why = "; ".join(lack.words for lack in event.lacks) or "it was not tried"
            return Line(f"Line {event.line} waits: {why}.", "SEQ-4", own=True, listed=True)
        case e.Decided():
            return _decided(event)
    return None


def _decided(event: e.Decided) -> Line | None:
    """Why a seat did something: the line of the sheet, or the clause of the adviser."""
    by = f"line {event.line}" if event.line else _CLAUSES.get(event.rule, "the adviser")
    more = [f"aim {event.aim}"] if event.aim and event.aim != "QUICK" else []
    more += [f"D {event.d}"] if event.d >= 0 else []
    more += [f"{event.live} live"] if event.live >= 0 else []
    grounds = f" ({', '.join(more)})" if more else ""
    what = {
        e.Step.DRAW: "You draw",
        e.Step.GAME: f"You declare Game on {event.choice}",
        e.Step.KONG: f"You Kong {event.choice}" if event.choice else "You declare no Kong",
        e.Step.CLAIM: f"You would take {event.choice}" if event.choice else "You let it pass",
        e.Step.DISCARD: f"You throw {event.choice}",
    }[event.step]
    return Line(f"{what}: {by}{grounds}.", event.rule, own=True)


def _runes(event: Any, names: Names) -> Line | None:
    match event:
        case e.WallBuilt(round_number, _, _, _):
            return Line(f"Round {round_number}: the wall is built and sealed.", "GM-2")
        case e.Dealt(seat, dealt, number):
            shown = f": {runes(dealt)}" if dealt else ""
            return Line(f"{names.seat(seat)} takes {number} runes{shown}.", "HAND-2") if dealt else None
        case e.Drew(seat, kind, source, _):
            what = (
                "a supplement" if source is e.Source.BACK else "a rune by the spell" if source is e.Source.SPELL else ""
            )
            shown = f" {rune(kind)}" if kind >= 0 else ""
            if not shown and not what:
                return None
            drawn = f"{what}:{shown}" if what and shown else what or shown.strip()
            said = f"{names.seat(seat)} draws {drawn}"
            return Line(f"{said}.", "HAND-4", own=kind >= 0)
        case e.Discarded(seat=seat, kind=kind, points=got, forced=forced):
            how = "must throw" if forced else "throws"
            return Line(f"{names.seat(seat)} {how} {rune(kind)}{points(got)}.", "MAG-13" if forced else "MAG-1")
        case e.HandDrawn():
            return Line("The wall is empty: nobody wins, nobody pays.", "HAND-10")
    return None


def _melds(event: Any, names: Names) -> Line | None:
    match event:
        case e.KongMade(seat=seat, kind=kind, form=form, discarder=discarder, points=got):
            on = f" of {names.seat(discarder)}'s {rune(kind)}" if discarder else f" of {rune(kind)}"
            return Line(
                f"{names.seat(seat)} declares, past the Demon, {_KONG[form]}{on}{points(got)}.",
                _KONG_RULE.get(form, "HAND-8"),
            )
        case e.MeldMade(seat=seat, meld=meld, discarder=discarder, rune=claimed, points=got):
            guard, word = ("Titan", "Chow") if meld.form is Form.SEQUENCE else ("Hydra", "Pung")
            whose = f"{names.seat(discarder)}'s {rune(claimed)}"
            said = f"{names.seat(seat)} takes {whose} past the {guard}: {word} {meld}{points(got)}."
            return Line(said, "HAND-6")
        case e.HandWon(won=won, hand=hand):
            return Line(won_text(won, names, hand), "SCORE-1", listed=True)
    return None


def won_text(won: Won, names: Names, hand: tuple[int, ...]) -> str:
    """How a hand ended, with its score and who pays."""
    if not won.winner:
        return "The wall is empty: nobody wins, nobody pays."
    how = f"on {names.seat(won.discarder)}'s {rune(won.rune)}" if won.discarder else f"drawing {rune(won.rune)}"
    sets = " ".join([*(str(meld).removesuffix(" concealed") for meld in won.sets),
                     *([f"{rune(won.pair)} {rune(won.pair)}"] if won.pair >= 0 else [])]) or runes(hand)  # fmt: skip
    doubles = ", ".join(f"{d.value} {n}" if n > 1 else d.value for d, n in won.doubles)
    worth = f"limit hand {won.limit.value}" if won.limit else _points(won) + (f"; {doubles}" if doubles else "")
    pays = ", ".join(f"{names.seat(seat)} {amount}" for seat, amount in won.payments)
    magic = f" Magic left: {won.magic} spell points." if won.magic else ""
    game = f"{names.seat(won.winner)} goes Game past the Wizard {how}"
    return f"{game}: {sets}. {worth}: score {won.score}. Paid by {pays}.{magic}"


def _points(won: Won) -> str:
    """``30 points (20 + 8 111K + 2 drawn)``."""
    items = itemised(won.points, won.sets, won.pair, claimed=bool(won.discarder))
    return f"{won.points} points ({' + '.join(f'{worth} {what}'.strip() for worth, what in items)})"


def _magic(event: Any, names: Names) -> Line | None:
    match event:
        case e.SpellCast():
            return _cast(event, names)
        case e.DiscardForced(seat, _):
            return Line(f"{names.seat(seat)}'s next discard is drawn by lot.", "MAG-13", seat)
        case e.Scried():
            again = "At the end of the turn" if event.late else "Seen now,"
            dim = f", dim {runes(event.dim)}" if event.dim else ""
            return Line(f"{again} {names.seat(event.seat)} holds {runes(event.runes)}{dim}.", "MAG-13", own=True)
        case e.Silenced(seat, discards):
            return Line(f"{names.seat(seat)} can declare nothing for {discards} discards.", "MAG-13", seat)
        case e.Fogged(seat, discards):
            return Line(f"{names.seat(seat)} sees no discards of others for {discards} discards.", "MAG-13", seat)
    return None


def _cast(event: e.SpellCast, names: Names) -> Line:
    target = names.seat(event.target) if len(event.target) == 1 else names.creature(event.target)
    on = f" on {target}" if event.target else ""
    at = f" at {names.place(event.place)}" if event.place else ""
    parts = f", with {runes(event.components)}" if event.components else ""
    resisted = f"; resisted by {names.creatures(event.resisted)}" if event.resisted else ""
    if event.spell in CREATURES:
        code = f" {event.target}" if event.target else ""
        said = f"{names.seat(event.seat)} summons {event.spell}{code}{at} ({MINUS}{event.cost}{parts})."
        return Line(said, "MAG-7")
    said = f"{names.seat(event.seat)} casts {event.spell}{on}{at} ({MINUS}{event.cost}{parts}){resisted}."
    return Line(said, "MAG-9", event.target if len(event.target) == 1 else "")


# Sentences of the isle: creatures, moves, combat, claims, the game master's word (MAG, MOVE, FIGHT, CLAIM).


_CAUSES: Mapping[e.Cause, tuple[str, str]] = {
    e.Cause.SPELL: ("by", "MAG-10"),
    e.Cause.REGENERATION: ("regenerates", "SEQ-5"),
    e.Cause.DEVOTION: ("heals by devotion", "SEQ-5"),
    e.Cause.WIZARD: ("is healed by its wizard", "WIZ"),
}
_FAREWELLS: Mapping[e.Farewell, tuple[str, str]] = {
    e.Farewell.LOYALTY: ("has no loyalty left and leaves the game", "CREA-3"),
    e.Farewell.DISMISSED: ("is dismissed", "MOVE-8"),
    e.Farewell.NO_WAY_BACK: ("finds no way back and leaves the game", "FIGHT-12"),
    e.Farewell.MASTER: ("is taken out of the game by the game master", "GM-1"),
}
_WAYS: Mapping[e.Way, tuple[str, str]] = {
    e.Way.STEP: ("goes", "MOVE-2"),
    e.Way.GATE: ("is gated", "MOVE-6"),
    e.Way.TELEPORT: ("is teleported", "MAG-14"),
    e.Way.RETURN: ("returns", "FIGHT-12"),
}


def isle_sentence(event: Any, names: Names) -> Line | None:
    """An event of the isle in words; None where another sentence tells it, or it is none of the isle."""
    for tell in (_creatures, _places, _combat, _master):
        line = tell(event, names)
        if line is not None:
            return line
    return None


def signed(number: int) -> str:
    """``+2``, with a true minus."""
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


def _creatures(event: Any, names: Names) -> Line | None:
    match event:
        case e.Summoned(code=code, place=place):
            return Line(f"{names.creature(code)} appears at {names.place(place)}.", "MAG-7")
        case e.LoyaltyChanged(code, amount, cause, source):
            word, rule = _CAUSES[cause]
            by = f" by {source}" if source else ""
            said = f"{names.creature(code)} {word} {signed(amount)}" if not by else (
                f"{names.creature(code)}: {signed(amount)} loyalty{by}"
            )  # fmt: skip
            return Line(f"{said}.", rule)
        case e.Enchanted(code, enchantment, _):
            return Line(f"{names.creature(code)} now bears {enchantment}.", "MAG-10")
        case e.Dispelled(code, enchantments, loyalty):
            return Line(f"{names.creature(code)} loses {', '.join(enchantments)}; loyalty {loyalty}.", "MAG-10")
        case e.ParalysisEnded(code):
            return Line(f"{names.creature(code)} is no longer paralysed.", "SEQ-5")
        case e.Left(code=code, why=why, place=place):
            word, rule = _FAREWELLS[why]
            return Line(f"{names.creature(code)} {word} ({place}).", rule)
    return None


def _places(event: Any, names: Names) -> Line | None:
    match event:
        case e.Moved(code=code, way=way, origin=origin, place=place):
            word, rule = _WAYS[way]
            return Line(f"{names.creature(code)} {word} from {names.place(origin)} to {names.place(place)}.", rule)
        case e.Glimpsed(code=code, place=place, arrived=arrived):
            how = f"comes out of nowhere to {names.place(place)}" if arrived else f"vanishes from {names.place(place)}"
            return Line(f"{names.creature(code)} {how}.", "SEE-5")
        case e.LinedUp(_, place, codes):
            return Line(f"At {names.place(place)} stand, the leader first: {names.creatures(codes)}.", "MOVE-7")
        case e.LandClaimed(seat, place, clan, cost):
            said = f"{names.seat(seat)} claims {names.place(place)} from {clan.title} for {cost} claim points."
            return Line(said, "CLAIM-1")
        case e.LandTaken(seat, place, clan):
            return Line(f"{names.seat(seat)} conquers {names.place(place)} from {clan.title}.", "FIGHT-11")
        case e.GameEnded(ending):
            return Line(f"The game is over: {ENDINGS[ending]}.", "END-1")
    return None


def _combat(event: Any, names: Names) -> Line | None:
    match event:
        case e.CombatBegan():
            guard = names.creatures(event.defenders)
            first = "; the attackers strike first" if event.first_strike else ""
            against = f" against {guard} and the land" if guard else " against the land alone"
            said = f"{names.seat(event.attacker)} attacks with {names.creatures(event.attackers)}{against}{first}."
            return Line(said, "FIGHT-4" if event.first_strike else "FIGHT-1")
        case e.Blasted(source, code, damage):
            return Line(f"{names.creature(source)}'s Hellblast: {names.creature(code)} {MINUS}{damage}.", "FIGHT-2")
        case e.Shot(shooter, target, damage):
            return Line(f"{names.fighter(shooter)} shoots {names.creature(target)}: {MINUS}{damage}.", "FIGHT-3")
        case e.Struck():
            return _struck(event, names)
        case e.Scorched(code, bearer):
            return Line(f"{names.creature(bearer)}'s Fire Shield: {names.creature(code)} {MINUS}1.", "CREA")
        case e.CombatEnded(strikes=strikes, won=won, broken_off=broken_off):
            how = "broken off" if broken_off else "the attackers win" if won else "the defenders win"
            return Line(f"After {strikes} strike{'s' if strikes != 1 else ''}: {how}.", "FIGHT-11")
    return None


def _struck(event: e.Struck, names: Names) -> Line:
    mighty = ""
    if event.mighty:
        mighty = f", Mighty Blow {event.mighty}" + ("!" if event.mighty <= 25 else "")
    roll = f", {event.roll} of {event.chance} %" if event.chance else ""
    hit = f"{MINUS}{event.damage}, {max(0, event.left)} left" if event.damage else "no harm"
    sides = f"{names.fighter(event.striker)} {event.melee} v {event.defense} {names.fighter(event.target)}"
    return Line(f"{sides}{mighty}{roll}: {hit}.", "FIGHT-9" if event.mighty else "FIGHT-6")


def _master(event: Any, names: Names) -> Line | None:
    match event:
        case e.GmAdjusted(subject=subject, figure=figure, before=before, after=after, reason=reason):
            who = names.seat(subject) if len(subject) == 1 else names.creature(subject)
            text = f"sets {figure} of {who} from {before} to {after}"
        case e.GmPlaced(code=code, origin=origin, place=place, reason=reason):
            text = f"puts {names.creature(code)} from {origin} to {place}"
        case e.GmOwned(place=place, before=before, clan=clan, reason=reason):
            text = f"gives {names.place(place)}, {before.title}'s so far, to {clan.title}"
        case e.GmSeated(seat, policy, reason):
            text = f"lets {f'the {policy} policy' if policy else 'its player'} play the seat of {names.seat(seat)}"
        case e.GmOrdered(_, line, order, reason):
            text = f"changes line {line}: {order}"
        case _:
            return None
    return Line(f"The game master {text} ({reason}).", "GM-1")


__all__ = ["PLACE_NAMES", "Line", "Names", "Paragraph", "names_from", "sentence", "story", "told_sentence"]


class Paragraph(NamedTuple):
    """What happened in one part of a turn; ``number`` is a play's or a segment's, 0 elsewhere."""

    number: int
    title: str
    lines: tuple[Line, ...]
    combat: bool = False
    play: bool = False
    """A play of a hand, which the log tells too."""


def sentence(event: Any, names: Names) -> Line | None:
    """An event in words; None where another sentence tells it."""
    return hand_sentence(event, names) or isle_sentence(event, names)


def told_sentence(event: Any, names: Names, reader: str | None) -> Line | None:
    """The same for a reader; the game master (None) is told whose own affair it was."""
    line = sentence(event, names)
    seat = getattr(event, "seat", "")
    if line is None or reader is not None or not line.own or not seat or isinstance(event, e.Drew | e.Scried):
        return line
    return line._replace(text=f"{names.seat(seat)}: {line.text[:1].lower()}{line.text[1:]}")


def names_from(told: Iterable[Any], wizards: Mapping[str, str], kinds: Mapping[str, str]) -> Names:
    """Names of seats, and of creatures: those known, and those that events of the turn name."""
    found = dict(kinds)
    for event in told:
        if isinstance(event, e.Summoned | e.Left | e.Glimpsed):
            found[event.code] = event.kind
        elif isinstance(event, e.CombatBegan):
            found |= dict(zip((*event.attackers, *event.defenders), event.kinds, strict=True))
    return Names(wizards, found)


class _Writer:
    """Paragraphs as they grow."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.due = Due.HAND
        self.segment = ""
        self.found: list[tuple[int, str, list[Line], bool]] = []

    def add(self, line: Line) -> None:
        """One more sentence of the paragraph under way."""
        self.found[-1][2].append(line)

    def place(self, one: Told[Any], event: Any) -> None:
        """Begin a paragraph where the event is the first of another part; a combat is one of its own."""
        number, title = self._part(one, event)
        last = self.found[-1] if self.found else None
        if isinstance(event, e.CombatBegan):
            self.found.append((0, f"Combat for {self.names.place(event.place)}", [], True))
        elif last is None or (not isinstance(event, _COMBAT) if last[3] else last[:2] != (number, title)):
            self.found.append((number, title, [], False))

    def _part(self, one: Told[Any], event: Any) -> tuple[int, str]:
        if isinstance(event, e.WallBuilt | e.Dealt):
            return 0, "The next hand"
        if self.due is Due.HAND:
            if one.phase == PLAYS:
                return one.step, f"Play {one.step}"
            return 0, _HAND_PARTS.get(one.phase, "At the end of the turn")
        if one.phase == SEGMENTS and self.segment:
            return one.step, f"Segment of {self.names.seat(self.segment)}"
        return 0, _MAP_PARTS.get(one.phase, "The map phase")


_HAND_PARTS = {SHEETS: "Sheets", KONGS: "Kongs of the deal", GAME: "The end of the hand"}
_MAP_PARTS = {SHEETS: "Sheets and healing", END: "The end of the round", DEAL: "The next hand"}
_COMBAT = (e.Blasted, e.Shot, e.Struck, e.Scorched, e.CombatEnded, e.LandTaken, e.Left)


def story(told: Iterable[Told[Any]], seat: str | None, names: Names) -> tuple[Paragraph, ...]:
    """What a seat perceives of a turn (None: everything), part by part."""
    writer = _Writer(names)
    for one in told:
        event = one.event if seat is None else one.seen_by(seat)
        if event is None:
            continue
        if isinstance(event, e.TurnBegan):
            writer.due = event.due
        if isinstance(event, e.SegmentBegan):
            writer.segment = event.seat
        line = told_sentence(event, names, seat)
        if line is not None:
            writer.place(one, event)
            writer.add(line)
    hand = writer.due is Due.HAND
    return tuple(
        Paragraph(n, title, tuple(lines), combat, hand and bool(n)) for n, title, lines, combat in writer.found
    )


# The log of a hand: one row a play, in the manner of a card column (SEE-7, 4).


UNKNOWN = -1
NOTHING = -2
"""No rune at all: nothing was drawn from the front, or nothing thrown."""


@mutable
class Play:
    """A play: who drew and threw what (``UNKNOWN``: not seen, ``NOTHING``: none), why if it is the reader's own."""

    number: int
    seat: str = ""
    drew: int = NOTHING
    thrown: int = NOTHING
    points: int = 0
    why: str = ""
    notes: list[str] = field(default_factory=list)
    """What else came of it."""


def hand_log(told: Iterable[Told[Any]], seat: str | None, names: Names) -> tuple[Play, ...]:
    """The plays of a hand turn as a seat perceives them (None: everything); none of a map turn."""
    plays: dict[int, Play] = {}
    hand = False
    for one in told:
        event = one.event if seat is None else one.seen_by(seat)
        if isinstance(event, e.TurnBegan):
            hand = event.due is Due.HAND
        if isinstance(event, e.HandWon) and plays:
            won, last = event.won, plays[max(plays)]
            how = (
                f"takes {names.seat(won.discarder)}'s {CODES[won.rune]}"
                if won.discarder
                else f"draws {CODES[won.rune]}"
            )
            who = "" if won.winner == last.seat else f"{names.seat(won.winner)} "
            last.notes.append(f"{who}{how}: Game, score {won.score}")
        if not hand or one.phase != PLAYS or event is None or not one.step:
            continue
        _take(plays.setdefault(one.step, Play(number=one.step)), event, names, seat)
    return tuple(play for play in plays.values() if play.seat)


def _take(play: Play, event: Any, names: Names, reader: str | None) -> None:
    match event:
        case e.Drew(who, kind, e.Source.FRONT, _):
            play.seat, play.drew = who, kind
        case e.SpellCast(seat=who):
            play.seat = who
            _note(play, event, names)
        case e.Discarded(seat=who, kind=kind, points=points, forced=forced):
            play.seat, play.thrown, play.points = who, kind, points
            if forced:
                play.notes.append("by lot (MAG-13)")
        case e.Decided(step=e.Step.DISCARD, seat=who) if who == play.seat or not play.seat:
            play.why = reason(event) if reader is not None else f"{names.seat(who)}: {reason(event)}"
        case e.Decided(step=e.Step.CLAIM, choice="", seat=who):
            passing = "you let it pass" if reader is not None else f"{names.seat(who)} lets it pass"
            play.notes.append(f"{passing}: {reason(event)}")
        case e.Decided(step=e.Step.CLAIM | e.Step.KONG, choice=choice) if choice:
            play.notes.append(f"{choice} by {reason(event)}")
        case e.Decided() | e.OrderCast() | e.CountedOff() | e.DiscardStood() | Summoned():
            pass  # a summons is told with its cast
        case Enchanted(_, name, _) if name not in FOUNTAINS:
            pass  # told with its cast; only what lot decides is told again
        case e.Drew(who, _, _, _):
            play.seat = play.seat or who
            _note(play, event, names)
        case _:
            _note(play, event, names)


def _note(play: Play, event: Any, names: Names) -> None:
    line = sentence(event, names)
    if line is not None:
        play.notes.append(line.text.rstrip(".").removeprefix(f"{names.seat(play.seat)} " if play.seat else ""))


def reason(event: e.Decided) -> str:
    """``line 3``, or the adviser's clause with its grounds: ``ADV-4b, D 2, 12 live``."""
    if event.line:
        return f"line {event.line}"
    parts = [event.rule]
    parts += [event.aim] if event.aim and event.aim != "QUICK" else []
    parts += [f"D {event.d}"] if event.d >= 0 else []
    parts += [f"{event.live} live"] if event.live >= 0 else []
    return ", ".join(parts)

"""Sentences of a hand of runes (HAND, MAG, PAY)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.games.rune_war.report.wording import LACKING, MINUS, REFUSED, Line, Names, points, rune, runes
from magika_gm.games.rune_war.rules import events as e
from magika_gm.games.rune_war.rules.state import Due, Won
from magika_gm.games.rune_war.runes import Form
from magika_gm.games.rune_war.tables import CREATURES

_KONG: Mapping[e.KongForm, str] = {
    e.KongForm.DEAL: "a concealed Kong of the deal",
    e.KongForm.CONCEALED: "a concealed Kong",
    e.KongForm.ADDED: "a Kong, the rune drawn laid to the triplet",
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


def _sheets(event: Any, names: Names) -> Line | None:  # noqa: ARG001 - as all of them
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
            said = f"Line {event.line}, {event.text}: refused{about}: {REFUSED[event.reason]}."
            return Line(said, event.rule, event.seat, own=True, listed=True)
        case e.OrderWaits():
            why = "; ".join(LACKING[lack] for lack in event.lacks) or "it was not tried"
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
        case e.WallBuilt(round_number, seal, _, _):
            return Line(f"Round {round_number}: the wall is built; its seal is {seal}.", "GM-2")
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
            return Line(f"{names.seat(seat)} declares {_KONG[form]}{on}{points(got)}.", _KONG_RULE.get(form, "HAND-8"))
        case e.MeldMade(seat=seat, meld=meld, discarder=discarder, rune=claimed, points=got):
            word = "Chow" if meld.form is Form.SEQUENCE else "Pung"
            said = f"{names.seat(seat)} takes {names.seat(discarder)}'s {rune(claimed)}: {word} {meld}{points(got)}."
            return Line(said, "HAND-6")
        case e.HandWon(won=won, hand=hand):
            return Line(won_text(won, names, hand), "SCORE-1", listed=True)
    return None


def won_text(won: Won, names: Names, hand: tuple[int, ...] = ()) -> str:
    """How a hand ended, with its score and who pays."""
    if not won.winner:
        return "The wall is empty: nobody wins, nobody pays."
    how = f"on {names.seat(won.discarder)}'s {rune(won.rune)}" if won.discarder else f"drawing {rune(won.rune)}"
    sets = " ".join([*(str(meld).removesuffix(" concealed") for meld in won.sets),
                     *([f"{rune(won.pair)} {rune(won.pair)}"] if won.pair >= 0 else [])]) or runes(hand)  # fmt: skip
    doubles = ", ".join(f"{d.value} {n}" if n > 1 else d.value for d, n in won.doubles)
    worth = (
        f"limit hand {won.limit.value}" if won.limit else f"{won.points} points" + (f"; {doubles}" if doubles else "")
    )
    pays = ", ".join(f"{names.seat(seat)} {amount}" for seat, amount in won.payments)
    magic = f" Magic left: {won.magic} spell points." if won.magic else ""
    return f"{names.seat(won.winner)} goes Game {how}: {sets}. {worth}: score {won.score}. Paid by {pays}.{magic}"


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

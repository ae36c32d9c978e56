"""The desk where a sheet whose game and mage are known is taken or refused, and answered (DIPL-2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, bindparam, delete, exists, func, insert, literal, select, true

from magika_gm.app.accounts.bills import owed_words
from magika_gm.app.calendar.schedule import PAUSE, pause_in_force
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.workdays import moment_words
from magika_gm.app.post.answers import errors_said, filled, foreseen, known_to, said_of, still_stands, taken_words
from magika_gm.app.post.credentials import ANSWERED, DAY, MOST_WRONG, Answer, Credentials, answer_to_owner, wrong_today
from magika_gm.app.record.games import Game, Holder, known_names, ordering_seats, scenario_of
from magika_gm.app.record.outgoing import OutgoingMail, message_id, queue
from magika_gm.app.turns.turn_orders import Judged, came_with, judge, kept_text, told_before
from magika_gm.engine.records import mutable, named_record
from magika_gm.engine.seam.rules import Standing, StandingOrders
from magika_gm.engine.sheet.reader import holds_orders, read_sheets, with_messages
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.mail.compose import thread
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
from magika_gm.store.relations import load_state
from magika_gm.store.vocabulary import Credential, MailKind, Outcome, Settled

if TYPE_CHECKING:
    from magika_gm.app.post.contents import Mail


# made once: to put a question together takes longer than to ask it, and these are asked for every mail
_MY_GAME: Any = bindparam("in_game")
_MY_TURN: Any = bindparam("for_turn")
_MY_SEAT: Any = bindparam("of_seat")
_SENT = (
    select(t.sheets.c.revision, t.sheets.c.faults, t.sheets.c.received_at, t.sheets.c.sheet)
    .where(t.sheets.c.game == _MY_GAME, t.sheets.c.turn == _MY_TURN, t.sheets.c.seat == _MY_SEAT)
    .order_by(t.sheets.c.revision.desc())
    .limit(1)
    .subquery()
)
_FINAL = (t.finals.c.game == _MY_GAME) & (t.finals.c.turn == _MY_TURN) & (t.finals.c.seat == _MY_SEAT)
_PAUSED, _ONE = PAUSE.subquery(), select(literal(1)).subquery()
_AT_HAND = select(
    ANSWERED.scalar_subquery().label("answered"), exists().where(_FINAL).label("final"),
    _SENT.c.revision, _SENT.c.faults, _SENT.c.received_at, _SENT.c.sheet,
    _PAUSED.c.nr, _PAUSED.c.since, _PAUSED.c.until, _PAUSED.c.reason,
).select_from(_ONE.outerjoin(_SENT, true()).outerjoin(_PAUSED, true()))  # fmt: skip
_UNFINAL = delete(t.finals).where(_FINAL)
_SHEET = insert(t.sheets).inline()
Worlds = dict[tuple[str, int, datetime], Any]


@named_record
class Received:
    """What became of one message."""

    source: str
    outcome: Outcome
    """``accepted``, ``refused``, ``aside``, or ``known`` for one that came before, ``left`` for one nothing of which
    could be kept."""
    reason: str
    game: str = ""
    turn: int | None = None
    seat: str = ""
    faults: int = 0
    proof: str = ""
    settled: Settled = Settled.NOT
    unmarked: str = ""
    """Why its mailbox does not know that it is in."""
    said: str = ""
    """What the player is told, where the game master answers for it."""


@mutable
class OrderDesk:
    """A message, whose it is, and what it was believed on."""

    office: Office
    connection: Connection
    game: Game
    holder: Holder
    mail: Mail
    now: datetime
    proof: Credentials
    memory: Any = None
    also: list[str] = field(default_factory=list)
    """Further paragraphs of the answer."""
    silent: str = ""
    """Why the mail is not answered, though it is obeyed: so many answers went to the player today."""
    said: str = ""
    """The last answer written."""
    wish: str = ""
    """What its player asks the game master for: it waits in the inbox, whatever becomes of the rest."""
    gone: bool = False
    """The seat plays no more: no further turn is his business."""
    worlds: Worlds = field(default_factory=dict)
    """Worlds read before in this run: nobody changes them, and each costs as much as all else of a mail."""
    _at_hand: dict[int, Row[*tuple[Any, ...]]] = field(default_factory=dict, init=False, repr=False)

    def take(self, sheet: Sheet, then: Callable[[], None]) -> Received:
        """Take a sheet in, or refuse it with the reason; a faulty one never destroys good orders.

        ``then`` does what else the mail asks for, once the sheet is taken and before it is answered.
        """
        why = self._why_not(sheet)
        if why:
            return self.refuse(why, sheet)
        turn = sheet.turn
        assert turn is not None
        before, grammar = self.at_hand(turn), self.game.orders.GRAMMAR
        here, judged = self._sheet_before(turn), self._judged(sheet)
        ordered = self._ordered(before)
        why = _replaces_nothing(judged, before, ordered)
        if why:
            return self.refuse(why, sheet, judged)
        alone = ordered and sheet.messages_alone
        if alone and here is not None:  # who writes to another takes none of his orders back
            text = with_messages(before.sheet, sheet.messages, grammar, self._names())
            sheet = self._as_kept(text, turn)
            faults = max(0, before.faults - len(here.faults) + len(sheet.faults))
            judged = told_before(self._judged(sheet), faults)
        else:
            text, faults = kept_text(sheet, grammar), 0 if sheet.messages_alone else judged.errors
        row = {
            "game": self.game.id,
            "turn": turn,
            "seat": self.holder.seat,
            "revision": (before.revision or 0) + 1,
            "received_at": stamp(self.now),
            "message_id": self.mail.message_id,
            "sheet": text,
            "faults": faults,
        }
        self.connection.execute(_SHEET, row)
        if before.final and before.revision and not alone:  # FINAL is said of orders
            self.connection.execute(_UNFINAL, self._mine(turn))
            self.also.append("You had said FINAL; with these orders it holds no more until you say it again.")
        then()
        again = "" if not ordered else "messages alone, the orders stay" if alone else "replaces earlier orders"
        fell = 0 if here is None or sheet.messages else len(here.messages)
        self.answer(MailKind.ACKNOWLEDGE, taken_words(judged, alone=alone, again=ordered, fell=fell), sheet, judged)
        return self.received(Outcome.ACCEPTED, again, sheet, judged)

    def _why_not(self, sheet: Sheet) -> str:
        turn, due = sheet.turn, self.game.turn + 1
        if self.game.ending:
            return "the game is over"
        if turn is None:
            return f"it does not say for which turn it is; write GAME {self.game.id} TURN {due}"
        if turn < due:
            return f"turn {turn} has been processed; the next one is turn {due}"
        ahead = self.game.system.shape.turns_ahead
        if turn > due + ahead:
            kept = f", and {ahead} after it are kept" if ahead else ""
            return f"turn {turn} is too far ahead; the next one is turn {due}{kept}"
        if self.holder.seat not in self.game.system.rules.playing(self._state()):
            self.gone = True
            return f"your {self.game.system.words.seat} has left the game"
        return owed_words(self.office, self.connection, self.game, self.holder.seat)

    def _judged(self, sheet: Sheet) -> Judged:
        """A sheet as understood: against what its player knows, if it is for the coming turn."""
        state = self._state() if sheet.turn == self.game.turn + 1 else None
        known = known_to(self.game.system, self.holder.seat, state, self.memory)
        return judge(self.game.system, sheet, self.holder.seat, known)

    def refuse(self, reason: str, sheet: Sheet | None = None, judged: Judged | None = None) -> Received:
        """Refuse, with the reason mailed to the registered address."""
        if self.proof.ok and self.mail.contents.commands:
            self.also.append("What else you asked for in that mail was not done either.")
        whole = answer_to_owner(self.proof.ok) is Answer.WHOLE
        opening = f"Your orders were NOT accepted: {reason}."
        if not whole:
            opening = f"A mail in your name was NOT accepted: {reason}."
        self.answer(MailKind.REFUSAL, opening, sheet if whole else None, judged)
        return self.received(Outcome.REFUSED, reason, sheet, judged)

    def received(
        self, outcome: Outcome, reason: str, sheet: Sheet | None = None, judged: Judged | None = None
    ) -> Received:
        """What became of the message, for the inbox."""
        turn = sheet.turn if sheet is not None else None
        faults = judged.errors if judged is not None else len(sheet.faults) if sheet is not None else 0
        unanswered = f"not answered: {self.silent}" if self.silent and self.proof.ok else ""
        return Received(
            source=self.mail.source,
            outcome=outcome,
            reason="; ".join(filter(None, (reason, self.wish, unanswered))),
            game=self.game.id,
            turn=turn,
            seat=self.holder.seat,
            faults=faults,
            proof=self.proof.noted,
            settled=Settled.WORDS if self.wish and outcome is Outcome.ACCEPTED else Settled.NOT,
            said=self.said if self.proof.kind == Credential.MASTER else "",
        )

    def at_hand(self, turn: int | None = None) -> Row[*tuple[Any, ...]]:
        """What has to be known to take a sheet for a turn (the coming one), as it was before the mail: how many answers
        were written to the player in a day, the sheet that stands with its number of errors and when it came, whether
        it is final, and the game's pause. One question for all: it goes to the server and back for every mail."""
        turn = self.game.turn + 1 if turn is None else turn
        if turn not in self._at_hand:
            asked = self._mine(turn) | {"address": self.holder.email, "since": stamp(self.now - DAY)}
            self._at_hand[turn] = self.connection.execute(_AT_HAND, asked).one()
        return self._at_hand[turn]

    def _mine(self, turn: int) -> dict[str, Any]:
        return {"in_game": self.game.id, "for_turn": turn, "of_seat": self.holder.seat}

    def answer(self, kind: MailKind, opening: str, sheet: Sheet | None = None, judged: Judged | None = None) -> None:
        """Answer to the registered address only, in the thread of the mail it answers; beyond the day's limit not."""
        if self.silent:
            return
        due_turn = self.game.turn + 1
        parts = [f"Dear {self.holder.name},", opening]
        if sheet is not None:
            parts.append(str(self.proof))
            judged = judged or judge(self.game.system, sheet, self.holder.seat, None)
            parts.append(self._understood(judged, kind).rstrip())
        parts += self.also
        if self.proof.ok and kind != MailKind.ACKNOWLEDGE and not self.game.ending and not self.gone:
            parts += self._what_stands(sheet)
        if not self.game.ending and not self.gone:
            parts.append(self._when(kind))
        parts.append(self.office.settings.text("office", "gm"))
        errors = errors_said(judged.errors) if judged is not None else ""
        what = {
            MailKind.ACKNOWLEDGE: "orders accepted" + (f" WITH {errors}" if errors else ""),
            MailKind.REFUSAL: "orders NOT accepted",
            MailKind.HINT: "your mail",
        }.get(kind, "your questions")
        # what a stranger calls his mail is a text of his, too
        answered = self.mail.message_id if self.mail.sender and self.proof.ok else ""
        in_reply_to, references = thread(answered, self.mail.in_reply_to, self.mail.thread) if answered else ("", ())
        self.said = "\n\n".join(map(filled, parts)) + "\n"
        mail = OutgoingMail(
            message_id=message_id(self.office, kind, self.mail.digest[:24], *filter(None, [self.mail.part])),
            kind=kind,
            recipient=self.holder.email,
            subject=f"{self.game.called}, {self.game.system.words.called(self.holder.seat)}: {what}",
            created_at=stamp(self.now),
            game=self.game.id,
            turn=sheet.turn if sheet is not None else due_turn,
            seat=self.holder.seat,
            body=self.said,
            in_reply_to=in_reply_to,
            thread=references,
        )
        queue(self.connection, mail)

    def _when(self, kind: MailKind) -> str:
        """When the coming turn is processed, and what may still come until then."""
        game, zone = self.game, self.office.settings.zone
        turn, due = game.turn + 1, moment_words(game.next_due, zone)
        row = self.at_hand()
        pause = pause_in_force(row, game.id, self.now) if row.nr is not None else None
        if pause is not None:
            return f"The game is {pause.words(zone)}; orders are taken meanwhile."
        if game.next_due <= self.now:
            then = {
                MailKind.ACKNOWLEDGE: " Your orders came late, but in time; a later sheet may come too late.",
                MailKind.REFUSAL: " Orders are taken until it is processed, at any moment now.",
            }.get(kind, "")
            return f"Turn {turn} was due {due} and is not processed yet.{then}"
        then = {
            MailKind.ACKNOWLEDGE: " Until then a later sheet without errors replaces this one whole.",
            MailKind.REFUSAL: " Until then orders are taken.",
        }.get(kind, "")
        return f"Turn {turn} is processed after {due}.{then}"

    def _understood(self, judged: Judged, kind: MailKind) -> str:
        """The orders as understood, with warnings and a forecast where they are for the coming turn."""
        sheet, system, seat = judged.sheet, self.game.system, self.holder.seat
        accepted = kind == MailKind.ACKNOWLEDGE
        coming = accepted and sheet.turn == self.game.turn + 1
        known = known_to(system, seat, self._state() if coming else None, self.memory)
        orders = system.orders
        before = self._sheet_before(sheet.turn) if accepted and isinstance(orders, StandingOrders) else None
        had = orders.parts(orders.listed(before)) if before and isinstance(orders, StandingOrders) else ()
        text = ("" if accepted else "What was read: ") + said_of(
            system, judged, seat, known, self.memory, accepted=accepted, replaced=had, since=self._since
        )
        if accepted and not coming:
            text += self._kept(sheet)
        return text

    def _what_stands(self, refused: Sheet | None) -> list[str]:
        """What counts after a mail that replaced nothing: the sheet that is here, or what stands of earlier turns'."""
        system, seat, due = self.game.system, self.holder.seat, self.game.turn + 1
        turn = refused.turn if refused is not None and refused.turn is not None and refused.turn >= due else due
        row, orders = self.at_hand(turn), system.orders
        known = known_to(system, seat, self._state(), self.memory) if turn == due else None
        if not self._ordered(row):
            none = f"No orders for turn {turn} have come from you."
            if known is None or not isinstance(orders, StandingOrders):
                return [none]
            standing = still_stands(orders.standing(known, seat), self._since)
            ahead = foreseen(system, judge(system, Sheet(seat=seat), seat, known), seat, known, self.memory)
            return [none, *standing, *([ahead] if standing and ahead else [])]
        came = moment_words(moment(row.received_at, f"when orders of {seat} came"), self.office.settings.zone)
        wrong = f", with {errors_said(row.faults).lower()}" if row.faults else ""
        said = f"Your orders for turn {turn} that came {came}{wrong} stand unchanged"
        before = self._sheet_before(turn) if refused is not None else None
        if before is None:
            return [f"{said}."]
        stands = said_of(system, self._judged(before), seat, known, self.memory, since=self._since)
        return [f"{said}:", stands.rstrip()]

    def _sheet_before(self, turn: int | None) -> Sheet | None:
        """The sheet that was here for a turn before this mail."""
        row = self.at_hand(turn)
        return self._as_kept(row.sheet, turn) if row.revision else None

    def _as_kept(self, text: str, turn: int | None) -> Sheet:
        sheet = read_sheets(text, self.game.orders.GRAMMAR, self._names())[0]
        return replace(sheet, game=self.game.id, turn=turn, seat=self.holder.seat)

    def _names(self) -> dict[str, str]:
        return known_names(self.game, self.holder, self.memory) if self.memory is not None else {}

    def _ordered(self, row: Row[*tuple[Any, ...]]) -> bool:
        return bool(row.revision) and holds_orders(row.sheet, row.faults, self.game.orders.GRAMMAR)

    def _since(self, one: Standing) -> int | None:
        return came_with(self.connection, self.game, self.holder.seat, one.part)

    def _state(self) -> Any:
        # a turn taken back and run anew is another state, with another time
        key = (self.game.id, self.game.turn, self.game.processed_at)
        if key not in self.worlds:
            scenario = scenario_of(self.game.system.name, self.game.scenario_text)
            archive = self.game.system.archive
            self.worlds[key] = load_state(self.connection, archive, self.game.id, self.game.turn, scenario)
        return self.worlds[key]

    def _kept(self, sheet: Sheet) -> str:
        due = self.game.turn + 1
        there = self._ordered(self.at_hand())
        return (
            f"\nThese orders are for turn {sheet.turn} and are kept until then; a forecast comes with orders for the "
            f"coming turn only.\nThe coming turn is {due}; "
            + ("your orders for it are here." if there else "no orders for it have come from you yet.")
        )


def _replaces_nothing(judged: Judged, before: Row[*tuple[Any, ...]], ordered: bool) -> str:
    """Why a sheet is not taken, as what stands is better: the one rule of what replaces what; "" if it is taken."""
    cure = "send the whole sheet again, corrected"
    if judged.errors and judged.sheet.messages_alone:
        if ordered:
            return (
                "a message in it has an error, and orders came before: those stay as they are; send it again, corrected"
            )
        if before.revision and not judged.sheet.messages:
            return "none of the messages in it can be sent, and those that came before stay; send them again, corrected"
    if judged.errors and ordered and not before.faults:
        return f"it has errors, and orders without any came before: those stand; {cure}"
    if judged.errors and any(one.whole for one in judged.refused):
        return f"it has errors, and orders without any stand from an earlier turn: those stay; {cure}"
    if judged.understanding.idle and (before.revision or judged.stands):
        return "none of its lines counts in the coming turn, so it replaces nothing"
    return ""


def last_revision(connection: Connection, game: Game, turn: int, seat: str) -> int:
    """How many sheets came from a mage for a turn; 0 where no orders of his are here."""
    if seat not in ordering_seats(connection, game, turn):
        return 0
    query = select(func.max(t.sheets.c.revision)).where(
        t.sheets.c.game == game.id, t.sheets.c.turn == turn, t.sheets.c.seat == seat
    )
    return connection.execute(query).scalar() or 0


def standing_faults(connection: Connection, game: str, turn: int, seat: str) -> int:
    """How many errors the sheet has that counts for a mage's turn."""
    s = t.sheets.c
    mine = (s.game == game, s.turn == turn, s.seat == seat)
    return connection.execute(select(s.faults).where(*mine).order_by(s.revision.desc()).limit(1)).scalar() or 0


def not_believed(desk: OrderDesk, sheet: Sheet | None) -> Received:
    """Refused with the reason, which goes to the registered address; guessing is answered a few times a day only."""
    why = desk.proof.why
    if not desk.proof.wrong:
        return desk.refuse(f"{why}; {desk.proof.cure}", sheet)
    wrong = 1 + wrong_today(desk.connection, desk.game.id, desk.holder.seat, desk.now)
    if wrong > MOST_WRONG:
        return desk.received(Outcome.ASIDE, f"{why}, {wrong} times within a day; not answered", sheet)
    if wrong == MOST_WRONG:
        desk.also.append(
            f"This was wrong password number {wrong} for your {desk.game.system.words.seat} within a day. "
            "Further ones are not answered before "
            "tomorrow; the right one is taken as ever. If it was not you, somebody is guessing: tell your game master."
        )
    return desk.refuse(why, sheet)

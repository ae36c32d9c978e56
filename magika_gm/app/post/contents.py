"""What a message says: the order sheets in its texts and forms, and the commands a player may write between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from hashlib import sha256
from typing import NamedTuple

from magika_gm import games
from magika_gm.app.enrolment.rule_book import sounds_like_a_book
from magika_gm.app.enrolment.signup_form import form_lines, without_form
from magika_gm.engine.records import mutable
from magika_gm.engine.sheet.bare import halves, own_words
from magika_gm.engine.sheet.lines import Lines, quoted
from magika_gm.engine.sheet.reader import NoSheet, no_sheet, read_sheets
from magika_gm.engine.sheet.sheet import Sheet, SheetGrammar, write_sheet
from magika_gm.engine.words import plain_lines
from magika_gm.mail.authresults import authentication_of
from magika_gm.mail.bounce import Bounce, bounce_of
from magika_gm.mail.envelope import Envelope, TextPart, open_message
from magika_gm.mail.mailboxes import compared
from magika_gm.mail.parsing import Budget, OverBudget
from magika_gm.mail.pdf_form import EMPTY_FORM, form_of_pdf
from magika_gm.mail.readers import Incoming
from magika_gm.store.vocabulary import Tier

NEW_PASSWORD, WITHDRAW, RULES, GAMES = "NEW PASSWORD", "WITHDRAW SIGN-UP", "RULES", "GAMES"
_ALL_BEGIN = re.compile(
    "HELP|STATUS|REPORT|HISTORY|FINAL|ABSENT|WHY|FORM|ADDRESS|CONFIRM|PASSWORD|WITHDRAW|RULE|GAMES|WAIT|ACCOUNT",
    re.IGNORECASE,
)
_OTHERWISE = {"LOST PASSWORD": NEW_PASSWORD, "FORGOT PASSWORD": NEW_PASSWORD, "FORGOTTEN PASSWORD": NEW_PASSWORD}
MOST_COMMANDS = 10
MOST_FORMS = 3
"""PDF files in a mail that are looked into: reading one is the slowest thing done with a mail."""
GREETING = 8
"""Words beside orders that nobody need read: "Hello, here are my orders. Regards, Ann"."""
_COMMAND = re.compile(
    r"\s*(?:(HELP|STATUS|HISTORY|FINAL|FORM|ACCOUNT)\s*[.!]?"
    r"|(GAMES)\s*[?.!]?"
    r"|(REPORT)(?:\s+(?:TURN\s+)?(\d{1,4}))?\s*[.!]?"
    r"|(ABSENT)\b[:\s]*([\d./-]{8,10}\b.{0,40})"
    r"|(WAIT)\s+(?:FOR\s+)?(\d{1,3})\s+DAYS?\b[\s,.:;-]*+(\S.{0,200})?"
    r"|(WHY)\b[:\s]*(\S.{0,200})?"
    r"|(ADDRESS)\b[:\s]*(\S{3,250})"
    r"|(CONFIRM)\b[:\s]*(\w{4,40})\s*[.!,]?"
    r"|(NEW\s+PASSWORD)\b[:=\s]*(\S.{0,79})?"
    r"|((?:LOST|FORGOT|FORGOTTEN)\s+(?:MY\s+)?PASSWORD)\s*[.!]?"
    r"|(WITHDRAW)(?:\s+(?:MY\s+)?SIGN[\s-]?UP)\s*[.!]?"
    r"|(RULES|RULE[\s-]?BOOK)(?:[:\s]++(?:OF\s+|FOR\s+)?([^\W\d_][\w &'-]{0,40}?))?\s*+[.!]?)\s*+",
    re.IGNORECASE,
)
"""Blanks once taken are never given back: with three ways to share them a line of nothing else took 10 ms."""
_MEANT = re.compile(
    r"\s*(HELP|STATUS|HISTORY|FINAL|FORM|REPORT|ABSENT|ADDRESS|RULES|WAIT)\b(?:[:\s]++(.{0,80}?))?\s*+", re.IGNORECASE
)
"""A command written in a way nobody can obey."""
_MESSAGE = re.compile(r"\W{0,3}(?:ANON\w*\s+)?(?:MESSAGE|MSG)\b(?:.*\bTO\b|(?:\W+\w{1,20})?\W*$)", re.IGNORECASE)
"""Where a message begins; what is in it is no command. One that never ends is none."""
_MESSAGE_END = re.compile(r"\W{0,3}END\b", re.IGNORECASE)


class Command(NamedTuple):
    """A command: its name in capitals and what follows it; ``odd`` where that is not how it is written."""

    name: str
    rest: str = ""
    odd: bool = False


class FoundSheet(NamedTuple):
    """A sheet and where it stood: ``body`` or ``attachment NAME``."""

    sheet: Sheet
    where: str

    @property
    def says_something(self) -> bool:
        """Whether it holds an order, a message or an error: an empty form does not."""
        return self.sheet.says_something


@mutable
class Mail:
    """A message on its way to its outcome. ``sender`` is "" for a plain order sheet."""

    source: str
    digest: str
    message_id: str
    sender: str
    subject: str
    contents: MailContents
    raw: bytes
    suffix: str = "eml"
    why_aside: str = ""
    too_much: bool = False
    """``why_aside`` says which limit it is over: its sender may be told."""
    fault: str = ""
    """Why there is nothing of it to be kept."""
    to: tuple[str, ...] = ()
    in_reply_to: str = ""
    thread: tuple[str, ...] = ()
    tier: Tier = Tier.NOT_ASKED
    bounce: Bounce | None = None
    checked: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Passwords in it held against hashes of seats: done before anything is locked, for it is slow on purpose."""
    earlier: dict[str, MailContents | None] = field(default_factory=dict, repr=False)
    """What mails of the same name and sender held, by where they are kept: each is opened once."""
    entered: bool = False
    """The game master typed it off what came by telephone or letter."""
    part: str = ""
    """Which of several sheets in it is looked at, so that each has an answer of its own."""
    envelope: Envelope | None = field(default=None, repr=False)
    """The message as it was opened; None for a plain order sheet, and where it could not be."""


@mutable
class MailContents:
    """All there is in a message, as read without knowing the game: ``read`` reads it again with the names known."""

    texts: list[TextPart]
    """Commands are taken out, line for line."""
    commands: list[Command] = field(default_factory=list)
    trouble: str = ""
    """Why nothing was found, for the sender ("" if something was)."""
    tried: bool = False
    """Nothing was found, but orders were meant: a sheet stands where it is not read, or a form is empty."""
    unread: str = ""
    """Why an attached PDF, which may be a form, could not be read."""
    unnamed: list[tuple[TextPart, list[Sheet]]] = field(default_factory=list)
    """The texts with their sheets as they read without names."""

    answered: list[TextPart] = field(default_factory=list)
    """What each text answers: the mail replied to, its quote marks taken away. Nothing in it is the sender's own."""
    answer: tuple[FoundSheet, ...] = ()
    """Sheets found by way of what the mail answers (:mod:`~magika_gm.app.post.answers`), where it has none itself."""
    taken: frozenset[str] = frozenset()
    """Lines of his own that were read as orders though no sheet stands about them."""
    notes: list[str] = field(default_factory=list)
    """Paragraphs for its writer about what was not read of it: they repeat his words, and are for a proved seat."""
    only: tuple[str, int | None] | None = None
    """Game and turn whose sheets alone are read, of a mail with several."""
    _read: list[tuple[SheetGrammar | None, Mapping[str, str] | None, list[FoundSheet]]] = field(
        default_factory=list, init=False, repr=False
    )
    """What was read before, and by what: the same is asked several times a mail, and reading is most of its work."""
    _by_game: list[tuple[SheetGrammar, Mapping[str, str] | None, str, list[tuple[TextPart, list[Sheet]]]]] = field(
        default_factory=list, repr=False
    )
    """The texts as a game reads them: shared by all that look at one of several sheets."""
    _words: dict[frozenset[str], str] = field(default_factory=dict, repr=False)

    @property
    def own_words(self) -> str:
        """What a person wrote to a person: no quote, sheet, form or command."""
        if self.taken not in self._words:
            self._words[self.taken] = self._own_words()
        return self._words[self.taken]

    def _own_words(self) -> str:
        for text, _ in self.unnamed:
            rows = () if text.where.startswith("attachment") else own_words(text.text, games.any_sheet())
            rows = [row for row in rows if row not in self.taken]
            if rows:
                return "\n".join(rows)  # a second text is the first one once more, as HTML
        return ""

    @property
    def speaks_to_us(self) -> bool:
        """Whether what stands beside orders is more than a greeting."""
        words = self.own_words
        return len(words.split()) > GREETING or "?" in words

    def add(self, text: TextPart) -> None:
        """One more text."""
        below = halves(text.text, games.any_sheet()).below
        if below.strip():
            self.answered.append(text._replace(text=below))
        self.texts.append(text)
        for known in (self._read, self._by_game, self._words):
            known.clear()
        orders = text._replace(text=without_form(text.text))
        self.unnamed.append((orders, read_sheets(orders.text, games.any_sheet())))

    def read(self, grammar: SheetGrammar | None = None, names: Mapping[str, str] | None = None) -> list[FoundSheet]:
        """The sheets, empty ones left out where another says something; the same sheet twice counts once.

        ``grammar`` is the game's, once it is known; ``names`` the characters' names that may be used.
        """
        if self.answer:
            return list(self.answer)
        for by, named, known in self._read:
            if by is grammar and named == names:
                return list(known)
        sheets = self._reading(grammar, names)
        self._read.append((grammar, None if names is None else dict(names), sheets))
        return list(sheets)

    def _reading(self, grammar: SheetGrammar | None, names: Mapping[str, str] | None) -> list[FoundSheet]:
        found: dict[str, FoundSheet] = {}
        named = self.unnamed if grammar is None else self._as_read(grammar, names)
        grammar = grammar or games.any_sheet()
        for text, sheets in named:
            for sheet in _with_passwords(sheets):
                if self.only is not None and (sheet.game.casefold(), sheet.turn) != self.only:
                    continue
                key = "\n".join([write_sheet(replace(sheet, password=""), grammar), *(f.reason for f in sheet.faults)])
                before = found.get(key)
                if before is None or (sheet.password and not before.sheet.password):
                    found[key] = FoundSheet(sheet, text.where)
        kept = list(found.values())
        if any(one.says_something for one in kept):
            spoken = [one for one in kept if one.says_something]
            password = next((p.sheet.password for p in kept if p.sheet.password), "")
            if len(spoken) == 1 and not spoken[0].sheet.password and password:
                spoken = [FoundSheet(replace(spoken[0].sheet, password=password), spoken[0].where)]
            return spoken
        return kept[:1]

    def _as_read(self, grammar: SheetGrammar, names: Mapping[str, str] | None) -> list[tuple[TextPart, list[Sheet]]]:
        """The texts that have sheets with those sheets as a game reads them; of a mail for several without the others'.

        So a mail costs about the same, however many games and turns it has sheets for.
        """
        game = self.only[0] if self.only is not None else ""
        for by, named, of, known in self._by_game:
            if by is grammar and named == names and of == game:
                return known
        texts = [(text, _rows_of(game, text.text, sheets)) for text, sheets in self.unnamed if sheets]
        found = [(text, read_sheets(rows, grammar, names)) for text, rows in texts]
        self._by_game.append((grammar, None if names is None else dict(names), game, found))
        return found


def _rows_of(game: str, text: str, sheets: Sequence[Sheet]) -> str:
    """A text whose rows from another game's sheet to the next sheet are empty, so that all others keep their places."""
    rows = text.splitlines()
    ends = [*(one.line - 1 for one in sheets[1:]), len(rows)]
    for one, end in zip(sheets, ends, strict=True):
        if game and one.game.casefold() != game:
            rows[one.line - 1 : end] = [""] * (end - one.line + 1)
    return "\n".join(rows)


def _with_passwords(sheets: Sequence[Sheet]) -> Iterator[Sheet]:
    """Sheets of one text: seat and password hold for the sheets of the same game below, until others are named."""
    said: dict[str, Sheet] = {}
    for one in sheets:
        sheet, before = one, said.get(one.game.casefold())
        if before is not None and sheet.seat in ("", before.seat):
            sheet = replace(sheet, seat=before.seat, password=sheet.password or before.password)
        said[sheet.game.casefold()] = sheet
        yield sheet


def mail_of(item: Incoming, authserv: str, own: str, budget: Budget | None = None) -> Mail:
    """A message opened. ``authserv`` is the name our mail server signs its findings with, ``own`` our address."""
    raw = _bytes_of(item)
    digest = sha256(raw).hexdigest()
    budget = budget or Budget()
    if item.raw is None:
        name = f"<sheet-{digest[:24]}@order-sheet>"
        text, over = plain_lines(item.sheet or ""), ""
        try:
            budget.spend_text(text)
        except OverBudget as error:
            text, over = "", str(error)
        return Mail(
            source=item.source,
            digest=digest,
            message_id=name,
            sender="",
            subject="order sheet",
            contents=contents_in([TextPart(text, "body")]),
            raw=raw,
            suffix="txt",
            why_aside=over,
        )
    envelope = open_message(item.raw, budget)
    mail = Mail(
        source=item.source,
        digest=digest,
        message_id=envelope.message_id,
        sender=envelope.sender,
        subject=envelope.subject,
        contents=contents_of(envelope, budget),
        raw=raw,
        to=envelope.to,
        in_reply_to=envelope.in_reply_to,
        thread=envelope.references,
        envelope=envelope,
    )
    mail.bounce = bounce_of(raw, budget)
    if envelope.automatic:
        mail.why_aside = f"an automatic message ({envelope.automatic})"
    elif envelope.sender == compared(own):
        mail.why_aside = "a mail of our own that came back"
    elif envelope.refusable:
        mail.why_aside, mail.too_much = envelope.refusable, True
    if authserv and (not mail.why_aside or mail.too_much):
        mail.tier = Tier(authentication_of(raw, authserv).tier)
    return mail


def _bytes_of(item: Incoming) -> bytes:
    return item.raw if item.raw is not None else plain_lines(item.sheet or "").encode()


def unread(item: Incoming, why: str) -> Mail:
    """A message that could not be opened: it is kept for the game master."""
    raw = _bytes_of(item)
    digest = sha256(raw).hexdigest()
    return Mail(
        source=item.source,
        digest=digest,
        message_id=f"<unread-{digest[:24]}@no-message-id>",
        sender="",
        subject="",
        contents=MailContents(texts=[]),
        raw=raw,
        suffix="eml" if item.raw is not None else "txt",
        why_aside=why,
        fault=item.fault,
    )


def without_head(mail: Mail) -> Mail:
    """A message without a word of what it says of itself: nothing is left of it but its bytes."""
    return replace(mail, message_id=f"<unread-{mail.digest[:24]}@no-message-id>", sender="", subject="")


def contents_of(envelope: Envelope, budget: Budget) -> MailContents:
    """What a mail holds, its filled-in PDF forms read as sheets out of what is left of its ``budget``."""
    contents = contents_in(envelope.parts)
    # before other readings of what was read once, which may take all that is left
    forms = [(one.name, *form_of_pdf(one.data, budget)) for one in envelope.attachments[:MOST_FORMS]]
    if contents.trouble and not contents.commands:
        contents = contents_in(envelope.fallbacks(), contents)
    for name, form, trouble, blank in forms:
        contents.unread = contents.unread or trouble
        if form is None:
            continue
        text = TextPart(form, f"attachment {name}")
        if not blank and any(sheet.says_something for sheet in read_sheets(form, games.any_sheet())):
            contents.add(text)
            contents.trouble, contents.tried = "", False
        elif contents.trouble:
            contents.trouble, contents.tried = EMPTY_FORM, True
    if contents.unread and contents.trouble not in ("", EMPTY_FORM):
        contents.trouble, contents.tried = contents.unread, contents.tried or not contents.own_words
    return contents


def contents_in(texts: Sequence[TextPart], contents: MailContents | None = None) -> MailContents:
    """What some texts hold, beside the ``contents`` of those that were looked into before."""
    contents = contents or MailContents(texts=[])
    for text in texts:
        rest, commands = _without_commands(text.text)
        contents.add(text._replace(text=rest))
        contents.commands += [c for c in commands if c not in contents.commands]
    contents.commands = contents.commands[:MOST_COMMANDS]
    contents.trouble, contents.tried = "", False
    if not any(sheets for _, sheets in contents.unnamed):
        nothing = (NoSheet.NOWHERE, "there is no text in it")
        found = (no_sheet(text.text, games.any_sheet()) for text in contents.texts)
        how, contents.trouble = next(filter(None, found), nothing)
        contents.tried = how is not NoSheet.NOWHERE
    return contents


def _without_commands(text: str) -> tuple[str, list[Command]]:
    """The text with its commands blanked out, and the commands. Quoted lines and messages to others hold none."""
    if _ALL_BEGIN.search(text) is None:
        return text, []
    lines = Lines(text, games.any_sheet())
    found: list[Command] = []
    in_message = in_sheet = False
    forms = form_lines(lines.rows)
    last_end = max((at for at, row in enumerate(lines.rows) if _MESSAGE_END.match(row)), default=-1)
    for at, row in enumerate(lines.rows):
        if lines.closing(at):
            break
        in_sheet = at in lines.headers or (in_sheet and at not in lines.ends)
        if at in forms:
            continue
        if in_message:
            in_message = _MESSAGE_END.match(row) is None
        elif _MESSAGE.match(row):
            in_message = at < last_end
        elif not quoted(row) and len(row) < 300:
            command = _command(row.partition(";")[0], in_sheet)
            if command is not None:
                found.append(command)
                lines.rows[at] = ""
    return "\n".join(lines.rows), found


def _command(row: str, in_sheet: bool) -> Command | None:
    """The command of a line. In a sheet a line that only begins like one is meant as one; elsewhere it is prose."""
    command = _COMMAND.fullmatch(row)
    if command is not None:
        name, *rest = [group for group in command.groups() if group]
        said = " ".join(name.upper().replace(" MY ", " ").split())
        if said.startswith("RULE"):
            return _rules(row.strip(), " ".join(rest), in_sheet)
        said = WITHDRAW if said == "WITHDRAW" else _OTHERWISE.get(said, said)
        return Command(said, " ".join(rest).strip())
    meant = _MEANT.fullmatch(row) if in_sheet else None
    return Command(meant[1].upper(), (meant[2] or "").strip(), True) if meant is not None else None


def _rules(row: str, game: str, in_sheet: bool) -> Command | None:
    """RULES, and perhaps the name of a game. A sentence may begin so, too: where what follows is no game's name, in
    capitals alone or in a sheet it is meant for one."""
    meant = not game or in_sheet or row.startswith("RULE") or sounds_like_a_book(game)
    return Command(RULES, game) if meant else None


def disagreement(sheets: Sequence[FoundSheet]) -> str:
    """Why several sheets cannot all be meant, or ""."""
    if len(sheets) < 2:
        return ""
    first, second = sheets[0].where, sheets[1].where
    if first == second:
        return "there is more than one order sheet in it; send one"
    return f"the {first} and the {second} say different things; send one of them"


def sheets_apart(mail: Mail) -> list[tuple[str, int | None]]:
    """The games and turns a mail has sheets for."""
    sheets = [one.sheet for one in mail.contents.read() if one.says_something]
    return list(dict.fromkeys((sheet.game.casefold(), sheet.turn) for sheet in sheets))

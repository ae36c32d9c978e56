# ruff: noqa: E501 - markup stays in one piece
"""The table as a drawing: both fields by rank, land and function rows, life and mana as bars; and the same in words;
with what all drawings share.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.rules.figures import looks
from magika_gm.games.xom_zol.rules.state import Piece, State, augments_of
from magika_gm.games.xom_zol.rules.terms import SIDES, CardType, other
from magika_gm.games.xom_zol.system import XOM_ZOL
from magika_gm.reports.kit.base import LABEL, LETTER, NUMBER, SIZES, SMALL, Style, esc, heading_html, minus, type_size
from magika_gm.reports.kit.drawings import Field, FieldMail
from magika_gm.reports.pdf_stream import BOLD, SANS, cut, text_width
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import (
    Circles,
    Item,
    Lines,
    Picture,
    Point,
    Polygon,
    box,
    drawn,
    figures,
    middle,
    mixed,
    write,
)
from magika_gm.reports.typeface import wrap

# What all drawings share: colours that differ in grey too, pips of mana, texts cut to their room, emblems of kinds.


ACCENT = XOM_ZOL.accent
EDGE, DIM, WHITE = "#8a8494", "#dcd9e2", "#ffffff"
FELT = "#eeeadf"
QUIET = "#595463"
"""Quiet texts; edges may be lighter."""
FIELD = {"G": "#f7e6ac", "E": "#cdbbdd", "N": "#c5e3b6"}
"""Of cards by their letter: light gold, grey violet, green; the letter stands on every card beside it."""
DEEP = {"G": "#7d5c0a", "E": "#4d2f66", "N": "#39692b"}
PIP = {"G": "#e8bd3c", "E": "#5a3b73", "N": "#4f8a3d", "B": "#ffffff"}
SIDE_FILL = {"A": "#e8bd3c", "B": "#5a3b73"}
"""Of the two sides: A light, B dark, in grey as well."""


FIGURES = figures("magika_gm.games.xom_zol.data")


def pips(letters: str, right: float, y: float, r: float, size: float) -> list[Item]:
    """Mana letters as discs, the last at ``right``; on each stands its letter."""
    items: list[Item] = []
    for number, letter in enumerate(reversed(letters or "0")):
        x = right - r - number * (2 * r + 1)
        fill = PIP.get(letter, WHITE)
        items.append(Circles(((round(x, 2), round(y, 2)),), r, fill, INK, 0.5))
        ink = WHITE if letter in "EN" else INK
        items.append(middle(x, y - size * 0.35, letter, size, True, ink))
    return items


def bar(x: float, y: float, wide: float, high: float, part: float, fill: str) -> list[Item]:
    """A bar and how full it is."""
    full = max(0.0, min(1.0, part)) * wide
    items: list[Item] = [Polygon(box(x, y, wide, high), WHITE, EDGE, 0.5)]
    if full:
        items.append(Polygon(box(x, y, full, high), fill, INK, 0.4))
    return items


CROWNED = 4
"""Letters of mana of a creature that costs no crown yet."""


def emblem(card: Card, x: float, y: float, r: float) -> list[Item]:
    """A card's emblem around a point: its kind's, the larger the dearer, crowned and winged; or its type's."""
    ink = DEEP[card.letter]
    if card.body and card.kind is not None:
        r *= 0.7 + 0.05 * min(6, card.size)
        if card.size > CROWNED:
            r, y = r * 0.8, y - r * 0.16
        behind = drawn(FIGURES["wings"], x, y, r * 1.45, ink) if "FLYING" in card.keywords else []
        beside = drawn(FIGURES.get(card.role, ()), x + r * 0.78, y - r * 0.5, r * 0.4, ink)
        crown = drawn(FIGURES["crown"], x, y + r * 1.08, r * 0.34, ink) if card.size > CROWNED else []
        return [*behind, *drawn(FIGURES[card.kind], x, y, r, ink), *beside, *crown]
    return drawn(FIGURES.get(card.type, FIGURES[CardType.AUGMENT]), x, y, r, ink)


def device(side: str, width: float, sizes: Sequence[float] = SIZES) -> Picture:
    """A side's device: a shield with its letter, light for A, dark for B."""
    high = width * 1.16
    w = width
    points = ((0.5, high - 0.5), (w - 0.5, high - 0.5), (w - 0.5, high * 0.42), (w / 2, 0.8), (0.5, high * 0.42))
    ink = INK if side == "A" else WHITE
    size = type_size(width * 0.62, sizes)
    inner = tuple((w / 2 + (px - w / 2) * 0.86, high / 2 + (py - high / 2) * 0.88) for px, py in points)
    return Picture(
        width, high, f"Side {side}", "",
        (Polygon(points, SIDE_FILL[side], INK, 0.9), Polygon(inner, "", ink, 0.6),
         middle(w / 2, high * 0.56 - size * 0.35, side, size, True, ink)),
    )  # fmt: skip


STRIP, RANK, CHIPS, GAP, SLIM = 20.0, 58.0, 17.0, 12.0, 400.0
_SHORT = {"FLYING": "fly", "PHASE": "phase", "SWIFT": "swift", "OVERRUN": "overrun", "VIGIL": "vigil", "WARD": "ward",
          "VENOM": "venom", "LEECH": "leech", "RAIDER": "raider", "WALL": "wall", "HASTE": "haste"}  # fmt: skip


def rest_of(state: State, side: str) -> list[tuple[str, list[Piece]]]:
    """What stands in no rank: lands, sigils, functions, creatures not there yet; like ones of a state together."""
    groups: dict[tuple[int, str, bool, bool, bool], list[Piece]] = {}
    for piece in state.of(side):
        if piece.creature or piece.on:
            continue
        rank = 0 if piece.card.is_mana else 1 if piece.card.type is CardType.FUNCTION else 2
        groups.setdefault((rank, piece.card.name, piece.committed, piece.exists, piece.lapsed), []).append(piece)
    ordered = sorted(groups.items(), key=lambda item: (item[0][0], item[1][0].number))
    return [(key[1], pieces) for key, pieces in ordered]


def _ranks(state: State, side: str) -> tuple[list[str], list[str]]:
    columns = state.sides[side].columns
    return [front for front, _ in columns], [rear for _, rear in columns]


def _chip_rows(state: State, side: str, across: int) -> int:
    return -(-len(rest_of(state, side)) // across) or 1


def _across(state: State, style: Style) -> int:
    """Chips in a row: fewer where one has more to say."""
    chips = (chip for side in SIDES for chip in rest_of(state, side))
    signs = [len(name) + 3 * len(pieces) + (3 * len(pieces[0].card.mana) or 10) for name, pieces in chips]
    return max(1, min(4 if style.large else 5, (94 if style.large else 140) // max(signs, default=1)))


def height_of(state: State, style: Style) -> float:
    """The height the table asks for at the full width."""
    k = style.length(1.0)
    total = GAP
    for side in SIDES:
        rears = any(_ranks(state, side)[1])
        total += STRIP + RANK * (2 if rears else 1) + CHIPS * _chip_rows(state, side, _across(state, style)) + 6
    return total * k


def table_picture(state: State, seat: str, width: float, height: float, style: Style) -> Picture:
    """The table seen from a side (A from above it for spectators): the other's field on top, mirrored."""
    own = seat if seat in SIDES else SIDES[0]
    foe = other(own)
    scale = min(1.0, height / height_of(state, style)) if height > 0 else 1.0
    k = style.length(1.0) * scale
    total = height_of(state, style) * scale
    items: list[Item] = []
    y = total
    for side in (foe, own):
        parts = ["strip", "chips", "rear", "front"]
        for part in parts if side == foe else reversed(parts):
            high = _part(items, state, side, part, y, width, k, style)
            y -= high
        if side == foe:
            middle = y - GAP * k / 2
            items.append(Lines((((0.0, middle), (width, middle)),), EDGE, 0.8, 3.0))
            y -= GAP * k
    return Picture(width, total, "The table", described(state, own), tuple(items))


def _part(
    items: list[Item], state: State, side: str, part: str, top: float, width: float, k: float, style: Style
) -> float:
    """One row of a side; gives its height."""
    fronts, rears = _ranks(state, side)
    if part == "strip":
        items += _strip(state, side, top, width, STRIP * k, style)
        return STRIP * k
    if part == "chips":
        across = _across(state, style)
        items += _chips(state, side, top, width, CHIPS * k, across, style)
        return (CHIPS * _chip_rows(state, side, across) + 6) * k
    if part == "rear" and not any(rears):
        return 0.0
    refs = fronts if part == "front" else rears
    items += _rank(state, part, refs, top, width, RANK * k, style)
    return RANK * k


def rows_of_strip(width: float) -> int:
    """Mana has a row of its own on a narrow table."""
    return 1 if width > SLIM else 2


def _strip(state: State, side: str, top: float, width: float, high: float, style: Style) -> list[Item]:
    """Life as a bar, mana as pips: filled ready, hollow committed; hand and library."""
    own = state.sides[side]
    size, label = style.map_size(SMALL), style.map_size(LABEL)
    base = top - high / 2 - size * 0.35
    number = style.map_size(LETTER)
    items: list[Item] = [write(0, base, f"Side {side}", size, True)]
    x = text_width(f"Side {side}", size, BOLD) + 8
    items.append(write(x, base - 1, minus(str(own.life)), number, True))
    x += text_width("00 ", number, BOLD) + 2
    wide = width * 0.24
    most = max(state.options.life, own.life, 1)
    items += bar(x, top - high / 2 - 4, wide, 8, own.life / most, SIDE_FILL[side])
    for tick in range(10, most, 10):
        at = x + wide * tick / most
        items.append(Lines((((at, top - high / 2 - 4), (at, top - high / 2 + 4)),), EDGE, 0.4))
    x += wide + 6
    if rows_of_strip(width) == 1:
        items.append(write(x, base, "life", label, False, QUIET))
        x += text_width("life", label) + 12
    said = f"hand {len(own.hand)} · library {len(own.library)} · pile {len(own.discard)}"
    right = width - text_width(said, size) - 2
    items.append(write(right, base, said, size))
    if rows_of_strip(width) > 1:
        x, right, top = 2.0, width, top - high
    ready, spent = _mana(state, side)
    r = label * 0.6
    for letters, hollow in ((own.pool + ready, False), (spent, True)):
        for letter in letters:
            if x + 2 * r > right - 8:
                break
            items += _pip(letter, x + r, top - high / 2, r, label, hollow)
            x += 2 * r + 1.5
        x += 4
    return items


def _mana(state: State, side: str) -> tuple[str, ...]:
    """The letters of a side's mana: ready, committed."""
    return tuple("".join(p.card.mana for p in state.of(side) if p.committed is spent) for spent in (False, True))


def _pip(letter: str, x: float, y: float, r: float, size: float, hollow: bool) -> list[Item]:
    if not hollow:
        return pips(letter, x + r, y, r, size)
    return [
        Circles(((x, y),), r, WHITE, EDGE, 0.5, 1.2),
        middle(x, y - size * 0.35, letter, size, False, QUIET),
    ]


def _chips(state: State, side: str, top: float, width: float, high: float, across: int, style: Style) -> list[Item]:
    size = style.map_size(LABEL)
    items: list[Item] = []
    wide = (width - 4 * (across - 1)) / across
    for number, (name, pieces) in enumerate(rest_of(state, side)):
        x, low = number % across * (wide + 4), top - (number // across + 1) * high + 2
        items += _chip(name, pieces, x, low, wide, high - 3, size)
    return items


def chip_picture(piece: Piece, wide: float, high: float, style: Style) -> Picture:
    """A card by itself that stands in no rank."""
    return Picture(
        wide, high, piece.ref, "", tuple(_chip(piece.card.name, [piece], 0.0, 0.0, wide, high, style.map_size(LABEL)))
    )


def creature_picture(state: State, piece: Piece, wide: float, high: float, style: Style) -> Picture:
    """A creature by itself."""
    return Picture(wide, high, piece.ref, "", tuple(_creature(state, piece, 0.0, 0.0, wide, high, style)))


def strips_picture(state: State, seat: str, width: float, height: float, style: Style) -> Picture:
    """Life and mana of both sides, the other's above."""
    high = STRIP * 1.4
    felt = Polygon(box(0.0, 0.0, width, height), FELT)
    items = [
        felt,
        *_strip(state, other(seat), height, width, high, style),
        *_strip(state, seat, high * rows_of_strip(width), width, high, style),
    ]
    return Picture(width, height, "Life and mana", "", tuple(items))


def _chip(
    name: str, pieces: list[Piece], x: float, low: float, wide: float, box_high: float, size: float
) -> list[Item]:
    items: list[Item] = []
    first = pieces[0]
    fill = DIM if first.committed else FIELD[first.card.letter]
    frame = box(x + 0.5, low, wide - 1, box_high)
    if first.exists:
        items.append(Polygon(frame, fill, INK, 1.1 if first.card.type is CardType.FUNCTION else 0.5))
    else:
        items += [Polygon(frame, WHITE), Lines(((*frame, frame[0]),), INK, 0.8, 2.0)]
    refs = " ".join(p.ref for p in pieces)
    tall = box_high > size * 3
    level = low + (size * 0.8 if tall else box_high / 2)
    base = level - size * 0.35
    letters = first.card.mana
    right = x + wide - 3
    if letters:
        items += pips(letters, right, level, size * 0.56, size)
        right -= len(letters) * (size * 1.12 + 1) + 2
    elif not first.exists:
        mark = "arriving"
        items.append(write(right - text_width(mark, size), base, mark, size, False, QUIET))
        right -= text_width(mark, size) + 4
    elif first.committed or first.lapsed:
        mark = "lapsed" if first.lapsed else "committed"
        items.append(write(right - text_width(mark, size), base, mark, size, False, "#595959"))
        right -= text_width(mark, size) + 4
    refs = cut(refs, size, wide * 0.55, BOLD)
    items.append(write(x + 4, base, refs, size, True))
    start = x + 4 + text_width(refs, size, BOLD) + 4
    if tall:  # its name above, whole
        return items + _lines(wrap(name, SANS, size, wide - 8), x + 4, low + box_high, size)
    items.append(write(start, base, cut(name, size, right - start), size))
    return items


def _lines(lines: Iterable[str], x: float, top: float, size: float, bold: bool = False) -> list[Item]:
    """Lines one below the other."""
    return [write(x, top - size * (1 + 1.1 * n), line, size, bold) for n, line in enumerate(lines)]


def _rank(
    state: State, part: str, refs: Sequence[str], top: float, width: float, high: float, style: Style
) -> list[Item]:
    size = style.map_size(LABEL)
    rail = text_width("R", size, BOLD) + 8
    items: list[Item] = [write(0, top - high / 2 - size * 0.35, part[0].upper(), size, True, QUIET)]
    count = max(1, len(refs))
    wide = min((width - rail - 4 * (count - 1)) / count, 128.0 if style.large else 104.0)
    start = rail + (width - rail - wide * count - 4 * (count - 1)) / 2
    if not any(refs):
        items.append(middle(width / 2, top - high / 2 - size * 0.35, "nobody in the ranks", size, False, QUIET))
    for number, ref in enumerate(refs):
        if ref:
            items += _creature(
                state, state.pieces[ref], start + number * (wide + 4), top - high + 2, wide, high - 4, style
            )
    return items


def looked_at(state: State, piece: Piece) -> tuple[Hashable, ...]:
    """All that may show in the drawing of a card in play, but for the card itself."""
    now, worn = looks(state, piece.ref), tuple(p.card.name for p in augments_of(state, piece.ref))
    return now.s, now.d, now.keywords, piece.damage, piece.committed, piece.exists, piece.lapsed, worn


def _slants(x: float, y: float, wide: float, high: float) -> tuple[tuple[Point, Point], ...]:
    """Slanting lines over a box: what is committed is told from what is ready in grey, too."""
    found = []
    for n in range(7, int(wide + high), 7):
        low = (x + min(n, wide), y + max(0.0, n - wide))
        found.append(((x + max(0.0, n - high), y + min(n, high)), low))
    return tuple(found)


def _creature(state: State, piece: Piece, x: float, y: float, wide: float, high: float, style: Style) -> list[Item]:
    """A creature: ref, name, alignment, S/D, damage, keywords, augments; committed ones grey, barred."""
    card, now = piece.card, looks(state, piece.ref)
    size, number = style.map_size(LABEL), style.map_size(NUMBER)
    fill, deep = DIM if piece.committed else FIELD[card.letter], DEEP[card.letter]
    items: list[Item] = [Polygon(box(x, y, wide, high), fill, INK, 0.8)]
    if piece.committed:
        items.append(Lines(_slants(x, y, wide, high), mixed(fill, INK, 0.2), 0.5))
        items.append(Lines((((x + wide - 9, y + high), (x + wide, y + high - 9)),), INK, 1.4))
    figures = f"{now.s}/{now.d}"
    words = [f"damage {piece.damage}"] if piece.damage else []
    words += [_SHORT.get(k, k.lower()) for k in sorted(now.keywords) if k != "LIMIT"]
    if card.rules.usable:
        words.append("use")
    worn = ", ".join(p.card.name for p in augments_of(state, piece.ref))
    if high > wide * 0.8:  # its name over the whole width, strength and defence on a dark plate
        names = wrap(card.name, BOLD, size, wide - 8)
        head = size * 1.1 * len(names) + 4
        top = y + high - 2 - head
        items.append(Polygon(box(x + 2, top, wide - 4, head), WHITE, deep, 0.5))
        items += _lines(names, x + 4, top + head, size, True)
        said = wrap(" ".join(words), SANS, size, wide - 6) if words else ()
        items += _lines(said, x + 3, top, size)
        length = text_width(figures, number, BOLD) + 8
        items.append(Polygon(box(x + wide - length, y, length, number), INK))
        items.append(middle(x + wide - length / 2, y + number * 0.16, figures, number, True, WHITE))
        items.append(write(x + 3, y + 4, piece.ref, size, True, deep))
        low, top = y + number + 2, top - size * (0.3 + 1.1 * len(said))
        if worn:
            added = wrap("+ " + worn, BOLD, size, wide - 6)
            low += size * 1.1 * len(added)
            items += _lines(added, x + 3, low, size, True)
        return items + emblem(card, x + wide / 2, (low + top) / 2, max(3.0, min((top - low) / 2, wide * 0.24)))
    top = y + high - size - 2
    items.append(write(x + 3, top, piece.ref, size, True, deep))
    start = x + 6 + text_width(piece.ref, size, BOLD)
    items.append(write(start, top, cut(card.name, size, x + wide - 8 - start, BOLD), size, True))
    big = number if high - size - 4 > number + size * 2.2 and wide > 44 else style.map_size(LETTER)
    at = top - big - 1
    items.append(write(x + wide - text_width(figures, big, BOLD) - 4, at, figures, big, True))
    r = min(big * 0.42, 7.0)
    items += emblem(card, x + 5 + r, at + big * 0.34, r)
    items.append(write(x + 8 + 2 * r, at + 1, card.alignment, size, False, deep))
    low = at - size - 1.5
    for line, bold in ((" ".join(words), False), ("+ " + worn if worn else "", True)):
        if line and low >= y + 1:
            items.append(write(x + 3, low, cut(line, size, wide - 6), size, bold))
            low -= size * 1.12
    return items


# --- in words ---------------------------------------------------------------------------------------------------------


def creature_text(state: State, piece: Piece) -> str:
    """``A7 Xom Knight G3 3/3 (committed, damage 1; FLYING; Blessed Armour)``."""
    now = looks(state, piece.ref)
    marks = ["committed"] if piece.committed else []
    marks += [f"damage {piece.damage}"] if piece.damage else []
    marks += sorted(now.keywords)
    marks += [f"{p.ref} {p.card.name}" for p in augments_of(state, piece.ref)]
    extra = f" ({', '.join(marks)})" if marks else ""
    return f"{piece.ref} {piece.card.name} {piece.card.alignment} {now.s}/{now.d}{extra}"


def side_lines(state: State, side: str) -> list[str]:
    """A side's field in lines: ranks, then what stands in none."""
    own = state.sides[side]
    lines = []
    for number, (front, rear) in enumerate(own.columns, 1):
        behind = f"; R{number} {creature_text(state, state.pieces[rear])}" if rear else ""
        ahead = creature_text(state, state.pieces[front]) if front else "nobody"
        lines.append(f"F{number} {ahead}{behind}")
    for name, pieces in rest_of(state, side):
        refs = " ".join(p.ref for p in pieces)
        first = pieces[0]
        state_word = " (not here yet)" if not first.exists else " (committed)" if first.committed else ""
        makes = f", makes {first.card.mana}" if first.card.mana else ""
        lines.append(f"{refs} {name}{makes}{state_word}")
    return lines


def status(state: State, side: str) -> str:
    """``Side A: life 47, ready mana GGB, hand 5, library 80``."""
    own = state.sides[side]
    ready, _ = _mana(state, side)
    pool = f", pool {own.pool}" if own.pool else ""
    return (
        f"Side {side}: life {own.life}, ready mana {ready or 'none'}{pool}, hand {len(own.hand)}, "
        f"library {len(own.library)}, pile {len(own.discard)}"
    )


def described(state: State, seat: str) -> str:
    """The table in words, for those who cannot see it."""
    said = []
    for side in (seat, other(seat)):
        said.append(status(state, side))
        said += side_lines(state, side)
    return "; ".join(said) + "."


@dataclass(frozen=True)
class TableField(Field):
    """The table: in mails a cell for each creature, in texts a line for each column."""

    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """Title of a row, and its cells: colour and words."""

    def html(self) -> str:
        """Rows of coloured cells."""
        found = []
        for title, cells in self.rows:
            boxes = "".join(
                f'<span style="display:inline-block;vertical-align:top;background:{fill};color:#1c1726;border:1px solid '
                f'#8a8494;border-radius:4px;padding:3px 6px;margin:0 4px 4px 0;font-size:13px;line-height:1.3">{esc(said)}'
                "</span>"
                for fill, said in cells
            )
            head = f'<p style="margin:8px 0 3px;font-size:14px">{esc(title)}</p>'
            found.append(head + boxes)
        return heading_html(self.title) + "".join(found)


def table_of(state: State, seat: str, title: str, style: Style | None = None) -> TableField:
    """The table as a block."""
    own = seat if seat in SIDES else SIDES[0]
    rows: list[tuple[str, tuple[tuple[str, str], ...]]] = []
    lines: list[str] = []
    for side in (other(own), own):
        cells: dict[str, list[tuple[str, str]]] = {"front": [], "rear": [], "other": []}
        for number, (front, rear) in enumerate(state.sides[side].columns, 1):
            for place, ref in (("front", front), ("rear", rear)):
                if ref:
                    piece = state.pieces[ref]
                    fill = DIM if piece.committed else FIELD[piece.card.letter]
                    cells[place].append((fill, f"{place[0].upper()}{number} {creature_text(state, piece)}"))
        for name, pieces in rest_of(state, side):
            fill = DIM if pieces[0].committed else FIELD[pieces[0].card.letter]
            mark = "" if pieces[0].exists else " (not here yet)"
            cells["other"].append((fill, f"{' '.join(p.ref for p in pieces)} {name}{mark}"))
        ranks = [("rear", "Rear rank"), ("front", "Front rank")]
        order = (
            [("other", status(state, side)), *ranks]
            if side != own
            else [*reversed(ranks), ("other", status(state, side))]
        )
        rows += [(said, tuple(cells[key])) for key, said in order if cells[key] or key == "other"]
        lines += [f"{status(state, side)}", *(f"  {line}" for line in side_lines(state, side)), ""]
    ratio = height_of(state, style or Style()) / 528.0
    from magika_gm.reports.kit.base import folded

    text = tuple(part for line in lines[:-1] for part in folded(line, rest="     "))
    return TableField(
        title=title,
        maker=partial(table_picture, state, seat),
        ratio=ratio,
        shrink=0.8,
        caption="",
        mail=lambda: FieldMail(described(state, own), None, text, ()),
        rows=tuple(rows),
        tallest=640.0,
        tallest_large=660.0,
    )

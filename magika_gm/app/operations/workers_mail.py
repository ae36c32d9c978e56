"""Mail in by several workers: one reads the mailbox, and all who are free judge what it read (docs/decisions/0010).

A mail is taken out of the mailbox only once it is judged and committed. So nothing that is handed out can be lost, and
whatever is judged twice is known the second time: what two have in hand comes to the same as what one has. Mails that
may be about the same thing stand in one chain, and go in the order they came in.
"""

from __future__ import annotations

import json
import logging
import time
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from magika_gm.app.office.office import Office
from magika_gm.app.post.contents import Mail
from magika_gm.app.post.intake import came_whole, keep_copies, opened, received, settled
from magika_gm.app.post.order_desk import Received, Worlds
from magika_gm.app.post.whose import keys_of
from magika_gm.app.record.outgoing import (
    all_portions,
    claim,
    forget_portions,
    hand_out,
    has_queue,
    not_done,
    others_at_work,
    portion_done,
)
from magika_gm.mail.readers import Incoming
from magika_gm.store.vocabulary import Outcome

LOG = logging.getLogger("magika_gm.worker")

MOST_READ, MOST_BYTES_READ = 120, 4_000_000
"""Mails, and their bytes, that are read before they are judged: they are in memory, and marked as read after that."""
EACH = 10
"""Mails of a portion: judging them takes several times as long as fetching its job."""
LOOK_AGAIN, LONGEST_LOOK = 0.05, 0.5
"""Seconds between looks whether the others are done: more and more, for each costs what a mail does."""


def taken_in_together(office: Office, incoming: Iterable[Incoming], now: datetime, patience: float) -> Counter[str]:
    """Take messages in, those of other chains by other workers; how many came to what, as far as it was done here.

    One at a time does this. What another worker has had in hand for ``patience`` seconds, with nothing else getting
    done meanwhile, is judged here as well.
    """
    _take_back(office)
    counts: Counter[str] = Counter()
    worlds: Worlds = {}
    left: set[str] = set()
    for items in _batches(_new(office, incoming, counts)):
        mails = [opened(office, item) for item in items]
        done = dict(_judged_together(office, mails, items, now, patience, worlds, left))
        worlds.clear()
        for place, item in enumerate(items):
            elsewhere = Received(source=item.source, outcome=Outcome.KNOWN, reason="judged by another worker")
            told = settled(office, item, done.get(place, elsewhere))
            if place in done:
                counts[told.outcome] += 1
            _warn(told)
    return counts


def _new(office: Office, incoming: Iterable[Incoming], counts: Counter[str]) -> Iterator[Incoming]:
    """What has to be opened; the others are marked as read."""
    for item in incoming:
        known = came_whole(office, item)
        if known is None:
            yield item
            continue
        told = settled(office, item, known)
        counts[told.outcome] += 1
        _warn(told)


def _warn(told: Received) -> None:
    if told.unmarked or told.outcome is Outcome.LEFT:
        LOG.warning("%s: %s", told.source, told.unmarked or told.reason)


def judge_portion(office: Office, portion: int, now: datetime) -> Counter[str] | None:
    """Judge what another worker read; None where that is in hand already, or was taken back."""
    with office.store.writing(game="") as connection:
        packed = claim(connection, portion)
    if packed is None:
        return None
    counts: Counter[str] = Counter()
    worlds: Worlds = {}
    left: set[str] = set()
    try:
        items = list(_unpacked(packed))
    except Unreadable:
        LOG.warning("portion %s is no portion of ours; left undone", portion)
        with office.store.writing(game="") as connection:
            portion_done(connection, portion)
        return None
    for item in items:
        counts[received(office, opened(office, item), now, worlds, left).outcome] += 1
    if counts[Outcome.LEFT]:
        return counts  # not done: who read them judges them once more, and leaves them in the mailbox
    with office.store.writing(game="") as connection:
        portion_done(connection, portion)
    return counts


def _take_back(office: Office) -> None:
    """Portions of a reader who was killed: his mails are in the mailbox still."""
    with office.store.writing(game="") as connection:
        left = all_portions(connection) if has_queue(connection) else []
        if left:
            forget_portions(connection, left)


def _batches(incoming: Iterable[Incoming]) -> Iterator[list[Incoming]]:
    items: list[Incoming] = []
    size = 0
    for item in incoming:
        items.append(item)
        size += len(item.raw or item.sheet or "")
        if len(items) >= MOST_READ or size >= MOST_BYTES_READ:
            yield items
            items, size = [], 0
    if items:
        yield items


def _judged_together(
    office: Office,
    mails: Sequence[Mail],
    items: Sequence[Incoming],
    now: datetime,
    patience: float,
    worlds: Worlds,
    left: set[str],
) -> Iterator[tuple[int, Received]]:
    """What came of each mail that is judged here, by its place; at the end all of them are judged."""
    with office.store.reading() as connection:
        alone = not others_at_work(connection)
        portions = [list(range(len(mails)))] if alone else portions_of([keys_of(connection, mail) for mail in mails])
    mine, *out = portions
    numbers: dict[int, list[int]] = {}
    if out:
        with office.store.writing(game="") as connection:
            for places in out:
                numbers[hand_out(connection, _packed([items[place] for place in places]))] = places

    def judge(places: list[int]) -> Iterator[tuple[int, Received]]:
        for place in places:
            yield place, received(office, mails[place], now, worlds, left)

    yield from judge(mine)
    elsewhere: list[int] = []
    for number in reversed(numbers):  # others begin with the first ones
        with office.store.writing(game="") as connection:
            ours = claim(connection, number) is not None
        if ours:
            yield from judge(numbers[number])
            with office.store.writing(game="") as connection:
                portion_done(connection, number)
        else:
            elsewhere += numbers[number]
    for number in _left_lying(office, list(numbers), patience):
        yield from judge(numbers[number])
    if numbers:
        with office.store.writing(game="") as connection:
            forget_portions(connection, list(numbers))
    if elsewhere:
        keep_copies(office, [mails[place] for place in elsewhere])


def _left_lying(office: Office, numbers: list[int], patience: float) -> list[int]:
    """Wait until the others are done with what they have in hand; what they are not done with at last."""
    left, since, pause = numbers, time.monotonic(), LOOK_AGAIN
    while left:
        with office.store.reading() as connection:
            still = not_done(connection, left)
        if len(still) < len(left):
            left, since, pause = still, time.monotonic(), LOOK_AGAIN
        elif time.monotonic() - since > patience:
            break
        else:
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_LOOK)
    return left


def portions_of(keys: Sequence[set[str]]) -> list[list[int]]:
    """The places of mails in portions of some :data:`EACH`, in each the earlier ones first; whatever has a key in
    common is in one portion."""
    chain_of: dict[str, int] = {}
    chains: dict[int, list[int]] = {}
    for place, mine in enumerate(keys):
        met = sorted({chain_of[key] for key in mine if key in chain_of})
        chain = met[0] if met else place
        joined = [one for other in met for one in chains.pop(other)]
        chains[chain] = [*joined, place]
        for other in met[1:]:
            chain_of.update({key: chain for key, was in chain_of.items() if was == other})
        chain_of.update(dict.fromkeys(mine, chain))
    portions: list[list[int]] = [[]]
    for chain in sorted(chains):
        if len(portions[-1]) >= EACH:
            portions.append([])
        portions[-1] += chains[chain]
    return [sorted(portion) for portion in portions]


class Unreadable(Exception):
    """A row is no portion that a worker of ours handed out."""


def _is_one(item: Incoming) -> bool:
    texts = all(isinstance(text, str) for text in (item.source, item.fault, item.sheet or ""))
    return texts and (bool(item.fault) or (item.raw is None) is not (item.sheet is None))


def _packed(items: Iterable[Incoming]) -> bytes:
    rows = [[b64encode(i.raw).decode() if i.raw is not None else None, i.sheet, i.source, i.fault] for i in items]
    return json.dumps(rows).encode()


def _unpacked(packed: bytes) -> Iterator[Incoming]:
    try:
        rows = json.loads(packed)
        items = [
            Incoming(b64decode(raw, validate=True) if raw is not None else None, sheet, source, fault=fault)
            for raw, sheet, source, fault in rows
        ]
    except (ValueError, TypeError, RecursionError):
        items = []
    if not items or not all(_is_one(item) for item in items):
        raise Unreadable
    yield from items

"""Work spread over processes: as many as there are cores, each with an office of its own, none of which stops another.

A process is forked off, so that it has what was loaded before; it opens its own database and is given one piece of work
after the other. One that is killed loses the piece it was at, and another takes its place.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from magika_gm.app.office.office import Office
from magika_gm.engine.records import record

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
R = TypeVar("R")
Room = Callable[[], AbstractContextManager[Callable[[T], R]]]
"""Opens what a process needs (an office), and gives what does one piece of work there."""


@record
class Done(Generic[T, R]):
    """A piece of work and what came of it; ``lost`` says why nothing did."""

    item: T
    result: R | None
    lost: str = ""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def may_fork() -> bool:
    """Whether processes can be forked off here: not on every system, nor beside other threads."""
    return hasattr(os, "fork") and threading.active_count() == 1


def forked(work: Callable[[], object], silent: type[BaseException] = KeyboardInterrupt) -> int:
    """A process forked off that does ``work`` and ends, with status 0 if it was done; its number.

    It has this one's memory; what must not be shared with it (the database) is closed before. What it raises is
    printed, but for what is ``silent``: of that, the one who gave the work tells.
    """
    process = os.fork()
    if process == 0:
        status = 1
        try:
            work()
            status = 0
        except silent:
            pass
        except BaseException:  # noqa: BLE001 - nobody above is to see it: that is the parent's own stack
            import traceback

            traceback.print_exc()
        finally:
            # nothing of the parent's is flushed, closed or rolled back here
            os._exit(status)
    return process


def shares(jobs: int, items: int) -> tuple[int, int]:
    """``jobs`` processes shared by so many pieces of work: how many to spread them over, and how many each may use."""
    at_once = max(1, min(jobs, items))
    return at_once, jobs // at_once


def in_offices(
    office: Office, items: Iterable[T], jobs: int, work: Callable[[Office, T], R], ahead: int = 0
) -> Iterator[Done[T, R]]:
    """:func:`spread` over processes that each have the office open for themselves; ours is closed while they begin.

    Where there is but one, it is this one, with the office as it is.
    """

    @contextmanager
    def room() -> Iterator[Callable[[T], R]]:
        own = Office(office.root, office.settings) if os.getpid() != ours else office
        try:
            yield lambda item: work(own, item)
        finally:
            if own is not office:
                own.close()

    ours = os.getpid()
    return spread(items, jobs, room, office.close, ahead)


def spread(
    items: Iterable[T], jobs: int, room: Room[T, R], quiet: Callable[[], None], ahead: int = 0
) -> Iterator[Done[T, R]]:
    """Do every piece of work on up to ``jobs`` processes; each is told of when it is done, in whatever order.

    With ``ahead`` they are told of in their own order, and no more than so many are done before they are asked for.
    ``quiet`` closes what must not be shared with a process forked off (the database); it is called before each fork,
    and never while the caller is at work with what it closes. What is given and comes back must be picklable. Raised in
    ``room`` or by the work itself, an exception ends the process it was raised in: work that may fail says so in its
    result.
    """
    if jobs < 2 or not may_fork():
        yield from _alone(items, room)
    elif ahead:
        yield from _in_order(_Crew(jobs, room, quiet), items, max(ahead, jobs))
    else:
        yield from _as_done(_Crew(jobs, room, quiet), items)


def _alone(items: Iterable[T], room: Room[T, R]) -> Iterator[Done[T, R]]:
    with room() as work:
        for item in items:
            yield Done(item, work(item))


def _as_done(crew: _Crew[T, R], items: Iterable[T]) -> Iterator[Done[T, R]]:
    try:
        left = enumerate(items)
        while True:
            while crew.free and (more := next(left, None)) is not None:
                crew.give(*more)
            if not crew.busy:
                return
            yield from (done for _, done in crew.wait())
    finally:
        crew.dismiss()


def _in_order(crew: _Crew[T, R], items: Iterable[T], ahead: int) -> Iterator[Done[T, R]]:
    try:
        left = enumerate(items)
        early: dict[int, Done[T, R]] = {}
        wanted, given = 0, 0
        while True:
            while crew.free and given - wanted < ahead and (more := next(left, None)) is not None:
                crew.give(*more)
                given += 1
            if wanted in early:
                yield early.pop(wanted)
                wanted += 1
            elif crew.busy:
                early.update(crew.wait())
            else:
                return
    finally:
        crew.dismiss()


@dataclass(slots=True)
class _Hand(Generic[T]):
    """A process, our end of the line to it, and what it is at."""

    process: int
    line: Connection
    number: int = -1
    item: T | None = None


@dataclass(slots=True)
class _Crew(Generic[T, R]):
    jobs: int
    room: Room[T, R]
    quiet: Callable[[], None]
    hands: list[_Hand[T]] = field(default_factory=list)
    idle: deque[_Hand[T]] = field(default_factory=deque)

    @property
    def free(self) -> bool:
        """Whether somebody has nothing to do."""
        return bool(self.idle) or len(self.hands) < self.jobs

    @property
    def busy(self) -> bool:
        """Whether anybody is at work."""
        return len(self.hands) > len(self.idle)

    def give(self, number: int, item: T) -> None:
        """Give a piece of work to somebody who has nothing to do."""
        while True:
            hand = self.idle.popleft() if self.idle else self._hire()
            try:
                hand.line.send_bytes(pickle.dumps(item))
            except OSError:  # killed while it waited: nothing was lost with it
                self._bury(hand)
                continue
            hand.number, hand.item = number, item
            return

    def wait(self) -> list[tuple[int, Done[T, R]]]:
        """What was done since, one piece at least."""
        from multiprocessing.connection import wait

        found: list[tuple[int, Done[T, R]]] = []
        at_work = {hand.line: hand for hand in self.hands if hand not in self.idle}
        for line in wait(list(at_work)):
            hand = at_work[line]  # type: ignore[index]
            item: Any = hand.item
            try:
                result: R = pickle.loads(hand.line.recv_bytes())  # noqa: S301 - what a process of ours sent
            except (EOFError, OSError):
                found.append(
                    (hand.number, Done(item, None, f"the process at work on it was lost ({self._bury(hand)})"))
                )
            else:
                found.append((hand.number, Done(item, result)))
                self.idle.append(hand)
            hand.item = None
        return found

    def _hire(self) -> _Hand[T]:
        from multiprocessing.connection import Pipe

        self.quiet()
        ours, theirs = Pipe()

        def serve() -> None:
            ours.close()
            for other in self.hands:  # or they would not see us go
                other.line.close()
            _serve(theirs, self.room)

        process = forked(serve)
        theirs.close()
        hand: _Hand[T] = _Hand(process, ours)
        self.hands.append(hand)
        return hand

    def _bury(self, hand: _Hand[T]) -> str:
        """A process that is gone is gone from the books; how it went."""
        self.hands.remove(hand)
        hand.line.close()
        code = os.waitstatus_to_exitcode(os.waitpid(hand.process, 0)[1])
        return f"killed by signal {-code}" if code < 0 else f"status {code}"

    def dismiss(self) -> None:
        """No more work: everybody ends what he is at, and goes."""
        for hand in self.hands:
            hand.line.close()
        for hand in self.hands:
            with suppress(ChildProcessError):
                os.waitpid(hand.process, 0)
        self.hands.clear()
        self.idle.clear()


def _serve(line: Connection, room: Room[Any, Any]) -> None:
    with room() as work:
        while True:
            try:
                item = pickle.loads(line.recv_bytes())  # noqa: S301 - what the process we come from sent
            except (EOFError, OSError):  # there is no more, or it was killed
                return
            result = pickle.dumps(work(item))
            try:
                line.send_bytes(result)
            except OSError:  # nobody wants to know any more; what was done is done
                return

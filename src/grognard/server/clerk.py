"""A process for what may take long: starting and reading matches of strangers, playing a long log, previews, reports.

Frames of MessagePack come in on standard input and answers go out, each with its length before it. Every job has a
deadline in processor time, and the process a limit of memory. It ends when the server goes away.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import msgspec

from grognard import report as writing
from grognard.errors import Invalid
from grognard.match import Match
from grognard.ruling import Illegal
from grognard.server.course import Course
from grognard.server.keeping import keep, unpack
from grognard.server.messages import NewMatch
from grognard.server.olderrules import as_far_as_it_goes
from grognard.server.openings import read_match, start_match
from grognard.server.orphan import end_with_server
from grognard.server.records import Damaged, Record, header_text, start

MEMORY_MAX = 2 << 30
AGAIN = 0.25  # seconds until Late is raised again: where it comes into a finaliser Python drops it
KEPT = 8  # matches at their start, for previews
PATIENCE = 2  # how far clerks stand back, by `nice`


class Begin(msgspec.Struct, frozen=True, tag=True):
    """Start a match as somebody wishes it."""

    wanted: NewMatch


class Read(msgspec.Struct, frozen=True, tag=True):
    """Read a save file."""

    content: bytes


class Replay(msgspec.Struct, frozen=True, tag=True):
    """Play a stored log again."""

    header: str
    records: list[Record]
    snapshots: dict[int, str]
    older: bool = False  # made under other rules: as far as it comes out as it was


class Foresee(msgspec.Struct, frozen=True, tag=True):
    """Preview an action in a position."""

    header: str
    position: bytes
    side: str
    words: str


class Tell(msgspec.Struct, frozen=True, tag=True):
    """Write the report of a match, as a side may know it."""

    header: str
    match: bytes
    side: str | None


Duty = Begin | Read | Replay | Foresee | Tell


class Task(msgspec.Struct, frozen=True):
    """A job and the processor time it may take."""

    duty: Duty
    seconds: float


class Done(msgspec.Struct, frozen=True):
    """The answer: a course, or a preview as JSON; or why there is none."""

    header: str = ""
    content: bytes = b""
    error: str = ""  # '' or invalid, illegal, damaged, late, large, fault
    says: str = ""
    rule: str = ""
    unfinished: bool = False


class Late(BaseException):
    """The processor time is used up: no rule may catch it."""


_begun: OrderedDict[str, Match] = OrderedDict()


def _start(header: str) -> Match:
    match = _begun.pop(header, None) or start(header)
    _begun[header] = match
    if len(_begun) > KEPT:
        _begun.popitem(last=False)
    return match


def _do(duty: Duty) -> Done:
    if isinstance(duty, Foresee):
        match: Match = unpack(duty.position, _start(duty.header))
        return Done(content=msgspec.json.encode(match.preview(duty.words, duty.side)))
    if isinstance(duty, Tell):
        told = writing.tell(unpack(duty.match, _start(duty.header)), duty.side)
        return Done(content=writing.match_page(told).encode())
    if isinstance(duty, Replay):
        play = as_far_as_it_goes if duty.older else Course.replayed
        course = play(duty.header, duty.records, duty.snapshots)
        return Done(header=duty.header, content=keep(course))
    match = start_match(duty.wanted) if isinstance(duty, Begin) else read_match(duty.content)
    return Done(header=header_text(match), content=keep(Course.of(match)))


@contextlib.contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise Late in the midst of whatever is done once it has taken so much processor time."""
    if not hasattr(signal, "setitimer"):  # then the server's own patience is the limit
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def do(task: Task) -> Done:
    """Do a job, or say why not."""
    try:
        with deadline(task.seconds):
            return _do(task.duty)
    except Late:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)  # it may have come again while it was heard
        return Done(error="late", says=f"it takes longer than {task.seconds:g} seconds to work out")
    except MemoryError:
        return Done(error="large", says="it needs too much memory")
    except Illegal as error:
        ruling = error.ruling
        return Done(error="illegal", says=ruling.reason, rule=ruling.rule, unfinished=ruling.unfinished)
    except Damaged as error:
        return Done(error="damaged", says=str(error))
    except Invalid as error:
        return Done(error="invalid", says=str(error))
    except RecursionError:
        return Done(error="invalid", says="it lies too deep within itself")
    except Exception as error:
        return Done(error="fault", says=f"{type(error).__name__}: {error}"[:300])


def _late(number: int, frame: Any) -> None:
    raise Late


def main() -> None:
    """Answer until there are no more jobs."""
    if hasattr(os, "nice"):
        os.nice(PATIENCE)
    if hasattr(signal, "SIGPROF"):
        signal.signal(signal.SIGPROF, _late)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
    end_with_server()
    signal.signal(signal.SIGTERM, lambda number, frame: os._exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's; it ends us
    read, out = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while len(length := read.read(4)) == 4:
        task = msgspec.msgpack.decode(read.read(int.from_bytes(length, "big")), type=Task)
        answer = msgspec.msgpack.encode(do(task))
        out.write(len(answer).to_bytes(4, "big") + answer)
        out.flush()


if __name__ == "__main__":
    main()

"""A process in which bots think: jobs come in on standard input, a line of JSON each, and answers go out the same way.

It keeps the matches it was asked about, and replays only what is new; and it keeps the bots that play them, because a
bot may carry out over many actions what it planned at the first. It ends when the server goes away.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import OrderedDict
from importlib import import_module

import msgspec

from grognard.bots import Bot, advise, dismiss
from grognard.bots.external import PREFIX, SECONDS, ExternalBot, Forfeit
from grognard.match import Match
from grognard.server.orphan import end_with_server
from grognard.server.records import start

MATCHES_MAX = 32
BOTS_MAX = 16  # that are kept for the next time
WHY_MAX = 300  # characters of a reason
PATIENCE = 5  # how far bots stand back, by `nice`, while the server has something to do


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A question for a bot: the match so far, and the side to decide for."""

    match: str
    header: str
    actions: list[tuple[str, str, int]]  # side, action, time
    side: str
    bot: str  # module:class, or exec:COMMAND
    seed: str
    seconds: float = SECONDS  # what it may think
    anew: bool = False  # whatever the bot planned here before is of no use now

    @property
    def mind(self) -> tuple[str, str, str]:
        """The bot that plays this side of the match, and remembers what it planned there."""
        return self.match, self.side, self.bot


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's answer: its action and, if it gives one, the reason; or the error that kept it from answering."""

    action: str = ""
    why: str = ""
    error: str = ""


_matches: OrderedDict[str, Match] = OrderedDict()
_bots: OrderedDict[tuple[str, str, str], Bot] = OrderedDict()


def _match(job: Job) -> Match:
    match = _matches.pop(job.match, None) or start(job.header)
    known = [(entry.side, entry.action, entry.time) for entry in match.actions]
    same = 0
    while same < min(len(known), len(job.actions)) and known[same] == job.actions[same]:
        same += 1
    if same < len(known):
        match = match.replay(same)
    for side, action, at in job.actions[same:]:
        match.play(action, side, at=at)
    _matches[job.match] = match
    if len(_matches) > MATCHES_MAX:
        _matches.popitem(last=False)
    return match


def _make(job: Job) -> Bot:
    if job.bot.startswith(PREFIX):
        return ExternalBot(job.bot.removeprefix(PREFIX), job.seed, job.seconds)
    module, _, kind = job.bot.partition(":")
    made: Bot = getattr(import_module(module), kind)(job.seed, job.seconds)
    return made


def _bot(job: Job) -> Bot:
    """The bot that is asked: the one that plays this side of the match already, or a new one."""
    if job.anew:
        _forget(job)
    bot = _bots[job.mind] = _bots.pop(job.mind) if job.mind in _bots else _make(job)
    if len(_bots) > BOTS_MAX:
        dismiss(_bots.popitem(last=False)[1])
    return bot


def _forget(job: Job) -> None:
    if (bot := _bots.pop(job.mind, None)) is not None:
        dismiss(bot)


def think(job: Job) -> Thought:
    """Let the bot decide; the bot gets a fork, so that it cannot spoil the match for the next time."""
    try:
        action, why = advise(_bot(job), _match(job).copy(), job.side)
        return Thought(action=action, why=why[:WHY_MAX])
    except Forfeit as error:
        _forget(job)
        return Thought(error=str(error)[:300])
    except Exception as error:  # whatever a bot does wrong is told to the people at the table
        _forget(job)
        _matches.pop(job.match, None)
        return Thought(error=f"{type(error).__name__}: {error}"[:300])


def main() -> None:
    """Answer jobs until there are no more."""
    if hasattr(os, "nice"):
        os.nice(PATIENCE)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a bot that prints must not disturb the answers
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    end_with_server()
    try:
        for line in sys.stdin.buffer:
            out.write(msgspec.json.encode(think(msgspec.json.decode(line, type=Job))) + b"\n")
            out.flush()
    finally:
        for bot in _bots.values():
            dismiss(bot)


if __name__ == "__main__":
    main()

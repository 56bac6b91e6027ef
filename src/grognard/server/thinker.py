"""A process in which bots think: jobs come in on standard input, a line of JSON each, and answers go out the same way.

It keeps the matches it was asked about, and replays only what is new. It ends when the server goes away.
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
from grognard.server.records import start

MATCHES_MAX = 32
PROGRAMS_MAX = 8  # that are kept for the next time


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot is to decide: the match so far, and for which side."""

    match: str
    header: str
    actions: list[tuple[str, str, int]]  # side, action, time
    side: str
    bot: str  # module:class, or exec:COMMAND
    seed: str
    hint: bool = False  # say why, too
    seconds: float = SECONDS  # what a program may think


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """What the bot decided, or why it did not."""

    action: str = ""
    why: str = ""
    error: str = ""


_matches: OrderedDict[str, Match] = OrderedDict()
_programs: OrderedDict[tuple[str, str, str], ExternalBot] = OrderedDict()


def _match(job: Job) -> Match:
    match = _matches.pop(job.match, None) or start(job.header)
    known = [(entry.side, entry.action, entry.time) for entry in match.actions]
    same = 0
    while same < min(len(known), len(job.actions)) and known[same] == job.actions[same]:
        same += 1
    if same < len(known):
        match = match.replay(same)
    for side, action, time in job.actions[same:]:
        match.play(action, side, at=time)
    _matches[job.match] = match
    if len(_matches) > MATCHES_MAX:
        _matches.popitem(last=False)
    return match


def _bot(job: Job) -> Bot:
    """The bot that is asked: a new one, or the program that plays this side of the match already."""
    if not job.bot.startswith(PREFIX):
        module, _, kind = job.bot.partition(":")
        made: Bot = getattr(import_module(module), kind)(job.seed)
        return made
    key = (job.match, job.side, job.bot)
    bot = _programs.pop(key, None) or ExternalBot(job.bot.removeprefix(PREFIX), job.seed, job.seconds)
    _programs[key] = bot
    if len(_programs) > PROGRAMS_MAX:
        dismiss(_programs.popitem(last=False)[1])
    return bot


def think(job: Job) -> Thought:
    """Let the bot decide; the bot gets a fork, so that it cannot spoil the match for the next time."""
    try:
        bot, match = _bot(job), _match(job).copy()
        if job.hint:
            action, why = advise(bot, match, job.side)
            return Thought(action=action, why=why)
        return Thought(action=bot.act(match, job.side))
    except Forfeit as error:
        return Thought(error=str(error)[:300])
    except Exception as error:  # whatever a bot does wrong is told to the people at the table
        _matches.pop(job.match, None)
        return Thought(error=f"{type(error).__name__}: {error}"[:300])


def main() -> None:
    """Answer jobs until there are no more."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a bot that prints must not disturb the answers
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    try:
        for line in sys.stdin.buffer:
            out.write(msgspec.json.encode(think(msgspec.json.decode(line, type=Job))) + b"\n")
            out.flush()
    finally:
        for bot in _programs.values():
            dismiss(bot)


if __name__ == "__main__":
    main()

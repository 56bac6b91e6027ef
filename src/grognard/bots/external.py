"""Bots that are programs of their own, spoken to in lines of JSON on their standard input and output.

The protocol is in docs/bots.md. A program that crashes, talks nonsense, wants what is not legal or takes too long loses
its game; nothing it does can hold us up.
"""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from grognard.bots.outlook import Outlook
from grognard.bots.pipe import Pipe, ProgramEnded
from grognard.errors import Invalid
from grognard.match import Match

PREFIX = "exec:"
PROTOCOL = 1
SECONDS = 10.0  # for one action
START_SECONDS = 20.0  # from `hello` to `ready`
GRACE = 2.0  # from `stop` to `bestmove`
ACTIONS_MAX = 5_000  # in one flat list
SHOWN = 80  # characters of what a program said, in a complaint


class Forfeit(Exception):  # noqa: N818 - the program lost, ours is well
    """A program that is no longer fit to play."""

    def __init__(self, side: str, why: str) -> None:
        super().__init__(f"{side}: {why}")
        self.side = side


class ExternalBot:
    """A program that answers for one side of one match; it is started when it is first asked."""

    def __init__(self, command: str, seed: int | str, seconds: float = SECONDS) -> None:
        self.command, self._seconds = command, seconds
        self._words = _words(command)
        self._seed = int.from_bytes(blake2b(f"bot {seed}".encode(), digest_size=6).digest())  # tells nothing of dice
        self._pipe: Pipe | None = None

    def act(self, match: Match, side: str) -> str:
        """What the program answers to `go`; Forfeit if it answers nothing that can be played."""
        outlook = Outlook(match, side)
        try:
            if self._pipe is None:
                self._pipe = self._start(match, side)
            action = self._go(self._pipe, outlook)
        except ProgramEnded as error:
            self.close()
            raise Forfeit(side, f"{self.command} {error}") from None
        ruling = outlook.why(action)
        if not ruling:
            self.close()
            raise Forfeit(side, f"{self.command} wants '{action[:SHOWN]}', which is {ruling.verdict}: {ruling.reason}")
        return action

    def close(self) -> None:
        """Tell the program to quit, and end it if it does not."""
        if self._pipe is not None:
            self._pipe.close({"type": "quit"})
            self._pipe = None

    # --- the conversation ------------------------------------------------------------------------------------------

    def _start(self, match: Match, side: str) -> Pipe:
        pipe = Pipe(self._words)
        head, info = match.header, match.game.info
        hello = {
            "type": "hello", "protocol": PROTOCOL, "game": info.id, "scenario": head.scenario,
            "options": dict(head.options), "sides": info.sides, "side": side, "seed": self._seed,
        }  # fmt: skip
        try:
            pipe.send(hello)
            until = time.monotonic() + START_SECONDS
            while (said := pipe.hear(until, "is not ready"))["type"] != "ready":
                if said["type"] != "info":
                    raise ProgramEnded(f"said '{said['type']}' before it was ready")
        except ProgramEnded:
            pipe.close()
            raise
        return pipe

    def _go(self, pipe: Pipe, outlook: Outlook) -> str:
        decision = outlook.decision
        assert decision is not None
        asked = {"kind": decision.kind, "prompt": decision.prompt, "rule": decision.rule}
        pipe.send({"type": "position", "number": outlook.number, "decision": asked, "view": outlook.view()})
        pipe.send({"type": "go", "seconds": self._seconds})
        stop = time.monotonic() + self._seconds
        late = stop + GRACE
        told = False
        while True:
            said = pipe.hear_until(late if told else stop)
            if said is None and told:
                raise ProgramEnded(pipe.how_it_ended() or f"thought longer than {self._seconds:g} seconds")
            if said is None:
                pipe.send({"type": "stop"})
                told = True
            elif said["type"] == "bestmove":
                if not isinstance(action := said.get("action"), str):
                    raise ProgramEnded("said bestmove without an action")
                return " ".join(action.split())
            elif said["type"] != "info":
                pipe.send(answer(outlook, said, late))


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Invalid(f"{PREFIX}{command}: {error}") from None
    if not words:
        raise Invalid(f"{PREFIX} needs a program: {PREFIX}./mybot.py")
    if shutil.which(words[0]) is None:
        there = Path(words[0]).is_file()
        hint = (
            f"is not executable: chmod +x it, or say {PREFIX}python3 {words[0]}"
            if there
            else "there is no such program"
        )
        raise Invalid(f"{PREFIX}{command}: {hint}")
    return words


# --- what a program may ask ------------------------------------------------------------------------------------------


def answer(outlook: Outlook, asked: Mapping[str, Any], until: float) -> dict[str, Any]:
    """The answer to a program's question: what its side may know, or an error it may go on from."""
    kind = asked["type"]
    try:
        words = _text(asked, "words")
        if kind == "choices":
            found = outlook.choices(words)
            groups = [[group, list(items)] for group, items in found.groups]
            return {"type": kind, "words": words, "groups": groups, "complete": found.complete}
        if kind == "actions":
            actions, more = whole_actions(outlook, words, _limit(asked), until)
            return {"type": kind, "words": words, "actions": actions, "more": more}
        if kind == "why":
            ruling = outlook.why(words)
            return {"type": kind, "words": words, **msgspec.to_builtins(ruling)}
        if kind == "preview":
            return {"type": kind, "words": words, "preview": msgspec.to_builtins(outlook.preview(words))}
        if kind == "query":
            of = asked.get("of", {})
            if not (isinstance(of, dict) and all(isinstance(value, str) for value in of.values())):
                raise Invalid("'of' is a table of texts")
            what = _text(asked, "what")
            return {"type": kind, "what": what, "answer": outlook.query(what, **{str(key): of[key] for key in of})}
        if kind == "log":
            return {"type": kind, "lines": outlook.log()}
        if kind == "board":
            return {"type": kind, **_board(outlook)}
    except (Invalid, TypeError, KeyError) as error:
        return {"type": "error", "asked": kind, "error": str(error)}
    return {"type": "error", "asked": str(kind)[:SHOWN], "error": "not a word of this protocol"}


def whole_actions(outlook: Outlook, start: str, limit: int, until: float) -> tuple[list[str], bool]:
    """Whole legal actions that begin with these words, depth first, and whether there are more than were listed."""
    found: list[str] = []
    for action in _walk(outlook, tuple(start.split())):
        if len(found) == limit or time.monotonic() > until:
            return found, True
        found.append(action)
    return found, False


def _walk(outlook: Outlook, words: tuple[str, ...]) -> Iterator[str]:
    choices = outlook.choices(" ".join(words))
    if choices.complete:
        yield " ".join(words)
    for word in choices:
        yield from _walk(outlook, (*words, word))


def _board(outlook: Outlook) -> dict[str, Any]:
    board, grid = outlook.board, outlook.board.grid
    steps = {h: [grid.step(h, d) for d in range(6)] for h in grid.hexes}
    return {
        "title": board.title,
        "directions": list(grid.directions),
        "hexes": {
            grid.names[h]: {
                "terrain": board.terrain[h],
                "place": board.place_at[h].name if h in board.place_at else "",
                "neighbours": ["" if n is None else grid.names[n] for n in near],
            }
            for h, near in steps.items()
        },
    }


def _text(asked: Mapping[str, Any], key: str) -> str:
    value = asked.get(key, "")
    if not isinstance(value, str):
        raise Invalid(f"'{key}' is a text")
    return value


def _limit(asked: Mapping[str, Any]) -> int:
    limit = asked.get("limit", ACTIONS_MAX)
    if not isinstance(limit, int) or limit < 1:
        raise Invalid("'limit' is a whole number above 0")
    return min(limit, ACTIONS_MAX)

"""Save files: JSON Lines. A header, one action a line, and a last line that seals what the actions led to.

Every line carries a check of itself and all lines before it, so that an edited or cut file is noticed at once. Files
are replaced whole (written beside, flushed to the disk, renamed), so a crash leaves the old file or the new one.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from grognard.datafile import modest
from grognard.errors import Invalid
from grognard.games import find
from grognard.match import Header, Match
from grognard.ruling import Illegal

FORMAT = "grognard-match"
FORMAT_VERSION = 1


class Head(msgspec.Struct, kw_only=True):
    """The first line of a save file."""

    format: str
    format_version: int
    game: str
    scenario: str
    options: dict[str, bool]
    seed: int | str
    dice: tuple[int, ...] | str | None
    position: dict[str, Any] | None
    version: str
    players: dict[str, str]
    forced: bool = True  # older files do not say


def _check(before: str, line: dict[str, Any]) -> str:
    text = msgspec.json.encode(line, order="deterministic")
    return blake2b(before.encode() + text, digest_size=6).hexdigest()


def _sealed(lines: list[dict[str, Any]]) -> bytes:
    check, out = "", []
    for line in lines:
        check = _check(check, line)
        out.append(msgspec.json.encode({**line, "check": check}))
    return b"\n".join(out) + b"\n"


def encode(match: Match) -> bytes:
    """The match as the text of a save file."""
    if match.sampled:
        raise Invalid("a match drawn by determinize cannot be saved: its hidden facts are not those of a real match")
    lines = [header_table(match)]
    lines += [{"side": entry.side, "action": entry.action, "time": entry.time} for entry in match.actions]
    lines.append({"actions": len(match.actions), "position": match.fingerprint()})
    return _sealed(lines)


def header_table(match: Match) -> dict[str, Any]:
    """What a match starts from, as the first line of its file says it."""
    head = match.header
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": head.game,
        "scenario": head.scenario,
        "options": dict(head.options),
        "seed": head.seed,
        "dice": head.dice,
        "position": head.position,
        "version": match.game.version,
        "players": dict(head.players or {}),
        "forced": head.forced,
    }


def begin(head: Head) -> Match:
    """The match at its start."""
    game = find(head.game)
    start = Header(
        game=game.info.id,
        scenario=game.info.scenario_id(head.scenario),
        seed=head.seed,
        options=head.options,
        dice=head.dice,
        position=head.position,
        version=head.version,
        players=head.players or None,
        forced=head.forced,
    )
    return Match(game, start)


def write(match: Match, path: str | os.PathLike[str]) -> None:
    """Write the match to `path`, whole or not at all."""
    replace_file(Path(path), encode(match))


def replace_file(target: Path, content: bytes) -> None:
    """Put `content` at `target` in one step: the old file stays until the new one is safe on the disk."""
    try:
        handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise Invalid(f"{target}: cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, _mode(target))
        os.replace(beside, target)
    except OSError as error:
        raise Invalid(f"{target}: cannot be written: {error.strerror}") from error
    finally:
        Path(beside).unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # some systems cannot flush a folder; the file is in place
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those any new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read(path: str | os.PathLike[str], *, recover: bool = False, verify: bool = True) -> Match:
    """The match in a save file; Invalid, in one line, if the file is cut, edited, foreign or of another version.

    `recover` reads a damaged file up to its last whole line instead of refusing it.
    """
    source = Path(path)
    try:
        content = source.read_bytes()
    except OSError as error:
        raise Invalid(f"{source}: cannot be read: {error.strerror}") from error
    try:
        return decode(content, recover=recover, verify=verify)
    except Invalid as error:
        raise Invalid(f"{source}: {error}") from error


def decode(content: bytes, *, recover: bool = False, verify: bool = True) -> Match:
    """The match in the text of a save file."""
    lines, damage = _lines(content)
    if damage and (not recover or not lines):
        raise Invalid(damage + (f"; the {len(lines) - 1} actions before it can be recovered" if len(lines) > 1 else ""))
    match = _start(lines[0])
    body = lines[1:]
    last = body.pop() if body and "actions" in body[-1] else None
    if last is None and not recover:
        raise Invalid(f"the file is cut short: its last line is missing; {len(body)} actions can be recovered")
    for number, line in enumerate(body, 2):
        try:
            match.play(_text(line, "action"), _text(line, "side"), at=_number(line, "time"))
        except Invalid as error:
            if recover:
                return match
            said = isinstance(error, Illegal) and f"'{line['action']}' is {error.ruling.verdict} there ({error})"
            what = said or str(error)
            raise Invalid(f"line {number}: {what}") from error
    if last is not None and verify and not recover:
        if last["actions"] != len(body):
            raise Invalid(f"the last line speaks of {last['actions']} actions, but there are {len(body)}")
        if last.get("position") != match.fingerprint():
            raise Invalid(f"replayed, the {len(body)} actions lead to another position than the one saved")
    return match


def _lines(content: bytes) -> tuple[list[dict[str, Any]], str]:
    """The whole, unedited lines from the start, and what is wrong with the next one."""
    lines: list[dict[str, Any]] = []
    check = ""
    texts = content.split(b"\n")
    for number, text in enumerate(texts, 1):
        last = number == len(texts)
        if last and not text:
            break
        try:
            line = msgspec.json.decode(text)
            stated = line.pop("check")
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, AttributeError, KeyError, TypeError):
            if number == 1:
                return [], "this is not a Grognard match"
            return lines, f"line {number} is {'cut short' if last else 'not readable'}"
        if number == 1 and line.get("format") != FORMAT:
            return [], "this is not a Grognard match"
        check = _check(check, line)
        if stated != check:
            return lines, f"line {number} has been edited: its check does not agree"
        lines.append(line)
    if not lines:
        return [], "the file is empty"
    return lines, ""


def _start(header: dict[str, Any]) -> Match:
    if header.get("format_version") != FORMAT_VERSION:
        raise Invalid(f"save format {header.get('format_version')}; this program reads format {FORMAT_VERSION}")
    modest(header, "line 1")
    try:
        head = msgspec.convert(header, Head)
    except msgspec.ValidationError as error:
        raise Invalid(f"line 1: {error}") from error
    game = find(head.game)
    if head.version != game.version:
        raise Invalid(
            f"saved with {head.game} rules and data {head.version}, this program has {game.version}: "
            "replay it with the program that made it"
        )
    return begin(head)


def _text(line: dict[str, Any], key: str) -> str:
    value = line.get(key)
    if not isinstance(value, str):
        raise Invalid(f"no {key}")
    return value


def _number(line: dict[str, Any], key: str) -> int:
    value = line.get(key)
    if not isinstance(value, int):
        raise Invalid(f"no {key}")
    return value

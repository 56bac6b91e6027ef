"""Bots that are programs: the example plays whole games; whatever else a program does, it only loses."""

from __future__ import annotations

import os
import re
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.bots import dismiss, external, make, pipe
from grognard.bots.external import ExternalBot, Forfeit, answer
from grognard.bots.outlook import Outlook
from grognard.simulate import Series, play_game

ROOT = Path(__file__).parents[2]
EXAMPLE = f"exec:{sys.executable} {ROOT / 'examples' / 'bot_example.py'}"
POSITION = (ROOT / "examples" / "smolensk.toml").read_text("utf-8")
FOREVER = time.monotonic() + 1e6

HEAD = """
import json, sys, time, os
def say(**told): print(json.dumps(told), flush=True)
def hear(kind):
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == kind: return told
    raise SystemExit
"""
READY = HEAD + "hello = hear('hello'); say(type='ready', name='test')\n"
GO = READY + "position = hear('position'); hear('go')\n"


def program(folder: Path, text: str) -> str:
    path = folder / "bot.py"
    path.write_text(textwrap.dedent(text))
    return f"{sys.executable} {path}"


def match() -> grognard.Match:
    return grognard.setup(ROOT / "examples" / "smolensk.toml", seed=1)


def ask(command: str, seconds: float = 5.0) -> str:
    """What a program plays at the start of the position."""
    bot = ExternalBot(command, 1, seconds)
    try:
        return bot.act(match(), "german")
    finally:
        bot.close()


def test_the_example_plays_whole_games() -> None:
    series = Series("guderian", ("random", EXAMPLE), 2, 1, position=POSITION, paired=True)
    first, second = play_game(series, 1), play_game(series, 2)
    assert (first.forfeit, first.failed, second.forfeit, second.failed) == ("", "", "", "")
    assert first.bots == {"german": "random", "soviet": EXAMPLE}
    assert second.bots == {"german": EXAMPLE, "soviet": "random"}
    assert play_game(series, 1) == first


def test_the_example_is_the_one_of_the_page() -> None:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    code = next(block for block in re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    assert code in (ROOT / "examples" / "bot_example.py").read_text("utf-8")


def test_a_program_hears_what_its_side_may_know_and_asks_for_more(tmp_path: Path) -> None:
    text = (
        GO
        + """
    def ask(**asked):
        say(**asked)
        return hear_any()
    def hear_any():
        return json.loads(sys.stdin.readline())
    say(type="info", text="thinking")
    assert hello["side"] == "german" and hello["protocol"] == 1 and "actions" in position["view"], position
    tree = ask(type="choices", words="")
    flat = ask(type="actions", words="", limit=50)
    assert len(flat["actions"]) == 50 and flat["more"], flat
    assert ask(type="why", words="fly away")["ok"] is False
    assert ask(type="choices", words="fly")["type"] == "error"
    assert ask(type="sing")["error"] == "not a word of this protocol"
    assert ask(type="board")["hexes"]["0504"]["place"] == "Smolensk"
    assert ask(type="query", what="zoc", of={"of": "soviet"})["type"] in ("query", "error")
    assert ask(type="log")["lines"] is not None
    say(type="bestmove", action=flat["actions"][0])
    """.replace("\n    ", "\n")
    )
    action = ask(program(tmp_path, text))
    assert match().why(action, "german")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise SystemExit(3)", "ended with code 3"),
        (READY + "raise ValueError('no ideas')", "ended with code 1: ValueError: no ideas"),
        (READY + "os.kill(os.getpid(), 9)", "ended by signal SIGKILL"),
        (HEAD + "print('hallo', flush=True); time.sleep(60)", "talks nonsense: hallo"),
        (HEAD + "print('[1]', flush=True); time.sleep(60)", "talks nonsense: [1]"),
        (HEAD + "say(type='bestmove', action='end'); time.sleep(60)", "said 'bestmove' before it was ready"),
        (GO + "say(type='bestmove'); time.sleep(60)", "said bestmove without an action"),
        (GO + "say(type='bestmove', action='move nobody nowhere'); time.sleep(60)", "which is not legal"),
        (GO + "sys.stdout.buffer.write(bytes(range(256)) * 9000); sys.stdout.flush()", "talks nonsense"),
        (GO + "time.sleep(60)", "thought longer than 0.3 seconds"),
        (READY + "time.sleep(60)", "thought longer than 0.3 seconds"),
        (GO + "while True: say(type='info', text='still thinking')", "thought longer than 0.3 seconds"),
        (GO + "while True: say(type='board')", "does not read what it is told|thought longer than 0.3 seconds"),
        (
            READY + "import subprocess; subprocess.Popen(['sleep', '60']); raise SystemExit(4)",
            "ended with code 4|closed",
        ),
    ],
)
def test_a_program_that_is_not_fit_to_play_loses_and_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, why: str
) -> None:
    monkeypatch.setattr(external, "GRACE", 0.2)
    monkeypatch.setattr(pipe, "QUIT_SECONDS", 0.2)
    began = time.monotonic()
    with pytest.raises(Forfeit, match=f"^german: .*({why.replace('[', '.').replace(']', '.')})") as lost:
        ask(program(tmp_path, text), 0.3)
    assert "\n" not in str(lost.value)
    assert time.monotonic() - began < 8


@pytest.mark.parametrize("end", ["raise SystemExit(4)", "hear('quit')", "time.sleep(60)"])
def test_a_program_is_ended_while_its_number_is_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """The number of a process that was waited for is free, and may be the number of another group already."""
    monkeypatch.setattr(pipe, "QUIT_SECONDS", 0.5)
    ended: list[int] = []
    kill = os.killpg

    def kill_if_ours(group: int, signal: int) -> None:
        os.waitid(os.P_PID, group, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # fails if it was waited for
        ended.append(group)
        kill(group, signal)

    monkeypatch.setattr(os, "killpg", kill_if_ours)
    with pytest.raises(Forfeit):
        ask(program(tmp_path, READY + end), 0.2)
    assert len(ended) == 1


def test_a_program_that_is_never_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "START_SECONDS", 0.3)
    with pytest.raises(Forfeit, match="is not ready in time"):
        ask(program(tmp_path, HEAD + "time.sleep(60)"))


def test_stop_is_heard_before_time_is_up(tmp_path: Path) -> None:
    text = GO + "hear('stop'); say(type='actions', words='', limit=1); say(type='bestmove', "
    assert ask(program(tmp_path, text + "action=hear('actions')['actions'][0])"), 0.2)


def test_a_forfeit_is_a_loss(tmp_path: Path) -> None:
    command = program(tmp_path, READY + "raise SystemExit(3)")
    series = Series("guderian", (f"exec:{command}", "random"), 1, 1, position=POSITION)
    outcome = play_game(series, 1)
    assert (outcome.winner, outcome.level, outcome.failed) == ("soviet", "german forfeits", "")
    assert outcome.forfeit == f"german: {command} ended with code 3"


def test_a_program_is_not_told_the_seed_of_the_dice(tmp_path: Path) -> None:
    text = GO + "assert '4711' not in json.dumps([hello, position]); say(type='bestmove', action='end')"
    series = Series("guderian", (f"exec:{program(tmp_path, text)}", "random"), 1, 4711, position=POSITION)
    assert "AssertionError" not in play_game(series, 1).forfeit


def test_flat_lists_are_the_leaves_of_the_tree() -> None:
    outlook = Outlook(match(), "german")
    listed: Any = answer(outlook, {"type": "actions", "words": "move"}, FOREVER)
    assert listed["actions"]
    assert not listed["more"]
    assert all(outlook.why(action) for action in listed["actions"])
    few: Any = answer(outlook, {"type": "actions", "words": "move", "limit": 3}, FOREVER)
    assert (few["actions"], few["more"]) == (listed["actions"][:3], True)
    assert answer(outlook, {"type": "actions", "limit": 0}, FOREVER)["type"] == "error"
    assert answer(outlook, {"type": "choices", "words": 3}, FOREVER)["type"] == "error"


def test_what_is_wrong_with_a_command_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("pass")
    for command, hint in (
        ("exec:", "needs a program"),
        ("exec:'", "No closing quotation"),
        ("exec:./no-such-bot", "no such program"),
        (f"exec:{tmp_path}/bot.py", "chmod"),
    ):
        with pytest.raises(grognard.Invalid, match=hint):
            make(command, 1)
    dismiss(make("random", 1))

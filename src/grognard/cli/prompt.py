"""The prompt: a match played by people at one terminal, with completion along the choice tree."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from grognard.cli.ask import tell_hint, tell_odds, tell_why
from grognard.cli.console import complain, console, say
from grognard.cli.history import take_back
from grognard.cli.opponent import Opponent
from grognard.cli.play import cautions_of, play_words
from grognard.cli.show import show_position
from grognard.cli.start import introduce
from grognard.cli.tell import refusal, seen, tell_cautions, tell_choices, tell_events, tell_outlook
from grognard.cli.words import following, spelled
from grognard.errors import Invalid, nearest
from grognard.match import Match
from grognard.ruling import Illegal

HELP = """\
An action is a few words; Tab shows what may come next. Every action is saved at once.
  choices [WORDS]   what may come next
  why WORDS         is it legal, and if not, which rule forbids it
  odds WORDS        an attack or overrun before it is made
  hint              what the staff would play, and why
  show [HEXES]      the map: around the latest action, a hex, a unit or a place, 0101..2020, or all
  list              all units
  log [N]           the last lines of the log
  rules [NUMBER]    a rule in our words
  undo              take the last action back
  quit              leave; the match stays in its file"""


def converse(match: Match, path: Path, opponent: Opponent | None = None) -> None:
    """Play at the terminal, against a bot or with another person, until the game is over or the player leaves."""
    prompt = Prompt(match, path, opponent)
    _complete_with(prompt.offered)
    show_position(match, prompt.eyes)
    say()
    introduce(match, path)
    say("Tab completes, help explains, quit leaves.", "dim")
    while True:
        try:
            prompt.wait()
            side = prompt.side
            line = input(f"{side or 'over'}> ").strip()
            if line in ("quit", "exit", "q"):
                break
            prompt.hear(line)
            if opponent is None and prompt.eyes not in (None, side):
                input(f"Now the {prompt.side} side, alone at the screen: Enter goes on. ")
                console().clear()
                show_position(match, prompt.eyes)
                tell_outlook(match, prompt.eyes)
        except (EOFError, KeyboardInterrupt):
            say()
            break
    if opponent is not None:
        opponent.leave()
    say(f"the match is in {path}")


class Prompt:
    """A match at the prompt: what each line typed there does."""

    def __init__(self, match: Match, path: Path, opponent: Opponent | None = None) -> None:
        self.match, self.path, self.opponent = match, path, opponent
        self.aside: dict[str, Callable[[str], None]] = {
            "help": lambda words: say(HELP), "choices": self._choices, "why": self._why, "odds": self._odds,
            "show": lambda words: show_position(self.match, self.eyes, words or None), "log": self._log,
            "list": lambda words: show_position(self.match, self.eyes, units=True), "rules": self._rules,
            "hint": lambda words: tell_hint(self.match, self.side), "undo": self._undo,
        }  # fmt: skip

    @property
    def side(self) -> str | None:
        """Who sits at the prompt: the side to choose, the first of two that are asked at once."""
        return self.match.decision.side if self.match.decision else None

    @property
    def eyes(self) -> str | None:
        """Whose view is shown: where both sides see the same, everybody's."""
        if not self.match.game.info.secrets:
            return None
        return self.opponent.person if self.opponent is not None else self.side

    def wait(self) -> None:
        """Let the opponent choose, if it is for him."""
        if self.opponent is None:
            return
        acted = False
        for events in self.opponent.answers():
            acted = True
            self.match.save(self.path)
            tell_events(events, self.opponent.person)
        if acted:
            tell_outlook(self.match, self.opponent.person)

    def hear(self, line: str) -> None:
        """Answer a question or play an action; what is wrong is said, and nothing is lost."""
        verb, _, rest = line.partition(" ")
        verbs = following(self.match, "", self.side)
        try:
            if verb in self.aside and verb not in verbs:
                self.aside[verb](rest.strip())
            elif line:
                self._play(line)
        except Illegal as error:
            near = "" if verb in verbs else nearest(verb, self.aside)
            complain(refusal(error.ruling) + near, who="")
        except Invalid as error:
            complain(str(error), who="")

    def offered(self, before: str) -> list[str]:
        """The words that may follow, for completion."""
        words = before.split()
        if not words:
            return [*following(self.match, "", self.side), *self.aside, "quit"]
        if words[0] in ("choices", "why", "odds"):
            return following(self.match, " ".join(words[1:]), self.side)
        return following(self.match, before, self.side)

    def _play(self, line: str) -> None:
        cautions = cautions_of(self.match, line, self.side)
        events = play_words(self.match, line, self.side)
        self.match.save(self.path)
        tell_cautions(cautions)
        tell_events(events, self.match.actions[-1].side)
        if self.opponent is None or self.side in (None, self.opponent.person):
            tell_outlook(self.match, self.match.actions[-1].side)

    def _choices(self, words: str) -> None:
        if words:
            tell_choices(self.match.choices(spelled(self.match, words, self.side), self.side))
        else:
            tell_outlook(self.match, self.side)

    def _why(self, words: str) -> None:
        if not words:
            raise Invalid("name the action: why WORDS, as why attack 1015 25/7")
        tell_why(self.match, words, self.side)

    def _odds(self, words: str) -> None:
        tell_odds(self.match.preview(spelled(self.match, words, self.side), self.side))

    def _log(self, words: str) -> None:
        if words and not words.isdecimal():
            raise Invalid(f"log {words}: say how many lines")
        tell_events(seen(self.match, self.side)[-int(words or 20) :], self.side)

    def _rules(self, words: str) -> None:
        from grognard.cli.rules import tell_rules

        tell_rules(self.match.game.rulebook, words)

    def _undo(self, words: str) -> None:
        for _ in range(self._since_last_choice()):
            taken = take_back(self.match)
        self.match.save(self.path)
        say(f"taken back: {taken}")
        tell_outlook(self.match, self.side)

    def _since_last_choice(self) -> int:
        """How many actions go back with the last of whoever sits here; Invalid if they do not all go back."""
        if self.opponent is None:
            return 1
        trial = Prompt(self.match.copy(), self.path, self.opponent)
        take_back(trial.match)
        while trial.side != self.opponent.person:
            take_back(trial.match)
        return len(self.match.actions) - len(trial.match.actions)


def _complete_with(offered: Callable[[str], list[str]]) -> None:
    """Tab completes the word being typed from the words offered after those before it."""
    with suppress(ImportError):  # a terminal without readline has no completion
        import readline

        found: list[str] = []

        def complete(text: str, state: int) -> str | None:
            if state == 0:
                before = readline.get_line_buffer()[: readline.get_begidx()]
                found[:] = [word + " " for word in offered(before) if word.casefold().startswith(text.casefold())]
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        if not libedit:
            readline.parse_and_bind("set show-all-if-ambiguous on")

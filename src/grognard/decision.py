"""Somebody must choose: what may be said next, and what is wrong with the rest.

An action is a short list of words. A decision offers them as a tree: given the words so far it lists those that may
follow. The page highlights them, a bot picks along them, and the referee walks them to check an action, so that
legality is said in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator
from typing import TypeVar

import msgspec

from grognard.errors import nearest
from grognard.ruling import OK, Ruling, elsewhere, no, unfinished

Words = tuple[str, ...]
Group = tuple[str, Collection[str]]  # (kind, words): kinds are verb unit hex hexside number text


class Choices(msgspec.Struct, frozen=True, gc=False):
    """The words that may come next, by kind.

    `complete`: the words so far are a whole action. `explained`: a rule says why nothing may follow, and is cited for a
    word too many. `barred`: the refusal for an action that ends here, where more words must follow.
    """

    groups: tuple[Group, ...]
    complete: bool = False
    explained: bool = False
    barred: Ruling | None = None

    @property
    def kind(self) -> str:
        """What most of the words are: a verb, a unit, a hex ..., or 'end' when nothing may follow."""
        return self.groups[0][0] if self.groups else "end"

    @property
    def items(self) -> list[str]:
        """All the words that may come next."""
        if len(self.groups) == 1:
            return list(self.groups[0][1])
        return [word for _, words in self.groups for word in words]

    def __contains__(self, word: str) -> bool:
        for _, words in self.groups:  # noqa: SIM110  # a generator takes twice as long
            if word in words:
                return True
        return False

    def __iter__(self) -> Iterator[str]:
        return iter(self.items)

    def __len__(self) -> int:
        count = 0
        for _, words in self.groups:
            count += len(words)
        return count


DONE = Choices((), complete=True)
NOUNS = {"unit": "a unit", "hex": "a hex", "hexside": "a hexside", "number": "a number"}  # of kinds, to people


def offer(*groups: Group, complete: bool = False, explained: bool = False, barred: Ruling | None = None) -> Choices:
    """Choices from groups of words, the empty ones left out."""
    return Choices(tuple([group for group in groups if group[1]]), complete, explained, barred)


class Occasion(msgspec.Struct, frozen=True, kw_only=True):
    """What a question arises from, as the side that is asked may know it: an action under way, or a die that lies."""

    side: str  # whose action or die it is
    says: str  # in a sentence
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()  # the way gone so far, the last hex where they are
    targets: tuple[str, ...] = ()  # hexes that the units attack
    dice: tuple[int, ...] = ()
    faces: int = 6


class Decision:
    """A question to one side. `tree` lists what may follow the words so far; `why_not` explains what may not."""

    __slots__ = ("_begun", "_memo", "_prompt", "_tree", "_why_not", "kind", "occasion", "rule", "side")

    def __init__(
        self,
        side: str,
        kind: str,
        prompt: str | Callable[[], str],
        rule: str,
        tree: Callable[[Words], Choices],
        why_not: Callable[[Words, str], Ruling | None] | None = None,
        occasion: Occasion | None = None,
    ) -> None:
        self.side, self.kind, self._prompt, self.rule = side, kind, prompt, rule
        self.occasion = occasion
        self._tree, self._why_not = tree, why_not
        self._memo: dict[Words, Choices] = {}
        self._begun: set[Words] = set()  # words that have been found legal so far

    def __repr__(self) -> str:
        return f"Decision(side={self.side!r}, kind={self.kind!r}, prompt={self.prompt!r}, rule={self.rule!r})"

    @property
    def prompt(self) -> str:
        """The question in words, worked out when somebody reads it."""
        if not isinstance(self._prompt, str):
            self._prompt = self._prompt()
        return self._prompt

    def choices(self, words: Words = ()) -> Choices:
        """What may follow legal words."""
        known = self._memo.get(words)
        if known is None:
            known = self._memo[words] = self._tree(words)
        return known

    def begins(self, words: Words) -> bool:
        """Whether the words begin some legal action."""
        if not words or words in self._begun:
            return True
        known = len(words) - 1 if words[:-1] in self._begun else 0
        for at in range(known, len(words)):
            if words[at] not in self.choices(words[:at]):
                return False
        self._begun.add(words)
        return True

    def check(self, words: Words) -> Ruling:
        """Walk the words down the tree: the one test of legality there is."""
        ruling = self.check_start(words)
        if ruling and not (found := self.choices(words)).complete:
            if found.barred is not None:
                return found.barred
            next = _some(found.items, 6)
            what = f"'{' '.join(words)}'" if words else "an action without words"
            return unfinished(self.rule, f"{what} is unfinished; next may come {next}")
        return ruling

    def check_start(self, words: Words) -> Ruling:
        """Whether the words begin some legal action, and if not, why."""
        for at, word in enumerate(words):
            choices = self.choices(words[:at])
            if word not in choices:
                asked = choices.groups or choices.explained
                ruling = self.explain(words[:at], word) if asked else None
                # what is not offered is not legal, even where no rule is found that forbids it
                return ruling if ruling is not None and not ruling.ok else self._unknown(words[:at], word, choices)
        return OK

    def explain(self, before: Words, word: str) -> Ruling | None:
        """The rule against a word after legal ones, if there is one that says so."""
        return None if self._why_not is None else self._why_not(before, word)

    def _unknown(self, before: Words, word: str, choices: Choices) -> Ruling:
        if not choices.groups:
            return no(self.rule, f"'{' '.join(before)}' is complete; nothing may follow it")
        if hint := nearest(word, choices.items):
            return elsewhere(self.rule, f"'{word}' is not possible here{hint}")
        if not before:
            return elsewhere(self.rule, self.not_begun(word, _some(choices.items, 8)))
        what = " or ".join(NOUNS.get(kind) or _some(list(words), 8) for kind, words in choices.groups)
        known = f": {_some(choices.items, 8)}" if choices.kind in NOUNS else ""
        return elsewhere(self.rule, f"after '{' '.join(before)}' comes {what}, not '{word}'{known}")

    def not_begun(self, word: str, answers: str) -> str:
        """What to say to an action whose first word is none of the answers."""
        return f"'{word}' must wait for an answer to this: {self.prompt} ({answers})"

    def forced(self) -> Words | None:
        """The only action there is, or None if there is more than one."""
        words: Words = ()
        while True:
            choices = self.choices(words)
            count = len(choices)
            if count == 0:
                assert choices.complete, f"a dead end after '{' '.join(words)}': {self!r}"
                return words
            if choices.complete or count > 1:
                return None
            words += (choices.items[0],)


def _some(words: list[str], most: int) -> str:
    return ", ".join(words[:most]) + (" ..." if len(words) > most else "")


# A question inside a procedure, or several put to both sides at once; the answers come back in the same order.
Ask = Decision | tuple[Decision, ...]
R = TypeVar("R")
# A procedure carries an action out and yields whenever a person must choose in the middle of it.
Procedure = Generator[Ask, tuple[Words, ...], R]


def put(decision: Decision) -> Procedure[Words]:
    """Ask one side one question."""
    (answer,) = yield decision
    return answer


def one_of(
    side: str,
    kind: str,
    prompt: str,
    rule: str,
    *groups: Group,
    verb: str = "",
    why_not: Callable[[Words, str], Ruling | None] | None = None,
    occasion: Occasion | None = None,
) -> Decision:
    """A question answered by one word, or by `verb` and one word."""

    def tree(words: Words) -> Choices:
        if verb and not words:
            return offer(("verb", (verb,)))
        return offer(*groups) if len(words) == bool(verb) else DONE

    return Decision(side, kind, prompt, rule, tree, why_not, occasion=occasion)

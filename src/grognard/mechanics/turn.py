"""The sequence of play as data: phases, what may be said in each, whose each is, and frames pushed on one another.

A phase offers verbs. A verb says when it is possible, which words may follow it, why others may not, and how it is
carried out. The state's frames say which phase is played and by whom; an activation inside a turn or a reaction in the
midst of an enemy's move is a frame pushed on the one below, which is resumed when it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from grognard.decision import Ask, Choices, Decision, Procedure, Words, offer
from grognard.events import PhaseBegun
from grognard.ruling import OK, Ruling, elsewhere
from grognard.state import Frame, State
from grognard.view import Stage

G = TypeVar("G", bound=State)
END = "end"  # the verb that ends a phase


@dataclass(frozen=True, slots=True)
class Verb(Generic[G]):
    """One thing a side may do in a phase."""

    name: str
    rule: str  # the rule that says when it may be done
    possible: Callable[[G], Ruling]
    tree: Callable[[G, Words], Choices]  # what may follow it
    why_not: Callable[[G, Words, str], Ruling | None]
    carry_out: Callable[[G, Words], Procedure[None] | None]  # a procedure if it may have to ask


@dataclass(frozen=True, slots=True)
class Phase(Generic[G]):
    """A phase of the sequence of play."""

    id: str
    title: str
    rule: str
    prompt: str | Callable[[G], str]
    verbs: tuple[Verb[G], ...] = ()
    side: str = ""  # whose it is; '' where either side may be the one to play it
    asks: Callable[[G], Ask] | None = None  # in place of verbs: a question of its own, to both sides perhaps
    answered: Callable[[G, tuple[Words, ...]], Procedure[None] | None] | None = None  # what the answers to it do
    every_turn: bool = True  # one of the steps of a turn that players know; not a set-up
    resume: Callable[[G], Procedure[None] | None] | None = None  # what happens when a frame pushed on it is done


class Sequence(Generic[G]):
    """The phases of a game: who must choose now, and what the words of an action do."""

    def __init__(self, phases: Iterable[Phase[G]], elsewhere: Mapping[str, tuple[str, str]] | None = None) -> None:
        """`elsewhere`: for verbs of no phase, as the answers inside actions, the rule and where they belong."""
        self.phases = {phase.id: phase for phase in phases}
        self._verbs = {phase.id: {verb.name: verb for verb in phase.verbs} for phase in self.phases.values()}
        self._elsewhere = dict(elsewhere or {})

    def __getitem__(self, phase: str) -> Phase[G]:
        return self.phases[phase]

    def __contains__(self, phase: object) -> bool:
        return phase in self.phases

    def __iter__(self) -> Iterator[str]:
        return iter(self.phases)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The phases of every turn, in their order."""
        return tuple(Stage(p.id, p.title, p.side) for p in self.phases.values() if p.every_turn)

    @property
    def verbs(self) -> tuple[str, ...]:
        """Every verb of the game, in the order of the phases."""
        return tuple(dict.fromkeys(name for verbs in self._verbs.values() for name in verbs))

    def title(self, g: G, over: str = "The game is over") -> str:
        """The title of the phase that is being played."""
        phase = self.phases.get(g.phase)
        return phase.title if phase else over

    # --- playing ---------------------------------------------------------------------------------------------------

    def decision(self, g: G) -> Ask | None:
        """Who must choose now, and from what; None when the game is over."""
        phase = self.phases.get(g.phase)
        if phase is None:
            return None
        if phase.asks is not None:
            return phase.asks(g)
        return PhaseDecision(self, g, phase)

    def execute(self, g: G, answers: tuple[Words, ...]) -> Procedure[None] | None:
        """Carry out an action of the phase, or begin to."""
        answered = self.phases[g.phase].answered
        if answered is not None:
            return answered(g, answers)
        words = answers[0]
        return self._verbs[g.phase][words[0]].carry_out(g, words[1:])

    def verbs_of(self, phase: str) -> Mapping[str, Verb[G]]:
        """The verbs of a phase by name."""
        return self._verbs[phase]

    # --- frames ----------------------------------------------------------------------------------------------------

    def start(self, g: G, phase: str, side: str = "") -> None:
        """Open with a phase, unannounced."""
        g.play_frames((self._frame(phase, side, ()),))

    def begin(self, g: G, phase: str, side: str = "", about: tuple[Any, ...] = ()) -> None:
        """The frame that is being played goes on to a phase."""
        g.play_frames((*g.frames[:-1], self._frame(phase, side or g.side, about)))
        self.announce(g)

    def push(self, g: G, phase: str, side: str = "", about: tuple[Any, ...] = ()) -> None:
        """Play a phase first, and then go on with the one that was being played."""
        g.play_frames((*g.frames, self._frame(phase, side or g.side, about)))
        self.announce(g)

    def pop(self, g: G) -> Procedure[None]:
        """The frame is done: the one below is resumed."""
        g.play_frames(g.frames[:-1])
        phase = self.phases.get(g.phase)
        if phase is not None and phase.resume is not None:
            yield from phase.resume(g) or ()

    def end_game(self, g: G) -> None:
        """Nothing is left to play."""
        g.play_frames(())

    def _frame(self, phase: str, side: str, about: tuple[Any, ...]) -> Frame:
        return Frame(phase, self.phases[phase].side or side, about)

    def player(self, g: G) -> str:
        """Who plays the phase: '' where it asks both sides at once, or can only be ended."""
        return g.side if any(verb != END for verb in self._verbs[g.phase]) else ""

    def announce(self, g: G) -> None:
        """Tell that a phase begins."""
        phase = self.phases[g.phase]
        title = phase.title if phase.side else f"{g.side.title()} {phase.title}".strip()
        g.tell(PhaseBegun(turn=g.turn, title=title, side=self.player(g), rule=phase.rule))

    # --- refusals --------------------------------------------------------------------------------------------------

    def refusal(self, g: G, word: str) -> Ruling | None:
        """Why a verb of other phases is not for this one."""
        if word == "end":  # most phases have it: what is to be done in this one says more
            phase = self.phases[g.phase]
            prompt = phase.prompt if isinstance(phase.prompt, str) else phase.prompt(g)
            return elsewhere(phase.rule, f"{phase.title} does not end before that is done: {prompt}")
        own = [p for p in self.phases.values() if word in self._verbs[p.id] and p.side in ("", g.side)]
        if not own and word in self._elsewhere:
            rule, title = self._elsewhere[word]
            return elsewhere(rule, f"'{word}' belongs to {title}; this is {self.title(g)}")
        homes = own or [p for p in self.phases.values() if word in self._verbs[p.id]]
        if homes:
            home = next((p for p in homes if p.every_turn), homes[0])
            verb = self._verbs[home.id][word]
            titles = list(dict.fromkeys(p.title for p in homes))
            reason = f"'{word}' belongs to {' or '.join(titles)}; this is {self.title(g)}"
            return elsewhere(verb.rule or home.rule, reason)
        return None


class PhaseDecision(Decision):
    """The top level of a phase: one of its verbs.

    One is made for every action, so nothing in it refers back to itself: Python frees it at once, without a search for
    cycles.
    """

    __slots__ = ("_verbs",)

    def __init__(self, sequence: Sequence[Any], g: Any, phase: Phase[Any]) -> None:
        self._verbs = verbs = sequence.verbs_of(phase.id)
        said = phase.prompt
        super().__init__(
            g.side, phase.id, said if isinstance(said, str) else partial(said, g), phase.rule,
            partial(verb_tree, g, verbs), partial(_verb_why_not, sequence, g, verbs),
        )  # fmt: skip

    def check_start(self, words: Words) -> Ruling:
        """Where a verb is possible for nobody, the unit or hex named with it says more about why than it does alone."""
        ruling = super().check_start(words)
        if not ruling and len(words) > 1 and words[0] in self._verbs and words[0] not in self.choices():
            closer = self.explain(words[:1], words[1])
            return closer if closer is not None and not closer else ruling
        return ruling

    def not_begun(self, word: str, answers: str) -> str:
        """A unit or a hex alone is no order."""
        return f"begin with what to do, not with '{word}': {answers}"


def verb_tree(g: Any, verbs: Mapping[str, Verb[Any]], words: Words) -> Choices:
    """The verbs that are possible, and what may follow each."""
    if words:
        return verbs[words[0]].tree(g, words[1:])
    return offer(("verb", tuple([name for name, verb in verbs.items() if verb.possible(g).ok])))


def _verb_why_not(
    sequence: Sequence[Any], g: Any, verbs: Mapping[str, Verb[Any]], before: Words, word: str
) -> Ruling | None:
    if before:
        return verbs[before[0]].why_not(g, before[1:], word)
    return verbs[word].possible(g) if word in verbs else sequence.refusal(g, word)


def at_will(g: object) -> Ruling:
    """For what may be done at any time of the phase."""
    return OK


ROLL = "roll"  # the question to people who throw their own dice, and its verb
LAST = (ROLL, END)


def all_kinds(sequence: Sequence[Any], questions: Iterable[str]) -> tuple[str, ...]:
    """Every kind of decision of a game: its phases, and what is asked besides."""
    return tuple(dict.fromkeys((*sequence, *questions, ROLL)))


def all_verbs(
    sequence: Sequence[Any], questions: Mapping[str, tuple[str, ...]], within: Iterable[str]
) -> tuple[str, ...]:
    """Every verb of a game: of its phases, in answers to its questions, and within actions."""
    answers = [verb for verbs in questions.values() for verb in verbs]
    return tuple(verb for verb in dict.fromkeys((*sequence.verbs, *answers, *within)) if verb not in LAST) + LAST

"""One play of a game: checked, logged, undone, forked, replayed, shown to each side. It knows no rules."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, NamedTuple

from msgspec import structs

from grognard.board import Board
from grognard.datafile import modest
from grognard.decision import Ask, Choices, Decision, Procedure, Words
from grognard.dice import Dice
from grognard.errors import Ambiguous, Invalid, nearest
from grognard.events import Ended, Event, Forced
from grognard.game import Caution, Cautious, Game
from grognard.hexes import locate
from grognard.log import Log
from grognard.preview import Preview, Result
from grognard.ruling import Illegal, Ruling, no
from grognard.state import State
from grognard.view import AnyView, OpenDecision, Overlay

MARK_EVERY = 32  # a snapshot every so many actions keeps undo and replay short
CROWD_MAX = 32  # units of both sides in a hex of a position; games have stricter rules of their own
DRAWS = 400  # of hidden facts, until one fits the procedure under way


class Played(NamedTuple):
    """One action or answer in the log of a match."""

    side: str
    action: str
    time: int  # milliseconds since 1970
    learned: int  # how much was known when it was played
    told: int  # how many events there had been until then


class ReplayPoint(NamedTuple):
    """A position to replay from; `spoken` are the action under way in it and its answers, if it was drawn in one."""

    actions: int
    events: int
    state: State
    spoken: tuple[tuple[Words, ...], ...] = ()
    sealed: tuple[tuple[str, Words], ...] = ()


class Asked(NamedTuple):
    """A decision that is open, as somebody may know it: `decision` is None if they may not know what is asked."""

    side: str
    kind: str
    decision: Decision | None

    def told(self) -> OpenDecision:
        """The decision as a view tells it."""
        asked = self.decision
        if asked is None:
            return OpenDecision(self.side, self.kind)
        return OpenDecision(self.side, self.kind, asked.prompt, asked.rule, asked.occasion)


@dataclass(frozen=True)
class Header:
    """Everything a match starts from. With the actions it is the match."""

    game: str
    scenario: str
    seed: int | str
    options: Mapping[str, bool]
    dice: tuple[int, ...] | str | None = None
    position: Mapping[str, Any] | None = None
    version: str = ""
    players: Mapping[str, str] | None = None
    forced: bool = True  # an action that is the only one plays itself


class Match:
    """One play of a game. Between actions the position is the state; in the midst of one it is the state before it, the
    action, and the answers given so far."""

    def __init__(self, game: Game[Any], header: Header, state: State | None = None) -> None:
        self.game, self.header = game, header
        self.actions: Log[Played] = Log()
        self.events: Log[Event] = Log()
        self.sampled = False  # a match drawn by determinize has no honest save file
        self.draws = 0  # how many it took to draw this one
        self._marks: Log[ReplayPoint] = Log()
        self._before: State | None = None
        self._spoken: list[tuple[Words, ...]] = []  # the action under way, then the answers given in it
        self._sealed: dict[str, Words] = {}  # answers to a question put to both sides that still waits for the other
        self._procedure: Procedure[None] | None = None
        self._retold: list[Event] = []  # what the procedure under way told when it was last run again
        self._open: tuple[Decision, ...] = ()
        if state is None:
            state = self._opening()
        state.check_kinds()
        self.state: State = state
        self._collect()
        self._marks.append(ReplayPoint(0, len(self.events), self.state.copy()))
        self._ask()
        self._play_forced()

    def _opening(self) -> State:
        head = self.header
        script = list(head.dice) if isinstance(head.dice, tuple) else head.dice
        dice = Dice.seeded(head.seed, script)
        state: State
        if head.position is not None:
            modest(head.position, "position")
            try:
                state = self.game.arrange(head.position, head.options, dice)
            except LookupError as error:  # it speaks of something that neither it nor the game has
                raise Invalid(f"position: something in it leads nowhere: {error!r}") from error
            hex, units = state.crowd()
            if units > CROWD_MAX:
                raise Invalid(f"position: {units} units are in {self.game.board(state).grid.names[hex]}")
        else:
            state = self.game.start(head.scenario, head.options, dice)
        return state

    # --- what is open -------------------------------------------------------------------------------------------

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision that is open now; more than one where the rules ask both sides at once."""
        return tuple(d for d in self._open if d.side not in self._sealed) if self._sealed else self._open

    @property
    def decision(self) -> Decision | None:
        """The decision that is open now, or None when the game is over."""
        decisions = self.decisions if self._sealed else self._open
        return decisions[0] if decisions else None

    @property
    def under_way(self) -> bool:
        """Whether an action is under way that has asked a question in the middle of itself."""
        return self._before is not None

    @property
    def board(self) -> Board:
        """The board the match is played on."""
        return self.game.board(self.state)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.game.result(self.state)

    def decision_of(self, side: str) -> Decision | None:
        """What a side must decide now, if anything."""
        for decision in self.decisions if self._sealed else self._open:
            if decision.side == side:
                return decision
        return None

    def asked(self, *sides: str | None) -> list[Asked]:
        """The decisions that are open, as these sides may know them: what is asked only those who are asked."""
        return [Asked(d.side, d.kind, d if d.side in sides else None) for d in self.decisions]

    def _to_answer(self, side: str | None) -> Decision | None:
        """The decision an action of this side answers; the side need not be named where one alone is asked."""
        if len(self._open) == 1 and side == self._open[0].side:
            return self._open[0]
        decisions = self.decisions
        if side is not None:
            if side not in self.game.info.sides:
                raise Invalid(f"no side {side}: {' or '.join(self.game.info.sides)}")
            return self.decision_of(side)
        if len(decisions) > 1:
            raise Ambiguous(f"{' and '.join(d.side for d in decisions)} are asked at once: say for which side")
        return decisions[0] if decisions else None

    def choices(self, words: str = "", side: str | None = None) -> Choices:
        """The words that may come next after these; Illegal if these are none themselves."""
        decision = self._to_answer(side)
        if decision is None:
            return Choices(())
        start, legal = self._spelled(decision, words)
        if not legal:
            raise Illegal(decision.check_start(start))
        return decision.choices(start)

    def why(self, action: str, side: str | None = None) -> Ruling:
        """Whether the action is legal now, only begun, or which rule forbids it and why."""
        decision = self._to_answer(side)
        if decision is None:
            # no rule is cited: none is about a game that is over, and another side's question is not to be told
            return no("", "the game is over" if self.decision is None else f"{side} has nothing to decide now")
        words, _ = self._spelled(decision, action)
        return decision.check(words)

    def _spelled(self, decision: Decision, action: str) -> tuple[Words, bool]:
        """The words of an action, with hexes by number where a person has named a place or steps from one; and whether
        they begin some legal action."""
        words = tuple(action.split())
        if decision.begins(words):
            return words, True
        words, legal = (), True
        for word in action.split():
            if legal and word not in decision.choices(words):
                try:
                    word = self.board.grid.names[locate(self.board.grid, word, self.board.named)]
                except Invalid:
                    legal = False
                else:
                    legal = word in decision.choices(words)
            words += (word,)
        return words, legal

    # --- playing -------------------------------------------------------------------------------------------------

    def play(self, action: str, side: str | None = None, *, at: int | None = None) -> list[Event]:
        """Play an action and return what happened; Illegal, with everything unchanged, if a rule forbids it."""
        return self._carry_out(*self._legal(action, side), at)

    def played(self, action: str, side: str | None = None, *, at: int | None = None) -> tuple[Match, list[Event]]:
        """A fork in which an action has been played, and what happened; this match stays as it is.

        The words are checked here, where it is remembered what was offered, and not a second time in the fork.
        """
        answer = self._legal(action, side)
        twin = self.copy()
        return twin, twin._carry_out(*answer, at)

    def play_chosen(self, decision: Decision, words: Words) -> list[Event]:
        """Play words that were taken one by one from the choices of an open decision, and need not be walked again."""
        if decision in self.decisions and decision.choices(words).complete:
            return self._carry_out(decision.side, words, None)
        return self.play(" ".join(words), decision.side)

    def _legal(self, action: str, side: str | None) -> tuple[str, Words]:
        """Who says an action, and its words; Illegal if a rule forbids it."""
        decision = self._to_answer(side)
        words, legal = self._spelled(decision, action) if decision is not None else ((), False)
        if decision is None or not legal or not decision.choices(words).complete:
            raise Illegal(self.why(action, side))
        return decision.side, words

    def _carry_out(self, side: str, words: Words, at: int | None) -> list[Event]:
        told, count = len(self.events), len(self.actions)
        now = self._clock() if at is None else at
        entry = Played(side, " ".join(words), now, self.state.learned, told)
        if self._before is None and not self._sealed and count - self._marks[-1].actions >= MARK_EVERY:
            self._marks.append(ReplayPoint(count, told, self.state.copy()))
        try:
            self._answer(side, words)
            self.actions.append(entry)
            self._play_forced()
        except BaseException:  # also if it fails in what plays itself after it: then nothing has happened
            self._rewind(count)
            raise
        return self.events.since(told)

    @staticmethod
    def _clock() -> int:
        return time.time_ns() // 1_000_000

    def _answer(self, side: str, words: Words) -> None:
        if len(self._open) == 1:
            return self._proceed((words,))
        self._sealed[side] = words
        if len(self._sealed) == len(self._open):
            answers = tuple(self._sealed[d.side] for d in self._open)
            self._sealed = {}
            self._proceed(answers)
        return None

    def _proceed(self, answers: tuple[Words, ...]) -> None:
        """Carry the procedure on to the next question."""
        asked = self._send(answers)
        if asked is not None:
            self._spoken.append(answers)
            self._collect()
            self._present(asked)
            return
        self._before, self._procedure = None, None
        self._spoken = []
        self._collect()
        self._ask()

    def _send(self, answers: tuple[Words, ...]) -> Ask | None:
        """The next question of the procedure under way, or of a new one; None when it is done."""
        self.state.thaw(carried_out=True)
        procedure = self._procedure
        fresh = procedure is None
        if procedure is None:
            procedure = self.game.execute(self.state, answers)
            if procedure is not None:  # it has not begun, so the position is still the one before it
                self._before, self._procedure = self.state.copy(), procedure
        if len(answers) > 1:
            self.state.learned += 1  # each side knows now what the other has said
        if procedure is None:
            return None
        try:
            return next(procedure) if fresh else procedure.send(answers)
        except StopIteration:
            return None

    def _rerun(self, spoken: Iterable[tuple[Words, ...]], *, otherwise: bool = False) -> bool:
        """Run a procedure again from where it began; what it tells has been told before.

        If hidden facts are other than they were, it may go otherwise: False if what was said in it is no answer now.
        """
        self._ask()
        self._spoken = list(spoken)
        for answers in self._spoken:
            if otherwise and not (len(answers) == len(self._open) and all(map(_fits, self._open, answers))):
                return False
            asked = self._send(answers)
            if asked is None:
                return False
            self._present(asked)
        self._retold = self.state.events[:]
        self.state.events.clear()
        return True

    def _ask(self, like: State | None = None) -> None:
        """Present the decision at the top of a phase."""
        self.state.freeze(like)
        self._present(self.game.decision(self.state))

    def _present(self, asked: Ask | None) -> None:
        if not self.state.frozen_now:
            self.state.freeze()
        self._open = () if asked is None else asked if isinstance(asked, tuple) else (asked,)

    def _collect(self) -> None:
        told = self.state.events
        if told:
            self.events.extend(told)
            told.clear()

    def _play_forced(self) -> None:
        """Play what is the only action there is, unless the match was begun to stop at each; and say how it ended."""
        while self.header.forced and len(self._open) == 1 and (words := self._open[0].forced()) is not None:
            only = self._open[0]
            secret = (only.side,) if self.game.info.secrets else ()
            forced = Forced(side=only.side, action=" ".join(words), why=only.prompt, rule=only.rule, only=secret)
            self.events.append(forced)
            self._proceed((words,))
        if not self._open and not (self.events and isinstance(self.events[-1], Ended)):
            result = self.result
            if result:
                self.events.append(Ended(winner=result.winner, level=result.level))

    # --- forks, undo, replay ---------------------------------------------------------------------------------------

    def copy(self) -> Match:
        """A fork that shares nothing that changes, taken anywhere: a procedure under way is run again."""
        twin: Match = Match.__new__(Match)
        twin.game, twin.header, twin.sampled, twin.draws = self.game, self.header, self.sampled, self.draws
        twin.actions, twin.events, twin._marks = self.actions.copy(), self.events.copy(), self._marks.copy()
        twin._sealed = self._sealed.copy()
        twin._before, twin._procedure, twin._spoken, twin._retold = None, None, [], []
        if self._before is None:
            twin.state = self.state.copy()
            twin._ask(like=self.state)
        else:
            twin.state = self._before.copy()
            if not twin._rerun(self._spoken):
                raise RuntimeError(f"'{' '.join(self._spoken[0][0])}' went otherwise when it was run again for a fork")
        return twin

    def here(self) -> Match:
        """A fork that has forgotten how it came here: all that can be asked about the position is the same."""
        twin = self.copy()
        twin.actions, twin.events = Log(), Log()
        before = twin.state if twin._before is None else twin._before
        seals = tuple(twin._sealed.items())
        twin._marks = Log([ReplayPoint(0, 0, before.copy(), tuple(twin._spoken), seals)])
        return twin

    def __getstate__(self) -> tuple[Any, ...]:
        """A match is kept like a fork of it: without what is worked out again. Its opening is a fixed part."""
        logs = self.actions, self.events, self._marks
        under_way = None if self._before is None else (self._before, self._spoken)
        state = self.state if self._before is None else None
        return self.game, self.header, logs, state, under_way, self._sealed, self.sampled, self.draws

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        self.game, self.header, logs, state, under_way, self._sealed, self.sampled, self.draws = kept
        self.actions, self.events, self._marks = logs
        self._before, self._procedure, self._spoken, self._retold = None, None, [], []
        if under_way is None:
            self.state = state
            self._ask()
        else:
            self.state = under_way[0]
            if not self._rerun(under_way[1]):
                raise Invalid("the action under way goes otherwise now")

    @property
    def opening(self) -> State:
        """The position the match began with."""
        return self._marks[0].state

    @property
    def marks(self) -> list[State]:
        """The positions to go back to: they are copied, and never changed."""
        return [mark.state for mark in self._marks]

    def replay(self, upto: int | None = None) -> Match:
        """A match with the first `upto` actions of this one played again (all of them if not given)."""
        upto = len(self.actions) if upto is None else upto
        first, last = self._marks[0].actions, len(self.actions)
        if not first <= upto <= last:
            has = f"goes from {first} to {last}" if first else f"has {last}"
            raise Invalid(f"replay to action {upto}: this match {has}")
        twin = self.copy()
        twin._rewind(upto)
        return twin

    def undo(self) -> str:
        """Take the last action or answer back and return it; refused once dice or hidden facts came between."""
        if len(self.actions) == self._marks[0].actions:
            raise Illegal(no("", "nothing has been played yet"))
        last = self.actions[-1]
        if self.state.learned != last.learned and not self.header.options.get("free_undo"):
            reason = f"'{last.action}' stands: dice were rolled or something hidden was revealed since"
            raise Illegal(no(self.game.undo_rule, reason))
        self._rewind(len(self.actions) - 1)
        return last.action

    def _rewind(self, upto: int) -> None:
        played = self.actions.since(0)
        at = len(self._marks) - 1
        while self._marks[at].actions > upto:
            at -= 1
        mark = self._marks[at]
        self._marks.cut(at + 1)
        self.actions.cut(mark.actions)
        self.events.cut(mark.events)
        self.state = mark.state.copy()
        self._before, self._procedure, self._sealed = None, None, dict(mark.sealed)
        self._rerun(mark.spoken)
        self._play_forced()
        for entry in played[mark.actions : upto]:
            self.play(entry.action, entry.side, at=entry.time)

    def determinize(self, side: str | None, seed: int | str) -> Match:
        """A match like this one in all that `side` knows; what it cannot know and all dice to come are drawn anew.

        In the midst of an action the draw must lead to what the side has seen of it. If none of many draws does, it is
        a RuntimeError: the true facts are never handed out instead.
        """
        dice = Dice.seeded(seed)
        for tries in range(1, DRAWS + 1):
            twin = self._drawn(side, dice, seed)
            if twin is not None:
                twin.draws = tries
                return twin
        under_way = "; ".join(" ".join(words) for answers in self._spoken for words in answers)
        told = f"'{under_way}', under way, went otherwise with every one" if under_way else "none was possible"
        raise RuntimeError(f"{DRAWS} draws of what {side or 'the public'} cannot know: {told}")

    def _drawn(self, side: str | None, dice: Dice, seed: int | str) -> Match | None:
        """One draw; None if the procedure under way would have gone otherwise with it, as far as the side can tell."""
        twin = self.copy()
        base = twin.state if twin._before is None else twin._before
        spoken, told = twin._spoken, [e for e in twin._retold if e.seen_by(side)]
        future = twin.state.dice.reseeded(seed)
        state = base.copy()
        state.use_memory({})
        self.game.determinize(state, twin.state, side, dice)
        # The procedure under way must roll again what it has rolled, and only what comes after may differ.
        state.dice.later, state.dice.script = future.later, future.script
        asked = [(d.side, d.kind) for d in twin._open]
        twin.state, twin._before, twin._procedure, twin._spoken = state, None, None, []
        twin.sampled = True
        mark = state.copy()
        if not twin._rerun(spoken, otherwise=True) or [(d.side, d.kind) for d in twin._open] != asked:
            return None
        if [e for e in twin._retold if e.seen_by(side)] != told:
            return None
        for other in twin._open:
            if other.side in twin._sealed and other.side != side:
                twin._sealed[other.side] = _any_answer(other, dice)
        sealed = twin.actions.since(len(twin.actions) - len(twin._sealed))
        twin.actions.cut(len(twin.actions) - len(sealed))
        for entry in sealed:
            twin.actions.append(entry._replace(action=" ".join(twin._sealed[entry.side])))
        seals = tuple(twin._sealed.items())
        twin._marks = Log([ReplayPoint(len(twin.actions), len(twin.events), mark, tuple(spoken), seals)])
        return twin

    # --- looking ---------------------------------------------------------------------------------------------------

    def view(self, side: str | None = None) -> AnyView:
        """What a side may know; None is what everybody may see. A part that has not changed is the same object in the
        next view."""
        self._check_side(side)
        asked = tuple([asked.told() for asked in self.asked(side)])
        return structs.replace(self.game.view(self.state, side), decisions=asked, actions=len(self.actions))

    def _check_side(self, side: str | None) -> None:
        sides = self.game.info.sides
        if side is not None and side not in sides:
            raise Invalid(f"no side '{side}': {' or '.join(sides)}{nearest(side, sides)}")

    def preview(self, action: str, side: str | None = None) -> Preview:
        """Strengths, every modifier with its rule, the column and the probability of each outcome of an action."""
        decision = self._to_answer(side)
        if decision is None:
            over = self.decision is None
            raise Invalid("the game is over: there is nothing to preview" if over else f"{side} has nothing to decide")
        words, legal = self._spelled(decision, action)
        if not legal:
            raise Illegal(decision.check_start(words))
        return self.game.preview(self.state, decision.side, words)

    def cautions(self, action: str, side: str | None = None) -> list[Caution]:
        """What a person may want to know before an action that the rules allow; nothing about others."""
        decision = self._to_answer(side)
        if decision is None or not isinstance(self.game, Cautious):
            return []
        words, legal = self._spelled(decision, action)
        return self.game.warnings(self.state, decision.side, words) if legal else []

    def query(self, what: str, side: str | None = None, /, **asked: str) -> Overlay:
        """An overlay for the map, as far as the side may know it."""
        self._check_side(side)
        return self.game.query(self.state, side, what, asked)

    def log(self, side: str | None = None) -> list[str]:
        """What happened, a line each, as far as the side may know; None is the public."""
        self._check_side(side)
        return [e.line() for e in self.events if e.seen_by(side)]

    def events_of(self, number: int) -> list[Event]:
        """What an action brought about, with whatever played itself after it; the first action is number 0."""
        after = range(len(self.actions))[number] + 1
        end = self.actions[after].told if after < len(self.actions) else len(self.events)
        return self.events.between(self.actions[number].told, end)

    def fingerprint(self) -> str:
        """A short digest of the whole position, hidden facts and dice included."""
        spoken = (
            self._before.facts() if self._before is not None else None,
            self._spoken,
            sorted(self._sealed.items()),
        )
        return blake2b(repr((self.state.facts(), spoken)).encode(), digest_size=8).hexdigest()

    def save(self, path: Any) -> None:
        """Write the match to a file that is replaced whole or not at all."""
        from grognard.save import write

        write(self, path)

    def named(self, **players: str) -> Match:
        """This match, with players' names written into its header."""
        self.header = replace(self.header, players={**(self.header.players or {}), **players})
        return self


def _fits(decision: Decision, words: Words) -> bool:
    return decision.check(words).ok


def _any_answer(decision: Decision, dice: Dice) -> Words:
    """Some answer to a question, drawn word by word."""
    words: Words = ()
    while not (choices := decision.choices(words)).complete:
        words += (choices.items[dice.draw(len(choices))],)
    return words

"""What every position has besides its own facts: the dice, what has just happened, and a memory of answers about it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from operator import attrgetter
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeVar

from grognard.decision import Procedure, one_of, put
from grognard.dice import Dice
from grognard.events import Event

T = TypeVar("T")
WHOLE: Final = object()  # an answer that depends on the whole position


CHANGING = frozenset((list, dict, bytearray, Dice))  # what a position changes in place
PARTS = CHANGING - {Dice}
PLAIN = CHANGING | {int, str, bool, bytes, float, tuple, frozenset, type(None)}
WORKED_OUT = frozenset(("_answers", "_asked", "_memo", "_unmoved", "events"))  # kept with it, but no facts
OVER = "over"  # the phase when nothing is left to play


class Frame(NamedTuple):
    """A phase that is being played and by whom. One may be pushed on another: a reaction in the midst of a move."""

    phase: str
    side: str
    about: tuple[Any, ...] = ()  # what the frame is for, as plain values: a formation, the rest of a path


def _copier(names: Iterable[str]) -> Callable[[State, State], None]:
    """A function that gives a position the facts of another. It is written out fact by fact, for positions are copied
    with almost every action, and a loop over names takes twice as long."""
    lines = [f"  v = a.{name}; b.{name} = v.copy() if type(v) in CHANGING else v" for name in names]
    space: dict[str, Any] = {"CHANGING": CHANGING}
    exec("\n".join(("def copy(a, b):", *lines)), space)
    found: Callable[[State, State], None] = space["copy"]
    return found


class State:
    """A position. It is frozen while people choose, and thawed while an action is carried out.

    `memo` remembers answers. One that names the facts it depends on is good as long as these are equal. One that
    does not is good as long as the position is frozen, so that there is nothing a rule could forget to forget.
    `unmoved` keeps an answer that depends on the map alone until something on it moves: most actions move nothing.
    """

    constant: ClassVar[frozenset[str]] = frozenset(("owners", "phase", "rules", "side"))  # no facts, or told by others
    _copied: ClassVar[tuple[str, ...]]
    _read: ClassVar[attrgetter[tuple[Any, ...]]]  # the values of what is copied
    _facts: ClassVar[tuple[str, ...]]
    _copy: ClassVar[Callable[[State, State], None]]
    __slots__ = (
        "_answers", "_asked", "_memo", "_unmoved", "dice", "events", "frames", "learned",
        "phase", "side", "turn",
    )  # fmt: skip

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.events: list[Event] = []
        self.learned = 0  # how many rolls and revelations there have been; a step before one is not taken back
        self.turn = 1
        self.frames: tuple[Frame, ...] = ()  # the last one is being played; none when the game is over
        self.phase, self.side = OVER, ""  # of the last frame: read often
        self._answers: dict[Hashable, Any] | None = None  # about the frozen position; None while it is thawed
        self._asked: dict[Hashable, Any] | None = None  # the answers of the position in which an action was chosen
        self._memo: dict[Hashable, tuple[Any, Any]] = {}  # key -> (facts, answer); forks share it
        # answers about the map as it stands, another dict when it changes; None until the position is first frozen
        self._unmoved: dict[Hashable, Any] | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__slots__" not in cls.__dict__:
            raise TypeError(f"{cls.__name__} must name its facts in __slots__: they are what is copied and compared")
        slots = [name for base in reversed(cls.__mro__) for name in getattr(base, "__slots__", ())]
        cls._copied = tuple(name for name in slots if name not in WORKED_OUT)
        cls._read = attrgetter(*cls._copied)
        cls._copy = staticmethod(_copier(cls._copied))
        cls._facts = tuple(sorted(name for name in cls._copied if name not in cls.constant))

    def copy(self) -> Self:
        """A thawed position that shares nothing that can change: lists and dicts are copied, their items are not."""
        twin = type(self).__new__(type(self))
        type(self)._copy(self, twin)
        twin.events, twin._answers, twin._asked, twin._memo, twin._unmoved = [], None, None, self._memo, None
        return twin

    def __getstate__(self) -> tuple[Any, ...]:
        return self._read(self)

    def __setstate__(self, values: tuple[Any, ...]) -> None:
        for name, value in zip(self._copied, values, strict=True):
            setattr(self, name, value)
        self.events, self._answers, self._asked, self._memo, self._unmoved = [], None, None, {}, None

    @property
    def fixed(self) -> dict[str, object]:
        """What the position refers to and never changes: rules, scenario and the like, by name."""
        return {name: getattr(self, name) for name in self._copied if type(getattr(self, name)) not in PLAIN}

    def facts(self) -> tuple[object, ...]:
        """Everything that makes this position what it is, as plain values, for comparing and fingerprints."""
        values = (getattr(self, name) for name in self._facts)
        return tuple(sorted(value) if isinstance(value, frozenset) else value for value in values)

    def check_kinds(self) -> None:
        """TypeError if a fact is of a kind that forks would share although it changes, as a set."""
        for name in self._copied:
            kind: Any = type(getattr(self, name))
            if kind.__hash__ is None and kind not in CHANGING:
                known = "a list, a dict, a bytearray, or a plain value such as a frozenset"
                raise TypeError(
                    f"{type(self).__name__}.{name} is a {kind.__name__}, which is not copied: make it {known}"
                )

    def share(self, same: Callable[[Hashable, Any], Any]) -> None:
        """Use the equal parts of other positions, as `same` finds them, to save memory; then it is only copied."""
        for name in self._copied:
            value = getattr(self, name)
            if type(value) in PARTS:
                setattr(self, name, same((type(self), name), value))

    def crowd(self) -> tuple[int, int]:
        """The hex with the most units in it, and how many; nobody anywhere in a position that has none."""
        return 0, 0

    def tell(self, event: Event) -> None:
        """Record what happened."""
        self.events.append(event)
        self.learned += event.teaches

    def roll(self, side: str, what: str, rule: str, sides: int = 6) -> Procedure[int]:
        """Throw a die, or ask `side` what it threw."""
        if not self.dice.by_hand:
            return self.dice.roll(sides)
        faces = tuple(str(face) for face in range(1, sides + 1))
        words = yield from put(one_of(side, "roll", f"Roll a die for {what}", rule, ("number", faces), verb="roll"))
        return int(words[1])

    def play_frames(self, frames: tuple[Frame, ...]) -> None:
        """Play the last of these frames, then the others."""
        self.frames = frames
        self.phase, self.side = frames[-1][:2] if frames else (OVER, "")

    # --- memory ------------------------------------------------------------------------------------------------------

    def freeze(self, like: State | None = None) -> None:
        """Nothing changes from here on until `thaw`; `like` is an equal position whose answers hold here too."""
        self._answers = {} if like is None or like._answers is None else like._answers
        self._asked = None
        if like is not None:
            self._unmoved = like._unmoved
        if self._unmoved is None:
            self._unmoved = {}

    def thaw(self, *, carried_out: bool = False) -> None:
        """The position is about to change. What is known of the map is kept if an action is carried out, for that says
        what it moves (`touch`); it is forgotten if somebody changes the position by hand."""
        self._asked, self._answers = self._answers, None
        if not carried_out:
            self._unmoved = None

    @property
    def frozen_now(self) -> bool:
        """Whether the position must not change."""
        return self._answers is not None

    def still(self) -> Stillness:
        """In the midst of an action, a moment in which nothing changes: what is asked in it is worked out once."""
        return Stillness(self, self._answers, self._answers)

    def as_offered(self) -> Stillness:
        """For the beginning of an action, before anything changes: answers given while it was chosen still hold."""
        asked, self._asked = self._asked, None
        return Stillness(self, asked, None)

    def memo(self, key: Hashable, work: Callable[[], T], facts: object = WHOLE) -> T:
        """What `work` finds; the same object again while the facts it depends on are the same."""
        answer: T
        if facts is WHOLE:
            answers = self._answers
            if answers is None:
                return work()
            known = answers.get(key, WHOLE)
            if known is WHOLE:
                known = answers[key] = work()
            answer = known
            return answer
        kept = self._memo.get(key)
        if kept is None or kept[0] != facts:
            kept = self._memo[key] = facts, work()
        answer = kept[1]
        return answer

    def unmoved(self, key: Hashable, work: Callable[[], T]) -> T:
        """What `work` finds, if it depends on the map alone; the same object again until something on the map moves."""
        answers = self._unmoved
        if answers is None:
            return work()
        known: T = answers.get(key, WHOLE)
        if known is WHOLE:
            known = answers[key] = work()
        return known

    def touch(self, *only: Hashable) -> None:
        """Forget what is known of the map, for something on it has changed; or only the answers that are named."""
        answers = self._unmoved
        if answers is not None:
            self._unmoved = {key: known for key, known in answers.items() if key not in only} if only else {}

    def recall(self, key: Hashable) -> tuple[Any, Any] | None:
        """The last answer under a key and the facts it held for, which may have changed since."""
        return self._memo.get(key)

    def remember(self, key: Hashable, facts: object, answer: object) -> None:
        """Keep an answer that holds for these facts."""
        self._memo[key] = facts, answer

    def drop(self, key: Hashable) -> None:
        """Forget the answer under a key."""
        self._memo.pop(key, None)

    def trim(self, most: int) -> None:
        """Keep the newest answers of each kind, so many of them: a server with many matches is short of memory."""
        kinds: dict[object, list[Hashable]] = {}
        for key in list(self._memo):
            if isinstance(key, tuple):
                kinds.setdefault(key[0], []).append(key)
        for keys in kinds.values():
            for key in keys[:-most]:
                self._memo.pop(key, None)

    def use_memory(self, memory: dict[Hashable, tuple[Any, Any]]) -> None:
        """Remember answers there: a bot has a memory of its own, and writes into no other."""
        self._memo, self._unmoved = memory, {} if self.frozen_now else None

    def somebody(self, key: Hashable, can: Callable[[T], bool], among: Iterable[T]) -> bool:
        """Whether one of these can; whoever could the last time is asked first."""
        last = self._memo.get(key)
        if last is not None and can(last[1]):
            return True
        for one in among:
            if can(one):
                self._memo[key] = None, one
                return True
        return False

    def forget_all(self) -> None:
        """Empty the memory, to compare answers with and without it."""
        self._memo, self._unmoved = {}, {} if self.frozen_now else None
        if self._answers is not None:
            self._answers = {}


class Stillness:
    """While it lasts, a position remembers answers; one that is frozen anyway goes on with those it has."""

    __slots__ = ("_after", "_answers", "_state", "_unmoved")

    def __init__(self, state: State, answers: dict[Hashable, Any] | None, after: dict[Hashable, Any] | None) -> None:
        """`answers` are known already, if there are any; `after` is what is remembered when it is over."""
        self._state, self._answers, self._after = state, answers, after
        self._unmoved = state._unmoved is not None

    def __enter__(self) -> None:
        self._state._answers = {} if self._answers is None else self._answers
        if not self._unmoved:
            self._state._unmoved = {}

    def __exit__(self, *raised: object) -> None:
        self._state._answers = self._after
        if not self._unmoved:
            self._state._unmoved = None

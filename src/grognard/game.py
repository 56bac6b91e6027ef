"""The contract between a match and a game: what never changes (Game), and what a side may see (view)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

import msgspec
from msgspec import structs

from grognard.board import Board
from grognard.datafile import Entry
from grognard.decision import Ask, Procedure, Words
from grognard.dice import Dice
from grognard.errors import Invalid, nearest
from grognard.mechanics.components import Box
from grognard.mechanics.overlays import Queries, answer_to
from grognard.mechanics.turn import Sequence, all_kinds, all_verbs
from grognard.preview import Line, Preview, Result
from grognard.rulebook import Rulebook
from grognard.state import OVER, State
from grognard.view import AnyView, Overlay, Query


class Option(msgspec.Struct, frozen=True):
    """A choice made before play: an optional rule, or how the match is run."""

    id: str
    title: str
    rule: str = ""
    default: bool = False


def options_in(scenario: Entry) -> tuple[Option, ...]:
    """The choices a scenario file gives, one a table `[[option]]`."""
    tables = scenario.entries("option")
    return tuple(Option(o.text("id"), o.text("title"), o.text("rule"), o.flag("default", False)) for o in tables)


class ScenarioInfo(msgspec.Struct, frozen=True):
    """One scenario of a game."""

    id: str
    title: str
    turns: int
    first: str = ""  # the side that has the first turn, where scenarios differ in that


class Term(msgspec.Struct, frozen=True):
    """A word a game shows, and what it means; of a marker or a kind of hex also its sign on a map in characters."""

    name: str
    says: str
    sign: str = ""
    foe: bool = False  # of a result: the defenders lose something or give way
    own: bool = False  # of a result: the attackers do


class Mark(msgspec.Struct, frozen=True):
    """A condition a counter may show."""

    name: str
    says: str
    lacks_supply: bool = False


class Waiver(msgspec.Struct, frozen=True):
    """A question the page may answer for people: with `answer`, if they left out all the units that could `verb`."""

    kind: str
    verb: str
    answer: str


class Glossary(msgspec.Struct, frozen=True, kw_only=True):
    """The words a game uses besides its verbs: what it shows and counts, what its results mean, what it explains."""

    screens: Mapping[str, str] = {}  # kinds that want a screen of their own: `orders` of many clauses, `muster`
    numbers: tuple[str, ...] = ()
    battles: bool = False  # both sides may stand in one hex and fight there
    marks: tuple[Mark, ...] = ()  # the conditions of counters
    markers: tuple[Term, ...] = ()
    ground: tuple[Term, ...] = ()  # kinds of hexes it keeps track of
    tracks: tuple[Term, ...] = ()
    tallies: tuple[Term, ...] = ()  # what it counts for each side besides points
    odds: tuple[str, ...] = ()  # verbs whose actions have a preview
    results: tuple[Term, ...] = ()  # the outcomes of a preview that are abbreviations
    explains: tuple[Term, ...] = ()  # verbs and kinds of questions that want a word of explanation
    waivers: tuple[Waiver, ...] = ()
    asides: tuple[str, ...] = ()  # verbs that people are not reminded of at the end of a phase


class GameInfo(Glossary, frozen=True, kw_only=True):
    """What a person chooses from before a match, and everything a match of the game can say and show.

    The order of its words is fixed, for observations and actions are numbered by it.
    """

    id: str
    title: str
    sides: tuple[str, ...]
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[Option, ...]
    aliases: tuple[str, ...] = ()
    legend: tuple[Line, ...] = ()  # what the terrain does, for a legend beside the map
    secrets: bool = False  # the sides see different things
    die: int = 6  # how many faces the dice of its combats have
    weather: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()  # the ids of all its phases
    kinds: tuple[str, ...] = ()  # of decisions: most are phases
    verbs: tuple[str, ...] = ()  # every word of its actions that is no unit, hex or number
    queries: tuple[Query, ...] = ()

    def scenario_id(self, wanted: object) -> str:
        """The id of the scenario wanted, the first one for None; Invalid if the game has no such scenario."""
        known = [scenario.id for scenario in self.scenarios]
        if wanted is None:
            return known[0]
        if not isinstance(wanted, str) or wanted not in known:
            raise Invalid(f"{self.id} has no scenario '{wanted}': {', '.join(known)}{nearest(str(wanted), known)}")
        return wanted


S = TypeVar("S", bound=State)


class Game(Protocol[S]):
    """A rule set: who must choose now, how an action is carried out, what each side may know."""

    info: GameInfo
    rulebook: Rulebook
    version: str  # of rules and data; a save file names it
    undo_rule: str  # the rule that a refusal to take an action back cites
    data: Path  # the folder of its data files; lesson and introduction are there, if it has them

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> S:
        """The position at the start of a scenario."""

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> S:
        """The position a position file describes."""

    def decision(self, state: S) -> Ask | None:
        """Who must choose now and from what; None when the game is over."""

    def execute(self, state: S, answers: tuple[Words, ...]) -> Procedure[None] | None:
        """The procedure of an action that may have to ask on the way, not begun; None if it has been carried out."""

    def board(self, state: S) -> Board:
        """The board the match is played on."""

    def view(self, state: S, side: str | None) -> AnyView:
        """What a side may know, built from what it may know; None is the public."""

    def preview(self, state: S, side: str | None, words: Words) -> Preview:
        """What an action would do, as far as the side may know."""

    def query(self, state: S, side: str | None, what: str, asked: Mapping[str, str]) -> Overlay:
        """An overlay for the map."""

    def result(self, state: S) -> Result | None:
        """How the game ended, or None while it goes on."""

    def determinize(self, state: S, now: S, side: str | None, dice: Dice) -> None:
        """Draw anew in `state` what the side cannot know in `now`, consistent with all it has seen."""


class RuleSet:
    """What every game does alike. A game declares its name and its parts, and says what only its rules know."""

    id: ClassVar[str]
    title: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    sides: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    secrets: ClassVar[bool] = False
    die: ClassVar[int] = 6
    box: ClassVar[Box[Any]]  # its data files; a game with more than one set of them says so in `data` and `scenarios`
    sequence: ClassVar[Sequence[Any]]
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # asked inside an action, and the verbs that answer
    within: ClassVar[tuple[str, ...]] = ()  # words said inside an action
    terms: ClassVar[Glossary]
    queries: ClassVar[Queries[Callable[..., Overlay]]] = {}
    rules_version: ClassVar[str]  # raised when the same actions would come out otherwise
    undo_rule: ClassVar[str]

    @property
    def data(self) -> Path:
        """The folder of its data files."""
        return self.box.folder

    @cached_property
    def info(self) -> GameInfo:
        """What the game is and everything a match of it can say and show."""
        return GameInfo(
            id=self.id,
            title=self.title,
            sides=self.sides,
            scenarios=tuple(self.scenarios()),
            options=self.options,
            aliases=self.aliases,
            legend=self.legend(),
            secrets=self.secrets,
            die=self.die,
            weather=self.weather(),
            phases=(*self.sequence, OVER),
            kinds=all_kinds(self.sequence, self.questions),
            verbs=all_verbs(self.sequence, self.questions, self.within),
            queries=tuple(self.queries),
            **structs.asdict(self.terms),
        )

    def scenarios(self) -> Iterable[ScenarioInfo]:
        """The scenarios, the usual one first."""
        found = map(self.box.scenario, self.box.scenarios)
        return [ScenarioInfo(scenario.id, scenario.title, scenario.turns) for scenario in found]

    def legend(self) -> tuple[Line, ...]:
        """What the terrain does."""
        return ()

    def weather(self) -> tuple[str, ...]:
        """The kinds of weather there are; none where the sky does not matter."""
        return ()

    def query(self, state: Any, side: str | None, what: str, asked: Mapping[str, str]) -> Overlay:
        """An overlay for the map, the same for both sides."""
        return answer_to(self.queries, what, asked)(state, asked)

    def judge(self, state: Any) -> Result:
        """Who has won a game that is over."""
        raise NotImplementedError

    def result(self, state: Any) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.judge(state) if state.phase == OVER else None

    @cached_property
    def rulebook(self) -> Rulebook:
        """Our summary of every rule."""
        return Rulebook.read(self.data / "rules.toml")

    @cached_property
    def version(self) -> str:
        """The version of the rules and a digest of the data that decide what happens."""
        digest = blake2b(digest_size=4)
        for path in sorted(self.data.rglob("*.toml")):
            if path.name not in ("rules.toml", "tutorial.toml"):
                digest.update(path.read_bytes())
        return f"{self.rules_version}-{digest.hexdigest()}"

    def decision(self, state: Any) -> Ask | None:
        """Who must choose now and from what; None when the game is over."""
        return self.sequence.decision(state)

    def execute(self, state: Any, answers: tuple[Words, ...]) -> Procedure[None] | None:
        """Carry an action out, or begin to."""
        return self.sequence.execute(state, answers)

    def board(self, state: Any) -> Board:
        """The board the match is played on."""
        board: Board = state.rules.board
        return board


class Caution(msgspec.Struct, frozen=True):
    """Something a person may want to know before they act."""

    text: str
    rule: str = ""
    hexes: tuple[str, ...] = ()
    note: bool = False  # worth saying while an order is given, not worth a question
    verb: str = ""  # the verb of what is left to do, if it reminds of that


@runtime_checkable
class Cautious(Protocol):
    """A game that warns people before they make a mistake the rules allow; a game need not."""

    def warnings(self, state: Any, side: str, words: Words) -> list[Caution]:
        """What is worth knowing before the words are played."""

"""Every message between server and page. The page's TypeScript types are generated from this file.

Requests name the seats they act for in the header `X-Grognard-Seat`: one or more secret seat tokens, separated by
commas. Without it the caller is an observer and gets the public view.

    GET    /api/games                                   list[GameMessage]
    GET    /api/games/{game}/rules                      list[RuleMessage]
    GET    /api/games/{game}/board.svg                  the map of its first scenario
    GET    /api/games/{game}/tutorial                   list[TutorialStep]
    GET    /api/sprite.svg                              the unit symbols
    GET    /api/theme                                   ThemeMessage: the colours of counters and marks
    GET    /api/matches    ?game=&state=running|over&mine=1&open=1&text=   list[MatchSummary]
    POST   /api/matches              NewMatch        -> Created
    POST   /api/matches/import       save file text  -> Created
    GET    /api/matches/{id}         ?as=SIDE        -> MatchState
    GET    /api/matches/{id}/board                      BoardMessage
    GET    /api/matches/{id}/board.svg                  the static map (immutable: cached by its digest)
    GET    /api/matches/{id}/at/{number}  ?as=SIDE      MatchState as it was after so many actions
    GET    /api/matches/{id}/history ?as=SIDE           list[HistoryEntry]
    POST   /api/matches/{id}/actions  Act            -> Acted
    GET    /api/matches/{id}/choices  ?words=&as=       ChoicesMessage
    GET    /api/matches/{id}/why      ?words=&as=       RulingMessage
    GET    /api/matches/{id}/preview  ?words=&as=       Preview (grognard.preview), or null if these words have none
    GET    /api/matches/{id}/query/{what} ?unit=...&as= Overlay (grognard.view)
    GET    /api/matches/{id}/warnings ?words=&as=       list[Warning]: what a person may want to know before they act
    GET    /api/matches/{id}/hint     ?as=SIDE          HintMessage: what the staff would play, thought out by a bot
    POST   /api/matches/{id}/undo     Undo           -> Acted, or a Proposal if the other side must agree
    POST   /api/matches/{id}/proposals Propose       -> Proposal
    POST   /api/matches/{id}/proposals/{number} Answer -> Acted
    POST   /api/matches/{id}/resign   Resign         -> Acted
    GET    /api/matches/{id}/messages                   list[ChatMessage]
    POST   /api/matches/{id}/messages Say            -> ChatMessage
    GET    /api/matches/{id}/notes    ?as=SIDE          NotesMessage
    PUT    /api/matches/{id}/notes    NotesMessage   -> NotesMessage
    POST   /api/matches/{id}/seats/{side} TakeSeat   -> SeatGiven
    GET    /api/matches/{id}/export                     the save file
    WS     /api/matches/{id}/live                       first Hello from the page, then Live messages from the server;
                                                        the page may play with LiveAct, or say Hello again
    GET    /api/account                                 Account
    public mode only: POST /api/register, /api/login (Credentials -> Account), POST /api/logout,
    POST /api/password (NewPassword), POST /api/sessions/end: all but the one that asks

What only a club needs is in `clubmessages`.

An error is a JSON `ErrorMessage` with a fitting status: 400 malformed, 401 not logged in, 403 not your seat, 404 not
there, 409 somebody else acted first (with the new number), 413 too large, 422 refused by a rule, 429 too fast.
"""

from __future__ import annotations

import msgspec

from grognard.game import Mark, Option, ScenarioInfo, Term, Waiver
from grognard.games import OwnFacts
from grognard.preview import Line, Preview, Result
from grognard.server.clubmessages import ClockMessage, ClockTerms, OlderMessage
from grognard.server.delta import Patch
from grognard.view import Query, View


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all messages."""


# --- what there is to play -------------------------------------------------------------------------------------------


class GameMessage(Message, frozen=True):
    """A game in the lobby."""

    id: str
    title: str
    introduction: str
    sides: list[str]
    scenarios: list[ScenarioInfo]
    options: list[Option]
    bots: list[str]
    has_secrets: bool  # a hand-over screen is needed between two people at one screen
    legend: list[Line]  # what the terrain does
    marks: list[Mark]  # the conditions its counters may show
    markers: list[Term]
    tracks: list[Term]  # what it counts for the match
    tallies: list[Term]  # and for each side besides points
    screens: dict[str, str]  # kinds of decisions that want a screen of their own: `orders` or `muster`
    queries: list[Query]  # what may be asked about the map
    verbs: list[str]  # every word of its actions that is no unit, hex or number
    phases: dict[str, list[str]]  # the verbs of each: somebody may ask why one is not offered
    odds: list[str]  # the verbs whose actions have a preview
    results: list[Term]  # what abbreviated outcomes of a preview mean
    explains: list[Term]  # what some verbs do, and what some questions are about
    waivers: list[Waiver]  # questions that the page may answer by itself for units its owner names
    asides: list[str]  # verbs that decide nothing, or only give something up
    has_tutorial: bool = False  # there is a guided first turn: start a NewMatch with `tutorial`


class RuleMessage(Message, frozen=True):
    """A rule in our words, with the rulings that close its gaps."""

    id: str
    title: str
    text: str
    optional: bool
    rulings: list[str]


class TutorialStep(Message, frozen=True):
    """One step of a guided first turn: what to say, where to point, and the action that completes it."""

    say: str
    side: str
    point: list[str] = []  # hexes or units to show
    action: str = ""  # '' for a step that is only read


class HexMessage(Message, frozen=True):
    """A hex of the board in the picture's coordinates."""

    name: str
    x: float
    y: float
    terrain: str
    place: str = ""


class RiverMessage(Message, frozen=True):
    """Where a river's name stands on the picture: the foot of its middle, turned by so many degrees."""

    name: str
    x: float
    y: float
    turn: float
    size: float  # as it is printed
    over: bool  # over the water, not under it


class BoardMessage(Message, frozen=True):
    """What the page needs to know of a board: the picture (without names as `picture#bare`), its measure, every hex."""

    title: str
    top: str  # flat or pointy
    width: float
    height: float
    radius: float  # of a hex's circumscribed circle
    picture: str  # where the map picture is
    hexes: list[HexMessage]
    directions: list[str]
    neighbours: dict[str, list[str]]  # clockwise from the first direction, '' off the map
    areas: dict[str, list[str]]
    rivers: list[RiverMessage]
    places: dict[str, float]  # by name, how large it is printed: 0 for those that are not


class ThemeMessage(Message, frozen=True):
    """Colours by side and mark, for drawing counters on the page as on paper."""

    palettes: dict[str, dict[str, str]]
    marks: dict[str, str]


# --- matches ---------------------------------------------------------------------------------------------------------


class NewMatch(Message, frozen=True):
    """Start a match. A seat is `screen` (this browser), `link` (somebody with a secret link), `open`, or `bot:NAME`;

    where people have accounts also `invite:NAME`.
    """

    game: str
    seats: dict[str, str]
    scenario: str = ""
    options: dict[str, bool] = {}
    title: str = ""
    by_hand: bool = False  # people roll their own dice
    position: str = ""  # the text of a position file
    tutorial: bool = False  # the fixed dice the game's tutorial steps are written for
    deployed: bool = False  # both sides set up by the automatic deployment: the first turn begins at once
    rated: bool = False  # it counts for the ladder; only between two accounts, from the start, with the server's dice
    clock: ClockTerms | None = None  # where people have accounts


class Created(Message, frozen=True):
    """A match and the secrets of the seats that are the caller's to give away."""

    id: str
    tokens: dict[str, str]  # side -> token


class SeatMessage(Message, frozen=True):
    """Who sits on a side."""

    side: str
    kind: str  # screen, link, open, bot, invited
    name: str
    here: bool  # connected now
    thinking: bool = False
    failed: str = ""  # why a bot gave up


class MatchSummary(Message, frozen=True):
    """A match in the lobby."""

    id: str
    game: str
    title: str
    turn: int
    turns: int
    phase: str
    waiting_for: list[str]
    seats: list[SeatMessage]
    mine: list[str]
    over: bool
    result: str
    updated: int  # milliseconds since 1970
    invited: list[str] = []  # the sides that are kept for the caller
    rated: bool = False
    terms: ClockTerms | None = None
    clocks: list[ClockMessage] = []


class MatchState(Message, frozen=True):
    """A match as one side sees it."""

    id: str
    game: str
    scenario: str
    title: str
    options: dict[str, bool]
    number: int  # entries in the match's log: actions, and what was taken back; it only grows
    side: str  # whose view this is; '' for the public
    mine: list[str]
    seats: list[SeatMessage]
    view: View[OwnFacts]  # the open decisions are in it; none when the match is over
    result: Result | None
    commitment: str  # a hash of the dice seed, shown from the start
    seed: str  # the seed itself, once the match is over
    proposal: Proposal | None
    can_undo: bool
    lines: list[LogLine]  # the last lines of the log
    rated: bool = False  # it will count for the ladder
    terms: ClockTerms | None = None
    clocks: list[ClockMessage] = []
    older: OlderMessage | None = None
    seed_known: bool = False  # somebody has had the seed in hands: the match came from a file, or was saved to one


class LogLine(Message, frozen=True):
    """A line of the log, the action it came from, where on the map it happened, and the dice that were thrown.

    `decided` is what those dice were for and what came of them, to stand beside them; `faces` how many each has.
    """

    number: int
    text: str
    event: str
    rule: str = ""
    hexes: list[str] = []
    units: list[str] = []
    side: str = ""  # who attacked, fired or threw, or plays the phase, where the line tells of one side
    phase: str = ""  # the title of the phase that begins
    how: str = ""  # of a unit that goes from hex to hex, what stands between its name and its way
    together: str = ""  # the same where several go
    dice: list[int] = []
    faces: int = 6
    decided: str = ""
    hits: int = 0  # of a volley
    result: str = ""  # what came of the dice, or of an attack without any
    fight: bool = False  # that decides an attack
    void: bool = False  # the dice are thrown again
    chit: list[str] = []  # the columns of a chit that was drawn, and those that count
    counts: list[int] = []
    forced: str = ""  # the action, where it was the only one and the match has played it by itself
    why: str = ""  # on the first line of a bot's action: its reason, for those who may know
    undone: bool = False  # taken back later


class HistoryEntry(Message, frozen=True):
    """An action of the match for the replay slider."""

    number: int
    side: str
    action: str
    turn: int
    phase: str
    time: int
    lines: list[LogLine]


class Act(Message, frozen=True):
    """Play an action. `number` is how many actions the page has seen: if there are more, somebody was faster."""

    number: int
    action: str
    side: str = ""


class Acted(Message, frozen=True):
    """An action is safely stored, and what happened; the new state follows on the live connection, or is asked for."""

    number: int
    lines: list[LogLine]
    proposal: Proposal | None = None


class ChoicesMessage(Message, frozen=True):
    """The words that may come next."""

    groups: list[tuple[str, list[str]]]
    complete: bool


class HintMessage(Message, frozen=True):
    """What the staff would play after so many entries of the log, and why."""

    number: int
    action: str
    why: str


class RulingMessage(Message, frozen=True):
    """Whether an action is legal, and if not, why; of an unfinished one, that nothing forbids, what may come next."""

    ok: bool
    rule: str
    reason: str
    unfinished: bool
    elsewhere: bool = False  # its first strange word is none of this question: nobody misses it here


class Warning(Message, frozen=True):
    """Something a person may want to know before they act."""

    text: str
    rule: str = ""
    hexes: list[str] = []
    note: bool = False  # said while the order is given, and not asked about
    verb: str = ""  # what is left to do, where it tells of that


class Undo(Message, frozen=True):
    """Take back one's own last step, or ask for it."""

    number: int


class Propose(Message, frozen=True):
    """Ask the other side: `undo`, `rollback` (to an action number), `draw`, `off` (no result), `rules` (see older)."""

    kind: str
    to: int = 0


class Answer(Message, frozen=True):
    """Accept or decline a proposal."""

    accept: bool


class Resign(Message, frozen=True):
    """Give up for a side."""

    side: str


class Proposal(Message, frozen=True):
    """A question from one side to the other that waits for an answer."""

    number: int
    side: str
    kind: str
    to: int
    text: str
    accepted: bool = False  # nobody had to be asked, and it is done


class Say(Message, frozen=True):
    """A line of chat."""

    text: str


class ChatMessage(Message, frozen=True):
    """A line of chat as everybody sees it."""

    number: int
    who: str
    text: str
    time: int


class NotesMessage(Message, frozen=True):
    """A side's private notes."""

    side: str
    text: str


class TakeSeat(Message, frozen=True):
    """Put somebody on a seat: `screen`, `link`, `open`, `bot:NAME` or `invite:NAME`."""

    kind: str


class SeatGiven(Message, frozen=True):
    """The seat as it is now, and its new secret if the caller may have it."""

    seat: SeatMessage
    token: str = ""


class Credentials(Message, frozen=True):
    """A name and a password."""

    name: str
    password: str


class NewPassword(Message, frozen=True):
    """The password one has, and the one that shall be."""

    old: str
    new: str


class Account(Message, frozen=True):
    """Who is logged in, '' for nobody; and whether one must be: on one's own machine nobody has to."""

    name: str
    asked: bool = True
    time: int = 0  # of the server, milliseconds since 1970: for clocks


class ErrorMessage(Message, frozen=True):
    """What was wrong, in one line; for a rule its number; after a lost race the number of actions there are now.

    An unfinished action is not forbidden: the line says what may come next.
    """

    error: str
    rule: str = ""
    number: int = -1
    unfinished: bool = False


# --- the live connection ---------------------------------------------------------------------------------------------


class Hello(Message, frozen=True):
    """The page's first words on a live connection: its seats, the side it looks from, and what it has seen.

    With `deltas` it is told the whole state once, and from then on what changes.
    """

    seats: list[str] = []
    side: str = ""
    number: int = -1
    deltas: bool = False


class LiveAct(Act, frozen=True, kw_only=True):
    """Play an action over the live connection; `ask` is a number of the page's own that the answer repeats."""

    ask: int  # above 0


class LiveState(Message, tag_field="live", tag="state", frozen=True):
    """The whole state: at the beginning, when the page may have lost step, and without `deltas` after every action."""

    state: MatchState
    lines: list[LogLine]
    answers: int = 0  # the `ask` of one's own action that is stored by it


class LiveDelta(Message, tag_field="live", tag="delta", frozen=True):
    """What is other than in the state with `since` entries, which was told last on this connection.

    The new lines of the log come after those of that state, of which as many as `dropped` go from the beginning.
    """

    since: int
    number: int
    patch: Patch | None  # of the state without its lines
    lines: list[LogLine]
    dropped: int
    answers: int = 0


class LiveRefused(Message, tag_field="live", tag="refused", frozen=True):
    """An action that came over the live connection is not granted: the answer a request would have had."""

    answers: int
    status: int
    error: ErrorMessage


class LiveSeats(Message, tag_field="live", tag="seats", frozen=True):
    """Somebody came, went, or thinks."""

    seats: list[SeatMessage]


class LiveChat(Message, tag_field="live", tag="chat", frozen=True):
    """A line of chat."""

    message: ChatMessage


class LiveProposal(Message, tag_field="live", tag="proposal", frozen=True):
    """A proposal was made, or answered (None)."""

    proposal: Proposal | None


Live = LiveState | LiveDelta | LiveRefused | LiveSeats | LiveChat | LiveProposal
__all__ = ["Preview"]

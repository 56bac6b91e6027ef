// Generated from src/grognard/server/messages.py and src/grognard/view.py by `python -m grognard.server.typescript`. Do not edit.

/** A choice made before play: an optional rule, or how the match is run. */
export interface Option {
  id: string;
  title: string;
  rule: string;
  default: boolean;
}

/** One scenario of a game. */
export interface ScenarioInfo {
  id: string;
  title: string;
  turns: number;
  first: string;
}

/** A word a game shows, and what it means; of a marker or a kind of hex also its sign on a map in characters. */
export interface Term {
  name: string;
  says: string;
  sign: string;
  foe: boolean;
  own: boolean;
}

/** A condition a counter may show. */
export interface Mark {
  name: string;
  says: string;
  lacks_supply: boolean;
}

/** A question the page may answer for people: with `answer`, if they left out all the units that could `verb`. */
export interface Waiver {
  kind: string;
  verb: string;
  answer: string;
}

/** One step of a computation: what, the value it gives, and the rule behind it. */
export interface Line {
  what: string;
  value: string;
  rule: string;
}

/** What an action of many clauses spends: the points there are, what is left, and the cost of each whole clause. */
export interface Budget {
  points: number;
  left: number;
  costs: number[];
}

/** The computation of a combat as far as the asking side may know it. */
export interface Preview {
  kind: string;
  attack: string;
  defence: string;
  column: string;
  lines: Line[];
  columns: Record<string, number>;
  outcomes: Record<string, number>;
  says: string;
  wins: number | null;
  price: string;
  notes: string[];
  first: string;
  budget: Budget | null;
  tables: Record<string, Record<string, number>>;
}

/** How a game ended: the winner ('' for a draw), the level of victory, the points and how they were counted. */
export interface Result {
  winner: string;
  level: string;
  points: Record<string, number>;
  counted: Line[];
  why: string;
  off: boolean;
}

/** A question about the map that a game answers with an Overlay. */
export interface Query {
  name: string;
  says: string;
  needs: string[];
  takes: string[];
  shown: boolean;
  own: boolean;
  types: string[];
  off_map: boolean;
}

/** The answer to a query: something to lay over the map, or to say about a unit, a hex or a side. */
export interface Overlay {
  unit: string;
  side: string;
  hex: string;
  name: string;
  kind: string;
  hexes: string[];
  costs: Record<string, number>;
  before: Record<string, string>;
  points: number | null;
  path: string[];
  paths: string[][];
  in_supply: boolean | null;
  blocked_by: string[];
  marked: Record<string, string[]>;
  units: Record<string, string>;
  counts: Record<string, number>;
  lines: Line[];
  parts: Overlay[];
  rule: string;
  why: string;
}

/** A change: the new value; or what is other in the parts of an object; or the new list from runs of the old one. */
export interface Patch {
  to?: unknown;
  in?: Record<string, Patch>;
  gone?: string[];
  runs?: [number, number, unknown[]][];
  at?: Record<string, Patch>;
}

/** A unit as the side sees it: on the map, or waiting beside it. */
export interface Counter {
  id: string;
  side: string;
  hex: string;
  type: string;
  symbol: string;
  size: string;
  strength: string;
  label: string;
  name: string;
  group: string;
  special: string[];
  badge: string;
  staff: boolean;
  rating: number;
  steps: number;
  max_steps: number;
  movement: number | null;
  block: boolean;
  hidden: boolean;
  status: string[];
}

/** A unit that is still to come: in which turn, or 0 where `at` says when; and by which entrance. */
export interface Due {
  turn: number;
  at: string;
  unit: Counter;
}

/** A marker on the map, of a kind the game declares. */
export interface Marker {
  kind: string;
  side: string;
  hex: string;
  text: string;
}

/** A hex both sides stand in, and who attacked. */
export interface Battle {
  hex: string;
  attacker: string;
}

/** A phase of the turn, and whose it is; '' where it is both sides' or changes. */
export interface Stage {
  id: string;
  title: string;
  side: string;
}

/** What a question arises from, as the side that is asked may know it: an action under way, or a die that lies. */
export interface Occasion {
  side: string;
  says: string;
  units: string[];
  hexes: string[];
  targets: string[];
  dice: number[];
  faces: number;
}

/** A decision that is open. What exactly is asked is told only to the side that is asked. */
export interface OpenDecision {
  side: string;
  kind: string;
  prompt: string;
  rule: string;
  occasion: Occasion | null;
}

/** Untried counters of a kind that are off the map: how many may be drawn, the dead, and the faces nobody knows. */
export interface Pool {
  left: number;
  dead: number;
  unseen: Record<string, number>;
}

/** What a side may deploy of one kind of block, and what it has deployed (3.22). */
export interface Force {
  kind: string;
  units: number;
  allowed: number;
  strength: number;
  most: number;
}

/** The points at the end of a scenario that was played before this one. */
export interface Scores {
  scenario: string;
  points: Record<string, number>;
}

/** An HQ on the map: how it is set, what it can still give, and whom it serves. */
export interface Headquarters {
  unit: string;
  side: string;
  colour: string;
  face: string;
  level: string;
  range: number;
  attack: number;
  defence: number;
  leader: string;
  leader_attack: number;
  leader_defence: number;
  serves: string[];
  reaches: string[];
}

/** A bridging unit that is laid out, and the hex its bridge leads to. */
export interface Bridge {
  unit: string;
  hex: string;
  to: string;
  turn: number;
}

/** One step of a computation: what, the value it gives, and the rule behind it. */
export interface Line {
  what: string;
  value: string;
  rule: string;
}

/** A line of the activation panel: a formation in play. */
export interface Formation {
  hq: string;
  side: string;
  name: string;
  hex: string;
  level: number;
  most: number;
  state: string;
  points: number;
  reaction: number;
  support: number;
  emergency: boolean;
  supplied: boolean | null;
  units: string[];
  out_of_command: string[];
  isolated: string[];
  disrupted: string[];
  quiet: boolean;
}

/** A formation that acts, or waits until another has acted in the midst of its activation; the last one is on. */
export interface Acting {
  phase: string;
  side: string;
  hq: string;
}

/** Guderian's own section of a view. */
export interface GuderianFacts {
  game: "guderian";
  pool: Record<string, Pool>;
  owed: [string, string][];
  frozen: string[];
  recaptured: string[];
}

/** EastFront's own section of a view. */
export interface EastFrontFacts {
  game: "eastfront";
  months: string[];
  air: Record<string, string>;
  seas: Record<string, string>;
  lost: Counter[];
  costs: Record<string, Record<string, number>>;
  forces: Force[];
  beachhead: string;
  recorded: Scores[];
}

/** The Oder's own section of a view. */
export interface OderFacts {
  game: "oder";
  order: string[];
}

/** The own section of a view. */
export interface BattlesFacts {
  game: "battles";
  levels: Record<string, string>;
  draws_on: Record<string, string>;
  hqs: Headquarters[];
  attack_track: [string, number][];
  bridges: Bridge[];
  blown: [string, string][];
  lost_leaders: string[];
  weather_effects: Line[];
  score: Line[];
}

/** The Bug River's own section of a view. */
export interface BugRiverFacts {
  game: "bugriver";
  formations: Formation[];
  acting: Acting[];
  points: Record<string, number>;
  marker: string;
  marker_box: number;
  interdiction: number;
  adds: Record<string, number>;
  chances: Record<string, number>;
  luck: string;
  passed: string[];
  surprise: number;
}

/** The position as a side sees it. */
export interface View {
  game: string;
  scenario: string;
  side: string | null;
  turn: number;
  turns: number;
  date: string;
  weather: string;
  phase: string;
  phase_title: string;
  active: string | null;
  sequence: Stage[];
  units: Counter[];
  due: Due[];
  to_place: Counter[];
  markers: Marker[];
  battles: Battle[];
  control: Record<string, string>;
  hexes: Record<string, string[]>;
  ground: Record<string, Record<string, string[]>>;
  tracks: Record<string, number>;
  tallies: Record<string, Record<string, number>>;
  points: Record<string, number>;
  net: number | null;
  own: Facts;
  decisions: OpenDecision[];
  actions: number;
}

/** The clocks of a match, in seconds, 0 for none: for a move (until the other side is asked) and for the match. */
export interface ClockTerms {
  per_move: number;
  per_match: number;
  late: string;
}

/** A side's clock: the thinking time it has used before, and when it began to run and runs out; 0 if it stands. */
export interface ClockMessage {
  side: string;
  used: number;
  since: number;
  until: number;
}

/** A match that was made under other rules than the server has now: nothing is played until the sides agree. */
export interface OlderMessage {
  made: string;
  here: string;
  target: number;
  text: string;
}

/** Somebody on the ladder of a game and side. */
export interface LadderRow {
  place: number;
  name: string;
  rating: number;
  deviation: number;
  played: number;
  won: number;
  drawn: number;
  sure: boolean;
}

/** The ladder of a game and side. */
export interface LadderMessage {
  game: string;
  side: string;
  rows: LadderRow[];
}

/** How somebody is told. A webhook's address is a secret: only its beginning and end are shown. */
export interface NoticesMessage {
  mail: string;
  confirmed: boolean;
  webhook: string;
  form: string;
  browsers: number;
  invitations: boolean;
  can_mail: boolean;
  can_push: boolean;
  push_key: string;
}

/** Changes to how somebody is told: None leaves a thing as it is, '' switches it off. */
export interface WantedNotices {
  mail?: string | null;
  webhook?: string | null;
  form?: string | null;
  invitations?: boolean | null;
}

/** The code that came by mail. */
export interface Confirm {
  code: string;
}

/** A browser's push subscription. */
export interface Browser {
  endpoint: string;
  p256dh?: string;
  auth?: string;
}

/** End a match whose other side is silent: as a `win`, or `off` without a result. */
export interface Claim {
  how: string;
}

/** A game in the lobby. */
export interface GameMessage {
  id: string;
  title: string;
  introduction: string;
  sides: string[];
  scenarios: ScenarioInfo[];
  options: Option[];
  bots: string[];
  has_secrets: boolean;
  legend: Line[];
  marks: Mark[];
  markers: Term[];
  tracks: Term[];
  tallies: Term[];
  screens: Record<string, string>;
  queries: Query[];
  verbs: string[];
  phases: Record<string, string[]>;
  odds: string[];
  results: Term[];
  explains: Term[];
  waivers: Waiver[];
  asides: string[];
  has_tutorial: boolean;
}

/** A rule in our words, with the rulings that close its gaps. */
export interface RuleMessage {
  id: string;
  title: string;
  text: string;
  optional: boolean;
  rulings: string[];
}

/** One step of a guided first turn: what to say, where to point, and the action that completes it. */
export interface TutorialStep {
  say: string;
  side: string;
  point: string[];
  action: string;
}

/** A hex of the board in the picture's coordinates. */
export interface HexMessage {
  name: string;
  x: number;
  y: number;
  terrain: string;
  place: string;
}

/** Where a river's name stands on the picture: the foot of its middle, turned by so many degrees. */
export interface RiverMessage {
  name: string;
  x: number;
  y: number;
  turn: number;
  size: number;
  over: boolean;
}

/** What the page needs to know of a board: the picture (without names as `picture#bare`), its measure, every hex. */
export interface BoardMessage {
  title: string;
  top: string;
  width: number;
  height: number;
  radius: number;
  picture: string;
  hexes: HexMessage[];
  directions: string[];
  neighbours: Record<string, string[]>;
  areas: Record<string, string[]>;
  rivers: RiverMessage[];
  places: Record<string, number>;
}

/** Colours by side and mark, for drawing counters on the page as on paper. */
export interface ThemeMessage {
  palettes: Record<string, Record<string, string>>;
  marks: Record<string, string>;
}

/** Start a match. A seat is `screen` (this browser), `link` (somebody with a secret link), `open`, or `bot:NAME`; */
export interface NewMatch {
  game: string;
  seats: Record<string, string>;
  scenario?: string;
  options?: Record<string, boolean>;
  title?: string;
  by_hand?: boolean;
  position?: string;
  tutorial?: boolean;
  deployed?: boolean;
  rated?: boolean;
  clock?: ClockTerms | null;
}

/** A match and the secrets of the seats that are the caller's to give away. */
export interface Created {
  id: string;
  tokens: Record<string, string>;
}

/** Who sits on a side. */
export interface SeatMessage {
  side: string;
  kind: string;
  name: string;
  here: boolean;
  thinking: boolean;
  failed: string;
}

/** A match in the lobby. */
export interface MatchSummary {
  id: string;
  game: string;
  title: string;
  turn: number;
  turns: number;
  phase: string;
  waiting_for: string[];
  seats: SeatMessage[];
  mine: string[];
  over: boolean;
  result: string;
  updated: number;
  invited: string[];
  rated: boolean;
  terms: ClockTerms | null;
  clocks: ClockMessage[];
}

/** A match as one side sees it. */
export interface MatchState {
  id: string;
  game: string;
  scenario: string;
  title: string;
  options: Record<string, boolean>;
  number: number;
  side: string;
  mine: string[];
  seats: SeatMessage[];
  view: View;
  result: Result | null;
  commitment: string;
  seed: string;
  proposal: Proposal | null;
  can_undo: boolean;
  lines: LogLine[];
  rated: boolean;
  terms: ClockTerms | null;
  clocks: ClockMessage[];
  older: OlderMessage | null;
  seed_known: boolean;
}

/** A line of the log, the action it came from, where on the map it happened, and the dice that were thrown. */
export interface LogLine {
  number: number;
  text: string;
  event: string;
  rule: string;
  hexes: string[];
  units: string[];
  side: string;
  phase: string;
  how: string;
  together: string;
  dice: number[];
  faces: number;
  decided: string;
  hits: number;
  result: string;
  fight: boolean;
  void: boolean;
  chit: string[];
  counts: number[];
  forced: string;
  why: string;
  undone: boolean;
}

/** An action of the match for the replay slider. */
export interface HistoryEntry {
  number: number;
  side: string;
  action: string;
  turn: number;
  phase: string;
  time: number;
  lines: LogLine[];
}

/** Play an action. `number` is how many actions the page has seen: if there are more, somebody was faster. */
export interface Act {
  number: number;
  action: string;
  side?: string;
}

/** An action is safely stored, and what happened; the new state follows on the live connection, or is asked for. */
export interface Acted {
  number: number;
  lines: LogLine[];
  proposal: Proposal | null;
}

/** The words that may come next. */
export interface ChoicesMessage {
  groups: [string, string[]][];
  complete: boolean;
}

/** What the staff would play after so many entries of the log, and why. */
export interface HintMessage {
  number: number;
  action: string;
  why: string;
}

/** Whether an action is legal, and if not, why; of an unfinished one, that nothing forbids, what may come next. */
export interface RulingMessage {
  ok: boolean;
  rule: string;
  reason: string;
  unfinished: boolean;
  elsewhere: boolean;
}

/** Something a person may want to know before they act. */
export interface Warning {
  text: string;
  rule: string;
  hexes: string[];
  note: boolean;
  verb: string;
}

/** Take back one's own last step, or ask for it. */
export interface Undo {
  number: number;
}

/** Ask the other side: `undo`, `rollback` (to an action number), `draw`, `off` (no result), `rules` (see older). */
export interface Propose {
  kind: string;
  to?: number;
}

/** Accept or decline a proposal. */
export interface Answer {
  accept: boolean;
}

/** Give up for a side. */
export interface Resign {
  side: string;
}

/** A question from one side to the other that waits for an answer. */
export interface Proposal {
  number: number;
  side: string;
  kind: string;
  to: number;
  text: string;
  accepted: boolean;
}

/** A line of chat. */
export interface Say {
  text: string;
}

/** A line of chat as everybody sees it. */
export interface ChatMessage {
  number: number;
  who: string;
  text: string;
  time: number;
}

/** A side's private notes. */
export interface NotesMessage {
  side: string;
  text: string;
}

/** Put somebody on a seat: `screen`, `link`, `open`, `bot:NAME` or `invite:NAME`. */
export interface TakeSeat {
  kind: string;
}

/** The seat as it is now, and its new secret if the caller may have it. */
export interface SeatGiven {
  seat: SeatMessage;
  token: string;
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** The password one has, and the one that shall be. */
export interface NewPassword {
  old: string;
  new: string;
}

/** Who is logged in, '' for nobody; and whether one must be: on one's own machine nobody has to. */
export interface Account {
  name: string;
  asked: boolean;
  time: number;
}

/** What was wrong, in one line; for a rule its number; after a lost race the number of actions there are now. */
export interface ErrorMessage {
  error: string;
  rule: string;
  number: number;
  unfinished: boolean;
}

/** The page's first words on a live connection: its seats, the side it looks from, and what it has seen. */
export interface Hello {
  seats?: string[];
  side?: string;
  number?: number;
  deltas?: boolean;
}

/** Play an action over the live connection; `ask` is a number of the page's own that the answer repeats. */
export interface LiveAct {
  number: number;
  action: string;
  side?: string;
  ask: number;
}

/** The whole state: at the beginning, when the page may have lost step, and without `deltas` after every action. */
export interface LiveState {
  live: "state";
  state: MatchState;
  lines: LogLine[];
  answers: number;
}

/** What is other than in the state with `since` entries, which was told last on this connection. */
export interface LiveDelta {
  live: "delta";
  since: number;
  number: number;
  patch: Patch | null;
  lines: LogLine[];
  dropped: number;
  answers: number;
}

/** An action that came over the live connection is not granted: the answer a request would have had. */
export interface LiveRefused {
  live: "refused";
  answers: number;
  status: number;
  error: ErrorMessage;
}

/** Somebody came, went, or thinks. */
export interface LiveSeats {
  live: "seats";
  seats: SeatMessage[];
}

/** A line of chat. */
export interface LiveChat {
  live: "chat";
  message: ChatMessage;
}

/** A proposal was made, or answered (None). */
export interface LiveProposal {
  live: "proposal";
  proposal: Proposal | null;
}

/** What only one game has to show: its own section of a view. */
export type Facts = GuderianFacts | EastFrontFacts | OderFacts | BattlesFacts | BugRiverFacts;

/** Everything the server says on a live connection. */
export type Live = LiveState | LiveDelta | LiveRefused | LiveSeats | LiveChat | LiveProposal;

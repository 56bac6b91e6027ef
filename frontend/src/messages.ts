// Generated from src/grognard/server/messages.py by `python -m grognard.server.typescript`. Do not edit.

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
}

/** One step of a computation: what, the value it gives, and the rule behind it. */
export interface Line {
  what: string;
  value: string;
  rule: string;
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
  notes: string[];
  tables: Record<string, Record<string, number>>;
}

/** How a game ended: the winner ('' for a draw), the level of victory, the points and how they were counted. */
export interface Result {
  winner: string;
  level: string;
  points: Record<string, number>;
  counted: Line[];
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
  marks: string[];
  overlays: string[];
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

/** What the page needs to know of a board: the picture, its measure, and every hex. */
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
}

/** Colours by side and mark, for drawing counters on the page as on paper. */
export interface ThemeMessage {
  palettes: Record<string, Record<string, string>>;
  marks: Record<string, string>;
}

/** Start a match. A seat is `screen` (this browser), `link` (somebody with a secret link), `open`, or `bot:NAME`. */
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

/** A decision that is open; prompt and rule are empty for those it is not put to. */
export interface DecisionMessage {
  side: string;
  kind: string;
  prompt: string;
  rule: string;
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
  decisions: DecisionMessage[];
  view: Record<string, unknown>;
  result: Result | null;
  commitment: string;
  seed: string;
  proposal: Proposal | null;
  can_undo: boolean;
  lines: LogLine[];
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
  dice: number[];
  why: string;
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

/** An action is safely stored; what happened and the new state follow on the live connection too. */
export interface Acted {
  number: number;
  lines: LogLine[];
  state: MatchState;
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
}

/** Something a person may want to know before they act. */
export interface Warning {
  text: string;
  rule: string;
  hexes: string[];
}

/** Take back one's own last step, or ask for it. */
export interface Undo {
  number: number;
}

/** Ask the other side: `undo`, `rollback` (to an action number) or `draw`. */
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

/** Put somebody on a seat: `screen`, `link`, `open` or `bot:NAME`. */
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

/** Who is logged in. */
export interface Account {
  name: string;
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
}

/** The whole state: at the beginning, and after every action. */
export interface LiveState {
  live: "state";
  state: MatchState;
  lines: LogLine[];
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

/** Everything the server says on a live connection. */
export type Live = LiveState | LiveSeats | LiveChat | LiveProposal;

// Every question the page puts to the server.
import type {
  Account, Acted, BoardMessage, Browser, ChatMessage, ChoicesMessage, Created, ErrorMessage, GameMessage, HintMessage, HistoryEntry,
  LadderMessage, MatchState, MatchSummary, NewMatch,
  NewPassword, NotesMessage, NoticesMessage, Overlay, Preview, Proposal, RuleMessage, RulingMessage, SeatGiven, ThemeMessage,
  TutorialStep, WantedNotices, Warning,
} from "./messages";
import { seatHeader } from "./seats";

/** The server said no. */
export class Refused extends Error {
  constructor(readonly status: number, message: string, readonly rule = "", readonly number = -1) {
    super(message);
  }
}

let waiting = 0;

/** While the server owes us an answer the page says so, to the pointer and to anybody who watches. */
export async function counted<T>(answer: Promise<T>): Promise<T> {
  document.documentElement.dataset["waiting"] = String(++waiting);
  try {
    return await answer;
  } finally {
    document.documentElement.dataset["waiting"] = String(--waiting);
  }
}

async function ask(method: string, path: string, match?: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {};
  const seats = seatHeader(match);
  if (seats) headers["X-Grognard-Seat"] = seats;
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    headers["Content-Type"] = typeof body === "string" ? "text/plain" : "application/json";
    init.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  const response = await counted(fetch(path, init));
  if (response.ok) return response;
  let said: Partial<ErrorMessage> = {};
  try {
    said = (await response.json()) as Partial<ErrorMessage>;
  } catch {
    // not one of our own errors: the status must do
  }
  throw new Refused(response.status, said.error ?? response.statusText, said.rule, said.number);
}

async function get<T>(path: string, match?: string): Promise<T> {
  return (await (await ask("GET", path, match)).json()) as T;
}

async function post<T>(path: string, body: unknown, match?: string, method = "POST"): Promise<T> {
  return (await (await ask(method, path, match, body)).json()) as T;
}

function asking(asked: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== "")).toString();
  return query ? `?${query}` : "";
}

function at(id: string, rest: string, asked: Record<string, string> = {}): string {
  return `/api/matches/${encodeURIComponent(id)}${rest}${asking(asked)}`;
}

export const games = (): Promise<GameMessage[]> => get("/api/games");
export const rules = (game: string): Promise<RuleMessage[]> => get(`/api/games/${encodeURIComponent(game)}/rules`);
export const tutorial = (game: string): Promise<TutorialStep[]> =>
  get(`/api/games/${encodeURIComponent(game)}/tutorial`);
export const theme = (): Promise<ThemeMessage> => get("/api/theme");
export const sprite = async (): Promise<string> => (await ask("GET", "/api/sprite.svg")).text();
export const matches = (sought: Record<string, string> = {}): Promise<MatchSummary[]> => get(`/api/matches${asking(sought)}`);
export const start = (wanted: NewMatch): Promise<Created> => post("/api/matches", wanted);
export const importSave = (text: string): Promise<Created> => post("/api/matches/import", text);

export const account = (): Promise<Account> => get("/api/account");
export const login = (name: string, password: string, fresh: boolean): Promise<Account> =>
  post(fresh ? "/api/register" : "/api/login", { name, password });
export const logout = (): Promise<Response> => ask("POST", "/api/logout", undefined, {});
export const changePassword = (old: string, fresh: string): Promise<Response> =>
  ask("POST", "/api/password", undefined, { old, new: fresh } satisfies NewPassword);
export const ladder = (game: string, side: string): Promise<LadderMessage> => get(`/api/ladder${asking({ game, side })}`);
export const notices = (): Promise<NoticesMessage> => get("/api/notices");
export const changeNotices = (wanted: WantedNotices): Promise<NoticesMessage> => post("/api/notices", wanted, undefined, "PUT");
export const confirmMail = (code: string): Promise<NoticesMessage> => post("/api/notices/confirm", { code });
export const tellBrowser = (browser: Browser): Promise<NoticesMessage> => post("/api/notices/push", browser);
export const spareBrowser = (browser: Browser): Promise<NoticesMessage> => post("/api/notices/push/stop", browser);
export const tryNotices = (): Promise<NoticesMessage> => post("/api/notices/test", {});
export const endSessions = (): Promise<Response> => ask("POST", "/api/sessions/end", undefined, {});

export const state = (id: string, side = ""): Promise<MatchState> => get(at(id, "", { as: side }), id);
export const board = (id: string): Promise<BoardMessage> => get(at(id, "/board"), id);
export const stateAt = (id: string, number: number, side = ""): Promise<MatchState> =>
  get(at(id, `/at/${number}`, { as: side }), id);
export const history = (id: string, side = ""): Promise<HistoryEntry[]> => get(at(id, "/history", { as: side }), id);
export const act = (id: string, number: number, action: string, side: string): Promise<Acted> =>
  post(at(id, "/actions"), { number, action, side }, id);
export const choices = (id: string, words: string, side: string): Promise<ChoicesMessage> =>
  get(at(id, "/choices", { words, as: side }), id);
/** What may be said once these actions are played, one a line, in the position of entry `number`. */
export const choicesAfter = (id: string, words: string, side: string, after: string, number: number): Promise<ChoicesMessage> =>
  get(at(id, "/choices", { words, as: side, after, number: String(number) }), id);
export const why = (id: string, words: string, side: string, after = "", number = 0): Promise<RulingMessage> =>
  get(at(id, "/why", { words, as: side, ...(after ? { after, number: String(number) } : {}) }), id);
export const preview = (id: string, words: string, side: string): Promise<Preview | null> =>
  get(at(id, "/preview", { words, as: side }), id);
export const query = (
  id: string, what: string, asked: Record<string, string>, side: string,
): Promise<Overlay> => get(at(id, `/query/${encodeURIComponent(what)}`, { ...asked, as: side }), id);
export const hint = (id: string, side: string): Promise<HintMessage> => get(at(id, "/hint", { as: side }), id);
export const warnings = (id: string, words: string, side: string): Promise<Warning[]> =>
  get(at(id, "/warnings", { words, as: side }), id);
export const undo = (id: string, number: number): Promise<Partial<Acted & Proposal>> =>
  post(at(id, "/undo"), { number }, id);
export const propose = (id: string, kind: string, to = 0): Promise<Proposal> =>
  post(at(id, "/proposals"), { kind, to }, id);
export const answer = (id: string, number: number, accept: boolean): Promise<Acted> =>
  post(at(id, `/proposals/${number}`), { accept }, id);
export const resign = (id: string, side: string): Promise<Acted> => post(at(id, "/resign"), { side }, id);
export const claim = (id: string, how: string): Promise<Acted> => post(at(id, "/claim"), { how }, id);
export const declineSeat = (id: string, side: string): Promise<Response> =>
  ask("POST", at(id, `/seats/${encodeURIComponent(side)}/decline`), id, {});
export const messages = (id: string): Promise<ChatMessage[]> => get(at(id, "/messages"), id);
export const say = (id: string, text: string): Promise<ChatMessage> => post(at(id, "/messages"), { text }, id);
export const notes = (id: string, side: string): Promise<NotesMessage> => get(at(id, "/notes", { as: side }), id);
export const writeNotes = (id: string, side: string, text: string): Promise<NotesMessage> =>
  post(at(id, "/notes"), { side, text }, id, "PUT");
export const takeSeat = (id: string, side: string, kind: string): Promise<SeatGiven> =>
  post(at(id, `/seats/${encodeURIComponent(side)}`), { kind }, id);
export const saveFile = async (id: string): Promise<string> => (await ask("GET", at(id, "/export"), id)).text();
export const report = async (id: string, side: string): Promise<string> => (await ask("GET", at(id, "/report", { as: side }), id)).text();

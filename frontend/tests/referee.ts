// A server to test against: a match on a small map, a choice tree, and everything that was asked of it.
import type {
  BoardMessage, ChoicesMessage, Counter, GameMessage, HistoryEntry, LogLine, MatchState, Query, RulingMessage, View, Warning,
} from "../src/messages";

export type Tree = Record<string, ChoicesMessage>;

const word = (kind: string, ...found: string[]): [string, string[]] => [kind, found];
const next = (...groups: [string, string[]][]): ChoicesMessage => ({ groups, complete: false });
export const DONE: ChoicesMessage = { groups: [], complete: true };

/** Two German units beside a Soviet one: they may move, attack together, or end the phase. */
export const ORDERS: Tree = {
  "": next(word("verb", "move", "attack", "end")),
  "move": next(word("unit", "1Pz", "2Pz")),
  "move 1Pz": next(word("unit", "2Pz"), word("hex", "0102", "0202")),
  "move 2Pz": next(word("unit", "1Pz"), word("hex", "0102")),
  "move 1Pz 2Pz": next(word("hex", "0102")),
  "move 2Pz 1Pz": next(word("hex", "0102")),
  "move 1Pz 0102": DONE,
  "move 1Pz 2Pz 0102": DONE,
  "move 2Pz 1Pz 0102": DONE,
  "attack": next(word("hex", "0201")),
  "attack 0201": next(word("unit", "1Pz", "2Pz")),
  "attack 0201 1Pz": next(word("unit", "2Pz"), word("verb", "go")),
  "attack 0201 2Pz": next(word("unit", "1Pz"), word("verb", "go")),
  "attack 0201 1Pz 2Pz": next(word("verb", "go")),
  "attack 0201 1Pz go": DONE,
  "attack 0201 1Pz 2Pz go": DONE,
  "attack 0201 2Pz 1Pz": next(word("verb", "go")),
  "end": DONE,
};

/** A map of columns 01 and up, flat topped, even columns half a hex lower. */
export function board(columns: number, rows: number, top = "flat", radius = 10): BoardMessage {
  const [wide, high] = [1.5 * radius, Math.sqrt(3) * radius];
  const two = (n: number): string => String(n).padStart(2, "0");
  const hexes = Array.from({ length: columns * rows }, (_, n) => {
    const [c, r] = [Math.floor(n / rows), n % rows];
    const [along, across] = [radius + c * wide, high * (0.5 + r + (c % 2) / 2)];
    const [x, y] = top === "flat" ? [along, across] : [across, along];
    return { name: top === "flat" ? two(c + 1) + two(r + 1) : two(r + 1) + two(c + 1), x, y, terrain: "clear", place: "" };
  });
  const [length, breadth] = [2 * radius + (columns - 1) * wide, high * (rows + 0.5)];
  const [width, height] = top === "flat" ? [length, breadth] : [breadth, length];
  return { title: "", top, width, height, radius, picture: "", hexes, directions: [], neighbours: {}, areas: {}, rivers: [], places: {} };
}

export const unit = (id: string, side: string, hex: string, more: Partial<Counter> = {}): Counter => ({
  id, side, hex, type: "panzer", symbol: "armor", size: "XX", strength: "4-10", label: id, name: "", group: "", special: [], badge: "",
  staff: false, rating: 0, steps: 1, max_steps: 1, movement: null, block: false, hidden: false, status: [], ...more,
});
const UNITS = [unit("1Pz", "german", "0101"), unit("2Pz", "german", "0101"), unit("5A", "soviet", "0201")];

export function view(changes: Partial<View> = {}): View {
  return {
    game: "guderian", scenario: "campaign", side: "german", turn: 1, turns: 12, date: "", weather: "", phase: "german-movement",
    phase_title: "German Movement", active: "german", sequence: [], units: UNITS, due: [], to_place: [], markers: [], battles: [],
    control: {}, hexes: {}, ground: {}, tracks: {}, tallies: {}, points: {}, net: null, own: { game: "oder", order: [] },
    decisions: [{ side: "german", kind: "german-movement", prompt: "Move", rule: "6.1", occasion: null }], actions: 0, ...changes,
  };
}

const query = (name: string, more: Partial<Query> = {}): Query => ({
  name, says: "", needs: [], takes: [], shown: true, own: false, types: [], off_map: false, ...more,
});

/** What the game declares. */
export const GAME: GameMessage = {
  id: "guderian", title: "", introduction: "", sides: ["german", "soviet"], scenarios: [], options: [], bots: [], has_secrets: false,
  legend: [], marks: [], markers: [], tracks: [], tallies: [], screens: { production: "orders" }, verbs: ["move", "attack", "advance", "stay", "go", "end"], phases: { "german-movement": ["move", "attack", "end"] }, odds: ["attack"], results: [], explains: [], waivers: [], asides: [],
  queries: [
    query("zoc", { needs: ["of"] }), query("reach", { needs: ["unit"], own: true }), query("radius", { takes: ["unit"], types: ["leader"] }),
    query("rail", { needs: ["unit"], off_map: true, shown: false }),
  ],
  has_tutorial: false,
};

export function state(number: number, changes: Partial<MatchState> = {}): MatchState {
  return {
    id: "m1", game: "guderian", scenario: "campaign", title: "", options: {}, number, side: "german", mine: ["german"],
    seats: [], view: view(), result: null, commitment: "", seed: "", proposal: null, can_undo: false, lines: [],
    seed_known: false, rated: false, terms: null, clocks: [], older: null, ...changes,
  };
}

export function line(number: number, text: string, hexes: string[] = []): LogLine {
  return { number, text, event: "moved", rule: "", hexes, units: [], side: "", phase: "", how: "", together: "", dice: [], faces: 6, decided: "", hits: 0, result: "", fight: false, void: false, chit: [], counts: [], forced: "", why: "", undone: false };
}

/** Answers the page's questions; tests change what it knows. */
export class Referee {
  number = 0;
  tree: Tree = ORDERS;
  warnings: Record<string, Warning[]> = {};
  rulings: Record<string, Partial<RulingMessage>> = {}; // on words somebody asks about
  faster = 0; // how many actions somebody else has played that the page has not heard of
  played: string[] = [];
  asked: string[] = [];
  supposed: string[] = []; // actions it was asked to suppose, one a line
  private gates = new Map<string, Promise<void>>();

  constructor() {
    globalThis.fetch = (path, init) => this.answer(String(path), init);
  }

  /** Keep the answer to some words back until the function that is returned is called. */
  holdBack(key: string): () => void {
    let open = (): void => undefined;
    this.gates.set(key, new Promise((done) => (open = done)));
    return open;
  }

  private async answer(path: string, init?: RequestInit): Promise<Response> {
    const url = new URL(path, "http://page.test");
    const what = url.pathname.replace("/api/matches/m1", "");
    const words = url.searchParams.get("words") ?? "";
    const key = words ? `${what} ${words}` : what;
    this.asked.push(key);
    const after = url.searchParams.get("after");
    if (after) this.supposed.push(after);
    await this.gates.get(key);
    if (what === "/choices") return this.reply(this.tree[words] ?? null);
    if (what === "/warnings") return this.reply(this.warnings[words] ?? []);
    if (what === "/why") return this.reply({ ok: false, rule: "6.2", reason: `no ${words}`, unfinished: false, elsewhere: false, ...this.rulings[words] });
    if (what === "/actions") return this.act(JSON.parse(String(init?.body)) as { number: number; action: string });
    if (what === "/history") return this.reply(this.history());
    if (what.startsWith("/at/")) return this.reply(state(Number(what.slice(4))));
    if (what === "") return this.reply(state(this.number));
    return this.reply(null);
  }

  private act(wanted: { number: number; action: string }): Response {
    this.number += this.faster;
    this.faster = 0;
    if (wanted.number !== this.number) return this.reply({ error: "somebody was faster" }, 409);
    this.played.push(wanted.action);
    this.number += 1;
    return this.reply({ number: this.number, lines: [], proposal: null });
  }

  private history(): HistoryEntry[] {
    return Array.from({ length: this.number + 1 }, (_, number) => ({
      number, side: "german", action: `move ${number}`, turn: 1, phase: "", time: 0, lines: [line(number, `line ${number}`)],
    }));
  }

  private reply(body: unknown, status = 200): Response {
    if (body === null) return new Response(JSON.stringify({ error: "that is not offered", rule: "6.1" }), { status: 422 });
    return new Response(JSON.stringify(body), { status });
  }
}

/** Wait until every answer that is under way has been taken in. */
export async function settled(): Promise<void> {
  for (let n = 0; n < 5; n++) await new Promise((done) => setImmediate(done));
}

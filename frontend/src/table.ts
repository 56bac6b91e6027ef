// The match on the table: what the server last said, and what follows from it.
import { batch, computed, signal } from "@preact/signals";
import * as api from "./api";
import { survey, type Ground } from "./geometry";
import type {
  ChatMessage, Counter, GameMessage, LogLine, MatchState, Proposal, Query, SeatMessage, ThemeMessage,
} from "./messages";
import { kept, recall, remember } from "./memory";

export const games = signal<GameMessage[]>([]);
export const theme = signal<ThemeMessage | null>(null);
export const ground = signal<Ground | null>(null);

export const match = signal<MatchState | null>(null);
export const past = signal<MatchState | null>(null); // the match as it was, while looking back
export const log = signal<LogLine[]>([]);
export const chat = signal<ChatMessage[]>([]);
export const chatLoaded = signal(false);
export const connected = signal(true);
export const happened = signal<LogLine[]>([]); // the lines of the latest action, for dice and animation
export const handedTo = signal(""); // at a shared screen: the side that has said it is at the screen
export const missed = signal(-1); // the last entry we had seen when we came back; -1: nothing was missed

export const shown = computed(() => past.value ?? match.value);
export const position = computed(() => shown.value?.view ?? null);
export const game = computed(() => games.value.find((g) => g.id === shown.value?.game) ?? null);

/** The decision that is ours to make now. */
export const asked = computed(() => {
  const now = match.value;
  if (!now || past.value) return null;
  return now.view.decisions.find((d) => d.side === now.side && now.mine.includes(d.side)) ?? null;
});

/** A side at this screen that must decide but is not the one we look from: hand over, or simply turn round. */
export const nextAtScreen = computed(() => {
  const now = match.value;
  if (!now || asked.value) return "";
  return now.view.decisions.find((d) => now.mine.includes(d.side))?.side ?? "";
});

/** Whose turn it is, as a question for the title and the favicon. */
export const myTurn = computed(() => {
  const now = match.value;
  return !!now && now.view.decisions.some((d) => now.mine.includes(d.side));
});

export const unitsById = computed(() => {
  const all = new Map<string, Counter>();
  const now = position.value;
  if (!now) return all;
  const lost = "lost" in now.own ? now.own.lost : [];
  for (const unit of [...lost, ...now.units, ...now.due.map((due) => due.unit), ...now.to_place]) all.set(unit.id, unit);
  return all;
});

/** By unit, the entrance by which it will come. */
export const doors = computed(() => new Map((position.value?.due ?? []).map((due) => [due.unit.id, due.at])));

/** The query of this name, if the game answers it for exactly what is named with it. */
export function mayAsk(name: string, about: Record<string, string>): Query | null {
  const query = past.value ? undefined : game.value?.queries.find((q) => q.name === name); // the past is not asked about
  const named = Object.keys(about);
  if (!query || !query.needs.every((key) => named.includes(key))) return null;
  if (!named.every((key) => query.needs.includes(key) || query.takes.includes(key))) return null;
  if (about["unit"] === undefined) return query;
  const unit = unitsById.value.get(about["unit"]);
  if (!unit || unit.hidden || (unit.hex === "" && !query.off_map)) return null;
  if (query.own && unit.side !== shown.value?.side) return null;
  return query.types.length && !query.types.includes(unit.type) ? null : query;
}

/** A hex by its place, and by its number too where the place has several. */
export function placeOf(hex: string): string {
  const found = ground.value?.hexes.get(hex)?.place;
  return !found ? hex : (ground.value?.placeHexes.get(found)?.length ?? 0) > 1 ? `${found} (${hex})` : found;
}

/** Among blocks a headquarters stands in front, where one sees whether it is active. */
function onTop(unit: Counter): boolean {
  return unit.block && unit.staff;
}

/** Units by hex, the lowest of a stack first. */
export const stacks = computed(() => {
  const found = new Map<string, Counter[]>();
  for (const unit of position.value?.units ?? []) {
    if (unit.hex) found.set(unit.hex, [...(found.get(unit.hex) ?? []), unit]);
  }
  for (const stack of found.values()) stack.sort((a, b) => Number(onTop(a)) - Number(onTop(b)));
  return found;
});

/** Take in a new state; the lines are what has just happened. */
export function receive(state: MatchState, lines: LogLine[], animate = true): void {
  const before = match.value;
  if (before && before.id === state.id && state.number < before.number && before.side === state.side && !lines.length) {
    void reloadLog(state.id, state.side);
  }
  const ended = !!state.result && before?.id === state.id && !before.result;
  if (ended) void reloadLog(state.id, state.side); // what was secret may be told now
  const fresh = !before || before.id !== state.id || state.number !== before.number;
  batch(() => {
    match.value = state;
    if (fresh && before?.id === state.id) {
      if (lines.length) {
        log.value = [...log.value.filter((line) => line.number < (lines[0]?.number ?? 0)), ...lines];
        if (animate) happened.value = lines;
        if (lines.some((line) => line.event === "undo" || line.event === "rollback")) void reloadLog(state.id, state.side);
      } else void reloadLog(state.id, state.side);
    }
  });
}

export async function reloadLog(id: string, side: string): Promise<void> {
  const entries = await api.history(id, side);
  if (match.value?.id === id) log.value = entries.flatMap((entry) => entry.lines);
}

/** Open a match: its board, its state from the right side, its log and its chat. */
export async function sitDown(id: string): Promise<void> {
  batch(() => {
    match.value = past.value = null;
    log.value = chat.value = happened.value = [];
    handedTo.value = "";
    chatLoaded.value = false;
  });
  let state = await api.state(id, recall<string>(`side.${id}`, ""));
  const turn = state.view.decisions.find((d) => state.mine.includes(d.side))?.side;
  const secrets = games.value.find((g) => g.id === state.game)?.has_secrets ?? true;
  if (turn && turn !== state.side && !secrets) state = await api.state(id, turn);
  const message = await api.board(id);
  const seen = recall<number>(`seen.${id}`, 0);
  missed.value = state.number > seen && state.mine.length > 0 ? seen : -1;
  batch(() => {
    ground.value = survey(message);
    receive(state, []);
  });
  await Promise.all([
    reloadLog(id, state.side),
    api.messages(id).then((said) => batch(() => ([chat.value, chatLoaded.value] = [said, true])), () => undefined),
  ]);
}

const playsAll = kept<string[]>("plays-all", []); // matches in which one person plays every side at this screen

/** Whether the sides at this screen must not see each other's secrets. */
export const hidesSides = computed(() => !!game.value?.has_secrets && !playsAll.value.includes(match.value?.id ?? ""));

/** One person plays all sides of this match: nothing is hidden from them any more. */
export function playAll(): void {
  if (match.value) playsAll.value = [...playsAll.value, match.value.id];
}

/** Look from another side at this screen: where the sides have secrets it hears its own story, and sees what has just happened. */
export async function lookFrom(side: string): Promise<void> {
  const id = match.value?.id;
  if (!id) return;
  const state = await api.state(id, side);
  remember(`side.${id}`, side);
  batch(() => {
    handedTo.value = side;
    match.value = state;
    if (game.value?.has_secrets) log.value = [];
  });
  if (!game.value?.has_secrets) return;
  await reloadLog(id, side);
  if (match.value?.side === side) happened.value = log.value.filter((line) => line.number === state.number);
}

export function receiveSeats(seats: SeatMessage[]): void {
  if (match.value) match.value = { ...match.value, seats };
}

export function receiveProposal(proposal: Proposal | null): void {
  if (match.value) match.value = { ...match.value, proposal };
}

export function receiveChat(message: ChatMessage): void {
  if (!chat.value.some((line) => line.number === message.number)) chat.value = [...chat.value, message];
}

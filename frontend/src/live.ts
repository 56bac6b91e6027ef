// The live connection: the server tells us what happens, we play over it, and we come back when the line breaks.
import { effect } from "@preact/signals";
import { counted, Refused } from "./api";
import { follow } from "./delta";
import type { Hello, Live, LiveAct, LogLine, MatchState } from "./messages";
import { place } from "./routes";
import { tokensOf } from "./seats";
import { connected, match, receive, receiveChat, receiveProposal, receiveSeats } from "./table";

/** The line broke before the answer came: nobody knows yet whether the action was played. */
export class LineLost extends Error {}

interface Waiting {
  played: () => void;
  failed: (error: Error) => void;
}

let socket: WebSocket | null = null;
let wait = 500;
let told: MatchState | null = null; // what was last said on this line: what changes is a change of it
let asks = 0;
const waiting = new Map<number, Waiting>();

function greet(line: WebSocket, id: string, side: string): void {
  const hello: Hello = { seats: Object.values(tokensOf(id)), side, number: match.value?.number ?? -1, deltas: true };
  line.send(JSON.stringify(hello));
}

function take(state: MatchState, lines: LogLine[], answers: number): void {
  told = state;
  receive(state, lines);
  settle(answers)?.played();
}

function settle(ask: number): Waiting | undefined {
  const found = waiting.get(ask);
  waiting.delete(ask);
  return found;
}

function hear(line: WebSocket, text: string): void {
  const said = JSON.parse(text) as Live;
  switch (said.live) {
    case "state":
      return take(said.state, said.lines, said.answers);
    case "delta": {
      const state = follow(told, said);
      if (state) return take(state, said.lines, said.answers);
      settle(said.answers)?.played();
      return told ? greet(line, told.id, told.side) : undefined; // we have lost step: the whole state, please
    }
    case "refused":
      return settle(said.answers)?.failed(new Refused(said.status, said.error.error, said.error.rule, said.error.number));
    case "seats":
      if (told) told = { ...told, seats: said.seats };
      return receiveSeats(said.seats);
    case "chat":
      return receiveChat(said.message);
    case "proposal":
      if (told) told = { ...told, proposal: said.proposal };
      return receiveProposal(said.proposal);
  }
}

function connect(id: string, side: string): void {
  const line = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/matches/${encodeURIComponent(id)}/live`);
  socket = line;
  told = null;
  line.onopen = () => {
    greet(line, id, side);
    connected.value = true;
    wait = 500;
  };
  line.onmessage = (event) => {
    if (socket === line && typeof event.data === "string") hear(line, event.data);
  };
  line.onclose = () => {
    if (socket !== line) return;
    connected.value = false;
    giveUp();
    setTimeout(() => socket === line && connect(id, match.value?.side ?? side), wait);
    wait = Math.min(wait * 2, 8000);
  };
}

function giveUp(): void {
  const lost = [...waiting.values()];
  waiting.clear();
  for (const one of lost) one.failed(new LineLost());
}

function hangUp(): void {
  const line = socket;
  socket = null;
  told = null;
  giveUp();
  line?.close();
}

/** Whether an action of this match can go over the line now. */
export function onLine(id: string): boolean {
  return socket?.readyState === WebSocket.OPEN && told?.id === id;
}

/** Play an action over the line; when it is played the new state has been taken in. */
export function act(number: number, action: string, side: string): Promise<void> {
  const line = socket;
  if (!line) return Promise.reject(new LineLost());
  const order: LiveAct = { number, action, side, ask: ++asks };
  line.send(JSON.stringify(order));
  return counted(new Promise<void>((played, failed) => waiting.set(order.ask, { played, failed })));
}

/** Stay connected to the match we look at, from the side we look from. */
export function stayConnected(): void {
  let now = "";
  effect(() => {
    const state = match.value;
    const id = place.value.match;
    const wanted = id && state?.id === id ? `${id} ${state.side}` : "";
    if (wanted === now) return;
    now = wanted;
    hangUp();
    if (state && wanted) connect(id, state.side);
  });
}

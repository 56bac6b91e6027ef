// The live connection: the server tells us what happens, and we come back when the line breaks.
import { effect } from "@preact/signals";
import type { Hello, Live } from "./messages";
import { place } from "./routes";
import { tokensOf } from "./seats";
import { connected, match, receive, receiveChat, receiveProposal, receiveSeats } from "./table";

let socket: WebSocket | null = null;
let wait = 500;

function hear(text: string): void {
  const said = JSON.parse(text) as Live;
  switch (said.live) {
    case "state":
      return receive(said.state, said.lines);
    case "seats":
      return receiveSeats(said.seats);
    case "chat":
      return receiveChat(said.message);
    case "proposal":
      return receiveProposal(said.proposal);
  }
}

function connect(id: string, side: string): void {
  const line = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/matches/${encodeURIComponent(id)}/live`);
  socket = line;
  line.onopen = () => {
    const hello: Hello = { seats: Object.values(tokensOf(id)), side, number: match.value?.number ?? -1 };
    line.send(JSON.stringify(hello));
    connected.value = true;
    wait = 500;
  };
  line.onmessage = (event) => {
    if (socket === line && typeof event.data === "string") hear(event.data);
  };
  line.onclose = () => {
    if (socket !== line) return;
    connected.value = false;
    setTimeout(() => socket === line && connect(id, match.value?.side ?? side), wait);
    wait = Math.min(wait * 2, 8000);
  };
}

function hangUp(): void {
  const line = socket;
  socket = null;
  line?.close();
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

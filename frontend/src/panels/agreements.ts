// What two sides agree on: undo, rollback, draw, and giving up.
import { standing } from "../account";
import * as api from "../api";
import { begin } from "../lobby/GameCard";
import { settled } from "../news";
import { tell } from "../notices";
import { ordersAtOnce, trouble } from "../order";
import { strings as S } from "../strings";
import { match, receive, receiveProposal, reloadLog } from "../table";
import type { Acted } from "../messages";

async function settle(promise: Promise<Partial<Acted>>): Promise<void> {
  const now = match.value;
  if (!now) return;
  try {
    const acted = await promise;
    if (acted.number !== undefined && acted.lines) {
      const state = await api.state(now.id, now.side);
      if (match.value?.id === now.id && state.number >= match.value.number) receive(state, acted.lines, false);
      void reloadLog(now.id, now.side);
    }
    if (acted.proposal) {
      receiveProposal(acted.proposal);
      tell(S.undoAsked);
    }
  } catch (error) {
    trouble(error);
  }
}

/** Take back what was done last, all of a stack that went together, or ask the other side for it. */
export async function undo(): Promise<void> {
  const now = match.value;
  if (!now) return;
  if (!now.can_undo) return propose("undo");
  for (let left = ordersAtOnce(now); left > 0 && match.value?.id === now.id && match.value.can_undo; left--) {
    await settle(api.undo(now.id, match.value.number));
  }
}

export async function propose(kind: string, to = 0): Promise<void> {
  const now = match.value;
  if (now) await api.propose(now.id, kind, to).then(receiveProposal).catch(trouble);
}

export async function answer(accept: boolean): Promise<void> {
  const now = match.value;
  settled.value = true;
  if (now?.proposal) await settle(api.answer(now.id, now.proposal.number, accept));
}

export async function resign(side: string): Promise<void> {
  const now = match.value;
  if (now && confirm(S.reallyResign(side))) await settle(api.resign(now.id, side));
}

/** End a match whose other side has been silent for weeks. */
export async function claim(): Promise<void> {
  const now = match.value;
  if (now) await settle(api.claim(now.id, "win"));
}

async function download(text: Promise<string>, type: string, ending: string): Promise<void> {
  const now = match.value;
  if (!now) return;
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await text], { type }));
    link.download = `${now.game}-${now.id}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } catch (error) {
    trouble(error);
  }
}

/** Download the save file. */
export async function saveFile(): Promise<void> {
  if (match.value) await download(api.saveFile(match.value.id), "application/jsonl", "jsonl");
}

/** Have the server write the report of the match, and download it. */
export async function report(): Promise<void> {
  const now = match.value;
  if (!now) return;
  tell(S.reportMade);
  await download(api.report(now.id, now.side), "text/html", "html");
}

/** The same game again with the same people, on the same sides or the others'. */
export async function again(swap: boolean): Promise<void> {
  const now = match.value;
  if (!now) return;
  const members = standing.value.name !== "";
  const kinds = now.seats.map((seat) => {
    if (seat.kind === "bot") return `bot:${seat.name}`;
    if (now.mine.includes(seat.side)) return "screen";
    return members && seat.name ? `invite:${seat.name}` : seat.kind === "invited" ? "open" : seat.kind;
  });
  const counts = members && !!now.terms && kinds.some((kind) => kind.startsWith("invite:"));
  if (swap) kinds.reverse();
  const seats = Object.fromEntries(now.seats.map((seat, i) => [seat.side, kinds[i] ?? "screen"]));
  await begin({ game: now.game, scenario: now.scenario, options: now.options, seats, title: now.title, deployed: true, ...(counts ? { clock: now.terms } : {}) });
}

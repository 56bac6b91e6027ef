// The people at the table: seats, agreements, chat, notes, the save file.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import type { SeatMessage } from "../messages";
import { tell } from "../notices";
import { trouble } from "../order";
import { keep, seatLink, tokensOf } from "../seats";
import { strings as S } from "../strings";
import { chat, game, match, myTurn, receiveChat, receiveSeats, sitDown } from "../table";
import { notifyWanted, toggleNotify } from "../turnsign";
import { standing } from "../account";
import { claim, propose, report, resign, saveFile, undo } from "./agreements";
import { SeatClock, TermsLine } from "./Clocks";
import { SeatChoice } from "./SeatChoice";

async function take(side: string, kind: string): Promise<void> {
  const now = match.value;
  if (!now) return;
  try {
    const given = await api.takeSeat(now.id, side, kind);
    if (given.token) keep(now.id, { [side]: given.token });
    if (kind === "link" && given.token) await copy(seatLink(now.id, side, given.token));
    if (kind === "screen") await sitDown(now.id);
    else receiveSeats(now.seats.map((seat) => (seat.side === side ? given.seat : seat)));
  } catch (error) {
    trouble(error);
  }
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(S.copied);
  } catch {
    tell(text);
  }
}

function who(seat: SeatMessage): string {
  if (seat.kind === "bot") return S.botTitle(seat.name);
  if (seat.kind === "invited") return S.invitedSeat(seat.name);
  return seat.kind === "open" ? S.openSeat : seat.name || (seat.here ? S.here : S.away);
}

function Seat({ seat }: { seat: SeatMessage }): JSX.Element {
  const now = match.value;
  const mine = now?.mine.includes(seat.side);
  const token = now ? tokensOf(now.id)[seat.side] : undefined;
  const bots = game.value?.bots ?? [];
  const kind = seat.kind === "bot" ? `bot:${seat.name}` : seat.kind === "invited" && seat.name ? `invite:${seat.name}` : seat.kind;
  const free = seat.kind === "bot" || seat.kind === "open" || (seat.kind === "invited" && !!now?.mine.length);
  return (
    <li class={`seat ${seat.side}`}>
      <span class={`lamp${seat.here || seat.kind === "bot" ? " on" : ""}`} aria-hidden="true" />
      <b>{S.title(seat.side)}</b>
      {(mine || free) && !now?.result ? (
        <SeatChoice side={seat.side} kind={kind} bots={bots} choose={(chosen) => void take(seat.side, chosen)} />
      ) : <span>{who(seat)}{mine ? ` (${S.yours})` : ""}</span>}
      <SeatClock side={seat.side} />
      {seat.thinking && <span class="spinner" aria-label={S.thinking(seat.name)} />}
      {seat.kind === "bot" && <small>{S.botPlays(seat.name)}</small>}
      {seat.failed && <p class="bad">{S.botFailed(seat.failed)}</p>}
      {(seat.failed || seat.kind === "open") && <button class="small" onClick={() => void take(seat.side, "screen")}>{S.takeSeat}</button>}
      {now && token && seat.kind === "link" && <button class="small" onClick={() => void copy(seatLink(now.id, seat.side, token))}>{S.copyLink}</button>}
    </li>
  );
}

function Agreements(): JSX.Element | null {
  const now = match.value;
  if (!now || !now.mine.length) return null;
  return (
    <div class="buttons">
      {!now.result && <button onClick={() => void undo()} disabled={now.number === 0}>{now.can_undo ? S.undo : S.askUndo}</button>}
      {!now.result && <button onClick={() => void propose("draw")}>{S.offerDraw}</button>}
      {!now.result && <button data-off onClick={() => confirm(S.reallyCallOff) && void propose("off")}>{S.callOff}</button>}
      {!now.result && standing.value.name && !myTurn.value && <button data-claim onClick={() => void claim()}>{S.claim}</button>}
      {!now.result && <button class="danger" onClick={() => void resign(now.side)}>{S.resign}</button>}
    </div>
  );
}

const draft = signal("");

function Chat(): JSX.Element {
  const send = (event: Event): void => {
    event.preventDefault();
    const text = draft.value.trim();
    const id = match.value?.id;
    if (!text || !id) return;
    draft.value = "";
    api.say(id, text).then(receiveChat, trouble);
  };
  return (
    <>
      <ul class="chat" aria-live="polite">
        {chat.value.map((line) => <li key={line.number}><b>{S.title(line.who)}</b> {line.text}</li>)}
      </ul>
      <form class="say" onSubmit={send}>
        <input value={draft.value} onInput={(e) => (draft.value = e.currentTarget.value)} placeholder={S.chatHint} aria-label={S.chatHint} maxLength={500} />
        <button>{S.send}</button>
      </form>
    </>
  );
}

function Notes(): JSX.Element | null {
  const now = match.value;
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    if (now?.mine.includes(now.side)) api.notes(now.id, now.side).then((found) => setText(found.text), () => setText(""));
  }, [now?.id, now?.side]);
  if (!now || !now.mine.includes(now.side) || text === null) return null;
  const write = (value: string): void => {
    setText(value);
    api.writeNotes(now.id, now.side, value).catch(trouble);
  };
  return (
    <details>
      <summary>{S.notes}</summary>
      <textarea rows={6} value={text} placeholder={S.notesHint} aria-label={S.notes} onChange={(e) => write(e.currentTarget.value)} />
    </details>
  );
}

/** How the match is played: the options that are on. */
function Chosen(): JSX.Element | null {
  const chosen = match.value?.options ?? {};
  const titles = (game.value?.options ?? []).filter((option) => chosen[option.id]).map((option) => option.title);
  return titles.length ? <p class="fine" data-options>{S.playedWith}: {titles.join("; ")}</p> : null;
}

export function TablePanel(): JSX.Element | null {
  const now = match.value;
  if (!now) return null;
  return (
    <div class="table-panel">
      <h3>{S.seats}</h3>
      <ul class="seats">{now.seats.map((seat) => <Seat key={seat.side} seat={seat} />)}</ul>
      <Chosen />
      <TermsLine />
      <Agreements />
      <h3>{S.chat}</h3>
      <Chat />
      <Notes />
      <div class="buttons">
        <button onClick={() => void saveFile()}>{S.exportSave}</button>
        <button data-report onClick={() => void report()}>{S.report}</button>
        <label class="check"><input type="checkbox" checked={notifyWanted.value} onChange={() => void toggleNotify()} /> {S.notify}</label>
      </div>
      <p class="fine">{S.commitment}: <code>{now.commitment.slice(0, 16)}…</code>{now.seed && <> {S.seed}: <code>{now.seed}</code></>}</p>
    </div>
  );
}

// What others say and ask, noticed wherever one looks: a mark on the tab, a line over the map, the title; and a sound if wanted.
import { effect, signal, untracked } from "@preact/signals";
import type { Proposal } from "./messages";
import { tell } from "./notices";
import { folded, tab } from "./panels/tabs";
import { sound } from "./settings";
import { strings as S } from "./strings";
import { endedAlone } from "./telling";
import { chat, chatLoaded, happened, log, match, myTurn, past, position } from "./table";

export const unread = signal(0); // lines of chat nobody has looked at

let air: AudioContext | null = null;

/** A short tone, if sounds are on. */
export function chime(pitch: number, length = 0.12): void {
  if (!sound.value) return;
  air ??= new AudioContext();
  const [tone, loud] = [air.createOscillator(), air.createGain()];
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(0.08, air.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.0001, air.currentTime + length);
  tone.connect(loud).connect(air.destination);
  tone.start();
  tone.stop(air.currentTime + length);
}

/** Keep the marks true. */
export function keepNews(): void {
  let of = "";
  let heard = 0;
  effect(() => {
    const lines = chat.value;
    const id = chatLoaded.value ? (match.value?.id ?? "") : "";
    const looking = tab.value === "table" && !folded.value;
    untracked(() => {
      const last = lines.at(-1)?.number ?? 0;
      const fresh = of === id ? lines.filter((line) => line.number > heard && !match.value?.mine.includes(line.who)) : [];
      if (of !== id || looking) unread.value = 0;
      else unread.value += fresh.length;
      [of, heard] = [id, id ? last : 0];
      const said = fresh.at(-1);
      if (!said) return;
      if (!looking) tell(`${S.title(said.who)}: ${said.text}`);
      chime(880);
    });
  });
  let open: Proposal | null = null;
  let number = 0;
  effect(() => {
    const now = match.value;
    const asked = now?.proposal ?? null;
    untracked(() => {
      if (asked && asked.number !== open?.number && now && !now.mine.includes(asked.side)) {
        tell(S.proposed(asked.kind, asked.to, asked.side));
        chime(660);
      }
      if (!asked && open && now?.mine.length && now.number === number && !now.result && !settled.value) {
        tell(now.mine.includes(open.side) ? S.declined : S.withdrawn(open.side));
      }
      settled.value = false;
      open = asked;
      number = now?.number ?? 0;
    });
  });
  const none = { phase: "", side: "" };
  let [before, shown] = [none, none]; // the phase before this one, and this one
  effect(() => {
    const now = { phase: position.value?.phase_title ?? "", side: position.value?.active ?? "" };
    if (now.phase !== shown.phase) [before, shown] = [shown, now];
  });
  effect(() => {
    const news = happened.value;
    untracked(() => {
      const first = news[0];
      if (!first || past.value) return;
      const all = log.value;
      const ended = endedAlone(news, all.slice(0, Math.max(0, all.indexOf(first))), match.value?.mine ?? [], before);
      if (ended.length) tell(S.phasesEnded(ended));
    });
  });
  let turn = false;
  effect(() => {
    const mine = myTurn.value;
    if (mine && !turn) chime(520, 0.2);
    turn = mine;
  });
  effect(() => {
    if (happened.value.some((line) => line.dice.length)) chime(220, 0.06);
  });
}

export const settled = signal(false); // we have answered or withdrawn the question ourselves

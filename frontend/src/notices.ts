// Short messages to the player: a refusal with its rule, a piece of news, and what a screen reader says.
import { signal } from "@preact/signals";
import { strings as S } from "./strings";

export interface Notice {
  text: string;
  rule: string;
  bad: boolean;
}

export const notice = signal<Notice | null>(null);
export const spoken = signal("");

let timer = 0;

function show(text: string, rule: string, bad: boolean): void {
  notice.value = { text: S.sentence(text), rule, bad };
  clearTimeout(timer);
  timer = window.setTimeout(() => (notice.value = null), bad ? 9000 : 5000);
  speak(rule ? `${text} (${rule})` : text);
}

/** Say no, and why. */
export function refuse(text: string, rule: string): void {
  show(text, rule, true);
}

/** Say something that is worth a line. */
export function tell(text: string): void {
  show(text, "", false);
}

export function hush(): void {
  notice.value = null;
}

/** Have a screen reader say a sentence. */
export function speak(text: string): void {
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}

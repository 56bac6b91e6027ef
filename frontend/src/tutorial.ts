// A guided first turn: steps as data, each done by reading on or by playing its action.
import { computed, effect, signal, untracked } from "@preact/signals";
import * as api from "./api";
import type { TutorialStep } from "./messages";
import { recall, remember } from "./memory";
import { lastPlayed, play, trouble } from "./order";
import { dim, shine } from "./spotlight";
import { game, ground, lookFrom, match, unitsById } from "./table";

export const steps = signal<TutorialStep[]>([]);
export const at = signal(-1); // -1: not running
export const step = computed(() => steps.value[at.value] ?? null);

/** Whether a lesson is on: both sides are played from one screen, and nothing is hidden from the pupil. */
export const taught = computed(() => step.value !== null);

export const astray = signal(false); // the player did something else than the lesson says

/** Whether two actions are the same but for the order in which units were named. */
function same(a: string, b: string): boolean {
  return a.split(" ").sort().join(" ") === b.split(" ").sort().join(" ");
}

/** Note that a match is a tutorial, before it is opened. */
export function teach(id: string, of: string): void {
  remember(`lesson.${id}`, 0);
  remember(`taught.${of}`, true);
}

export function wasTaught(of: string): boolean {
  return recall(`taught.${of}`, false);
}

/** Run the lesson of a match that has one, and point at what each step speaks of. */
export function keepTeaching(): void {
  let open = "";
  effect(() => {
    const now = match.value;
    const of = game.value?.id;
    if (!now || !of || open === now.id) return;
    open = now.id;
    at.value = -1;
    const from = recall(`lesson.${now.id}`, -1);
    if (from < 0) return;
    api.tutorial(of).then((found) => {
      steps.value = found;
      at.value = from;
    }, () => undefined);
  });
  effect(() => {
    const now = step.value;
    if (!now) return;
    const units = unitsById.peek();
    const hexes = now.point.map((word) => units.get(word)?.hex || (ground.peek()?.hexes.has(word) ? word : ""));
    shine(hexes.filter(Boolean));
  });
  effect(() => {
    const side = step.value?.side ?? "";
    const now = match.value;
    const turned = now && now.side !== side && now.mine.includes(side) && now.view.decisions.some((d) => d.side === side);
    if (turned) untracked(() => void lookFrom(side).catch(trouble));
  });
  effect(() => {
    const played = lastPlayed.value;
    const wanted = step.peek()?.action;
    if (!played || !wanted) return;
    untracked(() => {
      if (same(played, wanted)) next();
      else astray.value = true;
    });
  });
  effect(() => {
    void match.value?.number;
    if (match.value?.can_undo === false) astray.value = false;
  });
}

/** Play what the step says, for those who rather watch. */
export function demonstrate(): void {
  const action = step.value?.action;
  if (action) void play(action.split(" "), true);
}

export function next(): void {
  astray.value = false;
  at.value = at.value + 1 < steps.value.length ? at.value + 1 : -1;
  if (match.value) remember(`lesson.${match.value.id}`, at.value);
  if (at.value < 0) dim();
}

export function leave(): void {
  if (match.value) remember(`lesson.${match.value.id}`, -1);
  at.value = -1;
  dim();
}

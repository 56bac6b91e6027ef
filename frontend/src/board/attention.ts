// When what may be chosen is out of sight, the map goes there.
import { effect, untracked } from "@preact/signals";
import { choiceHexes, choiceUnits, concerned, floor, inPhase, openings, words, wordsOf } from "../order";
import { following } from "../settings";
import { asked, doors, happened, match, past, unitsById } from "../table";
import { camera, glide, inSight, keepInSight, legible, show, tiny, type Camera } from "./camera";
import { dragging } from "./drag";

/** The hexes among what may be said next. */
function placesOf(units: Iterable<string>, hexes: Iterable<string>): string[] {
  const under = [...units].map((id) => unitsById.peek().get(id)?.hex ?? "");
  return [...new Set([...hexes, ...under])].filter(Boolean);
}

/** Where the order that is begun could go on. */
export function offeredPlaces(): string[] {
  return words.value.length ? placesOf(choiceUnits.value, choiceHexes.value) : [];
}

const ENTRANCE = 0.5; // the scale at which one sees where to enter

export function keepChoicesInSight(): void {
  let home: { at: Camera; number: number } | null = null; // where he looked when he began an order, which may take the map elsewhere
  let begun = false;
  const stays = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest("#board")) home = null; // he looks around there himself
  };
  for (const name of ["pointerdown", "wheel"]) addEventListener(name, stays, { capture: true, passive: true });
  effect(() => {
    const [before, there] = [begun, home];
    begun = words.value.length > floor.value;
    untracked(() => {
      if (begun && !before) home = { at: camera.value, number: match.value?.number ?? 0 };
      if (begun || !there) return;
      home = null;
      if (match.value?.number === there.number && !past.value) glide(there.at); // it was taken back, not given
    });
  });
  effect(() => {
    const about = concerned.value;
    if (about.length) untracked(() => about.some(inSight) || show(about, legible()));
    const question = !words.value.length && !inPhase.value ? [...openings.value.values()] : null; // who advances, where they fall back to
    if (question ? about.length : !words.value.length) return; // who may answer from afar is found by the bar
    const places = question
      ? placesOf(question.flatMap((one) => wordsOf(one, "unit")), question.flatMap((one) => wordsOf(one, "hex")))
      : offeredPlaces();
    untracked(() => {
      if (dragging.value) return; // it would be dropped on another hex than it was aimed at
      if (places.length && (!places.some(inSight) || (question && legible() > camera.value.k))) show(places, legible());
      else if (places.length && tiny.value && words.value.some((word) => doors.value.has(word))) show(places, ENTRANCE); // counters are flags there
    });
  });
}

const PATIENCE = 4000; // milliseconds after the player has moved the map by hand

/** While others act, the map follows what happens, unless the player has just moved it; in his own phase he is back where he was. */
export function followNews(): void {
  let touched = 0;
  let home: Camera | null = null; // where he looked before the map went with the others
  const moved = (event: Event): void => {
    touched = Date.now();
    if (event.target instanceof Element && event.target.closest("#board")) home = null; // he has chosen what to look at
  };
  for (const name of ["pointerdown", "wheel"]) addEventListener(name, moved, { capture: true, passive: true });
  effect(() => {
    const at = happened.value.filter((line) => line.hexes.length).at(-1)?.hexes.at(-1);
    untracked(() => {
      if (!at || !following.value || asked.value || past.value || Date.now() - touched <= PATIENCE || inSight(at)) return;
      home ??= camera.value;
      keepInSight(at);
    });
  });
  effect(() => {
    if (!asked.value || !inPhase.value || past.value || !home) return;
    const back = home;
    home = null;
    untracked(() => glide(back));
  });
  let before: Camera | null = null;
  effect(() => {
    const looking = !!past.value;
    untracked(() => {
      if (looking) before ??= camera.value;
      else if (before) glide(before);
      if (!looking) before = null;
    });
  });
}

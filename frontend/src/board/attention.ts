// When what may be chosen is out of sight, the map goes there.
import { effect, untracked } from "@preact/signals";
import { choiceHexes, choiceUnits, concerned, words } from "../order";
import { following } from "../settings";
import { asked, happened, past, unitsById } from "../table";
import { camera, inSight, keepInSight, show } from "./camera";

export function keepChoicesInSight(): void {
  effect(() => {
    const about = concerned.value;
    if (about.length) untracked(() => about.some(inSight) || show(about, camera.value.k));
    if (!words.value.length) return;
    const units = [...choiceUnits.value].map((id) => unitsById.peek().get(id)?.hex ?? "");
    const places = [...choiceHexes.value, ...units].filter(Boolean);
    untracked(() => {
      if (places.length && !places.some(inSight)) show(places, camera.value.k);
    });
  });
}

const PATIENCE = 4000; // milliseconds after the player has moved the map by hand

/** While others act, the map follows what happens, unless the player has just moved it. */
export function followNews(): void {
  let touched = 0;
  for (const name of ["pointerdown", "wheel"]) addEventListener(name, () => (touched = Date.now()), { capture: true, passive: true });
  effect(() => {
    const at = happened.value.filter((line) => line.hexes.length).at(-1)?.hexes.at(-1);
    untracked(() => {
      if (at && following.value && !asked.value && !past.value && Date.now() - touched > PATIENCE && !inSight(at)) keepInSight(at);
    });
  });
}

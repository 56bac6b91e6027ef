// Next: from one thing that is left to do to the other.
import { camera, keepInSight, legible, show } from "./board/camera";
import { describe } from "./describe";
import { speak, tell } from "./notices";
import { chips } from "./remaining";
import { cursor, fan, menu, pointAt, upNext } from "./pointing";
import { spotlight } from "./spotlight";
import { strings as S } from "./strings";
import { asked, ground, match, position } from "./table";

/** Go to the next hex of a chip, from west to east; of the first chip where none is named. */
export function goToNext(verb = ""): boolean {
  const board = ground.value;
  const chip = verb ? chips.value.find((one) => one.verb === verb) : chips.value.find((one) => one.hexes.length);
  if (!board) return false;
  if (!chip?.hexes.length) {
    if (asked.value) tell(chips.value.length ? S.restWaits : S.nothingLeft);
    return false;
  }
  const order = chip.hexes.map((name) => board.hexes.get(name)).filter((hex) => hex !== undefined).sort((a, b) => a.x - b.x || a.y - b.y);
  const now = order.findIndex((hex) => hex.name === cursor.value);
  const to = order[(now + 1) % order.length];
  if (!to) return false;
  fan.value = "";
  cursor.value = to.name;
  upNext.value = chip.foes ? null : { verb: chip.verb, units: [], hex: to.name };
  spotlight.value = { hexes: [to.name], line: false, ...(match.value && { number: match.value.number }) };
  if (legible() > camera.value.k) show([to.name], legible());
  else keepInSight(to.name);
  const fought = position.value?.battles.some((battle) => battle.hex === to.name);
  if (fought && menu.value?.hex !== to.name) void pointAt(to.name); // its odds, and the button; pointed at again it would be fought
  speak(describe(to.name));
  return true;
}

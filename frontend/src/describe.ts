// Hexes and counters in sentences, for those who listen and for the line under the map.
import { caption } from "./board/counter";
import { choiceHexes, costs } from "./order";
import { isOffered } from "./pointing";
import { strings as S } from "./strings";
import { ground, position, stacks } from "./table";

/** A hex: its name, terrain and place, who stands there, and whether it may be chosen. */
export function describe(hex: string): string {
  const at = ground.value?.hexes.get(hex);
  if (!at) return "";
  const units = stacks.value.get(hex) ?? [];
  const markers = (position.value?.markers ?? []).filter((marker) => marker.hex === hex).map((marker) => S.spokenMarker(marker.side, marker.kind));
  const battle = position.value?.battles.find((one) => one.hex === hex);
  const fought = battle ? S.spokenBattle(battle.attacker) : "";
  const parts = [S.spokenHex(at.name), at.terrain, at.place, fought, ...units.map(caption), ...markers];
  const cost = costs.value.get(hex);
  if (choiceHexes.value.has(hex)) parts.push(S.spokenChoice(cost));
  else if (isOffered(hex)) parts.push(S.spokenUnits);
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** A hex in a line: its name, terrain and place, and who stands there in a few words. */
export function inShort(hex: string): string {
  const at = ground.value?.hexes.get(hex);
  if (!at) return "";
  const units = stacks.value.get(hex) ?? [];
  const open = units.filter((unit) => !unit.hidden);
  const named = open.slice(0, 4).map((unit) => `${unit.label || unit.id} ${unit.strength}`);
  if (open.length > 4) named.push(`+${open.length - 4}`);
  for (const side of new Set(units.filter((unit) => unit.hidden).map((unit) => unit.side))) named.push(S.hiddenBlock(side, units.filter((unit) => unit.hidden && unit.side === side).length));
  const cost = costs.value.get(hex);
  return [at.name, at.terrain, at.place, named.join(", "), cost === undefined ? "" : S.cost(String(cost))].filter(Boolean).join(" · ");
}

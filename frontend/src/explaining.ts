// Why a click was no order: the referee is asked what the player may have meant, and the answer is one line.
import * as api from "./api";
import { aiming, isLeaf } from "./hand";
import { refuse } from "./notices";
import { choices, choiceHexes, choiceUnits, floor, inPhase, openings, words, wordsOf } from "./order";
import { END } from "./remaining";
import { strings as S } from "./strings";
import { namesFoe } from "./striking";
import { asked, game, match, placeOf, stacks, unitsById } from "./table";

/** Say why pointing at a hex, or at some of its units, does nothing. */
export async function explain(hex: string, here: string[]): Promise<void> {
  const now = match.value;
  if (!now) return;
  const foe = here.some((id) => unitsById.value.get(id)?.side !== now.side);
  let plain = "";
  for (const attempt of [...added(hex, here, foe), ...anew(hex, here, foe)]) {
    const ruling = await api.why(now.id, attempt.join(" "), now.side).catch(() => null);
    if (!ruling || ruling.ok || ruling.unfinished || ruling.elsewhere || !ruling.reason) continue;
    if (ruling.rule) return refuse(ruling.reason, ruling.rule);
    plain ||= ruling.reason;
  }
  const said = words.value.length > 0;
  if (plain && said) return refuse(plain, "");
  const wanted = said ? [...(choiceHexes.value.size ? choiceHexes.value : here.length ? choiceUnits.value : [])] : [];
  if (wanted.length) refuse(S.notAsked(choiceHexes.value.size ? named(hex) : who(hex, here), wanted.map(named)), "");
  else if (!inPhase.value || answering()) refuse(S.answerFirst, "");
  else if (foe) refuse(S.nothingAgainst(named(hex)), "");
  else if (here.length && !said) refuse(S.nothingToDo(named(hex)), "");
}

/** Whether the phase itself asks for a word that is not on the map. */
function answering(): boolean {
  return words.value.length > 0 && words.value.length === floor.value && !choiceHexes.value.size && !choiceUnits.value.size;
}

/** A unit or a hex as people call it. */
function named(word: string): string {
  return unitsById.value.get(word)?.label || placeOf(word);
}

/** The units that were pointed at; those whose names are hidden, by their hex. */
function who(hex: string, here: string[]): string {
  const labels = here.map((id) => unitsById.value.get(id)?.label ?? "");
  return labels.length === 1 && labels[0] ? labels[0] : named(hex || (unitsById.value.get(here[0] ?? "")?.hex ?? ""));
}

/** The order so far with what was pointed at: why it cannot be added. */
function added(hex: string, here: string[], foe: boolean): string[][] {
  const given = words.value;
  if (!given.length) return [];
  const [first] = here;
  const tries: string[][] = [];
  const kinds = new Set(choices.value.groups.map(([kind]) => kind));
  if (kinds.has("hex") && hex) tries.push([...given, hex]);
  if (first !== undefined && (aiming.value ? !foe : kinds.has("unit"))) tries.push([...given, first]);
  return tries;
}

/** An order begun with what was pointed at. In place of another: an attack on somebody else, the same for another unit. */
function anew(hex: string, here: string[], foe: boolean): string[][] {
  const [verb = ""] = words.value;
  const [first] = here;
  const instead = words.value.length > floor.value;
  if (words.value.length && !instead) return [];
  if (instead && !choiceHexes.value.size && first !== undefined && !foe && !aiming.value) return [[verb, first]];
  if (instead && !(foe && aiming.value)) return [];
  const tries: string[][] = [];
  for (const meant of speakable(hex, here, foe)) {
    const opening = openings.value.get(meant);
    const beside = opening && wordsOf(opening, "unit").length > 0 && wordsOf(opening, "unit").every((id) => !unitsById.value.get(id)?.hex);
    if (beside) continue; // it is about units beside the map: an answer to another question
    if (foe || first === undefined) tries.push([meant, hex]);
    else tries.push([meant, first]);
  }
  return tries;
}

/** Verbs a player may have in mind. Of his own units those of the phase, also where nobody can do them now. */
function speakable(hex: string, here: string[], foe: boolean): string[] {
  const verbs = [...new Set([...openings.value.keys(), ...(game.value?.phases[asked.value?.kind ?? ""] ?? [])])].filter((verb) => {
    const opening = openings.value.get(verb);
    return verb !== END && (!opening || !isLeaf(opening));
  });
  if (here.length && !foe) return verbs.filter((verb) => !inPhase.value || !namesFoe(verb)); // a question has its own units
  const strikes = verbs.filter((verb) => namesFoe(verb) || (game.value?.odds.includes(verb) && !openings.value.has(verb)));
  if (foe && strikes.length) return strikes;
  return hex ? verbs.filter((verb) => placed(verb, foe)) : []; // what is laid on hexes, as aircraft
}

/** Whether a verb is said of hexes like this one: with an enemy in them, or with nobody. */
function placed(verb: string, foe: boolean): boolean {
  const opening = openings.value.get(verb);
  return !!opening && wordsOf(opening, "hex").some((hex) => {
    const there = stacks.value.get(hex) ?? [];
    return foe ? there.some((unit) => unit.side !== asked.value?.side) : !there.length;
  });
}

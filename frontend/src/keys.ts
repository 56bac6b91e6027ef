// Everything by keyboard.
import { computed } from "@preact/signals";
import { fit, keepInSight, pan, zoomMiddle } from "./board/camera";
import { showChosen } from "./board/ZoomButtons";
import { neighbour, type Point } from "./geometry";
import { choices, closing, commit, confirming, guarded, say, sending, stepBack, wordsOf } from "./order";
import { overlayNames, toggle } from "./overlays";
import { inHand } from "./hand";
import { goToNext } from "./next";
import { plan } from "./plans";
import { addAll, cursor, fan, fanHeld, hexesToChoose, isOffered, menu, pile, pointAt, typing } from "./pointing";
import { describe } from "./describe";
import { hush, speak } from "./notices";
import { helpOpen } from "./panels/help";
import { openTab } from "./panels/tabs";
import { place } from "./routes";
import { dim } from "./spotlight";
import { ends } from "./remaining";
import { asked, game, ground, past } from "./table";
import { stepReplay } from "./replay";
import { undo } from "./panels/agreements";
import { troop } from "./troop";

const FIXED: Record<string, string> = { end: "e" }; // the same in every game
const TAKEN = new Set(["a", "n", "e"]); // all, next, end

/** A letter for every verb of the game, the same in all its phases: its first one that is free, or else any; of very many the last have none. */
const letters = computed(() => {
  const keys = new Map<string, string>();
  const free = new Set([..."abcdefghijklmnopqrstuvwxyz"].filter((letter) => !TAKEN.has(letter)));
  for (const verb of game.value?.verbs ?? []) {
    const key = FIXED[verb] ?? [...verb].find((letter) => free.has(letter)) ?? [...free][0];
    if (!key) continue;
    free.delete(key);
    keys.set(verb, key);
  }
  return keys;
});

/** The letters of the verbs on offer. */
export const verbKeys = computed(() => {
  const offered = asked.value ? wordsOf(choices.value, "verb") : [];
  const keys = new Map<string, string>();
  for (const verb of offered) {
    const key = letters.value.get(verb);
    if (key) keys.set(key, verb);
  }
  return keys;
});

let anchor: Point | null = null; // keeps a row straight while the cursor zigzags along it

/** Move the cursor one hex in the direction of an arrow key. */
function moveCursor(dx: number, dy: number): void {
  const board = ground.value;
  if (!board) return;
  if (!board.hexes.has(cursor.value)) return goTo(hexesToChoose()[0] ?? board.message.hexes[0]?.name ?? "");
  const next = neighbour(board, cursor.value, dx, dy, anchor);
  if (!next) return;
  anchor = next.anchor;
  goTo(next.hex);
}

function goTo(hex: string): void {
  if (!hex) return;
  cursor.value = hex;
  fan.value = "";
  keepInSight(hex);
  speak(describe(hex));
}

/** The next hex where something may be chosen, from west to east. */
function nextChoice(back: boolean): void {
  const board = ground.value;
  if (!board) return;
  const order = hexesToChoose()
    .map((name) => board.hexes.get(name))
    .filter((hex) => hex !== undefined)
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .map((hex) => hex.name);
  if (!order.length) return;
  const now = order.indexOf(cursor.value);
  goTo(order[(now + (back ? -1 : 1) + order.length + (now < 0 && back ? 1 : 0)) % order.length] ?? "");
}

/** The order as it stands; or, where the cursor was moved by keys, what is under it. */
function enter(): void {
  if (sending.value) return;
  if (confirming.value) return void commit();
  const held = pile(cursor.value).some((id) => inHand.value.includes(id));
  if (closing.value !== null && (!typing.value || (!held && !isOffered(cursor.value)))) return void commit();
  if (cursor.value) void pointAt(cursor.value);
}

function escape(): void {
  hush();
  dim();
  const held = fan.value !== "" && fanHeld.value;
  fan.value = "";
  plan.value = null;
  if (troop.value.length) {
    troop.value = [];
    return;
  }
  if (helpOpen.value) helpOpen.value = false;
  else if (menu.value) menu.value = null;
  else if (held) fanHeld.value = false;
  else if (!stepBack() && past.value) stepReplay("now");
}

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
};

const AIMING = new Set([...Object.keys(ARROWS), "Tab", " ", "n", "N"]); // keys that move the cursor, or are about what is under it

/** Between map, orders and panels. */
function nextRegion(back: boolean): void {
  const regions = ["board", "orders", "panel"].map((id) => document.getElementById(id)).filter((e) => e !== null);
  const now = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(now + (back ? -1 : 1) + regions.length) % regions.length];
  if (!next) return;
  const first = next.id === "board" ? next : (next.querySelector<HTMLElement>("button:not([disabled]), input") ?? next);
  first.focus({ preventScroll: true });
}

function plain(event: KeyboardEvent, onMap: boolean): boolean {
  const { key } = event;
  const arrow = ARROWS[key];
  if (arrow && onMap) {
    const [dx, dy] = arrow;
    if (event.shiftKey) pan(-dx * 80, -dy * 80);
    else moveCursor(dx, dy);
  } else if (key === "Enter" && (onMap || confirming.value)) enter();
  else if (key === " " && onMap) openFan();
  else if (key === "Tab" && onMap && hexesToChoose().length) nextChoice(event.shiftKey);
  else if (key === "Escape") escape();
  else if (key === "?") helpOpen.value = !helpOpen.value;
  else if (key === "F6") nextRegion(event.shiftKey);
  else if (key === "/") searchRules();
  else if (key === "+" || key === "=") zoomMiddle(1.35);
  else if (key === "-") zoomMiddle(1 / 1.35);
  else if (key === "0") fit();
  else if (key === ".") showChosen();
  else if (key === "[") stepReplay("back");
  else if (key === "]") stepReplay("on");
  else return letter(key.toLowerCase());
  return true;
}

function openFan(): void {
  fanHeld.value = true;
  fan.value = fan.value === cursor.value ? "" : cursor.value;
}

function searchRules(): void {
  openTab("rules");
  setTimeout(() => document.getElementById("rule-search")?.focus({ preventScroll: true }));
}

function letter(key: string): boolean {
  if (wordsOf(choices.value, "number").includes(key)) {
    void say(key);
    return true;
  }
  if (/^[1-9]$/.test(key)) {
    const name = overlayNames.value[Number(key) - 1];
    if (name) toggle(name);
    return !!name;
  }
  const verb = verbKeys.value.get(key);
  if (verb && !sending.value) {
    if (!(guarded.value && ends(verb))) void say(verb);
    return true;
  }
  if (key === "n") return goToNext();
  if (key === "a" && cursor.value) {
    void addAll(cursor.value);
    return true;
  }
  return false;
}

/** Listen to the keyboard while a match is open. */
export function listenToKeys(): void {
  addEventListener("keydown", (event) => {
    if (!place.value.match) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    const writing = target?.closest("input:not([type=range]), textarea, select");
    if (writing && event.key !== "Escape" && event.key !== "F6") return;
    if (writing && event.key === "Escape") return target?.blur();
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      return void undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (AIMING.has(event.key)) typing.value = true;
    const onMap = !target || target === document.body || target.id === "board";
    if (plain(event, onMap)) event.preventDefault();
  });
}

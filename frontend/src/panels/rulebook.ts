// The rules of the game on the table, and which one is open.
import { effect, signal } from "@preact/signals";
import * as api from "../api";
import type { RuleMessage } from "../messages";
import { game } from "../table";
import { openTab } from "./tabs";

export const rules = signal<RuleMessage[]>([]);
export const search = signal("");
export const openedRule = signal("");

/** Show a rule in the panel. */
export function openRule(id: string): void {
  search.value = "";
  openedRule.value = id;
  openTab("rules");
}

/** Have the rules of the current game at hand. */
export function keepRules(): void {
  let of = "";
  effect(() => {
    const id = game.value?.id ?? "";
    if (!id || id === of) return;
    of = id;
    rules.value = [];
    api.rules(id).then((found) => (rules.value = found), () => (of = ""));
  });
}

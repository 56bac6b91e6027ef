// Light or dark: the system's wish, or the player's.
import { effect, signal } from "@preact/signals";
import { recall, remember } from "./memory";

const system = matchMedia("(prefers-color-scheme: dark)");
const choice = signal<boolean | null>(recall<boolean | null>("dark", null));
const wish = signal(system.matches);
system.addEventListener("change", () => (wish.value = system.matches));

export const dark = signal(false);

export function turnLights(): void {
  choice.value = !dark.value;
  remember("dark", choice.value);
}

export function keepLights(): void {
  effect(() => {
    dark.value = choice.value ?? wish.value;
    document.documentElement.classList.toggle("dark", dark.value);
  });
}

import { signal } from "@preact/signals";

export const helpOpen = signal(false);

// Small things this browser remembers: preferences, notes of what was seen.
import { effect, signal, type Signal } from "@preact/signals";

export function recall<T>(key: string, otherwise: T): T {
  try {
    const found = localStorage.getItem(`grognard.${key}`);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`grognard.${key}`, JSON.stringify(value));
  } catch {
    // a full or forbidden store only costs comfort
  }
}

/** A signal that this browser remembers. */
export function kept<T>(key: string, first: T): Signal<T> {
  const value = signal<T>(recall(key, first));
  effect(() => remember(key, value.value));
  return value;
}

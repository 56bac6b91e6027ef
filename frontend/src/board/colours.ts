// The colours of sides and marks, as the server prints them.
import { theme } from "../table";

export const SANS = "'Helvetica Neue', Arial, 'Liberation Sans', 'Noto Sans', sans-serif";

export interface Palette {
  body: string;
  box: string;
  ink: string;
  leader: string;
  accent: string;
}

const PLAIN: Palette = { body: "#cfc6b2", box: "#f2ecdc", ink: "#26221b", leader: "#e0d9c8", accent: "#6a6250" };

/** A side's colours; a type or a division may have its own. */
export function palette(side: string, ...kinds: string[]): Palette {
  const all = theme.value?.palettes ?? {};
  const own = kinds.map((kind) => (kind ? all[`${side}.${kind}`] : undefined)).find((found) => found);
  return { ...PLAIN, ...(own ?? all[side] ?? all["neutral"] ?? {}) };
}

/** The colours of a unit: by what is special about it, its type, its division, or its side. */
export function colouring(unit: { side: string; type: string; group: string; special: string[] }): Palette {
  return palette(unit.side, ...unit.special, unit.type, unit.group);
}

export function mark(name: string): string {
  const otherwise: Record<string, string> = { good: "#2f6b3a", bad: "#a8241c", light: "#fffaf0", dark: "#1d1812" };
  return theme.value?.marks[name] ?? otherwise[name] ?? "#1d1812";
}

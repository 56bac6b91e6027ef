// The name of a side in its own colours, and what each side has of a thing.
import type { JSX } from "preact";
import { palette } from "../board/colours";
import { strings as S } from "../strings";

export function Whose({ side }: { side: string }): JSX.Element {
  const colours = palette(side);
  return <b class="whose" style={{ background: colours.body, color: colours.ink, borderColor: colours.accent }}>{S.title(side)}</b>;
}

export function Sides({ title, of }: { title: string; of: Record<string, string | number> }): JSX.Element | null {
  const all = Object.entries(of);
  if (!all.length) return null;
  return (
    <div class="by-side">
      <small>{title}</small>
      {all.map(([side, value]) => <span key={side}><Whose side={side} /> <b>{value}</b></span>)}
    </div>
  );
}

// The name of a side in its own colours.
import type { JSX } from "preact";
import { palette } from "../board/colours";
import { strings as S } from "../strings";

export function Whose({ side }: { side: string }): JSX.Element {
  const colours = palette(side);
  return <b class="whose" style={{ background: colours.body, color: colours.ink, borderColor: colours.accent }}>{S.title(side)}</b>;
}

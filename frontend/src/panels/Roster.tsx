// A table of headquarters: each in its colours with what the game tells of it; a click shows where it is.
import type { ComponentChildren, JSX } from "preact";
import { palette } from "../board/colours";
import { shine } from "../spotlight";

export interface Head {
  name: string;
  says?: string; // what the column tells
}

export interface Row {
  hq: string;
  side: string;
  hex: string;
  says?: string | undefined;
  state?: string; // a word for how it stands out
  cells: ComponentChildren[];
}

/** A name on a table that shows hexes when it is clicked. */
export function Shows({ hexes, children, says }: { hexes: string[]; children: ComponentChildren; says?: string | undefined }): JSX.Element {
  return <button class="link" title={says} onClick={() => shine(hexes.filter(Boolean))}>{children}</button>;
}

export function Roster({ heads, rows }: { heads: Head[]; rows: Row[] }): JSX.Element {
  return (
    <table class="hqs">
      <thead><tr><th />{heads.map(({ name, says }) => <th key={name} title={says}>{name}</th>)}</tr></thead>
      <tbody>
        {rows.map(({ hq, side, hex, says, state, cells }) => {
          const colours = palette(side);
          return (
            <tr key={hq} data-hq={hq} data-state={state} class={state ?? ""}>
              <td><Shows hexes={[hex]} says={says}><i class="swatch" style={{ background: colours.body, borderColor: colours.accent }} />{hq}</Shows></td>
              {cells.map((cell, i) => <td key={i}>{cell}</td>)}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

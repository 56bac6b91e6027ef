// A turn as it is told: arrows of the ways that were gone, and at the hex of an attack what came of it.
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { linePath, type Ground } from "../geometry";
import { percent } from "../chances";
import { badges } from "../planner";
import { moment, trail } from "../replay";
import { strings as S } from "../strings";
import { floor, words } from "../order";
import { game, ground, match, past, unitsById } from "../table";
import { resultsOf, type Fought } from "../telling";
import { detail, grain } from "./camera";
import { mark, palette, SANS } from "./colours";

const WALKS = new Set(["moved", "retreated", "advanced"]);
const ROOM = 2.6; // of the radius of a hex: a badge that is wider lies on its neighbours
const LABEL = 13; // pixels on the screen: no label is larger, however near one looks

/** The size of a label on the map, at the scale of now. */
function sized(usual: number): number {
  return Math.min(usual, LABEL / grain.value);
}

/** Who goes there: of a block that nobody can name, the only side that is not ours. */
function whose(unit: string): string {
  const others = (game.value?.sides ?? []).filter((side) => !match.value?.mine.includes(side));
  return unitsById.value.get(unit)?.side ?? (others.length === 1 ? others[0] ?? "" : "");
}

/** Ways in the colours of those who went them; from where to where if a unit went on. */
export function Ways({ board }: { board: Ground }): JSX.Element | null {
  const lines = trail.value.filter((line) => WALKS.has(line.event) && line.hexes.length > 1);
  if (!lines.length) return null;
  const ways = new Map<string, { side: string; d: string; kind: string }>();
  const now = past.value ? moment.value : Infinity; // of a story that is being told the latest way stands out
  for (const line of lines) {
    const side = whose(line.units[0] ?? "");
    const d = linePath(board, line.hexes);
    const kind = [line.event === "retreated" && "back", now < Infinity && (line.number === now ? "latest" : "earlier")].filter(Boolean).join(" ");
    ways.delete(`${side} ${d}`);
    ways.set(`${side} ${d}`, { side, d, kind });
  }
  return (
    <g class={words.value.length > floor.value ? "ways aside" : "ways"} data-ways={ways.size}>
      {[...ways.values()].map(({ side, d, kind }) => (
        <g key={`${side} ${d}`} class={kind}>
          <path class="case" d={d} />
          <path class="line" d={d} stroke={side ? palette(side).accent : "#444"} marker-end="url(#arrow)" />
        </g>
      ))}
    </g>
  );
}

/** Each attack or battle that was told with what came of it. */
const fought = computed((): Fought[] => resultsOf(trail.value));

/** The planner's badges: best odds and how likely the enemy gives way. */
export function Badges(): JSX.Element | null {
  const board = ground.value;
  if (!board || !badges.value.length) return null;
  const size = sized({ far: 26, mid: 20, near: 13 }[detail.value]);
  const broad = (text: string): number => text.length * size * 0.56 + size * 0.6;
  return (
    <g class="planner">
      {badges.value.map(({ hex, column, chance }) => {
        const at = board.hexes.get(hex);
        const both = chance === null ? column : `${column} · ${percent(chance)}`;
        const text = chance !== null && broad(both) > ROOM * board.message.radius ? percent(chance) : both; // the next hex may be attacked, too
        const wide = broad(text);
        const fill = chance === null ? "#444" : chance >= 0.6 ? "#1f6b3a" : chance >= 0.35 ? "#8a5a00" : "#a8241c";
        return (
          at && (
            <g key={hex} data-badge={hex} data-chance={chance === null ? "" : Math.round(chance * 100)} transform={`translate(${at.x} ${at.y - board.message.radius * 0.72})`}>
              <rect x={-wide / 2} y={-size * 0.78} width={wide} height={size * 1.5} rx={size * 0.4} fill={fill} stroke="#fff" stroke-width={size / 12} />
              <text y={size * 0.34} text-anchor="middle" font-size={size} fill="#fff" font-family={SANS} font-weight="700">{text}</text>
            </g>
          )
        );
      })}
    </g>
  );
}

export function Results(): JSX.Element | null {
  const board = ground.value;
  if (!board || !fought.value.length) return null;
  const size = sized({ far: 30, mid: 22, near: 14 }[detail.value]);
  return (
    <g class={words.value.length > floor.value ? "results aside" : "results"}>
      {fought.value.map(({ hex, result, dice, hits }) => {
        const at = board.hexes.get(hex);
        const order = game.value?.sides ?? [];
        const scored = Object.entries(hits).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
        const text = (scored.length && S.hits(scored)) || [dice.join(" "), result].filter(Boolean).join(" → ") || "×"; // signs that every font has
        const wide = text.length * size * 0.56 + size * 0.6;
        return (
          at && (
            <g key={hex} data-result={hex} transform={`translate(${at.x} ${at.y + board.message.radius * 0.72})`}>
              <rect x={-wide / 2} y={-size * 0.78} width={wide} height={size * 1.5} rx={size * 0.4} fill={mark("dark")} stroke="#ffb000" stroke-width={size / 10} />
              <text y={size * 0.34} text-anchor="middle" font-size={size} fill="#fff" font-family={SANS} font-weight="700">{text}</text>
            </g>
          )
        );
      })}
    </g>
  );
}

// The layer of counters and markers: one stack a hex, fanned a little so that one sees how many there are.
import type { JSX } from "preact";
import type { Ground } from "../geometry";
import type { Battle as Fight, Counter, Marker } from "../messages";
import { strings as S } from "../strings";
import { ground, position, stacks } from "../table";
import { detail, grain, tiny } from "./camera";
import { colouring, mark, palette, SANS } from "./colours";
import { caption, CounterFace, FarFace, SIZE } from "./counter";
import { Names } from "./Names";
import { Badges, Results } from "./Story";

const FAN = 3.4;
const APART = 30; // from the middle of one side's stack to the other's in the same hex

function Badge({ x, y, n }: { x: number; y: number; n: number }): JSX.Element {
  const [r, size] = { far: [12, 18], mid: [10, 15], near: [6.6, 8.8] }[detail.value] as [number, number];
  return (
    <g class="badge">
      <circle cx={x} cy={y} r={r} fill={mark("dark")} stroke={mark("light")} stroke-width={r / 5} />
      <text
        x={x} y={y + size * 0.355} font-size={size} fill={mark("light")} font-family={SANS} font-weight="700"
        text-anchor="middle"
      >
        {n}
      </text>
    </g>
  );
}

function Stack({ at, units, board }: { at: string; units: Counter[]; board: Ground }): JSX.Element | null {
  const hex = board.hexes.get(at);
  if (!hex) return null;
  const sides = [...new Set(units.map((unit) => unit.side))];
  const named = units.map((unit) => unit.id).join(" "); // from afar not all of them are drawn
  if (sides.length === 1) return <g class="stack" data-hex={at} data-units={named}><Pile units={units} x={hex.x} y={hex.y} /></g>;
  return (
    <g class="stack" data-hex={at} data-units={named}>
      {sides.map((side, i) => (
        <g key={side} transform={`translate(${hex.x + (i - (sides.length - 1) / 2) * APART} ${hex.y}) scale(.78)`}>
          <Pile units={units.filter((unit) => unit.side === side)} x={0} y={0} low />
        </g>
      ))}
    </g>
  );
}

/** A stack from very far: a flag in its side's colours with its strength, or how many units it has. */
function Flag({ units, x, y }: { units: Counter[]; x: number; y: number }): JSX.Element | null {
  const top = units.at(-1);
  if (!top) return null;
  const colours = colouring(top);
  const words = units.length > 1 ? String(units.length) : top.hidden ? "" : top.strength.split("-")[0] || top.label.slice(0, 2);
  const size = Math.min(46, 11 / grain.value);
  return (
    <>
      {units.slice(0, -1).map((unit) => <g key={unit.id} data-mover={unit.id} />)}
      <g class="mover flag" data-mover={top.id} data-flag={units.length}>
        <title>{units.map(caption).join("\n")}</title>
        <path d={`M${x - 27} ${y - 27}V${y + 31}`} stroke={mark("dark")} stroke-width="7" />
        <rect x={x - 27} y={y - 27} width="56" height="46" rx="4" fill={colours.body} stroke={mark("dark")} stroke-width="4" />
        {units.length > 1 && <rect x={x - 22} y={y - 22} width="46" height="36" fill="none" stroke={colours.accent} stroke-width="5" />}
        <text x={x + 1} y={y - 4 + size * 0.36} text-anchor="middle" font-size={size} fill={colours.ink} font-family={SANS} font-weight="800" textLength={words.length > 2 ? 44 : undefined} lengthAdjust="spacingAndGlyphs">{words}</text>
      </g>
    </>
  );
}

/** Counters on each other around a point, and how many they are. */
function Pile({ units, x, y, low }: { units: Counter[]; x: number; y: number; low?: boolean }): JSX.Element {
  if (tiny.value) return <Flag units={units} x={x} y={y} />;
  const far = detail.value !== "near";
  const n = units.length;
  const fan = Math.min(FAN, (3 * FAN) / Math.max(1, n - 1));
  const reach = ((n - 1) / 2) * fan + SIZE / 2;
  const few = far || units[0]?.block ? 1 : 3;
  return (
    <>
      {units.map((unit, i) => {
        const off = far ? Math.min(i, 2) * 2.4 - 1.2 * Math.min(n - 1, 2) : (i - (n - 1) / 2) * fan;
        if (far && i < n - 3) return null;
        return (
          <g key={unit.id} transform={`translate(${x - SIZE / 2 + off} ${y - SIZE / 2 - off})`}>
            <g class="mover" data-mover={unit.id}>{far ? <FarFace unit={unit} plain={detail.value === "far"} /> : <CounterFace unit={unit} />}</g>
          </g>
        );
      })}
      {n > few && <Badge x={far ? x - 24 : x + reach - 2} y={low ? y + (far ? 25 : reach - 2) : far ? y - 23 : y - reach + 2} n={n} />}
    </>
  );
}

export const SIGNS = new Set(["interdiction", "rail-cut", "bridge", "fort", "control", "supply", "airstrike", "beachhead", "battle", "air", "naval", "aerial-supply", "sea-supply", "blown", "ruin", "improved-defense"]);

function Sign({ marker, place, crowded, board }: { marker: Marker; place: number; crowded: boolean; board: Ground }): JSX.Element | null {
  const hex = board.hexes.get(marker.hex);
  if (!hex) return null;
  const colours = palette(marker.side);
  const sizes = tiny.value ? [42, 56] : detail.value === "near" ? [17, 27] : [26, 40]; // beside a stack, and alone
  const size = sizes[crowded ? 0 : 1] ?? 0;
  const x = hex.x + (crowded ? (place % 2 ? 27 : -27) : 6 * place);
  const y = hex.y + (crowded ? 18 * Math.floor(place / 2) : -6 * place);
  const glyph = size * 0.72;
  return (
    <g class={`marker ${marker.kind}`} data-hex={marker.hex}>
      <title>{`${marker.kind} ${marker.hex}`}</title>
      <circle cx={x + 0.8} cy={y + 1.2} r={size / 2} fill="#1d1812" fill-opacity=".3" />
      <circle cx={x} cy={y} r={size / 2} fill={colours.box} stroke={colours.accent} stroke-width="1.5" />
      <use
        href={`#m-${SIGNS.has(marker.kind) ? marker.kind : "other"}`} x={x - glyph / 2} y={y - glyph / 2} width={glyph}
        height={glyph} style={{ color: colours.ink }}
      />
      {marker.text && (
        <text
          x={x} y={y + size * 0.85} text-anchor="middle" font-size={size / 2} font-family={SANS} font-weight="800" fill={mark("dark")}
          stroke={mark("light")} stroke-width="3" paint-order="stroke"
        >
          {marker.text}
        </text>
      )}
    </g>
  );
}

/** Where two sides fight, in the colours of the attacker, above everything in the hex. */
function Battle({ battle, board }: { battle: Fight; board: Ground }): JSX.Element | null {
  const hex = board.hexes.get(battle.hex);
  if (!hex) return null;
  const colours = palette(battle.attacker);
  const r = detail.value === "near" ? 9.5 : 14;
  return (
    <g class="battle" data-battle={battle.hex} transform={`translate(${hex.x} ${hex.y - 27})`}>
      <title>{S.battleIn(hex.place || battle.hex, battle.attacker)}</title>
      <circle r={r} fill={colours.box} stroke={colours.accent} stroke-width="2" />
      <use href="#m-battle" x={-r * 0.76} y={-r * 0.76} width={r * 1.52} height={r * 1.52} style={{ color: colours.ink }} />
    </g>
  );
}

/** Every stack, northern ones first so that a southern one lies over them, then the markers. */
export function Counters(): JSX.Element | null {
  const board = ground.value;
  if (!board) return null;
  const { width, height } = board.message;
  const latitude = (hex: string): number => board.hexes.get(hex)?.y ?? 0;
  const order = [...stacks.value].sort(([a], [b]) => latitude(a) - latitude(b));
  const count = new Map<string, number>();
  return (
    <svg class="counters" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <Names />
      <g>
        {order.map(([at, units]) => <Stack key={at} at={at} units={units} board={board} />)}
      </g>
      {(position.value?.markers ?? []).map((marker) => {
        const place = count.get(marker.hex) ?? 0;
        count.set(marker.hex, place + 1);
        const crowded = stacks.value.has(marker.hex);
        return <Sign key={`${marker.kind} ${marker.hex} ${place}`} marker={marker} place={place} crowded={crowded} board={board} />;
      })}
      {(position.value?.battles ?? []).map((battle) => <Battle key={battle.hex} battle={battle} board={board} />)}
      <Results />
      <Badges />
    </svg>
  );
}

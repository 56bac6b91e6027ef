// One counter, drawn as on paper: body, symbol, size, steps, strength, designation, and marks for its condition.
import type { JSX } from "preact";
import type { Counter } from "../messages";
import { strings as S } from "../strings";
import { BlockFace, FarBlock } from "./block";
import { colouring, mark, SANS, type Palette } from "./colours";
import { Conditions, FarConditions } from "./marks";

export const SIZE = 42;
function advance(words: string, size: number): number {
  let wide = 0;
  for (const c of words) wide += "-.,:'/|1I".includes(c) ? 0.36 : "MWm".includes(c) ? 0.8 : 0.6;
  return size * wide;
}

const SIZES = new Set(["I", "II", "III", "X", "XX", "XXX", "XXXX", "XXXXX"]);

export function isReduced(unit: Counter): boolean {
  return unit.steps < unit.max_steps;
}

/** A counter in words, for captions and screen readers. */
export function caption(unit: Counter): string {
  if (unit.hidden) return [S.hiddenBlock(unit.side), ...unit.status].join(", ");
  const steps = unit.max_steps > 1 ? S.stepsOf(unit.steps, unit.max_steps) : "";
  return [unit.name || unit.label || unit.id, unit.side, unit.type, unit.strength, steps, ...unit.status].filter(Boolean).join(", ");
}

function Body({ unit, colours }: { unit: Counter; colours: Palette }): JSX.Element {
  const leader = unit.staff;
  return (
    <>
      <rect x="1.2" y="1.7" width="42" height="42" rx="4.6" fill="#1d1812" fill-opacity=".34" />
      <rect width="42" height="42" rx="4.4" fill={leader ? colours.leader : colours.body} stroke={mark("dark")} stroke-width=".9" />
      <path d="M1.3 38V5A3.7 3.7 0 0 1 5 1.3H38" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.1" />
      <path d="M40.7 4V37A3.7 3.7 0 0 1 37 40.7H4" fill="none" stroke="#000" stroke-opacity=".26" stroke-width="1.1" />
      {leader ? (
        <path d="M.6 8.6V4.4A3.9 3.9 0 0 1 4.5.6H37.5A3.9 3.9 0 0 1 41.4 4.4V8.6z" fill={colours.accent} />
      ) : (
        isReduced(unit) && (
          <>
            <path d="M.6 28.2H41.4V38A3.9 3.9 0 0 1 37.5 41.6H4.5A3.9 3.9 0 0 1 .6 38z" fill={colours.box} />
            <path d="M.6 28.2H41.4" stroke={colours.accent} stroke-width="1.3" />
          </>
        )
      )}
    </>
  );
}

function Symbol({ unit, colours }: { unit: Counter; colours: Palette }): JSX.Element {
  return (
    <>
      <rect x="10.5" y="9.4" width="21" height="14" fill={colours.box} />
      {unit.status.includes("untried") && (
        <path
          d="M10.5 14.9L16 9.4M10.5 21.4L22.5 9.4M15 23.4L29 9.4M21.5 23.4L31.5 13.4M28 23.4L31.5 19.9"
          stroke={colours.accent} stroke-width=".7" stroke-opacity=".55"
        />
      )}
      <use href={`#n-${unit.symbol || "unknown"}`} x="9.8" y="8.7" width="22.4" height="18.2" style={{ color: colours.ink }} />
      {SIZES.has(unit.size) && (
        <use
          href={`#e-${unit.size}`} x="9.9" y="2.7" width="22.2" height="5.2"
          style={{ color: unit.staff ? mark("light") : colours.ink }}
        />
      )}
    </>
  );
}

function Steps({ unit, colours }: { unit: Counter; colours: Palette }): JSX.Element | null {
  const full = unit.max_steps;
  if (full < 2 || full > 8 || unit.staff) return null;
  const start = 21 - (full * 3.6 - 0.8) / 2;
  return (
    <>
      {Array.from({ length: full }, (_, i) => (
        <rect
          key={i} x={start + i * 3.6} y="25" width="2.8" height="2" stroke={colours.ink} stroke-width=".6"
          fill={i < (unit.steps ?? 0) ? colours.ink : colours.box}
        />
      ))}
    </>
  );
}

function Strength({ unit, colours }: { unit: Counter; colours: Palette }): JSX.Element | null {
  if (!unit.strength) return null;
  const most = unit.staff ? 12 : 13.5;
  const size = Math.min(most, (most * 36.5) / Math.max(1, advance(unit.strength, most)));
  return (
    <text
      x="21" y={(unit.staff ? 35.2 : 34.7) + size * 0.33} text-anchor="middle" font-size={size} fill={colours.ink}
      font-family={SANS} font-weight="700" font-stretch="condensed"
    >
      {unit.strength}
    </text>
  );
}

function Designation({ unit, colours }: { unit: Counter; colours: Palette }): JSX.Element | null {
  const face = { "font-family": SANS, "font-weight": "600", "font-stretch": "condensed", "text-anchor": "middle" as const };
  if (!unit.label) return null;
  if (unit.staff) {
    const size = Math.min(6.4, (6.4 * 38) / Math.max(1, advance(unit.label, 6.4)));
    return <text x="21" y="29.2" font-size={size} fill={colours.ink} {...face}>{unit.label}</text>;
  }
  const [left = "", right = ""] = unit.label.split(/\/(.*)/s);
  const side = (words: string, x: number): JSX.Element | false =>
    words !== "" && (
      <text
        x={x} y="16" transform={`rotate(-90 ${x} 16)`} font-size={Math.min(6.4, (6.4 * 21) / Math.max(1, advance(words, 6.4)))}
      >
        {words}
      </text>
    );
  return <g fill={colours.ink} {...face}>{side(left, 8)}{side(right, 38.6)}</g>;
}

/** A counter on a square of 42 from the origin. */
export function CounterFace({ unit }: { unit: Counter }): JSX.Element {
  const colours = colouring(unit);
  if (unit.block) {
    return (
      <g class={`counter block ${unit.side}`} data-unit={unit.id}>
        <title>{caption(unit)}</title>
        <BlockFace unit={unit} colours={colours} />
        <Conditions status={unit.status} colours={colours} />
      </g>
    );
  }
  return (
    <g class={`counter ${unit.side}`} data-unit={unit.id}>
      <title>{caption(unit)}</title>
      <Body unit={unit} colours={colours} />
      <Symbol unit={unit} colours={colours} />
      <Steps unit={unit} colours={colours} />
      <Strength unit={unit} colours={colours} />
      <Designation unit={unit} colours={colours} />
      <Conditions status={unit.status} colours={colours} />
    </g>
  );
}

/** The same counter seen from afar: its side, its strength, its condition, and from less far its symbol. */
export function FarFace({ unit, plain }: { unit: Counter; plain: boolean }): JSX.Element {
  const colours = colouring(unit);
  if (unit.block) {
    return (
      <g class={`counter block ${unit.side}`} data-unit={unit.id} transform="translate(-4 -4)">
        <title>{caption(unit)}</title>
        <FarBlock unit={unit} colours={colours} plain={plain} />
        <FarConditions status={unit.status} />
      </g>
    );
  }
  const leader = unit.staff;
  const words = (leader ? unit.strength.replace(/-.*/, "") : unit.strength) || unit.label.slice(0, 3);
  const most = plain ? 30 : 25;
  const room = (most * 46) / Math.max(1, advance(words, most));
  const size = Math.min(most, room / 0.74); // long strengths are squeezed before they are made smaller
  const y = leader ? 41 : plain ? 25 + size * 0.36 : 45;
  return (
    <g class={`counter ${unit.side}`} data-unit={unit.id} transform="translate(-4 -4)">
      <title>{caption(unit)}</title>
      <rect x="1.5" y="2.5" width="50" height="50" rx="6" fill="#1d1812" fill-opacity=".38" />
      <rect
        width="50" height="50" rx="6" fill={leader ? colours.leader : colours.body} stroke={mark("dark")} stroke-width={plain ? 2.4 : 1.6}
      />
      {leader && <path d="M1 14V7A6 6 0 0 1 7 1H43A6 6 0 0 1 49 7V14z" fill={colours.accent} />}
      {!leader && !plain && (
        <>
          <rect x="12.8" y="4.6" width="24.4" height="16.2" fill={colours.box} />
          <use href={`#n-${unit.symbol || "unknown"}`} x="12" y="4" width="26" height="21" style={{ color: colours.ink }} />
        </>
      )}
      <text
        x="25" y={y} text-anchor="middle" font-size={size} fill={colours.ink} font-family={SANS} font-weight="800"
        textLength={size > room ? 46 : undefined} lengthAdjust="spacingAndGlyphs"
      >
        {words}
      </text>
      {isReduced(unit) && <path d="M4 46.500H46" stroke={colours.ink} stroke-width="3.4" stroke-dasharray="7 4.5" />}
      <FarConditions status={unit.status} />
    </g>
  );
}

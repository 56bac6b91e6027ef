// A wooden block that stands on edge: its owner sees the label with the steps along the top, the others its back.
import type { JSX } from "preact";
import type { Counter } from "../messages";
import { mark, SANS, type Palette } from "./colours";

const TOP = "M.5 6.2L4.7 1H43L38.8 6.2z";
const SIDE = "M38.8 6.2L43 1V37.6L38.8 43z";
const FACE = "M.5 6.2H38.8V43H.5z";
const GRAIN =
  "M6 12.5C14 10.5 24 15 34 12.5M4.5 20C16 17.5 22 22.5 35.5 19.5M5.5 27.5C15 29.5 26 25 34.5 27.8M4.5 35.5C13 33.5 25 38 35 35";
const SERIF = "Georgia, 'Liberation Serif', serif";

function Wood({ colours }: { colours: Palette }): JSX.Element {
  return (
    <>
      <path d="M5 43.6H44.6V8L41 4.5z" fill="#1d1812" fill-opacity=".3" />
      <g fill={colours.body} stroke={mark("dark")} stroke-width=".9" stroke-linejoin="round">
        <path d={TOP} /><path d={SIDE} /><path d={FACE} />
      </g>
      <path d={TOP} fill="#fff" fill-opacity=".38" />
      <path d={SIDE} fill="#000" fill-opacity=".3" />
    </>
  );
}

function Pips({ unit, colours }: { unit: Counter; colours: Palette }): JSX.Element {
  const full = unit.max_steps;
  const gap = Math.min(8, 34 / Math.max(1, full));
  const start = 19.7 - (gap * (full - 1)) / 2;
  return (
    <>
      {Array.from({ length: full }, (_, i) => {
        const has = i < (unit.steps ?? 0);
        return (
          <rect
            key={i} class={has ? "pip" : "pip gone"} x={start + gap * i - gap * 0.38} y="7.9" width={gap * 0.76} height="3.8" stroke={colours.ink}
            stroke-width=".8" stroke-opacity={has ? 1 : 0.45} fill={has ? colours.ink : "none"}
          />
        );
      })}
    </>
  );
}

function Label({ unit, colours }: { unit: Counter; colours: Palette }): JSX.Element {
  const face = { "font-family": SANS, "text-anchor": "middle" as const, fill: colours.ink };
  const wide = [...unit.label].reduce((sum, c) => sum + ("-.,:'/|1I".includes(c) ? 0.36 : 0.62), 0) * 8;
  return (
    <>
      {unit.status.includes("face-up") && <path d="M2.2 7.9H37.1V41.3H2.2z" fill="none" stroke={mark("light")} stroke-width="1.5" />}
      {unit.staff ? (
        <text x="20.2" y="14.9" font-size="10" font-weight="800" letter-spacing="1" {...face} font-family={SERIF}>{unit.strength}</text>
      ) : (
        <>
          <Pips unit={unit} colours={colours} />
          {unit.size && <use href={`#e-${unit.size}`} x="11.7" y="12.4" width="16" height="3.6" style={{ color: colours.ink }} />}
        </>
      )}
      <rect x="8.7" y="16.4" width="22" height="13.8" fill={colours.box} />
      <use href={`#n-${unit.symbol || "unknown"}`} x="8" y="15.7" width="23.4" height="19" style={{ color: colours.ink }} />
      {unit.label && <text x="19.7" y="39.4" font-size={Math.min(8.4, (8.4 * 33) / Math.max(1, wide))} font-weight="700" {...face}>{unit.label}</text>}
      {unit.badge && (
        <>
          <circle cx="33.2" cy="23.3" r="4" fill={colours.accent} />
          <text x="33.2" y="25.6" font-size="6.4" font-weight="800" {...face} fill="#fff">{unit.badge}</text>
        </>
      )}
    </>
  );
}

function Back(): JSX.Element {
  return <path d={GRAIN} fill="none" stroke="#000" stroke-opacity=".16" />;
}

/** A block on a square of 44 from the origin. */
export function BlockFace({ unit, colours }: { unit: Counter; colours: Palette }): JSX.Element {
  return <><Wood colours={colours} />{unit.hidden ? <Back /> : <Label unit={unit} colours={colours} />}</>;
}

/** The same from afar, on a square of 50: its steps as a number and its symbol, or nothing at all. */
export function FarBlock({ unit, colours, plain }: { unit: Counter; colours: Palette; plain: boolean }): JSX.Element {
  const size = unit.staff ? 21 : plain ? 30 : 25;
  return (
    <>
      <g transform="scale(1.17)"><Wood colours={colours} />{unit.hidden && <Back />}</g>
      {!unit.hidden && (
        <>
          {!plain && (
            <>
              <rect x="11" y="9.6" width="24.4" height="15" fill={colours.box} />
              <use href={`#n-${unit.symbol || "unknown"}`} x="10.2" y="9" width="26" height="20" style={{ color: colours.ink }} />
            </>
          )}
          <text
            x="23" y={plain ? 28 + size * 0.36 : 47} text-anchor="middle" font-size={size} fill={colours.ink} font-weight="800"
            font-family={unit.staff ? SERIF : SANS}
          >
            {unit.strength}
          </text>
        </>
      )}
    </>
  );
}

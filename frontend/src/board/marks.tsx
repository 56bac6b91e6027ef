// Marks on a counter for its condition. None relies on colour alone: each has its own shape.
import type { JSX } from "preact";
import { mark, type Palette } from "./colours";

type Draw = (colours: Palette) => JSX.Element;

const moved: Draw = () => (
  <>
    <rect x=".5" y=".5" width="41" height="41" rx="4" fill="#efe7d3" fill-opacity=".28" />
    <path d="M35.2 33.4L42.4 37.6L35.2 41.8z" fill={mark("dark")} stroke={mark("light")} stroke-width=".8" />
  </>
);

const untried: Draw = (colours) => (
  <>
    <circle cx="36" cy="6" r="5.4" fill={mark("light")} stroke={colours.accent} stroke-width="1.1" />
    <path
      d="M33.9 4.6a2.1 1.9 0 1 1 3.1 1.7c-.8.5-1 .8-1 1.5M36 9.3v.2" fill="none" stroke={colours.accent}
      stroke-width="1.5" stroke-linecap="round"
    />
  </>
);

const disrupted: Draw = () => (
  <>
    <path d="M0 18.5L18.5 0H30L0 30z" fill={mark("bad")} stroke={mark("light")} stroke-width="1" />
    <path
      d="M-2.2-3.6v7.2h1.4a3.3 3.6 0 0 0 0-7.2z" fill="none" stroke={mark("light")} stroke-width="1.7"
      transform="translate(12.2 12.2) rotate(-45)"
    />
  </>
);

const outOfSupply: Draw = () => (
  <g transform="translate(37.2 19.4)">
    <circle r="5.9" fill={mark("light")} stroke={mark("bad")} stroke-width="1.6" />
    <path d="M-2.9-2h5.8v4.6h-5.8zM-2.9-.3h5.8" fill="none" stroke={mark("dark")} stroke-width=".9" />
    <path d="M-4.1 4.1L4.1-4.1" stroke={mark("bad")} stroke-width="1.7" />
  </g>
);

// How a unit gets supply that has no line: under a parachute, behind walls, from the sea.
const SUPPLIES: Record<string, string> = {
  "aerial-supply": "M-3.6-.8a3.6 3.2 0 0 1 7.2 0zM-3.4-.6L-1.2 2.2M3.4-.6L1.2 2.2M-1.4 2.2h2.8v1.9h-2.8z",
  "fortress-supply": "M-3.3 3.2V-3h1.7v1.4h1v-1.4h1.2v1.4h1v-1.4h1.7V3.2z",
  "coastal-supply": "M0-2.1V3.6M-1.8-.7H1.8M-3.3 1C-3.1 2.9-1.6 3.7 0 3.7S3.1 2.9 3.3 1M0-3.9a.9.9 0 1 1-.01 0",
};

function Supplied({ kind, r }: { kind: string; r: number }): JSX.Element {
  return (
    <>
      <circle r={r} fill={mark("light")} stroke={mark("good")} stroke-width={r / 4} />
      <path
        d={SUPPLIES[kind]} transform={`scale(${r / 5.9})`} fill={kind === "coastal-supply" ? "none" : mark("dark")} stroke={mark("dark")}
        stroke-width=".9"
      />
    </>
  );
}

const supplied = (kind: string): [string, Draw] => [kind, () => <g transform="translate(37.2 19.4)"><Supplied kind={kind} r={5.9} /></g>];

const SWORDS = "M1.5 8.4L8.3 1.6M8.5 8.4L1.7 1.6M1.2 5.8L4 8.4M8.8 5.8L6 8.4"; // in the corner that no figure needs
const attacked: Draw = () => (
  <>
    <path d={SWORDS} fill="none" stroke-linecap="round" stroke={mark("light")} stroke-width="2.6" />
    <path d={SWORDS} fill="none" stroke-linecap="round" stroke={mark("dark")} stroke-width="1.3" />
  </>
);

const TURN_BACK = "M2.6 2.9V-.4a2.3 2.3 0 0 0-4.6 0V1";
const TURN_HEAD = "M-4.4.6H.4L-2 3.9z";

/** An arrow that turns back, in a disc on the left edge. */
function Retreated({ r }: { r: number }): JSX.Element {
  return (
    <>
      <circle r={r} fill={mark("light")} stroke={mark("dark")} stroke-width={r / 5.4} />
      <g transform={`scale(${r / 5.9})`}>
        <path d={TURN_BACK} fill="none" stroke={mark("dark")} stroke-width="1.5" />
        <path d={TURN_HEAD} fill={mark("dark")} />
      </g>
    </>
  );
}

const retreated: Draw = () => <g transform="translate(4.2 24.6)"><Retreated r={5.9} /></g>;

const active: Draw = () => (
  <path d="M-3-8V12M-3-8L11-3.5L-3 1z" fill={mark("good")} stroke={mark("light")} stroke-width="1.4" stroke-linejoin="round" />
);

const blitz: Draw = () => (
  <path d="M13-10L6 0H10.5L7.5 9L17-2.5H12L16-10z" fill="#f5c518" stroke={mark("dark")} stroke-width="1" stroke-linejoin="round" />
);

const attackSupply: Draw = () => (
  <g transform="translate(38.2 19.4)">
    <circle r="4.7" fill={mark("good")} stroke={mark("light")} stroke-width="1.1" />
    <path d="M-2.5 0H2.3M.1-2.2L2.5 0L.1 2.2" fill="none" stroke={mark("light")} stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" />
  </g>
);

// A flag of command in a disc on the right edge: struck out beyond the range, cut off where no path leads to it.
const BROKEN: Record<string, string> = {
  "out-of-command": "M-1.6 3.6V-3.6L3-1.7L-1.6.2M-4.1 4.1L4.1-4.1",
  isolated: "M-3.6 0H-1.2M1.2 0H3.6M-1-2.6L1 2.6",
};

function Broken({ kind, r }: { kind: string; r: number }): JSX.Element {
  const [bad, light, dark] = [mark("bad"), mark("light"), mark("dark")];
  return (
    <>
      {kind === "isolated" ? (
        <path d={`M0 ${-r * 1.15}L${r * 1.15} 0L0 ${r * 1.15}L${-r * 1.15} 0z`} fill={bad} stroke={light} stroke-width={r / 5} />
      ) : (
        <circle r={r} fill={light} stroke={dark} stroke-width={r / 4.4} />
      )}
      <path d={BROKEN[kind]} transform={`scale(${r / 5.9})`} fill="none" stroke={kind === "isolated" ? light : dark} stroke-width="1.5" />
    </>
  );
}

const broken = (kind: string): [string, Draw] => [kind, () => <g transform="translate(37.2 19.4)"><Broken kind={kind} r={5.9} /></g>];

/** An hourglass on the upper right corner: the HQ lives on what it has. */
function Emergency({ r }: { r: number }): JSX.Element {
  return (
    <>
      <circle r={r} fill={mark("light")} stroke={mark("bad")} stroke-width={r / 4.4} />
      <path d="M-2.6-3.4H2.6L-2.6 3.4H2.6z" transform={`scale(${r / 5.9})`} fill={mark("bad")} stroke={mark("dark")} stroke-width=".8" stroke-linejoin="round" />
    </>
  );
}

const emergency: Draw = () => <g transform="translate(37 8)"><Emergency r={5.9} /></g>;

const DRAW: [string, Draw][] = [
  ["moved", moved],
  ["untried", untried],
  ["disrupted", disrupted],
  ["out-of-supply", outOfSupply],
  ["attacked", attacked],
  ["retreated", retreated],
  ["unsupplied", outOfSupply],
  ...Object.keys(SUPPLIES).map(supplied),
  ["dispersed", disrupted],
  ...Object.keys(BROKEN).map(broken),
  ["emergency-supply", emergency],
  ["active", active],
  ["attack-side", active],
  ["attack-supply", attackSupply],
  ["blitz", blitz],
];

export const MARKS = DRAW.map(([name]) => name);

/** The marks of these conditions; one the page does not know is only told in the caption. */
export function Conditions({ status, colours }: { status: string[]; colours: Palette }): JSX.Element {
  return (
    <>
      {DRAW.map(([name, draw]) => status.includes(name) && <g key={name} class={`status ${name}`}>{draw(colours)}</g>)}
    </>
  );
}

/** The same marks for a counter of 50 seen from afar: few, large, in the corners; its strength says "untried" by itself. */
export function FarConditions({ status }: { status: string[] }): JSX.Element {
  const [bad, light, dark] = [mark("bad"), mark("light"), mark("dark")];
  return (
    <>
      {status.includes("moved") && (
        <g class="status moved">
          <rect x="1" y="1" width="48" height="48" rx="5" fill="#efe7d3" fill-opacity=".34" />
          <path d="M36 37L52 44.5L36 52z" fill={dark} stroke={light} stroke-width="2" />
        </g>
      )}
      {(status.includes("disrupted") || status.includes("dispersed")) && (
        <path class="status disrupted" d="M0 20V6A6 6 0 0 1 6 0H20z" fill={bad} stroke={light} stroke-width="2.5" />
      )}
      {(status.includes("out-of-supply") || status.includes("unsupplied")) && (
        <g class="status out-of-supply" transform="translate(46 4)">
          <circle r="10" fill={light} stroke={bad} stroke-width="4" />
          <path d="M-6 6L6-6" stroke={bad} stroke-width="4" />
        </g>
      )}
      {status.filter((name) => name in SUPPLIES).map((name) => (
        <g key={name} class={`status ${name}`} transform="translate(46 4)"><Supplied kind={name} r={11} /></g>
      ))}
      {status.filter((name) => name in BROKEN).map((name) => (
        <g key={name} class={`status ${name}`} transform="translate(46 4)"><Broken kind={name} r={11} /></g>
      ))}
      {status.includes("emergency-supply") && <g class="status emergency-supply" transform="translate(46 4)"><Emergency r={11} /></g>}
      {status.includes("attack-supply") && (
        <g class="status attack-supply" transform="translate(46 6)">
          <circle r="8" fill={mark("good")} stroke={light} stroke-width="2" />
          <path d="M-4.2 0H4M.4-3.8L4.4 0L.4 3.8" fill="none" stroke={light} stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" />
        </g>
      )}
      {(status.includes("active") || status.includes("attack-side")) && (
        <path class="status active" d="M-3-12V14M-3-12L17-5.5L-3 1z" fill={mark("good")} stroke={light} stroke-width="2.4" />
      )}
      {status.includes("blitz") && (
        <path class="status blitz" d="M18-14L8 0H14L10 13L24-3.5H17L22-14z" fill="#f5c518" stroke={dark} stroke-width="1.6" />
      )}
      {status.includes("attacked") && (
        <path class="status attacked" d="M-8 56L6 42M6 56L-8 42" stroke={dark} stroke-width="4" stroke-linecap="round" />
      )}
      {status.includes("retreated") && <g class="status retreated" transform="translate(4 27)"><Retreated r={10} /></g>}
    </>
  );
}

// The layer between map and counters: what may be chosen, what is chosen, and the overlays that are turned on.
import type { JSX } from "preact";
import { hexesPath, hexPath, linePath, outline, type Ground } from "../geometry";
import { choiceHexes, choices, choiceUnits, closing, concerned, costs, openings, ready, words, wordsOf } from "../order";
import { inHand } from "../hand";
import { isOn } from "../overlays";
import { plan } from "../plans";
import { cursor, menu, peek, typing } from "../pointing";
import { asked, ground, match, stacks, unitsById } from "../table";
import { marchedBy, marchedTo, rectangle, troop } from "../troop";
import { wayTo } from "../study";
import { spotlight } from "../spotlight";
import { detail } from "./camera";
import { dragging } from "./drag";
import { Laid } from "./Laid";
import { Ways } from "./Story";

const FEW = 14; // up to here each hex is outlined by itself
const CROWD = 90; // more hexes than this are shown as one area, not one by one

/** Hexes of units, each once. */
function standing(units: Iterable<string>): string[] {
  return [...new Set([...units].map((id) => unitsById.value.get(id)?.hex ?? "").filter(Boolean))];
}

/** The one of some hexes that is nearest to another. */
function nearest(board: Ground, from: string, hexes: string[]): string {
  const far = (name: string): number => {
    const [a, b] = [board.hexes.get(from), board.hexes.get(name)];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : Infinity;
  };
  return [...hexes].sort((a, b) => far(a) - far(b))[0] ?? from;
}

/** Corner brackets around a hex: a target. */
function brackets(board: Ground, name: string): string {
  const hex = board.hexes.get(name);
  if (!hex) return "";
  const [w, h, l] = [board.message.radius * 0.78, board.message.radius * 0.72, 11];
  const corner = (sx: number, sy: number): string =>
    `M${hex.x + sx * (w - l)} ${hex.y + sy * h}H${hex.x + sx * w}V${hex.y + sy * (h - l)}`;
  return corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
}

function tenths(cost: number): string {
  const whole = Math.floor(cost);
  return cost === whole ? String(cost) : cost - whole === 0.5 ? `${whole || ""}½` : cost.toFixed(1);
}

function Reachable({ board, hexes }: { board: Ground; hexes: string[] }): JSX.Element {
  const far = detail.value === "far";
  const empty = hexes.filter((hex) => !stacks.value.has(hex));
  return (
    <g class="reachable">
      <path class="area" d={hexesPath(board, hexes)} />
      <path class="rim-case" d={outline(board, hexes)} />
      <path class="rim" d={outline(board, hexes)} />
      {hexes.length <= FEW && <path class="spots" d={hexesPath(board, hexes, 4)} />}
      <g class="costs">
        {empty.map((name) => {
          const hex = board.hexes.get(name);
          const cost = costs.value.get(name);
          return (
            hex && cost !== undefined && isOn("reach") && <text key={name} x={hex.x} y={hex.y + (far ? 9 : 7)}>{tenths(cost)}</text>
          );
        })}
      </g>
    </g>
  );
}

/** Enemies that may be chosen, or what a question is about: brackets, and from afar, where counters hide them, a ring. */
function Targets({ board, hexes }: { board: Ground; hexes: string[] }): JSX.Element {
  const near = detail.value === "near";
  const d = near ? hexes.map((hex) => brackets(board, hex)).join("") : hexesPath(board, hexes);
  return <g class={near ? "targets" : "targets ring"}><path class="case" d={d} /><path class="line" d={d} /></g>;
}

/** Who would go, and where to, by the plan that waits for a word. */
function Planned({ board }: { board: Ground }): JSX.Element | null {
  const now = plan.value;
  if (!now) return null;
  const to = now.first.at(-1) ?? "";
  const from = standing(now.first);
  return (
    <g class="planned" data-planned={to}>
      <path class="chosen-case" d={hexesPath(board, from)} />
      <path class="chosen" d={hexesPath(board, from)} />
      {from.map((hex) => (
        <g key={hex}>
          <path class="way-case" d={linePath(board, [hex, to])} />
          <path class="way" d={linePath(board, [hex, to])} marker-end="url(#arrow)" />
        </g>
      ))}
    </g>
  );
}

/** Highlights of the order being given. */
function OrderMarks({ board }: { board: Ground }): JSX.Element {
  const begun = words.value.length > 0;
  const offered = [...choiceHexes.value];
  const side = asked.value?.side ?? "";
  const foes = (hex: string): boolean => (stacks.value.get(hex) ?? []).some((unit) => unit.side !== side);
  const firstHexes = begun ? [] : [...openings.value.values()].map((o) => wordsOf(o, "hex")).filter((h) => h.length <= CROWD).flat();
  const targets = [...offered, ...firstHexes].filter(foes);
  const plain = offered.filter((hex) => !foes(hex));
  const joining = standing(begun ? choiceUnits.value : choices.value.groups.length ? ready.value : []);
  const chosen = standing(inHand.value);
  const asking = menu.value?.modal ? [menu.value.hex] : plan.value ? [plan.value.goal] : [];
  const chosenHexes = [...words.value.filter((word) => board.hexes.has(word)), ...asking];
  const inset = detail.value === "near" ? 3 : 0;
  const way = choiceHexes.value.has(peek.value) ? wayTo(peek.value) : [];
  const theirs = asked.value?.occasion?.hexes ?? []; // the way of a move that waits for our answer, or of a retreat so far
  const attacked = asked.value?.occasion?.targets ?? [];
  return (
    <g class="order">
      <Targets board={board} hexes={[...targets, ...(theirs.length ? [] : concerned.value)]} />
      {plain.length > 0 && <Reachable board={board} hexes={plain} />}
      <path class={begun ? "joining" : "ready"} d={hexesPath(board, joining.filter((hex) => !chosen.includes(hex)), inset)} />
      {chosenHexes.length > 0 && (
        <g class="aimed">
          <path class="case" d={hexesPath(board, chosenHexes, inset)} />
          <path class="line" d={hexesPath(board, chosenHexes, inset)} />
        </g>
      )}
      {chosenHexes.length > 0 && chosen.map((from) => (
        <path key={from} class="aim" d={linePath(board, [from, chosenHexes[0] ?? from])} marker-end="url(#arrow)" />
      ))}
      {attacked.length > 0 && standing(asked.value?.occasion?.units ?? []).map((from) => (
        <path key={from} class="aim" data-attack-from={from} d={linePath(board, [from, nearest(board, from, attacked)])} marker-end="url(#arrow)" />
      ))}
      {theirs.length > 0 && (
        <g class="spotlight answered" data-answered={theirs.at(-1)}>
          <path class="case" d={hexPath(board, theirs.at(-1) ?? "", 1)} />
          <path class="line" d={hexPath(board, theirs.at(-1) ?? "", 1)} />
          {theirs.length > 1 && <path class="way" d={linePath(board, theirs)} marker-end="url(#arrow)" />}
        </g>
      )}
      <Planned board={board} />
      <path class="chosen-case" d={hexesPath(board, chosen, inset)} />
      <path class="chosen" d={hexesPath(board, chosen, inset)} />
      {way.length > 1 && (
        <>
          <path class="way-case" d={linePath(board, way)} />
          <path class="way" d={linePath(board, way)} marker-end="url(#arrow)" />
        </>
      )}
    </g>
  );
}

/** Stacks taken together, where they would go, and the rectangle that is being drawn. */
function Troop({ board }: { board: Ground }): JSX.Element | null {
  const drawn = rectangle.value;
  const together = troop.value;
  if (!drawn && !together.length) return null;
  const drag = dragging.value;
  const to = peek.value;
  const goals = !together.length || !to || together.includes(to) ? new Map<string, string>() : drag ? marchedBy(drag.from, to) : marchedTo(to);
  const inset = detail.value === "near" ? 3 : 0;
  return (
    <g class="order troop" data-troop={together.join(" ")}>
      <path class="chosen-case" d={hexesPath(board, together, inset)} />
      <path class="chosen" d={hexesPath(board, together, inset)} />
      {[...goals].map(([from, goal]) => goal && (
        <g key={from}>
          <path class="way-case" d={linePath(board, [from, goal])} />
          <path class="way" d={linePath(board, [from, goal])} marker-end="url(#arrow)" />
        </g>
      ))}
      {drawn && (
        <rect
          class="rectangle" x={Math.min(drawn.from.x, drawn.to.x)} y={Math.min(drawn.from.y, drawn.to.y)}
          width={Math.abs(drawn.to.x - drawn.from.x)} height={Math.abs(drawn.to.y - drawn.from.y)}
        />
      )}
    </g>
  );
}

function Pointers({ board }: { board: Ground }): JSX.Element {
  const offered = choiceHexes.value.has(peek.value);
  return (
    <g class="pointers">
      {peek.value && <path class={offered ? "peek offered" : "peek"} d={hexPath(board, peek.value, 1)} />}
      {cursor.value && typing.value && (
        <>
          <path class="cursor-case" d={hexPath(board, cursor.value, -3)} />
          <path class="cursor" d={hexPath(board, cursor.value, -3)} />
        </>
      )}
    </g>
  );
}

function Spotlight({ board }: { board: Ground }): JSX.Element | null {
  const { hexes, line, number } = spotlight.value;
  if (!hexes.length || (number !== undefined && number !== match.value?.number)) return null;
  return (
    <g class="spotlight">
      <path class="case" d={hexesPath(board, hexes, 1)} />
      <path class="line" d={hexesPath(board, hexes, 1)} />
      {line && hexes.length > 1 && <path class="way" d={linePath(board, hexes)} marker-end="url(#arrow)" />}
    </g>
  );
}

/** Everything drawn between the map and the counters. */
export function Overlay(): JSX.Element | null {
  const board = ground.value;
  if (!board) return null;
  const { width, height } = board.message;
  const busy = dragging.value !== null || closing.value !== null;
  return (
    <svg class={`overlay${busy ? " busy" : ""}`} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <defs>
        <marker id="arrow" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" orient="auto-start-reverse">
          <path d="M0 0L10 5L0 10z" fill="context-stroke" />
        </marker>
      </defs>
      <Laid board={board} />
      <Ways board={board} />
      <OrderMarks board={board} />
      <Troop board={board} />
      <Spotlight board={board} />
      <Pointers board={board} />
    </svg>
  );
}

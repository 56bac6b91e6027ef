// Overlays a player turns on: zones of control, radius, control of places, supply.
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { between, hexesPath, linePath, outline, type Ground } from "../geometry";
import { commandRange, idleFurther, idleReach, isOn, supplyLine, supporters, tints } from "../overlays";
import { game, ground, position } from "../table";
import { mark, palette } from "./colours";

const TINTS = ["#1f5f8b", "#b3261e", "#4b2e83", "#2e7d4f"]; // with a hatching each, for those who do not see the colours
const TURNS = [45, -45, 0, 90];

function Hatching(): JSX.Element {
  return (
    <defs>
      {TINTS.map((tint, i) => (
        <pattern
          key={tint} id={`hatch-${i}`} width="9" height="9" patternUnits="userSpaceOnUse" patternTransform={`rotate(${TURNS[i]})`}
        >
          <path d="M0 4.5H9" stroke={tint} stroke-width="1.4" />
        </pattern>
      ))}
    </defs>
  );
}

function Control({ board }: { board: Ground }): JSX.Element {
  const sides = game.value?.sides ?? [];
  return (
    <g class="control">
      {Object.entries(position.value?.control ?? {}).map(([place, side]) => {
        const colours = palette(side);
        const hexes = board.placeHexes.get(place) ?? (board.hexes.has(place) ? [place] : []);
        const at = board.hexes.get(hexes[0] ?? "");
        return (
          at && (
            <g key={place}>
              <path d={outline(board, hexes)} fill="none" stroke={colours.accent} stroke-width="4" stroke-dasharray={sides.indexOf(side) ? "7 4" : "none"} />
              <g transform={`translate(${at.x - 26} ${at.y - 30})`}>
                <title>{`${place}: ${side}`}</title>
                <path d="M0 0V22" stroke={mark("dark")} stroke-width="2.4" />
                <path d={sides.indexOf(side) ? "M1 0L19 6L1 12z" : "M1 0H19V12H1z"} fill={colours.body} stroke={mark("dark")} stroke-width="1.4" />
              </g>
            </g>
          )
        );
      })}
    </g>
  );
}

/** Who holds the ground: a tint on request, and always the line between the sides and where they fight. */
function Front({ board }: { board: Ground }): JSX.Element | null {
  const { tints: washes, line } = frontLine.value;
  if (!line) return null;
  return (
    <g class="front">
      {isOn("control") && washes.map(([side, d]) => <path key={side} d={d} fill={palette(side).accent} fill-opacity=".2" />)}
      <path class="fought" d={hexesPath(board, (position.value?.battles ?? []).map((battle) => battle.hex))} />
      <path class="line-case" d={line} />
      <path class="line" d={line} />
    </g>
  );
}

/** The sides' hexes as paths, and the hexsides between them; worked out once for each position. */
const frontLine = computed(() => {
  const board = ground.value;
  const held = Object.entries(position.value?.hexes ?? {});
  if (!board || !held.length) return { tints: [] as [string, string][], line: "" };
  const owner = new Map(held.flatMap(([side, hexes]) => hexes.map((hex) => [hex, side] as const)));
  return {
    tints: held.map(([side, hexes]): [string, string] => [side, hexesPath(board, hexes)]),
    line: between(board, owner),
  };
});

function Supply({ board }: { board: Ground }): JSX.Element {
  const line = supplyLine.value;
  const units = position.value?.units ?? [];
  const lacking = (game.value?.marks ?? []).filter((m) => m.lacks_supply).map((m) => m.name);
  const cut = [...new Set(units.filter((u) => u.status.some((name) => lacking.includes(name))).map((u) => u.hex))];
  const fed = [...new Set(units.map((u) => u.hex))].filter((hex) => !cut.includes(hex));
  const good = line?.good ? "good" : "bad";
  return (
    <g class="supply">
      <path class="fed" d={hexesPath(board, fed, 5)} />
      <path class="cut" d={hexesPath(board, cut, 5)} />
      {line && line.path.length > 0 && (
        <>
          <path class="line-case" d={linePath(board, line.path)} />
          <path class={`line ${good}`} d={linePath(board, line.path)} marker-end="url(#arrow)" />
        </>
      )}
      {line?.blocked.map((name) => {
        const hex = board.hexes.get(name);
        return hex && <path key={name} class="block" d={`M${hex.x - 9} ${hex.y - 9}l18 18m0-18l-18 18`} />;
      })}
    </g>
  );
}

/** A name at the northern edge of an area. */
function Named({ board, hexes, says }: { board: Ground; hexes: readonly string[]; says: string }): JSX.Element | null {
  const edge = hexes.map((hex) => board.hexes.get(hex)).filter((hex) => hex !== undefined);
  const [first, ...others] = edge;
  if (!first) return null;
  const top = others.reduce((a, b) => (b.y < a.y ? b : a), first);
  return <text x={top.x} y={top.y}>{says}</text>;
}

/** How much it takes to go further than at once: an outline for each sum, named at its edge. */
function Further({ board }: { board: Ground }): JSX.Element {
  return (
    <>
      {idleFurther.value.slice(1).map(([says], i) => {
        const within = idleFurther.value.slice(0, i + 2).flatMap(([, hexes]) => hexes);
        return (
          <g key={says} data-further={says}>
            <path class="further" d={outline(board, within)} />
            <Named board={board} hexes={idleFurther.value[i + 1]?.[1] ?? []} says={says} />
          </g>
        );
      })}
    </>
  );
}

/** The overlays that are turned on, the widest first. */
export function Laid({ board }: { board: Ground }): JSX.Element {
  return (
    <g class="laid">
      <Hatching />
      <Front board={board} />
      {tints.value.map(({ id, hexes, side }) => {
        const [what, whose = ""] = id.split(":");
        const dotted = what === "radius" || what === "command";
        const i = what === "radius" ? 2 : side % TINTS.length;
        if (what === "integrity") return <path key={id} class="together" data-overlay={id} d={hexesPath(board, hexes, 2)} stroke={TINTS[i]} />;
        return (
          <g key={id} class="tint" data-overlay={id}>
            <path d={hexesPath(board, hexes)} fill={TINTS[i]} fill-opacity=".13" />
            <path d={hexesPath(board, hexes)} fill={`url(#hatch-${i})`} fill-opacity=".45" />
            <path d={outline(board, hexes)} fill="none" stroke={TINTS[i]} stroke-width="3" stroke-linecap="round" stroke-dasharray={dotted ? "2 7" : "none"} />
            {what === "command" && whose && <Named board={board} hexes={hexes} says={whose} />}
          </g>
        );
      })}
      {commandRange.value.length > 0 && (
        <g class="command" data-overlay="command"><path class="area" d={hexesPath(board, commandRange.value)} /><path class="rim" d={outline(board, commandRange.value)} /></g>
      )}
      {supporters.value.length > 0 && <g class="supporters" data-supporters={supporters.value.join(" ")}><path d={hexesPath(board, supporters.value, 2)} /></g>}
      {idleReach.value.length > 0 && <g class="idle"><path d={outline(board, idleReach.value)} /><Further board={board} /></g>}
      {isOn("control") && !frontLine.value.line && <Control board={board} />}
      {isOn("supply") && <Supply board={board} />}
    </g>
  );
}
